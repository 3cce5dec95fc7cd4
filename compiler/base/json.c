/* json.c - values as JSON: a line each, one blank further in for each bracket that is open. Cost: linear in what is
 * written. */
#include <math.h>
#include "json.h"

static void text(Json *j, const char *s)
{
    fputc('"', j->out);
    for (; *s; s++)
        if (*s == '"' || *s == '\\')
            fprintf(j->out, "\\%c", *s);
        else if ((unsigned char)*s < 0x20)
            fprintf(j->out, "\\u%04x", (unsigned)*s);
        else
            fputc(*s, j->out);
    fputc('"', j->out);
}

void json_next(Json *j, const char *key)
{
    if (j->depth)
        fprintf(j->out, "%s\n%*s", j->some[j->depth] ? "," : "", (int)j->depth, "");
    j->some[j->depth] = true;
    if (key) {
        text(j, key);
        fputs(": ", j->out);
    }
}

void json_begin(Json *j, const char *key, char bracket)
{
    json_next(j, key);
    fputc(bracket, j->out);
    j->depth++;
    j->end[j->depth] = bracket == '{' ? '}' : ']';
    j->some[j->depth] = false;
}

void json_end(Json *j)
{
    fputc(j->end[j->depth--], j->out);
}

void json_string(Json *j, const char *key, const char *s)
{
    json_next(j, key);
    text(j, s);
}

void json_whole(Json *j, const char *key, uint32_t n)
{
    json_next(j, key);
    fprintf(j->out, "%u", n);
}

void json_boolean(Json *j, const char *key, bool b)
{
    json_next(j, key);
    fputs(b ? "true" : "false", j->out);
}

void json_nothing(Json *j, const char *key)
{
    json_next(j, key);
    fputs("null", j->out);
}

static void digits(Json *j, double x) { fprintf(j->out, isfinite(x) ? "%.17g" : "null", x); }

void json_number(Json *j, const char *key, double x)
{
    json_next(j, key);
    digits(j, x);
}

void json_numbers(Json *j, const char *key, const double *x, uint32_t n)
{
    json_next(j, key);
    fputc('[', j->out);
    for (uint32_t i = 0; i < n; i++) {
        fputs(i ? ", " : "", j->out);
        digits(j, x[i]);
    }
    fputc(']', j->out);
}
