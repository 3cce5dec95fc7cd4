/* Damaged files of results: cut off, bytes changed, heads of matrices with any count. What is read may be wrong;
 * nothing may crash (this is built with sanitizers), and what cannot be read is told with a message. The same as tables
 * for a model. mutate file scratch n; prints how many were read, and how many refused. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "diff.h"
#include "result.h"
#include "table_file.h"

static uint64_t state = 88172645463325252u;
static uint64_t next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

/* One of the five numbers before a matrix's name; in a CSV anywhere. */
static size_t a_count(const char *data, size_t size)
{
    static const char *const name[] = { "Aclass", "name", "description", "dataInfo", "data_1", "data_2" };
    const char *n = name[next() % 6], *at = memmem(data, size, n, strlen(n) + 1);

    return at && at - data >= 20 ? (size_t)(at - data) - 4 * (1 + next() % 5) : next() % (size - 4);
}

static size_t damage(char *data, size_t size)
{
    static const int32_t count[] = { 0, -1, 1, 2, 5, 100000, 0x7fffffff, INT32_MIN, 0x10000, 0x10001 };
    int kind = (int)(next() % 4u);

    if (kind == 0)
        return (size_t)(next() % (size + 1));
    for (int changes = 1 + (int)(next() % 4u); changes > 0 && size > 4; changes--) {
        size_t at = (size_t)(next() % (size - 4));
        if (kind == 1)
            data[at] = (char)next();
        else if (kind == 2)
            memcpy(data + a_count(data, size), &count[next() % (sizeof count / sizeof *count)], 4);
        else
            data[at] = ",\n\"\r -e.x\0"[next() % 10];
    }
    return size;
}

static void save(const char *name, const char *data, size_t size)
{
    FILE *f = fopen(name, "wb");

    if (!f || fwrite(data, 1, size, f) != size || fclose(f) != 0)
        exit(3);
}

/* All of it, a table by name, signals by name. How many were read; -1: one was refused without a word. */
static int read_tables(const char *file)
{
    static const char *const name[] = { "", "good", "data_2", "x,v", "grid[1,2],x" };
    int read = 0;

    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        char message[200] = "";
        file_table t;
        double sum = 0;
        if (!table_read(file, name[i], &t, message, sizeof message) && !strstr(message, ": "))
            return -1;
        for (size_t k = 0; k < t.rows * t.columns; k++)
            sum += t.value[k];
        read += t.rows > 0 && sum == sum;
        free(t.value);
    }
    return read;
}

int main(int argc, char **argv)
{
    static char data[1 << 20], copy[1 << 20];
    FILE *f = argc == 4 ? fopen(argv[1], "rb") : NULL, *null = fopen("/dev/null", "w");
    int read = 0, refused = 0, tables = 0;

    if (!f || !null)
        return 3;
    size_t size = fread(data, 1, sizeof data, f);
    fclose(f);
    for (int k = atoi(argv[3]); k > 0; k--) {
        char message[200] = "";
        result_table t;
        memcpy(copy, data, size);
        save(argv[2], copy, damage(copy, size));
        if (result_read(argv[2], &t, message, sizeof message)) {
            double sum = 0;
            for (size_t s = 0; s < t.signals; s++)
                for (size_t r = 0; r < t.rows; r++)
                    sum += strlen(t.signal[s].name) + result_value(&t.signal[s], r);
            fprintf(null, "%g", sum);
            result_free(&t);
            read++;
        } else if (strstr(message, ": ")) {
            refused++;
        } else {
            printf("refused without a word\n");
            return 1;
        }
        int n = read_tables(argv[2]);
        if (n < 0) {
            printf("a table refused without a word\n");
            return 1;
        }
        tables += n;
        diff_options o = { .reference = argv[1], .other = argv[2], .tube = 1e-3, .time_tube = 1e-3 };
        diff_main(&o, null);
    }
    printf("%d read, %d refused, %d tables\n", read, refused, tables);
    return tables > 0 && refused > 0 ? 0 : 1;
}
