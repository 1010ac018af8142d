"""The settlement, cell by cell as the rule sheets print it, and the proof that its sums fit."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest

from games import (
    A_PAIR,
    ANTE,
    BLIND_TABLE,
    CALL,
    CASINO,
    CASINO_ANTE_TABLE,
    GAMES,
    ODD_TABLE,
    PLAY,
    UTH,
    UTH_FOURS,
    UTH_ODD,
    ultimate,
)
from uth_exact import reference
from uth_exact.errors import RulesError
from uth_exact.rules import CHECK, FOLD, ActionKind, Category, PayTable, Result, Rules, Street, bet
from uth_exact.settlement import ALL_DEALS, MAX_BETS, MAX_PAYOFF, compile_rules, net

BLIND_PAYS: dict[Category, int | Fraction] = {
    Category.ROYAL_FLUSH: 500,
    Category.STRAIGHT_FLUSH: 50,
    Category.FOUR_OF_A_KIND: 10,
    Category.FULL_HOUSE: 3,
    Category.FLUSH: Fraction(3, 2),
    Category.STRAIGHT: 1,
    Category.THREE_OF_A_KIND: 0,
    Category.TWO_PAIR: 0,
    Category.PAIR: 0,
    Category.HIGH_CARD: 0,
}

TABLE = "blind by its table"


@pytest.mark.parametrize(
    ("result", "qualifies", "ante", "play", "blind"),
    [
        (Result.WIN, True, 1, 1, TABLE),
        (Result.WIN, False, 0, 1, TABLE),
        (Result.LOSE, True, -1, -1, -1),
        (Result.LOSE, False, 0, -1, -1),
        (Result.TIE, True, 0, 0, 0),
        (Result.TIE, False, 0, 0, 0),
    ],
)
@pytest.mark.parametrize("category", Category, ids=lambda category: category.key)
def test_ultimate_cell_by_cell(
    result: Result, qualifies: bool, ante: int, play: int, blind: int | str, category: Category
) -> None:
    """The printed table of Ante, Play and Blind: each wager for itself, and the net of every raise."""
    blind_pays = Fraction(BLIND_PAYS[category] if blind == TABLE else blind)
    assert [wager.pays(result, qualifies, category) for wager in UTH.forced] == [ante, blind_pays]
    assert UTH.play.pays(result, qualifies, category) == play
    for size in (4, 3, 2, 1):
        assert net(UTH, bet(size), result, qualifies, category) == ante + blind_pays + size * play


@pytest.mark.parametrize("category", Category, ids=lambda category: category.key)
def test_casino_cell_by_cell(category: Category) -> None:
    """Casino Hold'em: if the dealer does not qualify the ante is paid by its table and the call pushes, whatever the
    hands are; otherwise higher wins both, lower loses both, equal pushes both."""
    ante = {
        Category.ROYAL_FLUSH: 100,
        Category.STRAIGHT_FLUSH: 20,
        Category.FOUR_OF_A_KIND: 10,
        Category.FULL_HOUSE: 3,
        Category.FLUSH: 2,
    }.get(category, 1)
    for result in Result:
        assert net(CASINO, CALL, result, False, category) == ante
    assert net(CASINO, CALL, Result.WIN, True, category) == ante + 2
    assert net(CASINO, CALL, Result.LOSE, True, category) == -1 - 2
    assert net(CASINO, CALL, Result.TIE, True, category) == 0


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_a_fold_loses_the_initial_stake(rules: Rules) -> None:
    """Folding loses ante and blind, or the ante, however the cards would have fallen."""
    lost = {net(rules, FOLD, result, q, category) for result in Result for q in (False, True) for category in Category}
    assert lost == {-1 if rules is CASINO else -2}


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_reference_and_settlement_agree(rules: Rules) -> None:
    """The slow solver settles every ending as the settlement does."""
    for action in {action for actions in rules.actions for action in actions} - {CHECK}:
        for fall in ((result, q, category) for result in Result for q in (False, True) for category in Category):
            assert reference.net(rules, action, fall) == net(rules, action, *fall)


# Compiled


@pytest.mark.parametrize(
    ("rules", "scale"),
    [(UTH, 2), (UTH_FOURS, 2), (UTH_ODD, 30), (CASINO, 1)],
    ids=["halves", "halves as well", "halves, thirds and fifths", "whole"],
)
def test_scale_is_the_least_that_makes_payoffs_whole(rules: Rules, scale: int) -> None:
    """A 3:2 flush needs halves of an ante; halves, thirds and fifths together need thirtieths; whole odds need none."""
    assert compile_rules(rules).scale == scale


def test_fractional_bets_count_for_the_scale() -> None:
    """A raise of 4/3 at even money needs thirds beside the halves of the flush; a call of 5/2 needs halves."""
    actions = ((bet(Fraction(4, 3)), CHECK), (CHECK,), (bet(1), FOLD))
    assert compile_rules(replace(UTH, actions=actions)).scale == 6
    assert compile_rules(replace(CASINO, actions=((CHECK,), (bet(Fraction(5, 2)), FOLD), ()))).scale == 2


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_compiled_payoffs_are_the_nets(rules: Rules) -> None:
    """Every whole number of the settlement, divided by its scale, is the net in antes of that bet and fall of cards."""
    settlement = compile_rules(rules)
    assert Fraction(settlement.fold, settlement.scale) == -rules.initial_stake
    for street in Street:
        assert {action for action, _ in settlement.bets[street]} == {
            action for action in rules.actions[street] if action.kind is ActionKind.BET
        }
        for action, payoffs in settlement.bets[street]:
            assert len(payoffs) == len(Category)
            assert {len(row) for row in payoffs} == {6}
            for category in Category:
                for result in Result:
                    for q in (False, True):
                        units = payoffs[category][2 * result + q]
                        assert type(units) is int
                        assert Fraction(units, settlement.scale) == net(rules, action, result, q, category)


def test_bets_are_in_order_of_size() -> None:
    """However the sheet lists them, the smaller raise comes first; streets without a bet have none."""
    assert [[action.name for action, _ in bets] for bets in compile_rules(UTH).bets] == [
        ["bet 3x", "bet 4x"],
        ["bet 2x"],
        ["bet 1x"],
    ]
    assert [[action.name for action, _ in bets] for bets in compile_rules(CASINO).bets] == [[], ["call"], []]


def test_published_payoffs_of_ultimate() -> None:
    """In half antes: a royal flush with a 4x raise against a qualified dealer wins 505 antes; a fold loses two."""
    settlement = compile_rules(UTH)
    (_, four) = settlement.bets[Street.PREFLOP][1]
    assert four[Category.ROYAL_FLUSH] == (-10, -12, 0, 0, 1008, 1010)
    assert four[Category.FLUSH] == (-10, -12, 0, 0, 11, 13)
    assert four[Category.HIGH_CARD] == (-10, -12, 0, 0, 8, 10)
    assert settlement.fold == -4


def test_units_become_antes_per_deal() -> None:
    """A sum of units over deals is divided by the scale and the deals, exactly."""
    settlement = compile_rules(UTH)
    assert settlement.antes(1010) == 505
    assert settlement.antes(-4302, 990) == Fraction(-239, 110)


# Limits


def test_all_deals() -> None:
    """C(52,2) hands, C(50,3) flops, C(47,2) turns and rivers, C(45,2) dealer hands."""
    assert ALL_DEALS == comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2) == 27_813_810_024_000
    assert MAX_PAYOFF * ALL_DEALS < 2**62


def blind_of(royal: Fraction | int) -> Rules:
    table = PayTable.by_category("blind", {Category.ROYAL_FLUSH: royal})
    return ultimate("jackpot", A_PAIR, table)


def test_the_largest_payoff_is_the_limit() -> None:
    """A royal flush that with ante and 4x raise makes just 131,072 antes is computed; one more is refused."""
    settlement = compile_rules(blind_of(MAX_PAYOFF - 5))
    assert max(units for bets in settlement.bets for _, rows in bets for row in rows for units in row) == MAX_PAYOFF
    with pytest.raises(RulesError) as caught:
        compile_rules(blind_of(MAX_PAYOFF - 4))
    assert caught.value.code == "overflow"
    assert caught.value.where == "jackpot"
    assert caught.value.message == (
        "jackpot: payouts too large to add up exactly: the largest payoff, 131073 antes, is 131073 units and the limit is 131072; "
        "most of it is 131068 on blind (royal flush); lower it"
    )


def test_fine_units_reach_the_limit_sooner() -> None:
    """The limit is on units: odds in thousandths make an ante 1,000 of them, and 200 antes are too much."""
    with pytest.raises(RulesError) as caught:
        compile_rules(blind_of(Fraction(195_001, 1000)))
    assert caught.value.code == "overflow"
    assert caught.value.message == (
        "jackpot: payouts too large to add up exactly: the largest payoff, 200001/1000 antes, is 200001 units and the limit is 131072; "
        "most of it is 195001/1000 on blind (royal flush); the finest is 195001/1000 on blind (royal flush), "
        "all together need units of 1/1000 ante; lower it or take rounder payouts and bets"
    )


@pytest.mark.parametrize("royal", [Fraction(1, 3**700), Fraction(10**5000), Fraction(10**5000, 3)])
def test_an_absurd_payout_is_refused_in_a_short_line(royal: Fraction) -> None:
    """No number of hundreds of digits is printed."""
    with pytest.raises(RulesError) as caught:
        compile_rules(blind_of(royal))
    assert caught.value.code == "overflow"
    assert len(caught.value.message) < 500


def test_large_losses_count_as_well() -> None:
    """A raise so large that only its loss passes the limit is refused."""
    size = MAX_PAYOFF - 1
    actions = ((bet(size), FOLD), (), ())
    with pytest.raises(RulesError, match=f"is {size + 2} units and the limit is {MAX_PAYOFF}"):
        compile_rules(replace(blind_of(0), actions=actions))


def test_too_many_bets_are_refused() -> None:
    """Four raises on a street are computed, five are refused with the number allowed."""
    sizes = tuple(bet(size) for size in range(1, MAX_BETS + 2))
    rules = replace(UTH, actions=((*sizes[:-1], FOLD), (), ()))
    assert len(compile_rules(rules).bets[Street.PREFLOP]) == MAX_BETS
    with pytest.raises(RulesError) as caught:
        compile_rules(replace(rules, actions=((*sizes, FOLD), (), ())))
    assert (caught.value.code, caught.value.where) == ("too_many_bets", "preflop")
    assert caught.value.message == "uth: preflop: at most 4 bet sizes, not 5"


def test_the_games_of_the_tests_say_what_the_sheets_say() -> None:
    """The pay tables used throughout the tests, row by row."""
    assert dict(zip(Category, BLIND_TABLE.odds, strict=True)) == BLIND_PAYS
    assert ODD_TABLE.odds[Category.FLUSH] == Fraction(7, 3)
    assert ODD_TABLE.odds[Category.FULL_HOUSE] == Fraction(13, 5)
    assert list(CASINO_ANTE_TABLE.odds) == [1, 1, 1, 1, 1, 2, 3, 10, 20, 100]
    assert (ANTE.name, PLAY.name) == ("ante", "play")
