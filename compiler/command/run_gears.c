/* run_gears.c - dtc gears: what a gear train is, without a run. */
#include <string.h>
#include "command.h"
#include "gears.h"
#include "output.h"

/* The member of the flange that was named, or of the one that has the usual name; UINT32_MAX after a message. */
static uint32_t member_named(const Train *t, const char *option, const char *name, const char *usual, const char *sub)
{
    const char *wanted = name ? name : *sub ? internf(t->d, "%s.%s", sub, usual) : usual;
    const char **known = NULL;

    for (uint32_t i = 0; i < vec_len(t->flange); i++) {
        if (strcmp(t->flange[i].path, wanted) == 0)
            return t->flange[i].member;
        vec_push(&t->d->run, known, t->flange[i].path);
    }
    const char *near = suggest(t->d, wanted, known, vec_len(known));
    fprintf(stderr, "dtc: --%s: there is no flange %s%s%s%s\n", option, wanted, near ? "; did you mean " : "",
            near ? near : "", near ? "?" : "");
    return UINT32_MAX;
}

static bool in_and_out(const Train *t, const Cli *cli, uint32_t *in, uint32_t *out)
{
    const char *sub = cli->gears.sub ? cli->gears.sub : "";

    *in = member_named(t, "in", cli->gears.in, "flange_a", sub);
    *out = *in == UINT32_MAX ? *in : member_named(t, "out", cli->gears.out, "flange_b", sub);
    if (*out == UINT32_MAX)
        return false;
    if (*in == 0 || *out == 0 || *in == *out) {
        fprintf(stderr, "dtc: %s\n", *in == *out ? "input and output always turn together" :
                                                   "input or output is the housing");
        return false;
    }
    return true;
}

int run_gears(Dtc *d, Cli *cli)
{
    Compiled c = { 0 };
    Train t;
    Gear *gears = NULL;
    uint32_t in, out;
    int wrong = model_operand(d, cli);

    if (wrong)
        return wrong;
    find_packages(d);
    c.good = flat_model(d) != NULL && train_of(d, d->flat, d->instance, cli->gears.sub ? cli->gears.sub : "", &t) &&
             in_and_out(&t, cli, &in, &out) && gears_of(&t, in, out, &gears);
    if (c.good)
        gears_print(&t, in, out, gears);
    c.good &= standard_output_flush();
    return model_end(d, &c);
}
