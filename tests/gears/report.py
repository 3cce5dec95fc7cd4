"""report.py DTC FILE.dtm ARGUMENTS...: the JSON of `dtc gears` says of each gear what has to be so, to the last digit.

Torques of each set do no work in the motion of the gear, and sum to zero where its carrier is a shaft; power that comes into a node of
the flow goes out of it; with losses the power at the ports is what the meshes lose; the efficiency is the ratio of the ports' powers.
The CSV has the same gears. Prints what is wrong, then the counts.
"""
import csv
import io
import json
import subprocess
import sys
from fractions import Fraction as F

count = {True: 0, False: 0}


def look(good, text):
    count[bool(good)] += 1
    if not good:
        print("FAILED", sys.argv[2:], text)


def exact(x):
    return F(x["exact"])


def run(form):
    return subprocess.run(sys.argv[1:2] + ["gears"] + sys.argv[2:] + ["--format", form], capture_output=True, text=True, check=True).stdout


def look_at_sets(train, g):
    for s, t in zip(g["speeds"], g["torques"]):
        for gear_set in train["sets"]:
            torque = {role: exact(x) for role, x in t["sets"][gear_set["name"]].items()}
            speed = {role: s["bodies"][body] for role, body in gear_set["ports"].items()}
            if any(speed[role] is None for role in torque):
                continue
            work = sum(torque[role]*exact(speed[role]) for role in torque)
            look(work == 0 or g["class"] != "gear", f"gear {g['name']}: {gear_set['name']} does the work {work}")
            if torque:
                look(sum(torque.values()) == 0, f"gear {g['name']}: torques of {gear_set['name']} sum to {sum(torque.values())}")


def look_at_power(train, g):
    ports = [p["name"] for p in train["inputs"] + train["outputs"]]
    left = {}
    for e in g["power"]:
        look(exact(e["power"]) > 0, f"gear {g['name']}: power {e}")
        left[e["from"]] = left.get(e["from"], 0) - exact(e["power"])
        left[e["to"]] = left.get(e["to"], 0) + exact(e["power"])
    bodies = {b for m in train["members"] for b in m["bodies"]} | {s["name"] for s in train["sets"]}
    for node in bodies - set(ports):
        look(left.get(node, 0) == 0, f"gear {g['name']}: power {left.get(node)} stays in {node}")


def look_at_losses(train, g):
    speed = {k: exact(v) for k, v in g["speeds"][0]["bodies"].items() if v}
    for way in ("driving", "coasting"):
        loss = g.get(way)
        if not loss or loss["flows"] not in ("one", "several"):
            continue
        power = {p["name"]: exact(loss["ports"][p["name"]])*speed[p["body"]] for p in train["inputs"] + train["outputs"]}
        lost = sum(exact(x) for x in loss["lost"].values())
        look(sum(power.values()) == lost and lost >= 0, f"gear {g['name']} {way}: {power} is not {lost}")
        inward = sum(power[p["name"]] for p in train["inputs"])
        outward = sum(power[p["name"]] for p in train["outputs"])
        eta = -outward/inward if way == "driving" else -inward/outward
        look(exact(loss["efficiency"]) == eta and 0 < eta <= 1, f"gear {g['name']} {way}: efficiency {eta}")
        look(abs(loss["efficiency"]["value"] - float(eta)) < 1e-15, f"gear {g['name']} {way}: {loss['efficiency']}")


def main():
    train = json.loads(run("json"))
    table = list(csv.reader(io.StringIO(run("csv"))))
    look(len(train["gears"]) > 0 and len(table) == len(train["gears"]) + 1, "number of gears")
    for g, row in zip(train["gears"], table[1:]):
        look(row[0] == g["name"] and row[1] == g["class"] and len(row) == len(table[0]), f"CSV: {row}")
        look(not g["ratio"] or row[3] == g["ratio"]["exact"], f"CSV: {row}, {g['ratio']}")
        look_at_sets(train, g)
        if g["class"] == "gear" and len(train["inputs"]) == len(train["outputs"]) == 1:
            look_at_power(train, g)
            look_at_losses(train, g)
    print(f"{count[True]} passed, {count[False]} failed")
    return count[False] != 0


sys.exit(main())
