"""Texts before and after dtc format, compared by other means than its own: a tokenizer of regular expressions.

layout.py [--draw N] DTC WORK FOLDER...: copies of all texts in the folders (or N of them, drawn by a seed) are laid
out in WORK. What dtc takes for no text of the language it must leave as it is. With --draw the folders have Modelica
libraries: each is laid out as a whole, and examples of it, drawn too, mean what they meant where dtc takes them.
"""
import os
import random
import re
import shutil
import subprocess
import sys

arguments = sys.argv[1:]
draw = int(arguments.pop(0)) if arguments[0] == "--draw" and arguments.pop(0) else 0
DTC, WORK, folders = arguments[0], arguments[1], arguments[2:]
passed = failed = 0

TOKEN = re.compile(rb'''(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<string>"(?:[^"\\]|\\.)*")|(?P<quoted>'(?:[^'\\\n]|\\.)*')
    |(?P<number>\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)|(?P<name>[A-Za-z_]\w*)
    |(?P<sign>:=|<=|>=|==|<>|\.[-+*/^]|[^\s\w])''', re.X | re.S)


def check(good, what, instead=""):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print(f"FAILED {what}: {str(instead)[:300]}")


def tokens(text):
    """Tokens, and comments without blanks at the ends of their lines, with what stands before each."""
    words, comments = [], []
    for m in TOKEN.finditer(text[3:] if text.startswith(b"\xef\xbb\xbf") else text):
        if m.lastgroup == "comment":
            comments.append((len(words), re.sub(rb"[ \t\r]+(?=\n|$)", b"", m.group())))
        else:
            words.append(m.group())
    return words, comments


def empty_lines(text):
    return len(re.findall(rb"\n[ \t\r\f\v]*(?=\n)", text))


def flat(path, home=None):
    environment = dict(os.environ, **({"DTC_HOME": home} if home else {}))
    done = subprocess.run([DTC, "check", "--dump=flat", path], capture_output=True, env=environment)
    return done.stdout if done.returncode == 0 else None


def example_flat(name, folder):
    done = subprocess.run([DTC, "check", "--dump=flat", "--model", name, "-I", folder], capture_output=True)
    return done.stdout if done.returncode == 0 else None


def examples_same(folder):
    """Of the libraries in the folder, before and after."""
    whole = os.path.join(WORK, "whole")
    shutil.copytree(folder, whole, ignore=lambda at, names: [n for n in names if n == "Resources"])
    files, names = [], []
    for at, _, found in sorted(os.walk(whole)):
        for file in sorted(f for f in found if f.endswith(".mo")):
            files.append(os.path.join(at, file))
            with open(files[-1], "rb") as f:
                if file != "package.mo" and "/Examples" in at and b"experiment(" in f.read():
                    names.append(os.path.relpath(files[-1], whole)[:-3].replace("/", "."))
    for i in range(0, len(files), 200):
        subprocess.run([DTC, "format", *files[i:i + 200]], capture_output=True)
    compared = 0
    for name in sorted(random.Random(44).sample(names, min(draw // 4, len(names)))):
        one = example_flat(name, folder)
        if one is not None:
            compared += 1
            check(one == example_flat(name, whole), f"{name} means something else")
    print(f"| {compared} of {min(draw // 4, len(names))} examples are taken, and compared")
    check(compared > 0 or not names, "examples that are compared", names[:5])


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    pairs = []
    for folder in folders:
        for at, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                if name.endswith((".dtm", ".mo")) and not os.path.join(at, name).startswith("tests/golden/hostile"):
                    path = os.path.join(at, name)
                    pairs.append((path, os.path.join(WORK, path.lstrip("/"))))
    if draw:
        pairs = sorted(random.Random(44).sample(pairs, min(draw, len(pairs))))
    for path, copy in pairs:
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        shutil.copyfile(path, copy)
    copies = [copy for _, copy in pairs]
    batches = [copies[i:i + 200] for i in range(0, len(copies), 200)]
    said = b"".join(subprocess.run([DTC, "format", *b], capture_output=True).stderr for b in batches)
    refused = set(re.findall(r"^(\S.*?):\d+:\d+: error: ", said.decode(errors="replace"), re.M))
    again = {line for b in batches
             for line in subprocess.run([DTC, "format", "--check", *b], capture_output=True).stdout.decode().splitlines()}
    laid = 0
    for path, copy in pairs:
        before, after = open(path, "rb").read(), open(copy, "rb").read()
        if copy in refused:
            check(before == after, f"{path} is no text of the language, and was changed")
            continue
        laid += 1
        check(copy not in again, f"{path} is laid out anew a second time")
        check(tokens(before) == tokens(after), f"{path} has other tokens or comments")
        check(empty_lines(before.rstrip()) == empty_lines(after.rstrip()), f"{path} has other empty lines",
              (empty_lines(before), empty_lines(after)))
        check(not re.search(rb"[ \t]\n", re.sub(rb'"(?:[^"\\]|\\.)*"', b'""', after, flags=re.S)) and after.endswith(b"\n"),
              f"{path} has blanks at the end of a line")
    check(laid > len(pairs) / 2, "most are laid out", (laid, len(pairs)))
    print(f"| {laid} files laid out, {len(pairs) - laid} refused")
    if draw:
        for folder in folders:
            examples_same(folder)
        return
    # What the models mean, with the library as it was and with the one that is laid out.
    home = os.path.join(WORK, "home")
    os.makedirs(home)
    os.symlink(os.path.abspath("runtime"), os.path.join(home, "runtime"))
    os.symlink(os.path.abspath(os.path.join(WORK, "lib")), os.path.join(home, "lib"))
    compared = 0
    for path, copy in pairs:
        if not path.startswith(("models/", "tests/library/", "lib/Drivetrain/Examples/")) or copy in refused \
                or path.endswith("package.dtm"):
            continue
        one = flat(path)
        if one is not None:
            compared += 1
            check(one == flat(copy, home), f"{path} means something else")
    check(compared > 30, "models that are compared", compared)
    print(f"| {compared} flat models compared")


main()
print(f"{passed} passed, {failed} failed")
