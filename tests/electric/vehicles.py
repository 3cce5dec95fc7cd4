"""vehicles.py DTC WORK [long]: 24 electric cars of EPA's list, by `dtc sweep` of models/electric_axle/vehicles.dtm, beside
their unadjusted consumption; the model beside a calculation backwards from the speed. With `long` all of them on UDDS and
HWFET, else four on HWFET."""
import csv
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from tally import finish  # noqa: E402

DTC, WORK = sys.argv[1:3]
LONG = "long" in sys.argv
FOLDER = "models/electric_axle"
results = []


def check(title, good, text=""):
    results.append((title, None if good else text or "not so"))
    if text:
        print(title + ": " + text)


def constants(name):
    """Speeds of a cycle of the library, in m/s."""
    text = open("lib/Drivetrain/Data.dtm").read()
    body = text.split("constant Real %s_mph" % name)[1].split("{")[1].split("}")[0]
    return [0.44704*float(x) for x in body.split(",")]


def backwards(car, speeds):
    """J/m from the socket, of the model's own laws, second by second."""
    way = energy = 0.0
    m, f0, f1, f2 = (float(car[x]) for x in ("m", "f0", "f1", "f2"))
    for a, b in zip(speeds, speeds[1:]):
        v = (a + b)/2
        w = v/0.335*9
        force = 1.015*m*(b - a) + (f0 + f1*v + f2*v*v if v > 0 else 0)
        if force < 0:
            force = -min(-force, 5000)*max(0, min(1, (v - 1)/2))
        tau = force*0.335/9/(0.98 if force > 0 else 1/0.98) + 0.04*9/0.335*(b - a)*(1 if force else 0)
        P = tau*w + 0.07*tau*tau + 0.6*w + 1e-6*w**3 + 150 + 250
        i = 2*P/(360 + (360*360 - 4*0.08*P)**0.5)
        energy += 360*i
        way += v
    return energy/0.87/way


def study(model, cycle, cars):
    points, out = os.path.join(WORK, model + ".points.csv"), os.path.join(WORK, model + ".csv")
    with open(points, "w") as f:
        f.write("m,f0,f1,f2,published\n")
        f.writelines(",".join(car[x] for x in ("m", "f0", "f1", "f2", "published_" + cycle)) + "\n" for car in cars)
    done = subprocess.run([DTC, "sweep", FOLDER + "/vehicles.dtm", "--model", model, "--design", points, "--step", "1e-2", "--metric", "socket=socket",
                           "--metric", "over=over", "--metric", "behind=max(abs(driver.v_wanted - body.v))", "-o", out], capture_output=True, text=True)
    if done.returncode:
        raise ArithmeticError(done.stderr)
    rows = list(csv.DictReader(open(out)))
    speeds = constants(cycle)
    apart = [float(r["over"]) - 1 for r in rows]
    for car, r in zip(cars, rows):
        print("%-40s %6.1f %6.1f Wh/km %+5.1f %%" % (car["car"], float(r["socket"])/3.6, float(car["published_" + cycle])/3.6, 100*float(r["over"]) - 100))
    mean = sum(apart)/len(apart)
    spread = (sum((x - mean)**2 for x in apart)/len(apart))**0.5
    check(cycle + ": all run", len(rows) == len(cars) and all(r["status"] == "ok" for r in rows))
    # one machine, and no friction brake that the machine could do without: cars with two, and in towns, take more
    least, most = (-0.05, 0.05) if cycle == "hwfet" else (-0.15, 0.05)
    check(cycle + ": beside the published ones", least < mean < most and spread < 0.1, "%+.1f %% in the mean, %.1f %% from it" % (100*mean, 100*spread))
    calculated = [backwards(car, speeds)/float(r["socket"]) - 1 for car, r in zip(cars, rows)]
    check(cycle + ": backwards", max(map(abs, calculated)) < 0.02, "%+.2f to %+.2f %%" % (100*min(calculated), 100*max(calculated)))
    check(cycle + ": they follow", max(float(r["behind"]) for r in rows) < 1)


cars = list(csv.DictReader(line for line in open(FOLDER + "/vehicles.csv") if not line.startswith("#")))
check("24 cars", len(cars) == 24 and len({car["car"] for car in cars}) == 24)
study("highway", "hwfet", cars if LONG else cars[::7])
if LONG:
    study("vehicles", "udds", cars)
finish(results)
