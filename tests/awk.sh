# awk.sh - awk for tests, which read numbers that a run has written; to be sourced.
#
# What awk makes of a NaN is its own affair: mawk has nan <= 1e-9, gawk reads `nan` as 0, and `nan` in a program is a
# variable that is empty. So an awk that is given the word, in a program, in a value or in a file, fails (3) and says
# so; an infinity likewise.
awk() {
    for word; do
        if [ -f "$word" ]; then cat "$word"; else printf '%s\n' "$word"; fi |
            grep -qE '(^|[^[:alnum:]_.])(nan|NaN|NAN|inf|Inf|INF)([^[:alnum:]_.(]|$)' || continue
        echo "not finite: $word" >&2
        return 3
    done
    command awk "$@"
}
