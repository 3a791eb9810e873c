"""Write a whole tournament file without loss: the current event, and every line of the file it was read from.

A kept line stays word for word as long as it agrees with the event; otherwise the event's own line replaces it. Lines
that events have no field for (national ratings, comments, records of other programs) stay where they were.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tiebreaks.checking.verify import find_wrong_summaries
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import ZERO, Colour, Game, Kind, Scheme
from tiebreaks.facts.scoring import draw_unknown
from tiebreaks.facts.team_crosstable import event_of
from tiebreaks.facts.teams import Match, Team, TeamEvent
from tiebreaks.refusal import Refusal
from tiebreaks.table.table import Table
from tiebreaks.trf import reader
from tiebreaks.trf.dates import edition_in_force, read_day
from tiebreaks.trf.decisions import decision_records
from tiebreaks.trf.line import Line, write_line
from tiebreaks.trf.national import is_national, national_lines
from tiebreaks.trf.oddities import Oddities
from tiebreaks.trf.points import FOREIGN_RECORDS, is_in_columns, read_scheme
from tiebreaks.trf.records import NOTHING_MORE, Header, Record, agrees, lines_of, records_of
from tiebreaks.trf.settings import MARK, setting_lines
from tiebreaks.trf.team_writer import FORFEITS, restate_team, roster_lines, scores_of, team_lines
from tiebreaks.trf.writer import TRF26, find_places, player_line

PLAYERS = "001"  # in the kept lines, this code alone marks the position of the players
DECISIONS = frozenset({"299"})
ONLY_TRF26 = reader.TEAM_RECORDS - {"013"}


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
    kept = _kept_lines(lines, facts.scheme, header.national, dialect)
    if teams:
        scores = scores_of(teams)
        kept = [restate_team(line, scores, ranks) for line in kept]
    players = _player_lines(facts, teams, ranks, header.national)
    records = list(records_of(facts, header, teams, kept, dialect))
    text = _join_lines(records, players, kept)
    read = _read_again(text)
    if read is None or not _agrees_with(read, facts, teams):
        dropped = DECISIONS | (reader.TEAM_RECORDS if teams else frozenset())
        others = [line for line in kept if line[:3] not in dropped] or [PLAYERS]
        text = _join_lines(records, players, [*others, *_own_lines(facts, teams, ranks, dialect)])
        read = _read_again(text)
    if read and read.teams:
        text = _without_wrong_summaries(text, read)
    said = read or reader.Tournament(plain_event(facts), None, ())
    comments = setting_lines(
        facts, teams, said.crosstable, said.teams, with_lots=header.with_lots or "LOTS" in header.order
    )
    return text + "".join(f"{line}\n" for line in comments)


def _kept_lines(lines: Sequence[str], scheme: Scheme, national: str, dialect: str) -> list[str]:
    """Return the kept lines that the dialect knows and that agree with the event."""
    known = [line for line in lines if dialect == TRF26 or line[:3] not in ONLY_TRF26]
    return [line for line in _sound_lines(known, scheme) if not national or not is_national(line, national)]


def _player_lines(
    facts: Crosstable, teams: Crosstable | None, ranks: Mapping[int, int] | None, national: str
) -> list[str]:
    """Return the records of all players, and those with their national facts."""
    of_players = _players(_as_boards(facts, event_of(teams)), None) if teams else _players(facts, ranks)
    return [*of_players, *(national_lines(facts, national) if national else ())]


def _without_wrong_summaries(text: str, read: reader.Tournament) -> str:
    """Return a file without the lines that only repeat others, where they don't say the same."""
    wrong = {each.line for each in find_wrong_summaries(read)}
    return "".join(line for number, line in enumerate(text.splitlines(keepends=True), 1) if number not in wrong)


def _own_lines(facts: Crosstable, teams: Crosstable | None, ranks: Mapping[int, int] | None, dialect: str) -> list[str]:
    """Return the records of an event's teams and matches, without teams those of decided games."""
    if teams is None:
        return list(decision_records(facts))
    return team_lines(teams, facts, ranks) if dialect == TRF26 else roster_lines(event_of(teams))


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

    A record replaces the kept lines with its code; without any it goes before the first line with a higher code.
    """
    kept: dict[str, list[str]] = {}
    for line in lines:
        kept.setdefault(line[:3], []).append(line[3:].strip())
    outdated = {
        each.code: each for each in records if each.code in kept and not agrees(each, "\n".join(kept[each.code]))
    }
    top: list[str] = []
    bottom: list[str] = []
    part = top
    for line in lines or [PLAYERS]:
        if line == PLAYERS:
            part = bottom
        elif line[:3] not in outdated:
            part.append(line)
        elif kept.pop(line[:3], None):  # the others with this code are left out
            part += lines_of(outdated[line[:3]])
    for record in (each for each in records if each.code not in kept and each.code not in outdated):
        places = (at for at, line in enumerate(top) if line[:3].isdigit() and line[:3] > record.code)
        at = next(places, len(top))
        top[at:at] = lines_of(record)
    return "\n".join(write_line(line) for line in (*top, *players, *bottom)) + "\n"


def _players(facts: Crosstable, ranks: Mapping[int, int] | None) -> Iterator[str]:
    """Yield the records 001 of all players, by number, with the points that they have in the table."""
    table, last, gone = Table(draw_unknown(facts).counted()), facts.find_early_withdrawals(), facts.find_expelled()
    points = {number: table.total_points(number) for number in facts.players}
    strength = {number: (number not in last, own) for number, own in points.items() if number not in gone}
    places = ranks or find_places(strength)
    for number in sorted(facts.players):
        yield player_line(facts, number, points[number], places.get(number, 0))
