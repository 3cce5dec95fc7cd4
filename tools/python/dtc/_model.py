"""A model: its file and the values given to it, and what can be done with both."""
from __future__ import annotations

import csv
import json
import math
import os
import shutil
import tempfile
import weakref
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _errors, _files, _program
from ._result import Result

if TYPE_CHECKING:
    import pandas

Path = Union[str, "os.PathLike[str]"]
Value = Union[float, int, bool, str, Sequence[Any], np.ndarray]
OverTime = Union[float, Tuple[Sequence[float], Sequence[float]], "pandas.Series"]
Inputs = Union[Mapping[str, OverTime], "pandas.DataFrame", Path]


# ---- values as dtc reads them -----------------------------------------------------------------------------------------

def _text(value: Any) -> str:
    """A number, true, {1, 2}; a str is a literal of an enumeration or an expression."""
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "{" + ", ".join(map(_text, value)) + "}"
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{value} is no value of a parameter or input")
    return value if isinstance(value, str) else repr(value)


def _settings(values: Optional[Mapping[str, Value]]) -> List[str]:
    return [word for name, value in (values or {}).items() for word in ("--set", f"{name}={_text(value)}")]


def _names(vars: Union[str, Sequence[str], None]) -> List[str]:
    return [] if vars is None else ["--vars", vars if isinstance(vars, str) else ",".join(vars)]


def points(name: str, value: OverTime) -> Tuple[np.ndarray, np.ndarray]:
    """Times and values of an input; a number is one for all times."""
    if hasattr(value, "index") and hasattr(value, "to_numpy"):              # a Series of pandas
        time, y = value.index.to_numpy(dtype=float), value.to_numpy(dtype=float)
    elif isinstance(value, (tuple, list)) and len(value) == 2:
        time, y = (np.array(x, dtype=float, ndmin=1) for x in value)
    elif np.ndim(value) == 0:                                               # type: ignore[arg-type]
        time, y = np.zeros(1), np.array([value], dtype=float)
    else:
        raise ValueError(f"{name}: an input is a number, or a pair (times, values)")
    if time.ndim != 1 or time.shape != y.shape or not len(time):
        raise ValueError(f"{name}: as many values as times, {y.shape} for {time.shape}")
    if not (np.isfinite(time).all() and np.isfinite(y).all()):
        raise ValueError(f"{name}: times and values are finite numbers")
    return time, y


def _curves(values: Mapping[str, OverTime]) -> Dict[str, List[List[float]]]:
    return {name: np.column_stack(points(name, value)).tolist() for name, value in values.items()}


def _inputs_file(frame: "pandas.DataFrame", folder: str) -> str:
    file = os.path.join(folder, "inputs.csv")
    with open(file, "w", newline="") as f:
        out = csv.writer(f)
        out.writerow(["time", *frame.columns])
        for time, *row in frame.itertuples():
            out.writerow([repr(float(x)) for x in (time, *row)])
    return file


class _Folder:
    """A folder of its own, which goes with the last that knows it."""

    def __init__(self) -> None:
        self.name = tempfile.mkdtemp(prefix="dtc-")
        weakref.finalize(self, shutil.rmtree, self.name, ignore_errors=True)


# ---- the model --------------------------------------------------------------------------------------------------------

class Model:
    """A model of a file, with values of parameters and inputs.

    It is compiled where something is asked of it; what was compiled is kept between runs and processes. Any number of
    threads may use one model at once.

    file: a model (.dtm, .mo), a package (a folder), or an FMU, for `simulate` alone
    set: name -> value, as --set has it: a number, a bool, a list, a literal or an expression as str; also start values,
        {"engine.w.start": 100}, and single elements, {"table[2,2]": 3}
    name: the model in that file, also in full, "Pkg.Model" (default: the last one)
    path: folders with packages, before those of DTMPATH
    """

    def __init__(self, file: Path, set: Optional[Mapping[str, Value]] = None, *, name: Optional[str] = None,
                 path: Sequence[Path] = ()) -> None:
        self.file = os.fspath(file)
        self.set: Dict[str, Value] = dict(set or {})
        self.name = name
        self.path = [os.fspath(p) for p in path]
        self._folder = os.getcwd()          # names of files are meant from here on, and errors show them as they were given
        if not os.path.exists(self.file):
            raise FileNotFoundError(f"there is no file {self.file}")

    @classmethod
    def from_text(cls, text: str, set: Optional[Mapping[str, Value]] = None, *, name: Optional[str] = None,
                  path: Sequence[Path] = ()) -> "Model":
        """A model that is written here. In errors its file is model.dtm."""
        path = [os.path.abspath(p) for p in path]
        model = cls.__new__(cls)
        model.__setstate__({"file": "model.dtm", "set": dict(set or {}), "name": name, "path": path, "text": text})
        return model

    def __getstate__(self) -> Dict[str, Any]:
        return {k: v for k, v in self.__dict__.items() if k != "_own"}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state)
        if "text" in state:                 # its folder goes with the last that uses it
            self._own = _Folder()
            self._folder = self._own.name
            with open(os.path.join(self._folder, self.file), "w", encoding="utf-8") as f:
                f.write(state["text"])

    def with_values(self, set: Mapping[str, Value]) -> "Model":
        """The same model with these values, others as here."""
        other = self.__class__.__new__(self.__class__)
        other.__dict__.update(self.__dict__)
        other.set = {**self.set, **set}
        return other

    def __repr__(self) -> str:
        values = f", set={self.set!r}" if self.set else ""
        return f"dtc.Model({self.file!r}{values})"

    def _words(self, command: Sequence[str], set: Optional[Mapping[str, Value]] = None) -> List[str]:
        words = [*command, self.file]
        if self.name:
            words += ["--model", self.name]
        for folder in self.path:
            words += ["-I", folder]
        return words + _settings({**self.set, **(set or {})})

    # ---- a run ----

    def simulate(self, stop: Optional[float] = None, inputs: Optional[Inputs] = None, method: Optional[str] = None,
                 vars: Union[str, Sequence[str], None] = None, *, set: Optional[Mapping[str, Value]] = None,
                 start: Optional[float] = None, step: Optional[float] = None, interval: Optional[float] = None,
                 rtol: Optional[float] = None, atol: Optional[float] = None,
                 tune: Optional[Mapping[str, OverTime]] = None, state: Optional[Path] = None,
                 save_state: Optional[Path] = None, single: bool = False) -> Result:
        """A run, as `dtc sim` makes it, to the last bit.

        stop, start: s (default: the experiment's of the model, or a second)
        inputs: name -> number, (times, values) or a Series of pandas: linear between points, what is no Real is held,
            two points of one time are a jump; or a DataFrame with times as index; or a file, as `--inputs` takes it
        method: "cvode", variable steps with located events (default); fixed steps: "euler", "semi", "rk2", "rk4",
            "rosenbrock", "exact"
        vars: names or patterns, `*` for any text (default: all)
        set: values for this run, beside those of the model
        step: s, of a fixed step; interval: s, between rows; rtol, atol: of cvode
        tune: parameters that change during the run, name -> (times, values)
        state: a file of results or of `save_state`, from whose last row the run goes on

        Raises ModelError for a mistake in the model or a value, RunError where the run ends early, with the rows before
        that in its `result`. Warnings of dtc are `dtc.Warning`s. Another thread may run meanwhile.
        """
        numbers = {"--stop": stop, "--start": start, "--step": step, "--interval": interval, "--rtol": rtol,
                   "--atol": atol}
        words = self._words(["sim"], set) + ["--quiet", "--format", "mat", "-o", "-", *_names(vars)]
        for option, number in numbers.items():
            words += [] if number is None else [option, repr(float(number))]
        words += ["--method", method] if method else []
        words += ["--float"] if single else []
        words += [] if state is None else ["--state", os.path.abspath(state)]
        words += [] if save_state is None else ["--save-state", os.path.abspath(save_state)]
        over_time = {"tune": _curves(tune or {})}
        if isinstance(inputs, (str, os.PathLike)):
            words += ["--inputs", os.path.abspath(inputs)]
        elif isinstance(inputs, Mapping):
            over_time["inputs"] = _curves(inputs)
        frame = None if inputs is None or isinstance(inputs, (str, os.PathLike, Mapping)) else inputs
        if frame is None and not any(over_time.values()):
            return self._run(words)
        with tempfile.TemporaryDirectory(prefix="dtc-") as folder:
            if frame is not None:
                words += ["--inputs", _inputs_file(frame, folder)]
            if any(over_time.values()):                                     # JSON is YAML
                file = os.path.join(folder, "inputs.yaml")
                with open(file, "w", encoding="utf-8") as f:
                    json.dump({k: v for k, v in over_time.items() if v}, f)
                words += ["--param", file]
            return self._run(words)

    def _run(self, words: Sequence[str]) -> Result:
        done = _program.run(words, self._folder)
        said = _program.said(done)
        result = _files.from_mat(done.stdout, self.file) if done.stdout else None
        if done.returncode == 0 and result is not None:
            _errors.warn(said, 3)
            return result
        if result is None:
            raise _errors.error(said)
        raise _errors.RunError(said.strip(), _errors.diagnoses(said), result)
