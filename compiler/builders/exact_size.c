/* exact_size.c - what follows from the plan of the method exact: how many linear parts and maps setup makes, whether
 * steps end at borders, sizes in the struct and of the room of a step, how often its functions are called.
 *
 * Cost: linear in the borders. Requires: exact_plan.
 */
#include "dtc_exact_step.h"
#include "exact.h"
#include "layout.h"
#include "builders.h"

uint32_t exact_bases(const Exact *x) { return x->table ? 1u << vec_len(x->bit) : 1; }

uint32_t exact_borders(const Exact *x) { return vec_len(x->border); }

bool exact_adjusts(const Emitter *e)
{
    return !e->d->opt.no_adjust && (exact_borders(e->exact) > 0 || e->exact->m > 0);
}

bool exact_constant(const Emitter *e) { return e->d->opt.constant_matrices && e->exact->m > 0; }

uint32_t exact_sets(const Emitter *e)
{
    const Exact *x = e->exact;
    uint32_t bits = x->m + vec_len(x->bit);
    uint64_t numbers = 2ULL * x->n * x->n + (uint64_t)x->n * x->m + 1;
    bool all =
        !e->d->opt.constant_matrices && x->table && bits <= EXACT_SETS && numbers << bits <= EXACT_NUMBERS;

    return all ? 1u << x->m : 1;
}

bool exact_follows(const Emitter *e) { return e->exact->m > 0 && exact_sets(e) == 1; }

ExactSizes exact_sizes(const Emitter *e)
{
    const Exact *x = e->exact;
    const uint32_t n = x->n, m = x->m, g = exact_borders(x), bases = exact_bases(x), sets = exact_sets(e);
    const bool constant = exact_constant(e), follows = exact_follows(e), adjusts = exact_adjusts(e);
    const uint32_t make = DTC_EXACT_MAKE(n, m, g), check = constant ? DTC_EXACT_CHECK(n, m) : 0,
                   remake = !x->table || (follows && !constant) ? make
                          : constant                            ? 2 * m
                                                                : 0;

    if (n == 0)
        return (ExactSizes){ 0 };
    return (ExactSizes){ .matrices = bases * DTC_EXACT_BASE(n, m, g) +
                                     (bases * sets + follows) * DTC_EXACT_MAP(n, m) +
                                     (constant ? DTC_EXACT_GRIP(n, m) : 0),
                         .last = follows ? 1 + m + constant * m : 0,
                         .step = n + DTC_EXACT_STEP(n, m, g) + (constant ? DTC_EXACT_OWN(n, m) : 0) +
                                 (adjusts ? n : 0) + remake,
                         .places = 1 + m + g + constant * m,
                         .setup = check > make ? check : make,
                         .check = 1 + constant * 2 * m };
}

/* From ahead on what setup makes, and what is made when the structure changes. */
void lay_exact(Layout *l, const Emitter *e)
{
    const ExactSizes size = exact_sizes(e);

    lay(l, MT_INT, 0, AT_stale, 0, NULL);
    lay(l, MT_REAL, 0, AT_ahead, 0, "s: how far ahead locks are predicted");
    if (size.matrices)
        lay(l, MT_REAL, size.matrices, AT_matrices, 0,
            "of the linear part: bases, and maps (dtc_exact_step.h)");
    if (size.last)
        lay(l, MT_INT, size.last, AT_last, 0,
            "what the last map belongs to: its base, which elements are stuck in it");
}

uint32_t exact_gaps(const Exact *x)
{
    uint32_t gaps = 0;

    for (uint32_t k = 0; k < exact_borders(x); k++)
        gaps += x->border[k].contact != NULL;
    return gaps;
}

void exact_flow(const Emitter *e, Flow *w)
{
    const Exact *x = e->exact;
    const uint32_t bases = exact_bases(x), sets = exact_sets(e),
                   rounds = exact_adjusts(e) ? DTC_EXACT_CUTS(exact_gaps(x)) + 2 : 0,
                   again = rounds && exact_gaps(x) > 0 ? DTC_EXACT_FROZEN - 1 : 0, /* the last border */
        directions = x->n + x->m;

    if (x->n == 0)
        return;
    w->exact.cuts = rounds + again;
    w->exact.frozen = any_laws(e) ? DTC_EXACT_FROZEN * (rounds + again) : 0;
    w->exact.bases = bases > 1 ? bases : 0;
    w->exact.unstaged = e->d->opt.no_stage ? w->exact.bases : 0;
    w->exact.directions = x->table ? 0 : (1 + rounds) * directions;
    w->exact.first_directions = bases * directions;
    w->exact.sets = bases * (sets - 1);
    w->exact.closings = exact_follows(e) ? 1 + rounds : 0;
    w->exact.first_closings = exact_constant(e) ? bases : w->exact.sets;
    w->linear = (LinearFlow){ x->n,
                              x->m,
                              exact_adjusts(e) ? exact_borders(x) : 0,
                              bases,
                              !x->table,
                              exact_constant(e),
                              exact_adjusts(e) };
}
