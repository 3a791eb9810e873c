"""Give players and teams their start numbers by rating. Who they are, and so their addresses, stays."""

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any

from django.db.models import F, QuerySet

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access.reader import staff_reader
from tournaments.actions.event.kept_copies import keeping_copy
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Player, Team
from tournaments.operation import event_copies
from tournaments.queries.players.numbering import (
    TOO_LATE,
    find_objection,
    list_moved,
    name_numbering,
    order_of,
    read_numbering,
    strength_order,
)
from tournaments.queries.players.participants import participants_of
from tournaments.queries.rounds.games import last_paired_round

CHANGED = sentence(
    "numbers-changed",
    gettext_noop("The list has changed since you looked at it. Nothing was stored: please look again."),
)

NO_PAIR = sentence("numbers-no-pair", gettext_noop("Name two different players by their start numbers."))
UNEQUAL = sentence(
    "numbers-unequal",
    gettext_noop("{one} and {other} have different ratings: only players of equal rating exchange their numbers."),
)

APART = 20_000  # added to all numbers while they change, so that no two are equal


def number_by_rating(event: Event, by: Actor, *, seen: str | None = None, reason: str = "") -> int:
    """Number the participants by rating, title and name, and return how many got another number.

    `seen` names the numbering that was confirmed. Drafts are deleted: they were drawn by the old numbers. Once a round
    is paired, a copy of the event is kept. Raise Refusal in a round robin, once round 4 has been paired, and where the
    numbering is not the one that was seen.
    """
    with writing(event) as event:
        if objection := find_objection(event):
            raise objection
        rows = read_numbering(staff_reader(event))
        if seen is not None and seen != name_numbering(rows):
            raise Refusal(CHANGED, field="numbers")
        moved = list_moved(rows)
        if not moved:
            return 0
        is_begun = last_paired_round(event) > 0
        with keeping_copy(event, event_copies.BEFORE_NUMBERS) if is_begun else nullcontext():
            store_numbers(participants_of(event).all(), {row.number: row.new for row in rows})
        event.drafts.all().delete()
        action = LogAction.TEAMS_NUMBERED if event.of_teams else LogAction.PLAYERS_NUMBERED
        old, new = ({str(row.number): getattr(row, name) for row in moved} for name in ("old", "new"))
        record(event, by, action, before={"start_numbers": old}, after={"start_numbers": new}, reason=reason)
        return len(moved)


def find_pair(event: Event, one: int | None, other: int | None) -> tuple[Player, Player]:
    """Return the two players with these start numbers, of equal rating, who may exchange them. Raise Refusal."""
    if objection := find_objection(event):
        raise objection
    by_start = {player.start_number: player for player in event.players.filter(start_number__in=(one, other))}
    if one is None or other is None or len(by_start) < 2:
        raise Refusal(NO_PAIR, field="one")
    first, second = by_start[one], by_start[other]
    if first.event_rating != second.event_rating:
        raise Refusal(UNEQUAL, field="other", one=first.name, other=second.name)
    return first, second


def swap_numbers(event: Event, one: int, other: int, by: Actor) -> None:
    """Swap the start numbers of two players of equal rating; drafts are deleted. Raise Refusal.

    Once a round is paired, a copy of the event is kept.
    """
    with writing(event) as event:
        first, second = find_pair(event, one, other)
        is_begun = last_paired_round(event) > 0
        with keeping_copy(event, event_copies.BEFORE_NUMBERS) if is_begun else nullcontext():
            stay = dict(event.players.values_list("number", "start_number"))
            store_numbers(event.players.all(), stay | {first.number: other, second.number: one})
        event.drafts.all().delete()
        old = {str(first.number): one, str(second.number): other}
        new = {str(first.number): other, str(second.number): one}
        before, after = {"start_numbers": old}, {"start_numbers": new, "exchanged": True}
        record(event, by, LogAction.PLAYERS_NUMBERED, before=before, after=after)


def number_late_entry(event: Event, player: Player, by: Actor) -> None:
    """Give a late entry the number by rating; players below move down by one (C.04.2, 2.4).

    Inside a write. Before that the arbiter numbers all again, and in a round robin the numbers were drawn.
    """
    objection = find_objection(event)
    if objection is None or objection.code != TOO_LATE or not event.can_depart:
        return
    others = list(event.players.exclude(pk=player.pk).order_by("start_number"))
    own = strength_order(player)
    place = next((other.start_number for other in others if strength_order(other) > own), None)
    if place is None:
        return
    below = [other for other in others if other.start_number >= place]
    old = {str(each.number): each.start_number for each in (*below, player)}
    new = {str(other.number): other.start_number + 1 for other in below} | {str(player.number): place}
    stay = {other.number: other.start_number for other in others}
    store_numbers(event.players.all(), stay | {int(number): start for number, start in new.items()})
    event.drafts.all().delete()
    before, after = {"start_numbers": old}, {"start_numbers": new}
    record(event, by, LogAction.PLAYERS_NUMBERED, before=before, after=after)


def number_players(event: Event) -> dict[str, int]:
    """Number the players of a locked event by rating, and return the old start numbers of all by number."""
    players = sorted(event.players.all(), key=order_of(event))
    store_numbers(event.players.all(), {player.number: new for new, player in enumerate(players, start=1)})
    return {str(player.number): player.start_number for player in players}


def store_numbers(rows: QuerySet[Player] | QuerySet[Team], start_numbers: Mapping[int, int]) -> None:
    """Store the start number of each participant, by number. All are moved out of the way first."""
    rows.update(given_number=F("start_number") + APART)
    participants: list[Any] = list(rows)
    for each in participants:
        start = start_numbers[each.number]
        each.given_number = start if start != each.number else None
    rows.bulk_update(participants, ["given_number"])
