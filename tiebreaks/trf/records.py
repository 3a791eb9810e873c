"""The records of a tournament file about the event itself, and whether a kept line says the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Scheme
from tiebreaks.order.notation import read_order
from tiebreaks.refusal import Refusal
from tiebreaks.trf.dates import Day, read_day, read_round_days, write_round_days
from tiebreaks.trf.line import Line
from tiebreaks.trf.points import scheme_of
from tiebreaks.trf.stated_details import Official, StatedDetails, read_federation, read_official, read_rate_code
from tiebreaks.trf.system import plain_code, system_of
from tiebreaks.trf.teams import primary_score
from tiebreaks.trf.time_control import encode
from tiebreaks.trf.writer import SYSTEMS, TRF26, has_unknown_results, scheme_record

TEAM_SYSTEMS = {"swiss": "Team: Swiss-System", "round-robin": "Team: Round-Robin"}
TEAM_CODES = {
    ("swiss", "MP"): "FIDE_TEAM_MP_GP",
    ("swiss", "GP"): "FIDE_TEAM_GP_MP",
    ("round-robin", "MP"): "CUSTOM_TEAM_ROUNDROBIN",
    ("round-robin", "GP"): "CUSTOM_TEAM_ROUNDROBIN_GP",
}


class Header(NamedTuple):
    """What a file says about an event besides its crosstable: dates as in files, and the order of record 212.

    `days` are the dates of rounds by number, as YY/MM/DD. Without `details` nothing is known of the event but this, and
    what kept lines say stays; with them an empty detail is one that was removed. `national` is the federation whose own
    records of the players the file has too, "" for none. `type_code` says how the event is paired, "" where nobody has
    said that, and `with_lots` that something besides the order is drawn by lot.
    """

    place: str = ""
    ends_on: str = ""
    order: str = ""
    days: Mapping[int, str] = MappingProxyType({})
    details: StatedDetails | None = None
    national: str = ""
    type_code: str = ""
    with_lots: bool = False


NOTHING_MORE = Header()


class Record(NamedTuple):
    """The content of an event's record, "" for none, with a line for each record of a code that comes several times.

    Two texts agree if `meaning` returns the same for both. What an event can't hold means the same as nothing.
    """

    code: str
    text: str
    meaning: Callable[[str], object]


def agrees(record: Record, kept: str) -> bool:
    """Tell whether kept lines, without their code, say what a record says."""
    try:
        return record.meaning(kept) == record.meaning(record.text)
    except (Refusal, ValueError):
        return False


def lines_of(record: Record) -> list[str]:
    """Return the lines of a record, none for an empty one."""
    return [f"{record.code} {text}" for text in record.text.split("\n") if text]


def records_of(
    facts: Crosstable, header: Header, teams: Crosstable | None, lines: Sequence[str], dialect: str
) -> Iterator[Record]:
    """Yield the records of an event, by code."""
    yield Record("012", facts.name, str)
    yield from _facts(facts, header, dialect)
    if header.days:  # an event without them leaves the file's own
        yield Record("132", write_round_days(header.days), read_round_days)
    rated = sum(player.rating is not None for player in facts.players.values())
    yield Record("062", str(len(facts.players)), _count)
    yield Record("072", str(rated), lambda _text: "rated")  # files count by FIDE's list, so their own number stays
    if teams:
        yield Record("082", str(len(teams.players)), _count)
    yield Record("092", (TEAM_SYSTEMS if teams else SYSTEMS)[facts.system], system_of)
    if dialect == TRF26:
        yield Record("142", str(facts.rounds), _count)
    unknown = has_unknown_results(facts)
    points = scheme_record(facts.scheme, unknown)[4:]  # in its columns
    yield Record("162", points if unknown or facts.scheme != Scheme() else "", _scheme)
    if header.national:
        yield Record("172", f"{header.national} {facts.rating_method}", lambda text: text.split()[:2])
    if header.type_code and dialect == TRF26:
        yield Record("192", header.type_code, plain_code)
    elif teams and dialect == TRF26:
        yield Record("192", TEAM_CODES.get((facts.system, teams.score), ""), _primary)
    if header.order:
        yield from _order(header.order, lines)
    yield Record("XXR", str(facts.rounds), _count)


def _facts(facts: Crosstable, header: Header, dialect: str) -> Iterator[Record]:
    """Yield where and when the event takes place, who directs it and how fast it is played."""
    own = header.details or StatedDetails()
    code = own.time_control or encode(own.rate_of_play)
    for record in (
        Record("022", header.place, str),
        Record("032", own.federation, read_federation),
        Record("042", facts.starts_on.replace("-", "/"), _whole_day),
        Record("052", header.ends_on.replace("-", "/"), _whole_day),
        Record("102", own.chief_arbiter, read_official),
        Record("112", "\n".join(own.deputy_arbiters), _officials),
        Record("122", own.rate_of_play, _words),
        Record("222", code if dialect == TRF26 else "", read_rate_code),
    ):
        if record.text or header.details is not None:
            yield record


def _order(order: str, lines: Sequence[str]) -> Iterator[Record]:
    """Yield the order of criteria as record 212, unless a kept record 202 says the same."""
    after_points = Record("202", order.removeprefix("PTS,"), _criteria)
    kept = [line[3:].strip() for line in lines if line[:3] == "202"]
    if kept and order.startswith("PTS,") and all(agrees(after_points, text) for text in kept):
        return
    yield Record("202", "", len)  # two different records would be ambiguous
    yield Record("212", order, _criteria)


def _criteria(order: str) -> list[str]:
    return [chosen.notation for chosen in read_order(order, of_teams=True)]


def _primary(text: str) -> str:
    return primary_score([Line(1, f"192 {text}")])


def _count(text: str) -> int:
    """Read a number written as `284` or as `284 (146)`."""
    return int(text.split()[0]) if text else 0


def _whole_day(text: str) -> Day | None:
    """Return the date in a text, None for one without a day and for any other text."""
    day = read_day(text)
    return day if day and day[2] else None


def _officials(text: str) -> list[Official]:
    return [read_official(line) for line in text.split("\n") if line]


def _words(text: str) -> list[str]:
    return text.split()


def _scheme(text: str) -> Scheme:
    return scheme_of(Line(1, f"162 {text}")) if text else Scheme()
