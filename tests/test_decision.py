"""One decision: the core against the reference, which shares nothing with it, and against itself without shortcuts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import ALWAYS_QUALIFIES, CASINO, FOLDS_ANYWHERE, GAMES, NEEDS_A_FLUSH, UTH, UTH_FOURS, UTH_ODD, deck_of
from remembered import remembered
from uth_exact import engine, load_sheet, reference
from uth_exact._tables import folder
from uth_exact.cards import DECK, Card, parse_cards
from uth_exact.decision import Analysis, Outcome, analyse
from uth_exact.errors import CardError, RulesError
from uth_exact.rules import CHECK, FOLD, PayTable, Rules, Street, bet

decide_slowly = remembered(reference.decide)


def dead_but(cards: Sequence[Card]) -> tuple[Card, ...]:
    """All cards of the deck but these."""
    return tuple(card for card in DECK if card not in cards)


def table(outcomes: Sequence[Outcome]) -> dict[reference.Ending, int]:
    deals: Counter[reference.Ending] = Counter()
    for row in outcomes:  # the same action on two streets is one ending
        deals[row.action.name, row.result, row.dealer_qualifies, row.category] += row.deals
    return deals


def agrees_with_reference(analysis: Analysis) -> None:
    """Every value and every row of every outcome table is the reference's."""
    expected = decide_slowly(analysis.hole, analysis.board, analysis.dead, analysis.rules)
    assert analysis.deals == expected.deals
    for value in analysis.actions:
        assert value.ev * analysis.deals == expected.total[value.action.name], value.action.name
        assert table(value.outcomes) == {end: deals for end, deals in expected.outcomes[value.action.name].items() if deals}
    assert analysis.best.action.name == expected.best


@st.composite
def spots(draw: st.DrawFn, board: int, live: int) -> tuple[list[Card], list[Card], tuple[Card, ...]]:
    """Hole cards, board and dead cards with ``live`` cards left; one time in two from few suits, so that flushes happen."""
    suits = draw(st.sampled_from(["cdhs", "cdhs", "cdh", "cd"]))
    deck = list(deck_of("23456789TJQKA", suits))
    random.Random(draw(st.integers(0, 2**32))).shuffle(deck)
    shown = deck[: 2 + board]
    return shown[:2], shown[2:], dead_but(deck[: 2 + board + live])


@given(spots(5, 20), st.sampled_from([UTH, UTH_FOURS, UTH_ODD, ALWAYS_QUALIFIES, NEEDS_A_FLUSH]))
@settings(max_examples=60)
def test_river_hands_agree_with_the_reference(spot: tuple[list[Card], list[Card], tuple[Card, ...]], rules: Rules) -> None:
    """Any river with any dead cards."""
    agrees_with_reference(analyse(*spot, rules, details=True))


@given(spots(3, 13), st.sampled_from([*GAMES, ALWAYS_QUALIFIES, NEEDS_A_FLUSH, FOLDS_ANYWHERE]))
@settings(max_examples=30)
def test_flop_hands_agree_with_the_reference(spot: tuple[list[Card], list[Card], tuple[Card, ...]], rules: Rules) -> None:
    """Any flop with any dead cards, outcomes after a check included."""
    agrees_with_reference(analyse(*spot, rules, details=True))


@given(spots(0, 11), st.sampled_from([*GAMES, ALWAYS_QUALIFIES, NEEDS_A_FLUSH, FOLDS_ANYWHERE]))
@settings(max_examples=12)
def test_small_decks_before_the_flop_agree_with_the_reference(spot: tuple[list[Card], list[Card], tuple[Card, ...]], rules: Rules) -> None:
    """A few cards left before the flop: every deal can be dealt one by one."""
    agrees_with_reference(analyse(*spot, rules, details=True))


def test_a_whole_flop_of_the_full_deck_agrees_with_the_reference() -> None:
    """1,070,190 deals with nothing dead, where straights, flushes and full houses all occur."""
    agrees_with_reference(analyse("8s9s", "7s8hTs", details=True))


@given(spots(0, 16), st.sampled_from([*GAMES, ALWAYS_QUALIFIES, NEEDS_A_FLUSH, FOLDS_ANYWHERE]))
@settings(max_examples=40)
def test_the_fast_way_is_the_plain_way(spot: tuple[list[Card], list[Card], tuple[Card, ...]], rules: Rules) -> None:
    """Counting boards by ranks and flush suit gives the same integers as walking through every deal."""
    fast, plain = (engine.decide(*spot, rules, details=True, plain=plain) for plain in (False, True))
    assert fast == plain


@pytest.mark.parametrize("hole", ["8s9s", "KdKh", "3c7d", "As2s"])
@pytest.mark.parametrize("board", ["7s8hTs", "Kc7c2c", "QsJsTd", "4h4d4s"])
def test_the_fast_way_is_the_plain_way_on_full_decks(hole: str, board: str) -> None:
    """The same on a flop of the full deck: 1,081 boards times 990 dealer hands walked one by one."""
    spot = analyse(hole, board)
    fast, plain = (engine.decide(spot.hole, spot.board, (), UTH, details=True, plain=plain) for plain in (False, True))
    assert fast == plain


def values(analysis: Analysis) -> dict[str, Fraction]:
    return {value.action.name: value.ev for value in analysis.actions}


@given(st.integers(0, 2**32), st.sampled_from([0, 3, 5]), st.permutations(range(4)))
@settings(max_examples=20)
def test_relabelling_suits_changes_nothing(seed: int, board: int, suits: list[int]) -> None:
    """Suits are equal: exchanging them everywhere leaves every value as it is."""
    deck = random.Random(seed).sample(DECK, 2 + board + 4)
    moved = [Card(4 * card.rank + suits[card.suit]) for card in deck]
    one, other = (analyse(cards[:2], cards[2 : 2 + board], cards[2 + board :], UTH) for cards in (deck, moved))
    assert values(one) == values(other)


def test_dealt_order_does_not_matter() -> None:
    """Hole cards, board and dead cards are sets."""
    for board in permutations("7s8hTsKd2c"[i : i + 2] for i in range(0, 6, 2)):
        assert values(analyse("9s8s", "".join(board), "AhAd", UTH)) == values(analyse("8s9s", "7s8hTs", "AdAh", UTH))
    for board in permutations("7s8hTsKd2c"[i : i + 2] for i in range(0, 10, 2)):
        assert values(analyse("9s8s", "".join(board), "", UTH)) == values(analyse("8s9s", "7s8hTsKd2c", "", UTH))


@given(st.integers(0, 2**32), st.sampled_from([0, 3, 5]))
@settings(max_examples=20)
def test_a_better_pay_table_never_lowers_a_value(seed: int, board: int) -> None:
    """Raising one payout of the Blind leaves no action worth less."""
    rng = random.Random(seed)
    cards = rng.sample(DECK, 2 + board)
    ante, blind = UTH.forced
    odds = list(blind.win[True].odds)
    odds[rng.randrange(len(odds))] += Fraction(rng.randrange(1, 20), rng.randrange(1, 5))
    better_table = PayTable("better", tuple(odds))
    better = Rules("better", UTH.qualifier, (ante, replace(blind, win=(better_table, better_table))), UTH.play, UTH.actions)
    before, after = values(analyse(cards[:2], cards[2:], "", UTH)), values(analyse(cards[:2], cards[2:], "", better))
    assert all(after[action] >= before[action] for action in before)


@given(st.integers(0, 2**32), st.sampled_from([0, 3, 5]))
@settings(max_examples=20)
def test_an_analysis_adds_up(seed: int, board: int) -> None:
    """Actions are best first, costs are against the best, each outcome table holds all deals and earns the value."""
    cards = random.Random(seed).sample(DECK, 2 + board)
    analysis = analyse(cards[:2], cards[2:], "", UTH, details=True)
    assert [value.ev for value in analysis.actions] == sorted(values(analysis).values(), reverse=True)
    for value in analysis.actions:
        assert value.cost == analysis.best.ev - value.ev >= 0
        assert sum(row.deals for row in value.outcomes) == analysis.deals
        assert sum(row.deals * row.net for row in value.outcomes) == value.ev * analysis.deals


def test_the_value_of_checking_is_the_mean_of_what_follows() -> None:
    """A check on the flop is worth the mean of the best river actions over all 1,081 turns and rivers."""
    cards = "9s8s7s8hTs"
    flop = analyse(cards[:4], cards[4:], "", UTH)
    rest = dead_but((*flop.hole, *flop.board))
    rivers = [analyse(flop.hole, (*flop.board, a, b), "", UTH).best.ev for i, a in enumerate(rest) for b in rest[:i]]
    assert sum(rivers) / len(rivers) == flop["check"].ev
    assert len(rivers) == 1_081


def test_equal_actions_are_reported_as_ties() -> None:
    """A royal flush on the board cannot be beaten: every bet and the other ties, and the fold does not."""
    two_sizes = Rules("two", UTH.qualifier, UTH.forced, UTH.play, ((CHECK,), (CHECK,), (bet(1), bet(2), FOLD)))
    analysis = analyse("2c3d", "AsKsQsJsTs", "", two_sizes)
    assert [value.action.name for value in analysis.actions] == ["bet 2x", "bet 1x", "fold"]
    assert [value.action.name for value in analysis.ties] == ["bet 1x"]
    assert analysis.best.ev == 0
    with pytest.raises(KeyError, match=r"no action is called 'bet 4x' here; there are bet .*, fold"):
        analysis["bet 4x"]


def test_an_analysis_is_a_mapping_of_the_actions_best_first() -> None:
    """Names lead to values, as in a dictionary."""
    analysis = analyse("KdQh", "4s5h6d8c9d")
    assert list(analysis) == ["fold", "bet 1x"]
    assert ("fold" in analysis, "check" in analysis, len(analysis)) == (True, False, 2)
    assert {name: value.ev for name, value in analysis.items()} == {"fold": -2, "bet 1x": Fraction(-239, 110)}
    assert analysis.get("bet 4x") is None


def test_sheet_names_and_values_are_both_rules() -> None:
    """The built-in Danish sheet is the game written out by hand."""
    assert values(analyse("Kh5d")) == values(analyse("Kh5d", rules=UTH))


def test_rules_are_taken_as_rules_sheet_name_or_path(tmp_path: Path) -> None:
    """All four say the same."""
    sheet = load_sheet("uth-de")
    path = tmp_path / "german.toml"
    path.write_bytes((folder() / "uth-de.toml").read_bytes())
    river: tuple[str, str] = ("KdQh", "4s5h6d8c9d")
    expected = values(analyse(*river, rules=sheet.rules))
    everything: list[Any] = [sheet, "uth-de", path, str(path)]
    for rules in everything:
        assert values(analyse(*river, rules=rules)) == expected


@pytest.mark.parametrize("wrong", [None, 3, UTH.play, ("uth-dk",)])
def test_what_is_no_rules_is_refused_by_name(wrong: Any) -> None:
    """The message says what may be given."""
    with pytest.raises(RulesError, match=r"^rules: .* is neither Rules nor a Sheet nor the name or path of one$"):
        analyse("KdQh", rules=wrong)


@pytest.mark.parametrize("place", ["hole", "board", "dead", "dealer", "flop_seen", "last_seen"])
def test_what_is_no_cards_is_refused_by_name(place: str) -> None:
    """The message names the argument."""
    wrong: dict[str, Any] = {"hole": "KdQh", place: None}
    with pytest.raises(CardError, match=f"^{place}: None is neither text nor cards"):
        analyse(**wrong)


def test_cards_may_be_given_one_by_one_as_text() -> None:
    """A list of texts is as good as one text."""
    assert analyse(["Kd", "Qh"], ["4s", "5h", "6d", "8c", "9d"]) == analyse("KdQh", "4s5h6d8c9d")


@pytest.mark.parametrize(
    ("hole", "board", "dead", "code", "message"),
    [
        ("KdKd", "", "", "duplicate_card", "Kd is given twice in hole: each card exists once"),
        ("KdQh", "Kd2c3c", "", "duplicate_card", "Kd is given in hole and in board: each card exists once"),
        ("KdQh", "2c3c4c", "Qh", "duplicate_card", "Qh is given in hole and in dead: each card exists once"),
        ("KdQh", "2c3c4c", "4c", "duplicate_card", "4c is given in board and in dead: each card exists once"),
        ("KdQh", "", "7s7s", "duplicate_card", "7s is given twice in dead: each card exists once"),
        ("Kd", "", "", "card_count", "hole: 2 cards needed, 1 given"),
        ("KdQhJh", "", "", "card_count", "hole: 2 cards needed, 3 given"),
        ("", "", "", "card_count", "hole: 2 cards needed, 0 given"),
        ("KdQh", "2c", "", "card_count", "board: no card, 3 or 5 cards needed, 1 given"),
        ("KdQh", "2c3c", "", "card_count", "board: no card, 3 or 5 cards needed, 2 given"),
        ("KdQh", "2c3c4c5c", "", "card_count", "board: no card, 3 or 5 cards needed, 4 given"),
        ("KdQh", "2c3c4c5c6c7c", "", "card_count", "board: no card, 3 or 5 cards needed, 6 given"),
        ("AsKs", "", DECK[:44], "no_deal", "dead: 6 cards are left, 7 are needed to finish the deal"),
    ],
)
def test_impossible_cards_are_refused_with_the_card_and_both_places(hole: str, board: str, dead: str, code: str, message: str) -> None:
    """One clear line for each fault."""
    with pytest.raises(CardError) as refused:
        analyse(hole, board, dead, UTH)
    assert (refused.value.code, str(refused.value)) == (code, message)


def test_after_the_last_decision_its_actions_are_valued_in_hindsight() -> None:
    """Casino Hold'em is decided on the flop; with five board cards the call is what these 990 showdowns give it."""
    late = analyse("KdQh", "4s5h6d8c9d", "", CASINO)
    assert (late.hindsight, late.street, late.deals, list(late)) == (True, Street.RIVER, 990, ["fold", "call"])
    call = late["call"]
    assert call.ev == sum(row.deals * row.net for row in call.outcomes) / 990
    assert not analyse("KdQh", "4s5h6d", "", CASINO).hindsight


def test_hindsight_averages_to_the_value_of_the_call() -> None:
    """The call on the flop is worth the mean of what it is worth on all 1,081 boards; folding in hindsight is worth more."""
    call = analyse("KdQh", "4s5h6d", "", CASINO)["call"].ev
    rest = [card for card in DECK if card not in parse_cards("KdQh4s5h6d")]
    boards = [analyse("KdQh", (*parse_cards("4s5h6d"), *pair), "", CASINO) for pair in combinations(rest, 2)]
    assert sum(late["call"].ev for late in boards) / len(boards) == call
    assert sum(late.best.ev for late in boards) / len(boards) > call


def test_hindsight_on_the_flop() -> None:
    """A game that is decided before the flop, asked with three board cards: the bet, or the fold."""
    at_once = replace(UTH, actions=((bet(1), FOLD), (), ()))
    flop = analyse("KdQh", "2c3c4c", "", at_once)
    assert (flop.hindsight, list(flop)) == (True, ["bet 1x", "fold"])
    assert flop["bet 1x"].ev == analyse("KdQh", "2c3c4c", "", replace(UTH, actions=((CHECK,), (bet(1), FOLD), ())))["bet 1x"].ev


def test_streets_follow_the_board() -> None:
    """No board card is before the flop, three are the flop, five the river."""
    boards = ["", "2c3c4c", "2c3c4c5c6c"]
    assert [analyse("KdQh", board, "", UTH).street for board in boards] == list(Street)
