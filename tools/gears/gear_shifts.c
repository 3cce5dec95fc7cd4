/* gear_shifts.c - from gear to gear: what lets go and what takes over.
 *
 * A single shift opens one element and engages one. It is clutch-to-clutch if neither is one-way: two pressures have to
 * cross. Where a freewheel takes part it lets go, or takes over, by itself; a sleeve
 * takes no torque over. Cost: gears times elements.
 */
#include "gears.h"

GearShift shift_of(const Train *t, const State *from, const State *to)
{
    GearShift s = { 0 };

    for (uint32_t e = 0; e < vec_len(t->element); e++) {
        bool before = is_engaged(from, e), after = is_engaged(to, e);
        if (before && !after)
            vec_push(&t->d->run, s.off, e);
        if (after && !before)
            vec_push(&t->d->run, s.on, e);
        s.sleeve |= before != after && t->element[e].dog;
        s.one_way |= before != after && t->element[e].one_way;
    }
    s.single = vec_len(s.off) == 1 && vec_len(s.on) == 1;
    return s;
}
