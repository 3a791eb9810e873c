"""Imports run one way, and never in a circle. The contracts for the floors are in pyproject.toml."""

import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[1]
LINT = "from importlinter.cli import lint_imports_command; lint_imports_command(['--no-cache'])"


def test_imports_run_one_way():
    done = subprocess.run([sys.executable, "-c", LINT], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_modules_import_each_other_in_a_circle():
    """Imports inside functions and for type checkers count too."""
    graph = grimp.build_graph("config", "tournaments", "pairing", "tiebreaks", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(imports).prepare()  # raises CycleError, which names the modules


def test_the_core_loads_without_the_framework():
    code = "import sys, tiebreaks.standings, tiebreaks.trf; sys.exit(bool({'django', 'psycopg'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT).returncode == 0


HEAVY = {"numpy", "openpyxl", "PIL", "rapidfuzz", "weasyprint", "tournaments.actions"}
OF_A_SERVER = {"config.settings", "django.db.models", "sqlite3", "tournaments.models"}


def loaded_by(*command):
    """Return the names of all modules that a command of manage.py has loaded when it ends."""
    code = (
        "import atexit, sys; atexit.register(lambda: print(*sys.modules, sep='\\n', file=sys.stderr)); import manage; "
        f"sys.argv = {['manage.py', *command]}; manage.main()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0
    return set(done.stderr.split("\n"))


def test_a_command_loads_only_what_it_needs():
    loaded = loaded_by("version")
    assert not HEAVY & loaded
    assert loaded >= OF_A_SERVER


def test_a_command_that_reads_a_file_loads_neither_settings_nor_models():
    loaded = loaded_by("standings", "tests/golden/fide_swiss_2024.trf")
    assert "tiebreaks.commands.standings" in loaded
    assert not (HEAVY | OF_A_SERVER) & loaded
