"""Every switch of the sheet format does what it promises."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from house import HOUSE, casino, house, printed, side_bet, streets, wager
from uth_exact.cards import RANKS
from uth_exact.rules import Category, Qualifier, Result, Whose
from uth_exact.settlement import MAX_BETS, compile_rules
from uth_exact.sheets import Rounding, load_sheet, parse_sheet

# Claims


@pytest.mark.parametrize(
    ("text", "rounding", "low", "high"),
    [
        ("97.82%", "nearest", "0.97815", "0.97825"),
        ("97.82 %", "nearest", "0.97815", "0.97825"),
        ("97.82%", "down", "0.9782", "0.9783"),
        ("97.82%", "up", "0.9781", "0.9782"),
        ("98%", "nearest", "0.975", "0.985"),
        ("96.50%", "nearest", "0.96495", "0.96505"),
        ("-0.5%", "nearest", "-0.0055", "-0.0045"),
    ],
)
def test_a_rounded_claim_stands_for_an_interval(text: str, rounding: str, low: str, high: str) -> None:
    (claim,) = house('printed = "97.82%"', f'printed = "{text}"\nrounding = "{rounding}"').claims
    assert (claim.low, claim.high) == (Fraction(low), Fraction(high))
    assert claim.rounding is Rounding(rounding)
    assert claim.percent


def test_a_claim_without_percent_is_in_antes() -> None:
    (claim,) = house('"return"\non = "ante"\nprinted = "97.82%"', '"standard deviation"\non = "ante"\nprinted = "4.94"').claims
    assert (claim.low, claim.value, claim.high) == (Fraction("4.935"), Fraction("4.94"), Fraction("4.945"))
    assert not claim.percent


# Switches


@pytest.mark.parametrize(
    ("text", "qualifier"),
    [
        ("none", Qualifier(Category.HIGH_CARD)),
        ("always", Qualifier(Category.HIGH_CARD)),
        ("pair", Qualifier(Category.PAIR)),
        ("Pair or better", Qualifier(Category.PAIR)),
        ("pair of 2s", Qualifier(Category.PAIR)),
        ("pair of 4s", Qualifier(Category.PAIR, 2)),
        ("pair of fours or better", Qualifier(Category.PAIR, 2)),
        ("pair of sixes", Qualifier(Category.PAIR, 4)),
        ("pair of 10s", Qualifier(Category.PAIR, 8)),
        ("pair of Ts", Qualifier(Category.PAIR, 8)),
        ("pair of aces", Qualifier(Category.PAIR, 12)),
        ("two pair", Qualifier(Category.TWO_PAIR)),
        ("two_pair", Qualifier(Category.TWO_PAIR)),
        ("three of a kind", Qualifier(Category.THREE_OF_A_KIND)),
        ("three of a kind of kings", Qualifier(Category.THREE_OF_A_KIND, 11)),
        ("full house", Qualifier(Category.FULL_HOUSE)),
        ("royal_flush", Qualifier(Category.ROYAL_FLUSH)),
    ],
)
def test_spellings_of_the_qualifier(text: str, qualifier: Qualifier) -> None:
    assert house('qualifier = "pair"', f'qualifier = "{text}"').rules.qualifier == qualifier


@settings(derandomize=True, deadline=None)
@given(st.sampled_from(Category), st.integers(0, len(RANKS) - 1))
def test_a_printed_qualifier_reads_back(category: Category, rank: int) -> None:
    ranked = category in (Category.PAIR, Category.THREE_OF_A_KIND, Category.FOUR_OF_A_KIND)
    qualifier = Qualifier(category, rank if ranked else 0)
    assert house('qualifier = "pair"', f'qualifier = "{qualifier}"').rules.qualifier == qualifier


def test_the_ante_may_be_lost_to_a_dealer_who_does_not_qualify() -> None:
    usual, strict = house().rules, house('dealer_wins = "push"', 'dealer_wins = "lose"').rules
    differing = [
        (name, result, qualifies, category)
        for name in ("ante", "blind", "play")
        for result in Result
        for qualifies in (False, True)
        for category in Category
        if wager(usual, name).pays(result, qualifies, category) != wager(strict, name).pays(result, qualifies, category)
    ]
    assert differing == [("ante", Result.LOSE, False, category) for category in Category]
    assert wager(strict, "ante").pays(Result.LOSE, False, Category.PAIR) == -1


def test_an_ante_table_pays_on_a_win_against_a_dealer_who_qualifies() -> None:
    ante = wager(house("[blind]", "[ante]\nroyal_flush = 9\ndefault = 1\n[blind]").rules, "ante")
    assert printed(ante.win[1]) == "9 1 1 1 1 1 1 1 1 1"
    assert printed(ante.win[0]) == " ".join("0" * 10)


@pytest.mark.parametrize(
    ("bets", "expected"),
    [
        ("preflop = [4, 3]", ["bet 4x, bet 3x, check", "bet 2x, check", "bet 1x, fold"]),
        ("preflop = [3]", ["bet 3x, check", "bet 2x, check", "bet 1x, fold"]),
        ("preflop = []", ["check", "bet 2x, check", "bet 1x, fold"]),
        ("flop = []", ["bet 4x, bet 3x, check", "check", "bet 1x, fold"]),
        ("river = []", ["bet 4x, bet 3x, check", "bet 2x, fold", ""]),
        ("flop = []\nriver = []", ["bet 4x, bet 3x, fold", "", ""]),
        ("fold = false", ["bet 4x, bet 3x, check", "bet 2x, check", "bet 1x"]),
        ("preflop = [1.5, 1]\nriver = [3, 2, 1]", ["bet 3/2x, bet 1x, check", "bet 2x, check", "bet 3x, bet 2x, bet 1x, fold"]),
        ("preflop = [100, 0.25, 4, 3]", ["bet 100x, bet 1/4x, bet 4x, bet 3x, check", "bet 2x, check", "bet 1x, fold"]),
    ],
)
def test_bets_allowed_per_street(bets: str, expected: list[str]) -> None:
    rest = "preflop = [4, 3]\nflop = [2]\nriver = [1]\nfold = true"
    assert streets(house(rest, bets).rules) == expected


def test_bets_may_be_left_out() -> None:
    assert house(HOUSE[HOUSE.index("[bets]") : HOUSE.index("[blind]")]).rules == house().rules


@pytest.mark.parametrize(
    ("bets", "expected"),
    [
        ("", ["check", "call, fold", ""]),
        ("[bets]\nflop = [2, 3]", ["check", "call 2x, call 3x, fold", ""]),
        ("[bets]\nfold = false", ["check", "call", ""]),
        ("[bets]\nflop = []\nriver = [1]", ["check", "check", "call, fold"]),
    ],
)
def test_bets_of_casino_holdem_are_calls(bets: str, expected: list[str]) -> None:
    assert streets(casino(bets).rules) == expected


def test_a_street_takes_as_many_sizes_as_the_core_holds() -> None:
    assert streets(house("[4, 3]", str(list(range(1, MAX_BETS + 1)))).rules)
    with pytest.raises(ValueError, match=rf"at most {MAX_BETS};"):
        house("[4, 3]", str(list(range(1, MAX_BETS + 2))))


@pytest.mark.parametrize(
    ("keys", "verdicts"),
    [
        ("", "pay pay pay"),
        ('dealer_wins = "lose"', "lose pay pay"),
        ('dealer_wins = "push"\ntie = "push"', "push push pay"),
        ('dealer_wins = "lose"\ntie = "push"\nplayer_wins = "pay"', "lose push pay"),
        ('player_wins = "lose"', "pay pay lose"),
    ],
)
def test_trips_may_be_paid_on_a_win_only(keys: str, verdicts: str) -> None:
    trips = side_bet(house("cards = 7", keys), "trips")
    assert " ".join(verdict.value for verdict in trips.verdicts) == verdicts


@pytest.mark.parametrize("whose", list(Whose))
def test_a_side_bet_goes_by_any_hand(whose: Whose) -> None:
    assert side_bet(house("cards = 7", f'hand = "{whose.value}"'), "trips").whose is whose


def test_hands_below_at_least_lose_without_a_row() -> None:
    trips = side_bet(house("cards = 7", 'cards = 6\nat_least = "three of a kind of 9s"'), "trips")
    assert (trips.cards, str(trips.at_least)) == (6, "three of a kind of 9s or better")
    assert printed(trips.table) == "50 40 30 8 7 4 3 lose lose lose"


# Warnings


@pytest.mark.parametrize(
    ("old", "new", "warning"),
    [
        ('flush = "3:2"', "flush = 4", "blind: flush pays more than full house (4:1 against 3:1); computed as written"),
        ("straight = 4", "straight = 8", "side_bets: trips: straight pays more than flush (8:1 against 7:1); computed as written"),
        (
            "full_house = 8",
            'full_house = "lose"',
            "side_bets: trips: flush pays more than full house (7:1 against lose); computed as written",
        ),
        ('"3:2"', '"3 for 2"', "blind: flush: '3 for 2' counts the stake that comes back and is read as 1/2 to one"),
    ],
)
def test_what_looks_like_a_mistake_is_computed_with_a_warning(old: str, new: str, warning: str) -> None:
    sheet = house(old, new)
    assert f"house.toml: {warning}" in sheet.warnings
    compile_rules(sheet.rules)


# Variants


def test_a_variant_changes_what_it_names_and_nothing_else() -> None:
    plain, variant = load_sheet("casino-holdem-dk"), load_sheet("casino-holdem-dk+ante-25")
    assert variant.side_bets == plain.side_bets
    assert variant.rules.actions == plain.rules.actions
    assert variant.rules.qualifier == plain.rules.qualifier
    assert variant.rules.forced != plain.rules.forced
    assert variant.title == f"{plain.title}; Ante 25/12/3/2/1"
    assert variant.variants == plain.variants


def test_several_variants_may_be_chosen() -> None:
    both = load_sheet("casino-holdem-dk+ante-20+bonus-25")
    assert both.name == both.rules.name == "casino-holdem-dk+ante-20+bonus-25"
    assert both.rules.forced == load_sheet("casino-holdem-dk+ante-20").rules.forced
    assert both.side_bets == load_sheet("casino-holdem-dk+bonus-25").side_bets


def test_a_claim_does_not_go_over_to_a_game_that_was_changed() -> None:
    def names(sheet: str) -> list[str]:
        return [claim.on for claim in load_sheet(sheet).claims]

    assert names("casino-holdem-dk") == ["ante", "total wager", "fold", "bonus"]
    assert names("casino-holdem-dk+ante-20") == ["bonus"]
    assert names("casino-holdem-dk+bonus-25") == ["ante", "total wager", "fold", "bonus"]
    assert names("casino-holdem-dk+ante-20+bonus-25") == ["bonus"]


def test_claims_of_two_variants_that_change_the_main_game_are_both_given_up() -> None:
    text = HOUSE + (
        '[[variants.no-qualifier.claims]]\nname = "a"\non = "ante"\nprinted = "99%"\n'
        '[variants.only-3x.bets]\npreflop = [3]\n[[variants.only-3x.claims]]\nname = "b"\non = "ante"\nprinted = "98%"\n'
    )

    def claimed(*variants: str) -> list[str]:
        return [claim.name for claim in parse_sheet(text.encode(), "house", "house.toml", variants).claims]

    assert claimed() == ["return"]
    assert claimed("no-qualifier") == ["a"]
    assert claimed("only-3x") == ["b"]
    assert claimed("no-qualifier", "only-3x") == []


# Files


@pytest.mark.parametrize("place", ["house.toml", "house", "a+b/house.toml", "sub/house", "my house+more.TOML"])
def test_a_sheet_is_read_from_a_path(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path(place)
    path.parent.mkdir(exist_ok=True)
    path.write_text(HOUSE, "utf-8")
    for given_as in (place, path, tmp_path / path):
        sheet = load_sheet(given_as)
        assert sheet.name == sheet.rules.name == path.stem
    variant = load_sheet(f"{place}+no-qualifier")
    assert (variant.name, str(variant.rules.qualifier)) == (f"{path.stem}+no-qualifier", "always")


def test_a_built_in_name_goes_before_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("uth-dk").write_text(HOUSE, "utf-8")
    assert load_sheet("uth-dk").title == "Ultimate Texas Hold'em, Danish live stream"
    assert load_sheet("./uth-dk").title == "House rules"


@pytest.mark.parametrize("text", [HOUSE.encode("utf-8-sig"), HOUSE.replace("\n", "\r\n").encode()])
def test_files_of_windows_editors_are_read(text: bytes) -> None:
    assert parse_sheet(text, "house", "house.toml") == house()


def test_a_sheet_needs_no_more_than_a_game_and_a_table() -> None:
    sheet = casino()
    assert (sheet.name, sheet.title, sheet.source, sheet.checked, sheet.notes) == ("short", "short", "", None, ())
    assert (sheet.side_bets, sheet.claims, sheet.variants, sheet.warnings) == ((), (), (), ())
    assert hash(sheet)
