"""The tests in C reach the whole public core."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from uth_exact._core import lib

TARGETS = sorted((Path(__file__).parent / "c").glob("fuzz_*.c"))
FUNCTIONS = [name for name in dir(lib) if name.startswith("uth_") and name != "uth_ask_python"]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_is_fuzzed(name: str) -> None:
    """A function added to ``uth.h`` gets arguments that nobody thought of."""
    assert [target for target in TARGETS if re.search(rf"\b{name}\(", target.read_text("utf-8"))]
