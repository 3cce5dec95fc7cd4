/* audit.c - `dtc sim --audit`: the energy account of a run.
 *
 * The account goes by names (docs/internals.md): a component that is a source has a variable inputPower, one that
 * dissipates lossPower, one that stores energy storedEnergy. A component that contains others with a variable of the
 * same name only sums up, and is not counted; nor is a lossPower that flows on, out of the component's heatPort.
 * In the compiler, a pass before `simplify` adds a state for the integral of every power, so that any method integrates
 * them with its own tolerance. In the run, account_row() reads integrals and stored energies at every point that the
 * method has reached; with a variable step two rows of equal time are the two sides of an event,
 * between which energy is lost at impacts only. In a fixed step integrals have the work of impulses (step/work.c). What
 * then is left of
 *
 *     input - loss - (stored at the end - stored at the start) - lost at impacts
 *
 * is the residual: zero, but for the method's error, if every component that is not power-conserving has its names.
 *
 * Cost: linear in the variables; a row in the components that are counted.
 * Requires: flatten, check. Ensures: Flat.audit; the model stays balanced.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "sim.h"

static const double PART = 1e-4;       /* of what was put in and stored: what lacks below is the method's error */
static const double STANDSTILL = 1e-9; /* J: what has less than this stands still, and its account is rounding errors */

static const char *const kind_name[AUDIT_KINDS] = { "inputPower", "lossPower", "storedEnergy" };

/* ---- in the compiler ---------------------------------------------------------------------------------------- */

/* What variable v is to the account; AUDIT_KINDS: nothing. *rest: the subscripts of an array, or "". */
int audit_kind(const VarInfo *v, const char **rest)
{
    size_t n = strlen(v->path);
    const char *last = v->name + (n ? n + 1 : 0);

    if (v->type != T_REAL || v->variability >= V_PARAM || v->member || strlen(v->name) < n)
        return AUDIT_KINDS;
    for (int k = 0; k < AUDIT_KINDS; k++) {
        *rest = last + strlen(kind_name[k]);
        if (strncmp(last, kind_name[k], strlen(kind_name[k])) == 0 && (**rest == 0 || **rest == '['))
            return k;
    }
    return AUDIT_KINDS;
}

/* All components that path lies in. */
void audit_mark(Dtc *d, Map *containers, const char *path)
{
    while (*path) {
        const char *last = name_last(path);
        path = intern(d, path, (size_t)(last - path) - (last > path));
        if (map_get(containers, KEY(path)))
            return;
        map_set(&d->pass, containers, KEY(path), 1);
    }
}

/* Components whose heat flows on: those with a port heatPort. */
static void mark_heated(Dtc *d, const Flat *f, Map *heated)
{
    static const char port[] = "heatPort.Q_flow";
    const size_t n = sizeof port - 1;

    for (Var v = 1; v < vec_len(f->var); v++) {
        const char *name = f->var[v].name;
        size_t length = strlen(name);
        if (length == n && strcmp(name, port) == 0)
            map_set(&d->pass, heated, KEY(internz(d, "")), 1);
        else if (length > n && name[length - n - 1] == '.' && strcmp(name + length - n, port) == 0)
            map_set(&d->pass, heated, KEY(intern(d, name, length - n - 1)), 1);
    }
}

static Var add_integral(Dtc *d, Flat *f, Var power)
{
    VarInfo p = f->var[power];
    VarInfo v = { .name = internf(d, "integral(%s)", p.name),
                  .path = p.path,
                  .doc = "Energy, for the account",
                  .unit = "J",
                  .span = p.span,
                  .type = T_REAL,
                  .variability = V_CONT,
                  .state_select = SS_ALWAYS,
                  .start = ex_real(d, 0),
                  .fixed = true,
                  .has_start = true,
                  .has_fixed = true,
                  .kept = true,
                  .aside = true,
                  .made = true };

    add_variable(d, f, v);
    Var integral = vec_len(f->var) - 1;
    (void)add_equation(d, f, (Equation){ .lhs = ex_un(d, OP_DER, ex_var(d, integral)),
                          .rhs = ex_var(d, power),
                          .kind = EQ_PLAIN,
                          .span = p.span,
                          .path = p.path });
    return integral;
}

/* What inputPower alone reads of its component, the speed of a source, is set aside: the model has the same states with
 * and without an account. */
static void set_aside(Dtc *d, Flat *f)
{
    Var *vars = NULL;
    const char *rest;

    for (Eq e = 1; e < vec_len(f->eq); e++) {
        Var v = f->eq[e].removed ? 0 : ex_is_var(d, f->eq[e].lhs);
        if (!v || audit_kind(&f->var[v], &rest) != INPUT)
            continue;
        vec_clear(vars);
        ex_vars(d, f->eq[e].rhs, &vars);
        for (uint32_t i = 0; i < vec_len(vars); i++)
            change_variable(f, vars[i])->aside |=
                strcmp(f->var[vars[i]].path, f->var[v].path) == 0 && f->var[vars[i]].state_select == SS_DEFAULT;
    }
}

void audit(Dtc *d, Flat *f)
{
    Map containers[AUDIT_KINDS] = { 0 }, item = { 0 }, heated = { 0 };
    const char *rest;
    uint32_t n = vec_len(f->var);

    for (Var v = 1; v < n; v++) {
        int k = audit_kind(&f->var[v], &rest);
        if (k < AUDIT_KINDS)
            audit_mark(d, &containers[k], internz(d, f->var[v].path));
    }
    mark_heated(d, f, &heated);
    for (Var v = 1; v < n; v++) {
        int k = audit_kind(&f->var[v], &rest);
        const char *path = k < AUDIT_KINDS ? internz(d, f->var[v].path) : NULL;
        if (!path || map_get(&containers[k], KEY(path)) || (k == LOSS && map_get(&heated, KEY(path))))
            continue;
        const char *name = internf(d, "%s%s", *f->var[v].path ? f->var[v].path : f->name, rest);
        uint64_t at = map_get(&item, KEY(name));
        if (at == 0) {
            vec_push(&d->run, f->audit, ((AuditItem){ .component = name }));
            map_set(&d->pass, &item, KEY(name), at = vec_len(f->audit));
        }
        change_variable(f, v)->kept = true;
        f->audit[at - 1].var[k] = k == STORED ? v : add_integral(d, f, v);
    }
    set_aside(d, f);
    if (!f->audit)
        warning(d, ((Span){ 0, 0 }), NULL,
                "--audit: no component has a variable inputPower, lossPower or storedEnergy");
}

/* ---- in the run --------------------------------------------------------------------------------------------- */

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
        for (int k = 0; k < STORED && !a->begun; k++) {    /* integrals of a run that goes on from a state */
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
                    "note: %s has dissipated less than nothing, %.8g J: its laws or tables make energy, or it gives "
                    "heat\n",
                    a->item[i].component, a->item[i].now[LOSS]);
}

void account_end(Account *a, bool fixed_step, FILE *out)
{
    static const bool all[AUDIT_KINDS] = { true, true, true };
    uint32_t n = vec_len(a->item);
    double sum[AUDIT_KINDS] = { 0 }, start = 0, before = 0;
    int width = 16;

    if (n == 0 || !a->begun)
        return;
    qsort(a->item, n, sizeof *a->item, by_size);
    for (uint32_t i = 0; i < n; i++) {
        width = (int)strlen(a->item[i].component) > width ? (int)strlen(a->item[i].component) : width;
        for (int k = 0; k < AUDIT_KINDS; k++)
            sum[k] += a->item[i].now[k];
        start += a->item[i].start;
        before += fabs(a->item[i].start);
    }
    fprintf(out, "energy account of %s from %.9g to %.9g s, in J\n", a->info->name, a->from, a->to);
    fprintf(out, "%-*s  %14s  %14s  %14s  %14s\n", width, "component", "put in", "dissipated", "stored at start",
            "stored at end");
    for (uint32_t i = 0; i < n; i++) {
        const Item *x = &a->item[i];
        const bool there[AUDIT_KINDS] = { x->of[INPUT] != 0, x->of[LOSS] != 0, x->of[STORED] != 0 };
        put_item(out, width, x->component, there, x->now, x->start);
    }
    put_item(out, width, "total", all, sum, start);
    if (!fixed_step)
        fprintf(out, "%-*s  %14.8g\n", width, "lost at impacts", a->impacts);
    double residual = sum[INPUT] - sum[LOSS] - (sum[STORED] - start) - a->impacts, base = a->supplied + before;
    fprintf(out, "%-*s  %14.3g", width, "residual", residual);
    if (base > 0)
        fprintf(out, "  %.2g of %.8g J: %.8g put in, %.8g stored at the start", fabs(residual) / base, base,
                a->supplied, before);
    fputc('\n', out);
    flanges_end(a->flanges, width, out);
    tell_gains(a, fmax(fabs(residual), fmax(PART * base, STANDSTILL)), out);
    if (fabs(residual) > PART * base && fabs(residual) > STANDSTILL) {
        fprintf(out, "not closed: %s, or a component that has or takes energy and no variable that says so\n",
                fixed_step ? "the method's error (euler: of first order in the step), impacts, which no fixed step "
                             "shows"
                           : "the method's error (smaller with a smaller --rtol)");
        flanges_unseen(a->flanges, out);
    }
}
