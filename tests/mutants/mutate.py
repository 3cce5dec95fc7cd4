"""Mutants of C: small changes that a test should notice.

    mutate.py SEED FILE ...

prints a line for each, in an order that SEED decides: "file:line:column: what: new text of the line", or the
statement that is dropped.

A line of code is drawn from all of the files, each as likely as any other, and one of the changes that can be made to
it. No line is drawn twice. Comments, texts, preprocessor lines and what stands outside of functions are left alone. A
mutant may still be none: those that do not compile, or into the same code, are sorted out by run.py; those that change
nothing for another reason are listed in `equivalent`, each with the reason.
"""
import random
import re
import sys

SWAP = {'<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '==', '&&': '||', '||': '&&',
        '+': '-', '-': '+', '*': '+', '/': '*', '+=': '-=', '-=': '+='}
WHAT = {'<': 'bound', '<=': 'bound', '>': 'bound', '>=': 'bound', '==': 'condition', '!=': 'condition',
        '&&': 'condition', '||': 'condition', '+': 'sign', '-': 'sign', '*': 'operator', '/': 'operator',
        '+=': 'sign', '-=': 'sign'}
TOKEN = re.compile(r'[A-Za-z_]\w*|(?:\d[\w.]*|\.\d[\w.]*)(?:(?<=[eE])[-+]\d+)?'
                   r'|->|\+\+|--|<<=|>>=|<<|>>|[<>=!+\-*/%&|^]=|&&|\|\||\S')
OPERAND = re.compile(r'[\w)\]]$')
BEFORE_UNARY = {'return', 'case', 'else', 'sizeof', 'do'}
DECLARATION = re.compile(r'(return|case|default|else|if|for|while|do|goto|static|const|typedef|enum|'
                         r'struct|switch|union|extern)\b|\w+ \**\w+( =|;|,|\[)')


def blank(text):
    """The text with comments, texts, characters and preprocessor lines as blanks, line by line in place."""
    texts = r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\''
    out = re.sub(texts, lambda m: re.sub(r'[^\n]', '\x00', m[0]), text, flags=re.S)
    lines, inside = out.split('\n'), False
    for i, line in enumerate(lines):
        if inside or line.lstrip().startswith('#'):
            inside = line.rstrip('\x00 ').endswith('\\')
            lines[i] = ' ' * len(line)
    return [line.replace('\x00', ' ') for line in lines]


def of_token(tokens, i):
    """What token i can be changed into: pairs of what and new text."""
    text, before = tokens[i][0], tokens[i - 1][0] if i else ''
    binary = bool(OPERAND.search(before)) and before not in BEFORE_UNARY
    if text in SWAP and (binary or text not in '+-*'):
        yield WHAT[text], SWAP[text]
    elif text == '-' and not binary:
        yield 'sign', ''
    elif text == '!':
        yield 'condition', ''
    elif re.fullmatch(r'\d+', text):
        yield 'constant', str(int(text) + 1)
    elif re.fullmatch(r'\d[\d.]*(e[-+]?\d+)?', text):
        yield 'constant', '2*' + text
    elif text == 'true' or text == 'false':
        yield 'constant', 'false' if text == 'true' else 'true'


def of_line(line):
    """All changes of a line: (column, what, old, new); %s in the new text is the old one."""
    tokens = [(m[0], m.start()) for m in TOKEN.finditer(line)]
    for i, (text, at) in enumerate(tokens):
        for what, new in of_token(tokens, i):
            yield at, what, text, new
    for m in re.finditer(r'\bif \((?=(.*)\)( \{| [\w*].*;)?$)', line):
        if m[1].count('(') == m[1].count(')'):
            yield m.end(), 'condition', m[1], '!(%s)'
    for m in re.finditer(r'\[([\w.>-]+)\](?! *\{)', line):
        yield m.start(1), 'index', m[1], '%s + 1'
    statement = re.fullmatch(r'( *)([\w*(][^;{}]*;) *', line)
    if statement and not DECLARATION.match(statement[2]):
        yield len(statement[1]), 'dropped', statement[2], ';'
    dropped = re.fullmatch(r'( *if \(.*\) )((?:return|continue|break)\b[^;{}]*;) *', line)
    if dropped:
        yield len(dropped[1]), 'omitted', dropped[2], ';'


def sites(file):
    """Lines of functions that can be changed: (file, line, changes)."""
    depth = 0
    for number, line in enumerate(blank(open(file).read()), 1):
        if depth > 0 and not re.match(r' *(static )?const .*= \{|.*\b(enum|struct|union)\b.*\{', line):
            changes = list(of_line(line))
            if changes:
                yield file, number, changes
        depth += line.count('{') - line.count('}')


class Mutant:
    def __init__(self, file, number, column, what, old, new):
        self.file, self.number, self.what = file, number, what
        self.lines = open(file).read().split('\n')
        line = self.lines[number - 1]
        old = line[column:column + len(old)]
        new = new.replace('%s', old)
        self.line = line[:column] + new + line[column + len(old):]
        self.name = '%s:%d:%d: %s: %s' % (file, number, column + 1, what, old if new == ';' else self.line.strip())

    def text(self):
        return '\n'.join(self.lines[:self.number - 1] + [self.line] + self.lines[self.number:])


def mutants(seed, files):
    """All lines that can be changed, each with one change."""
    lines = [site for file in sorted(files) for site in sites(file)]
    draw = random.Random(seed)
    draw.shuffle(lines)
    for file, number, changes in lines:
        yield Mutant(file, number, *draw.choice(changes))


if __name__ == '__main__':
    for mutant in mutants(int(sys.argv[1]), sys.argv[2:]):
        print(mutant.name)
