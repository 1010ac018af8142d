"""``uth-exact selftest``: it holds on this machine, and each of its checks finds out what it is there for."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from answers import answer
from uth_exact import engine, engine_strategy, reference, selftest, selftest_checks
from uth_exact.cli import main
from uth_exact.engine_plain import PlainCountedGame, PlainSolvedGame
from uth_exact.game import Solution
from uth_exact.known_sums import Piece
from uth_exact.machine import machine
from uth_exact.report_selftest import selftest_text, verdict
from uth_exact.selftest import Checked, Difference, examine, fresh_seed, self_test
from uth_exact.selftest_checks import CHECKS, FIVE_CARDS, SEVEN_CARDS, Check, Run
from uth_exact.sidebets import SideBetFigures
from uth_exact.terminal import Screen


@pytest.fixture(scope="module")
def run(uth: Solution, casino: Solution) -> Run:
    """A run whose whole games are solved already."""
    made = Run(7)
    made.__dict__.update(uth=uth, casino=casino)
    return made


@pytest.mark.slow
def test_all_checks_hold_on_this_machine(capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 0; the JSON names the machine, the seed, and each check with who vouches for it."""
    document = json.loads(answer(capsys, "selftest", "--seed", "7", "--json"))
    assert (document["ok"], document["seed"], document["machine"]) == (True, 7, machine())
    checks = {check["check"]: check for check in document["checks"]}
    assert list(checks) == list(CHECKS)
    assert all(check["ok"] and not check["differences"] and check["compared"] > 0 for check in checks.values())
    assert checks["hands of five cards"]["compared"] == 2_598_960
    assert checks["hands of seven cards"]["compared"] == 133_784_560
    assert checks["whole games"]["compared"] == 6
    assert all("figures" not in check for check in checks.values())


# Each check finds its fault


def one_too_many(count: int) -> tuple[tuple[int, int], ...]:
    """All hands by category, with one high card that is not there."""
    first, *others = FIVE_CARDS if count == 5 else SEVEN_CARDS
    return ((first + 1, 0), *((hands, 0) for hands in others))


def always(*args: Any, **options: Any) -> bool:
    return True


def changed(
    monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, change: Callable[[Any], Any], when: Callable[..., bool] = always
) -> None:
    """``owner.name`` gives something else than it should."""
    right = getattr(owner, name)

    def wrong(*args: Any, **options: Any) -> Any:
        found = right(*args, **options)
        return change(found) if when(*args, **options) else found

    monkeypatch.setattr(owner, name, wrong)


def dearer(decided: engine.Decided) -> engine.Decided:
    """A decision with one unit more for the first bet."""
    return replace(decided, bets=(decided.bets[0] + 1, *decided.bets[1:]))


def a_unit_more(piece: Piece) -> Piece:
    """Sums of which the third, the value, is off by one."""
    combinations, deals, units, *rest = piece.sums
    return replace(piece, sums=(combinations, deals, units + 1, *rest))


def fast(*args: Any, plain: bool = False, **options: Any) -> bool:
    return not plain


def aside(*args: Any) -> bool:
    """On a thread of several."""
    return threading.current_thread() is not threading.main_thread()


FAULTS: dict[str, tuple[Any, str, Callable[[Any], Any], Callable[..., bool]]] = {
    "classes up to suits": (PlainCountedGame, "classes", lambda found: replace(found, holes_on_boards=found.holes_on_boards - 1), always),
    "random hands": (engine, "strength", lambda found: found ^ 1 << 26, always),
    "random decisions": (selftest_checks, "analyse", lambda found: replace(found, actions=found.actions[::-1]), always),
    "twelve cards, deal by deal": (engine.SolvedGame, "preflop", dearer, always),
    "random decisions, plainly": (engine, "decide", dearer, fast),
    "twenty cards, board by board": (PlainSolvedGame, "preflop", dearer, always),
    "simple strategy": (selftest_checks, "play", lambda played: replace(played, price_by_street={"flop": Fraction(1, 719)}), always),
    "what rules see": (engine_strategy, "see", lambda seen: seen | {"kicker": seen["kicker"] ^ 1}, always),
    "seen cards, added up": (selftest_checks, "sum_piece", a_unit_more, always),
    "2 and 8 threads": (
        engine.SolvedGame,
        "outcomes",
        lambda found: [found[0] + 1, *found[1:]],
        aside,
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_check_finds_a_wrong_number(name: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The core, or one way of asking it, gives a number that is off by one: the check says where."""
    check = CHECKS[name][0]
    changed(monkeypatch, *FAULTS[name])
    found = examine(check, 7, run)
    assert not found.ok
    assert all(each.what and each.expected != each.got for each in found.differences)


@pytest.mark.parametrize("name", ["hands of five cards", "hands of seven cards"])
def test_a_check_finds_a_hand_too_many(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One high card that nobody dealt."""
    monkeypatch.setattr(engine, "count_hands", one_too_many)
    (difference,) = examine(CHECKS[name][0], 1).differences
    assert int(difference.got) == int(difference.expected) + 1


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("whole games", "total"), ("whole games", "deals"), ("known decisions", "hole_classes"), ("side bets", "side_bet")],
)
def test_a_check_finds_a_wrong_game(name: str, wrong: str, run: Run, uth: Solution) -> None:
    """A solved game with one number that is not the published one."""

    class Off:
        def __getattr__(self, attribute: str) -> Any:
            found = getattr(uth, attribute)
            if attribute != wrong:
                return found
            if wrong == "hole_classes":
                return found | {"AA": found["72o"]}
            return self.side_bet_off if wrong == "side_bet" else found + 1

        @staticmethod
        def side_bet_off(bet: Any) -> SideBetFigures:
            found = uth.side_bet(bet)
            return replace(found, edge=-found.edge)

    off = Run(7)
    off.__dict__.update(uth=Off(), casino=run.casino)
    found = examine(CHECKS[name][0], 7, off)
    assert not found.ok


@pytest.mark.parametrize(
    ("expected", "got", "apart"),
    [
        (3, Fraction(1, 2), ("3", "1/2")),
        ({"AA": (1, 2)}, {"AA": (1, 3)}, ("AA: 1: 2", "AA: 1: 3")),
        ({"AA", "KK"}, {"AA"}, ("KK", "nothing")),
        ([5], [5, 7], ("nothing", "1")),
    ],
)
def test_the_first_thing_that_differs_is_told(expected: object, got: object, apart: tuple[str, str]) -> None:
    """Of large things the part, and where it is; one that is there on one side only is set against nothing."""
    assert selftest._apart(expected, got) == apart


def test_every_check_has_been_seen_to_fail() -> None:
    """None is left out of the tests above."""
    others = {"hands of five cards", "hands of seven cards", "whole games", "known decisions", "side bets"}
    assert set(FAULTS) | others == set(CHECKS)


def test_a_check_that_cannot_be_made_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is raised is said; but an interruption goes through, and so does what says nothing about numbers."""

    def raising(error: BaseException) -> Callable[..., Any]:
        def count_hands(*args: object) -> None:
            raise error

        return count_hands

    monkeypatch.setattr(engine, "count_hands", raising(LookupError("no such hand")))
    found = examine(selftest_checks.hands_of_five, 1)
    assert found.differences == (Difference("hands of five cards", "an answer", "LookupError: no such hand"),)
    for error in (KeyboardInterrupt(), MemoryError("none left"), FileNotFoundError(2, "gone"), RuntimeError("can't start new thread")):
        monkeypatch.setattr(engine, "count_hands", raising(error))
        with pytest.raises(type(error)):
            examine(selftest_checks.hands_of_five, 1)


# The command


def test_a_machine_too_small_is_exit_code_3(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """No verdict on the numbers is given, nor anything printed."""

    def count_hands(*args: object) -> None:
        raise MemoryError

    quickly(monkeypatch, selftest_checks.hands_of_five, selftest_checks.hands_of_seven)
    monkeypatch.setattr(engine, "count_hands", count_hands)
    assert main(["selftest"]) == 3
    assert capsys.readouterr() == ("", "uth-exact: out of memory\n")


def test_details_show_what_can_be_looked_up(run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Published and countable figures as they were found; not the random hands."""
    quickly(monkeypatch, selftest_checks.totals, selftest_checks.evaluator)
    monkeypatch.setattr(selftest, "hands_of_seven", selftest_checks.evaluator)
    monkeypatch.setattr(selftest, "Run", lambda seed: run)
    totals, evaluator = json.loads(answer(capsys, "selftest", "--details", "--json"))["checks"]
    assert {"what": "net antes over all deals of uth-dk", "found": "-607723787676"} in totals["figures"]
    assert evaluator["figures"] == []
    shown = answer(capsys, "selftest", "--details")
    assert "-607,723,787,676" in shown and "2.18497" in shown


def quickly(monkeypatch: pytest.MonkeyPatch, *checks: Check) -> None:
    """The command with few checks."""
    monkeypatch.setattr(selftest, "CHECKS", {name: entry for name, entry in CHECKS.items() if entry[0] in checks})


def test_a_fault_is_exit_code_4(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The report says what was expected and what was found, stderr says that nothing here is to be trusted."""
    quickly(monkeypatch, selftest_checks.hands_of_five, selftest_checks.classes, selftest_checks.hands_of_seven)
    monkeypatch.setattr(engine, "count_hands", one_too_many)
    assert main(["selftest", "--seed", "12"]) == 4
    out, err = capsys.readouterr()
    assert "hands of five cards: high card, hands of five\n  expected  1302540\n  got       1302541\n" in out
    assert err == (
        "uth-exact: self test: 2 of 3 checks do not hold: hands of five cards, hands of seven cards; with --seed 12\n"
    )
    assert main(["selftest", "--seed", "12", "--json"]) == 4
    out, err = capsys.readouterr()
    assert not json.loads(out)["ok"]
    assert json.loads(err)["error"]["code"] == "self_test"


def test_a_seed_deals_the_same_hands_again() -> None:
    """And another one others; without one, no run is like the other."""
    chances = [Run(seed).chance("x").random() for seed in (1, 1, 2)]
    assert chances[0] == chances[1] != chances[2]
    assert len({fresh_seed() for _ in range(8)}) > 1


def test_without_a_seed_one_is_drawn_and_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    quickly(monkeypatch, selftest_checks.evaluator)
    monkeypatch.setattr(selftest, "fresh_seed", lambda: 99)
    monkeypatch.setattr(selftest, "hands_of_seven", selftest_checks.evaluator)  # the longest one, which is begun first
    assert "selftest --seed 99 deals the same random hands again" in " ".join(answer(capsys, "selftest").split())


@pytest.mark.parametrize("seed", ["", "-1", "x", "1.0", "4294967296", "99999999999", "١"])
def test_what_is_no_seed_is_refused(seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2 and one line, before anything is computed."""
    assert main(["selftest", f"--seed={seed}"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("uth-exact: --seed takes a whole number from 0 to 4294967295") and err.count("\n") == 1


def test_a_reference_that_is_wrong_is_found_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes two to agree."""
    changed(monkeypatch, reference, "best_of", lambda value: (value[0], *reversed(value[1:])))
    assert not examine(selftest_checks.evaluator, 7, run).ok


@pytest.mark.parametrize("width", [24, 40, 80])
@pytest.mark.parametrize("symbols", [False, True])
def test_the_report_fits_the_screen(width: int, symbols: bool) -> None:
    """Large numbers, a failure with long words, a long name of the machine."""
    wrong = Difference("bet 1x with KdQh --board 4s5h6d8c9d", "-239/110", "2/3")
    checks = [Checked(name, unit, vouched, 55_627_620_048_000, ()) for name, (_, unit, vouched) in CHECKS.items()]
    checks.append(Checked("known decisions", "hands", "published", 3, (wrong,)))
    checks.append(replace(checks[0], figures=(("net antes over all deals of uth-dk", "-607723787676"), ("bet 1x with KdQh", "-239/110"))))
    text = selftest_text(machine(), 7, checks, True, Screen(width, symbols=symbols))
    longest = max(len(line) for line in text.splitlines() if str(machine()["platform"]) not in line)
    assert longest <= max(width, 40)
    assert "NO" in text and "-239/110" in text and "-607,723,787,676" in text


def test_the_last_line() -> None:
    good, bad = Checked("one", "hands", "published", 1, ()), Checked("two", "hands", "published", 1, (Difference("x", "1", "2"),))
    assert verdict([good, good]) == "all 2 checks hold"
    assert verdict([good, bad]) == "1 of 2 checks does not hold: two"
    assert verdict([bad, bad]) == "2 of 2 checks do not hold: two, two"


def test_the_longest_check_runs_beside_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a thread of its own, and what it finds stands in its place."""
    where: dict[str, bool] = {}

    def told(name: str) -> Check:
        def check(run: Run) -> Any:
            where[name] = threading.current_thread() is threading.main_thread()
            yield selftest.Pair(name, 1, 1)

        return check

    five, seven = told("five"), told("seven")
    monkeypatch.setattr(selftest, "hands_of_seven", seven)
    monkeypatch.setattr(selftest, "CHECKS", {"seven": (seven, "hands", "published"), "five": (five, "hands", "published")})
    assert [check.name for check in self_test(1)] == ["seven", "five"]
    assert where == {"five": True, "seven": False}


INTERRUPTED = """
import signal, sys
from uth_exact import cli, selftest, selftest_checks

signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever this test was started from

def told(run, check=selftest_checks.game_by_reference):
    print("at work", file=sys.stderr, flush=True)
    yield from check(run)

selftest.CHECKS["twelve cards, deal by deal"] = (told, "deals", "reference")
sys.exit(cli.main(["selftest"]))
"""


def test_an_interruption_at_work_is_130() -> None:
    """Ctrl-C while hands of seven cards are still dealt aside: no report, one line, no traceback."""
    process = subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    assert process.stderr.readline() == "at work\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, "", "uth-exact: interrupted\n")
