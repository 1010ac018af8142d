#!/bin/sh
# The core on several threads at once under ThreadSanitizer, clang's or gcc's. Usage: tsan.sh BUILD_FOLDER (from the top of the checkout)
set -eu
mkdir -p "$1"
compiler=
for name in clang gcc; do
    if echo 'int main(void) { return 0; }' | $name -x c -fsanitize=thread - -o "$1/probe" 2>/dev/null; then compiler=$name && break; fi
done
if [ -z "$compiler" ]; then
    echo "tsan: no compiler with ThreadSanitizer is there, so races were not looked for"
    if [ -n "${CI:-}" ]; then exit 1; fi
    exit 0
fi
# shellcheck disable=SC2046
$compiler -std=c11 -O1 -g -Icsrc -DUTH_CALLOC -fsanitize=thread $(find csrc -maxdepth 1 -name '*.c' ! -name check.c | sort) tests/c/threads.c -o "$1/threads"
export TSAN_OPTIONS=history_size=7                      # a race is told only as long as both sides are remembered
"$1/threads"
if "$1/threads" race >"$1/race.txt" 2>&1 || ! grep -q 'data race' "$1/race.txt"; then
    echo "tsan: a race that was made was not found, so nothing is known:"
    cat "$1/race.txt"
    exit 1
fi
echo "tsan: no race, and one that was made is found"
