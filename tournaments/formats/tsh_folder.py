"""The files of a tsh tournament taken together: `config.tsh`, a `.t` file for each division, or `tourney.js` alone."""

from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import NamedTuple

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.oddities import STRICT, Oddities
from tournaments.formats import tourney_js, tsh, tsh_config

NO_FILE = sentence("tsh-folder-file", gettext_noop("The configuration names the file “{name}”, which is missing."))
NO_DIVISION = sentence("tsh-folder-empty", gettext_noop("There is no division: a file that ends in .t is needed."))
SEVERAL = sentence("tsh-folder-several", gettext_noop("There are several files named “{name}”."))
MOST_DIVISIONS = 26

CONFIG, TOURNEY = "config.tsh", "tourney.js"
OFF = "off"
CLASS = "class"


class Folder(NamedTuple):
    """The divisions by name, the configuration, and warnings about lines that are kept but not used."""

    divisions: Mapping[str, tsh.Division]
    config: tsh_config.Config
    warnings: tuple[Refusal, ...] = ()


def is_of_tsh(name: str) -> bool:
    """Say by its name whether a file belongs to tsh."""
    path = PurePath(name.replace("\\", "/"))
    return path.name.lower() in (CONFIG, TOURNEY) or path.suffix.lower() in (".t", ".js")


def read_folder(files: Mapping[str, bytes], odd: Oddities = STRICT) -> Folder:
    """Read the files of one tournament by name. Raise Refusal with file, line and field.

    Oddities of the divisions are added to the warnings.
    """
    named = index_by_name(files)
    config = tsh_config.read_config(named[CONFIG], CONFIG) if CONFIG in named else tsh_config.Config()
    divisions = dict(find_division_files(config, named))
    if not divisions:
        return read_tourney_folder(named, config, odd)
    if len(divisions) > MOST_DIVISIONS:
        raise Refusal(tsh.TOO_MANY, file=CONFIG, field="division", limit=MOST_DIVISIONS)
    held = {name: tsh.read_division(named[file], file, odd) for name, file in divisions.items()}
    told = (*config.warnings, *tsh_config.list_unusable(config, CONFIG), *list_classes(held, divisions))
    return Folder(held, config, (*told, *odd.reported))


def list_classes(held: Mapping[str, tsh.Division], files: Mapping[str, str]) -> Iterator[Refusal]:
    """Yield a note for each division whose players have a class, from which nothing follows here."""
    for name, division in held.items():
        if count := sum(CLASS in fields for fields in division.fields.values()):
            yield Refusal(tsh_config.IDLE, file=files.get(name, ""), field=CLASS, word=CLASS, count=count)


def index_by_name(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files by their names without folders, in lower case; files of other programs are left out."""
    named: dict[str, bytes] = {}
    for path, data in files.items():
        name = PurePath(path.replace("\\", "/")).name.lower()
        if not is_of_tsh(name):
            continue
        if name in named:
            raise Refusal(SEVERAL, file=path, field="file", name=name)
        named[name] = data
    return named


def find_division_files(config: tsh_config.Config, named: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """Yield the divisions with their files: as configured, otherwise one for each file."""
    for name, path in config.divisions:
        file = PurePath(path.replace("\\", "/")).name.lower()
        if file not in named:
            raise Refusal(NO_FILE, file=CONFIG, field="division", line=find_line(config, name), name=file)
        yield name, file
    if not config.divisions:
        yield from ((PurePath(file).stem.upper(), file) for file in sorted(named) if file.endswith(".t"))


def find_line(config: tsh_config.Config, division: str) -> int:
    return next(n for n, line in enumerate(config.lines, start=1) if line.split()[:2] == ["division", division])


def read_tourney_folder(named: Mapping[str, bytes], config: tsh_config.Config, odd: Oddities) -> Folder:
    scripts = [name for name in named if name.endswith(".js")]
    if not scripts:
        raise Refusal(NO_DIVISION, file=next(iter(named), ""), field="file")
    values, divisions = tourney_js.read_tourney(named[scripts[0]], scripts[0], odd)
    held = dict(divisions)
    config = config._replace(values={**values, **config.values})
    told = (*config.warnings, *tsh_config.list_unusable(config, scripts[0]))
    return Folder(held, config, (*told, *list_classes(held, dict.fromkeys(held, scripts[0])), *odd.reported))


def write_kept_lines(name: str, division: tsh.Division, config: tsh_config.Config) -> list[str]:
    """Return the lines that an event stores in addition to its own fields."""
    fields = [
        f"player {number}: {key} {' '.join(values)}".rstrip()
        for number, own in sorted(division.fields.items())
        for key, values in sorted(own.items())
    ]
    off = [f"player {number}: {OFF} {spread}" for number, spread in sorted(division.off.items())]
    return [f"division: {name}", *(f"config: {line}" for line in config.lines), *fields, *off]


class KeptLines(NamedTuple):
    """The stored lines of an event's files; `off` is the spread for each missed round of players who were off."""

    division: str
    config: tsh_config.Config
    fields: Mapping[int, Mapping[str, tuple[str, ...]]]
    off: Mapping[int, int]


def read_kept_lines(lines: list[str]) -> KeptLines:
    """Read what `write_kept_lines` has written; other lines are skipped."""
    division, config = "A", []
    fields: dict[int, dict[str, tuple[str, ...]]] = {}
    off: dict[int, int] = {}
    for line in lines:
        head, _colon, rest = line.partition(": ")
        kind, _blank, number = head.partition(" ")
        if head == "division":
            division = rest
        elif head.rstrip(":") == "config":
            config.append(rest)
        elif kind == "player" and number.isdecimal() and (words := rest.split()):
            if words[0] == OFF:
                off[int(number)] = int(words[1])
            else:
                fields.setdefault(int(number), {})[words[0]] = tuple(words[1:])
    return KeptLines(division, tsh_config.read_config("\n".join(config)), fields, off)
