"""A flat model (dtc --dump=flat) in which a parameter is an input: by_input.py FLAT PARAMETER > NEW; of an array an element
is named, and all of it is one. by_input.py FLAT --any N SEED: N parameters by chance, a line each.

What follows from it becomes variables, with its binding as the equation. Scales of tolerances (torque_nominal) may not
move: there stands a parameter with the value of before. Other text stays as it is."""
import random
import re
import sys


def parts(line):
    """type, name, dimensions, attributes, binding, the rest (description, annotation); None: no parameter"""
    m = re.match(r"^  (?:final )?parameter (Real|Integer|Boolean) ('[^']*'|\w+)(\[[\d, ]*\])?", line)
    if not m:
        return None
    rest, attributes = line[m.end():], ""
    if rest.startswith("("):
        depth = 0
        for i, c in enumerate(rest):
            depth += (c == "(") - (c == ")")
            if depth == 0:
                attributes, rest = rest[1:i], rest[i + 1:]
                break
    binding = ""
    if rest.startswith(" = "):
        end = re.search(r' "| annotation\(|;$', rest)
        binding, rest = rest[3:end.start()], rest[end.start():]
    return m.group(1), m.group(2), m.group(3) or "", attributes, binding, re.sub(r" annotation\(Evaluate = \w+\)", "", rest)


def reads(expression, names):
    return any(re.search(r"(?<![\w'.])" + re.escape(n) + r"(?![\w'])", expression) for n in names)


NUMBER = re.compile(r"-?[\d.]+(e[-+]?\d+)?$")


def elements(p):
    """Of a parameter that is a number, or has numbers: what can be changed."""
    name, values = p[1].strip("'"), re.findall(r"[^{}, ]+", p[4])
    if not p[2]:
        return [name] if NUMBER.match(p[4]) else []
    if not values or not all(NUMBER.match(v) for v in values):
        return []
    last = [int(n) for n in p[2].strip("[]").split(",")]
    found = [[]]
    for n in last:
        found = [f + [k + 1] for f in found for k in range(n)]
    return [f"{name}[{','.join(map(str, f))}]" for f in found if len(last) < 2 or f[1] > 1]


def choose(lines, n, seed):
    chance, found = random.Random(seed), []
    for line in lines:
        p = parts(line)
        if p and p[0] == "Real" and "Evaluate" not in line and not line.startswith("  final"):
            found += [chance.choice(e) for e in [elements(p)] if e]
    print("\n".join(chance.sample(found, min(n, len(found)))))


def main():
    lines = open(sys.argv[1]).read().split("\n")
    if sys.argv[2] == "--any":
        choose(lines, int(sys.argv[3]), int(sys.argv[4]))
        return
    declared, asked = [parts(line) for line in lines], sys.argv[2]
    wanted = (asked, re.sub(r"\[[\d,]*\]$", "", asked))
    name = next((p[1] for p in declared if p and p[1].strip("'") in wanted), None)
    if not name:
        sys.exit(f"no parameter {asked}")
    moving, more = {name}, True
    while more:
        more = {p[1] for p in declared if p and p[1] not in moving and reads(p[4], moving)}
        moving |= more
    rest = {n: "'before." + n.strip("'") + "'" for n in moving}

    def at_rest(text):
        for n in moving:
            text = re.sub(r"(?<![\w'.])" + re.escape(n) + r"(?![\w'])", lambda m, n=n: rest[n], text)
        return text

    for line, p in zip(lines, declared):
        if line.startswith("  switching "):
            line = re.sub(r"((?:torque|slip)_nominal = )(.*)", lambda m: m.group(1) + at_rest(m.group(2)), line)
        if p and p[1] in moving:
            attributes = [a for a in re.split(r", (?=\w+ = )", p[3]) if a and not a.startswith(("start", "fixed"))]
            if p[1] == name:
                attributes.append(f"start = {p[4]}")
            given = f"({', '.join(attributes)})" if attributes else ""
            binding = "" if p[1] == name else f" = {p[4]}"
            print(f"  parameter {p[0]} {rest[p[1]]}{p[2]} = {at_rest(p[4])};")
            line = f"  {'input ' if p[1] == name else ''}{p[0]} {p[1]}{p[2]}{given}{binding}{p[5]}"
        print(line)


main()
