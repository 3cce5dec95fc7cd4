#!/bin/sh
# All models.
models=$(cd "$(dirname "$0")/../../models" && ls -d ./*/ | tr -d './' ) exec "$(dirname "$0")/check.sh"
