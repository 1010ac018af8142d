"""``uth-exact chart``: the same numbers in every format, files that are whole or not there, and refusals in one line."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from answers import answer, exact
from games import FOLDS_ANYWHERE, UTH
from house import FLUSH_ABOVE_FULL_HOUSE
from uth_exact import charts as charts_module
from uth_exact import console, game
from uth_exact.cards import HOLE_CLASSES
from uth_exact.chart_data import chart_csv, chart_json
from uth_exact.chart_html import chart_html
from uth_exact.chart_labels import Chart, Show
from uth_exact.chart_svg import chart_svg
from uth_exact.chart_text import chart_text
from uth_exact.charts import flop_chart, preflop_chart, river_chart
from uth_exact.cli import main
from uth_exact.commands import parser
from uth_exact.flop_groups import flop_groups
from uth_exact.game import Solution, solve
from uth_exact.rules import PUSH, Wager
from uth_exact.sheets import Sheet, load_sheet
from uth_exact.terminal import Screen

SVG = "{http://www.w3.org/2000/svg}"
RIVER = ("river", "--board", "4s5h6d8c9d")


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return load_sheet("uth-dk")


@pytest.fixture(scope="module")
def charts(sheet: Sheet) -> dict[str, Chart]:
    """One of each kind; Casino Hold'em, where there is one action before the flop; a flop that leaves no pair of deuces; four actions."""
    solution: Solution = solve(sheet)
    return {
        "preflop": preflop_chart(solution),
        "flop": flop_chart(solution, "7h8h2c"),
        "hole": flop_groups(solution, "9h8h"),
        "river": river_chart(sheet.rules, "4s5h6d8c9d"),
        "casino": preflop_chart(solve("casino-holdem-dk")),
        "deuces": flop_chart(solution, "2c2d2h"),
        "sizes": flop_groups(solve(FOLDS_ANYWHERE), "9h8h"),
    }


@pytest.fixture
def made(charts: dict[str, Chart], monkeypatch: pytest.MonkeyPatch) -> None:
    """The river need not be computed again where only the way out is looked at."""
    monkeypatch.setattr(charts_module, "river_chart", lambda *args: charts["river"])


# JSON and CSV


def test_the_json_of_the_preflop_chart_is_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    """169 hands, each with its best action, its combos and the value of every action; two spellings of the option."""
    assert main(["chart", "preflop", "--json"]) == 0
    out, err = capsys.readouterr()
    assert (err, out.count("\n")) == ("", 1)
    assert main(["chart", "preflop", "--format", "json"]) == 0
    assert capsys.readouterr().out == out
    document = json.loads(out)
    assert document["rules"] == "uth-dk"
    assert set(document["hands"]) == set(HOLE_CLASSES)
    whole = Fraction(0)
    for hand, cell in document["hands"].items():
        values = {name: exact(value) for name, value in cell["ev"].items()}
        assert set(values) == {"bet 4x", "bet 3x", "check"}
        assert cell["combos"] == len(HOLE_CLASSES[hand])
        assert values[cell["best"]] == max(values.values())
        assert exact(cell["margin"]) == sorted(values.values())[-1] - sorted(values.values())[-2]
        whole += max(values.values()) * cell["combos"]
    assert whole / 1_326 == Fraction(-50643648973, 2317817502000)


def test_the_json_of_a_board_lists_every_hand(charts: dict[str, Chart]) -> None:
    """The cell's average is that of its list; ``best`` is null where the list disagrees."""
    for name, combos in (("flop", 1_176), ("river", 1_081)):
        document: Any = json.loads(json.dumps(chart_json(charts[name])))
        assert (document["street"], document["combos"]) == (name, combos)
        assert sum(len(cell["list"]) for cell in document["hands"].values()) == combos
        for cell in document["hands"].values():
            for action, value in cell["ev"].items():
                assert exact(value) * cell["combos"] == sum(exact(spot["ev"][action]) for spot in cell["list"])
            bests = {spot["best"] for spot in cell["list"]}
            assert cell["best"] == (bests.pop() if len(bests) == 1 else None)
            assert sum(cell["counts"].values()) == cell["combos"]
            assert all(("dealer_outs" in spot) == (name == "river") for spot in cell["list"])


def test_the_json_of_a_board_names_equal_actions() -> None:
    """A royal flush on the board: bets of any size push."""
    hands: Any = chart_json(river_chart(FOLDS_ANYWHERE, "AsKsQsJsTs"))["hands"]
    assert {(spot["best"], *spot["ties"], spot["margin"]["exact"]) for cell in hands.values() for spot in cell["list"]} == {
        ("bet 2x", "bet 1x", "0")
    }


def test_the_json_before_the_flop_names_equal_actions() -> None:
    """A play wager that is always pushed: 3x and 4x are one."""
    pushed = Wager("play", Fraction(1), lose=(PUSH, PUSH), tie=(PUSH, PUSH), win=(PUSH, PUSH))
    hands: Any = chart_json(preflop_chart(solve(replace(UTH, play=pushed))))["hands"]
    assert all("bet 3x" in cell["ties"] for cell in hands.values() if cell["best"] == "bet 4x")
    assert hands["AA"]["best"] == "bet 4x"


def test_the_json_of_the_flops_adds_up(charts: dict[str, Chart]) -> None:
    """To 19,600 flops, in all and by action."""
    document: Any = json.loads(json.dumps(chart_json(charts["hole"])))
    groups = document["groups"]
    assert document["flops"] == sum(group["flops"] for group in groups) == 19_600
    for name, count in document["counts"].items():
        assert count == sum(group["counts"][name] for group in groups)
    assert exact(document["margin"]) * 19_600 == sum(exact(group["margin"]) * group["flops"] for group in groups)


def test_without_a_decision_the_margin_is_null(charts: dict[str, Chart]) -> None:
    """Casino Hold'em before the flop."""
    hands: Any = chart_json(charts["casino"])["hands"]
    assert {cell["best"] for cell in hands.values()} == {"check"}
    assert {cell["margin"] for cell in hands.values()} == {None}


@pytest.mark.parametrize(("name", "rows"), [("preflop", 169), ("flop", 1_176), ("river", 1_081), ("casino", 169)])
def test_the_csv_of_a_grid_has_the_numbers_of_the_json(name: str, rows: int, charts: dict[str, Chart]) -> None:
    """A row for each hand, on a board for each pair of hole cards."""
    found = list(csv.DictReader(io.StringIO(chart_csv(charts[name]))))
    assert len(found) == rows
    hands: Any = chart_json(charts[name])["hands"]
    for row in found:
        cell = hands[row["hand"]]
        spot = next(entry for entry in cell["list"] if entry["hole"] == row["hole"]) if "hole" in row else cell
        assert row["best"] == spot["best"]
        assert (row["margin"], row["margin decimal"]) == tuple(spot["margin"].values() if spot["margin"] else ("", ""))
        for action, value in spot["ev"].items():
            assert (row[f"ev {action}"], row[f"ev {action} decimal"]) == (value["exact"], value["decimal"])
        assert row.get("dealer_outs") == (str(spot["dealer_outs"]) if "dealer_outs" in spot else None)


def test_the_csv_of_the_flops_has_the_groups_of_the_json(charts: dict[str, Chart]) -> None:
    """In the same order."""
    groups: Any = chart_json(charts["hole"])["groups"]
    rows = list(csv.DictReader(io.StringIO(chart_csv(charts["hole"]))))
    assert [(row["made"], row["draws"], row["flops"], row["bet 2x"], row["check"], row["margin"]) for row in rows] == [
        (
            *(group["made"], group["draws"], str(group["flops"])),
            *(str(count) for count in group["counts"].values()),
            group["margin"]["exact"],
        )
        for group in groups
    ]


# Text


@pytest.mark.parametrize("width", [40, 48, 60, 72, 80, 96])
def test_the_text_fits_its_screen(width: int, charts: dict[str, Chart], sheet: Sheet) -> None:
    """Every chart, whatever its cells show; ASCII where there are no symbols, and nothing that steers a terminal."""
    for chart in charts.values():
        for show in Show:
            text = chart_text(chart, sheet, Screen(width), show)
            assert text.isascii() and "\033" not in text
            assert max(map(len, text.splitlines())) <= width
            assert not any(line != line.rstrip() for line in text.splitlines())


def test_forty_columns_show_the_whole_grid(charts: dict[str, Chart], sheet: Sheet) -> None:
    """Thirteen rows of thirteen letters, in place."""
    rows = re.findall(r"^  ([2-9TJQKA])((?: [4C]){13})$", chart_text(charts["preflop"], sheet, Screen(40)), re.MULTILINE)
    assert [rank for rank, _ in rows] == list("AKQJT98765432")
    assert rows[1][1].split() == ["4"] * 13
    assert rows[9][1].split() == ["4", "4"] + ["C"] * 7 + ["4"] + ["C"] * 3  # A5o K5o ... 55 54s 53s 52s


def test_colour_changes_nothing_but_the_colour(charts: dict[str, Chart], sheet: Sheet) -> None:
    """Without the escapes the text is that for a screen without colour, so letters say all that colours do."""
    for chart in charts.values():
        for show in Show:
            coloured = chart_text(chart, sheet, Screen(80, colour=True, symbols=True), show)
            plain = re.sub(r"\033\[[\d;]*m", "", coloured)
            assert coloured != plain
            assert [line.rstrip() for line in plain.splitlines()] == chart_text(
                chart, sheet, Screen(80, symbols=True), show
            ).splitlines()


def test_cells_show_what_is_asked_for(charts: dict[str, Chart], sheet: Sheet) -> None:
    """Value, margin or outs below the letter, with a word on what the number is."""
    screen = Screen(96)
    assert re.search(r"^ +3\.60 +1\.66 ", chart_text(charts["preflop"], sheet, screen, Show.EV), re.MULTILINE)
    assert "net antes per deal" in chart_text(charts["preflop"], sheet, screen, Show.EV)
    assert re.search(r"^ +0\.704 +0\.341 ", chart_text(charts["preflop"], sheet, screen, Show.MARGIN), re.MULTILINE)
    outs = chart_text(charts["river"], sheet, screen, Show.OUTS)
    assert re.search(r"^  K(?: +[1F]){13}\n +19 +4 +23 ", outs, re.MULTILINE)
    assert re.search(r"^  19 +60 +48$", outs, re.MULTILINE)
    assert re.search(r"^  A +2 +2x .*\n +2/4 ", chart_text(charts["flop"], sheet, screen), re.MULTILINE)


def test_a_hand_that_cannot_be_held_is_said_in_words(charts: dict[str, Chart], sheet: Sheet) -> None:
    """With three deuces on the flop nobody has a pair of them: a dash in the cell, the reason where there is room for it."""
    assert re.search(r"^  2(?: +[2C]x?){12} +-$", chart_text(charts["deuces"], sheet, Screen(96)), re.MULTILINE)
    for page in (chart_svg(charts["deuces"], sheet), chart_html(charts["deuces"], sheet)):
        assert len(re.findall("22(?:</b>)?: the board leaves no such hand", page)) == 1


def test_a_line_with_more_than_two_actions_names_each(charts: dict[str, Chart], sheet: Sheet) -> None:
    """In the picture, where a bar shows two: by its letter with its number of flops, which add up to those of the line."""
    page = chart_svg(charts["sizes"], sheet)
    for words, flops in ((">2: 145, C: 16 =<", 145 + 16), (">2: 147, C: 1,293 =<", 147 + 1_293)):
        assert words in page and f">{flops:,}<" in page
    assert ">always bet 2x =<" in page and ">always check<" in page


def test_the_list_of_flops_adds_up_as_text(charts: dict[str, Chart], sheet: Sheet) -> None:
    """Outer lines make all flops; always, never, or how many."""
    text = chart_text(charts["hole"], sheet, Screen(80))
    outer = re.findall(r"^  (?! )(.+?)  +([\d,]+)  +(always|never|[\d,]+ of [\d,]+)  ", text, re.MULTILINE)
    *lines, everything = [(words, int(flops.replace(",", "")), how) for words, flops, how in outer]
    assert everything == ("all flops", 19_600, "8,120 of 19,600")
    assert sum(flops for _, flops, _ in lines) == 19_600
    assert ("three of a kind on the board", 44, "never") in lines
    assert ("top pair", 1_440, "always") in lines


def test_the_page_about_charts_shows_what_is_printed(charts: dict[str, Chart], sheet: Sheet) -> None:
    """Character for character, in a window of 80 columns; its other commands are tested as such."""
    page = (Path(__file__).resolve().parent.parent / "docs" / "charts.md").read_text(encoding="utf-8")
    ((command, shown),) = re.findall(r"^```console\n\$ ([^\n]*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert command == "uth-exact chart preflop"
    assert shown == chart_text(charts["preflop"], sheet, Screen(80, symbols=True))
    for line in re.findall(r"^\| `uth-exact (chart [^`]*)`", page, re.MULTILINE):
        assert parser().parse_args(line.split()).command == "chart"


# SVG


@pytest.mark.parametrize("name", ["preflop", "flop", "river", "casino", "hole"])
def test_the_svg_is_well_formed_and_alone(name: str, charts: dict[str, Chart], sheet: Sheet) -> None:
    """XML in ASCII that loads nothing; a grid has 169 cells, each with a letter, and the rule sheet is named."""
    text = chart_svg(charts[name], sheet, Show.EV)
    assert text.isascii()
    assert re.findall(r"https?://[^\"' ]*", text) == ["http://www.w3.org/2000/svg"]
    root = ElementTree.fromstring(text)
    cells = root.findall(f"{SVG}g[@class='cell']")
    assert len(cells) == (0 if name == "hole" else 169)
    for cell in cells:
        hand, main, *_ = ["".join(part.itertext()) for part in cell.findall(f"{SVG}text")]
        assert hand in HOLE_CLASSES
        assert re.fullmatch(r"(\d|C|F)x?=?", main)
        assert (cell.findtext(f"{SVG}title") or "").startswith(hand)
    words = [part.text or "" for part in root.iter(f"{SVG}text")]
    assert any("uth-dk" in line for line in words)
    assert any("antes per deal" in line for line in words)


def test_nothing_of_the_svg_is_outside(charts: dict[str, Chart], sheet: Sheet) -> None:
    """Every box lies within the page, and every text begins there."""
    for chart in charts.values():
        root = ElementTree.fromstring(chart_svg(chart, sheet, Show.MARGIN))
        width, height = float(root.attrib["width"]), float(root.attrib["height"])
        for part in root.iter():
            x, y = float(part.get("x", 0)), float(part.get("y", 0))
            right, bottom = x + float(part.get("width", 0)), y + float(part.get("height", 0))
            assert 0 <= x <= right <= width + 0.01
            assert 0 <= y <= bottom <= height + 0.01


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4 for value in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_letters_stand_out_from_every_colour() -> None:
    """Contrast of at least 4.5 to 1, that of the small print of a cell too."""
    from uth_exact.chart_labels import _BETS, _CHECK, _FOLD
    from uth_exact.chart_svg import INK, SOFT

    for background in (*_BETS, _CHECK, _FOLD):
        for ink in (INK, SOFT):
            assert (luminance(background.fill) + 0.05) / (luminance(ink) + 0.05) >= 4.5


# HTML


class Page(HTMLParser):
    """A page whose elements must close in order; keeps cells and what they describe themselves by."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cells: list[dict[str, str | None]] = []
        self.ids: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag not in ("meta",):
            self.open.append(tag)
        if tag == "td" and "cell" in (found.get("class") or "").split():
            self.cells.append(found)
        if found.get("id"):
            self.ids.append(str(found["id"]))
        self.loads += [name for name in ("src", "href", "srcset", "action", "data") if name in found]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", ["preflop", "flop", "river", "casino", "hole"])
def test_the_page_is_well_formed_and_alone(name: str, charts: dict[str, Chart], sheet: Sheet) -> None:
    """Nothing is loaded; every cell can be reached by keys and has what it tells."""
    text = chart_html(charts[name], sheet)
    assert text.isascii()
    assert not re.search(r"https?:|//[a-z]|@import|url\(", text)
    page = Page()
    page.feed(text)
    page.close()
    assert (page.open, page.loads) == ([], [])
    assert len(page.cells) == (0 if name == "hole" else 169)
    assert all(cell["tabindex"] == "0" for cell in page.cells)
    assert [cell["aria-describedby"] for cell in page.cells] == page.ids
    assert len(set(page.ids)) == len(page.ids)
    assert "rules uth-dk" in text
    assert "antes per deal" in text


def test_a_cell_of_the_page_tells_exact_values(charts: dict[str, Chart], sheet: Sheet) -> None:
    """The published fold, in the tooltip of its hand, with its outs."""
    text = chart_html(charts["river"], sheet)
    tip = text.partition('id="tip-KQo"')[2].partition("</div>")[0]
    assert "-239/110" in tip and "-2.172727273" in tip
    assert tip.count("23 outs") == 12


def test_words_of_a_sheet_are_words_only(charts: dict[str, Chart], tmp_path: Path) -> None:
    """A title that looks like markup is text in both pictures."""
    file = tmp_path / "odd.toml"
    file.write_text('game = "casino-holdem"\ntitle = "<script>alert(1)</script> & \\"more\\""\n[ante]\nroyal_flush = 100\ndefault = 1\n')
    odd = load_sheet(file)
    for text in (chart_svg(charts["casino"], odd), chart_html(charts["casino"], odd)):
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert" in text
    ElementTree.fromstring(chart_svg(charts["casino"], odd))


# Files


BEGINNINGS = {"c.txt": "  Best", "c.csv": "rules,", "c.json": "{", "c.svg": "<svg", "c.html": "<!"}


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize(("name", "begins"), BEGINNINGS.items())
def test_a_file_gets_the_format_of_its_name(name: str, begins: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And stdout gets nothing; nothing else is left in the folder."""
    assert main(["chart", *RIVER, "--out", str(tmp_path / name)]) == 0
    assert capsys.readouterr() == ("", "")
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)


def test_the_flops_of_a_hand_are_asked_for(charts: dict[str, Chart], capsys: pytest.CaptureFixture[str]) -> None:
    """By its two cards."""
    assert answer(capsys, "chart", "flop", "--hole", "9h8h", "--csv") == chart_csv(charts["hole"])


def test_what_to_show_is_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    """The margin of every cell in place of its letter alone; where there is one action, its value still."""
    shown = answer(capsys, "chart", "preflop", "--show", "margin")
    assert re.search(r"^ +0\.704 +0\.341 ", shown, re.MULTILINE)
    assert "net antes per deal" in answer(capsys, "chart", "preflop", "--show", "ev", "--rules", "casino-holdem-dk")


def test_a_warning_of_the_sheet_is_in_the_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And in a line of its own on stderr: a weaker hand that pays more is computed as it is written."""
    odd = tmp_path / "odd.toml"
    odd.write_text(FLUSH_ABOVE_FULL_HOUSE)
    assert main(["chart", "preflop", "--rules", str(odd), "--json"]) == 0
    out, err = capsys.readouterr()
    warnings = json.loads(out)["warnings"]
    assert warnings and err == "".join(f"uth-exact: warning: {warning}\n" for warning in warnings)


@pytest.mark.usefixtures("made")
def test_the_file_has_what_stdout_would_have(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The format asked for wins over the name."""
    assert main(["chart", *RIVER, "--csv", "--out", str(tmp_path / "c.svg")]) == 0
    assert main(["chart", *RIVER, "--csv"]) == 0
    assert (tmp_path / "c.svg").read_text() == capsys.readouterr().out


@pytest.fixture
def narrow() -> Iterator[None]:
    """Files that others may not write."""
    before = os.umask(0o027)
    yield
    os.umask(before)


@pytest.mark.usefixtures("narrow")
def test_permissions_are_those_of_any_new_file(tmp_path: Path) -> None:
    """By the mask of the process; a file that was there keeps its own, and a link stays a link."""
    new, old, link = tmp_path / "new", tmp_path / "old", tmp_path / "link"
    old.write_text("before")
    old.chmod(0o604)
    link.symlink_to(old)
    console.write_file(str(new), "äöü\n")
    console.write_file(str(link), "after")
    assert (new.read_bytes(), stat.S_IMODE(new.stat().st_mode)) == ("äöü\n".encode(), 0o640)
    assert (old.read_text(), stat.S_IMODE(old.stat().st_mode), link.is_symlink()) == ("after", 0o604, True)


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_fault_leaves_the_file_as_it_was(step: str, fault: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither half a file nor a draft, whatever goes wrong before the end."""

    def fail(*args: object) -> None:
        raise fault

    place = tmp_path / "chart.csv"
    place.write_text("before")
    monkeypatch.setattr(os, step, fail)
    with pytest.raises(console.OutputError if isinstance(fault, OSError) else KeyboardInterrupt):
        console.write_file(str(place), "after")
    assert place.read_text() == "before"
    assert list(tmp_path.iterdir()) == [place]


def test_the_disk_is_waited_for_before_the_name_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sync, then rename, in the same folder."""
    steps: list[str] = []
    sync, replace = os.fsync, os.replace

    def synced(descriptor: int) -> None:
        steps.append("sync")
        sync(descriptor)

    def replaced(draft: str, place: str) -> None:
        assert Path(draft).read_text() == "whole"
        assert Path(draft).parent == Path(place).parent
        steps.append("rename")
        replace(draft, place)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    console.write_file(str(tmp_path / "file"), "whole")
    assert steps == ["sync", "rename"]


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize("name", ["no/such/folder/c.csv", "", ".", "file/c.csv", "c\0.csv", "loop"])
def test_what_cannot_be_written_is_exit_code_3(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line that names the file, or a JSON document with it."""
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    place = str(tmp_path / name) if name else ""
    assert main(["chart", *RIVER, "--csv", "--out", place]) == 3
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("uth-exact: cannot write ")
    assert main(["chart", *RIVER, "--json", "--out", place]) == 3
    error = json.loads(capsys.readouterr().err)["error"]
    assert (error["code"], error["where"]) == ("cannot_write", place)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "loop"]
    assert (tmp_path / "loop").is_symlink()


@pytest.mark.usefixtures("made")
def test_what_can_only_be_a_folder_is_not_written_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A name with a separator at its end is not that of the file without it."""
    (tmp_path / "c.svg").write_text("old")
    assert main(["chart", *RIVER, "--out", f"{tmp_path}/c.svg/"]) == 3
    assert capsys.readouterr() == ("", f"uth-exact: cannot write {tmp_path}/c.svg/: Is a directory\n")
    assert (tmp_path / "c.svg").read_text() == "old"


@pytest.mark.usefixtures("made")
def test_a_device_is_written_to_and_not_replaced(capsys: pytest.CaptureFixture[str]) -> None:
    """The place where nothing stays is still there afterwards."""
    assert main(["chart", *RIVER, "--csv", "--out", os.devnull]) == 0
    assert not stat.S_ISREG(os.stat(os.devnull).st_mode)


@pytest.mark.usefixtures("made")
def test_a_dash_is_standard_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """As in other programs, and no file of that name is made."""
    monkeypatch.chdir(tmp_path)
    assert answer(capsys, "chart", *RIVER, "--csv", "--out", "-") == answer(capsys, "chart", *RIVER, "--csv")
    assert not list(tmp_path.iterdir())


def test_a_pipe_gets_it_all() -> None:
    """A file name that stands for standard output."""
    argv = [sys.executable, "-m", "uth_exact", "chart", *RIVER, "--csv"]
    piped = [subprocess.run([*argv, *more], capture_output=True, check=True, timeout=60).stdout for more in ([], ["--out", "/dev/stdout"])]
    assert piped[0] == piped[1] != b""


# Refusals


@pytest.mark.parametrize(
    ("argv", "code", "words"),
    [
        ([], "usage", "STREET"),
        (["turn"], "usage", "turn"),
        (["flop"], "usage", "give --hole with two cards or --flop with three"),
        (["flop", "--hole", "AsKd", "--flop", "7h8h2c"], "usage", "not both"),
        (["flop", "--hole", "AsKd", "--board", "7h8h2c4s5s"], "usage", "--board does not go with flop"),
        (["flop", "--hole", "AsKdQh"], "card_count", "2 cards needed, 3 given"),
        (["flop", "--hole", "AsAs"], "duplicate_card", "As is given twice"),
        (["flop", "--hole", "AKs"], "unknown_card", "class of hands"),
        (["flop", "--flop", "7h8h"], "card_count", "3 cards needed, 2 given"),
        (["flop", "--hole", ""], "card_count", "2 cards needed, 0 given"),
        (["river"], "usage", "give --board with five cards"),
        (["river", "--board", "7h8h2c"], "card_count", "5 cards needed, 3 given"),
        (["river", "--flop", "7h8h2c"], "usage", "--flop does not go with river"),
        (["preflop", "--hole", "AsKd"], "usage", "--hole does not go with preflop"),
        (["preflop", "--show", "outs"], "usage", "on the river only"),
        (["preflop", "--show", "odds"], "usage", "invalid choice"),
        (["preflop", "--csv", "--show", "ev"], "usage", "csv has everything"),
        (["flop", "--hole", "AsKd", "--show", "ev"], "usage", "no cells"),
        (["preflop", "--rules", "casino-holdem-dk", "--show", "margin"], "usage", "one action"),
        (["preflop", "--csv", "--json"], "usage", "one format"),
        (["preflop", "--format", "svg", "--csv"], "usage", "one format"),
        (["preflop", "--format", "pdf"], "usage", "invalid choice"),
        (["preflop", "--out", "chart.png"], "usage", "no format has files that end in .png"),
        (["preflop", "--out", "no.such/chart.SVGZ"], "usage", "end FILE in .txt, .csv, .json, .svg, .html, .htm, or give --format"),
        (["preflop", "--rules", "uth-dkk"], "unknown_sheet", "uth-dk"),
        (["river", "--board", "4s5h6d8c9d", "--rules", "casino-holdem-dk"], "no_decision", "no decision on the river"),
    ],
)
def test_bad_input_is_exit_code_2(
    argv: list[str], code: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line that says what to do, nothing on stdout, and nothing is solved first."""
    monkeypatch.setattr(game, "solve", None)
    assert main(["chart", *argv]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    if "--json" not in argv:
        assert words in err
        if not {"--csv", "--format", "--show", "--out"} & set(argv):  # with which a format as well is another question
            assert main(["chart", *argv, "--json"]) == 2
            assert json.loads(capsys.readouterr().err)["error"]["code"] == code


def test_the_help_explains_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    """In lines that fit a screen of 80 columns."""
    assert main(["chart", "--help"]) == 0
    out = capsys.readouterr().out
    for option in ("--hole", "--flop", "--board", "--rules", "--show", "--format", "--csv", "--json", "--out"):
        assert option in out
    assert max(map(len, out.splitlines())) <= 80
