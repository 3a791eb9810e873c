"""Reading the duels of a knock-out and of pools, and their tables: who plays whom, who goes on, and where to."""

from fractions import Fraction

from django.http import HttpRequest
from ninja import Field, Schema

from pairing.brackets.course import DuelState
from pairing.brackets.duels import LINE
from pairing.brackets.pool_course import Pool, PoolCourse
from pairing.brackets.stage import Course
from tiebreaks.output import as_json
from tournaments.access.reader import Reader
from tournaments.api import answers
from tournaments.api.pages import whole_page
from tournaments.api.ranking import router
from tournaments.api.readers import of_event
from tournaments.api.values import Values
from tournaments.queries.standings.endings import read_courses
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import duels as wording


class SeatShape(Schema):
    player: int | None = Field(description="null while nobody is known, and where nobody plays")
    source: str = Field(description="line: from the draw; winner or loser: of the match in `of`")
    of: str = Field(description='key of a match of the same stage, "" for a line of the draw')
    wins: str | None = Field(description="games won so far, a draw as a half; null without a game")
    goes_on: bool


class BracketMatchShape(Schema):
    stage: int = Field(description="first round of its stage")
    key: str = Field(description="unique within its stage")
    bracket: str
    level: int = Field(description="round of the bracket, from 1")
    title: str
    seats: list[SeatShape] = Field(description="two")
    rounds: list[int] = Field(description="rounds with a game of the match")
    is_bye: bool
    is_over: bool
    decided_by: str = Field(description='rule of the play-off that decided it, "" for the games')
    waits_for: str = Field(description='rule of the play-off that a level match waits for, or ""')


class PoolRowShape(Schema):
    number: int
    rank: int | None = Field(description="today's place in this table; null before its first result")
    best: int = Field(description="the best place in it that can still be reached")
    last: int = Field(description="the last one")
    values: list[str | None] = Field(description="none where winners and losers meet")


class PoolTableShape(Schema):
    stage: int = Field(description="first round of its stage")
    bracket: str = Field(description="that of the matches of a pool")
    title: str
    criteria: list[str]
    rows: list[PoolRowShape]


class BracketMatchPage(Schema):
    tables: list[PoolTableShape] = Field(description="of pools, and of rounds that follow matches")
    items: list[BracketMatchShape]
    next: None = Field(description="null: there is one page")


@router.get("/events/{slug}/brackets", response=answers.of_event(BracketMatchPage))
@of_event
def brackets(request: HttpRequest, reader: Reader) -> Values:
    """Return the matches that decide places, stage by stage in the order of play. None before a draw."""
    courses = read_courses(read_standings(reader))
    pools = ((course, pool) for course in courses if isinstance(course, PoolCourse) for pool in course.pools)
    page = whole_page(duel_values(course, state) for course in courses for state in course.states)
    return {"tables": [table_values(course, pool) for course, pool in pools], **page}


def table_values(course: PoolCourse, pool: Pool) -> Values:
    """Return the table of a pool, or of rounds after duels, as the API shows it."""
    return {
        "stage": course.stage.first,
        "bracket": pool.name,
        "title": wording.bracket_title(course, pool.name),
        "criteria": [chosen.notation for chosen in pool.table.order] if pool.table else [],
        "rows": [
            {
                "number": number,
                "rank": pool.find_place(number),
                **pool.places[number]._asdict(),
                "values": as_json.value_texts(pool.table, number) if pool.table else [],
            }
            for number in pool.members
        ],
    }


def duel_values(course: Course, state: DuelState) -> Values:
    """Return a duel as the API shows it."""
    duel, decision = state.duel, state.decision
    return {
        "stage": course.stage.first,
        **{name: getattr(duel, name) for name in ("key", "bracket", "level")},
        "title": wording.duel_title(course, duel),
        "seats": [seat_values(state, side) for side in (0, 1)],
        "rounds": state.rounds,
        "is_bye": state.has_bye,
        "is_over": decision.is_over,
        "decided_by": decision.rule,
        "waits_for": decision.waits_for,
    }


def seat_values(state: DuelState, side: int) -> Values:
    """Return one of the two of a duel as the API shows them."""
    player, seat = state.players[side] or None, state.duel.seats[side]
    return {
        "player": player,
        "source": seat.kind,
        "of": "" if seat.kind == LINE else seat.of,
        "wins": as_json.exact_text(Fraction(state.score[side], 2)) if state.results else None,
        "goes_on": player is not None and state.winner == player,
    }
