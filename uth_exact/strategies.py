"""Fixed strategies: TOML -> ``Strategy``, checked; finds the built-in ones.

>>> simple = load_strategy("simple")
>>> [len(street) for street in simple.streets], simple.streets[0][0].does
([2, 2, 2], 'bet 4x')
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path

from uth_exact._sheet_fields import nearest
from uth_exact._strategy_format import BEST, Condition, Strategy, StrategyRule, build
from uth_exact._tables import folder
from uth_exact._toml import LONGEST_ECHO, is_file, parse_toml, quoted, read_file
from uth_exact.errors import SheetError, StrategyError
from uth_exact.odds import shown
from uth_exact.rules import Street
from uth_exact.sheets import Game

__all__ = ["BEST", "Condition", "Strategy", "StrategyRule", "load_strategy", "parse_strategy", "strategy_names"]


@lru_cache(1)
def strategy_names() -> tuple[str, ...]:
    """Names of the built-in strategies, in alphabetical order."""
    files = (folder() / "strategies").iterdir()
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in files if entry.name.endswith(".toml")))


def load_strategy(name_or_path: str | os.PathLike[str]) -> Strategy:
    """The strategy of a built-in name such as ``simple``, or of the path of a TOML file.

    What contains a separator, ends in ``.toml`` or exists as a file is a path, unless it is a built-in name. Raises
    ``StrategyError`` with a line that says what is wrong where and how to put it right.
    """
    text = os.fsdecode(name_or_path)
    if text in strategy_names():
        return _built_in(text)
    if not (is_file(text) or text.lower().endswith(".toml") or "/" in text or os.sep in text):
        message = f"no strategy is called {shown(text)}; {nearest(text, strategy_names())}; or give the path of a .toml file"
        raise StrategyError("unknown_strategy", message, text[:LONGEST_ECHO])
    try:
        found, file = read_file(text, strategy_names())
    except SheetError as error:
        raise StrategyError(error.code, error.message, error.where) from None
    return parse_strategy(found, quoted(Path(text).stem), file)


def parse_strategy(text: bytes, name: str, file: str) -> Strategy:
    """The strategy whose TOML is ``text``; ``file`` names it in messages. Raises ``StrategyError``."""
    try:
        return build(name, file, parse_toml(text, file), _rule_lines(text), [game.value for game in Game])
    except SheetError as error:
        raise StrategyError(error.code, error.message, error.where) from None


def _rule_lines(text: bytes) -> dict[str, list[int]]:
    """Where the rules of each street begin, by line, counted from 1."""
    found: dict[str, list[int]] = {street.key: [] for street in Street}
    for number, line in enumerate(text.decode("utf-8", "replace").split("\n"), 1):
        if match := re.match(r"\s*\[\[\s*(preflop|flop|river)\s*\]\]", line):
            found[match[1]].append(number)
    return found


@lru_cache(32)
def _built_in(name: str) -> Strategy:
    return parse_strategy((folder() / "strategies" / f"{name}.toml").read_bytes(), name, f"strategies/{name}.toml")
