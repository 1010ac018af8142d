"""Charts as pictures to print: one SVG document, dark letters on light colours, nothing loaded from elsewhere."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from fractions import Fraction
from html import escape

from uth_exact.cards import Card
from uth_exact.chart_labels import (
    Chart,
    Line,
    Show,
    card_words,
    cards_words,
    cell_lines,
    face,
    how_often,
    is_red,
    legend,
    letter,
    lines_of,
    marks,
    notes,
    paint,
    parts_words,
    shares,
    sheet_words,
    short_margin,
    title,
    total_line,
)
from uth_exact.charts import Cell, Grid, layout
from uth_exact.console import one_line
from uth_exact.flop_groups import FlopGroups
from uth_exact.report import grouped
from uth_exact.sheets import Sheet

SIDE = 60
"""Side of a cell in pixels; like all measures here, for a page that is 860 wide."""

EDGE = 40
"""Margin around everything."""

WIDTH = 2 * EDGE + 13 * SIDE

INK = "#1b1b1b"
SOFT = "#4a4a4a"
RED = "#b3261e"
RULE = "#767676"
FONT = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif"

LONG = 3
"""Characters of a letter, such as that of a bet of 1.125 antes, from which on it is written smaller."""

_ROW = 24
_STYLE = (
    f"text{{font-family:{FONT};fill:{INK};font-variant-numeric:tabular-nums}}"
    f".title{{font-size:27px;font-weight:700}}.cards{{font-size:24px;font-weight:700}}"
    f".soft{{font-size:14px;fill:{SOFT}}}.hand{{font-size:12px;fill:{SOFT}}}.pair{{font-weight:700;fill:{INK}}}"
    ".main{font-size:23px;font-weight:700}.alone{font-size:27px;font-weight:700}.detail{font-size:12px}"
    ".line{font-size:14px}.strong{font-weight:700}.end{text-anchor:end}.middle{text-anchor:middle}"
)


def chart_svg(chart: Chart, sheet: Sheet, show: Show = Show.ACTION) -> str:
    """The chart as one SVG document in ASCII, with legend, rule sheet and what its numbers are."""
    parts, y = _head(chart, sheet)
    body, y = _list(chart, y) if isinstance(chart, FlopGroups) else _cells(chart, show, y)
    foot, y = _foot(chart, show, y + 30)
    height = round(y + EDGE)
    words = one_line(f"{title(chart)}, {sheet_words(sheet)}")
    document = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{escape(words)}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        *(parts + body + foot),
        "</svg>",
    ]
    return "\n".join(document).encode("ascii", "xmlcharrefreplace").decode("ascii") + "\n"


def _text(x: float, y: float, words: str, kind: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{kind}">{escape(words)}</text>'


def _rect(x: float, y: float, width: float, height: float, fill: str, more: str = "") -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}"{more}/>'


def _head(chart: Chart, sheet: Sheet) -> tuple[list[str], float]:
    parts = [_text(EDGE, EDGE + 24, title(chart), "title")]
    name, cards = cards_words(chart)
    if cards:
        spans = " ".join(_card(card) for card in cards)
        parts.append(f'<text x="{WIDTH - EDGE}" y="{EDGE + 24}" class="cards end">{spans}</text>')
    y = EDGE + 48
    for line in textwrap.wrap(one_line(sheet_words(sheet)), 84):
        parts.append(_text(EDGE, y, line, "soft"))
        y += 19
    if cards:
        parts.append(_text(WIDTH - EDGE, EDGE + 48, name, "soft end"))
    return parts, y + 3


def _card(card: Card) -> str:
    colour = f' fill="{RED}"' if is_red(card) else ""
    return f"<tspan{colour}>{card_words(card)}</tspan>"


def _cells(chart: Grid, show: Show, top: float) -> tuple[list[str], float]:
    parts = [
        _cell(chart.cells[hand], chart, show, EDGE + column * SIDE, top + row * SIDE)
        for row, hands in enumerate(layout())
        for column, hand in enumerate(hands)
    ]
    parts.append(_rect(EDGE, top, 13 * SIDE, 13 * SIDE, "none", f' stroke="{INK}" stroke-width="1.5"'))
    return parts, top + 13 * SIDE


def _cell(cell: Cell, chart: Grid, show: Show, x: float, y: float) -> str:
    words = face(cell, chart.actions, show)
    parts = [f'<g class="cell"><title>{escape(chr(10).join(cell_lines(cell, chart)))}</title>']
    parts += _bar(shares(cell.counts, chart.actions) if cell.spots else [("#ffffff", Fraction(1))], x, y, SIDE, SIDE)
    parts.append(_rect(x, y, SIDE, SIDE, "none", f' stroke="{RULE}" stroke-width="0.75"'))
    parts.append(_text(x + 5, y + 15, cell.hand, "hand pair" if len(cell.hand) == 2 else "hand"))
    middle = x + SIDE / 2
    if words.detail or len(words.main) > LONG:
        size = "line strong" if len(words.main) > LONG else "main"
        parts += [_text(middle, y + 37, words.main, f"{size} middle"), _text(middle, y + 53, words.detail, "detail middle")]
    else:
        parts.append(_text(middle, y + 43, words.main, "alone middle"))
    return "".join(parts) + "</g>"


def _bar(parts: Sequence[tuple[str, Fraction]], x: float, y: float, width: float, height: float) -> list[str]:
    """Colours side by side, as wide as their shares."""
    found = []
    for fill, share in parts:
        part = width * float(share)
        found.append(_rect(x, y, part, height, fill))
        x += part
    return found


def _list(chart: FlopGroups, top: float) -> tuple[list[str], float]:
    parts = [
        _text(EDGE, top + 16, "your hand on the flop", "soft"),
        _text(EDGE + 420, top + 16, "flops", "soft end"),
        _text(EDGE + 440, top + 16, chart.actions[0].name if len(chart.actions) == 2 else "best", "soft"),
        _text(WIDTH - EDGE, top + 16, "margin", "soft end"),
    ]
    y = top + _ROW
    lines = lines_of(chart)
    for line in (*lines, total_line(chart)):
        parts += _row(line, chart, y)
        y += _ROW
    parts.append(_rect(EDGE, top + _ROW * (len(lines) + 1), 13 * SIDE, 1.5, INK))
    return parts, y


def _row(line: Line, chart: FlopGroups, y: float) -> list[str]:
    base = y + 17
    parts = [
        _rect(EDGE, y, 13 * SIDE, 0.75, "#c9c9c9"),
        _text(EDGE + (22 if line.inner else 0), base, line.words, "line" if line.inner else "line strong"),
        _text(EDGE + 420, base, grouped(line.flops), "line end"),
        _text(WIDTH - EDGE, base, short_margin(line.margin), "line end"),
    ]
    if len(chart.actions) > 2:
        return [*parts, _text(EDGE + 440, base, parts_words(line, chart), "line")]
    return [
        *parts,
        *_bar(shares(line.counts, chart.actions), EDGE + 440, y + 5, 120, _ROW - 10),
        _rect(EDGE + 440, y + 5, 120, _ROW - 10, "none", f' stroke="{RULE}" stroke-width="0.75"'),
        _text(EDGE + 572, base, how_often(line, chart)[0], "line"),
    ]


def _foot(chart: Chart, show: Show, y: float) -> tuple[list[str], float]:
    """Legend and notes."""
    parts = []
    wide = max(30, 9 * max(len(letter(action)) for action in chart.actions) + 12)
    for action, words, share in legend(chart):
        sign = letter(action)
        stroke = f' stroke="{RULE}" stroke-width="0.75"'
        parts.append(_rect(EDGE, y - 17, wide, 24, paint(action, chart.actions).fill, stroke))
        parts.append(_text(EDGE + wide / 2, y, sign, "line strong middle"))
        parts.append(_text(EDGE + wide + 12, y, f"{words}: {share}", "line"))
        y += 30
    for mark, meaning in marks(chart, show).items():
        parts += [_text(EDGE + wide / 2, y, mark, "line strong middle"), _text(EDGE + wide + 12, y, meaning, "line")]
        y += 24
    y += 4
    for label, note in notes(chart, show):
        parts.append(_text(EDGE, y, label, "soft strong"))
        for line in textwrap.wrap(note, 100):
            parts.append(_text(EDGE + 60, y, line, "soft"))
            y += 20
    return parts, y - 20
