/* emit_enum.c - enumerations of the model as constants of C, in its header.
 *
 * An enumeration that a member of the struct has gets a constant for each literal: MODEL_TYPE_LITERAL, with the name of
 * the type as it is declared. Members stay int: that is what the descriptor says, and its size does not hang on the
 * compiler. The model's name keeps the constants of two models in one program apart; two that come out equal within one
 * are told apart as members are, by an underscore at the end.
 *
 * Requires: members are laid. Cost: linear in members and literals.
 */
#include "emit.h"

static const char *new_constant(const Printer *pr, Map *taken, const Class *type, const char *literal)
{
    Dtc *d = pr->e->d;
    const char *name =
        internf(d, "%s_%s", pr->name->model, c_name(d, textf(d, "%s.%s", type->name, literal)));

    while (map_get(taken, KEY(name)) || c_is_macro(name))
        name = internf(d, "%s_", name);
    map_set(&d->pass, taken, KEY(name), 1);
    return name;
}

static void emit_enumeration(Printer *pr, Map *taken, const Class *type)
{
    const Emitter *e = pr->e;
    uint32_t n = vec_len(type->literal);

    put(pr, "/* %s */\nenum {\n", comment_text(e->d, class_path(e->d, type)));
    for (uint32_t i = 0; i < n; i++) {
        const char *doc = i < vec_len(type->literal_doc) ? type->literal_doc[i] : NULL;
        put(pr, "    %s%s%s", new_constant(pr, taken, type, type->literal[i]), i ? "" : " = 1",
            i + 1 < n ? "," : "");
        put(pr, doc && *doc ? " /* %s */\n" : "\n", doc ? comment_text(e->d, doc) : "");
    }
    put(pr, "};\n\n");
}

void emit_enumerations(Printer *pr)
{
    const Emitter *e = pr->e;
    Map done = { 0 }, taken = { 0 };

    for (uint32_t i = 0; i < vec_len(e->layout->member); i++) {
        const VarInfo *v = &e->f->var[e->layout->member[i].of];
        const Class *type = v->type == T_ENUM && v->enum_type ? class_origin(v->enum_type) : NULL;
        if (!type || vec_len(type->literal) == 0 || map_get(&done, KEY(type)))
            continue;
        map_set(&e->d->pass, &done, KEY(type), 1);
        emit_enumeration(pr, &taken, type);
    }
}
