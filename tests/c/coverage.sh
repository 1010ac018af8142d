#!/bin/sh
# Which branches of the core the tests in C, and some of those in Python, take: a table by file, and the places never taken.
# Usage: coverage.sh BUILD_FOLDER PYTHON [what pytest takes] (from the top of the checkout)
set -eu
folder=$(realpath -m "$1/coverage") python=$2
shift 2
for program in clang llvm-profdata llvm-cov; do
    if ! command -v $program >/dev/null; then
        echo "coverage of C: $program is not there, so nothing was measured"
        if [ -n "${CI:-}" ]; then exit 1; fi
        exit 0
    fi
done
rm -rf "$folder"
mkdir -p "$folder"
flags="-std=c11 -O1 -g -Icsrc -DUTH_CALLOC -fprofile-instr-generate -fcoverage-mapping"
core=$(find csrc -maxdepth 1 -name '*.c' ! -name check.c | sort)
export LLVM_PROFILE_FILE="$folder/%p-%m.profraw"
# shellcheck disable=SC2086
{
    clang $flags $core csrc/check.c -o "$folder/check" &
    clang $flags $core tests/c/threads.c -pthread -o "$folder/threads"
    wait
    clang $flags $core tests/c/same_bits.c -o "$folder/same_bits" &
    clang $flags $core tests/c/no_memory.c -Wl,--wrap=malloc,--wrap=calloc,--wrap=free -o "$folder/no_memory"
    wait
}
tests/c/core_for_python.sh "$folder" "$python" clang -O1 -g -fprofile-instr-generate -fcoverage-mapping
for test in check threads same_bits no_memory; do "$folder/$test" >/dev/null; done
PYTHONPATH="$folder" UTH_CORE="$folder/_core.abi3.so" "$python" -m pytest -q "$@"

llvm-profdata merge -sparse "$folder"/*.profraw -o "$folder/all.profdata"
measured="-instr-profile=$folder/all.profdata $folder/_core.abi3.so -object=$folder/check -object=$folder/no_memory"
here=$(find csrc -maxdepth 1 -name '*.[ch]' ! -name 'check.?' ! -name uth.h | sort)
# shellcheck disable=SC2086
llvm-cov report $measured -show-branch-summary -show-region-summary=false $here
# shellcheck disable=SC2086
llvm-cov export $measured -format=lcov $here | awk -F '[:,]' '
    $1 == "SF" { file = $2; sub(".*/csrc/", "csrc/", file) }
    $1 == "BRDA" { place = file ":" $2; seen[place " " $3 " " $4] += $5; line[place " " $3 " " $4] = place }
    END { for (branch in seen) if (!seen[branch]) never[line[branch]]++
          for (place in never) print place }' | sort -t : -k 1,1 -k 2,2n |
    while IFS=: read -r file number; do
        echo "$file:$number: $(sed -n "${number}s/^ *//p" "$file")"
    done >"$folder/never.txt"
echo "$(wc -l <"$folder/never.txt") lines have a branch that was never taken:"
cat "$folder/never.txt"
