"""The rounds of records 001: ten columns each for opponent, colour and result, and whether two sides agree.

A lenient reader drops the colours if both sides have the same one, takes a game for open if the results contradict each
other, and copies a game that only one side has to the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tiebreaks.facts.games import ZERO, Colour, Game, Kind, Scheme
from tiebreaks.facts.scoring import RESULT_PAIRS, UNKNOWN, WITH_OPPONENT, WITHOUT_OPPONENT, outcome
from tiebreaks.facts.size import MOST_ROUNDS
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.line import OWN_OPPONENT, Line, read_whole_number
from tiebreaks.trf.oddities import Oddities

UNKNOWN_OPPONENT = sentence("unknown-opponent", gettext_noop("Opponent {opponent} is not in the file."))
NOT_MUTUAL = sentence(
    "not-mutual", gettext_noop("Number {number} plays {opponent}, but {opponent} does not play {number}.")
)
BAD_RESULT = sentence("bad-result", gettext_noop("“{text}” is not a result of a game against an opponent."))
BAD_BYE = sentence("bad-bye", gettext_noop("“{text}” is not a result of a round without an opponent."))
BAD_COLOUR = sentence("bad-colour", gettext_noop("“{text}” is not a colour: w, b or - is needed."))
SAME_COLOUR = sentence("same-colour", gettext_noop("Numbers {number} and {opponent} both have the colour {colour}."))
BAD_PAIR = sentence(
    "bad-pair", gettext_noop("{number} against {opponent} can’t be “{result}” for one and “{other}” for the other.")
)
ONE_SIDED = sentence(
    "one-sided",
    gettext_noop("{number} against {opponent} has the result “{result}” on one side and none on the other."),
)
TOO_MANY_ROUNDS = sentence("too-many-rounds", gettext_noop("More than {limit} rounds can’t be read."))
SHIFTED = sentence(
    "columns-shifted",
    gettext_noop("“{text}” is not in the columns of a round: opponent, colour and result are needed there."),
)

FIRST_ROUND, WIDTH = 91, 10
BLANK = (4, 6, 8, 9)  # the blank columns of a round
MIRRORED_LETTERS = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "W": "L", "L": "W", "D": "D", "": ""}

type Side = tuple[int, int]  # a player and a round


def read_games(row: Line, scheme: Scheme, odd: Oddities) -> Iterator[Game]:
    """Yield the rounds of one player without the blank ones."""
    text = row.text
    cells = [text[start : start + WIDTH] for start in range(FIRST_ROUND, len(text), WIDTH)]
    if len(cells) > MOST_ROUNDS:
        odd.report(Refusal(TOO_MANY_ROUNDS, line=row.number, field=f"round {len(cells)}", limit=MOST_ROUNDS))
    for round_number, cell in enumerate(cells[:MOST_ROUNDS], start=1):
        if not cell.strip():
            continue
        try:
            yield _game(row, round_number, _align_columns(row, round_number, cell, odd), scheme, odd)
        except Refusal as refusal:
            odd.report(refusal)


def _align_columns(row: Line, round_number: int, cell: str, odd: Oddities) -> str:
    """Return the text of a round in its columns; text in the wrong columns is read word by word."""
    if not any(cell[column : column + 1].strip() for column in BLANK):
        return cell
    words = cell.split()
    odd.report(Refusal(SHIFTED, line=row.number, field=f"round {round_number}", text=cell.strip()))
    if len(words) != 3 or len(words[1]) != 1 or len(words[2]) != 1:
        raise Refusal(SHIFTED, line=row.number, field=f"round {round_number}", text=cell.strip())
    return f"{words[0]:>4} {words[1]} {words[2]}"


def _game(row: Line, round_number: int, cell: str, scheme: Scheme, odd: Oddities) -> Game:
    """Read one round: four columns for the opponent, one for the colour, one for the result."""
    field = f"round {round_number}"
    opponent = read_whole_number(row, cell[0:4], field, 0, 9999) or None
    colour, letter = cell[5:6].strip().lower() or "-", cell[7:8].strip().upper()
    if colour not in ("w", "b", "-"):
        odd.report(Refusal(BAD_COLOUR, line=row.number, field=field, text=cell[5:6]))
        colour = "-"
    if letter not in (WITH_OPPONENT if opponent else WITHOUT_OPPONENT) and not (opponent and letter in ("", UNKNOWN)):
        odd.report(Refusal(BAD_RESULT if opponent else BAD_BYE, line=row.number, field=field, text=cell[7:].strip()))
        letter = ""
    if opponent and letter in ("", UNKNOWN):
        return Game(round_number, opponent, Colour(colour), Kind.OPEN, ZERO, letter=letter)
    kind, points = outcome(letter, opponent is not None, scheme)
    return Game(round_number, opponent, Colour(colour), kind, points, letter=letter)


def check_games(
    games: dict[int, tuple[Game, ...]], places: Mapping[int, int], scheme: Scheme, odd: Oddities
) -> dict[int, tuple[Game, ...]]:
    """Return the games with agreeing sides. `places` are the line numbers of the players.

    Raise Refusal for the first contradiction; a lenient reader reports and repairs each.
    """
    sides = {(number, game.round): game for number, own in games.items() for game in own}
    count = len(odd.reported)
    if odd.lenient:  # first what is wrong by itself, so that the other side can be trusted
        for side in list(sides):
            if mistake := _mistake_alone(sides[side], side, places):
                odd.report(mistake)
                del sides[side]
    for side in list(sides):
        while side in sides and (mistake := _mistake(sides, side, places)):
            odd.report(mistake)
            _repair(sides, side, mistake.code, scheme)
    if len(odd.reported) == count:
        return games
    checked: dict[int, list[Game]] = {number: [] for number in games}
    for (number, _round), game in sorted(sides.items()):
        checked[number].append(game)
    return {number: tuple(own) for number, own in checked.items()}


def _mistake(sides: Mapping[Side, Game], side: Side, places: Mapping[int, int]) -> Refusal | None:
    """Return what is wrong with a side of a game: an opponent who is missing or disagrees. None if nothing is."""
    game = sides[side]
    if mistake := _mistake_alone(game, side, places):
        return mistake
    other = sides.get((game.opponent or 0, game.round))
    if game.opponent is None:
        return None
    if other is None or other.opponent != side[0]:
        return _refusal(NOT_MUTUAL, game, side, places)
    if game.colour == other.colour != Colour.NONE:
        return _refusal(SAME_COLOUR, game, side, places, colour=game.colour)
    own, theirs = _known(game), _known(other)
    if bool(own) != bool(theirs):
        return _refusal(ONE_SIDED, game, side, places, result=own or theirs)
    if own and own + theirs not in RESULT_PAIRS:
        return _refusal(BAD_PAIR, game, side, places, result=own, other=theirs)
    return None


def _known(game: Game) -> str:
    """Return the letter of a result, "" where it is unknown."""
    return game.letter.replace(UNKNOWN, "")


def _mistake_alone(game: Game, side: Side, places: Mapping[int, int]) -> Refusal | None:
    if game.opponent is None:
        return None
    if game.opponent not in places:
        return _refusal(UNKNOWN_OPPONENT, game, side, places)
    return _refusal(OWN_OPPONENT, game, side, places) if game.opponent == side[0] else None


def _refusal(code: str, game: Game, side: Side, places: Mapping[int, int], **params: Any) -> Refusal:
    number, round_number = side
    params |= {"number": number, "opponent": game.opponent}
    return Refusal(code, line=places[number], field=f"round {round_number}", **params)


def _repair(sides: dict[Side, Game], side: Side, code: str, scheme: Scheme) -> None:
    """Remove a mistake with as little change as possible; what stays open is for the arbiter to decide."""
    game = sides[side]
    other_side = (game.opponent or 0, game.round)
    if code == SAME_COLOUR:
        for one in (side, other_side):
            sides[one] = sides[one]._replace(colour=Colour.NONE)
    elif code == ONE_SIDED and _known(game):
        sides[other_side] = _mirror(side[0], game, scheme)
    elif code == ONE_SIDED:
        sides[side] = _mirror(other_side[0], sides[other_side], scheme)
    elif code == BAD_PAIR:
        for one in (side, other_side):
            sides[one] = sides[one]._replace(kind=Kind.OPEN, points=ZERO, letter="")
    elif code == NOT_MUTUAL and other_side not in sides:
        sides[other_side] = _mirror(side[0], game, scheme)
    else:
        del sides[side]


def _mirror(number: int, game: Game, scheme: Scheme) -> Game:
    """Return a game of player `number` from the opponent's side."""
    colour = {Colour.WHITE: Colour.BLACK, Colour.BLACK: Colour.WHITE}.get(game.colour, Colour.NONE)
    if not _known(game):
        return Game(game.round, number, colour, Kind.OPEN, ZERO, letter=game.letter)
    letter = MIRRORED_LETTERS[game.letter]
    kind, points = outcome(letter, True, scheme)
    return Game(game.round, number, colour, kind, points, letter=letter)
