"""The whole game under best play: published figures, single hands, and sums that must hold."""

from __future__ import annotations

import gc
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest

from games import A_PAIR, CASINO, ONLY_PREFLOP, UTH, UTH_FOURS, UTH_ODD, deck_of
from uth_exact import engine
from uth_exact.cards import DECK, HOLE_CLASSES, Card
from uth_exact.decision import Analysis, analyse
from uth_exact.errors import CardError, InvariantError
from uth_exact.figures import wager
from uth_exact.game import Solution, Solver, solve, solve_all
from uth_exact.report import decimal
from uth_exact.rules import Category, Rules
from uth_exact.settlement import ALL_DEALS
from uth_exact.sheets import load_sheet


@pytest.fixture(params=["uth", "casino"])
def solution(request: pytest.FixtureRequest) -> Solution:
    found: Solution = request.getfixturevalue(request.param)
    return found


def rounded(value: Fraction, places: int) -> str:
    return decimal(value, places)


# Published


@pytest.mark.golden
def test_the_published_total(uth: Solution) -> None:
    """Two independent public programs agree on it; the edge is published as 2.185 %."""
    assert (uth.deals, uth.total) == (ALL_DEALS, -607_723_787_676)
    assert uth.ev_per_ante == Fraction(-607_723_787_676, 27_813_810_024_000)
    assert rounded(100 * uth.figures.edge_per_ante, 5) == "2.18497"


@pytest.mark.golden
def test_the_published_figures(uth: Solution) -> None:
    """Element of risk 0.526 %, standard deviation 4.94, average total wager 4.15."""
    figures = uth.figures
    assert rounded(100 * figures.element_of_risk, 3) == "0.526"
    assert figures.standard_deviation.startswith("4.939") and rounded(Fraction(figures.standard_deviation), 2) == "4.94"
    assert rounded(figures.average_total_wager, 2) == "4.15"
    assert rounded(100 * figures.return_per_ante, 2) == "97.82"
    assert rounded(100 * figures.return_on_total_wager, 2) == "99.47"


@pytest.mark.golden
def test_the_published_play_before_the_flop(uth: Solution) -> None:
    """4x on 500 of the 1,326 hands, 3x never."""
    assert uth.figures.frequencies["bet 4x"] == Fraction(500, 1326)
    assert uth.figures.frequencies["bet 3x"] == 0
    assert uth.figures.checks["preflop"] == Fraction(826, 1326)


@pytest.mark.golden
def test_the_published_figures_of_casino_holdem(casino: Solution) -> None:
    """Total, edge 2.16 %, element of risk 0.82 %, and 18.0 % of the hands folded."""
    assert (casino.deals, casino.total) == (ALL_DEALS, -600_123_513_880)
    figures = casino.figures
    assert rounded(100 * figures.edge_per_ante, 4) == "2.1576"
    assert rounded(100 * figures.element_of_risk, 2) == "0.82"
    assert rounded(100 * figures.frequencies["fold"], 1) == "18.0"
    assert list(figures.frequencies) == ["call", "fold"]
    assert figures.return_on_initial_stake == figures.return_per_ante  # the ante is all of it


@pytest.mark.golden
def test_the_published_hands_of_seven_cards(solution: Solution) -> None:
    """Folds keep the hand that the player would have had, so each category is as frequent as among all seven-card hands."""
    published = {
        Category.ROYAL_FLUSH: 4_324,
        Category.STRAIGHT_FLUSH: 37_260,
        Category.FOUR_OF_A_KIND: 224_848,
        Category.FULL_HOUSE: 3_473_184,
        Category.FLUSH: 4_047_644,
        Category.STRAIGHT: 6_180_020,
        Category.THREE_OF_A_KIND: 6_461_620,
        Category.TWO_PAIR: 31_433_400,
        Category.PAIR: 58_627_800,
        Category.HIGH_CARD: 23_294_460,
    }
    hands = Counter[Category]()
    for row in solution.outcomes:
        hands[row.category] += row.deals
    for category, count in published.items():
        assert Fraction(hands[category], solution.deals) == Fraction(count, comb(52, 7)), category


@pytest.mark.golden
@pytest.mark.parametrize(
    ("sheet", "edge"), [("uth-dk", "3.50"), ("uth-dk+trips-865", "1.90"), ("uth-dk+trips-974", "0.90"), ("uth-dk+trips-765", "6.18")]
)
def test_the_published_edges_of_trips(uth: Solution, sheet: str, edge: str) -> None:
    """Four pay tables, in percent of the side bet."""
    (trips,) = load_sheet(sheet).side_bets
    figures = uth.side_bet(trips)
    assert rounded(100 * figures.edge, 2) == edge
    assert figures.return_ == 1 - figures.edge


# Single hands


def without_outcomes(analysis: Analysis) -> Analysis:
    return replace(analysis, actions=tuple(replace(value, outcomes=()) for value in analysis.actions))


def test_all_hands_before_the_flop_are_those_of_a_single_hand(solution: Solution) -> None:
    """The values of the 169 classes, each computed by itself."""
    assert list(solution.hole_classes) == list(HOLE_CLASSES)
    for name, hands in HOLE_CLASSES.items():
        alone = without_outcomes(analyse(hands[-1], rules=solution.rules))
        assert solution.hole_classes[name].actions == alone.actions, name
        assert solution.preflop(hands[-1]) == alone


@pytest.mark.parametrize("rules", [UTH, UTH_FOURS, UTH_ODD, CASINO], ids=lambda rules: rules.name)
def test_random_flops_are_those_of_a_single_hand(rules: Rules) -> None:
    """Two hundred hands on flops of all kinds; a third of them from two suits, so that flushes come."""
    found, chance = solve(rules), random.Random(rules.name)
    for number in range(200):
        shown = chance.sample(deck_of("23456789TJQKA", "cd") if number % 3 == 0 else DECK, 5)
        assert found.flop(shown[:2], shown[2:]) == without_outcomes(analyse(shown[:2], shown[2:], rules=rules)), shown


def test_hands_are_asked_for_in_any_way(uth: Solution) -> None:
    """Text, cards, any order; of suits only what they share matters."""
    ace, king = Card.of("Ac"), Card.of("Kd")
    assert uth.preflop("ac 10d").actions == uth.preflop(["Th", "As"]).actions == uth.hole_classes["ATo"].actions
    assert uth.flop("AcKd", "7h8h2c").actions == uth.flop((king, ace), "2c 7h 8h").actions


@pytest.mark.parametrize(
    ("hole", "flop", "code"),
    [
        ("As", None, "card_count"),
        ("AsAs", None, "duplicate_card"),
        ("AsKx", None, "unknown_card"),
        ("AsKs", "2c3c", "card_count"),
        ("AsKs", "AsJs2c", "duplicate_card"),
    ],
)
def test_impossible_hands_are_refused(uth: Solution, hole: str, flop: str | None, code: str) -> None:
    """As for a single hand."""
    with pytest.raises(CardError) as refused:
        uth.preflop(hole) if flop is None else uth.flop(hole, flop)
    assert refused.value.code == code


def test_counts_are_kept_while_a_sheet_needs_them() -> None:
    """Two qualifiers, one after the other: never the counts of both."""
    sheets = [load_sheet(name) for name in ("uth-dk", "uth-nl", "uth-de", "casino-holdem-dk")]
    alive = []
    for _ in solve_all(sheets):
        gc.collect()
        alive.append(sum(isinstance(each, Solver) for each in gc.get_objects()))
    assert len(set(alive)) == 1


def test_a_flop_on_which_nothing_is_decided_is_refused() -> None:
    """In a game of one decision, before the flop."""
    found = Solver(ONLY_PREFLOP, "TJQKA").solve()
    with pytest.raises(CardError, match="flop: only-preflop has no decision there"):
        found.flop("AsKs", "QsJsTs")


def test_cards_outside_the_deck_are_refused() -> None:
    """A short deck has no aces to hold."""
    found = Solver(UTH, "2345").solve()
    for ask in (lambda: found.preflop("As2s"), lambda: found.flop("2s3s", "4s5sAs")):
        with pytest.raises(CardError, match="As is not in the deck"):
            ask()


# Sums


def test_the_outcomes_carry_the_whole_value(solution: Solution) -> None:
    """Their deals add up to all, deals x net to the total, and no two rows are alike."""
    rows = solution.outcomes
    assert sum(row.deals for row in rows) == ALL_DEALS
    assert sum(row.deals * row.net for row in rows) == solution.total
    assert len({(row.action, row.result, row.dealer_qualifies, row.category) for row in rows}) == len(rows)
    assert all(row.deals > 0 for row in rows)


def test_the_mean_wager_is_that_of_the_frequencies(solution: Solution) -> None:
    """Initial stake plus what each action stakes, as often as it is taken."""
    figures = solution.figures
    sizes = {action.name: action.size for street in solution.rules.actions for action in street}
    staked = solution.rules.initial_stake + sum(sizes[name] * share for name, share in figures.frequencies.items())
    assert figures.average_total_wager == staked
    assert sum(figures.frequencies.values()) == sum(figures.results.values()) == 1


def test_the_best_action_is_at_least_each_action(solution: Solution) -> None:
    """For every hand before the flop; together the best ones make the total."""
    classes = solution.hole_classes
    assert all(value.cost >= 0 and value.ev + value.cost == hand.best.ev for hand in classes.values() for value in hand.values())
    assert sum(len(HOLE_CLASSES[name]) * hand.best.ev for name, hand in classes.items()) / 1326 == solution.ev_per_ante


def test_the_figures_follow_from_their_definitions(solution: Solution) -> None:
    """Each one again, from the outcomes deal by deal."""
    rules, figures, deals = solution.rules, solution.figures, solution.deals
    weights = [(Fraction(row.deals, deals), row.net, wager(rules, row.action)) for row in solution.outcomes]
    won = sum(share * net for share, net, _ in weights)
    staked = sum(share * stake for share, _, stake in weights)
    assert figures.ev_per_ante == -figures.edge_per_ante == won
    assert figures.return_per_ante == 1 + won
    assert figures.return_on_initial_stake == (rules.initial_stake + won) / rules.initial_stake
    assert figures.average_total_wager == staked
    assert (figures.element_of_risk, figures.return_on_total_wager) == (-won / staked, (staked + won) / staked)
    assert figures.variance == sum(share * (net - won) ** 2 for share, net, _ in weights)
    # Over many rounds, net - r x wager has mean zero; its variance over the squared wager is that of the ratio.
    ratio = won / staked
    assert figures.variance_of_return_on_total_wager == sum(share * (net - ratio * stake) ** 2 for share, net, stake in weights) / staked**2
    assert figures.hit_frequency == sum(share for share, net, _ in weights if net > 0)
    lost = sum(row.deals for row in solution.outcomes if row.result is None or row.result.key == "lose")
    assert figures.results["lose"] == Fraction(lost, deals) >= figures.frequencies["fold"]


def test_the_dealer_qualifies_as_often_as_the_cards_say(solution: Solution) -> None:
    """Whatever the player does: with a pair all hands but high cards, with fours no lower pair either."""
    share = solution.figures.dealer_qualifies
    assert (share == 1 - Fraction(23_294_460, comb(52, 7))) == (solution.rules.qualifier == A_PAIR)
    assert share <= 1 - Fraction(23_294_460, comb(52, 7))


def test_contributions_add_up(solution: Solution) -> None:
    """Rows add up to one, to the expected net win and to the variance."""
    parts = solution.contributions
    assert sum(part.frequency for part in parts) == 1
    assert sum(part.to_return for part in parts) == solution.ev_per_ante
    assert sum(part.to_variance for part in parts) == solution.figures.variance
    assert [part.outcome for part in parts] == list(solution.outcomes)


def test_outcomes_that_do_not_add_up_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal too many is found out before any figure is made of it."""
    add, found = engine.SolvedGame.add_outcomes, Solver(UTH, "234").solve()
    monkeypatch.setattr(engine.SolvedGame, "add_outcomes", lambda self, pieces: add(self, [*pieces, [1] + [0] * (len(pieces[0]) - 1)]))
    with pytest.raises(InvariantError, match=f"outcomes are {found.deals + 1} deals"):
        _ = found.figures
