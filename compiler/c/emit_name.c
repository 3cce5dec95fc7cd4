/* emit_name.c - names of the model as names in C.
 *
 * A dotted or quoted name becomes letters, digits and single underscores: 'a b'.c1[2] is a_b_c1_2. C and its
 * headers take names of their own, and macros replace a name wherever it stands. One rule keeps clear of them on
 * any platform: names all in capitals, those that begin with dtc_ (macros, types and functions of the runtime),
 * and the words below get an underscore at the end (no name that a header defines ends in one); a model gets
 * _model. For a model, whose name is declared where functions are, those of the standard headers are taken too; the
 * functions of the step program keep clear of it themselves (program.c). tests/emit asks the compiler whether a word
 * is missing. Cost: the length of the name.
 */
#include <string.h>
#include "emit.h"

const char *c_name(Dtc *d, const char *name)
{
    name += *name == '\''; /* the quote of 'a b' */
    size_t n = strlen(name), k = 0;
    char *s = arena_alloc(&d->pass, n + 3);

    if (*name >= '0' && *name <= '9')
        s[k++] = '_';
    for (size_t i = 0; i < n; i++) {
        char c = name[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (plain)
            s[k++] = c;
        else if (k > 0 && s[k - 1] != '_') /* no double underscore: reserved in C++ */
            s[k++] = '_';
        else if (k == 0)
            s[k++] = 'x';
    }
    while (k > 1 && s[k - 1] == '_')
        k--;
    s[k] = 0;
    return s;
}

/* Words of C and C++, and macros of headers that are not in capitals. */
const char *const c_words[] = {
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern",
    "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed",
    "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while", "asm",
    "bool", "catch", "class", "delete", "dynamic_cast", "explicit", "export", "false", "friend", "mutable",
    "namespace", "new", "operator", "private", "protected", "public", "template", "this", "throw", "true", "try",
    "typeid", "typename", "using", "virtual", "wchar_t", "and", "or", "not", "xor", "alignas", "alignof",
    "constexpr", "decltype", "noexcept", "nullptr", "static_assert", "thread_local", "concept", "requires",
    "char16_t", "char32_t", "bitand", "bitor", "compl", "and_eq", "or_eq", "not_eq", "xor_eq", "const_cast",
    "static_cast", "reinterpret_cast", "R", "linux", "unix", "errno", "near", "far", "I", "char8_t", "co_await",
    "co_return", "co_yield", "consteval", "constinit", "typeof", "typeof_unqual", "complex", "imaginary",
    "noreturn", "main", "stdin", "stdout", "stderr", "math_errhandling", "signgam", "i386", "pascal", "cdecl",
    "small", "huge", "hyper", "interface", NULL
};

static bool capital(char c) { return c >= 'A' && c <= 'Z'; }
static bool digit(char c)   { return c >= '0' && c <= '9'; }

/* What a macro is called: FLT_MAX, TIM2, M_PIf, dtc_abs. One capital alone is a quantity: J, K12. */
bool c_is_macro(const char *name)
{
    size_t n = strlen(name), k = 0, capitals = 0;

    while (capital(name[k]) || digit(name[k]) || name[k] == '_')
        capitals += capital(name[k++]);
    if (n == 0 || name[n - 1] == '_')
        return false;
    if (capitals > 1 && k == n && capital(*name))
        return true;
    return strncmp(name, "dtc_", 4) == 0 ||
           (strncmp(name, "M_", 2) == 0 && (capital(name[2]) || digit(name[2])));
}

static bool is_one_of(const char *name, size_t n, const char *const *word)
{
    for (; *word; word++)
        if (strncmp(name, *word, n) == 0 && (*word)[n] == 0)
            return true;
    return false;
}

/* Functions of the headers that generated code includes (as C++, math.h includes stdlib.h), and of C's others. */
static const char *const functions[] = {
    "a64l", "abort", "abs", "acos", "acosh", "aligned_alloc", "alloca", "arc4random", "arc4random_buf",
    "arc4random_uniform", "asctime", "asin", "asinh", "at_quick_exit", "atan", "atan2", "atanh", "atexit", "atof",
    "atoi", "atol", "basename", "bcmp", "bcopy", "bsearch", "bzero", "calloc", "canonicalize",
    "canonicalize_file_name", "cbrt", "ceil", "clearenv", "clearerr", "clock", "copysign", "cos", "cosh", "ctime",
    "daddl", "ddivl", "dfmal", "difftime", "div", "dmull", "drand48", "drem", "dsqrtl", "dsubl", "ecvt", "erand48",
    "erf", "erfc", "exit", "exp", "exp10", "exp2", "explicit_bzero", "expm1", "fabs", "fadd", "fclose", "fcvt",
    "fdim", "fdiv", "feclearexcept", "fegetenv", "fegetexceptflag", "fegetround", "feholdexcept", "feof",
    "feraiseexcept", "ferror", "fesetenv", "fesetexceptflag", "fesetround", "fetestexcept", "feupdateenv", "fflush",
    "ffma", "ffs", "ffsll", "fgetc", "fgetpos", "fgets", "finite", "floor", "fma", "fmax", "fmaximum",
    "fmaximum_mag", "fmaximum_mag_num", "fmaximum_num", "fmaxmag", "fmin", "fminimum", "fminimum_mag",
    "fminimum_mag_num", "fminimum_num", "fminmag", "fmod", "fmul", "fopen", "fpclassify", "fprintf", "fputc",
    "fputs", "fread", "free", "free_sized", "freopen", "frexp", "fromfp", "fromfpx", "fscanf", "fseek", "fsetpos",
    "fsqrt", "fsub", "ftell", "fwrite", "gamma", "gcvt", "getc", "getchar", "getenv", "getloadavg", "getpayload",
    "getpt", "gets", "getsubopt", "gmtime", "grantpt", "hypot", "ilogb", "imaxabs", "imaxdiv", "index", "initstate",
    "isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "iseqsig", "iscanonical", "isfinite", "isgraph", "isgreater",
    "isgreaterequal", "isinf", "isless", "islessequal", "islessgreater", "islower", "isnan", "isnormal", "isprint",
    "ispunct", "issignaling", "isspace", "issubnormal", "isunordered", "isupper", "isxdigit", "iszero", "j0", "j1",
    "jn", "jrand48", "l64a", "labs", "lcong48", "ldexp", "ldiv", "lgamma", "llabs", "lldiv", "llogb", "llrint",
    "llround", "localeconv", "localtime", "log", "log10", "log1p", "log2", "logb", "longjmp", "lrand48", "lrint",
    "lround", "malloc", "mblen", "mbstowcs", "mbtowc", "memalignment", "memccpy", "memchr", "memcmp", "memcpy",
    "memfrob", "memmem", "memmove", "mempcpy", "memrchr", "memset", "memset_explicit", "mkdtemp", "mkostemp",
    "mkostemp64", "mkostemps", "mkostemps64", "mkstemp", "mkstemp64", "mkstemps", "mkstemps64", "mktemp", "mktime",
    "modf", "mrand48", "nan", "nearbyint", "nextafter", "nextdown", "nexttoward", "nextup", "nrand48", "on_exit",
    "perror", "posix_memalign", "posix_openpt", "pow", "printf", "pselect", "ptsname", "putc", "putchar", "putenv",
    "puts", "qecvt", "qfcvt", "qgcvt", "qsort", "quick_exit", "raise", "rand", "random", "rawmemchr", "realloc",
    "reallocarray", "realpath", "remainder", "remove", "remquo", "rename", "rewind", "rindex", "rint", "round",
    "roundeven", "rpmatch", "scalb", "scalbln", "scalbn", "scanf", "secure_getenv", "seed48", "select", "setbuf",
    "setenv", "setjmp", "setlocale", "setpayload", "setpayloadsig", "setstate", "setvbuf", "sigabbrev_np",
    "sigdescr_np", "signal", "signbit", "significand", "sin", "sincos", "sinh", "snprintf", "sprintf", "sqrt",
    "srand", "srand48", "srandom", "sscanf", "stpcpy", "stpncpy", "strcasecmp", "strcasestr", "strcat", "strchr",
    "strchrnul", "strcmp", "strcoll", "strcpy", "strcspn", "strdup", "strerror", "strerrordesc_np",
    "strerrorname_np", "strfromd", "strfromf", "strfromf128", "strfromf32", "strfromf32x", "strfromf64",
    "strfromf64x", "strfroml", "strfry", "strftime", "strlcat", "strlcpy", "strlen", "strncasecmp", "strncat",
    "strncmp", "strncpy", "strndup", "strnlen", "strpbrk", "strrchr", "strsep", "strsignal", "strspn", "strstr",
    "strtod", "strtof", "strtof128", "strtof32", "strtof32x", "strtof64", "strtof64x", "strtoimax", "strtok",
    "strtol", "strtold", "strtoll", "strtoq", "strtoul", "strtoull", "strtoumax", "strtouq", "strverscmp",
    "strxfrm", "system", "tan", "tanh", "tgamma", "time", "tmpfile", "tmpnam", "tolower", "totalorder",
    "totalordermag", "toupper", "trunc", "ufromfp", "ufromfpx", "ungetc", "unlockpt", "unsetenv", "valloc",
    "vfprintf", "vfscanf", "vprintf", "vscanf", "vsnprintf", "vsprintf", "vsscanf", "wcstoimax", "wcstombs",
    "wcstoumax", "wctomb", "y0", "y1", "yn", NULL
};

/* sinf, sinl, sinf32x, strtok_r: the function for another type of number or place; f32add; ..._t is a type. */
static bool is_function(const char *name)
{
    static const char *const ending[] = { "", "f", "l", "f16", "f32", "f32x", "f64", "f64x", "f128", NULL };
    static const char *const begin[] = { "f16", "f32", "f64", "f128", "any_", NULL };
    size_t n = strlen(name);

    for (size_t i = 0; begin[i]; i++)
        if (strncmp(name, begin[i], strlen(begin[i])) == 0)
            return true;
    if (n > 2 && strcmp(name + n - 2, "_t") == 0)
        return true;
    n -= n > 2 && (strcmp(name + n - 2, "_r") == 0 || strcmp(name + n - 2, "_l") == 0) ? 2 : 0;
    for (size_t i = 0; ending[i]; i++) {
        size_t k = strlen(ending[i]);
        if (n > k && strncmp(name + n - k, ending[i], k) == 0 && is_one_of(name, n - k, functions))
            return true;
    }
    return false;
}

/* What the file has beside the functions of the step program, which keep clear of the name of the model; std, which C++
 * has for a namespace. */
static const char *const own[] = { "any", "std", NULL };

const char *c_model_name(Dtc *d, const char *model)
{
    const char *name = c_name(d, model && *model ? model : "Model");
    size_t n = strlen(name);
    bool taken = n == 1 + strspn(name + 1, "0123456789") || c_is_macro(name) || is_function(name);

    taken = taken || is_one_of(name, n, c_words) || is_one_of(name, n, own);
    return internf(d, taken ? "%s_model" : "%s", name);
}

const char *emit_model_name(Dtc *d, const Flat *f) { return d->opt.prefix ? d->opt.prefix : c_model_name(d, f->name); }
