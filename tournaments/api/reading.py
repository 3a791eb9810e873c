"""Reading: events, and who plays in which rounds. Every answer has an ETag and may be read from any web page."""

from django.db.models import Q
from ninja import Query, Router

from tournaments.api import shapes, values
from tournaments.api.door import Limit, following, of_event
from tournaments.models import Event

router = Router(tags=["reading"])


@router.get("/events", response=shapes.answers(shapes.EventPage))
def events(request, limit: int = Limit, after: str = Query("", max_length=60, pattern=r"^[\w-]*$")):
    """List the public events, the newest first. `after` is the address of the last event of the page before."""
    found = Event.objects.filter(is_public=True).order_by("-pk")
    if after:
        last = found.filter(slug=after).values_list("pk", flat=True).first()
        found = found.filter(pk__lt=last or 0)
    page = list(found[: limit + 1])
    items = [values.event_values(event) for event in page[:limit]]
    return {"items": items, "next": following(page, limit, lambda event: event.slug)}


@router.get("/events/{slug}", response=shapes.of_event(shapes.EventShape))
@of_event
def event(request, event: Event):
    """Return one event."""
    return values.event_values(event)


@router.get("/events/{slug}/players", response=shapes.of_event(shapes.PlayerPage))
@of_event
def players(request, event: Event, limit: int = Limit, after: int = Query(0, ge=0, le=10**6)):
    """List the players by number; `after` is the last number of the page before."""
    return numbered(values.players_values(event), limit, after)


@router.get("/events/{slug}/teams", response=shapes.of_event(shapes.TeamPage))
@of_event
def teams(request, event: Event, limit: int = Limit, after: int = Query(0, ge=0, le=10**6)):
    """List the teams with their players in the order of their lists; nothing for an event of single players."""
    return numbered(values.teams_values(event), limit, after)


def numbered(items: list[values.Values], limit: int, after: int) -> values.Values:
    """Return the page that follows a number."""
    page = [item for item in items if item["number"] > after][: limit + 1]
    return {"items": page[:limit], "next": following(page, limit, lambda item: item["number"])}


@router.get("/events/{slug}/rounds", response=shapes.of_event(list[shapes.RoundShape]))
@of_event
def rounds(request, event: Event):
    """List the rounds that are paired."""
    return values.rounds_values(event)


@router.get("/events/{slug}/games", response=shapes.of_event(shapes.GamePage))
@of_event
def games(
    request,
    event: Event,
    round: int | None = Query(None, ge=1, le=999),
    limit: int = Limit,
    after: str = Query("", pattern=r"^(\d{1,3}-\d{1,18})?$"),
):
    """List the boards and byes by round, of one round with `round`; `after` is `next` of the page before."""
    page = values.games(event, chosen(round, after), limit + 1)
    return {"items": list(map(values.game_values, page[:limit])), "next": following(page, limit, place)}


@router.get("/events/{slug}/matches", response=shapes.of_event(shapes.MatchPage))
@of_event
def matches(
    request,
    event: Event,
    round: int | None = Query(None, ge=1, le=999),
    limit: int = Limit,
    after: str = Query("", pattern=r"^(\d{1,3}-\d{1,18})?$"),
):
    """List the matches of teams with their boards, of one round with `round`; nothing for single players."""
    page = values.matches(event, chosen(round, after), limit + 1)
    return {"items": values.matches_values(event, page[:limit]), "next": following(page, limit, place)}


def chosen(round: int | None, after: str) -> Q:
    """Choose what stands in a round, and behind the last place of the page before."""
    wanted = Q() if round is None else Q(round__number=round)
    if after:
        number, pk = map(int, after.split("-"))
        wanted &= Q(round__number__gt=number) | Q(round__number=number, pk__gt=pk)
    return wanted


def place(row) -> str:
    """Name the place of a game or a match in the order of pages."""
    return f"{row.round.number}-{row.pk}"
