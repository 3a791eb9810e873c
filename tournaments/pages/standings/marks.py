"""A result as a crosstable shows it: "1", "½", "+", the points of a bye, the boards that a team won."""

from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple

from tiebreaks.criteria.scrabble import find_credit
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import HALF, Game, Kind
from tiebreaks.facts.team_crosstable import event_of
from tiebreaks.facts.teams import Match, MatchBoard
from tournaments.domain.disciplines import rules_of
from tournaments.domain.number_format import MINUS, figure

MARKS = {"1": "1", "0": "0", "=": "½", "W": "1", "D": "½", "L": "0", "+": "+", "-": MINUS}
WON = {"1", "W", "+"}
OUTCOMES = {**dict.fromkeys("0L-", "lost"), **dict.fromkeys("=D", "drawn"), **dict.fromkeys(WON, "won")}
LAST = 5  # games of the strip
FORFEITS = {Kind.FORFEIT_WIN: "+", Kind.FORFEIT_LOSS: MINUS}


class ResultMark(NamedTuple):
    """A result, and whether it was "won", "drawn" or "lost" over an opponent; both are "" while it is open."""

    text: str
    outcome: str = ""

    @property
    def won(self) -> bool:
        return self.outcome == "won"


def write_mark(facts: Crosstable, number: int, game: Game) -> ResultMark:
    """Return how a participant's round is written."""
    if game.kind == Kind.OPEN:
        return ResultMark("")
    if game.opponent is None:
        return ResultMark(figure(game.points))
    if not facts.team_event:
        return ResultMark(MARKS[game.letter], OUTCOMES[game.letter])
    mine, theirs = find_match(facts, number, game.round), find_match(facts, game.opponent, game.round)
    if game.kind in FORFEITS and not mine.boards:
        return ResultMark(FORFEITS[game.kind], "won" if game.kind == Kind.FORFEIT_WIN else "lost")
    return ResultMark(figure(mine.game_points), compare_points(mine.game_points, theirs.game_points))


def compare_points(own: Decimal, other: Decimal) -> str:
    """Return what the points of one side are against those of the other: won, drawn or lost."""
    return "won" if own > other else "lost" if own < other else "drawn"


def write_credit(facts: Crosstable, game: Game) -> str:
    """Write what a round without play is credited with: "+50", or "13 : 7" where games are played to a score."""
    credit = find_credit(facts, game)
    return "" if credit is None else find_credited_score(facts, game) or figure(credit, signed=True)


def find_credited_score(facts: Crosstable, game: Game) -> str:
    """Return a credited spread as the score that it stands for, "" where games are not played to a certain one."""
    credit, most = find_credit(facts, game), rules_of(facts.discipline).winning_score
    if credit is None or most is None or abs(credit) > most:
        return ""
    return f"{most} : {most - credit}" if credit > 0 else f"{most + credit} : {most}"


def write_match_score(facts: Crosstable, number: int, game: Game) -> ResultMark | None:
    """Return a match with the game points of both teams, "2½ : 1½"; None for any other round."""
    if not facts.team_event or game.opponent is None or game.kind != Kind.PLAYED:
        return None
    mine, theirs = find_match(facts, number, game.round), find_match(facts, game.opponent, game.round)
    score = f"{figure(mine.game_points)} : {figure(theirs.game_points)}"
    return ResultMark(score, compare_points(mine.game_points, theirs.game_points))


def find_match(facts: Crosstable, team: int, round_number: int) -> Match:
    """Return a team's match of a round. Raise StopIteration if it has none."""
    return next(match for match in event_of(facts).matches[team] if match.round == round_number)


def write_board_mark(board: MatchBoard) -> ResultMark:
    """Return how a board of a match is written for the side that it is seen from."""
    if board.kind == Kind.OPEN:
        return ResultMark("")
    if board.kind in FORFEITS:
        return ResultMark(FORFEITS[board.kind], "won" if board.kind == Kind.FORFEIT_WIN else "lost")
    return ResultMark(figure(board.points), compare_points(board.points, HALF) if board.kind == Kind.PLAYED else "")


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


def write_form(outcomes: tuple[str, ...]) -> str:
    """Write outcomes as the classes of a strip."""
    return " ".join(f"{each[0]}{at}" for at, each in enumerate(outcomes, 1))


def list_outcomes(facts: Crosstable, number: int, round_number: int) -> tuple[str, ...]:
    """Return the outcomes of a participant's last games until a round."""
    ended: list[str] = []
    for game in reversed(facts.games[number]):
        if game.opponent and game.kind is not Kind.OPEN and game.round <= round_number:
            outcome = find_outcome(facts, number, game)
            if outcome:
                ended.append(outcome)
                if len(ended) == LAST:
                    break
    return tuple(reversed(ended))


def find_outcome(facts: Crosstable, number: int, game: Game) -> str:
    """Return whether a game or match that has ended was won, drawn or lost; "" of a match where neither is known."""
    return write_mark(facts, number, game).outcome if facts.team_event else OUTCOMES[game.letter]


def describe_game(facts: Crosstable, number: int, game: Game, unplayed: Mapping[Kind, str]) -> RoundGame:
    """Say how a round of a participant stands; `unplayed` names a round without an opponent."""
    mark = write_match_score(facts, number, game) or write_mark(facts, number, game)
    opponent = facts.players[game.opponent].name.partition(",")[0] if game.opponent else unplayed[game.kind]
    return RoundGame(mark.text, game.kind is Kind.OPEN, is_over(game), game.board, opponent)


def is_over(game: Game) -> bool:
    """Tell whether a game or match against an opponent has ended."""
    return game.opponent is not None and game.kind is not Kind.OPEN
