#!/bin/sh
# FMUs: what is in the archive, XML by xmllint and by rules, symbols; co-simulation has the bits of dtc sim; three instances, states, refused calls,
# tunables; Euler's method in model exchange locks a clutch once; sources as one translation unit by other compilers. longest.sh: all models, Windows.
cd "$(dirname "$0")/../.." || exit 2
group=fmu
. tests/fmu/common.sh
CC_WIN64=
export CC_WIN64
$CC -std=c11 -D_GNU_SOURCE -O1 -Wall -Wextra -Iruntime/fmi -o "$work/client" tests/fmu/client.c -ldl -lm || exit 2
$CC -std=c11 -D_GNU_SOURCE -O1 -Wall -Wextra -Iruntime/fmi -o "$work/client3" tests/fmu/client3.c -ldl -lm || exit 2
pull=tests/fmu/pull.dtm zf=models/zf4hp22/zf4hp22.dtm

made_by=$CC
try 'an FMU of 2.0, both kinds' made pull $pull
try 'an FMU of 3.0, both kinds' made three $pull --fmi 3
made_by=
try 'an FMU of 2.0, co-simulation' made zf $zf --model Zf4hp22.Bench --kind cs
try 'outputs of before' made before $pull --kind cs --outputs before
two=lib/Drivetrain/package.dtm
try 'an FMU with second derivatives' made two $two --model Drivetrain.Examples.Clutches.TwoSpeed --kind cs
for name in pull zf before three two; do
    try "$name: well-formed" xmllint --noout "$work/$name/modelDescription.xml"
    try "$name: rules" python3 -B tests/fmu/rules.py "$work/$name/modelDescription.xml"
    variables $name
done
CC=$fast "$DTC" $pull --kind cs --outputs before -o "$work/again.fmu" 2>/dev/null
try 'the same bytes once more' cmp "$work/before.fmu" "$work/again.fmu"

# ---- the icon ------------------------------------------------------------------------------------------------

cat >"$work/icon.dtm" <<'.'
model icon "With a symbol beside that of its base class"
  extends Drivetrain.Shaft.Inertia(J = 1);
  annotation(Icon(graphics = {Ellipse(extent = {{-40, -40}, {40, 40}}, fillColor = {255, 240, 0}, fillPattern = FillPattern.Solid)}));
end icon;
.
picture() { # picture FILE: 256 pixels square, and not of one colour
    python3 -B -c 'import struct, sys, zlib
b = open(sys.argv[1], "rb").read()
assert b[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", b[16:24]) == (256, 256)
at, data = 8, b""
while at < len(b):
    n = struct.unpack(">I", b[at:at + 4])[0]
    data += b[at + 8:at + 8 + n] if b[at + 4:at + 8] == b"IDAT" else b""
    at += n + 12
assert len(set(zlib.decompress(data))) > 10' "$1"
}
if command -v rsvg-convert >/dev/null; then
    try 'an FMU of 2.0 with an icon' made icon2 "$work/icon.dtm" --kind cs
    try 'its icon' picture "$work/icon2/model.png"
    try 'an FMU of 3.0 with an icon' made icon3 "$work/icon.dtm" --kind cs --fmi 3
    try 'its icon, and the same as SVG' sh -c "cmp '$work/icon2/model.png' '$work/icon3/terminalsAndIcons/icon.png' && xmllint --noout '$work/icon3/terminalsAndIcons/icon.svg'"
    try 'no icon of a model without one' sh -c "! ls '$work/pull/model.png' 2>/dev/null"
else
    echo 'skipped: icons (rsvg-convert is not there; Debian: librsvg2-bin)'
    skipped=$((skipped + 5))
fi

# ---- what is exported, what is needed ------------------------------------------------------------------------

for kind in cs me; do
    try "2.0 $kind: symbols" symbols 2 "$work/pull/binaries/linux64/pull_$kind.so"
    try "3.0 $kind: symbols" symbols 3 "$work/three/binaries/x86_64-linux/pull_$kind.so"
done
needs() { [ "$(objdump -p "$1" | awk '$1 == "NEEDED" { print $2 }' | grep -vcE '^lib[cm]\.so\.6$')" = 0 ]; }
try 'libc and libm alone' needs "$work/pull/binaries/linux64/pull_me.so"
glibc() { objdump -T "$1" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1; }
for file in pull/binaries/linux64/pull_cs.so zf/binaries/linux64/Bench.so; do # docs/fmi.md: 2.29 for exp and pow, else 2.14
    try "$file: no later glibc" [ "$(printf '%s\nGLIBC_2.29\n' "$(glibc "$work/$file")" | sort -V | tail -n 1)" = GLIBC_2.29 ]
done
heap() { ! nm -u "$work/still.o" | grep -E ' (malloc|calloc|free|printf|fopen|fprintf|puts)$'; }

# ---- co-simulation -------------------------------------------------------------------------------------------

try 'pull: the bits of dtc sim' same pull $pull 1e-3 --method euler
try 'zf4hp22: the bits of dtc sim' same zf $zf 1e-3 --method euler --model Zf4hp22.Bench
try 'pull: at every step, in our own master' rows pull $pull 1e-3 --method euler
try 'zf4hp22: at every step, in our own master' rows zf $zf 1e-3 --method euler --model Zf4hp22.Bench
client pull CoSimulation pull 1e-3 >"$work/log" 2>&1
add $? "$work/log" 'instances, states, refused calls'
client zf CoSimulation other 1e-3 >"$work/log" 2>&1
add $? "$work/log" 'instances, states of zf4hp22'
"$work/client3" "$work/three/binaries/x86_64-linux" pull "$(text three '/*/@instantiationToken')" "$work/three.txt" >"$work/log" 2>&1
add $? "$work/log" 'FMI 3.0'

starts() { # in our own master: the bits of a model that is compiled with them
    "$DTC" sim "$work/pull.fmu" --set engine.w=100 --set load.w=20 --stop 1 --quiet --vars engine.w,load.w,slip -o "$work/unit.csv" &&
        "$DTC" sim $pull --set engine.w.start=100 --set load.w.start=20 --method euler --step 1e-3 --stop 1 --vars engine.w,load.w,slip --quiet -o "$work/model.csv" &&
        python3 -B tests/fmu/equal.py "$work/unit.csv" "$work/model.csv"
}
try 'start values that are set' starts
mkdir -p "$work/cost"
python3 -B tests/fmu/cost.py "$DTC" "$CC" "$work/cost" >"$work/log" 2>&1
add $? "$work/log" 'what a step costs'

# ---- model exchange ------------------------------------------------------------------------------------------

client pull ModelExchange euler 1e-3 2 "$(text pull '/*/@numberOfEventIndicators')" >"$work/log" 2>&1
add $? "$work/log" 'it does not chatter'

try 'an FMU of three inertias' made inertias models/three_inertia/three_inertia.dtm --kind me
variables inertias
slopes inertias 0
"$DTC" linearize models/three_inertia/three_inertia.dtm --format json >"$work/linear.json" 2>/dev/null
try 'derivatives of dtc linearize' python3 -B tests/fmu/jacobian.py "$work/inertias/modelDescription.xml" "$work/inertias.slopes" "$work/linear.json"
slopes pull 0.2
depends pull 0.2
try 'an FMU of zf4hp22, model exchange' made zfme $zf --model Zf4hp22.Bench --kind me
variables zfme
depends zfme 0.1
try 'an FMU of decisions' made decided tests/fmu/decided.dtm --kind me
variables decided
depends decided 0.2
# name:what it depends on, and of what kind
dependencies() {
    python3 -B -c 'import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
name = [v.get("name") for v in root.find("ModelVariables")]
for u in root.find("ModelStructure").find("Outputs"):
    print(name[int(u.get("index")) - 1], *(name[int(k) - 1] + ":" + kind for k, kind in
          zip((u.get("dependencies") or "").split(), (u.get("dependenciesKind") or "").split())))' "$work/$1/modelDescription.xml"
}
sed -n 's/^ *output [^"]*Real \([a-z]*\)[^"]*"of \([^"]*\)".*/\1 \2/p' tests/fmu/decided.dtm >"$work/wanted"
try 'dependencies by decisions' sh -c "[ \$(wc -l <'$work/wanted') = 7 ]"
dependencies decided >"$work/told"
try 'each as its declaration says' diff "$work/wanted" "$work/told"
structure() { python3 -B tests/fmu/jacobian.py --depends "$work/$1/modelDescription.xml"; }
try 'the same structure of co-simulation' [ "$(structure zf | cksum)" = "$(structure zfme | cksum)" ]

# ---- sources -------------------------------------------------------------------------------------------------

made_by=tcc
made tcc $pull --kind cs >"$work/log" 2>&1 && variables tcc
try 'tcc: the bits of dtc sim' same tcc $pull 1e-3 --method euler
for kind in cs me; do
    try "sources $kind: no flags" tcc -c -o "$work/tcc.o" "$work/pull/sources/pull_$kind.c"
done
try 'sources: C99, pedantic' clang -std=c99 -pedantic-errors -O0 -c -o "$work/clang.o" "$work/three/sources/pull_cs.c"
try 'sources: C++' g++ -x c++ -std=c++11 -w -O0 -c -o "$work/plus.o" "$work/pull/sources/pull_me.c"
try 'sources: a prefix, and no heap' "$CC" -std=c99 -O0 -DFMI2_FUNCTION_PREFIX=my_ -DDTC_FMI_INSTANCES=4 -c -o "$work/still.o" "$work/pull/sources/pull_cs.c"
try 'a prefix' sh -c "nm '$work/still.o' | grep -q ' T my_fmi2DoStep'"
try 'no heap, no stdio' heap

# ---- what is refused -----------------------------------------------------------------------------------------

says() { # says TEXT COMMAND...
    said=$1
    shift
    ! "$@" >"$work/said" 2>&1 && grep -q -e "$said" "$work/said"
}
try 'options of FMUs alone' says '--fmi, --kind and --outputs belong to an FMU' "$DTC" $pull --fmi 3 -o "$work/x.c"
try 'no other version' says '--fmi' "$DTC" $pull --fmi 1 -o "$work/x.fmu"
printf 'model bad\n  Real x;\nequation\n  der(x) = y;\nend bad;\n' >"$work/bad.dtm"
"$DTC" "$work/bad.dtm" -o "$work/bad.fmu" 2>"$work/said"
try 'an error is said once, and the exit code tells it' [ "$? $(grep -c 'error:' "$work/said") $(ls "$work/bad.fmu" 2>/dev/null)" = '1 1 ' ]
finish
