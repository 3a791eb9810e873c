"""Settings that change an event's table: the order of the tie-breaks, and the facts that the site's admin corrects."""

from typing import Any

from tiebreaks.notation import read_order, write_order
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.standings import rank
from tournaments.actions.desk.entry import REASON_NEEDED
from tournaments.actions.event import team_settings
from tournaments.actions.rounds.round_times import update_round_times
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.log_actions import LogAction
from tournaments.forms import event_settings
from tournaments.models import Event, Player
from tournaments.queries.facts import read_crosstable
from tournaments.queries.games import has_results, last_paired_round

# What the log says to have changed without saying what it was.
PERSONAL = {"name", "pseudonym", "is_withheld", "birth_date", "fide_id", "sex"}

ORDER_CHANGED = sentence(
    "order-changed",
    gettext_noop("Somebody else has changed the order since you opened this page. Check it and save again."),
)
SETTINGS_CHANGED = sentence(
    "settings-changed",
    gettext_noop("Somebody else has changed the settings since you opened this page. Check them and save again."),
)
TOO_FEW_ROUNDS = sentence(
    "settings-rounds", gettext_noop("Round {round} is already paired: the event can't have fewer rounds.")
)
GAME_FIXED = sentence("settings-game", gettext_noop("A round is already paired: the game can no longer be changed."))
TOO_LONG = sentence(
    "order-text-too-long", gettext_noop("The order of the tie-breaks is longer than {limit} characters.")
)


def set_tiebreaks(event: Event, order: str, by: Actor, reason: str = "", seen: str | None = None) -> Event:
    """Change the order of the criteria and return the event; the same order writes nothing.

    A reason is needed as soon as a result exists; `seen` is the order that the change was made from. Raise Refusal for
    an order that does not fit the event, and where another owner was faster.
    """
    chosen = read_order(order, event.of_teams)
    notation = write_order(chosen)
    limit = Event._meta.get_field("tiebreaks").max_length
    if len(notation) > limit:
        raise Refusal(TOO_LONG, field="order", limit=limit)
    rank(read_crosstable(event), chosen)
    with writing(event) as event:
        if seen is not None and seen != event.tiebreaks:
            raise Refusal(ORDER_CHANGED, field="order")
        if notation == event.tiebreaks:
            return event
        if not reason.strip() and has_results(event):
            raise Refusal(REASON_NEEDED, field="reason")
        before, event.tiebreaks = event.tiebreaks, notation
        event.save(update_fields=["tiebreaks"])
        record(event, by, LogAction.TIEBREAKS, before={"order": before}, after={"order": notation}, reason=reason)
        return event


def change_settings(
    event: Event, changes: dict[str, Any], by: Actor, reason: str = "", seen: str | None = None
) -> list[str]:
    """Change settings of an event, log them before and after, and name those that changed; the same writes nothing.

    A reason is needed for what moves the table once results exist; `seen` is `settings.seen` of the page that the
    change was made on. Raise Refusal.
    """
    with writing(event) as event:
        if seen is not None and seen != event_settings.settings_digest(event):
            raise Refusal(SETTINGS_CHANGED, field="settings")
        changes = team_settings.complete_changes(event, changes)
        before = {field: getattr(event, field) for field in changes if getattr(event, field) != changes[field]}
        if not before:
            return []
        last = last_paired_round(event)
        if "discipline" in before and last:
            raise Refusal(GAME_FIXED, field="discipline")
        if changes.get("planned_rounds", last) < last:
            raise Refusal(TOO_FEW_ROUNDS, field="planned_rounds", round=last)
        if event_settings.MOVES_THE_TABLE & before.keys() and not reason.strip() and has_results(event):
            raise Refusal(REASON_NEEDED, field="reason")
        for field in before:
            setattr(event, field, changes[field])
        event.save(update_fields=list(before))
        if "tiebreaks" in before:
            event.drafts.all().delete()
            event.stages.all().delete()
        if "time_zone" in before:
            update_round_times(event)
        after = {field: changes[field] for field in before}
        record(event, by, LogAction.SETTINGS, before=json_values(before), after=json_values(after), reason=reason)
        return list(before)


def change_fields(subject: Event | Player, changes: dict[str, Any], by: Actor) -> None:
    """Change fields of an event or of one of its players, and log both values. Nothing changed writes nothing."""
    is_event = isinstance(subject, Event)
    with writing(subject if is_event else subject.event) as event:
        subject = event if is_event else event.players.get(pk=subject.pk)
        before = {field: getattr(subject, field) for field in changes if getattr(subject, field) != changes[field]}
        if not before:
            return
        for field in before:
            setattr(subject, field, changes[field])
        subject.save(update_fields=list(before))
        after = {field: changes[field] for field in before}
        number = {} if is_event else {"number": subject.number}
        action = LogAction.SETTINGS if is_event else LogAction.PLAYER
        said = json_values if is_event else logged_player_values
        record(event, by, action, before=number | said(before), after=number | said(after))


def logged_player_values(person: dict[str, Any]) -> dict[str, Any]:
    """Return a player's values for the log: what is personal is named and not told."""
    return {field: "…" if field in PERSONAL else value for field, value in json_values(person).items()}


def json_values(values: dict[str, Any]) -> dict[str, Any]:
    """Return values that JSON can hold."""
    return {field: v if isinstance(v, int | str | None) else str(v) for field, v in values.items()}
