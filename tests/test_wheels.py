"""What is handed out: a wheel for every Python and processor, and a source archive, both free of the machine they were made on."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path

import pytest

import uth_exact
from baseline import beyond_baseline

ROOT = Path(__file__).resolve().parent.parent
NOT_COPIED = shutil.ignore_patterns(
    ".git", ".venv", "venv", "build", "dist", "*.egg-info", "*.so", "__pycache__", ".*_cache", ".hypothesis"
)
OLDEST = (3, 11)

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints, run where no checkout is near; its complaints are shown if it fails."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV"))}
    done = subprocess.run(command, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}"
    return done.stdout.strip()


def pythons() -> dict[str, str]:
    """Every Python of this machine that the package promises to run on, one of each version: this one, those on the path, pyenv's."""
    found = {"{}.{}".format(*sys.version_info): sys.executable}
    kept = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    ours = {str(Path(sys.prefix, "bin")), str(kept.parent / "shims")}
    folders = [folder for folder in os.get_exec_path() if folder not in ours]
    for path in sorted(path for folder in [*folders, *kept.glob("*/bin")] for path in Path(folder).glob("python3.*")):
        version = re.fullmatch(r"python(3\.(\d+))", path.name)
        if version and (3, int(version[2])) >= OLDEST:
            found.setdefault(version[1], str(path))
    return dict(sorted(found.items()))


PYTHONS = pythons()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Path:
    """A copy of the checkout with the source archive in ``dist`` and, made from that, the wheel; or those of ``--packages``."""
    if not (ROOT / "csrc").is_dir():
        pytest.skip("needs the whole source tree")
    copy = tmp_path_factory.mktemp("built") / "checkout"
    shutil.copytree(ROOT, copy, ignore=NOT_COPIED)
    made = pytestconfig.getoption("packages")
    if made:
        shutil.copytree(made, copy / "dist")
    else:
        run(sys.executable, "-m", "build", "--no-isolation", "--outdir", copy / "dist", copy, cwd=copy.parent)
    return copy


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    return the_one(built / "dist", f"uth_exact-{uth_exact.__version__}-*.whl")


@pytest.fixture(scope="module")
def archive(built: Path) -> Path:
    return the_one(built / "dist", f"uth_exact-{uth_exact.__version__}.tar.gz")


def the_one(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


def test_one_wheel_serves_every_python(wheel: Path) -> None:
    """Its name promises the stable interface of Python 3.11, and its core is compiled for that."""
    assert f"uth_exact-{uth_exact.__version__}-cp311-abi3-" in wheel.name
    with zipfile.ZipFile(wheel) as opened:
        assert "uth_exact/_core.abi3.so" in opened.namelist()


def test_the_core_asks_python_for_nothing_but_the_stable_interface(wheel: Path) -> None:
    """As abi3audit sees it: every symbol of Python that it needs is promised from 3.11 on."""
    report = run(sys.executable, "-m", "abi3audit", "--strict", "--summary", "--verbose", wheel, cwd=wheel.parent)
    assert report == ""  # it speaks to stderr, and its exit code has been looked at


@pytest.mark.skipif(platform.machine() != "x86_64", reason="asks for x86-64 instructions")
@pytest.mark.skipif(not (shutil.which("objdump") and shutil.which("as")), reason="needs objdump and as, from binutils")
def test_the_core_runs_on_every_x86_64_processor(wheel: Path, tmp_path: Path) -> None:
    """No instruction in it is younger than the architecture."""
    with zipfile.ZipFile(wheel) as opened:
        assert beyond_baseline(Path(opened.extract("uth_exact/_core.abi3.so", tmp_path))) == []


@pytest.mark.skipif(platform.machine() != "x86_64", reason="asks for x86-64 instructions")
@pytest.mark.skipif(not (shutil.which("objdump") and shutil.which("cc")), reason="needs objdump and cc")
@pytest.mark.parametrize(
    ("option", "instruction"),
    [("-mavx2", "vpmulld"), ("-msse4.1", "pmulld"), ("-mpopcnt", "popcnt"), ("-mbmi", "blsr"), ("-mlzcnt", "lzcnt")],
)
def test_a_younger_instruction_would_be_found(option: str, instruction: str, tmp_path: Path) -> None:
    """Compiled for a newer processor, a few lines of C are refused."""
    source = tmp_path / "new.c"
    source.write_text(
        "int squares(const int *a) { int sum = 0; for (int i = 0; i < 64; i++) sum += a[i] * a[i]; return sum; }\n"
        "int bits(unsigned long set) { return __builtin_popcountl(set) + __builtin_clzl(set); }\n"
        "unsigned long rest(unsigned long set) { return set & (set - 1); }\n"
    )
    for allowed, found in (([], False), ([option], True)):
        run("cc", "-O3", *allowed, "-c", source, "-o", tmp_path / "new.o", cwd=tmp_path)
        complaints = beyond_baseline(tmp_path / "new.o")
        assert any(f"`{instruction}'" in complaint for complaint in complaints) == found, complaints


def test_a_wheel_holds_the_program_and_nothing_else(wheel: Path) -> None:
    """Package, stub, type marker, tables and licence; no C, no tests."""
    with zipfile.ZipFile(wheel) as opened:
        names = set(opened.namelist())
    sheets = {f"uth_exact/{path.relative_to(ROOT)}" for path in (ROOT / "tables").rglob("*.toml")}
    assert names >= sheets | {"uth_exact/py.typed", "uth_exact/_core.pyi", "uth_exact/cli.py"}
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"uth_exact"}
    assert {Path(name).suffix for name in names if ".dist-info/" not in name} == {".py", ".pyi", ".so", ".toml", ".typed"}


def test_a_source_archive_holds_all_that_is_needed_to_check_it(built: Path, archive: Path) -> None:
    """C, tables, tests and the Makefile, and nothing compiled."""
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    wanted = {path for part in ("csrc", "tables", "tests", "uth_exact") for path in (built / part).rglob("*") if path.is_file()}
    wanted = {str(path.relative_to(built)) for path in wanted if path.suffix not in (".pyc", ".so")}
    assert names >= wanted | {"Makefile", "pyproject.toml", "setup.py", "LICENSE", "SECURITY.md"}
    assert not [name for name in names if name.endswith((".so", ".pyc", ".o"))]


def test_no_path_of_this_machine_is_in_what_ships(built: Path, wheel: Path, archive: Path) -> None:
    """Neither where it was built, nor where the checkout lies, nor whose it is."""
    paths = {ROOT, built, built.parent.parent, Path(tempfile.gettempdir()), Path.home(), Path(sys.prefix), Path(sys.base_prefix)}
    traces = {f"{path}/".encode() for path in paths if len(path.parts) > 1}
    traces -= {b"/usr/", b"/tmp/"}
    traces |= {name.encode() for name in [platform.node()] if len(name) > 3}
    with zipfile.ZipFile(wheel) as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    with tarfile.open(archive) as opened:
        for member in opened:
            stream = opened.extractfile(member)
            if stream is not None:
                files[member.name] = stream.read()
    assert [(name, trace) for name, content in files.items() for trace in traces if trace in content] == []


WAYS = [pytest.param("wheel", version, id=f"wheel, Python {version}") for version in PYTHONS]
WAYS += [pytest.param("editable", "{}.{}".format(*sys.version_info), id="editable")]


@pytest.mark.parametrize(("way", "version"), WAYS)
def test_an_installation_works_away_from_the_checkout(
    way: str, version: str, built: Path, wheel: Path, tmp_path: Path
) -> None:
    """In a new environment, from another folder, it finds its own tables, computes a hand and proves itself."""
    environment = tmp_path / "environment"
    run(PYTHONS[version], "-m", "venv", "--without-pip", environment, cwd=tmp_path)
    python = environment / "bin" / "python"
    assert run(python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])", cwd=tmp_path) == version
    wanted = {"wheel": [wheel], "editable": ["--editable", built]}[way]
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *wanted, cwd=tmp_path)

    tables = Path(run(python, "-c", "from uth_exact._tables import folder; print(folder())", cwd=tmp_path))
    home = built if way == "editable" else environment
    assert tables.is_relative_to(home.resolve())
    assert (tables / "uth-dk.toml").read_bytes() == (ROOT / "tables" / "uth-dk.toml").read_bytes()

    program = environment / "bin" / "uth-exact"
    printed = run(program, "hand", "KdQh", "--board", "4s5h6d8c9d", cwd=tmp_path)
    assert "-239/110" in printed
    assert run(python, "-m", "uth_exact", "hand", "KdQh", "--board", "4s5h6d8c9d", cwd=tmp_path) == printed
    run(program, "selftest", cwd=tmp_path)
    refused = subprocess.run([python, "-m", "uth_exact", "hand", "KdKd"], cwd=tmp_path, capture_output=True, check=False)
    assert refused.returncode == 2


def test_a_source_archive_is_built_without_a_network(archive: Path, tmp_path: Path) -> None:
    """With the build requirements there, pip needs no index; where the system can take the network away, it is away."""
    cut_off = ["unshare", "--map-root-user", "--net"]
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-build-isolation", "--no-deps"]
    alone = shutil.which("unshare") and subprocess.run([*cut_off, "true"], capture_output=True, check=False).returncode == 0
    run(*(cut_off if alone else []), *command, "--wheel-dir", tmp_path, archive, cwd=tmp_path)
    made = the_one(tmp_path, "*.whl")
    assert made.name.startswith(f"uth_exact-{uth_exact.__version__}-cp311-abi3-")


def test_a_changed_header_is_compiled_and_an_unchanged_one_is_not(built: Path, tmp_path: Path) -> None:
    """No core is left over from before the change; without one, nothing is compiled twice."""
    compiler = tmp_path / "compiler"  # what it would make does not matter here, only when it is asked
    compiler.write_text('#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\ndate +%N > "$2"\n')
    compiler.chmod(0o755)

    def compiled() -> str:
        command = [sys.executable, "setup.py", "build_ext", "--build-lib", tmp_path, "--build-temp", tmp_path / "temp"]
        run("env", f"CC={compiler}", *command, cwd=built)
        return (tmp_path / "uth_exact" / "_core.abi3.so").read_text()

    first = compiled()
    assert compiled() == first
    private = next(path for path in sorted((built / "csrc").glob("*.h")) if path.name != "uth.h")
    os.utime(private, (time.time() + 1,) * 2)
    assert compiled() != first


@pytest.mark.parametrize("way", ["setup.py", "pip"])
def test_a_missing_compiler_is_named_with_the_way_to_get_one(way: str, built: Path, archive: Path, tmp_path: Path) -> None:
    """Among the last lines stands what to install."""
    command = {
        "setup.py": ["setup.py", "build_ext", "--build-lib", tmp_path, "--build-temp", tmp_path],
        "pip": ["-m", "pip", "wheel", "--no-index", "--no-build-isolation", "--no-deps", "--wheel-dir", tmp_path, archive],
    }[way]
    environment = {**os.environ, "CC": "no-such-compiler", "COLUMNS": "1000"}
    done = subprocess.run([sys.executable, *command], cwd=built, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    last = "\n".join((done.stdout + done.stderr).splitlines()[-12:])
    assert "the C compiler 'no-such-compiler' is not there" in last
    assert "apt install gcc" in last
    assert "Traceback" not in done.stdout + done.stderr


def test_missing_headers_of_python_are_named_with_the_way_to_get_them(built: Path, tmp_path: Path) -> None:
    """A compiler alone is not enough, and its own complaint would not say whose file is missing."""
    (tmp_path / "sitecustomize.py").write_text(
        f"import sysconfig\nknown = sysconfig.get_paths\nsysconfig.get_paths = lambda *a: {{**known(*a), 'include': {str(tmp_path)!r}}}\n"
    )
    command = [sys.executable, "setup.py", "build_ext", "--build-lib", tmp_path, "--build-temp", tmp_path]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, cwd=built, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert f"{tmp_path / 'Python.h'} is not there" in done.stderr
    assert "python3-dev" in done.stderr
    assert "Traceback" not in done.stderr
