"""Whether a draft is still up to date, by the log."""

from collections.abc import Collection, Sequence

from tournaments.domain.event.log_actions import HARMLESS_FOR_PAIRINGS, LogAction
from tournaments.models import Draft, Event, LogEntry, Round

# Settings that no pairing depends on: how the event is presented, what the desk asks for, prizes of boards.
HARMLESS_SETTINGS = frozenset(
    {
        *("name", "place", "starts_on", "ends_on", "time_zone"),
        *("is_public", "may_embed", "accent", "qualifying_places"),
        *("verification", "shows_provisional", "takes_reports", "has_codes_of_sides", "asks_spread"),
        *("board_of", "board_prize", "board_prize_games", "rating_k", "bye_notice"),
    }
)
# What is written in a published round and changes nothing before it.
OWN_CHANGES = frozenset({LogAction.REPAIR, LogAction.LINE_UP, LogAction.MATCH_END})


def has_changed_since(event: Event, version: int, harmless: Collection[str]) -> bool:
    """Tell whether anything but harmless actions was written since a version; of settings, only some do harm."""
    since = event.log.filter(version__gt=version).exclude(action__in=harmless)
    if since.exclude(action=LogAction.SETTINGS).exists():
        return True
    return any(map(changes_pairings, since.filter(action=LogAction.SETTINGS)))


def changes_pairings(entry: LogEntry) -> bool:
    """Tell whether an entry is one that a pairing may depend on, which some settings are not."""
    return entry.action != LogAction.SETTINGS or not HARMLESS_SETTINGS.issuperset(entry.after or {})


def is_outdated(event: Event, draft: Draft) -> bool:
    """Tell whether anything that a pairing depends on was written since the draft was drawn."""
    return has_changed_since(event, draft.based_on, HARMLESS_FOR_PAIRINGS)


def find_basis(event: Event, rounds: Sequence[Round]) -> int:
    """Return the version that published rounds were paired from, for the draft that they become.

    It is the present one where nothing has changed that they depend on. That they were published is no such change, nor
    is what was entered at their own boards and cleared, or who exchanged seats there.
    """
    last = event.log.filter(action__in=(LogAction.DRAFT, LogAction.PUBLISH)).order_by("-version", "-pk")
    drawn = next((entry for entry in last if is_drawing_of(entry, rounds[0].number)), last.first())
    if drawn is None:
        return event.version
    own = [game.pk for each in rounds for game in each.games.all()]
    since = event.log.filter(version__gt=drawn.version).exclude(action=LogAction.PUBLISH).exclude(game_id__in=own)
    harmful = since.exclude(action__in=HARMLESS_FOR_PAIRINGS)
    numbers = {each.number for each in rounds}
    is_changed = any(changes_pairings(entry) and not is_about_rounds(entry, numbers) for entry in harmful)
    return drawn.version if is_changed else event.version


def is_about_rounds(entry: LogEntry, numbers: Collection[int]) -> bool:
    """Tell whether an entry of the log is about one of some rounds alone: seats, line-ups, matches without play."""
    return entry.action in OWN_CHANGES and (entry.after or {}).get("round") in numbers


def is_drawing_of(entry: LogEntry, number: int) -> bool:
    """Tell whether an entry of the log says that a round was drawn."""
    rounds = (entry.after or {}).get("rounds", ()) if entry.action == LogAction.DRAFT else ()
    return any(each["round"] == number for each in rounds)
