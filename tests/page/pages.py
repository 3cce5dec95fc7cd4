"""pages.py DTC FOLDER: pages of runs without a browser: what they hold, bit by bit, their structure, their policy, hostile names."""
import csv
import math
import os
import re
import shutil
import struct
import subprocess
import sys
from bigfile import big_file
from readpage import Page

dtc, folder = sys.argv[1:3]
here = os.path.dirname(os.path.abspath(__file__))
passed, wrong = 0, []


def check(what, good):
    global passed
    if good:
        passed += 1
    else:
        wrong.append(what)
        print("FAILED", what)


def run(*arguments, code=0):
    r = subprocess.run([dtc, *arguments], capture_output=True, text=True)
    check(f"dtc {' '.join(arguments)}: exit code {r.returncode}: {r.stderr[-300:]}", r.returncode == code)
    return r.stderr


def path(name):
    return os.path.join(folder, name)


def rows_of(file):
    with open(file, newline="", encoding="utf-8") as f:
        lines = list(csv.reader(f))
    return lines[0], lines[1:]


def bits(x):
    return struct.pack("<d", x)


def same_as_csv(what, page, number, file):
    """Every number of the CSV is in the page; -0 of a negated zero is 0 there."""
    names, rows = rows_of(file)
    n = 0
    for k, name in enumerate(names):
        kept, values = page.signal(number, name)
        at = values if len(values) > 1 or len(rows) == 1 else values*len(rows)
        n += kept is None and len(at) == len(rows) and all(bits(v + 0.0) == bits(float(r[k]) + 0.0) for v, r in zip(at, rows))
    check(f"{what}: {len(names) - n} of {len(names)} signals are not those of the CSV", n == len(names))


def policed(what, page):
    hashes = [f"style-src {page.hash_of(page.style)}"] + ([f"script-src {page.hash_of(page.script)}"] if page.script else [])
    check(f"{what}: the policy is {page.policy}", page.policy == "; ".join(["default-src 'none'", *hashes, "base-uri 'none'", "form-action 'none'"]))
    check(f"{what}: something is loaded", not [a for a in page.attributes if a[0] in ("src", "srcset", "data", "background") or a[0].startswith("on")])
    check(f"{what}: an element has a style of its own, which the policy does not let be", not [a for a in page.attributes if a[0] == "style"])
    executable = [e for e in page.elements if e[1] == "script" and e[2].get("type") not in ("application/json", "text/plain")]
    check(f"{what}: {len(executable)} scripts", len(executable) == (1 if page.script else 0))


def outline(page):
    """Elements and what the page knows, without values and places: what a change of the page changes."""
    lines, picture = [], None
    for depth, tag, attributes in page.elements:                                # what is within the diagram is not ours
        if picture is not None and depth > picture:
            continue
        picture = depth if attributes.get("id") == "diagram" else None
        words = " ".join(f'{k}="{v}"' for k, v in sorted(attributes.items()) if k != "content" and k != "xmlns")
        lines.append("  "*depth + tag + (" " + words if words else ""))
    known = page.knowledge
    lines += [f"{k}: {v}" for k, v in known.items() if k not in ("runs", "program", "account", "messages", "note")]
    lines += ["account: " + ", ".join(known["account"])] if "account" in known else []
    for r in known["runs"]:
        lines.append(f"run {r['name']}: {r['rows']} rows, {len(r['columns'])} columns, {r['events'][2]} events")
        lines += ["  " + ", ".join(f"{k} {v}" for k, v in s.items() if k not in ("column", "value", "text")) + ("" if "column" in s else ", constant") for s in r["signals"]]
    return "\n".join(lines) + "\n"


# ---- what it holds -----------------------------------------------------------------------------------------------------

shift = os.path.join(here, "..", "plot", "shift.dtm")
run("sim", shift, "--quiet", "--stop", "1", "--audit", "-o", path("shift.html"))
run("sim", shift, "--quiet", "--stop", "1", "--audit", "-o", path("shift.csv"))
run("sim", shift, "--quiet", "--stop", "1", "--method", "euler", "--step", "1e-3", "-o", path("fixed.mat"))
run("sim", shift, "--quiet", "--stop", "1", "--method", "euler", "--step", "1e-3", "-o", path("fixed.csv"))
page = Page(path("shift.html"))
same_as_csv("a run", page, 0, path("shift.csv"))
policed("a run", page)
names, rows = rows_of(path("shift.csv"))
twice = [i for i in range(1, len(rows)) if rows[i][0] == rows[i - 1][0]]
check("events are the times that stand twice", twice and page.rows(0, page.knowledge["runs"][0]["events"]) == twice)
kinds = {s.get("kind") for s in page.signals().values()}
check(f"kinds of variables: {kinds}", {"parameter", "state", "variable"} <= kinds)
total = next(r for r in page.knowledge["account"]["rows"] if r["component"] == "total")
left = total["put_in"] - total["dissipated"] - (total["stored_at_end"] - total["stored_at_start"]) - page.knowledge["account"]["lost_at_impacts"]
check("the energy account closes as it says", math.isclose(left, page.knowledge["account"]["residual"], rel_tol=1e-6, abs_tol=1e-9))
text = outline(page)
golden = os.path.join(here, "structure.txt")
if os.environ.get("BLESS"):
    with open(golden, "w", encoding="utf-8") as f:
        f.write(text)
with open(golden, encoding="utf-8") as f:
    check("the structure is not that of tests/page/structure.txt (BLESS=1 rewrites it)", f.read() == text)
with open(path("shift.html"), "rb") as f, open(path("again.html"), "wb") as g:
    first = f.read()
run("sim", shift, "--quiet", "--stop", "1", "--audit", "-o", path("again.html"))
with open(path("again.html"), "rb") as f:
    check("the same run makes another page", f.read() == first)

for name in ("-", None):
    r = subprocess.run([dtc, "sim", shift, "--quiet", "--stop", "1", "--format", "html", *(["-o", name] if name else [])], capture_output=True)
    plain = subprocess.run([dtc, "sim", shift, "--quiet", "--stop", "1", "-o", path("plain.html")], capture_output=True)
    with open(path("plain.html"), "rb") as f:
        check("standard output is another page", r.returncode == 0 and f.read() == r.stdout)
check("two runs of one model: nothing to say", run("plot", path("fixed.mat"), path("shift.csv"), "-o", path("two.html")) == "")
two = Page(path("two.html"))
same_as_csv("the first of two files", two, 0, path("fixed.csv"))
same_as_csv("the second of two files", two, 1, path("shift.csv"))
run("plot", path("fixed.mat"), path("fixed.mat"), "--vars", "engine.w", "-o", path("TWICE.HTML"))
check("a file that is given twice is two runs", [r["name"] for r in Page(path("TWICE.HTML")).knowledge["runs"]] == ["fixed.mat", "fixed.mat (2)"])
run("plot", path("fixed.mat"), "--vars", "engine.w,dog.law", "--from", "0.2", "--to", "0.4", "--title", "Some & <all>", "-o", path("part.html"))
part = Page(path("part.html"))
check("--vars and --from choose", set(part.signals()) == {"time", "engine.w", "dog.law"} and part.knowledge["panels"] == [["engine.w", "dog.law"]] and
      part.knowledge["title"] == "Some & <all>" and 0.2 <= part.signal(0, "time")[1][0] and part.signal(0, "time")[1][-1] <= 0.4)
with open(path("other.csv"), "w", encoding="utf-8") as f:
    f.write("time,another\n0,1\n1,2\n")
check("a run of another model is told", "note: other.csv has none of the signals of fixed.mat" in run("plot", path("fixed.mat"), path("other.csv"), "-o", path("strangers.html")) and
      "another" in Page(path("strangers.html")).signals(1))
check("a wrong name", "there is no signal" in run("plot", path("fixed.mat"), "--vars", "engine.q", "-o", path("no.html"), code=1) and not os.path.exists(path("no.html")))
check("a wrong --x", "there is no signal" in run("plot", path("fixed.mat"), "--x", "engine.q", "-o", path("no.html"), code=1) and not os.path.exists(path("no.html")))

# a run that ends early has its rows, and says why
with open(path("ends.dtm"), "w", encoding="utf-8") as f:
    f.write('model ends\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n  assert(x < 0.5, "x is too large");\n'
            '  annotation(experiment(StopTime = 1));\nend ends;\n')
run("sim", path("ends.dtm"), "--quiet", "-o", path("ends.html"), code=1)
ends = Page(path("ends.html"))
check(f"a run that ends early says so: {ends.knowledge.get('ended')}", ends.knowledge.get("ended", "").startswith("The run was over at ") and "ended" not in page.knowledge)
check("a run that ends early", "x is too large" in ends.knowledge["messages"] and 0.4 < ends.signal(0, "x")[1][-1] <= 0.5 + 1e-6)

# ---- hostile names -----------------------------------------------------------------------------------------------------

run("sim", os.path.join(here, "hostile.dtm"), "-o", path("hostile.html"))
hostile = Page(path("hostile.html"))
policed("hostile names", hostile)
check("hostile names are not kept as they are", "'</script><script>window.harm=1</script>'" in hostile.signals() and "window.harm = 1</script><img" in hostile.knowledge["text"])
check("a `<` is in the element of what is known", "<" not in hostile.knowledge_text)
check("hostile warning", "<script>window.harm = 1" in hostile.knowledge["messages"])
with open(path("names.csv"), "w", encoding="utf-8") as f:
    f.write('time,"</script><script>window.harm=1</script>",\u202eevil\u2066,"a,b ""c"" <!-- <script>"\n0,1,2,3\n1,2,3,4\n')
run("plot", path("names.csv"), "-o", path("names.html"))
policed("a hostile file", Page(path("names.html")))
check("names of a hostile file", list(Page(path("names.html")).signals()) == ["time", "</script><script>window.harm=1</script>", "\u202eevil\u2066", 'a,b "c" <!-- <script>'])
sections = [e for e in hostile.elements if e[1] == "section"]
check("hostile names make elements", not [e for e in hostile.elements if e[1] in ("img", "foreignobject")] and len([e for e in hostile.elements if e[1] == "svg"]) == len(sections))

# ---- the diagram of the model ------------------------------------------------------------------------------------------

placed = os.path.join(here, "run.dtm")
run("sim", placed, "--model", "Run.Launch", "--quiet", "-o", path("placed.html"))
run("sim", placed, "--model", "Run.Launch", "--quiet", "-o", path("placed.csv"))
drawn = Page(path("placed.html"))
policed("a page with a diagram", drawn)
names = rows_of(path("placed.csv"))[0]
lines = [a for _, _, a in drawn.elements if "data-flow" in a]
check(f"lines name what they carry: {lines}", len(lines) == 7 and all(a["data-speed"].lstrip("-") in names and
      all(f"{c}.{a['data-flow']}" in drawn.signals() for c in a["data-connectors"].split()) for a in lines))
for line in lines:
    k, less = names.index(line["data-speed"].lstrip("-")), -1 if line["data-speed"].startswith("-") else 1
    position = names.index(line["data-connectors"].split()[0] + (".phi" if line["data-flow"] == "tau" else ".s"))
    table = [[float(x) for x in r] for r in rows_of(path("placed.csv"))[1]]
    way = sum((b[0] - a[0])*(a[k] + b[k])/2 for a, b in zip(table, table[1:]))*less
    check(f"{line['data-speed']} is no speed of {line['data-connectors']}: {way}", math.isclose(way, table[-1][position] - table[0][position], rel_tol=2e-3, abs_tol=1e-3))
boxes = {a["data-component"]: a["data-box"] for _, _, a in drawn.elements if "data-box" in a}
check(f"components have boxes: {boxes}", {"engine", "clutch", "box"} <= set(boxes) and all(float(b.split()[2]) > 0 for b in boxes.values()))
check("the picture of a composite component is there", [a["data-path"] for _, t, a in drawn.elements if t == "section"] == ["", "box"])
if shutil.which("dot"):
    run("sim", os.path.join(here, "array.dtm"), "--quiet", "-o", path("array.html"))
    carried = {a["data-connectors"]: a["data-speed"] for _, _, a in Page(path("array.html")).elements if "data-flow" in a}
    check(f"of a folded array the connector of one component has its own variables: {carried}",
          {"torque.flange unit[1].flange_a", "unit[12].flange_b last.flange_a", "last.flange_b e.flange_a"} <= {c for c, s in carried.items() if s})
bare = os.path.join(folder, "bare")
os.makedirs(bare, exist_ok=True)
for program in ("cc", "gcc", "as", "ld", "collect2"):
    found = shutil.which(program)
    if found and not os.path.exists(os.path.join(bare, program)):
        os.symlink(found, os.path.join(bare, program))
r = subprocess.run([dtc, "sim", shift, "--quiet", "--stop", "1", "-o", path("none.html")], capture_output=True, text=True, env={**os.environ, "PATH": bare})
none = Page(path("none.html"))
check(f"without dot: {r.returncode}, {r.stderr}", r.returncode == 0 and r.stderr == "" and "graphviz" in none.knowledge.get("note", "\n") and "\n" not in none.knowledge["note"] and not [e for e in none.elements if e[1] == "svg"])

# ---- more values than a page takes -------------------------------------------------------------------------------------

rows = 510000
data = big_file(path("big.mat"), rows)
run("plot", path("big.mat"), "-o", path("big.html"))
big = Page(path("big.html"))
known = big.knowledge["runs"][0]
check("the page says that it is thinned", known.get("bucket", 0) > 1 and known["rows"] == rows)
check("all times are there", list(big.signal(0, "time")[1]) == list(data["time"]))
event = rows//2
for name in ("x0", "x5"):
    kept, values = big.signal(0, name)
    check(f"{name}: rows are not those of the file", all(data[name][r] == v for r, v in zip(kept, values)) and kept == sorted(set(kept)))
    have, lacks = set(kept), 0
    for begin in range(0, rows, known["bucket"]):
        own = data[name][begin:begin + known["bucket"]]
        lacks += begin not in have or begin + len(own) - 1 not in have
        seen = [data[name][r] for r in range(begin, begin + len(own)) if r in have]
        lacks += min(own) != min(seen) or max(own) != max(seen)
    check(f"{name}: {lacks} buckets lack an end or an extreme", lacks == 0)
    check(f"{name}: rows at the event", event - 1 in have and event in have)
kept, values = big.signal(0, "part.law")
whole = [i for i in range(1, rows) if data["part.law"][i] != data["part.law"][i - 1]]
check("a place has all its changes", sorted({0, rows - 1, *whole, *(i - 1 for i in whole)}) == kept)
check(f"size of a page of {rows} rows: {os.path.getsize(path('big.html'))}", os.path.getsize(path("big.html")) < 40e6)

# ---- pages of other commands -------------------------------------------------------------------------------------------

zf = os.path.join(here, "..", "..", "models", "zf4hp22", "zf4hp22.dtm")
run("sim", zf, "--quiet", "-o", path("zf.html"))
check(f"size of the page of zf4hp22: {os.path.getsize(path('zf.html'))}", os.path.getsize(path("zf.html")) < 5e6)
others = {"gears.html": ("gears", zf, "--sub", "gearbox"), "doc.html": ("doc", "Drivetrain.Clutch"),
          "report.html": ("report", placed, "--model", "Run.Launch"), "diagram.html": ("diagram", placed, "--model", "Run.Launch"),
          "modes.html": ("modes", os.path.join(here, "..", "..", "models", "three_inertia", "three_inertia.dtm"))}
for file, arguments in others.items():
    run(*arguments, "-o", path(file))
    other = Page(path(file))
    check(f"{file}: its style does not begin with the shared one", other.style.startswith(page.style[:page.style.index("/* page.css")].split("/*! ")[0][:2000]))
    hashes = [f"style-src {other.hash_of(other.style)}"] + ([f"script-src {other.hash_of(other.script)}"] if other.script else [])
    check(f"{file}: policy {other.policy}", all(h in other.policy for h in ["default-src 'none'", *hashes]))
    check(f"{file}: an element has a style of its own", not [a for a in other.attributes if a[0] == "style"])

print(f"{passed} passed, {len(wrong)} failed")
sys.exit(bool(wrong))
