"""The `.t` file of Scrabble's tournament program tsh (one division) <-> a crosstable.

A player is a line, and the k-th player line is number k: `Name Rating opponents ; scores ; key values ; …`. Opponent 0
is a round without one, and its score is the spread credited: above zero a bye, below zero a forfeit. The values of
`penalty`, by round, are added to the spread, so a penalty is below zero. A name may end with the number in an
association, as in `Doe, Jane :XT000123`: the field IDENTITY keeps it, the name is without it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

from tiebreaks.criteria.scrabble import credited_spread
from tiebreaks.facts.crosstable import Crosstable, Player
from tiebreaks.facts.games import HALF, ONE, ZERO, Colour, Game, Kind
from tiebreaks.facts.invisible import drop_invisible
from tiebreaks.facts.size import MOST_PLAYERS, MOST_ROUNDS, refuse_size
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.line import split_lines
from tiebreaks.trf.oddities import STRICT, Oddities

NO_PLAYERS = sentence("tsh-no-players", gettext_noop("The file has no player."))
NO_NAME = sentence("tsh-nameless", gettext_noop("The player has no name."))
NO_RATING = sentence("tsh-no-rating", gettext_noop("A rating is needed after the name; 0 stands for none."))
NOT_A_SCORE = sentence("tsh-not-a-score", gettext_noop("“{text}” is not a whole number."))
UNKNOWN = sentence("tsh-unknown-opponent", gettext_noop("There is no player with the number {opponent}."))
PLAYS_ITSELF = sentence("tsh-plays-himself", gettext_noop("Number {number} can’t play against itself."))
NOT_MUTUAL = sentence(
    "tsh-not-mutual", gettext_noop("Number {number} plays {opponent}, but {opponent} does not play {number}.")
)
SCORE_ALONE = sentence("tsh-score-alone", gettext_noop("The score {score} has no opponent."))
HALF_A_RESULT = sentence(
    "tsh-half-a-result", gettext_noop("Number {number} has a score in this round and {opponent} has none.")
)
GAP = sentence("tsh-gap", gettext_noop("The opponent is not known (00), but later ones are."))
SAME_BOARD = sentence("tsh-board-twice", gettext_noop("Board {board} of round {round} is already in line {other}."))
SAME_SIDE = sentence("tsh-same-side", gettext_noop("Numbers {number} and {opponent} both played {side}."))

BONUS = sentence(
    "tsh-bonus", gettext_noop("A bonus of {points} points has no place here: only penalties have, which are below 0.")
)
PENALTY_ALONE = sentence("tsh-penalty-alone", gettext_noop("There is a penalty for round {round}, but no such round."))

TOO_MANY = sentence("tsh-too-many", gettext_noop("More than {limit} can’t be read."))
BAD_RATING = sentence("tsh-rating", gettext_noop("“{text}” is not a rating from 0 to {limit}."))

NUMERIC = re.compile(r"[0-9]+(\.[0-9]+)?(\+[0-9]+(\.[0-9]+)?)*")
WHOLE = re.compile(r"-?[0-9]{1,4}")
BOARD = re.compile(r"[0-9]{1,4}")
HIGHEST_RATING = 9999
LONGEST_NAME, LONGEST_CLUB = 80, 60
SECRET = ("password",)
SIDES = {"1": Colour.WHITE, "2": Colour.BLACK}
OTHER_SIDE = {Colour.WHITE: Colour.BLACK, Colour.BLACK: Colour.WHITE, Colour.NONE: Colour.NONE}
SIDE_CODES = {Colour.WHITE: "1", Colour.BLACK: "2"}
OWN_KEYS = ("p12", "board", "off", "team", "penalty")  # what the crosstable holds; other keys are kept as they are
IDENTITY = ":"
WITH_IDENTITY = re.compile(r"(.*\S)\s*:([A-Z]{2}[0-9]{4,8})")
OPEN = "00"


type Games = Mapping[int, tuple[Game, ...]]


class Division(NamedTuple):
    """A file: the facts, who is off with the spread for each round missed, and the other fields by player."""

    crosstable: Crosstable
    off: Mapping[int, int] = {}
    fields: Mapping[int, Mapping[str, tuple[str, ...]]] = {}


class TshPlayer(NamedTuple):
    """A player in a file: opponents and scores as words, and the values of every other key."""

    place: int
    name: str
    rating: int
    opponents: list[str]
    scores: list[str]
    fields: dict[str, tuple[str, ...]]


def read_division(data: bytes | str, file: str = "", odd: Oddities = STRICT) -> Division:
    """Read a division. Raise Refusal with file, line (from 1) and field where it can't be read.

    With lenient oddities every mistake is noted; a player counts as absent in a round that can't be read.
    """
    with odd.in_file(file):
        return build_division(dict(enumerate(_read_lines(data, odd), start=1)), odd)


def build_division(lines: dict[int, TshPlayer], odd: Oddities = STRICT) -> Division:
    """Build a division from the lines of its players. Raise Refusal with the place of a line and the field."""
    if not lines:
        raise Refusal(NO_PLAYERS, line=1, field="name")
    if len(lines) > MOST_PLAYERS:
        raise refuse_size(lines[MOST_PLAYERS + 1].place)
    return _build_division({number: _split_identity(line) for number, line in lines.items()}, odd)


def _read_lines(data: bytes | str, odd: Oddities) -> Iterator[TshPlayer]:
    """Yield the players' lines; comments and empty lines do not count as players."""
    for place, read in split_lines(data, odd):
        text_line = drop_invisible(read)
        if text_line.strip() and not text_line.lstrip().startswith("#"):
            yield _read_line(place, text_line, odd)


def _read_line(place: int, text: str, odd: Oddities) -> TshPlayer:
    parts = [part.strip() for part in re.split(r"(?<!\\);", text)]
    head = parts[0].split()
    start = len(head)
    while start and NUMERIC.fullmatch(head[start - 1]):
        start -= 1
    name = re.sub(r"\\([;\\])", r"\1", " ".join(head[:start]))
    if not name:
        odd.report(Refusal(NO_NAME, line=place, field="name"))
    if start == len(head):
        odd.report(Refusal(NO_RATING, line=place, field="rating"))
    fields = {words[0]: tuple(words[1:]) for part in parts[2:] if (words := part.split())}
    name = (name[:-1] if re.search(r"\d,$", name) else name)[:LONGEST_NAME]
    rating = 0
    with odd.skip_unreadable():
        rating = _read_rating(place, head[start] if head[start:] else "0")
    return TshPlayer(
        place, name or f"({place})", rating, head[start + 1 :], parts[1].split() if parts[1:] else [], fields
    )


def _split_identity(line: TshPlayer) -> TshPlayer:
    match = WITH_IDENTITY.fullmatch(line.name)
    return line._replace(name=match[1], fields={**line.fields, IDENTITY: (match[2],)}) if match else line


def _read_rating(place: int, text: str) -> int:
    """Read a rating, which may have decimals and several terms."""
    whole = sum((Decimal(term[:12]) for term in text.split("+")[:10]), ZERO)
    if whole > HIGHEST_RATING or len(text) > LONGEST_NAME:
        raise Refusal(BAD_RATING, line=place, field="rating", text=text[:20], limit=HIGHEST_RATING)
    return int(whole.quantize(ONE, ROUND_HALF_UP))


def _build_division(lines: dict[int, TshPlayer], odd: Oddities) -> Division:
    players = {
        n: Player(n, line.name, line.rating or None, club=" ".join(line.fields.get("team", ()))[:LONGEST_CLUB])
        for n, line in lines.items()
    }
    games = _drop_one_sided(
        {n: tuple(_with_penalties(line, _read_games(n, line, lines, odd), odd)) for n, line in lines.items()}
    )
    games = _drop_double_boards(games, lines, odd)
    rounds = max((game.round for own in games.values() for game in own), default=0)
    off = {n: _read_off_spread(line, odd) for n, line in lines.items() if "off" in line.fields}
    fields = {
        n: {key: value for key, value in line.fields.items() if key not in (*OWN_KEYS, *SECRET)}
        for n, line in lines.items()
    }
    facts = Crosstable(players, games, rounds, edition="plain", discipline="scrabble")
    return Division(facts, off, {n: own for n, own in fields.items() if own})


def _read_off_spread(line: TshPlayer, odd: Oddities) -> int:
    """Return the spread for each round missed by a player who is off."""
    with odd.skip_unreadable():
        return _read_whole_number(line, "off", (line.fields["off"] or ("0",))[0])
    return 0


def _drop_one_sided(games: Games) -> Games:
    """Replace the games whose other side could not be read by an absence."""
    sides = {(n, game.round, game.opponent) for n, own in games.items() for game in own}
    return {
        n: tuple(
            game
            if game.opponent is None or (game.opponent, game.round, n) in sides
            else _build_bye(game.round, 0)._replace(penalty=game.penalty)
            for game in own
        )
        for n, own in games.items()
    }


def _drop_double_boards(games: Games, lines: Mapping[int, TshPlayer], odd: Oddities) -> Games:
    """Refuse two pairs at one board of a round, or leave the later one without."""
    seated: dict[tuple[int, int], int] = {}
    unseated = set()
    for number, own in games.items():
        for game in own:
            first = seated.setdefault((game.round, game.board), number) if game.board else number
            if first not in (number, game.opponent):
                assert game.opponent is not None  # a bye has no board
                unseated |= {(number, game.round), (game.opponent, game.round)}
                if number < game.opponent:
                    place, other = lines[number].place, lines[first].place
                    odd.report(
                        Refusal(SAME_BOARD, line=place, field="board", board=game.board, round=game.round, other=other)
                    )
    return {
        number: tuple(game._replace(board=None) if (number, game.round) in unseated else game for game in own)
        for number, own in games.items()
    }


def _read_games(number: int, line: TshPlayer, lines: dict[int, TshPlayer], odd: Oddities) -> Iterator[Game]:
    if len(line.opponents) > MOST_ROUNDS:
        odd.report(Refusal(TOO_MANY, line=line.place, field=f"round {MOST_ROUNDS + 1}", limit=MOST_ROUNDS))
    if len(line.scores) > len(line.opponents):
        round_number = len(line.opponents) + 1
        odd.report(
            Refusal(SCORE_ALONE, line=line.place, field=f"round {round_number}", score=line.scores[round_number - 1])
        )
    for round_number, text in enumerate(line.opponents[:MOST_ROUNDS], start=1):
        try:
            game = _read_round(number, round_number, text, line, lines, odd)
        except Refusal as refusal:
            if refusal.line == line.place or not odd.lenient:  # a mistake in the opponent's line is reported there
                odd.report(refusal)
            game = _build_bye(round_number, 0)
        if game is not None:
            yield game


def _with_penalties(line: TshPlayer, games: Iterable[Game], odd: Oddities) -> Iterator[Game]:
    """Yield the games of a player with their penalties; a bonus is reported, and a penalty for no round."""
    last = 0
    for game in games:
        last, penalty = game.round, 0
        with odd.skip_unreadable():
            penalty = _read_penalty(line, game.round)
        yield game._replace(penalty=penalty)
    for round_number in range(last + 1, len(line.fields.get("penalty", ())) + 1):
        if _find_item(line, "penalty", round_number) not in ("", "0"):
            odd.report(Refusal(PENALTY_ALONE, line=line.place, field="penalty", round=round_number))


def _read_penalty(line: TshPlayer, round_number: int) -> int:
    added = _read_whole_number(line, "penalty", _find_item(line, "penalty", round_number) or "0")
    if added > 0:
        raise Refusal(BONUS, line=line.place, field="penalty", points=added)
    return -added


def _read_round(
    number: int, round_number: int, text: str, line: TshPlayer, lines: dict[int, TshPlayer], odd: Oddities
) -> Game | None:
    """Return the game of a player in a round, None if it is not known yet."""
    if text == OPEN:
        if any(later != OPEN for later in line.opponents[round_number:]):
            raise Refusal(GAP, line=line.place, field=f"round {round_number}")
        return None
    if _read_whole_number(line, f"round {round_number}", text) == 0:
        return _build_bye(round_number, _read_score(line, round_number) or 0)
    return _read_game(number, int(text), line, round_number, lines, odd)


def _build_bye(round_number: int, spread: int) -> Game:
    kind, letter, points = (Kind.PAB, "U", ONE) if spread > 0 else (Kind.ZPB, "Z", ZERO)
    return Game(round_number, None, Colour.NONE, kind, points, own_score=spread, letter=letter)


def _read_game(
    number: int, opponent: int, line: TshPlayer, round_number: int, lines: dict[int, TshPlayer], odd: Oddities
) -> Game:
    field = f"round {round_number}"
    if opponent not in lines:
        raise Refusal(UNKNOWN, line=line.place, field=field, opponent=opponent)
    if opponent == number:
        raise Refusal(PLAYS_ITSELF, line=line.place, field=field, number=number)
    other = lines[opponent]
    if other.opponents[round_number - 1 : round_number] != [str(number)]:
        raise Refusal(NOT_MUTUAL, line=line.place, field=field, number=number, opponent=opponent)
    side, theirs = (SIDES.get(_find_item(each, "p12", round_number), Colour.NONE) for each in (line, other))
    if side == theirs != Colour.NONE:
        if number < opponent:
            word = "first" if side == Colour.WHITE else "second"
            odd.report(Refusal(SAME_SIDE, line=line.place, field="p12", number=number, opponent=opponent, side=word))
        side = Colour.NONE
    elif side == Colour.NONE:
        side = OTHER_SIDE[theirs]
    board = _find_item(line, "board", round_number)
    game = Game(
        round_number, opponent, side, Kind.OPEN, ZERO, board=int(board) or None if BOARD.fullmatch(board) else None
    )
    own, against = _read_score(line, round_number), _read_score(other, round_number)
    if own is not None and against is None:
        odd.report(Refusal(HALF_A_RESULT, line=line.place, field=field, number=number, opponent=opponent))
    if own is None or against is None:
        return game
    points, letter = (ONE, "1") if own > against else (HALF, "=") if own == against else (ZERO, "0")
    return game._replace(kind=Kind.PLAYED, points=points, own_score=own, opponent_score=against, letter=letter)


def _read_score(line: TshPlayer, round_number: int) -> int | None:
    """Return the score of a round, None while it is open."""
    text = line.scores[round_number - 1] if round_number <= len(line.scores) else OPEN
    return None if text == OPEN else _read_whole_number(line, f"round {round_number}", text)


def _read_whole_number(line: TshPlayer, field: str, text: str) -> int:
    if not WHOLE.fullmatch(text):
        raise Refusal(NOT_A_SCORE, line=line.place, field=field, text=text)
    return int(text)


def _find_item(line: TshPlayer, key: str, round_number: int) -> str:
    values = line.fields.get(key, ())
    return values[round_number - 1] if round_number <= len(values) else ""


def write_division(division: Division) -> str:
    """Return the text of a division; what is read again is the same. Passwords are never written."""
    return "".join(_write_line(line) + "\n" for line in build_lines(division).values())


def _write_line(line: TshPlayer) -> str:
    name = re.sub(r"([;\\])", r"\\\1", line.name) + ("," if NUMERIC.fullmatch(line.name.split()[-1]) else "")
    fields = "".join(f"; {key} {' '.join(values)}".rstrip() for key, values in sorted(line.fields.items()))
    return f"{name:22} {line.rating:>5} {' '.join(line.opponents)}; {' '.join(line.scores)}{fields}"


def build_lines(division: Division) -> dict[int, TshPlayer]:
    """Return the players of a division as files write them, by number.

    A round without play has opponent 0 and the spread that the event credits. So a forfeit is two such rounds, and who
    had a bye in a bracket has neither won nor lost: opponent and score are 0, because rounds have no gaps.
    """
    return {number: _build_line(division, number) for number in sorted(division.crosstable.players)}


def _build_line(division: Division, number: int) -> TshPlayer:
    facts = division.crosstable
    player, games = facts.players[number], {g.round: _without_forfeit(facts, g) for g in facts.games.get(number, ())}
    rounds = [
        games.get(round_number) or _build_bye(round_number, 0) for round_number in range(1, max(games, default=0) + 1)
    ]
    opponents = [str(game.opponent or 0) for game in rounds]
    scores = [OPEN if game.own_score is None else str(game.own_score) for game in rounds]
    fields = {key: values for key, values in division.fields.get(number, {}).items() if key not in (*OWN_KEYS, *SECRET)}
    if any(game.colour != Colour.NONE for game in rounds):
        fields["p12"] = tuple(_write_side(game) for game in rounds)
    if any(game.board for game in rounds):
        fields["board"] = tuple(str(game.board or 0) for game in rounds)
    if any(game.penalty for game in rounds):
        fields["penalty"] = tuple(str(-game.penalty) for game in rounds)
    if player.club:
        fields["team"] = tuple(player.club.split())
    if number in division.off:
        fields["off"] = (str(division.off[number]),)
    name = " :".join((player.name, *fields.pop(IDENTITY, ())))
    return TshPlayer(number, name, player.rating or 0, opponents, scores, fields)


def _without_forfeit(facts: Crosstable, game: Game) -> Game:
    """Return a round as tsh has it: one without play has no opponent, and what it is credited with as its score."""
    if game.kind in (Kind.PLAYED, Kind.OPEN):
        return game
    return _build_bye(game.round, credited_spread(facts, game))._replace(penalty=game.penalty)


def _write_side(game: Game) -> str:
    return "0" if game.opponent is None else SIDE_CODES.get(game.colour, "4")
