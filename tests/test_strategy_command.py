"""``uth-exact strategy`` and ``hand --strategy``: what programs and people read about fixed strategies."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from answers import answer, exact
from uth_exact._tables import folder
from uth_exact.cards import parse_cards
from uth_exact.cli import main
from uth_exact.decision import analyse
from uth_exact.features import dealer_outs
from uth_exact.report_strategy import STRATEGY_HEADER, comparison_text, strategy_text
from uth_exact.settlement import ALL_DEALS
from uth_exact.strategies import strategy_names
from uth_exact.strategy import Played, play
from uth_exact.terminal import Screen


@pytest.fixture(scope="module")
def simple() -> Played:
    """The published simple strategy on the Danish sheet."""
    return play("simple")


# JSON and CSV


def test_the_json_has_the_keys_of_the_contract_and_adds_up(capsys: pytest.CaptureFixture[str], simple: Played) -> None:
    """Value, edge, price, price by street, frequencies; rules and streets add up to the whole."""
    document = json.loads(answer(capsys, "strategy", "simple", "--json"))
    assert (document["strategy"], document["rules"]) == ("simple", "uth-dk")
    assert exact(document["ev_per_ante"]) == -exact(document["edge_per_ante"]) == simple.ev_per_ante
    assert exact(document["best_ev_per_ante"]) - exact(document["ev_per_ante"]) == exact(document["price"])
    assert list(document["price_by_street"]) == ["preflop", "flop", "river"]
    assert sum(map(exact, document["price_by_street"].values())) == exact(document["price"])
    assert sum(exact(rule["price"]) for rule in document["rule_prices"]) == exact(document["price"])
    assert sum(map(exact, document["frequencies"].values())) == 1
    for mistake in document["mistakes"]:
        assert exact(mistake["cost"]) * exact(mistake["frequency"]) == exact(mistake["price"]) > 0
        spot = analyse(mistake["hole"], mistake["board"])
        assert spot[mistake["does"]].cost == exact(mistake["cost"])
        assert spot.best.action.name == mistake["should"]


def test_several_strategies_are_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    """One document each, in the order given."""
    documents = json.loads(answer(capsys, "strategy", "asleep", "best", "--json"))
    assert [document["strategy"] for document in documents] == ["asleep", "best"]
    assert [document["ev_per_ante"]["exact"] for document in documents] == ["-2", str(Fraction(-607_723_787_676, ALL_DEALS))]


def test_the_csv_has_the_figures_of_the_json(capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(answer(capsys, "strategy", "simple", "--csv"))))
    document = json.loads(answer(capsys, "strategy", "simple", "--json"))
    assert tuple(rows[0]) == STRATEGY_HEADER
    found = {(row["about"], row["figure"]): row["exact"] for row in rows}
    assert len(found) == len(rows)
    assert found["game", "ev_per_ante"] == document["ev_per_ante"]["exact"]
    assert found["price", "all"] == document["price"]["exact"]
    assert {street: found["price", street] for street in ("preflop", "flop", "river")} == {
        street: price["exact"] for street, price in document["price_by_street"].items()
    }
    for rule in document["rule_prices"]:
        assert found[f"{rule['street']} rule {rule['rule']}", "price"] == rule["price"]["exact"]


# Text


def test_the_text_says_what_it_is_a_ratio_of(capsys: pytest.CaptureFixture[str]) -> None:
    """Published: edge 2.43 %, of which the flop 0.139 percentage points; each column adds up."""
    out = answer(capsys, "strategy", "simple")
    assert "House edge: 2.432877% of the ante, with best play 2.184971%; price 0.247906%" in " ".join(out.split())
    assert re.search(r"^  on the flop +0\.138974% +9663472771/6953452506000$", out, re.MULTILINE)
    deals = re.findall(r"^  (?:bet .x|fold) +([\d,]+) ", out, re.MULTILINE)
    assert sum(int(count.replace(",", "")) for count in deals) == ALL_DEALS
    assert "of all deals" in out and "against best play from that point on" in out


def test_best_play_has_no_mistakes_to_list(capsys: pytest.CaptureFixture[str]) -> None:
    """Nor a price."""
    out = answer(capsys, "strategy", "best")
    assert "costliest" not in out and "price 0.000000%" in " ".join(out.split())
    assert "costliest" in answer(capsys, "strategy", "asleep")


def test_a_strategy_counts_the_outs_that_are_left(capsys: pytest.CaptureFixture[str]) -> None:
    """With 23 outs of the dealer it folds; with three sevens known to be gone there are 20."""
    spot = ("hand", "KdQh", "--board", "4s5h6d8c9d", "--strategy", "simple", "--json")
    assert json.loads(answer(capsys, *spot))["strategy"]["action"] == "fold"
    assert json.loads(answer(capsys, *spot, "--dead", "7s7h7c"))["strategy"]["action"] == "bet 1x"


def test_strategies_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    """The best first, whatever the order given."""
    out = answer(capsys, "strategy", "asleep", "simple", "best", "--compare")
    assert re.findall(r"^  (best|simple|asleep) ", out, re.MULTILINE) == ["best", "simple", "asleep"]
    assert re.search(r"^  asleep +200\.000000% +197\.815029% ", out, re.MULTILINE)


@pytest.mark.parametrize("width", [24, 40, 60, 80, 96])
@pytest.mark.parametrize("symbols", [False, True])
def test_the_text_fits_its_screen(simple: Played, width: int, symbols: bool) -> None:
    for text in (strategy_text(simple, "uth-dk", Screen(width, symbols=symbols)), comparison_text([(simple, "uth-dk")], Screen(width))):
        assert max(map(len, text.splitlines())) <= max(width, 40)
        assert not any(line != line.rstrip() for line in text.splitlines())
        assert symbols or text.isascii()


def test_the_built_in_strategies_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """As text, CSV and JSON, all of them."""
    text = answer(capsys, "strategy", "--list")
    assert re.findall(r"^  ([a-z0-9-]+)  ", text, re.MULTILINE) == list(strategy_names())
    assert [row["strategy"] for row in json.loads(answer(capsys, "strategy", "--list", "--json"))] == list(strategy_names())
    assert [row["strategy"] for row in csv.DictReader(io.StringIO(answer(capsys, "strategy", "--list", "--csv")))] == list(strategy_names())


def test_the_strategies_of_a_game_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """Those that a sheet can be played by: best play is for any."""
    listed = json.loads(answer(capsys, "strategy", "--list", "--json", "--rules", "casino-holdem-dk"))
    assert [each["strategy"] for each in listed] == ["best", "call-all", "call-any-pair-draw-overcards"]


def test_casino_strategies_choose_their_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    """Without --rules a strategy of Casino Hold'em is played on its sheet."""
    document = json.loads(answer(capsys, "strategy", "call-all", "--json"))
    assert document["rules"] == "casino-holdem-dk"
    assert exact(document["frequencies"]["call"]) == 1


# One hand


def test_what_a_strategy_does_with_a_hand(capsys: pytest.CaptureFixture[str]) -> None:
    """The rule that fires, and what it costs here, in antes."""
    out = " ".join(answer(capsys, "hand", "3d2h", "--board", "7s7h7d", "--strategy", "simple").split())
    assert "Strategy simple: bet 2x, costs 0.922441809 antes here (10502/11385), by its rule: raise 2x" in out
    document = json.loads(answer(capsys, "hand", "KdQh", "--board", "4s5h6d8c9d", "--strategy", "simple", "--json"))
    assert document["strategy"] == {
        "name": "simple",
        "rule": "else fold",
        "action": "fold",
        "cost": {"exact": "0", "decimal": "0.000000000"},
    }


def test_the_river_lists_the_outs_of_the_dealer(capsys: pytest.CaptureFixture[str]) -> None:
    """How many of the 45 unseen cards, and by what they make of the board; the same cards in text and JSON."""
    outs = dealer_outs(parse_cards("KdQh"), parse_cards("4s5h6d8c9d"))
    document = json.loads(answer(capsys, "hand", "KdQh", "--board", "4s5h6d8c9d", "--json", "--details"))["dealer_outs"]
    assert (document["count"], document["of"]) == (len(outs), 45) == (23, 45)
    assert {card for made in document["by_hand"] for card in parse_cards(made["cards"])} == set(outs)
    out = answer(capsys, "hand", "KdQh", "--board", "4s5h6d8c9d")
    assert "dealer outs: 23 of 45 unseen cards beat you with the board alone, making\n" in out
    assert re.search(r"^  straight, nine high +7", out, re.MULTILINE)


def test_outs_on_a_narrow_screen_are_below_what_they_make(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The same cards as where they stand beside it."""
    argv = ("hand", "KdQh", "--board", "4s5h6d8c9d", "--details")
    wide = answer(capsys, *argv)
    monkeypatch.setenv("COLUMNS", "30")
    narrow = answer(capsys, *argv)
    assert re.search(r"^ +straight, nine high\n( +(?:7. ?)+\n)+", narrow, re.MULTILINE)
    assert re.search(r"^ +straight, nine high  +7", wide, re.MULTILINE)


def test_dead_cards_are_no_outs(capsys: pytest.CaptureFixture[str]) -> None:
    """Two of the four sevens are gone; and with the dealer's cards seen there is nothing to count."""
    document = json.loads(answer(capsys, "hand", "KdQh", "--board", "4s5h6d8c9d", "--dead", "7s7h", "--json", "--details"))
    assert (document["dealer_outs"]["count"], document["dealer_outs"]["of"]) == (21, 43)
    assert "dealer_outs" not in json.loads(answer(capsys, "hand", "KdQh", "--board", "4s5h6d8c9d", "--dealer", "7s", "--json", "--details"))
    assert "dealer_outs" not in json.loads(answer(capsys, "hand", "KdQh", "--board", "4s5h6d", "--json", "--details"))


# Refusals


@pytest.mark.parametrize(
    ("argv", "code", "message"),
    [
        (["strategy"], "usage", "give a strategy (always-4x, asleep, best, "),
        (["strategy", "simpel"], "unknown_strategy", "did you mean simple?"),
        (["strategy", "simple", "--list"], "usage", "--list takes no strategy"),
        (["strategy", "simple", "--json", "--csv"], "usage", "give --json or --csv, not both"),
        (["strategy", "simple", "--rules", "casino-holdem-dk"], "other_game", "it is for ultimate-texas-holdem"),
        (["strategy", "simple", "call-all"], "other_game", "it is for casino-holdem"),
        (["strategy", "simple", "--rules", "nowhere"], "unknown_sheet", "no rule sheet is called 'nowhere'"),
        (["hand", "KdQh", "--strategy", "call-all"], "other_game", "it is for casino-holdem"),
        (["hand", "KdQh", "--board", "2c3c4c", "--strategy", "always-4x"], "not_reached", "it decides nothing on the flop"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(argv: list[str], code: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Before anything is computed; as text and as JSON."""
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out == "" and message in err and err.count("\n") == 1
    if "--csv" not in argv:
        assert main([*argv, "--json"]) == 2
        assert json.loads(capsys.readouterr().err)["error"]["code"] == code


def test_the_first_strategy_that_is_for_a_game_chooses_the_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    """``best`` is for any game, in whatever place it stands."""
    assert main(["strategy", "best", "call-all", "--compare"]) == 0
    assert "rules casino-holdem-dk" in capsys.readouterr().out


def test_hand_warns_of_a_rule_after_one_for_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[[preflop]]\ndo = "bet 4x"\n\n[[preflop]]\ndo = "check"\n', encoding="utf-8")
    assert main(["hand", "KdQh", "--strategy", str(path), "--json"]) == 0
    out, err = capsys.readouterr()
    assert "preflop 2 (line 4): never fires" in err and len(json.loads(out)["warnings"]) == 1


def test_a_rule_that_can_never_fire_is_refused_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No pair is a flush; a rule that is only shadowed gets a warning and an answer."""
    text = (folder() / "strategies" / "simple.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    rule = '[[flop]]\nname = "odd"\ndo = "bet 2x"\n'
    path.write_text(text.replace("[[flop]]", f'{rule}made = "pair"\nflush_cards = 5\n\n[[flop]]', 1), encoding="utf-8")
    assert main(["strategy", str(path)]) == 2
    line = text[: text.index("[[flop]]")].count("\n") + 1
    assert f"mine.toml: flop 1 (line {line}): no cards meet all these conditions, so the rule can never fire" in capsys.readouterr().err
    path.write_text(
        text.replace('[[flop]]\nname = "else check"', f'{rule}made = "flush"\n\n[[flop]]\nname = "else check"', 1), encoding="utf-8"
    )
    assert main(["strategy", str(path), "--json"]) == 0
    out, err = capsys.readouterr()
    assert "never fires, for the rules above it take all that it fits" in err
    assert len(json.loads(out)["warnings"]) == 1
