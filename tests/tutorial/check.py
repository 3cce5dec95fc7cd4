"""check.py FILE.md: does what a text says, in a folder of its own.

A block of code whose first line is ```LANGUAGE NAME is a file. One of ```console is a session: lines with `$ ` are commands of the
shell, the others what they say. There `...` alone is any number of lines, within a line any text; numbers count, to four
digits, not how many blanks are between them. A command fails the test if what it says differs, or if it ends with an error
that its text does not have.
"""
import os
import re
import subprocess
import sys
import tempfile

NUMBER = re.compile(r"[-+]?\d+\.?\d*(?:[eE][-+]?\d+)?")


def blocks(text):
    """(info, lines) of each block of code, in order."""
    return [(m.group(1), m.group(2).splitlines()) for m in re.finditer(r"^```(\S[^\n]*)\n(.*?)^```$", text, re.M | re.S)]


def sessions(lines):
    """(command, what it is to say) of each command."""
    found = []
    for line in lines:
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def same_word(wanted, got):
    """Equal but for the digits behind the fourth of numbers."""
    a, b = NUMBER.findall(wanted), NUMBER.findall(got)
    if NUMBER.sub("#", wanted) != NUMBER.sub("#", got) or len(a) != len(b):
        return False
    return all(abs(float(x) - float(y)) <= 1e-4 * max(abs(float(x)), abs(float(y))) for x, y in zip(a, b))


def same_line(wanted, got):
    parts = wanted.split("...")
    if len(parts) > 1:
        return re.search(".*".join(re.escape(" ".join(p.split())) for p in parts), " ".join(got.split())) is not None
    a, b = wanted.split(), got.split()
    return len(a) == len(b) and all(map(same_word, a, b))


def same(wanted, got):
    """All lines, `...` for any number of them."""
    if not wanted:
        return not got
    if wanted[0] == "...":
        return any(same(wanted[1:], got[i:]) for i in range(len(got) + 1))
    return bool(got) and same_line(wanted[0], got[0]) and same(wanted[1:], got[1:])


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        text = f.read()
    home = os.getcwd()
    env = dict(os.environ, DTC_HOME=home, PATH=os.environ["BUILD"] + ":" + os.environ["PATH"])
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        env.setdefault("XDG_CACHE_HOME", folder)
        for info, lines in blocks(text):
            if info != "console":
                with open(os.path.join(folder, info.split()[1]), "w", encoding="utf-8") as f:
                    f.write("\n".join(lines) + "\n")
                continue
            for command, wanted in sessions(lines):
                run = subprocess.run(["sh", "-c", command], cwd=folder, env=env, text=True, stdout=subprocess.PIPE,
                                     stderr=subprocess.STDOUT)
                got = run.stdout.splitlines()
                error = run.returncode != 0 and not any("error" in w for w in wanted)
                if same(wanted, got) and not error:
                    passed += 1
                else:
                    failed += 1
                    print("FAILED $", command, "(exit code %d)" % run.returncode)
                    print("\n".join("  " + g for g in got[:20]))
    print("%d passed, %d failed" % (passed, failed))
    return failed != 0 or passed == 0


sys.exit(main())
