"""lines.py DTC WORK: the order lines of Drivetrain.Excitation and Engine.CylinderEngine, as dtc orders measures them, against closed forms.

Runs are at rtol 1e-9. For the engine, the torque is written again here, and its orders are sums over one cycle.
"""
import cmath
import json
import math
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from tally import finish  # noqa: E402

DTC, WORK = sys.argv[1:3]
FILE = "tests/excitation/lines.dtm"
results = []


def check(title, good, text=""):
    results.append((title, None if good else text or "not so"))


def run(model, *options):
    out = os.path.join(WORK, model + ".mat")
    done = subprocess.run([DTC, "sim", FILE, "--model", "Lines." + model, "--audit", "--quiet", "--rtol", "1e-9", "-o", out, *options],
                          capture_output=True, text=True)
    residual = re.search(r"^residual +\S+ +(\S+) of", done.stdout, re.M)
    if done.returncode or not residual:
        raise ArithmeticError(model + ": " + done.stderr)
    check(model + ": energy", float(residual.group(1)) <= 1e-6, residual.group(0))
    return out


def fixed_step(model):
    """By rk4 at 0.1 ms: the energy that is left is of the method's order."""
    done = subprocess.run([DTC, "sim", FILE, "--model", "Lines." + model, "--audit", "--quiet", "--method", "rk4", "--step", "1e-4", "--stop", "0.5",
                           "-o", os.path.join(WORK, "fixed.mat")], capture_output=True, text=True)
    residual = re.search(r"^residual +\S+ +(\S+) of", done.stdout, re.M)
    check(model + ": energy with a fixed step", done.returncode == 0 and residual and float(residual.group(1)) <= 1e-9, done.stdout + done.stderr)


def measured(out, speed, name, which, *options):
    """{order: list of complex amplitudes, one for each window}"""
    done = subprocess.run([DTC, "orders", out, "--speed", speed, "--vars", name, "--orders", ",".join("%g" % n for n in which),
                           "--format", "json", *options], capture_output=True, text=True)
    if done.returncode or done.stderr:
        raise ArithmeticError(out + ": " + done.stderr)
    found = json.loads(done.stdout)["signals"][0]["orders"]
    return {o["order"]: [cmath.rect(a, p) if o["order"] else complex(a) for a, p in zip(o["amplitude"], o["phase"])] for o in found}


def lines(title, out, speed, name, expected, allowed, *options):
    """expected: {order: amplitude*exp(j*phase)}"""
    found = measured(out, speed, name, expected, *options)
    for n, exact in expected.items():
        off = [abs(x - exact) for x in found[n]]
        check(f"{title}: order {n:g} of {name}", len(off) >= 2 and all(e <= allowed for e in off), f"{found[n][0]} is to be {exact}")


# ---- torque by orders ------------------------------------------------------------------------------------------------

out = run("Torque", "--stop", "3", "--interval", "5e-4")
lines("torque", out, "shaft.w", "torque.tau", {0: 0, 0.5: cmath.rect(3, 0.4), 1: 0, 2: cmath.rect(20, -1), 4: cmath.rect(7, 2.5)}, 2e-5)
out = run("Scaled", "--stop", "3", "--interval", "5e-4")
lines("scaled", out, "torque.w", "torque.tau", {0: 1.5, 1: 0, 2: 10}, 2e-5)

# ---- universal joints ------------------------------------------------------------------------------------------------

out = run("Joint", "--stop", "3", "--interval", "5e-4")
q = math.tan(0.2)**2
lines("joint", out, "shaft.w", "driven.w", {0: 60, 1: 0, 2: cmath.rect(120*q, -0.6), 3: 0, 4: cmath.rect(120*q*q, -1.2)}, 2e-5)
out = run("JointPair", "--stop", "3", "--interval", "5e-4")
lines("a pair of joints, in phase", out, "shaft.w", "driven.w", {0: 60, 1: 0, 2: 0, 4: 0}, 1e-6)
lines("a pair of joints, in phase", out, "shaft.w", "middle.w", {2: 120*q, 4: 120*q*q}, 2e-5)
out = run("JointPair", "--stop", "3", "--interval", "5e-4", "--set", "offset=0")
c = math.cos(0.4)**2
both = (1 - c)/(1 + c)
lines("a pair of joints, out of phase", out, "shaft.w", "driven.w", {0: 60, 2: 120*both, 4: 120*both**2, 6: 120*both**3}, 1e-4)
run("FreeJoint")

# ---- wheels ----------------------------------------------------------------------------------------------------------

out = run("Wheel", "--stop", "3", "--interval", "5e-4")
lines("wheel", out, "shaft.w", "car.v", {0: 18, 1: cmath.rect(0.036, 0.5), 2: cmath.rect(0.024, -1), 3: 0}, 1e-7)
lines("wheel", out, "shaft.w", "wheel.radial", {1: cmath.rect(280, 0.5), 2: cmath.rect(80, -1)}, 1e-3)
out = run("Ripple", "--stop", "3", "--interval", "5e-4")
lines("unbalance", out, "shaft.w", "unbalance.f_x", {0: 0, 1: cmath.rect(36, -0.7), 2: 0}, 1e-5)
lines("unbalance", out, "shaft.w", "unbalance.f_y", {0: -0.05*9.80665, 1: cmath.rect(36, -0.7 - math.pi/2)}, 1e-5)
lines("unbalance", out, "shaft.w", "unbalance.flangeR.tau", {0: 0, 1: cmath.rect(0.0980665, -0.7), 2: 0}, 1e-6)
out = run("FreeUnbalance", "--vars", "momentum")
done = subprocess.run([DTC, "sim", FILE, "--model", "Lines.FreeUnbalance", "--quiet", "--rtol", "1e-9", "--vars", "momentum", "-o", "-"], capture_output=True, text=True)
momentum = [float(line.split(",")[1]) for line in done.stdout.splitlines()[1:]]
check("unbalance: momentum", len(momentum) > 100 and all(abs(x - momentum[0]) <= 1e-6 for x in momentum), str(momentum[:2]))

# ---- teeth: the second wheel on its mesh, as one mass on a spring whose foot moves by the error ------------------------

out = run("Mesh", "--stop", "3", "--interval", "1e-4")
r_b = 0.03*37/23
mass = 0.02/r_b**2
expected = {22: 0}
for k, (e, phase) in enumerate(((5e-6, 0.3), (2e-6, 1.0)), 1):
    w = 23*k*60.0
    x = cmath.rect(e, phase)*(2e6 + 1j*w*300)/(2e6 - mass*w*w + 1j*w*300)      # r_b*phi_b + r_a*phi_a
    expected[23.0*k] = 1j*w*x/r_b*cmath.exp(1j*w*1.5)                          # angles are counted from 1.5 s on
lines("teeth", out, "shaft.w", "wheel.w", expected, 2e-4*abs(expected[23]), "--from", "1.5")

# ---- cylinders -------------------------------------------------------------------------------------------------------

BORE, STROKE, ROD, PISTON, RATIO, SPEED = 0.079, 0.081, 0.14, 0.45, 10, 200.0
AREA, CRANK = math.pi*BORE**2/4, STROKE/2


def way(theta):
    return CRANK*(1 - math.cos(theta)) + ROD - math.sqrt(ROD**2 - (CRANK*math.sin(theta))**2)


def slopes(theta):
    """First and second derivative of the way, by differences of higher order that know nothing of the library's formulas."""
    h = 1e-2
    f = [way(theta + k*h) for k in range(-3, 4)]
    return ((f[6] - f[0]) - 9*(f[5] - f[1]) + 45*(f[4] - f[2]))/(60*h), \
        (2*(f[6] + f[0]) - 27*(f[5] + f[1]) + 270*(f[4] + f[2]) - 490*f[3])/(180*h*h)


def pressure(theta, combustion):
    volume = 1 + way(theta)*(RATIO - 1)/STROKE
    top, rise = 0.95e5*RATIO**1.32, 1 + 3*combustion
    if theta < -math.pi:
        return 0.95e5
    if theta > math.pi:
        return 1.05e5 + (top*rise*RATIO**-1.28 - 1.05e5)*math.exp(-(theta - math.pi)/0.35)
    burnt = 1 - math.exp(-5*max(0, theta + 0.35)**3)
    return top*((1 - burnt)*volume**-1.32 + burnt*rise*volume**-1.28)


def torques(angle, uneven):
    gas = inertia = 0.0
    for i in range(4):
        theta = (angle - math.pi*i + 2*math.pi) % (4*math.pi) - 2*math.pi
        slope, bend = slopes(theta)
        gas += (pressure(theta, uneven if i == 2 else 1) - 1e5)*AREA*slope
        inertia -= PISTON*SPEED**2*slope*bend
    return gas, inertia


def order_of(values, n):
    m = len(values)
    return sum(x*cmath.exp(-1j*n*4*math.pi*(k + 0.5)/m) for k, x in enumerate(values))*(2 if n else 1)/m


which = [0, 0.5, 1, 1.5, 2, 2.5, 3, 4, 6]
for uneven in (1, 0.8):
    out = run("Cylinders", "--stop", "1", "--interval", "5e-5", "--set", f"uneven={uneven}")
    cycle = [torques(4*math.pi*(k + 0.5)/3600, uneven) for k in range(3600)]
    for name, part in (("engine.tau_gas", 0), ("engine.tau_inertia", 1)):
        exact = {n: order_of([x[part] for x in cycle], n) for n in which}
        lines(f"cylinders, {uneven:g}", out, "shaft.w", name, exact, 2e-4*abs(exact[2]))
        small = max(abs(exact[n]) for n in (0.5, 1, 1.5, 2.5, 3))
        check(f"cylinders, {uneven:g}: half orders of {name}", (small > 5) == (uneven < 1 and part == 0) and (small > 5 or small < 1e-6), str(small))
        if part:
            leading = 2*PISTON*CRANK**2*SPEED**2
            check("cylinders: leading term of the inertia", abs(abs(exact[2]) - leading) <= (CRANK/ROD)**2*leading, f"{exact[2]}, {leading}")
run("FreePistons")
for model in ("FreeJoint", "JointPair", "FreeUnbalance", "FreePistons", "Cylinders", "Scaled", "Wheel"):
    fixed_step(model)
finish(results)
