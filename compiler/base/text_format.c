/* text_format.c - texts by a format, as printf's.
 *
 * What dtc writes most, C above all, is made of %s, %.*s, %d and %u; these are put together here, in a third of the
 * instructions that printf takes, which is for all formats there are. It does the others.
 */
#include <stdarg.h>
#include <string.h>
#include "base.h"

typedef struct { char *to; size_t room, n; } Text;         /* n: characters so far, also where there is no room */

static void add(Text *t, const char *from, size_t n)
{
    if (t->n < t->room)
        memcpy(t->to + t->n, from, n < t->room - t->n ? n : t->room - t->n);
    t->n += n;
}

static void add_number(Text *t, unsigned long x, bool negative)
{
    char digits[24], *p = digits + sizeof digits;

    do
        *--p = (char)('0' + x % 10);
    while ((x /= 10) > 0);
    if (negative)
        *--p = '-';
    add(t, p, (size_t)(digits + sizeof digits - p));
}

/* false: there is something else in the format. */
static bool add_all(Text *t, const char *format, va_list args)
{
    for (;;) {
        for (; *format && *format != '%'; format++, t->n++)
            if (t->n < t->room)
                t->to[t->n] = *format;
        if (!*format)
            return true;
        if (format[1] == 's') {
            const char *text = va_arg(args, const char *);
            add(t, text, strlen(text));
        } else if (strncmp(format, "%.*s", 4) == 0) {
            const size_t n = (size_t)va_arg(args, int);
            const char *text = va_arg(args, const char *);
            add(t, text, strnlen(text, n));
            format += 2;
        } else if (format[1] == 'u') {
            add_number(t, va_arg(args, unsigned), false);
        } else if (format[1] == 'd') {
            const long x = va_arg(args, int);
            add_number(t, (unsigned long)(x < 0 ? -x : x), x < 0);
        } else {
            return false;
        }
        format += 2;
    }
}

size_t format_text(char *to, size_t room, const char *format, va_list args)
{
    Text t = { to, room ? room - 1 : 0, 0 };
    va_list again;

    va_copy(again, args);
    if (add_all(&t, format, args)) {
        if (room)
            to[t.n < room ? t.n : room - 1] = 0;
    } else {
        const int n = vsnprintf(to, room, format, again);
        t.n = n < 0 ? 0 : (size_t)n;
    }
    va_end(again);
    return t.n;
}
