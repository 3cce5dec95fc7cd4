"""views.py DTC WORK: what dtc plot says of a study: Sobol indices against closed forms, correlations, pictures."""
import json
import math
import os

import numpy
import scipy.stats

from ask import LAUNCH, MODELS, WORK, check, end, near, place, rows, run


def told(store, *options):
    file = place("told.json")
    run(store, *options, "-o", file, command="plot")
    with open(file, encoding="utf-8") as f:
        return json.load(f)


# ---- Ishigami and Homma 1990: a = 7, b = 0.1 -------------------------------------------------------------------------

a, b, pi = 7, 0.1, math.pi
variance = a**2/8 + b*pi**4/5 + b**2*pi**8/18 + 1/2
alone = [(1 + b*pi**4/5)**2/2/variance, a**2/8/variance, 0]
both = b**2*pi**8*(1/18 - 1/50)/variance
total = [alone[0] + both, alone[1], both]
store = place("ishigami.db")
p = run(MODELS, "--model", "Sweep.Ishigami", *sum((["--vary", f"x{k}=uniform({-pi}, {pi})"] for k in (1, 2, 3)), []), "--metric", "y=y",
        "--design", "saltelli:8192", "--stop", "1e-3", "-o", store)
check("the cost is told before", "40960 points = 8192 rows x (3 factors + 2)" in p.stderr, p.stderr)
is_ = told(store)
[m] = is_["metrics"]["rows"]
near("mean", m["mean"], a/2, 0.02)
near("deviation", m["deviation"], math.sqrt(variance), 0.02)
for k, r in enumerate(is_["influences"]["rows"]):
    near(f"x{k + 1}: first order", r["first order"], alone[k], 0.01)
    near(f"x{k + 1}: total", r["total"], total[k], 0.01)
    check(f"x{k + 1}: within the interval", r["from"] < alone[k] < r["to"] < r["from"] + 0.12 and
          r["total from"] < total[k] < r["total to"] < r["total from"] + 0.12, r)

# ---- correlation -----------------------------------------------------------------------------------------------------

store, file = place("spread.db"), place("spread.csv")
study = (LAUNCH, "--vary", "load.J=uniform(0.5, 3)", "--vary", "clutch.fn_max=normal(800, 100)", "--metric", "w=load.w", "--metric",
         "heat=integral(clutch.lossPower)", "--design", "lhs:200", "--quiet")
run(*study, "-o", store)
run(*study, "-o", file)
own = rows(file)
is_ = told(store)
for m in is_["metrics"]["rows"]:
    x = numpy.array([r[m["metric"]] for r in own])
    for key, value in (("mean", x.mean()), ("deviation", x.std(ddof=1)), ("median", numpy.median(x)), ("5 %", numpy.quantile(x, 0.05)), ("most", x.max())):
        near(f"{m['metric']}: {key}", m[key], value, 1e-9*abs(value))
for r in is_["influences"]["rows"]:
    x, y = ([q[r[key]] for q in own] for key in ("factor", "metric"))
    near(f"{r}: correlation", r["correlation"], scipy.stats.pearsonr(x, y)[0], 1e-12)
    near(f"{r}: of ranks", r["of ranks"], scipy.stats.spearmanr(x, y)[0], 1e-12)
    low, high = scipy.stats.pearsonr(x, y).confidence_interval()
    near(f"{r}: interval, from", r["from"], low, 1e-9)
    near(f"{r}: interval, to", r["to"], high, 1e-9)
    check(f"{r}: interval of ranks", -1 <= r["ranks from"] <= r["of ranks"] <= r["ranks to"] <= 1, r)

# of few points Fisher's interval is far from even, and within -1 .. 1
few, file = place("few.db"), place("few.csv")
for out in few, file:
    run(*study[:study.index("lhs:200")], "lhs:6", "--quiet", "-o", out)
own_few = rows(file)
for r in told(few)["influences"]["rows"]:
    low, high = scipy.stats.pearsonr(*([q[r[key]] for q in own_few] for key in ("factor", "metric"))).confidence_interval()
    near(f"few: {r}: from", r["from"], low, 1e-9)
    near(f"few: {r}: to", r["to"], high, 1e-9)
script = place("few.gp")
run(few, "-o", script, command="plot")
with open(script, encoding="utf-8") as f:
    text = f.read()
    check("tornado: whose interval", "of ranks, with its 95 % interval" in text, text)
    lines = [[float(x) for x in line.split()] for line in text.split("$tornado1 << END\n")[1].split("END")[0].split("\n") if line]
wanted = [[r["of ranks"], r["ranks from"], r["ranks to"], r["correlation"]] for r in told(few)["influences"]["rows"] if r["metric"] == "w"]
check("tornado: bars and intervals", len(lines) == 2 and all(any(numpy.allclose(line[1:], w, atol=1e-5) for w in wanted) for line in lines), (lines, wanted))

# ---- failures and gaps -----------------------------------------------------------------------------------------------

gaps = place("gaps.db")
check("no failure: nothing is said", "metrics\n" in run(store, command="plot").stdout)
run(LAUNCH, "--vary", "load.J=-2:1:2", "--vary", "clutch.fn_max=700,800", "--metric", "w=load.w", "--quiet", "--shard", "1/1", "-o", gaps)
SAID = "4 of 10 points; 6 failed"
check("gaps of a metric", "w has a value at 4 of 10 points, and the lines above are of these alone." in run(gaps, command="plot").stdout)
check("failures: the tables", f"metrics: {SAID}\n" in run(gaps, command="plot").stdout, run(gaps, command="plot").stdout)
half = place("half.db")
run(LAUNCH, "--vary", "load.J=-2:1:2", "--vary", "clutch.fn_max=700,800", "--metric", "w=load.w", "--quiet", "--shard", "1/2", "-o", half)
check("gaps: the tables", "metrics: 2 of 10 points; 3 failed; 5 not there\n" in run(half, command="plot").stdout, run(half, command="plot").stdout)
for words in ((), ("--picture", "scatter", "--x", "load.J"), ("--picture", "histogram"), ("--picture", "parallel"), ("--title", "A launch"),
              ("--picture", "surface", "--x", "load.J", "--vars", "clutch.fn_max,w"), ("--picture", "pareto", "--vars", "w,load.J")):
    run(gaps, *words, "-o", script, command="plot")
    with open(script, encoding="utf-8") as f:
        text = f.read()
    check(f"failures: the picture {words}", SAID in text and ("A launch; " in text or "--title" not in words), text)

run(LAUNCH, "--vary", "load.J=-2:1:-1", "--metric", "w=load.w", "--quiet", "-o", place("none.db"), code=1)
for words in ("tornado",), ("histogram",), ("parallel",):
    told_ = run(os.path.join(WORK, "none.db"), "--picture", *words, "-o", place("x.svg"), code=1, command="plot").stderr
    check(f"nothing but failures: {words}", "no point has a number for w (0 of 2 points; 2 failed)" in told_, told_)

# a page has the points, what they are chosen by, and the tables; that all of it works in a browser is in tests/page
page = place("page.html")
run(store, "-o", page, command="plot")
with open(page, encoding="utf-8") as f:
    text = f.read()
known = json.loads(text.split('id="knowledge">')[1].split("</script>")[0])
check("a page: its columns", [(c["name"], c.get("unit"), c["metric"]) for c in known["columns"]] == [
    ("load.J", "kg.m2", False), ("clutch.fn_max", "N", False), ("w", "rad/s", True), ("heat", "J", True)], known["columns"])
check("a page: its points", known["point"] == list(range(200)) and known["columns"][3]["values"] == [r["heat"] for r in own])
check("a page: its parts", "<svg" in text and "correlations" in text and "script-src 'sha256-" in text)

# ---- pictures --------------------------------------------------------------------------------------------------------

for words, has in ((("--picture", "tornado"), "boxxyerror"), (("--picture", "scatter", "--x", "load.J"), "$scatter2"), (("--picture", "histogram"), "boxes"),
                   (("--picture", "surface", "--x", "load.J", "--vars", "clutch.fn_max,heat"), "rgb variable"), (("--picture", "parallel"), "$parallel"),
                   (("--picture", "pareto", "--vars", "w,heat"), "$best")):
    script, picture = place("x.gp"), place("x.svg")
    run(store, *words, "-o", script, command="plot")
    run(store, *words, "-o", picture, command="plot")
    with open(script, encoding="utf-8") as f:
        check(f"{words[1]}: the script", has in f.read())
    with open(picture, encoding="utf-8") as f:
        check(f"{words[1]}: the picture", f.read().count("<path") > 10)
run(store, "--picture", "pareto", "--vars", "w,heat", "-o", place("x.gp"), command="plot")
with open(os.path.join(WORK, "x.gp"), encoding="utf-8") as f:
    best = f.read().split("$best << END\n")[1].split("END")[0].split("\n")
front = [r for r in own if not any(q["w"] <= r["w"] and q["heat"] <= r["heat"] and (q["w"] < r["w"] or q["heat"] < r["heat"]) for q in own)]
check("pareto: the points that none is better than", len([x for x in best if x]) == len(front), (best, len(front)))
for words, said in ((("--picture", "scatter"), "--x NAME"), (("--picture", "pareto"), ""), (("--vars", "heet"), "did you mean heat"),
                    (("--picture", "surface", "--x", "load.J"), "--x A --vars B,METRIC")):
    if said:
        told_ = run(store, *words, "-o", place("x.svg"), code=1, command="plot").stderr
        check(f"refused: {words}", said in told_, told_)
end()
