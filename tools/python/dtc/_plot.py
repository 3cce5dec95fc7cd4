"""Results as pictures of matplotlib."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence

if TYPE_CHECKING:
    from ._result import Result


def plot(result: "Result", names: Sequence[str], figure: Any = None) -> List[Any]:
    """A panel for each unit and one for each variable with words, over one axis of time."""
    import matplotlib.pyplot as pyplot
    panels: Dict[str, List[str]] = {}
    for name in names:
        panels.setdefault(name if name in result.words else f"[{result.units[name]}]", []).append(name)
    if figure is None:
        figure = pyplot.figure(figsize=(8, 1.2 + 1.8 * len(panels)), layout="constrained")
    axes = figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
    for axis, (unit, members) in zip(axes, panels.items()):
        words: Optional[Dict[int, str]] = result.words.get(unit)
        for name in members:
            axis.plot(result.time, result[name], label=name, drawstyle="steps-post" if words else "default")
        if words:
            axis.set_yticks(list(words), list(words.values()))
        axis.set_ylabel("" if words else unit)
        axis.legend(loc="best", fontsize="small")
        axis.grid(True, alpha=0.3)
    axes[-1].set_xlabel("time [s]")
    return list(axes)
