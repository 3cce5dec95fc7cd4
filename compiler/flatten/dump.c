/* dump.c - what sort, tear and stage made, as text (--dump=blt, torn, stage).
 *
 * Blocks in order of solution. Expressions are written as in messages (dotted names without quotes); entries of
 * matrices that are 0 are left out. The text depends on the model alone. Cost: linear in what is written.
 */
#include "sort.h"

static const char *const kind_name[] = { "assign", "linear", "switched", "nonlinear" };
static const char *const rate_name[] = { "constant", "init", "transition", "sample", "step" };

static void put_equation(Dtc *d, const Flat *f, Eq e, FILE *out)
{
    const Equation *q = &f->eq[e];
    fprintf(out, "    %s\n", equation_text(d, f, q));
}

static void put_names(const Flat *f, const Var *v, const char *title, FILE *out)
{
    fprintf(out, "  %s:", title);
    for (uint32_t i = 0; i < vec_len(v); i++)
        fprintf(out, "%s %s", i ? "," : "", f->var[v[i]].name);
    fputc('\n', out);
}

static void put_states(const Flat *f, const Dae *dae, FILE *out)
{
    fprintf(out, "states: %u\n", vec_len(dae->state));
    for (uint32_t i = 0; i < vec_len(dae->state); i++) {
        Var der = var_root(f, f->var[dae->state[i]].der, NULL);
        fprintf(out, "  %s, derivative %s\n", f->var[dae->state[i]].name, der ? f->var[der].name : "known");
    }
}

void dump_blt(Dtc *d, Flat *f, Dae *dae, FILE *out)
{
    put_states(f, dae, out);
    for (uint32_t i = 0; i < vec_len(dae->block); i++) {
        const Block *b = &dae->block[i];
        fprintf(out, "block %u: %u equation%s\n", i + 1, vec_len(b->eq), vec_len(b->eq) == 1 ? "" : "s");
        put_names(f, b->var, "unknowns", out);
        for (uint32_t k = 0; k < vec_len(b->eq); k++)
            put_equation(d, f, b->eq[k], out);
    }
}

static void put_matrix(Dtc *d, const char *name, const Ex *e, uint32_t rows, uint32_t cols, FILE *out)
{
    for (uint32_t i = 0; e && i < rows * cols; i++)
        if (!ex_is_zero(d, e[i]))
            fprintf(out, "    %s[%u,%u] = %s\n", name, i / cols + 1, i % cols + 1, ex_plain(d, e[i]));
}

static void put_assign(Dtc *d, const Flat *f, const Assign *a, FILE *out)
{
    fprintf(out, "    %s := %s", f->var[a->v].name, ex_plain(d, a->value));
    if (a->pivot)
        fprintf(out, "    (pivot %s)", ex_plain(d, a->pivot));
    fputc('\n', out);
}

static void put_torn(Dtc *d, const Flat *f, const Block *b, FILE *out)
{
    uint32_t n = vec_len(b->tear), m = vec_len(b->sw);
    if (n)
        put_names(f, b->tear, "tearing variables", out);
    if (m)
        fputs("  laws:", out);
    for (uint32_t i = 0; i < m; i++)
        fprintf(out, "%s %s%s", i ? "," : "", f->sw[b->sw[i]].name, i + 1 == m ? "\n" : "");
    for (uint32_t i = 0; i < vec_len(b->inner); i++)
        put_assign(d, f, &b->inner[i], out);
    for (uint32_t i = 0; i < vec_len(b->res); i++)
        fprintf(out, "    0 = %s\n", ex_plain(d, b->res[i]));
    for (uint32_t i = 0; i < vec_len(b->J); i++)
        fprintf(out, "    J[%u,%u] = %s\n", b->J[i].row + 1, b->J[i].col + 1, ex_plain(d, b->J[i].e));
    put_matrix(d, "B", b->B, n, m, out);
    put_matrix(d, "C", b->C, m, n, out);
    put_matrix(d, "D", b->D, m, m, out);
}

static void put_block(Dtc *d, const Flat *f, const Block *b, uint32_t number, bool staged, FILE *out)
{
    uint32_t n = vec_len(b->tear), m = vec_len(b->sw);
    fprintf(out, "block %u: %s", number, kind_name[b->kind]);
    if (b->kind != B_ASSIGN)
        fprintf(out, ", %u equations, %u tearing variable%s", vec_len(b->eq), n, n == 1 ? "" : "s");
    if (m)
        fprintf(out, ", %u law%s", m, m == 1 ? "" : "s");
    if (staged) {
        fprintf(out, ", at %s%s", rate_name[b->rate],
                b->rate >= RATE_TRANSITION && b->before_switching ? " before switching" : "");
        if (b->kind != B_ASSIGN)
            fprintf(out, ", matrices at %s", rate_name[b->matrix_rate]);
    }
    fputc('\n', out);
    if (b->kind == B_ASSIGN)
        put_assign(d, f, &b->inner[0], out);
    else
        put_torn(d, f, b, out);
}

static void put_blocks(Dtc *d, Flat *f, Dae *dae, bool staged, FILE *out)
{
    put_states(f, dae, out);
    for (uint32_t i = 0; i < vec_len(dae->block); i++)
        put_block(d, f, &dae->block[i], i + 1, staged, out);
}

void dump_torn(Dtc *d, Flat *f, Dae *dae, FILE *out) { put_blocks(d, f, dae, false, out); }

void dump_stage(Dtc *d, Flat *f, Dae *dae, FILE *out)
{
    put_blocks(d, f, dae, true, out);
    fprintf(out, "initialisation:\n");
    for (uint32_t i = 0; i < vec_len(dae->init); i++)
        put_block(d, f, &dae->init[i], i + 1, false, out);
}
