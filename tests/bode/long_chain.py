"""long_chain.py DTC WORK: 500 frequencies and the lowest modes of a chain of n equal inertias, free at both ends, without damping:
speed of inertia k for a torque at the first, j w cos((n - k + 1/2) q)/(-2 c sin(n q) sin(q/2)), sin(q/2) = w/2 sqrt(J/c); and the
processor time of the analysis, which is to grow as n does. 1e-9: frequencies are as near to a pole as 5e-5 of it, which takes digits."""
import json
import subprocess

from mpmath import mp, mpf, asin, cos, pi, sin, sqrt

from ask import DTC, MODELS, check, curves, end

mp.dps = 30


def analysed(n, top):
    """The answer, and seconds of processor time from the point on."""
    done = subprocess.run([DTC, "bode", MODELS, "--model", "Bode.Chain", "--set", f"n={n}", "--out", f"part[1].w,part[{n}].w", "--from", repr(top/100), "--to",
                           repr(top), "--format", "json", "--times"], capture_output=True, text=True)
    if done.returncode:
        raise ArithmeticError(done.stderr)
    laps = [line.split() for line in done.stderr.splitlines()]
    return json.loads(done.stdout), sum(float(w[1]) for w in laps if w and w[0] in ("point", "linearize", "modes", "response"))


times = {}
for n, top in (5000, 0.04), (10000, 0.02):
    told, seconds = analysed(n, top)
    times[n] = min([seconds] + [analysed(n, top)[1] for _ in range(2)])
    found = curves(told)
    for at in 1, n:
        worst, curve = mpf(0), found["", f"part[{at}].w"]
        for f, amplitude, _ in curve:
            w = 2*pi*mpf(f)
            q = 2*asin(w/2/sqrt(mpf(1000)))
            closed = abs(w*cos((n - at + mpf(1)/2)*q)/(2000*sin(n*q)*sin(q/2)))
            if at != 1 or closed > mpf("1e-7"):                 # beside a zero digits are lost
                worst = max(worst, abs(amplitude/closed - 1))
        check(f"chain of {n}: part {at}", len(curve) >= 500 and worst <= 1e-9, f"{len(curve)} frequencies, off by {mp.nstr(worst, 3)}")
    rows = [r for r in told["resonances"]["rows"] if r["output"] == f"part[{n}].w"]
    check(f"chain of {n}: each mode", len(rows) == 12 and all(abs(r["peak"]*pi/sqrt(1000)/sin(k*pi/(2*n)) - 1) < 1e-12 and r["remark"] == "infinite: no damping"
          for k, r in enumerate(rows, 1)), rows)
check("twice the chain takes twice the time", times[10000] <= 2.8*times[5000], times)
print(times)
end()
