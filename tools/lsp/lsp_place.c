/* lsp_place.c - where in a text a position is, by the tokens before it.
 *
 * While somebody types, the text is wrong at this very place, so the parser's tree says little about it. The tokens up
 * to it say which classes are open, in which section, where the statement began, and which brackets are open. Cost:
 * linear in the text before the position.
 */
#include <ctype.h>
#include <string.h>
#include "lsp_place.h"

/* ---- tokens -------------------------------------------------------------------------------------------- */

Token *lexed(Dtc *d, Source *src, uint32_t from, uint32_t to, Token *last)
{
    Parser p = { .d = d, .src = src, .offset = from - src->base, .end = to - src->base };
    Token *list = NULL, t = { 0 };

    if (to > from && lex_open(&p)) {
        for (;;) {
            memset(&t, 0, sizeof t);
            t.kind = lex_token(&t, p.scanner);
            if (t.kind == YYEOF)
                break;
            if (t.kind != YYerror)
                vec_push(&d->run, list, t);
        }
        lex_close(&p);
    }
    if (last)
        *last = p.fatal ? t : (Token){ 0 };
    return list;
}

/* From `;` to `;`. */
bool statement_has(Ask *q, uint32_t at, const char *name, size_t n)
{
    const char *text = q->src->text;
    size_t from = at - q->src->base, to = from;

    while (from > 0 && text[from - 1] != ';')
        from--;
    while (to < q->src->size && text[to] != ';')
        to++;
    const Token *t = lexed(q->d, q->src, q->src->base + (uint32_t)from, q->src->base + (uint32_t)to, NULL);
    for (uint32_t i = 0; i < vec_len(t); i++)
        if (t[i].kind == IDENT && strlen(t[i].value.text) == n && strncmp(t[i].value.text, name, n) == 0)
            return true;
    return false;
}

static bool is_word(const Ask *q, const Token *t)
{
    return isalpha((unsigned char)q->src->text[t->span.pos - q->src->base]);
}

static bool is_name(const Token *t, const char *name) { return t->kind == IDENT && strcmp(t->value.text, name) == 0; }

static bool is_opener(int kind) { return kind == '(' || kind == '[' || kind == '{'; }
static bool is_closer(int kind) { return kind == ')' || kind == ']' || kind == '}'; }

/* ---- what is open -------------------------------------------------------------------------------------- */

static void part_begins(Place *p, SectionKind section, uint32_t next)
{
    if (vec_len(p->level))
        vec_last(p->level).section = section;
    p->first = next;
    vec_clear(p->open);
    vec_clear(p->block);
}

/* A class at token i: its name, and where its head ends; i itself: it is short, or no class. */
static uint32_t head_end(Dtc *d, Place *p, const Token *t, uint32_t n, uint32_t i, bool net)
{
    uint32_t k = i + 1;

    while (k < n && (is_class_word(t[k].kind) || t[k].kind == EXTENDS))
        k++;
    if (k >= n || t[k].kind != IDENT || (k + 1 < n && t[k + 1].kind == '='))
        return i;
    const char *name = t[k++].value.text;
    while (k < n && (t[k].kind == STRING || t[k].kind == '+'))
        k++;
    if (net && k < n && t[k].kind != INITIALLY && t[k].kind != END && t[k].kind != IDENT)
        return i;
    vec_push(&d->run, p->level, ((OpenClass){ name, t[i].kind, net ? IN_NET : IN_ELEMENTS, net }));
    return k - 1;
}

/* `end` at token i; the last token of it. */
static uint32_t end_of(Place *p, const Token *t, uint32_t n, uint32_t i)
{
    const int next = i + 1 < n ? t[i + 1].kind : 0;

    if (next == IF || next == FOR || next == WHEN || next == WHILE) {
        if (vec_len(p->block))
            (void)vec_pop(p->block);
        return i + 1;
    }
    if (next != IDENT || vec_len(p->open))
        return i;
    if (vec_len(p->level))
        (void)vec_pop(p->level);
    vec_clear(p->block);
    return i + 1;
}

static bool heads_block(int kind) { return kind == IF || kind == FOR || kind == WHEN || kind == WHILE; }

static bool is_flow(int kind) { return heads_block(kind) || kind == ELSEIF || kind == ELSEWHEN; }

static SectionKind section_of(int kind)
{
    return kind == EQUATION ? IN_EQUATIONS : kind == ALGORITHM ? IN_STATEMENTS : IN_ELEMENTS;
}

/* One token on; the index of the last that it took. */
static uint32_t step(Dtc *d, Place *p, const Token *t, uint32_t n, uint32_t i)
{
    const int kind = t[i].kind, head = p->first < i ? t[p->first].kind : 0;
    const bool net = is_name(&t[i], "automaton") || is_name(&t[i], "net");
    uint32_t last = i;

    if (kind == EQUATION || kind == ALGORITHM || kind == PUBLIC || kind == PROTECTED) {
        part_begins(p, section_of(kind), i + 1);
    } else if ((is_class_word(kind) && kind != PARTIAL && kind != ENCAPSULATED && !vec_len(p->open)) ||
               (net && p->first == i)) {
        last = head_end(d, p, t, n, i, net);
        if (last > i)
            p->first = last + 1;
    } else if (kind == END) {
        last = end_of(p, t, n, i);
    } else if (is_opener(kind)) {
        vec_push(&d->run, p->open, i);
    } else if (is_closer(kind)) {
        if (vec_len(p->open))
            (void)vec_pop(p->open);
    } else if (kind == ';' && !(vec_len(p->open) && t[vec_last(p->open)].kind == '[')) {
        p->first = i + 1;
        vec_clear(p->open);
    } else if (heads_block(kind) && p->first == i) {
        vec_push(&d->run, p->block, kind);
    } else if ((kind == THEN || kind == LOOP) && is_flow(head) && !vec_len(p->open)) {
        p->first = i + 1;
    } else if (kind == ELSE && p->first == i) {
        p->first = i + 1;
    }
    return last;
}

/* ---- a position ---------------------------------------------------------------------------------------- */

static bool in_line_comment(const Ask *q, uint32_t from, uint32_t at)
{
    const char *p = q->src->text + (from - q->src->base), *end = q->src->text + (at - q->src->base);

    for (const char *c = NULL; p < end && (c = memmem(p, (size_t)(end - p), "//", 2)) != NULL; p = c) {
        c += strcspn(c, "\n");
        if (c >= end)
            return true;
    }
    return false;
}

Place place_at(Ask *q, uint32_t at)
{
    Place p = { .typed = "", .word = { at, at } };
    Token cut;
    Token *t = p.token = lexed(q->d, q->src, q->src->base, at, &cut);
    uint32_t n = vec_len(t);

    p.in_string = cut.span.pos && q->src->text[cut.span.pos - q->src->base] == '"';
    p.in_comment =
        (cut.span.pos && !p.in_string) || in_line_comment(q, n ? t[n - 1].span.end : q->src->base, at);
    if (p.in_string)
        p.word.pos = cut.span.pos + 1;
    else if (n && t[n - 1].span.end == at && is_word(q, &t[n - 1]))
        p.word.pos = t[--n].span.pos;
    p.typed = intern(q->d, q->src->text + (p.word.pos - q->src->base), p.word.end - p.word.pos);
    vec_cut(p.token, n);
    for (uint32_t i = 0; i < n; i++)
        i = step(q->d, &p, t, n, i);
    return p;
}

Class *class_around(Ask *q, const Place *p)
{
    Class *c = q->into ? q->into : q->d->root;

    for (uint32_t i = 0; i < vec_len(p->level) && !p->level[i].net; i++) {
        const Element *e = own_element(q->d, c, p->level[i].name);
        if (!e || e->kind != EL_CLASS)
            break;
        c = e->cls;
    }
    return c;
}

Part *chain_before(Dtc *d, const Token *token, uint32_t end, uint32_t *begin)
{
    Part *back = NULL, *part = NULL;

    *begin = end;
    for (uint32_t i = end; i > 0;) {
        uint32_t k = i - 1;
        for (int depth = token[k].kind == ']'; depth && k > 0;)
            k--, depth += token[k].kind == ']' ? 1 : token[k].kind == '[' ? -1 : 0;
        k -= token[k].kind == '[' && k > 0;
        if (token[k].kind != IDENT)
            break;
        vec_push(&d->run, back, ((Part){ token[k].value.text, NULL, token[k].span }));
        *begin = k;
        if (k == 0 || token[k - 1].kind != '.')
            break;
        i = *begin = k - 1;
    }
    for (uint32_t i = vec_len(back); i-- > 0;)
        vec_push(&d->run, part, back[i]);
    return part;
}
