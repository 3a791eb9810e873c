"""What a projector shows just now, as values: its slides in their order, and the arbiter's orders to it."""

from typing import Any, NamedTuple

from tournaments.domain.choices import Slide
from tournaments.exports import qr
from tournaments.models import Screen
from tournaments.pages.rounds.by_name import Appearance, list_by_name
from tournaments.pages.rounds.round import RoundView, round_view
from tournaments.pages.standings.standings import StandingsView, standings_view


class ScreenView(NamedTuple):
    """`slides` are those that have something to show; a part of the page is None where its slide is not among them.

    `address` is where spectators find the event, "" where they can't; `code` its QR code.
    """

    event: Any
    orders: Screen
    slides: tuple[str, ...]
    standings: StandingsView
    boards: RoundView | None
    names: tuple[Appearance, ...]
    address: str
    code: str


def screen_view(event, orders: Screen, address: str) -> ScreenView:
    """Return what a projector with these orders shows of an event, as the public sees it."""
    standings = standings_view(event)
    wanted = [slide for slide in orders.slides.split(",") if slide in Slide]
    boards = round_view(event, standings.progress.round)
    if boards is None or not boards.rows:
        boards = None
        wanted = [slide for slide in wanted if slide not in (Slide.BOARDS, Slide.NAMES)]
    elif boards.results_in and len(wanted) > 1:
        # Whoever sits at the board needs no list of names any more.
        wanted = [slide for slide in wanted if slide != Slide.NAMES]
    if not address:
        wanted = [slide for slide in wanted if slide != Slide.CODE]
    slides = tuple(wanted) or (Slide.STANDINGS.value,)
    return ScreenView(
        event=event,
        orders=orders,
        slides=slides,
        standings=standings,
        boards=boards if Slide.BOARDS in slides else None,
        names=list_by_name(boards) if boards and Slide.NAMES in slides else (),
        address=address.partition("://")[2].rstrip("/"),
        code=qr.draw_qr_code(address) if Slide.CODE in slides else "",
    )
