"""Asks ten thousand random questions alone, from threads and from processes, compares every answer, and prints times and memory.

    python bench/load.py [QUESTIONS]

Wrong answers end it; times and memory are printed only. ``tests/load.py`` has the questions.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import load

THREADS = 8
PROCESSES = 4


def measured(what: str, ask: Callable[[], object]) -> None:
    """A line about how long it took to ask, and by how much the memory of this process has grown over that."""
    held, resident, start = load.held(), load.resident(), time.perf_counter()
    ask()
    taken = time.perf_counter() - start
    c_bytes, blocks = (now - then for then, now in zip(held, load.held(), strict=True))
    mapped = (load.resident() - resident) / 2**20
    print(f"{what:<42}{taken:>8.1f} s {c_bytes / 1024:>10.1f} KB {blocks:>8} blocks {mapped:>8.1f} MB resident", flush=True)


def same(alone: list[str], ask: Callable[[], list[str]]) -> None:
    """Ask, and compare what is answered with what was answered alone."""
    found = ask()
    wrong = [number for number, (one, other) in enumerate(zip(alone, found, strict=True)) if one != other]
    if wrong:
        raise SystemExit(f"wrong answers: {len(wrong)}, the first to question {wrong[0]}")


def main(count: int) -> None:
    asked = load.questions(count)
    print(f"{count:,} questions; growth of what C holds, of what Python holds, of the process")
    alone: list[str] = []
    measured("alone, the first time", lambda: alone.extend(load.answers(asked)))
    for _ in range(2):
        measured("alone, again", partial(same, alone, partial(load.answers, asked)))
    for _ in range(3):
        measured(f"{THREADS} threads", partial(same, alone, partial(load.in_threads, asked, THREADS)))
    for method in ("fork", "spawn", "forkserver"):
        measured(f"{PROCESSES} processes, {method}", partial(same, alone, partial(load.in_processes, asked, method, PROCESSES)))
    with load.busy(asked, 2):
        forked = partial(load.in_processes, asked, "fork", PROCESSES)
        measured(f"{PROCESSES} processes, fork, threads at work", partial(same, alone, forked))
    print("all answers are the same")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
