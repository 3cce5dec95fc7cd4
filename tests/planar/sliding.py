"""sliding.py DTC WORK [map]: the sliding clutch of models/clutch_judder by its linear motion, against runs.

Slides: friction that falls over the slip by `fall`, at a slip that the engine keeps. dtc modes at the start gives what the vibration near 38 Hz grows by, Re lambda; in
a run its amplitude (half of the slip's range within 0.1 s) grows by that as long as it is small beside the slip. Below 0 the clutch slips quietly; above 0 the vibration grows until the slip comes to
rest in each period: a limit cycle, whose amplitude is near the slip, or goes on growing to the end of the run. `map` has 30 pairs, and leaves them in WORK/sliding.csv.
Plates: friction over slip and temperature, tires that relax: stick-slip dies out, since these tires damp; beyond the capacity it slips for good, and warms.
"""
import csv
import math
import os
import subprocess
import sys

from runs import Run

DTC, WORK = sys.argv[1:3]
FILE = "models/clutch_judder/clutch_judder.dtm"
WHOLE = len(sys.argv) > 3
FALLS = (0, 2, 5, 10, 20, 40) if WHOLE else (0, 2, 40)
SLIPS = (3, 6, 10, 20, 40) if WHOLE else (3, 20)
count = {True: 0, False: 0}


def check(good, text):
    count[bool(good)] += 1
    if not good:
        print("FAILED " + text)


def mode(low, high, model, *options):
    """Re lambda and frequency of the mode between two frequencies."""
    told = subprocess.run([DTC, "modes", FILE, "--model", "ClutchJudder." + model, "--format", "csv", *options], capture_output=True, text=True, check=True).stdout
    rows = csv.reader(told.splitlines())
    head = next(r for r in rows if r and r[0] == "mode")
    modes = [dict(zip(head, r)) for r in rows if len(r) == len(head)]
    found = [m for m in modes if m["frequency [Hz]"] and low < float(m["frequency [Hz]"]) < high]
    return float(found[0]["re [1/s]"]), float(found[0]["frequency [Hz]"])


def simulate(fall, slip, stop):
    out = os.path.join(WORK, "slides.csv")
    subprocess.run([DTC, "sim", FILE, "--model", "ClutchJudder.Slides", "--set", "fall=%g" % fall, "--set", "slip=%g" % slip, "--rtol", "1e-8", "--stop", "%g" % stop, "--interval", "1e-3", "--quiet",
                    "--vars", "w_slip,clutch.mode", "-o", out], check=True, capture_output=True)
    return Run(out)


def look(fall, slip):
    re, frequency = mode(30, 45, "Slides", "--set", "fall=%g" % fall, "--set", "slip=%g" % slip)
    stop = 3 if not WHOLE else 8
    run = simulate(fall, slip, stop)

    def amplitude(t):
        low, high = run.span("w_slip", t, t + 0.1)
        return (high - low)/2
    # from 0.3 s on, while it is small beside the slip and does not stick
    begin = 0.3
    end = begin
    while end + 0.2 < stop and amplitude(end + 0.1) < 0.15*slip:
        end += 0.1
    rate = math.log(amplitude(end)/amplitude(begin))/(end - begin) if end - begin > 0.25 else None
    low, high = run.span("w_slip", stop - 0.5, stop)
    sticks = any(m == 0 for m in run.within("clutch.mode", stop - 0.5, stop))
    verdict = "sticks and slips" if sticks else "still grows" if high - low > 2*amplitude(begin) else "dies out"
    print("| %g | %g | %.2f | %+.3f | %s | %s | %.2f |" % (fall, slip, frequency, re, "" if rate is None else "%+.3f" % rate, verdict, (high - low)/2), flush=True)
    return re, rate, verdict, (high - low)/2


def plates():
    """Other frictions of clutch and tires."""
    out = os.path.join(WORK, "plates.csv")
    for torque, stop in ((330, 2), (400, 5)):
        subprocess.run([DTC, "sim", FILE, "--model", "ClutchJudder.Plates", "--set", "T_e=%g" % torque, "--rtol", "1e-8", "--stop", "%g" % stop, "--interval", "0.01", "--quiet",
                        "--vars", "clutch.law,w_slip,T_plate,clutch.work,clutch.cooling", "-o", out], check=True, capture_output=True)
        run = Run(out)
        transitions = run.transitions("clutch.law")
        if torque == 330:
            print("| plates at 330 N.m | %d transitions, the last at %.3f s |" % (len(transitions), transitions[-1][0]))
            check(4 <= len(transitions) <= 20 and transitions[-1][0] < 0.5 and run["clutch.law"][-1] == 0, "plates at 330 N.m: %s" % transitions)
        else:
            heat = sum((b - a)*(p + q)/2 for a, b, p, q in zip(run.time, run.time[1:], run["clutch.cooling"], run["clutch.cooling"][1:]))
            rise = run["T_plate"][-1] - 333.15
            print("| plates at 400 N.m | slip %.0f rad/s and %.1f K more after 5 s |" % (run["w_slip"][-1], rise))
            check(run["w_slip"][-1] > 300 and abs(rise*2000 + heat - run["clutch.work"][-1]) < 1e-4*run["clutch.work"][-1], "plates at 400 N.m: %g K" % rise)
    stuck, hertz = mode(20, 30, "Plates", "--set", "T_e=300", "--at", "2")
    print("| plates, the clutch holds | %.2f Hz, damping ratio %.4f |" % (hertz, -stuck/(2*math.pi*hertz)))
    check(-stuck/(2*math.pi*hertz) > 0.01, "plates: damping of %.2f Hz" % hertz)


def main():
    table = []
    print("| fall, N.m | slip, rad/s | Hz | Re lambda, 1/s | growth in the run, 1/s | at the end | amplitude, rad/s |")
    for fall in FALLS:
        for slip in SLIPS:
            re, rate, verdict, amplitude = look(fall, slip)
            table.append("%g,%g,%g,%d,%g\n" % (fall, slip, re, ("dies out", "still grows", "sticks and slips").index(verdict), amplitude))
            title = "fall %g N.m at %g rad/s" % (fall, slip)
            if rate is not None:
                check(abs(rate - re) < 0.03 + 0.1*abs(re), "%s: grows by %.3f, not %.3f 1/s" % (title, rate, re))
            if re < -0.02:
                check(verdict == "dies out", "%s: %s, though Re lambda is %.3f" % (title, verdict, re))
            if re > 1:
                check(verdict == "sticks and slips" and 0.8*slip < amplitude < 2.5*slip, "%s: %s, amplitude %.2f" % (title, verdict, amplitude))
    plates()
    if WHOLE:
        with open(os.path.join(WORK, "sliding.csv"), "w") as f:
            f.write("fall,slip,re,end,amplitude\n" + "".join(table))
    print("%d passed, %d failed" % (count[True], count[False]))
    return count[False] > 0


if __name__ == "__main__":
    sys.exit(main())
