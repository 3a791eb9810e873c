"""Reading: events, and who plays in which rounds. Every answer has an ETag and may be read from any web page."""

from django.db.models import Q
from django.http import HttpRequest
from ninja import Router
from ninja.params.functions import Query

from tournaments.api import answers, shapes, values
from tournaments.api.readers import Limit, next_page, of_event
from tournaments.models import Event, Game, Match
from tournaments.pages.event.happenings import list_latest

router = Router(tags=["reading"])
Round = Query(None, ge=1, le=999)
After = Query("", pattern=r"^(\d{1,3}-\d{1,18})?$")  # round and place of the last item of the page before


@router.get("/events", response=answers.answers(shapes.EventPage))
def events(
    request: HttpRequest, limit: int = Limit, after: str = Query("", max_length=60, pattern=r"^[\w-]*$")
) -> values.Values:
    """List the public events, the newest first. `after` is the address of the last event of the page before."""
    public = Event.objects.filter(is_public=True).order_by("-pk").defer("announcement", "file_lines")
    if after:
        last = public.filter(slug=after).values_list("pk", flat=True).first()
        public = public.filter(pk__lt=last or 0)
    page = list(public[: limit + 1])
    items = [values.event_values(event) for event in page[:limit]]
    return {"items": items, "next": next_page(page, limit, lambda event: event.slug)}


@router.get("/events/{slug}", response=answers.of_event(shapes.WholeEventShape))
@of_event
def event(request: HttpRequest, event: Event) -> values.Values:
    """Return one event with its arbiters, its announcement and its links."""
    return values.whole_event_values(event)


@router.get("/events/{slug}/players", response=answers.of_event(shapes.PlayerPage))
@of_event
def players(
    request: HttpRequest, event: Event, limit: int = Limit, after: int = Query(0, ge=0, le=10**6)
) -> values.Values:
    """List the players by number; `after` is the last number of the page before."""
    return numbered(values.players_values(event), limit, after)


@router.get("/events/{slug}/teams", response=answers.of_event(shapes.TeamPage))
@of_event
def teams(
    request: HttpRequest, event: Event, limit: int = Limit, after: int = Query(0, ge=0, le=10**6)
) -> values.Values:
    """List the teams with their players in the order of their lists; nothing for an event of single players."""
    return numbered(values.teams_values(event), limit, after)


def numbered(items: list[values.Values], limit: int, after: int) -> values.Values:
    """Return the page that follows a number."""
    page = [item for item in items if item["number"] > after][: limit + 1]
    return {"items": page[:limit], "next": next_page(page, limit, lambda item: item["number"])}


@router.get("/events/{slug}/rounds", response=answers.of_event(list[shapes.RoundShape]))
@of_event
def rounds(request: HttpRequest, event: Event) -> list[values.Values]:
    """List the rounds that are paired."""
    return values.rounds_values(event)


@router.get("/events/{slug}/happenings", response=answers.of_event(list[shapes.HappeningShape]))
@of_event
def happenings(request: HttpRequest, event: Event, limit: int = Limit) -> list[values.Values]:
    """List what happened last, the newest first."""
    return values.happenings_values(list_latest(event, limit))


@router.get("/events/{slug}/games", response=answers.of_event(shapes.GamePage))
@of_event
def games(
    request: HttpRequest,
    event: Event,
    round: int | None = Round,
    limit: int = Limit,
    after: str = After,
) -> values.Values:
    """List the boards and byes by round, of one round with `round`; `after` is `next` of the page before."""
    page = values.games(event, page_filter(round, after), limit + 1)
    return {"items": list(map(values.game_values, page[:limit])), "next": next_page(page, limit, place)}


@router.get("/events/{slug}/matches", response=answers.of_event(shapes.MatchPage))
@of_event
def matches(
    request: HttpRequest,
    event: Event,
    round: int | None = Round,
    limit: int = Limit,
    after: str = After,
) -> values.Values:
    """List the matches of teams with their boards, of one round with `round`; nothing for single players."""
    page = values.matches(event, page_filter(round, after), limit + 1)
    return {"items": values.matches_values(event, page[:limit]), "next": next_page(page, limit, place)}


def page_filter(round_number: int | None, after: str) -> Q:
    """Return the filter for one round, or all, and for what follows the last place of the page before."""
    rows = Q() if round_number is None else Q(round__number=round_number)
    if after:
        number, pk = map(int, after.split("-"))
        rows &= Q(round__number__gt=number) | Q(round__number=number, pk__gt=pk)
    return rows


def place(row: Game | Match) -> str:
    """Name the place of a game or a match in the order of pages."""
    return f"{row.round.number}-{row.pk}"
