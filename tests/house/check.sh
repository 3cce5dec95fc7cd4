#!/bin/sh
# What the sources keep to: rooms, one writer for one answer, lines within a window; and tests must be able to fail, so that
# no NaN and no test that was not run passes for success. Nothing is compiled here (make quick): tests/honest compiles.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/add.sh
. tests/awk.sh

# none TEXT: $tmp/log is empty
none() {
    [ ! -s "$tmp/log" ]
    verdict $? "$1"
}

code=$(find tests -name '*.[ch]' -o -name '*.cpp' | grep -v '^tests/golden/')
scripts=$(grep -rlE '^#!/bin/sh|^# .* sourced' tests | grep -v '^tests/golden/[a-z]*/')

# ---- a NaN is no success -------------------------------------------------------------------------------------

grep -nE '\bf(max|min)[fl]?\([^)]' $code >"$tmp/log"
none 'fmax and fmin drop a NaN: larger and smaller of extreme.h keep it'
grep -nE '\bCHECK\(!\([^)]*[<>][^)]*\)' $code >"$tmp/log"
none 'a check is the condition that is to hold: of a negated comparison a NaN makes a success'
# shellcheck disable=SC2086
grep -LE '^ *\. .*(awk|drive|common|switches|holds|locks|through|faults)(\.sh)?$' $(grep -lE '(^|[ (|])awk ' $scripts) |
    grep -vxE 'tests/(awk\.sh|scale/generate|scale/passes|emit/faults\.sh|results/ended\.sh)' >"$tmp/log"
none 'awk without awk.sh'
for number in nan -nan NaN inf; do
    printf 'time,x\n0,%s\n' $number >"$tmp/numbers"
    ! awk -F, '{ x = $2 } END { exit !(x*x <= 1e-9) }' "$tmp/numbers" 2>"$tmp/log" &&
        ! awk -v x=$number 'BEGIN { exit !(x - 1 <= 1) }' 2>"$tmp/log" &&
        ! awk "BEGIN { exit !($number <= 1) }" 2>"$tmp/log"
    verdict $? "awk is content with $number"
done
awk 'BEGIN { info = 1; exit !(info - 1 <= 1) }'
verdict $? 'awk takes a name for a number'

# ---- names of the runtime --------------------------------------------------------------------------------------

nm "$BUILD/libdtc.a" 2>/dev/null | awk '$2 ~ /^[TDBRC]$/ && $3 !~ /^dtc_/ { print $3 }' >"$tmp/log"
[ ! -s "$tmp/log" ]
verdict $? 'what programs link with has names that begin with dtc_'

# ---- rooms of the compiler -------------------------------------------------------------------------------------

python3 tests/house/rooms.py "$BUILD" >"$tmp/log" 2>&1
verdict $? 'a room calls one above it (tests/house/rooms.txt)'

python3 tests/house/names.py "$BUILD" >"$tmp/log" 2>&1
verdict $? 'a name that files share is that of a static as well, or one that is of a file alone is not static (tests/house/names.py)'

python3 tests/house/parameters.py >"$tmp/log" 2>&1
verdict $? 'a function has more than eight parameters (tests/house/parameters.py)'

# ---- the step program is data -----------------------------------------------------------------------------------

grep -noE '"([^"\\]|\\.)*"' compiler/program/*.[ch] compiler/builders/*.[ch] compiler/base/*.[ch] | grep -vE '^compiler/(program/kernels|base/ops)\.h:' |
    grep -E 'm->|offsetof|sizeof|dtc_real|INFINITY|DTC_|"any_|NULL|memcpy|const ' >"$tmp/log"
none 'a text of the step program is C: tables have the names of the runtime, c/ all others, and writes C'
python3 tests/house/members.py compiler/program/*.[ch] compiler/builders/*.[ch] compiler/c/*.[ch] >"$tmp/log" 2>&1
none 'a struct of the step program or of its builders has more than 25 members: plans are structs of their own'
python3 tests/house/plans.py >"$tmp/log" 2>&1
verdict $? 'what a plan gives is written in another file as well (tests/house/plans.py)'

# ---- one answer, one writer ------------------------------------------------------------------------------------

grep -rlE 'set (multiplot|[lrtb]margin|[xy]range|logscale|label)|plot \\\\' compiler tools --include='*.c' | grep -v '^tools/plot/chart_script.c$' >"$tmp/log"
none "only chart_script.c writes gnuplot's language"
grep -oE '"#[0-9a-f]{6}"' tools/plot/palette.h | sort -u >"$tmp/colours"
grep -rnFf "$tmp/colours" compiler tools --include='*.[ch]' | grep -v '^tools/plot/palette.h:' >"$tmp/log"
[ -s "$tmp/colours" ] && [ ! -s "$tmp/log" ]
verdict $? 'a colour of the palette stands in palette.h alone'
grep -rlE "'\"' *\? *\"\\\\\"\\\\\"\"" compiler tools --include='*.c' | grep -v '^tools/sheet/sheet_write.c$' >"$tmp/log"
none 'fields of CSV are quoted in sheet_write.c alone'
grep -rnE 'digits *<=? *1[78]\b' compiler tools --include='*.c' | grep -v '^compiler/base/print.c:' >"$tmp/log"
none 'the shortest text of a number is number_shortest()'

# ---- sources have an author and a title ----------------------------------------------------------------------

grep -rniE 'seeds? (documents? )?0[0-9]' README.md docs lib models compiler runtime tests >"$tmp/log"
none 'a source is cited as docs/sources.md has it'
for cited in 'Otter, Schlegel and Elmqvist 1997' 'Otter, Dempsey and Schlegel 2000' Reiter 'Drivetrain Dynamics'; do
    grep -q "^| $cited |" docs/sources.md && [ "$(grep -rl "$cited" lib models docs | wc -l)" -ge 2 ]
    verdict $? "$cited: not in docs/sources.md, or not cited"
done

# ---- what has a row has a word in the docs, and is tried -----------------------------------------------------------

sed -n '/#define DTC_FUNCTIONS/,/#define DTC_OTHERS/p' compiler/base/ops.h |
    grep -oE 'X\([A-Z0-9]+, [12], "[a-zA-Z0-9]+"' | sed 's/.*"\(.*\)"/\1/' >"$tmp/functions"
sed -n '/function each_one/,/end each_one/p' tests/functions/same.dtm >"$tmp/tried"
: >"$tmp/log"
while read -r name; do
    grep -qw "$name" "$tmp/tried" || echo "$name: each_one of tests/functions/same.dtm does not call it" >>"$tmp/log"
    grep -qw "$name" docs/language.md || echo "$name: docs/language.md does not have it" >>"$tmp/log"
done <"$tmp/functions"
[ -s "$tmp/functions" ] && [ ! -s "$tmp/log" ]
verdict $? 'a row of DTC_FUNCTIONS (ops.h) is neither tried nor told'
sed -n '/#define DTC_COMMANDS/,/^$/p' tools/command/command.h | grep -oE 'X\([A-Z]+, [a-z]+' | sed 's/.* //' >"$tmp/commands"
: >"$tmp/log"
while read -r name; do
    [ "$name" = compile ] || grep -q "dtc $name" docs/commands.md || echo "$name: docs/commands.md does not have it" >>"$tmp/log"
done <"$tmp/commands"
[ -s "$tmp/commands" ] && [ ! -s "$tmp/log" ]
verdict $? 'a row of DTC_COMMANDS (command.h) is not told'

# ---- lines are as long as a reader's window ------------------------------------------------------------------

# shellcheck disable=SC2086
{ find compiler runtime tools -name '*.[chly]' && printf '%s\n' $code; } | xargs awk 'length($0) > 120 { print FILENAME ": " FNR }' >"$tmp/log"
none 'a line of C has more than 120 columns'
find lib models tests -name '*.dtm' ! -path 'tests/golden/*' ! -name hostile.dtm | xargs awk 'length($0) > 120 { print FILENAME ": " FNR }' >"$tmp/log"
none 'a line of a model has more than 120 columns'

{ find compiler runtime tools -name '*.[chly]' && printf '%s\n' $code; } | xargs wc -l | awk '$1 > 600 && $2 != "total"' >"$tmp/log"
none 'a file of C has more than 600 lines'

# ---- a pass includes what it may touch -----------------------------------------------------------------------

seen() { # seen FOLDER HEADER EXCEPT: files of compiler/FOLDER, or tools/FOLDER, that see the header, directly or not
    lists=
    for f in compiler/"$1"/*.c tools/"$1"/*.c; do
        name=${f##*/} name=${name%.c}
        case " $3 * " in *" $name "*) continue ;; esac
        lists="$lists $BUILD/$name.d"
    done
    # shellcheck disable=SC2086
    grep -lE "[/ ]$2( |$)" /dev/null $lists 2>&1 | sed "s/\$/ sees $2, or is no list/"
}
{
    for folder in base parse resolve flatten lower check reduce step emit sim; do seen $folder dtc.h; done
    seen parse inst.h
    for folder in base parse resolve; do seen $folder flat.h 'calculus expr print traverse'; done
    for folder in base parse resolve flatten lower check; do seen $folder dae.h 'dump validate_dae'; done
    for folder in check reduce step emit sim; do seen $folder inst.h 'balance idle circuits assertion shift_table'; done
} >"$tmp/log"
none 'a file sees data of a later pass'

# ---- the model stands still ----------------------------------------------------------------------------------

grep -rlE '\bchange_(variable|equation|initial) *\(' compiler tools --include='*.c' |
    grep -vE 'compiler/(flatten|lower)/|check/check.c|reduce/(audit|audit_flanges|unread|simplify|alias|represent|index|hold|fire|relation|comply|made_names).c' >"$tmp/log"
none 'what the model says is changed by a pass that may only add to it'

# ---- what is there is run ------------------------------------------------------------------------------------

find tests -mindepth 2 -maxdepth 2 \( -name check.sh -o -name long.sh -o -name longest.sh \) ! -perm -u+x >"$tmp/log"
none 'without the run bit'
python3 -c 'import glob, os, sys
print("\n".join(f for f in glob.glob("tests/*/*.py") if os.path.basename(f)[:-3] in sys.stdlib_module_names), end="")' >"$tmp/log"
none 'a program in Python is called like a module of its library, which imports it instead'
mkdir -p "$tmp/tree/tests/unit" "$tmp/tree/build/tests"
cp tests/run "$tmp/tree/tests"
# run_of LAST-LINE EXIT-CODE MODE: tests/run on a tree with one good group and one that ends so
run_of() {
    rm -rf "$tmp/tree/tests/other"
    for group in unit/good.c other/check.sh; do
        mkdir -p "$tmp/tree/tests/${group%/*}"
        printf '#!/bin/sh\necho "%s"\nexit %s\n' "$1" "$2" >"$tmp/tree/tests/$group"
    done
    printf '#!/bin/sh\necho "1 passed, 0 failed"\n' >"$tmp/tree/build/tests/good"
    chmod +x "$tmp/tree/build/tests/good"
    chmod "$3" "$tmp/tree/tests/other/check.sh"
    BUILD=$tmp/tree/build "$tmp/tree/tests/run" >"$tmp/log" 2>&1
}
run_of '2 passed, 0 failed' 0 755 && tail -n 1 "$tmp/log" | grep -qx '3 passed, 0 failed'
verdict $? 'tests/run: two good groups'
for bad in '2 passed, 0 failed:0:644' '0 passed, 0 failed:0:755' '2 passed, 0 failed:1:755' \
    '2 passed, 1 failed:1:755' 'Segmentation fault:139:755' ':0:755'; do
    end=${bad#*:}
    run_of "${bad%%:*}" "${end%:*}" "${bad##*:}"
    [ $? -eq 1 ] && tail -n 1 "$tmp/log" | grep -qE '^[0-9]+ passed, 1 failed$'
    verdict $? "tests/run: a group that ends with $bad"
done
finish
