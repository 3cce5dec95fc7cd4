/* command.h - the command line as data: which commands and options there are, and what a run is asked for. */
#ifndef COMMAND_H
#define COMMAND_H

#include "compile.h"
#include "diff.h"
#include "orders.h"
#include "plot.h"
#include "sim.h"

typedef enum {
    CMD_COMPILE, CMD_SIM, CMD_CHECK, CMD_LIST, CMD_GEARS, CMD_LINEARIZE, CMD_EQUILIBRIUM, CMD_MODES,
    CMD_BODE, CMD_CAMPBELL, CMD_DIAGRAM, CMD_REPORT, CMD_DOC, CMD_DIFF, CMD_PLOT, CMD_ORDERS,
    CMD_HELP, CMD_MAN, CMD_COMPLETION, COMMANDS
} CommandId;

/* What an option is for: commands, and if it says so methods of the step. */
enum {
    COMPILE = 1 << CMD_COMPILE,
    SIM = 1 << CMD_SIM,
    CHECK = 1 << CMD_CHECK,
    LIST = 1 << CMD_LIST,
    GEARS = 1 << CMD_GEARS,
    LINEARIZE = 1 << CMD_LINEARIZE,
    EQUILIBRIUM = 1 << CMD_EQUILIBRIUM,
    MODES = 1 << CMD_MODES,
    BODE = 1 << CMD_BODE,
    CAMPBELL = 1 << CMD_CAMPBELL,
    RESPONSES = BODE | CAMPBELL,
    DIAGRAM = 1 << CMD_DIAGRAM,
    REPORT = 1 << CMD_REPORT,
    DOC = 1 << CMD_DOC,
    DIFF = 1 << CMD_DIFF,
    PLOT = 1 << CMD_PLOT,
    ORDERS = 1 << CMD_ORDERS,
    RUN = COMPILE | CHECK | SIM,
    LINEAR = LINEARIZE | EQUILIBRIUM | MODES | RESPONSES,
    SETTLED = EQUILIBRIUM | LINEARIZE | MODES | RESPONSES | SIM,       /* they can begin in equilibrium */
    MODEL = RUN | LIST | GEARS | LINEAR | DIAGRAM | REPORT,
    ALL = (1 << COMMANDS) - 1,
    FIXED = 1 << COMMANDS,
    VARIABLE = FIXED << 1,
    EXACT = FIXED << 2,
    FMU = FIXED << 3                       /* of `dtc sim`: also where it runs an FMU */
};

/* An option as it was written, what it is for, and its argument: NULL: it has none; file: that names a file. */
typedef struct { const char *name; unsigned use; const char *text; bool file; } Given;
typedef struct Cli {
    CommandId command; bool named;                             /* named: it was written, and is no compilation */
    bool report, help, version, variable_step;
    struct SimOptions sim; diff_options diff; PlotOptions plot; OrdersOptions orders;
    const char *format, **stuck;           /* vec */
    const char *in, *out, *over, *states;  /* names, with commas between; over: one */
    const char *sweep;                     /* NAME=VALUE,VALUE,... */
    const char *torque, *engine, *along;   /* ORDER=AMPLITUDE,...; a component; a parameter */
    double points;                         /* of a grid */
    struct { double at; const char *state, *solve, *conditions; bool equilibrium; } point;
    struct { double count; const char *reference, *referred; } modes;
    struct {
        const char *sub, *shift, *efficiency, *teeth, *ratios, *picture, *gear;
        bool all, details;
        double search;
    } gears;
    struct { double depth; bool write; } diagram;
    struct { const char *version, *kind, *outputs; } fmu;  /* as given; NULL: the default */
    Given *given;                          /* vec */
    int operands; char **operand;          /* what is no option, after the command */
} Cli;

/* commands.c. run: a file run_NAME.c; what is given fits the command; the exit code. */
typedef struct {
    const char *name;                      /* NULL: of the command without a name */
    const char *arguments, *line;          /* for help */
    int (*run)(Dtc *d, Cli *cli);
} Command;
extern const Command commands[COMMANDS];
int  command_named(const char *name);      /* -1: there is none */
int  unknown_command(Dtc *d, const char *name);            /* 2, after a message, if it is near to one; or 0 */

int run_compile(Dtc *d, Cli *cli);
int run_sim(Dtc *d, Cli *cli);
int run_check(Dtc *d, Cli *cli);
int run_list(Dtc *d, Cli *cli);
int run_doc(Dtc *d, Cli *cli);
int run_gears(Dtc *d, Cli *cli);
int run_linearize(Dtc *d, Cli *cli);
int run_equilibrium(Dtc *d, Cli *cli);
int run_modes(Dtc *d, Cli *cli);
int run_bode(Dtc *d, Cli *cli);
int run_campbell(Dtc *d, Cli *cli);
int run_diff(Dtc *d, Cli *cli);
int run_plot(Dtc *d, Cli *cli);
int run_orders(Dtc *d, Cli *cli);
/* tools/diagram */
int run_diagram(Dtc *d, Cli *cli);
/* tools/summary */
int run_report(Dtc *d, Cli *cli);
int run_help(Dtc *d, Cli *cli);            /* also for --help */
int run_man(Dtc *d, Cli *cli);
int run_completion(Dtc *d, Cli *cli);
/* tools/master: `dtc sim model.fmu` */
bool runs_fmu(Dtc *d, const Cli *cli);       /* the operand is one, by its name */
int run_fmu(Dtc *d, Cli *cli);

/* options.c. take: into d->opt or cli; false: it is not what `needs` says. */
typedef struct Option Option;
struct Option {
    const char *name; char letter;         /* one of them: --name, -letter */
    const char *value;                     /* what stands for its argument in help; NULL: it has none */
    const char *choices;                   /* all that the argument can be, with blanks between; NULL: others */
    unsigned use;
    bool (*take)(Dtc *d, Cli *cli, const Option *o, const char *text);
    bool of_model; size_t at;              /* where the value is: in d->opt, or in cli */
    double least, most;                    /* of a number */
    const char *needs;                     /* "a time > 0"; NULL: there is nothing to refuse */
    const char *text;                      /* parts, each a line; one that begins "plot, orders: " is of these alone */
};
extern const Option options[];
extern const uint32_t option_count;
/* -fNAME: what is left out, or done in another way. */
typedef struct { const char *name; size_t at; unsigned use; const char *text; } Feature;
extern const Feature features[];
extern const uint32_t feature_count;
const char *option_text(Dtc *d, const Option *o);          /* "--step H", "-o FILE" */
const char *option_said(Dtc *d, const Option *o, int command);     /* its text; of a command that alone; -1: all */
const char *option_choices(Dtc *d, const Option *o);       /* "csv or mat" */
bool take_feature(Dtc *d, const char *name, unsigned *use);

/* command_line.c: what was written, into d->opt and cli. 0, or 2 after a message. */
int command_line(Dtc *d, Cli *cli, int argc, char **argv);
int usage(const char *problem, const char *what);          /* says what is wrong with the command line: 2 */
void split(Dtc *d, const char ***list, const char *text, char separator);   /* appends the parts of a list */

/* model.c: what commands of a model share. */
struct Emitter;
typedef struct { Dae dae; const struct Emitter *program; bool good; } Compiled;
void find_packages(Dtc *d);                                /* -I, DTMPATH, the library, MODELICAPATH; into d->opt */
/* the file, and where packages are: 0, or 2 after a message */
void options_taken(Dtc *s, const Dtc *d);                   /* those of d, for a model of its own */
int  model_operand(Dtc *d, const Cli *cli);
/* all passes; program: as far as `needs`, --report or --dump want it; false after a diagnosis */
bool model_compiled(Dtc *d, const Cli *cli, bool needs, Compiled *c);
/* `file` ends as one of `endings` ("csv mat"); fits: or has no ending, or is a device; else 2 after a message with
 * `says` */
const char *known_ending(Dtc *d, const char *file, const char *endings);        /* in small letters; NULL: none */
static inline bool has_ending(Dtc *d, const char *file, const char *endings) { return known_ending(d, file, endings); }
int  ending_fits(Dtc *d, const char *file, const char *endings, const char *says);
bool is_json(const Cli *cli);                              /* --format json */
/* --format is one of these, or none; else 2 after a message */
int  table_or_json(Dtc *d, const Cli *cli, const char *command);
int  compiled_and_run(Dtc *d, Cli *cli);                   /* run_sim.c: once the operand is known; the exit code */
/* Of several models in a file the last is taken: says so, if it does not use the others; once it is instantiated. */
void model_told(Dtc *d);
int  model_end(Dtc *d, const Compiled *c);                 /* counts errors; the exit code */
const char *find_home(Dtc *d);                             /* the folder with lib/ and runtime/ */

#endif
