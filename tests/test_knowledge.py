"""What a player may know in every round: its classes counted, and the game with it against brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, permutations, product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import CASINO, FOLDS_ANYWHERE, UTH, UTH_FOURS, UTH_ODD, deck_of
from remembered import remembered
from test_decision import table
from uth_exact import engine, reference
from uth_exact.cards import DECK, SUITS, Card
from uth_exact.decision import action_values
from uth_exact.errors import KnowledgeError
from uth_exact.game import Solver
from uth_exact.knowledge import Classes, Held, Sight
from uth_exact.known_game import solve_seeing
from uth_exact.rules import Rules, Street
from uth_exact.settlement import compile_rules

ISSUED = {
    "dealer:1": 5_083,
    "dealer:2": 93_769,
    "dealer:1+flop:1": 185_185,
    "dealer:1+last:1": 185_185,
    "neighbours:1": 93_769,
    "neighbours:2": 13_960_050,
}
"""Classes of cards held and seen, up to an exchange of suits."""

Places = tuple[tuple[Card, ...], ...]
"""Cards held and seen: hole, dealer, flop, last, dead."""


def ways(deck: Sequence[Card], counts: Sequence[int]) -> Iterator[Places]:
    """Every way to put so many cards of the deck in each place."""
    if not counts:
        yield ()
        return
    for first in combinations(deck, counts[0]):
        rest = [card for card in deck if card not in first]
        yield from ((first, *others) for others in ways(rest, counts[1:]))


def alike(places: Places, suits: Sequence[int]) -> Places:
    """The first of all cards that an exchange of these suits makes of them: the same for those of a class."""
    first = min([[sorted([card.id + step[card.suit] for card in place]) for place in places] for step in _steps(tuple(suits))])
    return tuple(tuple(DECK[number] for number in place) for place in first)


@cache
def _steps(suits: tuple[int, ...]) -> list[dict[int, int]]:
    """Every exchange of these suits, as what it adds to the number of a card."""
    return [{suit: other - suit for suit, other in zip(suits, others, strict=True)} for others in permutations(suits)]


def places_of(held: Held) -> Places:
    return held.hole, held.dealer, held.flop, held.last, held.dead


# Classes


def fixed(counts: Iterable[int], cycles: Iterable[int], ranks: int = 13) -> int:
    """Ways to hold and see so many cards in each place that an exchange of suits with these cycles leaves as they are.

    Of each rank, all cards of a cycle are in the same place or in none.
    """
    places = tuple(counts)
    found = Counter({(0,) * len(places): 1})
    for cycle in [cycle for cycle in cycles for _ in range(ranks)]:
        more: Counter[tuple[int, ...]] = Counter()
        for taken, number in found.items():
            more[taken] += number
            for place in range(len(places)):
                if taken[place] + cycle <= places[place]:
                    more[(*taken[:place], taken[place] + cycle, *taken[place + 1 :])] += number
        found = more
    return found[places]


def classes_by_burnside(sight: Sight) -> int:
    """Classes are the mean number of ways left as they are, over the 24 exchanges of suits."""
    exchanges = {(1, 1, 1, 1): 1, (2, 1, 1): 6, (2, 2): 3, (3, 1): 8, (4,): 6}
    total = sum(number * fixed(sight.counts, cycles) for cycles, number in exchanges.items())
    assert total % 24 == 0
    return total // 24


@pytest.mark.parametrize(("text", "count"), ISSUED.items())
def test_classes_are_as_many_as_can_be_counted_otherwise(text: str, count: int) -> None:
    """By suits, and by Burnside's mean over the exchanges of suits."""
    sight = Sight.of(text)
    assert len(Classes(sight)) == classes_by_burnside(sight) == count


@pytest.mark.parametrize("seen", list(product((0, 1, 2), (0, 1, 2), (0, 1), (0, 1, 2))), ids=str)
def test_every_sight_has_as_many_classes_as_burnside_says(seen: tuple[int, int, int, int]) -> None:
    """Also the ones that nobody asked for."""
    assert len(Classes(Sight(*seen))) == classes_by_burnside(Sight(*seen))


@pytest.mark.parametrize("text", ["dealer:1", "flop:1", pytest.param("neighbours:1", marks=pytest.mark.slow)])
def test_the_combinations_of_all_classes_are_all_combinations(text: str) -> None:
    """With 52 cards: C(52,2) hands and what is seen of the other 50."""
    classes = Classes(Sight.of(text))
    seen = sum(Sight.of(text).counts[1:])
    assert sum(classes.sets(place)[-1] for place in range(len(classes))) == classes.combinations == comb(52, 2) * comb(50, seen)


@pytest.mark.parametrize(
    ("text", "ranks", "suits"),
    [
        ("dealer:1", "9TJQKA", "cdhs"),
        ("dealer:2", "TJQK", "cdhs"),
        ("dealer:1+flop:1", "TJQ", "cdhs"),
        ("dealer:1+last:1", "2468", "cds"),
        ("dealer:2+flop:1+last:1", "9TJQK", "ds"),
        ("neighbours:1+dealer:1", "9TJQKA", "hs"),
        ("neighbours:2", "789TJQK", "hs"),
    ],
)
def test_each_class_is_there_once_with_all_its_combinations(text: str, ranks: str, suits: str) -> None:
    """Held against every way to hold and see cards of a small deck."""
    sight = Sight.of(text)
    deck = deck_of(ranks, suits)
    used = sorted({card.suit for card in deck})
    expected = Counter(alike(places, used) for places in ways(deck, sight.counts))
    found = {alike(places_of(held), used): held.combinations for held in Classes(sight, ranks, suits)}
    assert found == expected
    assert len(Classes(sight, ranks, suits)) == len(expected)


@given(st.sampled_from(sorted(ISSUED)), st.data())
def test_a_class_has_the_cards_that_its_sight_says(text: str, data: st.DataObject) -> None:
    """Any number makes a class: so many different cards in each place."""
    classes = Classes(Sight.of(text))
    held = classes[data.draw(st.integers(0, len(classes) - 1))]
    assert tuple(map(len, places_of(held))) == Sight.of(text).counts
    assert len({card for place in places_of(held) for card in place}) == sum(Sight.of(text).counts)


def test_the_first_classes_are_from_all_over() -> None:
    """Of a thousand out of fourteen million as many have four suits as of all, to a tenth."""

    def with_four(part: Sequence[Held]) -> Fraction:
        counts = [len({card.suit for place in places_of(held) for card in place}) == len(SUITS) for held in part]
        return Fraction(sum(counts), len(counts))

    classes = Classes(Sight.of("neighbours:2"))
    few, many = with_four(classes[:1000]), with_four(classes[1_000_000:1_010_000])
    assert abs(few - many) < Fraction(1, 10)


def test_classes_are_a_sequence() -> None:
    """Counted from either end, cut, and no further than they go."""
    classes = Classes(Sight.of("dealer:1"), "TJQKA")
    assert classes[-1] == classes[len(classes) - 1] == classes[len(classes) - 2 :][1]
    with pytest.raises(IndexError):
        classes[len(classes)]


# What can be seen


@pytest.mark.parametrize("text", ["", "dealer", "dealer:0", "dealer:3", "dealer:1+dealer:1", "turn:1", "last:2", "neighbours:3", "last:1+"])
def test_what_nobody_can_see_is_refused(text: str) -> None:
    """With what there is."""
    with pytest.raises(KnowledgeError, match="dealer:1 or dealer:2, flop:1 or flop:2, last:1, neighbours:1 or neighbours:2"):
        Sight.of(text)


@given(st.permutations(["dealer:2", "flop:1", "last:1", "neighbours:1"]))
def test_the_order_does_not_matter(parts: list[str]) -> None:
    """Whatever comes first, the sight is the same and is called the same."""
    sight = Sight.of("+".join(parts))
    assert sight == Sight(dealer=2, flop=1, last=1, neighbours=1)
    assert Sight.of(str(sight)) == sight


def test_too_few_cards_for_a_deal_are_refused() -> None:
    """Twelve cards are one too few if six are seen."""
    with pytest.raises(KnowledgeError, match="12 cards are in the deck, 13 are needed"):
        Classes(Sight.of("neighbours:2"), "9TJ")
    with pytest.raises(ValueError):
        Sight(dealer=3)


# The game with knowledge


SMALL = [
    ("dealer:1", "9TJQK", "hs", UTH),
    ("dealer:1", "9TJQ", "dhs", UTH_ODD),
    ("dealer:2", "9TJQK", "hs", UTH_FOURS),
    ("dealer:1+flop:1", "9TJQK", "hs", UTH),
    ("dealer:1+last:1", "9TJQK", "hs", UTH),
    ("flop:1", "9TJQK", "hs", UTH_FOURS),
    ("last:1", "79JQK", "hs", CASINO),
    ("dealer:1", "79JQK", "hs", FOLDS_ANYWHERE),
    ("neighbours:1", "9TJQ", "dhs", UTH),
]
"""What is seen, the deck and the game: small enough for every deal to be dealt."""


@remembered
def dealt(sight: Sight, deck: Sequence[Card], rules: Rules) -> tuple[Fraction, int, Counter[object]]:
    """Value summed over the deals, deals, and how they end, for all ways to hold and see cards with best play."""
    used = sorted({card.suit for card in deck})
    combinations_of = Counter(alike(places, used) for places in ways(deck, sight.counts))
    total, deals = Fraction(0), 0
    endings: Counter[object] = Counter()
    for (hole, dealer, flop, last, dead), times in combinations_of.items():
        decision = reference.decide(hole, (), dead, rules, deck, dealer=dealer, flop_seen=flop, last_seen=last)
        total += times * decision.total[decision.best]
        deals += times * decision.deals
        for ending, number in decision.outcomes[decision.best].items():
            endings[ending] += times * number
    return total, deals, endings


@pytest.mark.slow
@pytest.mark.parametrize(("text", "ranks", "suits", "rules"), SMALL)
def test_small_decks_agree_with_the_reference(text: str, ranks: str, suits: str, rules: Rules) -> None:
    """Best play by brute force, for all ways to hold and see cards: the same value, deals and endings."""
    sight, deck = Sight.of(text), deck_of(ranks, suits)
    total, deals, endings = dealt(sight, deck, rules)
    seen = solve_seeing(rules, sight, ranks=ranks, suits=suits, details=True)
    assert (seen.total, seen.deals) == (total, deals)
    assert seen.deals == seen.total_combinations * sight.completions(len(deck))
    assert table(seen.outcomes) == {ending: number for ending, number in endings.items() if number}
    assert seen.figures.ev_per_ante == seen.ev_per_ante == total / deals
    assert solve_seeing(rules, sight, ranks=ranks, suits=suits).sums.units == seen.sums.units


@pytest.mark.slow
def test_two_neighbours_on_a_small_deck_agree_with_every_deal_dealt() -> None:
    """Fourteen cards, 45,045 ways to hold two and see four, each with all its deals one by one: the sum over half as many classes."""
    sight, ranks, suits = Sight.of("neighbours:2"), "789TJQK", "hs"
    deck = deck_of(ranks, suits)
    missing = tuple(card for card in DECK if card not in deck)
    units = deals = 0
    for hole, _, _, _, dead in ways(deck, sight.counts):
        decided = engine.decide(hole, (), (*dead, *missing), UTH, plain=True)
        units += max(decided.check, *decided.bets[:2])
        deals += decided.deals
    seen = solve_seeing(UTH, sight, ranks=ranks, suits=suits)
    assert (seen.sums.units, seen.deals, seen.total_combinations) == (units, deals, 45_045)


def test_classes_of_two_neighbours_agree_with_the_reference() -> None:
    """Three of the classes of that deck, decided by brute force."""
    sight, ranks, suits, seat = Sight.of("neighbours:2"), "789TJQK", "hs", engine.Seat(UTH)
    missing = [card for card in DECK if card not in deck_of(ranks, suits)]
    for held in Classes(sight, ranks, suits)[:3]:
        expected = reference.decide(held.hole, (), held.dead, UTH, deck_of(ranks, suits))
        decided = seat.decide(held.hole, dead=(*held.dead, *missing))
        values = action_values(UTH, Street.PREFLOP, compile_rules(UTH), decided)
        assert {action.name: compile_rules(UTH).antes(value) for value, action in values} == expected.total


@pytest.mark.slow
@pytest.mark.parametrize("text", ["dealer:1", "dealer:2", "flop:1", "last:1", "neighbours:1", "dealer:1+flop:1"])
def test_seeing_never_costs_anything(text: str) -> None:
    """With a deck of six ranks in two suits, the value is at least that of who sees nothing."""
    small = partial(solve_seeing, UTH, ranks="9TJQKA", suits="hs")
    assert small(text).ev_per_ante >= small(Sight()).ev_per_ante


def test_who_sees_nothing_plays_the_game() -> None:
    """Nothing seen is the whole game as it is solved without looking."""
    seen, solution = solve_seeing(UTH, Sight(), ranks="9TJQKA", details=True), Solver(UTH, "9TJQKA").solve()
    assert (seen.total, seen.deals) == (solution.total, solution.deals)
    assert seen.figures == solution.figures
    assert set(seen.outcomes) == set(solution.outcomes)


@given(st.integers(0, 2**32), st.sampled_from(["dealer", "flop_seen", "last_seen", "dead"]))
def test_seeing_a_card_never_lowers_the_value_of_a_hand(seed: int, place: str) -> None:
    """Over all cards that might be seen, the mean of the best values is at least the best value without; few cards are left."""
    import random

    deck = list(DECK)
    random.Random(seed).shuffle(deck)
    hole, left, dead = deck[:2], deck[2:14], deck[14:]
    blind = engine.decide(hole, (), dead, UTH)
    units = deals = 0
    for card in left:
        places: dict[str, list[Card]] = {"dead": dead, "dealer": [], "flop_seen": [], "last_seen": []}
        places[place] = [*places[place], card]
        gone = places.pop("dead")
        decided = engine.decide(hole, (), gone, UTH, **places)  # type: ignore[arg-type]
        units += max(decided.check, *decided.bets)
        deals += decided.deals
    assert Fraction(units, deals) >= Fraction(max(blind.check, *blind.bets), blind.deals)
