/* emit_exact_step.c - the method exact: a step.
 *
 * What the evaluation has found goes into any_step; the map is that of the relations and stuck elements (emit_exact.c);
 * runtime/exact_step.c does the rest.
 *
 * Step-size adjustment (without -fno-adjust): the step ends at the first border within it (dtc_exact_seek), there the
 * relation changes, or places are decided with time frozen, and the step goes on from there; at its end all but
 * relations and places is put back, for the rows of the sample. After EXACT_CUTS such ends the rest of the step is
 * carried to the next one (m->behind), unless that would be more than a step: then borders are met at the sample as
 * without adjustment. A slip that comes to rest is met on its zero, so nothing is predicted, unless the linear part is
 * too fast for a search within the step.
 *
 * Requires: emit_exact_setup. Cost: dtc_exact.h.
 */
#include "dtc_exact.h"
#include "emit_step.h"
#include "setup.h"
#include "exact.h"
#include "sort.h"

static void emit_look(Emitter *e)
{
    exact_open(e, "What the evaluation has found.", internf(e->d, "void look(%s *m, any_step *w)", e->model));
    if (e->exact->m) {
        line(e, "dtc_exact_found found = DTC_EXACT_FOUND(w);");
        line(e, "look_at_laws(m, &found);");
    }
    if (has_function(&e->program, "borders"))
        line(e, "borders(m, w->border, w->side);");
    if (has_function(&e->program, "rates"))
        line(e, "rates(m, w->f);");
    line(e, "(void)m, (void)w;");
    exact_close(e);
}

/* The map of a set that setup has made, or the last one, made when the set or the base has changed. */
static void emit_present(Emitter *e)
{
    const Exact *x = e->exact;
    uint32_t bases = exact_bases(x);

    exact_open(e, "The number of the map of now; *base: of its linear part.",
               internf(e->d, "int present(%s *m, const any_step *w, int *base)", e->model));
    line(e, "int k = configuration(m);");
    line(e, "*base = k;");
    if (exact_whole(e)) {
        line(e, "int i;");
        line(e, "for (i = 0; i < %u; i++)", x->m);
        line(e, "    k += (w->place[i] == DTC_STUCK) * (%u << i);", bases);
    }
    if (exact_follows(e)) {
        line(e, "int changed = m->closed != k;");
        line(e, "const int any = dtc_exact_stuck(%u, w->place, m->stuck, &changed);", x->m);
        line(e, "m->closed = k;");
        line(e, "if (!any)");
        line(e, "    return k;");
        line(e, "if (changed)");
        line(e, exact_constant(e) ? "    grip(m, w, k);" : "    close_map(m, k, %u);", bases);
        line(e, "return %u;", bases);
    } else {
        line(e, "(void)w;");
        line(e, "return k;");
    }
    exact_close(e);
}

/* look, and the view x of the map that belongs to it. */
static void look_and_view(Emitter *e)
{
    const Exact *x = e->exact;

    line(e, "int base, k;");
    line(e, "look(m, w);");
    line(e, "k = present(m, w, &base);");
    if (exact_constant(e))
        line(e, "const dtc_exact_hold hold = DTC_EXACT_HOLD(&m->grip, w, &m->count.singular);");
    line(e, "dtc_exact x = DTC_EXACT_VIEW(%u, %u, %u, %d, STEP, &m->base[base], &m->map[k], w, %s);", x->n, x->m,
         exact_adjusts(e) ? exact_borders(x) : 0, exact_constant(e), exact_constant(e) ? "&hold" : "NULL");
}

static void emit_leap(Emitter *e)
{
    if (exact_adjusts(e)) {
        exact_open(e, "y after tau, whatever is on the way.",
                   internf(e->d, "void leap(%s *m, any_step *w, dtc_real tau, dtc_real *y)", e->model));
        look_and_view(e);
        line(e, "dtc_exact_reach(&x, tau, y);");
    } else {
        exact_open(e, "y after a step.", internf(e->d, "void leap(%s *m, any_step *w, dtc_real *y)", e->model));
        look_and_view(e);
        line(e, "dtc_exact_step(&x, y);");
    }
    exact_close(e);
}

static void emit_seek(Emitter *e)
{
    exact_open(e, "y at the first border within tau, or at tau.",
               internf(e->d, "dtc_real seek(%s *m, any_step *w, dtc_real tau, dtc_real *y, int *cut)", e->model));
    look_and_view(e);
    line(e, "return dtc_exact_seek(&x, tau, y, cut);");
    exact_close(e);
}

/* Lines of text for each law: # is its block, @ the number of its elements. */
static void each_law(Emitter *e, const char *const *text, size_t n)
{
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        if (e->dae->block[b].kind != B_SWITCHED)
            continue;
        for (size_t i = 0; i < n; i++) {
            char s[200];
            const char *p = text[i];
            size_t k = 0;
            for (; *p && k < sizeof s - 24; p++)       /* # is the block, @ the number of elements */
                if (*p == '#' || *p == '@')
                    k += (size_t)snprintf(s + k, sizeof s - k, "%u", *p == '#' ? b : block_m(&e->dae->block[b]));
                else
                    s[k++] = *p;
            s[k] = 0;
            line(e, "%s", s);
        }
    }
}

/* Relations that have reached their borders change; places with time frozen. */
static void emit_resettle(Emitter *e)
{
    exact_open(e, "At a border within the step: what changes there.",
               internf(e->d, "void resettle(%s *m, const any_step *w)", e->model));
    if (has_function(&e->program, "turn"))
        line(e, "turn(m, w->side);");
    call(e, "held");
    call(e, "structure");
    call(e, "kinematic");
    call(e, "equations");
    if (any_laws(e)) {
        line(e, "int k, again = 1;");
        line(e, "for (k = 0; k < %d && again; k++) {", EXACT_ROUNDS);
        e->indent++;
        line(e, "again = decide(m, k);");
        line(e, "if (again) {");
        e->indent++;
        call(e, "structure");
        call(e, "equations");
        e->indent--;
        line(e, "}");
        e->indent--;
        line(e, "}");
    }
    if (exact_restructures(e))
        line(e, "linearize(m, 0);");
    line(e, "(void)m, (void)w;");
    exact_close(e);
}

/* What goes on after the borders of a step: relations and places. All else is that of the sample again. */
static void emit_put_back(Emitter *e)
{
    const char *const up_to_law[] = { internf(e->d, "to = offsetof(%s, law_#);", e->model),
                                      "memcpy((unsigned char *)m + at, sample->of + at, to - at);",
                                      "at = to + sizeof m->law_#;" };
    const Exact *x = e->exact;

    exact_open(e, "All but relations and places is that of the sample again.",
               internf(e->d, "void put_back(%s *m, const any_sample *sample)", e->model));
    line(e, "const dtc_count count = m->count;");
    line(e, "const int fault = m->fault;");
    for (uint32_t k = 0; k < exact_borders(x); k++)
        line(e, "const int held_%u = m->%s;", k, e->member[e->dae->held[x->border[k]].v]);
    line(e, "size_t at = 0, to;");
    each_law(e, up_to_law, sizeof up_to_law / sizeof *up_to_law);
    line(e, "to = sizeof sample->of;");
    line(e, "memcpy((unsigned char *)m + at, sample->of + at, to - at);");
    for (uint32_t k = 0; k < exact_borders(x); k++)
        line(e, "m->%s = held_%u;", e->member[e->dae->held[x->border[k]].v], k);
    line(e, "m->changed = 1;");
    line(e, "m->count = count;");
    line(e, "m->fault = fault;");
    exact_close(e);
}

/* From border to border, until the step ends or too many have been met. */
static void emit_pieces(Emitter *e)
{
    const Exact *x = e->exact;

    exact_open(e, "The step goes on after its first border, y away.",
               internf(e->d, "void pieces(%s *m, any_step *w, dtc_real left, dtc_real tau, dtc_real *y)", e->model));
    line(e, "any_sample sample;");
    line(e, "dtc_real start[%u], behind = R(0.0);", x->n);
    line(e, "int cuts = 1, cut = 1;");
    line(e, "memcpy(&sample, m, sizeof sample);");
    line(e, "memset(start, 0, sizeof start);");
    line(e, "less(m, start);");
    comment(e, NULL, internf(e->d, "at most %d rounds", EXACT_CUTS + 2));
    line(e, "for (;;) {");
    e->indent++;
    line(e, "add(m, y);");
    line(e, "m->time += tau;");
    line(e, "left -= tau;");
    line(e, "if (!cut)");
    line(e, "    break;");
    line(e, "resettle(m, w);");
    line(e, "if (left <= STEP && cuts == %d && left > R(1e-9) * STEP) {", EXACT_CUTS);
    line(e, "    behind = left;");
    line(e, "    break;");
    line(e, "}");
    line(e, "if (cuts++ < %d && left > R(1e-9) * STEP) {", EXACT_CUTS);
    line(e, "    tau = seek(m, w, left, y, &cut);");
    line(e, "} else {");
    line(e, "    cut = 0;");
    line(e, "    tau = left;");
    line(e, "    leap(m, w, left, y);");
    line(e, "}");
    e->indent--;
    line(e, "}");
    line(e, "memcpy(y, start, sizeof start);");
    line(e, "less(m, y);");
    line(e, "put_back(m, &sample);");
    line(e, "m->behind = behind;");
    exact_close(e);
}

static void emit_stages_of(Emitter *e)
{
    exact_open(e, "What is added to the states.", "void any_stages(void *p, dtc_real *dx)");
    if (e->exact->n == 0) {
        line(e, "(void)p, (void)dx;");
        exact_close(e);
        return;
    }
    line(e, "%s *m = (%s *)p;", e->model, e->model);
    line(e, "any_step w;");
    if (exact_restructures(e)) {
        line(e, "if (m->stale)");
        line(e, "    linearize(m, 0);");
        line(e, "m->stale = 0;");
    }
    if (!exact_adjusts(e)) {
        line(e, "leap(m, &w, dx);");
        exact_close(e);
        return;
    }
    line(e, "int cut;");
    line(e, "dtc_real left = STEP + m->behind, tau = seek(m, &w, left, dx, &cut);");
    line(e, "m->behind = R(0.0);");
    line(e, "if (cut)");
    line(e, "    pieces(m, &w, left, tau, dx);");
    exact_close(e);
}

void emit_exact(Emitter *e)
{
    if (e->exact->n > 0) {
        emit_exact_setup(e);
        emit_look(e);
        emit_present(e);
        emit_leap(e);
        if (exact_adjusts(e)) {
            emit_seek(e);
            emit_resettle(e);
            emit_put_back(e);
            emit_pieces(e);
        }
    }
    emit_stages_of(e);
}
