/* master_state.c - the state of an FMU in a file, and a run that goes on from there.
 *
 * What an FMU serialises is kept as the bytes of a model are (sim_state.c): a MAT file of results with the last row,
 * and behind it a mark, which says of what FMU they are, and the bytes. Cost: that of the FMU, and linear in its
 * variables.
 */
#include <math.h>
#include <string.h>
#include "master.h"
#include "object_cache.h"

/* s: steps are counted from `start` on, also in a run that goes on. */
typedef struct { double start, now; } Times;

/* Of its version and token, which belong to one build of an FMU. */
static uint64_t mark_of(Fmu *f)
{
    const char *text = internf(f->d, "FMI %d %s", f->x.version, f->x.token);

    return cache_hash(text, strlen(text));
}

static bool can(Fmu *f, const char *option)
{
    return (f->x.has_state && f->x.serialises) ||
           master_problem(
               f, "%s: this FMU does not hand out its state (it lacks canGetAndSetFMU%s, canSerializeFMU%s)",
               option, f->x.version == 2 ? "state" : "State", f->x.version == 2 ? "state" : "State");
}

bool master_save_state(Fmu *f, SimRun *r)
{
    char *bytes = NULL;
    size_t n = 0;

    if (!can(f, "--save-state") || !f->driver->save(f, &bytes, &n))
        return false;
    const Times times = { f->info.start_time, f->time };
    char *kept = arena_alloc(&f->d->run, n + sizeof times);
    memcpy(kept, &times, sizeof times);
    memcpy(kept + sizeof times, bytes, n);
    r->kept = kept;
    r->kept_size = n + sizeof times;
    return true;
}

bool master_saved_state(Fmu *f, SimRun *r, const char **bytes, size_t *n)
{
    r->mark = mark_of(f);
    *bytes = NULL;
    if (r->o->save_state && !can(f, "--save-state"))
        return false;
    if (!r->o->state)
        return true;
    const char *saved = can(f, "--state") ? sim_saved(r, n) : NULL;
    if (!saved)
        return false;
    Times times = { 0 };
    if (*n >= sizeof times)
        memcpy(&times, saved, sizeof times);
    if (*n < sizeof times || !isfinite(times.start) || !isfinite(times.now))
        return master_problem(f, "--state: %s is damaged", r->o->state);
    f->info.start_time = times.start;
    r->from = times.now;
    *bytes = saved + sizeof times;
    *n -= sizeof times;
    r->resumed = true;
    return true;
}
