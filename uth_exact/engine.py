"""The only door to the compiled core: Python values in, integers out, status codes as exceptions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from uth_exact._core import ffi, lib
from uth_exact.cards import Card
from uth_exact.errors import CardError, InvariantError, RulesError, UthError
from uth_exact.rules import ActionKind, Category, Rules, Street
from uth_exact.settlement import compile_rules

Table = tuple[tuple[int, ...], ...]
"""Deals as ``[category][2 * result + dealer qualifies]``."""

_ERRORS: dict[int, tuple[type[UthError], str, str]] = {
    lib.UTH_BAD_CARD: (CardError, "unknown_card", "a card's id is 0 to 51"),
    lib.UTH_DUPLICATE: (CardError, "duplicate_card", "a card is given twice"),
    lib.UTH_BAD_COUNT: (CardError, "card_count", "the number of cards does not fit the question"),
    lib.UTH_NO_DEAL: (CardError, "no_deal", "too few cards are left to finish the deal"),
    lib.UTH_BAD_RULES: (RulesError, "bad_rules", "the settlement is out of bounds or leaves a street without actions"),
}


def _check(status: int) -> None:
    if status == lib.UTH_OK:
        return
    if status == lib.UTH_NO_MEMORY:
        raise MemoryError("the core could not get the memory for its tables")
    if status in _ERRORS:
        kind, code, message = _ERRORS[status]
        raise kind(code, message)
    raise InvariantError("broken", f"the core contradicted itself (status {status}); please report the command")


def strength(cards: Sequence[Card]) -> int:
    """Strength of the best five of five to seven cards; higher is stronger, equal hands are equal."""
    result = ffi.new("uint32_t *")
    _check(lib.uth_strength(ffi.new("uint8_t[]", [card.id for card in cards]), len(cards), result))
    return int(result[0])


def count_categories(count: int) -> tuple[int, ...]:
    """All hands of ``count`` (5 to 7) of the 52 cards by ``Category``, dealt one by one: seconds for seven cards."""
    hands = ffi.new("uint64_t[10]")
    _check(lib.uth_count_categories(count, hands))
    return tuple(map(int, hands))


def qualifying_strength(rules: Rules) -> int:
    """The weakest strength with which the dealer qualifies."""
    qualifier = rules.qualifier
    made = 1 << qualifier.rank if qualifier.rank else 0
    return qualifier.category << 26 | made << 13


@lru_cache(maxsize=64)
def _core_rules(rules: Rules) -> Any:
    """The rules as the core takes them; shared by all calls and threads, none of which writes to it."""
    settlement = compile_rules(rules)
    core = ffi.new("uth_rules *")
    core.qualifier = qualifying_strength(rules)
    core.fold = settlement.fold
    for street in Street:
        entry = core.street[street]
        kinds = [action.kind for action in rules.actions[street]]
        entry.may_fold = ActionKind.FOLD in kinds
        entry.may_check = ActionKind.CHECK in kinds
        entry.bets = len(settlement.bets[street])
        for bet, (_, payoffs) in enumerate(settlement.bets[street]):
            entry.payoff[bet] = payoffs
    return core


@dataclass(frozen=True, slots=True)
class Decided:
    """The core's answer for one spot. Values are in settlement units, summed over ``deals`` deals."""

    deals: int
    fold: int
    check: int
    bets: tuple[int, ...]
    """In order of size."""
    showdown: Table
    """All deals, if the player stays in."""
    fold_after_check: tuple[Table, ...]
    """By street, the deals that best play folds there after a check; empty unless details were asked for."""
    bet_after_check: tuple[tuple[Table, ...], ...]
    """By street and bet, likewise."""


def _table(core: Any) -> Table:
    return tuple(tuple(map(int, core[category])) for category in Category)


def decide(
    hole: Sequence[Card], board: Sequence[Card], dead: Iterable[Card], rules: Rules, *, details: bool = False, plain: bool = False
) -> Decided:
    """Every action of one spot over all completions of the deal.

    ``plain`` walks through every deal one by one instead of counting boards by ranks: the same integers, slowly.
    Raises ``CardError`` or ``RulesError`` for what the core refuses.
    """
    settlement = compile_rules(rules)
    spot = ffi.new("uth_spot *")
    spot.hole = [card.id for card in hole]
    spot.board = [card.id for card in board]
    spot.board_count = len(board)
    spot.dead = sum(1 << card.id for card in dead)
    decision = ffi.new("uth_decision *")
    split = ffi.new("uth_split *") if details else ffi.NULL
    _check(lib.uth_decide(spot, _core_rules(rules), lib.UTH_PLAIN if plain else 0, split, decision))
    return Decided(
        deals=decision.deals,
        fold=decision.fold,
        check=decision.check,
        bets=tuple(map(int, decision.bet)),
        showdown=_table(decision.showdown),
        fold_after_check=tuple(_table(split.fold[street]) for street in Street) if details else (),
        bet_after_check=tuple(
            tuple(_table(split.bet[street][bet]) for bet in range(len(settlement.bets[street]))) for street in Street
        )
        if details
        else (),
    )
