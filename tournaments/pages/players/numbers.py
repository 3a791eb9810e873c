"""The page of the start numbers as values: who gets which number by rating, and why."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.access.reader import Reader
from tournaments.models import Player
from tournaments.queries.players.numbering import Renumbered, find_objection, list_moved, name_numbering, read_numbering
from tournaments.queries.rounds.games import last_paired_round
from tournaments.wording import sentences

SHOWN = 300  # lines of those who only make room come last, and a large field is not listed whole


class NumberLine(NamedTuple):
    old: int
    new: int
    title: str
    name: str
    rating: int | None
    why: str
    leaps: bool


class NumbersView(NamedTuple):
    """`objection` says why numbers stay, `seen` names what is shown here, `drafts` are rounds to be drawn again.

    `more` is how many lines are left out.
    """

    lines: tuple[NumberLine, ...]
    moved: int
    more: int
    objection: str
    seen: str
    drafts: tuple[int, ...]
    has_begun: bool
    back: str


def numbers_view(reader: Reader) -> NumbersView:
    """Return who would get another number by rating."""
    event = reader.event
    objection, rows = find_objection(event), read_numbering(reader)
    moved = list_moved(rows)
    shown = sorted(sorted(moved, key=lambda row: not row.leaps)[:SHOWN], key=lambda row: row.new)
    return NumbersView(
        lines=() if objection else tuple(build_number_line(row) for row in shown),
        moved=len(moved),
        more=len(moved) - len(shown),
        objection=sentences.refusal(objection) if objection else "",
        seen=name_numbering(rows),
        drafts=tuple(event.drafts.order_by("number").values_list("number", flat=True)),
        has_begun=bool(last_paired_round(event)),
        back=reverse("teams" if event.of_teams else "players", args=[event.slug]),
    )


def build_number_line(row: Renumbered) -> NumberLine:
    return NumberLine(row.old, row.new, row.title, row.name, row.rating, explain_move(row), row.leaps)


def explain_move(row: Renumbered) -> str:
    """Say why somebody gets another number."""
    if not row.leaps:
        return _("moves down") if row.new > row.old else _("moves up")
    return _("by rating") if row.rating else _("has no rating")


def say_entry(reader: Reader, player: Player) -> str:
    """Say with which number somebody takes part; after the first round, also which one it would be by rating.

    Before that everybody is numbered by one click, and the list is typed in any order.
    """
    event = reader.event
    texts = {"name": player.name, "number": player.start_number}
    is_ranked = last_paired_round(event) and not event.of_teams and not find_objection(event)
    ranks = {row.number: row.new for row in read_numbering(reader)} if is_ranked else {}
    if ranks.get(player.number, player.start_number) == player.start_number:
        return _("%(name)s takes part as number %(number)d.") % texts
    sentence = _("%(name)s takes part as number %(number)d; by rating it would be %(new)d.")
    return sentence % {**texts, "new": ranks[player.number]}


def find_hint(reader: Reader) -> str:
    """Say whose number is not the one by rating, as long as numbers can be given again; "" where nothing is to say.

    Only ratings count: of equal ones the arbiter may have chosen the order. Only FIDE's systems pair by these numbers.
    """
    if not reader.event.game.follows_fide or find_objection(reader.event):
        return ""
    rows = sorted(read_numbering(reader), key=lambda row: row.old)
    ratings = [row.rating or 0 for row in rows]
    if ratings == sorted(ratings, reverse=True):
        return ""
    leaping = sorted((row for row in rows if row.leaps), key=lambda row: row.new)
    if len(leaping) * 2 > len(rows):
        return _("The start numbers don’t follow the ratings")
    first = leaping[0]
    if len(leaping) > 1:
        text = ngettext(
            "%(name)s (%(rating)s) and %(count)d more don’t have the number by rating",
            "%(name)s (%(rating)s) and %(count)d more don’t have the numbers by rating",
            len(leaping) - 1,
        )
        return text % {"name": first.name, "rating": first.rating or "–", "count": len(leaping) - 1}
    text = _("%(name)s (%(rating)s) has number %(old)d; by rating it would be %(new)d")
    return text % {"name": first.name, "rating": first.rating or "–", "old": first.old, "new": first.new}
