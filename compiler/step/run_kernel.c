/* run_kernel.c - functions of the runtime, by number and by name, for the interpreter of the step program.
 *
 * A row for each of kernels.h, and for each function that a model may call. Cost: that of the function.
 */
#include <string.h>
#include "dtc_exact.h"
#include "dtc_hybrid.h"
#include "dtc_table.h"
#include "interpret_step.h"

#define N(i) ((int)a[i].x)
#define V(i) (a[i].x)
#define P(i) (a[i].p)
#define W(i) (a[i].w)

static double hold_elements(dtc_law *w)
{
    dtc_law_hold_elements(w->m, *w->holding, *w->sliding, *w->rough, w->list, w->P, w->G, w->af, w->lambda, w->ah);
    return 0;
}

static int law_quiet(const dtc_law *w, double h)
{
    return dtc_law_quiet(w->m, h, 1e-3, 8, *w->holding, *w->sliding, w->list, w->G, w->place, w->s, w->lo, w->hi,
                         w->slo, w->shi, w->open, w->lambda, w->ah, w->least_s, w->least_a, w->least_l, w->zero_s);
}

static int law_quiet_room(const dtc_law *w, double h)
{
    return dtc_law_quiet_room(law_quiet(w, h), *w->holding, w->list, w->lo, w->hi, w->slo, w->shi, w->lambda, w->room);
}

static double law_apart(const dtc_law *w, double h)
{
    return dtc_law_apart(w->m, h, *w->impacts, *w->holding, *w->sliding, w->list, w->contact, w->gap, w->s,
                         w->af, w->G, w->lambda, *w->lag);
}

static double law_gaps(const dtc_law *w)
{
    return dtc_law_gaps(*w->holding, w->list, w->contact, w->gap, w->speed);
}

/* kept: the members of DTC_LAW_DECIDED of another struct. */
static double keep(unsigned char *kept, const dtc_law *w)
{
    memcpy(kept, w->P, (size_t)((const unsigned char *)w->s - (const unsigned char *)w->P));
    return 0;
}

static bool run_law(KernelId kernel, const KernelArgument *a, double *result)
{
    double *r = result;

    switch ((int)kernel) {
    case K_LAW_KEEP: *r = keep(P(0), W(1)); return true;
    case K_LAW_PUSH: dtc_law_push(W(1)); return true;
    case K_LAW_HOLD: *r = hold_elements(W(1)); return true;
    case K_LAW_GROUPS: dtc_law_groups(W(0)); return true;
    case K_LAW_FACTOR: dtc_law_factor(W(0)); return true;
    case K_LAW_MOVED: dtc_law_moved(W(0)); return true;
    case K_LAW_START: *r = dtc_law_start(W(0)); return true;
    case K_LAW_CHECK: *r = dtc_law_check(W(0)); return true;
    case K_LAW_QUIET: *r = law_quiet(W(1), V(2)); return true;
    case K_LAW_QUIET_ROOM: *r = law_quiet_room(W(1), V(2)); return true;
    case K_LAW_QUIET_APART: *r = law_apart(W(1), V(2)) && law_quiet(W(1), V(2)); return true;
    case K_LAW_QUIET_APART_ROOM: *r = law_apart(W(1), V(2)) && law_quiet_room(W(1), V(2)); return true;
    case K_LAW_JUMPS: *r = *W(0)->moved; return true;
    case K_SWITCHED_DECIDE: *r = dtc_switched_decide(W(0), N(1), P(2), V(3), V(4), N(5), P(6)); return true;
    case K_LAW_DECIDE: *r = dtc_law_decide(W(0), V(1), V(2), N(3)); return true;
    case K_LAW_UPDATE: dtc_law_update(W(0)); return true;
    case K_LAW_SETTLE: *r = dtc_law_settle(W(0), V(1), N(2)); return true;
    case K_LAW_IMPACT: *r = dtc_law_impact(W(0), N(1)); return true;
    case K_EXACT_LOOK: dtc_exact_look(W(0), N(1), N(2), V(3), N(4), P(5), P(6)); return true;
    case K_EXACT_GATHER: dtc_exact_gather(W(0), N(1), N(2), P(3), P(4)); return true;
    case K_EXACT_STICK: dtc_exact_stick(W(0), N(1), N(2)); return true;
    case K_LAW_TANGENT: dtc_law_tangent(W(0), P(1), P(2)); return true;
    case K_SWITCHED_TANGENT:
        dtc_switched_tangent(W(0), P(1), P(2), N(3), P(4), P(5), P(6), P(7), P(8));
        return true;
    case K_SWITCHED_TANGENT_FINISH:
        dtc_switched_tangent_finish(W(0), P(1), P(2), N(3), P(4), P(5), P(6));
        return true;
    case K_LAW_GUARD: *r = dtc_law_guard(W(0), N(1)); return true;
    case K_LAW_LATE: dtc_law_late(W(0)); return true;
    case K_LAW_EVENT: *r = dtc_law_event(W(0)); return true;
    case K_LAW_BLOCKED: *r = dtc_law_blocked(W(0)); return true;
    case K_LAW_DRIFTS: *r = dtc_law_drifts(W(0)); return true;
    case K_LAW_GAPS: *r = law_gaps(W(1)); return true;
    case K_LAW_SHIFT: dtc_law_shift(W(0), V(1)); return true;
    case K_LAW_JUMP: dtc_law_jump(W(0), V(1)); return true;
    case K_SWITCHED_SOLVE: *r = dtc_switched_solve(W(0), N(1), P(2), P(3), P(4), P(5), P(6)); return true;
    case K_SWITCHED_JUMP: *r = dtc_switched_jump(W(0), N(1), P(2), P(3)); return true;
    case K_SWITCHED_IMPULSE:
        dtc_switched_impulse(W(0), P(1), N(2), P(3), P(4), P(5), P(6), P(7), P(8));
        return true;
    case K_SWITCHED_IMPULSE_FINISH:
        dtc_switched_impulse_finish(W(0), P(1), N(2), P(3), P(4), P(5), P(6));
        return true;
    case K_IMPACT_RELEASE: *r = dtc_impact_release(W(0), N(1), P(2), P(3)); return true;
    default: return false;
    }
}

bool run_kernel(KernelId kernel, const KernelArgument *a, double *result)
{
    double *r = result;

    switch ((int)kernel) {
    case K_QUOTIENT: *r = dtc_quotient(V(0), V(1)); return true;
    case K_HOLD: dtc_hold(P(0), N(1), P(2)); return true;
    case K_DECIDE: dtc_decide(P(0), N(1), P(2), P(3), N(4)); return true;
    case K_HOLD_REAL: dtc_hold_real(P(0), V(1), P(2)); return true;
    case K_COLOUR_SEED: dtc_colour_seed(P(0), N(1), P(2)); return true;
    case K_COLOUR_COLUMNS: dtc_colour_columns(P(0), N(1), P(2), P(3)); return true;
    case K_SOONER: dtc_sooner(P(0), V(1), V(2)); return true;
    case K_AGAIN: dtc_again(P(0), V(1), P(2)); return true;
    case K_DETERMINANT: *r = dtc_determinant(N(0), P(1), P(2)); return true;
    case K_LARGEST: *r = dtc_largest(N(0), P(1)); return true;
    case K_PIVOT: *r = dtc_pivot(N(0), P(1), V(2)); return true;
    case K_SWAP: dtc_swap(P(0), P(1)); return true;
    case K_LU_FACTOR: *r = dtc_lu_factor(N(0), P(1), P(2)); return true;
    case K_LU_SOLVE: dtc_lu_solve(N(0), P(1), P(2), P(3)); return true;
    case K_REFINED_INVERSE: dtc_refined_inverse(N(0), P(1), P(2), P(3), P(4)); return true;
    case K_LU_INVERSE: dtc_lu_inverse(N(0), P(1), P(2), P(3)); return true;
    case K_LEAST: *r = dtc_least(N(0), N(1), P(2), P(3), P(4), P(5)); return true;
    case K_NEWTON_STEP: *r = dtc_newton_step(N(0), P(1), P(2), P(3), P(4), P(5), P(6)); return true;
    case K_BRANCH_STEP:
        *r = dtc_branch_step(N(0), N(1), P(2), P(3), P(4), P(5), P(6), P(7), P(8), P(9));
        return true;
    case K_SWITCHED_REFINED:
        dtc_switched_refined(N(0), N(1), P(2), P(3), P(4), P(5), P(6), P(7), P(8));
        return true;
    case K_SWITCHED_FACTOR: dtc_switched_factor(N(0), N(1), P(2), P(3), P(4), P(5), P(6), P(7)); return true;
    case K_SWITCHED_REDUCE: dtc_switched_reduce(N(0), N(1), P(2), P(3), P(4), P(5)); return true;
    case K_LINEAR_IMPULSE: dtc_linear_impulse(N(0), P(1), P(2), P(3)); return true;
    case K_IMPACT: dtc_impact(N(0), N(1), P(2), P(3), P(4), P(5), P(6), P(7)); return true;
    case K_ENTRY: *r = dtc_entry(V(0)); return true;
    case K_FINITE: *r = dtc_finite(V(0)); return true;
    case K_ODD: *r = dtc_odd(V(0)); return true;
    case K_NORMAL: *r = dtc_normal(V(0)); return true;
    case K_ASCENDING: *r = dtc_ascending(P(0), N(1), N(2)); return true;
    default: return run_law(kernel, a, result);
    }
}

/* Arrays are followed by their sizes: a[1], a[2] belong to a[0]. */
bool run_external(const char *name, const KernelArgument *a, double *result)
{
#define ROW(function, ...)                                                                                             \
    if (strcmp(name, #function) == 0) {                                                                                \
        *result = function(__VA_ARGS__);                                                                               \
        return true;                                                                                                   \
    }
    ROW(dtc_table1, P(0), N(1), N(2), V(3))
    ROW(dtc_table1_der, P(0), N(1), N(2), V(3), V(4))
    ROW(dtc_table1_line, P(0), N(1), N(2), N(3), V(4))
    ROW(dtc_table1_line_der, P(0), N(1), N(2), N(3), V(4), V(5))
    ROW(dtc_table1_stairs, P(0), N(1), N(2), N(3), V(4))
    ROW(dtc_table2, P(0), N(1), N(2), V(3), V(4))
    ROW(dtc_table2_der, P(0), N(1), N(2), V(3), V(4), V(5), V(6))
    ROW(dtc_table_row, P(0), N(1), N(2), V(3))
    ROW(dtc_table_row_near, P(0), N(1), N(2), V(3), N(4))
    ROW(dtc_table1_at, P(0), N(1), N(2), N(3), V(4))
    ROW(dtc_table1_line_at, P(0), N(1), N(2), N(3), N(4), V(5))
    ROW(dtc_table1_stairs_at, P(0), N(1), N(2), N(3), N(4))
    ROW(dtc_table1_der_at, P(0), N(1), N(2), N(3), V(4), V(5))
    ROW(dtc_table1_line_der_at, P(0), N(1), N(2), N(3), N(4), V(5), V(6))
    ROW(dtc_rows_behind, P(0), N(1), N(2), V(3), V(4), V(5))
    ROW(dtc_row_instant, P(0), N(1), N(2), N(3), V(4), V(5))
    ROW(dtc_row_value, P(0), N(1), N(2), N(3), V(4))
    ROW(dtc_row_line, P(0), N(1), N(2), N(3), N(4), V(5))
    ROW(dtc_row_stairs, P(0), N(1), N(2), N(3), N(4), V(5))
    ROW(dtc_row_value_der, P(0), N(1), N(2), N(3), V(4), V(5))
    ROW(dtc_row_line_der, P(0), N(1), N(2), N(3), N(4), V(5), V(6))
#undef ROW
    return false;
}
