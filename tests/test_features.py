"""The words of playing rules, on hands worked out by hand and by counts that arithmetic gives."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uth_exact.cards import DECK, RANKS, as_cards, format_cards, hole_class
from uth_exact.engine import strength
from uth_exact.errors import CardError
from uth_exact.features import Features, features
from uth_exact.rules import Category

RANK = {name: rank for rank, name in enumerate(RANKS)}
FLOP = st.permutations(DECK).map(lambda deck: (deck[:2], deck[2:5]))
RIVER = st.permutations(DECK).map(lambda deck: (deck[:2], deck[2:7]))


@pytest.mark.parametrize(
    ("hole", "board", "made", "uses_hole", "board_made"),
    [
        ("AsKd", "9h7c2s", Category.HIGH_CARD, False, Category.HIGH_CARD),
        ("AsKd", "9h9c2s", Category.PAIR, False, Category.PAIR),
        ("AsKd", "9h7cKs", Category.PAIR, True, Category.HIGH_CARD),
        ("5s5d", "9h7cKs", Category.PAIR, True, Category.HIGH_CARD),
        ("5s5d", "9h9cKs", Category.TWO_PAIR, True, Category.PAIR),
        ("AsKd", "9h9c9s", Category.THREE_OF_A_KIND, False, Category.THREE_OF_A_KIND),
        ("As9d", "9h9cKs", Category.THREE_OF_A_KIND, True, Category.PAIR),
        ("5s5d", "9h9c9s", Category.FULL_HOUSE, True, Category.THREE_OF_A_KIND),
        ("As9d", "9h9c9s", Category.FOUR_OF_A_KIND, True, Category.THREE_OF_A_KIND),
        ("As5d", "4h3c2s", Category.STRAIGHT, True, Category.HIGH_CARD),
        ("AsKs", "QsJsTs", Category.ROYAL_FLUSH, True, Category.HIGH_CARD),
        # Two pair on the board: only a better pair takes part, a kicker does not.
        ("AsKd", "9h9c2s2dQh", Category.TWO_PAIR, False, Category.TWO_PAIR),
        ("3s3d", "9h9c2s2dQh", Category.TWO_PAIR, True, Category.TWO_PAIR),
        ("QsKd", "9h9c2s2dQh", Category.TWO_PAIR, True, Category.TWO_PAIR),
        # A straight on the board is the player's only if it becomes a higher one.
        ("AsKd", "4s5h6d7c8d", Category.STRAIGHT, False, Category.STRAIGHT),
        ("3sKd", "4s5h6d7c8d", Category.STRAIGHT, False, Category.STRAIGHT),
        ("9sKd", "4s5h6d7c8d", Category.STRAIGHT, True, Category.STRAIGHT),
        # A flush on the board is made of five ranks: one better card takes part.
        ("2sKd", "4s5s7s8sJs", Category.FLUSH, False, Category.FLUSH),
        ("9sKd", "4s5s7s8sJs", Category.FLUSH, True, Category.FLUSH),
        ("AsKd", "9h9c9s2d2h", Category.FULL_HOUSE, False, Category.FULL_HOUSE),
        ("AsAd", "9h9c9s2d2h", Category.FULL_HOUSE, True, Category.FULL_HOUSE),
        ("AsKd", "9h9c9s9d2h", Category.FOUR_OF_A_KIND, False, Category.FOUR_OF_A_KIND),
        ("2s2d", "TsJsQsKsAs", Category.ROYAL_FLUSH, False, Category.ROYAL_FLUSH),
        ("Ks2d", "9s8s7s6s5s", Category.STRAIGHT_FLUSH, False, Category.STRAIGHT_FLUSH),
        ("Ts2d", "9s8s7s6s5s", Category.STRAIGHT_FLUSH, True, Category.STRAIGHT_FLUSH),
    ],
)
def test_what_is_made_and_by_whom(hole: str, board: str, made: Category, uses_hole: bool, board_made: Category) -> None:
    """A hole card takes part if hand and board, kickers aside, are more than the board alone."""
    seen = features(hole, board)
    assert (seen.made, seen.uses_hole, seen.board_made) == (made, uses_hole, board_made)


@pytest.mark.parametrize(
    ("hole", "board", "match", "pocket_pair", "hidden_pair"),
    [
        ("AsKd", "9h7c2s", 0, False, False),
        ("As9d", "9h7c2s", 1, False, True),
        ("7s2d", "9h7c2c", 2, False, True),
        ("As2d", "9h7c2s", 3, False, True),
        ("As2d", "9h9c2s", 2, False, True),
        ("As9d", "9h9c2s", 1, False, True),
        ("5s5d", "9h7c2s", 0, True, True),
        ("7s7d", "9h7c2s", 2, True, True),
        ("As2d", "9h7c2sKdQh", 5, False, True),
        ("As2d", "9h9c2sKdKh", 3, False, True),
        ("As3d", "9h9c2sKdKh", 0, False, False),
    ],
)
def test_pairs_with_the_board(hole: str, board: str, match: int, pocket_pair: bool, hidden_pair: bool) -> None:
    """By the place of the paired rank among the different ranks of the board; a pair on the board alone is not hidden."""
    seen = features(hole, board)
    assert (seen.board_match, seen.pocket_pair, seen.hidden_pair) == (match, pocket_pair, hidden_pair)


@pytest.mark.parametrize(
    ("hole", "board", "board_suited", "flush_cards", "flush_card"),
    [
        ("AsKd", "9h7c2s", 1, 0, None),
        ("AsKd", "9s7c2s", 2, 3, "A"),
        ("AsKs", "9h7c2s", 1, 3, "A"),
        ("AsKs", "9h7s2s", 2, 4, "A"),
        ("AsKs", "9s7s2s", 3, 5, "A"),
        ("AhKh", "9s7s2s", 3, 0, None),  # no hole card has the suit of the board
        ("5s9d", "9s7s2s", 3, 4, "5"),
        ("5sAd", "9s7s2d", 2, 3, "5"),
        ("Ks5d", "9d2d7c", 2, 3, "5"),  # the longer suit counts, not the higher card
        # On the river what is no flush counts for nothing.
        ("AsKs", "9h7s2s4d5d", 0, 0, None),
        ("AsKd", "9h7s2s4s5d", 3, 0, None),
        ("AsKd", "9s7s2s4s5d", 4, 5, "A"),
        ("2sKs", "9s7s3s4d5d", 3, 5, "K"),
        ("AdKd", "9s7s2s4s5s", 5, 0, None),
        ("6sKs", "9s7s2s4s5s", 5, 7, "K"),
    ],
)
def test_suits(hole: str, board: str, board_suited: int, flush_cards: int, flush_card: str | None) -> None:
    """Of the board alone, and of the suits that a hole card has."""
    seen = features(hole, board)
    expected = None if flush_card is None else RANK[flush_card]
    assert (seen.board_suited, seen.flush_cards, seen.flush_card) == (board_suited, flush_cards, expected)


@pytest.mark.parametrize(
    ("hole", "board", "draw"),
    [
        ("9s8d", "7h6c2s", 2),  # ten or five
        ("9s8d", "7h5c2s", 1),  # six
        ("AsKd", "QhJc2s", 1),  # ten
        ("As2d", "3h4cKs", 1),  # five
        ("9s7d", "6h5c3s", 2),  # eight or four
        ("9s8d", "KhQc2s", 0),
        ("9s8d", "7h6c5s", 0),  # made
        ("9s8s", "7s6s2s", 0),  # a flush is better
        ("9s9d", "7h6c8s", 2),  # ten or five, the pair of nines apart
        ("9s8d", "7h6c2sKdAh", 0),  # the river draws no more
    ],
)
def test_straight_draws(hole: str, board: str, draw: int) -> None:
    """How many ranks complete a straight on the flop."""
    assert features(hole, board).straight_draw == draw


@pytest.mark.parametrize(
    ("hole", "board", "overcards", "kicker"),
    [
        ("AsKd", "9h7c2s", 2, "A"),
        ("As5d", "9h7c2s", 1, "A"),
        ("8s5d", "9h7c2s", 0, "8"),
        ("TsTd", "9h7c2s", 2, None),
        ("9sKd", "9h7c2s", 1, "K"),
        ("9s3d", "9h7c2s", 0, "3"),
        ("9s7d", "9h7c2s", 0, None),
        ("9sKd", "9h9c2s", 1, "K"),
        ("9sKd", "9h9c9d", 1, "K"),
        ("AsKd", "9h9c2s2dQh", 2, "A"),
        ("QsKd", "9h9c2s2dQh", 1, "K"),
        ("AsKd", "QhJcTs", 2, None),
        ("AsKs", "9s7s2s", 2, None),
        ("9s2d", "9h9c2s", 0, None),
    ],
)
def test_overcards_and_kicker(hole: str, board: str, overcards: int, kicker: str | None) -> None:
    """Cards above the whole board; the highest hole card that does not make the hand, if five cards do not."""
    seen = features(hole, board)
    assert (seen.overcards, seen.kicker) == (overcards, None if kicker is None else RANK[kicker])


@pytest.mark.parametrize(
    ("hole", "board", "outs"),
    [
        # Four sevens make a straight, 15 cards pair the board, four aces are higher than the king.
        ("KdQh", "4s5h6d8c9d", 4 + 15 + 4),
        ("AdJh", "4s5h6d8c9d", 4 + 15),
        # A seven makes 5-9, as the player has: no card does better.
        ("7d2h", "4s5h6d8c9d", 0),
        ("2c3d", "TsJsQsKsAh", 9),  # nine spades are left, and each is more than the straight on the board
        ("2c3d", "TsJsQsKsAs", 0),
        # A pair of twos on the board: the third one, and each board card that pairs; a king or ace in the hole is enough for the rest.
        ("AsKd", "2h2c5d8sJc", 2 + 9),
        ("AsKd", "9h7c2s", None),
    ],
)
def test_dealer_outs(hole: str, board: str, outs: int | None) -> None:
    """Cards that beat the hand with the board alone."""
    assert features(hole, board).dealer_outs == outs


def test_the_classes_are_those_of_the_hole_cards() -> None:
    """Whatever the order."""
    assert [features(hole, "9h7c2s").hole for hole in ("KdAs", "AsKs", "3d3c")] == ["AKo", "AKs", "33"]


def counted(hole: str) -> list[Features]:
    """What a hand sees on each of its 19,600 flops."""
    held = as_cards(hole)
    return [features(held, flop) for flop in combinations([card for card in DECK if card not in held], 3)]


def test_the_flops_of_ace_king() -> None:
    """Counts that binomial coefficients give."""
    flops = counted("AsKd")
    assert len(flops) == comb(50, 3) == 19_600
    assert sum(seen.board_match > 0 for seen in flops) == comb(50, 3) - comb(44, 3) == 6_356
    assert sum(seen.board_match == 1 and seen.overcards < 2 for seen in flops) == 6_356  # nothing is above ace or king unpaired
    assert sum(seen.made is Category.STRAIGHT for seen in flops) == 4**3
    assert sum(seen.flush_cards == 4 for seen in flops) == 2 * comb(12, 3)
    assert sum(seen.made is Category.FULL_HOUSE for seen in flops) == 2 * 3 * 3
    assert sum(seen.board_made is Category.THREE_OF_A_KIND for seen in flops) == 11 * comb(4, 3) + 2 * comb(3, 3)
    assert sum(seen.overcards == 2 for seen in flops) == comb(44, 3)


def test_the_flops_of_a_suited_hand() -> None:
    """Flush draws, flushes and straight flushes of 9h8h."""
    flops = counted("9h8h")
    assert sum(seen.flush_cards == 4 for seen in flops) == comb(11, 2) * 39
    assert sum(seen.flush_cards == 5 for seen in flops) == comb(11, 3)
    assert sum(seen.made is Category.STRAIGHT_FLUSH for seen in flops) == 4
    assert sum(seen.made is Category.STRAIGHT for seen in flops) == 4 * (4**3 - 1)
    assert {seen.straight_draw for seen in flops} == {0, 1, 2}
    assert {seen.flush_card for seen in flops if seen.flush_cards >= 4} == {RANK["9"]}


def test_the_flops_of_a_pocket_pair() -> None:
    """Three of a kind or better with one of the two fives left, and a hidden pair always."""
    flops = counted("5s5d")
    assert all(seen.pocket_pair and seen.hidden_pair for seen in flops)
    assert sum(seen.board_match > 0 for seen in flops) == comb(50, 3) - comb(48, 3)
    assert sum(seen.made is Category.FOUR_OF_A_KIND for seen in flops) == 48
    assert sum(seen.overcards == 2 for seen in flops) == comb(12, 3)  # three cards of twos to fours
    assert sum(seen.uses_hole for seen in flops) == len(flops)


@given(RIVER)
def test_the_river_agrees_with_the_core(deal: Any) -> None:
    """Category, and outs by strength: two evaluators that share no code."""
    hole, board = deal
    seen = features(hole, board)
    own, alone = strength([*hole, *board]), strength(board)
    assert (seen.made, seen.board_made) == (own >> 26, alone >> 26)
    unseen = [card for card in DECK if card not in hole and card not in board]
    assert seen.dealer_outs == sum(strength([*board, card]) > own for card in unseen)
    # The core keeps kickers, high cards and the pair of a full house in its lowest 13 bits.
    if seen.made is Category.FULL_HOUSE:
        assert seen.uses_hole == (own > alone)
    else:
        assert seen.uses_hole == (own >> 13 > alone >> 13 and seen.made is not Category.HIGH_CARD)


@given(FLOP, st.permutations("cdhs"))
def test_suits_are_alike(deal: Any, suits: list[str]) -> None:
    """Renaming the suits changes nothing that is seen, and neither does the order of cards."""
    hole, board = deal
    other = str.maketrans("cdhs", "".join(suits))
    hole_words, board_words = (format_cards(reversed(cards)).translate(other) for cards in (hole, board))
    seen = features(hole, board)
    assert features(hole_words, board_words) == seen
    assert seen.hole == hole_class(*hole)


@pytest.mark.parametrize(
    ("hole", "board", "code"),
    [("As", "9h7c2s", "card_count"), ("AsKd", "9h7c", "card_count"), ("AsKd", "", "card_count"), ("AsKd", "As7c2s", "duplicate_card")],
)
def test_impossible_cards_are_refused(hole: str, board: str, code: str) -> None:
    """Each with its reason."""
    with pytest.raises(CardError) as refused:
        features(hole, board)
    assert refused.value.code == code
