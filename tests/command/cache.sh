# Read by check.sh: built models are kept; what makes another one, what does not; the table of last values.
export XDG_CACHE_HOME="$tmp/kept"
kept=$XDG_CACHE_HOME/dtc
. "$here/../fast.sh"
cat >cc_counted <<'END'
#!/bin/sh
[ "$1" = --version ] || echo once >>"$COUNT"
exec $REAL_CC "$@"
END
chmod +x cc_counted
COUNT=$tmp/count REAL_CC=$fast
export COUNT REAL_CC
cat >given.yaml <<'END'
parameters: {J: 4}
inputs: {u: [[0, 0.5], [1, 0.25]]}
END

# builds TIMES WHAT ARGUMENTS...: so often a run calls the compiler; its results are those of a run without a cache
builds() {
    times=$1 what=$2
    shift 2
    : >count
    CC=./cc_counted "$DTC" sim "$@" --quiet -o kept.csv >out 2>err
    code=$?
    XDG_CACHE_HOME=/dev/null CC=./cc_counted COUNT=/dev/null "$DTC" sim "$@" --quiet -o fresh.csv >/dev/null 2>&1
    if [ $code = 0 ] && [ "$(wc -l <count)" = "$times" ] && cmp kept.csv fresh.csv; then ok; else
        fail "$what: exit code $code, compiled $(wc -l <count) times, not $times"
        head -n 3 err
    fi
}
cp "$here/rich.dtm" rich.dtm
builds 1 'the first run' rich.dtm
builds 0 'the same again' rich.dtm
builds 0 'another stop time' rich.dtm --stop 7 --interval 0.5
builds 0 'other tolerances' rich.dtm --rtol 1e-9 --atol 1e-10
builds 0 'parameters' rich.dtm --set J=3 --set mode=weak --set 'table=[9, 2; 3, 4]' --set u=0.75 --set long[7]=0
builds 0 'a parameter of zero' rich.dtm --set 'table[1,1]=0'
builds 0 'parameters and inputs from a file' rich.dtm --param given.yaml
builds 0 'both' rich.dtm --param given.yaml --set J=5
builds 1 'a parameter that followed from others' rich.dtm --set twice=3
builds 1 'a structural parameter' rich.dtm --set on=false
builds 0 'a structural parameter again' rich.dtm --set on=false --set J=2
builds 1 'another method' rich.dtm --method rk4
builds 1 'single precision' rich.dtm --method rk4 --float
builds 0 'single precision again' rich.dtm --method rk4 --float --set J=2 --set u=0.1
echo '// changed' >>rich.dtm
builds 0 'a comment in the model' rich.dtm
sed 's/J\*der(w) =/2*J*der(w) =/' rich.dtm >more && mv more rich.dtm
builds 1 'another equation' rich.dtm
echo '# changed' >>cc_counted
builds 1 'another compiler' rich.dtm
builds 0 'the other compiler again' rich.dtm

# --set goes before a file
"$DTC" sim rich.dtm --param given.yaml --set J=5 --vars J --stop 1e-9 >out 2>err
if grep -qx '  J  5  kg.m2  Inertia' out; then ok; else fail "--set and a file: $(cat out err)"; fi
CC=./cc_counted "$DTC" sim parts.dtm --set 'part[1].name=z' --stop 1e-9 >out 2>err
if grep -qx 'dtc: the model is compiled anew: the value of part\[1\].name is part of its code' err; then ok; else fail "structural: $(cat err)"; fi
CC=./cc_counted "$DTC" sim parts.dtm --set 'part[1].name=z' --stop 1e-9 >out 2>err
if grep -q anew err; then fail 'structural, again: said though it is not compiled'; else ok; fi

# The folder is private, entries are whole, and one that cannot be loaded is made again.
if [ "$(stat -c %a "$kept")" = 700 ] && [ -z "$(find "$kept" -name 'new-*')" ]; then ok; else fail "the cache: $(ls -la "$kept")"; fi
for entry in "$kept"/*; do
    [ "$(ls "$entry" | tr '\n' ' ')" = 'key model.c model.so sum version ' ] || fail "an entry has $(ls "$entry")"
    : >"$entry/model.so"
done
builds 1 'objects that are empty' rich.dtm
builds 0 'made again' rich.dtm
for entry in "$kept"/*; do
    printf x | dd of="$entry/model.so" bs=1 seek=3000 conv=notrunc 2>/dev/null
done
builds 1 'objects that are damaged' rich.dtm
rm -rf "$kept"
for i in 1 2 3 4 5 6; do "$DTC" sim rich.dtm --quiet -o "at_once$i.csv" 2>>at_once & done
wait
for i in 2 3 4 5 6; do check cmp at_once1.csv at_once$i.csv; done
if [ "$(ls "$kept" | wc -l)" = 1 ] && [ ! -s at_once ]; then ok; else fail "six at once: $(ls "$kept") $(cat at_once)"; fi
i=0
while [ $i -lt 450 ]; do
    mkdir "$kept/old$i" && touch -d "2020-01-01 00:00:$((i % 60))" "$kept/old$i"
    i=$((i + 1))
done
mkdir "$kept/new-stale" && touch -d 2020-01-01 "$kept/new-stale"
check "$DTC" sim rich.dtm --quiet --set on=false --stop 1e-9
if [ "$(ls "$kept" | wc -l)" = 400 ] && [ ! -e "$kept/new-stale" ]; then ok; else fail "bounds: $(ls "$kept" | wc -l) entries"; fi
chmod 755 "$kept"
"$DTC" sim rich.dtm --stop 1e-9 --quiet 2>err >out
if grep -q "warning: built models are not kept: $kept is not a folder of yours alone (mode 0700)" err; then ok; else fail "mode 755: $(cat err)"; fi
chmod 700 "$kept"

# Without -o: the last values.
"$DTC" sim rich.dtm --stop 1e-9 --set u=1 2>err >out
cat >wanted <<'END'
rich at 1e-09 s
  y  3  rad/s  Speed
  w  3  rad/s  Speed of it
  and 4 more: --vars chooses, -o FILE writes them over time
END
check cmp out wanted
if grep -q 'start values taken' err; then fail "rich.dtm: $(cat err)"; else ok; fi
"$DTC" sim small.dtm --stop 1e-9 2>err >out
if [ "$(wc -l <err)" -le 1 ]; then ok; else fail "notes: $(cat err)"; fi
"$DTC" sim rich.dtm --stop 1e-9 --vars mode,on,u --quiet >out 2>err
printf 'rich at 1e-09 s\n  mode  strong  How\n  on      true  Whether\n  u       0.25  Throttle\n' >wanted
check cmp out wanted
check test ! -s err
"$DTC" sim rich.dtm --stop 1 --interval 0.5 --quiet -o - --vars w >out
check test "$(wc -l <out)" = 4
"$DTC" sim rich.dtm --stop 1 --interval 0.5 --quiet --format csv --vars w >again
check cmp out again

# A long run at a terminal says how far it is.
if python3 -c 'import pty' 2>/dev/null; then
    cat >long.dtm <<'END'
model long
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -100*x;
end long;
END
    far='long:   0 %  t = .* s, [0-9.]* s/s, [0-9]* \(s\|min\|h\) left'
    python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' \
        timeout --foreground 90 "$DTC" sim long.dtm --method euler --step 1e-6 --stop 1e5 --interval 1e4 </dev/null >out 2>&1 &
    for _ in $(seq 600); do grep -q "$far" out && break || sleep 0.1; done
    kill $!
    wait $! 2>/dev/null
    if grep -q "$far" out; then ok; else fail "progress: $(cat -v out)"; fi
else
    echo 'skipped: no python3 for a terminal'
fi
