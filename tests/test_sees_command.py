"""``uth-exact rtp --sees``: what people and programs read, refusals and parts."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import tqdm

import answers
from games import UTH
from house import FLUSH_ABOVE_FULL_HOUSE
from test_rtp import MAIN, Watched, exact
from uth_exact import commands_sees, known_game, known_sums
from uth_exact.cli import main
from uth_exact.errors import InvariantError
from uth_exact.figures import Figures
from uth_exact.game import Solver
from uth_exact.known_game import Seen, solve_seeing
from uth_exact.report import decimal
from uth_exact.report_game import FIGURES_HEADER, OUTCOMES_HEADER
from uth_exact.report_sees import SEEN_HEADER, Run, seen_csv, seen_json, seen_text
from uth_exact.sheets import Sheet, load_sheet
from uth_exact.terminal import Screen

RANKS = "9TJQ"
"""A deck of 16 cards, so that whole games take a moment."""


@pytest.fixture
def _small_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command answers for the small deck."""

    def job(rules: Any, sight: Any, details: bool = False) -> Any:
        return made(rules, sight, details, RANKS)

    made = known_sums.Job
    monkeypatch.setattr(known_sums, "Job", job)
    monkeypatch.setattr(commands_sees, "_without", lambda sheet, threads: blind(sheet))


def blind(sheet: Sheet) -> Fraction:
    """The value of the small game for who sees nothing."""
    return Solver(sheet.rules, RANKS).solve().ev_per_ante


def answer(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """What ``rtp --sees`` prints; nothing on stderr."""
    return answers.answer(capsys, "rtp", *argv)


@pytest.fixture(scope="module")
def seen() -> Seen:
    """The small game for who sees one card of the dealer, with details."""
    return solve_seeing("uth-dk", "dealer:1", ranks=RANKS, details=True)


# Whole games


@pytest.mark.usefixtures("_small_deck")
def test_the_json_says_what_is_known(seen: Seen, capsys: pytest.CaptureFixture[str]) -> None:
    """The game's value exactly, what is done before the flop, and the gain over who sees nothing."""
    (document,) = json.loads(answer(capsys, "--sees", "dealer:1", "--json"))
    assert (document["rules"], document["sees"], document["complete"]) == ("uth-dk", "dealer:1", True)
    assert (document["deals"], document["classes"], document["combinations"]) == (seen.deals, seen.total_classes, 120 * 14)
    values = {name: exact(value) for name, value in document["main"].items()}
    assert values["ev_per_ante"] == seen.ev_per_ante == -values["edge_per_ante"]
    assert values["return_per_ante"] == 1 + values["ev_per_ante"]
    assert values["return_on_initial_stake"] == 1 + values["ev_per_ante"] / 2
    assert list(document["preflop"]) == ["bet 4x", "bet 3x", "check"]
    assert sum(map(exact, document["preflop"].values())) == 1
    without = exact(document["without"]["ev_per_ante"])
    assert without == blind(load_sheet("uth-dk"))
    assert exact(document["gain"]["ev_per_ante"]) == values["ev_per_ante"] - without > 0
    assert set(document["main"]) < MAIN


@pytest.mark.usefixtures("_small_deck")
def test_details_bring_every_figure(seen: Seen, capsys: pytest.CaptureFixture[str]) -> None:
    """Those of the game without knowledge, made of outcomes that add up to all deals and to the value."""
    (document,) = json.loads(answer(capsys, "--sees", "dealer:1", "--json", "--details"))
    assert set(document["main"]) >= MAIN
    rows = document["outcomes"]
    assert sum(row["deals"] for row in rows) == document["deals"] == seen.deals
    assert sum(row["deals"] * exact(row["net"]) for row in rows) == seen.total
    assert exact(document["main"]["variance"]) == seen.figures.variance
    for shares in (document["frequencies"], document["results"], document["preflop"]):
        assert sum(map(exact, shares.values())) == 1
    plain = json.loads(answer(capsys, "--sees", "dealer:1", "--json"))[0]
    assert plain["main"].items() <= document["main"].items()
    assert {name: value for name, value in plain.items() if name != "main"}.items() <= document.items()


@pytest.mark.usefixtures("_small_deck")
def test_the_text_says_what_is_a_ratio_of_what(seen: Seen, capsys: pytest.CaptureFixture[str]) -> None:
    """Who has the edge, what seeing is worth, and how the deals are counted."""
    out = " ".join(answer(capsys, "--sees", "dealer:1").split())
    gain = seen.ev_per_ante - blind(load_sheet("uth-dk"))
    assert "In every round the player sees one card of the dealer before the first decision, and plays best." in out
    assert f"Player edge: {decimal(100 * seen.ev_per_ante, 6)}% of the ante; seeing is worth {decimal(100 * gain, 6)}% of the ante" in out
    assert f"antes net / {seen.deals:,} deals" in out
    assert "1,680 combinations of cards held and seen" in out
    assert "--details" in out


@pytest.mark.usefixtures("_small_deck")
def test_the_text_with_details_has_all_tables(capsys: pytest.CaptureFixture[str]) -> None:
    """Wagers, variance, and how the deals end."""
    out = answer(capsys, "--sees", "dealer:1", "--details")
    for words in ("average total wager", "variance", "element of risk", "best play before the flop", "all deals", "value = "):
        assert words in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.usefixtures("_small_deck")
def test_a_warning_of_the_sheet_is_in_the_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And in a line of its own on stderr."""
    odd = tmp_path / "odd.toml"
    odd.write_text(FLUSH_ABOVE_FULL_HOUSE)
    assert main(["rtp", str(odd), "--sees", "dealer:1", "--json"]) == 0
    out, err = capsys.readouterr()
    warnings = json.loads(out)[0]["warnings"]
    assert warnings and err == "".join(f"uth-exact: warning: {warning}\n" for warning in warnings)


def test_the_price_of_a_core_hour_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """Beside the cost that is projected with it."""
    assert "0.05 for a core-hour, as given" in answer(capsys, "--sees", "dealer:2", "--limit", "1", "--price", "0.05")


@pytest.mark.usefixtures("_small_deck")
def test_the_csv_has_one_figure_a_row(seen: Seen, capsys: pytest.CaptureFixture[str]) -> None:
    """With what is seen in a column of its own; with details the table of outcomes, as without knowledge."""
    header, *rows = csv.reader(io.StringIO(answer(capsys, "uth-dk", "uth-nl", "--sees", "dealer:1", "--csv")))
    assert tuple(header) == SEEN_HEADER == (FIGURES_HEADER[0], "sees", *FIGURES_HEADER[1:])
    assert [row[0] for row in rows] == ["uth-dk"] * (len(rows) // 2) + ["uth-nl"] * (len(rows) // 2)
    (ev,) = {row[5] for row in rows if row[2:4] == ["main", "ev_per_ante"]}
    assert Fraction(ev) == seen.ev_per_ante
    header, *rows = csv.reader(io.StringIO(answer(capsys, "--sees", "dealer:1", "--csv", "--details")))
    assert tuple(header) == OUTCOMES_HEADER
    assert sum(int(row[6]) for row in rows) == seen.deals


@pytest.mark.usefixtures("_small_deck")
def test_a_game_without_a_decision_before_the_flop(capsys: pytest.CaptureFixture[str]) -> None:
    """Casino Hold'em: no table of it."""
    out = answer(capsys, "casino-holdem-dk", "--sees", "dealer:2")
    assert "best play before the flop" not in out
    assert "both cards of the dealer" in out


@pytest.mark.usefixtures("_small_deck")
def test_the_order_of_what_is_seen_does_not_matter(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "--sees", "last:1+dealer:1") == answer(capsys, "--sees", "dealer:1+last:1")


@pytest.mark.usefixtures("_small_deck")
def test_the_same_game_is_counted_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The Danish and the Dutch sheet."""
    runs: list[object] = []
    made = known_game.Run

    def run(*args: Any) -> Any:
        runs.append(args)
        return made(*args)

    monkeypatch.setattr(known_game, "Run", run)
    first, second = json.loads(answer(capsys, "uth-dk", "uth-nl", "--sees", "dealer:1", "--json"))
    assert len(runs) == 1
    assert (second.pop("rules"), first.pop("rules")) == ("uth-nl", "uth-dk")
    assert first == second


# Parts


FORBIDDEN = re.compile(r"(edge|return|ev|gain|risk|variance)(_|:| per| on)")


@pytest.mark.parametrize("form", [[], ["--csv"], ["--json"]])
@pytest.mark.parametrize("details", [[], ["--details"]])
@pytest.mark.parametrize("sees", ["dealer:1", "neighbours:2"])
def test_a_part_shows_no_figure_of_the_game(sees: str, form: list[str], details: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """What part it is, the time, and the cost projected, in every form; nothing that could be taken for the game's."""
    out = answer(capsys, "--sees", sees, "--limit", "3", *form, *details)
    assert not FORBIDDEN.search(out)
    assert "projected" in out
    assert "edge" not in out or "A part has no edge, so none is shown." in " ".join(out.split())


def test_the_json_of_a_part_says_which_and_what_it_costs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Classes, combinations, time for each, and the cost of all at a given price."""
    path = str(tmp_path / "checkpoint")
    argv = ("--sees", "neighbours:2", "--limit", "4", "--json", "--price", "0.25", "--checkpoint", path)
    ((document,), (again,)) = (json.loads(answer(capsys, *argv)) for _ in range(2))
    part, time = document["part"], document["time"]
    assert (document["complete"], part["classes"], part["first"]) == (False, 4, 4)
    assert (part["of_classes"], part["of_combinations"]) == (13_960_050, 305_377_800)
    assert exact(part["share_of_combinations"]) == Fraction(part["combinations"], 305_377_800)
    hours = Fraction(json.loads(Path(path).read_text())["nanoseconds"], 4) * 13_960_050 / (3600 * 10**9)
    assert time["projected_core_hours"] == decimal(hours, 3)
    assert time["projected_cost"] == decimal(hours / 4, 2)
    assert "projected_hours_by_the_clock" in time
    assert again["part"] == part
    assert set(again["time"]) == set(time) - {"projected_hours_by_the_clock"}


@pytest.mark.usefixtures("_small_deck")
def test_a_limit_beyond_the_last_class_is_the_whole(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is left out then, and the figures are there."""
    whole = answer(capsys, "--sees", "dealer:1", "--json")
    for limit in ("1000000", "9999999999999999999", "9" * 5000):
        assert answer(capsys, "--sees", "dealer:1", "--json", "--limit", limit) == whole


@pytest.mark.parametrize("price", ["0.05", "0.000000001", "0"])
def test_a_small_cost_has_digits_that_say_something(price: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Three of them at least, rounded; what costs nothing costs 0.00."""
    (document,) = json.loads(answer(capsys, "--sees", "dealer:2", "--limit", "1", "--json", "--price", price))
    cost = document["time"]["projected_cost"]
    digits = len(cost.partition(".")[2])
    assert cost == "0.00" if price == "0" else digits > 2 and 100 <= Fraction(cost) * 10**digits <= 1000


def test_a_part_from_a_checkpoint_says_what_is_out_of_turn(seen: Seen) -> None:
    """Classes that were done before their turn when the run was interrupted."""
    from dataclasses import replace

    part = Run(replace(seen, classes=30, first=20), 0, 0.0)
    out = " ".join(seen_text(load_sheet("uth-dk"), part, None, Screen(width=80)).split())
    assert f"The first 20 and 10 more from the checkpoint of {seen.total_classes} classes" in out
    assert "here" not in out
    assert seen_json(load_sheet("uth-dk"), part, None)["part"]["first"] == 20  # type: ignore[index]
    assert "ev_per_ante" not in seen_csv([(load_sheet("uth-dk"), part, None)])


def test_no_line_is_wider_than_the_screen(seen: Seen) -> None:
    """Whole or part, wide or narrow."""
    sheet = load_sheet("uth-dk")
    for width in (40, 80, 96):
        screen = Screen(width=width)
        part = Run(known_game.Run(known_sums.Job(UTH, seen.job.sight, True, RANKS), 1).seen(), 0, 0.0)
        assert part.seen.classes == 0
        whole = seen_text(sheet, Run(seen, 0, 0.0), seen.ev_per_ante, screen)
        assert max(map(len, whole.splitlines())) <= width


# Refusals


@pytest.mark.parametrize(
    ("argv", "code", "words"),
    [
        (["--sees", "x"], "unknown_sight", "nobody sees 'x'"),
        (["--sees", "dealer:3"], "unknown_sight", "dealer:1 or dealer:2"),
        (["--sees", ""], "unknown_sight", "nobody sees"),
        (["--sees", "dealer:1", "--sees", "dealer:2"], "usage", "given twice"),
        (["--limit", "5"], "usage", "--limit goes with --sees"),
        (["--threads", "2"], "usage", "--threads goes with --sees"),
        (["--checkpoint", "x"], "usage", "--checkpoint goes with --sees"),
        (["--dask", "x:1"], "usage", "--dask goes with --sees"),
        (["--sees", "dealer:1", "--limit", "0"], "usage", "at least 1"),
        (["--sees", "dealer:1", "--limit", "1.5"], "usage", "whole number"),
        (["--sees", "dealer:1", "--limit", "-1"], "usage", "at least 1"),
        (["--sees", "dealer:1", "--threads", "0"], "usage", "at least 1"),
        (["--sees", "dealer:1", "--threads", "two"], "usage", "whole number"),
        (["--sees", "dealer:1", "--checkpoint", ""], "usage", "the name of a file, which is written and read again, not ''"),
        (["--sees", "dealer:1", "--checkpoint", "-"], "usage", "the name of a file, which is written and read again, not '-'"),
        (["--sees", "dealer:1", "--threads", "1", "--dask", "localhost:1"], "usage", "not both"),
        (["--sees", "dealer:1", "--price", "1"], "usage", "--price goes with --limit"),
        (["--sees", "dealer:1", "--limit", "5", "--price", "-1"], "usage", "an amount"),
        (["--sees", "dealer:1", "--limit", "5", "--price", "nan"], "usage", "an amount"),
        (["uth-dk", "uth-de", "--sees", "dealer:1", "--checkpoint", "x"], "usage", "one sheet"),
        (["--sees", "dealer:1", "--dask", "nowhere"], "bad_address", "HOST:PORT"),
        (["--sees", "dealer:1", "--json", "--csv"], "usage", "not both"),
    ],
)
def test_bad_input_is_exit_code_2(
    argv: list[str], code: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, nothing on stdout, and nothing is computed first."""
    monkeypatch.setattr(known_game, "sum_piece", None)
    assert main(["rtp", *argv]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert words in err
    if "--json" not in argv:
        assert main(["rtp", *argv, "--json"]) == 2
        err = capsys.readouterr().err
    assert json.loads(err)["error"]["code"] == code


def test_what_is_no_address_begins_no_checkpoint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And it is refused too if the checkpoint leaves nothing to do."""
    path = tmp_path / "checkpoint"
    argv = ["rtp", "--sees", "dealer:1", "--limit", "1", "--checkpoint", str(path)]
    assert main([*argv, "--dask", "nowhere"]) == 2
    assert not path.exists()
    assert main(argv) == 0
    assert main([*argv, "--dask", "nowhere"]) == 2
    assert "HOST:PORT" in capsys.readouterr().err


def test_a_foreign_checkpoint_is_exit_code_2_and_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file of somebody's is nobody's to overwrite."""
    path = tmp_path / "thesis.txt"
    path.write_text("years of work")
    assert main(["rtp", "--sees", "dealer:1", "--checkpoint", str(path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n"), path.read_text()) == ("", 1, "years of work")


def test_a_checkpoint_that_cannot_be_written_is_exit_code_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Known before the work, not after it."""
    assert main(["rtp", "--sees", "dealer:1", "--checkpoint", str(tmp_path / "no" / "folder")]) == 3
    assert capsys.readouterr().err.startswith("uth-exact: cannot write ")


def test_a_missing_package_is_exit_code_3(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With the way to get it."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["rtp", "--sees", "dealer:1", "--dask", "localhost:8786", "--json"]) == 3
    error = json.loads(capsys.readouterr().err)["error"]
    assert (error["code"], error["where"]) == ("not_installed", "distributed")
    assert "pip install 'uth-exact[cluster]'" in error["message"]


@pytest.mark.usefixtures("_small_deck")
def test_a_contradiction_prints_no_number(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Outcomes that do not add up are exit code 4."""

    def contradict(*args: object) -> Figures:
        raise InvariantError("broken_sums", "the outcomes do not add up")

    monkeypatch.setattr(known_game, "figures", contradict)
    assert main(["rtp", "--sees", "dealer:1", "--details"]) == 4
    assert capsys.readouterr() == ("", "uth-exact: internal fault, no answer: the outcomes do not add up\n")


# Progress


@pytest.mark.usefixtures("_small_deck")
def test_a_terminal_gets_a_bar_of_classes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It counts the classes that are left to do, and ends full."""
    bars: list[Any] = []

    class Bar(tqdm.tqdm):  # type: ignore[type-arg]
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            bars.append((self, options))

    path = str(tmp_path / "checkpoint")
    answer(capsys, "--sees", "dealer:1", "--limit", "20", "--checkpoint", path)
    watched = Watched()
    monkeypatch.setattr(sys, "stderr", watched)
    monkeypatch.setattr(tqdm, "tqdm", Bar)
    assert main(["rtp", "--sees", "dealer:1", "--checkpoint", path]) == 0
    ((bar, options),) = bars
    assert (options["unit"], options["delay"], options["leave"], options["file"]) == ("class", 1, False, watched)
    assert bar.n == bar.total == solve_seeing(UTH, "dealer:1", ranks=RANKS, limit=1).total_classes - 20


# The whole deck


@pytest.mark.slow
def test_one_card_of_the_dealer_is_worth_what_others_found(capsys: pytest.CaptureFixture[str]) -> None:
    """Published, computed by others over days: the player's edge is 13.5922 % of the ante."""
    assert main(["rtp", "--sees", "dealer:1", "--json"]) == 0
    (document,) = json.loads(capsys.readouterr().out)
    assert (document["classes"], document["combinations"], document["deals"]) == (5_083, 66_300, 55_627_620_048_000)
    ev = exact(document["main"]["ev_per_ante"])
    assert decimal(100 * ev, 4) == "13.5922"
    assert ev * document["deals"] == 7_561_031_676_880
    assert exact(document["without"]["ev_per_ante"]) * 27_813_810_024_000 == -607_723_787_676


def test_threads_are_one_for_each_processor(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Unless told otherwise."""
    from uth_exact import executors

    counts: list[int] = []
    made = executors.on_threads

    def on_threads(count: int) -> Any:
        counts.append(count)
        return made(count)

    monkeypatch.setattr(executors, "on_threads", on_threads)
    for argv in ([], ["--threads", "3"]):
        answer(capsys, "--sees", "dealer:1", "--limit", "1", *argv)
    assert counts == [executors.processors(), 3]


@pytest.mark.parametrize("asked", ["9", "1000", "9" * 50])
def test_more_threads_than_are_of_use_are_not_taken(
    asked: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Four for each processor at most; that is told in one line beside the answer."""
    from uth_exact import executors

    counts: list[int] = []
    made = executors.on_threads
    monkeypatch.setattr(executors, "on_threads", lambda count: [counts.append(count), made(count)][1])
    monkeypatch.setattr(executors, "processors", lambda: 2)
    assert main(["rtp", "--sees", "dealer:1", "--limit", "1", "--threads", asked]) == 0
    out, err = capsys.readouterr()
    assert counts == [8]
    assert "Part of a game" in out
    assert (err.count("\n"), "more than 4 for each processor that may be used; 8 are taken" in err) == (1, True)
