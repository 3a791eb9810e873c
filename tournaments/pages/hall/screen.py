"""What a projector shows, as values: its slides in order, and the arbiter's instructions to it."""

from itertools import batched
from typing import NamedTuple

from tournaments.access.reader import Reader
from tournaments.domain.choices import Slide
from tournaments.exports import qr
from tournaments.models import Event, Screen
from tournaments.pages.rounds.bracket import BracketPart, BracketView, bracket_view
from tournaments.pages.rounds.by_name import Appearance, list_by_name
from tournaments.pages.rounds.round import RoundView, read_round_once
from tournaments.pages.standings.race import Race, read_race
from tournaments.pages.standings.standings import StandingsView, read_standings_once
from tournaments.queries.snapshot import consistent_read
from tournaments.queries.standings.endings import read_courses
from tournaments.queries.standings.standings import read_standings

IN_COLUMN = 8  # duels that stand one below the other on a projector
AT_ONCE = 16  # duels of an early round that stand on a projector side by side


class ScreenView(NamedTuple):
    """`slides` are those with something to show; a part of the page is None if its slide is not among them.

    `address` is where spectators find the event, "" if they cannot; `code` is its QR code.
    """

    event: Event
    orders: Screen
    slides: tuple[str, ...]
    standings: StandingsView
    boards: RoundView | None
    names: tuple[Appearance, ...]
    race: Race | None
    brackets: tuple[BracketPart, ...]
    address: str
    code: str


@consistent_read
def screen_view(reader: Reader, orders: Screen, address: str) -> ScreenView:
    """Return what a projector with these orders shows of an event, as the public sees it."""
    standings = read_standings_once(reader)
    wanted = [slide for slide in orders.slides.split(",") if slide in Slide]
    boards = read_boards(reader, standings.progress.round)
    race = read_race(read_standings(reader)) if Slide.RACE in wanted else None
    brackets = read_brackets(reader) if Slide.BRACKET in wanted else ()
    has_something = {
        Slide.BOARDS: boards is not None,
        # Players who sit at their boards no longer need the list of names.
        Slide.NAMES: boards is not None and (not boards.results_in or len(wanted) == 1),
        Slide.RACE: race is not None,
        Slide.BRACKET: bool(brackets),
        Slide.CODE: bool(address),
    }
    slides = tuple(slide for slide in wanted if has_something.get(Slide(slide), True)) or (Slide.STANDINGS.value,)
    return ScreenView(
        event=reader.event,
        orders=orders,
        slides=slides,
        standings=standings,
        boards=boards if Slide.BOARDS in slides else None,
        names=list_by_name(boards) if boards and Slide.NAMES in slides else (),
        race=race,
        brackets=brackets,
        address=address.partition("://")[2].rstrip("/"),
        code=qr.draw_qr_code(address) if Slide.CODE in slides else "",
    )


def read_boards(reader: Reader, number: int) -> RoundView | None:
    """Return a round, None where it has no boards."""
    boards = read_round_once(reader, number)
    return boards if boards and boards.rows else None


def read_brackets(reader: Reader) -> tuple[BracketPart, ...]:
    """Return the brackets that a projector shows, nothing before the first is drawn."""
    return list_brackets(bracket_view(reader)) if read_courses(read_standings(reader)) else ()


def list_brackets(view: BracketView) -> tuple[BracketPart, ...]:
    """Return the brackets of the newest stage as far as a projector has room for them.

    The last rounds of a bracket stand there as a picture; while an earlier round is played, its duels alone do. A
    bracket that nobody has reached is left out.
    """
    return tuple(part for bracket in (view.stages[-1].brackets if view.stages else ()) for part in _cut(bracket))


def _cut(bracket: BracketPart) -> list[BracketPart]:
    if bracket.table and not bracket.levels:
        return [bracket]
    if not any(seat.number for level in bracket.levels for duel in level.duels for seat in duel.seats):
        return []
    running = next((level for level in bracket.levels if any(duel.is_open for duel in level.duels)), None)
    if running is None or len(running.duels) <= IN_COLUMN:
        return [bracket._replace(levels=tuple(level for level in bracket.levels if len(level.duels) <= IN_COLUMN))]
    real = (duel for duel in running.duels if not duel.is_bye)
    pieces = (tuple(piece) for piece in batched(real, AT_ONCE))
    return [bracket._replace(levels=(running._replace(places=piece, halves=False),)) for piece in pieces]
