/* run_report.c - dtc report: what there is to tell of a model, as one page to mail.
 *
 * It is the page of a run of `dtc sim --audit`, with what other commands say of the model. Of a PDF the page is in a
 * temporary file, which a browser prints.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "object_cache.h"
#include "output.h"
#include "page.h"
#include "summary.h"

static const char *summary_base(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash && slash[1] ? slash + 1 : path;
}

/* As a shell takes it back. */
static const char *quoted(Dtc *d, const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.,=+:/@%-";
    const char *out = "'";

    if (*text && text[strspn(text, plain)] == 0)
        return text;
    for (; *text; text++)
        out = *text == '\'' ? internf(d, "%s'\\''", out) : internf(d, "%s%c", out, *text);
    return internf(d, "%s'", out);
}

const char *summary_options(const Summary *s, CommandId command)
{
    const char *all = "";

    for (uint32_t i = 0; i < vec_len(s->cli->given); i++) {
        const Given *g = &s->cli->given[i];
        if (!(g->use & 1u << command) || strcmp(g->name, "-o") == 0)
            continue;
        all = internf(s->d, "%s %s", all, g->name);
        if (g->text)
            all = internf(s->d, "%s %s", all, quoted(s->d, g->file ? summary_base(g->text) : g->text));
    }
    return all;
}

/* The run whose page it is; the exit code. */
static int run(Summary *s)
{
    Cli *cli = s->cli;
    const int wrong = model_operand(s->d, cli);

    if (wrong)
        return wrong;
    s->account = open_memstream(&s->account_text, &s->account_length);
    cli->command = CMD_SIM;
    cli->sim.home = find_home(s->d);
    cli->sim.quiet = false;
    cli->sim.page = summary_page;
    cli->sim.own = s;
    cli->sim.account = s->account;
    s->d->opt.audit = s->d->opt.pictured = true;
    cli->sim.messages = page_messages_begin(s->d);
    const int code = s->account ? compiled_and_run(s->d, cli) : 1;
    model_told(s->d);
    if (cli->sim.messages)
        page_messages_end(cli->sim.messages);
    if (s->account)
        fclose(s->account);
    free(s->account_text);
    return code;
}

/* Into a file of its own, and from there. */
static int printed(Summary *s, const char *file)
{
    const char *folder = new_folder_in(s->d, temporary_folder(s->d), "dtc");

    if (!folder)
        return output_refuse(temporary_folder(s->d), strerror(errno)), 1;
    temporary(folder);
    const char *page = internf(s->d, "%s/report.html", folder);
    s->d->opt.output = page;
    const int code = run(s);
    const bool good = access(page, R_OK) == 0 && summary_pdf(s->d, page, file);
    cache_remove(folder);
    temporary_forget(folder);
    return good ? code : 1;
}

int run_report(Dtc *d, Cli *cli)
{
    const char *file = d->opt.output;
    Summary s = { .d = d,
                  .cli = cli,
                  .model = cli->operands > 0 ? summary_base(cli->operand[0]) : d->opt.model };

    if (!file)
        return usage("dtc report writes a file: -o report.html or -o report.pdf is missing", NULL);
    if (!has_ending(d, file, "html pdf"))
        return usage("dtc report writes FILE.html and FILE.pdf; what is", file);
    if (!s.model)
        return usage("dtc report needs a model", NULL);
    s.gears = summary_gears(&s);
    s.modes = summary_modes(&s);
    return has_ending(d, file, "pdf") ? printed(&s, file) : run(&s);
}
