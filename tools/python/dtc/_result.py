"""What a run has left: variables over time."""
from __future__ import annotations

import csv
import os
import re
import tempfile
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Sequence

import numpy as np

from . import _program
from ._errors import UnknownName
from ._pages import Page
from ._values import Array, Path
from ._variables import html_table

if TYPE_CHECKING:
    import pandas

    from ._tables import Table


@dataclass(frozen=True)
class Column:
    """A variable of a result."""
    name: str
    values: Array                      # over time
    constant: bool                          # a parameter, or what follows from parameters
    unit: str                               # "": there is none, or it has words
    description: str
    words: Dict[int, str] = field(default_factory=dict)     # of a place or an enumeration, for its numbers

    @property
    def tag(self) -> str:
        """What stands in brackets behind its name in a file."""
        return " ".join(f"{number}={word}" for number, word in self.words.items()) or self.unit


def matching(names: Sequence[str], patterns: Sequence[str]) -> List[str]:
    """Those of the names that fit, by pattern as in --vars: `*` is any text, `?` any character, brackets are those of a
    name. KeyError: a pattern fits none."""
    found: Dict[str, None] = {}
    for text in patterns:
        form = re.compile("".join(".*" if c == "*" else "." if c == "?" else re.escape(c) for c in text), re.S)
        fits = [text] if text in names else [name for name in names if form.fullmatch(name)]
        if not fits:
            raise UnknownName("variable", text, names)
        found.update(dict.fromkeys(fits))
    return list(found)


class Result(Mapping[str, Array]):
    """A run: `result["engine.w"]` is an array over `result.time`.

    Two rows of one time are the values before and after an event. Arrays are views that cannot be written to; a
    parameter has its value at each time.
    """

    def __init__(self, time: Array, columns: Sequence[Column], data: Optional[bytes] = None) -> None:
        self.time = time                    # s
        self.time.flags.writeable = False
        self._column = {c.name: c for c in columns}
        self._data = data                   # the file
        #: The energy account, of a run with audit=True.
        self.audit: Optional["Table"] = None
        for c in columns:
            c.values.flags.writeable = False

    # ---- variables ----

    def __getitem__(self, name: str) -> Array:
        """A variable over time. KeyError: there is none of that name."""
        if name == "time":
            return self.time
        if name not in self._column:
            raise UnknownName("variable", name, self.names)
        return self._column[name].values

    def __contains__(self, name: object) -> bool:
        return name in self._column or name == "time"

    def __iter__(self) -> Iterator[str]:
        return iter(self._column)

    def __len__(self) -> int:
        return len(self._column)

    @property
    def names(self) -> List[str]:
        """Of the variables, without the time."""
        return list(self._column)

    @property
    def units(self) -> Dict[str, str]:
        """Name -> unit; "": none, or the file tells none."""
        return {c.name: c.unit for c in self._column.values()}

    @property
    def descriptions(self) -> Dict[str, str]:
        return {c.name: c.description for c in self._column.values()}

    @property
    def words(self) -> Dict[str, Dict[int, str]]:
        """Of places and enumerations, name -> number -> word: {"clutch.mode": {0: "stuck", ...}}."""
        return {c.name: c.words for c in self._column.values() if c.words}

    @property
    def last(self) -> Dict[str, float]:
        """Name -> value at the end of the run."""
        return {c.name: float(c.values[-1]) for c in self._column.values()}

    @property
    def parameters(self) -> Dict[str, float]:
        """Name -> value of what does not change in a run."""
        return {c.name: float(c.values[-1]) for c in self._column.values() if c.constant}

    def select(self, *patterns: str) -> List[str]:
        """Names by pattern, `*` for any text: select("*.w", "clutch.tau"). KeyError: one fits no name."""
        return matching(self.names, patterns)

    # ---- elsewhere ----

    def to_pandas(self, *patterns: str) -> "pandas.DataFrame":
        """A table of pandas, its index the time: all that varies, or the names or patterns given.

        Its `attrs["units"]` has the units. Needs pandas.
        """
        import pandas
        names = self.select(*patterns) if patterns else [c.name for c in self._column.values() if not c.constant]
        frame = pandas.DataFrame({name: self[name] for name in names}, index=pandas.Index(self.time, name="time"))
        frame.attrs["units"] = {name: self._column[name].unit for name in names}
        return frame

    def plot(self, *patterns: str, figure: Any = None) -> List[Any]:
        """A picture by matplotlib: a panel for each unit, and one for each variable with words. Its axes.

        patterns: names or patterns; figure: one that is there already.
        """
        from ._plot import plot
        return plot(self, self.select(*patterns), figure)

    def page(self) -> Page:
        """The page of `dtc plot`, which a notebook shows: signals, panels, a cursor (docs/page.md)."""
        with tempfile.TemporaryDirectory(prefix="dtc-") as folder:
            self.save(os.path.join(folder, "run.mat" if self._data else "run.csv"))
            _program.output(["plot", "run.mat" if self._data else "run.csv", "-o", "run.html"], folder)
            with open(os.path.join(folder, "run.html"), encoding="utf-8") as f:
                return Page(f.read())

    def save(self, file: Path) -> None:
        """A file that `dtc plot`, `dtc diff` and `read` take: CSV, or MAT where the result is of such a file or of
        `Model.simulate`."""
        name = os.fspath(file)
        if name.endswith(".mat"):
            if self._data is None:
                raise ValueError("this result has no MAT file: save it as .csv")
            with open(name, "wb") as f:
                f.write(self._data)
        elif name.endswith(".csv"):
            columns = [c for c in self._column.values() if not c.constant]
            with open(name, "w", newline="", encoding="utf-8") as text:
                out = csv.writer(text, lineterminator="\n")
                out.writerow(["time [s]"] + [f"{c.name} [{c.tag}]" if c.tag else c.name for c in columns])
                out.writerows(np.column_stack([self.time, *(c.values for c in columns)]).tolist())
        else:
            raise ValueError(f"{name}: the name ends in .csv or .mat")

    def _repr_html_(self) -> str:
        shown = [c for c in self._column.values() if not c.constant][:20]
        rows = [[c.name, c.words.get(int(c.values[-1])) or f"{c.values[-1]:.6g}", c.unit, c.description]
                for c in shown if len(self.time)]
        return html_table(["", f"at {self.time[-1]:g} s" if rows else "", "unit", ""], rows, repr(self)[1:-1])

    def __repr__(self) -> str:
        span = f"{self.time[0]:g} to {self.time[-1]:g} s" if len(self.time) else "no time"
        return f"<dtc.Result: {len(self._column)} variables, {len(self.time)} rows, {span}>"
