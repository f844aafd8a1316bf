# Two commands: `make run` and `make test`. Everything else is for those who change the code.
# The environment comes from uv.lock; uv itself comes from the package index that pip is configured for.

SHELL := /bin/bash
PYTHON ?= python3
UV := .venv/bin/uv
UV_VERSION := 0.13.8
PY := .venv/bin/python
PYTEST := .venv/bin/pytest
HERE := not browser and not processes and not interop and not slow
TEMPLATES := .venv/bin/djangofmt --quiet --line-length 120 --indent-width 2
FAST := $(HERE) and not thorough
WHOLE := $(addprefix tests/,admin agents api client colleagues engine examples hostile ui)
DJANGO := IOA_DATABASE_POOL=0 IOA_SECRET_KEYS=$$($(PY) -c 'import secrets; print(secrets.token_urlsafe(64))') $(PY) manage.py

# a process that may not keep what it compiled compiles Django anew, each time
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup setup-run run link test test-fast test-whole test-thorough test-browser test-light test-processes test-slow interop fuzz fuzz-api browser screenshots format check audit

help:  ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

$(UV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11 run"; exit 1; }
	$(PYTHON) -m venv .venv
	.venv/bin/pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

.venv/.run-$(UV_VERSION): $(UV) uv.lock pyproject.toml
	$(UV) sync --quiet --frozen --inexact --compile-bytecode --no-default-groups --no-python-downloads --python .venv/bin/python
	@touch $@

.venv/.all-$(UV_VERSION): $(UV) uv.lock pyproject.toml
	$(UV) sync --quiet --frozen --inexact --compile-bytecode --no-python-downloads --python .venv/bin/python
	@touch $@ .venv/.run-$(UV_VERSION)

setup: .venv/.all-$(UV_VERSION)  ## the environment with all tools
setup-run: .venv/.run-$(UV_VERSION)

run: setup-run  ## start everything on http://127.0.0.1:8000
	@exec $(PY) manage.py up --first-link

link: setup-run  ## a sign-in link for whom the first start made, while it runs
	@$(PY) manage.py sign_in_link

test: test-fast test-whole test-thorough test-browser test-light  ## all but what kills processes or needs minutes

test-fast: setup  ## rules, words, rows, and how the house is built: what one runs all day
	$(PYTEST) -n 2 --dist worksteal -m "$(FAST)" $(addprefix --ignore=,$(WHOLE)) --durations 10

test-whole: setup  ## whole goals, pages, addresses, agents and their connectors
	$(PYTEST) -n 2 --dist worksteal -m "$(FAST)" $(WHOLE) --durations 10

test-thorough: setup  ## what walks a whole table: each address by each role, each way of failing of each connector
	$(PYTEST) -n 2 --dist worksteal -m "thorough and $(HERE)" --durations 10

test-browser: setup browser
	$(PYTEST) -m browser --durations 10

test-light: setup  ## agents of others that are installed in seconds, below .interop
	@$(PY) -m tests.interop.environments light
	$(PYTEST) -m "light and not processes" --durations 5

test-processes: setup  ## what starts and kills real processes: a few times each
	@$(PY) -m tests.interop.environments mcp
	@$(PY) -m tests.interop.environments clients
	$(PYTEST) -m "processes and not slow and (light or not interop)" --durations 10

interop: setup browser  ## agents of others, installed below .interop: half an hour, and five gigabytes
	$(PY) -m tests.interop.environments
	$(PYTEST) -m "interop and not slow" --durations 10

test-slow: setup  ## what needs minutes
	$(PYTEST) -m "slow" --durations 10

fuzz: setup  ## 10,000 examples for every property
	HYPOTHESIS_PROFILE=fuzz $(PYTEST) -n 2 --dist worksteal -m "$(HERE)"

fuzz-api: setup  ## ten thousand requests that the API's description allows or forbids
	IOA_FUZZ=220 $(PYTEST) -n 2 --dist worksteal tests/api/test_fuzz.py

browser:
	@command -v chromium chromium-browser google-chrome >/dev/null || \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends chromium >/dev/null; \
		else echo "the browser tests need Chromium: install it (Debian: apt-get install chromium)"; exit 1; fi

screenshots: setup browser  ## pictures of the pages into docs/screenshots
	$(PY) -m tests.browser.screenshots

.PHONY: rest-client
rest-client: setup  ## a typed Python client of the REST API, written from its description: rest-client/dist
	IOA_SECRET_KEYS=$$($(PY) -c 'import secrets; print(secrets.token_urlsafe(64))') $(PY) scripts/generate_client.py
	$(UV) build --quiet --wheel --out-dir rest-client/dist rest-client
	@ls rest-client/dist/*.whl

.PHONY: messages
messages: setup  ## gather what the pages say into locale/, compile it, and say what has no translation yet
	@$(PY) -m scripts.messages

format: setup  ## format the code
	.venv/bin/ruff format .
	.venv/bin/ruff check --fix .
	find templates -name '*.html' -print0 | xargs -0 $(TEMPLATES)

check: setup  ## what has to hold before a change goes in
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/lint-imports
	find templates -name '*.html' -print0 | xargs -0 .venv/bin/djade --target-version 5.2 --check
	find templates -name '*.html' -print0 | xargs -0 $(TEMPLATES) --check
	IOA_PUBLIC_URL=https://ioa.example IOA_TRUSTED_PROXIES=127.0.0.1 $(DJANGO) check --deploy --fail-level WARNING
	$(DJANGO) makemigrations --check --dry-run
	@$(PY) .ci/audit.py

coverage: setup  ## how many branches the fast suite goes through
	$(PYTEST) -n 2 --dist worksteal -m "not browser and not slow" -q --cov --cov-report=term:skip-covered --cov-report=json:.coverage.json

audit: setup  ## known vulnerabilities in the dependencies
	@$(PY) .ci/audit.py

GOAL ?=
hand: setup  ## eight goals by one call and by a team, with the answers that somebody wrote by hand: GOAL=<name> for one
	@$(PY) -m benchmarks.hand replay $(GOAL)

.PHONY: hand bench-discovery bench-orchestration bench-hostile bench-bombs bench-held

.PHONY: prompts
prompts: setup  ## how long the coordinator's prompts are; writes their snapshots anew
	@IOA_RENEW_SNAPSHOTS=1 $(PYTEST) -q tests/chat/llm/test_snapshots.py >/dev/null
	@$(PY) -m benchmarks.prompts

SPLIT ?= benchmarks/data/discovery
bench-discovery: setup  ## how well agents are found: SPLIT=<folder>
	@$(PY) -m benchmarks.discovery $(SPLIT)

.PHONY: bench-choosing
CHOOSING_GOALS ?= 140
bench-choosing: setup  ## who is asked, in registries of 10, 100 and 1,000 agents: SPLIT=<folder>; ten minutes
	@$(PY) -m benchmarks.choosing $(SPLIT) $(CHOOSING_GOALS)

.PHONY: bench-discovery-scale bench-fanout bench-list coverage

bench-discovery-scale: setup  ## finding agents among 100,000, of which a workspace has 1%, 10%, all
	@$(PY) -m benchmarks.scale

SOCKETS ?= 1,100,1000
bench-fanout: setup  ## from a commit to everybody who looks: SOCKETS=1,100,1000
	@$(PY) -m benchmarks.fanout $(SOCKETS)

bench-list: setup  ## lists of 20 goals a second
	@$(PY) -m benchmarks.listing

.PHONY: bench-tab
bench-tab: setup browser  ## first paints, and a tab that is open for an hour: EVENTS=1800
	@$(PY) -m benchmarks.tab $(EVENTS)

.PHONY: bench-giving
bench-giving: setup  ## goals taken a second, below the bound of those that wait and above it
	@$(PY) -m benchmarks.giving

.PHONY: bench-pages
bench-pages: setup  ## what pages cost: 200 teams, 10,000 messages, 300 goals, 2,000 agents; some minutes
	@$(PY) -m benchmarks.pages

LATENCY ?= 0.1
GOALS ?= 1,10,100
REPEAT ?= 3
bench-orchestration: setup  ## the hub beside the bare SDK: LATENCY=<seconds> GOALS=1,10,100 REPEAT=<runs of each row>
	@$(PY) -m benchmarks.orchestration $(LATENCY) $(GOALS) $(REPEAT)

ROUNDS ?= 10
.PHONY: bench-growth
bench-growth: setup  ## what a goal costs as goals are added, a hundred at once: ROUNDS=10
	@$(PY) -m benchmarks.growth $(ROUNDS)

HOSTS_LATENCY ?= 2
HOSTS_GOALS ?= 120
HOSTS_CALLS ?= 4
.PHONY: bench-hosts
bench-hosts: setup  ## what a second worker host adds where goals wait for the model: HOSTS_CALLS=<calls at one time of each>
	@$(PY) -m benchmarks.hosts $(HOSTS_LATENCY) $(HOSTS_GOALS) $(HOSTS_CALLS) 1

MESSAGES ?= 10000
STORED_GOALS ?= 20000
STORED_AGENTS ?= 100000
.PHONY: bench-flat
bench-flat: setup  ## what a step costs where much is stored: MESSAGES=10000 STORED_GOALS=20000 STORED_AGENTS=100000
	@$(PY) -m benchmarks.flat $(MESSAGES) $(STORED_GOALS) $(STORED_AGENTS)

TASKS ?= 40
.PHONY: disclosure
disclosure: setup  ## facts that are spread over a team, with and without a disclosure round: TASKS=40
	@$(PY) -m benchmarks.disclosure $(TASKS)

HOSTILE_RUNS ?= 20
bench-hostile: setup  ## what agents that misbehave cost the others: HOSTILE_RUNS=20, ten minutes
	@$(PY) -m benchmarks.hostile $(HOSTILE_RUNS)

BOMB_GOALS ?= 10
bench-bombs: setup  ## memory and database beside files as bombs and bodies of strangers: BOMB_GOALS=10
	@$(PY) -m benchmarks.bombs $(BOMB_GOALS)

CALLS ?= 1000,4000
bench-held: setup  ## agents' calls that wait in one worker process: CALLS=1000,4000
	@$(PY) -m benchmarks.held $(CALLS)

SEED ?= 1
VILLAINS ?= benchmarks/mast/villains.yaml
HONEST ?= benchmarks/mast/honest.yaml
.PHONY: mast
mast: setup  ## what is found of fourteen villains, and in fifty honest goals: SEED=1 or all; VILLAINS, HONEST=<file>; MODEL, BASE_URL
	@MODEL="$(MODEL)" BASE_URL="$(BASE_URL)" $(PY) -m benchmarks.mast $(SEED) $(VILLAINS) $(HONEST)
