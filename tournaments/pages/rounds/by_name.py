"""A round in the order of names: each player or team once, with the board or table to go to."""

from typing import NamedTuple

from tiebreaks.facts.games import Colour
from tournaments.domain.players.name_matching import drop_accents
from tournaments.pages.rounds.boards import BoardSide
from tournaments.pages.rounds.round import RoundView
from tournaments.wording import games


class Appearance(NamedTuple):
    """A player or a team in a round. Without an opponent there is no board, and `note` says why."""

    seat: BoardSide
    board: int | None
    side: str
    opponent: BoardSide | None
    open: bool
    note: str


def list_by_name(view: RoundView) -> tuple[Appearance, ...]:
    """Return everybody in a round, players or teams, in the order of names; accents are ignored."""
    colours = (Colour.WHITE, Colour.BLACK) if view.with_sides else (Colour.NONE, Colour.NONE)
    first, second = (games.name_side(colour, view.event.discipline) for colour in colours)
    appearances = []
    for row in view.rows:
        one, other = row.sides
        appearances.append(Appearance(one, row.place, first, other, row.open, row.note))
        appearances.append(Appearance(other, row.place, second, one, row.open, row.note))
    for item in view.unpaired:
        seat = BoardSide(item.number, item.name, item.title, "", None, "", item.points, won=False)
        note = ", ".join(filter(None, (item.kind, item.credit)))
        appearances.append(Appearance(seat, None, "", None, open=False, note=note))
    return tuple(sorted(appearances, key=lambda each: (drop_accents(each.seat.name), each.seat.number)))
