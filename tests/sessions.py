"""sessions.py FILE.md ...: does what texts say, each in a folder of its own.

A block of code whose first line is ```LANGUAGE NAME is a file. One of ```console is a session: lines with `$ ` are
commands of the shell, the others what they say, to the letter; there `...` alone is any number of lines, within a line
any text. A command fails the test if what it says differs, or if it ends with an error that its text does not have.
BLESS=1 rewrites what differs.
"""
import os
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r'^```(\S[^\n]*)\n(.*?)^```$', re.M | re.S)


def commands(lines):
    """(command, what it is to say) of each command of a session."""
    found = []
    for line in lines:
        if line.startswith('$ '):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def same_line(wanted, got):
    return re.fullmatch('.*'.join(map(re.escape, wanted.split('...'))), got) is not None


def same(wanted, got):
    """All lines, `...` for any number of them."""
    n = wanted.index('...') if '...' in wanted else len(wanted)
    if len(got) < n or not all(map(same_line, wanted[:n], got)):
        return False
    if n == len(wanted):
        return len(got) == n
    return any(same(wanted[n + 1:], got[i:]) for i in range(n, len(got) + 1))


class Texts:
    def __init__(self):
        self.env = dict(os.environ, DTC_HOME=os.getcwd(), PATH=os.environ['BUILD'] + ':' + os.environ['PATH'])
        self.passed = self.failed = 0

    def run(self, command, wanted, folder):
        """Tries a command; what it says, as lines."""
        run = subprocess.run(['sh', '-c', command], cwd=folder, env=self.env, text=True, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        got = run.stdout.splitlines()
        if same(wanted, got) and (run.returncode == 0 or any('error' in w for w in wanted)):
            self.passed += 1
            return wanted
        if os.environ.get('BLESS'):
            print('blessed $', command)
            return got
        self.failed += 1
        print('FAILED $ %s (exit code %d); says' % (command, run.returncode))
        print('\n'.join('  ' + g for g in got[:40]))
        return wanted

    def do(self, name):
        with open(name, encoding='utf-8') as f:
            text = f.read()
        with tempfile.TemporaryDirectory() as folder:
            self.env.setdefault('XDG_CACHE_HOME', folder)

            def block(match):
                info, lines = match[1], match[2].splitlines()
                if info != 'console':
                    with open(os.path.join(folder, info.split()[1]), 'w', encoding='utf-8') as f:
                        f.write(match[2])
                    return match[0]
                said = [['$ ' + c] + self.run(c, wanted, folder) for c, wanted in commands(lines)]
                return '```console\n' + ''.join(line + '\n' for part in said for line in part) + '```'
            new = BLOCK.sub(block, text)
        if new != text:
            with open(name, 'w', encoding='utf-8') as f:
                f.write(new)


texts = Texts()
for file in sys.argv[1:]:
    texts.do(file)
print('%d passed, %d failed' % (texts.passed, texts.failed))
sys.exit(texts.failed != 0 or texts.passed == 0)
