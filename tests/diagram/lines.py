"""lines.py FILE: of Placed.Lines the lines that the model has, in pixels; those that do not fit go another way."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as f:
    picture = json.load(f)
nets = {}
for part in picture["components"]:
    for c in part["connectors"]:
        if c["net"]:
            nets[f"{part['component']}.{c['name']}"] = picture["nets"][c["net"] - 1]["lines"]
boxes = {part["component"]: part["box"] for part in picture["components"]}
unit = (boxes["rotor"][2] - boxes["rotor"][0])/20


def drawn(*points):
    return [[[unit*x, -unit*y] for x, y in points]]


taken = {"rotor.flange_b": drawn((-20, 0), (30, 0), (30, 40), (40, 40)), "load.flange_b": drawn((60, 40), (90, 40)),
         "speed.w": drawn((110, 40), (130, 40), (130, -50), (90, -50))}
for name, lines in taken.items():
    assert nets[name] in (lines, [lines[0][::-1]]), (name, nets[name], lines)
assert nets["motor.flange"] == drawn((-70, 0), (-40, 0)), nets["motor.flange"]
assert [unit*-80, -unit*60] not in nets["gain.y"][0], nets["gain.y"]
