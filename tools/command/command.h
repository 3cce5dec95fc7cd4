/* command.h - the command line as data: which commands and options there are, and what a run is asked for. */
#ifndef COMMAND_H
#define COMMAND_H

#include "compile.h"
#include "diff.h"
#include "orders.h"
#include "plot.h"
#include "sim.h"

/* All commands: X(ID, name, OF_MODEL or 0, arguments, line). CMD_ID is the number, ID the bit, run_name the function,
 * in run_name.c or a folder of its own. The first is the one without a name. Arguments and line are for help. */
#define DTC_COMMANDS(X) \
    X(COMPILE, compile, OF_MODEL, "model.dtm -o step.c", "compile to C; writes step.h beside it") \
    X(SIM, sim, OF_MODEL, "model.dtm -o out.csv", "compile, build, run") \
    X(CHECK, check, OF_MODEL, "model.dtm", "diagnostics only: of a model, a component alone, all of a package") \
    X(LIST, list, OF_MODEL, "model.dtm [KIND...]", \
      "names, values, units: parameters, inputs, outputs, states, variables") \
    X(GEARS, gears, OF_MODEL, "model.dtm [--sub PATH] [--in FLANGE] [--out FLANGE]", \
      "members, elements and gears of a gear train, exact") \
    X(SWEEP, sweep, OF_MODEL, "study.yaml -o out.csv", \
      "many runs: grids, Monte Carlo, on all cores or a cluster") \
    X(LINEARIZE, linearize, OF_MODEL, "model.dtm [--at T] [--in U,V] [--out X,Y]", \
      "A, B, C, D around a point, as tables, scripts or a model") \
    X(EQUILIBRIUM, equilibrium, OF_MODEL, "model.dtm [--solve U --for V=20]", \
      "where it rests or moves steadily, for which inputs or parameters") \
    X(MODES, modes, OF_MODEL, "model.dtm [--at T] [--stuck A,E]", \
      "natural frequencies, damping, shapes, energies of each mode") \
    X(BODE, bode, OF_MODEL, "model.dtm [--in U] [--out X,Y] [-o picture.svg]", \
      "frequency responses, resonances and their damping") \
    X(CAMPBELL, campbell, OF_MODEL, "model.dtm --speed NAME --from N --to N [--orders 1,2]", \
      "modes over a speed, and what orders force") \
    X(DIAGRAM, diagram, OF_MODEL, "model.dtm -o model.svg", \
      "the model as a picture: components, and what joins them") \
    X(REPORT, report, OF_MODEL, "model.dtm -o report.html|pdf", \
      "to mail: diagram, parameters, gears, a run and modes on one page") \
    X(DOC, doc, 0, "[FILE] [CLASS|WORD] [-o ref.html]", "reference of a class, a package, or the library") \
    X(DIFF, diff, 0, "a.csv b.mat", "compare two files of results; a is the reference") \
    X(PLOT, plot, 0, "a.csv [b.mat ...]", "signals of results as a picture; without -o as text") \
    X(ORDERS, orders, 0, "result.mat --speed NAME", \
      "what comes n times a turn of a shaft, over its speed: amplitudes, spectrum") \
    X(FORMAT, format, 0, "FILE...", "lay out models: blanks and indentation; --check for what tests them") \
    X(LSP, lsp, 0, "", "a language server for editors, over standard input and output") \
    X(HELP, help, 0, "[COMMAND]", "this text, or that of a command with its options") \
    X(MAN, man, 0, "", "the manual page, for man") \
    X(COMPLETION, completion, 0, "bash|zsh", "what completes command lines in a shell")

#define NUMBER(id, ...) CMD_##id,
typedef enum { DTC_COMMANDS(NUMBER) COMMANDS } CommandId;
#undef NUMBER

/* What an option is for: commands, and if it says so methods of the step. */
#define OF_MODEL 1
#define BIT(id, ...) id = 1 << CMD_##id,
#define MODEL_BIT(id, name, of_model, ...) | (of_model) << CMD_##id
enum {
    DTC_COMMANDS(BIT)
    RESPONSES = BODE | CAMPBELL,
    RUN = COMPILE | CHECK | SIM,
    STEPPED = RUN | SWEEP,
    LINEAR = LINEARIZE | EQUILIBRIUM | MODES | RESPONSES,
    SETTLED = EQUILIBRIUM | LINEARIZE | MODES | RESPONSES | SIM,       /* they can begin in equilibrium */
    MODEL = 0 DTC_COMMANDS(MODEL_BIT),
    ALL = (1 << COMMANDS) - 1,
    FIXED = 1 << COMMANDS,
    VARIABLE = FIXED << 1,
    EXACT = FIXED << 2,
    FMU = FIXED << 3                       /* of `dtc sim`: also where it runs an FMU */
};
#undef BIT
#undef MODEL_BIT

/* An option as it was written, what it is for, and its argument: NULL: it has none; file: that names a file. */
typedef struct { const char *name; unsigned use; const char *text; bool file; } Given;
typedef struct Cli {
    CommandId command; bool named;                             /* named: it was written, and is no compilation */
    bool variable_step;                    /* by --method */
    int lanes;                             /* --lanes; 0: not given */
    struct SimOptions sim; diff_options diff; PlotOptions plot; OrdersOptions orders;
    /* a member each for the rows of OWN, by their kind */
#define TYPE_flag bool
#define TYPE_number double
#define TYPE_count double
#define TYPE_text const char *
#define TYPE_choice const char *
#define TYPE_one_more const char **
#define TYPE_setting const char **
#define OWN(name, letter, value, choices, use, kind, member, ...) TYPE_##kind member;
#define AT(...)
#include "options_rows.h"
#undef OWN
#undef AT
    Given *given;                          /* vec */
    int operands; char **operand;          /* what is no option, after the command */
} Cli;

/* commands.c. run: what is given fits the command; the exit code. */
typedef struct {
    const char *name;                      /* NULL: of the command without a name */
    const char *arguments, *line;
    int (*run)(Dtc *d, Cli *cli);
} Command;
extern const Command commands[COMMANDS];
int  command_named(const char *name);      /* -1: there is none */
int  unknown_command(Dtc *d, const char *name);            /* 2, after a message, if it is near to one; or 0 */

#define RUN_OF(id, name, ...) int run_##name(Dtc *d, Cli *cli);
DTC_COMMANDS(RUN_OF)                       /* help: also for --help */
#undef RUN_OF
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
void method_applies(Dtc *d, const Cli *cli);               /* warns of options of another method, without effect here */
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
