/* lsp_library.c - what the files of a library tell without being read as classes: which components its examples use,
 * and what a file is by its first lines.
 *
 * Words around a dot and before `=` are counted, also those in comments: what is described is used as well. Cost:
 * linear in the texts of the examples, most of it a search for these signs; the first bytes of a file for its head.
 */
#include <ctype.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include "lsp_library.h"
#include "lsp_place.h"
#include "resolve.h"

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

static void count_name(Dtc *d, Map *used, const char *from, size_t n)
{
    const char *name = intern(d, from, n);

    map_set(&d->run, used, KEY(name), map_get(used, KEY(name)) + 1);
}

/* Of A.B: A, and A.B where B is a class by its first letter; of a = what is given a value. */
static void count_text(Dtc *d, Map *used, const Source *src)
{
    const char *text = src->text, *end = text + src->size;

    for (const char *dot = text; (dot = memchr(dot, '.', (size_t)(end - dot))) != NULL; dot++) {
        const char *from = dot, *to = dot + 1;
        while (from > text && in_name(from[-1]))
            from--;
        while (to < end && in_name(*to))
            to++;
        if (from == dot || !isupper((unsigned char)*from))
            continue;
        count_name(d, used, from, (size_t)(dot - from));
        if (isupper((unsigned char)dot[1]))
            count_name(d, used, from, (size_t)(to - from));
    }
    for (const char *is = text; (is = memchr(is, '=', (size_t)(end - is))) != NULL; is++) {
        const char *to = is;
        while (to > text && to[-1] == ' ')
            to--;
        const char *from = to;
        while (from > text && in_name(from[-1]))
            from--;
        const char *name = internf(d, "%.*s=", (int)(to - from), from);
        map_set(&d->run, used, KEY(name), map_get(used, KEY(name)) + 1);
    }
}

Map used_in_examples(Dtc *d)
{
    const Class *library = class_member(d, d->root, internz(d, LIBRARY));
    Map used = { 0 };
    glob_t files = { 0 };

    if (!library || !library->folder)
        return used;
    if (glob(internf(d, "%s/Examples/*.dtm", library->folder), 0, NULL, &files) == 0)
        for (size_t i = 0; i < files.gl_pathc; i++) {
            const Source *src = source_load(d, files.gl_pathv[i]);
            if (src)
                count_text(d, &used, src);
        }
    globfree(&files);
    return used;
}

FileHead file_head(Dtc *d, const char *folder, const char *name)
{
    static const char *const form[] = { "%s/%s/package.dtm", "%s/%s.dtm", "%s/%s/package.mo", "%s/%s.mo" };
    FileHead head = { 0 };
    char text[1024];
    FILE *f = NULL;

    for (size_t i = 0; i < sizeof form / sizeof *form && !f; i++) {
        char path[4096];
        if (snprintf(path, sizeof path, form[i], folder, name) < (int)sizeof path)
            f = fopen(path, "r");
    }
    if (!f)
        return head;
    Source *src = source_text(d, "", text, fread(text, 1, sizeof text, f));
    fclose(f);
    Token cut, *t = src ? lexed(d, src, src->base, src->base + src->size, &cut) : NULL;
    for (uint32_t i = 0; i + 1 < vec_len(t) && !head.kind; i++)
        if (is_class_word(t[i].kind) && t[i + 1].kind == IDENT && strcmp(t[i + 1].value.text, name) == 0) {
            head.kind = intern(d, src->text + (t[i].span.pos - src->base), t[i].span.end - t[i].span.pos);
            head.doc = i + 2 < vec_len(t) && t[i + 2].kind == STRING ? t[i + 2].value.text : "";
            head.doc = intern(d, head.doc, strcspn(head.doc, "\n"));
        }
    return head;
}
