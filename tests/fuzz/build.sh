#!/bin/sh
# Builds $BUILD/fuzz/fuzz_front: the compiler with both sanitizers (of clang), and the mutator. Prints nothing if all is
# well.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
CC=clang
cd "$(dirname "$0")/../.." || exit 2
mkdir -p "$BUILD/fuzz"
flags="-std=c11 -D_GNU_SOURCE -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer"
flags="$flags $(printf -- "-I%s " compiler compiler/*/ tools/*/) -Iruntime -Iruntime/host -I$BUILD/sanitized -I/usr/include/suitesparse -DDTC_HOME_DEFAULT=\"$PWD\""
libs=$(sed -n 's/^LIBS *:= *//p' Makefile)
make --no-print-directory BUILD="$BUILD" CC="$CC" sanitized >"$BUILD/fuzz/log" 2>&1 &&
    $CC $flags -Dmain=dtc_main -c -o "$BUILD/fuzz/main.o" tools/command/main.c 2>>"$BUILD/fuzz/log" &&
    $CC $flags -Wall -Wextra -DSTANDALONE -o "$BUILD/fuzz/fuzz_front" tests/fuzz/fuzz_front.c "$BUILD/fuzz/main.o" \
        $(find "$BUILD/sanitized" -maxdepth 1 -name '*.o' ! -name main.o) "$BUILD"/sanitized/host/*.o "$BUILD/sanitized/libdtc.a" \
        $libs 2>>"$BUILD/fuzz/log" || {
    cat "$BUILD/fuzz/log"
    exit 1
}
