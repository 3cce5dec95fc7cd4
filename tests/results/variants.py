"""Writes the same results in the other ways that MAT v4 has: variants.py out.csv folder. Each is to be read as the CSV is.

normal.mat (binNormal, written by SciPy), single.mat (numbers as float), big.mat (big endian), spaces.mat (names filled up with spaces, as older tools
do), text.mat (texts as doubles), extra.mat (a matrix more, before the others)."""
import csv
import struct
import sys

import numpy
import scipy.io

csv_file, folder = sys.argv[1:]
with open(csv_file, newline="") as f:
    rows = list(csv.reader(f))
names, values = rows[0], numpy.array(rows[1:], dtype=float)
n = len(names)
info = numpy.array([[0 if k == 0 else 2, k + 1, 0, -1] for k in range(n)], dtype=numpy.int32)
constants = numpy.array([[values[0, 0]], [values[-1, 0]]])


def chars(strings, fill, columns=None):
    width = columns or max(len(s) for s in strings)
    return numpy.array([[ord(c) for c in s.ljust(width, fill)] for s in strings], dtype=numpy.uint8)


def matrix(out, name, m, precision, text=0, order="<"):
    kind = {0: "f8", 1: "f4", 2: "i4", 5: "u1"}[precision]
    out.write(struct.pack(order + "5i", (1000 if order == ">" else 0) + 10 * precision + text, m.shape[0], m.shape[1], 0, len(name) + 1))
    out.write(name.encode() + b"\0" + m.astype(order + kind).tobytes(order="F"))


def write(file, order="<", number=0, fill="\0", text=5, extra=False):
    with open(folder + "/" + file, "wb") as out:
        if extra:
            matrix(out, "note", numpy.ones((3, 5)), 0, 0, order)
        matrix(out, "Aclass", chars(["Atrajectory", "1.1", "", "binTrans"], " "), text, 1, order)
        matrix(out, "name", chars(names, fill).T, text, 1, order)
        matrix(out, "description", chars([""] * n, fill, 1).T, text, 1, order)
        matrix(out, "dataInfo", info.T, 2, 0, order)
        matrix(out, "data_1", constants.T, number, 0, order)
        matrix(out, "data_2", values.T, number, 0, order)


write("single.mat", number=1)
write("big.mat", order=">")
write("spaces.mat", fill=" ")
write("text.mat", text=0)
write("extra.mat", extra=True)
scipy.io.savemat(folder + "/normal.mat", {
    "Aclass": numpy.array(["Atrajectory", "1.1        ", "           ", "binNormal  "]), "name": numpy.array(names),
    "description": numpy.array([" "] * n), "dataInfo": info, "data_1": constants, "data_2": values}, format="4")
