"""colours.py: colours of curves, and of all that is read on a page: contrast by WCAG 2, distance in OKLab (Ottosson 2020) as it is,
and as dichromats see it (Machado, Oliveira and Fernandes 2009, severity 1)."""
import math
import os
import re
import sys

here = os.path.dirname(os.path.abspath(__file__))
folder = os.path.join(here, "..", "..", "tools", "page")
EYES = {"any": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]}
APART = 0.1                                # in OKLab; 0.02 is what is just seen


def linear(colour):
    return [c/12.92 if c <= 0.04045 else ((c + 0.055)/1.055)**2.4 for c in (int(colour[i:i + 2], 16)/255 for i in (1, 3, 5))]


def contrast(a, b):
    light, dark = sorted((sum(w*c for w, c in zip((0.2126, 0.7152, 0.0722), linear(x))) for x in (a, b)), reverse=True)
    return (light + 0.05)/(dark + 0.05)


def seen(colour, eye):
    r, g, b = (min(1, max(0, sum(m*c for m, c in zip(row, linear(colour))))) for row in EYES[eye])
    cones = [(0.4122214708*r + 0.5363325363*g + 0.0514459929*b), (0.2119034982*r + 0.6806995451*g + 0.1073969566*b), (0.0883024619*r + 0.2817188376*g + 0.6299787005*b)]
    x, y, z = (c**(1/3) for c in cones)
    return (0.2104542553*x + 0.7936177850*y - 0.0040720468*z, 1.9779984951*x - 2.4285922050*y + 0.4505937099*z, 0.0259040371*x + 0.7827717662*y - 0.8086757660*z)


def check(what, good):
    count[0 if good else 1] += 1
    if not good:
        print("FAILED", what)


count = [0, 0]
with open(os.path.join(folder, "..", "plot", "palette.h"), encoding="utf-8") as f:
    header = f.read()
with open(os.path.join(folder, "..", "html", "style.css"), encoding="utf-8") as f:
    style = f.read()
blocks = re.findall(r":root(?:, \.paper|:not\(\.light\)) \{([^}]*--ground[^}]*)\}", style)
check("style.css has colours for light and for dark", len(blocks) == 2)
for name, block in zip(("LIGHT", "DARK"), blocks):
    shared = dict(re.findall(r"--(\w+): (#\w+);", block))
    named = dict(re.findall(r'#define (PALETTE_\w+) "(#\w{6})"', header))
    colours = [named.get(c, c.strip('"')) for c in re.findall(r"X\(([^)]*)\)", re.search(rf"#define PALETTE_{name}\(X\) \\\n(.*)", header).group(1))]
    check(f"{name}: eight colours", len(colours) == 8)
    for colour in colours:
        check(f"{name}: contrast of {colour} {contrast(colour, shared['ground']):.2f}", contrast(colour, shared["ground"]) >= 3)
    if name == "LIGHT":
        for one, value in {"TEXT": "text", "SOFT": "soft", "RULE": "rule", "BAD": "bad", "PAPER": "ground"}.items():
            check(f"{one} is another colour in palette.h", named[f"PALETTE_{one}"] == shared[value])
    for text, least in (("text", 7), ("soft", 4.5), ("accent", 4.5), ("warn", 4.5), ("bad", 4.5), ("rule", 3)):
        for ground in ("ground", "side", "tint"):
            if text != "rule" or ground == "ground":
                check(f"{name}: {text} on {ground} {contrast(shared[text], shared[ground]):.2f}", contrast(shared[text], shared[ground]) >= least)
    for eye in EYES:
        for i, a in enumerate(colours):
            for b in colours[:i]:
                check(f"{name}: {a} and {b} look alike by {eye}: {math.dist(seen(a, eye), seen(b, eye)):.3f}", math.dist(seen(a, eye), seen(b, eye)) >= APART)
for room in ("gears", "summary"):                                              # no colours of their own
    for name in sorted(os.listdir(os.path.join(folder, "..", room))):
        with open(os.path.join(folder, "..", room, name), encoding="utf-8") as f:
            found = re.findall(r"#[0-9a-f]{6}\b", f.read())
        check(f"tools/{room}/{name} has colours that palette.h does not: {found}", not found)
print(f"{count[0]} passed, {count[1]} failed")
sys.exit(count[1] > 0)
