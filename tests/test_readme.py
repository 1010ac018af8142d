"""The README is run: what it shows is what the program prints, and its numbers are those of the output it shows."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from uth_exact import cli, commands, load_sheet, sheet_names

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = [tuple(part.split("\n", 1)) for block in CONSOLE.findall(README) for part in block.removeprefix("$ ").split("\n$ ")]
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""Examples that are run where pytest collects the pages."""
PROSE = PYTHON.sub("", CONSOLE.sub("", README))
CODES = {cli.DONE, cli.DIFFERS, cli.BAD_INPUT, cli.ENVIRONMENT, cli.BROKEN, cli.INTERRUPTED, cli.TERMINATED}
BLIND = "/".join(f"{float(odds):g}" for odds in reversed(load_sheet("uth-dk").rules.forced[1].win[True].odds) if odds)
"""Payouts of the usual Blind, from the royal flush down."""


@pytest.mark.parametrize(("command", "output"), SHOWN)
def test_what_the_readme_shows_is_what_is_printed(command: str, output: str) -> None:
    """Character for character, in a window of 80 columns; three dots stand for the rest."""
    program, *argv = shlex.split(command)
    assert program == "uth-exact"
    done = subprocess.run(
        [sys.executable, "-m", "uth_exact", *argv],
        env={**os.environ, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    shown, dots, _ = output.partition("  ...\n")
    assert (done.stdout[: len(shown)] if dots else done.stdout) == shown.rstrip("\n") + "\n" * (1 + bool(dots))


def test_the_readme_shows_something() -> None:
    """A hand before the flop and one on the river, a whole game, the check of a sheet, and what strategies cost."""
    assert [command.split()[1] for command, _ in SHOWN] == ["hand", "hand", "rtp", "verify", "strategy"]


@pytest.mark.parametrize("number", re.findall(r"-?\d[\d,]*(?:[./]\d+)+|\d{2,}[\d,]*", PROSE))
def test_every_number_of_the_prose_has_a_source(number: str) -> None:
    """A number stands in the output shown, is an exit code or a payout of the usual table, or the version of Python asked for."""
    package = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    codes = (str(code) for code in CODES)
    known = (*codes, BLIND, package["project"]["requires-python"])
    assert any(number in text for text in (*known, *(output for _, output in SHOWN)))


def test_the_exit_codes_are_those_of_the_program() -> None:
    """Each code named is one that the command returns."""
    named = {int(code) for code in re.findall(r"(?<=[:,]\s)\s*(\d+)(?= [a-z])", PROSE.partition("Exit codes")[2])}
    assert named == CODES
    explained = {int(code) for code in re.findall(r"(?<=[:,]\s)\s*(\d+)(?= [a-z])", commands.EXIT_CODES_HELP)}
    assert explained == CODES


def test_the_sheets_named_are_the_built_in_ones() -> None:
    """Each of them, the usual one with its qualifier, and the page that explains them."""
    assert set(re.findall(r"`((?:uth|casino)-[a-z-]+)`", PROSE)) - {"uth-exact"} == set(sheet_names())
    assert str(load_sheet("uth-dk").rules.qualifier) == "pair or better"
    assert "Without `--rules` the table is `uth-dk`: the dealer qualifies with a pair" in PROSE
    assert "(docs/rule-sheets.md)" in PROSE and (ROOT / "docs" / "rule-sheets.md").is_file()


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/charts.md", "docs/known-cards.md", "docs/rule-sheets.md"])
def test_no_page_promises_a_command_that_does_not_exist(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every ``uth-exact WORD`` is a command of the program."""
    assert cli.main(["--help"]) == 0
    explained = re.findall(r"^    ([a-z]+) ", capsys.readouterr().out, re.MULTILINE)
    named = re.findall(r"(?:`|^ {4}|\$ |/)uth-exact ([a-z]+)", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE)
    assert named
    assert set(named) <= set(explained)


def test_the_readme_shows_what_the_demo_shows() -> None:
    """Who runs ``make demo`` sees the first hand and the game of this page, drawn alike, and the second hand as text."""
    demo = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command, _ in SHOWN:
        assert f"\t$(BIN)/{command.removesuffix(' --json')}\n" in demo


@pytest.mark.parametrize("target", ["demo", "test"])
def test_the_two_commands_exist(target: str) -> None:
    """``make demo`` and ``make test`` have something to do."""
    assert f"    make {target} " in README
    done = subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_the_options_named_are_options(capsys: pytest.CaptureFixture[str]) -> None:
    """Every option that the README mentions is explained by ``--help``."""
    assert {cli.main([command, "--help"]) for command in ("hand", "rtp", "verify", "tables", "chart", "strategy", "selftest")} == {0}
    explained = capsys.readouterr().out
    for option in re.findall(r"--[a-z][a-z-]*", PROSE):
        assert option in explained
