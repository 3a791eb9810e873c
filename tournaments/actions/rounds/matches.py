"""Matches of teams: stored when a round is published, with their boards and who sits there."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from operator import attrgetter
from typing import Any

from django.db.models import QuerySet

from pairing.boards import Pair
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.domain.choices import MatchEnd
from tournaments.domain.results import Result
from tournaments.models import Event, Game, Match, Player, Round, Team
from tournaments.queries.round_pairing import MATCH_ENDS
from tournaments.queries.team_facts import find_board_colours

NO_MATCH = sentence("match-unknown", gettext_noop("There is no match {table} in round {round}."))

type LineUp = Mapping[int, Player]  # who of a team sits at each board
type Decided = Mapping[int, Mapping[str, Any]]  # what an arbiter has noted about players, by their keys


def store_matches(
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
        end = MATCH_ENDS[first in absent, second in absent]
        match = Match.objects.create(round=round, table=table, first=teams[first], second=teams[second], end=end)
        if not end:
            seat_teams(event, match, version)
    Match.objects.bulk_create(
        Match(round=round, first=teams[number], end=MatchEnd(letter)) for number, letter in sorted(free.items())
    )


def seat_teams(
    event: Event,
    match: Match,
    version: int = 0,
    seats: Mapping[int, LineUp] | None = None,
    decided: Decided | None = None,
) -> None:
    """Write the boards of a match: with the `seats` by the key of a team, else as it usually sits.

    Nobody may sit there yet. Where somebody sat there before, `version` is `writing.unseen`.
    """
    line_ups = [(seats or {}).get(team.pk) or usual_line_up(event, team) for team in (match.first, match.second)]
    Game.objects.bulk_create(make_boards(event, match, *line_ups, version, decided))


def usual_line_up(event: Event, team: Team) -> dict[int, Player]:
    """Seat the first players of a team's list who are still here."""
    here = [player for player in team.players.all() if player.withdrawn_from is None]
    here.sort(key=lambda player: (player.team_place or 0, player.number))
    return dict(enumerate(here[: event.team_boards], start=1))


def make_boards(
    event: Event, match: Match, first: LineUp, second: LineUp, version: int = 0, decided: Decided | None = None
) -> Iterator[Game]:
    """Yield the boards of a match; where one side stays empty the other wins by forfeit.

    What is `decided` about a player goes where he sits.
    """
    row = find_board_colours(event)
    for board in range(1, event.team_boards + 1):
        sides = [first.get(board), second.get(board)]
        if row[board - 1] != "W":
            sides.reverse()
        white, black = sides
        place = (match.table - 1) * event.team_boards + board
        seat = {"round": match.round, "match": match, "match_board": board, "board": place, "version": version}
        if white is None or black is None:
            white, black = white or black, None
        if white:
            noted = {**decision_fields(white, "white", decided), **decision_fields(black, "black", decided)}
            result = Result.OPEN if black else Result.FULL_POINT_BYE
            yield Game(**seat, white=white, black=black, result=result, **noted)


def decision_fields(player: Player | None, side: str, decided: Decided | None) -> dict[str, Any]:
    """Return what is noted about a player as fields of one side of his board."""
    known = (decided or {}).get(player.pk, {}) if player else {}
    return {f"{side}_{name}": value for name, value in known.items()}


def read_decisions(games: Iterable[Game]) -> Decided:
    """Return what an arbiter has decided about the players of some boards."""
    return {
        key: {name: getattr(game, f"{side}_{name}") for name in ("penalty", "deduction")}
        for game in games
        for side in ("white", "black")
        if (key := getattr(game, f"{side}_id"))
    }


def has_result(match: Match) -> bool:
    return match.games.filter(black__isnull=False).exclude(result=Result.OPEN).exists()


def match_facts(matches: QuerySet[Match]) -> list[dict[str, Any]]:
    """Return what the log keeps of matches: where, which teams, how it ended, and its boards. Four questions."""
    rows = matches.select_related("round", "first", "second").prefetch_related("games__white", "games__black")
    return [
        {
            "round": match.round.number,
            "table": match.table,
            "teams": [team.number for team in (match.first, match.second) if team],
            "end": match.end,
            "boards": [match_board_facts(game) for game in sorted(match.games.all(), key=attrgetter("match_board"))],
        }
        for match in rows.order_by("round__number", "table", "pk")
    ]


def match_board_facts(game: Game) -> dict[str, Any]:
    """Return what the log keeps of a board of a match: who sits there, and what the end of a match puts aside."""
    seats = {"white": game.white.number, "black": game.black.number if game.black else None}
    kept = {"result": game.result, "is_adjourned": game.is_adjourned}
    return {"match_board": game.match_board, "board": game.board, **seats, **kept}


def find_match(event: Event, round: int, table: int) -> Match:
    """Return a match with its teams and round. Raise Refusal."""
    matches = Match.objects.select_related("first", "second", "round")
    match = matches.filter(round__event=event, round__number=round, table=table).first()
    if match is None:
        raise Refusal(NO_MATCH, field="table", table=table, round=round)
    return match
