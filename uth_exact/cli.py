"""The command ``uth-exact``: arguments in; an answer on stdout, or one line on stderr and an exit code.

An answer is made whole before its first character is written, so that a fault never leaves half of one behind.
Whatever takes time to import is imported by the command that needs it.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn, TextIO

from uth_exact.errors import InvariantError, UthError

TYPE_CHECKING = False  # type checkers take it for true; the modules are imported by the commands that need them
if TYPE_CHECKING:
    from uth_exact.game import Solution, Solver
    from uth_exact.rules import Qualifier
    from uth_exact.sheets import Sheet

DONE = 0
DIFFERS = 1
BAD_INPUT = 2
ENVIRONMENT = 3
BROKEN = 4
INTERRUPTED = 130
TERMINATED = 143

LONGEST_ECHO = 300
"""What is not understood is echoed up to this many characters."""

LONGEST_MESSAGE = 1000
"""No error or warning is longer, whatever it quotes."""

ABOUT = """\
Exact values for Ultimate Texas Hold'em. Every way to complete the deal is counted;
nothing is simulated, and nothing is rounded on the way.
"""

EXIT_CODES_HELP = """\
exit codes: 0 done, 1 a check differs, 2 bad input, 3 the environment (cannot write),
            4 an internal fault, 130 interrupted, 143 terminated
"""

RTP_HELP = """\
columns of --csv: rules, about, figure, per (what it is measured on), exact,
                  decimal
with --details:   rules, action, result, dealer_qualifies, category, net, deals,
                  frequency, to_return, to_variance (exact, in antes)

example: uth-exact rtp uth-dk uth-de --json
"""

CARDS_HELP = """\
A card is a rank (2-9, T or 10, J, Q, K, A) and a suit (c, d, h, s or its symbol),
in any case. Between cards spaces, commas and brackets are optional: AsTd "10c, 9h"
"""


class UsageError(UthError, ValueError):
    """A command line that is not one."""


class _OutputError(Exception):
    """Standard output does not take the answer."""


class _Terminated(BaseException):
    """The process was asked to end."""


class _Answer(BaseException):
    """An option that is a question of its own; raised to print ``text`` and be done."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class _Parser(argparse.ArgumentParser):
    """Options in full only, faults as exceptions, and help written like any other answer."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(allow_abbrev=False, add_help=False, **options)
        self.add_argument("-h", "--help", action=_Help, nargs=0, help="show this and exit")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As in argparse, but words left over are refused by the command that they were given to."""
        known, unknown = super().parse_known_args(args, namespace)
        if unknown:
            raise self._not_understood(unknown)
        return known, []

    def _not_understood(self, words: list[str]) -> UsageError:
        option = next((word.partition("=")[0] for word in words if word.startswith("-") and word != "--"), "")
        if not option:
            message = f"not understood: {_clipped(' '.join(words))}"
            if "--board" in self._option_string_actions:
                message += "; the cards on the board go after --board, and cards with spaces between them need quotes"
            return UsageError("usage", f"{message}; see {self.prog} --help")
        if any(option in command._option_string_actions for command in (self.get_default("commands") or {}).values()):
            return UsageError("usage", f"{option} goes after the command; see {self.prog} --help", option)
        near = _nearest(option.strip("-"), (known.strip("-") for known in self._option_string_actions if known.startswith("--")))
        guess = f"; did you mean --{near}? See" if near else "; see"
        return UsageError("usage", f"unknown option {_clipped(option)}{guess} {self.prog} --help", _clipped(option))

    def error(self, message: str) -> NoReturn:
        where = ""
        if message.startswith("argument "):
            where = message.removeprefix("argument ").partition(":")[0]
        raise UsageError("usage", f"{_clipped(message)}; see {self.prog} --help", where)


class _Help(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *rest: object) -> NoReturn:
        raise _Answer(parser.format_help())


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *rest: object) -> NoReturn:
        from uth_exact import __version__

        raise _Answer(f"{parser.prog} {__version__}\n")


class _Once(argparse.Action):
    """An option that may be given once: of two values, silently dropping one would answer another question."""

    def __call__(self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: object, option: str | None = None) -> None:
        given: set[str] = namespace.__dict__.setdefault("given", set())
        if self.dest in given:
            raise argparse.ArgumentError(self, "given twice")
        given.add(self.dest)
        setattr(namespace, self.dest, values)


def _clipped(text: str, longest: int = LONGEST_ECHO) -> str:
    return text if len(text) <= longest else text[:longest] + "..."


def _nearest(word: str, known: Iterable[str]) -> str:
    """The one of ``known`` that is most like ``word``; empty if none is."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word[:80].lower(), list(known), 1, 0.6)), "")


def _cards(word: str) -> str:
    """A word of the command line in UTF-8, also where the locale made it something else, so that it may hold suit symbols."""
    try:
        return os.fsencode(word).decode("utf-8")
    except UnicodeError:
        return word


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="uth-exact",
        description=ABOUT,
        epilog=EXIT_CODES_HELP,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    parser.set_defaults(commands=commands.choices)

    hand = commands.add_parser(
        "hand",
        help="the exact value of each action for a hand, best first",
        description="The exact value of each action for a hand, best first.\n\n" + CARDS_HELP,
        epilog="example: uth-exact hand KdQh --board 4s5h6d8c9d",
    )
    hand.set_defaults(run=_hand)
    hand.add_argument("hole", metavar="HOLE", type=_cards, help="your two cards")
    cards: dict[str, Any] = {"metavar": "CARDS", "default": "", "type": _cards, "action": _Once}
    hand.add_argument("--board", **cards, help="the board: three or five cards; none before the flop")
    hand.add_argument("--dead", **cards, help="cards known to be out of play")
    hand.add_argument("--rules", metavar="SHEET", default="uth-dk", action=_Once, help="a rule sheet, by name or path (default: uth-dk)")
    hand.add_argument("--details", action="store_true", help="how all deals end after each action")
    _add_common(hand)

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
    _add_common(rtp)
    return parser


def _add_common(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="one JSON document; an error is one too, on stderr")
    command.add_argument("--debug", action="store_true", help="show where in the program an error arose")


def _hand(args: argparse.Namespace) -> int:
    from uth_exact.decision import analyse
    from uth_exact.report import hand_json, hand_text
    from uth_exact.sheets import load_sheet

    sheet = load_sheet(args.rules)
    analysis = analyse(args.hole, args.board, args.dead, sheet.rules, details=args.details)
    _warn(sheet.warnings)
    if args.json:
        document = hand_json(analysis, args.details)
        if sheet.warnings:
            document["warnings"] = list(sheet.warnings)
        _write(_json(document))
    else:
        from uth_exact.terminal import Screen

        _write(hand_text(analysis, Screen.of(_stdout(), os.environ), args.details, sheet.title))
    return DONE


def _rtp(args: argparse.Namespace) -> int:
    from uth_exact.game import COUNT_PIECES, OUTCOME_PIECES, SOLVE_PIECES, Solver
    from uth_exact.report_game import figures_csv, game_json, game_text, outcomes_csv
    from uth_exact.sheets import load_sheet
    from uth_exact.terminal import Screen

    if args.json and args.csv:
        raise UsageError("usage", "give --json or --csv, not both; see uth-exact rtp --help", "--csv")
    sheets = [load_sheet(name) for name in args.sheets]
    qualifiers = {sheet.rules.qualifier for sheet in sheets}
    with _progress(len(qualifiers) * COUNT_PIECES + len(sheets) * (SOLVE_PIECES + OUTCOME_PIECES)) as progress:

        def answers() -> Iterator[tuple[Sheet, Solution]]:
            # One after the other, for a solution is large; what was counted serves all sheets with the same qualifier.
            solvers: dict[Qualifier, Solver] = {}
            for sheet in sheets:
                if sheet.rules.qualifier not in solvers:
                    solvers[sheet.rules.qualifier] = Solver(sheet.rules, progress=progress)
                yield sheet, solvers[sheet.rules.qualifier].solve(sheet.rules)

        if args.json:
            answer = _json([game_json(sheet, solution, args.details) for sheet, solution in answers()])
        elif args.csv:
            answer = (outcomes_csv if args.details else figures_csv)(answers())
        else:
            screen = Screen.of(_stdout(), os.environ)
            answer = "\n".join(game_text(sheet, solution, screen, args.details) for sheet, solution in answers())
    for sheet in sheets:
        _warn(sheet.warnings)
    _write(answer)
    return DONE


@contextmanager
def _progress(pieces: int) -> Iterator[Callable[[], object] | None]:
    """A bar on stderr for what takes more than a second, if somebody watches; told of each piece of work."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    with tqdm(total=pieces, delay=1, leave=False, file=sys.stderr, unit="piece") as bar:
        yield bar.update


def _warn(warnings: Iterable[str]) -> None:
    """Tell what was read as written but looks like a mistake."""
    for warning in warnings:
        _complain(f"uth-exact: warning: {_one_line(_clipped(warning, LONGEST_MESSAGE))}\n")


def _stdout() -> TextIO:
    if sys.stdout is None:
        raise _OutputError("standard output is closed")
    return sys.stdout


def _write(text: str) -> None:
    """Write the whole answer to stdout and see it out of the door; what the encoding lacks is escaped."""
    stream = _stdout()
    encoding = stream.encoding or "ascii"
    try:
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
        stream.flush()
    except BaseException as error:
        _abandon(stream)
        if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
            raise _OutputError(f"cannot write to standard output: {error.strerror}") from error
        raise


def _json(document: object) -> str:
    import json

    return json.dumps(document) + "\n"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv`` (by default the process's own) and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    options = words[: words.index("--")] if "--" in words else words
    try:
        with _ending_on_request():
            return _run(words)
    except BaseException as error:
        code, name, message, where = _verdict(error)
        message, where = _clipped(message, LONGEST_MESSAGE), _clipped(where)
        if "--debug" in options:
            import traceback

            _complain(traceback.format_exc())
        if message:
            _complain(_error_json(name, message, where) if "--json" in options else f"uth-exact: {_one_line(message)}\n")
        return code


def _run(words: list[str]) -> int:
    parser = _parser()
    commands = parser.get_default("commands")
    try:
        for word in words:
            if not word.startswith("-"):
                if word not in commands:
                    raise _no_command(word, commands)
                break
        args = parser.parse_args(words)
    except _Answer as answer:
        _write(answer.text)
        return DONE
    if args.command is None:
        raise UsageError("usage", f"give a command: {', '.join(commands)}; see uth-exact --help", "COMMAND")
    code: int = args.run(args)
    return code


def _no_command(word: str, commands: Iterable[str]) -> UsageError:
    """The refusal of a first word that is no command; cards are taken for a hand."""
    from uth_exact.cards import format_cards, parse_exactly
    from uth_exact.errors import CardError

    try:
        meant = f"hand {format_cards(parse_exactly(_cards(word), 2, 'hole'))}"
    except CardError:
        meant = _nearest(word, commands)
    guess = f"; did you mean uth-exact {meant}? Commands" if meant else "; commands"
    known = ", ".join(commands)
    return UsageError("usage", f"{_clipped(word)!r} is no command{guess}: {known}; see uth-exact --help", "COMMAND")


def _verdict(error: BaseException) -> tuple[int, str, str, str]:
    """Exit code, name for programs, message (empty: say nothing) and input at fault."""
    match error:
        case InvariantError():
            return BROKEN, error.code, f"internal fault, no answer: {error.message}", error.where
        case UthError():
            return BAD_INPUT, error.code, error.message, error.where
        case BrokenPipeError():
            return ENVIRONMENT, "cannot_write", "", ""
        case _OutputError():
            return ENVIRONMENT, "cannot_write", str(error), "stdout"
        case OSError():
            return ENVIRONMENT, "environment", f"{error.filename or 'system'}: {error.strerror or error}", str(error.filename or "")
        case ImportError():
            return ENVIRONMENT, "not_installed", f"a part of the program cannot be loaded: {error}", error.name or ""
        case MemoryError():
            return ENVIRONMENT, "no_memory", "out of memory", ""
        case KeyboardInterrupt():
            return INTERRUPTED, "interrupted", "interrupted", ""
        case _Terminated():
            return TERMINATED, "terminated", "terminated", ""
        case _:
            fault = f"{type(error).__name__}: {error}"
            return BROKEN, "internal_fault", f"internal fault, no answer: {fault}; --debug shows where", ""


def _error_json(code: str, message: str, where: str) -> str:
    import json

    return json.dumps({"error": {"code": code, "message": message, "where": where}}) + "\n"


def _one_line(message: str) -> str:
    """``message`` without anything that would break the line or steer the terminal."""
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in message)


def _complain(text: str) -> None:
    """Write to stderr; if that cannot be done, there is nobody left to tell."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except (OSError, UnicodeError):
        _abandon(sys.stderr)


def _abandon(stream: TextIO | None) -> None:
    """Let what ``stream`` still holds go nowhere, or the interpreter would try again on its way out and complain."""
    try:
        if stream is not None:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
    except (OSError, ValueError):
        pass


@contextmanager
def _ending_on_request() -> Iterator[None]:
    """Turn SIGTERM into an exception for the time of a command, where the thread may."""

    def end(signum: int, frame: FrameType | None) -> None:
        raise _Terminated

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)

