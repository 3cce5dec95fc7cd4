"""plug_in.py DTC WORK CYCLES [long]: ranges.py by hand; with `long` the plug-in hybrid of models/p2_hybrid.

- Utility factors beside the table of SAE J2841 and closed forms of their sums.
- Charge depleting: cycles from a full battery until it is sustained, R154 on the WLTC, J1711 on UDDS and HWFET; electric
  range, charge sustaining balanced, weighted fuel and energy from the socket; beside EPA's list.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cycle"))
import cars  # noqa: E402
import parallel  # noqa: E402
from cars import STEP, cycle_of  # noqa: E402
from ranges import J2841, R154, depleting, in_a_row, parts, share_of, utility, weighted  # noqa: E402
from simulated import simulated  # noqa: E402
from tally import finish  # noqa: E402

DTC, WORK, CYCLES = sys.argv[1:4]
FILE = "models/p2_hybrid/p2_hybrid.dtm"
SHOW = "body.v,body.s,driver.v_wanted,engine.fuel,battery.soc,battery.storedEnergy,bus.share"
TURNING, F = 1.015*1644.3, (89.69, 3.1096, 0.33887)
PHASES = 589, 1022, 1477, 1800          # of the WLTC, s
results = []


def check(title, good, text=""):
    results.append((title, None if good else text or "not so"))
    if text:
        print(title + ": " + text)


def factors():
    # miles and per cent of SAE J2841's fleet utility factor, as FASTSim's table longparams.json has them
    table = {1: 2.455, 11: 24.401, 31: 53.737, 49: 68.662, 71: 79.141, 99: 86.348, 151: 92.633}
    apart = max(abs(100*utility(J2841, miles*1609.344) - percent) for miles, percent in table.items())
    check("J2841", apart < 0.5, "%.2f %% at most from its table" % apart)
    for name, law in ("J2841", J2841), ("R154", R154):
        u = [utility(law, 4e3*k) for k in range(150)]
        check(name + ": grows to 1", u[0] == 0 and u[-1] > 0.97 and all(b >= a for a, b in zip(u[:100], u[1:101])))
    # 50 km of 0.6 MJ/km without fuel, then 20 km of 0.2 MJ/km and 4 kg/100 km; 5 kg/100 km after that; socket 1.2
    a, b = utility(R154, 50e3), utility(R154, 70e3)
    fuel, energy = weighted(R154, [(25e3, 0, 15e6), (25e3, 0, 15e6), (20e3, 0.8, 4e6)], 5e-5, 1.2)
    check("weighted", abs(fuel/((b - a)*4e-5 + (1 - b)*5e-5) - 1) < 1e-12 and abs(energy/(1.2*(a*600 + (b - a)*200)) - 1) < 1e-12)
    check("depleting", depleting([(1, 0, 100), (1, 0, 60), (1, 0, 3), (1, 0, 1)], 100) == 2 and depleting([(1, 0, 90)], 100) is None)
    check("shares", abs(share_of([(1, 0, 10), (1, 0, 8), (1, 0, 6)], 100) - (0.1*10 + 0.45*8 + 0.45*6)) < 1e-12
          and share_of([(2, 0, 10), (2, 0, 8)], 100) == 4.5)


def demand(cycle):
    """Energy at the wheels that drives, J."""
    work = 0.0
    for (ta, a), (tb, b) in zip(cycle, cycle[1:]):
        v = (a + b)/2
        force = TURNING*(b - a)/(tb - ta) + (F[0] + F[1]*v + F[2]*v*v if v > 0 else 0)
        work += max(0, force)*v*(tb - ta)
    return work


def from_socket():
    """Energy from the socket over what the battery has given before."""
    out = os.path.join(WORK, "socket.csv")
    rows, _ = simulated([DTC, "sim", FILE, "--model", "P2Hybrid.AtTheSocket", "--quiet", "--vars", "charger.energy,battery.storedEnergy,battery.soc",
                         "-o", out], out)
    full = next(r for r in rows if r["battery.soc"] >= 0.95)
    return full["charger.energy"]/full["battery.storedEnergy"]


def test(name, cycle, times, law, ends, socket):
    """From a full battery, and sustaining: litres and Wh of 100 km, by parts that end at `ends` of each cycle."""
    car = cars.Car(DTC, WORK, FILE, "plug_in", SHOW, parallel.HEATING, parallel.DENSITY)
    row, spans = in_a_row(*[cycle]*times, rest=0)
    rows = car.run(name, row, "", *STEP).rows
    cycles = parts(rows, [a for a, _ in spans] + [spans[-1][1]])
    n = depleting(cycles, demand(cycle))
    check(name + ": sustains in the end", n is not None and 1 <= n)
    runs = car.steady(name + "_sustaining", cycle, "", soc=0.2)
    sustaining = runs[-1].fuel/runs[-1].way
    check(name + ": balanced", abs(runs[-1].charge) <= 1e-3*runs[-1].fuel*parallel.HEATING)
    electric = next((r["body.s"] for r in rows if r["engine.fuel"] > 0), rows[-1]["body.s"])
    phases = parts(rows, [0] + [a + t for a, _ in spans[:n] for t in ends])
    fuel, energy = weighted(law, phases, sustaining, socket)
    way = sum(d for d, _, _ in phases)
    mean = sum(f for _, f, _ in phases)/way
    behind = max(abs(r["body.v"] - r["driver.v_wanted"]) for r in rows)
    check(name + ": follows", behind < 1 and min(r["bus.share"] for r in rows) == 1, "%.2f m/s at most from the cycle" % behind)
    litres = 1e8/parallel.DENSITY
    check(name, 0 < fuel < sustaining and electric > 0, "depleting in %d cycles of %.1f km, %.2f l/100 km; without engine %.1f km, equivalent "
          "range %.1f km; sustaining %.2f l/100 km; utility factor %.3f: %.2f l and %.1f kWh of 100 km" % (
              n, way/n/1e3, mean*litres, electric/1e3, (1 - mean/sustaining)*way/1e3, sustaining*litres, utility(law, way), fuel*litres, energy/36))
    return sustaining*litres


factors()
if "long" in sys.argv:
    socket = from_socket()
    print("socket over battery: %.3f" % socket)
    # EPA's list of test cars 2022, Hyundai Ioniq PHEV, 3625 lb, sustaining: 72.3 and 72.4 miles a gallon
    for name, times, law, ends, published in (("wltc_class3b", 5, R154, PHASES, None), ("udds", 8, J2841, (1369,), None), ("hwfet", 6, J2841, (765,), 72.4)):
        cycle = cycle_of(CYCLES, name)
        if not cycle:
            continue
        sustaining = test(name, cycle, times, law, [min(t, cycle[-1][0]) for t in ends], socket)
        if published:
            epa = 235.2146/published
            check(name + ": EPA", abs(sustaining/epa - 1) < 0.3, "sustaining %.2f l/100 km, EPA's %.2f: %+.0f %%" % (sustaining, epa, 100*(sustaining/epa - 1)))
finish(results)
