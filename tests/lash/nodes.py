"""nodes.py DTC WORK - laws in pieces at nodes without inertia: fixed steps that suit the stiffness against the variable
step. In the mean over the run a torque is off by C h of its largest value with methods of first order, by C h^2 with
the others."""
import csv
import math
import subprocess
import sys

DTC, WORK = sys.argv[1:3]
FIRST, SECOND = ("euler", "semi", "exact"), ("rk2", "rk4", "rosenbrock")
# model, steps, what else
RUNS = [("One", 1e-3, FIRST + SECOND, []), ("One", 1e-4, FIRST + SECOND, []), ("Turned", 1e-3, ("semi", "rk4"), []),
        ("Series", 1e-4, FIRST + SECOND, []), ("Star", 1e-4, FIRST + SECOND, []), ("Heavy", 1e-4, FIRST + SECOND, []),
        ("Own", 1e-3, FIRST + SECOND, []), ("One", 1e-3, FIRST + SECOND, ["--float"]),
        ("Held", 1e-3, ("exact",), []), ("Held", 1e-4, ("exact",), []), ("Held", 1e-3, ("exact",), ["--float"]),
        ("Series", 1e-4, ("euler", "rk4", "rosenbrock"), ["--float"])]
LIMIT = {True: 100, False: 3e4}            # C: of first order, of second
passed = failed = 0


def check(ok, what):
    global passed, failed
    passed, failed = passed + bool(ok), failed + (not ok)
    if not ok:
        print("FAILED", what)


def run(model, *options):
    out = WORK + "/node.csv"
    end = subprocess.run([DTC, "sim", "tests/lash/nodes.dtm", "--model", "Nodes." + model, "--stop", "2", "--interval",
                          "1e-3", "--vars", "tau", "--quiet", "-o", out, *options], capture_output=True, text=True)
    if end.returncode:
        return end.stderr
    with open(out) as f:
        return {round(float(row["time"]), 6): float(row["tau"]) for row in csv.DictReader(f)}


def at(truth, t):
    """Rows of `exact` have times of their own, where a part of a step is carried over."""
    low = math.floor(t*1e3 + 1e-6)
    share, a = t*1e3 - low, truth[round(low/1e3, 6)]
    return a if share < 1e-6 else a + share*(truth[round((low + 1)/1e3, 6)] - a)


def error_of(rows, truth):
    if not isinstance(rows, dict) or len(rows) < 2000:
        return float("inf")
    return (sum((x - at(truth, t))**2 for t, x in rows.items())/len(rows))**0.5/max(map(abs, truth.values()))


truths = {}
for model, step, methods, options in RUNS:
    if model not in truths:
        truths[model] = run(model, "--rtol", "1e-9")
        check(isinstance(truths[model], dict), model + ": " + str(truths[model]))
    for method in methods:
        error = error_of(run(model, "--method", method, "--step", str(step), *options), truths[model])
        limit = LIMIT[method in FIRST]*(step if method in FIRST else step**2)
        what = " ".join([model, method, str(step)] + options)
        print(f"| {what:30} | off by {error:.2g}, of {limit:.2g} |")
        check(error < limit, what)

# Between two lashes that are both open nothing holds: told with every method, with the way out.
for method in ("cvode",) + FIRST + SECOND:
    said = run("Loose", "--method", method, *([] if method == "cvode" else ["--step", "1e-4"]))
    told = isinstance(said, str) and all(x in said for x in ("no unique solution: equations of lash", "an inertia there"))
    check(told, f"Loose {method}: {said}")

# A system that is too large for it says so, once.
done = subprocess.run([DTC, "tests/lash/nodes.dtm", "--model", "Nodes.Many", "--method", "rk4", "-o", WORK + "/many.c"],
                      capture_output=True, text=True)
check(done.stderr.count("unknowns at once, more than 32; inertias at its nodes") == 1, "Many: " + done.stderr[:400])
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
