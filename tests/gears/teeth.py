"""teeth.py DTC SIMPSON.dtm: `dtc gears --teeth` of a Simpson set against all choices, looked at here with the formulas of that set."""
import re
import subprocess
import sys
from fractions import Fraction as F
from math import gcd, pi, sin

LOW, HIGH, N = 20, 75, 3
WANTED = {"1": F(284, 100), "2": F(156, 100), "R": F(-207, 100)}


def mounted():
    """The fewest teeth for each ratio of ring and sun."""
    best = {}
    for ring in range(LOW, HIGH + 1):
        for sun in range(LOW, ring):
            planet = (ring - sun)//2
            if planet < 12 or (sun + ring) % N or (sun + planet)*sin(pi/N) <= planet + 2:
                continue
            k = gcd(sun, ring)
            key, total = (sun//k, ring//k), sun + ring + planet
            if key not in best or total < best[key][0]:
                best[key] = (total, sun, ring)
    return list(best.values())


def ratios(one, two):
    a, b = F(one[1], one[2]), F(two[2], two[1])
    return {"1": 1 + a + a*b, "2": 1 + a, "R": -b}


def main():
    choices = mounted()
    all_of_them = sorted((one[0] + two[0], max(abs(ratios(one, two)[g]/w - 1) for g, w in WANTED.items()), one[1:], two[1:])
                         for one in choices for two in choices)
    pareto = []
    for c in all_of_them:
        if not pareto or c[1] < pareto[-1][1]:
            pareto.append(c)
    wanted = ",".join(f"{g}={float(w)}" for g, w in WANTED.items())
    out = subprocess.run([sys.argv[1], "gears", sys.argv[2], "--model", "Th400.Gearbox", "--teeth", f"{LOW}:{HIGH}", "--ratios", wanted],
                         capture_output=True, text=True, check=True).stdout
    found = re.findall(r"^ +([\d.]+)% +(\d+)  (\d+)/(\d+) +(\d+)/(\d+) +(\S+) +(\S+) +(\S+)$", out, re.M)
    wrong = 0 if "all that there are" in out and len(found) == len(pareto) and len(pareto) > 5 else 1
    if wrong:
        print(f"FAILED {len(found)} choices of teeth, not {len(pareto)}")
    for got, want in zip(found, pareto):
        r = ratios((0, int(got[2]), int(got[3])), (0, int(got[4]), int(got[5])))
        good = (int(got[1]) == want[0] and abs(float(got[0])/100 - want[1]) < 6e-6 and [F(x) for x in got[6:]] == [r["1"], r["2"], r["R"]])
        wrong += not good
        if not good:
            print("FAILED teeth:", got, "not", want)
    print(f"{len(pareto) + 1 - wrong} passed, {wrong} failed")
    return wrong != 0


sys.exit(main())
