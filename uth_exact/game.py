"""The whole game, exactly: best play with every hand on every flop, and everything that is printed about it.

>>> solution = solve("uth-dk")
>>> solution.ev_per_ante
Fraction(-50643648973, 2317817502000)
>>> solution.preflop("Kh5d").best.action.name, solution.flop("KdQh", "7s8s2c").best.action.name
('bet 4x', 'check')
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, TypeVar

from uth_exact import engine
from uth_exact.cards import DECK, HOLE_CLASSES, RANKS, Card, check_distinct, parse_exactly
from uth_exact.decision import Analysis, Outcome, best_value, ending_rows, merged, rank_actions, rules_of
from uth_exact.engine_plain import counted_game
from uth_exact.errors import CardError, RulesError
from uth_exact.figures import Contribution, Figures, contributions, figures
from uth_exact.invariants import check_census, check_values, deals_of, require
from uth_exact.odds import shown
from uth_exact.rules import CHECK, Qualifier, Rules, SideBet, Street
from uth_exact.settlement import compile_rules
from uth_exact.sheets import Sheet
from uth_exact.sidebets import SideBetFigures, hands_dealt, hands_shown, settle

if TYPE_CHECKING:
    from concurrent.futures import Executor

Progress = Callable[[], object]
"""Called after each piece of work."""

COUNT_PIECES = engine.CountedGame.ORDER_PIECES + engine.CountedGame.COUNT_PIECES
"""Pieces of work in counting a game; like all others, each takes some hundredths of a second."""

SOLVE_PIECES = engine.SolvedGame.SUM_PIECES + engine.SolvedGame.CHOOSE_PIECES
"""Pieces of work in solving a counted game."""

OUTCOME_PIECES = engine.SolvedGame.OUTCOME_PIECES
"""Pieces of work in the table of outcomes, which the figures are made of."""

CENSUS_PIECES = engine.CountedGame.CENSUS_PIECES
"""Pieces of work in counting showdowns by the categories of both hands, which side bets may need."""

Found = TypeVar("Found")


class Pieces:
    """Runs independent pieces of work: one after the other, on threads of its own, or on an executor of threads.

    One after the other in the main thread, an interruption is answered between two pieces.
    """

    def __init__(self, threads: int, executor: Executor | None, progress: Progress | None) -> None:
        if not threads >= 1:  # nor what is no number
            raise RulesError("bad_threads", f"threads: at least 1 is needed, not {threads}", "threads")
        self._threads, self._executor, self._progress = threads, executor, progress

    def in_turn(self) -> Pieces:
        """The same, one after the other in the thread that asks."""
        return Pieces(1, None, self._progress)

    def unwatched(self) -> Pieces:
        """The same, for work that is not among the pieces that progress is told of."""
        return Pieces(self._threads, self._executor, None)

    def all(self, work: Callable[[int], Found], count: int) -> list[Found]:
        """What ``work`` gives for each number below ``count``."""
        if self._executor is not None:
            return self._collect(self._executor.map(work, range(count)))
        if self._threads == 1:
            return self._collect(map(work, range(count)))
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(self._threads) as pool:
            return self._collect(pool.map(work, range(count)))

    def _collect(self, results: Iterable[Found]) -> list[Found]:
        found = []
        for result in results:
            found.append(result)
            if self._progress:
                self._progress()
        return found


class Solution:
    """The whole game under best play. Ask it for any hand; outcomes and figures are made when they are first wanted.

    Of actions that are exactly equal the one that stakes more is played.
    """

    def __init__(self, rules: Rules, solver: Solver, solved: engine.SolvedGame) -> None:
        self.rules = rules
        self.ranks = solver.ranks
        """Ranks in the deck, four suits each."""
        self.side_bet = solver.side_bet
        self._missing = tuple(card for card in DECK if RANKS[card.rank] not in solver.ranks)
        self.solved = solved
        self.pieces = solver.pieces
        self._settlement = compile_rules(rules)
        self.deals = 0
        """All deals of the game, staged: hole cards, flop, turn with river, dealer's hand; 27,813,810,024,000 with 52 cards."""
        units = 0
        for hands in self._alike().values():
            decided = self.decided_preflop(hands[0])
            self.deals += len(hands) * decided.deals
            units += len(hands) * best_value(rules, Street.PREFLOP, self._settlement, decided)
        self.total = self._settlement.antes(units)
        """Net win in antes summed over all deals."""
        all_deals = comb(self._cards, 2) * deals_of(self._cards - 2, 3, 2, 2)
        require(self.deals == all_deals, f"{rules.name}: the hands are {self.deals} deals, not {all_deals}", rules.name)

    @property
    def _cards(self) -> int:
        return len(DECK) - len(self._missing)

    def _alike(self) -> dict[str, tuple[tuple[Card, Card], ...]]:
        """The classes of hole cards in the deck, 169 with 52 cards."""
        return {name: hands for name, hands in HOLE_CLASSES.items() if set(name[:2]) <= set(self.ranks)}

    @cached_property
    def hole_classes(self) -> Mapping[str, Analysis]:
        """The decision before the flop for each class of hole cards in the deck: ``AA``, ``AKs``, ..."""
        return {name: self.preflop(hands[0]) for name, hands in self._alike().items()}

    @property
    def ev_per_ante(self) -> Fraction:
        """Expected net win of a round in antes."""
        return self.total / self.deals

    def preflop(self, hole: str | Iterable[Card | str]) -> Analysis:
        """The decision with these hole cards before the flop: as ``analyse`` gives it, but without outcomes."""
        cards = self._held(hole, 2, "hole")
        return self._analysis(Street.PREFLOP, cards, (), self.decided_preflop(cards))

    def decided_preflop(self, hole: Sequence[Card]) -> engine.Decided:
        """The integers behind ``preflop``, in settlement units."""
        decided = self.solved.preflop(hole)
        check_values(self.rules, Street.PREFLOP, decided, deals_of(self._cards - 2, 3, 2, 2))
        return decided

    def flop(self, hole: str | Iterable[Card | str], flop: str | Iterable[Card | str]) -> Analysis:
        """The decision with these hole cards on this flop: as ``analyse`` gives it, but without outcomes."""
        if not self.rules.actions[Street.FLOP]:
            raise CardError("no_decision", f"flop: {self.rules.name} has no decision there", "flop")
        cards, board = self._held(hole, 2, "hole"), self._held(flop, 3, "flop")
        check_distinct({"hole": cards, "flop": board})
        decided = self.solved.flop(cards, board)
        check_values(self.rules, Street.FLOP, decided, deals_of(self._cards - 5, 0, 2, 2))
        return self._analysis(Street.FLOP, cards, board, decided)

    def _held(self, cards: str | Iterable[Card | str], count: int, where: str) -> tuple[Card, ...]:
        """``cards``, which must be in the deck."""
        held = parse_exactly(cards, count, where)
        for card in held:
            if RANKS[card.rank] not in self.ranks:
                raise CardError("unknown_card", f"{where}: {card} is not in the deck, which has the ranks {self.ranks}", where)
        return held

    def _analysis(self, street: Street, hole: tuple[Card, ...], board: tuple[Card, ...], decided: engine.Decided) -> Analysis:
        actions = rank_actions(self.rules, street, self._settlement, decided, False)
        return Analysis(self.rules, street, hole, board, self._missing, decided.deals, actions)

    @cached_property
    def _tables(self) -> tuple[tuple[engine.Table, ...], tuple[tuple[engine.Table, ...], ...]]:
        """Deals by the street and the action that ended them: folds, bets."""
        pieces = self.pieces.all(self.solved.outcomes, OUTCOME_PIECES)
        return self.solved.add_outcomes(pieces)

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """How all deals end: their deals add up to ``deals``, and deals x net to ``total``.

        No two rows have the same action, result, qualification and category. Raises ``InvariantError`` if the sums are
        not what they must be.
        """
        return checked_outcomes(self.rules, *self._tables, self.deals, self.total)

    @cached_property
    def figures(self) -> Figures:
        """Edge, returns, variance and frequencies, all from the outcomes."""
        found = figures(self.rules, self.outcomes, check_shares(self.rules, *self._tables, self.deals))
        require(found.ev_per_ante == self.ev_per_ante, f"{self.rules.name}: the figures contradict the solution", self.rules.name)
        return found

    @cached_property
    def contributions(self) -> tuple[Contribution, ...]:
        """What each row of ``outcomes`` adds to the return and to the variance."""
        return contributions(self.outcomes)


def checked_outcomes(
    rules: Rules, folds: tuple[engine.Table, ...], bets: tuple[tuple[engine.Table, ...], ...], deals: int, total: Fraction
) -> tuple[Outcome, ...]:
    """How deals end, from their tables; raises ``InvariantError`` unless they are so many ``deals``, worth ``total`` antes."""
    rows = merged(ending_rows(rules, compile_rules(rules), folds, bets))
    counted = sum(row.deals for row in rows)
    won = sum((row.deals * row.net for row in rows), Fraction(0))
    message = f"{rules.name}: the outcomes are {counted} deals worth {won} antes, not {deals} worth {total}"
    require((counted, won) == (deals, total), message, rules.name)
    return rows


def check_shares(
    rules: Rules, folds: tuple[engine.Table, ...], bets: tuple[tuple[engine.Table, ...], ...], deals: int
) -> dict[str, Fraction]:
    """By street where a check is one of several actions, how often it is checked: in all deals that do not end before the next."""
    left, checks = deals, {}
    for street in Street:
        left -= sum(sum(map(sum, table)) for table in (folds[street], *bets[street]))
        if CHECK in rules.actions[street] and len(rules.actions[street]) > 1:
            checks[street.key] = Fraction(left, deals)
    require(left == 0, f"{rules.name}: {left} of {deals} deals do not end", rules.name)
    return checks


class Solver:
    """A game counted once, to be solved for any rules with the same qualifier: a loop over pay tables need not count again.

    ``rules`` give the qualifier; ``ranks`` the deck, four suits of each rank. It keeps some 60 MB. Threads, executor and
    progress are those of ``solve``, for all that is asked of it later too. ``plain`` takes every board by itself instead of
    counting them together: the same integers in some twenty times the time. So does ``UTH_EXACT_PLAIN``.
    """

    def __init__(
        self,
        rules: Rules | Sheet | str | os.PathLike[str] = "uth-dk",
        ranks: str = RANKS,
        *,
        threads: int = 1,
        executor: Executor | None = None,
        progress: Progress | None = None,
        plain: bool = False,
    ) -> None:
        unknown = set(ranks) - set(RANKS)
        if unknown or len(set(ranks)) < 3:
            raise RulesError("bad_deck", f"ranks: at least three of {RANKS} are needed, not {ranks!r}", "ranks")
        self._rules = rules_of(rules)
        compile_rules(self._rules)  # what could overflow is refused before anything runs
        self.ranks = "".join(rank for rank in RANKS if rank in ranks)
        self.pieces = Pieces(threads, executor, progress)
        self._plain = plain
        self._counted = self._count(self._rules.qualifier)
        self._censuses: dict[Qualifier, engine.Census] = {}

    def _count(self, qualifier: Qualifier) -> engine.CountedGame:
        counted = counted_game(map(RANKS.index, self.ranks), engine.qualifying_strength(qualifier), self._plain)
        self.pieces.all(counted.order, engine.CountedGame.ORDER_PIECES)
        self.pieces.all(counted.count, engine.CountedGame.COUNT_PIECES)
        return counted

    def solve(self, rules: Rules | Sheet | str | os.PathLike[str] | None = None) -> Solution:
        """The whole game under ``rules``, by default those given at first.

        Raises ``RulesError`` if their qualifier is another one.
        """
        wanted = self._rules if rules is None else rules_of(rules)
        compile_rules(wanted)
        if engine.qualifying_strength(wanted.qualifier) != self._counted.qualifier:
            message = f"{wanted.name}: counted for a dealer who qualifies with {self._rules.qualifier}, not {wanted.qualifier}"
            raise RulesError("other_qualifier", message, wanted.name)
        solved = self._counted.solved(wanted)
        self.pieces.all(solved.sum, engine.SolvedGame.SUM_PIECES)
        self.pieces.all(solved.choose, engine.SolvedGame.CHOOSE_PIECES)
        solved.finish()
        return Solution(wanted, self, solved)

    def census(self, at_least: Qualifier | None = None) -> engine.Census:
        """All showdowns as ``[category of the player][category of the dealer][result][dealer has at_least that hand]``.

        Categories are those of ``Category``, results those of ``Result``: 0 the player loses, 1 a tie, 2 the player wins.
        By default that with which the dealer qualifies; for another one the game is counted anew.
        """
        qualifier = at_least or self._rules.qualifier
        if qualifier not in self._censuses:
            counted = self._counted if qualifier == self._rules.qualifier else self._count(qualifier)
            census = counted.add_census(self.pieces.all(counted.census, CENSUS_PIECES))
            check_census(census, 4 * len(self.ranks))
            self._censuses[qualifier] = census
        return self._censuses[qualifier]

    def side_bet(self, bet: SideBet) -> SideBetFigures:
        """The figures of a bet without decisions, with this deck. The rules of the game do not matter for it.

        Raises ``RulesError`` for what is no ``SideBet``, such as the name of one.
        """
        if not isinstance(bet, SideBet):
            raise RulesError("bad_rules", f"side bet: {shown(bet)} is no SideBet; a Sheet has its own in side_bets", "side_bet")
        cards = 4 * len(self.ranks)
        if bet.cards < 7:
            found, hands = settle(bet, hands_dealt(bet.cards, self.ranks, bet.at_least)), comb(cards, bet.cards)
        else:
            found = settle(bet, hands_shown(bet, self.census(bet.at_least if bet.at_least.rank else None), self.ranks))
            hands = deals_of(cards, 2, 5, 2) if found.of_showdowns else comb(cards, 7)
        require(found.hands == hands, f"{bet.name}: {found.hands} hands were counted, there are {hands}", bet.name)
        return found


def solve(
    rules: Rules | Sheet | str | os.PathLike[str] = "uth-dk",
    *,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Solution:
    """The whole game under ``rules`` from nothing, in some tenths of a second and 110 MB.

    So many ``threads`` share the work, or those of ``executor`` do (threads, not processes). ``progress`` is called after
    each piece of work: ``COUNT_PIECES`` and ``SOLVE_PIECES`` of them, and ``OUTCOME_PIECES`` when outcomes or figures are
    first asked for. Raises ``RulesError`` or ``SheetError`` for the rules, before anything runs.
    """
    return Solver(rules, threads=threads, executor=executor, progress=progress).solve()


def solve_all(sheets: Iterable[Sheet], *, progress: Progress | None = None) -> Iterator[tuple[Sheet, Solution]]:
    """Each sheet with its game solved, one after the other, for a solution is large.

    What was counted serves all sheets with the same qualifier, and no longer; a solution those that follow with the same game: its
    rules have the name of the first. ``progress`` is called after each piece of work: in all ``pieces_of(sheets)``, if
    outcomes and all side bets are asked for.
    """
    sheets = list(sheets)
    last = {sheet.rules.qualifier: number for number, sheet in enumerate(sheets)}
    solvers: dict[Qualifier, Solver] = {}
    solution: Solution | None = None
    for number, sheet in enumerate(sheets):
        qualifier = sheet.rules.qualifier
        if qualifier not in solvers:
            solvers[qualifier] = Solver(sheet.rules, progress=progress)
        if solution is None or not same_game(solution.rules, sheet.rules):
            solution = None  # gives its memory back before the next one takes some
            solution = solvers[qualifier].solve(sheet.rules)
        if number == last[qualifier]:
            del solvers[qualifier]
        yield sheet, solution


def same_game(rules: Rules, others: Rules) -> bool:
    """Whether two games are the same but for their names."""
    return replace(rules, name="") == replace(others, name="")


def pieces_of(sheets: Iterable[Sheet]) -> int:
    """Pieces of work in all figures of these sheets, side bets included."""
    counted: set[tuple[Qualifier, Qualifier]] = set()
    censuses: set[tuple[Qualifier, Qualifier]] = set()
    pieces = 0
    before: Rules | None = None
    for sheet in sheets:
        qualifier = sheet.rules.qualifier
        wanted = {bet.at_least if bet.at_least.rank else qualifier for bet in sheet.side_bets if bet.cards == 7}
        counted |= {(qualifier, qualifier), *((qualifier, other) for other in wanted)}
        censuses |= {(qualifier, other) for other in wanted}
        if before is None or not same_game(before, sheet.rules):
            pieces += SOLVE_PIECES + OUTCOME_PIECES
        before = sheet.rules
    return pieces + len(counted) * COUNT_PIECES + len(censuses) * CENSUS_PIECES
