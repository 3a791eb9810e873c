"""The check-in before the first round: players are checked in one by one, and all others left out together."""

from collections.abc import Collection

from django.db.models import QuerySet
from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.players.participation import ALREADY_EXPELLED, find_player
from tournaments.actions.rounds.planning import fit_stored_plan
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.desk.results import Result
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Absence, Event, Player
from tournaments.queries.rounds.games import last_paired_round

ALREADY_PAIRED = sentence("checkin-over", gettext_noop("The first round has been paired, so check-in is closed."))
NOBODY_LEFT = sentence("checkin-nobody-left", gettext_noop("Nobody is left to check in."))
ALL_PRESENT = sentence("checkin-all-here", gettext_noop("Everybody is present: there is nobody to leave out."))


def check_in(event: Event, number: int, present: bool, by: Actor) -> None:
    """Record that a player is present, or not after all; the same again writes nothing.

    A player who comes after the check-in was closed still plays in the first round. Raise Refusal once it is paired.
    """
    with writing(event) as event:
        player = find_checkin_player(event, number)
        if (player.checked_in_at is not None) == present:
            return
        player.checked_in_at = timezone.now() if present else None
        if present:
            if player.expelled_from is not None:
                raise Refusal(ALREADY_EXPELLED, field="player", player=player.name)
            player.absences.filter(round=1, kind=Result.ABSENT).delete()
            player.withdrawn_from = None
        player.save(update_fields=["checked_in_at", "withdrawn_from"])
        record(event, by, LogAction.CHECK_IN, after={"number": number, "here": present})
        fit_stored_plan(event, by)


def check_in_others(event: Event, missing: Collection[int], by: Actor) -> list[int]:
    """Check in all expected players except the missing ones, and return their numbers.

    Raise Refusal where nobody is left to check in.
    """
    with writing(event) as event:
        if last_paired_round(event):
            raise Refusal(ALREADY_PAIRED, field="checkin")
        expected = find_expected(event).exclude(number__in=missing)
        numbers = list(expected.values_list("number", flat=True))
        if not numbers:
            raise Refusal(NOBODY_LEFT, field="checkin")
        event.players.filter(number__in=numbers).update(checked_in_at=timezone.now())
        record(event, by, LogAction.CHECK_IN, after={"numbers": numbers, "here": True})
        return numbers


def uncheck_players(event: Event, numbers: Collection[int], by: Actor) -> None:
    """Undo the check-in of several players; nothing is written where none of them is present. Raise Refusal."""
    with writing(event) as event:
        if last_paired_round(event):
            raise Refusal(ALREADY_PAIRED, field="checkin")
        players = event.players.filter(number__in=numbers, checked_in_at__isnull=False).order_by("number")
        found = list(players.values_list("number", flat=True))
        if found:
            players.update(checked_in_at=None)
            record(event, by, LogAction.CHECK_IN, after={"numbers": found, "here": False})


def find_expected(event: Event) -> QuerySet[Player]:
    """Return who is neither present nor left out, by number."""
    players = event.players.filter(checked_in_at=None, withdrawn_from=None).exclude(absences__round=1)
    return players.order_by("number")


def find_checkin_player(event: Event, number: int) -> Player:
    """Return a player while the check-in is possible. Raise Refusal."""
    if last_paired_round(event):
        raise Refusal(ALREADY_PAIRED, field="checkin")
    return find_player(event, number)


def close_checkin(event: Event, by: Actor, *, withdraw: bool = False) -> int:
    """Leave all absent players out of the first round, or of the whole event, and return how many.

    Raise Refusal where the first round is paired or everybody is present.
    """
    with writing(event) as event:
        if last_paired_round(event):
            raise Refusal(ALREADY_PAIRED, field="checkin")
        missing = list(find_expected(event))
        if not missing:
            raise Refusal(ALL_PRESENT, field="checkin")
        if withdraw:
            event.players.filter(pk__in=[player.pk for player in missing]).update(withdrawn_from=1)
        else:
            Absence.objects.bulk_create(Absence(player=player, round=1, kind=Result.ABSENT) for player in missing)
        event.drafts.all().delete()
        record(
            event,
            by,
            LogAction.CHECKIN_CLOSED,
            after={"numbers": [player.number for player in missing], "withdrawn": withdraw},
        )
        fit_stored_plan(event, by)
        return len(missing)


def reopen_checkin(event: Event, by: Actor) -> int:
    """Undo the last closing: players whom it left out are expected again. Return how many. Raise Refusal."""
    with writing(event) as event:
        if last_paired_round(event):
            raise Refusal(ALREADY_PAIRED, field="checkin")
        closing = event.log.filter(action=LogAction.CHECKIN_CLOSED).first()
        missing = closing.new_values["numbers"] if closing else []
        players = event.players.filter(number__in=missing, checked_in_at=None)
        freed = Absence.objects.filter(player__in=players, round=1, kind=Result.ABSENT).delete()[0]
        freed += players.filter(withdrawn_from=1, expelled_from=None).update(withdrawn_from=None)
        event.drafts.all().delete()
        record(event, by, LogAction.CHECKIN_REOPENED, after={"players": freed})
        fit_stored_plan(event, by)
        return freed
