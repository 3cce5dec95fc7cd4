"""What a run has left: variables over time."""
from __future__ import annotations

import fnmatch
import os
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Sequence, Union

import numpy as np

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Column:
    """A variable of a result."""
    name: str
    values: np.ndarray                      # over time
    constant: bool                          # a parameter, or what follows from parameters
    unit: str                               # "": there is none, or it has words
    description: str
    words: Dict[int, str] = field(default_factory=dict)     # of a place or an enumeration, for its numbers


def _pattern(text: str) -> "re.Pattern[str]":
    """As in --vars: `*` is any text, `?` any character, brackets are those of a name."""
    return re.compile("".join(".*" if c == "*" else "." if c == "?" else re.escape(c) for c in text), re.S)


class Result(Mapping[str, np.ndarray]):
    """A run: `result["engine.w"]` is an array over `result.time`.

    Two rows of one time are the values before and after an event. Arrays are views that cannot be written to; a
    parameter has its value at each time.
    """

    def __init__(self, time: np.ndarray, columns: Sequence[Column], data: Optional[bytes] = None) -> None:
        self.time = time                    # s
        self.time.flags.writeable = False
        self._column = {c.name: c for c in columns}
        self._data = data                   # the file
        for c in columns:
            c.values.flags.writeable = False

    # ---- variables ----

    def __getitem__(self, name: str) -> np.ndarray:
        """A variable over time. KeyError: there is none of that name."""
        if name == "time":
            return self.time
        return self._column[name].values

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
        found: Dict[str, None] = {}
        for text in patterns:
            fits = [name for name in self._column if _pattern(text).fullmatch(name)]
            if not fits:
                raise KeyError(text)
            found.update(dict.fromkeys(fits))
        return list(found)

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

    def __repr__(self) -> str:
        span = f"{self.time[0]:g} to {self.time[-1]:g} s" if len(self.time) else "no time"
        return f"<dtc.Result: {len(self._column)} variables, {len(self.time)} rows, {span}>"
