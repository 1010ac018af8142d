"""Values that others have published or that two independent programs gave. Each says who vouches for it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from uth_exact.cards import HOLE_CLASSES, RANKS
from uth_exact.decision import analyse
from uth_exact.report import decimal


@pytest.mark.golden
@pytest.mark.parametrize(
    ("hole", "board", "ev", "best"),
    [
        ("KdQh", "4s5h6d8c9d", Fraction(-239, 110), "fold"),  # published to four decimals
        ("AdJh", "4s5h6d8c9d", Fraction(-653, 330), "bet 1x"),  # published to four decimals
        ("Jh2s", "AhKsTh9d3s", Fraction(-199, 110), "bet 1x"),  # published as 19.1 % of an ante over folding
    ],
)
def test_published_river_decisions(hole: str, board: str, ev: Fraction, best: str) -> None:
    """The bet's exact value, and whether to make it."""
    analysis = analyse(hole, board)
    assert (analysis["bet 1x"].ev, analysis.best.action.name) == (ev, best)


@pytest.mark.golden
@pytest.mark.parametrize(
    ("hole", "values"),
    [
        # Two independent programs agree to the digits given.
        ("Kh5d", {"bet 4x": "-0.117582135", "bet 3x": "-0.183861591", "check": "-0.151099702"}),
        ("AsAh", {"bet 4x": "3.601072638"}),
    ],
)
def test_known_values_before_the_flop(hole: str, values: dict[str, str]) -> None:
    """To nine decimals."""
    analysis = analyse(hole)
    assert {name: decimal(analysis[name].ev, 9) for name in values} == values


def published_4x() -> set[str]:
    """33+, A2+, K2s+, K5o+, Q6s+, Q8o+, J8s+, JTo: published chart."""
    raised = {rank * 2 for rank in RANKS[1:]}
    for high, suited_from, offsuit_from in [("A", "2", "2"), ("K", "2", "5"), ("Q", "6", "8"), ("J", "8", "T")]:
        for kind, lowest in (("s", suited_from), ("o", offsuit_from)):
            raised |= {high + low + kind for low in RANKS[RANKS.index(lowest) : RANKS.index(high)]}
    return raised


def test_the_published_preflop_chart() -> None:
    """4x with the published hands, which are 500 of 1,326 (37.7 %); check with all others; 3x is never best."""
    best = {name: analyse(hands[0]).best.action.name for name, hands in HOLE_CLASSES.items()}
    assert {name for name, action in best.items() if action == "bet 4x"} == published_4x()
    assert {name for name, action in best.items() if action == "check"} == set(HOLE_CLASSES) - published_4x()
    assert sum(len(HOLE_CLASSES[name]) for name in published_4x()) == 500
    assert best["22"] == "check"
