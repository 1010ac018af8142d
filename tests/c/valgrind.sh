#!/bin/sh
# A short self test of the core, as it is without sanitizers, under valgrind: no stray access, no use of what was never written,
# nothing left at the end. Usage: valgrind.sh BUILD_FOLDER (from the top of the checkout)
set -eu
mkdir -p "$1"
if ! command -v valgrind >/dev/null; then
    echo "valgrind is not there, so nothing was run under it"
    if [ -n "${CI:-}" ]; then exit 1; fi
    exit 0
fi
# shellcheck disable=SC2046
${CC:-cc} -std=c11 -O2 -g -DUTH_CALLOC $(find csrc -maxdepth 1 -name '*.c' | sort) -o "$1/check-valgrind"
valgrind -q --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all --error-exitcode=9 "$1/check-valgrind" 8 2
