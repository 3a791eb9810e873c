"""Start a published round: from then on its pairings are final."""

from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access.reader import staff_reader
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Round
from tournaments.queries.event.progress import read_progress
from tournaments.queries.rounds.games import last_paired_round

NO_ROUND = sentence("begin-unknown", gettext_noop("Round {round} is not published."))
BEGUN = sentence("begin-already", gettext_noop("Round {round} has already started."))
EARLIER = sentence("begin-earlier", gettext_noop("Round {before} is not finished: round {round} can’t start yet."))


def start_round(event: Event, number: int, by: Actor) -> Round:
    """Start a published round. It can no longer be unpublished, and only open boards change, with a reason.

    Raise Refusal for a round that is not published, has already started, or comes before an earlier one is finished.
    """
    with writing(event) as event:
        found = event.rounds.filter(number=number).first()
        if found is None or number > last_paired_round(event):
            raise Refusal(NO_ROUND, field="round", round=number)
        if found.begun_at:
            raise Refusal(BEGUN, field="round", round=number)
        running = read_progress(staff_reader(event)).round
        if number > running:
            raise Refusal(EARLIER, field="round", round=number, before=running)
        found.begun_at = timezone.now()
        found.save(update_fields=["begun_at"])
        record(
            event,
            by,
            LogAction.BEGIN,
            before={"round": number, "at": None},
            after={"round": number, "at": f"{found.begun_at:%FT%TZ}"},
        )
        return found
