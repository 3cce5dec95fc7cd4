/* made_names.c - names of what the compiler has taken out of expressions: after what they are.
 *
 * gear.ratio*gear.J is gear_ratio_J: the path that its variables have in common, then what is left of each, in order;
 * 1/gear.J is per_gear_J, max(0, p) is max_p. It has VARIABLES at most, APART without a common path. What would have
 * the same name is numbered. The description is the expression as a whole: "= 1/gear.J".
 *
 * Names of equal components differ by their numbers alone, so that these are a family still (family.c).
 *
 * Requires: stage. Cost: NODES for each. */
#include <string.h>
#include "scratch.h"
#include "sort.h"

enum { VARIABLES = 3, APART = 2, WORDS = 8, NODES = 60, COMPONENTS = 3 };

/* A part of an expression that is to be read, or a word. */
typedef struct { Ex e; const char *word; } Piece;

/* word: of a variable its name in the model. value: by Var: the expression that was taken out; 0: it is of the model */
typedef struct {
    Dtc *d; const Flat *f; const Ex *value;
    const char *word[WORDS]; bool variable[WORDS]; uint32_t words, variables;
    Piece stack[NODES]; uint32_t pieces;
} Naming;

/* ---- words --------------------------------------------------------------------------------------------- */

static void push(Naming *n, Ex e, const char *word)
{
    if (n->pieces < NODES)
        n->stack[n->pieces++] = (Piece){ e, word };
}

static void add_word(Naming *n, const char *word, bool variable)
{
    for (uint32_t i = 0; i < n->words; i++)
        if (variable && n->word[i] == word)
            return;
    if (n->words == WORDS)
        return;
    n->variable[n->words] = variable;
    n->word[n->words++] = word;
    n->variables += variable;
}

/* The function that it is; NULL: an operator that needs no word. */
static const char *function_word(const Naming *n, Ex x)
{
    const Op op = ex_op(n->d, x);

    if (op == OP_CALL) {
        const char *name = n->f->function[ex(n->d, x)->payload].name, *dot = strrchr(name, '.');
        return dot ? dot + 1 : name;
    }
    const char *text = op_info[op].text;
    const size_t letters = strspn(text, "abcdefghijklmnopqrstuvwxyz");
    return op_info[op].binds == L_PRIMARY && letters > 1 && text[letters] == 0 ? text : NULL;
}

static void read_part(Naming *n, Ex x)
{
    const Var v = ex_is_var(n->d, x);
    const uint32_t operands = ex_narg(n->d, x);
    const char *function;
    double number;

    if (v && n->value[v]) {
        push(n, n->value[v], NULL);
        return;
    }
    if (v)
        add_word(n, n->f->var[v].name, true);
    for (uint32_t i = operands; i-- > 0;) {
        push(n, ex_arg(n->d, x, i), NULL);
        if (i == 1 && ex_op(n->d, x) == OP_DIV && !ex_is_num(n->d, ex_arg(n->d, x, 1), &number))
            push(n, 0, "per");
    }
    function = operands ? function_word(n, x) : NULL;
    if (function)
        push(n, 0, function);
}

static void find_words(Naming *n, Ex root)
{
    n->words = n->variables = n->pieces = 0;
    push(n, root, NULL);
    for (uint32_t steps = 0; n->pieces > 0 && n->variables < VARIABLES && steps < NODES; steps++) {
        const Piece p = n->stack[--n->pieces];
        if (p.word)
            add_word(n, p.word, false);
        else
            read_part(n, p.e);
    }
}

/* ---- names --------------------------------------------------------------------------------------------- */

/* How long the path is that all variables have in common, with its last dot. */
static size_t common_path(const Naming *n)
{
    const char *first = NULL;
    size_t common = 0;

    for (uint32_t i = 0; i < n->words; i++) {
        if (!n->variable[i])
            continue;
        if (!first) {
            const char *dot = strrchr(n->word[i], '.');
            first = n->word[i];
            common = dot ? (size_t)(dot - first) + 1 : 0;
            continue;
        }
        while (common > 0 && (strncmp(first, n->word[i], common) != 0)) {
            for (common--; common > 0 && first[common - 1] != '.'; common--)
                ;
        }
    }
    return n->variables > 1 ? common : 0;
}

/* Of a long path components in the middle are left out, unless a number tells them from others. */
static const char *short_path(Dtc *d, const char *path)
{
    const char *text = "";
    uint32_t left = 1, k = 0;

    for (const char *p = path; *p; p++)
        left += *p == '.';
    if (left <= COMPONENTS)
        return path;
    for (const char *p = path; *p; k++, left--) {
        const size_t n = strcspn(p, ".");
        const bool number = strcspn(p, "0123456789") < n;
        if (k == 0 || left < COMPONENTS || number)
            text = textf(d, "%s%s%.*s", text, *text ? "." : "", (int)n, p);
        p += n + (p[n] == '.');
    }
    return text;
}

static const char *joined_words(Naming *n)
{
    const size_t common = common_path(n);
    const char *text = "";

    for (uint32_t i = 0, variables = 0; i < n->words && (common > 0 || variables < APART); i++) {
        const char *word = n->word[i];
        variables += n->variable[i];
        if (n->variable[i] && common > 0)
            word += common;
        text = textf(n->d, "%s%s%s", text, *text ? "_" : "", short_path(n->d, word));
    }
    if (common == 0)
        return text;
    for (uint32_t i = 0; i < n->words; i++)
        if (n->variable[i])
            return textf(n->d, "%s_%s", short_path(n->d, textf(n->d, "%.*s", (int)common - 1, n->word[i])),
                         text);
    return text;
}

/* "k12", as stage.c and tear.c call it */
static bool is_numbered(const char *name) { return name[0] == 'k' && name[1 + strspn(name + 1, "0123456789")] == 0; }

/* Of letters, digits and underscores; in d->pass. */
static const char *plain_name(Dtc *d, const char *text)
{
    char *s = arena_alloc(&d->pass, strlen(text) + 1);
    size_t n = 0;

    for (const char *p = text; *p; p++) {
        const bool letter = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9');
        if (letter || (n > 0 && s[n - 1] != '_'))
            s[n++] = letter ? *p : '_';
    }
    while (n > 0 && s[n - 1] == '_')
        n--;
    s[n] = 0;
    return s;
}

/* taken: by hashes of plain names. Of two with the same hash one is numbered without need. */
typedef struct { Naming n; Flat *f; Ex *value; bool *made; Map taken; } Names;

/* FNV-1a; half of it, since a key of a map is less than the largest number. */
static uint64_t hash_of(const char *name)
{
    uint64_t h = 14695981039346656037u;

    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 1099511628211u;
    return h >> 1;
}

static const char *free_name(Names *s, const char *name)
{
    Dtc *d = s->n.d;
    uint32_t k = (uint32_t)map_get(&s->taken, hash_of(name));
    const char *numbered = name;

    while (map_get(&s->taken, hash_of(numbered)))
        numbered = textf(d, "%s_%u", name, ++k);
    map_set(&d->pass, &s->taken, hash_of(name), k ? k : 1);
    if (numbered != name)
        map_set(&d->pass, &s->taken, hash_of(numbered), 1);
    return internz(d, numbered);
}

static void name_in_block(Names *s, const Block *b)
{
    Dtc *d = s->n.d;

    for (uint32_t i = 0; i < vec_len(b->inner); i++) {
        const Ex value = b->inner[i].value;
        const Var made = b->inner[i].v;
        if (!s->made[made] || !is_numbered(s->f->var[made].name))
            continue;
        VarInfo *v = change_variable(s->f, made);
        find_words(&s->n, value);
        if (s->n.variables > 0)
            v->name = free_name(s, plain_name(d, joined_words(&s->n)));
        v->doc = internf(d, "= %s", ex_plain(d, value));
        s->value[made] = value;
    }
}

void name_hoisted(Dtc *d, Flat *f, const Dae *dae)
{
    const uint32_t n = vec_len(f->var);
    Names s = { .f = f, .value = NEW_N(&d->pass, Ex, n + 1), .made = NEW_N(&d->pass, bool, n + 1) };

    s.n.d = d;
    s.n.f = f;
    s.n.value = s.value;
    if (vec_len(dae->hoisted) == 0)
        return;
    uint64_t *hash = NEW_N(&d->pass, uint64_t, n);
    Scratch own = scratch_begin(d);
    for (Var v = 1; v < n; v++)
        hash[v] = hash_of(plain_name(d, f->var[v].name));
    scratch_end(d, own);
    for (Var v = 1; v < n; v++)
        map_set(&d->pass, &s.taken, hash[v], 1);
    for (uint32_t i = 0; i < vec_len(dae->hoisted); i++)
        s.made[dae->hoisted[i]] = true;
    for (uint32_t b = 0; b < vec_len(dae->init); b++)
        name_in_block(&s, &dae->init[b]);
    for (uint32_t b = 0; b < vec_len(dae->block); b++)
        name_in_block(&s, &dae->block[b]);
}
