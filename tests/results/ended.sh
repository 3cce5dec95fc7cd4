# Read by check.sh: runs that are cut short. Whatever ends them - a signal, a full disk, a failure -, the file gets its name and reads back with its rows so
# far, the exit code is 1, and nothing temporary stays: neither beside the file, nor of the build, nor of the C compiler. A C file appears with its header, or neither does.
ends=$tmp/ends
mkdir "$ends" "$ends/tmp"
cat >"$ends/long.dtm" <<'END'
model Long "Rows for ever"
  parameter Real c = 100, limit = 1e5;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), e = x*x + v*v/c, f = 2*x;
equation
  der(x) = v;
  der(v) = -c*x;
  assert(time < limit, "the limit is reached");
end Long;
END
long() { CC=$fast TMPDIR=$ends/tmp exec "$DTC" sim "$ends/long.dtm" --stop 9e4 --quiet "$@" 2>"$tmp/said"; }
clean() { # clean WHAT: nothing else is left
    try "$1: nothing is left" sh -c "[ -z \"\$(ls '$ends/tmp')\" ] && [ \"\$(ls '$ends' | tr '\n' ' ')\" = 'long.dtm tmp ' ]"
}
kept() { # kept WHAT FILE: it reads back, with rows
    try "$1: reads back" says 0 'missing in .*: 0; only there: 0' "$DTC" diff "$2" "$2"
    rm -f "$2"
    clean "$1"
}
wait_for() { # wait_for PATTERN SIZE: until there is such a file
    for _ in $(seq 400); do
        [ -n "$(find "$ends" -name "$1" -size "$2" 2>/dev/null)" ] && return
        sleep 0.02
    done
}
for how in 'INT euler csv' 'TERM rk4 csv' 'HUP exact mat' 'PIPE cvode csv' 'TERM rosenbrock mat' 'INT semi csv' 'HUP rk2 csv' 'PIPE euler mat' 'INT cvode mat'; do
    # shellcheck disable=SC2086
    set -- $how
    if [ "$2" = cvode ]; then grid=--interval; else grid=--step; fi
    long --method "$2" $grid 1e-3 -o "$ends/out.$3" &
    wait_for "out.$3.*" +8k
    kill -"$1" $!
    wait $!
    try "$how: exit code 1" [ $? -eq 1 ]
    try "$how: says so" grep -q 'interrupted at time' "$tmp/said"
    kept "$how" "$ends/out.$3"
done
for f in csv mat; do
    (
        ulimit -f 400
        long --method euler --step 1e-3 -o "$ends/out.$f"
    )
    try "a full disk, $f: exit code 1" [ $? -eq 1 ]
    try "a full disk, $f: says so" grep -q 'cannot write .*: File too large; the rows before are kept' "$tmp/said"
    kept "a full disk, $f" "$ends/out.$f"
    echo 'parameters: {limit: 20}' >"$tmp/limit.yaml"
    (long --method cvode --param "$tmp/limit.yaml" -o "$ends/out.$f")
    try "a failure, $f: exit code 1" [ $? -eq 1 ]
    kept "a failure, $f" "$ends/out.$f"
done
long --method euler -o - | head -n 3 >/dev/null
for _ in $(seq 100); do [ -s "$tmp/said" ] && break || sleep 0.02; done
try 'a pipe that is closed: is said' grep -q 'cannot write standard output: Broken pipe' "$tmp/said"
clean 'a pipe that is closed'

# While the C compiler runs: it ends with all that it has started, and what it leaves goes too.
cat >"$tmp/slow_cc" <<'END'
#!/bin/sh
mktemp >/dev/null
sleep 60 &
echo $! >"$CHILD"
wait
END
chmod +x "$tmp/slow_cc"
for signal in INT TERM HUP PIPE; do
    rm -f "$tmp/child"
    CHILD=$tmp/child CC=$tmp/slow_cc TMPDIR=$ends/tmp XDG_CACHE_HOME=$ends/tmp "$DTC" sim "$ends/long.dtm" -o "$ends/out.csv" 2>"$tmp/said" &
    for _ in $(seq 200); do [ -s "$tmp/child" ] && break || sleep 0.02; done
    kill -$signal $!
    wait $!
    try "SIG$signal while the C compiler runs: exit code 1" [ $? -eq 1 ]
    try "SIG$signal: the C compiler's children have ended" sh -c "! grep -q '^State:.[^Z]' /proc/$(cat "$tmp/child")/status"
    try "SIG$signal while the C compiler runs: an empty cache" rmdir "$ends/tmp/dtc"
    clean "SIG$signal while the C compiler runs"
done

# While dtc writes C, and where there is no room for it.
awk -v n="${MANY:-30000}" 'BEGIN { print "model Many"; for (i = 0; i < n; i++) printf "Real x%d(start = 1, fixed = true);\n", i; print "equation"
    for (i = 0; i < n; i++) printf "der(x%d) = -%d*x%d;\n", i, i, i; print "end Many;" }' >"$tmp/many.dtm"
for signal in TERM HUP; do             # SIGINT is ignored by what a shell starts with &
    "$DTC" -fno-roll "$tmp/many.dtm" -o "$ends/many.c" 2>/dev/null &
    wait_for 'many.c.*' +0
    kill -$signal $!
    wait $! 2>/dev/null
    try "SIG$signal while C is written" [ $? -ne 0 ]
    clean "SIG$signal while C is written"
done
for blocks in 8 80; do
    try "no room for C, $blocks" sh -c "ulimit -f $blocks; ! '$DTC' '$tmp/many.dtm' -o '$ends/many.c' 2>'$tmp/said' && grep -q 'cannot write .*many.[ch]: File too large' '$tmp/said'"
    clean "no room for C, $blocks"
done
