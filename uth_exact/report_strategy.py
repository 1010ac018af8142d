"""Fixed strategies as people and programs read them: JSON, CSV, and text for a screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from uth_exact.cards import format_cards, hole_class
from uth_exact.report import PLACES, csv_text, decimal, exact, grouped, number, percent_of
from uth_exact.rules import Street
from uth_exact.strategies import Strategy
from uth_exact.strategy import Advice, Mistake, Played, RulePrice
from uth_exact.terminal import Screen, table

STRATEGY_HEADER = ("strategy", "rules", "about", "figure", "per", "exact", "decimal")
"""Columns of ``strategy --csv``: one figure a row. ``per`` is what the figure is measured on."""

_FIGURES = {
    "edge_per_ante": "ante",
    "element_of_risk": "total wager",
    "average_total_wager": "deal, in antes",
    "variance": "deal, in antes squared",
}


# JSON and CSV


def strategy_json(played: Played, rules: str) -> dict[str, object]:
    """The document of ``strategy NAME --json`` under the sheet called ``rules``. Prices are antes per deal."""
    document: dict[str, object] = {
        "strategy": played.strategy.name,
        "rules": rules,
        "deals": played.deals,
        "ev_per_ante": number(played.ev_per_ante),
        **{name: number(getattr(played.figures, name)) for name in _FIGURES},
        "standard_deviation": played.figures.standard_deviation,
        "best_ev_per_ante": number(played.best),
        "price": number(played.price),
        "price_by_street": {street: number(price) for street, price in played.price_by_street.items()},
        "frequencies": {name: number(share) for name, share in played.figures.frequencies.items()},
        "rule_prices": [_rule_row(rule) for rule in played.rule_prices],
        "mistakes": [_mistake_row(mistake) for mistake in played.mistakes],
    }
    return document | ({"warnings": list(played.warnings)} if played.warnings else {})


def _rule_row(rule: RulePrice) -> dict[str, object]:
    return {
        "street": rule.street.key,
        "rule": rule.name,
        "does": rule.does,
        "frequency": number(rule.frequency),
        "wrong": number(rule.wrong),
        "price": number(rule.price),
    }


def _mistake_row(mistake: Mistake) -> dict[str, object]:
    return {
        "street": mistake.street.key,
        "hole": format_cards(mistake.hole),
        "board": format_cards(mistake.board),
        "rule": mistake.rule,
        "does": mistake.does,
        "should": mistake.should,
        "cost": number(mistake.cost),
        "frequency": number(mistake.frequency),
        "price": number(mistake.price),
    }


def strategies_csv(answers: Iterable[tuple[Played, str]]) -> str:
    """The figures of each strategy, one a row, under ``STRATEGY_HEADER``."""
    rows: list[tuple[str, ...]] = [STRATEGY_HEADER]
    for played, rules in answers:
        found: list[tuple[str, str, str, Fraction]] = [("game", "ev_per_ante", "deal, in antes", played.ev_per_ante)]
        found += (("game", name, per, getattr(played.figures, name)) for name, per in _FIGURES.items())
        found += [("price", "all", "deal, in antes", played.price)]
        found += (("price", street, "deal, in antes", price) for street, price in played.price_by_street.items())
        found += (("frequencies", name, "deal", share) for name, share in played.figures.frequencies.items())
        for rule in played.rule_prices:
            about = f"{rule.street.key} rule {rule.name}"
            found += [(about, "frequency", "deal", rule.frequency), (about, "wrong", "deal", rule.wrong)]
            found.append((about, "price", "deal, in antes", rule.price))
        rows += ((played.strategy.name, rules, *labels, exact(value), decimal(value, PLACES)) for *labels, value in found)
    return csv_text(rows)


# Text


def strategy_text(played: Played, rules: str, screen: Screen) -> str:
    """What ``strategy NAME`` prints: the value, its price by street and rule, what is done how often, the worst mistakes."""
    strategy, figures = played.strategy, played.figures
    named = strategy.name + (f" ({strategy.title})" if strategy.title not in ("", strategy.name) else "")
    lines = [*map(screen.strong, screen.wrap(f"Strategy {named}, rules {rules}")), ""]
    said = f"House edge: {_percent(figures.edge_per_ante)} of the ante, with best play {_percent(-played.best)}"
    lines += [*map(screen.strong, screen.wrap(f"{said}; price {_percent(played.price)}")), ""]
    rows = [
        ("value, antes per deal", decimal(played.ev_per_ante, PLACES), exact(played.ev_per_ante)),
        ("edge per ante", _percent(figures.edge_per_ante), exact(figures.edge_per_ante)),
        ("element of risk", _percent(figures.element_of_risk), exact(figures.element_of_risk)),
        ("average total wager, antes", decimal(figures.average_total_wager, PLACES), exact(figures.average_total_wager)),
        ("variance, antes squared", decimal(figures.variance, PLACES), ""),
        ("standard deviation, antes", figures.standard_deviation, ""),
    ]
    lines += table(("whole game", "decimal", "exact"), rows, screen)
    lines += ["", *_streets(played, screen)]
    lines += ["", *_rules(played.rule_prices, screen)]
    rows = [(name, grouped(share * played.deals), percent_of(share, 6)) for name, share in figures.frequencies.items()]
    rows.append(("all", grouped(played.deals), percent_of(Fraction(1), 6)))
    lines += ["", *table(("last action", "deals", "of all deals"), rows, screen, total=True)]
    if played.mistakes:
        lines += ["", *_mistakes(played.mistakes, screen)]
    return "\n".join(lines) + "\n"


def _percent(value: Fraction) -> str:
    return percent_of(value, 6)


def _streets(played: Played, screen: Screen) -> list[str]:
    """Prices by street, which add up to the whole."""
    names = {"preflop": "before the flop", "flop": "on the flop", "river": "on the river"}
    rows = [(names[street], _percent(price), exact(price)) for street, price in played.price_by_street.items()]
    rows.append(("all", _percent(played.price), exact(played.price)))
    lines = table(("price, of the ante", "per deal", "exact, antes"), rows, screen, total=True)
    return lines + screen.wrap("What it loses there against best play from that point on.")


def _rules(rules: Sequence[RulePrice], screen: Screen) -> list[str]:
    rows = [
        (f"{rule.street.key}: {rule.does}", percent_of(rule.frequency, 4), percent_of(rule.wrong, 4), _percent(rule.price), rule.name)
        for rule in rules
    ]
    lines = table(("rule", "decides", "wrongly", "price"), [row[:4] for row in rows], screen)
    if len(lines) == len(rows) + 1:  # in columns: the rule in words below each
        shown = lines[:1]
        for line, row in zip(lines[1:], rows, strict=True):
            shown += [line, *(screen.faint(each) for each in screen.wrap(row[4], "", 2))]
        lines = shown
    return lines + screen.wrap("Decides and wrongly are shares of all deals; the price is per deal, of the ante.")


def _mistakes(mistakes: Sequence[Mistake], screen: Screen) -> list[str]:
    plain = Screen(screen.width, symbols=screen.symbols)
    rows = []
    for mistake in mistakes:
        hole = hole_class(*mistake.hole) if mistake.street is Street.PREFLOP else " ".join(map(plain.card, mistake.hole))
        board = " ".join(map(plain.card, mistake.board))
        cells = mistake.does, mistake.should, decimal(mistake.cost, 6), decimal(100 * mistake.frequency, 6) + "%"
        rows.append((f"{hole} on {board}" if board else hole, *cells, decimal(100 * mistake.price, 6) + "%"))
    lines = table(("costliest mistakes", "does", "should", "cost", "how often", "price"), rows, screen)
    note = "Before the flop and on it, with all cards that are alike up to suits. Cost: antes each time. How often: of all deals."
    return lines + screen.wrap(f"{note} Price: cost times how often, of the ante.")


def comparison_text(answers: Sequence[tuple[Played, str]], screen: Screen) -> str:
    """Strategies side by side, the best first."""
    rules = answers[0][1]
    lines = [*map(screen.strong, screen.wrap(f"Strategies, rules {rules}")), ""]
    rows = []
    for played, _ in sorted(answers, key=lambda answer: answer[0].price):
        streets = (_percent(price) for price in played.price_by_street.values())
        rows.append((played.strategy.name, _percent(played.figures.edge_per_ante), _percent(played.price), *streets))
    lines += table(("strategy", "edge", "price", "preflop", "flop", "river"), rows, screen)
    best = answers[0][0].best
    note = f"All of the ante, per deal. Price: edge less that of best play, {_percent(-best)};"
    lines += screen.wrap(f"{note} by street, what is lost there against best play from then on.")
    return "\n".join(lines) + "\n"


def strategies_text(strategies: Iterable[Strategy], screen: Screen) -> str:
    """What ``strategy --list`` prints."""
    rows = [(each.name, each.title, each.game or "any game") for each in strategies]
    width = max(len(name) for name, _, _ in rows) + 2
    lines = [line for name, title, game in rows for line in screen.wrap(f"{title} [{game}]", name, width)]
    lines += ["", *screen.wrap("Each is a NAME for the command strategy; the path of a TOML file of yours is a FILE for it.")]
    return "\n".join(lines) + "\n"


def strategies_json(strategies: Iterable[Strategy]) -> list[dict[str, object]]:
    """The document of ``strategy --list --json``."""
    return [{"strategy": each.name, "title": each.title, "game": each.game} for each in strategies]


# One hand


def advice_json(advice: Advice) -> dict[str, object]:
    """The entry ``strategy`` of ``hand --json``."""
    return {"name": advice.strategy, "rule": advice.rule, "action": advice.action, "cost": number(advice.cost)}


def advice_text(advice: Advice, screen: Screen) -> str:
    """What a strategy does with a hand, by which rule, and what that costs."""
    cost = f"costs {decimal(advice.cost, PLACES)} antes here ({exact(advice.cost)})" if advice.cost else "the best here"
    lines = screen.wrap(f"Strategy {advice.strategy}: {advice.action}, {cost}, by its rule: {advice.rule}")
    return "\n".join(lines) + "\n"
