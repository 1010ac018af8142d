"""Is a compiled file free of instructions that only newer processors have? Asked of binutils, which keeps the lists."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

INSTRUCTION = re.compile(r"\s+[0-9a-f]+:\t(.+)")
SYMBOL_OR_COMMENT = re.compile(r"\s*(<[^>]*>|#.*)")
JUMP = re.compile(r"((?:bnd |notrack )?(?:j\w+|call|loop\w*)(?:,p[nt])?) +[0-9a-f]+")
PADDING = re.compile(r"(?:data16 |cs )*nopw\b.*")


def beyond_baseline(compiled: Path) -> list[str]:
    """What the assembler refuses for a plain x86-64 among the instructions of ``compiled``: its complaints.

    The file is taken apart by objdump, and each different line put together again by ``as -march=generic64``. Two are
    let through, for a plain processor runs them: ``endbr64``, one of its empty operations, and ``tzcnt`` as compilers write it
    where zero is excluded: ``bsf`` with a prefix that older processors pass over. Raises ``ValueError`` where there is no code.
    """
    shown = subprocess.run(["objdump", "-d", "--no-show-raw-insn", compiled], capture_output=True, text=True, check=True).stdout
    lines = {SYMBOL_OR_COMMENT.sub("", found[1]).strip() for found in map(INSTRUCTION.match, shown.splitlines()) if found}
    lines = {JUMP.sub(r"\1 0", line) for line in lines if not PADDING.fullmatch(line)} - {"endbr64"}
    if not lines:
        raise ValueError(f"{compiled} holds no instruction")
    source = "\n".join(sorted(re.sub(r"^tzcnt\b", "bsf", line) for line in lines)) + "\n"
    command = ["as", "-march=generic64", "-o", "/dev/null", "-"]
    complaints = subprocess.run(command, input=source, capture_output=True, text=True, check=False).stderr
    return [line for line in complaints.splitlines() if "Error" in line]
