"""``uth-exact verify`` and ``uth-exact tables``: printed figures held against exact ones, and sheets shown."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from answers import answer
from house import HOUSE, casino, house
from uth_exact._tables import folder
from uth_exact.cli import main
from uth_exact.report import decimal
from uth_exact.report_sheets import CHECKS_HEADER, PAYOUTS_HEADER, SHEETS_HEADER, checks_json, checks_text, sheet_text, sheets_text, summary
from uth_exact.rules import Category
from uth_exact.sheets import Origin, Rounding, Sheet, load_sheet, parse_sheet, sheet_names
from uth_exact.terminal import Screen
from uth_exact.verify import Check, verify, with_variants

RULES_MD = {
    "uth-dk": ["99.47%", "97.82%", "96.50%", "2.185%", "0.526%", "4.94", "4.15", "37.7%", "3.50%"],
    "uth-dk+trips-865": ["1.90%"],
    "uth-dk+trips-974": ["0.90%"],
    "uth-dk+trips-765": ["6.18%"],
    "uth-nl": ["99.47%", "97.82%", "96.50%"],
    "casino-holdem-dk": ["97.84%", "0.82%", "18.0%", "93.74%"],
    "casino-holdem-dk+bonus-25": ["6.40%"],
}
"""The figures that the sheets print and that others have published for these games."""


@pytest.fixture(scope="module")
def checks() -> list[Check]:
    """Every claim of the built-in sheets and their variants."""
    return list(verify(with_variants(map(load_sheet, sheet_names()))))


# Claims


@pytest.mark.golden
def test_every_printed_and_published_figure_holds(checks: list[Check]) -> None:
    """Those of the Danish and Dutch sheets, and those that others have published."""
    printed: dict[str, list[str]] = {}
    for check in checks:
        printed.setdefault(check.rules, []).append(check.claim.printed)
        assert check.holds, (check.rules, check.claim.name)
    assert printed == RULES_MD


def test_a_figure_that_holds_rounds_to_what_is_printed(checks: list[Check]) -> None:
    """Computed otherwise: the exact figure, rounded to as many places, is the printed one."""
    for check in checks:
        places = len(check.claim.printed.rstrip("%").partition(".")[2])
        if not check.is_root:
            text = decimal(check.exact * (100 if check.claim.percent else 1), places)
            assert text == check.claim.printed.rstrip("%")


def test_a_variant_brings_what_it_adds() -> None:
    """The claims on the main game are checked with the sheet, not again with each pay table of a side bet."""
    sheets = with_variants([load_sheet("uth-dk")])
    assert [sheet.name for sheet in sheets] == ["uth-dk", "uth-dk+trips-865", "uth-dk+trips-974", "uth-dk+trips-765"]
    assert [len(sheet.claims) for sheet in sheets] == [9, 1, 1, 1]
    chosen = load_sheet("uth-dk+trips-865")
    assert with_variants([chosen]) == (chosen,)
    assert len(chosen.claims) == 8


def test_what_a_variant_claims_is_checked_even_in_the_words_of_the_sheet() -> None:
    """A dealer who always qualifies does not return what the sheet prints, though the leaflet of the variant prints it too."""
    (claim,) = house().claims
    again = '\n\n[[variants.no-qualifier.claims]]\nname = "return"\non = "ante"\nprinted = "97.82%"\n'
    sheet, variant = with_variants([house('qualifier = "none"\n', 'qualifier = "none"' + again)])
    assert sheet.claims == variant.claims == (claim,)
    assert [check.holds for check in verify([sheet, variant])] == [True, False]


def test_a_variant_may_do_without_an_action_that_the_sheet_counts() -> None:
    """How often 4x is bet is claimed of the sheet; the variant without that bet has nothing to do with it, alone or with another."""
    raises = '[[claims]]\nname = "raises"\nfigure = "frequency"\non = "bet 4x"\nprinted = "37.7%"\n\n'
    variants = '[variants.only-3]\nbets = { preflop = [3] }\n[variants.fours]\nqualifier = "pair of 4s"\n'
    threes = '[[variants.only-3.claims]]\nname = "threes"\nfigure = "frequency"\non = "bet 3x"\nprinted = "50%"\n'
    text = HOUSE.replace("[variants", raises + variants + threes + "[variants", 1).encode()
    chosen = [(), ("only-3",), ("fours",), ("only-3", "fours"), ("fours", "only-3")]
    claimed = [[claim.name for claim in parse_sheet(text, "house", "house.toml", names).claims] for names in chosen]
    assert claimed == [["return", "raises"], ["threes"], [], [], []]


@pytest.mark.parametrize(
    ("rounding", "printed", "exact", "holds"),
    [
        ("nearest", "97.82%", "0.97815", True),  # a half goes either way
        ("nearest", "97.82%", "0.97825", True),
        ("nearest", "97.82%", "0.978149999", False),
        ("nearest", "97.82%", "0.978250001", False),
        ("down", "97.82%", "0.9782", True),
        ("down", "97.82%", "0.978299999", True),
        ("down", "97.82%", "0.9783", False),
        ("down", "97.82%", "0.978199999", False),
        ("down", "-2.18%", "-0.021849", True),  # digits are cut off towards zero
        ("down", "-2.18%", "-0.0219", False),
        ("down", "-2.18%", "-0.021799", False),
        ("down", "0.00%", "-0.000099", True),
        ("down", "0.00%", "0.000099", True),
        ("down", "-0.00%", "0.0001", False),
        ("down", "0.00%", "-0.0001", False),
        ("up", "97.82%", "0.9782", True),
        ("up", "97.82%", "0.978100001", True),
        ("up", "97.82%", "0.9781", False),
        ("up", "97.82%", "0.978200001", False),
    ],
)
def test_what_a_printed_figure_stands_for(rounding: str, printed: str, exact: str, holds: bool) -> None:
    """To the ends of the interval, which of them belong to it depends on the rounding."""
    (claim,) = house('printed = "97.82%"', f'printed = "{printed}"\nrounding = "{rounding}"').claims
    assert claim.allows(Fraction(exact)) == holds
    assert claim.low <= claim.value <= claim.high


@pytest.mark.parametrize("rounding", Rounding)
def test_a_root_is_compared_by_its_square(rounding: Rounding) -> None:
    """4.94 for a root: the squares of the ends of its interval bound the variance, with the same ends included."""
    text = HOUSE.replace('figure = "return"', 'figure = "standard deviation"').replace('"97.82%"', f'"4.94"\nrounding = "{rounding.value}"')
    (claim,) = house(HOUSE, text).claims
    for root in ("4.93", "4.930001", "4.935", "4.94", "4.945", "4.9451", "4.949999", "4.95"):
        assert claim.allows_root(Fraction(root) ** 2) == claim.allows(Fraction(root)), root


@pytest.mark.parametrize("rounding", Rounding)
@pytest.mark.parametrize(
    ("printed", "root", "holds"), [("-4.94", "4.94", False), ("-0.01", "0.01", False), ("0.00", "0", True), ("0", "2", False)]
)
def test_no_deviation_is_below_zero(rounding: Rounding, printed: str, root: str, holds: bool) -> None:
    """A square has two roots, and only one of them is a deviation."""
    text = HOUSE.replace('figure = "return"', 'figure = "standard deviation"')
    (claim,) = house(HOUSE, text.replace('"97.82%"', f'"{printed}"\nrounding = "{rounding.value}"')).claims
    assert claim.allows_root(Fraction(root) ** 2) == holds


@pytest.mark.parametrize(
    ("old", "new", "failing"),
    [
        ("full_house = 3", "full_house = 4", ["total main bet", "initial main bet"]),
        ("flush = 7", "flush = 6", ["trips"]),
        ('flush = "3:2"', 'flush = "7:5"', ["total main bet", "initial main bet"]),
        ('qualifier = "pair"', 'qualifier = "pair of 4s"', ["total main bet", "initial main bet"]),
    ],
)
def test_one_payout_changed_is_found(old: str, new: str, failing: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A copy of the Dutch sheet with one change: exit code 1, and the claims that it breaks."""
    text = (folder() / "uth-nl.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "copy.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    rows = json.loads(answer(capsys, "verify", str(path), "--json", code=1))
    assert [row["claim"] for row in rows if not row["holds"]] == failing
    assert "FAILS" in answer(capsys, "verify", str(path), code=1)
    assert ",no\n" in answer(capsys, "verify", str(path), "--csv", code=1)


def test_a_return_on_the_wrong_stake_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """97.82 % is per ante; given on ante and blind together it does not hold, and the answer says on what it would."""
    text = (folder() / "uth-nl.toml").read_text(encoding="utf-8").replace('on = "ante"', 'on = "initial stake"')
    path = tmp_path / "copy.toml"
    path.write_text(text, encoding="utf-8")
    (row,) = (row for row in json.loads(answer(capsys, "verify", str(path), "--json", code=1)) if not row["holds"])
    assert (row["on"], row["would_hold_on"]) == ("initial stake", ["ante"])
    assert "initial main bet: 97.82% would hold as return on ante." in answer(capsys, "verify", str(path), code=1)


# What verify prints


def test_the_json_has_the_keys_of_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    """The second claim of the Danish sheet, as the contract of the command line shows it."""
    rows: list[dict[str, Any]] = json.loads(answer(capsys, "verify", "uth-dk", "--json"))
    row = rows[1]
    assert {"printed": "97.82%", "low": "97.815%", "high": "97.825%", "holds": True}.items() <= row.items()
    assert (row["rules"], row["on"], row["decimal"]) == ("uth-dk", "ante", "97.815028624%")
    assert Fraction(row["exact"]) == 1 - Fraction(607_723_787_676, 27_813_810_024_000)
    (root,) = (row for row in rows if row["figure"] == "standard deviation")
    assert (root["exact"], root["decimal"]) == (None, "4.939311846")
    assert decimal(Fraction(root["variance"]), 9) == "24.396801515"


def test_the_csv_has_the_rows_of_the_json(capsys: pytest.CaptureFixture[str]) -> None:
    """One claim a row; a standard deviation has no exact value."""
    rows = list(csv.DictReader(io.StringIO(answer(capsys, "verify", "casino-holdem-dk", "--csv"))))
    assert tuple(rows[0]) == CHECKS_HEADER
    documents = json.loads(answer(capsys, "verify", "casino-holdem-dk", "--json"))
    for row, document in zip(rows, documents, strict=True):
        assert row == {key: document[key] for key in CHECKS_HEADER} | {"holds": "yes"}
        assert row["exact"] == document["exact"]


def test_without_a_name_all_built_in_sheets_are_checked(capsys: pytest.CaptureFixture[str], checks: list[Check]) -> None:
    """One line sums up; a sheet without claims says so."""
    text = answer(capsys, "verify")
    assert f"\n  {len(checks)} claims: all hold\n" in text
    for name in sheet_names():
        assert f"  {name} (" in text
    assert text.count("no claims") == sum(not load_sheet(name).claims for name in sheet_names())


def test_a_sheet_without_claims_has_nothing_to_fail(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is computed, and nothing is wrong."""
    assert "no claims to check" in answer(capsys, "verify", "uth-gr")
    assert json.loads(answer(capsys, "verify", "uth-gr", "--json")) == []
    assert answer(capsys, "verify", "uth-gr", "--csv") == ",".join(CHECKS_HEADER) + "\n"


@pytest.mark.parametrize(
    ("holding", "failing", "line"), [(1, 0, "1 claim: it holds"), (2, 1, "3 claims: 1 does not hold"), (0, 2, "2 claims: 2 do not hold")]
)
def test_the_last_line(checks: list[Check], holding: int, failing: int, line: str) -> None:
    wrong = replace(checks[0], exact=Fraction(2))
    assert summary([checks[0]] * holding + [wrong] * failing) == line


@pytest.mark.parametrize("width", [24, 40, 80, 96])
def test_a_check_fits_the_screen(checks: list[Check], width: int) -> None:
    """In columns or below each other; no line is cut, and the failing one stands out."""
    wrong = replace(checks[0], exact=Fraction(2))
    sheets = with_variants(map(load_sheet, sheet_names()))
    text = checks_text(sheets, [wrong, *checks[1:]], Screen(width, symbols=True))
    assert "FAILS" in text
    assert max(map(len, text.splitlines())) <= max(width, 40)


@pytest.mark.parametrize(
    ("rounding", "interval"), [("nearest", "[97.815%, 97.825%]"), ("down", "[97.82%, 97.83%)"), ("up", "(97.81%, 97.82%]")]
)
def test_the_ends_of_an_interval_are_shown_as_they_count(rounding: str, interval: str) -> None:
    """A square bracket where the end belongs to it, a round one where not."""
    sheet = house('printed = "97.82%"', f'printed = "97.82%"\nrounding = "{rounding}"')
    assert interval in checks_text([sheet], list(verify([sheet])), Screen(100))


def test_each_sheet_is_told_its_own_claims(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two houses whose files have the same name, and one of them named twice."""
    paths = [tmp_path / name / "house.toml" for name in ("good", "poor")]
    for path, pays in zip(paths, ("3", "2"), strict=True):
        path.parent.mkdir()
        path.write_text(HOUSE.replace("full_house = 3", f"full_house = {pays}", 1), encoding="utf-8")
    good, poor = (answer(capsys, "verify", str(path), code=code).split("\n\n")[0] for path, code in zip(paths, (0, 1), strict=True))
    sections = answer(capsys, "verify", str(paths[0]), str(paths[1]), str(paths[0]), code=1).split("\n\n")
    assert sections[:-1] == [good, poor, good]
    assert sections[-1].startswith("  3 claims: 1 does not hold\n")


@pytest.mark.parametrize(
    ("figure", "printed", "shown"),
    [
        ("return", "97.815028624%", "97.815028623725%"),
        ("return", "97.815028623725%", "97.815028623724665%"),
        ("standard deviation", "4.939311846000", "4.939311846335451"),
        ("return", "97.82%", "97.815028624%"),
    ],
)
def test_a_figure_is_shown_with_more_digits_than_are_printed(figure: str, printed: str, shown: str) -> None:
    """So that one sees on which side of the interval it lies, and the last digit shown is rounded as any other."""
    text = HOUSE.replace('figure = "return"', f'figure = "{figure}"').replace('"97.82%"', f'"{printed}"')
    (row,) = checks_json(verify([house(HOUSE, text)]))
    assert row["decimal"] == shown


def test_a_sheet_that_cannot_be_read_is_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "uth-dk", "no-such-sheet"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("uth-exact: no rule sheet is called 'no-such-sheet'")


# Tables


def test_the_sheets_are_listed_with_their_variants(capsys: pytest.CaptureFixture[str]) -> None:
    """Every name that a command takes, with what it is."""
    text = answer(capsys, "tables")
    names = [name for name in sheet_names() for name in (name, *(f"{name}+{variant}" for variant in load_sheet(name).variants))]
    assert re.findall(r"^  ([a-z]+-\S+)  ", text, re.MULTILINE) == names
    rows = list(csv.DictReader(io.StringIO(answer(capsys, "tables", "--csv"))))
    assert tuple(rows[0]) == SHEETS_HEADER
    assert [row["rules"] for row in rows] == names
    documents = json.loads(answer(capsys, "tables", "--json"))
    assert [name for sheet in documents for name in (sheet["rules"], *(each["rules"] for each in sheet["variants"]))] == names
    assert {row["rules"]: row["dealer_qualifies_with"] for row in rows}["uth-de"] == "pair of 4s or better"


@pytest.mark.parametrize("name", sheet_names())
def test_a_sheet_is_shown_with_all_it_says(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Qualifier, bets, payouts, claims, source, notes, variants."""
    sheet = load_sheet(name)
    text = " ".join(answer(capsys, "tables", name).split())
    wanted = [sheet.title, sheet.source, str(sheet.checked), str(sheet.rules.qualifier), *sheet.notes]
    wanted += [claim.printed for claim in sheet.claims] + [each.name for each in sheet.alternatives] + [bet.name for bet in sheet.side_bets]
    assert all(part in text for part in wanted)


def test_the_payouts_of_a_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    """The Danish blind and Trips as odds to one, as CSV per unit staked, and in JSON with the rest of the rules."""
    text = answer(capsys, "tables", "uth-dk")
    assert "  flush              3:2    7:1\n" in text
    assert "  three of a kind   push    3:1\n" in text
    assert "  dealer higher, dealer does not qualify  push       lose  lose\n" in text
    rows = list(csv.DictReader(io.StringIO(answer(capsys, "tables", "uth-dk", "--csv"))))
    assert tuple(rows[0]) == PAYOUTS_HEADER
    assert {"rules": "uth-dk", "table": "blind", "category": "flush", "net_per_unit": "3/2"} in rows
    assert {"rules": "uth-dk", "table": "trips", "category": "two_pair", "net_per_unit": "-1"} in rows
    assert len(rows) == 2 * len(Category)
    sheet = json.loads(answer(capsys, "tables", "uth-dk", "--json"))
    assert sheet["actions"] == {"preflop": ["bet 4x", "bet 3x", "check"], "flop": ["bet 2x", "check"], "river": ["bet 1x", "fold"]}
    blind = next(wager for wager in sheet["wagers"] if wager["name"] == "blind")
    won = [row["pays"]["flush"] for row in blind["settlement"] if row["result"] == "win"]
    assert won == ["3/2", "3/2"]


@pytest.mark.parametrize("width", [24, 40, 80])
@pytest.mark.parametrize("symbols", [False, True])
def test_sheets_fit_the_screen(width: int, symbols: bool) -> None:
    """Nothing is cut, and without symbols everything is ASCII but what the sheet itself says."""
    screen = Screen(width, symbols=symbols)
    texts = [sheets_text(map(load_sheet, sheet_names()), screen), *(sheet_text(load_sheet(name), screen) for name in sheet_names())]
    for text in texts:
        assert max(map(len, text.splitlines())) <= max(width, 41)
        assert symbols or text.isascii()


@pytest.mark.parametrize("width", [40, 80])
def test_a_long_name_stands_apart_from_what_it_means(width: int) -> None:
    """A side bet may be called more than the column of names holds."""
    name = "losing-with-a-full-house-or-better"
    lines = sheet_text(house("side_bets.trips", f"side_bets.{name}"), Screen(width)).splitlines()
    assert lines[lines.index(f"  {name}") + 1].startswith("    by your hand of 7 cards")


def test_a_sheet_of_ones_own_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By path, with the terms of a side bet in words and the warnings of the reader on stderr."""
    path = tmp_path / "mine.toml"
    keys = 'hand = "worse"\ntie = "lose"\nplayer_wins = "push"\nat_least = "pair of kings"'
    text = HOUSE.replace("cards = 7", keys).replace("straight = 4", "straight = 8").replace('default = "lose"', "two_pair = 1\npair = 1")
    path.write_text(text, encoding="utf-8")
    assert main(["tables", str(path)]) == 0
    out, err = capsys.readouterr()
    words = " ".join(out.split())
    assert "by the losing hand of 7 cards, pair of Ks or better; pushes if you win, loses if it is a tie; stands after a fold" in words
    assert "warning" in err and "straight pays more than flush" in err


def test_a_sheet_of_the_main_game_alone_is_shown() -> None:
    """Without side bets and claims there is nothing about them."""
    sheet = casino()
    assert not sheet.side_bets and not sheet.claims
    text = sheet_text(sheet, Screen(80))
    assert "pay tables" in text and "claim" not in text


def test_origin_is_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    """What the sheet prints and what others published are not mixed up."""
    rows = [row for row in json.loads(answer(capsys, "verify", "uth-dk", "--json")) if row["rules"] == "uth-dk"]
    assert [row["origin"] for row in rows] == [claim.origin.value for claim in load_sheet("uth-dk").claims]
    assert {Origin.SHEET.value, Origin.PUBLISHED.value} == {row["origin"] for row in rows}


def test_the_greek_sheet_is_the_danish_game() -> None:
    """Same rules under another name, so one solution serves both."""
    greek, danish = load_sheet("uth-gr"), load_sheet("uth-dk")
    named: Sheet = replace(greek, rules=replace(greek.rules, name="uth-dk"))
    assert named.rules == danish.rules
