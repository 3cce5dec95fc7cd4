#!/usr/bin/env python3
"""Archives and model descriptions with random damage: fuzz.py DTC WORK ROUNDS [SEED]. dtc sim ends with 0, 1 or 2, says something where it does not run, and leaves nothing. Ends with `N passed, N failed`."""
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, 'tests/master')
import fmus

dtc, work, rounds, *seed = sys.argv[1:]
random.seed(int(seed[0]) if seed else 1)
passed = failed = 0
os.makedirs(f'{work}/tmp', exist_ok=True)
ENVIRONMENT = {**os.environ, 'TMPDIR': f'{work}/tmp'}
VALUES = ['', '-1', '0', '1', '2', '3', '4294967295', '4294967296', '1e999', 'nan', 'true', 'x', '%s%n', '../..', 'a' * 5000, '\N{GREEK SMALL LETTER OMEGA}', '&amp;&lt;', 'parameter', 'input', 'discrete']


def damaged_text(text):
    for _ in range(random.randint(1, 4)):
        kind = random.randrange(5)
        if kind == 0:                      # a value of an attribute
            at = random.choice([m for m in re.finditer(r'="([^"]*)"', text)] or [None])
            text = text[:at.start(1)] + random.choice(VALUES) + text[at.end(1):] if at else text
        elif kind == 1:                    # an element is not there, or twice
            at = random.choice([m for m in re.finditer(r'<[A-Za-z][^<>]*/>', text)] or [None])
            text = text[:at.start()] + at.group() * random.choice((0, 2, 3)) + text[at.end():] if at else text
        elif kind == 2:                    # a word becomes another of the file
            words = re.findall(r'[A-Za-z]+', text) or ['a']
            text = text.replace(random.choice(words), random.choice(words), random.choice((1, -1)))
        elif kind == 3 and text:           # a part is lost
            at = random.randrange(len(text))
            text = text[:at] + text[at + random.randint(1, 40):]
        elif text:
            at = random.randrange(len(text))
            text = text[:at] + chr(random.choice((0, 9, 34, 38, 60, 62, 255, 0x20ac))) + text[at + 1:]
    return text


def damaged_bytes(content):
    content = bytearray(content)
    for _ in range(random.randint(1, 6)):
        at = random.choice((random.randrange(len(content)), len(content) - 1 - random.randrange(min(600, len(content)))))
        content[at] = random.choice((0, 1, 255, content[at] ^ (1 << random.randrange(8)), random.randrange(256)))
    return bytes(content[:random.randrange(len(content))] if random.random() < .1 else content)


def tried(file):
    global passed, failed
    try:
        told = subprocess.run([dtc, 'sim', file, '--stop', '0.5', '--step', '0.25', '-o', f'{work}/out.csv'], capture_output=True, env=ENVIRONMENT, timeout=60)
        code, said = told.returncode, told.stderr
    except subprocess.TimeoutExpired:
        code, said = -1, b'it does not end'
    good = code in (0, 1, 2) and (code == 0 or said) and not os.listdir(f'{work}/tmp') and b'crashed' not in said and b'runtime error' not in said and b'AddressSanitizer' not in said
    passed += good
    if not good:
        failed += 1
        kept = f'{work}/failed{failed}.fmu'
        os.rename(file, kept)
        print('FAILED', kept, code, said.decode(errors='replace')[:500], os.listdir(f'{work}/tmp'))
        subprocess.run(['rm', '-rf', f'{work}/tmp'])
        os.makedirs(f'{work}/tmp')


library = {v: fmus.library(v, work) for v in (2, 3)}
whole = {}
for v in (2, 3):
    with open(fmus.own(v, f'{work}/whole{v}.fmu', library=library[v]), 'rb') as f:
        whole[v] = f.read()
for i in range(int(rounds)):
    v, file = random.choice((2, 3)), f'{work}/fuzz.fmu'
    if i % 2:
        fmus.own(v, file, xml=damaged_text(fmus.text(v)).encode('utf-8', 'surrogatepass'), library=library[v])
    else:
        with open(file, 'wb') as f:
            f.write(damaged_bytes(whole[v]))
    tried(file)
print(f'{passed} passed, {failed} failed')
sys.exit(failed > 0)
