"""Standard output, files and standard error: an answer goes out whole or not at all, and everything else is one line.

What the encoding of the stream lacks is escaped, and nothing that was asked for can steer the terminal.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, TextIO

from uth_exact.interruption import begun

LONGEST_ECHO = 300
"""What is not understood is echoed up to this many characters."""

LONGEST_MESSAGE = 1000
"""No error or warning is longer, whatever it quotes."""


class OutputError(Exception):
    """The answer cannot be written; ``where`` names the place."""

    def __init__(self, message: str, where: str = "stdout") -> None:
        super().__init__(message)
        self.where = where


def clipped(text: str, longest: int = LONGEST_ECHO) -> str:
    return text if len(text) <= longest else text[:longest] + "..."


@contextmanager
def progress_bar(pieces: int, unit: str = "piece") -> Iterator[Callable[..., object] | None]:
    """A bar on stderr for what takes more than a second, if somebody watches; told of each piece of work, or of several at once.

    Pieces are taken to be alike: what is left is estimated from all that is done.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    bar = _bar(pieces, unit)
    try:
        yield partial(_advance, bar)
    finally:
        with suppress(Exception):
            bar.close()


def _bar(pieces: int, unit: str) -> Any:
    """A bar without a thread of its own; ``None`` if none can be made, as with a setting of tqdm's in the environment that it refuses."""
    try:
        from tqdm import tqdm

        class Bar(tqdm):  # type: ignore[type-arg]
            monitor_interval = 0

        return Bar(total=pieces, delay=1, leave=False, file=sys.stderr, unit=unit, smoothing=0)
    except Exception:
        return None


def _advance(bar: Any, *pieces: int) -> None:
    """Show progress as long as that works: a terminal that has gone is no reason to give up the work."""
    try:
        if bar is not None:
            bar.update(*pieces)
    except Exception:
        bar.disable = True


def warn(warnings: Iterable[str]) -> None:
    """Tell what was read as written but looks like a mistake."""
    for warning in warnings:
        complain(f"uth-exact: warning: {one_line(clipped(warning, LONGEST_MESSAGE))}\n")


def stdout() -> TextIO:
    if sys.stdout is None:
        raise OutputError("standard output is closed")
    return sys.stdout


def write(text: str) -> None:
    """Write the whole answer to stdout and see it out of the door; what the encoding lacks is escaped."""
    stream = stdout()
    try:
        with begun():
            _write_all(stream, text)
    except BaseException as error:
        _abandon(stream)
        if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
            raise OutputError(f"cannot write to standard output: {error.strerror}") from error
        raise


def _encoded(text: str, encoding: str) -> bytes:
    try:
        return text.encode(encoding, "backslashreplace")
    except UnicodeError:  # one that can escape nothing, such as idna
        return text.encode("ascii", "backslashreplace")


@contextmanager
def _waiting(stream: TextIO) -> Iterator[None]:
    """A stream that would take a part and refuse the rest, because its reader is slow, is waited for."""
    try:
        descriptor = stream.fileno()
        waits = os.get_blocking(descriptor)
    except (OSError, ValueError):
        waits = True
    if waits:
        yield
        return
    os.set_blocking(descriptor, True)
    try:
        yield
    finally:
        os.set_blocking(descriptor, False)


def _write_all(stream: TextIO, text: str) -> None:
    """Write ``text``, also where a part of it is all that fits and the stream, unbuffered, drops the rest without a word."""
    encoding = stream.encoding or "ascii"
    data = _encoded(text, encoding)
    binary = getattr(stream, "buffer", None)
    with _waiting(stream):
        if binary is None:  # a stream of text alone, as a caller may put in the place of stdout
            stream.write(data.decode(encoding))
        else:
            stream.flush()
            rest = memoryview(data)
            while rest:
                written = binary.write(rest)
                if not written:
                    raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
                rest = rest[written:]
        stream.flush()


def write_file(path: str, text: str) -> None:
    """Write ``text`` in UTF-8 to the file ``path``, whole or not at all.

    It is written beside its place and moved there once it is safe on the disk; until then a file of that name stays as it
    was. A link stays a link, and what is no file, such as a pipe, is written to as it is. Raises ``OutputError``.
    """
    data = text.encode("utf-8", "backslashreplace")
    try:
        place = os.path.realpath(path)
        if path.endswith(os.sep):
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        if os.path.islink(place):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        mode = os.stat(path).st_mode if os.path.exists(path) else None
        with begun():
            if mode is None or stat.S_ISREG(mode):
                _replace(place, data, mode)
            else:
                with open(path, "wb") as device:
                    device.write(data)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise OutputError(f"cannot write {clipped(path) or 'a file without a name'}: {reason}", clipped(path)) from error


def _replace(place: str, data: bytes, mode: int | None) -> None:
    """Put a file with ``data`` at ``place``; with the permissions of the one before, if any, else with the usual ones."""
    folder = os.path.dirname(place)
    draft = os.path.join(folder, f".uth-exact-{os.urandom(8).hex()}")
    made = False
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), 0o666)
        made = True
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        if mode is not None:
            os.chmod(draft, stat.S_IMODE(mode))
        os.replace(draft, place)
    except BaseException:
        if made:
            with suppress(OSError):
                os.unlink(draft)
        raise


def json_line(document: object) -> str:
    import json

    return json.dumps(document) + "\n"


def one_line(message: str) -> str:
    """``message`` without anything that would break the line or steer the terminal."""
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in message)


def complain(text: str) -> None:
    """Write to stderr; if that cannot be done, there is nobody left to tell."""
    if sys.stderr is None:
        return
    try:
        _write_all(sys.stderr, text)
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
