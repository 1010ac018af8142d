"""The program started as its users start it, and struck by signals at chosen moments."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

STARTED = """
import builtins, os, signal, sys

def first(*args, real=builtins.__import__):
    builtins.__import__ = real
    os.write({ready}, b".")
    os.close({ready})
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT, signal.SIGTERM])
    return real(*args)

from uth_exact.__main__ import run
builtins.__import__ = first
sys.exit(run())
"""
"""Says when the program begins, which is when ``run`` imports for the first time; what comes before is Python's own start."""


AT_ONCE = """
import tqdm
made = tqdm.tqdm.__init__
tqdm.tqdm.__init__ = lambda *args, **options: made(*args, **{**options, "delay": 0, "mininterval": 0})
"""
"""A bar that does not wait a second."""


@dataclass(frozen=True)
class Struck:
    """How a program ended that was sent a signal."""

    code: int
    """As ``subprocess`` has it: below zero for a death of a signal."""
    out: str
    err: str
    seconds: float
    """From the first signal to the end."""
    done_before: bool
    """The program had ended when the signal was to be sent."""


def _attend() -> None:
    """Take interruptions, which a test run in the background ignores, but none before the program has begun."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGTERM])


def strike(argv: Sequence[str], sent: signal.Signals, after: float, folder: Path, again: float | None = None) -> Struck:
    """Run ``argv`` in ``folder``; ``after`` so many seconds send a signal, and the same ``again`` so much later."""
    ready, told = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-c", STARTED.format(ready=told), *argv],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "80"},
        pass_fds=[told],
        preexec_fn=_attend,
    ) as process:
        os.close(told)
        os.read(ready, 1)
        os.close(ready)
        try:
            out, err = process.communicate(timeout=after)
            return Struck(process.returncode, out, err, 0.0, True)
        except subprocess.TimeoutExpired:
            pass
        struck = time.perf_counter()
        process.send_signal(sent)
        if again is not None:
            try:
                process.wait(again)
            except subprocess.TimeoutExpired:
                process.send_signal(sent)
        try:
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
        return Struck(process.returncode, out, err, time.perf_counter() - struck, False)


def rest_shown(terminal: int) -> bytes:
    """All that is written to a terminal until its other end is closed."""
    shown = b""
    try:
        while part := os.read(terminal, 1 << 16):
            shown += part
    except OSError:
        pass  # so Linux says that nobody holds the other end
    os.close(terminal)
    return shown
