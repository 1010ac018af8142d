"""Answers of the slow reference, kept from one run of the tests to the next.

Nothing of the compiled core is in them, so the tests may hold another build of it against the same answers: one with sanitizers, say.
They stay good as long as no line of the package's Python or of the asking test file changes.
"""

from __future__ import annotations

import os
import pickle
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache, wraps
from hashlib import sha256
from pathlib import Path
from typing import ParamSpec, TypeVar

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".pytest_cache" / "reference"
WORTH_KEEPING = 0.5  # seconds


@cache
def _sources(asking: str) -> bytes:
    files = [*sorted((ROOT / "uth_exact").glob("*.py")), Path(asking)]
    return sha256(b"\0".join(path.read_bytes() for path in files)).digest()


def remembered(function: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """``function``, which is pure Python and whose answer is known by its arguments' ``repr``; what took long is not asked twice."""
    asking = sys.modules[function.__module__].__file__
    assert asking

    @wraps(function)
    def asked(*args: Asked.args, **kwargs: Asked.kwargs) -> Answer:
        question = repr((sys.version, function.__qualname__, args, sorted(kwargs.items())))
        path = KEPT / sha256(question.encode() + _sources(asking)).hexdigest()
        if path.exists():
            kept: Answer = pickle.loads(path.read_bytes())
            return kept
        began = time.perf_counter()
        found = function(*args, **kwargs)
        if time.perf_counter() - began > WORTH_KEEPING:
            KEPT.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=KEPT, delete=False) as file:  # whole or not there, whoever else is writing
                pickle.dump(found, file)
            os.replace(file.name, path)
        return found

    return asked
