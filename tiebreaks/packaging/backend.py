"""Build the package `crosstable-tiebreaks` (PEP 517): the pure core alone, with nothing but the standard library."""

from __future__ import annotations

import io
import tarfile
import tomllib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
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
FILE_NAME = f"{PROJECT['name'].replace('-', '_')}-{PROJECT['version']}"
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same code makes the same file


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    """Write the wheel into a folder and return its name."""
    name = f"{FILE_NAME}-py3-none-any.whl"
    info = f"{FILE_NAME}.dist-info"
    files = [
        *code_files(),
        (f"{info}/METADATA", metadata().encode()),
        (f"{info}/WHEEL", b"Wheel-Version: 1.0\nGenerator: tiebreaks\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
        (f"{info}/entry_points.txt", entry_points().encode()),
        (f"{info}/licenses/LICENSE", LICENSE.read_bytes()),
    ]
    lines = [f"{path},sha256={_hash(content)},{len(content)}" for path, content in files]
    record = "\n".join([*lines, f"{info}/RECORD,,", ""])
    with ZipFile(Path(wheel_directory) / name, "w", ZIP_DEFLATED) as wheel:
        for path, content in [*files, (f"{info}/RECORD", record.encode())]:
            wheel.writestr(ZipInfo(path, LONG_AGO), content, ZIP_DEFLATED)
    return name


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    """Write the archive of the sources into a folder and return its name."""
    name = f"{FILE_NAME}.tar.gz"
    own = ((each, (HERE / each).read_bytes()) for each in ("pyproject.toml", "backend.py", "README.md"))
    files = [*own, *code_files(), ("LICENSE", LICENSE.read_bytes()), ("PKG-INFO", metadata().encode())]
    with tarfile.open(Path(sdist_directory) / name, "w:gz") as archive:
        for path, content in files:
            member = tarfile.TarInfo(f"{FILE_NAME}/{path}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return name


def code_files() -> Iterator[tuple[str, bytes]]:
    """Yield the path inside the package, and the content, of every module."""
    for file in sorted(CODE.rglob("*.py")):
        path = file.relative_to(CODE)
        if path.parts[0] != "packaging":
            yield f"tiebreaks/{path.as_posix()}", file.read_bytes()


def metadata() -> str:
    """Return what package indexes show."""
    head = {
        "Metadata-Version": "2.4",
        "Name": PROJECT["name"],
        "Version": PROJECT["version"],
        "Summary": PROJECT["description"],
        "License-Expression": PROJECT["license"],
        "License-File": "LICENSE",
        "Requires-Python": PROJECT["requires-python"],
        "Description-Content-Type": "text/markdown",
    }
    lines = [f"{field}: {value}" for field, value in head.items()]
    return "\n".join([*lines, "", (HERE / PROJECT["readme"]).read_text(encoding="utf-8")])


def entry_points() -> str:
    """Return the commands that are installed."""
    return "\n".join(["[console_scripts]", *(f"{name} = {target}" for name, target in PROJECT["scripts"].items()), ""])


def _hash(content: bytes) -> str:
    return urlsafe_b64encode(sha256(content).digest()).decode().rstrip("=")
