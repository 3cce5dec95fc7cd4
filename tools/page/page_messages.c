/* page_messages.c - what is printed on standard error is printed, and kept for the page.
 *
 * The stream stderr is exchanged for one that writes to both. A line of progress, which is taken back by a carriage
 * return, is not kept. What other programs print (the C compiler) is not seen here.
 */
#include <stdlib.h>
#include <string.h>
#include "page.h"

struct PageMessages { Dtc *d; FILE *before, *both; char *text; size_t length, room; };

static bool enough(PageMessages *m, size_t n)
{
    if (m->length + n + 1 > m->room) {
        const size_t room = 2 * (m->length + n) + 256;
        char *text = realloc(m->text, room);
        if (!text)
            return false;
        m->text = text;
        m->room = room;
    }
    return true;
}

static ssize_t keep(void *cookie, const char *text, size_t n)
{
    PageMessages *m = cookie;

    if (fwrite(text, 1, n, m->before) != n || fflush(m->before) != 0 || !enough(m, n))
        return 0;
    memcpy(m->text + m->length, text, n);
    m->length += n;
    return (ssize_t)n;
}

PageMessages *page_messages_begin(Dtc *d)
{
    PageMessages *m = NEW(&d->run, PageMessages);

    m->d = d;
    m->both = fopencookie(m, "w", (cookie_io_functions_t){ .write = keep });
    if (!m->both)
        return NULL;
    setvbuf(m->both, NULL, _IONBF, 0);
    m->before = stderr;
    stderr = m->both;
    return m;
}

/* Of each line what stands behind the last carriage return and what erases a line. */
const char *page_messages(PageMessages *m)
{
    static const char erase[] = "\033[K";
    char *text = arena_alloc(&m->d->run, m->length + 1);
    size_t n = 0, begin = 0;

    for (size_t i = 0; i < m->length; i++) {
        if (m->text[i] == '\r')
            n = begin;
        else if (m->length - i >= sizeof erase - 1 && memcmp(m->text + i, erase, sizeof erase - 1) == 0)
            i += sizeof erase - 2;
        else
            text[n++] = m->text[i];
        if (m->text[i] == '\n')
            begin = n;
    }
    return text;
}

void page_messages_end(PageMessages *m)
{
    stderr = m->before;
    fclose(m->both);
    free(m->text);
}
