"""articles.py DTC WORK: what articles say of their figures, on clutch_judder, autogear4, two_blocks and drive_cycle.

- Fan, Walker and Wang 2017: figures 3 to 6 (case 1), 13 (Coulomb and Stribeck), 18 (harmonics, also on ice).
- Otter, Schlegel and Elmqvist 1997: figure 8, acceleration and speed.
- Otter, Dempsey and Schlegel 2000: figure 6 (forces jump by 1.25 where a block breaks away), figure 8 (consumption begins late).
"""
import math

from common import check, crossings, finish_with, peaks, run

JUDDER, GEARS = "models/clutch_judder/clutch_judder.dtm", "models/autogear4/autogear4.dtm"


def near(title, value, wanted, tolerance):
    check(title, abs(value - wanted) <= tolerance, f"{value:.7g}, told is {wanted:g}")


def judder(model, show, *options):
    return run(JUDDER, "ClutchJudder." + model, show, "--rtol", "1e-8", *options)


def mean(rows, name):
    return sum(r[name] for r in rows)/len(rows)


def case_1():
    rows = judder("Case1", "theta,F_f1,F_N1,F_N2", "--stop", "10", "--interval", "0.001")
    first = max((r for r in rows if r["time"] < 2), key=lambda r: r["theta"])
    near("figure 3: the first peak of the pitch, rad", first["theta"], 0.01316, 1e-5)
    near("figure 3: its time, s", first["time"], 0.59, 0.01)
    end = 0.01047127
    near("figure 3: within 2 % from then on, s", max(r["time"] for r in rows if abs(r["theta"]/end - 1) > 0.02), 1.46, 0.01)
    near("figure 3: it stays, rad", rows[-1]["theta"], end, 1e-6)
    for name, last, sign in (("F_N1", 6940.503, 1), ("F_N2", 7382.097, -1)):
        near(f"figure 6: {name} at the start, N", rows[0][name], 7161.3, 0.1)
        near(f"figure 6: {name} in the end, N", mean([r for r in rows if r["time"] > 8], name), last, 0.5)
        check(f"figure 6: {name} goes beyond it first", min(sign*(r[name] - last) for r in rows) < -20)
    swings = [t for t, _ in peaks([r for r in rows if 3 < r["time"] < 5], "F_f1")]
    near("figure 4: vibration in the friction force, Hz", (len(swings) - 1)/(swings[-1] - swings[0]), 18.87, 0.1)


def stribeck():
    for model, swing, swing_within, slip, slip_within in (("Coulomb", 0.954, 0.02, 250, 1), ("Stribeck", 7.82, 0.1, 226, 1)):
        rows = judder(model, "w_slip", "--stop", "10", "--interval", "0.0005")
        one = [r for r in rows if abs(r["time"] - 2) <= 0.5/38.11]          # a period of the vibration
        slope = (rows[-1]["w_slip"] - one[0]["w_slip"])/(10 - one[0]["time"])
        off = [r["w_slip"] - slope*(r["time"] - 2) for r in one]
        near(f"figure 13: swing of the slip at 2 s, {model}, rad/s", max(off) - min(off), swing, swing_within)
        near(f"figure 13: mean slip at 10 s, {model}, rad/s", mean([r for r in rows if r["time"] > 10 - 1/38.11], "w_slip"), slip, slip_within)


def harmonics():
    rows = judder("Harmonics", "w_windup,V_r1,T_clutch,T_e,chassis.front.law,clutch.mode", "--set", "mu0=0.1", "--set", "mu=0.07", "--stop", "5", "--interval", "0.0005")
    late = [r["w_windup"] for r in rows if r["time"] > 2.5]
    near("figure 18: torque of the engine at most, N.m", max(r["T_e"] for r in rows), 190.2, 0.2)
    near("figure 18: and at least, N.m", min(r["T_e"] for r in rows), -70.2, 0.2)
    near("figure 18, on ice: engine over wheel, rad/s", max(late) - min(late), 2.256, 0.003)
    near("figure 18, on ice: largest torque of the clutch, N.m", max(abs(r["T_clutch"]) for r in rows), 299.4, 0.2)
    near("figure 18, on ice: slip backwards, m/s", min(r["V_r1"] for r in rows), -0.280, 0.002)
    near("figure 18, on ice: and ahead, m/s", max(r["V_r1"] for r in rows), 0.145, 0.002)
    check("figure 18, on ice: the clutch holds", all(r["clutch.mode"] == 0 for r in rows))
    still = judder("Case1", "w_windup", "--set", "T_e=60", "--stop", "5", "--interval", "0.0005")
    quiet = [r["w_windup"] for r in still if r["time"] > 2.5]
    check("figure 18: harmonics shake the driveline", max(late) - min(late) > 2*(max(quiet) - min(quiet)), f"{max(quiet) - min(quiet):.3f} rad/s without them")


def gearbox():
    rows = run(GEARS, "autogear4", "car.v,car.a,engine.w,turbine.w", "--rtol", "1e-8", "--interval", "0.002", warned=True)
    near("figure 8: speed after 25 s, m/s", rows[-1]["car.v"], 38.925, 0.01)
    sharp = []
    for low, high in ((0, 8), (8, 14), (14, 25)):
        part = [r for r in rows if low + 3 < r["time"] < high]
        steady = sorted(r["car.a"] for r in part)[len(part)//2]
        sharp.append((max(r["car.a"] for r in part) - steady, steady))
    check("figure 8: peaks of the acceleration in shifts", all(over > 0.5*steady for over, steady in sharp), ", ".join(f"{o:.2f} above {s:.2f} m/s2" for o, s in sharp))


def blocks():
    rows = run("models/two_blocks/two_blocks.dtm", "two_blocks", "friction1.f,friction2.f,friction1.law,friction2.law", "--rtol", "1e-9", "--interval", "0.001")
    away = []
    for a, b in zip(rows, rows[1:]):
        for k in (1, 2):
            same = a[f"friction{3 - k}.law"] == b[f"friction{3 - k}.law"]       # what one does may make the other let go
            if a[f"friction{k}.law"] == 0 and b[f"friction{k}.law"] != 0 and a["time"] == b["time"] and same:
                away.append((abs(a[f"friction{k}.f"]), abs(b[f"friction{k}.f"])))
    check("figure 6: forces jump from the static to the kinetic one", len(away) >= 2 and all(abs(f/12.5 - 1) < 1e-6 and abs(g/10 - 1) < 1e-9 for f, g in away),
          f"{len(away)} times, by {', '.join(sorted({'%.4f' % (f/g) for f, g in away}))}")


def fuel():
    rows = run("models/drive_cycle/drive_cycle.dtm", "drive_cycle", "consumption,body.s", "--stop", "60", "--interval", "0.1", "--rtol", "1e-6", warned=True)
    before, after = [r for r in rows if r["body.s"] < 10], [r for r in rows if r["body.s"] > 10.1]
    check("figure 8: consumption begins after 10 m", len(before) > 20 and all(r["consumption"] == 0 for r in before) and after and all(r["consumption"] > 5 for r in after),
          f"{after[0]['consumption']:.1f} l/100 km at {after[0]['time']:.1f} s")


case_1()
stribeck()
harmonics()
gearbox()
blocks()
fuel()
finish_with()
