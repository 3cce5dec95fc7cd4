/* describe.c - what a descriptor says of a model, for programs that have no more than it.
 *
 * A number is found in a group by halves, a name by its rows: each is compared as a pattern. Cost: linear in the rows
 * but where dtc_runtime.h says less. */
#include "dtc_runtime.h"

static int is_digit(char c) { return c >= '0' && c <= '9'; }

/* ---- patterns -------------------------------------------------------------------------------------------- */

/* Of nine digits at most. */
static int number_at(const char *p)
{
    int x = 0, i;

    for (i = 0; i < 9 && is_digit(p[i]); i++)
        x = 10 * x + (p[i] - '0');
    return x;
}

enum { MOST = 12 };

/* The next character of a pattern, or the number that stands there, goes to the end of `piece`; how long it is. */
static size_t next_piece(const char **pattern, int repeat, char *piece)
{
    const char *p = *pattern;
    size_t n = 0;
    int x;

    if (repeat < 0 || p[0] != '%' || !is_digit(p[1])) {
        piece[MOST - 1] = *(*pattern)++;
        return 1;
    }
    x = number_at(p + 1) + repeat;
    while (is_digit(*++p))
        ;
    *pattern = p;
    do {
        piece[MOST - ++n] = (char)('0' + x % 10);
        x /= 10;
    } while (x > 0);
    return n;
}

size_t dtc_text(const char *pattern, int repeat, char *text, size_t size)
{
    size_t n = 0, more, i;
    char piece[MOST];

    while (*pattern) {
        more = next_piece(&pattern, repeat, piece);
        for (i = MOST - more; i < MOST; i++, n++)
            if (n + 1 < size)
                text[n] = piece[i];
    }
    if (size > 0)
        text[n < size ? n : size - 1] = 0;
    return n;
}

static int is_text(const char *pattern, int repeat, const char *text)
{
    char piece[MOST];
    size_t i;

    while (*pattern) {
        for (i = MOST - next_piece(&pattern, repeat, piece); i < MOST; i++)
            if (*text++ != piece[i])
                return 0;
    }
    return !*text;
}

/* The repeat, of `times`, in which the pattern is this text; -1: none. Its first number tells which it may be. */
static int repeat_of(const char *pattern, const char *text, int times)
{
    const char *p = pattern, *t = text;
    int repeat;

    while (*p && *p == *t && !(p[0] == '%' && is_digit(p[1]))) {
        p++;
        t++;
    }
    repeat = *p ? number_at(t) - number_at(p + 1) : -1;
    return repeat >= 0 && repeat < times && is_text(pattern, repeat, text) ? repeat : -1;
}

/* ---- numbers --------------------------------------------------------------------------------------------- */

int dtc_row(const dtc_group *group, int groups, int number, int *repeat)
{
    int low = 0, high = groups, i;

    *repeat = -1;
    if (groups == 0)
        return number;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (group[middle].first <= number)
            low = middle;
        else
            high = middle;
    }
    group += low;
    i = number - group->first;
    if (group->times > 1)
        *repeat = i / group->rows;
    return group->row + i % group->rows;
}

dtc_variable dtc_variable_at(const dtc_model_info *info, int number)
{
    int repeat;
    dtc_variable v = info->variable_row[dtc_row(info->variable_group, info->variable_groups, number, &repeat)];

    v.repeat = repeat;
    if (repeat > 0)
        v.offset = (size_t)((ptrdiff_t)v.offset + repeat * (ptrdiff_t)v.stride);
    return v;
}

int dtc_variable_named(const dtc_model_info *info, const char *name)
{
    int g, i;

    for (g = 0; g < info->variable_groups; g++) {
        const dtc_group *group = &info->variable_group[g];
        for (i = 0; i < group->rows; i++) {
            const char *row = info->variable_row[group->row + i].name;
            const int repeat = group->times > 1 ? repeat_of(row, name, group->times) : is_text(row, -1, name) - 1;
            if (repeat >= 0)
                return group->first + repeat * group->rows + i;
        }
    }
    return -1;
}

size_t dtc_name(const dtc_variable *v, char *text, size_t size)
{
    return dtc_text(v->name, v->repeat, text, size);
}

size_t dtc_message(const dtc_model_info *info, int number, char *text, size_t size)
{
    int repeat;
    const char *row = info->message_row[dtc_row(info->message_group, info->message_groups, number, &repeat)];

    return dtc_text(row, repeat, text, size);
}

/* ---- values ---------------------------------------------------------------------------------------------- */

double dtc_get(const dtc_model_info *info, const void *model, const dtc_variable *v)
{
    const char *at = (const char *)model + v->offset;
    double x;
    float f;
    int i;

    if (v->type == DTC_REAL && info->real_size == sizeof f) {
        memcpy(&f, at, sizeof f);
        x = (double)f;
    } else if (v->type == DTC_REAL) {
        memcpy(&x, at, sizeof x);
    } else {
        memcpy(&i, at, sizeof i);
        x = v->type == DTC_BOOLEAN ? (v->sign < 0 ? !i : i != 0) : i;
        return v->type == DTC_BOOLEAN || v->sign > 0 ? x : -x;
    }
    return v->sign < 0 ? -x : x;
}

void dtc_set(const dtc_model_info *info, void *model, const dtc_variable *v, double x)
{
    char *at = (char *)model + v->offset;

    if (v->type == DTC_REAL && info->real_size == sizeof(float)) {
        const float f = (float)x;
        memcpy(at, &f, sizeof f);
    } else if (v->type == DTC_REAL) {
        memcpy(at, &x, sizeof x);
    } else {
        const int i = (int)x;
        memcpy(at, &i, sizeof i);
    }
}

/* ---- what is wrong --------------------------------------------------------------------------------------- */

const char *dtc_status_text(dtc_status status)
{
#define X(name, text) if (status == name) return text;
    DTC_STATUS(X)
#undef X
    return "no status of dtc";
}

/* In the precision of the model, which need not be that of the program. */
static int finite_at(const dtc_model_info *info, const void *at)
{
    unsigned single;                       /* by bits, whatever the compiler makes of NaN */
    unsigned long long x;

    if (info->real_size == sizeof single) {
        memcpy(&single, at, sizeof single);
        return (single & 0x7f800000U) != 0x7f800000U;
    }
    memcpy(&x, at, sizeof x);
    return (x & 0x7ff0000000000000ULL) != 0x7ff0000000000000ULL;
}

int dtc_not_finite(const dtc_model_info *info, const void *model)
{
    int i, refused = 0;

    for (i = 0; i < info->variables; i++) {
        const dtc_variable v = dtc_variable_at(info, i);
        const int given = v.type == DTC_REAL && (v.kind == DTC_PARAMETER || v.kind == DTC_IN);
        if (given && !finite_at(info, (const char *)model + v.offset))
            return i;
    }
    if (info->tune)
        memcpy(&refused, (const char *)model + info->refused, sizeof refused);
    return refused - 1;
}
