"""What the command line printed, as tests look at it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from uth_exact.cli import main
from uth_exact.report import decimal


def answer(capsys: pytest.CaptureFixture[str], *argv: str, code: int = 0) -> str:
    """The answer on stdout, with this exit code and nothing on stderr."""
    assert main(list(argv)) == code
    out, err = capsys.readouterr()
    assert err == ""
    return out


def exact(value: Any) -> Fraction:
    """A number of the JSON, whose decimal must be its exact value rounded."""
    number = Fraction(value["exact"])
    assert value["decimal"] == decimal(number, 9)
    return number
