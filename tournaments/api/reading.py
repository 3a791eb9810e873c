"""Reading: what the public pages show, as values. Every answer has an ETag and may be read from any web page."""

import inspect
from collections.abc import Callable
from typing import Any

from django.db.models import Q
from django.http import Http404, HttpResponse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from ninja import Query, Router

from tiebreaks import as_json
from tiebreaks.outlook import outlook as outlook_of
from tournaments import audience, queries, wording
from tournaments.api import shapes
from tournaments.models import Event, Game
from tournaments.release import release

router = Router(tags=["reading"])
MOST, USUAL = 200, 50
Limit = Query(USUAL, ge=1, le=MOST)


def of_event(view: Callable) -> Callable:
    """Give the view its event as everybody sees it, and answer 304 while the asker's copy is still true."""

    def answer(request: Any, slug: str, **rest: Any) -> Any:
        event = public_event(slug)
        tag = quote_etag(f"{stamp(event)}-{translation.get_language()}-{release()}")
        unchanged = get_conditional_response(request, tag)
        request.etag = tag
        return finish(request, unchanged) if unchanged is not None else view(request, event=event, **rest)

    # The parameters of the address are read off the signature: there it is the event's address that stands.
    signature = inspect.signature(view)
    address = inspect.Parameter("slug", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=str)
    kept = [address if name == "event" else each for name, each in signature.parameters.items()]
    answer.__name__, answer.__doc__, answer.__module__ = view.__name__, view.__doc__, view.__module__
    answer.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
    return answer


def public_event(slug: str) -> Event:
    """Return an event that everybody may see, for the public's eyes, or raise Http404."""
    event = Event.objects.filter(slug=slug, is_public=True).first() if slug.isprintable() else None
    if event is None:  # PostgreSQL would fail by NUL
        raise Http404
    return audience.public(event)


def stamp(event: Event) -> str:
    return f"{event.epoch}-{event.version}"


@router.get("/events", response=shapes.answers(shapes.EventPage))
def events(request, limit: int = Limit, after: str = Query("", max_length=60, pattern=r"^[\w-]*$")):
    """List the public events, the newest first. `after` is the address of the last event of the page before."""
    found = Event.objects.filter(is_public=True).order_by("-pk")
    if after:
        last = found.filter(slug=after).values_list("pk", flat=True).first()
        found = found.filter(pk__lt=last or 0)
    page = list(found[: limit + 1])
    return {"items": [event_shape(event) for event in page[:limit]], "next": following(page, limit, lambda e: e.slug)}


def following(page: list, limit: int, key: Callable[[Any], Any]) -> Any:
    """Return where the next page begins, None where there is none."""
    return key(page[limit - 1]) if len(page) > limit else None


def event_shape(event: Event) -> dict[str, Any]:
    names = (
        "slug",
        "name",
        "place",
        "starts_on",
        "ends_on",
        "time_zone",
        "discipline",
        "system",
        "edition",
        "changed_at",
    )
    return {
        **{name: getattr(event, name) for name in names},
        "tiebreaks": event.tiebreaks.split(","),
        "rounds": event.planned_rounds,
        "teams": bool(event.team_boards),
        "version": stamp(event),
    }


@router.get("/events/{slug}", response=shapes.answers(shapes.EventShape))
@of_event
def event(request, event: Event):
    """Return one event."""
    return event_shape(event)


@router.get("/events/{slug}/players", response=shapes.answers(shapes.PlayerPage))
@of_event
def players(request, event: Event, limit: int = Limit, after: int = Query(0, ge=0, le=10**6)):
    """List the players by number; `after` is the last number of the page before."""
    people = queries.players_crosstable(event).players
    page = [people[number] for number in sorted(people) if number > after][: limit + 1]
    items = [{name: getattr(player, name) for name in shapes.PlayerShape.model_fields} for player in page[:limit]]
    return {"items": items, "next": following(page, limit, lambda player: player.number)}


@router.get("/events/{slug}/teams", response=shapes.answers(list[shapes.TeamShape]))
@of_event
def teams(request, event: Event):
    """List the teams with their players in the order of their lists; nothing for an event of single players."""
    if not event.team_boards:
        return []
    known = queries.standings(event).facts.team_event.teams
    return [
        {"number": team.number, "name": team.name, "short_name": team.federation, "players": list(team.players)}
        for team in known.values()
    ]


@router.get("/events/{slug}/rounds", response=shapes.answers(list[shapes.RoundShape]))
@of_event
def rounds(request, event: Event):
    """List the rounds that are paired."""
    counted: dict[int, list[Game]] = {}
    for game in audience.shown(event, queries.games_of(event)):
        if game.black_id is not None:
            counted.setdefault(game.round.number, []).append(game)
    return [
        {
            "number": each.number,
            "starts_at": each.starts_at,
            "boards": len(counted.get(each.number, ())),
            "results_in": sum(game.result != "" for game in counted.get(each.number, ())),
            "withheld": each.is_withheld,
        }
        for each in event.rounds.all()
    ]


@router.get("/events/{slug}/games", response=shapes.answers(shapes.GamePage))
@of_event
def games(
    request,
    event: Event,
    round: int | None = Query(None, ge=1, le=999),
    limit: int = Limit,
    after: str = Query("", pattern=r"^(\d{1,3}-\d{1,18})?$"),
):
    """List the boards and byes by round, of one round with `round`; `after` is `next` of the page before."""
    found = Game.objects.filter(round__event=event).select_related("round", "white", "black")
    if round is not None:
        found = found.filter(round__number=round)
    if after:
        number, pk = map(int, after.split("-"))
        found = found.filter(Q(round__number__gt=number) | Q(round__number=number, pk__gt=pk))
    page = audience.shown(event, found.order_by("round__number", "pk")[: limit + 1])
    items = [game_shape(game) for game in page[:limit]]
    return {"items": items, "next": following(page, limit, lambda game: f"{game.round.number}-{game.pk}")}


def game_shape(game: Game) -> dict[str, Any]:
    return {
        "round": game.round.number,
        "board": game.board,
        "white": game.white.number,
        "black": game.black.number if game.black else None,
        "result": game.result,
        "white_score": game.white_score,
        "black_score": game.black_score,
        "version": game.version,
    }


@router.get("/events/{slug}/standings", response=shapes.answers(shapes.StandingsShape))
@of_event
def standings(request, event: Event, after_round: int | None = Query(None, ge=1, le=999), terms: bool = False):
    """Return the table, after all rounds or after one; with `terms` every value with its working."""
    if after_round is not None and not event.rounds.filter(number=after_round).exists():
        raise Http404
    ranked = queries.standings(event, after_round)
    indexes = range(len(ranked.order))
    return {
        "version": stamp(event),
        "after_round": after_round,
        "criteria": [chosen.notation for chosen in ranked.order],
        "rows": [
            {
                "rank": row.rank,
                "number": row.number,
                "name": ranked.facts.players[row.number].name,
                "values": [as_json.number(value) for value in row.values],
                "workings": [as_json.working(ranked.explain(row.number, i)) for i in indexes] if terms else None,
            }
            for row in ranked.rows
        ],
    }


@router.get("/events/{slug}/crosstable", response=shapes.answers(shapes.CrosstableShape))
@of_event
def crosstable(request, event: Event):
    """Return everybody's rounds, by rank."""
    ranked = queries.standings(event)
    return {
        "version": stamp(event),
        "lines": [
            {
                "rank": row.rank,
                "number": row.number,
                "rounds": [
                    {"round": game.round, "opponent": game.opponent, "colour": str(game.colour.value),
                     "kind": str(game.kind.value), "points": as_json.number(game.points)}
                    for game in ranked.table.all_games_of(row.number)
                ],
            }
            for row in ranked.rows
        ],
    }  # fmt: skip


@router.get("/events/{slug}/outlook", response=shapes.answers(list[shapes.OutlookShape]))
@of_event
def outlook(request, event: Event, places: int = Query(..., ge=1, le=999)):
    """Return who is safe, possible or out for the first `places`: nothing is claimed that can still fail."""
    ranked = queries.standings(event)
    if places == event.qualifying_places:
        found = queries.outlook(ranked, places)
    else:  # not kept: whoever asks for every number in turn would fill the memory
        found = outlook_of(ranked.facts, ranked.order, places)
    return [
        {"number": row.number, "mark": found[row.number].mark.value, "reason": wording.outlook(found[row.number])}
        for row in ranked.rows
    ]


def finish(request, response: HttpResponse) -> HttpResponse:
    """Add what every answer to a reader carries: its tag, and that any page may read it without credentials."""
    if tag := getattr(request, "etag", None):
        response["ETag"] = tag
    response["Cache-Control"] = "no-cache"
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Expose-Headers"] = "ETag"
    return response
