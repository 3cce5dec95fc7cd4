"""Tries the tests: small changes to the sources, one at a time, and which of them no test notices.

    run.py [--count N] [--seed S] [--first K] [--groups N | --all] [FILE ...]

N mutants (100) of FILEs (the runtime and the compiler), in an order that SEED decides (mutate.py), from the K-th line
on. Each is built in a copy of the tree, $BUILD/mutants, and the groups of tests that can notice it run until one
fails: those that GROUPS names for its file (with --groups the first N), and then, with --all, the rest of the quick
ring. A group fails, too, if one of its processes takes longer than PROCESS, or all memory. What does not compile, or
into the same code, is no mutant and is replaced by the next one.

Printed is a line for each: what caught it, and the mutant; at the end those that survived, and the share that was
caught. Mutants in the file `equivalent` change nothing that counts; they are left out, too. Takes half a minute for a
mutant that is caught, some minutes for one that is not.
"""
import argparse
import glob
import hashlib
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

from mutate import mutants

PROCESS, GROUP = 60, 3600                          # s: processor time of one process, time of a group
MEMORY = 2000000                                   # KB that a mutant must leave free
FAILS = re.compile(rb'^(FAILED|FAIL |failed:)|^\S+: failed: |, [1-9]\d* failed', re.M)
CHEAP = ['golden', 'functions', 'failing', 'library', 'language', 'reinit', 'emit', 'hybrid']
REST = ['audit', 'results', 'exact', 'methods', 'switching', 'cost', 'options', 'generated', 'models', 'locks', 'hand',
        'msl', 'random', 'readme']
GROUPS = [                                         # the first that matches: unit tests, groups
    (r'runtime/host/(result|diff)', '', ['results', 'hybrid']),
    (r'runtime/host/', '', ['hybrid', 'results', 'audit', 'msl']),
    (r'runtime/law', '', ['reinit', 'switching', 'failing', 'hybrid', 'library', 'cost', 'models', 'methods']),
    (r'runtime/(exact|implicit)', '', ['exact', 'methods', 'failing', 'cost', 'models']),
    (r'runtime/', 'runtime', ['library', 'emit', 'hybrid', 'methods', 'cost', 'failing']),
    (r'tools/report/', '', ['golden', 'cost']),
    (r'compiler/(emit|step)/.*exact', '', ['golden', 'exact', 'failing', 'cost']),
    (r'compiler/(emit|step)/.*(hybrid|tangent|held|rank)', '', ['golden', 'hybrid', 'methods', 'msl']),
    (r'compiler/(emit|step)/', 'expr', CHEAP + ['methods', 'exact', 'cost', 'options']),
    (r'compiler/reduce/', 'sort tear kinematics', CHEAP + ['exact', 'methods', 'options', 'msl']),
    (r'tools/sim/', '', ['printed', 'command', 'emit', 'audit', 'results', 'hybrid', 'language', 'library']),
    (r'tools/command/', '', ['printed', 'command', 'doc', 'plot', 'bode', 'equilibrium', 'gears', 'options']),
    (r'tools/doc/', '', ['printed', 'doc']),
    (r'tools/gears/', 'fraction', ['printed', 'gears']),
    (r'tools/linear/', '', ['printed', 'equilibrium', 'bode', 'linear', 'excitation', 'planar']),
    (r'tools/(plot|sheet)/', '', ['printed', 'plot', 'bode']),
    (r'tools/orders/', '', ['printed', 'orders']),
    (r'compiler/parse/', 'parse', ['golden', 'language', 'library']),
    (r'compiler/base/', 'expr parse', CHEAP + ['options']),
    (r'', '', CHEAP + ['audit', 'results']),
]


def groups_of(file, most, rest):
    for pattern, units, groups in GROUPS:
        if re.match(pattern, file):
            names = groups + [g for g in CHEAP + REST if rest and g not in groups]
            return ['build/tests/test_' + u for u in units.split()] + ['tests/%s/check.sh' % g for g in names[:most]]


def memory_left():
    return int(re.search(r'MemAvailable: *(\d+)', open('/proc/meminfo').read())[1])


class Tree:
    """A copy of the sources that is built and tested."""

    def __init__(self, source, build):
        self.at = os.path.join(build, 'mutants', 'tree')
        shutil.rmtree(self.at, ignore_errors=True)
        os.makedirs(self.at)
        for name in ['compiler', 'runtime', 'lib', 'models', 'tests', 'docs', 'Makefile', 'README.md', 'LICENSE', 'VERSION',
                     'CHANGELOG.md', 'CONTRIBUTING.md']:
            subprocess.run(['cp', '-R', '-p', os.path.join(source, name), self.at], check=True)
        shared = os.path.join(source, '..', 'shared')
        if os.path.isdir(shared) and not os.path.exists(os.path.join(self.at, '..', 'shared')):
            os.symlink(os.path.abspath(shared), os.path.join(self.at, '..', 'shared'))
        self.log = os.path.join(build, 'mutants', 'log')
        made = os.path.join(self.at, 'build')
        self.env = dict(os.environ, BUILD=made, DTC=os.path.join(made, 'dtc'), CC=os.environ.get('CC', 'gcc'))
        for name in ['MAKEFLAGS', 'MAKELEVEL', 'MFLAGS', 'BLESS']:
            self.env.pop(name, None)

    def make(self, *targets):
        command = ['make', '-j1', 'CFLAGS=-O1', 'STRICT=-std=c99 -ffp-contract=off', 'BUILD=build', *targets]
        return subprocess.run(command, cwd=self.at, env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode == 0

    def write(self, file, text):
        with open(os.path.join(self.at, file), 'w') as f:
            f.write(text)

    def code(self, file):
        """The object files of a source, as one hash."""
        name = os.path.splitext(os.path.basename(file))[0] + '.o'
        parts = ['host'] if '/host/' in file else ['runtime', 'sim'] if file.startswith('runtime/') else ['']
        found = hashlib.sha1()
        for part in parts:
            found.update(open(os.path.join(self.at, 'build', part, name), 'rb').read())
        return found.digest()

    def fails(self, group):
        """Whether a group fails: '' if not. It is ended as soon as it says so."""
        with open(self.log, 'wb') as out:
            p = subprocess.Popen([group], cwd=self.at, env=self.env, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                 start_new_session=True,
                                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (PROCESS, PROCESS)))
        begin, why = time.monotonic(), ''
        while p.poll() is None and not why:
            time.sleep(0.2)
            if FAILS.search(open(self.log, 'rb').read()):
                why = group
            elif time.monotonic() - begin > GROUP:
                why = group + ' (time)'
            elif memory_left() < MEMORY:
                why = group + ' (memory)'
        if p.poll() is None:
            os.killpg(p.pid, signal.SIGKILL)
            p.wait()
        elif p.returncode != 0 or FAILS.search(open(self.log, 'rb').read()):
            why = group
        return why


def equivalents():
    """Names without places of mutants that change nothing: lines of the file `equivalent`; the reasons are indented."""
    lines = open(os.path.join(os.path.dirname(__file__), 'equivalent')).read().split('\n')
    return {without_place(line) for line in lines if line and line[0] not in ' #'}


def without_place(name): return re.sub(r':\d+:\d+:', ':', name, count=1)


def trial(tree, mutant, most, rest):
    """What catches it; None: it is none."""
    tree.write(mutant.file, mutant.text())
    try:
        if not tree.make('all') or tree.code(mutant.file) == tree.sound[mutant.file]:
            return None
        groups = groups_of(mutant.file, most, rest)
        units = [g for g in groups if g.startswith('build/')]
        if units and not tree.make(*units):
            return 'the unit tests do not compile'
        return next((why for why in map(tree.fails, groups) if why), '')
    finally:
        tree.write(mutant.file, '\n'.join(mutant.lines))    # is compiled with the next mutant


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--count', type=int, default=100)
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--first', type=int, default=1)
    p.add_argument('--groups', type=int)
    p.add_argument('--all', action='store_true')
    p.add_argument('files', nargs='*')
    a = p.parse_args()
    parts = ['compiler/*.c', 'compiler/*/*.c', 'tools/*/*.c', 'runtime/*.c', 'runtime/host/*.c']
    files = a.files or [f for part in parts for f in glob.glob(part)]
    tree = Tree(os.getcwd(), os.path.abspath(os.environ.get('BUILD', 'build')))
    if not tree.make('all'):
        sys.exit('the tree does not build')
    tree.sound = {file: tree.code(file) for file in files}
    known, tried, survivors = equivalents(), 0, []
    for number, mutant in enumerate(mutants(a.seed, files), 1):
        if tried == a.count:
            break
        if number < a.first or without_place(mutant.name) in known:
            continue
        begin = time.monotonic()
        why = trial(tree, mutant, a.groups, a.all)
        if why is None:
            continue
        tried += 1
        if not why:
            survivors.append(mutant.name)
        took = time.monotonic() - begin
        end = 'caught' if why else 'SURVIVED'
        print('%4d %-9s %4.0f s  %-28s %s' % (number, end, took, why, mutant.name), flush=True)
    caught = tried - len(survivors)
    print('%d mutants, %d caught, %.0f %%; survivors:' % (tried, caught, 100 * caught / max(tried, 1)))
    print('\n'.join(survivors))


main()
