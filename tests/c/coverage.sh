#!/bin/sh
# Which branches the tests take, of the core those in C and in Python: a table by file, and the places never taken.
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
    clang $flags $core tests/c/strategies.c -o "$folder/strategies"
    wait
    clang $flags $core tests/c/no_memory.c -Wl,--wrap=malloc,--wrap=calloc,--wrap=free -o "$folder/no_memory"
    wait
}
tests/c/core_for_python.sh "$folder" "$python" clang -O1 -g -fprofile-instr-generate -fcoverage-mapping
for test in check strategies threads same_bits no_memory; do "$folder/$test" >/dev/null; done
# A measured process loads modules for it and writes a file when it ends: these tests deny it that.
unmeasured="loads_nothing or half_an_answer or too_little_room"
PYTHONPATH="$folder" UTH_CORE="$folder/_core.abi3.so" COVERAGE_FILE="$folder/python" CI=true "$python" -m pytest -q -k "not ($unmeasured)" "$@"

# A process that was not let write its profile leaves a part of one.
llvm-profdata merge -failure-mode=all -sparse "$folder"/*.profraw -o "$folder/all.profdata"
measured="-instr-profile=$folder/all.profdata $folder/_core.abi3.so -object=$folder/check"
here=$(find csrc -maxdepth 1 -name '*.[ch]' ! -name 'check.?' ! -name uth.h | sort)
# A branch of a header stands there once for each file that includes it: taken by one of them is taken.
# shellcheck disable=SC2086
llvm-cov show $measured -show-branches=count -show-instantiations=false $here | awk '
    /\.[ch]:$/ { file = $0; sub(".*/csrc/", "csrc/", file); sub(":$", "", file) }
    /Branch \(/ {
        match($0, /\([0-9]+:[0-9]+\)/)
        split(substr($0, RSTART + 1, RLENGTH - 2), at, ":")
        for (way = 0; way < 2; way++) {
            branch = file "\t" at[1] "\t" at[2] "\t" way
            if (!(branch in taken)) taken[branch] = 0
            if (!($0 ~ (way ? "True: 0[,.\\]]" : "False: 0[,.\\]]")) || $0 ~ (way ? "True: 0\\." : "False: 0\\.")) taken[branch] = 1
        }
    }
    END { for (branch in taken) print branch "\t" taken[branch] }' | sort -k 1,1 -k 2,2n -k 3,3n >"$folder/branches.txt"
awk -F '\t' '
    { all[$1]++; all["all"]++; if (!$5) never[$1]++; if (!$5) never["all"]++ }
    END { for (file in all) printf "%-24s %5d branches, %3d never taken, %6.2f %% taken\n", file, all[file], never[file], 100 * (all[file] - never[file]) / all[file] }
    ' "$folder/branches.txt" | sort -k 1,1
echo "never taken:"
awk -F '\t' '!$5 { print $1 ":" $2, $4 ? "true" : "false" }' "$folder/branches.txt" | while read -r place way; do
    echo "$place $way: $(sed -n "${place#*:}s/^ *//p" "${place%:*}")"
done
