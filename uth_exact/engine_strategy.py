"""The door to the core for strategies: what a player sees, and a whole game played by rules or by a function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from uth_exact._core import ffi, lib
from uth_exact.cards import DECK, Card
from uth_exact.engine import SolvedGame, Table, added, check, flat, split_of

FEATURES = (
    *("hole", "made", "uses_hole", "board_made", "board_suited", "board_match", "pocket_pair", "hidden_pair"),
    *("flush_cards", "flush_card", "straight_draw", "overcards", "kicker", "dealer_outs"),
)
"""Names of the features, in the order of the core, as in ``Features``."""

assert len(FEATURES) == lib.UTH_FEATURES


def see(hole: Sequence[Card], board: Sequence[Card]) -> dict[str, int]:
    """What a player sees on the flop or on the river, by name: the core's answer to ``features``. Ranks are 0 to 12."""
    seen = ffi.new("int32_t[]", len(FEATURES))
    check(lib.uth_see([card.id for card in hole], [card.id for card in board], len(board), seen))
    return dict(zip(FEATURES, map(int, seen), strict=True))


# A game played by a strategy

Part = tuple[int, Sequence[tuple[int, int]]]
"""A rule's number and conditions: a feature's number, and the set of values that are allowed, value v as bit v."""

Chooser = Callable[[tuple[Card, Card], tuple[Card, ...]], int]
"""Gives the number of the rule to follow with these hole cards on this board."""

PLAY_BEST: int = lib.UTH_PLAY_BEST
MAX_RULES: int = lib.UTH_MAX_RULES


@dataclass(frozen=True, slots=True)
class RuleSum:
    """What one rule of a strategy does. ``cost`` is in settlement units, summed over ``deals``."""

    spots: int
    deals: int
    wrong: int
    cost: int


@dataclass(frozen=True, slots=True)
class Mistake:
    """A flop, with all that are alike up to suits, on which a strategy loses. Actions as numbers: -2 fold, -1 check, bets from 0."""

    hole: tuple[Card, Card]
    flop: tuple[Card, ...]
    rule: int
    does: int
    best: int
    deals: int
    cost: int


class _Asked:
    """A Python function that the core asks; what is raised meanwhile is kept, for the core cannot pass it on."""

    def __init__(self, choose: Chooser) -> None:
        self.choose = choose
        self.raised: BaseException | None = None

    def __call__(self, hole: Any, board: Any, board_count: int) -> int:
        return self.choose((DECK[hole[0]], DECK[hole[1]]), tuple(DECK[board[i]] for i in range(board_count)))


def _keep(_kind: object, error: BaseException, trace: TracebackType) -> None:
    """Keep what was raised anywhere in ``uth_ask_python``: an interruption may come before its first line."""
    ffi.from_handle(trace.tb_frame.f_locals["context"]).raised = error


@ffi.def_extern(error=-1, onerror=_keep)  # type: ignore[untyped-decorator]
def uth_ask_python(context: Any, hole: Any, board: Any, board_count: int) -> int:
    """What the core calls for a strategy that is a Python function."""
    answer: int = ffi.from_handle(context)(hole, board, board_count)
    return answer


class CoreStrategy:
    """A strategy as the core takes it.

    ``parts`` and ``actions`` by street: the rules in order, and what rule number n does; or ``choose`` is asked for a number.
    """

    def __init__(self, parts: Sequence[Sequence[Part]], actions: Sequence[Sequence[int]], choose: Chooser | None = None) -> None:
        self._counts = [len(street) for street in actions]
        self.core = strategy = ffi.new("uth_strategy *")
        self._kept: list[Any] = []  # what the strategy points to; the core copies it
        conditions: list[tuple[int, list[int]]] = []
        for street, rules in enumerate(parts):
            rows = []
            for rule, holding in rules:
                rows.append((rule, len(conditions), len(conditions) + len(holding)))
                conditions += [(feature, [allowed >> 64 * word & (1 << 64) - 1 for word in range(3)]) for feature, allowed in holding]
            strategy.parts[street] = len(rows)
            strategy.part[street] = row = ffi.new("uth_rule_part[]", rows)
            self._kept.append(row)
            strategy.action[street] = list(actions[street])
        strategy.condition = table = ffi.new("uth_condition[]", conditions)
        self._kept.append(table)
        self._asked = None if choose is None else _Asked(choose)
        self._handle = ffi.new_handle(self._asked)
        if self._asked is not None:
            strategy.ask, strategy.context = lib.uth_ask_python, self._handle

    def check(self, status: int) -> None:
        """As ``engine.check``, but what the function raised comes first."""
        if status != lib.UTH_OK and self._asked is not None and self._asked.raised is not None:
            raise self._asked.raised
        check(status)

    def sums(self, whole: Any) -> tuple[tuple[RuleSum, ...], ...]:
        """The rules of each street, from the core's sums."""
        rules = [whole.rule[street][0:count] for street, count in enumerate(self._counts)]
        return tuple(tuple(RuleSum(rule.spots, rule.deals, rule.wrong, rule.cost) for rule in street) for street in rules)


Ended = tuple[tuple[Table, ...], tuple[tuple[Table, ...], ...]]
"""A table of outcomes as ``SolvedGame.add_outcomes`` gives it."""


class PlayedGame:
    """A solved game played by a strategy: ``flops`` and ``rivers`` for all pieces, then ``outcomes``."""

    FLOP_PIECES: int = lib.UTH_PLAY_FLOP_PIECES
    RIVER_PIECES: int = lib.UTH_PLAY_RIVER_PIECES
    PIECES: int = lib.UTH_PLAY_PIECES

    def __init__(self, solved: SolvedGame, strategy: CoreStrategy) -> None:
        self._solved, self._strategy = solved, strategy  # the core's play points into both
        play = ffi.new("uth_play **")
        strategy.check(lib.uth_play_new(solved._solution, strategy.core, play))
        self._play = ffi.gc(play[0], lib.uth_play_free)

    def flops(self, piece: int) -> None:
        self._strategy.check(lib.uth_play_flops(self._play, piece))

    def rivers(self, piece: int) -> None:
        self._strategy.check(lib.uth_play_rivers(self._play, piece))

    def outcomes(self, piece: int) -> list[int]:
        """A piece of the outcome table and of the rules' sums as flat numbers; see ``add_outcomes``."""
        sums = ffi.new("uth_play_sums *")
        check(lib.uth_play_outcomes(self._play, piece, sums))
        return flat(sums)

    def add_outcomes(self, pieces: Iterable[Sequence[int]]) -> tuple[Ended, tuple[tuple[RuleSum, ...], ...]]:
        """All pieces together: how all deals end, and the rules by street."""
        whole = added(ffi.new("uth_play_sums *"), pieces)
        return split_of(whole.ended, self._solved._settlement), self._strategy.sums(whole)

    def mistakes(self, most: int) -> tuple[Mistake, ...]:
        """The flops on which the strategy loses most, the worst first."""
        rows, found = ffi.new("uth_mistake[]", most), ffi.new("int32_t *")
        check(lib.uth_play_mistakes(self._play, most, rows, found))
        return mistakes_of(rows[0 : found[0]])


def mistakes_of(rows: Iterable[Any]) -> tuple[Mistake, ...]:
    """The core's mistakes."""
    held = [(row, (DECK[row.hole[0]], DECK[row.hole[1]]), tuple(DECK[card] for card in row.flop)) for row in rows]
    return tuple(Mistake(hole, flop, row.rule, row.does, row.best, row.deals, row.cost) for row, hole, flop in held)
