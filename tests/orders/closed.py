"""closed.py DTC WORK: orders of signals whose orders are known in closed form.

Each signal is a sum of A*cos(n*angle + phase) with the angle in closed form; what is measured in every window is held against
A and the phase at that window's time. Errors that are allowed: of the spline between rows, 1.3*A*(n*w*h)^4/720 at w, h of the
worst place, and 1e-7 of the largest amplitude; where an amplitude bends over the angle, what is stated with the case.
"""
import csv
import json
import math
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from tally import finish  # noqa: E402

DTC, WORK = sys.argv[1:3]
results = []


def check(title, good, text=""):
    results.append((title, None if good else text or "not so"))


def write(name, rows, head="time [s],shaft.w [rad/s],x [N.m]"):
    path = os.path.join(WORK, name)
    with open(path, "w") as f:
        f.write(head + "\n")
        f.writelines(",".join("%.17g" % v for v in row) + "\n" for row in rows)
    return path


def orders(path, which, *options):
    """Windows: time, speed, {order: amplitudes}, {order: phases}."""
    done = subprocess.run([DTC, "orders", path, "--speed", "shaft.w", "--vars", "x", "--orders", ",".join("%g" % n for n in which),
                           "--format", "json", *options], capture_output=True, text=True)
    if done.returncode:
        raise ArithmeticError(path + ": " + done.stderr)
    told = json.loads(done.stdout)
    found = {o["order"]: o for o in told["signals"][0]["orders"]}
    if list(found) != sorted(which) or told["signals"][0]["unit"] != "N.m" or len(told["time"]) < 2:
        raise ArithmeticError(path + ": not what was asked for")
    return told["time"], told["speed"], {n: found[n]["amplitude"] for n in which}, {n: found[n]["phase"] for n in which}


class Shaft:
    """Speed and angle over time; speed a + b*t + c*sin(q*t)."""

    def __init__(self, a, b=0.0, c=0.0, q=1.0):
        self.a, self.b, self.c, self.q = a, b, c, q

    def w(self, t):
        return self.a + self.b*t + self.c*math.sin(self.q*t)

    def phi(self, t):
        return self.a*t + self.b*t*t/2 + self.c*(1 - math.cos(self.q*t))/self.q


def signal(shaft, parts, t, rest=lambda t: 0.0):
    """parts: {n: (amplitude of the angle, phase)}"""
    phi = shaft.phi(t)
    return rest(t) + sum(a(phi)*math.cos(n*phi + p) for n, (a, p) in parts.items())


def hold(title, shaft, parts, times, which=None, rest=lambda t: 0.0, bends=0.0, options=(), end=10.0):
    """bends: what is allowed more. Prints rows a period, and the largest error over the largest amplitude."""
    path = write("run.csv", [(t, shaft.w(t), signal(shaft, parts, t, rest)) for t in times])
    which = which or sorted(parts)
    middle, speed, amplitude, phase = orders(path, which, *options)
    fastest, widest = max(abs(shaft.w(t)) for t in times), max(b - a for a, b in zip(times, times[1:]))
    largest = max(abs(a(shaft.phi(t))) for a, _ in parts.values() for t in times)
    spline = sum(1.3*(n*fastest*widest)**4/720 for n in parts)*largest
    allowed = spline + 1e-7*largest + bends
    worst, farthest = max(abs(s - shaft.w(t)) for s, t in zip(speed, middle)), 0.0
    shaken = 1.3*shaft.c if shaft.q > 10 else 0                # the speed of a window is without what is fast
    check(title + ": speed", worst <= 2e-3*fastest + shaken, f"off by {worst}")
    for n in which:
        a, p = parts.get(n, (lambda phi: 0.0, 0.0))
        wrong = [abs(x - a(shaft.phi(t))) if x is not None else math.nan for x, t in zip(amplitude[n], middle)]
        farthest = max(farthest, max(wrong))
        check(f"{title}: order {n}", all(e <= allowed for e in wrong), f"off by {max(wrong)}, allowed {allowed}")
        if n > 0 and n in parts:
            turned = [abs(math.remainder(x - p, 2*math.pi))*a(shaft.phi(t)) for x, t in zip(phase[n], middle)]
            check(f"{title}: phase of order {n}", all(e <= 2*allowed + 1e-6*largest for e in turned), f"off by {max(turned)}")
    print(f"| {title} | {2*math.pi/max(which)/fastest/widest:.0f} | {farthest/largest:.1e} |")


def even(h, end):
    return [k*h for k in range(int(round(end/h)) + 1)]


def constant(a):
    return lambda phi: a


# ---- amplitudes ------------------------------------------------------------------------------------------------------

six = {0.5: (constant(0.2), 0.3), 1: (constant(1.0), -1.0), 1.5: (constant(0.05), 3.0), 2: (constant(3.0), 2.0),
       2.5: (constant(0.01), -2.0), 4: (constant(0.3), -2.5)}
hold("run-up", Shaft(100, 50), six, even(2e-4, 10))
hold("run-down", Shaft(600, -50), six, even(2e-4, 10))
hold("up and down", Shaft(300, 0, 200, 0.7), six, even(2e-4, 10))
hold("coarse rows", Shaft(100, 20), six, even(1e-3, 10))
hold("even speed", Shaft(200), six, even(5e-4, 4))
hold("uneven speed", Shaft(200, 0, 5, 90), six, even(2e-4, 4))      # about twice a turn a half: a shaft that is shaken
# a speed that swings with few rows: its own spline is off by c*(q*h)^4/720, the angle by that over q
hold("a speed of few rows", Shaft(200, 0, 80, 90), {1: (constant(1.0), 0.3)}, even(5e-3, 8), bends=1.3*80/90*(90*5e-3)**4/720)
rising = {n: (lambda phi, n=n: 0.1*n + 1e-4*phi, p) for n, (_, p) in six.items()}
hold("amplitudes in proportion to the angle", Shaft(100, 50), rising, even(2e-4, 10))
hold("a mean that drifts and bends", Shaft(100, 50), six, even(2e-4, 10), rest=lambda t: 20 + 0.3*Shaft(100, 50).phi(t) + 1e-4*Shaft(100, 50).phi(t)**2)

hold("a mean that bends much", Shaft(100, 50), {0.5: six[0.5], 1: six[1]}, even(2e-4, 10), rest=lambda t: 1e-2*Shaft(100, 50).phi(t)**2)

# A resonance: A(phi) with the curvature A''. Over the window's weight the mean square of the angle is (pi*R)^2*(1/3 - 2/pi^2):
# what a fit that knows value and slope is off by is half of that times A''.
width = 150.0
bump = {2: (lambda phi: 0.5 + 3*math.exp(-((phi - 1700)/width)**2), 2.0), 1: (constant(1.0), 0.4)}
curvature = 6/width**2
hold("resonance", Shaft(100, 50), bump, even(2e-4, 10), bends=1.02*0.5*curvature*(8*math.pi)**2*(1/3 - 2/math.pi**2))

# ---- leakage ---------------------------------------------------------------------------------------------------------

one = {2: (constant(1.0), 0.7)}
hold("one order alone", Shaft(100, 50), one, even(2e-4, 10), which=[0, 0.5, 1, 1.5, 2, 2.5, 3, 4])
path = write("other.csv", [(t, Shaft(100, 50).w(t), signal(Shaft(100, 50), {3.5: (constant(1.0), 0.7)}, t)) for t in even(2e-4, 10)])
_, _, other, _ = orders(path, [0.5, 1, 1.5, 2, 2.5, 3, 4, 4.5])
leaked = max(max(v) for v in other.values())
print(f"| an order that is not asked for, a half from others | | {leaked:.1e} |")
check("an order that is not asked for", leaked <= 2e-3, f"leaks {leaked} into the others")
hold("orders a tenth apart", Shaft(100, 50), {1: (constant(1.0), 0.2), 1.1: (constant(0.5), 1.0), 3.37: (constant(0.1), -1.0)}, even(2e-4, 10))
hold("the mean", Shaft(100, 50), {0: (constant(-7.0), 0.0), 1: (constant(1.0), 0.2)}, even(2e-4, 10))
hold("half the window", Shaft(100, 50), six, even(2e-4, 10), options=("--revolutions", "4"))

# ---- rows ------------------------------------------------------------------------------------------------------------

random.seed(3)
uneven = sorted({0.0, 10.0, *(random.uniform(0, 10) for _ in range(60000))})
hold("uneven rows", Shaft(100, 50), {1: six[1], 2: six[2]}, uneven)


# rows that nearly coincide, as before an event: their difference is rounding, 1e-6 in 1e-10 s
double = [(t, Shaft(100, 50).w(t), signal(Shaft(100, 50), one, t)) for t in even(2e-4, 10)]
double = sorted(double + [(t + 1e-10, w, x + 1e-6) for t, w, x in double[7::50]])
_, _, amplitude, _ = orders(write("double.csv", double), [1, 2])
check("rows that nearly coincide", all(abs(x - 1) <= 2e-5 for x in amplitude[2]) and all(x <= 2e-5 for x in amplitude[1]), str(max(amplitude[1])))


def square(n, w, times, lead):
    """A square wave of the angle, cos(n*angle + lead) >= 0, with both sides of its jumps, and the rows between."""
    jumps = [((k + 0.5)*math.pi - lead)/n/w for k in range(-1, 10000)]
    jumps = [t for t in jumps if times[0] < t < times[-1]]
    rows = [(t, 0) for t in times] + [(t, s) for t in jumps for s in (-1, 1)]
    side = {}
    for t in jumps:
        side[t] = 1 if math.cos(n*w*(t + 1e-6) + lead) > 0 else -1
    return [(t, w, side[t]*s if s else (1 if math.cos(n*w*t + lead) > 0 else -1)) for t, s in sorted(rows)]


path = write("square.csv", square(2, 150.0, even(1.3e-3, 5), 0.4))
_, _, amplitude, phase = orders(path, [0.5, 1, 1.5, 2, 4, 6])
for n, exact in ((0.5, 0), (1, 0), (1.5, 0), (2, 4/math.pi), (4, 0), (6, 4/(3*math.pi))):
    # orders 10, 14 ... are not asked for and leak; at whole multiples of a half the leakage of an even amplitude is of the order of 1e-4
    worst = max(abs(x - exact) for x in amplitude[n])
    check(f"square wave: order {n}", worst <= 1e-3, f"off by {worst}")
check("square wave: phase", max(abs(math.remainder(p - 0.4, 2*math.pi)) for p in phase[2]) <= 1e-3)

# u^2 over each turn, with a jump at its end: three rows between two jumps are a parabola
turn = 2*math.pi/100
parabola = [((k + u)*turn, 100.0, u*u) for k in range(100) for u in (0.0, 0.5, 1.0)]
_, _, amplitude, _ = orders(write("parabola.csv", parabola), [0])
check("three rows between jumps", all(abs(x - 1/3) <= 1e-3 for x in amplitude[0]), str(amplitude[0][:3]))

backward = [(t, -Shaft(100, 50).w(t), math.cos(Shaft(100, 50).phi(t) + 0.3)) for t in even(2e-4, 5)]
_, speed, amplitude, phase = orders(write("back.csv", backward), [1])
check("a shaft that turns backward", min(speed) > 100 and all(abs(x - 1) <= 1e-4 for x in amplitude[1]) and
      all(abs(p - 0.3) <= 1e-4 for p in phase[1]))
rpm = [(t, 1200.0, math.cos(40*math.pi*t)) for t in even(2e-4, 2)]
for unit in ("1/min", "rpm"):
    _, speed, amplitude, _ = orders(write("rpm.csv", rpm, f"time [s],shaft.w [{unit}],x [N.m]"), [1])
    check(f"a speed in {unit}", all(abs(s - 40*math.pi) <= 1e-6 for s in speed) and all(abs(x - 1) <= 1e-5 for x in amplitude[1]))

few = write("few.csv", [(t, Shaft(100, 50).w(t), signal(Shaft(100, 50), six, t)) for t in even(2e-3, 10)])
middle, speed, amplitude, _ = orders(few, [1, 4, 8])
for n, values in amplitude.items():
    told = [x is not None for x in values]
    check(f"few rows: order {n}", all(is_told == (n*4*w*2e-3 <= 2*math.pi) for is_told, w in zip(told, speed) if abs(n*4*w*2e-3/(2*math.pi) - 1) > 0.02))

# ---- the spectrum ----------------------------------------------------------------------------------------------------

path = write("even.csv", [(t, 200.0, signal(Shaft(200), six, t)) for t in even(5e-4, 4)])
script = os.path.join(WORK, "even.gp")
done = subprocess.run([DTC, "orders", path, "--speed", "shaft.w", "--vars", "x", "-o", script], capture_output=True, text=True)
levels = [list(map(float, line.split())) for line in open(script).read().split("$levels << END\n")[1].split("END")[0].splitlines()]
for n, (a, _) in six.items():
    at = n*200/(2*math.pi)
    near = [z for _, f, z in levels if abs(f - at) < 0.05]
    check(f"spectrum: order {n}", len(near) == 240 and all(abs(z - a(0)) <= 0.01*a(0) + 2e-3 for z in near), f"{len(near)} frames, {near[:3]}")
between = [z for _, f, z in levels if abs(f - 3.25*200/(2*math.pi)) < 1]
check("spectrum: nothing between", between and max(between) <= 3.1e-3, f"{max(between)}")
finish(results)
