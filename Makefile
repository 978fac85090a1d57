# What one does with Herdbook. The first two are all it takes: make run, make test.
# Words after a target go on through ARGS:  make test ARGS="-k mow"

.DEFAULT_GOAL := help
.SUFFIXES:
ARGS =
PYTHON ?= python3
BIN := .venv/bin
STACK := $(BIN)/python -m config.stack

# Settings need a database's address to load at all; checks never connect to it.
NO_SERVER := HERDBOOK_DEBUG=1 DATABASE_URL=postgresql://nobody@127.0.0.1:1/none
# What a server for the public sets, with a key that is made up anew each time.
LIKE_PRODUCTION = HERDBOOK_DEBUG=0 HERDBOOK_BEHIND_TLS=1 HERDBOOK_ALLOWED_HOSTS=cards.example \
	HERDBOOK_SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(64))') \
	DATABASE_URL=postgresql://herdbook_app:a@127.0.0.1:1/herdbook \
	HERDBOOK_OWNER_DATABASE_URL=postgresql://herdbook_owner:b@127.0.0.1:1/herdbook \
	CELERY_BROKER_URL=redis://:c@127.0.0.1:1/0 HERDBOOK_CACHE_URL=redis://:c@127.0.0.1:1/1

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# --- Set-up: stamps, so that it takes no time when nothing has changed -------------------------

CLIENT := $(wildcard bots/client/pyproject.toml)

.venv/.run-installed: requirements.txt config/stack/install.sh $(CLIENT)
	@PYTHON="$(PYTHON)" sh config/stack/install.sh requirements.txt
	@touch $@

.venv/.all-installed: requirements.txt requirements-dev.txt config/stack/install.sh $(CLIENT)
	@PYTHON="$(PYTHON)" sh config/stack/install.sh requirements-dev.txt
	@touch .venv/.run-installed $@

.PHONY: setup lock
setup: .venv/.all-installed ## Make .venv with everything for running, testing and checking
	@echo "Ready. Next: make run, make test."

lock: ## Pin all requirements anew, with hashes, from pyproject.toml (needs uv)
	uv pip compile pyproject.toml $(LOCK) -o requirements.txt $(ARGS)
	uv pip compile pyproject.toml --group dev -c requirements.txt $(LOCK) -o requirements-dev.txt $(ARGS)
LOCK := --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header

# --- Running -----------------------------------------------------------------------------------

.PHONY: run status worker beat play demo manage
run: .venv/.run-installed ## Start everything: servers, web, workers, beat; Ctrl-C stops it
	@$(STACK) run

status: .venv/.run-installed ## Show what make run is running
	@$(STACK) status

worker: .venv/.run-installed ## Add one more worker to a running stack
	@$(STACK) exec -- $(BIN)/celery -A config worker -Q bots,clock,hooks --hostname more-$$$$@%h $(ARGS)

beat: .venv/.run-installed ## Run a beat of its own in the environment of a running stack
	@$(STACK) exec -- $(BIN)/celery -A config beat --schedule .venv/beat-schedule $(ARGS)

play: .venv/.run-installed ## Play on a running stack with the command line client
	@$(STACK) exec -- $(BIN)/herdbook $(or $(ARGS),play)

demo: .venv/.run-installed ## Fill a running stack with made-up people and games to look at
	@$(STACK) exec -- $(BIN)/python manage.py demo $(ARGS)

manage: .venv/.run-installed ## Run a command of manage.py on a running stack (ARGS="doctor")
	@$(STACK) exec $(if $(filter $(AS_OWNER),$(firstword $(ARGS))),--owner) -- $(BIN)/python manage.py $(or $(ARGS),help)
AS_OWNER := migrate rebase-feed rebuild

# --- Tests -------------------------------------------------------------------------------------

.PHONY: test test-slow test-fast fuzz hostile faults fortnight
test: .venv/.all-installed ## Run every test that is not marked slow, on real servers
	@$(STACK) test -- $(ARGS)

test-slow: .venv/.all-installed ## Run the long soak, fault and strength tests
	@$(STACK) test -- -m slow $(ARGS)

test-fast: .venv/.all-installed ## Run the tests that need no server: engine, rules, strategies
	@$(NO_SERVER) $(BIN)/python -m pytest -m "not slow" $(wildcard tests/engine tests/rules tests/bots/arena tests/bots/strategies) $(ARGS)

fuzz: .venv/.all-installed ## Send 32,000 random requests made from the OpenAPI document, and all bounds (FUZZ_CASES=n)
	@$(STACK) test -- -m slow -s tests/contract/test_fuzzing.py $(ARGS)

hostile: .venv/.all-installed ## Send 35,000 hostile bodies, paths, queries and header fields
	@$(STACK) test -- -m slow -s tests/hostile $(ARGS)

faults: .venv/.all-installed ## Break everything while games are played (ARGS="--seed 7 --only web-killed")
	@$(BIN)/python -m tests.faults $(ARGS)

fortnight: .venv/.all-installed ## Play 200 games by correspondence to their ends (ARGS="--games 20 --seed 7")
	@$(BIN)/python -m tests.simulation $(ARGS)

# --- The OpenAPI document ----------------------------------------------------------------------

.PHONY: schema schema-diff schema-release
schema: .venv/.all-installed ## Write docs/openapi.json anew from the code
	$(NO_SERVER) $(BIN)/python -m config.openapi write

schema-diff: .venv/.all-installed ## List what breaks clients of the last release and CHANGELOG.md does not name
	$(NO_SERVER) $(BIN)/python -m config.openapi diff

schema-release: .venv/.all-installed ## Hold later changes against today's docs/openapi.json
	$(NO_SERVER) $(BIN)/python -m config.openapi release

# --- Checks ------------------------------------------------------------------------------------

.PHONY: check lint types imports migrations-check deploy-check scan audit spelling
check: lint types imports migrations-check deploy-check scan spelling ## Run every check but the tests

lint: .venv/.all-installed ## Check format and style
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: .venv/.all-installed ## Check types: mypy everywhere, basedpyright where the code is pure
	$(NO_SERVER) $(BIN)/mypy config games accounts bots tests manage.py
	$(BIN)/basedpyright

imports: .venv/.all-installed ## Check who imports whom
	$(NO_SERVER) $(BIN)/lint-imports --no-logo

migrations-check: .venv/.all-installed ## Check that no model has changed without a migration
	$(NO_SERVER) $(BIN)/python -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run

deploy-check: .venv/.all-installed ## Check the settings as a server for the public has them
	@$(LIKE_PRODUCTION) $(BIN)/python manage.py check --deploy --fail-level WARNING

scan: .venv/.all-installed ## Look for ways of writing Python that open doors
	$(BIN)/bandit --quiet --recursive --configfile pyproject.toml config games accounts bots manage.py

# Strict: what the service knows nothing of is a failure, too, and no clean result.
audit: scan deploy-check ## Ask for known faults of what is installed, too (needs pypi.org or SERVICE=osv)
	$(BIN)/pip-audit --strict --disable-pip --require-hashes --progress-spinner off \
		--vulnerability-service $(SERVICE) -r requirements-dev.txt $(ARGS)
SERVICE := pypi

spelling: .venv/.all-installed ## Check the spelling
	$(BIN)/codespell

.PHONY: research-check
RESEARCH_PYTHON ?= $(BIN)/python
research-check: .venv/.all-installed ## Run PettingZoo's and OpenSpiel's own suites on every ruleset
	$(RESEARCH_PYTHON) -m bots.research.check $(ARGS)

.PHONY: strengths
strengths: .venv/.all-installed ## Measure how strong the strategies are (ARGS="--games 100")
	$(BIN)/python -m bots.arena.strengths $(ARGS)

.PHONY: collusion
collusion: .venv/.all-installed ## Measure whether pairs that collude stand out (ARGS="--games 100")
	$(BIN)/python -m bots.arena.collusion $(ARGS)

.PHONY: screenshots
screenshots: .venv/.all-installed ## Take the pictures of the dashboard in docs/dashboard/ (Chromium; group screenshots)
	$(BIN)/python -m tests.screenshots $(ARGS)

.PHONY: docs
docs: .venv/.all-installed ## Build the documentation into .site/; ARGS=serve shows it
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs $(or $(ARGS),build)

.PHONY: fresh bench bench-engine bench-lists bench-streams bench-sweep bench-waiting
fresh: .venv/.run-installed ## Try make run and make test in a minimal Debian (root, debootstrap)
	@$(BIN)/python -m config.stack.fresh $(ARGS)

bench: .venv/.all-installed ## Measure moves a second beside the database's own limit
	$(BIN)/python -m benchmarks.bench_moves $(ARGS)

bench-engine: .venv/.all-installed ## Measure the engine
	$(BIN)/python -m benchmarks.bench_engine $(ARGS)

bench-lists: .venv/.all-installed ## Measure the lists with 100,000 games stored
	$(BIN)/python -m benchmarks.bench_lists $(ARGS)

bench-streams: .venv/.all-installed ## Measure 10,000 streams, how late frames are, and what telling costs
	$(BIN)/python -m benchmarks.bench_streams $(ARGS)

bench-sweep: .venv/.all-installed ## Measure a sweep with 1,000 and with 100,000 games in play
	$(BIN)/python -m benchmarks.bench_sweep $(ARGS)

bench-waiting: .venv/.all-installed ## Measure a move beside 200 long polls, on a running stack
	$(BIN)/python -m benchmarks.bench_waiting $(ARGS)
