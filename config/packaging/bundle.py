"""Pack the wheel, the list of what it needs and what to double-click: `python -m config.packaging.bundle FOLDER`."""

import contextlib
import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from hatchling.build import build_wheel

ROOT = Path(__file__).resolve().parents[2]
START = ROOT / "config" / "packaging" / "start"
TOP = "Crosstable"
FOR_WINDOWS = {".cmd", ".txt"}  # with its ends of lines, which a .cmd needs to find its labels
EXECUTABLE, PLAIN = 0o100755, 0o100644
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same sources make the same file


def bundle(folder: Path) -> Path:
    """Build the wheel in a folder, and beside it the zip that also holds what starts it."""
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.chdir(ROOT):
        wheel = folder / build_wheel(str(folder))
    files = {wheel.name: wheel.read_bytes(), "requirements.txt": (ROOT / "requirements" / "run.txt").read_bytes()}
    files |= {file.name: read_start_file(file) for file in sorted(START.iterdir()) if file.is_file()}
    target = folder / f"{wheel.name.partition('-py3')[0]}.zip"
    with ZipFile(target, "w", ZIP_DEFLATED) as packed:
        for name, content in files.items():
            member = ZipInfo(f"{TOP}/{name}", LONG_AGO)
            member.external_attr = (EXECUTABLE if name.endswith(".command") else PLAIN) << 16
            packed.writestr(member, content, ZIP_DEFLATED)
    return target


def read_start_file(file: Path) -> bytes:
    content = file.read_bytes()
    return content.replace(b"\n", b"\r\n") if file.suffix in FOR_WINDOWS else content


if __name__ == "__main__":
    print(bundle(Path(sys.argv[1])))
