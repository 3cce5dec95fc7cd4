#!/bin/sh
# Golden tests: every tests/golden/**/NAME.dtm with a sidecar. The sidecar's extension says what is compared:
#
#   .err     all diagnostics of `dtc check`, exit code 1        .warn    the same with exit code 0
#   .flat .nets .index .blt .torn .stage .step    the dump of that pass; a .flat is also read back and dumped again
#   .report  `dtc --report`                                     .c       the generated C
#
# With a dump, a report or C come the warnings of the .warn beside it (but not what `dtc check` alone says of start values); without a .warn nothing is said.
# Options stand in the first line of the model: `// dtc: --model P.M -I golden/x`. Paths are relative to tests/.
# Files in a folder named tables are read by models. BLESS=1 rewrites what differs; a new sidecar begins as an empty
# file. A model without sidecar belongs to another one.
: "${DTC:=$(cd "$(dirname "$0")/../.." && pwd)/build/dtc}"
cd "$(dirname "$0")/.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
lib=$(cd .. && pwd)/lib
. ./add.sh

# compare SIDECAR CODE WANTED-CODE: the new text is in $tmp/new
compare() {
    if [ "$2" -ne "$3" ]; then
        fail "$1: exit code $2 instead of $3"
        [ -s "$tmp/err" ] && head -n 20 "$tmp/err"
    elif cmp -s "$tmp/new" "$1"; then
        passed=$((passed + 1))
    elif [ -n "$BLESS" ]; then
        cp "$tmp/new" "$1"
        echo "blessed $1"
        passed=$((passed + 1))
    else
        fail "$1"
        diff -u "$1" "$tmp/new" | head -n 40
    fi
}

# made SIDECAR CODE: dump, report or C in $tmp/new, what was said in $tmp/err
made() {
    compare "$1" "$2" 0
    : >"$tmp/warn"
    [ ! -e "${model%.dtm}.warn" ] || grep -v '^dtc: note: start values taken' "${model%.dtm}.warn" >"$tmp/warn"
    short <"$tmp/err" | cmp -s - "$tmp/warn" && return
    fail "$1: what is said"
    diff -u "$tmp/warn" "$tmp/err" | head -n 20
}

# Names in the library as they stand in sidecars.
short() { sed "s#$lib/#lib/#g"; }

# Dumping a dump changes nothing.
again() {
    cp "$tmp/new" "$tmp/dump.dtm"
    if "$DTC" --dump=flat "$tmp/dump.dtm" >"$tmp/again" 2>"$tmp/err" && cmp -s "$tmp/new" "$tmp/again"; then
        passed=$((passed + 1))
    else
        fail "$1 read back"
        { cat "$tmp/err"; diff -u "$tmp/new" "$tmp/again"; } | head -n 40
    fi
}

for model in $(find golden -name '*.dtm' | sort); do
    options=
    read -r first <"$model"
    case $first in '// dtc: '*) options=${first#// dtc: } ;; esac
    for side in "${model%.dtm}".*; do
        kind=${side##*.}
        case $kind in
        err | warn)
            # shellcheck disable=SC2086
            "$DTC" check $options "$model" >"$tmp/out" 2>"$tmp/err"
            code=$?
            short <"$tmp/err" >"$tmp/new"
            [ -s "$tmp/out" ] && fail "$side: something on standard output"
            if [ "$kind" = err ]; then compare "$side" $code 1; else compare "$side" $code 0; fi
            ;;
        flat | nets | index | blt | torn | stage | step)
            # shellcheck disable=SC2086
            "$DTC" $options --dump="$kind" "$model" >"$tmp/new" 2>"$tmp/err"
            made "$side" $?
            [ "$kind" = flat ] && again "$side"
            ;;
        report)
            # shellcheck disable=SC2086
            "$DTC" $options --report "$model" >"$tmp/new" 2>"$tmp/err"
            made "$side" $?
            ;;
        c)
            # shellcheck disable=SC2086
            "$DTC" $options "$model" -o - >"$tmp/new" 2>"$tmp/err"
            made "$side" $?
            ;;
        dtm | order) ;;
        *) fail "$side: nobody knows what this is" ;;
        esac
    done
done
for side in $(find golden -name '*.*' -type f | sort); do
    [ -e "${side%.*}.dtm" ] || case $side in *.mo | *.md | *.order | */check.sh | */tables/*) ;; *) fail "$side: there is no model of this name" ;; esac
done
finish
