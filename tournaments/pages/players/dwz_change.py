"""The change of a player's DWZ as the card shows it, in events of the German federation."""

from typing import NamedTuple

from tiebreaks.facts.crosstable import Crosstable
from tournaments.domain.number_format import decimal_figure, figure
from tournaments.domain.players.dwz import compute_dwz_change
from tournaments.models import Event
from tournaments.wording.rating_changes import describe_dwz_factor

GERMANY = "GER"


class ShownDwz(NamedTuple):
    """The change as text; `how` says what it was computed with and what is assumed."""

    change: str
    after: int
    games: int
    points: str
    expected: str
    how: str


def show_dwz_change(event: Event, facts: Crosstable, number: int) -> ShownDwz | None:
    """Return the change of a player of an event that the German federation reports; None elsewhere or without one."""
    if not event.game.follows_fide or event.details.federation != GERMANY:
        return None
    last_day = event.ends_on or event.starts_on
    change = compute_dwz_change(facts, number, last_day.isoformat() if last_day else "")
    return change and ShownDwz(
        change=figure(change.after - change.before, signed=True),
        after=change.after,
        games=change.games,
        points=figure(change.points),
        expected=decimal_figure(change.expected, 2),
        how=describe_dwz_factor(change),
    )
