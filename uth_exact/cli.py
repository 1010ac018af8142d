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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn, TextIO

from uth_exact.errors import InvariantError, UthError

DONE = 0
DIFFERS = 1
BAD_INPUT = 2
ENVIRONMENT = 3
BROKEN = 4
INTERRUPTED = 130
TERMINATED = 143

LONGEST_ECHO = 300
"""What is not understood is echoed up to this many characters."""

ABOUT = """\
Exact values for Ultimate Texas Hold'em. Every way to complete the deal is counted;
nothing is simulated, and nothing is rounded on the way.
"""

EXIT_CODES_HELP = """\
exit codes: 0 done, 1 a check differs, 2 bad input, 3 the environment (cannot write),
            4 an internal fault, 130 interrupted
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

    def error(self, message: str) -> NoReturn:
        where = ""
        if message.startswith("argument "):
            where = message.removeprefix("argument ").partition(":")[0]
        if message.startswith("unrecognized arguments: ") and " -" not in message:
            message += "; cards with spaces between them need quotes"
        if len(message) > LONGEST_ECHO:
            message = message[:LONGEST_ECHO] + "..."
        raise UsageError("usage", f"{message}; see {self.prog} --help", where)


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


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="uth-exact",
        description=ABOUT,
        epilog=EXIT_CODES_HELP,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)

    hand = commands.add_parser(
        "hand",
        help="the exact value of each action for a hand, best first",
        description="The exact value of each action for a hand, best first.\n\n" + CARDS_HELP,
        epilog="example: uth-exact hand KdQh --board 4s5h6d8c9d",
    )
    hand.set_defaults(run=_hand)
    hand.add_argument("hole", metavar="HOLE", help="your two cards")
    hand.add_argument("--board", metavar="CARDS", default="", action=_Once, help="the board: three or five cards; none before the flop")
    hand.add_argument("--dead", metavar="CARDS", default="", action=_Once, help="cards known to be out of play")
    hand.add_argument("--rules", metavar="SHEET", default="uth-dk", action=_Once, help="a rule sheet, by name or path (default: uth-dk)")
    hand.add_argument("--details", action="store_true", help="how all deals end after each action")
    _add_common(hand)
    return parser


def _add_common(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="one JSON document; an error is one too, on stderr")
    command.add_argument("--debug", action="store_true", help="show where in the program an error arose")


def _hand(args: argparse.Namespace) -> int:
    from uth_exact.decision import analyse
    from uth_exact.report import hand_json, hand_text

    analysis = analyse(args.hole, args.board, args.dead, args.rules, details=args.details)
    if args.json:
        _write_json(hand_json(analysis, args.details))
    else:
        from uth_exact.terminal import Screen

        _write(hand_text(analysis, Screen.of(_stdout(), os.environ), args.details))
    return DONE


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


def _write_json(document: object) -> None:
    import json

    _write(json.dumps(document) + "\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv`` (by default the process's own) and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    options = words[: words.index("--")] if "--" in words else words
    try:
        with _ending_on_request():
            return _run(words)
    except BaseException as error:
        code, name, message, where = _verdict(error)
        if "--debug" in options:
            import traceback

            _complain(traceback.format_exc())
        if message:
            _complain(_error_json(name, message, where) if "--json" in options else f"uth-exact: {_one_line(message)}\n")
        return code


def _run(words: list[str]) -> int:
    try:
        args = _parser().parse_args(words)
    except _Answer as answer:
        _write(answer.text)
        return DONE
    code: int = args.run(args)
    return code


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


if __name__ == "__main__":
    sys.exit(main())
