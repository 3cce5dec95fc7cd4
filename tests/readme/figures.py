#!/usr/bin/env python3
"""Figures of pages beside the commands that print them: figures.py DTC PAGE ... Ends with `N passed, N failed`.

A command of a page, a line of four blanks and `dtc`, may have a comment: numbers in it are to be in what the command prints, as rounded as they
stand there. `the table below` means those with a decimal point in the next table, of all commands since the text before."""
import re
import shlex
import subprocess
import sys

dtc, *pages = sys.argv[1:]
passed = failed = 0
NUMBER = re.compile(r'(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w])')


def printed(command):
    """Numbers that it prints; it runs where pages are, with what it would write left out."""
    words = shlex.split(command)[1:]
    if '-o' in words:
        at = words.index('-o')
        words[at:at + 2] = []
    told = subprocess.run([dtc, *words], capture_output=True, text=True)
    if told.returncode:
        return None
    return [float(x) for x in NUMBER.findall(told.stdout)]


def has(numbers, figure):
    digits = len(figure.split('.')[1]) if '.' in figure else 0
    return any(abs(abs(x) - abs(float(figure))) <= 0.5*10**-digits*(1 + 1e-9) for x in numbers)


def look_for(page, command, numbers, figures):
    global passed, failed
    for figure in figures:
        if numbers is not None and has(numbers, figure):
            passed += 1
        else:
            failed += 1
            print(f'FAILED {page}: {figure} is not what this prints: {command}')


def look_at(page):
    numbers, commands = [], []                             # what commands have printed since the last text
    table = None                                           # 'wanted', then 'read'
    with open(page) as f:
        lines = f.read().replace('\\\n', ' ').splitlines()
    for line in lines + ['']:
        if line.startswith('    dtc '):
            command, _, comment = line.strip().partition('  #')
            named = 'the table below' in comment
            asked = [] if named else NUMBER.findall(comment)
            table = 'wanted' if named else table
            if named or asked:
                found = printed(command)
                look_for(page, command, found, asked)
                numbers, commands = numbers + (found or []), commands + [command]
        elif table and line.startswith('|'):
            table = 'read'
            look_for(page, '; '.join(commands), numbers, [x for x in NUMBER.findall(line) if '.' in x])
        elif table == 'read' or (line.strip() and not table):
            numbers, commands, table = [], [], None
    if table:
        look_for(page, '; '.join(commands), None, ['the table'])


for page in pages:
    look_at(page)
print(f'{passed} passed, {failed} failed')
sys.exit(failed > 0)
