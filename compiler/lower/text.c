/* text.c - String(x), the text of a value, and its forms: significantDigits, minimumLength, leftJustified, or format.
 *
 * A form is one conversion of printf without its %, as the argument format is (Modelica 3.6, 3.7.2): "6.3f". The other
 * arguments are brought to it: "-10.3g" of a Real, "-10d" of an Integer, "-10s" of a Boolean or an enumeration. Text of
 * what is known while compiling is made here; other text is an OP_STRING, and the form goes into the table of messages.
 */
#include <string.h>
#include "lower.h"

typedef struct { const Expr *digits, *length, *left, *format; } Form;

enum { LONGEST = 1000, FINEST = 300 };                       /* characters of a text, digits after its dot */

/* ---- the text ------------------------------------------------------------------------------------------ */

/* The form that String(x) has. */
static const char *plain_form(TypeKind type) { return type == T_BOOL ? "s" : type == T_INT ? "d" : ".6g"; }

static const char *form_of(Dtc *d, uint32_t form, TypeKind type)
{
    return form ? string_of(d, form) : plain_form(type);
}

const char *string_conversion(Dtc *d, uint32_t form, TypeKind type)
{
    return internf(d, "%%%s", form_of(d, form, type));
}

const char *string_text(Dtc *d, uint32_t form, TypeKind type, double x)
{
    const char *conversion = string_conversion(d, form, type);
    char last = conversion[strlen(conversion) - 1];

    if (last == 's')
        return internf(d, conversion, x != 0 ? "true" : "false");
    return strchr("dioxXu", last) ? internf(d, conversion, (int)x) : internf(d, conversion, x);
}

/* ---- concatenations ------------------------------------------------------------------------------------ */

static uint64_t characters(Dtc *d, Ex e)
{
    const char *s = string_of(d, e);
    return s ? strlen(s) : ex_op(d, e) == OP_CONCAT ? map_get(&lower_state(d)->text_size, e) : 1;
}

Ex text_of_both(Dtc *d, Ex a, Ex b)
{
    const char *x = string_of(d, a), *y = string_of(d, b);
    uint64_t size = characters(d, a) + characters(d, b);
    if (size > MAX_TEXT)
        return 0;
    if (x && y)
        return ex_str(d, internf(d, "%s%s", x, y));
    Ex both = ex_bin(d, OP_CONCAT, a, b);
    map_set(&d->run, &lower_state(d)->text_size, both, size);
    return both;
}

Ex *text_parts(Dtc *d, Ex message)
{
    Ex *stack = NULL, *parts = NULL;
    if (message)
        vec_push(&d->pass, stack, message);
    while (vec_len(stack)) {
        Ex x = vec_pop(stack);
        if (ex_op(d, x) == OP_CONCAT) {
            vec_push(&d->pass, stack, ex_arg(d, x, 1));
            vec_push(&d->pass, stack, ex_arg(d, x, 0));
        } else
            vec_push(&d->pass, parts, x);
    }
    return parts;
}

/* ---- the form ------------------------------------------------------------------------------------------ */

/* The number that starts here, if there is one, is at most `most` in size. */
static bool skip_number(const char **s, long most)
{
    long n = 0;
    for (; **s >= '0' && **s <= '9'; ++*s)
        if (n <= most)
            n = 10 * n + (**s - '0');
    return n <= most;
}

/* [flags][width][.precision]conversion */
static bool check_format(Dtc *d, Scope s, Span at, TypeKind type, const char *format)
{
    const char *c = format + strspn(format, "-+ #0");
    bool short_enough = skip_number(&c, LONGEST);
    if (*c == '.') {
        c++;
        short_enough = skip_number(&c, FINEST) && short_enough;
    }
    const char *conversions = type == T_INT ? "dioxXueEfFgG" : "eEfFgG";
    if (!*c || !strchr(conversions, *c) || c[1])
        return FAIL(d, s, at,
                    "\"%s\" is no format of %s: flags - + # 0 and blank, a width, a dot with a precision, "
                    "one of %s, as in \"6.3f\"",
                    format, type == T_INT ? "an Integer" : "a Real", conversions);
    return short_enough ||
           FAIL(d, s, at, "the width of a format is at most %d, its precision at most %d", LONGEST, FINEST);
}

static bool read_options(Dtc *d, Scope s, const Expr *e, TypeKind type, Form *o)
{
    static const char *const known[] = { "significantDigits", "minimumLength", "leftJustified", "format" };
    for (uint32_t i = 0; i < vec_len(e->named); i++) {
        uint32_t k = 0;
        while (k < 4 && strcmp(known[k], e->named[i].name) != 0)
            k++;
        if (k == 4)
            return FAIL(d, s, e->named[i].span, "String has no argument %s", e->named[i].name);
    }
    *o = (Form){ .digits = argument(e, 1, known[0]),
                 .length = argument(e, 2, known[1]),
                 .left = argument(e, 3, known[2]),
                 .format = argument(e, 4, known[3]) };
    const Expr *first = o->digits ? o->digits : o->format;
    if (o->format && (o->digits || o->length || o->left))
        return FAIL(d, s, o->format->span,
                    "a format says all: no significantDigits, minimumLength or leftJustified beside it");
    if (first && type != T_REAL && type != T_INT)
        return FAIL(d, s, first->span, "%s is for numbers, this is none: %s", known[o->digits ? 0 : 3],
                    expr_text(d, e->arg[0]));
    return true;
}

/* In *form the string, as an expression; 0: as String(x). */
static bool text_form(Dtc *d, Scope s, const Expr *e, TypeKind type, uint32_t *form)
{
    Form o;
    int64_t digits = 6, width = 0;
    bool left = true;
    const char *format;

    *form = 0;
    if (!read_options(d, s, e, type, &o))
        return false;
    if (o.format) {
        if (!eval_string(d, s, o.format, &format) || !check_format(d, s, o.format->span, type, format))
            return false;
        *form = ex_str(d, format);
        return true;
    }
    if (o.left && !eval_bool(d, s, o.left, &left))
        return false;
    if (o.digits && !eval_int(d, s, o.digits, &digits))
        return false;
    if (o.length && !eval_int(d, s, o.length, &width))
        return false;
    if (digits < 1 || digits > 17)
        return FAIL(d, s, o.digits->span, "the number of digits must be in 1 to 17");
    if (width < 0 || width > LONGEST)
        return FAIL(d, s, o.length->span, "the length of a text must be in 0 to %d", LONGEST);
    const char *before = width == 0 ? "" : internf(d, "%s%d", left ? "-" : "", (int)width);
    const char *text = o.digits || type == T_REAL ? internf(d, "%s.%dg", before, (int)digits)
                                                  : internf(d, "%s%c", before, type == T_INT ? 'd' : 's');
    if (width || (o.digits && strcmp(text, plain_form(type)) != 0))
        *form = ex_str(d, text);
    return true;
}

/* ---- String(x) ----------------------------------------------------------------------------------------- */

static Ex padded(Dtc *d, uint32_t form, const char *text)
{
    return ex_str(d, internf(d, string_conversion(d, form, T_BOOL), text));
}

Ex enumeration_text(Dtc *d, const Class *cls, Ex place, uint32_t form)
{
    uint32_t n = vec_len(cls->literal);
    Val names = val_new(d, T_STRING, NULL, 1, &n);
    for (uint32_t i = 0; i < n; i++)
        names.e[i] = padded(d, form, cls->literal[i]);
    double x;
    Sub sub = { .kind = SUB_EX, .index = place };
    if (ex_is_num(d, place, &x) && x >= 1 && x <= n)
        sub = (Sub){ .kind = SUB_ONE, .one = (uint32_t)x - 1 };
    return val_select(d, &names, 0, &sub, 1).e[0];
}

bool lower_string(Dtc *d, Scope s, const Expr *e, const Builtin *b, Val *out)
{
    (void)b;
    Val v;
    double x;
    uint32_t form;
    if (!lower(d, s, e->arg[0], &v))
        return false;
    if (v.ndim || v.type == T_RECORD)
        return FAIL(d, s, e->arg[0]->span, "String(...) takes a scalar, this is %s", val_text(d, &v));
    if (!text_form(d, s, e, v.type, &form))
        return false;
    Ex text = v.e[0];
    if (v.type == T_ENUM && v.cls)
        text = enumeration_text(d, v.cls, v.e[0], form);
    else if (ex_op(d, text) == OP_BOOL)
        text = ex_str(d, string_text(d, form, T_BOOL, ex(d, text)->payload));
    else if (ex_is_num(d, text, &x))
        text = ex_str(d, string_text(d, form, v.type, x));
    else if (v.type == T_STRING && string_of(d, text))
        text = padded(d, form, string_of(d, text));
    else if (v.type != T_STRING)
        text = ex_new(d, OP_STRING, T_STRING, form, &text, 1);
    *out = val_scalar(d, T_STRING, text);
    return true;
}
