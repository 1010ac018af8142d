"""Rule sheets and the checks of their claims as people and programs read them: JSON, CSV, and text for a screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import islice

from uth_exact.figures import square_root
from uth_exact.report import PLACES, WHOSE_HAND, csv_text, decimal, exact
from uth_exact.rules import Category, PayTable, Result, Rules, SideBet, Street, Verdict, Wager
from uth_exact.sheets import Claim, Figure, Rounding, Sheet
from uth_exact.terminal import Screen, align, fits, table
from uth_exact.verify import Check

CHECKS_HEADER = ("rules", "claim", "figure", "on", "origin", "printed", "exact", "decimal", "low", "high", "holds")
"""Columns of ``verify --csv``: one claim a row."""

SHEETS_HEADER = ("rules", "title", "game", "dealer_qualifies_with", "claims", "checked")
"""Columns of ``tables --csv``: one sheet or variant a row."""

PAYOUTS_HEADER = ("rules", "table", "category", "net_per_unit")
"""Columns of ``tables SHEET --csv``: one row of a pay table a row; what a winning unit earns, -1 if it is lost."""


# Claims


def checks_json(checks: Iterable[Check]) -> list[dict[str, object]]:
    """The document of ``verify --json``."""
    return [_check_row(check) for check in checks]


def checks_csv(checks: Iterable[Check]) -> str:
    """All checks under ``CHECKS_HEADER``."""
    rows = ({**_check_row(check), "holds": "yes" if check.holds else "no"} for check in checks)
    return csv_text([CHECKS_HEADER, *([row[column] for column in CHECKS_HEADER] for row in rows)])


def _check_row(check: Check) -> dict[str, object]:
    claim = check.claim
    row: dict[str, object] = {
        "rules": check.rules,
        "claim": claim.name,
        "figure": claim.figure.value,
        "on": claim.on,
        "origin": claim.origin.value,
        "printed": claim.printed,
        "exact": None if check.is_root else exact(check.exact),
        "decimal": _exactly(check),
        "low": _printed(claim, claim.low),
        "high": _printed(claim, claim.high),
        "holds": check.holds,
    }
    if check.is_root:
        row["variance"] = exact(check.exact)
    if check.instead:
        row["would_hold_on"] = list(check.instead)
    return row


def _exactly(check: Check) -> str:
    """The exact figure, rounded to more places than are printed."""
    places = max(PLACES, _places(check.claim) + 3)
    if check.is_root:
        return square_root(check.exact, places)
    return decimal(check.exact * (100 if check.claim.percent else 1), places) + "%" * check.claim.percent


def _places(claim: Claim) -> int:
    """Decimals printed."""
    return len(claim.printed.rstrip(" %").partition(".")[2])


def _printed(claim: Claim, value: Fraction) -> str:
    """An end of the interval as a finite decimal, with at least the digits of the claim."""
    value *= 100 if claim.percent else 1
    places = _places(claim)
    while (value * 10**places).denominator != 1:
        places += 1
    return decimal(value, places) + "%" * claim.percent


def checks_text(sheets: Sequence[Sheet], checks: Sequence[Check], screen: Screen) -> str:
    """What ``verify`` prints: each claim with the interval that it stands for, and a last line that sums up."""
    lines: list[str] = []
    rest = iter(checks)
    for sheet in sheets:
        named = f"{sheet.name} ({sheet.title})" if sheet.title not in ("", sheet.name) else sheet.name
        lines += map(screen.strong, screen.wrap(named))
        found = list(islice(rest, len(sheet.claims)))
        lines += _claims(found, screen) if found else screen.wrap("no claims")
        lines.append("")
    lines += map(screen.strong, screen.wrap(summary(checks)))
    return "\n".join(lines + screen.wrap("[ ]: the end belongs to what the printed value stands for; ( ): it does not.")) + "\n"


def _claims(checks: Sequence[Check], screen: Screen) -> list[str]:
    """Each claim by the name that the sheet gives it, and below that what is claimed."""
    header = ("claim", "printed", "exact", "stands for", "")
    cells = [_check_cells(check) for check in checks]
    lines = align(header, [("  " + row[0], *row[1:]) for row in cells])
    if fits(lines, screen):
        shown = [screen.faint(lines[0])]
        for check, line in zip(checks, lines[1:], strict=True):
            shown += [*screen.wrap(check.claim.name), line if check.holds else screen.strong(line)]
    else:
        shown = table(("claim", "of", *header[1:]), [(check.claim.name, *row) for check, row in zip(checks, cells, strict=True)], screen)
    for check in checks:
        if check.instead:
            other = " and ".join(check.instead)
            shown += screen.wrap(f"{check.claim.name}: {check.claim.printed} would hold as {check.claim.figure.value} on {other}.")
    return shown


def _check_cells(check: Check) -> tuple[str, ...]:
    claim = check.claim
    of = {
        Figure.STANDARD_DEVIATION: f"deviation, {'antes' if claim.on == 'ante' else f'stakes on {claim.on}'}",
        Figure.AVERAGE_TOTAL_WAGER: "average wager in antes",
        Figure.FREQUENCY: f"{claim.on}, of all rounds",
    }.get(claim.figure, f"{claim.figure.value} on {claim.on}")
    left, right = "[", "]"
    if claim.rounding is not Rounding.NEAREST:
        left, right = "[" if claim.low == claim.value else "(", "]" if claim.high == claim.value else ")"
    interval = f"{left}{_printed(claim, claim.low)}, {_printed(claim, claim.high)}{right}"
    return of, claim.printed, _exactly(check), interval, "holds" if check.holds else "FAILS"


def summary(checks: Sequence[Check]) -> str:
    """One line on all checks.

    >>> summary([])
    'no claims to check'
    """
    if not checks:
        return "no claims to check"
    failed = sum(not check.holds for check in checks)
    counted = f"{len(checks)} claim" + "s" * (len(checks) != 1)
    if not failed:
        return f"{counted}: all hold" if len(checks) != 1 else f"{counted}: it holds"
    return f"{counted}: {failed} {'does' if failed == 1 else 'do'} not hold"


# Sheets


def sheets_json(sheets: Iterable[Sheet]) -> list[dict[str, object]]:
    """The document of ``tables --json``."""
    return [_sheet_row(sheet) | {"claims": len(sheet.claims), "variants": _variants_json(sheet)} for sheet in sheets]


def _variants_json(sheet: Sheet) -> list[dict[str, str]]:
    return [{"rules": each.name, "title": each.title} for each in sheet.alternatives]


def _sheet_row(sheet: Sheet) -> dict[str, object]:
    return {
        "rules": sheet.name,
        "title": sheet.title,
        "game": sheet.game,
        "dealer_qualifies_with": str(sheet.rules.qualifier),
        "checked": str(sheet.checked or ""),
    }


def sheets_csv(sheets: Iterable[Sheet]) -> str:
    """Sheets and variants under ``SHEETS_HEADER``."""
    rows = (_sheet_row(each) | {"claims": len(each.claims)} for sheet in sheets for each in (sheet, *sheet.alternatives))
    return csv_text([SHEETS_HEADER, *([row[column] for column in SHEETS_HEADER] for row in rows)])


def sheets_text(sheets: Iterable[Sheet], screen: Screen) -> str:
    """What ``tables`` prints: the built-in sheets and their variants."""
    rows = [row for sheet in sheets for row in ((sheet.name, sheet.title), *_variants(sheet))]
    lines = _listed(rows, screen)
    lines += ["", *screen.wrap("Each is a SHEET for every command, and so is the path of a TOML file of yours.")]
    lines += screen.wrap("uth-exact tables SHEET shows one.")
    return "\n".join(lines) + "\n"


def _variants(sheet: Sheet) -> list[tuple[str, str]]:
    return [(each.name, each.title.removeprefix(f"{sheet.title}; ")) for each in sheet.alternatives]


def _listed(rows: Sequence[tuple[str, str]], screen: Screen) -> list[str]:
    """Names and what they mean, in two columns to the left."""
    width = max(len(name) for name, _ in rows) + 2
    return [line for name, meaning in rows for line in screen.wrap(meaning, name, width)]


def sheet_json(sheet: Sheet) -> dict[str, object]:
    """The document of ``tables SHEET --json``. Payouts are net wins per unit staked, exact."""
    rules = sheet.rules
    wagers = [
        {
            "name": wager.name,
            "stake": exact(wager.stake),
            "settlement": [
                {"result": result.key, "dealer_qualifies": bool(qualifies), "pays": _payouts(tables[qualifies])}
                for result, tables in _settled(wager)
                for qualifies in (0, 1)
            ],
        }
        for wager in (*rules.forced, rules.play)
    ]
    document = _sheet_row(sheet) | {
        "source": sheet.source,
        "notes": list(sheet.notes),
        "actions": {street.key: [action.name for action in rules.actions[street]] for street in Street},
        "wagers": wagers,
        "side_bets": [_side_bet_json(bet) for bet in sheet.side_bets],
        "claims": [_claim_json(claim) for claim in sheet.claims],
        "variants": _variants_json(sheet),
    }
    return document | ({"warnings": list(sheet.warnings)} if sheet.warnings else {})


def _settled(wager: Wager) -> list[tuple[Result, tuple[PayTable, PayTable]]]:
    return [(Result.WIN, wager.win), (Result.TIE, wager.tie), (Result.LOSE, wager.lose)]


def _payouts(pays: PayTable) -> dict[str, str]:
    return {category.key: exact(pays.odds[category]) for category in reversed(Category)}


def _side_bet_json(bet: SideBet) -> dict[str, object]:
    results = {"dealer_wins": Result.LOSE, "tie": Result.TIE, "player_wins": Result.WIN}
    return {
        "name": bet.name,
        "hand": bet.whose.value,
        "cards": bet.cards,
        "at_least": str(bet.at_least),
        **{name: bet.verdicts[result].value for name, result in results.items()},
        "pays": _payouts(bet.table),
    }


def _claim_json(claim: Claim) -> dict[str, object]:
    return {
        "name": claim.name,
        "figure": claim.figure.value,
        "on": claim.on,
        "printed": claim.printed,
        "rounding": claim.rounding.value,
        "origin": claim.origin.value,
    }


def sheet_csv(sheet: Sheet) -> str:
    """The pay tables of a sheet under ``PAYOUTS_HEADER``."""
    rows = ((sheet.name, pays.name, category, odds) for pays in _pay_tables(sheet) for category, odds in _payouts(pays).items())
    return csv_text([PAYOUTS_HEADER, *rows])


def _pay_tables(sheet: Sheet) -> list[PayTable]:
    """The tables that a sheet writes out: of the wagers before the cards, then of the side bets."""
    wagers = [wager.win[1] for wager in sheet.rules.forced if len(set(wager.win[1].odds)) > 1]
    return wagers + [bet.table for bet in sheet.side_bets]


def sheet_text(sheet: Sheet, screen: Screen) -> str:
    """What ``tables SHEET`` prints."""
    rules = sheet.rules
    lines = [*map(screen.strong, screen.wrap(sheet.name + (f": {sheet.title}" if sheet.title != sheet.name else ""))), ""]
    facts = {"game": sheet.game, "source": sheet.source, "checked": str(sheet.checked or "")}
    facts |= {"dealer qualifies": str(rules.qualifier)}
    facts |= {f"on the {street.key}" if street else "before the flop": _choices(rules, street) for street in Street}
    lines += [line for name, fact in facts.items() if fact for line in screen.wrap(fact, name, 18)]
    lines += [line for number, note in enumerate(sheet.notes) for line in screen.wrap(note, "" if number else "notes", 18)]
    lines += ["", *_settlement(rules, screen)]
    pays = _pay_tables(sheet)
    rows = [(category.label, *(_odds(each.odds[category]) for each in pays)) for category in reversed(Category)]
    lines += ["", *table(("pay tables", *(each.name for each in pays)), rows, screen)]
    if sheet.side_bets:
        lines += ["", *(line for bet in sheet.side_bets for line in screen.wrap(_terms(bet), bet.name, 18))]
    if sheet.claims:
        claims = [(claim.name, f"{claim.figure.value}, {claim.on}", claim.printed, claim.origin.value) for claim in sheet.claims]
        lines += ["", *table(("claim", "of", "printed", "by"), claims, screen)]
    if sheet.alternatives:
        lines += ["", *screen.wrap("variants"), *_listed(_variants(sheet), screen)]
    return "\n".join(lines) + "\n"


def _choices(rules: Rules, street: Street) -> str:
    names = [action.name for action in rules.actions[street]]
    return ", ".join(names) if len(names) > 1 else ""


def _settlement(rules: Rules, screen: Screen) -> list[str]:
    """When each wager pays: by result and whether the dealer qualifies."""
    wagers = (*rules.forced, rules.play)
    rows = []
    for place, result in enumerate(("player higher", "equal", "dealer higher")):
        for qualifies in (1, 0):
            pays = [_settled(wager)[place][1][qualifies] for wager in wagers]
            cells = [_odds(each.odds[0]) if len(set(each.odds)) == 1 else "pay table" for each in pays]
            rows.append((f"{result}, dealer {'qualifies' if qualifies else 'does not qualify'}", *cells))
    return table(("at the showdown", *(wager.name for wager in wagers)), rows, screen)


def _odds(odds: Fraction) -> str:
    if odds <= 0:
        return {0: "push", -1: "lose"}.get(int(odds), exact(odds)) if odds.denominator == 1 else exact(odds)
    return f"{odds.numerator}:{odds.denominator}"


def _terms(bet: SideBet) -> str:
    """What a side bet goes by, in a sentence."""
    words = f"by {WHOSE_HAND[bet.whose]} of {bet.cards} cards"
    if bet.at_least.category is not Category.HIGH_CARD:
        words += f", {bet.at_least}"
    said = {Verdict.PUSH: "pushes", Verdict.LOSE: "loses"}
    when = {Result.WIN: "you win", Result.TIE: "it is a tie", Result.LOSE: "the dealer wins"}
    others = [f"{said[bet.verdicts[result]]} if {when[result]}" for result in reversed(Result) if bet.verdicts[result] in said]
    return f"{words}; {', '.join(others) or 'whoever wins'}; stands after a fold"

