"""search.py DTC MODEL NAME N...: the Pareto set of `dtc gears --search N` against all chains of gears, one by one.

The gears come from `--format json` of the model, whose found gears have to be all that there are.
"""
import json
import re
import subprocess
import sys
from fractions import Fraction


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def gears(text):
    """[(ratio, elements, slip)] of those that can be driven forward."""
    found = []
    train = {key: table["rows"] for key, table in json.loads(text).items() if key != "title"}
    for g in train["gears"]:
        which = {w: [e["element"] for e in train["elements_of_gears"] if e["gear"] == g["gear"] and e["which"] == w]
                 for w in ("engaged", "forced")}
        if g["class"] != "gear" or g["freedoms"] != 1 or not g["drive"] or which["forced"]:
            continue
        ratio = Fraction(g["ratio"]["exact"])
        slips = [abs(Fraction(v["value"]["exact"])) for v in train["values"]
                 if v["gear"] == g["gear"] and v["what"] == "slip" and v["name"] not in which["engaged"]]
        if ratio > 0:
            found.append((ratio, frozenset(which["engaged"]), max(slips)))
    return found


def chains(gear, n, chain=()):
    if len(chain) == n:
        yield chain
        return
    for g in gear:
        if not chain or (g[0] < chain[-1][0] and len(g[1] - chain[-1][1]) == len(chain[-1][1] - g[1]) == 1):
            yield from chains(gear, n, chain + (g,))


def measures(chain):
    steps = [a[0] / b[0] for a, b in zip(chain, chain[1:])]
    return max(steps) / min(steps), max(g[2] for g in chain)


def main():
    dtc, model, name = sys.argv[1:4]
    gear = gears(run(dtc, "gears", model, "--model", name, "--details", "--format", "json"))
    good = True
    for n in map(int, sys.argv[4:]):
        every = sorted(set(map(measures, chains(gear, n))))
        best, least = [], None
        for m in every:
            if least is None or m[1] < least:
                best.append(m)
                least = m[1]
        wanted = [(f"{float(a):.5f}", f"{float(b):.5f}") for a, b in best]
        found = re.findall(r"unevenness (\S+), slip (\S+) ", run(dtc, "gears", model, "--model", name, "--search", str(n)))
        if not wanted or wanted != found:
            print("FAILED", name, n, "gears:", found, "is not", wanted)
            good = False
    sys.exit(not good)


if __name__ == "__main__":
    main()
