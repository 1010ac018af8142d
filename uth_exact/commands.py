"""The commands of ``uth-exact``: the options of each, and what it does with them.

Whatever takes time to import is imported by the command that needs it.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from typing import Any

from uth_exact.arguments import Once, Parser, UsageError, Version, add_common, card_text
from uth_exact.commands_chart import add_chart
from uth_exact.console import json_line, progress_bar, stdout, warn, write

TYPE_CHECKING = False  # type checkers take it for true; the modules are imported by the commands that need them
if TYPE_CHECKING:
    from uth_exact.game import Solution, Solver
    from uth_exact.rules import Qualifier
    from uth_exact.sheets import Sheet

Commands = Any
"""The part of a parser that commands are added to; argparse keeps its class to itself."""

DONE = 0
DIFFERS = 1

ABOUT = """\
Exact values for Ultimate Texas Hold'em. Every way to complete the deal is counted;
nothing is simulated, and nothing is rounded on the way.
"""

EXIT_CODES_HELP = """\
exit codes: 0 done, 1 a check differs, 2 bad input, 3 the environment (cannot write),
            4 an internal fault, 130 interrupted, 143 terminated
"""

CARDS_HELP = """\
A card is a rank (2-9, T or 10, J, Q, K, A) and a suit (c, d, h, s or its symbol),
in any case. Between cards spaces, commas and brackets are optional: AsTd "10c, 9h"
"""

RTP_HELP = """\
columns of --csv: rules, about, figure, per (what it is measured on), exact,
                  decimal
with --details:   rules, action, result, dealer_qualifies, category, net, deals,
                  frequency, to_return, to_variance (exact, in antes)

example: uth-exact rtp uth-dk uth-de --json
"""


def parser() -> Parser:
    """The parser of a whole command line."""
    top = Parser(prog="uth-exact", description=ABOUT, epilog=EXIT_CODES_HELP)
    top.add_argument("--version", action=Version, nargs=0, help="show the version and exit")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    top.set_defaults(commands=commands.choices)
    _add_hand(commands)
    _add_rtp(commands)
    add_chart(commands)
    return top


def _add_hand(commands: Commands) -> None:
    hand = commands.add_parser(
        "hand",
        help="the exact value of each action for a hand, best first",
        description="The exact value of each action for a hand, best first.\n\n" + CARDS_HELP,
        epilog="example: uth-exact hand KdQh --board 4s5h6d8c9d",
    )
    hand.set_defaults(run=_hand)
    hand.add_argument("hole", metavar="HOLE", type=card_text, help="your two cards")
    cards: dict[str, Any] = {"metavar": "CARDS", "default": "", "type": card_text, "action": Once}
    hand.add_argument("--board", **cards, help="the board: three or five cards; none before the flop")
    hand.add_argument("--dead", **cards, help="cards known to be out of play")
    hand.add_argument("--rules", metavar="SHEET", default="uth-dk", action=Once, help="a rule sheet, by name or path (default: uth-dk)")
    hand.add_argument("--details", action="store_true", help="how all deals end after each action")
    add_common(hand)


def _hand(args: argparse.Namespace) -> int:
    from uth_exact.decision import analyse
    from uth_exact.report import hand_json, hand_text
    from uth_exact.sheets import load_sheet

    sheet = load_sheet(args.rules)
    analysis = analyse(args.hole, args.board, args.dead, sheet.rules, details=args.details)
    warn(sheet.warnings)
    if args.json:
        document = hand_json(analysis, args.details)
        if sheet.warnings:
            document["warnings"] = list(sheet.warnings)
        write(json_line(document))
    else:
        from uth_exact.terminal import Screen

        write(hand_text(analysis, Screen.of(stdout(), os.environ), args.details, sheet.title))
    return DONE


def _add_rtp(commands: Commands) -> None:
    rtp = commands.add_parser(
        "rtp",
        help="the whole game of a rule sheet: edge, returns, element of risk, variance, frequencies",
        description="The whole game of each rule sheet under best play, over all deals: edge,\n"
        "returns, element of risk, variance, frequencies, side bets on the final hand.\n"
        "Each figure says what it is measured on.",
        epilog=RTP_HELP,
    )
    rtp.set_defaults(run=_rtp)
    rtp.add_argument("sheets", metavar="SHEET", nargs="*", default=["uth-dk"], help="rule sheets, by name or path (default: uth-dk)")
    rtp.add_argument("--details", action="store_true", help="the table of all outcomes and what each adds to return and variance")
    rtp.add_argument("--csv", action="store_true", help="a header and one row for each figure or, with --details, for each outcome")
    add_common(rtp)


def _rtp(args: argparse.Namespace) -> int:
    from uth_exact.game import COUNT_PIECES, OUTCOME_PIECES, SOLVE_PIECES, Solver
    from uth_exact.report_game import figures_csv, game_json, game_text, outcomes_csv
    from uth_exact.sheets import load_sheet
    from uth_exact.terminal import Screen

    if args.json and args.csv:
        raise UsageError("usage", "give --json or --csv, not both; see uth-exact rtp --help", "--csv")
    sheets = [load_sheet(name) for name in args.sheets]
    qualifiers = {sheet.rules.qualifier for sheet in sheets}
    with progress_bar(len(qualifiers) * COUNT_PIECES + len(sheets) * (SOLVE_PIECES + OUTCOME_PIECES)) as progress:

        def answers() -> Iterator[tuple[Sheet, Solution]]:
            # One after the other, for a solution is large; what was counted serves all sheets with the same qualifier.
            solvers: dict[Qualifier, Solver] = {}
            for sheet in sheets:
                if sheet.rules.qualifier not in solvers:
                    solvers[sheet.rules.qualifier] = Solver(sheet.rules, progress=progress)
                yield sheet, solvers[sheet.rules.qualifier].solve(sheet.rules)

        if args.json:
            answer = json_line([game_json(sheet, solution, args.details) for sheet, solution in answers()])
        elif args.csv:
            answer = (outcomes_csv if args.details else figures_csv)(answers())
        else:
            screen = Screen.of(stdout(), os.environ)
            answer = "\n".join(game_text(sheet, solution, screen, args.details) for sheet, solution in answers())
    for sheet in sheets:
        warn(sheet.warnings)
    write(answer)
    return DONE
