# AELR Lab. `make run` starts the app, `make test` checks a change; both make .venv on first use.
#   PORT=8600 make run             another port
#   ADDRESS=0.0.0.0 make run       reachable from other machines
#   make run PYTHON=python3.13     another Python (3.11 or newer)

PORT    ?= 8501
ADDRESS ?= localhost
PYTHON  ?=
ARGS    ?=
SKIP    ?=

# Tests with a browser or a server wait now and then: two processes more than cores, by measurement.
# Each has to read all tests and has its own server and browser, so there are four at most.
MANY = $(shell $(PY) -c 'import os; print(min(4, 2 + (os.cpu_count() or 1)))')
ON_ALL_CORES = --numprocesses=$(MANY) --dist=worksteal

PLATFORMS := linux darwin win32

VENV := .venv
PY   := $(VENV)/bin/python

RUN_TIME    := -r requirements.txt
DEVELOPMENT := $(RUN_TIME) -r requirements-dask.txt -r requirements-dev.txt
NUMPY_ONLY  := -r tests/numpy_only/requirements.txt -c requirements.txt -c requirements-dev.txt

.DEFAULT_GOAL := help
.PHONY: help setup run dev test check-all lint format types types-everywhere imports unit numpy-only bench bench-plot paper study facts example-run atlas screenshots measure load soak clean distclean
.PHONY: run-time development port-free

help: ## This list
	@awk -F ': .*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' Makefile

setup: development ## Make .venv with the run-time and development requirements

run: run-time port-free ## Start the app and print its address
	@exec $(PY) -m streamlit run app.py --server.port=$(PORT) --server.address=$(ADDRESS)

dev: run-time port-free ## Start the app and reload it when a file is saved
	@exec $(PY) -m streamlit run app.py --server.port=$(PORT) --server.address=$(ADDRESS) \
	    --server.fileWatcherType=auto --server.runOnSave=true --client.showErrorDetails=full

test: lint types imports unit ## Check a change: minutes (browser tests where Chromium is found)

check-all: lint types-everywhere imports numpy-only ## Check everything before a release: long tests and load too
	@$(PY) -m pytest $(ON_ALL_CORES)
	@$(PY) -m benchmarks.load

lint: development ## ruff: lint and format
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .

format: development ## ruff: fix what it can
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .

types: development ## mypy --strict
	@$(PY) -m mypy

types-everywhere: development ## mypy --strict, as on Linux, macOS and Windows
	@$(MAKE) --no-print-directory --jobs=2 $(PLATFORMS:%=types-on-%)

types-on-%:
	@$(PY) -m mypy --platform $* --cache-dir .mypy_cache/$*

imports: development ## import-linter: who may import whom
	@$(PY) -c 'from importlinter.cli import lint_imports_command as check; check()' --no-logo

unit: development ## pytest on all cores, but long tests; ARGS="tests/core -k norm" for some, on one
	@$(PY) -m pytest $(or $(ARGS),$(ON_ALL_CORES) -m "not long" $(SKIP))

numpy-only: ## The core's promise: tested where NumPy is all there is
	@$(call install,.venv-numpy,numpy-only,$(NUMPY_ONLY))
	@.venv-numpy/bin/python -m pytest tests/core tests/analysis tests/numpy_only $(ARGS)

bench: development ## What the engine does in a second, against plain and compiled loops
	@$(PY) -m benchmarks $(ARGS)

bench-plot: development ## Draw how time and memory grow: assets/screenshots/growth.png; minutes
	@$(PY) -m benchmarks.growth_plot $(ARGS)

paper: development ## Compute what is missing of the paper, under every reading; ARGS="--figure 1b" for one panel
	@$(PY) -m research.paper --figure all --jobs 2 --out research/paper/results $(ARGS)
	@$(PY) -m research.paper --freeze

study: development ## Compute what is missing of the study (hours, two cores), and freeze what the app shows
	@OPENBLAS_NUM_THREADS=1 $(PY) -m research.study --jobs 2 $(ARGS)
	@$(PY) -m research.study --freeze

facts: development ## Compute the stored facts of the data sets again (a minute); ARGS=wine for one
	@OPENBLAS_NUM_THREADS=1 $(PY) -m research.stored facts $(ARGS)

example-run: development ## Compute the stored runs of the pages Explorer and Bounds again
	@$(PY) -m research.stored runs

atlas: development ## Compute what is missing of the runs for every stop of α (3 to 13 s each)
	@OPENBLAS_NUM_THREADS=1 nice -n 10 $(PY) -m research.stored atlas

screenshots: development ## Take the pictures in assets/screenshots from the running app
	@$(PY) -m tests.browser.screenshots

measure: development ## How long a visitor waits, in Chromium, beside the most it may take
	@$(PY) -m benchmarks.measure

load: development ## A class of thirty: waits, memory, errors; ARGS=--dask or "--sizes 30,60,120"
	@$(PY) -m benchmarks.load $(ARGS)

soak: development ## Visitors who do anything, for ten minutes: nothing may fail or grow
	@$(PY) -m benchmarks.soak $(ARGS)

clean: ## Remove caches
	@rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis test-results
	@find aelr_core pages research benchmarks tests -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean ## Remove caches and the environments
	@rm -rf $(VENV) .venv-numpy


# ---- Environments ------------------------------------------------------------------------------
# installed-*.txt is a copy of the requirements that were installed: nothing is installed again
# until the two differ. It is written last, so an install that was cut short is never believed;
# `unfinished` marks a killed one, after which the environment is made again.

run-time:
	@$(call install,$(VENV),run-time,$(RUN_TIME))

development: run-time
	@$(call install,$(VENV),development,$(DEVELOPMENT))

# $(call install,ENVIRONMENT,NAME,ARGUMENTS OF PIP)
define install
say() { echo "$$*" >&2; exit 1; }; \
fits() { "$$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null; }; \
version() { "$$1" -c 'import sys; print(*sys.version_info[:2], sep=".")' 2> /dev/null; }; \
wanted='$(PYTHON)'; there=$$(version $(1)/bin/python); \
[ -z "$$wanted" ] || fits "$$wanted" || \
    say "PYTHON=$$wanted is not Python 3.11 or newer: name another one, or leave PYTHON out."; \
if [ -z "$$wanted" ] || [ "$$(version "$$wanted")" = "$$there" ]; then \
    cat $(filter %.txt,$(3)) | cmp -s - $(1)/installed-$(2).txt && [ -n "$$there" ] && exit 0; \
fi; \
if [ -z "$$wanted" ]; then \
    for each in python3 python3.14 python3.13 python3.12 python3.11 python; do \
        if fits $$each; then wanted=$$each; break; fi; \
    done; \
    [ -n "$$wanted" ] || say "AELR Lab needs Python 3.11 or newer and found none:" \
        "install one, or name it, as in 'make run PYTHON=/path/to/python3.12'."; \
fi; \
if [ -e $(1)/unfinished ] || ! fits $(1)/bin/python || \
   ! $(1)/bin/python -m pip --version > /dev/null 2>&1 || \
   { [ -n '$(PYTHON)' ] && [ "$$(version "$$wanted")" != "$$there" ]; }; then \
    "$$wanted" -c 'import ensurepip, venv' 2> /dev/null || \
        say "This Python has no venv module: install it (on Debian or Ubuntu" \
            "'sudo apt install python3-venv') and try again."; \
    echo "Making $(1) with Python $$(version "$$wanted") ..."; \
    "$$wanted" -m venv $(1) --clear || say "$(1) could not be made: see above, then try again."; \
fi; \
echo "Installing the $(2) requirements into $(1) (a minute or two, once) ..."; \
trap 'exit 130' INT TERM; touch $(1)/unfinished; \
if $(1)/bin/python -m pip install -qq --disable-pip-version-check \
        $(3); then \
    cat $(filter %.txt,$(3)) > $(1)/installed-$(2).txt; rm -f $(1)/unfinished; \
else \
    rm -f $(1)/unfinished; \
    say "The requirements could not be installed: check the connection to the package index" \
        "(pip's message is above), then try again."; \
fi
endef

# ---- The port ----------------------------------------------------------------------------------

define PORT_CHECK
import socket, sys
address, port = sys.argv[1:]
if not (port.isdecimal() and 1 <= int(port) <= 65535):
    sys.exit(f"PORT must be a whole number from 1 to 65535, but it is {port!r}.")
try:
    family, kind, _, _, where = socket.getaddrinfo(address, int(port), type=socket.SOCK_STREAM)[0]
except OSError:
    sys.exit(f"ADDRESS must be an address of this machine, but it is {address!r}.")
with socket.socket(family, kind) as probe:
    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        probe.bind(where)
    except OSError as error:
        sys.exit(f"Port {port} cannot be used ({error.strerror}): choose another one, "
                 f"as in 'PORT={int(port) % 65535 + 1} make run'.")
endef
export PORT_CHECK

port-free: run-time
	@$(PY) -c "$$PORT_CHECK" '$(ADDRESS)' '$(PORT)'
