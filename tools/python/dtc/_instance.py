"""A model with a fixed step in the memory of this process: steps, inputs, parameters, states that are saved."""
from __future__ import annotations

import ctypes as c
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from . import _object
from ._errors import Error, RunError, UnknownName
from ._result import Column, Result, matching
from ._values import Array, Names, OverTime, points, whole
from ._values import number as _number

if TYPE_CHECKING:
    from ._model import Model


class Instance:
    """A model that makes steps. `Model.start` gives one; any number of them may be at work, each in one thread at a
    time.

    `instance["throttle"] = 0.5` sets an input, `instance["v"]` is a value of any variable at `instance.time`. Steps are
    made in C, and other threads run meanwhile. Copies (`copy.copy`) and what `pickle` makes of it go on from where it
    stands.
    """

    def __init__(self, object: _object.Object, build: Tuple["Model", Dict[str, Any]]) -> None:
        self._object = object
        self._build = build                 # what Model.start made it of
        self._memory = np.zeros(-(-object.size // 8))
        self._at = self._memory.ctypes.data
        self._task = _object.Task()
        self._task.every = 1
        self._by_reference = c.byref(self._task)
        #: True: the model has ended the run (terminate). No steps are made then.
        self.terminated = False
        object.f.dtc_call_init(object.info, self._at)

    # ---- what it has ----

    @property
    def time(self) -> float:
        """s"""
        return float(self._object.f.dtc_call_time(self._object.info, self._at))

    @property
    def step_size(self) -> float:
        """s"""
        return self._object.step

    @property
    def names(self) -> List[str]:
        """Of all variables and parameters."""
        return list(self._object.names)

    @property
    def units(self) -> Dict[str, str]:
        return dict(zip(self._object.names, self._object.units))

    def _of_kind(self, kind: int) -> List[str]:
        return [name for name, k in zip(self._object.names, self._object.kinds) if k == kind]

    @property
    def inputs(self) -> List[str]:
        return self._of_kind(_object.INPUT)

    @property
    def outputs(self) -> List[str]:
        return self._of_kind(_object.OUTPUT)

    @property
    def parameters(self) -> Dict[str, float]:
        """Name -> value of those that `tune` changes."""
        return {name: self[name] for name in self._of_kind(_object.PARAMETER)}

    def __getitem__(self, name: str) -> float:
        """The value of a variable at the present time. KeyError: there is none of that name."""
        if name == "time":
            return self.time
        return float(self._object.f.dtc_call_get(self._object.info, self._at, self._object.number_of(name)))

    def __setitem__(self, name: str, value: float) -> None:
        """An input, from here on. KeyError: there is no input of that name; `tune` changes parameters."""
        number = self._of(name, _object.INPUT, "input")
        self._set(name, number, value)

    def _of(self, name: str, kind: int, what: str) -> int:
        """The number of an input or a parameter; a KeyError says what it is instead, or which may be meant."""
        number = self._object.number.get(name)
        if number is None:
            raise UnknownName(what, name, self._of_kind(kind))
        if self._object.kinds[number] != kind:
            of = self._object.kinds[number]
            raise KeyError(f"{name} is no {what}" + (": tune() changes parameters" if of == _object.PARAMETER else
                                                     ": instance[name] = value sets inputs" if of == _object.INPUT else ""))
        return number

    def _set(self, name: str, number: int, value: float) -> None:
        value = _number(name, value)
        status = self._object.f.dtc_call_set(self._object.info, self._at, number, value)
        self._object.check(self._at, status, f"{name} = {value!r}")

    def __repr__(self) -> str:
        return f"<dtc.Instance of {self._object.name} at {self.time:g} s>"

    # ---- what it does ----

    def step(self, steps: int = 1) -> float:
        """Makes steps with the present inputs; the time afterwards. Variables belong to that time.

        Raises RunError where a step fails; the state is that before it. A model that ends its run (`terminated`) makes
        no more.
        """
        self._task.steps = whole("steps", steps, 0)
        if not self.terminated:
            self._end(self._object.f.dtc_call_run(self._object.info, self._at, self._by_reference))
        return self.time

    def run(self, duration: float, inputs: Optional[Mapping[str, OverTime]] = None,
            vars: Names = None, every: int = 1) -> Result:
        """Steps for that time, all in C: what variables were meanwhile.

        duration: s, rounded to whole steps; inputs: as of `Model.simulate`; vars: names or patterns (default: those of
        `Model.simulate`, without parameters); every: rows after so many steps, and at the end.
        Raises RunError where a step fails, with the rows before that in its `result`.
        """
        names = self._chosen(vars)
        duration = _number("duration", duration)
        if not 0 <= duration < float("inf"):
            raise ValueError(f"duration: seconds, 0 or more, not {duration!r}")
        every = whole("every", every, 1)
        task, kept = self._object_task(inputs or {})
        column = (c.c_int * (len(names) + 1))(-1, *(self._object.number[name] for name in names))
        task.steps = 0 if self.terminated else round(duration / self._object.step)
        task.every, task.columns, task.column = every, len(column), column
        rows = np.empty((self._object.f.dtc_call_rows(c.byref(task)), len(column)))
        task.room, task.row = len(rows), rows.ctypes.data_as(c.POINTER(c.c_double))
        status = self._object.f.dtc_call_run(self._object.info, self._at, c.byref(task))
        result = self._result(rows[:task.rows], names)
        self._end(status, result)
        return result

    def tune(self, values: Mapping[str, float]) -> None:
        """Parameters that act from here on: all of them or, where one is refused (RunError), none (docs/tune.md)."""
        numbers = {name: self._of(name, _object.PARAMETER, "parameter that can change") for name in values}
        values = {name: _number(name, value) for name, value in values.items()}
        before = {name: self[name] for name in numbers}
        try:
            for name, number in numbers.items():
                self._set(name, number, values[name])
            self._end(self._object.f.dtc_call_tune(self._object.info, self._at), about="tune")
        except Error:
            for name, number in numbers.items():
                self._set(name, number, before[name])
            raise

    # ---- states ----

    def save(self) -> bytes:
        """All that it is now; `restore` goes back to it, in another instance of the same object too."""
        return bytes([self.terminated]) + self._memory.tobytes()

    def restore(self, state: bytes) -> None:
        """What `save` gave becomes its state. ValueError: that was of another object."""
        if not isinstance(state, (bytes, bytearray)):
            raise TypeError(f"a state is the bytes that save() gave, not {state!r}")
        if len(state) != 1 + self._memory.nbytes:
            raise ValueError(f"a state of {len(state)} bytes is of another model than {self._object.name}")
        self.terminated = bool(state[0])
        self._memory[:] = np.frombuffer(state, offset=1)

    def __copy__(self) -> "Instance":
        other = Instance(self._object, self._build)
        other.restore(self.save())
        return other

    def __deepcopy__(self, memo: Any) -> "Instance":
        return self.__copy__()

    def __reduce__(self) -> Tuple[Callable[..., "Instance"], Tuple[Any, ...]]:
        return _again, (*self._build, self._object.mark, self.save())

    # ---- with what ----

    def _chosen(self, vars: Names) -> List[str]:
        if vars is None:
            return self._object.columns
        return matching(self._object.names, vars.split(",") if isinstance(vars, str) else vars)

    def _object_task(self, inputs: Mapping[str, OverTime]) -> Tuple[_object.Task, List[Any]]:
        """A task with these inputs, and what it points to."""
        input, kept = (_object.Input * len(inputs))(), []
        for k, (name, value) in enumerate(inputs.items()):
            time, y = (np.ascontiguousarray(x) for x in points(name, value))
            kept += [time, y]
            input[k].variable = self._of(name, _object.INPUT, "input")
            input[k].points = len(time)
            input[k].time = time.ctypes.data_as(c.POINTER(c.c_double))
            input[k].value = y.ctypes.data_as(c.POINTER(c.c_double))
        task = _object.Task()
        task.every, task.inputs, task.input = 1, len(inputs), input
        return task, kept

    def _result(self, rows: Array, names: Sequence[str]) -> Result:
        of = self._object
        return Result(rows[:, 0], [Column(name, rows[:, k + 1], of.kinds[of.number[name]] == _object.PARAMETER,
                                          of.units[of.number[name]], of.descriptions[of.number[name]])
                                   for k, name in enumerate(names)])

    def _end(self, status: int, result: Optional[Result] = None, about: str = "") -> None:
        try:
            status = self._object.check(self._at, status, about or f"{self._object.name} at time {self.time:g}")
        except RunError as problem:
            problem.result = result
            raise
        self.terminated |= status == _object.TERMINATE

    def _start(self, values: Mapping[str, float], inputs: Mapping[str, OverTime]) -> "Instance":
        for name, value in values.items():
            self._set(name, self._object.number[name], value)
        task, kept = self._object_task(inputs)
        self._end(self._object.f.dtc_call_start(self._object.info, self._at, c.byref(task)), about="start")
        self.step(0)
        return self


def _again(model: "Model", build: Dict[str, Any], mark: str, state: bytes) -> Instance:
    """Of pickle: the object is made again, and has to be the same."""
    object = model._object(**build)
    if object.mark != mark:
        raise Error(f"{model.file} is not the model, or dtc and the C compiler are not those, that this state is of")
    instance = Instance(object, (model, build))
    instance.restore(state)
    return instance
