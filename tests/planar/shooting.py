"""shooting.py DTC WORK [branch]: stick-slip cycles of models/clutch_judder (case 2) by Newton's method, stable or not.

A cycle of period P is a state y that comes back after P: flow(y, P, T_e) = y, with T_e the engine's torque. The car gains speed meanwhile, which the motion does not depend on: y has the speeds over
that of the body, and none of the angles that turn on. Wheels roll, so that theirs follow. flow is a run of dtc from a state, its derivatives are central differences (the run is smooth in y as long as the clutch
comes to rest and lets go once each); a condition on the phase (no motion along the flow at the point before) makes P known. The multipliers are the eigenvalues of the return to that section: all within the unit
circle, and the cycle is stable. See Seydel, Practical Bifurcation and Stability Analysis, 7.

- without a further word: the cycle at 322.86 N.m; a run comes to it as its weakest multiplier says. The fold at the lower edge of the band: cycles from 322.705 N.m down and round.
- branch: all cycles from there on, by the length of the way (pseudo-arclength, Keller), through the folds, where two of them meet and are no more: the edges of the band. WORK/branch.csv has torque, period and
  time at rest in ms, and the growth of the weakest multiplier, ln|mu|/P in 1/s. Minutes; for the readme.
"""
import csv
import math
import os
import subprocess
import sys

import numpy as np

from runs import Run

DTC, WORK = sys.argv[1:3]
BRANCH = len(sys.argv) > 3
FILE = "models/clutch_judder/clutch_judder.dtm"
START, R, V = 322.86, 0.25, 30.0                              # N.m; radius of the wheels; speed at which each run begins
# a state, and how large a change of it is
PLAIN = {"chassis.body.r[2]": 1e-2, "chassis.body.v[2]": 1e-1, "chassis.body.phi": 1e-2, "chassis.body.w": 1e-1, "chassis.slide_front.s": 1e-2, "chassis.slide_front.v": 1e-1,
         "chassis.slide_rear.s": 1e-2, "chassis.slide_rear.v": 1e-1, "input_shaft.phi_rel": 1e-3, "half_shaft.phi_rel": 1e-2}
OVER_BODY = {"engine.w": 10, "flywheel.w": 10, "disc.w": 10}
NAMES = list(PLAIN) + list(OVER_BODY)
SCALE = np.array([*PLAIN.values(), *OVER_BODY.values()])
OF_P, OF_T, N = 1e-3, 0.05, len(NAMES)                       # of the period, of the torque; z has y, P, T_e in these
SHOW = ("chassis.front.w,chassis.rear.phi,chassis.rear.w,chassis.body.r*,chassis.body.v*,chassis.body.phi,chassis.body.w,chassis.slide_*.s,chassis.slide_*.v,engine.phi,engine.w,input_shaft.phi_rel,"
        "flywheel.w,disc.phi,disc.w,half_shaft.phi_rel,*.place,clutch.mode,w_slip,T_clutch")
os.environ["XDG_CACHE_HOME"] = WORK                           # each start is a C of its own
count = {True: 0, False: 0}


def check(good, text):
    count[bool(good)] += 1
    if not good:
        print("FAILED " + text)


def run(torque, stop, *options):
    out = os.path.join(WORK, "shooting.csv")
    done = subprocess.run([DTC, "sim", FILE, "--model", "ClutchJudder.Case2", "--set", "T_e=%.15g" % torque, "--quiet", "--stop", "%.15g" % stop, "--vars", SHOW, "-o", out, *options],
                          capture_output=True, text=True)
    if done.returncode:
        raise ArithmeticError(done.stderr)
    return Run(out)


def reduced(found, row):
    body = found["chassis.body.v[1]"][row]/R
    return np.array([found[n][row] for n in PLAIN] + [found[n][row] - body for n in OVER_BODY])/SCALE


def rest(transitions):
    """The time for which the clutch holds."""
    return transitions[1][0] - transitions[0][0]


class Cycle:
    def __init__(self, row):
        self.row = row                                        # values of all columns, for what y does not have

    def state(self, y):
        """A file of one row: y at speed V; rolling wheels."""
        y = y*SCALE
        row = dict(self.row, time=0.0)
        row.update({n: x for n, x in zip(PLAIN, y)}, **{n: x + V/R for n, x in zip(OVER_BODY, y[len(PLAIN):])})
        row.update({"chassis.body.r[1]": 0.0, "chassis.body.v[1]": V, "engine.phi": 0.0, "disc.phi": 0.0, "chassis.rear.phi": 0.0})
        phi, w = row["chassis.body.phi"], row["chassis.body.w"]
        for end, side in (("front", 1), ("rear", -1)):
            s, v = row["chassis.slide_%s.s" % end], row["chassis.slide_%s.v" % end]
            row["chassis.%s.w" % end] = (V - side*math.sin(phi)*w - v*math.sin(phi) - s*math.cos(phi)*w)/R
        path = os.path.join(WORK, "state.csv")
        with open(path, "w") as f:
            f.write(",".join(row) + "\n" + ",".join(repr(float(x)) for x in row.values()) + "\n")
        return path

    def back(self, z):
        """What y misses after P, and the clutch's transitions: it comes to rest once, and lets go once."""
        period = z[N]*OF_P
        found = run(START + z[N + 1]*OF_T, period, "--rtol", "1e-11", "--start", "0", "--interval", "%.15g" % period, "--state", self.state(z[:N]))
        transitions = found.transitions("clutch.mode")
        if [was == 0 for _, was, _ in transitions] != [False, True]:
            raise ArithmeticError("%d transitions in a period" % len(transitions))
        return reduced(found, -1) - z[:N], transitions

    def derivatives(self, z):
        columns = []
        for k in range(N + 2):
            h = 1e-4 if k < N else 1e-5
            ahead, behind = z.copy(), z.copy()
            ahead[k], behind[k] = z[k] + h, z[k] - h
            (after, events), (before, others) = self.back(ahead), self.back(behind)
            if max(abs(a[0] - b[0]) for a, b in zip(events, others)) > 1e-3:
                raise ArithmeticError("an event is lost")
            columns.append((after - before)/(2*h))
        return np.array(columns).T

    def solve(self, z, jacobian, along, length, most=8):
        """The cycle whose way along a direction from z is length, and its transitions. jacobian: at z, or near it."""
        phase = np.append(jacobian[:, N]/np.linalg.norm(jacobian[:, N]), [0, 0])
        left = np.vstack([jacobian, phase, along])
        at, before = z + length*along, math.inf
        for _ in range(most):
            miss, transitions = self.back(at)
            right = np.concatenate([miss, [phase @ (at - z), along @ (at - z) - length]])
            now = np.abs(right).max()
            if now < 1e-7:
                return at, transitions
            if now > 2*before:
                break
            at, before = at - np.linalg.solve(left, right), now
        raise ArithmeticError("Newton's method does not converge")


    def touches(self, z):
        """How far the motion is from losing an event or having another: 400 N.m less the largest peak of the torque within the rest; its rate at the release, N.m/s; the slip where it comes nearest
        to zero on its way, rad/s; its rate where it does come to zero, rad/s2."""
        period = z[N]*OF_P
        found = run(START + z[N + 1]*OF_T, period, "--rtol", "1e-11", "--start", "0", "--interval", "%.15g" % (period/4000), "--state", self.state(z[:N]))
        (catch, _, _), (release, _, _) = found.transitions("clutch.mode")
        rows = list(zip(found.time, np.abs(found["T_clutch"]), np.abs(found["w_slip"])))
        held, free = [r for r in rows if catch < r[0] < release], [r for r in rows if r[0] < catch or r[0] > release]
        peak = max((b[1] for a, b, c in zip(held, held[1:], held[2:]) if a[1] < b[1] >= c[1]), default=math.nan)
        near = min((b[2] for a, b, c in zip(free, free[1:], free[2:]) if a[2] > b[2] <= c[2] and abs(b[0] - catch) > 1e-4 < abs(b[0] - release)), default=math.nan)
        before = [r for r in free if r[0] < catch][-8:]
        return (400 - peak, (held[-1][1] - held[-8][1])/(held[-1][0] - held[-8][0]), near, (before[-1][2] - before[0][2])/(before[-1][0] - before[0][0]))


def multipliers(jacobian):
    """Of the return to the section across the flow; one is 0, that along it."""
    flow, back = jacobian[:, N], jacobian[:, :N] + np.eye(N)
    return np.linalg.eigvals(back - np.outer(flow, flow @ back)/(flow @ flow))


def first(torque, stop):
    """A cycle at a torque, by a run and Newton's method; what the run comes to."""
    found = run(torque, stop, "--rtol", "1e-10", "--interval", "1e-3")
    period, at_rest = found.cycle("clutch.mode", stop - 1, stop)[0], [found.cycle("clutch.mode", t, t + 1)[2] for t in range(stop - 16, stop, 5)]
    release = [t for t, was, _ in found.transitions("clutch.mode") if was == 0][-2]
    begin = next(i for i, t in enumerate(found.time) if t > release + 0.008)    # in the midst of the slip
    cycle = Cycle({n: column[begin] for n, column in found.column.items()})
    z = np.append(reduced(found, begin), [period/OF_P, (torque - START)/OF_T])
    jacobian = cycle.derivatives(z)
    for _ in range(2):                                        # the first one is far from the cycle
        left = np.vstack([jacobian, np.append(jacobian[:, N], [0, 0]), np.eye(N + 2)[-1]])
        z = z - np.linalg.solve(left, np.append(cycle.back(z)[0], [0, 0]))
        jacobian = cycle.derivatives(z)
    z, transitions = cycle.solve(z, jacobian, np.eye(N + 2)[-1], 0)
    return cycle, z, transitions, jacobian, (period, at_rest)


def growth(z, jacobian):
    return np.log(np.abs(multipliers(jacobian)).max())/(z[N]*OF_P)


def point():
    cycle, z, transitions, jacobian, (period, at_rest) = first(START, 30)
    miss = np.abs(cycle.back(z)[0]).max()
    found = multipliers(jacobian)
    rates = sorted(math.log(abs(m))/(z[N]*OF_P) for m in found if abs(m) > 0.5)
    left = [r - rest(transitions) for r in at_rest]           # of the run's, 5 s from one to the next
    run_rates = [math.log(b/a)/5 if b/a > 0 else math.nan for a, b in zip(left, left[1:])]
    print("| cycle at %g N.m | period %.5f ms, at rest %.4f ms; decays %s 1/s; a run comes to it by %s 1/s |"
          % (START, z[N]*OF_P*1e3, 1e3*rest(transitions), ", ".join("%.4f" % -r for r in rates), ", ".join("%.4f" % -r for r in run_rates)))
    check(miss < 1e-7, "it comes back within %g" % miss)
    check(abs(z[N]*OF_P - period) < 1e-3*period, "a run has a period of %g ms" % (1e3*period))
    check(rates[-1] < 0 and abs(run_rates[-1] - rates[-1]) < 0.1*abs(rates[-1]), "a run comes to it by %s, not by %g 1/s" % (run_rates, rates[-1]))
    for decay in (1.96, 2.28):                                # of the car on its struts, with the clutch at rest or not
        check(sum(abs(-r - decay) < 0.02 for r in rates) == 2, "a vibration with %g 1/s is not among %s" % (decay, rates))


def fold():
    """Around the lower edge of the band, where a stable cycle and one that is not meet."""
    cycle, z, transitions, jacobian, _ = first(322.705, 40)
    found = []

    def told(z, transitions, jacobian):
        found.append((START + OF_T*z[N + 1], 1e3*rest(transitions), growth(z, jacobian)))
        return len(found) > 3 and found[-1][0] > found[-2][0] > found[-3][0]
    told(z, transitions, jacobian)
    follow(cycle, z, jacobian, -1, told)
    k = min(range(1, len(found) - 1), key=lambda i: found[i][0])
    (t0, r0, _), (t1, r1, _), (t2, r2, _) = found[k - 1:k + 2]
    slope, bend = (t1 - t0)/(r1 - r0), ((t2 - t1)/(r2 - r1) - (t1 - t0)/(r1 - r0))/(r2 - r0)
    at = (r0 + r1)/2 - slope/(2*bend)                         # of the parabola through the three, torque over rest
    least = t0 + (at - r0)*(slope + bend*(at - r1))
    print("| fold | %.4f N.m, at rest for %.2f ms; growth from %.4f to %.4f 1/s over %d cycles |" % (least, at, found[0][2], found[-1][2], len(found)))
    check(abs(least - 322.697) < 1e-3 and abs(at - 9.7) < 0.1, "the fold is at %g N.m, %g ms" % (least, at))
    check(found[0][2] < 0 < found[-1][2], "growth before the fold %g, behind it %g" % (found[0][2], found[-1][2]))


def follow(cycle, z, jacobian, sign, told):
    """One way along the branch, up to where told has enough, no further cycle is found, or a change of the state by 1e-4 of its size loses an event."""
    along, length = sign*np.eye(N + 2)[-1], 0.05
    for _ in range(60):
        tangent = np.linalg.svd(np.vstack([jacobian, np.append(jacobian[:, N], [0, 0])]))[2][-1]
        along = tangent if tangent @ along > 0 else -tangent
        while True:
            try:
                z, transitions = cycle.solve(z, jacobian, along, length)
                break
            except ArithmeticError:
                length /= 2
            if length < 2e-3:
                return
        try:
            jacobian = cycle.derivatives(z)
        except ArithmeticError:
            return
        if told(z, transitions, jacobian):
            return
        length = min(1.4*length, 0.6)


def branch():
    with open(os.path.join(WORK, "branch.csv"), "w") as table:
        table.write("way,torque,period,rest,growth,peak,release,near,catch\n")
        for name, torque, stop in (("long", START, 30), ("short", 322.95, 60)):
            cycle, begin, transitions, jacobian, _ = first(torque, stop)
            for way, sign in (("up", 1), ("down", -1)):
                def told(z, transitions, jacobian):
                    table.write("%s %s,%.5f,%.6f,%.5f,%.5f,%.6g,%.6g,%.6g,%.6g\n"
                                % (name, way, START + OF_T*z[N + 1], 1e3*OF_P*z[N], 1e3*rest(transitions), growth(z, jacobian), *cycle.touches(z)))
                    table.flush()
                told(begin, transitions, jacobian)
                follow(cycle, begin, jacobian, sign, told)
    edges(os.path.join(WORK, "branch.csv"))


def edges(path):
    """Where a rate at an event is 0, it touches: there the cycle ends. The square of the rate goes to 0 with the torque: by the last two of each way."""
    with open(path) as f:
        rows = list(csv.DictReader(f))
    for way in dict.fromkeys(r["way"] for r in rows):
        last = [{n: float(x) for n, x in r.items() if n != "way"} for r in rows if r["way"] == way][-2:]
        for rate, what in (("catch", "slip"), ("release", "torque")):
            a, b = (r[rate]**2 for r in last)
            torque = last[1]["torque"] + b/(a - b)*(last[1]["torque"] - last[0]["torque"])
            if abs(torque - last[1]["torque"]) < 0.02 and b < a:
                print("| %s | the %s touches at %.4f N.m; there it rests for %.2f ms |" % (way, what, torque, last[1]["rest"]), flush=True)


def main():
    for part in ((branch,) if BRANCH else (point, fold)):
        part()
    print("%d passed, %d failed" % (count[True], count[False]))
    return count[False] > 0


sys.exit(main())
