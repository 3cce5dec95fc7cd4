"""Values of parameters and inputs, as Python has them and as dtc reads them."""
from __future__ import annotations

import csv
import math
import operator
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


def number(what: str, value: Any) -> float:
    """One number. TypeError: the value is none, a text for example."""
    try:
        if not isinstance(value, (str, bytes)) and np.ndim(value) == 0:
            return float(value)
    except (TypeError, ValueError):
        pass
    raise TypeError(f"{what}: a number is wanted, not {value!r}")


def whole(what: str, value: Any, least: int) -> int:
    """A count."""
    try:
        count = operator.index(value)
    except TypeError:
        raise TypeError(f"{what}: a whole number is wanted, not {value!r}") from None
    if count < least:
        raise ValueError(f"{what}: {least} or more, not {value!r}")
    return count


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
    if not isinstance(value, (str, int, float)):
        raise TypeError(f"{value!r} is no value: a number, a bool, a list of these, or a literal or an expression as str")
    return value if isinstance(value, str) else repr(value)


def varied(name: str, values: Any) -> str:
    """NAME=VALUES of --vary: a list, what dtc writes, or a mapping as a file of dtc has it: {"uniform": [1, 3]}."""
    if isinstance(values, str):
        return f"{name}={values}"
    if isinstance(values, Mapping):
        if len(values) != 1:
            raise TypeError(f"{name}: a distribution is a mapping with one key, {{'uniform': [1, 3]}}, not {dict(values)!r}")
        (kind, given), = values.items()
        return varied(name + "*", given) if kind == "scale" else f"{name}={kind}({varied('', given)[1:]})"
    if isinstance(values, (list, tuple, range)) or np.ndim(values) > 0:
        return f"{name}={','.join(map(value_text, values))}"
    raise TypeError(f"{name}: what varies has several values: a list, '1:0.5:3' or {{'uniform': [1, 3]}}, not {values!r}")


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
    if isinstance(value, (str, bytes)):
        raise TypeError(f"{name}: an input is a number, or a pair (times, values), not {value!r}")
    if hasattr(value, "to_numpy"):                                          # of pandas
        time, y = series.index.to_numpy(dtype=float), series.to_numpy(dtype=float)
    elif isinstance(value, (tuple, list)) and len(value) == 2:
        time, y = (np.array(x, dtype=float, ndmin=1) for x in value)
    elif np.ndim(value) == 0:
        time, y = np.zeros(1), np.array([value], dtype=float)
    else:
        raise TypeError(f"{name}: an input is a number, or a pair (times, values), not {value!r}")
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
