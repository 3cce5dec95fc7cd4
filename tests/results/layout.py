"""Reads a MAT v4 file of results without dtc, and compares it with the CSV of the same run: layout.py out.mat out.csv.

The bytes are walked with struct, to see that heads and sizes are those of Dymola and OpenModelica; the numbers are read by SciPy."""
import csv
import struct
import sys

import numpy
import scipy.io

mat_file, csv_file = sys.argv[1:]
wrong = 0


def check(what, good):
    global wrong
    if not good:
        wrong += 1
        print("FAILED", what)


with open(csv_file, newline="") as f:
    rows = list(csv.reader(f))
columns = dict(zip(rows[0], numpy.array(rows[1:], dtype=float).T))
points = len(rows) - 1

# ---- bytes: type (MOPT), rows, columns, imaginary, length of the name; the name; the numbers
data = open(mat_file, "rb").read()
at, heads = 0, []
while at < len(data):
    mopt, r, c, imaginary, length = struct.unpack_from("<5i", data, at)
    name = data[at + 20:at + 20 + length]
    check("name of %r ends with NUL" % name, name.endswith(b"\0") and imaginary == 0)
    heads.append((name[:-1].decode(), mopt, r, c))
    at += 20 + length + r * c * {51: 1, 20: 4, 0: 8}[mopt]
check("the file ends with its last matrix", at == len(data))
signals = heads[3][3]
check("order and types of the matrices", [h[:2] for h in heads] ==
      [("Aclass", 51), ("name", 51), ("description", 51), ("dataInfo", 20), ("data_1", 0), ("data_2", 0)])
check("sizes", heads[0][2:] == (4, 11) and heads[1][3] == heads[2][3] == signals and heads[3][2] == 4 and heads[4][3] == 2 and heads[5][3] == points)
check("the class, byte by byte", data[27:71] == b"A1 bt. ir1 na  Tj  re  ac  nt  so   r   y   ")

# ---- numbers
mat = scipy.io.loadmat(mat_file, chars_as_strings=False)


def strings(m):
    return ["".join(column).rstrip() for column in zip(*mat[m])]


names, texts, info = strings("name"), strings("description"), mat["dataInfo"]
check("class", ["".join(r).rstrip() for r in mat["Aclass"]] == ["Atrajectory", "1.1", "", "binTrans"])
check("time comes first", names[0] == "time" and list(info[:, 0]) == [0, 1, 0, -1] and texts[0].endswith("[s]"))
check("names are unique", len(set(names)) == len(names))
check("linear between points, nothing outside", (info[2, :] == 0).all() and (info[3, :] == -1).all())
check("every row of data_1 and data_2 is used",
      all({abs(x) for x in info[1, info[0] == k]} | {1} == set(range(1, mat["data_%d" % k].shape[0] + 1)) for k in (1, 2)))
for name, column in columns.items():
    check("%s is in the MAT file" % name, name in names)
    k = names.index(name)
    table, place = info[0, k], info[1, k]
    row = mat["data_1" if table == 1 else "data_2"][abs(place) - 1] * (1 if place > 0 else -1)
    check("%s: the numbers of the CSV, bit by bit" % name, (row == column[:len(row)]).all() if table != 1 else (row == column[0]).all() and (column == column[0]).all())
check("data_1 has start and end", list(mat["data_1"][0]) == [columns["time"][0], columns["time"][-1]])


def of(name):
    return dict(zip(names, zip(info[0], info[1], texts)))[name]


if "mass" in names:      # the model of this folder
    check("parameters are constants", all(of(p)[0] == 1 for p in ("mass", "n", "on", "weight", "doubled", "same_mass")))
    check("an alias is stored once", of("twin")[:2] == of("x")[:2] and of("copy")[:2] == of("back")[:2])
    check("a negative has a negative place", of("back")[1] == -of("x")[1] and of("back")[0] == 2)
    check("`not` is no negative", abs(of("low")[1]) != abs(of("high")[1]))
    check("description and unit", of("mass")[2] == "Mass, all of it [kg]" and of("v")[2] == "[m/s]" and of("doubled")[2].endswith("no parameter"))
sys.exit(wrong > 0)
