"""Games written out by hand, so that tests of the rules do not rest on the rule sheets or their reader."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from uth_exact.cards import DECK, RANKS, Card
from uth_exact.rules import (
    CHECK,
    EVEN,
    FOLD,
    LOSE,
    PUSH,
    Action,
    ActionKind,
    Category,
    PayTable,
    Qualifier,
    Rules,
    Wager,
    bet,
)

ONE = Fraction(1)
A_PAIR = Qualifier(Category.PAIR)
A_PAIR_OF_FOURS = Qualifier(Category.PAIR, RANKS.index("4"))


def deck_of(ranks: str, suits: str = "cdhs") -> tuple[Card, ...]:
    """The cards of these ranks and suits, by id."""
    return tuple(card for card in DECK if str(card)[0] in ranks and str(card)[1] in suits)


ANTE = Wager("ante", ONE, lose=(PUSH, LOSE), tie=(PUSH, PUSH), win=(PUSH, EVEN))
"""Ultimate Texas Hold'em: in action only if the dealer qualifies."""

PLAY = Wager("play", ONE, lose=(LOSE, LOSE), tie=(PUSH, PUSH), win=(EVEN, EVEN))
"""Ultimate Texas Hold'em: even money whether or not the dealer qualifies."""


def blind(table: PayTable) -> Wager:
    """The Blind: loses to a higher dealer, pays by the table when the player is higher."""
    return Wager("blind", ONE, lose=(LOSE, LOSE), tie=(PUSH, PUSH), win=(table, table))


def ultimate(name: str, qualifier: Qualifier, table: PayTable) -> Rules:
    """Ultimate Texas Hold'em: 4x, 3x or check; 2x or check; 1x or fold."""
    streets = ((bet(4), bet(3), CHECK), (bet(2), CHECK), (bet(1), FOLD))
    return Rules(name, qualifier, (ANTE, blind(table)), PLAY, streets)


BLIND_TABLE = PayTable.by_category(
    "blind",
    {
        Category.ROYAL_FLUSH: 500,
        Category.STRAIGHT_FLUSH: 50,
        Category.FOUR_OF_A_KIND: 10,
        Category.FULL_HOUSE: 3,
        Category.FLUSH: Fraction(3, 2),
        Category.STRAIGHT: 1,
    },
)

ODD_TABLE = PayTable.by_category(
    "odd blind",
    {
        Category.ROYAL_FLUSH: Fraction(1001, 2),
        Category.STRAIGHT_FLUSH: 41,
        Category.FOUR_OF_A_KIND: Fraction(31, 3),
        Category.FULL_HOUSE: Fraction(13, 5),
        Category.FLUSH: Fraction(7, 3),
        Category.STRAIGHT: Fraction(6, 5),
        Category.THREE_OF_A_KIND: Fraction(1, 2),
    },
)

UTH = ultimate("uth", A_PAIR, BLIND_TABLE)
"""The usual game: the dealer qualifies with a pair, the Blind pays 500/50/10/3/1.5/1."""

UTH_FOURS = ultimate("uth-fours", A_PAIR_OF_FOURS, BLIND_TABLE)
"""The same, but the dealer needs a pair of fours."""

UTH_ODD = ultimate("uth-odd", A_PAIR, ODD_TABLE)
"""The usual game with payouts in halves, thirds and fifths: 7:3 for a flush, 13:5 for a full house."""

CASINO_ANTE_TABLE = PayTable.by_category(
    "ante",
    {
        Category.ROYAL_FLUSH: 100,
        Category.STRAIGHT_FLUSH: 20,
        Category.FOUR_OF_A_KIND: 10,
        Category.FULL_HOUSE: 3,
        Category.FLUSH: 2,
    },
    otherwise=1,
)

CALL = Action("call", ActionKind.BET, Fraction(2))

CASINO = Rules(
    "casino",
    A_PAIR_OF_FOURS,
    (
        Wager(
            "ante",
            ONE,
            lose=(CASINO_ANTE_TABLE, LOSE),
            tie=(CASINO_ANTE_TABLE, PUSH),
            win=(CASINO_ANTE_TABLE, CASINO_ANTE_TABLE),
        ),
    ),
    Wager("call", ONE, lose=(PUSH, LOSE), tie=(PUSH, PUSH), win=(PUSH, EVEN)),
    ((CHECK,), (CALL, FOLD), ()),
)
"""Casino Hold'em: call 2x or fold on the flop; the dealer needs a pair of fours, or the ante is paid whatever the
hands are."""

GAMES = (UTH, UTH_FOURS, UTH_ODD, CASINO)

ALWAYS_QUALIFIES = replace(UTH, name="always", qualifier=Qualifier(Category.HIGH_CARD))
NEEDS_A_FLUSH = replace(UTH, name="flush", qualifier=Qualifier(Category.FLUSH))
FOLDS_ANYWHERE = replace(
    UTH, name="folds", actions=((bet(3), FOLD, CHECK), (bet(Fraction(3, 2)), bet(2), CHECK, FOLD), (bet(1), bet(2), FOLD))
)
"""More bets and folds than any table allows."""
ONLY_PREFLOP = replace(UTH, name="only-preflop", actions=((bet(4), bet(3), FOLD), (), ()))
"""All is decided before the flop."""

MUST_BET = replace(UTH, name="must-bet", actions=((bet(4),), (), ()))
"""Nothing is decided at all."""
