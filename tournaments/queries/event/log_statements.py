"""What public pages say from the log of an event, for a server that has its rows and not its log."""

from collections.abc import Iterator

from tournaments.access.reader import Reader
from tournaments.domain.event.log_actions import LogAction
from tournaments.domain.exchange.mirrored import FinalCorrection, Statements
from tournaments.queries.event import final_corrections
from tournaments.queries.event.final_corrections import Correction
from tournaments.queries.event.progress import read_progress
from tournaments.queries.rounds.corrections import find_corrections
from tournaments.queries.rounds.publish_times import read_published_rounds
from tournaments.queries.standings import closing_evidence


def read_statements(reader: Reader) -> Statements:
    """Return what the pages of an event say, as its audience sees it."""
    event = reader.event
    corrected = find_corrections(reader)
    published = read_published_rounds(event, set(event.rounds.values_list("number", flat=True)))
    return {
        "published": {str(number): at.isoformat() for number, at in sorted(published.items())},
        "corrected": {str(number): [list(board) for board in corrected[number]] for number in sorted(corrected)},
        "since_final": [write_correction(each) for each in final_corrections.read_corrections(event)],
        "differs": list(find_changed_tables(reader)),
    }


def write_correction(correction: Correction) -> FinalCorrection:
    before, after = (each and list(each) for each in (correction.before, correction.after))
    return {
        "at": correction.at.isoformat(),
        "round": correction.round,
        "board": correction.board,
        "before": before,
        "after": after,
    }


def find_changed_tables(reader: Reader) -> Iterator[int]:
    """Yield the closed rounds whose table is another one now."""
    withheld = read_progress(reader).withheld
    closed = reader.event.log.filter(action=LogAction.CLOSE).values_list("after__round", flat=True)
    for number in sorted(set(closed)):
        if closing_evidence.has_changed_since(reader, number, withheld):
            yield number
