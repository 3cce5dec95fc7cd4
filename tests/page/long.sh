#!/bin/sh
# Pages of runs in a browser, from disk; and what they take from npm, against npm.
cd "$(dirname "$0")/../.." || exit 2
group=page_browser
. tests/group.sh
mkdir -p "$work/npm" "$work/vendor"
if command -v npm >/dev/null && tools/page/vendor/fetch.sh "$work/vendor" >"$work/log" 2>&1; then
    for file in "$work"/vendor/*; do
        if cmp "$file" "tools/page/vendor/${file##*/}" >"$work/log" 2>&1; then passed=$((passed + 1)); else
            echo "FAILED tools/page/vendor/${file##*/} is stale: make vendor"
            failed=$((failed + 1))
        fi
    done
else
    echo 'skipped: tools/page/vendor against npm: npm has nothing'
    skipped=$((skipped + 1))
fi
axe=
if command -v npm >/dev/null && npm pack --silent --fetch-retries=0 --fetch-timeout=20000 --pack-destination "$work/npm" axe-core@4.14.1 >"$work/log" 2>&1 &&
    tar xzf "$work"/npm/axe-core-*.tgz -C "$work/npm"; then
    axe=$work/npm/package/axe.min.js
else
    echo 'skipped: axe: npm has no axe-core'
fi
if command -v chromedriver >/dev/null && /usr/bin/python3 -c 'import selenium' 2>/dev/null; then
    for test in browser study; do
        /usr/bin/python3 -B tests/page/$test.py "$dtc" "$work" $axe >"$work/log" 2>&1
        add $? "$work/log" $test.py
    done
else
    echo 'skipped: pages in a browser: chromium-driver, python3-selenium'
    skipped=$((skipped + 1))
fi
finish
