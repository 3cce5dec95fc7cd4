"""lemke.py - the friction of the article's car as it states it: a linear complementarity problem, solved by Lemke's pivoting.

Fan, Walker and Wang 2017, equations 2 to 31, in their twelve coordinates: body x, y, angle; front wheel x, y, angle; rear wheel; disc, flywheel, engine. Angles of rotors are
positive where the car rolls to +x. Nothing here is of dtc.
"""
import math

N = 12
G = 9.81
M1, J1, MC, JC1, JC, JF, JE = 1400.0, 1200.0, 30.0, 2.0, 0.28, 0.2, 0.6
K, C, K1, C1, K2, C2, KY = 25e3, 3.5e3, 77e3, 1.76, 16e3, 0.12, 150e3
CY, R, H, DELTA = 2 * 0.05 * math.sqrt(MC * KY), 0.25, 0.6, 0.005
MASS = [M1, M1, J1, MC, MC, JC1, MC, MC, JC1, JC, JF, JE]


def lemke(M, q):
    """z >= 0 and w = M z + q >= 0 with z w = 0. Complementary pivoting (Cottle and Dantzig 1968)."""
    n = len(q)
    if min(q) >= 0:
        return [0.0] * n
    # rows: w - M z - z0 = q; columns: w, z, z0, right side
    T = [[float(i == j) for j in range(n)] + [-M[i][j] for j in range(n)] + [-1.0, q[i]] for i in range(n)]
    basis = list(range(n))
    row, enters = min(range(n), key=lambda i: q[i]), 2 * n
    for _ in range(50 * n):
        pivot = T[row][enters]
        T[row] = [x / pivot for x in T[row]]
        for i in range(n):
            if i != row and T[i][enters] != 0:
                f = T[i][enters]
                T[i] = [a - f * b for a, b in zip(T[i], T[row])]
        left, basis[row] = basis[row], enters
        if left == 2 * n:
            z = [0.0] * n
            for i, b in enumerate(basis):
                if n <= b < 2 * n:
                    z[b - n] = T[i][-1]
            return z
        enters = left + n if left < n else left - n
        size = max(abs(T[i][enters]) for i in range(n))
        rows = [i for i in range(n) if T[i][enters] > 1e-11 * size]
        if not rows:
            raise ArithmeticError("Lemke's way ends in a ray")
        least = min(T[i][-1] / T[i][enters] for i in rows)
        equal = [i for i in rows if T[i][-1] / T[i][enters] <= least + 1e-12 * (1 + abs(least))]
        row = next((i for i in equal if basis[i] == 2 * n), equal[0])
    raise ArithmeticError("Lemke's way does not end")


def solve(A, B):
    """A^-1 B for columns of B, by elimination with pivots."""
    n, A, B = len(A), [list(r) for r in A], [list(r) for r in B]
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(A[i][k]))
        A[k], A[p], B[k], B[p] = A[p], A[k], B[p], B[k]
        for i in range(n):
            if i != k:
                f = A[i][k] / A[k][k]
                A[i] = [a - f * b for a, b in zip(A[i], A[k])]
                B[i] = [a - f * b for a, b in zip(B[i], B[k])]
    return [[x / A[k][k] for x in B[k]] for k in range(n)]


def times(A, B):
    return [[sum(a * b for a, b in zip(row, column)) for column in zip(*B)] for row in A]


def turned(A):
    return [list(c) for c in zip(*A)]


class Car:
    """What holds at coordinates q and rates v with the engine's torque T_e: smooth forces, constraints, slips.

    axes: of the slides, on the axes of the body, of length 1. A hub at rest is 1 m ahead of the centre of mass, or behind it."""

    def __init__(self, q, v, T_e, axes=((0.0, 1.0), (0.0, 1.0))):
        self.q, self.v = q, v
        th, w = q[2], v[2]
        e, n = (math.cos(th), math.sin(th)), (-math.sin(th), math.cos(th))
        self.Q = [0.0] * N
        self.phi, self.phi_q, self.bias, self.F_N = [], [], [], []
        for i, (at, length) in enumerate(((3, 1.0), (6, -1.0))):
            ex, ey = axes[i]
            along = tuple(ex * a + ey * b for a, b in zip(e, n))
            across = tuple(ey * a - ex * b for a, b in zip(e, n))
            start = (R - (M1 / 2 + MC) * G / KY - H) / ey  # of the hub on its slide; the slide begins so that it is there
            foot = length - ex * start
            free = start - M1 * G / 2 * ey / K
            d = (q[at] - q[0], q[at + 1] - q[1])
            rate = (v[at] - v[0], v[at + 1] - v[1])
            u, s = d[0] * across[0] + d[1] * across[1], d[0] * along[0] + d[1] * along[1]
            S = -K * (s - foot * ex - free) - C * (rate[0] * along[0] + rate[1] * along[1] - w * u)
            self.force(at, S * along[0], S * along[1], 0)
            self.force(0, -S * along[0], -S * along[1], -S * u)
            z = R - q[at + 1]
            F_N = max(0.0, KY * z - CY * v[at + 1]) if z >= 0 else 0.0
            self.F_N.append(F_N)
            self.force(at, 0, F_N - MC * G, 0)
            row = [0.0] * N
            row[at], row[at + 1], row[0], row[1], row[2] = *across, -across[0], -across[1], s
            self.phi.append(u - ey * foot)
            self.phi_q.append(row)
            self.bias.append(2 * w * (rate[0] * along[0] + rate[1] * along[1]) - w * w * u)
        half = K2 * (q[9] - q[5]) + C2 * (v[9] - v[5])
        into = K1 * (q[11] - q[10]) + C1 * (v[11] - v[10])
        for k, f in ((1, -M1 * G), (5, half), (9, -half), (10, into), (11, T_e - into), (2, T_e)):
            self.Q[k] += f
        self.W = [[0.0] * N for _ in range(5)]         # rows: slips as F_f1, M_f1, F_f2, M_f2, T_f work on them
        for i, at in ((0, 3), (2, 6)):
            self.W[i][at], self.W[i][at + 2], self.W[i + 1][at + 2] = 1.0, -R, 1.0
        self.W[4][10], self.W[4][9] = 1.0, -1.0
        self.slip = [sum(a * b for a, b in zip(row, v)) for row in self.W]

    def force(self, at, fx, fy, t):
        self.Q[at] += fx
        self.Q[at + 1] += fy
        self.Q[at + 2] += t

    def accelerations(self, friction):
        """With these frictions, and the constraints held."""
        total = [a + sum(self.W[i][k] * friction[i] for i in range(5)) for k, a in enumerate(self.Q)]
        inverse = [1 / m for m in MASS]
        P = self.phi_q
        D = times(P, turned([[a * b for a, b in zip(r, inverse)] for r in P]))
        A = [[sum(a * b * c for a, b, c in zip(P[i], inverse, total)) + self.bias[i]] for i in range(2)]
        pull = solve(D, A)
        return [(a - sum(P[i][k] * pull[i][0] for i in range(2))) * inverse[k] for k, a in enumerate(total)]

    def friction(self, resting, sign, static, kinetic):
        """lambda_T: of the elements at rest by the problem (31), of the others against their sign."""
        free = [i for i in range(5) if resting[i]]
        known = [-static[i] if resting[i] else -kinetic[i] * sign[i] for i in range(5)]
        inverse = [1 / m for m in MASS]
        Minv = lambda row: [a * b for a, b in zip(row, inverse)]
        P = self.phi_q
        D = times(P, turned([Minv(r) for r in P]))     # -(..)^-1 below
        total = [a + sum(self.W[i][k] * known[i] for i in range(5)) for k, a in enumerate(self.Q)]
        A = [[sum(a * b for a, b in zip(P[i], Minv(total))) + self.bias[i]] for i in range(2)]
        l0 = solve(D, A)
        acc0 = Minv([a - sum(P[i][k] * l0[i][0] for i in range(2)) for k, a in enumerate(total)])
        W = [self.W[i] for i in free]
        if not free:
            return known
        PW = times(P, turned([Minv(r) for r in W]))
        inner = solve(D, PW)
        columns = []
        for j, w in enumerate(W):
            columns.append(Minv([a - sum(P[i][k] * inner[i][j] for i in range(2)) for k, a in enumerate(w)]))
        G_ = times(W, turned(columns))
        L = [sum(a * b for a, b in zip(w, acc0)) for w in W]
        m = len(free)
        big = [G_[i] + [float(i == j) for j in range(m)] for i in range(m)] + [[-float(i == j) for j in range(m)] + [0.0] * m for i in range(m)]
        z = lemke(big, L + [2 * static[i] for i in free])
        for i, x in zip(free, z):
            known[i] += x
        return known
