/* main.c - what the methods do, as tables.
 *
 *     methods table               every mass, step and method, in the form of methods.csv
 *     methods check FILE          the same beside such a table: each number to six digits, or to what is known of it
 *     methods beside MASS TD      a line of the table for a run in standard input, rows time,x,v
 *     methods course MASS METHOD TD STOP   samples: time, x, v, energy, part of Td since the last, the motion itself
 *     methods limits              the shortest step with which a run diverges within 100 s
 *     methods borders             how many steps are shortened, by the border
 *     methods costs               nanoseconds a step
 *     methods appendix            errors of adjusted steps by part of the step, figures 93 to 95
 *
 * MASS is the name of a model of models/nonlinear_springs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "methods.h"

const double steps[STEPS] = { 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5 };
const char head[] =
    "case,damping_Nspm,method,cbar_N_per_m,Td_s,err_max_x_grid_10s_m,err_max_x_allsamples_10s_m,err_rms_x_grid_10s_m,"
    "n_adjust_10s,E0_J,dE_rel_30s,max_abs_dE_rel_30s,diverged_30s,err_max_x_vs_heldinput_10s_m";

void print_row(const mass *m, const char *name, double cbar, double Td, const row *o)
{
    char stiffness[32] = "", held[32] = "";

    if (cbar >= 0)
        snprintf(stiffness, sizeof stiffness, "%g", cbar);
    if (m->amplitude != 0)
        snprintf(held, sizeof held, "%g", o->held);
    printf("%s,%g,%s,%s,%g,%g,%g,%g,%g,%g,%g,%g,%g,%s\n", m->name, m->d, name, stiffness, Td, o->grid, o->all, o->rms,
           o->cuts, o->start, o->drift, o->most_drift, o->diverged, held);
}

static int table(void)
{
    puts(head);
    for (int i = 0; i < MASSES; i++) {
        mass m = mass_of(i);
        method list[MOST_METHODS];
        int n = methods_of(&m, list);
        for (int s = 0; s < STEPS; s++) {
            for (int k = 0; k < n; k++) {
                row o = measure(&m, &list[k], steps[s]);
                print_row(&m, list[k].name, list[k].cbar, steps[s], &o);
            }
            if (m.amplitude != 0) {
                row o = held_input(&m, steps[s]);
                print_row(&m, "exact_events_held_input", -1, steps[s], &o);
            }
        }
    }
    return 0;
}

/* ---- one mass ----------------------------------------------------------------------------------------------- */

static int mass_named(const char *model, mass *m)
{
    for (int i = 0; i < MASSES; i++)
        if (*m = mass_of(i), strcmp(m->model, model) == 0)
            return 1;
    fprintf(stderr, "no mass %s\n", model);
    return 0;
}

static int beside(const char *model, double Td)
{
    mass m;
    tally t;
    char line[1000];
    double time = 0, x, v;

    if (!mass_named(model, &m))
        return 2;
    tally_begin(&t, &m, Td);
    while (fgets(line, sizeof line, stdin))
        if (sscanf(line, "%lf,%lf,%lf", &time, &x, &v) == 3)
            tally_add(&t, time, (state){ x, v }, fabs(time - rint(time / Td) * Td) < 1e-9, 0);
    row o = tally_end(&t);
    print_row(&m, "dtc_exact", -1, Td, &o);
    return !(time > (m.d == 0 && m.amplitude == 0 ? 30 : 10) - Td);
}

static int course(const char *model, const char *name, double Td, double stop)
{
    mass m;
    method list[MOST_METHODS];

    if (!mass_named(model, &m))
        return 2;
    int k = methods_of(&m, list);
    while (k-- > 0 && strcmp(list[k].name, name) != 0)
        ;
    if (k < 0) {
        fprintf(stderr, "no method %s\n", name);
        return 2;
    }
    run r = begin(&m, &list[k], Td);
    truth now = solve(&m, stop + Td, 0);
    puts("time,x,v,energy,part,x_true,v_true");
    for (double time = 0, before = -Td; time < stop + 1e-9 && fabs(r.y.x) <= 1e4;) {
        state y = truth_at(&now, time);
        printf("%.12g,%.12g,%.12g,%.12g,", time, r.y.x, r.y.v, energy(&m.spring, r.y));
        printf("%.12g,%.12g,%.12g\n", (time - before) / Td, y.x, y.v);
        sample(&r);
        before = time;
        time = (double)r.k * Td - r.buffer;
    }
    forget(&now);
    return 0;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";

    if (argc == 2 && strcmp(what, "table") == 0)
        return table();
    if (argc == 3 && strcmp(what, "check") == 0)
        return check(argv[2]);
    if (argc == 4 && strcmp(what, "beside") == 0)
        return beside(argv[2], strtod(argv[3], NULL));
    if (argc == 6 && strcmp(what, "course") == 0)
        return course(argv[2], argv[3], strtod(argv[4], NULL), strtod(argv[5], NULL));
    if (argc == 2 && strcmp(what, "limits") == 0)
        return limits(), 0;
    if (argc == 2 && strcmp(what, "borders") == 0)
        return borders(), 0;
    if (argc == 2 && strcmp(what, "costs") == 0)
        return costs(), 0;
    if (argc == 2 && strcmp(what, "appendix") == 0)
        return appendix(), 0;
    fputs("usage: see main.c\n", stderr);
    return 2;
}
