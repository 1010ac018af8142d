"""What a stranger gets: a wheel, a source archive and a checkout that work, and a package that is quick to import."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
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


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout with the source archive in ``dist`` and, made from that, the wheel."""
    if not (ROOT / "csrc").is_dir():
        pytest.skip("needs the whole source tree")
    copy = tmp_path_factory.mktemp("built") / "checkout"
    shutil.copytree(ROOT, copy, ignore=NOT_COPIED)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", copy / "dist", copy, cwd=copy.parent)
    return copy


def the_one(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


@pytest.mark.slow
def test_one_wheel_serves_every_python(built: Path) -> None:
    """Its name promises the stable interface of Python 3.11, and its core is compiled for that."""
    wheel = the_one(built / "dist", "*.whl")
    assert f"uth_exact-{uth_exact.__version__}-cp311-abi3-" in wheel.name
    with zipfile.ZipFile(wheel) as archive:
        assert "uth_exact/_core.abi3.so" in archive.namelist()


@pytest.mark.slow
def test_a_wheel_holds_the_program_and_nothing_else(built: Path) -> None:
    """Package, stub, type marker, tables and licence; no C, no tests."""
    with zipfile.ZipFile(the_one(built / "dist", "*.whl")) as archive:
        names = set(archive.namelist())
    sheets = {f"uth_exact/{path.relative_to(ROOT)}" for path in (ROOT / "tables").rglob("*.toml")}
    assert names >= sheets | {"uth_exact/py.typed", "uth_exact/_core.pyi", "uth_exact/cli.py"}
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"uth_exact"}
    assert {Path(name).suffix for name in names if ".dist-info/" not in name} == {".py", ".pyi", ".so", ".toml", ".typed"}


@pytest.mark.slow
def test_a_source_archive_holds_all_that_is_needed_to_check_it(built: Path) -> None:
    """C, tables, tests and the Makefile, and nothing compiled."""
    with tarfile.open(the_one(built / "dist", "*.tar.gz")) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {path for part in ("csrc", "tables", "tests", "uth_exact") for path in (built / part).rglob("*") if path.is_file()}
    wanted = {str(path.relative_to(built)) for path in wanted if path.suffix not in (".pyc", ".so")}
    assert names >= wanted | {"Makefile", "pyproject.toml", "setup.py", "LICENSE"}
    assert not [name for name in names if name.endswith((".so", ".pyc", ".o"))]


@pytest.mark.slow
def test_no_path_of_this_machine_is_in_what_ships(built: Path) -> None:
    """Neither where it was built, nor where the checkout lies, nor whose it is."""
    paths = {ROOT, built, built.parent.parent, Path(tempfile.gettempdir()), Path.home(), Path(sys.prefix), Path(sys.base_prefix)}
    traces = {f"{path}/".encode() for path in paths if len(path.parts) > 1}
    traces -= {b"/usr/", b"/tmp/"}
    with zipfile.ZipFile(the_one(built / "dist", "*.whl")) as wheel:
        files = {name: wheel.read(name) for name in wheel.namelist()}
    with tarfile.open(the_one(built / "dist", "*.tar.gz")) as archive:
        for member in archive:
            stream = archive.extractfile(member)
            if stream is not None:
                files[member.name] = stream.read()
    assert [(name, trace) for name, content in files.items() for trace in traces if trace in content] == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["wheel", "source archive", "editable"])
def test_an_installation_works_away_from_the_checkout(kind: str, built: Path, tmp_path: Path) -> None:
    """In a new environment, from another folder, it finds its own tables and computes a hand."""
    environment = tmp_path / "environment"
    venv.create(environment, symlinks=True)
    python = environment / "bin" / "python"
    wanted = {
        "wheel": [the_one(built / "dist", "*.whl")],
        "source archive": [the_one(built / "dist", "*.tar.gz")],
        "editable": ["--editable", built],
    }[kind]
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *wanted, cwd=tmp_path)

    tables = Path(run(python, "-c", "from uth_exact._tables import folder; print(folder())", cwd=tmp_path))
    home = built if kind == "editable" else environment
    assert tables.is_relative_to(home.resolve())
    assert (tables / "uth-dk.toml").read_bytes() == (ROOT / "tables" / "uth-dk.toml").read_bytes()

    printed = run(environment / "bin" / "uth-exact", "hand", "KdQh", "--board", "4s5h6d8c9d", cwd=tmp_path)
    assert "-239/110" in printed
    assert run(python, "-m", "uth_exact", "hand", "KdQh", "--board", "4s5h6d8c9d", cwd=tmp_path) == printed
    refused = subprocess.run([python, "-m", "uth_exact", "hand", "KdKd"], cwd=tmp_path, capture_output=True, check=False)
    assert refused.returncode == 2


@pytest.mark.slow
def test_a_changed_header_is_compiled_and_an_unchanged_one_is_not(built: Path, tmp_path: Path) -> None:
    """No core is left over from before the change; without one, nothing is compiled twice."""

    def compiled() -> int:
        run(sys.executable, "setup.py", "build_ext", "--build-lib", tmp_path, "--build-temp", tmp_path / "temp", cwd=built)
        return (tmp_path / "uth_exact" / "_core.abi3.so").stat().st_mtime_ns

    first = compiled()
    assert compiled() == first
    private = next(path for path in sorted((built / "csrc").glob("*.h")) if path.name != "uth.h")
    later = (first + 1_000_000_000,) * 2
    os.utime(private, ns=later)
    assert compiled() > first


@pytest.mark.slow
def test_a_missing_compiler_is_named_with_the_way_to_get_one(built: Path, tmp_path: Path) -> None:
    """The last line tells what to install."""
    command = [sys.executable, "setup.py", "build_ext", "--build-lib", tmp_path, "--build-temp", tmp_path]
    done = subprocess.run(command, cwd=built, env={**os.environ, "CC": "no-such-compiler"}, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "the C compiler 'no-such-compiler' is not there" in done.stderr
    assert "apt install gcc" in done.stderr
    assert "Traceback" not in done.stderr
