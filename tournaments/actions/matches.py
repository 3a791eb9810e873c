"""Matches of teams: stored with their boards when a round is published, seated anew, forfeited."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from pairing.boards import Pair
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.entry import REASON
from tournaments.actions.writing import Actor, record, writing
from tournaments.models import Event, Game, Match, MatchEnd, Player, Result, Round, Team
from tournaments.paired import ENDS
from tournaments.team_facts import colours

NO_MATCH = sentence("match-unknown", gettext_noop("There is no match {table} in round {round}."))
NOT_ITS_PLAYER = sentence("line-up-stranger", gettext_noop("Number {number} does not play for {team}."))
SEATED_TWICE = sentence("line-up-twice", gettext_noop("Number {number} can't sit at two boards of {team}."))
HAS_RESULT = sentence("line-up-result", gettext_noop("Board {board} has a result: clear it before the seats change."))
NO_BOARD = sentence("line-up-board", gettext_noop("A match has the boards 1 to {boards}, not {board}."))
NO_END = sentence("match-end-unknown", gettext_noop("“{end}” is no way to end a match without play."))
PLAYED = sentence("match-played", gettext_noop("Boards of this match have results: clear them first."))

type Seats = Mapping[int, int | None]  # the number of the player at each board, None for nobody


def store(
    event: Event, round: Round, pairs: Sequence[Pair], free: Mapping[int, str], absent: Collection[int] = ()
) -> None:
    """Write the matches of a round with their usual line-ups, and the teams without an opponent.

    `pairs` are the numbers of the teams, the first one having White on board 1; `free` gives the letter of a bye.
    A team of a match that is `absent` loses it by forfeit. Runs inside the caller's transaction.
    """
    teams = {team.number: team for team in event.teams.prefetch_related("players")}
    for table, (first, second) in enumerate(pairs, start=1):
        end = ENDS[first in absent, second in absent]
        match = Match.objects.create(round=round, table=table, first=teams[first], second=teams[second], end=end)
        if not end:
            sit_down(event, match)
    Match.objects.bulk_create(
        Match(round=round, first=teams[number], end=MatchEnd(letter)) for number, letter in sorted(free.items())
    )


def sit_down(event: Event, match: Match) -> None:
    """Write the boards of a match as both teams usually sit. Nobody may sit there yet."""
    line_ups = usual_line_up(event, match.first), usual_line_up(event, match.second)
    Game.objects.bulk_create(boards_of(event, match, *line_ups))


def usual_line_up(event: Event, team: Team) -> dict[int, Player]:
    """Seat the first players of a team's list who are still here."""
    here = [player for player in team.players.all() if player.withdrawn_from is None]
    here.sort(key=lambda player: (player.team_place or 0, player.number))
    return dict(enumerate(here[: event.team_boards], start=1))


def boards_of(event: Event, match: Match, first: Mapping[int, Player], second: Mapping[int, Player]) -> Iterator[Game]:
    """Yield the boards of a match; where one side stays empty the other wins by forfeit."""
    row = colours(event)
    for board in range(1, event.team_boards + 1):
        sides = [first.get(board), second.get(board)]
        if row[board - 1] != "W":
            sides.reverse()
        white, black = sides
        place = (match.table - 1) * event.team_boards + board
        seat = {"round": match.round, "match": match, "match_board": board, "board": place}
        if white and black:
            yield Game(**seat, white=white, black=black)
        elif white or black:
            yield Game(**seat, white=white or black, result=Result.FULL_POINT_BYE)


def set_line_up(event: Event, round: int, table: int, team: int, seats: Seats, by: Actor) -> None:
    """Seat the players of one team at a match anew. Boards that change must have no result. Raise Refusal."""
    with writing(event) as event:
        match = found(event, round, table)
        side = next((each for each in (match.first, match.second) if each.number == team), None)
        if side is None:
            raise Refusal(NO_MATCH, field="table", table=table, round=round)
        wanted = checked(event, side, seats)
        now = seated(match)
        mine = {board: sides[side.pk] for board, sides in now.items() if side.pk in sides}
        changed = {b for b in range(1, event.team_boards + 1) if mine.get(b) != wanted.get(b)}
        if not changed:
            return
        for game in match.games.filter(match_board__in=changed):
            if game.black_id is not None and game.result != Result.OPEN:
                raise Refusal(HAS_RESULT, field=f"board {game.match_board}", board=game.match_board)
        other = match.second if side == match.first else match.first
        theirs = {board: sides[other.pk] for board, sides in now.items() if other.pk in sides}
        line_ups = (wanted, theirs) if side == match.first else (theirs, wanted)
        reseat(event, match, changed, *line_ups)
        before, after = ({str(b): p.number for b, p in sorted(of.items())} for of in (mine, wanted))
        place = {"round": round, "table": table, "team": team}
        record(event, by, "line-up", before=place | {"seats": before}, after=place | {"seats": after})


def reseat(event: Event, match: Match, changed: set[int], first: Mapping[int, Player], second: Mapping[int, Player]):
    """Write the boards that change; a board keeps its row, so that who saw the old one meets a conflict."""
    games = {game.match_board: game for game in match.games.all()}
    wanted = {game.match_board: game for game in boards_of(event, match, first, second) if game.match_board in changed}
    stays = [games[board] for board in sorted(changed & set(games))]
    versions = {game.match_board: game.version + 1 for game in stays}
    Game.objects.filter(pk__in=[game.pk for game in stays]).delete()  # nobody sits twice meanwhile
    for board, game in wanted.items():
        game.pk, game.version = games[board].pk if board in games else None, versions.get(board, 0)
    Game.objects.bulk_create(wanted.values())


def checked(event: Event, team: Team, seats: Seats) -> dict[int, Player]:
    """Return the players at their boards. Raise Refusal for strangers, for who sits twice, for other boards."""
    players = {player.number: player for player in team.players.all()}
    wanted: dict[int, Player] = {}
    for board, number in seats.items():
        if not 1 <= board <= event.team_boards:
            raise Refusal(NO_BOARD, field="board", board=board, boards=event.team_boards)
        if number is None:
            continue
        if number not in players:
            raise Refusal(NOT_ITS_PLAYER, field=f"board {board}", number=number, team=team.name)
        if players[number] in wanted.values():
            raise Refusal(SEATED_TWICE, field=f"board {board}", number=number, team=team.name)
        wanted[board] = players[number]
    return wanted


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
        before: dict[str, Any] = {"round": round, "table": table, "end": match.end}
        match.end = end
        match.save(update_fields=["end"])
        if end:
            match.games.all().delete()
        else:
            sit_down(event, match)
        record(event, by, "match-end", before=before, after={**before, "end": end}, reason=reason)


def found(event: Event, round: int, table: int) -> Match:
    """Return a match with its teams and round. Raise Refusal."""
    matches = Match.objects.select_related("first", "second", "round")
    match = matches.filter(round__event=event, round__number=round, table=table).first()
    if match is None:
        raise Refusal(NO_MATCH, field="table", table=table, round=round)
    return match
