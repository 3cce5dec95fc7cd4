/* cost_text.c - tokens of the C that dtc writes.
 *
 * Comments are left out, but for the bound of a loop, "at most 5 rounds", which stays with the next token. So are lines
 * of the preprocessor, and what is between #if or #ifdef and #endif (other languages and compilers). Cost: linear. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "cost.h"

static const char *line_end(const char *s)
{
    while (*s && *s != '\n')
        s++;
    return s;
}

/* From # to the end of its line; of a condition to that of its #endif. */
static const char *skip_directive(const char *s)
{
    if (strncmp(s, "#if", 3) == 0 && strncmp(s, "#ifndef", 7) != 0) {
        const char *end = strstr(s, "#endif");
        return end ? line_end(end) : s + strlen(s);
    }
    return line_end(s);
}

static const char *skip_comment(const char *s, long *rounds)
{
    static const char most[] = "at most ";
    const char *end = strstr(s + 2, "*/");

    if (!end)
        return s + strlen(s);
    for (const char *p = s; p + sizeof most <= end; p++)
        if (*p == 'a' && strncmp(p, most, sizeof most - 1) == 0) {
            char *after;
            long n = strtol(p + sizeof most - 1, &after, 10);
            if (n > 0 && strncmp(after, " rounds", 7) == 0)
                *rounds = n;
        }
    return end + 2;
}

static const char *skip_string(const char *s)
{
    char quote = *s++;

    while (*s && *s != quote)
        s += *s == '\\' && s[1] ? 2 : 1;
    return *s ? s + 1 : s;
}

static const char *word_end(const char *s)
{
    while (isalnum((unsigned char)*s) || *s == '_')
        s++;
    return s;
}

static const char *number_end(const char *s)
{
    while (isalnum((unsigned char)*s) || *s == '.' || ((*s == '+' || *s == '-') && (s[-1] == 'e' || s[-1] == 'E')))
        s++;
    return s;
}

static const char *punct_end(const char *s, uint32_t *punct)
{
    static const char *const two[] = { "->", "++", "--", "<=", ">=", "==", "!=", "&&",
                                       "||", "+=", "-=", "*=", "/=", "|=", "&=" };

    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        if (s[0] == two[i][0] && s[1] == two[i][1]) {
            *punct = P2(s[0], s[1]);
            return s + 2;
        }
    *punct = (unsigned char)*s;
    return s + 1;
}

static Token next_token(C *c, const char **s)
{
    Token t = { 0 };
    const char *from = *s;

    if (isalpha((unsigned char)*from) || *from == '_') {
        *s = word_end(from);
        t.name = intern(c->d, from, (size_t)(*s - from));
    } else if (isdigit((unsigned char)*from)) {
        *s = number_end(from);
        t.number = intern(c->d, from, (size_t)(*s - from));
    } else if (*from == '"' || *from == '\'') {
        *s = skip_string(from);
        t.number = "0";
    } else {
        *s = punct_end(from, &t.punct);
    }
    return t;
}

void read_tokens(C *c, const char *s)
{
    long rounds = 0;

    while (*s) {
        if (isspace((unsigned char)*s)) {
            s++;
        } else if (*s == '#') {
            s = skip_directive(s);
        } else if (s[0] == '/' && s[1] == '*') {
            s = skip_comment(s, &rounds);
        } else {
            Token t = next_token(c, &s);
            t.rounds = rounds;
            rounds = 0;
            vec_push(&c->d->pass, c->token, t);
        }
    }
}

bool next_is(const C *c, uint32_t punct) { return c->token[c->at].punct == punct; }

bool next_name(const C *c, const char *name)
{
    const char *is = c->token[c->at].name;
    return is && strcmp(is, name) == 0;
}

bool take(C *c, uint32_t punct)
{
    bool is = next_is(c, punct);
    c->at += is;
    return is;
}

bool take_name(C *c, const char *name)
{
    bool is = next_name(c, name);
    c->at += is;
    return is;
}

void skip_group(C *c)
{
    uint32_t depth = 0, end = vec_len(c->token) - 1;

    do {
        uint32_t p = c->token[c->at].punct;
        depth += p == '(' || p == '[' || p == '{';
        depth -= p == ')' || p == ']' || p == '}';
        c->at++;
    } while (depth > 0 && c->at < end);
}
