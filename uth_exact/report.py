"""Answers as people and programs read them: exact numbers with their decimals, JSON documents, and text for a screen.

Decimals are made here and nowhere else, from the exact number with integers only.

>>> decimal(Fraction(-239, 110), 9), exact(Fraction(-239, 110)), exact(Fraction(3))
('-2.172727273', '-239/110', '3')
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from math import comb, prod

from uth_exact.cards import format_cards
from uth_exact.decision import ActionValue, Analysis, Outcome
from uth_exact.errors import InvariantError
from uth_exact.rules import ActionKind, Result, Street, Whose
from uth_exact.terminal import Screen, align, draw, fits, table
from uth_exact.words import hand_words

PLACES = 9
"""Decimal places of a value in antes."""

WHOSE_HAND = {
    Whose.PLAYER: "your hand",
    Whose.DEALER: "the dealer's hand",
    Whose.WORSE: "the losing hand",
    Whose.BETTER: "the winning hand",
}
"""The hand that a side bet goes by, in words."""

def decimal(value: Fraction, places: int) -> str:
    """``value`` rounded correctly to ``places`` decimals; a half goes to the even digit, and zero has no sign.

    >>> decimal(Fraction(1, 8), 2), decimal(Fraction(3, 8), 2), decimal(Fraction(-1, 1000), 2)
    ('0.12', '0.38', '0.00')
    """
    units, rest = divmod(abs(value.numerator) * 10**places, value.denominator)
    if 2 * rest + units % 2 > value.denominator:
        units += 1
    digits = str(units).rjust(places + 1, "0")
    whole, part = digits[: len(digits) - places], digits[len(digits) - places :]
    return ("-" if value < 0 and units else "") + whole + ("." + part if places else "")


def exact(value: Fraction) -> str:
    """``value`` in lowest terms, as ``fractions.Fraction`` reads it."""
    return str(value)


def percent(part: int, whole: int, places: int) -> str:
    """``part`` as a percentage of ``whole``."""
    return decimal(Fraction(100 * part, whole), places) + "%"


def percent_of(share: Fraction, places: int) -> str:
    """``share``, a part of one, as a percentage."""
    return decimal(100 * share, places) + "%"


def grouped(value: Fraction | int) -> str:
    """An exact amount with its thousands set apart: a decimal where that is exact, else a fraction.

    >>> grouped(1070190), grouped(Fraction(-4303, 2)), grouped(Fraction(4000, 3))
    ('1,070,190', '-2,151.5', '4,000/3')
    """
    value = Fraction(value)
    for places in range(4):
        if (value * 10**places).denominator == 1:
            whole, point, part = decimal(abs(value), places).partition(".")
            return ("-" if value < 0 else "") + f"{int(whole):,}" + point + part
    return f"{value.numerator:,}/{value.denominator:,}"


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Rows, the header being the first, as comma-separated values."""
    import csv
    import io

    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


# JSON


def number(value: Fraction) -> dict[str, str]:
    """An exact number and its decimal."""
    return {"exact": exact(value), "decimal": decimal(value, PLACES)}


def outcome_row(outcome: Outcome) -> dict[str, object]:
    """Deals that end alike; after a fold there is no showdown and the result is ``fold``."""
    return {
        "action": outcome.action.name,
        "result": "fold" if outcome.result is None else outcome.result.key,
        "dealer_qualifies": outcome.dealer_qualifies,
        "category": outcome.category.key,
        "net": number(outcome.net),
        "deals": outcome.deals,
    }


def hand_json(analysis: Analysis, details: bool = False, without: Analysis | None = None) -> dict[str, object]:
    """The document of ``hand --json``; ``without`` is the same hand for a player who does not see the seen cards."""
    if details:
        _check_sums(analysis)
    actions: list[dict[str, object]] = []
    for value in analysis.actions:
        row: dict[str, object] = {"action": value.action.name, "ev": number(value.ev), "cost": number(value.cost)}
        if details:
            row["outcomes"] = [outcome_row(outcome) for outcome in value.outcomes]
        actions.append(row)
    places = {"dealer": analysis.dealer, "flop_seen": analysis.flop_seen, "last_seen": analysis.last_seen}
    seen = {place: format_cards(cards) for place, cards in places.items()} if analysis.seen else {}
    document: dict[str, object] = {
        "rules": analysis.rules.name,
        "street": analysis.street.key,
        "hole": format_cards(analysis.hole),
        "board": format_cards(analysis.board),
        "dead": format_cards(analysis.dead),
        **seen,
        "best": analysis.best.action.name,
        "deals": analysis.deals,
        "actions": actions,
    }
    if details and _has_outs(analysis):
        from uth_exact.report_outs import outs_json

        document["dealer_outs"] = outs_json(analysis)
    if analysis.hindsight:
        document["hindsight"] = True
    if analysis.ties:
        document["ties"] = [value.action.name for value in analysis.ties]
    if without:
        document["without"] = {"ev": number(without.best.ev), "best": without.best.action.name}
        document["worth"] = number(analysis.best.ev - without.best.ev)
    return document


# Text


def hand_text(analysis: Analysis, screen: Screen, details: bool = False, title: str = "", without: Analysis | None = None) -> str:
    """What ``hand`` prints: the cards, the best action, what each action is worth and what that number means.

    ``title`` is that of the rule sheet, shown beside its name; ``without`` is the same hand for a player who does not see
    the seen cards.
    """
    if details:
        _check_sums(analysis)
    plain = Screen(screen.width, symbols=screen.symbols)
    unseen = (None,) * (5 - len(analysis.board))
    rules = f"rules {analysis.rules.name}" + (f" ({title})" if title not in ("", analysis.rules.name) else "")
    lines = [*map(screen.strong, screen.wrap(f"{analysis.street.key.capitalize()}, {rules}")), ""]
    lines += draw({"your hand": analysis.hole, "board": analysis.board + unseen}, screen)
    lines += screen.wrap(hand_words(analysis.hole, analysis.board), "you have", 10)
    if analysis.dead:
        lines += screen.wrap(" ".join(map(plain.card, analysis.dead)), "dead", 10)
    if analysis.seen:
        lines += screen.wrap(_seen(analysis, plain), "you see", 10)
    lines += ["", *map(screen.strong, screen.wrap(_verdict(analysis))), ""]
    lines += _values(analysis, screen)
    if without:
        lines += ["", *_worth(analysis, without, screen)]
    lines += ["", *_legend(analysis, screen)]
    lines += _showdown(analysis, screen)
    if _has_outs(analysis):
        from uth_exact.report_outs import outs_text

        lines += ["", *outs_text(analysis, screen)]
    if details:
        lines += ["", *screen.wrap("Below, deals and net antes add up exactly; each percentage is rounded by itself.")]
        for value in analysis.actions:
            lines += ["", *_endings(value, analysis, screen)]
    return "\n".join(lines) + "\n"


def _has_outs(analysis: Analysis) -> bool:
    """Whether the dealer's outs are listed: on the river, as long as the dealer's cards are not seen."""
    return analysis.street is Street.RIVER and not analysis.dealer


def _undecided(analysis: Analysis) -> bool:
    """Whether there is nothing to do here but to see the next cards, which no player would call a check."""
    return [value.action.kind for value in analysis.actions] == [ActionKind.CHECK]


def _label(analysis: Analysis, value: ActionValue) -> str:
    return "no decision" if _undecided(analysis) else value.action.name


def _verdict(analysis: Analysis) -> str:
    if _undecided(analysis):
        place = {Street.PREFLOP: "before the flop", Street.FLOP: "on the flop", Street.RIVER: "on the river"}[analysis.street]
        return f"No decision {place}: below is the value under best play from here on"
    best = " or ".join(value.action.name for value in (analysis.best, *analysis.ties))
    if analysis.hindsight:
        return f"Decided before these cards; in hindsight best: {best}"
    if len(analysis.actions) == 1:
        return f"Best: {best}, the only action here"
    return f"Best: {best}" + (", exactly equal" if analysis.ties else "")


def _seen(analysis: Analysis, screen: Screen) -> str:
    """The cards seen before their time, each with its place."""
    places = {"held by the dealer": analysis.dealer, "to come on the flop": analysis.flop_seen}
    places["to come as turn or river"] = analysis.last_seen
    return ", ".join(f"{' '.join(map(screen.card, cards))} {place}" for place, cards in places.items() if cards)


def _worth(analysis: Analysis, without: Analysis, screen: Screen) -> list[str]:
    """Best play by who sees the cards, by who does not, and the difference."""
    names = {"seeing them": analysis, "not seeing them": without}
    rows = [(name, _label(one, one.best), decimal(one.best.ev, PLACES), exact(one.best.ev)) for name, one in names.items()]
    gain = analysis.best.ev - without.best.ev
    rows.append(("difference", "", decimal(gain, PLACES), exact(gain)))
    lines = table(("the cards you see", "best", "value", "exact value"), rows, screen)
    note = "The difference is what these very cards, known, are worth here, in antes per deal: below zero if they are bad news."
    return [*lines, *screen.wrap(note)]


def _values(analysis: Analysis, screen: Screen) -> list[str]:
    """The actions with their values: exact beside decimal where the screen is wide enough, else below."""
    if _undecided(analysis):
        (value,) = analysis.actions
        return table(("", "value", "exact value"), [(_label(analysis, value), decimal(value.ev, PLACES), exact(value.ev))], screen)
    rows = [(value.action.name, decimal(value.ev, PLACES), exact(value.ev), _cost(value), exact(value.cost)) for value in analysis.actions]
    header = ("action", "value", "exact value", "costs", "exact cost")
    if fits(align(header, rows), screen):
        return table(header, rows, screen, strong=0)
    lines = table(("action", "value", "costs"), [(row[0], row[1], row[3]) for row in rows], screen, strong=0)
    return [*lines, "", *table(("exactly", "value", "costs"), [(row[0], row[2], row[4]) for row in rows], screen)]


def _cost(value: ActionValue) -> str:
    if not value.cost:
        return "best"
    text = decimal(value.cost, PLACES)
    return text if text.strip("0.") else f"<{decimal(Fraction(1, 10**PLACES), PLACES)}"


def _legend(analysis: Analysis, screen: Screen) -> list[str]:
    forced = " and ".join(wager.name for wager in analysis.rules.forced)
    value = f"net antes per deal with {forced}, without side bets; a fold is {exact(-analysis.rules.initial_stake)}"
    notes = {"value": value, "costs": "antes per deal lost against the best action", "deals": _completions(analysis)}
    if _undecided(analysis):
        del notes["costs"]
    elif any(action.action.kind is ActionKind.CHECK for action in analysis.actions):
        notes["value"] += ", a check goes on with best play"
    return [line for name, note in notes.items() for line in screen.wrap(note, name, 7)]


def _completions(analysis: Analysis) -> str:
    """How many deals stand behind each value, as a product that can be checked by hand."""
    unseen = 52 - len(analysis.hole) - len(analysis.board) - len(analysis.dead) - len(analysis.seen)
    steps: list[tuple[int, str]] = []
    for street, cards, one, several in (
        (Street.PREFLOP, 3 - len(analysis.flop_seen), "flop", "flops"),
        (Street.FLOP, 2 - len(analysis.last_seen), "turn and river", "turns and rivers"),
        (Street.RIVER, 2 - len(analysis.dealer), "dealer hand", "dealer hands"),
    ):
        if analysis.street <= street:
            ways = comb(unseen, cards)
            steps.append((ways, one if ways == 1 else several))
            unseen -= cards
    total = grouped(analysis.deals)
    if prod(ways for ways, _ in steps) != analysis.deals:
        return total
    if len(steps) == 1:
        return f"{total}, all hands that the dealer can hold" if analysis.deals > 1 else "1, the only hand that the dealer can hold"
    return f"{total} = " + " x ".join(f"{grouped(ways)} {name}" for ways, name in steps)


def _showdown(analysis: Analysis, screen: Screen) -> list[str]:
    """Who wins if the player stays in to the showdown: the same for a bet of any size."""
    bets = [value for value in analysis.actions if value.action.kind is ActionKind.BET and value.outcomes]
    if not bets:
        return []
    rows = []
    for result in (Result.WIN, Result.TIE, Result.LOSE):
        deals = sum(outcome.deals for outcome in bets[0].outcomes if outcome.result is result)
        rows.append((result.key, grouped(deals), percent(deals, analysis.deals, 2)))
    return ["", *table(("if you stay in to the showdown", "deals", "of all deals"), rows, screen)]


def _check_sums(analysis: Analysis) -> None:
    """Raise ``InvariantError`` unless the outcomes of every action add up to its deals and to its value."""
    for value in analysis.actions:
        deals = sum(outcome.deals for outcome in value.outcomes)
        net = sum((outcome.deals * outcome.net for outcome in value.outcomes), Fraction(0))
        if deals != analysis.deals or net != value.ev * deals:
            name, expected = value.action.name, value.ev * analysis.deals
            message = f"{name}: its outcomes are {deals} deals worth {net} antes, not {analysis.deals} worth {expected}"
            raise InvariantError("broken_sums", message, name)


def _endings(value: ActionValue, analysis: Analysis, screen: Screen) -> list[str]:
    """How all deals end after an action: by the last action, by result and by hand, each column adding up."""
    deals = analysis.deals
    how = f"how its {grouped(deals)} deals end" if deals > 1 else "how its 1 deal ends"
    lines = [screen.strong(line) for line in screen.wrap(f"{_label(analysis, value)}: {how}")]
    splits = {"by last action": _by_action, "by result": _by_result, "by your final hand": _by_hand}
    if value.action.kind is not ActionKind.CHECK:
        del splits["by last action"]
    if value.action.kind is ActionKind.FOLD:
        del splits["by your final hand"]
    for title, key in splits.items():
        lines += ["", *_split(title, value.outcomes, key, screen)]
    lines.append("")
    return lines + screen.wrap(f"value = {grouped(value.ev * deals)} / {grouped(deals)} = {exact(value.ev)}")


_Key = tuple[Fraction | int, str]
"""A row of a split: its place, highest first, and its name."""


def _by_action(outcome: Outcome) -> _Key:
    return outcome.action.size, outcome.action.name


def _by_result(outcome: Outcome) -> _Key:
    if outcome.result is None:
        return -1, "folded"
    qualifies = "qualifies" if outcome.dealer_qualifies else "does not qualify"
    return 2 * outcome.result + outcome.dealer_qualifies, f"{outcome.result.key}, dealer {qualifies}"


def _by_hand(outcome: Outcome) -> _Key:
    if outcome.result is None:
        return -1, "folded"
    return outcome.category, outcome.category.label


def _split(title: str, outcomes: Iterable[Outcome], key: Callable[[Outcome], _Key], screen: Screen) -> list[str]:
    """The outcomes added up by ``key``, with the sum of all below."""
    deals: Counter[_Key] = Counter()
    net: defaultdict[_Key, Fraction] = defaultdict(Fraction)
    for outcome in outcomes:
        deals[key(outcome)] += outcome.deals
        net[key(outcome)] += outcome.deals * outcome.net
    total = deals.total()
    rows = [(row[1], grouped(deals[row]), percent(deals[row], total, 4), grouped(net[row])) for row in sorted(deals, reverse=True)]
    rows.append(("all", grouped(total), percent(total, total, 4), grouped(sum(net.values(), Fraction(0)))))
    return table((title, "deals", "of all deals", "net antes"), rows, screen, total=True)
