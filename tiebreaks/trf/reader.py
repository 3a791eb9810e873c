"""Read FIDE's tournament file (TRF16 and TRF26) into a crosstable.

Records 001 have fixed columns; the others are read as words. Records that nothing here needs are kept word for word.
A file with teams (records 310, or 013) also gives a crosstable of teams: see `tiebreaks.trf.teams`.
A strict reader refuses a file at the first oddity, with line and field; a lenient one reads what can be read and
returns the oddities as warnings.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Game
from tiebreaks.facts.invisible import drop_invisible
from tiebreaks.facts.rating_methods import METHODS, USUAL
from tiebreaks.facts.size import MOST_PLAYERS, MOST_ROUNDS, refuse_size
from tiebreaks.order.notation import read_order
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.dates import read_day
from tiebreaks.trf.declared import Declared
from tiebreaks.trf.games import check_games, read_games
from tiebreaks.trf.line import Line, content_of, read_whole_number, split_lines
from tiebreaks.trf.oddities import Oddities
from tiebreaks.trf.players import is_player, read_players, with_national_facts
from tiebreaks.trf.points import read_scheme
from tiebreaks.trf.settings import apply_settings
from tiebreaks.trf.start import read_start
from tiebreaks.trf.system import has_met_everybody, states_system, system_of

NO_PLAYERS = sentence("no-players", gettext_noop("The file has no players: it needs lines that start with 001."))
DAY_WANTED = sentence("day-wanted", gettext_noop("“{text}” is not a date such as 2026/05/01."))
OTHER_COUNT = sentence("other-count", gettext_noop("The file states {stated} here but contains {found}."))
RECOGNISED = sentence(
    "system-recognised",
    gettext_noop("The file does not name its system. Everybody has met everybody, so it is read as a round robin."),
)
TEAMS_LEFT = sentence(
    "teams-left-out",
    gettext_noop("The records of the teams contradict each other, so only the players are read. {reason}"),
)

# All records about teams and matches; 801 and 802 only repeat what the others say.
TEAM_RECORDS = frozenset({"013", "240", "300", "310", "320", "330", "352", "362", "801", "802"})


class Tournament(NamedTuple):
    """The content of a file: the facts, the order of criteria that it names (None without one), and all other lines.

    `other` has the (line number, text) of everything but players. `teams` is the crosstable of teams, None in a file
    without teams. `declared` has the stated points and rank of each player by number, `declared_teams` those of each
    team; nothing is computed from them. `first_player` is the line of the first record 001; `place` and `ends_on` are
    written as in the file. `warnings` are the oddities that a lenient reader passed over, in the order of reading.
    """

    crosstable: Crosstable
    order: str | None
    other: tuple[tuple[int, str], ...]
    teams: Crosstable | None = None
    declared: Mapping[int, Declared] = {}
    declared_teams: Mapping[int, Declared] = {}
    first_player: int = 1
    place: str = ""
    ends_on: str = ""
    warnings: tuple[Refusal, ...] = ()


def read(data: bytes | str, file: str = "", *, lenient: bool = False) -> Tournament:
    """Read a tournament file. Raise Refusal with file, line (from 1) and field if it can't be read.

    A lenient reader refuses only a file without players.
    """
    odd = Oddities(lenient)
    try:
        tournament = _read(split_lines(data, odd), odd)
    except Refusal as refusal:
        refusal.file = file
        raise
    for warning in odd.reported:
        warning.file = file
    return tournament._replace(warnings=tuple(odd.reported))


def _read(lines: list[Line], odd: Oddities) -> Tournament:
    rows = [line for line in lines if is_player(line)]
    records = {line.text[:3]: line for line in lines if line.text[:3].strip() and not is_player(line)}
    of_teams = _is_of_teams(records)
    facts, of_player = _read_facts(rows, records, lines, of_teams, odd)
    tournament = Tournament(
        facts,
        _order(records, of_teams, odd),
        tuple((line.number, drop_invisible(line.text)) for line in lines if line.text and not is_player(line)),
        declared={
            n: Declared(row.number, row.text[80:84].strip(), row.text[85:89].strip()) for n, row in of_player.items()
        },
        first_player=rows[0].number,
        place=content_of(records, "022"),
        ends_on=content_of(records, "052"),
    )
    tournament = _with_teams(tournament, records, lines, odd) if of_teams else tournament
    if "###" in records:
        facts, teams = apply_settings(tournament.crosstable, tournament.teams, lines, odd)
        tournament = tournament._replace(crosstable=facts, teams=teams)
    return tournament if states_system(_kind(records)) else _recognised(tournament, odd)


def _is_of_teams(records: Mapping[str, Line]) -> bool:
    """Return whether a file is one of teams.

    In TRF16, individual events list clubs in records 013 too: they are teams only if the type of the event says so.
    """
    return "310" in records or ("013" in records and "team" in content_of(records, "092").lower())


def _read_facts(
    rows: list[Line], records: dict[str, Line], lines: list[Line], of_teams: bool, odd: Oddities
) -> tuple[Crosstable, dict[int, Line]]:
    """Return the players with their games, and their records 001."""
    if len(rows) > MOST_PLAYERS:
        raise refuse_size(rows[MOST_PLAYERS].number, "001")
    players, of_player = read_players(rows, odd)
    if not players:
        raise Refusal(NO_PLAYERS, line=max(len(lines) - (not lines[-1].text), 1), field="001")
    scheme = read_scheme(lines, odd, of_teams=of_teams)
    said = content_of(records, "172")  # the federation in its columns, and the method
    players = with_national_facts(players, lines, said[:3].strip())
    method = said[3:].strip()
    places = {number: row.number for number, row in of_player.items()}
    games = {number: tuple(read_games(row, scheme, odd)) for number, row in of_player.items()}
    games = check_games(games, places, scheme, odd)
    start, edition = read_start(records, odd)
    games, adjustments = _with_decisions(games, lines, odd) if "299" in records and not of_teams else (games, {})
    facts = Crosstable(
        players=players,
        games=games,
        rounds=_rounds(records, games, odd),
        system=system_of(_kind(records)),
        edition=edition,
        scheme=scheme,
        name=content_of(records, "012"),
        starts_on=start,
        adjustments=adjustments,
        rating_method=method if method in METHODS else USUAL,
    )
    _check_header(records, {"062": len(players)}, odd)
    return facts, of_player


def _kind(records: dict[str, Line]) -> str:
    """Return what a file says about the type of its tournament."""
    return " ".join(content_of(records, code) for code in ("092", "192"))


def _recognised(tournament: Tournament, odd: Oddities) -> Tournament:
    """Return a tournament of an unknown system as a round robin if everybody has met everybody, and say so."""
    if not has_met_everybody(tournament.teams or tournament.crosstable):
        return tournament
    odd.note(Refusal(RECOGNISED, line=1, field="092"))
    teams = tournament.teams and tournament.teams._replace(system="round-robin")
    return tournament._replace(crosstable=tournament.crosstable._replace(system="round-robin"), teams=teams)


def _check_header(records: dict[str, Line], counts: Mapping[str, int], odd: Oddities) -> None:
    """Report dates that can't be read, and stated counts of players or teams that are wrong."""
    for code in ("042", "052"):
        if (text := content_of(records, code)) and not read_day(text):
            odd.report(Refusal(DAY_WANTED, line=records[code].number, field=code, text=text))
    for code, count in counts.items():
        stated = re.match(r"\d{1,6}\b", content_of(records, code))
        if stated and int(stated[0]) != count:
            refusal = Refusal(OTHER_COUNT, line=records[code].number, field=code, stated=int(stated[0]), found=count)
            odd.report(refusal)


def _with_decisions(games: dict[int, tuple[Game, ...]], lines: list[Line], odd: Oddities) -> tuple[Any, Any]:
    from tiebreaks.trf.decisions import apply_decisions  # imported here because few files have such decisions

    return apply_decisions(games, [line for line in lines if line.text.startswith("299")], odd)


def _with_teams(tournament: Tournament, records: dict[str, Line], lines: list[Line], odd: Oddities) -> Tournament:
    from tiebreaks.trf.teams import (
        read_declared_teams,
        read_teams,  # imported here because few files have teams
    )

    try:
        teams = read_teams(tournament.crosstable, lines, odd)
    except Refusal as refusal:
        if not odd.lenient:
            raise
        odd.report(Refusal(TEAMS_LEFT, line=refusal.line, field=refusal.field, reason=refusal))
        return tournament._replace(other=tuple(line for line in tournament.other if line[1][:3] not in TEAM_RECORDS))
    _check_header(records, {"082": len(teams.players)}, odd)
    return tournament._replace(teams=teams, declared_teams=read_declared_teams(lines))


def _rounds(records: dict[str, Line], games: dict[int, tuple[Game, ...]], odd: Oddities) -> int:
    """Return the planned number of rounds from record 142 or XXR, but at least as many as were played."""
    played = max((game.round for own in games.values() for game in own), default=0)
    line = records.get("142") or records.get("XXR")
    if line:
        with odd.skip_unreadable():
            return max(played, read_whole_number(line, line.text[3:], line.text[:3], 0, MOST_ROUNDS))
    return played


def _order(records: dict[str, Line], of_teams: bool, odd: Oddities) -> str | None:
    """Return the order of criteria: record 212 as it is, or record 202 with PTS before it.

    Unknown criteria are refused only when the order is used; a lenient reader leaves them out here.
    """
    line = records.get("212") or records.get("202")
    if line is None:
        return None
    order = line.text[4:].strip() if "212" in records else "PTS," + line.text[4:].strip()
    return _readable_criteria(order, line, of_teams, odd) if odd.lenient else order


def _readable_criteria(order: str, line: Line, of_teams: bool, odd: Oddities) -> str | None:
    readable = []
    for text in order.split(","):
        try:
            read_order(text, of_teams=of_teams)
            readable.append(text.strip())
        except Refusal as refusal:
            refusal.line, refusal.field = line.number, line.text[:3]
            odd.report(refusal)
    return ",".join(readable) or None
