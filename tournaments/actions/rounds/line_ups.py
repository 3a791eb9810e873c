"""Set the line-ups of matches, and undo changes of a match sheet."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access import policy
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.decisions import CHANGED_MEANWHILE
from tournaments.actions.desk.entry import ENDED, OLD_ROUND
from tournaments.actions.desk.undo import NOTHING_TO_UNDO
from tournaments.actions.players.enrolment import read_team_list
from tournaments.actions.rounds.team_match_ends import end_match
from tournaments.actions.rounds.team_matches import NO_MATCH, find_match, make_boards, read_decisions
from tournaments.actions.writing import Actor, record, unseen_version, writing
from tournaments.domain.desk.results import Result
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Game, Player, Team, TeamMatch
from tournaments.queries.event.progress import read_progress
from tournaments.queries.rounds.line_ups import read_last_change, read_seated_players

NOT_ITS_PLAYER = sentence("line-up-stranger", gettext_noop("Board {board}: number {number} does not play for {team}."))
SEATED_TWICE = sentence(
    "line-up-twice", gettext_noop("Board {board}: {player} already sits at another board of {team}.")
)
OUT_OF_ORDER = sentence(
    "line-up-order",
    gettext_noop("Board {board}: {player} stands before {above} in the list of {team} and must sit at a higher board."),
)
HAS_RESULT = sentence("line-up-result", gettext_noop("Board {board} has a result: clear it before the seats change."))
NO_BOARD = sentence("line-up-board", gettext_noop("A match has boards 1 to {boards}, not {board}."))

type Seats = Mapping[int, int | None]  # the number of the player at each board, None for nobody


def set_line_up(
    event: Event, round_number: int, table: int, team: int, seats: Seats, by: Actor, seen: Seats | None = None
) -> None:
    """Set the line-up of one team of a match. Boards that change must have no result. Raise Refusal.

    `seen` is the line-up that the change was made from; nothing is overwritten if it has changed since.
    """
    with writing(event) as event:
        match = find_match(event, round_number, table)
        side, other = find_teams(match, team)
        if match.end:
            raise Refusal(ENDED, field="end")
        wanted = check_seats(event, side, seats)
        seated = read_seated_players(match)
        mine, theirs = (
            {board: sides[each.pk] for board, sides in seated.items() if each.pk in sides} for each in (side, other)
        )
        if seen is not None and {b: number for b, number in seen.items() if number} != numbers_by_board(mine):
            raise Refusal(CHANGED_MEANWHILE, field="seen")
        changed = {b for b in range(1, event.team_boards + 1) if mine.get(b) != wanted.get(b)}
        if not changed:
            return
        check_round(event, round_number, by)
        check_open(match, changed)
        reseat_players(event, match, changed, *((wanted, theirs) if side == match.first else (theirs, wanted)))
        place = {"round": round_number, "table": table, "team": team}
        before, after = ({**place, "seats": write_seats(sitting)} for sitting in (mine, wanted))
        record(event, by, LogAction.LINE_UP, before=before, after=after)


def find_teams(match: TeamMatch, number: int) -> tuple[Team, Team]:
    """Return a team of a match and the other one. Raise Refusal where it plays no match there."""
    first, second = match.first, match.second
    if second is None or number not in (first.number, second.number):
        raise Refusal(NO_MATCH, field="table", table=match.table, round=match.round.number)
    return (first, second) if number == first.number else (second, first)


def numbers_by_board(sitting: Mapping[int, Player]) -> dict[int, int]:
    return {board: player.number for board, player in sitting.items()}


def write_seats(sitting: Mapping[int, Player]) -> dict[str, int]:
    """Return a line-up as the log has it."""
    return {str(board): number for board, number in sorted(numbers_by_board(sitting).items())}


def check_open(match: TeamMatch, boards: Iterable[int]) -> None:
    """Raise Refusal where one of some boards has a result."""
    for game in match.games.filter(match_board__in=boards):
        if game.black_id is not None and game.result != Result.OPEN:
            raise Refusal(HAS_RESULT, field=f"board {game.match_board}", board=game.match_board)


def check_round(event: Event, round_number: int, by: Actor) -> None:
    """Refuse changes before the previous round, except by those who may correct old rounds."""
    if round_number < read_progress(staff_reader(event)).round - 1 and not policy.may(
        by.user, event, policy.CORRECT_OLD
    ):
        raise Refusal(OLD_ROUND, field="seat", round=round_number)


def reseat_players(
    event: Event, match: TeamMatch, changed: set[int], first: Mapping[int, Player], second: Mapping[int, Player]
) -> None:
    """Store the boards that change. A board keeps its row, so that an entry on the old one is a conflict."""
    games = {game.match_board: game for game in match.games.all()}
    stays = [games[board] for board in sorted(changed & set(games))]
    wanted = [g for g in make_boards(event, match, first, second, 0, read_decisions(stays)) if g.match_board in changed]
    Game.objects.filter(pk__in=[game.pk for game in stays]).delete()  # so that nobody sits twice meanwhile
    for game in wanted:
        old = games.get(game.match_board)
        game.pk, game.version = (old.pk, old.version + 1) if old else (None, unseen_version(event))
    Game.objects.bulk_create(wanted)


def check_seats(event: Event, team: Team, seats: Seats) -> dict[int, Player]:
    """Return the players at their boards. Raise Refusal for other players, players seated twice, and unknown boards."""
    players = {player.number: player for player in team.players.all()}
    wanted: dict[int, Player] = {}
    for board, number in seats.items():
        if not 1 <= board <= event.team_boards:
            raise Refusal(NO_BOARD, field="board", board=board, boards=event.team_boards)
        if number is None:
            continue
        if number not in players:
            raise Refusal(NOT_ITS_PLAYER, field=f"board {board}", board=board, number=number, team=team.name)
        if players[number] in wanted.values():
            name = players[number].name
            raise Refusal(SEATED_TWICE, field=f"board {board}", board=board, player=name, team=team.name)
        wanted[board] = players[number]
    if event.team_rules.line_up_in_order:
        check_order(team, wanted)
    return wanted


def check_order(team: Team, wanted: Mapping[int, Player]) -> None:
    """Raise Refusal at the first board whose player comes before the player of the previous board in the list."""
    places = {player: place for place, player in enumerate(read_team_list(team))}
    for (_board, above), (board, player) in pairwise(sorted(wanted.items())):
        if places[player] < places[above]:
            names: dict[str, Any] = {"player": player.name, "above": above.name, "team": team.name}
            raise Refusal(OUT_OF_ORDER, field=f"board {board}", board=board, **names)


def undo_sheet(event: Event, round_number: int, table: int, by: Actor, seen: int | None = None) -> None:
    """Undo the last change of a match sheet: a line-up, or the end of the match without play. Raise Refusal.

    The undo is a change too: undoing it restores what was undone. `seen` is the key of the change to undo, so that a
    button pressed twice undoes once.
    """
    last = read_last_change(event, round_number, table)
    if last is None:
        raise Refusal(NOTHING_TO_UNDO)
    if seen is not None and seen != last.pk:
        raise Refusal(CHANGED_MEANWHILE, field="seen")
    before = last.old_values
    if last.action == LogAction.MATCH_END:
        end_match(event, round_number, table, before["end"], by, "taken back")
    else:
        seats, now = ({int(board): number for board, number in of["seats"].items()} for of in (before, last.new_values))
        set_line_up(event, round_number, table, before["team"], seats, by, seen=now)
