"""What ``uth-exact selftest`` prints: the machine, a line for each check, and every difference in full."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from uth_exact.report import grouped
from uth_exact.selftest import Checked
from uth_exact.terminal import Screen, table


def selftest_json(machine: Mapping[str, str | int], seed: int, checks: Sequence[Checked], details: bool) -> dict[str, object]:
    """The document of ``selftest --json``; with details, also the figures found that can be looked up."""
    return {
        "machine": dict(machine),
        "seed": seed,
        "ok": all(check.ok for check in checks),
        "checks": [
            {
                "check": check.name,
                "vouched": check.vouched,
                "compared": check.compared,
                "unit": check.unit,
                "ok": check.ok,
                "differences": [{"what": each.what, "expected": each.expected, "got": each.got} for each in check.differences],
            }
            | ({"figures": [{"what": what, "found": found} for what, found in check.figures]} if details else {})
            for check in checks
        ],
    }


def selftest_text(machine: Mapping[str, str | int], seed: int, checks: Sequence[Checked], details: bool, screen: Screen) -> str:
    """The same for people."""
    column = max(map(len, machine)) + 2
    lines = [line for name, value in machine.items() for line in screen.wrap(_in_groups(value), name.replace("_", " "), column)]
    rows = [(check.name, f"{grouped(check.compared)} {check.unit}", check.vouched, "yes" if check.ok else "NO") for check in checks]
    lines += ["", *table(("check", "compared", "against", "ok"), rows, screen)]
    for check in checks if details else ():
        if check.figures:
            lines += ["", *table((check.name, "found"), [(what, _grouped(found)) for what, found in check.figures], screen)]
    for check in checks:
        for each in check.differences:
            lines += ["", *screen.wrap(f"{check.name}: {each.what}")]
            lines += [*screen.wrap(each.expected, "expected", 10), *screen.wrap(each.got, "got", 10)]
    lines += ["", *screen.wrap(f"{verdict(checks)}; uth-exact selftest --seed {seed} deals the same random hands again")]
    return "\n".join(lines) + "\n"


def _in_groups(value: str | int) -> str:
    """A SHA-256 in groups of eight digits, anything else as it is."""
    text = str(value)
    return re.sub(r"(.{8})(?=.)", r"\1 ", text) if re.fullmatch("[0-9a-f]{64}", text) else text


def _grouped(found: str) -> str:
    return grouped(int(found)) if found.removeprefix("-").isdecimal() else found


def verdict(checks: Sequence[Checked]) -> str:
    """The last line."""
    failed = [check.name for check in checks if not check.ok]
    if not failed:
        return f"all {len(checks)} checks hold"
    return f"{len(failed)} of {len(checks)} checks {'does' if len(failed) == 1 else 'do'} not hold: {', '.join(failed)}"
