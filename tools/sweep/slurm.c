/* slurm.c - dtc sweep --slurm N: a study as a job array of Slurm, N parts of it.
 *
 * The model is built before, into the cache that all nodes see, so that nodes compile nothing. A task runs a part
 * on the disk of its node (--scratch), whose store comes into the folder OUTPUT.parts when it is over, also where it is
 * stopped: a task that is requeued, or the same command once more, goes on from there. Where the site allows fewer
 * tasks in an array than there are parts, a task has several of them. A job that waits for all tasks merges. What a
 * task runs is this command with --shard, which is all that other engines need (docs/cluster.md).
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "command.h"
#include "sweep.h"

/* The first line that a command prints; NULL: it fails. */
static const char *said(Dtc *d, const char *command)
{
    char line[1000] = "";
    FILE *f = popen(command, "r");
    const bool any = f && fgets(line, sizeof line, f);

    if (!f || pclose(f) != 0 || !any)
        return NULL;
    line[strcspn(line, "\n")] = 0;
    return internz(d, line);
}

static const char *quoted(Dtc *d, const char *word)
{
    const char *text = "'";

    for (const char *p = word; *p; p++)
        text = internf(d, *p == '\'' ? "%s'\\%c'" : "%s%c", text, *p);
    return internf(d, "%s'", text);
}

/* The words of this command, but for those that a part has of its own. */
static const char *own_words(Dtc *d, const Cli *cli, const char *study)
{
    static const char *const others[] = { "--slurm", "-o", "--jobs", "--shard", "--scratch" };
    const char *text = study ? quoted(d, study) : "";

    for (uint32_t i = 0; i < vec_len(cli->given); i++) {
        bool of_part = false;
        for (size_t k = 0; k < sizeof others / sizeof *others; k++)
            of_part |= strcmp(cli->given[i].name, others[k]) == 0;
        if (!of_part)
            text = internf(d, "%s %s%s%s", text, cli->given[i].name, cli->given[i].text ? " " : "",
                           cli->given[i].text ? quoted(d, cli->given[i].text) : "");
    }
    return text;
}

/* The most tasks of an array; 0 after a message. */
static unsigned long most_tasks(Dtc *d)
{
    const char *line = said(d, "scontrol show config 2>/dev/null | sed -n 's/^MaxArraySize *= *//p'");
    const unsigned long size = line ? strtoul(line, NULL, 10) : 0;

    if (size < 2)
        fprintf(stderr, "dtc: --slurm: `scontrol show config` tells no MaxArraySize: is Slurm installed, and "
                        "its controller "
                        "there? --shard I/N is what every other engine takes\n");
    return size < 2 ? 0 : size - 1;
}

static bool write_script(Dtc *d, const char *file, const char *dtc, const char *words, const char *folder, double parts,
                         unsigned long tasks)
{
    Output o;

    if (!output_open(d, &o, file))
        return false;
    fprintf(o.file,
            "#!/bin/sh\n"
            "#SBATCH --job-name=dtc-sweep --requeue --open-mode=append --output=%s/log-%%a\n"
            "# Parts of a study, one after the other, on the disk of the node (dtc sweep --slurm).\n"
            "trap last=1 INT TERM\n"
            "good=0\n"
            "part=$SLURM_ARRAY_TASK_ID\n"
            "while [ \"$part\" -le %.0f ] && [ -z \"$last\" ]; do\n"
            "    %s sweep %s --shard \"$part/%.0f\" --jobs \"${SLURM_CPUS_PER_TASK:-1}\" --scratch "
            "\"${TMPDIR:-/tmp}\" -o %s/part-$part.db || good=1\n"
            "    part=$((part + %lu))\n"
            "done\n"
            "exit $good\n",
            folder, parts, quoted(d, dtc), words, parts, quoted(d, folder), tasks);
    return output_close(&o, true);
}

int slurm_submit(Dtc *d, const Cli *cli, const char *study)
{
    char dtc[PATH_MAX], here[PATH_MAX];
    const char *out = d->opt.output;
    const ssize_t n = readlink("/proc/self/exe", dtc, sizeof dtc - 1);
    const unsigned long most = most_tasks(d),
                        tasks = cli->study_slurm < (double)most ? (unsigned long)cli->study_slurm : most;

    if (most == 0 || n <= 0 || !getcwd(here, sizeof here))
        return 1;
    dtc[n] = 0;
    const char *folder = internf(d, "%s%s%s.parts", *out == '/' ? "" : here, *out == '/' ? "" : "/", out),
               *script = internf(d, "%s/task.sh", folder);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "dtc: cannot make the folder %s: %s\n", folder, strerror(errno));
        return 1;
    }
    if (!write_script(d, script, dtc, own_words(d, cli, study), folder, cli->study_slurm, tasks))
        return 1;
    const char *array = said(d, internf(d, "sbatch --parsable --array=1-%lu %s", tasks, quoted(d, script)));
    const char *merge = internf(d, "%s sweep --merge %s/part-*.db -o %s%s", quoted(d, dtc), quoted(d, folder),
                                quoted(d, out), cli->sim.units ? " --units" : ""),
               *last = array ? said(d, internf(d,
                                               "sbatch --parsable --job-name=dtc-merge "
                                               "--dependency=afterany:%s --output=%s/log-merge "
                                               "--wrap=%s",
                                               array, quoted(d, folder), quoted(d, merge)))
                             : NULL;
    if (!last) {
        fprintf(stderr, "dtc: --slurm: sbatch has refused the jobs; what it was given is %s\n", script);
        return 1;
    }
    fprintf(stderr, "dtc: %.0f parts in %lu tasks of array %s; job %s merges them into %s\n",
            cli->study_slurm, tasks, array, last, out);
    return 0;
}
