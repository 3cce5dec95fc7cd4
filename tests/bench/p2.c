/* The car of models/p2_hybrid by rules on a cycle of speed, as dtc writes it: see cycle.h. Setup is not timed. */
#include "cycle.h"
#include "step.h"

int main(int argc, char **argv)
{
    static parallel m;
    Cycle c = read_cycle(argc, argv);

    for (int run = 0; run < c.runs; run++) {
        parallel_init(&m);
        if (parallel_setup(&m) != DTC_OK)
            return 1;
        begin(&c);
        for (long k = 0; k < c.steps; k++) {
            if (parallel_step(&m) != DTC_OK)
                return 1;
            shift(&c, k, m.shift_gear);
        }
        end(&c, m.engine_fuel);
    }
    return said(&c);
}
