"""A file with what has been added up so far, from which a run goes on.

It is one JSON document: the format and its version, the question, the finished places, the sums over them, the processor
time they took, and a checksum over all of that. It is written whole or not at all; one that is damaged or answers another
question is refused and left as it is.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from uth_exact.console import clipped, write_file
from uth_exact.errors import CheckpointError

FORMAT = "uth-exact checkpoint"
VERSION = 1

MAX_BYTES = 10_000_000
"""Largest file that is read; a checkpoint has some kilobytes."""


@dataclass(frozen=True, slots=True)
class Done:
    """Finished places of a job, and the sums over them. Never changed in place: an interruption finds them together, or not at all."""

    sums: list[int]
    ranges: list[list[int]] = field(default_factory=list)
    """From a place up to, not including, another; in order and apart from each other."""
    nanoseconds: int = 0
    """Processor time that they took, wherever they were computed."""

    @property
    def places(self) -> int:
        """How many are finished."""
        return sum(stop - start for start, stop in self.ranges)

    def plus(self, start: int, stop: int, sums: tuple[int, ...], nanoseconds: int) -> Done:
        """With a piece that is not in yet."""
        merged: list[list[int]] = []
        for first, last in sorted([*self.ranges, [start, stop]]):
            if merged and merged[-1][1] == first:
                merged[-1][1] = last
            else:
                merged.append([first, last])
        added = [one + other for one, other in zip(self.sums, sums, strict=True)]
        return Done(added, merged, self.nanoseconds + nanoseconds)

    def gaps(self, goal: int) -> Iterator[tuple[int, int]]:
        """What is left of the places below ``goal``."""
        at = 0
        for start, stop in self.ranges:
            if at < min(start, goal):
                yield at, min(start, goal)
            at = stop
        if at < goal:
            yield at, goal


def save(path: str, question: Mapping[str, str], done: Done) -> None:
    """Write the checkpoint in place of the one before. Raises ``OutputError`` if that cannot be done; the old one then stays."""
    body = {
        "format": FORMAT,
        "version": VERSION,
        "question": dict(question),
        "done": done.ranges,
        "sums": done.sums,
        "nanoseconds": done.nanoseconds,
    }
    write_file(path, json.dumps({**body, "checksum": _checksum(body)}, indent=1) + "\n")


def _checksum(body: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def load(path: str, question: Mapping[str, str], numbers: int, places: int) -> Done | None:
    """What the checkpoint holds, ``numbers`` sums over some of ``places``; ``None`` if there is no such file.

    Raises ``CheckpointError`` for a file that is no checkpoint, is damaged, or answers another question.
    """
    name = clipped(path)
    try:
        text = _read(path)
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise _refused(name, "is no checkpoint of this program, or a damaged one") from None
    except (OSError, ValueError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        raise CheckpointError("bad_checkpoint", f"{name}: cannot be read: {reason}; give a file that can", name) from None
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise _refused(name, "is no checkpoint of this program, or a damaged one")
    if document.get("version") != VERSION:
        raise _refused(name, "is a checkpoint of another version of this program")
    checksum = document.pop("checksum", None)
    try:
        sound = checksum == _checksum(document)
    except RecursionError:
        sound = False
    if not sound:
        raise _refused(name, "is damaged: its checksum does not fit")
    held = document.get("question")
    if held != question:
        raise _refused(name, f"is the checkpoint of another question: {_difference(held, question)}")
    try:
        done = Done(document["sums"], document["done"], document["nanoseconds"])
        ends = [end for start, stop in done.ranges for end in (start, stop)]
        whole = all(type(number) is int for number in (*done.sums, *ends, done.nanoseconds))
        whole = whole and 0 <= done.nanoseconds < 1 << 63
        fits = len(done.sums) == numbers and ends == sorted(set(ends)) and all(0 <= end <= places for end in ends)
    except (KeyError, TypeError, ValueError):
        raise _refused(name, "contradicts itself") from None
    if not (whole and fits):
        raise _refused(name, "contradicts itself")
    return done


def _refused(name: str, problem: str) -> CheckpointError:
    return CheckpointError("bad_checkpoint", f"{name}: {problem}; it stays as it is: give another file, or move it away", name)


def _difference(held: object, asked: Mapping[str, str]) -> str:
    """The first thing that is asked otherwise."""
    held = held if isinstance(held, dict) else {}
    for name, value in asked.items():
        if held.get(name) != value:
            if name == "rules":
                return "other rules"
            return f"{name} {clipped(str(held.get(name)), 60)}, not {value}"
    return "it asks more"


def _read(path: str) -> str:
    """The text of the file; a pipe or a device is not waited for."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    with open(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise ValueError("it is no file")
        text = file.read(MAX_BYTES + 1)
    if len(text) > MAX_BYTES:
        raise ValueError("it is too large for a checkpoint")
    return text.decode("utf-8")
