/* solver.c - the variable-step solver on models written by hand, against solutions that are known. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "model.h"

enum { ROWS = 20000 };
typedef struct { double t, x, v, y; } Row;
typedef struct {
    Any m;
    solver_task task;
    solver_result result;
    solver_end end;
    Row row[ROWS];
    int rows, full;
    double stop_at;
} Case;

static int passed, failed;

static void check(int good, const char *name, const char *what, double got)
{
    if (good)
        passed++;
    else
        printf("FAIL %s: %s (%.12g)\n", name, what, got), failed++;
}

static bool keep(void *user, double t)
{
    Case *c = user;
    if (c->rows >= ROWS || c->rows == c->full)
        return false;
    c->row[c->rows++] = (Row){ t, c->m.x[0], c->m.x[1], c->m.y };
    return c->m.time == t;
}

static bool poll(void *user, double t) { Case *c = user; return c->stop_at > 0 && t > c->stop_at; }

/* Solved from x, v to stop, with rows each tenth of a second. */
static Case *begin(const dtc_hybrid *h, double x, double v, double stop, double rtol)
{
    Case *c = calloc(1, sizeof *c);
    c->full = -1;
    c->task = (solver_task){ .hybrid = h, .model = &c->m, .stop = stop, .interval = 0.1, .rtol = rtol, .atol = rtol,
        .row = keep, .poll = poll, .user = c };
    c->m.x[0] = x;
    c->m.x[1] = v;
    if (h->setup)
        check(h->setup(&c->m) == DTC_OK, "setup", "status", 0);
    return c;
}

static Case *solve(Case *c)
{
    c->end = solver_run(&c->task, &c->result);
    return c;
}

static const Row *last(const Case *c) { return &c->row[c->rows - 1]; }

static void says(const Case *c, const char *name, solver_end end, const char *text)
{
    check(c->end == end, name, c->result.message, c->end);
    check(strstr(c->result.message, text) != NULL, name, c->result.message, 0);
}

/* ---- accuracy ------------------------------------------------------------------------------------------------- */

static void accuracy(void)
{
    Case *c = solve(begin(&decay, 1, 0, 2, 1e-8));
    double worst = 0;
    for (int i = 0; i < c->rows; i++)
        worst = larger(worst, fabs(c->row[i].x - exp(-c->row[i].t)));
    check(c->end == SOLVER_DONE && c->rows == 21, "decay", "a row each 0.1 s", c->rows);
    check(worst < 2e-7, "decay", "error", worst);
    check(last(c)->t == 2, "decay", "ends at the stop time", last(c)->t);
    free(c);

    c = solve(begin(&pendulum, 0, 1, 100, 1e-9));
    double energy = last(c)->v * last(c)->v / 2 - cos(last(c)->x);
    check(c->end == SOLVER_DONE && fabs(energy + 0.5) < 1e-5, "pendulum", "energy", energy + 0.5);
    free(c);

    c = solve(begin(&van_der_pol, 2, -0.66, 2, 1e-8));
    check(fabs(last(c)->x / 1.706167732170483 - 1) < 1e-6, "van der Pol", "y(2)", last(c)->x);
    check(fabs(last(c)->v / -0.8928097010247975 - 1) < 1e-6, "van der Pol", "z(2)", last(c)->v);
    check(c->result.count.steps < 4500 && c->result.count.jacobians > 0, "van der Pol", "steps",
          (double)c->result.count.steps);
    free(c);
}

/* The sparse solver and the dense one, with the Jacobian or with differences, go the same way. */
static void sparse(void)
{
    dtc_hybrid plain = heat;
    Case *a = begin(&heat, 0, 0, 100, 1e-8), *b = begin(&plain, 0, 0, 100, 1e-8);
    double worst = 0, most = 0;

    plain.column = plain.row = NULL;
    plain.jacobian = NULL;
    for (int i = 0; i < MOST; i++)
        a->m.x[i] = b->m.x[i] = i % 7;
    solve(a);
    solve(b);
    for (int i = 0; i < MOST; i++) {
        worst = larger(worst, fabs(a->m.x[i] - b->m.x[i]));
        most = larger(most, fabs(a->m.x[i]));
    }
    check(a->end == SOLVER_DONE && b->end == SOLVER_DONE, "heat", "ends", a->end);
    check(worst < 1e-5 * most && most > 0.1, "heat", "sparse and dense", worst);
    check(b->result.count.evaluations > a->result.count.evaluations + MOST, "heat", "evaluations",
          (double)a->result.count.evaluations);
    free(a);
    free(b);
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

static void bounces(void)
{
    Case *c = solve(begin(&ball, 5, 0, 2.7, 1e-9)); /* falls for 1 s, up and down for 1 s, for 0.5 s, for 0.25 s */
    double at[] = { 1, 2, 2.5 }, speed = 10;
    int k = 0;
    for (int i = 1; i < c->rows; i++)
        if (c->row[i].v > 1 && c->row[i - 1].v < 0 && k < 3) {
            check(c->row[i].t == c->row[i - 1].t && fabs(c->row[i].t - at[k]) < 1e-7, "ball", "time of a bounce",
                  c->row[i].t);
            check(fabs(c->row[i - 1].v + speed) < 1e-6 && fabs(c->row[i].v - speed / 2) < 1e-6, "ball",
                  "speeds at a bounce", c->row[i].v);
            speed /= 2;
            k++;
        }
    check(k == 3, "ball", "bounces", k);
    free(c);

    c = begin(&slider, 1.1, 0, 20, 1e-9);                    /* turns at -0.7, 0.3 and 0.1, where it sticks */
    c->m.place = -1;
    solve(c);
    check(fabs(last(c)->x - 0.1) < 1e-6, "slider", "where it sticks", last(c)->x);
    check(last(c)->v == 0 && fabs(last(c)->y - last(c)->x) < 1e-12, "slider", "sticks", last(c)->v);
    free(c);
}

static void instants(void)
{
    Case *c = solve(begin(&pulses, 0, 0, 10, 1e-6));
    int doubled = 0;
    for (int i = 1; i < c->rows; i++)
        doubled += c->row[i].t == c->row[i - 1].t;
    check(fabs(last(c)->x - 3.4) < 1e-9, "pulses", "integral", last(c)->x);
    check(c->result.count.events == 67 && doubled == 67, "pulses", "events", (double)c->result.count.events);
    free(c);

    c = solve(begin(&wave, 0, 0, 12, 1e-6));
    int k = 0;
    const double pi = 3.14159265358979323846, at[] = { pi / 6, 5 * pi / 6, 13 * pi / 6, 17 * pi / 6 };
    for (int i = 1; i < c->rows; i++)
        if (c->row[i].t == c->row[i - 1].t && k < 4)
            check(fabs(c->row[i].t - at[k]) < 1e-9, "wave", "time of an event", c->row[i].t), k++;
    check(k == 4, "wave", "events", k);
    free(c);

    c = solve(begin(&dip, 0, 0, 1, 1e-6));
    for (int i = 1, n = 0; i < c->rows; i++)
        if (c->row[i].t == c->row[i - 1].t)
            check(fabs(c->row[i].t - (n++ ? 0.503 : 0.497)) < 1e-9, "dip", "time of an event", c->row[i].t);
    check(c->result.count.events == 2 && c->result.count.steps < 200, "dip", "events", (double)c->result.count.events);
    free(c);

    c = solve(begin(&falls, 0, 0, 1, 1e-6));
    check(c->m.flag && c->result.count.events == 1 && c->row[1].t < 1e-10, "falls", "event at the start", c->row[1].t);
    free(c);
}

/* Input: 1 until 0.35, then 3 falling to 1 at 0.75, 1 from then on. */
static double input_piece;
static void inputs(void *user, double t)
{
    Case *c = user;
    c->m.u = input_piece < 0.35 ? 1 : input_piece < 0.75 ? 3 - 2 * (t - 0.35) / 0.4 : 1;
}
static double piece(void *user, double t)
{
    (void)user;
    input_piece = t;
    return t < 0.35 ? 0.35 : t < 0.75 ? 0.75 : INFINITY;
}

static void pieces(void)
{
    Case *c = begin(&driven, 0, 0, 1, 1e-9);
    c->task.inputs = inputs;
    c->task.piece = piece;
    solve(c);
    check(fabs(last(c)->x - (0.35 + 0.8 + 0.25)) < 1e-8, "driven", "integral of the input", last(c)->x);
    check(c->result.count.events == 2 && c->rows == 11 + 4, "driven", "rows", c->rows);
    free(c);
}

/* ---- trouble ----------------------------------------------------------------------------------------------------- */

static void trouble(void)
{
    Case *c = solve(begin(&zeno, 1, 0, 3, 1e-6));
    says(c, "zeno", SOLVER_CHATTER, "guard 'height < 0' in ball");
    check(c->rows > 200 && last(c)->t > 1.3 && last(c)->t < 1.4, "zeno", "rows are kept", last(c)->t);
    free(c);

    c = solve(begin(&cycle, 1, 0, 3, 1e-6));
    says(c, "cycle", SOLVER_CYCLE, "law.place: ... 2, 0, 1, 2, 0, 1, 2, 0\n");
    says(c, "cycle", SOLVER_CYCLE, "gear.engaged: ... true, false, true, false, true, false, true, false");
    check(!strstr(c->result.message, "other") && fabs(last(c)->t - log(2)) < 1e-5, "cycle", c->result.message,
          last(c)->t);
    free(c);

    c = solve(begin(&root, 1, 0, 3, 1e-6));
    says(c, "root", SOLVER_NOT_FINITE, "tank.y is not a number, by the equation tank.y = sqrt(tank.x)");
    check(last(c)->t > 0.89 && last(c)->t < 1.1, "root", "rows are kept", last(c)->t);
    free(c);

    c = begin(&root, -1, 0, 3, 1e-6);
    says(solve(c), "root", SOLVER_NOT_FINITE, "at time 0: a result is not a finite number: tank.y");
    free(c);

    c = solve(begin(&blow_up, 0, 1, 3, 1e-6));
    says(c, "blow-up", SOLVER_STUCK, "at time 0.99");
    says(c, "blow-up", SOLVER_STUCK, "the state with the largest error is v");
    free(c);

    c = solve(begin(&scarp, 0, 1, 3, 1e-6));
    says(c, "scarp", SOLVER_STUCK, "the state with the largest error is v");
    check(!strstr(c->result.message, "--rtol"), "scarp", "no tolerance is to blame", 0);
    free(c);

    c = solve(begin(&scarp, 0, 1, 3, 1e-11));
    says(c, "scarp, 1e-11", SOLVER_STUCK, "(--rtol 1e-11 leaves a step 1e-13 of a value, close to rounding: raise it");
    free(c);

    c = solve(begin(&limited, 1, 0, 3, 1e-6));
    says(c, "assert", SOLVER_ASSERTION, "assertion failed: in pump: the level is below 0.5");
    check(c->rows > 6 && last(c)->x <= 0.5, "assert", "the row is kept", last(c)->x);
    free(c);

    c = solve(begin(&ends, 1, 0, 3, 1e-6));
    check(c->end == SOLVER_TERMINATED && !c->result.message[0] && fabs(last(c)->t - log(2)) < 1e-5, "terminate",
          c->result.message, last(c)->t);
    free(c);

    c = begin(&decay, 1, 0, 3, 1e-6);
    c->stop_at = 1;
    says(solve(c), "interrupt", SOLVER_INTERRUPTED, "interrupted");
    check(last(c)->t > 1 && last(c)->t < 1.5, "interrupt", "rows are kept", last(c)->t);
    free(c);

    c = begin(&decay, 1, 0, 3, 1e-6);
    c->full = 5;
    check(solve(c)->end == SOLVER_UNWRITTEN && c->rows == 5, "disk full", c->result.message, c->rows);
    free(c);
}

int main(void)
{
    accuracy();
    sparse();
    bounces();
    instants();
    pieces();
    trouble();
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
