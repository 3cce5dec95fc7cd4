"""ideal.py SEEDS: what compare.py says of steps that are right, and of steps that are not.

The implicit step of the oracle in place of dtc, in double precision and rounded to single, has no fault; with a torque
beyond its bound, one that pushes along, momentum from nowhere, a slip the wrong way or a sample that comes late it has.
"""
import struct
import sys

import compare
from compare import Run, judge, reference
from draw import decided, draw
from judge import BOUNDS, ENERGY, SLIDING
from oracle import INF

count = {True: 0, False: 0}


def check(good, what):
    count[bool(good)] += 1
    if not good:
        print("FAILED: " + what)


def rows_of(drive, seen, torques, h, single=False):
    """Columns and rows as dtc writes them."""
    name = drive.name.lower()
    bodies = [i for i, n in enumerate(drive.nodes) if n.J]
    head = ["time"] + [f"{name}.b{i}.w" for i in bodies] + [f"{name}.k{j}.law.lambda" for j in range(len(drive.elements))]
    rows = []
    for k, q in enumerate(seen):
        part = drive.interval(k*h)
        w = [sum(c*v for c, v in zip(part.N[i], q)) + part.u[i] for i in bodies]
        row = [k*h] + w + torques[min(k, len(torques) - 1)]
        rows.append([struct.unpack("f", struct.pack("f", v))[0] for v in row] if single else row)
    return {n: i for i, n in enumerate(head)}, rows


def faults(drive, seen, torques, h, references, method="euler", single=False):
    return judge(drive, Run(method, h, single), rows_of(drive, seen, torques, h, single), references)


def right(drive):
    for h in compare.STEPS:
        known = reference(drive, h)
        seen, torques = known[2]
        for single in [False] + [True]*(not drive.wide and decided(drive, 1e-3)):
            found = faults(drive, seen, torques, h, known, "euler", single)
            check(not found, f"{drive.name} at {h}, single {single}: {found}")
        found = faults(drive, [before for before, _ in known[1]], torques, h, known, "exact")
        check(not found, f"{drive.name} at {h}, exact: {found}")


def wrong(drive):
    """Each fault in one step, where it can be seen: by the kinds that are told of it."""
    h = compare.STEPS[1]
    known = reference(drive, h)
    seen, torques = known[2]
    told = set()
    for k in range(0, len(torques), 4):
        part = drive.interval(k*h)
        for i in part.active:
            for torque in (2*part.upper[i] + 1e-3*part.carried, 2*part.lower[i] - 1e-3*part.carried, torques[k][i] + 0.1*part.carried):
                if abs(torque) == INF:
                    continue
                x = list(torques[k])
                x[i] = torque
                moved = part.push(seen[k + 1], {i: h*(torque - torques[k][i])})
                told |= set(faults(drive, seen[:k + 1] + [moved] + seen[k + 2:], torques[:k] + [x] + torques[k + 1:], h, known))
    late = seen[:1] + seen[:-1]
    if faults(drive, late, torques, h, known):
        told.add("late")
    return told


def main():
    told = set()
    for seed in range(int(sys.argv[1])):
        drive = draw(seed, seed % 2 == 1)
        right(drive)
        if seed < 8:
            told |= wrong(drive)
    for kind in (BOUNDS, ENERGY, SLIDING, "one-sided", "dog", "energy", "shown: " + BOUNDS, "shown: " + ENERGY, "shown: " + SLIDING,
                 "shown: momentum", "late"):
        check(kind in told, f"nothing is told of kind {kind!r}")
    print(f"{count[True]} passed, {count[False]} failed")
    sys.exit(count[False] > 0)


main()
