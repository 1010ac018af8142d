"""The commands of ``uth-exact``: the options of each, and what it does with them.

Whatever takes time to import is imported by the command that needs it.
"""

from __future__ import annotations

import argparse
import os
from functools import partial
from typing import Any

from uth_exact.arguments import DIFFERS, DONE, Once, Parser, Version, add_common, card_text, formed, one_format
from uth_exact.commands_chart import add_chart
from uth_exact.commands_sees import add_sees, rtp_sees
from uth_exact.commands_selftest import add_selftest
from uth_exact.commands_strategy import add_strategy
from uth_exact.console import json_line, progress_bar, stdout, warn, write

Commands = Any
"""The part of a parser that commands are added to; argparse keeps its class to itself."""

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
with --sees:      a column sees after rules

examples: uth-exact rtp uth-dk uth-de --json
          uth-exact rtp --sees dealer:1+flop:1 --checkpoint seen.json
          uth-exact rtp --sees neighbours:2 --limit 1000
"""

VERIFY_HELP = """\
columns of --csv and keys of --json: rules, claim, figure, on (what it is measured
on), origin, printed, exact, decimal, low, high (what the printed value stands for),
holds. Of a standard deviation exact is null; --json gives its variance.

example: uth-exact verify uth-dk ./house.toml
"""


def parser() -> Parser:
    """The parser of a whole command line."""
    top = Parser(prog="uth-exact", description=ABOUT, epilog=EXIT_CODES_HELP)
    top.add_argument("--version", action=Version, nargs=0, help="show the version and exit")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    top.set_defaults(commands=commands.choices)
    _add_hand(commands)
    _add_rtp(commands)
    _add_verify(commands)
    _add_tables(commands)
    add_chart(commands)
    add_strategy(commands)
    add_selftest(commands)
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
    hand.add_argument("--dealer", **cards, help="one or both of the dealer's cards, which you have seen")
    hand.add_argument("--flop-seen", **cards, help="one or two cards that you know to come on the flop")
    hand.add_argument("--last-seen", **{**cards, "metavar": "CARD"}, help="a card that you know to come as the turn or the river")
    hand.add_argument("--rules", metavar="SHEET", default="uth-dk", action=Once, help="a rule sheet, by name or path (default: uth-dk)")
    strategy: dict[str, Any] = {"metavar": "NAME|FILE", "action": Once}
    hand.add_argument("--strategy", **strategy, help="what a fixed strategy does here, by which rule, and what that costs")
    hand.add_argument("--details", action="store_true", help="how all deals end after each action")
    add_common(hand)


def _hand(args: argparse.Namespace) -> int:
    from uth_exact.decision import analyse
    from uth_exact.report import hand_json, hand_text
    from uth_exact.sheets import load_sheet

    sheet = load_sheet(args.rules)
    seen = {"dealer": args.dealer, "flop_seen": args.flop_seen, "last_seen": args.last_seen}
    analysis = analyse(args.hole, args.board, args.dead, sheet.rules, **seen, details=args.details)
    without = analyse(args.hole, args.board, args.dead, sheet.rules) if analysis.seen else None
    advice = None
    warnings = sheet.warnings
    if args.strategy is not None:
        from uth_exact.report_strategy import advice_json, advice_text
        from uth_exact.strategies import load_strategy
        from uth_exact.strategy import advise, check_game

        strategy = load_strategy(args.strategy)
        check_game(strategy, sheet)
        advice = advise(strategy, analysis)
        warnings += strategy.warnings
    warn(warnings)
    if args.json:
        document = hand_json(analysis, args.details, without)
        if advice is not None:
            document["strategy"] = advice_json(advice)
        if warnings:
            document["warnings"] = list(warnings)
        write(json_line(document))
    else:
        from uth_exact.terminal import Screen

        screen = Screen.of(stdout(), os.environ)
        text = hand_text(analysis, screen, args.details, sheet.title, without)
        write(text if advice is None else f"{text}\n{advice_text(advice, screen)}")
    return DONE


def _add_rtp(commands: Commands) -> None:
    rtp = commands.add_parser(
        "rtp",
        help="the whole game of a rule sheet: edge, returns, element of risk, variance, frequencies",
        description="The whole game of each rule sheet under best play, over all deals: edge,\n"
        "returns, element of risk, variance, frequencies, side bets.\n"
        "Each figure says what it is measured on.",
        epilog=RTP_HELP,
    )
    rtp.set_defaults(run=_rtp)
    rtp.add_argument("sheets", metavar="SHEET", nargs="*", default=["uth-dk"], help="rule sheets, by name or path (default: uth-dk)")
    rtp.add_argument("--details", action="store_true", help="the table of all outcomes and what each adds to return and variance")
    rtp.add_argument("--csv", action="store_true", help="a header and one row for each figure or, with --details, for each outcome")
    add_sees(rtp)
    add_common(rtp)


def _rtp(args: argparse.Namespace) -> int:
    from uth_exact.game import pieces_of, solve_all
    from uth_exact.report_game import figures_csv, game_json, game_text, outcomes_csv
    from uth_exact.sheets import load_sheet

    one_format(args)
    if rtp_sees(args):
        return DONE
    sheets = [load_sheet(name) for name in args.sheets]
    with progress_bar(pieces_of(sheets)) as progress:
        answers = solve_all(sheets, progress=progress)
        answer = formed(
            args,
            lambda: [game_json(*each, args.details) for each in answers],
            lambda: (outcomes_csv if args.details else figures_csv)(answers),
            lambda screen: "\n".join(game_text(*each, screen, args.details) for each in answers),
        )
    for sheet in sheets:
        warn(sheet.warnings)
    write(answer)
    return DONE


def _add_verify(commands: Commands) -> None:
    verify = commands.add_parser(
        "verify",
        help="recompute every figure claimed on the rule sheets; exit code 1 if one does not hold",
        description="Recomputes every figure claimed on the rule sheets, variants included, and holds\n"
        "it against the interval that its printed digits stand for. Exit code 1 if one\n"
        "does not hold.",
        epilog=VERIFY_HELP,
    )
    verify.set_defaults(run=_verify)
    verify.add_argument("sheets", metavar="SHEET", nargs="*", help="rule sheets, by name or path (default: all built-in ones)")
    verify.add_argument("--csv", action="store_true", help="a header and one row for each claim")
    add_common(verify)


def _verify(args: argparse.Namespace) -> int:
    from uth_exact.game import pieces_of
    from uth_exact.report_sheets import checks_csv, checks_json, checks_text
    from uth_exact.sheets import load_sheet, sheet_names
    from uth_exact.verify import verify, with_variants

    one_format(args)
    sheets = with_variants(load_sheet(name) for name in args.sheets or sheet_names())
    with progress_bar(pieces_of(sheet for sheet in sheets if sheet.claims)) as progress:
        checks = list(verify(sheets, progress=progress))
    for sheet in sheets:
        warn(sheet.warnings)
    write(formed(args, lambda: checks_json(checks), lambda: checks_csv(checks), partial(checks_text, sheets, checks)))
    return DONE if all(check.holds for check in checks) else DIFFERS


def _add_tables(commands: Commands) -> None:
    tables = commands.add_parser(
        "tables",
        help="list the rule sheets, or show one with its pay tables",
        description="Lists the built-in rule sheets and their variants; with a SHEET, shows its rules,\n"
        "pay tables, claims and variants.",
        epilog="example: uth-exact tables casino-holdem-dk",
    )
    tables.set_defaults(run=_tables)
    tables.add_argument("sheet", metavar="SHEET", nargs="?", help="a rule sheet, by name or path")
    tables.add_argument("--csv", action="store_true", help="a header and one row for each sheet or, of a SHEET, for each payout")
    add_common(tables)


def _tables(args: argparse.Namespace) -> int:
    from uth_exact import report_sheets as report
    from uth_exact.sheets import load_sheet, sheet_names

    if args.sheet is None:
        sheets = [load_sheet(name) for name in sheet_names()]
        write(formed(args, lambda: report.sheets_json(sheets), lambda: report.sheets_csv(sheets), partial(report.sheets_text, sheets)))
    else:
        sheet = load_sheet(args.sheet)
        warn(sheet.warnings)
        write(formed(args, lambda: report.sheet_json(sheet), lambda: report.sheet_csv(sheet), partial(report.sheet_text, sheet)))
    return DONE
