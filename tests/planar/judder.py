"""judder.py DTC WORK REFERENCE [LONG]: models/clutch_judder against an independent solution, the article's complementarity problem, its own energy, and itself with fixed steps.

- cases 1 and 2 with the variable step at 1e-10 against REFERENCE (case1.csv, case2.csv, events_case2.csv) where it is there, and against some of its numbers, which stand here:
  root mean squares 0.01 N of F_f1, 0.001 N of F_N, 1e-8 rad of the angle; the same transitions within 1e-7 s; energy to 1e-8;
- what case 1 comes to, by equilibrium, and the vibrations of the linear motion in each structure, with their damping;
- the friction at each event of cases 1 to 3 by Lemke's method: 1e-10 of what can act;
- case 3, harmonics, Coulomb and Stribeck: transitions and numbers of the model's readme, at two tolerances;
- semi and rosenbrock at 0.1 ms and 1 ms: the same elements, period, time at rest; constraints.
LONG: the runs of 20 to 40 s. Prints figures and counts.
"""
import math
import os
import subprocess
import sys

from lemke import DELTA, Car
from modes import vibrations
from runs import Run

DTC, WORK, REFERENCE = sys.argv[1:4]
LONG = len(sys.argv) > 4
FILE = "models/clutch_judder/clutch_judder.dtm"
count = {True: 0, False: 0}


def check(good, text):
    count[bool(good)] += 1
    if not good:
        print("FAILED " + text)


def near(value, wanted, tolerance, text):
    check(value is not None and abs(value - wanted) <= tolerance, "%s: %s instead of %s, tolerance %g" % (text, value, wanted, tolerance))


SHOW = ("theta,theta_dd,x_dd,V_r1,F_f1,F_f2,F_N1,F_N2,w_slip,T_clutch,w_windup,*.place,clutch.mode,clutch.tau,chassis.*.M,chassis.*.r*,chassis.*.v*,chassis.body.w,"
        "chassis.front.phi,chassis.front.w,chassis.rear.phi,chassis.rear.w,disc.phi,disc.w,flywheel.phi,flywheel.w,engine.phi,engine.w")


def simulate(model, *options, show=SHOW, name=None):
    """A run, and the part of the energy put in that its account leaves."""
    out = os.path.join(WORK, (name or model) + ".csv")
    command = [DTC, "sim", FILE, "--model", "ClutchJudder." + model, "--quiet", "--audit", "--vars", show, "-o", out] + list(options)
    done = subprocess.run(command, capture_output=True, text=True)
    rest = [float(line.split()[1]) for line in done.stdout.splitlines() if line.startswith("residual")]
    put_in = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("total")]
    if done.returncode or not rest or not put_in:
        raise ArithmeticError(" ".join(command) + ": " + done.stderr + done.stdout)
    return Run(out), abs(rest[0] / float(put_in[0]))


# ---- against the reference -------------------------------------------------------------------------------------------

COLUMNS = {"theta1": "theta", "theta1dd": "theta_dd", "x1dd": "x_dd", "V_r1": "V_r1", "F_f1": "F_f1", "F_f2": "F_f2", "F_N1": "F_N1", "F_N2": "F_N2", "slip": "w_slip",
           "T_clutch": "T_clutch", "we_minus_wc1": "w_windup"}
BOUNDS = {"F_f1": 0.01, "F_N1": 0.001, "F_N2": 0.001, "theta1": 1e-8}
# t: theta1, x1dd, F_f1, F_N1, F_N2, T_clutch
SAMPLES = {
    "Case1": {0.01: (4.691349e-06, 0.1382154, 357.7199, 7161.029, 7161.571, 109.6346), 0.5: (0.01265877, 0.818642, 1374.444, 6860.793, 7460.66, 336.1123),
              2: (0.01055849, 0.3413282, 656.7728, 6942.781, 7381.338, 201.258)},
    "Case2": {0.01: (1.019684e-05, 0.3369937, 661.2673, 7160.705, 7161.895, 177.0479), 0.5: (0.02257806, 0.7752254, 1304.37, 6629.004, 7696.681, 320),
              2: (0.01899798, 0.9987614, 1646.759, 6767.608, 7554.26, 320)},
}
RELEASES = (0.014955903, 0.039239416, 0.041463827, 0.065647920, 0.067982650, 0.092087743)


def against_samples(model, run):
    for t, values in SAMPLES[model].items():
        for name, wanted in zip(("theta", "x_dd", "F_f1", "F_N1", "F_N2", "T_clutch"), values):
            near(run.at(name, t), wanted, 6e-7 * max(abs(wanted), 1e-6), "%s at %g: %s" % (model, t, name))


def against_reference(model, run, instants):
    path = os.path.join(REFERENCE, model.lower() + ".csv")
    if not os.path.exists(path):
        return
    with open(path) as f:
        names = f.readline().strip().split(",")
        rows = [[float(x) for x in line.split(",")] for line in f]
    last = {round(t * 1e7): i for i, t in enumerate(run.time)}
    for theirs, ours in COLUMNS.items():
        k = names.index(theirs)
        errors = [run[ours][last[round(r[0] * 1e7)]] - r[k] for r in rows if all(abs(r[0] - t) > 2.5e-3 for t in instants)]
        rms = math.sqrt(sum(x * x for x in errors) / len(errors))
        if theirs in BOUNDS:
            print("| %s, %s | root mean square of the difference %.1e over %d rows, bound %g |" % (model, theirs, rms, len(errors), BOUNDS[theirs]))
            check(rms <= BOUNDS[theirs], "%s: %s differs by %g" % (model, theirs, rms))


def first_slice():
    case1, rest = simulate("Case1")
    check(rest <= 1e-8, "case 1: energy %g" % rest)
    print("| case 1, energy | %.1e of what the engine puts in |" % rest)
    check(not any(case1.transitions(p) for p in PLACES), "case 1: an element lets go")
    against_samples("Case1", case1)
    against_reference("Case1", case1, [])
    constraints("case 1", case1)
    case2, rest = simulate("Case2")
    check(rest <= 1e-8, "case 2: energy %g" % rest)
    print("| case 2, energy | %.1e |" % rest)
    events = case2.transitions("clutch.mode")
    check([a for p in PLACES[1:] for a in case2.transitions(p)] == [], "case 2: a wheel lets go")
    wanted = RELEASES
    path = os.path.join(REFERENCE, "events_case2.csv")
    if os.path.exists(path):
        with open(path) as f:
            rows = [line.strip().split(",") for line in f][1:]
        wanted = [float(r[0]) for r in rows]
        check(len(events) == len(rows) and all((a[1] != 0, a[2] != 0) == (r[2] != "0", r[3] != "0") for a, r in zip(events, rows)), "case 2: other transitions")
    apart = max(abs(a[0] - t) for a, t in zip(events, wanted))
    check(len(events) == 151 and apart <= 1e-7, "case 2: %d transitions, %g s apart" % (len(events), apart))
    print("| case 2, transitions | %d, %d compared, at most %.1e s apart |" % (len(events), min(len(events), len(wanted)), apart))
    against_samples("Case2", case2)
    against_reference("Case2", case2, [a[0] for a in events])
    constraints("case 2", case2)
    return case1, case2


PLACES = ("clutch.mode", "chassis.front.law.place", "chassis.front.roll.place", "chassis.rear.law.place", "chassis.rear.roll.place")


def constraints(title, run, bound=1e-12):
    """The slides by the positions of their ends: the hubs are 1 m ahead of the centre of mass and behind it, on the axes of the body."""
    worst = 0.0
    for i in range(len(run.time)):
        c, s = math.cos(run["theta"][i]), math.sin(run["theta"][i])
        for wheel, length in (("front", 1), ("rear", -1)):
            d = [run["chassis.%s.r[%d]" % (wheel, k)][i] - run["chassis.body.r[%d]" % k][i] for k in (1, 2)]
            worst = max(worst, abs(c * d[0] + s * d[1] - length))
    print("| %s, constraints | %.1e m |" % (title, worst))
    check(worst <= bound, "%s: constraints are off by %g m" % (title, worst))


# ---- equilibrium and linear motion -----------------------------------------------------------------------------------

def equilibrium():
    run, _ = simulate("Steady")
    for name, wanted, digit in (("x_dd", 0.3331958, 1e-7), ("theta", 0.01047127, 1e-8), ("F_N1", 6940.503, 1e-3), ("F_N2", 7382.097, 1e-3), ("T_clutch", 198.934, 1e-3)):
        near(run[name][0], wanted, 0.6 * digit, "equilibrium: " + name)
        low, high = run.span(name, 0, 2)
        check(high - low <= 1e-9 * max(1, abs(wanted)), "equilibrium: %s moves by %g" % (name, high - low))


def state_matrix(model, *options):
    source, library = os.path.join(WORK, "matrix.c"), os.path.join(WORK, "matrix.so")
    subprocess.run([DTC, "--hybrid", FILE, "--model", "ClutchJudder." + model, "-o", source] + list(options), check=True)
    subprocess.run(["gcc", "-std=c99", "-O1", "-w", "-shared", "-fPIC", "-Iruntime", "-Iruntime/host", "-o", library, source, os.path.join(os.path.dirname(DTC), "libdtc-sim.a"), "-lm"],
                   check=True)
    out = subprocess.run([os.path.join(WORK, "state_matrix"), library, model], check=True, capture_output=True, text=True).stdout
    return [[float(x) for x in line.split()] for line in out.splitlines()]


def linear():
    """Frequency, damping ratio, decay as the reference prints them, and half of the last digit."""
    body = [(0.917, 0.340, 1.96), (0.924, 0.393, 2.28), (11.59, 0.85, None), (11.68, 0.85, None)]
    backwards = [w + "=-21" for w in ("chassis.front.w.start", "disc.w.start", "flywheel.w.start", "engine.w.start")]
    for title, options, wanted in (
            ("rolling, clutch stuck", ["Case1"], body + [(18.873, 0.00052, 0.0616), (88.36, 0.0061, 3.37)]),
            ("rolling, clutch slips", ["Case2"] + ["--set", "flywheel.w.start=22", "--set", "engine.w.start=22"], body + [(38.110, 0.00090, 0.216), (114.03, 0.0082, 5.87)]),
            ("front wheel slips", ["Case3"] + [x for s in backwards for x in ("--set", s)], [(23.248, 0.00063, 0.091)])):
        found = vibrations(state_matrix(*options))
        print("| %s | %s |" % (title, ", ".join("%.3f Hz (%.5f)" % (f.real, z) for f, z, _ in found)))
        for f, zeta, decay in wanted:
            best = min(found, key=lambda m: abs(m[0] - f))
            good = abs(best[0] - f) <= (0.006 if f < 12 else 0.0006 if f < 80 else 0.006)
            good &= abs(best[1] - zeta) <= (0.008 if zeta == 0.85 else 0.0006 if zeta > 0.1 else 0.06 * zeta)
            good &= decay is None or abs(best[2] - decay) <= 0.008 * decay
            check(good, "%s: %g Hz, %g, %s is not among %s" % (title, f, zeta, decay, found))


# ---- complementarity -------------------------------------------------------------------------------------------------

def coordinates(run, i):
    g = lambda n: run[n][i]
    q = [g("chassis.body.r[1]"), g("chassis.body.r[2]"), g("theta")]
    v = [g("chassis.body.v[1]"), g("chassis.body.v[2]"), g("chassis.body.w")]
    for w in ("front", "rear"):
        q += [g("chassis.%s.r[1]" % w), g("chassis.%s.r[2]" % w), g("chassis.%s.phi" % w)]
        v += [g("chassis.%s.v[1]" % w), g("chassis.%s.v[2]" % w), g("chassis.%s.w" % w)]
    return q + [g("disc.phi"), g("flywheel.phi"), g("engine.phi")], v + [g("disc.w"), g("flywheel.w"), g("engine.w")]


def complementarity(title, run, T_e, mu0, mu, T_s, T_c):
    """After each event, and at one row in 50: what is at rest there is in the problem, with its static bounds; what has let go slides with its kinetic ones."""
    worst, events, tried = 0.0, 0, 0
    order = (PLACES[1], PLACES[2], PLACES[3], PLACES[4], PLACES[0])
    force = ("F_f1", "chassis.front.M", "F_f2", "chassis.rear.M", "clutch.tau")
    for i in range(len(run.time)):
        event = i > 0 and run.time[i] == run.time[i - 1]
        if not event and (i % 50 or run.time[i] == run.time[min(i + 1, len(run.time) - 1)]):
            continue
        events += event
        place = [int(run[p][i]) for p in order]
        q, v = coordinates(run, i)
        car = Car(q, v, T_e)
        static = [mu0 * car.F_N[0], DELTA * car.F_N[0], mu0 * car.F_N[1], DELTA * car.F_N[1], T_s]
        kinetic = [mu * car.F_N[0], DELTA * car.F_N[0], mu * car.F_N[1], DELTA * car.F_N[1], T_c]
        place[4] = -place[4]                                   # the article's slip of the clutch is that of the flywheel over the disc
        found = car.friction([p == 0 for p in place], place, static, kinetic)
        for name, theirs, bound in zip(force, found, static):
            worst = max(worst, abs(run[name][i] - theirs) / bound)
        tried += 1
    print("| %s, friction by Lemke's method | %d events, %d problems, at most %.1e of the bound apart |" % (title, events, tried, worst))
    check(worst <= 1e-10, "%s: friction by Lemke's method differs by %g" % (title, worst))
    return events


# ---- the other cases -------------------------------------------------------------------------------------------------

def others():
    case3, rest = simulate("Case3")
    check(rest <= 1e-8, "case 3: energy %g" % rest)
    events = case3.transitions("chassis.front.law.place")
    check(len(events) == 93 and not any(case3.transitions(p) for p in PLACES if "front.law" not in p), "case 3: %d transitions" % len(events))
    constraints("case 3", case3)
    complementarity("case 3", case3, -168.48, 0.1, 0.07, 400, 320)
    for phase, transitions, windup, begin, end in (("rate", 12, 6.395, 1, 2), ("angle", 0, 4.639, 2.5, 5), ("fixed", 0, 2.860, 2.5, 5))[:3 if LONG else 1]:
        run, rest = simulate("Harmonics", "--set", "phase=" + phase, "--stop", str(end), "--interval", "5e-4", show="clutch.mode,w_windup,T_clutch")
        check(rest <= 1e-8, "harmonics of %s: energy %g" % (phase, rest))
        got = len(run.transitions("clutch.mode"))
        check(got == transitions, "harmonics of %s: %d transitions" % (phase, got))
        low, high = run.span("w_windup", begin, end)
        near(high - low, windup, 0.001, "harmonics of %s: engine over wheel" % phase)
    for model in ("Coulomb", "Stribeck"):
        run, rest = simulate(model, "--stop", "1")
        check(rest <= 1e-8, "%s: energy %g" % (model, rest))
        got = run.transitions("clutch.mode")
        check(len(got) == 1 and abs(got[0][0] - 0.0137398) <= 6e-8, "%s lets go: %s" % (model, got))
    return case3


def fixed(model, place, slip, truth, method, step, begin, end, of_period, of_rest):
    """Period and time at rest, by the slip, against the variable step; the element's transitions are as many."""
    period, _, rest, _, _ = truth.cycle(place, begin, end)
    run, _ = simulate(model, "--method", method, "--step", step, "--interval", step, show="theta,w_slip,V_r1,*.place,clutch.mode,chassis.*.r*", name="fixed")
    p, _, r, _, n = run.cycle_of_slip(slip, begin, end)
    title = "%s, %s, %s s" % (model, method, step)
    print("| %s, %g to %g s | period %.4f ms (%.4f), at rest %.4f ms (%.4f), %d periods |" % (title, begin, end, 1e3 * p, 1e3 * period, 1e3 * r, 1e3 * rest, n))
    found, wanted = len(run.transitions(place)), len(truth.transitions(place))
    check(abs(found - wanted) <= (1 if step == "1e-3" else 0), "%s: %d transitions instead of %d" % (title, found, wanted))
    other = [q for q in PLACES if q != place and run.transitions(q)]
    check(not other, "%s: %s let go" % (title, other))
    near(p, period, of_period * period, title + ": period")
    if of_rest:
        near(r, rest, of_rest * rest, title + ": time at rest")
    constraints(title, run, 1e-9)


def fixed_steps(case2, case3):
    clutch, wheel = PLACES[:2]
    for method in ("semi", "rosenbrock"):
        fixed("Case2", clutch, "w_slip", case2, method, "1e-3", 0.5, 2, 0.01, 0)
        fixed("Case3", wheel, "V_r1", case3, method, "1e-3", 0.5, 2, 0.01, 0.03)
        fixed("Case2", clutch, "w_slip", case2, method, "1e-4", 0.5, 2, 0.01, 0.01)
        if LONG:
            fixed("Case3", wheel, "V_r1", case3, method, "1e-4", 0.5, 2, 0.01, 0.01)


def long_runs():
    """Numbers of the model's readme."""
    for tolerance in ("1e-10", "1e-11"):
        run, rest = simulate("Case2", "--rtol", tolerance, "--stop", "20", "--interval", "1e-3", show="clutch.mode,w_slip,theta_dd,x_dd")
        check(rest <= 1e-8, "case 2, 20 s: energy %g" % rest)
        events = run.transitions("clutch.mode")
        p, _, r, spread, _ = run.cycle("clutch.mode", 9.5, 10)
        print("| case 2, %s | %d transitions, the last at %.4f s; 9.5 to 10 s: period %.4f ms, at rest %.4f ms (%.3f) |" % (tolerance, len(events), events[-1][0], 1e3 * p, 1e3 * r, 1e3 * spread))
        check(len(events) == 1329, "case 2 at %s: %d transitions" % (tolerance, len(events)))
        near(events[-1][0], 17.4588, 1e-4, "case 2: slides for good")
        near(p, 26.2507e-3, 1e-7, "case 2: period")
        near(r, 1.583e-3, 1e-6, "case 2: time at rest")
        for name, wanted in (("theta_dd", 1.5585), ("x_dd", 3.2803)):
            low, high = run.span(name, 9.5, 10)
            near(high - low, wanted, 1e-3 * wanted, "case 2: range of " + name)
    for tolerance in ("1e-9", "1e-10"):
        run, rest = simulate("Case3", "--rtol", tolerance, "--stop", "40", "--interval", "1e-3", show="chassis.front.law.place,V_r1,F_f1")
        check(rest <= 1e-8, "case 3, 40 s: energy %g" % rest)
        events = run.transitions("chassis.front.law.place")
        p, _, r, _, _ = run.cycle("chassis.front.law.place", 39, 40)
        print("| case 3, %s | %d transitions in 40 s; 39 to 40 s: period %.5f ms, at rest %.4f ms |" % (tolerance, len(events), 1e3 * p, 1e3 * r))
        check(len(events) == 1855, "case 3 at %s: %d transitions" % (tolerance, len(events)))
        near(p, 43.10606e-3, 1e-8, "case 3: period")
        near(r, 5.4245e-3, 1e-7, "case 3: time at rest")
        near(run.span("V_r1", 39, 40)[1], 0.23577, 1e-4, "case 3: largest slip")


def main():
    if LONG:
        long_runs()
    case1, case2 = first_slice()
    equilibrium()
    linear()
    complementarity("case 1", case1, 200, 0.8, 0.75, 1000, 1000)
    events = complementarity("case 2", case2, 323.47, 0.8, 0.75, 400, 320)
    check(events >= 151, "case 2: %d events" % events)
    fixed_steps(case2, others())
    print("%d passed, %d failed" % (count[True], count[False]))
    return count[False] > 0


sys.exit(main())
