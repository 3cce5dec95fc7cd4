/* test_text_format.c - texts by a format (text_format.c) are what vsnprintf makes of it, with any room, also where a
 * text is cut off; formats that it hands on are among them. A test is all rooms of a format. */
#include <stdio.h>
#include <string.h>
#include "base.h"

static int passed, failed;

static size_t ours(char *to, size_t room, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const size_t n = format_text(to, room, format, args);
    va_end(args);
    return n;
}

#define SAME(...)                                                                                                     \
    do {                                                                                                              \
        bool good = true;                                                                                             \
        for (size_t room = 0; room < 80; room++) {                                                                    \
            char a[100], b[100];                                                                                      \
            memset(a, '#', sizeof a);                                                                                 \
            memset(b, '#', sizeof b);                                                                                 \
            const size_t n = ours(a, room, __VA_ARGS__), m = (size_t)snprintf(b, room, __VA_ARGS__);                  \
            good &= n == m && memcmp(a, b, room) == 0 && memcmp(a + room, b + room, sizeof a - room) == 0;            \
        }                                                                                                             \
        passed += good;                                                                                               \
        failed += !good;                                                                                              \
        if (!good)                                                                                                    \
            printf("FAILED %s\n", #__VA_ARGS__);                                                                      \
    } while (0)

int main(void)
{
    SAME("%s", "");
    SAME("nothing but text");
    SAME("%s%s", "a", "b");
    SAME("m->%s = %s;\n", "engine_w", "R(1.5) * m->clutch_lambda");
    SAME("%d, %d, %d, %d", 0, 7, -7, 1234567890);
    SAME("%d %d", INT32_MAX, INT32_MIN);
    SAME("%u:%u", 0u, UINT32_MAX);
    SAME("%.*s|", 3, "abcdef");
    SAME("%.*s|", 9, "abc");
    SAME("%.*s|%s", 0, "abc", "d");
    SAME("%s %% %s", "50", "of it");
    SAME("%s: %g, %5d|%-5s|%c", "all else", 0.1, 42, "x", 'y');
    SAME("%s %s %s %lld", "behind", "three", "others", 1234567890123LL);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
