#!/bin/sh
# FMUs of all models: XML, the bits of dtc sim at 26 points and at every step with each method, directional derivatives against differences, dependencies;
# for Windows, under wine, where that is installed. In portions: MODELS='models/launch/launch.dtm models/clonk/clonk.dtm'.
cd "$(dirname "$0")/../.." || exit 2
group=fmu
. tests/fmu/common.sh
CC_WIN64=
export CC_WIN64
$CC -std=c11 -D_GNU_SOURCE -O1 -Wall -Wextra -Iruntime/fmi -o "$work/client" tests/fmu/client.c -ldl -lm || exit 2

# MODELS: which of them, a portion say
for file in ${MODELS:-models/*/*.dtm}; do
    name=$(basename "$file" .dtm) h=1e-3
    "$DTC" check "$file" >/dev/null 2>&1 || continue
    "$DTC" list "$file" states >/dev/null 2>&1 || continue
    case $name in three_inertia | clonk | launch | clutch_judder | split_mu) h=1e-4 ;; esac
    for method in euler rk2 semi rosenbrock; do
        made "$name" "$file" --kind cs --method $method --step $h || { failed=$((failed + 1)); continue; }
        variables "$name"
        try "$name $method: the bits of dtc sim" same "$name" "$file" $h --method $method
        try "$name $method: at every step, in our own master" rows "$name" "$file" $h --method $method
        chmod -R u+w "$work/$name" && rm -rf "${work:?}/$name"
    done
    made "$name" "$file" || { failed=$((failed + 1)); continue; }
    variables "$name"
    try "$name: rules" python3 -B tests/fmu/rules.py "$work/$name/modelDescription.xml"
    slopes "$name" 0.02
    depends "$name" 0.02
    chmod -R u+w "$work/$name" && rm -rf "${work:?}/$name"
done

wine=$(command -v wine64 || ls /usr/lib/wine/wine64 2>/dev/null)
if command -v x86_64-w64-mingw32-gcc >/dev/null && [ -n "$wine" ]; then
    unset CC_WIN64
    try 'for Windows' made windows tests/fmu/pull.dtm --kind cs
    try 'for Windows: symbols' symbols 2 "$work/windows/binaries/win64/pull.dll"
    x86_64-w64-mingw32-gcc -O1 -w -DDLL -Iruntime/fmi -Itests/fmu/windows -o "$work/client.exe" tests/fmu/client.c -static
    variables windows
    WINEPREFIX=$work/wine WINEDEBUG=-all "$wine" "$work/client.exe" "$work/windows/binaries/win64" pull "$(text windows '/*/@guid')" "$work/windows.txt" pull 1e-3 >"$work/log" 2>&1
    tr -d '\r' <"$work/log" >"$work/log2"
    add $? "$work/log2" 'under wine'
else
    echo 'skipped: the binary for Windows (gcc-mingw-w64-x86-64-win32 and wine64 are not there)'
    skipped=$((skipped + 1))
fi
finish
