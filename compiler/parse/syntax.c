/* syntax.c - files to class trees: open blocks, the wording of syntax errors, and how to go on after one.
 *
 * A syntax error is one message; then the parser is brought to a point from which the rest makes sense, by giving it
 * tokens that are missing (';', `end if`) or by skipping (token.c). What to give follows from the stack of open blocks:
 * an `end x` that does not fit the innermost block but one further out closes what lies between.
 */
#include <errno.h>
#include <string.h>
#include "parse.h"
#include "gram.h"

/* ---- open blocks --------------------------------------------------------------------------------------- */

void block_open(Parser *p, OpenKind kind, Word w)
{
    Class *cls = block_top(p)->cls;
    vec_push(&p->d->pass, p->block,
             ((Open){ .kind = kind,
                      .span = w.span,
                      .name = w.name,
                      .cls = cls,
                      .header = kind > OPEN_NET,
                      .errors = p->d->errors }));
}

void block_close(Parser *p)
{
    if (vec_len(p->block) > 1)
        (void)vec_pop(p->block);
}

/* "if", "model M". */
static const char *open_text(Dtc *d, const Open *b)
{
    if (b->kind == OPEN_CLASS && b->name)
        return internf(d, "%s %s", class_kind_text(b->cls->kind), b->name);
    if (b->kind == OPEN_AUTOMATON)
        return internf(d, "automaton %s", b->name);
    if (b->kind == OPEN_NET)
        return internf(d, "net %s", b->name);
    return b->kind == OPEN_CLASS ? class_kind_text(b->cls->kind) : b->name;
}

/* What closes the block: `end if`, `end M`. */
static const char *end_text(Dtc *d, const Open *b) { return b->name ? internf(d, "end %s", b->name) : "end"; }

static int end_kind(const Open *b)
{
    switch (b->kind) {
    case OPEN_IF: return END_IF;
    case OPEN_FOR: return END_FOR;
    case OPEN_WHEN: return END_WHEN;
    case OPEN_WHILE: return END_WHILE;
    case OPEN_FILE:
    case OPEN_CLASS:
    case OPEN_AUTOMATON:
    case OPEN_NET: break;
    }
    return END_NAME;
}

static Token made_up(Span at, int kind) { return (Token){ .kind = kind, .span = { at.pos, at.pos } }; }

static Token made_up_end(Span at, const Open *b)
{
    Token t = made_up(at, end_kind(b));
    t.value.text = b->name;
    return t;
}

/* Innermost open block that this token closes, 0 if there is none. */
static uint32_t closed_by(const Parser *p, const Token *t)
{
    uint32_t i = vec_len(p->block), nearest = 0;
    while (--i > 0) {
        const Open *b = &p->block[i];
        if (end_kind(b) != t->kind)
            continue;
        if (t->kind != END_NAME || b->name == t->value.text)
            return i;
        if (!nearest)
            nearest = i;
    }
    return nearest;
}

/* Gives what is missing to close the blocks above number i, then t. The recovery takes the first ';'. */
static void close_down_to(Parser *p, uint32_t i, Token t)
{
    token_again(p, t);
    for (uint32_t k = i + 1; k < vec_len(p->block); k++) {
        token_again(p, made_up(t.span, ';'));
        token_again(p, made_up_end(t.span, &p->block[k]));
    }
    token_again(p, made_up(t.span, ';'));
}

/* At `end name` of the innermost class or net: does the name fit it, or the class around it? */
void block_end(Parser *p, const char *name, Span at, bool no_lookahead)
{
    const Open b = *block_top(p);
    if (b.kind == OPEN_CLASS)
        build_class_end(p, at);
    block_close(p);
    if (!b.name || b.name == name)
        return;
    uint32_t outer = closed_by(p, &(Token){ .kind = END_NAME, .value.text = name });
    bool missing = outer && p->block[outer].name == name;
    if (missing)
        error(p->d, at, NULL, "'end %s' closes '%s', but '%s' is still open: '%s;' is missing before it",
              name, open_text(p->d, &p->block[outer]), open_text(p->d, &b), end_text(p->d, &b));
    else
        error(p->d, at, NULL, "'end %s' does not fit '%s'", name, open_text(p->d, &b));
    note(p->d, b.span, NULL, "'%s' begins here", open_text(p->d, &b));
    if (!missing)
        return;
    Token end = { .kind = END_NAME, .span = at, .value.text = name };
    if (no_lookahead) {
        token_again(p, end);
        token_again(p, made_up(at, ';'));
    } else {
        token_again(p, made_up(at, ';'));
        token_again(p, end);
    }
}

/* ---- wording ------------------------------------------------------------------------------------------- */

static uint32_t line_of(Dtc *d, uint32_t pos)
{
    const char *file;
    uint32_t line, col;
    source_where(d, (Span){ pos, pos }, &file, &line, &col);
    return line;
}

static const char *token_text(Parser *p, const Token *t)
{
    if (t->kind == YYEOF)
        return p->alone ? "the end" : "the end of the file";
    const char *s = p->src->text + (t->span.pos - p->src->base);
    uint32_t n = t->span.end - t->span.pos, shown = n > 30 ? 30 : n;
    if (memchr(s, '\n', shown))
        shown = (uint32_t)((const char *)memchr(s, '\n', shown) - s);
    if (t->kind == STRING)
        return shown < n ? internf(p->d, "the string %.*s...\"", (int)shown, s)
                         : internf(p->d, "the string %.*s", (int)n, s);
    return internf(p->d, "'%.*s%s'", (int)shown, s, shown < n ? "..." : "");
}

/* "a, b or c"; NULL if there are too many to be of use. */
static const char *alternatives(Parser *p, const Expected *e)
{
    enum { MOST = 5 };
    uint32_t n = vec_len(e->token);
    if (e->expression)
        return "an expression";
    if (n > MOST)
        return e->name ? "a name" : NULL;
    const char *text = e->operation ? "an operator" : NULL;
    for (uint32_t i = 0; i < n; i++)
        text = text ? internf(p->d, "%s%s%s", text, i + 1 == n ? " or " : ", ", e->token[i]) : e->token[i];
    return text;
}

static bool is_reserved(Parser *p, const Token *t)
{
    uint32_t n = t->span.end - t->span.pos;
    return t->kind != IDENT && n && n < 20 &&
           is_keyword(internf(p->d, "%.*s", (int)n, p->src->text + (t->span.pos - p->src->base)));
}

static bool is_operator(int kind)
{
    return kind == '+' || kind == '-' || kind == '*' || kind == RELATION || kind == ADD_ELEMENTS ||
           kind == MUL_ELEMENTS || kind == DIVIDE || kind == POWER;
}

static bool is_end(int kind)
{
    return kind == END_NAME || kind == END_IF || kind == END_FOR || kind == END_WHEN || kind == END_WHILE;
}

static bool begins_equation(int kind)
{
    return kind == CONNECT || kind == IF || kind == FOR || kind == WHEN || kind == WHILE || kind == DER ||
           kind == '(' || kind == RETURN || kind == BREAK;
}

static char closer(char open) { return open == '(' ? ')' : open == '[' ? ']' : '}'; }

/* A bracket that is not closed, or closed by another kind, or closes nothing. token.c took a closing one off the stack.
 */
static bool bracket_error(Parser *p, const Token *t, const Expected *e)
{
    if (t->kind == ')' || t->kind == ']' || t->kind == '}') {
        const Bracket b = p->closed;
        if (b.c && closer(b.c) == t->kind)
            return false;
        if (!b.c)
            error(p->d, t->span, NULL, "'%c' closes nothing", t->kind);
        else
            error(p->d, t->span, NULL, "'%c' does not close '%c'", t->kind, b.c);
        if (b.c)
            note(p->d, b.span, NULL, "'%c' is here", b.c);
        return true;
    }
    if (!vec_len(p->bracket) || !e->closer || (t->kind != ';' && !is_end(t->kind) && !is_section(t->kind)))
        return false;
    const Bracket b = vec_last(p->bracket);
    error(p->d, t->span, NULL, "'%c' is missing before %s", closer(b.c), token_text(p, t));
    note(p->d, b.span, NULL, "it closes this '%c'", b.c);
    return true;
}

/* Of an element, equation or statement. */
static bool at_start(const Parser *p)
{
    int k = p->before.kind;
    return k == ';' || is_section(k) || k == THEN || k == LOOP || k == ELSE;
}

static bool misses_section(const Parser *p, const Token *t, const Expected *e)
{
    return begins_equation(t->kind) && e->element && at_start(p);
}

/* One mistake at many places is said at the first: a word of the language as a name, by its kind; a section that is
 * missing, by its class. */
static bool first_time(Parser *p, uint64_t key)
{
    bool first = map_get(&p->told, key) == 0;
    if (!first)
        block_top(p)->errors = UINT32_MAX; /* one more that is not said */
    map_set(&p->d->pass, &p->told, key, 1);
    return first;
}

/* Mistakes that have a name. */
static const char *hint(Parser *p, const Token *t, const Expected *e)
{
    bool first = at_start(p);
    const char *other = habit(p, t);
    if (other)
        return other;
    if (e->name && !e->expression)
        other = value_in_brackets(p, t);
    if (!other && e->name && !e->expression)
        other = digit_first(p, t);
    if (other)
        return other;
    if ((t->kind == '+' || t->kind == '-') && is_operator(p->before.kind))
        return "a signed operand needs parentheses: a*(-b)";
    if (t->kind == RELATION && e->operation)
        return "comparisons cannot be chained: join them with 'and'";
    if (t->kind == RELATION && !e->expression && p->before.kind == IDENT &&
        strcmp(token_text(p, t), "'=='") == 0)
        return "'==' compares two values: a value is given by '='";
    if (t->kind == POWER && e->operation)
        return "powers cannot be chained: use parentheses";
    if (t->kind == ';' && p->in_class_head && !p->short_class && p->before.kind == IDENT)
        return "no ';' stands after the name of a class";
    if (t->kind == END && !first)
        return "'end' as an expression stands in subscripts only";
    if (t->kind == END)
        return internf(p->d, "'end' needs the name of what it closes: '%s;'", end_text(p->d, block_top(p)));
    if (t->kind == CONNECT && !e->element && first)
        return "'connect' stands in equation sections only";
    if ((t->kind == IMPORT || t->kind == EXTENDS || t->kind == AUTOMATON || t->kind == NET) &&
        e->expression && first)
        return "a declaration cannot stand here: it belongs before 'equation' and 'algorithm', or after "
               "'public' or 'protected'";
    if (misses_section(p, t, e))
        return "an equation cannot stand among declarations: 'equation' or 'algorithm' is missing before it";
    if ((t->kind == '=' || t->kind == ASSIGN) && e->name && !e->expression && p->before.kind == IDENT)
        return "a declaration is 'Type name'; equations stand after 'equation', statements after 'algorithm'";
    return NULL;
}

/* `equations`, `Equation`, taken for a type, and an equation behind it. */
static bool misspelt_section(Parser *p, const Token *t, const Expected *e)
{
    static const char *const section[] = { "equation", "algorithm" };
    const char *near = NULL;

    if (p->before.kind == IDENT && e->name && !e->expression && begins_equation(t->kind))
        near = suggest(p->d, p->before.value.text, section, sizeof section / sizeof *section);
    if (near && first_time(p, KEY(block_top(p)->cls)))
        error(p->d, p->before.span, NULL, "%s begins no section: did you mean '%s'?",
              token_text(p, &p->before), near);
    return near != NULL;
}

static void say(Parser *p, const Token *t, const Expected *e)
{
    if (bracket_error(p, t, e) || misspelt_section(p, t, e))
        return;
    if (misses_section(p, t, e) && !first_time(p, KEY(block_top(p)->cls)))
        return;
    const char *text = hint(p, t, e);
    if (text) {
        error(p->d, t->span, NULL, "%s", text);
        return;
    }
    if (is_reserved(p, t) && e->name && !e->element && !e->expression && !e->operation) {
        if (first_time(p, (uint64_t)t->kind))
            error(p->d, t->span, NULL, "%s is a reserved word and cannot be a name", token_text(p, t));
        return;
    }
    const char *wanted = alternatives(p, e);
    bool follows = p->before.span.end > p->before.span.pos && p->before.kind != ';';
    const char *after = follows ? internf(p->d, " after %s", token_text(p, &p->before)) : "";
    if (wanted)
        error(p->d, t->span, NULL, "%s does not fit%s: expected %s", token_text(p, t), after, wanted);
    else
        error(p->d, t->span, NULL, "%s does not fit%s", token_text(p, t), after[0] ? after : " here");
}

/* At the end of the last token. */
static void say_semicolon(Parser *p)
{
    Span at = { p->before.span.end, p->before.span.end };
    error(p->d, at, NULL, "';' is missing after %s", token_text(p, &p->before));
}

static void say_end_of_file(Parser *p)
{
    const Open *b = block_top(p);
    p->fatal = true;
    if (b->kind == OPEN_FILE) {
        error(p->d, p->last.span, NULL, "the file ends in the middle of a class");
        return;
    }
    error(p->d, p->last.span, NULL, "the file ends inside of '%s': '%s;' is missing", open_text(p->d, b),
          end_text(p->d, b));
    note(p->d, b->span, NULL, "'%s' begins here", open_text(p->d, b));
}

/* ---- syntax errors, by where the parser is ------------------------------------------------------------- */

static void skip_from(Parser *p, Token t)
{
    token_again(p, t);
    p->skipping = true;
}

static void in_class_head(Parser *p, Token t, const Expected *e)
{
    say(p, &t, e);
    if (p->short_class) {
        skip_from(p, t);
        return;
    }
    if (t.kind != ';' && !is_class_word(t.kind))
        token_again(p, t);
    token_again(p, made_up(t.span, BODY));
}

static void in_header(Parser *p, Token t, const Expected *e)
{
    OpenKind kind = block_top(p)->kind;
    say(p, &t, e);
    if (t.kind != (kind == OPEN_FOR || kind == OPEN_WHILE ? LOOP : THEN))
        skip_from(p, t);
}

static void in_file(Parser *p, Token t, const Expected *e)
{
    static const char *const words[] = { "model", "package", "block",   "connector",    "record", "function",
                                         "type",  "class",   "partial", "encapsulated", "within" };
    bool first = !p->stray;
    p->stray = true;
    if (e->semicolon && (is_class_word(t.kind) || t.kind == FINAL)) {
        say_semicolon(p);
        p->stray = false;
        token_again(p, t);
        token_again(p, made_up(t.span, ';'));
        return;
    }
    const char *near =
        t.kind == IDENT ? suggest(p->d, t.value.text, words, sizeof words / sizeof *words) : NULL;
    if (first && is_end(t.kind))
        error(p->d, t.span, NULL, "%s closes nothing: no class is open", token_text(p, &t));
    else if (first && near)
        error(p->d, t.span, NULL, "%s cannot begin a class: did you mean '%s'?", token_text(p, &t), near);
    else if (first && e->semicolon)
        say(p, &t, e);
    else if (first)
        error(p->d, t.span, NULL, "%s cannot stand outside of a class%s", token_text(p, &t),
              t.kind == IMPORT
                  ? ": write it in the model or package that uses these names, before its components"
                  : "");
    skip_from(p, t);
}

/* `end` of something, or a new section, where the list goes on or a block around it ends. */
static void at_end_of_list(Parser *p, Token t, const Expected *e)
{
    uint32_t top = vec_len(p->block) - 1, i = top;
    if (is_end(t.kind))
        i = closed_by(p, &t);
    else
        while (i > 0 && p->block[i].kind != OPEN_CLASS)
            i--;
    if (i == 0) {
        error(p->d, t.span, NULL, "%s closes nothing", token_text(p, &t));
        p->skipping = true;
        return;
    }
    if (i < top) {
        const Open *b = block_top(p);
        error(p->d, t.span, NULL, "'%s;' is missing before %s", end_text(p->d, b), token_text(p, &t));
        note(p->d, b->span, NULL, "'%s' begins here", open_text(p->d, b));
        const Span twice = b->kind == OPEN_IF ? else_if(p, b->span, t.span) : (Span){ 0, 0 };
        if (twice.end)
            note(p->d, twice, NULL,
                 "'else if' begins an 'if' of its own, with an end of its own: write 'elseif'");
    } else if (e->semicolon && !vec_len(p->bracket))
        say_semicolon(p);
    else
        say(p, &t, e);
    close_down_to(p, i, t);
}

static void in_list(Parser *p, Token t, const Expected *e)
{
    bool same_line = line_of(p->d, p->before.span.end) == line_of(p->d, t.span.pos);
    if (is_section(t.kind) && same_line && e->name && !e->element && !e->expression) {
        say(p, &t, e); /* used as a name */
        p->skipping = true;
    } else if (is_end(t.kind) || is_section(t.kind)) {
        at_end_of_list(p, t, e);
    } else if (t.kind == END && at_start(p)) {
        say(p, &t, e); /* a bare `end` closes what is open */
        token_again(p, made_up_end(t.span, block_top(p)));
        token_again(p, made_up(t.span, ';'));
    } else if (t.kind == ';') {
        say(p, &t, e); /* the recovery takes it */
    } else if (e->semicolon && !vec_len(p->bracket) && !same_line) {
        say_semicolon(p);
        token_again(p, t);
        token_again(p, made_up(t.span, ';'));
    } else {
        say(p, &t, e);
        skip_from(p, t);
    }
}

void nested_too_deeply(Parser *p, Span at)
{
    if (!p->fatal)
        error(p->d, at, NULL, "this is nested too deeply: split it");
    p->fatal = true;
}

void syntax_error(Parser *p, const Expected *e)
{
    enum { PATIENCE = 2 }; /* errors at one place, lest the recovery goes in circles */
    Token t = p->last;
    if (p->fatal)
        return;
    p->tries = t.span.pos == p->tried ? p->tries + 1 : 0;
    p->tried = t.span.pos;
    p->fatal = p->tries >= PATIENCE;
    if (p->fatal)
        return;
    if (p->alone) {
        say(p, &t, e);
        p->fatal = true;
    } else if (t.kind == YYEOF)
        say_end_of_file(p);
    else if (p->in_class_head)
        in_class_head(p, t, e);
    else if (block_top(p)->header)
        in_header(p, t, e);
    else if (vec_len(p->block) == 1)
        in_file(p, t, e);
    else
        in_list(p, t, e);
    if (!p->skipping)
        vec_clear(p->bracket);
}

/* ---- files --------------------------------------------------------------------------------------------- */

int yyparse(struct Parser *p);

bool parse_source(Dtc *d, Source *src, Class *into, bool library)
{
    uint32_t errors = d->errors, classes = vec_len(into->element);
    const char *zero = memchr(src->text, 0, src->size);
    if (zero) {
        uint32_t at = src->base + (uint32_t)(zero - src->text);
        error(d, ((Span){ at, at + 1 }), NULL, "this is a binary file, not the text of a model");
        return false;
    }
    Parser p = { .d = d, .src = src, .library = library };
    vec_push(&d->pass, p.block, ((Open){ .kind = OPEN_FILE, .cls = into }));
    for (uint32_t i = 0; i < classes; i++) {
        const Element *e = into->element[i];
        if (e->span.pos)
            map_set(&d->pass, &p.block[0].names, KEY(e->name), KEY(&e->span));
    }
    if (!lex_open(&p)) {
        error(d, ((Span){ src->base, src->base }), NULL, "out of memory");
        return false;
    }
    yyparse(&p);
    lex_close(&p);
    if (d->errors == errors && vec_len(into->element) == classes)
        error(d, ((Span){ src->base, src->base }), NULL, "there is no model in this file");
    return d->errors == errors;
}

Expr *parse_expression(Dtc *d, Source *src, uint32_t from)
{
    uint32_t errors = d->errors;
    Parser p = { .d = d, .src = src, .offset = from, .alone = true };
    vec_push(&d->pass, p.block, ((Open){ .kind = OPEN_FILE, .cls = d->root }));
    if (!lex_open(&p)) {
        error(d, ((Span){ src->base, src->base }), NULL, "out of memory");
        return NULL;
    }
    token_again(&p, made_up((Span){ src->base + from, src->base + from }, ALONE));
    yyparse(&p);
    lex_close(&p);
    return d->errors == errors ? p.expression : NULL;
}

void parse_body(Dtc *d, Class *c)
{
    Source *src = source_of(d, c->body);
    Parser p = {
        .d = d, .src = src, .offset = c->body.pos - src->base, .end = c->body.end - src->base, .library = true
    };
    Token begin = made_up((Span){ c->body.pos, c->body.pos }, BODY);
    c->body = (Span){ 0, 0 };
    vec_push(&d->pass, p.block, ((Open){ .kind = OPEN_FILE, .cls = c->enclosing }));
    block_open(&p, OPEN_CLASS, (Word){ c->name, c->span });
    block_top(&p)->cls = c;
    if (!lex_open(&p)) {
        error(d, c->span, NULL, "out of memory");
        return;
    }
    token_again(&p, begin);
    yyparse(&p);
    lex_close(&p);
}

bool parse_file(Dtc *d, const char *filename, Class *into, bool library)
{
    Source *src = source_load(d, filename);
    if (src)
        return parse_source(d, src, into, library);
    error(d, ((Span){ 0, 0 }), NULL, "cannot read %s: %s", filename, strerror(errno));
    return false;
}
