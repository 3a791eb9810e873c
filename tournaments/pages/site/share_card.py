"""The text of the pictures that messengers show for an event, a round and a player."""

from django.utils.translation import gettext, ngettext

from tournaments.access.reader import Reader
from tournaments.exports.share_card import Picture, draw_picture
from tournaments.exports.share_card_parts import CardBoard, CardLeader, CardMark, CardTile
from tournaments.models import Event
from tournaments.pages.event.state import EventState
from tournaments.pages.players.card import CardLine, CardView, card_view
from tournaments.pages.rounds.bracket import BracketView, bracket_view, list_current_duels
from tournaments.pages.rounds.round import RoundView, round_view
from tournaments.pages.rounds.team_matches import MatchLine
from tournaments.pages.standings.standings import StandingsView, standings_view
from tournaments.wording import dates

LEADERS, FINAL_LEADERS, BOARDS = 3, 6, 6


def draw_share_card(reader: Reader) -> bytes:
    """Return the picture of an event as PNG, in the active language; of a final one, its first places."""
    event = reader.event
    view = standings_view(reader)
    most = FINAL_LEADERS if view.progress.is_final else LEADERS
    started = view.rows if has_points(view) else ()
    leaders = tuple(
        CardLeader(str(row.place), row.name, next(c.text for c in row.cells if c.main)) for row in started[:most]
    )
    under = join(
        event.place, dates.write_days(event.starts_on, event.ends_on), count_participants(event, len(view.rows))
    )
    boards: tuple[CardBoard, ...] = ()
    if not leaders:  # a knock-out has no points
        view_of_matches = bracket_view(reader)
        leaders, boards = list_leaders(view_of_matches), list_duels(view_of_matches)
    state = describe_event_state(view.progress)
    return draw_picture(Picture(event.name, under, state, event.accent, leaders=leaders, boards=boards))


def count_participants(event: Event, count: int) -> str:
    if event.of_teams:
        return ngettext("%(count)s team", "%(count)s teams", count) % {"count": count}
    return ngettext("%(players)d player", "%(players)d players", count) % {"players": count}


def has_points(view: StandingsView) -> bool:
    """Tell whether anybody leads."""
    return any(cell.text not in ("0", "–") for row in view.rows for cell in row.cells)


def draw_round_share_card(reader: Reader, number: int) -> bytes | None:
    """Return the picture of a round with its first boards or matches, None for a round that is not paired."""
    view = round_view(reader, number)
    if view is None:
        return None
    boards = tuple(
        CardBoard(str(row.place), first.name, write_card_result(first.mark, second.mark), second.name)
        for row in view.rows[:BOARDS]
        for first, second in [row.sides]
    )
    title = gettext("Round %(number)s") % {"number": number}
    return draw_picture(Picture(title, reader.event.name, describe_round(view), reader.event.accent, boards=boards))


def draw_bracket_share_card(reader: Reader) -> bytes:
    """Return the picture of the brackets with the matches that are played now or were played last."""
    view = bracket_view(reader)
    state = describe_event_state(view.progress)
    leaders, boards = list_leaders(view), list_duels(view)
    return draw_picture(
        Picture(gettext("Bracket"), reader.event.name, state, reader.event.accent, leaders=leaders, boards=boards)
    )


def list_leaders(view: BracketView) -> tuple[CardLeader, ...]:
    """Return the first of the table that the newest stage has instead of matches."""
    tables = [b.table for b in (view.stages[-1].brackets if view.stages else ()) if b.table and not b.levels]
    rows = tables[0].rows[:LEADERS] if tables else ()
    return tuple(CardLeader(row.place, row.name, row.values[0]) for row in rows)


def list_duels(view: BracketView) -> tuple[CardBoard, ...]:
    """Return the duels that are played now or were played last."""
    pairs = (duel.seats for duel in list_current_duels(view)[:BOARDS])
    return tuple(CardBoard("", one.name, write_card_result(one.score, other.score), other.name) for one, other in pairs)


def write_card_result(first: str, second: str) -> str:
    return f"{first} : {second}" if first or second else ""


def draw_player_share_card(reader: Reader, number: int) -> bytes | None:
    """Return the picture of a player or a team: the place, the values, the results; None for an unknown number."""
    view = card_view(reader, number)
    if view is None:
        return None
    name = f"{view.player.title} {view.player.name}".strip()
    tiles = list_tiles(view)
    marks = tuple(CardMark(line.mark, rate_line(line)) for line in view.lines if line.mark)
    under = join(reader.event.name, view.player.club)
    return draw_picture(Picture(name, under, describe_player(view), reader.event.accent, tiles=tiles, marks=marks))


def list_tiles(view: CardView) -> tuple[CardTile, ...]:
    """Return the place, once there is one, and the first values."""
    values = tuple(CardTile(cell.text, column.label) for column, cell in view.values)[:3]
    place = f"{view.row.place}=" if view.row.shared else str(view.row.place)
    return (CardTile(place, gettext("Place")), *values) if any(line.mark for line in view.lines) else values[:1]


def rate_line(line: CardLine) -> int:
    """Return 1 for a win, -1 for a loss and where an absence brought nothing, 0 for a draw and for a bye."""
    mine, _, theirs = line.mark.partition(" : ")
    is_even = line.mark == "½" or mine == theirs or (line.opponent is None and line.mark not in ("0", "–"))
    return 1 if line.won else 0 if is_even else -1


def describe_player(view: CardView) -> str:
    """Say where a player sits, or else how far the event is."""
    fixture = view.next
    if fixture is None:
        return describe_event_state(view.progress)
    return f"{fixture.title}: " + ", ".join(filter(None, (fixture.place, fixture.text)))


def describe_round(view: RoundView) -> str:
    """Say how many results of a round are in."""
    boards = sum(len(row.boards) if isinstance(row, MatchLine) else 1 for row in view.rows)
    return gettext("{done} of {boards} results").format(done=view.results_in, boards=boards)


def join(*parts: str) -> str:
    return " · ".join(filter(None, parts))


def describe_event_state(state: EventState) -> str:
    """Say how far an event is, for example "Round 5 of 9 · 17 of 24 results"."""
    if not state.round:
        return gettext("No round has been paired yet.")
    if state.is_final:
        return gettext("Final standings")
    if state.is_past:
        finished = ngettext("Finished after %(rounds)s round", "Finished after %(rounds)s rounds", state.round)
        return finished % {"rounds": state.round}
    round_of = gettext("Round {round} of {rounds}").format(round=state.round, rounds=state.rounds)
    results = gettext("{done} of {boards} results").format(done=state.results_in, boards=state.boards)
    return f"{round_of} · {results}"
