"""A Scrabble event as the files of tsh: its division, its configuration, `tourney.js`, and all of them in one zip.

The public's copies hold no line of the imported files: these may contain personal data.
"""

import io
import zipfile

from tiebreaks.facts.start_numbers import renumber, start_numbers
from tournaments.access.reader import Reader
from tournaments.formats import tourney_js, tsh, tsh_config, tsh_dates, tsh_folder
from tournaments.models import Event
from tournaments.queries.standings.crosstable import read_crosstable

NOTHING_KEPT = tsh_folder.read_kept_lines([])


def write_division(reader: Reader) -> str:
    """Return the `.t` file."""
    return tsh.write_division(build_division(reader, read_kept_lines(reader)))


def write_tourney(reader: Reader) -> str:
    """Return `tourney.js`, as tsh publishes it for web viewers."""
    mine = read_kept_lines(reader)
    return tourney_js.write_tourney(config_values(reader.event, mine), {mine.division: build_division(reader, mine)})


def write_folder(reader: Reader) -> bytes:
    """Return a zip of everything that tsh needs in its folder, the same bytes for the same event."""
    mine = read_kept_lines(reader)
    file = f"{mine.division.lower()}.t" if mine.division.isalnum() else "a.t"
    config = tsh_config.write_config(
        mine.config, config_values(reader.event, mine), mine.division.replace(" ", "") or "A", file
    )
    texts = {
        "config.tsh": config,
        file: tsh.write_division(build_division(reader, mine)),
        "html/tourney.js": write_tourney(reader),
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            info = zipfile.ZipInfo(f"{reader.event.slug}/{name}", (2000, 1, 1, 0, 0, 0))
            archive.writestr(info, text.encode(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def read_kept_lines(reader: Reader) -> tsh_folder.KeptLines:
    return tsh_folder.read_kept_lines(reader.event.details.file_lines) if reader.is_staff else NOTHING_KEPT


def build_division(reader: Reader, mine: tsh_folder.KeptLines) -> tsh.Division:
    """Return the division with the players who are off, at the spread for each missed round."""
    facts = read_crosstable(reader)
    start = start_numbers(facts)
    off = {
        start[number]: mine.off.get(number, reader.event.forfeit_spread)
        for number, player in facts.players.items()
        if player.withdrawn_from is not None
    }
    fields = {start[number]: kept for number, kept in mine.fields.items() if number in start}
    return tsh.Division(renumber(facts), off, fields)


def config_values(event: Event, mine: tsh_folder.KeptLines) -> dict[str, str | int]:
    """Return the values of the event in a configuration; its days stay in the words of the imported file."""
    days, stated = tsh_dates.write_period(event.starts_on, event.ends_on), mine.config.period
    as_imported = tsh_dates.write_period(*stated) == days
    known = {
        "event_name": event.name,
        "event_date": mine.config.text("event_date") if days and as_imported else days,
        "max_rounds": event.planned_rounds,
        "bye_spread": event.bye_spread,
        "spread_cap": event.spread_cap,
        "tfile_encoding": "utf8",
    }
    return {key: value for key, value in known.items() if value is not None}
