"""The slow, obvious solver: every deal is dealt, every hand is five cards, and nothing is packed.

It answers the same questions as the compiled core and shares nothing with it but ``Card`` and the rules, so that a
mistake would have to be made twice. Three ideas carry it:

1. six or seven cards are worth the best five among them;
2. what follows an action is a table: how many deals end in each way;
3. money is read off a table, and the player takes the action whose table is worth most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, permutations
from math import comb
from typing import TypeVar

from uth_exact.cards import DECK, SUITS, Card, as_cards, check_distinct, parse_exactly
from uth_exact.errors import CardError, RulesError
from uth_exact.rules import Action, ActionKind, Category, Qualifier, Result, Rules, Street

Cards = frozenset[Card]

NO_CARDS: Cards = frozenset()

Value = tuple[int, ...]
"""What five cards are worth: their ``Category``, then the ranks that break ties, in order. Higher is better."""

Fall = tuple[Result, bool, Category]
"""How the cards fell: the showdown, whether the dealer qualifies, the category of the player's final hand."""

Ending = tuple[str, Result | None, bool, Category]
"""How a deal ended: the name of the last action, then the fall; after a fold there is no result."""


# Hands ---------------------------------------------------------------------------------------------------------------


def hand_value(five: Iterable[Card]) -> Value:
    """The value of five cards.

    >>> hand_value(as_cards("Ts Td 4h 4c 9s"))
    (<Category.TWO_PAIR: 2>, 8, 2, 7)
    >>> hand_value(as_cards("5s 4d 3h 2c As"))
    (<Category.STRAIGHT: 4>, 3, 2, 1, 0, -1)
    """
    cards = frozenset(five)
    if len(cards) != 5:
        raise CardError("card_count", f"a hand is five different cards, not {len(cards)}", "hand")
    return _value_of_five(cards)


_GROUPS = {
    (4, 1): Category.FOUR_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.PAIR,
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
}


@lru_cache(maxsize=2**20)
def _value_of_five(five: Cards) -> Value:
    held = Counter(card.rank for card in five)
    # The larger group first, of equal groups the higher: a full house is judged by its triple, a pair before kickers.
    ranks = sorted(held, key=lambda rank: (held[rank], rank), reverse=True)
    category = _GROUPS[tuple(held[rank] for rank in ranks)]

    flush = len({card.suit for card in five}) == 1
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    if ranks == [12, 3, 2, 1, 0]:  # 5-4-3-2-A: the ace is low, so the five leads
        straight, ranks = True, [3, 2, 1, 0, -1]

    if straight and flush:
        category = Category.ROYAL_FLUSH if ranks[0] == 12 else Category.STRAIGHT_FLUSH
    elif flush:
        category = Category.FLUSH
    elif straight:
        category = Category.STRAIGHT
    return category, *ranks


def best_of(cards: Iterable[Card]) -> Value:
    """The value of the best five among five, six or seven cards.

    >>> best_of(as_cards("As Ks Qs Js Ts Td Th"))
    (<Category.ROYAL_FLUSH: 9>, 12, 11, 10, 9, 8)
    """
    held = frozenset(cards)
    if not 5 <= len(held) <= 7:
        raise CardError("card_count", f"a hand is made of five to seven different cards, not {len(held)}", "hand")
    return _best_value(held)


@lru_cache(maxsize=2**20)
def _best_value(cards: Cards) -> Value:
    return max(map(_value_of_five, map(frozenset, combinations(cards, 5))))


def qualifies(value: Value, qualifier: Qualifier) -> bool:
    """Whether a dealer's hand of this value qualifies.

    >>> fours = Qualifier(Category.PAIR, 2)
    >>> qualifies(best_of(as_cards("3s3d 9h8c7s")), fours), qualifies(best_of(as_cards("4s4d 9h8c7s")), fours)
    (False, True)
    """
    if value[0] == qualifier.category and qualifier.rank > 0:
        return value[1] >= qualifier.rank
    return value[0] >= qualifier.category


def showdowns(player: Value, dealers: Iterable[Value], qualifier: Qualifier) -> Counter[Fall]:
    """How the cards fall for a player's final hand against each of the dealer's."""
    table: Counter[Fall] = Counter()
    category = Category(player[0])
    for dealer, times in Counter(dealers).items():
        result = Result.WIN if player > dealer else Result.LOSE if player < dealer else Result.TIE
        table[result, qualifies(dealer, qualifier), category] += times
    return table


Counted = TypeVar("Counted", Fall, Ending)


def add(table: Counter[Counted], more: Counter[Counted], times: int = 1) -> None:
    """Add to a table another one, counted ``times`` times over."""
    for key, deals in more.items():
        table[key] += deals * times


# Decisions -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """One spot: what every action is worth. Actions are in order of what they stake: the largest bet first, check, fold."""

    deals: int
    """Staged deals: flop, then turn with river, then the dealer's hand, as far as they are still to come."""
    falls: Counter[Fall]
    """How the cards fall over those deals if the player stays to the showdown."""
    total: dict[str, Fraction]
    """Net win of each action in antes, forced wagers included, summed over the deals with best play afterwards."""
    outcomes: dict[str, Counter[Ending]]
    """How the deals end after each action with best play afterwards."""
    best: str
    """The action of the largest total, of equal ones the first; empty if the street has no actions."""


def net(rules: Rules, action: Action, fall: Fall) -> Fraction:
    """Net win of the round in antes when ``action``, a fold or a bet, was the last one and the cards fell so."""
    if action.kind is ActionKind.FOLD:
        return -rules.initial_stake
    return sum((wager.pays(*fall) for wager in rules.forced), Fraction(0)) + action.size * rules.play.pays(*fall)


class _Game:
    """The rules, with the price of every ending looked up once."""

    def __init__(self, rules: Rules) -> None:
        self.actions = [sorted(actions, key=_stake, reverse=True) for actions in rules.actions]
        self.price: dict[Ending, Fraction] = {}
        falls = [(result, q, category) for result in Result for q in (False, True) for category in Category]
        for action in (action for street in self.actions for action in street if action.kind is not ActionKind.CHECK):
            for fall in falls:
                ending, value = _ending(action, fall), net(rules, action, fall)
                if self.price.setdefault(ending, value) != value:
                    raise RulesError("bad_rules", f"{rules.name}: two actions are called {action.name}", action.name)

    def decision(self, street: Street, falls: Counter[Fall], checked: Counter[Ending]) -> Decision:
        """The decision on a street, given what a showdown and what a check lead to."""
        outcomes: dict[str, Counter[Ending]] = {}
        for action in self.actions[street]:
            table = outcomes[action.name] = Counter(checked if action.kind is ActionKind.CHECK else ())
            if action.kind is not ActionKind.CHECK:
                for fall, deals in falls.items():
                    table[_ending(action, fall)] += deals
        total = {
            name: sum((deals * self.price[ending] for ending, deals in table.items()), Fraction(0))
            for name, table in outcomes.items()
        }
        best = max(total, key=lambda name: total[name], default="")  # of equal ones max takes the first
        return Decision(falls.total(), falls, total, outcomes, best)

    def before(self, street: Street, later: Iterable[Decision]) -> Decision:
        """The decision on a street, given the decisions behind every way its next cards may come."""
        falls: Counter[Fall] = Counter()
        checked: Counter[Ending] = Counter()
        for decision, times in Counter(later).items():
            add(falls, decision.falls, times)
            if decision.best:
                add(checked, decision.outcomes[decision.best], times)
        return self.decision(street, falls, checked)

    def spot(
        self,
        board: Cards,
        rest: Cards,
        falls_on: Callable[[Cards], Counter[Fall]],
        flop_seen: Cards = NO_CARDS,
        last_seen: Cards = NO_CARDS,
    ) -> Decision:
        """The decision with this board, ``rest`` still in the deck and ``falls_on(board of five)`` at its end.

        Cards seen to come on the flop are on each of the flops, one seen to come last is in each turn and river.
        """

        @cache  # seen from before the flop a board comes ten times, its flop being any three of it
        def river(board: Cards) -> Decision:
            return alike(frozenset(falls_on(board).items()))

        @cache  # boards on which the cards fall alike are one decision
        def alike(falls: frozenset[tuple[Fall, int]]) -> Decision:
            return self.decision(Street.RIVER, Counter(dict(falls)), Counter())

        def flop(board: Cards, rest: Cards) -> Decision:
            others = combinations(rest, 2 - len(last_seen))
            return self.before(Street.FLOP, (river(board.union(last_seen, more)) for more in others))

        def preflop(rest: Cards) -> Decision:
            flops = map(flop_seen.union, combinations(rest, 3 - len(flop_seen)))
            return self.before(Street.PREFLOP, (flop(three, rest - three) for three in flops))

        return river(board) if len(board) == 5 else flop(board, rest) if board else preflop(rest)


def _stake(action: Action) -> tuple[bool, Fraction]:
    return action.kind is not ActionKind.FOLD, action.size


def _ending(action: Action, fall: Fall) -> Ending:
    result, dealer_qualifies, category = fall
    return action.name, None if action.kind is ActionKind.FOLD else result, dealer_qualifies, category


def decide(
    hole: str | Iterable[Card],
    board: str | Iterable[Card],
    dead: str | Iterable[Card],
    rules: Rules,
    deck: Iterable[Card] = DECK,
    *,
    dealer: str | Iterable[Card] = "",
    flop_seen: str | Iterable[Card] = "",
    last_seen: str | Iterable[Card] = "",
) -> Decision:
    """The decision with these hole cards, a board of 0, 3 or 5 and dead cards, over every completion from ``deck``.

    The player knows, from this decision on, the given cards of the ``dealer``, those that will come on the flop and the
    one that will come as the turn or the river.

    With 52 cards a river takes 0.1 s and a flop 15 s; before the flop only a small deck is feasible. Raises
    ``CardError`` for cards that cannot be.
    """
    own = frozenset(parse_exactly(hole, 2, "hole"))
    table, gone = frozenset(as_cards(board, "board")), frozenset(as_cards(dead, "dead"))
    theirs, flop, last = frozenset(as_cards(dealer)), frozenset(as_cards(flop_seen)), frozenset(as_cards(last_seen))
    check_distinct({"hole": own, "board": table, "dead": gone, "dealer": theirs, "flop seen": flop, "last seen": last})
    if len(table) not in (0, 3, 5):
        raise CardError("card_count", f"board: 0, 3 or 5 cards needed, {len(table)} given", "board")
    if len(theirs) > 2 or len(flop) > (0 if table else 2) or len(last) > (len(table) < 5):
        raise CardError("card_count", "seen: more cards than the dealer, the flop or turn and river can hold", "seen")
    rest = frozenset(deck) - own - table - gone - theirs - flop - last
    needed = 7 - len(table | theirs | flop | last)
    if len(rest) < needed:
        raise CardError("card_count", f"deck: {needed} more cards needed, {len(rest)} left", "deck")

    def falls_on(board: Cards) -> Counter[Fall]:
        dealers = (best_of(board.union(theirs, more)) for more in combinations(rest - board, 2 - len(theirs)))
        return showdowns(best_of(board | own), dealers, rules.qualifier)

    return _Game(rules).spot(table, rest, falls_on, flop, last)


# The whole game ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Solution:
    """The whole game under best play."""

    deals: int
    """Staged deals: the player's hand, flop, turn with river, the dealer's hand."""
    total: Fraction
    """Net win in antes summed over the deals; divided by ``deals`` it is the value per ante."""
    outcomes: Counter[Ending]
    """How the deals end."""
    decisions: dict[Cards, Decision]
    """The decision before the flop for every two hole cards; alike up to suits, the same one."""


def solve(rules: Rules, deck: Iterable[Card]) -> Solution:
    """Every deal of the game from ``deck``, with best play.

    Hole cards that differ only by exchanging suits are decided once. For each board the values of all pairs are found
    once, for the player's hands as for the dealer's. 16 cards take 2 s, 20 cards 15 s, 24 cards 90 s and 1 GB.
    """
    cards = frozenset(deck)
    if len(cards) < 9:
        raise CardError("card_count", f"deck: at least 9 cards needed, {len(cards)} given", "deck")
    alike = hole_classes(cards)
    falls: dict[Cards, dict[Cards, Counter[Fall]]] = {hole: {} for hole in alike}
    known: dict[frozenset[tuple[Fall, int]], Counter[Fall]] = {}  # equal tables are kept once, for they are a million
    pairs = [frozenset(pair) for pair in combinations(cards, 2)]
    for board in map(frozenset, combinations(cards, 5)):
        values = {pair: best_of(board | pair) for pair in pairs if pair.isdisjoint(board)}
        for hole in alike:
            if hole.isdisjoint(board):
                dealers = [value for pair, value in values.items() if pair.isdisjoint(hole)]
                table = showdowns(values[hole], dealers, rules.qualifier)
                falls[hole][board] = known.setdefault(frozenset(table.items()), table)

    game = _Game(rules)
    deals, total, decisions = 0, Fraction(0), {}
    outcomes: Counter[Ending] = Counter()
    for hole, holes in alike.items():
        decision = game.spot(frozenset(), cards - hole, falls[hole].__getitem__)
        decisions.update(dict.fromkeys(holes, decision))
        deals += len(holes) * decision.deals
        total += len(holes) * decision.total[decision.best]
        add(outcomes, decision.outcomes[decision.best], len(holes))
    assert deals == comb(len(cards), 2) * comb(len(cards) - 2, 3) * comb(len(cards) - 5, 2) * comb(len(cards) - 7, 2)
    return Solution(deals, total, outcomes, decisions)


def hole_classes(deck: Cards) -> dict[Cards, list[Cards]]:
    """The hole pairs of ``deck``, those together that an exchange of suits carries into each other.

    Only exchanges that leave the deck as it is count.

    >>> len(hole_classes(frozenset(DECK))), len(hole_classes(frozenset(DECK[:-1])))
    (169, 391)
    """
    exchanges = []
    for suits in permutations(range(len(SUITS))):
        exchange = {card: DECK[4 * card.rank + suits[card.suit]] for card in deck}
        if deck == frozenset(exchange.values()):
            exchanges.append(exchange)
    classes: dict[Cards, list[Cards]] = {}
    for pair in combinations(sorted(deck), 2):
        first = min(sorted(exchange[card] for card in pair) for exchange in exchanges)
        classes.setdefault(frozenset(first), []).append(frozenset(pair))
    return classes
