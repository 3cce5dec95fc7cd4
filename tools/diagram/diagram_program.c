/* diagram_program.c - another program, found at run time: what it answers to what it is given. It is never linked. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "diagram.h"

extern char **environ;

/* All that comes, to its end. */
static const char *read_all(Dtc *d, int from, size_t *length)
{
    char part[65536], *all = NULL;
    size_t size = 0;
    ssize_t n;
    FILE *f = open_memstream(&all, &size);

    while (f && ((n = read(from, part, sizeof part)) > 0 || (n < 0 && errno == EINTR)))
        if (n > 0)
            fwrite(part, 1, (size_t)n, f);
    if (!f || fclose(f) != 0)
        return NULL;
    char *kept = arena_alloc(&d->run, size + 1);
    memcpy(kept, all, size);
    free(all);
    *length = size;
    return kept;
}

static const char *run(Dtc *d, const char *const *argv, FILE *input, size_t *length, int *status)
{
    int tube[2];
    posix_spawn_file_actions_t files;
    pid_t pid;

    if (pipe2(tube, O_CLOEXEC) != 0)
        return NULL;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, fileno(input), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, tube[1], STDOUT_FILENO);
    const int problem = posix_spawnp(&pid, argv[0], &files, NULL, (char *const *)(uintptr_t)argv, environ);
    posix_spawn_file_actions_destroy(&files);
    close(tube[1]);
    const char *answer = problem == 0 ? read_all(d, tube[0], length) : NULL;
    close(tube[0]);
    while (problem == 0 && waitpid(pid, status, 0) < 0 && errno == EINTR)
        ;
    if (problem != 0)
        *status = 127 << 8;
    return answer;
}

const char *program_answer(Dtc *d, const char *const *argv, const char *input, size_t size, const char *package,
                           const char *otherwise, size_t *length)
{
    FILE *f = tmpfile();
    int status = -1;
    const char *answer = NULL;

    if (f && fwrite(input, 1, size, f) == size && fflush(f) == 0 && fseek(f, 0, SEEK_SET) == 0)
        answer = run(d, argv, f, length, &status);
    else
        fprintf(stderr, "dtc: cannot write what %s reads: %s\n", argv[0], strerror(errno));
    if (f)
        fclose(f);
    if (status == 127 << 8)
        fprintf(stderr, "dtc: %s cannot be run: install it (Debian: %s)%s\n", argv[0], package, otherwise);
    else if (status > 0)
        fprintf(stderr, "dtc: %s failed\n", argv[0]);
    return status == 0 ? answer : NULL;
}
