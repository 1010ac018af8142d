"""Rule sheets: TOML -> ``Rules``, side bets and claims, checked; finds the built-in ones.

>>> sheet = load_sheet("uth-dk")
>>> str(sheet.rules.qualifier), [bet.name for bet in sheet.side_bets]
('pair or better', ['trips'])
>>> load_sheet("casino-holdem-dk+bonus-25").name
'casino-holdem-dk+bonus-25'
"""

from __future__ import annotations

import errno
import os
from functools import lru_cache
from pathlib import Path

from uth_exact._sheet_claims import MAIN_BASES, Claim, Figure, Origin, Rounding
from uth_exact._sheet_fields import nearest
from uth_exact._sheet_format import Game, Sheet, build
from uth_exact._tables import folder
from uth_exact._toml import LONGEST_ECHO, is_file, parse_toml, quoted, read_file
from uth_exact.errors import SheetError
from uth_exact.odds import shown

__all__ = ["MAIN_BASES", "Claim", "Figure", "Game", "Origin", "Rounding", "Sheet", "load_sheet", "parse_sheet", "sheet_names"]

@lru_cache(1)
def sheet_names() -> tuple[str, ...]:
    """Names of the built-in sheets, in alphabetical order. Raises ``OSError`` if there are none: then some of the program is missing."""
    names = sorted(path.name.removesuffix(".toml") for path in folder().glob("*.toml"))
    if not names:
        raise FileNotFoundError(errno.ENOENT, "no rule sheets are there, so the installation is incomplete", str(folder()))
    return tuple(names)


def load_sheet(name_or_path: str | os.PathLike[str]) -> Sheet:
    """The rule sheet of a built-in name such as ``uth-dk``, or of the path of a TOML file.

    ``+variant`` at the end chooses a variant of the sheet, several one after the other. What contains a separator,
    ends in ``.toml`` or exists as a file is a path, unless it is a built-in name. Raises ``SheetError`` with a line
    that says what is wrong where and how to put it right.
    """
    text = os.fsdecode(name_or_path)
    base, variants = _chosen(text)
    if base in sheet_names():
        return _built_in(base, variants)
    if is_file(text):
        return _from_file(text, ())
    if base.lower().endswith(".toml") or "/" in base or os.sep in base or is_file(base):
        return _from_file(base, variants)
    message = f"no rule sheet is called {shown(base)}; {nearest(base, sheet_names())}; or give the path of a .toml file"
    raise SheetError("unknown_sheet", message, base[:LONGEST_ECHO])


def _chosen(text: str) -> tuple[str, tuple[str, ...]]:
    """A sheet and the variants chosen at its end; a ``+`` before a separator or a point belongs to a path."""
    start = 1 + max(map(text.rfind, ("/", "\\", ".")))
    first, *variants = text[start:].split("+")
    return text[:start] + first, tuple(variants)


def parse_sheet(text: bytes, name: str, file: str, variants: tuple[str, ...] = ()) -> Sheet:
    """The rule sheet whose TOML is ``text``; ``file`` names it in messages."""
    return build(name, file, parse_toml(text, file), variants)


@lru_cache(64)
def _built_in(name: str, variants: tuple[str, ...]) -> Sheet:
    return parse_sheet((folder() / f"{name}.toml").read_bytes(), name, f"{name}.toml", variants)


def _from_file(path: str, variants: tuple[str, ...]) -> Sheet:
    text, file = read_file(path, sheet_names())
    return parse_sheet(text, quoted(Path(path).stem), file, variants)
