"""modes.py: frequency in Hz (|lambda|/2 pi), damping ratio and decay in 1/s of each vibration of the matrix on standard input."""
import cmath
import sys

EPSILON = 2.0 ** -52


def balance(A):
    """Rows and columns of like size, by powers of two; eigenvalues stay (Parlett and Reinsch 1969)."""
    n = len(A)
    again = True
    while again:
        again = False
        for i in range(n):
            column = sum(abs(A[j][i]) for j in range(n) if j != i)
            row = sum(abs(A[i][j]) for j in range(n) if j != i)
            if column == 0 or row == 0:
                continue
            f, size = 1.0, column + row
            while column < row / 2:
                f, column = f * 2, column * 4
            while column > row * 2:
                f, column = f / 2, column / 4
            if (column + row) / f < 0.95 * size:
                again = True
                for j in range(n):
                    A[i][j] /= f
                    A[j][i] *= f


def eigenvalues(A):
    """QR with Wilkinson's shift on the Hessenberg form, complex, from the end on (Golub and Van Loan, chapter 7)."""
    A = [[complex(x) for x in row] for row in A]
    balance(A)
    n = len(A)
    for k in range(n - 2):
        p = max(range(k + 1, n), key=lambda i: abs(A[i][k]))
        if A[p][k] == 0:
            continue
        A[p], A[k + 1] = A[k + 1], A[p]
        for row in A:
            row[p], row[k + 1] = row[k + 1], row[p]
        for i in range(k + 2, n):
            f = A[i][k] / A[k + 1][k]
            A[i] = [a - f * b for a, b in zip(A[i], A[k + 1])]
            for row in A:
                row[k + 1] += f * row[i]
    found, rounds = [], 0
    while n:
        k = n - 1
        while k > 0 and abs(A[k][k - 1]) > EPSILON * (abs(A[k][k]) + abs(A[k - 1][k - 1])):
            k -= 1
        if k == n - 1:
            found.append(A[k][k])
            n, rounds = n - 1, 0
            continue
        rounds += 1
        if rounds > 200:
            raise ArithmeticError("no eigenvalue in 200 rounds")
        a, b, c, d = A[n - 2][n - 2], A[n - 2][n - 1], A[n - 1][n - 2], A[n - 1][n - 1]
        root = cmath.sqrt(((a - d) / 2) ** 2 + b * c)
        shift = min((a + d) / 2 + root, (a + d) / 2 - root, key=lambda z: abs(z - d))
        if rounds % 20 == 10:
            shift = d + abs(c)
        for i in range(n):
            A[i][i] -= shift
        turns = []
        for i in range(k, n - 1):
            x, y = A[i][i], A[i + 1][i]
            r = (abs(x) ** 2 + abs(y) ** 2) ** 0.5
            c, s = (x / r, y / r) if r else (1, 0)
            turns.append((c, s))
            for j in range(i, n):
                u, v = A[i][j], A[i + 1][j]
                A[i][j], A[i + 1][j] = c.conjugate() * u + complex(s).conjugate() * v, -s * u + c * v
        for i, (c, s) in zip(range(k, n - 1), turns):
            for j in range(min(i + 3, n)):
                u, v = A[j][i], A[j][i + 1]
                A[j][i], A[j][i + 1] = u * c + v * s, -u * complex(s).conjugate() + v * complex(c).conjugate()
        for i in range(n):
            A[i][i] += shift
    return found


def vibrations(A):
    """Frequency, damping ratio, decay, by frequency."""
    return sorted((abs(z) / (2 * cmath.pi), -z.real / abs(z), -z.real) for z in eigenvalues(A) if z.imag > 1e-3 * abs(z) and abs(z) > 1e-3)


if __name__ == "__main__":
    for f, zeta, decay in vibrations([[float(x) for x in line.split()] for line in sys.stdin]):
        print("%.5f Hz  zeta %.6f  decay %.5f" % (f, zeta, decay))
