"""What the charts hold: the published chart of the game, and averages that come out of other computations."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import pytest

from games import CASINO, UTH
from uth_exact.cards import DECK, HOLE_CLASSES, RANKS, as_cards
from uth_exact.chart_labels import Show, action_words, face, letter, lines_of, marks, paint, short_margin
from uth_exact.charts import RIVER_PIECES, Cell, Grid, Spot, flop_chart, layout, preflop_chart, river_chart
from uth_exact.decision import ActionValue, analyse
from uth_exact.errors import CardError, RulesError
from uth_exact.features import features
from uth_exact.flop_groups import GROUP_PIECES, FlopGroups, Kind, flop_groups, kind_of
from uth_exact.game import Solution, Solver
from uth_exact.rules import CHECK, FOLD, Action, ActionKind, Category, Street, bet

FLOP = "7h8h2c"
RIVER = "4s5h6d8c9d"


@pytest.fixture(scope="module")
def before(uth: Solution) -> Grid:
    return preflop_chart(uth)


@pytest.fixture(scope="module")
def on_flop(uth: Solution) -> Grid:
    return flop_chart(uth, FLOP)


@pytest.fixture(scope="module")
def on_river() -> Grid:
    """With progress that tells as many pieces as are promised."""
    told: list[int] = []
    chart = river_chart(UTH, RIVER, lambda: told.append(1))
    assert len(told) == RIVER_PIECES
    return chart


@pytest.fixture(scope="module")
def ace_king(uth: Solution) -> FlopGroups:
    """With progress that tells as many pieces as are promised."""
    told: list[int] = []
    groups = flop_groups(uth, "AsKd", lambda: told.append(1))
    assert len(told) == GROUP_PIECES
    return groups


@pytest.fixture(scope="module")
def seven_two(casino: Solution) -> FlopGroups:
    return flop_groups(casino, "7s2s")


def test_equal_rules_are_one_game(uth: Solution, ace_king: FlopGroups) -> None:
    """Rules that have come from another process have actions of their own, which are the same actions."""
    rules = pickle.loads(pickle.dumps(uth.rules))
    assert rules == uth.rules and rules.actions[Street.FLOP][0] is not uth.rules.actions[Street.FLOP][0]
    assert flop_groups(Solver(rules).solve(), "AsKd").counts == ace_king.counts
    casino = pickle.loads(pickle.dumps(CASINO))
    assert set(analyse("7s2s", "4s5h6d8c9d", rules=casino)) == set(analyse("7s2s", "4s5h6d8c9d", rules=CASINO))


# Before the flop


def published() -> set[str]:
    """The hands of the published chart that bet 4x: 33+, A2+, K2s+, K5o+, Q6s+, Q8o+, J8s+, JTo."""

    def kickers(high: str, low: str, suited: str) -> set[str]:
        return {high + rank + suited for rank in RANKS[RANKS.index(low) : RANKS.index(high)]}

    pairs = {2 * rank for rank in RANKS[RANKS.index("3") :]}
    suited = kickers("A", "2", "s") | kickers("K", "2", "s") | kickers("Q", "6", "s") | kickers("J", "8", "s")
    offsuit = kickers("A", "2", "o") | kickers("K", "5", "o") | kickers("Q", "8", "o") | kickers("J", "T", "o")
    return pairs | suited | offsuit


def test_every_cell_is_that_of_the_published_chart(before: Grid) -> None:
    """Bet 4x with the hands listed, check all others; 3x never, and no two actions are equal."""
    expected = {hand: "bet 4x" if hand in published() else "check" for hand in HOLE_CLASSES}
    assert {hand: cell.best and cell.best.name for hand, cell in before.cells.items()} == expected
    assert sum(cell.combos for hand, cell in before.cells.items() if hand in published()) == 500
    assert not any(cell.tied for cell in before.cells.values())


def test_the_layout_has_every_class_once() -> None:
    """Pairs on the diagonal, suited above, offsuit below; rows and columns from the ace down."""
    rows = layout()
    assert sorted(hand for row in rows for hand in row) == sorted(HOLE_CLASSES)
    for row, hands in enumerate(rows):
        for column, hand in enumerate(hands):
            assert hand[2:] == ("" if row == column else "s" if column > row else "o")
            assert {hand[0], hand[1]} == {RANKS[12 - row], RANKS[12 - column]}


@pytest.mark.parametrize("game", ["uth", "casino"])
def test_the_cells_weighted_by_their_combos_are_the_game(game: str, request: pytest.FixtureRequest) -> None:
    """1,326 hole hands; the mean of the best values is the value of the game, exactly."""
    solution: Solution = request.getfixturevalue(game)
    chart = preflop_chart(solution)
    assert chart.combos == 1_326
    assert Counter(cell.combos for cell in chart.cells.values()) == {6: 13, 4: 78, 12: 78}
    assert chart.value == solution.ev_per_ante
    assert sum((cell.value or 0) * cell.combos for cell in chart.cells.values()) / 1_326 == solution.ev_per_ante


def test_a_cell_is_the_analysis_of_its_hand(before: Grid) -> None:
    """Each action's value, and the margin between the first two."""
    cell, analysis = before.cells["K5o"], analyse("Kh5d")
    assert cell.ev == {name: value.ev for name, value in analysis.items()}
    assert cell.margin == analysis.actions[1].cost == cell.ev["bet 4x"] - cell.ev["check"]
    assert cell.value == analysis.best.ev


def test_without_a_decision_there_is_no_margin(casino: Solution) -> None:
    """Casino Hold'em before the flop: a check, and nothing to compare it with."""
    chart = preflop_chart(casino)
    assert {cell.best for cell in chart.cells.values()} == {CHECK}
    assert {cell.margin for cell in chart.cells.values()} == {None}


# On a board


@pytest.mark.parametrize(("chart", "combos"), [("on_flop", 1_176), ("on_river", 1_081)])
def test_the_hands_of_a_board_are_those_that_it_leaves(chart: str, combos: int, request: pytest.FixtureRequest) -> None:
    """Each once, in the cell of its class; a class with a board card has fewer."""
    grid: Grid = request.getfixturevalue(chart)
    hands = [spot.hole for cell in grid.cells.values() for spot in cell.spots]
    left = [card for card in DECK if card not in grid.board]
    assert len(hands) == grid.combos == combos
    assert set(map(frozenset, hands)) == set(map(frozenset, combinations(left, 2)))
    assert all(spot.hole in HOLE_CLASSES[cell.hand] for cell in grid.cells.values() for spot in cell.spots)


def test_flop_cells_are_averages_of_their_hands(on_flop: Grid) -> None:
    """Of hands analysed one by one; counts say how many play which way."""
    for hand in ("AKo", "A2s", "22", "32o"):
        cell = on_flop.cells[hand]
        found = [analyse(hole, FLOP) for hole in HOLE_CLASSES[hand] if not set(hole) & set(on_flop.board)]
        assert cell.combos == len(found)
        assert cell.counts == Counter(analysis.best.action.name for analysis in found)
        for name, value in cell.ev.items():
            assert value == sum(analysis[name].ev for analysis in found) / len(found)
        assert cell.value == sum(analysis.best.ev for analysis in found) / len(found)
        assert cell.margin == sum(analysis.actions[1].cost for analysis in found) / len(found)


@pytest.mark.slow
def test_the_flops_of_a_hand_average_to_its_check(uth: Solution) -> None:
    """The best value on each of its flops, averaged, is what a check before the flop is worth."""
    held = as_cards("Jh7h")
    flops = list(combinations([card for card in DECK if card not in held], 3))
    assert sum(uth.flop(held, flop).best.ev for flop in flops) / len(flops) == uth.preflop(held)["check"].ev


def test_a_cell_says_whether_suits_matter(on_flop: Grid) -> None:
    """Ace-king bets this flop with a heart only; top pair always; 22 is alive three times, 77 too."""
    mixed = on_flop.cells["AKo"]
    assert mixed.best is None
    assert mixed.counts == {"bet 2x": 6, "check": 6}
    assert all((spot.best.name == "bet 2x") == any(str(card)[1] == "h" for card in spot.hole) for spot in mixed.spots)
    assert on_flop.cells["A8o"].counts == {"bet 2x": 9}
    assert (on_flop.cells["22"].combos, on_flop.cells["77"].combos) == (3, 3)


def test_published_river_hands(on_river: Grid) -> None:
    """Fold king-queen, call ace-jack; the values others have published."""
    assert on_river.cells["KQo"].best == FOLD
    assert on_river.cells["KQo"].ev == {"fold": -2, "bet 1x": Fraction(-239, 110)}
    assert on_river.cells["AJo"].best == bet(1)
    assert on_river.cells["AJo"].ev["bet 1x"] == Fraction(-653, 330)


def test_the_river_has_dealer_outs(on_river: Grid) -> None:
    """Those of the features, the same for all hands of a cell where no flush is possible."""
    assert (on_river.cells["KQo"].dealer_outs, on_river.cells["AJo"].dealer_outs) == ((23, 23), (19, 19))
    for spot in on_river.cells["72o"].spots:
        assert spot.dealer_outs == features(spot.hole, on_river.board).dealer_outs == 0


def test_outs_that_depend_on_suits_are_a_range() -> None:
    """With three hearts on the board a heart in the hand makes a difference."""
    cell = river_chart(UTH, "2h7hJhQs4d").cells["A3s"]
    assert cell.dealer_outs is not None
    low, high = cell.dealer_outs
    assert low == 0 < high


def test_a_class_without_hands(uth: Solution) -> None:
    """Three aces on the flop leave no pair of aces."""
    cell = flop_chart(uth, "AsAhAd").cells["AA"]
    assert (cell.combos, cell.best, cell.value, cell.margin, cell.ev, cell.counts) == (0, None, None, None, {}, {})
    assert face(cell, (bet(2), CHECK), Show.EV).main == "-"


@pytest.mark.parametrize("make", [flop_chart, flop_groups])
def test_impossible_cards_are_refused(make: Callable[[Solution, str], object], uth: Solution) -> None:
    """Too many of them, and one twice."""
    for cards in ("AsKdQhJc", "AsAs"):
        with pytest.raises(CardError):
            make(uth, cards)


def test_a_street_without_decision_is_refused() -> None:
    """Casino Hold'em ends on the flop."""
    with pytest.raises(RulesError) as refused:
        river_chart(CASINO, RIVER)
    assert (refused.value.code, refused.value.where) == ("no_decision", "river")


# All flops for a hand


@pytest.mark.slow
def test_the_groups_are_all_flops(ace_king: FlopGroups, uth: Solution) -> None:
    """19,600 of them; counts and margins are those of the flops one by one."""
    held = as_cards("AsKd")
    counts: Counter[tuple[Kind, str]] = Counter()
    margins: Counter[Kind] = Counter()
    for flop in combinations([card for card in DECK if card not in held], 3):
        kind, analysis = kind_of(features(held, flop)), uth.flop(held, flop)
        counts[kind, analysis.best.action.name] += 1
        margins[kind] += analysis.actions[1].cost  # type: ignore[assignment]
    assert ace_king.flops == sum(group.flops for group in ace_king.groups) == 19_600
    assert {(group.kind, name): count for group in ace_king.groups for name, count in group.counts.items() if count} == counts
    assert {group.kind: group.margin * group.flops for group in ace_king.groups} == margins
    assert ace_king.margin * 19_600 == margins.total()


def test_ace_king_bets_every_pair_and_many_other_flops(ace_king: FlopGroups) -> None:
    """Whatever pairs, always; two overcards without a draw, on some flops."""
    for group in ace_king.groups:
        if group.kind.made >= Category.PAIR or group.kind.flush_draw:
            assert group.always == "bet 2x"
    (bare,) = (group for group in ace_king.groups if group.kind.made is Category.HIGH_CARD and not group.kind.draws)
    assert (bare.kind.words, bare.always) == ("no pair, two overcards", "")
    assert 0 < bare.counts["bet 2x"] < bare.flops
    top_pair = [group for group in ace_king.groups if group.kind.words == "top pair"]
    assert sum(group.flops for group in top_pair) == 2 * 3 * (44 * 40 // 2)  # an ace or a king with two other ranks


@pytest.mark.parametrize(
    ("hole", "flop", "words", "draws"),
    [
        ("AsKd", "9h7c2s", "no pair, two overcards", ""),
        ("As5d", "9h7c2s", "no pair, one overcard", ""),
        ("8s5d", "9h7c2s", "no pair, no overcard", "inside straight draw"),
        ("AsKd", "9h9c2s", "pair on the board, two overcards", ""),
        ("AsKd", "Kh7c2s", "top pair", ""),
        ("As7d", "Kh7c2s", "second pair", ""),
        ("As2d", "Kh7c2c", "third pair", ""),
        ("TsTd", "9h7c2s", "pocket pair above the board", ""),
        ("8s8d", "9h7c2s", "pocket pair below a board card", ""),
        ("8s8d", "9h9c2s", "pocket pair and pair on the board", ""),
        ("As2d", "9h9c2s", "second pair and pair on the board", ""),
        ("AsTd", "9h9cTs", "top pair and pair on the board", ""),
        ("As9d", "9hAc2s", "two pair, both hole cards", ""),
        ("9s9d", "9hAc2s", "three of a kind, pocket pair", ""),
        ("As9d", "9h9c2s", "three of a kind, one hole card", ""),
        ("AsKd", "9h9c9d", "three of a kind on the board", ""),
        ("As9s", "9h7s2s", "top pair", "flush draw"),
        ("9s8s", "7s6s2h", "no pair, two overcards", "flush draw and open straight draw"),
        ("9s8s", "7s6s5h", "straight", "flush draw"),
        ("9s9d", "9hAcAs", "full house", ""),
    ],
)
def test_what_a_player_recognises(hole: str, flop: str, words: str, draws: str) -> None:
    """Made hand, which card it is made with, and draws."""
    kind = kind_of(features(hole, flop))
    assert (kind.words, kind.draws) == (words, draws)


def test_groups_have_names_of_their_own(ace_king: FlopGroups, seven_two: FlopGroups) -> None:
    """No two groups of a hand read alike."""
    for chart in (ace_king, seven_two):
        assert len({(group.kind.words, group.kind.draws) for group in chart.groups}) == len(chart.groups)


def test_the_list_leaves_out_draws_that_change_nothing(ace_king: FlopGroups) -> None:
    """One line for top pair, several for overcards; the outer lines have all flops, the inner ones those of their line."""
    lines = lines_of(ace_king)
    outer = [line for line in lines if not line.inner]
    assert sum(line.flops for line in outer) == 19_600
    assert [line.words for line in outer].count("top pair") == 1
    assert {line.words for line in lines if line.inner} >= {"flush draw", "no draw"}
    inner = [line for line in lines if line.inner]
    assert sum(line.flops for line in inner) == next(line for line in outer if line.words == "no pair, two overcards").flops


def test_casino_holdem_calls_or_folds(seven_two: FlopGroups) -> None:
    """A call is a bet of two antes; seven-two calls with a pair and often folds without."""
    assert [(action.name, letter(action)) for action in seven_two.actions] == [("call", "2"), ("fold", "F")]
    assert seven_two.flops == seven_two.counts["call"] + seven_two.counts["fold"] == 19_600
    assert {group.always for group in seven_two.groups if group.kind.words == "top pair"} == {"call"}
    assert sum(group.counts["fold"] for group in seven_two.groups if group.kind.words.startswith("no pair")) > 4_000


# Letters


def cell_of(*values: dict[Action, int]) -> Cell:
    """A cell with a spot for each table of values."""
    spots = []
    for table in values:
        best = max(table.values())
        ranked = sorted(table.items(), key=lambda entry: (-entry[1], -entry[0].size))
        actions = tuple(ActionValue(action, Fraction(ev), Fraction(best - ev), ()) for action, ev in ranked)
        spots.append(Spot(HOLE_CLASSES["AKo"][len(spots)], actions))
    return Cell("AKo", tuple(spots))


def test_ties_and_suits_are_marked() -> None:
    """An equals sign where two actions are as good, an x and a count where hands differ."""
    actions = (bet(2), CHECK)
    better, worse, equal = {bet(2): 1, CHECK: 0}, {bet(2): 0, CHECK: 1}, {bet(2): 1, CHECK: 1}
    assert face(cell_of(better), actions, Show.ACTION).main == "2"
    assert face(cell_of(equal), actions, Show.ACTION).main == "2="
    mixed = face(cell_of(better, worse, worse), actions, Show.ACTION)
    assert (mixed.main, mixed.detail) == ("2x", "1/3")
    assert face(cell_of(equal), actions, Show.MARGIN).detail == "0.000"
    assert face(cell_of(better), actions, Show.EV).detail == "1.00"
    cells = {"AKo": cell_of(equal, worse), "AA": Cell("AA", ())}
    for show in (Show.ACTION, Show.EV):
        found = marks(Grid(UTH, Street.FLOP, as_cards(FLOP), actions, cells), show)
        assert set(found) == {"2x", "=", "-"}
        assert ("1/2 is bet 2x with 1 of its 2 hands" in found["2x"]) == (show is Show.ACTION)


def test_every_action_has_a_letter_and_a_colour_of_its_own() -> None:
    """Also for sizes that are no whole number of antes; a small margin does not look like a tie."""
    actions = (bet(4), bet(3), bet(Fraction(5, 2)), bet(Fraction(1, 3)), CHECK, FOLD)
    assert [letter(action) for action in actions] == ["4", "3", "2.5", "1/3", "C", "F"]
    assert len({paint(action, actions).fill for action in actions}) == len({paint(a, actions).terminal for a in actions}) == len(actions)
    call = Action("call", ActionKind.BET, Fraction(2))
    assert (letter(call), action_words(call), action_words(bet(2))) == ("2", "call, 2 antes", "bet 2x")
    assert short_margin(Fraction(1, 10_000)) == "<.001"
