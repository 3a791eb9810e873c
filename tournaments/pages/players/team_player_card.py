"""The card of a player in a team event as values: their team and board, their games, and their results."""

from collections.abc import Mapping
from typing import NamedTuple

from django.urls import reverse

from tiebreaks.facts.crosstable import Crosstable, Player
from tiebreaks.facts.games import Kind
from tournaments.access.reader import Reader
from tournaments.domain.number_format import decimal_figure, figure
from tournaments.domain.players import rating_change
from tournaments.models import Event
from tournaments.pages.event.state import EventState, read_state
from tournaments.pages.players.dwz_change import ShownDwz, show_dwz_change
from tournaments.pages.standings.individuals import write_percent
from tournaments.pages.standings.marks import find_match, write_board_mark
from tournaments.pages.standings.neighbours import Neighbour
from tournaments.queries.snapshot import consistent_read
from tournaments.queries.standings import board_prizes
from tournaments.queries.standings.board_prizes import Sat
from tournaments.queries.standings.crosstable import read_players_crosstable
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import games as games_wording
from tournaments.wording import team_matches
from tournaments.wording.rating_changes import describe_k


class TeamCardLine(NamedTuple):
    """A round at a board: the opponent and their team, the result, and the score of the match."""

    round: int
    board: int
    side: str
    side_name: str
    opponent: int | None
    opponent_name: str
    opponent_title: str
    opponent_rating: int | None
    team: Neighbour
    mark: str
    won: bool
    kind: str
    match: str


class IndividualView(NamedTuple):
    """`board` names the player's board list. `change` is None for the unrated, `performance` without rated opponents.

    `place` is the place in that list by the rule of its prize, None while the player has too few games for it.
    """

    event: Event
    version: int
    epoch: str
    base: str
    progress: EventState
    player: Player
    team: Neighbour
    board: str
    key: str
    place: int | None
    of: int
    least: int
    games: int
    points: str
    percent: str
    lines: tuple[TeamCardLine, ...]
    performance: rating_change.Performance | None
    performance_points: str
    change: rating_change.RatingChange | None
    change_text: str
    expected: str
    k: str
    dwz: ShownDwz | None


@consistent_read
def individual_view(reader: Reader, number: int) -> IndividualView | None:
    """Return the card of a player of a team event in the active language, or None for an unknown number."""
    event = reader.event
    ranked, players = read_standings(reader), read_players_crosstable(reader)
    people, facts = players.with_event_ratings(), ranked.facts
    results = {
        result.number: result for result in board_prizes.compute_board_results(facts, people, event.team_rules.board_of)
    }
    result = results.get(number)
    if result is None:
        return None
    least = board_prizes.required_games(event, ranked.table.rounds_so_far)
    peers = [each for each in results.values() if each.board == result.board]
    placed = {
        each.result.number: each.place
        for each in board_prizes.rank_board_results(peers, event.team_rules.board_prize, least)
    }
    change = rating_change.compute_change(players, number, event.rating_k) if event.game.follows_fide else None
    performance = result.performance
    return IndividualView(
        event=event,
        version=event.version,
        epoch=event.epoch,
        base=reverse("standings", args=[event.slug]),
        progress=read_state(reader),
        player=people[number],
        team=_team(facts, result.team),
        board=team_matches.name_board_list(result.board),
        key=str(result.board or "reserve"),
        place=placed[number],
        of=len(peers),
        least=least,
        games=result.games,
        points=figure(result.points),
        percent=write_percent(result),
        lines=tuple(_line(facts, people, sat) for sat in result.sat),
        performance=performance,
        performance_points=figure(performance.points) if performance else "",
        change=change,
        change_text=decimal_figure(change.change, 1, signed=True) if change else "",
        expected=decimal_figure(change.expected, 2) if change else "",
        k=describe_k(change.k) if change else "",
        dwz=show_dwz_change(event, players, number),
    )


def _team(facts: Crosstable, number: int) -> Neighbour:
    return Neighbour(number, facts.players[number].name, tied=False)


def _line(facts: Crosstable, people: Mapping[int, Player], sat: Sat) -> TeamCardLine:
    match, board = sat
    assert match.opponent is not None
    other = people.get(board.opponent or 0)
    theirs = find_match(facts, match.opponent, match.round)
    mark = write_board_mark(board)
    return TeamCardLine(
        round=match.round,
        board=board.number,
        side=board.colour.name.lower(),
        side_name=games_wording.name_side(board.colour, facts.discipline),
        opponent=board.opponent,
        opponent_name=other.name if other else "",
        opponent_title=other.title if other else "",
        opponent_rating=other.rating if other else None,
        team=_team(facts, match.opponent),
        mark=mark.text,
        won=mark.won,
        kind=games_wording.name_unplayed(board.kind),
        match="" if match.kind == Kind.OPEN else f"{figure(match.game_points)} : {figure(theirs.game_points)}",
    )
