"""files.py DTC WORK: files that dtc orders reads and writes, and what it refuses."""
import csv
import html.parser
import json
import math
import os
import subprocess
import sys
import xml.etree.ElementTree

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from tally import finish  # noqa: E402

DTC, WORK = sys.argv[1:3]
results = []


def check(title, good, text=""):
    results.append((title, None if good else text or "not so"))


def path(name):
    return os.path.join(WORK, name)


def dtc(*arguments):
    return subprocess.run([DTC, *arguments], capture_output=True, text=True)


def good(title, *arguments):
    done = dtc(*arguments)
    check(title, done.returncode == 0 and not done.stderr, f"exit code {done.returncode}: {done.stderr}")
    return done.stdout


def says(code, text, *arguments):
    """Exit code and message; no output is left."""
    out = path("refused.csv")
    if os.path.exists(out):
        os.remove(out)
    done = dtc("orders", *arguments, *([] if "-o" in arguments else ["-o", out]))
    check(" ".join(arguments), done.returncode == code and text in done.stderr and not os.path.exists(out) and not done.stdout,
          f"exit code {done.returncode}, and said: {done.stderr}")


def written(name, rows, head="time,engine.w,x"):
    with open(path(name), "w") as f:
        f.write(head + "\n")
        f.writelines(",".join(map(repr, row)).replace("'", "") + "\n" for row in rows)
    return path(name)


# ---- both kinds of results, and the energy of a shaken shaft ---------------------------------------------------------

for name in ("shaft.mat", "shaft.csv"):
    good(name, "sim", "tests/orders/shaft.dtm", "--quiet", "--units", "--rtol", "1e-9", "-o", path(name))
asked = ["--speed", "engine.w", "--vars", "shaker.tau", "--vars", "engine.w", "--orders", "1,2,4"]
told = {name: json.loads(good("orders of " + name, "orders", path(name), *asked, "--format", "json")) for name in ("shaft.mat", "shaft.csv")}
a, b = told.values()
check("CSV and MAT", len(a["time"]) > 5 and max(
    abs(x - y)/(1 + abs(x)) for s, t in zip(a["signals"], b["signals"]) for o, p in zip(s["orders"], t["orders"])
    for x, y in zip(o["amplitude"], p["amplitude"])) <= 1e-9)
tau, speed = a["signals"]
check("names and units", [tau["name"], tau["unit"], speed["name"], speed["unit"]] == ["shaker.tau", "N.m", "engine.w", "rad/s"])
# J*w*dw/dphi = 40*cos(2*phi): w^2 = w0^2 + 40/J*sin(2*phi), so w has 40/(2*J*w0)*sin(2*phi) to first order, and order 4 to second
most = 40/0.2/2/150
at = {o["order"]: o for o in speed["orders"]}
check("order 2 of the torque", all(abs(x - 40) <= 1e-4 for x in tau["orders"][1]["amplitude"]), str(tau["orders"][1]["amplitude"][:3]))
check("phase of the torque", all(abs(x) <= 1e-5 for x in tau["orders"][1]["phase"]))
check("order 2 of the speed", all(abs(x - most) <= 1e-4*most for x in at[2]["amplitude"]), f"{at[2]['amplitude'][:3]}, {most}")
check("phase of the speed", all(abs(math.remainder(x + math.pi/2, 2*math.pi)) <= 1e-4 for x in at[2]["phase"]))
second = most**2/150/4
check("order 4 of the speed", all(abs(x - second) <= 0.01*second for x in at[4]["amplitude"]), f"{at[4]['amplitude'][:3]}, {second}")

# ---- files that are written ------------------------------------------------------------------------------------------

good("CSV", "orders", path("shaft.mat"), *asked, "-o", path("o.csv"))
with open(path("o.csv")) as f:
    rows = list(csv.DictReader(f))
check("CSV: columns", list(rows[0]) == ["time [s]", "engine.w [rad/s]"] + [
    f"{n}:{k}{part}" for n, u in (("shaker.tau", "N.m"), ("engine.w", "rad/s")) for k in (1, 2, 4)
    for part in (f" [{u}]", ":phase [rad]")], str(list(rows[0])))
check("CSV: what JSON has", len(rows) == len(a["time"]) and all(
    abs(float(r["engine.w:2 [rad/s]"]) - x) <= 1e-9 and abs(float(r["engine.w:2:phase [rad]"]) - p) <= 1e-9 and
    abs(float(r["time [s]"]) - t) <= 1e-9 for r, x, p, t in zip(rows, at[2]["amplitude"], at[2]["phase"], a["time"])))
good("CSV in dtc plot", "plot", path("o.csv"), "--x", "engine.w", "--vars", "shaker.tau:2,shaker.tau:4", "-o", path("again.svg"))
table = good("table", "orders", path("shaft.mat"), *asked)
check("table: order 2", any(line.split()[:2] == ["2", "40"] for line in table.splitlines()), table)
same = good("table into a file", "orders", path("shaft.mat"), *asked, "--format", "table", "-o", "-")
check("table: the same", same == table)
default = good("without --vars", "orders", path("shaft.mat"), "--speed", "engine.w")
check("without --vars: the speed", "\nengine.w [rad/s]\n" in default and len(default.splitlines()) == 12, default)
many = good("a pattern takes curves", "orders", path("shaft.mat"), "--speed", "engine.w", "--vars", "*", "--orders", "2")
check("a pattern: no Booleans", "shaker.tau [N.m]" in many and "\non" not in many, many)
good("Markdown", "orders", path("shaft.mat"), *asked, "-o", path("o.md"))
lines = open(path("o.md")).read().splitlines()
check("Markdown: a row each", len([x for x in lines if x.startswith("|")]) == 8 and all(x.count("|") == 8 for x in lines if x.startswith("|")))
good("SVG", "orders", path("shaft.mat"), *asked, "--title", "A & B's <shaft>", "-o", path("o.svg"))


def texts_of(name):
    return ["".join(t.itertext()).strip() for t in xml.etree.ElementTree.parse(path(name)).iter("{http://www.w3.org/2000/svg}text")]


texts = texts_of("o.svg")
for text in ("frequency, Hz", "shaker.tau, N.m", "engine.w, rad/s", "order 4", "time, s", "A & B\u2019s <shaft>"):
    check("SVG: " + text, text in texts, str(texts))
good("an ending in capital letters", "orders", path("shaft.mat"), *asked, "--title", "A & B's <shaft>", "-o", path("O.SVG"))
check("SVG: the same", texts_of("O.SVG") == texts)
good("PNG", "orders", path("shaft.mat"), *asked, "-o", path("o.png"))
check("PNG: is one", open(path("o.png"), "rb").read(8) == b"\x89PNG\r\n\x1a\n")
good("HTML", "orders", path("shaft.mat"), *asked, "-o", path("o.html"))
tags = []
parser = html.parser.HTMLParser()
parser.handle_starttag = lambda tag, attributes: tags.append(tag)
parser.feed(open(path("o.html")).read())
good("HTML with a title", "orders", path("shaft.mat"), *asked, "--title", "A & B", "-o", path("title.html"))
page = open(path("title.html")).read()
check("HTML: title, and what it is of", "<h1>A &amp; B</h1>" in page and "<p>Orders of engine.w: " in page and "<h1>Orders of engine.w: " in open(path("o.html")).read())
check("HTML: table and picture", tags.count("table") == 1 and tags.count("svg") == 1 and tags.count("tr") == 7, str(tags.count("tr")))
up = [(t/5000, 100 + t/50, math.cos(100*t/5000 + (t/5000)**2*50)) for t in range(25001)]
good("over the speed", "orders", written("up.csv", up), "--speed", "engine.w", "--vars", "x", "-o", path("up.svg"))
texts = texts_of("up.svg")
check("over the speed: 1/min", "engine.w, 1/min" in texts and "time, s" not in texts, str(texts))

grown = [(t, w, x*(1 + t)) for t, w, x in up]
table = good("table of what grows", "orders", written("grown.csv", grown), "--speed", "engine.w", "--vars", "x", "--orders", "0,1,2")
row = [line.split() for line in table.splitlines() if line.split()[0] == "1"][0]
check("table: the largest, and where", 5.5 < float(row[1]) < 6 and float(row[2]) > 5500 and abs(float(row[2])/60 - float(row[3])) < 0.01 and
      3 < float(row[5]) < 4.5, str(row))

# ---- a part of a run -------------------------------------------------------------------------------------------------

part = json.loads(good("from and to", "orders", path("up.csv"), "--speed", "engine.w", "--vars", "x", "--format", "json", "--from", "2", "--to", "4"))
check("from and to: times", 2 < part["time"][0] < part["time"][-1] < 4)
resting = [(t/1000 - 1, 0.0, 5.0) for t in range(1000)] + up + [(6 + t/1000, 0.0, 5.0) for t in range(100)]
done = dtc("orders", written("rest.csv", resting), "--speed", "engine.w", "--vars", "x", "--orders", "1", "--format", "json")
check("a shaft that rests at first", done.returncode == 0 and "note: engine.w stands before 0 s and after 5 s" in done.stderr, done.stderr)

# ---- what is refused -------------------------------------------------------------------------------------------------

ups = path("up.csv")
says(2, "dtc orders needs one file of results", "--speed", "engine.w")
says(2, "dtc orders needs one file of results", ups, ups, "--speed", "engine.w")
says(2, "orders are of a shaft: --speed NAME is its speed", ups)
says(2, "what is the file out.xls? It can be table json csv md html svg", ups, "--speed", "engine.w", "-o", "out.xls")
says(2, "what is --format mat? It can be table json csv md html svg", ups, "--speed", "engine.w", "--format", "mat")
says(2, "--revolutions needs a number >= 1, not 0.5", ups, "--speed", "engine.w", "--revolutions", "0.5")
says(1, "none.csv", "none.csv", "--speed", "engine.w")
says(1, "--speed engin.w: there is no such signal in " + ups + "; did you mean engine.w?", ups, "--speed", "engin.w")
says(1, "--vars y: there is no such signal", ups, "--speed", "engine.w", "--vars", "y")
says(1, "--vars *.tau: there is no such signal", ups, "--speed", "engine.w", "--vars", "*.tau")
for wrong in ("a", "1,,2", "1;2", "-1", "nan", "inf", "1e9"):
    says(1, f"--orders {wrong}: numbers from 0 to 10000", ups, "--speed", "engine.w", "--orders", wrong)
says(1, "each once", ups, "--speed", "engine.w", "--orders", "1,2,1.0")
says(1, "from 1 to 60 orders", ups, "--speed", "engine.w", "--orders", ",".join(map(str, range(61))))
says(1, "not told apart in windows of 2 revolutions", ups, "--speed", "engine.w", "--orders", "2,2.01", "--revolutions", "2")
says(1, "makes 278.5 revolutions, and a window for these orders takes 400", ups, "--speed", "engine.w", "--orders", "2,2.01")
says(1, "has 0 rows between --from and --to: orders are of a run", ups, "--speed", "engine.w", "--from", "7")
short = written("short.csv", up[:100])
says(1, "a longer run", short, "--speed", "engine.w", "--vars", "x")
says(1, "has 1 row: orders are of a run", written("single.csv", up[:1]), "--speed", "engine.w")
says(1, "engine.w does not turn", written("still.csv", [(t, 0.0, 1.0) for t in range(10)]), "--speed", "engine.w")
turned = [(t, w - 150, x) for t, w, x in up]
says(1, "engine.w comes to zero at 0.5 s: orders are of a shaft that turns one way", written("turned.csv", turned), "--speed", "engine.w")
for bad in (math.nan, math.inf):
    says(1, "x is no number at 0.02 s", written("nan.csv", up[:100] + [(up[100][0], up[100][1], bad)] + up[101:]), "--speed", "engine.w", "--vars", "x")
    says(1, "engine.w is no number at 0.02 s", written("nan.csv", up[:100] + [(up[100][0], bad, 1.0)] + up[101:]), "--speed", "engine.w", "--vars", "x")
says(1, "dtc: from order 4 on there are windows with fewer than 4 rows a period, and no value: run with --interval 0.0003 or less",
     written("coarse.csv", up[::50]), "--speed", "engine.w", "--vars", "x", "--orders", "4")
says(1, "changes so much at 0.001 s", written("wild.csv", [(t, 1e6 if k == 11 else w, x) for k, (t, w, x) in enumerate(up)]), "--speed", "engine.w")
says(1, "its unit is m/s", written("unit.csv", up, "time [s],engine.w [m/s],x [N]"), "--speed", "engine.w")
finish(results)
