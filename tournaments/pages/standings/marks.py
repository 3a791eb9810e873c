"""A result as a crosstable shows it: "1", "½", "+", the points of a bye, the boards that a team won."""

from typing import NamedTuple

from tiebreaks.crosstable import HALF, Crosstable, Game, Kind
from tiebreaks.standings import Standings
from tiebreaks.teams import Board, Match, event_of
from tournaments.domain.number_format import MINUS, figure
from tournaments.wording.games import name_unplayed

MARKS = {"1": "1", "0": "0", "=": "½", "W": "1", "D": "½", "L": "0", "+": "+", "-": MINUS}
WON = {"1", "W", "+"}
FORFEITS = {Kind.FORFEIT_WIN: "+", Kind.FORFEIT_LOSS: MINUS}


class Mark(NamedTuple):
    text: str
    won: bool


def write_mark(facts: Crosstable, number: int, game: Game) -> Mark:
    """Return how a participant's round is written ("" while it is open), and whether it was won over an opponent."""
    if game.kind == Kind.OPEN:
        return Mark("", won=False)
    if game.opponent is None:
        return Mark(figure(game.points), won=False)
    if not facts.team_event:
        return Mark(MARKS[game.letter], game.letter in WON)
    mine, theirs = find_match(facts, number, game.round), find_match(facts, game.opponent, game.round)
    if game.kind in FORFEITS and not mine.boards:
        return Mark(FORFEITS[game.kind], game.kind == Kind.FORFEIT_WIN)
    return Mark(figure(mine.game_points), mine.game_points > theirs.game_points)


def write_match_score(facts: Crosstable, number: int, game: Game) -> Mark | None:
    """Return a match with the game points of both teams, "2½ : 1½"; None for any other round."""
    if not facts.team_event or game.opponent is None or game.kind != Kind.PLAYED:
        return None
    mine, theirs = find_match(facts, number, game.round), find_match(facts, game.opponent, game.round)
    return Mark(f"{figure(mine.game_points)} : {figure(theirs.game_points)}", mine.game_points > theirs.game_points)


def find_match(facts: Crosstable, team: int, round: int) -> Match:
    """Return a team's match of a round. Raise StopIteration if it has none."""
    return next(match for match in event_of(facts).matches[team] if match.round == round)


def write_board_mark(board: Board) -> Mark:
    """Return how a board of a match is written for the side that it is seen from, and whether that side won."""
    if board.kind == Kind.OPEN:
        return Mark("", won=False)
    won = board.kind == Kind.FORFEIT_WIN or (board.kind == Kind.PLAYED and board.points > HALF)
    return Mark(FORFEITS.get(board.kind) or figure(board.points), won)


class RoundGame(NamedTuple):
    """A round of a participant in a few words: the mark of the result, "" while it is open, the board and the opponent.

    Without an opponent it says why, and the game is neither open nor over. The part of a name before the comma is
    enough for a narrow column.
    """

    mark: str
    is_open: bool
    is_over: bool
    board: int | None
    opponent: str


def list_games(ranked: Standings, round: int) -> dict[int, RoundGame]:
    """Return the round of everybody who has a game, a match or a bye in it."""
    of_round = ((number, game) for number, games in ranked.facts.games.items() for game in games if game.round == round)
    return {number: describe_game(ranked.facts, number, game) for number, game in of_round}


def describe_game(facts: Crosstable, number: int, game: Game) -> RoundGame:
    """Say how a round of a participant stands."""
    mark = write_match_score(facts, number, game) or write_mark(facts, number, game)
    opponent = facts.players[game.opponent].name.partition(",")[0] if game.opponent else name_unplayed(game.kind)
    is_open = game.kind == Kind.OPEN
    return RoundGame(mark.text, is_open, game.opponent is not None and not is_open, game.board, opponent)
