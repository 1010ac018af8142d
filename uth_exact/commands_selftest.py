"""The command ``selftest``: its options, and what it does with them."""

from __future__ import annotations

import argparse
import os
import re
from typing import Any

from uth_exact.arguments import DONE, Once, UsageError, add_common
from uth_exact.console import clipped, json_line, stdout, write
from uth_exact.errors import InvariantError

_HELP = """\
Exit code 4 if anything differs: then what was expected and what was found is said,
and no number of this installation should be trusted. Exit code 3 if the machine
could not do it: too little memory (it takes 0.4 gigabytes), no threads.

examples: uth-exact selftest
          uth-exact selftest --seed 7 --json
"""


def add_selftest(commands: Any) -> None:
    """Add ``selftest`` to the commands of a parser."""
    selftest = commands.add_parser(
        "selftest",
        help="whether the program computes right on this machine",
        description="Holds the program, on this machine, against published numbers, against a slow\n"
        "second way of computing and against itself: hands counted by category, whole\n"
        "games, random decisions, threads. It takes some seconds, and a minute or two with\n"
        "UTH_EXACT_PLAIN=1.",
        epilog=_HELP,
    )
    selftest.set_defaults(run=_selftest)
    seed: dict[str, Any] = {"metavar": "N", "default": None, "action": Once}
    selftest.add_argument("--seed", **seed, help="deal the random hands of that run again (default: new ones)")
    selftest.add_argument("--details", action="store_true", help="also every figure found that can be looked up or worked out")
    add_common(selftest)


def _selftest(args: argparse.Namespace) -> int:
    from uth_exact import selftest
    from uth_exact.machine import machine
    from uth_exact.report_selftest import selftest_json, selftest_text, verdict

    seed = selftest.fresh_seed() if args.seed is None else _seed(args.seed, selftest.SEEDS)
    checks = selftest.self_test(seed)
    if args.json:
        write(json_line(selftest_json(machine(), seed, checks, args.details)))
    else:
        from uth_exact.terminal import Screen

        write(selftest_text(machine(), seed, checks, args.details, Screen.of(stdout(), os.environ)))
    if not all(check.ok for check in checks):
        raise InvariantError("self_test", f"self test: {verdict(checks)}; with --seed {seed}")
    return DONE


def _seed(text: str, seeds: int) -> int:
    if not re.fullmatch(r"[0-9]{1,10}", text, re.ASCII) or int(text) >= seeds:
        problem = f"--seed takes a whole number from 0 to {seeds - 1}, not {clipped(text, 60)!r}"
        raise UsageError("usage", f"{problem}; see uth-exact selftest --help", "--seed")
    return int(text)
