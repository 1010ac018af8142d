"""Charts for programs: the JSON documents and the CSV tables of ``chart``. Every number exact, with its decimal beside it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from fractions import Fraction

from uth_exact.cards import format_cards
from uth_exact.chart_labels import Chart
from uth_exact.charts import Cell, Grid, Spot
from uth_exact.flop_groups import FlopGroups, Group
from uth_exact.report import PLACES, decimal, exact, number
from uth_exact.rules import Street


def chart_json(chart: Chart) -> dict[str, object]:
    """The document of ``chart --json``."""
    if isinstance(chart, FlopGroups):
        return {
            "rules": chart.rules.name,
            "street": Street.FLOP.key,
            "hole": format_cards(chart.hole),
            "flops": chart.flops,
            "counts": dict(chart.counts),
            "margin": number(chart.margin),
            "groups": [_group_json(group) for group in chart.groups],
        }
    document: dict[str, object] = {"rules": chart.rules.name}
    if chart.board:
        document |= {"street": chart.street.key, "board": format_cards(chart.board), "combos": chart.combos, "value": number(chart.value)}
    return document | {"hands": {hand: _cell_json(cell, chart) for hand, cell in chart.cells.items()}}


def _group_json(group: Group) -> dict[str, object]:
    kind = group.kind
    return {
        "made": kind.words,
        "category": kind.made.key,
        "draws": kind.draws,
        "flops": group.flops,
        "counts": dict(group.counts),
        "tied": group.tied,
        "margin": number(group.margin),
    }


def _cell_json(cell: Cell, chart: Grid) -> dict[str, object]:
    """A class of hole cards; on a board, where suits matter, ``best`` is null unless it is the same for all its hands."""
    row: dict[str, object] = {"best": cell.best.name if cell.best else None, "combos": cell.combos}
    row["ev"] = {name: number(value) for name, value in cell.ev.items()}
    row["margin"] = _number(cell.margin)
    if not chart.board:
        if cell.tied:
            row["ties"] = [action.name for action in cell.spots[0].ties]
        return row
    row["counts"] = {action.name: cell.counts.get(action.name, 0) for action in chart.actions}
    row["list"] = [_spot_json(spot) for spot in cell.spots]
    return row


def _spot_json(spot: Spot) -> dict[str, object]:
    row: dict[str, object] = {"hole": format_cards(spot.hole), "best": spot.best.name}
    row["ev"] = {value.action.name: number(value.ev) for value in spot.actions}
    row["margin"] = _number(spot.margin)
    if spot.ties:
        row["ties"] = [action.name for action in spot.ties]
    if spot.dealer_outs is not None:
        row["dealer_outs"] = spot.dealer_outs
    return row


def _number(value: Fraction | None) -> dict[str, str] | None:
    return None if value is None else number(value)


def chart_csv(chart: Chart) -> str:
    """A header and one row for each class of hands, on a board for each hole hand, or for each group of flops.

    ``best`` has the action, ``ties`` others exactly as good; ``margin`` and, for each action, ``ev`` are antes per deal,
    exact and as a decimal.
    """
    return _csv(_group_rows(chart) if isinstance(chart, FlopGroups) else _grid_rows(chart))


def _grid_rows(chart: Grid) -> Iterable[Iterable[object]]:
    board, river = bool(chart.board), chart.street is Street.RIVER
    names = [action.name for action in chart.actions]
    values = [column for name in names for column in (f"ev {name}", f"ev {name} decimal")]
    yield (
        *("rules", *(("board",) if board else ()), "hand", *(("hole",) if board else ()), "combos", "best", "ties"),
        *(("dealer_outs",) if river else ()),
        *("margin", "margin decimal", *values),
    )
    for cell in chart.cells.values():
        for spot in cell.spots:
            evs = {value.action.name: value.ev for value in spot.actions}
            yield (
                *(chart.rules.name, *((format_cards(chart.board),) if board else ()), cell.hand),
                *((format_cards(spot.hole),) if board else ()),
                *(spot.combos, spot.best.name, " ".join(action.name for action in spot.ties)),
                *((spot.dealer_outs,) if river else ()),
                *_pair(spot.margin),
                *(text for name in names for text in _pair(evs[name])),
            )


def _group_rows(chart: FlopGroups) -> Iterable[Iterable[object]]:
    names = [action.name for action in chart.actions]
    yield ("rules", "hole", "made", "category", "draws", "flops", *names, "tied", "margin", "margin decimal")
    for group in chart.groups:
        kind = group.kind
        counts = [group.counts[name] for name in names]
        first = (chart.rules.name, format_cards(chart.hole), kind.words, kind.made.key, kind.draws, group.flops)
        yield (*first, *counts, group.tied, *_pair(group.margin))


def _pair(value: Fraction | None) -> tuple[str, str]:
    return ("", "") if value is None else (exact(value), decimal(value, PLACES))


def _csv(rows: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
