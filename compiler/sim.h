/* sim.h - what `dtc sim` is asked for, and what its files share. */
#ifndef DTC_SIM_H
#define DTC_SIM_H

#include "../runtime/dtc_runtime.h"
#include "dtc.h"

struct SimOptions {
    const char *home;                      /* folder with lib/ and runtime/ */
    const char *param;                     /* YAML file: parameters and inputs */
    double      stop, interval;            /* 0: as the model's experiment says */
    bool        quiet;                     /* no progress */
};

/* sim_build.c: the model as a shared object. */
typedef struct { double steps; char folder[64]; void *object; const dtc_model_info *info; const char **file; } SimBuild;   /* steps: of the run, about; file: vec, to be removed */
bool sim_build(Dtc *d, Flat *f, Dae *dae, const char *home, SimBuild *b);
void sim_close(SimBuild *b);

/* sim_yaml.c: parameters and inputs from a file. */
typedef struct { const dtc_variable *var; double *time, *value; uint32_t next; } SimInput;     /* vecs */
typedef struct { SimInput *input; } Scenario;                                                  /* vec */
bool scenario_load(Dtc *d, const char *file, const dtc_model_info *info, void *model, Scenario *s);
void scenario_apply(Scenario *s, const dtc_model_info *info, void *model, double t);

/* audit.c: the energy account of a run, for Options.audit. */
typedef struct Account Account;
Account *account_begin(Dtc *d, const Flat *f, const dtc_model_info *info);
void     account_row(Account *a, const void *model, double time);   /* after an evaluation; equal times: the two sides of an event */
void     account_end(Account *a, FILE *out);                        /* prints it */

/* Access through the descriptor, whatever the type. */
double sim_get(const dtc_model_info *info, const void *model, const dtc_variable *v);
void   sim_set(const dtc_model_info *info, void *model, const dtc_variable *v, double x);
const char **sim_names(Dtc *d, const dtc_model_info *info);    /* names of all variables, for suggestions */

#endif
