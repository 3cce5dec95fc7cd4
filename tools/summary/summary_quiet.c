/* summary_quiet.c - what is said on standard error is kept: it is a reason, or a part of the page. Cost: its length. */
#include <stdlib.h>
#include <string.h>
#include "summary.h"

const char *summary_plain(Dtc *d, const char *messages)
{
    const char *out = "";

    for (const char *line = messages; *line;) {
        const size_t n = strcspn(line, "\n");
        const char *end = memmem(line, n, ".dtm:", 5), *begin = line;
        for (const char *p = line; end && p < end; p++)
            if (*p == '/')
                begin = p + 1;
        out = internf(d, "%s%.*s%s", out, (int)(n - (size_t)(begin - line)), begin, line[n] ? "\n" : "");
        line += n + (line[n] != 0);
    }
    return out;
}

bool quiet_begin(Quiet *q)
{
    *q = (Quiet){ .before = stderr };
    q->said = open_memstream(&q->text, &q->length);
    if (q->said)
        stderr = q->said;
    return q->said != NULL;
}

const char *quiet_end(Quiet *q, Dtc *d)
{
    stderr = q->before;
    if (fclose(q->said) != 0)
        return "";
    const char *text = summary_plain(d, q->text);
    free(q->text);
    return text;
}
