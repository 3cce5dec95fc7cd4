"""trains.py DTC FOLDER FIRST LAST: `dtc gears` on random trains, against linear algebra of its own.

A train is made of sets, gears, clutches and brakes on shafts, connected at random. For each set of engaged elements the freedoms, the
class and the ratio of `dtc gears --all` are compared with those that follow from the equations of all wheels, written down here and
solved in fractions. The torques of each gear are looked at by virtual work: over every motion that the gears allow, with slip in all
elements, they do no work.
"""
import random
import re
import subprocess
import sys
from fractions import Fraction as F


class Train:
    """Shafts 0 .. n-1 (0 is the housing), then planets. rows: sums of speeds that are zero. slip: by element."""

    def __init__(self, seed):
        self.rnd = random.Random(seed)
        self.shafts = self.bodies = self.rnd.randint(4, 8)
        self.rows, self.slip, self.text, self.used = [], {}, [], set()
        for k in range(self.rnd.randint(1, 4)):
            self.rnd.choice([self.planetary, self.planetary, self.ratio, self.ravigneaux, self.gear])(f"p{k}")
        for k in range(self.rnd.randint(2, 6)):
            self.element(f"e{k}")
        free = [s for s in range(1, self.shafts) if s in self.used]
        self.inward, self.outward = self.rnd.sample(free, 2)

    def pick(self, n):
        some = self.rnd.sample(range(self.shafts), n)
        self.used.update(some)
        return some

    def planet(self):
        self.bodies += 1
        return self.bodies - 1

    def connect(self, name, ports):
        for port, shaft in ports.items():
            self.text.append(f"  connect({name}.{port}, " + (f"s{shaft}.flange_a);" if shaft else "ground.flange);"))

    def outer(self, carrier, one, z1, two, z2):
        self.rows.append({carrier: -(z1 + z2), one: z1, two: z2})

    def inner(self, carrier, planet, zp, ring, zr):
        self.rows.append({carrier: -(zr - zp), ring: zr, planet: -zp})

    def planetary(self, name):
        sun, carrier, ring = self.pick(3)
        zs, zr = self.rnd.randint(20, 50), self.rnd.randint(60, 110)
        self.text.insert(0, f"  Planetary.Planetary {name}(z_sun = {zs}, z_ring = {zr});")
        self.connect(name, {"sun": sun, "carrier": carrier, "ring": ring})
        p = self.planet()
        self.outer(carrier, sun, 2*zs, p, zr - zs)
        self.inner(carrier, p, zr - zs, ring, 2*zr)

    def ratio(self, name):
        sun, carrier, ring = self.pick(3)
        i = F(self.rnd.randint(120, 400), 100)
        self.text.insert(0, f"  Planetary.IdealPlanetary {name}(ratio = {i.numerator}/{i.denominator});")
        self.connect(name, {"sun": sun, "carrier": carrier, "ring": ring})
        self.rows.append({carrier: -(1 + i), sun: 1, ring: i})

    def ravigneaux(self, name):
        one, two, carrier, ring = self.pick(4)
        z1, z2, p1, p2, zr = (self.rnd.randint(*b) for b in [(24, 36), (30, 44), (15, 22), (18, 25), (75, 95)])
        self.text.insert(0, f"  Planetary.Ravigneaux {name}(z_sun1 = {z1}, z_sun2 = {z2}, z_planet1 = {p1}, z_planet2 = {p2}, z_ring = {zr});")
        self.connect(name, {"sun1": one, "sun2": two, "carrier": carrier, "ring": ring})
        short, long = self.planet(), self.planet()
        self.outer(carrier, one, z1, short, p1)
        self.outer(carrier, short, p1, long, p2)
        self.outer(carrier, two, z2, long, p2)
        self.inner(carrier, long, p2, ring, zr)

    def gear(self, name):
        a, b = self.pick(2)
        i = F(self.rnd.choice([-1, 1])*self.rnd.randint(20, 80), self.rnd.randint(20, 80))
        self.text.insert(0, f"  Gear.IdealGear {name}(ratio = {i.numerator}/{i.denominator});")
        self.connect(name, {"flange_a": a, "flange_b": b})
        self.rows.append({a: 1, b: -i})

    def element(self, name):
        if self.rnd.random() < 0.4:
            a, b = 0, self.rnd.randrange(1, self.shafts)
            self.text.insert(0, f"  Clutch.Brake {name}(fn_max = 1);")
            self.connect(name, {"flange_a": b})
        else:
            a, b = self.rnd.sample(range(1, self.shafts), 2)
            self.text.insert(0, f"  Clutch.Clutch {name}(fn_max = 1);")
            self.connect(name, {"flange_a": a, "flange_b": b})
        self.used.update((a, b))
        self.slip[name] = {b: 1, a: -1}

    def model(self, name):
        parts = [t for t in self.text if not t.startswith("  connect")]
        shafts = [f"  Shaft.Inertia s{k}(J = {k});" for k in range(1, self.shafts)]
        lines = [t for t in self.text if t.startswith("  connect")]
        return "\n".join([f"model {name}", "  import Drivetrain.*;", "  Shaft.Fixed ground;"] + shafts + parts + ["equation"] + lines + [f"end {name};", ""])

    def motions(self, rows):
        """A basis of the speeds of all bodies that make all rows zero; the housing stands still."""
        n = self.bodies
        m = [[F(r.get(b, 0)) for b in range(n)] for r in rows + [{0: 1}]]
        pivots = []
        for c in range(n):
            k = next((i for i in range(len(pivots), len(m)) if m[i][c]), None)
            if k is None:
                continue
            r = len(pivots)
            m[r], m[k] = m[k], m[r]
            m[r] = [x/m[r][c] for x in m[r]]
            for i in range(len(m)):
                if i != r and m[i][c]:
                    m[i] = [x - m[i][c]*y for x, y in zip(m[i], m[r])]
            pivots.append(c)
        return [[F(int(c == f)) if c not in pivots else -m[pivots.index(c)][f] for c in range(n)] for f in range(n) if f not in pivots]


def of(motion, row):
    return sum(motion[b]*f for b, f in row.items())


def expected(t, engaged):
    motions = t.motions(t.rows + [t.slip[e] for e in engaged])
    pairs = [(m[t.inward], m[t.outward]) for m in motions]
    turns_in, turns_out = any(a for a, b in pairs), any(b for a, b in pairs)
    dependent = all(a*d == b*c for a, b in pairs for c, d in pairs)
    kind = ("tie-up" if not turns_in and not turns_out else "input held" if not turns_in else "park" if not turns_out else
            "gear" if dependent else "neutral")
    ratio = next(a/b for a, b in pairs if b) if kind == "gear" else None
    return len(motions), kind, ratio


def check(t, out):
    wrong = []
    part = out.split("All configurations\n")[1].splitlines()[1:]
    seen = set()
    for line in part:
        m = re.fullmatch(r" +(\d+)  (gear|neutral|variator|park|input held|tie-up) +(?:(-?[\d.]+)  (\S+))? *(.*)", line)
        engaged = m.group(5).split()
        seen.add(tuple(engaged))
        got = (int(m.group(1)), m.group(2), F(m.group(4)) if m.group(4) else None)
        want = expected(t, engaged)
        if got != want:
            wrong.append(f"{engaged}: {got}, not {want}")
    elements = sum(1 for line in part) and len({e for s in seen for e in s})
    if len(seen) != 2**elements:
        wrong.append(f"{len(seen)} configurations of {elements} elements")
    motions = t.motions(t.rows)
    for line in out.split("Gears from")[1].split("\n\n")[0].splitlines()[2:]:
        m = re.fullmatch(r" *\S+ +-?[0-9.]+ +(\S+) +both(.*)", line)
        if m:
            word = m.group(2).split()
            torque = dict(zip(word[::2], map(F, word[1::2])))
            for w in motions:
                if w[t.inward] - F(m.group(1))*w[t.outward] + sum(x*of(w, t.slip[e]) for e, x in torque.items()):
                    wrong.append("torques: " + line)
        elif "no set of elements makes a ratio" not in line:
            wrong.append("not read: " + line)
    return wrong


def main():
    dtc, folder, first, last = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    passed = failed = 0
    for seed in range(first, last + 1):
        t = Train(seed)
        file = f"{folder}/random{seed}.dtm"
        with open(file, "w", encoding="utf-8") as f:
            f.write(t.model("Random"))
        run = subprocess.run([dtc, "gears", file, "--in", f"s{t.inward}", "--out", f"s{t.outward}", "--all"], capture_output=True, text=True)
        stands = not all(any(m[s] for m in t.motions(t.rows)) for s in (t.inward, t.outward))
        together = all(m[t.inward] == m[t.outward] for m in t.motions(t.rows))
        if run.returncode == 1 and (stands and "cannot turn" in run.stderr or together and "always turn together" in run.stderr):
            passed += 1
            continue
        wrong = check(t, run.stdout) if run.returncode == 0 else [run.stderr]
        for w in wrong[:5]:
            print(f"FAILED random train {seed}: {w}")
        passed, failed = passed + (not wrong), failed + bool(wrong)
    print(f"{passed} passed, {failed} failed")
    return failed != 0


sys.exit(main())
