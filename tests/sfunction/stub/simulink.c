/* simulink.c - what stands at the end of an S-function: here a simulation of that block alone, in a program.
 *
 *     NAME STEPS [set NAME VALUE] [in PORT TIME VALUE] [tune TIME NAME VALUE] [twice] [saved TIME]
 *
 * Inputs are held, by port from 1 on. twice: Outputs is called twice a step, as in an algebraic loop, first with other
 * inputs; saved: at that time the work vectors become those of another block, which goes on. Writes sizes, then the
 * time and the outputs of each step, and on standard error what ends it. */
enum { MOST_WORDS = 100 };

static mxArray names[MOST_WORDS], values[MOST_WORDS], *cells[2 * MOST_WORDS];
static mxArray rows = { MX_CELL, 0, 2, NULL, 0, cells };
static const char *row_name[MOST_WORDS];

/* {name, value; ...}, by columns. A value that is no number stays a text. */
static void set_row(const char *name, const char *value)
{
    char *end;
    const double x = strtod(value, &end);
    size_t k = 0;

    while (k < rows.m && strcmp(row_name[k], name) != 0)
        k++;
    rows.m += k == rows.m;
    row_name[k] = name;
    names[k] = (mxArray){ MX_CHAR, 1, strlen(name), name, 0, NULL };
    values[k] = (mxArray){ *end ? MX_CHAR : MX_DOUBLE, 1, 1, value, x, NULL };
    for (k = 0; k < rows.m; k++) {
        cells[k] = &names[k];
        cells[rows.m + k] = &values[k];
    }
}

static size_t bytes_of(const SimStruct *S, int k)
{
    return (size_t)S->work[k].width * (S->work[k].type == SS_DOUBLE ? sizeof(double) : 1);
}

/* A guard stands behind each vector; the memory is not cleared, since Simulink promises that of few. */
static void give_work(SimStruct *S)
{
    S->integer = malloc((size_t)S->iwork * sizeof *S->integer);
    memset(S->integer, 0x5a, (size_t)S->iwork * sizeof *S->integer);
    for (int k = 0; k < S->dwork; k++) {
        S->work[k].memory = malloc(bytes_of(S, k) + GUARD);
        memset(S->work[k].memory, 0x5a, bytes_of(S, k) + GUARD);
    }
}

static void take_work(SimStruct *S)
{
    for (int k = 0; k < S->dwork; k++) {
        for (size_t i = 0; i < GUARD; i++)
            assert(S->work[k].memory[bytes_of(S, k) + i] == 0x5a);
        free(S->work[k].memory);
    }
    free(S->integer);
}

static int ended(SimStruct *S)
{
    if (S->error)
        fprintf(stderr, "%s\n", S->error);
    return S->error != NULL;
}

static int start(SimStruct *S)
{
    S->now = IN_SIZES;
    mdlInitializeSizes(S);
    if (ended(S))
        return 0;
    S->now = IN_TIMES;
    mdlInitializeSampleTimes(S);
    for (int k = 0; k < S->inputs; k++)
        assert(S->feedthrough[k] == 1 && S->widths[0][k] == 1);
    for (int k = 0; k < S->outputs; k++)
        assert(S->widths[1][k] == 1);
    give_work(S);
    S->now = IN_CONDITIONS;
    mdlInitializeConditions(S);
    S->now = IN_RUN;
    return !ended(S);
}

/* The other block begins as this one did, and is given its vectors. */
static void move(SimStruct *S)
{
    SimStruct other = { 0 };

    other.parameter = S->parameter;
    if (!start(&other))
        exit(3);
    memcpy(other.integer, S->integer, (size_t)S->iwork * sizeof *S->integer);
    for (int k = 0; k < S->dwork; k++)
        memcpy(other.work[k].memory, S->work[k].memory, bytes_of(S, k));
    memcpy(other.in, S->in, sizeof other.in);
    take_work(S);
    *S = other;
}

/* The words that belong to time t. */
static void act(SimStruct *S, int n, char **word, double t, double h)
{
    for (int k = 2; k < n; k++) {
        const int is_tune = strcmp(word[k], "tune") == 0, is_in = strcmp(word[k], "in") == 0;
        const double at = is_tune || strcmp(word[k], "saved") == 0 ? atof(word[k + 1]) : is_in ? atof(word[k + 2]) : -1;
        if (at < t - h / 2 || at >= t + h / 2)
            continue;
        if (is_in)
            S->in[2 * (atoi(word[k + 1]) - 1)] = atof(word[k + 3]);
        else if (!is_tune)
            move(S);
        else {
            set_row(word[k + 2], word[k + 3]);
            mdlCheckParameters(S);
            if (!S->error)
                mdlProcessParameters(S);
        }
    }
}

static void outputs(SimStruct *S, int twice)
{
    double in[2 * MOST_PORTS];

    if (twice) {
        memcpy(in, S->in, sizeof in);
        for (int k = 0; k < S->inputs; k++)
            S->in[2 * k] /= 2;
        mdlOutputs(S, 0);
        memcpy(S->in, in, sizeof in);
    }
    mdlOutputs(S, 0);
}

int main(int n, char **word)
{
    static SimStruct block;
    SimStruct *S = &block;
    int twice = 0;

    for (int k = 2; k < n; k++) {
        twice |= strcmp(word[k], "twice") == 0;
        if (strcmp(word[k], "set") == 0)
            set_row(word[k + 1], word[k + 2]);
    }
    S->parameter = &rows;
    if (!start(S))
        return 1;
    printf("%d inputs, %d outputs, sample time %.17g, offset %g, %d integers, %d and %d of %zu bytes\n", S->inputs,
           S->outputs, S->sample, S->offset, S->iwork, S->work[0].width, S->work[1].width, dtc_call_size(&DTC_MODEL));
    for (int k = 0; k < atoi(word[1]) && !S->stop && !S->error; k++) {
        act(S, n, word, k * S->sample, S->sample);
        if (!S->error)
            outputs(S, twice && k > 0);
        if (S->error)
            break;
        printf("%.17g", k * S->sample);
        for (int port = 0; port < S->outputs; port++)
            printf(",%.17g", S->out[2 * port]);
        printf("\n");
        if (!S->stop)
            mdlUpdate(S, 0);
    }
    mdlTerminate(S);
    n = ended(S);
    take_work(S);
    return n;
}
