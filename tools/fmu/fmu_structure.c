/* fmu_structure.c - what outputs and derivatives depend on.
 */
#include "fmu.h"

const char *const fmu_dependency_words[] = { "constant", "fixed", "tunable", "dependent" };

static void add(Fmu *u, uint32_t of, bool rate)
{
    vec_push(&u->d->run, u->unknown, ((FmuUnknown){ .of = of, .rate = rate, .all = true }));
}

void fmu_structure(Fmu *u)
{
    for (uint32_t i = 0; i < vec_len(u->variable); i++)
        if (u->variable[i].causality == FMU_OUTPUT)
            add(u, i + 1, false);
    for (uint32_t k = 0; k < vec_len(u->state); k++)
        for (uint32_t i = 0; i < vec_len(u->variable); i++)
            if (u->variable[i].derivative == u->state[k])
                add(u, i + 1, true);
}

bool fmu_has_derivatives(const Fmu *u, FmuKind kind)
{
    (void)u, (void)kind;
    return false;
}
