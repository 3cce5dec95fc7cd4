#!/bin/sh
# Tests must be able to fail. What the sources of the tests must keep to, so that no NaN, no ignored status and no test
# that was not run passes for success; and that the harness does say failed.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}" "${CC:=gcc}"
: "${DTC:=$BUILD/dtc}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/add.sh
. tests/awk.sh

# verdict CODE TEXT: what is wrong is in $tmp/log
verdict() {
    if [ "$1" -eq 0 ]; then passed=$((passed + 1)); else
        echo "FAILED $2"
        head -n 20 "$tmp/log"
        failed=$((failed + 1))
    fi
}

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
for f in $scripts; do
    grep -qE '(^|[ (|])awk ' "$f" || continue
    grep -qE '^ *\. .*(awk|drive|common|switches|holds|locks|through|faults)(\.sh)?$' "$f" || case $f in
    tests/awk.sh | tests/scale/generate | tests/scale/passes | tests/emit/faults.sh | tests/results/ended.sh) ;;
    *) echo "$f" ;;
    esac
done >"$tmp/log"
none 'awk without awk.sh'
$CC -std=c2x -D_GNU_SOURCE -Iruntime -o "$tmp/nan" tests/house/nan.c -ldl -lm >"$tmp/log" 2>&1 && "$tmp/nan" >"$tmp/log"
[ "$(tail -n 1 "$tmp/log")" = '0 passed, 6 failed' ]
verdict $? 'the harness is content with a NaN'
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

# ---- the step program is data -----------------------------------------------------------------------------------

grep -noE '"([^"\\]|\\.)*"' compiler/step/*.[ch] | grep -E 'm->|offsetof|sizeof|dtc_real|INFINITY' >"$tmp/log"
none 'a text of the step program is C: constants.h has the names of C, emit/ writes it'
python3 tests/house/members.py compiler/step/*.[ch] compiler/emit/*.[ch] >"$tmp/log" 2>&1
none 'a struct of the step program or of its builders has more than 25 members: plans are structs of their own'

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

# ---- a status is looked at -----------------------------------------------------------------------------------

"$DTC" models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Rig -o "$tmp/rig.c" >"$tmp/log" 2>&1 &&
    "$DTC" tests/failing/failing.dtm --model Failing.Guard -o "$tmp/guard.c" >"$tmp/log" 2>&1 ||
    verdict 1 'models do not compile'
flags="-D_GNU_SOURCE -O0 -Werror=unused-result -Iruntime -Iruntime/host -I$tmp -c -o $tmp/one.o"
looked() { # looked FILE: compiles, with a status that nobody looks at an error
    case $1 in
    *.cpp) g++ -std=gnu++17 -fpermissive -Itests/cost -DMODEL_HEADER='"rig.h"' -DMODEL=Rig $flags "$1" ;;
    tests/failing/*) $CC -std=c2x -include guard.h -DMODEL=Guard $flags "$1" ;;
    tests/bench/*) $CC -std=c2x -DINFO=any_info -DSTEP=1e-3 $flags "$1" ;;
    tests/portable/*) $CC -std=c2x -DINFO=any_info -DSTEPS=1 $flags "$1" ;;
    *) $CC -std=c2x -DINFO=any_info -DMODEL=any $flags "$1" ;;
    esac >"$tmp/log" 2>&1
}
calls='(setup|evaluate|advance|_step|derivatives|event)\)?\('
includes='(drive|watch|trace|dtc_runtime|dtc_hybrid|rig|model|cases)\.h"|failing'
for f in $(grep -lE "$calls" $(grep -lE "$includes" $code) | grep '\.c' |
    grep -vE 'tests/(house|switching|bench/hand|cost/kernels|unit/test_interpret)'); do
    looked "$f"
    verdict $? "$f: a status that nobody looks at"
done
! looked tests/house/ignored.c && grep -q 'nodiscard' "$tmp/log"
verdict $? 'a status that nobody looks at is not found'

# ---- sources have an author and a title ----------------------------------------------------------------------

grep -rniE 'seeds? (documents? )?0[0-9]' README.md docs lib models compiler runtime tests >"$tmp/log"
none 'a source is cited as docs/sources.md has it'
for cited in 'Otter, Schlegel and Elmqvist 1997' 'Otter, Dempsey and Schlegel 2000' Reiter 'Drivetrain Dynamics'; do
    grep -q "^| $cited |" docs/sources.md && [ "$(grep -rl "$cited" lib models docs | wc -l)" -ge 2 ]
    verdict $? "$cited: not in docs/sources.md, or not cited"
done

# ---- lines are as long as a reader's window ------------------------------------------------------------------

# shellcheck disable=SC2086
{ find compiler runtime tools -name '*.[chly]' && printf '%s\n' $code; } | xargs awk 'length($0) > 120 { print FILENAME ": " FNR }' >"$tmp/log"
none 'a line of C has more than 120 columns'

# ---- a pass includes what it may touch -----------------------------------------------------------------------

seen() { # seen FOLDER HEADER EXCEPT: files of compiler/FOLDER, or tools/FOLDER, that see the header, directly or not
    for f in $(find compiler/"$1" tools/"$1" -name '*.c' 2>/dev/null); do
        name=$(basename "$f" .c)
        case " $3 " in *" $name "*) continue ;; esac
        [ -e "$BUILD/$name.d" ] || echo "$f: no list of what it includes"
        ! grep -qE "[/ ]$2( |$)" "$BUILD/$name.d" || echo "$f sees $2"
    done
}
{
    for folder in base parse resolve flatten lower check reduce step emit sim; do seen $folder dtc.h; done
    seen parse inst.h
    for folder in base parse resolve; do seen $folder flat.h 'calculus expr print traverse'; done
    for folder in base parse resolve flatten lower check; do seen $folder dae.h 'dump validate_dae'; done
    for folder in check reduce step emit sim; do seen $folder inst.h 'balance idle assertion'; done
} >"$tmp/log"
none 'a file sees data of a later pass'

# ---- the model stands still ----------------------------------------------------------------------------------

grep -rlE '\bchange_(variable|equation|initial) *\(' compiler tools --include='*.c' |
    grep -vE 'compiler/(flatten|lower)/|check/check.c|reduce/(audit|audit_flanges|unread|simplify|alias|represent|index|hold|fire|relation|comply).c' >"$tmp/log"
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
