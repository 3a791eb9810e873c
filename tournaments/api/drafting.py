"""Rounds by token: drawn as drafts, changed by hand, published, started, taken back, by the actions of the pages."""

from ninja import Status
from ninja.params.functions import Path

from tournaments.access.reader import staff_reader
from tournaments.actions.rounds import drafts
from tournaments.actions.rounds.publish import publish_round, unpublish_round
from tournaments.actions.rounds.starting import start_round
from tournaments.api import answers, bodies, shapes
from tournaments.api.once import once, once_outside
from tournaments.api.pages import whole_page
from tournaments.api.reading import one, router  # an address has its verbs in one router
from tournaments.api.rights import PairingsToken, TokenRequest
from tournaments.api.values import Values, rounds_values
from tournaments.api.writing import actor_of, event_of
from tournaments.models import Event
from tournaments.pages.rounds.drawing import drawing_view, failed_drawing
from tournaments.queries.players.participants import participants_of
from tournaments.queries.rounds.games import last_paired_round
from tournaments.scheduling.next_round import DrawWishes
from tournaments.wording import pairings

TAGS = ["writing"]
ANSWERS = answers.written(shapes.DraftPage)
STARTED = answers.written(shapes.RoundShape)
ROUNDS = answers.written(shapes.RoundPage)
NUMBER = Path(..., ge=1, le=999)


@router.get("/events/{slug}/draft", response=answers.of_event(shapes.DraftPage), auth=PairingsToken(), tags=TAGS)
def draft(request: TokenRequest, slug: str) -> Values:
    """Return the draft of the next round, and how far its drawing is."""
    return draft_values(event_of(request, slug))


@router.post("/events/{slug}/draft", response={**ANSWERS, 202: shapes.DraftPage}, auth=PairingsToken(), tags=TAGS)
@once_outside
def draw_round(request: TokenRequest, slug: str, wishes: bodies.DrawIn) -> Status[Values]:
    """Draw the next round, in place of the draft there is. Where that takes long (202), ask for the draft again."""
    event = event_of(request, slug)
    fixed = tuple(sorted((min(pair), max(pair)) for pair in wishes.fixed))
    drawn = drafts.draw_round(event, DrawWishes(fixed=fixed, bye=wishes.bye), actor_of(request))
    return Status(200 if drawn else 202, draft_values(event))


@router.patch("/events/{slug}/draft", response=ANSWERS, auth=PairingsToken(), tags=TAGS)
@once
def change_draft(request: TokenRequest, slug: str, change: bodies.ChangeIn) -> Values:
    """Exchange two participants of a draft; one that has changed since it was read is refused (`draft-changed`)."""
    event = event_of(request, slug)
    drafts.change_draft(event, change.round, change.revision, "swap", list(change.players), actor_of(request))
    return draft_values(event)


@router.delete("/events/{slug}/draft", response=ANSWERS, auth=PairingsToken(), tags=TAGS)
@once
def discard_draft(request: TokenRequest, slug: str) -> Values:
    """Discard the draft; the same again writes nothing."""
    event = event_of(request, slug)
    drafts.discard_draft(event, actor_of(request))
    return draft_values(event)


@router.post("/events/{slug}/draft/publication", response=ROUNDS, auth=PairingsToken(), tags=TAGS)
@once
def publish_draft(request: TokenRequest, slug: str, body: bodies.PublicationIn) -> Values:
    """Publish the draft as it was read; a reason is needed for illegal pairings and for an outdated draft."""
    event, seen = event_of(request, slug), {each.round: each.revision for each in body.drafts}
    published = {each.number for each in publish_round(event, seen, actor_of(request), body.reason)}
    return whole_page(row for row in rounds_values(staff_reader(event)) if row["number"] in published)


@router.delete("/events/{slug}/rounds/{number}", response=ANSWERS, auth=PairingsToken(), tags=TAGS)
@once
def remove_round(request: TokenRequest, slug: str, number: int = NUMBER, reason: str = bodies.REASON) -> Values:
    """Make a draft again of the round published last, while it has no result; discard the draft to remove it."""
    event = event_of(request, slug)
    unpublish_round(event, number, actor_of(request), reason)
    return draft_values(event)


@router.post("/events/{slug}/rounds/{number}/start", response=STARTED, auth=PairingsToken(), tags=TAGS)
@once
def begin_round(request: TokenRequest, slug: str, number: int = NUMBER) -> Values:
    """Note that a published round has started; from then on it can no longer be taken back."""
    event = event_of(request, slug)
    start_round(event, number, actor_of(request))
    return one(rounds_values(staff_reader(event)), number)


def draft_values(event: Event) -> Values:
    """Return the drafts of an event, and how far their drawing is."""
    rows = [
        {
            "round": each.number,
            "revision": each.revision,
            "boards": [{"white": board["white"], "black": board["black"]} for board in each.boards],
            "byes": [bye["player"] for bye in each.byes],
        }
        for each in event.drafts.all()
    ]
    state, problem = "ready" if rows else "none", ""
    if drawing_view(event):
        state = "drawing"
    elif failed := failed_drawing(event, last_paired_round(event) + 1):
        names = dict(participants_of(event).values_list("number", "name"))
        state, problem = "failed", pairings.pairing_reason(*failed, names)
    return {"state": state, "problem": problem} | whole_page(rows)
