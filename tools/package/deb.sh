#!/bin/sh
# The packages of Debian from the tarball of the sources: deb.sh TARBALL WORK OUT PACKAGES. WORK is a folder that is made anew; PACKAGES is what
# the build needs, as the Makefile has it. What is generated: the changelog, of VERSION and of the date of the sources (SOURCE_DATE_EPOCH).
# dpkg-buildpackage of tools/package/debian does the rest.
set -e
tarball=$1 work=$2 out=$3 needs=$4
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$work"
mkdir -p "$work" "$out"
tar -xzf "$tarball" -C "$work"
tree=$(echo "$work"/*)
version=$(cat "$tree/VERSION")
maintainer="${DEBFULLNAME:-the maintainers of dtc} <${DEBEMAIL:-dtc-drivetrain@$(hostname -f 2>/dev/null || hostname)}>"
cp -R "$here/debian" "$tree/debian"
sed -i "s/@BUILD_DEPENDS@/$(echo "$needs" | sed 's/ /, /g')/; s/@MAINTAINER@/$maintainer/" "$tree/debian/control"
{
    echo "dtc-drivetrain ($version) unstable; urgency=medium"
    printf '\n  * See CHANGELOG.md.\n\n'
    echo " -- $maintainer  $(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")"
} >"$tree/debian/changelog"
cd "$tree"
dpkg-buildpackage -b -us -uc >"$work/log" 2>&1 || { tail -n 40 "$work/log" >&2; exit 1; }
mv "$work"/*.deb "$out"
