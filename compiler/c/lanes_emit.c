/* lanes_emit.c - the struct of lanes, in the header, and what users call.
 *
 * Of the model it has as vectors what lanes use (lanes.c), by the names and in the order of the model's own struct, and
 * the model of each lane. Control flow: runtime/dtc_lanes_step.h.
 *
 * Requires: lanes_plan. Cost: linear in the members.
 */
#include <string.h>
#include "dtc_lanes.h"
#include "lanes.h"

static int number(const Lanes *l) { return l->e->d->opt.lanes; }

static const char *vector_of(const Lanes *l, MemberType t)
{
    return internf(l->e->d, "dtc_%s_%d", t == MT_REAL ? "reals" : "ints", number(l));
}

/* Those that are no numbers of each lane. */
static bool is_vector(const Lanes *l, uint32_t i)
{
    const LaidMember *m = &l->e->layout->member[i];
    return lanes_have(l, i, 0, LANES_HAVE) && m->type != MT_LONG && m->type != MT_COUNT &&
           m->type != MT_SEVERAL && m->role != AT_time && m->role != AT_initial;
}

static bool is_law(const LaidMember *m) { return m->type == MT_SEVERAL && m->rows == ROWS_OF_LAW; }

static bool has_response(const Lanes *l, const LaidMember *m) { return block_responds(l->e, m->of_role); }

static bool is_block(const LaidMember *m) { return m->type == MT_SEVERAL && !m->rows; }

/* Of the member of a variable. */
static int interface_of(const Lanes *l, const LaidMember *m)
{
    const Emitter *e = l->e;

    if (m->role == AT_output || m->role == AT_output_array)
        return DTC_LANES_OUTPUT;
    if (!m->of)
        return 0;
    return (is_input(&e->f->var[m->of]) && e->store->kind[m->of] == ST_INPUT ? DTC_LANES_INPUT : 0) |
           (is_output(&e->f->var[m->of]) ? DTC_LANES_OUTPUT : 0);
}

/* What a step begins with, and leaves otherwise: a lane has it as it was before the last step. */
static bool is_input_member(const Lanes *l, uint32_t i)
{
    return is_vector(l, i) && (interface_of(l, &l->e->layout->member[i]) & DTC_LANES_INPUT);
}

bool lanes_before(const Lanes *l, uint32_t i)
{
    return is_input_member(l, i) ||
           (is_vector(l, i) && l->e->layout->member[i].saving == SAVED && lanes_have(l, i, 0, LANES_CHANGE));
}

/* gcc takes vectors of 512 bits to pieces, in memory, unless it is told that they are meant. */
void lanes_emit_width(Printer *pr)
{
    if (pr->e->d->opt.lanes * (pr->e->d->opt.single ? 4 : 8) == 64)
        put(pr, "#if defined(__AVX512F__) && !defined(__clang__)\n"
                "#pragma GCC target(\"prefer-vector-width=512\")\n#endif\n");
}

/* ---- the header ---------------------------------------------------------------------------------------- */

static void emit_parts(Printer *pr, const Lanes *l, uint32_t i)
{
    const LaidMember *m = &l->e->layout->member[i];

    put(pr, "    struct {");
    for (uint32_t k = 0; k < vec_len(m->part); k++)
        if (lanes_have(l, i, k, LANES_HAVE))
            put(pr, m->part[k].n ? " %s %s[%u];" : " %s %s;", vector_of(l, m->part[k].type),
                part_label(m->part[k].role), m->part[k].n);
    put(pr, " } %s;\n", pr->name->member[i]);
}

static void emit_member(Printer *pr, const Lanes *l, uint32_t i)
{
    const LaidMember *m = &l->e->layout->member[i];
    const char *name = pr->name->member[i], *comment = member_comment(l->e, m);

    if (m->role == AT_time) {
        put(pr, "    %s time; /* s: of the states */\n", vector_of(l, MT_REAL));
    } else if (m->type == MT_COUNT && l->member[i]) {
        put(pr, "    struct { %s singular, not_converged, warnings; } %s;\n", vector_of(l, MT_INT), name);
    } else if (is_law(m) && l->member[i]) {
        put(pr, "    struct { DTC_LANES_LAW_MEMBERS(%d, %u, %s) } %s; /* %s */\n", number(l), m->elements,
            has_response(l, m) ? "RESPONSE" : "SOLVED", name, comment);
    } else if (is_block(m) && l->member[i]) {
        emit_parts(pr, l, i);
    } else if (is_vector(l, i)) {
        put(pr, m->n ? "    %s %s[%u];" : "    %s %s;", vector_of(l, m->type), name, m->n);
        put(pr, comment ? " /* %s */\n" : "\n", comment);
    }
}

static bool any_before(const Lanes *l)
{
    for (uint32_t i = 0; i < vec_len(l->e->layout->member); i++)
        if (lanes_before(l, i))
            return true;
    return false;
}

static void emit_before(Printer *pr, const Lanes *l)
{
    if (!any_before(l))
        return;
    put(pr, "\n    /* inputs and states before the last step */\n    struct {\n");
    for (uint32_t i = 0; i < vec_len(l->e->layout->member); i++)
        if (lanes_before(l, i)) {
            const LaidMember *m = &l->e->layout->member[i];
            put(pr, m->n ? "        %s %s[%u];\n" : "        %s %s;\n", vector_of(l, m->type),
                pr->name->member[i], m->n);
        }
    put(pr, "    } before;\n");
}

void lanes_emit_header(Printer *pr, const Lanes *l)
{
    const char *m = pr->name->model;
    const Layout *layout = l->e->layout;

    put(pr,
        "\n/* Lanes: %d models in one, element i of a vector is lane i's. */\ntypedef struct %s_lanes {\n",
        number(l), m);
    put(pr,
        "    dtc_lanes_%d lanes; /* status[i] of the last step; off[i]: set it to 1, and the lane rests */\n",
        number(l));
    for (uint32_t i = 0; i < vec_len(layout->member); i++) {
        if (layout->member[i].section && strncmp(layout->member[i].section, "param", 5) != 0 &&
            strncmp(layout->member[i].section, "told", 4) != 0)
            put(pr, "\n    /* ---- %s ---- */\n", layout->member[i].section);
        emit_member(pr, l, i);
    }
    emit_before(pr, l);
    put(pr, "\n    int initial; /* 0: no lane that is here is in its setup */\n");
    put(pr, "    %s lane[%d]; /* each model alone: its parameters, before setup */\n} %s_lanes;\n\n", m,
        number(l), m);
    put(pr, "void %s_lanes_init(%s_lanes *m);         /* each as %s_init */\n", m, m, m);
    put(pr, "dtc_status %s_lanes_setup(%s_lanes *m);  /* each with its own parameters; the worst status */\n",
        m, m);
    put(pr, "dtc_status %s_lanes_step(%s_lanes *m);   /* likewise; lanes.status has each */\n", m, m);
    put(pr,
        "%s *%s_lanes_get(%s_lanes *m, int lane); /* a lane's model as it is now, to be read, tuned, changed "
        "*/\n",
        m, m, m);
    put(pr,
        "void %s_lanes_put(%s_lanes *m, int lane); /* it goes on from its model as that is, set up anew or "
        "another */\n",
        m, m);
    put(pr, "extern const dtc_lanes_info %s_lanes_info;\n", m);
}

/* ---- rows: the same numbers in both -------------------------------------------------------------------- */

/* Rows behind one another in both structs are one: first, of n numbers, up to `end` bytes of the model. */
typedef struct { const char *first; uint32_t n, rows; bool real; int is; uint64_t end; } OpenRow;

static void close_row(Printer *pr, OpenRow *o)
{
    if (o->n && o->is == DTC_LANES_BEFORE)
        put(pr, "    BEFORE(%s, %u, %d)\n", o->first, o->n, o->real);
    else if (o->n)
        put(pr, "    ROW(%s, %u, %d, %d)\n", o->first, o->n, o->real, o->is);
    o->rows += o->n > 0;
    o->n = 0;
}

/* at: bytes of the model before it */
static void add_row(Printer *pr, OpenRow *o, const char *name, uint32_t n, bool real, int is, uint64_t at)
{
    const uint64_t size = real && !pr->e->d->opt.single ? 8 : 4;

    if (o->n && (o->real != real || o->is != is || o->end != at))
        close_row(pr, o);
    if (!o->n)
        o->first = name;
    o->n += n ? n : 1;
    o->real = real, o->is = is;
    o->end = at + (n ? n : 1) * size;
}

/* No step changes it: it follows from parameters. */
static bool is_fixed(const Lanes *l, uint32_t i)
{
    const Emitter *e = l->e;
    const LaidMember *m = &e->layout->member[i];

    if (m->role == AT_near) /* what is found follows from tables and arguments */
        return true;
    if (m->type == MT_SEVERAL)
        return m->of_role < vec_len(e->dae->block) && e->dae->block[m->of_role].matrix_rate <= RATE_INIT;
    return m->of && m->role != AT_family &&
           (e->store->kind[m->of] == ST_PARAMETER || e->store->kind[m->of] == ST_CALCULATED ||
            (m->role == AT_variable && e->store->kind[m->of] == ST_VARIABLE &&
             e->dae->rate[m->of] <= RATE_INIT));
}

/* What is of setup where the matrix is. */
static bool is_of_matrix(const char *name)
{
    static const char *const names[] = { "G", "speed", "least_s", "least_a", "least_l", "contact", "lag" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static void add_law_row(Printer *pr, OpenRow *o, const char *law, const char *name, uint32_t n, bool real, int is)
{
    close_row(pr, o);
    add_row(pr, o, internf(pr->e->d, "%s.%s", law, name), n, real, is, 0);
}

static void add_law(Printer *pr, OpenRow *o, const char *law, uint32_t m, bool fixed, bool responds)
{
#define ROW(type, name, n)                                                                                             \
    add_law_row(pr, o, law, #name, n, #type[0] == 'r', fixed && is_of_matrix(#name) ? DTC_LANES_FIXED : 0);
#define ONE(type, name) ROW(type, name, 1)
    DTC_LANES_LAW_ROWS(ROW, ONE, m)
    if (responds) {
        DTC_LANES_RESPONSE_ROWS(ROW, ONE, m)
    } else {
        DTC_LANES_SOLVED_ROWS(ROW, ONE, m)
    }
#undef ROW
#undef ONE
    close_row(pr, o);
}

/* Of the law whose number says which it is. */
static void add_response(Printer *pr, const Lanes *l, OpenRow *o, uint32_t i, uint32_t k)
{
    const LaidMember *m = &l->e->layout->member[i];
    const LaidMember *law = laid(l->e->layout, AT_law, m->of_role);

    close_row(pr, o);
    put(pr, "    RESPONSE(%s.%s, %u, %s)\n", pr->name->member[i], part_label(m->part[k].role), m->part[k].n,
        pr->name->member[law - l->e->layout->member]);
    o->rows++;
}

static void add_parts(Printer *pr, const Lanes *l, OpenRow *o, uint32_t i)
{
    const LaidMember *m = &l->e->layout->member[i];
    const int fixed = is_fixed(l, i) ? DTC_LANES_FIXED : 0;

    for (uint32_t k = 0; k < vec_len(m->part); k++)
        if (m->part[k].role == AT_block_T && lanes_have(l, i, k, LANES_HAVE))
            add_response(pr, l, o, i, k);
        else if (lanes_have(l, i, k, LANES_HAVE))
            add_row(pr, o, internf(l->e->d, "%s.%s", pr->name->member[i], part_label(m->part[k].role)),
                    m->part[k].n, m->part[k].type == MT_REAL, lanes_have(l, i, k, LANES_CHANGE) ? 0 : fixed,
                    m->at + m->part[k].at);
}

static void add_member(Printer *pr, const Lanes *l, OpenRow *o, uint32_t i)
{
    const LaidMember *m = &l->e->layout->member[i];
    const bool changes = lanes_have(l, i, 0, LANES_CHANGE) && m->role != AT_near;
    const int is = (!changes && is_fixed(l, i) ? DTC_LANES_FIXED : 0) |
                   (m->saving == SAVED ? DTC_LANES_STATE : 0) | interface_of(l, m);

    if (is_law(m) && l->member[i])
        add_law(pr, o, pr->name->member[i], m->elements, is_fixed(l, i), has_response(l, m));
    else if (is_block(m) && l->member[i])
        add_parts(pr, l, o, i);
    else if (is_vector(l, i))
        add_row(pr, o, pr->name->member[i], m->n, m->type == MT_REAL, is, m->at);
}

static void emit_info(Printer *pr, const Lanes *l)
{
    const char *m = pr->name->model;
    OpenRow open = { 0 };

    put(pr,
        "\n/* Numbers of a model that are vectors: how many, whether Reals, DTC_LANES_FIXED and so on */\n");
    put(pr,
        "#define ROW(name, n, real, is) { offsetof(%s, name), offsetof(%s_lanes, name), n, real, is, 0, 0 "
        "},\n",
        m, m);
    put(pr,
        "#define BEFORE(name, n, real) { offsetof(%s, name), offsetof(%s_lanes, before.name), n, real, "
        "DTC_LANES_BEFORE, 0, 0 },\n",
        m, m);
    put(pr,
        "#define RESPONSE(name, n, law) { offsetof(%s, name), offsetof(%s_lanes, name), n, 1, "
        "DTC_LANES_RESPONSE, \\\n    offsetof(%s, law.responds), offsetof(%s_lanes, law.responds) },\n",
        m, m, m, m);
    put(pr, "static const dtc_lanes_row lanes_rows[] = {\n");
    for (uint32_t i = 0; i < vec_len(l->e->layout->member); i++)
        add_member(pr, l, &open, i);
    close_row(pr, &open);
    for (uint32_t i = 0; i < vec_len(l->e->layout->member); i++)
        if (lanes_before(l, i)) {
            const LaidMember *of = &l->e->layout->member[i];
            add_row(pr, &open, pr->name->member[i], of->n, of->type == MT_REAL, DTC_LANES_BEFORE, of->at);
        }
    close_row(pr, &open);
    put(pr, "    { 0, 0, 0, 0, 0, 0, 0 }\n};\n");
    put(pr, "\nstatic void lanes_any_init(void *m) { %s_lanes_init((%s_lanes *)m); }\n", m, m);
    put(pr, "static dtc_status lanes_any_setup(void *m) { return %s_lanes_setup((%s_lanes *)m); }\n", m, m);
    put(pr, "static dtc_status lanes_any_step(void *m) { return %s_lanes_step((%s_lanes *)m); }\n", m, m);
    put(pr, "static void *lanes_any_get(void *m, int lane) { return %s_lanes_get((%s_lanes *)m, lane); }\n",
        m, m);
    put(pr, "static void lanes_any_put(void *m, int lane) { %s_lanes_put((%s_lanes *)m, lane); }\n", m, m);
    put(pr, "\n#define AT(member) offsetof(%s_lanes, member)\n", m);
    put(pr, "const dtc_lanes_info %s_lanes_info = {\n    &%s_info, %d, %u, sizeof(%s_lanes), AT(lanes),\n", m,
        m, number(l), open.rows, m);
    put(pr,
        "    AT(lanes.status), AT(lanes.off), AT(lanes.halts), AT(lanes.steps), AT(lanes.alone), AT(time), "
        "AT(lane), lanes_rows,\n");
    put(pr, "    lanes_any_init, lanes_any_setup, lanes_any_step, lanes_any_get, lanes_any_put\n};\n");
}

static void close_function(Printer *pr)
{
    pr->indent = 0;
    put(pr, "}\n");
}

static void emit_lists(Printer *pr, const Lanes *l)
{
    const char *model = pr->name->model;

    put(pr, "\nstatic void lanes_lists(void *any)\n{\n");
    pr->indent = 1;
    line(pr, "%s_lanes *m = (%s_lanes *)any;", model, model);
    line(pr, "(void)m;");
    for (uint32_t i = 0; i < vec_len(l->e->layout->member); i++)
        if (is_law(&l->e->layout->member[i]) && l->member[i])
            line(pr, "DTC_LANES_LISTS(m->lanes.in, %u, &m->%s);", l->e->layout->member[i].elements,
                 pr->name->member[i]);
    close_function(pr);
}

/* ---- what users call ----------------------------------------------------------------------------------- */

static void emit_table(Printer *pr)
{
    const char *m = pr->name->model;

    put(pr, "\nstatic dtc_status lanes_alone(void *m) { return %s_step((%s *)m); }\n", m, m);
    put(pr,
        "\nstatic const dtc_lanes_functions lanes_functions = {\n    &any_functions, &%s_lanes_info, "
        "sizeof(%s), STEP, START, lanes_alone, lanes_lists\n};\n",
        m, m);
}

static bool counts(const Lanes *l)
{
    const LaidMember *count = laid(l->e->layout, AT_count, 0);
    return count && l->member[count - l->e->layout->member];
}

static bool any_input(const Lanes *l)
{
    for (uint32_t i = 0; i < vec_len(l->e->layout->member); i++)
        if (is_input_member(l, i))
            return true;
    return false;
}

/* Inputs of a lane that are those of its last step are in order. */
static void emit_others(Printer *pr, const Lanes *l)
{
    line(pr, "dtc_ints others = ~m->lanes.looked;");
    for (uint32_t i = 0; i < vec_len(l->e->layout->member); i++) {
        const char *name = pr->name->member[i];
        const uint32_t n = l->e->layout->member[i].n;
        if (!is_input_member(l, i))
            continue;
        for (uint32_t k = 0; k < n; k++)
            line(pr, "others |= (dtc_ints)m->%s[%u] ^ (dtc_ints)m->before.%s[%u];", name, k, name, k);
        if (!n)
            line(pr, "others |= (dtc_ints)m->%s ^ (dtc_ints)m->before.%s;", name, name);
    }
    line(pr, "const int looks = dtc_any_bit(others);");
}

static void emit_step(Printer *pr, const Lanes *l)
{
    const char *m = pr->name->model;
    const bool odd = has_function(l->e->program, FN_odd_inputs),
               refused = has_function(l->e->program, FN_any_refused), inputs = any_input(l);
    const char *wrong = internf(l->e->d, "%s%s%s", odd ? "lanes_odd_inputs(m)" : "",
                                odd && refused ? " | " : "", refused ? "lanes_any_refused(m)" : "");

    put(pr, "\ndtc_status %s_lanes_step(%s_lanes *m)\n{\n", m, m);
    pr->indent = 1;
    if (inputs)
        emit_others(pr, l);
    line(pr, "dtc_ints wrong = dtc_lanes_true(0);");
    if (inputs && *wrong) {
        line(pr, "if (looks)");
        line(pr, "    wrong = %s;", wrong);
    }
    line(pr, "const dtc_ints asked = dtc_lanes_asked(&lanes_functions, m, &m->lanes, wrong);");
    line(pr, "dtc_ints quiet = dtc_lanes_true(0);");
    if (l->leaves)
        line(pr, "m->lanes.left = dtc_lanes_true(0);");
    if (counts(l))
        line(pr, "m->count.singular = m->count.not_converged = dtc_lanes_true(0);");
    line(pr, "if (dtc_any(asked))");
    line(pr, "    quiet = lanes_quiet(m, asked);");
    if (inputs) {
        line(pr, "if (looks) {");
        pr->indent++;
        lanes_save(pr, l, true);
        line(pr, "m->lanes.looked = dtc_lanes_true(1);");
        pr->indent--;
        line(pr, "}");
    }
    line(pr, "return dtc_lanes_answered(&lanes_functions, m, &m->lanes, quiet);");
    close_function(pr);
}

/* What the step has changed already, and puts back where it is not quiet. */
static void save_kept(Printer *pr, const Lanes *l)
{
    for (Var v = 1; v < vec_len(l->e->f->var); v++) {
        const Ex kept = l->kept[v];
        const Home h = l->e->store->home[v];
        const LaidMember *m = kept ? laid(l->e->layout, member_whole(h.role), h.of) : NULL;
        if (!m || !lanes_before(l, (uint32_t)(m - l->e->layout->member)))
            continue;
        line(pr, "m->before.%s%s = %s%s;", pr->name->member[m - l->e->layout->member],
             m->n ? internf(l->e->d, "[%u]", h.element) : "", name_at(pr, kept),
             ex_type(l->e->d, kept) == T_BOOL ? " & 1" : "");
    }
}

void lanes_save(Printer *pr, const Lanes *l, bool inputs)
{
    for (uint32_t i = 0; i < vec_len(l->e->layout->member); i++) {
        const char *name = pr->name->member[i];
        if (!lanes_before(l, i) || is_input_member(l, i) != inputs)
            continue;
        if (l->e->layout->member[i].n)
            line(pr, "memcpy(m->before.%s, m->%s, sizeof m->%s);", name, name, name);
        else
            line(pr, "m->before.%s = m->%s;", name, name);
    }
    if (!inputs)
        save_kept(pr, l);
}

void lanes_declare_now(Printer *pr, const Lanes *l)
{
    const Layout *layout = l->e->layout;
    bool any = false;

    for (Var v = 1; v < vec_len(l->e->f->var); v++)
        any |= l->now[v];
    for (uint32_t b = 0; b < vec_len(l->e->dae->block); b++)
        any |= l->law_now[b];
    if (!any)
        return;
    line(pr, "struct {");
    pr->indent++;
    for (Var v = 1; v < vec_len(l->e->f->var); v++)
        if (l->now[v] && l->e->store->home[v].role == AT_variable)
            line(pr, "%s %s;", l->e->f->var[v].type == T_REAL ? "dtc_reals" : "dtc_ints",
                 pr->name->of[AT_variable][v]);
    for (uint32_t i = 0; i < vec_len(layout->member); i++)
        if (layout->member[i].role == AT_law && l->law_now[layout->member[i].of_role])
            line(pr, "struct { DTC_LANES_NOW_ROWS(%u) } %s;", layout->member[i].elements,
                 pr->name->member[i]);
    pr->indent--;
    line(pr, "} now;");
}

static void emit_calls(Printer *pr)
{
    const char *m = pr->name->model;

    put(pr, "\nvoid %s_lanes_init(%s_lanes *m)\n{\n    memset(m, 0, sizeof *m);\n", m, m);
    put(pr, "    DTC_EACH_LANE %s_init(&m->lane[at]);\n}\n", m);
    put(pr, "\ndtc_status %s_lanes_setup(%s_lanes *m)\n{\n    dtc_status worst = DTC_OK;\n\n", m, m);
    put(pr, "    DTC_EACH_LANE\n    {\n        m->lanes.status[at] = %s_setup(&m->lane[at]);\n", m);
    put(pr, "        worst = m->lanes.status[at] > worst ? m->lanes.status[at] : worst;\n    }\n");
    put(pr, "    dtc_lanes_begin(&lanes_functions, m);\n    return worst;\n}\n");
    put(pr, "\n%s *%s_lanes_get(%s_lanes *m, int lane)\n{\n", m, m, m);
    put(pr, "    dtc_lane_leaves(&lanes_functions, m, &m->lanes, lane);\n");
    put(pr, "    dtc_lane_out(&lanes_functions, m, lane, DTC_LANES_INPUT);\n    m->lanes.known[lane] = 0;\n  "
            "  return &m->lane[lane];\n}\n");
    put(pr, "\nvoid %s_lanes_put(%s_lanes *m, int lane)\n{\n", m, m);
    put(pr, "    dtc_lane_put(&lanes_functions, m, &m->lanes, lane);\n    lanes_lists(m);\n}\n");
}

void lanes_emit_functions(Printer *pr, const Lanes *l)
{
    put(pr, "\n/* ---- lanes ---- */\n");
    lanes_print_functions(pr, l);
    emit_lists(pr, l);
    emit_table(pr);
    emit_step(pr, l);
    emit_calls(pr);
    emit_info(pr, l);
}
