"""reports.py DTC FOLDER: reports of models, without a browser: sections, numbers as other commands have them, policy, bytes."""
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as tree

dtc, folder = sys.argv[1:3]
here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "..", "page"))
from readpage import Page  # noqa: E402

models = os.path.join(here, "..", "..", "models")
count = [0, 0]


def check(what, good):
    count[0 if good else 1] += 1
    if not good:
        print("FAILED", what)


def path(name):
    return os.path.join(folder, name)


def run(*arguments, code=0, **more):
    r = subprocess.run([dtc, *arguments], capture_output=True, text=True, **more)
    check(f"dtc {' '.join(arguments)}: exit code {r.returncode}: {r.stderr[-300:]}", r.returncode == code)
    return r.stdout, r.stderr


def sections(file):
    """Heading -> element; the page is XML as well."""
    main = tree.parse(file).getroot().find(".//{*}main")
    found, at = {}, None
    for e in main:
        if e.tag.endswith("}h2"):
            at = e.text
            found[at] = []
        elif at:
            found[at].append(e)
    return found


def text(elements):
    return " ".join(" ".join(e.itertext()) for e in elements)


def rows(elements):
    return [[" ".join(c.itertext()) for c in r] for e in elements for r in e.iter("{http://www.w3.org/1999/xhtml}tr")]


def policed(what, file):
    page = Page(file)
    check(f"{what}: policy {page.policy}", page.policy == f"default-src 'none'; style-src {page.hash_of(page.style)}; base-uri 'none'; form-action 'none'")
    check(f"{what}: a script or something loaded", not [e for e in page.elements if e[1] in ("script", "img", "iframe", "link", "object")] and
          not [a for a in page.attributes if a[0] in ("src", "style") or a[0].startswith("on")])


# ---- a gearbox in a vehicle ----------------------------------------------------------------------------------------------

HEADINGS = ["Diagram", "Parameters", "Gears", "Run", "Modes around the start", "How it was made"]
zf = os.path.join(models, "zf4hp22", "zf4hp22.dtm")
run("report", zf, "--stop", "7", "--set", "engine.J=0.6", "-o", path("zf.html"))
policed("zf4hp22", path("zf.html"))
zf_parts = sections(path("zf.html"))
check(f"sections: {list(zf_parts)}", list(zf_parts) == HEADINGS)
check("a parameter with its unit, as it was set", ["engine.J", "0.6", "kg.m2", ">= 1e-09", "Inertia of crankshaft and flywheel"] in rows(zf_parts["Parameters"]))
check("no parameter that decides the structure", "useHeatPort" not in text(zf_parts["Parameters"]))
gears = list(csv.reader(run("gears", zf, "--sub", "gearbox", "--format", "csv")[0].splitlines()))
exact = [r[gears[0].index("exact")] for r in gears[1:]]
shown = [r[3] for r in rows(zf_parts["Gears"])[1:]]
check(f"gears are those of dtc gears: {shown}", exact == shown and len(exact) > 4)
run("report", os.path.join(models, "hybrid_ravigneaux", "hybrid_ravigneaux.dtm"), "--stop", "0.1", "-o", path("wide.html"))
figures = [e.get("class") for file in ("wide.html", "zf.html") for e in sections(path(file))["Diagram"] if e.tag.endswith("figure")]
check(f"a picture that is much wider than the page scrolls: {figures}", not shutil.which("dot") or figures == ["paper large", "paper"])
check("a picture of the gear train", "stick diagram" in text(zf_parts["Gears"]))
run("sim", zf, "--audit", "--quiet", "--stop", "7", "--set", "engine.J=0.6", "-o", path("zf.csv"))
with open(path("zf.csv"), newline="", encoding="utf-8") as f:
    table = list(csv.DictReader(f))
values = {r[0]: r[1] for r in rows(zf_parts["Run"])}
check(f"last values: {values}", float(values["engine.flange_b.phi"]) == float(f"{float(table[-1]['engine.flange_b.phi']):.6g}") and
      values["gearbox.A.law"] == {-1: "slip-", 0: "stuck", 1: "slip+", 2: "open"}[int(float(table[-1]["gearbox.A.law"]))])
check("an energy account that closes", re.search(r"residual +\S+ +\d\S*e-0\d of", text(zf_parts["Run"])))
check("notes of the run", "start values taken though not fixed" in text(zf_parts["Run"]))
curves = [e for e in zf_parts["Run"][2 - 1].iter("{http://www.w3.org/2000/svg}path") if (e.get("stroke-linejoin") == "round")]
check(f"{len(curves)} curves", len(curves) >= 3)
for e in curves:
    points = [float(v) for v in re.findall(r"-?\d+\.?\d*(?:e[+-]\d+)?", e.get("d"))]
    check("a curve goes over all of the time, within its frame", points[0] == 66 and abs(points[-2] - 886) < 1 and len(points) > 100)
modes = json.loads(run("modes", zf, "--set", "engine.J=0.6", "--format", "json")[0])["modes"]["rows"]
shown = [r for r in rows(zf_parts["Modes around the start"])[1:]]
check(f"modes are those of dtc modes: {shown}", len(shown) == len(modes) and all(f"{m['re']:.6g}" == r[8] for m, r in zip(modes, shown)))
check("its command", "dtc report zf4hp22.dtm --stop 7 --set engine.J=0.6 -o report.html" in text(zf_parts["How it was made"]))
check("the command of its run", "dtc sim zf4hp22.dtm --stop 7 --set engine.J=0.6 --audit -o run.html" in text(zf_parts["Run"]))
elsewhere = path("elsewhere")
os.makedirs(elsewhere, exist_ok=True)
shutil.copy(zf, elsewhere)
run("report", "zf4hp22.dtm", "--stop", "7", "--set", "engine.J=0.6", "-o", path("again.html"), cwd=elsewhere)
with open(path("zf.html"), "rb") as f, open(path("again.html"), "rb") as g:
    first = f.read()
    check("the same model elsewhere, another report", first == g.read())
check("it tells where it was made", not [p for p in (folder, os.path.realpath(here), os.path.dirname(dtc)) if p.encode() in first])

with open(os.path.join(here, "..", "..", "README.md"), encoding="utf-8") as f, open(path("launch.dtm"), "w", encoding="utf-8") as g:
    g.write(re.search(r"```modelica\n(model launch.*?)```", f.read(), re.S).group(1))
run("report", path("launch.dtm"), "-o", path("launch.html"))
launch = sections(path("launch.html"))["Run"]
legend = [e.text for e in launch[1].iter("{http://www.w3.org/2000/svg}text") if re.fullmatch(r"\w+\.\w+", e.text)]
check(f"curves are of what is asked for most: {legend}", legend[:2] == ["engine.w", "load.w"] and "clutch.tau" in legend and "clutch.c" not in legend)
values = [r[0] for r in rows(launch)]
check(f"states have their last values: {values}", "engine.w" in values and "load.w" in values)

# ---- what does not apply ------------------------------------------------------------------------------------------------

with open(path("plain.dtm"), "w", encoding="utf-8") as f:
    f.write('model plain "<script>window.harm = 1</script> & more"\n  Real x(start = 1, fixed = true);\n  parameter Real \'<img src=x>\' = 2 "\\"><b>bold";\n'
            "equation\n  der(x) = -'<img src=x>'*x;\nend plain;\n")
said = run("report", path("plain.dtm"), "-o", path("plain.html"))[1]
policed("hostile names", path("plain.html"))
plain = sections(path("plain.html"))
check(f"sections of a model of equations: {list(plain)}", list(plain) == HEADINGS)
check("no diagram", "no components" in text(plain["Diagram"]))
check("no gears", "no component that is a gear train" in text(plain["Gears"]))
check(f"nothing is said of an option that nobody gave: {said}", "--audit" not in said and "--audit:" not in text(plain["Run"]))
check("no energy", "No component has variables of energy." in text(plain["Run"]))
check("a hostile name is a name", any(r[0] == "'<img src=x>'" for r in rows(plain["Parameters"])))
with open(path("odd.dtm"), "w", encoding="utf-8") as f:
    f.write('model odd "a \u202eevil\u202c b"\n  import Drivetrain.*;\n  Shaft.Inertia a "\u2066x", b;\nequation\n  connect(a.flange_b, b.flange_a);\nend odd;\n')
run("report", path("odd.dtm"), "-o", path("odd.html"))
with open(path("odd.html"), encoding="utf-8") as f:
    page = f.read()
check("what turns a line around is written out", "\u202e" not in page and "\u2066" not in page and page.count("a \u2039202e\u203aevil") >= 1)
bare = path("bare")
os.makedirs(bare, exist_ok=True)
for program in ("cc", "gcc", "as", "ld"):
    found = shutil.which(program)
    if found and not os.path.exists(os.path.join(bare, program)):
        os.symlink(found, os.path.join(bare, program))
without = {"env": {**os.environ, "PATH": bare}}
run("report", os.path.join(models, "two_blocks", "two_blocks.dtm"), "-o", path("bare.html"), **without)
check("without dot it says which package has it", "graphviz" in text(sections(path("bare.html"))["Diagram"]))
said = run("report", path("plain.dtm"), "-o", path("no.pdf"), code=1, **without)[1]
check(f"without a browser: {said}", "chromium cannot be run: install it (Debian: chromium); -o FILE.html needs none" in said and not os.path.exists(path("no.pdf")))

# ---- mistakes -------------------------------------------------------------------------------------------------------------

check("no file", "-o report.html" in run("report", zf, code=2)[1])
check("another ending", "dtc report writes FILE.html and FILE.pdf; what is" in run("report", zf, "-o", path("x.txt"), code=2)[1])
said = run("report", path("nobody.dtm"), "-o", path("x.html"), code=1)[1]
check(f"no model is said once: {said}", said.count("error:") == 1 and not os.path.exists(path("x.html")))
with open(path("ends.dtm"), "w", encoding="utf-8") as f:
    f.write('model ends\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n  assert(x < 0.5, "x is too large");\nend ends;\n')
run("report", path("ends.dtm"), "-o", path("ends.html"), code=1)
ends = [e.text for e in sections(path("ends.html"))["Run"] if e.get("class") == "ended"]
check(f"a run that ends early says so: {ends}", len(ends) == 1 and re.fullmatch(r"The run was over at 0\.\d+ s, before its end at 1 s: .*x is too large.*", ends[0]))
check("one that does not is silent", not [e for e in zf_parts["Run"] if e.get("class") == "ended"])
with open(path("in.csv"), "w", encoding="utf-8") as f:
    f.write("time,u\n0,1\n1,2\n")
with open(path("driven.dtm"), "w", encoding="utf-8") as f:
    f.write("model driven\n  input Real u;\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = u;\nend driven;\n")
run("report", path("driven.dtm"), "--inputs", path("in.csv"), "--rtol", "1e-8", "--interval", "0.1", "-o", path("driven.html"))
check("files and tolerances are in its command", "dtc report driven.dtm --inputs in.csv --rtol 1e-8 --interval 0.1 -o report.html" in
      text(sections(path("driven.html"))["How it was made"]))
print(f"{count[0]} passed, {count[1]} failed")
sys.exit(count[1] > 0)
