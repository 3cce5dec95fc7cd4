"""bigfile.py FILE ROWS: a file of results, MAT, with as many rows of a time, six signals and a place."""
import array
import math
import struct
import sys


def matrix(f, name, rows, columns, type_, data):
    f.write(struct.pack("<5i", type_, rows, columns, 0, len(name) + 1) + name.encode() + b"\0" + data)


def texts(list_):
    wide = max(map(len, list_))
    return wide, "".join(t.ljust(wide) for t in list_).encode()


def big_file(file, rows, signals=6):
    """time, the signals, and a place, as MAT; what it has, by name"""
    data = {"time": array.array("d", [i*1e-3 for i in range(rows)])}
    data["time"][rows//2] = data["time"][rows//2 - 1]                              # an event
    for k in range(signals):
        data[f"x{k}"] = array.array("d", [math.sin(i*1e-4*(k + 1)) + (i*7919 % 1013)*1e-4 for i in range(rows)])
    data["part.law"] = array.array("d", [(i//777) % 4 - 1 for i in range(rows)])
    names = list(data)
    with open(file, "wb") as f:
        wide, text = texts(["Atrajectory", "1.1", "", "binTrans"])
        matrix(f, "Aclass", 4, wide, 51, "".join("".join(c) for c in zip(*[t.ljust(wide) for t in ["Atrajectory", "1.1", "", "binTrans"]])).encode())
        wide, text = texts(names)
        matrix(f, "name", wide, len(names), 51, text)
        wide, text = texts(["Time [s]"] + ["[m]"]*signals + ["[-1=slip- 0=stuck 1=slip+ 2=open]"])
        matrix(f, "description", wide, len(names), 51, text)
        matrix(f, "dataInfo", 4, len(names), 20, b"".join(struct.pack("<4i", 2 if k else 0, k + 1, 0, -1) for k in range(len(names))))
        matrix(f, "data_1", 1, 2, 0, struct.pack("<2d", 0, 1))
        out = array.array("d", bytes(8*rows*len(names)))
        for k, name in enumerate(names):
            out[k::len(names)] = data[name]
        matrix(f, "data_2", len(names), rows, 0, out.tobytes())
    return data


if __name__ == "__main__":
    big_file(sys.argv[1], int(sys.argv[2]))
