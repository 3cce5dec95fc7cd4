"""runs.py DTC WORK: frequency responses against runs of the nonlinear model: stepped sines, each started where the linear
response has it at time 0, over a whole number of periods; amplitude and phase by the integral over the last of them."""
import cmath
import csv
import math
import os

from ask import ask, check, curves, end, run, MODELS, WORK

OUT = ["phi", "w1", "w2", "tau"]
SWING = 0.02                                                    # of 80 N.m: what is not linear is smaller than its square


def response(f):
    """Of each variable: complex, at the lowest of two frequencies."""
    told = curves(ask("bode", "Bode.Shaken", "--in", "more", "--out", ",".join(OUT), "--from", repr(f), "--to", repr(2*f), "--points", "2"))
    found = {}
    for name in OUT:
        at, amplitude, phase = told["", name][0]
        if at != f:
            raise ArithmeticError(f"{at}, not {f}")
        found[name] = cmath.rect(amplitude, math.radians(phase))
    return found


def harmonic(time, x, f):
    """2/T times the integral of x*exp(-j w t) over the rows, which are even and end where they begin: b of b*sin."""
    n = len(time) - 1
    return 2j/n*sum((v - x[0])*cmath.exp(-2j*math.pi*f*t) for t, v in zip(time[:-1], x[:-1]))


steady = {"phi": 0.02, "w1": math.sqrt(80/2e-3), "w2": math.sqrt(80/2e-3)}
resonance = ask("bode", "Bode.Shaken", "--in", "more", "--out", "w1")["resonances"]["rows"][0]
for f in 1.0, 10.0, round(resonance["damped"], 3), 40.0:
    h = response(f)
    start = {k: steady[k] + SWING*h[k].imag for k in steady}    # of swing*sin(w t): at t = 0 the imaginary part
    path = os.path.join(WORK, "sine.csv")
    periods = 8
    run("sim", MODELS, "--model", "Bode.Shaken", "--set", f"swing={SWING}", "--set", f"f={f!r}", "--set", f"phi_start={start['phi']!r}",
        "--set", f"w1_start={start['w1']!r}", "--set", f"w2_start={start['w2']!r}", "--rtol", "1e-11", "--quiet", "--vars", ",".join(OUT),
        "--stop", repr(periods/f), "--interval", repr(1/(200*f)), "-o", path)
    rows = [[float(v) for v in r] for r in list(csv.reader(open(path)))[1:]][-201:]
    head = next(csv.reader(open(path)))
    check(f"{f} Hz: one period", len(rows) == 201 and abs(rows[-1][0] - rows[0][0] - 1/f) < 1e-9, len(rows))
    for name in OUT:
        x = [r[head.index(name)] for r in rows]
        measured = harmonic([r[0] for r in rows], x, f)/SWING
        check(f"{f} Hz: {name}", abs(measured/h[name] - 1) <= 1e-3, f"{measured}, not {h[name]}")
        spread = (max(x) - min(x))/2
        check(f"{f} Hz: {name} is a sine", abs(spread/(SWING*abs(h[name])) - 1) <= 2e-3, f"{spread}, not {SWING*abs(h[name])}")
end()
