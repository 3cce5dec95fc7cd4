"""Results against reference results, signal by signal.

A run is a curve with straight lines between its rows; rows with equal times are a jump, and both values count, but none between
them. The error of a row of the reference is its distance in value from that curve within D of its time, where D is 1e-5 of the
span of time: two programs find an event at times that differ by that much (those of the reference are up to 4.2e-6 s off,
tests/msl). The largest is the error of the signal, as a part of the signal's range in the reference, or, where that is nothing
but rounding (below 1e-9 of the largest value, or of 1), of 1. Nothing is left out: no row, no signal, no time around an event.
What is no finite number, in any row of either, a signal that one lacks, or a run of another span of time has the error infinity.

Cost: linear in the rows.
"""
import csv
import math

WIDE = 1e-5      # D, as a part of the span
CONSTANT = 1e-9  # range of a constant, as a part of its largest value


def read(name):
    """A file of results: {column: values}."""
    with open(name, newline='', encoding='utf-8') as file:
        rows = csv.reader(file)
        names = [n.strip() for n in next(rows)]
        return dict(zip(names, zip(*([float(x) for x in row] for row in rows))))


def join(start, run):
    """A run with the rows of another one, of its beginning, in place of its own there."""
    end = start['time'][-1]
    first = next((i for i, t in enumerate(run['time']) if t > end), len(run['time']))
    return {n: start[n] + run[n][first:] for n in run if n in start}


def distance(value, t, times, values, first, wide):
    """Distance of value from the curve within [t - wide, t + wide]; no segment before the one with number first ends there."""
    low, high, best = t - wide, t + wide, math.inf
    for i in range(first, len(times) - 1):
        t0, t1, v0, v1 = times[i], times[i + 1], values[i], values[i + 1]
        if t0 > high:
            break
        if t1 < low:
            continue
        if t0 == t1:
            best = min(best, abs(value - v0), abs(value - v1))
            continue
        one, other = (v0 + (v1 - v0) * min(1, max(0, (x - t0) / (t1 - t0))) for x in (low, high))
        between = min(one, other) <= value <= max(one, other)
        best = 0 if between else min(best, abs(value - one), abs(value - other))
    return best


def error(run, reference, name):
    """The relative error of a signal."""
    if name not in run or name not in reference:
        return math.inf
    t, x, at, wanted = run['time'], run[name], reference['time'], reference[name]
    span = at[-1] - at[0]
    if not all(map(math.isfinite, x + wanted)) or max(abs(t[0] - at[0]), abs(t[-1] - at[-1])) > 1e-9 * span:
        return math.inf
    scale = max(wanted) - min(wanted)
    if scale <= CONSTANT * max(1, *map(abs, wanted)):
        scale = 1
    worst, first = 0, 0
    for when, value in zip(at, wanted):
        while first + 2 < len(t) and t[first + 1] < when - WIDE * span:
            first += 1
        worst = max(worst, distance(value, when, t, x, first, WIDE * span))
    return worst / scale
