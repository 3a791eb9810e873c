"""Where the files are that come with Crosstable, and where it keeps what it writes; and how its commands are called.

Both differ between a checkout and an installed wheel, and nothing else does.
"""

from pathlib import Path
from typing import NamedTuple

PACKAGES = Path(__file__).resolve().parents[2]  # the folder of `tournaments` and the other packages


class Folders(NamedTuple):
    """`shipped` has templates/, static/ and the manual, a wheel also collected/; a server writes into `data` alone."""

    shipped: Path
    data: Path
    is_checkout: bool


def find_folders(packages: Path = PACKAGES) -> Folders:
    """Find both: in a checkout beside the packages, otherwise in `config`, as the wheel is built, and at the user's."""
    if is_checkout(packages):
        return Folders(packages, packages / "var", True)
    import platformdirs  # only an installation needs it

    return Folders(packages / "config" / "shipped", platformdirs.user_data_path("crosstable", appauthor=False), False)


def is_checkout(packages: Path = PACKAGES) -> bool:
    return (packages / "manage.py").is_file()


def command_line(command: str) -> str:
    """Return a command line as the operator of this server types it."""
    return f"manage.py {command}" if is_checkout() else f"crosstable {command}"


def start_line(**variables: object) -> str:
    """Return what starts a server with these variables."""
    words = [f"{name}={value}" for name, value in variables.items()]
    return " ".join(["make run" if is_checkout() else "crosstable", *words])
