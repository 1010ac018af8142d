"""What the program runs on, in words that help when two machines are compared."""

from __future__ import annotations

import hashlib
import platform
import sys
from pathlib import Path

from uth_exact import _core, engine
from uth_exact._tables import folder
from uth_exact.executors import processors
from uth_exact.shortcuts import shortcuts_off


def machine() -> dict[str, str | int]:
    """The program's version, the interpreter, the machine, what made the core, and what tells core and tables from any others."""
    from uth_exact import __version__

    return {
        "uth-exact": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": platform.platform(),
        "machine": platform.machine() or "unknown",
        "byte_order": f"{sys.byteorder}-endian",
        "processors": processors(),
        "core": engine.compiler(),
        "core_sha256": hashlib.sha256(Path(_core.__file__).read_bytes()).hexdigest(),
        "tables_sha256": _tables_hash(),
        "cffi": str(getattr(sys.modules.get("_cffi_backend"), "__version__", "unknown")),
        "shortcuts": "off, by UTH_EXACT_PLAIN" if shortcuts_off() else "on",
    }


def _tables_hash() -> str:
    """Of all sheets and strategies that come with the program: of a line ``NAME: SHA-256`` for each, by name."""
    files = sorted((path.relative_to(folder()).as_posix(), path) for path in folder().rglob("*.toml"))
    lines = [f"{name}: {hashlib.sha256(path.read_bytes()).hexdigest()}\n" for name, path in files]
    return hashlib.sha256("".join(lines).encode()).hexdigest()
