"""Bets without decisions: Trips, bonus, bad beat and whatever a sheet describes, from counts of hands and showdowns.

>>> from uth_exact.sheets import load_sheet
>>> bonus = settle(load_sheet("casino-holdem-dk").side_bets[0], hands_dealt(5, at_least=Qualifier(Category.PAIR, 12)))
>>> bonus.hands, bonus.hits, bonus.edge
(2598960, 282660, Fraction(5809, 92820))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from uth_exact import engine
from uth_exact.cards import RANKS
from uth_exact.errors import InvariantError
from uth_exact.figures import square_root
from uth_exact.interruption import aside
from uth_exact.rules import Category, Qualifier, Result, SideBet, Verdict, Whose

Hands = Mapping[tuple[Category, bool, Result | None], int]
"""Equally likely hands by category, by whether they are as good as a given hand, and by the result for the player where the
dealer's hand matters; otherwise ``None``."""

ANY_HAND = Qualifier(Category.HIGH_CARD)


@dataclass(frozen=True, slots=True)
class SideBetRow:
    """Hands that a side bet settles alike."""

    category: Category
    """Of the hand that the bet goes by."""
    result: Result | None
    """Of the showdown, as the player sees it; ``None`` where the bet does not ask who wins."""
    at_least: bool
    """Whether the hand is as good as the bet asks; weaker ones lose."""
    net: Fraction
    """Net win per unit staked."""
    hands: int


@dataclass(frozen=True, slots=True)
class SideBetFigures:
    """A bet without decisions, per unit staked on it."""

    bet: SideBet
    rows: tuple[SideBetRow, ...]
    """How all hands are settled, best category first; their hands add up to ``hands``."""
    hands: int
    """All equally likely ones: hands of ``bet.cards`` cards or, if the dealer's hand matters, the 2,781,381,002,400 showdowns."""
    hits: int
    """Hands that win money."""
    edge: Fraction
    variance: Fraction

    @property
    def return_(self) -> Fraction:
        """1 minus the edge."""
        return 1 - self.edge

    @property
    def hit_frequency(self) -> Fraction:
        """How often it wins money."""
        return Fraction(self.hits, self.hands)

    @property
    def standard_deviation(self) -> str:
        """In units staked, as a correctly rounded decimal."""
        return square_root(self.variance)

    @property
    def of_showdowns(self) -> bool:
        """Whether ``hands`` are showdowns and not hands of the player alone."""
        return asks_for_dealer(self.bet)


def asks_for_dealer(bet: SideBet) -> bool:
    """Whether the bet's settlement depends on the dealer's hand."""
    return bet.whose is not Whose.PLAYER or set(bet.verdicts) != {Verdict.PAY}


@lru_cache(64)
def hands_dealt(cards: int, ranks: str = RANKS, at_least: Qualifier = ANY_HAND) -> Hands:
    """All hands of 5, 6 or 7 cards of a deck, four suits of each rank, dealt one by one. Seven of 52 cards take seconds."""
    counts = aside(lambda: engine.count_hands(cards, map(RANKS.index, ranks), engine.qualifying_strength(at_least)))
    return {(category, reached, None): counts[category][reached] for category in Category for reached in (False, True)}


def hands_shown(bet: SideBet, census: engine.Census, ranks: str = RANKS) -> Hands:
    """The hands that ``bet`` goes by at all showdowns; good enough are those with which the dealer of the census qualifies.

    A bet that asks for nothing but the player's seven cards gets the hands of seven instead. Raises ``InvariantError`` if
    each of them is not at equally many showdowns.

    Player and dealer are dealt alike, so whatever is known of the dealer's hand holds of the player's with the result
    turned round. In a tie both hands have the same category and are equally good.
    """
    dealer = Counter[tuple[Category, bool, Result]]()
    for row in census:
        for category in Category:
            for result in Result:
                for reached in (False, True):
                    dealer[category, reached, result] += row[category][result][reached]
    player = {(category, reached, Result(2 - result)): count for (category, reached, result), count in dealer.items()}
    if not asks_for_dealer(bet):
        hands = Counter[tuple[Category, bool, Result | None]]()
        for (category, reached, _), count in player.items():
            hands[category, reached, None] += count
        showdowns = comb(7, 2) * comb(4 * len(ranks) - 7, 2)  # of one hand: its hole cards and the dealer's
        if any(count % showdowns for count in hands.values()) or hands.total() != showdowns * comb(4 * len(ranks), 7):
            raise InvariantError("broken_sums", f"{bet.name}: the showdowns are not those of all hands", bet.name)
        return {key: count // showdowns for key, count in hands.items()}
    players = {Whose.PLAYER: tuple(Result), Whose.DEALER: (), Whose.WORSE: (Result.LOSE,), Whose.BETTER: (Result.WIN,)}
    return {key: (player if key[2] in players[bet.whose] else dealer)[key] for key in dealer}


def settle(bet: SideBet, hands: Hands) -> SideBetFigures:
    """The figures of ``bet`` over the hands that it goes by, told apart by ``bet.at_least`` if that has a rank."""
    merged = Counter[tuple[Category, Result | None, bool, Fraction]]()
    for (category, reached, result), count in hands.items():
        enough = reached if bet.at_least.rank else category >= bet.at_least.category
        verdict = Verdict.PAY if result is None else bet.verdicts[result]
        if verdict is Verdict.PAY:
            net = bet.table.odds[category] if enough else Fraction(-1)
        else:
            net = Fraction(0 if verdict is Verdict.PUSH else -1)
        merged[category, result if len(set(bet.verdicts)) > 1 else None, enough, net] += count
    kept = ((key, count) for key, count in merged.items() if count)
    rows = [SideBetRow(category, result, reached, net, count) for (category, result, reached, net), count in kept]
    rows.sort(key=lambda row: (row.category, row.at_least, -1 if row.result is None else row.result), reverse=True)
    total = sum(row.hands for row in rows)
    ev = sum((row.hands * row.net for row in rows), Fraction(0)) / total
    square = sum((row.hands * row.net**2 for row in rows), Fraction(0)) / total
    return SideBetFigures(bet, tuple(rows), total, sum(row.hands for row in rows if row.net > 0), -ev, square - ev**2)
