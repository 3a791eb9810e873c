"""Compile the translations: `python -m tournaments.operation.compiled_messages`. Each start does so too, where needed.

What is compiled is not in the repository, since binary files conflict in every merge. polib writes it: a laptop has no
gettext.
"""

import os
from collections.abc import Iterator
from pathlib import Path

LOCALE = Path(__file__).resolve().parents[1] / "locale"


def compile_messages(locale: Path = LOCALE) -> list[Path]:
    """Compile each catalogue that is newer than its compiled form. Return what was written."""
    return [compile_catalogue(source) for source in find_stale_catalogues(locale)]


def find_stale_catalogues(locale: Path) -> Iterator[Path]:
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime_ns < source.stat().st_mtime_ns:
            yield source


def compile_catalogue(source: Path) -> Path:
    """Write the compiled form. It appears as a whole: several processes may start together."""
    import polib  # a start seldom has anything to compile

    unfinished, target = source.with_suffix(f".{os.getpid()}.tmp"), source.with_suffix(".mo")
    try:
        polib.pofile(str(source)).save_as_mofile(str(unfinished))
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    return target


if __name__ == "__main__":
    for path in compile_messages():
        print(f"Compiled {path.relative_to(LOCALE)}")
