"""Files of results: MAT v4 in the layout of Dymola and OpenModelica, and CSV (docs/results.md).

A file of MAT v4 is a row of matrices; each is five int32 (type, rows, columns, imaginary part, length of the name), the
name, and the numbers column by column. type is MOPT in decimal: M 1 big endian; P 0 double, 1 float, 2 int32, 3 int16,
4 uint16, 5 uint8; T 1 text. Cost: what is read is not copied, but for texts and for columns that are the negative of
others.
"""
from __future__ import annotations

import contextlib
import csv
import io
import os
import re
import sqlite3
import struct
import tempfile
from typing import Any, Dict, List, NamedTuple, Union

import numpy as np
from numpy.typing import NDArray

from . import _program
from ._errors import Error, error
from ._pages import Text
from ._result import Column, Result
from ._values import Array, Path, options

_TYPES = ("f8", "f4", "i4", "i2", "u2", "u1")
_UNIT = re.compile(r"^(?P<text>.*?) ?\[(?P<unit>[^\[\]]*)\]$", re.S)


def _matrices(data: bytes, what: str) -> Dict[str, NDArray[Any]]:
    found: Dict[str, NDArray[Any]] = {}
    at = 0
    while at < len(data):
        if len(data) - at < 20:
            raise Error(f"{what}: the file is cut off")
        order = "<" if struct.unpack_from("<i", data, at)[0] < 1000 else ">"
        kind, rows, columns, imaginary, length = struct.unpack_from(order + "5i", data, at)
        precision = kind // 10 % 10
        if not 0 <= kind < 2000 or precision >= len(_TYPES) or kind % 10 > 1 or imaginary != 0 or \
                rows < 0 or columns < 0 or length < 1:
            raise Error(f"{what}: no file of MAT v4")
        name = data[at + 20:at + 20 + length].split(b"\0")[0].decode("utf-8", "replace")
        at += 20 + length
        form = np.dtype(order + _TYPES[precision])
        if len(data) - at < rows * columns * form.itemsize:
            raise Error(f"{what}: the matrix {name} is cut off")
        found[name] = np.frombuffer(data, form, rows * columns, at).reshape(columns, rows).T
        at += rows * columns * form.itemsize
    return found


def _texts(matrix: NDArray[Any]) -> List[str]:
    """A text a column."""
    return [bytes(column.astype(np.uint8)).rstrip(b"\0 ").decode("utf-8", "replace") for column in matrix.T]


def _words(unit: str) -> Dict[int, str]:
    """In place of a unit: `-1=slip- 0=stuck`."""
    pairs = [re.fullmatch(r"(-?\d+)=(.*)", word) for word in unit.split(" ")]
    return {int(p[1]): p[2] for p in pairs if p} if all(pairs) else {}


def _column(name: str, values: Array, constant: bool, text: str) -> Column:
    match = _UNIT.match(text)
    unit = match["unit"] if match else ""
    words = _words(unit)
    return Column(name, values, constant, "" if words else unit, match["text"] if match else text, words)


def _trajectories(matrix: Dict[str, NDArray[Any]], data: bytes, what: str) -> Result:
    missing = [name for name in ("name", "dataInfo", "data_1", "data_2") if name not in matrix]
    if missing:
        raise Error(f"{what}: no result of a run: there is no matrix {missing[0]}")
    by_row = "".join(_texts(matrix["Aclass"].T)[3:4]) != "binNormal"        # binTrans: a signal is a row

    def turn(m: NDArray[Any]) -> NDArray[Any]:
        return m if by_row else m.T

    names, info = _texts(turn(matrix["name"])), turn(matrix["dataInfo"]).astype(int)
    texts = _texts(turn(matrix["description"])) if "description" in matrix else [""] * len(names)
    tables = {1: turn(matrix["data_1"]), 2: turn(matrix["data_2"])}
    time = tables[2][0]
    columns = []
    for k, name in enumerate(names):
        table, row = (2, 1) if info[0, k] == 0 else (info[0, k], info[1, k])
        if k == 0:
            continue
        if table not in tables or not 1 <= abs(row) <= len(tables[table]):
            raise Error(f"{what}: {name} has no row")
        values = tables[table][abs(row) - 1]
        if table == 1:
            values = np.broadcast_to(values[0], time.shape)
        columns.append(_column(name, -values if row < 0 else values, table == 1, texts[k]))
    return Result(time, columns, data)


def from_mat(data: bytes, what: str) -> Result:
    """The result that the bytes of a MAT file have; what: the name of the file, for errors."""
    return _trajectories(_matrices(data, what), data, what)


def _from_csv(text: str, what: str) -> Result:
    rows = csv.reader(io.StringIO(text.lstrip("\ufeff")), skipinitialspace=True)
    head = [name.strip() for name in next(rows, [])]
    if not head or _UNIT.sub(r"\g<text>", head[0]) not in ("time", "Time"):
        raise Error(f"{what}: the first column of a result is to be `time`")
    table = [row for row in rows if row]
    wrong = next((k for k, row in enumerate(table) if len(row) != len(head)), None)
    if wrong is not None:
        raise Error(f"{what}: row {wrong + 1} has {len(table[wrong])} numbers for {len(head)} columns")
    try:
        numbers = np.array(table, dtype=float).reshape(len(table), len(head))
    except ValueError as problem:
        raise Error(f"{what}: {problem}") from None
    columns = []
    for k, name in enumerate(head[1:], 1):
        match = _UNIT.match(name) if name.endswith("]") and " [" in name else None
        columns.append(_column(match["text"] if match else name, numbers[:, k], False,
                               f" [{match['unit']}]" if match else ""))
    return Result(numbers[:, 0], columns)


def study(file: str) -> Dict[str, Any]:
    """The points of a store of `dtc sweep`, as a `Table` is made of."""
    with contextlib.closing(sqlite3.connect(file)) as store:
        points = store.execute("SELECT * FROM points ORDER BY point")
        names = [column[0] for column in points.description]
        rows = [{name: x for name, x in zip(names, row) if name != "hash"} for row in points]
        units = {name: unit for name, unit in store.execute("SELECT name, unit FROM columns") if unit}
    return {"title": "", "units": units, "notes": [], "rows": rows}


class Difference(NamedTuple):
    """same: all is within the tube; text: signals, the worst first."""
    same: bool
    text: Text


def diff(a: Union[Result, Path], b: Union[Result, Path], **given: Any) -> Difference:
    """b beside the reference a, files or results, with a tube in value and time: tube=2e-3, floor=1e-9, vars=[...],
    plain=True (docs/results.md)."""
    with tempfile.TemporaryDirectory(prefix="dtc-") as folder:
        files = []
        for k, one in enumerate((a, b)):
            files.append(os.path.join(folder, f"{'ab'[k]}.csv") if isinstance(one, Result) else os.path.abspath(one))
            if isinstance(one, Result):
                one.save(files[-1])
        done = _program.run(["diff", *files, *options(given)])
    if done.returncode == 2 or not done.stdout:
        raise error(_program.said(done))
    return Difference(done.returncode == 0, Text(done.stdout.decode("utf-8", "replace")))


def read(file: Path) -> Result:
    """A file of results: MAT v4 of dtc, Dymola or OpenModelica, or CSV, whatever its name is.

    Error: it is neither, or is damaged. OSError: it cannot be read.
    """
    what = os.fspath(file)
    with open(file, "rb") as f:
        data = f.read()
    if b"\0" in data[:20]:
        return from_mat(data, what)
    return _from_csv(data.decode("utf-8", "replace"), what)
