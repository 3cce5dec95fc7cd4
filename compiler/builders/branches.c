/* branches.c - branches of linear systems (reduce/branch.c): where one of them is another one in the solution, the
 * system is solved along its pieces, from its last solution (dtc_branch_step of runtime/branch.c), and once more with
 * the branches that this found. Where it finds none, those of the last solution stay, which is counted.
 *
 * In a step of several stages that is done at the sample, and branches stay in its stages.
 *
 * Requires: blocks torn and staged, builders of what their solutions call. Cost of the code: twice that of the block.
 */
#include "blocks.h"

enum { STEPS = 4 };                        /* for each branch, and for two more */

static Ex relation(const Torn *t, const OwnBranch *b) { return ex_bin(t->d, b->op, b->a, b->b); }
static const OwnBranch *branch(const Torn *t, uint32_t i) { return &t->e->dae->branch[t->b->branch[i]]; }
static Ex is_one(const Torn *t, Ex x) { return ex_bin(t->d, OP_NE, x, ex_int(t->d, 0)); }
static Ex as_number(const Torn *t, Ex x) { return ex_if(t->d, x, ex_int(t->d, 1), ex_int(t->d, 0)); }

static void set_branches(const Torn *t, Ex from)
{
    for (uint32_t i = 0; i < vec_len(t->b->branch); i++)
        do_set(t->p, ex_var(t->d, branch(t, i)->v), is_one(t, elem(t->p, from, i)));
}

/* Assignments between the branches and the system that follow from these: parts of its matrix. */
static void parts(const Torn *t)
{
    const Dae *dae = t->e->dae;
    bool *follows = NEW_N(&t->d->pass, bool, vec_len(t->e->f->var) + 1);

    for (uint32_t i = 0; i < vec_len(t->b->branch); i++)
        follows[branch(t, i)->v] = true;
    for (uint32_t b = 0; b < t->index; b++) {
        const Block *k = &dae->block[b];
        Var *vars = NULL;
        bool is = false;
        if (k->kind != B_ASSIGN || assigns_branch(dae, k))
            continue;
        ex_vars(t->d, k->inner[0].value, &vars);
        for (uint32_t i = 0; i < vec_len(vars); i++)
            is |= follows[vars[i]];
        follows[k->inner[0].v] |= is;
        if (is)
            do_set(t->p, ex_var(t->d, k->inner[0].v), k->inner[0].value);
    }
}

/* Residuals, the matrix, and how far each branch is from its border. */
static void at_point(const Torn *t, Ex r, Ex g)
{
    uint32_t k = vec_len(t->b->branch);

    parts(t);
    for (uint32_t i = 0; i < vec_len(t->b->inner); i++)
        do_set(t->p, ex_var(t->d, t->b->inner[i].v), t->b->inner[i].value);
    do_clear(t->p, t->A);
    do_shared(t->p);
    for (uint32_t i = 0; i < t->n; i++)
        do_set(t->p, elem(t->p, r, i), t->b->res[i]);
    do_matrix(t);
    for (uint32_t i = 0; i < k; i++) {
        const OwnBranch *b = branch(t, i);
        bool less = b->op == OP_LT || b->op == OP_LE;
        do_set(t->p, elem(t->p, g, i), ex_bin(t->d, OP_SUB, less ? b->b : b->a, less ? b->a : b->b));
        do_set(t->p, elem(t->p, g, k + i),
               ex_bin(t->d, OP_ADD, ex_un(t->d, OP_ABS, b->a), ex_un(t->d, OP_ABS, b->b)));
    }
    do_end(t->p);
}

static void along_pieces(Torn t)
{
    uint32_t n = t.n, k = vec_len(t.b->branch);
    Program *p = t.p;
    Ex kept = local(p, T_INT, k, "kept"), state = local(p, T_INT, 2 * k + 1, "branch"),
       z = local(p, T_REAL, n, "z"), r = local(p, T_REAL, n, "r"), dz = local(p, T_REAL, n, "dz"),
       g = local(p, T_REAL, 2 * k, "g"), from = local(p, T_REAL, k + n, "from"),
       found = local(p, T_INT, 0, "found");

    t.A = local(p, T_REAL, n * n + n, "A");
    t.pivots = local(p, T_INT, n, "p");
    do_clear(p, state);
    do_clear(p, from);
    for (uint32_t i = 0; i < k; i++) {
        do_set(p, elem(p, kept, i), as_number(&t, ex_var(t.d, branch(&t, i)->v)));
        do_set(p, elem(p, state, i), elem(p, kept, i));
    }
    for (uint32_t i = 0; i < n; i++) {
        do_set(p, elem(p, z, i), ex_un(t.d, OP_LAST, ex_var(t.d, t.b->tear[i])));
        do_set(p, elem(p, dz, i), ex_real(t.d, 0));
    }
    do_set(p, found, ex_int(t.d, 0));
    (void)do_loop(p, "k", ex_int(t.d, STEPS * (k + 2)), 0, ex_bin(t.d, OP_EQ, found, ex_int(t.d, 0)));
    for (uint32_t i = 0; i < n; i++)
        do_set(p, ex_var(t.d, t.b->tear[i]), elem(p, z, i));
    set_branches(&t, state);
    at_point(&t, r, g);
    do_kernel(p, found, K_BRANCH_STEP, ex_int(t.d, n), ex_int(t.d, k), t.A, t.pivots, r, z, dz, g, from,
              state);
    do_end(p);
    set_branches(&t, state);
    do_if(p, ex_bin(t.d, OP_LE, found, ex_int(t.d, 0)));
    set_branches(&t, kept);
    do_end(p);
    Ex lost = ex_bin(t.d, OP_OR, ex_bin(t.d, OP_EQ, found, ex_int(t.d, 0)),
                     ex_bin(t.d, OP_EQ, found, ex_int(t.d, -2)));
    do_if(p, ex_bin(t.d, OP_AND, lost, ex_bin(t.d, OP_EQ, member(p, AT_initial, 0), ex_int(t.d, 0))));
    trouble(&t, AT_count_not_converged);
    do_end(p);
    parts(&t);
}

void build_branch_ways(const Emitter *e)
{
    for (uint32_t i = 0; i < vec_len(e->dae->block); i++) {
        const Block *b = &e->dae->block[i];
        if (!vec_len(b->branch))
            continue;
        Torn t = torn_block(e, b, i, false);
        function_begin(t.p, FN_branches, i,
                       internf(e->d, "Relations on unknowns of equations of %s, as they are in the solution.",
                               block_path(e, b)));
        do_block(t.p);
        along_pieces(t);
        do_end(t.p);
        build_matrices(e, i);
        build_solution(e, i, 0);
        function_end(t.p);
    }
}

void follow_branches(const Emitter *e, uint32_t index)
{
    const Block *b = &e->dae->block[index];
    const Torn t = torn_block(e, b, index, false);
    Ex differs = 0;

    for (uint32_t i = 0; i < vec_len(b->branch); i++) {
        Ex other = ex_bin(e->d, OP_NE, ex_var(e->d, branch(&t, i)->v), relation(&t, branch(&t, i)));
        differs = differs ? ex_bin(e->d, OP_OR, differs, other) : other;
    }
    if (!differs)
        return;
    if (has_stages(e->of))
        do_if(t.p, member(t.p, AT_exact, 0));
    do_if(t.p, differs);
    do_call(t.p, function_for(&t, FN_branches));
    do_end(t.p);
    if (has_stages(e->of))
        do_end(t.p);
}
