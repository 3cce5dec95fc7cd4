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
    check(f"x{k + 1}: within the interval", abs(r["first order"] - alone[k]) < r["+-"] < 0.06 and abs(r["total"] - total[k]) < r["+- "] < 0.06, r)

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
    near(f"{r}: interval", r["+-"], (high - low)/2, 1e-9)

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
