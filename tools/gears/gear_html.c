/* gear_html.c - a gear train as one page of HTML that needs nothing else: structure, gears, and what happens when
 * elements are engaged by a click.
 *
 * All states that a reader can come to are computed here, exactly, and written once: for each set of elements that can
 * be engaged the number of a state, for each state its tables and pictures. The script in the page looks up and shows;
 * it computes and draws nothing. With more than 12 such elements only the gears of the report are in the page.
 *
 * Cost: 2^12 states at most; pictures for the first MOST_PICTURES of them that are gears.
 */
#include <string.h>
#include "gear_draw.h"
#include "gear_output.h"
#include "gears.h"
#include "html.h"
#include "output.h"

enum { MOST_ELEMENTS = 12, MOST_PICTURES = 400 };

/* state: vec; number: 1 + in state, by what holds in which direction */
typedef struct {
    FILE *out; const GearReport *r; const Train *t;
    uint32_t *element;                     /* vec: those that a click engages */
    State *state; Map number; uint32_t pictures;
} Page;

static const char style[] =
    "body { margin: 0 auto; max-width: 82em; padding: 0 1.5em 3em; }\n"
    "h2 { margin-top: 2em; border-bottom: 1px solid var(--line); }\n"
    "table { margin: 0.5em 0; }\n"
    "td, th { padding: 0.15em 0.8em 0.15em 0; text-align: right; }\n"
    ".wide table { font-size: 0.84em; } .wide td, .wide th { padding-right: 0.65em; }\n"
    "td:first-child, th:first-child, table.words td, table.words th { text-align: left; vertical-align: top; }\n"
    "button { margin: 0.15em; }\n"
    "#state { min-height: 12em; } .class { font-size: 1.3em; }\n"
    ".tables { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 0 3em; }\n"
    ".pictures { overflow-x: auto; }\n"
    "@media (min-width: 60em) { .pictures svg { max-width: 100%; height: auto; } }\n"
    "@media screen and (prefers-color-scheme: dark) { svg { filter: invert(0.88) hue-rotate(180deg); } }\n"
    "@media print { svg { max-width: 100%; height: auto; } #buttons { display: none; } body { max-width: none; } }\n";

/* data.sets: the number of the state by the pressed buttons, a bit each. */
static const char script[] =
    "const data = JSON.parse(document.getElementById('data').textContent);\n"
    "const elements = [...document.querySelectorAll('#elements button')];\n"
    "const gears = [...document.querySelectorAll('#gears button')];\n"
    "const show = state => {\n"
    "  const bits = elements.reduce((sum, b, i) => sum + (b.getAttribute('aria-pressed') === 'true' ? 2**i : 0), 0);\n"
    "  const number = state ?? data.sets[bits];\n"
    "  const what = number === undefined ? null : document.getElementById('s' + number);\n"
    "  document.getElementById('state').replaceChildren(\n"
    "    what ? what.content.cloneNode(true) : 'This set of elements is not in the page.');\n"
    "  gears.forEach(b => b.setAttribute('aria-pressed', b.dataset.state === String(number)));\n"
    "};\n"
    "const press = (b, on) => b.setAttribute('aria-pressed', on);\n"
    "elements.forEach(b => b.addEventListener('click', () => {\n"
    "  press(b, b.getAttribute('aria-pressed') !== 'true'); show(); }));\n"
    "gears.forEach(b => b.addEventListener('click', () => {\n"
    "  elements.forEach((e, i) => press(e, Math.floor(b.dataset.set/2**i) % 2 === 1)); show(b.dataset.state); }));\n"
    "gears.length ? gears[0].click() : show();\n";

/* ---- words --------------------------------------------------------------------------------------------- */

static void cell(const Page *p, const char *tag, const char *text)
{
    fprintf(p->out, "<%s>", tag);
    xml_text(p->out, text);
    fprintf(p->out, "</%s>", tag);
}

/* Those of the page's elements that are in the list, a bit each: 2^52 is exact in the script too. */
static uint64_t bits_of(const Page *p, const uint32_t *list)
{
    uint64_t bits = 0;

    for (uint32_t i = 0; i < vec_len(p->element) && i < 52; i++)
        for (uint32_t k = 0; k < vec_len(list); k++)
            bits |= (uint64_t)(list[k] == p->element[i]) << i;
    return bits;
}

/* ---- a state ------------------------------------------------------------------------------------------- */

static Sheet table(const Page *p)
{
    Sheet t = sheet_new(p->t->d, NULL);

    sheet_table(&t, NULL, NULL);
    return t;
}

static void put_table(const Page *p, const Sheet *t, const char *class)
{
    sheet_html(p->t->d, &t->table[0], class, NULL, p->out);
    fputc('\n', p->out);
}

static void grid(const Page *p, const GearGrid *g, const State *s)
{
    const uint32_t n = gear_columns(s, g->torques);
    Sheet t = table(p);
    bool any = false;

    sheet_columns(&t, COLUMN(g->title));
    for (uint32_t k = 0; k < n; k++)
        sheet_columns(&t, SET_WIDE(n > 1 ? port_name(p->t, g->torques ? s->driver[k] : s->basis[k]) : "",
                                   CELLS_RIGHT, 0));
    for (uint32_t row = 0; row < g->rows && n > 0; row++) {
        if (n == 1 && g->value(p->r, s, row, 0).kind == CELL_NOTHING)
            continue;
        sheet_cells(&t, cell_text(g->name(p->t, row)));
        for (uint32_t k = 0; k < n; k++) {
            sheet_cells(&t, gear_shown(p->r, g, s, row, k));
            any |= vec_last(t.table[0].cell).kind != CELL_NOTHING;
        }
    }
    if (any)
        put_table(p, &t, NULL);
}

static void head_of_state(const Page *p, const State *s)
{
    fputs("<p class=\"class\">", p->out);
    xml_text(p->out, state_class_name[s->class]);
    if (!fr_is_zero(s->ratio)) {
        fprintf(p->out, " <b>%.5f</b> = <span class=\"exact\">", fr_value(s->ratio));
        xml_text(p->out, fr_text(p->t->d, s->ratio));
        fprintf(p->out, "</span>, holds %s", state_holds(p->t, s));
    }
    fputs("</p><p>", p->out);
    fprintf(p->out, "%u freedom%s left. Engaged, or holding by itself: ", s->freedoms,
            s->freedoms == 1 ? "" : "s");
    xml_text(p->out, vec_len(s->engaged) ? element_names(p->t, s->engaged, " ") : "nothing");
    if (vec_len(s->fighting)) {
        fputs(s->class == STATE_TIE_UP ? ". These fight: " : ". Held by: ", p->out);
        xml_text(p->out, element_names(p->t, s->fighting, " "));
    }
    fputs(".</p>\n", p->out);
}

static void write_state(Page *p, uint32_t number)
{
    State *s = &p->state[number];
    GearGrid grids[GEAR_GRIDS];
    const GearReport one = { .train = p->t, .state = s, .given = true };

    fprintf(p->out, "<template id=\"s%u\">", number);
    head_of_state(p, s);
    if (s->class == STATE_GEAR && p->pictures < MOST_PICTURES) {
        p->pictures++;
        fputs("<div class=\"pictures\" tabindex=\"0\">", p->out);
        draw_lever(p->out, &one, s);
        draw_flow(p->out, &one, s);
        fputs("</div>\n", p->out);
    }
    fputs("<div class=\"tables\">\n", p->out);
    gear_grids(p->t, grids);
    for (uint32_t i = 0; i < GEAR_GRIDS; i++)
        grid(p, &grids[i], s);
    fputs("</div></template>\n", p->out);
}

/* The number of a state; it is a new one if there is none in which the same ones hold for the
 * same signs of torque: a clutch beside a freewheel holds in coast when it is engaged, and else does not. */
static uint32_t state_number(Page *p, State s)
{
    const char *key = internf(p->t->d, "%s/%d%d/%s", element_names(p->t, s.engaged, " "), s.drive, s.coast,
                              element_names(p->t, s.forced, " "));
    uint32_t number = (uint32_t)map_get(&p->number, KEY(key));

    if (number)
        return number - 1;
    if (s.class == STATE_GEAR)
        state_losses(p->t, &s);
    vec_push(&p->t->d->run, p->state, s);
    map_set(&p->t->d->run, &p->number, KEY(key), vec_len(p->state));
    return vec_len(p->state) - 1;
}

/* ---- the page ------------------------------------------------------------------------------------------ */

/* Each set of elements with the number of its state. */
static void write_sets(Page *p)
{
    uint32_t n = vec_len(p->element), gears = vec_len(p->r->state);
    bool all = n <= MOST_ELEMENTS;
    Map told = { 0 };

    fputs("<script type=\"application/json\" id=\"data\">{\"sets\": {", p->out);
    for (uint32_t k = 0; k < (all ? 1u << n : gears); k++) {
        uint32_t *actuated = NULL;
        for (uint32_t i = 0; i < n && all; i++)
            if (k >> i & 1)
                vec_push(&p->t->d->run, actuated, p->element[i]);
        if (!all)
            actuated = p->r->state[k].engaged;
        uint64_t bits = bits_of(p, actuated);
        if (map_get(&told, bits + 1))
            continue;
        map_set(&p->t->d->run, &told, bits + 1, 1);
        State s =
            state_given(p->t, vec_len(actuated) ? element_names(p->t, actuated, " ") : "nothing", actuated);
        fprintf(p->out, "%s\"%llu\": %u", k ? ", " : "", (unsigned long long)bits, state_number(p, s));
    }
    fputs("}}</script>\n", p->out);
}

static void write_structure(const Page *p)
{
    const Train *t = p->t;

    Sheet members = table(p), sets = table(p), elements = table(p);

    sheet_columns(&members, COLUMN("member"), COLUMN("flanges"));
    for (uint32_t m = 0; m < vec_len(t->member); m++) {
        const char *text = "";
        for (uint32_t i = 0; i < vec_len(t->flange); i++)
            if (t->body[t->flange[i].body].member == m)
                text = internf(t->d, "%s%s%s", text, *text ? ", " : "", flange_name(t, t->flange[i].path));
        sheet_cells(&members, cell_text(member_name(t, m)), cell_text(text));
    }
    sheet_columns(&sets, COLUMN("set"), COLUMN("speeds"));
    for (uint32_t i = 0; i < vec_len(t->mesh); i++)
        sheet_cells(&sets, cell_text(set_name(t, &t->set[t->mesh[i].set])),
                    cell_text(mesh_text(t, &t->mesh[i])));
    sheet_columns(&elements, COLUMN("element"), COLUMN("kind"), COLUMN("between"));
    for (uint32_t e = 0; e < vec_len(t->element); e++)
        sheet_cells(&elements, cell_text(element_name(t, e)), cell_text(element_kind(&t->element[e])),
                    cell_text(internf(t->d, "%s, %s", body_name(t, t->element[e].connects[0]),
                                      body_name(t, t->element[e].connects[1]))));
    fputs("<h2>Structure</h2>\n", p->out);
    put_table(p, &members, "words");
    put_table(p, &sets, "words");
    put_table(p, &elements, "words");
}

static void write_pictures(const Page *p)
{
    fputs("<h2>Pictures</h2><div class=\"pictures\" tabindex=\"0\">\n", p->out);
    draw_stick(p->out, p->r);
    draw_wolf(p->out, p->r);
    fputs("</div>\n", p->out);
}

static void write_gears(const Page *p)
{
    const Sheet t = gears_sheet(p->r);

    fputs("<h2>Gears</h2><div class=\"wide\" tabindex=\"0\">", p->out);
    sheet_html(t.d, &t.table[0], NULL, NULL, p->out);
    fputs("</div>\n", p->out);
}

/* Gears of one name are told apart by what is engaged. */
static const char *button_text(const Page *p, uint32_t k)
{
    const char *name = state_name(p->r, k);
    uint32_t alike = 0;

    for (uint32_t i = 0; i < vec_len(p->r->state); i++)
        alike += strcmp(state_name(p->r, i), name) == 0;
    return alike > 1 ? internf(p->t->d, "%s: %s", name, element_names(p->t, p->r->state[k].engaged, " "))
                     : name;
}

/* A gear has its own state: a freewheel in it may hold in coast only, which no click on elements makes. */
static void write_buttons(Page *p)
{
    fputs("<h2>Engage</h2><div id=\"buttons\"><p id=\"elements\">Elements:\n", p->out);
    for (uint32_t i = 0; i < vec_len(p->element); i++) {
        fputs("<button type=\"button\" aria-pressed=\"false\">", p->out);
        xml_text(p->out, element_name(p->t, p->element[i]));
        fputs("</button>\n", p->out);
    }
    fputs("</p><p id=\"gears\">Gears:\n", p->out);
    for (uint32_t k = 0; k < vec_len(p->r->state); k++) {
        State s = p->r->state[k];
        s.name = state_name(p->r, k);
        fprintf(p->out, "<button type=\"button\" aria-pressed=\"false\" data-state=\"%u\" data-set=\"%llu\">",
                state_number(p, s), (unsigned long long)bits_of(p, s.actuated ? s.actuated : s.engaged));
        xml_text(p->out, button_text(p, k));
        fputs("</button>\n", p->out);
    }
    fputs("</p></div><div id=\"state\" aria-live=\"polite\"></div>\n", p->out);
}

void gears_html(FILE *out, const GearReport *r)
{
    const Train *t = r->train;
    Page p = { .out = out, .r = r, .t = t };

    for (uint32_t e = 0; e < vec_len(t->element); e++)
        if (is_actuated(&t->element[e]))
            vec_push(&t->d->run, p.element, e);
    html_begin(t->d, out, t->f->name, style, script);
    fputs("<main>\n", out);
    cell(&p, "h1", *t->sub ? internf(t->d, "%s: %s", t->f->name, t->sub) : t->f->name);
    if (t->f->doc)
        cell(&p, "p", t->f->doc);
    write_buttons(&p);
    write_gears(&p);
    write_structure(&p);
    write_pictures(&p);
    write_sets(&p);
    for (uint32_t i = 0; i < vec_len(p.state); i++)
        write_state(&p, i);
    fputs("</main>\n", out);
    html_end(out, script);
}
