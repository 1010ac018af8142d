"""The game of a player who sees cards, as people and programs read it; and a part of its classes, which has no value to print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from uth_exact.knowledge import Sight
from uth_exact.known_game import Seen
from uth_exact.report import PLACES, csv_text, decimal, exact, grouped, number
from uth_exact.report_game import (
    MAIN,
    ON_TOTAL_WAGER,
    both,
    endings,
    figure_rows,
    figures_json,
    frequency_table,
    main_table,
    outcomes_csv,
    outcomes_json,
)
from uth_exact.sheets import Sheet
from uth_exact.terminal import Screen, table

SEEN_HEADER = ("rules", "sees", "about", "figure", "per", "exact", "decimal")
"""Columns of ``rtp --sees --csv``: one figure a row."""

ORDER = "in an order that takes them from all over"
"""How the classes of a part are chosen."""

_KNOWN = ("ev_per_ante", "edge_per_ante", "return_per_ante", "return_on_initial_stake")
"""What is known without details."""


@dataclass(frozen=True, slots=True)
class Run:
    """What was found, and how long it took this time."""

    seen: Seen
    classes: int
    """Classes computed this time; the others were in the checkpoint."""
    seconds: float
    """By the clock."""


Answer = tuple[Sheet, Run, Fraction | None]
"""A sheet, what was found, and the value of its game without knowledge, in antes per deal; ``None`` beside a part."""


# Figures


def _main(seen: Seen) -> dict[str, Fraction]:
    """The figures that need no details."""
    ev = seen.ev_per_ante
    return dict(zip(_KNOWN, (ev, -ev, 1 + ev, 1 + ev / seen.job.rules.initial_stake), strict=True))


def _times(run: Run, price: Fraction | None) -> dict[str, Fraction]:
    """Measured and projected times and costs of a part."""
    seen = run.seen
    each = Fraction(seen.nanoseconds, seen.classes)
    hours = each * seen.total_classes / (3600 * 10**9)
    times = {"milliseconds_per_class": each / 10**6, "projected_core_hours": hours}
    if run.classes:
        clock = Fraction(round(run.seconds * 10**9), 10**9)
        times["projected_hours_by_the_clock"] = clock * seen.total_classes / run.classes / 3600
    if price is not None:
        times["projected_cost"] = hours * price
    return times


# JSON


def seen_json(sheet: Sheet, run: Run, without: Fraction | None, price: Fraction | None = None) -> dict[str, object]:
    """The entry of one sheet in ``rtp --sees --json``."""
    seen = run.seen
    document: dict[str, object] = {"rules": sheet.name, "sees": str(seen.job.sight), "complete": seen.complete}
    if without is None:
        document["part"] = {
            "classes": seen.classes,
            "first": seen.first,
            "of_classes": seen.total_classes,
            "combinations": seen.sums.combinations,
            "of_combinations": seen.total_combinations,
            "share_of_combinations": number(seen.share),
            "order": ORDER,
        }
        document["time"] = {name: _time(name, value) for name, value in _times(run, price).items()}
    else:
        document |= {"deals": seen.deals, "classes": seen.total_classes, "combinations": seen.total_combinations}
        few = {"main": {name: number(value) for name, value in _main(seen).items()}}
        document |= figures_json(seen.figures) if seen.job.details else few
        document["preflop"] = {name: number(share) for name, share in seen.preflop.items()}
        document["without"] = {"ev_per_ante": number(without)}
        document["gain"] = {"ev_per_ante": number(seen.ev_per_ante - without)}
        if seen.job.details:
            document["outcomes"] = outcomes_json(seen)
    if sheet.warnings:
        document["warnings"] = list(sheet.warnings)
    return document


# CSV


def seen_csv(answers: Iterable[Answer], price: Fraction | None = None) -> str:
    """One figure a row under ``SEEN_HEADER``; with details, the outcome tables as ``rtp`` prints them."""
    found = list(answers)
    whole = [(sheet, run.seen) for sheet, run, without in found if without is not None and run.seen.job.details]
    if whole and len(whole) == len(found):
        return outcomes_csv(whole)
    rows: list[tuple[str, ...]] = [SEEN_HEADER]
    for sheet, run, without in found:
        figures = _part_rows(run, price) if without is None else _whole_rows(run.seen, without)
        rows += ((sheet.name, str(run.seen.job.sight), about, name, per, *both(value)) for about, name, per, value in figures)
    return csv_text(rows)


_Row = tuple[str, str, str, Fraction | str]


def _whole_rows(seen: Seen, without: Fraction) -> Iterator[_Row]:
    if seen.job.details:
        yield from figure_rows(seen.figures)
    else:
        yield from (("main", name, MAIN[name], value) for name, value in _main(seen).items())
    yield from (("preflop", name, "combination", share) for name, share in seen.preflop.items())
    yield "without", "ev_per_ante", MAIN["ev_per_ante"], without
    yield "gain", "ev_per_ante", MAIN["ev_per_ante"], seen.ev_per_ante - without
    counts = {"deals": seen.deals, "classes": seen.total_classes, "combinations": seen.total_combinations}
    yield from (("size", name, "game", Fraction(count)) for name, count in counts.items())


def _part_rows(run: Run, price: Fraction | None) -> Iterator[_Row]:
    seen = run.seen
    yield "part", "classes", "part", Fraction(seen.classes)
    yield "part", "of_classes", "game", Fraction(seen.total_classes)
    yield "part", "share_of_combinations", "combination", seen.share
    yield from (("time", name, _PER[name], _time(name, value)) for name, value in _times(run, price).items())


_PER = {
    "milliseconds_per_class": "class",
    "projected_core_hours": "game",
    "projected_hours_by_the_clock": "game",
    "projected_cost": "game",
}
_PLACES = {"milliseconds_per_class": 3, "projected_core_hours": 3, "projected_hours_by_the_clock": 3, "projected_cost": 2}
"""At least so many decimals."""


def _time(name: str, value: Fraction) -> str:
    """A time or cost with at least three digits that say something, however small it is."""
    places = _PLACES[name]
    while 0 < value * 10**places < 100:
        places += 1
    return decimal(value, places)


# Text


def sight_words(sight: Sight) -> str:
    """What is seen, in words.

    >>> sight_words(Sight.of("dealer:1+last:1")), sight_words(Sight.of("neighbours:2"))
    ('one card of the dealer and the turn or the river', 'the four cards of two other players')
    """
    words: dict[str, tuple[str, ...]] = {
        "dealer": ("one card of the dealer", "both cards of the dealer"),
        "flop": ("one card of the flop", "two cards of the flop"),
        "last": ("the turn or the river",),
        "neighbours": ("the two cards of another player", "the four cards of two other players"),
    }
    counts = {name: getattr(sight, name) for name in words}
    parts = [words[name][count - 1] for name, count in counts.items() if count]
    joint = " and " if len(parts) > 1 else ""
    return f"{', '.join(parts[:-1])}{joint}{parts[-1]}"


def seen_text(sheet: Sheet, run: Run, without: Fraction | None, screen: Screen, price: Fraction | None = None) -> str:
    """What ``rtp --sees`` prints for one sheet."""
    seen = run.seen
    what = "Whole game" if seen.complete else "Part of a game"
    named = f"rules {sheet.name}" + (f" ({sheet.title})" if sheet.title not in ("", sheet.name) else "")
    lines = [*map(screen.strong, screen.wrap(f"{what}, {named}")), ""]
    lines += screen.wrap(f"In every round the player sees {sight_words(seen.job.sight)} before the first decision, and plays best.")
    lines += ["", *(_part_text(run, screen, price) if without is None else _whole_text(seen, without, screen))]
    return "\n".join(lines) + "\n"


def _percent(value: Fraction) -> str:
    return decimal(100 * value, 6) + "%"


def _whole_text(seen: Seen, without: Fraction, screen: Screen) -> list[str]:
    ev, gain = seen.ev_per_ante, seen.ev_per_ante - without
    verdict = f"{'Player' if ev > 0 else 'House'} edge: {_percent(abs(ev))} of the ante; seeing is worth {_percent(gain)} of the ante"
    lines = [*map(screen.strong, screen.wrap(verdict)), ""]
    if seen.job.details:
        lines += main_table(seen.figures, screen)
    else:
        rows = [("value, antes per deal", decimal(ev, PLACES), exact(ev))]
        names = ("edge per ante", "return per ante", "return on initial stake")
        rows += [(name, _percent(value), exact(value)) for name, value in zip(names, list(_main(seen).values())[1:], strict=True)]
        lines += table(("main game", "decimal", "exact"), rows, screen)
    rows = [(name, decimal(value, PLACES), exact(value)) for name, value in (("seeing", ev), ("not seeing", without), ("gain", gain))]
    lines += ["", *table(("value, antes per deal", "decimal", "exact"), rows, screen)]
    lines += ["", *_legend(seen, screen)]
    if len(seen.preflop) > 1:
        counts = [(name, int(share * seen.total_combinations), share) for name, share in seen.preflop.items()]
        shares = [(name, grouped(count), _percent(share)) for name, count, share in counts]
        shares.append(("all", grouped(seen.total_combinations), _percent(Fraction(1))))
        lines += ["", *table(("best play before the flop", "combinations", "of all"), shares, screen, total=True)]
    if not seen.job.details:
        return [*lines, "", *screen.wrap("Wagers, variance and how the rounds end: --details, which takes up to twice as long.")]
    figures = seen.figures
    lines += ["", *frequency_table("best play", seen, figures.frequencies, screen, total=True)]
    lines += ["", *frequency_table("showdown, folds being lost", seen, figures.results, screen, total=True)]
    return [*lines, "", *endings(seen, screen)]


def _legend(seen: Seen, screen: Screen) -> list[str]:
    rules = seen.job.rules
    forced = " and ".join(wager.name for wager in rules.forced)
    stake = rules.initial_stake
    total, classes, ways = grouped(seen.total), grouped(seen.total_classes), grouped(seen.total_combinations)
    each = grouped(seen.deals // seen.total_combinations)
    notes = {
        "value": f"{total} antes net / {grouped(seen.deals)} deals; under best play, without side bets",
        "deals": f"{ways} combinations of cards held and seen ({classes} up to suits), all equally likely, x {each} ways to deal the rest",
        "per ante": "expected net win or loss over one ante, whatever else is staked; a house edge below zero is the player's",
        "initial stake": f"{forced}: {exact(stake)} ante" + ("s" if stake != 1 else ""),
        "gain": "the value less that of the same game for a player who sees nothing",
    }
    if seen.job.details:
        notes["total wager"] = f"the initial stake and {rules.play.name}, if any; the element of risk is the edge on it"
        notes["on total wager"] = ON_TOTAL_WAGER
    notes["equal actions"] = "the one that stakes more is played"
    return [line for name, note in notes.items() for line in screen.wrap(note, name, 15)]


def _part_text(run: Run, screen: Screen, price: Fraction | None) -> list[str]:
    seen, times = run.seen, _times(run, price)
    more = f" and {grouped(seen.classes - seen.first)} more from the checkpoint" if seen.classes > seen.first else ""
    part = f"The first {grouped(seen.first)}{more} of {grouped(seen.total_classes)} classes of hands {ORDER}:"
    share = decimal(100 * seen.share, 6) + "%"
    combinations = f"{grouped(seen.sums.combinations)} of {grouped(seen.total_combinations)} combinations, {share} of all"
    lines = screen.wrap(f"{part} {combinations}. A part has no edge, so none is shown.")
    told = {
        "milliseconds_per_class": ("measured: processor time per class", "ms"),
        "projected_core_hours": ("projected: cost of the whole game", "core-hours"),
        "projected_hours_by_the_clock": ("projected: time for the whole game, here", "hours"),
        "projected_cost": ("projected: cost at the price given", "in its unit"),
    }
    rows = [(told[name][0], _time(name, value), told[name][1]) for name, value in times.items()]
    lines += ["", *table(("time", "", ""), rows, screen), ""]
    notes = {"core-hour": "one processor for one hour", "projected": "as if all classes took as long as those of the part"}
    if run.classes:
        notes["here"] = "with the threads or workers of this run, by the clock"
    if price is not None:
        notes["price"] = f"{grouped(price)} for a core-hour, as given"
    return lines + [line for name, note in notes.items() for line in screen.wrap(note, name, 11)]
