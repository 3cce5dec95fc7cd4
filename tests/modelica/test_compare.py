"""The comparison itself: what it must find, and how large."""
import math

from compare import error, join

TIMES = (0., 1., 1., 2.)
REFERENCE = {'time': TIMES, 'jump': (0., 1., 3., 4.), 'still': (5., 5., 5., 5.), 'nan': (0., math.nan, 0., 0.)}
CASES = [
    ('itself', REFERENCE, 'jump', 0),
    ('a jump within D', {'time': (0., 1.00001, 1.00001, 2.), 'jump': (0., 1., 3., 4.)}, 'jump', 5e-6),
    ('a jump farther away', {'time': (0., 1.1, 1.1, 2.), 'jump': (0., 1.1, 3.1, 4.)}, 'jump', 0.5),
    ('no value within a jump', {'time': TIMES, 'jump': (0., 0., 4., 4.)}, 'jump', 0.25),
    ('no jump', {'time': (0., 2.), 'jump': (0., 4.)}, 'jump', 0.25),
    ('a constant, absolutely', {'time': (0., 2.), 'still': (5., 5.01)}, 'still', 0.01),
    ('no number in the run', {'time': (0., 1., 2.), 'still': (5., math.nan, 5.)}, 'still', math.inf),
    ('an infinity in the run', {'time': (0., 1., 2.), 'still': (5., math.inf, 5.)}, 'still', math.inf),
    ('no number in the reference', {'time': (0., 2.), 'nan': (0., 0.)}, 'nan', math.inf),
    ('a signal that the run lacks', {'time': (0., 2.)}, 'still', math.inf),
    ('a run that ends early', {'time': (0., 1.9), 'still': (5., 5.)}, 'still', math.inf),
    ('a beginning put in', join({'time': (0., 1., 1.), 'jump': (0., 1., 3.)}, {'time': (0., 1.2, 2.), 'jump': (9., 3.2, 4.)}), 'jump', 0),
]


def main():
    failed = 0
    for what, run, name, wanted in CASES:
        found = error(run, REFERENCE, name)
        if not (found == wanted or abs(found - wanted) <= 1e-5):
            print(f'FAILED {what}: {found}, not {wanted}')
            failed += 1
    print(f'{len(CASES) - failed} passed, {failed} failed')


main()
