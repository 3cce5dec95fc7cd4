#!/bin/sh
# The packages of Debian (make deb): lintian has nothing to say. They are installed by dpkg in an empty root that has what they
# say they need, and nothing else (root.py): program, runtime, Python run there; the device tree compiler is there too;
# another version takes their place, and after their removal every file is what it was before.
cd "$(dirname "$0")/../.." || exit 2
group=package-deb
. tests/group.sh
for need in dpkg-buildpackage dh dh_python3 lintian; do
    if ! command -v $need >/dev/null; then
        echo "skipped: $need is missing (make setup-tests): packages of Debian"
        echo '0 passed, 0 failed, 1 skipped'
        exit 0
    fi
done
if [ "$(id -u)" != 0 ] || ! git rev-parse HEAD >/dev/null 2>&1; then
    echo 'skipped: packages of Debian: this needs root, for an empty root, and a clone'
    echo '0 passed, 0 failed, 1 skipped'
    exit 0
fi
DEBFULLNAME='the maintainers of dtc' DEBEMAIL=dtc-drivetrain@packages.debian.org
export DEBFULLNAME DEBEMAIL
unset DTC DTC_HOME
built() { CC=gcc make -s --no-print-directory BUILD="$BUILD" DIST="$work/$1" deb; }
try 'make deb' built one
version=$(cat VERSION)
dev=$work/one/libdtc-dev_${version}_$(dpkg --print-architecture).deb
program=$work/one/dtc-drivetrain_${version}_$(dpkg --print-architecture).deb
python=$work/one/python3-dtc_${version}_all.deb
doc=$work/one/dtc-drivetrain-doc_${version}_all.deb
try 'lintian' lintian --allow-root --fail-on error,warning --tag-display-limit 0 "$program" "$dev" "$python" "$doc"

root=$work/root
try 'an empty root' /usr/bin/python3 -B tests/package/root.py "$root" dpkg dash coreutils findutils diffutils grep sed tar libc-bin perl-base pkgconf "$program" "$dev" "$python" "$doc"
in_root() { chroot "$root" /usr/bin/env -i HOME=/root PYTHONDONTWRITEBYTECODE=1 PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
mknod -m 666 "$root/dev/null" c 1 3
mkdir "$root/debs"
cp "$program" "$dev" "$python" "$doc" "$root/debs"
in_root ldconfig 2>/dev/null
in_root dpkg --triggers-only -a >"$work/log" 2>&1
in_root sh -c 'find / -xdev \( -path /debs -o -path /var/lib/dpkg -o -path /var/log -o -path /tmp -o -path /var/cache -o -path "/usr/lib/python3.*/__pycache__" -o -path "/usr/lib/python3.*/*/__pycache__" \) -prune -o -print | sort' >"$work/before"
(cd "$work" && apt-get download device-tree-compiler libfdt1) >"$work/log" 2>&1 && cp "$work"/device-tree-compiler_*.deb "$work"/libfdt1_*.deb "$root/debs"
if ls "$root"/debs/device-tree-compiler_*.deb >"$work/log" 2>&1; then
    try 'the device tree compiler' in_root sh -c 'dpkg -i --force-depends /debs/libfdt1_*.deb /debs/device-tree-compiler_*.deb'
else
    echo 'skipped: the device tree compiler beside it: its package cannot be fetched'
    skipped=$((skipped + 1))
fi
try 'dpkg takes them' in_root sh -c "dpkg -i /debs/dtc-drivetrain*_*.deb /debs/libdtc-dev_*.deb /debs/python3-dtc_*.deb"
in_root dpkg --triggers-only -a >"$work/log" 2>&1
try 'and finds nothing missing' in_root sh -c '! dpkg --audit | grep .'
sed -n '/^```modelica launch.dtm/,/^```$/{//!p}' docs/tutorial.md >"$root/root/launch.dtm"
cp tests/package/tried_root.py "$root/root"
try 'a run' in_root sh -c 'cd /root && dtc-drivetrain sim launch.dtm | grep "load.w *75 "'
try 'the folder for PATH' in_root sh -c 'cd /root && PATH=/usr/lib/dtc-drivetrain/bin:$PATH && dtc check launch.dtm && dtc --version | grep -x "dtc [0-9.]*"'
[ ! -e "$root/usr/bin/dtc" ] || try 'the device tree compiler is what it was' in_root sh -c 'dtc --version | grep DTC'
try 'Python' in_root sh -c 'cd /root && python3 -B tried_root.py /usr/bin/dtc-drivetrain'
mv "$work/log" "$work/said"
try 'as it is' grep -q "^$version 75.000000 75.0" "$work/said"
cat >"$root/root/main.c" <<'END'
#include "step.h"
int main(void)
{
    static launch m;
    launch_init(&m);
    return launch_setup(&m) != DTC_OK || launch_step(&m) != DTC_OK;
}
END
try 'a step of its own' in_root sh -c 'cd /root && dtc-drivetrain launch.dtm -o step.c && gcc -std=c99 main.c step.c $(pkg-config --cflags --libs dtc-runtime) -o main && ./main'
try 'documentation' test -s "$root/usr/share/doc/dtc-drivetrain-doc/library.html" -a -s "$root/usr/share/man/man1/dtc-drivetrain.1.gz"

# An upgrade, then removal. What Python itself compiles of its own library stays, and is left out.
for file in "$root"/debs/dtc-drivetrain*_*.deb "$root"/debs/libdtc-dev_*.deb "$root"/debs/python3-dtc_*.deb; do
    rm -rf "$work/next"
    dpkg-deb -R "$file" "$work/next"
    sed -i "s/^Version: .*/Version: $version+next/; s/(= $version)/(= $version+next)/" "$work/next/DEBIAN/control"
    dpkg-deb --root-owner-group -b "$work/next" "$root/debs/next-$(basename "$file")" >/dev/null
done
try 'an upgrade' in_root sh -c 'dpkg -i /debs/next-*.deb && cd /root && dtc-drivetrain sim launch.dtm && python3 -B tried_root.py /usr/bin/dtc-drivetrain'
rm -rf "$root/root"/* "$root/root/.cache"
try 'removal' in_root sh -c 'dpkg -P dtc-drivetrain dtc-drivetrain-doc libdtc-dev python3-dtc'
in_root sh -c '[ ! -e /usr/bin/dtc ] || dpkg -P device-tree-compiler libfdt1' >"$work/log" 2>&1
in_root ldconfig 2>/dev/null
in_root sh -c 'find / -xdev \( -path /debs -o -path /var/lib/dpkg -o -path /var/log -o -path /tmp -o -path /var/cache -o -path "/usr/lib/python3.*/__pycache__" -o -path "/usr/lib/python3.*/*/__pycache__" \) -prune -o -print | sort' >"$work/after"
try 'nothing is left' diff "$work/before" "$work/after"
rm -rf "$root"

# Made once more: the bytes are the same.
try 'make deb, once more' built two
for file in "$work"/one/*.deb; do
    try "the same bytes: $(basename "$file")" cmp "$file" "$work/two/$(basename "$file")"
done
finish
