"""The command ``chart``: its options, and the chart that they ask for, on stdout or in a file."""

from __future__ import annotations

import argparse
import os
from typing import Any

from uth_exact.arguments import DONE, Once, UsageError, add_common, card_text
from uth_exact.console import clipped, json_line, progress_bar, stdout, warn, write, write_file

TYPE_CHECKING = False  # type checkers take it for true; the modules are imported when a chart is wanted
if TYPE_CHECKING:
    from collections.abc import Callable

    from uth_exact.chart_labels import Chart, Show
    from uth_exact.sheets import Sheet

STREETS = ("preflop", "flop", "river")
FORMATS = ("text", "csv", "json", "svg", "html")
SHOWN = ("action", "ev", "margin", "outs")

_SUFFIXES = {".txt": "text", ".csv": "csv", ".json": "json", ".svg": "svg", ".html": "html", ".htm": "html"}

_HELP = """\
examples: uth-exact chart preflop --format svg --out chart.svg
          uth-exact chart flop --hole AsKd
          uth-exact chart flop --flop 7h8h2c --show ev
          uth-exact chart river --board 4s5h6d8c9d --show outs
"""

_CARDS = {"preflop": (), "flop": ("hole", "flop"), "river": ("board",)}
"""The options with cards, of which a street needs one."""

_COUNT = {"hole": 2, "flop": 3, "board": 5}


def add_chart(commands: Any) -> None:
    """Add ``chart`` to the commands of a parser."""
    chart = commands.add_parser(
        "chart",
        help="the best action for every hand: before the flop, on a flop, on a river",
        description="The best action for every hand: before the flop, on a flop (--flop), on a river\n"
        "(--board); or which flops to bet with a hand (--hole).",
        epilog=_HELP,
    )
    chart.set_defaults(run=_chart)
    chart.add_argument("street", metavar="STREET", choices=STREETS, help="preflop, flop or river")
    cards: dict[str, Any] = {"metavar": "CARDS", "type": card_text, "action": Once}
    chart.add_argument("--hole", **cards, help="flop: all flops for these two hole cards, in groups")
    chart.add_argument("--flop", **cards, help="flop: all hands on these three cards")
    chart.add_argument("--board", **cards, help="river: all hands on these five cards")
    chart.add_argument("--rules", metavar="SHEET", default="uth-dk", action=Once, help="a rule sheet, by name or path (default: uth-dk)")
    shown = "in each cell: action (default), ev, margin or, on a river, outs (default there)"
    chart.add_argument("--show", metavar="WHAT", choices=SHOWN, action=Once, help=shown)
    chart.add_argument(
        "--format", metavar="FORMAT", choices=FORMATS, action=Once, help="text, csv, json, svg or html (default: as FILE ends, else text)"
    )
    chart.add_argument("--csv", action="store_true", help="same as --format csv")
    chart.add_argument("--out", metavar="FILE", action=Once, help="write to FILE, whole or not at all, instead of standard output (-)")
    add_common(chart)


def _chart(args: argparse.Namespace) -> int:
    from uth_exact.sheets import load_sheet

    form = _format(args)
    cards = _cards(args)
    sheet = load_sheet(args.rules)
    show = _show(args, form, sheet)
    to_file = args.out not in (None, "-")
    answer = _written(_made(args.street, cards, sheet), sheet, form, show, to_file)
    warn(sheet.warnings)
    if to_file:
        write_file(args.out, answer)
    else:
        write(answer)
    return DONE


def _format(args: argparse.Namespace) -> str:
    """The one format asked for: by name, by a synonym of it, or by how the file ends, if it ends in anything."""
    asked = {args.format, "json" if args.json else None, "csv" if args.csv else None} - {None}
    if len(asked) > 1:
        raise UsageError("usage", f"give one format, not {' and '.join(sorted(asked))}; see uth-exact chart --help", "--format")
    if asked:
        return str(asked.pop())
    suffix = os.path.splitext("_" + os.path.basename(args.out or ""))[1].lower()  # of .svg too
    if suffix not in _SUFFIXES and suffix.strip("."):
        known = ", ".join(_SUFFIXES)
        raise UsageError("usage", f"no format has files that end in {clipped(suffix)}; end FILE in {known}, or give --format", "--out")
    return _SUFFIXES.get(suffix, "text")


def _cards(args: argparse.Namespace) -> tuple[str, Any]:
    """The option with cards that the street needs, checked, and its cards; nothing before the flop."""
    from uth_exact.cards import parse_exactly

    wanted = _CARDS[args.street]
    given = [name for name in _COUNT if getattr(args, name) is not None]
    for name in given:
        if name not in wanted:
            raise UsageError("usage", f"--{name} does not go with {args.street}; {_needed(args.street)}", f"--{name}")
    if len(given) != bool(wanted):
        problem = "give --hole or --flop, not both" if given else _needed(args.street)
        raise UsageError("usage", f"{problem}; see uth-exact chart --help", f"--{wanted[0]}")
    if not given:
        return "", ()
    return given[0], parse_exactly(getattr(args, given[0]), _COUNT[given[0]], given[0])


def _needed(street: str) -> str:
    return {
        "preflop": "that chart takes no cards",
        "flop": "give --hole with two cards or --flop with three",
        "river": "give --board with five cards",
    }[street]


def _show(args: argparse.Namespace, form: str, sheet: Sheet) -> Show:
    from uth_exact.chart_labels import Show
    from uth_exact.charts import require_decision
    from uth_exact.rules import Street

    street = Street[args.street.upper()]
    if street is not Street.PREFLOP:
        require_decision(sheet.rules, street)
    if args.show is None:
        return Show.OUTS if street is Street.RIVER else Show.ACTION
    problem = ""
    if form in ("csv", "json"):
        problem = f"{form} has everything, so --show has no effect there"
    elif args.hole is not None:
        problem = "the list of flops has no cells, so there is nothing to --show in them"
    elif args.show == Show.OUTS.value and street is not Street.RIVER:
        problem = "dealer outs are there on the river only"
    elif args.show == Show.MARGIN.value and len(sheet.rules.actions[street]) < 2:
        problem = f"{sheet.rules.name} has one action {'before the flop' if street is Street.PREFLOP else 'there'}, hence no margin"
    if problem:
        raise UsageError("usage", f"{problem}; see uth-exact chart --help", "--show")
    return Show(args.show)


def _made(street: str, cards: tuple[str, Any], sheet: Sheet) -> Chart:
    """The chart; a bar shows the progress if it takes longer than a second."""
    from uth_exact.charts import RIVER_PIECES, flop_chart, preflop_chart, river_chart
    from uth_exact.flop_groups import GROUP_PIECES, flop_groups
    from uth_exact.game import COUNT_PIECES, SOLVE_PIECES, solve

    kind, held = cards
    if street == "river":
        with progress_bar(RIVER_PIECES) as progress:
            return river_chart(sheet.rules, held, progress)
    with progress_bar(COUNT_PIECES + SOLVE_PIECES + (GROUP_PIECES if kind == "hole" else 0)) as progress:
        solution = solve(sheet.rules, progress=progress)
        if kind == "hole":
            return flop_groups(solution, held, progress)
        return flop_chart(solution, held) if kind == "flop" else preflop_chart(solution)


def _written(chart: Chart, sheet: Sheet, form: str, show: Show, to_file: bool) -> str:
    """The chart in the format asked for."""
    if form in ("csv", "json"):
        from uth_exact.chart_data import chart_csv, chart_json

        if form == "csv":
            return chart_csv(chart)
        document = chart_json(chart)
        if sheet.warnings:
            document["warnings"] = list(sheet.warnings)
        return json_line(document)
    if form in ("svg", "html"):
        from uth_exact.chart_html import chart_html
        from uth_exact.chart_svg import chart_svg

        picture: Callable[[Chart, Sheet, Show], str] = chart_svg if form == "svg" else chart_html
        return picture(chart, sheet, show)
    from uth_exact.chart_text import chart_text
    from uth_exact.terminal import Screen

    screen = Screen(symbols=True) if to_file else Screen.of(stdout(), os.environ)
    return chart_text(chart, sheet, screen, show)
