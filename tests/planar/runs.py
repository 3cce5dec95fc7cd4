"""runs.py - what a run of a vehicle shows: transitions of its switching elements, periods, extrema. Used by the tests,
and by itself: runs.py FILE.csv PLACE FROM TO prints the table of one element and one stretch of time.

Rows at events are in pairs, before and after; so a transition is where a column of places changes, at the time of the
row, and extrema at events are in the file whatever the interval.
"""
import csv
import math
import sys


class Run:
    def __init__(self, path):
        with open(path) as f:
            rows = csv.reader(f)
            names = next(rows)
            data = [[float(x) for x in row] for row in rows]
        self.column = {n: [r[i] for r in data] for i, n in enumerate(names)}
        self.time = self.column["time"]

    def __getitem__(self, name):
        return self.column[name]

    def within(self, name, begin, end):
        return [x for t, x in zip(self.time, self.column[name]) if begin <= t <= end]

    def span(self, name, begin, end):
        """Least and largest value."""
        part = self.within(name, begin, end)
        return min(part), max(part)

    def mean(self, name, begin, end):
        """Over time, by trapezoids; a jump takes none."""
        area = length = 0.0
        v = self.column[name]
        for i in range(1, len(self.time)):
            if begin <= self.time[i - 1] and self.time[i] <= end:
                h = self.time[i] - self.time[i - 1]
                area += h * (v[i] + v[i - 1]) / 2
                length += h
        return area / length

    def rms(self, name):
        v = self.column[name]
        return (sum(x * x for x in v) / len(v)) ** 0.5

    def at(self, name, t):
        """The value of the last row at t."""
        found = None
        for i, u in enumerate(self.time):
            if abs(u - t) <= 1e-9 * max(1, abs(t)):
                found = self.column[name][i]
            elif u > t + 1e-6:
                break
        return found

    def transitions(self, place):
        """Time, place before, place after."""
        v = self.column[place]
        return [(self.time[i], int(v[i - 1]), int(v[i])) for i in range(1, len(v)) if v[i] != v[i - 1]]

    def cycle(self, place, begin, end):
        """Mean period from release to release, standard deviation; mean time at rest in one, standard deviation; number."""
        release, rest, since = [], [], None
        for t, was, now in self.transitions(place):
            if was != 0 and now == 0:
                since = t
            if was == 0 and now != 0 and begin <= t <= end:
                release.append(t)
                if since is not None and since >= begin:
                    rest.append(t - since)
        periods = [b - a for a, b in zip(release, release[1:])]
        return *moments(periods), *moments(rest), len(periods)


    def cycle_of_slip(self, slip, begin, end, none=1e-8):
        """The same from a slip at the samples of a fixed step: where it comes to zero and leaves it is where the parabola through the next three samples that slip is zero."""
        t, s = self.time, self.column[slip]
        rests = [abs(x) <= none for x in s]
        release, rest, since = [], [], None
        for i in range(3, len(s) - 3):
            if rests[i] and not any(rests[i - 3:i]):
                since = root(t[i - 3:i][::-1], s[i - 3:i][::-1])
            if rests[i] and not any(rests[i + 1:i + 4]):
                at = root(t[i + 1:i + 4], s[i + 1:i + 4])
                if begin <= at <= end:
                    release.append(at)
                    if since is not None and since >= begin:
                        rest.append(at - since)
        periods = [b - a for a, b in zip(release, release[1:])]
        return *moments(periods), *moments(rest), len(periods)


def root(t, s):
    """Zero of the parabola through three points, next to the first of them."""
    first, second = (s[1] - s[0]) / (t[1] - t[0]), (s[2] - s[1]) / (t[2] - t[1])
    bend = (second - first) / (t[2] - t[0])
    slope = first - bend * (t[1] - t[0])
    return t[0] - 2 * s[0] / (slope + math.copysign(math.sqrt(max(0.0, slope * slope - 4 * bend * s[0])), slope))


def moments(x):
    if not x:
        return float("nan"), float("nan")
    mean = sum(x) / len(x)
    return mean, (sum((v - mean) ** 2 for v in x) / len(x)) ** 0.5


def main(path, place, begin, end):
    run, begin, end = Run(path), float(begin), float(end)
    period, spread, rest, rest_spread, n = run.cycle(place, begin, end)
    print("period %.6f ms (+-%.1e), %.4f Hz, at rest %.4f ms (+-%.1e), share of slip %.5f, %d periods"
          % (1e3 * period, 1e3 * spread, 1 / period, 1e3 * rest, 1e3 * rest_spread, 1 - rest / period, n))
    for name in run.column:
        if name not in ("time",) and "place" not in name and "mode" not in name:
            low, high = run.span(name, begin, end)
            print("%-28s %14.7g %14.7g  range %12.6g  mean %14.8g" % (name, low, high, high - low, run.mean(name, begin, end)))
    all_of = run.transitions(place)
    print("%d transitions, first %s, last %s" % (len(all_of), all_of[:3], all_of[-2:]))


if __name__ == "__main__":
    main(*sys.argv[1:])
