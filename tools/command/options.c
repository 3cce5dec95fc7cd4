/* options.c - the table of options: what each is for, what it takes, what help says of it.
 *
 * An option of another command is wrong usage; one of another method has no effect, which is said (command_line.c).
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "setting.h"

/* ---- values -------------------------------------------------------------------------------------------- */

static void *place(Dtc *d, Cli *cli, const Option *o)
{
    return (o->of_model ? (char *)&d->opt : (char *)cli) + o->at;
}

static bool take_flag(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    (void)text;
    *(bool *)place(d, cli, o) = true;
    return true;
}

static bool take_number(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    char *end;
    errno = 0;
    double x = strtod(text, &end);
    *(double *)place(d, cli, o) = x;
    return end != text && *end == 0 && errno == 0 && isfinite(x) && x >= o->least && x <= o->most;
}

static bool take_count(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    return take_number(d, cli, o, text) && *(double *)place(d, cli, o) == floor(*(double *)place(d, cli, o));
}

static bool take_text(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    *(const char **)place(d, cli, o) = internz(d, text);
    return *text != 0;
}

static bool take_choice(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    const char **part = NULL;

    split(d, &part, o->choices, ' ');
    for (uint32_t i = 0; i < vec_len(part); i++)
        if (strcmp(part[i], text) == 0)
            return take_text(d, cli, o, text);
    return false;
}

static bool take_lanes(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    double lanes = 0;

    (void)cli, (void)o;
    for (int n = 2; n <= 16; n *= 2)
        if (strcmp(text, internf(d, "%d", n)) == 0)
            lanes = n;
    d->opt.lanes = (int)lanes;
    return lanes > 0;
}

static bool take_vars(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    const char ***list = place(d, cli, o);

    split(d, list, text, ',');
    vec_push(&d->run, cli->plot.group, vec_len(*list));
    return vec_len(*list) > 0;
}

static bool take_names(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    const char ***list = place(d, cli, o);

    split(d, list, text, ',');
    return vec_len(*list) > 0;
}

static bool take_setting(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    const char ***list = place(d, cli, o);

    vec_push(&d->run, *list, internz(d, text));
    return is_setting(text);
}

static bool take_one_more(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    const char ***list = place(d, cli, o);

    vec_push(&d->run, *list, internz(d, text));
    return true;
}

/* The run has a fixed step if a method of the generated step is asked for. */
static bool take_method(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    (void)o;
    cli->variable_step = strcmp(text, "cvode") == 0;
    cli->sim.fixed_step = !cli->variable_step;
    d->opt.method = M_EULER;
    return cli->variable_step || method_named(text, &d->opt.method);
}

static bool take_f(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    (void)cli, (void)o;
    return take_feature(d, text, &(unsigned){ 0 });
}

/* ---- the table ----------------------------------------------------------------------------------------- */

#define IN_MODEL(member) true, offsetof(Options, member)
#define IN_CLI(member) false, offsetof(Cli, member)
#define ANY 0, 0
#define METHOD(id, name, ...) " " name
#define POSITIVE 0x1p-1074, HUGE_VAL

const Option options[] = {
    { NULL, 'o', "FILE", NULL, COMPILE | SIM | DOC | PLOT | GEARS | ORDERS | LINEAR | DIAGRAM | REPORT | SWEEP | FMU,
      take_text, IN_MODEL(output), ANY, "the name of a file",
      "output; - is standard output\n"
      "compile: .c, C with its header beside it; .so, a shared object for other programs (docs/call.md); .fmu, an FMU "
      "(docs/fmi.md)\n"
      "sim: .csv, .mat or .html, a page; without it the last values are shown\n"
      "sweep: .csv, or .db, a store of SQLite, which goes on where it was\n"
      "doc: .html, .md, .json or text, of all that is in it\n"
      "plot: .html, a page; .svg, .png, .pdf, or .gp, the script for gnuplot; of a study also .json, .csv, .md\n"
      "gears: .html, .svg, .json, .csv, .md or text\n"
      "orders, modes, bode, campbell: .html, .json, .csv, .md, text, .svg, .png, .pdf or .gp\n"
      "linearize: .html, .json, .csv, .md, text, .m, .py, .mat or .dtm\n"
      "report: .html or .pdf\n"
      "diagram: .svg, .html, .png, .pdf or .json\n"
      "equilibrium: .html, .json, .md, text; .csv and .mat are files of results with one row" },
    { "model", 0, "NAME", NULL, MODEL, take_text, IN_MODEL(model), ANY, "the name of a model",
      "the model to compile (default: the last one in the file); a full name such as Pkg.Model is also found along -I "
      "and DTMPATH, without a file" },
    { NULL, 'I', "DIR", NULL, MODEL | DOC, take_one_more, IN_MODEL(include), ANY, NULL, "look for packages in DIR" },
    { "set", 0, "NAME=VALUE", NULL, MODEL | FMU, take_setting, IN_MODEL(set), ANY, "name=value",
      "give a parameter or input another value: a number, true, {1, 2, 3}, a literal of an enumeration, any "
      "expression of the model; also to one element, a[2]=1, and to an attribute, shaft.w.start=5 (repeatable)" },
    { "step", 0, "H", NULL, STEPPED | LIST | FIXED | FMU, take_number, IN_MODEL(step), POSITIVE, "a time > 0",
      "step of the fixed-step method in seconds (default: 0.001, or a part of the experiment's Interval)\n"
      "sim: of an FMU the communication step (default: --interval, or what the FMU says)" },
    { "method", 0, "M", "cvode" DTC_METHODS(METHOD), STEPPED | LIST, take_method, ANY, ANY, "one of them",
      "of the generated step: euler (default), semi (implicit in the speeds: they move first), rk2, rk4, rosenbrock "
      "(linearly implicit, for stiff shafts and tires), rosenbrock_w (the same, its Jacobian kept for up to 10 "
      "samples), exact (matrix exponential)\n"
      "sim: also cvode, the default: variable step. With another method it makes the fixed-step run" },
    { "float", 0, NULL, NULL, STEPPED | LIST | FIXED, take_flag, IN_MODEL(single), ANY, NULL, "single precision" },
    { "lanes", 0, "N", "2 4 8 16", COMPILE, take_lanes, ANY, ANY, "a number of models",
      "N models in one, each in a lane of the machine's vectors (docs/lanes.md): 4 of 256 bits, 8 with --float" },
    { "hybrid", 0, NULL, NULL, COMPILE | CHECK, take_flag, IN_MODEL(hybrid), ANY, NULL,
      "C for the variable-step solver (runtime/host/dtc_hybrid.h)" },
    { "vars", 0, "A,B,*.w", NULL, STEPPED | LIST | DIFF | PLOT | ORDERS | FMU, take_vars, IN_MODEL(vars), ANY,
      "names, separated by commas",
      "names of variables, also by pattern\n"
      "compile: those to keep\n"
      "list: with --format json, those to keep of the C that places belong to\n"
      "sim: those to write\n"
      "diff: those of the reference to compare (default: all)\n"
      "plot: each --vars begins new panels, one for each unit\n"
      "orders: those whose orders are followed (default: the speed)" },
    { "tune", 0, "A,B.*", NULL, COMPILE, take_names, IN_MODEL(tune), ANY, "names, separated by commas",
      "parameters that can be set, before setup and, with a call of tune, between steps; all others become numbers of "
      "the C (default: all that do not decide the structure, `dtc list`)" },
    { "prefix", 0, "NAME", NULL, COMPILE, take_text, IN_MODEL(prefix), ANY, "a name of C",
      "the name of the model in C: of its type, its functions, its constants (default: its own name, without packages)"
    },
    { "fmi", 0, "2|3", "2 3", COMPILE, take_choice, IN_CLI(fmu.version), ANY, "one of them",
      "version of an FMU (default: 2)" },
    { "kind", 0, "cs|me", "cs me", COMPILE, take_choice, IN_CLI(fmu.kind), ANY, "one of them",
      "of an FMU: only co-simulation, or only model exchange (default: both)" },
    { "outputs", 0, "before|after", "before after", COMPILE, take_choice, IN_CLI(fmu.outputs), ANY, "one of them",
      "of co-simulation: outputs after a step belong to the sample before it, or to its end (default: after, which "
      "costs an evaluation more)" },
    { "report", 0, NULL, NULL, RUN, take_flag, IN_CLI(report), ANY, NULL, "sizes and costs of the model" },
    { "dump", 0, "PASS", "flat nets index blt torn stage step exact", RUN, take_choice, IN_MODEL(dump), ANY,
      "one of them",
      "the model after a pass, as text: flat, index, blt, torn, stage or step; nets: what is known of nets and "
      "automata while compiling; exact: the matrices of the method "
      "exact, by themselves" },
    { "stuck", 0, "A,B", NULL, COMPILE | LINEAR, take_one_more, IN_CLI(stuck), ANY, NULL,
      "the elements that stick, all others do not\n"
      "compile: with --dump=exact a set (repeatable; default: all sets of up to 6 elements)\n"
      "linearize, modes, equilibrium, bode, campbell: default: as they are at the point\n"
      "bode, campbell: repeatable" },
    { "at", 0, "T", NULL, LINEAR, take_number, IN_CLI(point.at), -1e12, 1e12, "a time",
      "the point: the end of a run up to T, or with --state the row of that time (default: the start)" },
    { "state", 0, "FILE", NULL, LINEAR | SIM | FMU, take_text, IN_CLI(point.state), ANY, "the name of a file",
      "the point, or the start of a run: the last row of a file of results of this model; what --save-state wrote" },
    { "save-state", 0, "FILE", NULL, SIM | FMU, take_text, IN_CLI(sim.save_state), ANY, "the name of a file",
      "the state at the end of the run, from which --state goes on as if it had not ended (MAT; docs/results.md)" },
    { "start", 0, "T", NULL, SIM | FMU, take_number, IN_CLI(sim.start), -1e12, 1e12, "a time",
      "start time (default: the experiment's, or with --state the time of the row)" },
    { "equilibrium", 0, NULL, NULL, LINEARIZE | MODES | RESPONSES, take_flag, IN_CLI(point.equilibrium), ANY, NULL,
      "the point: the equilibrium that is found from there (dtc equilibrium)" },
    { "from-equilibrium", 0, NULL, NULL, SIM, take_flag, IN_CLI(point.equilibrium), ANY, NULL,
      "start in equilibrium (dtc equilibrium)" },
    { "solve", 0, "A,B", NULL, SETTLED, take_text, IN_CLI(point.solve), ANY, "names",
      "of an equilibrium: inputs or parameters whose values are sought, so that --for holds" },
    { "for", 0, "V=20,W=1", NULL, SETTLED, take_text, IN_CLI(point.conditions), ANY, "name=value",
      "of an equilibrium: as many variables with their values as --solve names" },
    { "components", 0, "N", NULL, MODEL, take_count, IN_MODEL(components), 1, 1e15, "a whole number >= 1",
      "the most components and variables that a model may have (default: 8e6)" },
    { "times", 0, NULL, NULL, MODEL, take_flag, IN_MODEL(times), ANY, NULL,
      "seconds and bytes of each pass, on standard error" },
    { NULL, 'f', "FEATURE", NULL, STEPPED, take_f, ANY, ANY, NULL, "leave a pass or an optimisation out; below" },
    { "stop", 0, "T", NULL, SIM | SWEEP | REPORT | FMU, take_number, IN_CLI(sim.stop), 1e-12, 1e12,
      "a time from 1e-12 to 1e12 s",
      "end time" },
    { "interval", 0, "T", NULL, SIM | SWEEP | REPORT | FMU, take_number, IN_CLI(sim.interval), POSITIVE, "a time > 0",
      "time between rows (default: the experiment's, or a 500th of the run; fixed step: each step)" },
    { "rtol", 0, "R", NULL, SIM | SWEEP | REPORT | VARIABLE | FMU, take_number, IN_CLI(sim.rtol), 1e-14, 0.1,
      "a number from 1e-14 to 0.1",
      "tolerance of cvode (default: the experiment's, or 1e-6)" },
    { "atol", 0, "A", NULL, SIM | SWEEP | REPORT | VARIABLE, take_number, IN_CLI(sim.atol), POSITIVE, "a number > 0",
      "absolute tolerance of cvode, in nominal values of the states (default: R)" },
    { "stats", 0, NULL, NULL, SIM | VARIABLE, take_flag, IN_CLI(sim.stats), ANY, NULL, "what the solver did" },
    { "param", 0, "FILE", NULL, SIM | SWEEP | REPORT | FMU, take_text, IN_CLI(sim.param), ANY, "the name of a file",
      "YAML with `parameters: {name: value}`, `inputs: {name: [[t, v], ...]}`, `tune: {name: [[t, v], ...]}` for "
      "parameters that change as it runs" },
    { "inputs", 0, "FILE", NULL, SIM | SWEEP | REPORT | FMU, take_text, IN_CLI(sim.inputs), ANY, "the name of a file",
      "inputs over time, CSV or MAT: a column `time`, and columns with names of inputs, also with a unit, "
      "`throttle [%]`; linear between rows (docs/results.md)" },
    { "held", 0, "A,*.x", NULL, SIM | SWEEP | REPORT | FMU, take_names, IN_CLI(sim.held), ANY,
      "names, separated by commas",
      "columns of --inputs that are held from row to row, also by pattern" },
    { "format", 0, "F", "csv mat table json md html svg png pdf gp m py dtm sfunction",
      COMPILE | SIM | CHECK | LIST | DOC | GEARS | ORDERS | LINEAR | DIAGRAM | FMU, take_choice, IN_CLI(format), ANY,
      "one of them",
      "whatever the output's name says\n"
      "sim: csv, mat, html\n"
      "gears: table, html, json, csv, md, svg\n"
      "orders, equilibrium, linearize, modes, bode, campbell: table, html, json, csv, md\n"
      "linearize: also m, py, mat, dtm\n"
      "equilibrium: also mat\n"
      "orders, modes, bode, campbell: also svg, png, pdf, gp\n"
      "compile: sfunction, C for Simulink (docs/call.md); of --dump=exact and --report: table, json\n"
      "check, list: table, json\n"
      "diagram: svg, html, png, pdf, json\n"
      "doc: table (text), json, html, md" },
    { "units", 0, NULL, NULL, SIM | SWEEP | FMU, take_flag, IN_CLI(sim.units), ANY, NULL,
      "units in the names of a CSV: `engine.w [rad/s]`, for dtc plot; MAT has them always" },
    { "audit", 0, NULL, NULL, SIM, take_flag, IN_MODEL(audit), ANY, NULL, "print the energy account of the run" },
    { "log", 0, NULL, NULL, SIM | FMU, take_flag, IN_CLI(sim.log), ANY, NULL,
      "of an FMU: what it logs for debugging, too" },
    { "quiet", 0, NULL, NULL, SIM | SWEEP | FMU, take_flag, IN_CLI(sim.quiet), ANY, NULL, "no progress, no notes" },
    { "sub", 0, "PATH", NULL, GEARS | DIAGRAM, take_text, IN_CLI(gears.sub), ANY, "the path of a component",
      "the component of the model that is meant: the gear train, what is drawn (default: the model)" },
    { "depth", 0, "N", NULL, DIAGRAM, take_count, IN_CLI(diagram.depth), 0, 20, "a whole number from 0 to 20",
      "how deep composite components are opened in the picture (default: 0)" },
    { "check", 0, NULL, NULL, FORMAT, take_flag, IN_CLI(check), ANY, NULL,
      "say which files are not laid out, and change none" },
    { "write", 0, NULL, NULL, DIAGRAM, take_flag, IN_CLI(diagram.write), ANY, NULL,
      "put the places of components into the file of the model, as annotations" },
    { "in", 0, "A,B", NULL, GEARS | LINEARIZE | RESPONSES, take_text, IN_CLI(in), ANY, "a name",
      "gears: the flange that drives (default: flange_a of the train)\n"
      "linearize, bode, campbell: inputs, which may be parameters (default: those of the model)" },
    { "out", 0, "A,B", NULL, GEARS | LINEARIZE | RESPONSES, take_text, IN_CLI(out), ANY, "a name",
      "gears: the flange that is driven (default: flange_b of the train)\n"
      "linearize, bode, campbell: variables (default: outputs of the model)" },
    { "over", 0, "NAME", NULL, BODE, take_text, IN_CLI(over), ANY, "a name",
      "responses over that of this variable, as transfer from it: of a damper, output over input" },
    { "vary", 0, "NAME=VALUES", NULL, SWEEP | RESPONSES | MODES, take_one_more, IN_CLI(vary), ANY, NULL,
      "what varies: 1200:50:1800 or 1,2,5; several: each value with each\n"
      "sweep: also uniform(1, 2), normal(3, 0.1), triangular(0, 1, 3), log(1e3, 1e6); NAME*=0.9,1.1 scales what the "
      "model has" },
    { "metric", 0, "NAME=EXPR", NULL, SWEEP, take_setting, IN_CLI(study.metric), ANY, "name=expression",
      "what is wanted of each run, in variables of the model: last values, and atStart, max, min, mean, rms, integral, "
      "changes, timeWhen, timeIn of an expression (docs/sweep.md)" },
    { "design", 0, "D", NULL, SWEEP, take_text, IN_CLI(study.design), ANY, "a design",
      "which points: grid (default), list, FILE.csv, random:N, lhs:N, sobol:N, saltelli:N" },
    { "seed", 0, "N", NULL, SWEEP, take_count, IN_CLI(study.seed), 0, 9e15, "a whole number from 0 to 9e15",
      "of random numbers (default: 1); 0: Sobol numbers as published" },
    { "jobs", 0, "N", NULL, SWEEP, take_count, IN_CLI(study.jobs), 1, 1024, "a whole number from 1 to 1024",
      "processes (default: as many as there are processors)" },
    { "shard", 0, "I/N", NULL, SWEEP, take_text, IN_CLI(study.shard), ANY, "I/N",
      "the part I of N parts of the points, I from 1 to N" },
    { "scratch", 0, "DIR", NULL, SWEEP, take_text, IN_CLI(study.scratch), ANY, "the name of a folder",
      "where the store -o is made, on the disk of a node; it is copied into its place at the end, or at a signal" },
    { "merge", 0, NULL, NULL, SWEEP, take_flag, IN_CLI(study.merge), ANY, NULL,
      "put the stores that are named together, into -o" },
    { "point", 0, "N", NULL, SWEEP, take_count, IN_CLI(study.point), 0, 1e9, "a whole number from 0 to 1e9",
      "the run of this point alone, as dtc sim makes it: its variables over time, with --vars and --interval" },
    { "slurm", 0, "N", NULL, SWEEP, take_count, IN_CLI(study.slurm), 1, 1e6, "a whole number from 1 to 1e6",
      "submit the study as a job array of Slurm, in N parts (docs/cluster.md)" },
    { "timeout", 0, "S", NULL, SWEEP, take_number, IN_CLI(study.timeout), POSITIVE, "a time > 0",
      "s of a clock that a run may take; it ends as `timed out`" },
    { "max-steps", 0, "N", NULL, SWEEP, take_count, IN_CLI(study.most_steps), 1, 1e15, "a whole number >= 1",
      "steps that a run may take; it ends as `limit`" },
    { "torque", 0, "N=A,...", NULL, CAMPBELL, take_text, IN_CLI(torque), ANY, "ORDER=AMPLITUDE,...",
      "amplitudes of orders at the input (default: 1 each)" },
    { "engine", 0, "NAME", NULL, CAMPBELL, take_text, IN_CLI(engine), ANY, "the name of a component",
      "amplitudes of orders are those of its torque `tau` over its angle `phi` or `angle`" },
    { "along", 0, "NAME", NULL, CAMPBELL, take_text, IN_CLI(along), ANY, "the name of a parameter",
      "a parameter that is the speed of the point, in rad/s: the model is linear around a point of each speed "
      "(default: one point for all)" },
    { "points", 0, "N", NULL, RESPONSES, take_count, IN_CLI(points), 2, 100000, "a whole number from 2 to 100000",
      "how many (default: 500); more come at resonances\n"
      "bode: frequencies in equal ratios\n"
      "campbell: speeds in equal steps" },
    { "states", 0, "A,*.w", NULL, LINEARIZE, take_text, IN_CLI(states), ANY, "names",
      "states that come first, in this order, also by pattern: deflections, then speeds (default: as declared)" },
    { "modes", 0, "N", NULL, MODES | RESPONSES, take_count, IN_CLI(modes.count), 1, 10000,
      "a whole number from 1 to 10000",
      "of a model with more than 400 states: how many modes, the lowest (default: 20)" },
    { "reference", 0, "NAME", NULL, MODES, take_text, IN_CLI(modes.reference), ANY, "the name of a component",
      "the component whose speed is 1 in all shapes (default: the one that is fastest)" },
    { "referred", 0, "NAME", NULL, MODES, take_text, IN_CLI(modes.referred), ANY, "the name of a component",
      "shapes as seen from its side: speeds over their ratios to it in the rigid motion" },
    { "shift", 0, "FILE", NULL, GEARS, take_text, IN_CLI(gears.shift), ANY, "the name of a file",
      "YAML with `gears: {name: [element, ...]}` (default: a ShiftTable of the model, or all gears that there are)" },
    { "efficiency", 0, "A,B", NULL, GEARS, take_text, IN_CLI(gears.efficiency), ANY, "two efficiencies",
      "of an outer and of an inner mesh, its carrier at rest (default: 0.99,0.995)" },
    { "teeth", 0, "LOW:HIGH", NULL, GEARS, take_text, IN_CLI(gears.teeth), ANY, "LOW:HIGH",
      "look for teeth of the planetary sets that come near to --ratios" },
    { "ratios", 0, "LIST", NULL, GEARS, take_text, IN_CLI(gears.ratios), ANY, "a list of ratios",
      "with --teeth: wanted ratios of the gears in order, 4.7,3.1, or by name, 2=3.1" },
    { "all", 0, NULL, NULL, GEARS, take_flag, IN_CLI(gears.all), ANY, NULL, "all sets of elements as well" },
    { "details", 0, NULL, NULL, GEARS, take_flag, IN_CLI(gears.details), ANY, NULL,
      "speeds, slips, torques, power, efficiency and inertia of each gear, however many there are" },
    { "search", 0, "N", NULL, GEARS, take_count, IN_CLI(gears.search), 2, 99, "a whole number from 2 to 99",
      "look for shift logics of N forward gears with single shifts, even steps and little slip" },
    { "picture", 0, "P", "lever flow stick wolf tornado scatter surface parallel histogram pareto", GEARS | PLOT,
      take_choice, IN_CLI(picture), ANY, "one of them",
      "gears: of each gear the levers (default) or the flow of power; a stick diagram; symbols of Wolf\n"
      "plot: of a study: influences (default), metrics over a factor, a metric over two, parallel coordinates, "
      "histograms, the best of two metrics" },
    { "gear", 0, "NAME", NULL, GEARS, take_text, IN_CLI(gears.gear), ANY, "the name of a gear",
      "the only gear in the picture (default: all)" },
    { "tube", 0, "F", NULL, DIFF, take_number, IN_CLI(diff.tube), 0, HUGE_VAL, "a number >= 0",
      "half-width of the tube around each signal of a, as a part of its range in value and of the time span (default: "
      "0.002)" },
    { "time-tube", 0, "F", NULL, DIFF, take_number, IN_CLI(diff.time_tube), 0, HUGE_VAL, "a number >= 0",
      "another half-width in time, 0 for none" },
    { "floor", 0, "F", NULL, DIFF, take_number, IN_CLI(diff.floor), 0, HUGE_VAL, "a number >= 0",
      "smallest half-width, per unit of the largest value or of 1 (default: 1e-9)" },
    { "plain", 0, NULL, NULL, DIFF, take_flag, IN_CLI(diff.plain), ANY, NULL,
      "deviations at the times of a, b being linear between its points; no tube in time" },
    { "x", 0, "NAME", NULL, PLOT, take_text, IN_CLI(plot.x), ANY, "the name of a signal",
      "the signal across, in place of the time: samples are dots" },
    { "from", 0, "T", NULL, PLOT | ORDERS | RESPONSES, take_number, IN_CLI(plot.from), -HUGE_VAL, HUGE_VAL, "a number",
      "plot, orders: the first time shown\n"
      "bode: the lowest frequency in Hz (default: by the modes)\n"
      "campbell: the lowest speed in 1/min" },
    { "to", 0, "T", NULL, PLOT | ORDERS | RESPONSES, take_number, IN_CLI(plot.to), -HUGE_VAL, HUGE_VAL, "a number",
      "plot, orders: the last time shown\n"
      "bode: the highest frequency in Hz\n"
      "campbell: the highest speed in 1/min" },
    { "title", 0, "TEXT", NULL, PLOT | ORDERS | RESPONSES, take_text, IN_CLI(plot.title), ANY, "a text",
      "what stands above the picture" },
    { "speed", 0, "NAME", NULL, ORDERS | CAMPBELL, take_text, IN_CLI(orders.speed), ANY, "the name of a signal",
      "the speed of the shaft whose orders are followed" },
    { "orders", 0, "LIST", NULL, ORDERS | CAMPBELL, take_text, IN_CLI(orders.orders), ANY, "a list of orders",
      "which, with commas between; 0 is the mean\n"
      "orders: default: 0.5,1,1.5,2,2.5,3,4,6,8\n"
      "campbell: default: 0.5,1,2,4" },
    { "revolutions", 0, "N", NULL, ORDERS, take_number, IN_CLI(orders.revolutions), 1, 1e6, "a number >= 1",
      "of the shaft in a window (default: 4 over the smallest distance of two orders, 8 at least)" },
    { "help", 'h', NULL, NULL, ALL, take_flag, IN_CLI(help), ANY, NULL, "this text; after a command, that of it" },
    { "version", 0, NULL, NULL, ALL, take_flag, IN_CLI(version), ANY, NULL, "the version" },
};
const uint32_t option_count = sizeof options / sizeof *options;

const Feature features[] = {
    { "no-alias", offsetof(Options, no_alias), STEPPED, "variables that are equal stay apart" },
    { "no-tear", offsetof(Options, no_tear), STEPPED, "systems of equations are not torn" },
    { "no-stage", offsetof(Options, no_stage), STEPPED, "everything is computed in each step" },
    { "no-live", offsetof(Options, no_live), STEPPED, "blocks are computed whole" },
    { "no-forms", offsetof(Options, no_forms), STEPPED, "sums are not put into one another" },
    { "no-search", offsetof(Options, no_search), STEPPED, "look-ups at one argument each search" },
    { "no-reciprocal", offsetof(Options, no_reciprocal), STEPPED, "quotients stay quotients" },
    { "no-sparse", offsetof(Options, no_sparse), STEPPED, "no fixed order of elimination" },
    { "no-fold", offsetof(Options, no_fold), STEPPED, "zeros of tearing variables are not put in" },
    { "no-unroll", offsetof(Options, no_unroll), STEPPED, "small systems are not written out" },
    { "no-skip", offsetof(Options, no_skip), STEPPED, "nothing that need not be done is skipped" },
    { "no-quiet", offsetof(Options, no_quiet), STEPPED, "each step is ready for a change of place" },
    { "no-roll", offsetof(Options, no_roll), STEPPED, "equal components are no loops" },
    { "no-adjust", offsetof(Options, no_adjust), STEPPED | EXACT, "exact: steps do not end at borders within them" },
    { "constant-matrices", offsetof(Options, constant_matrices), RUN | EXACT,
      "exact: matrices do not follow the stuck elements" },
};
const uint32_t feature_count = sizeof features / sizeof *features;

bool take_feature(Dtc *d, const char *name, unsigned *use)
{
    for (uint32_t i = 0; i < feature_count; i++)
        if (strcmp(name, features[i].name) == 0) {
            *use = features[i].use;
            return *(bool *)((char *)&d->opt + features[i].at) = true;
        }
    return false;
}

/* ---- as text ------------------------------------------------------------------------------------------- */

const char *option_text(Dtc *d, const Option *o)
{
    const char *value = o->value ? o->value : "", *gap = o->value && o->letter != 'f' ? " " : "";

    return !o->name  ? internf(d, "-%c%s%s", o->letter, gap, value)
         : o->letter ? internf(d, "-%c, --%s%s%s", o->letter, o->name, gap, value)
                     : internf(d, "--%s%s%s", o->name, gap, value);
}

const char *option_choices(Dtc *d, const Option *o)
{
    const char **part = NULL, *text = "";

    split(d, &part, o->choices, ' ');
    for (uint32_t i = 0; i < vec_len(part); i++)
        text = internf(d, "%s%s%s", text, i == 0 ? "" : i + 1 < vec_len(part) ? ", " : " or ", part[i]);
    return text;
}

static const char *name_in_texts(int command) { return commands[command].name ? commands[command].name : "compile"; }

/* Commands that a part is of, bits: it begins "plot, orders: "; 0: it is of all. */
static unsigned commands_of(Dtc *d, const char *part, const char **rest)
{
    const char *colon = strstr(part, ": "), **name = NULL;
    unsigned of = 0;

    *rest = part;
    if (!colon)
        return 0;
    split(d, &name, intern(d, part, (size_t)(colon - part)), ',');
    for (uint32_t i = 0; i < vec_len(name); i++) {
        int k = 0;
        while (k < COMMANDS && strcmp(name[i], name_in_texts(k)) != 0)
            k++;
        if (k == COMMANDS)
            return 0;
        of |= 1u << k;
    }
    *rest = colon + 2;
    return of;
}

const char *option_said(Dtc *d, const Option *o, int command)
{
    const char **part = NULL, *text = "", *rest;

    split(d, &part, o->text, '\n');
    for (uint32_t i = 0; i < vec_len(part); i++) {
        const unsigned of = commands_of(d, part[i], &rest);
        if (command < 0 || !of || of & 1u << command)
            text = internf(d, "%s%s%s", text, *text ? "; " : "", command < 0 ? part[i] : rest);
    }
    return text;
}
