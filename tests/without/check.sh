#!/bin/sh
# A dtc that is linked without compiler/c, which prints C: dumps, reports and diagnoses, gears and linear analyses
# are what they are with it, and what needs C says so. Where a test runs C beside them, the whole dtc makes that.
cd "$(dirname "$0")/../.." || exit 2
group=without
. tests/group.sh

try 'it links' make --no-print-directory BUILD="$BUILD" CC=gcc "$BUILD/dtc-without-c"
"$BUILD/dtc-without-c" models/launch/launch.dtm -o "$work/m.c" >"$work/log" 2>&1
[ $? -eq 1 ] && grep -q 'linked without compiler/c' "$work/log"
verdict $? 'C of a model: what is said'

cat >"$work/dtc" <<END
#!/bin/sh
case "\$1 \$* " in
sim\ * | *' --at '*) exec "$dtc" "\$@" ;;            # a run, as C
esac
case \$1 in
-* | *.dtm) case " \$* " in *' -o '*) exec "$dtc" "\$@" ;; esac ;;
esac
exec "$BUILD/dtc-without-c" "\$@"
END
chmod +x "$work/dtc"
for t in golden gears linear; do
    DTC=$work/dtc sh tests/$t/check.sh >"$work/$t.log" 2>&1
    add $? "$work/$t.log" "$t"
done
finish
