/* fmu_documentation.c - what people read in an FMU: the reference page of the model, the licence of the runtime.
 *
 * Cost: that of the page.
 */
#include <unistd.h>
#include "doc.h"
#include "fmu.h"

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
    write_html(u->d, f, doc_pages(&w, top), u->f->name);
    return fmu_close(f, path);
}

bool fmu_documentation(Fmu *u)
{
    const char *license = internf(u->d, "%s/LICENSE", u->home);

    return page(u) && (access(license, R_OK) != 0 || fmu_add(u, "documentation/licenses/license.txt", license));
}
