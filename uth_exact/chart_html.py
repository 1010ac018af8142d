"""Charts as a page of their own: a grid whose cells tell all about a hand when pointed at, touched or reached by keys.

Nothing is loaded from elsewhere, and without scripts only the arrow keys are missing.
"""

from __future__ import annotations

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
    face,
    how_often,
    is_red,
    legend,
    letter,
    lines_of,
    marks,
    notes,
    paint,
    shares,
    sheet_words,
    short_margin,
    title,
    total_line,
)
from uth_exact.chart_svg import LONG
from uth_exact.charts import Cell, Grid, Spot, layout
from uth_exact.console import one_line
from uth_exact.flop_groups import FlopGroups
from uth_exact.report import PLACES, decimal, exact, grouped
from uth_exact.sheets import Sheet

_STYLE = """
*{box-sizing:border-box}
body{margin:0;background:#fff;color:#1b1b1b;font:15px/1.4 "Helvetica Neue",Helvetica,Arial,"Liberation Sans",sans-serif;
font-variant-numeric:tabular-nums}
main{max-width:860px;margin:0 auto;padding:28px 20px 120px}
h1{font-size:27px;line-height:1.2;margin:0;display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 24px}
p{margin:4px 0}
.sheet,dl,.name{color:#4a4a4a}
.name{font-size:14px;font-weight:400;margin-right:8px}
.red{color:#b3261e}
.grid{width:100%;border-collapse:collapse;table-layout:fixed;margin:18px 0;border:1.5px solid #1b1b1b}
.cell{position:relative;height:60px;padding:0;border:1px solid #767676;text-align:center;vertical-align:middle;cursor:help;
-webkit-print-color-adjust:exact;print-color-adjust:exact}
.cell:focus{outline:3px solid #0b4f8a;outline-offset:-3px;z-index:3}
.hand{position:absolute;left:4px;top:2px;font-size:12px;line-height:1.2;color:#4a4a4a}
.pair .hand{font-weight:700;color:#1b1b1b}
.main{display:block;font-size:24px;line-height:1;font-weight:700;padding-top:8px}
.detail{display:block;font-size:12px;line-height:1.3}
.long{font-size:14px;padding-top:14px}
.tip{display:none;position:absolute;top:100%;left:0;z-index:4;width:330px;padding:10px 12px;background:#fff;
border:1px solid #1b1b1b;border-radius:4px;box-shadow:0 4px 14px rgba(0,0,0,.3);font-size:13px;text-align:left}
.right .tip{left:auto;right:0}
.low .tip{top:auto;bottom:100%}
.cell:hover,.cell:focus{z-index:3}
.cell:hover .tip,.cell:focus .tip{display:block}
.grid:focus-within .cell:hover:not(:focus) .tip{display:none}
.tip table{width:100%;border-collapse:collapse;margin-top:4px}
.tip td,.tip th{padding:1px 6px 1px 0;vertical-align:top;text-align:left;font-weight:400}
.tip .n{padding-right:0}
.tip .x{color:#4a4a4a;font-size:11px;overflow-wrap:anywhere}
.n{text-align:right!important;white-space:nowrap}
.best{font-weight:700!important}
.legend{list-style:none;margin:0 0 10px;padding:0}
.legend li{display:flex;align-items:baseline;gap:12px;margin:5px 0}
.sign{flex:none;min-width:max(30px,calc(var(--letters)*1.1ch + 14px));padding:1px 6px;
text-align:center;font-weight:700;border:1px solid transparent;
-webkit-print-color-adjust:exact;print-color-adjust:exact}
.boxed{border-color:#767676}
dl{display:grid;grid-template-columns:auto 1fr;gap:2px 14px;margin:0;font-size:14px}
dt{font-weight:700}
dd{margin:0}
.list{width:100%;border-collapse:collapse;margin:18px 0}
.list th,.list td{padding:3px 8px 3px 0;border-top:1px solid #c9c9c9;text-align:left;font-weight:700}
.list thead th,.list thead td{border:0;color:#4a4a4a;font-weight:400}
.list .inner th{padding-left:22px}
.list .inner th,.list td{font-weight:400}
.list tfoot th,.list tfoot td{border-top:2px solid #1b1b1b}
.list .n:last-child{padding-right:0}
.bar{width:120px;height:14px;border:1px solid #767676;-webkit-print-color-adjust:exact;print-color-adjust:exact}
@media (max-width:700px){
main{padding:16px 6px 280px}
.cell{height:44px}
.hand{left:1px;font-size:9px}
.main{font-size:15px;padding-top:10px}
.detail{font-size:9px;letter-spacing:-.5px}
.long{font-size:9px}
.tip,.right .tip,.low .tip{position:fixed;left:6px;right:6px;top:auto;bottom:6px;width:auto;max-height:60vh;overflow:auto}
.bar{width:40px}
}
@media print{main{padding:0;max-width:none}.tip{display:none!important}.cell{cursor:auto}}
"""

# Arrow keys go from cell to cell, Escape closes what a cell tells.
_SCRIPT = """
document.addEventListener("keydown",function(event){
var cell=document.activeElement,move={ArrowLeft:-1,ArrowRight:1,ArrowUp:-13,ArrowDown:13}[event.key];
if(!cell||!cell.classList.contains("cell"))return;
if(event.key==="Escape")cell.blur();
if(!move)return;
var cells=Array.prototype.slice.call(document.querySelectorAll(".cell")),next=cells[cells.indexOf(cell)+move];
if(next){next.focus();event.preventDefault();}
});
"""


def chart_html(chart: Chart, sheet: Sheet, show: Show = Show.ACTION) -> str:
    """The chart as one HTML document in ASCII, with legend, rule sheet and what its numbers are."""
    name, cards = cards_words(chart)
    held = f'<span><span class="name">{name}</span>{_cards(cards)}</span>' if cards else ""
    sheet_line = escape(one_line(sheet_words(sheet)))
    document = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title(chart)}, {sheet_line}</title>",
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>",
        f'<h1><span>{title(chart)}</span>{held}</h1>\n<p class="sheet">{sheet_line}</p>',
        _list(chart) if isinstance(chart, FlopGroups) else _grid(chart, show),
        _legend(chart, show),
        "<dl>" + "".join(f"<dt>{label}</dt><dd>{escape(note)}</dd>" for label, note in notes(chart, Show.EV, Show.MARGIN)) + "</dl>",
        f"</main>\n<script>{_SCRIPT}</script>\n</body>\n</html>",
    ]
    return "\n".join(document).encode("ascii", "xmlcharrefreplace").decode("ascii") + "\n"


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(map(_card, cards))


def _card(card: Card) -> str:
    return f'<span class="red">{card_words(card)}</span>' if is_red(card) else card_words(card)


def _fill(parts: Sequence[tuple[str, Fraction]]) -> str:
    """The background of what is best with these shares: one colour, or several side by side."""
    if len(parts) == 1:
        return f"background:{parts[0][0]}"
    stops, done = [], Fraction(0)
    for fill, share in parts:
        stops.append(f"{fill} {decimal(100 * done, 3)}% {decimal(100 * (done + share), 3)}%")
        done += share
    return f"background:linear-gradient(90deg,{','.join(stops)})"


def _grid(chart: Grid, show: Show) -> str:
    rows = []
    for row, hands in enumerate(layout()):
        cells = (_cell(chart.cells[hand], chart, show, low=row > 6, right=column > 6) for column, hand in enumerate(hands))
        rows.append("<tr>" + "\n".join(cells) + "</tr>")
    return '<table class="grid">\n<tbody>\n' + "\n".join(rows) + "\n</tbody>\n</table>"


def _cell(cell: Cell, chart: Grid, show: Show, *, low: bool, right: bool) -> str:
    words = face(cell, chart.actions, show)
    kinds = ["cell", *(["pair"] if len(cell.hand) == 2 else []), *(["low"] if low else []), *(["right"] if right else [])]
    fill = _fill(shares(cell.counts, chart.actions)) if cell.spots else "background:#fff"
    main = "main long" if len(words.main) > LONG else "main"
    detail = f'<span class="detail">{escape(words.detail)}</span>' if words.detail else ""
    return (
        f'<td class="{" ".join(kinds)}" tabindex="0" aria-describedby="tip-{cell.hand}" style="{fill}">'
        f'<span class="hand">{cell.hand}</span><span class="{main}">{words.main}</span>{detail}'
        f'<div class="tip" role="tooltip" id="tip-{cell.hand}">{_tip(cell, chart)}</div></td>'
    )


def _tip(cell: Cell, chart: Grid) -> str:
    """All about a cell: the value of each action exactly, and on a board every way to hold the hand."""
    if not cell.spots:
        return f"<b>{cell.hand}</b>: the board leaves no such hand"
    words = [f"<b>{cell.hand}</b>, {cell.combos} hand" + ("s" if cell.combos > 1 else "") + (", averaged" if chart.board else "")]
    rows = [_value(name, value, name in cell.counts) for name, value in sorted(cell.ev.items(), key=lambda entry: -entry[1])]
    if cell.margin is not None:
        rows.append(_value("margin", cell.margin, False))
    words.append("<table>" + "".join(rows) + "</table>")
    if chart.board:
        words.append("<table>" + "".join(map(_spot, cell.spots)) + "</table>")
    return "".join(words)


def _value(name: str, value: Fraction, best: bool) -> str:
    strong = " best" if best else ""
    return (
        f'<tr><td class="a{strong}">{escape(name)}</td><td class="n{strong}">{decimal(value, PLACES)}</td></tr>'
        f'<tr><td></td><td class="n x">{exact(value)}</td></tr>'
    )


def _spot(spot: Spot) -> str:
    played = " = ".join(action.name for action in (spot.actions[0].action, *spot.ties))
    outs = "" if spot.dealer_outs is None else f'<td class="n">{spot.dealer_outs} outs</td>'
    return f'<tr><td>{_cards(spot.hole)}</td><td>{played}</td><td class="n">{decimal(spot.actions[0].ev, 6)}</td>{outs}</tr>'


def _list(chart: FlopGroups) -> str:
    columns = "".join(f'<th scope="col">{action.name}</th>' for action in chart.actions[:-1])
    lines = "\n".join(_row(line, chart) for line in lines_of(chart))
    return (
        '<table class="list">\n<thead><tr><th scope="col">your hand on the flop</th><th scope="col" class="n">flops</th>'
        f'<td></td>{columns}<th scope="col" class="n">margin</th></tr></thead>\n'
        f"<tbody>\n{lines}\n</tbody>\n<tfoot>\n{_row(total_line(chart), chart)}\n</tfoot>\n</table>"
    )


def _row(line: Line, chart: FlopGroups) -> str:
    kind = ' class="inner"' if line.inner else ""
    return (
        f'<tr{kind}><th scope="row">{line.words}</th><td class="n">{grouped(line.flops)}</td>'
        f'<td><div class="bar" style="{_fill(shares(line.counts, chart.actions))}"></div></td>'
        + "".join(f"<td>{words}</td>" for words in how_often(line, chart))
        + f'<td class="n">{escape(short_margin(line.margin))}</td></tr>'
    )


def _legend(chart: Chart, show: Show) -> str:
    items = [
        f'<li><span class="sign boxed" style="background:{paint(action, chart.actions).fill}">{letter(action)}</span>'
        f"<span>{escape(words)}: {share}</span></li>"
        for action, words, share in legend(chart)
    ]
    items += [f'<li><span class="sign">{mark}</span><span>{escape(meaning)}</span></li>' for mark, meaning in marks(chart, show).items()]
    widest = max(len(letter(action)) for action in chart.actions)
    return f'<ul class="legend" style="--letters:{widest}">\n' + "\n".join(items) + "\n</ul>"
