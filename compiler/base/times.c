/* times.c - what each pass takes, for --times: on standard error a line for each, as it ends.
 *
 *     tear           0.000529 s       100080 bytes       200368 its own
 *
 * Processor time since the pass before; bytes that stay, less those of the tree of components where a pass begins
 * without it; bytes that are freed with the pass, but for those that it has given back before (scratch.h). Then the
 * sums, and the most memory that the process ever had, also for each equation. Requires: compile() calls lap() before
 * it frees the memory of a pass.
 *
 * The instructions of a pass are those from one call of lap() to the next: tests/scale/passes.
 */
#include <sys/resource.h>
#include <time.h>
#include "base.h"

static double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void lap(Dtc *d, const char *pass)
{
    if (!d->opt.times)
        return;
    Lap last = d->lap, now = { processor_time(), arena_bytes(&d->run) + arena_bytes(&d->tree),
                               arena_bytes(&d->pass) + arena_bytes(&d->memos) };
    fprintf(stderr, "%-12s %10.6f s %12td bytes %12zu its own\n", pass, now.seconds - last.seconds,
            (ptrdiff_t)now.run - (ptrdiff_t)last.run, now.pass - last.pass);
    d->lap = now;
}

void last_lap(const Dtc *d, uint32_t equations)
{
    struct rusage used;
    if (!d->opt.times || getrusage(RUSAGE_SELF, &used) != 0)
        return;
    size_t most = (size_t)used.ru_maxrss * 1024;
    fprintf(stderr, "%-12s %10.6f s %12zu bytes\n", "all", d->lap.seconds, d->lap.run);
    fprintf(stderr, "%-12s %12s %12zu bytes", "at most", "", most);
    if (equations)
        fprintf(stderr, ", %zu for each of %u flat equations", most / equations, equations);
    fputc('\n', stderr);
}

void forget_pass(Dtc *d)
{
    arena_clear(&d->pass);
    d->lap.pass = 0;
}
