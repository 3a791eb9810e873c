"""Read the records of team events, which turn the players' games into a crosstable of teams.

These are 310 (teams; in TRF16 record 013, which numbers them by their order), 300 (line-ups), 240 and 320 (byes),
330 (forfeited matches), 299 (decided points of single matches), 352 (colour pattern), 362 (match points) and 192 (which
score comes first). Records 801 and 802 are ignored: they only repeat what the players' games say.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Colour, Kind, Scheme
from tiebreaks.facts.invisible import drop_invisible
from tiebreaks.facts.line_ups import Forfeit, LineUp, Matches, TeamRound
from tiebreaks.facts.size import MOST_ROUNDS
from tiebreaks.facts.team_crosstable import average_rating, team_crosstable
from tiebreaks.facts.teams import TWO_ONE_ZERO, Team, TeamEvent, TeamScheme, Worth
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.declared import Declared
from tiebreaks.trf.line import NAME_WANTED, OWN_OPPONENT, TWICE, Line, read_points, read_whole_number
from tiebreaks.trf.oddities import STRICT, Oddities
from tiebreaks.trf.reserves import add_reserves

UNKNOWN_PLAYER = sentence("unknown-player", gettext_noop("Player {number} is not in the file."))
UNKNOWN_TEAM = sentence("unknown-team", gettext_noop("Team {number} is not in the file."))
IN_TWO_TEAMS = sentence("in-two-teams", gettext_noop("Player {number} is already in team {team}."))
NOT_A_MEMBER = sentence("not-a-member", gettext_noop("Player {number} is not in team {team}."))
BAD_COLOURS = sentence("bad-colours", gettext_noop("“{text}” is not a valid colour pattern such as WBWB."))
BAD_BYE_KIND = sentence("bad-bye-kind", gettext_noop("“{text}” is not a kind of bye: F, H or Z is needed."))
BAD_FORFEIT = sentence("bad-forfeit", gettext_noop("“{text}” is not a forfeited match: +-, -+ or -- is needed."))

BYES = {"F": Kind.FPB, "H": Kind.HPB, "Z": Kind.ZPB, "": Kind.ZPB}
FORFEIT_KINDS = {
    "+-": (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS),
    "-+": (Kind.FORFEIT_LOSS, Kind.FORFEIT_WIN),
    "--": (Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS),
}
POINTS = {"W": "win", "D": "draw", "L": "loss", "P": "pab"}
MOST_TEAMS, HIGHEST_NUMBER = 999, 9999


def read_teams(players: Crosstable, lines: Sequence[Line], odd: Oddities = STRICT) -> Crosstable:
    """Return the crosstable of teams, given that of the players. Raise Refusal with line and field for bad records."""
    by_code: dict[str, list[Line]] = {}
    for line in lines:
        by_code.setdefault(line.text[:3], []).append(line)
    teams, places = _check_teams(players, list(_read_team_lines(by_code, odd)), odd)
    teams = add_reserves(players, teams, places, odd)
    colours = _colours(by_code.get("352", []), odd)
    requested = _requested_byes(teams, by_code.get("240", []), odd)
    allocated, worth = _allocated_byes(teams, by_code.get("320", []), odd)
    scheme = TeamScheme(
        boards=len(colours) or _count_boards(players, teams),
        match=_match_scheme(by_code.get("362", []), odd),
        game=players.scheme,
        byes=worth,
        colours=colours,
    )
    forfeits = _forfeits(teams, by_code.get("330", []), odd)
    line_ups, opponents = _line_ups(teams, by_code.get("300", []), odd)
    has_line_ups = "310" in by_code
    played = {game.round for own in players.games.values() for game in own if game.opponent}
    last = max((*played, *(each for _, each in (*forfeits, *allocated))), default=0)
    byes = {seat: kind for seat, kind in requested.items() if seat[1] <= last}  # later ones are for rounds to come
    matches = Matches(
        players, teams, places, scheme, colours, byes | allocated, forfeits, line_ups, opponents, has_line_ups
    )
    event = TeamEvent(teams, {number: matches.of(number) for number in teams}, players.rounds, scheme)
    if "299" in by_code:
        from tiebreaks.trf.decisions import apply_match_decisions  # imported here because few files have such decisions

        event = apply_match_decisions(event, by_code["299"], odd)
    facts = team_crosstable(event, primary_score(by_code.get("192", [])))
    stated = _stated_ratings(by_code.get("310", []), odd)
    rated = {
        n: player._replace(rating=stated.get(n) or average_rating(teams[n], scheme, players))
        for n, player in facts.players.items()
    }
    return facts._replace(
        players=rated, system=players.system, edition=players.edition, name=players.name, starts_on=players.starts_on
    )


def _stated_ratings(lines: Sequence[Line], odd: Oddities) -> dict[int, int]:
    """Return the ratings of teams in records 310, by number; those left out are not among them."""
    ratings = {}
    for line in lines:
        number, text = line.text[4:7].strip(), line.text[47:53].strip()
        if number.isdecimal() and text:
            with odd.skip_unreadable():
                ratings[int(number)] = read_whole_number(line, text, "rating", 0, 4000)
    return ratings


def read_declared_teams(lines: Sequence[Line]) -> dict[int, Declared]:
    """Return the points and ranks that records 310 state, by team number."""
    return {
        int(text[4:7]): Declared(number, text[54:60].strip(), text[68:71].strip(), text[61:67].strip())
        for number, text in lines
        if text.startswith("310") and text[4:7].strip().isdecimal()
    }


def primary_score(lines: Sequence[Line]) -> str:
    """Return the primary score: "GP" for codes like FIDE_TEAM_GP and FIDE_TEAM_BAKU_GP_MP, otherwise "MP"."""
    return "GP" if any(re.search(r"_GP(_|\b)", line.text) and "_MP_GP" not in line.text for line in lines) else "MP"


def _read_team_lines(by_code: Mapping[str, Sequence[Line]], odd: Oddities) -> Iterator[tuple[Line, Team]]:
    """Yield the lines and teams of records 310 or, if there are none, of records 013."""
    for line in by_code.get("310", []):
        with odd.skip_unreadable():
            number, name = (
                read_whole_number(line, line.text[4:7], "number", 1, MOST_TEAMS),
                drop_invisible(line.text[8:40]).strip(),
            )
            yield line, Team(number, name, line.text[41:46].strip(), _numbers(line, 72, 5, odd))
    if "310" not in by_code:
        for number, line in enumerate(by_code.get("013", []), start=1):
            yield line, Team(number, drop_invisible(line.text[4:36]).strip(), "", _numbers(line, 36, 5, odd))


def _check_teams(
    players: Crosstable, listed: Sequence[tuple[Line, Team]], odd: Oddities
) -> tuple[dict[int, Team], dict[int, int]]:
    """Return the teams with valid names and members, and their line numbers, by team number."""
    teams: dict[int, Team] = {}
    places: dict[int, int] = {}
    team_of: dict[int, int] = {}
    for line, team in listed:
        number = team.number
        with odd.skip_unreadable():
            if number in teams:
                raise Refusal(TWICE, line=line.number, field="number", number=number, other=places[number])
            if not team.name:
                odd.report(Refusal(NAME_WANTED, line=line.number, field="name"))
                team = team._replace(name=f"#{number}")
            members = tuple(_members(players, line, team, team_of, odd))
            teams[number], places[number] = team._replace(players=members), line.number
    return teams, places


def _members(players: Crosstable, line: Line, team: Team, team_of: dict[int, int], odd: Oddities) -> Iterator[int]:
    """Yield the players of a team who are in the file and in no other team, and enter them in `team_of`."""
    for player in team.players:
        record = line.text[:3]
        if player not in players.players:
            odd.report(Refusal(UNKNOWN_PLAYER, line=line.number, field=record, number=player))
        elif player in team_of:
            odd.report(Refusal(IN_TWO_TEAMS, line=line.number, field=record, number=player, team=team_of[player]))
        else:
            team_of[player] = team.number
            yield player


def _colours(lines: Sequence[Line], odd: Oddities) -> str:
    """Read record 352, for example `352 WBWB`: the colour of the first team of a match on each board."""
    for line in lines:
        text = line.text[3:].strip().upper()
        if re.fullmatch("[WB]{1,99}", text):
            return text
        odd.report(Refusal(BAD_COLOURS, line=line.number, field="352", text=text))
    return ""


def _count_boards(players: Crosstable, teams: Mapping[int, Team]) -> int:
    """Count the boards of the longest match, for files without a colour pattern."""
    counts = Counter(
        (number, game.round)
        for number, team in teams.items()
        for player in team.players
        for game in players.games[player]
        if game.opponent is not None
    )
    return max(counts.values(), default=1)


def _match_scheme(lines: Sequence[Line], odd: Oddities) -> Scheme:
    """Read record 362, for example `362 TW 2.0   TD 1.0   TL 0.0`."""
    values = {}
    for line in lines:
        for letter, text in re.findall(r"T?([WDLP])\s*(\S+)", line.text[3:]):
            with odd.skip_unreadable():
                values[POINTS[letter]] = read_points(line, text, f"362 {letter}")
    return TWO_ONE_ZERO._replace(**values)


def _requested_byes(teams: Mapping[int, Team], lines: Sequence[Line], odd: Oddities) -> dict[TeamRound, Kind]:
    """Read records 240: kind of bye, round, teams."""
    byes: dict[TeamRound, Kind] = {}
    for line in lines:
        with odd.skip_unreadable():
            letter = line.text[4:5].strip().upper()
            if letter not in BYES:
                raise Refusal(BAD_BYE_KIND, line=line.number, field="240", text=letter)
            round_number = read_whole_number(line, line.text[6:9], "round", 1, MOST_ROUNDS)
            byes |= {
                (_check_team_number(line, number, teams), round_number): BYES[letter]
                for number in _numbers(line, 9, 5, odd)
            }
    return byes


def _allocated_byes(
    teams: Mapping[int, Team], lines: Sequence[Line], odd: Oddities
) -> tuple[dict[TeamRound, Kind], dict[Kind, Worth]]:
    """Read records 320: the points of a bye in both scores, then the team that had it in each round."""
    byes: dict[TeamRound, Kind] = {}
    worth: dict[Kind, Worth] = {}
    for line in lines:
        with odd.skip_unreadable():
            worth[Kind.PAB] = Worth(
                read_points(line, line.text[4:8], "320 MP"), read_points(line, line.text[9:13], "320 GP")
            )
        for round_number, start in enumerate(range(13, len(line.text), 4), start=1):
            with odd.skip_unreadable():
                if line.text[start : start + 4].strip(" 0"):
                    byes[_read_team_number(line, start, 4, teams), round_number] = Kind.PAB
    return byes, worth


def _forfeits(teams: Mapping[int, Team], lines: Sequence[Line], odd: Oddities) -> dict[TeamRound, Forfeit]:
    """Read records 330: result, round, the team with White, the team with Black."""
    forfeits = {}
    for line in lines:
        with odd.skip_unreadable():
            kinds = FORFEIT_KINDS.get(line.text[4:6])
            if kinds is None:
                raise Refusal(BAD_FORFEIT, line=line.number, field="330", text=line.text[4:6])
            round_number = read_whole_number(line, line.text[7:10], "round", 1, MOST_ROUNDS)
            white, black = _read_team_number(line, 11, 3, teams), _read_team_number(line, 15, 3, teams)
            _check_different(line, white, black)
            forfeits[white, round_number] = Forfeit(black, kinds[0], Colour.WHITE)
            forfeits[black, round_number] = Forfeit(white, kinds[1], Colour.BLACK)
    return forfeits


def _line_ups(
    teams: Mapping[int, Team], lines: Sequence[Line], odd: Oddities
) -> tuple[dict[TeamRound, LineUp], dict[TeamRound, int]]:
    """Read records 300: round, team, its opponent and the player on each board, 0 for nobody.

    Return the line-ups, and the opponents that they name: if no board was played, no other record does.
    """
    line_ups: dict[TeamRound, LineUp] = {}
    opponents: dict[TeamRound, int] = {}
    for line in lines:
        with odd.skip_unreadable():
            round_number, number = (
                read_whole_number(line, line.text[4:7], "round", 1, MOST_ROUNDS),
                _read_team_number(line, 8, 3, teams),
            )
            opponent = _read_team_number(line, 12, 3, teams)
            _check_different(line, number, opponent)
            line_up = _line_up(line, teams[number])
            opponents |= {(number, round_number): opponent, (opponent, round_number): number}
            line_ups[number, round_number] = line_up
    return line_ups, opponents


def _line_up(line: Line, team: Team) -> LineUp:
    cells = [line.text[at : at + 5] for at in range(15, len(line.text), 5)]
    seats = enumerate((read_whole_number(line, cell, "300", 0, HIGHEST_NUMBER) for cell in cells), start=1)
    line_up = {board: player for board, player in seats if player}
    for player in line_up.values():
        if player not in team.players:
            raise Refusal(NOT_A_MEMBER, line=line.number, field="300", number=player, team=team.number)
    return line_up


def _numbers(line: Line, start: int, width: int, odd: Oddities) -> tuple[int, ...]:
    """Read the numbers in columns of one width, from column `start` (from 0) to the end, skipping blanks."""
    numbers = []
    for cell in (line.text[at : at + width] for at in range(start, len(line.text), width)):
        if cell.strip():
            with odd.skip_unreadable():
                numbers.append(read_whole_number(line, cell, line.text[:3], 1, HIGHEST_NUMBER))
    return tuple(numbers)


def _read_team_number(line: Line, start: int, width: int, teams: Mapping[int, Team]) -> int:
    return _check_team_number(
        line, read_whole_number(line, line.text[start : start + width], line.text[:3], 1, MOST_TEAMS), teams
    )


def _check_different(line: Line, number: int, opponent: int) -> None:
    if number == opponent:
        raise Refusal(OWN_OPPONENT, line=line.number, field=line.text[:3], number=number)


def _check_team_number(line: Line, number: int, teams: Mapping[int, Team]) -> int:
    if number not in teams:
        raise Refusal(UNKNOWN_TEAM, line=line.number, field=line.text[:3], number=number)
    return number
