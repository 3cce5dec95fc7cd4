/* account.c - `dtc sim --audit`: the energy account of a run.
 *
 * account_row() reads the integrals of powers and the stored energies (compiler/reduce/audit.c) at every point that the
 * method has reached; with a variable step two rows of equal time are the two sides of an event, between which energy
 * is lost at impacts only. In a fixed step integrals have the work of impulses (compiler/builders/work.c). Where a
 * parameter changes, an inertia at speed, the stored energy jumps while all states stay: that is by parameters. What
 * then is left of
 *
 *     input - loss - (stored at the end - stored at the start) - lost at impacts + by parameters
 *
 * is the residual: zero, but for the method's error, if every component that is not power-conserving has its names.
 *
 * Cost: a row in the components that are counted.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "audit.h"
#include "json.h"
#include "sim.h"

static const double PART = 1e-4;       /* of what was put in and stored: what lacks below is the method's error */
static const double STANDSTILL = 1e-9; /* J: what has less than this stands still, and its account is rounding errors */

typedef struct {
    const char *component; int of[AUDIT_KINDS];
    double start, now[AUDIT_KINDS], origin[AUDIT_KINDS];
} Item;

struct Account {
    const dtc_model_info *info;
    Flanges *flanges;
    Item    *item;                         /* vec */
    bool     begun;
    double   from, to;                     /* time */
    double   supplied;                     /* what sources have put in, counted where they put in */
    double   stored, impacts;              /* of all now; lost at events */
    double   parameters, raised;           /* by parameters that changed; what of it was not negative */
    bool     tuned;
};

Account *account_begin(Dtc *d, const Flat *f, const dtc_model_info *info)
{
    Account *a = NEW(&d->run, Account);
    Map numbers = sim_numbers(d, info);

    a->info = info;
    a->flanges = flanges_begin(d, f, info, &numbers);
    for (uint32_t i = 0; i < vec_len(f->audit); i++) {
        Item x = { .component = f->audit[i].component };
        for (int k = 0; k < AUDIT_KINDS; k++)
            if (f->audit[i].var[k])
                x.of[k] = (int)map_get(&numbers, KEY(internz(d, f->var[f->audit[i].var[k]].name)));
        vec_push(&d->run, a->item, x);
    }
    return a;
}

static double number_now(const Account *a, const void *model, int number)
{
    const dtc_variable v = dtc_variable_at(a->info, number);
    return dtc_get(a->info, model, &v);
}

void account_row(Account *a, const void *model, double time)
{
    double stored = 0;

    flanges_row(a->flanges, model, time);
    for (uint32_t i = 0; i < vec_len(a->item); i++) {
        Item *x = &a->item[i];
        double before = x->now[INPUT];
        for (int k = 0; k < AUDIT_KINDS; k++)
            x->now[k] = (x->of[k] ? number_now(a, model, x->of[k] - 1) : 0) - x->origin[k];
        for (int k = 0; k < STORED && !a->begun; k++) { /* integrals of a run that goes on from a state */
            x->origin[k] = x->now[k];
            x->now[k] = 0;
        }
        stored += x->now[STORED];
        if (!a->begun)
            x->start = x->now[STORED];
        else
            a->supplied += fmax(0, x->now[INPUT] - before);
    }
    if (!a->begun)
        a->from = time;
    else if (time == a->to)
        a->impacts += a->stored - stored;
    a->stored = stored;
    a->to = time;
    a->begun = true;
}

static double stored_now(const Account *a, const void *model)
{
    double stored = 0;

    for (uint32_t i = 0; i < vec_len(a->item); i++)
        stored += a->item[i].of[STORED] ? number_now(a, model, a->item[i].of[STORED] - 1) : 0;
    return stored;
}

void account_untuned(Account *a, const void *model) { a->stored = stored_now(a, model); }

void account_tuned(Account *a, const void *model)
{
    const double stored = stored_now(a, model);

    a->parameters += stored - a->stored;
    a->raised += fmax(0, stored - a->stored);
    a->stored = stored;
    a->tuned = true;
}

static double largest(const Item *x)
{
    return fmax(fmax(fabs(x->now[INPUT]), fabs(x->now[LOSS])), fmax(fabs(x->start), fabs(x->now[STORED])));
}

static int by_size(const void *p, const void *q)
{
    const Item *a = p, *b = q;
    double x = largest(a), y = largest(b);
    return x > y ? -1 : x < y ? 1 : strcmp(a->component, b->component);
}

static void put_energy(FILE *out, bool there, double x)
{
    if (there)
        fprintf(out, "  %14.8g", x);
    else
        fprintf(out, "  %14s", "");
}

static void put_item(FILE *out, int width, const char *name, const bool there[AUDIT_KINDS],
                     const double now[AUDIT_KINDS], double start)
{
    fprintf(out, "%-*s", width, name);
    put_energy(out, there[INPUT], now[INPUT]);
    put_energy(out, there[LOSS], now[LOSS]);
    put_energy(out, there[STORED], start);
    put_energy(out, there[STORED], now[STORED]);
    fputc('\n', out);
}

/* Components whose loss is below zero by more than the account's own error. */
static void tell_gains(const Account *a, double error, FILE *out)
{
    for (uint32_t i = 0; i < vec_len(a->item); i++)
        if (a->item[i].now[LOSS] < -error)
            fprintf(out,
                    "note: %s has dissipated less than nothing, %.8g J: its laws or tables make energy, or "
                    "it gives heat\n",
                    a->item[i].component, a->item[i].now[LOSS]);
}

/* now, start: of all; residual: what is left of; base: what was put in, stored at the start, and drawn: taken from
 * stores that count from their start, as batteries do, which else would hide what goes through behind what they have */
typedef struct { double now[AUDIT_KINDS], start, before, drawn, residual, base; } Sum;

static Sum sum_of(const Account *a)
{
    Sum s = { .start = 0 };

    for (uint32_t i = 0; i < vec_len(a->item); i++) {
        for (int k = 0; k < AUDIT_KINDS; k++)
            s.now[k] += a->item[i].now[k];
        s.start += a->item[i].start;
        s.before += fabs(a->item[i].start);
        s.drawn += fmax(0, -a->item[i].now[STORED]);
    }
    s.residual = s.now[INPUT] - s.now[LOSS] - (s.now[STORED] - s.start) - a->impacts + a->parameters;
    s.base = a->supplied + s.before + s.drawn + a->raised;
    return s;
}

static void json_energies(Json *j, const char *name, const bool there[AUDIT_KINDS], const double now[AUDIT_KINDS],
                          double start)
{
    json_begin(j, NULL, '{');
    json_text(j, "component", name);
    if (there[INPUT])
        json_number(j, "put_in", now[INPUT]);
    if (there[LOSS])
        json_number(j, "dissipated", now[LOSS]);
    if (there[STORED]) {
        json_number(j, "stored_at_start", start);
        json_number(j, "stored_at_end", now[STORED]);
    }
    json_end(j);
}

void account_json(const Account *a, bool fixed_step, Json *j)
{
    static const bool all[AUDIT_KINDS] = { true, true, true };
    const Sum s = sum_of(a);

    if (vec_len(a->item) == 0 || !a->begun)
        return;
    json_begin(j, "account", '{');
    json_number(j, "from", a->from);
    json_number(j, "to", a->to);
    json_begin(j, "rows", '[');
    for (uint32_t i = 0; i < vec_len(a->item); i++) {
        const Item *x = &a->item[i];
        const bool there[AUDIT_KINDS] = { x->of[INPUT] != 0, x->of[LOSS] != 0, x->of[STORED] != 0 };
        json_energies(j, x->component, there, x->now, x->start);
    }
    json_energies(j, "total", all, s.now, s.start);
    json_end(j);
    if (!fixed_step)
        json_number(j, "lost_at_impacts", a->impacts);
    if (a->tuned)
        json_number(j, "by_parameters", a->parameters);
    json_number(j, "residual", s.residual);
    json_number(j, "of", s.base);
    json_end(j);
}

void account_end(Account *a, bool fixed_step, FILE *out)
{
    static const bool all[AUDIT_KINDS] = { true, true, true };
    const uint32_t n = vec_len(a->item);
    int width = 16;

    if (n == 0 || !a->begun)
        return;
    qsort(a->item, n, sizeof *a->item, by_size);
    const Sum s = sum_of(a);
    const double residual = s.residual, base = s.base;
    for (uint32_t i = 0; i < n; i++)
        width = (int)strlen(a->item[i].component) > width ? (int)strlen(a->item[i].component) : width;
    fprintf(out, "energy account of %s from %.9g to %.9g s, in J\n", a->info->name, a->from, a->to);
    fprintf(out, "%-*s  %14s  %14s  %14s  %14s\n", width, "component", "put in", "dissipated",
            "stored at start", "stored at end");
    for (uint32_t i = 0; i < n; i++) {
        const Item *x = &a->item[i];
        const bool there[AUDIT_KINDS] = { x->of[INPUT] != 0, x->of[LOSS] != 0, x->of[STORED] != 0 };
        put_item(out, width, x->component, there, x->now, x->start);
    }
    put_item(out, width, "total", all, s.now, s.start);
    if (!fixed_step)
        fprintf(out, "%-*s  %14.8g\n", width, "lost at impacts", a->impacts);
    if (a->tuned)
        fprintf(out, "%-*s  %14.8g\n", width, "by parameters", a->parameters);
    fprintf(out, "%-*s  %14.3g", width, "residual", residual);
    if (base > 0)
        fprintf(out, "  %.2g of %.8g J: %.8g put in, %.8g stored at the start", fabs(residual) / base, base,
                a->supplied, s.before);
    if (base > 0 && s.drawn > STANDSTILL)
        fprintf(out, ", %.8g drawn from stores", s.drawn);
    if (base > 0 && a->raised > 0)
        fprintf(out, ", %.8g by parameters", a->raised);
    fputc('\n', out);
    flanges_end(a->flanges, width, out);
    tell_gains(a, fmax(fabs(residual), fmax(PART * base, STANDSTILL)), out);
    if (fabs(residual) > PART * base && fabs(residual) > STANDSTILL) {
        fprintf(out,
                "not closed: %s%s, or a component that has or takes energy and no variable that says so\n",
                fixed_step ? "the method's error (euler: of first order in the step), impacts, which no "
                             "fixed step shows"
                           : "the method's error (smaller with a smaller --rtol)",
                a->info->real_size == sizeof(float)
                    ? ", single precision (small increments of what is stored)"
                    : "");
        flanges_unseen(a->flanges, out);
    }
}
