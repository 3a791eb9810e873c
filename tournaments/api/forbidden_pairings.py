"""Forbidden pairings, by token: rules of the event, by the actions of the page."""

from typing import Literal

from ninja import Field, Status
from ninja.params.functions import Path

from tournaments.actions.rounds.forbidden_pairings import add_forbidden_pairing, remove_forbidden_pairing
from tournaments.api import answers, bodies, shapes
from tournaments.api.once import once
from tournaments.api.pages import whole_page
from tournaments.api.reading import router  # an address has its verbs in one router
from tournaments.api.rights import PairingsToken, TokenRequest
from tournaments.api.values import Values
from tournaments.api.writing import actor_of, event_of
from tournaments.domain.rounds.forbidden_pairings import ForbiddenPairingDefinition
from tournaments.models import ForbiddenPairing

TAGS = ["writing"]
BAN = Path(..., ge=1, le=10**9)


class BanIn(bodies.Body):
    """Players kept apart: one by one, or those of a club or a federation (of each one if `text` is empty)."""

    rule: Literal["list", "club", "federation"] = "list"
    numbers: list[bodies.Number] = Field([], max_length=500, description="of a list; in a team event those of teams")
    text: str = Field("", max_length=60, pattern=bodies.ONE_LINE, description="the club or federation")
    from_round: int = Field(1, ge=1, le=999)
    to_round: int | None = Field(None, ge=1, le=999, description="null: to the end")


@router.get("/events/{slug}/bans", response=answers.of_event(shapes.BanPage), auth=PairingsToken(), tags=TAGS)
def list_bans(request: TokenRequest, slug: str) -> Values:
    """List the forbidden pairings. Only the arbiters see it."""
    return whole_page(forbidden_pairing_values(ban) for ban in event_of(request, slug).forbidden_pairings.all())


@router.post("/events/{slug}/bans", response=answers.written(shapes.BanShape), auth=PairingsToken(), tags=TAGS)
@once
def create_ban(request: TokenRequest, slug: str, ban: BanIn) -> Values:
    """Keep people apart in every round drawn from `from_round` on, up to `to_round`; the same again writes nothing."""
    return forbidden_pairing_values(
        add_forbidden_pairing(
            event_of(request, slug), ForbiddenPairingDefinition(**ban.model_dump()), actor_of(request)
        )
    )


@router.delete("/events/{slug}/bans/{ban}", response=answers.GONE, auth=PairingsToken(), tags=TAGS)
@once
def delete_ban(request: TokenRequest, slug: str, ban: int = BAN) -> Status[None]:
    """Let them meet again; the same again writes nothing."""
    remove_forbidden_pairing(event_of(request, slug), ban, actor_of(request))
    return Status(204, None)


def forbidden_pairing_values(ban: ForbiddenPairing) -> Values:
    """Return a ban as the API shows it."""
    names = ("rule", "numbers", "text", "from_round", "to_round", "made_after")
    return {"key": ban.pk, **{name: getattr(ban, name) for name in names}}
