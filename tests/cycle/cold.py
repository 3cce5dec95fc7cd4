"""cold.py DTC WORK CYCLES: DriveCycle.Cold, the cycle from a cold start, beside what is calculated here.

- The energy account: fuel against work, heat of block, coolant, oil and radiator, exhaust, air.
- A backward quasi-static calculation with the four temperatures beside it: fuel from a cold and from a warm start, temperatures, and the difference
  of the two, which is what the cold start costs.
- The heat of the friction by formulas of our own over the run's speed and temperature of the oil, and what part of the cold start's fuel it is.
- A fixed step against the variable one.
"""
import math
from bisect import bisect_left

import car
import promises as p

SHOW = p.SHOW + ",engine.lossPower,engine.T_oil,engine.firing.running,warmUp.block_.T,warmUp.coolant.T,warmUp.oil.T,warmUp.radiator.T,converter.p"
H, GAIN, WALL, AIR, WARM = 42.5e6, 0.4 + 1/28, 0.28, 293.15, 363.15
AUXILIARY = [(0, 4), (100, 4), (300, 2.5), (600, 2)]
RISE = [(253.15, 1.5), (293.15, 1.3), (343.15, 1)]
RADIATOR = [(0, 250), (10, 500), (30, 1000)]
C = {"block": 50e3, "coolant": 11e3, "oil": 8e3, "radiator": 14.5e3}


def viscosity(T):
    """Walther's line through 70 mm2/s at 40 and 10.5 at 100 degrees."""
    z = [math.log10(math.log10(nu + 0.7)) for nu in (70, 10.5)]
    part = math.log(T/313.15)/math.log(373.15/313.15)
    return 10**10**(z[0] + (z[1] - z[0])*part) - 0.7


def friction(w, T):
    warm = 1.9e-3/(4*math.pi)*1.44e5*(0.46 + 9.1e-4*0.09**2*w*w)*math.sqrt(0.075/0.082)
    return warm*(viscosity(T)/viscosity(WARM))**0.3


def drag(w, T):
    return friction(w, T) + 1.9e-3/(4*math.pi)*1e5 + car.line(AUXILIARY, w)


def flow(tau, w, T):
    return max(0, tau + drag(w, T))*w/(GAIN*H)


def warmed(T, m, heat, v, h):
    """Temperatures after h seconds with the flow of fuel m and the heat of the friction."""
    s = max(0, min(1, (T["coolant"] - 360.15)/12))
    through = (2 + 1498*s*s*(3 - 2*s))*(T["coolant"] - T["radiator"])
    water, oil = 800*(T["block"] - T["coolant"]), 100*(T["block"] - T["oil"])
    gets = {"block": WALL*H*m + heat/2 - water - oil - 10*(T["block"] - AIR), "coolant": water - through,
            "oil": heat/2 + oil - 5*(T["oil"] - AIR), "radiator": through - car.line(RADIATOR, v)*(T["radiator"] - AIR)}
    return {k: T[k] + h*gets[k]/C[k] for k in T}


def closed(w_turbine, idle, T, cut):
    """As car.closed, with an idling speed and an oil of their own: speed, fuel, is fuel cut off?"""
    def accepted(w):
        return car.line(car.CAPACITY, w_turbine/w)*w*w
    if accepted(idle) + drag(idle, T) < 0:
        w = car.root(lambda w: accepted(w) + drag(w, T), idle, 1000)
        if w > (120 if cut else 150):
            return w, 0, True
    return idle, flow(accepted(idle), idle, T), False


def backwards(rows, start, h=0.25):
    """Fuel and temperatures from the cycle's speeds; gears and the lock-up are those of a run."""
    gear_at, times = p.gear_of(rows), [r["time"] for r in rows]
    T = dict.fromkeys(C, start)
    T["radiator"] = AIR
    fuel, before, cut, course = 0, 84, False, []
    for k in range(round(1180/h)):
        t = (k + 0.5)*h
        v, a = car.line(car.NEDC, t), (car.line(car.NEDC, t + h/2) - car.line(car.NEDC, t - h/2))/h
        i, idle = car.GEARS[gear_at(t) - 1]*car.AXLE/car.RADIUS, 84*car.line(RISE, T["block"])
        force = (car.road(v) if v > 0 else 0) + (car.MASS + car.J_WHEELS/car.RADIUS**2 + car.J_TURBINE*i*i)*a
        w, m, now_cut = closed(v*i, idle, T["oil"], cut)
        if rows[bisect_left(times, t)]["converter.p"] > 0.5:
            w = v*i
            m, now_cut = flow(force/i + car.J_ENGINE*(w - before)/h, w, T["oil"]), True
        elif v > 0 and force/i > car.line(car.RATIO, v*i/w)*car.line(car.CAPACITY, v*i/w)*w*w:
            w, tau = car.pump(force/i, v*i)
            m, now_cut = flow(tau + car.J_ENGINE*(w - before)/h, w, T["oil"]), False
        if t < 0.5:                  # it has not been started
            w = m = 0
        fuel, before, cut = fuel + m*h, w or 84, now_cut
        T = warmed(T, m, friction(w, T["oil"])*w, v, h)
        course.append(dict(T))
    return fuel, course


def drive(name, start, *options):
    rows, account = p.run(name, "--audit", "--interval", "0.1", "--set", "T_start=%g" % start, *options, model="DriveCycle.Cold", show=SHOW)
    p.check(name + ": energy", p.residual(account) < (1e-6 if "--rtol" in options else 1e-4), "%.1e of what is put in" % p.residual(account))
    return rows


def main():
    fuel, back, rows = {}, {}, {}
    for name, start in (("cold", AIR), ("warm", WARM)):
        rows[name] = drive(name, start, "--rtol", "1e-9")
        end = rows[name][-1]
        fuel[name] = end["engine.fuel"]
        outside = p.within_tolerance(rows[name], car.NEDC)
        p.check(name + ": follows the cycle", outside < 0.5 and end["engine.firing.running"] == 1, "%.2f s outside, %.4f l/100 km" % (outside, end["consumption"]))
        back[name], course = backwards(rows[name], start)
        at = {round(2*r["time"]): r for r in rows[name] if abs(2*r["time"] - round(2*r["time"])) < 1e-9}
        p.check(name + ": backward calculation", abs(back[name]/fuel[name] - 1) < 0.02, "%.4f of the fuel" % (back[name]/fuel[name]))
        for body in C:
            key = "warmUp." + ("block_" if body == "block" else body) + ".T"
            # both every half second, after the step that ends there
            pairs = [(course[2*n - 1][body], at[n][key]) for n in range(1, 2361)]
            away = max(abs(a - b) for a, b in pairs)
            p.check(name + ": temperature of " + body, away < 3, "%.2f K from it at most, at the end %.1f K" % (away, end[key]))
    more = fuel["cold"] - fuel["warm"]
    part = (back["cold"] - back["warm"])/more
    p.check("what a cold start costs", 0.02 < more/fuel["warm"] < 0.3 and abs(part - 1) < 0.1, "%.2f %% more fuel; %.3f of it by the backward calculation"
            % (100*more/fuel["warm"], part))
    def work(name, power):
        return sum((b["time"] - a["time"])*(power(a) + power(b))/2 for a, b in zip(rows[name], rows[name][1:]))

    for name in rows:
        heat = work(name, lambda r: r["engine.lossPower"])
        part = work(name, lambda r: friction(r["engine.w"], r["engine.T_oil"])*r["engine.w"])/heat
        p.check(name + ": heat of the friction", abs(part - 1) < 1e-6, "%.0f kJ, by the formula %.1e beside it" % (heat/1e3, part - 1))
    thick = [work(name, lambda r: (friction(r["engine.w"], r["engine.T_oil"]) - friction(r["engine.w"], WARM))*r["engine.w"]) for name in ("cold", "warm")]
    print("of what is more: %.0f %% friction of cold oil, the rest by faster idling" % (100*(thick[0] - thick[1])/(GAIN*H*more)))
    frost = drive("frost", 253.15, "--rtol", "1e-9", "--set", "T_air=253.15")
    end = frost[-1]
    p.check("at -20 degrees", end["engine.firing.running"] == 1 and end["engine.fuel"] > fuel["cold"] + more/2, "%.4f l/100 km" % end["consumption"])
    fixed = drive("cold_fixed", AIR, "--method", "euler", "--step", "1e-3")
    part = abs(fixed[-1]["engine.fuel"]/fuel["cold"] - 1)
    one, two = p.shifts(fixed), p.shifts(rows["cold"])
    p.check("cold, fixed step: the same shifts, and fuel", [g for _, g in one] == [g for _, g in two] and len(one) > 30 and part < 1e-3, "%d shifts; fuel %.1e beside it" % (len(one), part))
    p.finish(p.results)


if __name__ == "__main__":
    main()
