"""How an event ends: the stages whose duels decide places, those that come after them, and the table with them.

The games of these stages count nowhere else.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet

from pairing.brackets.course import Draw, DuelState, PlayOffGame
from pairing.brackets.deciding import ARMAGEDDON
from pairing.brackets.stage import Course, is_drawn, read_lines
from pairing.brackets.table_course import TableCourse, follow_stage
from pairing.plan import stages
from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.standings import rank
from tournaments.access.reader import Reader
from tournaments.domain.desk.results import Result
from tournaments.models import Event, PlayOff, RoundDrawing, Stage
from tournaments.models.prepared_queries import PreparedQuery
from tournaments.queries.rounds import games
from tournaments.queries.rounds.plan import read_plan

type Ending = tuple[stages.Stage, Draw]
type Endings = tuple[Ending, ...]  # the stages from the first one of duels on, each with what is stored about it

COURSES, ENDINGS = "courses", "endings"  # keys of what is cached with a table

OF_DUELS = Stage.objects.filter(system__in=(*stages.DUELS, stages.OLD_FINAL))
FIRST_ROUND = PreparedQuery(OF_DUELS.order_by("order").values_list("first_round", flat=True), "event")

type StoredPlayOff = tuple[str, PlayOffGame]  # with the key of its duel


def read_endings(reader: Reader) -> Endings:
    """Return the stages of duels of an event with their draws. One query, three where it has any."""
    return read_draws(reader, stages.join_stages(read_plan(reader.event)))


def read_draws(reader: Reader, of_duels: Sequence[stages.Stage]) -> Endings:
    """Return stages of duels, and those after them, with what is stored about them. Two queries, if any."""
    if not of_duels:
        return ()
    firsts = [stage.first for stage in of_duels]
    drawings = RoundDrawing.objects.filter(round__event=reader.event, round__number__in=firsts)
    draws = dict(drawings.values_list("round__number", "draw"))
    play_offs = read_play_offs(reader)
    return tuple((stage, _make_draw(stage, draws.get(stage.first) or {}, play_offs)) for stage in of_duels)


def _make_draw(stage: stages.Stage, stored: dict[str, Any], play_offs: dict[int, list[StoredPlayOff]]) -> Draw:
    own: dict[str, list[PlayOffGame]] = defaultdict(list)
    for number in stage.rounds:
        for key, game in play_offs.get(number, ()):
            own[key].append(game)
    return Draw(
        {name: tuple(line) for name, line in stored.get("lines", {}).items()},
        {key: tuple(each) for key, each in own.items()},
        {(key, gone): substitute for key, gone, substitute in stored.get("replaced", ())},
    )


def read_play_offs(reader: Reader) -> dict[int, list[StoredPlayOff]]:
    """Return the games, lots and decisions of play-offs by round, as this audience sees them. One query."""
    found: dict[int, list[StoredPlayOff]] = defaultdict(list)
    fields = ("round__number", "match_key", "rule", *(f"{side}__number" for side in name_sides(reader.event)), "result")
    for number, key, rule, white, black, result in select_play_offs(reader).values_list(*fields):
        found[number].append((key, make_play_off_game(rule, white, black, result)))
    return found


def make_play_off_game(rule: str, white: int, black: int, result: str) -> PlayOffGame:
    """Return a game of a play-off, a lot or a decision with who has won it: of a drawn Armageddon game, Black."""
    winner = {Result.WHITE.value: white, Result.BLACK.value: black}.get(result)
    if rule == ARMAGEDDON and result == Result.DRAW:
        winner = black
    return PlayOffGame(rule, frozenset({white, black}), winner)


def name_sides(event: Event) -> tuple[str, str]:
    """Name the fields of those who play a play-off: players or teams."""
    return ("first", "second") if event.of_teams else ("white", "black")


def select_play_offs_of(reader: Reader, course: Course, state: DuelState) -> QuerySet[PlayOff]:
    """Return what is stored about a duel and its present players, or teams, besides its games."""
    sides = name_sides(reader.event)
    pair = [player for player in state.players if player]
    rows = select_play_offs(reader).filter(round__number__in=course.stage.rounds, match_key=state.duel.key)
    rows = rows.filter(**{f"{side}__number__in": pair for side in sides})
    return rows.select_related(*sides).order_by("place")


def select_play_offs(reader: Reader) -> QuerySet[PlayOff]:
    """Return the play-offs of an event that this audience sees: none of a round that is withheld from it."""
    rows = PlayOff.objects.filter(round__event=reader.event)
    return rows if reader.is_staff else rows.filter(round__is_withheld=False)


def rank_with_endings(endings: Endings, facts: Crosstable, order: tuple[ChosenCriterion, ...]) -> Standings:
    """Rank an event: by its criteria, and from the first round of a stage of duels on by these too.

    The values are then those before the first of these stages.
    """
    table = _ranked(endings, facts, order)
    table.table.compute_once(ENDINGS, lambda: endings)
    return table


def _ranked(endings: Endings, facts: Crosstable, order: tuple[ChosenCriterion, ...]) -> Standings:
    if not endings:
        return rank(facts, order)
    last = endings[0][0].first - 1
    table = rank(facts.up_to(last)._replace(rounds=last), order)
    courses: list[Course] = []
    places = [(row.rank, row.number) for row in table.rows]
    places += [(len(places) + 1, row.number) for row in table.expelled]  # a duel may have been drawn before
    for stage, draw in endings:
        if not is_drawn(facts, stage):
            break
        lines = draw.lines or (read_lines(facts, stage) if stage.system in stages.DUELS else {})
        standing = [number for _place, number in places]
        courses.append(follow_stage(facts, stage, draw._replace(lines=lines), standing, order))
        places = courses[-1].table(places)
    if not courses:
        return table
    table.table.compute_once(COURSES, lambda: tuple(courses))
    return table.placed(places, facts)


def read_known_endings(table: Standings) -> Endings:
    """Return the stages of duels that a table was ranked with."""
    return table.table.compute_once(ENDINGS, tuple)


def read_courses(table: Standings) -> tuple[Course, ...]:
    """Return the stages of duels that have been drawn, as a ranked table respects them."""
    return table.table.compute_once(COURSES, tuple)


def list_rounds_of_duels(table: Standings) -> list[int]:
    """Return the rounds of duels and pools so far, and those with a table of their own; the running one included."""
    rounds: set[int] = set()
    for course in read_courses(table):
        of_table = course.stage.rounds if isinstance(course, TableCourse) else ()
        rounds.update(*(state.rounds for state in course.states), of_table)
    return sorted(round_number for round_number in rounds if round_number <= table.progress[0])


def find_deciding_course(table: Standings, one: int, other: int) -> Course | None:
    """Return the last stage that has separated two players who were both in it, None where criteria do, or nothing."""
    for course in reversed(read_courses(table)):
        spans = [course.spans.get(number) for number in (one, other)]
        if all(spans) and spans[0] != spans[1] and table.row(one).rank != table.row(other).rank:
            return course
    return None


def is_knock_out(table: Standings) -> bool:
    """Tell whether duels decide the places from the first round on, so that criteria have no values."""
    endings = read_known_endings(table)
    return bool(endings) and endings[0][0].first == 1


def begins_with_bracket(table: Standings) -> bool:
    """Tell whether an event is its bracket: duels decide it from the first round on, and are drawn."""
    return is_knock_out(table) and bool(read_courses(table))


def find_table_course(table: Standings, round_number: int) -> TableCourse | None:
    """Return the table that a round after duels has of its own, None for other rounds."""
    known = (course for course in read_courses(table) if isinstance(course, TableCourse))
    return next((course for course in known if round_number in course.stage.rounds), None)


def is_without_points(table: Standings, round_number: int) -> bool:
    """Tell whether nobody has points before a round, because duels decide from the first round on."""
    return is_knock_out(table) and find_table_course(table, round_number) is None


def find_coming(table: Standings) -> list[stages.Stage]:
    """Return the stages of duels that are still to be drawn."""
    return [stage for stage, _draw in read_known_endings(table)[len(read_courses(table)) :]]


def has_started(table: Standings) -> bool:
    """Tell whether anything has happened that gives places: a round of the criteria, or a draw of duels."""
    return bool(table.table.rounds_so_far or read_courses(table))


def is_decided(table: Standings) -> bool:
    """Tell whether all stages of duels are drawn and over, so that no round comes any more."""
    courses = read_courses(table)
    return bool(courses) and not find_coming(table) and all(course.is_over for course in courses)


def read_absent_from_duels(event: Event, table: Standings) -> frozenset[int]:
    """Return who will not play in the next stage of duels. One query or two while one is to come, else none."""
    coming = find_coming(table)
    return frozenset(games.read_absences(event, coming[0].first)) if coming else frozenset()


def stands_in_bracket(event: Event, player: int) -> bool:
    """Tell whether a player stands on a line of a bracket, perhaps with a bye, or is a substitute. One query."""
    draws = RoundDrawing.objects.filter(round__event=event).exclude(draw={}).values_list("draw", flat=True)
    return any(player in seats for draw in draws for seats in (*draw["lines"].values(), *draw.get("replaced", ())))


def read_first_rounds(events: Iterable[Event]) -> dict[int, int]:
    """Return the first round whose duels decide places, by event; nothing for events without any. One query."""
    rows = OF_DUELS.filter(event__in=events)
    return dict(rows.order_by("-order").values_list("event", "first_round"))


def first_of_duels(event: Event) -> int | None:
    """Return the first round of an event whose duels decide places, None for none. One query."""
    return FIRST_ROUND.first(event=event.pk)


def has_brackets(event: Event, last: int) -> bool:
    """Tell whether a stage of duels has begun by round `last`. One query."""
    first = first_of_duels(event)
    return first is not None and first <= last
