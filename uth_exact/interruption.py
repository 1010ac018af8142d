"""Ctrl-C and SIGTERM: the first one ends the command, wherever it is; those that follow change nothing.

A signal becomes an exception in the main thread. It is raised once, so that what cleans up behind it is not interrupted in turn.
What must not be left half done is ``begun``: it may be finished first, if that takes no longer than a moment.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

TYPE_CHECKING = False  # type checkers take it for true
if TYPE_CHECKING:
    from typing import Any, TypeVar

    Found = TypeVar("Found")

PATIENCE = 0.1
"""Seconds that what has begun is given to finish after a signal."""

_SOON = 0.001
"""Seconds after which an ending that was lost is raised again."""

INTERRUPTED = 130
TERMINATED = 143
"""Exit codes: 128 and the number of the signal, as a shell shows it."""


class Terminated(KeyboardInterrupt):
    """The process was asked to end; a kind of interruption, for Python itself drops some that are none, as when it folds constants."""


ENDINGS: dict[type[BaseException], tuple[int, str]] = {
    KeyboardInterrupt: (INTERRUPTED, "interrupted"),
    Terminated: (TERMINATED, "terminated"),
}
"""Exit code of each ending, and the word for it."""

_RAISES: dict[int, type[BaseException]] = {signal.SIGINT: KeyboardInterrupt, signal.SIGTERM: Terminated}


class _State:
    """What the handlers know; only the main thread runs them."""

    watched = False
    clock = False
    """Whether the alarm clock of the process is there to be used."""
    ended = False
    """The one exception has been raised."""
    noted: int | None = None
    """A signal that waits until what has begun is finished."""
    begun = 0


def _handle(number: int, frame: FrameType | None) -> None:
    if _State.ended:
        return
    if _State.begun and _State.clock:
        if _State.noted is None:
            _State.noted = number
            signal.setitimer(signal.ITIMER_REAL, PATIENCE)
        return
    _raise(number)


def _raise(number: int) -> None:
    _State.ended, _State.noted = True, None
    if _State.clock:
        signal.setitimer(signal.ITIMER_REAL, 0)
    raise _RAISES[number]


def _run_out_of_patience(number: int, frame: FrameType | None) -> None:
    if _State.noted is not None:
        _raise(_State.noted)
    elif not _State.ended:  # somebody else's alarm: it ends the process, as it would any other
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)


def _lost(before: Callable[[sys.UnraisableHookArgs], object], lost: sys.UnraisableHookArgs) -> None:
    """Raise an ending again that came while Python called a destructor, or the like, whose exceptions go nowhere."""
    number = next((number for number, kind in _RAISES.items() if lost.exc_type is kind), None)
    if number is None or not _State.clock or threading.current_thread() is not threading.main_thread():
        before(lost)
    else:
        _State.ended, _State.noted = False, number
        signal.setitimer(signal.ITIMER_REAL, _SOON)


def watch() -> Callable[[], None]:
    """Turn signals into exceptions from now on; what is returned puts all back as it was.

    Signals that are ignored, as after ``nohup``, stay ignored, and those that somebody else handles are left to them. Outside the
    main thread, and while signals are watched already, nothing changes.
    """
    if _State.watched or threading.current_thread() is not threading.main_thread():
        return lambda: None
    ours = {signal.SIGALRM: _run_out_of_patience, signal.SIGTERM: _handle, signal.SIGINT: _handle}
    usual: dict[signal.Signals, Any] = dict.fromkeys(ours, signal.SIG_DFL) | {signal.SIGINT: signal.default_int_handler}
    hook = sys.unraisablehook
    taken = [number for number, handler in usual.items() if signal.getsignal(number) is handler]
    if any(signal.getitimer(signal.ITIMER_REAL)):  # the alarm clock is set already, by a caller or before the program began
        taken = [number for number in taken if number != signal.SIGALRM]
    _State.watched, _State.clock, _State.ended, _State.noted, _State.begun = True, signal.SIGALRM in taken, False, None, 0

    def put_back() -> None:
        if _State.clock:
            signal.setitimer(signal.ITIMER_REAL, 0)
        for number in taken:
            signal.signal(number, usual[number])
        sys.unraisablehook = hook
        _State.watched = False

    sys.unraisablehook = lambda lost: _lost(hook, lost)
    for number in taken:  # the alarm first, which the others set
        signal.signal(number, ours[number])
    return put_back


@contextmanager
def watched() -> Iterator[None]:
    """``watch`` for a while."""
    put_back = watch()
    try:
        yield
    finally:
        put_back()


@contextmanager
def begun() -> Iterator[None]:
    """What must not be left half done: a signal ends it only if it has not finished within ``PATIENCE``."""
    if not _State.watched or threading.current_thread() is not threading.main_thread():
        yield
        return
    _State.begun += 1
    try:
        yield
    finally:
        _State.begun -= 1
        if _State.noted is not None and not _State.begun:
            _raise(_State.noted)


def aside(work: Callable[[], Found]) -> Found:
    """What ``work`` gives, which may be one long call of the core: a signal ends the wait for it, and the process need not."""
    if not _State.watched or threading.current_thread() is not threading.main_thread():
        return work()
    return beside(work)()


def beside(work: Callable[[], Found]) -> Callable[[], Found]:
    """Begin ``work`` on a thread of its own, or do it at once if none is to be had; what is returned waits for what it gives.

    The end of the process does not wait.
    """
    found: list[Found] = []
    failed: list[BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            found.append(work())
        except BaseException as error:
            failed.append(error)
        done.set()

    def result() -> Found:
        done.wait()
        if failed:
            raise failed[0]
        return found[0]

    try:
        threading.Thread(target=run, daemon=True).start()
    except RuntimeError:
        found.append(work())
        done.set()
    return result
