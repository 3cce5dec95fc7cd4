"""browser.py DTC FOLDER [AXE]: pages of runs in chromium, from disk: what is seen, clicked and typed does what it says, with a mouse
and by the keyboard alone; nothing is loaded, nothing is complained of. AXE: axe.min.js."""
import os
import shutil
import subprocess
import time
import xml.etree.ElementTree as tree
from bigfile import big_file
from chromium import Browser, accessible, check, dtc, end, fits, path, rows_of, run
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

here = os.path.dirname(os.path.abspath(__file__))
models = os.path.join(here, "..", "..", "models")


def cursor_as_csv(b, rows, what):
    t, after = b.js("[page.view.cursor.t, page.view.cursor.after]")
    at = [r for r in rows if float(r["time"]) == t]
    row = at[-1 if after else 0]
    for panel in range(len(b.names())):
        for name, texts in b.values(panel).items():
            if b.js("page.view.runs[0].signal.get(arguments[0]).lanes === null", name):
                check(f"{what}, at {t}: {name} is {texts}, not {row[name]}", texts[0] == row[name])


# Numbers on lines of a diagram that lie on a symbol, on a text, or on each other; words wider than their component.
ON_EACH_OTHER = """(() => {
  const of = e => { const r = e.getBoundingClientRect(); return { left: r.left + 0.5, right: r.right - 0.5, top: r.top + 1.5, bottom: r.bottom - 1.5 }; };
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const svg = document.querySelector('#diagram section:not([hidden]) svg'), all = s => [...svg.querySelectorAll(s)];
  const map = svg.getScreenCTM(), boxes = all('[data-box]').map(g => {
    const [x, y, w, h] = g.dataset.box.split(' ').map(Number);
    return { text: g.dataset.component, left: map.a*x + map.e, right: map.a*(x + w) + map.e, top: map.d*y + map.f, bottom: map.d*(y + h) + map.f };
  });
  const carried = all('.carried text').map(e => ({ text: e.textContent, ...of(e) })), own = all('[data-component] > text').map(e => ({ text: e.textContent, ...of(e) }));
  const wide = all('.word').filter(e => { const b = boxes.find(b => b.text === e.closest('[data-component]').dataset.component); return of(e).right - of(e).left > b.right - b.left; });
  return [...carried.flatMap((a, i) => [...boxes, ...own, ...carried.slice(i + 1)].filter(b => meet(a, b)).map(b => `${a.text} on ${b.text}`)), ...wide.map(e => e.textContent)];
})()"""


def drag(b, element, x0, x1, shift=False):
    box = element.rect
    a = ActionChains(b.b)
    if shift:
        a.key_down(Keys.SHIFT)
    a.move_to_element_with_offset(element, round(x0 - box["width"]/2), 0).click_and_hold().move_by_offset(round((x1 - x0)/2), 3).move_by_offset(round((x1 - x0)/2), 0).release()
    if shift:
        a.key_up(Keys.SHIFT)
    a.perform()
    b.settle()


# ---- a run -------------------------------------------------------------------------------------------------------------

zf = os.path.join(models, "zf4hp22", "zf4hp22.dtm")
more = ("--quiet", "--stop", "7", "--set", "t12=2", "--set", "t23=4", "--audit")
run("sim", zf, *more, "-o", path("run.html"))
run("sim", zf, *more, "-o", path("run.csv"))
run("sim", zf, *more, "-o", path("run.mat"))
run("sim", zf, *more, "--set", "gearbox.mu=0.14", "-o", path("other.mat"))
run("sim", zf, *more, "--set", "gearbox.mu=0.14", "-o", path("other.csv"))
rows, others = rows_of(path("run.csv")), rows_of(path("other.csv"))

b = Browser()
try:
    b.look(1280, 900)
    b.open("run.html")
    b.quiet("a run")
    check("panels at first", len(b.names()) >= 2 and all(b.names()))
    over = b.all(".panel .u-over")[0]

    # the cursor: rows by keys, both sides of an event
    b.one(".panel .plot").send_keys(Keys.HOME)
    b.settle()
    cursor_as_csv(b, rows, "the first row")
    for n in range(3):
        b.key(Keys.ARROW_RIGHT)
        cursor_as_csv(b, rows, "by keys")
    b.with_key(Keys.CONTROL, Keys.ARROW_RIGHT)
    event = b.js("page.view.cursor.t")
    check("the next event is a time that stands twice", sum(float(r["time"]) == event for r in rows) == 2)
    cursor_as_csv(b, rows, "after an event")
    b.key(Keys.ARROW_LEFT)
    check("before the event is another row of its time", b.js("page.view.cursor.t") == event and not b.js("page.view.cursor.after"))
    cursor_as_csv(b, rows, "before an event")
    check("it is said", "before the event" in b.one(".panel .plot").get_attribute("aria-valuetext"))
    b.until("document.querySelector('.panel .live').textContent.includes('before the event')")
    said = b.one(".panel .live")
    check("a text of the values", said.get_attribute("aria-live") == "polite" and all(n in said.get_attribute("textContent") for n in b.names()[0]))
    b.key(Keys.END)
    cursor_as_csv(b, rows, "the last row")
    ActionChains(b.b).move_to_element_with_offset(over, 40, 0).perform()
    b.settle()
    cursor_as_csv(b, rows, "by the mouse")

    # zoom and pan
    whole = b.js("page.view.all")
    width = over.rect["width"]
    drag(b, over, 0.25*width, 0.5*width)
    seen = b.js("[page.view.from, page.view.to]")
    part = [(t - whole[0])/(whole[1] - whole[0]) for t in seen]
    check(f"a drag zooms: {part}", abs(part[0] - 0.25) < 0.01 and abs(part[1] - 0.5) < 0.01)
    check("all panels have that range", b.js("page.view.panels.every(p => p.kind === 'phase' || (p.chart.plot.scales.x.min === page.view.from && p.chart.plot.scales.x.max === page.view.to))"))
    drag(b, over, 0.5*width, 0.25*width, shift=True)
    moved = b.js("[page.view.from, page.view.to]")
    check(f"with shift it moves: {moved}", abs((moved[0] - seen[0])/(seen[1] - seen[0]) - 0.25) < 0.02 and abs((moved[1] - moved[0]) - (seen[1] - seen[0])) < 1e-9)
    ActionChains(b.b).double_click(over).perform()
    b.settle()
    check("twice a click: the whole time", b.js("[page.view.from, page.view.to]") == whole)
    b.one(".panel .plot").send_keys("+")
    b.settle()
    check("+ zooms in", abs(b.js("page.view.to - page.view.from")*2 - (whole[1] - whole[0])) < 1e-9)
    b.key("0")
    check("0 is all", b.js("[page.view.from, page.view.to]") == whole)
    b.one("button[aria-label='Zoom in']").click()
    b.one("button[aria-label='Later']").click()
    b.settle()
    check("buttons zoom and move", b.js("page.view.from") > whole[0] + 0.3*(whole[1] - whole[0]))
    b.one("button[aria-label='The whole time']").click()

    # search, and a signal into a panel: a click, a key, a drag
    b.one("#search").send_keys("turbine phi")
    b.settle()
    found = b.js("[...document.querySelectorAll('[role=treeitem]')].map(e => e.dataset.name)")
    fitting = b.js("page.knowledge.runs[0].signals.filter(s => ['turbine', 'phi'].every(w => `${s.name} ${s.unit} ${s.text}`.toLowerCase().includes(w))).map(s => s.name)")
    check(f"search: {found}", "turbine.phi" in found and found == fitting and f"{len(found)} of" in b.one(".signals [role=status]").text)
    before = b.names()
    b.key(Keys.ARROW_DOWN)
    item = b.js("document.activeElement.dataset.name")
    b.key(Keys.ENTER)
    check("another unit: a panel of its own", [item] in b.names() and len(b.names()) == len(before) + 1)
    check("it is said", "panel of its own" in b.one("#said").get_attribute("textContent"))
    check("the focus stays in the tree", b.js("document.activeElement.dataset.name") == item)
    check("it is marked in the tree", b.js("document.activeElement.getAttribute('aria-selected')") == "true")
    b.key(Keys.ENTER)
    check("again: out of it", [item] not in b.names() and [] in b.names())
    b.one("#search").clear()
    b.one("#search").send_keys("tau converter")
    b.settle()
    b.key(Keys.ARROW_DOWN)
    torques = b.js("[...document.querySelectorAll('[role=treeitem]')].filter(e => e.querySelector('.unit').textContent === 'N.m').map(e => e.dataset.name)")
    n = len(b.names())
    for k, name in enumerate(torques[:2]):
        b.js("[...document.querySelectorAll('[role=treeitem]')].find(e => e.dataset.name === arguments[0]).focus()", name)
        b.with_key(Keys.SHIFT, Keys.ENTER)
        check(f"with shift a panel of its own: {b.names()}", [name] in b.names() and len(b.names()) == n + k + 1)
    for name in torques[:2]:
        b.js("page.view.panels.find(p => p.names[0] === arguments[0]).element.querySelector('[aria-label=\"Remove the panel\"]').click()", name)
        b.settle()
    b.js("window.scrollTo(0, 0)")
    b.one("#search").clear()
    b.one("#search").send_keys("converter.w_pump")
    b.settle()
    dropped = """const d = new DataTransfer(), from = document.querySelector('[data-name="converter.w_pump"]'), to = arguments[0];
        from.dispatchEvent(new DragEvent('dragstart', { dataTransfer: d, bubbles: true }));
        to.dispatchEvent(new DragEvent('dragover', { dataTransfer: d, bubbles: true, cancelable: true }));
        to.dispatchEvent(new DragEvent('drop', { dataTransfer: d, bubbles: true, cancelable: true }));"""
    b.b.execute_script(dropped, b.all(".panel")[0])
    b.settle()
    check("a drag to a panel", b.names()[0][-1] == "converter.w_pump")
    n = len(b.names())
    b.b.execute_script(dropped, b.one(".zone"))
    b.settle()
    check("a drag below makes a panel", b.names()[n:] == [["converter.w_pump"]])
    b.all(".panel")[0].find_element(By.CSS_SELECTOR, "button[aria-label='Remove converter.w_pump']").click()
    b.settle()
    check("and out again", "converter.w_pump" not in b.names()[0])
    b.one("#search").clear()
    b.one("#search").send_keys("no such signal")
    b.settle()
    check("nothing is found", not b.all("[role=treeitem]") and b.one(".signals [role=status]").text.startswith("0 of"))
    b.one("#search").clear()
    b.one("#search").send_keys(" ", Keys.BACKSPACE)

    # one over another
    b.js("(() => { const s = document.querySelector('.panel select'); s.value = page.view.panels[0].names[1]; s.dispatchEvent(new Event('change')); })()")
    b.settle()
    check("a phase plot", b.js("page.view.panels[0].kind") == "phase" and b.js("page.view.panels[0].chart.acrossText()").startswith(b.names()[0][1]))
    check("nothing is drawn over itself", b.js("page.view.panels[0].lines.map(l => l.signal.name)") == [n for k, n in enumerate(b.names()[0]) if k != 1] and
          list(b.values()) == [b.names()[0][1], *[n for k, n in enumerate(b.names()[0]) if k != 1]])
    b.one(".panel .plot").send_keys(Keys.HOME)
    b.settle()
    cursor_as_csv(b, rows, "a phase plot")
    b.js("(() => { const s = document.querySelector('.panel select'); s.value = ''; s.dispatchEvent(new Event('change')); })()")
    b.settle()
    n = len(b.names())
    b.b.execute_script("page.newPanel({ names: ['engine.w'], x: 'engine.J' })")
    b.settle()
    check("over a parameter", [round(x, 6) for x in b.js("page.view.panels.at(-1).chart.ranges.x")] == [0.2545, 0.7635])
    b.all(".panel")[n].find_element(By.CSS_SELECTOR, "button[aria-label='Remove the panel']").click()
    b.settle()
    check("a panel can be removed", len(b.names()) == n)

    # lanes: words at the cursor
    lanes = next(k for k, p in enumerate(b.js("page.view.panels.map(p => p.kind)")) if p == "lanes")
    words = {"-1": "slip-", "0": "stuck", "1": "slip+", "2": "open"}
    last = rows[-1]
    b.one(".panel .plot").send_keys(Keys.END)
    b.settle()
    for name, texts in b.values(lanes).items():
        if name.endswith(".law"):
            check(f"{name} in words: {texts}", texts[0] == words[last[name]])

    # what is saved
    names = [n for p in b.names() for n in p]
    for kind in ("SVG", "PNG", "CSV"):
        b.one(f"button[aria-label='Save what is seen as {kind}']").click()
    picture = tree.parse(b.saved("zf4hp22.svg")).getroot()
    check("what slips has a hatch", [e for e in picture.iter("{http://www.w3.org/2000/svg}path") if e.get("stroke-width") == "0.8"])
    ns = "{http://www.w3.org/2000/svg}"
    texts = " ".join(t.text or "" for t in picture.iter(ns + "text"))
    curves = [p for p in picture.iter(ns + "path") if p.get("stroke-width") == "1.6" and len(p.get("d")) > 300]
    check("SVG: curves and their names", len(curves) >= 4 and all(n in texts for n in names) and "time, s" in texts)
    with open(b.saved("zf4hp22.png"), "rb") as f:
        head = f.read(24)
    check("PNG", head[:8] == b"\x89PNG\r\n\x1a\n" and int.from_bytes(head[16:20], "big") == 2*round(float(picture.get("width"))))
    saved = rows_of(b.saved("zf4hp22.csv"))
    bare = [{k.split(" [")[0]: v for k, v in r.items()} for r in saved]
    check("CSV: the digits of dtc", len(bare) == len(rows) and all(r[n] == w[n] for r, w in zip(bare, rows) for n in ["time", *names]))
    r = subprocess.run([dtc, "diff", path("run.csv"), b.saved("zf4hp22.csv"), "--tube", "0", "--vars", ",".join(names)], capture_output=True, text=True)
    check(f"CSV: dtc reads it: {r.stdout} {r.stderr}", r.returncode == 0)
    b.quiet("after all that")

    # the other sheets
    for tab in b.all("[role=tab]"):
        tab.click()
        time.sleep(0.3)
        fits(b, f"tab {tab.text}")
        accessible(b, f"tab {tab.text}")
    tabs = [t.text for t in b.all("[role=tab]")]
    check(f"tabs: {tabs}", tabs == ["Curves", "Diagram", "Values", "Parameters", "Events", "Energy"])
    cells = b.js("Object.fromEntries([...document.querySelectorAll('#tab2body tbody tr')].map(r => [...r.children].slice(0, 2).map(c => c.textContent)))")
    check("last values", len(cells) > 100 and all(v == last[n] for n, v in cells.items() if v not in words.values() and v not in ("true", "false", "–") and n in last and b.js("!page.view.runs[0].signal.get(arguments[0]).lanes", n)))
    cells = b.js("Object.fromEntries([...document.querySelectorAll('#tab3body tbody tr')].map(r => [...r.children].map(c => c.textContent)).map(c => [c[0], c[1] + ' ' + c[2]]))")
    check("parameters with units", cells.get("engine.J") == "0.509 kg.m2" and cells.get("gearbox.mu") == "0.12 ")
    check("events", len(b.all("#tab4body tbody tr")) >= 4 and "→" in b.one("#tab4body table").get_attribute("textContent"))
    told = b.js("[...document.querySelectorAll('#tab4body tbody td')].map(e => e.textContent)")
    check(f"each event tells what changes: {told}", all(told) and any(t.startswith("begins to change: p") for t in told) and any("→" in t for t in told))
    check("a time of an event is one line", b.js("[...document.querySelectorAll('#tab4body tbody th button')].every(e => getComputedStyle(e).whiteSpace === 'nowrap')"))
    check("energy", "engine" in b.one("#tab5body table").get_attribute("textContent"))

    # the diagram follows the cursor
    placed = os.path.join(here, "run.dtm")
    for form in ("html", "csv"):
        run("sim", placed, "--model", "Run.Launch", "--quiet", "-o", path(f"launch.{form}"))
    launch = rows_of(path("launch.csv"))
    b.open("launch.html")
    b.js("[...document.querySelectorAll('[role=tab]')].find(t => t.textContent === 'Diagram').click()")
    b.settle()
    b.quiet("a diagram")
    table = lambda: {r[0]: r[1:] for r in b.js("[...document.querySelectorAll('.carries tbody tr')].map(r => [...r.children].map(c => c.textContent))")}
    width = lambda pin: float(b.js("document.querySelector(`#diagram [data-connectors~=\"${arguments[0]}\"] path`).getAttribute('stroke-width')", pin))
    word = lambda part: b.js("document.querySelector(`#diagram section:not([hidden]) [data-component=\"${arguments[0]}\"] .word`).textContent", part)
    words, seen = {-1: "slip-", 0: "stuck", 1: "slip+", 2: "open"}, set()
    powers = {}
    for k in (0, len(launch)//3, len(launch) - 1):
        b.b.execute_script(f"page.view.toRow({k})")
        b.settle()
        t, after = b.js("[page.view.cursor.t, page.view.cursor.after]")
        at = [r for r in launch if float(r["time"]) == t][-1 if after else 0]
        row = table()["clutch.flange_a"]
        check(f"the diagram at {t}: {row}", row[0] == f"{at['engine.w']} rad/s" and row[1].split()[0].lstrip("-") == at["clutch.flange_a.tau"].lstrip("-"))
        power = float(at["engine.w"])*float(at["clutch.flange_a.tau"])
        check(f"its power at {t}: {row[2]}, not {power}", abs(float(row[2].split()[0]) - power) <= 1e-5*abs(power) + 1e-9)
        powers[t] = abs(power), width("clutch.flange_a")
        check(f"the place at {t}: {word('clutch')}", word("clutch") == words[int(float(at["clutch.law"]))] and table()["clutch"][0] == word("clutch"))
        seen.add(b.js("document.querySelector('#diagram [data-component=clutch] [fill^=url]')?.getAttribute('fill') ?? ''"))
    check(f"a place is told by its hatch: {seen}", len(seen) > 1)
    wide = [w for p, w in sorted(powers.values())]
    check(f"more power is a wider line: {powers}", wide == sorted(wide) and wide[0] < wide[-1])
    b.one("#diagram [data-opens=box]").send_keys(Keys.ENTER)
    b.settle()
    check("a component opens by a key", b.js("[...document.querySelectorAll('#diagram section:not([hidden])')].map(s => s.dataset.path)") == ["box"] and "box.gear.flange_a" in table())
    inner = table()
    check(f"what goes in comes out: {inner}", abs(float(inner["box.a"][2].split()[0]) + float(inner["box.gear.flange_a"][2].split()[0])) < 1e-6)
    accessible(b, "a diagram")
    b.key(Keys.ENTER)
    check("and the way back", b.js("[...document.querySelectorAll('#diagram section:not([hidden])')].map(s => s.dataset.path)") == [""])
    b.one(".line input[type=range]").send_keys(Keys.HOME)
    b.settle()
    check("the slider moves the cursor", b.js("page.view.cursor.t") == 0)
    b.one("#diagram [data-component=engine] text").click()
    b.settle()
    check("a click shows it among the signals", b.js("document.activeElement.closest('[role=treeitem]')?.textContent ?? ''").startswith("▾engine") or "engine" in b.js("document.activeElement.textContent"))
    if shutil.which("dot"):
        run("sim", os.path.join(models, "two_blocks", "two_blocks.dtm"), "--quiet", "-o", path("branched.html"))
        b.open("branched.html")
        b.js("[...document.querySelectorAll('[role=tab]')].find(t => t.textContent === 'Diagram').click()")
        b.settle()
        lines = b.js("[...document.querySelectorAll('#diagram [data-flow]')].map(g => [g.dataset.connectors.split(' ').length,"
                     " [...g.querySelectorAll('.carried text')].map(t => t.textContent).join(' ')])")
        told = [(n, text) for n, text in lines if text]
        check(f"what joins more than two has its speed alone: {told}",
              any(n > 2 for n, _ in told) and all(("W" in text) == (n == 2) and "m/s" in text for n, text in told))
    for size, least in ((1280, 0.6), (390, 0.8)):
        b.look(size, 900)
        b.open("run.html#Diagram")
        fits(b, f"a diagram, {size} pixels")
        scale = b.js("(s => s.getBoundingClientRect().width/s.viewBox.baseVal.width)(document.querySelector('#diagram section:not([hidden]) svg'))")
        check(f"its letters, {size} pixels: {scale}", scale >= least - 1e-3)
    b.look(1280, 900)
    if shutil.which("dot"):
        b.open("run.html#Diagram")
        for opened in (None, "gearbox"):
            if opened:
                b.js(f"document.querySelector('#diagram [data-opens={opened}]').dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))")
            for t in (1, 2.3, 6):
                b.js("page.view.toTime(arguments[0])", t)
                b.settle()
                check(f"numbers of {opened or 'the model'} at {t} lie on something: {b.js(ON_EACH_OTHER)}", b.js(ON_EACH_OTHER) == [])
        check("there are numbers", b.js("document.querySelectorAll('#diagram section:not([hidden]) .carried text').length") > 12)

    # keyboard alone: all that can be used is on the way of the tab key, and is seen to have the focus
    b.open("run.html")
    way, hidden = [], 0
    for n in range(120):
        ActionChains(b.b).send_keys(Keys.TAB).perform()
        at = b.js("(e => e === document.body ? null : [e.id, e.getAttribute('role'), e.getAttribute('aria-label') ?? e.textContent.slice(0, 30), getComputedStyle(e).outlineStyle !== 'none' || (e.firstElementChild && getComputedStyle(e.firstElementChild).outlineStyle !== 'none')])(document.activeElement)")
        if at is None:
            break
        way.append(at)
        hidden += not at[3] and at[0] != "main"
    texts = " ".join(str(w) for w in way)
    check(f"the tab key comes to all: {len(way)} places", not (missing := [w for w in ("'search'", "treeitem", "'tab'", "'slider'", "Zoom in", "Next event", "A new panel", "Save what is seen as SVG", "Remove engine.w", "Panel up", "What is across") if w not in texts]))
    if missing:
        print(missing)
    check(f"{hidden} of {len(way)} do not show their focus", hidden == 0)
    b.js("document.querySelector('[role=treeitem]').focus()")
    b.key(Keys.ARROW_RIGHT)
    check("the tree opens", b.js("document.activeElement.getAttribute('aria-expanded')") == "true")
    b.key(Keys.ARROW_RIGHT)
    check("and goes in", b.js("Number(document.activeElement.getAttribute('aria-level'))") == 2)
    b.key(Keys.ARROW_LEFT)
    b.key(Keys.ARROW_LEFT)
    check("and closes", b.js("document.activeElement.getAttribute('aria-expanded')") == "false")

    # small, dark, printed, still
    for width, height in ((1280, 900), (390, 844)):
        for scheme in ("light", "dark"):
            b.look(width, height, prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
            b.open("run.html")
            fits(b, f"{scheme}, {width} wide")
            accessible(b, f"{scheme}, {width} wide")
            check("nothing moves by itself", b.js("[...document.querySelectorAll('*')].every(e => parseFloat(getComputedStyle(e).transitionDuration) < 0.001 && getComputedStyle(e).animationName === 'none')"))
            b.b.save_screenshot(path(f"run_{scheme}_{width}.png"))
    check("by the width of a phone the tree is folded", b.js("!document.querySelector('.drawer').open"))
    b.look(1280, 900, prefers_color_scheme="dark")
    b.open("run.html")
    pdf = b.b.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})["data"]
    check("it prints", len(pdf) > 20000)
    b.js("window.dispatchEvent(new Event('beforeprint'))")
    check("as wide as paper, with the time of its values", b.js("page.view.panels.map(p => p.chart.plot.width)") == [680]*len(b.names()) and
          b.js("document.querySelector('.printed').textContent") == "Values at 7 s.")
    check("in the colours of paper", b.js("getComputedStyle(document.documentElement).getPropertyValue('--ground').trim()") == "#ffffff")
    b.js("window.dispatchEvent(new Event('afterprint'))")
    check("and as wide as before", b.js("page.view.panels.every(p => p.chart.plot.width === p.ground.clientWidth && p.ground.clientWidth !== 680)"))
    check("and dark again", b.js("getComputedStyle(document.documentElement).getPropertyValue('--ground').trim()") != "#ffffff")
    b.quiet("all looks")

    # ---- several runs --------------------------------------------------------------------------------------------------
    b.look(1280, 900)
    run("plot", path("run.mat"), path("other.mat"), "--vars", "engine.w,turbine.w", "--vars", "gearbox.mu", "--vars", "gearbox.?.law", "-o", path("two.html"))
    b.open("two.html")
    accessible(b, "two runs")
    b.one(".panel .plot").send_keys(Keys.END)
    b.settle()
    for name, texts in b.values().items():
        one, two = rows[-1][name], others[-1][name]
        check(f"two runs: {name}: {texts}", texts[:2] == [one, two] and abs(float(texts[2]) - (float(two) - float(one))) <= 1e-5*abs(float(texts[2])) + 1e-300)
    b.one("button[aria-pressed]").click()
    b.settle()
    line = b.js("(l => [l.length, Array.from(l[0].curve.x), Array.from(l[0].curve.y)])(page.view.panels[0].lines)")
    at = {float(r["time"]): r for r in rows}
    twice = [t for t in {float(r["time"]) for r in others} if sum(float(r["time"]) == t for r in others) > 1 or sum(float(r["time"]) == t for r in rows) > 1]
    wrong = [t for t, y, r in zip(line[1], line[2], others) if t in at and t not in twice and y != float(r["engine.w"]) - float(at[t]["engine.w"])]
    check(f"differences are those of the numbers: {wrong[:3]}", line[0] == 2 and not wrong and len(line[1]) == len(others))
    b.one("button[aria-pressed]").click()
    b.one("#run0").click()
    b.settle()
    check("a run can be left out", b.js("page.view.panels[0].lines.every(l => l.run.number === 1)"))
    b.all("[role=tab]")[2].click()
    time.sleep(0.3)
    check("parameters that differ are marked", b.js("[...document.querySelectorAll('.differs th')].map(e => e.textContent)") == ["gearbox.mu"])
    b.quiet("two runs")

    with open(path("one.csv"), "w", encoding="utf-8") as f:
        f.writelines(f"{r['time']},{r['engine.w']}\n" for r in [{"time": "time", "engine.w": "engine.w"}, *others])
    run("plot", path("run.mat"), path("one.csv"), "--vars", "engine.w,turbine.w", "--vars", "turbine.flange_a.tau", "-o", path("lack.html"))
    b.open("lack.html")
    b.one("button[aria-pressed]").click()
    b.settle()
    said = [e.text for e in b.all(".panel > .hint")]
    check(f"what has no difference is told: {said}", said == [f"No difference: {n} (no other run that is shown has it)." for n in ("turbine.w", "turbine.flange_a.tau")])
    b.one("#run0").click()
    b.one("button[aria-pressed]").click()
    b.settle()
    said = [e.text for e in b.all(".panel > .hint")]
    check(f"what has no curve is told: {said}", said == [f"No curve: {n} (no run that is shown has it)." for n in ("turbine.w", "turbine.flange_a.tau")])
    b.quiet("runs that share little")

    # units that differ, numbers of axes, what stands alone
    with open(path("one.csv"), "w", encoding="utf-8") as f:
        f.write("time [s],w [rad/s],q\n0,1,1\n1e9,2,nan\n1e9,2,7\n2e9,3,nan\n3e9,3,nan\n")
    with open(path("two.csv"), "w", encoding="utf-8") as f:
        f.write("time [s],w [rpm]\n0,10\n2e9,30\n")
    run("plot", path("one.csv"), path("two.csv"), "--vars", "w", "--vars", "q", "-o", path("unlike.html"))
    b.open("unlike.html")
    said = [e.text for e in b.all(".panel > .hint") if e.is_displayed()]
    check(f"units that differ are told: {said}", said == ["Not converted, and not compared: w in rpm of two.csv; elsewhere in rad/s."])
    b.one(".panel .plot").send_keys(Keys.HOME)
    b.settle()
    check(f"and there is no difference: {b.values()}", b.values()["w"] == ["1", "10", ""])
    texts = b.js("(t => [t(page.view.panels[0].chart.plot.axes[0]._values), t(page.view.panels[0].chart.plot.axes[1]._values)])(v => v.filter(t => t))")
    check(f"numbers of a long time are short: {texts}", texts[0][0] == "0" and all(len(t) <= 6 and "e" in t for t in texts[0][1:]))
    alone = b.js("(svg => [...svg.matchAll(/ d=\"M([0-9.]+) ([0-9.]+)L([0-9.]+) ([0-9.]+)M([0-9.]+) ([0-9.]+)L([0-9.]+) ([0-9.]+)\"/g)].map(m => m.slice(1).map(Number)))(page.svgText())")
    check(f"what stands alone is drawn: {alone}", any(abs(a[2] - a[0] - 2) < 0.02 and a[1] == a[3] for a in alone))
    with open(path("large.csv"), "w", encoding="utf-8") as f:
        f.write("time,w\n0,22.81436549\n1,22.8143655\n2,22.81436552\n")
    run("plot", path("large.csv"), "-o", path("large.html"))
    b.open("large.html")
    left, texts = b.js("[page.view.panels[0].chart.plot.bbox.left, page.view.panels[0].chart.plot.axes[1]._values.filter(t => t)]")
    check(f"numbers of an axis have room: {left} for {texts}", any(len(t) > 10 for t in texts) and left > 6.5*max(len(t) for t in texts))
    b.open("run.html")
    panels = b.all(".panel .plot")
    names = b.names()
    b.one("#search").send_keys("car v")
    b.settle()
    panels[1].send_keys(Keys.ARROW_LEFT)
    for _ in range(2):                                                         # back to the tree, through the first panel
        b.js("document.querySelectorAll('.panel .plot')[0].focus()")
        b.js("document.querySelector('#search').focus()")
    check("a panel that is only passed is not marked", b.js("page.view.panels.indexOf(page.view.active)") == 1)
    b.quiet("axes")

    # ---- hostile names, and what is thinned --------------------------------------------------------------------------------
    run("sim", os.path.join(here, "hostile.dtm"), "-o", path("hostile.html"))
    b.open("hostile.html")
    for tab in b.all("[role=tab]"):
        tab.click()
        time.sleep(0.1)
    check("hostile texts are shown", "<script>window.harm" in b.js("document.body.textContent") and b.js("document.title") == "hostile")
    b.one("[role=tab]").click()
    b.b.execute_script("const s = document.createElement('script'); s.textContent = 'window.harm = 2'; document.body.append(s);")
    check("the policy lets no script in", b.js("window.harm === undefined"))
    b.b.get_log("browser")
    b.quiet("hostile names")
    with open(path("bidi.csv"), "w", encoding="utf-8") as f:
        f.write('time,a.\u202eevil\u2066,"</script><script>window.harm=1</script>"\n0,1,2\n1,2,3\n')
    run("plot", path("bidi.csv"), "-o", path("bidi.html"))
    b.open("bidi.html")
    check("what turns a line around is written out", b.js("/[\\u202a-\\u202e\\u2066-\\u2069]/.test(document.body.innerText)") is False and "‹202e›" in b.one("main").text)
    b.quiet("a hostile file")
    data = big_file(path("big.mat"), 600000)
    run("plot", path("big.mat"), "-o", path("big.html"))
    begin = time.time()
    b.open("big.html")
    print(f"| page of 600,000 rows of 7: opened in {time.time() - begin:.1f} s")
    check("the page says that it has not all", "too many for a page" in b.one(".note").text)
    b.one(".panel .plot").send_keys(Keys.END)
    b.settle()
    shown = b.values()
    check("what is a row of the run has no ≈", shown and all(float(v[0]) == data[n][-1] for n, v in shown.items()))
    between, n = 0, 0
    for row in range(330, 350):
        b.js("page.view.toRow(arguments[0])", row)
        b.settle()
        for name, texts in b.values().items():
            n += 1
            between += texts[0].startswith("≈ ")
            if not texts[0].startswith("≈ "):
                check(f"{name}: row {row}: {texts}", float(texts[0]) == data[name][row])
    check(f"what is between rows that the page has is marked: {between} of {n}", 0 < between < n)
    b.quiet("a thinned page")
    # ---- pages of other commands ------------------------------------------------------------------------------------------
    run("gears", zf, "--sub", "gearbox", "-o", path("gears.html"))
    run("doc", "Drivetrain.Clutch", "-o", path("doc.html"))
    run("modes", os.path.join(models, "three_inertia", "three_inertia.dtm"), "-o", path("modes.html"))
    run("report", zf, "-o", path("report.html"))
    run("diagram", placed, "--model", "Run.Launch", "-o", path("diagram.html"))
    for name in ("gears.html", "doc.html", "modes.html", "report.html", "diagram.html"):
        for scheme in ("light", "dark"):
            b.look(1280, 900, prefers_color_scheme=scheme)
            b.b.get("file://" + path(name))
            fits(b, f"{name}, {scheme}")
            accessible(b, f"{name}, {scheme}")
        check(f"{name}: a picture is cut off", b.js("[...document.querySelectorAll('.pictures')].every(e => e.scrollWidth <= e.clientWidth)"))
        b.quiet(name)
        if name == "gears.html":
            check("its table of gears is cut off", b.js("[...document.querySelectorAll('.wide')].every(e => e.scrollWidth <= e.clientWidth)"))
            texts = b.js("[...document.querySelectorAll('#gears button')].map(e => e.textContent)")
            check(f"gears that cannot be told apart: {texts}", len(set(texts)) == len(texts) > 4)
    # on a phone a table is wider than the window and moves by itself: its descriptions are no columns of single words
    b.look(390, 844)
    b.b.get("file://" + path("report.html"))
    fits(b, "report.html, 390 wide")
    lines = b.js("Math.max(...[...document.querySelectorAll('.wide tr')].map(r => r.clientHeight/parseFloat(getComputedStyle(r).fontSize)))")
    check(f"report.html: a row {lines} letters high", lines < 8)
finally:
    b.b.quit()
end()
