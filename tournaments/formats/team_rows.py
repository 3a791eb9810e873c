"""Store the teams and matches of a crosstable, next to the rows of its players and their games."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db.models import Model

from tiebreaks.criteria.berlin import with_drawn_matches_decided
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Kind
from tiebreaks.facts.team_crosstable import event_of
from tiebreaks.facts.teams import MatchBoard, TeamEvent, with_usual_points
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.teams import FORFEIT_KINDS
from tournaments.domain.choices import Berlin, MatchEnd
from tournaments.formats.crosstable_rows import comes_first
from tournaments.models import Event, Game, Player, Round, Team, TeamMatch

NO_PLAYER = sentence("team-empty", gettext_noop("Team {number} has no players."))
UNUSUAL_POINTS = sentence(
    "match-worth", gettext_noop("Round {round} gives team {number} points that the event’s settings don’t give.")
)

BYES = {
    Kind.PAB: MatchEnd.BYE, Kind.FPB: MatchEnd.FULL_POINT_BYE, Kind.HPB: MatchEnd.HALF_POINT_BYE,
    Kind.ZPB: MatchEnd.ABSENT,
}  # fmt: skip
ENDS = {kinds: MatchEnd(text) for text, kinds in FORFEIT_KINDS.items()}


def read_event_fields(teams: Crosstable) -> dict[str, Any]:
    """Return the fields of Event in a crosstable of teams."""
    played = event_of(teams)
    scheme, plain = played.scheme, with_usual_points(played)
    is_decided = plain.matches != played.matches and with_drawn_matches_decided(plain).matches == played.matches
    by_berlin = scheme.by_berlin or is_decided
    bye = scheme.worth(Kind.PAB)
    return {
        "team_boards": scheme.boards,
        "team_colours": scheme.colours,
        "team_score": teams.score,
        "match_win_points": scheme.match.win,
        "match_draw_points": scheme.match.draw,
        "match_loss_points": scheme.match.loss,
        "team_bye_match_points": bye.match_points,
        "team_bye_game_points": bye.game_points,
        "berlin": Berlin.POINTS if by_berlin else Berlin.NOT,
    }


def find_unstorable(teams: Crosstable) -> Iterator[Refusal]:
    """Yield a Refusal for match points that follow neither from the boards nor from the Berlin tie-break."""
    played = event_of(teams)
    plain = with_usual_points(played)
    if with_drawn_matches_decided(plain).matches == played.matches:
        return
    for number, own in sorted(played.matches.items()):
        for usual, match in zip(plain.matches[number], own, strict=True):
            if usual != match:
                yield Refusal(UNUSUAL_POINTS, field="299", number=number, round=match.round)


def save_teams(event: Event, teams: Crosstable) -> None:
    """Write the teams and matches of an event whose players and games are rows already. Raise Refusal.

    Runs inside the caller's transaction.
    """
    played = event_of(teams)
    rows = {n: Team(event=event, number=n, name=team.name[:60], short_name=team.federation[:5],
                    playoff=teams.players[n].playoff, withdrawn_from=teams.players[n].withdrawn_from,
                    expelled_from=teams.players[n].expelled_from,
                    manual_value=teams.players[n].manual_value, manual_reason=teams.players[n].manual_reason)
            for n, team in played.teams.items()}  # fmt: skip
    Team.objects.bulk_create(rows.values())
    _join_teams(event, played, rows)
    rounds = {each.number: each for each in event.rounds.all()}
    last = max((match.round for own in played.matches.values() for match in own), default=0)
    new = {number: Round(event=event, number=number) for number in range(1, last + 1) if number not in rounds}
    Round.objects.bulk_create(new.values())
    matches = list(_build_matches(played, rows, rounds | new))
    TeamMatch.objects.bulk_create(match for match, _ in matches)
    _seat_games(event, matches)


def _join_teams(event: Event, played: TeamEvent, rows: Mapping[int, Team]) -> None:
    """Put every player into their team, at their place in its list."""
    players = {player.number: player for player in event.players.all()}
    for number, team in played.teams.items():
        if not team.players:
            raise Refusal(NO_PLAYER, field="310", number=number)
        for place, member in enumerate(team.players, start=1):
            players[member].team, players[member].team_place = rows[number], place
    _overwrite(Player, players.values(), ["team", "team_place"])


def _build_matches(
    played: TeamEvent, rows: Mapping[int, Team], rounds: Mapping[int, Round]
) -> Iterator[tuple[TeamMatch, tuple[MatchBoard, ...]]]:
    """Yield each match once with the boards of its first team, the tables in the order of the teams' numbers."""
    tables: dict[int, int] = {}
    sides = {(number, match.round): match for number, own in played.matches.items() for match in own}
    for (number, round_number), side in sorted(sides.items()):
        if side.opponent is None:
            yield TeamMatch(round=rounds[round_number], first=rows[number], end=BYES[side.kind]), ()
        elif comes_first(number, side, sides.get((side.opponent, round_number))):
            tables[round_number] = tables.get(round_number, 0) + 1
            other = sides[side.opponent, round_number]
            end = "" if side.boards else ENDS.get((side.kind, other.kind), "")
            match = TeamMatch(
                round=rounds[round_number],
                table=tables[round_number],
                first=rows[number],
                second=rows[side.opponent],
                end=end,
            )
            yield match, side.boards


def _seat_games(event: Event, matches: list[tuple[TeamMatch, tuple[MatchBoard, ...]]]) -> None:
    """Assign every game to its match and board; its board in the round follows from both."""
    games = {
        (game.round_id, player): game
        for game in Game.objects.filter(round__event=event).select_related("white", "black")
        for player in (game.white.number, game.black.number if game.black else None)
    }
    seated = {}
    for match, boards in matches:
        for board in boards:
            for player in (board.player, board.opponent):
                game = games.get((match.round_id, player))
                if player is not None and game is not None:
                    game.match, game.match_board = match, board.number
                    assert match.table is not None  # each match with boards has one
                    game.board = (match.table - 1) * event.team_boards + board.number
                    seated[game.pk] = game
    Game.objects.filter(pk__in=seated).update(board=None)  # boards swap, and each must stay unique
    _overwrite(Game, seated.values(), ["match", "match_board", "board"])


def _overwrite[Row: Model](model: type[Row], rows: Iterable[Row], fields: list[str]) -> None:
    """Write these fields of stored rows by an upsert, which is many times faster than the CASEs of a bulk update."""
    model._default_manager.bulk_create(rows, update_conflicts=True, unique_fields=["pk"], update_fields=fields)
