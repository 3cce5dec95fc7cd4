#!/usr/bin/env python3
"""What docs/fmi_master.md promises of dtc sim model.fmu: promises.py DTC WORK. Ends with `N passed, N failed`."""
import csv
import glob
import math
import os
import re
import signal
import subprocess
import sys
import time
import zipfile

sys.path.insert(0, 'tests/master')
import fmus

dtc, work = sys.argv[1:]
passed = failed = 0
os.makedirs(f'{work}/tmp', exist_ok=True)
ENVIRONMENT = {**os.environ, 'TMPDIR': f'{work}/tmp'}


def check(good, what):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print('FAILED', what)


def sim(file, *words):
    told = subprocess.run([dtc, 'sim', file, *map(str, words)], capture_output=True, text=True, errors='replace', env=ENVIRONMENT, timeout=60)
    left = os.listdir(f'{work}/tmp')
    check(not left, f'{file} {words}: {left} stays in the folder for what is temporary')
    for name in left:
        subprocess.run(['rm', '-rf', f'{work}/tmp/{name}'])
    check(told.returncode in (0, 1, 2), f'{file} {words}: exit code {told.returncode}: {told.stderr}')
    return told


def rows(file):
    with open(file) as f:
        head, *text = csv.reader(f)
    return [dict(zip(head, map(float, row))) for row in text]


def run(file, *words):
    """Rows of a run that succeeds."""
    told = sim(file, *words, '-o', f'{work}/out.csv')
    check(told.returncode == 0, f'{file} {words}: {told.stderr}')
    return rows(f'{work}/out.csv') if told.returncode == 0 else [{}]


def says(file, words, pattern, code=1):
    told = sim(file, *words)
    check(told.returncode == code and re.search(pattern, told.stderr), f'{os.path.basename(file)} {words}: {pattern!r} is expected, and {code}, not {told.returncode}: {told.stderr}')
    return told


built = {v: fmus.library(v, work) for v in (2, 3)}
own = {v: fmus.own(v, f'{work}/own{v}.fmu', library=built[v]) for v in (2, 3)}


def with_xml(version, *changes, name='changed'):
    xml = fmus.text(version)
    for old, new in changes:
        assert old in xml, old
        xml = xml.replace(old, new)
    return fmus.own(version, f'{work}/{name}{version}.fmu', xml=xml, library=built[version])


# ---- what a run computes -----------------------------------------------------------------------------------------

def euler(u, k, h, n, x=0.0):
    out = [(0.0, x, 2 * x + u(0))]
    for i in range(n):
        t = i * h
        x += h * (u(t) - k * x)
        out.append((t + h, x, 2 * x + u(t)))
    return out


def same(got, wanted, what):
    check(len(got) == len(wanted) and all((r['time'], r['x'], r['y']) == w for r, w in zip(got, wanted)), f'{what}: {got[:3]} ... is not {wanted[:3]} ...')


with open(f'{work}/u.csv', 'w') as f:
    f.write('time,u,mode\n0,0,1\n0.5,4,1\n0.5,4,2\n1,4,2\n')
with open(f'{work}/rpm.csv', 'w') as f:
    f.write('time [s],u [rpm]\n0,0\n0.5,%r\n1,%r\n' % (4 * 30 / math.pi, 4 * 30 / math.pi))
with open(f'{work}/own.yaml', 'w') as f:
    f.write('parameters: {k: 3}\ninputs: {u: [[0, 1], [1, 1]], mode: fast}\n')

for v, file in own.items():
    got = run(file)
    same(got, euler(lambda t: 0, 1, 0.125, 8), f'{v}: nothing set')
    check(got[-1]['steps'] == 8 and got[-1]['size'] == 12 and got[-1]['tolerance'] == 1e-4, f'{v}: steps, resources, tolerance: {got[-1]}')
    check(list(got[0])[:4] == ['time', 'x', 'der(x)', 'y'] and 'fault' not in got[0] and 'k' not in got[0] and 'also, y' in got[0], f'{v}: columns {list(got[0])}')
    same(run(file, '--step', 0.25, '--stop', 2, '--set', 'k=2', '--set', 'u=.25'), euler(lambda t: .25, 2, 0.25, 8), f'{v}: step, stop, set')
    same(run(file, '--set', 'x=.25'), euler(lambda t: 0, 1, 0.125, 8, .25), f'{v}: a value to start with')
    same(run(file, '--set', 'x.start=.25'), euler(lambda t: 0, 1, 0.125, 8, .25), f'{v}: its attribute')
    same(run(file, '--step', 0.125, '--interval', 0.5), euler(lambda t: 0, 1, 0.125, 8)[::4], f'{v}: rows')
    ramp = lambda t: min(8 * t, 4)
    quiet = ('--quiet', '--set', 'when=9', '--step', 0.0625, '--stop', 0.125)
    same(run(file, *quiet, '--inputs', f'{work}/u.csv'), euler(ramp, 1, 0.0625, 2), f'{v}: inputs')
    got = run(file, *quiet, '--inputs', f'{work}/rpm.csv')
    check(abs(got[-1]['x'] - euler(ramp, 1, 0.0625, 2)[-1][1]) < 1e-12, f'{v}: inputs with a unit')
    same(run(file, *quiet, '--inputs', f'{work}/u.csv', '--held', 'u'), euler(lambda t: 0, 1, 0.0625, 2), f'{v}: held')
    got = run(file, '--param', f'{work}/own.yaml', '--stop', 0.25)
    same(got, euler(lambda t: 1, 3, 0.125, 2), f'{v}: a file of parameters')
    check(got[-1]['mode'] == 2, f'{v}: an item by its name')
    check(run(file, '--vars', 'y,x', '--rtol', '1e-7')[-1].keys() == {'time', 'y', 'x'}, f'{v}: --vars')
    check(run(file, '--vars', 'tolerance', '--rtol', '1e-7')[-1]['tolerance'] == 1e-7, f'{v}: --rtol')
    check(run(file, '--start', 3, '--stop', 4)[0]['time'] == 3, f'{v}: --start')
    told = sim(file, '--set', 'u=1')
    check(re.search(r'^Own at 1 s\n  x +0\.\d+ +rad/s +speed\n  y ', told.stdout) and told.returncode == 0, f'{v}: last values: {told.stdout}')
    a, b = (sim(file, '--set', 'u=.25', '-o', f'{work}/{n}') for n in ('a.mat', 'b.csv'))
    told = subprocess.run([dtc, 'diff', f'{work}/a.mat', f'{work}/b.csv', '--tube', '0'], capture_output=True, text=True)
    check(told.returncode == 0, f'{v}: MAT and CSV: {told.stdout}{told.stderr}')
    told = sim(file, '--units', '--vars', 'x', '--format', 'csv')
    check(told.stdout.startswith('time [s],x [rad/s]\n'), f'{v}: units: {told.stdout[:80]}')

    # states
    whole = run(file, '--set', 'u=1', '--stop', 2)
    sim(file, '--set', 'u=1', '--stop', 1, '--save-state', f'{work}/state{v}.mat', '-o', f'{work}/part.csv')
    rest = run(file, '--state', f'{work}/state{v}.mat', '--stop', 2)
    check(rest == [r for r in whole if r['time'] >= 1] and len(rest) == 9, f'{v}: a run that goes on: {rest[:2]}')
    says(file, ('--state', f'{work}/state{v}.mat', '--stop', 2, '--set', 'k=2'), 'has its parameters')
    says(file, ('--state', f'{work}/a.mat'), 'a.mat has no state')
    says(file, ('--state', f'{work}/state{v}.mat', '--stop', .5), 'before the start')

with open(f'{work}/fast.csv', 'w') as f:
    f.write('time,mode\n0,2\n9,2\n')
got = run(own[3], '--state', f'{work}/state3.mat', '--stop', 2, '--inputs', f'{work}/fast.csv', '--quiet')
check({r['mode'] for r in got} == {2}, f'a discrete input that the state has otherwise: {got[:2]}')
says(own[3], ('--state', f'{work}/state2.mat'), 'of another build')
says(with_xml(2, ('canSerializeFMUstate="true"', '')), ('--save-state', f'{work}/s.mat'), 'does not hand out its state')

# ---- what 3.0 has beside ---------------------------------------------------------------------------------------

got = run(own[3], '--set', 'u=1', '--stop', 2)
at = [i for i, r in enumerate(got[1:], 1) if r['time'] == got[i - 1]['time']]
check(len(at) == 1 and got[at[0] - 1]['high'] == 0 and got[at[0]]['high'] == 1 and got[at[0]]['time'] % 0.125 == 0.0625, f'both sides of an event: {got}')
got = run(own[3], '--inputs', f'{work}/u.csv', '--quiet')
both = [(r['time'], r['mode']) for r in got if r['time'] == 0.5]
check(both == [(0.5, 1), (0.5, 2)], f'a discrete input changes at an event: {both}')
got = run(own[3], '--set', 'n=3', '--set', 'cell={1, 2, 3}', '--set', 'w=100')
check([got[-1][f'v[{i}]'] for i in (1, 2, 3)] == [101, 202, 303], f'an array of a size that is set: {got[-1]}')
check(run(own[3], '--set', 'cell[2]=5')[-1]['v[2]'] == 25, 'an element')
without = with_xml(3, ('hasEventMode="true"', ''), name='still')
got = run(without, '--set', 'u=1', '--stop', 2)
check(len({r['time'] for r in got}) == len(got) == 17, 'without event mode each time has one row')
file = fmus.own(3, f'{work}/refuses.fmu', library=fmus.library(3, work, '-DREFUSES_EVENTS', name='refuses'))
says(file, ('--inputs', f'{work}/u.csv'), r'no instance with it \(what is an event\?\): it is run without', 0)
check(len(run(file, '--set', 'u=1', '--stop', 2)) == 17, 'it is run without event mode')

# ---- what cannot be set ----------------------------------------------------------------------------------------

REFUSED = [('k=abc', 'a number is expected, not abc'), ('k=9', r'9 is above its max = 5'), ('k=-1', 'below its min'), ('toleranc=1', r'no variable toleranc; did you mean tolerance\?'),
           ('y=1', 'y cannot be set: it is calculated by the FMU'), ('mode=loud', 'slow or fast is expected, not loud'), ('high=1', 'cannot be set'),
           ('k=', 'not nothing'), ('k=inf', 'no finite number'), ('steps=1', 'cannot be set')]
for setting, pattern in REFUSED:
    says(own[2], ('--set', setting), pattern)
for setting, pattern in [('bytes=256', 'out of the range of UInt8'), ('bytes=1.5', 'no whole number'), ('cell={1}', 'has 2 elements, and 1 is given'),
                         ('cell=1', 'has 2 elements'), ('cell[3]=1', 'no variable'), ('n=30000000', 'more than 20000000 values'), ('tick=1', 'cannot be set')]:
    says(own[3], ('--set', setting), pattern)
with open(f'{work}/wrong.csv', 'w') as f:
    f.write('time,bytes\n0,1\n1,300\n')
says(own[3], ('--inputs', f'{work}/wrong.csv'), 'bytes = 300 at time 1 is out of the range')
with open(f'{work}/wrong.yaml', 'w') as f:
    f.write('parameters: {cell: [1, 2, 3]}\n')
says(own[3], ('--param', f'{work}/wrong.yaml'), r'wrong.yaml:1:20: error: cell has 2 elements')
for words in (('--method', 'euler'), ('--audit',), ('--float',), ('--model', 'A'), ('--atol', 1), ('--from-equilibrium',), ('-fno-alias',)):
    says(own[2], words, re.escape(words[0]) + ' does not apply to an FMU', 2)
for command in ('check', 'list', 'gears', 'modes'):
    told = subprocess.run([dtc, command, own[2]], capture_output=True, text=True)
    check(told.returncode == 2 and 'an FMU can be run, by dtc sim' in told.stderr, f'{command}: {told.stderr}')
says(own[2], ('--format', 'json'), 'writes csv and mat', 2)
says('models/launch/launch.dtm', ('--log',), 'is for FMUs', 2)
says(own[2], ('--stop', 1, '--step', 0.3), r'the run ends at 0\.9 s', 0)

# ---- FMUs that fail --------------------------------------------------------------------------------------------

FAULTS = [('discard', r'DoStep at time 0\.25 returned Discard: the shaft is broken at 0\.25'), ('error', 'returned Error: the shaft is broken'),
          ('fatal', 'returned Fatal: the shaft is broken'), ('silent', 'returned Error, and no message'), ('status', 'returned 77'),
          ('crash', r'DoStep crashed at time 0\.25 \(Segmentation fault'), ('abort', r'DoStep crashed at time 0\.25 \(Aborted')]
for v, file in own.items():
    for fault, pattern in FAULTS:
        os.path.exists(f'{work}/kept.csv') and os.remove(f'{work}/kept.csv')
        says(file, ('--set', f'fault={fault}', '-o', f'{work}/kept.csv'), pattern)
        check([r['time'] for r in rows(f'{work}/kept.csv')] == [0, 0.125, 0.25], f'{v}: {fault}: the rows before are kept')
    says(file, ('--set', 'fault=exit'), 'DoStep ended the program')
    told = says(file, ('--set', 'fault=terminate', '-o', f'{work}/kept.csv'), r'the model ended the run', 0)
    check(rows(f'{work}/kept.csv')[-1]['time'] == 0.25, f'{v}: it ends where it wants to')
    says(file, ('--set', 'fault=nan'), r'x is no number \(NaN\) at time 0\.375', 0)
    told = says(file, ('--set', 'fault=warn'), r'Own says \(Warning\) \[logStatus\]: it is warm', 0)
    check('\033' not in told.stderr and told.stderr.count('says') == 6, f'{v}: a text that comes again: {told.stderr}')
    told = says(file, ('--set', 'fault=flood'), 'it has said 100 things', 0)
    check(told.stderr.count('\n') < 110, f'{v}: a flood of messages')
    says(file, ('--log',), r'Own says \[logAll\]: it begins at 0', 0)
    says(with_xml(v, ('{own-', '{other-')), (), r'Instantiate\w* gave no instance: the (GUID|token)')
    says(fmus.own(v, f'{work}/lacks{v}.fmu', library=fmus.library(v, work, f'-Dfmi{v}DoStep=other', name='lacks', stub=False)), (), f'its library lacks fmi{v}DoStep')
    says(fmus.own(v, f'{work}/few{v}.fmu', library=fmus.library(v, work, stub=False, name='few')), (), r'warning: .*few\d.fmu: its library lacks .*which the standard asks for', 0)
    says(fmus.own(v, f'{work}/text{v}.fmu', library='no library'), (), 'its library cannot be loaded: binaries/')
    platform = fmus.PLATFORM[v]
    says(fmus.archive(f'{work}/win{v}.fmu', {'modelDescription.xml': fmus.text(v), 'binaries/win64/own.dll': 'x', 'sources/a.c': 'x'}), (),
         f'no binary for this machine: binaries/{platform}/own.so is not there, binaries are for win64; it has sources')
says(own[2], ('--set', 'fault=warn'), 'u is 50%', 0)
says(own[3], ('--set', 'fault=backwards'), 'returned early, at -0.875')
says(own[3], ('--set', 'fault=unsettled', '--set', 'u=1', '--stop', 2), 'does not settle')

# ---- signals ---------------------------------------------------------------------------------------------------

for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    p = subprocess.Popen([dtc, 'sim', own[2], '--set', 'fault=hang', '-o', f'{work}/hung.csv'], stderr=subprocess.DEVNULL, env=ENVIRONMENT)
    for _ in range(200):
        if glob.glob(f'{work}/tmp/*/binaries/linux64/*so*'):
            break
        time.sleep(0.02)
    time.sleep(0.2)
    p.send_signal(number)
    time.sleep(0.1)
    check(p.poll() is None, f'{number}: the first one waits for the step')
    p.send_signal(number)
    check(p.wait(10) == -number and not os.listdir(f'{work}/tmp') and not os.path.exists(f'{work}/hung.csv'), f'{number}: the second one ends it, and nothing stays')

# ---- archives --------------------------------------------------------------------------------------------------

DESCRIPTION = fmus.text(2)


def entry(name, mode=0o100644, system=3, **more):
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    info.create_system = system
    for key, value in more.items():
        setattr(info, key, value)
    return info


def hostile(name, parts, pattern, raw=None):
    file = fmus.archive(f'{work}/{name}.fmu', [('modelDescription.xml', DESCRIPTION), ('binaries/linux64/own.so', built[2]), *parts])
    if raw:
        with open(file, 'rb') as f:
            content = raw(f.read())
        with open(file, 'wb') as f:
            f.write(content)
    says(file, (), pattern)


PARTS = [('up', '../up.txt', 'leads out'), ('deep', 'resources/a/../../../up.txt', 'leads out'), ('absolute', '/tmp/up.txt', 'absolute name'), ('dot', './up.txt', 'leads out'),
         ('double', 'resources//up.txt', 'leads out'), ('drive', 'C:/up.txt', 'a character that no name'), ('back', 'resources\\up.txt', 'a character that no name'),
         ('control', 'resources/a\nb', 'a character that no name')]
for name, part, pattern in PARTS:
    hostile(name, [(part, 'x')], pattern)
hostile('link', [('', (entry('resources/link', 0o120777), '/etc/passwd'))], 'is a link')
hostile('device', [('', (entry('resources/device', 0o020666), ''))], 'is a link or a device')
hostile('file_folder', [('resources/a', 'x'), ('resources/a/b', 'x')], 'cannot be unpacked')
with zipfile.ZipFile(f'{work}/twice.fmu', 'w') as z:
    import warnings
    warnings.simplefilter('ignore')
    for _ in range(2):
        z.writestr('modelDescription.xml', DESCRIPTION)
says(f'{work}/twice.fmu', (), 'is there twice')
hostile('bomb', [(f'resources/{i}', b'\0' * 50000000) for i in range(8)], 'would be unpacked to')
hostile('cut', [], 'is no archive|is damaged', raw=lambda b: b[:len(b) // 2])
hostile('crc', [('resources/stored', (entry('resources/stored'), 'A' * 99 + 'zz'))], 'is damaged', raw=lambda b: b.replace(b'AAzz', b'BAzz'))
hostile('size', [('resources/stored', (entry('resources/stored'), 'A' * 99 + 'zz'))], 'is damaged|no archive', raw=lambda b: b.replace((101).to_bytes(4, 'little'), (2000).to_bytes(4, 'little')))
with open(f'{work}/bomb_in_place.fmu', 'wb') as f:
    f.write(b'PK')
says(f'{work}/bomb_in_place.fmu', (), 'is no archive')
says(fmus.archive(f'{work}/empty.fmu', {'a.txt': 'x'}), (), 'no modelDescription.xml')
says(f'{work}/missing.fmu', (), 'cannot be read: No such file')
os.makedirs(f'{work}/folder.fmu', exist_ok=True)
says(f'{work}/folder.fmu', (), 'is no archive')
check(not os.path.exists('/tmp/up.txt') and not os.path.exists(f'{work}/up.txt') and not os.path.exists(f'{work}/tmp/up.txt'), 'nothing is written elsewhere')

# ---- descriptions ----------------------------------------------------------------------------------------------

LAUGHS = '<!DOCTYPE a [<!ENTITY a "haha">' + ''.join(f'<!ENTITY {chr(98 + i)} "{("&" + chr(97 + i) + ";") * 10}">' for i in range(12)) + ']>'
HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
XML = [('</ModelVariables>', '', r'modelDescription.xml:\d+:\d+: error: this is no XML: mismatched tag'), (HEAD, HEAD + LAUGHS, 'has no document type'),
       (HEAD, HEAD + '<!DOCTYPE a SYSTEM "file:///etc/passwd">', 'has no document type'), ('fmiVersion="2.0"', 'fmiVersion="1.0"', 'an FMU of FMI 1.0; dtc runs'),
       ('fmiVersion="2.0"', '', 'fmiModelDescription has no fmiVersion'), ('guid="{own-2}"', '', 'has no guid'), ('modelIdentifier="own"', 'modelIdentifier="../own"', 'no identifier of C'),
       ('name="y"', 'name="x"', 'two variables x'), ('declaredType="Speed"', 'declaredType="Sped"', 'of the type Sped, which is not defined'), ('stopTime="1"', 'stopTime="one"', 'stopTime="one" is no number'),
       ('valueReference="4"', 'valueReference="-4"', 'is no whole number from 0'), ('causality="output"', 'causality="out"', 'there is no such causality'),
       ('derivative="1"', 'derivative="99"', 'the derivative of 99'), ('<Real unit="rad/s"/>', '', 'y has no type'), ('CoSimulation', 'ModelExchange', 'it has no co-simulation, which is what dtc sim runs; it has model exchange'),
       ('CoSimulation', 'ScheduledExecution', 'it has scheduled execution'), ('fmiModelDescription', 'html', 'the root is <html>')]
for old, new, pattern in XML:
    says(with_xml(2, (old, new)), (), pattern)
XML3 = [('valueReference="4"', 'valueReference="3"', 'k has the value reference 3, as u has'), ('<Dimension valueReference="11"/>', '<Dimension valueReference="99"/>', 'given by 99, and there is no'),
        ('<Dimension valueReference="11"/>', '<Dimension/>', 'neither a start nor'), ('<Int32', '<Int31', '<Int31> is no type'), ('instantiationToken="{own-3}"', '', 'has no instantiationToken')]
for old, new, pattern in XML3:
    says(with_xml(3, (old, new)), (), pattern)
deep = fmus.text(2).replace('<ModelStructure>', '<VendorAnnotations>' + '<a>' * 5000 + '</a>' * 5000 + '</VendorAnnotations><ModelStructure>')
says(fmus.own(2, f'{work}/deep.fmu', xml=deep, library=built[2]), (), 'this is no XML|aborted')

# ---- FMUs of dtc -----------------------------------------------------------------------------------------------

MODEL = 'models/two_blocks/two_blocks.dtm'
told = sim(MODEL, '--method', 'euler', '--quiet', '-o', f'{work}/native.csv')
native = {r['time']: r for r in rows(f'{work}/native.csv')}
for v in (2, 3):
    file = f'{work}/two_blocks{v}.fmu'
    told = subprocess.run([dtc, MODEL, '--vars', '*', '--kind', 'cs', '--fmi', str(v), '-o', file], capture_output=True, text=True, env={**ENVIRONMENT, 'CC': 'gcc'})
    check(told.returncode == 0, f'{v}: an FMU of dtc: {told.stderr}')
    got = {r['time']: r for r in run(file)}                # of two rows of one time the one after the event
    both = [n for n in next(iter(native.values())) if n in next(iter(got.values()))]
    check(len(both) > 50 and len(got) == len(native), f'{v}: {len(both)} variables, {len(got)} times of {len(native)}')
    wrong = [(t, n) for t, r in native.items() for n in both if got.get(t, {}).get(n) != r[n]]
    check(not wrong, f'{v}: not the bits of dtc sim --method euler: {wrong[:5]}')
    sim(file, '--stop', 1, '--save-state', f'{work}/two.mat', '--quiet', '-o', f'{work}/part.csv')
    rest = {r['time']: r for r in run(file, '--state', f'{work}/two.mat')}
    wrong = [(t, n) for t, r in rest.items() for n in both if got[t][n] != r[n]]
    check(not wrong and len(rest) > 1000, f'{v}: a run that goes on: {wrong[:5]}')
print(f'{passed} passed, {failed} failed')
sys.exit(failed > 0)
