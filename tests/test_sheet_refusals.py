"""Sheets that cannot be: each is refused with one line that names the file, the place, the text and the fix."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from house import HOUSE
from sheet_faults import FAULTS, NOT_ODDS, PAYOUT
from uth_exact._toml import MAX_BYTES
from uth_exact.errors import SheetError
from uth_exact.sheets import _chosen, load_sheet, parse_sheet, sheet_names


def refusal(text: bytes, directory: Path) -> SheetError:
    """The error with which ``house.toml`` is refused when it holds ``text``."""
    (directory / "house.toml").write_bytes(text)
    with pytest.raises(SheetError) as caught:
        load_sheet("house.toml")
    error = caught.value
    assert str(error) == error.message
    assert error.message.isprintable()
    assert error.message.startswith(f"{error.where}")
    return error


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_sheet_that_the_faults_are_made_in_is_sound() -> None:
    sheet = parse_sheet(HOUSE.encode(), "house", "house.toml")
    assert sheet.warnings == ()
    assert sheet.variants == ("no-qualifier",)


@pytest.mark.parametrize(("payout", "shown", "hint"), NOT_ODDS)
def test_what_is_not_odds_is_refused_with_its_row(payout: str, shown: str, hint: str, here: Path) -> None:
    error = refusal(HOUSE.replace('flush = "3:2"', f"flush = {payout}").encode(), here)
    assert error.message == f"house.toml: blind: flush: {shown} is not odds; {hint}{PAYOUT}"
    assert (error.code, error.where) == ("bad_odds", "house.toml: blind: flush")


@pytest.mark.parametrize(("old", "new", "code", "message"), FAULTS)
def test_a_fault_is_refused_with_its_place_and_the_fix(old: str, new: str, code: str, message: str, here: Path) -> None:
    assert HOUSE.count(old) == 1
    error = refusal(HOUSE.replace(old, new).encode(), here)
    assert error.message == f"house.toml: {message}"
    assert error.code == code


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (b"", "missing_key", 'game is missing; write game = "ultimate-texas-holdem"'),
        (b"\xff\xfe", "not_utf8", "not UTF-8 at byte 0; save it as UTF-8 text"),
        (HOUSE.encode().replace(b"House", b"H\xe4use"), "not_utf8", "not UTF-8 at byte 10; save it as UTF-8 text"),
        (HOUSE.encode("utf-16"), "not_utf8", "not UTF-8 at byte 0; save it as UTF-8 text"),
        (b"\x00" * 9, "not_toml", "not TOML: Invalid statement (at line 1, column 1)"),
        (b"a=[\n" * 20_000, "not_toml", "not TOML: Invalid value (at line 2, column 1)"),
        (b"a=[\n" + b"[\n" * 20_000, "not_toml", "not TOML: lists or tables are nested too deep; take them apart"),
        (b"#\n" * MAX_BYTES, "too_big", "more than 100000 bytes are more than a sheet or a strategy needs; give a smaller file"),
        (b"a." * 200 + b"a = 1", "long_line", "line 1 has more than 300 characters; break it"),
        (
            HOUSE.encode() + b"".join(b"[variants.v%d]\nnotes = []\n" % number for number in range(100)),
            "too_many",
            "variants: 101 entries are more than are needed; keep at most 100",
        ),
    ],
)
def test_a_file_that_is_no_sheet_is_refused(text: bytes, code: str, message: str, here: Path) -> None:
    error = refusal(text, here)
    assert error.message == f"house.toml: {message}"
    assert error.code == code


NAMES = ", ".join(sheet_names())


@pytest.mark.parametrize(
    ("name", "code", "message"),
    [
        (
            "uth-kd",
            "unknown_sheet",
            f"no rule sheet is called 'uth-kd'; did you mean uth-dk? known: {NAMES}; or give the path of a .toml file",
        ),
        (
            "UTH-DK",
            "unknown_sheet",
            f"no rule sheet is called 'UTH-DK'; did you mean uth-dk? known: {NAMES}; or give the path of a .toml file",
        ),
        ("uth", "unknown_sheet", f"no rule sheet is called 'uth'; known: {NAMES}; or give the path of a .toml file"),
        ("bridge", "unknown_sheet", f"no rule sheet is called 'bridge'; known: {NAMES}; or give the path of a .toml file"),
        ("", "unknown_sheet", f"no rule sheet is called ''; known: {NAMES}; or give the path of a .toml file"),
        ("a\nb", "unknown_sheet", f"no rule sheet is called 'a\\nb'; known: {NAMES}; or give the path of a .toml file"),
        (
            "uth-dk.toml",
            "no_such_file",
            f"uth-dk.toml: there is no such file; correct the path or give a built-in name; did you mean uth-dk? known: {NAMES}",
        ),
        (
            "./bridge",
            "no_such_file",
            f"./bridge: there is no such file; correct the path or give a built-in name; known: {NAMES}",
        ),
        (".toml/", "unreadable", ".toml/: a directory; give the path of a .toml file"),
        ("a\0b.toml", "unreadable", "'a\\x00b.toml': cannot be read: embedded null byte; give a file that can"),
        (
            "uth-dk+trips-856",
            "unknown_variant",
            "uth-dk.toml: variants: trips-856: unknown variant; did you mean trips-865? known: trips-865, trips-974, trips-765",
        ),
        ("uth-de+trips-865", "unknown_variant", "uth-de.toml: variants: trips-865: unknown variant; there are none"),
        ("uth-dk+", "unknown_variant", "uth-dk.toml: variants: '': unknown variant; known: trips-865, trips-974, trips-765"),
        (
            "uth-dk+trips-865+trips-974",
            "variant_conflict",
            "uth-dk.toml: variants: trips-974: side_bets: trips: the variant trips-865 changes it too; choose one of the two",
        ),
    ],
)
def test_a_sheet_that_cannot_be_found_is_refused(name: str, code: str, message: str, here: Path) -> None:
    (here / ".toml").mkdir()
    with pytest.raises(SheetError) as caught:
        load_sheet(name)
    assert caught.value.message == message
    assert caught.value.code == code


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read_is_refused(here: Path) -> None:
    (here / "house.toml").touch(0)
    with pytest.raises(SheetError, match=r"^house\.toml: cannot be read: Permission denied; give a file that can$"):
        load_sheet("house.toml")


@pytest.mark.parametrize("name", ["uth-dk" + "+" * 40_000, "+" * 40_000, "x" * 40_000, "x/" * 20_000, "\n" * 40_000 + ".toml"])
def test_an_endless_name_is_refused_at_once_and_briefly(name: str) -> None:
    """Time grows with the length and no faster, and neither the message nor the place is much longer than a line."""
    start = time.process_time()
    with pytest.raises(SheetError) as caught:
        load_sheet(name)
    assert time.process_time() - start < 1
    assert len(caught.value.message) < 600
    assert len(caught.value.where) < 400


@pytest.mark.parametrize(
    ("text", "base", "variants"),
    [
        ("uth-dk", "uth-dk", ()),
        ("uth-dk+a+b", "uth-dk", ("a", "b")),
        ("uth-dk++", "uth-dk", ("", "")),
        ("a+b/c+d", "a+b/c", ("d",)),
        ("a+b.toml+c", "a+b.toml", ("c",)),
        ("a+b.toml", "a+b.toml", ()),
        ("+", "", ("",)),
        ("", "", ()),
    ],
)
def test_variants_stand_at_the_end(text: str, base: str, variants: tuple[str, ...]) -> None:
    """A plus sign before a separator or a point is part of a path."""
    assert _chosen(text) == (base, variants)


@pytest.mark.parametrize("name", ["pipe.toml", "pipe"])
def test_a_pipe_that_nobody_writes_to_is_refused(name: str, here: Path) -> None:
    """Waiting for a writer would last for ever; what exists is a path, whatever its name."""
    os.mkfifo(here / name)
    with pytest.raises(SheetError) as caught:
        load_sheet(name)
    assert caught.value.code == "unreadable"
    assert caught.value.message.startswith(f"{name}: a pipe that nobody writes to; give the path of a .toml file")


@pytest.mark.parametrize("pause", [0, 0.2])
def test_a_sheet_may_come_through_a_pipe(pause: float) -> None:
    """As in ``--rules <(...)``, whether its text is there already or is still being made."""
    reading, writing = os.pipe()

    def write() -> None:
        for part in (HOUSE[:300], HOUSE[300:]):
            time.sleep(pause)
            os.write(writing, part.encode())
        os.close(writing)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert load_sheet(f"/dev/fd/{reading}").title == "House rules"
    finally:
        writer.join()
        os.close(reading)


def test_a_device_without_end_is_refused() -> None:
    with pytest.raises(SheetError, match="more than 100000 bytes"):
        load_sheet("/dev/zero")


def loads_or_refuses(text: bytes) -> None:
    try:
        line = parse_sheet(text, "house", "house.toml").name
    except SheetError as error:
        line = error.message
    assert line.isprintable()
    assert len(line) < 600


deterministic = settings(derandomize=True, deadline=None, max_examples=300)


@deterministic
@given(st.binary(max_size=200))
def test_random_bytes_are_a_sheet_or_refused(text: bytes) -> None:
    loads_or_refuses(text)


@deterministic
@given(st.text(max_size=40), st.integers(0, len(HOUSE)), st.integers(0, 30))
def test_a_sheet_with_random_text_put_in_is_a_sheet_or_refused(text: str, start: int, length: int) -> None:
    loads_or_refuses((HOUSE[:start] + text + HOUSE[start + length :]).encode())


WORDS = sorted({word for word in HOUSE.replace("[", " ").replace("]", " ").replace(".", " ").split() if word.replace("_", "").isalpha()})
keys = st.sampled_from([*WORDS, "trips", "at_least", "hand", "tie", "x", '"\\n"', "default"])
scalars = (
    st.sampled_from(
        ['"pair"', '"push"', '"lose"', '"3:2"', '"3 for 2"', '"ante"', '"casino-holdem"', "true", "nan", "-inf", "2026-11-30", '"97.82%"']
    )
    | st.integers(-(10**40), 10**40).map(str)
    | st.floats().map(lambda number: str(number) if number == number else "nan")
    | st.text("ab\\\"'\n\t é☠", max_size=8).map(lambda text: f"'{text}'")
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=5).map(lambda items: f"[{', '.join(items)}]")
        | st.dictionaries(keys, inner, max_size=4).map(
            lambda table: "{" + ", ".join(f"{key} = {item}" for key, item in table.items()) + "}"
        )
    ),
    max_leaves=8,
)
tables = st.dictionaries(keys, values, max_size=8).map(lambda table: "".join(f"{key} = {item}\n" for key, item in table.items()))
headers = st.sampled_from(
    [
        "[bets]",
        "[blind]",
        "[ante]",
        "[side_bets.trips]",
        "[side_bets.x]",
        "[[claims]]",
        "[variants.v]",
        "[variants.v.blind]",
        "[blind.flush]",
    ]
)


@settings(deterministic, max_examples=100)
@given(tables, st.lists(st.tuples(headers, tables), max_size=5), st.booleans())
def test_random_tables_are_a_sheet_or_refused(top: str, parts: list[tuple[str, str]], sound: bool) -> None:
    start = HOUSE if sound else f'game = "ultimate-texas-holdem"\n{top}'
    loads_or_refuses((start + "".join(f"{header}\n{table}" for header, table in parts)).encode())


@deterministic
@given(st.sampled_from(HOUSE.splitlines()).filter(lambda line: "=" in line), values)
def test_a_sheet_with_any_value_replaced_is_a_sheet_or_refused(line: str, value: str) -> None:
    key = line.split(" = ")[0]
    loads_or_refuses(HOUSE.replace(line, f"{key} = {value}", 1).encode())


@deterministic
@given(st.text(max_size=60))
def test_any_name_is_a_sheet_or_refused(name: str) -> None:
    try:
        line = load_sheet(name).name
    except SheetError as error:
        line = error.message
    assert line.isprintable()
