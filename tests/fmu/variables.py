"""variables.py [--watched] XML: lines "name reference type"; --watched: names of states and outputs, with commas."""
import sys
import xml.etree.ElementTree as tree

root = tree.parse(sys.argv[-1]).getroot()
two = root.get("fmiVersion") == "2.0"
variable = list(root.find("ModelVariables"))
kind = {"Real": "R", "Float64": "R", "Boolean": "B", "Integer": "I", "Enumeration": "I", "Int32": "I"}


def inner(v):
    return v[0] if two else v


if sys.argv[1] == "--watched":
    by_place = {v.get("valueReference"): v.get("name") for v in variable}
    names = [by_place[inner(v).get("derivative")] for v in variable if inner(v).get("derivative")]
    names += [v.get("name") for v in variable if v.get("causality") == "output" and inner(v).tag in ("Real", "Float64")]
    print(",".join(dict.fromkeys(names)))
else:
    for v in variable:
        print(v.get("name").replace(" ", "_"), v.get("valueReference"), kind[inner(v).tag])
