"""The shared object of a model: the functions of runtime/dtc_call.h, by ctypes, which lets go of the lock of the
interpreter while they run.

A process keeps an object once it has loaded it; two files of the same bytes are one object.
"""
from __future__ import annotations

import ctypes as c
import hashlib
import threading
from typing import Any, Dict, List, Tuple

from ._errors import Error, RunError, UnknownName


class Input(c.Structure):
    """dtc_call_input"""
    _fields_ = [("variable", c.c_int), ("held", c.c_int), ("points", c.c_longlong), ("time", c.POINTER(c.c_double)),
                ("value", c.POINTER(c.c_double)), ("at", c.c_longlong)]


class Task(c.Structure):
    """dtc_call_task"""
    _fields_ = [("steps", c.c_longlong), ("every", c.c_longlong), ("inputs", c.c_int), ("columns", c.c_int),
                ("input", c.POINTER(Input)), ("column", c.POINTER(c.c_int)), ("row", c.POINTER(c.c_double)),
                ("room", c.c_longlong), ("rows", c.c_longlong), ("made", c.c_longlong)]


_info, _model, _text, _task = c.c_void_p, c.c_void_p, c.c_char_p, c.POINTER(Task)

#: Of the functions that are called here: what they give, and what they take (tests/python/header.py compares).
FUNCTIONS: Dict[str, Tuple[Any, ...]] = {
    "dtc_model": (_info,),
    "dtc_model_column": (c.c_int, c.c_int),
    "dtc_call_size": (c.c_size_t, _info),
    "dtc_call_model": (c.c_char_p, _info),
    "dtc_call_step_size": (c.c_double, _info),
    "dtc_call_variables": (c.c_int, _info),
    "dtc_call_name": (c.c_size_t, _info, c.c_int, _text, c.c_size_t),
    "dtc_call_unit": (c.c_char_p, _info, c.c_int),
    "dtc_call_description": (c.c_char_p, _info, c.c_int),
    "dtc_call_kind": (c.c_int, _info, c.c_int),
    "dtc_call_type": (c.c_int, _info, c.c_int),
    "dtc_call_init": (None, _info, _model),
    "dtc_call_tune": (c.c_int, _info, _model),
    "dtc_call_time": (c.c_double, _info, _model),
    "dtc_call_get": (c.c_double, _info, _model, c.c_int),
    "dtc_call_set": (c.c_int, _info, _model, c.c_int, c.c_double),
    "dtc_call_message": (c.c_size_t, _info, _model, c.c_int, _text, c.c_size_t),
    "dtc_call_rows": (c.c_longlong, _task),
    "dtc_call_start": (c.c_int, _info, _model, _task),
    "dtc_call_run": (c.c_int, _info, _model, _task),
}

#: dtc_call_kind
PARAMETER, INPUT, OUTPUT, STATE, OTHER, CALCULATED = range(6)

OK, TERMINATE = 0, 1


class Object:
    """A model that is loaded: its functions, and its variables by number."""

    def __init__(self, file: str, mark: str) -> None:
        self.f: Any = c.CDLL(file)
        for name, (result, *given) in FUNCTIONS.items():
            function = getattr(self.f, name)
            function.restype, function.argtypes = result, given
        self.mark = mark                    # of its bytes
        self.info = self.f.dtc_model()
        self.name: str = self.f.dtc_call_model(self.info).decode()
        self.size: int = self.f.dtc_call_size(self.info)
        self.step: float = self.f.dtc_call_step_size(self.info)
        numbers = range(self.f.dtc_call_variables(self.info))
        self.names: List[str] = [self._text(self.f.dtc_call_name, k) for k in numbers]
        self.number: Dict[str, int] = {name: k for k, name in enumerate(self.names)}
        self.kinds: List[int] = [self.f.dtc_call_kind(self.info, k) for k in numbers]
        self.units: List[str] = [self.f.dtc_call_unit(self.info, k).decode() for k in numbers]
        #: Those that `dtc sim` writes if nothing is said.
        self.columns: List[str] = []
        while (k := self.f.dtc_model_column(len(self.columns))) >= 0:
            self.columns.append(self.names[k])
        self.descriptions: List[str] = [self.f.dtc_call_description(self.info, k).decode() for k in numbers]

    def _text(self, function: Any, *given: Any) -> str:
        """Of a function that writes a text and gives its length."""
        text = c.create_string_buffer(200)
        length = function(self.info, *given, text, len(text))
        if length >= len(text):
            text = c.create_string_buffer(length + 1)
            function(self.info, *given, text, len(text))
        return text.value.decode("utf-8", "replace")

    def number_of(self, name: str) -> int:
        """Of a variable. KeyError: there is none of that name."""
        try:
            return self.number[name]
        except KeyError:
            raise UnknownName("variable", name, self.names) from None

    def check(self, memory: int, status: int, about: str) -> int:
        """A status that is no failure; else a RunError, or of a wrong call an Error."""
        if status in (OK, TERMINATE):
            return status
        text = f"{about}: {self._text(self.f.dtc_call_message, memory, status)}"
        raise RunError(text, status=status) if status > 0 else Error(text)


_loaded: Dict[str, Object] = {}
_lock = threading.Lock()


def load(file: str) -> Object:
    """The object in that file, which may go afterwards."""
    with open(file, "rb") as f:
        mark = hashlib.sha256(f.read()).hexdigest()
    with _lock:
        if mark not in _loaded:
            _loaded[mark] = Object(file, mark)
        return _loaded[mark]
