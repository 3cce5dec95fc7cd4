#!/bin/sh
# What a user waits for. Instructions (callgrind; the same in every run) of models to their C, of the first run of a model, of a solver and its rows. And how
# the first run does without a C compiler that optimizes: tcc makes the same bits; what tcc cannot, $CC makes without a word; a long run goes on with what
# that has made; what runs beside a run goes with it.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
cd "$(dirname "$0")/../.." || exit 2
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/waiting
rm -rf "${work:?}"
mkdir -p "$work/bin"
. tests/add.sh
. tests/awk.sh
unset CC
XDG_CACHE_HOME=$work/kept
export XDG_CACHE_HOME
tests/waiting/first.sh >"$work/launch.dtm"

# ---- instructions ----------------------------------------------------------------------------------------------

# count WHAT MILLIONS [FLAG] COMMAND...: all its processes take so many at most
count() {
    what=$1 most=$2 flag=
    shift 2
    case $1 in --toggle*) flag=$1 && shift ;; esac
    rm -f "$work"/count.*
    valgrind -q --tool=callgrind --trace-children=yes --callgrind-out-file="$work/count.%p" $flag "$@" >"$work/log" 2>&1
    taken=$(cat "$work"/count.* 2>/dev/null | awk '/^totals: / { n += $2 } END { printf "%.1f", n/1e6 }')
    echo "| $what | $taken | $most |"
    awk -v n="$taken" -v most="$most" 'BEGIN { exit !(n > 1 && n <= most) }'
    verdict $? "$what: $taken million instructions, at most $most are wanted"
}

if command -v valgrind >/dev/null; then
    echo '| | million instructions | at most |'
    count 'launch of the README to its C' 14.4 "$dtc" "$work/launch.dtm" -o "$work/m.c"
    count 'zf4hp22 to its C' 80 "$dtc" models/zf4hp22/zf4hp22.dtm -o "$work/m.c"
    count 'models/launch to its C' 81 "$dtc" models/launch/launch.dtm -o "$work/m.c"
    CC=cc "$dtc" sim models/zf4hp22/zf4hp22.dtm --quiet --stop 1 -o "$work/m.csv"
    CC=cc count 'zf4hp22, solver and rows' 230 --toggle-collect=solver_run "$dtc" sim models/zf4hp22/zf4hp22.dtm -o "$work/m.csv"
    if command -v tcc >/dev/null && [ "$(uname -m)" = x86_64 ]; then
        count 'launch of the README, first run' 82 "$dtc" sim "$work/launch.dtm"
    else
        skipped=$((skipped + 1))
    fi
    rm -rf "$XDG_CACHE_HOME"
else
    skipped=$((skipped + 5))
fi

# ---- without tcc -----------------------------------------------------------------------------------------------

# A path on which all is but tcc, and with one that is no good.
printf '#!/bin/sh\nPATH="%s" exec cc "$@"\n' "$PATH" >"$work/bin/cc" && chmod +x "$work/bin/cc"
run() { "$dtc" sim "$work/launch.dtm" --quiet -o "$1" 2>"$work/log"; }
entries() { cat "$XDG_CACHE_HOME"/dtc/*/key 2>/dev/null | sed -n 's/^\([a-z]*\) -O.*/\1/p' | sort | tr '\n' ' '; }

# same WHAT ENTRIES: the run said nothing, has the values of cc, and its object was made by these
same() {
    [ ! -s "$work/log" ] && cmp "$work/cc.csv" "$work/now.csv" >"$work/log" 2>&1 && [ "$(entries)" = "$2" ] && [ -z "$(find "$XDG_CACHE_HOME" -name 'new-*')" ]
    verdict $? "$1: $(entries)"
    rm -rf "$XDG_CACHE_HOME"
}
CC=cc run "$work/cc.csv"
rm -rf "$XDG_CACHE_HOME"
PATH=$work/bin run "$work/now.csv"
same 'no tcc' 'cc '
bad() { printf '#!/bin/sh\n%s\n' "$1" >"$work/bin/tcc" && chmod +x "$work/bin/tcc"; }
bad 'echo "error: cannot do that" >&2; exit 1'
PATH=$work/bin run "$work/now.csv"
same 'a tcc that fails' 'cc '
bad 'for o; do :; done; exit 0'
PATH=$work/bin run "$work/now.csv"
same 'a tcc that makes nothing' 'cc '
bad 'while [ "$1" != -o ]; do shift; done; echo no object >"$2"'
PATH=$work/bin run "$work/now.csv"
same 'a tcc that makes what cannot be loaded' 'cc '
bad 'kill -SEGV $$'
PATH=$work/bin run "$work/now.csv"
same 'a tcc that crashes' 'cc '

# ---- with tcc --------------------------------------------------------------------------------------------------

if ! command -v tcc >/dev/null || [ "$(uname -m)" != x86_64 ]; then
    skipped=$((skipped + 1))
    finish
    exit
fi
run "$work/now.csv"
same 'tcc' 'tcc '
CC=cc run "$work/now.csv"
same 'tcc is there, and CC names another' 'cc '
CC=cc run "$work/now.csv"
run "$work/now.csv"
same 'what cc has made is kept' 'cc '

# bits MODEL OPTION...: what tcc makes gives the numbers that cc's gives
bits() {
    XDG_CACHE_HOME=/dev/null "$dtc" sim "$@" --vars '*' --quiet -o "$work/now.csv" >"$work/log" 2>&1 &&
        CC=cc XDG_CACHE_HOME=/dev/null "$dtc" sim "$@" --vars '*' --quiet -o "$work/cc.csv" >"$work/log" 2>&1 && cmp "$work/now.csv" "$work/cc.csv" >"$work/log" 2>&1
    verdict $? "tcc and cc differ: $*"
}
for model in autogear4 clonk drive4 hybrid_ravigneaux judder manual5 zf4hp22; do
    [ -f models/$model/$model.dtm ] && bits models/$model/$model.dtm --stop 1
done
for how in '--method semi --float' '--method rosenbrock' '--method exact'; do bits models/hybrid_ravigneaux/hybrid_ravigneaux.dtm --stop 0.3 --step 1e-3 $how; done

# A long run begins with tcc's object and goes on with that of cc: the bits are those of cc's alone, and both are kept.
long='--method euler --step 1e-6 --interval 0.5 --quiet'
"$dtc" sim "$work/launch.dtm" $long --stop 20 -o "$work/now.csv" 2>"$work/log"
CC=cc XDG_CACHE_HOME=/dev/null "$dtc" sim "$work/launch.dtm" $long --stop 20 -o "$work/cc.csv"
same 'a long run' 'cc tcc '
# One that is interrupted meanwhile leaves no compiler and no folder behind.
"$dtc" sim "$work/launch.dtm" $long --stop 1e4 -o "$work/now.csv" >"$work/log" 2>&1 &
run=$!
while kill -0 $run 2>/dev/null && ! { [ "$(entries)" = 'tcc ' ] && ls -d "$XDG_CACHE_HOME"/dtc/new-*/said >/dev/null 2>&1; }; do sleep 0.01; done
kill -INT $run
wait $run
[ -z "$(find "$XDG_CACHE_HOME" -name 'new-*')" ] && [ "$(entries)" = 'tcc ' ] && grep -q 'interrupted at time' "$work/log"
verdict $? "interrupted while cc was at work: $(ls "$XDG_CACHE_HOME/dtc")"
finish
