/* answer.c - a sheet or a picture, by the form that is asked for. Cost: their size. */
#include <stdlib.h>
#include <string.h>
#include "answer.h"
#include "output.h"

/* The picture as text, for a page. NULL after a message */
static const char *picture_text(const Chart *c)
{
    FILE *f = tmpfile();
    const char *text = NULL;
    char *all = NULL;

    if (f && gnuplot_draw(c, "svg", f) && fseek(f, 0, SEEK_END) == 0) {
        const long n = ftell(f);
        rewind(f);
        all = n > 0 ? malloc((size_t)n) : NULL;
        if (all && fread(all, 1, (size_t)n, f) == (size_t)n) {
            const char *begin = memmem(all, (size_t)n, "<svg", 4);
            text = begin ? intern(c->d, begin, (size_t)(all + n - begin)) : NULL;
        }
    }
    free(all);
    if (f)
        fclose(f);
    return text;
}

int answer_with(Sheet *s, const char *format, const char *file, ChartOf *picture, const void *found)
{
    const bool page = strcmp(format, "html") == 0, table = sheet_known_format(format);
    const Chart c = page || !table ? picture(found) : (Chart){ 0 };

    if (!table)
        return gnuplot_picture(&c, format, file);
    if (page && !(s->svg = picture_text(&c)))
        return 1;
    return sheet_save(s, format, file) && standard_output_flush() ? 0 : 1;
}
