"""The command ``uth-exact``: arguments in; an answer on stdout, or one line on stderr and an exit code.

An answer is made whole before its first character is written, so that a fault never leaves half of one behind.
Whatever takes time to import is imported by the command that needs it.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from uth_exact.arguments import DIFFERS, DONE, Answer, UsageError, card_text, nearest
from uth_exact.commands import parser
from uth_exact.console import LONGEST_MESSAGE, OutputError, clipped, complain, one_line, write
from uth_exact.errors import InvariantError, UthError
from uth_exact.shortcuts import shortcuts_off

__all__ = ["BAD_INPUT", "BROKEN", "DIFFERS", "DONE", "ENVIRONMENT", "INTERRUPTED", "TERMINATED", "main"]

BAD_INPUT = 2
ENVIRONMENT = 3
BROKEN = 4
INTERRUPTED = 130
TERMINATED = 143


class _Terminated(BaseException):
    """The process was asked to end."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv`` (by default the process's own) and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    options = words[: words.index("--")] if "--" in words else words
    try:
        with _ending_on_request():
            return _run(words)
    except BaseException as error:
        code, name, message, where = _verdict(error)
        message, where = clipped(message, LONGEST_MESSAGE), clipped(where)
        if "--debug" in options:
            import traceback

            complain(traceback.format_exc())
        if message:
            complain(_error_json(name, message, where) if "--json" in options else f"uth-exact: {one_line(message)}\n")
        return code


def _run(words: list[str]) -> int:
    arguments = parser()
    commands = arguments.get_default("commands")
    try:
        for word in words:
            if not word.startswith("-"):
                if word not in commands:
                    raise _no_command(word, commands)
                break
        args = arguments.parse_args(words)
    except Answer as answer:
        write(answer.text)
        return DONE
    if args.command is None:
        raise UsageError("usage", f"give a command: {', '.join(commands)}; see uth-exact --help", "COMMAND")
    shortcuts_off()  # a value that it cannot have is refused, whatever the command
    code: int = args.run(args)
    return code


def _no_command(word: str, commands: Iterable[str]) -> UsageError:
    """The refusal of a first word that is no command; cards are taken for a hand."""
    from uth_exact.cards import format_cards, parse_exactly
    from uth_exact.errors import CardError

    try:
        meant = f"hand {format_cards(parse_exactly(card_text(word), 2, 'hole'))}"
    except CardError:
        meant = nearest(word, commands)
    guess = f"; did you mean uth-exact {meant}? Commands" if meant else "; commands"
    known = ", ".join(commands)
    return UsageError("usage", f"{clipped(word)!r} is no command{guess}: {known}; see uth-exact --help", "COMMAND")


def _verdict(error: BaseException) -> tuple[int, str, str, str]:
    """Exit code, name for programs, message (empty: say nothing) and input at fault."""
    match error:
        case InvariantError():
            return BROKEN, error.code, f"internal fault, no answer: {error.message}", error.where
        case UthError():
            return BAD_INPUT, error.code, error.message, error.where
        case BrokenPipeError():
            return ENVIRONMENT, "cannot_write", "", ""
        case OutputError():
            return ENVIRONMENT, "cannot_write", str(error), error.where
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
