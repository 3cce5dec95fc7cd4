"""The tube of `dtc diff` against its definition, segment by segment, on random curves: tube.py dtc folder seed.

A point (t, y) is as far outside as the part of the reference's curve within [t - dt, t + dt] is away in value; quadratic in the points."""
import random
import subprocess
import sys

dtc, folder, seed = sys.argv[1:]
random.seed(int(seed))
SIGNALS, CHOICES = 12, [0, 0.001, 0.01, 0.05, 0.3]


def times(n):      # from 0 to 10; some points are pairs or more, some are on a grid that the other file has too
    t = [0.0, 10.0] + [random.choice([random.uniform(0, 10), random.randint(0, 20) / 2]) for _ in range(n)]
    t += [x for x in t if random.random() < 0.2]
    return sorted(t)


def curve(t):
    step, y, out = random.choice([0, 0.1, 1]), 0.0, []
    for k in range(len(t)):
        y += random.gauss(0, 1) * (step if k and t[k] > t[k - 1] else 2 * step if random.random() < 0.5 else 0)
        out.append(y)
    return out


def extremes(t, y, lo, hi):
    seen = [v for x, v in zip(t, y) if lo <= x <= hi]
    for k in range(1, len(t)):
        for edge in (lo, hi):
            if t[k - 1] < edge < t[k]:
                seen.append(y[k - 1] + (edge - t[k - 1]) / (t[k] - t[k - 1]) * (y[k] - y[k - 1]))
    return (min(seen), max(seen)) if seen else None


def deviation(ta, a, tb, b, dt, plain):
    points = list(zip(ta, a)) if plain else list(zip(tb, b))
    if not plain:
        points += [(t, extremes(tb, b, t, t)[0]) for t in ta if t not in tb]
    worst = 0.0
    for t, y in points:
        low, high = extremes(tb, b, t - dt, t + dt) if plain else extremes(ta, a, t - dt, t + dt)
        worst = max(worst, y - high, low - y)
    return worst


def write(name, t, columns):
    with open(folder + "/" + name, "w") as f:
        f.write("time," + ",".join('"s[%d,1]"' % k for k in range(len(columns))) + "\n")
        for k, x in enumerate(t):
            f.write(",".join(repr(v) for v in [x] + [c[k] for c in columns]) + "\n")


wrong = 0
for case in range(12):
    ta, tb = times(random.randint(0, 60)), times(random.randint(0, 60))
    a = [curve(ta) for _ in range(SIGNALS)]
    b = [[extremes(ta, y, t, t)[random.randint(0, 1)] + random.gauss(0, 0.02) for t in tb] if k % 2 else curve(tb) for k, y in enumerate(a)]
    tube, time_tube, plain = random.choice(CHOICES), random.choice(CHOICES), random.random() < 0.3
    write("a.csv", ta, a)
    write("b.csv", tb, b)
    said = subprocess.run([dtc, "diff", "--tube", repr(tube), "--time-tube", repr(time_tube), folder + "/a.csv", folder + "/b.csv"] + ["--plain"] * plain,
                          capture_output=True, text=True)
    lines = {w[0]: w for w in (line.split() for line in said.stdout.splitlines()) if w and w[0].startswith("s[")}
    inside = 0
    for k in range(SIGNALS):
        dt = max(0 if plain else time_tube * 10, 4 * 2.0 ** -52 * 10)
        d = deviation(ta, a[k], tb, b[k], dt, plain)
        half = max(tube * (max(a[k]) - min(a[k])), 1e-9 * max(1, max(map(abs, a[k]))))
        word = lines["s[%d,1]" % k]
        good = abs(float(word[1]) - d) <= 1e-3 * d + 1e-13
        if abs(d - half) > 1e-9 * half:
            good = good and (word[-1] == "inside") == (d <= half)
        inside += d <= half
        if not good:
            wrong += 1
            print("FAILED seed %s, case %d, signal %d: deviation %g, tube %g; said %s" % (seed, case, k, d, half, " ".join(word)))
    if said.returncode != (inside < SIGNALS):
        wrong += 1
        print("FAILED seed %s, case %d: exit code %d with %d of %d inside" % (seed, case, said.returncode, inside, SIGNALS))
sys.exit(wrong > 0)
