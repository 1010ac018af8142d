"""Makes the extension module ``uth_exact._core`` out of ``csrc/``; setup.py runs it, nothing imports it."""

from __future__ import annotations

from pathlib import Path

from cffi import FFI

SOURCES = Path(__file__).parent.parent / "csrc"
SELF_TEST = "check.c"
ASKED = "int32_t uth_ask_python(void *context, const uint8_t *hole, const uint8_t *board, int32_t board_count)"
"""A ``uth_chooser`` whose body is in engine.py: how a strategy that is a Python function is asked."""

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
    ffi.cdef(f'extern "Python" {ASKED};')
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
