/* linear_script.c - a linear model for other programs: scripts of MATLAB and Python, a dtm model, a MAT v4 file.
 *
 * Names of matrices as linmod has them (A, B, C, D, StateName, InputName, OutputName) and as Dymola's linearize (a file
 * with A, B, C, D, xuyName, nx). Numbers have all their digits. Cost: linear in the entries.
 */
#include <stdlib.h>
#include <string.h>
#include "state_space.h"

static NumberText digits(double x) { return number_shortest(x == 0 ? 0 : x, 15); }

static const char *state(const StateSpace *s, uint32_t i) { return linear_state_name(s->l, i); }
static const char *name(const StateSpace *s, Var v) { return s->l->p->e->f->var[v].name; }

/* What a model is made of: A, B, C, D, then columns of values at the point. */
typedef struct { const char *key; const double *a; uint32_t rows, columns; const char *what; } Piece;
enum { PIECES = 8, VECTORS = 4 };           /* the first that is a column */

static void pieces_of(const StateSpace *s, Piece *piece)
{
    const Piece all[PIECES] = {
        { "A", s->A, s->n, s->n, NULL },
        { "B", s->B, s->n, s->m, NULL },
        { "C", s->C, s->k, s->n, NULL },
        { "D", s->D, s->k, s->m, NULL },
        { "x0", s->x, s->n, 1, "States at the point" },
        { "u0", s->u, s->m, 1, "Inputs at the point" },
        { "y0", s->y, s->k, 1, "Outputs at the point" },
        { "rate0", s->rate, s->n, 1, "Rates of the states at the point" },
    };

    memcpy(piece, all, sizeof all);
}

/* ---- scripts ------------------------------------------------------------------------------------------- */

/* How a language writes a matrix, and a list of texts. */
typedef struct {
    void (*matrix)(FILE *out, const Piece *p);
    const char *begin, *end;               /* of a list */
    const char *escaped, *escape;          /* characters of a text that have something before them, and what */
    char quote;
    const char *name[6];                   /* of states, their units, inputs, outputs */
} Language;

static void matlab_matrix(FILE *out, const Piece *p)
{
    if (p->rows == 0 || p->columns == 0) {
        fprintf(out, "%s = zeros(%u, %u);\n", p->key, p->rows, p->columns);
        return;
    }
    fprintf(out, "%s = [\n", p->key);
    for (uint32_t i = 0; i < p->rows; i++) {
        for (uint32_t j = 0; j < p->columns; j++)
            fprintf(out, " %s", digits(p->a[(size_t)i * p->columns + j]).text);
        fputs(i + 1 < p->rows ? ";\n" : "];\n", out);
    }
}

static void python_matrix(FILE *out, const Piece *p)
{
    fprintf(out, "%s = np.array([", p->key);
    for (uint32_t i = 0; i < p->rows * p->columns; i++)
        fprintf(out, "%s%s", digits(p->a[i]).text, (i + 1) % 8 ? ", " : ",\n    ");
    fprintf(out, "]).reshape(%u, %u)\n", p->rows, p->columns);
}

static const Language matlab = {
    matlab_matrix, "{", "};", "'", "'", '\'',
    { "StateName", "StateUnit", "InputName", "InputUnit", "OutputName", "OutputUnit" }
};
static const Language python = {
    python_matrix, "[", "]", "\"\\", "\\", '"',
    { "state_name", "state_unit", "input_name", "input_unit", "output_name", "output_unit" }
};

static void quoted(FILE *out, const Language *l, const char *s)
{
    fputc(l->quote, out);
    for (; *s; s++)
        fprintf(out, "%s%c", strchr(l->escaped, *s) ? l->escape : "", *s);
    fputc(l->quote, out);
}

/* Of variables, or, v is NULL, states. */
static void names(FILE *out, const StateSpace *s, const Language *l, const char *key, const Var *v, uint32_t n,
                  bool units)
{
    fprintf(out, "%s = %s", key, l->begin);
    for (uint32_t i = 0; i < n; i++) {
        const Var of = v ? v[i] : s->l->p->e->dae->state[s->l->state[i]];
        fputs(i ? ", " : "", out);
        quoted(out, l, units ? linear_unit(s->l, of) : name(s, of));
    }
    fprintf(out, "%s\n", l->end);
}

static void script(FILE *out, const StateSpace *s, const Language *l)
{
    Piece piece[PIECES];

    pieces_of(s, piece);
    for (int i = 0; i < PIECES; i++)
        l->matrix(out, &piece[i]);
    for (int i = 0; i < 6; i++)
        names(out, s, l, l->name[i],
              i < 2   ? NULL
              : i < 4 ? s->input
                      : s->output,
              i < 2   ? s->n
              : i < 4 ? s->m
                      : s->k,
              i % 2);
}

void state_space_matlab(const StateSpace *s, FILE *out)
{
    fprintf(out, "%% %s, linear at time %s s: x' = A*x + B*u, y = C*x + D*u, deviations from x0, u0, y0.\n",
            s->l->p->e->f->name, digits(s->time).text);
    script(out, s, &matlab);
    fputs("% with the Control System Toolbox: sys = ss(A, B, C, D, 'StateName', StateName, 'InputName', "
          "InputName, 'OutputName', OutputName);\n",
          out);
}

void state_space_python(const StateSpace *s, FILE *out)
{
    fprintf(out,
            "\"\"\"%s, linear at time %s s: x' = A x + B u, y = C x + D u, deviations from x0, u0, "
            "y0.\"\"\"\n"
            "import numpy as np\n\n",
            s->l->p->e->f->name, digits(s->time).text);
    script(out, s, &python);
}

/* ---- a model ------------------------------------------------------------------------------------------- */

static void model_matrix(FILE *out, const Piece *p)
{
    fprintf(out, "  parameter Real %s[%u, %u] = ", p->key, p->rows, p->columns);
    if (p->rows == 0 || p->columns == 0) {
        fprintf(out, "fill(0, %u, %u);\n", p->rows, p->columns);
        return;
    }
    fputs("[\n", out);
    for (uint32_t i = 0; i < p->rows; i++)
        for (uint32_t j = 0; j < p->columns; j++)
            fprintf(out, "%s%s%s", j ? ", " : "    ", digits(p->a[(size_t)i * p->columns + j]).text,
                    j + 1 < p->columns ? ""
                    : i + 1 < p->rows  ? ";\n"
                                       : "];\n");
}

static void model_vector(FILE *out, const Piece *p)
{
    fprintf(out, "  parameter Real %s[%u] = ", p->key, p->rows);
    fputs(p->rows ? "{" : "fill(0, 0)", out);
    for (uint32_t i = 0; i < p->rows; i++)
        fprintf(out, "%s%s", i ? ", " : "", digits(p->a[i]).text);
    fprintf(out, "%s \"%s\";\n", p->rows ? "}" : "", p->what);
}

/* Inputs and outputs are those of the model, not deviations. */
void state_space_model(const StateSpace *s, FILE *out)
{
    Piece piece[PIECES];

    pieces_of(s, piece);
    fprintf(out, "block Linear \"%s, linear at time %s s\"\n", s->l->p->e->f->name, digits(s->time).text);
    for (uint32_t i = 0; i < s->n; i++)
        fprintf(out, "  // x[%u]: %s\n", i + 1, state(s, i));
    for (uint32_t i = 0; i < s->m; i++)
        fprintf(out, "  // u[%u]: %s\n", i + 1, name(s, s->input[i]));
    for (uint32_t i = 0; i < s->k; i++)
        fprintf(out, "  // y[%u]: %s\n", i + 1, name(s, s->output[i]));
    for (int i = 0; i < PIECES; i++)
        (i < VECTORS ? model_matrix : model_vector)(out, &piece[i]);
    fprintf(out,
            "  input Real u[%u](start = u0);\n  output Real y[%u];\n  Real x[%u](start = x0, each fixed = "
            "true);\n"
            "equation\n",
            s->m, s->k, s->n);
    fprintf(out, s->m ? "  der(x) = rate0 + A*(x - x0) + B*(u - u0);\n" : "  der(x) = rate0 + A*(x - x0);\n");
    if (s->k)
        fprintf(out, s->m ? "  y = y0 + C*(x - x0) + D*(u - u0);\n" : "  y = y0 + C*(x - x0);\n");
    fputs("end Linear;\n", out);
}

/* ---- MAT v4 -------------------------------------------------------------------------------------------- */

/* A matrix of the file: a head of five integers of 32 bits, its name, its numbers by columns. */
static bool mat_head(FILE *out, int32_t type, uint32_t rows, uint32_t columns, const char *key)
{
    const int32_t head[5] = { type, (int32_t)rows, (int32_t)columns, 0, (int32_t)strlen(key) + 1 };
    return fwrite(head, sizeof head, 1, out) == 1 && fwrite(key, strlen(key) + 1, 1, out) == 1;
}

static bool mat_numbers(FILE *out, const Piece *p)
{
    bool good = mat_head(out, 0, p->rows, p->columns, p->key);

    for (uint32_t j = 0; j < p->columns; j++)
        for (uint32_t i = 0; i < p->rows; i++)
            good = fwrite(&p->a[(size_t)i * p->columns + j], sizeof *p->a, 1, out) == 1 && good;
    return good;
}

/* Names, one a row, filled with blanks. */
static bool mat_names(FILE *out, const char *key, const char *const *names, uint32_t n)
{
    size_t most = 1;
    bool good;

    for (uint32_t i = 0; i < n; i++)
        most = strlen(names[i]) > most ? strlen(names[i]) : most;
    good = mat_head(out, 51, n, (uint32_t)most, key);
    for (size_t j = 0; j < most; j++)
        for (uint32_t i = 0; i < n; i++)
            good = fputc(j < strlen(names[i]) ? names[i][j] : ' ', out) != EOF && good;
    return good;
}

bool state_space_mat(const StateSpace *s, FILE *out)
{
    const uint32_t n = s->n, m = s->m, k = s->k;
    const double nx = n;
    const char **all = NEW_N(&s->l->p->d->run, const char *, n + m + k + 1);
    Piece piece[PIECES];

    for (uint32_t i = 0; i < n; i++)
        all[i] = state(s, i);
    for (uint32_t i = 0; i < m; i++)
        all[n + i] = name(s, s->input[i]);
    for (uint32_t i = 0; i < k; i++)
        all[n + m + i] = name(s, s->output[i]);
    bool good =
        mat_numbers(out, &(Piece){ "nx", &nx, 1, 1, NULL }) && mat_names(out, "xuyName", all, n + m + k);

    pieces_of(s, piece);
    for (int i = 0; i < PIECES; i++)
        good = good && mat_numbers(out, &piece[i]);
    return good && mat_names(out, "StateName", all, n) && mat_names(out, "InputName", all + n, m) &&
           mat_names(out, "OutputName", all + n + m, k);
}
