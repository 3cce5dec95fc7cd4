#!/bin/sh
# The wheel (make wheel): bytes that are the same again; installed by Debian's python3-installer into a fresh prefix, where it runs with nothing of this
# folder or of the environment; all shared libraries but those of glibc are its own, each with a licence, and can be
# exchanged; what is installed is what it lists; in an empty root, with Python, numpy and tcc alone, it runs too (packages of
# Debian: longest.sh). The tarball (make dist): what git has, the same bytes again.
cd "$(dirname "$0")/../.." || exit 2
group=package
. tests/group.sh
python=/usr/bin/python3
for need in installer numpy; do
    if ! "$python" -c "import $need" 2>/dev/null; then
        echo "skipped: python3-$need is missing (make setup-tests)"
        echo '0 passed, 0 failed, 1 skipped'
        exit 0
    fi
done
built() { make -s --no-print-directory BUILD="$BUILD" CC="$gcc_of_make" DIST="$work/$1" "$2"; }
gcc_of_make=gcc

try 'make wheel' built one wheel
try 'once more' built two wheel
wheel=$(echo "$work"/one/*.whl)
try 'the same bytes' cmp "$wheel" "$work/two/$(basename "$wheel")"
try 'its tag names a glibc' sh -c "echo '$wheel' | grep -E -- '-py3-none-manylinux_2_[0-9]+_x86_64.whl\$'"
try 'its version is that of the file' sh -c "echo '$wheel' | grep -F -- \"-\$(cat VERSION)-\""
try 'installed' "$python" -m installer --prefix "$work/prefix" "$wheel"
site=$(dirname "$(find "$work/prefix" -path '*-packages/dtc' -type d)")
alone() { (cd "$work" && env -i HOME="$work/home" PATH=/usr/bin:/bin PYTHONPATH="$site" "$@"); }
sed -n '/^```modelica launch.dtm/,/^```$/{//!p}' docs/tutorial.md >"$work/launch.dtm"
mkdir -p "$work/home"
try 'a run, steps, modes' alone "$python" -B "$PWD/tests/package/tried_root.py" "$site/dtc/bin/dtc"
mv "$work/log" "$work/said"
try 'as they are' grep -q "^$(cat VERSION) 75.000000 75.0" "$work/said"
try 'the program by its name' sh -c "env -i PATH=/usr/bin:/bin PYTHONPATH='$site' '$(find "$work/prefix" -name dtc-drivetrain -type f)' --version | grep -x \"dtc \$(cat VERSION)\""

# An empty root (root.py), in a namespace of its own: $ORIGIN is found by /proc.
root=$work/root
in_root() { unshare --mount --pid --fork --mount-proc="$root/proc" chroot "$root" /usr/bin/env -i HOME=/root CC=tcc PYTHONDONTWRITEBYTECODE=1 PATH=/usr/bin:/bin PYTHONPATH="/wheel${site#"$work/prefix"}" "$@"; }
mkdir -p "$root/proc"
if [ -x /usr/bin/tcc ] && unshare --mount --pid --fork --mount-proc="$root/proc" true 2>"$work/log"; then
    try 'an empty root' "$python" -B tests/package/root.py "$root" coreutils dash python3 python3-numpy tcc libc6-dev
    mknod -m 666 "$root/dev/null" c 1 3
    cp -R "$work/prefix" "$root/wheel"
    cp tests/package/tried_root.py "$work/launch.dtm" "$root/root"
    try 'it runs there' in_root sh -c "cd /root && python3 -B tried_root.py '/wheel${site#"$work/prefix"}/dtc/bin/dtc'"
    mv "$work/log" "$work/there"
    try 'as here' cmp "$work/there" "$work/said"
    rm -rf "$root"
else
    echo 'skipped: an empty root: tcc is missing, or there is no right to a namespace (root has it)'
    skipped=$((skipped + 1))
fi

# What is loaded, by the words of the loader itself; of LAPACK too, which modes load while they run.
alone sh -c "LD_DEBUG=libs '$site/dtc/bin/dtc' modes launch.dtm" 2>&1 | sed -n 's/.*calling init: //p' | grep -vE '/(ld-linux[^/]*|libc|libm|libdl|libpthread|librt)\.so' | sort -u >"$work/loaded"
try 'libraries are its own' sh -c "test \$(wc -l <'$work/loaded') -gt 15 && ! grep -v '^$site/dtc/bin/../libs/' '$work/loaded'"
try 'LAPACK among them' grep -q liblapacke "$work/loaded"
for file in "$site"/dtc/libs/*; do
    try "$(basename "$file") has no place of this machine in it" sh -c "! objdump -p '$file' | grep -E 'R(UN)?PATH' | grep -v 'ORIGIN$'"
done
try 'each has a licence' sh -c "cd '$site'/dtc_drivetrain-*.dist-info/licenses && test -s LICENSE && test \$(ls | wc -l) -gt 10 && grep -l -i 'lesser general public' * | grep -q libgmp"
# An LGPL part may be exchanged: another file of that name is taken.
try 'another libgmp is taken' sh -c "cp /usr/lib/x86_64-linux-gnu/libgmp.so.10 '$site/dtc/libs/other' && mv '$site/dtc/libs/other' '$site/dtc/libs/libgmp.so.10' && cd '$work' && env -i PATH=/usr/bin:/bin HOME='$work/home' '$site/dtc/bin/dtc' check launch.dtm"
try 'nothing in it tells where it was built' sh -c "! grep -r -l -a -F '$PWD' '$site/dtc' --include='*' --exclude-dir=__pycache__"
try 'it lists what it has' sh -c "cd '$site' && find dtc dtc_drivetrain-* -type f ! -path '*__pycache__*' ! -name INSTALLER | sort >'$work/there' && cut -d, -f1 dtc_drivetrain-*.dist-info/RECORD | grep -v -e __pycache__ -e '^\.\.' -e INSTALLER | sed 's/^\"//' | sort | diff - '$work/there'"

if git rev-parse HEAD >"$work/log" 2>&1; then
    try 'make dist' built one dist
    try 'once more' built two dist
    try 'the same bytes' sh -c "cmp '$work'/one/*.tar.gz '$work'/two/*.tar.gz"
    try 'what git has' sh -c "tar -tzf '$work'/one/*.tar.gz | sed 's|^[^/]*/||' | grep -v -e '/\$' -e '^\$' | sort >'$work/list' && git ls-tree -r --name-only HEAD | sort | diff - '$work/list'"
else
    echo 'skipped: make dist: this is no clone'
    skipped=$((skipped + 1))
fi
finish
