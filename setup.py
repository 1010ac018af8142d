"""What pyproject.toml cannot say: the compiled core, and that one build of it serves every Python from 3.11 on."""

from __future__ import annotations

import shutil
import sysconfig
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import PlatformError

COMPILER_FLAGS = [
    "-std=c11",
    "-O3",
    "-funroll-loops",  # rows of sums are added by the hundred million
    "-fvisibility=hidden",
    "-g0",  # debug information would carry the path of the checkout
]

HELP = (
    "uth_exact has a small core in C, compiled during installation. Install a C compiler and the headers of Python "
    "(Debian and Ubuntu: apt install gcc libc6-dev python3-dev; Fedora: dnf install gcc python3-devel; "
    "Alpine: apk add gcc musl-dev python3-dev; macOS: xcode-select --install). If the compiler has another name, set CC to it."
)


class BuildCore(build_ext):
    def build_extensions(self) -> None:
        headers = Path(sysconfig.get_paths()["include"], "Python.h")
        if self.compiler.compiler_type == "unix":
            program = self.compiler.compiler_so[0]
            if shutil.which(program) is None:
                raise PlatformError(f"the C compiler {program!r} is not there. {HELP}")
            if not headers.exists():
                raise PlatformError(f"{headers} is not there. {HELP}")
            for extension in self.extensions:
                extension.extra_compile_args = COMPILER_FLAGS
            # Some Pythons tell the linker to note where they lie; the core needs no library but C's, and wheels travel.
            self.compiler.linker_so = [word for word in self.compiler.linker_so if not word.startswith("-Wl,-rpath")]
        super().build_extensions()


setup(
    cffi_modules=["uth_exact/_build.py:builder"],
    cmdclass={"build_ext": BuildCore},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
