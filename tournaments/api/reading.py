"""Reading: events, and who plays in which rounds. Every answer has an ETag and may be read from any web page."""

from collections.abc import Callable, Iterable
from datetime import date
from operator import itemgetter
from typing import Any, Literal

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest
from ninja import Router
from ninja.params.functions import Path, Query

from tournaments.access.reader import Reader
from tournaments.api import answers, shapes, values
from tournaments.api.pages import AfterNumber, Limit, cut_page, order_by, page_of, whole_page
from tournaments.api.readers import of_event
from tournaments.domain.choices import System
from tournaments.domain.disciplines import Discipline
from tournaments.models import Event, Game, TeamMatch
from tournaments.pages.event.happenings import list_latest

router = Router(tags=["reading"])
Number = Path(..., ge=1, le=10**6)
Round = Query(None, ge=1, le=999, alias="round")
After = Query("", pattern=r"^(\d{1,3}-\d{1,18})?$", description="`next` of the page before")
Slug = Query("", max_length=60, pattern=r"^[\w-]*$", description="`next` of the page before")
Name = Query("", max_length=80, description="a part of the name")
Since = Query(None, description="no event that ends before this day")
Until = Query(None, description="no event that begins after this day")
Federation = Query("", pattern=r"^([A-Za-z]{3})?$")
Player = Query(None, ge=1, le=10**6, description="games of this player alone")
Open = Query(None, alias="open", description="true: boards without a result, as everybody sees them; false: the others")

type EventOrder = Literal["-created", "created", "starts_on", "-starts_on", "name", "-name"]
type PlayerOrder = Literal["number", "start_number", "name", "rating", "-rating"]
type TeamOrder = Literal["number", "start_number", "name"]
EVENT_ORDERS: dict[str, tuple[str, ...]] = {
    "created": ("pk",),
    "-created": ("-pk",),
    "starts_on": ("starts_on", "pk"),
    "-starts_on": ("-starts_on", "-pk"),
    "name": ("name", "pk"),
    "-name": ("-name", "-pk"),
}

ROW_ORDERS: dict[str, Callable[[values.Values], Any]] = {
    "number": itemgetter("number"),
    "start_number": itemgetter("start_number"),
    "rating": itemgetter("rating"),
    "name": lambda row: str(row["name"]).casefold(),
}


@router.get("/events", response=answers.answers(shapes.EventPage))
def events(
    request: HttpRequest,
    discipline: Discipline | None = None,
    system: System | None = None,
    teams: bool | None = Query(None, description="true: team events alone; false: events of single players"),
    name: str = Name,
    since: date | None = Since,
    until: date | None = Until,
    order: EventOrder = "-created",
    limit: int = Limit,
    after: str = Slug,
) -> values.Values:
    """List the public events, the newest first. `after` is the address of the last event of the page before."""
    found = filter_events(discipline, system, teams, name, since, until).order_by(*EVENT_ORDERS[order])
    page = page_of(list(found.values_list("slug", flat=True)), str, limit, after, str)
    rows = Event.objects.select_related("details").defer("details__announcement", "details__file_lines")
    shown = rows.in_bulk(page["items"], field_name="slug")
    return page | {"items": [values.event_values(shown[slug]) for slug in page["items"] if slug in shown]}


def filter_events(
    discipline: Discipline | None,
    system: System | None,
    teams: bool | None,
    name: str,
    since: date | None,
    until: date | None,
) -> QuerySet[Event]:
    """Return the public events that are asked for."""
    chosen = Q(is_public=True)
    chosen &= Q(discipline=discipline) if discipline else Q()
    chosen &= Q(system=system) if system else Q()
    chosen &= Q() if teams is None else Q(team_boards__gt=0) if teams else Q(team_boards=0)
    chosen &= Q(name__icontains=name) if name and name.isprintable() else Q()
    chosen &= Q(ends_on__gte=since) | Q(ends_on=None, starts_on__gte=since) if since else Q()
    chosen &= Q(starts_on__lte=until) if until else Q()
    return Event.objects.filter(chosen)


@router.get("/events/{slug}", response=answers.of_event(shapes.WholeEventShape))
@of_event
def event(request: HttpRequest, reader: Reader) -> values.Values:
    """Return one event with its arbiters, its announcement and its links."""
    return values.whole_event_values(reader.event)


@router.get("/events/{slug}/players", response=answers.of_event(shapes.PlayerPage))
@of_event
def players(
    request: HttpRequest,
    reader: Reader,
    name: str = Name,
    federation: str = Federation,
    title: str = Query("", max_length=4),
    team: int | None = Query(None, ge=1, le=10**6, description="number of a team: its players alone"),
    withdrawn: bool | None = None,
    order: PlayerOrder = "number",
    limit: int = Limit,
    after: int = AfterNumber,
) -> values.Values:
    """List the players by number, or in another order. Who has no rating comes last by rating."""
    rows = [
        player
        for player in values.players_values(reader)
        if contains(player, name)
        and (not federation or player["federation"] == federation.upper())
        and (not title or player["title"] == title.upper())
        and (team is None or player["team"] == team)
        and (withdrawn is None or (player["withdrawn_from"] is not None) == withdrawn)
    ]
    return page_of(order_by(rows, order, ROW_ORDERS), dict, limit, after, itemgetter("number"))


@router.get("/events/{slug}/players/{number}", response=answers.of_event(shapes.PlayerShape))
@of_event
def player(request: HttpRequest, reader: Reader, number: int = Number) -> values.Values:
    """Return one player."""
    return one(values.players_values(reader), number)


@router.get("/events/{slug}/teams", response=answers.of_event(shapes.TeamPage))
@of_event
def teams(
    request: HttpRequest,
    reader: Reader,
    name: str = Name,
    order: TeamOrder = "number",
    limit: int = Limit,
    after: int = AfterNumber,
) -> values.Values:
    """List the teams with their players in the order of their lists; nothing for an event of single players."""
    rows = [team for team in values.teams_values(reader) if contains(team, name)]
    return page_of(order_by(rows, order, ROW_ORDERS), dict, limit, after, itemgetter("number"))


@router.get("/events/{slug}/teams/{number}", response=answers.of_event(shapes.TeamShape))
@of_event
def team(request: HttpRequest, reader: Reader, number: int = Number) -> values.Values:
    """Return one team."""
    return one(values.teams_values(reader), number)


def contains(row: values.Values, part: str) -> bool:
    return part.casefold() in str(row["name"]).casefold()


def one(rows: Iterable[values.Values], number: int) -> values.Values:
    """Return the row with a number. Raise Http404 where there is none."""
    found = next((row for row in rows if row["number"] == number), None)
    if found is None:
        raise Http404
    return found


@router.get("/events/{slug}/rounds", response=answers.of_event(shapes.RoundPage))
@of_event
def rounds(request: HttpRequest, reader: Reader) -> values.Values:
    """List the rounds that are paired."""
    return whole_page(values.rounds_values(reader))


@router.get(
    "/events/{slug}/rounds/{number}",
    response=answers.of_event(shapes.RoundShape),
    operation_id="round",
    summary="Round",
)
@of_event
def one_round(request: HttpRequest, reader: Reader, number: int = Number) -> values.Values:
    """Return one round that is paired."""
    return one(values.rounds_values(reader), number)


@router.get("/events/{slug}/happenings", response=answers.of_event(shapes.HappeningPage))
@of_event
def happenings(request: HttpRequest, reader: Reader, limit: int = Limit) -> values.Values:
    """List what happened last, the newest first."""
    return whole_page(values.happenings_values(list_latest(reader, limit)))


@router.get("/events/{slug}/games", response=answers.of_event(shapes.GamePage))
@of_event
def games(
    request: HttpRequest,
    reader: Reader,
    round_number: int | None = Round,
    player: int | None = Player,
    is_open: bool | None = Open,
    limit: int = Limit,
    after: str = After,
) -> values.Values:
    """List the boards and byes by round, of one round with `round`; `after` is `next` of the page before."""
    chosen = page_filter(round_number, after)
    if player is not None:
        chosen &= Q(white__number=player) | Q(black__number=player)
    if is_open is None:
        return cut_page(values.games(reader, chosen, limit + 1), values.game_values, limit, place)
    # A withheld result is open for everybody: whether a board is, only the game says that everybody sees.
    seen = [game for game in values.games(reader, chosen) if game.black_id and (game.result == "") == is_open]
    return cut_page(seen, values.game_values, limit, place)


@router.get("/events/{slug}/rounds/{number}/boards/{board}", response=answers.of_event(shapes.GameShape))
@of_event
def board(request: HttpRequest, reader: Reader, number: int = Number, board: int = Number) -> values.Values:
    """Return one board of a round, by the number that boards have in the round."""
    return first(values.games(reader, Q(round__number=number, board=board)), values.game_values)


@router.get("/events/{slug}/matches", response=answers.of_event(shapes.MatchPage))
@of_event
def matches(
    request: HttpRequest,
    reader: Reader,
    round_number: int | None = Round,
    team: int | None = Query(None, ge=1, le=10**6, description="matches of this team alone"),
    limit: int = Limit,
    after: str = After,
) -> values.Values:
    """List the matches of teams with their boards, of one round with `round`; nothing for single players."""
    chosen = page_filter(round_number, after)
    if team is not None:
        chosen &= Q(first__number=team) | Q(second__number=team)
    page = cut_page(values.matches(reader.event, chosen, limit + 1), lambda match: match, limit, place)
    return page | {"items": values.matches_values(reader, page["items"])}


@router.get("/events/{slug}/rounds/{number}/matches/{table}", response=answers.of_event(shapes.MatchShape))
@of_event
def match(request: HttpRequest, reader: Reader, number: int = Number, table: int = Number) -> values.Values:
    """Return one match of a round of teams, by its table."""
    found = values.matches(reader.event, Q(round__number=number, table=table))
    return first(values.matches_values(reader, found), dict)


def first(rows: Iterable[Any], shape: Callable[[Any], values.Values]) -> values.Values:
    """Return the first of some rows in its shape. Raise Http404 where there is none."""
    for row in rows:
        return shape(row)
    raise Http404


def page_filter(round_number: int | None, after: str) -> Q:
    """Return the filter for one round, or all, and for what follows the last place of the page before."""
    rows = Q() if round_number is None else Q(round__number=round_number)
    if after:
        number, pk = map(int, after.split("-"))
        rows &= Q(round__number__gt=number) | Q(round__number=number, pk__gt=pk)
    return rows


def place(row: Game | TeamMatch) -> str:
    """Name the place of a game or a match in the order of pages."""
    return f"{row.round.number}-{row.pk}"
