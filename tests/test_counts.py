"""Everything that can be counted, counted once. Who vouches for a number stands beside it."""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest

from uth_exact import engine
from uth_exact.cards import HOLE_CLASSES, parse_cards
from uth_exact.decision import analyse
from uth_exact.rules import ActionKind, Category

FIVE_CARDS = (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4)
"""Published in every text on poker; also countable by hand with binomials."""

SEVEN_CARDS = (23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324)
"""Published."""


@pytest.mark.golden
def test_hands_of_five() -> None:
    """2,598,960 hands of five cards, by category."""
    assert tuple(map(sum, engine.count_hands(5))) == FIVE_CARDS
    assert sum(FIVE_CARDS) == comb(52, 5)


@pytest.mark.slow
def test_hands_of_seven() -> None:
    """133,784,560 hands of seven cards, by category, each dealt and evaluated by the core."""
    assert tuple(map(sum, engine.count_hands(7))) == SEVEN_CARDS
    assert sum(SEVEN_CARDS) == comb(52, 7) == 133_784_560


def test_strengths_of_five_cards() -> None:
    """In one suit and across suits, 7,462 strengths differ: 1,277 for each of high card and flush, 10 straights twice."""
    two_suits = [parse_cards(rank + "s")[0] for rank in "23456789TJQKA"]
    flushes = {engine.strength(five) for five in combinations(two_suits, 5)}
    high_cards = {engine.strength((parse_cards(str(five[0])[0] + "h")[0], *five[1:])) for five in combinations(two_suits, 5)}
    assert len(flushes) == len(high_cards) == comb(13, 5) == 1_277 + 10


def test_hole_cards() -> None:
    """169 classes, 1,326 combinations."""
    assert len(HOLE_CLASSES) == 169
    assert sum(map(len, HOLE_CLASSES.values())) == comb(52, 2) == 1_326


@pytest.mark.parametrize(
    ("board", "deals"),
    [
        ("", comb(50, 3) * comb(47, 2) * comb(45, 2)),
        ("7h8h2c", comb(47, 2) * comb(45, 2)),
        ("7h8h2cKs3d", comb(45, 2)),
    ],
)
def test_deals_behind_a_decision(board: str, deals: int) -> None:
    """20,975,724,000 staged deals before the flop, 1,070,190 on it, 990 on the river; all 1,326 hands make the whole game."""
    analysis = analyse("AsKd", board)
    assert analysis.deals == deals in (20_975_724_000, 1_070_190, 990)
    assert comb(52, 2) * 20_975_724_000 == 27_813_810_024_000


@pytest.mark.parametrize(
    ("board", "deals"),
    [
        # Both other aces and any three cards, or four of one of twelve other ranks and any fifth card; ten stagings each.
        ("", (comb(48, 3) + 12 * 46) * comb(45, 2) * 10),
        # Turn and river are the other aces.
        ("7h8h2c", comb(45, 2)),
        ("7h8h2cKs3d", 0),
    ],
)
def test_four_of_a_kind_with_pocket_aces_can_be_counted_by_hand(board: str, deals: int) -> None:
    """How often two aces end as four of a kind is a matter of binomials."""
    bets = [value for value in analyse("AsAh", board).actions if value.action.kind is ActionKind.BET]
    for value in bets:
        assert sum(row.deals for row in value.outcomes if row.category is Category.FOUR_OF_A_KIND) == deals
