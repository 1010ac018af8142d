"""The command line: its answers, its refusals, and what happens when the world is in the way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from house import HOUSE
from uth_exact import decision, load_sheet
from uth_exact.cli import main
from uth_exact.errors import InvariantError

PROGRAM = (sys.executable, "-m", "uth_exact")
RIVER = ("hand", "KdQh", "--board", "4s5h6d8c9d")


def run(*argv: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run the program as its users do; without a terminal, 80 columns wide, in UTF-8 unless said otherwise."""
    environ = {**os.environ, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8", **environ}
    return subprocess.run([*PROGRAM, *argv], env=environ, encoding="utf-8", capture_output=True, check=False, timeout=60)


def analysis_that(fault: BaseException) -> Any:
    """An ``analyse`` that fails."""

    def analyse(*args: object, **options: object) -> None:
        raise fault

    return analyse


# Answers


def test_the_json_of_a_river_hand_is_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    """The example of the contract, computed."""
    assert main([*RIVER, "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == {
        "rules": "uth-dk",
        "street": "river",
        "hole": "KdQh",
        "board": "4s5h6d8c9d",
        "dead": "",
        "best": "fold",
        "deals": 990,
        "actions": [
            {
                "action": "fold",
                "ev": {"exact": "-2", "decimal": "-2.000000000"},
                "cost": {"exact": "0", "decimal": "0.000000000"},
            },
            {
                "action": "bet 1x",
                "ev": {"exact": "-239/110", "decimal": "-2.172727273"},
                "cost": {"exact": "19/110", "decimal": "0.172727273"},
            },
        ],
    }
    assert out.count("\n") == 1
    assert err == ""


def test_cards_are_printed_in_the_order_given(capsys: pytest.CaptureFixture[str]) -> None:
    """However they are written, cards come back as ``AsTd``, unsorted."""
    assert main(["hand", "q♥, [Kd]", "--board", "9D 10c 4s", "--dead", "2c,As", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["hole"], document["board"], document["dead"]) == ("QhKd", "9dTc4s", "2cAs")
    assert document["street"] == "flop"
    assert document["deals"] == 45 * 44 // 2 * (43 * 42 // 2)


@pytest.mark.parametrize("argv", [RIVER, ("hand", "KdQh", "--board", "4s5h6d"), ("hand", "KdQh", "--dead", "KsKh")])
def test_details_add_up_on_every_street(argv: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """The rows of every action add up to all deals and to its value, and say the same as the answer without details."""
    assert main([*argv, "--json", "--details"]) == 0
    detailed = json.loads(capsys.readouterr().out)
    for action in detailed["actions"]:
        rows = action.pop("outcomes")
        assert sum(row["deals"] for row in rows) == detailed["deals"]
        assert sum(row["deals"] * Fraction(row["net"]["exact"]) for row in rows) == detailed["deals"] * Fraction(action["ev"]["exact"])
    assert ("dealer_outs" in detailed) == (detailed["street"] == "river")
    detailed.pop("dealer_outs", None)
    assert main([*argv, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == detailed


def test_the_text_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    """The best action, its exact value, and what the other one costs."""
    assert main(list(RIVER)) == 0
    out, err = capsys.readouterr()
    assert "Best: fold\n" in out
    assert "-239/110" in out
    assert "19/110" in out
    assert err == ""


def test_text_in_an_encoding_without_suits_is_ascii() -> None:
    """A terminal that knows no suits gets letters."""
    done = run(*RIVER, "--details", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "Kd Qh" in done.stdout


@pytest.mark.parametrize("argv", [("--help",), ("hand", "--help"), ("-h",), ("--version",)])
def test_help_and_version_are_answers(argv: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """They go to stdout, name the program and exit 0."""
    assert main(list(argv)) == 0
    out, err = capsys.readouterr()
    assert "uth-exact" in out
    assert err == ""


def test_help_loads_nothing_that_takes_time() -> None:
    """Neither the core nor the rule sheets are needed to explain the options."""
    show = "import sys; from uth_exact.cli import main; main(['--help']); sys.exit(' '.join(m for m in sys.modules if m in sys.argv[1:]))"
    heavy = ("uth_exact._core", "uth_exact.decision", "uth_exact.sheets", "fractions", "json", "tomllib")
    done = subprocess.run([sys.executable, "-c", show, *heavy], capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr == "\n"


STRANGE = HOUSE.replace('flush = "3:2"', 'flush = "9 for 2"')
"""A sheet on which a flush pays more than a full house, in odds that count the stake."""


def test_what_looks_like_a_mistake_on_a_sheet_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The sheet is computed as written; its warnings go to stderr, and with ``--json`` into the document too."""
    path = tmp_path / "house.toml"
    path.write_text(STRANGE, "utf-8")
    warnings = [*load_sheet(path).warnings]
    assert len(warnings) == 2
    for options in ([], ["--json"]):
        assert main([*RIVER, "--rules", str(path), *options]) == 0
        out, err = capsys.readouterr()
        assert err == "".join(f"uth-exact: warning: {warning}\n" for warning in warnings)
    assert json.loads(out)["warnings"] == warnings
    assert main([*RIVER, "--json"]) == 0
    out, err = capsys.readouterr()
    assert ("warnings" in json.loads(out), err) == (False, "")


def test_a_refusal_comes_without_warnings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An error stays one line, or one JSON object."""
    path = tmp_path / "house.toml"
    path.write_text(STRANGE, "utf-8")
    assert main(["hand", "KdKd", "--rules", str(path), "--json"]) == 2
    assert json.loads(capsys.readouterr().err)["error"]["code"] == "duplicate_card"


def test_the_text_names_the_sheet_and_its_title(capsys: pytest.CaptureFixture[str]) -> None:
    """Whose rules these are stands in the first line."""
    assert main([*RIVER, "--rules", "uth-de"]) == 0
    title = load_sheet("uth-de").title
    assert capsys.readouterr().out.startswith(f"  River, rules uth-de ({title})\n")


@pytest.mark.parametrize("locale", [{"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}])
def test_suit_symbols_are_read_in_any_locale(locale: dict[str, str]) -> None:
    """Also where Python takes the bytes of the command line for something other than UTF-8."""
    done = run("hand", "K♦Q♥", "--board", "4♠5♥6♦8♣9♦", "--json", **locale)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["hole"] == "KdQh"
    assert json.loads(done.stdout)["board"] == "4s5h6d8c9d"


# Refusals

REFUSED = {
    "no command": ([], "usage"),
    "unknown command": (["hnad", "KdQh"], "usage"),
    "no hand": (["hand"], "usage"),
    "unknown option": (["hand", "KdQh", "--bord", "4s5h6d"], "usage"),
    "shortened option": (["hand", "KdQh", "--boa", "4s5h6d"], "usage"),
    "shortened help": (["--hel"], "usage"),
    "option without its value": (["hand", "KdQh", "--board"], "usage"),
    "value for an option that has none": (["hand", "KdQh", "--details=1"], "usage"),
    "two hands": (["hand", "Kd", "Qh"], "usage"),
    "board twice": (["hand", "KdQh", "--board", "4s5h6d", "--board", "4s5h7d"], "usage"),
    "same board twice": (["hand", "KdQh", "--board", "", "--board", ""], "usage"),
    "no card": (["hand", "KdXh"], "unknown_card"),
    "newline in a card": (["hand", "Kd\nXh"], "unknown_card"),
    "escape code in an option": (["hand", "KdQh", "--\033[2J\nx"], "usage"),
    "byte that is no text": (["hand", "Kd\udcff"], "unknown_card"),
    "one card": (["hand", "Kd"], "card_count"),
    "empty hand": (["hand", ""], "card_count"),
    "four cards on the board": (["hand", "KdQh", "--board", "4s5h6d8c"], "card_count"),
    "card twice": (["hand", "KdKd"], "duplicate_card"),
    "card in hand and on the board": (["hand", "KdQh", "--board", "4s5hKd"], "duplicate_card"),
    "class of hands": (["hand", "AKs"], "unknown_card"),
    "cards without a command": (["AsKd"], "usage"),
    "option before the command": (["--details", "hand", "KdQh"], "usage"),
    "unknown sheet": (["hand", "KdQh", "--rules", "no-such-sheet"], "unknown_sheet"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_input_is_one_line_and_exit_code_2(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing on stdout, one line on stderr that cannot steer the terminal."""
    argv, _ = REFUSED[case]
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("uth-exact: ")
    assert err.endswith("\n")
    assert err[:-1].isprintable()


@pytest.mark.parametrize("case", REFUSED)
def test_bad_input_with_json_is_one_object_on_stderr(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Code, message and place; the code is what a program reacts to."""
    argv, code = REFUSED[case]
    assert main(["--json", *argv] if not argv else [*argv, "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    error = json.loads(err)["error"]
    assert set(error) == {"code", "message", "where"}
    assert error["code"] == code
    assert error["message"]


@pytest.mark.parametrize(
    "argv",
    [
        ["hand", "KdQh", "LONG"],
        ["hand", "LONG"],
        ["LONG"],
        ["hand", "KdQh", "--LONG"],
        ["hand", "KdQh", "--details=LONG"],
        ["hand", "KdQh", "--board", "LONG"],
        ["hand", "KdQh", "--rules", "LONG"],
        ["hand", "KdQh", "--rules", "LONG.toml"],
        ["hand", "KdQh", "--rules", "/LONG"],
        ["hand", "KdQh", "--rules", "uth-dk+LONG"],
    ],
)
def test_an_endless_argument_is_not_echoed_whole(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A line stays a line that can be read, and so does its place."""
    for options in ([], ["--json"]):
        words = [word.replace("LONG", "x" * 100_000) for word in argv]
        assert main([*words, *options]) == 2
        err = capsys.readouterr().err
        assert err.count("\n") == 1
        assert len(err) < 1000


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], "give a command: "),
        (["AsKd"], "'AsKd' is no command; did you mean uth-exact hand AsKd? Commands: "),
        (["A♠ K♦"], "is no command; did you mean uth-exact hand AsKd? Commands: "),
        (["hnad"], "'hnad' is no command; did you mean uth-exact hand? Commands: "),
        (["nonsense"], "'nonsense' is no command; commands: "),
        (["--vers"], "unknown option --vers; did you mean --version? See uth-exact --help"),
        (["--details", "hand", "KdQh"], "--details goes after the command; see uth-exact --help"),
        (["hand", "KdQh", "--bord", "4s5h6d"], "unknown option --bord; did you mean --board? See uth-exact hand --help"),
        (["hand", "KdQh", "--Board=4s5h6d"], "unknown option --Board; did you mean --board? See uth-exact hand --help"),
        (["hand", "KdQh", "-q"], "unknown option -q; see uth-exact hand --help"),
        (["hand", "KdQh", "--xyz"], "unknown option --xyz; see uth-exact hand --help"),
        (["hand", "AsKd", "7h8h2c"], "not understood: 7h8h2c; the cards on the board go after --board, and cards with spaces"),
        (["hand", "AKs"], "hole: AKs names no cards but a class of hands: name two cards, as in AsKs"),
    ],
)
def test_a_refusal_says_what_to_do_instead(argv: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A slip of the pen is answered with what was probably meant, or with where to look it up."""
    assert main(argv) == 2
    err = capsys.readouterr().err
    assert err.startswith("uth-exact: ")
    assert message in err
    if message.startswith("give a command"):
        assert "hand" in err


def test_the_error_names_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    """The option at fault is named for programs."""
    assert main(["hand", "KdQh", "--json", "--board"]) == 2
    assert json.loads(capsys.readouterr().err)["error"]["where"] == "--board"


def test_json_after_a_double_dash_is_no_option(capsys: pytest.CaptureFixture[str]) -> None:
    """What follows ``--`` is a hand, whatever it looks like."""
    assert main(["hand", "--", "--json"]) == 2
    assert capsys.readouterr().err.startswith("uth-exact: ")


# Faults


def test_a_fault_of_the_program_prints_no_number(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A contradiction found by the program itself is exit code 4 and no answer."""
    monkeypatch.setattr(decision, "analyse", analysis_that(InvariantError("broken", "two ways of counting differ", "core")))
    assert main(list(RIVER)) == 4
    assert capsys.readouterr() == ("", "uth-exact: internal fault, no answer: two ways of counting differ\n")
    assert main([*RIVER, "--json"]) == 4
    assert json.loads(capsys.readouterr().err)["error"]["code"] == "broken"


def test_an_unexpected_fault_hints_at_debug(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One line and exit code 4; the traceback is for those who ask."""
    monkeypatch.setattr(decision, "analyse", analysis_that(ZeroDivisionError("division\nby zero")))
    assert main(list(RIVER)) == 4
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "ZeroDivisionError" in err
    assert "--debug" in err
    assert main([*RIVER, "--debug"]) == 4
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("Traceback")


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (MemoryError(), 3),
        (OSError(5, "Input/output error", "sheet.toml"), 3),
        (ImportError("no core", name="uth_exact._core"), 3),
        (KeyboardInterrupt(), 130),
    ],
)
def test_what_stops_the_program_from_outside(
    fault: BaseException, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The environment is exit code 3, an interruption 130; one line each."""
    monkeypatch.setattr(decision, "analyse", analysis_that(fault))
    assert main(list(RIVER)) == code
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "Traceback" not in err
