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

/* ---- texts --------------------------------------------------------------------------------------------- */

uint32_t message_add(Program *p, const char *text)
{
    vec_push(&p->d->run, p->messages->text, text);
    return vec_len(p->messages->text) - 1;
}

/* The different texts of nested OP_IF, in order; at: text -> its number plus 1. */
static void texts_of(Dtc *d, Ex x, Map *at, Map *seen, Ex **texts)
{
    if (map_get(seen, x))
        return;
    map_set(&d->pass, seen, x, 1);
    if (ex_op(d, x) == OP_IF) {
        texts_of(d, ex_arg(d, x, 1), at, seen, texts);
        texts_of(d, ex_arg(d, x, 2), at, seen, texts);
        return;
    }
    vec_push(&d->pass, *texts, x);
    map_set(&d->pass, at, x, vec_len(*texts));
}

/* The number of the text that x is. */
static Ex choice_of(Dtc *d, Ex x, const Map *at, Map *made)
{
    Ex chosen = (Ex)map_get(made, x);

    if (chosen)
        return chosen;
    chosen = ex_op(d, x) == OP_IF ? ex_if(d, ex_arg(d, x, 0), choice_of(d, ex_arg(d, x, 1), at, made),
                                          choice_of(d, ex_arg(d, x, 2), at, made))
                                  : ex_int(d, (int)map_get(at, x) - 1);
    map_set(&d->pass, made, x, chosen);
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
static uint32_t plan_text(Program *p, const char *path, Ex message)
{
    Dtc *d = p->d;
    const char *text = path && *path ? internf(d, "%s: ", path) : "";
    Ex *parts = text_parts(d, message);
    uint32_t number = vec_len(p->messages->text);

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
            vec_push(&d->run, p->messages->place,
                     ((ShownPlace){ .value = choice ? 0 : shown,
                                    .text = choice ? parts[i] : 0,
                                    .type = choice ? T_INT : ex_type(d, shown),
                                    .form = choice ? 0 : ex(d, parts[i])->payload,
                                    .message = number,
                                    .at = (uint32_t)strlen(text),
                                    .length = (uint32_t)strlen(place) }));
        text = internf(d, "%s%s", text, place);
    }
    return message_add(p, text);
}

/* The texts from which place i chooses become messages, unless they are. */
static void plan_choice(Program *p, uint32_t i)
{
    Dtc *d = p->d;
    Map at = { 0 }, seen = { 0 }, made = { 0 };
    Ex *texts = NULL, from = p->messages->place[i].text;

    texts_of(d, from, &at, &seen, &texts);
    p->messages->place[i].value = choice_of(d, from, &at, &made);
    p->messages->place[i].first = (uint32_t)map_get(&p->messages->choices, from);
    p->messages->place[i].texts = vec_len(texts);
    if (p->messages->place[i].first)
        return;
    p->messages->place[i].first = vec_len(p->messages->text);
    map_set(&d->run, &p->messages->choices, from, p->messages->place[i].first);
    for (uint32_t k = 0; k < vec_len(texts); k++)
        plan_text(p, NULL, texts[k]);
}

/* Its places are in the order of messages. */
uint32_t message_plan(Program *p, const char *path, Ex message)
{
    uint32_t first = vec_len(p->messages->place), number = plan_text(p, path, message);

    for (uint32_t i = first; i < vec_len(p->messages->place); i++)
        if (p->messages->place[i].text)
            plan_choice(p, i);
    return number;
}

/* Of an assertion or action; a warning is counted. */
static void plan_message(Program *p, const void *of, const char *path, Ex message, bool warning)
{
    uint32_t number = message_plan(p, path, message);

    map_set(&p->d->run, &p->messages->of, KEY(of), number);
    if (warning)
        vec_push(&p->d->run, p->messages->warning, number);
}

void assert_plan(const Equations *e, Program *p)
{
    const Flat *f = e->f;

    for (uint32_t i = 0; i < vec_len(f->assert); i++) {
        const Assert *a = &f->assert[i];
        plan_message(p, a, a->path, a->message, a->level);
    }
    for (uint32_t k = 0; k < vec_len(f->when); k++)
        for (uint32_t i = 0; i < vec_len(f->when[k].branch); i++)
            for (uint32_t q = 0; q < vec_len(f->when[k].branch[i].action); q++) {
                const WhenAction *a = &f->when[k].branch[i].action[q];
                if (a->kind == W_ASSERT || a->kind == W_TERMINATE)
                    plan_message(p, a, f->when[k].path, a->message, a->level);
            }
}
