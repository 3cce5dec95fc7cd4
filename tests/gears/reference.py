"""reference.py DTC WRITE FILE.yaml FOLDER: the gears of `dtc gears` against those of a file of transmissions.

For each gear of each transmission: the smallest set of elements that `dtc gears` has within those that are engaged makes the
same ratio, to the last digit, and its torques are those of the file where it has them (up to the direction that an element
counts positive, which is one for all gears).
"""
import re
import subprocess
import sys
from fractions import Fraction

import yaml


def gears(text):
    """[(ratio, {element: torque})] of the table."""
    found = []
    for line in text.split("elements, each with its torque\n")[1].splitlines():
        m = re.fullmatch(r" *\S+ +-?[0-9.]+ +(\S+) +(?:both|drive|coast|never|no: \S+) +(.*)", line)
        if m:
            word = m.group(2).split()
            found.append((Fraction(m.group(1)), dict(zip(word[::2], map(Fraction, word[1::2])))))
    return found


def torques_agree(wanted, got, sign):
    """Of the elements that carry any: sign, by element, is found at its first gear."""
    for name in set(wanted) | set(got):
        a, b = wanted.get(name, 0), got.get(name, 0)
        if abs(a) != abs(b):
            return False
        if a and sign.setdefault(name, (a > 0) == (b > 0)) != ((a > 0) == (b > 0)):
            return False
    return True


def compare(t, table, count):
    sign = {}
    for name, g in t["gears"].items():
        if "ratio_exact" not in g or "input" in g:
            continue
        ratio = Fraction(str(g["ratio_exact"]))
        ratio = 1 / ratio if t.get("ratio_kind") else ratio
        engaged = set(g["engaged"]) | set(g.get("also_locked", []))
        within = [(r, e) for r, e in table if set(e) <= engaged]
        wanted = {k: Fraction(str(v)) for k, v in g.get("element_torque", {}).items()}
        same = [e for r, e in within if r == ratio]
        good = len(within) > 0 and len(same) == len(within)
        if good and wanted and not t.get("ratio_kind") and len(within) == 1:
            good = torques_agree(wanted, same[0], sign)
        count[good] += 1
        if not good:
            print("FAILED", t["name"], "gear", name, ratio, wanted, "is not", within[:4])


def main():
    dtc, write, file, folder = sys.argv[1:]
    names = subprocess.run([write, file, folder], check=True, capture_output=True, text=True).stdout.splitlines()
    with open(file, encoding="utf-8") as f:
        transmissions = yaml.safe_load(f)["transmissions"]
    count = {True: 0, False: 0}
    for line, t in zip(names, transmissions):
        model = line.split()[0]
        with open(f"{folder}/{model}.txt", encoding="utf-8") as f:
            inward, outward = f.readline().split()
        run = subprocess.run([dtc, "gears", f"{folder}/{model}.dtm", "--in", inward + ".flange_b", "--out", outward + ".flange_b"],
                             capture_output=True, text=True)
        if run.returncode != 0:
            count[False] += 1
            print("FAILED", t["name"], run.stderr[:500])
            continue
        compare(t, gears(run.stdout), count)
    print(f"{count[True]} passed, {count[False]} failed")
    return count[False] != 0


sys.exit(main())
