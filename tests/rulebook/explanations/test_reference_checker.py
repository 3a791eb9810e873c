"""The tie-breaks alone, as anybody can install them, and the page that they write about themselves."""

import subprocess
import sys
import tarfile
import tomllib
import zipfile
from contextlib import chdir
from pathlib import Path

import pytest
from hatchling.build import build_sdist, build_wheel

from tiebreaks.__main__ import run
from tiebreaks.commands import standings
from tiebreaks.commands.rules import write_rules
from tiebreaks.criteria.registry import CRITERIA

ROOT = Path(__file__).resolve().parents[3]
SOURCES = ROOT / "tiebreaks"
FILE = ROOT / "tests" / "golden" / "fide_swiss_2026.trf"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Install the package without network into an empty folder; return a runner of its command, away from here."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--isolated", "--quiet", "--disable-pip-version-check", "install"]
    options = ["--no-index", "--no-deps", "--no-build-isolation", "--no-compile", "--target", str(folder)]
    subprocess.run([*pip, *options, str(SOURCES)], check=True)

    def run_alone(*arguments):
        alone = [
            sys.executable,
            "-S",
            str(folder / "bin" / "crosstable-tiebreaks"),
            *arguments,
        ]  # -S: no other packages
        return subprocess.run(
            alone, capture_output=True, text=True, cwd=folder, env={"PYTHONPATH": str(folder), "PYTHONUTF8": "1"}
        )

    return run_alone


def test_the_package_alone_ranks_a_file_as_the_repository_does(installed, capsys):
    options = [str(FILE), "--order", "PTS,BH/C1,BH,SB,DE", "--explain", "4"]
    standings.main(options)
    answer = installed(*options)
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, capsys.readouterr().out, "")


def test_the_package_alone_verifies_a_file(installed):
    answer = installed("verify", str(FILE))
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "16 declared points" in answer.stdout


def test_the_package_has_every_module_and_its_license(tmp_path):
    with chdir(SOURCES), zipfile.ZipFile(tmp_path / build_wheel(str(tmp_path))) as wheel:
        wheel_names = set(wheel.namelist())
    with chdir(SOURCES), tarfile.open(tmp_path / build_sdist(str(tmp_path))) as archive:
        source_names = {name.partition("/")[2] for name in archive.getnames()}
    modules = {str(path.relative_to(SOURCES)) for path in SOURCES.rglob("*.py")}
    in_wheel = {f"tiebreaks/{module}" for module in modules}
    assert {name for name in wheel_names if name.endswith(".py")} == in_wheel
    assert {name.partition("/")[2] for name in wheel_names - in_wheel} == {
        "METADATA",
        "WHEEL",
        "RECORD",
        "entry_points.txt",
        "licenses/LICENSE",
    }
    assert source_names == modules | {"pyproject.toml", "README.md", "LICENSE", "PKG-INFO", ".gitignore"}


def test_the_package_has_version_and_license_of_the_application():
    whole, alone = (tomllib.loads((folder / "pyproject.toml").read_text("utf-8")) for folder in (ROOT, SOURCES))
    assert alone["build-system"] == whole["build-system"]
    for field in ("version", "requires-python", "license"):
        assert alone["project"][field] == whole["project"][field]
    assert (SOURCES / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_the_page_of_the_criteria_is_current():
    """Write it again with: python -m tiebreaks rules > docs/tie-breaks.md"""
    written = (ROOT / "docs" / "tie-breaks.md").read_text(encoding="utf-8")
    assert written == write_rules()
    assert [code for code in CRITERIA if f"\n### {code}: " not in written] == []


@pytest.mark.parametrize(
    ("arguments", "start"),
    [
        (["rules"], "# The tie-breaks, criterion by criterion"),
        (["verify", str(FILE)], "16 declared points"),
        ([str(FILE)], "Swiss system, edition 2026-03"),
    ],
)
def test_the_first_argument_chooses_the_command(arguments, start, capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["tiebreaks", *arguments])
    assert run() == 0
    assert capsys.readouterr().out.startswith(start)
