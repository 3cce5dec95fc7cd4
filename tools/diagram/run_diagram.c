/* run_diagram.c - dtc diagram: the components of a model and what joins them, as a picture. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "diagram.h"
#include "output.h"

/* Two pixels of a PNG are one of the SVG, if the program can make as many. */
static double zoom(const Diagram *g)
{
    enum { MOST = 32767, TWICE = 2 };
    const Box b = diagram_frame(g);
    const double most = MOST / fmax(b.x2 - b.x1, b.y2 - b.y1);

    if (most < TWICE)
        fprintf(stderr,
                "dtc: note: a PNG has %d pixels a side at most: this one is drawn at %.2g of its size; "
                "FILE.svg and FILE.pdf have all of it\n",
                MOST, floor(100 * most / TWICE) / 100);
    return fmin(TWICE, 0.999 * most);
}

/* PNG and PDF are made of the SVG, by the program rsvg-convert. */
static bool convert(Dtc *d, FILE *out, const Diagram *g, const char *format)
{
    const char *const argv[] = { "rsvg-convert",
                                 "-f",
                                 format,
                                 "-z",
                                 strcmp(format, "png") == 0 ? internf(d, "%.6g", zoom(g)) : "0.75",
                                 NULL };
    char *text = NULL;
    size_t size = 0, length = 0;
    FILE *f = open_memstream(&text, &size);

    if (!f)
        return false;
    diagram_svg(f, g, false);
    const char *answer = fclose(f) == 0 ? program_answer(d, argv, text, size, "librsvg2-bin",
                                                         "; -o FILE.svg needs none", &length)
                                        : NULL;
    free(text);
    return answer && fwrite(answer, 1, length, out) == length;
}

static bool write_form(Dtc *d, FILE *out, Diagram *g, const char *format)
{
    if (strcmp(format, "png") == 0 || strcmp(format, "pdf") == 0)
        return convert(d, out, g, format);
    if (strcmp(format, "json") == 0)
        diagram_json(d, out, g);
    else if (strcmp(format, "html") == 0)
        return diagram_html(d, out, g);
    else
        diagram_svg(out, g, false);
    return true;
}

/* The component --sub names. */
static Inst *component(Dtc *d, const char *path)
{
    Inst *in = d->instance;

    for (const char *p = path; p && *p; p += strcspn(p, "."), p += *p == '.') {
        Inst *next = inst_member(in, intern(d, p, strcspn(p, ".")));
        if (!next || next->is->type != T_COMPOSITE || !next->is->members) {
            const char **known = NULL;
            for (uint32_t i = 0; i < vec_len(in->child); i++)
                if (in->child[i]->is->type == T_COMPOSITE)
                    vec_push(&d->run, known, in->child[i]->is->name);
            const char *near = suggest(d, intern(d, p, strcspn(p, ".")), known, vec_len(known));
            fprintf(stderr, "dtc: --sub: there is no component %s%s%.*s%s%s\n", path,
                    near ? "; did you mean " : "", near ? (int)(p - path) : 0, path, near ? near : "",
                    near ? "?" : "");
            return NULL;
        }
        in = next->has->elem && next->is->size ? next->has->elem[0] : next;
    }
    return in;
}

static bool answer(Dtc *d, const Cli *cli, const char *format)
{
    Inst *of = component(d, cli->gears_sub);
    Output o;

    if (!of)
        return false;
    if (!diagram_opens(d, of)) {
        error(d, d->model->span, NULL,
              "%s has no components: there is nothing to draw; `dtc doc` tells what it is",
              of->parent ? of->path : of->has->model->name);
        return false;
    }
    Diagram *g = diagram_make(d, of, (uint32_t)cli->diagram_depth, cli->diagram_write);
    if (!g)
        return false;
    if (cli->diagram_write && !diagram_write(d, g))
        return false;
    if (cli->diagram_write && !d->opt.output)
        return true;
    if (!output_open(d, &o, d->opt.output ? d->opt.output : "-"))
        return false;
    const bool good = write_form(d, o.file, g, format);
    return output_close(&o, good) && good;
}

int run_diagram(Dtc *d, Cli *cli)
{
    const char *format = cli->format;
    Compiled c = { 0 };
    int wrong = 0;

    if (!format)
        wrong = ending_fits(d, d->opt.output, "svg html png pdf json",
                            "dtc diagram writes files .svg, .html, .png, .pdf and .json; what is");
    else if (!has_ending(d, internf(d, "x.%s", format), "svg html png pdf json"))
        wrong = usage("dtc diagram writes svg, html, png, pdf and json; what is", format);
    if (!format && !(format = known_ending(d, d->opt.output, "svg html png pdf json")))
        format = "svg";
    if (!wrong && cli->diagram_write && (cli->diagram_depth > 0 || cli->gears_sub))
        wrong = usage("--write puts the places of the model's own components into its file; without --depth "
                      "and --sub",
                      NULL);
    wrong = wrong ? wrong : model_operand(d, cli);
    if (wrong)
        return wrong;
    d->opt.pictured = true;
    c.good = flat_model(d) != NULL;
    if (c.good)
        model_told(d);
    c.good = c.good && answer(d, cli, format);
    return model_end(d, &c);
}
