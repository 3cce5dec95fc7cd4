"""mistakes.py DTC WORK: what is wrong in a study is told at its line, with a way out."""
import os
import shutil

from ask import LAUNCH, WORK, check, end, run

shutil.copy(LAUNCH, os.path.join(WORK, "launch.dtm"))
FILE = os.path.join(WORK, "mistake.yaml")
LINES = {"model": "launch.dtm", "vary": "{load.J: [1, 2]}", "metrics": "{w: load.w}"}


def wrong(said, at=None, **lines):
    """A study with these lines in place of others: what is said first, and where: line, column; None: no place."""
    with open(FILE, "w", encoding="utf-8") as f:
        f.write("".join(f"{k.replace('_', '-')}: {v}\n" for k, v in {**LINES, **lines}.items() if v is not None))
    p = run(FILE, "--quiet", code=None, cwd=WORK)
    where = f"{FILE}:{at[0]}:{at[1]}: error: " if at else ""
    check(f"{lines}", p.returncode in (1, 2) and p.stderr.split("\n")[0].startswith(where) and said in p.stderr.split("\n")[0], p.stderr)


LHS = {"vary": "{load.J: {normal: [1, 0.1]}, engine.J: {normal: [0.2, 0.01]}}", "design": "random:10"}
wrong("cannot read", (1, 8), model="lanch.dtm")
wrong("did you mean launch.dtm?", (1, 8), model="lanch.dtm")
wrong("cannot read", (4, 8), param="p.yml")
wrong("there is no key varry; did you mean vary?", (4, 1), varry="{load.J: [1]}")
wrong("there is no key jobs; known are model, name, set,", (4, 1), jobs="2")
wrong("there is no parameter or input load.j; did you mean load.J?", (3, 3), vary="\n  load.j: [1, 2]")
wrong("load.w varies by itself", (2, 8), vary="{load.w: [1, 2]}")
wrong("vary: has nothing in it; its names stand in the lines below, behind more blanks", (2, 6), vary="\nload.J: [1, 2]")
wrong("vary: load.J is given twice", (2, 23), vary="{load.J: [1,2], load.J: [3]}")
wrong("5 has no values: [1, 2, 3]", (2, 18), vary="{load.J: 1,5}")
wrong("load.J is a number; `two` is none", (2, 16), vary="{load.J: [1, two]}")
wrong("from 1 to 0.5 in steps of 3 there is nothing: it is FIRST:STEP:LAST", (2, 16), vary="{load.J: 1:3:0.5}")
wrong("there is no distribution unifrom; did you mean uniform?", (2, 16), vary="{load.J: {unifrom: [1, 2]}}", design="lhs:10")
wrong("uniform(least, most), in ascending order", (2, 16), vary="{load.J: {uniform: [2, 1]}}", design="lhs:10")
wrong("has a distribution, and a grid needs values; the designs random:N", (2, 16), vary="{load.J: {uniform: [1, 2]}}")
wrong("how many points is missing", (4, 9), design="lhs")
wrong("there is no design halton", (4, 9), design="halton:10")
wrong("cannot read", (4, 9), design="pointz.csv")
wrong("of a list all factors have as many values: engine.J has 3, load.J has 2", (2, 33), vary="{load.J: [1,2], engine.J: [0.1,0.2,0.3]}", design="list")
wrong("each of the 1 rows has 1 numbers", (5, 15), **LHS, correlation="[[1, 0.5]]")
wrong("symmetric and positive definite", (5, 14), **LHS, correlation="[[1, 0.5], [0.4, 1]]")
wrong("has no component losPower; did you mean lossPower?", (3, 30), metrics="{w: integral(clutch.losPower)}")
wrong("expected an operator", None, metrics="{w: integral(clutch.lossPower}")
wrong("in J, load.w in rad/s", (3, 14), metrics="{w: integral(clutch.lossPower) + load.w}")
wrong("expected Boolean, found Real", (3, 23), metrics="{w: timeWhen(load.w)}")
wrong("`final` is a word of the language, and no function: a variable is its value at the end", (3, 18), metrics="{w: 1 + final(load.w)}")
wrong("unknown function `last`; of a run there are atStart, atEnd, max,", (3, 14), metrics="{w: last(load.w)}")
wrong("the metric status has the name of the column status, which each study has", (3, 19), metrics="{status: load.w}")
wrong("the metric load.j has the name of what varies, load.J", (3, 19), metrics="{load.j: load.w}")
wrong("the metric W has the name of the metric w", (3, 25), metrics="{w: load.w, W: load.w}")
wrong("metrics: is to be a mapping", (3, 10), metrics="[load.w]")
wrong("nothing is wanted of the runs: --metric NAME=EXPR, or `metrics:`", metrics=None)
wrong("nothing varies: --vary NAME=VALUES, or `vary:`", vary=None)
wrong("there is no parameter or input `load.K`; did you mean `load.J`?", (6, 3), set="\n  engine.J: 0.3\n  load.K: 3")
wrong("load.J varies, and is set to 3", (2, 8), set="{load.J: 3}")
wrong("step: a number from 1e-12 to 9e+15 is expected, in s", (4, 7), step="1ms")
wrong("seed: a number from 0", (4, 7), seed="-1")
wrong("max-steps: a whole number", (4, 12), max_steps="1.5")
wrong("there is no method rk5; known are cvode, euler,", (4, 9), method="rk5")
for text, said in (("load.J,engine.J\n1,0.2\n2\n", "points.csv:3:1: error: this row has 1 values, the header 2 names"),
                   ("load.J;engine.J\n1;0.2\n", "points.csv:1:1: error: columns are parted by commas")):
    with open(os.path.join(WORK, "points.csv"), "w", encoding="utf-8") as f:
        f.write(text)
    told = run(LAUNCH, "--design", os.path.join(WORK, "points.csv"), "--metric", "w=load.w", "--quiet", code=1).stderr
    check(said, said in told, told)
for word, said in (("load.J", "`load.J` is to be NAME=VALUES"), ("load.J=[1,2]", "values stand without brackets: 1,2,5"), ("load.J=", "values are missing")):
    told = run(LAUNCH, "--vary", word, "--metric", "w=load.w", "--quiet", code=1).stderr
    check(f"--vary {word}", said in told, told)

# a key of the other kind of step has no effect, which is said
for lines, said in (("method: cvode\nstep: 1e-3\n", "a step belongs to the methods of a fixed step"), ("rtol: 1e-8\n", "a tolerance belongs to method: cvode")):
    with open(FILE, "w", encoding="utf-8") as f:
        f.write("".join(f"{k}: {v}\n" for k, v in LINES.items()) + lines)
    told = run(FILE, "--quiet", cwd=WORK).stderr
    check(said, said in told and "warning" in told, told)
end()
