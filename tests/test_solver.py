"""Solving the whole game: the reference over every deal of small decks, other ways to the same integers, refusals, and the core."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import (
    A_PAIR,
    ALWAYS_QUALIFIES,
    BLIND_TABLE,
    CASINO,
    FOLDS_ANYWHERE,
    GAMES,
    MUST_BET,
    NEEDS_A_FLUSH,
    ONLY_PREFLOP,
    PLAY,
    UTH,
    UTH_FOURS,
    UTH_ODD,
    blind,
    deck_of,
    ultimate,
)
from remembered import remembered
from uth_exact import engine, reference
from uth_exact._core import ffi, lib
from uth_exact.errors import RulesError, SheetError
from uth_exact.game import COUNT_PIECES, OUTCOME_PIECES, SOLVE_PIECES, Solution, Solver, solve
from uth_exact.rules import PUSH, Category, PayTable, Rules, Wager
from uth_exact.settlement import MAX_PAYOFF
from uth_exact.sheets import load_sheet, sheet_names
from uth_exact.strategies import Condition, Strategy, StrategyRule
from uth_exact.strategy import play

RANKS = "23456789TJQKA"
NOTHING_AT_STAKE = replace(
    UTH, name="nothing", play=Wager("play", Fraction(1), lose=(PUSH, PUSH), tie=(PUSH, PUSH), win=(PUSH, PUSH)), forced=UTH.forced[:1]
)
"""The play wager always comes back, so that bets of all sizes are equal."""


BEST = StrategyRule("best", "best", ((),), "test")
RAISES_PAIRS = Strategy(
    "pairs",
    "",
    "",
    (
        (StrategyRule("no pair", "check", ((Condition("hole", frozenset(range(169)) - frozenset(range(0, 169, 14))),),), "test"), BEST),
        (StrategyRule("pair", "bet 2x", ((Condition("hidden_pair", frozenset({1})),),), "test"), BEST),
        (StrategyRule("many outs", "fold", ((Condition("dealer_outs", frozenset(range(3, 46))),),), "test"), BEST),
    ),
)
"""Rules about hole cards, the flop and the river."""


# The reference, over every deal

solve_slowly = remembered(reference.solve)


def agrees_with_reference(rules: Rules, ranks: str) -> None:
    """Deals, total, all outcomes, and every action of every hand before the flop."""
    found, expected = Solver(rules, ranks).solve(), solve_slowly(rules, deck_of(ranks))
    assert (found.deals, found.total) == (expected.deals, expected.total)
    rows = {(row.action.name, row.result, row.dealer_qualifies, row.category): row.deals for row in found.outcomes}
    assert len(rows) == len(found.outcomes)
    assert rows == {ending: deals for ending, deals in expected.outcomes.items() if deals}
    for hole, decision in expected.decisions.items():
        analysis = found.preflop(hole)
        assert {name: value.ev * analysis.deals for name, value in analysis.items()} == decision.total, sorted(hole)
        assert analysis.best.action.name == decision.best


@pytest.mark.golden
@pytest.mark.parametrize(
    "rules",
    [*GAMES, FOLDS_ANYWHERE, ALWAYS_QUALIFIES, NOTHING_AT_STAKE, ONLY_PREFLOP, MUST_BET],
    ids=lambda rules: rules.name,
)
def test_every_deal_of_twelve_cards(rules: Rules) -> None:
    """Three ranks in four suits, where all hands are pairs or better."""
    agrees_with_reference(rules, "234")


@pytest.mark.slow
@pytest.mark.parametrize("rules", [UTH, UTH_ODD, NEEDS_A_FLUSH], ids=lambda rules: rules.name)
def test_every_deal_of_twenty_cards_with_royal_flushes(rules: Rules) -> None:
    """T to A: straights and flushes are royal, and a third of the game's categories pay."""
    agrees_with_reference(rules, "TJQKA")


@pytest.mark.slow
@pytest.mark.parametrize("rules", [UTH_FOURS, CASINO], ids=lambda rules: rules.name)
def test_every_deal_of_twenty_cards_with_weak_pairs(rules: Rules) -> None:
    """A to 5: the straight is the lowest there is, and pairs of twos and threes do not qualify."""
    agrees_with_reference(rules, "A2345")


@pytest.mark.slow
def test_every_deal_of_twenty_four_cards() -> None:
    """Six ranks, 1.2 billion deals, payouts in halves, thirds and fifths."""
    agrees_with_reference(UTH_ODD, "A23456")


def test_flops_of_a_small_deck_agree_with_the_reference() -> None:
    """Each flop decision by itself, with every way that turn, river and dealer's hand can come."""
    deck = deck_of("789TJ")
    found, chance = Solver(UTH_ODD, "789TJ").solve(), random.Random(1)
    for _ in range(20):
        shown = chance.sample(deck, 5)
        analysis, expected = found.flop(shown[:2], shown[2:]), reference.decide(shown[:2], shown[2:], "", UTH_ODD, deck)
        assert {name: value.ev * analysis.deals for name, value in analysis.items()} == expected.total
        assert (analysis.deals, analysis.best.action.name) == (expected.deals, expected.best)


def test_of_equal_actions_the_one_that_stakes_more_is_played() -> None:
    """With a play wager that always comes back, every hand is bet as high as may be."""
    found = Solver(NOTHING_AT_STAKE, "23456").solve()
    assert found.figures.frequencies == {"bet 4x": 1, "bet 3x": 0, "bet 2x": 0, "bet 1x": 0, "fold": 0}
    assert all(hand.best.action.name == "bet 4x" and hand.ties for hand in found.hole_classes.values())


# Ways of computing


@pytest.mark.parametrize("rules", [UTH, CASINO], ids=lambda rules: rules.name)
def test_threads_change_nothing(rules: Rules, uth: Solution, casino: Solution) -> None:
    """One thread, two, or those of an executor: the same values, outcomes and figures."""
    alone = uth if rules is UTH else casino
    with ThreadPoolExecutor(3) as pool:
        for found in (solve(rules, threads=2), solve(rules, executor=pool)):
            assert found.hole_classes == alone.hole_classes
            assert (found.total, found.outcomes, found.figures) == (alone.total, alone.outcomes, alone.figures)


@pytest.mark.parametrize("plain", [False, True])
def test_one_two_or_eight_threads_give_the_same(plain: bool) -> None:
    """Values, outcomes, figures, the census and everything about a strategy, with and without shortcuts."""
    answers = []
    for threads in (1, 2, 8):
        solver = Solver(FOLDS_ANYWHERE, "TJQKA", threads=threads, plain=plain)
        found = solver.solve()
        played = play(RAISES_PAIRS, found)
        answers.append((found.hole_classes, found.total, found.outcomes, found.figures, solver.census()))
        answers[-1] += (played.rule_prices, played.outcomes, played.mistakes, played.figures)
    assert answers[0] == answers[1] == answers[2]


def test_a_counted_game_serves_other_pay_tables(uth: Solution) -> None:
    """Solving again, in any order, gives what solving from nothing gives."""
    solver = Solver(UTH)
    odd = solver.solve(UTH_ODD)
    again = solver.solve()
    fresh = solve(UTH_ODD)
    assert (odd.total, odd.outcomes, odd.hole_classes) == (fresh.total, fresh.outcomes, fresh.hole_classes)
    assert (again.total, again.outcomes, again.hole_classes) == (uth.total, uth.outcomes, uth.hole_classes)


def test_a_solution_outlives_its_solver() -> None:
    """What was counted stays as long as it is needed."""
    found = Solver(UTH, "234").solve()
    assert found.figures.ev_per_ante == Solver(UTH, "432").solve().ev_per_ante


SMALL = Solver(UTH, "23456")


@given(st.lists(st.fractions(0, 40, max_denominator=4), min_size=5, max_size=5), st.integers(0, 4), st.fractions(0, 10, max_denominator=3))
@settings(max_examples=25)
def test_a_better_pay_table_never_lowers_the_value(odds: list[Fraction], row: int, more: Fraction) -> None:
    """A Blind that pays more for one hand is worth as much or more, with every hand before the flop."""
    rows = (Category.STRAIGHT, Category.FLUSH, Category.FULL_HOUSE, Category.FOUR_OF_A_KIND, Category.STRAIGHT_FLUSH)
    poor = PayTable.by_category("blind", dict(zip(rows, odds, strict=True)))
    rich = PayTable.by_category("blind", dict(zip(rows, odds, strict=True)) | {rows[row]: odds[row] + more})
    low, high = (SMALL.solve(ultimate("any", A_PAIR, table)) for table in (poor, rich))
    assert low.ev_per_ante <= high.ev_per_ante
    assert all(low.hole_classes[name].best.ev <= high.hole_classes[name].best.ev for name in low.hole_classes)


def test_progress_is_told_of_every_piece() -> None:
    """As many calls as there are pieces; those of the outcomes come when they are asked for."""
    calls: list[int] = []
    found = Solver(UTH, "234", progress=lambda: calls.append(1)).solve()
    assert len(calls) == COUNT_PIECES + SOLVE_PIECES
    _ = found.figures, found.outcomes, found.figures
    assert len(calls) == COUNT_PIECES + SOLVE_PIECES + OUTCOME_PIECES


@pytest.mark.parametrize("name", sheet_names())
def test_every_built_in_sheet_is_solved(name: str) -> None:
    """By name, by sheet and by rules: the same value, and the house has an edge."""
    sheet = load_sheet(name)
    assert solve(name).total == solve(sheet).total == solve(sheet.rules).total < 0


# Refusals


def never(*args: object) -> None:
    raise AssertionError("work was begun")


def test_what_could_overflow_is_refused_before_anything_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is named, and nothing has been counted."""
    monkeypatch.setattr(engine.CountedGame, "__init__", never)
    rows = dict(zip(reversed(Category), reversed(BLIND_TABLE.odds), strict=True)) | {Category.ROYAL_FLUSH: 200_000}
    huge = ultimate("huge", A_PAIR, PayTable.by_category("blind", rows))
    with pytest.raises(RulesError, match=str(MAX_PAYOFF)) as refused:
        solve(huge)
    assert refused.value.code == "overflow"


def test_a_counted_game_refuses_another_overflow_and_another_qualifier() -> None:
    """Before it solves anything."""
    with pytest.raises(RulesError, match=str(MAX_PAYOFF)):
        SMALL.solve(replace(UTH, forced=(UTH.forced[0], blind(PayTable.flat("blind", 200_000)))))
    with pytest.raises(RulesError, match="pair of 4s or better") as refused:
        SMALL.solve(UTH_FOURS)
    assert refused.value.code == "other_qualifier"


@pytest.mark.parametrize("ranks", ["", "AK", "AKX", "akq", "AAA"])
def test_impossible_decks_are_refused(ranks: str) -> None:
    """Two hands and a board take three ranks, and a rank is one of thirteen."""
    with pytest.raises(RulesError, match="ranks"):
        Solver(UTH, ranks)


@pytest.mark.parametrize("threads", [0, -1, float("nan")])
def test_no_thread_is_not_enough(threads: Any) -> None:
    """Somebody has to do the work."""
    with pytest.raises(RulesError, match="threads"):
        solve(UTH, threads=threads)


def test_unknown_rules_are_refused() -> None:
    """As everywhere: a name that is no sheet, a value that is no rules."""
    with pytest.raises(SheetError):
        solve("no-such-sheet")
    with pytest.raises(RulesError):
        solve(PLAY)  # type: ignore[arg-type]


# The core itself, called through cffi with whatever a careless caller may pass


def core_game(ranks: int, qualifier: int = 1 << 26) -> tuple[int, Any]:
    found = ffi.new("uth_game **")
    return lib.uth_game_new(ranks, qualifier, found), found[0]


@pytest.mark.parametrize("ranks", [0, 0b11, 1 << 13, 0x3FFF, 0xFFFFFFFF])
def test_the_core_refuses_impossible_decks(ranks: int) -> None:
    """By status, and nothing is made."""
    status, found = core_game(ranks)
    assert status != lib.UTH_OK
    assert found == ffi.NULL
    assert lib.uth_solve_plainly(ranks, engine._core_rules(UTH), ffi.new("uth_decision[1326]")) != lib.UTH_OK


@pytest.mark.parametrize("piece", [-1, 1_000, 2**31 - 1, -(2**31)])
def test_the_core_refuses_pieces_that_there_are_not(piece: int) -> None:
    """Nothing is written."""
    counted = engine.CountedGame(range(3), 1 << 26)
    for done in range(counted.ORDER_PIECES):
        counted.order(done)
    for done in range(counted.COUNT_PIECES):
        counted.count(done)
    solved = engine.SolvedGame(counted, UTH)
    split = ffi.new("uth_split *")
    assert lib.uth_game_order(counted._game, piece) == lib.UTH_BAD_COUNT
    assert lib.uth_game_count(counted._game, piece) == lib.UTH_BAD_COUNT
    assert lib.uth_solution_sum(solved._solution, piece) == lib.UTH_BAD_COUNT
    assert lib.uth_solution_choose(solved._solution, piece) == lib.UTH_BAD_COUNT
    assert lib.uth_solution_outcomes(solved._solution, piece, split) == lib.UTH_BAD_COUNT
    assert bytes(ffi.buffer(split)) == bytes(ffi.sizeof("uth_split"))


@pytest.mark.parametrize(
    ("hole", "flop", "status"),
    [
        ([0, 52], [8, 9, 10], lib.UTH_BAD_CARD),
        ([0, 255], [8, 9, 10], lib.UTH_BAD_CARD),
        ([0, 51], [8, 9, 10], lib.UTH_BAD_CARD),
        ([0, 1], [8, 9, 51], lib.UTH_BAD_CARD),
        ([0, 0], [8, 9, 10], lib.UTH_DUPLICATE),
        ([0, 1], [8, 9, 1], lib.UTH_DUPLICATE),
        ([0, 1], [8, 8, 9], lib.UTH_DUPLICATE),
    ],
)
def test_the_core_refuses_impossible_hands(hole: list[int], flop: list[int], status: int) -> None:
    """By status, and the result stays as it was."""
    action, decision, found = ffi.new("int32_t *", 7), ffi.new("uth_decision *"), SMALL.solve()
    decision.deals = 7
    assert lib.uth_solution_flop(found.solved._solution, hole, flop, action, decision) == status
    if hole != [0, 1]:
        assert lib.uth_solution_preflop(found.solved._solution, hole, action, decision) == status
    assert (action[0], decision.deals) == (7, 7)


def test_the_core_frees_nothing_without_complaint() -> None:
    """As ``free`` does."""
    lib.uth_game_free(ffi.NULL)
    lib.uth_solution_free(ffi.NULL)
