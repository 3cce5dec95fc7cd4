/* quad.cpp - A, B, C, D of a model by central differences of its step, in numbers of 113 bits. Compiled with the C of
 * the model (method euler; a step of 1e-15 s where it is implicit in a compliance) and the runtime, all as C++ with
 * quad.h.
 *
 * Standard input: lines `= NAME VALUE` set a variable, or the time, at the point; `x NAME`, `u NAME`, `y NAME` are
 * states, inputs and outputs of the linear model; `p NAME VALUE` the place of an element there; `f NAME STATE FACTOR`:
 * NAME moves along with STATE; `s NAME`: it stays zero. Prints its rows, [A B; C D], with 25 digits. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <quadmath.h>
#include "dtc_runtime.h"

extern "C" const dtc_model_info INFO;
static const dtc_model_info *info = &INFO;
typedef std::vector<char> Memory;
enum { ROUNDS = 60 };

static dtc_variable named(const char *name)
{
    const int i = dtc_variable_named(info, name);

    if (i < 0) {
        fprintf(stderr, "there is no variable %s\n", name);
        exit(2);
    }
    return dtc_variable_at(info, i);
}

static dtc_real get(const Memory &m, const dtc_variable &v)
{
    dtc_real x;
    int n;

    if (v.type != DTC_REAL) {
        memcpy(&n, &m[v.offset], sizeof n);
        return v.sign * n;
    }
    memcpy(&x, &m[v.offset], sizeof x);
    return v.sign * x;
}

static void set(Memory &m, const dtc_variable &v, dtc_real x)
{
    const int n = v.sign * (int)x;

    x *= v.sign;
    memcpy(&m[v.offset], v.type == DTC_REAL ? (const void *)&x : &n, v.type == DTC_REAL ? sizeof x : sizeof n);
}

static void good(dtc_status s, const char *what)
{
    if (s == DTC_OK)
        return;
    fprintf(stderr, "%s: %s\n", what, dtc_status_text(s));
    exit(2);
}

struct Follower { dtc_variable v, of; dtc_real factor; };
struct Value { dtc_variable v; dtc_real x; };
struct Point {
    std::vector<dtc_variable> x, u, y, still;
    std::vector<Follower> f;
    std::vector<Value> at, place;
    dtc_real time;
};

/* Rates of the states, then outputs. */
static std::vector<dtc_real> response(Memory m, const Point &p)
{
    std::vector<dtc_real> out, before;

    for (int k = 0; k < ROUNDS; k++) {     /* a loop that is cut by a value of the last step comes to rest */
        const Memory states = m;
        good(info->evaluate(m.data()), "evaluate");
        good(info->advance(m.data()), "advance");
        for (const Value &v : p.at)
            set(m, v.v, get(states, v.v));
        memcpy(&m[info->time], &p.time, sizeof p.time);
    }
    good(info->evaluate(m.data()), "evaluate");
    for (const Value &place : p.place)
        if (get(m, place.v) != place.x) {
            fprintf(stderr, "an element has the place %g, not %g\n", (double)get(m, place.v), (double)place.x);
            exit(2);
        }
    for (const dtc_variable &v : p.x)
        before.push_back(get(m, v));
    std::vector<dtc_real> y;
    for (const dtc_variable &v : p.y)
        y.push_back(get(m, v));
    good(info->advance(m.data()), "advance");
    for (size_t i = 0; i < p.x.size(); i++)
        out.push_back((get(m, p.x[i]) - before[i]) / (dtc_real)info->step);
    out.insert(out.end(), y.begin(), y.end());
    return out;
}

static std::vector<dtc_real> slope(const Memory &m, const Point &p, const dtc_variable &v)
{
    const dtc_real at = get(m, v), h = (dtc_real)1e-8 * (at < -1 ? -at : at > 1 ? at : 1);
    Memory a = m, b = m;

    set(a, v, at - h);
    set(b, v, at + h);
    for (const Follower &f : p.f)
        if (f.of.offset == v.offset) {
            set(a, f.v, get(a, f.v) - h * f.factor);
            set(b, f.v, get(b, f.v) + h * f.factor);
        }
    std::vector<dtc_real> low = response(a, p), high = response(b, p);
    for (size_t i = 0; i < low.size(); i++)
        low[i] = (high[i] - low[i]) / (2 * h);
    return low;
}

static void put(Memory &m, const Point &p)
{
    for (const Value &v : p.at)
        set(m, v.v, v.x);
    memcpy(&m[info->time], &p.time, sizeof p.time);
}

int main()
{
    Memory m(info->size);
    Point p = {};
    char kind[4], name[400], other[400], value[100], text[60];

    info->init(m.data());
    good(info->setup(m.data()), "setup");
    while (scanf("%3s %399s", kind, name) == 2) {
        if (*kind == 'f' && scanf("%399s", other) != 1)
            return 2;
        if (strchr("=fp", *kind) && scanf("%99s", value) != 1)
            return 2;
        const dtc_real x = strtoflt128(value, NULL);
        if (strcmp(name, "time") == 0) {
            p.time = x;
            continue;
        }
        const dtc_variable v = named(name);
        if (*kind == '=')
            p.at.push_back({ v, x });
        else if (*kind == 'p')
            p.place.push_back({ v, x });
        else if (*kind == 'f')
            p.f.push_back({ v, named(other), x });
        else
            (*kind == 'x' ? p.x : *kind == 'u' ? p.u : *kind == 'y' ? p.y : p.still).push_back(v);
    }
    for (int k = 0; k < 20; k++) {         /* to their places, one at a time; a step stops such slips */
        put(m, p);
        for (const dtc_variable &v : p.still)
            set(m, v, k >= 10 ? (dtc_real)0 : (dtc_real)(k % 2 ? 10 : -10) * (dtc_real)info->step);
        good(info->evaluate(m.data()), "evaluate");
        good(info->advance(m.data()), "advance");
    }
    put(m, p);
    std::vector<std::vector<dtc_real>> column;
    for (const dtc_variable &v : p.x)
        column.push_back(slope(m, p, v));
    for (const dtc_variable &v : p.u)
        column.push_back(slope(m, p, v));
    for (size_t i = 0; i < p.x.size() + p.y.size(); i++)
        for (size_t j = 0; j < column.size(); j++) {
            quadmath_snprintf(text, sizeof text, "%.25Qg", column[j][i]);
            printf("%s%c", text, j + 1 < column.size() ? ' ' : '\n');
        }
    return 0;
}
