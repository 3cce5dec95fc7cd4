/* token.c - the tokens that the grammar sees.
 *
 * Between flex and bison: merges what takes more than one token of lookahead (`end if`, `end Name`, `initial equation`,
 * `pure function`), recognises the words of a net, keeps the open brackets, and after a syntax error skips to
 * where the recovery goes on.
 *
 * `automaton` and `net` are words of the language only in `net IDENT [strings] place|initial|from|end`, which no text
 * of Modelica contains; `place` and `from` only at the start of an item there, `to` only behind the sources after
 * `from`. Elsewhere all are names. Linear; at most MAX_AHEAD raw tokens are held.
 */
#include <string.h>
#include "parse.h"
#include "gram.h"

enum { MAX_AHEAD = sizeof((Parser *)0)->ahead / sizeof(Token) };

int yylex(Value *value, Span *span, Parser *p);        /* bison's */

void token_again(Parser *p, Token t) { vec_push(&p->d->pass, p->again, t); }

bool is_class_word(int kind)
{
    switch (kind) {
    case CLASS:
    case MODEL:
    case BLOCK:
    case CONNECTOR:
    case RECORD:
    case PACKAGE:
    case TYPE:
    case FUNCTION:
    case OPERATOR:
    case EXPANDABLE:
    case PURE_FUNCTION:
    case IMPURE_FUNCTION:
    case PARTIAL:
    case ENCAPSULATED: return true;
    default: return false;
    }
}

bool is_section(int kind)
{
    return kind == EQUATION || kind == ALGORITHM || kind == INITIAL_EQUATION || kind == INITIAL_ALGORITHM ||
           kind == PUBLIC || kind == PROTECTED;
}

static bool is_end(int kind)
{
    return kind == END_NAME || kind == END_IF || kind == END_FOR || kind == END_WHEN || kind == END_WHILE;
}

/* ---- raw tokens ---------------------------------------------------------------------------------------- */

static Token *peek(Parser *p, uint32_t k)  /* the k-th that was not taken yet, from 0 */
{
    while (p->nahead <= k) {
        Token *t = &p->ahead[p->nahead++];
        memset(t, 0, sizeof *t);
        t->kind = lex_token(t, p->scanner);
    }
    return &p->ahead[k];
}

static Token take(Parser *p)
{
    Token t = *peek(p, 0);
    if (t.kind == YYEOF)
        return t; /* it stays */
    memmove(p->ahead, p->ahead + 1, sizeof(Token) * --p->nahead);
    return t;
}

static bool is_word(const Token *t, const char *text)
{
    return t->kind == IDENT && strcmp(t->value.text, text) == 0;
}

/* ---- merging ------------------------------------------------------------------------------------------- */

static void merge(Parser *p, Token *t, int kind)
{
    Token next = take(p);
    t->kind = kind;
    t->span.end = next.span.end;
    t->value = next.value;
}

static bool in_subscript(const Parser *p)
{
    for (uint32_t i = vec_len(p->bracket); i-- > 0;)
        if (p->bracket[i].c == '[')
            return true;
    return false;
}

/* `end` with what it closes; any other is a subscript; END itself fits nowhere. */
static void merge_end(Parser *p, Token *t)
{
    switch (peek(p, 0)->kind) {
    case IDENT: merge(p, t, END_NAME); return;
    case IF: merge(p, t, END_IF); return;
    case WHEN: merge(p, t, END_WHEN); return;
    case WHILE: merge(p, t, END_WHILE); return;
    case FOR:
        if (peek(p, 1)->kind != IDENT) {
            merge(p, t, END_FOR);
            return;
        }
        break; /* {x[end] for i ...} without brackets around: the `for` of a comprehension */
    default:
        if (!is_class_word(peek(p, 0)->kind))
            break;
        Span word = peek(p, 0)->span; /* no name, but meant as one */
        merge(p, t, END_NAME);
        t->value.text = intern(p->d, p->src->text + (word.pos - p->src->base), word.end - word.pos);
        return;
    }
    t->kind = in_subscript(p) ? END_HERE : END;
}

static bool begins_net(Parser *p, const Token *t)
{
    if ((!is_word(t, "automaton") && !is_word(t, "net")) || peek(p, 0)->kind != IDENT)
        return false;
    uint32_t k = 1;
    while (k + 1 < MAX_AHEAD && peek(p, k)->kind == STRING)
        k += peek(p, k + 1)->kind == '+' ? 2 : 1;
    if (k >= MAX_AHEAD)
        return true; /* a doc string of many pieces: longer than is worth looking through */
    const Token *first = peek(p, k);
    return first->kind == INITIALLY || first->kind == END || is_word(first, "place") ||
           is_word(first, "from");
}

/* `to` is the word behind the sources, and behind `from` where no name of a place can be meant: where it is not `to` or
 * `,` that follows. */
static bool ends_sources(Parser *p, const Token *t)
{
    if (!p->in_sources || !is_word(t, "to"))
        return false;
    if (p->last.kind != FROM)
        return p->last.kind == IDENT || p->last.kind == ')';
    return peek(p, 0)->kind != ',' && !is_word(peek(p, 0), "to");
}

static void net_word(Parser *p, Token *t)
{
    bool head = p->before.kind == AUTOMATON || p->before.kind == NET;
    bool item = p->last.kind == ';' || p->last.kind == STRING || (p->last.kind == IDENT && head);
    if (item && is_word(t, "place"))
        t->kind = PLACE;
    else if (item && is_word(t, "from"))
        t->kind = FROM;
    else if (ends_sources(p, t))
        t->kind = TO;
    if (t->kind == FROM)
        p->in_sources = true;
    else if (t->kind == TO || t->kind == ';' || t->kind == WHEN)
        p->in_sources = false;
}

/* Behind the word `annotation`: its brackets alone. */
static void pass_over_annotation(Parser *p, const Token *t)
{
    Span brackets;

    if (!outline_annotation(p, t->span.end - p->src->base, &brackets))
        return;
    p->nahead = 0;
    p->jump = brackets.end - p->src->base;
    token_again(p, (Token){ .kind = ')', .span = { brackets.end - 1, brackets.end } });
    token_again(p, (Token){ .kind = '(', .span = { brackets.pos, brackets.pos + 1 } });
}

static Token merged(Parser *p)
{
    if (vec_len(p->again))
        return vec_pop(p->again);
    Token t = take(p);
    if (t.kind == ANNOTATION && p->library && p->d->opt.plain)
        pass_over_annotation(p, &t);
    else if (t.kind == END)
        merge_end(p, &t);
    else if (t.kind == INITIALLY && peek(p, 0)->kind == EQUATION)
        merge(p, &t, INITIAL_EQUATION);
    else if (t.kind == INITIALLY && peek(p, 0)->kind == ALGORITHM)
        merge(p, &t, INITIAL_ALGORITHM);
    else if ((t.kind == PURE || t.kind == IMPURE) && peek(p, 0)->kind == FUNCTION)
        merge(p, &t, t.kind == PURE ? PURE_FUNCTION : IMPURE_FUNCTION);
    else if ((t.kind == PURE || t.kind == IMPURE) && peek(p, 0)->kind == OPERATOR)
        merge(p, &t, OPERATOR);
    else if (p->in_net)
        net_word(p, &t);
    else if (begins_net(p, &t)) {
        t.kind = is_word(&t, "net") ? NET : AUTOMATON;
        p->in_net = true;
    }
    if (is_end(t.kind))
        p->in_net = false;
    return t;
}

/* ---- brackets ------------------------------------------------------------------------------------------ */

static void track_brackets(Parser *p, Token *t)
{
    switch (t->kind) {
    case '(':
    case '[':
    case '{':
        if (vec_len(p->bracket) < MAX_NESTED) {
            vec_push(&p->d->pass, p->bracket, ((Bracket){ (char)t->kind, t->span }));
            return;
        }
        if (!p->fatal)
            error(p->d, t->span, NULL, "brackets are nested deeper than %d levels", MAX_NESTED);
        p->fatal = true;
        t->kind = YYEOF;
        return;
    case ')':
    case ']':
    case '}': p->closed = vec_len(p->bracket) ? vec_pop(p->bracket) : (Bracket){ 0, { 0, 0 } }; return;
    default:
        if (is_end(t->kind) || is_section(t->kind))
            vec_clear(p->bracket);
        return;
    }
}

/* ---- bodies that wait ---------------------------------------------------------------------------------- */

bool pass_over_body(Parser *p, bool no_lookahead)
{
    const Open *b = block_top(p);
    Span first = no_lookahead ? peek(p, 0)->span : p->last.span, end;
    bool inner = vec_len(p->block) > 2 && !b->cls->enclosing->object;
    if (!p->library || !inner || vec_len(p->again))
        return false;
    if (!outline_body(p, b->name, first.pos - p->src->base, &end))
        return false;
    b->cls->body = (Span){ first.pos, end.end };
    p->nahead = 0;
    p->jump = end.end - p->src->base;
    p->in_net = false;
    vec_clear(p->bracket);
    token_again(p, (Token){ .kind = END_NAME, .span = end, .value.text = b->name });
    return true;
}

/* ---- going on after an error --------------------------------------------------------------------------- */

static Token made_up(const Token *before, int kind)
{
    return (Token){ .kind = kind, .span = { before->span.pos, before->span.pos } };
}

/* Gives `sync`, which the recovery waits for, then t. */
static Token resume(Parser *p, int sync, Token t)
{
    vec_clear(p->bracket);
    token_again(p, t);
    return made_up(&t, sync);
}

/* At the top of a file only a class goes on. */
static Token skip_to_class(Parser *p)
{
    Token t = merged(p);
    while (t.kind != YYEOF && !is_class_word(t.kind))
        t = merged(p);
    return resume(p, ';', t);
}

/* Is this ';' one between the rows of a matrix? The text is wrong somewhere, so an open '[' alone does not say so. */
static bool between_rows(Parser *p)
{
    if (!vec_len(p->bracket) || vec_last(p->bracket).c != '[')
        return false;
    int next = peek(p, 0)->kind, then = peek(p, 1)->kind;
    return next == NUMBER || next == '-' || next == '+' || next == '(' || next == '[' || next == '{' ||
           (next == IDENT && (then == ',' || then == ';' || then == ']'));
}

/* Inside of a class, to ';' outside of square brackets, or before what ends a list; in the head of a block also to the
 * head's last word. */
static Token skip(Parser *p)
{
    bool header = block_top(p)->header, in_class_head = p->in_class_head;
    int last_word = block_top(p)->kind == OPEN_FOR || block_top(p)->kind == OPEN_WHILE ? LOOP : THEN;
    int sync = in_class_head ? SKIPPED : header ? last_word : ';';
    if (vec_len(p->block) == 1 && !in_class_head)
        return skip_to_class(p);
    for (;;) {
        Token t = merged(p);
        track_brackets(p, &t);
        if (t.kind == YYEOF || is_end(t.kind) || is_section(t.kind))
            return resume(p, sync, t);
        if (header && t.kind == last_word) {
            vec_clear(p->bracket);
            return t;
        }
        if (t.kind != ';' || between_rows(p))
            continue;
        vec_clear(p->bracket);
        if (in_class_head)
            return resume(p, SKIPPED, t);
        t.kind = sync; /* the ';' itself, or in its place the word that ends the head */
        return t;
    }
}

int yylex(Value *value, Span *span, Parser *p)
{
    Token t = p->skipping ? skip(p) : merged(p);
    p->skipping = false;
    if (p->fatal)
        t.kind = YYEOF;
    track_brackets(p, &t);
    if (t.kind == '=' && p->in_class_head && vec_len(p->bracket) == 0)
        p->short_class = true;
    if (t.kind == YYerror)
        p->skipping = true;
    if (is_section(t.kind))
        p->algorithm = t.kind == ALGORITHM || t.kind == INITIAL_ALGORITHM;
    p->before = p->last;
    p->last = t;
    *value = t.value;
    *span = t.span;
    return t.kind;
}
