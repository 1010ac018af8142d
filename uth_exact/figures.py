"""What game mathematicians print about a game, exact, from the table of how all its deals end.

Nothing here knows how the deals were counted: rows of ``Outcome`` go in, fractions come out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from uth_exact.decision import Outcome
from uth_exact.invariants import require
from uth_exact.rules import Action, ActionKind, Result, Rules

PLACES = 9
"""Decimal places of a standard deviation."""


def square_root(value: Fraction, places: int = PLACES) -> str:
    """The root of ``value``, which is rarely a fraction, as a decimal: rounded correctly, a half to the even digit.

    >>> square_root(Fraction(2), 6), square_root(Fraction(1, 4), 2), square_root(Fraction(9, 4), 0)
    ('1.414214', '0.50', '2')
    """
    square = 4 * value * 10 ** (2 * places)  # of twice the root in units of the last digit
    halves = isqrt(square.numerator // square.denominator)
    root, half = divmod(halves, 2)
    if half and (root % 2 or halves**2 < square):
        root += 1
    digits = str(root).rjust(places + 1, "0")
    whole, part = digits[: len(digits) - places], digits[len(digits) - places :]
    return whole + ("." + part if places else "")


@dataclass(frozen=True, slots=True)
class Figures:
    """One game under best play. Unless said otherwise per deal and in antes; side bets are apart.

    Of actions that are exactly equal the one that stakes more is played, which the wagers, the variance and the
    frequencies depend on, and the value does not.
    """

    ev_per_ante: Fraction
    """Expected net win of a round in antes, all wagers but side bets together."""
    edge_per_ante: Fraction
    """The house edge as usually printed: expected loss over the ante."""
    return_per_ante: Fraction
    """1 minus the edge per ante; some sheets print it as the return of the "initial main bet"."""
    return_on_initial_stake: Fraction
    """1 plus the expected net win over the antes staked before the cards (2 with ante and blind)."""
    average_total_wager: Fraction
    """Expected antes staked in a round, the play wager included."""
    element_of_risk: Fraction
    """Expected loss over the average total wager."""
    return_on_total_wager: Fraction
    """1 minus the element of risk."""
    variance: Fraction
    """Variance of the net win of one round, in antes squared."""
    variance_of_return_on_total_wager: Fraction
    """Variance, per round, of the total net win over the total wager in a long series of rounds.

    That return is a ratio of two sums which depend on each other. With net win W, wager B and r = E[W] / E[B], its
    variance after n rounds, times n, tends to (Var W - 2 r Cov(W, B) + r^2 Var B) / E[B]^2. The covariance is exact.
    """
    frequencies: Mapping[str, Fraction]
    """By action that ends the player's decisions, a fold on any street included: they add up to 1."""
    checks: Mapping[str, Fraction]
    """By street, where a check is one of several actions: how often it is checked."""
    results: Mapping[str, Fraction]
    """How the hands compare: ``win``, ``tie`` and ``lose``, every fold being a ``lose``. They add up to 1."""
    dealer_qualifies: Fraction
    """How often the dealer's hand qualifies, whether or not the player folds."""
    hit_frequency: Fraction
    """How often a round wins money."""

    @property
    def standard_deviation(self) -> str:
        """The root of the variance, in antes per round, as a correctly rounded decimal."""
        return square_root(self.variance)

    @property
    def standard_deviation_of_return_on_total_wager(self) -> str:
        """The root of that variance, per round: after n rounds divide by the root of n."""
        return square_root(self.variance_of_return_on_total_wager)


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one row of the outcome table adds to the game's figures."""

    outcome: Outcome
    frequency: Fraction
    """Its deals among all."""
    to_return: Fraction
    """Frequency x net, in antes; all rows add up to the expected net win."""
    to_variance: Fraction
    """Frequency x (net - expected net win)^2, in antes squared; all rows add up to the variance."""


def wager(rules: Rules, action: Action) -> Fraction:
    """Antes staked in a round whose last action is ``action``."""
    return rules.initial_stake + action.size * rules.play.stake


def contributions(outcomes: Sequence[Outcome]) -> tuple[Contribution, ...]:
    """Each row's part of the return and of the variance."""
    deals = sum(row.deals for row in outcomes)
    ev = sum((row.deals * row.net for row in outcomes), Fraction(0)) / deals
    shares = ((row, Fraction(row.deals, deals)) for row in outcomes)
    return tuple(Contribution(row, share, share * row.net, share * (row.net - ev) ** 2) for row, share in shares)


def figures(rules: Rules, outcomes: Sequence[Outcome], checks: Mapping[str, Fraction]) -> Figures:
    """The figures of a game whose deals end like ``outcomes``; ``checks`` are not in them and come from elsewhere.

    Raises ``InvariantError`` if the ways to end are not all deals together.
    """
    deals = sum(row.deals for row in outcomes)
    rows = [(row, wager(rules, row.action)) for row in outcomes]

    def mean(amounts: Iterable[tuple[int, Fraction]]) -> Fraction:
        return sum((count * amount for count, amount in amounts), Fraction(0)) / deals

    def share(holds: Callable[[Outcome], bool]) -> Fraction:
        return Fraction(sum(row.deals for row in outcomes if holds(row)), deals)

    ev = mean((row.deals, row.net) for row in outcomes)
    staked = mean((row.deals, stake) for row, stake in rows)
    variance = mean((row.deals, row.net**2) for row in outcomes) - ev**2
    covariance = mean((row.deals, row.net * stake) for row, stake in rows) - ev * staked
    wager_variance = mean((row.deals, stake**2) for row, stake in rows) - staked**2
    ratio = ev / staked
    acted = Counter[str]()
    for row in outcomes:
        acted[row.action.name] += row.deals
    found = Figures(
        ev_per_ante=ev,
        edge_per_ante=-ev,
        return_per_ante=1 + ev,
        return_on_initial_stake=1 + ev / rules.initial_stake,
        average_total_wager=staked,
        element_of_risk=-ratio,
        return_on_total_wager=1 + ratio,
        variance=variance,
        variance_of_return_on_total_wager=(variance - 2 * ratio * covariance + ratio**2 * wager_variance) / staked**2,
        frequencies={name: Fraction(acted[name], deals) for name in final_actions(rules)},
        checks=checks,
        results={
            "win": share(lambda row: row.result is Result.WIN),
            "tie": share(lambda row: row.result is Result.TIE),
            "lose": share(lambda row: row.result in (Result.LOSE, None)),
        },
        dealer_qualifies=share(lambda row: row.dealer_qualifies),
        hit_frequency=share(lambda row: row.net > 0),
    )
    for shares in (found.frequencies, found.results):
        require(sum(shares.values()) == 1, f"{rules.name}: {', '.join(shares)} are not all deals together", rules.name)
    require(all(0 <= share <= 1 for share in checks.values()), f"{rules.name}: checks are no part of all deals", rules.name)
    return found


def final_actions(rules: Rules) -> tuple[str, ...]:
    """Names of the actions that end the player's decisions: the bets of each street, largest first, then the fold."""
    actions = [action for street in rules.actions for action in sorted(street, key=lambda action: -action.size)]
    bets = [action.name for action in actions if action.kind is ActionKind.BET]
    folds = [action.name for action in actions if action.kind is ActionKind.FOLD]
    return tuple(dict.fromkeys(bets + folds))
