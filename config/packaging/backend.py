"""Build the wheel of Crosstable (PEP 517): the four packages; in `config` templates, static files and the manual."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tiebreaks.packaging.backend import info_folder, write_metadata, write_wheel
from tournaments.operation.compiled_messages import compile_messages

ROOT = Path(__file__).resolve().parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PACKAGES = ("config", "tournaments", "pairing", "tiebreaks")
SHIPPED = "config/shipped"
LEFT_OUT = {".pyc", ".po"}


def get_requires_for_build_wheel(config_settings: object = None) -> list[str]:
    """Name what the collection of the static files needs: all that a server does."""
    return list(PROJECT["dependencies"])


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: object = None) -> str:
    """Write the metadata alone, for tools that only want to know what Crosstable needs."""
    folder = Path(metadata_directory, info_folder(PROJECT))
    folder.mkdir()
    (folder / "METADATA").write_text(metadata(), encoding="utf-8")
    return folder.name


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    """Write the wheel into a folder and return its name."""
    compile_messages()
    with tempfile.TemporaryDirectory() as collected:
        files = [
            *code_files(),
            *files_below(ROOT / "templates", f"{SHIPPED}/templates"),
            *files_below(ROOT / "static", f"{SHIPPED}/static"),
            *files_below(ROOT / "docs" / "manual", f"{SHIPPED}/docs/manual"),
            *files_below(ROOT / "docs" / "screenshots", f"{SHIPPED}/docs/screenshots"),
            *files_below(collect_static(Path(collected)), f"{SHIPPED}/collected"),
            (f"{info_folder(PROJECT)}/licenses/LICENSE", (ROOT / "LICENSE").read_bytes()),
        ]
    return write_wheel(Path(wheel_directory), PROJECT, metadata(), files)


def metadata() -> str:
    return write_metadata(PROJECT, (ROOT / PROJECT["readme"]).read_text(encoding="utf-8"))


def code_files() -> Iterator[tuple[str, bytes]]:
    """Yield the path and the content of everything in the packages but what only builds them."""
    for package in PACKAGES:
        for path, content in files_below(ROOT / package, package):
            if not path.startswith((f"{package}/packaging/", SHIPPED)):
                yield path, content


def files_below(folder: Path, place: str) -> Iterator[tuple[str, bytes]]:
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.suffix not in LEFT_OUT:
            yield f"{place}/{file.relative_to(folder).as_posix()}", file.read_bytes()


def collect_static(folder: Path) -> Path:
    """Collect the static files as a server would in a checkout, below this folder. Return where they are."""
    collect = [sys.executable, str(ROOT / "manage.py"), "collectstatic", "--no-input", "--verbosity=0"]
    variables = {name: value for name, value in os.environ.items() if name in ("PATH", "PYTHONPATH", "SYSTEMROOT")}
    subprocess.run(collect, env=variables | {"CROSSTABLE_VAR": str(folder)}, check=True)  # noqa: S603 - our own
    return folder / "static"
