# beside_hand.sh - a car on a cycle of speed as dtc writes it beside the same car by hand; to be sourced in the project's folder, with $tmp, a folder that has
# cycle.csv, and NAME.dtm whose model NAME is the car. CPU time: both in turn, the least of five runs of each.
. tests/awk.sh

# build NAME HAND GEAR: $tmp/generated and $tmp/hand; GEAR: the member that has the gear
build() {
    flags="-std=c99 -O2 -ffp-contract=off -Iruntime -I$tmp"
    "$BUILD/dtc" "$tmp/$1.dtm" --model "$1" --step 1e-3 -o "$tmp/step.c" || exit 1
    gcc $flags -DMODEL="$1" -DGEAR="$3" -o "$tmp/generated" tests/bench/cycle.c "$tmp/step.c" runtime/*.c -lm || exit 1
    gcc $flags -o "$tmp/hand" "tests/bench/$2.c" runtime/*.c -lm || exit 1
}

# run TIMES: of the cycle each; what they say into $tmp/all
run() {
    for round in 1 2 3 4 5; do
        for program in hand generated; do
            "$tmp/$program" "$tmp/cycle.csv" "$1" >"$tmp/said" || { echo "$program failed"; exit 1; }
            sed "s/^/$program /" "$tmp/said"
        done
    done >"$tmp/all" || exit 1
}

# compare APART SHIFTS: fails where fuel is further apart, or columns 4 to SHIFTS of what they say differ (shifts; instants and gears of them)
compare() {
    awk -v most="$1" -v last="$2" '
    { if (!($1 in time) || $2 < time[$1]) time[$1] = $2
      fuel[$1] = $3; shifts[$1] = $4 + 0; same[$1] = last > 4 ? $4 " " $5 : $4 }
    END {
        apart = fuel["generated"]/fuel["hand"] - 1
        printf "fuel %.9g kg, %.1e beside that by hand; %d shifts\n", fuel["generated"], apart, shifts["hand"]
        printf "by hand %.3f s, generated %.3f s of CPU: ratio %.2f\n", time["hand"], time["generated"], time["generated"]/time["hand"]
        exit !(apart < most && apart > -most && same["hand"] == same["generated"] && shifts["hand"] > 0)
    }' "$tmp/all" || { echo "they differ"; cat "$tmp/all"; exit 1; }
}
