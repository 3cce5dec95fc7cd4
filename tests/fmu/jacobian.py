"""jacobian.py XML: arguments of `client slopes`; jacobian.py --depends XML: of `client depends`, --events XML: of
`client events`; jacobian.py XML TABLE LINEAR: the table of slopes against A of
dtc linearize (JSON)."""
import json
import sys
import xml.etree.ElementTree as tree

depends = sys.argv[1] in ("--depends", "--events")
root = tree.parse(sys.argv[1 + depends]).getroot()
variable = list(root.find("ModelVariables"))
rates = [variable[int(u.get("index")) - 1] for u in root.find("ModelStructure").find("Derivatives")]
states = [variable[int(r[0].get("derivative")) - 1].get("name") for r in rates]
rates = [r.get("name") for r in rates]
outputs = [v.get("name") for v in variable if v.get("causality") == "output" and v[0].tag == "Real"]
unknown = rates + [o for o in outputs if o not in rates]
if depends:
    structure = root.find("ModelStructure")
    told = {variable[int(u.get("index")) - 1].get("name"): u.get("dependencies") for part in ("Outputs", "Derivatives") for u in structure.find(part) or []}
    told = {name: {variable[int(k) - 1].get("name") for k in on.split()} for name, on in told.items() if on is not None}
    inputs = [v.get("name") for v in variable if v.get("causality") == "input" and (v[0].tag == "Real" or sys.argv[1] == "--events")]
    rows = ["".join("01"[k in on] for k in states + inputs) for on in told.values()]
    print(len(told), len(states), len(inputs), " ".join([*told, *states, *inputs, *rows]))
    sys.exit()
if len(sys.argv) == 2:
    print(len(unknown), len(states), " ".join(unknown + states))
    sys.exit()
found = {}
for line in open(sys.argv[2]):
    if line.startswith("# "):
        _, of, by, d = line.split()
        found[of, by] = float(d)
rows = json.load(open(sys.argv[3]))["A"]["rows"]
assert len(rows) == len(states) > 1
for row in rows:
    rate = rates[states.index(row["row of A"])]
    for by in states:
        d = found[rate, by]
        assert abs(d - row[by]) <= 1e-12 * max(1, abs(row[by])), (rate, by, d, row[by])
