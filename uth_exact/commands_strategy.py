"""The command ``strategy``: its options, and what it does with them."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from uth_exact.arguments import DONE, Once, UsageError, add_common, formed, one_format
from uth_exact.console import progress_bar, warn, write

TYPE_CHECKING = False  # type checkers take it for true; a screen is imported when an answer goes to one
if TYPE_CHECKING:
    from uth_exact.terminal import Screen

_HELP = """\
columns of --csv: strategy, rules, about, figure, per (what it is measured on), exact,
                  decimal

examples: uth-exact strategy simple
          uth-exact strategy simple simple-hole always-4x --compare
          uth-exact strategy ./mine.toml --rules uth-de --json
"""


def add_strategy(commands: Any) -> None:
    """Add ``strategy`` to the commands of a parser."""
    strategy = commands.add_parser(
        "strategy",
        help="the exact value of a fixed strategy, and what each of its rules costs",
        description="The exact value of the game for a player who follows fixed rules: its price over\n"
        "best play by street and by rule, and the costliest mistakes.",
        epilog=_HELP,
    )
    strategy.set_defaults(run=_strategy)
    strategy.add_argument("strategies", metavar="NAME|FILE", nargs="*", help="a built-in strategy, or the path of a TOML file")
    strategy.add_argument("--list", action="store_true", help="list the built-in strategies; with --rules those for that game")
    strategy.add_argument("--compare", action="store_true", help="several strategies side by side, the best first")
    rules: dict[str, Any] = {"metavar": "SHEET", "default": None, "action": Once}
    strategy.add_argument("--rules", **rules, help="a rule sheet, by name or path (default: uth-dk or casino-holdem-dk)")
    strategy.add_argument("--csv", action="store_true", help="a header and one row for each figure")
    add_common(strategy)


def _strategy(args: argparse.Namespace) -> int:
    from uth_exact import report_strategy as report
    from uth_exact.game import COUNT_PIECES, SOLVE_PIECES, solve
    from uth_exact.sheets import Game, load_sheet
    from uth_exact.strategies import load_strategy, strategy_names
    from uth_exact.strategy import PLAY_PIECES, check_game, play

    one_format(args)
    if args.list:
        return _list(args)
    if not args.strategies:
        known = ", ".join(strategy_names())
        raise UsageError("usage", f"give a strategy ({known}) or the path of one, or --list; see uth-exact strategy --help", "NAME|FILE")
    strategies = [load_strategy(name) for name in args.strategies]
    game = next((strategy.game for strategy in strategies if strategy.game), "")
    sheet = load_sheet(args.rules or ("casino-holdem-dk" if game == Game.CASINO.value else "uth-dk"))
    for strategy in strategies:
        check_game(strategy, sheet)
    with progress_bar(COUNT_PIECES + SOLVE_PIECES + len(strategies) * PLAY_PIECES) as progress:
        solution = solve(sheet, progress=progress)
        answers = [(play(strategy, solution), sheet.name) for strategy in strategies]

    def as_text(screen: Screen) -> str:
        texts = [report.comparison_text(answers, screen)] if args.compare else [report.strategy_text(*each, screen) for each in answers]
        return "\n".join(texts)

    def as_json() -> object:
        documents = [report.strategy_json(*each) for each in answers]
        return documents if len(documents) > 1 else documents[0]

    answer = formed(args, as_json, lambda: report.strategies_csv(answers), as_text)
    warn((*sheet.warnings, *(warning for played, _ in answers for warning in played.warnings)))
    write(answer)
    return DONE


def _list(args: argparse.Namespace) -> int:
    from uth_exact import report_strategy as report
    from uth_exact.report import csv_text
    from uth_exact.sheets import load_sheet
    from uth_exact.strategies import load_strategy, strategy_names

    if args.strategies:
        raise UsageError("usage", "--list takes no strategy; see uth-exact strategy --help", "--list")
    strategies = [load_strategy(name) for name in strategy_names()]
    if args.rules is not None:
        game = load_sheet(args.rules).game
        strategies = [each for each in strategies if each.game in ("", game)]
    rows = [("strategy", "title", "game"), *((each.name, each.title, each.game) for each in strategies)]
    write(formed(args, lambda: report.strategies_json(strategies), lambda: csv_text(rows), partial(report.strategies_text, strategies)))
    return DONE
