# Every target sets itself up; `make setup` alone prepares .venv.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
DEMO ?= --root demo-root
FAST_TESTS := not spark and not postgres and not clients and not kafka and not slow

RELEASE := .venv-release/bin
EXTRAS_gateway := http presto kafka s3
EXTRAS_job := demo spark kafka

.PHONY: setup demo test lint check format bench full stops house docs lock sbom audit clean

setup: .venv/ready

.venv/ready: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Tidegate needs Python 3.11 or newer (PySpark 4.3 does); none was found on PATH" >&2; exit 1; }
	$(PYTHON) -m venv .venv || { echo "this Python lacks venv (Debian: apt install python3-venv)" >&2; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@

demo: setup
	$(BIN)/tidegate demo $(DEMO) $(ARGS)

test: setup
	$(BIN)/python -m pytest --numprocesses 3 --dist loadfile $(ARGS)

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check: lint
	$(BIN)/python -m pytest -q -m "$(FAST_TESTS)" $(ARGS)

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: setup
	$(BIN)/python -m tests.bench $(ARGS)

# What the test command only samples, at full size: 150 kills, 100 storms over S3, 10,000 reads, 10 million rows; with
# ARGS=tests/gateway/rows/test_three_ways.py the 200,000 statements over few rows.
full: setup
	TIDEGATE_FULL=1 $(BIN)/python -m pytest -m slow --timeout 0 $(ARGS)

# Every function with its worst arguments, cancelled while it runs: how soon each ends.
stops: setup
	TIDEGATE_FULL=1 $(BIN)/python -m pytest -s --timeout 0 tests/hostile/test_every_function.py $(ARGS)

# How the source is laid out, to compare before and after a reorganisation: ARGS="--json FILE", "--trees FILE", "--same FILE".
house: setup
	@$(BIN)/python -m tests.tools.house $(ARGS)

docs: setup
	$(BIN)/python -m tests.tools.references
	$(BIN)/mkdocs build --quiet

# What the images install: docker/gateway.txt and docker/job.txt, with hashes; their bills of materials; what is known against them.
.venv-release/ready:
	$(PYTHON) -m venv .venv-release
	$(RELEASE)/python -m pip install --quiet --disable-pip-version-check uv==0.13.8 cyclonedx-bom==7.5.0 pip-audit==2.10.1
	touch $@

lock: $(foreach image,gateway job,docker/$(image).txt)

docker/%.txt: pyproject.toml constraints.txt .venv-release/ready
	$(RELEASE)/uv pip compile --quiet --generate-hashes --python-version 3.11 --python-platform linux --no-annotate --no-header \
		--constraint constraints.txt $(foreach extra,$(EXTRAS_$*),--extra $(extra)) --output-file $@ pyproject.toml

sbom: .venv-release/ready
	mkdir -p dist
	for image in gateway job; do $(RELEASE)/cyclonedx-py requirements --pyproject pyproject.toml -o dist/$$image.cdx.json docker/$$image.txt || exit 1; done

# Where PyPI does not tell what is known against a package it fails; with AUDIT= it only says so.
AUDIT ?= --strict
audit: .venv-release/ready
	for image in gateway job; do $(RELEASE)/pip-audit $(AUDIT) --disable-pip --require-hashes -r docker/$$image.txt || exit 1; done

clean:
	rm -rf .venv .venv-release build dist site *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
