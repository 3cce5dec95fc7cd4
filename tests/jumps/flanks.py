"""flanks.py DTC WORK FIRST SEEDS [METHOD ...]: hard flanks beside clutches, with torques, pressures and given speeds that jump.

Random drives as in compare.py, with one or two lashes (plastic impacts: two motions then come closer, never apart, so
that errors say something), against the exact motion: the variable step and "exact" (with the signals of its samples) are
it; with other methods the mean error is at most LIMIT times that of the implicit step and of one sample's delay. No
flank pulls, nothing is beyond its bounds, no gap is below zero.
"""
import os
import random
import subprocess
import sys

import compare
from compare import STEPS, Run
from draw import Draw, decided
from judge import BOUNDS, Judge, Step
from oracle import INF, Interval, exact, march
from systems import GRID, HEAD, STOP, Drive, Element, Text

LIMIT = 2.0
count = {True: 0, False: 0}


class Lashes(Draw):
    def elements(self, drive):
        r, part, count = self.r, Interval(drive, 0.0), len(drive.nodes)
        found = [e for e in super().elements(drive)[:4] if e.kind != "dog"]
        for _ in range(r.choice((1, 1, 2))):
            a, b = r.choice([None] + list(range(count))*2), r.randrange(count)
            row = [p - q for p, q in zip(part.N[b], part.N[a] if a is not None else [0.0]*drive.roots)]
            if a != b and any(row):
                play = r.uniform(0.02, 1)
                at = r.choice((0.0, 0.5, r.random()))
                found += [Element("behind", a, b, 0.0, INF, gap=round(play*at, 4)), Element("ahead", b, a, 0.0, INF, gap=round(play*(1 - at), 4))]
        return found


def draw(seed):
    r = random.Random(seed)
    while True:
        try:
            drive = Lashes(r, f"F{seed}", False, False).drive()
        except (ArithmeticError, TypeError):
            continue
        drive.wide = False
        flanks = [i for i, e in enumerate(drive.elements) if e.kind == "behind"]
        part = drive.interval(0.0)
        if not flanks or any(drive.elements[i + d].gap == 0 and part.slip(i + d, drive.start) < 0 for i in flanks for d in (0, 1)):
            continue
        if all(e.peak == 1 for e in drive.elements) and decided(drive, 1e-6):
            return drive


def shown(drive):
    """The names of the torques, as they are in the results."""
    for j, e in enumerate(drive.elements):
        yield f"k{j}.behind" if e.kind == "behind" else f"k{j - 1}.ahead" if e.kind == "ahead" else f"k{j}.law"


def mean(drive, what, other, h):
    return sum(min(drive.interval(k*h).norm([a - b for a, b in zip(q, r)]) for r in true) for k, (q, true) in enumerate(zip(what, other)))/len(what)


def delay(drive, true, h):
    """The mean error of a motion that comes a sample late: all its changes, over the number of samples."""
    return sum(drive.interval(k*h).norm([b - a for a, b in zip(after, before)]) + drive.interval(k*h).norm([b - a for a, b in zip(*true[k])])
               for k, ((_, after), (before, _)) in enumerate(zip(true, true[1:])))/len(true)


def overlap(drive, h):
    """How far a flank gets in a step by the speed of a given angle that a stage sees and the sample did not."""
    kinks = compare.seen_within(drive, "rk4")
    sides = [(drive.interval(t - GRID/2).g, drive.interval(t).g) for t in kinks]
    return h*max((abs(a - b) for before, after in sides for a, b in zip(before, after)), default=0)


def look(drive, run):
    """What is wrong with a run, or nothing."""
    model, out, h = os.path.join(WORK, "flanks.dtm"), os.path.join(WORK, "flanks.csv"), run.h
    name = drive.name.lower()
    with open(model, "w") as f:
        f.write(HEAD + Text(drive).text() + f"model All\n  {drive.name} {name};\nend All;\n")
    command = run.command(model, out)
    command[command.index("--vars") + 1] = "*.b?.w,*.law.lambda,*.behind.lambda,*.ahead.lambda,*.gap_*"
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return done.stderr.strip().replace("\n", "; ")[:300]
    at, rows = compare.read(out)
    gaps = [c for n, c in at.items() if "gap_" in n]
    below, room = min(row[c] for row in rows for c in gaps), 1e-8 + (overlap(drive, h) if run.method in compare.STAGES else 0)
    if not below > -room:
        return f"a gap of {below:.2g}"
    times = [k*h for k in range(round(STOP/h) + 1)]
    true = exact(drive.sampled(h) if run.method == "exact" else drive, STOP, times)
    scale = compare.size_of(drive, run, true) + 1e-9*drive.interval(0.0).norm([1.0]*drive.roots)
    if run.method == "cvode":
        rows = [[row for row in rows if abs(row[0] - t) < 1e-12] for t in times]
        columns = [at[f"{name}.b{i}.w"] for i in drive.root]
        off = [min(drive.interval(t).norm([row[c] - v for c, v in zip(columns, q)]) for row in some for q in both) for t, some, both in zip(times, rows, true)]
        return f"{max(off)/scale:.2g} away at {off.index(max(off))*h} s" if not max(off) < 1e-6*scale else None
    for j, n in enumerate(shown(drive)):
        at[f"{name}.k{j}.law.lambda"] = at[f"{name}.{n}.lambda"]
    j = Judge(drive, h, run.eps, False, at, rows)
    if not j.finite():
        return "rows are missing, or not finite"
    if run.method == "exact":
        off, t = j.distance(true, j.q)
        return f"{off/scale:.2g} away at {t} s" if not off < 1e-6*scale else None
    for k in range(len(rows) - 1):
        if any(k*h < b <= (k + 1)*h for b in compare.seen_within(drive, run.method)):
            continue
        left = Step(j, k).left(BOUNDS)
        if not left <= 100*run.eps:
            return f"{BOUNDS} at {k*h} s: {left:.2g}"
    off, least = mean(drive, j.q, true, h), mean(drive, march(drive, STOP, h)[0], true, h) + delay(drive, true, h) + 1e-9*scale
    return f"error {off/least:.2g} times what it may be" if not off <= LIMIT*least else None


def main():
    for seed in range(FIRST, FIRST + SEEDS):
        drive = draw(seed)
        for n, method in enumerate(METHODS):
            run = Run(method, STEPS[1] if method == "cvode" else STEPS[(seed + n) % 2])
            wrong = look(drive, run)
            count[not wrong] += 1
            if wrong:
                print(f"FAILED {drive.name} ({'+'.join(compare.features(drive))}), {run}: {wrong}")
    print(f"{count[True]} passed, {count[False]} failed")
    sys.exit(count[False] > 0)


if __name__ == "__main__":
    compare.DTC, compare.WORK = DTC, WORK = sys.argv[1:3]
    FIRST, SEEDS = int(sys.argv[3]), int(sys.argv[4])
    METHODS = sys.argv[5:] or ["cvode", "exact", "semi", "euler", "rk4"]
    main()
