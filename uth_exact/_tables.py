"""Where the rule sheets and strategies lie that come with the program."""

from __future__ import annotations

from pathlib import Path


def folder() -> Path:
    """The folder ``tables``: inside the package once installed, beside it in a checkout."""
    package = Path(__file__).resolve().parent
    installed = package / "tables"
    beside = package.parent / "tables"
    return beside if beside.is_dir() and not installed.is_dir() else installed
