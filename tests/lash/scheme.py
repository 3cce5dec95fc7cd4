"""scheme.py DTC WORK: the collision scheme of Reiter's thesis, section 4.3, written again, beside the motion itself.

Two masses, each on its spring and damper (tables 13 and 14): x = (x1, v1, x2, v2). A step is x + eta*delta, delta = (Phi - I)*x + H*tau, Phi and H over the
whole sample, whatever eta is (equations 113 to 115, 123). Where the gap x2 - x1 would become negative the step ends at eta, where the straight line of the
gap is 0 (119); speeds behind the impact are set by restitution (120 to 124). The next step makes up for it, 2 - eta. Where the gap is 0 and would become
negative, a force that keeps it 0 at the end of the step holds the masses apart, k_s times as large on the mass that pushes as on the other (125 to 133).

The motion itself is dtc's with a variable step; with k_s other than 1, which needs a third body that takes the difference of the forces, it is integrated
here: pressed together (m1 + k m2)*a = -(spring and damper of 1) - k*(those of 2) where mass 1 pushes, else with k at mass 1.
"""
import csv
import math
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tally import finish  # noqa: E402

DTC, WORK = sys.argv[1:3]
#        c1  c2  d1  d2   m1  m2   k_s  c_r  x1    v1   Td
CASES = {1: (20, 20, 0, 0, 10, 10, 1, 1, -0.5, 0, 0.1), 2: (20, 20, 0, 0, 10, 10, 1, 0, -0.5, 0, 0.1),
         3: (20, 40, 0, 0, 10, 10, 1, 0, -0.5, 0, 0.1), 4: (20, 40, 0, 0, 10, 10, 10, 0, -0.5, 0, 0.1),
         5: (10, 40, 0, 0, 40, 10, 1, 0, -0.5, 1, 0.2), 6: (20, 20, 1, 0, 20, 100, 10, 0.9, -0.3, 0.1, 0.1),
         7: (5, 5, 1, 0.1, 10, 0.1, 1, 0.1, -0.3, 0.1, 0.1)}
STOP = 20
results = []


def check(title, good, text=""):
    results.append((title, None if good else text or "not so"))


def times(a, b):
    return [[sum(a[i][k]*b[k][j] for k in range(len(b))) for j in range(len(b[0]))] for i in range(len(a))]


def exponential(a, h):
    """exp(a*h) by a series of a small part, squared again."""
    n = len(a)
    small = [[x*h/1024 for x in row] for row in a]
    total = [[float(i == j) for j in range(n)] for i in range(n)]
    term = total
    for k in range(1, 16):
        term = [[x/k for x in row] for row in times(term, small)]
        total = [[x + y for x, y in zip(r, s)] for r, s in zip(total, term)]
    for _ in range(10):
        total = times(total, total)
    return total


class Pair:
    def __init__(self, case):
        self.c1, self.c2, self.d1, self.d2, self.m1, self.m2, self.ks, self.cr, x1, v1, self.Td = CASES[case]
        self.x = [x1, v1, 0, 0]

    def energy(self, x):
        return (self.c1*x[0]**2 + self.m1*x[1]**2 + self.c2*x[2]**2 + self.m2*x[3]**2)/2

    def pushes(self, x):
        """The factors of the separating force: of mass 1 and of mass 2 (126 to 128)."""
        sign = lambda y: (y > 0) - (y < 0)      # noqa: E731
        way = sign(sign(x[1]) + sign(x[3])) or sign(self.m1*x[1]**2 - self.m2*x[3]**2)
        return (self.ks if way > 0 else 1), (self.ks if way < 0 else 1)

    def behind(self, x):
        """Speeds behind the impact."""
        common, jump = (self.m1*x[1] + self.m2*x[3])/(self.m1 + self.m2), self.cr*(x[1] - x[3])/(self.m1 + self.m2)
        return [x[0], common - self.m2*jump, x[2], common + self.m1*jump]


def scheme(case):
    """Rows of time, state, energy, kind of step."""
    p = Pair(case)
    a = [[0, 1, 0, 0], [-p.c1/p.m1, -p.d1/p.m1, 0, 0], [0, 0, 0, 1], [0, 0, -p.c2/p.m2, -p.d2/p.m2]]
    # the matrix with the input of a force on each mass behind it: Phi and H of a sample
    wide = [row + [0, 0] for row in a] + [[0]*6, [0]*6]
    wide[1][4], wide[3][5] = 1/p.m1, 1/p.m2
    whole = exponential(wide, p.Td)
    x, t, left = p.x, 0.0, 1.0
    rows = [(t, x, p.energy(x), "")]
    while t < STOP - 1e-9:
        delta = [sum(whole[i][j]*x[j] for j in range(4)) - x[i] for i in range(4)]
        end = [y + left*d for y, d in zip(x, delta)]
        gap, then = x[2] - x[0], end[2] - end[0]
        kind, eta = "", left
        if then < -1e-15 and gap > 1e-12:
            eta = left*gap/(gap - then)
            end = [y + eta*d for y, d in zip(x, delta)]
            end[0] = end[2]
            end, kind = p.behind(end), "hit"
        elif then < -1e-15:
            on_1, on_2 = p.pushes(x)
            # the force pushes mass 1 back and mass 2 forward
            by = [-on_1*whole[i][4] + on_2*whole[i][5] for i in range(4)]
            tau = -then/left/(by[2] - by[0])
            end = [y + left*(d + b*tau) for y, d, b in zip(x, delta, by)]
            end[0] = end[2]
            kind = "held"
        t, left, x = t + eta*p.Td, left - eta + 1, end
        rows.append((t, x, p.energy(x), kind))
    return rows


def motion(case):
    """Rows of time and state of dtc's law."""
    out = os.path.join(WORK, "scheme%d.csv" % case)
    model = "Case%d" % (3 if case == 4 else case)
    subprocess.run([DTC, "sim", "tests/lash/collide.dtm", "--model", "Collide." + model, "--rtol", "1e-9", "--stop", str(STOP), "--interval", "0.02", "--quiet",
                    "--vars", "mass1.s,mass1.v,mass2.s,mass2.v,energy", "-o", out], check=True)
    with open(out) as f:
        return [(float(r["time"]), [float(r[n]) for n in ("mass1.s", "mass1.v", "mass2.s", "mass2.v")], float(r["energy"])) for r in csv.DictReader(f)]


def pressed(case, h=1e-4):
    """The motion with k_s: the masses apart, or pressed together with unequal forces; classical Runge-Kutta steps, borders by interpolation within a step."""
    p = Pair(case)
    x, t, together = list(p.x), 0.0, False

    def slopes(x):
        f1, f2 = -p.c1*x[0] - p.d1*x[1], -p.c2*x[2] - p.d2*x[3]
        if not together:
            return [x[1], f1/p.m1, x[3], f2/p.m2]
        on_1, on_2 = p.pushes(x)
        acceleration = (on_2*f1 + on_1*f2)/(on_2*p.m1 + on_1*p.m2)
        return [x[1], acceleration, x[3], acceleration]

    rows = [(t, list(x), p.energy(x))]
    for k in range(round(STOP/h)):
        k1 = slopes(x)
        k2 = slopes([y + h/2*s for y, s in zip(x, k1)])
        k3 = slopes([y + h/2*s for y, s in zip(x, k2)])
        k4 = slopes([y + h*s for y, s in zip(x, k3)])
        x = [y + h/6*(a + 2*b + 2*c + d) for y, a, b, c, d in zip(x, k1, k2, k3, k4)]
        t = (k + 1)*h
        if together and (-p.c1*x[0] - p.d1*x[1])/p.m1 < (-p.c2*x[2] - p.d2*x[3])/p.m2:
            together = False
        elif not together and x[2] - x[0] < 0 and x[1] > x[3]:
            x = p.behind(x)
            x[0] = x[2] = (x[0] + x[2])/2
            # what rebounds by less than a part in a thousand of a speed stays
            together = x[3] - x[1] < 1e-6
        if k % 200 == 199:
            rows.append((t, list(x), p.energy(x)))
    return rows


def at(rows, t):
    """The state at a time, linear between rows."""
    i = next((i for i, r in enumerate(rows) if r[0] >= t - 1e-12), len(rows) - 1)
    if rows[i][0] - t < 1e-9 or i == 0:
        return rows[i]
    a, b = rows[i - 1], rows[i]
    s = (t - a[0])/(b[0] - a[0])
    return t, [u + s*(w - u) for u, w in zip(a[1], b[1])], a[2] + s*(b[2] - a[2])


def course(name, case, rows, true):
    """For a picture: time, energy and difference of speeds of the scheme, energy of the motion."""
    with open(os.path.join(WORK, name), "w") as f:
        f.write("time,energy,apart,true\n")
        for r in rows:
            f.write("%.9g,%.9g,%.9g,%.9g\n" % (r[0], r[2], r[1][3] - r[1][1], at(true, r[0])[2]))


def main():
    print("| case | largest error of a position, m | energy after 20 s, scheme, J | motion, J | hits | steps held apart | mean, largest difference of speeds in them, m/s |")
    found = {}
    for case in CASES:
        rows = scheme(case)
        true = pressed(case) if case in (4, 6) else motion(case)
        course("scheme%d.course" % case, case, rows, true)
        Td = CASES[case][-1]
        grid = [r for r in rows if abs(r[0]/Td - round(r[0]/Td)) < 1e-6]
        error = max(abs(r[1][i] - at(true, r[0])[1][i]) for r in grid for i in (0, 2))
        held = [r[1][3] - r[1][1] for r in rows if r[3] == "held"]
        turns = sum(a*b < 0 for a, b in zip(held, held[1:]))
        mean, most = sum(held)/max(1, len(held)), max(map(abs, held), default=0)
        found[case] = dict(rows=rows, error=error, energy=rows[-1][2], true=true[-1][2], held=len(held), mean=mean, most=most, turns=turns,
                           hits=sum(r[3] == "hit" for r in rows))
        print("| %d | %.3f | %.4f | %.4f | %d | %d | %s |" % (case, error, rows[-1][2], true[-1][2], found[case]["hits"], len(held), "%.4f, %.3f" % (mean, most) if held else ""))
        check("case %d: no overlap at a step's end" % case, min(r[1][2] - r[1][0] for r in rows) > -1e-12 and len(grid) > 60)
    of = found.__getitem__
    # what the energy is wrong by comes in the pairs of steps that are adjusted: between them a step is exact
    for case in (1, 2):
        rows = of(case)["rows"]
        kinds = [r[3] for r in rows]
        quiet = [b[2] - a[2] for a, b, k, l in zip(rows, rows[1:], kinds, kinds[1:]) if not k and not l]
        check("case %d: energy is wrong where steps are adjusted alone" % case, max(map(abs, quiet)) < 1e-12 and of(case)["energy"]/of(case)["true"] - 1 > 0.02)
    check("case 2: one hit, and no force after it", of(2)["hits"] == 1 and of(2)["held"] == 0 and of(2)["most"] == 0)
    for case in (5, 7):
        c = of(case)
        check("case %d: speeds alternate, about 0" % case, c["held"] > 30 and c["turns"] >= c["held"] - 6 and abs(c["mean"]) < c["most"]/20)
    # the motion of case 4 is that of the same masses, the pushed one and its spring ten times as large while mass 1 pushes
    loss = of(3)["true"] - of(4)["true"], of(3)["energy"] - of(4)["energy"]
    check("case 4: k_s takes energy", loss[0] > 0.07 and abs(loss[1]/loss[0] - 1) < 0.15)
    check("case 6: k_s is nothing where nothing is pressed together", of(6)["held"] == 0 and not any(r[3] == "held" for r in of(6)["rows"]))
    same = pressed_alike(3)
    check("case 3: the motion by the law and as integrated here", same < 2e-3, "%.1e m apart" % same)
    finish(results)


def pressed_alike(case):
    """pressed() beside dtc's law, where k_s is 1."""
    true = motion(case)
    return max(abs(r[1][i] - at(true, r[0])[1][i]) for r in pressed(case)[::10] for i in (0, 2))


if __name__ == "__main__":
    main()
