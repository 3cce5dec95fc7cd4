"""trains.py DTC WORK FIRST SEEDS [METHOD ...]: random masses with rigid lashes and dry friction between them, against events computed here.

Masses in a row, and some of them on the ground, are joined by RigidLash (restitution 0 to 0.9) and Friction, alone or side by side, and driven by
forces that step. Between events all accelerations are constant, so that the next event is a root of a quadratic; which contacts push and which
friction holds is found by trying all combinations, impacts likewise. Nothing of this is shared with the runtime. Rebounds are followed down to 1e-7
m/s; systems in which two sequences of rebounds drive one another to rest are left out. The same combinations also give the step of 1 ms that is
exact in its places (Moreau 1988): what acts at its end is complementary to the slips there; a fixed step is measured against its error.
"""
import csv
import itertools
import math
import os
import random
import subprocess
import sys

DTC, WORK = sys.argv[1:3]
FIRST, SEEDS = int(sys.argv[3]), int(sys.argv[4])
METHODS = sys.argv[5:] or ["cvode", "exact", "semi"]
STOP, H, SMALL = 1.5, 0.001, 1e-9


def system(seed):
    """masses, elements (kind, a, b, values), forces by mass (before, after), the time when they step; b -1: the ground."""
    r = random.Random(seed)
    n = r.randint(2, 4)
    masses = [round(r.uniform(0.3, 3), 3) for _ in range(n)]
    pairs = [(i, i + 1) for i in range(n - 1)] + [(i, -1) for i in range(n) if r.random() < 0.4]
    elements = []
    for a, b in pairs:
        if r.random() < 0.75:
            elements.append(("lash", a, b, (round(r.uniform(0.05, 0.4), 3), round(r.uniform(0, 0.9), 2), round(r.uniform(-0.4, 0.4), 3))))
        if elements[-1:] == [] or elements[-1][1:3] != (a, b) or r.random() < 0.4:
            elements.append(("friction", a, b, (round(r.uniform(0.5, 8), 3),)))
    forces = [(round(r.uniform(-8, 8), 3), round(r.uniform(-8, 8), 3)) for _ in masses]
    return masses, elements, forces, round(r.uniform(0.3, 0.9), 3), [round(r.uniform(-2, 2), 3) for _ in masses]


def text(name, s):
    masses, elements, forces, when, speeds = s
    out, join = ["  Fixed ground;"] if any(e[2] < 0 for e in elements) else [], []
    for i, m in enumerate(masses):
        out.append(f"  Components.Mass m{i}(m = {m}, s(start = {10*i}, fixed = true), v(start = {speeds[i]}, fixed = true));")
        out.append(f"  Drivetrain.Translational.Sources.Force f{i};")
    for j, (kind, a, b, v) in enumerate(elements):
        at = -10*a if b < 0 else 10*(b - a)
        keep = "s_rel(stateSelect = StateSelect.never), v_rel(stateSelect = StateSelect.never)"
        out.append(f"  RigidLash e{j}(b = {v[0]}, e = {v[1]}, s_rel0 = {at - v[2]*v[0]}, {keep});" if kind == "lash" else
                   f"  Friction e{j}(f_kinetic = {v[0]});")
        other = "ground.flange" if b < 0 else f"m{b}.flange_a"
        join.append(f"  connect(m{a}.flange_b, e{j}.flange_a);  connect(e{j}.flange_b, {other});")
    for i, (before, after) in enumerate(forces):
        join.append(f"  f{i}.f = if time < {when} then {before} else {after};  connect(f{i}.flange, m{i}.flange_a);")
    return "\n".join([f"model {name}", "  import Drivetrain.Translational.Components.*;", "  import Drivetrain.Translational.Components;"] +
                     out + ["equation"] + join + [f"end {name};", ""])


class Row:
    """One element, as a row of the slip matrix: slip = sum of weight v. A contact has a gap, and pushes with 0 or more."""

    def __init__(self, a, b, sign, capacity=None, gap=None, e=0.0):
        self.weight = {a: -sign} if b < 0 else {a: -sign, b: sign}
        self.capacity, self.gap, self.e = capacity, gap, e

    def slip(self, v):
        return sum(w*v[i] for i, w in self.weight.items())


def rows_of(s):
    rows = []
    for kind, a, b, v in s[1]:
        if kind == "friction":
            rows.append(Row(a, b, 1, capacity=v[0]))
        else:
            off = v[2]*v[0]                                # s_rel - s_rel0 at the start
            rows += [Row(a, b, -1, gap=v[0]/2 - off, e=v[1]), Row(a, b, 1, gap=v[0]/2 + off, e=v[1])]
    return rows


def solve(matrix, right):
    n = len(right)
    m = [row[:] + [y] for row, y in zip(matrix, right)]
    for c in range(n):
        p = max(range(c, n), key=lambda r: abs(m[r][c]))
        if abs(m[p][c]) < 1e-12:
            return None
        m[c], m[p] = m[p], m[c]
        for r in range(n):
            if r != c:
                f = m[r][c]/m[c][c]
                m[r] = [x - f*y for x, y in zip(m[r], m[c])]
    return [m[r][n]/m[r][r] for r in range(n)]


def complementary(rows, masses, which, value, lower, upper, guess=None):
    """x of the rows in which: slips value + G x are zero between the bounds, of the right sign at them. By trying all, the guess (changed) first."""
    def g(i, j):
        return sum(w*rows[j].weight.get(k, 0)/masses[k] for k, w in rows[i].weight.items())
    first = [tuple(guess.get(k, 0) for k in which)] if guess else []
    for choice in itertools.chain(first, itertools.product((0, -1, 1), repeat=len(which))):
        if any((c < 0 and lower[k] is None) or (c > 0 and upper[k] is None) for c, k in zip(choice, which)):
            continue
        free = [k for c, k in zip(choice, which) if c == 0]
        x = {k: lower[k] if c < 0 else upper[k] for c, k in zip(choice, which) if c}
        right = [-(value[k] + sum(g(k, j)*x[j] for j in x)) for k in free]
        found = solve([[g(k, j) for j in free] for k in free], right) if free else []
        if found is None:
            continue
        x.update(zip(free, found))
        if any((lower[k] is not None and x[k] < lower[k] - SMALL) or (upper[k] is not None and x[k] > upper[k] + SMALL) for k in free):
            continue
        slip = {k: value[k] + sum(g(k, j)*x[j] for j in x) for k in which}
        if all((c == 0) or (c < 0 and slip[k] >= -SMALL) or (c > 0 and slip[k] <= SMALL) for c, k in zip(choice, which)):
            if guess is not None:
                guess.clear()
                guess.update(zip(which, choice))
            return x
    raise ArithmeticError("no combination fits")


def push(rows, masses, x, v):
    for k, impulse in x.items():
        for i, w in rows[k].weight.items():
            v[i] += w*impulse/masses[i]


def simulate(s, grid):
    """Positions at the times of grid, the state at the end, and by friction element the times at which it stops, starts and turns."""
    masses, _, forces, when, speeds = s
    rows, x, v, t, seen = rows_of(s), [0.0]*len(masses), list(speeds), 0.0, []
    turns, moves = {k: [] for k, r in enumerate(rows) if r.capacity is not None}, {}
    for r in rows:
        r.start = r.gap
    for _ in range(5000):
        gap = {k: r.start + r.slip(x) for k, r in enumerate(rows) if r.gap is not None}
        touch = [k for k in gap if gap[k] <= 1e-11]
        hits = [k for k in touch if rows[k].slip(v) < -SMALL]
        if hits:
            value = {}
            for k in touch:
                slip = rows[k].slip(v)
                back = rows[k].e if k in hits and -slip > 1e-7 else 0
                value[k] = slip + back*min(0.0, slip)
            push(rows, masses, complementary(rows, masses, touch, value, {k: 0.0 for k in touch}, {k: None for k in touch}), v)
            continue
        for k, of in turns.items():
            slip = rows[k].slip(v)
            now = 0 if abs(slip) <= SMALL else 1 if slip > 0 else -1
            if moves.setdefault(k, now) != now:
                of.append(t)
            moves[k] = now
        a = [f[t >= when]/m for f, m in zip(forces, masses)]
        lower, upper, which = {}, {}, []
        for k, r in enumerate(rows):
            slip = r.slip(v)
            if r.capacity is not None and abs(slip) > SMALL:
                push(rows, masses, {k: -r.capacity if slip > 0 else r.capacity}, a)
            elif r.capacity is not None or (k in touch and slip <= SMALL):
                which.append(k)
                lower[k], upper[k] = (0.0, None) if r.capacity is None else (-r.capacity, r.capacity)
        push(rows, masses, complementary(rows, masses, which, {k: rows[k].slip(a) for k in which}, lower, upper), a)
        end = STOP if t >= when else when
        h = next_event(rows, gap, touch, v, a, end - t)
        while len(seen) < len(grid) and grid[len(seen)] <= t + h + 1e-12:
            d = grid[len(seen)] - t
            seen.append([p + d*(w + d*b/2) for p, w, b in zip(x, v, a)])
        x = [p + h*(w + h*b/2) for p, w, b in zip(x, v, a)]
        v = [w + h*b for w, b in zip(v, a)]
        t = end if t + h >= end - 1e-14 else t + h
        if t >= STOP:
            return seen, x, v, [turns[k] for k in sorted(turns)]
    raise ArithmeticError("too many events")


def next_event(rows, gap, touch, v, a, h):
    for k, r in enumerate(rows):
        s, b = r.slip(v), r.slip(a)
        if r.capacity is not None and abs(s) > SMALL and s*b < 0:
            h = min(h, -s/b)
        if k in gap and (k not in touch or s > SMALL or b > SMALL):
            g, root = max(gap[k], 0.0), s*s - 2*b*max(gap[k], 0.0)
            if b < 0 and root >= 0:
                h = min(h, (s + root**0.5)/-b)
            elif b >= 0 and s < 0 and root >= 0:
                h = min(h, 2*g/(-s + root**0.5))
    return h


def march(s, h):
    """The exact step: positions at each."""
    masses, _, forces, when, speeds = s
    rows, x, v = rows_of(s), [0.0]*len(masses), list(speeds)
    seen, guess = [x], {}
    for n in range(round(STOP/h)):
        v = [w + h*f[n*h >= when - 1e-12]/m for w, f, m in zip(v, forces, masses)]
        which, value, lower, upper = [], {}, {}, {}
        for k, r in enumerate(rows):
            if r.capacity is None and r.gap + r.slip(x) + h*r.slip(v) > 0:
                continue
            which.append(k)
            value[k] = r.slip(v)
            lower[k], upper[k] = (0.0, None) if r.capacity is None else (-h*r.capacity, h*r.capacity)
            if r.capacity is None:
                value[k] += r.e*min(0.0, value[k])
        push(rows, masses, complementary(rows, masses, which, value, lower, upper, guess), v)
        x = [p + h*w for p, w in zip(x, v)]
        seen.append(x)
    return seen


def chatters(places, turns):
    """An element changes its place more than 4 times in 20 samples, and more than twice as often as in truth in these and one on either side."""
    for of, true in zip(places, turns):
        for i in range(1, len(of) - 20):
            changes = sum(of[k] != of[k - 1] for k in range(i, i + 20))
            if changes > 4 and changes > 2*sum(H*(i - 1) <= t <= H*(i + 22) for t in true):
                return True
    return False


def run(name, s, method):
    """Rows of a simulation at all samples, as dictionaries."""
    model, out = os.path.join(WORK, name + ".dtm"), os.path.join(WORK, name + ".csv")
    if method == "cvode":
        options = ["--method", "cvode", "--rtol", "1e-11"]
    else:
        options = ["--method", method, "--step", str(H)]
    subprocess.run([DTC, "sim", model, "--stop", str(STOP), "--interval", str(H), "--quiet", "-o", out] + options, check=True)
    with open(out) as f:
        rows = [{k: float(v) for k, v in row.items()} for row in csv.DictReader(f)]
    if not rows or not all(math.isfinite(v) for row in rows for v in row.values()):
        raise ValueError(f"{name}, {method}: no rows, or a value that is not finite")
    on_grid = {round(r["time"]/H): r for r in rows if abs(r["time"]/H - round(r["time"]/H)) < 1e-6}
    return rows, on_grid


def compare(seed, s, results):
    grid = [H*k for k in range(round(STOP/H) + 1)]
    truth, x_end, v_end, turns = simulate(s, grid)
    stepped = march(s, H)
    name, n = f"random{seed}", len(s[0])
    with open(os.path.join(WORK, name + ".dtm"), "w") as f:
        f.write(text(name, s))
    steps = rms([p for row in stepped for p in row], [p for row in truth for p in row])
    frictions = [j for j, e in enumerate(s[1]) if e[0] == "friction"]
    for method in METHODS:
        rows, at = run(name, s, method)
        got = [at[k][f"m{i}.s"] - 10*i for k in range(len(grid)) if k in at for i in range(n)]
        true = [truth[k][i] for k in range(len(grid)) if k in at for i in range(n)]
        last = rows[-1]
        end = max(max(abs(last[f"m{i}.s"] - 10*i - x_end[i]), abs(last[f"m{i}.v"] - v_end[i])) for i in range(n))
        place = [[at[k][f"e{j}.law"] for k in range(1, len(grid)) if k in at] for j in frictions]
        results[method].append({
            "seed": seed, "end": end, "rms": rms(got, true), "step": steps,
            "gap": min([0.0] + [v for r in rows for k, v in r.items() if ".gap_" in k]),
            "chatter": method != "cvode" and chatters(place, turns)})


def rms(a, b):
    return (sum((p - q)**2 for p, q in zip(a, b))/len(b))**0.5


LIMITS = {  # at the end: median; error over that of the exact step: median; overlap; of the systems that chatter
    "cvode": (1e-9, 1e-5, 1e-8, 0), "exact": (1e-9, 1e-5, 1e-9, 0.02), "semi": (5e-3, 1.0, 1e-4, 0.15)}


def main():
    results, out, good = {m: [] for m in METHODS}, [], 0
    for seed in range(FIRST, FIRST + SEEDS):
        try:
            compare(seed, system(seed), results)
        except ArithmeticError:
            out.append(seed)
    for method, all_of in results.items():
        def part(key, of):
            return sorted(r[key] for r in all_of)[min(len(all_of) - 1, int(of*len(all_of)))]
        for r in all_of:
            r["ratio"] = r["rms"]/r["step"]
        worst = max(all_of, key=lambda r: r["end"])
        chatter = [r["seed"] for r in all_of if r["chatter"]]
        print(f"| {len(all_of)} random systems, {method:<5} (left out: {len(out)}): at the end, median {part('end', 0.5):.0e}, 95 % {part('end', 0.95):.0e}, "
              f"largest {worst['end']:.0e}; error over that of the exact step, median {part('ratio', 0.5):.2g}, 95 % {part('ratio', 0.95):.2g}; "
              f"overlap {-part('gap', 0):.0e} m; {len(chatter)} chatter |")
        limit = LIMITS[method]
        fits = len(all_of) >= SEEDS*3//4 and part("end", 0.5) < limit[0] and part("ratio", 0.5) < limit[1] and -part("gap", 0) < limit[2] \
            and len(chatter) <= max(1, limit[3]*len(all_of))
        good += fits
        if not fits:
            print(f"FAILED random systems, {method}: beyond {limit}; chatter: {chatter}; largest at seed {worst['seed']}")
    print(f"{good} passed, {len(results) - good} failed")
    sys.exit(good < len(results))


main()
