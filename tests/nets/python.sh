# python.sh - a program of this folder as a test; to be sourced behind group.sh.

# python WHAT PROGRAM ARGUMENT...
python() {
    what=$1
    shift
    DTC=$dtc python3 -B "$@" >"$work/log" 2>&1
    add $? "$work/log" "$what"
}
