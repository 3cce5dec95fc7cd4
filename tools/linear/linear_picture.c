/* linear_picture.c - a sheet or a picture, by the form that is asked for. Cost: their size. */
#include <stdlib.h>
#include <string.h>
#include "linear_picture.h"
#include "output.h"

/* The picture as text, for a page. NULL after a message */
static const char *picture_text(Dtc *d, GnuplotScript *picture, const void *what)
{
    FILE *f = tmpfile();
    const char *text = NULL;
    char *all = NULL;

    if (f && gnuplot_draw(picture, what, "svg", f) && fseek(f, 0, SEEK_END) == 0) {
        const long n = ftell(f);
        rewind(f);
        all = n > 0 ? malloc((size_t)n) : NULL;
        if (all && fread(all, 1, (size_t)n, f) == (size_t)n) {
            const char *begin = memmem(all, (size_t)n, "<svg", 4);
            text = begin ? intern(d, begin, (size_t)(all + n - begin)) : NULL;
        }
    }
    free(all);
    if (f)
        fclose(f);
    return text;
}

int linear_answer(Sheet *s, const char *format, const char *file, GnuplotScript *picture, const void *what)
{
    if (!sheet_known_format(format))
        return gnuplot_picture(s->d, picture, what, format, file);
    if (strcmp(format, "html") == 0 && !(s->svg = picture_text(s->d, picture, what)))
        return 1;
    return sheet_save(s, format, file) && standard_output_flush() ? 0 : 1;
}
