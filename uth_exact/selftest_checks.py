"""What ``selftest`` compares: published numbers, the reference, the plain way and single decisions with what the program finds.

Each check is a function that yields pairs of things that must be equal; who vouches for the expected one stands beside it. Random
hands depend on a seed alone, so that a run can be repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb
from random import Random

from uth_exact import engine, engine_strategy, reference
from uth_exact._strategy_format import seen_numbers
from uth_exact.cards import DECK, HOLE_CLASSES, RANKS, Card, format_cards
from uth_exact.decision import analyse, best_value
from uth_exact.engine_plain import PlainCountedGame
from uth_exact.features import features
from uth_exact.game import Solution, Solver
from uth_exact.knowledge import Classes, Sight
from uth_exact.known_sums import Job, Sums, sum_piece
from uth_exact.report import decimal
from uth_exact.rules import Category, Street
from uth_exact.settlement import compile_rules
from uth_exact.sheets import load_sheet
from uth_exact.shortcuts import shortcuts_off
from uth_exact.strategies import Condition, Strategy, StrategyRule
from uth_exact.strategy import play

FIVE_CARDS = (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4)
"""Hands of five cards by category, weakest first: in every text on poker."""

SEVEN_CARDS = (23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324)
"""Hands of seven cards, likewise published."""

TOTALS = {"uth-dk": -607_723_787_676, "casino-holdem-dk": -600_123_513_880}
"""Net antes over all deals under best play. For the first two independent public programs agree; the second is published."""

EDGES = {"uth-dk": "2.18497", "casino-holdem-dk": "2.1576"}
"""The edge in percent of the ante, to the digits published."""

RIVERS = (("KdQh", "4s5h6d8c9d", "-239/110"), ("AdJh", "4s5h6d8c9d", "-653/330"), ("Jh2s", "AhKsTh9d3s", "-199/110"))
"""What a bet on the river is worth: published to four decimals, or as a gain over the fold."""

BEFORE_THE_FLOP = (("K5o", "bet 4x", "-0.117582135"), ("K5o", "check", "-0.151099702"), ("AA", "bet 4x", "3.601072638"))
"""Values before the flop, to the digits on which two independent programs agree."""

SIDE_BETS = {
    "uth-dk": "3.50",
    "uth-dk+trips-865": "1.90",
    "uth-dk+trips-974": "0.90",
    "uth-dk+trips-765": "6.18",
    "casino-holdem-dk": "6.26",
    "casino-holdem-dk+bonus-25": "6.40",
}
"""Edges in percent of the side bet, published."""

SIMPLE = {"edge": "2.43", "flop": "0.13897374"}
"""What the published simple strategy gives away in percent of the ante, and its rules on the flop alone, to the digits published."""

SIGHTS = ("dealer:1", "dealer:1+flop:1", "dealer:1+last:1")

THREADS = (2, 8)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two things that must be equal."""

    what: str
    expected: object
    got: object
    count: int = 1
    """How many hands, deals or answers it stands for."""


class Run:
    """What checks share: the seed, and games that are solved once."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def chance(self, name: str) -> Random:
        """Random numbers of a check, the same for the same seed."""
        return Random(f"{self.seed} {name}")

    @cached_property
    def uth(self) -> Solution:
        return Solver("uth-dk").solve()

    @cached_property
    def casino(self) -> Solution:
        return Solver("casino-holdem-dk").solve()


Check = Callable[[Run], Iterator[Pair]]


# The checks


def hands_of_five(run: Run) -> Iterator[Pair]:
    """Every hand of five cards, dealt and evaluated by the core."""
    found = engine.count_hands(5)
    for category in Category:
        yield Pair(f"{category.label}, hands of five", FIVE_CARDS[category], sum(found[category]), FIVE_CARDS[category])


def hands_of_seven(run: Run) -> Iterator[Pair]:
    """Every hand of seven cards, likewise."""
    found = engine.count_hands(7)
    for category in Category:
        yield Pair(f"{category.label}, hands of seven", SEVEN_CARDS[category], sum(found[category]), SEVEN_CARDS[category])


def classes(run: Run) -> Iterator[Pair]:
    """Things of which no two are alike up to suits."""
    found = PlainCountedGame(range(len(RANKS)), 0).classes()
    for what, expected, got in (
        ("classes of hole cards", 169, found.holes),
        ("classes of hole cards in the charts", 169, len(HOLE_CLASSES)),
        ("hole cards", comb(52, 2), sum(map(len, HOLE_CLASSES.values()))),
        ("classes of flops", 1_755, found.flops),
        ("classes of boards", 134_459, found.boards),
        ("classes of hole cards on a flop", 1_286_792, found.holes_on_flops),
        ("classes of hole cards on a board", 123_156_254, found.holes_on_boards),
    ):
        yield Pair(what, expected, got)


def totals(run: Run) -> Iterator[Pair]:
    """The whole of two games."""
    deals = comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2)
    for name, solution in (("uth-dk", run.uth), ("casino-holdem-dk", run.casino)):
        yield Pair(f"deals of {name}", deals, solution.deals)
        yield Pair(f"net antes over all deals of {name}", TOTALS[name], solution.total)
        edge = -100 * solution.ev_per_ante
        yield Pair(f"edge of {name} in percent", EDGES[name], decimal(edge, len(EDGES[name].partition(".")[2])))


def published_hands(run: Run) -> Iterator[Pair]:
    """Single hands on the river and before the flop, and how many are raised."""
    for hole, board, value in RIVERS:
        yield Pair(f"bet 1x with {hole} on {board}", Fraction(value), analyse(hole, board)["bet 1x"].ev)
    for hand, action, text in BEFORE_THE_FLOP:
        yield Pair(f"{action} with {hand}", text, decimal(run.uth.hole_classes[hand][action].ev, 9))
    best = {name: analysis.best.action.name for name, analysis in run.uth.hole_classes.items()}
    raised = sum(len(HOLE_CLASSES[name]) for name, action in best.items() if action == "bet 4x")
    yield Pair("hole cards that are raised 4x", 500, raised)
    yield Pair("hole cards that are raised 3x", 0, sum(action == "bet 3x" for action in best.values()))


def side_bets(run: Run) -> Iterator[Pair]:
    """Trips and the bonus, with the pay tables of two games and their variants."""
    for name, edge in SIDE_BETS.items():
        (bet,) = load_sheet(name).side_bets
        found = run.uth.side_bet(bet)
        yield Pair(f"edge of {bet.name}, {name}, in percent", edge, decimal(100 * found.edge, 2))


def simple_strategy(run: Run) -> Iterator[Pair]:
    """The whole game played by a strategy that is printed in many places."""
    found = play("simple", run.uth)
    yield Pair("edge of the simple strategy in percent", SIMPLE["edge"], decimal(100 * found.figures.edge_per_ante, 2))
    yield Pair("price of its rules on the flop in percent", SIMPLE["flop"], decimal(100 * found.price_by_street["flop"], 8))


def evaluator(run: Run) -> Iterator[Pair]:
    """Which of two random hands is better, and what it is called."""
    chance = run.chance("evaluator")
    for _ in range(400):
        count = chance.randint(5, 7)
        hands = [tuple(chance.sample(DECK, count)) for _ in range(2)]
        ours, theirs = [engine.strength(hand) for hand in hands], [reference.best_of(hand) for hand in hands]
        what = " and ".join(map(format_cards, hands))
        yield Pair(f"the better of {what}", _order(*theirs), _order(*ours))
        yield Pair(f"categories of {what}", [int(value[0]) for value in theirs], [value >> 26 for value in ours], 0)


def sights_of_hands(run: Run) -> Iterator[Pair]:
    """What the rules of a strategy see on random flops and rivers, half of them of two suits, where flushes are common."""
    chance = run.chance("features")
    for number in range(200):
        cards = chance.sample(DECK if number % 2 else [card for card in DECK if card.suit < 2], 5 + number // 2 % 2 * 2)
        spot = _spot(cards[:2], cards[2:], (), (), ())
        yield Pair(f"what is seen with {spot}", seen_numbers(features(cards[:2], cards[2:])), engine_strategy.see(cards[:2], cards[2:]))


def _order(one: object, other: object) -> str:
    return "equal" if one == other else "the first" if one > other else "the second"  # type: ignore[operator]


def decisions_by_reference(run: Run) -> Iterator[Pair]:
    """Random hands on the river; on the flop and before it with few cards left, so that every deal can be dealt in Python."""
    chance = run.chance("reference")
    for sheet in (load_sheet("uth-dk"), load_sheet("uth-de")):
        for board, left in ((5, 45), (3, 14), (0, 9)):
            hole, shown_cards, rest = _dealt(chance, board)
            dead = rest[left:]
            dealer = rest[: chance.randint(0, 1)]
            expected = reference.decide(hole, shown_cards, dead, sheet.rules, dealer=dealer)
            found = analyse(hole, shown_cards, dead, sheet.rules, dealer=dealer)
            spot = _spot(hole, shown_cards, dealer, (), dead)
            yield Pair(f"deals with {spot}", expected.deals, found.deals, 0)
            yield Pair(f"best with {spot}", expected.best, found.best.action.name, 0)
            yield Pair(f"values with {spot}", expected.total, {name: value.ev * found.deals for name, value in found.items()})


def game_by_reference(run: Run) -> Iterator[Pair]:
    """The whole game with twelve random cards, three ranks in four suits, every deal of it dealt in Python."""
    ranks = "".join(run.chance("game").sample(RANKS, 3))
    sheet = load_sheet("uth-dk")
    expected = reference.solve(sheet.rules, [card for card in DECK if RANKS[card.rank] in ranks])
    found = Solver(sheet, ranks).solve()
    rows = {(row.action.name, row.result, row.dealer_qualifies, row.category): row.deals for row in found.outcomes}
    yield Pair(f"deals with the ranks {ranks}", expected.deals, found.deals, expected.deals)
    yield Pair(f"net antes with the ranks {ranks}", expected.total, found.total, 0)
    hands = {name: frozenset(hands[0]) for name, hands in HOLE_CLASSES.items() if name in found.hole_classes}
    ours = {name: {each: value.ev * spot.deals for each, value in spot.items()} for name, spot in found.hole_classes.items()}
    yield Pair(f"values with the ranks {ranks}", {name: expected.decisions[hole].total for name, hole in hands.items()}, ours, 0)
    yield Pair(f"outcomes with the ranks {ranks}", {key: deals for key, deals in expected.outcomes.items() if deals}, rows, 0)


def decisions_plainly(run: Run) -> Iterator[Pair]:
    """Random hands of every street, some with dead and seen cards, against a walk through every deal."""
    chance, rules = run.chance("plain"), load_sheet("uth-dk").rules
    seat = engine.Seat(rules)
    for board, left in ((5, 45), (3, 47), (3, 40), (0, 16), (0, 14)):
        hole, shown_cards, rest = _dealt(chance, board)
        dead = rest[left:]
        dealer, last = rest[: chance.randint(0, 2)], rest[2 : 2 + (board < 5 and chance.randint(0, 1))]
        plain, fast = (
            engine.decide(hole, shown_cards, dead, rules, dealer=dealer, last_seen=last, details=True, plain=way) for way in (True, False)
        )
        spot = _spot(hole, shown_cards, dealer, last, dead)
        yield Pair(f"decision with {spot}", plain, fast, plain.deals)
        if not board:
            short = replace(plain, fold_after_check=(), bet_after_check=())
            yield Pair(f"decision from a seat with {spot}", short, seat.decide(hole, dealer, (), last, dead), 0)


def sums_of_seen(run: Run) -> Iterator[Pair]:
    """Sums over some classes of hole cards and seen cards, at random places, against their decisions one by one."""
    chance, rules = run.chance("seen"), load_sheet("uth-dk").rules
    settlement = compile_rules(rules)
    few = shortcuts_off()  # one decision takes seconds then
    for text in SIGHTS[:1] if few else SIGHTS:
        job, classes, count = Job(rules, Sight.of(text)), Classes(Sight.of(text)), 2 if few else 5
        start = chance.randrange(len(classes) - count)
        combinations = deals = units = 0
        for held in classes[start : start + count]:
            decided = engine.decide(held.hole, (), held.dead, rules, dealer=held.dealer, flop_seen=held.flop, last_seen=held.last)
            combinations += held.combinations
            deals += held.combinations * decided.deals
            units += held.combinations * best_value(rules, Street.PREFLOP, settlement, decided)
        for details in (False, True):
            job = replace(job, details=details)
            sums = Sums.of(job, sum_piece(job, start, start + count).sums)
            expected, found = (combinations, deals, units), (sums.combinations, sums.deals, sums.units)
            yield Pair(f"combinations, deals and value seeing {text}, classes from {start} on", expected, found, count)


def _holding(feature: str, *values: int) -> tuple[tuple[Condition, ...], ...]:
    return ((Condition(feature, frozenset(values)),),)


_SOME_STRATEGY = Strategy(
    "some",
    "rules that every deck has cards for",
    "",
    (
        (
            StrategyRule("pairs", "bet 4x", _holding("hole", *(14 * rank for rank in range(len(RANKS)))), "before the flop"),
            StrategyRule("else", "check", ((),), "before the flop"),
        ),
        (
            StrategyRule("a card that pairs the board", "bet 2x", _holding("board_match", 1, 2, 3), "flop"),
            StrategyRule("else", "check", ((),), "flop"),
        ),
        (
            StrategyRule("few outs", "bet 1x", _holding("dealer_outs", *range(21)), "river"),
            StrategyRule("else", "fold", ((),), "river"),
        ),
    ),
)


def game_plainly(run: Run) -> Iterator[Pair]:
    """The whole game with five random ranks, its census and a strategy, against every board by itself."""
    ranks = "".join(sorted(run.chance("boards").sample(RANKS, 5), key=RANKS.index))
    solvers = [Solver("uth-dk", ranks, plain=way) for way in (True, False)]
    plain, fast = (solver.solve() for solver in solvers)
    yield Pair(f"values with the ranks {ranks}", plain.hole_classes, fast.hole_classes, plain.deals)
    yield Pair(f"outcomes with the ranks {ranks}", plain.outcomes, fast.outcomes, 0)
    yield Pair(f"census with the ranks {ranks}", solvers[0].census(), solvers[1].census(), 0)
    one, other = (play(_SOME_STRATEGY, solution) for solution in (plain, fast))
    yield Pair(f"the rules of a strategy with the ranks {ranks}", one.rule_prices, other.rule_prices, 0)
    yield Pair(f"the mistakes of a strategy with the ranks {ranks}", one.mistakes, other.mistakes, 0)
    yield Pair(f"the outcomes of a strategy with the ranks {ranks}", set(one.outcomes), set(other.outcomes), 0)


def threads(run: Run) -> Iterator[Pair]:
    """The whole game on several threads, against one."""
    for count in THREADS:
        found = Solver("uth-dk", threads=count).solve()
        yield Pair(f"values on {count} threads", run.uth.hole_classes, found.hole_classes, run.uth.deals)
    yield Pair(f"outcomes on {THREADS[-1]} threads", run.uth.outcomes, found.outcomes, 0)


def _dealt(chance: Random, board: int) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]:
    """Random hole cards, so many of the board, and all the others."""
    cards = tuple(chance.sample(DECK, len(DECK)))
    return cards[:2], cards[2 : 2 + board], cards[2 + board :]


def _spot(hole: Sequence[Card], board: Sequence[Card], dealer: Sequence[Card], last: Sequence[Card], dead: Sequence[Card]) -> str:
    """A spot in the words of the options of ``hand``."""
    cards = {"board": board, "dealer": dealer, "last-seen": last, "dead": dead}
    return format_cards(hole) + "".join(f" --{name} {format_cards(those)}" for name, those in cards.items() if those)


PUBLISHED, ARITHMETIC, REFERENCE, PLAIN, SINGLE = "published", "arithmetic", "reference", "plain way", "single decisions"
LOOKED_UP = (PUBLISHED, ARITHMETIC)
"""What can be looked up or worked out without the program."""

CHECKS: dict[str, tuple[Check, str, str]] = {
    "hands of five cards": (hands_of_five, "hands", PUBLISHED),
    "hands of seven cards": (hands_of_seven, "hands", PUBLISHED),
    "classes up to suits": (classes, "counts", ARITHMETIC),
    "whole games": (totals, "figures", PUBLISHED),
    "known decisions": (published_hands, "figures", PUBLISHED),
    "side bets": (side_bets, "figures", PUBLISHED),
    "simple strategy": (simple_strategy, "figures", PUBLISHED),
    "random hands": (evaluator, "pairs", REFERENCE),
    "what rules see": (sights_of_hands, "spots", REFERENCE),
    "random decisions": (decisions_by_reference, "decisions", REFERENCE),
    "twelve cards, deal by deal": (game_by_reference, "deals", REFERENCE),
    "random decisions, plainly": (decisions_plainly, "deals", PLAIN),
    "seen cards, added up": (sums_of_seen, "classes", SINGLE),
    "twenty cards, board by board": (game_plainly, "deals", PLAIN),
    "2 and 8 threads": (threads, "deals", "one thread"),
}
"""By name: the check, what it counts, and who vouches for what it expects."""
