/* lanes.c - lanes beside as many models that are stepped alone: -DHEADER, -DMODEL of a model made with --lanes.
 *
 *     lanes SAMPLES WANTED [odd]
 *
 * Lanes have other parameters, other initial states, other waves of their inputs. In each sample status, time, states
 * and outputs and, of a copy that is taken to pieces, all variables of each lane are those of the model alone, bit by
 * bit (of samples that are apart less than `often`, some). WANTED: the part of the samples of a lane at least that are
 * made as vectors. odd: now and then an input of one lane is NaN, infinite, denormal, huge or tiny, a lane rests, is
 * read, or is tuned. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include HEADER
#include "../described.h"

#define NAME(model, call)   NAMED(model, call)
#define NAMED(model, call)  model##_##call
#define INFO                NAME(MODEL, lanes_info)

enum { OFTEN = 7, MOST = 16 };
static NAME(MODEL, lanes) lanes, copy;
static MODEL alone[MOST], first[MOST];     /* first: before setup */
static const dtc_model_info *info;
static dtc_variable *variable;

static unsigned long long state = 88172645463325252ULL;
static double uniform(void)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0;
}

static double value(const void *m, const dtc_variable *v)
{
    dtc_real x;

    if (v->type != DTC_REAL)
        return *(const int *)(const void *)((const char *)m + v->offset);
    memcpy(&x, (const char *)m + v->offset, sizeof x);
    return (double)x;
}

static void set(void *m, const dtc_variable *v, double x)
{
    dtc_real real = (dtc_real)x;

    if (v->type == DTC_REAL)
        memcpy((char *)m + v->offset, &real, sizeof real);
    else
        *(int *)(void *)((char *)m + v->offset) = (int)x;
}

/* The element of an input's vector. */
static void set_lane(const dtc_variable *v, int lane, double x)
{
    for (int i = 0; i < INFO.rows; i++) {
        const dtc_lanes_row *r = &INFO.row[i];
        const size_t size = r->is_real ? sizeof(dtc_real) : sizeof(int);
        if (!(r->is & DTC_LANES_INPUT) || v->offset < r->one || v->offset >= r->one + (size_t)r->n * size)
            continue;
        char *at = (char *)&lanes + r->lanes;
        const size_t k = (v->offset - r->one) / size * (size_t)INFO.lanes + (size_t)lane;
        if (r->is_real)
            ((dtc_real *)(void *)at)[k] = (dtc_real)x;
        else
            ((dtc_lane_int *)(void *)at)[k] = (dtc_lane_int)x;
    }
}

static void set_inputs(long k, int odd, const double *start)
{
    static const double odds[] = { NAN, INFINITY, -INFINITY, 1e300, -1e300, 1e-310, 1e-200, -1e-150, 1e-99 };
    const int victim = (int)(uniform() * INFO.lanes);

    for (int i = 0, n = 0; i < info->variables; i++) {
        if (variable[i].kind != DTC_IN)
            continue;
        n++;
        for (int l = 0; l < INFO.lanes; l++) {
            double x = start[i], wave = sin(0.002 * (double)(k + 700 * n + 3 * l));
            if (variable[i].type == DTC_REAL)
                x = x >= 0 && x <= 0 ? 0.5 + 0.5 * wave : x * (1 + 0.25 * wave);
            else if (k % 997 == 0)
                x = uniform() < 0.5 ? 0 : 1;
            else
                x = value(&alone[l], &variable[i]);
            if (odd && l == victim && variable[i].type == DTC_REAL && uniform() < 0.05)
                x = odds[(int)(uniform() * 9)];
            set(&alone[l], &variable[i], x);
            set_lane(&variable[i], l, x);
        }
    }
}

/* Those of lane 0 are the model's own. */
static void vary(void *m, int lane, double share, double by)
{
    for (int i = 0; lane && i < info->variables; i++) {
        const dtc_variable *v = &variable[i];
        if (v->kind == DTC_PARAMETER && v->type == DTC_REAL && uniform() < share)
            set(m, v, value(m, v) * (1 + by * (uniform() - 0.5)));
    }
}

static int same_bits(const void *one, int lane, long k)
{
    for (int i = 0; i < info->variables; i++) {
        double a = value(one, &variable[i]), b = value(&alone[lane], &variable[i]);
        if (memcmp(&a, &b, sizeof a) != 0 && !(isnan(a) && isnan(b))) {
            printf("sample %ld, lane %d: %s is %.17g, alone %.17g\n", k, lane, name_text(&variable[i]), a, b);
            return 0;
        }
    }
    return 1;
}

/* The numbers of a row, which a lane has as a vector whether it is in or not. */
static int same_row(const dtc_lanes_row *r, int lane, long k)
{
    for (int i = 0; i < r->n; i++) {
        const size_t of_lane = (size_t)i * (size_t)INFO.lanes + (size_t)lane;
        const char *one = (const char *)&alone[lane] + r->one, *vector = (const char *)&lanes + r->lanes;
        const double a = r->is_real ? (double)((const dtc_real *)(const void *)vector)[of_lane]
                                    : (double)((const dtc_lane_int *)(const void *)vector)[of_lane],
                     b = r->is_real ? (double)((const dtc_real *)(const void *)one)[i]
                                    : (double)((const int *)(const void *)one)[i];
        if (memcmp(&a, &b, sizeof a) != 0 && !(isnan(a) && isnan(b))) {
            printf("sample %ld, lane %d: row %d, number %d is %.17g, alone %.17g\n", k, lane, (int)(r - INFO.row), i, a,
                   b);
            return 0;
        }
    }
    return 1;
}

static int same(long k)
{
    for (int l = 0; l < INFO.lanes; l++) {
        const dtc_real time = lanes.time[l], own = *(const dtc_real *)(const void *)((char *)&alone[l] + info->time);
        if (memcmp(&time, &own, sizeof time) != 0) {
            printf("sample %ld, lane %d: the time is %.17g, alone %.17g\n", k, l, (double)time, (double)own);
            return 0;
        }
    }
    for (const dtc_lanes_row *r = INFO.row; r < INFO.row + INFO.rows; r++)
        for (int l = 0; l < INFO.lanes && (r->is & (DTC_LANES_STATE | DTC_LANES_OUTPUT)); l++)
            if (!same_row(r, l, k))
                return 0;
    if (k % OFTEN)
        return 1;
    memcpy(&copy, &lanes, sizeof copy);
    for (int l = 0; l < INFO.lanes; l++)
        if (!same_bits(INFO.get(&copy, l), l, k))
            return 0;
    return 1;
}

/* A lane rests, one is read, one is tuned, one begins anew with other parameters: in both. */
static int disturb(long k)
{
    const int l = (int)(uniform() * INFO.lanes);

    if (k % 50 == 0)
        lanes.lanes.off[l] = !lanes.lanes.off[l];
    if (k % 13 == 0 && !same_bits(INFO.get(&lanes, l), l, k))
        return 0;
    if (k % 111 == 0) {
        MODEL *one = INFO.get(&lanes, l);
        const unsigned long long then = state;
        vary(one, 1, 0.3, 0.01);
        state = then;
        vary(&alone[l], 1, 0.3, 0.01);
        const int a = info->tune(one), b = info->tune(&alone[l]);
        if (a != b)
            printf("tune gives %d, alone %d\n", a, b);
    }
    if (k % 333 == 0) {
        lanes.lane[l] = first[l];
        vary(&lanes.lane[l], l, 0.01, 0.01);
        alone[l] = lanes.lane[l];
        const int a = info->setup(&lanes.lane[l]), b = info->setup(&alone[l]);
        if (a != b)
            printf("setup gives %d, alone %d\n", a, b);
        INFO.put(&lanes, l);
    }
    return 1;
}

int main(int argc, char **argv)
{
    const long samples = atol(argv[1]);
    const double wanted = atof(argv[2]);
    const int odd = argc > 3;
    long steps = 0, failed = 0, apart = 0, quiet = 0, lost = 0;

    info = INFO.model;
    variable = calloc((size_t)info->variables + 1, sizeof *variable);
    double *start = calloc((size_t)info->variables + 1, sizeof *start);
    for (int i = 0; i < info->variables; i++)
        variable[i] = dtc_variable_at(info, i);
    INFO.init(&lanes);
    for (int l = 0; l < INFO.lanes; l++) {
        for (int tries = 0; tries < 40; tries++) {
            info->init(&alone[l]);
            vary(&alone[l], l, tries < 39 ? 0.3 / (1 + 0.3 * tries) : 0, 0.02);
            lanes.lane[l] = alone[l];
            if ((odd && l + 1 == INFO.lanes) || info->setup(&alone[l]) <= DTC_TERMINATE)
                break; /* the last lane may fail */
        }
        first[l] = alone[l] = lanes.lane[l];
        lanes.lanes.halts[l] = l % 2; /* the same but where the model ends the run */
    }
    for (int i = 0; i < info->variables; i++)
        start[i] = value(&alone[0], &variable[i]);
    (void)INFO.setup(&lanes);
    for (int l = 0; l < INFO.lanes; l++) {
        const int status = info->setup(&alone[l]);
        if (status != (int)lanes.lanes.status[l] || (l == 0 && status > DTC_TERMINATE)) {
            printf("setup of lane %d gives %d, alone %d\n", l, (int)lanes.lanes.status[l], status);
            return 1;
        }
    }
    for (long k = 0; k < samples; k++) {
        set_inputs(k, odd, start);
        if (odd && !disturb(k))
            return 1;
        long long before[MOST];
        for (int l = 0; l < INFO.lanes; l++)
            before[l] = lanes.lanes.alone[l];
        (void)INFO.step(&lanes);
        for (int l = 0; l < INFO.lanes; l++) {
            if (lanes.lanes.off[l])
                continue;
            const int status = NAME(MODEL, step)(&alone[l]);
            if (status != (int)lanes.lanes.status[l]) {
                printf("sample %ld, lane %d: the step gives %d, alone %d\n", k, l, (int)lanes.lanes.status[l], status);
                return 1;
            }
            /* a lane is quiet where the model is, but for one that was taken out */
            quiet += status <= DTC_TERMINATE && alone[l].backoff == 0;
            lost += alone[l].backoff == 0 && lanes.lanes.alone[l] > before[l];
            failed += status > DTC_TERMINATE, steps++;
        }
        if (!same(k))
            return 1;
    }
    for (int l = 0; l < INFO.lanes; l++)
        apart += (long)lanes.lanes.alone[l];
    const double part = (double)(steps - apart) / (double)steps;
    printf("%d lanes, %ld samples, %.2f %% of them as vectors, %ld failed\n", INFO.lanes, samples, 100 * part, failed);
    if (!odd && lost > quiet / 100) {
        printf("%ld of %ld quiet samples were not made as vectors\n", lost, quiet);
        return 1;
    }
    return !(part >= wanted);
}
