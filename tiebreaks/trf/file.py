"""Write a whole tournament file without loss: the current event, and every line of the file it was read from.

A kept line stays word for word as long as it agrees with the event; otherwise the event's own line replaces it. Lines
that events have no field for (arbiters, tempo, national ratings, comments, records of other programs) stay where they
were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from tiebreaks.crosstable import ZERO, Colour, Crosstable, Game, Kind, Scheme
from tiebreaks.notation import read_order
from tiebreaks.refusal import Refusal
from tiebreaks.teams import Match, Team, TeamEvent, event_of
from tiebreaks.trf import reader
from tiebreaks.trf.dates import edition_in_force, read_day, read_round_days, write_round_days
from tiebreaks.trf.decisions import decision_records
from tiebreaks.trf.line import Line, write_line
from tiebreaks.trf.oddities import Oddities
from tiebreaks.trf.points import FOREIGN_RECORDS, is_in_columns, read_scheme, scheme_of
from tiebreaks.trf.settings import MARK, setting_lines
from tiebreaks.trf.system import system_of
from tiebreaks.trf.team_writer import FORFEITS, roster_lines, team_lines
from tiebreaks.trf.teams import primary_score
from tiebreaks.trf.writer import SYSTEMS, TRF26, find_places, has_unknown_results, player_line, scheme_record

PLAYERS = "001"  # in the kept lines, this code alone marks the position of the players
TEAM_SYSTEMS = {"swiss": "Team: Swiss-System", "round-robin": "Team: Round-Robin"}
DECISIONS = frozenset({"299"})
ONLY_TRF26 = reader.TEAM_RECORDS - {"013"}
TEAM_CODES = {
    ("swiss", "MP"): "FIDE_TEAM_MP_GP",
    ("swiss", "GP"): "FIDE_TEAM_GP_MP",
    ("round-robin", "MP"): "CUSTOM_TEAM_ROUNDROBIN",
    ("round-robin", "GP"): "CUSTOM_TEAM_ROUNDROBIN_GP",
}


class Header(NamedTuple):
    """What a file says about an event besides its crosstable: dates as in files, and the order of record 212.

    `days` are the dates of rounds by number, as YY/MM/DD.
    """

    place: str = ""
    ends_on: str = ""
    order: str = ""
    days: Mapping[int, str] = MappingProxyType({})


NOTHING_MORE = Header()


class Record(NamedTuple):
    """The content of an event's record, "" for none. Two texts agree if `meaning` returns the same for both."""

    code: str
    text: str
    meaning: Callable[[str], object]


def lines_to_keep(tournament: reader.Tournament) -> tuple[str, ...]:
    """Return the lines of a file for an event to keep: all but the players, with one mark in their place.

    The event has fields for what our own comments say.
    """
    other = [(line, text) for line, text in tournament.other if not text.startswith(MARK)]
    before = [text for line, text in other if line < tournament.first_player]
    after = [text for line, text in other if line > tournament.first_player]
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

    `lines` are the kept lines of the file that the event was read from, as `lines_to_keep` returns them. `ranks` are
    the places of the players, or of the teams in a team event; without them players are placed by points.
    In the dialect TRF26 the file has the number of rounds in both spellings, so that older programs find it. In TRF16
    a team is its name and its players: the format has no record for anything else about teams.
    """
    lines = _sound_lines([line for line in lines if dialect == TRF26 or line[:3] not in ONLY_TRF26], facts.scheme)
    players = list(_players(_as_boards(facts, event_of(teams)), None)) if teams else list(_players(facts, ranks))
    records = list(_records(facts, header, teams, lines, dialect))
    text = _join_lines(records, players, lines)
    read = _read_again(text)
    if read is None or not _agrees_with(read, facts, teams):
        dropped = DECISIONS | (reader.TEAM_RECORDS if teams else frozenset())
        own = _own_lines(facts, teams, ranks, dialect)
        others = [line for line in lines if line[:3] not in dropped] or [PLAYERS]
        text = _join_lines(records, players, [*others, *own])
        read = _read_again(text)
    said = read or reader.Tournament(plain_event(facts), None, ())
    comments = setting_lines(facts, teams, said.crosstable, said.teams, with_lots="LOTS" in header.order)
    return text + "".join(f"{line}\n" for line in comments)


def _own_lines(facts: Crosstable, teams: Crosstable | None, ranks: Mapping[int, int] | None, dialect: str) -> list[str]:
    """Return the records of an event's teams and matches, without teams those of decided games."""
    if teams is None:
        return list(decision_records(facts))
    return team_lines(event_of(teams), facts, ranks) if dialect == TRF26 else roster_lines(event_of(teams))


def plain_event(facts: Crosstable) -> Crosstable:
    """Return what the date of an event says about its settings, without players."""
    return Crosstable({}, {}, 0, edition=edition_in_force(read_day(facts.starts_on)))


def _sound_lines(lines: Sequence[str], scheme: Scheme) -> list[str]:
    """Return the kept lines without points that are malformed, or that other programs would take for the event's."""
    foreign = [Line(number, line) for number, line in enumerate(lines, start=1) if line[:3] in FOREIGN_RECORDS]
    agrees = not foreign or read_scheme(foreign, Oddities(lenient=True)) == scheme
    return [
        line
        for line in lines
        if (line[:3] != "162" or is_in_columns(line)) and (line[:3] not in FOREIGN_RECORDS or agrees)
    ]


def _read_again(text: str) -> reader.Tournament | None:
    try:
        return reader.read(text)
    except Refusal:
        return None


def _agrees_with(read: reader.Tournament, facts: Crosstable, teams: Crosstable | None) -> bool:
    """Return whether a file was read with these games and points, or with these teams and matches."""
    if teams:
        return read.teams is not None and _comparable(event_of(read.teams)) == _comparable(event_of(teams))
    results = {number: [_as_records_say(game) for game in own] for number, own in facts.games.items()}
    as_read = {number: list(own) for number, own in read.crosstable.games.items()}
    return (as_read, read.crosstable.adjustments) == (results, facts.adjustments)


def _as_records_say(game: Game) -> Game:
    return game._replace(own_score=None, opponent_score=None, penalty=0, board=None)


def _comparable(event: TeamEvent) -> tuple[object, ...]:
    """Return what records can say about teams and matches: all but the colour of a match without a played board."""
    played = {n: [m._replace(colour=Colour.NONE) for m in matches] for n, matches in event.matches.items()}
    scheme = event.scheme
    return event.teams, played, scheme.boards, scheme.match[:3], scheme.worth(Kind.PAB)


def _as_boards(facts: Crosstable, event: TeamEvent) -> Crosstable:
    """Return the players of teams with the letters of boards: an empty board is won or lost by forfeit.

    In a match that was forfeited without boards, or with an empty seat, players who did not play have letters too:
    gacrux also counts the boards of such a match, and needs a game for each seat.
    """
    letters = {"F": "+", "Z": "-"}
    games = {
        n: tuple(g._replace(letter=letters.get(g.letter, g.letter)) for g in own) for n, own in facts.games.items()
    }
    for number, team in event.teams.items():
        for match in event.matches.get(number, ()):
            for player, idle in _idle_games(match, team, event):
                own = games.get(player, ())
                if match.round not in {game.round for game in own}:
                    games[player] = tuple(sorted((*own, idle), key=lambda game: game.round))
    return facts._replace(games=games)


def _idle_games(match: Match, team: Team, event: TeamEvent) -> Iterator[tuple[int, Game]]:
    """Yield (player, game) for the members of a team, in a match in which seats stayed empty.

    If the team won by forfeit without boards, the first members win on each board.
    """
    boards, is_full = event.scheme.boards, all(board.player is not None for board in match.boards)
    if match.opponent is None or (is_full and (match.boards or match.kind not in FORFEITS)):
        return
    is_won = match.kind == Kind.FORFEIT_WIN and not match.boards
    lost = Game(match.round, None, Colour.NONE, Kind.FORFEIT_LOSS, ZERO, letter="-")
    won = lost._replace(kind=Kind.FORFEIT_WIN, points=event.scheme.game.win, letter="+")
    for place, player in enumerate(team.players, start=1):
        yield player, won if is_won and place <= boards else lost


def _join_lines(records: Sequence[Record], players: Sequence[str], lines: Sequence[str]) -> str:
    """Merge an event's records and players into the kept lines.

    A record replaces the kept line with its code; without one it goes before the first line with a higher code.
    """
    pending = {record.code: record for record in records}
    top: list[str] = []
    bottom: list[str] = []
    part = top
    for line in lines or [PLAYERS]:
        if line == PLAYERS:
            part = bottom
        elif line[:3] not in pending or _agrees(pending[line[:3]], line):
            pending.pop(line[:3], None)
            part.append(line)
        elif text := pending.pop(line[:3]).text:
            part.append(f"{line[:3]} {text}")
    for record in pending.values():
        if record.text:
            places = (at for at, line in enumerate(top) if line[:3].isdigit() and line[:3] > record.code)
            top.insert(next(places, len(top)), f"{record.code} {record.text}")
    return "\n".join(write_line(line) for line in (*top, *players, *bottom)) + "\n"


def _agrees(record: Record, line: str) -> bool:
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
        ("132", write_round_days(header.days), read_round_days),
    ):
        if text:  # an event without them leaves the file's own
            yield Record(code, text, meaning)
    rated = sum(player.rating is not None for player in facts.players.values())
    yield Record("062", str(len(facts.players)), _count)
    yield Record("072", str(rated), lambda text: "rated")  # files count by FIDE's list, so their own number stays
    if teams:
        yield Record("082", str(len(teams.players)), _count)
    yield Record("092", (TEAM_SYSTEMS if teams else SYSTEMS)[facts.system], system_of)
    if dialect == TRF26:
        yield Record("142", str(facts.rounds), _count)
    unknown = has_unknown_results(facts)
    points = scheme_record(facts.scheme, unknown)[4:]  # in its columns
    yield Record("162", points if unknown or facts.scheme != Scheme() else "", _scheme)
    if teams and dialect == TRF26:
        yield Record("192", TEAM_CODES.get((facts.system, teams.score), ""), _primary)
    if header.order:
        yield from _order(header.order, lines)
    yield Record("XXR", str(facts.rounds), _count)


def _order(order: str, lines: Sequence[str]) -> Iterator[Record]:
    """Yield the order of criteria as record 212, unless a kept record 202 says the same."""
    after_points = Record("202", order.removeprefix("PTS,"), _criteria)
    kept = [line for line in lines if line[:3] == "202"]
    if kept and order.startswith("PTS,") and all(_agrees(after_points, line) for line in kept):
        return
    yield Record("202", "", len)  # two different records would be ambiguous
    yield Record("212", order, _criteria)


def _criteria(order: str) -> list[str]:
    return [chosen.notation for chosen in read_order(order, of_teams=True)]


def _players(facts: Crosstable, ranks: Mapping[int, int] | None) -> Iterator[str]:
    """Yield the records 001 of all players, by number."""
    points, last = {number: facts.total_points(number) for number in facts.players}, facts.find_early_withdrawals()
    strength = {number: (number not in last, own) for number, own in points.items()}
    places = ranks or find_places(strength)
    for number in sorted(facts.players):
        yield player_line(facts, number, points[number], places.get(number, 0))


def _primary(text: str) -> str:
    return primary_score([Line(1, f"192 {text}")])


def _count(text: str) -> int:
    """Read a number written as `284` or as `284 (146)`."""
    return int(text.split()[0]) if text else 0


def _day(text: str) -> object:
    """Return the date in a text, and any other text unchanged."""
    return read_day(text) or text


def _scheme(text: str) -> Scheme:
    return scheme_of(Line(1, f"162 {text}")) if text else Scheme()
