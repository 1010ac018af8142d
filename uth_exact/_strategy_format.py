"""The parsed TOML of a strategy -> ``Strategy``. The format is described in docs/strategies.md."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from uth_exact._sheet_fields import Fields, nearest
from uth_exact.cards import HOLE_CLASSES, RANKS
from uth_exact.errors import SheetError, StrategyError
from uth_exact.features import Features
from uth_exact.odds import shown
from uth_exact.rules import Category, Street

BEST = "best"
"""What a rule may do besides the actions of a game: what is best from there on."""

NO_RANK = len(RANKS)
"""Stands for no rank, where a condition asks for one."""

MAX_RULES = 100

Values = frozenset[int]


@dataclass(frozen=True, slots=True)
class Condition:
    """One thing that a player sees, and what it may be."""

    feature: str
    """A field of ``Features``."""
    allowed: Values
    """Values that fit: numbers, truth as 0 and 1, ranks and categories by their places, hole classes as ``hole_number``."""


@dataclass(frozen=True, slots=True)
class StrategyRule:
    """What to do in the spots that it fits: those where all conditions of one of its alternatives hold."""

    name: str
    does: str
    """Name of an action, or ``best``."""
    alternatives: tuple[tuple[Condition, ...], ...]
    """One alternative without conditions fits everything."""
    place: str
    """Where it stands, for messages."""

    @property
    def fits_all(self) -> bool:
        return () in self.alternatives


Streets = tuple[tuple[StrategyRule, ...], tuple[StrategyRule, ...], tuple[StrategyRule, ...]]


@dataclass(frozen=True, slots=True)
class Strategy:
    """Fixed rules of play: for each street rules in order, of which the first that fits decides.

    Raises ``StrategyError`` for rules that are no strategy in any game.
    """

    name: str
    title: str
    game: str
    """The game that it is for, as in ``Sheet.game``; empty for any."""
    streets: Streets
    """A street without rules is never reached, or has a single action."""
    source: str = ""
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.streets) != len(Street):
            raise self._no_strategy(f"rules are for {len(Street)} streets, not {len(self.streets)}")
        for street, rules in zip(Street, self.streets, strict=True):
            features = {condition.feature for rule in rules for alternative in rule.alternatives for condition in alternative}
            unknown = features - Features.__dataclass_fields__.keys()
            if len(rules) > MAX_RULES:
                raise self._no_strategy(f"{street.key}: {len(rules)} rules, but a street takes at most {MAX_RULES}")
            if rules and not rules[-1].fits_all:
                raise self._no_strategy(f"{street.key}: the last rule must fit everything")
            if unknown:
                raise self._no_strategy(f"{street.key}: nobody sees {shown(min(unknown))}")

    def _no_strategy(self, problem: str) -> StrategyError:
        return StrategyError("bad_strategy", f"{self.name}: {problem}", self.name)


def hole_number(name: str) -> int:
    """The place of a class of hole cards in a 13 x 13 grid: suited hands on one side of the diagonal, the others on the other."""
    high, low = RANKS.index(name[0]), RANKS.index(name[1])
    return 13 * high + low if name.endswith("s") else 13 * low + high


def seen_numbers(seen: Features) -> dict[str, int]:
    """What a player sees, by name, as the numbers that conditions and the core have for it."""
    found = {name: getattr(seen, name) for name in Features.__dataclass_fields__} | {"hole": hole_number(seen.hole)}
    missing = {"flush_card": NO_RANK, "kicker": NO_RANK, "dealer_outs": 0}
    return {name: int(missing[name] if value is None else value) for name, value in found.items()}


# What conditions say

_HOLE = re.compile(rf"([{RANKS}])([{RANKS}])([so]?)(\+?)", re.IGNORECASE | re.ASCII)
_NUMBERS = re.compile(r"(\d{1,2})(?:(\+| or more)|( or fewer)|\s*-\s*(\d{1,2}))?", re.ASCII)
_RANK = "10|[2-9tjqka]"
_RANKS = re.compile(rf"({_RANK})(?:(\+| or higher)|( or lower)|\s*-\s*({_RANK}))?", re.IGNORECASE | re.ASCII)
_LABELS = {category.label: category for category in Category}


def _hole(text: str) -> Values | None:
    """``33+``, ``A2s+``, ``K5o``, or ``K5+`` for both; ``any pair``."""
    words = text.strip()
    if words == "any pair":
        return frozenset(hole_number(name) for name in HOLE_CLASSES if len(name) == 2)
    match = _HOLE.fullmatch(words)
    if match is None:
        return None
    high, low = sorted((RANKS.index(match[1].upper()), RANKS.index(match[2].upper())), reverse=True)
    if high == low:
        return None if match[3] else frozenset(14 * rank for rank in range(low, 13 if match[4] else low + 1))
    lows = range(low, high if match[4] else low + 1)
    kinds = match[3].lower() or "so"
    return frozenset(13 * high + each if kind == "s" else 13 * each + high for each in lows for kind in kinds)


def _made(text: str) -> Values | None:
    """``pair``, ``two pair or better``, ``straight or worse``."""
    words = " ".join(text.lower().replace("_", " ").split())
    label = words.removesuffix(" or better").removesuffix(" or worse")
    if label not in _LABELS:
        return None
    category = _LABELS[label]
    if words.endswith(" or worse"):
        return frozenset(each for each in Category if each <= category)
    return frozenset(each for each in Category if each == category or (each > category and words != label))


def _number(text: str) -> Values | None:
    """``4``, ``4+`` or ``4 or more``, ``20 or fewer``, ``0-20``."""
    match = _NUMBERS.fullmatch(text.strip())
    if match is None:
        return None
    first = int(match[1])
    if match[3]:
        return frozenset(range(first + 1))
    last = 99 if match[2] else int(match[4]) if match[4] else first
    return frozenset(range(first, last + 1))


def _rank(text: str) -> Values | None:
    """``T``, ``10+`` or ``10 or higher``, ``8 or lower``, ``2-9``, ``none``."""
    words = text.strip().lower()
    if words == "none":
        return frozenset({NO_RANK})
    match = _RANKS.fullmatch(words)
    if match is None:
        return None
    first, last = (RANKS.index((each or match[1]).upper().replace("10", "T")) for each in (match[1], match[4]))
    if match[3]:
        return frozenset(range(first + 1))
    return frozenset(range(first, 13 if match[2] else last + 1))


def _board_rank(text: str) -> Values | None:
    """``top``, ``second``, ``third``, ``any`` or ``none``."""
    return {
        "top": frozenset({1}),
        "second": frozenset({2}),
        "third": frozenset({3}),
        "any": frozenset(range(1, 6)),
        "none": frozenset({0}),
    }.get(text.strip().lower())


def _straight(text: str) -> Values | None:
    """``open`` (two ranks complete it), ``gutshot`` (one), ``any`` or ``none``."""
    return {"open": frozenset({2}), "gutshot": frozenset({1}), "any": frozenset({1, 2}), "none": frozenset({0})}.get(text.strip().lower())


@dataclass(frozen=True, slots=True)
class _Word:
    """A condition as a file writes it."""

    feature: str
    streets: tuple[Street, ...]
    read: Callable[[str], Values | None] | None
    """What a text may be; ``None`` for true or false."""
    example: str
    possible: Values
    but: bool = False
    """Whether it names what does not fit."""


_BOTH = (Street.FLOP, Street.RIVER)
_TRUTH = frozenset({0, 1})
_ANY_RANK = frozenset(range(14))

WORDS: Mapping[str, _Word] = {
    "hole": _Word("hole", tuple(Street), _hole, '"33+", "A2s+" or "K5o"', frozenset(map(hole_number, HOLE_CLASSES))),
    "not_hole": _Word("hole", tuple(Street), _hole, '"22" or "K5o"', frozenset(map(hole_number, HOLE_CLASSES)), but=True),
    "made": _Word("made", _BOTH, _made, '"pair" or "two pair or better"', frozenset(Category)),
    "uses_hole": _Word("uses_hole", _BOTH, None, "", _TRUTH),
    "board_made": _Word("board_made", _BOTH, _made, '"pair" or "pair or better"', frozenset(Category)),
    "board_suited": _Word("board_suited", _BOTH, _number, '3 or "3+"', frozenset({0, 1, 2, 3, 4, 5})),
    "pairs_board": _Word("board_match", _BOTH, _board_rank, '"top", "second", "third", "any" or "none"', frozenset(range(6))),
    "pocket_pair": _Word("pocket_pair", _BOTH, None, "", _TRUTH),
    "hidden_pair": _Word("hidden_pair", _BOTH, None, "", _TRUTH),
    "flush_cards": _Word("flush_cards", _BOTH, _number, '4 or "4+"', frozenset({0, 3, 4, 5, 6, 7})),
    "flush_card": _Word("flush_card", _BOTH, _rank, '"10+", "J" or "2-9"', _ANY_RANK),
    "straight_draw": _Word("straight_draw", (Street.FLOP,), _straight, '"open", "gutshot", "any" or "none"', frozenset({0, 1, 2})),
    "overcards": _Word("overcards", _BOTH, _number, '2 or "1+"', frozenset({0, 1, 2})),
    "kicker": _Word("kicker", _BOTH, _rank, '"Q+", "9 or lower" or "none"', _ANY_RANK),
    "dealer_outs": _Word("dealer_outs", (Street.RIVER,), _number, '"20 or fewer" or "0-20"', frozenset(range(46))),
}
"""The vocabulary: what the conditions of a rule may be."""

_ON_STREET: Mapping[tuple[str, Street], Values] = {
    ("board_made", Street.FLOP): frozenset({Category.HIGH_CARD, Category.PAIR, Category.THREE_OF_A_KIND}),
    ("board_suited", Street.FLOP): frozenset({1, 2, 3}),
    ("board_suited", Street.RIVER): frozenset({0, 3, 4, 5}),
    ("board_match", Street.FLOP): frozenset(range(4)),
    ("flush_cards", Street.FLOP): frozenset({0, 3, 4, 5}),
    ("flush_cards", Street.RIVER): frozenset({0, 5, 6, 7}),
}
"""What some conditions can be on one street only."""


# The file

_KEYS = ("title", "game", "source", "notes", *(street.key for street in Street))
_RULE_KEYS = ("name", "do", "any")


def build(name: str, file: str, data: Mapping[str, object], lines: Mapping[str, Sequence[int]], games: Iterable[str]) -> Strategy:
    """The strategy called ``name`` in ``file``, whose parsed text is ``data``.

    ``lines`` has the line of each rule by street, as far as they could be found. Raises ``SheetError``.
    """
    base = Fields(data, file)
    base.known(_KEYS)
    game = base.text("game")
    if game and game not in games:
        raise base.error("unknown_game", "game", f"unknown game {shown(game)}; {nearest(game, games)}; leave it out for any game")
    warnings: list[str] = []
    preflop, flop, river = (_street(base, street, lines.get(street.key, ()), warnings) for street in Street)
    streets = (preflop, flop, river)
    if not any(streets):
        raise base.missing("undecided", 'no rules; write [[preflop]], [[flop]] and [[river]], each with do = "check" or another action')
    return Strategy(name, base.text("title", name), game, streets, base.text("source"), base.lines("notes"), tuple(warnings))


def _street(base: Fields, street: Street, lines: Sequence[int], warnings: list[str]) -> tuple[StrategyRule, ...]:
    tables = base.tables(street.key)
    rules: list[StrategyRule] = []
    names: set[str] = set()
    for number, table in enumerate(tables, 1):
        where = f"{base.where}: {street.key} {number}" + (f" (line {lines[number - 1]})" if len(lines) == len(tables) else "")
        rule = _rule(Fields({key: table.value(key) for key in table}, where), street, number)
        if rule.name in names:
            raise SheetError("bad_name", f"{where}: name: {shown(rule.name)} is taken by a rule above; give it another", f"{where}: name")
        names.add(rule.name)
        if rules and rules[-1].fits_all:
            warnings.append(f"{where}: never fires, for {rules[-1].place.removeprefix(f'{base.where}: ')} fits everything; take one out")
            continue
        rules.append(rule)
    if rules and not rules[-1].fits_all:
        fix = "add a last rule without conditions, that says what to do with everything else"
        raise SheetError("undecided", f"{rules[-1].place}: the last rule of the street has conditions; {fix}", rules[-1].place)
    return tuple(rules)


def _rule(table: Fields, street: Street, number: int) -> StrategyRule:
    _known(table, street, _RULE_KEYS)
    does = table.needed("do", '"check"')
    shared = _conditions(table, street)
    alternatives: list[tuple[Condition, ...]] = []
    for inner in table.tables("any"):
        _known(inner, street)
        if not len(inner):
            raise inner.missing("never_fires", "an alternative without conditions always fits; take it or the whole list out")
        alternatives.append((*shared, *_conditions(inner, street)))
    if "any" in table and not alternatives:
        raise table.error("never_fires", "any", "none of no alternatives ever fits; list some, or take it out")
    return StrategyRule(table.text("name") or f"{street.key} {number}", does, tuple(alternatives) or (shared,), table.where)


def _known(table: Fields, street: Street, others: Sequence[str] = ()) -> None:
    """Refuse what is no condition on a street."""
    words = [word for word in WORDS if street in WORDS[word].streets]
    for key in table:
        if key in WORDS and key not in words:
            where = " and ".join(each.key for each in WORDS[key].streets)
            raise table.error("unknown_condition", key, f"can be seen on the {where} only; take it out")
    table.known((*others, *words), "unknown_condition", "condition")


def _conditions(table: Fields, street: Street) -> tuple[Condition, ...]:
    return tuple(_condition(table, key, WORDS[key], street) for key in table if key in WORDS)


def _condition(table: Fields, key: str, word: _Word, street: Street) -> Condition:
    value, possible = table.value(key), _ON_STREET.get((word.feature, street), word.possible)
    if word.read is None:
        return Condition(word.feature, frozenset({int(table.flag(key, True))}))
    values = value if isinstance(value, list) else [value]
    allowed: set[int] = set()
    for each in values:
        text = str(each) if isinstance(each, int) and not isinstance(each, bool) else each
        found = word.read(text) if isinstance(text, str) and len(text) <= 40 else None
        if found is None:
            raise table.error("bad_condition", key, f"{shown(each)} is not understood; write {word.example}, or a list of such")
        if not found & possible:
            raise table.error("never_fires", key, f"{shown(each)} never happens on the {street.key}; take it out")
        allowed |= found
    if not allowed:
        raise table.error("never_fires", key, f"an empty list fits nothing, so the rule can never fire; write {word.example}")
    return Condition(word.feature, possible - allowed if word.but else possible & allowed)
