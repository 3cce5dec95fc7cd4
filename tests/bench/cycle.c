/* The car of models/drive_cycle with lock-up on a cycle of speed, as dtc writes it: see cycle.h. Setup is not timed. */
#include "cycle.h"
#include "step.h"

int main(int argc, char **argv)
{
    static cycle m;
    Cycle c = read_cycle(argc, argv);

    for (int run = 0; run < c.runs; run++) {
        cycle_init(&m);
        if (cycle_setup(&m) != DTC_OK)
            return 1;
        begin(&c);
        for (long k = 0; k < c.steps; k++) {
            if (cycle_step(&m) != DTC_OK)
                return 1;
            shift(&c, k, m.gearbox_gear);
        }
        end(&c, m.engine_fuel);
    }
    return said(&c);
}
