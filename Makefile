# make demo and make test need Python 3.11 or newer, a C compiler, make and a package index, and write into the checkout only.

PYTHON ?= python3
VENV ?= .venv

BIN := $(VENV)/bin
BUILT_FROM := $(wildcard csrc/*.c csrc/*.h) pyproject.toml setup.py uth_exact/_build.py uth_exact/__init__.py
CORE := $(filter-out csrc/check.c,$(wildcard csrc/*.c))
C_TESTS := csrc/check.c $(wildcard tests/c/*.c)
ALL_C := $(CORE) $(C_TESTS) $(wildcard csrc/*.h tests/c/*.h)
WARNINGS := -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Werror
# With UTH_CALLOC the core's large blocks come from calloc(), whose ends sanitizers and valgrind know.
TO_TEST := -std=c11 -g -fno-omit-frame-pointer -Icsrc -DUTH_CALLOC
SANITIZERS := $(TO_TEST) -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
REFUSING := -Wl,--wrap=malloc,--wrap=calloc,--wrap=free
SELF_TESTS := build/check build/strategies $(if $(filter Linux,$(shell uname -s)),build/no_memory)
SANITIZED := $(CORE:csrc/%.c=build/sanitized/%.o)
FUZZ_SECONDS ?= 10

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_RETRIES ?= 10
export PIP_ROOT_USER_ACTION := ignore
INSTALL := $(BIN)/python -m pip install --quiet

.PHONY: demo test plain check lint selftest asan tsan valgrind samebits fuzz coverage bench wheels setup clean
.DELETE_ON_ERROR:

demo: $(VENV)/run.stamp
	$(BIN)/uth-exact hand Kh5d
	@echo
	$(BIN)/uth-exact hand AsKd --board 7h8h2c
	@echo
	$(BIN)/uth-exact hand KdQh --board 4s5h6d8c9d
	@echo
	$(BIN)/uth-exact rtp uth-dk
	@echo
	$(BIN)/uth-exact verify uth-nl
	@echo
	$(BIN)/uth-exact strategy simple simple-hole river-only asleep --compare

# Hypothesis deals the same cases on every run when it sees CI; plain pytest lets it look for new ones.
test: $(VENV)/test.stamp
	CI=true $(BIN)/python -m pytest -q -n auto --dist worksteal

# The numbers that others vouch for, without a shortcut. Two minutes or three: each file in one process, for games are solved once there.
plain: $(VENV)/test.stamp
	CI=true UTH_EXACT_PLAIN=1 $(BIN)/python -m pytest -q -m golden -n 2 --dist loadfile tests

# Everything a contributor needs before handing in a change, but long fuzzing.
check: lint selftest test plain asan tsan valgrind samebits fuzz coverage

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check
	$(BIN)/mypy
	@for compiler in gcc clang; do \
		if command -v $$compiler >/dev/null; then \
			echo "$$compiler $(WARNINGS) csrc/*.c tests/c/*.c"; \
			$$compiler $(WARNINGS) -Icsrc -fsyntax-only $(CORE) $(C_TESTS) || exit 1; \
		else echo "$$compiler is not there: its warnings were not looked for"; fi; \
	done

selftest: $(SELF_TESTS)
	@for test in $(SELF_TESTS); do $$test || exit 1; done

# What follows needs tools besides a compiler; one that is missing is named, and in CI that is a fault.

# The Python tests, or those in TESTS, with a core under the sanitizers.
asan: selftest $(VENV)/test.stamp
	tests/c/asan.sh build $(BIN)/python -n auto --dist worksteal $(TESTS)

tsan: $(ALL_C)
	tests/c/tsan.sh build

valgrind: $(ALL_C)
	tests/c/valgrind.sh build

samebits: $(ALL_C)
	tests/c/same_bits.sh build

fuzz: $(ALL_C)
	tests/c/fuzz.sh build $(FUZZ_SECONDS)

# Branches never taken, in Python by the quick tests, in C by them and the tests in C; docs/trust.md says why.
coverage: $(ALL_C) $(VENV)/dev.stamp
	tests/c/coverage.sh build $(BIN)/python -n auto -m "not slow" --cov --cov-report=term-missing:skip-covered

bench: $(VENV)/run.stamp
	$(BIN)/python bench/run.py

# Source archive and wheel, then all that can be asked of these two files: see tests/test_wheels.py.
wheels: $(VENV)/test.stamp
	rm -rf dist
	$(BIN)/python -m build --outdir dist
	CI=true $(BIN)/python -m pytest -q --packages dist tests/test_wheels.py

# The package and all that make test needs, without running anything.
setup: $(VENV)/test.stamp

# The core under sanitizers, compiled once for all self tests.
build/sanitized/%.o: csrc/%.c $(wildcard csrc/*.h)
	@mkdir -p build/sanitized
	$(CC) $(SANITIZERS) -c $< -o $@

build/no_memory: REFUSED := $(REFUSING)
build/check: csrc/check.c $(SANITIZED)
	$(CC) $(SANITIZERS) $^ -o $@
build/strategies build/no_memory: build/%: tests/c/%.c $(SANITIZED)
	$(CC) $(SANITIZERS) $(REFUSED) $^ -o $@

$(VENV)/made.stamp:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or newer is needed, this is %d.%d; choose another with: make PYTHON=..." % sys.version_info[:2])'
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

# Each set of packages contains the one before, hence the stamps that are touched together.
$(VENV)/run.stamp: $(VENV)/made.stamp $(BUILT_FROM)
	$(INSTALL) --editable .
	@touch $@

$(VENV)/test.stamp: $(VENV)/made.stamp $(BUILT_FROM)
	$(INSTALL) --editable '.[test]'
	@touch $(VENV)/run.stamp $@

$(VENV)/dev.stamp: $(VENV)/made.stamp $(BUILT_FROM)
	$(INSTALL) --editable '.[dev]'
	@touch $(VENV)/run.stamp $(VENV)/test.stamp $@

clean:
	rm -rf $(VENV) build dist *.egg-info uth_exact/_core.*.so .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
