"""Many random questions about hands, asked one by one, from threads and from processes, and what the answers hold.

``tests/test_load.py`` asks some of them; ``bench/load.py`` asks ten thousand and measures.
"""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from random import Random
from threading import Event, Thread

from uth_exact import Sheet, analyse, load_sheet
from uth_exact.cards import DECK, format_cards
from uth_exact.rules import Street

SHEETS = ("uth-dk", "uth-de", "uth-gr", "casino-holdem-dk", "uth-dk+trips-765")

PATIENCE = 300.0
"""Seconds after which whoever has not answered is taken for stuck."""

Question = dict[str, str]
"""The arguments of ``analyse``, all of them text."""


@lru_cache
def _sheet(name: str) -> Sheet:
    return load_sheet(name)


def questions(count: int, seed: int = 0) -> list[Question]:
    """So many: of twenty, one before the flop, nine on it and ten on the river; half of them with dead cards or seen ones."""
    random = Random(seed)
    return [_question(random, (0, 3, 5)[(number % 20 > 0) + (number % 20 > 9)]) for number in range(count)]


def _question(random: Random, board: int) -> Question:
    deck = random.sample(DECK, 52)

    def cards(count: int) -> str:
        return format_cards([deck.pop() for _ in range(count)])

    sheets = [name for name in SHEETS if board == 5 or _sheet(name).rules.actions[{0: Street.PREFLOP, 3: Street.FLOP}[board]]]
    asked = {"rules": random.choice(sheets), "hole": cards(2), "board": cards(board)}
    if random.randrange(2):
        asked["dead"] = cards(random.randrange(11))
        asked["dealer"] = cards(random.randrange(3))
        asked["last_seen"] = cards(random.randrange(2)) if board < 5 else ""
        asked["flop_seen"] = cards(random.randrange(3)) if board < 3 else ""
    return asked


def answer(question: Question) -> str:
    """A fingerprint of everything in the answer: values, costs, outcomes, deals, cards and rules."""
    rest = {name: cards for name, cards in question.items() if name != "rules"}
    return sha256(repr(analyse(**rest, rules=_sheet(question["rules"]))).encode()).hexdigest()  # type: ignore[arg-type]


def answers(asked: Sequence[Question]) -> list[str]:
    return [answer(question) for question in asked]


def in_threads(asked: Sequence[Question], threads: int) -> list[str]:
    """The same from so many threads at once."""
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(answer, asked, timeout=PATIENCE))


def in_processes(asked: Sequence[Question], method: str, processes: int) -> list[str]:
    """The same from so many processes that are started by ``method``: ``fork``, ``spawn`` or ``forkserver``."""
    with multiprocessing.get_context(method).Pool(processes) as pool:
        return pool.map_async(answer, asked, chunksize=max(1, len(asked) // (8 * processes))).get(PATIENCE)


@contextmanager
def busy(asked: Sequence[Question], threads: int) -> Iterator[None]:
    """So many threads that ask all the time, so that some of them are in the core at any moment."""
    ended = Event()

    def ask() -> None:
        while not ended.is_set():
            for question in asked:
                answer(question)
                if ended.is_set():
                    return

    workers = [Thread(target=ask) for _ in range(threads)]
    for worker in workers:
        worker.start()
    try:
        yield
    finally:
        ended.set()
        for worker in workers:
            worker.join(PATIENCE)


class _Mallinfo2(ctypes.Structure):
    """In the order of malloc.h."""

    _NAMES = ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")
    _fields_ = [(name, ctypes.c_size_t) for name in _NAMES]


def held() -> tuple[int, int]:
    """Memory in use: bytes that C has taken and not given back, and blocks that Python has. Zero where the system does not tell."""
    gc.collect()
    library = ctypes.CDLL(None)
    if not hasattr(library, "mallinfo2"):
        return 0, sys.getallocatedblocks()
    library.mallinfo2.restype = _Mallinfo2
    told = library.mallinfo2()
    return told.uordblks + told.hblkhd, sys.getallocatedblocks()


def resident() -> int:
    """Bytes of this process that are in memory; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            import resource

            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return 0
