/* json.c - values as JSON, by jansson: members in the order in which they come, a line each, one blank further in for
 * each bracket that is open. A list of numbers is a line, and so is what is short and has nothing with members in it.
 *
 * What is no UTF-8 is written as `?`, as in diagnoses. What is written is held until it is whole. Cost: linear in it.
 */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "json.h"

static void put_member(Json *j, const char *key, json_t *value)
{
    json_t *in = j->depth ? j->open[j->depth - 1] : NULL;

    if (!value || (in && (json_is_object(in) ? json_object_set_new_nocheck(in, key, value)
                                             : json_array_append_new(in, value)) != 0)) {
        fputs("dtc: out of memory\n", stderr);
        exit(1);
    }
}

void json_begin(Json *j, const char *key, char bracket)
{
    json_t *value = bracket == '{' ? json_object() : json_array();

    put_member(j, key, value);
    j->open[j->depth++] = value;
}

enum { SHORT = 100 };

/* A copy of it in one line, to be freed; NULL: it is to have several. */
static char *in_line(const json_t *value)
{
    const char *key;
    json_t *member;
    size_t i;
    bool numbers = json_is_array(value);

    json_array_foreach(value, i, member)
    {
        numbers &= json_is_number(member) || json_is_null(member);
        if (json_is_array(member) || json_is_object(member))
            return NULL;
    }
    json_object_foreach((json_t *)(uintptr_t)value, key,
                        member) if (json_is_array(member) || json_is_object(member)) return NULL;
    char *text = json_dumps(value, JSON_ENCODE_ANY);
    if (text && strlen(text) > SHORT && !numbers && (json_is_array(value) || json_is_object(value))) {
        free(text);
        return NULL;
    }
    return text;
}

static void write_value(FILE *out, const json_t *value, int depth)
{
    const bool list = json_is_array(value);
    const char *key, *before = "";
    char *text = in_line(value);
    json_t *member;
    size_t i;

    fputs(text ? text : list ? "[" : "{", out);
    json_array_foreach(text ? NULL : value, i, member)
    {
        fprintf(out, "%s\n%*s", before, depth + 1, "");
        write_value(out, member, depth + 1);
        before = ",";
    }
    json_object_foreach(text ? NULL : (json_t *)(uintptr_t)value, key, member)
    {
        json_t *name = json_string_nocheck(key);
        fprintf(out, "%s\n%*s", before, depth + 1, "");
        json_dumpf(name, out, JSON_ENCODE_ANY);
        json_decref(name);
        fputs(": ", out);
        write_value(out, member, depth + 1);
        before = ",";
    }
    fputs(text ? "" : list ? "]" : "}", out);
    free(text);
}

void json_end(Json *j)
{
    json_t *value = j->open[--j->depth];

    if (j->depth)
        return;
    write_value(j->out, value, 0);
    fputc('\n', j->out);
    json_decref(value);
}

/* Each byte that is no ASCII becomes a `?`. */
static json_t *plain(Dtc *d, const char *s)
{
    char *text = memcpy(arena_alloc(&d->pass, strlen(s) + 1), s, strlen(s) + 1);

    for (char *p = text; *p; p++)
        if ((unsigned char)*p >= 0x80)
            *p = '?';
    return json_string(text);
}

void json_text(Json *j, const char *key, const char *s)
{
    json_t *value = s ? json_string(s) : json_null();

    put_member(j, key, value ? value : plain(j->d, s));
}

void json_whole(Json *j, const char *key, uint64_t n) { put_member(j, key, json_integer((json_int_t)n)); }
void json_truth(Json *j, const char *key, bool b) { put_member(j, key, json_boolean(b)); }
void json_nothing(Json *j, const char *key) { put_member(j, key, json_null()); }

/* Of docs/dtc.schema.json: the first number is another where a member is gone or means something else. */
#define FORM "1.1"

void json_document(Json *j, Dtc *d, FILE *out, const char *kind)
{
    *j = (Json){ .d = d, .out = out };
    json_begin(j, NULL, '{');
    json_text(j, "kind", kind);
    json_text(j, "version", FORM);
}

/* A whole number without a point. */
static json_t *number(double x)
{
    const bool whole = x == floor(x) && fabs(x) < 1e15 && !(x == 0 && signbit(x));

    return !isfinite(x) ? json_null() : whole ? json_integer((json_int_t)x) : json_real(x);
}

void json_number(Json *j, const char *key, double x) { put_member(j, key, number(x)); }

void json_numbers(Json *j, const char *key, const double *x, uint32_t n)
{
    json_begin(j, key, '[');
    for (uint32_t i = 0; i < n; i++)
        put_member(j, NULL, number(x[i]));
    json_end(j);
}
