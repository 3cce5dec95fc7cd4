"""ranges.py: electric ranges and weighted consumption from runs, by SAE J1634, SAE J1711 with J2841, and UN Regulation 154.

A run is rows over time with way (m), fuel (kg) and energy that the battery has given (J); a part of it is a tuple of these
three, from one instant to another."""
import math

# SAE J2841, fleet utility factor, over 399.9 miles; UN Regulation 154, annex B8, appendix 5, over 800 km
J2841 = 399.9*1609.344, (10.52, -7.282, -26.37, 79.08, -77.36, 26.07)
R154 = 800e3, (26.25, -38.94, -631.05, 5964.83, -25094.6, 60380.21, -87517.16, 75513.77, -35748.77, 7154.94)


def utility(law, way):
    """Part of all driving that is done within `way` of a charged battery."""
    norm, c = law
    x = min(1, way/norm)
    return 1 - math.exp(-sum(c[k]*x**(k + 1) for k in range(len(c))))


def at(rows, t):
    """The last row up to t."""
    low, high = 0, len(rows)
    while high - low > 1:
        middle = (low + high)//2
        low, high = (middle, high) if rows[middle]["time"] <= t + 1e-9 else (low, middle)
    return rows[low]


def parts(rows, instants):
    """Way, fuel and energy of the battery between instants."""
    r = [at(rows, t) for t in instants]
    return [(b["body.s"] - a["body.s"], b["engine.fuel"] - a["engine.fuel"] if "engine.fuel" in a else 0.0,
             a["battery.storedEnergy"] - b["battery.storedEnergy"]) for a, b in zip(r, r[1:])]


def depleting(cycles, demand):
    """R154, annex B8, 3.2.4.4: the number of cycles up to the one before that in which the battery gives less than 0.04 of
    the energy at the wheels; None: there is no such."""
    return next((k for k, (_, _, energy) in enumerate(cycles) if abs(energy) < 0.04*demand), None)


def weighted(law, phases, sustaining, socket):
    """Fuel in kg/m and energy from the socket in J/m: each phase with what its way adds to the utility factor, the rest as
    in the sustaining test (kg/m). socket: energy from the socket over that of the battery."""
    fuel = energy = way = 0.0
    for d, f, e in phases:
        more = utility(law, way + d) - utility(law, way)
        fuel += more*f/d
        energy += more*e*socket/d
        way += d
    return fuel + (1 - utility(law, way))*sustaining, energy


def share_of(tests, usable):
    """SAE J1634 and R154, annex B8, 4.4.2: consumption of a cycle driven several times, J/m: the first counts as much as it
    took of the usable energy, all others the same."""
    first = tests[0][2]/usable if len(tests) > 2 else 1/len(tests)
    weights = [first] + [(1 - first)/(len(tests) - 1)]*(len(tests) - 1) if len(tests) > 1 else [1]
    return sum(w*e/d for w, (d, _, e) in zip(weights, tests))


def in_a_row(*cycles, rest=15):
    """Cycles one after the other with a rest between them, and the instants at which each begins and ends."""
    rows, spans, t = [(0.0, 0.0)], [], 0.0
    for cycle in cycles:
        rows += [(t + a, v) for a, v in cycle if t + a > rows[-1][0]]
        spans.append((t, t + cycle[-1][0]))
        t += cycle[-1][0] + rest
        rows.append((t, 0.0))
    return rows, spans


def constant(v, seconds):
    """A phase at constant speed, half a minute up and down."""
    return [(0, 0), (30, v), (seconds - 30, v), (seconds, 0)]
