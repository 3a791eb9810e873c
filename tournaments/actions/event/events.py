"""Import events from tournament files, and erase events with everything that belongs to them."""

import datetime
import secrets
from collections.abc import Mapping
from decimal import Decimal
from functools import partial
from typing import Any

from django.conf import settings as django_settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from pairing.plan.stages import to_json
from pairing.plan.steering import Steering, read_steering
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.order.notation import read_order, write_order
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.dates import read_day
from tiebreaks.trf.reader import Tournament
from tiebreaks.trf.whole_file import lines_to_keep
from tournaments.actions.event.kept_copies import keeping_copy
from tournaments.actions.rounds.planning import store_plan
from tournaments.actions.writing import Actor, record, require_owner, writing
from tournaments.domain.accounts.roles import Role
from tournaments.domain.disciplines import rules_of
from tournaments.domain.event.event_details import read_detail_fields
from tournaments.domain.event.log_actions import LogAction
from tournaments.domain.rounds.forbidden_pairings import Apart
from tournaments.formats import crosstable_rows, team_rows
from tournaments.models import Absence, Event, ForbiddenPairing, LogEntry, Membership, Series, TeamAbsence
from tournaments.operation import event_copies
from tournaments.operation.waking import wake_for_event
from tournaments.queries.rounds.games import last_paired_round

NAMELESS = sentence("name-missing", gettext_noop("The event needs a name."))
TAKEN = sentence("slug-taken", gettext_noop("There is already an event at the address “{slug}”."))

UNFIT = sentence(
    "points-unfit", gettext_noop("{points} points for a result can’t be stored: use one decimal, below 1000.")
)


def import_file(file: Tournament, by: Actor, *, order: str | None = None, **settings: Any) -> Event:
    """Create an event from a tournament file with its teams, and keep the lines for which there is no field.

    `settings` are those of `import_tournament`. Raise Refusal.
    """
    steering = read_steering(file)
    file, lines = steering.file, list(lines_to_keep(steering.file))
    stated = {"place": file.place[:80], "ends_on": read_date(file.ends_on), "file_lines": lines}
    stated |= read_detail_fields(lines)
    return import_tournament(
        file.crosstable, by, order=order or file.order, teams=file.teams, steering=steering, **stated | settings
    )


def import_tournament(
    table: Crosstable,
    by: Actor,
    *,
    name: str = "",
    slug: str = "",
    order: str | None = None,
    teams: Crosstable | None = None,
    steering: Steering | None = None,
    **settings: Any,
) -> Event:
    """Create an event from a crosstable of players, with that of their `teams` in a team event; the importer owns it.

    `steering` is what its file says about rounds to come.
    `order` is the order of the criteria (by default the usual one), `settings` are other fields of Event. Without a
    `slug` the address is made of the name. Everything is stored or nothing. Raise Refusal.
    """
    name = (name or table.name).strip()[:120]
    if not name:
        raise Refusal(NAMELESS, field="name")
    fields = event_fields(table) | {"name": name, "tiebreaks": choose_order(teams or table, order)} | settings
    fields |= team_rows.read_event_fields(teams) if teams else {}
    with transaction.atomic():
        event = create_at_address(Event, fields, slugify(slug)[:60].strip("-"))
        crosstable_rows.save_players_and_games(event, table)
        if teams:
            team_rows.save_teams(event, teams)
        after: dict[str, Any] = {"players": len(table.players), "rounds": table.rounds}
        if steering:
            store_steering(event, steering)
            after |= {"plan": to_json(steering.plan)} if steering.plan else {}
        if by.user:
            Membership.objects.create(event=event, user=by.user, role=Role.OWNER)
        record(event, by, LogAction.IMPORT, after=after)
        return event


def store_steering(event: Event, steering: Steering) -> None:
    """Store the plan, forbidden pairings and absences of a file, inside the caller's transaction."""
    if steering.plan:
        store_plan(event, steering.plan)
    last = last_paired_round(event)
    ForbiddenPairing.objects.bulk_create(
        ForbiddenPairing(
            event=event,
            rule=Apart.LIST,
            numbers=list(each.numbers),
            from_round=each.first,
            to_round=each.last,
            made_after=last,
        )
        for each in steering.apart
    )
    players = {player.number: player for player in event.players.all()}
    of_players = steering.of_players if event.of_teams else steering.absences
    Absence.objects.bulk_create(Absence(player=players[n], round=r, kind=kind) for n, r, kind in of_players)
    if event.of_teams:
        teams = {team.number: team for team in event.teams.all()}
        TeamAbsence.objects.bulk_create(TeamAbsence(team=teams[n], round=r, kind=k) for n, r, k in steering.absences)


def create_at_address[Addressed: (Event, Series)](
    model: type[Addressed], fields: Mapping[str, Any], slug: str = ""
) -> Addressed:
    """Create an event or a front page at `slug`, or else at a free address for its name. Raise Refusal if it is taken.

    On PostgreSQL somebody else may take the same address at the same moment: the later one gets the next.
    """
    while True:
        address = slug or find_free_address(fields["name"], model)
        try:
            with transaction.atomic():
                return model._default_manager.create(**{**fields, "slug": address})
        except IntegrityError as error:
            if not model._default_manager.filter(slug=address).exists():
                raise
            if slug:
                raise Refusal(TAKEN, field="slug", slug=slug) from error


def find_free_address(name: str, model: type[Event] | type[Series] = Event) -> str:
    """Return a free address for a name, numbered where the plain one is taken, random where it has no Latin letters."""
    slug = slugify(name)[:55].strip("-") or f"{model._meta.model_name}-{secrets.token_hex(3)}"
    taken = set(model._default_manager.filter(slug__startswith=slug).values_list("slug", flat=True))
    numbered = (f"{slug}-{number}" for number in range(2, len(taken) + 3))
    return slug if slug not in taken else next(one for one in numbered if one not in taken)


def event_fields(table: Crosstable) -> dict[str, Any]:
    """Return the fields of Event that follow from a crosstable, with a new epoch and a seed for drawing lots."""
    return {
        "discipline": table.discipline,
        "system": table.system,
        "edition": table.edition,
        "planned_rounds": table.rounds,
        "win_points": check_points(table.scheme.win),
        "draw_points": check_points(table.scheme.draw),
        "loss_points": check_points(table.scheme.loss),
        "bye_points": check_points(table.scheme.pab),
        "forfeit_points": check_points(table.scheme.forfeit),
        "round_factors": table.round_factors,
        "unrated_rating": table.unrated_rating,
        "rating_method": table.rating_method,
        "tiebreak_ratings": table.tiebreak_ratings,
        "spread_cap": table.spread_cap,
        "bye_spread": table.bye_spread,
        "forfeit_spread": table.forfeit_spread,
        "early_withdrawals": table.early_withdrawals,
        "lots_seed": table.lots_seed or secrets.randbelow(2**31),
        "starts_on": read_date(table.starts_on),
        "time_zone": django_settings.TIME_ZONE,
        "version": 0,
        "epoch": secrets.token_hex(6),
        "changed_at": timezone.now(),
    }


def choose_order(table: Crosstable, order: str | None) -> str:
    """Return an order in its canonical notation, by default the usual one of game and system."""
    usual = rules_of(table.discipline).find_usual_order(table.system, table.score)
    return write_order(read_order(order or usual, of_teams=table.team_event is not None))


def check_points(points: Decimal) -> Decimal:
    """Return points that fit their column. Raise Refusal for others."""
    if points != round(points, 1) or abs(points) >= 1000:
        raise Refusal(UNFIT, field="162", points=points)
    return points


def read_date(text: str) -> datetime.date | None:
    """Return the date that a tournament file states, None if it names no day."""
    year, month, day = read_day(text) or (0, 0, 0)
    return datetime.date(year, month, day) if day else None


def purge_event(event: Event, by: Actor) -> None:
    """Erase an event with its log, the only way to remove a log; a copy stays beside the backups. Owners only."""
    require_owner(event, by)
    with writing(event, moved=True) as event:
        if event.is_dry_run:
            erase_event(event)
            return
        with keeping_copy(event, event_copies.BEFORE_ERASURE):
            erase_event(event)
        transaction.on_commit(partial(event_copies.delete_rounds_of, event.slug))


def erase_event(event: Event) -> None:
    """Delete a locked event with its log, inside the caller's transaction.

    The event is deleted first, because the log can't be deleted while it exists; foreign keys are checked at commit.
    """
    pk = event.pk
    wake_for_event(event)
    event.delete()
    LogEntry.objects.filter(event_id=pk).delete()
