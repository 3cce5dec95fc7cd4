"""cost.py DTC CC WORK: what doStep with one step in it costs beside the step of the generated C, in instructions by callgrind: a count that no load of the
machine changes. Prints the figures, and ends with `N passed, N failed`."""
import glob
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as tree
import zipfile

dtc, cc, work = sys.argv[1:]
STEPS = 2000
passed = failed = 0


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True, env={**os.environ, 'CC_WIN64': '', 'CC': cc}).stdout


def instructions(function, *words):
    """Of one call, with all that it calls."""
    run('valgrind', '--tool=callgrind', f'--callgrind-out-file={work}/callgrind', *words)
    for line in run('callgrind_annotate', '--inclusive=yes', f'{work}/callgrind').splitlines():
        found = re.match(r' *([0-9,]+) .*:(\w+)(?: \[|$)', line)
        if found and found[2] == function:
            return int(found[1].replace(',', '')) / STEPS
    sys.exit(f'no {function}')


def bare(name, step, options, change):
    run(dtc, *options, '--step', step, '-o', f'{work}/{name}.c')
    with open(f'{work}/{name}.h') as f:
        model = re.findall(r'^\} (\w+);$', f.read(), re.M)[-1]
    run(*cc.split(), '-O2', '-ffp-contract=off', '-Iruntime', '-Iruntime/fmi', f'-I{work}', f'-DMODEL={model}', f'-DMODEL_H="{name}.h"',
        *([f'-DINPUT={change}'] if change else []), '-o', f'{work}/{name}', 'tests/fmu/cost.c', f'{work}/{name}.c', *glob.glob('runtime/*.c'), '-ldl', '-lm')
    return instructions(model + '_step', f'{work}/{name}', str(STEPS), '0.25')


def unit(name, step, options, change, outputs):
    run(dtc, *options, '--step', step, '--kind', 'cs', *outputs, '-o', f'{work}/{name}.fmu')
    with zipfile.ZipFile(f'{work}/{name}.fmu') as archive:
        archive.extractall(f'{work}/{name}.unit')
    root = tree.parse(f'{work}/{name}.unit/modelDescription.xml').getroot()
    reference = [v.get('valueReference') for v in root.find('ModelVariables') if v.get('name') == change] or ['0']
    return instructions('fmi2DoStep', f'{work}/{name}', str(STEPS), '0.25', f'{work}/{name}.unit/binaries/linux64', root.find('CoSimulation').get('modelIdentifier'),
                        root.get('guid'), reference[0], step)


def cost(name, step, options, change):
    return [bare(name, step, options, change), unit(name, step, options, change, []), unit(name, step, options, change, ['--outputs', 'before'])]


def check(good, text):
    global passed, failed
    passed += good
    failed += not good
    print(text if good else 'FAILED ' + text)


for change, most, what in ('throttle', 1.85, 'an input changes in each step'), (None, 1.3, 'inputs stay'):
    b, end, before = cost('zf4hp22', '1e-3', ['models/zf4hp22/zf4hp22.dtm', '--model', 'Zf4hp22.Bench'], change)
    check(end <= most * b, f'zf4hp22, {what}: a step {b:.0f}, doStep {end:.0f}, {end / b:.3f}')
    check(before <= b + 110, f'the same, --outputs before: {before - b:.0f} more')
b, end, before = cost('launch', '1e-4', ['models/launch/launch.dtm'], None)
check(end <= b + 300, f'launch: a step {b:.0f}, doStep {end - b:.0f} more')
print(f'{passed} passed, {failed} failed')
sys.exit(failed > 0)
