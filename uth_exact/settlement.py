"""Rules -> the integer payoff matrices that the core multiplies counts with, and the proof that the sums fit.

The unit is an ante divided by ``scale``, the least common multiple of all payout denominators, so that every payoff
is an integer.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm

from uth_exact.errors import RulesError
from uth_exact.odds import shown
from uth_exact.rules import Action, ActionKind, Category, Result, Rules, Street

MAX_PAYOFF = 131_072
"""Largest size of a payoff in settlement units: times 27,813,810,024,000 deals it stays below 2**62."""

MAX_BETS = 4
"""Different bet sizes that one street may have."""

ALL_DEALS = 27_813_810_024_000
"""All deals of the game: C(52,2) C(50,3) C(47,2) C(45,2)."""

assert MAX_PAYOFF * ALL_DEALS < 2**62

Payoffs = tuple[tuple[int, ...], ...]
"""``[category][2 * result + qualifies]``, net of the round in settlement units."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """Integer payoffs of every action that ends the player's decisions.

    ``bets[street]`` holds the bets of a street in order of size with their payoffs; ``fold`` is the net of a fold.
    """

    scale: int
    fold: int
    bets: tuple[tuple[tuple[Action, Payoffs], ...], ...]

    def antes(self, units: int, deals: int = 1) -> Fraction:
        """A sum of settlement units over ``deals`` deals as antes per deal."""
        return Fraction(units, self.scale * deals)


@lru_cache(maxsize=4096)
def net(rules: Rules, action: Action, result: Result, qualifies: bool, category: Category) -> Fraction:
    """Net win of the whole round in antes when ``action`` was the last decision and the cards fell so."""
    if action.kind is ActionKind.FOLD:
        return -rules.initial_stake
    total = sum((wager.pays(result, qualifies, category) for wager in rules.forced), Fraction(0))
    return total + action.size * rules.play.pays(result, qualifies, category)


@lru_cache(maxsize=64)
def compile_rules(rules: Rules) -> Settlement:
    """The settlement of ``rules``.

    Raises ``RulesError`` when a street has more bet sizes than the core holds, or when the largest payoff, in the
    units that make all payoffs integers, could overflow a sum over all deals.
    """
    falls = [(result, qualifies) for result in Result for qualifies in (False, True)]
    exact: list[list[tuple[Action, list[list[Fraction]]]]] = []
    for street in Street:
        bets = sorted((a for a in rules.actions[street] if a.kind is ActionKind.BET), key=lambda a: a.size)
        if len(bets) > MAX_BETS:
            message = f"{rules.name}: {street.key}: at most {MAX_BETS} bet sizes, not {len(bets)}"
            raise RulesError("too_many_bets", message, street.key)
        exact.append([(bet, [[net(rules, bet, *fall, category) for fall in falls] for category in Category]) for bet in bets])
    values = [value for street_bets in exact for _, matrix in street_bets for row in matrix for value in row]
    values.append(-rules.initial_stake)
    scale = lcm(*(value.denominator for value in values))
    largest = max(map(abs, values))
    if largest * scale > MAX_PAYOFF:
        raise RulesError("overflow", f"{rules.name}: {_too_much(rules, scale, largest)}", rules.name)
    return Settlement(
        scale,
        int(-rules.initial_stake * scale),
        tuple(
            tuple((bet, tuple(tuple(int(value * scale) for value in row) for row in matrix)) for bet, matrix in street_bets)
            for street_bets in exact
        ),
    )


def _too_much(rules: Rules, scale: int, largest: Fraction) -> str:
    """Why payoffs exceed the limit, where, and what to do about it."""
    sizes = [action.size for actions in rules.actions for action in actions]
    pays = {
        f"{wager.name} ({category.label})": most * wager.pays(result, qualifies, category)
        for wager, most in (*((wager, Fraction(1)) for wager in rules.forced), (rules.play, max(sizes)))
        for category in Category
        for result in Result
        for qualifies in (False, True)
    }
    if scale > 1:
        finest = max(pays, key=lambda place: pays[place].denominator)
        units = f"the finest is {shown(pays[finest])} on {finest}, all together need units of 1/{shown(scale)} ante; "
        fix = "lower it or take rounder payouts and bets"
    else:
        units, fix = "", "lower it"
    greatest = max(pays, key=lambda place: abs(pays[place]))
    return (
        f"payouts too large to add up exactly: the largest payoff, {shown(largest)} antes, is {shown(int(largest * scale))} units "
        f"and the limit is {MAX_PAYOFF}; most of it is {shown(pays[greatest])} on {greatest}; {units}{fix}"
    )
