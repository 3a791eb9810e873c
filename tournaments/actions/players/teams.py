"""Add, edit and remove teams, and set the lists of their players."""

from collections.abc import Mapping, Sequence
from typing import Any

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.players.enrolment import (
    check_free,
    next_team_numbers,
    read_team_list,
    store_team_list,
    team_key,
)
from tournaments.actions.players.players import create_players
from tournaments.actions.rounds.forbidden_pairings import drop_from_forbidden_pairings
from tournaments.actions.rounds.planning import fit_stored_plan
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Team, TeamMatch

NO_TEAM = sentence("team-unknown", gettext_noop("There is no team with the number {number}."))
NO_NAME = sentence("team-name", gettext_noop("A team needs a name."))
SAME_NAME = sentence("team-known", gettext_noop("“{name}” is already entered, as number {number}."))
PAIRED = sentence(
    "team-paired", gettext_noop("{team} is already in the pairings and can’t be removed: withdraw it instead.")
)
OTHER_TEAM = sentence("team-stranger", gettext_noop("Player {number} already plays for {team}."))
NOBODY = sentence("team-nobody", gettext_noop("There is no player with the number {number}."))


def save_team(
    event: Event,
    number: int | None,
    fields: Mapping[str, Any],
    members: Sequence[int],
    by: Actor,
    *,
    newcomers: Sequence[Mapping[str, Any]] = (),
) -> Team:
    """Store a team and the order of its list, a new team where `number` is None, and return the team. Raise Refusal.

    `members` are the numbers of its players; those left out no longer have a team. `newcomers` are players who are new
    to the event and come last. The same again writes nothing.
    """
    with writing(event) as event:
        team = find_team(event, number) if number else Team(event=event, **next_team_numbers(event))
        before, captain = logged_team(team) if number else {}, team.captain
        check_name(event, fields["name"], team)
        for field, value in fields.items():
            setattr(team, field, value)
        team.save()
        set_members(event, team, members)
        create_players(event, [{**newcomer, "team": team.name} for newcomer in newcomers])
        after = logged_team(team)
        if (after, team.captain) != (before, captain):
            record(event, by, LogAction.TEAM if number else LogAction.TEAM_ADDED, before=before, after=after)
            fit_stored_plan(event, by)
        return team


def logged_team(team: Team) -> dict[str, Any]:
    """Return what the log stores about a team; of its captain only whether there is one."""
    facts = {"team": team.number, "name": team.name, "short_name": team.short_name, "captain": "…" * bool(team.captain)}
    return facts | {"players": [player.number for player in read_team_list(team)]}


def check_name(event: Event, name: str, team: Team) -> None:
    """Raise Refusal for a missing name, and for the name of another team."""
    if not name.strip():
        raise Refusal(NO_NAME, field="name")
    others = event.teams.exclude(pk=team.pk).values_list("start_number", "name")
    taken = next((number for number, other in others if team_key(other) == team_key(name)), None)
    if taken is not None:
        raise Refusal(SAME_NAME, field="name", name=name, number=taken)


def find_team(event: Event, number: int) -> Team:
    """Return a team by its number. Raise Refusal."""
    team = event.teams.filter(number=number).first()
    if team is None:
        raise Refusal(NO_TEAM, field="team", number=number)
    return team


def set_members(event: Event, team: Team, numbers: Sequence[int]) -> None:
    """Set the list of a team to exactly these players in this order. Raise Refusal."""
    players = {player.number: player for player in event.players.select_related("team").filter(number__in=numbers)}
    for number in numbers:
        if number not in players:
            raise Refusal(NOBODY, field="member", number=number)
        if players[number].team_id not in (None, team.pk):
            raise Refusal(OTHER_TEAM, field="member", number=number, team=players[number].team)
    leaving = [player for player in read_team_list(team) if player.number not in players]
    check_free(leaving)
    store_team_list(None, leaving)
    store_team_list(team, [players[number] for number in dict.fromkeys(numbers)])


def remove_team(event: Event, number: int, by: Actor) -> None:
    """Remove a team that is in no published round, with its players, and delete the drafts. Raise Refusal."""
    with writing(event) as event:
        team = find_team(event, number)
        if TeamMatch.objects.filter(first=team).exists() or TeamMatch.objects.filter(second=team).exists():
            raise Refusal(PAIRED, field="team", team=team.name)
        before = logged_team(team)
        event.drafts.all().delete()
        drop_from_forbidden_pairings(event, number)
        team.players.all().delete()
        team.delete()
        record(event, by, LogAction.TEAM_REMOVED, before=before)
        fit_stored_plan(event, by)
