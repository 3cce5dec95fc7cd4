/* habit.c - what other languages, spreadsheets and units of measurement make of a line, and what is written instead.
 *
 * The parser has met a token that does not fit; its surroundings in the text say what was meant: 0,5 and 500 ms, x += 1
 * and x++. Cost: constant.
 */
#include <ctype.h>
#include <string.h>
#include "parse.h"
#include "gram.h"

/* In SI units: factor*x, or by a function of Modelica.Units.Conversions. */
typedef struct { const char *unit; double factor; const char *function; } Unit;

static const Unit units[] = {
    { "s", 1, NULL },         { "ms", 1e-3, NULL },      { "us", 1e-6, NULL },      { "min", 60, NULL },
    { "h", 3600, NULL },      { "Hz", 1, NULL },         { "kHz", 1e3, NULL },      { "rpm", 0, "from_rpm" },
    { "1/min", 0, "from_rpm" }, { "rev/min", 0, "from_rpm" }, { "r/min", 0, "from_rpm" }, { "rad/s", 1, NULL },
    { "rad", 1, NULL },       { "deg", 0, "from_deg" },  { "m", 1, NULL },          { "mm", 1e-3, NULL },
    { "cm", 1e-2, NULL },     { "km", 1e3, NULL },       { "m/s", 1, NULL },        { "km/h", 0, "from_kmh" },
    { "kmh", 0, "from_kmh" }, { "kg", 1, NULL },         { "g", 1e-3, NULL },       { "t", 1e3, NULL },
    { "N", 1, NULL },         { "kN", 1e3, NULL },       { "Nm", 1, NULL },         { "N.m", 1, NULL },
    { "kNm", 1e3, NULL },     { "W", 1, NULL },          { "kW", 1e3, NULL },       { "J", 1, NULL },
    { "kJ", 1e3, NULL },      { "Pa", 1, NULL },         { "kPa", 1e3, NULL },      { "MPa", 1e6, NULL },
    { "bar", 0, "from_bar" }, { "K", 1, NULL },          { "degC", 0, "from_degC" }, { "%", 1e-2, NULL },
};

static const char *text_at(const Parser *p, uint32_t pos) { return p->src->text + (pos - p->src->base); }

static bool adjacent(const Parser *p, const Token *t) { return p->before.span.end == t->span.pos; }

/* 500 ms: a number, and a unit behind it. */
static const char *unit_behind(Parser *p, const Token *t)
{
    const char *text = text_at(p, t->span.pos);
    const size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1./%");

    for (size_t i = 0; p->before.kind == NUMBER && i < sizeof units / sizeof *units; i++) {
        const Unit *u = &units[i];
        const int digits = (int)(p->before.span.end - p->before.span.pos);
        const char *number = text_at(p, p->before.span.pos);
        if (strlen(u->unit) != n || strncmp(u->unit, text, n) != 0)
            continue;
        const char *write =
            u->function ? internf(p->d, "Modelica.Units.Conversions.%s(%.*s)", u->function, digits, number)
                        : internf(p->d, "%.10g", u->factor * p->before.value.number.num);
        return internf(p->d, "no unit stands behind a number, values are in SI units: %.*s %s is written %s",
                       digits, number, u->unit, write);
    }
    return NULL;
}

/* 0,5: the comma and the number behind it, of which the parser took the one or the other for wrong. */
static const char *decimal_comma(Parser *p, const Token *t)
{
    const Token *comma = t->kind == ',' ? t : &p->before;
    if (comma->kind != ',' || comma->span.pos == p->src->base || (t->kind != ',' && t->kind != NUMBER))
        return NULL;
    const char *at = text_at(p, comma->span.pos), *left = at;

    while (left > p->src->text && (isdigit((unsigned char)left[-1])))
        left--;
    const size_t right = strspn(at + 1, "0123456789");
    if (left == at || right == 0 ||
        (left > p->src->text && (isalnum((unsigned char)left[-1]) || left[-1] == '_')))
        return NULL;
    return internf(p->d, "a number has a decimal point: %.*s.%.*s instead of %.*s", (int)(at - left), left,
                   (int)right, at + 1, (int)(at - left + 1 + (long)right), left);
}

static bool is_increment(const char *text)
{
    bool twice = text[0] == text[1] && strchr("+-", text[0]) && text[2 + strspn(text + 2, " \t")] == ';';

    return text[0] && strchr("+-*/", text[0]) && (text[1] == '=' || twice);
}

/* x += 1, x++: the parser stopped at the first sign or the second. */
static const char *increment(Parser *p, const Token *t)
{
    const char *text = text_at(p, t->span.pos);

    if (text > p->src->text && adjacent(p, t) && is_increment(text - 1))
        text--;
    if (!is_increment(text))
        return NULL;
    return internf(p->d,
                   "there is no operator '%.2s': a statement is x := x %c ..., an equation says what holds, "
                   "der(x) = ...",
                   text, *text);
}

/* s(2): a value in brackets behind the name of a component or of a member. */
const char *value_in_brackets(Parser *p, const Token *t)
{
    if (t->kind != NUMBER || p->before.kind != '(')
        return NULL;
    const int n = (int)(t->span.end - t->span.pos);
    return internf(p->d,
                   "brackets hold modifications, name = value: a value itself stands behind '=', x = %.*s, "
                   "that of the start in x(start = %.*s)",
                   n, text_at(p, t->span.pos), n, text_at(p, t->span.pos));
}

/* 2nd: a name that begins with a digit. */
const char *digit_first(Parser *p, const Token *t)
{
    const char *text = text_at(p, t->span.pos);
    const size_t digits = t->span.end - t->span.pos, n = strcspn(text, " \t\r\n;,=()[]{}.+-*/\"");

    if (t->kind != NUMBER || n <= digits)
        return NULL;
    return internf(p->d, "a name begins with a letter or an underscore, not as %.*s does",
                   n > 40 ? 40 : (int)n, text);
}

Span else_if(const Parser *p, Span from, Span to)
{
    for (uint32_t at = from.end; at + 7 < to.pos; at++) {
        const char *text = text_at(p, at);
        const size_t blanks = strspn(text + 4, " \t");
        if (strncmp(text, "else", 4) == 0 && blanks > 0 && strncmp(text + 4 + blanks, "if", 2) == 0 &&
            strchr(" \t\n(", text[6 + blanks]) && isspace((unsigned char)text[-1]))
            return (Span){ at, at + 6 + (uint32_t)blanks };
    }
    return (Span){ 0, 0 };
}

const char *habit(Parser *p, const Token *t)
{
    const char *text = decimal_comma(p, t);

    text = text ? text : increment(p, t);
    return text ? text : unit_behind(p, t);
}
