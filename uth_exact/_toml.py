"""TOML files that people write: read with care for size, encoding and what is no file, and parsed; faults are one line."""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Collection, Mapping
from decimal import Decimal
from math import isfinite
from pathlib import Path

from uth_exact._sheet_fields import nearest
from uth_exact.errors import SheetError

MAX_BYTES = 100_000
"""Largest file that is read; a sheet has a few thousand bytes."""

MAX_LINE = 300
"""Longest line in characters. The TOML reader takes memory with the square of the dots in a key."""

LONGEST_ECHO = 300
"""A path is quoted up to this many characters."""


def parse_toml(text: bytes, file: str) -> Mapping[str, object]:
    """The tables of a TOML text; ``file`` names it in messages. Raises ``SheetError``."""
    if len(text) > MAX_BYTES:
        problem = f"more than {MAX_BYTES} bytes are more than a sheet or a strategy needs; give a smaller file"
        raise SheetError("too_big", f"{file}: {problem}", file)
    try:
        words = text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problem = f"not UTF-8 at byte {error.start}; save it as UTF-8 text"
        raise SheetError("not_utf8", f"{file}: {problem}", file) from None
    for number, line in enumerate(words.split("\n"), 1):
        if len(line) > MAX_LINE:
            raise SheetError("long_line", f"{file}: line {number} has more than {MAX_LINE} characters; break it", file)
    try:
        return tomllib.loads(words, parse_float=_number)
    except (ValueError, RecursionError) as error:
        raise SheetError("not_toml", f"{file}: not TOML: {_reason(error)}", file) from None


def _number(text: str) -> float:
    """A number with a point or an exponent, if nothing of it is lost: its shortest decimal is what is written."""
    number = float(text)
    try:
        same = Decimal(text) == Decimal(repr(number))
    except ArithmeticError:  # an exponent beyond all bounds
        same = False
    if isfinite(number) and not same:
        raise ValueError(f"{text} has more digits than can be told apart; round it")
    return number


def _reason(error: ValueError | RecursionError) -> str:
    if isinstance(error, RecursionError):
        return "lists or tables are nested too deep; take them apart"
    reason = str(error)
    if reason.startswith(("Cannot overwrite", "Cannot declare", "Duplicate")):
        position = re.search(r"\(at .*\)", reason)
        return f"a row or table is there twice; take one out {position[0] if position else ''}".rstrip()
    return reason if reason.isprintable() else ascii(reason)


def is_file(path: str) -> bool:
    """Whether ``path`` exists and can have a sheet in it: a file, or a pipe."""
    return os.path.exists(path) and not os.path.isdir(path)


def read_file(path: str, built_in: Collection[str]) -> tuple[bytes, str]:
    """The bytes of a file and how messages name it; ``built_in`` are names that may have been meant. Raises ``SheetError``."""
    file = quoted(path)
    try:
        text = _read(path)
    except FileNotFoundError:
        fix = f"correct the path or give a built-in name; {nearest(Path(path).stem, built_in)}"
        raise SheetError("no_such_file", f"{file}: there is no such file; {fix}", file) from None
    except IsADirectoryError:
        raise SheetError("unreadable", f"{file}: a directory; give the path of a .toml file", file) from None
    except (OSError, ValueError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        raise SheetError("unreadable", f"{file}: cannot be read: {reason}; give a file that can", file) from None
    if text is None:
        problem = "a pipe that nobody writes to; give the path of a .toml file, or start what writes to it first"
        raise SheetError("unreadable", f"{file}: {problem}", file)
    return text, file


def quoted(path: str) -> str:
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
