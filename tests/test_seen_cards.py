"""Cards that the player sees before their time: against the reference, against the plain way, and by hand."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import ALWAYS_QUALIFIES, CASINO, FOLDS_ANYWHERE, NEEDS_A_FLUSH, UTH, UTH_FOURS, UTH_ODD, deck_of
from test_decision import table
from uth_exact import engine, reference
from uth_exact._core import ffi, lib
from uth_exact.cards import DECK, Card, as_cards
from uth_exact.cli import main
from uth_exact.decision import Analysis, analyse
from uth_exact.engine import Decided
from uth_exact.errors import CardError
from uth_exact.report import exact, hand_json, hand_text
from uth_exact.rules import Rules
from uth_exact.terminal import Screen

Kind = tuple[int, int, int, int]
"""How many cards are on the board, seen with the dealer, seen to come on the flop, and seen to come last."""

RIVERS: list[Kind] = [(5, dealer, 0, 0) for dealer in (1, 2)]
FLOPS: list[Kind] = [(3, dealer, 0, last) for dealer, last in product((0, 1, 2), (0, 1)) if dealer or last]
PREFLOPS: list[Kind] = [(0, *seen) for seen in product((0, 1, 2), (0, 1, 2), (0, 1)) if any(seen)]

GAMES = [UTH, UTH_FOURS, UTH_ODD, ALWAYS_QUALIFIES, NEEDS_A_FLUSH]
ANY_STREET = [*GAMES, CASINO, FOLDS_ANYWHERE]


@dataclass(frozen=True)
class Spot:
    hole: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    flop_seen: tuple[Card, ...] = ()
    last_seen: tuple[Card, ...] = ()
    dead: tuple[Card, ...] = ()

    def seen(self) -> dict[str, tuple[Card, ...]]:
        return {"dealer": self.dealer, "flop_seen": self.flop_seen, "last_seen": self.last_seen}

    def analyse(self, rules: Rules = UTH, details: bool = False) -> Analysis:
        return analyse(self.hole, self.board, self.dead, rules, **self.seen(), details=details)

    def decide(self, rules: Rules = UTH, **options: bool) -> Decided:
        return engine.decide(self.hole, self.board, self.dead, rules, **self.seen(), **options)


def deal(deck: Sequence[Card], kind: Kind, live: int) -> Spot:
    """A spot of this kind off the top of the deck; all cards are dead but it and the next ``live``."""
    cards, places, at = tuple(deck), [], 0
    for count in (2, *kind):
        places.append(cards[at : at + count])
        at += count
    return Spot(*places, tuple(card for card in DECK if card not in cards[: at + live]))


def missing(kind: Kind) -> int:
    """Cards that are still to be dealt."""
    return 7 - sum(kind)


@st.composite
def spots(draw: st.DrawFn, kinds: Sequence[Kind], spare: int) -> Spot:
    """Spots of any of these kinds with ``spare`` cards more left than are dealt, often from few suits, so that flushes happen."""
    kind = draw(st.sampled_from(kinds))
    deck = list(deck_of("23456789TJQKA", draw(st.sampled_from(["cdhs", "cdhs", "cdh", "cd"]))))
    random.Random(draw(st.integers(0, 2**32))).shuffle(deck)
    return deal(deck, kind, missing(kind) + spare)


# Against the reference


def agrees_with_reference(spot: Spot, rules: Rules) -> None:
    """Every value and every row of every outcome table is the reference's."""
    analysis = spot.analyse(rules, details=True)
    expected = reference.decide(spot.hole, spot.board, spot.dead, rules, **spot.seen())
    assert analysis.deals == expected.deals
    for value in analysis.actions:
        assert value.ev * analysis.deals == expected.total[value.action.name], value.action.name
        assert table(value.outcomes) == {end: deals for end, deals in expected.outcomes[value.action.name].items() if deals}
    assert analysis.best.action.name == expected.best


@given(spots(RIVERS, 18), st.sampled_from(GAMES))
@settings(max_examples=60)
def test_rivers_agree_with_the_reference(spot: Spot, rules: Rules) -> None:
    """Any river with one or both cards of the dealer seen and any dead cards."""
    agrees_with_reference(spot, rules)


@given(spots(FLOPS, 9), st.sampled_from(ANY_STREET))
@settings(max_examples=50)
def test_flops_agree_with_the_reference(spot: Spot, rules: Rules) -> None:
    """Any flop with cards of the dealer, the last card, or both seen, outcomes after a check included."""
    agrees_with_reference(spot, rules)


@pytest.mark.parametrize("kind", PREFLOPS, ids=str)
@given(st.data())
@settings(max_examples=4)
def test_small_decks_before_the_flop_agree_with_the_reference(kind: Kind, data: st.DataObject) -> None:
    """Every combination of seen cards before the flop, with few cards left so that every deal can be dealt."""
    agrees_with_reference(data.draw(spots([kind], 4)), data.draw(st.sampled_from(ANY_STREET)))


# Against the plain way


@given(spots([*FLOPS, *PREFLOPS], 8), st.sampled_from(ANY_STREET))
@settings(max_examples=100)
def test_the_fast_way_is_the_plain_way(spot: Spot, rules: Rules) -> None:
    """Counting boards by ranks and flush suit gives the same integers as dealing card by card."""
    assert spot.decide(rules, details=True) == spot.decide(rules, details=True, plain=True)


FULL_DECKS = [
    *(
        Spot(as_cards(hole), as_cards(flop), *map(as_cards, seen))
        for hole, flop, seen in [
            ("8s9s", "7s8hTs", ("Js",)),
            ("8s9s", "7s8hTs", ("JsJh",)),
            ("8s9s", "7s8hTs", ("", "", "6s")),
            ("8s9s", "7s8hTs", ("7d7h", "", "6s")),
            ("KdKh", "Kc7c2c", ("Ac",)),
            ("KdKh", "Kc7c2c", ("AcQc",)),
            ("KdKh", "Kc7c2c", ("Ac", "", "Jc")),
        ]
    ),
    *(
        Spot(as_cards(hole), (), *map(as_cards, seen))
        for hole, seen in [
            ("As2s", ("Ks", "QsJs", "4d")),
            ("Kh5d", ("As", "9h8h")),
            ("3c7d", ("Qd", "8c", "5c")),
            ("3c7d", ("QdQc", "8c")),
            ("9s8s", ("AhKh", "", "Ts")),
            ("9s8s", ("5s5h", "TsJs")),
            ("AcAd", ("", "7c7d", "2c")),
        ]
    ),
]


@pytest.mark.parametrize("spot", FULL_DECKS, ids=lambda spot: " ".join("".join(map(str, cards)) or "-" for cards in vars(spot).values()))
def test_the_fast_way_is_the_plain_way_on_full_decks(spot: Spot) -> None:
    """The same with nothing dead, for kinds of spots that can be dealt card by card in a second."""
    assert spot.decide(details=True) == spot.decide(details=True, plain=True)


# What follows from what the player knows


def values(analysis: Analysis) -> dict[str, Fraction]:
    return {value.action.name: value.ev for value in analysis.actions}


def rest(*places: Sequence[Card]) -> list[Card]:
    taken = {card for place in places for card in place}
    return [card for card in DECK if card not in taken]


def test_a_check_before_the_flop_is_the_mean_of_the_flops() -> None:
    """Seen flop cards are on every flop, the seen last card is on none, and it and the dealer's are still known there."""
    hole, dealer, flop, last = map(as_cards, ("9s8s", "Ah", "7sTs", "Js"))
    flops = [analyse(hole, (*flop, card), dealer=dealer, last_seen=last).best.ev for card in rest(hole, dealer, flop, last)]
    assert len(flops) == 46
    assert sum(flops) / len(flops) == analyse(hole, dealer=dealer, flop_seen=flop, last_seen=last)["check"].ev


def test_a_check_on_the_flop_is_the_mean_of_the_rivers() -> None:
    """The seen last card is in every turn and river, with any other card; the dealer's card is still known there."""
    hole, flop, dealer, last = map(as_cards, ("9s8s", "7sTs2h", "Ah", "Js"))
    left = rest(hole, flop, dealer, last)
    rivers = [analyse(hole, (*flop, *last, card), dealer=dealer).best.ev for card in left]
    assert len(rivers) == 45
    assert sum(rivers) / len(rivers) == analyse(hole, flop, dealer=dealer, last_seen=last)["check"].ev
    rivers = [analyse(hole, (*flop, *two), dealer=dealer).best.ev for two in combinations([*left, *last], 2)]
    assert sum(rivers) / len(rivers) == analyse(hole, flop, dealer=dealer)["check"].ev


def knowledge_helps(spot: Spot, kind: Kind, rules: Rules) -> None:
    """Over all cards that may be seen: bets are worth the same in all, a check or best play never less."""
    unknown = spot.decide(rules)
    live = rest(spot.hole, spot.board, spot.dead)
    ways = {1: 2, 2: 1}.get(kind[1], 1) * {1: 3, 2: 3}.get(kind[2], 1) * {1: 2}.get(kind[3], 1)
    deals, check, best, bets = 0, 0, 0, [0, 0, 0, 0]
    street = 0 if not spot.board else 1 if len(spot.board) == 3 else 2
    count = len([action for action in rules.actions[street] if action.size])

    def worth(decided: Decided) -> int:
        kinds = {action.kind.name for action in rules.actions[street]}
        return max([*decided.bets[:count], *[decided.check] * ("CHECK" in kinds), *[decided.fold] * ("FOLD" in kinds)])

    for dealer in combinations(live, kind[1]):
        for flop in combinations(rest(spot.hole, spot.board, spot.dead, dealer), kind[2]):
            for last in combinations(rest(spot.hole, spot.board, spot.dead, dealer, flop), kind[3]):
                known = Spot(spot.hole, spot.board, dealer, flop, last, spot.dead).decide(rules)
                deals, check, best = deals + known.deals, check + known.check, best + worth(known)
                bets = [bet + more for bet, more in zip(bets, known.bets, strict=True)]
    assert deals == ways * unknown.deals
    assert bets == [ways * bet for bet in unknown.bets]
    assert check >= ways * unknown.check
    assert best >= ways * worth(unknown)


@pytest.mark.parametrize("kind", [*RIVERS, *FLOPS, *PREFLOPS], ids=str)
def test_knowledge_never_lowers_the_value_and_leaves_a_bet_as_it_is(kind: Kind) -> None:
    """Each deal is seen in as many ways as its cards can be chosen; a bet ends the round and cannot use what is seen."""
    rng = random.Random(sum(kind) * 7 + kind[1])
    knowledge_helps(deal(rng.sample(DECK, 52), (kind[0], 0, 0, 0), 7 - kind[0] + 2), kind, rng.choice(GAMES))


@pytest.mark.parametrize(
    ("hole", "board", "kind"),
    [
        ("Kh5d", "", (0, 1, 0, 0)),
        ("Qs7s", "", (0, 0, 1, 0)),
        ("3c3d", "", (0, 0, 0, 1)),
        ("9s8s", "7sTs2h", (3, 1, 0, 0)),
        ("9s8s", "7sTs2h", (3, 0, 0, 1)),
        ("KdQh", "4s5h6d8c9d", (5, 1, 0, 0)),
        ("KdQh", "4s5h6d8c9d", (5, 2, 0, 0)),
    ],
)
def test_knowledge_on_the_full_deck(hole: str, board: str, kind: Kind) -> None:
    """The same with nothing dead."""
    knowledge_helps(Spot(as_cards(hole), as_cards(board)), kind, UTH)


@given(st.integers(0, 2**32), st.sampled_from([*RIVERS, *FLOPS, *PREFLOPS]), st.permutations(range(4)))
@settings(max_examples=40)
def test_relabelling_suits_changes_nothing(seed: int, kind: Kind, suits: list[int]) -> None:
    """Suits are equal: exchanging them everywhere leaves every value as it is."""
    deck = random.Random(seed).sample(DECK, 52)
    one = deal(deck, kind, 52 - 2 - sum(kind) - 3)
    other = Spot(*(tuple(Card(4 * card.rank + suits[card.suit]) for card in getattr(one, place.name)) for place in fields(one)))
    assert values(one.analyse(details=True)) == values(other.analyse(details=True))


def test_seen_cards_are_sets() -> None:
    """The order in which cards are given does not matter, and no cards seen is nothing known."""
    one = analyse("9s8s", dealer="AhKd", flop_seen="2c7s", last_seen="Ts")
    assert values(one) == values(analyse("8s9s", dealer="KdAh", flop_seen="7s2c", last_seen=[Card.of("Ts")]))
    assert one.seen == as_cards("AhKd2c7sTs")
    assert analyse("9s8s", "2c7sKd", dealer="", last_seen=()) == analyse("9s8s", "2c7sKd")


# By hand


def test_both_cards_of_the_dealer_on_the_river_leave_one_deal() -> None:
    """King high against every hand of the dealer: the value is the settlement of that one showdown, or the fold."""
    hole, board = as_cards("KdQh"), as_cards("4s5h6d8c9d")
    total, bets = Fraction(0), 0
    for pair in combinations(rest(hole, board), 2):
        analysis = analyse(hole, board, dealer=pair)
        player, dealer = reference.best_of((*hole, *board)), reference.best_of((*pair, *board))
        ante, play = int(dealer[0] >= 1), 1  # a pair qualifies; the blind wins nothing with king high, but can be lost
        won = ante + play if player > dealer else 0 if player == dealer else -ante - play - 1
        assert analysis.deals == 1
        assert values(analysis) == {"bet 1x": won, "fold": -2}
        total, bets = total + analysis.best.ev, bets + (analysis.best.action.name == "bet 1x")
    assert total == 176 * 1 + 9 * 0 + 88 * -2 + 717 * -2  # of 990 hands: 176 lose, 9 tie, 88 win unqualified, 717 qualified
    assert bets == 176 + 9 + 88


def test_one_card_of_the_dealer_on_the_river_by_hand() -> None:
    """King high on 4-5-6-8-9 loses to J-x if x pairs the board (15), is a jack (3) or a seven for the straight (4), with
    a qualified dealer, or an ace (4), without; it beats the other 18 of 44."""
    analysis = analyse("KdQh", "4s5h6d8c9d", dealer="Jh")
    assert analysis.deals == 44
    assert values(analysis) == {"bet 1x": Fraction(22 * -3 + 4 * -2 + 18 * 1, 44), "fold": -2}


def test_a_royal_flush_that_is_sure_to_come_wins_one_more_at_double_the_play() -> None:
    """With the ten of spades to come nothing can beat the hand, so of 2x and 1x the difference is one ante on each deal."""
    analysis = analyse("AsKs", "QsJs2d", last_seen="Ts")
    assert analysis.deals == 46 * 990
    assert analysis.best.action.name == "bet 2x"
    assert analysis["bet 2x"].ev - analysis["check"].ev == 1
    assert 500 + 2 < analysis["bet 2x"].ev < 500 + 2 + 1


def test_kings_against_four_aces_by_hand() -> None:
    """Four aces are seen; only a royal flush, in clubs or diamonds with the ace on the flop, beats them. It comes on 2 of
    the C(46,3) boards, wins 500 + 1 + 1 with the small bet on the river, and any other hand is folded there."""
    boards = 15_180
    analysis = analyse("KcKd", dealer="AsAh", flop_seen="AcAd")
    assert analysis.deals == 46 * 990 == 3 * boards
    assert values(analysis) == {
        "check": Fraction(2 * 502 + (boards - 2) * -2, boards),
        "bet 3x": Fraction(2 * 504 + (boards - 2) * -5, boards),
        "bet 4x": Fraction(2 * 505 + (boards - 2) * -6, boards),
    }


# Numbers of deals


@pytest.mark.parametrize(
    ("seen", "deals"),
    [
        ({"dealer": "As"}, 18_424 * 1_035 * 44),
        ({"dealer": "AsAc"}, 17_296 * 990),
        ({"flop_seen": "As"}, 1_176 * 1_081 * 990),
        ({"flop_seen": "AsAc"}, 48 * 1_081 * 990),
        ({"last_seen": "As"}, 18_424 * 46 * 990),
        ({"dealer": "As", "flop_seen": "Ac", "last_seen": "Ad"}, 1_081 * 45 * 44),
    ],
    ids=str,
)
def test_deals_are_the_completions_left(seen: dict[str, str], deals: int) -> None:
    """Flops, turns and rivers, and dealer hands, each from the cards that are left."""
    assert analyse("Kh5d", **seen).deals == deals  # type: ignore[arg-type]


# Refusals


def core_status(**places: Any) -> int:
    spot, decision = ffi.new("uth_spot *"), ffi.new("uth_decision *")
    spot.hole = places.pop("hole", [0, 1])
    board = places.pop("board", [])
    spot.board, spot.board_count = board, len(board)
    for place, cards in places.items():
        setattr(spot, place, sum(1 << card for card in cards))
    decision.deals = 7
    status = lib.uth_decide(spot, engine._core_rules(UTH), 0, ffi.NULL, decision)
    assert status == lib.UTH_OK or decision.deals == 7
    return int(status)


@pytest.mark.parametrize("place", ["dealer", "flop_seen", "last_seen"])
def test_the_core_refuses_impossible_ids_and_cards_in_two_places(place: str) -> None:
    """Ids above 51, and every pair of places."""
    assert core_status(**{place: [52]}) == core_status(**{place: [63]}) == lib.UTH_BAD_CARD
    for other in {"hole", "dead", "dealer", "flop_seen", "last_seen"} - {place}:
        cards = {other: [9, 1] if other == "hole" else [9], place: [9]}
        assert core_status(**cards) == lib.UTH_DUPLICATE, other
    if place != "flop_seen":
        assert core_status(board=[7, 8, 9], **{place: [9]}) == lib.UTH_DUPLICATE


def test_the_core_refuses_more_cards_than_there_can_be() -> None:
    """Two of the dealer's, two on a flop to come, one of turn and river to come."""
    assert core_status(dealer=[9, 10, 11]) == lib.UTH_BAD_COUNT
    assert core_status(flop_seen=[9, 10, 11]) == lib.UTH_BAD_COUNT
    assert core_status(last_seen=[9, 10]) == lib.UTH_BAD_COUNT
    assert core_status(board=[2, 3, 4], flop_seen=[9]) == lib.UTH_BAD_COUNT
    assert core_status(board=[2, 3, 4, 5, 6], last_seen=[9]) == lib.UTH_BAD_COUNT
    assert core_status(board=[2, 3, 4, 5, 6], dealer=[9, 10]) == lib.UTH_OK


@pytest.mark.parametrize("kind", [*RIVERS, *FLOPS, *PREFLOPS], ids=str)
def test_the_last_deal_possible_is_decided_and_one_card_less_is_refused(kind: Kind) -> None:
    """With just the missing cards left there is a deal, which agrees with the reference."""
    deck = random.Random(5).sample(DECK, 52)
    agrees_with_reference(deal(deck, kind, missing(kind)), UTH)
    if missing(kind):
        with pytest.raises(CardError, match="too few cards") as refused:
            deal(deck, kind, missing(kind) - 1).decide()
        assert refused.value.code == "no_deal"
        with pytest.raises(CardError, match=f"dead: {missing(kind) - 1} cards are left, {missing(kind)} are needed"):
            deal(deck, kind, missing(kind) - 1).analyse()


COUNT, TWICE = "card_count", "duplicate_card"
REFUSED = {
    "in hole": ({"dealer": "Kh"}, TWICE, "Kh is given in hole and in dealer: each card exists once"),
    "dead": ({"last_seen": "2c", "dead": "2c"}, TWICE, "2c is given in dead and in last_seen: each card exists once"),
    "two seen": ({"flop_seen": "As", "last_seen": "As"}, TWICE, "As is given in flop_seen and in last_seen: each card exists once"),
    "three": ({"dealer": "2c3c4c"}, COUNT, "dealer: 1 or 2 cards may be seen, 3 given"),
    "flop of three": ({"flop_seen": "2c3c4c"}, COUNT, "flop_seen: 1 or 2 cards may be seen, 3 given"),
    "two last": ({"last_seen": "2c3c"}, COUNT, "last_seen: 1 card may be seen, 2 given"),
    "flop is there": ({"board": "2c3c4c", "flop_seen": "As"}, COUNT, "flop_seen: the flop is on the board; no card is to come on it"),
    "all are there": ({"board": "2c3c4c5c6c", "last_seen": "As"}, COUNT, "last_seen: turn and river are on the board; no card is to come"),
    "no card": ({"dealer": "Xx"}, "unknown_card", "dealer: no card can be read at 'Xx'"),
}


@pytest.mark.parametrize("refused", REFUSED.values(), ids=REFUSED)
def test_impossible_seen_cards_are_refused(refused: tuple[dict[str, str], str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """One clear line for each fault, the same from Python and on the command line, which exits with 2."""
    given, code, message = refused
    with pytest.raises(CardError) as error:
        analyse("Kh5d", **given)  # type: ignore[arg-type]
    assert error.value.code == code
    assert str(error.value).startswith(message)
    options = [word for place, cards in given.items() for word in ("--" + place.replace("_", "-"), cards)]
    assert main(["hand", "Kh5d", *options]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err


def test_the_engine_refuses_a_card_given_twice_in_one_place() -> None:
    """Two equal cards are not taken for another one."""
    with pytest.raises(CardError, match="a card is given twice"):
        engine.decide(as_cards("Kh5d"), (), (), UTH, dealer=[Card(3), Card(3)])


# The command


def test_the_json_of_a_hand_with_a_seen_card(capsys: pytest.CaptureFixture[str]) -> None:
    """The contract: what is seen, best play without it, and the difference; nothing of it where nothing is seen."""
    river = ["hand", "KdQh", "--board", "4s5h6d8c9d", "--json"]
    assert main([*river, "--dealer", "j♥"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert {name: document[name] for name in ("dealer", "flop_seen", "last_seen")} == {"dealer": "Jh", "flop_seen": "", "last_seen": ""}
    assert (document["best"], document["deals"]) == ("bet 1x", 44)
    assert document["without"] == {"ev": {"exact": "-2", "decimal": "-2.000000000"}, "best": "fold"}
    assert document["worth"] == {"exact": "8/11", "decimal": "0.727272727"}
    assert main(river) == 0
    assert not {"dealer", "flop_seen", "last_seen", "without", "worth"} & set(json.loads(capsys.readouterr().out))


def test_the_options_are_the_arguments_of_analyse(capsys: pytest.CaptureFixture[str]) -> None:
    """Each option reaches its place, with dead cards besides."""
    options = ["--dealer", "As", "--flop-seen", "8c 7c", "--last-seen", "Ks", "--dead", "2c"]
    assert main(["hand", "Kh5d", *options, "--json", "--details"]) == 0
    document = json.loads(capsys.readouterr().out)
    expected = analyse("Kh5d", dead="2c", dealer="As", flop_seen="8c7c", last_seen="Ks", details=True)
    assert document == json.loads(json.dumps(hand_json(expected, True, analyse("Kh5d", dead="2c"))))


def test_the_text_of_a_hand_with_a_seen_card() -> None:
    """What is seen stands with the cards; what it is worth stands below the actions."""
    spot = "KdQh", "4s5h6d8c9d"
    text = hand_text(analyse(*spot, dealer="Jh"), Screen(80), without=analyse(*spot))
    assert "  you see   Jh held by the dealer\n" in text
    assert "  deals  44, all hands that the dealer can hold\n" in text
    table = """
  the cards you see    best         value  exact value
  seeing them        bet 1x  -1.272727273       -14/11
  not seeing them      fold  -2.000000000           -2
  difference                  0.727272727         8/11
"""
    assert table in text


@pytest.mark.parametrize("width", range(40, 101, 4))
def test_no_line_is_wider_than_the_screen(width: int) -> None:
    """The text fits any screen, with all that can be seen and the longest fractions."""
    analysis = analyse("Kh5d", dealer="As9h", flop_seen="8c7c", last_seen="Ks", details=True)
    text = hand_text(analysis, Screen(width), details=True, without=analyse("Kh5d"))
    assert max(map(len, text.splitlines())) <= width
    assert exact(analysis.best.ev) in text


def test_the_deals_of_a_hand_with_seen_cards_can_be_checked_by_hand() -> None:
    """Only what is still to be dealt is multiplied."""
    analysis = analyse("Kh5d", dealer="As9h", flop_seen="8c7c", last_seen="Ks")
    assert "  deals  1,980 = 45 flops x 44 turns and rivers x 1 dealer hand\n" in hand_text(analysis, Screen(80))
