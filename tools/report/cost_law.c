/* cost_law.c - what the functions of the switching law cost: law_solve.c, law.c, law_box.c (law_inverse.c:
 * cost_inverse.c).
 *
 * The largest over all places: all elements stuck, all groups decided in one sample, each round of a decision the
 * dearest one. Tests: tests/cost/kernels.cpp. Cost: some loops over the number of elements. */
#include "cost_kernel.h"
#include "dtc_law.h"

/* ---- law_solve.c, with n of m elements stuck: all of them is the worst --------------------------------- */

static void hold(Call *k, long m)
{
    ops(k, 3 * m * m, 1, 1, 0, 0);
    ops(k, m, 2, 0, 0, 0);
}

void of_law_push(Call *k) { ops(k, integer_of(k, 0), 0, 0, 0, 1); }
void of_law_hold(Call *k) { hold(k, integer_of(k, 0)); }

void count_law_solve(Call *k, long m)
{
    hold(k, m);
    ops(k, m, 4, 0, 0, 0);
    ops(k, 1, 1, 0, 0, 1);
}

void count_law_tangent(Call *k, long m)
{
    ops(k, m, 1, 0, 0, 0);
    hold(k, m);
    ops(k, m * m, 1, 1, 0, 0);
}

void of_law_solve(Call *k) { count_law_solve(k, k->view); }
void of_law_tangent(Call *k) { count_law_tangent(k, k->view); }

static void quiet(Call *k, long m)
{
    ops(k, m, 4, 2, 0, 8);
    if (k->single)
        ops(k, m, 1, 5, 0, 1); /* dtc_law_round */
}

/* With n of m elements stuck; the others slide, and have a column each. */
void of_law_response(Call *k)
{
    const long m = k->view, unknowns = integer_of(k, 1), causes = integer_of(k, 2);
    long products = 0;

    for (long n = 0; n <= m; n++) {
        const long pass = 2 * n * (n + unknowns), last = (m - n) * (n + unknowns),
                   all = (causes + m - n) * (DTC_RESPONSE_PASSES * pass + last);
        products = all > products ? all : products;
    }
    ops(k, products, 1, 1, 0, 0);
    ops(k, (causes + m) * m * DTC_RESPONSE_PASSES, 1, 0, 0, 0);
}

/* Of m elements that all slide, and of which the last has another torque. */
static void slide(Call *k, long m, long rows)
{
    ops(k, m * rows, 1, 1, 0, 0);
    ops(k, m, 0, 0, 0, 3);
}

void of_law_slide(Call *k) { slide(k, k->view, integer_of(k, 1)); }

void of_law_respond(Call *k)
{
    const long m = k->view, unknowns = integer_of(k, 1), causes = integer_of(k, 2);

    slide(k, m, unknowns + m);
    ops(k, (unknowns + m) * causes, 1, 1, 0, 0);
    ops(k, unknowns + m, 1, 0, 0, 0);
    ops(k, m, 0, 0, 0, 1);
}

void of_law_keeps(Call *k)
{
    quiet(k, 1);
    if (integer_of(k, 5) & DTC_LAW_KEEPS_CONTACT)
        ops(k, 1, 3, 3, 0, 2);
}

void of_law_groups(Call *k)
{
    long m = k->view;

    k->now.of[OF_ROOT] += 2 * (uint64_t)m;
    ops(k, m, 0, 9, 1, 4);
    ops(k, m * (m - 1) / 2, 0, 2, 0, 1);
}

void of_law_check(Call *k)
{
    long pairs = k->view * (k->view + 1) / 2;

    k->now.of[OF_ROOT] += 2 * (uint64_t)pairs;
    ops(k, pairs, 3, 4, 0, 2);
    ops(k, pairs, 1, 7, 2, 5); /* note_pair */
}

void of_law_jump(Call *k)
{
    long m = k->view;

    ops(k, m, 1, 0, 0, 1);
    ops(k, 1, 0, 0, 0, 2);
    hold(k, m);
}

static void room(Call *k, long m) { ops(k, m, 2, 0, 0, 3); }

static void apart(Call *k, long m)
{
    ops(k, m, 4, 3, 0, 2);
    ops(k, m * m / 4, 1, 1, 0, 0); /* k open, m - k stuck */
}

void of_law_quiet(Call *k) { quiet(k, integer_of(k, 0)); }

void of_law_leave_room(Call *k) { room(k, k->view); }

/* With n of m elements stuck, and so many sums: those of all stuck ones are the most. */
void of_law_stays(Call *k)
{
    const long m = integer_of(k, 0);

    quiet(k, m);
    ops(k, m * m, 1, 1, 0, 0);
    ops(k, m, 6, 2, 2, 8);
}

void of_law_stays_stuck(Call *k) { ops(k, 1, 4, 1, 1, 10); }
void of_law_forget_slips(Call *k) { ops(k, k->view, 1, 2, 0, 1); }
void of_law_stays_out(Call *k) { ops(k, 1, 4, 4, 1, 8); }

static void leave_impulse(Call *k, long m)
{
    room(k, m);
    ops(k, m, 1, 3, 1, 9);
}

void of_law_leave_impulse(Call *k) { leave_impulse(k, 1); }
void of_law_leave_impulses(Call *k) { leave_impulse(k, k->view); }

void of_law_quiet_apart(Call *k)
{
    of_law_quiet(k);
    apart(k, integer_of(k, 0));
}

static void approach(Call *k, long m)
{
    ops(k, m * m, 1, 1, 0, 0);
    ops(k, m * m, 1, 5, 0, 7); /* leave_later */
    ops(k, m, 11, 20, 1, 14);
    k->now.of[OF_ROOT] += (uint64_t)m;
}

static void find_late(Call *k, long m)
{
    ops(k, 2 * m * m, 1, 1, 0, 0);
    ops(k, m, 14, 25, 1, 14);
    k->now.of[OF_ROOT] += (uint64_t)m;
}

void of_law_gaps(Call *k) { ops(k, integer_of(k, 0), 0, 1, 0, 2); }

void of_law_shift(Call *k)
{
    long m = k->view;

    ops(k, m, 2, 1, 0, 3);
    hold(k, m);
    count_law_factor(k, m); /* set_aside, and back */
    count_law_factor(k, m);
}

void of_law_jumps(Call *k) { ops(k, 1, 0, 0, 0, 1); }

/* ---- law.c, law_box.c ---------------------------------------------------------------------------------- */

static void measure(Call *k, long m) { ops(k, m, 3, 5, 0, 4); }

/* measure_shares of those that slide, with n stuck; the worst n. */
static void shares(Call *k, long m)
{
    long worst = 0;

    for (long n = 1; n < m; n++)
        worst = (m - n) * n * (n + 2) > worst ? (m - n) * n * (n + 2) : worst;
    ops(k, worst, 1, 1, 0, 0);
}

/* wanted_place; that of a stuck element sums up the rounding of its torque, which is beyond one bound at most. */
static void wanted(Call *k, long m)
{
    ops(k, m, 5, 7, 1, 13);
    ops(k, m * m, 1, 1, 0, 0);
}

/* keeps_slip of all stuck elements, dearer than pushed of those that slide. */
static void kept(Call *k, long m)
{
    ops(k, 2 * m * m, 1, 1, 0, 0);
    ops(k, m, 2, 2, 0, 6);
    k->now.of[OF_ROOT] += (uint64_t)m;
}

/* box_row, with n elements free. */
static void box_row(Call *k, long n)
{
    ops(k, n * (n - 1) / 2, 1, 1, 0, 0);
    ops(k, n, 1, 1, 1, 0);
    ops(k, 1, 0, 1, 0, 1);
}

static void box_enter(Call *k, long n)
{
    box_row(k, n);
    one(k, OF_ROOT);
    ops(k, 1, 0, 0, 0, 1);
}

static void box_move(Call *k, long m)
{
    ops(k, 1, 1, 1, 0, 1);
    ops(k, m, 1, 1, 0, 0);
}

static void box_step(Call *k, long m, long n)
{
    ops(k, n * (n - 1), 1, 1, 0, 0);
    ops(k, n, 2, 0, 4, 5);
    ops(k, 1, 0, 0, 1, 0);
    for (long i = 0; i < n; i++) {
        ops(k, 1, 1, 1, 0, 2);
        box_move(k, m);
    }
}

static void box_leave(Call *k, long n)
{
    for (long i = 0; i + 1 < n; i++)
        box_enter(k, i);
}

static void box_pulled(Call *k, long m, long n)
{
    ops(k, m, 0, 0, 0, 3);
    ops(k, m - n, 0, 3, 2, 2);
}

static void box_breaks_away(Call *k, long m, long s)
{
    ops(k, s, 0, 3, 2, 5);
    ops(k, 1, 3, 0, 0, 5);
    box_move(k, m);
}

static void box_slides_on(Call *k, long n)
{
    box_row(k, n);
    ops(k, n * (n - 1) / 2, 1, 1, 0, 0); /* box_share */
    ops(k, n, 1, 2, 2, 3);
    ops(k, 1, 1, 1, 0, 4);
    ops(k, n + 1, 1, 2, 0, 2);
}

/* A round in a group of s elements, n of them free: a step, and then one leaves, or one is sought and enters, breaks
 * away, or takes over until it or another meets its bound. */
static Count box_round(Call *k, long m, long s, long n)
{
    Count before = k->now, enters = { { 0 } }, slides = { { 0 } }, breaks;

    if (n < s) {
        box_slides_on(k, n);
        box_leave(k, n);
        slides = taken(k, before);
        box_enter(k, n);
        enters = taken(k, before);
    }
    box_breaks_away(k, m, s);
    breaks = taken(k, before);
    box_step(k, m, n);
    box_pulled(k, s, n);
    return count_add(taken(k, before), count_max(slides, count_max(enters, breaks)));
}

static Count dearest_round(Call *k, long m, long s)
{
    Count worst = { { 0 } };

    for (long n = 0; n <= rank_of(k, s); n++)
        worst = count_max(worst, box_round(k, m, s, n));
    return worst;
}

/* m elements in groups of s: what each group does with all m, and its rounds. */
static void box_groups(Call *k, long m, long s)
{
    const long groups = (m + s - 1) / s, rounds = (m * DTC_LAW_BOX_ROUNDS(s) + s - 1) / s;

    ops(k, groups * m, 4, 3, 0, 5); /* box_start */
    ops(k, groups * m * m, 1, 1, 0, 0);
    ops(k, groups * m, 4, 10, 1, 12); /* box_places */
    ops(k, groups * m, 0, 1, 0, 2);
    k->now = count_add(k->now, count_times(dearest_round(k, m, s), (uint64_t)rounds));
}

/* All groups together. With c(s) the cost of one of s elements, and the sum of all s not above m, that of all is
 * sum s c(s)/s, which is at most m times the largest c(s)/s: groups of one size are the dearest. */
static void law_box(Call *k, long m)
{
    Count before, worst = { { 0 } };

    wanted(k, m); /* group_moves */
    kept(k, m);
    ops(k, m, 3, 3, 0, 11);    /* box_start, of each element */
    ops(k, m * m, 1, 1, 0, 0); /* step_bounds */
    for (long i = 0; i < m; i++)
        box_move(k, m);
    for (long e = 0; e < m; e++)
        box_enter(k, rank_of(k, e));
    before = k->now;
    for (long s = 1; s <= m; s++) {
        box_groups(k, m, s);
        worst = count_max(worst, taken(k, before));
    }
    k->now = count_add(before, worst);
}

/* law.c: what takes slips away. */
static void take_slips(Call *k, long m)
{
    ops(k, m, 2, 1, 0, 2);
    ops(k, m * m, 1, 1, 0, 0);
    hold(k, m);
}

static void contradicted(Call *k, long m)
{
    ops(k, m, 0, 0, 0, 1);
    kept(k, m);
}

static void give_impulses(Call *k, long m, int contacts)
{
    take_slips(k, m);
    for (int round = 0; contacts && round <= DTC_LAW_LATE_ROUNDS; round++)
        find_late(k, m);
    contradicted(k, m);
    ops(k, m, 6, 4, 2, 14); /* share_within_bounds, count_correction, the sum */
    ops(k, 3 * m * m, 1, 1, 0, 0);
}

/* All groups, and an evaluation in the new places. */
static void change_places(Call *k, long m)
{
    law_box(k, m);
    ops(k, m, 1, 0, 0, 1); /* solve_again */
    ops(k, m * m, 1, 1, 0, 0);
    count_law_update(k, m);
    count_law_solve(k, m);
}

static void seek_moves(Call *k, long m, int contacts)
{
    quiet(k, m);
    if (contacts) {
        apart(k, m);
        approach(k, m);
    }
    measure(k, m);
    take_slips(k, m);
    wanted(k, m); /* moves */
    wanted(k, m);
    for (int i = 0; i < 2; i++)
        kept(k, m);
    shares(k, m);
}

/* Once, and again for each round of contacts that are late. */
static void make_moves(Call *k, long m, long options)
{
    const int contacts = (options & DTC_LAW_CONTACTS) != 0;
    Count before;

    ops(k, m, 6, 5, 2, 5); /* late_torque */
    if (options & DTC_LAW_ROOM)
        room(k, m);
    if (options & DTC_LAW_WHOLE)
        give_impulses(k, m, contacts);
    else {
        take_slips(k, m);
        contradicted(k, m);
    }
    before = k->now;
    k->now = (Count){ { 0 } };
    change_places(k, m);
    for (int round = 0; contacts && (options & DTC_LAW_WHOLE) && round < DTC_LAW_LATE_ROUNDS; round++) {
        measure(k, m);
        change_places(k, m);
        ops(k, m * m, 0, 0, 0, 2); /* has_late_contact */
        ops(k, m, 3, 2, 1, 7);     /* part; of box_start, too */
        take_slips(k, m);
    }
    k->transition = k->now;
    k->now = before;
}

static void decide(Call *k, long m, long options)
{
    seek_moves(k, m, (options & DTC_LAW_CONTACTS) != 0);
    make_moves(k, m, options);
}

void of_law_seek(Call *k) { seek_moves(k, k->view, 0); }

void of_law_decide(Call *k) { decide(k, k->view, integer_of(k, 3)); }

void of_switched_decide(Call *k)
{
    const long m = k->view, n = integer_of(k, 1);

    ops(k, 2 * m * n, 1, 2, 0, 0);
    decide(k, m, integer_of(k, 5));
}

void of_switched_change(Call *k)
{
    const long m = k->view, n = integer_of(k, 1);

    ops(k, 2 * m * n, 1, 2, 0, 2);
    make_moves(k, m, integer_of(k, 5));
}

void of_switched_impulses(Call *k)
{
    const long m = k->view, n = integer_of(k, 1);

    give_impulses(k, m, 0);
    ops(k, m * n, 1, 1, 1, 0);
}

void of_law_settle(Call *k)
{
    long m = k->view;

    ops(k, m, 0, 1, 0, 4); /* contacts */
    measure(k, m);
    shares(k, m);
    wanted(k, m);
    ops(k, m, 2, 8, 1, 12);
    ops(k, m * m, 1, 3, 0, 6);
    ops(k, 2 * m * m, 1, 1, 0, 0);
}

/* As law_box, from nothing, with 20 rounds for each element. */
void of_law_impact(Call *k)
{
    long m = k->view;

    ops(k, m * m, 2, 1, 0, 0);  /* contacts */
    ops(k, m * m, 4, 8, 0, 20); /* impact */
    k->now = count_add(k->now, count_times(dearest_round(k, m, m), 20 * (uint64_t)m));
    ops(k, m * m, 0, 2, 0, 12); /* place_after_impact */
}

void of_law_borders(Call *k)
{
    long m = k->view;

    measure(k, m);
    shares(k, m);
    ops(k, m, 0, 2, 0, 9); /* what each bears: twice, at most */
    ops(k, m * m, 1, 1, 0, 0);
}

void of_exact_look(Call *k)
{
    long m = k->view;

    if (integer_of(k, 4))
        of_law_borders(k);
    ops(k, m, 0, 1, 0, 1);
    of_law_jump(k);
    ops(k, m, 0, 0, 0, 2);
}

void of_law_start(Call *k)
{
    ops(k, k->view, 1, 2, 0, 11);
    measure(k, k->view);
    of_law_groups(k);
}
