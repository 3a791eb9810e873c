"""Write a crosstable as FIDE's tournament file (TRF16, or the records of TRF26): the inverse of `tiebreaks.trf`.

Names, ratings and letters are written as they are, so that reading the text returns them. Columns are counted in
characters, so the text is meant for UTF-8.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from decimal import Decimal

from tiebreaks.facts.crosstable import Crosstable, Player
from tiebreaks.facts.games import Game, Scheme
from tiebreaks.facts.scoring import UNKNOWN
from tiebreaks.trf.decisions import decision_records
from tiebreaks.trf.line import CELL, write_line
from tiebreaks.values.numbers import format_number

TRF16, TRF26 = "TRF16", "TRF26"
SYSTEMS = {"swiss": "Individual: Swiss-System", "round-robin": "Individual: Round-Robin"}
ROUNDS_RECORD = {TRF16: "XXR", TRF26: "142"}
NEXT_ROUND_POINTS = {"H": "draw", "F": "win", "U": "pab"}


def write(
    facts: Crosstable,
    order: str | None = None,
    dialect: str = TRF16,
    absent: Mapping[int, str] | None = None,
    records: tuple[str, ...] = (),
    ranks: Mapping[int, int] | None = None,
) -> str:
    """Return the text of a tournament file.

    `order` is the order of criteria (record 212). `absent` has, by number, the letter H, F or Z of players without a
    pairing in the round after the last one, as engines expect. `records` are further lines, word for word. `ranks` are
    the places by number; without them players are placed by points. TRF16 has the extensions of bbpPairings.
    """
    lines = [f"012 {facts.name}"] if facts.name else []
    lines += [f"042 {facts.starts_on}"] if facts.starts_on else []
    lines += [f"062 {len(facts.players)}", f"092 {SYSTEMS[facts.system]}"]
    lines.append(f"{ROUNDS_RECORD[dialect]} {facts.rounds}")
    unknown = dialect == TRF26 and has_unknown_results(facts)
    if unknown or facts.scheme != Scheme():
        lines += [scheme_record(facts.scheme, unknown)] if dialect == TRF26 else scheme_records_of_bbp(facts.scheme)
    if order:
        lines.append(f"212 {order}")
    absent = absent or {}
    coming = 1 + max((game.round for own in facts.games.values() for game in own), default=0)
    rounds = {n: _cells(facts, n, {coming: absent[n]} if n in absent else {}, dialect) for n in facts.players}
    points = {n: _points(facts, n, absent.get(n)) for n in facts.players}
    places = ranks or find_places(points)
    lines += [_player(p, points[n], places.get(n, 0)) + rounds[n] for n, p in sorted(facts.players.items())]
    return "\n".join(write_line(line) for line in (*lines, *decision_records(facts), *records)) + "\n"


def find_places[Strength: (Decimal, tuple[bool, Decimal])](strength: Mapping[int, Strength]) -> dict[int, int]:
    """Return the place of each player, by number: 1 for the strongest, and the same for equals."""
    upwards = sorted(strength.values())
    return {number: 1 + len(upwards) - bisect_right(upwards, own) for number, own in strength.items()}


def player_line(facts: Crosstable, number: int, points: Decimal, place: int) -> str:
    """Return the record 001 of a player with their points and place (0 for none)."""
    return write_line(_player(facts.players[number], points, place) + _cells(facts, number, {}))


def has_unknown_results(facts: Crosstable) -> bool:
    """Return whether a game counts as a draw for the pairing only, because it is adjourned."""
    return any(game.letter == UNKNOWN for games in facts.games.values() for game in games)


def scheme_record(scheme: Scheme, with_unknown: bool = False) -> str:
    """Return record 162: the points that results are worth, `with_unknown` also what an adjourned game counts."""
    worth = {"W": scheme.win, "D": scheme.draw, "L": scheme.loss, "A": scheme.forfeit, "P": scheme.pab}
    worth |= {"X": scheme.draw} if with_unknown else {}
    return "162  " + "    ".join(
        f"{letter}{points:4.1f}" if points == round(points, 1) else f"{letter}{points:4}"
        for letter, points in worth.items()
    )


def scheme_records_of_bbp(scheme: Scheme) -> list[str]:
    """Return the points in the records of bbpPairings, which has no forfeit loss in record 162."""
    worth = {"BBW": scheme.win, "BBD": scheme.draw, "BBL": scheme.loss, "BBF": scheme.forfeit, "BBU": scheme.pab}
    return [f"{code} {points:>4.1f}" for code, points in worth.items()]


def _points(facts: Crosstable, number: int, letter: str | None) -> Decimal:
    points = facts.total_points(number)
    worth = NEXT_ROUND_POINTS.get(letter or "")
    return points + getattr(facts.scheme, worth) if worth else points


def _player(player: Player, points: Decimal, place: int) -> str:
    """Return columns 1 to 89 of a record 001."""
    details = f"{player.federation:3.3} {player.fide_id:>11.11} {player.birth_date:10.10}"
    rating = "" if player.rating is None else player.rating
    return (
        f"001 {player.number:>4} {player.sex:1.1}{player.title:>3.3} {player.name:33.33} {rating:>4} "
        f"{details} {points_text(points):>4} {place or '':>4}"
    )


def points_text(points: Decimal) -> str:
    """Return points as text of at most four characters, "" if they do not fit: readers can add them up."""
    text = f"{points:.1f}" if points == round(points, 1) else format_number(points)
    return text if len(text) <= 4 else text.removesuffix(".0") if len(text.removesuffix(".0")) <= 4 else ""


def _cells(facts: Crosstable, number: int, absent: Mapping[int, str], dialect: str = TRF26) -> str:
    """Return ten columns for each round; a round without an entry is blank. `absent` has letters by round."""
    games = {game.round: _cell(game, dialect) for game in facts.games.get(number, ())}
    games |= {round_number: f"  0000 - {letter}" for round_number, letter in absent.items()}
    return "".join(f"{games.get(round_number, ''):{CELL}}" for round_number in range(1, max(games, default=0) + 1))


def _cell(game: Game, dialect: str) -> str:
    opponent = "0000" if game.opponent is None else f"{game.opponent:>4}"
    letter = "=" if game.letter == UNKNOWN and dialect != TRF26 else game.letter
    return f"  {opponent} {game.colour} {letter}"
