"""closed.py DTC WORK: frequency responses against closed forms in 30 digits, their peaks, and what is refused."""
import os
import subprocess

from mpmath import mp, mpc, mpf, pi

from ask import ask, check, curves, end, run, DTC, MODELS, HERE, WORK

mp.dps = 30
DRIVE4 = os.path.join(HERE, "../../models/drive4/drive4.dtm")


def hold(title, curve, closed, allowed=1e-10):
    """Amplitude and phase at each frequency; the phase goes on by less than half a turn and a bit."""
    worst, jump, last = mpf(0), 0.0, None
    for f, amplitude, phase in curve:
        h = closed(2j*pi*mpf(f))
        given = mpf(amplitude)*mp.expjpi(mpf(phase)/180)
        worst = max(worst, abs(given - h)/abs(h))
        jump = max(jump, abs(phase - last)) if last is not None else 0.0
        last = phase
    check(title, len(curve) >= 100 and worst <= allowed, f"{len(curve)} frequencies, off by {mp.nstr(worst, 3)}")
    check(title + ": phase goes on", jump <= 181, f"jumps by {jump}")


def near(title, value, closed, allowed=1e-9):
    check(title, value is not None and abs(mpf(value)/closed - 1) <= allowed, f"{value}, not {mp.nstr(closed, 15)}")


# ---- one mass ------------------------------------------------------------------------------------------------------

for d in "0.4", "4", "40":
    told = ask("bode", "Bode.OneMass", "--out", "mass.phi,mass.w,spring.tau", "--set", "d=" + d, "--points", "120")
    c, J, D = mpf(800), mpf(2), mpf(d)
    found = curves(told)
    for name, closed in {"mass.phi": lambda s: 1/(J*s**2 + D*s + c), "mass.w": lambda s: s/(J*s**2 + D*s + c),
                         "spring.tau": lambda s: -(D*s + c)/(J*s**2 + D*s + c)}.items():
        hold(f"one mass, d {d}: {name}", found["", name], closed)
    w, damping = mp.sqrt(c/J), D/(2*mp.sqrt(c*J))
    peak = [r for r in told["resonances"]["rows"] if r["output"] == "mass.phi"]
    check(f"one mass, d {d}: one row", len(peak) == 1, peak)
    near(f"one mass, d {d}: eigenfrequency", peak[0]["eigenfrequency"], w/(2*pi), 1e-13)
    near(f"one mass, d {d}: damping", peak[0]["damping"], damping, 1e-12)
    near(f"one mass, d {d}: peak", peak[0]["peak"], w*mp.sqrt(1 - 2*damping**2)/(2*pi))
    near(f"one mass, d {d}: its amplitude", peak[0]["amplitude"], 1/(2*damping*mp.sqrt(1 - damping**2)*c), 1e-12)
    for side, sign in ("low", -1), ("high", 1):
        square = 1 - 2*damping**2 + sign*2*damping*mp.sqrt(1 - damping**2)
        if square > 0:
            near(f"one mass, d {d}: {side}", peak[0][side], w*mp.sqrt(square)/(2*pi))
        else:
            check(f"one mass, d {d}: {side}", peak[0][side] is None, peak[0][side])
    low = {r["output"]: r for r in told["low"]["rows"]}
    check(f"one mass, d {d}: slopes", low["mass.phi"]["slope"] == 0 and low["mass.w"]["slope"] == 1, low)
    near(f"one mass, d {d}: at 0 Hz", low["mass.phi"]["gain"], 1/c, 1e-7)
told = ask("bode", "Bode.OneMass", "--out", "mass.phi", "--set", "d=60")
check("a damping of 0.75: no peak", [r["remark"] for r in told["resonances"]["rows"]] == ["no peak"], told["resonances"]["rows"])
told = ask("bode", "Bode.OneMass", "--out", "mass.phi", "--set", "d=200")
check("overdamped: no oscillation", told["resonances"]["rows"] == [], told["resonances"]["rows"])

# ---- two masses ----------------------------------------------------------------------------------------------------

told = ask("bode", "Bode.TwoMass", "--out", "a.w,b.w,spring.phi_rel", "--vary", "d=0,1,20", "--points", "120")
c, J1, J2 = mpf(1000), mpf("0.5"), mpf(2)
found = curves(told)
for d in "0", "1", "20":
    D = mpf(d)
    whole = lambda s: s*(J1*J2*s**2 + (J1 + J2)*(D*s + c))
    hold(f"two masses, d {d}: a.w", found["d=" + d, "a.w"], lambda s: (J2*s**2 + D*s + c)/whole(s))
    hold(f"two masses, d {d}: b.w", found["d=" + d, "b.w"], lambda s: (D*s + c)/whole(s))
    hold(f"two masses, d {d}: torsion", found["d=" + d, "spring.phi_rel"], lambda s: -J2*s/whole(s))
rows = [r for r in told["resonances"]["rows"] if r["configuration"] == "d=0"]
check("no damping: named, not printed", len(rows) == 3 and all(r["remark"] == "infinite: no damping" and r["amplitude"] is None and
      r["bandwidth"] is None for r in rows), rows)
for row in rows:
    near("no damping: where", row["peak"], mp.sqrt(c*(1/J1 + 1/J2))/(2*pi), 1e-13)
low = [r for r in told["low"]["rows"] if r["output"] == "a.w"]
check("rigid motion: grows as 1/f", all(r["slope"] == -1 and r["rigid motions"] == 1 and r["remark"].startswith("infinite") for r in low), low)
for row in low:
    near("rigid motion: all inertia", row["gain"], 1/(2*pi*(J1 + J2)), 1e-6)
separate = curves(ask("bode", "Bode.TwoMass", "--out", "a.w,b.w,spring.phi_rel", "--set", "d=20", "--points", "120"))
check("a sweep is --set", separate["", "a.w"] == found["d=20", "a.w"])
ratio = curves(ask("bode", "Bode.TwoMass", "--out", "b.w", "--over", "a.w", "--points", "120"))
hold("ratio of outputs", ratio["", "b.w / a.w"], lambda s: (s + c)/(J2*s**2 + s + c))
told = ask("bode", "Bode.TwoMass", "--out", "b.w", "--over", "a.w", "--set", "d=0", "--points", "120")
hold("ratio without damping", curves(told)["", "b.w / a.w"], lambda s: c/(J2*s**2 + c))
check("its peak is infinite", [r["remark"] for r in told["resonances"]["rows"]] == ["infinite: no damping"], told["resonances"]["rows"])
near("its peak is where a stands still", told["resonances"]["rows"][0]["peak"], mp.sqrt(c/J2)/(2*pi), 1e-9)

told = ask("bode", "Bode.TwoMass", "--out", "b.phi", "--set", "d=20", "--points", "120")
hold("angle ripple by torque", curves(told)["", "b.phi"], lambda s: (20*s + c)/(s**2*(J1*J2*s**2 + (J1 + J2)*(20*s + c))))
check("an angle: grows as 1/f^2", told["low"]["rows"][0]["slope"] == -2 and told["low"]["rows"][0]["remark"].endswith("1/f^2"), told["low"]["rows"])
near("an angle: all inertia", told["low"]["rows"][0]["gain"], 1/((2*pi)**2*(J1 + J2)), 1e-5)

# ---- parameters as inputs ------------------------------------------------------------------------------------------

told = ask("bode", "Bode.Shaken", "--in", "more,k", "--out", "w2", "--points", "120")
rows = {}
for r in told["response"]["rows"]:
    rows.setdefault(r["input"], []).append((r["frequency"], r["amplitude"], r["phase"]))
J1, J2, k, w0, phi = mpf(0.2), mpf(1.5), mpf(2e-3), None, mpf(0.02)
w0 = mp.sqrt((2000*phi + mpf(5e6)*phi**3)/k)
spring = 2000 + 3*mpf(5e6)*phi**2
whole = lambda s: (J1*s**2 + 3*s + spring)*(J2*s**2 + 3*s + 2*k*w0*s + spring) - (3*s + spring)**2
hold("around a motion: torque", rows["more"], lambda s: s*(3*s + spring)/whole(s))
hold("around a motion: the air drag as input", rows["k"],
     lambda s: -w0**2*s*(J1*s**2 + 3*s + spring)/whole(s) + mpf(0)*s)

far = ask("bode", "Bode.Shaken", "--in", "more", "--out", "w2", "--points", "120", "--equilibrium", "--set", "phi_start=0.015", "--set", "w1_start=150", "--set",
          "w2_start=150")
hold("around the equilibrium", curves(far)["", "w2"], lambda s: s*(3*s + spring)/whole(s), 1e-7)

# ---- chains --------------------------------------------------------------------------------------------------------


def chain(n, d, at, s):
    """Speed of inertia `at` for a torque at the first, by elimination from the last on."""
    spring = 1000 + mpf(d)*s
    back = [s**2 + spring]                                      # of the last n - k + 1 inertias, at inertia k
    for k in range(n - 1):
        back.append(s**2 + (2 if k + 2 < n else 1)*spring - spring**2/back[-1])
    x = s/back[-1]
    for k in range(1, at):
        x *= spring/back[n - 1 - k]
    return x


for n, d in (2, "0.7"), (5, "0"), (5, "0.7"), (40, "0.2"), (500, "30"):
    told = curves(ask("bode", "Bode.Chain", "--set", f"n={n}", "--set", "d=" + d, "--out", f"part[1].w,part[{n}].w,part[{(n + 1)//2}].w",
                      "--points", "100" if n < 500 else "120", *(("--from", "0.01", "--to", "1") if n == 500 else ())))
    for at in sorted({1, n, (n + 1)//2}):
        curve = told["", f"part[{at}].w"]
        step = max(1, len(curve)//150) if n <= 40 else 4
        biggest = max(a for _, a, _ in curve)
        curve = [p for p in curve[::step] if p[1] > 1e-6*biggest]
        worst = max(abs(mpf(a)*mp.expjpi(mpf(p)/180)/chain(n, d, at, 2j*pi*mpf(f)) - 1) for f, a, p in curve)
        check(f"chain of {n}, d {d}: part {at}", len(curve) >= 25 and worst <= 1e-10, f"{len(curve)} frequencies, off by {mp.nstr(worst, 3)}")
rows = ask("bode", "Bode.Chain", "--set", "n=3", "--out", "part[2].w")["resonances"]["rows"]
check("a mode with its node at the output", [r["remark"] for r in rows] == ["not excited", "infinite: no damping"], rows)
rows = ask("bode", "Bode.Chain", "--set", "n=20", "--out", "part[20].w", "--set", "d=0.01", "--points", "100")["resonances"]["rows"]
check("each mode has its peak", len(rows) == 19 and all(r["remark"] == "" and abs(r["damping of peak"]/r["damping"] - 1) < 0.02 for r in rows),
      rows)

# ---- configurations ------------------------------------------------------------------------------------------------

both = curves(ask("bode", "Bode.Coupled", "--stuck", "clutch", "--stuck", "", "--out", "load.w,a.w", "--points", "100"))
stuck = lambda s: (s*0.5 + 500)/(s*(mpf("0.8")*3*s**2 + mpf("3.8")*(mpf("0.5")*s + 500)))
hold("a clutch that sticks", both["clutch", "load.w"], stuck)
hold("open: the engine alone", both["none", "a.w"], lambda s: 1/(mpf("0.3")*s))
check("open: no response behind it", all(a == 0 for _, a, _ in both["none", "load.w"]))
gears = curves(ask("bode", "Drive4.Linear", "--vary", "gear=1,3", "--out", "a", "--points", "50", "--from", "1", "--to", "100", file=DRIVE4))
one = curves(ask("bode", "Drive4.Linear", "--set", "gear=3", "--out", "a", "--points", "50", "--from", "1", "--to", "100", file=DRIVE4))
check("a parameter of the structure is swept", gears["gear=3", "a"] == one["", "a"] and gears["gear=1", "a"] != one["", "a"])
speeds = curves(ask("bode", "Drive4.Linear", "--vary", "w0=100,300", "--out", "a", "--points", "50", "--from", "1", "--to", "100", file=DRIVE4))
one = curves(ask("bode", "Drive4.Linear", "--set", "w0=300", "--out", "a", "--points", "50", "--from", "1", "--to", "100", file=DRIVE4))
check("a parameter on which others depend is swept", speeds["w0=300", "a"] == one["", "a"])

# ---- an equilibrium, and places that are given there -----------------------------------------------------------------

for command, more in ("bode", ()), ("campbell", ("--speed", "a.w", "--from", "10", "--to", "1000")):
    told = ask(command, "Bode.Slipping", "--equilibrium", "--out", "a.w,b.w", "--stuck", "clutch", "--stuck", "", *more)
    for stuck, a, b in ("clutch", lambda s: 1/(2.5*s + 3), lambda s: 1/(2.5*s + 3)), ("none", lambda s: 1/(0.5*s + 1), lambda s: 0):
        for name, exact in ("a.w", a), ("b.w", b):
            if command == "bode":
                found = [(f, x) for f, x, _ in curves(told)[stuck, name]]
            else:
                rows = [r for r in told["forced"]["rows"] if r["configuration"] == stuck and r["order"] == 1]
                found = [(r["speed"]/60, r[name]) for r in rows]
            far = [abs(x - abs(exact(2j*pi*f))) for f, x in found]
            check(f"{command} at an equilibrium, {stuck} stuck: {name}", len(far) > 20 and all(x <= 1e-9 for x in far), far[:3])

# each value with each, in order, as one by one
told = curves(ask("bode", "Bode.TwoMass", "--out", "b.w", "--vary", "d=1,20", "--vary", "c=500:500:1000", "--points", "120"))
check("a grid, in order", [k[0] for k in told] == [f"d={d} c={c}" for d in (1, 20) for c in (500, 1000)], list(told))
for d, c in ((1, 500), (1, 1000), (20, 500), (20, 1000)):
    hold(f"a grid: d {d}, c {c}", told[f"d={d} c={c}", "b.w"],
         lambda s: (d*s + c)/(s*(mpf(1)*s**2 + mpf("2.5")*(d*s + c))))

# ---- forms, and what is refused --------------------------------------------------------------------------------------

for form, begin in ("csv", "resonances"), ("md", "#"), ("html", "<!DOCTYPE"), ("svg", "<?xml"), ("gp", "set encoding"), ("table", "resonances"):
    text = run("bode", MODELS, "--model", "Bode.TwoMass", "--out", "a.w", "--format", form)
    check(f"as {form}", text.lower().startswith(begin.lower()) and "nan" not in text.split() and (form != "html" or "<svg" in text), text[:60])
run("bode", MODELS, "--model", "Bode.TwoMass", "--out", "a.w", "-o", os.path.join(WORK, "two.png"))
check("a picture", open(os.path.join(WORK, "two.png"), "rb").read(4) == b"\x89PNG")
for words, said in ((("--out", "nothing"), "there is no Real variable nothing"), (("--in", "a.w", "--out", "a.w"), "is no input"),
                    (("--out", "a.w", "--over", "*.w"), "--over is one variable"), (("--out", "a.w", "--from", "5", "--to", "2"), "from < to"),
                    (("--out", "a.w", "--vary", "d"), "NAME=VALUE"), (("--out", "a.w", "--vary", "q=1,2"), "q"),
                    (("--out", "a.w", "--vary", "d=1,x"), "x"),
                    (("--out", "a.w", "--vary", "d=1,2", "--vary", "d=1,2"), "d varies twice"), (("--out", "a.w", "--vary", "d=uniform(1, 2)"), "an answer for each value"), (("--out", "a.w", "--points", "1"), "--points"),
                    (("--out", "a.w", "--over", "nothing"), "--over: there is no Real variable nothing"),
                    (("--out", "a.w", "--over", "c"), "c does not respond"),
                    ((), "the model has no outputs"), (("--out", "a.w", "-o", "x.jpg"), "x.jpg")):
    text = run("bode", MODELS, "--model", "Bode.TwoMass", *words, fails=True)
    check("refused: " + " ".join(words), said in text, text)

# ---- pictures of nothing, and a full disk ----------------------------------------------------------------------------

shaft = ("--speed", "a.w", "--from", "100", "--to", "3000")
for command, more in ("bode", ()), ("campbell", shaft):
    for out in "c", "c,a.w", "a.w,spring.tau":
        done = subprocess.run([DTC, command, MODELS, "--model", "Bode.TwoMass", "--out", out, *more, "--format", "svg"], capture_output=True, text=True)
        check(f"{command}: a picture of {out}", done.returncode == 0 and done.stderr == "" and "</svg>" in done.stdout, done.stderr)
for command, more in ("bode", ("--out", "a.w")), ("campbell", ("--out", "a.w", *shaft)), ("modes", ()):
    for form in "svg", "png", "pdf", "gp", "html", "csv":
        text = run(command, MODELS, "--model", "Bode.TwoMass", *more, "--format", form, "-o", "/dev/full", fails=True)
        check(f"{command}: a full disk, {form}", text == "dtc: cannot write /dev/full: No space left on device\n", text)
end()
