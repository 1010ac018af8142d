"""The work behind a game with knowledge: in pieces, anywhere, interrupted and resumed, always the same integers."""

from __future__ import annotations

import json
import pickle
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import UTH, UTH_ODD
from uth_exact import checkpoint, engine, executors, known_game
from uth_exact.checkpoint import Done
from uth_exact.console import OutputError
from uth_exact.decision import Outcome, ending_rows, rank_actions
from uth_exact.errors import CheckpointError, InvariantError, KnowledgeError
from uth_exact.executors import Workers, on_dask, on_executor, on_threads
from uth_exact.knowledge import Classes, Sight
from uth_exact.known_game import Seen, solve_seeing
from uth_exact.known_sums import Job, Stopped, Sums, sum_piece, width
from uth_exact.rules import Street
from uth_exact.settlement import compile_rules
from uth_exact.sheets import load_sheet

small = partial(solve_seeing, UTH, "dealer:1", ranks="9TJQ")
"""A game of 16 cards."""

CLASSES = len(Classes(Sight.of("dealer:1"), "9TJQ"))


@pytest.fixture(autouse=True)
def _many_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces so small that even this game has many."""
    monkeypatch.setattr(known_game, "PIECE_SECONDS", 0.02)


@pytest.fixture(scope="module")
def expected() -> Seen:
    """The small game on one thread, in one go, with details."""
    return small(details=True)


# Pieces


@given(st.lists(st.integers(0, 60), min_size=1, max_size=5))
@settings(max_examples=5)
def test_pieces_add_up_however_the_work_is_cut(cuts: list[int]) -> None:
    """Sums of the parts are the sums of the whole."""
    job = Job(UTH_ODD, Sight.of("dealer:2+last:1"), True, "9TJQK", "ds")
    ends = sorted({0, 60, *cuts})
    parts = [sum_piece(job, start, stop).sums for start, stop in pairwise(ends)]
    whole = sum_piece(job, 0, 60).sums
    assert tuple(map(sum, zip(*parts, strict=True))) == whole
    assert len(whole) == width(job)


def test_a_piece_and_its_question_are_plain_values() -> None:
    """They go over a wire and come back equal, the built-in rules included."""
    for name in ("uth-dk", "casino-holdem-dk"):
        job = Job(load_sheet(name).rules, Sight.of("last:1"), False, "9TJQ")
        assert pickle.loads(pickle.dumps(job)) == job
        piece = sum_piece(pickle.loads(pickle.dumps(job)), 3, 5)
        assert pickle.loads(pickle.dumps(piece)) == piece
    assert pickle.loads(pickle.dumps(sum_piece)) is sum_piece


def test_a_piece_that_is_not_wanted_any_more_stops() -> None:
    """Between two calls of the core; and before a thread that is new to the game gets ready for it."""
    job = Job(UTH, Sight.of("dealer:1"), False, "9TJQ")
    sum_piece(job, 0, 1)
    answers = iter([False, True])
    with pytest.raises(Stopped):
        sum_piece(job, 0, 10, lambda: next(answers))
    with ThreadPoolExecutor(1) as executor, pytest.raises(Stopped):
        executor.submit(sum_piece, job, 0, 10, lambda: True).result()


SIGHTS = ["dealer:1", "dealer:2", "dealer:1+flop:1", "dealer:1+last:1", "neighbours:1", "neighbours:2", "flop:2+last:1"]


@pytest.mark.parametrize("text", SIGHTS)
def test_a_piece_of_the_full_deck_is_the_sum_of_its_decisions(text: str) -> None:
    """Five classes, each decided alone, with all endings, as often as it has combinations."""
    job, start = Job(UTH, Sight.of(text), True), 1000
    settlement = compile_rules(UTH)
    total = Fraction(0)
    endings: Counter[Outcome] = Counter()
    for held in Classes(job.sight)[start : start + 5]:
        decided = engine.decide(held.hole, (), held.dead, UTH, dealer=held.dealer, flop_seen=held.flop, last_seen=held.last, details=True)
        best = rank_actions(UTH, Street.PREFLOP, settlement, decided, True)[0]
        total += held.combinations * best.ev * decided.deals
        for row in best.outcomes:
            endings[replace(row, deals=0)] += held.combinations * row.deals
    sums = Sums.of(job, sum_piece(job, start, start + 5).sums)
    assert settlement.antes(sums.units) == total
    rows = ending_rows(UTH, settlement, sums.folds, sums.bets)
    assert {replace(row, deals=0): row.deals for row in rows} == endings


def test_details_change_no_other_number(expected: Seen) -> None:
    """Value, deals and actions before the flop are the same with them and without."""
    plain = small().sums
    sums = expected.sums
    assert plain == Sums(sums.combinations, sums.deals, sums.units, sums.preflop, (), ())
    with pytest.raises(KnowledgeError, match="with details only"):
        small().outcomes  # noqa: B018


# Anywhere


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_threads_find_the_same_integers(threads: int, expected: Seen) -> None:
    """Any number of them."""
    assert small(details=True, place=partial(on_threads, threads)).sums == expected.sums


def processes() -> Executor:
    """Two other processes, which load the program anew."""
    return ProcessPoolExecutor(2, mp_context=get_context("spawn"))


@pytest.mark.slow
@pytest.mark.parametrize("opened", [processes, partial(ThreadPoolExecutor, 2)])
def test_any_executor_finds_the_same_integers(opened: Callable[[], Executor], expected: Seen) -> None:
    """Of processes or of threads that somebody else made."""
    with opened() as executor:
        assert small(details=True, place=partial(on_executor, executor)).sums == expected.sums
        assert executor.submit(int, "7").result() == 7


def test_an_executor_is_rid_of_what_is_not_wanted_any_more() -> None:
    """After an interruption nothing that had not begun is left to do."""
    with ThreadPoolExecutor(1) as executor:
        with pytest.raises(KeyboardInterrupt):
            small(place=partial(on_executor, executor, 50), progress=interrupting(1))
        assert executor._work_queue.qsize() <= 50
        assert executor.submit(int, "7").result() == 7


# Interrupted and resumed


def interrupting(after: int) -> Callable[[int], None]:
    """Progress that is interrupted after so many pieces."""
    pieces = iter(range(after))

    def progress(classes: int) -> None:
        if next(pieces, None) is None:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("details", [False, True])
def test_a_resumed_run_finds_the_same_integers(details: bool, expected: Seen, tmp_path: Path) -> None:
    """Interrupted twice, on different threads; what was done is not done again."""
    path = str(tmp_path / "checkpoint")
    done: list[int] = []
    for place in (partial(on_threads, 1), partial(on_threads, 2)):
        with pytest.raises(KeyboardInterrupt):
            small(details=details, checkpoint=path, place=place, progress=interrupting(3))
        done.append(sum(stop - start for start, stop in json.loads(Path(path).read_text())["done"]))
    assert 0 < done[0] < done[1] < CLASSES
    counted: list[int] = []
    seen = small(details=details, checkpoint=path, progress=counted.append)
    assert seen.sums == (expected.sums if details else small().sums)
    assert sum(counted) == CLASSES - done[1]


def test_a_finished_run_need_not_run_again(expected: Seen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All is in the checkpoint; no worker is even asked for."""
    path = str(tmp_path / "checkpoint")
    assert small(details=True, checkpoint=path).sums == expected.sums
    before = Path(path).read_bytes()
    monkeypatch.setattr(known_game, "sum_piece", None)

    def nowhere() -> Any:
        raise AssertionError("nothing is left to do")

    again = small(details=True, checkpoint=path, place=nowhere)
    assert (again.sums, again.ev_per_ante, again.nanoseconds > 0) == (expected.sums, expected.ev_per_ante, True)
    assert Path(path).read_bytes() == before


def test_a_run_saves_what_is_done_as_it_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that not even a loss of power costs more than some seconds of work."""
    monkeypatch.setattr(known_game, "SAVE_SECONDS", 0)
    path, found = tmp_path / "checkpoint", []

    def progress(classes: int) -> None:
        found.append(json.loads(path.read_text())["done"])

    small(checkpoint=str(path), progress=progress)
    assert found[0] == []
    assert [done for done in found if done] and found[-1] != [[0, CLASSES]]
    assert json.loads(path.read_text())["done"] == [[0, CLASSES]]


def test_an_interruption_never_parts_the_sums_from_their_places() -> None:
    """At whatever line it comes, what is kept are the sums over just the places that count as done: else they would be added twice."""
    job = Job(UTH, Sight.of("dealer:1"), ranks="9TJQ")
    classes = Classes(job.sight, job.ranks)
    watched = {checkpoint.Done.plus.__code__, known_game.Run._work.__code__}
    before, line, interrupted = sys.gettrace(), 0, True
    while interrupted:
        line, left = line + 1, line + 1

        def trace(frame: FrameType, event: str, argument: object) -> Any:
            nonlocal left
            if frame.f_code not in watched:
                return None
            left -= event == "line"
            if not left:
                sys.settrace(before)
                raise KeyboardInterrupt
            return trace

        run = known_game.Run(job, limit=9)
        sys.settrace(trace)
        try:
            run.finish(lambda: on_threads(1))
            interrupted = False
        except KeyboardInterrupt:
            pass
        finally:
            sys.settrace(before)
        combinations = sum(classes[place].combinations for place in range(len(classes)) if place not in gaps(run._done, len(classes)))
        assert run._done.sums[0] == combinations
    assert line > 30


def gaps(done: Done, places: int) -> set[int]:
    """The places that are not done."""
    return {place for start, stop in done.gaps(places) for place in range(start, stop)}


def test_a_part_can_be_made_larger(tmp_path: Path, expected: Seen) -> None:
    """With a checkpoint, a limit adds to what is there; a limit below it takes nothing away."""
    path = str(tmp_path / "checkpoint")
    assert small(details=True, limit=40, checkpoint=path).classes == 40
    assert small(details=True, limit=10, checkpoint=path).classes == 40
    assert small(details=True, limit=10**9, checkpoint=path).sums == expected.sums


@given(st.permutations(range(12)), st.integers(0, 12))
def test_pieces_may_be_done_in_any_order(order: list[int], goal: int) -> None:
    """What is left is always what is not done."""
    done = Done([0])
    for count, place in enumerate(order):
        done = done.plus(place, place + 1, (place,), 1)
        assert (done.places, done.nanoseconds, done.sums) == (count + 1, count + 1, [sum(order[: count + 1])])
        left = [each for start, stop in done.gaps(goal) for each in range(start, stop)]
        assert left == [each for each in range(goal) if each not in order[: count + 1]]
    assert done.ranges == [[0, 12]]


# A part is no whole


def test_a_part_has_no_value() -> None:
    """It says what it is of the whole, and refuses everything that is a figure of the game."""
    part = small(limit=20, details=True)
    assert (part.complete, part.classes, part.first, part.total_classes) == (False, 20, 20, CLASSES)
    assert 0 < part.share < 1
    for name in ("ev_per_ante", "total", "deals", "preflop", "outcomes", "figures", "contributions"):
        with pytest.raises(KnowledgeError, match=f"20 of {CLASSES} classes have no figures"):
            getattr(part, name)


@pytest.mark.parametrize("limit", [0, -1, float("nan")])
def test_a_part_of_nothing_is_refused(limit: Any) -> None:
    with pytest.raises(KnowledgeError, match="at least 1 class"):
        small(limit=limit)


def test_sums_that_contradict_each_other_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals that are not those of the combinations: no figure."""
    piece = sum_piece

    def wrong(*args: Any) -> Any:
        found = piece(*args)
        return replace(found, sums=(found.sums[0], found.sums[1] + 1, *found.sums[2:]))

    monkeypatch.setattr(known_game, "sum_piece", wrong)
    with pytest.raises(InvariantError, match="combinations"):
        small()


# Checkpoints that are none


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """The checkpoint of a part."""
    path = tmp_path / "checkpoint"
    small(limit=20, checkpoint=str(path))
    return path


def refused(path: Path, words: str, **options: Any) -> None:
    """The file is refused in these words, and stays as it is."""
    before = path.read_bytes()
    with pytest.raises(CheckpointError, match=words):
        small(**{"checkpoint": str(path), **options})
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no checkpoint of this program"),
        ("[1, 2", "no checkpoint of this program"),
        ("[" * 100_000, "no checkpoint of this program"),
        ('{"format": "another"}', "no checkpoint of this program"),
        ('{"format": "uth-exact checkpoint", "version": 2}', "another version"),
        ('{"format": "uth-exact checkpoint", "version": 1, "checksum": ""}', "checksum"),
        ("\xff\xfe", "no checkpoint of this program"),
    ],
)
def test_a_file_that_is_no_checkpoint_is_refused(kept: Path, text: str, words: str) -> None:
    """Whatever it is, it is not overwritten."""
    kept.write_bytes(text.encode("latin-1"))
    refused(kept, words)


def test_a_changed_digit_is_noticed(kept: Path) -> None:
    """Also where the document stays well formed."""
    document = json.loads(kept.read_text())
    document["sums"][2] += 1
    kept.write_text(json.dumps(document))
    refused(kept, "is damaged: its checksum does not fit")


@pytest.mark.parametrize("depth", [900, 980, 985, 1000])
def test_a_file_of_any_depth_is_refused(kept: Path, depth: int) -> None:
    """Also one that can be read, and not be written again to compare its checksum."""
    kept.write_text('{"format": "uth-exact checkpoint", "version": 1, "x": ' + "[" * depth + "]" * depth + "}")
    refused(kept, "checksum|no checkpoint")


def test_a_file_cut_short_is_noticed(kept: Path) -> None:
    """As a full disk might leave it."""
    kept.write_bytes(kept.read_bytes()[:-40])
    refused(kept, "damaged")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"details": True}, "details false, not true"),
        ({"ranks": "9TJQK"}, "deck 9TJQ cdhs, not 9TJQK cdhs"),
    ],
)
def test_a_checkpoint_of_another_deck_or_depth_is_refused(kept: Path, change: dict[str, Any], words: str) -> None:
    """With the difference."""
    refused(kept, f"of another question: {words}", **change)


def test_a_checkpoint_that_asks_more_is_refused(tmp_path: Path) -> None:
    """As one of a later version of the program may."""
    path = str(tmp_path / "checkpoint")
    checkpoint.save(path, {"sees": "dealer:1", "jokers": "2"}, Done([0], [], 0))
    with pytest.raises(CheckpointError, match="of another question: it asks more"):
        checkpoint.load(path, {"sees": "dealer:1"}, 1, 1)


def test_a_checkpoint_of_another_sight_rules_or_version_is_refused(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the difference."""
    for rules, sight, words in ((UTH, "last:1", "sees dealer:1, not last:1"), (UTH_ODD, "dealer:1", "other rules")):
        with pytest.raises(CheckpointError, match=f"of another question: {words}"):
            solve_seeing(rules, sight, ranks="9TJQ", checkpoint=str(kept))
    monkeypatch.setattr("uth_exact.__version__", "99")
    refused(kept, "version .*, not 99")


def test_the_same_game_under_another_name_may_go_on(tmp_path: Path) -> None:
    """The Danish and the Dutch sheet are one game."""
    path = str(tmp_path / "checkpoint")
    first = solve_seeing("uth-dk", "dealer:1", ranks="9TJQ", checkpoint=path)
    second = solve_seeing("uth-nl", "dealer:1", ranks="9TJQ", checkpoint=path)
    assert second.sums == first.sums


@pytest.mark.parametrize("ranges", [[[0, 10**6]], [[5, 3]], [[0, 5], [3, 8]], [[-1, 4]], [[0, 5.5]], [[0]], [3], None])
def test_places_that_cannot_be_are_refused(kept: Path, ranges: Any) -> None:
    """Beyond the last class, backwards or twice, though the checksum fits."""
    document = json.loads(kept.read_text())
    checkpoint.save(str(kept), document["question"], Done(document["sums"], ranges))
    refused(kept, "contradicts itself")


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    """A folder, a pipe without end, a file beyond all measure; and a place where nothing can be written, before the work."""
    with pytest.raises(CheckpointError, match="cannot be read"):
        small(checkpoint=str(tmp_path))
    with pytest.raises(CheckpointError, match="it is no file"):
        small(checkpoint="/dev/zero")
    (tmp_path / "large").write_bytes(b" " * (checkpoint.MAX_BYTES + 1))
    with pytest.raises(CheckpointError, match="too large"):
        small(checkpoint=str(tmp_path / "large"))
    with pytest.raises(OutputError, match="cannot write"):
        small(checkpoint=str(tmp_path / "no" / "such" / "folder"))


# A Dask cluster


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a Dask scheduler on this machine with two workers, each a process."""
    distributed: Any = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50) as made:
        yield made.scheduler_address.removeprefix("tcp://")


@pytest.mark.slow
@pytest.mark.cluster
def test_a_dask_cluster_finds_the_same_integers(cluster: str, expected: Seen) -> None:
    """Two workers, which get the question over the wire."""
    assert small(details=True, place=partial(on_dask, cluster)).sums == expected.sums


@pytest.mark.slow
@pytest.mark.cluster
def test_a_run_on_a_dask_cluster_can_be_interrupted_and_goes_on_anywhere(cluster: str, expected: Seen, tmp_path: Path) -> None:
    """Begun on the cluster, interrupted, finished on a thread."""
    path = str(tmp_path / "checkpoint")
    with pytest.raises(KeyboardInterrupt):
        small(details=True, checkpoint=path, place=partial(on_dask, cluster), progress=interrupting(2))
    assert json.loads(Path(path).read_text())["done"]
    assert small(details=True, checkpoint=path).sums == expected.sums


@pytest.mark.slow
@pytest.mark.cluster
def test_workers_of_another_version_are_refused(cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their integers might be others."""
    monkeypatch.setattr("uth_exact.__version__", "99")
    with pytest.raises(OSError, match=r"the workers have uth_exact .*, not 99"):
        small(place=partial(on_dask, cluster))


@pytest.mark.slow
@pytest.mark.cluster
def test_a_cluster_that_goes_away_is_told_in_one_line(tmp_path: Path) -> None:
    """Nobody is left to finish the work, and what is done is kept."""
    distributed: Any = pytest.importorskip("distributed")
    path = str(tmp_path / "checkpoint")
    made = distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50)
    with made, pytest.raises(OSError, match=r"the Dask scheduler was lost|Dask gave up"):
        small(checkpoint=path, place=partial(on_dask, made.scheduler_address), progress=lambda classes: made.close())
    assert json.loads(Path(path).read_text())["done"]


@pytest.mark.cluster
def test_a_result_that_crosses_its_loss_is_dasks_own_fault() -> None:
    """It then stumbles in its own code, with an error that is not of its own kinds; ours are left as they are."""
    cfexecutor: Any = pytest.importorskip("distributed.cfexecutor")
    with pytest.raises(TypeError) as caught:
        cfexecutor.ClientExecutor(None, nonsense=1)
    assert executors._is_of_dask(caught.value)
    assert not executors._is_of_dask(ValueError("ours"))


@pytest.mark.cluster
def test_an_address_where_nobody_answers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line, after a wait that has an end."""
    pytest.importorskip("distributed")
    monkeypatch.setattr(executors, "WAIT", 0.2)
    with pytest.raises(OSError, match=r"no Dask scheduler answers within 0.2 seconds: '127.0.0.1:9'"):
        small(place=partial(on_dask, "127.0.0.1:9"))


@pytest.mark.parametrize("address", ["", "localhost", "localhost:", "localhost:0", "localhost:99999", "http://host:8786", "a b:8786"])
def test_what_is_no_address_is_refused(address: str) -> None:
    """Before anything is loaded."""
    with pytest.raises(KnowledgeError, match="HOST:PORT"):
        small(place=partial(on_dask, address))


def test_without_dask_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """And how to get it."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ImportError, match=r"pip install 'uth-exact\[cluster\]'"):
        small(place=partial(on_dask, "localhost:8786"))


def test_no_threads_are_refused() -> None:
    with pytest.raises(KnowledgeError, match="at least 1"), on_threads(0) as workers:
        assert isinstance(workers, Workers)
