/* gnuplot.c - a picture by gnuplot. The script is its standard input, a file without a name; the picture its standard
 * output, a pipe: it does not say when a disk is full, so what is written is written here, whole or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>
#include "gnuplot.h"
#include "output.h"

extern char **environ;

static const char *const formats[] = { "svg", "png", "pdf", "gp" };

/* Of standard output svg. */
const char *gnuplot_format(const char *name)
{
    const char *dot = strcmp(name, "-") == 0 ? ".svg" : strrchr(name, '.');

    for (size_t i = 0; dot && i < sizeof formats / sizeof *formats; i++)
        if (strcasecmp(dot + 1, formats[i]) == 0)
            return formats[i];
    return NULL;
}

/* To its end, also if it cannot be written: gnuplot is not to wait for a reader. */
static bool copy(int from, FILE *picture)
{
    char part[65536];
    ssize_t n;
    bool good = true;

    while ((n = read(from, part, sizeof part)) > 0 || (n < 0 && errno == EINTR))
        if (n > 0)
            good = fwrite(part, 1, (size_t)n, picture) == (size_t)n && good;
    return n == 0 && good;
}

static bool run_gnuplot(FILE *script, FILE *picture)
{
    int tube[2];
    char *argv[] = { (char[]){ "gnuplot" }, (char[]){ "-d" }, NULL }; /* -d: no settings of the user */
    posix_spawn_file_actions_t files;
    pid_t pid;
    int status = 0;

    if (pipe2(tube, O_CLOEXEC) != 0) {
        fprintf(stderr, "dtc: gnuplot has no pipe: %s\n", strerror(errno));
        return false;
    }
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, fileno(script), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, tube[1], STDOUT_FILENO);
    int problem = posix_spawnp(&pid, argv[0], &files, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    close(tube[1]);
    const bool whole = copy(tube[0], picture);
    close(tube[0]);
    while (problem == 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (problem != 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 127))
        fprintf(stderr, "dtc: gnuplot draws the picture, and it cannot be run: install it (Debian: "
                        "gnuplot-nox). Without -o the plot is text; -o FILE.gp writes the script\n");
    else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fprintf(stderr, "dtc: gnuplot failed\n");
    return whole && problem == 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool gnuplot_draw(const Chart *c, const char *format, FILE *picture)
{
    FILE *script = tmpfile();
    bool good =
        script && chart_script(c, format, script) && fflush(script) == 0 && fseek(script, 0, SEEK_SET) == 0;

    if (!good)
        fprintf(stderr, "dtc: cannot write the script for gnuplot: %s\n", strerror(errno));
    else
        good = fflush(picture) == 0 && run_gnuplot(script, picture);
    if (script)
        fclose(script);
    return good;
}

/* What could not be written is said by output_close. */
int gnuplot_picture(const Chart *c, const char *format, const char *name)
{
    Output output;

    if (!output_open(c->d, &output, name))
        return 1;
    bool good = strcmp(format, "gp") == 0 ? chart_script(c, format, output.file)
                                          : gnuplot_draw(c, format, output.file);
    return output_close(&output, good || ferror(output.file)) && good ? 0 : 1;
}

/* ---- what scripts share -------------------------------------------------------------------------------- */

void gnuplot_terminal(FILE *out, const char *format, int width, int height)
{
    if (strcmp(format, "pdf") == 0)
        fprintf(out, "set terminal pdfcairo noenhanced font 'sans,9' size %.2fin,%.2fin\n", width / 96.0,
                height / 96.0);
    else if (strcmp(format, "gp") != 0)
        fprintf(out, "set terminal %s noenhanced font 'sans,%d' size %d,%d background '#ffffff'\n",
                strcmp(format, "png") == 0 ? "pngcairo" : "svg", strcmp(format, "png") == 0 ? 9 : 12, width,
                height);
}

/* Bytes of the character at the start of a text in UTF-8; 0: it is none, as letters beyond ASCII in Latin-1. */
static size_t utf8(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    size_t n = *at < 0x80                ? 1
             : *at >= 0xc2 && *at < 0xe0 ? 2
             : (*at & 0xf0) == 0xe0      ? 3
             : (*at & 0xf8) == 0xf0      ? 4
                                         : 0;

    for (size_t k = 1; k < n; k++)
        if ((at[k] & 0xc0) != 0x80)
            return 0;
    return n;
}

/* Between single quotes nothing is special but a quote, which gnuplot 5.4 misreads at the begin of a text even if it is
 * doubled: an apostrophe stands for it. */
void gnuplot_text(FILE *out, const char *text)
{
    fputc('\'', out);
    for (size_t n; *text; text += n ? n : 1) {
        n = utf8(text);
        if (*text == '\'')
            fputs("\u2019", out);
        else if (n > 1)
            fwrite(text, 1, n, out);
        else
            fputc(n == 0 ? '?' : (unsigned char)*text < ' ' ? ' ' : *text, out);
    }
    fputc('\'', out);
}
