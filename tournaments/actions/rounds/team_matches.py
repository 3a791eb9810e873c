"""Store the matches of a round of teams with their boards and line-ups."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from operator import attrgetter
from typing import Any

from django.db.models import QuerySet

from pairing.rules.boards import Pair
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.domain.choices import MatchEnd
from tournaments.domain.desk.results import Result
from tournaments.domain.event.log_values import LoggedMatch, LoggedMatchBoard
from tournaments.models import Event, Game, Player, Round, Team, TeamMatch
from tournaments.queries.rounds.round_pairing import MATCH_ENDS
from tournaments.queries.standings.team_crosstable import find_board_colours

NO_MATCH = sentence("match-unknown", gettext_noop("There is no match {table} in round {round}."))

type LineUp = Mapping[int, Player]  # who of a team sits at each board
type Decided = Mapping[int, Mapping[str, Any]]  # what an arbiter has decided about players, by their keys


def store_matches(
    event: Event,
    its_round: Round,
    pairs: Sequence[Pair],
    free: Mapping[int, str],
    absent: Collection[int] = (),
    *,
    tables: Sequence[int] = (),
    version: int = 0,
) -> None:
    """Store the matches of a round with their usual line-ups, and the teams without an opponent.

    `pairs` are the numbers of the teams, the first one with White on board 1, at `tables` or otherwise in order. `free`
    gives the letter of each bye. A team that is `absent` loses its match by forfeit. Runs in the caller's transaction.
    """
    teams = {team.number: team for team in event.teams.prefetch_related("players")}
    for table, (first, second) in zip(tables or count(1), pairs, strict=False):
        end = MATCH_ENDS[first in absent, second in absent]
        match = TeamMatch.objects.create(
            round=its_round, table=table, first=teams[first], second=teams[second], end=end
        )
        if not end:
            seat_teams(event, match, version)
    TeamMatch.objects.bulk_create(
        TeamMatch(round=its_round, first=teams[number], end=MatchEnd(letter)) for number, letter in sorted(free.items())
    )


def seat_teams(
    event: Event,
    match: TeamMatch,
    version: int = 0,
    seats: Mapping[int, LineUp] | None = None,
    decided: Decided | None = None,
) -> None:
    """Store the boards of a match with the `seats` by the key of a team, otherwise with the usual line-up.

    The match must have no boards. Where it had some before, `version` is `writing.unseen_version`.
    """
    assert match.second is not None
    first, second = ((seats or {}).get(team.pk) or usual_line_up(event, team) for team in (match.first, match.second))
    Game.objects.bulk_create(make_boards(event, match, first, second, version, decided))


def usual_line_up(event: Event, team: Team) -> dict[int, Player]:
    """Return the first players of a team's list who have not withdrawn, at their boards."""
    active = [player for player in team.players.all() if player.withdrawn_from is None]
    active.sort(key=lambda player: (player.team_place or 0, player.number))
    return dict(enumerate(active[: event.team_boards], start=1))


def make_boards(
    event: Event, match: TeamMatch, first: LineUp, second: LineUp, version: int = 0, decided: Decided | None = None
) -> Iterator[Game]:
    """Yield the boards of a match; where one side is empty, the other wins by forfeit.

    What is `decided` about a player goes to the board where the player sits.
    """
    row = find_board_colours(event)
    for board in range(1, event.team_boards + 1):
        sides = [first.get(board), second.get(board)]
        if row[board - 1] != "W":
            sides.reverse()
        white, black = sides
        place = ((match.table or 1) - 1) * event.team_boards + board
        seat = {"round": match.round, "match": match, "match_board": board, "board": place, "version": version}
        if white is None or black is None:
            white, black = white or black, None
        if white:
            decisions = {**decision_fields(white, "white", decided), **decision_fields(black, "black", decided)}
            result = Result.OPEN if black else Result.FULL_POINT_BYE
            yield Game(**seat, white=white, black=black, result=result, **decisions)


def decision_fields(player: Player | None, side: str, decided: Decided | None) -> dict[str, Any]:
    """Return the decisions about a player as fields of one side of a board."""
    known = (decided or {}).get(player.pk, {}) if player else {}
    return {f"{side}_{name}": value for name, value in known.items()}


def read_decisions(games: Iterable[Game]) -> Decided:
    """Return what an arbiter has decided about the players at some boards, by their keys."""
    return {
        key: {name: getattr(game, f"{side}_{name}") for name in ("penalty", "deduction")}
        for game in games
        for side in ("white", "black")
        if (key := getattr(game, f"{side}_id"))
    }


def has_result(match: TeamMatch) -> bool:
    return match.games.filter(black__isnull=False).exclude(result=Result.OPEN).exists()


def logged_matches(matches: QuerySet[TeamMatch]) -> list[LoggedMatch]:
    """Return what the log stores about matches. Four queries."""
    rows = matches.select_related("round", "first", "second").prefetch_related("games__white", "games__black")
    return [
        {
            "round": match.round.number,
            "table": match.table,
            "teams": [team.number for team in (match.first, match.second) if team],
            "end": match.end,
            "boards": [logged_match_board(game) for game in sorted(match.games.all(), key=attrgetter("match_board"))],
        }
        for match in rows.order_by("round__number", "table", "pk")
    ]


def logged_match_board(game: Game) -> LoggedMatchBoard:
    board: LoggedMatchBoard = {
        "match_board": game.match_board or 0,
        "board": game.board,
        "white": game.white.number,
        "black": game.black.number if game.black else None,
        "result": game.result,
        "white_score": game.white_score,
        "black_score": game.black_score,
        "is_adjourned": game.is_adjourned,
    }
    if game.decided_points:
        board["decided_points"] = game.decided_points
    return board


def find_match(event: Event, round_number: int, table: int) -> TeamMatch:
    """Return a match with its teams and round. Raise Refusal."""
    matches = TeamMatch.objects.select_related("first", "second", "round")
    match = matches.filter(round__event=event, round__number=round_number, table=table).first()
    if match is None:
        raise Refusal(NO_MATCH, field="table", table=table, round=round_number)
    return match
