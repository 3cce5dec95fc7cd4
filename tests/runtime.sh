# runtime FOLDER COMPILER AND FLAGS: the runtime, compiled once: objects in FOLDER. For tests that link it many times.
runtime() {
    mkdir -p "$1" && for file in runtime/*.c; do
        $2 -std=c99 -ffp-contract=off -Iruntime -c -o "$1/$(basename "$file" .c).o" "$file" || return 1
    done
}
