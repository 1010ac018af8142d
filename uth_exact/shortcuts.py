"""Whether shortcuts may be taken: the environment variable ``UTH_EXACT_PLAIN``, read here and nowhere else."""

from __future__ import annotations

import os

from uth_exact.errors import SettingError

VARIABLE = "UTH_EXACT_PLAIN"


def shortcuts_off() -> bool:
    """Whether everything is to be computed the plain way: ``UTH_EXACT_PLAIN`` is 1, and not 0, empty or unset.

    The integers are the same, but it takes far longer. Raises ``SettingError`` for any other value.
    """
    value = os.environ.get(VARIABLE, "")
    if value not in ("", "0", "1"):
        message = f"{VARIABLE}: 1 switches all shortcuts off, 0 or nothing leaves them on; {value[:60]!r} is neither"
        raise SettingError("bad_setting", message, VARIABLE)
    return value == "1"
