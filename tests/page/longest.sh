#!/bin/sh
# A page of a million rows of 400 signals: its size, the time to make it, and that of its first picture and of each frame.
cd "$(dirname "$0")/../.." || exit 2
group=page_large
. tests/group.sh
room=$(df -Pm "$work" | tail -n 1 | tr -s ' ' | cut -d ' ' -f 4)
if [ "$room" -lt 8000 ]; then
    echo "skipped: a file of results of 3.2 GB: $room MB are free in $work"
    skipped=$((skipped + 1))
    finish
fi
cat >"$work/large.dtm" <<'END'
model large "Oscillators, in one of which something happens"
  parameter Integer n = 200;
  Real x[n](start = ones(n), each fixed = true), v[n](start = zeros(n), each fixed = true);
equation
  for i in 1:n loop
    der(x[i]) = v[i];
    der(v[i]) = -(1 + i/10)*x[i] - 0.01*v[i] + sin(time*i/7);
  end for;
end large;
END
try 'a run of a million rows' "$dtc" sim "$work/large.dtm" --quiet --method semi --step 1e-3 --stop 999.999 -o "$work/large.mat"
/usr/bin/python3 -B tests/page/heavy.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" heavy.py
rm -f "$work/large.mat" "$work/large.html"
finish
