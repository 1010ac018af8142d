"""Where pieces of work run: threads of this process, any executor, or a Dask cluster.

All of them are executors of ``concurrent.futures``; none of them is scheduled here.
"""

from __future__ import annotations

import errno
import os
import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from uth_exact.errors import KnowledgeError

Made = TypeVar("Made")

WAIT = 5
"""Seconds within which a Dask scheduler must answer and have workers."""

_ADDRESS = re.compile(r"(?:tcp://)?(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+):([0-9]{1,5})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Workers:
    """Something that runs functions elsewhere."""

    submit: Callable[..., Future[Any]]
    at_once: int
    """How many pieces it takes to keep it busy."""


def processors() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def on_threads(count: int) -> Iterator[Workers]:
    """So many threads of this process. They are told of an early end by the last argument of what they run, ``stopped``."""
    if not count >= 1:  # nor what is no number
        raise KnowledgeError("bad_threads", f"threads: at least 1 is needed, not {count}", "threads")
    ended = threading.Event()
    with ThreadPoolExecutor(count) as pool:
        try:
            yield Workers(partial(_submit_watched, pool, ended), 2 * count)
        finally:
            ended.set()
            pool.shutdown(wait=False, cancel_futures=True)


def _submit_watched(pool: Executor, ended: threading.Event, work: Callable[..., Made], *args: Any) -> Future[Made]:
    return pool.submit(work, *args, ended.is_set)


@contextmanager
def on_executor(executor: Executor, at_once: int | None = None) -> Iterator[Workers]:
    """An executor that somebody else opened and will close. What is not begun at an early end is cancelled."""
    futures: set[Future[Any]] = set()

    def submit(work: Callable[..., Made], *args: Any) -> Future[Made]:
        future = executor.submit(work, *args)
        futures.add(future)
        future.add_done_callback(futures.discard)
        return future

    try:
        yield Workers(submit, at_once or 2 * processors())
    finally:
        for future in tuple(futures):
            future.cancel()


def dask_url(address: str) -> str:
    """The address ``HOST:PORT`` as Dask takes it. Raises ``KnowledgeError`` for what is none."""
    match = _ADDRESS.fullmatch(address)
    if match is None or not 0 < int(match[2]) < 2**16:
        raise KnowledgeError("bad_address", f"{address!r} is no address of a Dask scheduler; give HOST:PORT, as in localhost:8786", "dask")
    return f"tcp://{match[1]}:{match[2]}"


@contextmanager
def on_dask(address: str) -> Iterator[Workers]:
    """The workers of the Dask scheduler at ``address``, ``HOST:PORT``.

    Raises ``ImportError`` if Dask is not installed, ``KnowledgeError`` for what is no address, and ``OSError`` if nobody answers
    there in time, there are no workers, or their version of this program is another one.
    """
    url = dask_url(address)
    from importlib import import_module

    try:
        dask: Any = import_module("distributed")
    except ImportError as error:
        message = "--dask needs the package distributed; pip install 'uth-exact[cluster]' brings it"
        raise ImportError(message, name=error.name) from error
    _silence("distributed", "tornado", "asyncio")
    client = _client(dask, address, url)
    try:
        threads = _threads(client, address)
        with on_executor(client.get_executor(), 2 * threads) as workers:
            yield Workers(partial(_submit, workers, address), workers.at_once)
    except CancelledError as error:
        raise _cluster(address, "the Dask scheduler was lost before the work was done") from error
    except Exception as error:
        if _is_of_dask(error):
            raise _cluster(address, f"Dask gave up: {error}") from error
        raise
    finally:
        with suppress(Exception):
            client.close(timeout=0.1)
        client.status = "closed"


def _is_of_dask(error: Exception) -> bool:
    """Whether an error is one of Dask's, or of another kind but raised in its code, as when a result and its loss cross each other."""
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    places = type(error).__module__, frame.tb_frame.f_globals.get("__name__", "") if frame is not None else ""
    return any(place.partition(".")[0] in ("distributed", "dask") for place in places)


def _silence(*names: str) -> None:
    """No more messages and warnings of these packages: what matters is told by exceptions, in one line."""
    import logging
    import warnings

    for name in names:
        warnings.filterwarnings("ignore", module=rf"{name}(\.|$)")

    for name in (*names, *logging.root.manager.loggerDict):
        if name.partition(".")[0] in names:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _client(dask: Any, address: str, url: str) -> Any:
    """A client of the scheduler, in time. Made on a thread, for what is no scheduler may keep it waiting without end."""
    client = dask.Client.__new__(dask.Client)
    failed: list[BaseException] = []

    def connect() -> None:
        try:
            client.__init__(url, timeout=WAIT, set_as_default=False)
        except BaseException as error:  # what is no scheduler can make it ask for any amount of memory
            failed.append(error)

    thread = threading.Thread(target=connect, daemon=True)
    thread.start()
    thread.join(WAIT + 1)
    if failed or thread.is_alive():
        client.status = "closed"  # or its end would wait for an answer again
        raise _cluster(address, f"no Dask scheduler answers within {WAIT} seconds") from (failed[0] if failed else None)
    return client


def _threads(client: Any, address: str) -> int:
    """Threads of all workers, which must run this version of the program."""
    from uth_exact import __version__

    try:
        client.wait_for_workers(1, timeout=WAIT)
        versions = set(client.run(_version).values())
        threads = sum(client.nthreads().values())
    except Exception as error:
        if "no module named" in str(error).lower():
            raise _cluster(address, "a worker has no uth_exact; install it there") from error
        raise _cluster(address, f"the Dask scheduler has no workers that answer within {WAIT} seconds") from error
    if versions != {__version__}:
        raise _cluster(address, f"the workers have uth_exact {', '.join(sorted(versions))}, not {__version__}")
    return int(threads)


def _version() -> str:
    from uth_exact import __version__

    return __version__


def _submit(workers: Workers, address: str, work: Callable[..., Made], *args: Any) -> Future[Made]:
    try:
        return workers.submit(work, *args)
    except Exception as error:
        raise _cluster(address, "the Dask scheduler was lost") from error


def _cluster(address: str, problem: str) -> OSError:
    return ConnectionError(errno.ECONNABORTED, problem, address)
