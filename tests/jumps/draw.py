"""draw.py - random drives, by a seed: what they are made of is drawn, then what the oracle cannot decide is left out.

Shafts with inertias from 1e-6 to 1e6 kg.m2 and ratios from 1e-3 to 1e3 of either sign (a third of the drives; the others keep
to a factor of 100), 1 to 7 elements of all kinds, a fifth of them beside one that is there already, and torques, pressures,
ratios and given speeds that jump: half of the times are samples of a step of 1/1024 s, and times are shared, so that several
things jump at once.
"""
import math
import random

from oracle import INF, Interval, exact, march
from systems import GRID, STOP, Drive, Element, Node


def rounded(v):
    return float(f"{v:.4g}")


def spread(r, low, high):
    return 10**r.uniform(low, high)


class Draw:
    def __init__(self, r, name, variable, wide):
        self.r, self.name, self.variable, self.wide = r, name, variable, wide
        cells = round(STOP/GRID)
        self.pool = [self.when(cells) for _ in range(r.randint(2, 5))]
        self.peaked = r.random() < 0.12
        self.size = spread(r, -5, 5) if wide else 1.0

    def when(self, cells):
        t = self.r.randrange(1, cells)
        return (t if self.r.random() < 0.5 else max(4, t//4*4))*GRID

    def signal(self, draw, most):
        times = {self.r.choice(self.pool) if self.r.random() < 0.6 else self.when(round(STOP/GRID)) for _ in range(self.r.randint(0, most))}
        return tuple([(0.0, rounded(draw()))] + [(t, rounded(draw())) for t in sorted(times)])

    def sign(self):
        return self.r.choice((-1, 1))

    def ratio(self):
        return self.sign()*(spread(self.r, -3, 3) if self.wide and self.r.random() < 0.5 else spread(self.r, -0.6, 0.6))

    def peak(self):
        return rounded(self.r.uniform(1.05, 2)) if self.peaked and self.r.random() < 0.7 else 1.0

    def inertia(self):
        if self.wide:
            return min(1e6, max(1e-6, rounded(self.size*spread(self.r, -3, 3) if self.r.random() < 0.7 else spread(self.r, -6, 6))))
        return rounded(spread(self.r, -2, 0))

    def nodes(self):
        r = self.r
        roots = r.choice((1, 1, 2, 2, 2, 3, 3, 4))
        alike = r.random() < 0.3
        nodes = [Node("root", J=self.inertia(), start=0.0 if alike or r.random() < 0.2 else rounded(r.uniform(-10, 10))) for _ in range(roots)]
        for _ in range(r.choice((0, 0, 0, 0, 1, 1, 2))):
            nodes.append(Node("given", speed=self.signal(lambda: r.choice((0.0, 1.0, 1.0))*r.uniform(-10, 10), 3), angle=r.random() < 0.3))
        driven = set(range(roots, len(nodes)))                  # nodes that follow given motions alone: no inertia
        free, child = list(range(len(nodes))), set()
        for _ in range(r.choice((0, 1, 1, 2, 2, 3))):
            of = r.choice(free)
            i = len(nodes)
            rooted = [j for j in range(roots)]
            J = 0.0 if r.random() < 0.4 or of in driven else self.inertia()
            if len(rooted) > 1 and r.random() < 0.2:
                role = r.choice(("sun", "carrier", "ring"))
                nodes.append(Node("planetary", J=J if of not in driven else 0.0, of=tuple(r.sample(rooted, 2)),
                                  ratio=(rounded(r.uniform(1.3, 3.5)), role)))
            elif self.variable and r.random() < 0.6:
                nodes.append(Node("variable", J=J, of=(of,), ratio=self.signal(self.ratio, 3)))
                child.add(i)
                if of in driven:
                    driven.add(i)
                continue                                        # nothing follows what follows a ratio that jumps
            else:
                nodes.append(Node(r.choice(("gear", "back")), J=J, of=(of,), ratio=rounded(self.ratio())))
                if of in driven:
                    driven.add(i)
            free.append(i)
        return nodes

    def elements(self, drive):
        r, part, found = self.r, Interval(drive, 0.0), []
        count = len(drive.nodes)
        for _ in range(r.choice((1, 2, 2, 3, 3, 4, 5, 6, 7))):
            if found and r.random() < 0.2:
                a, b = found[-1].a, found[-1].b
            else:
                a, b = r.choice([None] + list(range(count))*2), r.randrange(count)
            e = self.element(drive, part, a, b)
            if e:
                found.append(e)
        return found

    def element(self, drive, part, a, b):
        r = self.r
        row = [p - q for p, q in zip(part.N[b], part.N[a] if a is not None else [0.0]*drive.roots)]
        inverse = sum(p*part.inverse[i][j]*q for i, p in enumerate(row) for j, q in enumerate(row))
        if a == b or not inverse > 1e-9*sum(p*p*part.inverse[i][i] for i, p in enumerate(part.N[b])):
            return None
        c = rounded(10*sum(map(abs, row))/inverse/STOP*spread(r, -0.7, 1.2))
        kind = r.choice(("clutch", "clutch", "bearing", "freewheel", "dog", "law", "oneway")) if a is not None else \
            r.choice(("brake", "brake", "bearing", "bearing", "freewheel", "dog", "law"))
        pressure = self.signal(lambda: r.choice((0.0, 1.0, 1.0))*r.uniform(0.2, 1), 3)
        slip = sum(p*v for p, v in zip(row, drive.start)) + part.u[b] - (part.u[a] if a is not None else 0)
        if kind == "bearing" and a is not None:
            a, kind = None, "bearing"
            return self.element(drive, part, None, b)
        if kind in ("clutch", "brake"):
            return Element(kind, a, b, -c, c, pressure, self.peak())
        if kind == "bearing":
            return Element(kind, a, b, -c, c, (), self.peak())
        if kind == "dog":
            times = sorted(self.r.choice(self.pool + [0.0]) for _ in range(r.randint(1, 2)))
            on = [(0.0, 0.0)] + [(t, float(i % 2 == 0)) for i, t in enumerate(times)]
            on = [(t, v) for i, (t, v) in enumerate(on) if i + 1 == len(on) or on[i + 1][0] > t]
            return Element(kind, a, b, -INF, INF, tuple(on), nominal=c)
        if slip < 0:
            a, b = b, a
        if kind == "freewheel" or b is None:
            return Element("freewheel", a, b, 0.0, INF, nominal=c)
        if kind == "oneway":
            return Element("law", a, b, -c, INF, pressure)
        return Element("law", a, b, -c*r.choice((0, 1, 1)), rounded(c*spread(r, -1, 1)), pressure)

    def drive(self):
        r = self.r
        nodes = self.nodes()
        drive = Drive(self.name, nodes, [])
        part = Interval(drive, 0.0)
        for n, row in zip(nodes, part.N):
            inverse = sum(p*part.inverse[i][j]*q for i, p in enumerate(row) for j, q in enumerate(row))
            if inverse and r.random() < 0.6:
                tau = 10*sum(map(abs, row))/inverse/STOP*spread(r, -1, 0.7)
                n.torque = self.signal(lambda: r.choice((0.0, 1.0, 1.0, 1.0))*self.sign()*tau*r.uniform(0.3, 1), 3)
        return connected(self.name, nodes, self.elements(drive))


def connected(name, nodes, elements):
    """The drive without what does nothing: nodes without inertia to which nothing but their gear is connected."""
    while True:
        used = {j for n in nodes for j in n.of} | {j for e in elements for j in (e.a, e.b)}
        idle = next((i for i, n in enumerate(nodes) if not n.J and not n.torque and i not in used), None)
        if idle is None:
            return Drive(name, nodes, elements)
        lower = lambda j: j if j is None or j < idle else j - 1
        nodes = nodes[:idle] + nodes[idle + 1:]
        for n in nodes:
            n.of = tuple(map(lower, n.of))
        for e in elements:
            e.a, e.b = lower(e.a), lower(e.b)


def decided(drive, least):
    """Is there an answer, and one that rounding leaves alone? Slips of elements are either dependent or clearly not."""
    for t in [0.0] + drive.times:
        part = drive.interval(t)
        rows = [i for i in range(len(drive.elements)) if part.G[i][i] > 0]
        if len(rows) < len(drive.elements):
            return False
        size = [math.sqrt(part.G[i][i]) for i in rows]
        G = [[part.G[i][j]/size[i]/size[j] for j in rows] for i in rows]
        for i, row in enumerate(part.W):
            reach = sum(abs(part.N[j][a])*math.sqrt(part.inverse[a][a]) for e in [drive.elements[i]] for j in (e.a, e.b) if j is not None
                        for a in range(drive.roots))
            if size[i] < 1e-4*reach:
                return False                                    # the slip of what is all but rigid
        if doubtful(G, least):
            return False
    part = drive.interval(0.0)
    if any(math.isinf(part.upper[i]) > math.isinf(part.lower[i]) and part.slip(i, drive.start) < 0 for i in part.active):
        return False                                            # a freewheel cannot start so
    try:
        exact(drive, STOP, [STOP])
        for h in (2.0**-10, 2.0**-7):
            exact(drive.sampled(h), STOP, [STOP])
            march(drive, STOP, h)
    except ArithmeticError:
        return False
    return True


def doubtful(G, least):
    """Has elimination a pivot that is neither 0 nor clearly something? (In the order of largest pivots.)"""
    n, m = len(G), [row[:] for row in G]
    left = set(range(n))
    while left:
        p = max(left, key=lambda i: m[i][i])
        if m[p][p] < 1e-13:
            return False
        if m[p][p] < least:
            return True
        left.remove(p)
        for i in left:
            f = m[i][p]/m[p][p]
            m[i] = [a - f*b for a, b in zip(m[i], m[p])]
    return False


def draw(seed, variable):
    """The drive of a seed; variable: with ratios that jump, perhaps."""
    r = random.Random(seed)
    wide = r.random() < 0.33
    for _ in range(1000):
        try:
            drive = Draw(r, f"S{seed}", variable, wide).drive()
        except (ArithmeticError, TypeError):
            continue
        drive.wide = wide
        if drive.elements and any(len(s) > 1 for s in drive.signals()) and decided(drive, 1e-6):
            return drive
    raise ArithmeticError(f"seed {seed}: nothing was found")
