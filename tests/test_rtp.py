"""``uth-exact rtp``: what programs and people read about the whole game."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import tqdm

import answers
from answers import exact
from house import FLUSH_ABOVE_FULL_HOUSE
from uth_exact import game
from uth_exact._tables import folder
from uth_exact.cli import main
from uth_exact.errors import InvariantError
from uth_exact.figures import square_root
from uth_exact.report import decimal, number
from uth_exact.report_game import FIGURES_HEADER, OUTCOMES_HEADER, game_text
from uth_exact.rules import Category
from uth_exact.settlement import ALL_DEALS
from uth_exact.sheets import load_sheet
from uth_exact.terminal import Screen

MAIN = {
    "ev_per_ante",
    "edge_per_ante",
    "return_per_ante",
    "return_on_initial_stake",
    "average_total_wager",
    "element_of_risk",
    "return_on_total_wager",
    "variance",
    "standard_deviation",
}
"""What the contract of the command line asks for."""


def answer(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """What ``rtp`` prints; nothing on stderr."""
    return answers.answer(capsys, "rtp", *argv)


# JSON


@pytest.fixture(scope="module")
def detailed() -> Any:
    """``rtp uth-dk casino-holdem-dk --json --details``."""
    argv = [sys.executable, "-m", "uth_exact", "rtp", "uth-dk", "casino-holdem-dk", "--json", "--details"]
    done = subprocess.run(argv, capture_output=True, text=True, check=True, timeout=60)
    assert (done.stderr, done.stdout.count("\n")) == ("", 1)
    return json.loads(done.stdout)


def test_the_json_is_the_contract(detailed: Any) -> None:
    """A list with an object for each sheet, in the order asked for, and the published standard deviation."""
    assert [sheet["rules"] for sheet in detailed] == ["uth-dk", "casino-holdem-dk"]
    for sheet in detailed:
        assert sheet["deals"] == ALL_DEALS
        assert set(sheet["main"]) >= MAIN
    uth, casino = detailed
    assert exact(uth["main"]["ev_per_ante"]) * ALL_DEALS == -607_723_787_676
    assert exact(casino["main"]["ev_per_ante"]) * ALL_DEALS == -600_123_513_880
    assert uth["main"]["standard_deviation"] == "4.939311846"
    assert list(uth["frequencies"]) == ["bet 4x", "bet 3x", "bet 2x", "bet 1x", "fold"]
    assert list(casino["frequencies"]) == ["call", "fold"]


def test_the_numbers_of_the_json_belong_together(detailed: Any) -> None:
    """Each return is one minus its edge, the root is that of the variance, and shares add up to one."""
    for sheet in detailed:
        values = {name: exact(value) for name, value in sheet["main"].items() if isinstance(value, dict)}
        assert values["return_per_ante"] == 1 - values["edge_per_ante"] == 1 + values["ev_per_ante"]
        assert values["return_on_total_wager"] == 1 - values["element_of_risk"]
        assert values["element_of_risk"] * values["average_total_wager"] == values["edge_per_ante"]
        assert sheet["main"]["standard_deviation"] == square_root(values["variance"])
        for shares in (sheet["frequencies"], sheet["results"]):
            assert sum(map(exact, shares.values())) == 1


def test_the_outcomes_of_the_json_add_up(detailed: Any) -> None:
    """To all deals, to the value and to every figure that is made of them."""
    for sheet in detailed:
        rows = sheet["outcomes"]
        assert sum(row["deals"] for row in rows) == sheet["deals"]
        assert sum(row["deals"] * exact(row["net"]) for row in rows) == sheet["deals"] * exact(sheet["main"]["ev_per_ante"])
        assert sum(exact(row["to_return"]) for row in rows) == exact(sheet["main"]["ev_per_ante"])
        assert sum(exact(row["to_variance"]) for row in rows) == exact(sheet["main"]["variance"])
        for name, share in sheet["frequencies"].items():
            assert sum(row["deals"] for row in rows if row["action"] == name) == exact(share) * sheet["deals"]
        assert {row["category"] for row in rows} == {category.key for category in Category}
        assert {row["result"] for row in rows} == {"win", "tie", "lose", "fold"}
        assert exact(sheet["hit_frequency"]) * sheet["deals"] == sum(row["deals"] for row in rows if exact(row["net"]) > 0)
        assert exact(sheet["dealer_qualifies"]) * sheet["deals"] == sum(row["deals"] for row in rows if row["dealer_qualifies"])


def test_the_json_has_every_side_bet(detailed: Any) -> None:
    """Trips on seven cards and the Bonus of Casino Hold'em on five, with their published edges."""
    uth, casino = detailed
    (trips,) = uth["side_bets"]
    assert trips["name"] == "trips"
    assert decimal(100 * exact(trips["edge"]), 2) == "3.50"
    assert exact(trips["return"]) == 1 - exact(trips["edge"])
    assert exact(trips["hit_frequency"]) > 0
    assert trips["standard_deviation"] == square_root(exact(trips["variance"]))
    (bonus,) = casino["side_bets"]
    assert (bonus["name"], decimal(100 * exact(bonus["edge"]), 3)) == ("bonus", "6.258")
    for bet, hands, kind in ((trips, 133_784_560, "hands of 7 cards"), (bonus, 2_598_960, "hands of 5 cards")):
        assert (bet["hands"], bet["hands_are"]) == (hands, kind)
        assert exact(bet["hit_frequency"]) == Fraction(bet["hits"], bet["hands"])
        assert sum(row["hands"] for row in bet["outcomes"]) == bet["hands"]
        assert sum(row["hands"] * exact(row["net"]) for row in bet["outcomes"]) == -bet["hands"] * exact(bet["edge"])


def test_details_add_rows_and_change_nothing(detailed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Without them the same document, less the rows; the usual sheet needs no name."""
    (alone,) = json.loads(answer(capsys, "--json"))
    plain = {name: value for name, value in detailed[0].items() if name != "outcomes"}
    plain["side_bets"] = [{name: value for name, value in bet.items() if name != "outcomes"} for bet in plain["side_bets"]]
    assert alone == plain


# CSV


def test_the_csv_has_every_figure_of_the_json(detailed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """One a row, with what it is measured on; the same numbers."""
    rows = list(csv.DictReader(io.StringIO(answer(capsys, "uth-dk", "casino-holdem-dk", "--csv"))))
    assert tuple(rows[0]) == FIGURES_HEADER
    assert all(row["per"] and row["decimal"] for row in rows)
    found = {(row["rules"], row["about"], row["figure"]): row for row in rows}
    assert len(found) == len(rows)
    for sheet in detailed:
        groups = {name: sheet[name] for name in ("main", "frequencies", "checks", "results")}
        groups["deals"] = {name: sheet[name] for name in ("dealer_qualifies", "hit_frequency")}
        words = ("name", "hands_are", "outcomes")
        groups |= {f"side bet {bet['name']}": {name: bet[name] for name in bet if name not in words} for bet in sheet["side_bets"]}
        for group, values in groups.items():
            for name, value in values.items():
                row = found.pop((sheet["rules"], group, name))
                if isinstance(value, int):
                    value = number(Fraction(value))
                expected = ("", value) if isinstance(value, str) else (value["exact"], value["decimal"])
                assert (row["exact"], row["decimal"]) == expected
    assert not found


def test_the_csv_of_details_has_every_outcome(detailed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """The rows of the JSON, exact."""
    rows = list(csv.DictReader(io.StringIO(answer(capsys, "uth-dk", "casino-holdem-dk", "--csv", "--details"))))
    assert tuple(rows[0]) == OUTCOMES_HEADER
    expected = [
        {
            "rules": sheet["rules"],
            **{name: row[name] for name in ("action", "result", "category")},
            "dealer_qualifies": "yes" if row["dealer_qualifies"] else "no",
            "deals": str(row["deals"]),
            **{name: row[name]["exact"] for name in ("net", "frequency", "to_return", "to_variance")},
        }
        for sheet in detailed
        for row in sheet["outcomes"]
    ]
    assert rows == expected


def test_the_help_names_the_columns(capsys: pytest.CaptureFixture[str]) -> None:
    """In their order."""
    explained = re.sub(r"\([^)]*\)", "", re.sub(r"\s+", " ", answer(capsys, "--help"))).replace(" ,", ",")
    for header in (FIGURES_HEADER, OUTCOMES_HEADER):
        assert ", ".join(header) in explained


# Text


def test_the_text_names_what_every_figure_is_measured_on(capsys: pytest.CaptureFixture[str]) -> None:
    """Edge and returns with their denominators, exact beside rounded; nothing is called by three letters."""
    out = answer(capsys)
    assert "House edge: 2.184971% of the ante, 0.526214% of the total wager\n" in out
    for figure, value, fraction in (
        ("edge per ante", "2.184971%", "50643648973/2317817502000"),
        ("return per ante", "97.815029%", "2267173853027/2317817502000"),
        ("return on initial stake", "98.907514%", "4584991355027/4635635004000"),
        ("return on total wager", "99.473786%", ""),
        ("standard deviation, antes", "4.939311846", ""),
    ):
        assert re.search(rf"^  {figure} +{re.escape(value)} *{fraction}", out, re.MULTILINE), figure
    assert "-607,723,787,676 antes net / 27,813,810,024,000 deals" in out
    assert "initial stake  ante and blind: 2 antes" in out
    assert not re.search(r"\brtp\b", out, re.IGNORECASE)


@pytest.mark.parametrize("sheet", ["uth-dk", "casino-holdem-dk"])
def test_the_columns_of_the_text_add_up(sheet: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With details every part has its sum, and the parts make all deals."""
    out = answer(capsys, sheet, "--details")
    hands, actions = "|".join(category.label for category in Category), "bet .x|call|fold"
    for row in ("all of these", rf"(?:{hands}) +-?[\d.]+", f"(?:{actions})", "(?:win|tie|lose)"):
        deals = re.findall(rf"^  {row} +([\d,]+) ", out.partition("Below, how")[2] if "-?" in row else out, re.MULTILINE)
        assert sum(int(count.replace(",", "")) for count in deals) == ALL_DEALS, row


@pytest.mark.parametrize("name", ["uth-dk", "casino-holdem-dk"])
def test_the_text_fits_its_screen(name: str) -> None:
    """80 columns and others, with and without details; a narrow screen gets one cell a line."""
    sheet = load_sheet(name)
    solution = game.solve(sheet)
    for width in (48, 60, 72, 80, 96):
        for details in (False, True):
            lines = game_text(sheet, solution, Screen(width, symbols=True), details).splitlines()
            assert max(map(len, lines)) <= width
            assert not any(line != line.rstrip() for line in lines)
    assert game_text(sheet, solution, Screen(80), True).isascii()


def test_several_sheets_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    """Each under its name; those with the same qualifier are counted once and get what they get alone."""
    together = answer(capsys, "uth-de", "uth-dk+trips-765", "casino-holdem-dk+ante-25")
    alone = [answer(capsys, name) for name in ("uth-de", "uth-dk+trips-765", "casino-holdem-dk+ante-25")]
    assert together == "\n".join(alone)


# Refusals and faults


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["no-such-sheet"], "unknown_sheet"),
        (["uth-dk", "uth-dkk"], "unknown_sheet"),
        (["no/such/sheet.toml"], "no_such_file"),
        (["--json", "--csv"], "usage"),
        (["--detail"], "usage"),
        (["--threads", "2"], "usage"),
        (["--rules", "uth-dk"], "usage"),
    ],
)
def test_bad_input_is_exit_code_2(argv: list[str], code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, nothing on stdout, and nothing is solved first."""
    monkeypatch.setattr(game, "Solver", None)
    assert main(["rtp", *argv]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    if "--json" not in argv:
        assert main(["rtp", *argv, "--json"]) == 2
        out, err = capsys.readouterr()
        assert out == ""
    assert json.loads(err)["error"]["code"] == code


def test_a_sheet_that_could_overflow_is_refused_with_the_limit(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Before anything runs, and with the place in the sheet."""
    sheet = tmp_path / "huge.toml"
    sheet.write_text('game = "casino-holdem"\n[ante]\nroyal_flush = 200000\ndefault = 1\n')
    assert main(["rtp", str(sheet)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "131072" in err and "royal flush" in err


def test_a_warning_goes_to_stderr_and_into_the_json(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """A table where a weaker hand pays more is computed, with a word about it."""
    sheet = tmp_path / "odd.toml"
    sheet.write_text(FLUSH_ABOVE_FULL_HOUSE)
    assert main(["rtp", str(sheet), "--json"]) == 0
    out, err = capsys.readouterr()
    assert err.startswith("uth-exact: warning: ")
    assert json.loads(out)[0]["warnings"]


def test_a_contradiction_prints_no_number(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Outcomes that do not add up are exit code 4."""

    def contradict(*args: object) -> None:
        raise InvariantError("broken_sums", "the outcomes do not add up")

    monkeypatch.setattr(game, "figures", contradict)
    assert main(["rtp"]) == 4
    assert capsys.readouterr() == ("", "uth-exact: internal fault, no answer: the outcomes do not add up\n")


# Progress


class Watched(io.StringIO):
    """A stderr that somebody looks at."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_a_bar_that_ends_full(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """On stderr, after a second, and gone at the end; it counts what there is to do, and shared work once."""
    bars: list[Any] = []

    class Bar(tqdm.tqdm):  # type: ignore[type-arg]
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            bars.append((self, options))

    watched = Watched()
    monkeypatch.setattr(sys, "stderr", watched)
    monkeypatch.setattr(tqdm, "tqdm", Bar)
    assert main(["rtp", "uth-dk", "uth-nl", "uth-de"]) == 0
    ((bar, options),) = bars
    assert (options["delay"], options["leave"], options["file"]) == (1, False, watched)
    # the Danish and the Dutch game are the same; two qualifiers, each with a census for Trips
    each = game.COUNT_PIECES + game.CENSUS_PIECES + game.SOLVE_PIECES + game.OUTCOME_PIECES
    assert bar.n == bar.total == 2 * each
    assert "uth-de" in capsys.readouterr().out


def test_what_is_no_terminal_gets_no_bar() -> None:
    """Nothing on stderr, and the bar is not even loaded."""
    show = "import sys; from uth_exact.cli import main; main(['rtp']); sys.exit(' '.join(m for m in sys.modules if m in sys.argv[1:]))"
    heavy = ("tqdm", "logging", "concurrent.futures.thread", "uth_exact.reference")
    done = subprocess.run([sys.executable, "-c", show, *heavy], capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr == "\n"


# Side bets, and games that no casino offers


def sheet_with(tmp_path: Path, old: str, new: str) -> str:
    """A copy of the Danish sheet with one change."""
    text = (folder() / "uth-dk.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "copy.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("old", "new", "favours", "words"),
    [
        ("full_house = 3", "full_house = 6", ["main"], "NOTE: the game favours the player"),
        ("flush = 7", "flush = 9", ["trips"], "NOTE: the side bet trips favours the player"),
        ("straight = 1\ndefault", "straight = 9\nthree_of_a_kind = 9\ndefault", ["main"], "NOTE: the game favours the player"),
    ],
)
def test_what_favours_the_player_is_said(
    old: str, new: str, favours: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Computed as written, with a note that nobody overlooks: before the figures, and in the JSON."""
    path = sheet_with(tmp_path, old, new)
    assert main(["rtp", path]) == 0
    assert words in capsys.readouterr().out.partition("main game")[0]
    assert main(["rtp", path, "--json"]) == 0
    (document,) = json.loads(capsys.readouterr().out)
    assert document["favours_player"] == favours
    edges = {"main": document["main"]["edge_per_ante"], "trips": document["side_bets"][0]["edge"]}
    assert [name for name, edge in edges.items() if exact(edge) < 0] == favours


def test_no_built_in_sheet_favours_the_player(detailed: Any) -> None:
    assert not any("favours_player" in sheet for sheet in detailed)


def test_a_bet_on_the_losing_hand_is_computed_from_a_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The published bad beat bet, written by a user: 14.7868 % of its stake, over all showdowns; details say who loses with what."""
    bet = '[side_bets.bad-beat]\nhand = "worse"\ntie = "lose"\nroyal_flush = 7500\nstraight_flush = 7500\nfour_of_a_kind = 500\n'
    bet += 'full_house = 50\nflush = 30\nstraight = 20\nthree_of_a_kind = 9\ndefault = "lose"\n\n[[claims]]'
    path = sheet_with(tmp_path, "[[claims]]", bet)
    out = answer(capsys, path, "--details")
    assert re.search(r"^  side bet bad-beat +decimal +exact$", out, re.MULTILINE)
    assert re.search(r"^  edge, of its stake +14\.786820% ", out, re.MULTILINE)
    assert "/ 2,781,381,002,400\n" in out
    rows = re.findall(r"^  [a-z ]+, player (?:wins|ties|loses) +-?[\d,]+ +([\d,]+) ", out, re.MULTILINE)
    assert sum(int(count.replace(",", "")) for count in rows) == 2_781_381_002_400


@pytest.mark.parametrize(
    ("bets", "qualifier", "total"),
    [
        ("preflop = [3]", "pair of 4s", -147_599_689_132),
        ("river = [1]", "pair of 4s", 5_503_898_792_596),
        ("preflop = [3]\nflop = [2]\nriver = [1]", "none", 12_363_885_674_760),
    ],
)
def test_calls_of_several_sizes_are_told_apart(
    bets: str, qualifier: str, total: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Casino Hold'em with calls on more streets; the values are those of an independent count of all flops, written from the rules."""
    text = (folder() / "casino-holdem-dk.toml").read_text(encoding="utf-8").partition("# Judged on")[0]
    text = re.sub(r"preflop = \[\]\nflop = \[2\]\nriver = \[\]", bets, text).replace('"pair of 4s"', f'"{qualifier}"')
    path = tmp_path / "calls.toml"
    path.write_text(text, encoding="utf-8")
    (document,) = json.loads(answer(capsys, str(path), "--json"))
    assert exact(document["main"]["ev_per_ante"]) == Fraction(total, ALL_DEALS)
    assert set(document["frequencies"]) >= {"call 2x", "fold"} and "call" not in document["frequencies"]
