/* emit_assert.c - tables of messages, of the numbers in them, and of warnings (messages.c).
 *
 * Cost: linear in the messages.
 */
#include "emit.h"
#include "rows.h"
#include "text.h"

/* One that has places, which are in its text, is a row of its own. */
static Rows message_rows(const Emitter *e)
{
    uint32_t n = vec_len(e->program->messages->text);
    RowItem *list = NEW_N(&e->d->pass, RowItem, n);

    for (uint32_t i = 0; i < n; i++)
        list[i].text[0] = e->program->messages->text[i];
    for (uint32_t i = 0; i < vec_len(e->program->messages->place); i++)
        list[e->program->messages->place[i].message].kind = e->program->messages->place[i].message + 1;
    return rows_of(e->d, list, n);
}

uint32_t emit_messages(Printer *pr)
{
    const Emitter *e = pr->e;
    Rows rows = message_rows(e);

    put(pr, "\nstatic const char *const any_messages[] = {\n");
    for (uint32_t i = 0; i < vec_len(rows.row); i++)
        put(pr, "    %s,\n", c_string(e->d, rows.row[i].text[0]));
    put(pr, "};\n\n");
    emit_groups(pr, "any_message_groups", &rows);
    if (vec_len(e->program->messages->place))
        put(pr, "\nstatic const dtc_place any_places[] = {\n");
    for (uint32_t i = 0; i < vec_len(e->program->messages->place); i++) {
        const ShownPlace *p = &e->program->messages->place[i];
        put(pr, "    { %u, %u, %u, %s, %u },\n", p->message, p->at, p->length,
            p->text ? "NULL" : c_string(e->d, string_conversion(e->d, p->form, p->type)), p->first);
    }
    if (vec_len(e->program->messages->place))
        put(pr, "};\n");
    if (vec_len(e->program->messages->warning))
        put(pr, "\nstatic const int any_warnings[] = { ");
    for (uint32_t i = 0; i < vec_len(e->program->messages->warning); i++)
        put(pr, "%s%u", i == 0 ? "" : i % 20 == 0 ? ",\n    " : ", ", e->program->messages->warning[i]);
    if (vec_len(e->program->messages->warning))
        put(pr, " };\n");
    return vec_len(rows.group);
}

/* Members of dtc_model_info. */
void emit_message_tables(Printer *pr)
{
    const Emitter *e = pr->e;

    if (vec_len(e->program->messages->place))
        put(pr, "    %u, any_places, offsetof(%s, shown),\n", vec_len(e->program->messages->place),
            pr->name->model);
    else
        put(pr, "    0, NULL, 0,\n");
    if (vec_len(e->program->messages->warning))
        put(pr, "    %u, any_warnings, offsetof(%s, warned),\n", vec_len(e->program->messages->warning),
            pr->name->model);
    else
        put(pr, "    0, NULL, 0,\n");
}
