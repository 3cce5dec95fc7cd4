#!/bin/sh
# The language: what models do when they run, and what misuse is told.
#
# NAME.dtm with NAME.expect: simulated with Euler's method and compared; lines "variable time value tolerance" (a # starts a comment); the time `end` is that of the last row.
# A model's own `assert`s count too: a run that ends otherwise than NAME.expect's line "#status N" says (0 if it says nothing) fails.
#
# NAME.misuse: one small model for each way to be wrong. "=== title" begins a group: a model in which `@` stands for the
# case; "--- text" is a case; the line below is its first diagnostic, without the name of the file. For each: exit code 1,
# that diagnostic, no output file. BLESS=1 rewrites the diagnostics that differ; review them with git diff.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
: "${DTC:=$BUILD/dtc}"
cd "$(dirname "$0")" || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. ../awk.sh
. ../fast.sh
CC=$fast
export CC
. ../add.sh

run_model() { # run_model NAME
    code=$(sed -n 's/^#status //p' "$1.expect")
    step=$(sed -n 's/^#step //p' "$1.expect")
    "$DTC" sim "$1.dtm" --method euler --step "${step:-0.01}" --quiet -o "$tmp/out.csv" 2>"$tmp/log"
    got=$?
    if [ "$got" -ne "${code:-0}" ]; then
        fail "$1: sim ends with $got"
        head -n 20 "$tmp/log"
        return
    fi
    # A name with a comma, x[1,2], is in quotes: the header is cut at commas outside of brackets.
    awk '
        function split_header(line,   i, c, depth, name) {
            for (i = 1; i <= length(line); i++) {
                c = substr(line, i, 1)
                if (c == "\"") continue
                if (c == "[") depth++
                if (c == "]") depth--
                if (c == "," && !depth) { column[name] = ++n; name = "" } else name = name c
            }
            column[name] = ++n
        }
        FNR == NR {
            if (/^#/ || NF == 0) next
            want[++wants] = $0; next
        }
        FNR == 1 { split_header($0); next }
        { split($0, x, ","); time[++rows] = x[1] + 0; for (i = 1; i <= n; i++) value[rows, i] = x[i] }
        END {
            for (w = 1; w <= wants; w++) {
                split(want[w], f, " ")
                for (r = 1; r < rows && (f[2] == "end" || time[r] < f[2] - 1e-9); r++) ;
                v = (f[1] in column) && (f[2] == "end" || time[r] >= f[2] - 1e-9) ? value[r, column[f[1]]] : "nothing"
                d = v - f[3]
                if (d < 0) d = -d
                if (v == "nothing" || !(d <= f[4] + 0)) print "FAILED '"$1"': " f[1] " at " f[2] " is to be " f[3] ", got " v
                else good++
            }
            print good + 0, wants - good
        }' "$1.expect" "$tmp/out.csv" >"$tmp/result"
    grep FAILED "$tmp/result"
    read -r good bad <<EOF
$(tail -n 1 "$tmp/result")
EOF
    [ "${good:-0}" -gt 0 ] || fail "$1: nothing is as expected"
    passed=$((passed + good)) failed=$((failed + bad))
}

run_misuse() { # run_misuse FILE
    rm -rf "$tmp/case"
    mkdir "$tmp/case"
    awk -v dir="$tmp/case" '
        /^===/ { n = 0; group = 1; next }
        /^---/ {
            group = 0
            file = sprintf("%s/%04d", dir, ++cases)
            for (i = 1; i <= n; i++) {
                line = text[i]
                if (line == "@") line = substr($0, 5)
                print line >(file ".dtm")
            }
            close(file ".dtm")
            next
        }
        group { text[++n] = $0; next }
        { print >(file ".want") }' "$1"
    for case in "$tmp"/case/*.dtm; do
        name=${case%.dtm}
        [ -f "$name.want" ] || : >"$name.want"
        (cd "$tmp/case" && timeout 20 "$DTC" "$(basename "$case")" -o out.c) >"$name.log" 2>&1
        code=$?
        head -n 1 "$name.log" | sed 's/^[0-9]*\.dtm:/    /' >"$name.got"
        if [ $code -ne 1 ] || [ -e "$tmp/case/out.c" ] || [ -e "$tmp/case/out.h" ]; then
            fail "$1: exit code $code, $(cd "$tmp/case" && ls out.c out.h 2>/dev/null): $(cat "$case")"
            rm -f "$tmp"/case/out.*
        elif cmp -s "$name.want" "$name.got"; then
            ok
        elif [ -n "$BLESS" ]; then
            ok
        else
            fail "$1: case $(basename "$name")"
            cat "$case"
            diff "$name.want" "$name.got"
        fi
    done
    if [ -n "$BLESS" ]; then
        awk -v dir="$tmp/case" '
            /^===/ { group = 1 }
            /^---/ {
                group = 0
                print
                file = sprintf("%s/%04d.got", dir, ++cases)
                while ((getline line <file) > 0) print line
                close(file)
                next
            }
            group { print }' "$1" >"$tmp/new" && cp "$tmp/new" "$1"
    fi
}

# Files that are no models, and wrong options: exit code 1 (2), a message, no output; "nothing" stands for a file that is not there.
run_file() { # run_file TITLE FILE OPTIONS...
    title=$1
    shift
    (cd "$tmp" && rm -f out.c out.h && timeout 20 "$DTC" "$@" -o out.c) >"$tmp/log" 2>&1
    code=$?
    if { [ $code -eq 1 ] || [ $code -eq 2 ]; } && [ -s "$tmp/log" ] && [ "$(wc -c <"$tmp/log")" -lt 20000 ] && [ ! -e "$tmp/out.c" ] && [ ! -e "$tmp/out.h" ]; then ok; else
        fail "$title: exit code $code"
        head -c 1000 "$tmp/log"
    fi
}

run_files() {
    good='model M Real x = 1; end M;'
    : >"$tmp/empty.dtm"
    run_file "an empty file" empty.dtm
    printf ' \n\n// a comment only\n' >"$tmp/comment.dtm"
    run_file "a comment" comment.dtm
    printf 'within A.B;\n' >"$tmp/within.dtm"
    run_file "within alone" within.dtm
    head -c 100000 "$DTC" >"$tmp/binary.dtm"
    run_file "a binary file" binary.dtm
    printf 'model M\n  Real x = 1;\000\nend M;\n' >"$tmp/zero.dtm"
    run_file "a zero byte" zero.dtm
    awk 'BEGIN { printf "model M Real x = "; for (i = 0; i < 2500000; i++) printf "1 + "; print "; end M;" }' >"$tmp/long.dtm"
    run_file "a line of 10 MB" long.dtm
    awk 'BEGIN { printf "model M Real x = "; for (i = 0; i < 1000000; i++) printf "("; print "1; end M;" }' >"$tmp/deep.dtm"
    run_file "a million parentheses" deep.dtm
    awk 'BEGIN { for (i = 0; i < 200000; i++) print "end" }' >"$tmp/many.dtm"
    run_file "200000 errors" many.dtm
    awk 'BEGIN { for (i = 0; i < 5000; i++) print "model M" i; for (i = 4999; i >= 0; i--) print "end M" i ";" }' >"$tmp/nested.dtm"
    run_file "5000 classes in each other" nested.dtm
    awk 'BEGIN { printf "model "; for (i = 0; i < 10000000; i++) printf "M"; print "" }' >"$tmp/name.dtm"
    run_file "a name of 10 MB" name.dtm
    printf 'model M\n  Real x = "no end;\nend M;\n' >"$tmp/string.dtm"
    run_file "an open text" string.dtm
    printf 'model M\n  /* no end\nend M;\n' >"$tmp/open.dtm"
    run_file "an open comment" open.dtm
    run_file "a file that is not there" nothing.dtm
    mkdir -p "$tmp/folder.dtm"
    run_file "a folder without package.dtm" folder.dtm
    echo "$good" >"$tmp/good.dtm"
    run_file "a model that is not there" good.dtm --model N
    run_file "a model that is not there, without a file" --model Nothing.N
    run_file "an unknown option" good.dtm --nothing
    run_file "a step that is no number" good.dtm --step x
    run_file "a step of zero" good.dtm --step 0
    run_file "two files" good.dtm empty.dtm
    run_file "an unknown method" sim good.dtm --method nothing
    mkdir -p "$tmp/P"
    printf 'package P end P;\n' >"$tmp/P/package.dtm"
    printf 'within P;\nmodel B Real x = 1; end B;\n' >"$tmp/P/A.dtm"
    run_file "a file of a package with another class in it" --model P.A -I .
    printf 'A\nC\n' >"$tmp/P/package.order"
    printf 'within P;\nmodel A Real x = 1 end A;\n' >"$tmp/P/A.dtm"
    run_file "an error in a file of a package" --model P.A -I .
    printf 'within Q;\nmodel A Real x = 1; end A;\n' >"$tmp/P/A.dtm"
    run_file "a file of a package that says to be of another one" --model P.A -I .
    (cd "$tmp" && "$DTC" good.dtm -o nowhere/out.c) >"$tmp/log" 2>&1
    if [ $? -eq 1 ] && [ -s "$tmp/log" ]; then ok; else fail "an output folder that is not there"; fi
}

# Classes of files beside the input.
says() { # says TITLE CODE PATTERN COMMAND...: exit code, and a line of the output
    title=$1 want=$2 pattern=$3
    shift 3
    (cd "$tmp/beside" && "$@") >"$tmp/log" 2>&1
    code=$?
    if [ $code -eq "$want" ] && grep -q "$pattern" "$tmp/log"; then ok; else
        fail "$title: exit code $code"
        head -n 20 "$tmp/log"
    fi
}

run_beside() {
    mkdir -p "$tmp/beside/Folder" "$tmp/beside/elsewhere"
    for x in Box:1 elsewhere/Box:2 Real_:3; do printf 'model Box\n  Real x = %s;\nend Box;\n' "${x#*:}" >"$tmp/beside/${x%:*}.dtm"; done
    printf 'package Folder\n  model Box\n    Real x = 4;\n  end Box;\nend Folder;\n' >"$tmp/beside/Folder/package.dtm"
    printf 'package Train\n  model Box\n    Real x = 5;\n  end Box;\nend Train;\n' >"$tmp/beside/elsewhere/train.dtm"
    ln -s elsewhere/train.dtm "$tmp/beside/Train.dtm"
    printf 'model Broken\n  Real x = ;\nend Broken;\n' >"$tmp/beside/Broken.dtm"
    for x in Box Folder.Box Train.Box Broken Real_ itself; do printf 'model M\n  %s box;\nend M;\n' $x >"$tmp/beside/m_$x.dtm"; done
    mv "$tmp/beside/m_itself.dtm" "$tmp/beside/itself.dtm"
    value() { "$DTC" sim "$1" --stop 0.1 --method euler --step 0.1 -o - --vars box.x $2 $3; }
    says "a class beside the input" 0 '^0,1$' value m_Box.dtm
    says "-I goes before what is beside the input" 0 '^0,2$' value m_Box.dtm -I elsewhere
    says "a package in a folder beside the input" 0 '^0,4$' value m_Folder.Box.dtm
    says "a package of another folder, by a link" 0 '^0,5$' value m_Train.Box.dtm
    says "an error in a file beside the input" 1 '^[./]*Broken.dtm:2:12: error' "$DTC" check m_Broken.dtm
    says "a file beside the input with another class" 1 '^m_Real_.dtm:2:3: error: .*Real_' "$DTC" check m_Real_.dtm
    says "the input is not read again" 1 '^itself.dtm:2:3: error: .*itself' "$DTC" check itself.dtm
    says "nor is anything of it declared twice" 1 '^dtc: 1 error$' "$DTC" check itself.dtm
}

# Bodies of classes of a library wait until they are asked for (outline.c).
run_library() {
    mkdir -p "$tmp/beside/on/Lib"
    cat >"$tmp/beside/on/Lib/package.dtm" <<'END'
within;
package Lib "end Lib; \"end Lib;\""
  function f "of functions" input Real x; output Real y; algorithm y := 2*x; end f;
  /* end Lib; model */ // end Lib;
  record 'end Box' Real x[3] = {1, 2, 3}; end 'end Box';
  model Box
    model Box "in Box"
      function g = f;
      parameter Real x[2] = {1.e0, 3};
      Real y;
      net N place a, b(2); initial a; from a to b when time > 5; end N;
      automaton Box place a, b; initial a; from a to b when time > 5; end Box;
    equation
      if x[end] > 2 then y = g(x[end]); else y = 0; end if;
    end Box;
    extends Base;
    type T = Real(unit = "1");
    T x = box.y + e.x[end];
    Box box;
    'end Box' e;
    partial model Base = Empty;
    annotation(Icon(graphics = {Text(extent = {{-1, 1}, {1, 2}}, textString = ")); end Box;")}), // ))
      'Inline)' = 3 /* )) */);
  end Box;
  model Drawn
    parameter Real p = 1 annotation(Dialog(group = ));
    Box box annotation(Placement(transformation(extent = {{-1, 1}, {1, 2}})));
    Real x = box.x;
  end Drawn;
  model Said
    parameter Integer n = 1 annotation(Dialog(group = ), Evaluate = true);
    Real x = n;
  end Said;
  model Empty end Empty;
  model Unused "with a mistake"
    Real x = ;
  end Unused;
  package Waiting "another one"
    constant Real x = ;
    model Inside end Inside;
  end Waiting;
  model Open "one that is not closed before the file ends"
    extends Empty
  end Open;
end Lib;
END
    for x in Box Empty Unused Open Drawn Said; do
        printf 'model M\n  Lib.%s box;\n  output Real x = 1;\nend M;\n' $x >"$tmp/beside/l_$x.dtm"
    done
    sed -i 's/output.*/output Real x = box.x;/' "$tmp/beside"/l_Box.dtm "$tmp/beside"/l_Drawn.dtm
    says "a class of a package on the path" 0 '^1,9$' "$DTC" sim l_Box.dtm --stop 1 -o - --vars x -I on
    says "a mistake in a class that nobody asks for" 0 '^1,1$' "$DTC" sim l_Empty.dtm --stop 1 --vars x -o - -I on
    says "a mistake in an annotation that nothing compiled hangs on" 0 '^1,9$' "$DTC" sim l_Drawn.dtm --stop 1 -o - --vars x -I on
    says "the same where all is looked at" 1 'Lib/package.dtm:26:52: error' "$DTC" check l_Drawn.dtm -I on
    says "the same beside an annotation that changes what is compiled" 1 'Lib/package.dtm:31:55: error' "$DTC" sim l_Said.dtm --stop 1 -o - --vars x -I on
    says "a mistake in a class that is asked for" 1 'Lib/package.dtm:36:14: error' "$DTC" check l_Unused.dtm -I on
    printf 'model M\n  Lib.Empty empty;\n  Inside a;\nend M;\n' >"$tmp/beside/l_Hint.dtm"
    says "a mistake in a package in which nobody looks but a hint" 1 '^dtc: 1 error$' "$DTC" check l_Hint.dtm -I on
    says "a missing semicolon in a class that is asked for" 1 'Lib/package.dtm:43:18: error' "$DTC" check l_Open.dtm -I on
    says "the package itself is read whole" 1 'package.dtm:26:52: error' "$DTC" check on/Lib/package.dtm
}

# Functions that call the one before twice, with unlike arguments: 2^30 calls would take for ever. Inlined they stand
# twice, in kinematic and in quiet: 113 kB.
run_doubling() { # run_doubling ANNOTATION
    awk -v says="$1" 'BEGIN {
        print "package P"
        for (i = 0; i <= 30; i++) {
            print "function f" i " input Real x; output Real y; algorithm y := "
            print i ? "(f" i - 1 "(sin(x)) + f" i - 1 "(cos(x)))/2" : "x"
            print "; annotation(" says "); end f" i ";"
        }
        print "model M Real x(start = 1, fixed = true); equation der(x) = -f30(x); end M; end P;"
    }' >"$tmp/doubling.dtm"
    if timeout 20 "$DTC" "$tmp/doubling.dtm" -o "$tmp/doubling.c" && [ "$(wc -c <"$tmp/doubling.c")" -lt 150000 ]; then ok; else
        fail "functions that call each other twice, $1"
    fi
}

for f in *.expect; do
    [ -e "$f" ] && run_model "${f%.expect}"
done
for f in *.misuse; do
    [ -e "$f" ] && run_misuse "$f"
done
run_files
run_beside
run_library
run_doubling "Inline = true"
run_doubling "InlineAfterIndexReduction = true"
finish
