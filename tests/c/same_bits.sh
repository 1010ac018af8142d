#!/bin/sh
# The core compiled in different ways, for a big-endian processor too, gives the same integers. Usage: same_bits.sh BUILD_FOLDER
# (from the top of the checkout). With CI set, a missing compiler or emulator is a fault, otherwise it is told.
set -eu
folder=$1/same_bits
rm -rf "$folder"
mkdir -p "$folder"
sources=$(find csrc -maxdepth 1 -name '*.c' ! -name check.c | sort)
built=0

# way NAME COMPILER FLAGS... ; EMULATOR runs what it makes
EMULATOR=
way() {
    name=$1 compiler=$2
    shift 2
    for program in "$compiler" $EMULATOR; do
        if ! command -v "$program" >/dev/null; then
            echo "same bits: $program is not there, so $name was not tried"
            if [ -n "${CI:-}" ]; then exit 1; fi
            return 0
        fi
    done
    # shellcheck disable=SC2086
    {
        "$compiler" -std=c11 "$@" -Icsrc $sources tests/c/same_bits.c -o "$folder/$name" &&
            $EMULATOR "$folder/$name" >"$folder/$name.txt" || echo "$name failed" >"$folder/$name.txt"
    } &
    built=$((built + 1))
    # two at a time
    if [ $((built % 2)) -eq 0 ]; then wait; fi
}

way gcc-O3 gcc -O3 -funroll-loops
way gcc-O0 gcc -O0
way clang-O3 clang -O3 -funroll-loops
way clang-O0 clang -O0
way gcc-native gcc -O3 -funroll-loops -march=native
EMULATOR=qemu-s390x
way s390x s390x-linux-gnu-gcc -O2 -static
wait

if [ $built -eq 0 ]; then exit 0; fi
first=$(echo "$folder"/*O3.txt | cut -d ' ' -f 1)
for printed in "$folder"/*.txt; do
    if grep failed "$printed"; then exit 1; fi
    if ! cmp "$first" "$printed"; then
        diff "$first" "$printed" | head -5
        exit 1
    fi
done
echo "same bits: $(wc -l <"$first") lines alike in $built builds ($(cd "$folder" && echo *.txt | sed 's/\.txt//g'))"
