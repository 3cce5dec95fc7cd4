/* dtc_fmi.c - an instance of an FMU: memory, variables, states, what is told. dtc_fmi.h has the contracts.
 *
 * Cost: a variable O(log groups) of the descriptor; a state a memcpy of the instance. */
#include <stdlib.h>
#include "dtc_fmi.h"

/* ---- memory -------------------------------------------------------------------------------------------- */

enum { DTC_FMI_ALIGN = 16 };
static size_t dtc_fmi_round(size_t n) { return (n + DTC_FMI_ALIGN - 1) / DTC_FMI_ALIGN * DTC_FMI_ALIGN; }
#define DTC_FMI_HEAD dtc_fmi_round(sizeof(dtc_fmi))
#define DTC_FMI_KEPT dtc_fmi_round(sizeof(dtc_fmi_kept))

#ifdef DTC_FMI_INSTANCES
/* As the compiler has them for this model: bytes of its struct, doubles for its rates. */
typedef union {
    double number;
    long long integer;
    void *pointer;
    unsigned char bytes[sizeof(dtc_fmi) + sizeof(dtc_fmi_kept) + DTC_FMI_MODEL_BYTES +
                        DTC_FMI_NUMBERS * sizeof(double) +
                        (sizeof dtc_fmi_numbers / sizeof *dtc_fmi_numbers + 1) * sizeof(dtc_fmi_variable) +
                        4 * DTC_FMI_ALIGN];
} dtc_fmi_slot;
static dtc_fmi_slot dtc_fmi_pool[2 * DTC_FMI_INSTANCES];   /* instances, states */
static unsigned char dtc_fmi_used[2 * DTC_FMI_INSTANCES];

void *dtc_fmi_take(const dtc_fmi *f, size_t bytes)
{
    int i;

    (void)f;
    for (i = 0; i < 2 * DTC_FMI_INSTANCES && bytes <= sizeof *dtc_fmi_pool; i++)
        if (!dtc_fmi_used[i]) {
            dtc_fmi_used[i] = 1;
            return memset(dtc_fmi_pool[i].bytes, 0, bytes);
        }
    return NULL;
}

void dtc_fmi_give(const dtc_fmi *f, void *memory)
{
    int i;

    (void)f;
    for (i = 0; i < 2 * DTC_FMI_INSTANCES; i++)
        if (memory == (void *)dtc_fmi_pool[i].bytes)
            dtc_fmi_used[i] = 0;
}
#else
void *dtc_fmi_take(const dtc_fmi *f, size_t bytes) { return f->allocate ? f->allocate(1, bytes) : calloc(1, bytes); }

void dtc_fmi_give(const dtc_fmi *f, void *memory)
{
    if (f->release)
        f->release(memory);
    else
        free(memory);
}
#endif

/* ---- an instance --------------------------------------------------------------------------------------- */

static void dtc_fmi_copy_name(dtc_fmi *f, const char *name)
{
    size_t i = 0;

    for (; name[i] && i + 1 < sizeof f->name; i++)
        f->name[i] = name[i];
    f->name[i] = 0;
}

static void dtc_fmi_put_start(dtc_fmi *f, double start)
{
    const double wide = start;
    const float narrow = (float)start;

    f->kept->start = start;
    if (dtc_fmi_this.info->real_size == sizeof narrow)
        memcpy((char *)f->m + dtc_fmi_this.start, &narrow, sizeof narrow);
    else
        memcpy((char *)f->m + dtc_fmi_this.start, &wide, sizeof wide);
}

void dtc_fmi_reset(dtc_fmi *f)
{
    memset(f->kept, 0, sizeof *f->kept);
    dtc_fmi_this.info->init(f->m);
    f->kept->mode = DTC_FMI_INSTANTIATED;
    f->kept->due = DTC_FMI_SETUP | DTC_FMI_EVALUATE;
    dtc_fmi_put_start(f, dtc_fmi_this.info->start_time);
}

/* Where parameters and inputs may be set; 0: it is neither. */
static int dtc_fmi_settable(const dtc_fmi *f, const dtc_variable *v)
{
    const int begin = DTC_FMI_INSTANTIATED | DTC_FMI_INITIALIZATION, step = f->events ? 0 : DTC_FMI_STEP;

    if (v->kind == DTC_PARAMETER)
        return begin | (dtc_fmi_this.info->tune ? step | DTC_FMI_EVENT : 0);
    if (v->kind == DTC_IN && v->type == DTC_REAL)
        return begin | DTC_FMI_RUNNING;
    return v->kind == DTC_IN ? begin | step | DTC_FMI_EVENT : 0;
}

static void dtc_fmi_find_variables(dtc_fmi *f)
{
    int k;

    for (k = 0; k < dtc_fmi_this.variables; k++) {
        const dtc_variable v = dtc_variable_at(dtc_fmi_this.info, dtc_fmi_this.number[k]);
        dtc_fmi_variable *to = &f->variable[k + 1];
        to->offset = to->place = v.offset;
        to->number = dtc_fmi_this.number[k];
        to->kind = v.kind;
        to->type = v.type;
        to->sign = v.sign;
        to->settable = (unsigned char)dtc_fmi_settable(f, &v);
    }
    for (k = 0; k < dtc_fmi_this.begins; k++) {
        dtc_fmi_variable *to = &f->variable[dtc_fmi_this.begin[k][0]];
        to->number = dtc_fmi_this.begin[k][1];
        to->place = dtc_variable_at(dtc_fmi_this.info, to->number).offset;
        to->settable = DTC_FMI_INSTANTIATED | DTC_FMI_INITIALIZATION;
    }
}

static dtc_fmi *dtc_fmi_refuse(dtc_fmi *f, const char *text, const char *more)
{
    (void)dtc_fmi_tell(f, DTC_FMI_ERROR, text, more, DTC_OK);
    return NULL;
}

dtc_fmi *dtc_fmi_new(const dtc_fmi *from, const char *name, const char *token)
{
    const size_t numbers = (size_t)(2 * dtc_fmi_states() + dtc_fmi_indicators()) * sizeof(double);
    const size_t model_bytes = dtc_fmi_round(dtc_fmi_this.info->size);
    const size_t variables = ((size_t)dtc_fmi_this.variables + 1) * sizeof(dtc_fmi_variable);
    dtc_fmi first = *from, *f;
    char *memory;

    dtc_fmi_copy_name(&first, name && *name ? name : dtc_fmi_this.name);
    if (!name || !*name)
        return dtc_fmi_refuse(&first, "an instance needs a name", "");
    if (!token || strcmp(token, dtc_fmi_this.token) != 0)
        return dtc_fmi_refuse(&first,
                              "this is another FMU than modelDescription.xml describes; it was built for ",
                              dtc_fmi_this.token);
    memory = (char *)dtc_fmi_take(&first, DTC_FMI_HEAD + DTC_FMI_KEPT + model_bytes + numbers + variables);
    if (!memory)
        return dtc_fmi_refuse(&first, "there is no memory for another instance", "");
    f = (dtc_fmi *)(void *)memory;
    *f = first;
    f->kept = (dtc_fmi_kept *)(void *)(memory + DTC_FMI_HEAD);
    f->m = memory + DTC_FMI_HEAD + DTC_FMI_KEPT;
    f->rate = (double *)(void *)((char *)f->m + model_bytes);
    f->before = f->rate + dtc_fmi_states();
    f->guard = f->before + dtc_fmi_states();
    f->variable = (dtc_fmi_variable *)(void *)(f->guard + dtc_fmi_indicators());
    dtc_fmi_find_variables(f);
    dtc_fmi_reset(f);
    return f;
}

void dtc_fmi_free(dtc_fmi *f)
{
    if (f)
        dtc_fmi_give(f, f);
}

/* ---- what is told -------------------------------------------------------------------------------------- */

static const char *dtc_fmi_category(int status)
{
    return status == DTC_FMI_OK      ? "logEvents"
         : status == DTC_FMI_WARNING ? "logStatusWarning"
         : status == DTC_FMI_DISCARD ? "logStatusDiscard"
                                     : "logStatusError";
}

enum { DTC_FMI_TEXT = 1000 };

static size_t dtc_fmi_append(char *text, size_t at, const char *more)
{
    while (*more && at + 1 < DTC_FMI_TEXT)
        text[at++] = *more++;
    text[at] = 0;
    return at;
}

int dtc_fmi_tell(const dtc_fmi *f, int status, const char *text, const char *more, int model_status)
{
    char all[DTC_FMI_TEXT];
    size_t at = dtc_fmi_append(all, dtc_fmi_append(all, 0, text), more);

    if (model_status != (int)DTC_OK)
        (void)dtc_call_message(dtc_fmi_this.info, f->m, model_status, all + at, sizeof all - at);
    if (f->log)
        f->log(f, status, dtc_fmi_category(status), all);
    return status;
}

void dtc_fmi_misplaced(const dtc_fmi *f, const char *function)
{
    static const char *const mode[] = {
        "after the instantiation", "in initialization mode",  "in step mode",
        "in event mode",           "in continuous-time mode", "after the end"
    };
    char more[DTC_FMI_TEXT];
    size_t at;
    int k = 0;

    if (!f)
        return;
    while (k < 5 && !(f->kept->mode >> k & 1))
        k++;
    at = dtc_fmi_append(more, 0, " cannot be called ");
    (void)dtc_fmi_append(more, at, mode[k]);
    (void)dtc_fmi_tell(f, DTC_FMI_ERROR, function, more, DTC_OK);
}

/* How often assertions of level warning were due. */
static unsigned dtc_fmi_warned(const dtc_fmi *f)
{
    unsigned n;

    memcpy(&n, (const char *)f->m + dtc_fmi_this.info->count + offsetof(dtc_count, warnings), sizeof n);
    return n;
}

/* Each is told when it is due for the first time. */
static void dtc_fmi_tell_warnings(dtc_fmi *f)
{
    const dtc_model_info *info = dtc_fmi_this.info;
    char text[DTC_FMI_TEXT];
    unsigned times;
    int k;

    f->kept->warnings = dtc_fmi_warned(f);
    for (k = 0; k < info->warnings; k++) {
        memcpy(&times, (const char *)f->m + info->warned + (size_t)k * sizeof times, sizeof times);
        if (times != 1)
            continue;
        (void)dtc_message_shown(info, f->m, info->warning[k], NULL, text, sizeof text);
        (void)dtc_fmi_tell(f, DTC_FMI_WARNING, text, "", DTC_OK);
    }
}

/* Another step or other values may do where there is no solution; what the importer has given wrong it can only
 * correct. */
int dtc_fmi_status(dtc_fmi *f, int status)
{
    const int wrong = status == (int)DTC_INPUT || status == (int)DTC_RANGE || status == (int)DTC_NOT_SET_UP;

    if (dtc_fmi_warned(f) != f->kept->warnings)
        dtc_fmi_tell_warnings(f);
    if (status == (int)DTC_TERMINATE)
        f->kept->ended = 1;
    if (status <= (int)DTC_TERMINATE)
        return DTC_FMI_OK;
    return dtc_fmi_tell(f, wrong ? DTC_FMI_ERROR : DTC_FMI_DISCARD, "", "", status);
}

/* The same, where it costs nothing if nothing is to be told. */
static int dtc_fmi_passed(dtc_fmi *f, int status)
{
    return status == (int)DTC_OK && dtc_fmi_warned(f) == f->kept->warnings ? DTC_FMI_OK
                                                                           : dtc_fmi_status(f, status);
}

/* ---- evaluation ---------------------------------------------------------------------------------------- */

/* Setup, or parameters that have changed. */
static int dtc_fmi_prepare(dtc_fmi *f)
{
    dtc_fmi_kept *k = f->kept;
    const int status =
        (int)(k->due & DTC_FMI_SETUP ? dtc_fmi_this.info->setup : dtc_fmi_this.info->tune)(f->m);

    if (status <= (int)DTC_TERMINATE)
        k->due &= ~(DTC_FMI_SETUP | DTC_FMI_TUNE);
    else if (!(k->due & DTC_FMI_SETUP))
        k->due &= ~DTC_FMI_TUNE; /* it has put back what was there */
    return dtc_fmi_passed(f, status);
}

/* Parameters are taken. */
static inline int dtc_fmi_evaluate(dtc_fmi *f)
{
    const int status =
        dtc_fmi_this.hybrid ? dtc_fmi_evaluate_rates(f) : (int)dtc_fmi_this.info->evaluate(f->m);

    if (status <= (int)DTC_TERMINATE)
        f->kept->due &= ~DTC_FMI_EVALUATE;
    return dtc_fmi_passed(f, status);
}

int dtc_fmi_current(dtc_fmi *f)
{
    dtc_fmi_kept *k = f->kept;
    int status = DTC_FMI_OK;

    if (k->due == 0 || (k->mode & (DTC_FMI_INSTANTIATED | DTC_FMI_TERMINATED)))
        return DTC_FMI_OK;
    if (k->due != DTC_FMI_EVALUATE)
        status = dtc_fmi_prepare(f);
    return status == DTC_FMI_OK && (k->due & DTC_FMI_EVALUATE) ? dtc_fmi_evaluate(f) : status;
}

/* In step mode with outputs of before they stay what they were. */
int dtc_fmi_readable(dtc_fmi *f)
{
    return dtc_fmi_this.before && f->kept->mode == DTC_FMI_STEP ? DTC_FMI_OK : dtc_fmi_current(f);
}

int dtc_fmi_begin(dtc_fmi *f, double start, int has_stop, double stop)
{
    if (!(start - start == 0) || (has_stop && !(stop > start)))
        return dtc_fmi_tell(f, DTC_FMI_ERROR, "the run is to begin at a finite time, and to end later", "",
                            DTC_OK);
    dtc_fmi_put_start(f, start);
    return DTC_FMI_OK;
}

int dtc_fmi_start(dtc_fmi *f, int mode)
{
    const int status = dtc_fmi_current(f);

    if (status == DTC_FMI_OK)
        f->kept->mode = mode;
    return status == DTC_FMI_DISCARD ? DTC_FMI_ERROR : status;
}

/* ---- variables ----------------------------------------------------------------------------------------- */

int dtc_fmi_no_variable(const dtc_fmi *f)
{
    return dtc_fmi_tell(f, DTC_FMI_ERROR, "there is no variable with this value reference and type", "",
                        DTC_OK);
}

/* NULL: there is none of this type. */
static const dtc_fmi_variable *dtc_fmi_find(const dtc_fmi *f, unsigned reference, int type)
{
    const int is = reference >= 1 && reference <= (unsigned)dtc_fmi_this.variables;

    return is && f->variable[reference].type == type ? &f->variable[reference] : NULL;
}

/* The time is 0. Event indicators are behind the variables; of co-simulation there are none, and a file for both kinds
 * shows 0. */
static int dtc_fmi_get_other(dtc_fmi *f, unsigned reference, int type, double *x)
{
    const unsigned last = (unsigned)dtc_fmi_this.variables, k = reference - last - 1;

    *x = 0;
    if (type == (int)DTC_REAL && reference == 0)
        *x = dtc_fmi_this.hybrid ? dtc_call_time(dtc_fmi_this.info, f->m) : dtc_fmi_time(f);
    else if (type != (int)DTC_REAL || reference <= last || k >= (unsigned)dtc_fmi_this.guards)
        return dtc_fmi_no_variable(f);
    else if (dtc_fmi_this.hybrid)
        return dtc_fmi_guard(f, (int)k, x);
    return DTC_FMI_OK;
}

static inline double dtc_fmi_value(const dtc_fmi *f, const dtc_fmi_variable *v, size_t place)
{
    dtc_variable as = { "", "", "", 0, 0, 0, 1, -1, 0 };
    double x;

    if (v->type == DTC_REAL && dtc_fmi_this.info->real_size == sizeof x) {
        memcpy(&x, (const char *)f->m + place, sizeof x);
        return v->sign < 0 ? -x : x;
    }
    as.offset = place;
    as.type = v->type;
    as.sign = v->sign;
    return dtc_get(dtc_fmi_this.info, f->m, &as);
}

int dtc_fmi_get(dtc_fmi *f, unsigned reference, int type, double *x)
{
    const dtc_fmi_variable *v = dtc_fmi_find(f, reference, type);

    if (!v)
        return dtc_fmi_get_other(f, reference, type, x);
    *x = dtc_fmi_value(f, v, v->offset);
    return DTC_FMI_OK;
}

static int dtc_fmi_not_settable(const dtc_fmi *f, unsigned reference, const char *why)
{
    char name[DTC_FMI_TEXT];

    (void)dtc_call_name(dtc_fmi_this.info, dtc_fmi_this.number[reference - 1], name, sizeof name);
    return dtc_fmi_tell(f, DTC_FMI_ERROR, why, name, DTC_OK);
}

int dtc_fmi_set(dtc_fmi *f, unsigned reference, int type, double x)
{
    const dtc_fmi_variable *v = dtc_fmi_find(f, reference, type);
    double old;

    if (!v)
        return dtc_fmi_no_variable(f);
    if (!(v->settable & f->kept->mode))
        return dtc_fmi_not_settable(f, reference, "this cannot be set now, if ever: ");
    old = dtc_fmi_value(f, v, v->place);
    if (!(old < x || old > x) && x - x == 0)
        return DTC_FMI_OK;
    if (v->type == DTC_REAL && dtc_fmi_this.info->real_size == sizeof x && x - x == 0)
        memcpy((char *)f->m + v->place, &x, sizeof x);
    else if (dtc_call_set(dtc_fmi_this.info, f->m, v->number, x) != (int)DTC_CALL_OK)
        return dtc_fmi_not_settable(f, reference, "the value is no finite number of the variable's type: ");
    f->kept->due |= DTC_FMI_EVALUATE;
    if (f->kept->mode & DTC_FMI_INITIALIZATION)
        f->kept->due |= DTC_FMI_SETUP;
    else if (v->kind == DTC_PARAMETER && !(f->kept->mode & DTC_FMI_INSTANTIATED))
        f->kept->due |= DTC_FMI_TUNE;
    return DTC_FMI_OK;
}

/* ---- states -------------------------------------------------------------------------------------------- */

static unsigned long long dtc_fmi_hash(const char *text, size_t n)
{
    unsigned long long h = 0xcbf29ce484222325ULL; /* FNV-1a */

    while (n-- > 0)
        h = (h ^ (unsigned char)*text++) * 0x100000001b3ULL;
    return h;
}

static unsigned long long dtc_fmi_token(const dtc_fmi *f)
{
    return dtc_fmi_hash(dtc_fmi_this.token, strlen(dtc_fmi_this.token));
}

static size_t dtc_fmi_kept_size(const dtc_fmi *f) { return DTC_FMI_KEPT + dtc_fmi_this.info->size; }
static size_t dtc_fmi_copy_head(void) { return dtc_fmi_round(sizeof(dtc_fmi_copy)); }
size_t dtc_fmi_state_size(const dtc_fmi *f) { return dtc_fmi_copy_head() + dtc_fmi_kept_size(f); }

static const char dtc_fmi_magic[8] = "dtcFMU1";

dtc_fmi_copy *dtc_fmi_state(const dtc_fmi *f, dtc_fmi_copy *copy)
{
    if (!copy)
        copy = (dtc_fmi_copy *)dtc_fmi_take(f, dtc_fmi_state_size(f));
    if (!copy) {
        (void)dtc_fmi_tell(f, DTC_FMI_ERROR, "there is no memory for another state", "", DTC_OK);
        return NULL;
    }
    memcpy(copy->magic, dtc_fmi_magic, sizeof copy->magic);
    copy->token = dtc_fmi_token(f);
    copy->bytes = dtc_fmi_kept_size(f);
    memcpy((char *)copy + dtc_fmi_copy_head(), f->kept, dtc_fmi_kept_size(f));
    return copy;
}

int dtc_fmi_state_fits(const dtc_fmi *f, const void *bytes, size_t size)
{
    dtc_fmi_copy head;

    if (size != dtc_fmi_state_size(f))
        return 0;
    memcpy(&head, bytes, sizeof head);
    return memcmp(head.magic, dtc_fmi_magic, sizeof head.magic) == 0 && head.token == dtc_fmi_token(f) &&
           head.bytes == dtc_fmi_kept_size(f);
}

int dtc_fmi_restore(dtc_fmi *f, const dtc_fmi_copy *copy)
{
    if (!copy || !dtc_fmi_state_fits(f, copy, dtc_fmi_state_size(f)))
        return dtc_fmi_tell(f, DTC_FMI_ERROR, "this is no state of this FMU", "", DTC_OK);
    memcpy(f->kept, (const char *)copy + dtc_fmi_copy_head(), dtc_fmi_kept_size(f));
    if (dtc_fmi_this.hybrid)
        f->kept->due |= DTC_FMI_EVALUATE; /* rates are no part of the copy */
    return DTC_FMI_OK;
}

int dtc_fmi_serialize(const dtc_fmi *f, const void *copy, void *bytes, size_t size)
{
    const size_t head = dtc_fmi_copy_head(), all = dtc_fmi_state_size(f);
    dtc_fmi_copy to;

    if (!copy || size < all || !dtc_fmi_state_fits(f, copy, all))
        return dtc_fmi_tell(f, DTC_FMI_ERROR, "this is no state of this FMU, or there is no room for it", "",
                            DTC_OK);
    memcpy(bytes, copy, all);
    memcpy(&to, copy, sizeof to);
    to.sum = dtc_fmi_hash((const char *)copy + head, all - head);
    memcpy(bytes, &to, sizeof to);
    return DTC_FMI_OK;
}

int dtc_fmi_deserialize(const dtc_fmi *f, const void *bytes, size_t size, void **copy)
{
    const size_t head = dtc_fmi_copy_head();
    dtc_fmi_copy *to, from;
    int fits = bytes && dtc_fmi_state_fits(f, bytes, size);

    if (fits) {
        memcpy(&from, bytes, sizeof from);
        fits = from.sum == dtc_fmi_hash((const char *)bytes + head, size - head);
    }
    if (!fits)
        return dtc_fmi_tell(f, DTC_FMI_ERROR, "these bytes are of no state of this FMU", "", DTC_OK);
    to = *copy ? (dtc_fmi_copy *)*copy : (dtc_fmi_copy *)dtc_fmi_take(f, dtc_fmi_state_size(f));
    if (!to)
        return dtc_fmi_tell(f, DTC_FMI_ERROR, "there is no memory for another state", "", DTC_OK);
    memcpy(to, bytes, dtc_fmi_state_size(f));
    *copy = to;
    return DTC_FMI_OK;
}
