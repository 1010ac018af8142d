"""Many questions at once: from threads, from processes of every kind, around forks and collections of garbage; always the same answers.

``python bench/load.py`` asks ten thousand questions and prints what it measures.
"""

from __future__ import annotations

import copy
import gc
import json
import os
import pickle
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import load
from uth_exact import Solution, Solver, advise, analyse, load_sheet, load_strategy, parse_cards, play, solve
from uth_exact.errors import CardError, InvariantError
from uth_exact.game import COUNT_PIECES, OUTCOME_PIECES, SOLVE_PIECES
from uth_exact.known_game import solve_seeing

THREADS = 8
SMALL = "9TJQ"
"""A deck of 16 cards, so that a whole game takes a moment."""


@pytest.fixture(scope="module")
def asked() -> list[load.Question]:
    return load.questions(600)


@pytest.fixture(scope="module")
def alone(asked: list[load.Question]) -> list[str]:
    """What each question is answered in one thread, one after the other."""
    return load.answers(asked)


# Threads


@pytest.mark.slow
def test_threads_get_the_answers_that_one_gets(asked: list[load.Question], alone: list[str]) -> None:
    """Eight at once, and in the other order."""
    assert len(set(alone)) > 590
    assert load.in_threads(asked, THREADS) == alone
    assert load.in_threads(asked[::-1], THREADS) == alone[::-1]


def figures_of(solution: Solution) -> tuple[Fraction, object, object]:
    return solution.total, solution.figures, solution.outcomes


def test_a_solver_serves_many_threads(uth: Solution) -> None:
    """The same one, asked for several pay tables, for outcomes, hands and side bets at once."""
    sheets = [load_sheet(name) for name in ("uth-dk", "uth-nl", "uth-dk+trips-765", "uth-gr")]
    solver = Solver(sheets[0], SMALL)
    one_by_one = [Solver(sheet, SMALL) for sheet in sheets]
    expected = [figures_of(each.solve()) for each in one_by_one]
    bets = [solver.side_bet(sheet.side_bets[0]) for sheet in sheets]
    shared = solver.solve()
    with ThreadPoolExecutor(THREADS) as pool:
        for _ in range(3):
            solutions = [pool.submit(lambda sheet: figures_of(solver.solve(sheet)), sheet) for sheet in sheets]
            asked_of_one = [pool.submit(figures_of, shared) for _ in range(THREADS)]
            side_bets = [pool.submit(Solver(sheet, SMALL).side_bet, sheet.side_bets[0]) for sheet in sheets]
            assert [future.result(load.PATIENCE) for future in solutions] == expected
            assert {future.result(load.PATIENCE)[0] for future in asked_of_one} == {expected[0][0]}
            assert [future.result(load.PATIENCE) for future in side_bets] == bets
            shared = solver.solve()


@pytest.mark.slow
def test_the_whole_game_from_several_threads_at_once(uth: Solution) -> None:
    """From nothing each time, some of them with threads of their own."""
    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(lambda threads: figures_of(solve("uth-dk", threads=threads)), (1, 2, 1)))
    assert found == [figures_of(uth)] * 3


@pytest.mark.parametrize("threads", [1, 3])
def test_an_interruption_of_threads_leaves_all_as_it_was(threads: int) -> None:
    """What is raised while they work comes out at once, and the next answer is right."""
    expected = figures_of(Solver("uth-dk", SMALL).solve())
    for moment in range(1, COUNT_PIECES + SOLVE_PIECES + OUTCOME_PIECES + 1, 4):
        left = [moment]

        def progress(left: list[int] = left) -> None:
            left[0] -= 1
            if not left[0]:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            figures_of(Solver("uth-dk", SMALL, threads=threads, progress=progress).solve())
    assert figures_of(Solver("uth-dk", SMALL, threads=threads).solve()) == expected


def test_ctrl_c_ends_a_program_that_solves_on_threads() -> None:
    """A program of somebody's with a pool of its own: the interruption arrives, and nobody waits for ever."""
    program = """
import signal, sys
from uth_exact import Solver
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    while True:
        Solver("uth-dk", "9TJQKA", threads=3).solve().outcomes
        print("solved", flush=True)
except KeyboardInterrupt:
    assert Solver("uth-dk", "9TJQ", threads=3).solve().deals == 120 * 364 * 55 * 36
    print("ended", flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "solved\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert out.endswith("ended\n")


def test_garbage_is_collected_while_calls_run(asked: list[load.Question], alone: list[str]) -> None:
    """Games in circles of references, dropped on one thread while others are in the core."""
    with load.busy(asked[:100], 2):
        for _ in range(15):
            solver = Solver("uth-dk", SMALL)
            circle: list[object] = [solver.solve(), solver]
            circle.append(circle)
            del circle, solver
            gc.collect()
            assert load.answers(asked[100:110]) == alone[100:110]


# Processes


@pytest.mark.slow
@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes_get_the_answers_that_one_gets(method: str, asked: list[load.Question], alone: list[str]) -> None:
    """However they are started, and also if threads are in the core at that moment."""
    with load.busy(asked[:50], 2), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # from Python 3.12 on, one against forks beside threads: the point here
        assert load.in_processes(asked[:300], method, 2) == alone[:300]


def test_a_forked_process_goes_on_with_a_game(asked: list[load.Question]) -> None:
    """One counted and solved before the fork, which both sides then use and drop, while a thread was in the core."""
    solver = Solver("uth-dk", SMALL)
    solution = solver.solve()
    hands = [("9h9d", "TsJsQs"), ("QhJd", "9s9cTh")]

    def seen() -> list[object]:
        again = solver.solve(load_sheet("uth-dk+trips-765"))
        flops = [solution.flop(hole, flop).actions for hole, flop in hands]
        return [solution.total, again.total, flops, solution.outcomes, solver.side_bet(load_sheet("uth-dk").side_bets[0])]

    reading, writing = os.pipe()
    with load.busy(asked[:50], 1), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if not child:
        try:
            with os.fdopen(writing, "wb") as pipe:
                pickle.dump(seen(), pipe)
            del solution, solver
            gc.collect()
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        found = pickle.load(pipe)
    assert os.waitpid(child, 0)[1] == 0
    assert found == seen()


def test_a_forked_process_waits_for_no_thread_that_it_does_not_have() -> None:
    """Forked while other threads were getting ready to count with cards seen."""
    program = """
import os, signal, threading
from uth_exact import known_sums
from uth_exact.executors import processors
from uth_exact.known_game import solve_seeing

for _ in range(processors()):
    threading.Thread(target=known_sums._making.acquire).start()
while known_sums._making.acquire(blocking=False):
    known_sums._making.release()
child = os.fork()
if not child:
    signal.alarm(20)
    os._exit(solve_seeing("uth-dk", "dealer:1", limit=2).classes)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)
    assert (done.stdout, done.stderr) == ("2\n", "")


# Memory


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="this system does not tell how much memory a process has")
@pytest.mark.slow
def test_answers_leave_no_memory_behind() -> None:
    """After a first round, which fills what is kept on purpose: of hands and of whole games, refusals and interruptions alike."""
    program = """
import json, sys
import load
from uth_exact import Solver, play, solve
from uth_exact.errors import UthError

def once():
    for question in asked:
        load.answer(question)
        try:
            load.answer({**question, "hole": "AsAs"})
        except UthError:
            pass
    load.in_threads(asked[:100], 2)
    solver = Solver("uth-dk", "9TJQ", threads=2)
    solver.census()
    play("simple", solver.solve()).outcomes

asked = load.questions(400)
once()
once()
before = *load.held(), load.resident()
for _ in range(4):
    once()
print(json.dumps([now - then for then, now in zip(before, (*load.held(), load.resident()))]))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=Path(__file__).parent, capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
    taken, blocks, resident = json.loads(done.stdout)
    # Of 1,600 answers: less than 100 bytes and half a Python object each, and no more than allocators shift about.
    assert taken < 160_000
    assert blocks < 800
    assert resident < 8_000_000


# Values


VALUES: dict[str, Callable[[Solution], Any]] = {
    "cards": lambda uth: parse_cards("As Kd"),
    "a sheet": lambda uth: load_sheet("casino-holdem-dk"),
    "rules": lambda uth: uth.rules,
    "an analysis": lambda uth: analyse("KdQh", "4s5h6d", details=True),
    "a strategy": lambda uth: load_strategy("simple"),
    "advice": lambda uth: advise("simple", analyse("KdQh", "4s5h6d8c9d")),
    "figures": lambda uth: uth.figures,
    "outcomes": lambda uth: uth.outcomes,
    "contributions": lambda uth: uth.contributions,
    "a decision before the flop": lambda uth: uth.hole_classes["AKs"],
    "a strategy played": lambda uth: play("simple", Solver("uth-dk", SMALL).solve()),
    "a side bet": lambda uth: uth.side_bet(load_sheet("uth-dk").side_bets[0]),
    "a part of a game with knowledge": lambda uth: solve_seeing("uth-dk", "dealer:1", limit=2),
}


@pytest.mark.parametrize("name", VALUES)
def test_what_is_answered_can_be_copied_and_sent(name: str, uth: Solution) -> None:
    """To another process, or into a file: it is the same there."""
    value = VALUES[name](uth)
    for made in (partial(copy.copy, value), partial(copy.deepcopy, value), lambda: pickle.loads(pickle.dumps(value))):
        assert made() == value


@pytest.mark.parametrize("error", [CardError("duplicate_card", "As twice", "board"), InvariantError("broken", "sums differ")])
def test_an_error_arrives_from_another_process_whole(error: CardError | InvariantError) -> None:
    found = pickle.loads(pickle.dumps(error))
    assert (type(found), found.code, found.message, found.where) == (type(error), error.code, error.message, error.where)


def test_a_game_in_the_core_is_not_sent(uth: Solution) -> None:
    """It is memory of this process: a pickle is refused, never made of half of it; rules and figures can be sent."""
    for thing in (uth, Solver("uth-dk", SMALL)):
        with pytest.raises(TypeError, match="cannot pickle"):
            pickle.dumps(thing)
