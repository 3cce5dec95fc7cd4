"""thesis.py DTC WORK [long]: the step of chapter 2 of Reiter's thesis for the hybrid drivetrain (equations 7 to 16, with 2 - eta), beside the variable step and the method exact.

A, Bv, Bc, C are those of `dtc --dump=exact`; Phi and H are of the whole sample, whatever eta is, and constant. Clutches that stick have the torques that keep their slips 0 over the sample (7, 8);
those that slip c*sign(slip). Where the slip of a clutch would change its sign the step is the straight line up to eta (14 to 16), the clutch sticks from there on, and the next step is one of 2 - eta, which
is not shortened. A clutch that sticks lets go where its torque is beyond what it bears: the one farthest beyond it, until all are within. Without eta nothing comes to stick. long: the table of tires at longer steps.
"""
import csv
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tally import finish  # noqa: E402

DTC, WORK = sys.argv[1:3]
LONG = len(sys.argv) > 3
FILE = "models/hybrid_ravigneaux/hybrid_ravigneaux.dtm"
CAPACITY, PEAK, TD, N = [360, 1728, 576, 576], 1.1, 0.01, 6
STATES = ["engine.w", "machine.w", "ring3.w", "finalShaft.w", "shaft.phi_rel", "wheel.w"]
PLACES = ["C%d.law" % k for k in range(4)]
results = []


def check(title, good, text=""):
    results.append((title, None if good else text or "not so"))
    if text:
        print(title + ": " + text)


def matrices():
    """Of the linear part, by name."""
    told = subprocess.run([DTC, "--dump=exact", "--step", str(TD), "--model", "HybridRavigneaux.Drivetrain6", FILE], capture_output=True, text=True, check=True).stdout
    found, name = {}, None
    for line in told.splitlines():
        words = line.split()
        if len(words) == 1:
            name = words[0] if words[0] not in found else None
            rows = []
        elif name and len(words) > 2 and words[0] in STATES + PLACES:
            try:
                rows.append([float(x) for x in words[1:]])
            except ValueError:
                continue
            found[name] = rows
    return found


def times(a, b):
    return [[sum(x*y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def exponential(a):
    n = len(a)
    a = [[x/2**20 for x in row] for row in a]
    total = term = [[float(i == k) for k in range(n)] for i in range(n)]
    for k in range(1, 8):
        term = [[x/k for x in row] for row in times(term, a)]
        total = [[x + y for x, y in zip(p, q)] for p, q in zip(total, term)]
    for _ in range(20):
        total = times(total, total)
    return total


def solve(a, b):
    """By elimination with pivots."""
    n = len(b)
    rows = [list(r) + [y] for r, y in zip(a, b)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(n):
            if k != i:
                f = rows[k][i]/rows[i][i]
                rows[k] = [x - f*y for x, y in zip(rows[k], rows[i])]
    return [r[n]/r[i] for i, r in enumerate(rows)]


def sign(x):
    return (x > 0) - (x < 0)


def thesis(inputs, adjust):
    """Rows of time and state at the samples; etas at which clutches came to stick."""
    m = matrices()
    bv = [[row[0], row[1], row[6]] for row in m["Bv"]]
    wide = [a + v + c for a, v, c in zip(m["A"], bv, m["Bc"])] + [[0.0]*13 for _ in range(7)]
    whole = exponential([[x*TD for x in row] for row in wide])
    C = m["C"]
    slip_of = lambda x: [sum(c*y for c, y in zip(row, x)) for row in C]      # noqa: E731
    x, left, stuck, moves = [inputs[0][n] for n in STATES], 1.0, [abs(y) < 1e-9 for y in slip_of([inputs[0][n] for n in STATES])], [0]*4
    etas, rows, t = [], [], 0.0
    k = 0
    rows.append((0.0, list(x)))
    while k < len(inputs) - 1:
        u = inputs[k]
        bound = [c*u["p%d" % j] for j, c in enumerate(CAPACITY)]
        for j in range(4):
            stuck[j] = stuck[j] and bound[j] > 0
        v = [u["tau_e"], u["tau_m"], u["tau_w"]]
        slip = slip_of(x)
        free = [sum(whole[i][n]*y for n, y in enumerate(x + v)) - x[i] for i in range(N)]
        while True:
            tau = [0.0 if stuck[j] else bound[j]*(sign(slip[j]) if abs(slip[j]) > 1e-9 else moves[j]) for j in range(4)]
            held = [j for j in range(4) if stuck[j]]
            base = [free[i] + sum(whole[i][N + 3 + j]*tau[j] for j in range(4)) for i in range(N)]
            if held:
                # the slip at the end of the (longer or whole) step is 0
                now = slip_of([y + left*d for y, d in zip(x, base)])
                effect = [[left*s for s in slip_of([whole[i][N + 3 + j] for i in range(N)])] for j in held]
                found = solve([[effect[b][a] for b in range(len(held))] for a in held], [-now[a] for a in held])
                for j, y in zip(held, found):
                    tau[j] = y
                beyond = max(held, key=lambda j: abs(tau[j]) - PEAK*bound[j])
                if abs(tau[beyond]) > PEAK*bound[beyond]*(1 + 1e-12):
                    stuck[beyond], moves[beyond] = False, sign(tau[beyond])
                    continue
            break
        delta = [free[i] + sum(whole[i][N + 3 + j]*tau[j] for j in range(4)) for i in range(N)]
        end = [y + left*d for y, d in zip(x, delta)]
        then = slip_of(end)
        eta, met = left, []
        for j in range(4):
            # a clutch without pressure passes through 0, and nothing is to be met
            if not stuck[j] and bound[j] > 0 and abs(slip[j]) > 1e-9 and slip[j]*then[j] < 0:
                part = left*slip[j]/(slip[j] - then[j])
                met.append((part, j))
        if met and adjust and left == 1.0:
            eta, j = min(met)
            end = [y + eta*d for y, d in zip(x, delta)]
            stuck[j] = True
            etas.append((round(t, 6), eta, j))
        x = end
        t += eta*TD
        if left == 1.0 and eta < 1.0:
            left = 2 - eta
            # the next step ends at the next sample but one, with the inputs of the sample after
            k += 1
            continue
        left = 1.0
        k += 1
        rows.append((t, list(x)))
    return rows, etas


def simulated(*options):
    out = os.path.join(WORK, "thesis.csv")
    subprocess.run([DTC, "sim", FILE, "--model", "HybridRavigneaux.Held", "--quiet", "--interval", "0.01", "--vars", ",".join(STATES) + (",exact.cut" if "exact" in options else "") + ",tau_e,tau_m,tau_w,p0,p1,p2,p3", "-o", out, *options], check=True,
                   capture_output=True)
    with open(out) as f:
        rows = [{n: float(y) for n, y in r.items()} for r in csv.DictReader(f)]
    last = {}
    for r in rows:
        if abs(r["time"] - TD*round(r["time"]/TD)) < 1e-7:
            last[round(r["time"]/TD)] = r
    return [last[k] for k in sorted(last)]


def tires(models, steps):
    """Largest error of a speed of z, wheel or vehicle by exact, and that at the end, by model and step."""
    def speeds(model, interval, *options):
        out = os.path.join(WORK, "tire.csv")
        subprocess.run([DTC, "sim", FILE, "--model", "HybridRavigneaux." + model, "--quiet", "--interval", str(interval), "--vars", "z.w,w.w,vehicle.v", "-o", out, *options], check=True, capture_output=True)
        with open(out) as f:
            return {round(float(r["time"])/interval): list(map(float, list(r.values())[1:])) for r in csv.DictReader(f) if abs(float(r["time"])/interval - round(float(r["time"])/interval)) < 1e-6}
    found = {}
    for model in models:
        for step in steps:
            true, rows = speeds(model, step, "--rtol", "1e-9"), speeds(model, step, "--method", "exact", "--step", str(step))
            off = {k: max(abs(a - b) for a, b in zip(rows[k], true[k])) for k in rows if k in true}
            found[model, step] = max(off.values()), off[max(off)]
        print("| %s | " % model + " | ".join("%.2g, %.2g" % found[model, step] for step in steps) + " |", flush=True)
    return found


def main():
    true = simulated("--rtol", "1e-9")
    exact = simulated("--method", "exact", "--step", "0.01")
    at = {round(r["time"]/TD): r for r in true}
    speeds = [i for i, n in enumerate(STATES) if n.endswith(".w")]
    off = max(abs(r[STATES[i]] - at[round(r["time"]/TD)][STATES[i]]) for r in exact for i in speeds)
    cuts = {round(r["time"]/TD) - 1: r["exact.cut"] for r in exact if r["exact.cut"] < 1}
    rows, etas = thesis(true, True)
    errors = [(max(abs(x[i] - at[round(t/TD)][STATES[i]]) for i in speeds), t) for t, x in rows]
    end = max(abs(rows[-1][1][i] - true[-1][STATES[i]]) for i in speeds)
    for t, eta, clutch in etas:
        print("| C%d comes to stick at %.2f s | eta of the thesis %.3f | of exact %.3f |" % (clutch, t, eta, cuts.get(round(t/TD), 9)))
    check("the same clutches come to stick in the same samples", len(etas) == 7 and all(round(t/TD) in cuts for t, _, _ in etas))
    check("eta within a tenth of a step", all(abs(eta - cuts.get(round(t/TD), 9)) < 0.1 for t, eta, _ in etas))
    worst, when = max(errors)
    check("errors beside the variable step", 1 < worst < 20 and 0.01 < end < 0.5 and off < 1e-4,
          "thesis %.2f rad/s at %.2f s, %.3f at the end; exact %.1e rad/s" % (worst, when, end, off))
    rows, etas = thesis(true, False)
    most = max(max(abs(x[i] - at[round(t/TD)][STATES[i]]) for i in speeds) for t, x in rows)
    check("without eta no clutch comes to stick again", not etas and most > 100, "largest error %.0f rad/s" % most)
    off = tires(["Tire1", "Tire2", "Tire3"], [0.002, 0.005, 0.01, 0.02, 0.05, 0.1]) if LONG else tires(["Tire2"], [0.01, 0.02])
    # just below the peak of its curve: a step of 10 ms leaves it there, one of 20 ms does not
    check("tires by exact at 10 and 20 ms", off["Tire2", 0.01][0] < 1 and off["Tire2", 0.02][0] > 10, "off by %.2f and %.0f rad/s" % (off["Tire2", 0.01][0], off["Tire2", 0.02][0]))
    finish(results)


main()
