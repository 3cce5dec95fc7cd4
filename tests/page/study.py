"""study.py DTC FOLDER [AXE]: the page of a study in chromium: a range that is drawn on an axis, or over the dots, chooses what is within
all of them; numbers, colours and the file that is saved follow."""
import os
from chromium import Browser, accessible, check, end, fits, path, rows_of, run
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

here = os.path.dirname(os.path.abspath(__file__))
launch = os.path.join(here, "../sweep/launch.dtm")
STUDY = ("sweep", launch, "--vary", "load.J=uniform(0.5, 3)", "--vary", "clutch.fn_max=normal(800, 100)", "--metric",
         "w=load.w", "--metric", "heat=integral(clutch.lossPower)", "--metric", "t=timeWhen(load.w > 40)", "--design", "lhs:200", "--quiet", "--stop", "0.5")
run(*STUDY, "-o", path("study.db"))
run(*STUDY, "-o", path("study.csv"))
run("plot", path("study.db"), "-o", path("study.html"))
run("sweep", os.path.join(here, "../sweep/sweep.dtm"), "--model", "Sweep.Numbers", "--vary", "on=false,true", "--vary", "a=1:3", "--metric", "s=sum", "--stop",
    "1e-3", "--quiet", "-o", path("words.db"))
run("plot", path("words.db"), "-o", path("words.html"))
rows = [{k: float(v) if v else None for k, v in r.items() if k not in ("status", "message")} for r in rows_of(path("study.csv"))]


def chosen(b):
    return {int(p) for p in b.js("[...study.state.chosen.keys()].filter(i => study.state.chosen[i])")}


def within(**ranges):
    return {int(r["point"]) for r in rows if all(r[k] is not None and lo <= r[k] <= hi for k, (lo, hi) in ranges.items())}


def ranges(b):
    return {name: r for name, r in b.js("study.state.column.map(c => [c.name, c.range])") if r}


def cells(b, name):
    return b.js("[...[...document.querySelectorAll('#study tbody tr')].find(r => r.querySelector('th').textContent.startsWith(arguments[0])).querySelectorAll('.number')].map(c => c.textContent)", name)


def drag(b, element, x0, y0, x1, y1):
    """Within an element, from its upper left corner."""
    w, h = element.size["width"], element.size["height"]
    ActionChains(b.b).move_to_element_with_offset(element, round(x0 - w/2), round(y0 - h/2)).click_and_hold().move_by_offset(round((x1 - x0)/2), round((y1 - y0)/2)) \
        .move_by_offset(round(x1 - x0) - round((x1 - x0)/2), round(y1 - y0) - round((y1 - y0)/2)).release().perform()
    b.settle()


b = Browser()
try:
    b.look(1400, 1000)
    b.open("study.html")
    b.quiet("a study")
    check("all are chosen", chosen(b) == set(range(200)) and "200 of 200" in b.one(".said").text)
    check("numbers of all", cells(b, "heat, J")[1] == b.js("study.state.column.find(c => c.name === 'heat').text(arguments[0])", sum(r["heat"] for r in rows)/200))
    check("the tables", "correlations" in b.one("main").text and "deviation" in b.one("main").text)

    # a range on an axis
    grip = b.one(".axis[data-column='load.J'] .grip")
    drag(b, grip, 14, 0.25*grip.size["height"], 14, 0.5*grip.size["height"])
    [(name, (lo, hi))] = ranges(b).items()
    J = sorted(r["load.J"] for r in rows)
    check(f"a range: {name} {lo} {hi}", name == "load.J" and abs((hi - J[0])/(J[-1] - J[0]) - 0.75) < 0.02 and abs((lo - J[0])/(J[-1] - J[0]) - 0.5) < 0.02)
    check("what is within is chosen", chosen(b) == within(**{"load.J": (lo, hi)}) and f"{len(chosen(b))} of 200" in b.one(".said").text)
    w = [r["w"] for r in rows if int(r["point"]) in chosen(b)]
    shown = [float(x) for x in cells(b, "w, rad/s")[:3]]
    check(f"its numbers: {shown}", all(abs(a - e) < 1e-4*abs(e) for a, e in zip(shown, (min(w), sum(w)/len(w), max(w)))))
    check("its range is typed", b.one("input[aria-label='load.J, kg.m2: from']").get_attribute("value") != "")

    # and over the dots
    b.js("(() => { for (const [k, n] of [['x', 'clutch.fn_max'], ['y', 'heat']]) { const s = document.querySelector(`select[data-choice=${k}]`); "
         "s.value = [...s.options].find(o => o.text === n).value; s.dispatchEvent(new Event('change')); } })()")
    b.settle()
    plot = b.one(".scatter canvas")
    drag(b, plot, 200, 60, 400, 250)
    now = ranges(b)
    check(f"a rectangle is two ranges: {now}", set(now) == {"load.J", "clutch.fn_max", "heat"} and now["load.J"] == [lo, hi])
    check("all views have them", chosen(b) == within(**now) and 0 < len(chosen(b)) < 200)
    check("ranges are drawn on their axes", len([e for e in b.all(".axis .range") if e.is_displayed()]) == 3)
    b.b.find_element(By.XPATH, "//button[text()='CSV']").click()
    check("the file that is saved", {int(r["point"]) for r in rows_of(b.saved("chosen.csv"))} == chosen(b))

    # a click is all again; numbers that are typed; the keyboard
    b.one(".axis[data-column='load.J'] .grip").click()
    b.settle()
    check("a click on an axis", set(ranges(b)) == {"clutch.fn_max", "heat"})
    b.b.find_element(By.XPATH, "//button[text()='All']").click()
    b.settle()
    check("all", len(chosen(b)) == 200 and not ranges(b))
    field = b.one("input[aria-label='heat, J: to']")
    field.send_keys("5500" + Keys.TAB)
    b.settle()
    check("a number that is typed", chosen(b) == within(heat=(0, 5500)))
    plot.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    b.settle()
    at = b.js("study.state.at")
    second = sorted((r for r in rows if int(r["point"]) in chosen(b)), key=lambda r: r["clutch.fn_max"])[1]
    check(f"the keyboard: {at}", at == second["point"] and f"point {at}" in b.one(".scatter canvas").get_attribute("aria-valuetext"))
    check("the values of a point", cells(b, "heat, J")[3] == b.js("study.state.column.find(c => c.name === 'heat').text(arguments[0])", second["heat"]))
    plot.send_keys(Keys.ESCAPE)
    b.settle()
    check("escape: all", len(chosen(b)) == 200)
    accessible(b, "a study")
    b.look(500, 900, prefers_color_scheme="dark")
    b.settle()
    b.js("(() => { document.querySelector('h1').textContent += ' ' + 'folder/'.repeat(40); })()")
    fits(b, "a narrow window, a long path")
    accessible(b, "a study, dark")

    # words
    b.look(1400, 1000)
    b.open("words.html")
    check("words on an axis", [e.text for e in b.all(".axis[data-column='on'] .word")] == ["false", "true"])
    b.js("(() => { const s = document.querySelector(\"select[aria-label='on: only']\"); s.value = '1'; s.dispatchEvent(new Event('change')); })()")
    b.settle()
    check("one of the words", chosen(b) == {3, 4, 5})
    b.quiet("words")
finally:
    b.b.quit()
end()
