/* fmu_documentation.c - what people see of an FMU: the page of the model, its icon, the licence of the runtime.
 *
 * The icon is a PNG, and in 3.0 SVG beside it. dtc writes SVG; rsvg-convert makes a PNG of it, where it is installed,
 * and else there is no icon. Cost: that of the page.
 */
#include <unistd.h>
#include "doc.h"
#include "fmu.h"
#include "object.h"

static bool page(Fmu *u)
{
    const char *path = "documentation/index.html";
    Class *c = u->f->cls, **top = NULL;
    Doc w = { .d = u->d, .file = u->d->opt.input };
    FILE *f = fmu_open(u, path);

    if (!f)
        return false;
    vec_push(&u->d->run, top, class_origin(c));
    doc_examples(&w, top);
    doc_write_html(u->d, f, doc_pages(&w, top), u->f->name);
    return fmu_close(f, path);
}

/* The last file, which is no part of the archive after all. */
static void take_back(Fmu *u)
{
    (void)vec_pop(u->path);
    (void)vec_pop(u->file);
}

enum { ICON = 256 };                       /* pixels */

static bool icon(Fmu *u)
{
    const char *png = u->version == 2 ? "model.png" : "terminalsAndIcons/icon.png",
               *svg = "terminalsAndIcons/icon.svg";
    Class *c = class_origin(u->f->cls);

    if (!has_icon(u->d, c) || !fmu_on_path(u->d, "rsvg-convert"))
        return true;
    FILE *f = fmu_open(u, svg);
    const char *from = f ? vec_last(u->file) : NULL;
    if (f)
        icon_svg(u->d, f, c, ICON);
    if (!f || !fmu_close(f, svg))
        return false;
    if (u->version == 2)
        take_back(u);
    f = fmu_open(u, png);
    if (!f || !fmu_close(f, png))
        return false;
    const char *const words[] = { "rsvg-convert", "-o", vec_last(u->file), from };
    char **argv = NULL;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        vec_push(&u->d->run, argv, (char *)(uintptr_t)words[i]);
    vec_push(&u->d->run, argv, NULL);
    return object_run(u->d, argv, u->folder);
}

bool fmu_documentation(Fmu *u)
{
    const char *license = internf(u->d, "%s/LICENSE", u->home);

    return page(u) && icon(u) &&
           (access(license, R_OK) != 0 || fmu_add(u, "documentation/licenses/license.txt", license));
}
