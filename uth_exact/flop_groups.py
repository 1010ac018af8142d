"""For one hole hand, which flops to bet: the 19,600 flops in groups that a player recognises at the table.

A group is what the hand has made, with which of its cards and of the board's, and what it may still become.

>>> from uth_exact.features import features
>>> kind = kind_of(features("AsKd", "Kh7s2s"))
>>> kind.words, kind.draws
('top pair', '')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from uth_exact.cards import DECK, SUITS, Card, parse_exactly
from uth_exact.charts import check_alone, require_decision, street_actions
from uth_exact.decision import Analysis
from uth_exact.features import Features, features
from uth_exact.game import Solution
from uth_exact.invariants import require
from uth_exact.rules import Action, Category, Rules, Street

GROUP_PIECES = 49
"""Pieces of work in ``flop_groups``, each some hundredths of a second."""

_FLOPS_A_PIECE = 400  # 49 x 400 = 19,600 flops

_PLACES = ("no", "top", "second", "third")
_OVERCARDS = ("no overcard", "one overcard", "two overcards")


@dataclass(frozen=True, slots=True, order=True)
class Kind:
    """What a player recognises on a flop. Kinds sort from the weakest; what does not matter for one is 0."""

    made: Category
    pocket_pair: bool
    """A pocket pair takes part in what makes the hand."""
    board_pair: bool
    """A pair on the board does."""
    lower: int
    """The place of the board card paired, counted from below for the order of kinds: -1 top, -2 second, -3 third; 0 for none."""
    overcards: int
    """Hole cards above the board, where there is nothing but them, a pocket pair or a pair on the board."""
    flush_draw: bool
    """Four cards of one suit, at least one of them in the hole."""
    straight_draw: int
    """Ranks that complete a straight: 2 as with open ends, 1 as inside, or 0."""

    @property
    def words(self) -> str:
        """What the hand has made."""
        place = f"{_PLACES[-self.lower]} pair"
        match self.made, self.pocket_pair, self.board_pair:
            case Category.HIGH_CARD, _, _:
                return f"no pair, {_OVERCARDS[self.overcards]}"
            case Category.PAIR, True, _:
                return "pocket pair above the board" if self.overcards else "pocket pair below a board card"
            case Category.PAIR, _, True:
                return f"pair on the board, {_OVERCARDS[self.overcards]}"
            case Category.PAIR, _, _:
                return place
            case Category.TWO_PAIR, True, _:
                return "pocket pair and pair on the board"
            case Category.TWO_PAIR, _, True:
                return f"{place} and pair on the board"
            case Category.TWO_PAIR, _, _:
                return "two pair, both hole cards"
            case Category.THREE_OF_A_KIND, True, _:
                return "three of a kind, pocket pair"
            case Category.THREE_OF_A_KIND, _, True:
                return "three of a kind, one hole card"
            case Category.THREE_OF_A_KIND, _, _:
                return "three of a kind on the board"
        return self.made.label

    @property
    def draws(self) -> str:
        """What it may become; empty if neither a flush nor a straight is one card away."""
        straight = ("", "inside straight draw", "open straight draw")[self.straight_draw]
        return " and ".join(filter(None, ("flush draw" if self.flush_draw else "", straight)))


def kind_of(seen: Features) -> Kind:
    """The kind of a hole hand on a flop."""
    made, takes_part = seen.made, seen.made < Category.STRAIGHT
    pocket_pair = takes_part and seen.pocket_pair and seen.uses_hole
    board_pair = takes_part and seen.board_made is Category.PAIR
    one_card_pairs = not pocket_pair and (made is Category.PAIR or (made is Category.TWO_PAIR and board_pair))
    overcards_matter = made is Category.HIGH_CARD or (made is Category.PAIR and not seen.board_match)
    return Kind(
        made=made,
        pocket_pair=pocket_pair,
        board_pair=board_pair,
        lower=-seen.board_match if one_card_pairs else 0,
        overcards=seen.overcards if overcards_matter else 0,
        flush_draw=seen.flush_cards == 4,
        straight_draw=seen.straight_draw,
    )


@dataclass(frozen=True, slots=True)
class Group:
    """The flops of one kind."""

    kind: Kind
    flops: int
    counts: Mapping[str, int]
    """For how many of them each action is best, by its name, also where that is 0."""
    tied: int
    """For how many a second action is exactly as good."""
    margin: Fraction
    """Antes per deal by which the best action is ahead of the next, averaged over the flops."""

    @property
    def always(self) -> str:
        """The action that is best on all of these flops; empty if none is."""
        return next((name for name, count in self.counts.items() if count == self.flops), "")


@dataclass(frozen=True, slots=True)
class FlopGroups:
    """All flops for one hole hand."""

    rules: Rules
    hole: tuple[Card, Card]
    actions: tuple[Action, ...]
    """What may be done on the flop: bets from the largest, check, fold."""
    groups: tuple[Group, ...]
    """The strongest first. Their flops add up to 19,600."""

    @property
    def flops(self) -> int:
        return sum(group.flops for group in self.groups)

    @property
    def counts(self) -> Mapping[str, int]:
        """Flops by best action."""
        return {action.name: sum(group.counts[action.name] for group in self.groups) for action in self.actions}

    @property
    def tied(self) -> int:
        return sum(group.tied for group in self.groups)

    @property
    def margin(self) -> Fraction:
        """Antes per deal by which the best action is ahead of the next, averaged over all flops."""
        return sum((group.margin * group.flops for group in self.groups), Fraction(0)) / self.flops


def flop_groups(solution: Solution, hole: str | Iterable[Card | str], progress: Callable[[], object] | None = None) -> FlopGroups:
    """Every flop for a hole hand, by kind; ``progress`` is called after each of ``GROUP_PIECES``.

    Raises ``CardError`` for the cards, ``RulesError`` if there is nothing to decide on the flop.
    """
    high, low = sorted(parse_exactly(hole, 2, "hole"), reverse=True)
    require_decision(solution.rules, Street.FLOP)
    found: dict[object, tuple[Kind, Analysis]] = {}
    seen: dict[Kind, list[Analysis]] = {}
    rest = (card for card in DECK if card not in (high, low))
    for number, flop in enumerate(combinations(rest, 3), 1):
        key = _up_to_other_suits(flop, {high.suit, low.suit})
        if key not in found:
            found[key] = kind_of(features((high, low), flop)), solution.flop((high, low), flop)
        kind, analysis = found[key]
        seen.setdefault(kind, []).append(analysis)
        if progress and number % _FLOPS_A_PIECE == 0:
            progress()
    closest = min((analysis for _, analysis in found.values()), key=lambda analysis: analysis.actions[1].cost)
    check_alone(solution.rules, closest.hole, closest.board, closest.actions)
    actions = street_actions(solution.rules, Street.FLOP)
    groups = tuple(_group(kind, seen[kind], actions) for kind in sorted(seen, reverse=True))
    chart = FlopGroups(solution.rules, (high, low), actions, groups)
    require(chart.flops == 19_600, f"{solution.rules.name}: the groups have {chart.flops} flops, not 19600", solution.rules.name)
    return chart


def _up_to_other_suits(flop: Iterable[Card], held: set[int]) -> object:
    """The flop but for the names of suits that no hole card has: they may be exchanged without any effect on a value."""
    ranks: list[list[int]] = [[] for _ in SUITS]
    for card in flop:
        ranks[card.suit].append(card.rank)
    others = sorted(tuple(ranks[suit]) for suit in range(len(SUITS)) if suit not in held)
    return tuple(tuple(ranks[suit]) for suit in sorted(held)), tuple(others)


def _group(kind: Kind, analyses: list[Analysis], actions: tuple[Action, ...]) -> Group:
    counts = {action.name: sum(analysis.best.action == action for analysis in analyses) for action in actions}
    ahead = sum((analysis.actions[1].cost for analysis in analyses), Fraction(0))
    return Group(kind, len(analyses), counts, sum(bool(analysis.ties) for analysis in analyses), ahead / len(analyses))
