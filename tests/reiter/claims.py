"""claims.py RUNS PICTURES DTC WORK: what Reiter's chapters 2, 3.6, 4.5 and 5 say of their figures, tried on the runs of tests/bench/hybrid.sh.

Its pictures (as SVG) have every number, and curves. Prints what the claims in models/hybrid_ravigneaux/README.md come to, and counts.
"""
import csv
import math
import os
import re
import subprocess
import sys

RUNS, PICTURES, DTC, WORK = sys.argv[1:5]
CLUTCHES = ["C0", "C1", "C2", "C3"]
count = {True: 0, False: 0}


def check(good, text):
    count[bool(good)] += 1
    if not good:
        print("FAILED " + text)


def rows(path):
    with open(path) as f:
        found = [{k: float(v) for k, v in row.items()} for row in csv.DictReader(f)]
    if len(found) < 20 or not all(math.isfinite(v) for row in found for v in row.values()):
        raise ArithmeticError(path + ": no rows, or a value that is not finite")
    return found


def run(name):
    return rows(os.path.join(RUNS, name + ".csv"))


def another(model, show, *options):
    out = os.path.join(WORK, "claim.csv")
    subprocess.run([DTC, "sim", "models/hybrid_ravigneaux/hybrid_ravigneaux.dtm", "--model", "HybridRavigneaux." + model, "--vars", show,
                    "--quiet", "-o", out, *options], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return rows(out)


def changes(found, names):
    return sum(a[n] != b[n] for a, b in zip(found, found[1:]) for n in names)


def apart(a, b, name, until=1e9):
    """Largest difference at common times, and when."""
    by = {round(r["time"], 6): r[name] for r in a}
    return max((abs(by[t] - r[name]), t) for r in b for t in [round(r["time"], 6)] if t in by and t < until)


def integral(found, value):
    return sum((b["time"] - a["time"])*(value(a) + value(b))/2 for a, b in zip(found, found[1:]))


def chapter_2():
    held = run("held")
    for s in "emw":
        error = [(abs(r["error_" + s]), r["time"]) for r in held]
        most, when = max(error)
        later = max(e for e, t in error if t > 18)
        print(f"| error of w_{s} | {most:.2g} rad/s at {when:.2f} s; after 18 s {later:.1g} |")
        check(most < 1e-5 and later < most/2 + 1e-9, f"error of w_{s}: {most} at {when}, later {later}")
    error = abs(max(held, key=lambda r: abs(r["error_e"]))["time"] - 17.3)
    check(error < 0.3, "the largest error is not in the last shift")
    wheel = [r["w_w"] for r in held if r["time"] > 7.5]
    check(max(b["w_w"] for b in held if b["time"] > 16) - min(wheel) > 10, "there is no deceleration between")
    within = [r for r in held if 0 < r["eta"] < 1]
    apart_eta = max(abs(r["eta"] - r["cut"]) for r in within)
    cuts = [r for r in held if r["cut"] < 1 and r["time"] > 0]
    locks = sum(any(b[c] == 0 and a[c] != 0 for c in CLUTCHES) for a, b in zip(held, held[1:]) if 0 < b["cut"] < 1)
    lets_go = sum(any(b[c] != 0 and a[c] == 0 for c in CLUTCHES) for a, b in zip(held, held[1:]) if 0 < b["cut"] < 1)
    print(f"| eta | {len(cuts)} steps cut: {locks} where a clutch comes to rest, {lets_go} where one lets go, {sum(r['cut'] == 0 for r in cuts)} at the "
          f"sample; by the events of the variable step {len(within)}, at most {apart_eta:.1g} of a step apart |")
    check(len(within) >= 6 and apart_eta < 1e-4 and locks + lets_go == len(within), "cuts and events of the variable step")
    check(max(r["exact.cuts"] for r in another("Held", "exact.cuts", "--method", "exact", "--step", "0.01")) == 1, "more than one border in a step")
    differ = [r["time"] for r in held for k in range(4) if r[f"C{k}"] != r[f"true{k}"]]
    print(f"| clutch states that differ | {len(differ)} of {4*len(held)}, at {', '.join(f'{t:.2f}' for t in differ)} s |")
    check(len(differ) <= 4 and all(t > 1 for t in differ), f"clutch states differ at {differ}")
    show = "engine.w,machine.w,wheel.w," + ",".join(c + ".law.place" for c in CLUTCHES)
    places = [c + ".law.place" for c in CLUTCHES]
    true = run("true")
    whole = another("Held", show, "--method", "exact", "--step", "0.01", "-fno-adjust")
    error = max(apart(true, whole, w)[0] for w in ["engine.w", "machine.w", "wheel.w"])
    n = changes(whole, places), changes(true, places)
    print(f"| without adjustment | error {error:.2g} rad/s; {n[0]} changes of state, {n[1]} of the variable step |")
    check(1 < error < 30 and n[0] <= n[1] + 2, f"without adjustment: {error}, {n}")


def springs():
    soft, wide, stiff = [run("Nonlinear" + k) for k in ["", "2", "3"]]
    v = [apart(soft, x, "vehicle.v")[0] for x in (wide, stiff)]
    z = [apart(soft, x, "z.w")[0] for x in (wide, stiff)]
    print(f"| stiffness and the whole | vehicles of cases 2, 3 at most {v[0]:.2g}, {v[1]:.2g} rad/s from case 1, w_z {z[0]:.2g}, {z[1]:.2g} |")
    check(max(v) < 0.3 and z[0] < 0.6, f"speeds of the cases: {v}, {z}")
    over = []
    for c in ["20000", "2e6", "2e8"]:
        found = another("Nonlinear2", "torsion", "--set", f"c={{800, {c}}}", "--rtol", "1e-8", "--interval", "0.001", "--stop", "1")
        over.append(max(r["torsion"] for r in found) - 7e-3)
    print(f"| stiffer is more like a collision | {over[0]:.2g}, {over[1]:.2g}, {over[2]:.2g} rad beyond the border with 2e4, 2e6, 2e8 N.m/rad |")
    check(0 < over[2] < over[1]/5 < over[0]/25, f"beyond the border: {over}")
    entries = [sum(a["torsion"] <= b < c["torsion"] for a, c in zip(x, x[1:]) if c["time"] < 4) for x, b in [(soft, 6e-3), (wide, 7e-3)]]
    print(f"| case 2 swings around the border before 4 s | {entries[1]} entries, case 1 {entries[0]} |")
    check(min(entries) >= 3, f"entries: {entries}")


def clearance():
    plastic, elastic, wide = [run("Clearance" + k) for k in ["", "2", "3"]]
    d = {w: max(apart(plastic, x, w)[0] for x in (elastic, wide)) for w in ["machine.w", "finalShaft.w", "z.w", "w.w", "vehicle.v"]}
    print("| speeds of the three cases | apart by at most " + ", ".join(f"{w} {e:.2g}" for w, e in d.items()) + " rad/s |")
    check(d["vehicle.v"] < 0.03 and max(d.values()) < 1, f"speeds of the cases: {d}")
    kinds = {}
    for name, found in [("1", plastic), ("2", elastic), ("3", wide)]:
        pairs = [(a["stop.law.s"], b["stop.law.s"]) for a, b in zip(found, found[1:]) if a["time"] == b["time"] and a["stop.law.s"] < -1e-9
                 and abs(a["stop.law.s"] - b["stop.law.s"]) > 1e-9]
        back = [(a, b) for a, b in pairs if b > 1e-9]
        lost = sum((a*a - b*b)/2/(1/3.4093 + 1/1.5) for a, b in pairs if a*a - b*b > 1e-12)
        kinds[name] = len(back), len(pairs), lost
        print(f"| case {name} | {len(pairs)} hits, {len(back)} rebounds, {lost:.3g} J lost |")
        if name == "2":
            check(all(abs(a + b) < 1e-9 for a, b in back), "elastic impacts lose energy")
    check(kinds["1"][0] == 0 and kinds["1"][1] >= 3 and kinds["1"][2] > 0.1, f"plastic: {kinds}")
    check(kinds["2"][0] >= 20 and kinds["3"][0] == 0 and kinds["3"][1] > kinds["1"][1] - 2, f"rebounds: {kinds}")
    for k in ["", "2", "3"]:
        step = run(f"Clearance{k}_step")
        check(max(r["torsion"] for r in step) < (2e-3 if k == "3" else 1e-4) + 1e-9, f"exact at 0.1 s, case {k}: overlap")
        most = apart(run("Clearance" + k), step, "torsion", 8)
        print(f"| torsion by exact at 0.1 s, case {k or 1} | at most {most[0]:.2g} rad off before 8 s, at {most[1]:.2f} s |")
        check(most[0] < 0.03, f"exact at 0.1 s, case {k}: torsion {most}")


def surface(name):
    """Force by speed of the free wheel and slip."""
    found = {}
    with open(os.path.join(RUNS, "surface_" + name)) as f:
        for line in f:
            if line.strip():
                w, slip, force = [float(x) for x in line.split(",")]
                found.setdefault(w, {})[slip] = force
    return found


def tires():
    magic, clutch = surface("magic"), surface("clutch")
    check(all(abs(f - math.copysign(1, s)) < 1e-12 for row in clutch.values() for s, f in row.items()), "the clutch is a sign")
    at = {}
    for w in (0.5, 2.0, 20.0, 50.0):
        row = magic[min(magic, key=lambda x: abs(x - w))]
        at[w] = sum(abs(f - math.copysign(1, s)) for s, f in row.items())/len(row), row[max(row)]
    print("| formula against clutch within 10 rad/s of slip | mean difference " + ", ".join(f"{d:.2f} at {w:g} rad/s" for w, (d, _) in at.items()) +
          "; at 9.9 rad/s " + ", ".join(f"{f:.2f}" for _, f in at.values()) + " of the peak |")
    check(at[0.5][0] > at[2.0][0] > 1.5*at[20.0][0] and at[2.0][1] < 0.75 < 0.99 < at[50.0][1], f"surface: {at}")
    check(all(abs(f) <= 1 + 1e-9 and f*s > 0 for row in magic.values() for s, f in row.items()), "a force beyond the peak")
    peak = max(magic[50.0 if 50.0 in magic else max(magic)].items(), key=lambda x: x[1])[0]/max(magic)
    print(f"| slip of the peak | {peak:.2f} |")
    check(0.17 < peak < 0.19, f"slip of the peak {peak}")
    limits = {1: (0.06, 0.02), 2: (0.12, 0.02), 3: (2.5, 0.3), 4: (0.8, 0.02)}
    ratio = {}
    for k, (most, most_end) in limits.items():
        a, b = run(f"Tire{k}"), run(f"Clutch{k}")
        way, end = apart(a, b, "vehicle.v")[0], abs(a[-1]["vehicle.v"] - b[-1]["vehicle.v"])
        put = [integral(x, lambda r: r["tau_m"]*r["machine.w"]) for x in (a, b)]
        push = [integral(x, lambda r: r["tire.f"]) for x in (a, b)]
        heat = [integral(x, lambda r: r["tire.f"]*r["tire.v_slip"]) for x in (a, b)]
        slip = [max(r["tire.v_slip"] for r in x) for x in (a, b)]
        ratio[k] = put[0]/put[1]
        print(f"| simulation {k} | vehicles at most {way:.2g} rad/s apart, at the end {end:.1g}; slip up to {slip[0]:.3g} and {slip[1]:.3g} rad/s; energy of the machine "
              f"{put[0]/1e3:.1f} and {put[1]/1e3:.1f} kJ, heat of the tire {heat[0]/1e3:.1f} and {heat[1]/1e3:.1f} kJ, impulse {push[0]:.0f} and {push[1]:.0f} N.m.s |")
        check(way < most and end < most_end, f"simulation {k}: {way}, {end}")
        check(abs(push[0] - push[1]) < 2e-3*push[1], f"simulation {k}: impulses {push}")
        check(all(r[c + ".law.place"] != 1 and r["C1.law.place"] == 0 for r in a for c in ["C0", "C3"]), f"simulation {k}: a clutch of the gear slips")
    check(ratio[3] > 2, f"case 3: the energies of the machine are alike: {ratio}")
    hold, spin = [max(r["tire.kappa"] for r in another("Tire2", "tire.kappa", "--set", f"peak={p}", "--rtol", "1e-8", "--stop", "4"))
                  for p in (414.7, 414.7*1.01)]
    print(f"| 1 % more torque | 414.7 N.m: slip up to {hold:.2f}; 418.8 N.m: {spin:.2f} |")
    check(hold < 0.3 and spin > 1, f"1 % more torque: {hold}, {spin}")


def pictures():
    for first, last in [(4, 8), (47, 53), (72, 79), (80, 81), (84, 92)]:
        with open(os.path.join(PICTURES, f"figures_{first}_{last}.svg")) as f:
            text = f.read()
        titles = [int(n) for n in re.findall(r"<tspan[^>]*>(\d+): ", text)]
        check(set(titles) == set(range(first, last + 1)), f"figures {first} to {last}: titles {titles}")
        marks = [len(re.findall(r"\d,\d|<use|<polygon", part)) for part in text.split('<g id="gnuplot_plot_')[1:]]
        check(sum(n >= 50 for n in marks) >= len(titles), f"figures {first} to {last}: curves of {marks} marks")


pictures()
chapter_2()
springs()
clearance()
tires()
print(f"{count[True]} passed, {count[False]} failed")
sys.exit(count[False] > 0)
