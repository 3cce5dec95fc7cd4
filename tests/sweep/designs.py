"""designs.py DTC WORK: points of each design against what is published, and against what they promise."""
import math
import os

import numpy
import scipy.stats
from scipy.stats import qmc

from ask import MODELS, WORK, check, end, near, place, run, study

FACTORS = ("--vary", "a=uniform(0, 1)", "--vary", "b=uniform(0, 1)", "--vary", "c=uniform(0, 1)", "--metric", "s=sum")


def points(*options):
    return numpy.array([[r["a"], r["b"], r["c"]] for r in study("Numbers", *FACTORS, *options)])


# ---- Sobol numbers: the first ten of the paper's page, and all that scipy has from the same table ----------------------

published = [[0, 0, 0], [0.5, 0.5, 0.5], [0.75, 0.25, 0.25], [0.25, 0.75, 0.75], [0.375, 0.375, 0.625], [0.875, 0.875, 0.125],
             [0.625, 0.125, 0.875], [0.125, 0.625, 0.375], [0.1875, 0.3125, 0.9375], [0.6875, 0.8125, 0.4375]]
got = points("--design", "sobol:10", "--seed", "0")
check("published Sobol numbers", numpy.abs(got - published).max() <= 2**-32, got)
many = " ".join(f"parameter Real p{k} = 0;" for k in range(100))
file = place("many.dtm")
with open(file, "w", encoding="utf-8") as f:
    f.write(f"model many\n  {many}\n  output Real y = p0;\nend many;\n")
run(file, *sum((["--vary", f"p{k}=uniform(0,1)"] for k in range(100)), []), "--metric", "y=y", "--design", "sobol:256", "--seed", "0", "--stop",
    "1e-3", "-o", place("many.csv"), "--quiet")
with open(os.path.join(WORK, "many.csv"), encoding="utf-8") as f:
    got = numpy.loadtxt(f, delimiter=",", skiprows=1, usecols=range(1, 101))
check("100 dimensions of scipy", numpy.abs(got - qmc.Sobol(100, scramble=False).random(256)).max() <= 2**-31, "")

# scrambled: still a net: each dyadic interval of volume 1/1024 in each pair has one point
got = points("--design", "sobol:1024", "--seed", "7")
check("scrambled: other points", numpy.abs(got[:10] - published).max() > 0.01, got[:3])
for i, j in ((0, 1), (0, 2), (1, 2)):
    for k in range(11) if (i, j) == (0, 1) else (0, 10):
        cells = {(int(p[i]*2**k), int(p[j]*2**(10 - k))) for p in got}
        check(f"scrambled: a net in {i}, {j}, 2^-{k} x 2^-{10 - k}", len(cells) == 1024, len(cells))
check("another seed, other numbers", abs(points("--design", "sobol:4", "--seed", "8") - got[:4]).max() > 1e-3)

# ---- Latin hypercube ---------------------------------------------------------------------------------------------------

for n in (1, 7, 64, 1000):
    got = points("--design", f"lhs:{n}")
    for k in range(3):
        check(f"lhs:{n}: each part of factor {k} has one", sorted(int(x*n) for x in got[:, k]) == list(range(n)), got[:5])
check("lhs: factors are not in step", abs(numpy.corrcoef(got.T) - numpy.eye(3)).max() < 0.12, numpy.corrcoef(got.T))

# ---- distributions -----------------------------------------------------------------------------------------------------

known = {"uniform(2, 5)": scipy.stats.uniform(2, 3), "normal(1, 0.5)": scipy.stats.norm(1, 0.5), "log(1, 1e4)": scipy.stats.loguniform(1, 1e4),
         "triangular(1, 2, 5)": scipy.stats.triang(0.25, 1, 4)}
for text, law in known.items():
    u = points("--design", "sobol:512", "--seed", "0")[:, 0]
    x = numpy.array([r["a"] for r in study("Numbers", "--vary", f"a={text}", "--metric", "s=sum", "--design", "sobol:512", "--seed", "0")])
    check(f"{text}: quantiles", numpy.abs(x/law.ppf(u) - 1).max() < 1e-12, numpy.abs(x/law.ppf(u) - 1).max())
    x = numpy.array([r["a"] for r in study("Numbers", "--vary", f"a={text}", "--metric", "s=sum", "--design", "random:4000")])
    check(f"{text}: random numbers (Kolmogorov and Smirnov)", scipy.stats.kstest(x, law.cdf).pvalue > 1e-3, "")
got = study("Numbers", "--vary", "n=1,2,5", "--metric", "s=sum", "--design", "random:3000")
for n in (1, 2, 5):
    near(f"values by chance: {n}", sum(r["n"] == n for r in got)/3000, 1/3, 0.035)

# ---- correlation -------------------------------------------------------------------------------------------------------

wanted = numpy.array([[1, 0.8, 0.2], [0.8, 1, -0.3], [0.2, -0.3, 1]])
file = place("study.yaml")
for design in ("sobol:4096", "lhs:4096", "random:20000"):
    with open(file, "w", encoding="utf-8") as f:
        f.write(f"model: {MODELS}\nname: Sweep.Numbers\nstop: 1e-3\ndesign: {design}\ncorrelation: {wanted.tolist()}\n"
                "vary: {a: {normal: [0, 1]}, b: {normal: [5, 2]}, c: {normal: [1, 0.1]}}\nmetrics: {s: sum}\n")
    run(file, "-o", place("c.csv"), "--quiet")
    with open(os.path.join(WORK, "c.csv"), encoding="utf-8") as f:
        x = numpy.loadtxt(f, delimiter=",", skiprows=1, usecols=(1, 2, 3))
    check(f"{design}: correlation", numpy.abs(numpy.corrcoef(x.T) - wanted).max() < (0.01 if design[0] == "s" else 3/math.sqrt(len(x))), numpy.corrcoef(x.T))
    check(f"{design}: mean and deviation", numpy.abs(x.mean(axis=0) - [0, 5, 1]).max() < 0.06 and abs(x[:, 1].std()/2 - 1) < 0.03, x.mean(axis=0))

# ---- the rest ----------------------------------------------------------------------------------------------------------

got = study("Numbers", "--vary", "a=1:0.5:2", "--vary", "b=7,8", "--metric", "s=sum")
check("grid", [(r["a"], r["b"]) for r in got] == [(a, b) for a in (1, 1.5, 2) for b in (7, 8)], got)
got = study("Numbers", "--vary", "a=1,2,3", "--vary", "b=7:9", "--metric", "s=sum", "--design", "list")
check("list", [(r["a"], r["b"]) for r in got] == [(1, 7), (2, 8), (3, 9)], got)
file = place("points.csv")
with open(file, "w", encoding="utf-8") as f:
    f.write("a,table*,on\n1,2,true\n1.25,1,false\n")
got = study("Numbers", "--design", file, "--metric", "s=sum")
check("a file", [(r["a"], r["table*"], r["on"], r["s"]) for r in got] == [(1, 2, "true", 8 + 5 + 32), (1.25, 1, "false", 8.25 + 21)], got)
end()
