/* A car on a cycle of speed, as dtc writes it: see cycle.h. -DMODEL=NAME of the model, -DGEAR=MEMBER that has the gear.
 * Setup is not timed. */
#include "cycle.h"
#include "step.h"

#define PASTE(a, b) a##b
#define NAMED(a, b) PASTE(a, b)

int main(int argc, char **argv)
{
    static MODEL m;
    Cycle c = read_cycle(argc, argv);

    for (int run = 0; run < c.runs; run++) {
        NAMED(MODEL, _init)(&m);
        if (NAMED(MODEL, _setup)(&m) != DTC_OK)
            return 1;
        begin(&c);
        for (long k = 0; k < c.steps; k++) {
            if (NAMED(MODEL, _step)(&m) != DTC_OK)
                return 1;
            shift(&c, k, m.GEAR);
        }
        end(&c, m.engine_fuel);
    }
    return said(&c);
}
