"""Writing by token: the same action as at the desk, so that nothing is lost, doubled or overwritten."""

from uuid import UUID

from django.http import Http404
from ninja import Header, Path, Router, Status
from ninja.security import HttpBearer

from tournaments import actions, policy, tokens
from tournaments.actions import Actor, Entry
from tournaments.api import shapes
from tournaments.api.reading import game_shape
from tournaments.models import Event, Token, TokenKind

RESULTS = "results"  # the scope that enters results
SCOPES = (RESULTS,)
NUMBER = Path(..., ge=1, le=999)
KEY = Header(..., alias="Idempotency-Key")


class ByToken(HttpBearer):
    """A token of the event with the scope; whoever made it must still be allowed to do the same at the desk."""

    def authenticate(self, request, token: str) -> Token | None:
        found = tokens.find(token, TokenKind.API)
        if found is None or RESULTS not in found.payload.get("scopes", ()):
            return None
        return found if policy.may(found.created_by, found.event, policy.ENTER) else None


router = Router(tags=["writing"], auth=ByToken())


@router.post(
    "/events/{slug}/rounds/{number}/boards/{board}/result",
    response={**shapes.answers(shapes.EntryShape), 401: shapes.Problem, 409: shapes.EntryShape},
)
def enter_result(
    request, slug: str, entry: shapes.ResultIn, number: int = NUMBER, board: int = NUMBER, key: UUID = KEY
):
    """Enter or correct the result of a board.

    `version` is the game's, as it was read: another value on an old version is a conflict (409), and nothing is
    overwritten. The same `Idempotency-Key` again gives the same answer and writes nothing.
    """
    event = request.auth.event
    if event.slug != slug:
        raise Http404
    wanted = Entry(uuid=key, **entry.model_dump())
    answer = actions.enter_result(Event.objects.get(pk=event.pk), number, board, wanted, actor_of(request))
    status = 409 if answer.outcome == "conflict" else 200
    return Status(status, {"outcome": answer.outcome, "game": game_shape(answer.game)})


def actor_of(request) -> Actor:
    """Name who writes: the maker of the token, in the role that he has."""
    user = request.auth.created_by
    return Actor(user, policy.role(user, request.auth.event), request.META.get("REMOTE_ADDR"))
