#!/bin/sh
# Another build of the core for Python, beside the installed one. Usage: core_for_python.sh FOLDER PYTHON COMPILER FLAGS...
# With PYTHONPATH=FOLDER and UTH_CORE=FOLDER/_core.abi3.so every Python loads it, those that tests start too.
set -eu
folder=$1 python=$2 compiler=$3
shift 3
mkdir -p "$folder"
cat >"$folder/sitecustomize.py" <<'PYTHON'
"""Written by core_for_python.sh: the core that UTH_CORE names in place of the installed one."""
import importlib.util
import os
import sys


class OtherCore:
    @staticmethod
    def find_spec(name, path=None, target=None):
        return importlib.util.spec_from_file_location(name, os.environ["UTH_CORE"]) if name == "uth_exact._core" else None


sys.meta_path.insert(0, OtherCore)
PYTHON
"$python" - "$folder/_core.c" >/dev/null <<'PYTHON'
import sys
from uth_exact._build import builder
builder().emit_c_code(sys.argv[1])
PYTHON
include=$("$python" -c 'import sysconfig; print(sysconfig.get_paths()["include"])')
# shellcheck disable=SC2046
"$compiler" -std=c11 "$@" -shared -fPIC -fvisibility=hidden -DPy_LIMITED_API=0x030B0000 -DUTH_CALLOC -Icsrc -I"$include" \
    "$folder/_core.c" $(find csrc -maxdepth 1 -name '*.c' ! -name check.c | sort) -o "$folder/_core.abi3.so"
