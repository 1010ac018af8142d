"""What every picture of a chart shares: letters, colours, captions, legend and notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, unique
from fractions import Fraction

from uth_exact.cards import RANKS, SUIT_SYMBOLS, SUITS, Card
from uth_exact.charts import Cell, Grid
from uth_exact.flop_groups import FlopGroups, Group
from uth_exact.report import decimal, exact, grouped, percent
from uth_exact.rules import Action, ActionKind, Street
from uth_exact.sheets import Sheet

Chart = Grid | FlopGroups

TIE = "="
"""Beside the letter of an action: another one is exactly as good."""

NOTHING = "-"
"""Where the board leaves no such hand."""


@unique
class Show(Enum):
    """What a cell of a grid prints beside the letter of the best action."""

    ACTION = "action"
    """Nothing else; how many combos, if they differ."""
    EV = "ev"
    """The value of the best action."""
    MARGIN = "margin"
    """How far the best action is ahead of the next."""
    OUTS = "outs"
    """On the river, how many cards beat the hand for the dealer."""


@dataclass(frozen=True, slots=True)
class Face:
    """The two lines of a cell."""

    main: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Paint:
    """The colour of an action: on paper, always below dark letters, and on a terminal as a code for letters and background."""

    fill: str
    terminal: str


# Light colours, apart from each other also for who does not tell red from green; letters say the same.
_BETS = (Paint("#8CC5EC", "30;46"), Paint("#F3E37C", "30;43"), Paint("#C9B1DC", "30;45"), Paint("#9FD8C4", "30;42"))
_CHECK = Paint("#F1EEE6", "30;47")
_FOLD = Paint("#F2AE8B", "97;41")


def paint(action: Action, actions: Sequence[Action]) -> Paint:
    """The colour of ``action`` among the ``actions`` of its street."""
    if action.kind is ActionKind.BET:
        sizes = sorted((other.size for other in actions if other.kind is ActionKind.BET), reverse=True)
        return _BETS[sizes.index(action.size)]
    return _CHECK if action.kind is ActionKind.CHECK else _FOLD


def shares(counts: Mapping[str, int], actions: Sequence[Action]) -> list[tuple[str, Fraction]]:
    """The colours of the actions that are best, and for what share of the hands or flops."""
    whole = sum(counts.values())
    return [(paint(action, actions).fill, Fraction(counts[action.name], whole)) for action in actions if counts.get(action.name)]


def letter(action: Action) -> str:
    """``C`` for a check, ``F`` for a fold; for a bet or a call the antes that it costs.

    >>> from uth_exact.rules import CHECK, FOLD, bet
    >>> [letter(action) for action in (bet(4), bet(Fraction(3, 2)), bet(Fraction(4, 3)), CHECK, FOLD)]
    ['4', '1.5', '4/3', 'C', 'F']
    """
    return grouped(action.size) if action.kind is ActionKind.BET else action.name[0].upper()


def action_words(action: Action) -> str:
    """The action in the legend: its name, and what it costs unless the name says so."""
    cost = grouped(action.size)
    if action.kind is not ActionKind.BET or action.name.endswith(f" {action.size}x"):
        return action.name
    return f"{action.name}, {cost} ante" + ("s" if action.size != 1 else "")


def main_action(cell: Cell, actions: Sequence[Action]) -> Action | None:
    """The action that a cell names: of several that are best for some combo, the one that stakes most."""
    return next((action for action in actions if action.name in cell.counts), None)


def face(cell: Cell, actions: Sequence[Action], show: Show) -> Face:
    """What stands in a cell. A hand that is not played alike with all suits has an ``x`` behind its letter."""
    action = main_action(cell, actions)
    if action is None:
        return Face(NOTHING)
    mixed = cell.best is None
    main = letter(action) + ("x" if mixed else "") + (TIE if cell.tied else "")
    match show:
        case Show.EV if cell.value is not None:
            return Face(main, decimal(cell.value, 2))
        case Show.MARGIN if cell.margin is not None:
            return Face(main, short_margin(cell.margin))
        case Show.OUTS if cell.dealer_outs is not None:
            low, high = cell.dealer_outs
            return Face(main, str(low) if low == high else f"{low}-{high}")
    return Face(main, f"{cell.counts[action.name]}/{cell.combos}" if mixed else "")


def short_margin(margin: Fraction) -> str:
    """A margin to three decimals; what is not zero does not look like it.

    >>> short_margin(Fraction(1, 3)), short_margin(Fraction(1, 10**6)), short_margin(Fraction(0))
    ('0.333', '<.001', '0.000')
    """
    return "<.001" if 0 < margin < Fraction(1, 2000) else decimal(margin, 3)


def title(chart: Chart) -> str:
    """One line; the cards, if there are any, stand beside it."""
    if isinstance(chart, FlopGroups):
        return "Which flops to " + (" or ".join(_verbs(chart.actions)) or "play")
    places = {Street.PREFLOP: "Best play before the flop", Street.FLOP: "Best play on the flop", Street.RIVER: "Best play on the river"}
    return places[chart.street]


def _verbs(actions: Sequence[Action]) -> list[str]:
    return [action.name.partition(" ")[0] for action in actions if action.kind is ActionKind.BET][:1]


def cards_words(chart: Chart) -> tuple[str, tuple[Card, ...]]:
    """What the cards of the title are, and they themselves."""
    if isinstance(chart, FlopGroups):
        return "hole cards", chart.hole
    return ("flop" if chart.street is Street.FLOP else "board"), chart.board


def sheet_words(sheet: Sheet) -> str:
    """The rule sheet: its name and, if it has another one, its title."""
    return f"rules {sheet.name}" + (f" ({sheet.title})" if sheet.title not in ("", sheet.name) else "")


def card_words(card: Card) -> str:
    """A card on paper: its rank as people write it and the symbol of its suit."""
    return RANKS[card.rank].replace("T", "10") + SUIT_SYMBOLS[SUITS[card.suit]]


def is_red(card: Card) -> bool:
    return SUITS[card.suit] in "dh"


def cell_lines(cell: Cell, chart: Grid) -> list[str]:
    """All about a cell in words, a line each: the hand, every action, the margin and, on a board, every way to hold it."""
    if not cell.spots:
        return [f"{cell.hand}: the board leaves no such hand"]
    counts = cell.counts
    best = next(iter(counts)) if len(counts) == 1 else ", ".join(f"{name} with {count}" for name, count in counts.items())
    lines = [f"{cell.hand}, {cell.combos} hand{'s' if cell.combos > 1 else ''}: {best}"]
    lines += [f"{name} {decimal(value, 6)}" for name, value in sorted(cell.ev.items(), key=lambda entry: -entry[1])]
    if cell.margin is not None:
        lines.append(f"margin {decimal(cell.margin, 6)}" + (", a tie" if cell.margin == 0 else ""))
    if chart.board:
        for spot in cell.spots:
            outs = "" if spot.dealer_outs is None else f", {spot.dealer_outs} outs"
            ties = "".join(f" = {action.name}" for action in spot.ties)
            lines.append(f"{' '.join(map(card_words, spot.hole))}  {spot.best.name}{ties} {decimal(spot.actions[0].ev, 6)}{outs}")
    return lines


def totals(chart: Chart) -> Mapping[str, int]:
    """Hole hands, or flops, by best action."""
    if isinstance(chart, FlopGroups):
        return chart.counts
    found = {action.name: 0 for action in chart.actions}
    for spot in chart.spots:
        found[spot.best.name] += spot.combos
    return found


def legend(chart: Chart) -> list[tuple[Action, str, str]]:
    """Each action with its letter and how often it is best."""
    counts = totals(chart)
    whole = sum(counts.values())
    unit = "flops" if isinstance(chart, FlopGroups) else "hands"
    if len(chart.actions) == 1:
        return [(chart.actions[0], action_words(chart.actions[0]), "the only action, so there is no decision")]
    found = []
    for action in chart.actions:
        count = counts[action.name]
        found.append((action, action_words(action), f"{grouped(count)} of {grouped(whole)} {unit}, {percent(count, whole, 2)}"))
    return found


def marks(chart: Chart, show: Show) -> dict[str, str]:
    """The marks in this chart apart from the letters."""
    if isinstance(chart, FlopGroups):
        return {TIE: "on some of these flops another action is exactly as good"} if chart.tied else {}
    found: dict[str, str] = {}
    mixed = next((cell for cell in chart.cells.values() if cell.spots and cell.best is None), None)
    example = main_action(mixed, chart.actions) if mixed else None
    if mixed and example:
        mark = face(mixed, chart.actions, Show.ACTION).main.rstrip(TIE)
        count, whole = mixed.counts[example.name], mixed.combos
        how_many = f"{count}/{whole} is {example.name} with {count} of its {whole} hands"
        found[mark] = "depends on the suits: " + (how_many if show is Show.ACTION else f"{example.name} with some of the hands")
    if any(cell.tied for cell in chart.cells.values()):
        found[TIE] = "another action is exactly as good"
    if any(not cell.spots for cell in chart.cells.values()):
        found[NOTHING] = "the board leaves no such hand"
    return found


def notes(chart: Chart, *shown: Show) -> list[tuple[str, str]]:
    """What the numbers of the chart are, if it has these."""
    found: list[tuple[str, str]] = []
    if isinstance(chart, Grid):
        found.append(("grid", "pairs on the diagonal, suited hands above it, offsuit hands below"))
    if Show.EV in shown and isinstance(chart, Grid):
        found.append(("value", value_note(chart)))
    if isinstance(chart, FlopGroups) or (Show.MARGIN in shown and len(chart.actions) > 1):
        where = ", averaged over the flops" if isinstance(chart, FlopGroups) else averaged(chart)
        found.append(("margin", f"antes per deal by which the best action is ahead of the next{where}"))
    if isinstance(chart, Grid) and chart.street is Street.RIVER:
        found.append(("outs", OUTS_NOTE))
    return found


OUTS_NOTE = "of the 45 unseen cards those that beat the hand when the dealer has one of them and otherwise plays the board"


def averaged(chart: Chart) -> str:
    """How one number stands for the hands of a cell."""
    return "" if isinstance(chart, Grid) and chart.street is Street.PREFLOP else ", averaged over the hands of a cell"


def value_note(chart: Chart) -> str:
    """The unit of a value and what it includes."""
    forced = " and ".join(wager.name for wager in chart.rules.forced)
    note = f"net antes per deal with {forced}, without side bets{averaged(chart)}"
    kinds = {action.kind for action in chart.actions}
    if ActionKind.FOLD in kinds:
        note += f"; a fold is {exact(-chart.rules.initial_stake)}"
    if ActionKind.CHECK in kinds:
        note += "; a check goes on with best play"
    return note


def often(count: int, whole: int) -> str:
    """On how many flops something is best.

    >>> often(3, 3), often(0, 3), often(1000, 1200)
    ('always', 'never', '1,000 of 1,200')
    """
    return "always" if count == whole else "never" if count == 0 else f"{grouped(count)} of {grouped(whole)}"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the list of flops: a group, or several that have made the same and are always played alike."""

    words: str
    flops: int
    counts: Mapping[str, int]
    tied: int
    margin: Fraction
    inner: bool = False
    """It is a part of the line above."""


def lines_of(chart: FlopGroups) -> list[Line]:
    """The groups as a player wants to see them: draws only where they change what to do."""
    sections: dict[str, list[Group]] = {}
    for group in chart.groups:
        sections.setdefault(group.kind.words, []).append(group)
    found = []
    for words, groups in sections.items():
        found.append(_line(words, groups))
        if len(groups) > 1 and (len({group.always for group in groups}) > 1 or not groups[0].always):
            found += [_line(group.kind.draws or "no draw", [group], inner=True) for group in groups]
    return found


def total_line(chart: FlopGroups) -> Line:
    """The last line of the list."""
    return Line("all flops", chart.flops, chart.counts, chart.tied, chart.margin)


def how_often(line: Line, chart: FlopGroups) -> list[str]:
    """Of every action but the last, which has the rest, on how many flops it is best; with a mark if others are as good."""
    words = [often(line.counts[action.name], line.flops) for action in chart.actions[:-1]]
    return [words[0] + (f" {TIE}" if line.tied else ""), *words[1:]]


def parts_words(line: Line, chart: FlopGroups) -> str:
    """All actions of a line in one place: one that is always best, or the flops of each by its letter."""
    found = {action: line.counts[action.name] for action in chart.actions if line.counts[action.name]}
    tie = f" {TIE}" if line.tied else ""
    if len(found) == 1:
        return f"always {next(iter(found)).name}{tie}"
    return ", ".join(f"{letter(action)}: {grouped(count)}" for action, count in found.items()) + tie


def _line(words: str, groups: Sequence[Group], inner: bool = False) -> Line:
    flops = sum(group.flops for group in groups)
    counts = {name: sum(group.counts[name] for group in groups) for name in groups[0].counts}
    margin = sum((group.margin * group.flops for group in groups), Fraction(0)) / flops
    return Line(words, flops, counts, sum(group.tied for group in groups), margin, inner)
