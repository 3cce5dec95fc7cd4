"""continue.py DTC WORK: the stick-slip cycles of models/clutch_judder (case 2) followed over the torque of the engine, each torque from the last one's end.

The time at rest in a period goes to its limit as a geometric series, from one stretch of a run to the next; the limit is Aitken's. Three ways: from 322.86 N.m up, from there down, and back down from 322.90 N.m, where
another cycle with a shorter rest has been reached. WORK/band.csv has the rows: way, torque, period and time at rest in ms; without the last two where it has ended. Takes minutes; for the readme.
"""
import os
import subprocess
import sys

from runs import Run

DTC, WORK = sys.argv[1:3]
FILE = "models/clutch_judder/clutch_judder.dtm"
START, FIRST, EACH = 322.86, 60, 40
WAYS = (("up", 322.86, (322.87, 322.88, 322.90, 322.94, 322.97, 322.99, 323.00, 323.01, 323.02, 323.03)),
        ("down", 322.86, (322.82, 322.78, 322.75, 322.73, 322.72, 322.71, 322.70, 322.69)),
        ("back", 322.90, (322.88, 322.86, 322.84, 322.80, 322.76, 322.72)))


def go_on(torque, before, begin, length, after):
    out = os.path.join(WORK, "continue.csv")
    command = [DTC, "sim", FILE, "--model", "ClutchJudder.Case2", "--set", "T_e=%.10g" % torque, "--quiet", "--rtol", "1e-8", "--interval", "1",
               "--vars", "clutch.mode", "--stop", "%g" % (begin + length), "-o", out, "--save-state", after] + (["--state", before] if before else [])
    subprocess.run(command, check=True, capture_output=True)
    run, part = Run(out), length/4
    cycles = [run.cycle("clutch.mode", begin + k*part, begin + (k + 1)*part) for k in (1, 2, 3)]
    if min(c[4] for c in cycles) < 10:
        return None
    period, rest = cycles[2][0], [c[2] for c in cycles]
    one, two = rest[1] - rest[0], rest[2] - rest[1]
    lasts = abs(two) < 0.9*abs(one) or abs(two) < 1e-7
    limit = rest[2] + (two*two/(one - two) if lasts and one != two else 0)
    return period, limit, lasts, rest[2]


def main():
    state = {START: (os.path.join(WORK, "at%g.mat" % START), FIRST)}
    with open(os.path.join(WORK, "band.csv"), "w") as table:
        def told(way, torque, found):
            print(way, torque, found, file=sys.stderr, flush=True)
            table.write("%s,%.3f,%s\n" % (way, torque, "%.5f,%.4f" % (1e3*found[0], 1e3*found[1]) if found else ","))
            table.flush()
            return found

        table.write("way,torque,period,rest\n")
        told("down", START, go_on(START, None, 0, FIRST, state[START][0]))
        for way, begin, torques in WAYS:
            before, time = state[begin]
            for torque in torques:
                after = os.path.join(WORK, "%s%g.mat" % (way, torque))
                if not told(way, torque, go_on(torque, before, time, EACH, after)):
                    break
                before, time = after, time + EACH
                state.setdefault(torque, (before, time))


main()
