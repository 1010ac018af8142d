"""Ctrl-C and SIGTERM: every long command, struck at random moments and at chosen ones.

``UTH_MOMENTS=300 pytest -s tests/test_interruptions.py -k moment`` strikes each command so often, and prints how long the answers took.
"""

from __future__ import annotations

import csv
import fcntl
import io
import json
import os
import pty
import re
import shlex
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
import tomllib
from collections import Counter
from importlib import metadata
from pathlib import Path
from random import Random
from statistics import median

import pytest

from striking import AT_ONCE, Struck, rest_shown, strike
from uth_exact import decision
from uth_exact.cli import main
from uth_exact.interruption import beside

RIVER = ("hand", "KdQh", "--board", "4s5h6d8c9d")

LINES = {
    signal.SIGINT: "uth-exact: interrupted\n",
    signal.SIGTERM: "uth-exact: terminated\n",
}
JSON_LINES = {
    signal.SIGINT: '{"error": {"code": "interrupted", "message": "interrupted", "where": ""}}\n',
    signal.SIGTERM: '{"error": {"code": "terminated", "message": "terminated", "where": ""}}\n',
}
BOTH = pytest.mark.parametrize("sent", list(LINES), ids=["Ctrl-C", "kill"])

# Random moments

MOMENTS = int(os.environ.get("UTH_MOMENTS", "2"))
"""How often each command is struck."""

COMMANDS = {
    "hand Kh5d --details": 0.25,
    "hand Kh5d --dealer As --strategy simple --json": 0.3,
    "rtp uth-dk uth-de casino-holdem-dk --json": 2.0,
    "rtp uth-dk --details --csv": 1.0,
    "rtp --sees dealer:1 --limit 100 --threads 2 --json --checkpoint FILE": 0.6,
    "rtp --sees dealer:1 --limit 12 --details --threads 1 --csv --checkpoint FILE": 0.7,
    "verify uth-dk casino-holdem-dk --json": 1.5,
    "chart preflop --json": 0.7,
    "chart flop --hole AsKd --csv": 0.9,
    "chart flop --flop 7h8h2c --format svg --out FILE": 0.8,
    "chart river --board 4s5h6d8c9d": 1.5,
    "strategy simple simple-hole --compare --json": 2.0,
    "strategy RULES --csv": 1.5,
    "selftest --json": 5.0,
    "tables --json": 0.2,
}
"""Long commands, and about how many seconds each takes. FILE is one that they write, RULES a strategy in one."""

STRATEGY = """
game = "ultimate-texas-holdem"
preflop = [{ do = "bet 4x", hole = "AA" }, { do = "check" }]
flop = [{ do = "check" }]
river = [{ do = "fold" }]
"""


WHOLE = {True: ("Preflop", "value = "), False: ("Best play", "        one of them")}
"""First and last line of the text with details, and of the chart."""


def is_whole(out: str, options: list[str]) -> bool:
    """Whether this is an answer from its first character to its last."""
    if "--json" in options:
        return json.loads(out) is not None and out.endswith("}\n" if out.startswith("{") else "]\n")
    if "--csv" in options:
        return out.endswith("\n") and len({len(row) for row in csv.reader(io.StringIO(out))}) == 1
    start, end = WHOLE["--details" in options]
    return re.search(rf"\A  {start}.*\n  {end}.*\n\Z", out, re.DOTALL) is not None


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_at_any_moment_a_command_ends_with_nothing_half_done(command: str, tmp_path: Path) -> None:
    """Dead of the signal, one line at most, no answer or a whole one, files as before or whole, and no draft of one left."""
    random = Random(command) if os.environ.get("CI") else Random()
    times: list[float] = []
    codes: Counter[int] = Counter()
    for moment in range(MOMENTS):
        folder = tmp_path / str(moment)
        folder.mkdir()
        (folder / "rules.toml").write_text(STRATEGY)
        argv = shlex.split(command.replace("FILE", "file").replace("RULES", "rules.toml"))
        before = "" if "--checkpoint" in argv else "as it was"
        if before:
            (folder / "file").write_text(before)
        sent = list(LINES)[moment % 2]
        again = random.choice([None, random.uniform(0, 0.03)])
        struck = strike(argv, sent, random.uniform(0, COMMANDS[command]), folder, again)
        codes[struck.code] += 1
        if not struck.done_before:
            times.append(struck.seconds)
        check_ending(struck, argv, sent)
        assert {path.name for path in folder.iterdir()} <= {"file", "rules.toml"}
        if "--checkpoint" in argv:
            check_checkpoint(argv, folder)
        elif "--out" in argv and struck.code == 0:
            assert (folder / "file").read_text().endswith("</svg>\n")
        else:
            text = (folder / "file").read_text()
            assert text == before or ("--out" in argv and text.endswith("</svg>\n"))
    if MOMENTS > 2 and times:
        print(f"\n{command}: {dict(codes)}, answered in {1000 * median(times):.0f} ms (median), {1000 * max(times):.0f} ms (worst)")


def check_ending(struck: Struck, argv: list[str], sent: signal.Signals) -> None:
    """Exit code and both outputs. Before it can say so, and after an answer, the program dies in silence."""
    assert struck.code in (0, -sent), struck
    assert struck.out == "" or is_whole(struck.out, argv), struck
    line = (JSON_LINES if "--json" in argv else LINES)[sent]
    if struck.code == 0:
        assert struck.err == ""
        assert struck.out or "--out" in argv
    elif sent is signal.SIGINT and not struck.out and "--out" not in argv:
        assert struck.err == line
    else:
        assert struck.err in ("", line)


SUMS: dict[str, object] = {}
"""What a command finds that is not interrupted."""


def check_checkpoint(argv: list[str], folder: Path) -> None:
    """A run goes on from the file, if it had been begun, and has the integers of one that was not interrupted."""
    name = " ".join(argv)
    if name not in SUMS:
        SUMS[name] = summed([*argv[:-1], str(folder / "other")])
        (folder / "other").unlink()
    assert summed([*argv[:-1], str(folder / "file")]) == SUMS[name]


def summed(argv: list[str]) -> object:
    """Finished places and sums in the checkpoint after a run, which it is the last argument of."""
    done = subprocess.run([sys.executable, "-m", "uth_exact", *argv], capture_output=True, text=True, check=True, timeout=60)
    assert done.stderr == ""
    document = json.loads(Path(argv[-1]).read_text())
    return document["done"], document["sums"]


# Chosen moments


def signalled(where: str, *argv: str, sent: signal.Signals = signal.SIGINT) -> subprocess.CompletedProcess[str]:
    """The program, sent a signal by itself as soon as the code ``where`` calls ``strike``."""
    # A shell started in the background ignores interruptions, and its children with it.
    start = "import os, signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    start += f"def tell(*rest, **options): os.kill(os.getpid(), {int(sent)})\n"
    start += "def strike(*rest, **options):\n    tell()\n    while True: signal.pause()\n"
    command = [sys.executable, "-c", f"{start}\n{where}\nfrom uth_exact.__main__ import run\nsys.exit(run())", *argv]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def is_dead(done: subprocess.CompletedProcess[str], sent: signal.Signals = signal.SIGINT) -> bool:
    """Dead of the signal, one line, no answer."""
    return (done.returncode, done.stdout, done.stderr) == (-sent, "", LINES[sent])


@BOTH
def test_the_process_dies_of_the_signal_that_ended_it(sent: signal.Signals) -> None:
    """A shell then stops the loop around it, as for any program; it shows 128 and the number of the signal."""
    assert is_dead(signalled("from uth_exact import decision; decision.analyse = strike", *RIVER, sent=sent), sent)


def test_a_request_to_end_is_honoured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """SIGTERM during an analysis ends ``main`` with 143, and the handler of before is back."""

    def analyse(*args: object, **options: object) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        signal.pause()

    before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGALRM), sys.unraisablehook
    monkeypatch.setattr(decision, "analyse", analyse)
    for _ in range(2):
        assert main(list(RIVER)) == 143
        assert capsys.readouterr() == ("", "uth-exact: terminated\n")
        assert (signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGALRM), sys.unraisablehook) == before


def test_an_interrupted_loop_of_a_shell_ends() -> None:
    """Bash goes on with the next command unless the one interrupted has died of it."""
    code = (
        "import os, signal, sys; from uth_exact import decision; "
        "decision.analyse = lambda *rest, **options: (os.killpg(0, signal.SIGINT), signal.pause()); "
        "from uth_exact.__main__ import run; sys.exit(run())"
    )

    def attend() -> None:
        """Take interruptions, which a test run in the background ignores."""
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    loop = 'for n in 1 2 3; do "$@"; echo "code $?"; done'
    command = ["bash", "-c", loop, "bash", sys.executable, "-c", code, *RIVER]
    # In a session of its own the signal reaches the shell and the program, as from a terminal, and nobody else.
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, start_new_session=True, preexec_fn=attend)
    assert (done.returncode, done.stdout) == (-signal.SIGINT, "")
    assert done.stderr.count("interrupted") == 1


@pytest.mark.parametrize("module", ["argparse", "uth_exact.interruption", "uth_exact.errors", "uth_exact.cli", "uth_exact._core"])
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_an_interruption_while_the_program_starts_is_one_line(module: str, options: list[str]) -> None:
    """Whatever is being imported at the time."""
    where = f"""
import importlib.abc
for name in ("argparse", "signal"):
    sys.modules.pop(name, None)
import signal
class Strike(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == {module!r}:
            strike()
sys.meta_path.insert(0, Strike())
"""
    done = signalled(where, *RIVER, *options)
    assert (done.returncode, done.stdout) == (-signal.SIGINT, "")
    assert done.stderr == (JSON_LINES if options else LINES)[signal.SIGINT]


def test_the_installed_command_is_the_one_that_meets_signals() -> None:
    """``uth-exact`` and ``python -m uth_exact`` begin in the same place, which imports nothing at first."""
    (command,) = metadata.entry_points(group="console_scripts", name="uth-exact")
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["scripts"] == {command.name: "uth_exact.__main__:run"}
    loaded = "import sys; before = set(sys.modules); import uth_exact.__main__; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=False, timeout=60)
    assert set(done.stdout.split()) - {"__future__"} == {"uth_exact", "uth_exact.__main__"}


@pytest.mark.parametrize("stage", ["CountedGame.count", "SolvedGame.sum", "SolvedGame.choose", "SolvedGame.outcomes"])
def test_an_interruption_at_work_is_answered(stage: str) -> None:
    """While the core counts, solves or tabulates: in the same piece of work or right after it."""
    where = f"""
from uth_exact import engine
def told(self, *args, work=engine.{stage}):
    tell()
    return work(self, *args)
engine.{stage} = told
"""
    assert is_dead(signalled(where, "rtp"))


@BOTH
def test_a_long_call_of_the_core_is_not_waited_for(sent: signal.Signals, tmp_path: Path) -> None:
    """All hands of six cards, for a bet on them, are counted in one."""
    path = tmp_path / "sheet.toml"
    path.write_text('game = "casino-holdem"\n[ante]\ndefault = 1\n[side_bets.six]\ncards = 6\npair = 1\ndefault = "lose"\n')
    where = "import time\nfrom uth_exact import engine\ndef count_hands(*args):\n    tell()\n    time.sleep(3600)\n"
    assert is_dead(signalled(f"{where}engine.count_hands = count_hands", "rtp", str(path), sent=sent), sent)


@BOTH
@pytest.mark.parametrize("threads", ["1", "2"])
def test_an_interruption_leaves_a_checkpoint_to_go_on_from(sent: signal.Signals, threads: str, tmp_path: Path) -> None:
    """What was done is kept; the next run does the rest, and has the integers of one that was not interrupted."""
    path = tmp_path / "checkpoint"
    where = """
from itertools import count
from uth_exact import engine
numbers = count()
def told(*args, work=engine.Seat.sum, **options):
    if next(numbers) == 20:  # the first pieces have four classes each, and no call has more
        tell()
    return work(*args, **options)
engine.Seat.sum = told
"""
    argv = ["rtp", "--sees", "dealer:1", "--threads", threads, "--checkpoint"]
    assert is_dead(signalled(where, *argv, str(path), sent=sent), sent)
    document = json.loads(path.read_text())
    done = sum(stop - start for start, stop in document["done"])
    assert 0 < done < 5_083
    argv[1:1] = ["--limit", str(document["done"][-1][1] + 10)]
    assert summed([*argv, str(path)]) == summed([*argv, str(tmp_path / "other")])


def test_work_beside_other_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it gives or raises comes when it is asked for; without threads it is done at once, and raises at once."""
    assert beside(lambda: 7)() == 7
    failing = beside(lambda: [][0])
    with pytest.raises(IndexError):
        failing()

    def start(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    done: list[int] = []
    later = beside(lambda: done.append(8))
    assert (done, later()) == ([8], None)
    with pytest.raises(IndexError):
        beside(lambda: [][0])


# One ending only


@BOTH
def test_what_cleans_up_is_not_interrupted_again(sent: signal.Signals) -> None:
    """A second and a third Ctrl-C while the first is answered."""
    where = """
from uth_exact import console, decision
def analyse(*rest, **options):
    try:
        strike()
    finally:
        tell()
        tell()
        sys.stderr.write("cleaned up\\n")
def complain(text, complain=console.complain):
    tell()
    complain(text)
    tell()
decision.analyse = analyse
console.complain = complain
"""
    done = signalled(where, *RIVER, sent=sent)
    assert (done.returncode, done.stdout, done.stderr) == (-sent, "", f"cleaned up\n{LINES[sent]}")


def test_an_interruption_that_a_destructor_swallows_is_not_lost() -> None:
    """Python drops what is raised in one; the program is interrupted all the same, without a word about it."""
    where = """
from uth_exact import decision
class Dropped:
    def __del__(self):
        strike()
def analyse(*rest, **options):
    Dropped()
    while True: signal.pause()
decision.analyse = analyse
"""
    assert is_dead(signalled(where, *RIVER))


@BOTH
@pytest.mark.parametrize("words", [["tables"], ["tables", "--json"], ["chart", "preflop", "--out", "chart.svg"]])
def test_an_answer_that_has_begun_is_finished(sent: signal.Signals, words: list[str], tmp_path: Path) -> None:
    """A signal while it is written comes too late to cut it in two, and in time to end the process."""
    command = [str(tmp_path / word) if "." in word else word for word in words]
    where = """
from uth_exact import console
def told(work):
    def tell_and_work(*args):
        tell()
        return work(*args)
    return tell_and_work
console._write_all = told(console._write_all)
os.fsync = told(os.fsync)
"""
    whole = subprocess.run([sys.executable, "-m", "uth_exact", *command], capture_output=True, text=True, check=True, timeout=60)
    files = {path.name: path.read_text() for path in tmp_path.iterdir()}
    for path in tmp_path.iterdir():
        path.unlink()
    done = signalled(where, *command, sent=sent)
    assert done.returncode == -sent
    assert done.stderr == (JSON_LINES if "--json" in words else LINES)[sent]
    assert done.stdout == whole.stdout
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == files


@BOTH
def test_a_reader_that_takes_nothing_keeps_nobody_waiting(sent: signal.Signals) -> None:
    """An answer larger than a pipe holds, and nobody who empties it: the signal ends the program."""
    where = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\nfrom uth_exact import report_sheets\n"
    where += "report_sheets.sheets_json = lambda sheets: [*range(100_000)]\nfrom uth_exact.__main__ import run\nsys.exit(run())"
    argv = [sys.executable, "-c", where, "tables", "--json"]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.read(1) == "["
        process.send_signal(sent)
        assert process.wait(60) == -sent
        assert process.stderr is not None
        assert process.stderr.read() == JSON_LINES[sent]


def test_ctrl_c_on_a_terminal_takes_the_bar_away() -> None:
    """The key itself, typed while a bar is shown: the bar goes, one line stays."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    where = f"import sys\n{AT_ONCE}\nfrom uth_exact.__main__ import run\nsys.exit(run())"

    def attend() -> None:
        """Take this terminal, and interruptions from it."""
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    command = [sys.executable, "-c", where, "rtp", *["uth-dk", "uth-de"] * 5]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True, preexec_fn=attend) as process:
        os.close(theirs)
        shown = b""
        while shown.count(b"%|") < 2:  # the first is shown while the bar is made, which it is not at once
            shown += os.read(ours, 1 << 16)
        os.write(ours, b"\x03")
        shown += rest_shown(ours)
        assert process.wait(60) == -signal.SIGINT
    *_, bar, line = shown.decode().rpartition("\r\n")[0].rpartition("\r")
    assert (bar, line) == ("\r", "uth-exact: interrupted")


# Signals that are none of the program's


def test_an_alarm_of_somebody_else_ends_the_process() -> None:
    """Set before the program began, as by a watchdog, or sent: as it ends any other."""
    long = [sys.executable, "-m", "uth_exact", "rtp", "--sees", "dealer:2", "--json"]
    watchdog = "import os, signal, sys; signal.setitimer(signal.ITIMER_REAL, 1.5); os.execv(sys.executable, sys.argv[1:])"
    assert subprocess.run([sys.executable, "-c", watchdog, *long], check=False, timeout=60).returncode == -signal.SIGALRM
    process = subprocess.Popen(long)
    time.sleep(1.5)
    process.send_signal(signal.SIGALRM)
    assert process.wait(60) == -signal.SIGALRM


def test_the_alarm_of_a_caller_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    """A program that calls ``main()`` has its alarm clock still."""
    signal.setitimer(signal.ITIMER_REAL, 1000)
    try:
        assert main(["hand", "KdQh", "--board", "4s5h6d8c9d"]) == 0
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 900
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    assert "fold" in capsys.readouterr().out


@BOTH
def test_a_signal_that_is_ignored_stays_ignored(sent: signal.Signals) -> None:
    """As in the background of a shell, or after ``trap '' TERM``: the answer comes."""
    where = f"signal.signal({int(sent)}, signal.SIG_IGN)\nfrom uth_exact import report\n"
    where += "def told(*args, work=report.hand_text):\n    tell()\n    return work(*args)\nreport.hand_text = told\n"
    done = signalled(where, *RIVER, sent=sent)
    assert (done.returncode, done.stderr) == (0, "")
    assert "-239/110" in done.stdout


def test_handlers_of_a_caller_are_left_alone(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A program that calls ``main`` and handles signals itself goes on doing so."""
    got: list[int] = []
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)
    before = {number: signal.signal(number, lambda number, frame: got.append(number)) for number in numbers}
    analyse = decision.analyse

    def told(*args: object, **options: object) -> object:
        for number in numbers:
            os.kill(os.getpid(), number)
        return analyse(*args, **options)  # type: ignore[arg-type]

    try:
        monkeypatch.setattr(decision, "analyse", told)
        assert main(list(RIVER)) == 0
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    assert got == list(numbers)
    assert re.search(r"-239/110", capsys.readouterr().out)
