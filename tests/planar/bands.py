"""bands.py DTC WORK [long | edges]: torques of the engine at which the stick-slip of models/clutch_judder lasts (cases 2 and 3).

It lasts where the time at rest in a period goes to a limit: from one stretch of time to the next it changes by less and less, as a geometric series, and is not zero there (rows of a fixed step do not
tell a time so well: there it is to last as long as the run). It has ended where the clutch, or the wheel, is at rest, or slips, for longer than a second up to the end of the run.
- without a further word: a run on either side of each edge, so far from it that seconds tell;
- long: 0.05 N.m to either side of each edge of the model's readme, with the variable step at two tolerances and with rk4 at two steps, which has no error control, locates no event, and decides at
  its samples alone;
- edges: the edges themselves, to 0.01 N.m, by bisection with the variable step at two tolerances. For the readme.
"""
import os
import subprocess
import sys

from runs import Run

DTC, WORK = sys.argv[1:3]
WHAT = sys.argv[3] if len(sys.argv) > 3 else ""
PLACE = {"Case2": "clutch.mode", "Case3": "chassis.front.law.place"}
VARIABLE = [["--rtol", r, "--interval", "1"] for r in ("1e-8", "1e-10")]
FIXED = [["--method", "rk4", "--step", h, "--interval", "2e-4"] for h in ("2e-5", "1e-5")]
# model, an edge of the readme, the way to where it lasts, the place in which it ends beyond the edge, a run that long tells
EDGES = (("Case2", 322.695, 1, 0, 100), ("Case2", 323.025, -1, -1, 100), ("Case3", -168.37, -1, 0, 100), ("Case3", -168.57, 1, 1, 20))
# the same without seconds to spare: torque, place in which it has ended (None: it has not), by when
QUICK = (("Case2", 322.3, 0, 7), ("Case2", 322.8, None, 7), ("Case2", 324.5, -1, 7), ("Case3", -167.6, 0, 6), ("Case3", -168.56, None, 3), ("Case3", -168.58, 1, 2))
count = {True: 0, False: 0}


def check(good, text):
    count[bool(good)] += 1
    if not good:
        print("FAILED " + text)


def simulate(model, torque, stop, options):
    out = os.path.join(WORK, "band.csv")
    subprocess.run([DTC, "sim", "models/clutch_judder/clutch_judder.dtm", "--model", "ClutchJudder." + model, "--set", "T_e=%.10g" % torque, "--quiet", "--vars", PLACE[model], "--stop", str(stop),
                    "-o", out] + options, check=True)
    return Run(out)


def ended(run, place, stop):
    """The time of the last transition, and the place behind it; None: it sticks and slips up to the end."""
    last = run.transitions(place)[-1]
    return (last[0], last[2]) if stop - last[0] > 1 else None


def settles(run, place, stop):
    """The time at rest in a period that it goes to; None: to none."""
    rest = [run.cycle(place, stop*k/4, stop*(k + 1)/4)[2] for k in (1, 2, 3)]
    first, then = rest[1] - rest[0], rest[2] - rest[1]
    if not abs(then) < 0.8*abs(first):
        return None
    limit = rest[2] + then*then/(first - then)         # Aitken's
    return limit if limit > 0 else None


def quick():
    for model, torque, place, stop in QUICK:
        found = ended(simulate(model, torque, stop, VARIABLE[0]), PLACE[model], stop)
        check((found and found[1]) == place, "%s, %g N.m: ended %s, expected in place %s" % (model, torque, found, place))


def long():
    for model, edge, inside, place, stop in EDGES:
        for options in VARIABLE + FIXED:
            title = "%s, edge %g N.m, %s" % (model, edge, " ".join(options[:4]))
            torque = edge - 0.05*inside
            found = ended(simulate(model, torque, stop, options), PLACE[model], stop)
            print("| %s: at %.2f N.m | ends at %s |" % (title, torque, found and "%.1f s" % found[0]))
            check(found and found[1] == place, "%s: beyond it ended %s" % (title, found))
            torque = edge + 0.05*inside
            run = simulate(model, torque, 100, options)
            found, limit = ended(run, PLACE[model], 100), options in FIXED or settles(run, PLACE[model], 100)
            print("| %s: at %.2f N.m | lasts%s |" % (title, torque, "" if options in FIXED else ", time at rest goes to %g ms" % (1e3*(limit or 0))))
            check(not found and limit, "%s: within it ended %s, at rest for %s" % (title, found, limit))


def edges():
    for model, edge, inside, place, stop in EDGES:
        for options in VARIABLE:
            out, within = edge - 0.08*inside, edge + 0.08*inside
            while abs(within - out) > 0.011:
                middle = (out + within)/2
                run = simulate(model, middle, 2*stop, options)
                lasts = not ended(run, PLACE[model], 2*stop)
                print("%s, %s: %.2f N.m %s" % (model, options[1], middle, "lasts" if lasts else "ends at %.1f s" % run.transitions(PLACE[model])[-1][0]), flush=True)
                out, within = (out, middle) if lasts else (middle, within)
            print("| %s, %s | lasts from %.3f N.m on, ends at %.3f N.m |" % (model, options[1], within, out), flush=True)


def main():
    {"": quick, "long": long, "edges": edges}[WHAT]()
    print("%d passed, %d failed" % (count[True], count[False]))
    return count[False] > 0


sys.exit(main())
