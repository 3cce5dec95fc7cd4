# runtime FOLDER COMPILER-AND-FLAGS [FILE ...]: the runtime, compiled, as FOLDER, for tests that link it many times. What
# has been compiled so before, of the same sources (and FILEs that they include), is kept for all groups.
runtime() {
    runtime=$1 compile=$2
    shift 2
    case $compile in *-std=*) ;; *) compile="$compile -std=c99" ;; esac
    kept=$BUILD/tests/runtime/$({ echo "$compile" && cat runtime/*.[ch] "$@"; } | cksum | tr ' ' _)
    if [ ! -d "$kept" ]; then
        mkdir -p "$BUILD/tests/runtime" && new=$(mktemp -d "$kept.XXXXXX") || return 1
        for file in runtime/*.c; do
            # shellcheck disable=SC2086
            $compile -ffp-contract=off -Iruntime -c -o "$new/$(basename "$file" .c).o" "$file" || return 1
        done
        mv -T "$new" "$kept" 2>/dev/null || rm -rf "$new" # another group was faster
    fi
    ln -sfn "$kept" "$runtime"
}
