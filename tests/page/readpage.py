"""readpage.py - a page of a run as data: its elements, its policy, what it knows, and the values of its columns, bit by bit."""
import array
import base64
import hashlib
import html.parser
import itertools
import json
import zlib

MASK = (1 << 64) - 1


class Parser(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.elements, self.texts, self.attributes, self.open, self.depth = [], [], [], None, 0

    def handle_starttag(self, tag, attrs):
        self.elements.append((self.depth, tag, dict(attrs)))
        self.attributes += attrs
        self.texts.append("")
        self.open = len(self.texts) - 1
        if tag not in ("meta", "br", "img", "input"):
            self.depth += 1

    def handle_startendtag(self, tag, attrs):
        self.elements.append((self.depth, tag, dict(attrs)))
        self.attributes += attrs
        self.texts.append("")

    def handle_endtag(self, tag):
        self.depth -= 1
        self.open = None

    def handle_data(self, data):
        if self.open is not None:
            self.texts[self.open] += data


class Page:
    def __init__(self, file):
        with open(file, encoding="utf-8", newline="") as f:
            self.source = f.read()
        p = Parser()
        p.feed(self.source)
        self.elements, self.texts, self.attributes = p.elements, p.texts, p.attributes
        self.policy = self.find("meta", "http-equiv", "Content-Security-Policy")[1]["content"]
        self.style = self.find("style")[2]
        self.script = self.find("script", "type", "module")[2] if any(e[2].get("type") == "module" for e in self.elements) else ""
        if any(e[2].get("id") == "knowledge" for e in self.elements):
            self.knowledge_text = self.find("script", "id", "knowledge")[2]
            self.knowledge = json.loads(self.knowledge_text)
            self.values = [self.find("script", "id", f"values{i}")[2] for i in range(len(self.knowledge["runs"]))]

    def find(self, tag, name=None, value=None):
        return next((d, a, self.texts[i]) for i, (d, t, a) in enumerate(self.elements) if t == tag and (name is None or a.get(name) == value))

    def hash_of(self, text):
        return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"

    def piece(self, run, place, size):
        at, length, count = place
        planes = zlib.decompress(base64.b64decode(self.values[run][at:at + length]))
        assert len(planes) == size*count
        return [int.from_bytes(b, "little") for b in zip(*(planes[k*count:(k + 1)*count] for k in range(size)))]

    def rows(self, run, place):
        return list(itertools.accumulate(self.piece(run, place, 4)))

    def column(self, run, number):
        """rows (None: all) and values"""
        column = self.knowledge["runs"][run]["columns"][number]
        bits = self.piece(run, column["values"], 8)
        for _ in range(2 if number == 0 else 1):
            bits = list(itertools.accumulate(bits, lambda a, b: (a + b) & MASK))
        values = array.array("d")
        values.frombytes(array.array("Q", bits).tobytes())
        return (self.rows(run, column["rows"]) if "rows" in column else None), values

    def signals(self, run=0):
        return {s["name"]: s for s in self.knowledge["runs"][run]["signals"]}

    def signal(self, run, name):
        s = self.signals(run)[name]
        if "column" not in s:
            return None, [float(s["value"])]
        rows, values = self.column(run, s["column"])
        return rows, [-v for v in values] if s.get("negated") else list(values)
