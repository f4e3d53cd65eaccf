# Everything from a fresh clone: needs Python >= 3.11, make and a C compiler. `make` lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed-with
OUT := out
SCENE := examples/drape.yaml
EXPORT := obj
ARGS :=

# Debian's names for what is loaded at run time: EGL, Mesa's software driver and the X11 client libraries, without
# which VTK crashes even when it draws without a screen, and the OpenMP runtime for Numba's threads.
SYSTEM_PACKAGES := libegl1 libgl1 libxcursor1 libgomp1
SYSTEM_LIBRARIES := libEGL.so.1 libX11.so.6 libXcursor.so.1 libgomp.so.1

# What the studio's page is tested in: a browser, and letters for it. Nothing else needs them.
BROWSER_PACKAGES := chromium fonts-dejavu-core

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1
# Hundreds of processes are started by tests; each would parse all modules again where this is set.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help setup system browser run film docs test test-all fuzz oldest lint unit bench validate gallery format clean

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*  ## /\1\t/p' $(MAKEFILE_LIST) | while IFS=$$'\t' read -r name what; do printf '  make %-10s %s\n' "$$name" "$$what"; done

# ---------------------------------------------------------------- set-up

setup: $(STAMP)  ## create .venv with everything that use and development need

# The stamp is a copy of pyproject.toml, so that a new date alone (another checkout) installs nothing.
$(STAMP): pyproject.toml
	@if cmp -s pyproject.toml $@; then touch $@; exit 0; fi; \
	if ! $(BIN)/python -c 'import pip' 2>/dev/null; then \
	    python=; \
	    for candidate in python3.11 python3.12 python3.13 python3.14 python3; do \
	        if $$candidate -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	            python=$$candidate; break; \
	        fi; \
	    done; \
	    if [ -z "$$python" ]; then \
	        echo "no Python >= 3.11 with the venv module found (on Debian: apt-get install python3 python3-venv)" >&2; \
	        exit 1; \
	    fi; \
	    echo "creating $(VENV) with $$($$python --version)"; \
	    $$python -m venv --clear $(VENV); \
	fi; \
	echo "installing pliant and its tools into $(VENV) (a few minutes the first time)"; \
	$(BIN)/python -m pip install --quiet --editable '.[dev]'; \
	$(MAKE) --no-print-directory system || echo "going on without; only pictures and videos need them" >&2; \
	cp pyproject.toml $@

HAS_LIBRARIES = $(BIN)/python -c 'import ctypes, sys; [ctypes.CDLL(name) for name in sys.argv[1:]]' $(SYSTEM_LIBRARIES) 2>/dev/null

system:  ## install the system libraries that pictures need (Debian, as root; otherwise says which)
	@if [ "$$(uname -s)" != Linux ] || $(HAS_LIBRARIES); then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "installing the system libraries that pictures need: $(SYSTEM_PACKAGES)"; \
	    export DEBIAN_FRONTEND=noninteractive; \
	    apt-get update -qq && apt-get install -y -qq --no-install-recommends $(SYSTEM_PACKAGES) >/dev/null; \
	else \
	    echo "pictures and videos need system libraries ($(SYSTEM_LIBRARIES));"; \
	    echo "on Debian and Ubuntu: sudo apt-get install $(SYSTEM_PACKAGES)"; \
	fi

HAS_BROWSER = [ -n "$${PLIANT_CHROMIUM-}" ] || command -v chromium chromium-browser google-chrome >/dev/null
IS_ROOT_ON_DEBIAN = [ "$$(id -u)" = 0 ] && grep -qsx 'ID=debian' /etc/os-release

browser:  ## install the browser that the page is tested in (Debian, as root; otherwise says which)
	@if $(HAS_BROWSER); then exit 0; fi; \
	if $(IS_ROOT_ON_DEBIAN); then \
	    echo "installing what the page is tested in: $(BROWSER_PACKAGES)"; \
	    export DEBIAN_FRONTEND=noninteractive; \
	    apt-get update -qq && apt-get install -y -qq --no-install-recommends $(BROWSER_PACKAGES) >/dev/null; \
	else \
	    echo "no Chromium found: the tests of the page in a browser are skipped;"; \
	    echo "on Debian: sudo apt-get install $(BROWSER_PACKAGES); PLIANT_CHROMIUM names another one"; \
	fi

# ---------------------------------------------------------------- use

run: setup  ## play with scenes in the browser (ARGS are those of `pliant studio`)
	@exec $(BIN)/pliant studio $(ARGS)

film: setup  ## simulate SCENE (the tablecloth); a video and an OBJ sequence in out/
	@mkdir -p $(OUT)
	@$(BIN)/pliant run $(SCENE) -o $(OUT) --overwrite --export $(EXPORT) --video $(OUT)/$(basename $(notdir $(SCENE))).mp4
	@echo "written to $(abspath $(OUT)):"; ls -1 $(OUT) | sed 's/^/  /'

docs: setup  ## the documentation as a site, in out/docs
	@$(BIN)/python -m sphinx -q -W --keep-going -b html docs $(OUT)/docs
	@echo "written to $(abspath $(OUT))/docs: open index.html"

bench: setup  ## measure speed
	@$(BIN)/pliant bench

validate: setup  ## compare with theory; a table and plots
	@$(BIN)/pliant validate

gallery: setup  ## run every scene of the gallery with its checks and pictures
	@$(BIN)/pliant gallery run --all -o $(OUT)/gallery

# ---------------------------------------------------------------- the gate

# Where the browser can be installed, tests that need it fail without.
PYTEST = if $(IS_ROOT_ON_DEBIAN); then export PLIANT_NEEDS_BROWSER=1; fi; $(BIN)/python -m pytest -q --no-header --durations=20 --durations-min=5

# Files of tests side by side, one more than there are cores: those of the studio wait for processes, browsers and
# clocks. Of these a few that failed beside all others may try again alone (tests/again.py says which). What takes long
# begins first (tests/durations.py). `lint` runs beside them.
PARTS = 3
define tests
@$(MAKE) --no-print-directory lint & lint=$$!; failed=0; \
{ $(PYTEST) -n $(PARTS) --dist loadfile --no-loadscope-reorder $(1); } || $(BIN)/python -m tests.again || failed=1; \
wait $$lint || failed=1; exit $$failed
endef

test: setup browser  ## all checks but the slow tests: ruff, pyright, import-linter, pytest
	$(call tests,-m 'not slow')

test-all: setup browser  ## all checks
	$(call tests,)
	@$(MAKE) --no-print-directory docs
	@$(BIN)/python -m tests.fuzz
	@$(MAKE) --no-print-directory oldest

fuzz: setup  ## damaged files, states and recordings by the thousand (ARGS are those of `python -m tests.fuzz`)
	@$(BIN)/python -m tests.fuzz $(ARGS)

# A wheel of pliant among the oldest versions that pyproject.toml allows, in an environment of its own.
OLDEST := $(OUT)/oldest
OLDEST_TESTS := tests/test_project.py tests/test_docs.py tests/test_extras.py tests/cli tests/export tests/meshes tests/render \
    tests/scene/test_files.py tests/scene/test_schema.py tests/studio/test_server.py tests/studio/test_live.py

oldest: setup  ## try the oldest versions of all packages that pyproject.toml allows (needs Python 3.11 and the network)
	@if ! command -v python3.11 >/dev/null; then echo "no Python 3.11 here: the oldest versions are not tried"; exit 0; fi; \
	mkdir -p $(OUT); $(BIN)/python tests/oldest.py > $(OUT)/oldest.txt; \
	if ! cmp -s $(OUT)/oldest.txt $(OLDEST)/pins.txt; then \
	    echo "installing the oldest versions into $(OLDEST)"; \
	    python3.11 -m venv --clear $(OLDEST); \
	    $(OLDEST)/bin/python -m pip install --quiet --only-binary :all: -r $(OUT)/oldest.txt playwright pytest; \
	    cp $(OUT)/oldest.txt $(OLDEST)/pins.txt; \
	fi; \
	$(OLDEST)/bin/python -m pip install --quiet --no-deps --force-reinstall --no-build-isolation .; \
	$(OLDEST)/bin/python -m pip check; \
	PLIANT_CACHE_DIR=$(abspath $(OUT)/oldest-cache) $(OLDEST)/bin/python -m pytest -q --no-header -m 'not slow' $(OLDEST_TESTS)

# Quiet when all is well, everything that was said when not.
lint: setup
	@check() { local said; if ! said=$$("$$@" 2>&1); then printf '%s\n' "$$said"; echo "make: $${1##*/} found problems" >&2; return 1; fi; }; \
	failed=0; \
	check $(BIN)/ruff check --quiet . || failed=1; \
	check $(BIN)/ruff format --check . || failed=1; \
	check $(BIN)/pyright || failed=1; \
	check $(BIN)/lint-imports || failed=1; \
	exit $$failed

format: setup  ## format the code and apply safe fixes
	@$(BIN)/ruff check --quiet --fix . || true
	@$(BIN)/ruff format .

clean:  ## remove what the targets above created, .venv included
	rm -rf $(VENV) $(OUT) build dist .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
