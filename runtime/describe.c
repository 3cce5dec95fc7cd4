/* describe.c - what a descriptor says of a model, for programs that have no more than it.
 *
 * A number is found in a group by halves, a name by its rows: each is compared as a pattern. Cost: linear in the rows
 * but where dtc_runtime.h says less. */
#include <math.h>
#include "dtc_runtime.h"

static int is_digit(char c) { return c >= '0' && c <= '9'; }

/* ---- patterns ------------------------------------------------------------------------------------------ */

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

/* Where texts are put together: `used` is how long they are in full, which may be more than there is room for. */
typedef struct { char *text; size_t size, used; } Sink;

static void put(Sink *s, char c)
{
    if (s->used + 1 < s->size)
        s->text[s->used] = c;
    s->used++;
}

static size_t ended(const Sink *s)
{
    if (s->size > 0)
        s->text[s->used < s->size ? s->used : s->size - 1] = 0;
    return s->used;
}

/* The characters of a pattern's text from `from` on, as far as `to`. */
static void put_part(Sink *s, const char *pattern, int repeat, size_t from, size_t to)
{
    size_t n = 0, i;
    char piece[MOST];

    while (*pattern && n < to)
        for (i = MOST - next_piece(&pattern, repeat, piece); i < MOST; i++, n++)
            if (n >= from && n < to)
                put(s, piece[i]);
}

size_t dtc_text(const char *pattern, int repeat, char *text, size_t size)
{
    Sink s = { 0, 0, 0 };

    s.text = text;
    s.size = size;
    put_part(&s, pattern, repeat, 0, (size_t)-1);
    return ended(&s);
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

/* ---- numbers ------------------------------------------------------------------------------------------- */

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
    dtc_variable v =
        info->variable_row[dtc_row(info->variable_group, info->variable_groups, number, &repeat)];

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
            const int repeat =
                group->times > 1 ? repeat_of(row, name, group->times) : is_text(row, -1, name) - 1;
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

size_t dtc_derivative(const dtc_variable *v, char *text, size_t size)
{
    return dtc_text(v->derivative, v->repeat, text, size);
}

size_t dtc_message(const dtc_model_info *info, int number, char *text, size_t size)
{
    int repeat;
    const char *row = info->message_row[dtc_row(info->message_group, info->message_groups, number, &repeat)];

    return dtc_text(row, repeat, text, size);
}

/* ---- values -------------------------------------------------------------------------------------------- */

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

/* ---- messages with the values that they show ----------------------------------------------------------- */

static void put_text(Sink *s, const char *text)
{
    while (*text)
        put(s, *text++);
}

/* x > 0 as digit[0].digit[1]digit[2]... times ten to the power that is returned, rounded to n digits; zeros at the
 * end are left out of *n. */
static int digits_of(double x, char *digit, int *n)
{
    const int small = x < 1e-200;
    int power, i;
    double scaled, ten;

    x = small ? x * 1e200 : x;
    power = (int)floor(log10(x));
    scaled = power > 250 ? x * 1e-100 * pow(10, *n - 1 - power + 100) : x * pow(10, *n - 1 - power);
    scaled = floor(scaled + 0.5);
    if (scaled >= pow(10, *n)) {
        scaled = floor(scaled / 10 + 0.5);
        power++;
    }
    for (i = *n; i-- > 0; scaled = ten) {
        ten = floor(scaled / 10);
        digit[i] = (char)('0' + (int)(scaled - 10 * ten));
    }
    while (*n > 1 && digit[*n - 1] == '0')
        --*n;
    return small ? power - 200 : power;
}

/* As %g with n digits. */
static void put_number(Sink *s, double x, int n)
{
    const int most = n;
    char digit[16], piece[MOST];
    const char *p = "%0";
    int power, i;

    if (!(x - x >= 0 || x - x <= 0)) {
        put_text(s, x > 0 ? "inf" : x < 0 ? "-inf" : "nan");
        return;
    }
    if (x < 0)
        put(s, '-');
    if (!(x < 0 || x > 0)) {
        put(s, '0');
        return;
    }
    power = digits_of(x < 0 ? -x : x, digit, &n);
    if (power >= -4 && power < most) {
        for (i = power < 0 ? power : 0; i < n || i <= power; i++) {
            if (i == power + 1)
                put(s, '.');
            put(s, i < 0 || i >= n ? '0' : digit[i]);
        }
        return;
    }
    for (i = 0; i < n; i++) {
        if (i == 1)
            put(s, '.');
        put(s, digit[i]);
    }
    put_text(s, power < 0 ? "e-" : "e+");
    power = power < 0 ? -power : power;
    if (power < 10)
        put(s, '0');
    for (i = MOST - (int)next_piece(&p, power, piece); i < MOST; i++)
        put(s, piece[i]);
}

/* format: of printf; its last letter says what the number is. */
static void put_value(Sink *s, const char *format, double x)
{
    const char *whole = "diuoxX";
    char kind = 0;

    while (*format)
        kind = *format++;
    while (*whole && *whole != kind)
        whole++;
    if (kind == 's')
        put_text(s, x < 0 || x > 0 ? "true" : "false");
    else
        put_number(s, x, *whole ? 10 : 6);
}

static double shown(const dtc_model_info *info, const void *model, int k)
{
    dtc_variable v = { "", "", "", 0, DTC_VARIABLE, DTC_REAL, 1, -1, 0, "" };

    v.offset = info->shown + (size_t)k * info->real_size;
    return dtc_get(info, model, &v);
}

/* The number of the first place of the message, or where it would be. */
static int first_place(const dtc_model_info *info, int number)
{
    int low = 0, high = info->places, middle;

    while (low < high) {
        middle = low + (high - low) / 2;
        if (info->place[middle].message < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void put_message(Sink *s, const dtc_model_info *info, const void *model, int number, dtc_show *show)
{
    char value[400];
    size_t done = 0;
    int repeat, k;
    const char *row = info->message_row[dtc_row(info->message_group, info->message_groups, number, &repeat)];

    for (k = first_place(info, number); k < info->places && info->place[k].message == number; k++) {
        const dtc_place *p = &info->place[k];
        const double x = shown(info, model, k);
        put_part(s, row, repeat, done, (size_t)p->at);
        if (!p->format) {
            put_message(s, info, model, p->choice + (int)x, show);
        } else if (show) {
            show(p->format, x, value, sizeof value);
            put_text(s, value);
        } else {
            put_value(s, p->format, x);
        }
        done = (size_t)(p->at + p->length);
    }
    put_part(s, row, repeat, done, (size_t)-1);
}

size_t dtc_message_shown(const dtc_model_info *info, const void *model, int number, dtc_show *show, char *text,
                         size_t size)
{
    Sink s = { 0, 0, 0 };

    s.text = text;
    s.size = size;
    put_message(&s, info, model, number, show);
    return ended(&s);
}

/* ---- what is wrong ------------------------------------------------------------------------------------- */

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
    unsigned single; /* by bits, whatever the compiler makes of NaN */
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
