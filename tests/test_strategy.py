"""Fixed strategies: published figures, every deal of small decks dealt out, and what must hold of any strategy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from threading import get_ident

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import CASINO, FOLDS_ANYWHERE, UTH, deck_of
from remembered import remembered
from uth_exact import engine_strategy as engine
from uth_exact import strategy as strategy_module
from uth_exact._strategy_format import WORDS, hole_number, seen_numbers
from uth_exact.cards import DECK, HOLE_CLASSES, RANKS, Card, hole_class
from uth_exact.decision import analyse
from uth_exact.errors import StrategyError
from uth_exact.features import Features, features
from uth_exact.game import Solution, Solver
from uth_exact.reference import Fall, best_of, showdowns
from uth_exact.report import decimal
from uth_exact.rules import ActionKind, Category, Rules, Street
from uth_exact.settlement import compile_rules, net
from uth_exact.strategies import BEST, Condition, Strategy, StrategyRule, load_strategy, strategy_names
from uth_exact.strategy import PLAY_PIECES, Played, actions_of, advise, play

SIMPLE = "simple"


# What a player sees


@settings(max_examples=300)
@given(st.sampled_from([3, 5]), st.sampled_from(["cdhs", "cd", "c"]), st.data())
def test_the_core_sees_what_the_definition_says(board: int, suits: str, data: st.DataObject) -> None:
    """Every feature, on flops and rivers, of many suits and of few, where flushes are common."""
    deck = deck_of(RANKS, suits)
    cards = data.draw(st.lists(st.sampled_from(deck), min_size=board + 2, max_size=board + 2, unique=True))
    assert engine.see(cards[:2], cards[2:]) == seen_numbers(features(cards[:2], cards[2:]))


def test_the_features_have_the_names_of_the_definition() -> None:
    """In the same order, so that a condition means the same in both."""
    assert tuple(Features.__dataclass_fields__) == engine.FEATURES


# Published figures


@pytest.mark.golden
def test_the_published_simple_strategy(uth: Solution) -> None:
    """House edge 2.43 %; its part for the flop alone costs 0.13897374 percentage points. Before the flop it is best play."""
    simple = play(SIMPLE, uth)
    assert decimal(100 * simple.figures.edge_per_ante, 2) == "2.43"
    assert decimal(100 * simple.price_by_street["flop"], 8) == "0.13897374"
    assert simple.price_by_street["preflop"] == 0


def test_the_other_reading_of_the_simple_strategy(uth: Solution) -> None:
    """Two pair or better with a hole card: three of a kind on the board alone is no longer raised, which is better."""
    one, other = play(SIMPLE, uth), play("simple-hole", uth)
    assert other.price < one.price
    raised = {rule.name: rule for rule in one.rule_prices if rule.street is Street.FLOP}["raise 2x"]
    raised_less = {rule.name: rule for rule in other.rule_prices if rule.street is Street.FLOP}["raise 2x"]
    assert raised.frequency > raised_less.frequency


def test_a_player_who_falls_asleep_loses_both_bets(uth: Solution) -> None:
    """Always check, then fold: exactly two antes in every deal."""
    asleep = play("asleep", uth)
    assert asleep.ev_per_ante == -2
    assert asleep.figures.variance == 0
    assert asleep.figures.frequencies["fold"] == 1


def test_best_play_is_the_solved_game(uth: Solution, casino: Solution) -> None:
    """Through the strategy the same outcomes, deal by deal, and no price."""
    for solution in (uth, casino):
        best = play("best", solution)
        assert set(best.outcomes) == set(solution.outcomes)
        assert best.figures == solution.figures
        assert best.price == 0 and not best.mistakes
        assert all(rule.wrong == 0 for rule in best.rule_prices)


def test_always_4x_is_the_mean_of_the_raises(uth: Solution) -> None:
    """169 raises, each computed by itself."""
    raised = sum(len(hands) * uth.hole_classes[name]["bet 4x"].ev for name, hands in HOLE_CLASSES.items())
    assert play("always-4x", uth).ev_per_ante == raised / 1326


def test_never_raising_before_the_river_is_the_same_up_to_there(uth: Solution) -> None:
    """It does before the flop and on it what the sleeper does, and loses nothing on the river."""
    river_only, asleep = play("river-only", uth), play("asleep", uth)
    assert river_only.price_by_street["river"] == 0
    for street in ("preflop", "flop"):
        assert river_only.price_by_street[street] == asleep.price_by_street[street]


def test_calling_everything_is_the_mean_of_the_calls(casino: Solution) -> None:
    """Casino Hold'em without folds. Folding all but pairs, draws and overcards is dearer than never folding."""
    calls = tuple(action for action in CASINO.actions[Street.FLOP] if action.kind is not ActionKind.FOLD)
    no_folds = replace(CASINO, actions=(CASINO.actions[Street.PREFLOP], calls, ()))
    everything = play("call-all", casino)
    assert everything.ev_per_ante == Solver(no_folds).solve().ev_per_ante
    assert everything.figures.frequencies == {"call": 1, "fold": 0}
    some = play("call-any-pair-draw-overcards", casino)
    assert some.price > everything.price > 0


@pytest.mark.parametrize("name", strategy_names())
def test_built_in_strategies_add_up(name: str, uth: Solution, casino: Solution) -> None:
    """Prices by street and by rule add up to the whole; what rules decide on a street is what comes to it."""
    strategy = load_strategy(name)
    played = play(strategy, casino if strategy.game == "casino-holdem" else uth)
    assert not played.warnings
    assert sum(played.price_by_street.values()) == played.price
    for street in Street:
        rules = [rule for rule in played.rule_prices if rule.street is street]
        assert sum(rule.price for rule in rules) == played.price_by_street[street.key]
        reached = 1 if street is Street.PREFLOP else played.figures.checks.get(Street(street - 1).key, Fraction(bool(rules)))
        assert sum(rule.frequency for rule in rules) == reached
        assert all((rule.price > 0) == (rule.wrong > 0) for rule in rules)
    assert all(before.price >= after.price > 0 for before, after in zip(played.mistakes, played.mistakes[1:], strict=False))


# Small decks, every deal


@dataclass(frozen=True)
class River:
    """A board complete: what is seen, and how the showdown falls against each dealer hand."""

    seen: dict[str, int]
    falls: Counter[Fall]


@dataclass(frozen=True)
class Flop:
    """A flop, how many are the same up to suits, and the rivers that may follow it."""

    seen: dict[str, int]
    alike: int
    rivers: tuple[River, ...]


Holes = dict[str, tuple[int, tuple[Flop, ...]]]
"""By class of hole cards, its combinations and flops."""


@remembered
def deal_out(ranks: str, rules: Rules, names: Iterable[str] = tuple(HOLE_CLASSES)) -> Holes:
    """Every deal of a deck with these hands, hands and flops once for all that are the same up to suits."""
    deck = deck_of(ranks)
    missing = [card for card in DECK if card not in deck]
    classes = {name: HOLE_CLASSES[name] for name in names if set(name[:2]) <= set(ranks)}
    return {name: (len(hands), tuple(deal_flops(hands[0], deck, missing, rules))) for name, hands in classes.items()}


dealt_once = cache(deal_out)


def deal_flops(hole: tuple[Card, Card], deck: tuple[Card, ...], missing: list[Card], rules: Rules) -> list[Flop]:
    turns = [suits for suits in permutations(range(4)) if {turned(card, suits) for card in hole} == set(hole)]
    rest = [card for card in deck if card not in hole]
    alike = Counter(min(tuple(sorted(turned(card, suits) for card in flop)) for suits in turns) for flop in combinations(rest, 3))
    found = []
    for flop, times in alike.items():
        left = [card for card in rest if card not in flop]
        rivers = tuple(look_at(hole, (*flop, *more), left, missing, rules) for more in combinations(left, 2))
        found.append(Flop(seen_numbers(features(hole, flop)), times, rivers))
    return found


def turned(card: Card, suits: tuple[int, ...]) -> Card:
    return Card(4 * card.rank + suits[card.suit])


def look_at(hole: tuple[Card, Card], board: tuple[Card, ...], left: list[Card], missing: list[Card], rules: Rules) -> River:
    shown = mask(board)
    value = value_of(shown | mask(hole))
    rest = [1 << card.id for card in left if card not in board]
    falls = showdowns(value, (value_of(shown | card | other) for card, other in combinations(rest, 2)), rules.qualifier)
    return River(seen_numbers(features(hole, board, missing)), falls)


def mask(cards: Iterable[Card]) -> int:
    return sum(1 << card.id for card in cards)


@cache
def value_of(cards: int) -> tuple[int, ...]:
    return best_of(card for card in DECK if cards >> card.id & 1)


def first_fit(rules: tuple[StrategyRule, ...], seen: dict[str, int]) -> StrategyRule:
    for rule in rules:
        for alternative in rule.alternatives:
            if all(seen[condition.feature] in condition.allowed for condition in alternative):
                return rule
    raise AssertionError("no rule fits")


def value_by_dealing(strategy: Strategy, rules: Rules, holes: Holes) -> Fraction:
    """The sum of what the strategy wins over every deal of these hands, played card by card."""
    ended: Counter[tuple[Street, str, Fall]] = Counter()
    for name, (hands, flops) in holes.items():
        first = first_fit(strategy.streets[0], {"hole": hole_number(name)}).does
        for flop in flops:
            second = first_fit(strategy.streets[1], flop.seen).does if first == "check" else ""
            for river in flop.rivers:
                if first != "check":
                    street, does = Street.PREFLOP, first
                elif second != "check":
                    street, does = Street.FLOP, second
                else:
                    street, does = Street.RIVER, first_fit(strategy.streets[2], river.seen).does
                for fall, times in river.falls.items():
                    ended[street, does, fall] += hands * flop.alike * times
    actions = {(street, action.name): action for street in Street for action in rules.actions[street]}
    settled = (times * net(rules, actions[street, does], *fall) for (street, does, fall), times in ended.items())
    return sum(settled, Fraction(0))


def conditions(street: Street) -> st.SearchStrategy[Condition]:
    """Any thing that may be seen on a street, and any of its values."""
    words = [word for word in WORDS.values() if street in word.streets]
    one = [st.builds(Condition, st.just(word.feature), st.frozensets(st.sampled_from(sorted(word.possible)), min_size=1)) for word in words]
    return st.one_of(one)


def rule_lists(rules: Rules, street: Street, *, best: bool = False) -> st.SearchStrategy[tuple[StrategyRule, ...]]:
    """Up to four rules with up to three conditions each, and one for the rest."""
    if len(rules.actions[street]) < 2:
        return st.just(())
    names = st.sampled_from([action.name for action in rules.actions[street]] + [BEST] * best)
    alternative = st.lists(conditions(street), min_size=1, max_size=3).map(tuple)
    rule = st.tuples(names, st.lists(alternative, min_size=1, max_size=2).map(tuple))

    def listed(drawn: list[tuple[str, tuple[tuple[Condition, ...], ...]]], last: str) -> tuple[StrategyRule, ...]:
        made = [StrategyRule(f"{street.key} {number}", does, which, "test") for number, (does, which) in enumerate(drawn)]
        return (*made, StrategyRule("else", last, ((),), "test"))

    return st.builds(listed, st.lists(rule, max_size=4), names)


def any_strategy(rules: Rules, *, best: bool = False) -> st.SearchStrategy[Strategy]:
    streets = st.tuples(*(rule_lists(rules, street, best=best) for street in Street))
    return streets.map(lambda drawn: Strategy("test", "test", "", drawn))


@cache
def solved(rules: Rules, ranks: str) -> Solution:
    return Solver(rules, ranks).solve()


def played(strategy: Strategy, solution: Solution) -> Played | None:
    """The game played, unless a rule of the strategy can never fire."""
    try:
        return play(strategy, solution)
    except StrategyError as error:
        assert error.code == "never_fires"
        return None


def check_by_dealing(strategy: Strategy, rules: Rules, ranks: str) -> None:
    solution = solved(rules, ranks)
    found = played(strategy, solution)
    if found is not None:
        assert found.ev_per_ante * found.deals == value_by_dealing(strategy, rules, dealt_once(ranks, rules))


@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
@given(any_strategy(UTH))
def test_any_strategy_is_worth_what_dealing_gives(strategy: Strategy) -> None:
    """Twelve cards, deuces, kings and aces: every deal, played by the rules card by card."""
    check_by_dealing(strategy, UTH, "2KA")


@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
@given(any_strategy(FOLDS_ANYWHERE))
def test_any_strategy_in_a_game_with_more_to_do(strategy: Strategy) -> None:
    """More bets, and folds on every street."""
    check_by_dealing(strategy, FOLDS_ANYWHERE, "2KA")


def holding(*names: str) -> Condition:
    return Condition("hole", frozenset(map(hole_number, names)))


def seeing(feature: str, *values: int) -> Condition:
    return Condition(feature, frozenset(values))


SUITED_RIVER = StrategyRule("some hands", "bet 1x", ((holding("KQs", "AKo", "JJ"),),), "")
FLUSHES = StrategyRule("flush", "bet 1x", ((seeing("flush_cards", 5, 6, 7), seeing("flush_card", 11, 12)),), "")
FEW_OUTS = StrategyRule("few outs", "bet 1x", ((seeing("dealer_outs", *range(5)),), (seeing("board_suited", 4),)), "")
DRAWS = StrategyRule("draws", "bet 2x", ((seeing("straight_draw", 1, 2), seeing("flush_cards", 3, 4, 5)),), "")
CHECK_ALL = StrategyRule("else", "check", ((),), "")
FOLD_ALL = StrategyRule("else", "fold", ((),), "")


@pytest.mark.slow
def test_rules_about_suits_on_a_deck_with_flushes() -> None:
    """Twenty cards, tens to aces: straights, flushes and royals, with rules that ask for suits on every street.

    King-queen is checked before the flop and dealt out; other hands are raised, which is worth what the solved game says.
    """
    solution, checked = solved(UTH, "TJQKA"), ("KQs", "KQo")
    opening = (StrategyRule("king-queen", "check", ((holding(*checked),),), ""), StrategyRule("else", "bet 4x", ((),), ""))
    others = {name: spot for name, spot in solution.hole_classes.items() if name not in checked}
    raised = sum(len(HOLE_CLASSES[name]) * spot["bet 4x"].ev * spot.deals for name, spot in others.items())
    dealt = deal_out("TJQKA", UTH, checked)
    for river in ((SUITED_RIVER, FOLD_ALL), (FLUSHES, FOLD_ALL), (FEW_OUTS, SUITED_RIVER, FOLD_ALL)):
        strategy = Strategy("suits", "suits", "", (opening, (DRAWS, CHECK_ALL), river))
        found = play(strategy, solution)
        assert found.ev_per_ante * found.deals == raised + value_by_dealing(strategy, UTH, dealt)


# Any strategy


@settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow])
@given(any_strategy(UTH, best=True))
def test_no_strategy_beats_best_play(strategy: Strategy) -> None:
    """Every rule has a price of 0 or more, whatever the rules; they add up."""
    found = played(strategy, solved(UTH, "9TJQKA"))
    if found is not None:
        assert all(rule.price >= 0 for rule in found.rule_prices)
        assert sum(rule.price for rule in found.rule_prices) == found.price == sum(found.price_by_street.values())
        assert sum(found.figures.frequencies.values()) == 1
        assert sum(row.deals for row in found.outcomes) == found.deals


BELOW_TEN = deck_of("23456789")


@cache
def seen_in_tens_to_aces(hole: tuple[Card, Card], board: tuple[Card, ...]) -> dict[str, int]:
    return seen_numbers(features(hole, board, BELOW_TEN))


@settings(max_examples=5, suppress_health_check=[HealthCheck.too_slow])
@given(any_strategy(UTH))
def test_a_function_is_worth_what_its_rules_are(strategy: Strategy) -> None:
    """The same decisions, written as a function of the cards: the same outcomes, deal by deal."""
    solution = solved(UTH, "TJQKA")
    found = played(strategy, solution)

    def choose(hole: tuple[Card, Card], board: tuple[Card, ...]) -> str:
        if not board:
            return first_fit(strategy.streets[0], {"hole": hole_number(hole_class(*hole))}).does
        return first_fit(strategy.streets[1 if len(board) == 3 else 2], seen_in_tens_to_aces(hole, board)).does

    if found is not None:
        asked = play(choose, solution)
        assert set(asked.outcomes) == set(found.outcomes)
        assert asked.price_by_street == found.price_by_street
        assert [replace(mistake, rule="") for mistake in asked.mistakes] == [replace(mistake, rule="") for mistake in found.mistakes]


def test_what_a_function_raises_comes_through() -> None:
    """From within the core; and an action that does not exist is named with the cards."""
    solution = solved(UTH, "2KA")

    def fail(hole: tuple[Card, Card], board: tuple[Card, ...]) -> str:
        if len(board) == 3:
            raise LookupError("not thought of")
        return "check"

    with pytest.raises(LookupError, match="not thought of"):
        play(fail, solution)
    with pytest.raises(StrategyError, match=r"'raise' for \w\w\w\w on no board; it may be bet 3x, bet 4x, check, best"):
        play(lambda hole, board: "raise", solution)


def test_an_interruption_before_the_first_line_of_a_function_comes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may come between the core and the function, outside of any ``try``."""

    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(engine._Asked, "__call__", interrupted)
    with pytest.raises(KeyboardInterrupt):
        play(lambda *_: BEST, solved(UTH, "2KA"))


def test_a_function_is_asked_in_the_thread_of_the_caller() -> None:
    """So it need not be safe for threads, and an interruption is answered at once."""
    threads = set()

    def choose(*_: object) -> str:
        threads.add(get_ident())
        return BEST

    assert play(choose, Solver(UTH, "2KA", threads=2).solve()).price == 0
    assert threads == {get_ident()}


def test_a_function_never_sees_an_impossible_hand() -> None:
    """Cards differ, boards have 0, 3 or 5 of them, and all are in the deck."""
    deck = set(deck_of("QKA"))
    boards: Counter[int] = Counter()

    def choose(hole: tuple[Card, Card], board: tuple[Card, ...]) -> str:
        assert len({*hole, *board}) == 2 + len(board) and {*hole, *board} <= deck
        boards[len(board)] += 1
        return "fold" if len(board) == 5 else "check"

    assert play(choose, solved(UTH, "QKA")).ev_per_ante == -2
    assert set(boards) == {0, 3, 5}


# Mistakes


def test_mistakes_are_those_of_single_hands(uth: Solution) -> None:
    """Each costs what the hand's own analysis says, and happens as often as its cards do up to suits."""
    simple = play(SIMPLE, uth)
    for mistake in simple.mistakes[:5]:
        spot = analyse(mistake.hole, mistake.board, rules=UTH)
        assert spot[mistake.does].cost == mistake.cost > 0
        assert spot.best.action.name == mistake.should
    worst = simple.mistakes[0]
    # three and two offsuit on three sevens: 4 flops, and per flop 4 x 4 suits less those alike
    assert (hole_class(*worst.hole), worst.does) == ("32o", "bet 2x")
    assert len({card.rank for card in worst.board}) == 1


def test_the_worst_mistakes_are_all_of_them_on_a_small_deck() -> None:
    """Never raising: the flops listed are the costliest of all flops, gathered up to suits by dealing."""
    solution = solved(UTH, "2KA")
    asleep = play("river-only", solution)
    gathered: Counter[tuple[object, ...]] = Counter()
    deck = deck_of("2KA")
    for hole in combinations(deck, 2):
        for flop in combinations([card for card in deck if card not in hole], 3):
            cost = solution.flop(hole, flop)["check"].cost
            key = min((sorted(turned(c, suits) for c in hole), sorted(turned(c, suits) for c in flop)) for suits in permutations(range(4)))
            gathered[tuple(map(tuple, key))] += cost  # type: ignore[call-overload]
    costs = sorted((cost for cost in gathered.values() if cost), reverse=True)
    per_flop = Fraction(1, 66 * 120)
    found = [mistake.price for mistake in asleep.mistakes if mistake.street is Street.FLOP]
    assert found == [cost * per_flop for cost in costs[: len(found)]]
    assert len(asleep.mistakes) == 20


# One hand


@pytest.mark.parametrize(
    ("hole", "board", "rule", "action", "cost"),
    [
        ("3d2h", "7s7h7d", "raise 2x", "bet 2x", Fraction(10502, 11385)),
        ("KdQh", "4s5h6d8c9d", "else fold", "fold", Fraction(0)),
        ("Kh5d", "", "raise 4x", "bet 4x", Fraction(0)),
        ("2d2h", "", "else check", "check", Fraction(0)),
    ],
)
def test_what_a_strategy_does_with_a_hand(hole: str, board: str, rule: str, action: str, cost: Fraction) -> None:
    """The rule that fires, what it does, and what that gives away here."""
    advice = advise(load_strategy(SIMPLE), analyse(hole, board))
    assert (advice.rule, advice.action, advice.cost) == (rule, action, cost)
    assert cost == analyse(hole, board)[action].cost


@pytest.mark.parametrize(("hole", "board"), [("KdQh", "4s5h6d8c9d"), ("AsAd", ""), ("3d2h", "7s7h7d")])
def test_best_play_advises_the_best(hole: str, board: str) -> None:
    spot = analyse(hole, board)
    advice = advise(load_strategy("best"), spot)
    assert (advice.action, advice.cost) == (spot.best.action.name, 0)


def test_a_strategy_says_nothing_where_it_does_not_come() -> None:
    """Who always raises before the flop has no rule for the flop; after the last decision nobody has."""
    with pytest.raises(StrategyError, match="decides nothing on the flop"):
        advise(load_strategy("always-4x"), analyse("KdQh", "4s5h6d"))
    with pytest.raises(StrategyError, match="the last decision was before"):
        advise(load_strategy("call-all"), analyse("KdQh", "4s5h6d8c9d", rules="casino-holdem-dk"))


# Refusals


def test_a_strategy_of_another_game_is_refused() -> None:
    with pytest.raises(StrategyError, match="it is for casino-holdem, and uth-dk is ultimate-texas-holdem") as caught:
        play("call-all", "uth-dk")
    assert caught.value.code == "other_game"


def test_an_action_that_the_game_does_not_have_is_refused() -> None:
    """The message has the rule's place and what there is to do."""
    rules = (StrategyRule("odd", "bet 5x", ((),), "mine.toml: preflop 1"),)
    with pytest.raises(StrategyError, match=r"mine\.toml: preflop 1: do: uth has no 'bet 5x' there; it has bet 3x, bet 4x, check, best"):
        play(Strategy("odd", "odd", "", (rules, (), ())), UTH)


def test_what_is_no_strategy_is_refused() -> None:
    with pytest.raises(StrategyError, match="neither a Strategy nor a function"):
        play(7, UTH)  # type: ignore[arg-type]


def test_a_rule_that_nothing_meets_is_refused_and_a_shadowed_one_reported() -> None:
    """No two pair has a board of three alike; a rule after a wider one never gets its turn."""
    solution = solved(UTH, "2KA")
    pairs = Condition("made", frozenset({Category.TWO_PAIR}))
    never = StrategyRule("odd", "bet 2x", ((pairs, Condition("board_made", frozenset({Category.THREE_OF_A_KIND}))),), "x.toml: flop 1")
    end = (CHECK_ALL,), (FOLD_ALL,)
    with pytest.raises(StrategyError, match=r"x\.toml: flop 1: no cards meet all these conditions") as caught:
        play(Strategy("odd", "odd", "", (end[0], (never, CHECK_ALL), end[1])), solution)
    assert caught.value.code == "never_fires"
    pairs_and_threes = Condition("made", frozenset({Category.TWO_PAIR, Category.THREE_OF_A_KIND}))
    wide = StrategyRule("wide", "bet 2x", ((pairs_and_threes,),), "x.toml: flop 1")
    narrow = StrategyRule("narrow", "check", ((pairs,),), "x.toml: flop 2")
    found = play(Strategy("odd", "odd", "", (end[0], (wide, narrow, CHECK_ALL), end[1])), solution)
    assert found.warnings == ("x.toml: flop 2: never fires, for the rules above it take all that it fits",)


def test_a_street_without_rules_is_refused_if_it_is_reached() -> None:
    """A strategy made by hand may leave out what its own play never comes to, and nothing else."""
    solution = Solver(UTH, "TJQKA").solve()
    bold = Strategy("bold", "bold", "", ((StrategyRule("all", "bet 4x", ((),), ""),), (), ()))
    assert play(bold, solution).figures.frequencies["bet 4x"] == 1
    with pytest.raises(StrategyError, match=r"meek: flop: no rules, and uth has a decision there; write \[\[flop\]\]") as caught:
        play(replace(bold, name="meek", streets=((CHECK_ALL,), (), ())), solution)
    assert caught.value.code == "undecided"


def test_a_function_is_asked_once_before_the_flop() -> None:
    """Once for each class of hole cards; the mistakes are of what it answered then, whatever it would say of other suits."""
    solution = Solver(UTH, "JQKA").solve()
    asked: Counter[str] = Counter()

    def choose(hole: tuple[Card, Card], board: tuple[Card, ...]) -> str:
        if not board:
            asked[hole_class(*hole)] += 1
            return "check" if any(card.suit == 3 for card in hole) else BEST
        return BEST

    found = play(choose, solution)
    assert set(asked.values()) == {1} and set(asked) == set(solution.hole_classes)
    assert sum(mistake.price for mistake in found.mistakes) == found.price == found.price_by_street["preflop"]


def test_many_shadowed_rules_take_few_more_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Narrower and narrower ones are looked at together, like ones once, and none of it counts as progress."""
    looks, steps = [], []
    solution = Solver(UTH, "2KA", progress=lambda: steps.append(0)).solve()
    solving, followed = len(steps), strategy_module._followed
    monkeypatch.setattr(strategy_module, "_followed", lambda *given: looks.append(0) or followed(*given))
    kinds = [frozenset(range(last + 1)) for last in (Category.FOUR_OF_A_KIND, Category.FULL_HOUSE, Category.TWO_PAIR, Category.TWO_PAIR)]
    rules = [StrategyRule(f"{number}", "check", ((Condition("made", kind),),), f"rule {number}") for number, kind in enumerate(kinds)]
    found = play(Strategy("odd", "odd", "", ((CHECK_ALL,), (*rules, CHECK_ALL), (FOLD_ALL,))), solution)
    assert [warning.split(":")[0] for warning in found.warnings] == ["rule 1", "rule 2", "rule 3"]
    assert len(looks) == 2
    assert len(steps) == solving + PLAY_PIECES


def test_actions_as_the_core_numbers_them() -> None:
    """Bets in order of size, then the others."""
    assert actions_of(UTH, Street.PREFLOP) == {"bet 3x": 0, "bet 4x": 1, "check": -1, BEST: engine.PLAY_BEST}
    assert [bet.name for bet, _ in compile_rules(UTH).bets[Street.PREFLOP]] == ["bet 3x", "bet 4x"]
