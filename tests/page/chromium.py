"""chromium.py: what tests of pages in a browser share: DTC FOLDER [AXE] in the command line; axe.min.js."""
import csv
import json
import os
import subprocess
import sys
import time
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

dtc, folder = sys.argv[1:3]
axe = open(sys.argv[3], encoding="utf-8").read() if len(sys.argv) > 3 else None
counts = {"passed": 0, "failed": 0, "skipped": 0}


def check(what, good):
    counts["passed" if good else "failed"] += 1
    if not good:
        print("FAILED", what)


def path(name):
    return os.path.join(folder, name)


def run(*arguments):
    subprocess.run([dtc, *arguments], check=True, capture_output=True)


def rows_of(file):
    with open(file, newline="", encoding="utf-8") as f:
        lines = list(csv.reader(f))
    return [dict(zip(lines[0], line)) for line in lines[1:]]


class Browser:
    def __init__(self):
        o = Options()
        for a in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-device-scale-factor=1", "--user-data-dir=" + path("browser")):
            o.add_argument(a)
        o.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.b = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=o)
        self.b.set_script_timeout(60)
        self.b.get("about:blank")                                                 # not the page that a browser begins with
        self.b.get_log("performance")
        self.b.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": path("saved")})

    def look(self, width, height, **features):
        self.b.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.b.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": k.replace("_", "-"), "value": v} for k, v in features.items()]})
        self.until(f"innerWidth === {width}")

    def open(self, name):
        self.b.get("file://" + path(name))
        self.until("document.documentElement.dataset.ready === 'true'")
        self.settle()

    def js(self, code, *arguments):
        return self.b.execute_script("return " + code, *arguments)

    def until(self, code, seconds=20):
        end = time.time() + seconds
        while not self.js(code):
            if time.time() > end:
                raise AssertionError(f"never came: {code}")
            time.sleep(0.02)

    def settle(self):
        """Two frames, and what they began."""
        self.b.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(async () => { await window.page?.view.settled; done(); }));")

    def key(self, *keys):
        ActionChains(self.b).send_keys(*keys).perform()
        self.settle()

    def with_key(self, held, key):
        ActionChains(self.b).key_down(held).send_keys(key).key_up(held).perform()
        self.settle()

    def all(self, selector):
        return self.b.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        return self.b.find_element(By.CSS_SELECTOR, selector)

    def values(self, panel=0):
        """The table at the cursor: name -> texts"""
        return {r[0]: r[1:] for r in self.js("""[...document.querySelectorAll('.panel')[arguments[0]].querySelectorAll('tbody tr')].map(r =>
            [r.querySelector('th').textContent, ...[...r.querySelectorAll('td.number')].map(c => c.textContent)])""", panel)}

    def names(self):
        return self.js("page.view.panels.map(p => p.names)")

    def saved(self, name, seconds=20):
        end = time.time() + seconds
        while not os.path.exists(os.path.join(path("saved"), name)):
            if time.time() > end:
                raise AssertionError(f"nothing saved as {name}: {os.listdir(path('saved')) if os.path.isdir(path('saved')) else ''}")
            time.sleep(0.05)
        return os.path.join(path("saved"), name)

    def quiet(self, what):
        said = [e for e in self.b.get_log("browser")]
        check(f"{what}: the console has {said[:2]}", not said)
        asked = [json.loads(e["message"])["message"] for e in self.b.get_log("performance")]
        asked = [e["params"]["request"]["url"] for e in asked if e["method"] == "Network.requestWillBeSent"]
        check(f"{what}: it asks for {asked}", all(u.startswith(("file://" + folder, "blob:null", "blob:file")) for u in asked))
        check(f"{what}: what is hostile has run", self.js("window.harm === undefined"))


def accessible(b, what):
    if not axe:
        counts["skipped"] += 1
        return
    # axe comes through the driver, which the policy does not concern
    b.b.execute_script(axe)
    found = b.b.execute_async_script("const done = arguments[0]; axe.run().then(r => done(r.violations.map(v => [v.id, v.nodes.map(n => n.target.join(' ') + ': ' + n.failureSummary).slice(0, 3)])), e => done(String(e)));")
    check(f"{what}: axe finds {found}", found == [])


def fits(b, what):
    """Once the window has its new size, which a busy machine tells late."""
    fitting = "document.documentElement.scrollWidth <= innerWidth"
    try:
        b.until(fitting, 5)
    except AssertionError:
        pass
    check(f"{what}: wider than the window", b.js(fitting))


def end():
    print(f"{counts['passed']} passed, {counts['failed']} failed" + (f", {counts['skipped']} skipped" if counts["skipped"] else ""))
    sys.exit(counts["failed"] > 0)
