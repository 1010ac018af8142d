"""Whatever is typed: an answer or a refusal, never a traceback and never an answer after a refusal."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uth_exact import checkpoint, commands_chart, executors, game, known_sums
from uth_exact.cli import main

COMMANDS = ["hand", "rtp", "verify", "tables", "chart", "strategy"]
STREETS = ["preflop", "flop", "river"]
OPTIONS = [
    *["--help", "-h", "--version", "--json", "--csv", "--debug", "--details", "--list", "--compare", "--", "-", "--no-such", "-x"],
    *["--board", "--dead", "--dealer", "--flop-seen", "--last-seen", "--rules", "--strategy", "--sees", "--threads", "--dask"],
    *["--checkpoint", "--limit", "--price", "--hole", "--flop", "--show", "--format", "--out"],
]
VALUES = [
    *["", "KdQh", "As Kd", "10c", "4s5h6d", "4s5h6d8c9d", "AKs", "uth-dk", "uth-de+none", "casino-holdem-dk", "nowhere.toml", "./"],
    *["simple", "best", "dealer:1", "dealer:1+flop:1", "neighbours:2", "x:1", "0", "1", "99999999999999999999", "-1", "1e9", "0.05", "svg"],
    *["text", "action", "outs", "chart.svg", "localhost:1", "\udcff", "\0", "\n", "\033[2J", "é♠", "٣", "😀", "%s", "{}", "@file"],
]
WORDS = st.one_of(
    st.sampled_from(COMMANDS + STREETS), st.sampled_from(OPTIONS), st.sampled_from(VALUES), st.text(max_size=8)
) | st.builds("{}={}".format, st.sampled_from(OPTIONS), st.sampled_from(VALUES) | st.text(max_size=8))
BEGUN = [["hand", "KdQh"], ["rtp", "--sees", "dealer:1"], *([name] for name in COMMANDS), *(["chart", street] for street in STREETS)]
LINES = st.lists(WORDS, max_size=7) | st.builds(
    lambda first, rest: [*first, *rest],
    st.sampled_from(BEGUN),
    st.lists(WORDS, max_size=6),
)


def too_much(*args: object, **options: object) -> None:
    """All that takes time ends at once, as if there were no room for it."""
    raise MemoryError


@pytest.fixture(scope="module")
def _nothing_takes_time() -> Iterator[None]:
    """No game is solved, nothing is written and nobody is called; everything up to there is as ever."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name in ((game, "Solver"), (known_sums, "_seat"), (commands_chart, "_made"), (executors, "on_dask")):
            patch.setattr(module, name, too_much)
        for module in (commands_chart, checkpoint):
            patch.setattr(module, "write_file", lambda path, text: None)
        yield


def ended(argv: list[str]) -> tuple[int, str, str]:
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        return main(argv), out.getvalue(), err.getvalue()


@pytest.mark.usefixtures("_nothing_takes_time")
@given(LINES)
def test_any_words_are_answered_or_refused(argv: list[str]) -> None:
    """Exit code 0 and an answer, or 2 or 3 and one line that cannot steer a terminal; with ``--json`` one object."""
    code, out, err = ended(argv)
    assert code in (0, 1, 2, 3)
    if code in (0, 1):
        assert out or "--out" in " ".join(argv)
        return
    assert out == ""
    lines = [line for line in err.splitlines(keepends=True) if not line.startswith("uth-exact: warning: ")]
    options = argv[: argv.index("--")] if "--" in argv else argv
    if "--debug" in options:
        assert lines[0] == "Traceback (most recent call last):\n"
        lines = lines[-1:]
    (line,) = lines
    assert line.endswith("\n") and line[:-1].isprintable() and len(line) < 1500
    if "--json" in options:
        error = json.loads(line)["error"]
        assert set(error) == {"code", "message", "where"}
        assert error["code"] and error["message"]
    else:
        assert line.startswith("uth-exact: ")
