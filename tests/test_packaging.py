"""What a stranger gets: a wheel, a source archive and a checkout that work, and a package that is quick to import."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

import uth_exact
from uth_exact._core import lib
from uth_exact._tables import folder

ROOT = Path(__file__).resolve().parent.parent
NOT_COPIED = shutil.ignore_patterns(
    ".git", ".venv", "venv", "build", "dist", "*.egg-info", "*.so", "__pycache__", ".*_cache", ".hypothesis"
)


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints, run where no checkout is near; its complaints are shown if it fails."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV"))}
    done = subprocess.run(command, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}"
    return done.stdout.strip()


def test_the_version_stands_in_one_place() -> None:
    """What pip knows is what the package says, and the number is written in no other file."""
    assert metadata.version("uth-exact") == uth_exact.__version__
    assert f'"{uth_exact.__version__}"' not in (ROOT / "pyproject.toml").read_text("utf-8") + (ROOT / "setup.py").read_text("utf-8")


def test_importing_the_package_loads_next_to_nothing() -> None:
    """Neither the compiled core nor the rules are loaded before the first name is used."""
    question = "import sys, uth_exact; print(*(name for name in sys.modules if name.startswith(('uth_exact', 'tqdm', '_cffi'))))"
    loaded = run(sys.executable, "-c", question, cwd=ROOT)
    assert loaded == "uth_exact"


@pytest.mark.parametrize("name", uth_exact.__all__)
def test_every_public_name_is_there(name: str) -> None:
    """Each is found, listed, and the thing its own module calls by that name."""
    value = getattr(uth_exact, name)
    assert name in dir(uth_exact)
    assert name == "__version__" or value is getattr(sys.modules[value.__module__], name)


def test_only_public_names_are_listed() -> None:
    """Who asks ``dir`` or ``help`` is shown no import and no helper."""
    assert dir(uth_exact) == sorted(uth_exact.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    """As in any module, so that ``hasattr`` and spelling suggestions work."""
    with pytest.raises(AttributeError, match="module 'uth_exact' has no attribute 'analyze'"):
        uth_exact.analyze  # noqa: B018


def test_the_stub_of_the_core_names_what_the_core_has() -> None:
    """Type checkers see every constant and function of the header, and none besides."""
    stub = ast.parse((ROOT / "uth_exact/_core.pyi").read_text("utf-8"))
    names = set()
    for thing in next(node for node in stub.body if isinstance(node, ast.ClassDef)).body:
        if isinstance(thing, ast.FunctionDef):
            names.add(thing.name)
        elif isinstance(thing, ast.AnnAssign) and isinstance(thing.target, ast.Name):
            names.add(thing.target.id)
    assert names == set(dir(lib))


def test_the_stub_of_the_core_has_as_many_parameters_as_the_core() -> None:
    """A parameter added in C is missed here, not in a user's program."""
    stub = ast.parse((ROOT / "uth_exact/_core.pyi").read_text("utf-8"))
    for function in (node for node in ast.walk(stub) if isinstance(node, ast.FunctionDef)):
        # cffi's docstring begins with the C declaration: "int32_t uth_x(uint8_t *, int32_t);"
        declared = getattr(lib, function.name).__doc__.partition(";")[0]
        assert declared.count(",") + 1 == len(function.args.posonlyargs) - 1, declared


def test_the_tables_of_a_checkout_are_its_own() -> None:
    """An edited sheet counts at once."""
    assert folder() == ROOT / "tables"
