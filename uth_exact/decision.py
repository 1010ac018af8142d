"""One hand, exactly: the value of every action at a decision point.

>>> analysis = analyse("KdQh", "4s5h6d8c9d")
>>> analysis.best.action.name, analysis["bet 1x"].ev
('fold', Fraction(-239, 110))
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from uth_exact.cards import DECK, Card, as_cards, check_distinct, parse_exactly
from uth_exact.engine import Decided, Table, decide
from uth_exact.errors import CardError, RulesError
from uth_exact.invariants import check_decided, deals_of
from uth_exact.odds import shown
from uth_exact.rules import CHECK, FOLD, Action, ActionKind, Category, Result, Rules, Street
from uth_exact.settlement import Settlement, compile_rules, net
from uth_exact.sheets import Sheet, load_sheet


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
class Analysis(Mapping[str, ActionValue]):
    """Exact answer for one spot: a mapping from the names of the actions, best first, to what they are worth."""

    rules: Rules
    street: Street
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    deals: int
    """Equally likely completions behind each value.

    Before the flop 20,975,724,000 staged deals, on it 1,070,190, on the river 990; fewer with cards dead or seen.
    """
    actions: tuple[ActionValue, ...]
    """Every action, best first; of equal ones that which stakes more."""
    dealer: tuple[Card, ...] = ()
    """Hole cards of the dealer that the player sees."""
    flop_seen: tuple[Card, ...] = ()
    """Cards that the player knows to come on the flop."""
    last_seen: tuple[Card, ...] = ()
    """The card that the player knows to come as the turn or the river."""

    @property
    def seen(self) -> tuple[Card, ...]:
        """All cards that the player sees before their time."""
        return (*self.dealer, *self.flop_seen, *self.last_seen)

    @property
    def best(self) -> ActionValue:
        return self.actions[0]

    @property
    def ties(self) -> tuple[ActionValue, ...]:
        """Further actions exactly as good as the best; usually empty."""
        return tuple(value for value in self.actions[1:] if not value.cost)

    @property
    def hindsight(self) -> bool:
        """Whether the last decision came before this street: the values are those of its actions, all these cards known."""
        return not self.rules.actions[self.street]

    def __getitem__(self, name: str) -> ActionValue:
        """The action called ``name``; ``KeyError`` if the street has none."""
        for value in self.actions:
            if value.action.name == name:
                return value
        raise KeyError(f"no action is called {shown(name)} here; there are {', '.join(self)}")

    def __iter__(self) -> Iterator[str]:
        return (value.action.name for value in self.actions)

    def __len__(self) -> int:
        return len(self.actions)


def analyse(
    hole: str | Iterable[Card | str],
    board: str | Iterable[Card | str] = "",
    dead: str | Iterable[Card | str] = "",
    rules: Rules | Sheet | str | os.PathLike[str] = "uth-dk",
    *,
    dealer: str | Iterable[Card | str] = "",
    flop_seen: str | Iterable[Card | str] = "",
    last_seen: str | Iterable[Card | str] = "",
    details: bool = False,
) -> Analysis:
    """Exact value of each action with these cards, over every completion of the deal.

    ``hole`` are two cards, ``board`` none, three or five, ``dead`` any cards known to be out of play: text, or ``Card``
    values or texts of one card each. ``rules`` is a ``Rules`` value, a ``Sheet``, the name of a built-in sheet or the path
    of one. With ``details`` a check's outcomes under best play are counted too, which takes about half as long again.
    On a street after the last decision of the game the actions are those of that decision, in hindsight.
    Raises ``CardError`` for impossible cards, ``SheetError`` or ``RulesError`` for the rules, ``InvariantError`` rather than
    giving numbers that contradict each other.

    The player may see cards before their time, and then uses them in this and all later decisions: one or two of the
    ``dealer``'s; one or two that come on the flop (``flop_seen``); one that comes as the turn or the river (``last_seen``).

    >>> analysis = analyse("AsKd", board="7h8h2c")
    >>> analysis.best.action.name, analysis.deals
    ('check', 1070190)
    >>> for name, value in analysis.items():
    ...     print(name, value.ev, value.cost, float(value.cost))
    check -369719/535095 0 0.0
    bet 2x -383444/535095 305/11891 0.025649650996552014
    >>> sum(outcome.deals * outcome.net for outcome in analysis["bet 2x"].outcomes) / analysis.deals == analysis["bet 2x"].ev
    True
    >>> analyse("KdQh", "4s5h6d8c9d", dealer="Jh").best.action.name
    'bet 1x'
    """
    hole_cards, board_cards, dead_cards = parse_exactly(hole, 2, "hole"), as_cards(board, "board"), as_cards(dead, "dead")
    dealer_cards, flop_cards, last_cards = as_cards(dealer, "dealer"), as_cards(flop_seen, "flop_seen"), as_cards(last_seen, "last_seen")
    street = next((street for street in Street if street.board_size == len(board_cards)), None)
    if street is None:
        raise CardError("card_count", f"board: no card, 3 or 5 cards needed, {len(board_cards)} given", "board")
    _check_seen(street, dealer_cards, flop_cards, last_cards)
    places = {"hole": hole_cards, "board": board_cards, "dead": dead_cards}
    places |= {"dealer": dealer_cards, "flop_seen": flop_cards, "last_seen": last_cards}
    check_distinct(places)
    left = len(DECK) - sum(map(len, places.values()))
    needed = 5 - len(board_cards) + 2 - len(dealer_cards) - len(flop_cards) - len(last_cards)
    if left < needed:
        raise CardError("no_deal", f"dead: {left} cards are left, {needed} are needed to finish the deal", "dead")
    rules = rules_of(rules)
    asked = rules if rules.actions[street] else _asked_late(rules, street)
    cards = hole_cards, board_cards, dead_cards
    decided = decide(*cards, asked, dealer=dealer_cards, flop_seen=flop_cards, last_seen=last_cards, details=details)
    to_come = 3 * (street is Street.PREFLOP) - len(flop_cards), 2 * (street is not Street.RIVER) - len(last_cards), 2 - len(dealer_cards)
    check_decided(asked, street, decided, deals_of(left, *to_come))
    actions = rank_actions(asked, street, compile_rules(asked), decided, details)
    return Analysis(rules, street, *cards, decided.deals, actions, dealer_cards, flop_cards, last_cards)


def _check_seen(street: Street, dealer: tuple[Card, ...], flop: tuple[Card, ...], last: tuple[Card, ...]) -> None:
    """Raise ``CardError`` for more cards seen than there can be, or seen to come where they have come."""
    if flop and street is not Street.PREFLOP:
        raise CardError("card_count", "flop_seen: the flop is on the board; no card is to come on it", "flop_seen")
    if last and street is Street.RIVER:
        raise CardError("card_count", "last_seen: turn and river are on the board; no card is to come", "last_seen")
    for where, cards, most in (("dealer", dealer, 2), ("flop_seen", flop, 2), ("last_seen", last, 1)):
        if len(cards) > most:
            allowed = "1 card" if most == 1 else "1 or 2 cards"
            raise CardError("card_count", f"{where}: {allowed} may be seen, {len(cards)} given", where)


def rules_of(rules: object) -> Rules:
    if isinstance(rules, (str, os.PathLike)):
        rules = load_sheet(rules)
    if isinstance(rules, Sheet):
        rules = rules.rules
    if not isinstance(rules, Rules):
        raise RulesError("bad_rules", f"rules: {shown(rules)} is neither Rules nor a Sheet nor the name or path of one", "rules")
    return rules


def _asked_late(rules: Rules, street: Street) -> Rules:
    """The same game with its last decision put off to a later street."""
    last = rules.actions[max(street for street in Street if rules.actions[street])]
    late = tuple(action for action in last if action != CHECK)
    preflop, flop, river = ((CHECK,) if each < street else late if each == street else () for each in Street)
    return replace(rules, actions=(preflop, flop, river))


def action_values(rules: Rules, street: Street, settlement: Settlement, decided: Decided) -> list[tuple[int, Action]]:
    """The street's actions and what each is worth, in settlement units summed over the deals."""
    found = list(zip(decided.bets, (bet for bet, _ in settlement.bets[street]), strict=False))
    for action in rules.actions[street]:
        if action.kind is not ActionKind.BET:
            found.append((decided.fold if action.kind is ActionKind.FOLD else decided.check, action))
    return found


def best_value(rules: Rules, street: Street, settlement: Settlement, decided: Decided) -> int:
    """What the best action is worth, in settlement units summed over the deals."""
    return max(value for value, _ in action_values(rules, street, settlement, decided))


def rank_actions(rules: Rules, street: Street, settlement: Settlement, decided: Decided, details: bool) -> tuple[ActionValue, ...]:
    """The street's actions, best first; equal ones from the largest bet down to check and fold."""
    order = [ActionKind.BET, ActionKind.CHECK, ActionKind.FOLD]
    found = action_values(rules, street, settlement, decided)
    found.sort(key=lambda entry: (-entry[0], order.index(entry[1].kind), -entry[1].size))
    best = found[0][0]
    ranked = []
    for value, action in found:
        if action.kind is not ActionKind.CHECK:
            outcomes = outcome_rows(rules, action, decided.showdown)
        else:
            outcomes = ending_rows(rules, settlement, decided.fold_after_check, decided.bet_after_check) if details else ()
        ev, cost = settlement.antes(value, decided.deals), settlement.antes(best - value, decided.deals)
        ranked.append(ActionValue(action, ev, cost, outcomes))
    return tuple(ranked)


def ending_rows(
    rules: Rules, settlement: Settlement, folds: tuple[Table, ...], bets: tuple[tuple[Table, ...], ...]
) -> tuple[Outcome, ...]:
    """Rows of deals by the street and action that ended them: the bets of each street, then its folds."""
    rows: list[Outcome] = []
    for street in Street:
        for (bet, _), table in zip(settlement.bets[street], bets[street], strict=True):
            rows.extend(outcome_rows(rules, bet, table))
        rows.extend(outcome_rows(rules, FOLD, folds[street]))
    return tuple(rows)


def merged(rows: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """The same deals with one row for each action, result, qualification and category."""
    found: dict[tuple[object, ...], Outcome] = {}
    for row in rows:
        key = row.action, row.result, row.dealer_qualifies, row.category
        found[key] = replace(row, deals=row.deals + found[key].deals) if key in found else row
    return tuple(found.values())


def outcome_rows(rules: Rules, action: Action, table: Table) -> tuple[Outcome, ...]:
    """The rows of a table that occur, best category and result first."""
    rows: list[Outcome] = []
    if not any(map(any, table)):
        return ()
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
