"""What `dtc list` tells of the variables of a model."""
from __future__ import annotations

import html
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from ._errors import UnknownName

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Variable:
    """A parameter, input, output or state. Values and bounds are in its unit; None: there is none."""
    name: str
    value: Any                              # a number, a bool, a literal, an array; of a state its start value
    unit: str
    description: str
    type: str                               # Real, Integer, Boolean, enumeration, String
    min: Optional[float] = None
    max: Optional[float] = None
    literals: Tuple[str, ...] = ()          # of an enumeration
    dimensions: Tuple[int, ...] = ()        # of an array
    structural: bool = False                # of a parameter: another value makes other code
    remark: str = ""                        # why it is structural, or what it follows from
    settable: bool = False                  # in an instance, since it has a place there

    def elements(self) -> List[str]:
        """Of an array, row by row: a[1,1], a[1,2] ..."""
        return [f"{self.name}[{','.join(str(i + 1) for i in index)}]" for index in np.ndindex(*self.dimensions)] \
            if self.dimensions else []

    def element(self) -> "Variable":
        """Of an array, as if it stood alone."""
        return replace(self, dimensions=())

    def numbers(self, value: Any) -> Optional[List[float]]:
        """A value, or those of all elements, as an instance takes them; None: it is another kind of value."""
        if isinstance(value, str):
            return [float(self.literals.index(value) + 1)] if value in self.literals and not self.dimensions else None
        full = np.asarray(value)
        if full.shape != self.dimensions or full.dtype.kind not in "biuf":
            return None
        if not np.isfinite(full).all():
            raise ValueError(f"{self.name}: {value} is no value of a parameter or input")
        return [float(x) for x in full.ravel()]


def _variable(row: Dict[str, Any]) -> Variable:
    size, value = tuple(row.get("dimensions") or ()), row["value"]
    if size and isinstance(value, list):
        value = np.array(value).reshape(size)
    return Variable(row["name"], row["start"] if value is None else value, row["unit"] or "", row["description"],
                    row["type"], row["min"], row["max"], tuple(row.get("literals") or ()), size,
                    bool(row.get("structural")), row.get("remark") or "",
                    bool(row["place"]) and not row.get("structural"))


class Variables(Mapping[str, Variable]):
    """Variables by name, in the order of the model."""

    _shown = ("name", "value", "unit", "min", "max", "description")

    def __init__(self, rows: Sequence[Dict[str, Any]], what: str = "variable") -> None:
        self._what = what
        self._variable = {row["name"]: _variable(row) for row in rows}

    def __getitem__(self, name: str) -> Variable:
        if name not in self._variable:
            raise UnknownName(self._what, name, list(self._variable))
        return self._variable[name]

    def __contains__(self, name: object) -> bool:
        return name in self._variable

    def __iter__(self) -> Iterator[str]:
        return iter(self._variable)

    def __len__(self) -> int:
        return len(self._variable)

    def to_pandas(self) -> "pandas.DataFrame":
        """A table, a variable a row. Needs pandas."""
        import pandas
        names = [f.name for f in fields(Variable)]
        return pandas.DataFrame([[getattr(v, n) for n in names] for v in self.values()],
                                columns=names).set_index("name")

    def _cells(self) -> List[List[str]]:
        return [["" if (x := getattr(v, n)) is None else f"{x:g}" if isinstance(x, float) else str(x)
                 for n in self._shown] for v in self.values()]

    def __repr__(self) -> str:
        cells = [list(self._shown)] + self._cells()
        widths = [max(len(row[k]) for row in cells) for k in range(len(self._shown))]
        return "\n".join("  ".join(text.ljust(w) for text, w in zip(row, widths)).rstrip() for row in cells)

    def _repr_html_(self) -> str:
        return html_table(self._shown, self._cells())


def html_table(head: Sequence[str], rows: Sequence[Sequence[str]], title: str = "") -> str:
    """For notebooks."""
    def line(tag: str, cells: Sequence[str]) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"
    caption = f"<caption>{html.escape(title)}</caption>" if title else ""
    return (f"<table>{caption}<thead>{line('th', head)}</thead><tbody>" + "".join(line("td", row) for row in rows) +
            "</tbody></table>")
