"""What the picture of an event for messengers says."""

from django.utils.translation import gettext, ngettext

from tournaments import preview, wording
from tournaments.tables.standings import standings_view

LEADERS = 3


def preview_picture(event) -> bytes:
    """Return the picture of an event as PNG, in the active language."""
    view = standings_view(event)
    count = ngettext("%(players)d player", "%(players)d players", len(view.rows)) % {"players": len(view.rows)}
    under = " · ".join(filter(None, (event.place, wording.dates(event.starts_on, event.ends_on), count)))
    started = view.rows if any(cell.text not in ("0", "–") for row in view.rows for cell in row.cells) else ()
    leaders = tuple((str(row.place), row.name, next(c.text for c in row.cells if c.main)) for row in started[:LEADERS])
    return preview.draw(event.name, under, state_in_words(view.progress), leaders, event.accent)


def state_in_words(state) -> str:
    """Say how far an event is, such as "Round 5 of 9 · 17 of 24 results"."""
    if not state.round:
        return gettext("No round is paired yet.")
    if state.finished:
        return gettext("Final standings")
    round_of = gettext("Round {round} of {rounds}").format(round=state.round, rounds=state.rounds)
    results = gettext("{done} of {boards} results").format(done=state.results_in, boards=state.boards)
    return f"{round_of} · {results}"
