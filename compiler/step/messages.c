/* messages.c - the texts of messages, numbered.
 *
 * Generated code has no stdio. A message is constant text in the descriptor, with <x> where the model says String(x);
 * when it fires, the numbers go into the member shown, and the descriptor says which of them belongs at which place of
 * which message, and in which form. Where the text itself depends on a condition (String of an enumeration, if b then
 * "open" else "closed"), each of the texts that it may be is a message too, and the number says which. A warning counts
 * in the member warned.
 *
 * Requires: the plan before variables are read and named. Cost: linear in the messages.
 */
#include <string.h>
#include "builders.h"
#include "text.h"

/* ---- texts ------------------------------------------------------------------------------------------------------- */

uint32_t message_add(const Emitter *e, const char *text)
{
    vec_push(&e->d->run, e->messages->text, text);
    return vec_len(e->messages->text) - 1;
}

/* The different texts of nested OP_IF, in order; at: text -> its number plus 1. */
static void texts_of(const Emitter *e, Ex x, Map *at, Map *seen, Ex **texts)
{
    if (map_get(seen, x))
        return;
    map_set(&e->d->pass, seen, x, 1);
    if (ex_op(e->d, x) == OP_IF) {
        texts_of(e, ex_arg(e->d, x, 1), at, seen, texts);
        texts_of(e, ex_arg(e->d, x, 2), at, seen, texts);
        return;
    }
    vec_push(&e->d->pass, *texts, x);
    map_set(&e->d->pass, at, x, vec_len(*texts));
}

/* The number of the text that x is. */
static Ex choice_of(const Emitter *e, Ex x, const Map *at, Map *made)
{
    Ex chosen = (Ex)map_get(made, x);

    if (chosen)
        return chosen;
    chosen = ex_op(e->d, x) == OP_IF ? ex_if(e->d, ex_arg(e->d, x, 0), choice_of(e, ex_arg(e->d, x, 1), at, made),
                                             choice_of(e, ex_arg(e->d, x, 2), at, made))
                                     : ex_int(e->d, (int)map_get(at, x) - 1);
    map_set(&e->d->pass, made, x, chosen);
    return chosen;
}

/* i, where nested OP_IF compare it with 1, 2 .. alone, as String of an enumeration does. 0: not so. */
static Ex place_chosen(Dtc *d, Ex x, Ex i)
{
    while (ex_op(d, x) == OP_IF) {
        Ex c = ex_arg(d, x, 0);
        if (ex_op(d, c) != OP_LE || !ex_is_num(d, ex_arg(d, c, 1), NULL) || (i && ex_arg(d, c, 0) != i))
            return 0;
        i = ex_arg(d, c, 0);
        if (!place_chosen(d, ex_arg(d, x, 1), i))
            return 0;
        x = ex_arg(d, x, 2);
    }
    return i;
}

/* A message without what its places choose. */
static uint32_t plan_text(const Emitter *e, const char *path, Ex message)
{
    Dtc *d = e->d;
    const char *text = path && *path ? internf(d, "%s: ", path) : "";
    Ex *parts = text_parts(d, message);
    uint32_t number = vec_len(e->messages->text);

    for (uint32_t i = 0; i < vec_len(parts); i++) {
        const ExNode *n = ex(d, parts[i]);
        if (n->op == OP_STR) {
            text = internf(d, "%s%s", text, string_of(d, parts[i]));
            continue;
        }
        bool choice = n->op == OP_IF;
        Ex shown = n->op == OP_STRING ? n->arg[0] : choice ? place_chosen(d, parts[i], 0) : 0;
        const char *place = internf(d, "<%s>", ex_plain(d, shown ? shown : parts[i]));
        if (shown || choice)
            vec_push(&d->run, e->messages->place,
                     ((ShownPlace){ .value = choice ? 0 : shown,
                                    .text = choice ? parts[i] : 0,
                                    .type = choice ? T_INT : ex_type(d, shown),
                                    .form = choice ? 0 : ex(d, parts[i])->payload,
                                    .message = number,
                                    .at = (uint32_t)strlen(text),
                                    .length = (uint32_t)strlen(place) }));
        text = internf(d, "%s%s", text, place);
    }
    return message_add(e, text);
}

/* The texts from which place i chooses become messages, unless they are. */
static void plan_choice(const Emitter *e, uint32_t i)
{
    Map at = { 0 }, seen = { 0 }, made = { 0 };
    Ex *texts = NULL, from = e->messages->place[i].text;

    texts_of(e, from, &at, &seen, &texts);
    e->messages->place[i].value = choice_of(e, from, &at, &made);
    e->messages->place[i].first = (uint32_t)map_get(&e->messages->choices, from);
    e->messages->place[i].texts = vec_len(texts);
    if (e->messages->place[i].first)
        return;
    e->messages->place[i].first = vec_len(e->messages->text);
    map_set(&e->d->run, &e->messages->choices, from, e->messages->place[i].first);
    for (uint32_t k = 0; k < vec_len(texts); k++)
        plan_text(e, NULL, texts[k]);
}

/* Its places are in the order of messages. */
uint32_t message_plan(const Emitter *e, const char *path, Ex message)
{
    uint32_t first = vec_len(e->messages->place), number = plan_text(e, path, message);

    for (uint32_t i = first; i < vec_len(e->messages->place); i++)
        if (e->messages->place[i].text)
            plan_choice(e, i);
    return number;
}

/* A warning is counted. */
static uint32_t plan_message(const Emitter *e, const char *path, Ex message, bool warning)
{
    uint32_t number = message_plan(e, path, message);

    if (warning)
        vec_push(&e->d->run, e->messages->warning, number);
    return number;
}

void assert_plan(const Emitter *e)
{
    const Flat *f = e->f;

    for (uint32_t i = 0; i < vec_len(f->assert); i++)
        f->assert[i].number = plan_message(e, f->assert[i].path, f->assert[i].message, f->assert[i].level);
    for (uint32_t k = 0; k < vec_len(f->when); k++)
        for (uint32_t i = 0; i < vec_len(f->when[k].branch); i++)
            for (uint32_t q = 0; q < vec_len(f->when[k].branch[i].action); q++) {
                WhenAction *a = &f->when[k].branch[i].action[q];
                if (a->kind == W_ASSERT || a->kind == W_TERMINATE)
                    a->number = plan_message(e, f->when[k].path, a->message, a->level);
            }
}
