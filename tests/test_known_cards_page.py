"""``docs/known-cards.md``: what it states is computed again, or stands published in the tests of the whole deck."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from uth_exact import Analysis, analyse, parse_cards
from uth_exact.knowledge import Classes, Sight
from uth_exact.report import decimal

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "known-cards.md").read_text(encoding="utf-8")
FLOP = "Kh9s2h"


def rows(heading: str) -> list[list[str]]:
    """The cells of the table under a header that begins so."""
    table = PAGE.partition(f"\n| {heading} |")[2].partition("\n\n")[0].splitlines()[2:]
    assert table
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in table]


def states(analysis: Analysis, bet: str, cells: list[str]) -> None:
    """The row has the best action, both values, and the difference."""
    evs = analysis[bet].ev, analysis["check"].ev, analysis[bet].ev - analysis["check"].ev
    assert cells == [analysis.best.action.name, *(decimal(ev, 6) for ev in evs)]


@pytest.mark.parametrize("row", rows("other kings and fives seen"), ids=lambda row: row[0])
def test_king_five_with_six_cards_seen(row: list[str]) -> None:
    """None, one or two of the other kings and fives among six cards: the values of the page."""
    said, seen, *cells = row
    dead = parse_cards(seen.strip("-"))
    assert len(dead) == (0 if said == "nothing" else 6)
    found = {rank: sum(str(card)[0] == rank for card in dead) for rank in "K5"}
    words = {(0, 0): ("nothing", "none"), (1, 0): ("a king",), (0, 1): ("a five",)}
    words |= {(2, 0): ("two kings",), (1, 1): ("a king and a five",), (0, 2): ("two fives",)}
    assert said in words[found["K"], found["5"]]
    states(analyse("Kh5d", "", dead), "bet 4x", cells)


def test_king_five_has_every_case() -> None:
    """Six of them, and the hand without anything seen."""
    assert len(rows("other kings and fives seen")) == 7


def test_bottom_pair_with_up_to_ten_players_seen() -> None:
    """Their cards miss the board: the values of the page, and the flop on which a bet becomes a check."""
    table = rows("players seen")
    assert [int(row[0]) for row in table] == list(range(11))
    assert f"7d2c on {FLOP}" in PAGE
    dead: tuple[object, ...] = ()
    for number, last, *cells in table:
        dead += parse_cards(last.strip("-"))
        assert len(dead) == 2 * int(number)
        assert not {str(card)[0] for card in dead} & set(FLOP[::2])
        states(analyse("7d2c", FLOP, "".join(map(str, dead))), "bet 2x", cells)
    assert [row[2] for row in table] == ["bet 2x"] * 7 + ["check"] * 4


@pytest.mark.parametrize("row", [row for row in rows("`--sees`") if len(row) == 5 and row[1].startswith(("one", "both", "the"))], ids=str)
def test_the_sizes_are_those_of_the_games(row: list[str]) -> None:
    """Classes, combinations and deals of each kind of knowledge."""
    sight = Sight.of(row[0])
    classes = Classes(sight)
    counts = len(classes), classes.combinations, classes.combinations * sight.completions()
    assert [int(cell.replace(",", "")) for cell in row[2:]] == list(counts)


def test_the_figures_of_the_table_belong_together() -> None:
    """Value, edge and gain of each line are the same number; the published ones round ours."""
    lines = re.findall(r"^\| (\S+) \| (-?[\d,]+) / ([\d,]+) \| (\S+) % \| (\S+)(?: %)? \|(?: (\S+) %)? \|$", PAGE, re.MULTILINE)
    kinds = ("dealer:1", "dealer:2", "dealer:1+flop:1", "dealer:1+last:1", "neighbours:1")
    assert [line[0] for line in lines] == ["nothing", *(f"`{kind}`" for kind in kinds)]
    values = {name: Fraction(int(net.replace(",", "")), int(deals.replace(",", ""))) for name, net, deals, *_ in lines}
    for name, _, deals, edge, gain, published in lines:
        sight = Sight.of(name.strip("`")) if name != "nothing" else Sight()
        assert int(deals.replace(",", "")) == Classes(sight).combinations * sight.completions()
        assert decimal(100 * values[name], 6) == edge
        assert decimal(100 * (values[name] - values["nothing"]), 6).rstrip("0.") == gain.rstrip("0.")
        if published:
            assert decimal(100 * values[name], len(published.partition(".")[2])) == published
