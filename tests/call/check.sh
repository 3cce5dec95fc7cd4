#!/bin/sh
# Models called from elsewhere: the programs of docs/call.md in Python, C and C++, runs bit by bit those of dtc sim; eight threads under ThreadSanitizer;
# measured inputs; JSON by its schema.
cd "$(dirname "$0")/../.." || exit 2
group=call gcc=${CC:-gcc}
. tests/group.sh
. tests/awk.sh

block() { # block LANGUAGE NUMBER: that block of code of docs/call.md
    awk -v fence="\`\`\`$1" -v number="$2" '$0 == fence { on = ++n == number; next } /^```/ { on = 0 } on' docs/call.md
}

block python 1 >"$work/model.py"
block c 1 >"$work/caller.c"
python3 -B tests/call/promises.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" promises

# The second block of Python, and the program in C, which is loaded; linked in C++.
{ cat "$work/model.py" && block python 2; } >"$work/car.py"
try 'the example in Python' sh -c "cd '$work' && python3 -B car.py >car.out && [ \$(wc -l <car.out) = 6 ]"
try 'the example in C is built' "$gcc" -std=c99 -D_GNU_SOURCE -Wall -Wextra -Werror -Wno-pedantic -Iruntime "$work/caller.c" -ldl -o "$work/caller"
try 'and runs' sh -c "'$work/caller' '$work/bench.so' >'$work/caller.out' && sed -E 's/: ([0-9.]+)/: \\1/' '$work/caller.out' | awk '{ printf \"%s s: %.1f m/s\n\", \$1, \$3 }' | diff - '$work/car.out'"
block cpp 1 >"$work/caller.cpp"
try 'the example in C++ is built' g++ -std=c++11 -Wall -Wextra -Werror -Iruntime "$work/caller.cpp" -ldl -o "$work/caller_cpp"
try 'and runs, with another mass at 3 s' sh -c "'$work/caller_cpp' '$work/bench.so' >'$work/cpp.out' && awk 'NR == FNR { v[NR] = \$3; next } { exit !(\$1 < v[6] && \$1 > 0.9*v[6]) }' '$work/caller.out' '$work/cpp.out'"
cat >"$work/linked.cpp" <<'END'
#include <cstdio>
#include <vector>
#include "dtc_call.h"
int main()
{
    const struct dtc_model_info *info = dtc_model();
    std::vector<double> m(dtc_call_size(info) / sizeof(double) + 1);
    dtc_call_init(info, m.data());
    int status = dtc_call_setup(info, m.data());
    dtc_call_task task = { 1000, 1, 0, 0, nullptr, nullptr, nullptr, 0, 0, 0 };
    status = status ? status : dtc_call_run(info, m.data(), &task);
    std::printf("%s %.17g\n", dtc_call_model(info), dtc_call_time(info, m.data()));
    return status || task.made != 1000;
}
END
try 'C++ links it' g++ -std=c++11 -Wall -Wextra -Werror -pedantic -Iruntime "$work/linked.cpp" "$work/euler.so" -o "$work/linked"
try 'and runs' sh -c "LD_LIBRARY_PATH='$work' '$work/linked' | grep -x 'Launch 1'"

# A dtc that was copied away makes nothing with the runtime that it finds there.
mkdir -p "$work/away/build"
cp "$dtc" "$work/away/build"
cp -R lib runtime "$work/away"
echo >>"$work/away/runtime/dtc_step.h"
env -u DTC_HOME "$work/away/build/dtc" models/two_blocks/two_blocks.dtm -o "$work/away.so" >"$work/log" 2>&1
[ $? -eq 1 ] && [ ! -e "$work/away.so" ] && grep -q 'not the runtime that this dtc was built with' "$work/log"
verdict $? 'a runtime of another dtc is taken'
try 'its own is taken' env DTC_HOME="$PWD" "$work/away/build/dtc" models/two_blocks/two_blocks.dtm -o "$work/away.so"

# Threads: the runtime too is instrumented.
try 'C for threads' "$dtc" models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Bench -o "$work/bench.c"
echo 'int main(void) { return 0; }' >"$work/void.c"
if "$gcc" -fsanitize=thread "$work/void.c" -o "$work/void" 2>/dev/null && "$work/void"; then
    try 'they link' "$gcc" -O0 -g -ffp-contract=off -fsanitize=thread -Iruntime -I"$work" tests/call/threads.c "$work/bench.c" runtime/*.c -lm -o "$work/threads"
    "$work/threads" 2000 >"$work/log" 2>&1
    add $? "$work/log" threads
else
    echo 'skipped: threads: there is no ThreadSanitizer'
    skipped=$((skipped + 1))
fi
finish
