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

/* Into a named file it is written whole or not at all; into standard output what another form is. */
static int picture_file(Dtc *d, const char *format, const char *file, GnuplotScript *picture, const void *what)
{
    Output o;

    if (!output_open(d, &o, file))
        return 1;
    const bool good = strcmp(format, "gp") == 0 ? picture(what, format, o.file) :
                                                  gnuplot_draw(picture, what, format, o.file);
    return output_close(&o, good) && good ? 0 : 1;
}

int linear_answer(Sheet *s, const char *format, const char *file, GnuplotScript *picture, const void *what)
{
    if (!sheet_known_format(format))
        return picture_file(s->d, format, file, picture, what);
    if (strcmp(format, "html") == 0 && !(s->svg = picture_text(s->d, picture, what)))
        return 1;
    return sheet_save(s, format, file) && standard_output_flush() ? 0 : 1;
}
