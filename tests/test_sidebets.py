"""Bets without decisions: counted by the core, dealt out by the reference, and held against published figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import UTH, deck_of
from house import house, side_bet
from remembered import remembered
from test_counts import FIVE_CARDS, SEVEN_CARDS
from uth_exact import engine
from uth_exact.cards import RANKS, SUITS, Card
from uth_exact.errors import InvariantError, RulesError
from uth_exact.game import Solution, Solver
from uth_exact.reference import best_of, qualifies
from uth_exact.report import decimal
from uth_exact.rules import Category, PayTable, Qualifier, Result, SideBet, Verdict, Whose
from uth_exact.sheets import load_sheet
from uth_exact.sidebets import hands_shown

SHOWDOWNS = comb(52, 2) * comb(50, 2) * comb(48, 5)
assert SHOWDOWNS == 2_781_381_002_400  # published with the bad beat bet below

QUEENS, KINGS = map(RANKS.index, "QK")
RANKED = (Category.PAIR, Category.THREE_OF_A_KIND, Category.FOUR_OF_A_KIND)

Showdown = tuple[tuple[int, ...], tuple[int, ...], Result]
"""Value of the player's hand, of the dealer's, and the result."""


@pytest.fixture(scope="module")
def solver() -> Solver:
    """Ultimate Texas Hold'em, counted."""
    return Solver(UTH)


def total(table: object) -> int:
    return table if isinstance(table, int) else sum(map(total, table))  # type: ignore[call-overload]


# The census


@remembered
def showdowns_dealt(ranks: str) -> Counter[Showdown]:
    """Every showdown of a deck, a board standing for all that are the same up to suits."""
    deck = deck_of(ranks)
    turned = [{card: Card(4 * card.rank + suits[card.suit]) for card in deck} for suits in permutations(range(len(SUITS)))]
    boards = Counter(min(tuple(sorted(turn[card] for card in board)) for turn in turned) for board in combinations(deck, 5))
    dealt: Counter[Showdown] = Counter()
    for board, times in boards.items():
        hands = [(hole, best_of((*board, *hole))) for hole in combinations([card for card in deck if card not in board], 2)]
        for hole, value in hands:
            for other, against in hands:
                if not set(hole) & set(other):
                    dealt[value, against, Result((value > against) - (value < against) + 1)] += times
    return dealt


@pytest.mark.slow
@pytest.mark.parametrize("qualifier", [Qualifier(Category.PAIR, QUEENS), Qualifier(Category.STRAIGHT), Qualifier(Category.HIGH_CARD)])
def test_the_census_is_what_dealing_gives(qualifier: Qualifier) -> None:
    """127 million showdowns of 20 cards, tens to aces: straights, flushes and royals, by both categories, result and qualifier."""
    expected: Counter[tuple[int, ...]] = Counter()
    for (value, against, result), times in showdowns_of_broadway().items():
        expected[value[0], against[0], result, qualifies(against, qualifier)] += times
    census = Solver(UTH, "TJQKA").census(qualifier)
    places = [(p, d, r, q) for p in Category for d in Category for r in Result for q in (0, 1)]
    assert {place: census[place[0]][place[1]][place[2]][place[3]] for place in places} == {place: expected[place] for place in places}


@cache
def showdowns_of_broadway() -> Counter[Showdown]:
    return showdowns_dealt("TJQKA")


@cache
def showdowns_of_twelve() -> Counter[Showdown]:
    return showdowns_dealt("2KA")


def test_the_census_is_all_showdowns_and_treats_both_alike(solver: Solver) -> None:
    """2,781,381,002,400 of them. Player and dealer are dealt alike, so changing places changes nothing but the names."""
    census = solver.census()
    assert total(census) == SHOWDOWNS
    for player in Category:
        for dealer in Category:
            for result in Result:
                assert sum(census[player][dealer][result]) == sum(census[dealer][player][2 - result])
            if player != dealer:
                assert total(census[player][dealer][Result.TIE]) == 0
                assert total(census[player][dealer][Result.WIN]) == (total(census[player][dealer]) if player > dealer else 0)


def test_the_census_has_the_published_hands_of_seven(solver: Solver) -> None:
    """Each hand of seven is at 21 x 990 showdowns: two of its cards are hole cards, and the dealer has two of 45."""
    assert tuple(map(total, solver.census())) == tuple(21 * 990 * hands for hands in SEVEN_CARDS)


def test_the_qualifier_divides_the_dealer_hands_of_the_census(solver: Solver) -> None:
    """A pair of kings or better: everything above a pair, no high card, and two of thirteen ranks of pairs, nearly."""
    plain, kings = solver.census(), solver.census(Qualifier(Category.PAIR, KINGS))
    assert [[[sum(result) for result in row] for row in rows] for rows in plain] == [
        [[sum(result) for result in row] for row in rows] for rows in kings
    ]
    reached = {dealer: sum(kings[player][dealer][result][1] for player in Category for result in Result) for dealer in Category}
    for dealer in Category:
        everything = sum(total(kings[player][dealer]) for player in Category)
        assert (reached[dealer] == everything) == (dealer > Category.PAIR)
        assert (reached[dealer] == 0) == (dealer is Category.HIGH_CARD)


def test_a_census_of_other_hands_is_refused(solver: Solver) -> None:
    """Counts that do not belong to the deck are not divided into hands of seven."""
    with pytest.raises(InvariantError):
        hands_shown(load_sheet("uth-dk").side_bets[0], solver.census(), RANKS[1:])


@pytest.mark.parametrize("bet", ["trips", None, load_sheet("uth-dk")])
def test_what_is_no_side_bet_is_refused(bet: Any, uth: Solution, solver: Solver) -> None:
    """The refusal says where those of a sheet are."""
    for ask in (solver.side_bet, uth.side_bet):
        with pytest.raises(RulesError, match="is no SideBet; a Sheet has its own in side_bets"):
            ask(bet)


# Published bets


def rounded(value: Fraction, places: int) -> str:
    return decimal(100 * value, places)


@pytest.mark.parametrize(
    ("sheet", "edge"), [("uth-dk", "3.50"), ("uth-dk+trips-865", "1.90"), ("uth-dk+trips-974", "0.90"), ("uth-dk+trips-765", "6.18")]
)
def test_the_published_edges_of_trips(solver: Solver, sheet: str, edge: str) -> None:
    """Four pay tables over 133,784,560 hands, each a sum that a reader can do."""
    (trips,) = load_sheet(sheet).side_bets
    figures = solver.side_bet(trips)
    assert figures.hands == comb(52, 7) == 133_784_560
    assert {row.category: row.hands for row in figures.rows} == dict(zip(Category, SEVEN_CARDS, strict=True))
    assert figures.hits == sum(SEVEN_CARDS[Category.THREE_OF_A_KIND :])
    won = sum(hands * odds for hands, odds in zip(SEVEN_CARDS, trips.table.odds, strict=True))
    assert figures.edge == Fraction(-won) / comb(52, 7)
    assert rounded(figures.edge, 2) == edge
    assert figures.return_ == 1 - figures.edge


def test_trips_of_the_german_sheet(solver: Solver) -> None:
    """Six for a flush and five for a straight: the sheet prints no return, and it is that of the published table."""
    (trips,) = load_sheet("uth-de").side_bets
    assert rounded(solver.side_bet(trips).edge, 2) == "1.90"


@pytest.mark.parametrize(("sheet", "edge"), [("casino-holdem-dk", "6.258"), ("casino-holdem-dk+bonus-25", "6.402")])
def test_the_published_edges_of_the_bonus(solver: Solver, sheet: str, edge: str) -> None:
    """Five cards, a pair of aces or better: 84,480 pairs of aces are 6 pairs with 220 sets of kickers in 64 suits."""
    (bonus,) = load_sheet(sheet).side_bets
    figures = solver.side_bet(bonus)
    assert figures.hands == comb(52, 5)
    pairs = {row.at_least: row.hands for row in figures.rows if row.category is Category.PAIR}
    assert pairs == {True: comb(4, 2) * comb(12, 3) * 4**3, False: FIVE_CARDS[Category.PAIR] - 84_480}
    assert figures.hits == 84_480 + sum(FIVE_CARDS[Category.TWO_PAIR :])
    assert rounded(figures.edge, 3) == edge


BAD_BEAT = """\
[side_bets.bad-beat]
hand = "worse"
tie = "lose"
royal_flush = 7500
straight_flush = 7500
four_of_a_kind = 500
full_house = 50
flush = 30
straight = 20
three_of_a_kind = 9
default = "lose"

"""


def test_a_bad_beat_bet_is_a_sheet_without_new_code(solver: Solver) -> None:
    """Pays on the losing hand, whoever loses with it; a tie loses. Published: edge 14.7868 %, 2,781,381,002,400 showdowns."""
    bad_beat = side_bet(house("[[claims]]", BAD_BEAT + "[[claims]]"), "bad-beat")
    figures = solver.side_bet(bad_beat)
    assert figures.hands == SHOWDOWNS
    assert rounded(figures.edge, 4) == "14.7868"
    lost, won = ({row.category: row.hands for row in figures.rows if row.result is result} for result in (Result.LOSE, Result.WIN))
    assert lost == won, "either of the two loses as often"
    assert Category.ROYAL_FLUSH not in lost, "a royal flush does not lose"


# Any bet

CHOICES = st.builds(
    SideBet,
    name=st.just("bet"),
    table=st.lists(st.fractions(-1, 50, max_denominator=4), min_size=10, max_size=10).map(lambda odds: PayTable("bet", tuple(odds))),
    whose=st.sampled_from(Whose),
    cards=st.just(7),
    at_least=st.one_of(
        st.sampled_from(Category).map(Qualifier),
        st.builds(Qualifier, st.sampled_from(RANKED), st.sampled_from([0, 11, 12])),
    ),
    verdicts=st.tuples(*[st.sampled_from(Verdict)] * 3),
)

HAND: dict[Whose, Callable[[tuple[int, ...], tuple[int, ...]], tuple[int, ...]]] = {
    Whose.PLAYER: lambda player, dealer: player,
    Whose.DEALER: lambda player, dealer: dealer,
    Whose.WORSE: min,
    Whose.BETTER: max,
}


@settings(max_examples=60)
@given(CHOICES)
def test_any_bet_is_worth_what_dealing_gives(bet: SideBet) -> None:
    """Every showdown of twelve cards, settled one by one as the sheet's words say."""
    nets: Counter[Fraction] = Counter()
    for (player, dealer, result), times in showdowns_of_twelve().items():
        hand = HAND[bet.whose](player, dealer)
        if bet.verdicts[result] is Verdict.PAY:
            net = bet.table.odds[hand[0]] if qualifies(hand, bet.at_least) else Fraction(-1)
        else:
            net = Fraction(0) if bet.verdicts[result] is Verdict.PUSH else Fraction(-1)
        nets[net] += times
    deals = nets.total()
    value = sum(net * times for net, times in nets.items()) / deals
    figures = twelve_cards().side_bet(bet)
    assert figures.edge == -value
    assert figures.variance == sum((net - value) ** 2 * times for net, times in nets.items()) / deals
    assert figures.hit_frequency == Fraction(sum(times for net, times in nets.items() if net > 0), deals)
    assert sum(row.hands for row in figures.rows) == figures.hands


@cache
def twelve_cards() -> Solver:
    return Solver(UTH, "2KA")


@pytest.mark.parametrize("cards", [5, 6])
@pytest.mark.parametrize("at_least", [Qualifier(Category.HIGH_CARD), Qualifier(Category.TWO_PAIR), Qualifier(Category.PAIR, KINGS)])
def test_a_bet_on_fewer_cards(cards: int, at_least: Qualifier) -> None:
    """Hole cards and flop, or the turn too: every hand of a deck of 16 cards."""
    pays = PayTable.by_category("bonus", {Category.PAIR: 1, Category.TWO_PAIR: 3, Category.FULL_HOUSE: 20}, -1)
    bet = SideBet("bonus", pays, cards=cards, at_least=at_least)
    hands = [best_of(hand) for hand in combinations(deck_of("9QKA"), cards)]
    nets = [bet.table.odds[hand[0]] if qualifies(hand, at_least) else Fraction(-1) for hand in hands]
    figures = Solver(UTH, "9QKA").side_bet(bet)
    assert (figures.hands, figures.hits) == (len(hands), sum(net > 0 for net in nets))
    assert figures.edge == -sum(nets) / len(nets)


def test_hands_of_other_sizes_are_counted_with_binomials() -> None:
    """Of six cards, one hand in 20,358,520 for each way to hold a royal flush and any of 47 cards."""
    hands = engine.count_hands(6)
    assert total(hands) == comb(52, 6)
    assert sum(hands[Category.ROYAL_FLUSH]) == 4 * 47
