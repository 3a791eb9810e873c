"""Players by token: entered, changed and removed, present or not, absent and withdrawn, by the actions of the pages."""

from django.http import Http404
from ninja import Status
from ninja.params.functions import Path

from tournaments.access.reader import staff_reader
from tournaments.actions.players import checkin, participation, players
from tournaments.api import answers, bodies, shapes
from tournaments.api.once import once
from tournaments.api.problems import UnfitValue
from tournaments.api.reading import one, router  # an address has its verbs in one router
from tournaments.api.rights import CheckInToken, PlayersToken, TokenRequest
from tournaments.api.values import Values, players_values
from tournaments.api.writing import actor_of, event_of
from tournaments.imports import player_fields
from tournaments.models import Event

TAGS = ["writing"]
ANSWERS = answers.written(shapes.PlayerShape)
NUMBER = Path(..., ge=1, le=10**6)
ROUND = Path(..., ge=1, le=999, alias="round")


@router.post("/events/{slug}/players", response=ANSWERS, auth=PlayersToken(), tags=TAGS)
@once
def add_player(request: TokenRequest, slug: str, player: bodies.NewPlayerIn) -> Values:
    """Enter a player; after round 1 was published it is a late entry.

    Nobody is entered twice: the name of somebody who takes part already is refused (422, `player-known`).
    """
    event = event_of(request, slug)
    added = players.add_player(event, fields_of(player, event), actor_of(request))
    return one(players_values(staff_reader(event)), added.number)


@router.patch("/events/{slug}/players/{number}", response=ANSWERS, auth=PlayersToken(), tags=TAGS)
@once
def edit_player(request: TokenRequest, slug: str, player: bodies.PlayerIn, number: int = NUMBER) -> Values:
    """Change what the body has of a player; the same again writes nothing."""
    event = find_event(request, slug, number)
    players.edit_player(event, number, fields_of(player, event), actor_of(request))
    return one(players_values(staff_reader(event)), number)


@router.delete("/events/{slug}/players/{number}", response=answers.GONE, auth=PlayersToken(), tags=TAGS)
@once
def remove_player(request: TokenRequest, slug: str, number: int = NUMBER) -> Status[None]:
    """Remove a player who is in no published round."""
    players.remove_player(find_event(request, slug, number), number, actor_of(request))
    return Status(204, None)


@router.put("/events/{slug}/players/{number}/presence", response=answers.GONE, auth=CheckInToken(), tags=TAGS)
@once
def set_presence(request: TokenRequest, slug: str, body: bodies.PresenceIn, number: int = NUMBER) -> Status[None]:
    """Check a player in, or undo it, before round 1; the same again writes nothing."""
    checkin.check_in(find_event(request, slug, number), number, body.present, actor_of(request))
    return Status(204, None)


@router.put("/events/{slug}/players/{number}/absences/{round}", response=answers.GONE, auth=PlayersToken(), tags=TAGS)
@once
def set_absence(
    request: TokenRequest, slug: str, body: bodies.AbsenceIn, number: int = NUMBER, round_number: int = ROUND
) -> Status[None]:
    """Leave a player out of a coming round, with half a point (H) or without (Z), or undo that (empty kind)."""
    event = find_event(request, slug, number)
    participation.set_absence(event, number, round_number, body.kind, actor_of(request), one_more=body.one_more)
    return Status(204, None)


@router.post("/events/{slug}/players/{number}/withdrawal", response=ANSWERS, auth=PlayersToken(), tags=TAGS)
@once
def withdraw_player(request: TokenRequest, slug: str, body: bodies.ReasonIn, number: int = NUMBER) -> Values:
    """Withdraw a player from the next round on; a second withdrawal is refused (422, `withdrawn-already`)."""
    event = find_event(request, slug, number)
    participation.withdraw_participant(event, number, actor_of(request), body.reason)
    return one(players_values(staff_reader(event)), number)


@router.post("/events/{slug}/players/{number}/expulsion", response=ANSWERS, auth=PlayersToken(), tags=TAGS)
@once
def expel_player(request: TokenRequest, slug: str, body: bodies.ReasonIn, number: int = NUMBER) -> Values:
    """Withdraw a player and take them out of the tables, while their games count for their opponents."""
    event = find_event(request, slug, number)
    participation.expel_participant(event, number, actor_of(request), body.reason)
    return one(players_values(staff_reader(event)), number)


@router.post("/events/{slug}/players/{number}/return", response=ANSWERS, auth=PlayersToken(), tags=TAGS)
@once
def reinstate_player(request: TokenRequest, slug: str, body: bodies.ReasonIn, number: int = NUMBER) -> Values:
    """Pair a player again who had withdrawn or was expelled."""
    event = find_event(request, slug, number)
    participation.reinstate_participant(event, number, actor_of(request), body.reason)
    return one(players_values(staff_reader(event)), number)


def find_event(request: TokenRequest, slug: str, number: int) -> Event:
    """Return the event of the token that has this player. Raise Http404 for others."""
    event = event_of(request, slug)
    if not event.players.filter(number=number).exists():
        raise Http404
    return event


def fields_of(player: bodies.PlayerIn, event: Event) -> dict[str, object]:
    """Return what a body says of a player, read as the columns of a list are. Raise Unfit for what does not fit."""
    said = player.model_dump(exclude_unset=True)
    texts = {name: "" if value is None else " ".join(str(value).split()) for name, value in said.items()}
    values: dict[str, object] = {}
    for name, text in texts.items():
        try:
            values[name] = player_fields.find_reader(name, event)(text)
        except player_fields.Unfit as unfit:
            raise UnfitValue(name, str(unfit)) from unfit
    return values
