"""Set up events: create them, choose how they are played, copy them."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.core.exceptions import PermissionDenied
from django.db import transaction

from pairing.plan import stages
from tiebreaks.facts.crosstable import Crosstable
from tournaments.access import policy
from tournaments.actions.event.configuration import change_settings, leave_fide_mode, set_tiebreaks
from tournaments.actions.event.event_details import change_details
from tournaments.actions.event.events import create_at_address, event_fields
from tournaments.actions.rounds.planning import fit_stored_plan, set_plan
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import TeamScore
from tournaments.domain.disciplines import rules_of
from tournaments.domain.event.log_actions import LogAction
from tournaments.domain.rounds.fide_mode import Departure
from tournaments.forms.event_settings import OF_BOARDS, OF_TEAMS
from tournaments.models import Event, Logo, Membership, Player, Stage, Team

# What a copy takes over: the settings, and nothing that happened in the event.
COPIED = (
    *("organiser", "federation", "place", "venue", "map_link", "chief_arbiter", "deputy_arbiters"),
    *("rate_of_play", "time_control", "rated_by", "announcement", "links", "logo"),
    *("time_zone", "discipline", "is_chess960", "system", "edition", "planned_rounds", "qualifying_places"),
    *("win_points", "draw_points", "loss_points", "bye_points", "forfeit_points", "round_factors"),
    *("tiebreaks", "unrated_rating", "rating_method", "tiebreak_ratings", "early_withdrawals"),
    *("spread_cap", "bye_spread", "forfeit_spread", "accent", "series", "section"),
    *OF_TEAMS,
    *OF_BOARDS,
)
COPIED_OF_TEAMS = ("number", "given_number", "name", "short_name", "captain")
COPIED_OF_PLAYERS = (
    *("number", "given_number", "name", "title", "sex", "rating", "rating_source", "national_rating", "own_rating"),
    *("rating_k", "federation", "club", "fide_id", "national_id", "birth_date"),
    *("pseudonym", "is_withheld"),  # a hidden player stays hidden until somebody decides otherwise
)


class ChosenWay(NamedTuple):
    """How an event is played: its plan, its matches where teams meet, and whether it leaves FIDE mode."""

    plan: stages.Plan
    match: dict[str, Any]
    leaves_fide_mode: bool = False


def create_event(by: Actor, *, discipline: str, name: str, **settings: Any) -> Event:
    """Create an event without players and return it. It is not public, and its creator owns it."""
    if not policy.may(by.user, None, policy.CREATE):
        raise PermissionDenied
    rules = rules_of(discipline)
    table = Crosstable(
        players={},
        games={},
        rounds=7,
        discipline=discipline,
        edition=rules.edition,
        bye_spread=rules.bye_spread,
        forfeit_spread=rules.forfeit_spread,
    )
    usual = rules.find_usual_order(table.system, TeamScore.MATCH_POINTS if settings.get("team_boards") else "")
    fields = event_fields(table) | {"tiebreaks": usual, "is_public": False, "name": name} | settings
    with transaction.atomic():
        event = create_at_address(Event, fields)
        Membership.objects.create(event=event, user=by.user, role=Role.OWNER)
        record(event, by, LogAction.CREATE, after={"discipline": discipline, "dry_run": event.is_dry_run})
        return event


def choose_way(event: Event, way: ChosenWay, by: Actor) -> Event:
    """Choose how an event is played. Raise Refusal."""
    with writing(event) as event:
        change_settings(event, way.match, by)
        if way.leaves_fide_mode:
            by = by._replace(departs=by.departs | {Departure.LEFT})
            leave_fide_mode(event, by)
        return set_plan(event, way.plan, by)


def set_up_event(
    by: Actor,
    fields: Mapping[str, Any],
    read_way: Callable[[Event], ChosenWay],
    order: str | None,
) -> Event:
    """Create an event and choose at once how it is played, everything or nothing. Raise Refusal.

    `read_way` says of the new event how it is played; without an `order` of the criteria it has the usual one.
    """
    with transaction.atomic():
        event = create_event(by, **fields)
        event = choose_way(event, read_way(event), by)
        return set_tiebreaks(event, order, by) if order else event


def change_event(
    event: Event, settings: dict[str, Any], details: dict[str, Any], order: str | None, by: Actor, reason: str
) -> None:
    """Change settings, details and the order of the criteria, everything or nothing. Raise Refusal."""
    with transaction.atomic():
        change_settings(event, settings, by, reason)
        change_details(event, details, by)
        if order is not None:
            event.refresh_from_db()
            set_tiebreaks(event, order, by, reason)


def copy_event(event: Event, by: Actor, *, name: str, with_players: bool = False, dry_run: bool = False) -> Event:
    """Create an event with the settings, the plan and the tie-breaks of another, and its players where asked."""
    if not policy.may(by.user, event, policy.COPY):
        raise PermissionDenied
    fields = event_fields(Crosstable(players={}, games={}, rounds=1)) | event.read_fields(COPIED)
    fields |= {"name": name, "is_public": False, "is_dry_run": dry_run, "starts_on": None}
    with transaction.atomic():
        copy = create_at_address(Event, fields)
        Membership.objects.create(event=copy, user=by.user, role=Role.OWNER)
        copy_rows(event, copy, with_players)
        record(
            copy, by, LogAction.COPY, before={"event": event.pk}, after={"players": with_players, "dry_run": dry_run}
        )
        fit_stored_plan(copy, by)
        return copy


def copy_rows(event: Event, copy: Event, with_players: bool) -> None:
    """Copy the plan and the logo of an event, and its players without their games, absences and withdrawals."""
    Logo.objects.bulk_create(
        Logo(event=copy, data=data) for data in Logo.objects.filter(event=event).values_list("data", flat=True)
    )
    Stage.objects.bulk_create(
        Stage(event=copy, **row)
        for row in event.stages.values("order", "system", "first_round", "last_round", "settings")
    )
    if with_players:
        teams = [Team(event=copy, **row) for row in event.teams.values(*COPIED_OF_TEAMS)]
        own = {team.number: team for team in Team.objects.bulk_create(teams)}
        rows = event.players.values("team__number", "team_place", *COPIED_OF_PLAYERS)
        Player.objects.bulk_create(Player(event=copy, team=own.get(row.pop("team__number")), **row) for row in rows)
