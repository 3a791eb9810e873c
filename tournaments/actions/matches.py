"""Matches of teams: stored with their boards when a round is published, ended without play and played after all."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from pairing.boards import Pair
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.entry import REASON
from tournaments.actions.writing import Actor, record, unseen, writing
from tournaments.models import Event, Game, Match, MatchEnd, Player, Result, Round, Team
from tournaments.paired import ENDS
from tournaments.team_facts import colours

NO_MATCH = sentence("match-unknown", gettext_noop("There is no match {table} in round {round}."))
NO_END = sentence("match-end-unknown", gettext_noop("“{end}” is no way to end a match without play."))
PLAYED = sentence("match-played", gettext_noop("Boards of this match have results: clear them first."))


def store(
    event: Event,
    round: Round,
    pairs: Sequence[Pair],
    free: Mapping[int, str],
    absent: Collection[int] = (),
    *,
    tables: Sequence[int] = (),
    version: int = 0,
) -> None:
    """Write the matches of a round with their usual line-ups, and the teams without an opponent.

    `pairs` are the numbers of the teams, the first one having White on board 1, at `tables` or else in their order;
    `free` gives the letter of a bye.
    A team of a match that is `absent` loses it by forfeit. Runs inside the caller's transaction.
    """
    teams = {team.number: team for team in event.teams.prefetch_related("players")}
    for table, (first, second) in zip(tables or count(1), pairs, strict=False):
        end = ENDS[first in absent, second in absent]
        match = Match.objects.create(round=round, table=table, first=teams[first], second=teams[second], end=end)
        if not end:
            sit_down(event, match, version)
    Match.objects.bulk_create(
        Match(round=round, first=teams[number], end=MatchEnd(letter)) for number, letter in sorted(free.items())
    )


def sit_down(event: Event, match: Match, version: int = 0) -> None:
    """Write the boards of a match as both teams usually sit. Nobody may sit there yet.

    Where somebody sat there before, `version` is `writing.unseen`.
    """
    line_ups = usual_line_up(event, match.first), usual_line_up(event, match.second)
    Game.objects.bulk_create(boards_of(event, match, *line_ups, version))


def usual_line_up(event: Event, team: Team) -> dict[int, Player]:
    """Seat the first players of a team's list who are still here."""
    here = [player for player in team.players.all() if player.withdrawn_from is None]
    here.sort(key=lambda player: (player.team_place or 0, player.number))
    return dict(enumerate(here[: event.team_boards], start=1))


def boards_of(
    event: Event, match: Match, first: Mapping[int, Player], second: Mapping[int, Player], version: int = 0
) -> Iterator[Game]:
    """Yield the boards of a match; where one side stays empty the other wins by forfeit."""
    row = colours(event)
    for board in range(1, event.team_boards + 1):
        sides = [first.get(board), second.get(board)]
        if row[board - 1] != "W":
            sides.reverse()
        white, black = sides
        place = (match.table - 1) * event.team_boards + board
        seat = {"round": match.round, "match": match, "match_board": board, "board": place, "version": version}
        if white and black:
            yield Game(**seat, white=white, black=black)
        elif white or black:
            yield Game(**seat, white=white or black, result=Result.FULL_POINT_BYE)


def seated(match: Match) -> dict[int, dict[int, Player]]:
    """Return who sits at each board, by the key of the team."""
    found: dict[int, dict[int, Player]] = {}
    for game in match.games.select_related("white", "black"):
        for player in (game.white, game.black):
            if player is not None:
                found.setdefault(game.match_board, {})[player.team_id] = player
    return found


def end_match(event: Event, round: int, table: int, end: str, by: Actor, reason: str) -> None:
    """Decide a match without play, or with "" let its boards count again. Raise Refusal."""
    if end not in (MatchEnd.BOARDS, MatchEnd.FORFEIT_WIN, MatchEnd.FORFEIT_LOSS, MatchEnd.DOUBLE_FORFEIT):
        raise Refusal(NO_END, field="end", end=end)
    if not reason.strip():
        raise Refusal(REASON, field="reason")
    with writing(event) as event:
        match = found(event, round, table)
        if match.end == end:
            return
        if end and match.games.filter(black__isnull=False).exclude(result=Result.OPEN).exists():
            raise Refusal(PLAYED, field="end")
        place = {"round": round, "table": table}
        before: dict[str, Any] = place | {"end": match.end, "seats": seats_of(match)}
        match.end = end
        match.save(update_fields=["end"])
        if end:
            match.games.all().delete()
        else:
            sit_down_again(event, match)
        record(event, by, "match-end", before=before, after={**place, "end": end}, reason=reason)


def seats_of(match: Match) -> dict[str, dict[str, int]]:
    """Return for the log who sits at the boards of a match: the numbers of players by team and board."""
    sides: dict[str, dict[str, int]] = {str(team.number): {} for team in (match.first, match.second)}
    numbers = {team.pk: str(team.number) for team in (match.first, match.second)}
    for board, players in sorted(seated(match).items()):
        for team, player in players.items():
            sides[numbers[team]][str(board)] = player.number
    return sides


def sit_down_again(event: Event, match: Match) -> None:
    """Write the boards of a match as they were before it was ended; as both teams usually sit where nobody sat."""
    ended = event.log.filter(action="match-end", after__round=match.round.number, after__table=match.table)
    last = ended.order_by("-pk").first()
    kept = (last.before or {}).get("seats", {}) if last else {}
    line_ups = [line_up_of(event, team, kept.get(str(team.number), {})) for team in (match.first, match.second)]
    Game.objects.bulk_create(boards_of(event, match, *line_ups, unseen(event)))


def line_up_of(event: Event, team: Team, seats: Mapping[str, int]) -> dict[int, Player]:
    """Seat the players of a team as the log tells; as it usually sits where that tells nothing."""
    players = {player.number: player for player in team.players.all()}
    found = {int(board): players[number] for board, number in seats.items() if number in players}
    return found or usual_line_up(event, team)


def found(event: Event, round: int, table: int) -> Match:
    """Return a match with its teams and round. Raise Refusal."""
    matches = Match.objects.select_related("first", "second", "round")
    match = matches.filter(round__event=event, round__number=round, table=table).first()
    if match is None:
        raise Refusal(NO_MATCH, field="table", table=table, round=round)
    return match
