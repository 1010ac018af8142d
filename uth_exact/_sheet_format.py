"""The parsed TOML of a rule sheet -> ``Sheet``. The format is described in docs/rule-sheets.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum, unique
from fractions import Fraction

from uth_exact._sheet_claims import Claim, read_claims
from uth_exact._sheet_fields import Fields, named, nearest
from uth_exact._sheet_tables import read_hand, read_pay_table
from uth_exact.errors import RulesError, SheetError
from uth_exact.odds import shown
from uth_exact.rules import (
    CHECK,
    EVEN,
    FOLD,
    LOSE,
    PUSH,
    Action,
    ActionKind,
    PayTable,
    Rules,
    SideBet,
    Street,
    Verdict,
    Wager,
    Whose,
    bet,
)
from uth_exact.settlement import compile_rules

MAX_SIZES = 4
"""Bet sizes that one street may list."""

MAX_SIZE = 100
"""Antes that one bet may cost."""

FINEST = 1000
"""Sizes are multiples of an ante divided by this."""


@unique
class Game(Enum):
    """What a sheet builds on: the wagers and how they are settled."""

    UTH = "ultimate-texas-holdem"
    """Ante and blind before the cards: the blind by its table on a win, the ante only against a dealer who qualifies."""
    CASINO = "casino-holdem"
    """Ante before the cards: by its table on a win, and against a dealer who does not qualify whatever the hands."""


@unique
class AnteLoss(Enum):
    """What the ante does when the dealer wins without qualifying."""

    PUSH = "push"
    """It goes back to the player."""
    LOSE = "lose"
    """It is lost like the other wagers."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A rule sheet: one game with its side bets and what is claimed of it."""

    name: str
    """The built-in name or the file's stem, with ``+variant`` for each variant chosen."""
    title: str
    game: str
    rules: Rules
    side_bets: tuple[SideBet, ...]
    claims: tuple[Claim, ...]
    source: str
    """Where the rules were read."""
    checked: date | None
    """When they were last compared with the source."""
    notes: tuple[str, ...]
    """What the sheet says without any effect on a value."""
    variants: tuple[str, ...]
    """Variants that can be chosen, in the order of the file."""
    warnings: tuple[str, ...]
    """What was read as written but looks like a mistake."""
    alternatives: tuple[Sheet, ...] = field(default=(), repr=False)
    """The sheet with each of its variants chosen by itself; none if a variant is chosen already."""
    added: tuple[Claim, ...] = field(default=(), repr=False)
    """Those of the claims that the variants chosen bring."""


_RULE_KEYS = {
    Game.UTH: ("qualifier", "ante_if_unqualified_dealer_wins", "bets", "ante", "blind"),
    Game.CASINO: ("qualifier", "bets", "ante"),
}
_OTHER_KEYS = ("title", "source", "checked", "notes", "claims", "side_bets")
_QUALIFIER = {Game.UTH: "pair", Game.CASINO: "pair of 4s"}
_SIZES: dict[Game, dict[Street, list[object]]] = {
    Game.UTH: {Street.PREFLOP: [4, 3], Street.FLOP: [2], Street.RIVER: [1]},
    Game.CASINO: {Street.PREFLOP: [], Street.FLOP: [2], Street.RIVER: []},
}
_SIDE_SETTINGS = ("hand", "cards", "at_least", "dealer_wins", "tie", "player_wins")
_TAKEN_NAMES = ("main", "ante", "blind", "play", "call", "check", "fold")


def build(name: str, file: str, data: Mapping[str, object], chosen: Sequence[str] = ()) -> Sheet:
    """The sheet called ``name`` in ``file``, whose parsed text is ``data``, with the variants ``chosen``.

    Every variant is checked, chosen or not. Raises ``SheetError``.
    """
    base = Fields(data, file)
    base.known(("game", *_RULE_KEYS[Game.UTH], *_OTHER_KEYS, "variants"))
    game = _game(base)
    base.known(("game", *_RULE_KEYS[game], *_OTHER_KEYS, "variants"))
    variants = base.named_tables("variants", "variant")
    for variant in variants.values():
        variant.known((*_RULE_KEYS[game], *_OTHER_KEYS))
    for variant_name in chosen:
        if variant_name not in variants:
            place = f"{file}: variants: {named(variant_name)}"
            raise SheetError("unknown_variant", f"{place}: unknown variant; {nearest(variant_name, variants)}", place)
    chosen = tuple(dict.fromkeys(chosen))
    whole = _sheet(name, game, base, variants, ())  # first, for its faults are not those of a variant
    single = {(each,): _sheet(name, game, base, variants, (each,)) for each in variants}
    if not chosen:
        return replace(whole, alternatives=tuple(single.values()))
    return single[chosen] if chosen in single else _sheet(name, game, base, variants, chosen)


def _game(fields: Fields) -> Game:
    text = fields.needed("game", '"ultimate-texas-holdem"')
    for game in Game:
        if game.value == text:
            return game
    raise fields.error("unknown_game", "game", f"unknown game {shown(text)}; {nearest(text, [game.value for game in Game])}")


def _sheet(name: str, game: Game, base: Fields, variants: Mapping[str, Fields], chosen: Sequence[str]) -> Sheet:
    layers = [variants[variant_name] for variant_name in chosen]
    changes = [_changes(game, layer) for layer in layers]
    fields = base
    for number, layer in enumerate(layers):
        for key, place in changes[number].items():
            for other, earlier in zip(chosen, changes[:number], strict=False):
                if key in earlier:
                    raise SheetError("variant_conflict", f"{place}: the variant {other} changes it too; choose one of the two", place)
        lower, upper = fields.table("side_bets"), layer.table("side_bets")
        fields = fields.under(layer)
        if lower and upper:
            fields = fields.replaced("side_bets", lower.under(upper))
    warnings: list[str] = []
    rules = _rules("+".join((name, *chosen)), game, fields, warnings)
    try:
        compile_rules(rules)
    except RulesError as error:
        place = ": ".join((base.where, *(f"variants: {each}" for each in chosen)))
        raise SheetError(error.code, f"{place}: {error.message.removeprefix(f'{rules.name}: ')}", place) from None
    tables = fields.named_tables("side_bets", "side bet")
    side_bets = tuple(_side_bet(bet_name, table, warnings) for bet_name, table in tables.items())
    bet_names = list(tables)
    claims: list[list[Claim]] = []
    for number, layer in enumerate([base, *layers]):
        others = [change for place, change in enumerate(changes, 1) if place != number]
        changed = {key if key in bet_names else "main" for change in others for key in change}
        read = read_claims(layer, _action_names(game, base.under(layer)), bet_names)
        claims.append([claim for claim in read if (claim.on if claim.on in bet_names else "main") not in changed])
    return Sheet(
        name=rules.name,
        title="; ".join((base.text("title", name), *(layer.text("title", each) for layer, each in zip(layers, chosen, strict=True)))),
        game=game.value,
        rules=rules,
        side_bets=side_bets,
        claims=tuple(claim for each in claims for claim in each),
        source=fields.text("source"),
        checked=fields.day("checked"),
        notes=tuple(note for layer in (base, *layers) for note in layer.lines("notes")),
        variants=tuple(variants),
        warnings=tuple(warnings),
        added=tuple(claim for each in claims[1:] for claim in each),
    )


def _changes(game: Game, variant: Fields) -> dict[str, str]:
    """What a variant changes, a key of the rules or a side bet, and the place where it does."""
    side_bets = variant.table("side_bets")
    found = {key: variant.place(key) for key in variant if key in _RULE_KEYS[game]}
    if side_bets is not None:
        found |= {key: side_bets.place(key) for key in side_bets}
    return found


def _rules(name: str, game: Game, fields: Fields, warnings: list[str]) -> Rules:
    qualifier = read_hand(fields, "qualifier", _QUALIFIER[game])
    one = Fraction(1)
    if game is Game.CASINO:
        ante = _pay_table(fields, "ante", warnings)
        forced = [Wager("ante", one, lose=(ante, LOSE), tie=(ante, PUSH), win=(ante, ante))]
        play = Wager("call", one, lose=(PUSH, LOSE), tie=(PUSH, PUSH), win=(PUSH, EVEN))
    else:
        ante = _pay_table(fields, "ante", warnings) if "ante" in fields else EVEN
        loss = PUSH if fields.choice("ante_if_unqualified_dealer_wins", AnteLoss.PUSH) is AnteLoss.PUSH else LOSE
        blind = _pay_table(fields, "blind", warnings)
        forced = [
            Wager("ante", one, lose=(loss, LOSE), tie=(PUSH, PUSH), win=(PUSH, ante)),
            Wager("blind", one, lose=(LOSE, LOSE), tie=(PUSH, PUSH), win=(blind, blind)),
        ]
        play = Wager("play", one, lose=(LOSE, LOSE), tie=(PUSH, PUSH), win=(EVEN, EVEN))
    return Rules(name, qualifier, tuple(forced), play, _actions(game, fields))


def _pay_table(fields: Fields, key: str, warnings: list[str]) -> PayTable:
    table = fields.table(key)
    if table is None:
        raise fields.error("missing_table", key, f"the table is missing; write [{key}] and below it a row for each category")
    return read_pay_table(table, key, warnings)


def _actions(game: Game, fields: Fields) -> tuple[tuple[Action, ...], tuple[Action, ...], tuple[Action, ...]]:
    """Bets as listed; a check before the last street that has a bet, on that street a fold if there is one."""
    table = fields.table("bets") or Fields({}, fields.place("bets"))
    table.known((*(street.key for street in Street), "fold"))
    sizes = {street: _sizes(game, table, street) for street in Street}
    several = len(set().union(*sizes.values())) > 1
    bets = {street: tuple(_bet(game, size, several) for size in sizes[street]) for street in Street}
    last = max((street for street in Street if bets[street]), default=None)
    if last is None:
        raise table.missing("no_bets", "no street has a bet; list a size, as in river = [1]")
    end = (FOLD,) if table.flag("fold", True) else ()
    preflop, flop, river = (() if street > last else (*bets[street], *(end if street is last else (CHECK,))) for street in Street)
    return preflop, flop, river


def _action_names(game: Game, fields: Fields) -> list[str]:
    """What a claim on how often an action is taken may name: of these bets, whatever another variant makes of them."""
    return [action.name for actions in _actions(game, fields) for action in actions if action != CHECK]


def _bet(game: Game, size: Fraction, several: bool) -> Action:
    """A bet as the game calls it; a call is told apart by its size where there are several."""
    if game is Game.CASINO:
        return Action(f"call {size}x" if several else "call", ActionKind.BET, size)
    return bet(size)


def _sizes(game: Game, table: Fields, street: Street) -> tuple[Fraction, ...]:
    values = table.value(street.key, _SIZES[game][street])
    example = "[4, 3], or [] for a street without a bet"
    if not isinstance(values, list):
        raise table.error("bad_bets", street.key, f"{shown(values)} is not a list of sizes; write {street.key} = {example}")
    if len(values) > MAX_SIZES:
        raise table.error("bad_bets", street.key, f"{len(values)} sizes, but a street takes at most {MAX_SIZES}; take some out")
    sizes: list[Fraction] = []
    for value in values:
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        size = Fraction(str(value)) if number and 0 < value <= MAX_SIZE else Fraction(0)
        if not size or FINEST % size.denominator:
            numbers = f"numbers above 0 and at most {MAX_SIZE}, with at most three decimals and without quotes"
            raise table.error("bad_bets", street.key, f"{shown(value)} is not a size in antes; write {numbers}, as in {example}")
        if size in sizes:
            raise table.error("bad_bets", street.key, f"{shown(value)} is listed twice; take one out")
        sizes.append(size)
    return tuple(sizes)


def _side_bet(name: str, table: Fields, warnings: list[str]) -> SideBet:
    if name in _TAKEN_NAMES:
        raise table.missing("bad_name", "the name belongs to the main game; call the side bet something else")
    whose = table.choice("hand", Whose.PLAYER)
    cards = table.value("cards", 7)
    if isinstance(cards, bool) or not isinstance(cards, int) or cards not in (5, 6, 7):
        raise table.error("bad_choice", "cards", f"{shown(cards)} is not a choice here; write 5, 6 or 7 without quotes")
    verdicts = (table.choice("dealer_wins", Verdict.PAY), table.choice("tie", Verdict.PAY), table.choice("player_wins", Verdict.PAY))
    if cards != 7 and (whose is not Whose.PLAYER or set(verdicts) != {Verdict.PAY}):
        raise table.error("bad_choice", "cards", "a bet on the dealer's hand or on who wins is settled on all 7 cards; write 7")
    at_least = read_hand(table, "at_least", "none")
    pays = read_pay_table(table, name, warnings, at_least.category, _SIDE_SETTINGS)
    return SideBet(name, pays, whose, cards, at_least, verdicts)
