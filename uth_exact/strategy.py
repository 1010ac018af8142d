"""The exact value of a game played by a fixed strategy, and the price of playing so.

>>> from uth_exact.strategies import load_strategy
>>> asleep = play(load_strategy("asleep"))
>>> asleep.figures.ev_per_ante
Fraction(-2, 1)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from uth_exact import engine_strategy as engine
from uth_exact._strategy_format import hole_number
from uth_exact.cards import HOLE_CLASSES, Card, format_cards, hole_class
from uth_exact.decision import Analysis, Outcome, ending_rows, merged
from uth_exact.engine_plain import played_game
from uth_exact.errors import StrategyError
from uth_exact.features import dealer_outs
from uth_exact.figures import Figures, figures
from uth_exact.game import Pieces, Progress, Solution, check_shares, solve
from uth_exact.invariants import require
from uth_exact.odds import shown
from uth_exact.rules import ActionKind, Rules, Street
from uth_exact.settlement import compile_rules
from uth_exact.sheets import Sheet, load_sheet
from uth_exact.strategies import BEST, Strategy, StrategyRule, load_strategy

PLAY_PIECES = engine.PlayedGame.FLOP_PIECES + engine.PlayedGame.RIVER_PIECES + engine.PlayedGame.PIECES
"""Pieces of work in playing a solved game by a strategy."""

WORST = 20
"""Mistakes that are listed, the worst ones."""

Choice = Callable[[tuple[Card, Card], tuple[Card, ...]], str]
"""A strategy as a function: the name of an action, or ``best``, with these hole cards on this board of 0, 3 or 5 cards.

It is asked once for all spots that are the same up to suits; on the river suits matter only as far as they make flushes.
"""


@dataclass(frozen=True, slots=True)
class RulePrice:
    """What one rule of a strategy does to the game."""

    street: Street
    name: str
    does: str
    frequency: Fraction
    """How often it decides, of all deals."""
    wrong: Fraction
    """How often another action would have been better from there on, of all deals."""
    price: Fraction
    """What it gives away against best play from there on: antes per deal of the whole game."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision, with all that are alike up to suits, where the strategy does not do the best."""

    street: Street
    hole: tuple[Card, Card]
    board: tuple[Card, ...]
    rule: str
    does: str
    should: str
    frequency: Fraction
    """How often it comes to that, of all deals."""
    cost: Fraction
    """Antes lost each time against best play from there on."""

    @property
    def price(self) -> Fraction:
        """Frequency times cost: antes per deal of the whole game."""
        return self.frequency * self.cost


@dataclass(frozen=True, slots=True)
class Played:
    """A whole game played by a strategy. Amounts are in antes per deal."""

    strategy: Strategy
    rules: Rules
    deals: int
    figures: Figures
    """As for best play, of the same deals."""
    best: Fraction
    """The value under best play."""
    price_by_street: Mapping[str, Fraction]
    """By street, what the strategy loses there against best play from that point on: together the whole price."""
    rule_prices: tuple[RulePrice, ...]
    mistakes: tuple[Mistake, ...]
    """The decisions before the flop and on it that cost most, the worst first; those of the river are many and small."""
    outcomes: tuple[Outcome, ...]
    warnings: tuple[str, ...]

    @property
    def ev_per_ante(self) -> Fraction:
        """Expected net win of a round in antes."""
        return self.figures.ev_per_ante

    @property
    def price(self) -> Fraction:
        """What playing so costs against best play."""
        return self.best - self.ev_per_ante


def play(
    strategy: Strategy | Choice | str | os.PathLike[str],
    game: Solution | Rules | Sheet | str | os.PathLike[str] = "uth-dk",
    *,
    threads: int = 1,
    progress: Progress | None = None,
) -> Played:
    """The exact value of a whole game played by ``strategy``.

    A name, a path, a ``Strategy`` or a function of hole cards and board. ``game`` may be a ``Solution``, which is then
    not solved again and whose threads do the work; otherwise so many ``threads`` do. A function is asked in the caller's
    thread alone. ``progress`` is called after each piece of work:
    ``PLAY_PIECES`` of them besides those of the solution.
    Raises ``StrategyError`` for rules that do not fit the game or can never fire, and whatever the function raises.

    A strategy of rules takes a second or two; a function is asked 15,432,482 times (52 cards), which alone takes a
    minute and a half. It is asked with cards that stand for all alike up to suits, so its answer must not depend on which
    suit is which.
    """
    if isinstance(strategy, (str, os.PathLike)):
        strategy = load_strategy(strategy)
    if isinstance(game, (str, os.PathLike)):
        game = load_sheet(game)
    if isinstance(strategy, Strategy) and isinstance(game, Sheet):
        check_game(strategy, game)
    given = Strategy("function", "a function", "", ((), (), ())) if callable(strategy) else strategy
    if not isinstance(given, Strategy):
        raise StrategyError("bad_strategy", f"strategy: {shown(strategy)} is neither a Strategy nor a function nor the name or path of one")
    solution = game if isinstance(game, Solution) else solve(game, threads=threads, progress=progress)
    return _play_out(given, strategy if callable(strategy) else None, solution)


def check_game(strategy: Strategy, sheet: Sheet) -> None:
    """Raise ``StrategyError`` unless the strategy is for the game of the sheet and its rules do what that allows."""
    if strategy.game not in ("", sheet.game):
        problem = f"it is for {strategy.game}, and {sheet.name} is {sheet.game}; give a strategy or a sheet of the same game"
        raise StrategyError("other_game", f"{strategy.name}: {problem}", strategy.name)
    for street in Street:
        rules_for(strategy, sheet.rules, street)


def actions_of(rules: Rules, street: Street) -> dict[str, int]:
    """The names that a rule may give on a street, as the core numbers them."""
    bets = [bet.name for bet, _ in compile_rules(rules).bets[street]]
    kinds = {ActionKind.FOLD: -2, ActionKind.CHECK: -1}
    others = {action.name: kinds[action.kind] for action in rules.actions[street] if action.kind in kinds}
    return {name: number for number, name in enumerate(bets)} | others | {BEST: engine.PLAY_BEST}


def rules_for(strategy: Strategy, rules: Rules, street: Street) -> tuple[StrategyRule, ...]:
    """The strategy's rules on a street of a game; where there is a single action, that one.

    Raises ``StrategyError`` if a rule does what the game does not allow there, or if there is none where one is needed.
    """
    known = actions_of(rules, street)
    found = strategy.streets[street]
    if len(rules.actions[street]) < 2:
        return (StrategyRule("only action", BEST, ((),), strategy.name),) if rules.actions[street] else ()
    for rule in found:
        if rule.does not in known:
            problem = f"do: {rules.name} has no {shown(rule.does)} there; it has {', '.join(known)}"
            raise StrategyError("unknown_action", f"{rule.place}: {problem}", rule.place)
    if found or not reaches(strategy, rules, street):
        return found
    problem = f"{street.key}: no rules, and {rules.name} has a decision there; write [[{street.key}]]"
    raise StrategyError("undecided", f"{strategy.name}: {problem}", strategy.name)


def reaches(strategy: Strategy, rules: Rules, street: Street) -> bool:
    """Whether the strategy may come to a street, by what its rules before it may do."""
    before = [strategy.streets[each] for each in Street if each < street and len(rules.actions[each]) > 1]
    return all(any(rule.does in ("check", BEST) for rule in each) for each in before)


@dataclass(frozen=True, slots=True)
class Advice:
    """What a strategy does in one spot."""

    strategy: str
    rule: str
    action: str
    """The action itself, where the rule says ``best``."""
    cost: Fraction
    """What it gives away against the best action, antes per deal, with best play from there on."""


def advise(strategy: Strategy | str | os.PathLike[str], analysis: Analysis) -> Advice:
    """The rule of ``strategy`` that fires in a spot, what it does there and what that costs. Dead cards are no dealer outs.

    Raises ``StrategyError`` where the strategy has nothing to say: in hindsight, or on a street that it never reaches.
    """
    street = analysis.street
    if not isinstance(strategy, Strategy):
        strategy = load_strategy(strategy)
    rules = rules_for(strategy, analysis.rules, street)
    if analysis.hindsight or not rules:
        never = "the last decision was before" if analysis.hindsight else "its rules never get there"
        raise StrategyError("not_reached", f"{strategy.name}: it decides nothing on the {street.key}, for {never}", strategy.name)
    before_flop = {"hole": hole_number(hole_class(*analysis.hole))}
    seen = engine.see(analysis.hole, analysis.board) if analysis.board else before_flop
    if street is Street.RIVER and analysis.dead:  # dead cards are seen, so they are no outs
        seen["dealer_outs"] = len(dealer_outs(analysis.hole, analysis.board, analysis.dead))
    rule = _first_fit(rules, seen)
    value = analysis.best if rule.does == BEST else analysis[rule.does]
    return Advice(strategy.name, rule.name, value.action.name, value.cost)


def _play_out(strategy: Strategy, choice: Choice | None, solution: Solution) -> Played:
    rules, settlement = solution.rules, compile_rules(solution.rules)
    numbers = [actions_of(rules, street) for street in Street]
    chooser: engine.Chooser | None = None
    opened: dict[str, str] | None = None
    if choice is None:
        streets = [rules_for(strategy, rules, street) for street in Street]
    else:  # a rule for each action that the function may name
        streets = [tuple(StrategyRule(name, name, (), "function") for name in actions if rules.actions[street])
                   for street, actions in zip(Street, numbers, strict=True)]
        opened = {}
        chooser = _chooser(choice, [list(known) for known in numbers], opened)
    pieces = solution.pieces if choice is None else solution.pieces.in_turn()  # a function answers one question at a time
    played = _followed(streets, numbers, chooser, solution, pieces)
    (folds, bets), sums = played.add_outcomes(solution.pieces.all(played.outcomes, engine.PlayedGame.PIECES))
    outcomes = merged(ending_rows(rules, settlement, folds, bets))
    found = figures(rules, outcomes, check_shares(rules, folds, bets, solution.deals))
    prices = tuple(
        RulePrice(
            street,
            rule.name,
            rule.does,
            Fraction(each.deals, solution.deals),
            Fraction(each.wrong, solution.deals),
            settlement.antes(each.cost, solution.deals),
        )
        for street in Street
        for rule, each in zip(streets[street], sums[street], strict=False)
    )
    by_street = {street.key: sum((rule.price for rule in prices if rule.street is street), Fraction(0)) for street in Street}
    best = solution.ev_per_ante
    adds_up = sum(row.deals for row in outcomes) == solution.deals and best - sum(by_street.values()) == found.ev_per_ante
    require(adds_up, f"{strategy.name}: the outcomes contradict the price of the rules", strategy.name)
    for rule in prices:
        good = rule.price >= 0 and 0 <= rule.wrong <= rule.frequency <= 1 and (rule.wrong > 0) == (rule.price > 0)
        require(good, f"{strategy.name}: rule {rule.name} is better than the best, or wrong more often than it decides", rule.name)
    first = sum(rule.frequency for rule in prices if rule.street is Street.PREFLOP)
    require(first == 1, f"{strategy.name}: the rules before the flop do not decide all deals", strategy.name)
    warnings = strategy.warnings if choice else strategy.warnings + _shadowed(streets, numbers, sums, solution)
    mistakes = _before_flop(streets[Street.PREFLOP], solution, opened)
    mistakes += _on_flop(streets[Street.FLOP], played, solution)
    worst = sorted(mistakes, key=lambda mistake: mistake.price, reverse=True)[:WORST]
    return Played(strategy, rules, solution.deals, found, best, by_street, prices, tuple(worst), outcomes, warnings)


def _followed(
    streets: Sequence[Sequence[StrategyRule]],
    numbers: Sequence[Mapping[str, int]],
    chooser: engine.Chooser | None,
    solution: Solution,
    pieces: Pieces,
) -> engine.PlayedGame:
    """The solved game played by these rules, or by a function that numbers them, but for its outcomes."""
    parts = [[part for number, rule in enumerate(rules) for part in _parts(number, rule)] for rules in streets]
    actions = [[numbers[street][rule.does] for rule in streets[street]] for street in Street]
    for street in Street:
        if not streets[street] and solution.rules.actions[street]:  # never reached, but the core wants a rule
            parts[street], actions[street] = [(0, ())], [engine.PLAY_BEST]
    played = played_game(solution.solved, engine.CoreStrategy(parts if chooser is None else [(), (), ()], actions, chooser))
    pieces.all(played.flops, engine.PlayedGame.FLOP_PIECES)
    pieces.all(played.rivers, engine.PlayedGame.RIVER_PIECES)
    return played


def _parts(number: int, rule: StrategyRule) -> list[engine.Part]:
    """A rule as the core takes it, one part for each alternative."""
    return [(number, [(engine.FEATURES.index(each.feature), sum(1 << value for value in each.allowed)) for each in alternative])
            for alternative in rule.alternatives]


def _chooser(choice: Choice, known: Sequence[Sequence[str]], opened: dict[str, str]) -> engine.Chooser:
    """A function that names actions as one that gives their numbers; what it does before the flop is noted by class."""

    def choose(hole: tuple[Card, Card], board: tuple[Card, ...]) -> int:
        street = next(street for street in Street if street.board_size == len(board))
        action = choice(hole, board)
        if action not in known[street]:
            spot = f"{format_cards(hole)} on {format_cards(board) or 'no board'}"
            problem = f"{shown(action)} for {spot}; it may be {', '.join(known[street])}"
            raise StrategyError("unknown_action", f"function: {problem}", "function")
        if not board:
            opened[hole_class(*hole)] = action
        return known[street].index(action)

    return choose


def _shadowed(
    streets: Sequence[Sequence[StrategyRule]],
    numbers: Sequence[Mapping[str, int]],
    sums: Sequence[Sequence[engine.RuleSum]],
    solution: Solution,
) -> tuple[str, ...]:
    """A warning for each rule that earlier ones leave nothing to. Raises ``StrategyError`` for one that could never fire."""
    warnings = []
    for street in Street:
        idle = [rule for rule, found in zip(streets[street], sums[street], strict=False) if not found.spots and not rule.fits_all]
        left = list({rule.alternatives: rule for rule in reversed(idle)}.values())  # the last first: narrow ones follow wide ones
        while left:
            rest = [[StrategyRule("else", BEST, ((),), "")] if solution.rules.actions[each] else [] for each in Street]
            rest[street][:0] = left
            played = _followed(rest, numbers, None, solution, solution.pieces.unwatched())
            _, sums_of_rest = played.add_outcomes([played.outcomes(0)])
            if not sums_of_rest[street][0].spots:
                problem = "no cards meet all these conditions, so the rule can never fire; take one of them out"
                raise StrategyError("never_fires", f"{left[0].place}: {problem}", left[0].place)
            left = [rule for rule, found in zip(left, sums_of_rest[street], strict=False) if not found.spots]
        warnings += [f"{rule.place}: never fires, for the rules above it take all that it fits" for rule in idle]
    return tuple(warnings)


def _before_flop(rules: Sequence[StrategyRule], solution: Solution, opened: Mapping[str, str] | None) -> list[Mistake]:
    """The mistakes of rules, or of what a function answered for each class."""
    mistakes = []
    for name, hands in HOLE_CLASSES.items():
        if name not in solution.hole_classes:
            continue
        spot = solution.hole_classes[name]
        if opened is None:
            rule = _first_fit(rules, {"hole": hole_number(name)})  # all that is seen there
            does, named = rule.does, rule.name
        else:
            does = named = opened[name]
        value = spot.best if does == BEST else spot[does]
        if value.cost:
            frequency = Fraction(len(hands) * spot.deals, solution.deals)
            mistakes.append(Mistake(Street.PREFLOP, hands[0], (), named, does, spot.best.action.name, frequency, value.cost))
    return mistakes


def _first_fit(rules: Sequence[StrategyRule], seen: Mapping[str, int]) -> StrategyRule:
    """The first rule that fits what is seen."""
    return next(rule for rule in rules if any(all(seen[each.feature] in each.allowed for each in one) for one in rule.alternatives))


def _on_flop(rules: Sequence[StrategyRule], played: engine.PlayedGame, solution: Solution) -> list[Mistake]:
    names = {number: name for name, number in actions_of(solution.rules, Street.FLOP).items()}
    antes = compile_rules(solution.rules).antes
    return [
        Mistake(
            Street.FLOP,
            found.hole,
            found.flop,
            rules[found.rule].name,
            names[found.does],
            names[found.best],
            Fraction(found.deals, solution.deals),
            antes(found.cost, found.deals),
        )
        for found in (played.mistakes(WORST) if rules else ())
    ]
