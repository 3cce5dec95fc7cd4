/* sim_names.c - names and messages of the descriptor, as interned texts. Cost: the length of the texts. */
#include "sim.h"

const char *sim_name(Dtc *d, const dtc_model_info *info, int number)
{
    const dtc_variable v = dtc_variable_at(info, number);
    size_t n = dtc_name(&v, NULL, 0);
    char some[256], *text = n < sizeof some ? some : arena_alloc(&d->pass, n + 1);

    dtc_name(&v, text, n + 1);
    return intern(d, text, n);
}

const char *sim_message(Dtc *d, const dtc_model_info *info, int number)
{
    size_t n = dtc_message(info, number, NULL, 0);
    char *text = arena_alloc(&d->run, n + 1);

    dtc_message(info, number, text, n + 1);
    return text;
}

const char **sim_names(Dtc *d, const dtc_model_info *info)
{
    const char **names = NEW_N(&d->run, const char *, info->variables + 1);

    for (int i = 0; i < info->variables; i++)
        names[i] = sim_name(d, info, i);
    return names;
}

Map sim_numbers(Dtc *d, const dtc_model_info *info)
{
    Map numbers = { 0 };

    for (int i = 0; i < info->variables; i++)
        map_set(&d->run, &numbers, KEY(sim_name(d, info, i)), (uint64_t)i + 1);
    return numbers;
}
