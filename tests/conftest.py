"""How Hypothesis runs here: no test asserts a time, so none has a deadline."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("looking", deadline=None)
settings.register_profile("same cases", deadline=None, derandomize=True)
settings.load_profile("same cases" if os.environ.get("CI") else "looking")
