# What check.sh and longest.sh share. DTC, CC; results in $passed and $failed.
: "${DTC:=build/dtc}" "${CC:=cc}"
here=tests/scale
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
. tests/awk.sh
. tests/add.sh
$CC -std=c99 -D_DEFAULT_SOURCE -o "$dir/measure" $here/measure.c || exit 2

# least TIMES COMMAND...: the least time in ms and memory in KB of so many runs; empty if one fails.
least() {
    times=$1
    shift
    for run in $(seq "$times"); do "$dir/measure" "$@"; done |
        awk '$1 != 0 { bad = 1 } NR == 1 || $2 < ms { ms = $2 } NR == 1 || $3 < kb { kb = $3 } END { if (!bad && NR) print ms, kb }'
}

# verdict CONDITION TEXT: counts, and prints the text; the condition is awk's.
verdict() {
    if awk "BEGIN { exit !($1) }"; then
        passed=$((passed + 1))
        echo "$2"
    else
        failed=$((failed + 1))
        echo "$2   FAILED: $1"
    fi
}

exponent() { awk -v a="$1" -v b="$2" -v n="$3" -v m="$4" 'BEGIN { printf "%.2f", log((b < 1 ? 1 : b)/(a < 1 ? 1 : a))/log(m/n) }'; }
compile() { least "$1" "$DTC" "$dir/$2.dtm" -o "$dir/out.c"; }
check() { least "$1" "$DTC" check "$dir/$2.dtm"; }

# grows COMMAND KIND SMALL LARGE LIMIT: time and memory of the command (compile, check) grow with an exponent of at most LIMIT.
# A machine that is busy makes times longer, never shorter: what seems to grow too fast is measured again, and the least time counts.
grows() {
    $here/generate "$2" "$3" >"$dir/small.dtm" && $here/generate "$2" "$4" >"$dir/large.dtm" || exit 2
    small=$($1 3 small) large=$($1 1 large)
    for again in 1 2 3 4; do
        [ -n "$small" ] && [ -n "$large" ] || break
        time=$(exponent "${small% *}" "${large% *}" "$3" "$4") memory=$(exponent "${small#* }" "${large#* }" "$3" "$4")
        awk "BEGIN { exit !($time > $5) }" || break
        small=$(printf '%s\n%s\n' "$small" "$($1 2 small)" | sort -n | head -n 1)
        large=$(printf '%s\n%s\n' "$large" "$($1 1 large)" | sort -n | head -n 1)
    done
    if [ -z "$small" ] || [ -z "$large" ]; then
        verdict 0 "$(printf '%-8s %-9s does not compile' "$1" "$2")"
        return
    fi
    verdict "$time <= $5 && $memory <= $5" "$(printf '%-8s %-8s %7d %6d ms %5d MB   %7d %6d ms %5d MB   time ^%s, memory ^%s' "$1" "$2" \
        "$3" "${small% *}" $((${small#* }/1024)) "$4" "${large% *}" $((${large#* }/1024)) "$time" "$memory")"
}

# passes_grow KIND SMALL LARGE LIMIT: what each pass takes grows with an exponent of at most LIMIT. Instructions, where they can be counted. A pass that
# takes less than a million (10 ms) is not looked at.
passes_grow() {
    for size in "$2" "$3"; do
        $here/generate "$1" "$size" >"$dir/model.dtm" && DTC=$DTC $here/passes "$dir/model.dtm" >"$dir/passes.$size" || { verdict 0 "$1 of $size does not compile"; return; }
    done
    growth=$(awk -v n="$2" -v m="$3" '$1 == "unit" { least = $2 == "instructions" ? 1e6 : 1e4; next } FNR == NR { small[$1] = $2; next }
        $2 >= least { e = log($2/(small[$1] + 1))/log(m/n); seen++; text = text sprintf(" %s %.2f", $1, e); if (e > worst) worst = e }
        END { print (seen > 0 ? worst : 9) text }' "$dir/passes.$2" "$dir/passes.$3")
    verdict "${growth%% *} <= $4" "passes   $(printf '%-8s %7d to %7d ' "$1" "$2" "$3")${growth#* }"
}

# quicker FILE: dtc takes less time than the C compiler, without optimisation, for what it writes.
quicker() {
    took=$(least 3 "$DTC" "$1" -o "$dir/out.c")
    cc=$(least 1 $CC -std=c99 -O0 -Iruntime -I"$dir" -c -o "$dir/out.o" "$dir/out.c")
    verdict "${took%% *}0 > 0 && ${cc%% *}0 > 0 && ${took%% *} + 0 <= ${cc%% *} + 0" "$1: dtc ${took%% *} ms, $CC -O0 ${cc%% *} ms"
}

