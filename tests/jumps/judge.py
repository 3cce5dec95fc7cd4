"""judge.py - what a run may not do, seen from its rows alone. See compare.py for what is told.

Of a step from q(k) to q(k+1), with the signals of its sample, P = M (q(k+1) - q(k)) - h f is the momentum that the elements
have passed. It has to be W' X with an impulse X of each that the law allows: within h times its bounds (the static ones at
rest); not along the slip at the end of the step; h times its bound where it slides the same way at both ends.

Rooms: what the law calls zero (docs/internals/step.md), 1e-9 rad/s and 1e-7 of the nominal torque of an element, in single
precision 64 epsilon; twice that here. And what rounding makes: eps is 1e-10 (single precision: 2e-5) of what a number is made of:
of an impulse, which solves G x = r, that is |r_i| and all |G_ij x_j|, over G_ii. What is at rest has speeds that come
of the rounding of the torques that hold it, so the speeds that these could make count too.
"""
import math

from oracle import INF
from systems import STOP

BOUNDS, ENERGY, SLIDING = "beyond bounds", "makes energy", "slides with another torque"


class Step:
    def __init__(self, judge, k):
        drive, h, eps = judge.drive, judge.h, judge.eps
        self.judge, self.h, self.eps, self.t = judge, h, eps, k*h
        self.part = part = drive.interval(self.t)
        self.q, self.end = judge.q[k], judge.q[k + 1]
        self.roots = range(drive.roots)
        self.P = [sum(part.M[a][b]*(self.end[b] - self.q[b]) for b in self.roots) - h*part.f[a] for a in self.roots]
        self.size = [sum(abs(part.M[a][b])*(abs(self.end[b]) + abs(self.q[b]) + 1e-3*judge.most[b]) for b in self.roots) +
                     h*abs(part.f[a]) + 0.01*h*part.carried*sum(abs(row[a]) for row in part.W) for a in self.roots]
        self.near = [judge.still + 10*eps*(abs(g) + sum(abs(w)*m for w, m in zip(row, judge.most))) for g, row in zip(part.g, part.W)]
        self.first, self.last = self.signs(self.q), self.signs(self.end)

    def signs(self, q):
        slips = [self.part.slip(i, q) for i in range(len(self.near))]
        return [0 if abs(s) <= n else 1 if s > 0 else -1 for s, n in zip(slips, self.near)]

    def limits(self, i, law):
        """The torques that element i may have; law: with all of it, but for the sliding torque, bounds alone."""
        low, high, first, last = self.part.lower[i], self.part.upper[i], self.first[i], self.last[i]
        element, room = self.judge.drive.elements[i], self.judge.little*self.judge.drive.elements[i].scale()
        bound = low if last > 0 else high
        if law == SLIDING and first == last != 0 and abs(bound) < INF:
            return bound - room, bound + room
        if abs(low) < INF:
            low *= element.peak
        if abs(high) < INF:
            high *= element.peak
        if law != BOUNDS and last:
            low, high = (low, min(high, 0.0)) if last > 0 else (max(low, 0.0), high)
        return low - room, high + room

    def left(self, law):
        """Momentum that no impulses of the elements explain, of what there is."""
        part, which = self.part, self.part.active
        low, high = zip(*[[self.h*v for v in self.limits(i, law)] for i in which]) if which else ((), ())
        passed = part.solve(which, [-sum(v*p for v, p in zip(part.V[i], self.P)) for i in which], low, high, self.judge.guess)
        return max(self.remains(passed))

    def remains(self, passed):
        """By root, of what there is: an impulse is as large as the terms that it is the difference of."""
        G, terms = self.part.G, {}
        for i in passed:
            made = sum(abs(v*p) for v, p in zip(self.part.V[i], self.P)) + sum(abs(G[i][j]*x) for j, x in passed.items())
            terms[i] = made/G[i][i] if G[i][i] else 0.0
        for a in self.roots:
            scale = self.size[a] + sum(abs(self.part.W[i][a])*terms[i] for i in passed)
            yield abs(self.P[a] - sum(x*self.part.W[i][a] for i, x in passed.items()))/scale if scale else 0.0

    def slips(self):
        for i in self.part.active:
            if (self.part.upper[i] == INF and self.last[i] < 0) or (self.part.lower[i] == -INF and self.last[i] > 0):
                self.tell("dog" if self.part.lower[i] == -self.part.upper[i] else "one-sided", abs(self.part.slip(i, self.end)))

    def energy(self):
        part, h = self.part, self.h
        if any(part.g):
            return
        made = part.norm(self.end)**2/2 - part.norm(self.q)**2/2 - sum(h*f*v for f, v in zip(part.f, self.end))
        whole = part.norm(self.end)**2 + part.norm(self.q)**2 + sum(abs(h*f*v) for f, v in zip(part.f, self.end))
        noise = h*part.carried*sum(self.near) + part.norm([10*self.eps*m for m in self.judge.most])**2
        if made > 10*self.eps*whole + noise:
            self.tell("energy", made/whole)

    def shown(self, torques):
        """Are the torques of the results lawful, and all that acted?"""
        worst, good = max(self.remains({i: self.h*x for i, x in enumerate(torques)})), True
        if worst > 100*self.eps:
            self.tell("shown: momentum", worst)
            good = False
        for i, x in enumerate(torques):
            part = self.part
            room = 100*self.eps*max([abs(x), part.carried] + [abs(b) for b in (part.lower[i], part.upper[i]) if abs(b) < INF])
            for law in (BOUNDS, ENERGY, SLIDING):
                low, high = self.limits(i, law)
                if not low - room <= x <= high + room:
                    self.tell("shown: " + law, max(low - x, x - high)/room*100*self.eps)
                    good = False
                    break
        return good

    def lawful(self):
        worst = None
        for law in (SLIDING, ENERGY, BOUNDS) if self.judge.strict else (BOUNDS,):
            left = self.left(law)
            if left <= 100*self.eps:
                break
            worst = (law, left)
        if worst:
            self.tell(*worst)

    def tell(self, kind, size):
        self.judge.tell(kind, self.t, size)


class Judge:
    """The rows of one drive in one run. found: by kind (when, how much)."""

    def __init__(self, drive, h, eps, strict, at, rows):
        self.drive, self.h, self.eps, self.strict = drive, h, eps, strict
        self.still, self.little = (2e-9, 2e-7) if eps < 1e-6 else (8e-6, 8e-6)
        self.rows, self.found, self.guess = rows, {}, {}
        name = drive.name.lower() + "."
        self.bodies = [(i, at[f"{name}b{i}.w"]) for i, n in enumerate(drive.nodes) if n.J]
        self.torques = [at[f"{name}k{j}.law.lambda"] for j in range(len(drive.elements))]
        columns = [at[f"{name}b{i}.w"] for i in drive.root]
        self.q = [[row[c] for c in columns] for row in rows]
        parts = [drive.interval(t) for t in [0.0] + drive.times]
        self.most = [max(abs(q[a]) for q in self.q) + 0.01*STOP*max(p.carried*sum(abs(v[a]) for v in p.V) for p in parts)
                     for a in range(drive.roots)]

    def finite(self):
        columns = [c for _, c in self.bodies] + self.torques
        return len(self.rows) == round(STOP/self.h) + 1 and all(math.isfinite(row[c]) for row in self.rows for c in columns)

    def tell(self, kind, t, size):
        if kind not in self.found or size > 1e3*self.found[kind][1]:
            self.found[kind] = (t, size)

    def steps(self, seen):
        """strict: the slips turn at most at the ends of a step. seen: times of what is seen within a step, too."""
        for k in range(len(self.rows) - 1):
            self.couplings(k)
            if any(k*self.h < b <= (k + 1)*self.h for b in seen):
                continue
            step = Step(self, k)
            step.slips()
            if self.strict:
                step.energy()
                if step.shown([self.rows[k][c] for c in self.torques]):
                    continue
            step.lawful()

    def couplings(self, k):
        part = self.drive.interval(k*self.h)
        for i, c in self.bodies:
            parts = [v*q for v, q in zip(part.N[i], self.q[k])]
            if abs(self.rows[k][c] - sum(parts)) > 10*self.eps*sum(abs(v)*m for v, m in zip(part.N[i], self.most)):
                self.tell("couplings", k*self.h, abs(self.rows[k][c] - sum(parts)))

    def distance(self, other, what):
        """The largest distance to a motion of which each sample is one or two (before and after a jump)."""
        worst = (0.0, 0.0)
        for k, (q, true) in enumerate(zip(what, other)):
            part = self.drive.interval(k*self.h)
            worst = max(worst, (min(part.norm([a - b for a, b in zip(q, r)]) for r in true), k*self.h))
        return worst
