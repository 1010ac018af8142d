"""Recomputes what is claimed of a game and holds it against what is printed.

>>> from uth_exact.sheets import load_sheet
>>> [(check.claim.printed, check.holds) for check in verify([load_sheet("uth-nl")])]
[('99.47%', True), ('97.82%', True), ('96.50%', True)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from uth_exact.game import Progress, Solution, solve_all
from uth_exact.sheets import MAIN_BASES, Claim, Figure, Sheet


@dataclass(frozen=True, slots=True)
class Check:
    """One claim, held against the exact value."""

    rules: str
    """Name of the sheet, with ``+variant`` for a variant."""
    claim: Claim
    exact: Fraction
    """What is claimed, exactly: an amount in antes, or a part of what it is measured on. Of a standard deviation the square."""
    instead: tuple[str, ...] = ()
    """For a return or an edge of the main game that does not hold: on what else it would."""

    @property
    def is_root(self) -> bool:
        """Whether the figure is the root of ``exact``."""
        return self.claim.figure is Figure.STANDARD_DEVIATION

    @property
    def holds(self) -> bool:
        """Whether the exact figure may be printed as claimed."""
        return self.claim.allows_root(self.exact) if self.is_root else self.claim.allows(self.exact)


def with_variants(sheets: Iterable[Sheet]) -> tuple[Sheet, ...]:
    """Each sheet and then each of its variants that claims something, with nothing but the claims it adds to the sheet's."""
    found: list[Sheet] = []
    for sheet in sheets:
        added = [replace(each, claims=each.added) for each in sheet.alternatives]
        found += [sheet, *(each for each in added if each.claims)]
    return tuple(found)


def verify(sheets: Iterable[Sheet], *, progress: Progress | None = None) -> Iterator[Check]:
    """Every claim of these sheets, one after the other, against the exact figure; a sheet without claims costs nothing.

    ``progress`` is called after each piece of work, of which there are ``pieces_of`` the sheets that claim something.
    """
    for sheet, solution in solve_all([sheet for sheet in sheets if sheet.claims], progress=progress):
        yield from (_check(sheet, claim, solution) for claim in sheet.claims)


def _check(sheet: Sheet, claim: Claim, solution: Solution) -> Check:
    found = Check(sheet.name, claim, _exact(sheet, claim.figure, claim.on, solution))
    if found.holds or claim.on not in MAIN_BASES or claim.figure not in (Figure.RETURN, Figure.EDGE):
        return found
    others = (on for on in MAIN_BASES if claim.allows(_exact(sheet, claim.figure, on, solution)))
    return replace(found, instead=tuple(others))


def _exact(sheet: Sheet, figure: Figure, on: str, solution: Solution) -> Fraction:
    bets = {bet.name: bet for bet in sheet.side_bets}
    if on in bets:
        bet = solution.side_bet(bets[on])
        return {
            Figure.RETURN: bet.return_,
            Figure.EDGE: bet.edge,
            Figure.STANDARD_DEVIATION: bet.variance,
            Figure.FREQUENCY: bet.hit_frequency,
        }[figure]
    game = solution.figures
    match figure:
        case Figure.RETURN | Figure.EDGE:
            value = {
                "ante": game.return_per_ante,
                "initial stake": game.return_on_initial_stake,
                "total wager": game.return_on_total_wager,
            }[on]
            return value if figure is Figure.RETURN else 1 - value
        case Figure.STANDARD_DEVIATION:
            return game.variance
        case Figure.AVERAGE_TOTAL_WAGER:
            return game.average_total_wager
        case _:
            return game.frequencies[on]
