# Everything is set up on first use; nothing but Python is needed, on Debian not even that.

PY := .venv/bin/python
NPM := $(PY) scripts/npm.py
SETUP := pyproject.toml constraints.txt scripts/setup.sh scripts/hatch_build.py \
	$(shell find web -name node_modules -prune -o -type f -print 2>/dev/null)

GAMES := $(patsubst src/motherlode/games/%/kernels.py,%,$(wildcard src/motherlode/games/*/kernels.py))

.PHONY: play test plain bounds test-long compiled check coverage matrix modules mutants hooks web web-dev docs bench siege constraints clean

play: .venv/ready-to-play  ## start the server and open a browser, with LAN=1 for your home network too; .venv/bin/motherlode play madcap is for the terminal
	@scripts/setup.sh linker >/dev/null 2>&1 &
	@.venv/bin/motherlode serve --open $(if $(LAN),--lan)

# Words about positions are ordinary Python: the same in every mode, however rules are compiled.
NOT_WORDS := --ignore-glob=*/test_narration.py --ignore-glob=*/test_notation.py --ignore-glob=*/test_daily.py

# The browser's driver keeps an event loop running, so its tests have processes of their own.
test: .venv/ready-to-test compiled modules check  ## all checks and tests; JOBS=12 for more processes, where others use the machine
	$(PY) -m pytest -n $(or $(JOBS),3) -m "not long" --ignore=tests/web
	$(PY) -m pytest -n $(or $(JOBS),2) -m "not long" tests/web
	@$(MAKE) --no-print-directory -j 2 --output-sync=target plain bounds

plain: .venv/ready-to-test  ## rules without a compiler
	MOTHERLODE_MODE=plain $(PY) -m pytest -n $(or $(JOBS),2) -m "not long and not compiled" $(NOT_WORDS) tests/games tests/table

bounds: .venv/ready-to-test  ## rules in machine code that looks at every index
	NUMBA_BOUNDSCHECK=1 $(PY) -m pytest -n $(or $(JOBS),2) -m "not long" $(NOT_WORDS) tests/games

test-long: .venv/ready-to-test compiled modules  ## what takes longer
	$(PY) -m pytest -n 2 --ignore=tests/web
	$(PY) -m pytest -n 2 tests/web

compiled: .venv/ready-to-test  ## machine code of every game, once on a machine: where it is missing, bots play simpler
	@printf '%s\n' $(GAMES) | xargs -P 2 -I{} sh -c \
		'$(PY) -m motherlode.core.preparing {} rules && $(PY) -m motherlode.core.preparing {} more'

check: .venv/ready-to-test  ## format, lint, types, imports, unused code
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	.venv/bin/lint-imports
	$(PY) -m vulture
	$(NPM) run check
	$(NPM) run test

coverage: .venv/ready-to-test  ## which lines tests run, by package; pages in build/coverage/html
	$(PY) scripts/measure_coverage.py

matrix: .venv/ready-to-test  ## the wheel on every supported Python that is here
	$(PY) scripts/matrix.py

hooks: .venv/ready-to-test  ## format, lint, types, imports and unused code before every commit
	.venv/bin/prek install

web: .venv/ready-to-test modules  ## build the web client into the package
	$(NPM) run build

modules: .venv/ready-to-test  ## WebAssembly modules of all games, where their sources changed
	$(PY) -m motherlode.core.wasm.building

web-dev: .venv/ready-to-test  ## pages that reload as you edit them, on the tables of a server on port 8000
	$(NPM) run dev

docs: .venv/ready-to-test  ## build the docs site into the package: motherlode serve has it under /docs, and it reads from its folder
	$(PY) -m docs.site

bench: .venv/ready-to-test  ## side by side with peers; writes benchmarks/results/latest.json
	$(PY) -m benchmarks

siege: .venv/ready-to-test  ## kills, stops and full disks under load, two or three hours; writes benchmarks/results/siege.json
	$(PY) -m siege

mutants: .venv/ready-to-test  ## faults planted in the rules of each game, or of GAME=...; writes benchmarks/results/mutants.json
	$(PY) -m mutants $(GAME)

constraints: .venv/ready-to-play  ## resolve all dependencies anew
	.venv/bin/uv pip compile -q --upgrade --universal --all-extras --group dev --group docs --no-header --no-annotate \
		--python-version 3.11 pyproject.toml -o constraints.txt

clean:  ## remove what was built
	rm -rf .venv build dist benchmarks/build web/node_modules src/motherlode/server/docs src/motherlode/server/web src/motherlode/core/wasm/built .mypy_cache .ruff_cache .hypothesis

.venv/ready-to-play: $(SETUP)
	@scripts/setup.sh play
	@touch $@

.venv/ready-to-test: $(SETUP)
	@scripts/setup.sh dev
	@touch $@ .venv/ready-to-play
