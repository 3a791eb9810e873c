"""The brackets of an event as values: stage by stage, bracket by bracket, round by round."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext

from pairing.brackets.course import DuelState
from pairing.brackets.double_elimination import FINAL
from pairing.brackets.draw import LOTS
from pairing.brackets.duels import LOSER, NOBODY, Seat
from pairing.brackets.pool_course import PoolCourse
from pairing.brackets.stage import Course
from pairing.brackets.table_course import TableCourse
from tournaments.access import audience
from tournaments.access.reader import Reader
from tournaments.models import Event
from tournaments.pages.event.state import EventState as Progress
from tournaments.pages.event.state import read_state
from tournaments.pages.rounds.pools import PoolTable, make_pool_tables
from tournaments.queries.snapshot import consistent_read
from tournaments.queries.standings.endings import read_courses
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import duels as wording


class SeatView(NamedTuple):
    """A seat of a duel. `number` is None while its player is not known: then `name` names the candidates, or "bye"."""

    number: int | None
    name: str
    seed: int | None = None
    score: str = ""
    is_winner: bool = False
    is_loser: bool = False


class BracketDuel(NamedTuple):
    """A duel; `address` is empty for a bye. `note` says what decided it, or what it waits for."""

    key: str
    title: str
    address: str
    seats: tuple[SeatView, SeatView]
    note: str = ""
    is_open: bool = True
    is_now: bool = False
    has_begun: bool = False

    @property
    def is_bye(self) -> bool:
        return not self.address


class Level(NamedTuple):
    """The duels of one round of a bracket. With `halves`, two of them lead to each duel of the next level.

    `places` are where they stand, None where nobody will ever play.
    """

    anchor: str
    title: str
    places: tuple[BracketDuel | None, ...]
    halves: bool = False

    @property
    def duels(self) -> tuple[BracketDuel, ...]:
        return tuple(filter(None, self.places))


class BracketPart(NamedTuple):
    """A bracket, or a pool with its table."""

    title: str
    levels: tuple[Level, ...]
    table: PoolTable | None = None


class StagePart(NamedTuple):
    """The brackets of a stage from round `first` on. `title` is empty where an event has one stage of duels only."""

    first: int
    title: str
    brackets: tuple[BracketPart, ...]


class BracketView(NamedTuple):
    event: Event
    version: int
    epoch: str
    base: str
    progress: Progress
    stages: tuple[StagePart, ...]

    def list_duels(self) -> Iterator[tuple[int, BracketDuel]]:
        """Yield the duels that have a page, each with the first round of its stage."""
        for stage in self.stages:
            levels = (level for bracket in stage.brackets for level in bracket.levels)
            yield from ((stage.first, duel) for level in levels for duel in level.duels if duel.address)


@consistent_read
def bracket_view(reader: Reader) -> BracketView:
    """Return the brackets of an event in the active language; no stages before any is drawn."""
    event = reader.event
    courses = read_courses(read_standings(reader))
    names = audience.names_of_participants(reader)
    return BracketView(
        event=event,
        version=event.version,
        epoch=event.epoch,
        base=reverse("standings", args=[event.slug]),
        progress=read_state(reader),
        stages=tuple(_stage(event, course, names, len(courses) > 1) for course in courses),
    )


def list_current_duels(view: BracketView) -> list[BracketDuel]:
    """Return the duels of the last level that has begun in each bracket, those for the best places first."""
    duels = []
    for bracket in view.stages[-1].brackets if view.stages else ():
        begun = [level for level in bracket.levels if any(duel.has_begun for duel in level.duels)]
        duels += [duel for duel in begun[-1].duels if duel.has_begun] if begun else []
    return duels


def _stage(event: Event, course: Course, names: Mapping[int, str], is_one_of_several: bool) -> StagePart:
    by_bracket: dict[str, list[DuelState]] = {}
    for state in course.states:
        name = state.duel.bracket
        by_bracket.setdefault(name.removesuffix(FINAL) if name.endswith(FINAL) else name, []).append(state)
    order = sorted(by_bracket, key=lambda name: (by_bracket[name][0].duel.first, len(name)))
    titles = {name: wording.bracket_title(course, name) if len(order) > 1 else "" for name in order}
    tables = make_pool_tables(course, names) if isinstance(course, PoolCourse) else {}
    brackets = tuple(
        BracketPart(titles[name], _levels(event, course, by_bracket[name], names), tables.get(name)) for name in order
    )
    if isinstance(course, TableCourse):
        brackets = tuple(BracketPart(wording.bracket_title(course, name), (), table) for name, table in tables.items())
    rounds = {"first": course.stage.first, "last": course.stage.last}
    title = gettext("Rounds %(first)d to %(last)d") % rounds if is_one_of_several else ""
    return StagePart(course.stage.first, title, brackets)


def _levels(event: Event, course: Course, states: Iterable[DuelState], names: Mapping[int, str]) -> tuple[Level, ...]:
    """Return the levels of a bracket, without duels that will never be played."""
    levels = []
    for (name, number), own in groupby(states, key=lambda state: (state.duel.bracket, state.duel.level)):
        planned = [(state, any(course.ends.taken[state.duel.key])) for state in own]
        real = [state for state, is_taken in planned if is_taken]
        if real:
            title = wording.level_of_duel(course, real[0].duel)
            shown = tuple(make_duel(event, course, state, names) if is_taken else None for state, is_taken in planned)
            levels.append(Level(f"{course.stage.first}-{name}-{number}", title, shown))
    following = [*levels[1:], None]
    return tuple(
        level._replace(halves=after is not None and len(level.places) == 2 * len(after.places))
        for level, after in zip(levels, following, strict=True)
    )


def make_duel(event: Event, course: Course, state: DuelState, names: Mapping[int, str]) -> BracketDuel:
    """Return a duel as pages show it."""
    is_bye = not all(course.ends.taken[state.duel.key])
    address = reverse("duel", args=[event.slug, course.stage.first, state.duel.key])
    return BracketDuel(
        key=state.duel.key,
        title=wording.duel_title(course, state.duel),
        address="" if is_bye else address,
        seats=(_seat(course, state, 0, names), _seat(course, state, 1, names)),
        note=describe_duel_state(state, of_teams=event.of_teams),
        is_open=state.is_open,
        is_now=state.has_open_game,
        has_begun=bool(state.rounds),
    )


def describe_duel_state(state: DuelState, *, of_teams: bool) -> str:
    """Say what decided a duel besides its games, or that a play-off has to."""
    if state.is_skipped:
        return gettext("not needed")
    if state.is_open and state.decision.waits_for:
        return gettext("level: play-off")
    return wording.say_how(state, of_teams=of_teams)


def _seat(course: Course, state: DuelState, side: int, names: Mapping[int, str]) -> SeatView:
    player = state.players[side]
    if player is None:
        return SeatView(None, _name_candidates(course, state.duel.seats[side], names))
    if player == NOBODY:
        return SeatView(None, gettext("bye") if not all(course.ends.taken[state.duel.key]) else "–")
    seed = None if course.settings.seeding == LOTS else course.order[player] + 1
    is_winner = state.winner == player
    return SeatView(
        player, names.get(player, "?"), seed, wording.write_side(course, state, side), is_winner, player in state.out
    )


def _name_candidates(course: Course, seat: Seat, names: Mapping[int, str]) -> str:
    """Say who may take a seat by their family names: "Ahrens / Berg", "loser of Ahrens – Berg"; a dash while open."""
    players = wording.list_candidates(course, seat, names)
    if players and seat.kind == LOSER:
        return gettext("loser of %(one)s – %(other)s") % {"one": players[0], "other": players[1]}
    return " / ".join(players) or "–"
