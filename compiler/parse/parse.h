/* parse.h - shared by the parts of the parser: lex.l, token.c, gram.y, build.c.
 *
 *   bytes --lex.l--> tokens --token.c--> tokens that suit LALR(1) --gram.y--> calls of build.c --> Class trees of ast.h
 *
 * token.c merges tokens (`end if`, `initial equation`, `end Name`), recognises `automaton`, words the syntax errors and
 * resynchronises after them. The grammar keeps a stack of open blocks, which names what is not closed. outline.c passes
 * over bodies of classes of libraries, until they are asked for.
 */
#ifndef PARSE_H
#define PARSE_H

#include "ast.h"

enum {
    MAX_NESTED = 1000,                     /* of brackets, and of expressions: later passes walk them recursively */
    MAX_CHAIN = 400,                       /* terms of a sum in one chain: build_operation */
    MAX_STACK   = 6000                     /* of bison: bounds the nesting of statements and classes */
};

/* ---- semantic values ----------------------------------------------------------------------------------- */

typedef struct { const char *name; Span span; } Word;
typedef struct { double num; int64_t integer; bool is_int; } Number;
typedef struct { Op op; bool elementwise; } Operator;
typedef struct { Expr **arg; NamedArg *named; Iter *iter; } Args;
typedef struct { const char *doc; Modifier *annotation; } Comment;
typedef struct { Modifier *sub; Expr *value; } Modification;
typedef struct { uint32_t set; Span span; } Prefixes;                 /* bits PRE_... */
typedef struct { ClassKind kind; bool pure_, impure; Span span; const Refusal *refused; } KindWord;
typedef struct { Name base; Modifier *mod; Comment comment; Span span; } Constraint;
typedef struct { const char **name, **doc; Span *span; bool open; Map seen; } Literals;

typedef union Value {
    const char *text; const char **texts; Word word; Word *words;
    Number number; Operator op;
    Expr *expr; Expr **exprs; Part part; Part *parts; Args args; Iter iter; Iter *iters;
    PlaceName place; PlaceName *places;
    Name name; Modifier *mod; Modification modification; Comment comment;
    Prefixes prefixes; KindWord kind; Constraint *constraint; Literals *literals;
    Element *element; Element **elements; Stmt *stmt; Stmt **stmts; Branch *branches;
} Value;

typedef struct { int kind; Span span; Value value; } Token;

/* ---- the parser's state -------------------------------------------------------------------------------- */

typedef enum { OPEN_FILE, OPEN_CLASS, OPEN_AUTOMATON, OPEN_NET, OPEN_IF, OPEN_FOR, OPEN_WHEN, OPEN_WHILE } OpenKind;
typedef struct {
    OpenKind kind;
    Span span;                             /* of the word that opened it; of a class: its name */
    const char *name;                      /* class, net; NULL: its head was wrong */
    Class *cls;                            /* the innermost class */
    bool protected_;                       /* elements that follow */
    bool header;                           /* between `if` and `then`, `for` and `loop` ... */
    uint32_t errors;                       /* of the run, when it was opened */
    Map names;                             /* name -> Span, against double declarations */
} Open;

typedef struct { char c; Span span; } Bracket;

typedef struct Parser {
    Dtc *d; Source *src; void *scanner;
    uint32_t offset, end;                  /* of lex.l in the text; where it ends */
    uint32_t jump;                         /* where lex.l goes on; 0: where it is */
    bool     library;                      /* bodies of classes in classes are passed over: outline.c */
    Token    ahead[8]; uint32_t nahead;    /* raw tokens, read ahead */
    Token   *again;                        /* vec, next one last: delivered before anything else */
    Token    last, before;                 /* the last two delivered */
    Bracket *bracket;                      /* vec: open ( [ { */
    Bracket  closed;                       /* the one that the last closing bracket took off; c is 0: there was none */
    Open   *block;                        /* vec: [0] is the class that gets the definitions of the file */
    NetDecl *net;                          /* the one that is being read */
    bool algorithm;                        /* the last section was one of statements */
    bool in_net, in_sources;               /* tokens: `place`, `from`, `to` are words of the language; behind `from` */
    bool skipping;                         /* after a syntax error: the next token is one to go on with */
    Prefixes start_prefixes; KindWord start_kind;        /* of the class whose head is being read */
    bool in_class_head, short_class;       /* its head is being read; an `=` was seen there */
    bool begun, within;                    /* a definition was read; a within clause was read */
    uint32_t tried, tries;                 /* errors at one place */
    Map  told;                             /* mistakes that are said once: see first_time */
    bool stray, fatal, too_deep;           /* said once; fatal: nothing after it is worth saying */
    bool alone; Expr *expression;          /* parse_expression: what was read */
} Parser;

#define block_top(p) (&vec_last((p)->block))

/* ---- lex.l --------------------------------------------------------------------------------------------- */

bool lex_open(Parser *p);
int  lex_token(Token *t, void *scanner);   /* kind of the next token; YYerror after a diagnosis */
void lex_close(Parser *p);
bool is_keyword(const char *text);

/* ---- token.c ------------------------------------------------------------------------------------------- */

void token_again(Parser *p, Token t);      /* delivers t next, before all that was read or given so before */
bool is_class_word(int kind);              /* a token that can only begin a class */
bool is_section(int kind);                 /* `equation`, `public` ... */

bool pass_over_body(Parser *p, bool no_lookahead);         /* of the class whose head was read, if it can wait */

/* ---- outline.c ----------------------------------------------------------------------------------------- */

/* Where the class `name` ends whose body begins at a byte of the text; false: it is not closed. */
bool outline_body(Parser *p, const char *name, uint32_t from, Span *end);

/* The brackets of an annotation whose word ends at a byte of the text; false: it has to be read. */
bool outline_annotation(const Parser *p, uint32_t from, Span *brackets);

/* ---- syntax.c ------------------------------------------------------------------------------------------ */

/* What would fit in place of an unexpected token. */
typedef struct { const char **token; bool name, expression, operation, semicolon, element, closer; } Expected;

void syntax_error(Parser *p, const Expected *e);           /* says it and prepares the recovery */
void nested_too_deeply(Parser *p, Span at);                /* says it; nothing is read after */
/* From the first part that is not empty to the last; rhs[0] is what stands before. Inline: each rule calls it. */
static inline Span span_over(const Span *rhs, int n)
{
    int first = 1;

    while (first < n && rhs[first].pos >= rhs[first].end)
        first++;
    return n ? (Span){ rhs[first].pos, rhs[n].end } : (Span){ rhs[0].end, rhs[0].end };
}
/* habit.c: what was meant by what other languages, spreadsheets and units have; NULL: it is none of these */
const char *habit(Parser *p, const Token *t);
const char *digit_first(Parser *p, const Token *t);           /* 2nd, where a name is wanted */
const char *value_in_brackets(Parser *p, const Token *t);     /* s(2), where a name is wanted */
Span else_if(const Parser *p, Span from, Span to);            /* habit.c: `else if` between; 0, 0: there is none */
void block_open(Parser *p, OpenKind kind, Word w);
void block_close(Parser *p);
void block_end(Parser *p, const char *name, Span at, bool no_lookahead);   /* at `end name` of a class or net */

/* ---- build.c: one call for an action of the grammar ---------------------------------------------------- */

void parse_declare(Parser *p, const char *name, Span at);     /* names of a class, or places of a net, once */

enum {
    PRE_REDECLARE = 1 << 0,
    PRE_EACH = 1 << 1,
    PRE_FINAL = 1 << 2,
    PRE_INNER = 1 << 3,
    PRE_OUTER = 1 << 4,
    PRE_REPLACEABLE = 1 << 5,
    PRE_ENCAPSULATED = 1 << 6,
    PRE_PARTIAL = 1 << 7,
    PRE_FLOW = 1 << 8,
    PRE_STREAM = 1 << 9,
    PRE_DISCRETE = 1 << 10,
    PRE_PARAMETER = 1 << 11,
    PRE_CONSTANT = 1 << 12,
    PRE_INPUT = 1 << 13,
    PRE_OUTPUT = 1 << 14
};

void build_within(Parser *p, Name n, Span at);
void build_class_start(Parser *p, Prefixes pre, KindWord k, Span at);
void build_class_head(Parser *p, Word w, const char *doc);
void build_class_extends(Parser *p, Word w, Modifier *mod, const char *doc);
void build_short(Parser *p, Word w, Prefixes pre, Name base, Expr **dim, Modifier *mod, Comment c);
void build_enumeration(Parser *p, Word w, const Literals *l, Comment c);
Class *build_short_class(Parser *p, KindWord k, Word w, Prefixes pre, Name base, Expr **dim, Modifier *mod, Comment c);
Class *build_enumeration_class(Parser *p, Word w, const Literals *l, Comment c);
Literals *build_literal(Parser *p, Literals *l, Word w, Comment c);
Literals *build_enumeration_open(Parser *p);
void build_class_constraint(Parser *p, const Constraint *c);
KindWord build_refused_kind(Parser *p, ClassKind k, Span at, const char *what);
void build_partial_derivative(Parser *p, Word w, Span at);
void build_unsupported(Parser *p, Span at, const char *what);
Prefixes build_prefix(Parser *p, Prefixes all, Prefixes more);
void build_class_end(Parser *p, Span at);
void build_external(Parser *p, const char *language, Span at, Expr *result, Expr *call);
void build_misplaced(Parser *p, Span at);
void build_section(Parser *p, Section s);
void build_import(Parser *p, Name n, const char *alias, ImportKind kind, Span at);
void build_import_group(Parser *p, const Word *package, const Word *names, Span at);
void build_extends(Parser *p, Name base, Modifier *mod, Span at);
Element *build_declarator(Parser *p, Word w, Expr **dim, Modification m, Expr *condition, Comment c);
void build_components(Parser *p, Prefixes pre, Name type, Expr **dim, Element **list, const Constraint *c);
Constraint *build_constraint(Parser *p, Name base, Modifier *mod, Comment c, Span at);
Modifier *build_modifier(Parser *p, Prefixes pre, const Word *path, Modification m);                  /* vec of one */
Modifier *build_redeclare_component(Parser *p, Prefixes pre, Name type, Element *e, const Constraint *c);
Modifier *build_redeclare_class(Parser *p, Prefixes pre, Class *cls, const Constraint *c);

/* build_net.c */
void build_net(Parser *p, Word w, bool automaton, const char *doc);
void build_places(Parser *p, const PlaceName *place);
void build_initial_places(Parser *p, const PlaceName *place);
void build_transition(Parser *p, PlaceName *from, PlaceName *to, Expr *guard, Span at);      /* NULL: none, is said */
void build_net_end(Parser *p, const char *name, Span at, bool no_lookahead);

/* build_expr.c */
Name  build_name(Parser *p, const Word *w, bool global, Span at);
const char *build_strings(Parser *p, const char **piece);
Expr *build_number(Parser *p, Number n, Span at);
Expr *build_string(Parser *p, const char *text, Span at);
Expr *build_boolean(Parser *p, bool b, Span at);
Expr *build_reference(Parser *p, Part *part, bool global, Span at);
Expr *build_call(Parser *p, const Expr *function, Args a, Span at);
Expr *build_call_named(Parser *p, Word function, Args a, Span at);
Args  build_positional(Parser *p, Args a, Expr *e);
Args  build_named(Parser *p, Args a, Word w, Expr *e);
Expr *build_unary(Parser *p, Op op, Expr *a, Span at);
Expr *build_sign(Parser *p, Operator o, Expr *a, Span at);
Expr *build_binary(Parser *p, Op op, Expr *a, Expr *b, Span at);
Expr *build_operation(Parser *p, Operator o, Expr *a, Expr *b, Span at);
Expr *build_if(Parser *p, Expr *cond, Expr *then, Expr **elseif, Expr *otherwise, Span at);
Expr *build_range(Parser *p, Expr *start, Expr *step_or_stop, Expr *stop, Span at);
Expr *build_list(Parser *p, ExprKind kind, Expr **arg, Iter *iter, Span at);
Expr *build_comprehension(Parser *p, Expr *e, Iter *iter, Span at);
Expr *build_no_condition(Parser *p, Span at);              /* in place of an expression that was wrong */

Stmt *build_statement(Parser *p, StmtKind kind, Comment c, Span at);
Stmt *build_equal(Parser *p, Expr *lhs, Expr *rhs, Comment c, Span at);
Expr *build_target(Parser *p, Expr *e);      /* left of := */
void  build_wrong_sign(Parser *p, Span at, const char *where, const char *sign);
Stmt *build_connect(Parser *p, Expr *a, Expr *b, Comment c, Span at);
Stmt *build_call_statement(Parser *p, Expr *call, Comment c, Span at);
Branch *build_branch(Parser *p, Branch *list, Expr *cond, Stmt **body);
Stmt *build_branches(Parser *p, StmtKind kind, Branch *list, Span at);
Stmt *build_for(Parser *p, Iter *iter, Stmt **body, Span at);
Stmt *build_comment(Stmt *s, Comment c);   /* the comment that follows the end of a block */

#endif
