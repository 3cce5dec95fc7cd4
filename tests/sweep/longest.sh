#!/bin/sh
# What dtc sweep costs beside the bare steps (cost.py), 100 studies whose workers or master are killed (whole.py), one by one
# and in lanes, parts by GNU parallel, MPI ranks and Slurm, whose daemons it starts (cluster.py).
cd "$(dirname "$0")/../.." || exit 2
group=sweep-long
. tests/group.sh

for part in cost whole cluster; do
    CC=gcc KILLS=100 /usr/bin/python3 -B tests/sweep/$part.py "$dtc" "$work" >"$work/log" 2>&1
    add $? "$work/log" $part
done
CC=gcc KILLS=100 SWEEP_LANES=4 /usr/bin/python3 -B tests/sweep/whole.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" lanes
finish
