/* redundant.c - conditions of the initial problem that are one too many: is one of them said by the others?
 *
 * The smallest overdetermined part (rows that alternating paths of the matching reach) is eliminated numerically, with
 * the present values of parameters; what remains of the condition tells. One that agrees is dropped with a warning;
 * what contradicts, or cannot be compared, is an error that names the conditions and equations of the part.
 *
 * Cost: cubic in the size of the part. Requires: init.c has matched all others.
 */
#include <math.h>
#include "expr.h"
#include "init.h"

enum { COMPARED = 300 };                   /* equations in the largest part that is compared numerically */

/* Rows of the part, the condition in question last; its coefficients after elimination. 0: not comparable, 1: agrees,
 * 2: contradicts; *wants: value that the others give to the condition's left side. */
static int compare(Init *s, const uint32_t *rows, double *says)
{
    uint32_t n = vec_len(rows), k = n - 1;
    if (n > COMPARED)
        return 0;
    Var *v = NULL;
    for (uint32_t i = 1; i < n; i++)
        vec_push(&s->d->pass, v, s->unknown[s->m.col_of[rows[i]]]);
    double *a = NEW_N(&s->d->pass, double, (size_t)n *n), scale = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!tear_numbers(s->numbers, s->eq[rows[i]], v, k, a + (size_t)i * n))
            return 0;
    for (uint32_t i = 0; i < n; i++)
        if (fabs(a[(size_t)i * n + k]) > scale)
            scale = fabs(a[(size_t)i * n + k]);
    double *test = a; /* row 0 is the condition; 1 .. n-1 are the others */
    for (uint32_t j = 0; j < k; j++) {
        uint32_t p = j + 1;
        for (uint32_t i = j + 2; i < n; i++)
            if (fabs(a[(size_t)i * n + j]) > fabs(a[(size_t)p * n + j]))
                p = i;
        if (fabs(a[(size_t)p * n + j]) < 1e-12)
            return 0;
        for (uint32_t c = 0; c < n; c++) {
            double x = a[(size_t)p * n + c];
            a[(size_t)p * n + c] = a[(size_t)(j + 1) * n + c];
            a[(size_t)(j + 1) * n + c] = x;
        }
        const double *pivot = a + (size_t)(j + 1) * n;
        for (uint32_t i = 0; i < n; i++) {
            double *r = a + (size_t)i * n, f = r[j] / pivot[j];
            if ((i > 0 && i <= j + 1) || f == 0)
                continue;
            for (uint32_t c = j; c < n; c++)
                r[c] -= f * pivot[c];
        }
    }
    *says = test[k];
    return fabs(test[k]) <= 1e-9 * (scale > 1e-30 ? scale : 1) ? 1 : 2;
}

/* "a.w = 10 and b.w = 5" of the start values in a part, but that of row `but`. */
static const char *starts_in(Init *s, const uint32_t *rows, uint32_t but, uint32_t *count)
{
    const char *text = "";
    *count = 0;
    for (uint32_t i = vec_len(rows); i-- > 0;) {
        const Condition *c = &s->row[rows[i]];
        if (!c->v || rows[i] == but)
            continue;
        text = internf(s->d, "%s%s%s", text, *count ? " and " : "", start_text(s, c->v));
        ++*count;
    }
    return text;
}

/* Of an equation that a clause leaves at the start (initial_equation), the variable; else 0. */
static Var staying_variable(Init *s, const Equation *q)
{
    Var v = q->extra ? ex_is_var(s->d, q->lhs) : 0, kept = v ? (Var)map_get(&s->kept_of, v) : 0;
    return kept && ex_is_var(s->d, q->rhs) == kept ? v : 0;
}

/* What the condition of row `but` has to do with; told: start values are named already, and equations follow. */
static void note_rows(Init *s, const uint32_t *rows, uint32_t but, bool told)
{
    uint32_t shown = 0;
    for (uint32_t i = 0; i < vec_len(rows) && shown < 6; i++) {
        const Condition *c = &s->row[rows[i]];
        const Equation *q = &s->f->eq[c->eq];
        if (rows[i] == but && c->v)
            continue;
        Var kept = staying_variable(s, q);
        if (told && (c->v || (!kept && c->from != C_INITIAL)))
            continue;
        const char *fixed = c->from == C_FIXED ? "fixed " : "";
        if (c->v)
            note(s->d, q->span, q->path, "the %sstart of %s", fixed, s->f->var[c->v].name);
        else if (kept) {
            const char *name = s->f->var[kept].name;
            note(s->d, q->span, q->path,
                 "%s stays as it was, pre(%s): no clause that assigns it acts at the start", name, name);
        } else
            note(s->d, q->span, q->path, "%s %s", c->from == C_INITIAL ? "initial equation" : "equation",
                 equation_text(s->d, s->f, q));
        shown++;
    }
}

void explain(Init *s, uint32_t row)
{
    Dtc *d = s->d;
    uint32_t count, *rows = graph_reach(&d->pass, &s->g, &s->m, row);
    double says;
    int verdict = compare(s, rows, &says);
    const Equation *q = &s->f->eq[s->eq[row]];
    const char *starts = starts_in(s, rows, verdict == 2 ? NOWHERE : row, &count);
    const char *what = s->row[row].v ? internf(d, "the fixed start of %s", s->f->var[s->row[row].v].name)
                                     : "this initial equation";

    s->row[row].taken = false;
    if (verdict == 1) {
        warning(d, q->span, q->path, "%s is not needed: %s%s the same value", what,
                count ? starts : "the other conditions", count == 1 ? " gives" : " give");
    } else if (verdict == 2) {
        if (count > 1)
            error(d, q->span, q->path, "the fixed start values %s contradict each other", starts);
        else if (count == 1)
            error(d, q->span, q->path, "the fixed start value %s contradicts the equations", starts);
        else
            error(d, q->span, q->path, "initial equations contradict each other");
    } else if (vec_len(rows) > COMPARED) {
        warning(d, q->span, q->path,
                "%s is one condition too many; whether it agrees with the others was not checked, it is not "
                "used",
                what);
        return;
    } else {
        error(d, q->span, q->path, "too many initial conditions: %s is one more than there are unknowns%s%s",
              what, count ? "; others: " : "", count ? starts : "");
    }
    note_rows(s, rows, row, verdict == 1 && count > 0);
}

/* A fixed start of a variable that is a constant. */
bool of_constant(Init *s, uint32_t row)
{
    Dtc *d = s->d;
    const Condition *c = &s->row[row];
    if (!c->v || var_root(s->f, c->v, NULL))
        return false;
    double is, start;
    const Equation *q = &s->f->eq[c->eq];
    if (known_eval(d, q->lhs, s->value, &is) && known_eval(d, q->rhs, s->value, &start) &&
        fabs(is - start) > 1e-9 * fmax(fabs(is), fabs(start)))
        error(d, q->span, q->path,
              "the fixed start value %s = %.10g contradicts the equations: it is always %.10g",
              s->f->var[c->v].name, start, is);
    s->row[row].taken = false;
    return true;
}
