"""Charts of best play: the value of every action for each class of hole cards, before the flop or on a given board.

>>> from uth_exact.game import solve
>>> chart = preflop_chart(solve("uth-dk"))
>>> chart.cells["K5o"].best.name, chart.cells["K4o"].best.name, chart.combos
('bet 4x', 'check', 1326)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from uth_exact.cards import HOLE_CLASSES, RANKS, Card, format_cards, parse_exactly
from uth_exact.decision import ActionValue, Analysis, analyse
from uth_exact.errors import RulesError
from uth_exact.features import features
from uth_exact.game import Solution
from uth_exact.invariants import require
from uth_exact.rules import Action, ActionKind, Rules, Street

RIVER_PIECES = 47
"""Pieces of work in the chart of a river, each some hundredths of a second."""

_HANDS_A_PIECE = 23  # 47 x 23 = 1,081 hole hands


@dataclass(frozen=True, slots=True)
class Spot:
    """One way to hold a hand, and what each action is worth with it."""

    hole: tuple[Card, Card]
    actions: tuple[ActionValue, ...]
    """Best first; values in antes per deal."""
    combos: int = 1
    """Hole hands that this one stands for: before the flop all of its class, for suits are alike there."""
    dealer_outs: int | None = None
    """On the river, unseen cards that together with the board alone beat the hand."""

    @property
    def best(self) -> Action:
        return self.actions[0].action

    @property
    def ties(self) -> tuple[Action, ...]:
        """Further actions exactly as good as the best."""
        return tuple(value.action for value in self.actions[1:] if not value.cost)

    @property
    def margin(self) -> Fraction | None:
        """Antes per deal by which the best action is ahead of the next one, 0 in a tie; ``None`` if there is one action only."""
        return self.actions[1].cost if len(self.actions) > 1 else None


@dataclass(frozen=True, slots=True)
class Cell:
    """A class of hole cards: all the ways to hold it that the board leaves."""

    hand: str
    spots: tuple[Spot, ...]
    """Empty if the board leaves none."""

    @property
    def combos(self) -> int:
        return sum(spot.combos for spot in self.spots)

    @property
    def counts(self) -> Mapping[str, int]:
        """For how many of the combos each action is best, the action that most are best with first."""
        found: dict[str, int] = {}
        for spot in self.spots:
            found[spot.best.name] = found.get(spot.best.name, 0) + spot.combos
        return dict(sorted(found.items(), key=lambda entry: -entry[1]))

    @property
    def best(self) -> Action | None:
        """The best action if it is the same for all combos."""
        return self.spots[0].best if len(self.counts) == 1 else None

    @property
    def tied(self) -> bool:
        """Whether for some combo a second action is exactly as good."""
        return any(spot.ties for spot in self.spots)

    @property
    def ev(self) -> Mapping[str, Fraction]:
        """Antes per deal for each action, averaged over the combos."""
        evs = [{value.action.name: value.ev for value in spot.actions} for spot in self.spots]
        return {name: self._average(of[name] for of in evs) for name in (evs[0] if evs else ())}

    @property
    def value(self) -> Fraction | None:
        """Antes per deal with the best action for each combo, averaged over them; ``None`` without any."""
        return self._average(spot.actions[0].ev for spot in self.spots) if self.spots else None

    @property
    def margin(self) -> Fraction | None:
        """``Spot.margin`` averaged over the combos; ``None`` if there is none."""
        margins = [spot.margin for spot in self.spots if spot.margin is not None]
        return self._average(margins) if margins else None

    @property
    def dealer_outs(self) -> tuple[int, int] | None:
        """Fewest and most dealer outs among the combos, on the river."""
        outs = [spot.dealer_outs for spot in self.spots if spot.dealer_outs is not None]
        return (min(outs), max(outs)) if outs else None

    def _average(self, values: Iterable[Fraction]) -> Fraction:
        pairs = zip(values, self.spots, strict=True)
        return sum((value * spot.combos for value, spot in pairs), Fraction(0)) / self.combos


@dataclass(frozen=True, slots=True)
class Grid:
    """A chart of all classes of hole cards."""

    rules: Rules
    street: Street
    board: tuple[Card, ...]
    actions: tuple[Action, ...]
    """What may be done there: bets from the largest, check, fold."""
    cells: Mapping[str, Cell]
    """All 169, row by row as in ``layout``."""

    @property
    def combos(self) -> int:
        """Hole hands in the chart: 1,326 before the flop, 1,176 on a flop, 1,081 on a river."""
        return sum(cell.combos for cell in self.cells.values())

    @property
    def spots(self) -> tuple[Spot, ...]:
        return tuple(spot for cell in self.cells.values() for spot in cell.spots)

    @property
    def value(self) -> Fraction:
        """Antes per deal with best play, averaged over all hole hands."""
        return sum((spot.actions[0].ev * spot.combos for spot in self.spots), Fraction(0)) / self.combos


def layout() -> tuple[tuple[str, ...], ...]:
    """The 13 x 13 classes of hole cards, aces first: pairs on the diagonal, suited above it, offsuit below.

    >>> [row[:3] for row in layout()[:3]]
    [('AA', 'AKs', 'AQs'), ('AKo', 'KK', 'KQs'), ('AQo', 'KQo', 'QQ')]
    """
    ranks = RANKS[::-1]
    return tuple(tuple(_class_at(ranks, row, column) for column in range(13)) for row in range(13))


def _class_at(ranks: str, row: int, column: int) -> str:
    high, low = ranks[min(row, column)], ranks[max(row, column)]
    return high + low + ("" if row == column else "s" if column > row else "o")


def street_actions(rules: Rules, street: Street) -> tuple[Action, ...]:
    """What may be done there: bets from the largest, check, fold."""
    order = [ActionKind.BET, ActionKind.CHECK, ActionKind.FOLD]
    return tuple(sorted(rules.actions[street], key=lambda action: (order.index(action.kind), -action.size)))


def preflop_chart(solution: Solution) -> Grid:
    """Every class of hole cards before the flop."""
    classes = solution.hole_classes
    cells = {
        hand: Cell(hand, (Spot(HOLE_CLASSES[hand][0], classes[hand].actions, len(HOLE_CLASSES[hand])),)) for row in layout() for hand in row
    }
    return _checked(Grid(solution.rules, Street.PREFLOP, (), street_actions(solution.rules, Street.PREFLOP), cells), 1_326)


def flop_chart(solution: Solution, flop: str | Iterable[Card | str]) -> Grid:
    """Every hole hand on a flop. Raises ``CardError`` for the cards, ``RulesError`` if there is nothing to decide."""
    board = parse_exactly(flop, 3, "flop")
    require_decision(solution.rules, Street.FLOP)
    return _checked(_grid(solution.rules, Street.FLOP, board, lambda hole: _spot(solution.flop(hole, board))), 1_176)


def river_chart(rules: Rules, board: str | Iterable[Card | str], progress: Callable[[], object] | None = None) -> Grid:
    """Every hole hand on a board of five, with dealer outs; ``progress`` is called after each of ``RIVER_PIECES``.

    Raises ``CardError`` for the cards, ``RulesError`` if there is nothing to decide.
    """
    cards = parse_exactly(board, 5, "board")
    require_decision(rules, Street.RIVER)
    done = 0

    def spot(hole: tuple[Card, Card]) -> Spot:
        nonlocal done
        done += 1
        if progress and done % _HANDS_A_PIECE == 0:
            progress()
        return _spot(analyse(hole, cards, rules=rules), features(hole, cards).dealer_outs)

    return _complete(_grid(rules, Street.RIVER, cards, spot), 1_081)


def _complete(grid: Grid, hands: int) -> Grid:
    """The same chart, if it has all hands."""
    require(grid.combos == hands, f"{grid.rules.name}: the chart has {grid.combos} hands, not {hands}", grid.rules.name)
    return grid


def _checked(grid: Grid, hands: int) -> Grid:
    """The same chart, if it has all hands and its closest decision is what that hand alone comes to."""
    _complete(grid, hands)
    closest = min(grid.spots, key=lambda spot: spot.margin or 0)
    check_alone(grid.rules, closest.hole, grid.board, closest.actions)
    return grid


def check_alone(rules: Rules, hole: tuple[Card, ...], board: tuple[Card, ...], actions: tuple[ActionValue, ...]) -> None:
    """Raise ``InvariantError`` unless a decision out of a whole game is what this hand by itself comes to."""
    alone = analyse(hole, board, rules=rules)
    values = [[(value.action, value.ev) for value in each] for each in (actions, alone.actions)]
    require(values[0] == values[1], f"{rules.name}: {format_cards(hole)} is worth something else when decided alone", rules.name)


def require_decision(rules: Rules, street: Street) -> None:
    """Raise ``RulesError`` unless there are two actions to choose from on ``street``."""
    if len(rules.actions[street]) < 2:
        raise RulesError("no_decision", f"{rules.name} has no decision on the {street.key}", street.key)


def _spot(analysis: Analysis, dealer_outs: int | None = None) -> Spot:
    high, low = sorted(analysis.hole, reverse=True)
    return Spot((high, low), tuple(replace(value, outcomes=()) for value in analysis.actions), 1, dealer_outs)


def _grid(rules: Rules, street: Street, board: tuple[Card, ...], spot: Callable[[tuple[Card, Card]], Spot]) -> Grid:
    cells = {}
    for row in layout():
        for hand in row:
            cells[hand] = Cell(hand, tuple(spot(hole) for hole in HOLE_CLASSES[hand] if not set(hole) & set(board)))
    return Grid(rules, street, board, street_actions(rules, street), cells)
