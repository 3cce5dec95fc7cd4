"""reiter.py DTC WORK: what chapters 2 to 4 of Reiter's thesis say of springs, dampers and clutches, on models/nonlinear_springs.

- Equations 22 to 24 with table 1; a start that is doubled (3.1.1).
- Springs in pieces: a frequency that goes with the amplitude, swings far out and none near the rest (3.1.2, figure 14).
- Dampers in pieces: hardly any damping near rest (3.1.3, figure 16).
- Friction as a clutch whose other side is at rest (3.3.1).
"""
import math

from common import check, crossings, finish_with, peaks, run, told

FILE = "models/nonlinear_springs/nonlinear_springs.dtm"
LONG = ("--rtol", "1e-10", "--interval", "0.01", "--stop", "30")


def linear():
    c, d, m = 10, 0.5, 1
    D = d/(2*math.sqrt(c*m))
    wanted = {"frequency [Hz]": math.sqrt(c/m), "damped [Hz]": math.sqrt(c/m - d*d/(4*m*m)), "resonance [Hz]": math.sqrt(c/m - d*d/(2*m*m))}
    mode = told("modes", FILE, "NonlinearSprings.Linear")["modes"][0]
    for name, w in wanted.items():
        check(f"equations 22 to 24: {name}", abs(float(mode[name])*2*math.pi/w - 1) < 1e-12)
    check("equation 22: damping", abs(float(mode["damping [1]"])/D - 1) < 1e-12)
    one, two = (run(FILE, "NonlinearSprings.Linear", "x,v", "--set", f"x0={x}", *LONG) for x in (0.3, 0.6))
    worst = max(abs(b[n] - 2*a[n]) for a, b in zip(one, two) for n in "xv")
    check("3.1.1: a doubled start doubles the motion", worst < 1e-8, f"{worst:.1e}")
    swings = crossings(one, "x")
    check("figure 10: it swings to the end", len(swings) == math.floor(30*wanted["damped [Hz]"]/math.pi + 0.5 - math.asin(D)/math.pi), f"{len(swings)} crossings")


def pieces():
    """Half a period of the mass without damping, by the square of the speed: from energy, in each piece an arc of its own."""
    c, b = [0.05, 1, 2, 10], [0, 0.05, 0.1, 0.15]

    def potential(x):
        return sum(c[i]*(min(x, end)**2 - b[i]**2)/2 + force(b[i], i)*(min(x, end) - b[i]) for i, end in enumerate(b[1:] + [math.inf]) if x > b[i])

    def force(x, piece):
        """What is left of the force at a border over the stiffness of the piece that begins there."""
        return sum((c[i] - c[piece])*(b[i + 1] - b[i]) for i in range(piece))

    def period(x0, n=20000):
        """4 times the integral of dx/v, with x = x0 sin(a)."""
        total = 0.0
        for k in range(n):
            a = (k + 0.5)*math.pi/2/n
            x = x0*math.sin(a)
            total += x0*math.cos(a)/math.sqrt(2*(potential(x0) - potential(x)))*math.pi/2/n
        return 4*total

    found = {}
    for model, x0 in (("FourFree", 0.3), ("FourWideFree", 0.5)):
        times = crossings(run(FILE, "NonlinearSprings." + model, "x", "--rtol", "1e-10", "--interval", "0.001", "--stop", "30"), "x")
        found[model] = 2*(times[-1] - times[0])/(len(times) - 1)
        check(f"3.1.2: period of {model}", abs(found[model]/period(x0) - 1) < 1e-5, f"{found[model]:.6f} s, {period(x0):.6f} s by energy")
    check("3.1.2: the frequency goes with the deflection", found["FourFree"] > 1.05*found["FourWideFree"])
    free = run(FILE, "NonlinearSprings.Four", "x", *LONG)
    times, creeps = crossings(free, "x"), [abs(r["x"]) for r in free if r["time"] > 11]
    check("figure 14: swings far out, creeps in the end", len(times) <= 5 and len([t for t in times if t > 7]) <= 1 and max(creeps) <= 0.05, f"zero at {', '.join('%.2f' % t for t in times)} s")
    inner, outer = (0.5/(2*math.sqrt(k)) for k in (c[0], c[-1]))
    check("3.1.2: damping ratio above 1 near rest, small far out", inner > 1 > 0.1 > outer, f"{inner:.3f}, {outer:.3f}")


def dampers():
    rows = run(FILE, "NonlinearSprings.DampersSoft", "x,v,energy", *LONG)
    early, late = rows[0]["energy"]/next(r["energy"] for r in rows if r["time"] > 5), next(r["energy"] for r in rows if r["time"] > 25)/rows[-1]["energy"]
    fast = max(abs(r["v"]) for r in rows if r["time"] > 25)
    check("figure 16: fast swings die out, a slow one stays", early > 5 and late < 1.1 and fast < 0.105, f"energy falls {early:.0f} times in 5 s, later {late:.3f} times, slower than {fast:.3f} m/s")
    check("figure 16: and swings on", len([t for t, _ in peaks(rows, "x") if t > 15]) > 2)


def clutch():
    a = run(FILE, "NonlinearSprings.Rubbing", "x,v", *LONG)
    b = run("tests/claims/claims.dtm", "Claims.Pressed", "mass.phi,mass.w,clutch.law.place", *LONG)
    at = {round(r["time"], 9): r for r in b}
    both = [(r, at[round(r["time"], 9)]) for r in a if round(r["time"], 9) in at]
    worst = max(max(abs(r["x"] - s["mass.phi"]), abs(r["v"] - s["mass.w"])) for r, s in both)
    check("3.3.1: friction is a clutch to the ground", len(both) > 2900 and worst < 1e-7 and b[-1]["clutch.law.place"] == 0, f"{worst:.1e}")


linear()
pieces()
dampers()
clutch()
finish_with()
