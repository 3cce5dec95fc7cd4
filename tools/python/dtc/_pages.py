"""Pages and pictures of dtc, which notebooks show."""
from __future__ import annotations

import html

from ._values import Path


class _Shown:
    def __init__(self, text: str) -> None:
        self.text = text

    def save(self, file: Path) -> None:
        """Into a file, as it is."""
        with open(file, "w", encoding="utf-8") as f:
            f.write(self.text)

    def __repr__(self) -> str:
        return f"<dtc.{type(self).__name__}: {len(self.text)} characters, save(file) writes it>"


class Page(_Shown):
    """A page of HTML that needs nothing beside it (docs/page.md)."""

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{html.escape(self.text)}" sandbox="allow-scripts allow-downloads" width="100%" '
                'height="700" style="border: 0"></iframe>')


class Picture(_Shown):
    """A picture as SVG."""

    def _repr_svg_(self) -> str:
        return self.text


class Text(str):
    """What dtc has written, as it stands in a terminal."""

    def __repr__(self) -> str:
        return str(self)
