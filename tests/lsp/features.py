"""What the server tells of names: every use of the models is looked at, renamed, and the model is what it was."""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, check, position, say_counts, uri

DTC, WORK = sys.argv[1], sys.argv[2]


def whole(text):
    return {"start": {"line": 0, "character": 0}, "end": position(text, len(text))}


def applied(text, edits):
    lines = text.split("\n")
    for e in sorted(edits, key=lambda e: (e["range"]["start"]["line"], e["range"]["start"]["character"]), reverse=True):
        s, t = e["range"]["start"], e["range"]["end"]
        assert s["line"] == t["line"]
        line = lines[s["line"]].encode("utf-16-le")
        lines[s["line"]] = (line[:2 * s["character"]].decode("utf-16-le") + e["newText"]
                            + line[2 * t["character"]:].decode("utf-16-le"))
    return "\n".join(lines)


def flat(path):
    done = subprocess.run([DTC, "check", "--dump=flat", path], capture_output=True, text=True)
    return done.stdout or done.stderr


TEXT = '''package P "Two components"
  type Mode = enumeration(low "slow", high "fast");
  function twice "Two times x"
    input Real x "A number"; output Real y;
  algorithm
    y := 2*x;
  end twice;
  model Part "A part"
    import Drivetrain.*;
    parameter Real k(unit = "N.m/rad") = 3 "Stiffness";
    parameter Real c(unit = "N.m/rad") = twice(x = k) "Doubled";
    parameter Mode mode = Mode.low;
    Shaft.Inertia a(J = 1), b[2](each J = 2);
    parameter Real k2(unit = "s") = 2;
    Real z[3], y;
    automaton shift
      place one, two;
      initial one;
      from one to two when time > 1;
      from two to one when age(two) > k2;
    end shift;
  equation
    connect(a.flange_b, b[1].flange_a);
    connect(b[1].flange_b, b[2].flange_a);
    for i in 1:3 loop
      z[i] = i*c + (if shift.one then k else 2*k);
    end for;
    y = a.phi;
  end Part;
  model Whole
    Part part(k = 5, a(J = 3));
    Real w = part.k, w2 = part.a.w;
  end Whole;
end P;
'''


def names(c, path):
    """Each name of this text: definition, hover, references, and a new name for it."""
    text = TEXT
    before = flat(path)
    check("Whole" in before, "the model is good", before)
    words = [("k(unit", "k", 7), ("c(unit", "c", 2), ("twice \"", "twice", 2), ("x \"A", "x", 3), ("mode =", "mode", 1),
             ("Mode =", "Mode", 3), ("low \"", "low", 2), ("a(J = 1", "a", 5), ("b[2](", "b", 4), ("z[3]", "z", 2),
             ("i in", "i", 3), ("shift\n", "shift", 3), ("one, two", "one", 5), ("Part \"", "Part", 3), ("part(k", "part", 3)]
    for where, word, least in words:
        at = text.index(where)
        if word == "k":
            at = text.index("Real k(") + 5
        got = c.at("references", path, at, context={"includeDeclaration": True})
        places = {(r["range"]["start"]["line"], r["range"]["start"]["character"]) for r in got}
        here = position(text, at)
        check(len(got) >= least - 1 and (here["line"], here["character"]) in places, f"references of {word}", (len(got), got))
        for r in got:
            s = r["range"]["start"]
            line = text.split("\n")[s["line"]]
            check(line[s["character"]:].startswith(word), f"a reference of {word} is {word}", line)
            index = sum(len(l) + 1 for l in text.split("\n")[:s["line"]]) + s["character"]
            d = c.at("definition", path, index)
            check(d and d["range"]["start"] == here, f"definition of {word} in line {s['line']}", d)
        hover = c.at("hover", path, at)
        check(hover and hover["contents"]["value"], f"hover of {word}", hover)
        new = "renamed_" + word
        edits = c.at("rename", path, at, newName=new)["changes"][uri(path)]
        after = applied(text, edits)
        other = os.path.join(WORK, "renamed", "P.dtm")
        os.makedirs(os.path.dirname(other), exist_ok=True)
        with open(other, "w") as f:
            f.write(after)
        changed = flat(other)
        check(re.sub(r"\brenamed_", "", changed) == before, f"the model with {word} renamed", changed)
    at = text.index("k(unit")
    for bad in ("2k", "a b", "model", "c", ""):
        try:
            got = c.at("rename", path, at, newName=bad)
            check(False, f"renamed to {bad!r}", got)
        except RuntimeError:
            check(True, "")
    hover = c.at("hover", path, text.index("c(unit"))["contents"]["value"]
    check("`6 N.m/rad`" in hover, "the value of a parameter that follows from another", hover)
    hover = c.at("hover", path, text.index("mode ="))["contents"]["value"]
    check("low" in hover, "the value of an enumeration", hover)


def outlines(c, path):
    text = TEXT
    top = c.ask("textDocument/documentSymbol", textDocument={"uri": uri(path)})[0]
    check(top["name"] == "P" and [s["name"] for s in top["children"]] == ["Mode", "twice", "Part", "Whole"], "symbols", top)
    part = top["children"][2]
    check([s["name"] for s in part["children"]] == ["k", "c", "mode", "a", "b", "k2", "z", "y", "shift"], "symbols of a model", part)
    check(part["range"]["end"]["line"] == text[:text.index("end Part")].count("\n"), "where a model ends", part)
    folds = c.ask("textDocument/foldingRange", textDocument={"uri": uri(path)})
    found = {(f["startLine"], f["endLine"]) for f in folds}
    line = lambda word: text[:text.index(word)].count("\n")
    for a, b in (("package P", "end P;"), ("model Part", "end Part"), ("automaton", "end shift"), ("for i", "end for")):
        check((line(a), line(b)) in found, f"folding of {a}", found)
    hints = c.ask("textDocument/inlayHint", textDocument={"uri": uri(path)}, range=whole(text))
    label = {(h["position"]["line"], h["label"]) for h in hints}
    check((line("Part part"), "N.m/rad") in label and (line("Part part"), "kg.m2") in label, "hints of units", label)
    found = c.ask("workspace/symbol", query="who")
    check(any(s["name"] == "Whole" and s["containerName"] == "P" for s in found), "symbols of the workspace", found)


def colours(c, path):
    names = c.capabilities["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]
    data = c.ask("textDocument/semanticTokens/full", textDocument={"uri": uri(path)})["data"]
    line = unit = 0
    said = []
    rows = TEXT.split("\n")
    for i in range(0, len(data), 5):
        line, unit = line + data[i], data[i + 1] + (0 if data[i] else unit)
        said.append((rows[line][unit:unit + data[i + 2]], names[data[i + 3]], line))
    of = lambda word: {kind for text, kind, _ in said if text == word}
    for word, kind in (("package", "keyword"), ("P", "namespace"), ("Mode", "enum"), ("low", "enumMember"), ("k", "parameter"),
                       ("twice", "function"), ("Part", "class"), ("part", "variable"), ('"A part"', "string"), ("3", "number"),
                       ("Drivetrain", "namespace"), ("shift", "event"), ("one", "enumMember"), ("i", "variable")):
        check(of(word) == {kind}, f"the colour of {word}", of(word))
    for text, kind, at in said:
        check(text and text == text.strip(), "a token is a word", (text, kind, at))


def calls(c, path):
    at = TEXT.index("twice(x = k") + 6
    got = c.at("signatureHelp", path, at)
    check(got["signatures"][0]["label"] == "twice(x)" and got["activeParameter"] == 0, "a function's signature", got)
    got = c.at("signatureHelp", path, TEXT.index("part(k = 5, ") + 12)
    check("k = 3 [N.m/rad]" in got["signatures"][0]["label"], "parameters of a component", got)


BROKEN = {
    "a name": ("""model m
  import Drivetrain.*;
  Shaft.Inertia a(J = 1, w(fixed = true), phi(fixed = true));
  Source.ConstantTorque t(tau_constant = 1);
equation
  connect(t.flnge, a.flange_a);
end m;
""", "Write flange"),
    "start values": ("""model m
  import Drivetrain.*;
  Shaft.Inertia a(J = 1);
  Shaft.Inertia b(J = 1, w(start = 3));
  Shaft.Inertia c[2](each J = 1, each w.fixed = true, each phi(fixed = true));
  Source.ConstantTorque t(tau_constant = 1);
equation
  connect(t.flange, a.flange_a); connect(t.flange, b.flange_a);
end m;
""", None),
    "a factor": ("""model m
  parameter Real v(unit = "m/s") = w + 2*w;
  parameter Real w(unit = "km/h") = 3;
  Real z(unit = "m/s");
equation
  z = w;
end m;
""", "Multiply by 0.2777777778"),
    "a path": ("""model m
  import Drivetrain.Shaft;
  Shaft.Inertia a(J = 1, w(fixed = true), phi(fixed = true));
  ConstantTorque t(tau_constant = 1);
  Source.ConstantTorque u(tau_constant = 1);
equation
  connect(t.flange, a.flange_a); connect(u.flange, a.flange_a);
end m;
""", "Write Drivetrain.Source"),
    "a clutch": ("""model m
  import Drivetrain.*;
  Shaft.Inertia a(J = 1, w(fixed = true), phi(fixed = true)), b(J = 1, w(fixed = true), phi(fixed = true));
  Clutch.Clutch clutch(fn_max = 100);
  Block.Constant one(k = 1);
equation
  connect(clutch.f_normalized, one.y);
end m;
""", "connect(clutch.flange_a, a.flange_a)"),
    "a connect": ("""model m
  import Drivetrain.*;
  Shaft.Inertia a(J = 1, w(fixed = true), phi(fixed = true));
  Clutch.Brake brake(fn_max = 100);
  Clutch.Clutch clutch(fn_max = 100);
  Shaft.Inertia b(J = 1, w(fixed = true), phi(fixed = true));
  Block.Constant one(k = 1), two(k = 1);
equation
  connect(brake.flange_a, a.flange_a);
  connect(a.flange_b, clutch.flange_a); connect(clutch.flange_b, b.flange_a);
  connect(clutch.f_normalized, one.y);
end m;
""", "connect(brake.f_normalized, two.y)"),
}


def actions(c, folder):
    """What is offered is done, until nothing more is offered: then the model is good."""
    for what, (text, title) in BROKEN.items():
        path = os.path.join(folder, what.replace(" ", "_") + ".dtm")
        c.open(path, text)
        said = []
        for _ in range(9):
            found = c.diagnostics(path)
            offered = c.ask("textDocument/codeAction", textDocument={"uri": uri(path)}, range=whole(c.text[path]),
                            context={"diagnostics": found})
            if not offered:
                break
            said.append(offered[0]["title"])
            c.replace(path, applied(c.text[path], offered[0]["edit"]["changes"][uri(path)]))
        check(found == [] and said, f"what mends {what}", (said, found, c.text[path]))
        check(title is None or title in said, f"{title} is offered", said)
        c.close(path)


LOOSE = """model m
  import Drivetrain.*;
  Clutch.Clutch c(fn_max = 1);
  Block.Ramp p;
equation
  connect(p.y, c.f_normalized);
end m;
"""


FIRST = """model gear
  import Drivetrain.*;
  @
equation
  @
end gear;
"""


def first_steps(c, folder):
    """A text as somebody writes it who does not know the library: in each place what is written there comes first."""
    path = os.path.join(folder, "first.dtm")
    c.open(path, FIRST)

    def ask(method, element="", equation=""):
        text = FIRST.replace("@", element, 1).replace("@", equation, 1)
        c.replace(path, text.replace("^", ""))
        return c.at(method, path, text.index("^"))

    def offered(element="", equation=""):
        return [i["label"] for i in ask("completion", element, equation)["items"]]

    packages = ask("completion", "Drivetrain.^")["items"]
    order = [i["label"] for i in packages]
    check(len(order) > 20 and set(order[:6]) >= {"Block", "Shaft", "Source"} and order.index("Clutch") < order.index("External"),
          "packages come in the order of their use", order)
    check(all(i["detail"] == "package" and "\n" not in i["documentation"] for i in packages), "each says what it is", packages)
    check(order == offered("Drivetrain.^"), "the order is the same again", order)
    check(offered("Shaft.^")[0] == "Inertia" and offered("Planetary.^")[0] == "Planetary", "components as they are used",
          offered("Planetary.^"))
    got = offered("import Drivetrain.^")
    check(got[0] == "*" and offered("import ^")[:2] == ["Drivetrain", "Modelica"], "imports", got)
    got = offered("Clutch.Clutch c(^)")
    check(got.index("fn_max") < got.index("flange_a") and got[0] == "mu_pos", "parameters before connectors", got)
    got = offered("parameter Integer n = 1; Real a; parameter Boolean b = true; Integer m;", "m = ^")
    check(set(got[:2]) == {"n", "m"}, "what has the type of the left side", got)
    got = offered("Shaft.Inertia a(J = 1, w(^))")
    check(set(got[:2]) == {"start", "fixed"}, "attributes as they are used", got)
    packs = [i for i, name in enumerate(offered("Planetary.Planetary set(ratio = ^)")) if name in order]
    check(packs[0] > 5, "a value is no package", packs)
    for element, word in (("Clutch.Br^ake b", "Friction brake"), ("Clutch.Clutch c(fn_m^ax = 1", "Normal force"),
                          ("Cl^utch.", "Contents"), ("Shaft.Inertia a; Real x = a.w^ +", "Absolute speed")):
        got = ask("hover", element)
        check(got and word in got["contents"]["value"], f"hover in a broken statement: {element}", got)
    c.replace(path, LOOSE)
    found = c.diagnostics(path)
    check(any("c.flange_a is connected to nothing" in d["message"] for d in found), "notes of no place are told", found)
    check(ask("hover", "Clutch.Clutch clu^tch(") is None, "a new name means nothing yet")
    got = ask("hover", "Planetary.Planetary p(z_ri^ng = 70, z_sun = 30);")["contents"]["value"]
    check("Allowed: `>= 2`" in got, "the range of a value", got)
    c.close(path)


WRONG = """model a
  Real x
  Real y;
equation
  x = = 1;
  if y > 0 then
    y = 2;
end a;
model b
  Real zeta;
equation
  zeta + = 3;
  zeta = time;
end b;
"""


def broken(c, folder):
    """Several mistakes at once, and what is there besides."""
    path = os.path.join(folder, "wrong.dtm")
    c.open(path, WRONG)
    found = [d["range"]["start"]["line"] for d in c.diagnostics(path)]
    check(found == [1, 4, 7, 11], "four mistakes of the syntax at once", found)
    top = c.ask("textDocument/documentSymbol", textDocument={"uri": uri(path)})
    check([s["name"] for s in top] == ["a", "b"] and [s["name"] for s in top[1]["children"]] == ["zeta"],
          "symbols of a broken text", top)
    got = c.at("completion", path, WRONG.index("zeta = time") + 2)
    check(got["items"] and got["items"][0]["label"] == "zeta", "completion in a broken text", got)
    got = c.at("definition", path, WRONG.index("zeta = time") + 2)
    check(got and got["range"]["start"]["line"] == 9, "definition in a broken text", got)
    c.close(path)


def main():
    folder = os.path.join(WORK, "names")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "P.dtm")
    with open(path, "w") as f:
        f.write(TEXT)
    c = Client(DTC, folder)
    c.open(path)
    c.diagnostics(path)
    names(c, path)
    outlines(c, path)
    colours(c, path)
    calls(c, path)
    actions(c, folder)
    first_steps(c, folder)
    broken(c, folder)
    check(c.end() == 0, "the end")


main()
say_counts()
