"""Strategy files: what their words mean, and one clear line for whatever is wrong with them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uth_exact import _strategy_format as words
from uth_exact._strategy_format import NO_RANK, WORDS, hole_number
from uth_exact._tables import folder
from uth_exact.cards import HOLE_CLASSES, RANKS
from uth_exact.errors import StrategyError
from uth_exact.rules import Category, Street
from uth_exact.strategies import Condition, Strategy, StrategyRule, load_strategy, parse_strategy, strategy_names

DOCS = Path(__file__).parent.parent / "docs" / "strategies.md"
CONTRACT = ("always-4x", "asleep", "best", "call-all", "call-any-pair-draw-overcards", "river-only", "simple", "simple-hole")
"""Names that the contract of the command line promises."""

MINE = """\
title = "Mine"
game = "ultimate-texas-holdem"

[[preflop]]
name = "good hands"
do = "bet 4x"
hole = ["TT+", "AQs+"]

[[preflop]]
do = "check"

[[flop]]
do = "bet 2x"
any = [
    { made = "two pair or better", uses_hole = true },
    { flush_cards = 4, flush_card = "J+" },
]

[[flop]]
do = "check"

[[river]]
do = "bet 1x"
dealer_outs = "20 or fewer"

[[river]]
do = "fold"
"""


def mine(old: str = "", new: str = "") -> Strategy:
    """The strategy ``MINE`` with one change."""
    assert old in MINE
    return parse_strategy(MINE.replace(old, new, 1).encode(), "mine", "mine.toml")


def hands(allowed: frozenset[int] | None) -> set[str]:
    """The classes of hole cards that a condition allows."""
    assert allowed is not None
    return {name for name in HOLE_CLASSES if hole_number(name) in allowed}


# Words


def test_the_built_in_strategies() -> None:
    assert strategy_names() == CONTRACT
    for name in CONTRACT:
        strategy = load_strategy(name)
        assert (strategy.name, strategy.warnings) == (name, ())
        assert strategy.title


def test_hole_numbers_are_a_grid() -> None:
    """169 classes, 169 places; suited hands have the high rank first."""
    assert {hole_number(name) for name in HOLE_CLASSES} == set(range(169))
    assert (hole_number("AKs"), hole_number("AKo"), hole_number("22")) == (13 * 12 + 11, 13 * 11 + 12, 0)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("QQ", "QQ"),
        ("QQ+", "QQ KK AA"),
        ("K9s+", "K9s KTs KJs KQs"),
        ("K9o+", "K9o KTo KJo KQo"),
        ("JT", "JTs JTo"),
        ("tj", "JTs JTo"),
        ("QJ+", "QJs QJo"),
        ("A2s", "A2s"),
        ("any pair", "22 33 44 55 66 77 88 99 TT JJ QQ KK AA"),
    ],
)
def test_ranges_of_hole_cards(text: str, names: str) -> None:
    """As players write them: a plus takes the lower card up to the one below the higher."""
    assert hands(words._hole(text)) == set(names.split())


@pytest.mark.parametrize("text", ["", "K", "KKs", "KKo+", "AKx", "1Ks", "A2s-A5s", "K9s++", "AsKd"])
def test_what_is_no_range(text: str) -> None:
    assert words._hole(text) is None


def test_the_published_range_is_500_hands() -> None:
    """4x with 33+, any ace, K2s+, K5o+, Q6s+, Q8o+, J8s+, JTo: 37.7 % of 1,326."""
    (rule, _) = load_strategy("simple").streets[Street.PREFLOP]
    ((hole,),) = rule.alternatives
    assert sum(len(HOLE_CLASSES[name]) for name in hands(hole.allowed)) == 500


@pytest.mark.parametrize(
    ("read", "text", "allowed"),
    [
        (words._made, "pair", {Category.PAIR}),
        (words._made, "Straight or better", set(Category) - {Category(each) for each in range(4)}),
        (words._made, "two_pair or worse", {Category.HIGH_CARD, Category.PAIR, Category.TWO_PAIR}),
        (words._number, "4", {4}),
        (words._number, "20 or fewer", set(range(21))),
        (words._number, "3-5", {3, 4, 5}),
        (words._rank, "10+", {8, 9, 10, 11, 12}),
        (words._rank, "J or higher", {9, 10, 11, 12}),
        (words._rank, "4 or lower", {0, 1, 2}),
        (words._rank, "2-4", {0, 1, 2}),
        (words._rank, "none", {NO_RANK}),
        (words._board_rank, "Top", {1}),
        (words._board_rank, "any", {1, 2, 3, 4, 5}),
        (words._straight, "gutshot", {1}),
        (words._straight, "any", {1, 2}),
    ],
)
def test_what_conditions_say(read: object, text: str, allowed: set[int]) -> None:
    assert callable(read) and read(text) == frozenset(allowed)


def test_conditions_hold_together_and_alternatives_apart() -> None:
    """What stands in a rule itself goes for each of its alternatives."""
    (rule, _) = mine('do = "bet 2x"', 'do = "bet 2x"\novercards = 0').streets[Street.FLOP]
    assert [[condition.feature for condition in one] for one in rule.alternatives] == [
        ["overcards", "made", "uses_hole"],
        ["overcards", "flush_cards", "flush_card"],
    ]


def test_not_hole_is_what_is_left() -> None:
    (rule, _) = mine('made = "two pair or better", uses_hole = true', 'not_hole = ["22", "A2+"]').streets[Street.FLOP]
    (condition,) = rule.alternatives[0]
    assert hands(condition.allowed) == {name for name in HOLE_CLASSES if name != "22" and not (name[0] == "A" and name[1] != "A")}


def test_rules_have_names() -> None:
    """Their own, or the street and a number."""
    assert [rule.name for rule in mine().streets[Street.PREFLOP]] == ["good hands", "preflop 2"]


def test_every_word_is_explained() -> None:
    """The page about strategies names each condition, and no other."""
    table = DOCS.read_text(encoding="utf-8").partition("## Conditions")[2].partition("## ")[0]
    assert set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE)) == set(WORDS)


def test_the_example_of_the_page_is_a_strategy() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    strategy = parse_strategy(example.encode(), "example", "example.toml")
    assert [len(rules) for rules in strategy.streets] == [2, 4, 3]


# Faults

KNOWN = "known: title, game, source, notes, preflop, flop, river"
FLOP_WORDS = (
    "name, do, any, hole, not_hole, made, uses_hole, board_made, board_suited, pairs_board, pocket_pair, hidden_pair, flush_cards, "
    "flush_card, straight_draw, overcards, kicker"
)
END = "add a last rule without conditions, that says what to do with everything else"

FAULTS: list[tuple[str, str, str, str]] = [
    ('title = "Mine"', "titel = 1", "unknown_key", f"mine.toml: titel: unknown key; did you mean title? {KNOWN}"),
    ('title = "Mine"', "title = 1", "wrong_type", "mine.toml: title: 1 is not text; put it in quotes"),
    ("ultimate-texas", "texas", "unknown_game", "mine.toml: game: unknown game 'texas-holdem'; did you mean ultimate-texas-holdem?"),
    ('do = "bet 4x"\n', "", "missing_key", 'mine.toml: preflop 1 (line 4): do is missing; write do = "check"'),
    ('do = "bet 4x"', "do = 4", "wrong_type", "mine.toml: preflop 1 (line 4): do: 4 is not text; put it in quotes"),
    ('"TT+"', '"TT-"', "bad_condition", 'preflop 1 (line 4): hole: \'TT-\' is not understood; write "33+", "A2s+" or "K5o", or a list'),
    ('["TT+", "AQs+"]', "[]", "never_fires", "preflop 1 (line 4): hole: an empty list fits nothing, so the rule can never fire"),
    ('["TT+", "AQs+"]', "true", "bad_condition", "preflop 1 (line 4): hole: true is not understood"),
    ("hole =", "made =", "unknown_condition", "preflop 1 (line 4): made: can be seen on the flop and river only; take it out"),
    (
        "hole =",
        "holes =",
        "unknown_condition",
        "preflop 1 (line 4): holes: unknown condition; did you mean hole? known: name, do, any, hole",
    ),
    ("uses_hole = true", 'uses_hole = "yes"', "wrong_type", "flop 1 (line 12): any 1: uses_hole: 'yes' is neither true nor false"),
    ('"two pair or better"', '"two pairs"', "bad_condition", "any 1: made: 'two pairs' is not understood; write \"pair\" or"),
    ("flush_cards = 4", "flush_cards = 9", "never_fires", "any 2: flush_cards: 9 never happens on the flop; take it out"),
    ("flush_cards = 4", "flush_cards = 4.0", "bad_condition", "any 2: flush_cards: 4.0 is not understood"),
    ('"J+"', '"11+"', "bad_condition", 'any 2: flush_card: \'11+\' is not understood; write "10+", "J" or "2-9"'),
    ("flush_cards = 4,", "dealer_outs = 4,", "unknown_condition", "any 2: dealer_outs: can be seen on the river only; take it out"),
    ("{ made", "{ }, { made", "never_fires", "any 1: an alternative without conditions always fits; take it or the whole list out"),
    (MINE[MINE.index("any = [") : MINE.index("]\n\n[[flop]]")] + "]", "any = []", "never_fires", "any: none of no alternatives ever fits"),
    ("any = [", "anyway = [", "unknown_condition", f"flop 1 (line 12): anyway: unknown condition; did you mean any? known: {FLOP_WORDS}"),
    ('dealer_outs = "20 or fewer"', 'dealer_outs = "few"', "bad_condition", "river 1 (line 22): dealer_outs: 'few' is not understood"),
    (
        'dealer_outs = "20 or fewer"',
        "dealer_outs = 46",
        "never_fires",
        "river 1 (line 22): dealer_outs: 46 never happens on the river; take it out",
    ),
    (
        'dealer_outs = "20 or fewer"',
        "straight_draw = 'any'",
        "unknown_condition",
        "straight_draw: can be seen on the flop only; take it out",
    ),
    ('\n[[river]]\ndo = "fold"\n', "", "undecided", f"river 1 (line 22): the last rule of the street has conditions; {END}"),
    (MINE[MINE.index("[[preflop]]") :], "", "undecided", "mine.toml: no rules; write [[preflop]], [[flop]] and [[river]]"),
    ("[[river]]", "[river]", "not_toml", "mine.toml: not TOML: "),
    (MINE[MINE.index("[[river]]") :], "[river]\ndo = 'fold'\n", "wrong_type", "river: a table is not a list of tables; write [[river]]"),
    (
        '\n[[preflop]]\ndo = "check"',
        '\n[[preflop]]\nname = "good hands"\ndo = "check"',
        "bad_name",
        "'good hands' is taken by a rule above",
    ),
    ('name = "good hands"', 'name = "' + "x" * 250 + '"', "bad_text", "is not one printable line of at most 200 characters"),
    ("[[flop]]", "[[turn]]", "unknown_key", f"mine.toml: turn: unknown key; {KNOWN}"),
]


@pytest.mark.parametrize(("old", "new", "code", "message"), FAULTS, ids=range(len(FAULTS)))
def test_a_fault_is_one_line_with_its_place_and_the_fix(old: str, new: str, code: str, message: str) -> None:
    with pytest.raises(StrategyError) as caught:
        mine(old, new)
    assert caught.value.code == code
    assert message in caught.value.message
    assert caught.value.message.startswith("mine.toml: ") and "\n" not in caught.value.message


def test_a_rule_after_one_for_everything_is_reported() -> None:
    """It is left out, with a warning that names both."""
    strategy = mine('[[flop]]\ndo = "bet 2x"', '[[flop]]\ndo = "check"\n\n[[flop]]\ndo = "bet 2x"')
    assert [rule.does for rule in strategy.streets[Street.FLOP]] == ["check"]
    assert strategy.warnings == (
        "mine.toml: flop 2 (line 15): never fires, for flop 1 (line 12) fits everything; take one out",
        "mine.toml: flop 3 (line 22): never fires, for flop 1 (line 12) fits everything; take one out",
    )


@pytest.mark.parametrize(("old", "new"), [("[[flop]]", '[["flop"]]'), ('title = "', 'notes = ["""\n[[flop]]"""]\ntitle = "')])
def test_a_line_that_is_not_sure_is_not_told(old: str, new: str) -> None:
    """Rules are found by their headers; where those do not tell, the number of the rule is the place."""
    text = MINE.replace(old, new, 1).replace('"two pair or better"', '"par"', 1)
    with pytest.raises(StrategyError, match=r"mine\.toml: flop 1: any 1: made: 'par' is not understood"):
        parse_strategy(text.encode(), "mine", "mine.toml")


@pytest.mark.parametrize(
    ("name", "code", "message"),
    [
        ("simpel", "unknown_strategy", "no strategy is called 'simpel'; did you mean simple? known: always-4x, asleep"),
        ("./nowhere.toml", "no_such_file", "./nowhere.toml: there is no such file"),
        (".toml", "no_such_file", "there is no such file"),
        ("/", "unreadable", "a directory"),
    ],
)
def test_a_strategy_that_cannot_be_found(name: str, code: str, message: str) -> None:
    with pytest.raises(StrategyError) as caught:
        load_strategy(name)
    assert caught.value.code == code and message in caught.value.message


def test_a_strategy_by_path(tmp_path: Path) -> None:
    """Named by the file's stem; the same rules as the built-in one that it is a copy of."""
    path = tmp_path / "copy.toml"
    path.write_bytes((folder() / "strategies" / "simple.toml").read_bytes())
    copy, simple = load_strategy(path), load_strategy("simple")
    assert copy.name == "copy"
    for ours, theirs in zip(copy.streets, simple.streets, strict=True):
        assert [rule.alternatives for rule in ours] == [rule.alternatives for rule in theirs]


@given(st.binary(max_size=300))
def test_random_bytes_are_refused_or_read(text: bytes) -> None:
    """Never anything but a strategy or a refusal."""
    with_refusal(text)


VALUES = st.recursive(
    st.one_of(
        st.text(max_size=12).map(lambda text: repr(text).replace('"', "'")), st.integers(-99, 99).map(str), st.sampled_from(["true", "1.5"])
    ),
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda values: f"[{', '.join(values)}]")
        | st.dictionaries(st.sampled_from([*WORDS, "do", "any", "x"]), inner, max_size=3).map(
            lambda table: f"{{ {', '.join(f'{name} = {value}' for name, value in table.items())} }}"
        )
    ),
    max_leaves=6,
)
LINES = st.one_of(
    st.sampled_from(["[[preflop]]", "[[flop]]", "[[river]]", 'do = "check"', 'do = "bet 4x"', "any = [{made = 'pair'}]"]),
    st.tuples(st.sampled_from([*WORDS, "do", "name", "any", "title", "game", "preflop", "flop", "river"]), VALUES).map(" = ".join),
)


@given(st.lists(LINES, max_size=12))
def test_random_files_are_refused_or_read(lines: list[str]) -> None:
    with_refusal("\n".join(lines).encode())


def with_refusal(text: bytes) -> None:
    try:
        strategy = parse_strategy(text, "random", "random.toml")
    except StrategyError as error:
        assert error.code and "\n" not in error.message
    else:
        assert all(not rules or rules[-1].fits_all for rules in strategy.streets)


@given(st.sampled_from(sorted(HOLE_CLASSES)), st.booleans())
def test_a_class_of_hole_cards_is_in_its_own_range(name: str, more: bool) -> None:
    """With a plus, the range has it and only better hands of the kind."""
    found = hands(words._hole(name + "+" * more))
    assert name in found
    assert more or found == {name}
    assert all(RANKS.index(each[1]) >= RANKS.index(name[1]) for each in found)


ALL = StrategyRule("all", "check", ((),), "")


@pytest.mark.parametrize(
    ("streets", "message"),
    [
        ((), "mine: rules are for 3 streets, not 0"),
        (((ALL,) * 101, (), ()), "mine: preflop: 101 rules, but a street takes at most 100"),
        (((), (replace(ALL, alternatives=((Condition("made", frozenset({1})),),)),), ()), "mine: flop: the last rule must fit everything"),
        (((), (replace(ALL, alternatives=((Condition("luck", frozenset({1})),),)), ALL), ()), "mine: flop: nobody sees 'luck'"),
    ],
)
def test_a_strategy_made_by_hand_is_held_to_its_shape(streets: Any, message: str) -> None:
    """It is refused where it is made, not in the middle of a game."""
    with pytest.raises(StrategyError) as refused:
        Strategy("mine", "mine", "", streets)
    assert (refused.value.code, refused.value.message) == ("bad_strategy", message)
