"""Decide matches without play, or let them be played after all; their boards keep everything recorded there."""

from typing import Any

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.desk.entry import REASON_NEEDED
from tournaments.actions.event.kept_copies import request_copies
from tournaments.actions.rounds.team_matches import find_match, has_result, logged_matches, seat_teams
from tournaments.actions.writing import Actor, record, unseen_version, writing
from tournaments.domain.desk.results import Result
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Game, LogEntry, Player, TeamMatch
from tournaments.queries.rounds.games import count_boards
from tournaments.queries.rounds.round_pairing import MATCH_ENDS

NO_END = sentence("match-end-unknown", gettext_noop("“{end}” is not a way to end a match without play."))
PLAYED = sentence("match-played", gettext_noop("Boards of this match have results: clear them first."))

REPLACED = ("result", "is_adjourned")  # what the end of a match replaces on its boards


def end_match(event: Event, round_number: int, table: int, end: str, by: Actor, reason: str) -> None:
    """Decide a match without play, or with "" let its boards count again. Raise Refusal.

    The boards of a decided match are won and lost by forfeit. They show no more than other results of the round do.
    """
    if end not in MATCH_ENDS.values():
        raise Refusal(NO_END, field="end", end=end)
    if not reason.strip():
        raise Refusal(REASON_NEEDED, field="reason")
    with writing(event) as event:
        match = find_match(event, round_number, table)
        if match.end == end:
            return
        if not match.end and has_result(match):
            raise Refusal(PLAYED, field="end")
        row = TeamMatch.objects.filter(pk=match.pk)
        (before,) = logged_matches(row)
        match.end = end
        match.save(update_fields=["end"])
        if match.games.exists():
            decide_boards(event, match)
        elif not end:
            seat_teams(event, match, unseen_version(event), read_seats_before(event, match))
        (after,) = logged_matches(row)
        record(event, by, LogAction.MATCH_END, before=before, after=after, reason=reason)
        if end and not count_boards(event, match.round.number).open:
            request_copies(event)


def decide_boards(event: Event, match: TeamMatch) -> None:
    """Store on each board who wins it by forfeit, or its value from before the match was ended."""
    before = read_boards_before(event, match)
    games = list(match.games.select_related("white"))
    for game in games:
        for name in REPLACED:
            setattr(game, name, before.get(game.match_board or 0, {}).get(name, getattr(game, name)))
        if match.end:
            game.result, game.is_adjourned = forfeit_result(game, match), False
        game.version += 1
    Game.objects.bulk_update(games, [*REPLACED, "version"])


def forfeit_result(game: Game, match: TeamMatch) -> str:
    """Return the result of a board after the end of its match; a player alone there loses it only with their team."""
    own, other = tuple(match.end if game.white.team_id == match.first_id else match.end[::-1])
    if game.black_id:
        return own + other
    return game.result if own == "+" else Result.ABSENT


def read_boards_before(event: Event, match: TeamMatch) -> dict[int, dict[str, Any]]:
    """Return the boards of a match before it was ended, from the log; nothing if it was not ended."""
    last = last_end(event, match, before__end="")
    boards = last.old_values.get("boards", ()) if last else ()
    return {board["match_board"]: board for board in boards}


def read_seats_before(event: Event, match: TeamMatch) -> dict[int, dict[int, Player]]:
    """Return who sat at the boards of a match, by team and board, where an older release removed them at its end."""
    last = last_end(event, match)
    logged = (last.old_values.get("seats") if last else None) or {}
    found: dict[int, dict[int, Player]] = {}
    for team in filter(None, (match.first, match.second)):
        players = {player.number: player for player in team.players.all()}
        seats = logged.get(str(team.number), {})
        found[team.pk] = {int(board): players[number] for board, number in seats.items() if number in players}
    return found


def last_end(event: Event, match: TeamMatch, **facts: Any) -> LogEntry | None:
    """Return the newest line of the log about the end of a match. One query."""
    place = {"after__round": match.round.number, "after__table": match.table}
    return event.log.filter(action=LogAction.MATCH_END, **place, **facts).order_by("-pk").first()
