"""The whole game for a player who sees cards: all pieces of the work run, added up and turned into figures.

>>> seen = solve_seeing("uth-dk", "dealer:1", limit=20)
>>> seen.share, seen.complete
(Fraction(61, 16575), False)
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import AbstractContextManager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from uth_exact import checkpoint as files
from uth_exact.cards import RANKS, SUITS
from uth_exact.decision import Outcome, rules_of
from uth_exact.errors import InvariantError, KnowledgeError
from uth_exact.executors import Workers, on_threads
from uth_exact.figures import Contribution, Figures, contributions, figures
from uth_exact.game import check_shares, checked_outcomes
from uth_exact.knowledge import Classes, Sight
from uth_exact.known_sums import Job, Piece, Sums, classes_of, sum_piece, width
from uth_exact.rules import Rules, Street
from uth_exact.settlement import compile_rules
from uth_exact.sheets import Sheet

Progress = Callable[[int], object]
"""Called after each piece of work with the number of its classes."""

Place = Callable[[], AbstractContextManager[Workers]]
"""Opens what the pieces run on."""

PIECE_SECONDS = 0.25
"""A piece has as many classes as should take so much processor time: what is begun at an interruption is lost."""

SAVE_SECONDS = 10.0
"""A checkpoint is written so often."""

_FIRST, _LARGEST = 4, 4096
"""Classes in the first pieces, and in any."""

_SMALLER = 16
"""A last piece is no smaller than by so much."""


@dataclass(frozen=True)
class Seen:
    """The game for a player who sees cards and plays best, or a stated part of its classes.

    Combinations of cards held and seen are equally likely, and each counts with all deals that complete it.
    """

    job: Job
    classes: int
    """Classes that were added up; ``total_classes`` if the game is complete."""
    first: int
    """Of these, how many are the first in the order of ``Classes``; the others were done out of turn."""
    total_classes: int
    total_combinations: int
    sums: Sums
    nanoseconds: int
    """Processor time of all that was added up, wherever and whenever it was computed."""

    @property
    def complete(self) -> bool:
        """Whether all classes are in: of a part no value of the game can be told."""
        return self.classes == self.total_classes

    @property
    def share(self) -> Fraction:
        """Combinations that were added up, of all."""
        return Fraction(self.sums.combinations, self.total_combinations)

    @property
    def deals(self) -> int:
        """All deals of the game, seen cards included: combinations held and seen x completions of each."""
        return self._whole.deals

    @property
    def total(self) -> Fraction:
        """Net win in antes summed over all deals."""
        return compile_rules(self.job.rules).antes(self._whole.units)

    @property
    def ev_per_ante(self) -> Fraction:
        """Expected net win of a round in antes."""
        return self.total / self.deals

    @property
    def preflop(self) -> dict[str, Fraction]:
        """By action, how often it is taken before the flop; of equal ones that which stakes more."""
        names = (action.name for action in self.job.rules.actions[Street.PREFLOP])
        counts = zip(names, self._whole.preflop, strict=True)
        return {name: Fraction(count, self.total_combinations) for name, count in counts}

    @property
    def _whole(self) -> Sums:
        if not self.complete:
            raise KnowledgeError("a_part", f"{self.classes} of {self.total_classes} classes have no figures of the game", "limit")
        return self.sums

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """With details, how all deals end: as ``Solution.outcomes``."""
        sums, rules = self._whole, self.job.rules
        if not self.job.details:
            raise KnowledgeError("no_details", "outcomes and what is made of them are counted with details only", "details")
        return checked_outcomes(rules, sums.folds, sums.bets, self.deals, self.total)

    @cached_property
    def figures(self) -> Figures:
        """With details, all figures: as ``Solution.figures``."""
        rules = self.job.rules
        return figures(rules, self.outcomes, check_shares(rules, self.sums.folds, self.sums.bets, self.deals))

    @cached_property
    def contributions(self) -> tuple[Contribution, ...]:
        """With details, what each row of ``outcomes`` adds to the return and to the variance."""
        return contributions(self.outcomes)


def solve_seeing(
    rules: Rules | Sheet | str | os.PathLike[str],
    sight: Sight | str,
    *,
    details: bool = False,
    limit: int | None = None,
    place: Place | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    ranks: str = RANKS,
    suits: str = SUITS,
) -> Seen:
    """The game under ``rules`` for a player who in every round sees the cards of ``sight`` before the first decision.

    ``limit`` computes that many classes only; ``ranks`` and ``suits`` are those of the deck. The pieces run on ``place``, by
    default a thread; ``on_threads``, ``on_executor`` and ``on_dask`` of ``executors`` make others. With ``checkpoint``, the path
    of a file, what is done is kept there, and what is there is not done again; the sums are the same integers. Raises
    ``KnowledgeError`` for a sight or a limit that cannot be, ``CheckpointError`` for a file that does not belong to the question.
    """
    job = Job(rules_of(rules), Sight.of(sight) if isinstance(sight, str) else sight, details, ranks, suits)
    run = Run(job, limit, checkpoint)
    run.finish(place or (lambda: on_threads(1)), progress)
    return run.seen()


class Run:
    """What is to be done for a job, and what has been."""

    def __init__(self, job: Job, limit: int | None = None, checkpoint: str | os.PathLike[str] | None = None) -> None:
        if limit is not None and not limit >= 1:  # nor what is no number
            raise KnowledgeError("bad_limit", f"limit: at least 1 class is needed, not {limit}", "limit")
        compile_rules(job.rules)  # what could overflow is refused before anything runs
        self.job = job
        self._classes: Classes = classes_of(job)
        self.goal = min(limit or len(self._classes), len(self._classes))
        """Classes, in the order of ``Classes``, that are to be done."""
        self._path = None if checkpoint is None else os.fspath(checkpoint)
        self._question = question(job)
        self._done = files.Done([0] * width(job))
        if self._path is not None:
            held = files.load(self._path, self._question, width(job), len(self._classes))
            if held is None:
                self._save()  # a place that cannot be written to is better known before the work than after it
            self._done = held or self._done
        self._saved = self._done.places

    @property
    def left(self) -> int:
        """Classes that are still to be done."""
        return sum(stop - start for start, stop in self._done.gaps(self.goal))

    def seen(self) -> Seen:
        """What the classes that are done add up to."""
        sums = Sums.of(self.job, tuple(self._done.sums))
        classes, done = self._classes, self._done.places
        first = next((stop for start, stop in self._done.ranges if not start), 0)
        seen = Seen(self.job, done, first, len(classes), classes.combinations, sums, self._done.nanoseconds)
        deals = sums.combinations * self.job.sight.completions(classes.cards)
        if sums.deals != deals or sum(sums.preflop) != sums.combinations or (seen.complete and seen.share != 1):
            message = f"{self.job.sight}: {done} classes are {sums.combinations} combinations and {sums.deals} deals, not {deals}"
            raise InvariantError("broken_sums", message, "sees")
        return seen

    def finish(self, place: Place, progress: Progress | None = None) -> None:
        """Do what is left. However that ends, what is done by then is in the checkpoint."""
        if not self.left:
            return
        try:
            with place() as workers:
                self._work(workers, progress)
        finally:
            if self._done.places > self._saved:
                self._save()

    def _save(self) -> None:
        if self._path is not None:
            files.save(self._path, self._question, self._done)
        self._saved = self._done.places

    def _work(self, workers: Workers, progress: Progress | None) -> None:
        pieces = self._pieces(workers.at_once)
        waiting: set[Future[Piece]] = set()
        saved = time.monotonic()
        while True:
            while len(waiting) < workers.at_once and (ends := next(pieces, None)):
                waiting.add(workers.submit(sum_piece, self.job, *ends))
            if not waiting:
                return
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                piece = future.result()
                self._done = self._done.plus(piece.start, piece.stop, piece.sums, piece.nanoseconds)
                if progress:
                    progress(piece.stop - piece.start)
            if time.monotonic() - saved > SAVE_SECONDS:
                self._save()
                saved = time.monotonic()

    def _pieces(self, at_once: int) -> Iterator[tuple[int, int]]:
        """What is left, cut into pieces by the time that classes took so far; small ones at the end, lest workers wait for one."""
        for start, stop in list(self._done.gaps(self.goal)):
            while start < stop:
                size = _FIRST
                if self._done.nanoseconds:
                    size = min(_LARGEST, int(PIECE_SECONDS * 1e9 * self._done.places / self._done.nanoseconds))
                    size = min(size, max((stop - start) // at_once, size // _SMALLER))
                end = min(stop, start + max(1, size))
                yield start, end
                start = end


def played(rules: Rules) -> str:
    """The game as the core sees it, whatever it is called: the same text for rules with the same answers."""
    return hashlib.sha256(repr((rules.qualifier, rules.actions, compile_rules(rules))).encode()).hexdigest()


def question(job: Job) -> dict[str, str]:
    """What a checkpoint must agree with: the program's version, the game, the sight, the deck, and whether details are counted."""
    from uth_exact import __version__

    return {
        "version": __version__,
        "rules": played(job.rules),
        "sees": str(job.sight),
        "deck": f"{''.join(sorted(job.ranks, key=RANKS.index))} {''.join(sorted(job.suits))}",
        "details": str(job.details).lower(),
    }
