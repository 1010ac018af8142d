"""The door to the compiled core: Python values in, integers out, status codes as exceptions.

``engine_strategy`` is its other half, for strategies, and ``engine_plain`` the same without shortcuts; no other module
touches the core.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Lock
from typing import Any

from uth_exact._core import ffi, lib
from uth_exact.cards import DECK, RANKS, Card
from uth_exact.errors import CardError, InvariantError, RulesError, UthError
from uth_exact.rules import CHECK, FOLD, ActionKind, Category, Qualifier, Rules, Street
from uth_exact.settlement import Settlement, compile_rules
from uth_exact.shortcuts import shortcuts_off

Table = tuple[tuple[int, ...], ...]
"""Deals as ``[category][2 * result + dealer qualifies]``."""

Hands = tuple[tuple[int, int], ...]
"""Hands as ``[category][reaches a given strength]``."""

Census = tuple[tuple[tuple[tuple[int, int], ...], ...], ...]
"""Showdowns as ``[category of the player][category of the dealer][result][dealer qualifies]``."""

_ERRORS: dict[int, tuple[type[UthError], str, str]] = {
    lib.UTH_BAD_CARD: (CardError, "unknown_card", "a card's id is 0 to 51"),
    lib.UTH_DUPLICATE: (CardError, "duplicate_card", "a card is given twice"),
    lib.UTH_BAD_COUNT: (CardError, "card_count", "the number of cards does not fit the question"),
    lib.UTH_NO_DEAL: (CardError, "no_deal", "too few cards are left to finish the deal"),
    lib.UTH_BAD_RULES: (RulesError, "bad_rules", "the settlement is out of bounds or leaves a street without actions"),
}


def check(status: int) -> None:
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
    check(lib.uth_strength(ffi.new("uint8_t[]", [card.id for card in cards]), len(cards), result))
    return int(result[0])


def count_hands(count: int, ranks: Iterable[int] = range(len(RANKS)), at_least: int = 0) -> Hands:
    """All hands of ``count`` (5 to 7) cards of a deck of these ranks, dealt one by one: seconds for seven of 52 cards.

    By ``Category``, and whether they reach the strength ``at_least``.
    """
    hands = ffi.new("uint64_t[10][2]")
    check(lib.uth_count_hands(_rank_set(ranks), count, at_least, hands))
    return tuple((int(below), int(reached)) for below, reached in hands)


def compiler() -> str:
    """The compiler that made the core, in its own words."""
    name = ffi.new("char **")
    check(lib.uth_compiler(name))
    return str(ffi.string(name[0]).decode("ascii", "replace"))


def _rank_set(ranks: Iterable[int]) -> int:
    return sum(1 << rank for rank in set(ranks))


def qualifying_strength(qualifier: Qualifier) -> int:
    """The weakest strength that meets ``qualifier``."""
    made = 1 << qualifier.rank if qualifier.rank else 0
    return qualifier.category << 26 | made << 13


@lru_cache(maxsize=64)
def _core_rules(rules: Rules) -> Any:
    """The rules as the core takes them; shared by all calls and threads, none of which writes to it."""
    settlement = compile_rules(rules)
    core = ffi.new("uth_rules *")
    core.qualifier = qualifying_strength(rules.qualifier)
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
    fold_after_check: tuple[Table, ...] = ()
    """By street, the deals that best play folds there after a check; empty unless details were asked for."""
    bet_after_check: tuple[tuple[Table, ...], ...] = ()
    """By street and bet, likewise."""


def _table(core: Any) -> Table:
    return tuple(tuple(map(int, core[category])) for category in Category)


def _set(cards: Iterable[Card]) -> int:
    taken = [card.id for card in cards]
    if len(set(taken)) < len(taken):
        check(lib.UTH_DUPLICATE)
    return sum(1 << card for card in taken)


def _spot(
    hole: Sequence[Card],
    board: Sequence[Card],
    dead: Iterable[Card],
    dealer: Iterable[Card],
    flop_seen: Iterable[Card],
    last_seen: Iterable[Card],
) -> Any:
    spot = ffi.new("uth_spot *")
    spot.hole = [card.id for card in hole]
    spot.board = [card.id for card in board]
    spot.board_count = len(board)
    spot.dead, spot.dealer, spot.flop_seen, spot.last_seen = map(_set, (dead, dealer, flop_seen, last_seen))
    return spot


def decide(
    hole: Sequence[Card],
    board: Sequence[Card],
    dead: Iterable[Card],
    rules: Rules,
    *,
    dealer: Iterable[Card] = (),
    flop_seen: Iterable[Card] = (),
    last_seen: Iterable[Card] = (),
    details: bool = False,
    plain: bool = False,
) -> Decided:
    """Every action of one spot over all completions of the deal.

    The player sees, at every decision, cards of the ``dealer``, cards that come on the flop and one that comes last.
    ``plain`` walks through every deal one by one instead of counting boards by ranks: the same integers, slowly. So does
    ``UTH_EXACT_PLAIN``.
    Raises ``CardError`` or ``RulesError`` for what the core refuses.
    """
    settlement = compile_rules(rules)
    spot = _spot(hole, board, dead, dealer, flop_seen, last_seen)
    decision = ffi.new("uth_decision *")
    split = ffi.new("uth_split *") if details else ffi.NULL
    check(lib.uth_decide(spot, _core_rules(rules), lib.UTH_PLAIN if plain or shortcuts_off() else 0, split, decision))
    return _with_endings(decision, split, settlement)


class Seat:
    """Many decisions before the flop under the same rules, one after the other: several times as fast as ``decide``.

    What any two decisions share is made once, in a few hundredths of a second, and 12 MB are kept. With no card of the dealer
    seen, decisions whose hole cards have the same ranks should follow each other: dead cards then cost little. A seat is for one
    thread; others wait for it.
    """

    def __init__(self, rules: Rules) -> None:
        self._settlement = compile_rules(rules)
        self._core_rules = _core_rules(rules)
        self.rules = rules
        self._seat: Any = None
        self._taken = Lock()
        if not shortcuts_off():
            with self._taken:
                self._core_seat()

    def _core_seat(self) -> Any:
        """The core's seat, made when it is first wanted: without shortcuts none is."""
        if self._seat is None:
            seat = ffi.new("uth_seat **")
            check(lib.uth_seat_new(seat))
            self._seat = ffi.gc(seat[0], lib.uth_seat_free)
        return self._seat

    def decide(
        self,
        hole: Sequence[Card],
        dealer: Iterable[Card] = (),
        flop_seen: Iterable[Card] = (),
        last_seen: Iterable[Card] = (),
        dead: Iterable[Card] = (),
        *,
        details: bool = False,
    ) -> Decided:
        """As ``decide`` without a board: the same integers, the same refusals."""
        if shortcuts_off():
            return decide(hole, (), dead, self.rules, dealer=dealer, flop_seen=flop_seen, last_seen=last_seen, details=details)
        spot = _spot(hole, (), dead, dealer, flop_seen, last_seen)
        decision = ffi.new("uth_decision *")
        split = ffi.new("uth_split *") if details else ffi.NULL
        with self._taken:
            check(lib.uth_seat_decide(self._core_seat(), spot, self._core_rules, split, decision))
        return _with_endings(decision, split, self._settlement)

    def sum(self, spots: Sequence[tuple[int, int, int, int, int, int]], dead: int = 0, *, details: bool = False) -> SpotSums:
        """Sums over spots before the flop, the best action being taken in each, in one call of the core.

        A spot is hole, dealer, flop, last and dead cards as sets, bit ``id`` for a card, and how often it counts; ``dead`` are
        further dead cards of all. Raises ``CardError`` for what the core refuses.
        """
        if any(hole.bit_count() != 2 or hole >> len(DECK) for hole, *_ in spots):
            check(lib.UTH_BAD_COUNT)
        if shortcuts_off():
            return self._sum_plainly(spots, dead, details)
        core = ffi.new("uth_spot[]", len(spots))
        for spot, (hole, dealer, flop, last, gone, _) in zip(core, spots, strict=True):
            spot.hole = (hole & -hole).bit_length() - 1, hole.bit_length() - 1
            spot.dealer, spot.flop_seen, spot.last_seen, spot.dead = dealer, flop, last, gone | dead
        times = ffi.new("uint32_t[]", [spot[-1] for spot in spots])
        sums = ffi.new("uth_seat_sums *")
        with self._taken:
            check(lib.uth_seat_sum(self._core_seat(), len(spots), core, times, self._core_rules, details, sums))
        ended = sums.ended
        tables = [ended.fold[street] for street in Street]
        tables += [ended.bet[street][bet] for street in Street for bet in range(len(self._settlement.bets[street]))]
        return SpotSums(
            sums.times,
            sums.deals,
            sums.units[0] + 2**32 * sums.units[1],
            sums.fold,
            sums.check,
            tuple(map(int, sums.bet)),
            tuple(number for table in tables for number in flat(ffi.addressof(table))) if details else (),
        )

    def _sum_plainly(self, spots: Sequence[tuple[int, int, int, int, int, int]], dead: int, details: bool) -> SpotSums:
        """The same, spot by spot."""
        actions, bets = self.rules.actions[Street.PREFLOP], self._settlement.bets
        taken, deals, units, ended = [0] * (2 + lib.UTH_MAX_BETS), 0, 0, [0] * (60 * (len(Street) + sum(map(len, bets))))
        none: Table = ((0,) * 6,) * len(Category)
        for hole, dealer, flop, last, gone, times in spots:
            if (dealer | flop | last | gone | dead) >> len(DECK):
                check(lib.UTH_BAD_CARD)
            decided = self.decide(*map(_cards, (hole, dealer, flop, last, gone | dead)), details=details)
            worth = [(decided.fold, FOLD in actions), (decided.check, CHECK in actions)]
            worth += [(value, True) for value in decided.bets[: len(bets[Street.PREFLOP])]]
            value, action = max((value, place) for place, (value, allowed) in enumerate(worth) if allowed)
            taken[action] += times
            deals += times * decided.deals
            units += times * value
            if details:
                folds = [decided.showdown if action == 0 else none, none, none]
                betted = [decided.showdown if action == 2 + bet else none for bet in range(len(bets[0]))]
                betted += [none] * sum(map(len, bets[1:]))
                if action == 1:
                    folds, betted = list(decided.fold_after_check), [table for street in decided.bet_after_check for table in street]
                numbers = (number for table in folds + betted for row in table for number in row)
                ended = [so_far + times * number for so_far, number in zip(ended, numbers, strict=True)]
        counted = sum(spot[-1] for spot in spots)
        return SpotSums(counted, deals, units, taken[0], taken[1], tuple(taken[2:]), tuple(ended) if details else ())


def _cards(bits: int) -> list[Card]:
    """The cards of a set."""
    return [card for card in DECK if bits >> card.id & 1]


@dataclass(frozen=True, slots=True)
class SpotSums:
    """Sums over spots before the flop with best play, each counted as often as was said."""

    times: int
    """How often all of them count."""
    deals: int
    units: int
    """Net win in settlement units, summed over the deals."""
    fold: int
    """``times`` of those in which a fold is best; of equal actions that which stakes more is taken. Likewise the next two."""
    check: int
    bets: tuple[int, ...]
    """In order of size."""
    ended: tuple[int, ...]
    """With details, all deals by how they end: tables of 10 x 6, the folds of each street, then the bets of each; else empty."""


def _decided(decision: Any) -> Decided:
    bets = tuple(map(int, decision.bet))
    return Decided(decision.deals, decision.fold, decision.check, bets, _table(decision.showdown))


def _with_endings(decision: Any, split: Any, settlement: Settlement) -> Decided:
    """With the endings if there are any."""
    decided = _decided(decision)
    if split == ffi.NULL:
        return decided
    fold_after_check, bet_after_check = split_of(split, settlement)
    return replace(decided, fold_after_check=fold_after_check, bet_after_check=bet_after_check)


def split_of(split: Any, settlement: Settlement) -> tuple[tuple[Table, ...], tuple[tuple[Table, ...], ...]]:
    folds = tuple(_table(split.fold[street]) for street in Street)
    bets = tuple(tuple(_table(split.bet[street][bet]) for bet in range(len(settlement.bets[street]))) for street in Street)
    return folds, bets


# The whole game


def flat(table: Any) -> list[int]:
    """The numbers of a structure of counts, one after the other."""
    return list(ffi.cast("uint64_t *", table)[0 : ffi.sizeof(ffi.typeof(table).item) // 8])


def added(whole: Any, pieces: Iterable[Sequence[int]]) -> Any:
    """``whole`` filled with the sums of flat pieces; single ones hold corrections below zero."""
    numbers = ffi.cast("uint64_t *", whole)
    for place, parts in enumerate(zip(*pieces, strict=True)):
        numbers[place] = sum(parts) % 2**64
    return whole


class CountedGame:
    """Every board of a deck counted against every hole pair; serves any settlement with the same qualifier.

    The work comes in pieces that may run on any threads: ``order(piece)`` for each of ``ORDER_PIECES``, then
    ``count(piece)`` for each of ``COUNT_PIECES``.
    """

    ORDER_PIECES: int = lib.UTH_ORDER_PIECES
    COUNT_PIECES: int = lib.UTH_COUNT_PIECES
    CENSUS_PIECES: int = lib.UTH_CENSUS_PIECES

    def __init__(self, ranks: Iterable[int], qualifier: int) -> None:
        self.ranks = _rank_set(ranks)
        self.qualifier = qualifier
        game = ffi.new("uth_game **")
        check(lib.uth_game_new(self.ranks, qualifier, game))
        self._game = ffi.gc(game[0], lib.uth_game_free)

    def order(self, piece: int) -> None:
        check(lib.uth_game_order(self._game, piece))

    def count(self, piece: int) -> None:
        check(lib.uth_game_count(self._game, piece))

    def census(self, piece: int) -> list[int]:
        """A piece of the census of a counted game as flat numbers; see ``add_census``."""
        census = ffi.new("uth_census *")
        check(lib.uth_game_census(self._game, piece, census))
        return flat(census)

    def solved(self, rules: Rules) -> SolvedGame:
        """The game, once counted, to be solved under ``rules``, whose qualifier must be the same."""
        return SolvedGame(self, rules)

    @staticmethod
    def add_census(pieces: Iterable[Sequence[int]]) -> Census:
        """All pieces together."""
        whole = added(ffi.new("uth_census *"), pieces)
        return tuple(tuple(tuple((int(no), int(yes)) for no, yes in result) for result in row) for row in whole.showdowns)


class SolvedGame:
    """A counted game under one settlement: ``sum`` all pieces, ``choose`` all pieces, ``finish``, then ask."""

    SUM_PIECES: int = lib.UTH_SUM_PIECES
    CHOOSE_PIECES: int = lib.UTH_CHOOSE_PIECES
    OUTCOME_PIECES: int = lib.UTH_OUTCOME_PIECES

    def __init__(self, counted: CountedGame, rules: Rules) -> None:
        self._counted = counted  # the core's solution points into it
        self._settlement = compile_rules(rules)
        solution = ffi.new("uth_solution **")
        check(lib.uth_solution_new(counted._game, _core_rules(rules), solution))
        self._solution = ffi.gc(solution[0], lib.uth_solution_free)

    def sum(self, piece: int) -> None:
        check(lib.uth_solution_sum(self._solution, piece))

    def choose(self, piece: int) -> None:
        check(lib.uth_solution_choose(self._solution, piece))

    def finish(self) -> None:
        check(lib.uth_solution_finish(self._solution))

    def preflop(self, hole: Sequence[Card]) -> Decided:
        """As ``decide`` without a board, but for the table of showdowns, which stays empty."""
        action, decision = ffi.new("int32_t *"), ffi.new("uth_decision *")
        check(lib.uth_solution_preflop(self._solution, [card.id for card in hole], action, decision))
        return _decided(decision)

    def flop(self, hole: Sequence[Card], flop: Sequence[Card]) -> Decided:
        """As ``decide`` with three board cards, but for the table of showdowns, which stays empty."""
        action, decision = ffi.new("int32_t *"), ffi.new("uth_decision *")
        cards = [card.id for card in hole], [card.id for card in flop]
        check(lib.uth_solution_flop(self._solution, *cards, action, decision))
        return _decided(decision)

    def outcomes(self, piece: int) -> list[int]:
        """A piece of the outcome table as flat numbers; see ``add_outcomes``."""
        split = ffi.new("uth_split *")
        check(lib.uth_solution_outcomes(self._solution, piece, split))
        return flat(split)

    def add_outcomes(self, pieces: Iterable[Sequence[int]]) -> tuple[tuple[Table, ...], tuple[tuple[Table, ...], ...]]:
        """All pieces together: folds by street, bets by street and size, as in ``Decided``."""
        return split_of(added(ffi.new("uth_split *"), pieces), self._settlement)

