#!/bin/sh
# dtc report as PDF, where there is a browser.
cd "$(dirname "$0")/../.." || exit 2
group=summary_pdf
. tests/group.sh
command -v chromium >/dev/null || { echo 'skipped: reports as PDF: no chromium'; echo '0 passed, 0 failed, 1 skipped'; exit; }
ok() { if [ "$1" -eq 0 ]; then passed=$((passed + 1)); else echo "FAILED $2"; failed=$((failed + 1)); fi; }
for k in 1 2; do
    "$dtc" report models/two_blocks/two_blocks.dtm -o "$work/$k.pdf" >"$work/log" 2>&1
    ok $? "a report as PDF: $(head -n 3 "$work/log")"
done
[ ! -s "$work/log" ]
ok $? "a browser's own words are seen: $(head -n 1 "$work/log")"
head -c 5 "$work/1.pdf" | grep -q %PDF-
ok $? 'it is no PDF'
"$dtc" report models/full_throttle/full_throttle.dtm -o "$work/lanes.pdf" >"$work/log" 2>&1
[ "$(wc -c <"$work/lanes.pdf")" -lt 1000000 ]
ok $? "parts of lanes are pictures: a PDF of $(wc -c <"$work/lanes.pdf") bytes"
cmp "$work/1.pdf" "$work/2.pdf"
ok $? 'the same model, another PDF'
! grep -qa 'file://\|/tmp/' "$work/1.pdf"
ok $? 'it tells where it was made'
finish
