"""Without shortcuts: ``UTH_EXACT_PLAIN`` and what it switches, and every board by itself against all boards together."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from functools import cache
from typing import Any

import pytest

from games import CASINO, FOLDS_ANYWHERE, GAMES, MUST_BET, NEEDS_A_FLUSH, ONLY_PREFLOP, UTH, UTH_ODD, deck_of
from uth_exact import engine, engine_plain, engine_strategy
from uth_exact._core import ffi, lib
from uth_exact.cards import parse_cards
from uth_exact.cli import main
from uth_exact.decision import analyse
from uth_exact.engine_plain import PlainCountedGame
from uth_exact.errors import CardError, SettingError, StrategyError
from uth_exact.features import features
from uth_exact.game import Solution, Solver
from uth_exact.known_game import solve_seeing
from uth_exact.rules import Category, Qualifier, Rules
from uth_exact.settlement import ALL_DEALS
from uth_exact.shortcuts import VARIABLE, shortcuts_off
from uth_exact.strategies import Condition, Strategy, StrategyRule
from uth_exact.strategy import Choice, Played, play

ULTIMATE = ("simple", "simple-hole", "river-only", "asleep", "always-4x", "best")


def answers(solution: Solution) -> tuple[object, ...]:
    """Everything that a solution says without being asked for a hand."""
    return solution.deals, solution.total, solution.hole_classes, solution.outcomes, solution.figures


def parts(played: Played) -> tuple[object, ...]:
    """What a strategy comes to, but for what it was played in."""
    return played.figures, played.price_by_street, played.rule_prices, played.mistakes, set(played.outcomes), played.warnings


@cache
def solved_both_ways(ranks: str) -> tuple[Solution, Solution]:
    """All boards together, and each by itself."""
    return Solver(UTH_ODD, ranks).solve(), Solver(UTH_ODD, ranks, plain=True).solve()


# Every board by itself


@pytest.mark.parametrize("rules", [*GAMES, FOLDS_ANYWHERE, NEEDS_A_FLUSH, ONLY_PREFLOP, MUST_BET], ids=lambda rules: rules.name)
def test_the_whole_game_is_the_same_board_by_board(rules: Rules) -> None:
    """Six ranks with the wheel: values, outcomes, census, and what a player does who always plays best."""
    solvers = [Solver(rules, "A2345J", plain=way) for way in (False, True)]
    fast, plain = (solver.solve() for solver in solvers)
    assert answers(fast) == answers(plain)
    assert solvers[0].census() == solvers[1].census()
    assert parts(play("best", fast)) == parts(play("best", plain))


@pytest.mark.parametrize("name", ULTIMATE)
def test_a_strategy_is_the_same_board_by_board(name: str) -> None:
    """Its value, the price of every rule and the costliest mistakes, where straights and flushes are royal."""
    fast, plain = (play(name, solution) for solution in solved_both_ways("TJQKA"))
    assert parts(fast) == parts(plain)


def test_the_flops_are_the_same_board_by_board() -> None:
    """Every hand on some flops of all kinds: of one suit, of two, of three, with a pair, with three of a kind."""
    fast, plain = (Solver(FOLDS_ANYWHERE, "2345A", plain=way).solve() for way in (False, True))
    for flop in ("2s3s4s", "2s3s4d", "2s3d4s", "2d3s4s", "2s3d4h", "2s2d3s", "2s2d3h", "2s2d2h", "3h2s2d"):
        for hole in ("AsAd", "5s4c", "5h5c", "Ah5h", "Ac3c"):
            assert fast.flop(hole, flop) == plain.flop(hole, flop), (hole, flop)


@pytest.mark.parametrize("category", [Category.HIGH_CARD, Category.PAIR, Category.TWO_PAIR, Category.FLUSH, Category.FULL_HOUSE])
def test_the_census_is_the_same_board_by_board(category: Category) -> None:
    """Whatever the dealer qualifies with, the hands of that category divided or not."""
    for rank in (0, 11) if category is Category.PAIR else (0,):
        fast, plain = (Solver(UTH, "TJQKA2", plain=way).census(Qualifier(category, rank)) for way in (False, True))
        assert fast == plain


@pytest.mark.parametrize("ranks", ["57TKA", "2359A", "25678"])
def test_the_census_is_the_same_where_a_piece_of_it_is_below_zero(ranks: str) -> None:
    """With few cards the boards with a flush may take off more than a piece has: halves of that are below zero too."""
    fast, plain = (Solver(UTH, ranks, plain=way).census() for way in (False, True))
    assert fast == plain


def test_nothing_is_read_after_it_is_given_back() -> None:
    """With an allocator of Python's that spoils what is free."""
    ask = "from uth_exact import Solver; print(Solver('uth-dk', 'AKQ', plain=True).solve().figures)"
    argv = [sys.executable, "-c", ask]
    one, other = (
        subprocess.run(argv, capture_output=True, text=True, check=True, timeout=60, env={**os.environ, "PYTHONMALLOC": kind})
        for kind in ("pymalloc", "debug")
    )
    assert one.stdout == other.stdout != ""


def test_a_function_is_the_same_board_by_board() -> None:
    """It is asked with other cards that are alike, and far more often."""
    asked = {False: 0, True: 0}

    def choice(plain: bool) -> Choice:
        def choose(hole: Any, board: Any) -> str:
            asked[plain] += 1
            if not board:
                return "bet 4x" if hole[0].rank == hole[1].rank else "check"
            seen = features(hole, board)
            if len(board) == 3:
                return "bet 2x" if seen.uses_hole and seen.made >= Category.PAIR else "check"
            return "bet 1x" if seen.made >= Category.STRAIGHT or seen.kicker == 12 else "fold"

        return choose

    fast, plain = (play(choice(way), Solver(UTH, "KA2", plain=way).solve()) for way in (False, True))
    assert parts(fast)[:3] == parts(plain)[:3]
    assert asked[True] > asked[False]


def test_what_a_function_raises_comes_through_board_by_board() -> None:
    """On the flop, while the core asks."""

    def choose(hole: Any, board: Any) -> str:
        if board:
            raise ArithmeticError("I lost count")
        return "check"

    with pytest.raises(ArithmeticError, match="I lost count"):
        play(choose, Solver(UTH, "234", plain=True).solve())


def test_a_rule_that_nothing_meets_is_found_out_board_by_board() -> None:
    """No two pair has a board of three alike, and a rule after a wider one never gets its turn."""
    pairs = Condition("made", frozenset({Category.TWO_PAIR}))
    three_alike = Condition("board_made", frozenset({Category.THREE_OF_A_KIND}))
    check, fold = StrategyRule("check", "check", ((),), "x.toml"), StrategyRule("fold", "fold", ((),), "x.toml")
    solution = Solver(UTH, "234", plain=True).solve()
    never = StrategyRule("never", "bet 2x", ((pairs, three_alike),), "x.toml: flop 1")
    with pytest.raises(StrategyError, match="no cards meet all these conditions"):
        play(Strategy("odd", "odd", "", ((check,), (never, check), (fold,))), solution)
    wide, narrow = (StrategyRule(name, "bet 2x", ((pairs,),), f"x.toml: {name}") for name in ("wide", "narrow"))
    found = play(Strategy("odd", "odd", "", ((check,), (wide, narrow, check), (fold,))), solution)
    assert found.warnings == ("x.toml: narrow: never fires, for the rules above it take all that it fits",)


def test_boards_up_to_suits() -> None:
    """The numbers that arithmetic gives: 169, 1,755, 134,459, 1,286,792 and 123,156,254."""
    found = PlainCountedGame(range(13), 0).classes()
    assert (found.holes, found.flops, found.boards) == (169, 1_755, 134_459)
    assert (found.holes_on_flops, found.holes_on_boards) == (1_286_792, 123_156_254)


@pytest.mark.slow
def test_the_usual_game_is_the_same_board_by_board(uth: Solution) -> None:
    """All 134,459 boards, and every value before the flop; ``make plain`` has the rest."""
    plain = Solver(UTH, plain=True).solve()
    assert (plain.deals, plain.total, plain.hole_classes) == (ALL_DEALS, uth.total, uth.hole_classes)


@pytest.mark.slow
def test_a_hand_before_the_flop_is_the_same_board_by_board() -> None:
    """With suits that differ, a dead card and details: 2,000 million showdowns, each by itself."""
    hole, dead = parse_cards("Kh5d"), parse_cards("2s")
    fast, plain = (engine.decide(hole, (), dead, UTH, details=True, plain=way) for way in (False, True))
    assert fast == plain


# The variable


FLAGS = {"uth_decide": 2, "uth_seat_new": 0}
"""Functions that are told to take the plain way, and in which place."""


class Watched:
    """The core, with a list of what is called."""

    def __init__(self) -> None:
        self.called: list[str] = []
        self.flags: set[int] = set()

    def __getattr__(self, name: str) -> Any:
        found = getattr(lib, name)
        if not callable(found):
            return found

        def call(*args: Any) -> Any:
            self.called.append(name)
            if name in FLAGS:
                self.flags.add(args[FLAGS[name]])
            return found(*args)

        return call


@pytest.fixture(scope="module")
def with_shortcuts() -> tuple[object, ...]:
    """The answers of every day."""
    return everything()


def everything() -> tuple[object, ...]:
    """A question of each kind, with few cards."""
    solver = Solver(CASINO, "TJQK")
    solution = solver.solve()
    hand, seat = analyse("KdQh", "4s5h6d", details=True), engine.Seat(UTH)
    held = seat.decide(parse_cards("AsAd"), dead=deck_of("2345678"))
    seen = solve_seeing(UTH, "dealer:2", ranks="TJQ", limit=3).sums
    return (*answers(solution), solver.census(), play("call-all", solution).figures, hand, held, seen)


SHORTCUTS = ("uth_game_", "uth_solution_", "uth_play_")


@pytest.mark.parametrize("value", ["", "0", "1"])
def test_the_variable_switches_every_shortcut_off(
    value: str, with_shortcuts: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No function of the fast way is called, every decision is walked through, and the answers are the same."""
    monkeypatch.setenv(VARIABLE, value)
    core = Watched()
    for module in (engine, engine_strategy, engine_plain):
        monkeypatch.setattr(module, "lib", core)
    assert everything() == with_shortcuts
    fast = {name for name in core.called if name.startswith(SHORTCUTS) and not name.endswith("_free")}
    if value == "1":
        assert not fast
        assert core.flags == {lib.UTH_PLAIN}
        assert {"uth_plain_sum", "uth_plain_line_play", "uth_boards_census"} <= set(core.called)
    else:
        assert {"uth_game_count", "uth_game_census", "uth_solution_choose", "uth_play_rivers"} <= fast
        assert core.flags == {0}


@pytest.mark.parametrize("details", [False, True])
def test_a_seat_adds_up_spot_by_spot(details: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands that are bet, checked and folded, with cards of all places seen, some cards dead for one of them and some for all."""
    deck, chance = deck_of("9TJQK"), random.Random(5)
    spots = []
    for times in range(1, 13):
        x, y, dealer, flop, last, dead = (1 << card.id for card in chance.sample(deck, 6))
        spots.append((x | y, dealer * chance.randrange(2), flop * chance.randrange(2), last * chance.randrange(2), dead, times))
    missing = sum(1 << card.id for card in deck_of("2345678A"))
    for rules in (UTH, FOLDS_ANYWHERE, ONLY_PREFLOP):
        monkeypatch.setenv(VARIABLE, "0")
        expected = engine.Seat(rules).sum(spots, missing, details=details)
        monkeypatch.setenv(VARIABLE, "1")
        assert engine.Seat(rules).sum(spots, missing, details=details) == expected
        assert expected.times == 78 and bool(expected.ended) == details
    for impossible in ((1, 0, 0, 0, 0, 1), (3, 1 << 52, 0, 0, 0, 1), (3, 1, 0, 0, 0, 1)):
        with pytest.raises(CardError):
            engine.Seat(UTH).sum([impossible])


@pytest.mark.parametrize("value", ["yes", "2", "01", " 1", "true\n"])
def test_another_value_is_refused(value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2 and one line, whatever the command; an error that names the variable for programs."""
    monkeypatch.setenv(VARIABLE, value)
    with pytest.raises(SettingError, match=VARIABLE):
        shortcuts_off()
    for argv in (["hand", "KdQh", "--board", "4s5h6d8c9d"], ["rtp"], ["tables"], ["strategy", "--list"]):
        assert main(argv) == 2
        out, err = capsys.readouterr()
        assert out == "" and err.startswith(f"uth-exact: {VARIABLE}: 1 switches") and err.count("\n") == 1
    assert main(["verify", "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert json.loads(err)["error"] | {"message": ""} == {"code": "bad_setting", "message": "", "where": VARIABLE}


def test_the_help_is_there_whatever_the_variable_says(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv(VARIABLE, "yes")
    assert main(["--help"]) == main(["hand", "--help"]) == 0
    assert "usage" in capsys.readouterr().out


# Refusals of the core


@pytest.mark.parametrize("deck", [0, 0b11, 1 << 13, 0xFFFFFFFF])
def test_the_core_lists_no_boards_of_an_impossible_deck(deck: int) -> None:
    """By status, and nothing is made."""
    found = ffi.new("uth_boards **")
    assert lib.uth_boards_new(deck, found) == lib.UTH_BAD_CARD
    assert found[0] == ffi.NULL


@pytest.mark.parametrize("piece", [-1, lib.UTH_PLAIN_PIECES, 2**31 - 1, -(2**31)])
def test_the_core_has_no_such_piece_of_the_plain_way(piece: int) -> None:
    """Nothing is written."""
    solved = Solver(UTH, "234", plain=True).solve().solved
    assert isinstance(solved, engine_plain.PlainSolvedGame)
    census, sums = ffi.new("uth_census *"), ffi.new("uth_play_sums *")
    assert lib.uth_plain_sum(solved._plain, piece) == lib.UTH_BAD_COUNT
    assert lib.uth_boards_census(solved._counted._boards, 1 << 26, piece, census) == lib.UTH_BAD_COUNT
    assert lib.uth_plain_line_play(solved._line, piece, sums) == lib.UTH_BAD_COUNT
    assert not any(bytes(ffi.buffer(census))) and not any(bytes(ffi.buffer(sums)))


def test_the_plain_way_has_an_order() -> None:
    """Every piece is summed once, then the choice is made once, and only then there are answers."""
    counted = PlainCountedGame(range(3), 1 << 26)
    made, line, decision = ffi.new("uth_plain **"), ffi.new("uth_plain_line **"), ffi.new("uth_decision *")
    assert lib.uth_plain_new(counted._boards, engine._core_rules(UTH), made) == lib.UTH_OK
    plain = ffi.gc(made[0], lib.uth_plain_free)

    def asked() -> set[int]:
        return {
            lib.uth_plain_preflop(plain, [0, 1], decision),
            lib.uth_plain_flop(plain, [0, 1], [4, 5, 6], decision),
            lib.uth_plain_line_new(plain, ffi.NULL, line),
        }

    for piece in range(lib.UTH_PLAIN_PIECES):
        assert lib.uth_plain_choose(plain) == lib.UTH_BAD_ORDER
        assert lib.uth_plain_sum(plain, piece) == lib.UTH_OK
        assert lib.uth_plain_sum(plain, piece) == lib.UTH_BAD_ORDER
    assert asked() == {lib.UTH_BAD_ORDER}
    assert line[0] == ffi.NULL and not any(bytes(ffi.buffer(decision)))
    assert lib.uth_plain_choose(plain) == lib.UTH_OK
    assert lib.uth_plain_choose(plain) == lib.UTH_BAD_ORDER
    assert asked() == {lib.UTH_OK}
    lib.uth_plain_line_free(line[0])


def test_the_core_refuses_what_cannot_be_of_the_plain_way() -> None:
    """Hands that are not in the deck or dealt twice, a settlement out of bounds, no mistakes wanted."""
    counted = PlainCountedGame(range(3), 1 << 26)
    plain, line = ffi.new("uth_plain **"), ffi.new("uth_plain_line **")
    decision, census = ffi.new("uth_decision *"), ffi.new("uth_census *")
    rules = ffi.new("uth_rules *", engine._core_rules(UTH)[0])
    rules.fold = lib.UTH_MAX_PAYOFF + 1
    assert lib.uth_plain_new(counted._boards, rules, plain) == lib.UTH_BAD_RULES
    solved = Solver(UTH, "234", plain=True).solve().solved
    assert isinstance(solved, engine_plain.PlainSolvedGame)
    for hole, flop, status in [
        ([0, 52], [4, 5, 6], lib.UTH_BAD_CARD),
        ([0, 51], [4, 5, 6], lib.UTH_BAD_CARD),
        ([0, 0], [4, 5, 6], lib.UTH_DUPLICATE),
        ([0, 1], [4, 5, 51], lib.UTH_BAD_CARD),
        ([0, 1], [4, 5, 1], lib.UTH_DUPLICATE),
    ]:
        assert lib.uth_plain_flop(solved._plain, hole, flop, decision) == status
        if hole != [0, 1]:
            assert lib.uth_plain_preflop(solved._plain, hole, decision) == status
    assert lib.uth_boards_census(counted._boards, 10 << 26, 0, census) == lib.UTH_BAD_RULES
    assert lib.uth_boards_census(counted._boards, (5 << 26) + 1, 0, census) == lib.UTH_BAD_RULES
    assert lib.uth_plain_line_mistakes(solved._line, 0, ffi.NULL, ffi.new("int32_t *")) == lib.UTH_BAD_COUNT
    strategy = ffi.new("uth_strategy *")
    strategy.parts[2] = -1
    assert lib.uth_plain_line_new(solved._plain, strategy, line) == lib.UTH_BAD_RULES
    assert line[0] == ffi.NULL


def test_the_core_frees_nothing_of_the_plain_way_without_complaint() -> None:
    """As ``free`` does."""
    lib.uth_boards_free(ffi.NULL)
    lib.uth_plain_free(ffi.NULL)
    lib.uth_plain_line_free(ffi.NULL)
