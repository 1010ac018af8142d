"""What a player may know in every round, and the classes of hands that it makes.

A ``Sight`` says how many cards are seen and where. ``Classes`` are all ways to hold two cards and see the others, those that
an exchange of suits carries into each other being one. They are numbered, and each is made from its number alone, so that any
part of them can be dealt anywhere without the rest.

>>> classes = Classes(Sight.of("dealer:1"))
>>> len(classes), classes.combinations
(5083, 66300)
>>> sum(len(Classes(Sight.of(text))) for text in ("dealer:2", "dealer:1+flop:1", "last:1+dealer:1"))
464139
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache, partial
from itertools import accumulate, product
from math import comb, factorial, gcd, prod
from typing import overload

from uth_exact.cards import DECK, RANKS, SUITS, Card
from uth_exact.errors import KnowledgeError
from uth_exact.odds import shown

MOST = {"dealer": 2, "flop": 2, "last": 1, "neighbours": 2}
"""What may be seen, and how much of it: cards, but for neighbours, who have two each."""

_PART = re.compile(r"([a-z]+):([0-9]{1,3})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Sight:
    """What the player sees in every round, before the first decision, besides the two hole cards."""

    dealer: int = 0
    """Cards of the dealer, up to two."""
    flop: int = 0
    """Cards that come on the flop, up to two."""
    last: int = 0
    """Cards that come as the turn or the river, up to one."""
    neighbours: int = 0
    """Other players whose two cards each are seen; they are out of play."""

    def __post_init__(self) -> None:
        for field in fields(self):
            count = getattr(self, field.name)
            if not (isinstance(count, int) and 0 <= count <= MOST[field.name]):
                raise _unknown(f"{field.name}:{count}")

    @classmethod
    def of(cls, text: str) -> Sight:
        """The sight written as ``text``: ``dealer:1``, ``dealer:1+flop:1`` and so on, in any order.

        Raises ``KnowledgeError`` for anything else.

        >>> str(Sight.of("last:1+dealer:1"))
        'dealer:1+last:1'
        """
        counts: dict[str, int] = {}
        for part in text.split("+"):
            match = _PART.fullmatch(part.strip())
            if match is None or match[1] not in MOST or match[1] in counts or not 1 <= int(match[2]) <= MOST[match[1]]:
                raise _unknown(text)
            counts[match[1]] = int(match[2])
        return cls(**counts)

    def __str__(self) -> str:
        """As ``of`` reads it; empty if nothing is seen."""
        return "+".join(f"{field.name}:{getattr(self, field.name)}" for field in fields(self) if getattr(self, field.name))

    @property
    def counts(self) -> tuple[int, int, int, int, int]:
        """Cards in each place of ``Held``: hole, dealer, flop, last, dead."""
        return 2, self.dealer, self.flop, self.last, 2 * self.neighbours

    def completions(self, cards: int = len(DECK)) -> int:
        """Ways to deal the rest of a round from a deck of so many cards, in stages: flop, turn with river, dealer."""
        left = cards - sum(self.counts)
        ways = 1
        for unseen in (3 - self.flop, 2 - self.last, 2 - self.dealer):
            ways *= comb(left, unseen) if left >= unseen else 0
            left -= unseen
        return ways


def _unknown(text: str) -> KnowledgeError:
    most = {name: " or ".join(f"{name}:{count + 1}" for count in range(many)) for name, many in MOST.items()}
    known = f"give {', '.join(most.values())}, or several joined as in dealer:1+flop:1"
    return KnowledgeError("unknown_sight", f"nobody sees {shown(text)}; {known}", "sees")


@dataclass(frozen=True, slots=True)
class Held:
    """One class: cards held and seen, and how many combinations an exchange of suits makes of them."""

    hole: tuple[Card, ...]
    dealer: tuple[Card, ...]
    flop: tuple[Card, ...]
    last: tuple[Card, ...]
    dead: tuple[Card, ...]
    combinations: int


_Counts = tuple[int, ...]
"""Cards of one suit in each place of ``Held``."""

CardSets = tuple[int, int, int, int, int, int]
"""A class as the core takes it: hole, dealer, flop, last and dead cards as sets, bit ``id`` for a card, and the combinations."""

_ALL = 2**52 - 1

_NOTHING = (0, 0, 0, 0, 0)


class Classes(Sequence[Held]):
    """All classes of hole cards and seen cards with a deck of these ranks in these suits.

    Seen by suits, a class is a set of as many parts as there are suits: the ranks of one suit in each place. Parts that are
    alike can be exchanged without a change; all other exchanges make further combinations. So a class is a set of parts in
    which the same may be there several times, and such sets can be counted and numbered.

    They come in an order that takes them from all over: the first so many are a fair sample of all.
    """

    def __init__(self, sight: Sight, ranks: str = RANKS, suits: str = SUITS) -> None:
        self.sight = sight
        self.ranks = sorted(map(RANKS.index, set(ranks)))
        self.suits = sorted(map(SUITS.index, set(suits)))
        self.cards = len(self.ranks) * len(self.suits)
        """Cards in the deck."""
        if not sight.completions(self.cards):
            needed = sum(sight.counts) + 7 - sum(sight.counts[1:4])
            raise KnowledgeError("no_deal", f"{sight}: {self.cards} cards are in the deck, {needed} are needed for a deal", "ranks")
        shapes = [Counter(shape) for shape in _shapes(sight.counts, len(self.suits), sight.counts)]
        sizes = {counts: self._parts(counts) for shape in shapes for counts in shape}
        sets_of = {counts: lru_cache(1 << 13)(partial(self._sets, counts)) for counts in sizes}
        ways_of = [{counts: comb(sizes[counts] + times - 1, times) for counts, times in shape.items()} for shape in shapes]
        # Suits without a card are alike in one way, and come last.
        self._shapes = [
            (
                factorial(len(self.suits)) // factorial(shape[_NOTHING]),
                tuple((times, sizes[counts], ways[counts], sets_of[counts]) for counts, times in shape.items() if counts != _NOTHING),
            )
            for shape, ways in zip(shapes, ways_of, strict=True)
        ]
        self._starts = [0, *accumulate(prod(ways.values()) for ways in ways_of)]
        self._count = self._starts[-1]
        self._stride = _stride(self._count)

    def _parts(self, counts: _Counts) -> int:
        """In how many ways ranks of one suit can be in their places."""
        left, ways = len(self.ranks), 1
        for count in counts:
            ways *= comb(max(left, 0), count)
            left -= count
        return ways

    def __len__(self) -> int:
        return self._count

    @cached_property
    def combinations(self) -> int:
        """Combinations in all classes together: all ways to hold and see cards of the deck."""
        left, ways = self.cards, 1
        for count in self.sight.counts:
            ways *= comb(left, count)
            left -= count
        return ways

    @overload
    def __getitem__(self, place: int) -> Held: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Held]: ...
    def __getitem__(self, place: int | slice) -> Held | Sequence[Held]:
        if isinstance(place, slice):
            return [self[each] for each in range(len(self))[place]]
        *sets, combinations = self.sets(range(len(self))[place])
        hole, dealer, flop, last, dead = map(_cards, sets)
        return Held(hole, dealer, flop, last, dead, combinations)

    def sets(self, place: int) -> CardSets:
        """The class at a place from 0 up, without a ``Card``: this is asked for each of millions."""
        number = place * self._stride % self._count
        shape = bisect_right(self._starts, number) - 1
        rest = number - self._starts[shape]
        suits = iter(self.suits)
        found = 0
        combinations, parts_of = self._shapes[shape]
        for times, size, ways, sets_of in parts_of:
            rest, index = divmod(rest, ways)
            if times == 1:
                found |= sets_of(index) << next(suits)
                continue
            parts, orders = _multiset(index, times, size)
            combinations //= orders
            for part in parts:
                found |= sets_of(part) << next(suits)
        return found & _ALL, found >> 52 & _ALL, found >> 104 & _ALL, found >> 156 & _ALL, found >> 208, combinations

    def _sets(self, counts: _Counts, part: int) -> int:
        """Cards of the first suit for the number of a part: the sets of the places, 52 bits each, the first lowest."""
        found, left = 0, self.ranks
        for place, count in enumerate(counts):
            if count:
                part, index = divmod(part, comb(len(left), count))
                taken = [left[position] for position in _subset(index, count, len(left))]
                left = [rank for rank in left if rank not in taken]
                found |= sum(1 << 4 * rank for rank in taken) << 52 * place
        return found


def _cards(cards: int) -> tuple[Card, ...]:
    """The cards of a set."""
    found = []
    while cards:
        found.append(DECK[(cards & -cards).bit_length() - 1])
        cards &= cards - 1
    return tuple(found)


def _shapes(counts: _Counts, suits: int, most: _Counts) -> Iterator[tuple[_Counts, ...]]:
    """All ways to spread the places' cards over suits, each way once: what the suits have does not increase, as tuples compare."""
    if not suits:
        if not any(counts):
            yield ()
        return
    for first in product(*(range(count, -1, -1) for count in counts)):
        if first <= most:
            left = tuple(count - taken for count, taken in zip(counts, first, strict=True))
            yield from ((first, *others) for others in _shapes(left, suits - 1, first))


@lru_cache(1 << 16)
def _multiset(index: int, times: int, size: int) -> tuple[list[int], int]:
    """Multiset number ``index`` of ``times`` numbers below ``size``, and in how many ways equal ones among them can be exchanged.

    >>> [_multiset(index, 2, 2) for index in range(3)]
    [([0, 0], 2), ([0, 1], 1), ([1, 1], 2)]
    """
    parts = [least - taken for taken, least in enumerate(_subset(index, times, size + times - 1))]
    return parts, prod(map(factorial, Counter(parts).values()))


@lru_cache(1 << 16)
def _subset(index: int, size: int, among: int) -> tuple[int, ...]:
    """Set number ``index`` of the sets of ``size`` numbers below ``among``, in increasing order.

    Set number n is the one with n = C(a, 1) + C(b, 2) + ... for its members a < b < ...

    >>> [_subset(index, 2, 4) for index in range(6)]
    [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)]
    """
    found = []
    for members in range(size, 0, -1):
        among = bisect_right(range(among), index, key=lambda number: comb(number, members)) - 1
        index -= comb(among, members)
        found.append(among)
    return tuple(reversed(found))


def _stride(count: int) -> int:
    """A step that visits all of ``count`` places on a circle, the visited ones always well spread: near the golden section."""
    step = max(1, count * 618_034 // 1_000_000)
    while gcd(step, count) > 1:
        step += 1
    return step
