#!/bin/sh
# A thousand random gear trains.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
python3 "$(dirname "$0")/random.py" "${DTC:-$BUILD/dtc}" "$tmp" 1001 2000
