"""A model: its file and the values given to it, and what can be done with both."""
from __future__ import annotations

import html
import json
import os
import shutil
import subprocess
import tempfile
import threading
import weakref
from dataclasses import replace
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from . import _errors, _files, _object, _program
from ._errors import Diagnosis
from ._instance import Instance
from ._pages import Page, Picture
from ._result import Result
from ._tables import Linear, Table, Tables, account
from ._values import Inputs, Names, OverTime, Path, Value, curves, inputs_file, options, settings, varied
from ._variables import Variable, Variables


class _Folder:
    """A folder of its own, which goes with the last that knows it."""

    def __init__(self) -> None:
        self.name = tempfile.mkdtemp(prefix="dtc-")
        weakref.finalize(self, shutil.rmtree, self.name, ignore_errors=True)


def _absolute(file: Optional[Path]) -> Optional[str]:
    return None if file is None else os.path.abspath(file)


class _Once:
    """What is computed once, whoever asks first."""

    def __init__(self) -> None:
        self.lock, self.value = threading.Lock(), None

    def get(self, make: Callable[[], Any]) -> Any:
        with self.lock:
            if self.value is None:
                self.value = make()
            return self.value


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

    _known: Dict[Any, _Once]

    def __init__(self, file: Path, set: Optional[Mapping[str, Value]] = None, *, name: Optional[str] = None,
                 path: Sequence[Path] = ()) -> None:
        self.file = os.fspath(file)
        self.set: Dict[str, Value] = dict(set or {})
        self.name = name
        self.path = [os.fspath(p) for p in path]
        self._known = {}                    # what start() has made
        self._folder = os.getcwd()          # names of files are meant from here on; errors show them as they were given
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
        return {k: v for k, v in self.__dict__.items() if k not in ("_own", "_known")}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._known = {}
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

    def _words(self, command: Sequence[str], values: Optional[Mapping[str, Value]] = None) -> List[str]:
        """Of a command for this model; values in place of its own."""
        words = [*command, self.file]
        if self.name:
            words += ["--model", self.name]
        for folder in self.path:
            words += ["-I", folder]
        return words + settings(self.set if values is None else values)

    # ---- a run ----

    def simulate(self, stop: Optional[float] = None, inputs: Optional[Inputs] = None, method: Optional[str] = None,
                 vars: Names = None, *, set: Optional[Mapping[str, Value]] = None,
                 start: Optional[float] = None, step: Optional[float] = None, interval: Optional[float] = None,
                 rtol: Optional[float] = None, atol: Optional[float] = None,
                 tune: Optional[Mapping[str, OverTime]] = None, state: Optional[Path] = None,
                 save_state: Optional[Path] = None, single: bool = False, audit: bool = False) -> Result:
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
        audit: the energy account of the run, in `Result.audit`

        Raises ModelError for a mistake in the model or a value, RunError where the run ends early, with the rows before
        that in its `result`. Warnings of dtc are `dtc.Warning`s. Another thread may run meanwhile.
        """
        done = self._sim("mat", inputs, tune, set, dict(
            stop=stop, method=method, vars=vars, start=start, step=step, interval=interval, rtol=rtol, atol=atol,
            float=single, audit=audit, state=_absolute(state), save_state=_absolute(save_state)))
        said = _program.said(done)
        result = _files.from_mat(done.stdout, self.file) if done.stdout else None
        if result is not None and audit:
            result.audit = account(said)
        if done.returncode == 0 and result is not None:
            _errors.warn(said)
            return result
        if result is None:
            raise _errors.error(said)
        raise _errors.RunError(said.strip(), _errors.diagnoses(said), result)

    def page(self, inputs: Optional[Inputs] = None, *, set: Optional[Mapping[str, Value]] = None,
             tune: Optional[Mapping[str, OverTime]] = None, **run: Any) -> Page:
        """A run as a page, with the model at the cursor (docs/page.md): arguments are those of `simulate`."""
        done = self._sim("html", inputs, tune, set, run)
        if done.returncode != 0 and not done.stdout:
            raise _errors.error(_program.said(done))
        return Page(done.stdout.decode("utf-8"))

    def _sim(self, format: str, inputs: Optional[Inputs], tune: Optional[Mapping[str, OverTime]],
             set: Optional[Mapping[str, Value]], given: Mapping[str, Any]) -> "subprocess.CompletedProcess[bytes]":
        words = self._words(["sim"], {**self.set, **(set or {})}) + ["--quiet", "-o", "-"]
        return self._driven(words + options({**given, "format": format}), inputs, tune)

    def _driven(self, words: List[str], inputs: Optional[Inputs],
                tune: Optional[Mapping[str, OverTime]]) -> "subprocess.CompletedProcess[bytes]":
        """dtc with inputs and parameters over time."""
        over_time = {"tune": curves(tune or {}), "inputs": curves(inputs) if isinstance(inputs, Mapping) else {}}
        if isinstance(inputs, (str, os.PathLike)):
            words = [*words, "--inputs", os.path.abspath(inputs)]
        frame = None if isinstance(inputs, (str, os.PathLike, Mapping)) else inputs
        if frame is None and not any(over_time.values()):
            return _program.run(words, self._folder)
        with tempfile.TemporaryDirectory(prefix="dtc-") as folder:
            if frame is not None:
                words = [*words, "--inputs", inputs_file(frame, folder)]
            if any(over_time.values()):                                     # JSON is YAML
                file = os.path.join(folder, "inputs.yaml")
                with open(file, "w", encoding="utf-8") as f:
                    json.dump({k: v for k, v in over_time.items() if v}, f)
                words = [*words, "--param", file]
            done = _program.run(words, self._folder)
            done.stderr = done.stderr.replace(os.fsencode(folder + os.sep), b"")   # nobody has seen these files
            return done

    def sweep(self, vary: Mapping[str, Any], metrics: Mapping[str, str], *, inputs: Optional[Inputs] = None,
              tune: Optional[Mapping[str, OverTime]] = None, **given: Any) -> Table:
        """Many runs with a fixed step on all processors, as `dtc sweep` makes them (docs/sweep.md): a row for each.

        vary: name -> values, as a list or an array, or as dtc writes them, "1:0.5:3", "uniform(1, 3)", or as a file of
            dtc has them, {"uniform": [1, 3]}, {"scale": [0.9, 1.1]}
        metrics: name -> expression, {"heat": "integral(clutch.lossPower)"}
        Other options by keyword: design="sobol:1024", seed=1, method="euler", step=1e-3, stop=5, jobs=2, timeout=10.

        The columns are `point`, the factors, `status`, `message`, the metrics, with units. Runs that fail are rows; an
        Error is raised where none can be made.
        """
        words = self._words(["sweep"]) + ["--quiet"] + options(given)
        for name, values in vary.items():
            words += ["--vary", varied(name, values)]
        for name, expression in metrics.items():
            words += ["--metric", f"{name}={expression}"]
        with tempfile.TemporaryDirectory(prefix="dtc-") as folder:
            store = os.path.join(folder, "study.db")
            done = self._driven([*words, "-o", store], inputs, tune)
            said = _program.said(done)
            if not os.path.exists(store):
                raise _errors.error(said)
            told = _files.study(store)
        _errors.warn(said)
        return Table("sweep", told)

    # ---- what there is ----

    def _listed(self, words: Sequence[str] = (), values: Optional[Mapping[str, Value]] = None) -> Any:
        whole = self._words(["list"], values) + ["--format", "json", *words]
        return json.loads(_program.output(whole, self._folder))

    @property
    def parameters(self) -> Variables:
        """Name -> what a parameter is, and its value here."""
        return Variables(self._listed()["parameters"], "parameter")

    @property
    def inputs(self) -> Variables:
        return Variables(self._listed()["inputs"], "input")

    @property
    def outputs(self) -> Variables:
        return Variables(self._listed()["outputs"], "output")

    @property
    def states(self) -> Variables:
        return Variables(self._listed()["states"], "state")

    # ---- steps ----

    def start(self, inputs: Optional[Mapping[str, OverTime]] = None, *, set: Optional[Mapping[str, Value]] = None,
              method: str = "euler", step: Optional[float] = None, vars: Names = "*", single: bool = False) -> Instance:
        """An instance at its start, which makes steps in this process, bit by bit those of `simulate(method=...)`.

        inputs: their values at the start, which decide where a clutch begins; set: values for this instance; method,
        step, single: as of `simulate`; vars: names or patterns of variables that it has beside parameters, inputs,
        outputs and states (default: all; fewer are faster).

        What it needs is compiled once for each set of options, and structural values; if the file changes, make a new
        Model. Needs a C compiler, as every run does.
        """
        words = options(dict(method=method, step=step, vars=vars, float=single))
        object: Optional[_object.Object]
        here, in_code = self._split(words, {**self.set, **(set or {})})
        build: Dict[str, Any] = {"words": words, "values": in_code}
        try:
            object = self._object(**build)
        except _errors.ModelError:
            object = None
        if object is None or not all(name in object.number for name in here):
            build["values"] = {**self.set, **(set or {})}       # what is in the code decides what there is
            object, here = self._object(**build), {}
        return Instance(object, (self, build))._start(here, inputs or {})

    def _once(self, key: Any, make: Callable[[], Any]) -> Any:
        return self._known.setdefault(key, _Once()).get(make)

    def _object(self, words: Sequence[str], values: Mapping[str, Value]) -> _object.Object:
        """The shared object with these options, and values that are part of its code."""
        whole = self._words([], values) + list(words)

        def make() -> _object.Object:
            with tempfile.TemporaryDirectory(prefix="dtc-") as folder:
                file = os.path.join(folder, "model.so")
                _program.output([*whole, "-o", file], self._folder)
                return _object.load(file)
        made: _object.Object = self._once(tuple(whole), make)
        return made

    def _split(self, words: Sequence[str], values: Mapping[str, Value]) -> Tuple[Dict[str, float], Dict[str, Value]]:
        """Of values those that an instance is given, as numbers by its names, and those that are part of the code. An array
        of another size than the model's is both: the first of a size is in the code, others are given to that."""
        if not values:
            return {}, {}
        known: Dict[str, Variable] = self._once(("list", *words), lambda: self._settable(self._listed(words, {})))
        here: Dict[str, float] = {}
        in_code: Dict[str, Value] = {}
        for name, value in values.items():
            of = known.get(name)
            if of is not None and of.dimensions and not isinstance(value, str) and np.ndim(value) == len(of.dimensions) and \
                    np.shape(value) != of.dimensions:
                of = replace(of, dimensions=np.shape(value))
                in_code[name] = self._once(("size", name, of.dimensions), lambda: value)
            numbers = of.numbers(value) if of is not None else None
            if of is None or numbers is None:
                in_code[name] = value
            else:
                here.update(zip(of.elements() or [name], numbers))
        return here, in_code

    @staticmethod
    def _settable(listed: Mapping[str, Any]) -> Dict[str, Variable]:
        """Those that an instance is given, by name; elements of arrays too."""
        variables = Variables([*listed["parameters"], *listed["inputs"]])
        found = {name: v for name, v in variables.items() if v.settable}
        return {**{name: v.element() for whole, v in found.items() for name in v.elements()}, **found}

    # ---- analyses ----

    def analyse(self, command: str, **given: Any) -> Tables:
        """The tables of a command of dtc that works on a model, "bode" or "campbell" for example.

        Options are those of `dtc help COMMAND`, by keyword: at=2 is --at 2, in_="tau" is --in tau; a list is one of
        names, a dict one of NAME=VALUE, True an option without a value; a list of lists repeats the option.
        """
        return Tables(self._told(command, given))

    def _told(self, command: str, given: Mapping[str, Any]) -> Any:
        words = self._words([command]) + options({"format": "json", **given})
        return json.loads(_program.output(words, self._folder))

    def linearize(self, **given: Any) -> Linear:
        """A, B, C, D around a point: at=T, state=FILE, equilibrium=True, stuck=[...], in_=[...], out=[...]."""
        return Linear(self._told("linearize", given))

    def modes(self, **given: Any) -> Tables:
        """Natural frequencies, damping, shapes, energies: at=T, stuck=[...], vary={"gear": [1, 2, 3]}."""
        return Tables(self._told("modes", given))

    def gears(self, **given: Any) -> Tables:
        """Members, elements and gears of a gear train, in fractions: sub="gearbox", in_=FLANGE, out=FLANGE."""
        return Tables(self._told("gears", given))

    def equilibrium(self, **given: Any) -> Tables:
        """Where it rests or moves steadily: solve=["throttle"], for_={"v": 20}."""
        return Tables(self._told("equilibrium", given))

    # ---- for others ----

    def check(self) -> List[Diagnosis]:
        """What dtc has to say of the model, mistakes too; nothing is raised."""
        return _errors.diagnoses(_program.said(_program.run(self._words(["check"]), self._folder)))

    def cost(self, **given: Any) -> Any:
        """Bounds of the operations, memory and stack of a step, as `dtc --report` has them: method="euler", step=1e-3."""
        words = self._words(["--report"]) + options({"format": "json", **given})
        return json.loads(_program.output(words, self._folder))

    def write(self, file: Path, **given: Any) -> None:
        """The model in another form, by the name's ending: .c for a target, .so for programs, .fmu for other tools.

        Options are those of `dtc -o`: method="euler", step=1e-3, tune=[...], fmi=3.
        """
        _program.output(self._words([]) + options(given) + ["-o", os.path.abspath(file)], self._folder)

    def report(self, file: Path, **given: Any) -> None:
        """Diagram, parameters, gears, a run and modes on one page, .html or .pdf (docs/page.md)."""
        _program.output(self._words(["report"]) + options(given) + ["-o", os.path.abspath(file)], self._folder)

    def diagram(self, **given: Any) -> Picture:
        """The model as a picture: sub="gearbox", depth=1. Needs the program dot of graphviz (docs/diagram.md)."""
        words = self._words(["diagram"]) + options({"format": "svg", **given}) + ["-o", "-"]
        return Picture(_program.output(words, self._folder).decode("utf-8"))

    def _repr_html_(self) -> str:
        try:
            return self.diagram().text
        except _errors.Error as problem:    # of a model, or there is no dot
            return f"<pre>{html.escape(repr(self))}\n{html.escape(str(problem))}</pre>"
