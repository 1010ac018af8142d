"""The whole game as people and programs read it: JSON, CSV, and text for a screen. Every figure says what it is measured on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Protocol

from uth_exact.figures import Contribution, Figures
from uth_exact.game import Solution
from uth_exact.report import PLACES, WHOSE_HAND, csv_text, decimal, exact, grouped, number, outcome_row, percent, percent_of
from uth_exact.sheets import Sheet
from uth_exact.sidebets import SideBetFigures
from uth_exact.terminal import Screen, table

FIGURES_HEADER = ("rules", "about", "figure", "per", "exact", "decimal")
"""Columns of ``rtp --csv``: one figure a row. ``per`` is what the figure is measured on."""

OUTCOMES_HEADER = (
    *("rules", "action", "result", "dealer_qualifies", "category", "net", "deals"),
    *("frequency", "to_return", "to_variance"),
)
"""Columns of ``rtp --csv --details``: one row of the outcome table a row. The amounts are exact, in antes."""

MAIN = {
    "ev_per_ante": "deal, in antes",
    "edge_per_ante": "ante",
    "return_per_ante": "ante",
    "return_on_initial_stake": "initial stake",
    "average_total_wager": "deal, in antes",
    "element_of_risk": "total wager",
    "return_on_total_wager": "total wager",
    "variance": "deal, in antes squared",
}
ROOTS = {
    "standard_deviation": "deal, in antes",
    "standard_deviation_of_return_on_total_wager": "deal, as a share of the total wager",
}
ON_TOTAL_WAGER = (
    "net win over total wager in a long series of deals: the root of the variance of net - r x wager, r being mean net over mean wager, "
    "divided by the mean wager; over n deals divide by the root of n"
)
_SIDE_BET = {"edge": "edge", "return": "return_", "hit_frequency": "hit_frequency", "variance": "variance"}


class Ended(Protocol):
    """A game that is known down to how all its deals end, whatever the player knows."""

    @property
    def deals(self) -> int: ...
    @property
    def total(self) -> Fraction: ...
    @property
    def ev_per_ante(self) -> Fraction: ...
    @property
    def figures(self) -> Figures: ...
    @property
    def contributions(self) -> Sequence[Contribution]: ...


# JSON


def game_json(sheet: Sheet, solution: Solution, details: bool = False) -> dict[str, object]:
    """The entry of one sheet in ``rtp --json``."""
    figures, side_bets = solution.figures, _side_bets(sheet, solution)
    document: dict[str, object] = {
        "rules": sheet.name,
        "deals": solution.deals,
        **figures_json(figures),
        "side_bets": [{"name": bet.bet.name} | _side_bet_numbers(bet, details) for bet in side_bets],
    }
    if favours := _favours(solution, side_bets):
        document["favours_player"] = favours
    if sheet.warnings:
        document["warnings"] = list(sheet.warnings)
    if details:
        document["outcomes"] = outcomes_json(solution)
    return document


def figures_json(figures: Figures) -> dict[str, object]:
    """All figures of a game but its side bets."""
    return {
        "main": {name: number(getattr(figures, name)) for name in MAIN} | {name: getattr(figures, name) for name in ROOTS},
        "frequencies": _numbers(figures.frequencies),
        "checks": _numbers(figures.checks),
        "results": _numbers(figures.results),
        "dealer_qualifies": number(figures.dealer_qualifies),
        "hit_frequency": number(figures.hit_frequency),
    }


def outcomes_json(solution: Ended) -> list[dict[str, object]]:
    """The outcome table, and what each row adds."""
    return [
        outcome_row(row.outcome)
        | {"frequency": number(row.frequency), "to_return": number(row.to_return), "to_variance": number(row.to_variance)}
        for row in solution.contributions
    ]


def _side_bets(sheet: Sheet, solution: Solution) -> list[SideBetFigures]:
    return [solution.side_bet(bet) for bet in sheet.side_bets]


def _favours(solution: Solution, side_bets: Iterable[SideBetFigures]) -> list[str]:
    """What a player wins money on in the long run, which no casino means to offer: ``main`` and names of side bets."""
    return ["main"] * (solution.ev_per_ante > 0) + [bet.bet.name for bet in side_bets if bet.edge < 0]


def _numbers(values: Mapping[str, Fraction]) -> dict[str, object]:
    return {name: number(value) for name, value in values.items()}


def _side_bet_numbers(bet: SideBetFigures, details: bool) -> dict[str, object]:
    numbers: dict[str, object] = {
        "edge": number(bet.edge),
        "return": number(bet.return_),
        "hit_frequency": number(bet.hit_frequency),
        "variance": number(bet.variance),
        "standard_deviation": bet.standard_deviation,
        "hits": bet.hits,
        "hands": bet.hands,
        "hands_are": hands_are(bet),
    }
    if details:
        numbers["outcomes"] = [
            {
                "category": row.category.key,
                "at_least": row.at_least,
                "result": "any" if row.result is None else row.result.key,
                "net": number(row.net),
                "hands": row.hands,
            }
            for row in bet.rows
        ]
    return numbers


def hands_are(bet: SideBetFigures) -> str:
    """What a side bet's hands are."""
    return "showdowns" if bet.of_showdowns else f"hands of {bet.bet.cards} cards"


# CSV


def figures_csv(answers: Iterable[tuple[Sheet, Solution]]) -> str:
    """All figures of each game, one a row, under ``FIGURES_HEADER``; a root has a decimal only."""
    rows: list[tuple[str, ...]] = [FIGURES_HEADER]
    for sheet, solution in answers:
        figures = solution.figures
        found: list[tuple[str, str, str, Fraction | str]] = []
        found += figure_rows(figures)
        for bet in _side_bets(sheet, solution):
            values: dict[str, Fraction] = {name: getattr(bet, attribute) for name, attribute in _SIDE_BET.items()}
            found += ((f"side bet {bet.bet.name}", name, _per_stake(name), value) for name, value in values.items())
            found.append((f"side bet {bet.bet.name}", "standard_deviation", "its stake", bet.standard_deviation))
            found += ((f"side bet {bet.bet.name}", name, hands_are(bet), Fraction(getattr(bet, name))) for name in ("hits", "hands"))
        rows += ((sheet.name, about, name, per, *both(value)) for about, name, per, value in found)
    return csv_text(rows)


def figure_rows(figures: Figures) -> Iterator[tuple[str, str, str, Fraction | str]]:
    """All figures of a game but its side bets: what each is about, its name, what it is measured on, and its value."""
    yield from (("main", name, per, getattr(figures, name)) for name, per in (MAIN | ROOTS).items())
    yield from (("frequencies", name, "deal", value) for name, value in figures.frequencies.items())
    yield from (("checks", name, "deal", value) for name, value in figures.checks.items())
    yield from (("results", name, "deal", value) for name, value in figures.results.items())
    yield from (("deals", name, "deal", getattr(figures, name)) for name in ("dealer_qualifies", "hit_frequency"))


def both(value: Fraction | str) -> tuple[str, str]:
    """A figure exactly and as a decimal; a root has a decimal only."""
    return ("", value) if isinstance(value, str) else (exact(value), decimal(value, PLACES))


def _per_stake(name: str) -> str:
    return {"hit_frequency": "hand", "variance": "its stake squared"}.get(name, "its stake")


def outcomes_csv(answers: Iterable[tuple[Sheet, Ended]]) -> str:
    """The outcome table of each game under ``OUTCOMES_HEADER``."""
    rows: list[tuple[object, ...]] = [OUTCOMES_HEADER]
    for sheet, solution in answers:
        for row in solution.contributions:
            outcome = outcome_row(row.outcome)
            outcome["dealer_qualifies"] = "yes" if row.outcome.dealer_qualifies else "no"
            outcome["net"] = exact(row.outcome.net)
            parts = map(exact, (row.frequency, row.to_return, row.to_variance))
            rows.append((sheet.name, *outcome.values(), *parts))
    return csv_text(rows)


# Text


def game_text(sheet: Sheet, solution: Solution, screen: Screen, details: bool = False) -> str:
    """What ``rtp`` prints for one sheet: every figure with what it is measured on, exact where there is room."""
    figures, side_bets = solution.figures, _side_bets(sheet, solution)
    named = f"rules {sheet.name}" + (f" ({sheet.title})" if sheet.title not in ("", sheet.name) else "")
    lines = [*map(screen.strong, screen.wrap(f"Whole game, {named}")), ""]
    edges = f"{_percent(figures.edge_per_ante)} of the ante, {_percent(figures.element_of_risk)} of the total wager"
    lines += [*map(screen.strong, screen.wrap(f"House edge: {edges}")), ""]
    if favours := _favours(solution, side_bets):
        named = " and ".join("the game" if name == "main" else f"the side bet {name}" for name in favours)
        lines += [*map(screen.strong, screen.wrap(f"NOTE: {named} favour{'s' * (len(favours) == 1)} the player; is the sheet right?")), ""]
    lines += main_table(figures, screen)
    lines += ["", *_legend(solution, screen)]
    lines += ["", *frequency_table("best play", solution, figures.frequencies, screen, total=True)]
    lines += ["", *frequency_table("showdown, folds being lost", solution, figures.results, screen, total=True)]
    checks = {f"check {'before the flop' if street == 'preflop' else 'on the flop'}": share for street, share in figures.checks.items()}
    besides = {"you win money": figures.hit_frequency, "the dealer qualifies": figures.dealer_qualifies}
    lines += ["", *frequency_table("and besides", solution, besides | checks, screen)]
    for bet in side_bets:
        lines += ["", *_side_bet(bet, screen)]
        if details:
            lines += ["", *_side_bet_rows(bet, screen)]
    if details:
        lines += ["", *endings(solution, screen)]
    return "\n".join(lines) + "\n"


def _percent(value: Fraction) -> str:
    return percent_of(value, 6)


def main_table(figures: Figures, screen: Screen) -> list[str]:
    rows = [
        ("value, antes per deal", decimal(figures.ev_per_ante, PLACES), exact(figures.ev_per_ante)),
        ("edge per ante", _percent(figures.edge_per_ante), exact(figures.edge_per_ante)),
        ("return per ante", _percent(figures.return_per_ante), exact(figures.return_per_ante)),
        ("return on initial stake", _percent(figures.return_on_initial_stake), exact(figures.return_on_initial_stake)),
        ("return on total wager", _percent(figures.return_on_total_wager), exact(figures.return_on_total_wager)),
        ("element of risk", _percent(figures.element_of_risk), exact(figures.element_of_risk)),
        ("average total wager, antes", decimal(figures.average_total_wager, PLACES), exact(figures.average_total_wager)),
        ("variance, antes squared", decimal(figures.variance, PLACES), ""),
        ("standard deviation, antes", figures.standard_deviation, ""),
        ("standard deviation, on total wager", figures.standard_deviation_of_return_on_total_wager, ""),
    ]
    return table(("main game", "decimal", "exact"), rows, screen)


def _legend(solution: Solution, screen: Screen) -> list[str]:
    rules = solution.rules
    forced = " and ".join(wager.name for wager in rules.forced)
    stake = rules.initial_stake
    antes = f"{exact(stake)} ante" + ("s" if stake != 1 else "")
    total = grouped(solution.total)
    notes = {
        "value": f"{total} antes net / {grouped(solution.deals)} deals; under best play, without side bets",
        "per ante": "expected net win or loss over one ante, whatever else is staked",
        "initial stake": f"{forced}: {antes}",
        "total wager": f"the initial stake and {rules.play.name}, if any; the element of risk is the edge on it",
        "on total wager": ON_TOTAL_WAGER,
        "equal actions": "the one that stakes more is played",
    }
    return [line for name, note in notes.items() for line in screen.wrap(note, name, 15)]


def frequency_table(title: str, solution: Ended, shares: Mapping[str, Fraction], screen: Screen, *, total: bool = False) -> list[str]:
    deals = {name: int(share * solution.deals) for name, share in shares.items()}
    if total:
        deals["all"] = sum(deals.values())
    rows = [(name, grouped(count), percent(count, solution.deals, 6)) for name, count in deals.items()]
    return table((title, "deals", "of all deals"), rows, screen, total=total)


def _side_bet(bet: SideBetFigures, screen: Screen) -> list[str]:
    hand = "showdown" if bet.of_showdowns else f"hand of {bet.bet.cards} cards"
    rows = [
        ("edge, of its stake", _percent(bet.edge), exact(bet.edge)),
        ("return, of its stake", _percent(bet.return_), exact(bet.return_)),
        (f"hits per {hand}", _percent(bet.hit_frequency), f"{grouped(bet.hits)} / {grouped(bet.hands)}"),
        ("variance, stakes squared", decimal(bet.variance, PLACES), ""),
        ("standard deviation, stakes", bet.standard_deviation, ""),
    ]
    return table((f"side bet {bet.bet.name}", "decimal", "exact"), rows, screen)


def _side_bet_rows(bet: SideBetFigures, screen: Screen) -> list[str]:
    """How all hands are settled; a result where the bet asks who wins."""
    rows = []
    for row in bet.rows:
        weaker = "" if row.at_least or row.category != bet.bet.at_least.category else ", too weak"
        result = "" if row.result is None else f", player {['loses', 'wins', 'ties'][(0, 2, 1)[row.result]]}"
        part = Fraction(row.hands, bet.hands)
        cells = grouped(row.net), grouped(row.hands), decimal(part * row.net, PLACES)
        rows.append((f"{row.category.label}{weaker}{result}", *cells))
    rows.append((f"all {hands_are(bet)}", "", grouped(bet.hands), decimal(-bet.edge, PLACES)))
    return table((f"{bet.bet.name}, by {WHOSE_HAND[bet.bet.whose]}", "net", "number", "to return"), rows, screen, total=True)


def endings(solution: Ended, screen: Screen) -> list[str]:
    """The outcome table, in parts with the same action, result and qualification, each with its sum."""
    said = "how all deals end; deals add up exactly, what they add to return (antes) and variance (antes squared) is rounded in each row"
    lines = screen.wrap(f"Below, {said}.")
    for title, rows in groupby(sorted(solution.contributions, key=_order(solution)), key=_part):
        part = list(rows)
        cells = [_cells(row.outcome.category.label, grouped(row.outcome.net), (row,)) for row in part]
        lines += ["", *_part_table(title, [*cells, _cells("all of these", "", part)], screen)]
    every = solution.contributions
    lines += ["", *_part_table("all deals", [_cells(f"{len(every)} rows", "", every)], screen, total=False)]
    lines.append("")
    value = solution.ev_per_ante
    return lines + screen.wrap(f"value = {grouped(solution.total)} / {grouped(solution.deals)} = {exact(value)}")


def _part_table(title: str, rows: list[tuple[str, ...]], screen: Screen, total: bool = True) -> list[str]:
    heading = [screen.strong(line) for line in screen.wrap(title)]
    return [*heading, *table(("final hand", "net", "deals", "to return", "to variance"), rows, screen, total=total)]


def _cells(name: str, net: str, rows: Iterable[Contribution]) -> tuple[str, ...]:
    part = list(rows)
    deals = sum(row.outcome.deals for row in part)
    to_return = sum((row.to_return for row in part), Fraction(0))
    to_variance = sum((row.to_variance for row in part), Fraction(0))
    return name, net, grouped(deals), decimal(to_return, PLACES), decimal(to_variance, PLACES)


def _part(row: Contribution) -> str:
    outcome = row.outcome
    result = "" if outcome.result is None else f", {outcome.result.key}"
    return f"{outcome.action.name}{result}, dealer {'qualifies' if outcome.dealer_qualifies else 'does not qualify'}"


class _order:
    """Sorts the outcome table: actions as they are listed, then from the best result to the worst and the highest hand down."""

    def __init__(self, solution: Ended) -> None:
        self._place = {name: place for place, name in enumerate(solution.figures.frequencies)}

    def __call__(self, row: Contribution) -> tuple[int, int, bool, int]:
        outcome = row.outcome
        result = -1 if outcome.result is None else outcome.result
        return self._place[outcome.action.name], -result, not outcome.dealer_qualifies, -outcome.category
