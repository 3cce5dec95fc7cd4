"""article.py DTC WORK CYCLES: ArticleCycle, application 1 of Otter, Dempsey and Schlegel 2000 as its section 6 has it, beside what is calculated here.

- The energy account from a cold start at 1 ms, and the tolerance of the cycle.
- An engine by its maps beside the formulas that they are made of: fuel of the same cycle.
- The polynomial with the axle's friction in it beside one without it and the friction as a component: fuel, and work of both.
- Fuel at a constant speed by hand: coast-down, rolling radius, friction of the axle, efficiency of the gear, lock-up, auxiliaries, maps.
"""
import math
import os
import re

import car
import cold
import promises as p

FILE = "models/drive_cycle/article_cycle.dtm"
SHOW = p.SHOW.replace("gearbox.gear", "logic.gear") + ",axle*,road.lossPower,engine.T_oil,warmUp.oil.T,converter.p"
SPEEDS = [130/3.6 - 10/3.6*k for k in range(12)]
TIMES = [0, 5.28, 11.26, 18.08, 25.89, 34.89, 45.28, 57.32, 71.25, 87.29, 105.56, 125.99]
RADII = [(0, 0.29), (30, 0.291), (60, 0.294)]
ETA4 = ([20, 100, 150], [(0, [0.92, 0.965, 0.97]), (300, [0.90, 0.96, 0.965])])
TAU_0, DAMPING = 8, 0.03
UNIT = 1.9e-3/(4*math.pi)


# of the car that coasts: tires and air as in car.py, and the axle
FORCE = [0.01*car.MASS*9.80665 + TAU_0/car.RADIUS, DAMPING/car.RADIUS**2, 0.335*1.2]


def coast_down():
    """The times of the model are those of FORCE, by quadrature, rounded."""
    t, worst = 0, 0
    for a, b, time in zip(SPEEDS, SPEEDS[1:], TIMES[1:]):
        for k in range(200):
            v = b + (k + 0.5)*(a - b)/200
            t += (car.MASS + car.J_WHEELS/car.RADIUS**2)*(a - b)/200/(FORCE[0] + FORCE[1]*v + FORCE[2]*v*v)
        worst = max(worst, abs(t - time))
    p.check("the coast-down", worst < 0.006, "times off by %.1e s at most" % worst)


def bilinear(columns, rows, x, y):
    """Rows over x, columns over y, held outside."""
    return car.line([(r, car.line(list(zip(columns, values)), y)) for r, values in rows], x)


def fuel(w, tau, T):
    """By the maps, which are straight between the speeds of the table of full throttle."""
    speeds = [n for n, _ in car.FULL]

    def between(f):
        return car.line([(s, f(s)) for s in speeds], w)
    drag = between(lambda s: cold.friction(s, T) - cold.friction(s, cold.WARM)) + car.line(cold.AUXILIARY, w)
    return between(lambda s: (tau + drag + cold.friction(s, cold.WARM) + UNIT*1e5)*s/(cold.GAIN*cold.H))


def by_hand(v, row, efficient):
    """Fuel in kg/s in fourth gear with the converter locked; with the efficiency of the gear or without it."""
    r = car.line(RADII, v)
    force = FORCE[0] - TAU_0/car.RADIUS + (FORCE[1] - DAMPING/car.RADIUS**2)*v + FORCE[2]*v*v
    w_wheel = v/r
    out = (force*r + TAU_0 + DAMPING*w_wheel)/car.AXLE
    w_out, into = w_wheel*car.AXLE, out
    for _ in range(60 if efficient else 0):
        into = out/bilinear(*ETA4, w_out, into)
    return fuel(w_out*car.GEARS[3], into/car.GEARS[3], row["engine.T_oil"])


def steady(model, efficient):
    path = os.path.join(p.WORK, "steady_article.dtm")
    with open(path, "w") as out:
        out.write("model steady\n  import Drivetrain.*;\n  extends ArticleCycle.%s(cycle = [0, 0; 30, 25; 300, 25]);\nend steady;\n" % model)
        for name in (FILE, p.FILE):
            out.write(open(name).read())
    rows, _ = p.run("steady_article", "--method", "euler", "--step", "1e-3", "--stop", "300", "--interval", "1", "--set", "T_start=363.15", file=path, model="steady", show=SHOW)
    end = rows[-1]
    part = end["engine.m_flow"]/by_hand(25, end, efficient) - 1
    p.check(model + ": fuel at 25 m/s", end["logic.gear"] == 4 and end["converter.p"] > 0.99 and abs(part) < 5e-4,
            "%.3f l/100 km, by hand %.1e beside it" % (1e5*end["engine.m_flow"]/0.745/25, part))


def told(model, rows):
    """The readme has this consumption."""
    with open("models/drive_cycle/README.md", encoding="utf-8") as f:
        found = re.search(r"^\| `%s`[^|]*\| ([\d.]+) \|" % re.escape(model), f.read(), re.M)
    p.check("readme: " + model, found and abs(float(found.group(1)) - rows[-1]["consumption"]) < 6e-4, "%s, found %.4f" % (found and found.group(1), rows[-1]["consumption"]))


def main():
    coast_down()
    ends, work = {}, {}
    for model in ("Mapped", "Car", "Losses", "Efficiencies"):
        rows, account = p.run("article", "--method", "euler", "--step", "1e-3", "--stop", "1180", "--interval", "0.1", "--audit", file=FILE,
                              model="ArticleCycle." + model, show=SHOW)
        p.check(model + ": energy", p.residual(account) < 1e-4, "%.1e of what is put in" % p.residual(account))
        outside = p.within_tolerance(rows, car.NEDC)
        p.check(model + ": follows the cycle", outside < 0.5, "%.2f s outside" % outside)
        ends[model] = rows[-1]["engine.fuel"]
        lost = [r["road.lossPower"] + r.get("axle.losses.lossPower", 0) for r in rows]
        work[model] = sum((b["time"] - a["time"])*(x + y)/2 for a, b, x, y in zip(rows, rows[1:], lost, lost[1:]))
        print("%s: %.3f l/100 km" % (model, rows[-1]["consumption"]))
        told("ArticleCycle." + model, rows)
    rows, _ = p.run("formulas", "--method", "euler", "--step", "1e-3", "--interval", "1", model="DriveCycle.Cold", show=p.SHOW)
    told("DriveCycle.Cold", rows)
    part = ends["Mapped"]/rows[-1]["engine.fuel"] - 1
    # the maps' rows are 500/min apart, and friction over speed is bent upwards: straight lines lie above it
    p.check("maps beside formulas", 0 < part < 5e-3, "%.2e more fuel" % part)
    a, b = ends["Losses"]/ends["Car"] - 1, work["Losses"]/work["Car"] - 1
    # not the same by what the radius grows: the friction was taken out at that of rest
    p.check("friction as a component, and out of the polynomial", 1e-6 < abs(a) < 3e-4 and abs(b) < 5e-4, "fuel %.1e, work %.1e beside the polynomial with it" % (a, b))
    more = ends["Efficiencies"]/ends["Losses"] - 1
    p.check("losses of the gears under load", 0.01 < more < 0.06, "%.2f %% more fuel" % (100*more))
    steady("Losses", False)
    steady("Efficiencies", True)
    p.finish(p.results)


if __name__ == "__main__":
    main()
