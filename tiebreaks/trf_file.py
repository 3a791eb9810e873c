"""A whole tournament file, written so that nothing is lost: what an event says now, and every line it was read with.

A kept line stands word for word as long as it says what the event says; where it no longer does, the event's own line
takes its place. Lines that no event has a word for (arbiters, tempo, national ratings, comments, records of other
programs) stay where they were.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tiebreaks import trf
from tiebreaks.crosstable import ZERO, Colour, Crosstable, Game, Kind, Scheme
from tiebreaks.notation import read_order
from tiebreaks.refusal import Refusal
from tiebreaks.teams import Match, Team, TeamEvent, event_of
from tiebreaks.trf_decisions import decision_records
from tiebreaks.trf_line import Line
from tiebreaks.trf_teams import primary_score
from tiebreaks.trf_write import SYSTEMS, TRF26, player_line, scheme_record
from tiebreaks.trf_write_teams import FORFEITS, team_lines

PLAYERS = "001"  # in the kept lines this code alone marks where the players stood
TEAM_SYSTEMS = {"swiss": "Team: Swiss-System", "round-robin": "Team: Round-Robin"}
DECISIONS = frozenset({"299"})
TEAM_CODES = {
    ("swiss", "MP"): "FIDE_TEAM_MP_GP",
    ("swiss", "GP"): "FIDE_TEAM_GP_MP",
    ("round-robin", "MP"): "CUSTOM_TEAM_ROUNDROBIN",
    ("round-robin", "GP"): "CUSTOM_TEAM_ROUNDROBIN_GP",
}


class Header(NamedTuple):
    """What a file says of an event beside its crosstable. Days stand as files write them; the order is record 212's."""

    place: str = ""
    ends_on: str = ""
    order: str = ""


NOTHING_MORE = Header()


class Record(NamedTuple):
    """What an event says under one code, "" for nothing. Two texts say the same if they give the same `meaning`."""

    code: str
    text: str
    meaning: Callable[[str], object]


def lines_to_keep(tournament: trf.Tournament) -> tuple[str, ...]:
    """Return the lines of a file as an event keeps them: in order, with one mark where the players stood."""
    before = [text for line, text in tournament.other if line < tournament.first_player]
    after = [text for line, text in tournament.other if line > tournament.first_player]
    return (*before, PLAYERS, *after)


def write(
    facts: Crosstable,
    header: Header = NOTHING_MORE,
    *,
    teams: Crosstable | None = None,
    lines: Sequence[str] = (),
    ranks: Mapping[int, int] | None = None,
    dialect: str = TRF26,
) -> str:
    """Return the text of the whole file of an event of players, or of `teams` and the games of their players.

    `lines` are those that the event was read with, as `kept` gives them. `ranks` are the places in the table of the
    players, or of the teams where there are some; without them the places are those by points.
    A file of the dialect TRF26 holds the number of rounds in both spellings, so that older programs find it.
    """
    players = list(_players(_as_boards(facts, event_of(teams)), None)) if teams else list(_players(facts, ranks))
    records = list(_records(facts, header, teams, lines, dialect))
    text = _joined(records, players, lines)
    if _holds(text, facts, teams):
        return text
    others = [line for line in lines if line[:3] not in DECISIONS | (trf.TEAM_RECORDS if teams else frozenset())] or [
        PLAYERS
    ]
    own = team_lines(event_of(teams), facts, ranks) if teams else decision_records(facts)
    return _joined(records, players, [*others, *own])


def _holds(text: str, facts: Crosstable, teams: Crosstable | None) -> bool:
    """Tell whether the lines that were kept still give these games and points, or these teams and matches."""
    try:
        read = trf.read(text)
    except Refusal:
        return False
    if teams:
        return read.teams is not None and _substance(event_of(read.teams)) == _substance(event_of(teams))
    return (read.crosstable.games, read.crosstable.adjustments) == (facts.games, facts.adjustments)


def _substance(event: TeamEvent) -> tuple[object, ...]:
    """Return what records say of teams and matches; none gives the colour of a match without a played board."""
    played = {n: [m._replace(colour=Colour.NONE) for m in matches] for n, matches in event.matches.items()}
    scheme = event.scheme
    return event.teams, played, scheme.boards, scheme.match[:3], scheme.worth(Kind.PAB)


def _as_boards(facts: Crosstable, event: TeamEvent) -> Crosstable:
    """Return the players of teams with the letters of boards: one that stayed empty is won or lost by forfeit.

    Where a match was forfeited without boards, or a seat stayed empty, those who did not sit down have letters too:
    gacrux counts the boards of such a match as well, and needs a game for each seat.
    """
    letters = {"F": "+", "Z": "-"}
    games = {
        n: tuple(g._replace(letter=letters.get(g.letter, g.letter)) for g in own) for n, own in facts.games.items()
    }
    for number, team in event.teams.items():
        for match in event.matches.get(number, ()):
            for player, idle in _idle(match, team, event):
                own = games.get(player, ())
                if match.round not in {game.round for game in own}:
                    games[player] = tuple(sorted((*own, idle), key=lambda game: game.round))
    return facts._replace(games=games)


def _idle(match: Match, team: Team, event: TeamEvent) -> Iterator[tuple[int, Game]]:
    """Yield what each member of a team has who did not sit down in a match; none where all seats were taken.

    The first ones win a forfeited match without boards board by board.
    """
    boards, is_full = event.scheme.boards, all(board.player is not None for board in match.boards)
    if match.opponent is None or (is_full and (match.boards or match.kind not in FORFEITS)):
        return
    is_won = match.kind == Kind.FORFEIT_WIN and not match.boards
    lost = Game(match.round, None, Colour.NONE, Kind.FORFEIT_LOSS, ZERO, letter="-")
    won = lost._replace(kind=Kind.FORFEIT_WIN, points=event.scheme.game.win, letter="+")
    for place, player in enumerate(team.players, start=1):
        yield player, won if is_won and place <= boards else lost


def _joined(records: Sequence[Record], players: Sequence[str], lines: Sequence[str]) -> str:
    """Put an event's records and players among the kept lines.

    A record takes the place of the kept line of its code, or of the first one with a higher code.
    """
    waiting = {record.code: record for record in records}
    top: list[str] = []
    bottom: list[str] = []
    part = top
    for line in lines or [PLAYERS]:
        if line == PLAYERS:
            part = bottom
        elif line[:3] not in waiting or _same(waiting[line[:3]], line):
            waiting.pop(line[:3], None)
            part.append(line)
        elif text := waiting.pop(line[:3]).text:
            part.append(f"{line[:3]} {text}")
    for record in waiting.values():
        if record.text:
            places = (at for at, line in enumerate(top) if line[:3].isdigit() and line[:3] > record.code)
            top.insert(next(places, len(top)), f"{record.code} {record.text}")
    return "\n".join(line.rstrip() for line in (*top, *players, *bottom)) + "\n"


def _same(record: Record, line: str) -> bool:
    try:
        return record.meaning(line[3:].strip()) == record.meaning(record.text)
    except (Refusal, ValueError):
        return False


def _records(
    facts: Crosstable, header: Header, teams: Crosstable | None, lines: Sequence[str], dialect: str
) -> Iterator[Record]:
    """Yield the records of an event, by code."""
    yield Record("012", facts.name, str)
    for code, text, meaning in (
        ("022", header.place, str),
        ("042", facts.starts_on.replace("-", "/"), _day),
        ("052", header.ends_on.replace("-", "/"), _day),
    ):
        if text:  # an event that doesn't know them takes nothing away
            yield Record(code, text, meaning)
    rated = sum(player.rating is not None for player in facts.players.values())
    yield Record("062", str(len(facts.players)), _count)
    yield Record("072", str(rated), lambda text: "rated")  # files count by FIDE's list, so theirs stands
    if teams:
        yield Record("082", str(len(teams.players)), _count)
    yield Record("092", (TEAM_SYSTEMS if teams else SYSTEMS)[facts.system], trf.system_of)
    if dialect == TRF26:
        yield Record("142", str(facts.rounds), _count)
    scheme = "" if facts.scheme == Scheme() else scheme_record(facts.scheme)[3:].strip()
    yield Record("162", scheme, _scheme)
    if teams:
        yield Record("192", TEAM_CODES.get((facts.system, teams.score), ""), _primary)
    if header.order:
        yield from _order(header.order, lines)
    yield Record("XXR", str(facts.rounds), _count)


def _order(order: str, lines: Sequence[str]) -> Iterator[Record]:
    """Yield the order of criteria as record 212; a kept record 202 that says the same is enough."""
    after_points = Record("202", order.removeprefix("PTS,"), _criteria)
    old = [line for line in lines if line[:3] == "202"]
    if old and order.startswith("PTS,") and all(_same(after_points, line) for line in old):
        return
    yield Record("202", "", len)  # two records that differ would leave the reader in doubt
    yield Record("212", order, _criteria)


def _criteria(order: str) -> list[str]:
    return [chosen.notation for chosen in read_order(order, of_teams=True)]


def _players(facts: Crosstable, ranks: Mapping[int, int] | None) -> Iterator[str]:
    """Yield the records 001 of all players, by number."""
    points = {number: facts.total(number) for number in facts.players}
    places = ranks or {n: 1 + sum(other > own for other in points.values()) for n, own in points.items()}
    for number in sorted(facts.players):
        yield player_line(facts, number, points[number], places.get(number, 0))


def _primary(text: str) -> str:
    return primary_score([Line(1, f"192 {text}")])


def _count(text: str) -> int:
    """Read a number that files write as `284` or as `284 (146)`."""
    return int(text.split()[0]) if text else 0


def _day(text: str) -> object:
    """Read a day as files write it, 2026/05/01 or 28. 07. 2005; what is no day stands for itself."""
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    if len(numbers) != 3:
        return text
    return tuple(numbers if numbers[0] > 31 else numbers[::-1])


def _scheme(text: str) -> Scheme:
    return trf.scheme_of(Line(1, f"162 {text}")) if text else Scheme()
