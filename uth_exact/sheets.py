"""Rule sheets: TOML -> ``Rules``, side bets and claims, checked; finds the built-in ones.

>>> sheet = load_sheet("uth-dk")
>>> str(sheet.rules.qualifier), [bet.name for bet in sheet.side_bets]
('pair or better', ['trips'])
>>> load_sheet("casino-holdem-dk+bonus-25").name
'casino-holdem-dk+bonus-25'
"""

from __future__ import annotations

import os
import re
import stat
import tomllib
from functools import lru_cache
from pathlib import Path

from uth_exact._sheet_claims import MAIN_BASES, Claim, Figure, Origin, Rounding
from uth_exact._sheet_fields import nearest
from uth_exact._sheet_format import Game, Sheet, build
from uth_exact._tables import folder
from uth_exact.errors import SheetError
from uth_exact.odds import shown

__all__ = ["MAIN_BASES", "Claim", "Figure", "Game", "Origin", "Rounding", "Sheet", "load_sheet", "parse_sheet", "sheet_names"]

MAX_BYTES = 100_000
"""Largest file that is read; a sheet has a few thousand bytes."""

MAX_LINE = 300
"""Longest line in characters. The TOML reader takes memory with the square of the dots in a key."""

LONGEST_ECHO = 300
"""A path is quoted up to this many characters."""


@lru_cache(1)
def sheet_names() -> tuple[str, ...]:
    """Names of the built-in sheets, in alphabetical order."""
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder().iterdir() if entry.name.endswith(".toml")))


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
    if _is_file(text):
        return _from_file(text, ())
    if base.lower().endswith(".toml") or "/" in base or os.sep in base or _is_file(base):
        return _from_file(base, variants)
    message = f"no rule sheet is called {shown(base)}; {nearest(base, sheet_names())}; or give the path of a .toml file"
    raise SheetError("unknown_sheet", message, shown(base))


def _chosen(text: str) -> tuple[str, tuple[str, ...]]:
    """A sheet and the variants chosen at its end; a ``+`` before a separator or a point belongs to a path."""
    start = 1 + max(map(text.rfind, ("/", "\\", ".")))
    first, *variants = text[start:].split("+")
    return text[:start] + first, tuple(variants)


def parse_sheet(text: bytes, name: str, file: str, variants: tuple[str, ...] = ()) -> Sheet:
    """The rule sheet whose TOML is ``text``; ``file`` names it in messages."""
    if len(text) > MAX_BYTES:
        raise SheetError("too_big", f"{file}: more than {MAX_BYTES} bytes are no rule sheet; give a file with a few pay tables", file)
    try:
        words = text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problem = f"not UTF-8 at byte {error.start}; save it as UTF-8 text"
        raise SheetError("not_utf8", f"{file}: {problem}", file) from None
    for number, line in enumerate(words.split("\n"), 1):
        if len(line) > MAX_LINE:
            raise SheetError("long_line", f"{file}: line {number} has more than {MAX_LINE} characters; break it", file)
    try:
        data = tomllib.loads(words)
    except (ValueError, RecursionError) as error:
        raise SheetError("not_toml", f"{file}: not TOML: {_reason(error)}", file) from None
    return build(name, file, data, variants)


def _reason(error: ValueError | RecursionError) -> str:
    if isinstance(error, RecursionError):
        return "lists or tables are nested too deep; take them apart"
    reason = str(error)
    if reason.startswith(("Cannot overwrite", "Cannot declare", "Duplicate")):
        position = re.search(r"\(at .*\)", reason)
        return f"a row or table is there twice; take one out {position[0] if position else ''}".rstrip()
    return reason if reason.isprintable() else ascii(reason)


@lru_cache(64)
def _built_in(name: str, variants: tuple[str, ...]) -> Sheet:
    return parse_sheet((folder() / f"{name}.toml").read_bytes(), name, f"{name}.toml", variants)


def _is_file(path: str) -> bool:
    """Whether ``path`` exists and can have a sheet in it: a file, or a pipe."""
    try:
        return os.path.exists(path) and not os.path.isdir(path)
    except (OSError, ValueError):
        return False


def _from_file(path: str, variants: tuple[str, ...]) -> Sheet:
    file = _quoted(path)
    try:
        text = _read(path)
    except FileNotFoundError:
        fix = f"correct the path or give a built-in name; {nearest(Path(path).stem, sheet_names())}"
        raise SheetError("no_such_file", f"{file}: there is no such file; {fix}", file) from None
    except IsADirectoryError:
        raise SheetError("unreadable", f"{file}: a directory; give the path of a .toml file", file) from None
    except (OSError, ValueError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        raise SheetError("unreadable", f"{file}: cannot be read: {reason}; give a file that can", file) from None
    if text is None:
        problem = "a pipe that nobody writes to; give the path of a .toml file, or start what writes to it first"
        raise SheetError("unreadable", f"{file}: {problem}", file)
    return parse_sheet(text, _quoted(Path(path).stem), file, variants)


def _quoted(path: str) -> str:
    """A path as a message quotes it: on one line, the end of it if it is long."""
    text = path if path.isprintable() else ascii(path)
    return text if len(text) <= LONGEST_ECHO else "..." + text[3 - LONGEST_ECHO :]


def _read(path: str) -> bytes | None:
    """The first ``MAX_BYTES`` of a file and one more; ``None`` for a pipe without a writer, which would be waited for in vain.

    Opening without waiting and reading once tells whether there is a writer, as in ``<(...)``, whom to wait for then.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
    with open(descriptor, "rb", buffering=0) as stream:
        found = stream.read(MAX_BYTES + 1)
        if found == b"" and stat.S_ISFIFO(os.fstat(descriptor).st_mode):
            return None
        os.set_blocking(descriptor, True)
        text = found or b""
        while (found is None or found) and len(text) <= MAX_BYTES:
            found = stream.read(MAX_BYTES + 1 - len(text))
            text += found or b""
    return text
