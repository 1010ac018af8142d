"""The door to the core for a whole game without shortcuts: every board up to suits by itself, one after the other.

The classes answer what their namesakes in ``engine`` and ``engine_strategy`` answer, in as many pieces, with the same integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from uth_exact import engine
from uth_exact._core import ffi, lib
from uth_exact.cards import Card
from uth_exact.engine import Decided, added, check, flat
from uth_exact.engine_strategy import CoreStrategy, Mistake, PlayedGame, mistakes_of
from uth_exact.rules import Rules
from uth_exact.settlement import compile_rules
from uth_exact.shortcuts import shortcuts_off


def _slices(piece: int, pieces: int) -> Iterator[int]:
    """A piece of the work in the core's own pieces, which are short: between any two an interruption is answered."""
    return iter(range(piece, lib.UTH_PLAIN_PIECES, pieces))


@dataclass(frozen=True, slots=True)
class Classes:
    """How many things there are of which no two are alike up to an exchange of suits."""

    holes: int
    flops: int
    boards: int
    holes_on_flops: int
    holes_on_boards: int


class PlainCountedGame(engine.CountedGame):
    """The boards of a deck. Nothing is counted before it is asked for."""

    def __init__(self, ranks: Iterable[int], qualifier: int) -> None:
        self.ranks = sum(1 << rank for rank in set(ranks))
        self.qualifier = qualifier
        boards = ffi.new("uth_boards **")
        check(lib.uth_boards_new(self.ranks, boards))
        self._boards = ffi.gc(boards[0], lib.uth_boards_free)

    def order(self, piece: int) -> None:
        """Nothing is to be done."""

    def count(self, piece: int) -> None:
        """Nothing is to be done."""

    def census(self, piece: int) -> list[int]:
        whole = ffi.new("uth_census *")
        return flat(added(whole, map(self._census, _slices(piece, self.CENSUS_PIECES))))

    def _census(self, part: int) -> list[int]:
        census = ffi.new("uth_census *")
        check(lib.uth_boards_census(self._boards, self.qualifier, part, census))
        return flat(census)

    def solved(self, rules: Rules) -> PlainSolvedGame:
        return PlainSolvedGame(self, rules)

    def classes(self) -> Classes:
        """How many hole cards, flops, boards and pairs of them there are up to suits."""
        found = ffi.new("uth_classes *")
        check(lib.uth_boards_count(self._boards, found))
        return Classes(found.holes, found.flops, found.boards, found.holes_on_flops, found.holes_on_boards)


class PlainSolvedGame(engine.SolvedGame):
    """A game solved on all boards, one after the other; a second walk counts how the deals end."""

    def __init__(self, counted: PlainCountedGame, rules: Rules) -> None:
        self._counted = counted
        self._settlement = compile_rules(rules)
        self._taken = Lock()
        plain = ffi.new("uth_plain **")
        check(lib.uth_plain_new(counted._boards, engine._core_rules(rules), plain))
        self._plain = ffi.gc(plain[0], lib.uth_plain_free)

    def sum(self, piece: int) -> None:
        for part in _slices(piece, self.SUM_PIECES):
            with self._taken:  # all parts add to the same sums
                check(lib.uth_plain_sum(self._plain, part))

    def choose(self, piece: int) -> None:
        """Nothing is to be done before all is summed."""

    def finish(self) -> None:
        check(lib.uth_plain_choose(self._plain))
        self._line = _new_line(self, None)

    def preflop(self, hole: Sequence[Card]) -> Decided:
        decision = ffi.new("uth_decision *")
        check(lib.uth_plain_preflop(self._plain, [card.id for card in hole], decision))
        return engine._decided(decision)

    def flop(self, hole: Sequence[Card], flop: Sequence[Card]) -> Decided:
        decision = ffi.new("uth_decision *")
        check(lib.uth_plain_flop(self._plain, [card.id for card in hole], [card.id for card in flop], decision))
        return engine._decided(decision)

    def outcomes(self, piece: int) -> list[int]:
        return flat(added(ffi.new("uth_split *"), (_ended(self._line, part) for part in _slices(piece, self.OUTCOME_PIECES))))


def _new_line(solved: PlainSolvedGame, strategy: CoreStrategy | None) -> Any:
    line = ffi.new("uth_plain_line **")
    status = lib.uth_plain_line_new(solved._plain, ffi.NULL if strategy is None else strategy.core, line)
    (strategy.check if strategy else check)(status)
    return ffi.gc(line[0], lib.uth_plain_line_free)


def _play(line: Any, part: int, strategy: CoreStrategy | None = None) -> Any:
    sums = ffi.new("uth_play_sums *")
    (strategy.check if strategy else check)(lib.uth_plain_line_play(line, part, sums))
    return sums


def _ended(line: Any, part: int) -> list[int]:
    sums = _play(line, part)  # held while it is read: a part of it keeps nothing alive
    return flat(ffi.addressof(sums, "ended"))


class PlainPlayedGame(PlayedGame):
    """A game solved without shortcuts, played by a strategy: what it does is asked with every two cards on every flop and board."""

    def __init__(self, solved: PlainSolvedGame, strategy: CoreStrategy) -> None:
        self._solved, self._strategy = solved, strategy
        self._line = _new_line(solved, strategy)
        self._parts: dict[int, list[int]] = {}

    def flops(self, piece: int) -> None:
        """Nothing is to be done."""

    def rivers(self, piece: int) -> None:
        parts = (flat(_play(self._line, part, self._strategy)) for part in _slices(piece, self.RIVER_PIECES))
        self._parts[piece] = flat(added(ffi.new("uth_play_sums *"), parts))

    def outcomes(self, piece: int) -> list[int]:
        """All of it at once, in the first piece."""
        parts = self._parts.values() if piece == 0 else ()
        return flat(added(ffi.new("uth_play_sums *"), parts))

    def mistakes(self, most: int) -> tuple[Mistake, ...]:
        rows, found = ffi.new("uth_mistake[]", most), ffi.new("int32_t *")
        check(lib.uth_plain_line_mistakes(self._line, most, rows, found))
        return mistakes_of(rows[0 : found[0]])


def counted_game(ranks: Iterable[int], qualifier: int, plain: bool) -> engine.CountedGame:
    """A game to be counted, with shortcuts or, if ``plain`` or ``UTH_EXACT_PLAIN`` says so, without."""
    return (PlainCountedGame if plain or shortcuts_off() else engine.CountedGame)(ranks, qualifier)


def played_game(solved: engine.SolvedGame, strategy: CoreStrategy) -> PlayedGame:
    """A solved game to be played by a strategy, the way it was solved."""
    return PlainPlayedGame(solved, strategy) if isinstance(solved, PlainSolvedGame) else PlayedGame(solved, strategy)
