/* rows.c - what the descriptor says of a model, a line each: variables with their values, messages. Parameters are set
 * by name before the setup, NAME=VALUE. Names are found again by name, others are not. Compiled with -DINFO and
 * -include of the model's header. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../described.h"

static int wrong;

static void check(int good, const char *what, const char *name)
{
    if (!good && ++wrong)
        printf("wrong: %s: %s\n", what, name);
}

static double value(const char *m, const dtc_variable *v)
{
    dtc_real x;
    int i;

    memcpy(&i, m + v->offset, sizeof i);
    if (v->type == DTC_REAL)
        memcpy(&x, m + v->offset, sizeof x);
    return v->sign * (v->type == DTC_REAL ? (double)x : i);
}

static void set(char *m, char *given)
{
    char *equals = strrchr(given, '=');
    *equals = 0;
    const dtc_variable *v = find_variable(&INFO, given);
    dtc_real x = (dtc_real)strtod(equals + 1, NULL);
    int i = (int)x;

    check(v && (v->kind == DTC_PARAMETER || v->kind == DTC_IN), "is set", given);
    if (v)
        memcpy(m + v->offset, v->type == DTC_REAL ? (void *)&x : (void *)&i, v->type == DTC_REAL ? sizeof x : sizeof i);
}

/* A name is found as it is, and by its parts not; cut off where there is no room. */
static void look_up(int number, const dtc_variable *v, const char *name)
{
    char some[8], other[300];
    size_t n = strlen(name);

    check(dtc_variable_named(&INFO, name) == number, "another is found", name);
    snprintf(other, sizeof other, "%s1", name);
    check(dtc_variable_named(&INFO, other) != number, "found", other);
    snprintf(other, sizeof other, "%.*s", (int)n - 1, name);
    check(dtc_variable_named(&INFO, other) != number, "found", other);
    check(dtc_name(v, some, sizeof some) == n && strlen(some) == (n < 7 ? n : 7) && strncmp(some, name, 7) == 0,
          "cut off", name);
    check(dtc_name(v, NULL, 0) == n, "its length", name);
}

int main(int argc, char **argv)
{
    static const char *const none[] = {
        "",           "link",       "link[0].m",  "link[41].m",         "link[01].m",         "link[1].m ",
        "link[%1].m", "link[%2].m", "link[-1].m", "link[4294967298].m", "link[2147483650].m", "link[].m",
        "link[1",     "c4.m",       "c7.m",       "grid[10,1]",         "grid[%1,1]",         "u[13]",
        "y[0]",       "%1"
    };
    char *m = malloc(INFO.size), text[1000];
    int rows = 0, messages = 0;

    INFO.init(m);
    for (int i = 1; i < argc; i++)
        set(m, argv[i]);
    dtc_status status = INFO.setup(m);
    for (int k = 0; k < 50 && status == DTC_OK; k++)
        if ((status = INFO.evaluate(m)) == DTC_OK)
            status = INFO.advance(m);
    memcpy(&messages, m + INFO.fault, sizeof messages);
    dtc_message(&INFO, messages, text, sizeof text);
    printf("status %d %s\n", (int)status, text);
    for (int i = 0; i < INFO.variables; i++) {
        const dtc_variable v = dtc_variable_at(&INFO, i);
        const char *name = name_text(&v);
        printf("%d %s (%s, %s) kind %d type %d = %.17g\n", i, name, v.unit, v.description, v.kind, v.type,
               value(m, &v));
        look_up(i, &v, name);
    }
    for (int i = 0; i < INFO.messages; i++) {
        size_t n = dtc_message(&INFO, i, text, sizeof text);
        check(n == strlen(text) && dtc_message(&INFO, i, NULL, 0) == n, "length of a message", text);
        printf("message %d %s\n", i, text);
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        check(dtc_variable_named(&INFO, none[i]) == -1, "found", none[i]);
    for (int i = 0; i < INFO.variable_groups; i++)
        rows += INFO.variable_group[i].rows;
    fprintf(stderr, "%d rows of %d\n", rows, INFO.variables);
    return wrong != 0;
}
