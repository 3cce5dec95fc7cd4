"""wrong.py FILE: pictures with a mistake each are told by geometry.py."""
import copy
import json
import os
import subprocess
import sys
import tempfile

with open(sys.argv[1], encoding="utf-8") as f:
    right = json.load(f)
script = os.path.join(os.path.dirname(__file__), "geometry.py")


def told(picture, words):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as f:
        json.dump(picture, f)
        f.flush()
        said = subprocess.run([sys.executable, "-B", script, f.name], capture_output=True, text=True, check=False)
    assert (said.returncode == 0) == (words is None), said.stdout
    assert words is None or words in said.stdout, (words, said.stdout)


told(right, None)
wrong = copy.deepcopy(right)
wrong["components"][1]["box"] = wrong["components"][0]["box"]
told(wrong, "lies on")
wrong = copy.deepcopy(right)
wrong["components"][1]["texts"][0]["box"] = wrong["components"][0]["texts"][0]["box"]
told(wrong, "the text")
wrong = copy.deepcopy(right)
wrong["nets"][0]["lines"][0] = [[p[0], p[1] + 3] for p in wrong["nets"][0]["lines"][0]]
told(wrong, "hangs on no line")
wrong = copy.deepcopy(right)
box = wrong["components"][0]["box"]
wrong["nets"][0]["lines"].append([[box[0] - 5, (box[1] + box[3]) / 2], [box[2] + 5, (box[1] + box[3]) / 2]])
told(wrong, "goes through")
wrong = copy.deepcopy(right)
wrong["nets"][1]["lines"].append(wrong["nets"][0]["lines"][0])
told(wrong, "lines of two nets touch")
wrong = copy.deepcopy(right)
wrong["box"] = [0, 0, 1, 1]
told(wrong, "is not in the picture")
