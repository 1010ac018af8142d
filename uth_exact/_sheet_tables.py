"""Pay tables and the hands that a sheet names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from uth_exact._sheet_fields import Fields
from uth_exact.cards import RANKS
from uth_exact.odds import counts_stake, parse_payout, shown
from uth_exact.rules import Category, PayTable, Qualifier

ROWS = tuple(category.key for category in reversed(Category))
"""Names of the rows, strongest hand first."""

_RANK_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_RANKS = {
    **{word + ending: rank for rank, word in enumerate(_RANK_WORDS) for ending in ("s", "es")},
    **{(letter + "s").lower(): rank for rank, letter in enumerate(RANKS)},
    "10s": 8,
}
_RANKED = (Category.PAIR, Category.THREE_OF_A_KIND, Category.FOUR_OF_A_KIND)
_HAND = re.compile(rf"({'|'.join(category.label for category in Category)})(?: of (\w+))?(?: or better)?", re.ASCII)


def read_hand(fields: Fields, key: str, default: str) -> Qualifier:
    """The weakest hand that counts: "none", "pair", "pair of 4s" or any category."""
    text = fields.text(key, default)
    words = " ".join(text.lower().replace("_", " ").split())
    if words in ("none", "always"):
        return Qualifier(Category.HIGH_CARD)
    match = _HAND.fullmatch(words)
    if match is not None:
        category = next(category for category in Category if category.label == match[1])
        if match[2] is None:
            return Qualifier(category)
        if category in _RANKED and match[2] in _RANKS:
            return Qualifier(category, _RANKS[match[2]])
    raise fields.error("bad_hand", key, f'{shown(text)} is not a hand; write "none", "pair", "pair of 4s", "two pair" or another category')


def read_pay_table(
    fields: Fields, name: str, warnings: list[str], at_least: Category = Category.HIGH_CARD, settings: Sequence[str] = ()
) -> PayTable:
    """The rows of ``fields`` as odds; hands below ``at_least`` lose and have no row.

    ``settings`` are keys that the table may have besides its rows.
    """
    rows = [row for row in ROWS if Category[row.upper()] >= at_least]
    for row in ROWS:
        if row in fields and row not in rows:
            raise fields.error("useless_row", row, "the hand is below at_least and always loses; take the row out or lower at_least")
    fields.known((*rows, "default", *settings), "unknown_row", "row")
    missing = [row for row in rows if row not in fields]
    if missing and "default" not in fields:
        problem = f'no row for {", ".join(missing)}; add what is missing, or default = "push" or "lose" for all rows not named'
        raise fields.missing("missing_row", problem)
    odds = [Fraction(-1)] * len(Category)
    for row in (*rows, "default"):
        if row in fields:
            text = fields.value(row)
            payout = parse_payout(text, fields.place(row))
            if counts_stake(text):
                warnings.append(f"{fields.place(row)}: {shown(text)} counts the stake that comes back and is read as {payout} to one")
            for category in [Category[row.upper()]] if row != "default" else [Category[name.upper()] for name in missing]:
                odds[category] = payout
    for weaker, stronger in zip(Category, list(Category)[1:], strict=False):
        if odds[weaker] > odds[stronger]:
            pays = f"{weaker.label} pays more than {stronger.label}"
            warnings.append(f"{fields.where}: {pays} ({_printed(odds[weaker])} against {_printed(odds[stronger])}); computed as written")
    return PayTable(name, tuple(odds))


def _printed(odds: Fraction) -> str:
    if odds <= 0:
        return "lose" if odds else "push"
    return f"{odds.numerator}:{odds.denominator}"
