"""Build the package `crosstable-tiebreaks` (PEP 517): the pure core alone, with nothing but the standard library."""

from __future__ import annotations

import io
import tarfile
import tomllib
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

HERE = Path(__file__).resolve().parent
# In an unpacked source archive the code and the license lie beside this file.
UNPACKED = (HERE / "tiebreaks").is_dir()
CODE = HERE / "tiebreaks" if UNPACKED else HERE.parent
LICENSE = HERE / "LICENSE" if UNPACKED else HERE.parents[1] / "LICENSE"
PROJECT: dict[str, Any] = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same code makes the same file


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    """Write the wheel into a folder and return its name."""
    return write_wheel(Path(wheel_directory), PROJECT, metadata(), [*code_files(), license_file()])


def write_wheel(folder: Path, project: dict[str, Any], metadata: str, files: Iterable[tuple[str, bytes]]) -> str:
    """Write a wheel of these files, each with its path, into a folder, and return its name."""
    info = info_folder(project)
    files = [
        *files,
        (f"{info}/METADATA", metadata.encode()),
        (f"{info}/WHEEL", b"Wheel-Version: 1.0\nGenerator: tiebreaks\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
        (f"{info}/entry_points.txt", entry_points(project).encode()),
    ]
    lines = [f"{path},sha256={_hash(content)},{len(content)}" for path, content in files]
    record = "\n".join([*lines, f"{info}/RECORD,,", ""])
    name = f"{file_name(project)}-py3-none-any.whl"
    with ZipFile(folder / name, "w", ZIP_DEFLATED) as wheel:
        for path, content in [*files, (f"{info}/RECORD", record.encode())]:
            wheel.writestr(ZipInfo(path, LONG_AGO), content, ZIP_DEFLATED)
    return name


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    """Write the archive of the sources into a folder and return its name."""
    top = file_name(PROJECT)
    name = f"{top}.tar.gz"
    own = ((each, (HERE / each).read_bytes()) for each in ("pyproject.toml", "backend.py", "README.md"))
    files = [*own, *code_files(), ("LICENSE", LICENSE.read_bytes()), ("PKG-INFO", metadata().encode())]
    with tarfile.open(Path(sdist_directory) / name, "w:gz") as archive:
        for path, content in files:
            member = tarfile.TarInfo(f"{top}/{path}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return name


def code_files() -> Iterator[tuple[str, bytes]]:
    """Yield the path inside the package, and the content, of every module."""
    for file in sorted(CODE.rglob("*.py")):
        path = file.relative_to(CODE)
        if path.parts[0] != "packaging":
            yield f"tiebreaks/{path.as_posix()}", file.read_bytes()


def license_file() -> tuple[str, bytes]:
    return f"{info_folder(PROJECT)}/licenses/LICENSE", LICENSE.read_bytes()


def metadata() -> str:
    """Return what package indexes show."""
    return write_metadata(PROJECT, (HERE / PROJECT["readme"]).read_text(encoding="utf-8"))


def write_metadata(project: dict[str, Any], readme: str) -> str:
    """Return what package indexes show, and installers read."""
    head = {
        "Metadata-Version": "2.4",
        "Name": project["name"],
        "Version": project["version"],
        "Summary": project["description"],
        "License-Expression": project["license"],
        "License-File": "LICENSE",
        "Requires-Python": project["requires-python"],
        "Description-Content-Type": "text/markdown",
    }
    lines = [f"{field}: {value}" for field, value in head.items()]
    needs = [f"Requires-Dist: {requirement}" for requirement in project.get("dependencies", ())]
    return "\n".join([*lines, *needs, "", readme])


def entry_points(project: dict[str, Any]) -> str:
    """Return the commands that are installed."""
    return "\n".join(["[console_scripts]", *(f"{name} = {target}" for name, target in project["scripts"].items()), ""])


def file_name(project: dict[str, Any]) -> str:
    return f"{project['name'].replace('-', '_')}-{project['version']}"


def info_folder(project: dict[str, Any]) -> str:
    return f"{file_name(project)}.dist-info"


def _hash(content: bytes) -> str:
    return urlsafe_b64encode(sha256(content).digest()).decode().rstrip("=")
