"""promises.py DTC WORK: models/drive4 against its equations, written again here, and the tables of its readme.

- Linear, in each gear: the answer to a step of torque by the matrix exponential; shuffle and rattle from the characteristic polynomial.
- TwoMass: the eigenvalues of the source to their digits, the free motion.
- FullTipIn: starts in a steady motion, no torque within the play, energy; the tire's slope.
- RunUp: order 2 of the clutch's torque over order 2 of the engine's, against the frequency response.
"""
import cmath
import csv
import json
import math
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from simulated import simulated  # noqa: E402
from tally import finish  # noqa: E402

DTC, WORK = sys.argv[1:3]
FILE = "models/drive4/drive4.dtm"
README = open("models/drive4/README.md").read()
GEARS, FINAL = [3.42, 1.95, 1.30, 0.97, 0.78], 3.94
results = []


def check(title, good, text=""):
    results.append((title, None if good else text or "not so"))


def run(model, show, *options):
    out = os.path.join(WORK, model + ".csv")
    command = [DTC, "sim", FILE, "--model", "Drive4." + model, "--quiet", "--vars", show, "-o", out, *options]
    return simulated(command, out)


# ---- matrices --------------------------------------------------------------------------------------------------------

def times(a, b):
    return [[sum(x*y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def exponential(a):
    """By scaling, a series and squaring."""
    n, norm = len(a), max(sum(map(abs, row)) for row in a)
    halvings = max(0, math.ceil(math.log2(norm)) + 5)
    a = [[x/2**halvings for x in row] for row in a]
    total = term = [[float(i == k) for k in range(n)] for i in range(n)]
    for k in range(1, 14):
        term = [[x/k for x in row] for row in times(term, a)]
        total = [[x + y for x, y in zip(p, q)] for p, q in zip(total, term)]
    for _ in range(halvings):
        total = times(total, total)
    return total


def eigenvalues(a):
    """Roots of the characteristic polynomial (Faddeev-LeVerrier, then all at once), for a handful of states."""
    n, m, c = len(a), [[0.0]*len(a) for _ in a], [1.0]
    for k in range(1, n + 1):
        m = times(a, m)
        for i in range(n):
            m[i][i] += c[-1]
        c.append(-sum(times(a, m)[i][i] for i in range(n))/k)
    size = max(abs(x)**(1/k) for k, x in enumerate(c) if k)
    roots = [size*cmath.rect(0.4 + 0.1*k, 0.9*k + 0.4) for k in range(n)]
    for _ in range(400):
        for i, z in enumerate(roots):
            value = 0j
            for x in c:
                value = value*z + x
            roots[i] = z - value/math.prod(z - y for k, y in enumerate(roots) if k != i)
    return roots


def four_masses(gear, j_engine=0.14, v0=None):
    """A of clutch and axle torsion and four speeds, all at the wheels; B of the engine's torque; v0."""
    i = GEARS[gear - 1]*FINAL
    v0 = v0 or 210*0.29/i
    j = [j_engine*i*i, 0.006*i*i + 0.002*FINAL**2 + 0.05, 1.6, 1200*0.29**2]
    c, d = [1000*i*i, 16000], [0.4*i*i, 10, 20*6600*0.29**2/v0]
    a = [[0.0]*6 for _ in range(6)]
    for k in range(2):
        a[k][2 + k], a[k][3 + k] = 1.0, -1.0
    for k in range(3):                                      # part k is between masses k and k + 1
        for mass, sign in ((k, -1), (k + 1, 1)):
            if k < 2:
                a[2 + mass][k] += sign*c[k]/j[mass]
            a[2 + mass][2 + k] += sign*d[k]/j[mass]
            a[2 + mass][3 + k] -= sign*d[k]/j[mass]
    return a, [0, 0, i/j[0], 0, 0, 0], v0


def shapes(model, gear, *options):
    """Of each mode that swings: lambda and the speeds of all components, by name."""
    command = [DTC, "modes", FILE, "--model", "Drive4." + model, "--set", f"gear={gear}", "--format", "csv", *options]
    told = csv.reader(subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines())
    table, head, values, speed = "", [], {}, {}
    for cells in told:
        if len(cells) < 2 or cells[0] == "mode":
            head, table = (cells, table) if len(cells) > 1 else (head, cells[0] if cells else "")
        elif table.startswith("shapes"):
            speed.setdefault(cells[0], {})[cells[1]] = complex(*map(float, cells[head.index("re [1]"):][:2]))
        elif table == "modes":
            values[cells[0]] = complex(*map(float, cells[head.index("re [1/s]"):][:2]))
    return [(z, speed[mode]) for mode, z in values.items() if z.imag > 1e-3]


def damped(roots):
    """Frequency in Hz and damping of the pairs, ascending."""
    return sorted((abs(z)/2/math.pi, -z.real/abs(z)) for z in roots if z.imag > 1e-3)


def mounted(gear):
    """Mounted, by Lagrange: coordinates engine, gearbox, block, wheels, vehicle, cabin; wheels of the gears turn against the block."""
    first, tire = GEARS[gear - 1], 20*6600*0.29**2/(210*0.29/GEARS[gear - 1]/FINAL)
    body, cabin, block = (1200 - 80)*0.29**2, 80*0.29**2, 8
    row = lambda **at: [at.get(name, 0) for name in "egbwvc"]       # noqa: E731
    output = row(g=1/first, b=1 - 1/first)
    crown = row(g=1/first/FINAL, b=1 - 1/first/FINAL)
    inertias = [(0.14, row(e=1)), (0.006, row(g=1)), (0.002, output), (0.05, crown), (block, row(b=1)), (1.6, row(w=1)), (body, row(v=1)), (cabin, row(c=1))]
    roll, seat = 2*math.pi*11, 2*math.pi*18
    springs = [(1000, 0.4, row(e=1, g=-1)), (16000, 10, [x - y for x, y in zip(crown, row(w=1))]), (0, tire, row(w=1, v=-1)),
               (block*roll**2, 0.16*block*roll, row(b=1)), (cabin*seat**2, 0.1*cabin*seat, row(v=1, c=-1))]
    off, found = 0.0, shapes("Mounted", gear)
    for z, speed in found:
        v = [speed[name] for name in ("engine", "gearbox", "block_", "wheels", "vehicle", "cabin")]
        along = lambda r: sum(x*y for x, y in zip(r, v))       # noqa: E731
        parts = [[j*z*along(r)*x for x in r] for j, r in inertias] + [[(c/z + d)*along(r)*x for x in r] for c, d, r in springs]
        for k in range(6):
            off = max(off, abs(sum(p[k] for p in parts))/max(abs(p[k]) for p in parts))
    check(f"gear {gear}: Mounted by Lagrange", len(found) == 4 and off < 1e-6, f"{len(found)} modes, off by {off:.1e} of the largest torque")


for gear in range(1, 6):
    mounted(gear)

# ---- linear ----------------------------------------------------------------------------------------------------------

table = re.findall(r"^\| (\d) \| [\d.]+ \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|", README, re.M)
check("readme: a row for each gear", len(table) == 5)
for gear in range(1, 6):
    a, b, v0 = four_masses(gear)
    # relative speeds in place of speeds: no rigid mode
    relative = [[a[i][k] for k in range(2)] + [0.0]*3 for i in range(2)]
    relative[0][2], relative[1][3] = 1.0, 1.0
    for k in range(3):
        row = [x - y for x, y in zip(a[2 + k], a[3 + k])]
        relative.append(row[:2] + [sum(row[2:3 + n]) for n in range(3)])        # speed k is the sum of those behind it
    pairs = damped(eigenvalues(relative))
    check(f"gear {gear}: two modes", len(pairs) == 2, str(pairs))
    (shuffle, soft), (rattle, hard) = pairs
    check(f"gear {gear}: shuffle", 4 <= shuffle <= 12, str(shuffle))
    check(f"gear {gear}: rattle", 40 <= rattle <= 80, str(rattle))
    for told, found in zip(table[gear - 1][1:], (shuffle, soft, rattle, hard)):
        check(f"gear {gear}: readme", abs(float(told) - found) <= 0.5001*10**-len(told.split(".")[1]), f"{told}, not {found}")
    # shapes at the wheels' side are eigenvectors of the equations at that side: lambda v = sum of torques over inertia
    found = [(z, [x[name] for name in ("engine", "gearbox", "wheels", "vehicle")]) for z, x in shapes("Linear", gear, "--referred", "wheels")]
    off = 0.0
    for z, v in found:
        twist = [(v[k] - v[k + 1])/z for k in range(2)]
        for mass in range(4):
            rate = sum(x*y for x, y in zip(a[2 + mass], twist + v))
            off = max(off, abs(z*v[mass] - rate)/abs(z))
    check(f"gear {gear}: shapes referred to the wheels", len(found) == 2 and off < 1e-5, f"{len(found)} modes, off by {off:.1e} of the largest speed")
    step = 0.01
    matrix = [row + [x*100] for row, x in zip(a, b)] + [[0.0]*7]
    over = exponential([[x*step for x in row] for row in matrix])
    inputs = os.path.join(WORK, "step.yaml")
    with open(inputs, "w") as f:
        f.write("inputs: {torque: [[0, 0], [0.1, 0], [0.1, 100]]}\n")
    rows, _ = run("Linear", "a_vehicle,gearbox.w,vehicle.w,clutch.phi_rel", "--param", inputs, "--set", f"gear={gear}", "--rtol", "1e-9",
                  "--stop", "0.7", "--interval", "0.01")
    ratio, state, worst = GEARS[gear - 1]*FINAL, [[0.0] for _ in range(6)] + [[1.0]], 0.0
    rows = [r for r, later in zip(rows, rows[1:] + [{"time": 9}]) if later["time"] > r["time"]]    # the right side of an event
    for k, row in enumerate(rows):
        if k > 10:
            state = times(over, state)
        if abs(row["time"] - k*step) > 1e-9:
            raise ArithmeticError("rows are not where they are to be")
        twist, _, _, w_gearbox, _, w_vehicle = (x[0] for x in state[:6])
        start = 210/ratio                                      # the vehicle starts at no slip
        off = max(abs(-row["clutch.phi_rel"]/ratio - twist), abs(row["gearbox.w"]/ratio - start - w_gearbox)/10, abs(row["vehicle.w"] - start - w_vehicle)/10)
        worst = max(worst, off) if off == off else math.nan
    check(f"gear {gear}: step of torque", worst <= 1e-7 and len(rows) == 71, f"off by {worst}, {len(rows)} rows")

# ---- two masses ------------------------------------------------------------------------------------------------------

A = [[0, 0, 1, 0], [0, 0, 0, 1], [-2, 1, -1, 0], [1, -1, 0, 0]]
found = sorted((z for z in eigenvalues([[float(x) for x in row] for row in A]) if z.imag > 0), key=abs)
for z, (real, imag) in zip(found, ((-0.15, 0.63), (-0.35, 1.5))):
    check(f"two masses: {real}", abs(z.real - real) <= 0.005 and abs(z.imag - imag) <= (0.005 if imag < 1 else 0.05), str(z))
check("two masses: two pairs", len(found) == 2)
rows, _ = run("TwoMass", "mass1.s,mass2.s", "--rtol", "1e-9", "--interval", "0.5")
over = exponential([[0.5*x for x in row] for row in A])
state, worst = [[0.0], [1.0], [0.0], [0.0]], 0.0
for k, row in enumerate(rows):
    state = times(over, state) if k else state
    worst = max(worst, abs(row["mass1.s"] - state[0][0]), abs(row["mass2.s"] - state[1][0]))
check("two masses: free motion", worst <= 1e-6 and len(rows) == 61, f"off by {worst}")

# ---- slip and lash ---------------------------------------------------------------------------------------------------

rows, _ = run("SlipCurve", "slip,force")
near = min(rows, key=lambda r: abs(r["slip"] - 1e-3))
check("slip: the slope of the linear tire", abs(near["force"]/near["slip"] - 20*6600) <= 0.01*20*6600, str(near))
check("slip: the peak is the load", abs(max(r["force"] for r in rows) - 6600) <= 1)
rows, account = run("FullTipIn", "shaft,axle.phi_rel,a,tire.kappa", "--rtol", "1e-8", "--audit")
before = [r["a"] for r in rows if r["time"] < 0.5]
check("full: a steady motion at first", max(before) - min(before) <= 0.01*abs(before[0]) and before[0] < 0, f"{min(before)} to {max(before)}")
inside = [r["shaft"] for r in rows if abs(r["axle.phi_rel"]) < 0.01499]
check("full: no torque within the play", len(inside) > 10 and not any(inside), str(len(inside)))
residual = re.search(r"^residual +\S+ +(\S+) of", account, re.M)
check("full: energy", residual and float(residual.group(1)) <= 1e-6, account)
peaks = {}
for model, options in (("with play", ()), ("without", ("--set", "lash=0"))):
    rows, _ = run("FullTipIn", "shaft,axle.phi_rel,a", "--rtol", "1e-8", *options)
    peaks[model] = max(r["shaft"] for r in rows)
    told = re.search(rf"^\| {model} \| (\d+) \|", README, re.M)
    check(f"readme: largest torque {model}", told and abs(float(told.group(1)) - peaks[model]) <= 1, f"{peaks[model]}")
check("full: play makes it worse", peaks["with play"] > 1.1*peaks["without"], str(peaks))

# ---- a run-up and the frequency response -----------------------------------------------------------------------------

out = os.path.join(WORK, "run_up.mat")
done = subprocess.run([DTC, "sim", FILE, "--model", "Drive4.RunUp", "--quiet", "--rtol", "1e-7", "--vars", "engine.w,torque_clutch,cylinders.tau", "-o", out],
                      capture_output=True, text=True)
told = subprocess.run([DTC, "orders", out, "--speed", "engine.w", "--vars", "torque_clutch,cylinders.tau", "--orders", "0.5,1,1.5,2,2.5,3,4,6", "--from", "2",
                       "--format", "json"], capture_output=True, text=True)
if done.returncode or told.returncode:
    raise ArithmeticError(done.stderr + told.stderr)
told = json.loads(told.stdout)
pistons = 4*0.45*0.0405**2/2*(1 + (0.0405/0.14)**2/4)                   # mean inertia of the pistons
A, B, _ = four_masses(3, 0.14 + pistons, 11.9)
i = GEARS[2]*FINAL


def response(w):
    """Torque of the clutch disc over that of the engine at w rad/s: (jw - A)*x = B by elimination."""
    n, m = 6, [[(1j*w if r == k else 0) - A[r][k] for k in range(6)] + [B[r]] for r in range(6)]
    for p in range(n):
        best = max(range(p, n), key=lambda r: abs(m[r][p]))
        m[p], m[best] = m[best], m[p]
        for r in range(p + 1, n):
            f = m[r][p]/m[p][p]
            m[r] = [x - f*y for x, y in zip(m[r], m[p])]
    x = [0j]*n
    for p in reversed(range(n)):
        x[p] = (m[p][n] - sum(m[p][k]*x[k] for k in range(p + 1, n)))/m[p][p]
    return i*(1000*x[0] + 0.4*(x[2] - x[3]))


signals = {s["name"]: {o["order"]: [cmath.rect(a, p) for a, p in zip(o["amplitude"], o["phase"])] for o in s["orders"]} for s in told["signals"]}
most = max(abs(x) for x in signals["torque_clutch"][2])
off, steady = [], []
speeds, instants = told["speed"], told["time"]
for k in range(1, len(speeds) - 1):
    w, rate = 2*speeds[k], 2*(speeds[k + 1] - speeds[k - 1])/(instants[k + 1] - instants[k - 1])
    bend = response(w + 1) - 2*response(w) + response(w - 1)
    clutch, engine = signals["torque_clutch"][2][k], signals["cylinders.tau"][2][k]
    steady.append(abs(clutch - response(w)*engine)/most)
    off.append(abs(clutch - (response(w) - 0.5j*rate*bend)*engine)/most)    # of a frequency that rises: the first term of its series
print(f"| run-up: order 2 off by {max(steady):.4f} of the largest from the frequency response, {max(off):.4f} with the rise of the frequency |")
check("run-up: order 2 by the frequency response", len(off) > 100 and all(e <= 0.01 for e in off), f"off by {max(off)} of the largest, {most} N.m")
check("run-up: and without the rise of the frequency", all(e <= 0.04 for e in steady), f"off by {max(steady)}")
peak = told["speed"][max(range(len(speeds)), key=lambda k: abs(signals["torque_clutch"][2][k]))]
# cylinders.tau is given at the inertia of the crankshaft without that of the pistons' change; the largest is near the rattle of gear 3
check("run-up: the largest at the rattle", abs(2*peak/2/math.pi - float(table[2][3])) <= 2, f"{2*peak/2/math.pi} Hz")
finish(results)
