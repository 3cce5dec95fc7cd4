"""page.py DTC BROWSER FOLDER FILE.dtm ARGUMENTS...: the page of `dtc gears` in a headless browser, against its JSON.

A script behind that of the page clicks on all gears, and on the elements of the first one again, one by one, and writes what the page
shows after each click.
"""
import json
import os
import re
import subprocess
import sys

SCRIPT = """
const shown = [], text = q => { const e = document.querySelector('#state ' + q); return e ? e.textContent : ''; };
const look = what => shown.push([what, text('.class'), text('.exact'), document.querySelectorAll('#state svg').length,
  [...document.querySelectorAll('#elements [aria-pressed=true]')].map(b => b.textContent).join(' '),
  [...document.querySelectorAll('#gears [aria-pressed=true]')].map(b => b.textContent).join(' '),
  Math.min(...[...document.querySelectorAll('svg')].map(e => e.getBoundingClientRect().width/e.getAttribute('width')))]);
gears.forEach(b => { b.click(); look(b.textContent); });
gears[0].click();
elements.filter(b => b.getAttribute('aria-pressed') === 'true').forEach(b => { b.click(); look('-' + b.textContent); });
const out = document.createElement('pre'); out.id = 'shown'; out.textContent = JSON.stringify(shown); document.body.append(out);
</script>"""


def main():
    dtc, browser, folder = sys.argv[1:4]
    page = os.path.join(folder, "page.html")
    train = json.loads(subprocess.run([dtc, "gears"] + sys.argv[4:] + ["--format", "json"], check=True, capture_output=True, text=True).stdout)
    gears = train["gears"]["rows"]
    for g in gears:
        for which in ("engaged", "forced"):
            g[which] = [e["element"] for e in train["elements_of_gears"]["rows"] if e["gear"] == g["gear"] and e["which"] == which]
    subprocess.run([dtc, "gears"] + sys.argv[4:] + ["-o", page], check=True, capture_output=True)
    with open(page, encoding="utf-8") as f:
        html = f.read()
    wrong = [x for x in re.findall(r'(?:src|href)="[^"]*"|url\([^)]*\)|https?://[^" ]*', html) if "www.w3.org/" not in x]
    # the policy of the page lets no other script run than its own
    policy = re.search(r'<meta http-equiv="Content-Security-Policy"[^>]*>', html).group(0)
    with open(page, "w", encoding="utf-8") as f:
        f.write(SCRIPT.join(html.replace(policy, "").rsplit("</script>", 1)))
    run = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=400,800", "--disable-dev-shm-usage", "--user-data-dir=" + os.path.join(folder, "browser"),
                          "--dump-dom", "file://" + page], capture_output=True, text=True, timeout=120)
    found = re.search(r'<pre id="shown">(.*?)</pre>', run.stdout, re.S)
    if not found:
        print("FAILED the browser shows no page:", run.stderr[-2000:])
        print("0 passed, 1 failed")
        return True
    shown = json.loads(found.group(1).replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">"))
    for g, s in zip(gears, shown):
        exact = g["ratio"]["exact"] if g["ratio"] else ""
        pictures = 2 if g["class"] == "gear" else 0
        # gears of one name are told apart by what is engaged
        alike = sum(other["name"] == g["name"] for other in gears) > 1
        name = g["name"] + (": " + " ".join(g["engaged"]) if alike else "")
        if s[:1] != [name] or not s[1].startswith(g["class"]) or s[2] != exact or s[3] < pictures or name not in s[5]:
            wrong.append(f"gear {g['name']}: {s}, not {g['class']} {exact}")
        if not s[6] > 0.99:
            wrong.append(f"gear {g['name']}: a picture has {s[6]} of its width on a small screen")
        both = g["class"] == "gear" and g["drive"] and g["coast"] and not g["forced"]
        if both and s[4].split() == g["engaged"] and "holds both" not in s[1]:
            wrong.append(f"gear {g['name']}: {s}, but it holds both")
    after = [s for s in shown[len(gears):]]
    if len(after) < 1 or after[-1][4] != "" or after[-1][1].startswith("gear"):
        wrong.append(f"elements let go: {after}")
    for w in wrong:
        print("FAILED page:", w)
    print(f"{len(shown) + 1 - len(wrong)} passed, {len(wrong)} failed")
    return bool(wrong)


sys.exit(main())
