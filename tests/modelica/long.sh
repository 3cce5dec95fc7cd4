#!/bin/sh
# The examples of Modelica.Mechanics.Rotational and Translational in the Modelica Standard Library 4.0.0, compiled and run, against
# the results that the Modelica Association publishes: examples.py. Neither is part of this project:
#
#   MSL          folder with Modelica/ and ModelicaServices/ of github.com/modelica/ModelicaStandardLibrary, tag v4.0.0
#   MSL_RESULTS  github.com/modelica/MAP-LIB_ReferenceResults, branch v4.0.0
#
# by default ModelicaStandardLibrary and MAP-LIB_ReferenceResults beside the project. Without them it is skipped.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
: "${DTC:=$BUILD/dtc}" "${MSL:=$(dirname "$0")/../../../ModelicaStandardLibrary}" "${MSL_RESULTS:=$(dirname "$0")/../../../MAP-LIB_ReferenceResults}"
if [ ! -r "$MSL/Modelica/package.mo" ] || [ ! -d "$MSL_RESULTS/Modelica" ]; then
    echo "skipped: the Modelica Standard Library (MSL=$MSL) or its reference results (MSL_RESULTS=$MSL_RESULTS) are not there"
    echo '0 passed, 0 failed, 1 skipped'
    exit
fi
out=$BUILD/tests/modelica
mkdir -p "$out"
MSL=$(cd "$MSL" && pwd) MSL_RESULTS=$(cd "$MSL_RESULTS" && pwd)
cd "$(dirname "$0")" || exit 2
export DTC PYTHONDONTWRITEBYTECODE=1
exec python3 examples.py "$MSL" "$MSL_RESULTS" "$out"
