"""What dtc says on its standard error, as exceptions and warnings."""
from __future__ import annotations

import os
import re
import sys
import warnings
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, List, Optional, Sequence

if TYPE_CHECKING:
    from ._result import Result

# FILE:LINE:COLUMN: error: TEXT, then the line of the source and what is meant in it.
_PLACE = re.compile(r"^(?P<file>[^\n]*?):(?P<line>\d+):(?P<column>\d+): (?P<severity>error|warning|note): "
                    r"(?P<text>.*)$")
_SOURCE = re.compile(r"^ *\d+ \| ?(?P<text>.*)$")
_CARET = re.compile(r"^ +\| ?(?P<text>[ \t]*\^~*)\s*$")
_PLAIN = re.compile(r"^dtc: (?:(?P<severity>error|warning|note): )?(?P<text>.*)$")
_COUNT = re.compile(r"^\d+ errors?(, \d+ warnings?)?$|^\d+ warnings?$")


class Warning(UserWarning):
    """What dtc warns of: something that is allowed, and most likely not meant."""


@dataclass(frozen=True)
class Diagnosis:
    """A message of dtc, with the place that it is about.

    `line` and `column` count from 1, columns in bytes; without a place `file` is None and they are 0. `source` is that
    line, `caret` what stands below it: blanks up to the column, then ^~~~ under what is meant.
    """
    severity: str                           # "error", "warning", "note"
    message: str
    file: Optional[str] = None
    line: int = 0
    column: int = 0
    source: str = ""
    caret: str = ""
    notes: Sequence["Diagnosis"] = field(default=())        # that belong to it

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.file else ""
        lines = [f"{place}{self.severity}: {self.message}"]
        if self.source:
            number = f"{self.line:5d}"
            lines += [f"{number} | {self.source}", f"{' ' * len(number)} | {self.caret}"]
        return "\n".join(lines + [str(note) for note in self.notes])


class Error(Exception):
    """What dtc refuses, or could not do.

    `diagnoses` has its messages in order, errors and warnings, with their notes; `str()` is what dtc prints.
    """

    def __init__(self, text: str, diagnoses: Sequence[Diagnosis] = ()) -> None:
        super().__init__(text)
        self.diagnoses: List[Diagnosis] = list(diagnoses)


class UnknownName(KeyError):
    """There is no such name, of a variable, a parameter, a column; says which one may be meant."""

    def __init__(self, what: str, name: object, names: Sequence[str]) -> None:
        super().__init__(what, name, names)

    def __str__(self) -> str:               # KeyError's own is what it was given
        import difflib
        what, name, names = self.args
        near = difflib.get_close_matches(str(name), names, 1, 0.5)
        return f"there is no {what} {name}" + (f"; did you mean {near[0]}?" if near else "")


class ModelError(Error):
    """A mistake in a model, or in a value given to it: `file`, `line`, `column`, `source` and `caret` of the first."""

    def _first(self) -> Diagnosis:
        return next(d for d in self.diagnoses if d.severity == "error" and d.file)

    @property
    def file(self) -> str:
        return self._first().file or ""

    @property
    def line(self) -> int:
        return self._first().line

    @property
    def column(self) -> int:
        return self._first().column

    @property
    def message(self) -> str:
        return self._first().message

    @property
    def source(self) -> str:
        return self._first().source

    @property
    def caret(self) -> str:
        return self._first().caret


class RunError(Error):
    """A run that ended before its time: an assertion of the model, a step without a solution, a value out of range.

    `status` is that of a step (docs/status.md), of `Instance`; None: of `Model.simulate`. `result` has what came
    before; None: nothing did.
    """

    def __init__(self, text: str, diagnoses: Sequence[Diagnosis] = (), result: Optional["Result"] = None,
                 status: Optional[int] = None) -> None:
        super().__init__(text, diagnoses)
        self.result = result
        self.status = status

    def __reduce__(self) -> Any:            # what it has beside its text crosses processes too
        return type(self), (str(self), self.diagnoses, self.result, self.status)


def diagnoses(said: str) -> List[Diagnosis]:
    """The messages in what dtc has said; notes are with what stands before them."""
    found: List[Diagnosis] = []
    for text in said.splitlines():
        place, plain, source, caret = (form.match(text) for form in (_PLACE, _PLAIN, _SOURCE, _CARET))
        last = found[-1] if found else None
        if last and last.file and not last.source and source:
            found[-1] = replace(last, source=source["text"])
        elif last and last.source and not last.caret and caret:
            found[-1] = replace(last, caret=caret["text"])
        elif place:
            line, column = int(place["line"]), int(place["column"])
            found.append(Diagnosis(place["severity"], place["text"], place["file"], line, column))
        elif plain and not _COUNT.match(plain["text"]):
            found.append(Diagnosis(plain["severity"] or "error", plain["text"]))
    whole: List[Diagnosis] = []
    for one in found:
        if one.severity == "note" and whole:
            whole[-1] = replace(whole[-1], notes=(*whole[-1].notes, one))
        else:
            whole.append(one)
    return whole


def error(said: str) -> Error:
    """The exception that belongs to what a failed dtc has said."""
    text, list_ = said.strip() or "dtc has failed without a word", diagnoses(said)
    if any(d.severity == "error" and d.file for d in list_):
        return ModelError(text, list_)
    return Error(text, list_)


def warn(said: str) -> None:
    """Warnings in what dtc has said, as those of Python, of the line that called this package."""
    depth, frame = 2, sys._getframe(1)
    while frame.f_back and os.path.dirname(frame.f_code.co_filename) == os.path.dirname(__file__):
        depth, frame = depth + 1, frame.f_back
    for one in diagnoses(said):
        if one.severity == "warning":
            warnings.warn(Warning(str(one)), stacklevel=depth)
