# Crosstable's commands. `make run` and `make test` need Python >= 3.12, git and make; all else they set up themselves.
#
#   make run       serve on HOST:PORT (127.0.0.1:8000); HOST=0.0.0.0 serves the hall
#   make demo      serve the demo events, while one of them moves by itself
#   make test      all but browser, PostgreSQL and faults         make lint      style, types, layers, templates
#   make test-all  every test, faults in small                    make test-oldest   the quick tests on Python 3.12
#   make setup     only the setting up                            make messages  translations: gather, check, compile
#   make bench     the benchmarks                                 make lock      compile requirements/
#   make faults    kill, restart, starve; ask gacrux              make format    put code and templates into shape
#   make promises  break what the pages promise, clause by clause: would the tests notice? WORDS=backup for some
#   make mutants   would the tests notice a mistake? FILES=pairing/rounds.py for some, FILES='--again …' for survivors
#   make soak      20 minutes of a full hall: nothing grows       make screenshots   every page, into var/screenshots
#   make pictures  update those that the documents show       make audit     bill of materials, known vulnerabilities
#   make icons     draw the icons, for tabs in all accents   make flags FROM=folder   the flags, of the npm package circle-flags
#   make wheel     into var/wheel, for `pipx install`, and the zip with files to double-click
#   make checklist     docs/vcl4thp.md: FIDE's checklist, from docs/vcl4thp.toml
#   make corpus FROM=folder   read foreign tournament files, verify what they declare, compare with gacrux

HOST ?= 127.0.0.1
PORT ?= 8000
MINUTES ?= 20
PYTHON := .venv/bin/python
PACKAGES := config tournaments pairing tiebreaks
# The files come in their order, where the last ones are short, and not by the number of their tests.
PYTEST := $(PYTHON) -m pytest -n 2 --dist loadfile --no-loadscope-reorder
DENO := NO_COLOR=1 DENO_NO_UPDATE_CHECK=1 .venv/bin/deno
OLDEST := var/python-3.12/bin/python
# The tests start Python many times: it keeps what it has compiled, whatever the machine's habits are.
test test-all test-oldest faults: export PYTHONDONTWRITEBYTECODE :=
PIP_INSTALL := $(PYTHON) -m pip install --quiet --disable-pip-version-check

# A virtual environment whose Python is gone is rebuilt.
BROKEN := $(shell $(PYTHON) -c "import pip" 2>/dev/null || echo FORCE)

# Shell: set $$python to the first one that satisfies $(1), a Python expression over sys.version_info as v.
find_python = for python in python$$(cat .python-version) python3.14 python3.13 python3.12 python3 python \
	$$(ls -d $$(pyenv root 2>/dev/null)/versions/*/bin/python3 2>/dev/null) none; do \
	$$python -c "import sys; v = sys.version_info[:2]; sys.exit(not ($(1)))" 2>/dev/null && break; done

run: .venv/run.stamp
	@HOST="$(HOST)" PORT="$(PORT)" exec $(PYTHON) manage.py serve

# What visitors see: every kind of event, one of them moving.
demo: .venv/run.stamp
	@HOST="$(HOST)" PORT="$(PORT)" exec $(PYTHON) manage.py serve --demo

setup: .venv/dev.stamp
	@$(PYTHON) -m tournaments.operation.compiled_messages

test: setup
	@$(PYTEST) -m "not browser and not faults"

test-all: test
	@$(PYTEST) -n 3 -m "browser or faults"  # they wait for servers and browsers more than they work
	@$(PYTHON) -m tests.servers.postgres $(PYTEST) -m postgresql

# What needs no database, the import of every module, and rating lists, which one Python reads otherwise than the next.
test-oldest:
	@$(call find_python,v == (3, 12)); if [ $$python = none ]; then \
		echo "SKIPPED the tests on Python 3.12: it is not installed."; [ -z "$$CI" ]; exit; fi; \
	$(OLDEST) -c "import pip" 2>/dev/null || { rm -rf var/python-3.12; $$python -m venv var/python-3.12; }; \
	$(OLDEST) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt && \
	$(OLDEST) -m pytest -n 2 --dist loadfile -m "not browser and not faults" tests/rulebook tests/properties \
		tests/test_imports.py tests/site/players/test_rating_lists.py tests/site/players/test_rating_files.py tests/site/players/test_people_lookup.py

faults: setup
	@FAULTS=full $(PYTHON) -m pytest -m faults -raP
	@FAULTS=full $(PYTHON) -m tests.servers.postgres $(PYTHON) -m pytest -m faults -raP
	@FAULTS=full $(PYTHON) -m tests.servers.postgres $(PYTEST) -m "not faults"
	@for edition in 2023-09 2024-04 2024-08 2026-03; do $(PYTHON) -m tests.generated.compare --events 200 --edition $$edition || exit 1; done
	@for edition in 2023-09 2024-04 2024-08 2026-03; do $(PYTHON) -m tests.generated.compare --directed --edition $$edition || exit 1; done
	@for edition in 2024-08 2026-03; do $(PYTHON) -m tests.generated.compare_teams --events 200 --edition $$edition || exit 1; done
	@$(PYTHON) -m tests.generated.pairing_marathon
	@[ -z "$$BBP_PATH" ] || $(PYTHON) -m tests.generated.dutch_compared

soak: setup
	@$(PYTHON) -m tests.servers.soak --minutes $(MINUTES)

mutants: setup
	@nice -n 15 $(PYTHON) -m tests.mutants $(FILES)

promises: setup
	@nice -n 15 $(PYTHON) -m tests.promises $(WORDS)

corpus: setup
	@$(PYTHON) -m tests.generated.corpus "$(FROM)"

bench: setup
	@for file in bench/[a-z]*.py; do $(PYTHON) -m bench.$$(basename $$file .py) || exit 1; done

screenshots: setup
	@$(PYTHON) -m tests.browser.screenshots

pictures: setup
	@$(PYTHON) -m tests.browser.screenshots --documents

icons: setup
	@DJANGO_SETTINGS_MODULE=config.settings $(PYTHON) -m tournaments.exports.app_icons

lint: setup
	@$(PYTHON) -m ruff check .
	@$(PYTHON) -m ruff check --quiet --preview --select PLW1514 $(PACKAGES)
	@$(PYTHON) -m ruff format --check .
	@$(PYTHON) -m mypy
	@for system in win32 darwin; do $(PYTHON) -m mypy --platform $$system --cache-dir .mypy_cache/$$system || exit 1; done
	@.venv/bin/lint-imports --no-cache
	@git ls-files 'templates/*.html' | xargs .venv/bin/djangofmt --quiet --line-length 140 --indent-width 2 --check
	@git ls-files 'templates/*.jinja' | xargs .venv/bin/djangofmt --quiet --profile jinja --line-length 140 --indent-width 2 --check
	@git ls-files 'templates/*.html' | xargs .venv/bin/djade --check --target-version 6.0
	@.venv/bin/djlint --quiet --lint templates
	@.venv/bin/typos
	@$(DENO) lint --quiet static
	@$(DENO) fmt --quiet --check
	@$(DENO) check --quiet static

format: setup
	@$(PYTHON) -m ruff check --quiet --fix . ; $(PYTHON) -m ruff format --quiet .
	@git ls-files 'templates/*.html' | xargs .venv/bin/djangofmt --quiet --line-length 140 --indent-width 2
	@git ls-files 'templates/*.jinja' | xargs .venv/bin/djangofmt --quiet --profile jinja --line-length 140 --indent-width 2
	@git ls-files 'templates/*.html' | xargs .venv/bin/djade --target-version 6.0
	@$(DENO) fmt --quiet

checklist: setup
	@$(PYTHON) -m tests.checklist

flags: setup
	@$(PYTHON) -m tournaments.exports.flags "$(FROM)"

wheel: setup
	@$(PYTHON) -m config.packaging.bundle var/wheel

messages: setup
	@$(PYTHON) manage.py makemessages --locale de --locale fr --no-wrap --no-obsolete --add-location file --extension html,jinja,txt,py \
		--ignore 'var/*' --ignore 'tests/*' --ignore 'bench/*' --ignore 'static/*'
	@$(PYTHON) -m tournaments.operation.compiled_messages
	@$(PYTHON) -m pytest tests/test_translations.py

# On the oldest Python, so that what only it needs is pinned too; without the address of any index.
lock:
	@$(call find_python,v == (3, 12)); [ $$python != none ] || { echo "make lock needs Python 3.12."; exit 1; }; \
		$$python -m venv var/lock && var/lock/bin/pip install --quiet pip-tools
	@for name in run dev; do var/lock/bin/pip-compile --quiet --generate-hashes --strip-extras --no-header --no-annotate \
		--no-emit-options --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
		$$([ $$name = run ] || echo --extra dev --constraint requirements/run.txt) \
		--output-file requirements/$$name.txt pyproject.toml || exit 1; done
	@var/lock/bin/pip install --quiet uv && for system in x86_64-pc-windows-msvc aarch64-apple-darwin; do \
		for version in 3.12 3.13 3.14; do var/lock/bin/uv pip install --quiet --dry-run --target var/lock/none --only-binary :all: \
			--require-hashes --python-platform $$system --python-version $$version -r requirements/run.txt || exit 1; done; done

# What is installed, as CycloneDX, and whether anything in it is known to be vulnerable.
audit: setup
	@mkdir -p var && $(PYTHON) -m config.sbom > var/sbom.json && echo "Bill of materials: var/sbom.json"
	@{ [ -x var/audit/bin/pip-audit ] || { $(PYTHON) -m venv var/audit && var/audit/bin/pip install --quiet pip-audit; }; } \
		>/dev/null 2>&1 || { echo "NOT CHECKED for vulnerabilities: pip-audit can't be installed here."; exit 2; }
	@var/audit/bin/pip-audit --strict --require-hashes --disable-pip --progress-spinner off -r requirements/run.txt \
		>var/audit.log 2>&1; status=$$?; \
	if grep -qiE "could not be audited|connection|resolve|unreachable|timed out|HTTPError|ServiceError" var/audit.log; then \
		echo "NOT CHECKED for vulnerabilities: no database of them can be reached (see var/audit.log)."; exit 2; fi; \
	cat var/audit.log; exit $$status

.venv/run.stamp: requirements/run.txt $(BROKEN)
	@$(make_venv)
	@echo "Installing what the server needs …"
	@$(PIP_INSTALL) --require-hashes -r requirements/run.txt
	@touch $@

.venv/dev.stamp: requirements/dev.txt requirements/run.txt $(BROKEN)
	@$(make_venv)
	@echo "Installing what the tests need …"
	@$(PIP_INSTALL) --require-hashes -r requirements/dev.txt
	@touch .venv/run.stamp $@

define make_venv
$(PYTHON) -c "import pip" 2>/dev/null && exit 0; \
$(call find_python,v >= (3, 12)); \
[ $$python != none ] || { echo "Crosstable needs Python 3.12 or newer, and none was found."; exit 1; }; \
$$python -c "import ensurepip, venv" 2>/dev/null || { \
	echo "$$($$python --version) cannot make a virtual environment. On Debian and Ubuntu: apt-get install python3-venv"; exit 1; }; \
rm -rf .venv && $$python -m venv .venv
endef

FORCE:
.PHONY: run demo setup test test-all test-oldest faults soak mutants promises corpus checklist bench screenshots pictures icons flags lint format wheel messages lock audit FORCE
