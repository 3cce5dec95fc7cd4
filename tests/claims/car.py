"""car.py DTC WORK: what the course Drivetrain Dynamics says of its figures, on models/drive4.

- Figures 7 and 8: a vehicle that turns at the wheels or moves is the same.
- 13 and 14: cylinders that are alike excite the orders 2, 4, 6; one that differs all half orders.
- 18: a softer disc takes rattle down, and what of it is felt; above the frequency where curves meet, damping makes isolation worse.
- 21: shuffle is faster from gear to gear, and weaker; within 4 to 12 Hz.
- 29: outputs in the order of the states: C = I, D = 0.
- 35: gearbox and vehicle both show shuffle, of rattle the vehicle next to nothing; a constant torque moves the whole.
"""
import json
import math
import os
import subprocess

from common import DTC, WORK, check, crossings, finish_with, run, told

FILE = "models/drive4/drive4.dtm"
GEARS, FINAL = [3.42, 1.95, 1.30, 0.97, 0.78], 3.94


def turning_or_moving():
    a, b = (run("tests/claims/claims.dtm", "Claims." + m, "v,engine.w,shaft.tau", "--rtol", "1e-10", "--stop", "2") for m in ("Turning", "Moving"))
    worst = max(abs(x[n] - y[n])/(1 + abs(x[n])) for x, y in zip(a, b) for n in ("v", "engine.w", "shaft.tau"))
    check("figures 7, 8: turning or moving", len(a) == len(b) and worst < 1e-8, f"{worst:.1e}")


def orders(*options):
    out = os.path.join(WORK, "cylinders.mat")
    subprocess.run([DTC, "sim", FILE, "--model", "Drive4.Cylinders", "--quiet", "--rtol", "1e-9", "-o", out, *options], check=True)
    done = subprocess.run([DTC, "orders", out, "--speed", "engine.w", "--vars", "torque", "--orders", "0.5,1,1.5,2,2.5,3,3.5,4,6", "--format", "json"], capture_output=True, text=True, check=True)
    return {o["order"]: max(o["amplitude"]) for o in json.loads(done.stdout)["signals"][0]["orders"]}


def cylinders():
    alike, unlike = orders("--set", "engine.scatter={1, 1, 1, 1}"), orders()
    even = {2, 4, 6}
    check("figure 14: cylinders that are alike", all((a > 1) == (n in even) for n, a in alike.items()) and max(a for n, a in alike.items() if n not in even) < 1e-3*alike[2],
          ", ".join(f"{n:g}: {a:.3g}" for n, a in alike.items()))
    check("figure 14: cylinders that are not", all(a > 0.1 for a in unlike.values()) and abs(unlike[2]/alike[2] - 1) < 0.05, ", ".join(f"{n:g}: {a:.3g}" for n, a in unlike.items()))


def number(row, name):
    return float(row[name]) if row[name] else math.nan


def dampers():
    found = []
    for c in (250, 500, 1000, 2000):
        peaks = [r for r in told("bode", FILE, "Drive4.Linear", "--set", "gear=3", "--set", f"c_clutch={c}", "--out", "gearbox.a", "--from", "1", "--to", "300")["resonances"] if r["output"] == "gearbox.a"]
        found.append([(number(r, "peak [Hz]"), number(r, "amplitude")) for r in peaks])
    shuffle, rattle = ([f[k] for f in found] for k in (0, -1))
    rises = lambda values: all(a < b for a, b in zip(values, values[1:]))      # noqa: E731
    check("figure 18: rattle by the springs of the disc", rises([f for f, _ in rattle]) and rises([a for _, a in rattle]), ", ".join(f"{f:.1f} Hz {a:.1f}" for f, a in rattle))
    check("figure 18: at the price of a lower shuffle", rises([f for f, _ in shuffle]) and all(f < 12 for f, _ in shuffle), ", ".join(f"{f:.2f} Hz" for f, _ in shuffle))
    over = []
    for d in (0.1, 0.4, 1.6):
        rows = told("bode", FILE, "Drive4.Linear", "--set", "gear=3", "--set", f"d_clutch={d}", "--out", "gearbox.w", "--over", "engine.w", "--from", "1", "--to", "300")["response"]
        over.append({round(number(r, "frequency [Hz]"), 3): number(r, "amplitude") for r in rows})
    at = lambda f: [o[min(o, key=lambda x: abs(x - f))] for o in over]         # noqa: E731
    check("figure 18: more damping, a lower peak", max(over[0].values()) > max(over[1].values()) > max(over[2].values()))
    check("figure 18: and worse isolation far above", rises(at(250)), ", ".join(f"{a:.4f}" for a in at(250)))


def tip_in():
    table = []
    for gear in range(1, 6):
        rows = run(FILE, "Drive4.TipIn", "a,shaft", "--set", f"gear={gear}", "--rtol", "1e-8", "--stop", "2.4")
        end = rows[-1]["shaft"]
        swing = [dict(time=r["time"], d=r["shaft"] - end) for r in rows if r["time"] > 0.53]
        times = crossings(swing, "d")[:5]
        table.append(((len(times) - 1)/2/(times[-1] - times[0]), max(r["a"] for r in rows)))
    text = ", ".join(f"{f:.2f} Hz {a:.2f} m/s2" for f, a in table)
    check("figure 21: faster from gear to gear, and weaker", all(x[0] < y[0] and x[1] > y[1] for x, y in zip(table, table[1:])), text)
    check("figure 21: 4 to 12 Hz", all(4 < f < 12 for f, _ in table))
    modes = [min(float(r["damped [Hz]"]) for r in told("modes", FILE, "Drive4.Linear", "--set", f"gear={g}")["modes"] if r["damped [Hz]"]) for g in range(1, 6)]
    check("figure 21: as the modes say", all(abs(f/m - 1) < 0.03 for (f, _), m in zip(table, modes)), ", ".join(f"{m:.2f}" for m in modes))


def ordered():
    names = "*.phi_rel,*.w_rel"
    tables = told("linearize", FILE, "Drive4.Linear", "--set", "gear=2", "--states", names, "--out", names)
    states = [c for c in tables["A"][0] if c != "row of A"]
    for title, wanted in (("C", lambda r, c: float(r == c)), ("D", lambda r, c: 0.0)):
        rows = tables[title]
        good = [r[f"row of {title}"] for r in rows] == states
        check(f"figure 29: {title}", good and all(float(x) == wanted(r[f"row of {title}"], c) for r in rows for c, x in r.items() if not c.startswith("row")))
    check("figure 29: deflections first", [s.split(".")[1] for s in states] == ["phi_rel"]*3 + ["w_rel"]*3, " ".join(states))


def response():
    tables = told("bode", FILE, "Drive4.Linear", "--out", "gearbox.a,vehicle.a", "--from", "0.1", "--to", "1000")
    peak = {o: {round(number(r, "damped [Hz]")): number(r, "amplitude") for r in tables["resonances"] if r["output"] == o} for o in ("gearbox.a", "vehicle.a")}
    check("figure 35: which is which", peak["gearbox.a"][67] > peak["gearbox.a"][6] and peak["vehicle.a"][67] < 0.02*peak["vehicle.a"][6],
          f"gearbox {peak['gearbox.a']}, vehicle {peak['vehicle.a']}")
    i = GEARS[1]*FINAL
    whole = i/(0.14*i*i + 0.006*i*i + 0.002*FINAL**2 + 0.05 + 1.6 + 1200*0.29**2)
    gain = {r["output"]: number(r, "gain") for r in tables["low"]}
    check("figure 35: a constant torque moves the whole", abs(gain["vehicle.a"]/whole - 1) < 1e-9 and abs(gain["gearbox.a"]/(i*whole) - 1) < 1e-9, f"{whole:.6f} rad/s2 per N.m")


turning_or_moving()
cylinders()
dampers()
tip_in()
ordered()
response()
finish_with()
