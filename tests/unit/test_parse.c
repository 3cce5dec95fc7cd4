/* test_parse.c - the parser: what is accepted and what tree it gives, words that stay names, limits, names and
 * diagnostics. The wording of syntax errors is in tests/golden/parse.
 */
#include <stdlib.h>
#include <string.h>
#include "dtc.h"

static int passed, failed;

static void expect(bool good, int line, const char *what)
{
    if (good) passed++;
    else failed++, printf("%s:%d: failed: %s\n", __FILE__, line, what);
}
#define CHECK(c) expect((c), __LINE__, #c)

/* ---- a run on a text ---- */

typedef struct { Dtc d; char *log; size_t size; bool good; } Run;

static void start(Run *r, const char *text, size_t n)
{
    memset(r, 0, sizeof *r);
    r->d.log = open_memstream(&r->log, &r->size);
    r->d.root = class_new(&r->d, K_PACKAGE, "", (Span){0, 0}, NULL);
    Source *s = source_text(&r->d, "t", text, n);
    r->good = s && parse_source(&r->d, s, r->d.root, false);
    fflush(r->d.log);
}

static void stop(Run *r)
{
    fclose(r->d.log);
    free(r->log);
    arena_free(&r->d.pass);
    arena_free(&r->d.run);
}

static Class *first(const Run *r)
{
    return vec_len(r->d.root->element) ? r->d.root->element[0]->cls : NULL;
}

/* ---- expressions: text -> tree -> text ---- */

static void same_text(int line, const char *text, const char *want)
{
    char source[4000];
    Run r;
    int n = snprintf(source, sizeof source, "model M equation lhs = %s; end M;", text);
    start(&r, source, (size_t)n);
    const Class *c = first(&r);
    const char *got = r.good && c && vec_len(c->section) ? expr_text(&r.d, c->section[0].body[0]->rhs) : r.log;
    expect(strcmp(got, want) == 0, line, text);
    if (strcmp(got, want) != 0) printf("    got  %s\n    want %s\n", got, want);
    stop(&r);
}
#define SAME(text) same_text(__LINE__, text, text)
#define TEXT(text, want) same_text(__LINE__, text, want)

static void test_expressions(void)
{
    SAME("1 + 2*x");
    SAME("(1 + 2)*x");
    SAME("a - (b - c) - d");
    SAME("a/(b*c)/d");
    SAME("-x^2");
    SAME("(-x)^2");
    SAME("-(-x)");
    SAME("-a*b");
    SAME("a*(-b)");
    SAME("a - (-b)");
    SAME("(a^b)^c");
    SAME("a .+ b.*c./d.^e .- f");
    SAME("not a and b or c and not (d or e)");
    SAME("a <> b");
    SAME("a == (b < c)");
    SAME("(if a then b else c) + 1");
    SAME("if a then b elseif c then d else if e then f else g");
    SAME("{1, 2.5, x}");
    SAME("{i^2 for i in 1:3, j}");
    SAME("[1, 2; 3, 4]");
    SAME("a[1, :, end - 1, 1:2:end].b.c[n]");
    SAME("sum(a[i] for i in 1:n)");
    SAME("f(1, x, k = 2, l = {3})");
    SAME("der(x) + initial() + .A.B.c(pre(y))");
    SAME("1:n + 1");
    SAME("(1:n)*2");
    SAME("\"a \\\"quoted\\\" word\\n\" + \"b\"");
    SAME("'a.b' + x.'if' + 'x' + x + 'it\\'s' + 'a\\\\b'");
    TEXT("'a\\\"b\\?'", "'a\"b?'");
    SAME("pure(f(x))");
    TEXT("+x", "x");
    TEXT("((x))", "x");
    TEXT(".5 + 1. + 1e3 + 0.1", "0.5 + 1.0 + 1000.0 + 0.1");
    TEXT("1.*x", "1.0*x");
    TEXT("9223372036854775807", "9223372036854775807");
    TEXT("a /* comment */ + // another\n b", "a + b");
}

/* ---- what is accepted ---- */

static const char *const accepted[] = {
    "within A.B; model M end M;",
    "within; encapsulated partial package P \"doc\" + \" two\" end P;",
    "model M annotation(Icon(graphics = {Line(points = {{-1, 2}, {3, -4}}, pattern = LinePattern.Dash), "
    "Text(textString = \"%name\")})); end M;",
    "model M Real x annotation(Dialog(group = \"g\", enable = a <> b)); equation x = 1 annotation(Line(points = {{0, "
    "0}})); end M;",
    "model M annotation(choices(choice(redeclare A.B x \"text\"), choice = 1), experiment(StopTime = 1), __Vendor(a = "
    "{1, DynamicSelect(1, x)})); end M;",
    "package P import A.B; import C = A.B; import A.*; import A.{b, c}; end P;",
    "model M extends A.B(x(start = 1), redeclare package Q = R.S, final y.z = 3); extends .C annotation(a = 1); end M;",
    "model M replaceable model R = S(a = 1) constrainedby T(b = 2) \"doc\" annotation(choicesAllMatching); redeclare R "
    "r; end M;",
    "model M replaceable Real x(min = 0) = 1 constrainedby Real(max = 2) \"doc\"; end M;",
    "model M A a(redeclare replaceable B b[2](each c = 1) = d \"doc\" constrainedby E, each final f(g) = 1, redeclare "
    "type T = enumeration(a, b)); end M;",
    "model M redeclare replaceable model extends N(a = 1) \"doc\" Real x; end N; end M;",
    "type A = Real(final unit = \"rad\"); type B = A[3] \"doc\"; connector C = input Real; connector D = flow Real;",
    "type E = enumeration(a \"first\", b annotation(x = 1), c) \"doc\"; type F = enumeration(:);",
    "model M inner outer Real x; flow Real y; discrete output Real z; final parameter Real[3] p[2] = fill(1, 2, 3) if "
    "b; constant input Integer n; end M;",
    "model M public Real a; protected Real b; public Real c; equation a = 1; protected Real d; algorithm d := 1; end "
    "M;",
    "function f input Real x[:], n[size(x, 1), 2]; output Real y; protected Integer i = 1; algorithm y := x[1]; "
    "annotation(derivative(noDerivative = n) = g, inverse(x = h(y)), smoothOrder = 1); end f;",
    "pure function f input Real x[:]; output Real y; external \"C\" y = g(x, size(x, 1)) annotation(Library = \"m\"); "
    "annotation(Inline = true); end f;",
    "impure function f external; end f; function g external \"builtin\"; end g; function h input Real x; external "
    "h_c(x); end h;",
    "function f algorithm (a, , b) := g(x, k = 2); (a) := g(x); h(x); for i in 1:3, j loop break; end for; while a "
    "loop return; end while; end f;",
    "model M equation if a then x = 1; elseif b then if c then y = 2; end if; else end if \"doc\"; end M;",
    "model M equation for i loop for j in {1, 2} loop x[i, j] = 1; end for; end for; connect(a[1].b, c) \"doc\"; (a, , "
    "b) = f(x); f(x); end M;",
    "model M equation when {a, sample(0, 1)} then reinit(x, pre(y)); elsewhen b then x = 1; end when; assert(x > 0, "
    "\"m\" + String(x), AssertionLevel.warning); terminate(\"t\"); end M;",
    "model M initial equation x = 0; initial algorithm x := 1; algorithm when initial() then x := 1; elsewhen b then x "
    ":= 2; end when; end M;",
    "block B Integer i; end B; record R Real x; end R; class C end C; connector K Real e; flow Real f; end K;",
    "model M model N model O end O; end N; N.O o; end M;",
    "model M automaton a \"doc\" place b, c; initial b; from b to c when x > 1 and c; from c to b when true; end a; "
    "Real x; end M;",
    "model M automaton a place b; place c; from b to c when x; initial b; end a; automaton d place e; initial e; end "
    "d; end M;",
    /* words of an automaton are names elsewhere, and inside of it too */
    "model M Real from, to, place, automaton; equation from = to; place = automaton; end M;",
    "model M automaton x; automaton y \"doc\"; automaton z \"a\" + \"b\"; automaton initialx; end M;",
    "model M automaton from place place, from, to; initial from; from from to to when to; from to to place when from; "
    "end from; end M;",
    "model automaton Real x; end automaton; model from end from;",
    "model M Real switching; switching law(slip = w, torque = t); end M;",
    "model M Real 'a b', 'x\\'y', 'if', 'c.d'; end M;",
    "\xEF\xBB\xBFmodel M end M;",
    "model M Real x = {y[end] for y in z} * a[b[end]]; Real w = x[end]; end M;",
};

static void test_accepted(void)
{
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
        Run r;
        start(&r, accepted[i], strlen(accepted[i]));
        expect(r.good && r.size == 0, __LINE__, accepted[i]);
        if (!r.good) printf("%s", r.log);
        stop(&r);
    }
}

/* ---- the tree ---- */

static Element *member(const Class *c, const char *name)
{
    for (uint32_t i = 0; i < vec_len(c->element); i++)
        if (strcmp(c->element[i]->name, name) == 0) return c->element[i];
    return NULL;
}

static void test_tree(void)
{
    static const char text[] =
        "model M \"doc\"\n"
        "  parameter Real[3] p[2](each final start = 1) = q if b \"pdoc\";\n"
        "  A a(x.y.z = 1, redeclare B b = c);\n"
        "protected\n"
        "  Real 'u.v' \"one\" + \" two\";\n"
        "  type T = input A.B[4](k = 1);\n"
        "equation\n"
        "  if a then x = 1; elseif b then else y = 2; end if \"idoc\";\n"
        "algorithm\n"
        "  for i in 1:2, j loop z := 1; end for;\n"
        "end M;\n"
        "function F external \"C\" y = f(x, size(x, 1)); end F;\n";
    Run r;
    start(&r, text, strlen(text));
    CHECK(r.good);
    const Class *m = first(&r);
    const Element *p = member(m, "p"), *a = member(m, "a"), *u = member(m, "'u.v'"), *t = member(m, "T");
    CHECK(p && p->variability == V_PARAM && vec_len(p->dim) == 2 && p->dim[0]->integer == 2 && p->dim[1]->integer == 3);
    CHECK(p && p->mod[0].each && p->mod[0].final && strcmp(p->mod[0].name, "start") == 0 && p->condition &&
          !p->protected_);
    CHECK(p && strcmp(p->doc, "pdoc") == 0 && strcmp(name_text(&r.d, p->type), "Real") == 0 && p->owner == m);
    CHECK(a && vec_len(a->mod) == 2 && strcmp(a->mod[0].sub[0].sub[0].name, "z") == 0 &&
          a->mod[0].sub[0].sub[0].value && !a->mod[0].value);
    CHECK(a && a->mod[1].redeclare && a->mod[1].redeclare->redeclare && a->mod[1].redeclare->binding);
    CHECK(u && u->protected_ && strcmp(u->doc, "one two") == 0);
    CHECK(t && t->kind == EL_CLASS && t->cls->form == CF_SHORT && t->cls->base_causality == C_INPUT &&
          vec_len(t->cls->base_dim) == 1);
    CHECK(vec_len(m->section) == 2 && !m->section[0].algorithm && m->section[1].algorithm);
    const Stmt *i = m->section[0].body[0], *f = m->section[1].body[0];
    CHECK(i->kind == S_IF && vec_len(i->branch) == 3 && !i->branch[2].cond && vec_len(i->branch[1].body) == 0 &&
          strcmp(i->doc, "idoc") == 0);
    CHECK(f->kind == S_FOR && vec_len(f->iter) == 2 && f->iter[0].range && !f->iter[1].range);
    const Class *x = r.d.root->element[1]->cls;
    CHECK(x->external && strcmp(x->external_name, "f") == 0 && vec_len(x->external_call->arg) == 2 &&
          x->external_result);
    const char *file;
    uint32_t line, col;
    source_where(&r.d, a->span, &file, &line, &col);
    CHECK(line == 3 && col == 5);
    stop(&r);
}

/* ---- limits ---- */

/* head n*part middle n*tail end: one error that says `want`, or none. */
static void nested(int line, const char *head, const char *part, const char *middle, const char *tail, const char *end,
                   int n, const char *want)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    fputs(head, f);
    for (int i = 0; i < n; i++) fputs(part, f);
    fputs(middle, f);
    for (int i = 0; i < n; i++) fputs(tail, f);
    fputs(end, f);
    fclose(f);
    Run r;
    start(&r, text, size);
    bool good = want ? r.d.errors == 1 && strstr(r.log, want) && r.size < 3000 : r.good;
    expect(good, line, part);
    if (!good) printf("%.300s\n", r.log);
    stop(&r);
    free(text);
}
#define NESTED(...) nested(__LINE__, __VA_ARGS__)

static void test_limits(void)
{
    enum { MUCH = 100000 };
    NESTED("model M Real x = ", "(", "1", ")", "; end M;", 900, NULL);
    NESTED("model M Real x = ", "(", "1", ")", "; end M;", MUCH, "nested deeper");
    NESTED("model M Real x = ", "-(", "1", ")", "; end M;", MUCH, "nested deeper");
    NESTED("model M Real x = ", "f(", "1", ")", "; end M;", MUCH, "nested deeper");
    NESTED("model M Real x = ", "a[", "1", "]", "; end M;", MUCH, "nested deeper");
    NESTED("model M Real x = ", "{", "1", "}", "; end M;", MUCH, "nested deeper");
    NESTED("model M Real x = ", "1 + ", "1", "", "; end M;", 900, NULL);
    NESTED("model M Real x = ", "1 + ", "1", "", "; end M;", MUCH, NULL);
    NESTED("model M Real x = ", "a and ", "b", "", "; end M;", MUCH, NULL);
    NESTED("model M Real x = ", "1 * ", "1", "", "; end M;", MUCH, "nested deeper");
    NESTED("model M Real x = ", "if a then 1 else ", "1", "", "; end M;", MUCH, "nested too deeply");
    NESTED("model M Real x = if a then 1 ", "elseif b then 2 ", "else 3", "", "; end M;", MUCH, NULL);
    NESTED("model M Real x", "(x", "", ")", "; end M;", MUCH, "nested deeper");
    NESTED("model M Real x(a", ".b", "", "", " = 1); end M;", MUCH, "too many parts");
    NESTED("", "model M ", "", "end M;", "", MUCH, "nested too deeply");
    NESTED("model M equation ", "if a then ", "x = 1;", "end if;", "end M;", MUCH, "nested too deeply");
    NESTED("function F algorithm ", "while a loop ", "x := 1;", "end while;", "end F;", MUCH, "nested too deeply");
    NESTED("model M Real x \"a\"", " + \"b\"", "", "", "; end M;", MUCH, NULL);
    NESTED("model M Real x = {1", ", 2", "", "", "}; end M;", MUCH, NULL);
    NESTED("model M ", "Real x", "", "", ";end M;", MUCH, "does not fit");
    NESTED("model M equation ", "x = 1; ", "", "", "end M;", MUCH, NULL);
    NESTED("model ", "a_very_long_name", "", "", " end x;", MUCH, "does not fit");
    NESTED("", "/* ", "", "", "", MUCH, "is not closed");
    NESTED("\"", "\\", "", "", "", MUCH, "is not closed");
}

static void test_diagnostics(void)
{
    Run r;
    static const char *const known[] = {"flange_a", "flange_b", "gearbox", "J"};
    start(&r, "model M end M;", 14);
    const char *s = suggest(&r.d, "flang_a", known, 4);
    CHECK(s && strcmp(s, "flange_a") == 0);
    s = suggest(&r.d, "gaerbox", known, 4);
    CHECK(s && strcmp(s, "gearbox") == 0);
    s = suggest(&r.d, "j", known, 4);
    CHECK(s && strcmp(s, "J") == 0);
    CHECK(!suggest(&r.d, "x", known, 4) && !suggest(&r.d, "torque", known, 4));
    CHECK(internz(&r.d, "abc") == intern(&r.d, "abcd", 3) && internf(&r.d, "%s%d", "n", 7) == internz(&r.d, "n7"));
    for (int i = 0; i < 70; i++) error(&r.d, first(&r)->span, "a.b", "number %d", i);
    note(&r.d, first(&r)->span, NULL, "of one that is not shown");
    fflush(r.d.log);
    CHECK(r.d.errors == 70 && strstr(r.log, "in a.b: number 49") && !strstr(r.log, "number 50") &&
          !strstr(r.log, "not shown"));
    stop(&r);
}

static void test_memory(void)
{
    enum { N = 100000 };
    Arena a = {NULL, 0, 0};
    Map m = {NULL, 0, 0};
    uint64_t *v = NULL;
    for (uint64_t i = 0; i < N; i++) {
        vec_push(&a, v, i*i);
        map_set(&a, &m, i << 32 | i, i + 1);
    }
    bool good = vec_len(v) == N && m.n == N;
    for (uint64_t i = 0; i < N; i++)
        good &= v[i] == i * i && map_get(&m, i << 32 | i) == i + 1 && map_get(&m, i << 32 | (i + 1)) == 0;
    CHECK(good);
    const char *p = arena_alloc(&a, 10000);
    good = true;
    for (int i = 0; i < 10000; i++) good &= p[i] == 0;
    CHECK(good && (uintptr_t)p % 16 == 0);
    arena_free(&a);
    CHECK(a.total == 0);
}

int main(void)
{
    test_memory();
    test_expressions();
    test_accepted();
    test_tree();
    test_limits();
    test_diagnostics();
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
