"""The program against itself and against what others have published, on the machine at hand: runs the checks of ``selftest_checks``.

>>> from uth_exact.selftest_checks import hands_of_five
>>> found = examine(hands_of_five, seed=1)
>>> found.ok, found.compared
(True, 2598960)
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction

from uth_exact.errors import is_shortage
from uth_exact.interruption import beside
from uth_exact.odds import shown
from uth_exact.rules import Category, Result
from uth_exact.selftest_checks import CHECKS, LOOKED_UP, Check, Run, hands_of_seven

SEEDS = 2**32
"""Seeds are the whole numbers below."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a check failed."""

    what: str
    expected: str
    got: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check came to."""

    name: str
    unit: str
    """What ``compared`` counts."""
    vouched: str
    """Who vouches for the expected numbers."""
    compared: int
    differences: tuple[Difference, ...]
    figures: tuple[tuple[str, str], ...] = ()
    """What was found where the expected number can be looked up or worked out, each with what it is."""

    @property
    def ok(self) -> bool:
        return not self.differences


def examine(check: Check, seed: int, run: Run | None = None) -> Checked:
    """What one check comes to.

    What it raises is a difference too, but for an interruption and for what says nothing about numbers: too little memory, no threads
    to be had, a file that cannot be read.
    """
    name, unit, vouched = next((name, unit, vouched) for name, (each, unit, vouched) in CHECKS.items() if each is check)
    compared, differences, figures = 0, [], []
    try:
        for pair in check(run or Run(seed)):
            compared += pair.count
            if pair.expected != pair.got:
                differences.append(Difference(pair.what, *_apart(pair.expected, pair.got)))
            if vouched in LOOKED_UP:
                figures.append((pair.what, _said(pair.got)))
    except Exception as error:
        if is_shortage(error):
            raise
        differences.append(Difference(name, "an answer", f"{type(error).__name__}: {error}"))
    return Checked(name, unit, vouched, compared, tuple(differences), tuple(figures))


def _apart(expected: object, got: object) -> tuple[str, str]:
    """Both in words; of large things the first part that differs."""
    one, other = _parts(expected), _parts(got)
    if one is None or other is None:
        return _said(expected), _said(got)
    key = next(key for key in (*one, *other) if key not in one or key not in other or one[key] != other[key])
    if key not in one or key not in other:
        return (_said(key), "nothing") if key in one else ("nothing", _said(key))
    left, right = _apart(one[key], other[key])
    return f"{_said(key)}: {left}", f"{_said(key)}: {right}"


def _parts(value: object) -> Mapping[object, object] | None:
    """The parts of a large thing; ``None`` if it is none."""
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Mapping):
        return value
    if isinstance(value, (tuple, list)):
        return dict(enumerate(value))
    return dict.fromkeys(value) if isinstance(value, (set, frozenset)) else None


def _said(value: object) -> str:
    if isinstance(value, (Category, Result)):
        return value.label if isinstance(value, Category) else value.key
    if isinstance(value, tuple):
        return ", ".join(map(_said, value))
    return str(value) if isinstance(value, (int, Fraction)) else value if isinstance(value, str) else shown(value)


def fresh_seed() -> int:
    """A seed that nobody could know."""
    return int.from_bytes(os.urandom(4), "big")


def self_test(seed: int) -> tuple[Checked, ...]:
    """All checks, the longest one beside the others; some seconds on one processor."""
    run = Run(seed)
    longest = beside(lambda: examine(hands_of_seven, seed, run))
    found = {check: examine(check, seed, run) for check, _, _ in CHECKS.values() if check is not hands_of_seven}
    found[hands_of_seven] = longest()
    return tuple(found[check] for check, _, _ in CHECKS.values())
