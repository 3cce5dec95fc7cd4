#!/bin/sh
# Pages of dtc diagram in a browser: components open and close by click and by key, hostile names do nothing.
cd "$(dirname "$0")/../.." || exit 2
group=diagram_browser
. tests/group.sh
command -v chromium >/dev/null || { echo 'skipped: no chromium'; echo '0 passed, 0 failed, 1 skipped'; exit; }

set -- "$work/hostile.html"
"$dtc" diagram tests/diagram/hostile.dtm -o "$work/hostile.html" || failed=1
if command -v dot >/dev/null; then
    "$dtc" diagram models/zf4hp22/zf4hp22.dtm -o "$work/zf4hp22.html" || failed=1
    set -- "$@" "$work/zf4hp22.html"
else
    echo 'skipped: no dot to lay out models without places'
    skipped=1
fi
python3 -B tests/diagram/browser.py chromium "$work" "$@" >"$work/log" 2>&1
add $? "$work/log" browser
finish
