/* name.c - names as text: identifiers, quoted identifiers, and dotted names made of them (Modelica 3.6, 2.3).
 *
 * The quotes are part of a name: 'x' is another one than x, and 'a.b' is one name with a dot in it. Every name is kept,
 * shown and written as it stands in Modelica text, so a dotted name is taken apart where dots stand outside of quotes.
 * And words for the numbers of a variable.
 * Linear in the text.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base.h"

size_t name_quoted(const char *s)
{
    if (*s != '\'')
        return 0;
    size_t n = 1;
    while (s[n] && s[n] != '\'')
        n += s[n] == '\\' && s[n + 1] ? 2 : 1;
    return s[n] ? n + 1 : 0;
}

bool name_is_quoted(const char *name)
{
    size_t n = name_quoted(name);
    return n > 2 && name[n] == 0;
}

bool name_is_plain(const char *name)
{
    bool plain = isalpha((unsigned char)*name) || *name == '_';
    for (; *name && plain; name++)
        plain = isalnum((unsigned char)*name) || *name == '_';
    return plain;
}

size_t name_head(const char *name)
{
    size_t n = 0;
    while (name[n] && name[n] != '.') {
        size_t quoted = name_quoted(name + n);
        n += quoted ? quoted : 1;
    }
    return n;
}

const char *name_last(const char *name)
{
    for (size_t n = name_head(name); name[n]; n = name_head(name))
        name += n + 1;
    return name;
}

uint32_t name_depth(const char *name)
{
    uint32_t depth = 0;
    for (size_t n = name_head(name); name[n]; n = name_head(name))
        name += n + 1, depth++;
    return depth;
}

const char *text_joined(Dtc *d, const char *const *list, const char *between, const char *last)
{
    const uint32_t n = vec_len(list);
    size_t size = 1, at = 0;

    for (uint32_t i = 0; i < n; i++)
        size += strlen(list[i]) + (i + 1 < n ? strlen(between) : strlen(last));
    char *text = arena_alloc(&d->pass, size);
    for (uint32_t i = 0; i < n; i++) {
        const char *part[] = { i == 0 ? "" : i + 1 < n ? between : last, list[i] };
        for (int k = 0; k < 2; k++) {
            memcpy(text + at, part[k], strlen(part[k]));
            at += strlen(part[k]);
        }
    }
    return intern(d, text, at);
}

/* ---- words for numbers --------------------------------------------------------------------------------- */

bool word_next(Dtc *d, const char **at, double *number, const char **word)
{
    char *equals;
    *number = (double)strtol(*at, &equals, 10);
    if (equals == *at || *equals != '=')
        return false;
    const char *end = equals + 1 + name_quoted(equals + 1);
    end += strcspn(end, " ");
    *word = intern(d, equals + 1, (size_t)(end - equals - 1));
    *at = end + (*end == ' ');
    return true;
}

const char *word_for(Dtc *d, const char *words, double number)
{
    const char *word;
    double x;
    while (word_next(d, &words, &x, &word))
        if (x == number)
            return word;
    return NULL;
}
