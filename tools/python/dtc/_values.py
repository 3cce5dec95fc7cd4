"""Values of parameters and inputs, as Python has them and as dtc reads them."""
from __future__ import annotations

import csv
import math
import os
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas

Array = NDArray[np.float64]
Path = Union[str, "os.PathLike[str]"]
Value = Union[float, int, bool, str, Sequence[Any], NDArray[Any]]
OverTime = Union[float, Tuple[Sequence[float], Sequence[float]], "pandas.Series"]
Inputs = Union[Mapping[str, OverTime], "pandas.DataFrame", Path]
Names = Union[str, Sequence[str], None]


def value_text(value: Any) -> str:
    """A number, true, {1, 2}; a str is a literal of an enumeration or an expression."""
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "{" + ", ".join(map(value_text, value)) + "}"
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{value} is no value of a parameter or input")
    return value if isinstance(value, str) else repr(value)


def settings(values: Mapping[str, Value]) -> List[str]:
    """Words of the command line that give these values."""
    return [word for name, value in values.items() for word in ("--set", f"{name}={value_text(value)}")]


def option(name: str, value: Any) -> List[str]:
    """Words of an option: a list is one of names, a mapping one of NAME=VALUE, a list of lists repeats the option."""
    if value is None or value is False:
        return []
    if value is True:
        return [name]
    if isinstance(value, Mapping):
        return [name, ",".join(f"{k}={_item(v)}" for k, v in value.items())]
    if isinstance(value, (list, tuple)):
        if value and all(isinstance(x, (list, tuple)) for x in value):
            return [word for part in value for word in option(name, part)]
        return [name, ",".join(map(_item, value))]
    return [name, _item(value)]


def _item(value: Any) -> str:
    if isinstance(value, (list, tuple, np.ndarray)):
        return ",".join(map(_item, value))
    return value_text(value)


def options(given: Mapping[str, Any]) -> List[str]:
    """Words of options by keyword: at=2 is --at 2, in_="tau" is --in tau, save_state="x.mat" is --save-state x.mat."""
    return [word for name, value in given.items()
            for word in option("--" + name.rstrip("_").replace("_", "-"), value)]


def points(name: str, value: OverTime) -> Tuple[Array, Array]:
    """Times and values of an input; a number is one for all times."""
    series: Any = value
    if hasattr(value, "to_numpy"):                                          # of pandas
        time, y = series.index.to_numpy(dtype=float), series.to_numpy(dtype=float)
    elif isinstance(value, (tuple, list)) and len(value) == 2:
        time, y = (np.array(x, dtype=float, ndmin=1) for x in value)
    elif np.ndim(value) == 0:
        time, y = np.zeros(1), np.array([value], dtype=float)
    else:
        raise ValueError(f"{name}: an input is a number, or a pair (times, values)")
    if time.ndim != 1 or time.shape != y.shape or not len(time):
        raise ValueError(f"{name}: as many values as times, {y.shape} for {time.shape}")
    if not (np.isfinite(time).all() and np.isfinite(y).all()):
        raise ValueError(f"{name}: times and values are finite numbers")
    return time, y


def curves(values: Mapping[str, OverTime]) -> Dict[str, List[List[float]]]:
    """As YAML has them: name -> [[time, value], ...]."""
    return {name: np.column_stack(points(name, value)).tolist() for name, value in values.items()}


def inputs_file(frame: "pandas.DataFrame", folder: str) -> str:
    """A table with times as its index, as a file for --inputs."""
    file = os.path.join(folder, "inputs.csv")
    with open(file, "w", newline="", encoding="utf-8") as f:
        out = csv.writer(f)
        out.writerow(["time", *frame.columns])
        for time, *row in frame.itertuples():
            out.writerow([repr(float(x)) for x in (time, *row)])
    return file
