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


def by_input(train, gear, what):
    """[{name: value}] of a gear, for each input, or driver, that it is for."""
    found = {}
    for row in train["values"]:
        if row["gear"] == gear and row["what"] == what:
            found.setdefault(row["per"], {})[row["name"]] = row["value"]
    return list(found.values())


def speed_of(train, speeds, body):
    """None: it floats, or is a planet."""
    at = next(b for b in train["bodies"] if b["body"] == body)
    value = speeds.get(at["member"])
    return F(0) if at["housing"] else exact(value) if value else None


def look_at_sets(train, g):
    for speeds, torques in zip(by_input(train, g["gear"], "speed"), by_input(train, g["gear"], "set")):
        for name in (s["set"] for s in train["sets"]):
            body = {p["role"]: p["body"] for p in train["set_ports"] if p["set"] == name and not p["planet"]}
            torque = {role: exact(torques[f"{name}.{role}"]) for role in body}
            speed = {role: speed_of(train, speeds, body[role]) for role in body}
            if None in speed.values():
                continue
            work = sum(torque[role]*speed[role] for role in torque)
            look(work == 0 or g["class"] != "gear", f"gear {g['name']}: {name} does the work {work}")
            if torque:
                look(sum(torque.values()) == 0, f"gear {g['name']}: torques of {name} sum to {sum(torque.values())}")


def look_at_power(train, g):
    left = {}
    for e in (e for e in train["power"] if e["gear"] == g["gear"]):
        look(exact(e["power"]) > 0, f"gear {g['name']}: power {e}")
        left[e["from"]] = left.get(e["from"], 0) - exact(e["power"])
        left[e["to"]] = left.get(e["to"], 0) + exact(e["power"])
    look(left, f"gear {g['name']}: no power")
    nodes = {b["body"] for b in train["bodies"]} | {s["set"] for s in train["sets"]}
    for node in nodes - {p["port"] for p in train["ports"]}:
        look(left.get(node, 0) == 0, f"gear {g['name']}: power {left.get(node)} stays in {node}")


def look_at_losses(train, g):
    speeds = by_input(train, g["gear"], "speed")[0]
    for way in ("driving", "coasting"):
        loss = [row for row in train["losses"] if row["gear"] == g["gear"] and row["way"] == way]
        flows = [row for row in loss if row["what"] == "flows"]
        if not flows or flows[0]["name"] not in ("one", "several"):
            continue
        torque = {row["name"]: exact(row["value"]) for row in loss if row["what"] == "port"}
        power = {p["port"]: torque[p["port"]]*speed_of(train, speeds, p["body"]) for p in train["ports"]}
        lost = sum(exact(row["value"]) for row in loss if row["what"] == "lost")
        look(sum(power.values()) == lost and lost >= 0, f"gear {g['name']} {way}: {power} is not {lost}")
        inward = sum(power[p["port"]] for p in train["ports"] if not p["output"])
        outward = sum(power[p["port"]] for p in train["ports"] if p["output"])
        eta = -outward/inward if way == "driving" else -inward/outward
        told = flows[0]["value"]
        look(exact(told) == eta and 0 < eta <= 1, f"gear {g['name']} {way}: efficiency {eta}")
        look(abs(told["value"] - float(eta)) < 1e-15, f"gear {g['name']} {way}: {told}")


def main():
    train = {key: table["rows"] for key, table in json.loads(run("json")).items() if key != "title"}
    table = list(csv.reader(io.StringIO(run("csv"))))
    look(len(train["gears"]) > 0 and len(table) == len(train["gears"]) + 1, "number of gears")
    for g, row in zip(train["gears"], table[1:]):
        look(row[0] == g["name"] and row[1] == g["class"] and len(row) == len(table[0]), f"CSV: {row}")
        look(not g["ratio"] or row[3] == g["ratio"]["exact"], f"CSV: {row}, {g['ratio']}")
        look_at_sets(train, g)
        if g["class"] == "gear" and len(train["ports"]) == 2:
            look_at_power(train, g)
            look_at_losses(train, g)
    print(f"{count[True]} passed, {count[False]} failed")
    return count[False] != 0


sys.exit(main())
