"""compare.py DTC WORK FIRST SEEDS [failing=FOLDER] [every=N] [METHOD ...]: runs of dtc of random drives, against the oracle.

Drives are compiled many at a time, as parts of one model. every: of the runs (methods, steps, precisions) each drive makes one
in N, each another one. Of each step of each run, from its rows alone:

    couplings       the speeds are those of the roots by gears, planetary sets and given motions
    one-sided, dog  a freewheel does not slip backward at the end of the step, an engaged dog not at all
    beyond bounds, makes energy, slides with another torque
                    the momentum that the elements have passed is one that the law allows (see judge.py)
    energy          E(k+1) - E(k) <= h f v(k+1), where no motion is given
    shown: ...      the torques in the results are these impulses over h: they account for the momentum, and are lawful

and of each run

    error           the distance to the exact motion, as the root of an energy: at most LIMIT times that of the implicit step and
                    what the exact motion does in one step. "exact" has the exact motion with the signals of its samples, the variable
                    step the exact motion itself. Not where a static limit is above the kinetic one: there are more motions
"""
import collections
import math
import os
import shutil
import subprocess
import sys

from draw import decided, draw
from judge import Judge
from oracle import INF, exact, march
from systems import HEAD, STOP, Text

STEPS = (2.0**-10, 2.0**-7)
FIXED = ("euler", "semi", "rk2", "rk4", "rosenbrock")
STAGES = ("rk2", "rk4", "rosenbrock")
LIMIT = 2.0
BATCH = 25


class Run:
    """What is compiled and run: a method, a step, a precision; way: an option of the compiler, or "quiet"."""

    def __init__(self, method, h, single=False, way=""):
        self.method, self.h, self.single, self.way = method, h, single, way
        self.eps = 2e-5 if single else 1e-10

    def __str__(self):
        return f"{self.method}{' --float' if self.single else ''}{' ' if self.way else ''}{self.way} at {self.h:.4g} s"

    def command(self, model, out):
        step = ["--interval", repr(self.h), "--rtol", "1e-10"] if self.method == "cvode" else ["--step", repr(self.h)]
        return [DTC, "sim", model, "--method", self.method, *step, "--stop", repr(STOP), "--quiet",
                "--vars", "*.b?.w,*.law.lambda", "-o", out] + ["--float"]*self.single + [self.way]*bool(self.way)


def in_steps(run, model, out):
    """A run by steps, which may be quiet: dtc sim evaluates and advances apart, which never is."""
    c, program, library = out + ".c", out + ".run", os.path.join(os.path.dirname(DTC), "libdtc-sim.a")
    for command in ([DTC, model, "--method", run.method, "--step", repr(run.h), "--vars", "*.b?.w,*.law.lambda", "--prefix", "All", "-o", c],
                    [shutil.which("tcc") or "gcc", "-std=c99", "-ffp-contract=off", "-Iruntime", f'-DHEADER="{out}.h"', "-DMODEL=All",
                     "-o", program, "tests/quiet/rows.c", c, library, "-lm"],
                    [program, repr(STOP), out, ".w", ".law.lambda"]):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            break
    return done


def read(out):
    with open(out) as f:
        head = f.readline().rstrip("\n").split(",")
        rows = [list(map(float, line.split(","))) for line in f]
    return {name: i for i, name in enumerate(head)}, rows


def results(run, drives):
    """By drive: columns and rows, or what dtc says. Where all of them do not run, each half is tried."""
    model, out = os.path.join(WORK, "drives.dtm"), os.path.join(WORK, "drives.csv")
    with open(model, "w") as f:
        f.write(HEAD + "".join(Text(d).text() for d in drives) +
                "model All\n" + "".join(f"  {d.name} {d.name.lower()};\n" for d in drives) + "end All;\n")
    done = in_steps(run, model, out) if run.way == "quiet" else subprocess.run(run.command(model, out), capture_output=True, text=True)
    if done.returncode == 0:
        at, rows = read(out)
        return {d.name: (at, rows) for d in drives}
    if len(drives) == 1:
        return {drives[0].name: done.stderr.strip().replace("\n", "; ")[:400]}
    half = len(drives)//2
    return results(run, drives[:half]) | results(run, drives[half:])


def reference(drive, h):
    times = [k*h for k in range(round(STOP/h) + 1)]
    return exact(drive, STOP, times), exact(drive.sampled(h), STOP, times), march(drive, STOP, h)


def judge(drive, run, result, references):
    if isinstance(result, str):
        return {"does not run": (0.0, result)}
    at, rows = result
    if run.method == "cvode" and (any(e.peak != 1 for e in drive.elements) or opens_at_jump(drive)):
        return {}
    if run.method == "cvode":
        return variable(drive, run, at, rows, references)
    j = Judge(drive, run.h, run.eps, run.method != "exact", at, rows)
    if not j.finite():
        return {"does not run": (0.0, "rows are missing, or not finite")}
    j.steps(seen_within(drive, run.method))
    if any(e.peak != 1 for e in drive.elements):
        return j.found                                          # more than one motion obeys the law
    true, sampled, (implicit, _) = references
    scale = size_of(drive, run, true)
    if run.method == "exact":
        error, t = j.distance(sampled, j.q)
        if error > (1e-3 if run.single else 1e-6)*scale:
            j.tell("error", t, error/scale)
        return j.found
    error, t = j.distance(true, j.q)
    allowed = j.distance(true, implicit)[0] + most_in_a_step(drive, run.h, true) + (1e-3 if run.single else 1e-9)*scale
    RATIOS[run.method].append(error/max(allowed, 1e-300))
    if error > LIMIT*allowed:
        j.tell("error", t, error/max(allowed, 1e-300))
    alone = j.distance([(q,) for q in implicit], j.q)[0]
    SAME[run.method][alone <= 1e-8*scale] += 1
    return j.found


def seen_within(drive, method):
    """The times of what a step sees within it: "exact" tables, at borders; stages the speed of a given angle (docs/switching.md)."""
    if method == "exact":
        return drive.times
    return [t for n in drive.nodes if n.angle for t, _ in n.speed[1:]] if method in STAGES else []


def opens_at_jump(drive):
    """Does a dog open at the very instant at which a speed jumps? With a variable step it passes that first (docs/switching.md)."""
    opens = {t for e in drive.elements if e.kind == "dog" for t, on in e.pressure[1:] if not on}
    return any(t in opens for n in drive.nodes for s in (n.speed, n.ratio if n.kind == "variable" else ()) for t, _ in s[1:])


def size_of(drive, run, true):
    """The largest norm of a motion; where all is at rest, of what rounding of its torques adds up to."""
    parts = [drive.interval(k*run.h) for k in range(len(true))]
    return max(part.norm(q) + 0.01*STOP*part.carried*max(math.sqrt(part.G[i][i]) for i in range(len(part.G))) for part, (q, _) in zip(parts, true))


def most_in_a_step(drive, h, true):
    """How far the exact motion goes in a step, impulses apart: what a step too late or too early is."""
    return max(drive.interval(k*h).norm([b - a for a, b in zip(after, before)]) for k, ((_, after), (before, _)) in enumerate(zip(true, true[1:])))


def variable(drive, run, at, rows, references):
    name = drive.name.lower() + "."
    columns, true = [at[f"{name}b{i}.w"] for i in drive.root], references[0]
    scale = size_of(drive, run, true)
    seen = collections.defaultdict(list)
    for row in rows:
        k = round(row[0]/run.h)
        if abs(row[0] - k*run.h) < 1e-13:
            seen[k].append([row[c] for c in columns])
    for k, (before, after) in enumerate(true):
        part = drive.interval(k*run.h)
        off = min((part.norm([a - b for a, b in zip(q, r)]) for q in seen[k] for r in (before, after)), default=INF)
        if off > 1e-6*scale:
            return {"error": (k*run.h, off/scale)}
    return {}


def runs(methods):
    """Both steps with every method; single precision with half of them at each. The variable step once. With steps that may be
    quiet, and without responses of laws, those that have them."""
    for n, method in enumerate(methods):
        if method == "cvode":
            yield Run(method, STEPS[1])
            continue
        for h in STEPS:
            yield Run(method, h)
        yield Run(method, STEPS[n % 2], True)
        if method in ("euler", "semi"):
            yield from (Run(method, h, way="quiet") for h in STEPS)
            yield Run(method, STEPS[n % 2], way="-fno-response")


def main():
    count, kinds, bad = collections.Counter(), collections.defaultdict(list), {}
    seeds = [(s, s % 2 == 1) for s in range(FIRST, FIRST + SEEDS)]
    for variable_ratio in (False, True):
        drives = [draw(s, v) for s, v in seeds if v == variable_ratio]
        plain = [d for d in drives if not d.wide and decided(d, 1e-3)]
        for begin in range(0, len(drives), BATCH*EVERY):
            some = drives[begin:begin + BATCH*EVERY]
            known = {h: {d.name: reference(d, h) for d in some} for h in STEPS}
            for n, run in enumerate(runs(METHODS)):
                if run.method == "exact" and variable_ratio:
                    continue
                these = [d for k, d in enumerate(some) if (k + n) % EVERY == 0 and (not run.single or d in plain)]
                got = {}
                for one in [[d] for d in these] if run.method == "exact" else [these] if these else []:
                    got |= results(run, one)                    # with "exact", a border of one part ends the step of all
                for d in these:
                    found = judge(d, run, got[d.name], known[run.h][d.name])
                    count["failed" if found else "passed"] += 1
                    for kind, (t, size) in found.items():
                        kinds[kind].append((len(Text(d).text()), d.name, run, t, size))
                        bad[d.name] = d
    for kind, of in sorted(kinds.items()):
        of.sort(key=lambda f: f[0])
        names = {f[1] for f in of}
        traits = collections.Counter(trait for name in names for trait in features(bad[name]))
        print(f"FAILED {kind}: {len(of)} runs of {len(names)} drives ({', '.join(f'{n} {t}' for t, n in traits.most_common())}); smallest:")
        for _, name, run, t, size in smallest(of, 4):
            print(f"    {name}, {run}, t = {t!r}: {size if isinstance(size, str) else f'{size:.2g}'}")
    for method in sorted(RATIOS):
        r = sorted(RATIOS[method])
        print(f"| {method:<10}: error over what it may be: median {r[len(r)//2]:.2f}, 95 % {r[len(r)*19//20]:.3g}, largest {r[-1]:.3g}; "
              f"the same motion: {SAME[method][True]} of {len(r)} |")
    if FAILING:
        write(kinds, bad)
    print(f"{count['passed']} passed, {count['failed']} failed")
    sys.exit(count["failed"] > 0)


def smallest(of, count):
    """The first that was found of each of the smallest drives."""
    first = {}
    for f in of:
        first.setdefault(f[1], f)
    return list(first.values())[:count]


def features(drive):
    """What could be at fault."""
    kinds = {e.kind for e in drive.elements} & {"dog", "freewheel", "law"} | {n.kind for n in drive.nodes} & {"given", "variable", "planetary"}
    return sorted(kinds | ({"wide"} if drive.wide else set())) or ["plain"]


def write(kinds, bad):
    """The smallest models of each kind, each with a line in README."""
    lines = []
    for kind, of in sorted(kinds.items()):
        for n, (_, name, run, t, size) in enumerate(smallest(of, 4)):
            file = f"{kind.replace(': ', '-').replace(' ', '_')}_{n}_{name}.dtm"
            with open(os.path.join(FAILING, file), "w") as f:
                f.write(HEAD + Text(bad[name]).text())
            lines.append(f"{file}: {kind}, {run}, t = {t!r}, {size}\n")
    with open(os.path.join(FAILING, "README"), "w") as f:
        f.writelines(lines)


RATIOS, SAME = collections.defaultdict(list), collections.defaultdict(collections.Counter)
if __name__ == "__main__":
    DTC, WORK = sys.argv[1:3]
    FIRST, SEEDS = int(sys.argv[3]), int(sys.argv[4])
    FAILING = next((a.split("=")[1] for a in sys.argv[5:] if a.startswith("failing=")), None)
    EVERY = next((int(a.split("=")[1]) for a in sys.argv[5:] if a.startswith("every=")), 1)
    METHODS = [a for a in sys.argv[5:] if "=" not in a] or [*FIXED, "exact", "cvode"]
    main()
