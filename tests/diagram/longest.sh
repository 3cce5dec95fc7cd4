#!/bin/sh
# Every model of models/ and every example of the library has a picture without overlaps; 1000 components in 5 s.
cd "$(dirname "$0")/../.." || exit 2
group=diagram_all
. tests/group.sh
command -v dot >/dev/null || { echo 'skipped: no dot to lay out models'; echo '0 passed, 0 failed, 1 skipped'; exit; }

draw() { # draw NAME ARGUMENTS...
    name=$1
    shift
    if "$dtc" diagram "$@" -o "$work/$name.json" >"$work/log" 2>&1 && ! grep -q 'no way' "$work/log"; then passed=$((passed + 1)); else
        echo "FAILED $name: $(head -n 1 "$work/log")"
        failed=$((failed + 1))
    fi
}

for file in models/*/*.dtm; do
    [ -h "$file" ] || draw "$(basename "$file" .dtm)" "$file" --depth 3
done
for file in lib/Drivetrain/Examples/*.dtm; do
    package=$(basename "$file" .dtm)
    [ "$package" = package ] && continue
    for model in $(sed -nE 's/^  model ([A-Za-z0-9_]+).*/\1/p' "$file"); do
        draw "$package.$model" --model "Drivetrain.Examples.$package.$model"
    done
done
python3 -B tests/diagram/large.py 1000 >"$work/large.dtm"
draw large "$work/large.dtm"
python3 -B tests/diagram/geometry.py "$work"/*.json >"$work/log" 2>&1
add $? "$work/log" geometry
python3 -B - "$dtc" "$work/large.dtm" >"$work/log" 2>&1 <<'END'
import resource
import subprocess
import sys

subprocess.run([sys.argv[1], "diagram", sys.argv[2], "-o", "/dev/null"], check=True, stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
seconds = used.ru_utime + used.ru_stime
print(f"1000 components: {seconds:.1f} s")
print(f"{int(seconds < 5)} passed, {int(seconds >= 5)} failed")
END
add $? "$work/log" large
finish
