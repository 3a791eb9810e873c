"""Teams by token: entered, changed and removed, absent and withdrawn, by the actions of the pages."""

from django.http import Http404
from ninja import Status
from ninja.params.functions import Path

from tournaments.access.reader import staff_reader
from tournaments.actions.players import enrolment, participation, teams
from tournaments.api import answers, bodies, shapes
from tournaments.api.once import once
from tournaments.api.reading import one, router  # an address has its verbs in one router
from tournaments.api.rights import PlayersToken, TokenRequest
from tournaments.api.values import Values, teams_values
from tournaments.api.writing import actor_of, event_of
from tournaments.models import Event

TAGS = ["writing"]
ANSWERS = answers.written(shapes.TeamShape)
NUMBER = Path(..., ge=1, le=10**6)
ROUND = Path(..., ge=1, le=999, alias="round")


@router.post("/events/{slug}/teams", response=ANSWERS, auth=PlayersToken(), tags=TAGS)
@once
def add_team(request: TokenRequest, slug: str, team: bodies.NewTeamIn) -> Values:
    """Enter a team with players who are entered already; a name that takes part is refused (422, `team-known`)."""
    event = find_event(request, slug)
    fields = {"name": team.name, "short_name": team.short_name, "captain": team.captain}
    added = teams.save_team(event, None, fields, team.players, actor_of(request))
    return one(teams_values(staff_reader(event_of(request, slug))), added.number)


@router.patch("/events/{slug}/teams/{number}", response=ANSWERS, auth=PlayersToken(), tags=TAGS)
@once
def edit_team(request: TokenRequest, slug: str, team: bodies.TeamIn, number: int = NUMBER) -> Values:
    """Change what the body has of a team; `players` replaces its whole list. The same again writes nothing."""
    event = find_event(request, slug, number)
    stored, said = teams.find_team(event, number), team.model_dump(exclude_unset=True)
    members = said.pop("players", None)
    if members is None:
        members = [player.number for player in enrolment.read_team_list(stored)]
    fields = {"name": stored.name} | said
    teams.save_team(event, number, fields, members, actor_of(request))
    return one(teams_values(staff_reader(event_of(request, slug))), number)


@router.delete("/events/{slug}/teams/{number}", response=answers.GONE, auth=PlayersToken(), tags=TAGS)
@once
def remove_team(request: TokenRequest, slug: str, number: int = NUMBER) -> Status[None]:
    """Remove a team that is in no published round, with its players."""
    teams.remove_team(find_event(request, slug, number), number, actor_of(request))
    return Status(204, None)


@router.put("/events/{slug}/teams/{number}/absences/{round}", response=answers.GONE, auth=PlayersToken(), tags=TAGS)
@once
def set_team_absence(
    request: TokenRequest, slug: str, body: bodies.AbsenceIn, number: int = NUMBER, round_number: int = ROUND
) -> Status[None]:
    """Leave a team out of a coming round, or undo that (empty kind)."""
    event = find_event(request, slug, number)
    participation.set_absence(
        event, number, round_number, body.kind, actor_of(request), of_teams=True, one_more=body.one_more
    )
    return Status(204, None)


@router.post("/events/{slug}/teams/{number}/withdrawal", response=answers.GONE, auth=PlayersToken(), tags=TAGS)
@once
def withdraw_team(request: TokenRequest, slug: str, body: bodies.ReasonIn, number: int = NUMBER) -> Status[None]:
    """Withdraw a team from the next round on."""
    event = find_event(request, slug, number)
    participation.withdraw_participant(event, number, actor_of(request), body.reason, of_teams=True)
    return Status(204, None)


@router.post("/events/{slug}/teams/{number}/expulsion", response=answers.GONE, auth=PlayersToken(), tags=TAGS)
@once
def expel_team(request: TokenRequest, slug: str, body: bodies.ReasonIn, number: int = NUMBER) -> Status[None]:
    """Withdraw a team and take it out of the tables, while its matches count for its opponents."""
    event = find_event(request, slug, number)
    participation.expel_participant(event, number, actor_of(request), body.reason, of_teams=True)
    return Status(204, None)


@router.post("/events/{slug}/teams/{number}/return", response=answers.GONE, auth=PlayersToken(), tags=TAGS)
@once
def reinstate_team(request: TokenRequest, slug: str, body: bodies.ReasonIn, number: int = NUMBER) -> Status[None]:
    """Pair a team again that had withdrawn or was expelled."""
    event = find_event(request, slug, number)
    participation.reinstate_participant(event, number, actor_of(request), body.reason, of_teams=True)
    return Status(204, None)


def find_event(request: TokenRequest, slug: str, number: int | None = None) -> Event:
    """Return the event of the token, one of teams that has this one. Raise Http404 for others."""
    event = event_of(request, slug)
    if not event.of_teams or (number is not None and not event.teams.filter(number=number).exists()):
        raise Http404
    return event
