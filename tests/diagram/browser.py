"""browser.py BROWSER FOLDER zf4hp22.html hostile.html: pages of dtc diagram in a headless browser.

A script at the end of each page, which the page's policy is made to name, opens components by click and by key, goes
back, changes the size, and writes what is shown.
"""
import base64
import hashlib
import html
import json
import os
import re
import subprocess
import sys

SCRIPT = """
const said = [], wait = () => new Promise(r => setTimeout(r, 50));
const look = what => said.push([what, [...document.querySelectorAll('section')].filter(s => !s.hidden).map(s => s.dataset.path),
  document.querySelector('nav h1').textContent, document.querySelectorAll('img, script, iframe').length,
  document.querySelector('section:not([hidden]) svg').getBoundingClientRect().width]);
(async () => {
  look('begin');
  for (const path of [...document.querySelectorAll('[data-opens]')].map(e => e.dataset.opens)) {
    document.querySelector('[data-opens="' + CSS.escape(path) + '"]').dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await wait(); look('click ' + path);
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    await wait(); look('up');
    document.querySelector('[data-opens="' + CSS.escape(path) + '"]').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    await wait(); look('key ' + path);
    location.hash = ''; await wait();
  }
  document.querySelector('button[value="1.25"]').click(); look('larger');
  const out = document.createElement('pre'); out.id = 'said'; out.textContent = JSON.stringify(said); document.body.append(out);
})();
"""


def shown(browser, folder, name):
    with open(name, encoding="utf-8") as f:
        page = f.read()
    hashed = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    page = page.replace("script-src ", f"script-src 'sha256-{hashed}' ", 1)
    page = page.replace("</body>", f"<script type=\"module\">{SCRIPT}</script></body>")
    looked = os.path.join(folder, "looked.html")
    with open(looked, "w", encoding="utf-8") as f:
        f.write(page)
    run = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1280,900",
                          "--disable-dev-shm-usage", "--virtual-time-budget=20000",
                          "--user-data-dir=" + os.path.join(folder, "browser"), "--dump-dom", "file://" + looked],
                         capture_output=True, text=True, timeout=240, check=False)
    found = re.search(r'<pre id="said">(.*?)</pre>', run.stdout, re.S)
    return json.loads(html.unescape(found.group(1))) if found else []


def main():
    browser, folder, *names = sys.argv[1:]
    passed = failed = 0
    for name in names:
        said = shown(browser, folder, name)
        wrong = [] if len(said) > 4 else ["the browser shows no page"]
        for what, visible, way, alien, width in said:
            path = what.split(" ", 1)[1] if " " in what else ""
            good = alien == 2 and width > 50          # the page's script and this one
            if what in ("begin", "larger"):
                good = good and visible == [""]
            elif path:
                good = good and visible == [path] and way.endswith(path.split(".")[-1])
            if not good:
                wrong.append(f"{what}: {visible}, {way!r}, {alien} scripts, {width} pixels")
        if said and abs(said[-1][4] / said[0][4] - 1.25) > 0.01:
            wrong.append(f"larger is {said[-1][4]} pixels, after {said[0][4]}")
        failed += len(wrong)
        passed += max(0, len(said) - len(wrong))
        for w in wrong:
            print(f"FAILED {os.path.basename(name)}: {w}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
