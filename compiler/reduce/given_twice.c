/* given_twice.c - motions that are given at two places of what is rigidly coupled: two sources of speed on one gear.
 *
 * Of an overdetermined part whose equations are couplings and givers, each of one unknown alone, the last giver is not
 * needed: its unknown follows from the others, by a linear system of the coefficients that are known while compiling.
 * Whether they agree or not, the torque that each of them bears is undetermined. Cost: cubic in the part, which is at
 * most MOST equations. */
#include <math.h>
#include "expr.h"
#include "known.h"
#include "reduce.h"
#include "structure.h"

enum { MOST = 40 };

typedef struct {
    Structure *s;
    const double *value;                   /* known_values() */
    const uint32_t *row;                   /* of the structure */
    uint32_t n, column[MOST];              /* rows; columns, one less */
    double A[MOST][MOST + 1];              /* all rows but the last giver's; behind the columns what they give */
} Given;

/* The variable of column j in equation q, of whatever derivative; 0: none, or several. */
static Var variable_in(const Structure *s, const Equation *q, uint32_t j)
{
    Var *vars = NULL, found = 0;
    ex_vars(s->d, q->lhs, &vars);
    ex_vars(s->d, q->rhs, &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++) {
        Var v = vars[i];
        while (s->f->var[v].der)
            v = s->f->var[v].der;
        if (v != s->column[j])
            continue;
        if (found)
            return 0;
        found = vars[i];
    }
    return found;
}

static uint32_t entries(const Structure *s, uint32_t row) { return s->g.start[row + 1] - s->g.start[row]; }

static Var given_in(const Structure *s, uint32_t row)
{
    return variable_in(s, &s->f->eq[s->row[row]], s->g.to[s->g.start[row]]);
}

/* Of 0 = slope*v + rest. */
static bool line_of(const Given *p, const Equation *q, Var v, double *slope, double *rest)
{
    Dtc *d = p->s->d;
    Ex a, b;
    return ex_linear(d, ex_bin(d, OP_SUB, q->lhs, q->rhs), v, &a, &b) && known_eval(d, a, p->value, slope) &&
           (!rest || known_eval(d, b, p->value, rest));
}

/* Row i of the system, from row `row`: a coupling holds of all derivatives alike. */
static bool fill(Given *p, uint32_t i, uint32_t row)
{
    const Structure *s = p->s;
    const Equation *q = &s->f->eq[s->row[row]];
    for (uint32_t k = s->g.start[row]; k < s->g.start[row + 1]; k++) {
        Var v = variable_in(s, q, s->g.to[k]);
        double rest = 0;
        uint32_t j = 0;
        while (p->column[j] != s->g.to[k])
            j++;
        if (!v || !line_of(p, q, v, &p->A[i][j], entries(s, row) == 1 ? &rest : NULL))
            return false;
        p->A[i][p->n - 1] = -rest;
    }
    return true;
}

static bool solve(Given *p)
{
    uint32_t n = p->n - 1;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t best = k;
        for (uint32_t i = k + 1; i < n; i++)
            if (fabs(p->A[i][k]) > fabs(p->A[best][k]))
                best = i;
        if (!(fabs(p->A[best][k]) > 1e-12))
            return false;
        for (uint32_t j = 0; j <= n; j++) {
            double x = p->A[k][j];
            p->A[k][j] = p->A[best][j];
            p->A[best][j] = x;
        }
        for (uint32_t i = 0; i < n; i++) {
            double c = i == k ? 0 : p->A[i][k] / p->A[k][k];
            for (uint32_t j = k; j <= n && c != 0; j++)
                p->A[i][j] -= c * p->A[k][j];
        }
    }
    return true;
}

/* What the other rows make of the unknown of row `last`, and what that gives itself. */
static bool compare(Given *p, uint32_t last, double *follows, double *given)
{
    const Structure *s = p->s;
    uint32_t i = 0, j = 0;
    double slope, rest;
    if (p->n > MOST)
        return false;
    for (uint32_t k = 0, c = 0; k < p->n; k++)
        if (s->m.col_of[p->row[k]] != NOWHERE)
            p->column[c++] = s->m.col_of[p->row[k]];
    for (uint32_t k = 0; k < p->n; k++)
        if (p->row[k] != last && !fill(p, i++, p->row[k]))
            return false;
    if (!solve(p) || !line_of(p, &s->f->eq[s->row[last]], given_in(s, last), &slope, &rest))
        return false;
    while (p->column[j] != s->g.to[s->g.start[last]])
        j++;
    *follows = p->A[j][p->n - 1] / p->A[j][j];
    *given = -rest / slope;
    return isfinite(*follows) && isfinite(*given);
}

/* Rows of the part with one unknown each; the last in the text. False: they are not of two components or more. */
static bool find_givers(Structure *s, const uint32_t *row, uint32_t n, Eq **giver, Eq **coupling, uint32_t *last)
{
    Eq latest = 0;
    for (uint32_t i = 0; i < n; i++) {
        const Eq e = s->row[row[i]];
        if (entries(s, row[i]) != 1) {
            vec_push(&s->d->pass, *coupling, e);
            continue;
        }
        const Var moves = s->integral[s->column[s->g.to[s->g.start[row[i]]]]];
        if (!given_in(s, row[i]) || !moves || !*s->f->eq[e].path)
            return false;
        vec_push(&s->d->pass, *giver, e);
        if (e < latest)
            continue;
        latest = e;
        *last = row[i];
    }
    for (uint32_t i = 0; i < vec_len(*giver); i++)
        if (s->f->eq[(*giver)[i]].path != s->f->eq[latest].path)
            return true;
    return false;
}

bool report_given_twice(Structure *s, const uint32_t *row, uint32_t n)
{
    Dtc *d = s->d;
    Eq *giver = NULL, *coupling = NULL;
    uint32_t last = 0;
    double follows, given;
    if (!find_givers(s, row, n, &giver, &coupling, &last))
        return false;
    const Equation *q = &s->f->eq[s->row[last]];
    const char *name = s->f->var[given_in(s, last)].name, *verdict = "";
    Given *p = NEW(&d->pass, Given);
    *p = (Given){ .s = s, .value = known_values(d, s->f), .row = row, .n = n };
    if (compare(p, last, &follows, &given))
        verdict = fabs(follows - given) <= 1e-9 * fmax(fabs(follows), fabs(given))
                    ? internf(d, "; they agree (%s = %.6g), but nothing says how much each of them bears",
                              name, given)
                    : internf(d, "; they contradict each other: %s would be %.6g, and is given as %.6g", name,
                              follows, given);
    const char *by = components_of(d, s->f, coupling, vec_len(coupling), NULL);
    error(d, q->span, q->path,
          "the motions of %s are given, and rigidly coupled%s%s%s: leave one of them out, or put something "
          "between them that gives way (a spring, a clutch)",
          components_of(d, s->f, giver, vec_len(giver), NULL), *by ? " by " : "", by, verdict);
    for (uint32_t i = 0; i < vec_len(giver); i++) {
        const Equation *g = &s->f->eq[giver[i]];
        if (g != q)
            note(d, g->span, g->path, "another one: %s", equation_text(d, s->f, g));
    }
    return true;
}
