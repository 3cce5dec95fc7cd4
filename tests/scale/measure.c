/* measure.c - runs a command, silent, and prints what it took: exit code, milliseconds of processor time (user and
 * system), largest resident memory in KB.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static double milliseconds(struct timeval t) { return 1e3*(double)t.tv_sec + 1e-3*(double)t.tv_usec; }

int main(int argc, char **argv)
{
    int status = 0;
    pid_t child = argc > 1 ? fork() : -1;

    if (child < 0)
        return 2;
    if (child == 0) {
        int null = open("/dev/null", O_WRONLY);
        dup2(null, 1);
        dup2(null, 2);
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    struct rusage used;
    if (wait4(child, &status, 0, &used) != child)
        return 2;
    printf("%d %.0f %ld\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128,
           milliseconds(used.ru_utime) + milliseconds(used.ru_stime), used.ru_maxrss);
    return 0;
}
