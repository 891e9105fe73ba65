# `make` lists what there is. Everything lives in .venv (and .venv-bench); stamps in .build say what
# is up to date, so a second run starts at once. PYTHON=... chooses the Python for a new .venv.

SHELL := /bin/sh
PY := .venv/bin/python
BENCH_PY := .venv-bench/bin/python
INSTALL := SANDTABLE_PURE=1 $(PY) -m pip install -q --no-build-isolation -e
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Tests start very many Python processes, and each would compile all that it imports.
unexport PYTHONDONTWRITEBYTECODE

# The modules that are compiled.
HOT := $(shell $(or $(wildcard $(PY)),python3) tools/compiled_modules.py)

# SANDTABLE_GAMES: how many games each test with random games plays. Unset, each test knows best.
GAMES_PURE ?= 1
GAMES_LONG ?= 5000

# The extras of pyproject.toml that tests need.
TEST_EXTRAS := dev,server,web,arena,ray,envs,tune

# A file's tests share servers and browsers, so one process runs them all; tests/conftest.py orders
# the files.
PYTEST := $(PY) -m pytest -n auto --dist loadfile --no-loadscope-reorder --durations=15

# Makes targets side by side. What one command prints stays together, where make can do that.
SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync=line)
TOGETHER = $(MAKE) --no-print-directory -j4 $(SYNC)

# What `make test` leaves to `make test-long`: many more random games, a network that learns.
WHOLE := -m "not long"

# What `make check` leaves out beside: a browser, and what takes more than a few seconds.
QUICK := -m "not slow and not long" --ignore=tests/web

# What runs a second time interpreted: the rules and the kernel, whose native integers behave
# otherwise when compiled. That both play the same games is tested by test_processes.py; bots, server,
# browser, arena and environments call the same engine and are tested once.
PURE := tests/kernel tests/faiyum tests/resafa tests/test_build.py -m "not slow and not long and not once"

.PHONY: help play build test test-long check lint types bench docs wheel clean distclean FORCE
.PHONY: web client-packages client-lint client-types client-tests
.DELETE_ON_ERROR:

help:
	@echo "make play       install what is needed and start Sandtable"
	@echo "make test       lint, types and all tests, compiled and pure"
	@echo "make check      lint, types and the quick tests"
	@echo "make test-long  the same with many more random games and a network that learns"
	@echo "make bench      measure the speed, ours and that of others"
	@echo "make build      compile the kernel and the games in place"
	@echo "make docs       build the documentation into site/"
	@echo "make wheel      build a wheel into dist/"
	@echo "make clean      remove all that was built; distclean: the environments too"

# --- Environments ---------------------------------------------------------------------------------

# A virtual environment whose Python has gone (an upgrade of the system) is made anew.
ifneq ($(shell $(PY) -c 'print("runs")' 2>/dev/null),runs)
.venv/pyvenv.cfg: FORCE
endif

.venv/pyvenv.cfg:
	@sh tools/make_venv.sh .venv

# $(call note,TEXT): writes TEXT into the target unless it is there already, so what depends on the
# target is made anew only when the text has changed.
define note
@mkdir -p .build
@printf '%s\n' $(1) > $@.new
@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
endef

# Where the project lies: environments know it, and have to be told when it moves.
.build/place: FORCE
	$(call note,"$(CURDIR)")

# Which modules are compiled: changes when one comes or goes.
.build/modules: FORCE
	$(call note,$(HOT))

# What compiling and building the client need.
.build/tools: .venv/pyvenv.cfg .build/place pyproject.toml
	@echo "==> Installing the tools that build Sandtable"
	@$(PY) tools/build_requirements.py > .build/requirements.txt
	@$(PY) -m pip install -q -r .build/requirements.txt
	@touch $@

.build/install: .build/tools
	@echo "==> Installing Sandtable"
	@$(INSTALL) '.[server,web]'
	@touch $@

# Contains what .build/install does. Python compiles what the tests import when they first do.
.build/dev: .build/tools
	@echo "==> Installing Sandtable and the tools for tests"
	@$(INSTALL) '.[$(TEST_EXTRAS)]' --no-compile
	@touch .build/install $@

# Says "compiled" or "pure", whichever the build made. After "pure" it is worth another try: a
# compiler may have come.
ifneq ($(shell cat .build/compiled 2>/dev/null),compiled)
.build/compiled: FORCE
endif

.build/compiled: .build/tools .build/modules setup.py $(HOT)
	@echo "==> Compiling the kernel and the games (the first time takes a minute or two)"
	@$(PY) setup.py -q build_ext --inplace
	@PYTHONPATH=src $(PY) -c 'from sandtable._pure import is_compiled; print("compiled" if is_compiled() else "pure")' > $@

.build/compiler: .venv/pyvenv.cfg
	@mkdir -p .build
	@sh tools/compiler.sh $(PY)
	@touch $@

# The browser client: built by a Node that comes from PyPI, and only when something has changed.
client-packages: .build/tools
	@$(PY) tools/build_web.py install

web: client-packages
	@$(PY) tools/build_web.py

# Chromium and PostgreSQL for the tests that need a real browser and a real database.
.build/system: .venv/pyvenv.cfg
	@mkdir -p .build
	@sh tools/debian_packages.sh "tests in a browser" chromium-headless-shell 2>/dev/null \
	    || sh tools/debian_packages.sh "tests in a browser" chromium || true
	@sh tools/debian_packages.sh "tests on PostgreSQL" postgresql || true
	@touch $@

# --- What people ask for --------------------------------------------------------------------------

play: .build/install
	@$(MAKE) --no-print-directory .build/compiled || echo "==> Not compiled; Sandtable runs, only slower"
	@$(MAKE) --no-print-directory web
	@echo "==> Starting Sandtable"
	@.venv/bin/sandtable

build: .build/install .build/compiled

lint: client-lint .build/dev
	@echo "==> Lint"
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check -q .

types: .build/dev
	@echo "==> Types"
	@$(PY) -m mypy

client-lint: client-packages
	@echo "==> Lint of the browser client"
	@$(PY) tools/build_web.py lint

client-types: client-packages
	@echo "==> Types of the browser client"
	@$(PY) tools/build_web.py check

client-tests: client-packages
	@echo "==> Unit tests of the browser client"
	@$(PY) tools/build_web.py test

check:
	@$(TOGETHER) .build/compiled lint types
	@echo "==> Quick tests"
	@$(PYTEST) $(QUICK)

test: .build/compiler
	@$(TOGETHER) .build/compiled .build/dev .build/system web lint types client-types client-tests
	@if grep -q '^compiled$$' .build/compiled; then \
	    echo "==> Tests, compiled" && SANDTABLE_EXPECT=compiled $(PYTEST) $(WHOLE); \
	else \
	    echo "==> No C compiler here: the compiled build is NOT tested"; \
	fi
	@echo "==> Tests, pure Python"
	@SANDTABLE_PURE=1 SANDTABLE_EXPECT=pure SANDTABLE_GAMES=$(GAMES_PURE) $(PYTEST) $(PURE)

# A PyTorch that is there already is kept; else it is a large download.
.build/long: .build/dev
	@echo "==> Installing PyTorch"
	@$(INSTALL) '.[$(TEST_EXTRAS),train]'
	@touch $@

test-long: .build/compiler .build/system .build/long .build/compiled web
	@echo "==> Tests with many games"
	@SANDTABLE_GAMES=$(GAMES_LONG) $(PYTEST)

# --- Speed ----------------------------------------------------------------------------------------

.venv-bench/pyvenv.cfg: .venv/pyvenv.cfg
	@echo "==> Creating .venv-bench"
	@$(PY) -m venv --clear .venv-bench

.build/bench: .venv-bench/pyvenv.cfg .build/place pyproject.toml
	@echo "==> Installing the engines to measure against"
	@SANDTABLE_PURE=1 $(BENCH_PY) -m pip install -q -e '.[bench]'
	@touch $@

bench: .build/compiler .build/compiled .build/bench
	@echo "==> Measuring"
	@$(BENCH_PY) bench/run.py $(BENCH)
	@$(BENCH_PY) -m bench.envs $(BENCH_ENVS)

# --- Packages and cleaning ------------------------------------------------------------------------

.build/docs: .build/install
	@echo "==> Installing the tools for the documentation"
	@$(INSTALL) '.[docs]'
	@touch $@

docs: .build/docs
	@echo "==> Building the documentation into site/"
	@NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build -q

wheel: web
	@echo "==> Building a wheel"
	@rm -rf build/lib*
	@$(PY) -m pip wheel -q --no-build-isolation --no-deps -w dist .
	@ls dist

clean:
	@rm -rf .build build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis src/*.egg-info
	@find src -name '*.so' -delete
	@find src tests bench tools -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

distclean: clean
	@rm -rf .venv .venv-bench
