/* emit_rows.c - the constant any_rows: members of the model that setup, tune and init go through by rows
 * (runtime/dtc_rows.h, model_rows.c).
 *
 * Conditions that are alike but for numbers are one row, as in the descriptor (rows.c). Cost: that of rows.c. */
#include "emit.h"
#include "model_rows.h"
#include "rows.h"

static const char *member_of(const Printer *pr, Var v) { return pr->name->of[AT_variable][root(pr->e->of, v)]; }

/* ---- default values ------------------------------------------------------------------------------------ */

static const char *row_type_name(unsigned char type)
{
    return type == DTC_REAL ? "DTC_REAL" : type == DTC_BOOLEAN ? "DTC_BOOLEAN" : "DTC_INTEGER";
}

static void emit_each(Printer *pr, const DefaultRow *row, uint32_t number)
{
    put(pr, "\n/* %s */\nstatic const dtc_real any_default_%u[] = {\n", member_of(pr, row->v), number);
    for (uint32_t i = 0; i < vec_len(row->each); i++) {
        double x = 0;
        if (row->each[i])
            (void)is_number_literal(pr->e->d, row->each[i], &x);
        put_in_list(pr, number_text(pr->e->d, x), i + 1 == vec_len(row->each));
    }
    put(pr, "};\n");
}

static uint32_t emit_defaults(Printer *pr)
{
    const DefaultRow *row = default_rows(pr->e);
    const uint32_t n = vec_len(row);
    uint32_t arrays = 0;

    for (uint32_t i = 0; i < n; i++)
        if (row[i].each)
            emit_each(pr, &row[i], ++arrays);
    if (n)
        put(pr, "\nstatic const dtc_default any_defaults[] = {\n");
    for (uint32_t i = 0, k = 0; i < n; i++) {
        put(pr, "    { ");
        put_offset(pr, member_of(pr, row[i].v));
        put(pr, ", %d, %s, ", row[i].of.n, row_type_name(row[i].of.type));
        if (row[i].each)
            put(pr, "0, any_default_%u },\n", ++k);
        else
            put(pr, "%s, NULL },\n", c_plain(pr->e->d, row[i].of.value));
    }
    put(pr, n ? "};\n" : "");
    return n;
}

/* ---- numbers ------------------------------------------------------------------------------------------- */

static uint32_t emit_numbers_of(Printer *pr, const char *name, Storage s)
{
    const SpanRow *row = span_rows(pr->e, s);

    if (row)
        put(pr, "\nstatic const dtc_span any_%s[] = {\n", name);
    for (uint32_t i = 0; i < vec_len(row); i++) {
        put(pr, "    { ");
        put_offset(pr, member_of(pr, row[i].v));
        put(pr, ", %d },\n", row[i].span.n);
    }
    put(pr, row ? "};\n" : "");
    return vec_len(row);
}

/* ---- conditions ---------------------------------------------------------------------------------------- */

/* number: in its list; messages of rows that are alike follow one another */
static RowItem check_item(Printer *pr, const Check *c, uint32_t number)
{
    static const char *const name[] = { "DTC_AT_LEAST",      "DTC_AT_MOST",  "DTC_ABOVE",
                                        "DTC_BELOW",         "DTC_NOT_ZERO", "DTC_FINITE",
                                        "DTC_TRUE_OR_FALSE", "DTC_LITERAL",  "DTC_ASCENDING" };
    const dtc_check row = check_row(pr->e, c);
    RowItem item = { .text = { pr->e->program->messages->text[c->message] } };

    item.fixed[0] = internf(pr->e->d, "%s, %s, %s, %d, %d, %d", c_plain(pr->e->d, row.limit),
                            name[row.condition], row_type_name(row.type), row.sign, row.n, row.apart);
    item.fixed[1] = row.type == DTC_REAL ? "dtc_real" : "int";
    item.fixed[2] = internf(pr->e->d, "%d", row.message - (int)number);
    row_place(&item, member_of(pr, c->v), home_of(pr->e, OP_VAR, root(pr->e->of, c->v)));
    return item;
}

/* Several that are alike are a row: rows of the table, groups that say which. */
typedef struct { uint32_t rows, groups; } TableSize;

static TableSize emit_checks(Printer *pr, const char *name, const Check *list)
{
    const uint32_t n = vec_len(list);
    RowItem *item = NEW_N(&pr->e->d->pass, RowItem, n);

    if (n == 0)
        return (TableSize){ 0 };
    for (uint32_t i = 0; i < n; i++)
        item[i] = check_item(pr, &list[i], i);
    Rows rows = rows_of(pr->e->d, item, n);
    const bool apart = vec_len(rows.row) == n;
    put(pr, "\nstatic const dtc_check any_%s[] = {\n", name);
    for (uint32_t i = 0; i < vec_len(rows.row); i++) {
        const Row *r = &rows.row[i];
        put(pr, "    { ");
        put_offset(pr, r->item->member);
        put(pr, ", %s, %u, ", r->item->fixed[0], list[r->item - item].message);
        put_stride(pr, r, r->item->fixed[1]);
        put(pr, " },\n");
    }
    put(pr, apart ? "};\n" : "};\n\n");
    if (!apart)
        emit_groups(pr, internf(pr->e->d, "any_%s_groups", name), &rows);
    return (TableSize){ vec_len(rows.row), apart ? 0 : vec_len(rows.group) };
}

/* ---- all ----------------------------------------------------------------------------------------------- */

static void put_rows(Printer *pr, const char *name, uint32_t rows)
{
    if (rows)
        put(pr, "    { any_%s, %u },\n", name, rows);
    else
        put(pr, "    { NULL, 0 }, /* %s */\n", name);
}

static void put_checks(Printer *pr, const char *name, TableSize n)
{
    if (n.groups)
        put(pr, "    { any_%s, %u, any_%s_groups, %u },\n", name, n.rows, name, n.groups);
    else if (n.rows)
        put(pr, "    { any_%s, %u, NULL, 0 },\n", name, n.rows);
    else
        put(pr, "    { NULL, 0, NULL, 0 }, /* %s */\n", name);
}

/* Numbers in messages. */
static void emit_shown(Printer *pr, const ShownNumber *list)
{
    if (list)
        put(pr, "\nstatic const dtc_number any_shown[] = {\n");
    for (uint32_t i = 0; i < vec_len(list); i++) {
        const dtc_number row = number_row(pr->e, &list[i]);
        put(pr, "    { ");
        put_offset(pr, member_of(pr, list[i].v));
        put(pr, ", %s, %d, %d, %d },\n", row_type_name(row.type), row.sign, row.message, row.k);
    }
    put(pr, list ? "};\n" : "");
}

void emit_rows(Printer *pr)
{
    static const struct {
        const char *name;
        Storage s;
    } stored[] = { { "parameter_numbers", ST_PARAMETER },
                   { "calculated_numbers", ST_CALCULATED },
                   { "state_numbers", ST_STATE },
                   { "input_numbers", ST_INPUT } };
    const Checks *c = pr->e->program->messages->checks;
    const struct {
        const char *name;
        const Check *list;
    } listed[] = {
#define X(name, table) { #table, c->name },
        CHECK_LISTS(X)
#undef X
    };
    enum { STORED = sizeof stored / sizeof *stored, LISTS = sizeof listed / sizeof *listed };
    uint32_t defaults = emit_defaults(pr), numbers[STORED];
    TableSize size[LISTS];

    for (int i = 0; i < STORED; i++)
        numbers[i] = emit_numbers_of(pr, stored[i].name, stored[i].s);
    for (int i = 0; i < LISTS; i++)
        size[i] = emit_checks(pr, listed[i].name, listed[i].list);
    emit_shown(pr, c->shown);
    put(pr, "\nstatic const dtc_rows any_rows = {\n");
    put_rows(pr, "defaults", defaults);
    for (int i = 0; i < STORED; i++)
        put_rows(pr, stored[i].name, numbers[i]);
    for (int i = 0; i < LISTS; i++)
        put_checks(pr, listed[i].name, size[i]);
    if (c->shown)
        put(pr, "    { any_shown, %u, offsetof(%s, shown) }\n};\n", vec_len(c->shown), pr->name->model);
    else
        put(pr, "    { NULL, 0, 0 }\n};\n");
}
