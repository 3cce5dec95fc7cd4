/* model_struct.c - a pass: the members of a model's struct, in their order (layout.h).
 *
 * Sections in the order in which users need them: inputs, parameters, outputs, what calls tell, states, the rest. What
 * a failed step leaves as it was begins with the states and goes on up to the first member that setup makes, so that
 * saving it is one memcpy.
 *
 * Requires: names (storage.c), the plans of methods. Ensures: Emitter.layout. Cost: linear in variables and blocks.
 */
#include <string.h>
#include "blocks.h"
#include "dtc_runtime.h"
#include "eliminate.h"
#include "exact.h"
#include "builders.h"
#include "tangent.h"

static MemberType type_of(const Emitter *e, Var v) { return e->f->var[v].type == T_REAL ? MT_REAL : MT_INT; }

/* "w in rad/s", "mode, Drivetrain.Mode" */
static const char *of_what(const Emitter *e, const VarInfo *i)
{
    if (i->type == T_BOOL)
        return ", true or false";
    if (i->type == T_ENUM && i->enum_type)
        return textf(e->d, ", %s", class_path(e->d, class_origin(i->enum_type)));
    return i->unit && *i->unit && strcmp(i->unit, "1") != 0 ? textf(e->d, " in %s", i->unit) : "";
}

static const char *about(const Emitter *e, Var v, const char *name)
{
    const VarInfo *i = &e->f->var[v];
    bool doc = i->doc && *i->doc;

    if (e->of->made[v] && doc)
        return comment_text(e->d, i->doc);
    return comment_text(e->d,
                        textf(e->d, "%s%s%s%s", name, of_what(e, i), doc ? ": " : "", doc ? i->doc : ""));
}

/* "a[2,3]" */
static const char *with_lengths(const Emitter *e, const FlatArray *a)
{
    const char *text = textf(e->d, "%s[", a->name);

    for (uint32_t i = 0; i < a->ndim; i++)
        text = textf(e->d, "%s%s%u", text, i ? "," : "", a->dim[i]);
    return textf(e->d, "%s]", text);
}

static const char *of_variable(const Emitter *e, Var v, const char *text)
{
    return textf(e->d, "of %s%s", comment_text(e->d, e->f->var[v].name), text);
}

/* Of the variable whose value it is, the first of an array. */
static const char *about_variable(const Emitter *e, const LaidMember *m)
{
    const VarInfo *v = &e->f->var[m->of];
    const char *name = v->name;

    if (m->role == AT_array || m->role == AT_output_array)
        name = with_lengths(e, &e->f->array[v->array]);
    if (m->role == AT_family)
        name = textf(e->d, m->first ? "%s at %u and so on" : "%s and so on", name, m->first);
    return about(e, m->of, name);
}

const char *member_comment(const Emitter *e, const LaidMember *m)
{
    switch ((int)m->role) {
    case AT_pre_of: return of_variable(e, m->of_role, ", in the last step");
    case AT_last_of: return of_variable(e, m->of_role, ", in the last evaluation");
    case AT_jump_of: return of_variable(e, m->of_role, ", in this step");
    case AT_held_of: return of_variable(e, m->of_role, ", in the rates of the sample");
    }
    return m->of ? about_variable(e, m) : m->comment;
}

/* An array with its first element. */
static void lay_variable(Layout *l, const Emitter *e, Var v, Home home, Saving saving)
{
    const FlatArray *a = &e->f->array[e->f->var[v].array];
    const bool whole = home.role == AT_array || home.role == AT_output_array, made = home.role == AT_family;

    if (made ? home.of != v : home.element > 0)
        return;
    LaidMember *m = lay(l, type_of(e, v),
                        whole  ? a->n
                        : made ? elements_of_family(e, v)
                               : 0,
                        home.role, home.of, NULL);
    m->of = v;
    m->first = made ? home.element : 0;
    m->saving = saving;
}

/* Of an array of parameters some of which follow from others: among those that are set. */
static Storage group_of(const Emitter *e, Var v)
{
    return e->store->array_whole[e->f->var[v].array] == 2 ? ST_PARAMETER : (Storage)e->store->kind[v];
}

static void lay_group(Layout *l, const Emitter *e, Storage s, const char *title, Saving saving)
{
    l->title = title;
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (group_of(e, v) == s && !is_kept_in_law(e->store, v) && !is_own_output(e, v))
            lay_variable(l, e, v, e->store->home[v], saving);
    l->title = NULL;
}

static void lay_outputs(Layout *l, const Emitter *e)
{
    l->section = "outputs, of the last evaluation: after a step they belong to the time before it";
    for (Var v = 1; v < vec_len(e->f->var); v++) {
        bool own = is_own_output(e, v);
        if (own || e->store->has[AT_output][v])
            lay_variable(l, e, v, own ? e->store->home[v] : home_of_output(e, v), NOT_SAVED);
    }
}

/* ---- blocks -------------------------------------------------------------------------------------------- */

/* Beside the law: how torques act on the unknowns, and these on slips. */
static void lay_law_matrices(Layout *l, const Emitter *e, const Block *b)
{
    uint32_t n = block_n(b), m = block_m(b);

    if (m == 0)
        return;
    lay_part(l, MT_REAL, n * m, AT_block_X);
    lay_part(l, MT_REAL, m * n, AT_block_C);
    if (rest_at_zero(e->of, b).bare) {
        lay_part(l, MT_REAL, n * m, AT_block_B);
        lay_part(l, MT_REAL, m * m, AT_block_D);
    }
}

static void lay_fixed(Layout *l, const Emitter *e, const Block *b, const char *path, Saving saving)
{
    const char *about = internf(e->d, "%u equations of %s, factors in a fixed order", vec_len(b->eq),
                                comment_text(e->d, path));
    lay_struct(l, AT_block, block_number(e->dae, b), about)->saving = saving;
    lay_part(l, MT_REAL, elimination_size(b->fixed), AT_block_a);
    lay_part(l, MT_REAL, b->fixed->n, AT_block_z);
    lay_part(l, MT_REAL, rows_apart(b->fixed), AT_block_scale);
    lay_law_matrices(l, e, b);
    lay_response(l, e, b);
    lay_part(l, MT_INT, 0, AT_block_low);
    lay_end(l);
}

static void lay_dense(Layout *l, const Emitter *e, const Block *b, Saving saving)
{
    uint32_t n = block_n(b);
    const char *about = internf(e->d, "%u equations of %s", vec_len(b->eq), block_path(e, b));
    lay_struct(l, AT_block, block_number(e->dae, b), about)->saving = saving;
    lay_part(l, MT_REAL, n * n + n, AT_block_A);
    if (has_inverse(e->of, b, false))
        lay_part(l, MT_REAL, n * n, AT_block_Y);
    if (b->fixed)
        lay_part(l, MT_REAL, elimination_size(b->fixed), AT_block_a);
    lay_law_matrices(l, e, b);
    lay_response(l, e, b);
    lay_part(l, MT_INT, n, AT_block_p);
    if (b->fixed || loses_rank(e->of, b))
        lay_part(l, MT_INT, 0, AT_block_low);
    lay_end(l);
}

/* What is saved of a law whose matrices are those of setup; all of it where the next decision reads what the last
 * evaluation left in it. */
static Saving saving_of_law(const Emitter *e, uint32_t b, Saving saving)
{
    return saving == SAVED ? SAVED : e->sensed[b] ? SAVED_DECIDED : SAVED_APART;
}

static void lay_law(Layout *l, const Emitter *e, uint32_t index, Saving saving)
{
    const Block *b = &e->dae->block[index];
    uint32_t m = block_m(b);
    const char **elements = NULL;
    for (uint32_t i = 0; i < m; i++)
        vec_push(&e->d->pass, elements, e->f->sw[b->sw[i]].name);
    LaidMember *law = lay_struct(l, AT_law, index, text_joined(e->d, elements, ", ", ", "));
    law->saving = saving_of_law(e, index, saving);
    lay_rows(l, ROWS_OF_LAW, m);
    DTC_LAW_ROWS(LAY_ARRAY, LAY_SCALAR, m)
    lay_end(l);
}

/* Of a block without unknowns. */
static void lay_response_alone(Layout *l, const Emitter *e, uint32_t index, Saving saving)
{
    const Block *b = &e->dae->block[index];

    lay_struct(l, AT_block, index, internf(e->d, "%u equations of %s", vec_len(b->eq), block_path(e, b)))
        ->saving = saving;
    lay_response(l, e, b);
    lay_end(l);
}

static void lay_matrices(Layout *l, const Emitter *e, uint32_t index, Saving saving)
{
    const Block *b = &e->dae->block[index];

    if (!has_dense(b))
        lay_fixed(l, e, b, block_path(e, b), saving);
    else if (block_n(b) > 0)
        lay_dense(l, e, b, saving);
    else if (block_responds(e, index))
        lay_response_alone(l, e, index, saving);
}

static void lay_law_of(Layout *l, const Emitter *e, uint32_t index, Saving saving)
{
    const Block *b = &e->dae->block[index];

    if (block_m(b) > 0)
        lay_law(l, e, index, saving);
}

/* Those that steps change, then those of setup, and matrices that each evaluation makes before it reads them. */
static void lay_blocks(Layout *l, const Emitter *e)
{
    for (uint32_t b = 0; b < vec_len(e->dae->init); b++)
        if (e->dae->init[b].fixed)
            lay_fixed(l, e, &e->dae->init[b], "the initialisation", SAVED);
    for (int setup = 0; setup < 2; setup++)
        for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
            const Block *k = &e->dae->block[b];
            bool anew = k->kind != B_NONLINEAR && k->matrix_rate == RATE_STEP;
            if (k->kind != B_ASSIGN && (anew || made_by_setup(e->of, b)) == setup)
                lay_matrices(l, e, b, setup ? NOT_SAVED : SAVED);
            if (k->kind != B_ASSIGN && made_by_setup(e->of, b) == setup)
                lay_law_of(l, e, b, setup ? NOT_SAVED : SAVED);
        }
}

/* Room for what decisions change in the laws whose matrices are those of setup. */
static void lay_kept(Layout *l, const Emitter *e)
{
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        uint32_t m = block_m(&e->dae->block[b]);
        if (m == 0 || !made_by_setup(e->of, b))
            continue;
        lay_struct(l, AT_before, b, internf(e->d, "of law_%u, before the first decision of the step", b));
        lay_part(l, MT_INT, 0, AT_before_is_kept);
        lay_rows(l, ROWS_OF_DECIDED, m);
        DTC_LAW_DECIDED_ROWS(LAY_ARRAY, LAY_SCALAR, m)
        lay_end(l);
    }
}

/* ---- all of it ----------------------------------------------------------------------------------------- */

static void lay_state(Layout *l, const Emitter *e)
{
    uint32_t n = vec_len(e->f->var);
    const Store *all = e->store;

    l->section = "states, at this time: a step that fails leaves them as they were";
    if (e->exact)
        lay(l, MT_REAL, 0, AT_behind, 0, "s: time to the grid, from the next step on")->saving = SAVED;
    lay(l, MT_LONG, 0, AT_steps, 0, "since the start")->saving = SAVED;
    lay(l, MT_REAL, 0, AT_time, 0, "s: of the states")->saving = SAVED;
    lay(l, MT_INT, 0, AT_changed, 0, "a discrete variable, since the last step")->saving = SAVED;
    lay_group(l, e, ST_STATE, "integrated", SAVED);
    lay_group(l, e, ST_DISCRETE, "discrete: places, and variables of when-clauses", SAVED);
    l->section = "the rest: nothing to set";
    lay_group(l, e, ST_STRUCTURE,
              "what changes with the places only, unknowns of iterations, and what the next decision reads",
              SAVED);
    for (Var v = 1; v < n; v++)
        if (all->has[AT_pre_of][v])
            lay(l, type_of(e, v), 0, AT_pre_of, v, NULL)->saving = SAVED;
    for (Var v = 1; has_events(e->of) && v < n; v++)
        if (all->has[AT_last_of][v])
            lay(l, type_of(e, v), 0, AT_last_of, v, NULL)->saving = SAVED;
    lay_blocks(l, e);
}

/* Relations are decided while exact; again: another round is to follow. */
static void lay_events(Layout *l, const Emitter *e)
{
    lay(l, MT_INT, 0, AT_exact, 0, NULL);
    lay_joined(l, MT_INT, AT_again);
    if (vec_len(e->loops->loose))
        lay(l, MT_INT, 3 * vec_len(e->loops->loose), AT_pinned, 0,
            "relations: in a search; values before it; which change");
}

/* What calls tell beside their status. */
static void lay_told(Layout *l, const Emitter *e)
{
    l->section = "told by calls: what a status was about, what was seen";
    lay(l, MT_INT, 0, AT_fault, 0, "number of a message: dtc_message(); 0: none");
    lay(l, MT_COUNT, 0, AT_count, 0, NULL);
    if (e->d->opt.fmu)
        lay(l, MT_REAL, 0, AT_start, 0, "s: set it before setup");
    if (vec_len(e->program->messages->place))
        lay(l, MT_REAL, vec_len(e->program->messages->place), AT_shown, 0,
            "numbers in messages, see the descriptor");
    if (vec_len(e->program->messages->warning))
        lay(l, MT_UNSIGNED, vec_len(e->program->messages->warning), AT_warned, 0,
            "how often each warning was due");
    if (e->exact && exact_adjusts(e)) {
        lay(l, MT_INT, 0, AT_cuts, 0, EXACT_CUTS_DOC);
        lay(l, MT_REAL, 0, AT_cut, 0, EXACT_CUT_DOC);
    }
}

static void lay_flags(Layout *l, const Emitter *e)
{
    l->title = "of the calls";
    lay(l, MT_INT, 0, AT_initial, 0, NULL);
    lay_joined(l, MT_INT, AT_finite);
    lay_joined(l, MT_INT, AT_stop);
    lay_joined(l, MT_INT, AT_ready);
    if (!never_quiet(e))
        lay_joined(l, MT_INT, AT_backoff);
    if (holds_relations(e->of))
        lay_events(l, e);
}

static void lay_parameters(Layout *l, const Emitter *e)
{
    const uint32_t first = vec_len(l->member);

    lay_group(l, e, ST_PARAMETER, NULL, NOT_SAVED);
    if (vec_len(l->member) == first)
        return;
    l->first_parameter = first;
    l->parameters = vec_len(l->member) - first;
    l->parameter_bytes = vec_last(l->member).at + vec_last(l->member).size - l->member[first].at;
}

/* An array, if there is anything in it. */
static void lay_planned(Layout *l, const Emitter *e, MemberType type, MemberRole role, const char *comment)
{
    const Ex array = member_known(e->program, role, 0);

    if (array)
        lay(l, type, object_of(e->program, array)->n, role, 0, comment);
}

/* What no evaluation reads, of which stages have a copy of all before it. */
static void lay_beside(Layout *l, const Emitter *e)
{
    const uint64_t real = e->d->opt.single ? 4 : 8;

    lay(l, MT_INT, 0, AT_refused, 0,
        "1 + number of a parameter that tune found not finite: dtc_not_finite()");
    if (l->parameters)
        lay(l, MT_REAL, (uint32_t)((l->parameter_bytes + real - 1) / real), AT_taken, 0,
            "parameters as setup or tune took them last");
    lay_planned(l, e, MT_REAL, AT_earlier,
                "what an evaluation reads of the one before it, where a quiet one began");
    lay_planned(l, e, MT_INT, AT_earlier_int, NULL);
    if (!has_events(e->of))
        lay(l, MT_REAL, (uint32_t)(layout_saved(l) / real + 1), AT_committed, 0,
            "what the last step has left, where an evaluation begins");
}

Layout *model_layout(const Emitter *e)
{
    Layout *l = NEW(&e->d->run, Layout);

    *l = (Layout){ .d = e->d, .align = 1 };
    l->section = "inputs: set them before each step";
    lay_group(l, e, ST_INPUT, NULL, NOT_SAVED);
    l->section = has_events(e->of)
                   ? "parameters: set them before setup, or at an event before a call of tune"
                   : "parameters: set them before setup, or between steps before a call of tune";
    lay_parameters(l, e);
    lay_outputs(l, e);
    lay_told(l, e);
    lay_state(l, e);
    lay_group(l, e, ST_VARIABLE, "variables", NOT_SAVED); /* what setup clears ends here */
    lay_planned(l, e, MT_REAL, AT_near, "what look-ups in tables have found last: dtc_table.h");
    lay_flags(l, e);
    lay_group(l, e, ST_CALCULATED, "from parameters, by setup", NOT_SAVED);
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        Var x = e->dae->state[i];
        if (e->store->has[AT_jump_of][x])
            lay(l, MT_REAL, 0, AT_jump_of, x, NULL);
        if (e->store->has[AT_held_of][x])
            lay(l, MT_REAL, 0, AT_held_of, x, NULL);
    }
    if (e->exact)
        lay_exact(l, e);
    if (e->rosenbrock)
        lay_rosenbrock(l, e); /* a stage has a copy of what is before it */
    if (holds_relations(e->of) && tangent_size(e->tangent) > 0)
        lay(l, MT_REAL, tangent_size(e->tangent), AT_tangent, 0, "differentials, of any_jacobian");
    lay_kept(l, e);
    lay_beside(l, e);
    lay_all_end(l);
    return l;
}
