#!/bin/sh
# The packages of Debian, made twice: the bytes are the same.
cd "$(dirname "$0")/../.." || exit 2
group=package-twice
. tests/group.sh
if ! command -v dh >/dev/null || ! git rev-parse HEAD >/dev/null 2>&1; then
    echo 'skipped: packages of Debian: debhelper is missing, or this is no clone'
    echo '0 passed, 0 failed, 1 skipped'
    exit 0
fi
for time in one two; do
    try "make deb, $time" make -s --no-print-directory BUILD="$BUILD" DIST="$work/$time" deb
done
for file in "$work"/one/*.deb; do
    try "the same bytes: $(basename "$file")" cmp "$file" "$work/two/$(basename "$file")"
done
finish
