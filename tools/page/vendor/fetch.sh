#!/bin/sh
# fetch.sh FOLDER: uPlot as npm has it, and its licence, into FOLDER. Needs npm, and the network.
version=1.6.32
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
npm pack --silent --fetch-retries=0 --fetch-timeout=20000 --pack-destination "$tmp" "uplot@$version" >/dev/null && tar xzf "$tmp/uplot-$version.tgz" -C "$tmp" &&
    cp "$tmp/package/dist/uPlot.iife.min.js" "$tmp/package/dist/uPlot.min.css" "$1" && cp "$tmp/package/LICENSE" "$1/LICENSE.uPlot"
