"""Hands in words."""

from __future__ import annotations

from collections.abc import Iterable

from uth_exact.cards import Card, hole_class
from uth_exact.rules import Category

_RANK_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")


def hand_words(hole: Iterable[Card], board: Iterable[Card] = ()) -> str:
    """The player's hand in words: the best five cards or, before the flop, the two.

    >>> from uth_exact.cards import parse_cards
    >>> hand_words(parse_cards("KdQh")), hand_words(parse_cards("KdQh"), parse_cards("KsQc6d6c2s"))
    ('king-queen offsuit', 'two pair, kings and queens')
    """
    cards = (*hole, *board)
    if len(cards) == 2:
        high, low = sorted(cards, reverse=True)
        if high.rank == low.rank:
            return f"pair of {_plural(high.rank)}"
        suited = "suited" if hole_class(high, low).endswith("s") else "offsuit"
        return f"{_RANK_WORDS[high.rank]}-{_RANK_WORDS[low.rank]} {suited}"
    from uth_exact.reference import best_of

    value = best_of(cards)
    category, ranks = Category(value[0]), value[1:]
    if category is Category.ROYAL_FLUSH:
        return category.label
    if category is Category.HIGH_CARD:
        return f"{_RANK_WORDS[ranks[0]]} high"
    if category in (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH):
        return f"{category.label}, {_RANK_WORDS[ranks[0]]} high"
    if category is Category.TWO_PAIR:
        return f"two pair, {_plural(ranks[0])} and {_plural(ranks[1])}"
    if category is Category.FULL_HOUSE:
        return f"full house, {_plural(ranks[0])} full of {_plural(ranks[1])}"
    return f"{category.label.removesuffix(' of a kind')} {'of ' if category is Category.PAIR else ''}{_plural(ranks[0])}"


def _plural(rank: int) -> str:
    return _RANK_WORDS[rank] + ("es" if rank == 4 else "s")
