"""FIDE's tournament file (TRF16 and TRF26) to a crosstable.

Records 001 stand in fixed columns, the others are read as words. Records that nothing here needs are kept verbatim.
A file with teams (records 310, or 013) is also a crosstable of teams: see `trf_teams`.
Every mistake is a Refusal with the line and the field.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from tiebreaks.crosstable import ZERO, Colour, Crosstable, Game, Kind, Player, Scheme
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.scoring import PAIRS, WITH_OPPONENT, WITHOUT_OPPONENT, outcome

NO_PLAYERS = sentence("no-players", gettext_noop("The file has no player: a line that starts with 001 is needed."))
NOT_TEXT = sentence("not-text", gettext_noop("The file is not text: it holds the byte 0. Give a TRF file."))
NUMBER_WANTED = sentence("number-wanted", gettext_noop("“{text}” is not a whole number from {least} to {most}."))
POINTS_WANTED = sentence("points-wanted", gettext_noop("“{text}” is not a number of points such as 0.5."))
NAME_WANTED = sentence("name-wanted", gettext_noop("The name is missing (columns 15 to 47)."))
TWICE = sentence("number-twice", gettext_noop("Number {number} is already on line {other}."))
UNKNOWN_OPPONENT = sentence("unknown-opponent", gettext_noop("Opponent {opponent} is not in the file."))
HIMSELF = sentence("plays-himself", gettext_noop("Number {number} can't play against himself."))
NOT_MUTUAL = sentence(
    "not-mutual", gettext_noop("Number {number} plays {opponent}, but {opponent} does not play {number}.")
)
BAD_RESULT = sentence("bad-result", gettext_noop("“{text}” is not a result of a game against an opponent."))
BAD_BYE = sentence("bad-bye", gettext_noop("“{text}” is not a result of a round without an opponent."))
BAD_COLOUR = sentence("bad-colour", gettext_noop("“{text}” is not a colour: w, b or - is needed."))
SAME_COLOUR = sentence("same-colour", gettext_noop("Numbers {number} and {opponent} both have the colour {colour}."))
BAD_PAIR = sentence(
    "bad-pair", gettext_noop("{number} against {opponent} can't end “{result}” for one and “{other}” for the other.")
)
TOO_MANY_ROUNDS = sentence("too-many-rounds", gettext_noop("More than {limit} rounds can't be read."))

MOST_ROUNDS = 99
FIRST_ROUND, WIDTH = 91, 10
SCHEME_LETTERS = {"W": "win", "D": "draw", "L": "loss", "P": "pab"}


class Declared(NamedTuple):
    """What a line says of points and rank, word for word ("" for nothing): `tiebreaks.verify` checks it.

    Of a team `points` are its match points.
    """

    line: int
    points: str
    rank: str
    game_points: str = ""


class Tournament(NamedTuple):
    """What a file holds: the facts, the order of criteria that it names (None without one), and all other lines.

    `teams` is the crosstable of teams where the file has teams, None otherwise. `declared` is what it says of each
    player's points and rank, by number, and `declared_teams` of each team's: nothing here is computed from it.
    `first_player` is the line of the first record 001; place and last day stand as the file writes them.
    """

    crosstable: Crosstable
    order: str | None
    other: tuple[tuple[int, str], ...]
    teams: Crosstable | None = None
    declared: Mapping[int, Declared] = {}
    declared_teams: Mapping[int, Declared] = {}
    first_player: int = 1
    place: str = ""
    ends_on: str = ""


class Line(NamedTuple):
    """A line of the file with its number from 1, without blanks at its end."""

    number: int
    text: str


def read(data: bytes | str, file: str = "") -> Tournament:
    """Read a tournament file. Raise Refusal with file, line (from 1) and field where it can't be read."""
    try:
        return _read(_decoded(data))
    except Refusal as refusal:
        refusal.file = file
        raise


def _decoded(data: bytes | str) -> str:
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    if b"\0" in data:
        raise Refusal(NOT_TEXT, line=data[: data.index(b"\0")].count(b"\n") + 1, field="text")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _read(text: str) -> Tournament:
    # Not splitlines(): in Latin-1 files it would break lines at letters such as U+0085.
    lines = [Line(number, line.rstrip()) for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1)]
    rows = [line for line in lines if line.text.startswith("001") and line.text[3:4] in ("", " ")]
    words = {line.text[:3]: line for line in lines if line.text[:3].strip() and line not in rows}
    if not rows:
        raise Refusal(NO_PLAYERS, line=max(len(lines) - (not lines[-1].text), 1), field="001")
    players, places = _players(rows)
    scheme = scheme_of(words["162"]) if "162" in words else Scheme()
    games = {int(row.text[4:8]): _games(row, scheme) for row in rows}
    _check_pairs(games, places)
    # TRF16 lists the clubs of an individual event too: its records 013 are teams only where the type says so.
    of_teams = "310" in words or ("013" in words and "team" in _said(words, "092").lower())
    start = _said(words, "042")
    games, adjustments = _with_decisions(games, lines) if "299" in words and not of_teams else (games, {})
    facts = Crosstable(
        players=players,
        games=games,
        rounds=_rounds(words, games),
        system=system_of(" ".join(_said(words, code) for code in ("092", "192"))),
        edition=edition_of(start),
        scheme=scheme,
        name=_said(words, "012"),
        starts_on=start,
        adjustments=adjustments,
    )
    other = tuple((line.number, line.text) for line in lines if line.text and line not in rows)
    declared = {
        int(row.text[4:8]): Declared(row.number, row.text[80:84].strip(), row.text[85:89].strip()) for row in rows
    }
    found = Tournament(
        facts,
        _order(words),
        other,
        declared=declared,
        first_player=rows[0].number,
        place=_said(words, "022"),
        ends_on=_said(words, "052"),
    )
    return _with_teams(found, lines) if of_teams else found


def _with_decisions(games: dict[int, tuple[Game, ...]], lines: list[Line]) -> tuple[Any, Any]:
    from tiebreaks.trf_decisions import decided  # only files with such decisions pay for this import

    return decided(games, [line for line in lines if line.text.startswith("299")])


def _said(words: dict[str, Line], code: str) -> str:
    """Return what a record says, "" where the file has none."""
    return words[code].text[4:].strip() if code in words else ""


def _with_teams(found: Tournament, lines: list[Line]) -> Tournament:
    from tiebreaks.trf_teams import declared_by_teams, read_teams  # only files with teams pay for this import

    return found._replace(teams=read_teams(found.crosstable, lines), declared_teams=declared_by_teams(lines))


def _players(rows: list[Line]) -> tuple[dict[int, Player], dict[int, int]]:
    """Return the players and the line that each stands on, by number."""
    players: dict[int, Player] = {}
    places: dict[int, int] = {}
    for row in rows:
        player = _player(row)
        if player.number in players:
            raise Refusal(TWICE, line=row.number, field="number", number=player.number, other=places[player.number])
        players[player.number], places[player.number] = player, row.number
    return players, places


def _player(row: Line) -> Player:
    text = row.text
    name = text[14:47].strip()
    if not name:
        raise Refusal(NAME_WANTED, line=row.number, field="name")
    return Player(
        number=whole(row, text[4:8], "number", 1, 9999),
        name=name,
        rating=whole(row, text[48:52] or "0", "rating", 0, 4000) or None,
        title=text[10:13].strip(),
        sex=text[9:10].strip(),
        federation=text[53:56].strip(),
        fide_id=text[57:68].strip(),
        birth_date=text[69:79].strip(),
    )


def whole(row: Line, text: str, field: str, least: int, most: int) -> int:
    text = text.strip() or ("0" if least == 0 else "")
    if not (text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= most):
        raise Refusal(NUMBER_WANTED, line=row.number, field=field, text=text, least=least, most=most)
    return int(text)


def _games(row: Line, scheme: Scheme) -> tuple[Game, ...]:
    cells = [row.text[start : start + WIDTH] for start in range(FIRST_ROUND, len(row.text), WIDTH)]
    if len(cells) > MOST_ROUNDS:
        raise Refusal(TOO_MANY_ROUNDS, line=row.number, field=f"round {len(cells)}", limit=MOST_ROUNDS)
    return tuple(_game(row, round, cell, scheme) for round, cell in enumerate(cells, start=1) if cell.strip())


def _game(row: Line, round: int, cell: str, scheme: Scheme) -> Game:
    """Read one round: four columns for the opponent, one for the colour, one for the result."""
    field = f"round {round}"
    opponent = whole(row, cell[0:4], field, 0, 9999) or None
    colour, letter = cell[5:6].strip().lower() or "-", cell[7:8].strip().upper()
    if colour not in ("w", "b", "-"):
        raise Refusal(BAD_COLOUR, line=row.number, field=field, text=cell[5:6])
    if opponent and not letter:
        return Game(round, opponent, Colour(colour), Kind.OPEN, ZERO)
    if letter not in (WITH_OPPONENT if opponent else WITHOUT_OPPONENT):
        raise Refusal(BAD_RESULT if opponent else BAD_BYE, line=row.number, field=field, text=cell[7:].strip())
    kind, points = outcome(letter, opponent is not None, scheme)
    return Game(round, opponent, Colour(colour), kind, points, letter=letter)


def _check_pairs(games: dict[int, tuple[Game, ...]], places: dict[int, int]) -> None:
    """Refuse opponents that are not there, pairs that are not mutual and results that do not fit together."""
    by_round = {(number, game.round): game for number, own in games.items() for game in own}
    for (number, round), game in by_round.items():
        opponent = game.opponent
        if opponent is None:
            continue

        def refuse(code: str, number: int = number, round: int = round, **params: Any) -> Refusal:
            return Refusal(code, line=places[number], field=f"round {round}", number=number, **params)

        if opponent not in games:
            raise refuse(UNKNOWN_OPPONENT, opponent=opponent)
        if opponent == number:
            raise refuse(HIMSELF)
        other = by_round.get((opponent, round))
        if other is None or other.opponent != number:
            raise refuse(NOT_MUTUAL, opponent=opponent)
        if game.colour == other.colour != Colour.NONE:
            raise refuse(SAME_COLOUR, opponent=opponent, colour=game.colour)
        if (game.letter or other.letter) and game.letter + other.letter not in PAIRS:
            raise refuse(BAD_PAIR, opponent=opponent, result=game.letter, other=other.letter)


def scheme_of(line: Line) -> Scheme:
    """Read record 162, such as `162 W 1.0 D 0.5 L 0.0 P 1.0`; without P a bye is worth a win."""
    values = {}
    for letter, text in re.findall(r"([A-Z]+)\s*(\S+)", line.text[3:]):
        value = points(line, text, f"162 {letter}")
        if letter in SCHEME_LETTERS:
            values[SCHEME_LETTERS[letter]] = value
    return Scheme(**{"pab": values.get("win", Scheme().win), **values})


def points(line: Line, text: str, field: str) -> Decimal:
    """Read a number of points. Raise Refusal for anything else, or for what no event awards."""
    try:
        value = Decimal(text)
    except InvalidOperation:
        value = Decimal("NaN")
    if not value.is_finite() or abs(value) > 1000 or value != round(value, 2):
        raise Refusal(POINTS_WANTED, line=line.number, field=field, text=text)
    return value


def _rounds(words: dict[str, Line], games: dict[int, tuple[Game, ...]]) -> int:
    """Return the planned number of rounds: record 142 or XXR, at least what was played."""
    played = max((game.round for own in games.values() for game in own), default=0)
    line = words.get("142") or words.get("XXR")
    return max(played, whole(line, line.text[3:], line.text[:3], 0, MOST_ROUNDS)) if line else played


def system_of(kind: str) -> str:
    """Return the system that a type of tournament names: "Individual: Swiss-System", "FIDE_DUTCH_2026"."""
    return "round-robin" if re.search(r"round.?robin|berger|scheveningen", kind.lower()) else "swiss"


def _order(words: dict[str, Line]) -> str | None:
    """Return the order of criteria: record 212 as it stands, record 202 after the points."""
    if "212" in words:
        return words["212"].text[4:].strip()
    return "PTS," + words["202"].text[4:].strip() if "202" in words else None


def edition_of(start: str) -> str:
    """Return the edition in force on a start date as files write it; the current one for an unknown date."""
    date = next(_dates(start), None)
    if date is None:
        return "2026-03"
    if date < (2023, 9):
        return "pre-2023"
    return max(
        edition for edition in ("2023-09", "2024-04", "2024-08", "2026-03") if edition <= f"{date[0]:04}-{date[1]:02}"
    )


def _dates(text: str) -> Iterator[tuple[int, int]]:
    """Find year and month in 2026/05/01, 1969.12.06, 28. 07. 2005."""
    for pattern in (r"(?P<y>\d{4})\D+(?P<m>\d{1,2})\b", r"\d{1,2}\D+(?P<m>\d{1,2})\D+(?P<y>\d{4})"):
        if found := re.search(pattern, text):
            yield int(found["y"]), int(found["m"])
