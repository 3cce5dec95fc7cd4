"""pages.py FOLDER NAME...: NAME.svg and NAME.html are well-formed; nothing in them but the script that the page's policy
names can run, and it names all that there is; groups lead to components."""
import base64
import hashlib
import html.parser
import re
import sys
import xml.etree.ElementTree

folder, names = sys.argv[1], sys.argv[2:]
passed = failed = 0


def must(good, what):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print("FAILED", what)


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.attributes, self.texts, self.sections, self.opens = [], [], {}, [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        attrs = dict(attrs)
        if tag == "section":
            self.sections.append(attrs["data-path"])
        if "data-opens" in attrs:
            self.opens.append(attrs["data-opens"])

    def handle_data(self, data):
        if self.tags:
            self.texts.setdefault(self.tags[-1], []).append(data)


def hashed(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


for name in names:
    with open(f"{folder}/{name}.svg", encoding="utf-8") as f:
        svg = f.read()
    root = xml.etree.ElementTree.fromstring(svg)
    parts = {e.get("data-component") for e in root.iter() if e.get("data-component")}
    joined = {c for e in root.iter() for c in (e.get("data-connectors") or "").split()}
    kinds = {e.tag.split("}")[1] for e in root.iter()}
    must(kinds <= {"svg", "title", "rect", "g", "path", "text", "circle", "ellipse", "polyline", "polygon"}, f"{name}: {kinds}")
    must(len(parts) > 2, f"{name}: components {parts}")
    must(name == "hostile" or all(any(c == p or c.startswith(p + ".") for p in parts) for c in joined),
         f"{name}: connectors {joined} of {parts}")
    with open(f"{folder}/{name}.html", encoding="utf-8") as f:
        text = f.read()
    page = Page()
    page.feed(text)
    must(page.tags.count("script") == 1 and page.tags.count("style") == 1, f"{name}: {page.tags}")
    must(not any(k.startswith("on") or k == "style" or k in ("src",) for k, _ in page.attributes), f"{name}: attributes")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text).group(1)
    script, style = (re.search(f"<{t}(?: type=\"module\")?>(.*?)</{t}>", text, re.S).group(1) for t in ("script", "style"))
    must(policy == f"default-src 'none'; style-src {hashed(style)}; script-src {hashed(script)}; base-uri 'none'; "
         "form-action 'none'", f"{name}: {policy}")
    must(page.sections[0] == "" and set(page.opens) <= set(page.sections), f"{name}: {page.opens} of {page.sections}")
    must(len(set(page.sections)) == len(page.sections), f"{name}: {page.sections} twice")
    must("http://" not in re.sub(r"http://www\.w3\.org/(2000/svg|1999/xhtml)", "", text) and "https://" not in text, f"{name}: a request")
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
