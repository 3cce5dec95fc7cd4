#!/bin/sh
# Installation into a home, without root: the program finds its library and runtime there, the manual page and the
# completions, documentation and models are there, and a step is compiled and linked with what pkg-config says, in both precisions, also after all of it has moved.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}" "${CC:=gcc}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/add.sh

# Nothing of this folder or of the environment may help.
alone() { (cd "$tmp/work" && env -i PATH="$PATH" HOME="$tmp/none" PKG_CONFIG_PATH="$PKG_CONFIG_PATH" "$@"); }

cat >"$tmp/rig.c" <<'E2'
#include <stdio.h>
#include "step.h"
int main(void)
{
    static Spin m;
    int k;
    Spin_init(&m);
    if (Spin_setup(&m) != DTC_OK)
        return 1;
    for (k = 0; k < 1000; k++)
        if (Spin_step(&m) != DTC_OK)
            return 1;
    printf("%.3f\n", (double)m.body_w);
    return 0;
}
E2
cat >"$tmp/spin.dtm" <<'E2'
model Spin
  import Drivetrain.*;
  Source.ConstantTorque torque(tau_constant = 2);
  Shaft.Inertia body(J = 4, w(start = 0, fixed = true));
equation
  connect(torque.flange, body.flange_a);
end Spin;
E2

step() { # step PREFIX PACKAGE OPTIONS: 2 N.m on 4 kg.m2 for a second
    rm -f "$tmp"/work/*
    cp "$tmp/rig.c" "$tmp/spin.dtm" "$tmp/work"
    PKG_CONFIG_PATH=$1/lib/pkgconfig
    try "$2: the installed program compiles a model" alone "$1/bin/dtc" $3 spin.dtm -o step.c
    try "$2: pkg-config" alone sh -c "pkg-config --cflags --libs $2 >flags"
    try "$2: the step is compiled and linked with what it says" alone sh -c "$CC -std=c99 -O1 -Wall -Wextra -Werror rig.c step.c \$(cat flags) -o rig"
    try "$2: and runs" sh -c "'$tmp/work/rig' | grep -x 0.500"
}

home=$tmp/home/.local
mkdir -p "$tmp/work"
made() { make -s --no-print-directory BUILD="$BUILD" CC="$CC" PREFIX="$home" "$@"; }

try 'make install' made install
mv "$tmp/log" "$tmp/said"
try 'it says that there is another dtc' grep -q 'the device tree compiler is called dtc, too: PROGRAM' "$tmp/said"
try 'make install once more' made install
for file in bin/dtc share/man/man1/dtc.1 share/bash-completion/completions/dtc share/zsh/site-functions/_dtc share/dtc/LICENSE share/doc/dtc/library.html; do
    try "$file is there" test -s "$home/$file"
done
for f in $(cd "$home/share/doc/dtc" && grep -oE '\]\([^)#]*\)' README.md CHANGELOG.md models/*/README.md | sed -E 's/^([^:]*):\]\((.*)\)$/\1:\2/'); do
    try "installed, ${f%%:*} links to ${f#*:}" test -e "$home/share/doc/dtc/$(dirname "${f%%:*}")/${f#*:}"
done
try 'an installed model of the documentation is good' alone "$home/bin/dtc" check "$home/share/doc/dtc/models/launch/launch.dtm"
try 'its version is that of the file' sh -c "test \"\$('$home/bin/dtc' --version)\" = \"dtc \$(cat VERSION)\" && grep -qx \"Version: \$(cat VERSION)\" '$home/lib/pkgconfig/dtc-runtime.pc'"

# The device tree compiler is not replaced, and another name is had.
mkdir -p "$tmp/other/bin"
printf '#!/bin/sh\necho "Version: DTC 1.6.1"\n' >"$tmp/other/bin/dtc"
chmod +x "$tmp/other/bin/dtc"
try 'another dtc stays' sh -c "! make -s --no-print-directory BUILD='$BUILD' PREFIX='$tmp/other' install && '$tmp/other/bin/dtc' | grep -q DTC"
mv "$tmp/log" "$tmp/said"
try 'which is said' grep -q 'other/bin/dtc is another program; the device tree compiler is called dtc, too' "$tmp/said"
try 'nothing else is installed then' sh -c "test \"\$(find '$tmp/other' -type f | wc -l)\" = 1"
try 'another name' made PREFIX="$tmp/other" PROGRAM=dtc-drivetrain install
try 'its manual page and documentation' test -s "$tmp/other/share/man/man1/dtc-drivetrain.1" -a -s "$tmp/other/share/doc/dtc-drivetrain/README.md"
try 'uninstall of the other name' made PREFIX="$tmp/other" PROGRAM=dtc-drivetrain uninstall
try 'leaves what is not its own' sh -c "test \"\$(find '$tmp/other' -type f)\" = '$tmp/other/bin/dtc'"
try 'the installed program has a reference of its library' alone "$home/bin/dtc" doc Clutch.Clutch
step "$home" dtc-runtime ''
step "$home" dtc-runtime-float --float
try 'the installed program simulates' alone "$home/bin/dtc" sim spin.dtm --stop 1 -o out.csv
mv "$tmp/home" "$tmp/moved"
step "$tmp/moved/.local" dtc-runtime ''
try 'make uninstall' make -s --no-print-directory BUILD="$BUILD" CC="$CC" PREFIX="$tmp/moved/.local" uninstall
try 'it leaves no file' sh -c "! find '$tmp/moved' -type f | grep ."
finish
