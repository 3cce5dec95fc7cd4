"""What analyses have found, as tables."""
from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Sequence, Tuple

import numpy as np

from ._errors import UnknownName
from ._values import Array
from ._variables import html_table

if TYPE_CHECKING:
    import pandas


def _cell(value: Any) -> Any:
    """A fraction of dtc is one of Python."""
    if not isinstance(value, dict):
        return value
    try:
        return Fraction(value["exact"])
    except (KeyError, TypeError, ValueError):
        return value.get("value")


class Table:
    """A table: `table["frequency"]` is a column.

    Numbers are arrays of numpy, an empty cell NaN; texts are lists. `rows` has the cells themselves, exact ratios as
    `fractions.Fraction`, an empty cell None. `units` has a column's unit, `notes` what is to be known of it.
    """

    def __init__(self, key: str, table: Mapping[str, Any]) -> None:
        self.title: str = table["title"] or key
        self.units: Dict[str, str] = dict(table["units"])
        self.rows: List[Dict[str, Any]] = [{name: _cell(x) for name, x in row.items()} for row in table["rows"]]
        self.notes: List[str] = list(table["notes"])

    @property
    def columns(self) -> List[str]:
        return list(dict.fromkeys(name for row in self.rows for name in row))

    def __getitem__(self, column: str) -> Any:
        """KeyError: there is no such column."""
        if column not in self.columns:
            raise UnknownName("column", column, self.columns)
        cells = [row.get(column) for row in self.rows]
        if any(isinstance(x, str) for x in cells):
            return cells
        return np.array([np.nan if x is None else float(x) for x in cells])

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return iter(self.rows)

    def to_pandas(self) -> "pandas.DataFrame":
        """Needs pandas; `attrs["units"]` has the units."""
        import pandas
        frame = pandas.DataFrame({name: self[name] for name in self.columns})
        frame.attrs["units"] = self.units
        return frame

    def _texts(self) -> Tuple[List[str], List[List[str]]]:
        def text(x: Any) -> str:
            return "" if x is None else f"{x:.6g}" if isinstance(x, float) else str(x)
        head = [f"{name} [{self.units[name]}]" if self.units.get(name) else name for name in self.columns]
        return head, [[text(row.get(name)) for name in self.columns] for row in self.rows]

    def __repr__(self) -> str:
        head, rows = self._texts()
        widths = [max(len(row[k]) for row in [head, *rows]) for k in range(len(head))]
        lines = ["  ".join(cell.ljust(w) for cell, w in zip(row, widths)).rstrip() for row in [head, *rows]]
        return "\n".join([self.title, *lines])

    def _repr_html_(self) -> str:
        head, rows = self._texts()
        return html_table(head, rows, self.title)


def account(said: str) -> Table:
    """The energy account in what `dtc sim --audit` has said: cells end where the words of its head do."""
    title, head, *lines = said[said.index("energy account of "):].splitlines()
    words = list(re.finditer(r"\S+( \S+)*", head))
    total = next(k for k, line in enumerate(lines) if line.startswith("total "))
    rows = []
    for line in lines[:total + 1]:
        row: Dict[str, Any] = {"component": line[:words[1].end() - 14].strip()}
        for before, word in zip(words, words[1:]):
            cell = line[max(before.end(), word.end() - 14):word.end()].strip()
            row[word[0]] = float(cell) if cell else None
        rows.append(row)
    units = {word[0]: "J" for word in words[1:]}
    return Table("audit", {"title": title, "units": units, "notes": lines[total + 1:], "rows": rows})


class Tables(Mapping[str, Table]):
    """Tables by their keys: `model.modes()["modes"]`."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self.title: str = told["title"]
        self._table = {key: Table(key, table) for key, table in told.items() if isinstance(table, dict)}

    def __getitem__(self, key: str) -> Table:
        if key not in self._table:
            raise UnknownName("table", key, list(self._table))
        return self._table[key]

    def __contains__(self, key: object) -> bool:
        return key in self._table

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)

    def __repr__(self) -> str:
        return "\n\n".join([self.title, *(repr(table) for table in self.values())])

    def _repr_html_(self) -> str:
        return "".join(table._repr_html_() for table in self.values() if len(table))


class Linear(Tables):
    """x' = A x + B u, y = C x + D u: deviations from x0, u0, y0; there the rates are those in the table `states`.

    `states`, `inputs`, `outputs` are the names that rows and columns have, in their units of the model.
    """

    def __init__(self, told: Mapping[str, Any]) -> None:
        super().__init__(told)
        self.states: List[str] = self._of("A", "row of A")
        self.inputs: List[str] = self._of("inputs", "input")
        self.outputs: List[str] = self._of("outputs", "output")
        self.A = self._matrix("A", self.states, self.states)
        self.B = self._matrix("B", self.states, self.inputs)
        self.C = self._matrix("C", self.outputs, self.states)
        self.D = self._matrix("D", self.outputs, self.inputs)
        self.x0 = self._values("states", "state", self.states)
        self.u0 = self._values("inputs", "input", self.inputs)
        self.y0 = self._values("outputs", "output", self.outputs)

    def _of(self, key: str, column: str) -> List[str]:
        return [row[column] for row in self[key].rows] if key in self else []

    def _matrix(self, key: str, rows: Sequence[str], columns: Sequence[str]) -> Array:
        matrix = np.zeros((len(rows), len(columns)))
        for row in self[key].rows if key in self else []:
            matrix[rows.index(row["row of " + key])] = [row[c] for c in columns]
        return matrix

    def _values(self, key: str, column: str, names: Sequence[str]) -> Array:
        value = {row[column]: row["value"] for row in self[key].rows} if key in self else {}
        return np.array([value[name] for name in names], dtype=float)
