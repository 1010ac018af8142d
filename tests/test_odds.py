"""Payouts as people print them are read exactly, or refused with the text, the place and the fix."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uth_exact.errors import OddsError, SheetError
from uth_exact.odds import counts_stake, parse_odds, parse_payout, shown

FIX = 'write odds to one such as "3:2", "3 to 2", "3/2", 1.5, 3 or "push"'


@pytest.mark.parametrize(
    ("text", "odds"),
    [
        ("3:2", "3/2"),
        ("3 to 2", "3/2"),
        ("3/2", "3/2"),
        (1.5, "3/2"),
        ("1.5", "3/2"),
        (3, "3"),
        ("3", "3"),
        ("push", "0"),
        ("Push", "0"),
        ("PUSH ", "0"),
        (0, "0"),
        ("0:1", "0"),
        (" 3 : 2 ", "3/2"),
        ("3 TO 2", "3/2"),
        ("7:5", "7/5"),
        ("6:4", "3/2"),
        ("500:1", "500"),
        ("3 for 2", "1/2"),
        ("2 for 1", "1"),
        ("1 for 1", "0"),
        (0.1, "1/10"),
        ("999999999:1", "999999999"),
    ],
)
def test_odds_are_read_exactly(text: object, odds: str) -> None:
    assert parse_odds(text) == parse_payout(text) == Fraction(odds)


@pytest.mark.parametrize(
    ("text", "quoted", "hint"),
    [
        ("1:5:1", "'1:5:1'", 'odds have one colon (1.5 to one is 1.5 or "3:2"); '),
        ("1,5:1", "'1,5:1'", "a decimal takes a point, not a comma; "),
        ("1,5", "'1,5'", "a decimal takes a point, not a comma; "),
        ("nan", "'nan'", ""),
        (float("nan"), "nan", ""),
        (float("inf"), "inf", ""),
        (float("-inf"), "-inf", ""),
        ("1e999", "'1e999'", ""),
        ("1e3", "'1e3'", ""),
        (1e300, "1e+300", ""),
        (1e-300, "1e-300", ""),
        ("1:0", "'1:0'", ""),
        ("0:0", "'0:0'", ""),
        ("", "''", ""),
        (" ", "' '", ""),
        ("-1", "'-1'", ""),
        (-1, "-1", ""),
        (-0.5, "-0.5", ""),
        ("0 for 1", "'0 for 1'", ""),
        ("1 for 2", "'1 for 2'", ""),
        ("9999999999", "'9999999999'", ""),
        ("9" * 5000, "'999999999999999999999999999999999999...", ""),
        (10**4000, "a number of more than 36 digits", ""),
        (True, "true", ""),
        (None, "None", ""),
        ([3, 2], "a list", ""),
        ({"to": 1}, "a table", ""),
        ("lose", "'lose'", ""),
        ("3:2 or so", "'3:2 or so'", ""),
        ("٣:٢", "'٣:٢'", ""),
        ("3\n:2;", "'3\\n:2;'", ""),
    ],
)
def test_anything_else_is_refused_with_the_text_and_the_fix(text: object, quoted: str, hint: str) -> None:
    with pytest.raises(OddsError) as caught:
        parse_odds(text, "house.toml: blind: flush")
    error = caught.value
    assert error.message == f"house.toml: blind: flush: {quoted} is not odds; {hint}{FIX}"
    assert (error.code, error.where) == ("bad_odds", "house.toml: blind: flush")
    assert isinstance(error, SheetError)
    assert isinstance(error, ValueError)


def test_a_number_too_long_for_python_to_print_is_refused() -> None:
    for number in (10**5000, -(10**5000)):
        with pytest.raises(OddsError, match=r"^odds: a number of more than 36 digits is not odds; "):
            parse_odds(number)


@pytest.mark.parametrize("text", ["lose", "Lose", " LOSE "])
def test_only_a_payout_may_lose(text: str) -> None:
    assert parse_payout(text) == -1
    with pytest.raises(OddsError):
        parse_odds(text)


def test_odds_for_one_count_the_stake_that_comes_back() -> None:
    assert counts_stake("3 for 2")
    assert not any(map(counts_stake, ("3 to 2", "3:2", 3, 1.5, "push", "lose", None)))


fixed = settings(derandomize=True, deadline=None)


@fixed
@given(st.integers(0, 999_999_999), st.integers(1, 999_999_999))
def test_every_way_of_writing_a_ratio_is_the_same_odds(wins: int, stake: int) -> None:
    odds = Fraction(wins, stake)
    assert {parse_odds(f"{wins}{sign}{stake}") for sign in (":", "/", " : ", " to ", "to")} == {odds}
    if odds >= 1:
        assert parse_odds(f"{wins} for {stake}") == odds - 1


@fixed
@given(st.integers(0, 999_999), st.integers(0, 99))
def test_a_decimal_is_read_as_written(whole: int, hundredths: int) -> None:
    text = f"{whole}.{hundredths:02}"
    assert parse_odds(text) == parse_odds(float(text)) == whole + Fraction(hundredths, 100)


@fixed
@given(st.text() | st.floats() | st.integers() | st.none() | st.booleans() | st.lists(st.integers()) | st.from_regex(r"[\d.,:/ -]{1,9}"))
def test_whatever_comes_is_odds_or_refused_on_one_line(text: object) -> None:
    try:
        line = str(parse_odds(text))
    except OddsError as error:
        line = error.message
    assert line.isprintable()
    assert len(shown(text)) <= 40
