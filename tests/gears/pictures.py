"""pictures.py DTC FILE.dtm ARGUMENTS...: the pictures of `dtc gears` are legible.

Each SVG is well-formed; names all members and the elements of its gear; no two texts overlap, a character being 0.6 em wide; none
leaves the picture.
Prints what is wrong, then the counts.
"""
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
count = {True: 0, False: 0}


def look(good, text):
    count[bool(good)] += 1
    if not good:
        print("FAILED", sys.argv[2:], text)


def run(*more):
    return subprocess.run(sys.argv[1:2] + ["gears"] + sys.argv[2:] + list(more), capture_output=True, text=True, check=True).stdout


def texts(node, dy=0.0):
    """(left, top, right, bottom, text) of all texts."""
    m = re.fullmatch(r"translate\(0 (\S+)\)", node.get("transform", ""))
    dy += float(m.group(1)) if m else 0
    found = []
    if node.tag == SVG + "text":
        size, x, y = float(node.get("font-size")), float(node.get("x")), float(node.get("y")) + dy
        w = 0.6*size*len(node.text)
        left = x - {"start": 0, "middle": w/2, "end": w}[node.get("text-anchor")]
        found.append((left, y - 0.75*size, left + w, y + 0.2*size, node.text))
    for child in node:
        found += texts(child, dy)
    return found


def overlaps(boxes):
    """Pairs of boxes that overlap by more than rounding."""
    boxes = sorted(boxes, key=lambda b: b[1])
    found = []
    for i, a in enumerate(boxes):
        for b in boxes[i + 1:]:
            if b[1] >= a[3] - 0.2:
                break
            if a[0] < b[2] - 0.2 and b[0] < a[2] - 0.2:
                found.append((a[4], b[4]))
    return found


def picture(kind):
    root = ET.fromstring(run("--picture", kind))
    left, top, width, height = map(float, root.get("viewBox").split())
    boxes = texts(root)
    look(0 < width < 4000 and 0 < height < 30000, f"{kind}: its size is {width} x {height}")
    look(not overlaps(boxes), f"{kind}: texts overlap: {overlaps(boxes)[:5]}")
    out = [b for b in boxes if b[0] < left or b[1] < top or b[2] > left + width or b[3] > top + height]
    look(not out, f"{kind}: outside: {out[:5]}")
    return root


def words(part):
    return set(re.split(r"[ ,]+", " ".join(b[4] for b in texts(part))))


def main():
    look(overlaps([(0, 0, 20, 10, "a"), (15, 5, 30, 15, "b")]) == [("a", "b")], "overlaps are not found")
    look(not overlaps([(0, 0, 20, 10, "a"), (20, 0, 30, 10, "b")]), "neighbours are no overlap")
    train = {key: table["rows"] for key, table in json.loads(run("--format", "json")).items() if key != "title"}
    planets = {p["body"] for p in train["set_ports"] if p["planet"]}
    members = {b["member"] for b in train["bodies"] if not b["housing"] and b["member"] not in planets}
    levers, flows = picture("lever").findall(SVG + "g"), picture("flow").findall(SVG + "g")
    look(len(levers) == len(flows) == len(train["gears"]), f"{len(levers)}, {len(flows)} pictures of {len(train['gears'])} gears")
    for g, lever, flow in zip(train["gears"], levers, flows):
        engaged = {e["element"] for e in train["elements_of_gears"] if e["gear"] == g["gear"] and e["which"] == "engaged"}
        missing = (members | engaged) - words(lever)
        look(not missing, f"lever, gear {g['name']}: {missing} missing")
        flows_in = any(e["gear"] == g["gear"] for e in train["power"])
        missing = ({p["port"] for p in train["ports"] if flows_in} | engaged) - words(flow)
        look(not missing, f"flow, gear {g['name']}: {missing} missing")
    for kind in ("stick", "wolf"):
        missing = (members | {e["element"] for e in train["elements"]}) - words(picture(kind))
        look(not missing, f"{kind}: {missing} missing")


main()
print(f"{count[True]} passed, {count[False]} failed")
