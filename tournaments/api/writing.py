"""Writing by token: the same action as at the desk, so that nothing is lost, doubled or overwritten."""

from uuid import UUID

from django.http import Http404, HttpResponse
from ninja import Router, Status
from ninja.params.functions import Header, Path

from tournaments.access import policy
from tournaments.actions.desk import entry as entry_actions
from tournaments.actions.desk.entry import EntryOutcome
from tournaments.actions.writing import Actor
from tournaments.api import answers, bodies, shapes
from tournaments.api.once import REPLAYED, Key
from tournaments.api.rights import ResultsToken, TokenRequest
from tournaments.api.values import Values, game_values
from tournaments.domain.desk.entry import Entry
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Game
from tournaments.queries.rounds.games import has_board

NUMBER = Path(..., ge=1, le=999)
KEY = Header(..., alias="Idempotency-Key")
ANSWERS = {**answers.answers(shapes.EntryShape), **answers.BY_TOKEN, 400: answers.Problem, 409: shapes.EntryShape}

router = Router(tags=["writing"], auth=ResultsToken())


@router.post("/events/{slug}/rounds/{number}/boards/{board}/result", response=ANSWERS)
def enter_result(
    request: TokenRequest,
    response: HttpResponse,
    slug: str,
    entry: bodies.ResultIn,
    number: int = NUMBER,
    board: int = NUMBER,
    key: Key = KEY,
) -> Status[Values]:
    """Enter or correct the result of a board.

    `version` is the game's, as it was read: another value on an old version is a conflict (409), and nothing is
    overwritten. So is another value over a result that somebody else entered, that was checked, or that belongs to an
    earlier or closed round, unless a `reason` comes with it. The same `Idempotency-Key` again gives the same answer and
    writes nothing; with another result it is refused (422).
    """
    event = event_of(request, slug)
    if not has_board(event, number, board):
        raise Http404
    return enter(request, response, event, number, board, entry, key)


@router.post("/events/{slug}/rounds/{number}/matches/{table}/boards/{board}/result", response=ANSWERS)
def enter_match_result(
    request: TokenRequest,
    response: HttpResponse,
    slug: str,
    entry: bodies.ResultIn,
    number: int = NUMBER,
    table: int = NUMBER,
    board: int = NUMBER,
    key: Key = KEY,
) -> Status[Values]:
    """Enter or correct the result of one board of a match of teams, White's side first as everywhere."""
    event = event_of(request, slug)
    boards = Game.objects.filter(round__event=event, round__number=number, match__table=table, match_board=board)
    board_number = boards.filter(black__isnull=False).values_list("board", flat=True).first()
    if board_number is None:
        raise Http404
    return enter(request, response, event, number, board_number, entry, key)


def event_of(request: TokenRequest, slug: str) -> Event:
    """Return the event that the token opens, as its arbiters see it, or raise Http404 for another one's address."""
    event = request.auth.event
    if event is None or event.slug != slug:
        raise Http404
    return Event.objects.get(pk=event.pk)


def enter(
    request: TokenRequest,
    response: HttpResponse,
    event: Event,
    number: int,
    board: int,
    entry: bodies.ResultIn,
    key: UUID,
) -> Status[Values]:
    answer = entry_actions.enter_result(event, number, board, Entry(uuid=key, **entry.model_dump()), actor_of(request))
    if answer.outcome == "replay":
        response[REPLAYED] = "true"
    return Status(409 if answer.outcome == "conflict" else 200, entry_values(event, answer, key))


def entry_values(event: Event, answer: EntryOutcome, key: UUID) -> Values:
    """Return the answer to an entry; a repeated one gets the answer to the first, whatever was entered since."""
    game = game_values(answer.game)
    if answer.outcome != "replay":
        return {"outcome": answer.outcome, "game": game, "protection": answer.protection}
    first = event.log.get(uuid=key)
    stored = {name: answer.stored[name] for name in ("result", "white_score", "black_score", "version")}
    outcome = {LogAction.CHECK: "checked", LogAction.RATE: "rated"}.get(LogAction(first.action), "saved")
    return {
        "outcome": outcome,
        "game": game | stored | {"adjourned": answer.stored["is_adjourned"]},
        "protection": None,
    }


def actor_of(request: TokenRequest) -> Actor:
    """Name who writes: the maker of the token, in the role that they have."""
    user = request.auth.user
    return Actor(user, policy.find_role(user, request.auth.event), request.META.get("REMOTE_ADDR"))
