"""What tests share: how Hypothesis runs (no test asserts a time, so none has a deadline), and games solved once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from games import CASINO, UTH
from uth_exact import _core
from uth_exact.game import Solution, solve

settings.register_profile("looking", deadline=None)
settings.register_profile("same cases", deadline=None, derandomize=True)
settings.load_profile("same cases" if os.environ.get("CI") else "looking")


def pytest_sessionstart() -> None:
    """``make asan`` names another build of the core: then no test may run with the installed one."""
    wanted = os.environ.get("UTH_CORE")
    assert wanted is None or Path(wanted).samefile(_core.__file__), f"the core is {_core.__file__}, not {wanted}"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--packages", metavar="DIR", help="test the wheel and the source archive in DIR instead of building them")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where several processes share the tests, the long ones come first, so that none is left alone with them at the end."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(scope="session")
def uth() -> Solution:
    """Ultimate Texas Hold'em, solved."""
    return solve(UTH)


@pytest.fixture(scope="session")
def casino() -> Solution:
    """Casino Hold'em, solved."""
    return solve(CASINO)
