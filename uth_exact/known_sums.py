"""The sums behind the value of a game with knowledge, piece by piece.

A piece is a run of places in ``Classes``; what it adds up are integers, and all pieces of a job in any order, anywhere, add up to
the same ones. ``sum_piece`` takes and gives plain values, so that it runs on threads, processes and other machines alike.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from uth_exact import engine
from uth_exact.cards import DECK, RANKS, SUITS, Card
from uth_exact.decision import action_values
from uth_exact.knowledge import Classes, Held, Sight
from uth_exact.rules import Action, ActionKind, Category, Result, Rules, Street
from uth_exact.settlement import Settlement, compile_rules

_CELLS = 2 * len(Result)


@dataclass(frozen=True, slots=True)
class Job:
    """A question: the game, what the player sees, and the deck."""

    rules: Rules
    sight: Sight
    details: bool = False
    """Whether the deals are also counted by how they end, which takes about ten times as long."""
    ranks: str = RANKS
    suits: str = SUITS


@dataclass(frozen=True, slots=True)
class Piece:
    """The sums over the classes from place ``start`` up to, not including, place ``stop``."""

    start: int
    stop: int
    sums: tuple[int, ...]
    """See ``Sums``."""
    nanoseconds: int
    """Processor time that it took."""


class Stopped(Exception):
    """The piece was not wanted any more."""


@dataclass(frozen=True, slots=True)
class Sums:
    """The numbers of a piece by name. Each class counts as often as it has combinations."""

    combinations: int
    deals: int
    units: int
    """Net win in settlement units, summed over the deals."""
    preflop: tuple[int, ...]
    """Combinations by the action taken before the flop, in the order of the rules."""
    folds: tuple[engine.Table, ...]
    """With details, deals by the street that they were folded on; else empty."""
    bets: tuple[tuple[engine.Table, ...], ...]
    """With details, deals by the street and the bet that ended the decisions, in order of size; else empty."""

    @classmethod
    def of(cls, job: Job, numbers: tuple[int, ...]) -> Sums:
        """The numbers of ``Piece.sums``, or of several pieces added up."""
        actions = len(job.rules.actions[Street.PREFLOP])
        combinations, deals, units = numbers[:3]
        preflop, cells = numbers[3 : 3 + actions], numbers[3 + actions :]
        if not job.details:
            return cls(combinations, deals, units, preflop, (), ())
        rows = [cells[at : at + _CELLS] for at in range(0, len(cells), _CELLS)]
        tables = iter([tuple(rows[at : at + len(Category)]) for at in range(0, len(rows), len(Category))])
        folds = tuple(islice(tables, len(Street)))
        bets = tuple(tuple(islice(tables, len(street))) for street in compile_rules(job.rules).bets)
        return cls(combinations, deals, units, preflop, folds, bets)


_TABLE = _CELLS * len(Category)


def width(job: Job) -> int:
    """How many numbers a piece has."""
    bets = sum(map(len, compile_rules(job.rules).bets))
    return 3 + len(job.rules.actions[Street.PREFLOP]) + (job.details and _TABLE * (len(Street) + bets))


def value_of_class(job: Job, held: Held) -> engine.Decided:
    """The decision before the flop with these cards held and seen: the one place where the core is asked."""
    dead = (*held.dead, *_missing(job.ranks, job.suits))
    if job.details:
        return engine.decide(held.hole, (), dead, job.rules, dealer=held.dealer, flop_seen=held.flop, last_seen=held.last, details=True)
    return _seat(job.rules).decide(held.hole, dealer=held.dealer, flop_seen=held.flop, last_seen=held.last, dead=dead)


_own = threading.local()


def _seat(rules: Rules) -> engine.Seat:
    """This thread's seat for a game: it keeps what decisions in a row share, and one serves one thread at a time."""
    seat: engine.Seat | None = getattr(_own, "seat", None)
    if seat is None or seat.rules != rules:
        _own.seat = seat = engine.Seat(rules)
    return seat


@lru_cache(8)
def _missing(ranks: str, suits: str) -> tuple[Card, ...]:
    """Cards that are not in the deck."""
    return tuple(card for card in DECK if RANKS[card.rank] not in ranks or SUITS[card.suit] not in suits)


@lru_cache(8)
def classes_of(job: Job) -> Classes:
    """The classes of a job."""
    return Classes(job.sight, job.ranks, job.suits)


@lru_cache(8)
def _the_same(job: Job) -> Job:
    """One object for equal jobs, however often they arrive over a wire: rules are found again faster if they are the same object."""
    return job


def sum_piece(job: Job, start: int, stop: int, stopped: Callable[[], bool] | None = None) -> Piece:
    """The classes from place ``start`` up to, not including, ``stop``. Raises ``Stopped`` once ``stopped`` says so."""
    job = _the_same(job)
    began = time.thread_time_ns()
    classes, settlement = classes_of(job), compile_rules(job.rules)
    actions = job.rules.actions[Street.PREFLOP]
    total = [0] * width(job)
    # The sums do not depend on the order, and a seat is quicker with the same hole cards again.
    for held in sorted((classes[place] for place in range(start, stop)), key=lambda held: held.hole):
        if stopped is not None and stopped():
            raise Stopped
        decided = value_of_class(job, held)
        units, action = _best(job.rules, settlement, decided)
        total[0] += held.combinations
        total[1] += held.combinations * decided.deals
        total[2] += held.combinations * units
        total[3 + actions.index(action)] += held.combinations
        if job.details:
            _add_endings(total, 3 + len(actions), held.combinations, _endings(settlement, decided, action))
    return Piece(start, stop, tuple(total), time.thread_time_ns() - began)


def _best(rules: Rules, settlement: Settlement, decided: engine.Decided) -> tuple[int, Action]:
    """The best action before the flop and its value in settlement units; of equal ones that which stakes more, a check before a fold."""
    found = action_values(rules, Street.PREFLOP, settlement, decided)
    return max(found, key=lambda entry: (entry[0], entry[1].size, entry[1].kind is ActionKind.CHECK))


def _endings(settlement: Settlement, decided: engine.Decided, action: Action) -> list[engine.Table | None]:
    """How the deals of a class end after ``action`` and best play: the folds of each street, then its bets; ``None`` for nothing."""
    if action.kind is ActionKind.CHECK:
        return [*decided.fold_after_check, *(table for street in decided.bet_after_check for table in street)]
    folded = [decided.showdown if action.kind is ActionKind.FOLD else None, None, None]
    bets = [decided.showdown if bet == action else None for bet, _ in settlement.bets[Street.PREFLOP]]
    return folded + bets + [None] * sum(map(len, settlement.bets[Street.FLOP :]))


def _add_endings(total: list[int], at: int, times: int, endings: list[engine.Table | None]) -> None:
    for table in endings:
        if table is not None:
            for place, deals in enumerate((deals for row in table for deals in row), at):
                total[place] += times * deals
        at += _TABLE
