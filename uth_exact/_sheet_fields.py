"""One table of a TOML file, read key by key: every refusal names the file, the table, the key, the text and the fix."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from datetime import date, datetime
from difflib import SequenceMatcher
from enum import Enum
from typing import TypeVar

from uth_exact.errors import SheetError
from uth_exact.odds import shown

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}", re.ASCII)
"""A name that a sheet gives: to a side bet, to a variant."""

_BARE = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)
_LONGEST_TEXT = 200
_MOST = 100

Choice = TypeVar("Choice", bound=Enum)


def named(key: str) -> str:
    """A key as a message names it: on one line, whatever it is."""
    return key if _BARE.fullmatch(key) else shown(key)


def nearest(word: str, known: Iterable[str]) -> str:
    """The end of a refusal of an unknown word: the nearest known one, if it is one alone, then all of them."""
    known = tuple(known)
    if not known:
        return "there are none"
    word = word[:80].lower()
    likeness = {each: (SequenceMatcher(None, word, each.lower()).ratio(), (Counter(word) & Counter(each)).total()) for each in known}
    most = max(likeness.values())
    near = [each for each in known if likeness[each] == most]
    guess = f"did you mean {near[0]}? " if most[0] >= 0.5 and len(near) == 1 else ""
    return f"{guess}known: {', '.join(known)}"


class Fields:
    """The keys of one table, each with the place it stands at.

    Places differ within a table once a variant is laid over a sheet, so each key carries its own.
    """

    __slots__ = ("_entries", "where")

    def __init__(self, table: Mapping[str, object], where: str) -> None:
        self.where = where
        self._entries = {key: (value, f"{where}: {named(key)}") for key, value in table.items()}

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def under(self, upper: Fields) -> Fields:
        """These fields with those of ``upper`` in front."""
        merged = Fields({}, self.where)
        merged._entries = {**self._entries, **upper._entries}
        return merged

    def replaced(self, key: str, inner: Fields) -> Fields:
        """These fields with ``inner`` as the table ``key``."""
        merged = Fields({}, self.where)
        merged._entries = {**self._entries, key: (inner, inner.where)}
        return merged

    def place(self, key: str) -> str:
        return self._entries[key][1] if key in self._entries else f"{self.where}: {named(key)}"

    def error(self, code: str, key: str, problem: str) -> SheetError:
        place = self.place(key)
        return SheetError(code, f"{place}: {problem}", place)

    def missing(self, code: str, problem: str) -> SheetError:
        """A refusal of the table itself, for what it lacks."""
        return SheetError(code, f"{self.where}: {problem}", self.where)

    def known(self, keys: Sequence[str], code: str = "unknown_key", kind: str = "key") -> None:
        """Refuse any key but ``keys``."""
        for key in self:
            if key not in keys:
                raise self.error(code, key, f"unknown {kind}; {nearest(key, keys)}")

    def value(self, key: str, default: object = None) -> object:
        return self._entries[key][0] if key in self._entries else default

    def text(self, key: str, default: str = "") -> str:
        """One line of text."""
        return self._line(key, self.value(key, default))

    def lines(self, key: str) -> tuple[str, ...]:
        """A list of lines of text."""
        value = self.value(key, [])
        if not isinstance(value, list):
            raise self.error("wrong_type", key, f'{shown(value)} is not a list of texts; write {key} = ["..."]')
        self._few(key, value)
        return tuple(self._line(key, line) for line in value)

    def _line(self, key: str, value: object) -> str:
        if not isinstance(value, str):
            raise self.error("wrong_type", key, f"{shown(value)} is not text; put it in quotes")
        if len(value) > _LONGEST_TEXT or not value.isprintable():
            raise self.error("bad_text", key, f"{shown(value)} is not one printable line of at most {_LONGEST_TEXT} characters; shorten it")
        return value.strip()

    def needed(self, key: str, example: str) -> str:
        """One line of text that must be there."""
        if key not in self:
            raise self.missing("missing_key", f"{key} is missing; write {key} = {example}")
        return self.text(key)

    def choice(self, key: str, default: Choice) -> Choice:
        """One of the values of an enum, by the word that stands for it."""
        value = self.value(key, default.value)
        for member in type(default):
            if value == member.value:
                return member
        words = " or ".join(f'"{member.value}"' for member in type(default))
        raise self.error("bad_choice", key, f"{shown(value)} is not a choice here; write {words}")

    def flag(self, key: str, default: bool) -> bool:
        value = self.value(key, default)
        if not isinstance(value, bool):
            raise self.error("wrong_type", key, f"{shown(value)} is neither true nor false; write one of them without quotes")
        return value

    def day(self, key: str) -> date | None:
        value = self.value(key)
        if value is not None and (not isinstance(value, date) or isinstance(value, datetime)):
            raise self.error("wrong_type", key, f"{shown(value)} is not a date; write it as 2026-01-31 without quotes")
        return value

    def table(self, key: str) -> Fields | None:
        """The table ``key``, which if there must not be empty."""
        value = self.value(key)
        if value is None or isinstance(value, Fields):
            return value
        if not isinstance(value, dict):
            raise self.error("wrong_type", key, f"{shown(value)} is not a table; write [{key}] on a line of its own and its rows below")
        if not value:
            raise self.error("empty_table", key, "the table is empty; give it a row or take it out")
        return Fields(value, self.place(key))

    def tables(self, key: str) -> tuple[Fields, ...]:
        """The list of tables ``[[key]]``."""
        value = self.value(key, [])
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            raise self.error("wrong_type", key, f"{shown(value)} is not a list of tables; write [[{key}]] with two brackets on each side")
        self._few(key, value)
        return tuple(Fields(entry, f"{self.place(key)} {number}") for number, entry in enumerate(value, 1))

    def named_tables(self, key: str, what: str) -> dict[str, Fields]:
        """The tables inside the table ``key``, whose names the sheet gives."""
        outer = self.table(key)
        found: dict[str, Fields] = {}
        if outer is None:
            return found
        self._few(key, outer)
        for name in outer:
            if not NAME.fullmatch(name):
                raise outer.error("bad_name", name, f"no name for a {what}; use at most 40 small letters, digits, - and _")
            inner = outer.table(name)
            assert inner is not None
            found[name] = inner
        return found

    def _few(self, key: str, entries: Sized) -> None:
        if len(entries) > _MOST:
            raise self.error("too_many", key, f"{len(entries)} entries are more than are needed; keep at most {_MOST}")
