"""Instructions of `dtc diff` against the number of points: growth.py dtc folder. A tube a tenth of the run wide: a window has a fifth of
all points. Instructions, by callgrind: times hang on what else the machine does."""
import math
import re
import subprocess
import sys

import numpy

dtc, folder = sys.argv[1:]


def matrix(out, name, m, kind, mopt):
    numpy.array([mopt, m.shape[0], m.shape[1], 0, len(name) + 1], dtype="<i4").tofile(out)
    out.write(name.encode() + b"\0" + m.astype(kind).tobytes(order="F"))


def write(name, n, signals):
    t = numpy.linspace(0, 10, n)
    rows = [t] + [numpy.sin((k + 1) * t) + (k % 2) * t for k in range(signals)]       # turning, and rising: the queues are long
    text = numpy.array([[ord(c) for c in s.ljust(11)] for s in ["Atrajectory", "1.1", "", "binTrans"]])
    with open(folder + "/" + name, "wb") as out:
        matrix(out, "Aclass", text, "u1", 51)
        matrix(out, "name", numpy.array([[ord(c) for c in s.ljust(6)] for s in ["time"] + ["s%d" % k for k in range(signals)]]).T, "u1", 51)
        matrix(out, "description", numpy.full((1, signals + 1), 32), "u1", 51)
        matrix(out, "dataInfo", numpy.array([[2 if k else 0, k + 1, 0, -1] for k in range(signals + 1)]).T, "<i4", 20)
        matrix(out, "data_1", t[[[0, -1]]], "<f8", 0)
        matrix(out, "data_2", numpy.array(rows), "<f8", 0)


def instructions(n):
    write("a.mat", n, 4)
    write("b.mat", n + 7, 4)
    counted = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    done = subprocess.run(counted + [dtc, "diff", "--tube", "1e-3", "--time-tube", "0.1", folder + "/a.mat", folder + "/b.mat"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit("FAILED: " + done.stdout + done.stderr)
    return int(re.search(r"Collected *: *(\d+)", done.stderr).group(1))


few, many = 10000, 80000
small, large = instructions(few), instructions(many)
exponent = math.log(large / small) / math.log(many / few)
print("%d points of 4 signals: %d instructions, %d: %d, exponent %.2f" % (few, small, many, large, exponent))
sys.exit(exponent > 1.05)
