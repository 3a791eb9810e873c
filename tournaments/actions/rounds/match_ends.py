"""Matches that are decided without play, and played after all: their boards stay, with everything noted there."""

from typing import Any

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.desk.entry import REASON_NEEDED
from tournaments.actions.rounds.matches import find_match, has_result, match_facts, seat_teams
from tournaments.actions.writing import Actor, record, unseen_version, writing
from tournaments.domain.log_actions import LogAction
from tournaments.domain.results import Result
from tournaments.models import Event, Game, LogEntry, Match, Player
from tournaments.operation import backups
from tournaments.queries.round_pairing import ENDS

NO_END = sentence("match-end-unknown", gettext_noop("“{end}” is not a way to end a match without play."))
PLAYED = sentence("match-played", gettext_noop("Boards of this match have results: clear them first."))

KEPT = ("result", "is_adjourned")  # what the end of a match puts aside on its boards


def end_match(event: Event, round: int, table: int, end: str, by: Actor, reason: str) -> None:
    """Decide a match without play, or with "" let its boards count again. Raise Refusal.

    Its boards are won and lost by forfeit then, so that who may not see results of the round sees them open as before.
    """
    if end not in ENDS.values():
        raise Refusal(NO_END, field="end", end=end)
    if not reason.strip():
        raise Refusal(REASON_NEEDED, field="reason")
    with writing(event) as event:
        match = find_match(event, round, table)
        if match.end == end:
            return
        if not match.end and has_result(match):
            raise Refusal(PLAYED, field="end")
        here = Match.objects.filter(pk=match.pk)
        (before,) = match_facts(here)
        match.end = end
        match.save(update_fields=["end"])
        if match.games.exists():
            decide_boards(event, match)
        elif not end:
            seat_teams(event, match, unseen_version(event), read_seats_before(event, match))
        (after,) = match_facts(here)
        record(event, by, LogAction.MATCH_END, before=before, after=after, reason=reason)
        if end:
            backups.ask_after_round(event, match.round)


def decide_boards(event: Event, match: Match) -> None:
    """Write on each board who has won it by forfeit, or what stood there before the match was ended."""
    before = read_boards_before(event, match)
    games = list(match.games.select_related("white"))
    for game in games:
        for name in KEPT:
            setattr(game, name, before.get(game.match_board, {}).get(name, getattr(game, name)))
        if match.end:
            game.result, game.is_adjourned = forfeit_result(game, match), False
        game.version += 1
    Game.objects.bulk_update(games, [*KEPT, "version"])


def forfeit_result(game: Game, match: Match) -> str:
    """Return the result of a board by the end of its match: who sits alone keeps it unless his team has lost."""
    own, other = match.end if game.white.team_id == match.first_id else match.end[::-1]
    if game.black_id:
        return own + other
    return game.result if own == "+" else Result.ABSENT


def read_boards_before(event: Event, match: Match) -> dict[int, dict[str, Any]]:
    """Return what stood on the boards of a match before it was ended, as the log tells; nothing if it was not."""
    last = last_end(event, match, before__end="")
    return {board["match_board"]: board for board in last.before["boards"]} if last and "boards" in last.before else {}


def read_seats_before(event: Event, match: Match) -> dict[int, dict[int, Player]]:
    """Return who sat at the boards of a match whose end took them away, as it once did: by team and board."""
    last = last_end(event, match)
    kept = (last.before.get("seats") if last else None) or {}
    found = {}
    for team in (match.first, match.second):
        players = {player.number: player for player in team.players.all()}
        seats = kept.get(str(team.number), {})
        found[team.pk] = {int(board): players[number] for board, number in seats.items() if number in players}
    return found


def last_end(event: Event, match: Match, **facts: Any) -> LogEntry | None:
    """Return the newest line of the log about the end of a match. One question."""
    place = {"after__round": match.round.number, "after__table": match.table}
    return event.log.filter(action=LogAction.MATCH_END, **place, **facts).order_by("-pk").first()
