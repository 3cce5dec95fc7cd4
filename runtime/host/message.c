/* message.c - a message of a generated model with the values it shows: "slip is <w_rel> rad/s" as "slip is 12.3 rad/s".
 * Where a number chooses among texts, these are messages as well.
 *
 * Cost: O(length of the text), and a search in the list of places. Ensures: text ends with a zero.
 */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "message.h"

static double shown(const dtc_model_info *info, const void *model, int k)
{
    const char *at = (const char *)model + info->shown + (size_t)k * info->real_size;
    float single;
    double x;

    if (info->real_size == sizeof single) {
        memcpy(&single, at, sizeof single);
        return (double)single;
    }
    memcpy(&x, at, sizeof x);
    return x;
}

/* The number of the first place of the message; places are in the order of messages. */
static int first_place(const dtc_model_info *info, int number)
{
    int low = 0, high = info->places;

    while (low < high) {
        int middle = low + (high - low) / 2;
        if (info->place[middle].message < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static size_t append(char *text, size_t size, size_t used, const char *from, size_t n)
{
    for (size_t i = 0; i < n && used + 1 < size; i++)
        text[used++] = from[i];
    text[used] = 0;
    return used;
}

/* With --float the largest Integer is stored as one more. */
static int whole(double x) { return x >= INT_MAX ? INT_MAX : x <= INT_MIN ? INT_MIN : (int)x; }

static size_t append_value(char *text, size_t size, size_t used, const char *format, double x)
{
    char value[1200], kind = format[strlen(format) - 1];

    x = isnan(x) ? (double)NAN : x;        /* without a sign */

    if (kind == 's')
        snprintf(value, sizeof value, format, x != 0 ? "true" : "false");
    else if (strchr("diuoxX", kind))
        snprintf(value, sizeof value, format, whole(x));
    else
        snprintf(value, sizeof value, format, x);
    return append(text, size, used, value, strlen(value));
}

static size_t append_message(const dtc_model_info *info, const void *model, int number, char *text, size_t size,
                             size_t used)
{
    size_t done = 0, n = dtc_message(info, number, NULL, 0);
    char *from = malloc(n + 1);

    if (!from)
        return used;
    dtc_message(info, number, from, n + 1);

    for (int k = first_place(info, number); k < info->places && info->place[k].message == number; k++) {
        const dtc_place *p = &info->place[k];
        double x = shown(info, model, k);
        used = append(text, size, used, from + done, (size_t)p->at - done);
        used = p->format ? append_value(text, size, used, p->format, x)
                         : append_message(info, model, p->choice + (int)x, text, size, used);
        done = (size_t)(p->at + p->length);
    }
    used = append(text, size, used, from + done, n - done);
    free(from);
    return used;
}

void message_text(const dtc_model_info *info, const void *model, int number, char *text, size_t size)
{
    text[0] = 0;
    append_message(info, model, number, text, size, 0);
}
