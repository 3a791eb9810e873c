"""The states of an event as JSON, for programs: the same topics, stamps and frames as those that pages get as HTML.

    {"version": "k3f9-12", "base": null, "view": "standings", "key": "number", "progress": {…}, "criteria": […],
     "rows": […]}                                              everything, after a connect or where a step is missing
    {"version": "k3f9-13", "base": "k3f9-12", "view": "standings", "key": "number", "progress": {…},
     "happened": […], "order": [3, 1, 2], "rows": […]}         the changed rows alone, and the order of all

Its field `key` identifies a row: the player's or team's number, the board, the table. The view "version" has no rows.
"""

import json
from collections.abc import Mapping
from typing import NamedTuple

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q

from tournaments.access.reader import Reader
from tournaments.api import values
from tournaments.api.values import Values
from tournaments.live.broker import ViewKey
from tournaments.live.states import Gone, Shown, happened, message, read_state
from tournaments.queries.standings.standings import read_standings


class Plain(NamedTuple):
    """A view as values: its name, what stands around the rows, how far the event is, and the rows in their order."""

    name: str
    key: str
    around: Values
    progress: Values
    rows: Mapping[int, Values]


def read(key: ViewKey) -> Shown[Plain]:
    """Read the state of a topic, as everybody sees it."""
    return read_state(key, read_view)


def read_view(reader: Reader, view: str) -> Plain:
    """Read the values of a view. Raise Gone for a round that is not published any more."""
    event = reader.event
    progress = values.progress_values(reader)
    if view == "standings":
        ranked = read_standings(reader)
        around: Values = {"criteria": [chosen.notation for chosen in ranked.order]}
        rows = [values.row_values(ranked, row) for row in ranked.rows]
        return Plain(view, "number", around, progress, by("number", rows))
    if view == "version":
        return Plain(view, "", {}, progress, {})
    number = int(view.removeprefix("round-"))
    if not event.rounds.filter(number=number).exists():
        raise Gone
    of_round = Q(round__number=number)
    if event.team_boards:
        rows = values.matches_values(reader, values.matches(event, of_round))
        return paired(view, "table", "second", rows, progress)
    rows = list(map(values.game_values, values.games(reader, of_round)))
    return paired(view, "board", "black", rows, progress)


def paired(name: str, key: str, opponent: str, rows: list[Values], progress: Values) -> Plain:
    """Return a round: its boards or tables by number, and who has no opponent beside them."""
    free = [row for row in rows if row[opponent] is None]
    return Plain(name, key, {"free": free}, progress, by(key, [row for row in rows if row[opponent] is not None]))


def by(key: str, rows: list[Values]) -> dict[int, Values]:
    return {row[key]: row for row in rows}


def snapshot(shown: Shown[Plain]) -> bytes:
    """Write the whole of a topic."""
    return write_whole(shown, {})


def write_whole(shown: Shown[Plain], happenings: Values) -> bytes:
    view = shown.view
    head = {"version": shown.stamp, "base": None, "view": view.name, "progress": view.progress} | happenings
    return packed(shown, head | ({"key": view.key, **view.around, "rows": [*view.rows.values()]} if view.key else {}))


def step(before: Shown[Plain], after: Shown[Plain]) -> bytes:
    """Write what leads from one state to the next; the whole where more than rows changed."""
    then, now = before.view, after.view
    happenings = {"happened": values.happenings_values(happened(before, after))}
    if not now.key or then.around != now.around:
        return write_whole(after, happenings)
    head = {"version": after.stamp, "base": before.stamp, "view": now.name, "progress": now.progress} | happenings
    changed = [row for key, row in now.rows.items() if then.rows.get(key) != row]
    return packed(after, head | {"key": now.key, "order": list(now.rows), "rows": changed})


def packed(shown: Shown[Plain], data: Values) -> bytes:
    return message(shown.stamp, json.dumps(data, ensure_ascii=False, separators=(",", ":"), cls=DjangoJSONEncoder))
