"""A seat, from which many decisions before the flop are taken, gives the integers of ``engine.decide``, whatever came before."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import ALWAYS_QUALIFIES, CASINO, FOLDS_ANYWHERE, NEEDS_A_FLUSH, UTH, UTH_FOURS, UTH_ODD
from test_seen_cards import PREFLOPS, Kind, Spot, deal, missing, spots
from uth_exact import engine
from uth_exact._core import ffi, lib
from uth_exact.cards import DECK, Card, as_cards
from uth_exact.decision import action_values
from uth_exact.engine import Decided, Seat, SpotSums, Table
from uth_exact.errors import CardError
from uth_exact.rules import CHECK, FOLD, Action, ActionKind, Category, Qualifier, Rules, Street, bet
from uth_exact.settlement import MAX_PAYOFF, compile_rules

ALL_KINDS: list[Kind] = [(0, 0, 0, 0), *PREFLOPS]

LARGE = replace(UTH, name="large", actions=((bet(4), bet(3), CHECK), (bet(5000), CHECK), (bet(1), FOLD)))
"""Payoffs on the flop that are too large for two sums in one word."""

NOTHING_TO_FOLD = replace(UTH, name="no fold", actions=((bet(4), CHECK), (bet(2), CHECK), (bet(1),)))
NOTHING_TO_CHECK = replace(UTH, name="no check", actions=((bet(4), bet(1), FOLD), (), ()))
RIVER_ONLY = replace(UTH, name="river", actions=((CHECK,), (CHECK,), (bet(1), FOLD)))
NEEDS_A_STRAIGHT_FLUSH = replace(UTH, name="straight flush", qualifier=Qualifier(Category.STRAIGHT_FLUSH))

GAMES = [
    UTH,
    UTH_FOURS,
    UTH_ODD,
    ALWAYS_QUALIFIES,
    NEEDS_A_FLUSH,
    NEEDS_A_STRAIGHT_FLUSH,
    CASINO,
    FOLDS_ANYWHERE,
    LARGE,
    NOTHING_TO_FOLD,
    NOTHING_TO_CHECK,
    RIVER_ONLY,
]

SEATS = {game.name: Seat(game) for game in GAMES}
"""One seat for each game and all tests: every answer comes after others of all kinds."""


def seated(spot: Spot, rules: Rules, **options: bool) -> Decided:
    return SEATS[rules.name].decide(spot.hole, spot.dealer, spot.flop_seen, spot.last_seen, spot.dead, **options)


def agrees(spot: Spot, rules: Rules, **options: bool) -> bool:
    """With and without the endings, which change no other number."""
    expected = spot.decide(rules, details=True, **options)
    without = replace(expected, fold_after_check=(), bet_after_check=())
    return seated(spot, rules, details=True) == expected and seated(spot, rules) == without


def shuffled(kind: Kind, seed: int, dead: int = 0) -> Spot:
    """A spot of this kind in which nothing is dead, or so many cards."""
    return deal(random.Random(seed).sample(DECK, 52), kind, 50 - sum(kind) - dead)


# Against decide


@pytest.mark.parametrize("kind", ALL_KINDS, ids=str)
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: str(rules.name))
def test_every_kind_of_spot_under_every_rule_of_the_full_deck(kind: Kind, rules: Rules) -> None:
    """Two deals of each, with and without dead cards."""
    for dead in (0, 2):
        assert agrees(shuffled(kind, GAMES.index(rules) * 100 + ALL_KINDS.index(kind), dead), rules)


@given(spots(ALL_KINDS, 9), st.sampled_from(GAMES))
@settings(max_examples=200)
def test_decks_of_few_cards_and_suits(spot: Spot, rules: Rules) -> None:
    """Flushes of every size, ranks and suits that are all gone, suits that are alike."""
    assert agrees(spot, rules)


@given(st.sampled_from(ALL_KINDS), st.integers(0, 2**32), st.integers(0, 30), st.sampled_from(GAMES))
@settings(max_examples=100)
def test_any_spot(kind: Kind, seed: int, dead: int, rules: Rules) -> None:
    """Up to thirty dead cards."""
    assert agrees(shuffled(kind, seed, dead), rules)


@given(spots(ALL_KINDS, 2), st.sampled_from(GAMES))
@settings(max_examples=100)
def test_the_plain_way(spot: Spot, rules: Rules) -> None:
    """Deal by deal, without anything that seat and ``decide`` share."""
    assert agrees(spot, rules, plain=True)


SHAPES = ["AsAh", "AsKs", "AsKh", "5s4s", "7c2d", "2s2h"]
SEEN = ["Qs", "QsJs", "QsJh", "KhKd", "2c", "5h"]


@pytest.mark.parametrize(("hole", "seen"), [(hole, seen) for hole in SHAPES for seen in SEEN if seen[:2] != hole[2:]])
def test_hands_that_share_suits_and_ranks_with_what_is_seen(hole: str, seen: str) -> None:
    """In each place where the cards can be seen, dead cards among them."""
    mine, cards = as_cards(hole), as_cards(seen)
    for place in ["dealer", "flop_seen", "dead", *(["last_seen"] if len(cards) == 1 else [])]:
        spot = Spot(mine, **{place: cards})  # type: ignore[arg-type]
        assert agrees(spot, UTH), place


def test_the_whole_game_again(uth: Any) -> None:
    """Nothing seen: the values of the whole game, all hands at once."""
    for hole in ("AsAh", "Kh5d", "7s6s", "2c3d"):
        mine = as_cards(hole)
        found, expected = SEATS[UTH.name].decide(mine), uth.preflop(mine)
        antes = compile_rules(UTH).antes
        assert antes(found.check) / found.deals == expected["check"].ev
        assert antes(found.bets[1]) / found.deals == expected["bet 4x"].ev


def test_a_card_of_the_dealer_seen_leaves_a_raise_as_it_is() -> None:
    """Over all 50 cards the raises add up to twice what they are unseen, and the check only gains."""
    hole = as_cards("Kh5d")
    seat, unseen = SEATS[UTH.name], engine.decide(hole, (), (), UTH)
    seen = [seat.decide(hole, [card]) for card in DECK if card not in hole]
    assert sum(one.deals for one in seen) == 2 * unseen.deals
    assert tuple(map(sum, zip(*(one.bets for one in seen), strict=True))) == tuple(2 * value for value in unseen.bets)
    assert Fraction(sum(one.check for one in seen), 2) > unseen.check


def test_large_payoffs_up_to_the_limit() -> None:
    """Sums stay within 64 bits."""
    rules = replace(UTH, name="most", actions=((bet(4), CHECK), (bet(MAX_PAYOFF // 2 - 2000), CHECK), (bet(1), FOLD)))
    seat = Seat(rules)
    for kind in [(0, 0, 0, 0), (0, 1, 0, 0), (0, 2, 0, 0), (0, 1, 0, 1)]:
        spot = shuffled(kind, 11)
        assert seat.decide(spot.hole, spot.dealer, spot.flop_seen, spot.last_seen) == spot.decide(rules)


# Many at once


def sets_of(spot: Spot, times: int) -> tuple[int, int, int, int, int, int]:
    """The spot as ``Seat.sum`` takes it."""
    hole, dealer, flop, last, dead = (
        sum(1 << card.id for card in cards) for cards in (spot.hole, spot.dealer, spot.flop_seen, spot.last_seen, spot.dead)
    )
    return hole, dealer, flop, last, dead, times


def one_by_one(asked: Sequence[tuple[Spot, int]], rules: Rules) -> SpotSums:
    """The sums of single decisions; of equal actions the larger bet, then the check."""
    settlement = compile_rules(rules)
    times = deals = units = 0
    taken: Counter[Action] = Counter()
    ended: Counter[tuple[Street, Action, int, int]] = Counter()
    for spot, count in asked:
        decided = spot.decide(rules, details=True)
        values = action_values(rules, Street.PREFLOP, settlement, decided)
        value, best = max(values, key=lambda entry: (entry[0], entry[1].size, entry[1].kind is ActionKind.CHECK))
        times, deals, units = times + count, deals + count * decided.deals, units + count * value
        taken[best] += count
        tables: list[tuple[Street, Action, Table]] = [(Street.PREFLOP, best, decided.showdown)]
        if best.kind is ActionKind.CHECK:
            bets = zip(Street, settlement.bets, decided.bet_after_check, strict=True)
            tables = [(street, bet, table) for street, known, found in bets for (bet, _), table in zip(known, found, strict=True)]
            tables += [(street, FOLD, table) for street, table in zip(Street, decided.fold_after_check, strict=True)]
        for street, action, table in tables:
            ended.update({(street, action, *place): count * table[place[0]][place[1]] for place in product(range(10), range(6))})
    endings = [(street, FOLD) for street in Street]
    endings += [(street, bet) for street in Street for bet, _ in settlement.bets[street]]
    bets = tuple(taken[bet] for bet, _ in settlement.bets[Street.PREFLOP])
    flat = tuple(ended[(*ending, *place)] for ending in endings for place in product(range(10), range(6)))
    return SpotSums(times, deals, units, taken[FOLD], taken[CHECK], (*bets, *(0,) * (4 - len(bets))), flat)


@given(st.lists(st.tuples(spots(ALL_KINDS, 9), st.integers(0, 24)), max_size=6), st.sampled_from(GAMES))
@settings(max_examples=50)
def test_sums_are_those_of_single_decisions(asked: list[tuple[Spot, int]], rules: Rules) -> None:
    """Any spots in a call, each counted so many times: the same integers, endings included."""
    found = SEATS[rules.name].sum([sets_of(*each) for each in asked], details=True)
    assert found == one_by_one(asked, rules)
    assert SEATS[rules.name].sum([sets_of(*each) for each in asked]) == replace(found, ended=())


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: str(rules.name))
def test_sums_of_the_full_deck(rules: Rules) -> None:
    """A spot of each kind; the dead cards may be given once for all of them."""
    asked = [(shuffled(kind, 50 + ALL_KINDS.index(kind)), 1 + ALL_KINDS.index(kind)) for kind in ALL_KINDS]
    asked += [(shuffled((0, 0, 0, 0), 70, 4), 24)]
    assert SEATS[rules.name].sum([sets_of(*each) for each in asked], details=True) == one_by_one(asked, rules)
    dead = DECK[:7]
    seen = [{*spot.hole, *spot.dealer, *spot.flop_seen, *spot.last_seen} for spot, _ in asked]
    some = [(replace(spot, dead=dead), times) for (spot, times), cards in zip(asked, seen, strict=True) if cards.isdisjoint(dead)]
    bare = [sets_of(replace(spot, dead=()), times) for spot, times in some]
    assert some
    assert SEATS[rules.name].sum(bare, sum(1 << card.id for card in dead), details=True) == one_by_one(some, rules)


def test_sums_do_not_overflow() -> None:
    """As many spots as a call may have, with most deals: their value does not fit 64 bits, and is right."""
    rules = replace(UTH, name="most", actions=((bet(4), CHECK), (bet(MAX_PAYOFF // 2 - 2000), CHECK), (bet(1), FOLD)))
    spots_of_call = [(Spot(as_cards("AsAh")), lib.UTH_MAX_TIMES - 5), (Spot(as_cards("2c7d")), 5)]
    found = Seat(rules).sum([sets_of(*each) for each in spots_of_call], details=True)
    assert found == one_by_one(spots_of_call, rules)
    assert found.units > 2**63


def refused(count: int, spots: Any, times: Sequence[int], rules: Any = None) -> int:
    """The core's status; what it would write to is untouched unless it is done."""
    seat, sums = ffi.new("uth_seat **"), ffi.new("uth_seat_sums *")
    assert lib.uth_seat_new(seat) == lib.UTH_OK
    sums.deals = 7
    status = lib.uth_seat_sum(seat[0], count, spots, ffi.new("uint32_t[]", times), rules or engine._core_rules(UTH), 1, sums)
    lib.uth_seat_free(seat[0])
    assert status == lib.UTH_OK or sums.deals == 7
    return int(status)


def test_sums_are_refused_with_their_first_bad_spot() -> None:
    """By the status that a single decision has; and numbers of spots that cannot be, boards and bad rules."""
    good, duplicate, board = {"hole": [0, 5]}, {"hole": [5, 5]}, {"hole": [0, 5], "board": [9, 10, 11, 0, 0], "board_count": 3}
    assert refused(2, ffi.new("uth_spot[]", [good, good]), [1, 2]) == lib.UTH_OK
    assert refused(2, ffi.new("uth_spot[]", [good, duplicate]), [1, 2]) == lib.UTH_DUPLICATE
    assert refused(2, ffi.new("uth_spot[]", [good, board]), [1, 2]) == lib.UTH_BAD_COUNT
    assert refused(-1, ffi.new("uth_spot[]", [good]), [1]) == lib.UTH_BAD_COUNT
    assert refused(2, ffi.new("uth_spot[]", [good, good]), [lib.UTH_MAX_TIMES, 1]) == lib.UTH_BAD_COUNT
    assert refused(2, ffi.new("uth_spot[]", [good, good]), [2**32 - 1, 2**32 - 1]) == lib.UTH_BAD_COUNT
    assert refused(0, ffi.NULL, []) == lib.UTH_OK
    bad = ffi.new("uth_rules *", engine._core_rules(UTH)[0])
    bad.fold = lib.UTH_MAX_PAYOFF + 1
    assert refused(1, ffi.new("uth_spot[]", [good]), [1], bad) == lib.UTH_BAD_RULES


@pytest.mark.parametrize("hole", [0, 1, 7, 1 << 52 | 1])
def test_a_hand_that_is_not_of_two_cards_is_no_spot(hole: int) -> None:
    with pytest.raises(CardError, match="number of cards"):
        SEATS[UTH.name].sum([(hole, 0, 0, 0, 0, 1)])


# The seat itself


def test_the_order_of_questions_does_not_matter() -> None:
    """A spot asked again between others of all kinds has the same answer."""
    asked = [shuffled(kind, seed, 3 * seed) for kind in ALL_KINDS for seed in (0, 1)]
    first = [seated(spot, UTH) for spot in asked]
    order = list(range(len(asked)))
    random.Random(1).shuffle(order)
    assert all(seated(asked[i], UTH) == first[i] for i in order)


def test_seats_in_two_threads() -> None:
    """Two seats at once, and one that two threads want, answer as one alone."""
    asked = [shuffled(kind, 5) for kind in [(0, 1, 0, 0), (0, 2, 0, 0), (0, 1, 0, 1), (0, 1, 1, 0)] * 5]

    def answers(seat: Seat) -> list[Decided]:
        return [seat.decide(spot.hole, spot.dealer, spot.flop_seen, spot.last_seen) for spot in asked]

    shared = Seat(UTH)
    alone = answers(shared)
    with ThreadPoolExecutor(4) as pool:
        assert all(found == alone for found in pool.map(answers, [Seat(UTH), Seat(UTH), shared, shared]))


def core_status(hole: Sequence[int], **places: Any) -> int:
    seat, spot, decision = ffi.new("uth_seat **"), ffi.new("uth_spot *"), ffi.new("uth_decision *")
    assert lib.uth_seat_new(seat) == lib.UTH_OK
    spot.hole = hole
    for place, value in places.items():
        setattr(spot, place, value)
    decision.deals = 7
    status = lib.uth_seat_decide(seat[0], spot, engine._core_rules(UTH), ffi.NULL, decision)
    lib.uth_seat_free(seat[0])
    assert status == lib.UTH_OK or decision.deals == 7
    return int(status)


@pytest.mark.parametrize(
    ("places", "status"),
    [
        ({"hole": [52, 1]}, lib.UTH_BAD_CARD),
        ({"hole": [1, 1]}, lib.UTH_DUPLICATE),
        ({"hole": [0, 1], "dealer": 1 << 52}, lib.UTH_BAD_CARD),
        ({"hole": [0, 1], "dealer": 1 << 1}, lib.UTH_DUPLICATE),
        ({"hole": [0, 1], "dealer": 7 << 9}, lib.UTH_BAD_COUNT),
        ({"hole": [0, 1], "flop_seen": 7 << 9}, lib.UTH_BAD_COUNT),
        ({"hole": [0, 1], "last_seen": 3 << 9}, lib.UTH_BAD_COUNT),
        ({"hole": [0, 1], "dead": (1 << 52) - (1 << 8)}, lib.UTH_NO_DEAL),
        ({"hole": [0, 1], "board_count": 2}, lib.UTH_BAD_COUNT),
        ({"hole": [0, 1], "board_count": -1}, lib.UTH_BAD_COUNT),
    ],
    ids=str,
)
def test_the_core_refuses_what_decide_refuses(places: dict[str, Any], status: int) -> None:
    """By the same status, and nothing is written."""
    assert core_status(**places) == status


def test_refusals_are_exceptions_and_leave_the_seat_as_good_as_before() -> None:
    """The seat answers the next question."""
    seat = SEATS[UTH.name]
    with pytest.raises(CardError, match="a card is given twice"):
        seat.decide(as_cards("AsAh"), as_cards("As"))
    with pytest.raises(CardError, match="a card is given twice"):
        seat.decide(as_cards("AsAh"), [Card(3), Card(3)])
    spot = shuffled((0, 1, 0, 0), 3)
    assert seated(spot, UTH) == spot.decide(UTH)


def test_the_last_deal_possible() -> None:
    """With just the missing cards left there is a deal."""
    for kind in ALL_KINDS:
        spot = deal(random.Random(9).sample(DECK, 52), kind, missing(kind))
        assert seated(spot, UTH) == spot.decide(UTH)


def test_a_board_on_the_table_is_left_to_decide() -> None:
    """The core's seat takes any spot; after the flop there is nothing to keep."""
    seat, spot, found = ffi.new("uth_seat **"), ffi.new("uth_spot *"), ffi.new("uth_decision *")
    assert lib.uth_seat_new(seat) == lib.UTH_OK
    spot.hole, spot.board, spot.board_count = [0, 5], [10, 20, 30, 0, 0], 3
    assert lib.uth_seat_decide(seat[0], spot, engine._core_rules(UTH), ffi.NULL, found) == lib.UTH_OK
    lib.uth_seat_free(seat[0])
    assert engine._decided(found) == engine.decide([Card(0), Card(5)], [Card(10), Card(20), Card(30)], (), UTH)


def test_two_dead_cards() -> None:
    """Any two of the deck, as a player knows them who sees a neighbour's hand."""
    hole = as_cards("9s9h")
    pairs = list(combinations([card for card in DECK if card not in hole], 2))
    for pair in random.Random(2).sample(pairs, 25):
        assert SEATS[UTH.name].decide(hole, dead=pair) == engine.decide(hole, (), pair, UTH)
