#!/bin/sh
# Instances from Python under AddressSanitizer: create, run, save, restore, destroy in a loop, the C of the model and of
# the runtime instrumented. And the warm start, which is measured.
cd "$(dirname "$0")/../.." || exit 2
group=python-long
. tests/group.sh
python=/usr/bin/python3
if ! "$python" -c 'import numpy' 2>/dev/null; then
    echo 'skipped: python3-numpy is missing (make setup-tests)'
    echo '0 passed, 0 failed, 1 skipped'
    exit 0
fi
export DTC="$dtc" DTC_HOME="$PWD" PYTHONPATH="$PWD/tools/python" PYTHONDONTWRITEBYTECODE=1
sed -n '/^```modelica two_speed.dtm/,/^```$/{//!p}' docs/tutorial.md >"$work/two_speed.dtm"
here=$PWD

(cd "$work" && CC=gcc "$python" -B "$here/tests/python/warm.py") >"$work/warm.log" 2>&1
add $? "$work/warm.log" warm

# The runtime is compiled anew with the model: a home without the archives, and a program that has none beside it.
mkdir -p "$work/home/bin"
cp "$dtc" "$work/home/bin/dtc"
ln -s "$here/lib" "$here/runtime" "$work/home/"
asan=$(gcc -print-file-name=libasan.so)
loop() { # loop COMPILER PRELOADED TIMES
    (cd "$work" && env CC="$1" LD_PRELOAD="$2" ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0 XDG_CACHE_HOME="$work/cache" DTC="$work/home/bin/dtc" \
        DTC_HOME="$work/home" "$python" -B "$here/tests/python/instances.py" "$3")
}
if [ -e "$asan" ]; then
    try 'create, run, destroy under AddressSanitizer' loop 'gcc -fsanitize=address,undefined -fno-sanitize-recover=undefined -g' "$asan" 100
    try 'which the object has' sh -c "grep -l -r -a __asan_init '$work/cache/dtc'"
    # It notices: a program whose runtime writes beyond an instance.
    cp -R "$here/runtime" "$work/broken"
    rm "$work/home/runtime"
    mv "$work/broken" "$work/home/runtime"
    sed -i 's/{ return (int)info->tune(model); }/{ ((char *)model)[info->size + 8] = 1; return (int)info->tune(model); }/' "$work/home/runtime/call.c"
    try 'a write beyond an instance is found' sh -c "! (cd '$work' && env CC='gcc -fsanitize=address' LD_PRELOAD='$asan' PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0 XDG_CACHE_HOME='$work/cache' DTC='$work/home/bin/dtc' DTC_HOME='$work/home' '$python' -B '$here/tests/python/instances.py' 2 2>&1) >'$work/said' && grep -q heap-buffer-overflow '$work/said'"
else
    echo 'skipped: instances under AddressSanitizer: gcc has no libasan'
    skipped=$((skipped + 1))
fi
finish
