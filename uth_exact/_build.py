"""Makes the extension module ``uth_exact._core`` out of ``csrc/``; setup.py runs it, nothing imports it."""

from __future__ import annotations

from pathlib import Path

from cffi import FFI

SOURCES = Path(__file__).parent.parent / "csrc"
SELF_TEST = "check.c"
OLDEST_PYTHON = "0x030B0000"


def declarations(header: str) -> str:
    """The marked block of the public header."""
    before, begin, rest = header.partition("/* BEGIN CDEF */")
    block, end, after = rest.partition("/* END CDEF */")
    if not (begin and end) or "CDEF */" in before + block + after:
        raise ValueError("csrc/uth.h: one BEGIN CDEF and one END CDEF mark are needed, in this order")
    return block


def builder() -> FFI:
    ffi = FFI()
    ffi.cdef(declarations((SOURCES / "uth.h").read_text("utf-8")))
    ffi.set_source(
        "uth_exact._core",
        '#include "uth.h"',
        include_dirs=[str(SOURCES)],
        sources=[str(path) for path in sorted(SOURCES.glob("*.c")) if path.name != SELF_TEST],
        depends=[str(path) for path in sorted(SOURCES.glob("*.h"))],
        define_macros=[("Py_LIMITED_API", OLDEST_PYTHON)],
        py_limited_api=True,
    )
    return ffi
