"""``rtp --sees``: its options, and the game of a player who sees cards, on threads or a Dask cluster."""

from __future__ import annotations

import argparse
import re
import time
from typing import Any

from uth_exact.arguments import Once, UsageError, formed
from uth_exact.console import progress_bar, warn, write

TYPE_CHECKING = False  # type checkers take it for true; the modules are imported when the answer is wanted
if TYPE_CHECKING:
    from fractions import Fraction

    from uth_exact.known_game import Place
    from uth_exact.report_sees import Answer, Run
    from uth_exact.sheets import Sheet

_THREADS_PER_PROCESSOR = 4
"""More threads do no more, and keep an interruption waiting."""

_DIGITS = 30
"""More classes, or threads, than anybody has; what is longer is no more."""

_ONLY_WITH_SEES = ("limit", "price", "threads", "dask", "checkpoint")

SEES_HELP = """\
a player who sees this in every round: dealer:1, dealer:2, flop:1, flop:2, last:1 (turn or river), neighbours:1 or
neighbours:2 (two cards each), or several joined as in dealer:1+flop:1; see docs/known-cards.md
"""

THREADS_HELP = "so many threads share the work, at most four for each processor (default: one for each)"


def add_sees(rtp: argparse.ArgumentParser) -> None:
    """Add the options of a player who sees cards to ``rtp``."""
    sees = rtp.add_argument_group("a player who sees cards")
    once: dict[str, Any] = {"action": Once}
    sees.add_argument("--sees", metavar="WHAT", **once, help=SEES_HELP)
    sees.add_argument("--threads", metavar="N", **once, help=THREADS_HELP)
    sees.add_argument("--dask", metavar="HOST:PORT", **once, help="the workers of this Dask scheduler do the work")
    sees.add_argument("--checkpoint", metavar="FILE", **once, help="keep what is done in FILE, and go on from there")
    sees.add_argument("--limit", metavar="N", **once, help="only N classes of hands, and how long all would take")
    sees.add_argument("--price", metavar="P", **once, help="with --limit: what a core-hour costs, to project the whole cost")


def rtp_sees(args: argparse.Namespace) -> bool:
    """Answer ``rtp --sees``; false if nothing is seen and the usual answer is wanted."""
    if args.sees is None:
        for name in _ONLY_WITH_SEES:
            if getattr(args, name) is not None:
                raise _usage(name, f"--{name} goes with --sees")
        return False
    limit, threads, price = _count(args, "limit"), _count(args, "threads"), _price(args)
    _check_checkpoint(args.checkpoint)
    if threads is not None and args.dask is not None:
        raise _usage("dask", "give --threads or --dask, not both")
    if args.checkpoint is not None and len(args.sheets) > 1:
        raise _usage("checkpoint", "a checkpoint is for one sheet")
    from uth_exact import report_sees as report
    from uth_exact.knowledge import Sight
    from uth_exact.sheets import load_sheet

    sight = Sight.of(args.sees)
    sheets = [load_sheet(name) for name in args.sheets]
    at_once = _at_once(threads)
    place = _place(at_once, args.dask)
    answers: list[Answer] = []
    for sheet in sheets:
        run = _same_game(sheet, answers) or _run(args, sheet, sight, place, limit)
        answers.append((sheet, run, None if not run.seen.complete else _without(sheet, at_once)))
        _check_gain(*answers[-1])
    answer = formed(
        args,
        lambda: [report.seen_json(*answer, price) for answer in answers],
        lambda: report.seen_csv(answers, price),
        lambda screen: "\n".join(report.seen_text(*answer, screen, price) for answer in answers),
    )
    for sheet in sheets:
        warn(sheet.warnings)
    write(answer)
    return True


def _run(args: argparse.Namespace, sheet: Sheet, sight: Any, place: Place, limit: int | None) -> Run:
    """The whole game or a part of it, with a bar."""
    from uth_exact import known_game
    from uth_exact.known_sums import Job
    from uth_exact.report_sees import Run

    run = known_game.Run(Job(sheet.rules, sight, args.details), limit, args.checkpoint)
    classes, began = run.left, time.monotonic()
    with progress_bar(classes, "class") as progress:
        run.finish(place, progress)
    return Run(run.seen(), classes, time.monotonic() - began)


def _same_game(sheet: Sheet, answers: list[Answer]) -> Run | None:
    """What was found for the same game under another name."""
    from uth_exact.game import same_game

    return next((run for _, run, _ in answers if same_game(run.seen.job.rules, sheet.rules)), None)


def _without(sheet: Sheet, threads: int) -> Fraction:
    """The value of the game for who sees nothing."""
    from uth_exact.game import solve

    return solve(sheet.rules, threads=threads).ev_per_ante


def _check_gain(sheet: Sheet, run: Run, without: Fraction | None) -> None:
    """Raise ``InvariantError`` if the player is worse off for seeing more."""
    from uth_exact.invariants import require

    require(without is None or run.seen.ev_per_ante >= without, f"{sheet.name}: seeing cards costs the player something", sheet.name)


def _place(threads: int, address: str | None) -> Place:
    from functools import partial

    from uth_exact.executors import dask_url, on_dask, on_threads

    if address is None:
        return partial(on_threads, threads)
    dask_url(address)  # what is no address is refused before a checkpoint is begun, and also if nothing is left to do
    return partial(on_dask, address)


def _at_once(threads: int | None) -> int:
    """How many threads share the work."""
    from uth_exact.executors import processors

    most = _THREADS_PER_PROCESSOR * processors()
    if threads is not None and threads > most:
        warn([f"--threads: {threads} is more than {_THREADS_PER_PROCESSOR} for each processor that may be used; {most} are taken"])
    return min(threads or processors(), most)


def _count(args: argparse.Namespace, name: str) -> int | None:
    text = getattr(args, name)
    if text is None:
        return None
    digits = text.lstrip("0")
    if not re.fullmatch(r"[0-9]+", digits, re.ASCII):
        raise _usage(name, f"--{name} takes a whole number, at least 1, not {text[:60]!r}")
    return int(digits[:_DIGITS])


def _check_checkpoint(path: str | None) -> None:
    if path in ("", "-"):
        raise _usage("checkpoint", f"--checkpoint takes the name of a file, which is written and read again, not {path!r}")


def _price(args: argparse.Namespace) -> Fraction | None:
    from fractions import Fraction

    if args.price is None:
        return None
    if args.limit is None:
        raise _usage("price", "--price goes with --limit: the cost of a whole run is projected from a part of it")
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", args.price, re.ASCII):
        raise _usage("price", f"--price takes an amount as in 0.05, not {args.price[:60]!r}")
    return Fraction(args.price)


def _usage(name: str, problem: str) -> UsageError:
    return UsageError("usage", f"{problem}; see uth-exact rtp --help", f"--{name}")
