"""What hangs on a result of a knock-out: duels that have begun, and would have other players after a correction."""

from collections.abc import Iterator

from pairing.brackets.course import DuelState, find_upset
from pairing.brackets.stage import Course
from tiebreaks.facts.crosstable import Crosstable
from tournaments.access.reader import Reader
from tournaments.domain.desk.results import Value
from tournaments.models import Event, Game
from tournaments.queries.standings import team_crosstable
from tournaments.queries.standings.crosstable import make_scoring_scheme, read_players_crosstable, sides_of_rows
from tournaments.queries.standings.endings import rank_with_endings, read_courses, read_known_endings
from tournaments.queries.standings.standings import read_standings


def find_upset_duels(reader: Reader, game: Game, value: Value) -> Iterator[tuple[Course, DuelState, DuelState]]:
    """Yield the later duels that have begun with players whom another result of a game would replace.

    With each come its stage, and the duel as it is and as it would be.
    """
    event = reader.event
    table = read_standings(reader)
    courses = read_courses(table)
    if not any(game.round.number in course.stage.rounds for course in courses):
        return
    if event.of_teams:
        players = with_result(event, read_players_crosstable(reader), game, value)
        facts = team_crosstable.build_team_crosstable(reader, players)
    else:
        facts = with_result(event, table.facts, game, value)
    corrected = rank_with_endings(read_known_endings(table), facts, table.order)
    for course, other in zip(courses, read_courses(corrected), strict=True):
        if course.draw.lines == other.draw.lines:
            yield from ((other, *states) for states in find_upset(course.states, other.states))


def with_result(event: Event, facts: Crosstable, game: Game, value: Value) -> Crosstable:
    """Return the facts of an event's players as they would be with another result of one game."""
    number = game.round.number
    result = (value.result or "", value.white_score, value.black_score)
    decisions = (
        game.white_penalty,
        game.black_penalty,
        game.decided_points,
        game.white_deduction,
        game.black_deduction,
    )
    black = game.black.number if game.black else None
    row = (number, game.board, game.white.number, black, *result, *decisions)
    games = dict(facts.games)
    for player, changed, _deduction in sides_of_rows([row], make_scoring_scheme(event), event.round_factors):
        games[player] = tuple(changed if each.round == number else each for each in games[player])
    return facts._replace(games=games)
