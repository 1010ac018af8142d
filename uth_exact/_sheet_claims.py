"""Figures printed with a rule sheet, as values that can be checked."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum, unique
from fractions import Fraction

from uth_exact._sheet_fields import Fields, nearest
from uth_exact.odds import shown

MAIN_BASES = ("ante", "initial stake", "total wager")
"""What a return or an edge of the main game may be measured on."""

_PRINTED = re.compile(r"(-?\d{1,9}(?:\.(\d{1,12}))?)\s?(%?)", re.ASCII)
_KEYS = ("name", "printed", "figure", "on", "rounding", "origin")


@unique
class Figure(Enum):
    """What a claim states."""

    RETURN = "return"
    """One plus the expected net win, per unit of what it is a return on; in percent."""
    EDGE = "edge"
    """Expected loss per unit of what it is measured on; in percent. On the total wager it is the element of risk."""
    STANDARD_DEVIATION = "standard deviation"
    """Of the net win of a round in antes, or of a side bet per unit staked."""
    AVERAGE_TOTAL_WAGER = "average total wager"
    """Antes staked in a round by ante, blind and play together."""
    FREQUENCY = "frequency"
    """How often an action is the last decision, or a side bet wins; in percent of all rounds."""


@unique
class Rounding(Enum):
    """How a printed value was made from the exact one."""

    NEAREST = "nearest"
    """Half a unit of the last digit either way."""
    DOWN = "down"
    """Further digits cut off, towards zero."""
    UP = "up"
    """Raised to the last digit printed."""


@unique
class Origin(Enum):
    """Who claims it."""

    SHEET = "sheet"
    """Printed on the rule sheet."""
    PUBLISHED = "published"
    """Published by others for a game with these rules."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A printed figure and the interval of exact values that it can stand for."""

    name: str
    """What the sheet calls it."""
    figure: Figure
    on: str
    """``ante``, ``initial stake`` or ``total wager`` for the main game, an action's name (a frequency) or a side bet's name."""
    printed: str
    rounding: Rounding
    origin: Origin
    value: Fraction
    """The printed value, a percentage as a part of one: 97.82% is 4891/5000."""
    step: Fraction
    """One unit of the last digit printed."""

    @property
    def percent(self) -> bool:
        return self.printed.endswith("%")

    @property
    def low(self) -> Fraction:
        """The least exact value that may be printed so, or the limit that it stays above."""
        return self._bounds[0]

    @property
    def high(self) -> Fraction:
        """The greatest exact value that may be printed so, or the limit that it stays below."""
        return self._bounds[1]

    @property
    def _bounds(self) -> tuple[Fraction, Fraction]:
        if self.rounding is Rounding.NEAREST:
            return self.value - self.step / 2, self.value + self.step / 2
        if self.rounding is Rounding.DOWN and not self.value:  # what is left of a small gain and of a small loss
            return -self.step, self.step
        if self.rounding is Rounding.UP or self.value < 0:  # digits cut off a loss make it smaller
            return self.value - self.step, self.value
        return self.value, self.value + self.step

    def allows(self, exact: Fraction) -> bool:
        """Whether ``exact`` may be printed as claimed. Rounded to the nearest, a half may go either way."""
        if self.rounding is Rounding.NEAREST:
            return self.low <= exact <= self.high
        return self.low < exact < self.high or exact == self.value

    def allows_root(self, square: Fraction) -> bool:
        """Whether the root of ``square``, which is rarely a fraction and never below zero, may be printed as claimed."""
        if self.high < 0:
            return False
        if self.rounding is Rounding.NEAREST:
            return max(self.low, Fraction(0)) ** 2 <= square <= self.high**2
        if square == self.value**2:
            return self.value >= 0
        return (self.low < 0 or self.low**2 < square) and square < self.high**2


def read_claims(fields: Fields, actions: Collection[str], side_bets: Collection[str]) -> tuple[Claim, ...]:
    """The ``[[claims]]`` of a sheet or a variant, for a game with these actions and side bets."""
    claims: list[Claim] = []
    for entry in fields.tables("claims"):
        entry.known(_KEYS)
        claim = _claim(entry, actions, side_bets)
        if claim.name in [other.name for other in claims]:
            raise entry.error("duplicate_claim", "name", f"{shown(claim.name)} is the name of another claim too; give each its own")
        claims.append(claim)
    return tuple(claims)


def _claim(entry: Fields, actions: Collection[str], side_bets: Collection[str]) -> Claim:
    name = entry.needed("name", '"return"')
    figure = entry.choice("figure", Figure.RETURN)
    on = entry.needed("on", '"ante"')
    bases = {
        Figure.RETURN: (*MAIN_BASES, *side_bets),
        Figure.EDGE: (*MAIN_BASES, *side_bets),
        Figure.STANDARD_DEVIATION: ("ante", *side_bets),
        Figure.AVERAGE_TOTAL_WAGER: ("ante",),
        Figure.FREQUENCY: (*actions, *side_bets),
    }[figure]
    if on not in bases:
        raise entry.error("bad_claim", "on", f"a {figure.value} is not given on {shown(on)}; {nearest(on, bases)}")
    printed = entry.needed("printed", '"97.82%"')
    percent = figure in (Figure.RETURN, Figure.EDGE, Figure.FREQUENCY)
    match = _PRINTED.fullmatch(printed)
    if match is None or bool(match[3]) != percent:
        example = 'a percentage with a decimal point, as "97.82%"' if percent else 'a number without percent sign, as "4.94"'
        raise entry.error("bad_claim", "printed", f"{shown(printed)} is not a printed {figure.value}; write {example}")
    unit = Fraction(1, 100 if percent else 1)
    return Claim(
        name,
        figure,
        on,
        printed,
        entry.choice("rounding", Rounding.NEAREST),
        entry.choice("origin", Origin.SHEET),
        Fraction(match[1]) * unit,
        unit / 10 ** len(match[2] or ""),
    )
