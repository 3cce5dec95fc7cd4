"""nets.py FILE.json: what is joined in a picture, a line a net."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as f:
    picture = json.load(f)
ends = {}
for part in picture["components"]:
    for c in part["connectors"]:
        own = part["component"] if c["name"] == part["component"] else f"{part['component']}.{c['name']}"
        ends.setdefault(c["net"], []).append(own)
for number, net in enumerate(picture["nets"], 1):
    print(net["kind"] + ":", *sorted(ends[number]))
