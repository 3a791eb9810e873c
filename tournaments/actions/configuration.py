"""Settings of an event that change its table: the order of the tie-breaks."""

from tiebreaks.notation import read_order, write_order
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.standings import rank
from tournaments import queries
from tournaments.actions.entry import REASON
from tournaments.actions.writing import Actor, record, writing
from tournaments.models import Event

TOO_LONG = sentence("order-text-too-long", gettext_noop("The order of the tie-breaks takes more than {limit} letters."))


def set_tiebreaks(event: Event, order: str, by: Actor, reason: str = "") -> Event:
    """Change the order of the criteria and return the event; the same order writes nothing.

    A reason is needed as soon as a result exists. Raise Refusal for an order that does not fit the event.
    """
    chosen = read_order(order)
    notation = write_order(chosen)
    limit = Event._meta.get_field("tiebreaks").max_length
    if len(notation) > limit:
        raise Refusal(TOO_LONG, field="order", limit=limit)
    rank(queries.crosstable(event), chosen)
    with writing(event) as event:
        if notation == event.tiebreaks:
            return event
        if not reason.strip() and queries.has_results(event):
            raise Refusal(REASON, field="reason")
        before, event.tiebreaks = event.tiebreaks, notation
        event.save(update_fields=["tiebreaks"])
        record(event, by, "tiebreaks", before={"order": before}, after={"order": notation}, reason=reason)
        return event
