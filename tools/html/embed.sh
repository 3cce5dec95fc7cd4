#!/bin/sh
# embed.sh NAME=FILE,FILE ... - files as texts of C, one constant a name. Modules of the browser become one script: their
# lines `import` and the words `export` are left out, so a name at their top level is to be there once.
echo '/* made by tools/html/embed.sh */'
echo '#include "html.h"'
for text; do
    echo "const char ${text%%=*}[] ="
    for file in $(echo "${text#*=}" | tr , ' '); do
        case $file in
        *.min.*) cat "$file" && echo ;;
        *.js) sed '/^import /d; s/^export //' "$file" ;;
        *) cat "$file" ;;
        esac
    done | sed 's/[\\"?]/\\&/g; s/^/    "/; s/$/\\n"/'
    echo '    ;'
done
