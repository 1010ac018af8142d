#!/bin/sh
# The Python tests with a core under AddressSanitizer and UndefinedBehaviorSanitizer.
# Usage: asan.sh BUILD_FOLDER PYTHON [what pytest takes] (from the top of the checkout)
set -eu
folder=$(realpath -m "$1/asan") python=$2
shift 2
library=$(gcc -print-file-name=libasan.so 2>/dev/null || true)
if [ ! -e "$library" ]; then
    echo "asan: gcc with its libasan is not there, so the Python tests were not run under it"
    if [ -n "${CI:-}" ]; then exit 1; fi
    exit 0
fi
tests/c/core_for_python.sh "$folder" "$python" gcc -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all

# Leaks are looked for in C alone: the interpreter has its own. No command of ours ends with 99.
export LD_PRELOAD="$(realpath "$library")" PYTHONPATH="$folder" UTH_CORE="$folder/_core.abi3.so"
# What Python allocates is watched too: cffi's structures are among it.
export PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0:exitcode=99:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1:exitcode=99

# Proof that the core in use is the watched one: it is stopped when it reads past the end of seven cards.
status=0
"$python" - >"$folder/proof.txt" 2>&1 <<'PYTHON' || status=$?
from uth_exact._core import ffi, lib
cards = ffi.new("uint8_t[4096]", bytes(4092) + bytes(range(4)))
lib.uth_strength(cards + 4092, 7, ffi.new("uint32_t *"))
PYTHON
if [ "$status" -ne 99 ] || ! grep -q heap-buffer-overflow "$folder/proof.txt"; then
    echo "asan: a read past the end was not found, so the core in use is not the one under sanitizers:"
    cat "$folder/proof.txt"
    exit 1
fi
# The packaging tests compile cores of their own.
CI=true exec "$python" -m pytest -q --ignore tests/test_wheels.py "$@"
