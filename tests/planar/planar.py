"""planar.py DTC WORK [LONG]: planar.dtm and the models that use the vehicle, against what is known of them.

- a pendulum in Cartesian coordinates through its singular positions against one on a pin and the elliptic integral, the order of its energy in fixed steps; a four-bar linkage: closed, energy, two methods, rough starts;
- a disc between walls: times and places of impacts by hand; edges of a road: the contact is where the normal meets the hub, no energy is made;
- slides at an angle: friction by Lemke's method in twelve coordinates; slides that drift and are brought back;
- parked on a slope: forces; signs of sensors and of the engine's reaction; lift-off;
- what is wrong in a model is named.
"""
import json
import math
import os
import subprocess
import sys

from runs import Run

DTC, WORK = sys.argv[1:3]
LONG = len(sys.argv) > 3
FILE = "tests/planar/planar.dtm"
count = {True: 0, False: 0}


def check(good, text):
    count[bool(good)] += 1
    if not good:
        print("FAILED " + text)


def near(value, wanted, tolerance, text):
    check(value is not None and abs(value - wanted) <= tolerance, "%s: %s instead of %s, tolerance %g" % (text, value, wanted, tolerance))


def simulate(model, *options, show="*", file=FILE, audit=True):
    out = os.path.join(WORK, model + ".csv")
    done = subprocess.run([DTC, "sim"] + [file]*bool(file) + ["--model", model, "--quiet", "-o", out, "--vars", show] + ["--audit"]*audit + list(options), capture_output=True, text=True)
    if not os.path.exists(out) or (done.returncode and not audit) or "error" in done.stderr:
        raise ArithmeticError(model + ": " + done.stderr)
    rest = [float(line.split()[1]) for line in done.stdout.splitlines() if line.startswith("residual")]
    return Run(out), abs(rest[0]) if rest else float("nan")


def fixed(method, step):
    return ["--method", method, "--step", step]


# ---- constraints -----------------------------------------------------------------------------------------------------

def pendulum():
    period = 4 * 1.8540746773013719 / math.sqrt(9.81)     # complete elliptic integral K(sin 45 degrees)
    pin, _ = simulate("PlanarTests.Pin", "--rtol", "1e-10", "--interval", str(period / 40))
    for options, longer, energy, way in (
            (["--rtol", "1e-10"], 1e-9, 1e-7, 1e-6), (fixed("rk4", "1e-3"), 1e-12, 1e-9, 2e-6), (fixed("rosenbrock", "1e-3"), 1e-8, 1e-3, 1e-3), (fixed("semi", "1e-3"), 1e-7, 0.014, 0.03), (fixed("semi", "1e-4"), 1e-9, 0.0014, 3e-3)):
        run, _ = simulate("PlanarTests.Pendulum", "--interval", str(period / 40), *options, audit=False)
        low, high = run.span("longer", 0, 10)
        worst = max(-low, high)
        late = max(abs(x) for x in run.span("longer", 9, 10))
        end = int(10 / period) * period
        print("| pendulum, %s | length %.1e m, in the last second %.1e m, energy %.1e J/kg, %d periods late %.1e m |"
              % (" ".join(options), worst, late, max(map(abs, run.span("energy", 0, 10))), int(10 / period), abs(run.at("x", end) - 1) if run.at("x", end) else -1))
        check(worst <= longer and late <= longer, "pendulum, %s: length is off by %g" % (options, worst))
        check(max(map(abs, run.span("energy", 0, 10))) <= energy, "pendulum, %s: energy" % options)
        check(run.span("x", 0, 10)[0] < -0.9999 and run.span("y", 0, 10)[0] < -0.99, "pendulum, %s: it does not swing through" % options)
        if options[0] == "--rtol":
            for i, t in enumerate(pin.time):
                near(run.at("x", t), pin["bob.r[1]"][i], way, "pendulum at %g: x" % t)
            near(run.at("x", end), 1, way, "pendulum after whole periods")
    for sets in ([], ["--set", "x.start=-1"]):             # nothing is fixed: the start is that of the values all the same
        run, _ = simulate("PlanarTests.Loose", "--rtol", "1e-10", "--interval", str(period / 40), *sets, audit=False)
        for i, t in enumerate(pin.time):
            near(run.at("x", t), (-1 if sets else 1) * pin["bob.r[1]"][i], 1e-6, "loose pendulum %s at %g: x" % (sets, t))


def orders():
    """A closed system with a held constraint: after 10 s its energy is off in the order of the method, its length in one order more, that of a step."""
    for method, order in (("euler", 1), ("semi", 1), ("rk2", 2), ("rosenbrock", 2), ("rk4", 4)):
        error = []
        for step in ("4e-3", "2e-3"):
            run, _ = simulate("PlanarTests.Pendulum", *fixed(method, step), "--interval", "0.02", show="energy,longer", audit=False)
            error.append([max(map(abs, run.span(name, 0, 10))) for name in ("energy", "longer")])
        print("| pendulum, %s, 2 ms | energy %.1e J/kg of 9.81, length %.1e m; at 4 ms %.1f and %.1f times as much |" % (method, *error[1], error[0][0]/error[1][0], error[0][1]/error[1][1]))
        check(error[0][0] >= 0.95*2**order*error[1][0], "pendulum, %s: energy %s is not of order %d" % (method, error, order))
        check(error[1][1] <= 1e-12 or error[0][1] >= 0.95*2**(order + 1)*error[1][1], "pendulum, %s: length %s is not of order %d" % (method, error, order + 1))


def four_bar():
    fine, rest = simulate("PlanarTests.FourBar", "--rtol", "1e-11", show="open,energy,crank.phi,rocker.phi")
    check(rest <= 1e-6 and max(fine.span("open", 0, 5)) <= 1e-9, "four-bar: energy %g, open by %g" % (rest, max(fine.span("open", 0, 5))))
    check(fine.span("crank.phi", 0, 5)[1] > 4*math.pi, "four-bar: the crank does not turn round")
    for tolerance in ("5e-12", "1e-12", "1e-13"):     # to where rounding of the crank's angle of 46 rad is more than the tolerance
        run, rest = simulate("PlanarTests.FourBar", "--rtol", tolerance, show="open,crank.phi")
        apart = max(abs(run.at("crank.phi", 0.01*i) - fine.at("crank.phi", 0.01*i)) for i in range(0, 501, 10))
        check(rest <= 1e-7 and max(run.span("open", 0, 5)) <= 1e-9 and apart <= 1e-8, "four-bar, %s: energy %g, open by %g, crank %g off" % (tolerance, rest, max(run.span("open", 0, 5)), apart))
    for options, gap, angle in ((fixed("rk4", "1e-3"), 1e-9, 1e-5), (fixed("semi", "1e-4"), 2e-6, 0.5)):
        run, _ = simulate("PlanarTests.FourBar", "--interval", "0.01", *options, show="open,crank.phi")
        worst, apart = max(run.span("open", 0, 5)), max(abs(run.at("crank.phi", 0.01*i) - fine.at("crank.phi", 0.01*i)) for i in range(0, 200, 10))
        print("| four-bar, %s | open by %.1e m, crank %.1e rad off the variable step to 2 s |" % (" ".join(options), worst, apart))
        check(worst <= gap and apart <= angle, "four-bar, %s: open by %g, crank %g off" % (options, worst, apart))


def starts():
    """Rough guesses close a linkage, one way or the other; bars in line have no slope, and it is told which."""
    for coupler, rocker in ((-1, 0), (-0.5, 2), (1, 0.5), (0.45, -1.5), (-1.5, -2.5)):
        run, _ = simulate("PlanarTests.FourBar", "--stop", "1e-6", "--set", "coupler.phi.start=%g" % coupler, "--set", "rocker.phi.start=%g" % rocker, show="coupler.phi,rocker.phi,open", audit=False)
        check(run["open"][0] <= 1e-12, "four-bar from %g, %g: open by %g" % (coupler, rocker, run["open"][0]))
        x, y = 0.9 - 0.4*math.cos(1), -0.4*math.sin(1)      # from the crank's end to the rocker's foot: a triangle with coupler and rocker
        half = math.acos((x*x + y*y + 1 - 0.8**2)/(2*math.hypot(x, y)))
        ways = [abs((run["coupler.phi"][0] - math.atan2(y, x) - a + math.pi) % (2*math.pi) - math.pi) for a in (half, -half)]
        check(min(ways) <= 1e-9, "four-bar from %g, %g: coupler at %g" % (coupler, rocker, run["coupler.phi"][0]))
    done = subprocess.run([DTC, "sim", FILE, "--model", "PlanarTests.FourBar", "--stop", "1e-6", "--set", "coupler.phi.start=0", "--set", "rocker.phi.start=0"], capture_output=True, text=True)
    check(done.returncode == 1 and "no solution was found" in done.stderr and "is declared here" in done.stderr, "four-bar from bars in line: " + done.stderr)


# ---- contacts and roads ----------------------------------------------------------------------------------------------

def swing():
    """What constraints hold follows from others: one motion; they stay closed on the way to rest."""
    point = os.path.join(WORK, "swing.csv")
    command = [FILE, "--model", "PlanarTests.Swing"]
    found = subprocess.run([DTC, "equilibrium"] + command + ["-o", point], capture_output=True, text=True)
    check(found.returncode == 0, "hanging parallelogram: " + found.stderr)
    rest = Run(point)
    for name in ("crank.phi", "rocker.phi"):
        near(rest[name][0], -math.pi/2, 1e-9, "hanging parallelogram: " + name)
    near(rest["coupler.phi"][0], 0, 1e-9, "hanging parallelogram: coupler.phi")
    text = subprocess.run([DTC, "equilibrium"] + command, capture_output=True, text=True).stdout
    check("is free" not in text and "open" not in text, "hanging parallelogram: a constraint that is open, or free: " + text)
    modes = subprocess.run([DTC, "modes"] + command + ["--state", point], capture_output=True, text=True).stdout.splitlines()[2:]
    table = [line.split() for line in modes[:next((i for i, l in enumerate(modes) if l.startswith("frequency")), 0)]]
    check(len(table) == 1, "hanging parallelogram: %d motions instead of one" % len(table))
    near(float(table[0][1]) if table and table[0][1] != "rigid" else None, math.sqrt(9.81*(0.25 + 0.5 + 0.25)/(2*0.5**2/3 + 0.5**2))/(2*math.pi), 1e-5, "hanging parallelogram: frequency")


def walls():
    for e in (1, 0.5):
        run, rest = simulate("PlanarTests.Shaft", "--rtol", "1e-9", "--set", "e=%g" % e)
        t, y, v = 0.0, 0.5, 3.0
        hits = []
        while len(hits) < (30 if e == 1 else 5):
            t += ((0.9 - y) if v > 0 else (y - 0.1))/abs(v)
            y, v = 0.9 if v > 0 else 0.1, -e*v
            hits.append(t)
        ours = [run.time[i] for i in range(1, len(run.time)) if run["disc.v[2]"][i]*run["disc.v[2]"][i - 1] < 0]
        apart = max(abs(a - b) for a, b in zip(ours, hits) if b <= 10)
        check(len(ours) >= min(len(hits), len([h for h in hits if h <= 10])) and apart <= 1e-9, "disc between walls, e = %g: impacts %g s apart" % (e, apart))
        near(run.at("disc.r[1]", 10), 10, 1e-9, "disc between walls: way along them")
        near(run.at("disc.w", 10), 5, 1e-12, "disc between walls: it goes on turning")
    run, rest = simulate("Drivetrain.Examples.Planar.Discs", "--rtol", "1e-9", "--stop", "6", file=None)
    check(rest <= 1e-5, "discs: energy %g" % rest)
    for gap in ("low_left.gap", "low_right.gap", "high_left.gap", "high_right.gap", "discs.gap"):
        check(run.span(gap, 0, 6)[0] >= -1e-8, "discs: %s is %g" % (gap, run.span(gap, 0, 6)[0]))
    near(run.at("low.v[1]", 6)**2 + run.at("low.v[2]", 6)**2, 0, 1e-8, "discs: the lower one is at rest")


def height(u):
    y = slope = 0.0
    for at, h, length in ((1, 0.05, 0.4), (3, -0.08, 0.5)):
        s = min(1, max(0, (u - at)/length))
        y += h*s**3*(10 - 15*s + 6*s*s)
        slope += h/length*30*s*s*(1 - s)**2
    return y, slope


def edges():
    for slope in ("0", "0.15"):
        run, rest = simulate("PlanarTests.Over", "--rtol", "1e-10", "--set", "slope=" + slope)
        check(rest <= 1e-5, "road with edges, slope %s: energy %g" % (slope, rest))
        a, off, deep, lifts = float(slope), 0.0, 0.0, 0
        for i in range(len(run.time)):
            x, y = run["wheel.r[1]"][i], run["wheel.r[2]"][i]
            p, q, u = math.cos(a)*x + math.sin(a)*y, math.cos(a)*y - math.sin(a)*x, run["wheel.p"][i]
            h, g = height(u)
            off = max(off, abs(p - u + (q - h)*g))
            deep = max(deep, abs(0.3 - math.copysign(math.hypot(p - u, q - h), q - h) - run["wheel.z"][i]))
            lifts += run["wheel.z"][i] < 0
            check(run["wheel.z"][i] >= 0 or run["wheel.F_N"][i] == 0, "a force in the air at %g" % run.time[i])
        print("| road with edges, slope %s | the normal misses the hub by %.1e m, distance off by %.1e m, energy %.1e J, in the air in %d rows |" % (slope, off, deep, rest, lifts))
        check(off <= 1e-12 and deep <= 1e-12, "road with edges: contact off by %g, %g" % (off, deep))
        check(lifts > 10 or slope != "0", "road with edges: the wheel does not take off")


# ---- the vehicle -----------------------------------------------------------------------------------------------------

JUDDER = "models/clutch_judder/clutch_judder.dtm"


def downhill():
    """The derivative of a function of the road, in a linear model: h/l*30*s^2*(1 - s)^2."""
    text = subprocess.run([DTC, "modes", FILE, "--model", "PlanarTests.Downhill", "--format", "json"], capture_output=True, text=True)
    rows = json.loads(text.stdout)["modes"]["rows"] if text.returncode == 0 else []
    near(rows[0]["re"] if rows else None, -2/4*30*0.25**2*0.75**2, 1e-5, "grade of a road, linear: %s" % text.stderr)


def inclined():
    """Slides at 0.2 and -0.35 rad to the body: all of the friction, and the body's accelerations by the twelve coordinates."""
    import lemke
    run, rest = simulate("ClutchJudder.Case2", "--set", "chassis.e_front={0.2, 1}", "--set", "chassis.e_rear={-0.35, 0.95}", "--stop", "0.5", "--interval", "0.01", file=JUDDER)
    check(rest <= 1e-4, "slides at an angle: energy %g" % rest)
    worst = moves = 0.0
    axes = [(x/math.hypot(x, y), y/math.hypot(x, y)) for x, y in ((0.2, 1), (-0.35, 0.95))]
    for i in range(0, len(run.time)):
        if i + 1 < len(run.time) and run.time[i] == run.time[i + 1]:
            continue
        g = lambda n: run[n][i]
        q, v = [g("chassis.body.r[1]"), g("chassis.body.r[2]"), g("theta")], [g("chassis.body.v[1]"), g("chassis.body.v[2]"), g("chassis.body.w")]
        for w in ("front", "rear"):
            q += [g("chassis.%s.r[1]" % w), g("chassis.%s.r[2]" % w), g("chassis.%s.phi" % w)]
            v += [g("chassis.%s.v[1]" % w), g("chassis.%s.v[2]" % w), g("chassis.%s.w" % w)]
        car = lemke.Car(q + [g("disc.phi"), g("flywheel.phi"), g("engine.phi")], v + [g("disc.w"), g("flywheel.w"), g("engine.w")], 323.47, axes)
        place = [int(g(p)) for p in ("chassis.front.law.place", "chassis.front.roll.place", "chassis.rear.law.place", "chassis.rear.roll.place")] + [-int(g("clutch.mode"))]
        static = [0.8*car.F_N[0], 0.005*car.F_N[0], 0.8*car.F_N[1], 0.005*car.F_N[1], 400]
        kinetic = [0.75*car.F_N[0], 0.005*car.F_N[0], 0.75*car.F_N[1], 0.005*car.F_N[1], 320]
        found = car.friction([p == 0 for p in place], place, static, kinetic)
        for name, f, bound in zip(("F_f1", "chassis.front.M", "F_f2", "chassis.rear.M", "clutch.tau"), found, static):
            worst = max(worst, abs(g(name) - f)/bound)
        acceleration = car.accelerations(found)
        moves = max(moves, abs(acceleration[0] - g("x_dd")), abs(acceleration[2] - g("theta_dd")))
        for b, c in zip(car.phi, (0, 0)):
            worst = max(worst, abs(b - c))
    print("| slides at an angle | friction by Lemke's method %.1e of the bound, accelerations %.1e, off the axis included |" % (worst, moves))
    check(worst <= 1e-10 and moves <= 1e-9, "slides at an angle: %g, %g" % (worst, moves))


def drift():
    run, _ = simulate("ClutchJudder.Stabilized", show="*.drift,clutch.mode", file=JUDDER)
    fine = max(abs(x) for n in ("chassis.slide_front.drift", "chassis.slide_rear.drift") for x in run.span(n, 0, 2))
    check(len(run.transitions("clutch.mode")) == 151 and fine <= 1e-11, "slides that drift: %g, %d transitions" % (fine, len(run.transitions("clutch.mode"))))
    run, _ = simulate("ClutchJudder.Stabilized", *fixed("semi", "1e-3"), show="*.drift", file=JUDDER)
    rough = max(abs(x) for n in ("chassis.slide_front.drift", "chassis.slide_rear.drift") for x in run.span(n, 0, 2))
    print("| slides that drift and are brought back | variable step %.1e m, semi at 1 ms %.1e m |" % (fine, rough))
    check(1e-9 < rough < 1e-4, "slides that drift, semi: %g" % rough)


def parked():
    run, rest = simulate("PlanarTests.Parked", "--rtol", "1e-8")
    check(rest <= 1e-3, "parked: energy %g" % rest)
    for name in ("car.front.F_t", "car.rear.F_t"):
        low, high = run.span(name, 10, 20)
        check(high - low <= 0.1, "parked: %s moves by %g N" % (name, high - low))
        jumps = [abs(run[name][i] - run[name][i - 1]) for i in range(1, len(run.time)) if run.time[i] > 2]
        check(max(jumps) <= 200, "parked: %s jumps by %g N" % (name, max(jumps)))
    load = run.at("car.front.F_t", 20) + run.at("car.rear.F_t", 20)
    near(load, (1400 + 60)*9.81*math.sin(0.1), 0.01, "parked: the brakes hold the car")
    near(run.at("pitch.pitch", 20), -run.at("car.body.phi", 20), 1e-15, "pitch as in ISO 8855")
    check(run.span("along", 5, 20)[1] - run.span("along", 5, 20)[0] <= 1e-4, "parked: it moves")


def stopped():
    """In single precision, where what holds the pitch is known to some kN only: no force is beyond what a wheel bears (of one sample at 10 ms, in which all lock at once, it is), on level ground and on
    a slope; at rest no place changes, and the car stands as in double precision."""
    for slope in ("0", "0.1"):
        tilt = ["--set", "road.slope=" + slope]
        exact, _ = simulate("PlanarTests.Stopped", "--rtol", "1e-8", *tilt)
        near(exact.at("car.front.F_N", 10) + exact.at("car.rear.F_N", 10), 1520*9.81*math.cos(float(slope)), 0.1, "stopped: weight")
        for method, step, begin in [("semi", "0.0001", 0), ("semi", "0.001", 0), ("rk4", "0.001", 0), ("rosenbrock", "0.001", 0), ("rosenbrock", "0.01", 4)]:
            run, _ = simulate("PlanarTests.Stopped", "--float", "--interval", "0.01", *fixed(method, step), *tilt, show="car.*.F_t,car.body.phi,*.place")
            text = "stopped, slope %s, %s %s in single precision" % (slope, method, step)
            for wheel in ("car.front", "car.rear"):
                push = max(map(abs, run.span(wheel + ".F_t", begin, 10)))
                check(push <= 9e3, "%s: %s.F_t is %g N" % (text, wheel, push))
            late = [n for n in run.column if "place" in n and any(t > 6 for t, _, _ in run.transitions(n))]
            # docs/switching.md, "What it does not": rosenbrock, rolling resistance
            late = [n for n in late if (method, n) != ("rosenbrock", "car.front.roll.place")]
            check(not late, "%s: %s change at rest" % (text, late))
            apart = abs(run.at("car.body.phi", 10) - exact.at("car.body.phi", 10))
            check(apart <= 0.004, "%s: the car rests %g rad off" % (text, apart))


def wheelie():
    """A wheel that lets go from a held slip between two steps, at any tolerance; and it is told that the motion leaves what the model is made for."""
    ends = []
    for tolerance in ("1e-5", "1e-7", "1e-9"):
        run, rest = simulate("PlanarTests.Wheelie", "--rtol", tolerance)
        check(run.time[-1] == 3 and rest <= 1e7*float(tolerance), "wheelie at %s: to %g s, energy %g" % (tolerance, run.time[-1], rest))
        check(max(map(abs, [run["cycle.front.slip"][i] for i in range(len(run.time)) if run["cycle.front.law.place"][i] == 0])) <= 1e-6, "wheelie at %s: a wheel that rolls slips" % tolerance)
        ends.append(run["cycle.body.phi"][-1])
    near(ends[1], ends[2], 1e-3, "wheelie: angle at the end")
    told = subprocess.run([DTC, "sim", FILE, "--model", "PlanarTests.Wheelie"], capture_output=True, text=True)
    check(told.returncode == 0 and "cycle: the vehicle has tipped over" in told.stderr, "wheelie: not told: " + told.stderr)


def driven():
    """A motorcycle on its front wheel, by the variable step and rk4; a car with four driven wheels against the balance of forces."""
    fine, rest = simulate("PlanarTests.Brakes", "--rtol", "1e-9")
    check(rest <= 1e-4, "braking: energy %g" % rest)
    lifts = [t for t, z in zip(fine.time, fine["cycle.rear.z"]) if z < 0]
    check(lifts and 0.2 < lifts[0] < 0.6 and fine.at("cycle.rear.z", 2) > 0, "braking: the rear wheel is up at %s" % lifts[:1])
    check(all(fine["cycle.rear.F_N"][i] == 0 for i in range(len(fine.time)) if fine["cycle.rear.z"][i] < 0), "braking: a wheel in the air has a load")
    run, _ = simulate("PlanarTests.Brakes", *fixed("rk4", "1e-4"), audit=False)
    apart = max(abs(run.at("cycle.body.phi", 0.05*i) - fine.at("cycle.body.phi", 0.05*i)) for i in range(41))
    print("| motorcycle that brakes, rk4 at 0.1 ms | rear wheel up from %.3f s, pitch down to %.4f rad, %.1e rad off |" % (lifts[0] if lifts else -1, fine.span("cycle.body.phi", 0, 2)[0], apart))
    check(apart <= 1e-3, "braking: pitch by rk4 is %g rad off" % apart)
    run, rest = simulate("PlanarTests.Uphill", "--rtol", "1e-9")
    near(run["a"][-1], run["wanted"][-1], 1e-7, "uphill with four driven wheels: acceleration")


def signs():
    run, _ = simulate("Drivetrain.Examples.Planar.Reaction", "--rtol", "1e-9", file=None)
    i = next(k for k, t in enumerate(run.time) if t == 0.5 and run["torque.tau"][k] > 0)
    near(run["body.z"][i], 100/4, 1e-6, "an engine that pulls ahead turns its block counter-clockwise, nose-up")
    run, _ = simulate("Drivetrain.Examples.Planar.Start", "--rtol", "1e-9", file=None)
    check(run.at("car.front.p", 2) > 1 and run.at("car.front.w", 2) > 0, "a positive torque rolls the car to +x")
    check(run.span("pitch.pitch", 0.2, 0.8)[0] < -0.01, "a car that pulls away lifts its nose: negative pitch")
    run, _ = simulate("Drivetrain.Examples.Planar.Drop", "--rtol", "1e-9", file=None)
    for i in range(len(run.time)):
        check(run["wheel.z"][i] >= 0 or (run["wheel.F_N"][i] == 0 and abs(run["wheel.F_t"][i]) < 1e-9), "a wheel in the air has a force at %g" % run.time[i])


def vehicles():
    """The tables of models/launch and models/split_mu; case 2 of the judder with other wheels driven."""
    for model, locks, low, high, heat, speed in (("Judder", 3.258, 1.123, 1.583, 8353, 4.364), ("Damped", 3.274, 1.127, 1.453, 8341, 4.366), ("Flat", 3.605, 0.948, 1.019, 8908, 4.282)):
        run, rest = simulate("Launch." + model, show="a,v,heat,clutch.mode", file="models/launch/launch.dtm")
        check(rest <= 1e-3, "launch, %s: energy %g" % (model, rest))
        events = run.transitions("clutch.mode")
        near(events[-1][0], locks, 1e-3, "launch, %s: locks" % model)
        for value, wanted in zip(run.span("a", 2.8, events[-1][0]), (low, high)):
            near(value, wanted, 2e-3, "launch, %s: acceleration" % model)
        near(run["heat"][-1], heat, 1, "launch, %s: energy into the clutch" % model)
        near(run["v"][-1], speed, 1e-3, "launch, %s: speed" % model)
    for model, slips, rim, leaves in (("Open", (1.192, 3.025), 21.2, 2.232), ("Limited", (1.192, 1.223, 1.247, 2.299), 9.4, 2.125)):
        run, rest = simulate("SplitMu." + model, show="v,v_right,right.law.place,right.p", file="models/split_mu/split_mu.dtm")
        check(rest <= 1e-3, "split_mu, %s: energy %g" % (model, rest))
        events = run.transitions("right.law.place")
        check(len(events) == len(slips), "split_mu, %s: %s" % (model, events))
        for e, t in zip(events, slips):
            near(e[0], t, 1e-3, "split_mu, %s: slips" % model)
        near(run.span("v_right", 0, 3)[1], rim, 0.06, "split_mu, %s: speed of the rim" % model)
        near(min(t for t, p in zip(run.time, run["right.p"]) if p > 8), leaves, 6e-3, "split_mu, %s: off the ice" % model)
    for model, period in (("RearDrive", 26.33778), ("AllDrive", 26.33770))[:2 if LONG else 0]:
        run, rest = simulate("ClutchJudder." + model, show="clutch.mode,chassis.front.law.place,chassis.rear.law.place", file=JUDDER)
        check(rest <= 1e-4 and len(run.transitions("clutch.mode")) == 151, "%s: %d transitions" % (model, len(run.transitions("clutch.mode"))))
        near(1e3*run.cycle("clutch.mode", 0.5, 2)[0], period, 1e-4, model + ": period")
        check(not run.transitions("chassis.front.law.place") and not run.transitions("chassis.rear.law.place"), model + ": a wheel slips")


# ---- errors ----------------------------------------------------------------------------------------------------------

def line(text):
    """The number of the first line of planar.dtm that has this text."""
    with open(FILE) as f:
        return next(i for i, l in enumerate(f, 1) if text in l)


def wrong():
    for model, options, texts in (
            ("PlanarTests.Over", ["wheel.radius=0"], ["wheel.radius", "min"]),
            ("PlanarTests.Over", ["wheel.c=-1"], ["wheel.c", "min"]),
            ("PlanarTests.Over", ["world.g=-9.81"], ["world.g", "min"]),
            ("PlanarTests.Over", ["wheel.mu=0.5"], ["friction at rest is below that of sliding"]),
            ("PlanarTests.Over", ["y0=-0.1"], ["wheel: the wheel is below the road at the start", "planar.dtm:%d:" % line("Planar.Wheel wheel(radius = 0.3"), "note: wheel is declared here"]),
            ("PlanarTests.Shaft", ["low.radius=0.6"], ["low: the disc is in the wall at the start", "planar.dtm:%d:" % line("Planar.WallContact low"), "note: low is declared here"]),
            ("PlanarTests.Over", ["road.edge=[1, 0.05, 0.2; 3, -0.08, 0.5]"], ["edge 1 of the road is sharper than the wheel"]),
            ("PlanarTests.Over", ["road.edge=[1, 0.05, 0.4; 1.2, -0.08, 0.5]"], ["edge 2 of the road begins at"]),
            ("PlanarTests.Parked", ["car.l_rear=-1"], ["l_rear"]),
            ("PlanarTests.Twice", [], ["repeats the coupling made by", "up"])):
        sets = [x for o in options for x in ("--set", o)]
        done = subprocess.run([DTC, "sim", FILE, "--model", model, "--stop", "0.01"] + sets, capture_output=True, text=True)
        check(done.returncode == 1 and all(t in done.stderr for t in texts), "%s, %s: not said %s: %s" % (model, options, texts, done.stderr[:300]))


def main():
    every = (pendulum, orders, four_bar, starts, swing, walls, edges, downhill, inclined, parked, stopped, wheelie, driven, signs, vehicles, wrong)
    for test in every + ((drift,) if LONG else ()):
        try:
            test()
        except (ArithmeticError, KeyError, TypeError, ValueError) as e:
            check(False, "%s: %s" % (test.__name__, e))
    print("%d passed, %d failed" % (count[True], count[False]))
    return count[False] > 0


sys.exit(main())
