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

/* ---- MATLAB ------------------------------------------------------------------------------------------------------ */

static void matlab_matrix(FILE *out, const char *key, const double *a, uint32_t rows, uint32_t columns)
{
    if (rows == 0 || columns == 0) {
        fprintf(out, "%s = zeros(%u, %u);\n", key, rows, columns);
        return;
    }
    fprintf(out, "%s = [\n", key);
    for (uint32_t i = 0; i < rows; i++) {
        for (uint32_t j = 0; j < columns; j++)
            fprintf(out, " %s", digits(a[(size_t)i * columns + j]).text);
        fputs(i + 1 < rows ? ";\n" : "];\n", out);
    }
}

/* 'name', with its quotes doubled */
static void quoted(FILE *out, const char *s)
{
    fputc('\'', out);
    for (; *s; s++)
        fprintf(out, *s == '\'' ? "''" : "%c", *s);
    fputc('\'', out);
}

static void matlab_names(FILE *out, const StateSpace *s, const char *key, const Var *v, uint32_t n, bool units)
{
    const Linear *l = s->l;

    fprintf(out, "%s = {", key);
    for (uint32_t i = 0; i < n; i++) {
        const Var of = v ? v[i] : l->p->e->dae->state[l->state[i]];
        fputs(i ? ", " : "", out);
        quoted(out, units ? linear_unit(l, of) : name(s, of));
    }
    fputs("};\n", out);
}

void state_space_matlab(const StateSpace *s, FILE *out)
{
    fprintf(out, "%% %s, linear at time %s s: x' = A*x + B*u, y = C*x + D*u, deviations from x0, u0, y0.\n",
            s->l->p->e->f->name, digits(s->time).text);
    matlab_matrix(out, "A", s->A, s->n, s->n);
    matlab_matrix(out, "B", s->B, s->n, s->m);
    matlab_matrix(out, "C", s->C, s->k, s->n);
    matlab_matrix(out, "D", s->D, s->k, s->m);
    matlab_matrix(out, "x0", s->x, s->n, 1);
    matlab_matrix(out, "u0", s->u, s->m, 1);
    matlab_matrix(out, "y0", s->y, s->k, 1);
    matlab_matrix(out, "rate0", s->rate, s->n, 1);
    matlab_names(out, s, "StateName", NULL, s->n, false);
    matlab_names(out, s, "StateUnit", NULL, s->n, true);
    matlab_names(out, s, "InputName", s->input, s->m, false);
    matlab_names(out, s, "InputUnit", s->input, s->m, true);
    matlab_names(out, s, "OutputName", s->output, s->k, false);
    matlab_names(out, s, "OutputUnit", s->output, s->k, true);
    fputs("% with the Control System Toolbox: sys = ss(A, B, C, D, 'StateName', StateName, 'InputName', InputName, "
          "'OutputName', OutputName);\n", out);
}

/* ---- Python ------------------------------------------------------------------------------------------------------ */

static void python_matrix(FILE *out, const char *key, const double *a, uint32_t rows, uint32_t columns)
{
    fprintf(out, "%s = np.array([", key);
    for (uint32_t i = 0; i < rows * columns; i++)
        fprintf(out, "%s%s", digits(a[i]).text, (i + 1) % 8 ? ", " : ",\n    ");
    fprintf(out, "]).reshape(%u, %u)\n", rows, columns);
}

static void python_text(FILE *out, const char *s)
{
    fputc('"', out);
    for (; *s; s++)
        fprintf(out, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
    fputc('"', out);
}

static void python_names(FILE *out, const StateSpace *s, const char *key, const Var *v, uint32_t n, bool units)
{
    const Linear *l = s->l;

    fprintf(out, "%s = [", key);
    for (uint32_t i = 0; i < n; i++) {
        const Var of = v ? v[i] : l->p->e->dae->state[l->state[i]];
        fputs(i ? ", " : "", out);
        python_text(out, units ? linear_unit(l, of) : name(s, of));
    }
    fputs("]\n", out);
}

void state_space_python(const StateSpace *s, FILE *out)
{
    fprintf(out, "\"\"\"%s, linear at time %s s: x' = A x + B u, y = C x + D u, deviations from x0, u0, y0.\"\"\"\n"
            "import numpy as np\n\n", s->l->p->e->f->name, digits(s->time).text);
    python_matrix(out, "A", s->A, s->n, s->n);
    python_matrix(out, "B", s->B, s->n, s->m);
    python_matrix(out, "C", s->C, s->k, s->n);
    python_matrix(out, "D", s->D, s->k, s->m);
    python_matrix(out, "x0", s->x, s->n, 1);
    python_matrix(out, "u0", s->u, s->m, 1);
    python_matrix(out, "y0", s->y, s->k, 1);
    python_matrix(out, "rate0", s->rate, s->n, 1);
    python_names(out, s, "state_name", NULL, s->n, false);
    python_names(out, s, "state_unit", NULL, s->n, true);
    python_names(out, s, "input_name", s->input, s->m, false);
    python_names(out, s, "input_unit", s->input, s->m, true);
    python_names(out, s, "output_name", s->output, s->k, false);
    python_names(out, s, "output_unit", s->output, s->k, true);
}

/* ---- a model ----------------------------------------------------------------------------------------------------- */

static void model_matrix(FILE *out, const char *key, const double *a, uint32_t rows, uint32_t columns)
{
    fprintf(out, "  parameter Real %s[%u, %u] = ", key, rows, columns);
    if (rows == 0 || columns == 0) {
        fprintf(out, "fill(0, %u, %u);\n", rows, columns);
        return;
    }
    fputs("[\n", out);
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < columns; j++)
            fprintf(out, "%s%s%s", j ? ", " : "    ", digits(a[(size_t)i * columns + j]).text,
                    j + 1 < columns ? "" : i + 1 < rows ? ";\n" : "];\n");
}

static void model_vector(FILE *out, const char *key, const double *a, uint32_t n, const char *what)
{
    fprintf(out, "  parameter Real %s[%u] = ", key, n);
    fputs(n ? "{" : "fill(0, 0)", out);
    for (uint32_t i = 0; i < n; i++)
        fprintf(out, "%s%s", i ? ", " : "", digits(a[i]).text);
    fprintf(out, "%s \"%s\";\n", n ? "}" : "", what);
}

/* Inputs and outputs are those of the model, not deviations. */
void state_space_model(const StateSpace *s, FILE *out)
{
    fprintf(out, "block Linear \"%s, linear at time %s s\"\n", s->l->p->e->f->name, digits(s->time).text);
    for (uint32_t i = 0; i < s->n; i++)
        fprintf(out, "  // x[%u]: %s\n", i + 1, state(s, i));
    for (uint32_t i = 0; i < s->m; i++)
        fprintf(out, "  // u[%u]: %s\n", i + 1, name(s, s->input[i]));
    for (uint32_t i = 0; i < s->k; i++)
        fprintf(out, "  // y[%u]: %s\n", i + 1, name(s, s->output[i]));
    model_matrix(out, "A", s->A, s->n, s->n);
    model_matrix(out, "B", s->B, s->n, s->m);
    model_matrix(out, "C", s->C, s->k, s->n);
    model_matrix(out, "D", s->D, s->k, s->m);
    model_vector(out, "x0", s->x, s->n, "States at the point");
    model_vector(out, "u0", s->u, s->m, "Inputs at the point");
    model_vector(out, "y0", s->y, s->k, "Outputs at the point");
    model_vector(out, "rate0", s->rate, s->n, "Rates of the states at the point");
    fprintf(out, "  input Real u[%u](start = u0);\n  output Real y[%u];\n  Real x[%u](start = x0, each fixed = true);\n"
            "equation\n", s->m, s->k, s->n);
    fprintf(out, s->m ? "  der(x) = rate0 + A*(x - x0) + B*(u - u0);\n" : "  der(x) = rate0 + A*(x - x0);\n");
    if (s->k)
        fprintf(out, s->m ? "  y = y0 + C*(x - x0) + D*(u - u0);\n" : "  y = y0 + C*(x - x0);\n");
    fputs("end Linear;\n", out);
}

/* ---- MAT v4 ------------------------------------------------------------------------------------------------------ */

/* A matrix of the file: a head of five integers of 32 bits, its name, its numbers by columns. */
static bool mat_head(FILE *out, int32_t type, uint32_t rows, uint32_t columns, const char *key)
{
    const int32_t head[5] = { type, (int32_t)rows, (int32_t)columns, 0, (int32_t)strlen(key) + 1 };
    return fwrite(head, sizeof head, 1, out) == 1 && fwrite(key, strlen(key) + 1, 1, out) == 1;
}

static bool mat_numbers(FILE *out, const char *key, const double *a, uint32_t rows, uint32_t columns)
{
    bool good = mat_head(out, 0, rows, columns, key);

    for (uint32_t j = 0; j < columns; j++)
        for (uint32_t i = 0; i < rows; i++)
            good = fwrite(&a[(size_t)i * columns + j], sizeof *a, 1, out) == 1 && good;
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

    for (uint32_t i = 0; i < n; i++)
        all[i] = state(s, i);
    for (uint32_t i = 0; i < m; i++)
        all[n + i] = name(s, s->input[i]);
    for (uint32_t i = 0; i < k; i++)
        all[n + m + i] = name(s, s->output[i]);
    return mat_numbers(out, "nx", &nx, 1, 1) && mat_names(out, "xuyName", all, n + m + k) &&
           mat_numbers(out, "A", s->A, n, n) && mat_numbers(out, "B", s->B, n, m) &&
           mat_numbers(out, "C", s->C, k, n) && mat_numbers(out, "D", s->D, k, m) &&
           mat_numbers(out, "x0", s->x, n, 1) && mat_numbers(out, "u0", s->u, m, 1) &&
           mat_numbers(out, "y0", s->y, k, 1) && mat_numbers(out, "rate0", s->rate, n, 1) &&
           mat_names(out, "StateName", all, n) && mat_names(out, "InputName", all + n, m) &&
           mat_names(out, "OutputName", all + n + m, k);
}
