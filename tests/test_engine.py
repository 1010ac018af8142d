"""The C functions themselves, called through cffi with whatever a careless caller may pass."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from games import UTH
from uth_exact import engine
from uth_exact._core import ffi, lib
from uth_exact.cards import DECK, parse_cards
from uth_exact.errors import CardError, InvariantError, RulesError
from uth_exact.settlement import MAX_BETS, MAX_PAYOFF


def spot(hole: list[int], board: list[int] = [], dead: int = 0, count: int | None = None) -> Any:  # noqa: B006
    value = ffi.new("uth_spot *")
    value.hole = hole
    value.board = board
    value.board_count = len(board) if count is None else count
    value.dead = dead
    return value


def decide(asked: Any, rules: Any = None) -> tuple[int, int]:
    """The status, and a field of the result that was 7 before."""
    decision = ffi.new("uth_decision *")
    decision.deals = 7
    status = lib.uth_decide(asked, rules or engine._core_rules(UTH), 0, ffi.NULL, decision)
    return status, decision.deals


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        (spot([52, 1]), lib.UTH_BAD_CARD),
        (spot([1, 255]), lib.UTH_BAD_CARD),
        (spot([1, 2], [3, 4, 52]), lib.UTH_BAD_CARD),
        (spot([1, 2], [3, 4, 5, 6, 255]), lib.UTH_BAD_CARD),
        (spot([1, 2], dead=1 << 52), lib.UTH_BAD_CARD),
        (spot([1, 2], dead=1 << 63), lib.UTH_BAD_CARD),
        (spot([1, 1]), lib.UTH_DUPLICATE),
        (spot([1, 2], [3, 4, 1]), lib.UTH_DUPLICATE),
        (spot([1, 2], [3, 4, 3]), lib.UTH_DUPLICATE),
        (spot([1, 2], [3, 4, 5], dead=1 << 4), lib.UTH_DUPLICATE),
        (spot([1, 2], dead=1 << 2), lib.UTH_DUPLICATE),
        (spot([1, 2], [3], count=1), lib.UTH_BAD_COUNT),
        (spot([1, 2], [3, 4], count=2), lib.UTH_BAD_COUNT),
        (spot([1, 2], [3, 4, 5, 6], count=4), lib.UTH_BAD_COUNT),
        (spot([1, 2], [3, 4, 5, 6, 7], count=6), lib.UTH_BAD_COUNT),
        (spot([1, 2], count=-1), lib.UTH_BAD_COUNT),
        (spot([1, 2], count=2**31 - 1), lib.UTH_BAD_COUNT),
        (spot([0, 1], dead=(1 << 52) - (1 << 8)), lib.UTH_NO_DEAL),
        (spot([0, 1], [2, 3, 4, 5, 6], dead=(1 << 52) - (1 << 8)), lib.UTH_NO_DEAL),
    ],
)
def test_impossible_cards_are_refused_by_status_and_nothing_is_written(asked: Any, status: int) -> None:
    """Every fault in the cards has its status, and the result stays as it was."""
    assert decide(asked) == (status, 7)


def test_the_last_deal_possible_is_decided() -> None:
    """With seven cards left before the flop and two on the river the deal can still be finished."""
    assert decide(spot([0, 1], dead=(1 << 52) - (1 << 9))) == (lib.UTH_OK, 35 * 6)
    assert decide(spot([0, 1], [2, 3, 4, 5, 6], dead=(1 << 52) - (1 << 9))) == (lib.UTH_OK, 1)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("bets", -1),
        ("bets", MAX_BETS + 1),
        ("may_check", 1),
        ("payoff", MAX_PAYOFF + 1),
        ("payoff", -MAX_PAYOFF - 1),
        ("fold", MAX_PAYOFF + 1),
    ],
)
def test_settlements_out_of_bounds_are_refused(field: str, value: int) -> None:
    """A river with a check, too many bets or a payoff whose sum could overflow never starts."""
    rules = ffi.new("uth_rules *", engine._core_rules(UTH)[0])
    if field == "fold":
        rules.fold = value
    elif field == "payoff":
        rules.street[2].payoff[0][9][5] = value
    else:
        setattr(rules.street[2], field, value)
    assert decide(spot([0, 1], [20, 30, 40]), rules) == (lib.UTH_BAD_RULES, 7)


def test_bounds_of_python_and_of_the_core_are_the_same() -> None:
    """What settlement.py refuses with a sentence is what the core refuses by status."""
    assert (MAX_PAYOFF, MAX_BETS) == (lib.UTH_MAX_PAYOFF, lib.UTH_MAX_BETS)


@pytest.mark.parametrize("cards", [[0, 1, 2, 3], [0, 1, 2, 3, 4, 5, 6, 7], []])
def test_strength_takes_five_to_seven_cards(cards: list[int]) -> None:
    """Fewer or more are refused, and the result stays as it was."""
    result = ffi.new("uint32_t *", 7)
    assert (lib.uth_strength(ffi.new("uint8_t[]", cards), len(cards), result), result[0]) == (lib.UTH_BAD_COUNT, 7)


@pytest.mark.parametrize(
    ("cards", "status"),
    [([0, 1, 2, 3, 52], lib.UTH_BAD_CARD), ([0, 1, 2, 3, 255], lib.UTH_BAD_CARD), ([0, 1, 2, 3, 0], lib.UTH_DUPLICATE)],
)
def test_strength_refuses_impossible_cards(cards: list[int], status: int) -> None:
    """Ids above 51 and a card held twice are refused."""
    result = ffi.new("uint32_t *", 7)
    assert (lib.uth_strength(ffi.new("uint8_t[]", cards), len(cards), result), result[0]) == (status, 7)


def test_statuses_become_exceptions() -> None:
    """engine.py raises the error that fits; a contradiction within the core is no fault of the caller."""
    with pytest.raises(CardError, match="twice"):
        engine.strength(parse_cards("AsKs") * 3)
    with pytest.raises(CardError, match="number of cards"):
        engine.count_hands(8)
    with pytest.raises(RulesError):
        engine.check(lib.UTH_BAD_RULES)
    with pytest.raises(InvariantError):
        engine.check(lib.UTH_BROKEN)
    with pytest.raises(MemoryError):
        engine.check(lib.UTH_NO_MEMORY)


def test_every_status_is_distinct() -> None:
    """No two faults share a number."""
    names = [name for name in dir(lib) if name.startswith("UTH_") and name.split("_")[1] in ("OK", "BAD", "DUPLICATE", "NO", "BROKEN")]
    assert len({getattr(lib, name) for name in names}) == len(names) == 9


def test_the_core_is_pure_and_answers_from_any_thread() -> None:
    """The same spots decided by four threads at once give what they give one by one."""
    spots = [(DECK[i], DECK[51 - i]) for i in range(12)]

    def value(hole: tuple[Any, Any]) -> engine.Decided:
        return engine.decide(hole, (), (), UTH)

    alone = [value(hole) for hole in spots]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(value, spots)) == alone
