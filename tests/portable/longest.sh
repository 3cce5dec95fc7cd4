#!/bin/sh
# The same generated code and runtime on other machines: built without a warning, and the same bits of every state in every step as here.
#
# x86-64, AArch64, RISC-V 64 (Debian's cross compilers, user-mode emulation) and a Cortex-M7 without an operating system (arm-none-eabi, newlib,
# hard floating point; the board mps2-an500 emulated as a whole), in double and single precision. The models call no function of libm while they run but
# sqrt and fabs, whose results IEEE 754 fixes (newlib's sin differs from glibc's in the last place: two_blocks would show it).
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}" "${CC:=gcc}" "${STEPS:=2000}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/runtime.sh
passed=0 failed=0 skipped=0
strict='-std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -ffp-contract=off'
m7='-mcpu=cortex-m7 -mthumb -mfpu=fpv5-d16 -mfloat-abi=hard --specs=rdimon.specs -T tests/portable/cortex_m7.ld'

build() { # build MACHINE COMPILER [SOURCE]: $tmp/run: the model, the runtime (compiled once), the driver
    objects=$tmp/$1$precision
    [ -d "$objects" ] || runtime "$objects" "$2 $strict $precision" || return
    $2 $strict $precision -Iruntime -I"$tmp" -DINFO="${model}_info" -DSTEPS="$STEPS" tests/portable/drive.c $3 \
        "$tmp/$model.c" "$objects"/*.o -lm -o "$tmp/run"
}

run_here() { build here "$CC" && "$tmp/run"; }
run_clang() { build clang clang && "$tmp/run"; }
run_aarch64() { build aarch64 'aarch64-linux-gnu-gcc -static' && qemu-aarch64 "$tmp/run"; }
run_riscv64() { build riscv64 'riscv64-linux-gnu-gcc -static' && qemu-riscv64 "$tmp/run"; }
run_cortex_m7() {
    build m7 "arm-none-eabi-gcc $m7" tests/portable/cortex_m7.c &&
        timeout 100 qemu-system-arm -M mps2-an500 -nographic -monitor none -serial none -semihosting -kernel "$tmp/run"
}

tools() { # what a machine needs
    case $1 in
    clang) echo clang ;;
    aarch64) echo aarch64-linux-gnu-gcc qemu-aarch64 ;;
    riscv64) echo riscv64-linux-gnu-gcc qemu-riscv64 ;;
    cortex_m7) echo arm-none-eabi-gcc qemu-system-arm ;;
    esac
}

have() { for t in "$@"; do command -v "$t" >/dev/null || return 1; done; }

for model in zf4hp22 autogear4 hybrid_ravigneaux three_inertia; do
    for precision in -UDTC_FLOAT -DDTC_FLOAT; do
        float=
        [ $precision = -DDTC_FLOAT ] && float=--float
        "$BUILD/dtc" "models/$model/$model.dtm" --step 1e-4 $float -o "$tmp/$model.c" || exit 1
        here=$(run_here) || { echo "FAILED $model $float here: $here"; failed=$((failed + 1)); continue; }
        echo "$model $float: $here"
        for machine in clang aarch64 riscv64 cortex_m7; do
            if ! have $(tools $machine); then
                echo "skipped: $machine, for want of $(tools $machine): make setup-longest"
                skipped=$((skipped + 1))
                continue
            fi
            there=$(run_$machine 2>&1)
            if [ "$there" = "$here" ]; then passed=$((passed + 1)); else
                echo "FAILED $model $float on $machine: $there"
                failed=$((failed + 1))
            fi
        done
    done
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
