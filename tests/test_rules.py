"""Rules as values: what they say, and which contradictions are refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from typing import Any

import pytest

from games import A_PAIR, A_PAIR_OF_FOURS, BLIND_TABLE, CASINO, GAMES, ONE, UTH, ultimate
from uth_exact.errors import RulesError, UthError
from uth_exact.rules import (
    CHECK,
    EVEN,
    FOLD,
    LOSE,
    PUSH,
    Action,
    ActionKind,
    Category,
    PayTable,
    Qualifier,
    Result,
    Rules,
    SideBet,
    Street,
    Wager,
    Whose,
    bet,
)


def refused(make: Callable[[], object]) -> RulesError:
    with pytest.raises(RulesError) as caught:
        make()
    assert caught.value.code == "bad_rules"
    return caught.value


def streets(*actions: tuple[Action, ...]) -> Callable[[], Rules]:
    """A game that differs from UTH in what may be done on its three streets."""
    preflop, flop, river = actions
    return lambda: replace(UTH, actions=(preflop, flop, river))


# Words


def test_categories_rise_from_high_card_to_royal_flush() -> None:
    """Ten categories in the order of poker, named as rows of pay tables and as people say them."""
    assert [category.key for category in sorted(Category)] == [
        "high_card",
        "pair",
        "two_pair",
        "three_of_a_kind",
        "straight",
        "flush",
        "full_house",
        "four_of_a_kind",
        "straight_flush",
        "royal_flush",
    ]
    assert Category.FOUR_OF_A_KIND.label == "four of a kind"


def test_streets_show_none_three_or_five_cards() -> None:
    """Before the flop no board card is seen, on the flop three, on the river five."""
    assert [(street.key, street.board_size) for street in Street] == [("preflop", 0), ("flop", 3), ("river", 5)]


def test_results_rise_from_lose_to_win() -> None:
    """A loss, a tie and a win, in this order."""
    assert [result.key for result in sorted(Result)] == ["lose", "tie", "win"]


@pytest.mark.parametrize(
    ("size", "name"),
    [(4, "bet 4x"), (1, "bet 1x"), (Fraction(3, 2), "bet 3/2x"), (Fraction(2), "bet 2x")],
)
def test_bets_are_named_by_their_size(size: int | Fraction, name: str) -> None:
    """A raise of four antes is ``bet 4x``."""
    assert bet(size) == Action(name, ActionKind.BET, Fraction(size))


# Actions


@pytest.mark.parametrize(
    ("kind", "size"),
    [
        (ActionKind.BET, 0),
        (ActionKind.BET, -1),
        (ActionKind.CHECK, 1),
        (ActionKind.CHECK, -1),
        (ActionKind.FOLD, 1),
        (ActionKind.FOLD, -1),
    ],
)
def test_only_a_bet_has_a_size(kind: ActionKind, size: int) -> None:
    """A bet of nothing, or a check or fold with a stake, is refused with the size in the message."""
    error = refused(lambda: Action("odd", kind, Fraction(size)))
    assert error.message == f"odd: a bet has a size above 0, anything else has none, not {size}"
    assert error.where == "odd"


# Pay tables


def test_a_pay_table_has_a_row_for_each_category() -> None:
    """Nine rows or eleven are refused."""
    for rows in (0, 9, 11):
        error = refused(lambda rows=rows: PayTable("short", (ONE,) * rows))  # type: ignore[misc]
        assert error.message == f"short: a pay table has 10 rows, not {rows}"


def test_no_wager_loses_more_than_its_stake() -> None:
    """Odds may be -1, the loss of the stake, and no less."""
    assert PayTable.flat("lose", -1) == LOSE
    error = refused(lambda: PayTable.by_category("steep", {Category.PAIR: Fraction(-3, 2)}))
    assert error.message == "steep: a wager cannot lose more than its stake"


def test_rows_not_named_push() -> None:
    """A table made of some rows pushes on the rest, unless told otherwise."""
    table = PayTable.by_category("few", {Category.FLUSH: Fraction(3, 2)})
    assert table.odds == tuple(Fraction(3, 2) if category is Category.FLUSH else 0 for category in Category)
    table = PayTable.by_category("few", {Category.FLUSH: 2}, otherwise=-1)
    assert table.odds == tuple(2 if category is Category.FLUSH else -1 for category in Category)


def test_flat_tables() -> None:
    """Losing, pushing and even money pay the same for every hand."""
    assert [set(table.odds) for table in (LOSE, PUSH, EVEN)] == [{-1}, {0}, {1}]
    assert all(isinstance(odds, Fraction) for table in (LOSE, PUSH, EVEN) for odds in table.odds)


# Wagers


def test_a_wager_pays_by_result_qualification_and_category() -> None:
    """Each of the six cells has its own table, and the pay is the odds times the stake."""
    tables = [PayTable("t", tuple(Fraction(10 * cell + row) for row in range(10))) for cell in range(6)]
    wager = Wager("w", Fraction(3), (tables[0], tables[1]), (tables[2], tables[3]), (tables[4], tables[5]))
    for result in Result:
        for qualified in (False, True):
            for category in Category:
                assert wager.pays(result, qualified, category) == 3 * (10 * (2 * result + qualified) + category)


# Qualifier


@pytest.mark.parametrize(
    ("qualifier", "text"),
    [
        (Qualifier(Category.HIGH_CARD), "always"),
        (A_PAIR, "pair or better"),
        (A_PAIR_OF_FOURS, "pair of 4s or better"),
        (Qualifier(Category.THREE_OF_A_KIND, 12), "three of a kind of As or better"),
        (Qualifier(Category.STRAIGHT), "straight or better"),
    ],
)
def test_qualifiers_in_words(qualifier: Qualifier, text: str) -> None:
    """A qualifier says what the dealer needs."""
    assert str(qualifier) == text


@pytest.mark.parametrize(
    ("category", "rank"),
    [
        (Category.PAIR, 13),
        (Category.PAIR, -1),
        (Category.HIGH_CARD, 12),
        (Category.STRAIGHT, 3),
        (Category.TWO_PAIR, 2),
    ],
)
def test_only_pairs_triples_and_quads_have_a_rank(category: Category, rank: int) -> None:
    """A rank off the scale, or one for a hand that has none of its own, is refused."""
    error = refused(lambda: Qualifier(category, rank))
    assert error.message == f"qualifier: {category.label} takes no rank {rank}"
    assert error.where == "qualifier"


# Games


def test_initial_stakes() -> None:
    """Ultimate Texas Hold'em starts with ante and blind, two units; Casino Hold'em with the ante alone."""
    assert UTH.initial_stake == 2
    assert CASINO.initial_stake == 1


def test_rules_are_frozen() -> None:
    """Rules are values: equal if they say the same, and never changed."""
    assert ultimate("uth", A_PAIR, BLIND_TABLE) == UTH
    assert ultimate("uth", A_PAIR_OF_FOURS, BLIND_TABLE) != UTH
    assert len({hash(rules) for rules in GAMES}) == len(GAMES)
    with pytest.raises(FrozenInstanceError):
        UTH.name = "other"  # type: ignore[misc]


@pytest.mark.parametrize(
    "actions",
    [
        ((bet(1), FOLD), (), ()),
        ((CHECK,), (bet(1),), ()),
        ((CHECK,), (CHECK,), (bet(1),)),
        ((CHECK, bet(1), FOLD), (FOLD, CHECK), (FOLD,)),
        ((bet(Fraction(1, 2)), bet(5), bet(3), CHECK), (CHECK,), (bet(1), bet(2), FOLD)),
    ],
)
def test_games_that_end(actions: tuple[tuple[Action, ...], ...]) -> None:
    """Any bets, folds and checks make a game, if each street is reached by a check and none is missing."""
    assert streets(*actions)().actions == actions


@pytest.mark.parametrize(
    ("actions", "where", "message"),
    [
        (((), (), ()), "preflop", "the street needs something to do"),
        (((CHECK,), (), ()), "flop", "the street needs something to do"),
        (((CHECK,), (CHECK,), ()), "river", "the street needs something to do"),
        (((bet(1),), (bet(1),), ()), "flop", "the street needs no actions, for it is never reached"),
        (((CHECK,), (bet(2), FOLD), (bet(1),)), "river", "the street needs no actions, for it is never reached"),
        (((bet(4), bet(4), CHECK), (CHECK,), (FOLD,)), "preflop", "an action is listed twice"),
        (((CHECK, CHECK), (CHECK,), (FOLD,)), "preflop", "an action is listed twice"),
        (((CHECK,), (CHECK,), (FOLD, bet(1), FOLD)), "river", "an action is listed twice"),
        (((CHECK,), (CHECK,), (CHECK, bet(1))), "river", "there is no street to check to; allow a bet or a fold"),
    ],
)
def test_games_that_contradict_themselves(actions: tuple[tuple[Action, ...], ...], where: str, message: str) -> None:
    """A street without actions, one never reached, an action twice or a check on the river is refused by name."""
    error = refused(streets(*actions))
    assert (error.where, error.message) == (where, f"uth: {where}: {message}")


def test_three_streets_are_needed() -> None:
    """A game has all three streets, even those on which nothing is done."""
    error = refused(lambda: replace(UTH, actions=((bet(1), FOLD), ())))  # type: ignore[arg-type]
    assert error.message == "uth: the actions are three tuples of Action: before the flop, on the flop and on the river"


@pytest.mark.parametrize("wrong", [1.1, 0.5, True, "3/2", None, float("nan")])
def test_amounts_are_exact(wrong: Any) -> None:
    """Whole numbers and fractions are taken; a float, which is rarely what it shows, is refused, and so is anything else."""
    for make in (
        lambda: bet(wrong),
        lambda: Action("odd", ActionKind.BET, wrong),
        lambda: PayTable.flat("odd", wrong),
        lambda: PayTable.by_category("odd", {Category.FLUSH: wrong}),
        lambda: PayTable("odd", (wrong,) * 10),
        lambda: replace(UTH.play, stake=wrong),
    ):
        assert "is no exact number; give an int or a Fraction" in refused(make).message
    whole: Any = 2
    assert (type(bet(2).size), type(PayTable("t", (whole,) * 10).odds[0])) == (Fraction, Fraction)
    assert replace(UTH.play, stake=whole).stake == Fraction(2)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: replace(UTH.play, stake=Fraction(-1)), "play: a stake is not negative, as -1 is"),
        (lambda: replace(UTH.play, win=(EVEN,)), "play: win is two pay tables, for a dealer who does not qualify and for one who does"),
        (lambda: replace(UTH.play, tie=EVEN), "play: tie is two pay tables, for a dealer who does not qualify and for one who does"),
        (lambda: replace(UTH.play, lose=(1, 1)), "play: lose is two pay tables, for a dealer who does not qualify and for one who does"),
        (lambda: Qualifier(99), "qualifier: 99 is no category; name one, as in Category.PAIR"),
        (lambda: Qualifier(Category.PAIR, 2.0), "qualifier: a rank is 0 for twos up to 12 for aces, not 2.0"),
        (lambda: Action("odd", "bet", Fraction(1)), "odd: an action is a fold, a check or a bet, not 'bet'"),
        (lambda: PayTable("odd", 3), "odd: a pay table is a tuple of 10 odds, not 3"),
        (lambda: PayTable.by_category("odd", {"flush": 2}), "odd: 'flush' is no category; name rows as in Category.FLUSH"),
        (lambda: replace(UTH, qualifier="pair"), "uth: the qualifier is a Qualifier, not 'pair'"),
        (lambda: replace(UTH, play=None), "uth: the play wager is a Wager, not None"),
        (lambda: replace(UTH, forced=UTH.play), "uth: the forced wagers are a tuple of Wager"),
        (lambda: replace(UTH, name=None), "rules: a name is text, not None"),
        (
            lambda: replace(UTH, actions=((CHECK,), (CHECK,), "fold")),
            "uth: the actions are three tuples of Action: before the flop, on the flop and on the river",
        ),
        (lambda: replace(UTH, forced=()), "uth: nothing is staked before the cards, so there is nothing that a return could be of"),
        (lambda: Action("give up", ActionKind.FOLD), "give up: this action is called fold"),
        (lambda: SideBet(3, EVEN), "side bet: a name is text, not 3"),
        (lambda: SideBet("bonus", EVEN, cards=6.0), "bonus: a hand is judged on 5, 6 or 7 cards, not 6.0"),
        (
            lambda: SideBet("bonus", EVEN, whose=Whose.DEALER, cards=5),
            "bonus: the dealer's hand and who wins take 7 cards, not 5",
        ),
        (lambda: SideBet("trips", 3), "trips: a side bet has a PayTable, a Whose and a Qualifier"),
        (lambda: SideBet("trips", EVEN, verdicts=()), "trips: verdicts are three, for a player who loses, ties and wins"),
    ],
)
def test_rules_made_by_hand_are_held_to_their_shape(make: Callable[[], object], message: str) -> None:
    """A part of the wrong kind or length is refused where it is made, not somewhere in the middle of a computation."""
    assert refused(make).message == message


def test_a_name_means_one_action_of_a_street() -> None:
    """Two raises of one name could not be told apart in an answer."""
    raises = tuple(Action("raise", ActionKind.BET, Fraction(size)) for size in (1, 2))
    assert refused(streets((*raises, FOLD), (), ())).message == "uth: preflop: an action is listed twice"


def test_lists_become_tuples() -> None:
    """What is given as a list is the same value, and cannot be changed afterwards either."""
    parts: Any = ([*UTH.forced], [[*actions] for actions in UTH.actions])
    assert replace(UTH, forced=parts[0], actions=parts[1]) == UTH


def test_a_rules_error_is_a_value_error() -> None:
    """Callers may catch it as any error of the package or as ``ValueError``."""
    error = refused(streets((), (), ()))
    assert isinstance(error, UthError)
    assert isinstance(error, ValueError)
