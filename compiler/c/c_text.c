/* c_text.c - lines, strings and numbers of C. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "emit.h"

enum { COLUMNS = 120 };

static void put_out(Printer *pr, const char *fmt, va_list args)
{
    char text[1000];
    va_list again;

    va_copy(again, args);
    const size_t n = format_text(text, sizeof text, fmt, args);
    if (n < sizeof text)
        fwrite_unlocked(text, 1, n, pr->out);
    else
        vfprintf(pr->out, fmt, again);
    va_end(again);
}

void put(Printer *pr, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    if (pr->wrap.on)
        wrap_put(pr, fmt, args);
    else
        put_out(pr, fmt, args);
    va_end(args);
}

void put_spaces(Printer *pr, int n)
{
    static const char blanks[] = "                                                                ";

    for (const int most = (int)sizeof blanks - 1; n > 0; n -= most)
        fwrite_unlocked(blanks, 1, (size_t)(n < most ? n : most), pr->out);
}

void line(Printer *pr, const char *fmt, ...)
{
    va_list args;
    put_spaces(pr, 4 * pr->indent);
    va_start(args, fmt);
    put_out(pr, fmt, args);
    va_end(args);
    fputc('\n', pr->out);
}

void put_in_list(Printer *pr, const char *text, bool last)
{
    const int n = (int)strlen(text) + 1;

    if (pr->column + n >= COLUMNS) {
        put(pr, "\n");
        pr->column = 0;
    }
    put(pr, "%s%s%s", pr->column ? " " : "    ", text, last ? "\n" : ",");
    pr->column = last ? 0 : pr->column + n + (pr->column ? 1 : 4);
}

const char *c_string(Dtc *d, const char *text)
{
    size_t n = text ? strlen(text) : 0, k = 0;
    char *s = arena_alloc(&d->pass, 4 * n + 3);

    s[k++] = '"';
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\' || c == '?') {
            s[k++] = '\\';
            s[k++] = (char)c;
        } else if (c < 32 || c == 127) {
            s[k++] = ' ';
        } else {
            s[k++] = (char)c;
        }
    }
    s[k++] = '"';
    s[k] = 0;
    return s;
}

const char *c_type(TypeKind t) { return t == T_REAL ? "dtc_real" : "int"; }

const char *number_text(Dtc *d, double x)
{
    const NumberText n = number_shortest(x, 6);

    if (isinf(x))
        return x > 0 ? "(dtc_real)INFINITY" : "(dtc_real)-INFINITY";
    return textf(d, strpbrk(n.text, ".e") ? "R(%s)" : "R(%s.0)", n.text);
}

const char *c_plain(Dtc *d, double x)
{
    const char *s = number_text(d, x); /* R(...) */
    size_t n = strlen(s);
    return n > 3 && s[0] == 'R' ? intern(d, s + 2, n - 3) : x > 0 ? "(double)INFINITY" : "(double)-INFINITY";
}

const char *int_text(Dtc *d, double v)
{
    if (v == INT32_MIN)
        return "(-2147483647 - 1)";
    return is_integer(v) ? textf(d, v < 0 ? "(%d)" : "%d", (int)v) : textf(d, v < 0 ? "(%.0f)" : "%.0f", v);
}
