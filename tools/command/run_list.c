/* run_list.c - dtc list model.dtm [KIND...]: what a model has, with the names that files of parameters and --vars take.
 *
 * A line each: name; value, of a parameter with the present ones of others, else the start value; unit; bounds; what
 * else matters; the description. Protected and auxiliary variables are not the user's affair. Cost: linear.
 */
#include <math.h>
#include <string.h>
#include "command.h"
#include "expr.h"
#include "builders.h"
#include "known.h"
#include "model_list.h"
#include "output.h"
#include "sheet.h"

const char *const list_kinds[KINDS] = { "parameters", "inputs", "outputs", "states", "variables" };

typedef struct { Dtc *d; const Flat *f; const double *value; ListItem *item; } List;

static ListKind kind_named(const char *name)
{
    int k = 0;

    while (k < KINDS && strcmp(list_kinds[k], name) != 0)
        k++;
    return (ListKind)k;
}

/* ---- what there is ------------------------------------------------------------------------------------- */

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
static ListValue value_of(List *l, const VarInfo *i, Ex e)
{
    ListValue v = { .text = "" };

    if (!e)
        return v;
    if (!known_eval(l->d, e, l->value, &v.x))
        return (ListValue){ LIST_EXPRESSION, 0, ex_plain(l->d, e) };
    v.text = number(l, i, v.x);
    v.kind = i->type == T_BOOL ? LIST_TRUTH : i->type == T_ENUM ? LIST_LITERAL : LIST_NUMBER;
    return v;
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
static const char *bounds_of(List *l, const ListItem *item)
{
    const VarInfo *i = &l->f->var[item->v];
    const char **literal = i->enum_type ? i->enum_type->literal
                         : i->words     ? words_alone(l->d, i->words)
                                        : NULL;

    if (literal && !i->min && !i->max)
        return text_joined(l->d, literal, ", ", ", ");
    const char *least = item->min.text, *most = item->max.text;

    return *least && *most ? internf(l->d, "%s to %s", least, most)
         : *least          ? internf(l->d, ">= %s", least)
         : *most           ? internf(l->d, "<= %s", most)
                           : "";
}

static const char *remark_on(Dtc *d, const VarInfo *i, ListKind kind)
{
    const bool given = !i->binding || ex_op(d, i->binding) == OP_BOOL || ex_is_num(d, i->binding, NULL);

    if (kind == PARAMETERS)
        return i->structural && i->why   ? internf(d, "structural: %s", i->why)
             : i->structural             ? "structural"
             : i->has_fixed && !i->fixed ? "sought at the start"
             : given                     ? ""
                                         : "follows from others";
    return (kind == STATES || kind == VARIABLES) && i->fixed ? "fixed" : "";
}

static ListValue present(List *l, Var v)
{
    const VarInfo *i = &l->f->var[v];

    return value_of(l, i, i->binding ? i->binding : i->start);
}

/* An array as a whole; states one by one. */
static void add(List *l, Var v, ListKind kind)
{
    const VarInfo *i = &l->f->var[v];
    const FlatArray *a = i->array && kind != STATES ? &l->f->array[i->array] : NULL;

    if (a && v != a->first)
        return;
    ListItem item = { .v = v, .array = a, .kind = kind, .remark = remark_on(l->d, i, kind) };

    for (uint32_t k = 0; k < (a ? a->n : 1); k++)
        vec_push(&l->d->run, item.value, present(l, v + k));
    item.start = value_of(l, i, i->start);
    item.min = value_of(l, i, i->min);
    item.max = value_of(l, i, i->max);
    item.nominal = value_of(l, i, i->nominal);
    vec_push(&l->d->run, l->item, item);
}

static ListTable list(Dtc *d, ListKind kind, const double *value)
{
    List l = { .d = d, .f = d->flat, .value = value };

    for (Var v = 1; v < vec_len(l.f->var); v++)
        if (is_of_kind(l.f, v, kind))
            add(&l, v, kind);
    return (ListTable){ kind, l.item };
}

/* ---- the table ----------------------------------------------------------------------------------------- */

enum { SHOWN = 4 };                        /* elements of an array */

/* "{1, 2, 3}"; of a long array, or one without values, nothing. */
static const char *elements(Dtc *d, const ListItem *item)
{
    const char *text = "";

    if (!item->array)
        return item->value[0].text;
    if (vec_len(item->value) > SHOWN || !*item->value[0].text)
        return "";
    for (uint32_t k = 0; k < vec_len(item->value); k++)
        text = internf(d, "%s%s%s", text, k ? ", " : "", item->value[k].text);
    return internf(d, "{%s}", text);
}

/* "engine.torque[17,12]" */
static const char *array_name(Dtc *d, const FlatArray *a)
{
    const char *text = internf(d, "%s[", a->name);

    for (uint32_t k = 0; k < a->ndim; k++)
        text = internf(d, "%s%s%u", text, k ? "," : "", a->dim[k]);
    return internf(d, "%s]", text);
}

/* Of a text the first line. */
static Cell first_line(Dtc *d, const char *text)
{
    return cell_text(text ? intern(d, text, strcspn(text, "\n")) : "");
}

static void add_row(Sheet *s, List *l, const ListItem *item)
{
    const VarInfo *i = &l->f->var[item->v];

    sheet_cells(s, first_line(l->d, item->array ? array_name(l->d, item->array) : i->name),
                first_line(l->d, elements(l->d, item)), first_line(l->d, i->unit),
                first_line(l->d, bounds_of(l, item)), first_line(l->d, item->remark),
                first_line(l->d, i->doc));
}

static Sheet sheet_of(Dtc *d, const ListTable *t)
{
    List l = { .d = d, .f = d->flat };
    Sheet s = sheet_new(d, NULL);

    sheet_table(&s, list_kinds[t->kind], NULL);
    sheet_look(&s, (SheetLook){ .plain = true });
    sheet_columns(&s, COLUMN("name"), COLUMN("value"), COLUMN("unit"), COLUMN("bounds"), COLUMN("remark"),
                  COLUMN("description"));
    for (uint32_t i = 0; i < vec_len(t->item); i++)
        add_row(&s, &l, &t->item[i]);
    return s;
}

Sheet list_sheet(Dtc *d, ListKind kind)
{
    const ListTable t = list(d, kind, known_values(d, d->flat));

    return sheet_of(d, &t);
}

static void print_table(Dtc *d, const ListTable *t, bool titled)
{
    const Sheet s = sheet_of(d, t);

    if (titled && t->item)
        printf("%s\n", list_kinds[t->kind]);
    sheet_text(d, &s.table[0], stdout);
    if (titled && t->item)
        putchar('\n');
}

/* ---- the command --------------------------------------------------------------------------------------- */

/* Operands behind the file; without any, all but the variables. 0, or 2 after a message. */
static int wanted_kinds(Dtc *d, Cli *cli, bool *wanted)
{
    const int file = cli->operands > 0 && !(d->opt.model && kind_named(cli->operand[0]) < KINDS);

    for (int i = file; i < cli->operands; i++) {
        ListKind kind = kind_named(cli->operand[i]);
        if (kind == KINDS) {
            const char *near = suggest(d, cli->operand[i], list_kinds, KINDS);
            return usage(
                internf(d, "dtc list knows parameters, inputs, outputs, states and variables, not %s%s%s%s",
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

/* Places are those of the C that other options choose. */
static int fits(Dtc *d, const Cli *cli)
{
    const bool of_c = cli->sim.fixed_step || d->opt.single || d->opt.step > 0 || d->opt.vars;

    if (cli->variable_step)
        return usage("dtc list knows no places for", "--method cvode");
    if (of_c && !is_json(cli))
        return usage(
            "--method, --step, --float and --vars go with --format json, which tells places in the C", NULL);
    return table_or_json(d, cli, "dtc list");
}

static void write_list(Dtc *d, const Cli *cli, const bool *wanted, const struct Emitter *program)
{
    const double *value = known_values(d, d->flat);
    ListTable *table = NULL;

    for (int k = 0; k < KINDS; k++)
        if (wanted[k])
            vec_push(&d->run, table, list(d, (ListKind)k, value));
    if (is_json(cli))
        list_json(d, d->flat, table, program, stdout);
    else
        for (uint32_t k = 0; k < vec_len(table); k++)
            print_table(d, &table[k], vec_len(table) > 1);
}

int run_list(Dtc *d, Cli *cli)
{
    Compiled c = { 0 };
    bool wanted[KINDS] = { false };
    int wrong = wanted_kinds(d, cli, wanted);

    if (!wrong)
        wrong = fits(d, cli);
    if (!wrong)
        wrong = model_operand(d, cli);
    if (wrong)
        return wrong;
    if (model_compiled(d, cli, is_json(cli), &c))
        write_list(d, cli, wanted, c.program);
    c.good &= standard_output_flush();
    return model_end(d, &c);
}
