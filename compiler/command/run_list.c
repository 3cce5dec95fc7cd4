/* run_list.c - dtc list model.dtm [KIND...]: what a model has, with the names that files of parameters and --vars take.
 *
 * A line each: name; value, of a parameter with the present ones of others, else the start value; unit; bounds; what
 * else matters; the description. Protected and auxiliary variables are not the user's affair. Cost: linear.
 */
#include <math.h>
#include <string.h>
#include "command.h"
#include "expr.h"
#include "known.h"
#include "output.h"
#include "storage.h"

typedef enum { PARAMETERS, INPUTS, OUTPUTS, STATES, VARIABLES, KINDS } ListKind;
static const char *const kinds[KINDS] = { "parameters", "inputs", "outputs", "states", "variables" };

enum { NAME, VALUE, UNIT, BOUNDS, REMARK, TEXT, COLUMNS };
typedef struct { const char *column[COLUMNS]; } ListRow;

typedef struct { Dtc *d; const Flat *f; const double *value; int width[COLUMNS]; ListRow *row; } List;

static ListKind kind_named(const char *name)
{
    int k = 0;

    while (k < KINDS && strcmp(kinds[k], name) != 0)
        k++;
    return (ListKind)k;
}

/* ---- what there is ----------------------------------------------------------------------------------------------- */

static bool is_of_kind(const Flat *f, Var v, ListKind kind)
{
    const VarInfo *i = &f->var[v];
    const bool known = i->variability >= V_PARAM;

    if (i->words)
        return kind == VARIABLES;
    if (i->protected_ || i->made || i->aside || i->member)
        return false;
    switch (kind) {
    case PARAMETERS: return i->variability == V_PARAM && !i->final;
    case INPUTS: return is_input(i);
    case OUTPUTS: return i->causality == C_OUTPUT && i->top_level;
    case STATES: return i->is_state;
    default: return !known;
    }
}

static const char *number(List *l, const VarInfo *i, double x)
{
    const char **literal = i->enum_type ? i->enum_type->literal : NULL;

    if (i->type == T_BOOL)
        return x != 0 ? "true" : "false";
    if (i->words)
        return word_for(l->d, i->words, x);
    if (i->type == T_ENUM && x >= 1 && x <= vec_len(literal))
        return literal[(int)x - 1];
    return internf(l->d, "%.10g", x);
}

/* As a number, where all that it depends on has one. */
static const char *value_of(List *l, const VarInfo *i, Ex e)
{
    double x;

    if (!e)
        return "";
    return known_eval(l->d, e, l->value, &x) ? number(l, i, x) : ex_plain(l->d, e);
}

/* Of "1=free 2=engaged" the words. */
static const char **words_alone(Dtc *d, const char *words)
{
    const char **list = NULL, *word;

    for (double x; word_next(d, &words, &x, &word);)
        vec_push(&d->pass, list, word);
    return list;
}

/* Of an enumeration, or a place, what it can be. */
static const char *bounds_of(List *l, const VarInfo *i)
{
    const char **literal = i->enum_type ? i->enum_type->literal : i->words ? words_alone(l->d, i->words) : NULL;

    if (literal && !i->min && !i->max)
        return text_joined(l->d, literal, ", ", ", ");
    const char *least = value_of(l, i, i->min), *most = value_of(l, i, i->max);

    return *least && *most ? internf(l->d, "%s to %s", least, most) :
        *least             ? internf(l->d, ">= %s", least) :
        *most              ? internf(l->d, "<= %s", most) :
                             "";
}

static const char *remark_on(Dtc *d, const VarInfo *i, ListKind kind)
{
    const bool given = !i->binding || ex_op(d, i->binding) == OP_BOOL || ex_is_num(d, i->binding, NULL);

    if (kind == PARAMETERS)
        return i->structural              ? "structural" :
               i->has_fixed && !i->fixed  ? "sought at the start" :
               given                      ? "" :
                                            "follows from others";
    return (kind == STATES || kind == VARIABLES) && i->fixed ? "fixed" : "";
}

enum { SHOWN = 4 };                        /* elements of an array */

static const char *present(List *l, Var v)
{
    const VarInfo *i = &l->f->var[v];

    return value_of(l, i, i->binding ? i->binding : i->start);
}

/* "{1, 2, 3}"; of a long array, or one without values, nothing. */
static const char *elements(List *l, const FlatArray *a)
{
    const char *text = "";

    if (a->n > SHOWN || !*present(l, a->first))
        return "";
    for (uint32_t k = 0; k < a->n; k++)
        text = internf(l->d, "%s%s%s", text, k ? ", " : "", present(l, a->first + k));
    return internf(l->d, "{%s}", text);
}

/* "engine.torque[17,12]" */
static const char *array_name(List *l, const FlatArray *a)
{
    const char *text = internf(l->d, "%s[", a->name);

    for (uint32_t k = 0; k < a->ndim; k++)
        text = internf(l->d, "%s%s%u", text, k ? "," : "", a->dim[k]);
    return internf(l->d, "%s]", text);
}

/* An array as a whole, with its first element; states one by one. */
static void add(List *l, Var v, ListKind kind)
{
    const VarInfo *i = &l->f->var[v];
    const FlatArray *a = i->array && kind != STATES ? &l->f->array[i->array] : NULL;

    if (a && v != a->first)
        return;
    ListRow row = { { a ? array_name(l, a) : i->name, a ? elements(l, a) : present(l, v), i->unit ? i->unit : "",
                      bounds_of(l, i), remark_on(l->d, i, kind), i->doc ? i->doc : "" } };

    for (int k = 0; k < TEXT; k++)
        l->width[k] = (int)strlen(row.column[k]) > l->width[k] ? (int)strlen(row.column[k]) : l->width[k];
    vec_push(&l->d->run, l->row, row);
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

/* Of a description the first line. */
static void print_row(const List *l, const ListRow *row)
{
    int ahead = 0;

    for (int k = 0; k < COLUMNS; k++) {
        int n = (int)strcspn(row->column[k], "\n");
        if (n > 0)
            printf("%*s%.*s", ahead, "", n, row->column[k]);
        if (k < TEXT && l->width[k] > 0)
            ahead = (n > 0 ? 0 : ahead) + l->width[k] - n + 2;
    }
    putchar('\n');
}

static void list(Dtc *d, ListKind kind, const double *value, bool titled)
{
    List l = { .d = d, .f = d->flat, .value = value };

    for (Var v = 1; v < vec_len(l.f->var); v++)
        if (is_of_kind(l.f, v, kind))
            add(&l, v, kind);
    if (titled && vec_len(l.row))
        printf("%s\n", kinds[kind]);
    for (uint32_t i = 0; i < vec_len(l.row); i++)
        print_row(&l, &l.row[i]);
    if (titled && vec_len(l.row))
        putchar('\n');
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

/* Operands behind the file; without any, all but the variables. 0, or 2 after a message. */
static int wanted_kinds(Dtc *d, Cli *cli, bool *wanted)
{
    const int file = cli->operands > 0 && !(d->opt.model && kind_named(cli->operand[0]) < KINDS);

    for (int i = file; i < cli->operands; i++) {
        ListKind kind = kind_named(cli->operand[i]);
        if (kind == KINDS) {
            const char *near = suggest(d, cli->operand[i], kinds, KINDS);
            return usage(internf(d, "dtc list knows parameters, inputs, outputs, states and variables, not %s%s%s%s",
                                 cli->operand[i], near ? "; did you mean " : "", near ? near : "", near ? "?" : ""),
                         NULL);
        }
        wanted[kind] = true;
    }
    for (int k = 0; k < VARIABLES && cli->operands == file; k++)
        wanted[k] = true;
    cli->operands = file;
    return 0;
}

int run_list(Dtc *d, Cli *cli)
{
    Compiled c = { 0 };
    bool wanted[KINDS] = { false };
    int wrong = wanted_kinds(d, cli, wanted), asked = 0;

    if (!wrong)
        wrong = model_operand(d, cli);
    if (wrong)
        return wrong;
    if (model_compiled(d, cli, false, &c)) {
        const double *value = known_values(d, d->flat);
        for (int k = 0; k < KINDS; k++)
            asked += wanted[k];
        for (int k = 0; k < KINDS; k++)
            if (wanted[k])
                list(d, (ListKind)k, value, asked > 1);
    }
    c.good &= standard_output_flush();
    return model_end(d, &c);
}
