"""The published rule sheets say what their tables say, and the documented ones what their text says."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from games import CASINO, UTH, UTH_FOURS
from house import HOUSE, printed, side_bet, streets, wager
from uth_exact import sheets
from uth_exact.rules import ActionKind, Category, Qualifier, Result, Rules, Verdict, Whose
from uth_exact.settlement import compile_rules
from uth_exact.sheets import Figure, Origin, load_sheet, parse_sheet, sheet_names

DOCS = Path(__file__).parent.parent / "docs" / "rule-sheets.md"
SHEETS = ("casino-holdem-dk", "uth-de", "uth-dk", "uth-gr", "uth-nl")
UTH_SHEETS = ("uth-de", "uth-dk", "uth-gr", "uth-nl")
VARIANTS = [f"{name}+{variant}" for name in SHEETS for variant in load_sheet(name).variants]


# The five sheets


def test_there_are_five_built_in_sheets() -> None:
    assert sheet_names() == SHEETS


@pytest.mark.parametrize("there", [True, False])
def test_an_installation_without_sheets_says_so(there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder is as incomplete as none, and no ground for saying that all claims hold."""
    if there:
        (tmp_path / "tables").mkdir()
    monkeypatch.setattr(sheets, "folder", lambda: tmp_path / "tables")
    with pytest.raises(FileNotFoundError, match="no rule sheets are there, so the installation is incomplete"):
        sheet_names.__wrapped__()


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_says_where_and_when_it_was_read(name: str) -> None:
    sheet = load_sheet(name)
    assert sheet.name == sheet.rules.name == name
    assert sheet.title
    assert sheet.source
    assert isinstance(sheet.checked, date)
    assert sheet.notes


@pytest.mark.parametrize("name", [*SHEETS, *VARIANTS])
def test_no_built_in_sheet_looks_like_a_mistake(name: str) -> None:
    sheet = load_sheet(name)
    assert sheet.warnings == ()
    compile_rules(sheet.rules)


@pytest.mark.parametrize(
    ("name", "needed"),
    [
        ("uth-dk", "pair or better"),
        ("uth-nl", "pair or better"),
        ("uth-de", "pair of 4s or better"),
        ("uth-gr", "pair or better"),
        ("casino-holdem-dk", "pair of 4s or better"),
    ],
)
def test_the_dealer_qualifies_with(name: str, needed: str) -> None:
    assert str(load_sheet(name).rules.qualifier) == needed


@pytest.mark.parametrize("name", UTH_SHEETS)
def test_one_raise_at_the_first_street_where_the_player_wants_it(name: str) -> None:
    assert streets(load_sheet(name).rules) == ["bet 4x, bet 3x, check", "bet 2x, check", "bet 1x, fold"]


def test_casino_holdem_has_one_decision() -> None:
    rules = load_sheet("casino-holdem-dk").rules
    assert streets(rules) == ["check", "call, fold", ""]
    call, _ = rules.actions[1]
    assert call.size == 2
    assert call.kind is ActionKind.BET


UTH_CELLS = """
    ante  | lose 0 -1  | tie 0 0  | win 0 1
    play  | lose -1 -1 | tie 0 0  | win 1 1
    blind | lose -1 -1 | tie 0 0  | win BLIND BLIND
"""
CASINO_CELLS = """
    ante  | lose ANTE -1 | tie ANTE 0 | win ANTE ANTE
    call  | lose 0 -1    | tie 0 0    | win 0 1
"""
TABLES = {"BLIND": "500 50 10 3 3/2 1 0 0 0 0", "ANTE": "100 20 10 3 2 1 1 1 1 1"}


@pytest.mark.parametrize(
    ("name", "cells"),
    [*((name, UTH_CELLS) for name in UTH_SHEETS), ("casino-holdem-dk", CASINO_CELLS)],
)
def test_settlement_cell_by_cell(name: str, cells: str) -> None:
    """Each line: a wager, and for each result its odds when the dealer does not qualify and when he does."""
    rules = load_sheet(name).rules
    lines = [line.split("|") for line in cells.strip().splitlines()]
    assert {line[0].strip() for line in lines} == {each.name for each in (*rules.forced, rules.play)}
    for wager_name, *results in lines:
        for text in results:
            result, *odds = text.split()
            for qualifies, cell in zip((False, True), odds, strict=True):
                rows = TABLES.get(cell, " ".join([cell] * 10)).split()
                for category, row in zip(reversed(Category), rows, strict=True):
                    paid = wager(rules, wager_name.strip()).pays(Result[result.upper()], qualifies, category)
                    assert paid == Fraction(row), (name, wager_name, result, qualifies, category)


@pytest.mark.parametrize(("name", "game"), [("uth-dk", UTH), ("uth-de", UTH_FOURS), ("casino-holdem-dk", CASINO)])
def test_a_sheet_is_the_game_written_out_by_hand(name: str, game: Rules) -> None:
    assert compile_rules(load_sheet(name).rules) == compile_rules(game)
    assert load_sheet(name).rules.qualifier == game.qualifier


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("uth-dk", "50 40 30 8 7 4 3 lose lose lose"),
        ("uth-nl", "50 40 30 8 7 4 3 lose lose lose"),
        ("uth-de", "50 40 30 8 6 5 3 lose lose lose"),
        ("uth-gr", "50 40 30 8 7 4 3 lose lose lose"),
        ("uth-dk+trips-865", "50 40 30 8 6 5 3 lose lose lose"),
        ("uth-dk+trips-974", "50 40 30 9 7 4 3 lose lose lose"),
        ("uth-dk+trips-765", "50 40 20 7 6 5 3 lose lose lose"),
    ],
)
def test_trips_is_paid_on_the_players_final_hand_whoever_wins(name: str, rows: str) -> None:
    (trips,) = load_sheet(name).side_bets
    assert trips.name == "trips"
    assert printed(trips.table) == rows
    assert (trips.whose, trips.cards, trips.at_least) == (Whose.PLAYER, 7, Qualifier(Category.HIGH_CARD))
    assert set(trips.verdicts) == {Verdict.PAY}


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("casino-holdem-dk", "100 50 40 30 20 7 7 7 7 lose"),
        ("casino-holdem-dk+bonus-25", "25 25 25 25 25 7 7 7 7 lose"),
    ],
)
def test_the_bonus_is_judged_on_the_first_five_cards_from_a_pair_of_aces(name: str, rows: str) -> None:
    (bonus,) = load_sheet(name).side_bets
    assert printed(bonus.table) == rows
    assert (bonus.whose, bonus.cards, str(bonus.at_least)) == (Whose.PLAYER, 5, "pair of As or better")


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("casino-holdem-dk", "100 20 10 3 2 1 1 1 1 1"),
        ("casino-holdem-dk+ante-20", "20 20 10 3 2 1 1 1 1 1"),
        ("casino-holdem-dk+ante-25", "25 25 12 3 2 1 1 1 1 1"),
    ],
)
def test_ante_tables_of_casino_holdem(name: str, rows: str) -> None:
    assert printed(wager(load_sheet(name).rules, "ante").win[1]) == rows


# Claims


@pytest.mark.parametrize("name", ["uth-dk", "uth-nl"])
def test_the_danish_and_dutch_sheets_print_three_returns(name: str) -> None:
    claims = [claim for claim in load_sheet(name).claims if claim.origin is Origin.SHEET]
    assert [(claim.name, claim.figure, claim.on, claim.printed) for claim in claims] == [
        ("total main bet", Figure.RETURN, "total wager", "99.47%"),
        ("initial main bet", Figure.RETURN, "ante", "97.82%"),
        ("trips", Figure.RETURN, "trips", "96.50%"),
    ]


@pytest.mark.parametrize("name", ["uth-de", "uth-gr"])
def test_the_german_and_greek_sheets_print_none(name: str) -> None:
    assert load_sheet(name).claims == ()


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("uth-dk", ["edge ante 2.185%", "edge total wager 0.526%", "standard deviation ante 4.94", "average total wager ante 4.15"]),
        ("uth-dk", ["frequency bet 4x 37.7%", "edge trips 3.50%"]),
        ("uth-dk+trips-865", ["edge trips 1.90%"]),
        ("uth-dk+trips-974", ["edge trips 0.90%"]),
        ("uth-dk+trips-765", ["edge trips 6.18%"]),
        ("casino-holdem-dk", ["return ante 97.84%", "edge total wager 0.82%", "frequency fold 18.0%", "return bonus 93.74%"]),
        ("casino-holdem-dk+bonus-25", ["return ante 97.84%", "edge bonus 6.40%"]),
    ],
)
def test_published_figures_are_claims_too(name: str, figures: list[str]) -> None:
    claims = [claim for claim in load_sheet(name).claims if claim.origin is Origin.PUBLISHED]
    assert set(figures) <= {f"{claim.figure.value} {claim.on} {claim.printed}" for claim in claims}


# The documentation

EXAMPLES = re.findall(r"^```toml\n(.*?)^```", DOCS.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def test_the_worked_example_is_what_the_text_says(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(EXAMPLES[0], "utf-8")
    sheet = load_sheet(path)
    assert sheet.warnings == ()
    assert str(sheet.rules.qualifier) == "pair of 4s or better"
    assert streets(sheet.rules) == ["bet 3x, check", "bet 2x, check", "bet 1x, fold"]
    assert wager(sheet.rules, "blind").pays(Result.WIN, True, Category.FLUSH) == Fraction(7, 5)
    assert wager(sheet.rules, "ante").pays(Result.LOSE, False, Category.FLUSH) == -1
    (trips,) = load_sheet(f"{path}+trips-on-a-win").side_bets
    assert trips.verdicts == (Verdict.LOSE, Verdict.PUSH, Verdict.PAY)
    compile_rules(sheet.rules)


def test_the_losing_hand_of_the_documentation_is_a_side_bet() -> None:
    sheet = parse_sheet((HOUSE + EXAMPLES[1]).encode(), "house", "house.toml")
    bad_beat = side_bet(sheet, "bad-beat")
    assert (bad_beat.whose, bad_beat.verdicts) == (Whose.WORSE, (Verdict.PAY, Verdict.LOSE, Verdict.PAY))
    assert printed(bad_beat.table) == "7500 7500 500 50 30 20 9 lose lose lose"
    assert sheet.warnings == ()
    assert len(EXAMPLES) == 2
