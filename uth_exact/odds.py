"""Payouts as people print them -> exact odds to one, and nothing else.

>>> parse_odds("3:2"), parse_odds("3 to 2"), parse_odds(1.5), parse_odds("push")
(Fraction(3, 2), Fraction(3, 2), Fraction(3, 2), Fraction(0, 1))
>>> parse_odds("3 for 2")
Fraction(1, 2)
>>> parse_payout("lose")
Fraction(-1, 1)
"""

from __future__ import annotations

import re
from fractions import Fraction

from uth_exact.errors import OddsError

_RATIO = re.compile(r"(\d{1,9})\s*(?::|/|to|for)\s*(\d{1,9})", re.ASCII | re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,9}(?:\.\d{1,9})?", re.ASCII)
_ODDS = 'write odds to one such as "3:2", "3 to 2", "3/2", 1.5, 3 or "push"'
_PAYOUT = 'write odds to one such as "3:2", "3 to 2", "3/2", 1.5, 3, "push" or "lose"'
_LONGEST = 40


def parse_odds(text: object, where: str = "odds") -> Fraction:
    """Odds to one, exact: what one unit staked wins.

    ``"3 for 2"`` counts the returned stake and is converted (1/2 to one). A float is read as its shortest decimal.
    Raises ``OddsError`` with the text, ``where`` and the fix for anything else, negative or infinite odds included.
    """
    odds = _read(text)
    if odds is None:
        raise OddsError("bad_odds", f"{where}: {shown(text)} is not odds; {_hint(text)}{_ODDS}", where)
    return odds


def parse_payout(text: object, where: str = "odds") -> Fraction:
    """A row of a pay table: odds to one, or -1 for ``"lose"``. Raises ``OddsError`` like ``parse_odds``."""
    if isinstance(text, str) and text.strip().lower() == "lose":
        return Fraction(-1)
    odds = _read(text)
    if odds is None:
        raise OddsError("bad_odds", f"{where}: {shown(text)} is not odds; {_hint(text)}{_PAYOUT}", where)
    return odds


def counts_stake(text: object) -> bool:
    """Whether odds are written "for" one, the returned stake counted."""
    return isinstance(text, str) and "for" in text.lower()


def shown(value: object) -> str:
    """A value as a refusal quotes it: on one line, at most 40 characters, whatever it is."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (dict, list, tuple)):
        return "a table" if isinstance(value, dict) else "a list"
    if isinstance(value, int) and abs(value) >= 10**36:
        return "a number of more than 36 digits"
    if isinstance(value, Fraction) and max(abs(value.numerator), value.denominator) >= 10**36:
        return "a fraction of more than 36 digits"
    if isinstance(value, str):
        value = repr(value[: _LONGEST + 1])
    text = str(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def _read(text: object) -> Fraction | None:
    if isinstance(text, bool) or not isinstance(text, (str, int, float)):
        return None
    if isinstance(text, int):
        return Fraction(text) if 0 <= text < 10**9 else None
    words = str(text).strip()
    if len(words) > _LONGEST:
        return None
    if words.lower() == "push":
        return Fraction(0)
    if _NUMBER.fullmatch(words):
        return Fraction(words)
    ratio = _RATIO.fullmatch(words)
    if ratio is None or int(ratio[2]) == 0:
        return None
    odds = Fraction(int(ratio[1]), int(ratio[2])) - counts_stake(words)
    return odds if odds >= 0 else None


def _hint(text: object) -> str:
    if not isinstance(text, str):
        return ""
    if text.count(":") > 1:
        return 'odds have one colon (1.5 to one is 1.5 or "3:2"); '
    if "," in text:
        return "a decimal takes a point, not a comma; "
    return ""
