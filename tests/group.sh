# group.sh - what groups begin with that run models whose results count; to be sourced in the project's folder, with
# $group. Gives $dtc, $work (an empty folder), what add.sh gives, and a fast C compiler.
: "${BUILD:=$PWD/build}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/${group:?}
rm -rf "${work:?}"
mkdir -p "$work"
. tests/add.sh
. tests/fast.sh
CC=$fast
export CC
