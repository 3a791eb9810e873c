"""Publishing by token: a program that pairs elsewhere hands in whole rounds, each once."""

from collections.abc import Iterator

from ninja import Router, Status

from tournaments.actions.exchange.game_lists import import_games
from tournaments.api import answers, bodies, shapes
from tournaments.api.once import once
from tournaments.api.rights import PairingsToken, TokenRequest
from tournaments.api.values import Values, stamp
from tournaments.api.writing import NUMBER, actor_of, event_of
from tournaments.domain.desk.results import REQUESTED, Result, Value
from tournaments.imports.game_list import GameLine
from tournaments.models import Event
from tournaments.queries.rounds.round_pairing import MATCHES, read_round_pairing

router = Router(tags=["writing"], auth=PairingsToken())
ANSWERS = {**answers.written(shapes.PublishedShape), 409: shapes.PublishedShape}


@router.post("/events/{slug}/rounds/{number}/pairings", response=ANSWERS)
@once
def publish_round(
    request: TokenRequest, slug: str, pairings: bodies.PairingsIn, number: int = NUMBER
) -> Status[Values]:
    """Publish the next round as another program has paired it; players who are not named count as absent.

    It is seen that everybody takes part and has one place, and nothing else. The same again is `same` and writes
    nothing; a round that is there with other pairings stays as it is (409). Rounds of teams are drawn here.
    """
    event = event_of(request, slug)
    program = request.auth.name
    done = import_games(event, list(lines(pairings, number)), actor_of(request), file=program)
    event.refresh_from_db()
    outcome = "published" if done.rounds else "same" if stands(event, number, pairings) else "conflict"
    return Status(409 if outcome == "conflict" else 200, {"outcome": outcome, "version": stamp(event)})


def lines(pairings: bodies.PairingsIn, number: int) -> Iterator[GameLine]:
    """Yield the pairings as the lines of a list of games."""
    for each in pairings.boards:
        yield GameLine(0, number, each.board, each.white, each.black, None)
    for free in pairings.byes:
        yield GameLine(0, number, None, free.player, None, Value(Result(free.kind), None, None))


def stands(event: Event, number: int, pairings: bodies.PairingsIn) -> bool:
    """Tell whether a published round has these pairings; players who are not named must have no point for it."""
    published = read_round_pairing(event.rounds.prefetch_related(*MATCHES).get(number=number), {})
    pairs = {(each.white, each.black) for each in pairings.boards}
    named = {free.player: free.kind for free in pairings.byes}
    others = [kind for player, kind in published.free.items() if player not in named]
    same_byes = all(published.free.get(player) == kind for player, kind in named.items())
    return set(published.pairs) == pairs and same_byes and all(kind in REQUESTED for kind in others)
