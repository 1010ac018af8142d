"""The rules of a game as frozen values: streets, actions, wagers, pay tables.

Nothing here computes. A game of this family is: two hole cards for the player and the dealer, a board of five dealt
as flop (3) and turn with river (2); forced wagers before the cards; at most one play wager, whose size depends on the
street where it is made; settlement at the showdown by who is higher, whether the dealer qualifies, and the category of
the player's hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum, unique
from fractions import Fraction
from typing import Any

from uth_exact.cards import RANKS
from uth_exact.errors import RulesError
from uth_exact.odds import shown


def _exact(value: object, name: str) -> Fraction:
    """An amount as a fraction; a float is refused, for 1.1 is not 11/10."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    raise RulesError("bad_rules", f"{name}: {shown(value)} is no exact number; give an int or a Fraction, as in Fraction(3, 2)", name)


def _items(values: object, kind: type, count: int | None, name: str, what: str) -> tuple[Any, ...]:
    """``values`` as a tuple, all of ``kind`` and, unless ``count`` is ``None``, so many."""
    items = tuple(values) if isinstance(values, Iterable) and not isinstance(values, str) else None
    if items is None or not all(isinstance(item, kind) for item in items) or count not in (None, len(items)):
        raise RulesError("bad_rules", f"{name}: {what}", name)
    return items


@unique
class Category(IntEnum):
    """Category of a five-card hand, weakest first. The royal flush pays apart, so it is one of its own."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def key(self) -> str:
        """The row's name in pay tables and JSON, for example ``full_house``."""
        return self.name.lower()

    @property
    def label(self) -> str:
        """The name in a sentence, for example ``full house``."""
        return self.key.replace("_", " ")


@unique
class Street(IntEnum):
    """A point of the deal at which the player decides."""

    PREFLOP = 0
    """Two hole cards seen."""
    FLOP = 1
    """Three board cards seen."""
    RIVER = 2
    """All five board cards seen."""

    @property
    def key(self) -> str:
        return self.name.lower()

    @property
    def board_size(self) -> int:
        """Board cards on the table: 0, 3 or 5."""
        return (0, 3, 5)[self]


@unique
class Result(IntEnum):
    """The showdown as the player sees it."""

    LOSE = 0
    TIE = 1
    WIN = 2

    @property
    def key(self) -> str:
        return self.name.lower()


@unique
class ActionKind(Enum):
    """What an action does to the round."""

    FOLD = "fold"
    """Ends it; the forced wagers are lost."""
    CHECK = "check"
    """Goes to the next street for nothing."""
    BET = "bet"
    """Makes the play wager and goes to the showdown."""


@dataclass(frozen=True, slots=True)
class Action:
    """Something a player may do on a street; ``size`` is the play wager in antes, 0 unless it is a bet."""

    name: str
    kind: ActionKind
    size: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", _exact(self.size, self.name))
        if not isinstance(self.kind, ActionKind):
            raise RulesError("bad_rules", f"{self.name}: an action is a fold, a check or a bet, not {shown(self.kind)}", self.name)
        if (self.size > 0) != (self.kind is ActionKind.BET) or self.size < 0:
            problem = f"a bet has a size above 0, anything else has none, not {shown(self.size)}"
            raise RulesError("bad_rules", f"{self.name}: {problem}", self.name)
        if self.kind is not ActionKind.BET and self.name != self.kind.value:
            raise RulesError("bad_rules", f"{self.name}: this action is called {self.kind.value}", self.name)


FOLD = Action("fold", ActionKind.FOLD)
CHECK = Action("check", ActionKind.CHECK)


def bet(size: int | Fraction) -> Action:
    """A raise of ``size`` antes, named as tables print it: ``bet 4x``."""
    size = _exact(size, "bet")
    return Action(f"bet {size}x", ActionKind.BET, size)


@dataclass(frozen=True, slots=True)
class PayTable:
    """Odds to one by category of the player's hand, weakest category first; -1 loses the stake, 0 pushes."""

    name: str
    odds: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        rows = _items(self.odds, object, None, self.name, f"a pay table is a tuple of {len(Category)} odds, not {shown(self.odds)}")
        if len(rows) != len(Category):
            raise RulesError("bad_rules", f"{self.name}: a pay table has {len(Category)} rows, not {len(rows)}", self.name)
        object.__setattr__(self, "odds", tuple(_exact(odds, self.name) for odds in rows))
        if any(odds < -1 for odds in self.odds):
            raise RulesError("bad_rules", f"{self.name}: a wager cannot lose more than its stake", self.name)

    @classmethod
    def flat(cls, name: str, odds: int | Fraction) -> PayTable:
        """The same odds for every hand."""
        return cls(name, (_exact(odds, name),) * len(Category))

    @classmethod
    def by_category(cls, name: str, odds: Mapping[Category, Fraction | int], otherwise: Fraction | int = 0) -> PayTable:
        """Odds for the categories named; ``otherwise`` for the rest (by default they push)."""
        for key in odds:
            if not isinstance(key, Category):
                raise RulesError("bad_rules", f"{name}: {shown(key)} is no category; name rows as in Category.FLUSH", name)
        return cls(name, tuple(_exact(odds.get(category, otherwise), name) for category in Category))


LOSE = PayTable.flat("lose", -1)
PUSH = PayTable.flat("push", 0)
EVEN = PayTable.flat("1:1", 1)


@dataclass(frozen=True, slots=True)
class Wager:
    """A wager settled at the showdown.

    ``stake`` is in antes (for the play wager: per unit of the action's size). The six tables say what it pays for each
    result, first when the dealer does not qualify, then when the dealer does.
    """

    name: str
    stake: Fraction
    lose: tuple[PayTable, PayTable]
    tie: tuple[PayTable, PayTable]
    win: tuple[PayTable, PayTable]

    def __post_init__(self) -> None:
        object.__setattr__(self, "stake", _exact(self.stake, self.name))
        if self.stake < 0:
            raise RulesError("bad_rules", f"{self.name}: a stake is not negative, as {shown(self.stake)} is", self.name)
        for result in ("lose", "tie", "win"):
            needed = f"{result} is two pay tables, for a dealer who does not qualify and for one who does"
            object.__setattr__(self, result, _items(getattr(self, result), PayTable, 2, self.name, needed))

    def pays(self, result: Result, qualifies: bool, category: Category) -> Fraction:
        """Net win in antes."""
        table = (self.lose, self.tie, self.win)[result][qualifies]
        return self.stake * table.odds[category]


@dataclass(frozen=True, slots=True)
class Qualifier:
    """The weakest hand with which the dealer qualifies: a category and, for a pair, three or four of a kind, its rank.

    ``Qualifier(Category.HIGH_CARD)`` is met by every hand.
    """

    category: Category
    rank: int = 0
    """Rank of the pair, triple or quadruple: 0 for twos up to 12 for aces."""

    def __post_init__(self) -> None:
        ranked = (Category.PAIR, Category.THREE_OF_A_KIND, Category.FOUR_OF_A_KIND)
        if not isinstance(self.category, Category):
            raise RulesError("bad_rules", f"qualifier: {shown(self.category)} is no category; name one, as in Category.PAIR", "qualifier")
        if not isinstance(self.rank, int) or isinstance(self.rank, bool):
            raise RulesError("bad_rules", f"qualifier: a rank is 0 for twos up to 12 for aces, not {shown(self.rank)}", "qualifier")
        if not 0 <= self.rank <= 12 or (self.rank and self.category not in ranked):
            raise RulesError("bad_rules", f"qualifier: {self.category.label} takes no rank {self.rank}", "qualifier")

    def __str__(self) -> str:
        if self.category is Category.HIGH_CARD:
            return "always"
        named = f" of {RANKS[self.rank]}s" if self.rank else ""
        return f"{self.category.label}{named} or better"


@dataclass(frozen=True, slots=True)
class Rules:
    """One game: everything that decides the value of a hand.

    ``forced`` are the wagers made before the cards, ``play`` the one raise, ``actions`` what may be done preflop, on
    the flop and on the river. A street with nothing but a check has no decision.
    """

    name: str
    qualifier: Qualifier
    forced: tuple[Wager, ...]
    play: Wager
    actions: tuple[tuple[Action, ...], tuple[Action, ...], tuple[Action, ...]]

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise RulesError("bad_rules", f"rules: a name is text, not {shown(self.name)}", "name")
        if not isinstance(self.qualifier, Qualifier):
            raise RulesError("bad_rules", f"{self.name}: the qualifier is a Qualifier, not {shown(self.qualifier)}", "qualifier")
        if not isinstance(self.play, Wager):
            raise RulesError("bad_rules", f"{self.name}: the play wager is a Wager, not {shown(self.play)}", "play")
        object.__setattr__(self, "forced", _items(self.forced, Wager, None, self.name, "the forced wagers are a tuple of Wager"))
        if not self.initial_stake:
            problem = "nothing is staked before the cards, so there is nothing that a return could be of"
            raise RulesError("bad_rules", f"{self.name}: {problem}", "forced")
        needed = "the actions are three tuples of Action: before the flop, on the flop and on the river"
        streets = _items(self.actions, object, len(Street), self.name, needed)
        object.__setattr__(self, "actions", tuple(_items(actions, Action, None, self.name, needed) for actions in streets))
        reached = True
        for street, actions in zip(Street, self.actions, strict=True):
            kinds = [action.kind for action in actions]
            sizes = [action.size for action in actions if action.kind is ActionKind.BET]
            if reached != bool(actions):
                needed = "something to do" if reached else "no actions, for it is never reached"
                raise RulesError("bad_rules", f"{self.name}: {street.key}: the street needs {needed}", street.key)
            several = [len(set(sizes)) < len(sizes), kinds.count(ActionKind.CHECK) > 1, kinds.count(ActionKind.FOLD) > 1]
            if any(several) or len({action.name for action in actions}) < len(actions):
                raise RulesError("bad_rules", f"{self.name}: {street.key}: an action is listed twice", street.key)
            reached = reached and CHECK in actions
        if reached:
            raise RulesError("bad_rules", f"{self.name}: river: there is no street to check to; allow a bet or a fold", "river")

    def __hash__(self) -> int:
        # Rules key caches; hashing every payout would cost more than what the caches save.
        return hash((self.name, self.qualifier))

    @property
    def initial_stake(self) -> Fraction:
        """Antes wagered before the cards (2 for ante and blind)."""
        return sum((wager.stake for wager in self.forced), Fraction(0))


@unique
class Whose(Enum):
    """The hand whose category a side bet is settled on."""

    PLAYER = "player"
    """The player's hand, folded or not."""
    DEALER = "dealer"
    """The dealer's hand."""
    WORSE = "worse"
    """The hand that loses the showdown, the player's or the dealer's; in a tie both have the same category."""
    BETTER = "better"
    """The hand that wins the showdown, the player's or the dealer's."""


@unique
class Verdict(Enum):
    """What a result of the showdown does to a side bet."""

    PAY = "pay"
    """The bet is settled by its table."""
    PUSH = "push"
    """The stake goes back, whatever the hand."""
    LOSE = "lose"
    """The stake is lost, whatever the hand."""


@dataclass(frozen=True, slots=True)
class SideBet:
    """A bet without decisions, staked apart and settled on the category of one hand.

    It stands when the player folds: hands and showdown are then judged as if the round had been played out.
    """

    name: str
    table: PayTable
    """Odds per unit staked, by category of the hand of ``whose``."""
    whose: Whose = Whose.PLAYER
    cards: int = 7
    """Cards that count: 5 for hole cards and flop, 6 with the turn, 7 with the river."""
    at_least: Qualifier = Qualifier(Category.HIGH_CARD)
    """A weaker hand loses, also one of the same category (a pair of kings where a pair of aces is needed)."""
    verdicts: tuple[Verdict, Verdict, Verdict] = (Verdict.PAY, Verdict.PAY, Verdict.PAY)
    """By ``Result``: when the player loses, ties and wins the showdown."""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise RulesError("bad_rules", f"side bet: a name is text, not {shown(self.name)}", "name")
        if not (isinstance(self.table, PayTable) and isinstance(self.whose, Whose) and isinstance(self.at_least, Qualifier)):
            raise RulesError("bad_rules", f"{self.name}: a side bet has a PayTable, a Whose and a Qualifier", self.name)
        needed = "verdicts are three, for a player who loses, ties and wins"
        object.__setattr__(self, "verdicts", _items(self.verdicts, Verdict, 3, self.name, needed))
        if not isinstance(self.cards, int) or self.cards not in (5, 6, 7):
            raise RulesError("bad_rules", f"{self.name}: a hand is judged on 5, 6 or 7 cards, not {shown(self.cards)}", self.name)
        if self.cards < 7 and (self.whose is not Whose.PLAYER or set(self.verdicts) != {Verdict.PAY}):
            raise RulesError("bad_rules", f"{self.name}: the dealer's hand and who wins take 7 cards, not {self.cards}", self.name)
