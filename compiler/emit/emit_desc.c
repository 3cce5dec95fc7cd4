/* emit_desc.c - the header with the struct of the model, the head of the C file, and the descriptor.
 *
 * Members come in groups: first the state, which a failed step leaves as it was (up to the member `fault`), then
 * inputs, parameters and variables. The descriptor lists parameters, inputs, outputs, states, places of switching
 * elements, and what --vars asks for.
 */
#include <string.h>
#include "chosen.h"
#include "emit.h"
#include "emit_assert.h"
#include "range.h"
#include "small.h"
#include "eliminate.h"

/* ---- what users see ---------------------------------------------------------------------------------------------- */

static bool is_switch_member(const Emitter *e, Var v)
{
    return e->shown && e->shown[v];
}

bool observed(Emitter *e, Var v)
{
    const VarInfo *i = &e->f->var[v];

    if (i->type == T_STRING || (e->made && e->made[v]))
        return false;
    if (e->d->opt.observe_all || is_switch_member(e, v) || (i->top_level && i->causality != C_LOCAL) || i->is_state ||
        i->kept)
        return true;
    for (uint32_t k = 0; k < vec_len(e->d->opt.vars); k++)
        if (name_chosen(e->d->opt.vars[k], i->name))
            return true;
    return false;
}

static const char *kind_of(Emitter *e, Var v, Var root)
{
    const VarInfo *i = &e->f->var[v];

    if (is_output(i) && !(e->hybrid && e->storage[root] == ST_STATE && v == root))
        return "DTC_OUT";
    switch ((Storage)e->storage[root]) {
    case ST_PARAMETER: return v == root ? "DTC_PARAMETER" : "DTC_CALCULATED";
    case ST_CALCULATED: return "DTC_CALCULATED";
    case ST_INPUT: return v == root ? "DTC_IN" : "DTC_VARIABLE";
    case ST_STATE: return v == root ? "DTC_STATE" : "DTC_VARIABLE";
    default: return "DTC_VARIABLE";
    }
}

/* ---- members ----------------------------------------------------------------------------------------------------- */

static const char *member_comment(Emitter *e, Var v, const char *name)
{
    const VarInfo *i = &e->f->var[v];
    bool unit = i->unit && *i->unit && strcmp(i->unit, "1") != 0, doc = i->doc && *i->doc;

    return comment_text(e->d, textf(e->d, "%s%s%s%s%s", name, unit ? " in " : "", unit ? i->unit : "", doc ? ": " : "",
                                    doc ? i->doc : ""));
}

void emit_member(Emitter *e, Var v, const char *name, bool whole)
{
    const FlatArray *a = &e->f->array[e->f->var[v].array];
    int length = (int)strcspn(name, whole ? "[" : "");

    if (whole && a->first == v)
        put(e, "    %s %.*s[%u]; /* %s */\n", c_type(e->f->var[v].type), length, name, a->n,
            member_comment(e, v, a->name));
    if (!whole)
        put(e, "    %s %s; /* %s */\n", c_type(e->f->var[v].type), name, member_comment(e, v, e->f->var[v].name));
}

static void emit_group(Emitter *e, Storage s, const char *title)
{
    bool any = false;

    for (Var v = 1; v < vec_len(e->f->var); v++) {
        if (e->storage[v] != s || e->in_law[v] || is_own_output(e, v))
            continue;
        if (!any)
            put(e, "\n    /* %s */\n", title);
        any = true;
        emit_member(e, v, e->member[v], e->array_whole[e->f->var[v].array] != 0);
    }
}

/* Beside the law: how torques act on the unknowns, and these on slips. */
static void emit_law_matrices(Emitter *e, const Block *b)
{
    uint32_t n = block_n(b), m = block_m(b);

    if (m > 0)
        put(e, ", X[%u], C[%u]", n * m, m * n);
    if (m > 0 && rest_at_zero(e, b).bare)
        put(e, ", B[%u], D[%u]", n * m, m * m);
}

static void emit_fixed_members(Emitter *e, const Block *b, const char *path)
{
    put(e, "    struct { dtc_real a[%u], z[%u], scale", elimination_size(b->fixed), b->fixed->n);
    emit_law_matrices(e, b);
    put(e, "; int low; } %s; /* %u equations of %s, factors in a fixed order */\n", block_name(e, b), vec_len(b->eq),
        comment_text(e->d, path));
}

static void emit_block_members(Emitter *e, uint32_t index)
{
    const Block *b = &e->dae->block[index];
    uint32_t n = block_n(b), m = block_m(b);

    if (b->kind == B_ASSIGN || (n == 0 && m == 0))
        return;
    if (b->fixed) {
        emit_fixed_members(e, b, path_of(e, b));
    } else if (n > 0) {
        put(e, "    struct { dtc_real A[%u]", n * n + n);
        if (has_inverse(e, b, false))
            put(e, ", Y[%u]", n * n);
        emit_law_matrices(e, b);
        put(e, "; int p[%u]; } block_%u; /* %u equations of %s */\n", n, index, vec_len(b->eq), path_of(e, b));
    }
    if (m > 0) {
        put(e, "    struct { DTC_LAW_MEMBERS(%u) } law_%u; /*", m, index);
        for (uint32_t i = 0; i < m; i++)
            put(e, "%s %s", i ? "," : "", e->f->sw[b->sw[i]].name);
        put(e, " */\n");
    }
}

static void emit_state_part(Emitter *e)
{
    put(e, "    /* ---- the state: a step that fails leaves it as it was ---- */\n");
    if (e->exact)
        put(e, "    dtc_real behind; /* s: time to the grid, from the next step on */\n");
    put(e, "    long long steps;\n    dtc_real time; /* s: of the states */\n    int changed; /* a discrete variable, "
           "since the last step */\n");
    emit_group(e, ST_STATE, "integrated");
    emit_group(e, ST_DISCRETE, "discrete: places, and variables of when-clauses");
    emit_group(e, ST_STRUCTURE,
               "what changes with the places only, unknowns of iterations, and what the next decision reads");
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (e->pre_name[v])
            put(e, "    %s %s; /* of %s, in the last step */\n", c_type(e->f->var[v].type), e->pre_name[v],
                comment_text(e->d, e->f->var[v].name));
    for (Var v = 1; e->hybrid && v < vec_len(e->f->var); v++)
        if (e->last_name[v])
            put(e, "    %s %s; /* of %s, in the last evaluation */\n", c_type(e->f->var[v].type), e->last_name[v],
                comment_text(e->d, e->f->var[v].name));
    for (uint32_t k = 0; k < vec_len(e->f->when); k++)
        put(e, "    int when_%u[%u]; /* conditions in the last step */\n", k, vec_len(e->f->when[k].branch));
    for (uint32_t b = 0; b < vec_len(e->dae->init); b++) {
        const Block *k = &e->dae->init[b];
        if (k->fixed)
            emit_fixed_members(e, k, "the initialisation");
    }
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (!made_by_setup(e, b))
            emit_block_members(e, b);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (made_by_setup(e, b))
            emit_block_members(e, b);
}

/* Relations are decided while exact; again: another round is to follow; conditions of the present pass. */
static void emit_event_members(Emitter *e)
{
    put(e, "    int exact, again;\n");
    if (tangent_size(e) > 0)
        put(e, "    dtc_real tangent[%u]; /* differentials, of any_jacobian */\n", tangent_size(e));
    for (uint32_t k = 0; e->hybrid && k < vec_len(e->f->when); k++)
        put(e, "    int now_%u[%u];\n", k, vec_len(e->f->when[k].branch));
}

/* Room for what decisions change in the laws whose matrices are those of setup. */
static void emit_kept(Emitter *e)
{
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        uint32_t m = block_m(&e->dae->block[b]);
        if (m == 0 || !made_by_setup(e, b))
            continue;
        put(e,
            "    struct { int is_kept; DTC_LAW_DECIDED(%u) } before_%u; /* of law_%u, before the first decision of the "
            "step */\n",
            m, b, b);
    }
}

static void emit_struct(Emitter *e)
{
    put(e, "typedef struct %s {\n", e->model);
    emit_state_part(e);
    put(e, "\n    /* ---- the rest ---- */\n    int fault; /* number of a message, see the descriptor */\n    int "
           "initial, finite, stop;\n    dtc_count count;\n");
    emit_assert_members(e);
    if (e->hybrid || e->stages)
        emit_event_members(e);
    emit_group(e, ST_INPUT, "inputs");
    emit_output_members(e);
    emit_group(e, ST_PARAMETER, "parameters: set them between init and setup");
    emit_group(e, ST_CALCULATED, "from parameters, by setup");
    emit_group(e, ST_VARIABLE, "variables");
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        Var x = e->dae->state[i];
        if (e->jump_name[x])
            put(e, "    dtc_real %s; /* of %s, in this step */\n", e->jump_name[x],
                comment_text(e->d, e->f->var[x].name));
    }
    for (uint32_t k = 0; k < vec_len(e->f->when); k++)
        put(e, "    int fire_%u;\n", k);
    if (e->exact)
        emit_exact_members(e);
    if (e->rosenbrock)
        emit_rosenbrock_members(e);
    emit_kept(e);
    put(e, "} %s;\n", e->model);
}

static void emit_license(Emitter *e)
{
    put(e, "/* Generated by dtc from model %s. Do not edit.\n", comment_text(e->d, e->f->name));
    if (e->f->doc && *e->f->doc)
        put(e, " *\n * %s\n", comment_text(e->d, e->f->doc));
    put(e, " *\n * This file and dtc's runtime may be linked into any program, open or closed; keep the notice of the "
           "runtime's\n"
           " * licence (MIT). Compile with -std=c99 and without contraction of floating point (gcc, clang: "
           "-ffp-contract=off). */\n");
}

/* Before the type of the model, which none of its names can hide then. */
static const char *flow_header(const Emitter *e) { return e->hybrid ? "dtc_hybrid_step.h" : "dtc_step.h"; }

static void emit_declarations(Emitter *e)
{
    const char *m = e->model;

    if (!e->header)
        put(e, "#include \"%s\"\n", flow_header(e));

    put(e, e->hybrid  ? "#include \"dtc_hybrid.h\"\n\n"
           : e->exact ? "#include \"dtc_exact.h\"\n#include \"dtc_runtime.h\"\n\n"
                      : "#include \"dtc_runtime.h\"\n\n");
    if (e->d->opt.single)
        put(e, "#ifndef DTC_FLOAT\n#error \"single precision: compile this model and the runtime with "
               "-DDTC_FLOAT\"\n#endif\n\n");
    else
        put(e, "#ifdef DTC_FLOAT\n#error \"double precision: compile without -DDTC_FLOAT, or generate with "
               "--float\"\n#endif\n\n");
    put(e, "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    emit_struct(e);
    put(e, "\nvoid %s_init(%s *m);           /* parameters and inputs as in the model */\n", m, m);
    put(e, "dtc_status %s_setup(%s *m);    /* after parameters have changed: the state at the start */\n", m, m);
    if (e->hybrid) {
        put(e, "extern const dtc_hybrid %s_hybrid;\n", m);
    } else {
        put(e, "dtc_status %s_step(%s *m);     /* evaluate, then advance: outputs of before, states of after */\n", m,
            m);
        put(e, "dtc_status %s_evaluate(%s *m); /* outputs of now; once a step */\n", m, m);
        put(e, "dtc_status %s_advance(%s *m);  /* the state of the next step */\n", m, m);
    }
    put(e, "extern const dtc_model_info %s_info;\n", m);
    put(e, "\n#ifdef __cplusplus\n}\n#endif\n");
}

void emit_header(Emitter *e)
{
    const char *guard = internf(e->d, "DTC_MODEL_%s_H", e->model);

    e->out = e->h;
    emit_license(e);
    put(e, "#ifndef %s\n#define %s\n\n", guard, guard);
    emit_declarations(e);
    put(e, "\n#endif\n");
    e->out = e->c;
}

void emit_head(Emitter *e)
{
    if (e->header) {
        emit_license(e);
        put(e, "#include \"%s\"\n#include \"%s\"\n", flow_header(e), e->header);
    }
    put(e, "\n#if defined(__clang__)\n#pragma STDC FP_CONTRACT OFF\n#endif\n");
    put(e, "\n#define R(x) ((dtc_real)(x))\n#define STEP %s\n#define START %s\n", number_text(e->d, e->step),
        number_text(e->d, e->f->start_time));
}

/* ---- descriptor -------------------------------------------------------------------------------------------------- */

static double start_of(Emitter *e, Var v)
{
    const VarInfo *i = &e->f->var[v];
    Ex constant = alias_of(e->f, v).constant;
    Ex x = constant ? constant : i->binding ? i->binding : start_or_nearest(e, v);
    double value = 0;

    if (x && !ex_is_num(e->d, x, &value) && ex_op(e->d, x) == OP_BOOL)
        value = ex(e->d, x)->payload;
    return value;
}

static const char *plain_number(Dtc *d, double x)
{
    const char *s = number_text(d, x);                    /* R(...) */
    size_t n = strlen(s);
    return n > 3 && s[0] == 'R' ? intern(d, s + 2, n - 3) : x > 0 ? "(double)INFINITY" : "(double)-INFINITY";
}

static uint32_t emit_variable(Emitter *e, Var v, const char *name, const char *at, const char *kind, bool negated)
{
    const VarInfo *i = &e->f->var[v];

    put(e, "    { %s, %s, %s, offsetof(%s, %s), %s, %s, %s, %d },\n", c_string(e->d, name), c_string(e->d, i->unit),
        c_string(e->d, i->doc), e->model, at, plain_number(e->d, start_of(e, v)), kind,
        i->type == T_REAL   ? "DTC_REAL"
        : i->type == T_BOOL ? "DTC_BOOLEAN"
                            : "DTC_INTEGER",
        negated ? -1 : 1);
    return 1;
}

static uint32_t emit_variables(Emitter *e)
{
    uint32_t n = 0;

    put(e, "\nstatic const dtc_variable any_variables[] = {\n");
    for (Var v = 1; v < vec_len(e->f->var); v++) {
        const VarInfo *i = &e->f->var[v];
        bool negated;
        Var r = root_of(e->f, v, &negated);
        const char *at = e->output[v] ? e->output[v] : e->member[r];
        if (!e->member[r] || (!observed(e, v) && e->storage[v] != ST_PARAMETER && e->storage[v] != ST_INPUT &&
                              e->storage[v] != ST_STATE))
            continue;
        n += emit_variable(e, v, i->name, at, kind_of(e, v, r), negated && !e->output[v]);
        if (e->output[v] && v == r && e->storage[v] == ST_STATE)
            n += emit_variable(e, v, internf(e->d, "next(%s)", i->name), e->member[v], "DTC_STATE", false);
    }
    if (n == 0)
        put(e, "    { \"\", \"\", \"\", 0, 0.0, DTC_VARIABLE, DTC_REAL, 1 }\n");
    put(e, "};\n");
    return n;
}

static void emit_laws(Emitter *e)
{
    if (vec_len(e->law))
        put(e, "\nstatic const dtc_law_place any_laws[] = {\n");
    for (uint32_t i = 0; i < vec_len(e->law); i++)
        put(e, "    { offsetof(%s, law_%u.count.doubtful), offsetof(%s, law_%u.doubtful_set), %u, %u },\n", e->model,
            e->law[i].block, e->model, e->law[i].block, e->law[i].elements, e->law[i].message);
    if (vec_len(e->law))
        put(e, "};\n");
}

void emit_descriptor(Emitter *e)
{
    static const struct {
        const char *type, *name;
    } via[] = { { "dtc_status", "setup" }, { "dtc_status", "evaluate" }, { "dtc_status", "advance" } };
    uint32_t n = emit_variables(e);

    emit_messages(e);
    emit_laws(e);
    put(e, "\nstatic void any_init(void *m) { %s_init((%s *)m); }\n", e->model, e->model);
    for (size_t i = 0; i < (e->hybrid ? 1 : sizeof via / sizeof *via); i++)
        put(e, "static %s any_%s(void *m) { return %s_%s((%s *)m); }\n", via[i].type, via[i].name, e->model,
            via[i].name, e->model);
    put(e, "\nconst dtc_model_info %s_info = {\n", e->model);
    put(e, "    %s, %s, sizeof(%s), sizeof(dtc_real),\n", c_string(e->d, e->f->name), c_string(e->d, e->f->doc),
        e->model);
    put(e, "    offsetof(%s, fault), offsetof(%s, time), offsetof(%s, count),\n", e->model, e->model, e->model);
    put(e, "    %s, %s, %u, %u, any_variables, any_messages,\n", plain_number(e->d, e->f->start_time),
        plain_number(e->d, e->step), n, vec_len(e->message));
    put(e, "    any_init, any_setup, %s, \"%s\",\n", e->hybrid ? "NULL, NULL" : "any_evaluate, any_advance",
        e->hybrid ? "variable" : method_name(e->d->opt.method));
    emit_message_tables(e);
    put(e, "    %u, %s\n};\n", vec_len(e->law), vec_len(e->law) ? "any_laws" : "NULL");
    if (e->hybrid)
        emit_hybrid_descriptor(e);
}
