"""Charts as text for a screen: the grid of hands and the list of flops, in as many columns as there are."""

from __future__ import annotations

from collections.abc import Sequence

from uth_exact.cards import RANKS
from uth_exact.chart_labels import (
    Chart,
    Face,
    Line,
    Show,
    cards_words,
    face,
    how_often,
    legend,
    letter,
    lines_of,
    main_action,
    marks,
    notes,
    paint,
    sheet_words,
    short_margin,
    title,
    total_line,
)
from uth_exact.charts import Grid, layout
from uth_exact.flop_groups import FlopGroups
from uth_exact.report import grouped
from uth_exact.rules import Street
from uth_exact.sheets import Sheet
from uth_exact.terminal import Screen, align, fits, table

_GAP = "  "


def chart_text(chart: Chart, sheet: Sheet, screen: Screen, show: Show = Show.ACTION) -> str:
    """What ``chart`` prints: title and rules, the chart, its legend and what its numbers are."""
    lines = [screen.strong(line) for line in screen.wrap(f"{title(chart)}, {sheet_words(sheet)}")]
    name, cards = cards_words(chart)
    if cards:
        lines += [f"{_GAP}{name}  " + " ".join(map(screen.card, cards))]
    lines += [""]
    lines += _groups(chart, screen) if isinstance(chart, FlopGroups) else _grid(chart, screen, show)
    lines += [""]
    lines += _legend(chart, screen, show)
    if isinstance(chart, Grid) and chart.street is Street.RIVER:
        lines += ["", *_by_outs(chart, screen)]
    lines += [""]
    for label, note in notes(chart, show):
        lines += screen.wrap(note, label, 8)
    return "\n".join(line if screen.colour else line.rstrip() for line in lines) + "\n"


def _legend(chart: Chart, screen: Screen, show: Show) -> list[str]:
    """Letters and marks with their meanings, in one column each."""
    letters = [(letter(action), f"{words}: {share}", paint(action, chart.actions).terminal) for action, words, share in legend(chart)]
    meanings = [*letters, *((mark, meaning, "") for mark, meaning in marks(chart, show).items())]
    widest = max(len(sign) for sign, _, _ in meanings)
    lines: list[str] = []
    for sign, meaning, code in meanings:
        swatch = f" {sign.rjust(widest)} "
        first, *rest = screen.wrap(meaning, "", len(swatch) + 1)
        lines += [_GAP + (_painted(swatch, code, screen) if code else swatch) + first[len(_GAP + swatch) :], *rest]
    return lines


def _painted(text: str, code: str, screen: Screen) -> str:
    return f"\033[{code}m{text}\033[0m" if screen.colour else text


def _grid(chart: Grid, screen: Screen, show: Show) -> list[str]:
    """The grid, in several parts side by side if the screen is too narrow for all columns."""
    rows = [[face(chart.cells[hand], chart.actions, show) for hand in row] for row in layout()]
    longest = max(len(text) for row in rows for cell in row for text in (cell.main, cell.detail))
    indent, space, columns = _measure(longest, screen.width)
    lines: list[str] = []
    for first in range(0, len(RANKS), columns):
        if lines:
            lines.append("")
        lines += _part(chart, rows, range(first, min(first + columns, len(RANKS))), indent, longest, space, screen)
    return lines


def _measure(longest: int, width: int) -> tuple[int, int, int]:
    """Indent, space around the longest text, and columns side by side: the roomiest that fits."""
    for indent, space in ((2, 3), (2, 2), (2, 1), (1, 1), (0, 1)):
        if indent + 1 + len(RANKS) * (longest + space) <= width:
            return indent, space, len(RANKS)
    room = max(1, (width - 3) // (longest + 1))
    parts = -(-len(RANKS) // room)
    return 2, 1, -(-len(RANKS) // parts)


def _part(
    chart: Grid, rows: Sequence[Sequence[Face]], columns: range, indent: int, longest: int, space: int, screen: Screen
) -> list[str]:
    def place(text: str) -> str:
        return " " * ((space + 1) // 2) + text.center(longest) + " " * (space // 2)

    ranks = RANKS[::-1]
    lines = [" " * (indent + 1) + "".join(screen.faint(place(ranks[column])) for column in columns)]
    for number, hands in enumerate(layout()):
        texts = [[rows[number][column].main for column in columns]]
        if any(rows[number][column].detail for column in columns):
            texts.append([rows[number][column].detail for column in columns])
        for height, words in enumerate(texts):
            label = " " * indent + (ranks[number] if height == 0 else " ")
            line = screen.faint(label)
            for column, text in zip(columns, words, strict=True):
                action = main_action(chart.cells[hands[column]], chart.actions)
                shown = place(text)
                line += _painted(shown, paint(action, chart.actions).terminal, screen) if action else shown
            lines.append(line)
    return lines


def _groups(chart: FlopGroups, screen: Screen) -> list[str]:
    """The list of flops, one line each or, on a narrow screen, the numbers below the words, on a very narrow one each by itself."""
    header = ("your hand on the flop", "flops", *(action.name for action in chart.actions[:-1]), "margin")
    rows = [_row(line, chart) for line in (*lines_of(chart), total_line(chart))]
    numbers = align(("", *header[1:]), [("", *row[1:]) for row in rows])
    if fits(align(header, rows), screen) or not fits(numbers, screen):
        return table(header, rows, screen, total=True)
    lines = [screen.faint(_GAP + header[0]), screen.faint(numbers[0])]
    for row, line in zip(rows, numbers[1:], strict=True):
        lines += [_GAP + row[0], line]
    return lines


def _row(line: Line, chart: FlopGroups) -> tuple[str, ...]:
    return (_GAP if line.inner else "") + line.words, grouped(line.flops), *how_often(line, chart), short_margin(line.margin)


def _by_outs(chart: Grid, screen: Screen) -> list[str]:
    """How the best action goes with the number of cards that beat the hand; neighbours that agree are one line."""
    found: dict[int, dict[str, int]] = {}
    for spot in chart.spots:
        counts = found.setdefault(spot.dealer_outs or 0, {action.name: 0 for action in chart.actions})
        counts[spot.best.name] += spot.combos
    runs: list[tuple[int, int, dict[str, int]]] = []
    for outs, counts in sorted(found.items()):
        best = [name for name, count in counts.items() if count]
        if runs and len(best) == 1 and best == [name for name, count in runs[-1][2].items() if count]:
            low, _, before = runs.pop()
            runs.append((low, outs, {name: before[name] + count for name, count in counts.items()}))
        else:
            runs.append((outs, outs, counts))
    rows: list[tuple[str, ...]] = []
    for low, high, counts in runs:
        span = str(low) if low == high else f"{low} to {high}"
        rows.append((span, *(grouped(counts[action.name]) for action in chart.actions)))
    return table(("dealer outs", *(action.name for action in chart.actions)), rows, screen)
