"""tally.py - what a test program ends with."""
import sys


def finish(results):
    """results: pairs of a title and what is wrong with it, or None. Says what failed and how many, and ends."""
    passed = failed = 0
    for title, fault in results:
        passed, failed = passed + (fault is None), failed + (fault is not None)
        if fault is not None:
            print(f'FAILED {title}: {fault}')
    print(f'{passed} passed, {failed} failed')
    sys.exit(failed > 0)
