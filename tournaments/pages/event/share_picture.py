"""The text of the picture that messengers show for an event."""

from django.utils.translation import gettext, ngettext

from tournaments.exports import share_picture
from tournaments.models import Event
from tournaments.pages.event.state import State
from tournaments.pages.standings.standings import standings_view
from tournaments.wording import dates

LEADERS = 3


def draw_preview(event: Event) -> bytes:
    """Return the picture of an event as PNG, in the active language."""
    view = standings_view(event)
    count = ngettext("%(players)d player", "%(players)d players", len(view.rows)) % {"players": len(view.rows)}
    under = " · ".join(filter(None, (event.place, dates.write_days(event.starts_on, event.ends_on), count)))
    started = view.rows if any(cell.text not in ("0", "–") for row in view.rows for cell in row.cells) else ()
    leaders = tuple((str(row.place), row.name, next(c.text for c in row.cells if c.main)) for row in started[:LEADERS])
    return share_picture.draw_picture(event.name, under, describe_state(view.progress), leaders, event.accent)


def describe_state(state: State) -> str:
    """Say how far an event is, for example "Round 5 of 9 · 17 of 24 results"."""
    if not state.round:
        return gettext("No round has been paired yet.")
    if state.is_final:
        return gettext("Final standings")
    round_of = gettext("Round {round} of {rounds}").format(round=state.round, rounds=state.rounds)
    results = gettext("{done} of {boards} results").format(done=state.results_in, boards=state.boards)
    return f"{round_of} · {results}"
