"""Time of `dtc diff` against the number of points: growth.py dtc folder. A tube a tenth of the run wide: a window has a fifth of all points."""
import math
import resource
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


def seconds(n):
    write("a.mat", n, 4)
    write("b.mat", n + 7, 4)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([dtc, "diff", "--tube", "1e-3", "--time-tube", "0.1", folder + "/a.mat", folder + "/b.mat"], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit("FAILED: " + done.stdout + done.stderr)
    return after.ru_utime - before.ru_utime


few, many = 250000, 2000000
small, large = min(seconds(few) for _ in range(3)), min(seconds(many) for _ in range(2))
exponent = math.log(large / small) / math.log(many / few)
print("%d points of 4 signals: %.2f s, %d: %.2f s, exponent %.2f" % (few, small, many, large, exponent))
sys.exit(exponent > 1.2)
