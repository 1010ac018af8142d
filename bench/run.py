"""Prints how long things take here, and as ratios; asserts counts only.

    python bench/run.py [--plain]

Times are the best of several runs on one core, in milliseconds.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from random import Random

from uth_exact import analyse, engine, load_sheet
from uth_exact.cards import DECK, parse_cards
from uth_exact.executors import on_threads
from uth_exact.game import Solver, solve
from uth_exact.known_game import solve_seeing
from uth_exact.strategy import play

TOTAL = Fraction(-607_723_787_676, 27_813_810_024_000)


def best_of(runs: int, work: Callable[[], object]) -> float:
    """Milliseconds of the fastest of several runs."""
    fastest = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        work()
        fastest = min(fastest, time.perf_counter() - start)
    return fastest * 1000


def line(what: str, milliseconds: float, note: str = "") -> None:
    print(f"{what:<58}{milliseconds:>12.3f} ms  {note}", flush=True)


def one_hand() -> None:
    rules = load_sheet("uth-dk").rules
    dead = "AcAd2s3s4s5h6h7c8c9d"
    for name, hole, board, gone, runs in [
        ("river", "KdQh", "4s5h6d8c9d", "", 200),
        ("flop", "KdQh", "4s5h6d", "", 50),
        ("before the flop", "Kh5d", "", "", 20),
        ("before the flop, ten dead cards", "Kh5d", "", dead, 20),
    ]:
        cards = [parse_cards(text) for text in (hole, board, gone)]
        line(f"core: {name}", best_of(runs, partial(engine.decide, *cards, rules)))
        line(f"analyse(): {name}", best_of(runs, partial(analyse, hole, board, gone, rules)))
    fast = best_of(20, lambda: analyse("9s8s", "7s8hTs", "", rules))
    cards = [parse_cards(text) for text in ("9s8s", "7s8hTs", "")]
    plain = best_of(3, lambda: engine.decide(*cards, rules, plain=True))
    line("flop, every deal one by one", plain, f"{plain / fast:.0f} times the fast way")


def seat() -> None:
    """Random spots of each kind one after the other, hole cards by hole cards: the mean of their fastest runs."""
    rules = load_sheet("uth-dk").rules
    line("taking a seat", best_of(3, lambda: engine.Seat(rules)))
    taken = engine.Seat(rules)
    for name, dealer, flop, last, dead in [
        ("one card of the dealer seen", 1, 0, 0, 0),
        ("both", 2, 0, 0, 0),
        ("one of the dealer, one of the flop", 1, 1, 0, 0),
        ("one of the dealer, one of turn and river", 1, 0, 1, 0),
        ("two dead cards", 0, 0, 0, 2),
    ]:
        total, detailed = 0.0, 0.0
        for seed in range(20):
            deck = Random(seed).sample(DECK, 52)
            hole = [deck.pop(), deck.pop()]
            places = [[deck.pop() for _ in range(count)] for count in (dealer, flop, last, dead)]
            taken.decide(hole, *places)
            total += best_of(5, partial(taken.decide, hole, *places))
            detailed += best_of(5, partial(taken.decide, hole, *places, details=True))
        line(f"seat: {name}", total / 20, f"with all endings {detailed / total:.1f} times as long")


def whole_game(plain: bool) -> None:
    rules = load_sheet("uth-dk").rules
    one = best_of(5, lambda: solve(rules))
    line("whole game from nothing, one thread", one)
    line("whole game from nothing, two threads", best_of(5, lambda: solve(rules, threads=2)))
    solver = Solver(rules)
    line("another pay table, counts kept", best_of(5, lambda: solver.solve(rules)))
    solution = solver.solve(rules)
    assert solution.ev_per_ante == TOTAL
    start = time.perf_counter()
    assert sum(row.deals for row in solution.outcomes) == solution.deals
    line("table of outcomes", (time.perf_counter() - start) * 1000)
    line("census of all showdowns, counting included", best_of(3, lambda: Solver(rules).census()))
    line("strategy simple, the game being solved", best_of(3, lambda: play("simple", solution)))
    if plain:
        start = time.perf_counter()
        slowly = Solver(rules, plain=True).solve()
        slow = (time.perf_counter() - start) * 1000
        line("whole game, each of 134,459 boards sorted and walked", slow, f"{slow / one:.0f} times the fast way")
        assert (slowly.total, slowly.hole_classes) == (solution.total, solution.hole_classes)
        print("  the same integers for all 169 classes of hands")


def with_knowledge() -> None:
    """One class of each game of a player who sees cards, and what all of them come to."""
    for sees in ("dealer:1", "dealer:2", "dealer:1+flop:1", "dealer:1+last:1", "neighbours:1", "neighbours:2"):
        part = solve_seeing("uth-dk", sees, limit=60)
        each = part.nanoseconds / part.classes / 1e6
        line(f"rtp --sees {sees}: one class", each, f"{part.total_classes:,} classes: {each * part.total_classes / 60_000:,.1f} minutes")


def on_two_threads() -> None:
    """The same work on one thread and on two, in turn, by the clock."""
    rules = load_sheet("uth-dk").rules
    for sees in ("dealer:1", "dealer:1+last:1"):
        once = [partial(solve_seeing, rules, sees, limit=2000, place=partial(on_threads, threads)) for threads in (1, 2)]
        one, two = (min(times) for times in zip(*([best_of(1, work) for work in once] for _ in range(3)), strict=True))
        line(f"rtp --sees {sees}: 2,000 classes, two threads", two, f"{two / one:.2f} of one thread")


def commands() -> None:
    hands = (["hand", "Kh5d"], ["hand", "KdQh", "--board", "4s5h6d8c9d"])
    games = (["rtp", "uth-dk"], ["verify"], ["strategy", "simple"], ["chart", "preflop"])
    for arguments in (["--help"], *hands, *games):
        command = [sys.executable, "-m", "uth_exact", *arguments]
        line("command: " + " ".join(arguments), best_of(5, partial(subprocess.run, command, check=True, capture_output=True)))
    line("python, doing nothing", best_of(5, lambda: subprocess.run([sys.executable, "-c", ""], check=True)))
    line("import uth_exact", best_of(5, lambda: subprocess.run([sys.executable, "-c", "import uth_exact"], check=True)))


if __name__ == "__main__":
    one_hand()
    seat()
    commands()
    whole_game("--plain" in sys.argv[1:])
    with_knowledge()
    on_two_threads()
    print(f"{'most memory of this process':<58}{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:>12.0f} MB")
