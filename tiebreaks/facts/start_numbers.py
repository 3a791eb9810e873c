"""The facts of an event under its start numbers, as tournament files and engines for pairings have them."""

from __future__ import annotations

from collections.abc import Mapping

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Game
from tiebreaks.facts.team_crosstable import event_of
from tiebreaks.facts.teams import Match, MatchBoard, TeamEvent

type Numbers = Mapping[int, int]  # start numbers by number


def start_numbers(facts: Crosstable) -> Numbers:
    """Return the start number of each participant, by number."""
    return {number: player.start_number for number, player in facts.players.items()}


def renumber(facts: Crosstable, members: Crosstable | None = None) -> Crosstable:
    """Return the facts with every participant under their start number; of teams also their `members`."""
    start = start_numbers(facts)
    inside = start_numbers(members) if members else {}
    if all(number == own for number, own in (*start.items(), *inside.items())):
        return facts
    players = {
        start[number]: facts.players[number]._replace(number=start[number], given_number=None)
        for number in facts.start_order(facts.players)
    }
    return facts._replace(
        players=players,
        games={start[number]: tuple(_game(game, start) for game in own) for number, own in facts.games.items()},
        adjustments={start[number]: own for number, own in facts.adjustments.items()},
        team_event=_team_event(event_of(facts), start, inside) if facts.team_event else None,
    )


def _game(game: Game, start: Numbers) -> Game:
    return game if game.opponent is None else game._replace(opponent=start[game.opponent])


def _team_event(event: TeamEvent, start: Numbers, members: Numbers) -> TeamEvent:
    teams = {
        start[number]: team._replace(number=start[number], players=tuple(members[each] for each in team.players))
        for number, team in event.teams.items()
    }
    matches = {
        start[number]: tuple(_match(match, start, members) for match in own) for number, own in event.matches.items()
    }
    return event._replace(teams=dict(sorted(teams.items())), matches=matches)


def _match(match: Match, start: Numbers, members: Numbers) -> Match:
    boards = tuple(_board(board, members) for board in match.boards)
    return match._replace(opponent=None if match.opponent is None else start[match.opponent], boards=boards)


def _board(board: MatchBoard, members: Numbers) -> MatchBoard:
    player, opponent = (None if each is None else members[each] for each in (board.player, board.opponent))
    return board._replace(player=player, opponent=opponent)
