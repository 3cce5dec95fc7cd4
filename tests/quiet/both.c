/* both.c - the quiet step beside the other one, in every sample of a run: -DHEADER, -DMODEL of a model, -DTHE_OTHER of
 * the same one without a quiet step (-fno-quiet --prefix).
 *
 *     both SAMPLES SHARE RANGE [odd|again]
 *
 * Before each step the struct is copied twice. One copy makes the step by an evaluation, which may be quiet too, and
 * an advance, in every other sample after evaluations with other inputs, near and far; the other copy makes it after
 * such evaluations always, the near one last in every other sample. After it all variables and states are the same,
 * bit by bit, and so is the status; each of the three goes on in turn. A quiet step is one after which the room for
 * what a failed step puts back is as it was; at least SHARE of the samples after steps alone are such. The other
 * program runs beside it, by itself, with the same inputs: places are the same, Reals to RANGE of the largest that
 * they have been, of one at least.
 *
 * again: the other program begins each sample with the states of the first, so that what they are apart is of one step:
 * states to RANGE; accelerations and torques are told, as the lightest part that is held has them rounded.
 *
 * Inputs are waves around their starts, Booleans change at random each 997 samples. odd: in one sample of twenty an
 * input is NaN, infinite, denormal, huge or tiny. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include HEADER
#include THE_HEADER
#include "../described.h"
#include "../extreme.h"

#define NAME(model, call)   NAMED(model, call)
#define NAMED(model, call)  model##_##call

enum { POISON = 0xA5 };
static MODEL own, copy, late;
static THE_OTHER other;
static const dtc_model_info *info, *of_other;

typedef struct { dtc_variable own, other; const char *name; double largest, apart; } Seen;
static Seen *seen;
static int variables;

static unsigned long long state = 88172645463325252ULL;
static double uniform(void)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0;
}

static double value(const void *m, const dtc_variable *v)
{
    const void *at = (const char *)m + v->offset;
    dtc_real x;

    if (v->type != DTC_REAL)
        return *(const int *)at;
    memcpy(&x, at, sizeof x);
    return (double)v->sign * (double)x;
}

static void set(void *m, const dtc_variable *v, double x)
{
    dtc_real real = (dtc_real)x;

    if (v->type == DTC_REAL)
        memcpy((char *)m + v->offset, &real, sizeof real);
    else
        *(int *)(void *)((char *)m + v->offset) = (int)x;
}

static void look_up_variables(void)
{
    seen = calloc((size_t)info->variables + 1, sizeof *seen);
    for (int i = 0; i < info->variables; i++) {
        Seen s = { .own = dtc_variable_at(info, i) };
        s.name = name_text(&s.own);
        int k = dtc_variable_named(of_other, s.name);
        if (k < 0)
            continue;
        s.other = dtc_variable_at(of_other, k);
        seen[variables++] = s;
    }
}

/* Each Real input, as others have it; a Boolean changes now and then. */
static void set_inputs(long k, int odd, const double *start)
{
    const double odds[] = { NAN, INFINITY, -INFINITY, 1e300, -1e300, 1e-310, 1e-200, -1e-150, 1e-99 };

    for (int i = 0, n = 0; i < variables; i++) {
        const Seen *s = &seen[i];
        if (s->own.kind != DTC_IN)
            continue;
        double x = start[i], wave = sin(0.002 * (double)(k + 700 * n++));
        if (s->own.type == DTC_REAL)
            x = x >= 0 && x <= 0 ? 0.5 + 0.5 * wave : x * (1 + 0.25 * wave);
        else if (k % 997 == 0)
            x = uniform() < 0.5 ? 0 : 1;
        else
            x = value(&own, &s->own);
        if (odd && s->own.type == DTC_REAL && uniform() < 0.05)
            x = odds[(int)(uniform() * 9)];
        set(&own, &s->own, x);
        set(&other, &s->other, x);
    }
}

static int same_bits(const MODEL *as, const char *by, long k)
{
    for (int i = 0; i < variables; i++) {
        double a = value(&own, &seen[i].own), b = value(as, &seen[i].own);
        if (memcmp(&a, &b, sizeof a) != 0 && !(isnan(a) && isnan(b))) {
            printf("sample %ld: %s is %.17g, by %s %.17g\n", k, seen[i].name, a, by, b);
            return 0;
        }
    }
    return 1;
}

/* As a master does: outputs with inputs that are near those of the step, and with some that are not. */
static void evaluate_with_others(MODEL *m, const double *start, int near_last)
{
    const MODEL was = *m;

    for (int k = 0; k < 2; k++) {
        const int far = k ^ near_last;
        for (int i = 0; i < variables; i++) {
            const dtc_variable *v = &seen[i].own;
            if (v->kind == DTC_IN)
                set(m, v, v->type != DTC_REAL ? (value(&was, v) > 0) != far :
                          far ? 3 * start[i] + 1 : value(&was, v) * (1 + 1e-3 * uniform()));
        }
        (void)info->evaluate(m);
    }
    for (int i = 0; i < variables; i++)
        if (seen[i].own.kind == DTC_IN)
            set(m, &seen[i].own, value(&was, &seen[i].own));
}

/* What both begin a sample with. */
static void same_states(void)
{
    for (int i = 0; i < variables; i++)
        if (seen[i].own.kind == DTC_STATE)
            set(&other, &seen[i].other, value(&own, &seen[i].own));
}

/* Places and all that is no Real are the same; how far Reals are apart is noted. */
static int same_places(long k)
{
    for (int i = 0; i < variables; i++) {
        Seen *s = &seen[i];
        const double a = value(&own, &s->own), b = value(&other, &s->other);
        if (s->own.type != DTC_REAL && a != b) {
            printf("sample %ld: %s is %g, of the other %g\n", k, s->name, a, b);
            return 0;
        }
        if (s->own.type != DTC_REAL || !isfinite(a) || !isfinite(b))
            continue;
        s->largest = larger(s->largest, fabs(b));
        s->apart = larger(s->apart, fabs(a - b));
    }
    return 1;
}

static double furthest(const char **name, int states)
{
    double worst = 0;

    for (int i = 0; i < variables; i++) {
        const double apart = seen[i].apart / larger(1, seen[i].largest);
        if (apart > worst && (!states || seen[i].own.kind == DTC_STATE)) {
            worst = apart;
            *name = seen[i].name;
        }
    }
    return worst;
}

int main(int argc, char **argv)
{
    const long samples = atol(argv[1]);
    const double share = atof(argv[2]), range = atof(argv[3]);
    const int odd = argc > 4 && strcmp(argv[4], "odd") == 0, again = argc > 4 && !odd;
    long quiet = 0, asked = 0, made = 0, failed = 0;
    int ends = 0;
    const char *name = "nothing";

    info = &NAME(MODEL, info), of_other = &NAME(THE_OTHER, info);
    info->init(&own), of_other->init(&other);
    look_up_variables();
    double *start = calloc((size_t)variables + 1, sizeof *start);
    for (int i = 0; i < variables; i++)
        start[i] = value(&own, &seen[i].own);
    int status = info->setup(&own), of = of_other->setup(&other);
    if (status > DTC_TERMINATE || of != status) {
        printf("setup gives %d, of the other %d\n", status, of);
        return 1;
    }
    for (; made < samples && !ends; made++) {
        unsigned char before[sizeof own.committed];
        set_inputs(made, odd, start);
        if (again)
            same_states();
        memset(own.committed, POISON, sizeof own.committed);
        memset(before, POISON, sizeof before);
        copy = late = own;
        const MODEL was = own;
        if (made / 2 % 2)
            evaluate_with_others(&copy, start, made % 2);
        int by_halves = info->evaluate(&copy), then = info->advance(&copy);
        by_halves = by_halves > DTC_TERMINATE || then == DTC_OK ? by_halves : then;
        status = NAME(MODEL, step)(&own);
        evaluate_with_others(&late, start, made % 2);
        const int later = (int)NAME(MODEL, step)(&late);
        of = NAME(THE_OTHER, step)(&other);
        if (status != by_halves || status != later || status != of) {
            printf("sample %ld: the step gives %d, evaluation and advance %d, after evaluations %d, the other %d\n",
                   made, status, by_halves, later, of);
            return 1;
        }
        if (status > DTC_TERMINATE) {
            failed++;
            if (memcmp((const char *)&was + info->time, (const char *)&own + info->time, sizeof(dtc_real)) !=
                    0 ||
                !odd) {
                printf("sample %ld fails with %d\n", made, status);
                return 1;
            }
            continue;
        }
        asked += made % 3 == 1; /* before others an evaluation has made the response of other places */
        quiet += made % 3 == 1 && memcmp(own.committed, before, sizeof before) == 0;
        if (!same_bits(&copy, "evaluation and advance", made) ||
            !same_bits(&late, "a step after evaluations", made) || !same_places(made))
            return 1;
        own = made % 3 == 0 ? own : made % 3 == 1 ? copy : late;
        ends = status == DTC_TERMINATE;
    }
    if (again)
        printf("all apart %.1e, states: ", furthest(&name, 0));
    const double apart = furthest(&name, again);
    printf("%ld samples, %.2f %% of them quiet, %ld failed; apart %.1e (%s)\n", made,
           100 * (double)quiet / (double)asked, failed, apart, name);
    return !((double)quiet >= share * (double)asked) || !(apart <= range);
}
