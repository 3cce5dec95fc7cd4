/* cortex_m7.c - what a Cortex-M7 needs before main: vector table, floating-point unit, semihosting for stdout (newlib's
 * rdimon).
 *
 * For qemu's board mps2-an500: 4 MB of code memory at 0, 4 MB of data memory at 0x20000000 (cortex_m7.ld). */
#include <stdint.h>

extern void _start(void);
extern uint32_t stack_top;

__attribute__((naked)) static void reset(void)
{
    __asm volatile(
        "ldr r0, =0xe000ed88\n ldr r1, [r0]\n orr r1, r1, #0xf00000\n str r1, [r0]\n dsb\n isb\n b _start"); /* CPACR:
                                                                                                                full
                                                                                                                access
                                                                                                                to the
                                                                                                                FPU */
}

static void fault(void)
{
    for (;;)
        __asm volatile("mov r0, #0x18\n ldr r1, =0x20023\n bkpt 0xab");     /* semihosting: end with an error */
}

__attribute__((section(".vectors"), used)) static const uintptr_t vectors[16] = {
    (uintptr_t)&stack_top, (uintptr_t)reset, (uintptr_t)fault, (uintptr_t)fault,
    (uintptr_t)fault,      (uintptr_t)fault, (uintptr_t)fault
};
