"""What an arbiter enters for a tie-break by hand: a value with its reason, or a place in the play-off."""

from decimal import Decimal

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.desk.entry import REASON_NEEDED
from tournaments.actions.players.participation import find_participant, participant_key
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event

MANUAL, PLAYOFF = "MAN", "PLAYOFF"  # the criteria that take what is entered here
LARGEST, STEP = Decimal("9999.99"), Decimal("0.01")
HIGHEST_PLACE = 9999

VALUE = sentence(
    "by-hand-value", gettext_noop("A value must be a number between −{limit} and {limit}, with two decimals at most.")
)
PLACE = sentence("by-hand-place", gettext_noop("A place must be a whole number from 1 to {limit}."))


def set_by_hand(event: Event, number: int, code: str, value: Decimal | None, by: Actor, reason: str) -> None:
    """Set what MAN or PLAYOFF takes for a participant, always with a reason; None removes it.

    The same value for the same reason writes nothing. Raise Refusal.
    """
    reason = reason.strip()
    if not reason:
        raise Refusal(REASON_NEEDED, field="reason")
    with writing(event) as event:
        who = find_participant(event, number, event.of_teams)
        wanted: dict[str, Decimal | int | str | None]
        if code == PLAYOFF:
            wanted = {"playoff": check_place(value)}
        else:
            wanted = {"manual_value": check_value(value), "manual_reason": "" if value is None else reason}
        stored = {field: getattr(who, field) for field in wanted}
        if stored == wanted:
            return
        for field, each in wanted.items():
            setattr(who, field, each)
        who.save(update_fields=list(wanted))
        before, after = (
            {field: str(each) if isinstance(each, Decimal) else each for field, each in facts.items()}
            for facts in (stored, wanted)
        )
        key = participant_key(who)
        record(event, by, LogAction.BY_HAND, before=key | before, after=key | after, reason=reason)


def check_value(value: Decimal | None) -> Decimal | None:
    if value is not None and (not value.is_finite() or abs(value) > LARGEST or value % STEP):
        raise Refusal(VALUE, field="value", limit=str(LARGEST))
    return value if value is None else value.quantize(STEP)


def check_place(value: Decimal | None) -> int | None:
    if value is not None and (not value.is_finite() or value % 1 or not 1 <= value <= HIGHEST_PLACE):
        raise Refusal(PLACE, field="value", limit=HIGHEST_PLACE)
    return None if value is None else int(value)
