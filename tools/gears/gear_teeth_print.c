/* gear_teeth_print.c - teeth that were found, as a table. */
#include "gear_teeth.h"

static void print_heads(FILE *out, const TeethSearch *s)
{
    fprintf(out, "  %9s  %5s", "error", "teeth");
    for (uint32_t i = 0; i < vec_len(s->varied); i++)
        fprintf(out, "  %-14s", set_name(s->train, &s->train->set[s->varied[i].set]));
    for (uint32_t k = 0; k < vec_len(s->wanted); k++)
        fprintf(out, "  %10s", state_name(s->report, s->gear[k]));
    fputc('\n', out);
}

static const char *teeth_text(Dtc *d, const VariedSet *v, const Teeth *z)
{
    return v->suns == 2 ? internf(d, "%d/%d/%d", z->z[0], z->z[1], z->z[2]) : internf(d, "%d/%d", z->z[0], z->z[1]);
}

static void print_conditions(FILE *out, const TeethSearch *s)
{
    fprintf(out, "\nTeeth from %d to %d of suns and rings (sun/ring, sun1/sun2/ring)", s->low, s->high);
    for (uint32_t i = 0; i < vec_len(s->varied); i++)
        fprintf(out, "%s %s: %d planets%s", i ? "," : ";", set_name(s->train, &s->train->set[s->varied[i].set]),
                s->varied[i].planets, s->varied[i].given ? "" : " (not given)");
    fputc('\n', out);
    for (uint32_t i = 0; i < vec_len(s->kept); i++)
        fprintf(out, "%s%s", i ? ", " : "", s->kept[i]);
    if (vec_len(s->kept))
        fprintf(out, ": left as they are, no sets of sun, planets and ring by their teeth\n");
    fprintf(out, "%.0f combinations looked at, ", s->looked_at);
    fprintf(out, s->proven ? "all that there are: no other has fewer teeth and a smaller error\n" :
                             "not all: there may be better ones\n");
}

void teeth_print(FILE *out, const TeethSearch *s)
{
    Dtc *d = s->train->d;

    print_conditions(out, s);
    print_heads(out, s);
    fprintf(out, "  %9s  %5s", "wanted", "");
    for (uint32_t i = 0; i < vec_len(s->varied); i++)
        fprintf(out, "  %-14s", "");
    for (uint32_t k = 0; k < vec_len(s->wanted); k++)
        fprintf(out, "  %10.5g", s->wanted[k]);
    fputc('\n', out);
    for (uint32_t i = 0; i < vec_len(s->best); i++) {
        const TeethResult *b = &s->best[i];
        fprintf(out, "  %8.3f%%  %5d", 100*b->error, b->sum);
        for (uint32_t k = 0; k < vec_len(s->varied); k++)
            fprintf(out, "  %-14s", teeth_text(d, &s->varied[k], &s->varied[k].choice[b->choice[k]]));
        for (uint32_t k = 0; k < vec_len(s->wanted); k++)
            fprintf(out, "  %10s", fr_text(d, b->ratio[k]));
        fputc('\n', out);
    }
}
