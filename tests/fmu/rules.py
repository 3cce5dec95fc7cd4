"""rules.py XML: what FMI asks of modelDescription.xml beyond its schema."""
import re
import sys
import xml.etree.ElementTree as tree

root = tree.parse(sys.argv[1]).getroot()
two = root.get("fmiVersion") == "2.0"
variable = list(root.find("ModelVariables"))
reference = [v.get("valueReference") for v in variable]
name = [v.get("name") for v in variable]
assert len(set(reference)) == len(reference) and len(set(name)) == len(name)
part = r"(?:[A-Za-z_]\w*|'[^']+')(?:\[\d+(?:,\d+)*\])?"
structured = re.compile(rf"{part}(?:\.{part})*|der\({part}(?:\.{part})*(?:,[1-9]\d*)?\)")
assert root.get("variableNamingConvention") == "structured"
assert all(structured.fullmatch(n) for n in name), [n for n in name if not structured.fullmatch(n)][:5]
units = {u.get("name"): {d.get("name") for d in u.findall("DisplayUnit")} for u in root.iter("Unit")}
types = {t.get("name") for t in root.find("TypeDefinitions")} if root.find("TypeDefinitions") is not None else set()
place, initial, settable, outputs, rates = {}, set(), set(), [], []
for k, v in enumerate(variable):
    i = v[0] if two else v
    key = str(k + 1) if two else v.get("valueReference")
    assert not two or key == v.get("valueReference")
    place[key] = v
    causality, variability = v.get("causality"), v.get("variability")
    if i.get("unit"):
        assert i.get("unit") in units, i.get("unit")
    if i.get("displayUnit"):
        assert i.get("displayUnit") in units[i.get("unit")], i.get("displayUnit")
    if i.get("declaredType"):
        assert i.get("declaredType") in types
    exact = v.get("initial") == "exact"
    assert (i.get("start") is not None) == (exact or causality == "input"), v.attrib
    assert exact == (causality == "parameter") or exact and causality in ("local", "output"), v.attrib
    assert (variability in ("fixed", "tunable")) == (causality in ("parameter", "calculatedParameter")), v.attrib
    assert variability != "continuous" or i.tag in ("Real", "Float64"), v.attrib
    for bound in ("min", "max"):
        if i.get(bound) and i.get("start"):
            a, b = float(i.get(bound)), float(i.get("start"))
            assert a <= b if bound == "min" else b <= a, v.attrib
    if causality == "output":
        outputs.append(key)
    if causality in ("output", "calculatedParameter"):
        initial.add(key)
    if exact:
        settable.add(key)
    if i.get("derivative"):
        rates.append(key)
        initial |= {key, i.get("derivative")}
structure = root.find("ModelStructure")


def listed(two_name, three_name):
    if two:
        part = structure.find(two_name)
        return [] if part is None else [u for u in part]
    return structure.findall(three_name)


def keys(unknowns):
    return [u.get("index") or u.get("valueReference") for u in unknowns]


assert keys(listed("Outputs", "Output")) == outputs
assert set(keys(listed("Derivatives", "ContinuousStateDerivative"))) == set(rates)
assert keys(listed("InitialUnknowns", "InitialUnknown")) == sorted(initial - settable, key=int)
states = [(place[r][0] if two else place[r]).get("derivative") for r in rates]
assert all(place[key].get("causality") == "parameter" or key in states for key in settable)
for u in listed("Outputs", "Output") + listed("Derivatives", "ContinuousStateDerivative"):
    if u.get("dependencies") is None:
        continue
    on = u.get("dependencies").split()
    assert on == sorted(set(on), key=int) and len(on) == len((u.get("dependenciesKind") or "").split())
    for key in on:
        assert key in states or place[key].get("causality") == "input", key
if not two:
    guards = keys(structure.findall("EventIndicator"))
    assert all(place[g].tag == "Float64" for g in guards)
    assert [v.get("name") for v in variable if v.get("causality") == "independent"] == ["time"]
