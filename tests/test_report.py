"""What people and programs read: numbers, the JSON of a hand, and its text on all kinds of screens."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import CASINO, UTH
from uth_exact import report
from uth_exact.cards import DECK, Card, parse_cards
from uth_exact.decision import ActionValue, Analysis, Outcome, analyse
from uth_exact.errors import InvariantError
from uth_exact.report import decimal, exact, grouped, hand_json, hand_text, hand_words, percent
from uth_exact.rules import CHECK, FOLD, Category, Result, Rules, Street, bet
from uth_exact.terminal import Screen

RULES = Rules("uth-dk", UTH.qualifier, UTH.forced, UTH.play, UTH.actions)
WIDTHS = range(40, 101)


def river() -> Analysis:
    """King high on a river, as in the contract of the command line; the counts are those of the game."""
    one = bet(1)
    rows = [(Result.WIN, False, 1, 176), (Result.TIE, False, 0, 9), (Result.LOSE, True, -3, 717), (Result.LOSE, False, -2, 88)]
    outcomes = tuple(Outcome(one, result, ok, Category.HIGH_CARD, Fraction(net), deals) for result, ok, net, deals in rows)
    folds = tuple(Outcome(FOLD, None, ok, Category.HIGH_CARD, Fraction(-2), deals) for ok, deals in ((True, 717), (False, 273)))
    values = (
        ActionValue(FOLD, Fraction(-2), Fraction(0), folds),
        ActionValue(one, Fraction(-239, 110), Fraction(19, 110), outcomes),
    )
    return Analysis(RULES, Street.RIVER, parse_cards("KdQh"), parse_cards("4s5h6d8c9d"), (), 990, values)


def flop() -> Analysis:
    """A flop with made-up counts: a check, of which some deals end in a bet and some in a fold, against a bet."""
    two, one = bet(2), bet(1)
    later = (
        Outcome(one, Result.WIN, True, Category.FLUSH, Fraction(7, 2), 300_001),
        Outcome(one, Result.LOSE, True, Category.PAIR, Fraction(-3), 370_189),
        Outcome(FOLD, None, True, Category.HIGH_CARD, Fraction(-2), 400_000),
    )
    now = (
        Outcome(two, Result.WIN, True, Category.FLUSH, Fraction(9, 2), 400_000),
        Outcome(two, Result.TIE, False, Category.FLUSH, Fraction(0), 1),
        Outcome(two, Result.LOSE, True, Category.PAIR, Fraction(-4), 670_189),
    )
    evs = [sum((o.deals * o.net for o in rows), Fraction(0)) / 1_070_190 for rows in (later, now)]
    values = (ActionValue(two, evs[1], Fraction(0), now), ActionValue(CHECK, evs[0], evs[1] - evs[0], later))
    return Analysis(RULES, Street.FLOP, parse_cards("KdQh"), parse_cards("4s5h6d"), (), 1_070_190, values)


def preflop() -> Analysis:
    """Before the flop, with the longest fractions and counts there are."""
    deals = 20_975_724_000
    four = bet(4)
    rows = (
        Outcome(four, Result.WIN, True, Category.ROYAL_FLUSH, Fraction(505), 10_487_861_999),
        Outcome(four, Result.LOSE, True, Category.THREE_OF_A_KIND, Fraction(-6), 10_487_862_001),
    )
    ev = sum((o.deals * o.net for o in rows), Fraction(0)) / deals
    checked = (
        Outcome(bet(2), Result.WIN, True, Category.ROYAL_FLUSH, Fraction(1005, 2), 10_487_861_999),
        Outcome(FOLD, None, False, Category.PAIR, Fraction(-2), 10_487_862_001),
    )
    later = sum((o.deals * o.net for o in checked), Fraction(0)) / deals
    values = (ActionValue(four, ev, Fraction(0), rows), ActionValue(CHECK, later, ev - later, checked))
    return Analysis(RULES, Street.PREFLOP, parse_cards("AsAh"), (), (), deals, values)


# Numbers


@given(st.fractions(), st.integers(0, 12))
def test_decimals_are_rounded_correctly_with_halves_to_the_even_digit(value: Fraction, places: int) -> None:
    """The decimal string is the one that Python rounds the fraction to."""
    text = decimal(value, places)
    assert Fraction(text) == round(value, places)
    assert len(text.partition(".")[2]) == places


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        ("-239/110", 9, "-2.172727273"),
        ("-2", 9, "-2.000000000"),
        ("0", 9, "0.000000000"),
        ("-1/3000000000", 9, "0.000000000"),
        ("-1/2000000000", 9, "0.000000000"),
        ("-3/2000000000", 9, "-0.000000002"),
        ("1/2", 0, "0"),
        ("3/2", 0, "2"),
        ("999/1000", 2, "1.00"),
        ("123456789012345678901234567890", 1, "123456789012345678901234567890.0"),
    ],
)
def test_decimals_of_particular_numbers(value: str, places: int, text: str) -> None:
    """Zero has no sign, a half goes to the even digit, and no size is too large."""
    assert decimal(Fraction(value), places) == text


@given(st.fractions())
def test_an_exact_number_is_read_back_as_itself(value: Fraction) -> None:
    """Printing loses nothing."""
    assert Fraction(exact(value)) == value


def test_amounts_have_their_thousands_set_apart() -> None:
    """Amounts stay exact: a decimal only where it ends."""
    values: list[int | Fraction] = [20_975_724_000, Fraction(-4303, 2), Fraction(1, 8), Fraction(-1, 16), Fraction(-4000, 3), 0]
    assert [grouped(value) for value in values] == ["20,975,724,000", "-2,151.5", "0.125", "-1/16", "-4,000/3", "0"]


def test_percentages_are_of_the_whole() -> None:
    """176 of 990 deals are 17.78 %."""
    assert percent(176, 990, 2) == "17.78%"


# JSON


def test_the_json_of_a_hand_is_the_contract() -> None:
    """Key for key and digit for digit the example of the contract."""
    assert json.dumps(hand_json(river())) == (
        '{"rules": "uth-dk", "street": "river", "hole": "KdQh", "board": "4s5h6d8c9d", "dead": "", "best": "fold", "deals": 990, '
        '"actions": [{"action": "fold", "ev": {"exact": "-2", "decimal": "-2.000000000"}, '
        '"cost": {"exact": "0", "decimal": "0.000000000"}}, '
        '{"action": "bet 1x", "ev": {"exact": "-239/110", "decimal": "-2.172727273"}, '
        '"cost": {"exact": "19/110", "decimal": "0.172727273"}}]}'
    )


def test_details_list_how_all_deals_of_an_action_end() -> None:
    """The rows of each action add up to its deals and its value; a fold has no showdown."""
    analysis = river()
    document = hand_json(analysis, details=True)
    actions = json.loads(json.dumps(document["actions"]))
    for action in actions:
        rows = action["outcomes"]
        assert sum(row["deals"] for row in rows) == 990
        assert sum(row["deals"] * Fraction(row["net"]["exact"]) for row in rows) == 990 * Fraction(action["ev"]["exact"])
    assert {row["result"] for row in actions[0]["outcomes"]} == {"fold"}
    assert actions[1]["outcomes"][2] == {
        "action": "bet 1x",
        "result": "lose",
        "dealer_qualifies": True,
        "category": "high_card",
        "net": {"exact": "-3", "decimal": "-3.000000000"},
        "deals": 717,
    }


def tied() -> Analysis:
    """A river on which bet and fold are worth the same."""
    analysis = river()
    fold = analysis.best
    return replace(analysis, actions=(fold, ActionValue(bet(1), Fraction(-2), Fraction(0), ())))


def test_equal_actions_are_named_as_ties() -> None:
    """Ties are listed when there are any."""
    assert hand_json(tied())["ties"] == ["bet 1x"]
    assert "ties" not in hand_json(river())
    assert "Best: fold or bet 1x, exactly equal" in hand_text(tied(), Screen())


@pytest.mark.parametrize("spoil", ["deals", "net"])
def test_no_details_are_given_that_do_not_add_up(spoil: str) -> None:
    """A missing deal or a wrong payoff is an internal fault, in text and in JSON."""
    analysis = river()
    fold, one = analysis.actions
    first = one.outcomes[0]
    wrong = replace(first, deals=first.deals - 1) if spoil == "deals" else replace(first, net=first.net + 1)
    broken = replace(analysis, actions=(fold, replace(one, outcomes=(wrong, *one.outcomes[1:]))))
    with pytest.raises(InvariantError, match="bet 1x"):
        hand_json(broken, details=True)
    with pytest.raises(InvariantError, match="bet 1x"):
        hand_text(broken, Screen(), details=True)


# Words


@pytest.mark.parametrize(
    ("hole", "board", "words"),
    [
        ("KdQh", "", "king-queen offsuit"),
        ("2s9s", "", "nine-two suited"),
        ("6d6h", "", "pair of sixes"),
        ("KdQh", "4s5h6d8c9d", "king high"),
        ("KdQh", "4s5hQd", "pair of queens"),
        ("KdQh", "KsQs6d6c2h", "two pair, kings and queens"),
        ("6d6h", "6s2h3c", "three sixes"),
        ("Ad2h", "3s4h5c", "straight, five high"),
        ("AdKd", "3d4d9d", "flush, ace high"),
        ("6d6h", "6s2h2c", "full house, sixes full of twos"),
        ("6d6h", "6s6c2c", "four sixes"),
        ("5d6d", "7d8d9d", "straight flush, nine high"),
        ("AdKd", "QdJdTd", "royal flush"),
    ],
)
def test_the_hand_is_named_in_words(hole: str, board: str, words: str) -> None:
    """Each category is called what players call it."""
    assert hand_words(parse_cards(hole), parse_cards(board)) == words


# Text


def test_the_text_of_a_river_hand() -> None:
    """What a player sees first is what to do; below stand the numbers and what they mean."""
    assert (
        hand_text(river(), Screen(80, symbols=True))
        == """\
  River, rules uth-dk

  your hand    board
  ╭──╮╭──╮     ╭──╮╭──╮╭──╮╭──╮╭──╮
  │K♦││Q♥│     │4♠││5♥││6♦││8♣││9♦│
  ╰──╯╰──╯     ╰──╯╰──╯╰──╯╰──╯╰──╯
  you have  king high

  Best: fold

  action         value  exact value        costs  exact cost
  fold    -2.000000000           -2         best           0
  bet 1x  -2.172727273     -239/110  0.172727273      19/110

  value  net antes per deal with ante and blind, without side bets; a fold is -2
  costs  antes per deal lost against the best action
  deals  990, all hands that the dealer can hold

  if you stay in to the showdown  deals  of all deals
  win                               176        17.78%
  tie                                 9         0.91%
  lose                              805        81.31%

  dealer outs: 23 of 45 unseen cards beat you with the board alone, making
  straight, nine high  7♠ 7♥ 7♦ 7♣
  pair of nines        9♠ 9♥ 9♣
  pair of eights       8♠ 8♥ 8♦
  pair of sixes        6♠ 6♥ 6♣
  pair of fives        5♠ 5♦ 5♣
  pair of fours        4♥ 4♦ 4♣
  ace high             A♠ A♥ A♦ A♣
"""
    )


def test_the_title_of_the_sheet_stands_beside_its_name() -> None:
    """A newcomer sees whose table it is; without a title, or with one that says no more, the name is enough."""
    assert hand_text(river(), Screen(), title="A table").startswith("  River, rules uth-dk (A table)\n")
    assert hand_text(river(), Screen(), title="uth-dk").startswith("  River, rules uth-dk\n")


def casino_preflop() -> Analysis:
    """Casino Hold'em before the flop, where nothing is decided."""
    (_, value) = preflop().actions
    rules = Rules("casino", CASINO.qualifier, CASINO.forced, CASINO.play, CASINO.actions)
    return replace(preflop(), rules=rules, actions=(replace(value, cost=Fraction(0)),))


def test_where_nothing_is_decided_no_action_is_advised() -> None:
    """Before the flop a player of Casino Hold'em does nothing, so there is no check, only the value of going on."""
    text = hand_text(casino_preflop(), Screen(80), details=True)
    assert "  No decision before the flop: below is the value under best play from here on\n" in text
    assert exact(casino_preflop().best.ev) in text
    for word in ("check", "Best", "best action", "costs"):
        assert word not in text
    assert hand_json(casino_preflop())["best"] == "check"


def test_hindsight_is_said() -> None:
    """After the last decision: in words, and for programs."""
    late = analyse("KdQh", "4s5h6d8c9d", "", CASINO)
    assert "  Decided before these cards; in hindsight best: fold\n" in hand_text(late, Screen())
    assert hand_json(late)["hindsight"] is True
    assert "hindsight" not in hand_json(river())


def test_one_deal_is_no_plural() -> None:
    """With enough dead cards a single deal is left."""
    analysis = river()
    dead = dead_but(analysis, 2)
    fold = ActionValue(FOLD, Fraction(-2), Fraction(0), (Outcome(FOLD, None, True, Category.HIGH_CARD, Fraction(-2), 1),))
    text = hand_text(replace(analysis, deals=1, dead=dead, actions=(fold,)), Screen(200), details=True)
    assert "deals  1, the only hand that the dealer can hold\n" in text
    assert "fold: how its 1 deal ends\n" in text
    before = flop()
    text = hand_text(replace(before, deals=6, dead=dead_but(before, 4)), Screen(200))
    assert "deals  6 = 6 turns and rivers x 1 dealer hand\n" in text


def dead_but(analysis: Analysis, live: int) -> tuple[Card, ...]:
    """Dead cards that leave ``live`` unseen."""
    return tuple(card for card in DECK if card not in (*analysis.hole, *analysis.board))[live:]


def test_the_dealer_qualifies_or_does_not_qualify() -> None:
    """Rows of the results are whole sentences."""
    text = hand_text(river(), Screen(80), details=True)
    assert "  win, dealer does not qualify " in text
    assert "  lose, dealer qualifies " in text


def test_the_text_without_symbols_is_ascii() -> None:
    """Where suits cannot be printed, letters stand for them and no boxes are drawn."""
    text = hand_text(replace(flop(), dead=parse_cards("2s3h")), Screen(80), details=True)
    assert text.isascii()
    assert "  Kd Qh        4s 5h 6d -- --\n" in text
    assert "  dead      2s 3h\n" in text


@pytest.mark.parametrize("spot", [river, flop, preflop, tied, casino_preflop])
@pytest.mark.parametrize("symbols", [True, False])
def test_no_line_is_wider_than_the_screen(spot: Callable[[], Analysis], symbols: bool) -> None:
    """From 40 columns up nothing is cut or folded by the terminal, details included."""
    analysis = spot()
    for width in WIDTHS:
        text = hand_text(analysis, Screen(width, symbols=symbols), details=spot is not tied)
        assert max(map(len, text.splitlines())) <= width


def test_a_screen_too_narrow_for_anything_still_gets_all_numbers() -> None:
    """Lines may then be long, but nothing is lost."""
    text = hand_text(preflop(), Screen(1), details=True)
    assert exact(preflop().best.ev) in text
    assert "10,487,861,999" in text


@pytest.mark.parametrize("spot", [river, flop, preflop])
def test_colours_change_nothing_but_the_colour(spot: Callable[[], Analysis]) -> None:
    """Without its colour codes the coloured text is the plain one; hearts and diamonds are red."""
    plain = hand_text(spot(), Screen(80, symbols=True), details=True)
    coloured = hand_text(spot(), Screen(80, colour=True, symbols=True), details=True)
    assert re.sub(r"\033\[\d*m", "", coloured) == plain
    assert "\033[31m" in coloured
    assert "\033" not in plain


@pytest.mark.parametrize("spot", [river, flop, preflop])
def test_every_column_of_the_details_adds_up(spot: Callable[[], Analysis]) -> None:
    """The rows above a rule add up, in deals and in antes, to the row below it; that is all deals, and the value."""
    analysis = spot()
    text = hand_text(analysis, Screen(80), details=True)
    sections = re.split(r"\n\n  (?=\S+.*: how its )", text)[1:]
    assert len(sections) == len(analysis.actions)
    for section, value in zip(sections, analysis.actions, strict=True):
        tables = [part for part in section.split("\n\n") if part.startswith("  by ")]
        assert tables
        for table in tables:
            _, *rows, rule, total = [line.strip() for line in table.splitlines()]
            assert set(rule) == {"-"}
            cells = [[Fraction(cell.replace(",", "")) for cell in re.split(r" {2,}", row)[1::2]] for row in [*rows, total]]
            assert [sum(column) for column in zip(*cells[:-1], strict=True)] == cells[-1]
            assert cells[-1] == [analysis.deals, value.ev * analysis.deals]


def test_a_cost_too_small_to_print_is_not_printed_as_nothing() -> None:
    """Only the best action costs nothing."""
    analysis = river()
    fold, one = analysis.actions
    tiny = Fraction(1, 10**12)
    close = replace(analysis, actions=(fold, replace(one, ev=fold.ev - tiny, cost=tiny)))
    text = hand_text(close, Screen())
    assert "<0.000000001\n" in text
    assert "1/1000000000000\n" in text


def test_a_street_without_a_choice_says_so() -> None:
    """Where there is one action there is no best among several."""
    analysis = flop()
    only = replace(analysis, actions=(analysis.actions[0],))
    assert "Best: bet 2x, the only action here" in hand_text(only, Screen())


def test_deals_that_are_no_plain_product_are_given_as_a_number() -> None:
    """The factors are shown only when they make the product."""
    assert "  deals  1,070,190 = 1,081 turns and rivers x 990 dealer hands\n" in hand_text(flop(), Screen())
    assert "  deals  44\n" in hand_text(replace(river(), deals=44), Screen())


# Screens


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environ", "colour"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "xterm", "NO_COLOR": ""}, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
        ({}, False),
    ],
)
def test_colours_are_for_terminals_that_have_and_want_them(environ: dict[str, str], colour: bool) -> None:
    """``NO_COLOR`` and ``TERM`` are respected."""
    assert Screen.of(Terminal(), environ).colour is colour


def test_what_is_no_terminal_gets_no_colour_and_80_columns() -> None:
    """A file or a pipe is written to the same way whoever is at the keyboard."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    assert Screen.of(stream, {"TERM": "xterm"}) == Screen(80, colour=False, symbols=True)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_encodings_without_suits_get_letters(encoding: str) -> None:
    """Symbols are used only where every one of them can be written."""
    assert not Screen.of(io.TextIOWrapper(io.BytesIO(), encoding=encoding), {}).symbols


@pytest.mark.parametrize(
    ("columns", "width"), [("40", 40), ("1", 24), ("0", 80), ("-5", 80), ("", 80), ("wide", 80), ("²", 80), ("99999", 96), ("9" * 9999, 80)]
)
def test_any_number_of_columns_is_survived(columns: str, width: int) -> None:
    """``COLUMNS`` is believed within reason."""
    assert Screen.of(io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), {"COLUMNS": columns}).width == width


def test_report_and_contract_agree_on_decimal_places() -> None:
    """Values have nine places."""
    assert report.PLACES == 9
