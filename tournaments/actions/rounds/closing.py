"""Withhold and release the results of rounds, and close rounds: their table goes into the log as evidence."""

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import REASON_NEEDED
from tournaments.actions.event.kept_copies import request_copy
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.desk.results import Result
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Game, Round
from tournaments.queries.standings.closing_evidence import compute_evidence

NO_ROUND = sentence("closing-no-round", gettext_noop("There is no round {round}."))
NOTHING = sentence("release-nothing", gettext_noop("No results are withheld."))
OPEN = sentence("closing-open", gettext_noop("Round {round} can’t be closed yet: results are missing ({count})."))
MOVED_ON = sentence(
    "closing-moved", gettext_noop("A result came in meanwhile. Check the table and close the round again.")
)


def withhold_results(event: Event, number: int, by: Actor) -> None:
    """Withhold the results of a round from the public; the same again writes nothing. Raise Refusal."""
    with writing(event) as event:
        found = find_round(event, number)
        if not found.is_withheld:
            found.is_withheld = True
            found.save(update_fields=["is_withheld"])
            record(event, by, LogAction.WITHHOLD, after={"round": number})


def release_results(event: Event, by: Actor) -> list[int]:
    """Show the results of all withheld rounds to everybody at once, and return the rounds. Raise Refusal."""
    with writing(event) as event:
        rounds = list(event.rounds.filter(is_withheld=True).order_by("number").values_list("number", flat=True))
        if not rounds:
            raise Refusal(NOTHING, field="round")
        event.rounds.filter(is_withheld=True).update(is_withheld=False)
        record(event, by, LogAction.RELEASE, after={"rounds": rounds})
        return rounds


def close_round(event: Event, number: int, by: Actor, reason: str = "") -> None:
    """Log the table after a round as it is now, with the settings and the release that it was computed with.

    The table is computed before the lock; the round is not closed if the event has changed meanwhile. Closing a round
    again needs a reason. Raise Refusal.
    """
    event = Event.objects.get(pk=event.pk)
    check_closable(event, number, reason)
    evidence = compute_evidence(staff_reader(event), number)
    with writing(event) as locked:
        if locked.version != event.version:
            raise Refusal(MOVED_ON, field="round")
        record(locked, by, LogAction.CLOSE, after=evidence, reason=reason)
        request_copy(locked)


def check_closable(event: Event, number: int, reason: str) -> None:
    """Raise Refusal for a round with open boards, and for a round that is closed again without a reason."""
    find_round(event, number)
    waiting = Game.objects.filter(
        round__event=event, round__number__lte=number, black__isnull=False, result=Result.OPEN
    ).count()
    if waiting:
        raise Refusal(OPEN, field="round", round=number, count=waiting)
    if not reason.strip() and event.log.filter(action=LogAction.CLOSE, after__round=number).exists():
        raise Refusal(REASON_NEEDED, field="reason")


def find_round(event: Event, number: int) -> Round:
    found = event.rounds.filter(number=number).first()
    if found is None:
        raise Refusal(NO_ROUND, field="round", round=number)
    return found
