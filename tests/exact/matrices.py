"""Matrices of --dump=exact against the mechanics of matrices.dtm by hand, in fractions; exponentials against a series of
50 digits; and a step by them against the steps of dtc sim. A value that is not finite fails.

Usage: matrices.py DTC FOLDER
"""
import csv
import decimal
import json
import math
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

DTC, FOLDER = sys.argv[1:]
MODEL = 'tests/exact/matrices.dtm'
SPRINGS = 'tests/exact/springs.dtm'
STEP = '0.02'
decimal.getcontext().prec = 50
passed = failed = 0


def check(good, text):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print('FAILED', text)


def dump(model, *options, file=MODEL):
    run = subprocess.run([DTC, file, *(['--model', model] if model else []), '--dump=exact', '--format', 'json',
                          '--step', STEP, *options], capture_output=True, text=True)
    if run.returncode != 0:
        print(run.stderr)
    return json.loads(run.stdout)


# ---- matrices, as lists of rows --------------------------------------------------------------------------------------

def product(a, b):
    columns = list(zip(*b))
    return [[sum(x * y for x, y in zip(row, column)) for column in columns] for row in a]


def transposed(a):
    return [list(row) for row in zip(*a)]


def diagonal(x):
    return [[x[i] if i == j else 0 * x[i] for j in range(len(x))] for i in range(len(x))]


def plus(a, b, factor=1):
    return [[x + factor * y for x, y in zip(r, s)] for r, s in zip(a, b)]


def to(kind, a):
    return [[kind(x) for x in row] for row in a]


def inverse(a):
    """Gauss and Jordan, in fractions."""
    n = len(a)
    w = [list(row) + [Fraction(i == j) for j in range(n)] for i, row in enumerate(a)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(w[i][k]))
        w[k], w[pivot] = w[pivot], w[k]
        w[k] = [x / w[k][k] for x in w[k]]
        for i in range(n):
            if i != k and w[i][k]:
                w[i] = [x - w[i][k] * y for x, y in zip(w[i], w[k])]
    return [row[n:] for row in w]


def larger(a, b):
    """A NaN stays one."""
    return a if math.isnan(a) or a >= b else b


def error(a, b):
    """Largest difference, of the largest number."""
    worst, size = 0.0, 0.0
    if len(a) != len(b) or any(len(r) != len(s) for r, s in zip(a, b)):
        return math.nan
    for r, s in zip(a, b):
        for x, y in zip(r, s):
            worst = larger(worst, abs(float(x) - float(y)))
            size = larger(size, abs(float(y)))
    return worst / size if not size == 0 else worst


def near(a, b, limit, text):
    e = error(a, b)
    check(e <= limit, '%s: error %g' % (text, e))
    return e


def exponential(a):
    """By scaling and squaring of a series."""
    n = len(a)
    norm = max(sum(abs(x) for x in row) for row in a)
    doublings = 0
    while norm > 1:
        norm /= 2
        doublings += 1
    a = [[x / 2 ** doublings for x in row] for row in a]
    total = term = diagonal([Decimal(1)] * n)
    for k in range(1, 45):
        term = [[x / k for x in row] for row in product(term, a)]
        total = plus(total, term)
    for _ in range(doublings):
        total = product(total, total)
    return total


def held(A, *inputs):
    """exp([A B; 0 0] h): Phi, and H of each of the inputs."""
    B = [sum((list(b[i]) for b in inputs), []) for i in range(len(A))]
    n, m, h = len(A), len(B[0]), Decimal(STEP)
    whole = [[Decimal(x) * h for x in list(A[i]) + B[i]] for i in range(n)] + [[Decimal(0)] * (n + m)] * m
    e = exponential(whole)
    parts, at = [[row[:n] for row in e[:n]]], n
    for b in inputs:
        parts.append([row[at:at + len(b[0])] for row in e[:n]])
        at += len(b[0])
    return parts


# ---- the mechanics ---------------------------------------------------------------------------------------------------

J = {'engine.w': Fraction('0.2'), 'sun.w': Fraction('0.03'), 'carrier.w': Fraction('0.5'), 'ring.w': Fraction('0.08'),
     'wheel.w': Fraction(2)}
SLIPS = {'A.law': {'ring.w': 1}, 'B.law': {'carrier.w': 1, 'engine.w': -1}, 'C.law': {'sun.w': 1, 'engine.w': -1},
         'D.law': {'sun.w': 1, 'engine.w': -1}}


def speed_rows(states):
    """Each speed by the states: 3 w_carrier = w_sun + 2 w_ring gives the one that is none."""
    set_ = {'sun.w': Fraction(1), 'ring.w': Fraction(2), 'carrier.w': Fraction(-3)}
    rows = {}
    for w in J:
        rows[w] = [Fraction(s == w) for s in states]
    for w in set_:
        if w not in states:
            rows[w] = [-set_.get(s, 0) / set_[w] for s in states]
    return rows


def by_hand(m):
    """M, A, Bv, Bc, C, r by the states of m."""
    states = [s['name'] for s in m['states']]
    inputs = [s['name'] for s in m['inputs']]
    rows = speed_rows(states)
    n, torsion = len(states), states.index('shaft.phi_rel')
    speeds = [i for i in range(n) if i != torsion]
    R = [rows[w] for w in J]
    M = product(product(transposed(R), diagonal(list(J.values()))), R)
    inner = inverse([[M[i][j] for j in speeds] for i in speeds])
    W = [[Fraction(0)] * n for _ in range(n)]                      # inv(M), by all states
    for i, row in zip(speeds, inner):
        for j, x in zip(speeds, row):
            W[i][j] = x

    def acting(torques):                                           # speed: row of factors -> generalised torques
        return [[sum(rows[w][i] * f[j] for w, f in torques.items()) for j in range(len(next(iter(torques.values()))))]
                for i in range(n)]
    twist = [rows['wheel.w'][i] - rows['carrier.w'][i] for i in range(n)]
    tau = [2 * x for x in twist]
    tau[torsion] += 3000
    bearing = [Fraction('-0.05') * x for x in rows['engine.w']]
    A = product(W, acting({'carrier.w': tau, 'wheel.w': [-x for x in tau], 'engine.w': bearing}))
    A[torsion] = twist
    Bv = product(W, acting({'engine.w': [Fraction(i == 'tauIn') for i in inputs],
                            'wheel.w': [Fraction(i == 'tauOut') for i in inputs]}))
    C = [[sum(f * rows[w][i] for w, f in SLIPS[e].items()) for i in range(n)] for e in m['elements']]
    Bc = [[-x for x in row] for row in product(W, transposed(C))]  # tau slows the slip down
    r = product(W, acting({'wheel.w': [Fraction(-7)]}))
    return M, A, Bv, Bc, C, r


def positive(M, speeds):
    """Smallest pivot of the part of M that belongs to speeds."""
    a = [[Fraction(M[i][j]) for j in speeds] for i in speeds]
    least = math.inf
    for k in range(len(a)):
        least = min(least, float(a[k][k]))
        for i in range(k + 1, len(a)):
            f = a[i][k] / a[k][k]
            a[i] = [x - f * y for x, y in zip(a[i], a[k])]
    return least


def try_base(m):
    M, A, Bv, Bc, C, r = by_hand(m)
    states = [s['name'] for s in m['states']]
    for name, here in (('M', M), ('A', A), ('Bv', Bv), ('Bc', Bc), ('C', C)):
        near(m[name], here, 1e-13, name)
    near([[x] for x in m['r']], r, 1e-13, 'r')
    speeds = [states.index(w) for w in m['speeds']]
    check(sorted(m['speeds']) == sorted(s for s in states if s.endswith('.w')), 'speeds')
    near(m['M'], transposed(m['M']), 1e-15, 'M is symmetric')
    check(positive(m['M'], speeds) > 0, 'M is positive definite')
    near(to(lambda x: -x, product(transposed(m['Bc']), m['M'])), m['C'], 1e-13, "C is -Bc' M")
    Phi, Hv, Hc, Gamma = held(m['A'], m['Bv'], m['Bc'], diagonal([1.0] * len(states)))
    worst = 0.0
    for name, here in (('Phi', Phi), ('Hv', Hv), ('Hc', Hc), ('Gamma', Gamma)):
        worst = larger(worst, near(m[name], here, 1e-13, name))
    print('| Phi and H against 50 digits | %.3g |' % worst)


# ---- sets of stuck elements ------------------------------------------------------------------------------------------

def stuck_in(m, s):
    return [Fraction(e in s['stuck']) for e in m['elements']]


def least_norm(E, y, same):
    """The t of least norm with E t = y; elements of a set in `same` have equal columns and rows in E."""
    first = [g[0] for g in same]
    small = inverse([[E[i][j] for j in first] for i in first])
    part = product(small, [y[i] for i in first])
    t = [[Fraction(0)] * len(y[0]) for _ in y]
    for g, row in zip(same, part):
        for i in g:
            t[i] = [x / len(g) for x in row]
    return t


def Xi_by_hand(m, s):
    """(Kl Bc' M Hc Kl + Ks)^-1 Kl Bc' M from M and Hc, in fractions: C and D share what they hold."""
    index = {e: i for i, e in enumerate(m['elements'])}
    groups = [[index[e]] for e in s['stuck'] if e not in ('C.law', 'D.law')]
    both = [index[e] for e in s['stuck'] if e in ('C.law', 'D.law')]
    if both:
        groups.append(both)
    # A, B and C hold three speeds, those of the engine and of the set: none is too many
    BM = product(transposed(to(Fraction, m['Bc'])), to(Fraction, m['M']))
    return least_norm(product(BM, to(Fraction, m['Hc'])), BM, groups), sum(len(g) - 1 for g in groups)


def try_set(m, s):
    name = 'stuck ' + ', '.join(s['stuck'])
    Kl = stuck_in(m, s)
    Xi, redundant = Xi_by_hand(m, s)
    check(s['redundant'] == redundant, '%s: %d redundant, not %d' % (name, s['redundant'], redundant))
    near(s['Xi'], Xi, 1e-11, name + ': Xi')
    K = diagonal([float(k) for k in Kl])
    if redundant == 0:                                             # formula (8) of Reiter's thesis, as it stands
        Ks = diagonal([1 - k for k in Kl])
        KBM = product(diagonal(Kl), product(transposed(to(Fraction, m['Bc'])), to(Fraction, m['M'])))
        near(s['Xi'], product(inverse(plus(product(product(KBM, to(Fraction, m['Hc'])), diagonal(Kl)), Ks)), KBM), 1e-11,
             name + ': Xi by the formula')
    # slips of the next sample: C (I - Hc Kl Xi) y for any y
    hold = plus(diagonal([1.0] * len(m['states'])), product(product(m['Hc'], K), s['Xi']), -1)
    near(product(K, product(m['C'], hold)), to(lambda x: 0.0, m['C']), 1e-12, name + ': slips at the end')
    # with the torques in the matrix: slips stay, whatever acts
    CK = product(K, m['C'])
    near(product(CK, s['Phi']), CK, 1e-12, name + ': slips under Phi')
    for H in ('Hv', 'Hc'):
        near(product(CK, s[H]), to(lambda x: 0.0, product(CK, s[H])), 1e-12, name + ': slips under ' + H)
    # its own exponential: A by the projection along Bc
    Bl = [[x * k for x, k in zip(row, Kl)] for row in to(Fraction, m['Bc'])]
    C, A = to(Fraction, m['C']), to(Fraction, m['A'])
    index = {e: i for i, e in enumerate(m['elements'])}
    groups = [[index[e]] for e in s['stuck'] if e != 'D.law' or 'C.law' not in s['stuck']]
    first = [g[0] for g in groups]
    CB = inverse([[sum(C[i][q] * Bl[q][j] for q in range(len(Bl))) for j in first] for i in first])
    take = product(product([[row[j] for j in first] for row in Bl], CB), [C[i] for i in first])
    P = plus(diagonal([Fraction(1)] * len(A)), take, -1)
    near(s['A'], product(P, A), 1e-12, name + ': A')
    own, Gamma = held(to(lambda x: Decimal(x), to(float, product(P, A))), diagonal([1.0] * len(A)))
    near(s['Phi'], own, 1e-12, name + ': Phi')
    near(s['Gamma'], product(Gamma, to(lambda x: Decimal(float(x)), P)), 1e-12, name + ': Gamma')


# ---- steps -----------------------------------------------------------------------------------------------------------

INPUTS = '''inputs:
  tauIn: [[0, 80], [3, 80], [3.2, -40], [6, 40], [12, 40]]
  tauOut: [[0, -10], [4, -60], [9, -20], [12, -30]]
  pA: [[0, 0.5], [1, 3], [4, 3], [4.1, 0], [9, 0], [10, 4], [12, 4]]
  pB: [[0, 0], [4, 0], [5.5, 3], [9, 3], [9.2, 0], [12, 0]]
  pC: [[0, 0], [0.5, 1], [1.5, 4], [7, 4], [7.2, 0], [12, 0]]
  pD: [[0, 0], [2.01, 0], [2.011, 4], [8, 4], [8.2, 0], [9.2, 0], [9.6, 3], [12, 3]]
'''


def rows_of(*options):
    """Rows of dtc sim, by name."""
    out = FOLDER + '/matrices.csv'
    with open(FOLDER + '/matrices.yaml', 'w') as f:
        f.write(INPUTS)
    subprocess.run([DTC, 'sim', MODEL, '--model', 'Matrices.Train', '--method', 'exact', '--step', STEP, '--stop', '12',
                    '--param', FOLDER + '/matrices.yaml', '--vars', '*,exact.cuts', '--quiet', '-o', out, *options], check=True)
    with open(out) as f:
        return [{k: float(v) for k, v in row.items() if v not in ('true', 'false')} for row in csv.DictReader(f)]


def column(x):
    return [[v] for v in x]


def next_state(m, s, row, constant):
    """One step from a row, with one torque of stuck elements over the step, or in the matrix of their set."""
    x = column(row[v['name']] for v in m['states'])
    v = column(row[v['name']] for v in m['inputs'])
    tau = column(0.0 if e in s['stuck'] else -row[e + '.lambda'] for e in m['elements'])
    base = m if constant else s
    y = product(base['Phi'], x)
    for H, u in (('Hv', v), ('Hc', tau), ('Gamma', column(m['r']))):
        y = plus(y, product(base[H], u))
    return plus(y, product(m['Hc'], product(s['Xi'], y)), -1) if constant else y


def try_steps(m, *options):
    """Steps from samples with the set of the sample before, without a border near: x(k+1) of the run and by matrices."""
    rows = rows_of(*options)
    none = dict(m, stuck=[], Xi=[[0.0] * len(m['states'])] * len(m['elements']))
    sets = {tuple(s['stuck']): s for s in m['sets']}
    sets[()] = none
    before, worst, times = None, 0.0, {}
    for k in range(1, len(rows) - 1):
        now = tuple(e for e in m['elements'] if rows[k][e + '.place'] == 0)
        quiet = now == before and all(rows[i]['exact.cuts'] == 0 for i in (k - 1, k, k + 1))
        before = now
        if not quiet:
            continue
        y = next_state(m, sets[now], rows[k], bool(options))
        for value, state in zip(y, m['states']):
            worst = larger(worst, abs(value[0] - rows[k + 1][state['name']]) / 100)
        times[now] = times.get(now, 0) + 1
    text = 'steps %s: %d sets, %d steps' % (' '.join(options), len(times), sum(times.values()))
    print('| %s against dtc sim | %.3g |' % (text, worst))
    check(worst <= 1e-12, '%s: error %g' % (text, worst))
    check(sum(n >= 5 for n in times.values()) >= 6 and sum(times.values()) > 400, '%s: %s' % (text, times))
    check(any({'C.law', 'D.law'} <= set(s) for s in times), text + ': no redundant set')


# ---- other models ----------------------------------------------------------------------------------------------------

def slips_at_end(m, s):
    """Largest slip of a stuck element at the end of a step by a state at its start, of the sum of its terms: light parts
    are eliminated against heavy ones, 21 kg m^2 against 0.005 in zf4hp22."""
    K = diagonal([float(k) for k in stuck_in(m, s)])
    one, taken = diagonal([1.0] * len(m['states'])), product(product(m['Hc'], K), s['Xi'])
    slips = product(K, product(m['C'], plus(one, taken, -1)))
    sizes = product(K, product(to(abs, m['C']), plus(one, product(product(to(abs, m['Hc']), K), to(abs, s['Xi'])))))
    worst = 0.0
    for r, q in zip(slips, sizes):
        for x, size in zip(r, q):
            worst = larger(worst, abs(x) / size if not size == 0 else abs(x))
    return worst


def try_model(file, least, *options):
    """What holds for any parameters."""
    m = dump(None, *options, file=file)
    name = m['model']
    check(len(m['elements']) >= least and len(m['sets']) > 0, '%s: %s' % (name, m['elements']))
    near(to(lambda x: -x, product(transposed(m['Bc']), m['M'])), m['C'], 1e-13, name + ": C is -Bc' M")
    near(m['M'], transposed(m['M']), 1e-15, name + ': M is symmetric')
    check(positive(m['M'], [i for i, s in enumerate(m['states']) if s['name'] in m['speeds']]) > 0,
          name + ': M is positive definite')
    Phi, Gamma = held(m['A'], diagonal([1.0] * len(m['states'])))
    worst = larger(near(m['Phi'], Phi, 1e-13, name + ': Phi'), near(m['Gamma'], Gamma, 1e-13, name + ': Gamma'))
    slip = 0.0
    for s in m['sets']:
        if s['Xi'] is None:                                        # a shaft that is too fast for this step
            check('cannot hold' in s['why_no_Xi'], '%s, stuck %s: no Xi' % (name, s['stuck']))
            continue
        e = slips_at_end(m, s)
        check(e <= 1e-12, '%s, stuck %s: slips at the end: error %g' % (name, s['stuck'], e))
        slip = larger(slip, e)
    check(any(s['Xi'] for s in m['sets']), name + ': no set has Xi')
    print('| %s: Phi, %d redundant sets of %d, slips | %.3g, %.3g |' %
          (name, sum(s['redundant'] > 0 for s in m['sets']), len(m['sets']), worst, slip))


def main():
    m = dump('Matrices.Train')
    try_base(m)
    check(len(m['sets']) == 15, '15 sets')
    for s in m['sets']:
        try_set(m, s)
    try_steps(m)
    try_steps(m, '-fconstant-matrices')

    try_model('models/hybrid_ravigneaux/hybrid_ravigneaux.dtm', 4)
    try_model('models/transmissions/layshaft.dtm', 6)
    try_model('models/zf4hp22/zf4hp22.dtm', 9, '--stuck', 'gearbox.A,gearbox.C,gearbox.E,gearbox.F')

    some = dump('Matrices.Train', '--stuck', 'A,C', '--stuck', ' D.law , B')
    check([s['stuck'] for s in some['sets']] == [['A.law', 'C.law'], ['B.law', 'D.law']] and
          some['sets'][0] == next(s for s in m['sets'] if s['stuck'] == ['A.law', 'C.law']), '--stuck')

    drag = dump('Matrices.Drag')
    near([drag['r']], [[-1.0]], 1e-15, 'r of a resistance that is held')
    near(drag['A'], [[-0.25]], 1e-15, 'A beside it')
    check(len(drag['held']) == 1 and drag['held'][0]['component'] == 'air' and
          'Source.dtm:' in drag['held'][0]['place'], 'the equation that is held: %s' % drag['held'])
    check(m['held'] == [], 'nothing is held of a linear model: %s' % m['held'])

    lossy = dump('Matrices.Lossy')
    check(lossy['M'] is None and 'clutch.law' in lossy['why_no_M'], 'a torque that does not act on the slip')
    near(lossy['C'], [[-1.0 if s['name'] == 'motor.w' else 2.0 for s in lossy['states']]], 1e-15, 'its slip')
    alone = dump('Matrices.Alone')
    near(alone['M'], [[3.0]], 1e-15, 'an inertia without flanges')
    near([alone['Bv'][0] + alone['Bc'][0] + alone['C'][0]], [[1 / 3, -1 / 3, 1.0]], 1e-15, 'what acts on it')

    for x0, c, rest in (('0.3', 20, 2.85), ('0.1', 1, 0.0), ('-0.1', 1, 0.0), ('-0.2', 20, -2.85)):
        m = dump('Springs.Stiff', '--set', 'x0=' + x0, file=SPRINGS)
        torsion, mass = ([s['name'] for s in m['states']].index(w) for w in ('spring.phi_rel', 'mass.w'))
        near([[m['A'][mass][torsion], m['A'][mass][mass], m['A'][torsion][mass], m['r'][mass]]], [[-c, -0.5, 1, rest]],
             1e-15, 'the piece of a spring at ' + x0)
        check([r['holds'] for r in m['relations']] == [float(x0) < -0.15, float(x0) > 0.15], 'its relations at ' + x0)

    car = dump('Matrices.Car')
    check(car['M'] is None and "not Newton's law of one part" in car['why_no_M'], 'an inertia that is not found')
    near(car['A'], [[-1.0 / (1 + 2 + 100 * 0.09)]], 1e-15, 'A with it')
    print('%d passed, %d failed' % (passed, failed))
    return failed > 0


sys.exit(main())
