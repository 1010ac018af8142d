"""A sheet of a house with every kind of key, changed at will, and short ways to look at what was read."""

from __future__ import annotations

from uth_exact.rules import PayTable, Rules, SideBet, Wager
from uth_exact.sheets import Sheet, parse_sheet

HOUSE = """\
title = "House rules"
game = "ultimate-texas-holdem"
qualifier = "pair"
ante_if_unqualified_dealer_wins = "push"
checked = 2026-11-30
notes = ["Seven seats."]

[bets]
preflop = [4, 3]
flop = [2]
river = [1]
fold = true

[blind]
royal_flush = 500
straight_flush = 50
four_of_a_kind = 10
full_house = 3
flush = "3:2"
straight = 1
default = "push"

[side_bets.trips]
cards = 7
royal_flush = 50
straight_flush = 40
four_of_a_kind = 30
full_house = 8
flush = 7
straight = 4
three_of_a_kind = 3
default = "lose"

[[claims]]
name = "return"
figure = "return"
on = "ante"
printed = "97.82%"

[variants.no-qualifier]
qualifier = "none"
"""
"""A sheet with every kind of key."""


FLUSH_ABOVE_FULL_HOUSE = '''\
game = "casino-holdem"
[ante]
royal_flush = 100
flush = 5
full_house = 3
default = 1
'''
"""A sheet that is computed as it is written, with a warning."""


def house(old: str = "", new: str = "") -> Sheet:
    """The sheet ``HOUSE`` with one change."""
    assert old in HOUSE
    return parse_sheet(HOUSE.replace(old, new, 1).encode(), "house", "house.toml")


def casino(extra: str = "") -> Sheet:
    """A short sheet of Casino Hold'em; ``extra`` goes in front of its table."""
    return parse_sheet(f'game = "casino-holdem"\n{extra}\n[ante]\nroyal_flush = 100\ndefault = 1\n'.encode(), "short", "short.toml")


def printed(table: PayTable) -> str:
    """The rows of a pay table from the top as a casino prints them."""
    return " ".join("lose" if odds < 0 else str(odds) for odds in reversed(table.odds))


def wager(rules: Rules, name: str) -> Wager:
    return next(wager for wager in (*rules.forced, rules.play) if wager.name == name)


def side_bet(sheet: Sheet, name: str) -> SideBet:
    return next(bet for bet in sheet.side_bets if bet.name == name)


def streets(rules: Rules) -> list[str]:
    """The actions of each street."""
    return [", ".join(action.name for action in actions) for actions in rules.actions]
