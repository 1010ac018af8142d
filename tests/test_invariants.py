"""An answer that contradicts itself is none: whatever the core is made to say, no command prints a wrong number."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games import CASINO, UTH
from uth_exact import decision, engine, sidebets
from uth_exact.cards import parse_cards
from uth_exact.cli import main
from uth_exact.engine import CountedGame, Decided, SolvedGame
from uth_exact.engine_strategy import PlayedGame, RuleSum
from uth_exact.errors import InvariantError
from uth_exact.figures import figures
from uth_exact.game import Solution, Solver
from uth_exact.invariants import check_decided
from uth_exact.rules import Street


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """Exit code 4, nothing on stdout, one line on stderr, which is given."""
    assert main(list(argv)) == 4
    out, line = capsys.readouterr()
    assert out == ""
    assert line.startswith("uth-exact: internal fault, no answer: ") and line.count("\n") == 1
    return line


def refused_as_json(capsys: pytest.CaptureFixture[str], *argv: str) -> None:
    """The same, with an error document for programs."""
    assert main([*argv, "--json"]) == 4
    out, err = capsys.readouterr()
    assert out == ""
    assert json.loads(err)["error"]["code"] == "broken_sums"


def spoil(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, change: Callable[[Any], Any]) -> None:
    """What ``owner.name`` gives is changed on its way."""
    right = getattr(owner, name)
    monkeypatch.setattr(owner, name, lambda *args, **options: change(right(*args, **options)))


def moved(table: engine.Table) -> engine.Table:
    """One deal moved from the first place that has any to the one after it, so that the sum stays."""
    cells = [cell for row in table for cell in row]
    at = next(place for place, cell in enumerate(cells) if cell)
    cells[at] -= 1
    cells[(at + 7) % len(cells)] += 1
    return tuple(tuple(cells[6 * row : 6 * row + 6]) for row in range(len(table)))


def one_less(table: engine.Table) -> engine.Table:
    """A deal lost."""
    row = next(row for row in table if any(row))
    place = next(place for place, cell in enumerate(row) if cell)
    return tuple(tuple(cell - (each is row and at == place) for at, cell in enumerate(each)) for each in table)


DECIDED: dict[str, Callable[[Decided], Decided]] = {
    "a deal too many": lambda found: replace(found, deals=found.deals + 1),
    "a showdown lost": lambda found: replace(found, showdown=one_less(found.showdown)),
    "a showdown moved": lambda found: replace(found, showdown=moved(found.showdown)),
    "a bet worth more": lambda found: replace(found, bets=(found.bets[0] + 1, *found.bets[1:])),
    "a fold worth more": lambda found: replace(found, fold=found.fold + 1),
    "a check worth less than a fold": lambda found: replace(found, check=found.fold - 1),
}


@pytest.mark.parametrize("kind", DECIDED)
@pytest.mark.parametrize("cards", [("KdQh",), ("KdQh", "--board", "4s5h6d"), ("KdQh", "--dealer", "As", "--dead", "2c2d")])
def test_hand_prints_no_wrong_number(
    kind: str, cards: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before the flop, on it, and with cards seen."""
    spoil(monkeypatch, decision, "decide", DECIDED[kind])
    refused(capsys, "hand", *cards)
    refused_as_json(capsys, "hand", *cards)


@pytest.mark.parametrize("kind", [kind for kind in DECIDED if "check" not in kind])
def test_hand_prints_no_wrong_number_on_the_river(
    kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where there is nothing to check to; nor in the chart of a river, which is made of such decisions."""
    spoil(monkeypatch, decision, "decide", DECIDED[kind])
    refused(capsys, "hand", "KdQh", "--board", "4s5h6d8c9d")
    refused(capsys, "chart", "river", "--board", "4s5h6d8c9d")


@pytest.mark.parametrize(
    "change",
    [
        lambda found: replace(found, fold_after_check=tuple(map(one_less_or_none, found.fold_after_check))),
        lambda found: replace(found, bet_after_check=(found.bet_after_check[0], *map(moved_each, found.bet_after_check[1:]))),
        lambda found: replace(found, check=found.check + 1),
    ],
    ids=["a fold lost", "a bet moved", "a check worth more"],
)
def test_hand_prints_no_wrong_details(change: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """How the deals end after a check is all deals, and worth the check."""
    spoil(monkeypatch, decision, "decide", change)
    refused(capsys, "hand", "KdQh", "--details")


def moved_each(tables: tuple[engine.Table, ...]) -> tuple[engine.Table, ...]:
    return tuple(map(moved, tables))


def one_less_or_none(table: engine.Table) -> engine.Table:
    return one_less(table) if any(map(any, table)) else table


WHOLE = {
    "rtp": ("rtp", "uth-dk"),
    "rtp --details": ("rtp", "uth-dk", "--details"),
    "verify": ("verify", "uth-dk"),
    "strategy": ("strategy", "asleep"),
    "chart preflop": ("chart", "preflop"),
    "chart flop": ("chart", "flop", "--flop", "7h8h2c"),
}


@pytest.mark.parametrize("command", [name for name in WHOLE if name != "chart flop"])
def test_no_command_prints_a_wrong_game(command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A decision before the flop with a deal too many."""
    spoil(monkeypatch, SolvedGame, "preflop", DECIDED["a deal too many"])
    (refused if command == "rtp --details" else refused_as_json)(capsys, *WHOLE[command])


@pytest.mark.parametrize("kind", ["a fold worth more", "a check worth less than a fold"])
def test_no_game_is_told_that_contradicts_itself(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other faults in a decision before the flop, with a small deck."""
    solver = Solver(UTH, "234")
    spoil(monkeypatch, SolvedGame, "preflop", DECIDED[kind])
    with pytest.raises(InvariantError, match="fold"):
        solver.solve()


@pytest.mark.parametrize("kind", ["a deal too many", "a fold worth more", "a check worth less than a fold", "a bet worth more"])
def test_the_chart_of_a_flop_has_no_wrong_number(kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Its closest decision is taken once more by itself."""
    spoil(monkeypatch, SolvedGame, "flop", DECIDED[kind])
    refused(capsys, *WHOLE["chart flop"])


def test_the_chart_before_the_flop_has_no_wrong_number(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Likewise, where every bet is worth a little more than it is."""
    spoil(monkeypatch, SolvedGame, "preflop", DECIDED["a bet worth more"])
    refused(capsys, *WHOLE["chart preflop"])


def test_the_list_of_flops_has_no_wrong_number(uth: Solution, monkeypatch: pytest.MonkeyPatch) -> None:
    """Likewise; and all 19,600 flops are in it."""
    from uth_exact import flop_groups as module

    spoil(monkeypatch, SolvedGame, "flop", DECIDED["a bet worth more"])
    monkeypatch.setattr(module, "combinations", lambda cards, count: list(zip(*[iter(tuple(cards)[:48])] * 3, strict=True)))
    with pytest.raises(InvariantError, match="decided alone"):
        module.flop_groups(uth, "KdQh")
    monkeypatch.undo()
    monkeypatch.setattr(module, "combinations", lambda cards, count: list(zip(*[iter(tuple(cards)[:48])] * 3, strict=True)))
    with pytest.raises(InvariantError, match="16 flops, not 19600"):
        module.flop_groups(uth, "KdQh")


@pytest.mark.parametrize("command", ["rtp", "rtp --details", "verify"])
@pytest.mark.parametrize("kind", [moved, one_less])
def test_no_command_prints_wrong_outcomes(
    command: str, kind: Callable[[engine.Table], engine.Table], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Deals lost, or counted in another place than their own."""
    spoil(monkeypatch, SolvedGame, "add_outcomes", lambda found: (found[0], ((kind(found[1][0][1]), *found[1][0][1:]), *found[1][1:])))
    assert "outcomes" in refused(capsys, *WHOLE[command])


@pytest.mark.parametrize("command", ["rtp", "verify"])
@pytest.mark.parametrize("kind", ["one too many", "one moved"])
def test_no_command_prints_a_wrong_side_bet(
    command: str, kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Showdowns that are not all of them, or are not the same with player and dealer exchanged."""

    def change(census: list[int]) -> list[int]:
        census[13] += 1
        census[21] -= kind == "one moved"
        return census

    spoil(monkeypatch, CountedGame, "census", change)
    refused(capsys, *WHOLE[command])


def test_no_command_prints_a_wrong_bonus(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A hand of five cards too many."""
    sidebets.hands_dealt.cache_clear()
    spoil(monkeypatch, engine, "count_hands", lambda found: ((found[0][0] + 1, found[0][1]), *found[1:]))
    assert "2598961 hands were counted, there are 2598960" in refused(capsys, "rtp", "casino-holdem-dk")
    sidebets.hands_dealt.cache_clear()


def cheaper(sums: tuple[tuple[RuleSum, ...], ...]) -> tuple[tuple[RuleSum, ...], ...]:
    """The first rule on the flop gives away one unit less."""
    (first, *rest) = sums[1]
    return sums[0], (replace(first, cost=first.cost - 1), *rest), sums[2]


@pytest.mark.parametrize(
    "change",
    [
        lambda found: (found[0], cheaper(found[1])),
        lambda found: ((tuple(map(one_less_or_none, found[0][0])), found[0][1]), found[1]),
        lambda found: (found[0], ((replace(found[1][0][0], deals=1), *found[1][0][1:]), *found[1][1:])),
        lambda found: (found[0], (found[1][0], (replace(found[1][1][0], wrong=found[1][1][0].deals + 1), *found[1][1][1:]), found[1][2])),
    ],
    ids=["a rule cheaper than it is", "a fold lost", "a rule that decides too little", "a rule more often wrong than asked"],
)
def test_strategy_prints_no_wrong_price(change: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The outcomes, the prices and the frequencies of the rules must belong together."""
    spoil(monkeypatch, PlayedGame, "add_outcomes", change)
    refused(capsys, *WHOLE["strategy"])


def test_rtp_with_cards_seen_prints_no_wrong_number(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A deal too many, in the first classes and in all others."""
    spoil(monkeypatch, engine.Seat, "sum", lambda found: replace(found, deals=found.deals + 1))
    assert "classes are" in refused(capsys, "rtp", "--sees", "dealer:1", "--limit", "3", "--threads", "1")


def test_figures_of_deals_that_end_in_no_known_way_are_refused(uth: Solution) -> None:
    """The frequencies of the actions must be all deals together."""
    with pytest.raises(InvariantError, match="are not all deals together"):
        figures(CASINO, uth.outcomes, {})
    with pytest.raises(InvariantError, match="checks are no part"):
        figures(UTH, uth.outcomes, {"preflop": uth.figures.checks["preflop"] + 1})


def test_a_check_is_worth_at_least_any_bet_to_come() -> None:
    """With aces, whose bet on the flop is worth more than a fold, a check worth as little as a fold is a contradiction."""
    found = engine.decide(parse_cards("AsAd"), (), (), UTH)
    check_decided(UTH, Street.PREFLOP, found, found.deals)
    with pytest.raises(InvariantError, match="then always bet 2x"):
        check_decided(UTH, Street.PREFLOP, replace(found, check=found.fold), found.deals)


def test_what_is_right_is_let_through() -> None:
    """Small decks, which have fewer deals, are no contradiction."""
    for ranks in ("234", "TJQKA"):
        solver = Solver(CASINO, ranks)
        assert solver.solve().figures.results and solver.census()
