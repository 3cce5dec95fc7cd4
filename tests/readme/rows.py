"""rows.py PAGE LOG LEAST: rows of tables that a test has printed into LOG beside rows of PAGE that begin with the same
word: of those with as many numbers one has the same ones, within a unit of the last digit that stands there. LEAST
rows at least are on the page."""
import re
import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from tally import finish  # noqa: E402

NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.])")


def rows(path):
    """First word, and numbers of the other cells, of each row."""
    with open(path, encoding="utf-8") as f:
        for line in f:
            cells = line.strip().strip("|").split("|")
            if line.startswith("| ") and len(cells) > 1:
                yield re.split(r"[ ,]", cells[0].strip())[0].strip("`"), NUMBER.findall("|".join(cells[1:]))


def unit(text):
    mantissa, _, exponent = text.partition("e")
    return 10.0**(int(exponent or 0) - len(mantissa.partition(".")[2]))


def same(page, log):
    return all(abs(float(a) - float(b)) <= 1.001*max(unit(a), unit(b)) for a, b in zip(page, log))


def main():
    page, results = list(rows(sys.argv[1])), []
    for name, numbers in rows(sys.argv[2]):
        beside = [n for w, n in page if w == name and len(n) == len(numbers)] if numbers else []
        if beside:
            results.append((f"{sys.argv[1]}, {name}", None if any(same(n, numbers) for n in beside) else f"{' '.join(numbers)} are printed, not {' '.join(beside[0])}"))
    least = int(sys.argv[3])
    results.append(("rows", None if len(results) >= least else f"{len(results)} rows of {sys.argv[1]}, not {least}"))
    finish(results)


main()
