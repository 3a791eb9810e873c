"""Files that become events: a tournament file, a list of players, or the files of tsh, also in one zip.

A file of one division or table is one event; several divisions of tsh are several events.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import PurePath
from typing import Any, NamedTuple

from pairing.plan.steering import read_steering
from pairing.rules.boards import because
from pairing.rules.past_rounds import find_broken_rules
from tiebreaks.checking.contradictions import list_contradictions
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.size import MOST_ROUNDS
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf import reader
from tiebreaks.trf.duels import find_rounds_of_duels
from tiebreaks.trf.oddities import STRICT, Oddities
from tournaments.formats import archive, list_reader, player_csv, team_rows, tsh, tsh_folder, zip_files
from tournaments.formats.column_titles import find_table
from tournaments.formats.crosstable_rows import find_unstorable

UNKNOWN = sentence(
    "format-unknown",
    gettext_noop(
        "A file of this kind can’t be read. These can: tournament files (.trf, .txt), which other programs export for "
        "FIDE, lists of players (.csv, .xlsx, .ods), which spreadsheet programs save, and the files of tsh (.t)."
    ),
)
SEVERAL = sentence(
    "files-several",
    gettext_noop("Choose one file, or the files of a single tsh tournament: “{name}” is not one of them."),
)
AN_ARCHIVE = sentence(
    "file-is-archive", gettext_noop("This is the archive of a whole event: import it on the page for archives.")
)
TOO_LARGE = sentence("files-too-large", gettext_noop("The files have more than {limit} MB together."))

RULE_BROKEN = sentence("round-breaks-rule", gettext_noop("Round {round} breaks a pairing rule: {reason}"))
MOST_BROKEN = 20
DUELS_LOST = sentence(
    "matches-lost",
    gettext_noop(
        "These rounds were matches, as in a knock-out, in pools, or in several games against the same opponent, or "
        "they came after matches and had their own table: {rounds}. A tournament file does not say who goes on. Here "
        "their games count like all others, and places follow the points. Only the archive of an "
        "event keeps its matches."
    ),
)

LARGEST = 2 * 2**20
BOUNDS = zip_files.Bounds(files=200, unfolded=20 * 2**20)
ZIP = ".zip"


class IncomingEvent(NamedTuple):
    """One event in files: `settings` are fields of the event, `section` is its name among several."""

    tournament: reader.Tournament
    section: str = ""
    settings: Mapping[str, Any] = {}


class Incoming(NamedTuple):
    """The contents of files: the common name (or ""), the events, and the oddities by line."""

    name: str
    events: tuple[IncomingEvent, ...]
    warnings: tuple[Refusal, ...] = ()


def read_files(files: list[tuple[str, bytes]], *, lenient: bool = False) -> Incoming:
    """Read uploaded files, by name. Raise Refusal with file, line and field.

    A lenient reader skips what is odd and reports it.
    """
    if sum(len(data) for _name, data in files) > LARGEST:
        raise Refusal(TOO_LARGE, file=files[0][0], field="file", limit=LARGEST // 2**20)
    files = [inner for name, data in files for inner in unpack_file(name, data)]
    check_sizes(files)
    if any(tsh_folder.is_of_tsh(name) for name, _data in files):
        return with_what_is_left(read_tsh(dict(files), Oddities(lenient)), "")
    if len(files) != 1:
        raise Refusal(SEVERAL, file=files[1][0], field="file", name=files[1][0]) if files else Refusal(UNKNOWN)
    name, data = files[0]
    tournament = read_tournament(data, name, lenient)
    found = Incoming(tournament.crosstable.name, (IncomingEvent(tournament),), tournament.warnings)
    return with_what_is_left(found, name)


def with_what_is_left(found: Incoming, name: str) -> Incoming:
    """Return the contents with a note on each line about rounds to come that no event can have."""
    left = [refusal for each in found.events for refusal in read_steering(each.tournament).left]
    for refusal in left:
        refusal.file = name
    return found._replace(warnings=(*found.warnings, *left))


def check_sizes(files: list[tuple[str, bytes]]) -> None:
    """Refuse a file that is too large for its format, after unpacking."""
    for name, data in files:
        if len(data) > LARGEST and (len(files) == 1 or tsh_folder.is_of_tsh(name)):
            raise Refusal(TOO_LARGE, file=name, field="file", limit=LARGEST // 2**20)


def unpack_file(name: str, data: bytes) -> list[tuple[str, bytes]]:
    """Return the files of a zip, or the file itself."""
    if PurePath(name).suffix.lower() != ZIP:
        return [(name, data)]
    try:
        files = zip_files.unpack_files(data, BOUNDS)
    except Refusal as refusal:
        refusal.file = name
        raise
    if archive.MANIFEST in files:
        raise Refusal(AN_ARCHIVE, file=name, field="file")
    return list(files.items())


def read_tournament(data: bytes, name: str, lenient: bool = False) -> reader.Tournament:
    """Read a tournament file or a list of players by the suffix of its name."""
    suffix, odd = PurePath(name).suffix.lower(), Oddities(lenient)
    if suffix in (".csv", *list_reader.SPREADSHEETS) or (suffix == ".txt" and not is_report(data)):
        players = player_csv.read_sheet(list_reader.read_list(data, name), name, odd)
        return reader.Tournament(players, None, (), warnings=tuple(odd.reported))
    if suffix not in (".trf", ".txt"):
        raise Refusal(UNKNOWN, file=name, field="file")
    reading = reader.read(data, name, lenient=lenient)
    with odd.in_file(name):
        for each in team_rows.find_unstorable(reading.teams) if reading.teams else find_unstorable(reading.crosstable):
            odd.report(each)
        of_duels = find_rounds_of_duels(reading)
        contradicted = list(list_contradictions(reading))
        if contradicted:  # some programs count byes that are entered ahead in the points, others don't
            contradicted = min(contradicted, list(list_contradictions(read_steering(reading).file)), key=len)
        for each in (*contradicted, *list_broken_rules(reading, of_duels)):
            odd.note(each)
        if of_duels:
            odd.note(Refusal(DUELS_LOST, field="file", rounds=", ".join(map(str, of_duels))))
    return reading._replace(warnings=(*reading.warnings, *odd.reported))


def list_broken_rules(reading: reader.Tournament, of_duels: Sequence[int]) -> Iterator[Refusal]:
    """Yield a note, with the line of its player, for each round of a Swiss event that breaks a rule of pairing.

    Rounds `of_matches` keep to none of them.
    """
    facts = reading.crosstable
    if reading.teams or facts.system != "swiss":
        return
    broken = (each for each in find_broken_rules(facts) if each[0] not in of_duels)
    for round_number, reason in islice(broken, MOST_BROKEN):
        params: dict[str, Any] = dict(reason.params)
        names = {key: facts.players[n].name if key != "times" else n for key, n in params.items()}
        line = reading.declared[params.get("white") or params["player"]].line
        yield Refusal(RULE_BROKEN, line=line, field="001", round=round_number, reason=because(reason.code, **names))


def is_report(data: bytes) -> bool:
    """Say whether a text is a tournament file and not a list, which spreadsheet programs save with this suffix too."""
    return any(re.match(rb"\d{3} |###|XX[A-Z] ", line) for line in data.splitlines()) or not find_table(
        list_reader.read_text(data).lines
    )


def read_tsh(files: Mapping[str, bytes], odd: Oddities = STRICT) -> Incoming:
    """Return the divisions of a tsh tournament as events of one name."""
    folder = tsh_folder.read_folder(files, odd)
    config = folder.config
    ends_on = config.period[1].isoformat() if config.period[1] else ""
    events = tuple(
        IncomingEvent(
            reader.Tournament(read_division_facts(division, config), None, (), ends_on=ends_on),
            section if len(folder.divisions) > 1 else "",
            {"file_lines": tsh_folder.write_kept_lines(section, division, config)},
        )
        for section, division in folder.divisions.items()
    )
    return Incoming(config.text("event_name")[:120], events, folder.warnings)


def read_division_facts(division: tsh.Division, config: Any) -> Crosstable:
    """Return the facts of a division and its configuration; players who are off have withdrawn."""
    facts = division.crosstable
    last = facts.rounds
    numbers = {
        "bye_spread": config.number("bye_spread"),
        "spread_cap": config.number("spread_cap"),
        "rounds": max(last, min(config.number("max_rounds") or 0, MOST_ROUNDS)),
    }
    players = {
        n: player._replace(withdrawn_from=last + 1) if n in division.off else player
        for n, player in facts.players.items()
    }
    values = {name: value for name, value in numbers.items() if value is not None and value >= 0}
    starts_on = config.period[0]
    return facts._replace(players=players, starts_on=starts_on.isoformat() if starts_on else "", **values)
