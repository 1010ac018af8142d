"""Errors, by kind. Each carries what a program needs to react and a line a person can act on."""

from __future__ import annotations


class UthError(Exception):
    """Base of every error raised on purpose.

    ``code`` is a stable identifier for programs, ``where`` names the input at fault.
    """

    def __init__(self, code: str, message: str, where: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.where = where

    def __reduce__(self) -> tuple[type[UthError], tuple[str, str, str]]:
        return type(self), (self.code, self.message, self.where)


class CardError(UthError, ValueError):
    """Cards that cannot be: unknown, duplicated, too few or too many."""


class SheetError(UthError, ValueError):
    """A rule sheet that cannot be found, read or understood."""


class OddsError(SheetError):
    """A payout that is not exact odds to one."""


class StrategyError(SheetError):
    """A strategy that cannot be found, read or understood, or that does not fit a game."""


class RulesError(UthError, ValueError):
    """Rules that contradict themselves or exceed what integers of the core can hold."""


class KnowledgeError(UthError, ValueError):
    """Cards seen that no game shows, or a part of the work that cannot be."""


class CheckpointError(UthError, ValueError):
    """A checkpoint that is damaged, or that belongs to another question."""


class SettingError(UthError, ValueError):
    """An environment variable of the program that has no such value."""


class InvariantError(UthError, RuntimeError):
    """The program caught itself in a contradiction; no number may be printed."""


_NO_THREAD = "can't start new thread"
"""What Python says if the system refuses one; the error has no kind of its own."""


def is_shortage(error: BaseException) -> bool:
    """Whether it is the machine that failed: too little memory, no more threads, a file or a disk."""
    return isinstance(error, (MemoryError, OSError)) or no_thread(error)


def no_thread(error: BaseException) -> bool:
    """Whether the system refused to start a thread."""
    return isinstance(error, RuntimeError) and str(error) == _NO_THREAD
