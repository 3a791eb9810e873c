"""Places in words: who can still reach them, who has moved."""

from decimal import Decimal

from django.utils.translation import gettext, ngettext, pgettext_lazy

from tiebreaks.outlook.marks import Mark, Outlook
from tiebreaks.refusal import SENTENCES
from tournaments.domain.number_format import UNDEFINED, figure

MARKS = {
    Mark.SAFE: pgettext_lazy("outlook", "safe"),
    Mark.POSSIBLE: pgettext_lazy("outlook", "possible"),
    Mark.OUT: pgettext_lazy("outlook", "out"),
}


def mark(mark: Mark) -> str:
    """Name the outlook of a player. It is computed and unrelated to the finalists' rule."""
    return str(MARKS[mark])


def outlook(result: Outlook) -> str:
    """Say why a player is safe, possible or out."""
    written = {n: value if isinstance(value, str) else figure(value) for n, value in result.params.items()}
    return gettext(SENTENCES[result.code]).format(points=count_points(result.points), **written)


def count_points(points: Decimal | int) -> str:
    """Write a number of points with its noun: "1 point", "5½ points"."""
    return ngettext("%(points)s point", "%(points)s points", 1 if points == 1 else 2) % {"points": figure(points)}


def name_place(place: int) -> str:
    """Name a place: "place 3"; "" for none."""
    return gettext("place %(place)d") % {"place": place} if place else ""


def follow(name: str) -> str:
    """Return the label of the button that follows a player."""
    return gettext("Follow %(name)s") % {"name": name}


def move(places: int | None) -> str:
    """Say for screen readers how many places a player has moved since the last finished round."""
    if not places:
        return "" if places is None else gettext("unchanged")
    if places > 0:
        return ngettext("up %(count)d place", "up %(count)d places", places) % {"count": places}
    return ngettext("down %(count)d place", "down %(count)d places", -places) % {"count": -places}


def arrow(places: int | None) -> str:
    """Write a move: ▲2, ▼1, or a dash for none."""
    return f"{'▲' if (places or 0) > 0 else '▼'}{abs(places)}" if places else UNDEFINED
