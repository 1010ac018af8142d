"""Cards, hole cards, and how people write them.

>>> [str(card) for card in parse_cards("ks, 10♦ [2C]")]
['Ks', 'Td', '2c']
>>> hole_class(*parse_cards("5dKh"))
'K5o'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from uth_exact.errors import CardError

RANKS = "23456789TJQKA"
"""The thirteen ranks, weakest first."""

SUITS = "cdhs"
"""The four suits; equal in every rule of the game."""

SUIT_SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_SUIT_OF_SYMBOL = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s"}
_SEPARATORS = re.compile(r"[\s,\[\]()\ufe0e\ufe0f]+")
_CARD = re.compile(r"(10|[2-9TJQKAtjqka])\s*([CDHScdhs♣♦♥♠♧♢♡♤])")
_CLASS = re.compile(r"(10|[2-9TJQKA])(10|[2-9TJQKA])([so]?)", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One of the 52 cards: a rank from ``RANKS`` and a suit from ``SUITS``.

    Cards sort by rank, then by suit.

    >>> Card.of("As").id
    51
    """

    id: int
    """0 to 51: four times the rank's place in ``RANKS`` plus the suit's place in ``SUITS``."""

    def __post_init__(self) -> None:
        if not (isinstance(self.id, int) and 0 <= self.id < 52):
            raise CardError("unknown_card", f"a card's id is 0 to 51, not {self.id!r}")

    @classmethod
    def of(cls, text: str) -> Card:
        """The card written as ``text``, for example ``As``."""
        return parse_exactly(text, 1, "card")[0]

    @property
    def rank(self) -> int:
        """0 for a two up to 12 for an ace."""
        return self.id >> 2

    @property
    def suit(self) -> int:
        """0 to 3, the place in ``SUITS``."""
        return self.id & 3

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]

    def __repr__(self) -> str:
        return f"Card.of({str(self)!r})"


DECK = tuple(Card(i) for i in range(52))
"""All 52 cards, by id."""


def parse_cards(text: str, where: str = "cards") -> tuple[Card, ...]:
    """The cards written in ``text``, in the order given.

    Any letter case, ``T`` or ``10``, suit letters or symbols; spaces, commas and brackets between cards are
    optional, and so are spaces between a rank and its suit. Raises ``CardError`` for anything that is no card and for a
    card given twice; ``where`` names the input in the message.
    """
    cards: list[Card] = []
    at = 0
    while at < len(text):
        if gap := _SEPARATORS.match(text, at):
            at = gap.end()
            continue
        match = _CARD.match(text, at)
        if match is None:
            raise CardError("unknown_card", f"{where}: {_no_card(text, at)}", where)
        rank, suit = match[1].upper().replace("10", "T"), match[2]
        suit = _SUIT_OF_SYMBOL.get(suit, suit.lower())
        cards.append(Card(4 * RANKS.index(rank) + SUITS.index(suit)))
        at = match.end()
    check_distinct({where: cards})
    return tuple(cards)


def _no_card(text: str, at: int) -> str:
    """Why no card can be read in ``text`` at ``at``; a class of hands such as ``AKs`` is taken for what it is."""
    words = text.strip() if len(text) < 20 else ""
    if named := _CLASS.fullmatch(words):
        suits = "ss" if named[3].lower() == "s" and named[1] != named[2] else "sh"
        example = "".join(rank.upper() + suit for rank, suit in zip(named.groups(), suits, strict=False))
        return f"{words} names no cards but a class of hands: name two cards, as in {example}"
    rest = _SEPARATORS.split(text[at : at + 12])[0]
    return f"no card can be read at {rest!r}: write rank 2-9, T or 10, J, Q, K, A and suit c, d, h, s, as in AsTd"


def as_cards(cards: str | Iterable[Card | str], where: str = "cards") -> tuple[Card, ...]:
    """``cards`` as a tuple: text is parsed, cards are taken as they are, and so are texts of one card each."""
    if isinstance(cards, str):
        return parse_cards(cards, where)
    given: object = cards
    if not isinstance(given, Iterable):
        problem = f"{_brief(given)} is neither text nor cards; give text as in 'AsTd', or several cards"
        raise CardError("unknown_card", f"{where}: {problem}", where)
    taken = tuple(_as_card(card, where) for card in cards)
    check_distinct({where: taken})
    return taken


def _as_card(card: object, where: str) -> Card:
    if isinstance(card, str):
        return parse_exactly(card, 1, where)[0]
    if not isinstance(card, Card):
        raise CardError("unknown_card", f"{where}: {_brief(card)} is no card", where)
    return card


def _brief(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def parse_exactly(cards: str | Iterable[Card | str], count: int, where: str) -> tuple[Card, ...]:
    """``cards``, which must be ``count`` of them."""
    taken = as_cards(cards, where)
    if len(taken) != count:
        needed = f"{count} card" + ("s" if count != 1 else "")
        raise CardError("card_count", f"{where}: {needed} needed, {len(taken)} given", where)
    return taken


def check_distinct(places: Mapping[str, Iterable[Card]]) -> None:
    """Raise ``CardError`` if a card is in two places, or twice in one; the message names the card and both."""
    seen: dict[Card, str] = {}
    for place, cards in places.items():
        for card in cards:
            if card in seen:
                both = f"twice in {place}" if seen[card] == place else f"in {seen[card]} and in {place}"
                raise CardError("duplicate_card", f"{card} is given {both}: each card exists once", place)
            seen[card] = place


def format_cards(cards: Iterable[Card]) -> str:
    """The cards as one word, for example ``AsTd``; what ``parse_cards`` reads."""
    return "".join(map(str, cards))


def hole_class(first: Card, second: Card) -> str:
    """The suit class of two hole cards: ``AA``, ``AKs`` (suited) or ``AKo`` (offsuit)."""
    high, low = max(first, second), min(first, second)
    ranks = RANKS[high.rank] + RANKS[low.rank]
    if high.rank == low.rank:
        return ranks
    return ranks + ("s" if high.suit == low.suit else "o")


def _combos() -> dict[str, tuple[tuple[Card, Card], ...]]:
    found: dict[str, list[tuple[Card, Card]]] = {}
    for high, low in combinations(reversed(DECK), 2):
        found.setdefault(hole_class(high, low), []).append((high, low))
    return {name: tuple(pairs) for name, pairs in found.items()}


HOLE_CLASSES = _combos()
"""The 169 classes of hole cards up to suits, each with its 6 (pair), 4 (suited) or 12 (offsuit) combinations."""
