/* compile.c - from text to the program of a step: the passes in order. A program that uses the compiler begins with
 * dtc_new, gives options, and calls compile, then step_program; errors are counted in the Dtc.
 */
#include <errno.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>
#include "compile.h"
#include "inst.h"
#include "lower.h"
#include "metric.h"
#include "nets.h"
#include "output.h"
#include "builders.h"
#include "roll.h"
#include "scratch.h"
#include "setting.h"

#define NO_SPAN ((Span){ 0, 0 })

/* ---- the passes ---------------------------------------------------------------------------------------- */

bool is_model(const Class *c)
{
    return (c->kind == K_MODEL || c->kind == K_BLOCK || c->kind == K_CLASS) && !c->partial && !c->refused;
}

/* The last model written in src; in a package, its last one. */
static Class *last_model(const Class *in, const Source *src)
{
    for (uint32_t i = vec_len(in->element); i-- > 0;) {
        Element *e = in->element[i];
        if (e->kind != EL_CLASS || !e->cls || e->cls->span.pos < src->base ||
            e->cls->span.pos > src->base + src->size)
            continue;
        Class *c = is_model(e->cls) ? e->cls : e->cls->kind == K_PACKAGE ? last_model(e->cls, src) : NULL;
        if (c)
            return c;
    }
    return NULL;
}

/* The package whose folder src lies in, as its file. */
static Class *own_package(const Class *in, const Source *src)
{
    for (uint32_t i = vec_len(in->element); i-- > 0;) {
        Class *c = in->element[i]->cls;
        if (in->element[i]->kind == EL_CLASS && c->folder && c->span.pos >= src->base &&
            c->span.pos <= src->base + src->size)
            return c;
    }
    return NULL;
}

static Class *find_model(Dtc *d)
{
    Source *src = NULL;
    Class *in = NULL;

    predefined_classes(d);
    if (d->opt.input) {
        src = source_load(d, d->opt.input);
        if (!src) {
            error(d, NO_SPAN, NULL, "cannot read %s: %s", d->opt.input, strerror(errno));
            return NULL;
        }
        d->input = src;
        in = read_input(d, src);
        if (d->errors)
            return NULL;
    }
    if (d->opt.model) {
        Class *c = resolve_model(d, d->opt.model);
        if (!d->input && vec_len(d->source))
            d->input = d->source[0];
        return c;
    }
    Class *package = own_package(in, src), *model = d->opt.package && package ? package : last_model(in, src);
    if (!model && package)
        error(d, NO_SPAN, NULL,
              "%s is the file of package %s, without a model of its own: --model %s.NAME, or `dtc check %s` "
              "for all of it",
              src->name, package->name, class_path(d, package), package->folder);
    else if (!model)
        error(d, NO_SPAN, NULL, "there is no model in %s (a `model` or `block` that is not partial)",
              src->name);
    return model;
}

/* Reads the input and finds the model that is meant, once. */
Class *model_class(Dtc *d)
{
    if (!d->model && !d->errors)
        d->model = find_model(d);
    return d->model;
}

/* The end of a pass, and of its memory. */
static void end(Dtc *d, const char *pass)
{
    lap(d, pass);
    forget_pass(d);
    ex_forget_memos(d);
}

bool dump_wanted(const Dtc *d, const char *pass) { return d->opt.dump && strcmp(d->opt.dump, pass) == 0; }

Flat *flat_model(Dtc *d)
{
    Class *model = model_class(d);
    lap(d, "parse");
    Inst *root = model && !d->errors ? instantiate(d, model) : NULL; /* resolves names as it needs them */
    lap(d, "instantiate");
    d->instance = root;
    Flat *f = root && !d->errors ? flatten(d, root) : NULL;
    if (!f || d->errors || !settings_found(d, f))
        return NULL;
    d->flat = f;
    return f;
}

/* Variables and equations that are right by themselves; NULL after an error. */
static Flat *checked_model(Dtc *d)
{
    Flat *f = flat_model(d);
    if (!f)
        return NULL;
    if (d->opt.audit)
        audit(d, f);
    if (!metrics(d, f))
        return NULL;
    end(d, "flatten");
    if (!alone(d, f, check) || !alone(d, f, check_units) || !alone(d, f, validate_flat) || d->errors)
        return NULL;
    if (dump_wanted(d, "flat"))
        dump_flat(d, f, stdout);
    if (dump_wanted(d, "nets"))
        dump_nets(d, f, stdout);
    end(d, "check");
    check_idle(d, f);
    check_shift_tables(d, f);
    end(d, "idle");
    return d->errors ? NULL : f;
}

/* Blocks that are solved one after another, for a step and for the start. */
static bool blocks_in_order(Dtc *d, Flat *f, Dae *dae)
{
    given_start(d, f);
    pre_of_states(d, f);
    comply(d, f);
    if (!simplify(d, f) || !validate_flat(d, f))
        return false;
    end(d, "simplify");
    if (!index_reduce(d, f, dae))
        return false;
    if (dump_wanted(d, "index"))
        dump_index(d, f, dae, stdout);
    if (d->opt.audit)
        audit_flanges(d, f);
    inline_differentiated(d, f);
    end(d, "index");
    when_equations(d, f, dae);
    if (!sort(d, f, dae))
        return false;
    if (dump_wanted(d, "blt"))
        dump_blt(d, f, dae, stdout);
    end(d, "sort");
    if (!initial_problem(d, f, dae))
        return false;
    end(d, "init");
    return true;
}

/* Nothing asks for a component or for what is written any more, unless notes on a run name declarations. */
static void forget_tree(Dtc *d)
{
    lower_forget(d);
    inst_forget(d);
}

/* How each block is solved, and when each of its parts is computed. */
static bool solved(Dtc *d, Flat *f, Dae *dae)
{
    if (!tear(d, f, dae) || !validate_dae(d, f, dae))
        return false;
    lap(d, "tear");
    if (!check_rank(d, f, dae))
        return false;
    lap(d, "rank");
    if (d->opt.no_run)
        forget_tree(d);
    eliminations(d, f, dae);
    if (dump_wanted(d, "torn"))
        dump_torn(d, f, dae, stdout);
    inline_late(d, f, dae);
    end(d, "eliminate");
    if (!d->opt.hybrid)
        find_steady(d, f, dae);
    end(d, "steady");
    if (!d->opt.hybrid && d->opt.method != M_EXACT)
        find_branches(d, f, dae);
    end(d, "branch");
    if ((d->opt.hybrid || method_holds(d->opt.method)) && !hold_relations(d, f, dae))
        return false;
    end(d, "relations");
    if (!stage(d, f, dae) || !validate_dae(d, f, dae))
        return false;
    moving_eliminations(d, f, dae);
    name_hoisted(d, f, dae);
    if (dump_wanted(d, "stage"))
        dump_stage(d, f, dae, stdout);
    end(d, "stage");
    return d->errors == 0;
}

bool compile(Dtc *d, Dae *dae)
{
    Flat *f = checked_model(d);
    if (!f)
        return false;
    if (f->component) /* its solution hangs on what it meets */
        return true;
    return blocks_in_order(d, f, dae) && solved(d, f, dae);
}

static void store_rolled(Emitter *e)
{
    Scratch own = scratch_begin(e->d);
    const Store *moved = roll(e, &e->rolled);
    scratch_end(e->d, own);
    if (moved) {
        e->store = moved;
        e->layout = model_layout(e);
    }
}

static void dead_stores_dropped(const Emitter *e) { drop_dead_stores(e->program); }
static void effects_found(const Emitter *e) { find_effects(e->program); }
static void cut(const Emitter *e) { cut_functions(e->program); }

static void over_program(const Emitter *e, void (*pass)(const Emitter *))
{
    Scratch own = scratch_begin(e->d);
    pass(e);
    scratch_end(e->d, own);
}

/* Passes over the step program; what they make is not in d->pass. */
bool finish_program(Emitter *e)
{
    over_program(e, dead_stores_dropped);
    store_rolled(e);
    over_program(e, join_calls);
    over_program(e, name_temporaries);
    over_program(e, cut);
    over_program(e, effects_found);
    return validate_program(e->program);
}

/* What a step computes, as data. */
Emitter *step_program(Dtc *d, Dae *dae)
{
    Emitter *e = build_program(d, d->flat, dae);

    if (!e || (!d->opt.walked && !finish_program(e)))
        return NULL;
    if (dump_wanted(d, "step"))
        dump_program(e->program, e->layout, stdout);
    end(d, "step");
    return e;
}

/* ---- a run --------------------------------------------------------------------------------------------- */

Dtc *dtc_new(void)
{
    Dtc *d = calloc(1, sizeof *d);
    if (!d) {
        fputs("dtc: out of memory\n", stderr);
        exit(1);
    }
    return d;
}

void dtc_free(Dtc *d)
{
    arena_free(&d->pass);
    arena_free(&d->memos);
    arena_free(&d->tree);
    arena_free(&d->run);
    free(d);
}
