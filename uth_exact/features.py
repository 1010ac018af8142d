"""What a player sees in two hole cards and a board: the words in which playing rules are written.

Plain definitions, card by card, to be read and to be tested against.

>>> seen = features("AsKd", "Kh7s2s")
>>> seen.made.label, seen.uses_hole, seen.board_match, seen.kicker, seen.flush_cards
('pair', True, 1, 12, 3)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from uth_exact.cards import DECK, RANKS, Card, as_cards, check_distinct, hole_class, parse_exactly
from uth_exact.errors import CardError
from uth_exact.reference import Value, best_of
from uth_exact.rules import Category

Made = tuple[Category, tuple[int, ...]]
"""A hand without its kickers: its category and the ranks that make it, in the order in which hands are compared."""

_MADE_RANKS = {
    Category.HIGH_CARD: 0,
    Category.PAIR: 1,
    Category.TWO_PAIR: 2,
    Category.THREE_OF_A_KIND: 1,
    Category.STRAIGHT: 1,
    Category.FLUSH: 5,
    Category.FULL_HOUSE: 2,
    Category.FOUR_OF_A_KIND: 1,
    Category.STRAIGHT_FLUSH: 1,
    Category.ROYAL_FLUSH: 1,
}
"""How many of the ranks of a hand make it; those that follow are kickers, or follow from the first."""

_NO_KICKER = frozenset(
    {Category.STRAIGHT, Category.FLUSH, Category.FULL_HOUSE, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH},
)
"""Hands that all five cards make."""

_STRAIGHTS = tuple(frozenset(rank % len(RANKS) for rank in range(low, low + 5)) for low in range(-1, 9))
"""The ranks of the ten straights, from 5-4-3-2-A up; the ace stands below the two as well."""


@dataclass(frozen=True, slots=True)
class Features:
    """What the player sees on the flop or on the river. Ranks are 0 for a two up to 12 for an ace."""

    hole: str
    """Class of the hole cards: ``AA``, ``AKs``, ``AKo``, ..."""
    made: Category
    """Category of the best five cards."""
    uses_hole: bool
    """A hole card takes part in what makes the hand: kickers aside, hand and board together are more than the board alone."""
    board_made: Category
    """Category of the board alone; three cards make a high card, a pair or three of a kind."""
    board_suited: int
    """Most board cards of one suit; on the river 0 if fewer than 3, for then no flush is possible."""
    board_match: int
    """Which board rank the higher paired hole card pairs: 1 the highest, 2 the second, ...; 0 if none has a board card's rank."""
    pocket_pair: bool
    """The hole cards are a pair."""
    hidden_pair: bool
    """A pair of which at least one card is in the hole."""
    flush_cards: int
    """Most cards of one suit, among suits that a hole card has; 0 if fewer than 3, on the river if fewer than 5."""
    flush_card: int | None
    """Rank of the highest hole card of that suit; of equally long suits the one where it is higher."""
    straight_draw: int
    """On the flop, how many ranks would complete a straight (0 to 2); 0 with a straight or better, and on the river."""
    overcards: int
    """Hole cards above every board card."""
    kicker: int | None
    """Rank of the highest hole card that does not make the hand; ``None`` where there is none, or where all five cards make it."""
    dealer_outs: int | None
    """On the river, unseen cards that together with the board alone beat the player's hand; ``None`` on the flop."""


def features(hole: str | Iterable[Card | str], board: str | Iterable[Card | str], dead: str | Iterable[Card | str] = ()) -> Features:
    """What the player sees with these two hole cards and a board of three or five; ``dead`` cards are no outs.

    Raises ``CardError`` for other numbers of cards, for what is no card, and for a card given twice.
    """
    held, shown, gone = parse_exactly(hole, 2, "hole"), as_cards(board, "board"), as_cards(dead, "dead")
    if len(shown) not in (3, 5):
        raise CardError("card_count", f"board: 3 or 5 cards needed, {len(shown)} given", "board")
    check_distinct({"hole": held, "board": shown, "dead": gone})
    river = len(shown) == 5
    value = best_of(held + shown)
    made, made_ranks = _made(value)
    board_made = _made(best_of(shown)) if river else _made_by_three(shown)
    match = _board_match(held, shown)
    pocket_pair = held[0].rank == held[1].rank
    flush_cards, flush_card = _flush(held, shown)
    suited = max(Counter(card.suit for card in shown).values())
    return Features(
        hole=hole_class(*held),
        made=made,
        uses_hole=(made, made_ranks) > board_made,
        board_made=board_made[0],
        board_suited=0 if river and suited < 3 else suited,
        board_match=match,
        pocket_pair=pocket_pair,
        hidden_pair=pocket_pair or match > 0,
        flush_cards=flush_cards,
        flush_card=flush_card,
        straight_draw=0 if river or made >= Category.STRAIGHT else _straight_draw(held + shown),
        overcards=sum(card.rank > max(shown).rank for card in held),
        kicker=None if made in _NO_KICKER else max((card.rank for card in held if card.rank not in made_ranks), default=None),
        dealer_outs=len(dealer_outs(held, shown, gone)) if river else None,
    )


def _made(value: Value) -> Made:
    category = Category(value[0])
    return category, value[1 : 1 + _MADE_RANKS[category]]


def _made_by_three(board: Iterable[Card]) -> Made:
    rank, times = Counter(card.rank for card in board).most_common(1)[0]
    category = {1: Category.HIGH_CARD, 2: Category.PAIR, 3: Category.THREE_OF_A_KIND}[times]
    return category, (rank,) if times > 1 else ()


def _board_match(hole: Iterable[Card], board: Iterable[Card]) -> int:
    ranks = sorted({card.rank for card in board}, reverse=True)
    return min((1 + ranks.index(card.rank) for card in hole if card.rank in ranks), default=0)


def _flush(hole: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[int, int | None]:
    """Length and highest hole card of the suit that is longest."""
    lengths = Counter(card.suit for card in hole + board)
    length, rank = max((lengths[card.suit], card.rank) for card in hole)
    return (length, rank) if length >= len(board) else (0, None)  # 3 on the flop, 5 on the river


def _straight_draw(cards: Iterable[Card]) -> int:
    ranks = {card.rank for card in cards}
    return len({rank for straight in _STRAIGHTS for rank in straight - ranks if len(straight - ranks) == 1})


def dealer_outs(hole: Iterable[Card], board: Iterable[Card], dead: Iterable[Card] = ()) -> tuple[Card, ...]:
    """The unseen cards, by id, that together with a board of five alone beat the player's hand."""
    held, shown = tuple(hole), tuple(board)
    value, seen = best_of((*held, *shown)), {*held, *shown, *dead}
    return tuple(card for card in DECK if card not in seen and best_of((*shown, card)) > value)
