"""pages.py REF.html FOLDER: what a reference of the library must hold; writes each of its examples into FOLDER.

The file is to be well-formed XML. Each class of the library has a page, which a list of the sources' own classes is
compared with by check.sh; each parameter has a unit (if its type has one), a default or `to be given`, and a text;
each component an example, and a symbol. Prints what is missing, and the number of pages that are whole.
"""
import sys
import xml.etree.ElementTree as tree

XHTML = "{http://www.w3.org/1999/xhtml}"
SVG = "{http://www.w3.org/2000/svg}"
wrong = 0


def check(holds, what):
    global wrong
    wrong += not holds
    if not holds:
        print("FAILED " + what)


def text(e):
    return "".join(e.itertext())


def blocks(section):
    """Title and element, of what follows each heading."""
    title = None
    for e in section:
        if e.tag == XHTML + "h3":
            title = text(e)
        elif e.tag in (XHTML + "p", XHTML + "table", XHTML + "pre"):
            yield title, e


def rows(table):
    all_rows = [[text(c) for c in r] for r in table]
    return [dict(zip(all_rows[0], r)) for r in all_rows[1:]]


def parameters(path, table):
    for r in rows(table):
        name = path + "." + r["name"]
        check(r.get("default"), name + " has no default, and does not say that it is to be given")
        check(r.get("meaning"), name + " has no text")
        if r["type"].split(".")[-1] in UNITS:
            check(r.get("unit"), name + " has no unit")


FOUND = ("Drivetrain.Planar.Components.World", "Drivetrain.Planar.Wheels.Road")  # as inner, by their names
UNITS = ("Torque", "Angle", "AngularVelocity", "Inertia", "Force", "Mass", "Time", "Frequency", "Length", "Velocity")


def main(reference, folder):
    root = tree.parse(reference).getroot()
    sections = {s.get("id"): s for s in root.iter(XHTML + "section")}
    check(len(sections) > 300, "there are %d classes only" % len(sections))
    good = 0
    for path, s in sections.items():
        before = wrong
        kind = text(s.find(XHTML + "h2/" + XHTML + "span"))
        parts = list(blocks(s))
        titles = [t for t, _ in parts]
        for title, e in parts:
            if title == "Parameters":
                parameters(path, e)
        if ".Examples." in path and kind == "model":
            code = [text(e) for t, e in parts if t == "Model"]
            check(len(code) == 2 and code[1] == "dtc sim --model %s -o out.csv\n" % path, path + ": no model to run")
            with open("%s/%s.dtm" % (folder, path), "w") as f:
                f.write(code[0])
        elif kind in ("model", "block"):
            check("Example" in titles, path + " has no example")
            check("Connectors" in titles or path in FOUND, path + " has no connectors")
            check("Equations" in titles or "Parts" in titles or "Expression" in path or path in FOUND, path + " has no equations")
            check(s.find(SVG + "svg") is not None, path + " has no symbol")
        if kind != "package":
            check(s.find(XHTML + "p") is not None, path + " has no text")
        good += wrong == before
    for a in root.iter(XHTML + "a"):
        check(a.get("href")[1:] in sections, "a link leads nowhere: " + a.get("href"))
    print("\n".join("page " + p for p in sections))
    print(good)


main(*sys.argv[1:])
