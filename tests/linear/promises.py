"""promises.py DTC WORK [LONG]: what holds of `dtc linearize` and `dtc modes`, against closed forms and ways of their own.

- chains of equal inertias, free and held, of masses, behind gears, a planetary set, damped pairs: eigenvalues by formula, or of M, D, K by mpmath.
- A, B, C, D of nonlinear models at points of runs: by central differences of the generated C in numbers of 113 bits (quad.cpp), eigenvalues in 30 digits.
- identities of shares and slopes; slopes against other values of the parameter; parameters that follow from others; multiple eigenvalues.
- elements that stick: against the model with rigid shafts.
- every form of output says the same matrices; the model and the modes move as the matrix exponential, and as simulations.
- what is wrong is said: names, times, files, borders.
LONG: longer chains, more models and points. Prints figures and counts.
"""
import csv
import glob
import io
import itertools
import json
import math
import os
import re
import subprocess
import sys

import mpmath as mp
import numpy as np
import scipy.io
import scipy.linalg

DTC, WORK = sys.argv[1:3]
LONG = len(sys.argv) > 3
TESTS = "tests/linear/linear.dtm"
mp.mp.dps = 30
count = {True: 0, False: 0}


def check(good, text):
    count[bool(good)] += 1
    if not good:
        print("FAILED " + text)


def dtc(*args):
    return subprocess.run([DTC, *args], capture_output=True, text=True)


def done(*args):
    p = dtc(*args)
    if p.returncode:
        raise ArithmeticError(" ".join(args) + ": " + p.stderr)
    return p


def no_twice(pairs):
    if len({k for k, v in pairs}) < len(pairs):
        raise ArithmeticError("a key stands twice: " + str([k for k, v in pairs]))
    return dict(pairs)


def sheet(command, model, *options, file=TESTS):
    """The tables of a command, as JSON has them: {key: rows}."""
    out = json.loads(done(command, file, "--model", model, "--format", "json", *options).stdout, object_pairs_hook=no_twice)
    return {k: v["rows"] for k, v in out.items() if isinstance(v, dict)}


def matrices(model, *options, file=TESTS):
    """A, B, C, D, and the names of states, inputs, outputs."""
    t = sheet("linearize", model, *options, file=file)
    x = [r["state"] for r in t["states"] if r["is"] == "state"]
    u = [r["input"] for r in t.get("inputs", [])]
    y = [r["output"] for r in t.get("outputs", [])]

    def dense(key, rows, columns):
        m = np.zeros((len(rows), len(columns)))
        for i, r in enumerate(t.get(key, [])):
            if "row of " + key in r:
                m[i] = [r[c] for c in columns]
            else:                          # large ones: entries that are not zero
                m[rows.index(r["row"]), columns.index(r["column"])] = r["value"]
        return m
    return dense("A", x, x), dense("B", x, u), dense("C", y, x), dense("D", y, u), x, u, y, t


def modes(model, *options, file=TESTS):
    t = sheet("modes", model, *options, file=file)
    for r in t["modes"]:
        r["lambda"] = complex(r["re"], r["im"])
        r["share"] = {e["component"]: e for e in t["energies"] if e["mode"] == r["mode"]}
        r["slope"] = {e["parameter"]: e for e in t["slopes"] if e["mode"] == r["mode"]}
    return t["modes"]


def apart(got, want, rounding=0):
    """The largest relative difference between lists of numbers, less an absolute one; those with im >= 0, by magnitude."""
    got, want = (sorted((complex(z) for z in l if complex(z).imag >= 0), key=lambda z: (abs(z), z.real)) for l in (got, want))
    if len(got) != len(want):
        return math.inf
    return max(max(0, abs(a - b) - rounding)/abs(b) if b else (0 if a == 0 else math.inf) for a, b in zip(got, want))


# ---- closed forms ----------------------------------------------------------------------------------------------------

def chains():
    worst = {"free": 0, "held": 0}
    sizes = [2, 3, 10, 100, 1000] + ([10000] if LONG else [])
    for n, kind in itertools.product(sizes, worst):
        rows = modes("LinearTests.FreeChain" if kind == "free" else "LinearTests.FixedChain", "--set", f"n={n}", "--modes", "12")
        rigid = [r for r in rows if r["name"] == "rigid"]
        check(all(r["lambda"] == 0 for r in rigid) and len(rigid) == (2 if kind == "free" else 0), f"chain of {n}, {kind}: {len(rigid)} rigid modes")
        swings = [r for r in rows if r["name"] != "rigid"]
        check(len(swings) >= min(n - (kind == "free"), 8), f"chain of {n}, {kind}: {len(swings)} modes")
        for k, r in enumerate(swings, 1):
            w = 2*math.sqrt(1000/0.1)*math.sin(k*math.pi/(2*n) if kind == "free" else (2*k - 1)*math.pi/(2*(2*n + 1)))
            worst[kind] = max(worst[kind], abs(r["lambda"] - 1j*w)/w)
    for kind, error in worst.items():
        check(error < 1e-12, f"chains, {kind}: {error:.1e}")
    print(f"| chains of up to {sizes[-1]}, lowest modes | free: {worst['free']:.0e}, held: {worst['held']:.0e} |")
    rows = modes("LinearTests.MassChain", "--set", "n=7")
    error = apart([r["lambda"] for r in rows], [2j*math.sqrt(500)*math.sin(k*math.pi/16) for k in range(1, 8)])
    check(error < 1e-13, f"masses between walls: {error:.1e}")


def quadratic(M, D, K):
    """Roots of det(s^2 M + s D + K), by mpmath."""
    n = M.rows
    A = mp.zeros(2*n)
    for i in range(n):
        A[i, n + i] = 1
    A[n:2*n, 0:n] = -(M**-1)*K
    A[n:2*n, n:2*n] = -(M**-1)*D
    return [complex(z) for z in mp.eig(A, left=False, right=False)]


def springs(J, ends):
    """M, D, K of inertias and elements: c, d and the deflection by angles."""
    M, D, K = mp.diag(J), mp.zeros(len(J)), mp.zeros(len(J))
    for c, d, e in ends:
        for i in range(len(J)):
            for j in range(len(J)):
                K[i, j] += mp.mpf(c)*e[i]*e[j]
                D[i, j] += mp.mpf(d)*e[i]*e[j]
    return M, D, K


def without_zeros(values, n):
    values = sorted(values, key=abs)
    if any(abs(z) > 1e-9 for z in values[:n]):
        raise ArithmeticError("no rigid motion in the closed form")
    return values[n:]


def closed_forms():
    i1, i2 = mp.mpf("2.5"), mp.mpf(-3)
    want = without_zeros(quadratic(*springs([0.2, 1.3, 40], [(900, 0.3, [-1/i1, 1, 0]), (21000, 9, [0, -1/i2, 1])])), 2)
    rows = modes("LinearTests.GearedChain")
    geared = apart([r["lambda"] for r in rows if r["name"] != "rigid"], want)
    check(geared < 1e-11 and [r["lambda"] for r in rows][:2] == [0, 0], f"geared chain: {geared:.1e}")
    J1, J2, c, d, d1, d2 = 0.3, 2, 500, 1.5, 0.4, 0.7
    want = mp.polyroots([mp.mpf(J1)*J2, mp.mpf(J1)*(d + d2) + J2*(mp.mpf(d) + d1), mp.mpf(c)*(mp.mpf(J1) + J2) + mp.mpf(d)*(mp.mpf(d1) + d2) + mp.mpf(d1)*d2,
                         c*(mp.mpf(d1) + d2)], maxsteps=200, extraprec=200)
    pair = apart([r["lambda"] for r in modes("LinearTests.TwoMasses")], want)
    check(pair < 1e-12, f"damped pair: {pair:.1e}")
    r = mp.mpf("2.2")
    # carrier = (sun + r ring)/(1 + r): angles of mass 1, mass 2, mass 3, sun, ring
    want = without_zeros(quadratic(*springs([0.1, 0.5, 2, 0.01, 0.05], [(800, 0, [-1, 0, 0, 1, 0]), (3000, 0, [0, -1, 0, 1/(1 + r), r/(1 + r)]),
                                                                       (5000, 0, [0, 0, -1, 0, 1])])), 4)
    rows = modes("LinearTests.Set")
    planets = apart([r["lambda"] for r in rows if r["name"] != "rigid"], want)
    check(planets < 1e-12 and sum(r["lambda"] == 0 for r in rows) == 4, f"planetary set: {planets:.1e}")
    print(f"| geared chain {geared:.0e}, damped pair {pair:.0e}, planetary set {planets:.0e} | of M, D, K by mpmath |")
    rows = modes("Drive4.TwoMass", file="models/drive4/drive4.dtm")
    printed = [r["lambda"] for r in rows]
    check(len(rows) == 2 and abs(printed[1].real + 0.35) < 0.005 and abs(printed[1].imag - 1.5) < 0.05 and abs(printed[0].real + 0.15) < 0.005 and
          abs(printed[0].imag - 0.63) < 0.005, f"two masses as printed: {printed}")
    exact = apart(printed, mp.polyroots([1, 1, 3, 1, 1]))
    check(exact < 1e-14, f"two masses: {exact:.1e}")
    print(f"| two masses as printed, {printed[1]:.10f}, {printed[0]:.10f} | {exact:.0e} |")


# ---- differences of the step in numbers of 113 bits ------------------------------------------------------------------

QUAD = ["g++", "-x", "c++", "-std=gnu++17", "-fpermissive", "-w", "-O0", '-DDTC_REAL_HEADER="quad.h"', "-Itests/linear", "-Iruntime", "-I" + WORK]


def quad_runtime():
    objects = []
    for file in sorted(glob.glob("runtime/*.c")):
        objects.append(os.path.join(WORK, os.path.basename(file)[:-2] + ".o"))
        subprocess.run(QUAD + ["-c", file, "-o", objects[-1]], check=True)
    return objects


def rows_of(path):
    with open(path) as f:
        return list(csv.DictReader(f))


def by_quad(objects, file, model, sets, times, outputs="", step="1e-3", tolerance=1e-9):
    """At rows of a run: the matrices of dtc against differences, their eigenvalues against those of mpmath."""
    run, source, program = (os.path.join(WORK, name) for name in ("run.csv", "quad_model.c", "quad_model"))
    sets = [a for s in sets for a in ("--set", s)]
    done("sim", file, "--model", model, *sets, "--stop", str(max(times)), "--interval", str(min(times)), "--rtol", "1e-8", "--vars", "*", "--quiet", "-o", run)
    done(file, "--model", model, *sets, "--step", step, "--vars", "*", "-o", source)
    rows = rows_of(run)
    with open(source[:-1] + "h") as f:
        info = re.search(r"extern const dtc_model_info (\w+);", f.read())[1]
    subprocess.run(QUAD + [source, "tests/linear/quad.cpp", "-x", "none", *objects, "-lquadmath", "-DINFO=" + info, "-o", program], check=True)
    for at in times:
        point = [*sets, "--state", run, "--at", str(at)]
        out = ["--out", outputs] if outputs else []
        A, B, C, D, x, u, y, t = matrices(model, *point, *out, file=file)
        follow = [r["state"] for r in t["states"] if r["is"] == "follows from others"]
        F = matrices(model, *point, "--out", ",".join(follow), file=file)[2] if follow else None
        row = [r for r in rows if float(r["time"]) <= at*(1 + 1e-12)][-1]
        text = [f"= time {row['time']}"]
        still = [f for f, r in zip(follow, F if follow else []) if not r.any()]        # a slip itself: what the solver left of it
        text += [f"= {r['state']} {0 if r['state'] in still else row[r['state']]}" for r in t["states"]] + [f"= {r['input']} {r['value']!r}" for r in t.get("inputs", []) if r["input"] in row]
        text += [f"p {k} {v}" for k, v in row.items() if k.endswith(".place")]
        text += [f"x {v}" for v in x] + [f"u {v}" for v in u] + [f"y {v}" for v in y]
        text += [f"s {f}" for f in still]
        text += [f"f {f} {v} {float(F[i][j])!r}" for i, f in enumerate(follow) for j, v in enumerate(x) if F[i][j]]
        p = subprocess.run([program], input="\n".join(text), capture_output=True, text=True)
        if p.returncode:
            raise ArithmeticError(f"{model}: {p.stderr}")
        want = [[mp.mpf(v) for v in line.split()] for line in p.stdout.splitlines()]
        n = len(x)
        got = np.block([[A, B], [C, D]]) if len(u) or len(y) else A
        scale = [max([abs(v) for v in r] + [mp.mpf("1e-30")]) for r in want]
        error = max((float(abs(got[i][j] - want[i][j])/scale[i]) for i in range(len(want)) for j in range(n + len(u))), default=math.inf)
        lam = [complex(z) for z in mp.eig(mp.matrix([r[:n] for r in want[:n]]), left=False, right=False)]
        ours = [r["lambda"] for r in modes(model, *point, file=file)]
        # what is zero is so to the rounding of differences
        size = max(abs(z) for z in lam)
        lam = [complex(*(0 if abs(v) < 1e-12*size else v for v in (z.real, z.imag))) for z in lam]
        far = apart([z for z in ours if z], [z for z in lam if z], 1e-14*size)
        check(len(want) == n + len(y) and error < tolerance, f"{model} at {at} s: matrices {error:.1e} from differences")
        check(far < tolerance, f"{model} at {at} s: eigenvalues {far:.1e} from those of differences: {ours}, {lam}")
        print(f"| {model} at {at} s, {n} states | matrices {error:.0e}, eigenvalues {far:.0e} from differences in 113 bits |")


# ---- identities ------------------------------------------------------------------------------------------------------

def identities():
    rows = modes("LinearTests.Oscillator")
    lam = rows[0]["lambda"]
    J, w, D = 0.4, 6*math.pi, 0.2
    check(abs(lam - complex(-D*w, w*math.sqrt(1 - D*D))) < 1e-12*w, f"oscillator: {lam}")
    slope = rows[0]["slope"]
    check(set(slope) == {"f0", "D"} and abs(slope["f0"]["frequency"] - 1) < 1e-12 and abs(slope["D"]["damping"] - 1) < 1e-12, f"oscillator: slopes {slope}")
    worst = 0
    cases = [("LinearTests.FixedChain", TESTS, ()), ("LinearTests.FreeChain", TESTS, ()), ("LinearTests.MassChain", TESTS, ()), ("LinearTests.Set", TESTS, ()),
             ("LinearTests.GearedChain", TESTS, ()), ("LinearTests.TwoMasses", TESTS, ()), ("LinearTests.Stuck", TESTS, ()),
             ("Drive4.Linear", "models/drive4/drive4.dtm", ()), ("Drive4.TwoMass", "models/drive4/drive4.dtm", ())]
    for model, file, options in cases:
        t = sheet("modes", model, *options, file=file)
        for r in t["modes"]:
            share = [e for e in t["energies"] if e["mode"] == r["mode"]]
            if not r["im"] > 0:
                continue
            sums = [sum(e[k] for e in share) for k in ("kinetic", "elastic", "damping")]
            undamped = r["re"] == 0
            good = abs(sums[0] - 1) < 1e-3 and abs(sums[1] - 1) < 1e-3 and (undamped or abs(sums[2] - 1) < 1e-3)
            check(good and all(abs(e["other"]) < 1e-6 for e in share), f"{model}, mode {r['mode']}: shares sum to {sums}")
            check(all(min(e["kinetic"], e["elastic"]) >= 0 for e in share), f"{model}, mode {r['mode']}: a negative share of energy")
            slope = {e["parameter"]: e for e in t["slopes"] if e["mode"] == r["mode"]}
            lam = complex(r["re"], r["im"])

            def total(pattern):
                return sum(complex(e["re"], e["im"])*e["value"] for p, e in slope.items() if re.fullmatch(pattern, p))
            stiff, heavy, damp = (total(p) for p in (r"c|k|.*\bc(\[\d+\])?|c_\w+", r"J\d?|m|.*\bJ(\[\d+\])?|.*\.m", r"d|d\d|b|.*\bd(\[\d+\])?|d_\w+"))
            if slope and model in ("LinearTests.FixedChain", "LinearTests.FreeChain", "LinearTests.MassChain", "LinearTests.Set", "LinearTests.GearedChain",
                                   "LinearTests.TwoMasses", "LinearTests.Stuck", "Drive4.TwoMass"):
                # lambda(t^2 c, t d, J) = t lambda: 2 c-part + d-part = lambda; all of c, d, J together change nothing
                worst = max(worst, abs(2*stiff + damp - lam)/abs(lam), abs(stiff + damp + heavy)/abs(lam))
                if undamped:
                    worst = max(worst, abs(stiff - lam/2)/abs(lam), abs(heavy + lam/2)/abs(lam))
    check(worst < 1e-9, f"sums of slopes: {worst:.1e}")
    print(f"| sum of c dw/dc - w/2, sum of J dw/dJ + w/2, and with dampers | {worst:.0e} of w |")
    energies()
    differences()
    rows = modes("LinearTests.Triple")
    notes = json.loads(done("modes", TESTS, "--model", "LinearTests.Triple", "--format", "json").stdout)["slopes"]
    check(len(rows) == 3 and not notes["rows"] and len(notes["notes"]) == 3 and "multiple" in notes["notes"][0], "multiple eigenvalues are named")


def energies():
    """Shares against those of vectors of M, D, K; Re lambda = -phi^H D phi/(2 phi^H M phi), |lambda|^2 = phi^H K phi/phi^H M phi."""
    ends = [(900, 0.3, [-0.4, 1, 0]), (21000, 9, [0, 1/3, 1])]
    J = [0.2, 1.3, 40]
    worst = 0
    for r in modes("LinearTests.GearedChain"):
        if not r["lambda"].imag > 0:
            continue
        M, D, K = (np.array(m.tolist(), dtype=float) for m in springs(J, ends))
        lam = r["lambda"]
        phi = np.linalg.svd(lam*lam*M + lam*D + K)[2][-1].conj()
        m = (phi.conj()@M@phi).real
        worst = max(worst, abs(lam.real + (phi.conj()@D@phi).real/(2*m))/abs(lam), abs(abs(lam)**2 - (phi.conj()@K@phi).real/m)/abs(lam)**2)
        for i, (c, d, e) in enumerate(ends, 1):
            x = abs(np.array(e)@phi)**2
            worst = max(worst, abs(r["share"][f"spring[{i}]"]["elastic"] - c*x/(phi.conj()@K@phi).real),
                        abs(r["share"][f"spring[{i}]"]["damping"] - d*x/(phi.conj()@D@phi).real))
        for i in range(3):
            worst = max(worst, abs(r["share"].get(f"mass[{i + 1}]", {"kinetic": 0})["kinetic"] - J[i]*abs(phi[i])**2/m))
    check(worst < 1e-8, f"shares against vectors of M, D, K: {worst:.1e}")
    print(f"| shares against those of M, D, K | {worst:.0e} |")


def differences():
    """Slopes against runs with the parameter moved."""
    cases = [("LinearTests.TwoMasses", TESTS, ["J1", "J2", "c", "d", "d1"], ()), ("LinearTests.GearedChain", TESTS, ["i1", "i2"], ()),
             ("LinearTests.Stuck", TESTS, ["J", "c", "d"], ()), ("LinearTests.Set", TESTS, ["ratio"], ()),
             ("Drive4.Linear", "models/drive4/drive4.dtm", ["engine.J", "c_axle", "d_axle", "final_drive", "radius", "m"], ())]
    if not LONG:
        cases = [(m, f, p[-2:], o) for m, f, p, o in cases[:2] + cases[-1:]]
    worst = 0
    for model, file, parameters, options in cases:
        base = modes(model, *options, file=file)
        for p in parameters:
            value = next(r["slope"][p]["value"] for r in base if p in r["slope"])
            low, high = (modes(model, "--set", f"{p}={value*(1 + h)!r}", *options, file=file) for h in (-1e-4, 1e-4))
            for r, a, b in zip(base, low, high):
                if not r["lambda"]:
                    continue
                slope = r["slope"].get(p, {"re": 0, "im": 0})
                want = (b["lambda"] - a["lambda"])/(2e-4*value)
                worst = max(worst, abs(complex(slope["re"], slope["im"]) - want)*value/abs(r["lambda"]))
    check(worst < 1e-6, f"slopes against differences: {worst:.1e}")
    print(f"| slopes against values 1e-4 apart | {worst:.0e} of lambda |")


def slopes_at_points():
    """Slopes at a point of a run, states held, against the same row with other values of a parameter."""
    run = os.path.join(WORK, "slopes.csv")
    drive, tires = "models/drive4/drive4.dtm", "tests/tires/tires.dtm"
    cases = [(TESTS, "LinearTests.Mix", 0.3, ["gear.ratio", "turbine.J"]), (drive, "Drive4.FullTipIn", 0.6, ["radius", "tire.c"])]
    if LONG:
        cases = [(TESTS, "LinearTests.Mix", 0.3, None), (drive, "Drive4.FullTipIn", 0.6, None), (tires, "Tires.A", 0.3, None), (tires, "Tires.SoftParks", 0.3, None),
                 ("models/zf4hp22/zf4hp22.dtm", "zf4hp22", 3.3, None), ("models/hybrid_ravigneaux/hybrid_ravigneaux.dtm", "HybridRavigneaux.Nonlinear", 0.5, None)]
    worst, tried = 0, 0
    for file, model, at, wanted in cases:
        done("sim", file, "--model", model, "--stop", str(at), "--interval", str(at), "--rtol", "1e-8", "--vars", "*", "--quiet", "-o", run)
        base = modes(model, "--state", run, file=file)
        for p in wanted or sorted({p for r in base for p in r["slope"]}):
            value = next((r["slope"][p]["value"] for r in base if p in r["slope"]), 0)
            if value == 0:
                continue
            low, high = (modes(model, "--set", f"{p}={value*(1 + h)!r}", "--state", run, file=file) for h in (-1e-5, 1e-5))
            tried += 1
            for r, a, b in zip(base, low, high):
                slope = r["slope"].get(p, {"re": 0, "im": 0})
                want = (b["lambda"] - a["lambda"])/(2e-5*value)
                if r["lambda"]:
                    worst = max(worst, abs(complex(slope["re"], slope["im"]) - want)*abs(value)/abs(r["lambda"]))
    check(tried >= (20 if LONG else 4) and worst < 2e-6, f"slopes at points: {worst:.1e} of {tried}")
    print(f"| slopes of {tried} parameters of nonlinear models at points, against values 1e-5 apart | {worst:.0e} of lambda |")


# ---- elements that stick ---------------------------------------------------------------------------------------------

def pairs(J1, J2, c, d):
    return [z for z in mp.polyroots([1, mp.mpf(d)*(1/mp.mpf(J1) + 1/mp.mpf(J2)), mp.mpf(c)*(1/mp.mpf(J1) + 1/mp.mpf(J2))])]


def swings(model, *options, file=TESTS):
    return [r["lambda"] for r in modes(model, *options, file=file) if r["lambda"]]


def places(model, *options):
    return {r["element"]: r["place"] for r in sheet("linearize", model, *options)["elements"]}


def stuck():
    rigid = swings("LinearTests.Rigid")
    worst = 0
    for options in ([], ["--stuck", "k1,k2"], ["--stuck", "k1,free"], ["--stuck", "k1,k2,free"]):
        worst = max(worst, apart(swings("LinearTests.Stuck", *options), rigid))
    check(worst < 1e-12, f"elements that stick: {worst:.1e} from rigid shafts")
    print(f"| clutches and a freewheel that stick, against rigid shafts | {worst:.0e} |")
    held = places("LinearTests.Stuck", "--stuck", "k1,k2,free")
    check(sorted(v for k, v in held.items() if k != "k1") == ["sticks", "sticks, redundant"] and held["k1"] == "sticks", f"redundant elements: {held}")
    J, c, d = 0.1, 1000, 0.5
    none, one = pairs(2*J, 3*J, c, d), pairs(4*J, 5*J, 2*c, d)
    check(apart(swings("LinearTests.Stuck", "--stuck", ""), none + one) < 1e-12, "nothing sticks")
    check(apart(swings("LinearTests.Stuck", "--stuck", "k1"), pairs(3*J, 3*J, c, d) + one) < 1e-12, "one clutch sticks")
    check(set(places("LinearTests.Stuck", "--stuck", "").values()) == {"open"}, "nothing sticks: all open")
    # held shafts have no eigenvalue of their own
    for k in ("k1", "k2", "k1,k2"):
        check(apart(swings("LinearTests.Brakes", "--stuck", k), [1j*math.sqrt(50)]) < 1e-13 and all(r["lambda"] for r in modes("LinearTests.Brakes", "--stuck", k)), f"brakes {k}")
    rows = modes("LinearTests.Brakes", "--stuck", "")
    check(apart([r["lambda"] for r in rows if r["lambda"]], [1j*math.sqrt(150)]) < 1e-13, "brakes open")
    check(apart(swings("LinearTests.Play"), [10j]) < 1e-13, "play, open")
    check(apart(swings("LinearTests.Play", "--set", "lash.phi_rel.start=0.05"), [1j*math.sqrt(100/3)]) < 1e-13, "play, closed")
    # gears of a real gearbox: the stuck clutch and the sliding one
    file = "models/zf4hp22/zf4hp22.dtm"
    for names in ("A,fw1,E", "A,D,E", "B,D,E") if LONG else ("A,fw1,E",):
        rows = modes("Zf4hp22.Bench", "--stuck", ",".join("gearbox." + n for n in names.split(",")), file=file)
        check(len(rows) > 0 and all(math.isfinite(abs(r["lambda"])) for r in rows), f"zf4hp22 with {names}")


def gears():
    """Two gearboxes with a driveline that twists: in each gear all of the gearbox moves as one, so that three springs between four inertias are left; the first is
    what the rigid mode's shares leave for turbine and gearbox. Frequencies of the models' readmes."""
    i = 3.066
    c, d, J_pinion = (20e3*i**2, 12e3, 30e3), (2*i**2, 20, 100), 0.02*i**2
    for file, model, lists, told in (
            ("models/zf4hp22/zf4hp22.dtm", "Zf4hp22.Flexible", ("A,E,fw1", "A,E,Cp", "A,B,E", "A,B,F"), (2.70, 4.24, 5.98, 7.79)),
            ("models/autogear4/autogear4.dtm", "AutoGear4.Flexible", ("C1,C3,C5", "C1,C2,C5", "C1,C2,C3", "C2,C3,C4"), (2.66, 3.83, 5.41, 6.62))):
        for gear, (stuck, shuffle) in enumerate(zip(lists, told), 1):
            rows = modes(model, "--stuck", stuck, file=file)
            rigid = next(r for r in rows if r["name"] == "rigid")["share"]
            wheels, pinion, body = (rigid["driveline." + n]["kinetic"] for n in ("wheels", "pinion", "body"))
            unit = J_pinion/pinion             # kg.m2 at the wheels
            J = [unit*(1 - pinion - wheels - body), J_pinion, unit*wheels, unit*body]
            M, D, K = springs(J, [(c[n], d[n], [(k == n) - (k == n + 1) for k in range(4)]) for n in range(3)])
            swing = [z for z in without_zeros(quadratic(M, D, K), 2) if z.imag > 0]
            check(apart(swings(model, "--stuck", stuck, file=file), swing) < 1e-9 and abs(min(abs(z) for z in swing)/2/math.pi - shuffle) < 0.005,
                  f"{model}, gear {gear}: {swings(model, '--stuck', stuck, file=file)}, {swing}")
    slipping = sorted(abs(z)/2/math.pi for z in swings("Zf4hp22.Flexible", "--stuck", "E,fw1", "--set", "w0[1]=200", "--set", "pressure={1,0,0,0,0,1,0}", file="models/zf4hp22/zf4hp22.dtm"))
    check(len(slipping) == 3 and max(abs(a - b) for a, b in zip(slipping, (14.0, 25.8, 197))) < 0.5, f"A slips: {slipping}")


def points():
    """What clauses and automata have done on the way, by places and assigned variables of the run."""
    run = os.path.join(WORK, "clauses.csv")
    for at in (0.05, 0.25, 0.35, 0.9, 1.37):
        done("sim", TESTS, "--model", "LinearTests.Clauses", "--stop", str(at), "--rtol", "1e-10", "--vars", "*", "--quiet", "-o", run)
        row = rows_of(run)[-1]
        z, once, fast = float(row["z"]), float(row["once"]), float(row["der(x)"])/float(row["x"]) if "der(x)" in row else None
        for way in (["--at", str(at)], ["--state", run]):
            A, B, C, D, x, u, y, t = matrices("LinearTests.Clauses", *way, "--out", "z,once")
            value = {r["output"]: r["value"] for r in t["outputs"]}
            check(abs(value["z"] - z) < 1e-8 and abs(value["once"] - once) < 1e-8 and min(abs(A[0, 0] + z), abs(A[0, 0] + once*z)) < 1e-8 and
                  (fast is None or abs(A[0, 0] - fast) < 1e-7), f"clauses at {at} s, {way[0]}: {value}, A = {A[0, 0]}; z = {z}, once = {once}")
    A, B, C, D, x, u, y, t = matrices("LinearTests.Many")
    check(np.allclose(B, [range(1, 501)], rtol=1e-15, atol=0) and D[0, 2] == 1 and D.sum() == 1, "500 inputs")
    B = matrices("LinearTests.Many", "--in", "u")[1]
    check(B.shape == (1, 500), "an array of inputs by its name")
    A, B, C, D, x, u, y, t = matrices("LinearTests.Many", "--in", "u[7],u[3]")
    check(B.tolist() == [[7, 3]] and D.tolist() == [[0, 1]], "two elements of it")
    A, B, C, D, x, u, y, t = matrices("LinearTests.Nothing")
    check(A.shape == (0, 0) and D.tolist() == [[2]], "no states")
    # c = b^2 + a, b = 3 a, q = c a: der(x) = -c x + q at x = 1, a = 2
    A, B, C, D, x, u, y, t = matrices("LinearTests.Dependent", "--in", "a")
    check(abs(B[0, 0] - (-37 + 37*2 + 38)) < 1e-12 and abs(D[0, 0] - 37) < 1e-12, f"what follows from a moves along: {B}, {D}")
    A, B, C, D, x, u, y, t = matrices("LinearTests.Dependent", "--in", "a,b")
    check(np.allclose(B, [[-1 + 2 + 38, 12]], rtol=1e-13) and np.allclose(D, [[1, 12]], rtol=1e-13), f"a, with b held: {B}, {D}")
    y = matrices("LinearTests.TwoMasses", "--out", "*.w,spring.t*")[6]
    check(y == ["first.w", "second.w", "spring.tau"], f"outputs by patterns: {y}")


# ---- forms -----------------------------------------------------------------------------------------------------------

def from_script(text):
    """The matrices of a .m file, parsed."""
    out = {}
    for key, body in re.findall(r"^(\w+) = \[\n(.*?)\];$", text, re.M | re.S):
        out[key] = np.array([[float(v) for v in row.split()] for row in body.split(";")])
    for key, rows, columns in re.findall(r"^(\w+) = zeros\((\d+), (\d+)\);$", text, re.M):
        out[key] = np.zeros((int(rows), int(columns)))
    for key, body in re.findall(r"^(\w+) = \{(.*)\};$", text, re.M):
        out[key] = [v.replace("''", "'") for v in re.findall(r"'((?:[^']|'')*)'", body)]
    return out


def forms():
    cases = [("LinearTests.TwoMasses", TESTS, []), ("LinearTests.Names", TESTS, []), ("LinearTests.Nothing", TESTS, []), ("LinearTests.Triple", TESTS, []),
             ("Drive4.FullTipIn", "models/drive4/drive4.dtm", ["--at", "0.3", "--in", "c_axle,m", "--out", "v,shaft,tire.*"])]
    for model, file, options in cases:
        A, B, C, D, x, u, y, t = matrices(model, *options, file=file)
        want = {"A": A, "B": B, "C": C, "D": D}
        state = {r["state"]: r for r in t["states"]} if "states" in t else {}
        vectors = {"x0": [state[v]["value"] for v in x], "rate0": [state[v]["rate"] for v in x], "u0": [r["value"] for r in t.get("inputs", [])], "y0": [r["value"] for r in t.get("outputs", [])]}
        base = os.path.join(WORK, "form")
        for form in ("py", "m", "mat", "csv", "md", "html", "dtm"):
            done("linearize", file, "--model", model, *options, "-o", f"{base}.{form}")
        got = {}
        with open(base + ".py") as f:
            exec(f.read(), got)
        good = all(np.array_equal(got[k], v) for k, v in want.items()) and all(np.array_equal(got[k][:, 0], v) for k, v in vectors.items())
        check(good and got["state_name"] == x and got["input_name"] == u and got["output_name"] == y, f"{model}.py")
        with open(base + ".m") as f:
            got = from_script(f.read())
        good = all(got[k].shape == v.shape and np.array_equal(got[k], v) for k, v in want.items()) and all(np.array_equal(got[k][:, 0], v) for k, v in vectors.items() if v)
        check(good and got["StateName"] == x and got["InputName"] == u and got["OutputName"] == y, f"{model}.m")
        got = scipy.io.loadmat(base + ".mat")
        good = all(np.array_equal(got[k].reshape(v.shape), v) for k, v in want.items()) and all(np.array_equal(got[k].ravel(), v) for k, v in vectors.items())
        check(good and [v.rstrip() for v in got["xuyName"]] == x + u + y and got["nx"][0, 0] == len(x) and [v.rstrip() for v in got["StateName"]] == x, f"{model}.mat")
        with open(base + ".csv") as f:
            tables = {p.split("\n")[0]: list(csv.reader(io.StringIO(p)))[1:] for p in f.read().split("\n\n") if p.strip()}
        good = all(np.array_equal(np.array([[float(v) for v in r[1:]] for r in tables[k][1:]]), v) for k, v in want.items() if v.size)
        check(good, f"{model}.csv")
        with open(base + ".html") as f:
            html = f.read()
        check(all(n.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;") in html or n in html for n in x + u + y), f"{model}.html")
        back = matrices("Linear", file=base + ".dtm")
        check(all(m.shape == v.shape and np.allclose(m, v, rtol=1e-15, atol=0) for m, v in zip(back, want.values())), f"{model}.dtm, linearised again")


def courses():
    """The .dtm model against the matrix exponential and the nonlinear model; the sum of phasors against the simulation."""
    base = os.path.join(WORK, "course")
    done("linearize", TESTS, "--model", "LinearTests.TwoMasses", "--set", "torque=3", "--set", "first.w.start=2", "-o", base + ".dtm")
    A, B, C, D, x, u, y, t = matrices("LinearTests.TwoMasses", "--set", "torque=3", "--set", "first.w.start=2")
    x0 = np.array([next(r["value"] for r in t["states"] if r["state"] == v) for v in x])
    n = len(x)
    done("sim", base + ".dtm", "--set", "u={5}", "--stop", "0.7", "--interval", "0.1", "--rtol", "1e-11", "--vars", "*", "--quiet", "-o", base + ".csv")
    whole = np.zeros((n + 1, n + 1))
    whole[:n, :n] = A
    whole[:n, n] = A@x0*0 + B@[5]
    worst = 0
    for r in rows_of(base + ".csv"):
        now = scipy.linalg.expm(whole*float(r["time"]))@np.append(x0, 1)
        worst = max(worst, max(abs(float(r[f"x[{i + 1}]"]) - now[i]) for i in range(n)), abs(float(r["y[1]"]) - (C@now[:n])[0]))
    check(worst < 1e-8*np.abs(x0).max(), f"the dtm model against the matrix exponential: {worst:.1e}")
    print(f"| the linear model as dtm against the matrix exponential | {worst:.0e} rad/s |")
    done("linearize", TESTS, "--model", "LinearTests.Curved", "-o", base + ".dtm")
    rest = mp.findroot(lambda p: 10*p + 40*p**3 - 6, 0.38)
    size = {}
    for e in (1e-2, 1e-4):
        done("sim", base + ".dtm", "--set", f"u={{{6 + e!r}}}", "--stop", "1", "--interval", "0.1", "--rtol", "1e-12", "--vars", "*", "--quiet", "-o", base + ".csv")
        step = ["--model", "LinearTests.CurvedStep", "--set", f"jump={e!r}", "--set", f"mass.phi.start={float(rest)!r}"]
        done("sim", TESTS, *step, "--stop", "1", "--interval", "0.1", "--rtol", "1e-12", "--vars", "*", "--quiet", "-o", base + "2.csv")
        a, b = rows_of(base + ".csv"), rows_of(base + "2.csv")
        b = list({r["time"]: r for r in b}.values())
        check(len(a) == len(b) == 11, f"rows: {len(a)}, {len(b)}")
        change = max(abs(float(r["y[1]"]) - float(a[0]["y[1]"])) for r in a)
        size[e] = max(abs(float(r["y[1]"]) - float(s["phi"])) for r, s in zip(a, b))/change
    check(size[1e-2] < 1e-2 and size[1e-4] < 1e-4 and size[1e-4] > 1e-8, f"linear against nonlinear: {size}")
    print(f"| linear against nonlinear, step of torque of 1e-2 and 1e-4 N.m | {size[1e-2]:.0e}, {size[1e-4]:.0e} of the swing |")
    phasors()


def phasors():
    """Free swings: the sum of shapes times exp(lambda t), amplitudes by speeds and accelerations at the start."""
    base = os.path.join(WORK, "free.csv")
    sets = ["--set", "first.w.start=2", "--set", "second.w.start=-1"]
    rows = modes("LinearTests.TwoMasses", *sets)
    t = sheet("modes", "LinearTests.TwoMasses", *sets)
    shape = {(s["mode"], s["component"]): complex(s["re"], s["im"]) for s in t["shapes"]}
    terms = []                             # speed of (first, second) = sum of real parts of amplitude times these
    for r in rows:
        v = np.array([shape[r["mode"], "first"], shape[r["mode"], "second"]])
        terms += [(r["lambda"], v)] + ([(r["lambda"], 1j*v)] if r["lambda"].imag > 0 else [])
    done("sim", TESTS, "--model", "LinearTests.TwoMasses", *sets, "--stop", "2", "--interval", "0.05", "--rtol", "1e-11", "--vars", "*", "--quiet", "-o", base)
    course = rows_of(base)
    start = [float(course[0][k]) for k in ("first.w", "second.w", "first.a", "second.a")]
    M = np.array([np.concatenate([v.real, (lam*v).real]) for lam, v in terms]).T
    a, rest = np.linalg.lstsq(M, start, rcond=None)[:2]
    check(np.abs(M@a - start).max() < 1e-9*max(map(abs, start)), "shapes reach the start")
    worst = max(abs(sum(k*(v*np.exp(lam*float(r["time"]))).real for k, (lam, v) in zip(a, terms))[i] - float(r[n]))
                for r in course for i, n in enumerate(("first.w", "second.w")))
    check(len(course) == 41 and worst < 1e-6, f"free swings from modes: {worst:.1e} rad/s from the simulation")
    print(f"| free swings from modes against the simulation | {worst:.0e} of 2 rad/s |")


# ---- what is wrong is said -------------------------------------------------------------------------------------------

def wrong():
    other = os.path.join(WORK, "other.csv")
    done("sim", TESTS, "--model", "LinearTests.Oscillator", "--stop", "0.1", "--vars", "*", "--quiet", "-o", other)
    spoilt = os.path.join(WORK, "spoilt.csv")
    rows = rows_of(other)
    with open(spoilt, "w") as f:
        f.write("\n".join([",".join(rows[0])] + [",".join("nan" if k == "mass.w" else v for k, v in r.items()) for r in rows[:2]]) + "\n")
    cases = [("linearize", "TwoMasses", ["--in", "sprnig.c"], "did you mean"), ("linearize", "TwoMasses", ["--out", "nope"], "--out: there is no Real variable nope"),
             ("linearize", "TwoMasses", ["--out", "z*"], "there is no Real variable z*"), ("linearize", "TwoMasses", ["--in", "first.w"], "no input of the model and no parameter"),
             ("linearize", "Dependent", ["--in", "q"], "no parameter that can be set"), ("linearize", "Dependent", ["--in", "a,a"], "a stands twice"), ("linearize", "Dependent", ["--in", "n"], "n is no Real"),
             ("linearize", "Stuck", ["--stuck", "k3"], "no switching element k3"), ("modes", "Stuck", ["--reference", "x"], "no component with flanges x"),
             ("modes", "Stuck", ["--referred", "x"], "--referred: there is no component with flanges x"), ("modes", "Oscillator", ["--referred", "mass"], "there is no rigid motion"),
             ("modes", "Stuck", ["--stuck", "k1", "--referred", "a"], "there are several rigid motions"),
             ("linearize", "TwoMasses", ["--state", other], "no number for the state"), ("linearize", "Oscillator", ["--state", spoilt], "no number for the state mass.w"),
             ("linearize", "Oscillator", ["--state", other, "--at", "7"], "has rows from 0 to 0.1 s"), ("linearize", "Oscillator", ["--state", "tests/linear/check.sh"], "--state: "),
             ("linearize", "Oscillator", ["--state", "nowhere.csv"], "nowhere.csv"), ("linearize", "Fails", ["--at", "2"], "at time 0.99"),
             ("linearize", "Oscillator", ["--at", "nan"], "needs a time"), ("modes", "Nothing", [], "nothing moves"),
             ("linearize", "Oscillator", ["-o", os.path.join(WORK, "x.xyz")], "what is the file"), ("linearize", "Borders", ["--set", "kind=6", "--set", "x0=0"], "is infinite")]
    for command, model, options, text in cases:
        p = dtc(command, TESTS, "--model", "LinearTests." + model, *options)
        check(p.returncode in (1, 2) and text in p.stderr and not p.stdout, f"{command} {model} {' '.join(options)}: not said: {text}: {p.returncode} {p.stderr[:300]}")
    sides = [(1, 0, "-1 below x = 0 and 1 above"), (2, 1, "0 below x = 1 and 1 above"), (3, 1, "-1 below x = 1 and -3 above; -1 is taken"),
             (4, 1, "1 below x = 1 and 3 above"), (5, 1, "1.5 below x = 1 and 3 above")]
    for kind, x0, text in sides:
        p = dtc("linearize", TESTS, "--model", "LinearTests.Borders", "--set", f"kind={kind}", "--set", f"x0={x0}")
        check(p.returncode == 0 and "this point is a border" in p.stderr and text in p.stderr, f"border {kind}: not said: {text}: {p.stderr[:300]}")
        p = dtc("linearize", TESTS, "--model", "LinearTests.Borders", "--set", f"kind={kind}", "--set", f"x0={x0 + 0.3}")
        check(p.returncode == 0 and "border" not in p.stderr and "nan" not in p.stdout.lower(), f"border {kind}: said beside it: {p.stderr[:300]}")
    p = dtc("modes", TESTS, "--model", "LinearTests.AtLimit", "--format", "json")
    rows = [r for r in json.loads(p.stdout)["modes"]["rows"] if r["re"] < 0]
    check(len(rows) == 1 and all(abs(r["euler below"]*(r["re"]**2 + r["im"]**2) + 2*r["re"]) < 1e-12 for r in rows), "the largest step of euler")
    p = dtc("modes", TESTS, "--model", "LinearTests.AtLimit")
    check(p.returncode == 0 and "clutch.law is at rest at its limit, 10" in p.stderr, f"at its limit: not said: {p.stderr[:300]}")
    p = dtc("modes", TESTS, "--model", "LinearTests.AtLimit", "--stuck", "clutch")
    check(p.returncode == 0 and "border" not in p.stderr, f"stuck: a border is said: {p.stderr[:300]}")


# ---- all -------------------------------------------------------------------------------------------------------------

def by_differences():
    objects = quad_runtime()
    drive, zf = "models/drive4/drive4.dtm", "models/zf4hp22/zf4hp22.dtm"
    cases = [(TESTS, "LinearTests.Mix", [0.3, 1.1], "car.v,engine.tau", "1e-6"), (drive, "Drive4.FullTipIn", [0.6], "v,shaft", "1e-15")]
    if LONG:
        ravigneaux = "models/hybrid_ravigneaux/hybrid_ravigneaux.dtm"
        cases += [(drive, "Drive4.FullTipIn", [0.25, 1], "", "1e-15"), (drive, "Drive4.TipIn", [0.6], "", "1e-3"), (zf, "zf4hp22", [0.5, 3.3, 5, 7, 9], "", "1e-3"),
                  ("models/autogear4/autogear4.dtm", "autogear4", [0.5, 2.5, 4, 6], "", "1e-3"), (ravigneaux, "hybrid_ravigneaux", [0.5, 2.5], "", "1e-3"),
                  (ravigneaux, "HybridRavigneaux.Nonlinear", [0.5, 2.5], "", "1e-3"), ("models/nonlinear_springs/nonlinear_springs.dtm", "NonlinearSprings.Beside", [0.13, 0.5], "", "1e-3"),
                  ("models/nonlinear_springs/nonlinear_springs.dtm", "NonlinearSprings.RubbingWide", [0.13, 0.5], "", "1e-3"), ("models/clonk/clonk.dtm", "Clonk.Both", [0.13, 0.5], "", "1e-15"),
                  ("tests/tires/tires.dtm", "Tires.A", [0.3, 2], "", "1e-15"), ("tests/tires/tires.dtm", "Tires.SoftParks", [0.3], "", "1e-15"),
                  ("tests/tires/tires.dtm", "Tires.FourWheels", [0.3, 2], "", "1e-15")]
    for file, model, times, outputs, step in cases:
        by_quad(objects, file, model, [], times, outputs, step)


def tried(part):
    try:
        part()
    except Exception as e:                 # a part that ends early has failed; the others are still run
        check(False, f"{part.__name__}: {type(e).__name__}: {e}")


for part in (chains, closed_forms, by_differences, identities, slopes_at_points, stuck, gears, points, forms, courses, wrong):
    tried(part)
print(f"{count[True]} passed, {count[False]} failed")
sys.exit(count[False] > 0)
