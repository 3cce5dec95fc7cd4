"""format.py [--fix] FILE ...: bodies of functions in these sources of C as .clang-format has them.

What stands between '{' and '}' at the beginning of lines is formatted, and rulers end in column 110; declarations,
tables and macros are laid out by hand. Without --fix the files that differ are listed.
"""
import re
import subprocess
import sys

RULER = re.compile(r'^/\* -{4,} (.*?) -* ?\*/$', re.MULTILINE)


def ruler(match):
    title = match.group(1).strip()
    return f'/* ---- {title} {"-" * max(4, 98 - len(title))} */'


def bodies(lines):
    """Ranges of lines of bodies, without the macros in them."""
    start, goes_on = None, False
    inside = False
    for number, line in enumerate(lines, 1):
        macro = goes_on or line.lstrip().startswith('#')
        goes_on = macro and line.endswith('\\')
        inside = line == '{' or inside and line != '}'
        if start and (macro or not inside):
            yield f'--lines={start}:{number - macro}'
            start = None
        elif inside and not macro:
            start = start or number


def formatted(name, text):
    text = RULER.sub(ruler, text)
    ranges = list(bodies(text.split('\n')))
    if not ranges:
        return text
    command = ['clang-format', '--style=file', f'--assume-filename={name}', *ranges]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def main():
    fix = sys.argv[1] == '--fix'
    for name in sys.argv[1 + fix:]:
        with open(name) as file:
            text = file.read()
        new = formatted(name, text)
        if new == text:
            continue
        print(name)
        if fix:
            with open(name, 'w') as file:
                file.write(new)


main()
