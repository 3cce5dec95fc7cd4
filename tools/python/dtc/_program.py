"""The program dtc: where it is, how it is called.

It is looked for in $DTC; beside this package, where a wheel and the package of Debian have it; then in PATH, under the
names that installations give it. The device tree compiler is called dtc, too: it says so, and is passed over.
"""
from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import List, Optional, Sequence

from . import _errors
from ._pages import Text

_NAMES = ("dtc-drivetrain", "dtc")


def _version(file: str) -> Optional[str]:
    """Of a compiler for drivetrains; None: the file is none."""
    try:
        said = subprocess.run([file, "--version"], capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout
    except OSError:
        return None
    words = said.split()
    return words[1] if len(words) == 2 and words[0] == "dtc" else None


@functools.lru_cache(maxsize=None)
def _found(given: Optional[str], path: Optional[str]) -> str:
    beside = Path(__file__).parent / "bin" / "dtc"
    if given:
        return given
    if beside.exists():
        return str(beside)
    for name in _NAMES:
        file = shutil.which(name, path=path)
        if file and _version(file):
            return file
    raise _errors.Error("the program dtc is not found: put its folder into PATH, or its name into the variable DTC "
                        "of the environment (the device tree compiler, which is called dtc too, is another program)")


def program() -> str:
    """The file of the program dtc that is called."""
    return _found(os.environ.get("DTC"), os.environ.get("PATH"))


@functools.lru_cache(maxsize=None)
def version() -> str:
    """The version of the program, "0.1"."""
    found = _version(program())
    if not found:
        raise _errors.Error(f"{program()} is not a dtc that compiles drivetrains")
    return found


def run(words: Sequence[str], folder: Optional[str] = None) -> "subprocess.CompletedProcess[bytes]":
    """dtc with these words, in that folder: what it has written and said, whatever its exit code is."""
    command: List[str] = [program(), *words]
    try:
        return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True)
    except OSError as problem:
        raise _errors.Error(f"{command[0]} cannot be run: {problem.strerror}") from problem


def said(done: "subprocess.CompletedProcess[bytes]") -> str:
    return done.stderr.decode("utf-8", "replace")


def output(words: Sequence[str], folder: Optional[str] = None) -> bytes:
    """What dtc writes; an Error where it fails, a Warning for each of its warnings."""
    done = run(words, folder)
    if done.returncode != 0:
        raise _errors.error(said(done))
    _errors.warn(said(done))
    return done.stdout


def doc(name: str = "") -> Text:
    """What a class of the library is, "Clutch.Clutch", with an example that runs; without a name, the library."""
    return Text(output(["doc", *([name] if name else [])]).decode("utf-8"))


def main() -> None:
    """The program itself, of a wheel: it goes on in place of Python."""
    os.execv(program(), ["dtc", *sys.argv[1:]])
