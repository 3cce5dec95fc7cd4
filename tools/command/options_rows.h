/* options_rows.h - the table of options: what each is for, what it takes, what help says of it. It is included where
 * the members of Cli are declared, and where the rows are made: a row of OWN makes a member of Cli, AT has its place
 * elsewhere.
 *
 * Columns: name, letter, value, choices, use, kind, member or place, least and most, needs, text: as in Option. */
AT(NULL, 'o', "FILE", NULL, COMPILE | SIM | DOC | PLOT | GEARS | ORDERS | LINEAR | DIAGRAM | REPORT | SWEEP | FMU,
    text, IN_MODEL(output), ANY, "the name of a file",
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
    "equilibrium: .html, .json, .md, text; .csv and .mat are files of results with one row")
AT("model", 0, "NAME", NULL, MODEL, text, IN_MODEL(model), ANY, "the name of a model",
    "the model to compile (default: the last one in the file); a full name such as Pkg.Model is also found along -I "
    "and DTMPATH, without a file")
AT(NULL, 'I', "DIR", NULL, MODEL | DOC, one_more, IN_MODEL(include), ANY, NULL, "look for packages in DIR")
AT("set", 0, "NAME=VALUE", NULL, MODEL | FMU, setting, IN_MODEL(set), ANY, "name=value",
    "give a parameter or input another value: a number, true, {1, 2, 3}, a literal of an enumeration, any "
    "expression of the model; also to one element, a[2]=1, and to an attribute, shaft.w.start=5 (repeatable)")
AT("step", 0, "H", NULL, STEPPED | LIST | FIXED | FMU, number, IN_MODEL(step), POSITIVE, "a time > 0",
    "step of the fixed-step method in seconds (default: 0.001, or a part of the experiment's Interval)\n"
    "sim: of an FMU the communication step (default: --interval, or what the FMU says)")
AT("method", 0, "M", "cvode" DTC_METHODS(METHOD), STEPPED | LIST, method, ANY, ANY, "one of them",
    "of the generated step: euler (default), semi (implicit in the speeds: they move first), rk2, rk4, rosenbrock "
    "(linearly implicit, for stiff shafts and tires), rosenbrock_w (the same, its Jacobian kept for up to 10 "
    "samples), exact (matrix exponential)\n"
    "sim: also cvode, the default: variable step. With another method it makes the fixed-step run")
AT("float", 0, NULL, NULL, STEPPED | LIST | FIXED, flag, IN_MODEL(single), ANY, NULL, "single precision")
AT("lanes", 0, "N", "1 2 4 8 16", COMPILE | SWEEP, lanes, ANY, ANY, "a number of models",
    "N models in one, each in a lane of the machine's vectors (docs/lanes.md): 4 of 256 bits, 8 with --float\n"
    "sweep: so many points in one step (default: as many as the machine has, where that is faster); 1: one by one")
AT("hybrid", 0, NULL, NULL, COMPILE | CHECK, flag, IN_MODEL(hybrid), ANY, NULL,
    "C for the variable-step solver (runtime/host/dtc_hybrid.h)")
AT("vars", 0, "A,B,*.w", NULL, STEPPED | LIST | DIFF | PLOT | ORDERS | FMU, vars, IN_MODEL(vars), ANY,
    "names, separated by commas",
    "names of variables, also by pattern\n"
    "compile: those to keep\n"
    "list: with --format json, those to keep of the C that places belong to\n"
    "sim: those to write\n"
    "diff: those of the reference to compare (default: all)\n"
    "plot: each --vars begins new panels, one for each unit\n"
    "orders: those whose orders are followed (default: the speed)")
AT("tune", 0, "A,B.*", NULL, COMPILE, names, IN_MODEL(tune), ANY, "names, separated by commas",
    "parameters that can be set, before setup and, with a call of tune, between steps; all others become numbers of "
    "the C (default: all that do not decide the structure, `dtc list`)")
AT("prefix", 0, "NAME", NULL, COMPILE, text, IN_MODEL(prefix), ANY, "a name of C",
    "the name of the model in C: of its type, its functions, its constants (default: its own name, without packages)")
OWN("fmi", 0, "2|3", "2 3", COMPILE, choice, fmu_version, ANY, "one of them",
    "version of an FMU (default: 2)")
OWN("kind", 0, "cs|me", "cs me", COMPILE, choice, fmu_kind, ANY, "one of them",
    "of an FMU: only co-simulation, or only model exchange (default: both)")
OWN("outputs", 0, "before|after", "before after", COMPILE, choice, fmu_outputs, ANY, "one of them",
    "of co-simulation: outputs after a step belong to the sample before it, or to its end (default: after, which "
    "costs an evaluation more)")
AT("report", 0, NULL, NULL, RUN, flag, IN_MODEL(report), ANY, NULL, "sizes and costs of the model")
AT("dump", 0, "PASS", "flat nets index blt torn stage step exact", RUN, choice, IN_MODEL(dump), ANY,
    "one of them",
    "the model after a pass, as text: flat, index, blt, torn, stage or step; nets: what is known of nets and "
    "automata while compiling; exact: the matrices of the method "
    "exact, by themselves")
OWN("stuck", 0, "A,B", NULL, COMPILE | LINEAR, one_more, stuck, ANY, NULL,
    "the elements that stick, all others do not\n"
    "compile: with --dump=exact a set (repeatable; default: all sets of up to 6 elements)\n"
    "linearize, modes, equilibrium, bode, campbell: default: as they are at the point\n"
    "bode, campbell: repeatable")
OWN("at", 0, "T", NULL, LINEAR, number, point_at, -1e12, 1e12, "a time",
    "the point: the end of a run up to T, or with --state the row of that time (default: the start)")
OWN("state", 0, "FILE", NULL, LINEAR | SIM | FMU, text, point_state, ANY, "the name of a file",
    "the point, or the start of a run: the last row of a file of results of this model; what --save-state wrote")
AT("save-state", 0, "FILE", NULL, SIM | FMU, text, IN_CLI(sim.save_state), ANY, "the name of a file",
    "the state at the end of the run, from which --state goes on as if it had not ended (MAT; docs/results.md)")
AT("start", 0, "T", NULL, SIM | FMU, number, IN_CLI(sim.start), -1e12, 1e12, "a time",
    "start time (default: the experiment's, or with --state the time of the row)")
OWN("equilibrium", 0, NULL, NULL, LINEARIZE | MODES | RESPONSES, flag, point_equilibrium, ANY, NULL,
    "the point: the equilibrium that is found from there (dtc equilibrium)")
AT("from-equilibrium", 0, NULL, NULL, SIM, flag, IN_CLI(point_equilibrium), ANY, NULL,
    "start in equilibrium (dtc equilibrium)")
OWN("solve", 0, "A,B", NULL, SETTLED, text, point_solve, ANY, "names",
    "of an equilibrium: inputs or parameters whose values are sought, so that --for holds")
OWN("for", 0, "V=20,W=1", NULL, SETTLED, text, point_conditions, ANY, "name=value",
    "of an equilibrium: as many variables with their values as --solve names")
AT("components", 0, "N", NULL, MODEL, count, IN_MODEL(components), 1, 1e15, "a whole number >= 1",
    "the most components and variables that a model may have (default: 8e6)")
AT("times", 0, NULL, NULL, MODEL, flag, IN_MODEL(times), ANY, NULL,
    "seconds and bytes of each pass, on standard error")
AT(NULL, 'f', "FEATURE", NULL, STEPPED, f, ANY, ANY, NULL, "leave a pass or an optimisation out; below")
AT("stop", 0, "T", NULL, SIM | SWEEP | REPORT | FMU, number, IN_CLI(sim.stop), 1e-12, 1e12,
    "a time from 1e-12 to 1e12 s",
    "end time")
AT("interval", 0, "T", NULL, SIM | SWEEP | REPORT | FMU, number, IN_CLI(sim.interval), POSITIVE, "a time > 0",
    "time between rows (default: the experiment's, or a 500th of the run; fixed step: each step)")
AT("rtol", 0, "R", NULL, SIM | SWEEP | REPORT | VARIABLE | FMU, number, IN_CLI(sim.rtol), 1e-14, 0.1,
    "a number from 1e-14 to 0.1",
    "tolerance of cvode (default: the experiment's, or 1e-6)")
AT("atol", 0, "A", NULL, SIM | SWEEP | REPORT | VARIABLE, number, IN_CLI(sim.atol), POSITIVE, "a number > 0",
    "absolute tolerance of cvode, in nominal values of the states (default: R)")
AT("stats", 0, NULL, NULL, SIM | VARIABLE, flag, IN_CLI(sim.stats), ANY, NULL, "what the solver did")
AT("param", 0, "FILE", NULL, SIM | SWEEP | REPORT | FMU, text, IN_CLI(sim.param), ANY, "the name of a file",
    "YAML with `parameters: {name: value}`, `inputs: {name: [[t, v], ...]}`, `tune: {name: [[t, v], ...]}` for "
    "parameters that change as it runs")
AT("inputs", 0, "FILE", NULL, SIM | SWEEP | REPORT | FMU, text, IN_CLI(sim.inputs), ANY, "the name of a file",
    "inputs over time, CSV or MAT: a column `time`, and columns with names of inputs, also with a unit, "
    "`throttle [%]`; linear between rows (docs/results.md)")
AT("held", 0, "A,*.x", NULL, SIM | SWEEP | REPORT | FMU, names, IN_CLI(sim.held), ANY,
    "names, separated by commas",
    "columns of --inputs that are held from row to row, also by pattern")
OWN("format", 0, "F", "csv mat table json md html svg png pdf gp m py dtm sfunction",
    COMPILE | SIM | CHECK | LIST | DOC | GEARS | ORDERS | LINEAR | DIAGRAM | FMU, choice, format, ANY,
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
    "doc: table (text), json, html, md")
AT("units", 0, NULL, NULL, SIM | SWEEP | FMU, flag, IN_CLI(sim.units), ANY, NULL,
    "units in the names of a CSV: `engine.w [rad/s]`, for dtc plot; MAT has them always")
AT("audit", 0, NULL, NULL, SIM, flag, IN_MODEL(audit), ANY, NULL, "print the energy account of the run")
AT("log", 0, NULL, NULL, SIM | FMU, flag, IN_CLI(sim.log), ANY, NULL,
    "of an FMU: what it logs for debugging, too")
AT("quiet", 0, NULL, NULL, SIM | SWEEP | FMU, flag, IN_CLI(sim.quiet), ANY, NULL, "no progress, no notes")
OWN("sub", 0, "PATH", NULL, GEARS | DIAGRAM, text, gears_sub, ANY, "the path of a component",
    "the component of the model that is meant: the gear train, what is drawn (default: the model)")
OWN("depth", 0, "N", NULL, DIAGRAM, count, diagram_depth, 0, 20, "a whole number from 0 to 20",
    "how deep composite components are opened in the picture (default: 0)")
OWN("check", 0, NULL, NULL, FORMAT, flag, check, ANY, NULL,
    "say which files are not laid out, and change none")
OWN("write", 0, NULL, NULL, DIAGRAM, flag, diagram_write, ANY, NULL,
    "put the places of components into the file of the model, as annotations")
OWN("in", 0, "A,B", NULL, GEARS | LINEARIZE | RESPONSES, text, in, ANY, "a name",
    "gears: the flange that drives (default: flange_a of the train)\n"
    "linearize, bode, campbell: inputs, which may be parameters (default: those of the model)")
OWN("out", 0, "A,B", NULL, GEARS | LINEARIZE | RESPONSES, text, out, ANY, "a name",
    "gears: the flange that is driven (default: flange_b of the train)\n"
    "linearize, bode, campbell: variables (default: outputs of the model)")
OWN("over", 0, "NAME", NULL, BODE, text, over, ANY, "a name",
    "responses over that of this variable, as transfer from it: of a damper, output over input")
OWN("vary", 0, "NAME=VALUES", NULL, SWEEP | RESPONSES | MODES, one_more, vary, ANY, NULL,
    "what varies: 1200:50:1800 or 1,2,5; several: each value with each\n"
    "sweep: also uniform(1, 2), normal(3, 0.1), triangular(0, 1, 3), log(1e3, 1e6); NAME*=0.9,1.1 scales what the "
    "model has")
OWN("metric", 0, "NAME=EXPR", NULL, SWEEP, setting, study_metric, ANY, "name=expression",
    "what is wanted of each run, in variables of the model: last values, and atStart, max, min, mean, rms, integral, "
    "changes, timeWhen, timeIn of an expression (docs/sweep.md)")
OWN("design", 0, "D", NULL, SWEEP, text, study_design, ANY, "a design",
    "which points: grid (default), list, FILE.csv, random:N, lhs:N, sobol:N, saltelli:N")
OWN("seed", 0, "N", NULL, SWEEP, count, study_seed, 0, 9e15, "a whole number from 0 to 9e15",
    "of random numbers (default: 1); 0: Sobol numbers as published")
OWN("jobs", 0, "N", NULL, SWEEP, count, study_jobs, 1, 1024, "a whole number from 1 to 1024",
    "processes (default: as many as there are processors)")
OWN("shard", 0, "I/N", NULL, SWEEP, text, study_shard, ANY, "I/N",
    "the part I of N parts of the points, I from 1 to N")
OWN("scratch", 0, "DIR", NULL, SWEEP, text, study_scratch, ANY, "the name of a folder",
    "where the store -o is made, on the disk of a node; it is copied into its place at the end, or at a signal")
OWN("merge", 0, NULL, NULL, SWEEP, flag, study_merge, ANY, NULL,
    "put the stores that are named together, into -o")
OWN("point", 0, "N", NULL, SWEEP, count, study_point, 0, 1e9, "a whole number from 0 to 1e9",
    "the run of this point alone, as dtc sim makes it: its variables over time, with --vars and --interval")
OWN("slurm", 0, "N", NULL, SWEEP, count, study_slurm, 1, 1e6, "a whole number from 1 to 1e6",
    "submit the study as a job array of Slurm, in N parts (docs/cluster.md)")
OWN("timeout", 0, "S", NULL, SWEEP, number, study_timeout, POSITIVE, "a time > 0",
    "s of a clock that a run may take; it ends as `timed out`")
OWN("max-steps", 0, "N", NULL, SWEEP, count, study_most_steps, 1, 1e15, "a whole number >= 1",
    "steps that a run may take; it ends as `limit`")
OWN("torque", 0, "N=A,...", NULL, CAMPBELL, text, torque, ANY, "ORDER=AMPLITUDE,...",
    "amplitudes of orders at the input (default: 1 each)")
OWN("engine", 0, "NAME", NULL, CAMPBELL, text, engine, ANY, "the name of a component",
    "amplitudes of orders are those of its torque `tau` over its angle `phi` or `angle`")
OWN("along", 0, "NAME", NULL, CAMPBELL, text, along, ANY, "the name of a parameter",
    "a parameter that is the speed of the point, in rad/s: the model is linear around a point of each speed "
    "(default: one point for all)")
OWN("points", 0, "N", NULL, RESPONSES, count, points, 2, 100000, "a whole number from 2 to 100000",
    "how many (default: 500); more come at resonances\n"
    "bode: frequencies in equal ratios\n"
    "campbell: speeds in equal steps")
OWN("states", 0, "A,*.w", NULL, LINEARIZE, text, states, ANY, "names",
    "states that come first, in this order, also by pattern: deflections, then speeds (default: as declared)")
OWN("modes", 0, "N", NULL, MODES | RESPONSES, count, modes_count, 1, 10000,
    "a whole number from 1 to 10000",
    "of a model with more than 400 states: how many modes, the lowest (default: 20)")
OWN("reference", 0, "NAME", NULL, MODES, text, modes_reference, ANY, "the name of a component",
    "the component whose speed is 1 in all shapes (default: the one that is fastest)")
OWN("referred", 0, "NAME", NULL, MODES, text, modes_referred, ANY, "the name of a component",
    "shapes as seen from its side: speeds over their ratios to it in the rigid motion")
OWN("shift", 0, "FILE", NULL, GEARS, text, gears_shift, ANY, "the name of a file",
    "YAML with `gears: {name: [element, ...]}` (default: a ShiftTable of the model, or all gears that there are)")
OWN("efficiency", 0, "A,B", NULL, GEARS, text, gears_efficiency, ANY, "two efficiencies",
    "of an outer and of an inner mesh, its carrier at rest (default: 0.99,0.995)")
OWN("teeth", 0, "LOW:HIGH", NULL, GEARS, text, gears_teeth, ANY, "LOW:HIGH",
    "look for teeth of the planetary sets that come near to --ratios")
OWN("ratios", 0, "LIST", NULL, GEARS, text, gears_ratios, ANY, "a list of ratios",
    "with --teeth: wanted ratios of the gears in order, 4.7,3.1, or by name, 2=3.1")
OWN("all", 0, NULL, NULL, GEARS, flag, gears_all, ANY, NULL, "all sets of elements as well")
OWN("details", 0, NULL, NULL, GEARS, flag, gears_details, ANY, NULL,
    "speeds, slips, torques, power, efficiency and inertia of each gear, however many there are")
OWN("search", 0, "N", NULL, GEARS, count, gears_search, 2, 99, "a whole number from 2 to 99",
    "look for shift logics of N forward gears with single shifts, even steps and little slip")
OWN("picture", 0, "P", "lever flow stick wolf tornado scatter surface parallel histogram pareto", GEARS | PLOT,
    choice, picture, ANY, "one of them",
    "gears: of each gear the levers (default) or the flow of power; a stick diagram; symbols of Wolf\n"
    "plot: of a study: influences (default), metrics over a factor, a metric over two, parallel coordinates, "
    "histograms, the best of two metrics")
OWN("gear", 0, "NAME", NULL, GEARS, text, gears_gear, ANY, "the name of a gear",
    "the only gear in the picture (default: all)")
AT("tube", 0, "F", NULL, DIFF, number, IN_CLI(diff.tube), 0, HUGE_VAL, "a number >= 0",
    "half-width of the tube around each signal of a, as a part of its range in value and of the time span (default: "
    "0.002)")
AT("time-tube", 0, "F", NULL, DIFF, number, IN_CLI(diff.time_tube), 0, HUGE_VAL, "a number >= 0",
    "another half-width in time, 0 for none")
AT("floor", 0, "F", NULL, DIFF, number, IN_CLI(diff.floor), 0, HUGE_VAL, "a number >= 0",
    "smallest half-width, per unit of the largest value or of 1 (default: 1e-9)")
AT("plain", 0, NULL, NULL, DIFF, flag, IN_CLI(diff.plain), ANY, NULL,
    "deviations at the times of a, b being linear between its points; no tube in time")
AT("x", 0, "NAME", NULL, PLOT, text, IN_CLI(plot.x), ANY, "the name of a signal",
    "the signal across, in place of the time: samples are dots")
AT("from", 0, "T", NULL, PLOT | ORDERS | RESPONSES, number, IN_CLI(plot.from), -HUGE_VAL, HUGE_VAL, "a number",
    "plot, orders: the first time shown\n"
    "bode: the lowest frequency in Hz (default: by the modes)\n"
    "campbell: the lowest speed in 1/min")
AT("to", 0, "T", NULL, PLOT | ORDERS | RESPONSES, number, IN_CLI(plot.to), -HUGE_VAL, HUGE_VAL, "a number",
    "plot, orders: the last time shown\n"
    "bode: the highest frequency in Hz\n"
    "campbell: the highest speed in 1/min")
AT("title", 0, "TEXT", NULL, PLOT | ORDERS | RESPONSES, text, IN_CLI(plot.title), ANY, "a text",
    "what stands above the picture")
AT("speed", 0, "NAME", NULL, ORDERS | CAMPBELL, text, IN_CLI(orders.speed), ANY, "the name of a signal",
    "the speed of the shaft whose orders are followed")
AT("orders", 0, "LIST", NULL, ORDERS | CAMPBELL, text, IN_CLI(orders.orders), ANY, "a list of orders",
    "which, with commas between; 0 is the mean\n"
    "orders: default: 0.5,1,1.5,2,2.5,3,4,6,8\n"
    "campbell: default: 0.5,1,2,4")
AT("revolutions", 0, "N", NULL, ORDERS, number, IN_CLI(orders.revolutions), 1, 1e6, "a number >= 1",
    "of the shaft in a window (default: 4 over the smallest distance of two orders, 8 at least)")
OWN("help", 'h', NULL, NULL, ALL, flag, help, ANY, NULL, "this text; after a command, that of it")
OWN("version", 0, NULL, NULL, ALL, flag, version, ANY, NULL, "the version")
