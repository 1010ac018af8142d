"""Exact values for Ultimate Texas Hold'em: every way to complete the deal counted, nothing simulated.

>>> import uth_exact
>>> uth_exact.analyse("KdQh", board="4s5h6d8c9d").best.action.name
'fold'
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true; the name from ``typing`` would make every start slower
if TYPE_CHECKING:
    from uth_exact.cards import Card, parse_cards
    from uth_exact.decision import ActionValue, Analysis, Outcome, analyse
    from uth_exact.errors import CardError, InvariantError, OddsError, RulesError, SheetError, StrategyError, UthError
    from uth_exact.features import Features
    from uth_exact.figures import Contribution, Figures
    from uth_exact.game import Solution, Solver, solve
    from uth_exact.rules import Action, ActionKind, Category, PayTable, Qualifier, Result, Rules, SideBet, Street, Wager
    from uth_exact.sheets import Sheet, load_sheet, sheet_names
    from uth_exact.sidebets import SideBetFigures, SideBetRow
    from uth_exact.strategies import Strategy, load_strategy, strategy_names
    from uth_exact.strategy import Advice, Mistake, Played, RulePrice, advise, play

__version__ = "0.1.0"

__all__ = [
    "Action",
    "ActionKind",
    "ActionValue",
    "Advice",
    "Analysis",
    "Card",
    "CardError",
    "Category",
    "Contribution",
    "Features",
    "Figures",
    "InvariantError",
    "Mistake",
    "OddsError",
    "Outcome",
    "PayTable",
    "Played",
    "Qualifier",
    "Result",
    "RulePrice",
    "Rules",
    "RulesError",
    "Sheet",
    "SheetError",
    "SideBet",
    "SideBetFigures",
    "SideBetRow",
    "Solution",
    "Solver",
    "Strategy",
    "StrategyError",
    "Street",
    "UthError",
    "Wager",
    "__version__",
    "advise",
    "analyse",
    "load_sheet",
    "load_strategy",
    "parse_cards",
    "play",
    "sheet_names",
    "solve",
    "strategy_names",
]

_MODULES = {
    "cards": ("Card", "parse_cards"),
    "decision": ("ActionValue", "Analysis", "Outcome", "analyse"),
    "errors": ("CardError", "InvariantError", "OddsError", "RulesError", "SheetError", "StrategyError", "UthError"),
    "features": ("Features",),
    "figures": ("Contribution", "Figures"),
    "game": ("Solution", "Solver", "solve"),
    "rules": ("Action", "ActionKind", "Category", "PayTable", "Qualifier", "Result", "Rules", "SideBet", "Street", "Wager"),
    "sheets": ("Sheet", "load_sheet", "sheet_names"),
    "sidebets": ("SideBetFigures", "SideBetRow"),
    "strategies": ("Strategy", "load_strategy", "strategy_names"),
    "strategy": ("Advice", "Mistake", "Played", "RulePrice", "advise", "play"),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    """Import the module of a public name at its first use, so that ``import uth_exact`` costs next to nothing."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
