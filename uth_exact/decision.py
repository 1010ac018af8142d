"""One hand, exactly: the value of every action at a decision point.

>>> analysis = analyse("KdQh", "4s5h6d8c9d")
>>> analysis.best.action.name, analysis["bet 1x"].ev
('fold', Fraction(-239, 110))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from uth_exact.cards import DECK, Card, as_cards, check_distinct, parse_exactly
from uth_exact.engine import Decided, Table, decide
from uth_exact.errors import CardError
from uth_exact.rules import FOLD, Action, ActionKind, Category, Result, Rules, Street
from uth_exact.settlement import Settlement, compile_rules, net
from uth_exact.sheets import load_sheet


@dataclass(frozen=True, slots=True)
class Outcome:
    """Deals that end alike: the last action, how the cards fell, and the net of the whole round.

    After a fold there is no showdown: ``result`` is ``None``, while ``dealer_qualifies`` and ``category`` tell what
    the cards would have been.
    """

    action: Action
    result: Result | None
    dealer_qualifies: bool
    category: Category
    """Category of the player's final hand."""
    net: Fraction
    """Antes won (lost if negative) on each of these deals, all wagers but side bets together."""
    deals: int


@dataclass(frozen=True, slots=True)
class ActionValue:
    """What one action is worth."""

    action: Action
    ev: Fraction
    """Expected net win in antes, forced wagers included, per deal."""
    cost: Fraction
    """What it gives away against the best action, antes per deal; 0 for the best."""
    outcomes: tuple[Outcome, ...]
    """How all deals end after this action with best play from there on.

    Their deals add up to ``Analysis.deals``, and deals x net to ``ev`` x deals. Empty for a check unless details were
    asked for.
    """


@dataclass(frozen=True, slots=True)
class Analysis:
    """Exact answer for one spot."""

    rules: Rules
    street: Street
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    deals: int
    """Equally likely completions behind each value.

    Before the flop 20,975,724,000 staged deals, on it 1,070,190, on the river 990; fewer with dead cards.
    """
    actions: tuple[ActionValue, ...]
    """Every action, best first; equal ones in order of what they stake."""

    @property
    def best(self) -> ActionValue:
        return self.actions[0]

    @property
    def ties(self) -> tuple[ActionValue, ...]:
        """Further actions exactly as good as the best; usually empty."""
        return tuple(value for value in self.actions[1:] if not value.cost)

    def __getitem__(self, name: str) -> ActionValue:
        """The action called ``name``; ``KeyError`` if the street has none."""
        for value in self.actions:
            if value.action.name == name:
                return value
        raise KeyError(name)


def analyse(
    hole: str | Iterable[Card],
    board: str | Iterable[Card] = "",
    dead: str | Iterable[Card] = "",
    rules: Rules | str = "uth-dk",
    *,
    details: bool = False,
) -> Analysis:
    """Exact value of each action with these cards, over every completion of the deal.

    ``hole`` are two cards, ``board`` none, three or five, ``dead`` any cards known to be out of play. ``rules`` is a
    ``Rules`` value, the name of a built-in sheet or the path of one. With ``details`` a check's outcomes under best
    play are counted too, which takes about half as long again. Raises ``CardError`` for impossible cards,
    ``SheetError`` or ``RulesError`` for the rules.
    """
    hole_cards, board_cards, dead_cards = parse_exactly(hole, 2, "hole"), as_cards(board, "board"), as_cards(dead, "dead")
    street = next((street for street in Street if street.board_size == len(board_cards)), None)
    if street is None:
        raise CardError("card_count", f"board: no card, 3 or 5 cards needed, {len(board_cards)} given", "board")
    check_distinct({"hole": hole_cards, "board": board_cards, "dead": dead_cards})
    left = len(DECK) - len(hole_cards) - len(board_cards) - len(dead_cards)
    needed = 5 - len(board_cards) + 2
    if left < needed:
        raise CardError("no_deal", f"dead: {left} cards are left, {needed} are needed to finish the deal", "dead")
    if isinstance(rules, str):
        rules = load_sheet(rules).rules
    if not rules.actions[street]:
        raise CardError("card_count", f"board: {rules.name} has no decision with {len(board_cards)} board cards", "board")

    settlement = compile_rules(rules)
    decided = decide(hole_cards, board_cards, dead_cards, rules, details=details)
    return Analysis(
        rules, street, hole_cards, board_cards, dead_cards, decided.deals, _ranked(rules, street, settlement, decided, details)
    )


def _ranked(rules: Rules, street: Street, settlement: Settlement, decided: Decided, details: bool) -> tuple[ActionValue, ...]:
    """The street's actions, best first; equal ones keep the order fold, check, bets by size."""
    found: list[tuple[int, Action, tuple[Outcome, ...]]] = []
    for action in rules.actions[street]:
        if action.kind is ActionKind.FOLD:
            found.append((decided.fold, action, _outcomes(rules, action, decided.showdown)))
        elif action.kind is ActionKind.CHECK:
            found.append((decided.check, action, _after_check(rules, settlement, decided) if details else ()))
    for value, (bet, _) in zip(decided.bets, settlement.bets[street], strict=False):
        found.append((value, bet, _outcomes(rules, bet, decided.showdown)))
    order = [ActionKind.FOLD, ActionKind.CHECK, ActionKind.BET]
    found.sort(key=lambda entry: (-entry[0], order.index(entry[1].kind), entry[1].size))
    best = found[0][0]
    return tuple(
        ActionValue(action, settlement.antes(value, decided.deals), settlement.antes(best - value, decided.deals), outcomes)
        for value, action, outcomes in found
    )


def _after_check(rules: Rules, settlement: Settlement, decided: Decided) -> tuple[Outcome, ...]:
    rows: list[Outcome] = []
    for street in Street:
        for (bet, _), table in zip(settlement.bets[street], decided.bet_after_check[street], strict=True):
            rows.extend(_outcomes(rules, bet, table))
        rows.extend(_outcomes(rules, FOLD, decided.fold_after_check[street]))
    return tuple(rows)


def _outcomes(rules: Rules, action: Action, table: Table) -> tuple[Outcome, ...]:
    """The rows of a table that occur, best category and result first."""
    rows: list[Outcome] = []
    for category in reversed(Category):
        for qualifies in (True, False):
            deals = {result: table[category][2 * result + qualifies] for result in reversed(Result)}
            if action.kind is ActionKind.FOLD:
                ends: list[tuple[Result | None, int]] = [(None, sum(deals.values()))]
            else:
                ends = list(deals.items())
            for result, count in ends:
                if count:
                    won = -rules.initial_stake if result is None else net(rules, action, result, qualifies, category)
                    rows.append(Outcome(action, result, qualifies, category, won, count))
    return tuple(rows)
