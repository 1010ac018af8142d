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
from operator import add

from uth_exact import engine
from uth_exact.cards import DECK, RANKS, SUITS
from uth_exact.executors import processors
from uth_exact.knowledge import CardSets, Classes, Sight
from uth_exact.rules import ActionKind, Category, Result, Rules, Street
from uth_exact.settlement import compile_rules

_CELLS = 2 * len(Result)


@dataclass(frozen=True, slots=True)
class Job:
    """A question: the game, what the player sees, and the deck."""

    rules: Rules
    sight: Sight
    details: bool = False
    """Whether the deals are also counted by how they end, which takes up to twice as long."""
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


_own = threading.local()

_making = threading.BoundedSemaphore(processors())
"""As many threads make a seat at a time as there are processors: that takes a while, and does not stop on the way."""


def _seat(rules: Rules, stopped: Callable[[], bool]) -> engine.Seat:
    """This thread's seat for a game: it keeps what decisions in a row share, and one serves one thread at a time."""
    seat: engine.Seat | None = getattr(_own, "seat", None)
    if seat is None or seat.rules != rules:
        with _making:
            if stopped():
                raise Stopped
            _own.seat = seat = engine.Seat(rules)
    return seat


@lru_cache(8)
def _missing(ranks: str, suits: str) -> int:
    """The set of the cards that are not in the deck."""
    return sum(1 << card.id for card in DECK if RANKS[card.rank] not in ranks or SUITS[card.suit] not in suits)


@lru_cache(8)
def classes_of(job: Job) -> Classes:
    """The classes of a job."""
    return Classes(job.sight, job.ranks, job.suits)


@lru_cache(8)
def _the_same(job: Job) -> Job:
    """One object for equal jobs, however often they arrive over a wire: rules are found again faster if they are the same object."""
    return job


CALL_SECONDS = 0.02
"""A call of the core has as many classes as should take so long by the clock: it does not stop on the way."""

_MOST_AT_FIRST = 512
"""Of a larger piece no more is begun at once until it is known how long a class takes."""


def sum_piece(job: Job, start: int, stop: int, stopped: Callable[[], bool] = lambda: False) -> Piece:
    """The classes from place ``start`` up to, not including, ``stop``. Raises ``Stopped`` once ``stopped`` says so."""
    job = _the_same(job)
    began = time.thread_time_ns()
    sets_at, dead, seat = classes_of(job).sets, _missing(job.ranks, job.suits), _seat(job.rules, stopped)
    # The sums do not depend on the order, and a seat is quicker with the same ranks in the hole again.
    todo = sorted(map(sets_at, range(start, stop)), key=_hole_ranks)
    total = [0] * width(job)
    taken = _taken(job)
    at, size = 0, 1 + min(len(todo), _MOST_AT_FIRST) // 16
    while at < len(todo):
        if stopped():
            raise Stopped
        called = time.monotonic()
        sums = seat.sum(todo[at : at + size], dead, details=job.details)
        actions = sums.fold, sums.check, *sums.bets
        numbers = sums.times, sums.deals, sums.units, *(actions[place] for place in taken), *sums.ended
        total = list(map(add, total, numbers))
        at += size
        size = max(1, int(size * min(2, CALL_SECONDS / max(time.monotonic() - called, 1e-6))))
    return Piece(start, stop, tuple(total), time.thread_time_ns() - began)


def _hole_ranks(sets: CardSets) -> int:
    """The ranks of the hole cards, as the set of the first cards of these ranks."""
    hole = sets[0]
    return (hole | hole >> 1 | hole >> 2 | hole >> 3) & 0x1111111111111


def _taken(job: Job) -> list[int]:
    """For each action before the flop, in the order of the rules, where it stands among fold, check and bets in order of size."""
    bets = [bet for bet, _ in compile_rules(job.rules).bets[Street.PREFLOP]]
    others = (ActionKind.FOLD, ActionKind.CHECK)
    actions = job.rules.actions[Street.PREFLOP]
    return [others.index(action.kind) if action.kind in others else 2 + bets.index(action) for action in actions]
