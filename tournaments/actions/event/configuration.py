"""Change the settings of an event: the order of the tie-breaks, its other settings, and corrections by the admin."""

from collections.abc import Collection, Mapping
from typing import Any

from pairing.plan.unequal_rounds import check_unequal_rounds
from tiebreaks.order.notation import read_order, write_order
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.desk.entry import REASON_NEEDED
from tournaments.actions.event import team_settings
from tournaments.actions.rounds.round_times import update_round_times
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.disciplines import rules_of
from tournaments.domain.event.log_actions import LogAction
from tournaments.forms import event_settings
from tournaments.models import Event
from tournaments.queries.rounds.games import has_results, last_paired_round
from tournaments.queries.rounds.plan import read_plan
from tournaments.queries.standings.standings import rank_rows

# Fields that the log only names as changed; it does not store their values.
PERSONAL = {"name", "pseudonym", "is_withheld", "birth_date", "fide_id", "national_id", "sex"}

ORDER_CHANGED = sentence(
    "order-changed",
    gettext_noop("Somebody else has changed the order since you opened this page. Check it and save again."),
)
SETTINGS_CHANGED = sentence(
    "settings-changed",
    gettext_noop("Somebody else has changed the settings since you opened this page. Check them and save again."),
)
TOO_FEW_ROUNDS = sentence(
    "settings-rounds", gettext_noop("Round {round} is already paired: the event can’t have fewer rounds.")
)
GAME_FIXED = sentence("settings-game", gettext_noop("A round is already paired: the game can no longer be changed."))
TOO_LONG = sentence(
    "order-text-too-long", gettext_noop("The order of the tie-breaks is longer than {limit} characters.")
)


def set_tiebreaks(event: Event, order: str, by: Actor, reason: str = "", seen: str | None = None) -> Event:
    """Change the order of the criteria and return the event; the same order writes nothing.

    A reason is needed as soon as a result exists. `seen` is the order that the change was made from. Raise Refusal for
    an order that does not fit the event, and where another owner has changed the order since.
    """
    chosen = read_order(order, event.of_teams)
    notation = write_order(chosen)
    limit = Event._meta.get_field("tiebreaks").max_length or 0
    if len(notation) > limit:
        raise Refusal(TOO_LONG, field="order", limit=limit)
    rank_rows(event, chosen)
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


def set_order(
    event: Event, order: str, changes: dict[str, Any], by: Actor, reason: str, seen: tuple[str | None, str | None]
) -> None:
    """Change the order of the criteria and settings that change their values, both or neither.

    `seen` are the order and the digest of the settings that the changes were made from. Raise Refusal.
    """
    with writing(event) as event:
        if changes:
            change_settings(event, changes, by, reason, seen=seen[1])
        set_tiebreaks(event, order, by, reason, seen=seen[0])


def change_settings(
    event: Event, changes: dict[str, Any], by: Actor, reason: str = "", seen: str | None = None
) -> list[str]:
    """Change settings of an event, log both values, and name those that changed; the same settings write nothing.

    Once results exist, settings that move the table need a reason. `seen` is the digest of the settings on the page
    that the change was made on. Raise Refusal.
    """
    with writing(event) as event:
        if seen is not None and seen != event_settings.settings_digest(event):
            raise Refusal(SETTINGS_CHANGED, field="settings")
        changes = add_usual_spreads(event, team_settings.complete_changes(event, changes))
        before = find_old_values(event, changes)
        if not before:
            return []
        last = last_paired_round(event)
        if "discipline" in before and last:
            raise Refusal(GAME_FIXED, field="discipline")
        if changes.get("planned_rounds", last) < last:
            raise Refusal(TOO_FEW_ROUNDS, field="planned_rounds", round=last)
        wanted = event.read_fields(("round_factors", "team_boards")) | changes
        check_unequal_rounds(wanted["round_factors"], read_plan(event), bool(wanted["team_boards"]))
        if moves_table(before) and not reason.strip() and has_results(event):
            raise Refusal(REASON_NEEDED, field="reason")
        switches = team_settings.is_switch(event, changes)
        event.write_fields({field: changes[field] for field in before})
        if switches:
            event.drafts.all().delete()
            event.stages.all().delete()
        if "time_zone" in before:
            update_round_times(event)
        after = json_values({field: changes[field] for field in before})
        counts = moves_table(before)
        record(event, by, LogAction.SETTINGS, before=json_values(before), after=after, reason=reason, counts=counts)
        return list(before)


def find_old_values(event: Event, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an event has now in the fields that a change makes different."""
    return {field: value for field, value in event.read_fields(changes).items() if value != changes[field]}


def leave_fide_mode(event: Event, by: Actor) -> None:
    """Leave FIDE mode, so that nothing is asked for FIDE's sake any more; once it is left, nothing is written."""
    with writing(event) as event:
        if event.is_in_fide_mode:
            record(event, by, LogAction.FIDE_LEFT)


def moves_table(changed: Collection[str]) -> bool:
    """Tell whether one of these settings can move somebody in the table."""
    return not event_settings.MOVES_THE_TABLE.isdisjoint(changed)


def add_usual_spreads(event: Event, changes: dict[str, Any]) -> dict[str, Any]:
    """Return the changes with the spreads of a bye and a forfeit usual in a new game, unless they name them."""
    if changes.get("discipline", event.discipline) == event.discipline:
        return changes
    rules = rules_of(changes["discipline"])
    return {"bye_spread": rules.bye_spread, "forfeit_spread": rules.forfeit_spread} | changes


def json_values(values: dict[str, Any]) -> dict[str, Any]:
    """Return values that JSON can hold."""
    return {field: v if isinstance(v, int | str | None) else str(v) for field, v in values.items()}
