/* plot_picture.c - a picture by gnuplot. The script is its standard input, a file without a name; the picture its
 * standard output, which is the file that dtc writes: whole or not at all. */
#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>
#include "output.h"
#include "plot.h"

extern char **environ;

static const char *const formats[] = { "svg", "png", "pdf", "gp" };

/* Of standard output svg. */
static const char *format_of(const char *name)
{
    const char *dot = strcmp(name, "-") == 0 ? ".svg" : strrchr(name, '.');

    for (size_t i = 0; dot && i < sizeof formats / sizeof *formats; i++)
        if (strcasecmp(dot + 1, formats[i]) == 0)
            return formats[i];
    return NULL;
}

bool plot_known_format(const char *name) { return format_of(name) != NULL; }

static bool run_gnuplot(FILE *script, FILE *picture)
{
    char *argv[] = { (char[]){ "gnuplot" }, (char[]){ "-d" }, NULL };          /* -d: no settings of the user */
    posix_spawn_file_actions_t files;
    pid_t pid;
    int status = 0;

    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, fileno(script), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, fileno(picture), STDOUT_FILENO);
    int problem = posix_spawnp(&pid, argv[0], &files, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    while (problem == 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (problem != 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 127))
        fprintf(stderr, "dtc: gnuplot draws the picture, and it cannot be run: install it (Debian: gnuplot-nox). "
                        "Without -o the plot is text; -o FILE.gp writes the script\n");
    else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fprintf(stderr, "dtc: gnuplot failed\n");
    return problem == 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool draw(const Plot *p, const char *format, FILE *picture)
{
    FILE *script = tmpfile();
    bool good = script && plot_script(p, format, script) && fflush(script) == 0 && fseek(script, 0, SEEK_SET) == 0;

    if (!good)
        fprintf(stderr, "dtc: cannot write the script for gnuplot: %s\n", strerror(errno));
    else
        good = fflush(picture) == 0 && run_gnuplot(script, picture);
    if (script)
        fclose(script);
    return good;
}

int plot_picture(const Plot *p, const char *name)
{
    const char *format = format_of(name);
    Output output;

    if (!output_open(p->d, &output, name))
        return 1;
    bool good = strcmp(format, "gp") == 0 ? plot_script(p, "", output.file) : draw(p, format, output.file);
    return output_close(&output, good) && good ? 0 : 1;
}
