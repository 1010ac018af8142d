"""What the program runs on, in words that help when two machines are compared."""

from __future__ import annotations

import platform
import sys

from uth_exact import engine
from uth_exact.executors import processors
from uth_exact.shortcuts import shortcuts_off


def machine() -> dict[str, str | int]:
    """The program's version, the interpreter, the machine, and what made the core."""
    from uth_exact import __version__

    return {
        "uth-exact": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": platform.platform(),
        "machine": platform.machine() or "unknown",
        "byte_order": f"{sys.byteorder}-endian",
        "processors": processors(),
        "core": engine.compiler(),
        "cffi": str(getattr(sys.modules.get("_cffi_backend"), "__version__", "unknown")),
        "shortcuts": "off, by UTH_EXACT_PLAIN" if shortcuts_off() else "on",
    }
