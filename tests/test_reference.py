"""The slow solver against combinatorics, published values and games solved by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import A_PAIR, A_PAIR_OF_FOURS, CASINO, GAMES, ONE, UTH, UTH_FOURS, UTH_ODD, deck_of
from uth_exact.cards import DECK, HOLE_CLASSES, Card, as_cards, hole_class
from uth_exact.errors import CardError, RulesError
from uth_exact.reference import Decision, best_of, decide, hand_value, hole_classes, net, qualifies, showdowns, solve
from uth_exact.rules import (
    CHECK,
    EVEN,
    FOLD,
    LOSE,
    PUSH,
    Action,
    ActionKind,
    Category,
    Qualifier,
    Result,
    Rules,
    Street,
    Wager,
    bet,
)


def value(text: str) -> tuple[int, ...]:
    return best_of(as_cards(text))


# Hands


def test_every_category_beats_the_ones_below() -> None:
    """From high card up to the royal flush, the best hand of a category loses to the worst of the next."""
    best_and_worst = [
        ("7c5d4h3s2c", "AcKdQhJs9c"),
        ("2c2d5h4s3c", "AcAdKhQsJc"),
        ("3c3d2h2s4c", "AcAdKhKsQc"),
        ("2c2d2h4s3c", "AcAdAhKsQc"),
        ("5c4d3h2sAc", "AcKdQhJsTc"),
        ("7c5c4c3c2c", "AcKcQcJc9c"),
        ("2c2d2h3s3c", "AcAdAhKsKc"),
        ("2c2d2h2s3c", "AcAdAhAsKc"),
        ("5c4c3c2cAc", "KcQcJcTc9c"),
        ("AcKcQcJcTc", "AsKsQsJsTs"),
    ]
    for category, (worst, best) in zip(Category, best_and_worst, strict=True):
        assert value(worst)[0] == value(best)[0] == category
    in_order = [value(text) for pair in best_and_worst for text in pair]
    assert in_order == sorted(in_order)
    assert [a < b for a, b in zip(in_order[1::2], in_order[2::2], strict=False)] == [True] * 9


def test_the_wheel_is_the_lowest_straight() -> None:
    """5-4-3-2-A is a straight to the five, below 6-5-4-3-2; an ace does not join a king to a two."""
    assert value("5c4d3h2sAc") < value("6c5d4h3s2c")
    assert value("5c4c3c2cAc") < value("6c5c4c3c2c")
    assert value("3c2dAhKsQc")[0] == Category.HIGH_CARD


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("AcKdQhJs9c", "AdKhQsJc8d"),
        ("AcAdKhQsJc", "AhAsKdQcTd"),
        ("3c3d4h5s6c", "2c2dAhKsQc"),
        ("AcAd3h3s2c", "KcKdQhQsAc"),
        ("KcKd3h3s2c", "KhKs2h2dAc"),
        ("KcKd3h3s5c", "KhKs3c3d4c"),
        ("3c3d3h2s4c", "2c2d2hAsKc"),
        ("3c3d3h2s2c", "2c2d2hAsAc"),
        ("3c3d3h4s4c", "3c3d3h2s2c"),
        ("2c2d2h2s4c", "2c2d2h2s3c"),
        ("Ac7c5c4c3c", "Ad7d5d4d2d"),
        ("TcJdQhKsAc", "9cTdJhQsKc"),
    ],
)
def test_ties_of_category_break_by_rank(better: str, worse: str) -> None:
    """Within a category the groups decide, larger ones first, then the kickers."""
    assert value(better)[0] == value(worse)[0]
    assert value(better) > value(worse)


def test_suits_are_equal() -> None:
    """The same ranks in other suits tie."""
    assert value("AcKcQcJc9c") == value("AsKsQsJs9s")
    assert value("AcAdKhQsJc") == value("AhAsKdQcJd")


def test_seven_cards_count_their_best_five() -> None:
    """Three pairs make two pair with the best kicker; the sixth and seventh card never break a tie."""
    assert value("AcAd KcKd QcQd Jh") == value("AcAd KcKd Qc")
    assert value("AcAd KcKd QcQd Ah") == value("AcAdAh KcKd")
    assert value("AcAdAh KcKdKh Qc") == value("AcAdAh KcKd")
    assert value("2c3c4c5c6c7d8d") == value("2c3c4c5c6c")
    assert value("AcKdQhJs9c 3d2h") == value("AcKdQhJs9c 4d3h")
    assert value("AsKsQsJsTs 2c2d") == value("AcKcQcJcTc")


@given(st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True))
@settings(max_examples=100, deadline=None)
def test_best_is_never_below_any_five(seven: list[Card]) -> None:
    """No five of seven cards beat their best, one of them equals it, and the order of the cards does not matter."""
    fives = [hand_value(five) for five in combinations(seven, 5)]
    assert len(fives) == 21
    assert all(best_of(seven) >= five for five in fives)
    assert best_of(seven) in fives
    assert best_of(reversed(seven)) == best_of(seven)


@pytest.mark.parametrize(("ranks", "royals"), [("9TJQKA", 4), ("23456A", 0)])
def test_hands_of_six_ranks(ranks: str, royals: int) -> None:
    """The 42,504 hands of 24 cards fall into categories as counted by hand; both decks hold two straights."""
    counted = Counter(Category(hand_value(five)[0]) for five in combinations(deck_of(ranks), 5))
    straights = 2
    assert counted == {
        category: count
        for category, count in {
            Category.ROYAL_FLUSH: royals,
            Category.STRAIGHT_FLUSH: 4 * straights - royals,
            Category.FOUR_OF_A_KIND: 6 * 20,
            Category.FULL_HOUSE: 6 * 4 * 5 * 6,
            Category.FLUSH: 4 * (comb(6, 5) - straights),
            Category.STRAIGHT: straights * (4**5 - 4),
            Category.THREE_OF_A_KIND: 6 * 4 * comb(5, 2) * 4**2,
            Category.TWO_PAIR: comb(6, 2) * 6 * 6 * 4 * 4,
            Category.PAIR: 6 * 6 * comb(5, 3) * 4**3,
            Category.HIGH_CARD: (comb(6, 5) - straights) * (4**5 - 4),
        }.items()
        if count
    }
    assert counted.total() == comb(24, 5)


@pytest.mark.parametrize("cards", ["", "AsKs", "AsKsQsJs", "AsKsQsJsTs9s8s7s"])
def test_a_hand_is_made_of_five_to_seven(cards: str) -> None:
    """Fewer than five cards or more than seven are no hand."""
    with pytest.raises(CardError, match="five to seven different cards") as refused:
        best_of(as_cards(cards))
    assert refused.value.code == "card_count"


def test_five_cards_are_five_different_ones() -> None:
    """A card given twice does not make a fifth."""
    with pytest.raises(CardError, match="five different cards, not 4"):
        hand_value([*as_cards("AsKsQsJs"), Card.of("As")])


@pytest.mark.parametrize(
    ("hand", "pair", "fours"),
    [
        ("AcKdQhJs9c", False, False),
        ("2c2dAhKsQc", True, False),
        ("3c3dAhKsQc", True, False),
        ("4c4d5h6s7c", True, True),
        ("AcAd2h3s4c", True, True),
        ("3c3d2h2s4c", True, True),
        ("2c2d2h4s3c", True, True),
        ("5c4d3h2sAc", True, True),
    ],
)
def test_dealer_qualifies(hand: str, pair: bool, fours: bool) -> None:
    """A pair of fours is met by that pair, a higher one and every higher category, were it of twos and threes."""
    assert qualifies(value(hand), A_PAIR) is pair
    assert qualifies(value(hand), A_PAIR_OF_FOURS) is fours
    assert qualifies(value(hand), Qualifier(Category.HIGH_CARD))


def test_showdowns_count_each_dealer() -> None:
    """Each of the dealer's hands is a win, a tie or a loss, with or without qualifying."""
    dealers = [value(hand) for hand in ("AcKdQhJs9c", "AcKdQhJs9c", "2c2dAhKsQc", "3c3dAhKsQc", "AcAd2h3s4c")]
    assert showdowns(value("3h3sAhKsQc"), dealers, A_PAIR_OF_FOURS) == {
        (Result.WIN, False, Category.PAIR): 3,
        (Result.TIE, False, Category.PAIR): 1,
        (Result.LOSE, True, Category.PAIR): 1,
    }


# Decisions


def check_books(decision: Decision, rules: Rules, street: Street) -> None:
    """Every action's table adds up to the deals, its money to the total; a showdown of a bet is the cards' fall."""
    by_name = {action.name: action for actions in rules.actions for action in actions}
    assert set(decision.total) == set(decision.outcomes) == {action.name for action in rules.actions[street]}
    assert decision.falls.total() == decision.deals
    for name, table in decision.outcomes.items():
        assert table.total() == decision.deals
        assert decision.total[name] == sum(
            deals
            * (
                -rules.initial_stake
                if result is None
                else sum(wager.pays(result, dealer, category) for wager in rules.forced)
                + by_name[last].size * rules.play.pays(result, dealer, category)
            )
            for (last, result, dealer, category), deals in table.items()
        )
        if name != "check":
            assert {last for last, *_ in table} == {name}
        for last, result, *_ in table:
            assert (result is None) == (last == "fold")
    if decision.total:
        assert decision.total[decision.best] == max(decision.total.values())


@pytest.mark.parametrize(
    ("hole", "board", "ev", "best"),
    [
        ("KdQh", "4s5h6d8c9d", Fraction(-239, 110), "fold"),
        ("AdJh", "4s5h6d8c9d", Fraction(-653, 330), "bet 1x"),
        ("Jh2s", "AhKsTh9d3s", Fraction(-199, 110), "bet 1x"),
    ],
)
def test_published_river_values(hole: str, board: str, ev: Fraction, best: str) -> None:
    """The published values of three river bets; a fold costs ante and blind."""
    decision = decide(hole, board, "", UTH)
    assert decision.deals == 990
    assert decision.total == {"fold": -2 * 990, "bet 1x": ev * 990}
    assert decision.best == best
    check_books(decision, UTH, Street.RIVER)


def test_royal_flush_on_the_board_always_ties() -> None:
    """With a royal flush on the board everybody plays it: all wagers push, and the dealer qualifies."""
    decision = decide("2c2d", "AsKsQsJsTs", "", UTH)
    assert decision.outcomes["bet 1x"] == {("bet 1x", Result.TIE, True, Category.ROYAL_FLUSH): 990}
    assert decision.outcomes["fold"] == {("fold", None, True, Category.ROYAL_FLUSH): 990}
    assert decision.total == {"fold": -1980, "bet 1x": 0}


def test_aces_counted_by_hand() -> None:
    """Two aces on K-Q-8-7-2 without flush or straight: every one of the dealer's 990 hands can be listed by hand."""
    no_pair = 2 * 28 + comb(7, 2) * 16  # an ace with 3-6, 9, T or J; two different ones of these
    one_pair = 15 * 30 + 7 * 6  # a board card's rank with another card; a pair of 3-6, 9, T or J
    same = 1  # the other two aces
    better = comb(5, 2) * 9 + 5 * 3  # two pair with the board; three of a kind
    low_pair = 3 * 30 + 6  # of these pairs, twos and threes
    hole, board = "AsAh", "KcQd8h7s2c"

    decision = decide(hole, board, "", UTH)
    pair = Category.PAIR
    falls = {
        (Result.WIN, False, pair): no_pair,
        (Result.WIN, True, pair): one_pair,
        (Result.TIE, True, pair): same,
        (Result.LOSE, True, pair): better,
    }
    assert decision.deals == no_pair + one_pair + same + better == 990
    assert decision.falls == falls
    assert decision.outcomes["bet 1x"] == {("bet 1x", *fall): deals for fall, deals in falls.items()}
    folded = {("fold", None, False, pair): no_pair, ("fold", None, True, pair): 990 - no_pair}
    assert decision.outcomes["fold"] == folded
    assert decision.total["bet 1x"] == no_pair * 1 + one_pair * 2 - better * 3
    assert decision.best == "bet 1x"

    fours = decide(hole, board, "", UTH_FOURS)
    assert fours.total["bet 1x"] == (no_pair + low_pair) * 1 + (one_pair - low_pair) * 2 - better * 3


def test_dead_cards_leave_the_deck() -> None:
    """With the other two aces dead the dealer holds neither of them, and nobody ties the aces."""
    decision = decide("AsAh", "KcQd8h7s2c", "AcAd", UTH)
    assert decision.deals == comb(43, 2)
    assert decision.falls == {
        (Result.WIN, False, Category.PAIR): comb(7, 2) * 16,
        (Result.WIN, True, Category.PAIR): 15 * 28 + 7 * 6,
        (Result.LOSE, True, Category.PAIR): comb(5, 2) * 9 + 5 * 3,
    }


def test_blind_pays_with_the_board() -> None:
    """Four aces with a pair of kings on the board: the dealer always qualifies and always loses 1 + 10 + 1."""
    assert decide("AsAh", "AcAdKsKh2c", "", UTH).total == {"fold": -1980, "bet 1x": 990 * 12}
    assert decide("AsAh", "AcAdKsKh2c", "", UTH_ODD).total == {"fold": -1980, "bet 1x": 990 * (2 + Fraction(31, 3))}


def test_river_of_a_game_without_river_decision() -> None:
    """In Casino Hold'em nothing is left to do on the river: the cards fall, and there are no actions."""
    decision = decide("AsAh", "KcQd8h7s2c", "", CASINO)
    assert (decision.deals, decision.total, decision.outcomes, decision.best) == (990, {}, {}, "")
    assert decision.falls.total() == 990


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_books_balance(rules: Rules) -> None:
    """On every street the outcome tables add up to the deals, and deals x net to the total of each action."""
    deck = deck_of("AKQJ")
    for board, street in (("", Street.PREFLOP), ("KsQhJd", Street.FLOP), ("KsQhJdJsQc", Street.RIVER)):
        decision = decide("AsKh", board, "Qd", rules, deck)
        unseen = 13 - len(as_cards(board))
        deals = {
            Street.PREFLOP: comb(unseen, 3) * comb(unseen - 3, 2) * comb(unseen - 5, 2),
            Street.FLOP: comb(unseen, 2) * comb(unseen - 2, 2),
            Street.RIVER: comb(unseen, 2),
        }
        assert decision.deals == deals[street]
        check_books(decision, rules, street)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_a_check_is_worth_the_later_decisions(rules: Rules) -> None:
    """A check on the flop totals the best action over every turn and river; so does one before the flop, over flops."""
    deck = deck_of("KQJ")
    hole = as_cards("KsQh")
    unseen = [card for card in deck if card not in hole]
    flops = [decide(hole, flop, "", rules, deck) for flop in combinations(unseen, 3)]
    assert decide(hole, "", "", rules, deck).total["check"] == sum(flop.total[flop.best] for flop in flops)
    if rules is not CASINO:
        flop = unseen[:3]
        rivers = [decide(hole, (*flop, *two), "", rules, deck) for two in combinations(unseen[3:], 2)]
        assert decide(hole, flop, "", rules, deck).total["check"] == sum(river.total[river.best] for river in rivers)


@given(st.permutations("cdhs"), st.lists(st.sampled_from(deck_of("AKQJ")), min_size=6, max_size=6, unique=True))
@settings(max_examples=20, deadline=None)
def test_swapping_suits_changes_nothing(suits: list[str], cards: list[Card]) -> None:
    """With all suits exchanged alike, every action of a flop decision keeps its value and its outcomes."""
    exchange = str.maketrans("cdhs", "".join(suits))
    swapped = [Card.of(str(card).translate(exchange)) for card in cards]
    one, other = (decide(c[:2], c[2:5], c[5:], UTH_ODD, deck_of("AKQJ")) for c in (cards, swapped))
    assert (one.total, one.outcomes) == (other.total, other.outcomes)


def with_play(play: Wager, preflop: tuple[Action, ...], flop: tuple[Action, ...], river: tuple[Action, ...]) -> Rules:
    """An ante at even money and this play wager, against a dealer who always qualifies."""
    ante = Wager("ante", ONE, lose=(LOSE, LOSE), tie=(PUSH, PUSH), win=(EVEN, EVEN))
    return Rules("small", Qualifier(Category.HIGH_CARD), (ante,), play, (preflop, flop, river))


EVEN_PLAY = Wager("play", ONE, lose=(LOSE, LOSE), tie=(PUSH, PUSH), win=(EVEN, EVEN))
FREE_PLAY = Wager("play", ONE, lose=(PUSH, PUSH), tie=(PUSH, PUSH), win=(PUSH, PUSH))


def test_of_equal_actions_the_largest_bet_is_chosen() -> None:
    """If the play wager never pays or loses, all bets are equal and the largest is made, which also comes before a check;
    if nothing but losing is left, a bet comes before a fold."""
    nine = deck_of("AK") + deck_of("Q", "c")
    bets = with_play(FREE_PLAY, (bet(3), bet(1), bet(2)), (), ())
    decision = decide("AcAd", "", "", bets, nine)
    assert list(decision.total) == ["bet 3x", "bet 2x", "bet 1x"]
    assert len(set(decision.total.values())) == 1
    assert decision.best == "bet 3x"

    checks = with_play(FREE_PLAY, (bet(1), CHECK), (CHECK,), (bet(1),))
    decision = decide("AcAd", "", "", checks, nine)
    assert decision.total["check"] == decision.total["bet 1x"]
    assert decision.best == "bet 1x"

    folds = with_play(FREE_PLAY, (bet(1), CHECK, FOLD), (CHECK,), (bet(1), FOLD))
    lost = decide("KcKd", "AcAdAhKsQc", "", folds, deck_of("AK") + as_cards("Qc"))
    assert lost.falls == {(Result.LOSE, True, Category.FULL_HOUSE): 1}
    assert lost.total == {"bet 1x": -1, "fold": -1}
    assert lost.best == "bet 1x"
    assert list(decide("KcKd", "", "", folds, nine).total) == ["bet 1x", "check", "fold"]


def test_two_bets_of_one_name_are_refused() -> None:
    """Outcomes are told apart by the action's name, so a name cannot mean two sizes."""
    raises = [Action("raise", ActionKind.BET, Fraction(size)) for size in (1, 2)]
    with pytest.raises(RulesError, match="two actions are called raise"):
        decide("AcAd", "", "", with_play(EVEN_PLAY, (raises[0], CHECK), (raises[1],), ()), deck_of("AKQ"))


@pytest.mark.parametrize(
    ("hole", "board", "dead", "code", "message"),
    [
        ("As", "", "", "card_count", "hole: 2 cards needed, 1 given"),
        ("AsKs", "QsJs", "", "card_count", "board: 0, 3 or 5 cards needed, 2 given"),
        ("AsKs", "QsJsTs9s", "", "card_count", "board: 0, 3 or 5 cards needed, 4 given"),
        ("AsKs", "AsJsTs", "", "duplicate_card", "As is given in hole and in board: each card exists once"),
        ("AsKs", "QsJsTs", "Ks", "duplicate_card", "Ks is given in hole and in dead: each card exists once"),
        ("AsAh", "AcAdKs", "KcKdKhQcQd", "card_count", "deck: 4 more cards needed, 2 left"),
    ],
)
def test_impossible_spots_are_refused(hole: str, board: str, dead: str, code: str, message: str) -> None:
    """Cards that cannot lie so are refused, saying which."""
    deck = deck_of("AKQ") if dead.startswith("KcKd") else DECK
    with pytest.raises(CardError) as refused:
        decide(hole, board, dead, UTH, deck)
    assert (refused.value.code, refused.value.message) == (code, message)


@pytest.mark.parametrize(
    ("board", "seen"),
    [("", {"dealer": "2c3c4c"}), ("", {"flop_seen": "2c3c4c"}), ("5c6c7c", {"flop_seen": "2c"}), ("5c6c7c8c9c", {"last_seen": "2c"})],
)
def test_more_cards_than_can_be_seen_are_refused(board: str, seen: dict[str, str]) -> None:
    """Two of the dealer; two of the flop, before it; one of turn and river, before them."""
    with pytest.raises(CardError, match="seen: more cards than"):
        decide("AsKd", board, "", UTH, **seen)


# Whole games

NINE = deck_of("AK") + deck_of("Q", "c")
"""Four aces, four kings and a queen. Nine cards are all dealt, so a hand of seven lacks just the opponent's two, and
the opponent's hand decides alone: missing K-K or K-Q it is four aces, missing A-A or A-Q four kings, missing A-K a
full house. So A-K beats A-A and A-Q, which beat K-K and K-Q."""

BOARDS = comb(5, 3)
"""The five cards on the board of the nine-card game are dealt as ten different flops."""

NINE_CARD_HANDS = {
    # hand: hands of this kind, then of the opponent's 21 hands those that lose to it, tie and win
    "AK": (16, 12, 9, 0),
    "AA": (6, 10, 3, 8),
    "AQ": (4, 6, 3, 12),
    "KK": (6, 0, 3, 18),
    "KQ": (4, 0, 3, 18),
}


def test_nine_cards_by_hand() -> None:
    """Who checks to the river sees all but the dealer's hand, so knows it: bets what wins or ties, folds the rest."""
    solution = solve(with_play(EVEN_PLAY, (CHECK,), (CHECK,), (bet(1), FOLD)), NINE)
    wins, ties, losses = 276, 204, 276
    assert [sum(n * row[i] for n, *row in NINE_CARD_HANDS.values()) for i in range(3)] == [wins, ties, losses]
    assert solution.deals == 7560
    assert solution.total == BOARDS * (2 * wins - losses)
    by_ending: Counter[tuple[str, Result | None]] = Counter()
    for (action, result, *_), deals in solution.outcomes.items():
        by_ending[action, result] += deals
    assert by_ending == {
        ("bet 1x", Result.WIN): BOARDS * wins,
        ("bet 1x", Result.TIE): BOARDS * ties,
        ("fold", None): BOARDS * losses,
    }


def test_nine_cards_with_a_raise_by_hand() -> None:
    """With a 4x raise before the flop, A-K, which never loses, raises; A-A gains more by waiting to see the dealer's
    hand, A-Q neither wins nor loses by it, and kings only save the play wager."""
    solution = solve(with_play(EVEN_PLAY, (bet(4), CHECK), (CHECK,), (bet(1), FOLD)), NINE)
    total = Fraction(0)
    for hole, decision in solution.decisions.items():
        name = hole_class(*hole)[:2]
        _, win, tie, lose = NINE_CARD_HANDS[name]
        assert decision.deals == BOARDS * (win + tie + lose)
        assert decision.total == {"bet 4x": BOARDS * 5 * (win - lose), "check": BOARDS * (2 * win - lose)}
        assert decision.best == ("bet 4x" if name == "AK" else "check")
        total += decision.total[decision.best]
    assert solution.total == total == BOARDS * (16 * 60 + 6 * 12 + 4 * 0 + 10 * -18)
    assert Fraction(solution.total, solution.deals) == Fraction(71, 63)


Falls = Counter[tuple[Result, bool, Category]]


def by_information(rules: Rules, deck: tuple[Card, ...]) -> Fraction:
    """Total of best play, found by listing every deal under what the player knows of it and working backwards."""

    def worth(street: Street, falls: Falls, checked: Fraction) -> Fraction:
        def total(action: Action) -> Fraction:
            return sum((n * net(rules, action, fall) for fall, n in falls.items()), Fraction(0))

        values = [checked if action == CHECK else total(action) for action in rules.actions[street]]
        return max(values, default=Fraction(0))

    whole = Fraction(0)
    for hole in combinations(deck, 2):
        rivers: dict[tuple[Card, ...], dict[tuple[Card, ...], Falls]] = {}
        for seven in combinations([card for card in deck if card not in hole], 7):
            for board in combinations(seven, 5):
                dealer = best_of([*board, *(card for card in seven if card not in board)])
                player = best_of([*board, *hole])
                result = Result((player >= dealer) + (player > dealer))
                for flop in combinations(board, 3):
                    falls = rivers.setdefault(flop, {}).setdefault(board, Counter())
                    falls[result, qualifies(dealer, rules.qualifier), Category(player[0])] += 1

        flop_total, all_falls = Fraction(0), Falls()
        for boards in rivers.values():
            river_total = sum((worth(Street.RIVER, falls, Fraction(0)) for falls in boards.values()), Fraction(0))
            flop_falls = sum(boards.values(), Falls())
            flop_total += worth(Street.FLOP, flop_falls, river_total)
            all_falls += flop_falls
        whole += worth(Street.PREFLOP, all_falls, flop_total)
    return whole


@given(st.lists(st.sampled_from(DECK), min_size=9, max_size=10, unique=True), st.sampled_from(GAMES))
@settings(max_examples=3, deadline=None)
@pytest.mark.slow
def test_the_whole_game_is_the_sum_of_its_deals(deck: list[Card], rules: Rules) -> None:
    """On any small deck, listing every deal under what the player knows of it gives the same total."""
    assert solve(rules, deck).total == by_information(rules, tuple(deck))


@pytest.mark.parametrize("rules", [UTH_FOURS, CASINO], ids=lambda rules: rules.name)
@pytest.mark.parametrize(
    "deck",
    [deck_of("A2345", "cd"), deck_of("AKQ"), deck_of("AKQ")[1:]],
    ids=["two suits", "four suits", "uneven suits"],
)
def test_the_whole_game_is_made_of_its_hands(deck: tuple[Card, ...], rules: Rules) -> None:
    """Solving the game and deciding each hand by itself agree in every value and outcome, whatever the deck."""
    solution = solve(rules, deck)
    holes = list(combinations(deck, 2))
    assert set(solution.decisions) == set(map(frozenset, holes))
    total, deals = Fraction(0), 0
    outcomes: Counter[tuple[str, Result | None, bool, Category]] = Counter()
    for hole in holes:
        alone, decision = decide(hole, "", "", rules, deck), solution.decisions[frozenset(hole)]
        assert (alone.deals, alone.falls, alone.total) == (decision.deals, decision.falls, decision.total)
        assert (alone.outcomes, alone.best) == (decision.outcomes, decision.best)
        total, deals = total + alone.total[alone.best], deals + alone.deals
        outcomes.update(alone.outcomes[alone.best])
    n = len(deck)
    assert solution.deals == deals == comb(n, 2) * comb(n - 2, 3) * comb(n - 5, 2) * comb(n - 7, 2)
    assert (solution.total, solution.outcomes) == (total, outcomes)


@pytest.mark.slow
def test_sixteen_cards() -> None:
    """Four ranks in four suits are solved over all 86,486,400 deals, and the outcomes carry the whole total."""
    solution = solve(UTH, deck_of("AKQJ"))
    assert solution.deals == solution.outcomes.total() == comb(16, 2) * comb(14, 3) * comb(11, 2) * comb(9, 2)
    sizes = {"fold": 0, "bet 1x": 1, "bet 2x": 2, "bet 3x": 3, "bet 4x": 4}
    money = sum(
        deals * net(UTH, bet(sizes[action]) if sizes[action] else FOLD, (result or Result.LOSE, dealer, category))
        for (action, result, dealer, category), deals in solution.outcomes.items()
    )
    assert solution.total == money
    # Sixteen cards of four ranks always hold a pair among seven.
    assert all(dealer for (_, _, dealer, _) in solution.outcomes)


def test_a_better_blind_is_worth_more() -> None:
    """A Blind that never pays makes the same game worth less."""
    ante, blind = UTH.forced
    poor = replace(UTH, forced=(ante, replace(blind, win=(PUSH, PUSH))))
    assert solve(poor, deck_of("AKQ")).total < solve(UTH, deck_of("AKQ")).total


def test_small_decks_are_refused() -> None:
    """Two hands and a board take nine cards."""
    with pytest.raises(CardError, match="at least 9 cards needed, 8 given"):
        solve(UTH, deck_of("AK"))


def test_hole_classes_are_those_of_poker() -> None:
    """With all 52 cards the hands alike up to suits are the 169 classes; a missing card leaves its suit apart."""
    classes = {frozenset(holes) for holes in hole_classes(frozenset(DECK)).values()}
    assert classes == {frozenset(map(frozenset, combos)) for combos in HOLE_CLASSES.values()}
    ace_gone = hole_classes(frozenset(DECK) - {Card.of("As")})
    both_spades, one_spade, no_spade = comb(12, 2), 12 * 13, 169
    assert len(ace_gone) == both_spades + one_spade + no_spade
