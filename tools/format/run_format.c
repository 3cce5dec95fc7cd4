/* run_format.c - dtc format FILE ...: lays files out, in place; --check: says which are not, and changes none.
 *
 * A file appears whole or not at all, and one that is laid out already is not written. Exit code: 0; 1 after a
 * diagnosis, or where --check found one.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "format.h"
#include "output.h"

/* 0: it is laid out; 1: it is not, or could not be. */
static int format_file(const Dtc *d, const Cli *cli, const char *name)
{
    Dtc *one = dtc_new();
    Source *src = source_load(one, name);
    Output o = { 0 };
    size_t size = 0;

    one->opt = d->opt;
    if (!src)
        error(one, ((Span){ 0, 0 }), NULL, "cannot read %s: %s", name, strerror(errno));
    char *text = src ? formatted(one, src, &size) : NULL;
    const bool same = text && size == src->size && memcmp(text, src->text, size) == 0;
    int code = text ? 0 : 1;
    if (text && !same && cli->check) {
        printf("%s\n", name);
        code = 1;
    } else if (text && !same) {
        const bool opened = output_rewrite(one, &o, name);
        if (opened)
            fwrite(text, 1, size, o.file);
        code = opened && output_close(&o, true) ? 0 : 1;
    }
    free(text);
    dtc_free(one);
    return code;
}

int run_format(Dtc *d, Cli *cli)
{
    int code = 0;

    if (!cli->operands)
        return usage("no file to lay out", NULL);
    for (int i = 0; i < cli->operands; i++)
        code |= format_file(d, cli, cli->operand[i]);
    return code;
}
