/* summary_pdf.c - a page as PDF, printed by a browser. The dates that it writes into the file are made the same for
 * all. Cost: that of the browser.
 */
#include <ctype.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "diagram.h"
#include "output.h"
#include "summary.h"

/* The first that is along PATH; without any the one that a message names. */
static const char *browser(Dtc *d)
{
    static const char *const known[] = { "chromium", "chromium-browser", "google-chrome" };
    const char **folder = NULL, *path = getenv("PATH");

    split(d, &folder, path ? path : "", ':');
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        for (uint32_t i = 0; i < vec_len(folder); i++)
            if (access(internf(d, "%s/%s", folder[i], known[k]), X_OK) == 0)
                return known[k];
    return known[0];
}

/* Behind each /CreationDate (D: and /ModDate (D: the digits. */
static void undate(char *text, size_t size)
{
    static const char begin[] = "Date (D:", day[] = "20000101000000";

    for (char *p = text; (p = memmem(p, size - (size_t)(p - text), begin, sizeof begin - 1)) != NULL;) {
        p += sizeof begin - 1;
        for (size_t k = 0; k < sizeof day - 1 && p + k < text + size && isdigit((unsigned char)p[k]); k++)
            p[k] = day[k];
    }
}

static bool read_whole(Dtc *d, const char *name, char **text, size_t *size)
{
    FILE *f = fopen(name, "rb");
    long n = -1;

    if (f && fseek(f, 0, SEEK_END) == 0)
        n = ftell(f);
    if (n > 0) {
        rewind(f);
        *text = arena_alloc(&d->run, (size_t)n + 1);
        *size = fread(*text, 1, (size_t)n, f);
    }
    if (f)
        fclose(f);
    return n > 0 && *size == (size_t)n;
}

/* What a browser says of itself is left out, what we say of it is not. */
static bool answers(Dtc *d, const char *const *argv, size_t *length)
{
    const int said = dup(STDERR_FILENO), nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    Quiet q;

    if (said < 0 || nothing < 0 || !quiet_begin(&q))
        return false;
    dup2(nothing, STDERR_FILENO);
    const bool good = program_answer(d, argv, "", 0, "chromium", "; -o FILE.html needs none", length) != NULL;
    dup2(said, STDERR_FILENO);
    const char *text = quiet_end(&q, d);
    fputs(text, stderr);
    close(said);
    close(nothing);
    return good;
}

bool summary_pdf(Dtc *d, const char *page, const char *file)
{
    const char *printed = internf(d, "%s.pdf", page), *profile = internf(d, "%s.browser", page);
    const char *const argv[] = { browser(d),
                                 "--headless",
                                 "--no-sandbox",
                                 "--disable-gpu",
                                 "--disable-dev-shm-usage",
                                 "--log-level=3",
                                 "--no-pdf-header-footer",
                                 "--virtual-time-budget=5000",
                                 internf(d, "--user-data-dir=%s", profile),
                                 internf(d, "--print-to-pdf=%s", printed),
                                 internf(d, "file://%s", page),
                                 NULL };
    char *text = NULL;
    size_t size = 0, length = 0;
    Output o;

    bool good = answers(d, argv, &length);
    if (good && !(good = read_whole(d, printed, &text, &size)))
        fprintf(stderr, "dtc: %s has printed nothing\n", argv[0]);
    if (!good || !output_open(d, &o, file))
        return false;
    undate(text, size);
    good = fwrite(text, 1, size, o.file) == size;
    return output_close(&o, good) && good;
}
