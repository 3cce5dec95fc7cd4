/* message.c - a message of a generated model with the values it shows: "slip is <w_rel> rad/s" as "slip is 12.3 rad/s".
 *
 * As dtc_message_shown, with the formats that the model asks for. Ensures: text ends with a zero.
 */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include "message.h"

/* With --float the largest Integer is stored as one more. */
static int whole(double x) { return x >= INT_MAX ? INT_MAX : x <= INT_MIN ? INT_MIN : (int)x; }

static void show(const char *format, double x, char *text, size_t size)
{
    const char kind = format[strlen(format) - 1];

    x = isnan(x) ? (double)NAN : x; /* without a sign */

    if (kind == 's')
        snprintf(text, size, format, x != 0 ? "true" : "false");
    else if (strchr("diuoxX", kind))
        snprintf(text, size, format, whole(x));
    else
        snprintf(text, size, format, x);
}

void message_text(const dtc_model_info *info, const void *model, int number, char *text, size_t size)
{
    dtc_message_shown(info, model, number, show, text, size);
}
