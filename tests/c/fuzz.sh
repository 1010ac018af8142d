#!/bin/sh
# libFuzzer on the public functions of the core, under AddressSanitizer and UndefinedBehaviorSanitizer.
# Usage: fuzz.sh BUILD_FOLDER SECONDS [target...] (from the top of the checkout); so many seconds for each target, two at a time.
# What is found interesting is kept in BUILD_FOLDER/fuzz/corpus for the next time; an input that breaks something is named.
set -eu
folder=$1/fuzz seconds=$2
shift 2
mkdir -p "$folder"
if ! echo 'int LLVMFuzzerTestOneInput(void); int LLVMFuzzerTestOneInput(void) { return 0; }' |
    clang -x c -fsanitize=fuzzer,address - -o "$folder/probe" 2>/dev/null; then
    echo "fuzz: clang with libFuzzer is not there, so nothing was fuzzed"
    if [ -n "${CI:-}" ]; then exit 1; fi
    exit 0
fi
if [ $# -eq 0 ]; then set -- decision game plain play cards; fi

# How often each place is reached steers the fuzzer; what is compared tells it little here and would take half of the time.
export folder flags="-std=c11 -O2 -g -Icsrc -DUTH_CALLOC -fsanitize=address,undefined -fno-sanitize-recover=all"
find csrc -maxdepth 1 -name '*.c' ! -name check.c | sort |
    xargs -P 2 -I '{}' sh -c 'clang $flags -fsanitize-coverage=inline-8bit-counters,pc-table -c {} -o "$folder/$(basename {}).o"'
printf '%s\n' "$@" | xargs -P 2 -I '{}' sh -c 'clang $flags -fsanitize=fuzzer "$folder"/*.c.o tests/c/fuzz_{}.c -o "$folder/{}"'

export seconds ASAN_OPTIONS=quarantine_size_mb=64
printf '%s\n' "$@" | xargs -P 2 -I '{}' sh -c '
    mkdir -p "$folder/corpus/{}"
    if "$folder/{}" "$folder/corpus/{}" -max_total_time="$seconds" -max_len=600 -len_control=0 -timeout=60 -rss_limit_mb=4096 \
        -print_final_stats=1 -artifact_prefix="$folder/{}-" >"$folder/{}.log" 2>&1; then
        runs=$(sed -n "s/^stat::number_of_executed_units: *//p" "$folder/{}.log")
        echo "fuzz: {}: $runs inputs in $seconds s, no fault"
    else
        grep -v "NEW\|REDUCE\|pulse" "$folder/{}.log" | tail -60
        echo "fuzz: {}: FAILED, see $folder/{}.log"
        exit 1
    fi'
