"""The command ``uth-exact``: arguments in; an answer on stdout, or one line on stderr and an exit code.

An answer is made whole before its first character is written, so that a fault never leaves half of one behind.
Whatever takes time to import is imported by the command that needs it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from uth_exact.arguments import DIFFERS, DONE, Answer, UsageError, card_text, nearest
from uth_exact.commands import parser
from uth_exact.console import LONGEST_MESSAGE, OutputError, clipped, complain, one_line, write
from uth_exact.errors import InvariantError, UthError, no_thread
from uth_exact.interruption import ENDINGS, INTERRUPTED, TERMINATED, watched
from uth_exact.shortcuts import shortcuts_off

__all__ = ["BAD_INPUT", "BROKEN", "DIFFERS", "DONE", "ENVIRONMENT", "INTERRUPTED", "TERMINATED", "main"]

BAD_INPUT = 2
ENVIRONMENT = 3
BROKEN = 4

SPARE = 1 << 22
"""Bytes that are kept back, so that there is room to say that memory is out; untouched, they take none of it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv`` (by default the process's own) and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    spare = bytearray(SPARE)
    with watched():
        try:
            return _run(words)
        except BaseException as error:
            del spare
            if isinstance(error, MemoryError) and "--debug" not in words:
                error.__traceback__ = error.__context__ = None  # with them goes all that the command held
            return _refused(error, words[: words.index("--")] if "--" in words else words)


def _refused(error: BaseException, options: Sequence[str]) -> int:
    """Say in one line why there is no answer, and return the exit code."""
    code, name, message, where = _verdict(error)
    message, where = clipped(message, LONGEST_MESSAGE), clipped(where)
    if "--debug" in options:
        import traceback

        complain("".join(traceback.format_exception(error)))
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
        case InvariantError(code="self_test"):
            return BROKEN, error.code, error.message, error.where
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
        case _ if no_thread(error):
            return ENVIRONMENT, "no_thread", "the system starts no more threads: too many run, or memory is short", ""
        case _ if type(error) in ENDINGS:
            code, word = ENDINGS[type(error)]
            return code, word, word, ""
        case _:
            fault = f"{type(error).__name__}: {error}"
            return BROKEN, "internal_fault", f"internal fault, no answer: {fault}; --debug shows where", ""


def _error_json(code: str, message: str, where: str) -> str:
    import json

    return json.dumps({"error": {"code": code, "message": message, "where": where}}) + "\n"
