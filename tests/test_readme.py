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

from uth_exact import cli

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = [tuple(part.split("\n", 1)) for block in CONSOLE.findall(README) for part in block.removeprefix("$ ").split("\n$ ")]
PROSE = CONSOLE.sub("", README)


@pytest.mark.parametrize(("command", "output"), SHOWN)
def test_what_the_readme_shows_is_what_is_printed(command: str, output: str) -> None:
    """Character for character, in a window of 80 columns."""
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
    assert done.stdout == output.rstrip("\n") + "\n"


def test_the_readme_shows_something() -> None:
    """A hand in text, and one as JSON."""
    assert len(SHOWN) == 2


@pytest.mark.parametrize("number", re.findall(r"-?\d[\d,]*(?:[./]\d+)+|\d{2,}[\d,]*", PROSE))
def test_every_number_of_the_prose_has_a_source(number: str) -> None:
    """A number stands in the output shown, or it is the version of Python that the package asks for."""
    package = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert any(number in output for _, output in SHOWN) or number in package["project"]["requires-python"]


def test_the_exit_codes_are_those_of_the_program() -> None:
    """Each code named is one that the command returns."""
    named = {int(code) for code in re.findall(r"(?<=[:,] )(\d)(?= [a-z])", PROSE.partition("Exit codes")[2])}
    assert named == {cli.DONE, cli.BAD_INPUT, cli.ENVIRONMENT, cli.BROKEN}


@pytest.mark.parametrize("target", ["demo", "test"])
def test_the_two_commands_exist(target: str) -> None:
    """``make demo`` and ``make test`` have something to do."""
    assert f"    make {target} " in README
    done = subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_the_options_named_are_options(capsys: pytest.CaptureFixture[str]) -> None:
    """Every option that the README mentions is explained by ``--help``."""
    assert cli.main(["hand", "--help"]) == 0
    explained = capsys.readouterr().out
    for option in re.findall(r"--[a-z][a-z-]*", PROSE):
        assert option in explained
