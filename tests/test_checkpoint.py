"""Checkpoints that nobody wrote: a file with a fitting checksum and anything in it goes on, or is refused."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from uth_exact.checkpoint import Done, _checksum, load, save
from uth_exact.errors import CheckpointError, KnowledgeError
from uth_exact.knowledge import Sight

QUESTION = {"version": "1", "rules": "r", "sees": "dealer:1", "deck": "all", "details": "false"}
PLACES = 20

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.sampled_from([[[0, 4], [6, 9]], [1, 2], QUESTION]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(["format", "version", "question", "done", "sums", "nanoseconds", "more"])


def refused_or_sound(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "checkpoint"
        path.write_text(text, "utf-8")
        try:
            done = load(str(path), QUESTION, 2, PLACES)
        except CheckpointError as error:
            assert error.message.isprintable() and path.read_text("utf-8") == text
        else:
            assert done is not None
            assert len(done.sums) == 2 and 0 <= done.places <= PLACES
            assert sum(stop - start for start, stop in done.gaps(PLACES)) == PLACES - done.places


@given(st.dictionaries(KEYS, JSON, max_size=3), st.sets(KEYS, max_size=1))
def test_any_content_with_a_fitting_checksum_is_refused_or_sound(changed: dict[str, Any], left_out: set[str]) -> None:
    """Its sums are as many as asked for, and its places are there; else the file is refused and stays as it is."""
    with tempfile.TemporaryDirectory() as folder:
        save(f"{folder}/checkpoint", QUESTION, Done([5, -7], [[0, 4], [6, 9]], 11))
        document = json.loads(Path(folder, "checkpoint").read_text())
    del document["checksum"]
    document = {name: value for name, value in {**document, **changed}.items() if name not in left_out}
    refused_or_sound(json.dumps({**document, "checksum": _checksum(document)}))


@given(JSON.map(json.dumps) | st.text(max_size=40).filter(lambda text: "\r" not in text))
def test_any_text_is_refused(text: str) -> None:
    refused_or_sound(text)


@given(st.text(max_size=20) | st.lists(st.sampled_from(["dealer:1", "dealer:2", "flop:1", "last:1", "+", ":", "1", " "])).map("".join))
def test_any_text_is_a_sight_or_refused(text: str) -> None:
    """What the player sees; printed and read again it is the same."""
    try:
        sight = Sight.of(text)
    except KnowledgeError as error:
        assert error.message.isprintable()
    else:
        assert Sight.of(str(sight)) == sight
