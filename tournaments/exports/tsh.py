"""A Scrabble event as the files of tsh: its division, its configuration, `tourney.js`, and all of them in one zip.

The public's copies hold no line that came with the files: nobody knows what stands there.
"""

import io
import zipfile

from tournaments.formats import tourney_js, tsh, tsh_config, tsh_folder
from tournaments.models import Event
from tournaments.queries.facts import read_crosstable

NOTHING_KEPT = tsh_folder.read_kept([])


def division(event: Event) -> str:
    """Return the `.t` file."""
    return tsh.write(held(event, kept(event)))


def tourney(event: Event) -> str:
    """Return `tourney.js`, as tsh publishes it for web viewers."""
    mine = kept(event)
    return tourney_js.write(values(event), {mine.division: held(event, mine)})


def folder(event: Event) -> bytes:
    """Return a zip of everything that tsh wants in its folder, the same bytes for the same event."""
    mine = kept(event)
    file = f"{mine.division.lower()}.t" if mine.division.isalnum() else "a.t"
    config = tsh_config.write(mine.config, values(event), mine.division.replace(" ", "") or "A", file)
    texts = {"config.tsh": config, file: tsh.write(held(event, mine)), "html/tourney.js": tourney(event)}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            info = zipfile.ZipInfo(f"{event.slug}/{name}", (2000, 1, 1, 0, 0, 0))
            archive.writestr(info, text.encode(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def kept(event: Event) -> tsh_folder.Kept:
    return tsh_folder.read_kept(event.file_lines) if event.for_staff else NOTHING_KEPT


def held(event: Event, mine: tsh_folder.Kept) -> tsh.Division:
    """Return the facts with who is off, at the spread for each round missed."""
    facts = read_crosstable(event)
    off = {
        number: mine.off.get(number, event.forfeit_spread)
        for number, player in facts.players.items()
        if player.withdrawn_from is not None
    }
    return tsh.Division(facts, off, mine.fields)


def values(event: Event) -> dict[str, str | int]:
    """Return what a configuration says of the event."""
    stated = {
        "event_name": event.name,
        "event_date": event.starts_on.isoformat() if event.starts_on else None,
        "max_rounds": event.planned_rounds,
        "bye_spread": event.bye_spread,
        "spread_cap": event.spread_cap,
        "tfile_encoding": "utf8",
    }
    return {key: value for key, value in stated.items() if value is not None}
