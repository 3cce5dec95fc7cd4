/* A status with its message, or without one: never with that of an earlier failure. After an evaluation that failed an
 * advance fails likewise. Setup looks at inputs as a step does. Compiled with -include of the header of Failing.Said.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

static Said m;
static int failed;

/* text: NULL: there is none, and fault is 0. */
static void expect(const char *what, dtc_status status, dtc_status wanted, const char *text)
{
    char message[200];
    const char *said = m.fault > 0 && m.fault < Said_info.messages ? message : NULL;

    if (said)
        dtc_message(&Said_info, m.fault, message, sizeof message);

    if (status == wanted && (text ? said && strcmp(said, text) == 0 : m.fault == 0))
        return;
    failed++;
    printf("%s: status %d, fault %d (%s)\n", what, (int)status, m.fault, said ? said : "none");
}

static void expect_name(const char *what, const char *name)
{
    int i = dtc_not_finite(&Said_info, &m);

    if (i == (name ? dtc_variable_named(&Said_info, name) : -1) && i < Said_info.variables && (!name || i >= 0))
        return;
    failed++;
    printf("%s: found variable %d\n", what, i);
}

static void inputs(double u, double v, double bad, double boost)
{
    m.u = (dtc_real)u, m.v = (dtc_real)v, m.bad = (dtc_real)bad, m.boost = (dtc_real)boost;
}

static const char above[] = "u is above its max = 1";

static void in_steps(void)
{
    const double huge = sizeof(dtc_real) == sizeof(float) ? 3e38 : 1.7e308;
    static const struct {
        double v, boost;
        dtc_status status;
    } late[] = { { NAN, 0, DTC_INPUT }, { 0, 1, DTC_RESULT } };

    for (int i = 0; i < 2; i++) {
        inputs(2, 0, 0, 0);
        expect("u = 2", Said_step(&m), DTC_RANGE, above);
        inputs(1, 0, 0, 0);
        failed += Said_step(&m) != DTC_OK;
        inputs(1, late[i].v, 0, late[i].boost * huge);
        expect("after a good step", Said_step(&m), late[i].status, NULL);
        expect_name("after a good step", i ? NULL : "v");
    }
}

/* An evaluation that fails, and an advance after it, which is refused. */
static void refused(double u, double v, double bad, dtc_status wanted, const char *text)
{
    enum { STATE = offsetof(Said, steps), BYTES = offsetof(Said, der_x) - STATE };      /* der_x is the first behind */
    const char *state = (const char *)&m + STATE;
    char before[BYTES];

    memcpy(before, state, BYTES);
    inputs(u, v, bad, 0);
    expect("evaluate", Said_evaluate(&m), wanted, text);
    inputs(1, 0, 0, 0);
    for (int i = 0; i < 2; i++)
        expect("advance", Said_advance(&m), wanted, text);
    if (memcmp(before, state, BYTES) != 0)
        failed++, puts("the state has moved");
    if (Said_evaluate(&m) != DTC_OK || Said_advance(&m) != DTC_OK || memcmp(before, state, BYTES) == 0)
        failed++, puts("the state does not move any more");
}

static void start(double u, double v, double k, double first)
{
    Said_init(&m);
    m.fault = 1;
    inputs(u, v, 0, 0);
    m.k = (dtc_real)k, m.first = (dtc_real)first;
}

/* Before a setup that succeeds nothing moves, whichever function is called. */
static void not_set_up(const char *what, const char *text)
{
    Said before;

    memcpy(&before, &m, sizeof m);
    expect(what, Said_step(&m), DTC_NOT_SET_UP, text);
    expect(what, Said_evaluate(&m), DTC_NOT_SET_UP, text);
    expect(what, Said_advance(&m), DTC_NOT_SET_UP, text);
    if (memcmp(&before, &m, sizeof m) != 0)
        failed++, puts("what is not set up has changed");
}

static void without_setup(void)
{
    not_set_up("nothing but zeros", NULL);
    Said_init(&m);
    not_set_up("init alone", NULL);
    start(1, 0, 1, 1);
    expect("setup", Said_setup(&m), DTC_OK, NULL);
    Said_init(&m);
    not_set_up("init after setup", NULL);
    start(1, 0, 1, 1);
    expect("setup", Said_setup(&m), DTC_OK, NULL);
    inputs(2, 0, 0, 0);
    expect("setup, u = 2", Said_setup(&m), DTC_RANGE, above);
    not_set_up("a setup that failed", above);
}

int main(void)
{
    without_setup();
    start(1, 0, 1, 1);
    expect("setup", Said_setup(&m), DTC_OK, NULL);
    in_steps();
    refused(1, 0, 1, DTC_ASSERT, "bad");
    refused(2, 0, 0, DTC_RANGE, above);
    refused(1, INFINITY, 0, DTC_INPUT, NULL);
    inputs(1, 0, 1, 0);
    expect("evaluate", Said_evaluate(&m), DTC_ASSERT, "bad");
    inputs(1, 0, 0, 0);
    expect("setup", Said_setup(&m), DTC_OK, NULL);
    failed += Said_evaluate(&m) != DTC_OK || Said_advance(&m) != DTC_OK;
    start(1, NAN, 1, 1);
    expect("setup, v no number", Said_setup(&m), DTC_INPUT, NULL);
    expect_name("setup, v no number", "v");
    start(2, 0, 1, 1);
    expect("setup, u = 2", Said_setup(&m), DTC_RANGE, above);
    start(1, 0, INFINITY, 1);
    expect("setup, k infinite", Said_setup(&m), DTC_INPUT, NULL);
    expect_name("setup, k infinite", "k");
    start(1, 0, 1, sizeof(dtc_real) == sizeof(float) ? 3e38 : 1.7e308);
    expect("setup, x infinite", Said_setup(&m), DTC_RESULT, NULL);
    return failed != 0;
}
