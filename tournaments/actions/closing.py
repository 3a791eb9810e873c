"""Results kept from the public for a while, and rounds that are closed: their table goes into the log as evidence."""

from typing import Any

from tiebreaks.as_json import exact_text as exact
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments import queries
from tournaments.actions.entry import REASON
from tournaments.actions.writing import Actor, record, writing
from tournaments.models import Event, Game, Result, Round
from tournaments.release import VERSION, release

WITHHOLD, RELEASE, CLOSE = "withhold", "release", "close"

NO_ROUND = sentence("closing-no-round", gettext_noop("There is no round {round}."))
NOTHING = sentence("release-nothing", gettext_noop("No results are withheld."))
OPEN = sentence("closing-open", gettext_noop("Round {round} has {count} open boards: it can't be closed yet."))
MOVED_ON = sentence("closing-moved", gettext_noop("A result came in meanwhile. Look at the table and close again."))


def withhold(event: Event, number: int, by: Actor) -> None:
    """Keep the results of a round from the public; the same again writes nothing. Raise Refusal."""
    with writing(event) as event:
        found = round_of(event, number)
        if not found.is_withheld:
            found.is_withheld = True
            found.save(update_fields=["is_withheld"])
            record(event, by, WITHHOLD, after={"round": number})


def release_results(event: Event, by: Actor) -> list[int]:
    """Show the results of all withheld rounds to everybody, at once, and return the rounds. Raise Refusal."""
    with writing(event) as event:
        rounds = list(event.rounds.filter(is_withheld=True).order_by("number").values_list("number", flat=True))
        if not rounds:
            raise Refusal(NOTHING, field="round")
        event.rounds.filter(is_withheld=True).update(is_withheld=False)
        record(event, by, RELEASE, after={"rounds": rounds})
        return rounds


def close_round(event: Event, number: int, by: Actor, reason: str = "") -> None:
    """Log the table after a round as it is now, with the settings and the release that it was computed with.

    It is computed before the lock, and refused where something was written meanwhile. Closing again needs a reason.
    """
    event = Event.objects.get(pk=event.pk)
    check_closable(event, number, reason)
    evidence = evidence_of(event, number)
    with writing(event) as locked:
        if locked.version != event.version:
            raise Refusal(MOVED_ON, field="round")
        record(locked, by, CLOSE, after=evidence, reason=reason)


def check_closable(event: Event, number: int, reason: str) -> None:
    """Raise Refusal for a round that is not complete, or that was closed before and now without a reason."""
    round_of(event, number)
    waiting = Game.objects.filter(
        round__event=event, round__number__lte=number, black__isnull=False, result=Result.OPEN
    ).count()
    if waiting:
        raise Refusal(OPEN, field="round", round=number, count=waiting)
    if not reason.strip() and event.log.filter(action=CLOSE, after__round=number).exists():
        raise Refusal(REASON, field="reason")


def evidence_of(event: Event, number: int) -> dict[str, Any]:
    """Return the table after a round as the log keeps it: numbers and exact values, no names."""
    rows = queries.standings(event, number).rows
    return {
        "round": number,
        "version": event.version,
        "order": event.tiebreaks,
        "edition": event.edition,
        "points": [str(getattr(event, f"{kind}_points")) for kind in ("win", "draw", "loss", "bye")],
        "program": f"{VERSION} {release()}",
        "table": [[row.rank, row.number, [exact(value) for value in row.values]] for row in rows],
    }


def round_of(event: Event, number: int) -> Round:
    found = event.rounds.filter(number=number).first()
    if found is None:
        raise Refusal(NO_ROUND, field="round", round=number)
    return found
