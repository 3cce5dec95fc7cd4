"""written.py BEFORE AFTER: the second file is the first one with annotations of places, and nothing else."""
import re
import sys

before, after = (open(name, encoding="utf-8", newline="").read() for name in sys.argv[1:3])
placement = r"Placement\(transformation\(extent = \{\{[-0-9, ]+\}, \{[-0-9, ]+\}\}(, rotation = [-0-9]+)?, " \
            r"origin = \{[-0-9, ]+\}\)\)"
diagram = r"Diagram\(coordinateSystem\(extent = \{\{[-0-9, ]+\}, \{[-0-9, ]+\}\}\)\)"
taken, places = re.subn(r"\n *annotation\(" + placement + r"\)", "", after)
taken = re.sub(r"annotation\(" + diagram + r",\s*", "annotation(", taken)
taken = re.sub(r"\n *annotation\(" + diagram + r"\);", "", taken)
assert places > 0, "no place"
assert taken == before, "something else has changed"
assert all(len(line) <= 120 for line in after.splitlines()), "a line has become long"
