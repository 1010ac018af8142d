"""A hostile world: outputs that take nothing, files that cannot be, strange settings, and too little of everything.

Whatever is in the way, the exit code is the right one, there is one line at most, and no traceback.
"""

from __future__ import annotations

import fcntl
import json
import os
import pty
import resource
import shutil
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from striking import AT_ONCE, rest_shown

PROGRAM = (sys.executable, "-m", "uth_exact")
RIVER = ("hand", "KdQh", "--board", "4s5h6d8c9d")
SEES = ("rtp", "--sees", "dealer:1", "--limit", "8")

SHEET = 'game = "casino-holdem"\n[ante]\nroyal_flush = 100\ndefault = 1\n'

ANSWERS = {
    "hand": RIVER,
    "hand, JSON": (*RIVER, "--json"),
    "hand before the flop": ("hand", "Kh5d", "--details"),
    "rtp --sees": (*SEES, "--csv"),
    "verify": ("verify", "SHEET"),
    "tables": ("tables",),
    "a sheet": ("tables", "uth-dk", "--csv"),
    "strategies": ("strategy", "--list"),
    "help": ("--help",),
    "help of a command": ("rtp", "--help"),
    "version": ("--version",),
}
"""A quick form of each command."""

LONG = {"rtp": ("rtp", "--json"), "chart": ("chart", "preflop", "--csv")}

REFUSALS = {"a card": ("hand", "Kd"), "a sheet": ("rtp", "nowhere.toml"), "an option": ("tables", "--colour")}

ONE_LINE = "uth-exact: cannot write to standard output: {}\n"


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """A sheet without claims."""
    path = tmp_path / "sheet.toml"
    path.write_text(SHEET)
    return path


def words(argv: tuple[str, ...], sheet: Path) -> list[str]:
    return [str(sheet) if word == "SHEET" else word for word in argv]


def run(*argv: str | Path, **options: object) -> subprocess.CompletedProcess[str]:
    """The program as its users run it, in UTF-8 and 80 columns wide unless said otherwise."""
    environ = {**os.environ, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}
    settings: dict[str, object] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": environ, "stdin": subprocess.DEVNULL}
    return subprocess.run([*PROGRAM, *argv], encoding="utf-8", check=False, timeout=60, **(settings | options))  # type: ignore[call-overload, no-any-return]


# Outputs that take nothing

EVERY_ANSWER = pytest.mark.parametrize("name", [*ANSWERS, "chart"])
UNBUFFERED = pytest.mark.parametrize("unbuffered", ["", "1"])


def an_answer(name: str, sheet: Path) -> list[str]:
    return words((ANSWERS | LONG)[name], sheet)


@EVERY_ANSWER
def test_a_full_disk_is_exit_code_3(name: str, sheet: Path) -> None:
    """An answer that could not be written is not a success."""
    with Path("/dev/full").open("w") as full:
        done = run(*an_answer(name, sheet), stdout=full)
    if "--json" in ANSWERS.get(name, ()):
        assert json.loads(done.stderr)["error"]["code"] == "cannot_write"
        assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    else:
        assert (done.returncode, done.stderr) == (3, ONE_LINE.format("No space left on device"))


@EVERY_ANSWER
def test_half_an_answer_is_no_success(name: str, sheet: Path, tmp_path: Path) -> None:
    """A disk that takes the beginning and not the rest is as full as one that takes nothing."""
    short = tmp_path / "short"
    with short.open("w") as file:
        done = run(*an_answer(name, sheet), stdout=file, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10)))
    assert done.returncode == 3
    assert (short.stat().st_size, done.stderr.count("\n"), "File too large" in done.stderr) == (10, 1, True)


@EVERY_ANSWER
def test_a_reader_that_has_left_is_no_drama(name: str, sheet: Path) -> None:
    """As in ``| head -1``: quiet, exit code 3."""
    with closed_pipe() as writing:
        done = run(*an_answer(name, sheet), stdout=writing)
    assert (done.returncode, done.stderr) == (3, "")


@contextmanager
def closed_pipe() -> Iterator[int]:
    """The writing end of a pipe that nobody reads any more."""
    reading, writing = os.pipe()
    os.close(reading)
    yield writing
    os.close(writing)


@UNBUFFERED
def test_it_does_not_matter_how_the_output_is_buffered(unbuffered: str, sheet: Path, tmp_path: Path) -> None:
    """The same three with a stream that keeps nothing back, and one that keeps much."""
    environ = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with Path("/dev/full").open("w") as full:
        assert run("--help", stdout=full, env=environ).returncode == 3
    with closed_pipe() as writing:
        done = run("--help", stdout=writing, env=environ)
        assert (done.returncode, done.stderr) == (3, "")
    with (tmp_path / "short").open("w") as file:
        done = run("tables", stdout=file, env=environ, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)))
    assert (done.returncode, (tmp_path / "short").stat().st_size) == (3, 100)


@pytest.mark.parametrize("form", [[], ["--json"], ["--csv"]])
def test_a_reader_that_leaves_early_has_its_line(form: list[str]) -> None:
    """``uth-exact tables | head -1``, with more to come than a pipe holds: the line, and no word of complaint."""
    where = "import sys; from uth_exact import report_sheets as report\n"
    where += "for name in ('sheets_text', 'sheets_csv'):\n    setattr(report, name, lambda *rest: 'line\\n' * 100_000)\n"
    where += "report.sheets_json = lambda sheets: [*range(100_000)]\nfrom uth_exact.__main__ import run\nsys.exit(run())"
    pipe = 'set -o pipefail; "$@" | head -c 4'
    command = ["bash", "-c", pipe, "bash", sys.executable, "-c", where, "tables", *form]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (3, "[0, " if "--json" in form else "line", "")


def test_a_slow_reader_that_does_not_wait_gets_it_all() -> None:
    """A pipe that takes a part and refuses the rest for the moment."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    process = subprocess.Popen([*PROGRAM, "chart", "river", "--board", "4s5h6d8c9d", "--format", "html"], stdout=write)
    time.sleep(2)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        page = pipe.read()
    assert (process.wait(60), page.rstrip()[-7:]) == (0, b"</html>")


@pytest.mark.parametrize("encoding", ["idna", "undefined"])
def test_an_encoding_that_can_say_nothing_is_taken_for_ascii(encoding: str) -> None:
    """Answer and refusal are there all the same."""
    for argv, code in ((RIVER, 0), (("hand", "AsAs"), 2)):
        one, other = (run(*argv, env={**os.environ, "PYTHONIOENCODING": name}) for name in ("ascii", encoding))
        assert (one.returncode, one.stdout, one.stderr) == (other.returncode, other.stdout, other.stderr)
        assert one.returncode == code


@pytest.mark.parametrize(
    ("redirection", "answered", "refused"),
    [
        ("<&-", 0, 2),
        (">&-", 3, 2),
        ("2>&-", 0, 2),
        (">&- 2>&-", 3, 2),
        ("<&- >&- 2>&-", 3, 2),
        (">/dev/full 2>/dev/full", 3, 2),
        ("2>/dev/full", 0, 2),
    ],
)
def test_closed_outputs_change_no_exit_code(redirection: str, answered: int, refused: int) -> None:
    """Without stdout there is no answer; without stderr a refusal is still one."""
    for argv, code in ((RIVER, answered), (("hand", "Kd"), refused), (SEES, answered)):
        done = subprocess.run(
            ["sh", "-c", f'"$@" {redirection}', "sh", *PROGRAM, *argv], capture_output=True, text=True, check=False, timeout=60
        )
        assert done.returncode == code
        assert done.stderr.count("\n") <= 1
        assert "Traceback" not in done.stderr


# Settings

ALL_OF_THEM = """
import contextlib, io, json, sys
from uth_exact.cli import main
ended = []
for argv in json.loads(sys.argv[1]):
    out, err = (io.TextIOWrapper(io.BytesIO(), sys.stdout.encoding, sys.stdout.errors) for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(argv)
    ended.append((code, *(file.buffer.getvalue().decode(file.encoding) for file in (out, err))))
with open(sys.argv[2], "w", encoding="utf-8") as file:
    json.dump(ended, file)
"""
"""Every command one after the other, in one process."""


def all_ended(argvs: list[list[str]], path: Path, *options: str, **environ: str | None) -> list[tuple[int, str, str]]:
    """Exit code, answer and complaint of each, in a process with these settings; nothing is said besides."""
    settings = {**os.environ, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"} | environ
    command = [sys.executable, *options, "-c", ALL_OF_THEM, json.dumps(argvs), str(path)]
    known = {name: value for name, value in settings.items() if value is not None}
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, env=known)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return [(code, out, err) for code, out, err in json.loads(path.read_text("utf-8"))]


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Callable[[list[list[str]]], list[tuple[int, str, str]]]:
    """What is said in the usual surroundings."""
    known: dict[str, list[tuple[int, str, str]]] = {}

    def ended(argvs: list[list[str]]) -> list[tuple[int, str, str]]:
        name = json.dumps(argvs)
        if name not in known:
            known[name] = all_ended(argvs, tmp_path_factory.mktemp("usual") / "ended")
        return known[name]

    return ended


QUICK = [list(argv) for argv in (*ANSWERS.values(), *REFUSALS.values()) if argv != ANSWERS["rtp --sees"] and "SHEET" not in argv]

SAME = {
    "a dumb terminal": {"TERM": "dumb"},
    "no kind of terminal": {"TERM": None},
    "no colour": {"NO_COLOR": "1"},
    "colour by force": {"FORCE_COLOR": "1"},
    "no home": {"HOME": None, "PATH": None},
    "no folder for temporary files": {"TMPDIR": "/nowhere", "HOME": "/nowhere"},
    "hash seed 0": {"PYTHONHASHSEED": "0"},
    "hash seed 4711": {"PYTHONHASHSEED": "4711"},
    "no such locale": {"LC_ALL": "xx_XX.nothing"},
    "width that is none": {"COLUMNS": "abc"},
    "width of 0": {"COLUMNS": "0"},
    "width below 0": {"COLUMNS": "-80"},
    "everything tracked": {"PYTHONTRACEMALLOC": "1"},
}
"""What changes nothing at all."""


@pytest.mark.parametrize("name", SAME)
def test_settings_that_change_nothing(name: str, usual: Callable[[list[list[str]]], list[tuple[int, str, str]]], tmp_path: Path) -> None:
    """Every answer and every refusal is the same, character by character."""
    assert all_ended(QUICK, tmp_path / "ended", **SAME[name]) == usual(QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("options", [["-O"], ["-X", "dev", "-W", "error"]], ids=" ".join)
def test_pythons_options_change_no_answer(
    options: list[str], usual: Callable[[list[list[str]]], list[tuple[int, str, str]]], tmp_path: Path
) -> None:
    """No check is an ``assert``, nothing warns, and long commands answer alike."""
    argvs = [*QUICK, *map(list, LONG.values())]
    assert all_ended(argvs, tmp_path / "ended", *options) == usual(argvs)


@pytest.mark.parametrize(
    "settings",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": None, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "latin-1:strict"},
        {"PYTHONIOENCODING": "utf-16"},
        {"PYTHONIOENCODING": "cp037"},
    ],
    ids=str,
)
def test_an_encoding_changes_no_number(
    settings: dict[str, str | None], usual: Callable[[list[list[str]]], list[tuple[int, str, str]]], tmp_path: Path
) -> None:
    """What it lacks is written otherwise; JSON, CSV and exit codes stay."""
    for argv, found, expected in zip(QUICK, all_ended(QUICK, tmp_path / "ended", **settings), usual(QUICK), strict=True):
        assert found[0] == expected[0]
        if "--json" in argv or "--csv" in argv:
            assert found == expected
        assert found[2] == expected[2]


@pytest.mark.parametrize(("columns", "most"), [("1", 24), ("40", 40), ("10000", 96)])
def test_a_width_is_kept_to(columns: str, most: int, tmp_path: Path) -> None:
    """Nothing but help is wider, and a title that cannot be broken."""
    argvs = [list(ANSWERS[name]) for name in ("hand", "tables", "strategies")]
    for code, out, err in all_ended(argvs, tmp_path / "ended", COLUMNS=columns):
        assert (code, err) == (0, "")
        assert max(map(len, out.splitlines())) <= max(most, 34)
    assert [code for code, _, _ in all_ended(QUICK, tmp_path / "ended", COLUMNS=columns)] == [0] * (len(QUICK) - 3) + [2] * 3


# Terminals


def on_terminal(*argv: str, size: tuple[int, int] = (24, 80), where: str = "", **environ: str) -> tuple[int, str]:
    """Exit code and all that a terminal shows of a command; ``where`` is run before."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    settings = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "TERM", "NO_COLOR")}
    command = [sys.executable, "-c", f"import sys\n{where}\nfrom uth_exact.__main__ import run\nsys.exit(run())", *argv]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env={**settings, **environ})
    os.close(theirs)
    shown = rest_shown(ours)
    return process.wait(60), shown.decode()


@pytest.mark.parametrize(
    "settings",
    [{"TERM": "xterm"}, {"TERM": "dumb"}, {"TERM": "xterm", "NO_COLOR": "1"}, {}, {"TERM": "xterm", "COLUMNS": "abc"}],
    ids=str,
)
def test_a_terminal_gets_colours_if_it_can_show_them(settings: dict[str, str]) -> None:
    """And a bar while it waits."""
    code, shown = on_terminal("chart", "preflop", where=AT_ONCE, **settings)
    assert code == 0
    assert "100%" in shown or "/18" in shown
    assert ("\033[" in shown) == (settings.get("TERM") == "xterm" and "NO_COLOR" not in settings)


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (24, 20), (50, 500)])
def test_a_terminal_of_any_size_gets_its_answer(size: tuple[int, int]) -> None:
    code, shown = on_terminal(*RIVER, size=size, TERM="xterm")
    assert (code, "fold" in shown) == (0, True)


@pytest.mark.parametrize(
    "settings", [{"TQDM_NCOLS": "abc"}, {"TQDM_MINITERS": "x"}, {"TQDM_ASCII": "1"}, {"TQDM_DISABLE": "1"}, {"TQDM_DELAY": ""}], ids=str
)
def test_a_bar_that_cannot_be_shown_stops_nothing(settings: dict[str, str]) -> None:
    """The answer comes, and no word about the bar."""
    code, shown = on_terminal("chart", "preflop", "--csv", **settings)
    assert code == 0
    assert shown.startswith("rules,hand,")


def test_a_terminal_that_has_gone_stops_nothing() -> None:
    """A bar on a connection that was cut: the answer still goes where it should."""
    ours, theirs = pty.openpty()
    where = f"""
import os, sys
{AT_ONCE}
from uth_exact import game
def solve(*args, work=game.solve, **options):
    os.close({ours})
    return work(*args, **options)
game.solve = solve
from uth_exact.__main__ import run
sys.exit(run())
"""
    command = [sys.executable, "-c", where, "chart", "preflop", "--csv"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, pass_fds=[ours], text=True)
    os.close(ours)
    os.close(theirs)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert out.startswith("rules,hand,")


# Files to write


def linked(folder: Path) -> str:
    """A link in a circle."""
    (folder / "circle").symlink_to("circle")
    return "circle"


PLACES: dict[str, tuple[Callable[[Path], str], str]] = {
    "no folder": (lambda folder: "no/file", "No such file or directory"),
    "no name": (lambda folder: "", "Is a directory"),
    "a folder": (lambda folder: str(folder), "Is a directory"),
    "a file as a folder": (lambda folder: f"{__file__}/file", "Not a directory"),
    "a name too long": (lambda folder: "n" * 300, "File name too long"),
    "a link in a circle": (linked, "Too many levels of symbolic links"),
    "a full device": (lambda folder: "/dev/full", "No space left on device"),
    "where nobody may write": (lambda folder: "/proc/self/file", "No such file or directory"),
    "a link into nowhere": (lambda folder: (folder / "link").symlink_to("no/file") or "link", "No such file or directory"),  # type: ignore[func-returns-value]
}


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("command", ["chart", "rtp --sees"])
def test_a_place_that_takes_no_file(name: str, command: str, tmp_path: Path) -> None:
    """One line with the reason. A checkpoint is read first, so what is there and is none is bad input; nothing is left behind."""
    make, reason = PLACES[name]
    place = make(tmp_path)
    before = sorted(tmp_path.iterdir())
    if command == "chart":
        done = run("chart", "preflop", "--format", "csv", "--out", place, cwd=tmp_path)
        assert done.returncode == 3
        assert reason in done.stderr
    else:
        done = run(*SEES, "--checkpoint", place, cwd=tmp_path)
        assert done.returncode in (2, 3)
        assert reason in done.stderr or done.returncode == 2
    assert (done.stdout, done.stderr.count("\n")) == ("", 1)
    assert done.stderr.startswith("uth-exact: ")
    assert sorted(tmp_path.iterdir()) == before


WRITERS = {"chart": ["chart", "preflop", "--format", "svg", "--out"], "rtp --sees": [*SEES, "--checkpoint"]}


@pytest.mark.parametrize("command", WRITERS)
def test_a_disk_with_too_little_room_leaves_the_old_file(command: str, tmp_path: Path) -> None:
    """It takes the beginning of the new one; that is taken away again."""
    place = tmp_path / "file"
    if command == "chart":
        place.write_text("old")
    done = run(*WRITERS[command], place, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)))
    assert (done.returncode, done.stdout, done.stderr) == (3, "", f"uth-exact: cannot write {place}: File too large\n")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == ({"file": "old"} if command == "chart" else {})


def mounted(options: str, folder: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    """A command with a small disk of its own at ``folder``; files of that disk are listed on stdout afterwards."""
    if subprocess.run(["unshare", "-rm", "true"], capture_output=True, check=False).returncode if shutil.which("unshare") else True:
        pytest.skip("this system lets nobody mount a disk of their own")
    script = f'mount -t tmpfs -o {options} none "$0" && cd "$0" && {{ echo old >file; "$@"; code=$?; ls -A; exit $code; }}'
    command = ["unshare", "-rm", "sh", "-c", script, str(folder), *PROGRAM, *argv]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize("command", WRITERS)
def test_a_full_disk_leaves_the_old_file(command: str, tmp_path: Path) -> None:
    """One block in all, which is taken."""
    place = "file" if command == "chart" else "other"
    done = mounted("size=4k", tmp_path, *WRITERS[command], place)
    assert (done.returncode, done.stdout, done.stderr) == (3, "file\n", f"uth-exact: cannot write {place}: No space left on device\n")


@pytest.mark.parametrize("command", WRITERS)
def test_a_disk_that_is_read_only(command: str, tmp_path: Path) -> None:
    done = mounted("ro", tmp_path, *WRITERS[command], "file")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.endswith("uth-exact: cannot write file: Read-only file system\n")


LATER = """
import os, shutil, sys
from uth_exact import known_game
known_game.SAVE_SECONDS = 0.0
def sum_piece(job, start, stop, stopped, work=known_game.sum_piece):
    piece = work(job, start, stop, stopped)
    if start:
        {fault}
    return piece
known_game.sum_piece = sum_piece
from uth_exact.__main__ import run
sys.exit(run())
"""
"""A run of several pieces, with a fault after the second."""


def test_a_disk_that_fills_later_leaves_a_checkpoint_to_go_on_from(tmp_path: Path) -> None:
    """What was saved before stays, and the next run goes on from there."""
    path = tmp_path / "checkpoint"
    fault = "os.fsync = lambda descriptor: os.write(os.open('/dev/full', os.O_WRONLY), b'x')"
    argv = ["rtp", "--sees", "dealer:1", "--limit", "60", "--threads", "1", "--checkpoint", str(path)]
    done = subprocess.run([sys.executable, "-c", LATER.format(fault=fault), *argv], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (3, "", f"uth-exact: cannot write {path}: No space left on device\n")
    assert [path.name for path in tmp_path.iterdir()] == ["checkpoint"]
    assert 0 < json.loads(path.read_text())["done"][0][1] < 60
    assert run(*argv).returncode == run(*argv[:-1], tmp_path / "other").returncode == 0
    assert json.loads(path.read_text())["sums"] == json.loads((tmp_path / "other").read_text())["sums"]


def test_a_folder_that_vanishes_is_exit_code_3(tmp_path: Path) -> None:
    """While a run is at work in it."""
    folder = tmp_path / "folder"
    folder.mkdir()
    argv = ["rtp", "--sees", "dealer:1", "--limit", "60", "--threads", "1", "--checkpoint", str(folder / "checkpoint")]
    command = [sys.executable, "-c", LATER.format(fault=f"shutil.rmtree({str(folder)!r}, ignore_errors=True)"), *argv]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == f"uth-exact: cannot write {folder / 'checkpoint'}: No such file or directory\n"


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (RIVER, 0),
        (("hand", "Kd"), 2),
        (("tables", "./sheet.toml"), 2),
        (("strategy", "./mine.toml"), 2),
        (("chart", "preflop", "--out", "chart.svg"), 3),
        ((*SEES, "--checkpoint", "file"), 3),
    ],
)
def test_a_folder_that_is_gone_before_the_start(argv: tuple[str, ...], code: int, tmp_path: Path) -> None:
    """Who works in a deleted folder can still ask what needs no file there."""

    def leave() -> None:
        os.chdir(tmp_path)
        tmp_path.rmdir()

    done = run(*argv, preexec_fn=leave)
    assert (done.returncode, done.stderr.count("\n")) == (code, code > 0)


# Files to read


@pytest.mark.parametrize("option", [["hand", "KdQh", "--rules"], ["strategy"], ["verify"]], ids=" ".join)
@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", "/dev/stdin", "/proc/self/mem", "./pipe", "./folder", "./circle", "./file/"])
def test_what_is_no_file_to_read_is_refused(path: str, option: list[str], tmp_path: Path) -> None:
    """In one line, and nothing is waited for."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text(SHEET)
    linked(tmp_path)
    done = run(*option, path, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"uth-exact: {path}: ")


# Too little of everything


SIZES = [int(size) for size in os.environ.get("UTH_MEGABYTES", "2 76 1000").split()]
"""How much more memory than a program without work has."""


@pytest.mark.slow
@pytest.mark.parametrize("argv", [("rtp", "--details"), ("chart", "flop", "--hole", "AsKd"), SEES], ids=" ".join)
def test_too_little_memory_is_exit_code_3(argv: tuple[str, ...]) -> None:
    """Wherever it runs out, in C or in Python, there is one line and no answer; with enough there is one."""
    where = """
import resource, sys
from uth_exact.__main__ import run
more = int(sys.argv.pop(1)) << 20
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + more, used + more))
sys.exit(run())
"""
    if not Path("/proc/self/statm").exists():
        pytest.skip("this system does not tell how much memory a process has")
    codes = []
    for more in SIZES:
        command = [sys.executable, "-c", where, str(more), *argv]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        codes.append(done.returncode)
        if done.returncode:
            assert done.stdout == ""
            assert done.stderr in (
                "uth-exact: out of memory\n",
                "uth-exact: the system starts no more threads: too many run, or memory is short\n",
            ) or done.stderr.startswith("uth-exact: a part of the program cannot be loaded")
        else:
            assert done.stderr == ""
    assert codes[0] == 3
    assert codes[-1] == 0
    assert set(codes) == {0, 3}


def test_without_threads_there_is_one_line(tmp_path: Path) -> None:
    """A system that starts none: the run that needs one says so, and what needs none answers."""
    where = """
import sys, threading
def start(*args, **options):
    raise RuntimeError("can't start new thread")
threading._start_new_thread = threading._start_joinable_thread = start
from uth_exact.__main__ import run
sys.exit(run())
"""
    for argv, code, line in (
        (RIVER, 0, ""),
        (("chart", "preflop"), 0, ""),
        (SEES, 3, "uth-exact: the system starts no more threads: too many run, or memory is short\n"),
    ):
        done = subprocess.run([sys.executable, "-c", where, *argv], capture_output=True, text=True, check=False, timeout=60)
        assert (done.returncode, done.stderr, bool(done.stdout)) == (code, line, not code)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system binds no process to a processor")
def test_one_processor_is_enough() -> None:
    """Also for more threads than that."""
    one = {min(os.sched_getaffinity(0))}
    done = run(*SEES, "--threads", "4", "--csv", preexec_fn=lambda: os.sched_setaffinity(0, one))
    assert (done.returncode, done.stderr) == (0, "")


def test_a_few_open_files_are_enough(tmp_path: Path) -> None:
    """Ten, the three streams included."""
    for argv in (RIVER, ("tables",), (*SEES, "--threads", "4", "--checkpoint", str(tmp_path / "file"))):
        done = run(*argv, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (10, 10)))
        assert (done.returncode, done.stderr) == (0, "")
