# make demo and make test need Python 3.11 or newer, a C compiler, make and a package index, and write into the checkout only.

PYTHON ?= python3
VENV ?= .venv

BIN := $(VENV)/bin
BUILT_FROM := $(wildcard csrc/*.c csrc/*.h) pyproject.toml setup.py uth_exact/_build.py uth_exact/__init__.py
CORE := $(wildcard csrc/*.c)
WARNINGS := -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Werror
SANITIZERS := -std=c11 -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_RETRIES ?= 10
export PIP_ROOT_USER_ACTION := ignore
INSTALL := $(BIN)/python -m pip install --quiet

.PHONY: demo test plain check lint selftest bench wheels setup clean
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

# Everything a contributor needs before handing in a change.
check: lint selftest test plain

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check
	$(BIN)/mypy
	@for compiler in gcc clang; do \
		if command -v $$compiler >/dev/null; then \
			echo "$$compiler $(WARNINGS) csrc/*.c"; $$compiler $(WARNINGS) -fsyntax-only $(CORE) || exit 1; \
		else echo "$$compiler is not there: its warnings were not looked for"; fi; \
	done

selftest: build/check
	build/check

bench: $(VENV)/run.stamp
	$(BIN)/python bench/run.py

wheels: $(VENV)/test.stamp
	$(BIN)/python -m build --outdir dist

# The package and all that make test needs, without running anything.
setup: $(VENV)/test.stamp

build/check: $(wildcard csrc/*.c csrc/*.h)
	@mkdir -p build
	$(CC) $(SANITIZERS) $(CORE) -o $@

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
