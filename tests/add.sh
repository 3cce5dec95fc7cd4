# add.sh - counts what a group tries, and adds up what its programs say; to be sourced. A group may add to $passed,
# $failed and $skipped itself.
passed=0 failed=0 skipped=0

ok() { passed=$((passed + 1)); }
fail() { # fail TEXT...
    echo "FAILED $*"
    failed=$((failed + 1))
}

# verdict CODE TEXT: of what has just been tried; what it said is in the folder of the group, in the file log
verdict() {
    if [ "$1" -eq 0 ]; then ok; else
        fail "$2"
        head -n 20 "${work:-$tmp}/log"
    fi
}

try() { # try WHAT COMMAND...
    what=$1
    shift
    "$@" >"${work:-$tmp}/log" 2>&1
    verdict $? "$what"
}

# add CODE LOG NAME: a program has ended so. Its last line is "N passed, M failed", with ", K skipped" if any; the
# other lines are shown. What ends without that line, with other than zero though nothing failed, or having tried
# nothing, is one failure.
add() {
    counts=$(tail -n 1 "$2" | sed -nE 's/^([0-9]+) passed, ([0-9]+) failed(, ([0-9]+) skipped)?$/\1 \2 \4/p')
    if [ -z "$counts" ]; then
        cat "$2"
        echo "FAILED $3: it ended without a result, exit code $1"
        failed=$((failed + 1))
        return
    fi
    sed '$d' "$2"
    set -- "$1" "$3" $counts
    passed=$((passed + $3)) failed=$((failed + $4)) skipped=$((skipped + ${5:-0}))
    if [ "$4" -eq 0 ] && { [ "$1" -ne 0 ] || [ $(($3 + ${5:-0})) -eq 0 ]; }; then
        echo "FAILED $2: exit code $1, $3 passed"
        failed=$((failed + 1))
    fi
}

# What a group ends with.
finish() {
    line="$passed passed, $failed failed"
    [ "$skipped" -eq 0 ] || line="$line, $skipped skipped"
    echo "$line"
    [ "$failed" -eq 0 ]
}
