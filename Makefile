# What a person or a CI job does with this repository. `make help` lists it.

# An interpreter to make .venv from; without one the first of these that is new enough.
PYTHON ?=
PYTHONS = python3 python3.14 python3.13 python3.12 python3.11 python

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --quiet --no-input --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest -n 2
BUF := $(BIN)/buf
IMAGE := protos/landed.binpb

# What `make run` starts. TITLE, PACE, ONCE, SEED and SEATS reach it as environment variables.
RUN = $(BIN)/python -m quarterdeck.practice

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run test check bench soak protos lock clean venv static

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

run: venv ## start a practice server (TITLE=, PACE=, ONCE=, SEED=, SEATS= are passed on)
	@exec $(RUN)

test: static ## everything CI runs: static checks, then all tests
	@echo "-- tests (profile test, 2 workers)"
	@PLAYOUT_PROFILE=test $(PYTEST)

check: static ## the fast part, under a minute: static checks, then unit, rules and contract tests
	@echo "-- unit, rules and contract tests (profile check, 2 workers)"
	@PLAYOUT_PROFILE=check $(PYTEST) $(wildcard tests/unit tests/rules tests/contract)

bench: venv ## measure the service on this machine
	@exec $(BIN)/python tests/bench/run.py

soak: venv ## the tests of random games and of crashes at length, by hand; prints the seed of a fault
	@echo "-- property tests and crashes (profile soak, 2 workers)"
	@PLAYOUT_PROFILE=soak $(PYTEST) --timeout=7200 tests/property tests/e2e/test_crashes.py

# The steps that need no test runner, quickest first.
static: venv
	@echo "-- format: ruff format changes nothing"
	@$(BIN)/ruff format --check --quiet . || { echo "run: $(BIN)/ruff format ." >&2; exit 1; }
	@echo "-- lint: ruff"
	@$(BIN)/ruff check --quiet .
	@echo "-- layers: import-linter"
	@$(BIN)/lint-imports >$(VENV)/layers.txt 2>&1 || { cat $(VENV)/layers.txt; exit 1; }
	@echo "-- protos: lint, format"
	@$(BUF) lint
	@$(BUF) format -d --exit-code || { echo "run: $(BUF) format -w" >&2; exit 1; }
	@echo "-- protos: nothing breaks what has landed"
	@[ -f $(IMAGE) ] || { echo "$(IMAGE) is missing; it holds what has landed, and is committed" >&2; exit 1; }
	@$(BUF) breaking --against $(IMAGE) --exclude-imports
	@$(BUF) build --exclude-source-info -o $(VENV)/built.binpb
	@cmp -s $(VENV)/built.binpb $(IMAGE) || { echo "$(IMAGE) is not of these protos; run: make protos" >&2; exit 1; }
	@echo "-- protos: the generated code is what the protos say"
	@$(BIN)/python protos/generate.py --check
	@echo "-- protos: the reference is what the protos and the rules say"
	@$(BIN)/python -m protos.reference --check
	@echo "-- deploy: hadolint"
	@$(BIN)/hadolint deploy/Dockerfile
	@echo "-- types: mypy --strict"
	@$(BIN)/mypy --no-error-summary

protos: venv ## check the protos, generate code and reference, renew the image of what has landed (BREAK="why" lets a break through)
	@echo "-- protos: lint"
	@$(BUF) lint
	@if [ -z "$$BREAK" ] && [ -f $(IMAGE) ]; then \
		echo "-- protos: nothing breaks what has landed" && \
		$(BUF) breaking --against $(IMAGE) --exclude-imports || \
		{ echo 'a break on purpose says why: make protos BREAK="why"' >&2; exit 1; }; \
	fi
	@echo "-- protos: generate the Python code"
	@$(BIN)/python protos/generate.py
	@echo "-- protos: write the reference (API.md)"
	@$(BIN)/python -m protos.reference
	@echo "-- protos: renew $(IMAGE)"
	@$(BUF) build --exclude-source-info -o $(IMAGE)
	@if [ -n "$$BREAK" ]; then printf 'Put this in CHANGELOG.md, as a break of the API: %s\n' "$$BREAK"; fi

lock: venv ## renew the lock files from pyproject.toml (UPGRADE=1 also takes newer versions)
	@echo "-- resolve pyproject.toml into requirements.lock"
	@$(BIN)/uv pip compile pyproject.toml --all-extras --group dev --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --custom-compile-command "make lock" \
		$(if $(UPGRADE),--upgrade) --quiet -o requirements.lock
	@echo "-- and the part of it that the container image needs into deploy/requirements.lock"
	@$(BIN)/uv pip compile pyproject.toml deploy/requirements.in --extra server --extra postgres --universal --python-version 3.11 \
		--constraint requirements.lock --generate-hashes --no-emit-index-url --custom-compile-command "make lock" \
		--quiet -o deploy/requirements.lock

clean: ## remove everything that can be made again
	@echo "-- remove .venv, caches and builds"
	@rm -rf $(VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# .venv keeps a copy of the lock and of pyproject.toml that it was made from: equal copies mean there is nothing to do.
# It also remembers its folder, since the scripts in a virtual environment stop working when it is moved.
venv:
	@set -e; \
	fits() { $$1 -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }; \
	version() { $$1 -c 'import platform; print(platform.python_version())' 2>/dev/null; }; \
	if cmp -s requirements.lock $(VENV)/requirements.lock && [ "$$(cat $(VENV)/folder)" = "$(CURDIR)" ] && \
		fits $(BIN)/python && { [ -z "$(PYTHON)" ] || [ "$$(version $(PYTHON))" = "$$(version $(BIN)/python)" ]; }; \
	then :; else \
		python=; \
		for candidate in $(or $(PYTHON),$(PYTHONS)); do \
			if fits $$candidate; then python=$$candidate; break; fi; \
		done; \
		if [ -z "$$python" ]; then \
			first=$(firstword $(or $(PYTHON),$(PYTHONS))); found=$$(version $$first) || found=; \
			echo "Quarterdeck needs Python 3.11 or newer; $$first is $${found:-missing}." >&2; \
			echo "Install one, or name one: make PYTHON=/path/to/python3.11" >&2; \
			exit 1; \
		fi; \
		echo "-- make $(VENV) with Python $$(version $$python)"; \
		$$python -m venv --clear $(VENV) || { \
			echo "$$python cannot make a virtual environment (Debian and Ubuntu: apt-get install python3-venv)." >&2; \
			exit 1; \
		}; \
		echo "-- install the locked packages"; \
		$(PIP) install --require-hashes -r requirements.lock; \
		printf '%s' "$(CURDIR)" >$(VENV)/folder; \
		cp requirements.lock $(VENV)/requirements.lock; \
	fi; \
	if ! cmp -s pyproject.toml $(VENV)/pyproject.toml; then \
		echo "-- install quarterdeck itself, editable"; \
		$(PIP) install --no-deps --no-build-isolation -e .; \
		cp pyproject.toml $(VENV)/pyproject.toml; \
	fi
