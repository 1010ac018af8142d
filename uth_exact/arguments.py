"""Arguments as ``uth-exact`` takes them: options in full and once only, and one line that helps for what is not understood."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from uth_exact.console import clipped, json_line, stdout
from uth_exact.errors import UthError

TYPE_CHECKING = False  # type checkers take it for true; a screen is imported when an answer goes to one
if TYPE_CHECKING:
    from uth_exact.terminal import Screen

DONE = 0
DIFFERS = 1
"""Exit codes of a command that has an answer."""


class UsageError(UthError, ValueError):
    """A command line that is not one."""


class Answer(BaseException):
    """An option that is a question of its own; raised to print ``text`` and be done."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Parser(argparse.ArgumentParser):
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
            message = f"not understood: {clipped(' '.join(words))}"
            if "--board" in self._option_string_actions:
                message += "; the cards on the board go after --board, and cards with spaces between them need quotes"
            return UsageError("usage", f"{message}; see {self.prog} --help")
        if any(option in command._option_string_actions for command in (self.get_default("commands") or {}).values()):
            return UsageError("usage", f"{option} goes after the command; see {self.prog} --help", option)
        near = nearest(option.strip("-"), (known.strip("-") for known in self._option_string_actions if known.startswith("--")))
        guess = f"; did you mean --{near}? See" if near else "; see"
        return UsageError("usage", f"unknown option {clipped(option)}{guess} {self.prog} --help", clipped(option))

    def error(self, message: str) -> NoReturn:
        where = ""
        if message.startswith("argument "):
            where = message.removeprefix("argument ").partition(":")[0]
        raise UsageError("usage", f"{clipped(message)}; see {self.prog} --help", where)


class _Help(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *rest: object) -> NoReturn:
        raise Answer(parser.format_help())


class Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *rest: object) -> NoReturn:
        from uth_exact import __version__

        raise Answer(f"{parser.prog} {__version__}\n")


class Once(argparse.Action):
    """An option that may be given once: of two values, silently dropping one would answer another question."""

    def __call__(self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: object, option: str | None = None) -> None:
        given: set[str] = namespace.__dict__.setdefault("given", set())
        if self.dest in given:
            raise argparse.ArgumentError(self, "given twice")
        given.add(self.dest)
        setattr(namespace, self.dest, values)


def nearest(word: str, known: Iterable[str]) -> str:
    """The one of ``known`` that is most like ``word``; empty if none is."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word[:80].lower(), list(known), 1, 0.6)), "")


def card_text(word: str) -> str:
    """A word of the command line in UTF-8, also where the locale made it something else, so that it may hold suit symbols."""
    try:
        return os.fsencode(word).decode("utf-8")
    except UnicodeError:
        return word


def add_common(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="one JSON document; an error is one too, on stderr")
    command.add_argument("--debug", action="store_true", help="show where in the program an error arose")


def one_format(args: argparse.Namespace) -> None:
    """Raise ``UsageError`` if two forms of the answer are asked for."""
    if args.json and args.csv:
        raise UsageError("usage", f"give --json or --csv, not both; see uth-exact {args.command} --help", "--csv")


def formed(args: argparse.Namespace, as_json: Callable[[], object], as_csv: Callable[[], str], as_text: Callable[[Screen], str]) -> str:
    """The answer in the form asked for; no other form is made."""
    one_format(args)
    if args.json:
        return json_line(as_json())
    if args.csv:
        return as_csv()
    from uth_exact.terminal import Screen

    return as_text(Screen.of(stdout(), os.environ))
