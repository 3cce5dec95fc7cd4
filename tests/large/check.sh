#!/bin/sh
# What small inputs may not cost: classes that multiply, long lists, deep nesting. Each within 2 s of processor time and 500 MB, with a result or an error
# that names the cause.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}" "${DTC:=$BUILD/dtc}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/awk.sh
. tests/add.sh
XDG_CACHE_HOME=$tmp/cache
export XDG_CACHE_HOME

# says CODE TEXT ARGUMENTS...: within the bounds, the exit code, and the text among what is said
says() {
    wanted=$1 text=$2
    shift 2
    (ulimit -t 2 && ulimit -v 500000 && cd "$tmp" && "$DTC" "$@") >"$tmp/out" 2>&1
    code=$?
    if [ $code = "$wanted" ] && { [ -z "$text" ] || grep -qFe "$text" "$tmp/out"; }; then passed=$((passed + 1)); else
        echo "FAILED dtc $*: exit code $code, not $wanted, or not said: $text"
        cut -c 1-200 "$tmp/out" | head -n 5
        failed=$((failed + 1))
    fi
}

# levels KIND FIRST BODY: a0 as given, and 39 classes with that body, in which LOW is the one before
levels() { awk -v kind="$1" -v first="$2" -v body="$3" 'BEGIN { print kind " a0 " first " end a0;"
    for (i = 1; i < 40; i++) { s = body; gsub(/LOW/, "a" (i - 1), s); print kind " a" i " " s " end a" i ";" } }'; }

# ---- a class that extends another one twice is looked at once ---------------------------------------------------------

levels model 'Real x = 1;' 'extends LOW; extends LOW;' >"$tmp/twice.dtm"
says 0 '' check twice.dtm
says 0 '1 flat' twice.dtm --report
levels model 'replaceable model E Real y = 1; end E; E e; parameter Real k = 1; Real x = k;' 'extends LOW; extends LOW;' >"$tmp/copies.dtm"
echo 'model F Real y = 2; end F; model M a39 a(redeclare model E = F, k = 3); end M;' >>"$tmp/copies.dtm"
says 0 '' check copies.dtm
(cd "$tmp" && "$DTC" copies.dtm --dump flat) >"$tmp/flat" 2>&1
if grep -q "'a.e.y' = 2" "$tmp/flat" && grep -q "k.* = 3" "$tmp/flat"; then passed=$((passed + 1)); else
    echo "FAILED copies.dtm: $(cat "$tmp/flat")"
    failed=$((failed + 1))
fi
levels model 'Real x = 1;' 'extends LOW; extends LOW;' | sed '$s/extends a38;/extends a38; Real z = nothing;/' >"$tmp/unknown.dtm"
says 1 'unknown name `nothing`' check unknown.dtm
levels package 'constant Real c = 2;' 'extends LOW; extends LOW;' >"$tmp/names.dtm"
echo 'model M Real x = a39.c; Real y = a39.d; end M;' >>"$tmp/names.dtm"
says 1 '`a39` has no element `d`' check names.dtm

# ---- components, records and variables that multiply ------------------------------------------------------------------

too_large='the model becomes too large: in each `a22` are 12582910 components, and at most 8000000 may be in all (--components)'
for kind in model record; do
    levels $kind 'Real x;' 'LOW p, q;' >"$tmp/$kind.dtm"
    echo 'model M a25 a; end M;' >>"$tmp/$kind.dtm"
    says 1 "$too_large" check $kind.dtm
    says 1 'of these `p` brings 6291455: classes that have several of one another multiply' check $kind.dtm
done
for use in 'function f output Real y; protected a25 r; algorithm y := time; end f; model N Real x = f(); end N;' \
    'function f input a25 r; output Real y; algorithm y := 1; end f; model N Real x = f(a25()); end N;'; do
    { levels record 'Real x;' 'LOW p, q;' && echo "$use"; } >"$tmp/used.dtm"
    says 1 "$too_large" check used.dtm
done
levels model 'Real x[1000];' 'LOW p[3];' >"$tmp/arrays.dtm"
says 1 'the model becomes too large: in each `a9`' check arrays.dtm
levels model 'Real x = 1;' 'parameter Integer n = 2; LOW p[n];' >"$tmp/sizes.dtm"
says 1 'the model becomes too large: here it has more than 100000 components (--components)' check sizes.dtm --model a25 --components 100000
levels model 'Real x = 1;' 'LOW p, q;' >"$tmp/few.dtm"
says 0 '' check few.dtm --model a8 --components 766
says 1 'more than 765 components' check few.dtm --model a8 --components 765
says 2 '--components needs a whole number >= 1, not 0' check few.dtm --components 0
# What is redeclared, or hangs on a condition, is not counted before it is made.
{ levels model 'Real x = 1;' 'LOW p, q;' && echo 'model B replaceable a30 c; parameter Boolean more = false; a30 d if more; end B;
    model M B b(redeclare a0 c); a15 many; end M;'; } >"$tmp/small.dtm"
says 1 '`a0` cannot stand for `a30`' check small.dtm
{ levels model 'Real x = 1;' 'LOW p, q;' && echo 'model None end None; model B replaceable a30 c constrainedby None; parameter Boolean more = false; a30 d if more; end B;
    model M B b(redeclare a0 c); a15 many; end M;'; } >"$tmp/small.dtm"
(cd "$tmp" && ulimit -v 2000000 && "$DTC" check small.dtm) >"$tmp/out" 2>&1
if [ $? = 0 ]; then passed=$((passed + 1)); else
    echo "FAILED small.dtm: $(head -n 3 "$tmp/out")"
    failed=$((failed + 1))
fi

# ---- files of parameters ----------------------------------------------------------------------------------------------

printf 'model decay\n  parameter Real k = 1;\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -k*x;\nend decay;\n' >"$tmp/decay.dtm"
{ echo parameters: && seq 20000 | sed 's/.*/  k: &/'; } >"$tmp/equal.yaml"
says 1 'equal.yaml:3:3: error: k is given twice' sim decay.dtm --param equal.yaml --quiet -o -
if grep -q 'equal.yaml:2:3: note: the first time here' "$tmp/out"; then passed=$((passed + 1)); else
    echo 'FAILED equal.yaml: no line of the first key'
    failed=$((failed + 1))
fi
for open in '[' '{k: ' '[{k: '; do
    awk -v open="$open" 'BEGIN { printf "parameters: "; for (i = 0; i < 100000; i++) printf "%s", open }' >"$tmp/deep.yaml"
    says 1 'lists and mappings are nested more than 100 deep' sim decay.dtm --param deep.yaml --quiet -o -
done
awk 'BEGIN { printf "parameters: {"; for (i = 0; i < 20000; i++) printf "\303\244%d: 1, ", i; print "k: 2}" }' >"$tmp/line.yaml"
says 1 'line.yaml:1:14: error: there is no parameter' sim decay.dtm --param line.yaml --quiet -o -

# ---- long lists in what is written ------------------------------------------------------------------------------------

awk -v n=8000 'BEGIN { print "model Many\n  Real x(start = 0, fixed = true);\n  automaton big\n    place p0"; for (i = 1; i < n; i++) print ", p" i
    print ";\n    initial p0;"; for (i = 0; i < n; i++) print "    from p" i " to p" (i + 1) % n " when x > " i ";"; print "  end big;\nequation\n  der(x) = 1;\nend Many;" }' >"$tmp/many.dtm"
says 0 '' doc many.dtm Many -o many.md
if [ "$(grep -c 'from p[0-9]* to p' "$tmp/many.md")" = 8000 ] && grep -q 'place p0, p1, .*, p7998, p7999;' "$tmp/many.md"; then passed=$((passed + 1)); else
    echo 'FAILED many.md: places are missing'
    failed=$((failed + 1))
fi
awk -v n=8000 'BEGIN { printf "model Words\n  type E = enumeration(w0"; for (i = 1; i < n; i++) printf ", w%d", i
    print ");\n  parameter E e = E.w7;\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = if e == E.w3 then 1 else 2;\nend Words;" }' >"$tmp/words.dtm"
says 0 '' doc words.dtm Words -o words.md
says 0 'w0, w1, w2' list words.dtm
says 1 '`e` is an enumeration: w0, w1, w2' check words.dtm --set e=v
says 0 '' words.dtm -o words.c
finish
