"""What the log of a team event tells beside that of players, taken back: its teams, line-ups and matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tiebreaks.crosstable import Colour
from tournaments.domain.results import Result
from tournaments.models import LogEntry, Team
from tournaments.queries import team_facts
from tournaments.queries.team_facts import Known

if TYPE_CHECKING:
    from tournaments.history.facts import Facts

type Told = Mapping[str, Any]  # a match as `actions.matches.told` keeps it
type Noted = dict[int, dict[str, Any]]  # what was noted about each player of a round

NOTED = ("penalty", "deduction")


def known(facts: Facts) -> Known:
    """Return the teams. Raise KeyError where the event has none any more."""
    if facts.teams is None:
        raise KeyError("teams")
    return facts.teams


def ending(facts: Facts, entry: LogEntry) -> None:
    """Let a match be open or decided as it was."""
    for told in (entry.before, entry.after):
        told["boards"]  # older lines tell no boards: a gap
    put_back(facts, [entry.after], [entry.before])


def put_back(facts: Facts, after: Sequence[Told], before: Sequence[Told]) -> None:
    """Put some matches of a round in the place of others; what was noted about players goes where they sit."""
    noted = {number: own for match in after for number, own in noted_in(facts, match["round"]).items()}
    keys = {
        (match["round"], board["board"]): taken(facts, match, board) for match in after for board in match["boards"]
    }
    for match in after:
        forget(known(facts), match)
    for match in before:
        meet(known(facts), match)
        for board in match["boards"]:
            place = match["round"], board["board"]
            facts.games[keys.get(place, place)] = row_of(match["round"], board, noted)


def noted_in(facts: Facts, round: int) -> Noted:
    """Return what was noted about the players who sit at the boards of a round."""
    return {
        row[side]: {name: row[f"{side}_{name}"] for name in NOTED}
        for row in facts.games.values()
        for side in ("white", "black")
        if row["round"] == round and row[side] is not None
    }


def taken(facts: Facts, match: Told, board: Told) -> Any:
    """Take the game of a board away and return its key. Raise KeyError where there is none."""
    place = match["round"], board["board"]
    key = next((key for key, row in facts.games.items() if (row["round"], row["board"]) == place), None)
    facts.games.pop(key)
    return key


def row_of(round: int, board: Told, noted: Noted) -> dict[str, Any]:
    """Return the game of a board with what was noted about its players."""
    row = {"round": round, "white_score": None, "black_score": None}
    row |= {name: board[name] for name in ("board", "white", "black", "result")}
    for side in ("white", "black"):
        own = noted.get(board[side], {})
        row |= {f"{side}_{name}": own.get(name, 0) for name in NOTED}
    return row


def forget(teams: Known, match: Told) -> None:
    """Take a match or a bye out of what is known of a round."""
    for said in teams.meetings:
        for team in match["teams"]:
            said.pop((team, match["round"]), None)


def meet(teams: Known, match: Told) -> None:
    """Add a match with its line-ups, or a bye."""
    round, (first, *second), end = match["round"], match["teams"], match["end"]
    if not second:
        return teams.meetings.rest(round, first, end)
    teams.meetings.meet(round, first, *second, end)
    side_of = {player: team for team in match["teams"] for player in teams.members.get(team, ())}
    for board in match["boards"]:
        for player in (board["white"], board["black"]):
            if player in side_of:
                sitting = teams.meetings.line_ups.setdefault((side_of[player], round), {})
                sitting[board["match_board"]] = player


def line_up(facts: Facts, entry: LogEntry) -> None:
    """Seat a team as it sat before; the boards that changed had no result."""
    teams, round, table = known(facts), entry.before["round"], entry.before["table"]
    turn = entry.before["team"], round
    was, now = ({int(board): number for board, number in of["seats"].items()} for of in (entry.before, entry.after))
    if teams.meetings.line_ups.get(turn, {}) != now:
        raise KeyError(turn)
    theirs = teams.meetings.line_ups.get((teams.meetings.opponents[turn], round), {})
    is_first, noted = teams.meetings.colours[turn] == Colour.WHITE, noted_in(facts, round)
    for board, colour in enumerate(team_facts.colours(facts.event), start=1):
        mine, other = was.get(board), theirs.get(board)
        if mine != now.get(board):
            place = (table - 1) * facts.event.team_boards + board
            seat(facts, round, place, *((mine, other) if is_first == (colour == "W") else (other, mine)), noted)
    teams.meetings.line_ups[turn] = was


def seat(facts: Facts, round: int, place: int, white: int | None, black: int | None, noted: Noted) -> None:
    """Seat two players at a board, or nobody; one who sits alone has won it."""
    here = next((key for key, row in facts.games.items() if (row["round"], row["board"]) == (round, place)), None)
    facts.games.pop(here, None)
    sitting = [player for player in (white, black) if player]
    if sitting:
        result = Result.OPEN if len(sitting) == 2 else Result.FULL_POINT_BYE
        seats = {"white": sitting[0], "black": sitting[1] if len(sitting) == 2 else None}
        facts.games[here or (round, place)] = row_of(round, {"board": place, "result": result.value, **seats}, noted)


def change(facts: Facts, entry: LogEntry) -> None:
    """Give a team its name and its list back; one that was removed takes part again."""
    teams, told = known(facts), entry.before
    row = teams.rows.get(told["team"]) or Team(number=told["team"])
    row.name, row.short_name = told["name"], told["short_name"]
    teams.rows[told["team"]], teams.members[told["team"]] = row, list(told["players"])


def addition(facts: Facts, entry: LogEntry) -> None:
    """Let a new team take no part yet."""
    teams, number = known(facts), entry.after["team"]
    teams.rows.pop(number, None)
    teams.members.pop(number, None)


def numbering(facts: Facts, entry: LogEntry) -> None:
    """Give all teams their old numbers again; no round was paired."""
    teams = known(facts)
    old = dict(enumerate(entry.after["renumbered"], start=1))
    facts.teams = teams._replace(rows=moved(teams.rows, old), members=moved(teams.members, old))


def moved[Fact](facts: Mapping[int, Fact], old: Mapping[int, int]) -> dict[int, Fact]:
    """Return what is known of teams under their old numbers, in the order of these."""
    found = {old[number]: fact for number, fact in facts.items()}
    return {number: found[number] for number in sorted(found)}
