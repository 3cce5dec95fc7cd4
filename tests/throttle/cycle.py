"""cycle.py DTC WORK CYCLES short|long: models/drive_cycle/gearbox_cycle.dtm, the car of drive_cycle with the ZF 4HP22.

- The energy account with a variable step; fuel and the list of shifts with a fixed step of 1 ms against it.
- The driver's tolerance, stops without creep, what holds in each gear well after a shift.
- long: the whole New European driving cycle in place of its first 400 s; its fuel beside that of fixed ratios, the difference by the energy accounts; the WLTC, where CYCLES has it.
"""
import math
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from simulated import residual, simulated  # noqa: E402
from tally import finish  # noqa: E402

DTC, WORK, CYCLES, LENGTH = sys.argv[1:5]
FOLDER = "models/drive_cycle"
SHOW = "body.v,body.s,driver.v_wanted,logic.gear,engine.fuel,consumption,turbine.w"
HOLDS = [{0, 5, 7}, {0, 3, 5}, {0, 1, 5}, {0, 1, 6}]        # of A, B, C, C'', D, E, F, freewheel 1
RATIO = [181/73, 108/73, 1, 83/114]
results = []


def check(title, good, text=""):
    results.append((title, None if good else text or "not so"))
    if text:
        print(title + ": " + text)


def run(name, *options, file=FOLDER + "/gearbox_cycle.dtm", model="gearbox_cycle", show=SHOW + ",gearbox.place*"):
    """Rows, and the energy account: kJ put in and lost by component, part that is left."""
    out = os.path.join(WORK, name + ".csv")
    command = [DTC, "sim", file, "--model", model, "-I", FOLDER, "--quiet", "--audit", "--vars", show, "-o", out, *options]
    rows, printed = simulated(command, out, least=100)
    return rows, account_of(printed), residual(printed)


def account_of(text):
    """kJ put in and dissipated by component; columns are told by where their heads end."""
    head, *lines = text[text.index("component"):].splitlines()
    ends = [head.index(word) + len(word) for word in ("put in", "dissipated")]
    found = {}
    for row in lines:
        name = row.split(" ")[0]
        cells = row[len(name):ends[0]], row[max(ends[0], len(name)):ends[1]]
        found[name] = [float(cell)/1e3 if re.fullmatch(r" *[-+.e0-9]+", cell) else 0 for cell in cells]
    return found


def shifts(rows):
    return [(b["time"], int(b["logic.gear"])) for a, b in zip(rows, rows[1:]) if a["logic.gear"] != b["logic.gear"]]


def in_gear(rows):
    """Where the engine drives, two seconds after the last shift: what holds, and the ratio."""
    seen, wrong, last = set(), 0, 0
    for a, b in zip(rows, rows[1:]):
        if a["logic.gear"] != b["logic.gear"]:
            last = b["time"]
        gear = int(b["logic.gear"])
        held = {e for e in range(8) if b["gearbox.place[%d]" % (e + 1)] == 0}
        drives = b["body.v"] > 1 and HOLDS[gear - 1] <= held
        if drives and b["time"] > last + 2:
            seen.add(gear)
            wrong = max(wrong, abs(b["turbine.w"]/(b["body.v"]/0.29*3.08)/RATIO[gear - 1] - 1))
    return seen, wrong


def cycle(stop):
    rows, account, residual = run("variable", "--rtol", "1e-9", "--stop", str(stop), "--interval", "0.1")
    end = rows[-1]
    check("energy", residual < 1e-6, "%.1e of what is put in" % residual)
    fixed, _, rough = run("fixed", "--method", "semi", "--step", "1e-3", "--stop", str(stop), "--interval", "0.1")
    check("energy at 1 ms", rough < 1e-4, "%.1e" % rough)
    one, two = shifts(fixed), shifts(rows)
    apart = max((abs(s - t) for (s, _), (t, _) in zip(one, two)), default=math.inf)
    check("the same shifts", [g for _, g in one] == [g for _, g in two] and len(one) >= stop/40 and apart < 0.11, "%d, %.0f ms apart at most, in rows of 100 ms" % (len(one), 1e3*apart))
    part = abs(fixed[-1]["engine.fuel"]/end["engine.fuel"] - 1)
    check("fuel", part < 1e-3, "%.4f l/100 km in %.0f m; 1 ms against variable: %.1e" % (end["consumption"], end["body.s"], part))
    # rows are 0.1 s apart: within 1 s are the ten before and after
    outside = 0
    for k, row in enumerate(rows):
        near = [r["driver.v_wanted"] for r in rows[max(0, k - 11):k + 12]]
        outside += not min(near) - 2/3.6 <= row["body.v"] <= max(near) + 2/3.6
    check("tolerance", outside < 5, "%d rows outside of 2 km/h within 1 s" % outside)
    for t0, t1 in ((1, 10), (29.5, 48), (97.5, 116), (190, 205)):
        still = [r for r in rows if t0 <= r["time"] <= t1]
        check("stop at %g s" % t0, len(still) > 50 and max(abs(r["body.s"] - still[0]["body.s"]) for r in still) < 1e-6 and max(abs(r["body.v"]) for r in still) < 1e-9)
    seen, wrong = in_gear(rows)
    check("gears", seen == {1, 2, 3, 4} and wrong < 1e-8, "%s, ratios within %.0e" % (sorted(seen), wrong))
    return end["consumption"], account


def total(account, names):
    return sum(account[name][1] for name in names if name in account)


def beside_fixed_ratios(litres, account):
    """Where the difference of fuel comes from: of energy put in, that is what is dissipated more."""
    elements = ["gearbox"] + ["gearbox." + e for e in ("A", "B", "C", "Cp", "D", "E", "F")]
    before = None
    for what, ratios in (("ADVISOR's", None), ("those of the 4HP22", "{%s}" % ", ".join("%.15g" % r for r in RATIO))):
        rows, fixed, _ = run("ratios", "--rtol", "1e-9", "--interval", "1", *(["--set", "gearbox.ratio=" + ratios] if ratios else []),
                             file=FOLDER + "/drive_cycle.dtm", model="drive_cycle", show=SHOW)
        print("fixed, %s: %.4f l/100 km; engine's drag %.0f, road and brakes %.0f, converter %.0f, gearbox %.1f kJ"
              % (what, rows[-1]["consumption"], fixed["engine"][1], fixed["road"][1], fixed["converter"][1], total(fixed, elements)))
        before = rows[-1]["consumption"], fixed
    print("4HP22: %.4f l/100 km; engine's drag %.0f, road and brakes %.0f, converter %.0f, gearbox %.1f kJ"
          % (litres, account["engine"][1], account["road"][1], account["converter"][1], total(account, elements)))
    fuel = litres/before[0] - 1
    more = account["engine"][0] - before[1]["engine"][0]
    parts = [account[x][1] - before[1][x][1] for x in ("engine", "road", "converter")] + [total(account, elements) - total(before[1], elements)]
    check("fuel beside fixed ratios of the same teeth", 0 < fuel < 0.02 and abs(sum(parts) - more) < 0.1 and all(p > 0 for p in (parts[1], parts[3])),
          "%+.2f %%: %.1f kJ more of the engine, of them %.1f drag, %.1f road and brakes, %.1f converter, %.1f gearbox" % (100*fuel, more, *parts))


def wltc():
    path = os.path.join(CYCLES, "wltc_class3b.csv")
    if not os.path.exists(path):
        print("no WLTC in " + CYCLES)
        return
    speeds = [tuple(map(float, text.split(","))) for text in open(path) if text[0].isdigit()]
    with open(os.path.join(WORK, "speeds.csv"), "w") as f:
        f.write("t,v\n" + "".join("%.9g,%.9g\n" % row for row in speeds))
    file = os.path.join(WORK, "wltc.dtm")
    with open(file, "w") as f:
        f.write('model wltc\n  import Drivetrain.*;\n  extends GearboxCycle.Car(cycle = Functions.readTable("speeds.csv", "t,v"));\nend wltc;\n' + open(FOLDER + "/gearbox_cycle.dtm").read())
    options = ("--stop", "1800", "--interval", "0.5")
    rows, _, residual = run("wltc", "--rtol", "1e-9", *options, file=file, model="wltc")
    fixed, _, _ = run("wltc_fixed", "--method", "semi", "--step", "1e-3", *options, file=file, model="wltc")
    part = abs(fixed[-1]["engine.fuel"]/rows[-1]["engine.fuel"] - 1)
    one, two = shifts(fixed), shifts(rows)
    check("WLTC: energy", residual < 1e-6, "%.1e" % residual)
    check("WLTC: length", abs(rows[-1]["body.s"]/23266 - 1) < 2e-3, "%.1f m" % rows[-1]["body.s"])
    check("WLTC: fuel", part < 1e-3 and [g for _, g in one] == [g for _, g in two] and len(one) > 50,
          "%.4f l/100 km; 1 ms against variable: %.1e; %d shifts, the same" % (rows[-1]["consumption"], part, len(two)))


if LENGTH == "long":
    beside_fixed_ratios(*cycle(1180))
    wltc()
else:
    cycle(400)
finish(results)
