"""Undo what the log says of teams, their line-ups and their matches."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from tiebreaks.facts.games import Colour
from tournaments.domain.desk.results import Result
from tournaments.domain.event.log_values import LoggedMatch
from tournaments.history.rewound import SIDES, LogGap, RewoundEvent, Row
from tournaments.models import LogEntry, Team
from tournaments.queries.standings import team_crosstable

type Decisions = dict[int, dict[str, Any]]  # the penalty and the deduction of each player of a round


def undo_end(rewound: RewoundEvent, entry: LogEntry) -> None:
    """Let a match be open or decided as it was before. Lines of older releases hold no boards: a gap."""
    if "boards" not in entry.old_values or "boards" not in entry.new_values:
        raise LogGap
    before, after = cast(LoggedMatch, entry.old_values), cast(LoggedMatch, entry.new_values)
    replace_matches(rewound, [after], [before])


def replace_matches(rewound: RewoundEvent, after: Sequence[LoggedMatch], before: Sequence[LoggedMatch]) -> None:
    """Restore earlier matches of a round; decisions about players stay with the players."""
    decisions: Decisions = {}
    for match in after:
        decisions |= rewound.read_decisions(match["round"])
    keys = {
        (match["round"], board["board"]): remove_game(rewound, match["round"], board["board"])
        for match in after
        for board in match["boards"]
    }
    for match in after:
        remove_match(rewound.require_teams(), match)
    for match in before:
        add_match(rewound.require_teams(), match)
        for board in match["boards"]:
            place = match["round"], board["board"]
            rewound.games[keys.get(place, place)] = make_row(match["round"], board, decisions)


def remove_game(rewound: RewoundEvent, round_number: int, board: int | None) -> Any:
    """Remove the game at a board and return its key. Raise Gap where there is none."""
    key = rewound.find_key(round_number, board)
    if key is None:
        raise LogGap
    del rewound.games[key]
    return key


def make_row(round_number: int, board: Mapping[str, Any], decisions: Decisions) -> Row:
    """Return the game of a board with the decisions about its players."""
    row: Row = {"round": round_number, "decided_points": board.get("decided_points", "")}
    row |= {name: board.get(name) for name in ("white_score", "black_score")}  # older lines have no scores
    row |= {name: board[name] for name in ("board", "white", "black", "result")}
    for side in SIDES:
        decided = decisions.get(board[side], {})
        row |= {f"{side}_{name}": decided.get(name, 0) for name in ("penalty", "deduction")}
    return row


def remove_match(teams: team_crosstable.StoredTeams, match: LoggedMatch) -> None:
    """Remove a match or a bye from its round."""
    for by_turn in teams.meetings:
        for team in match["teams"]:
            by_turn.pop((team, match["round"]), None)


def add_match(teams: team_crosstable.StoredTeams, match: LoggedMatch) -> None:
    """Add a match with its line-ups, or a bye."""
    round_number, end = match["round"], match["end"]
    if len(match["teams"]) == 1:
        teams.meetings.rest(round_number, match["teams"][0], end)
        return
    first, second = match["teams"]
    teams.meetings.meet(round_number, first, second, end)
    team_of = {player: team for team in match["teams"] for player in teams.members.get(team, ())}
    for board in match["boards"]:
        for player in (board["white"], board["black"]):
            if player in team_of:
                line_up = teams.meetings.line_ups.setdefault((team_of[player], round_number), {})
                line_up[board["match_board"]] = player


def undo_line_up(rewound: RewoundEvent, entry: LogEntry) -> None:
    """Seat a team as before; the boards that changed had no result."""
    teams, number, table = rewound.require_teams(), entry.old_values["round"], entry.old_values["table"]
    turn = entry.old_values["team"], number
    before, after = (
        {int(board): player for board, player in line["seats"].items()} for line in (entry.old_values, entry.new_values)
    )
    if teams.meetings.line_ups.get(turn, {}) != after:
        raise LogGap
    opponents = teams.meetings.line_ups.get((teams.meetings.opponents[turn], number), {})
    is_first, decisions = teams.meetings.colours[turn] == Colour.WHITE, rewound.read_decisions(number)
    for board, colour in enumerate(team_crosstable.find_board_colours(rewound.event), start=1):
        own, other = before.get(board), opponents.get(board)
        if own != after.get(board):
            place = (table - 1) * rewound.event.team_boards + board
            players = (own, other) if is_first == (colour == "W") else (other, own)
            seat_players(rewound, number, place, players, decisions)
    teams.meetings.line_ups[turn] = before


def seat_players(
    rewound: RewoundEvent, round_number: int, place: int, players: Sequence[int | None], decisions: Decisions
) -> None:
    """Seat two players at a board, or nobody; a player without an opponent has won."""
    key = rewound.find_key(round_number, place)
    rewound.games.pop(key, None)
    seated = [player for player in players if player]
    if not seated:
        return
    white, black = seated[0], seated[1] if len(seated) == 2 else None
    result = Result.OPEN if black else Result.FULL_POINT_BYE
    board = {"board": place, "white": white, "black": black, "result": result.value}
    rewound.games[key or (round_number, place)] = make_row(round_number, board, decisions)


def undo_change(rewound: RewoundEvent, entry: LogEntry) -> None:
    """Give a team its old name and list; a team that was removed takes part again."""
    teams, before = rewound.require_teams(), entry.old_values
    number = before["team"]
    row = teams.rows.get(number) or Team(number=number)
    row.name, row.short_name = before["name"], before["short_name"]
    teams.rows[number], teams.members[number] = row, list(before["players"])


def undo_addition(rewound: RewoundEvent, entry: LogEntry) -> None:
    teams, number = rewound.require_teams(), entry.new_values["team"]
    teams.rows.pop(number, None)
    teams.members.pop(number, None)


def undo_numbering(rewound: RewoundEvent, entry: LogEntry) -> None:
    """Give teams their old start numbers; in lines of older releases their old numbers, before any round."""
    teams = rewound.require_teams()
    if "start_numbers" in entry.old_values:
        for number, start in entry.old_values["start_numbers"].items():
            if int(number) in teams.rows:
                teams.rows[int(number)].given_number = start
        return
    old = dict(enumerate(entry.new_values["renumbered"], start=1))
    rows, members = renumber(teams.rows, old), renumber(teams.members, old)
    rewound.teams = teams._replace(rows=rows, members=members)


def renumber[Fact](rewound: Mapping[int, Fact], old: Mapping[int, int]) -> dict[int, Fact]:
    """Return facts about teams under their old numbers, in the order of these."""
    renumbered = {old[number]: fact for number, fact in rewound.items()}
    return {number: renumbered[number] for number in sorted(renumbered)}
