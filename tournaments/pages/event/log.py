"""The log of an event: filtered lines in words, a page at a time; the sign-in log."""

import datetime
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from pairing.plan import stages
from tiebreaks.refusal import Refusal
from tournaments.domain.event.log_actions import LogAction
from tournaments.forms.plan_fields import describe_settings
from tournaments.models import DoorEntry, Event, Game, LogEntry
from tournaments.queries.desk.board_labels import board_label
from tournaments.wording import changes, dates, log
from tournaments.wording.pairings import pairing_system

PAGE = 50


class LogFilter(NamedTuple):
    """Which lines are wanted; `before` is the number of the line before which the page begins."""

    person: int | None = None
    action: str = ""
    round: int | None = None
    board: int | None = None
    player: int | None = None
    since: datetime.datetime | None = None
    until: datetime.datetime | None = None
    before: int | None = None


class LogLine(NamedTuple):
    number: int
    at: datetime.datetime
    day: str
    who: str
    role: str
    what: str
    where: str
    before: str
    after: str
    reason: str
    address: str

    @property
    def time(self) -> str:
        return self.at.strftime("%H:%M:%S")


class LogView(NamedTuple):
    """One page of the log, the newest line first; the next page begins before line `older`, None at the end."""

    lines: tuple[LogLine, ...]
    older: int | None
    people: tuple[tuple[int, str], ...]
    actions: tuple[tuple[str, str], ...]


def log_view(event: Event, wanted: LogFilter) -> LogView:
    """Return a page of the lines that fit the filter. A fixed number of queries."""
    entries = list(filter_entries(event, wanted)[: PAGE + 1])
    page = entries[:PAGE]
    people = tuple(sorted(read_people(event).items(), key=lambda person: person[1].casefold()))
    codes = event.log.order_by("action").values_list("action", flat=True).distinct()
    actions = tuple(sorted(((code, log.log_action(code)) for code in codes), key=lambda action: action[1]))
    return LogView(tuple(make_lines(event, page)), page[-1].pk if len(entries) > PAGE else None, people, actions)


def filter_entries(event: Event, wanted: LogFilter) -> QuerySet[LogEntry]:
    """Return the lines that fit the filter, the newest first."""
    entries = event.log.order_by("-pk")
    if wanted.before is not None:
        entries = entries.filter(pk__lt=wanted.before)
    if wanted.person is not None:
        entries = entries.filter(actor=wanted.person)
    if wanted.action:
        entries = entries.filter(action=wanted.action)
    if wanted.since is not None:
        entries = entries.filter(at__gte=wanted.since)
    if wanted.until is not None:
        entries = entries.filter(at__lte=wanted.until)
    return entries.filter(subject_filter(event, wanted))


def subject_filter(event: Event, wanted: LogFilter) -> Q:
    """Return the condition for lines about a round, a board or a player: by their game, or by their facts."""
    if (wanted.round, wanted.board, wanted.player) == (None, None, None):
        return Q()
    games, in_values = Game.objects.filter(round__event=event), Q()
    if wanted.round is not None:
        games, in_values = games.filter(round__number=wanted.round), in_values & Q(after__round=wanted.round)
    if wanted.board is not None:
        games, in_values = games.filter(board=wanted.board), in_values & Q(pk=None)
    if wanted.player is not None:
        known = event.players.filter(start_number=wanted.player).values_list("number", flat=True)
        number = known.first() or wanted.player  # somebody who was removed
        games = games.filter(Q(white__number=number) | Q(black__number=number))
        in_values &= Q(after__number=number) | Q(after__player=number) | Q(before__number=number)
    return Q(game_id__in=games.values("pk")) | in_values


def make_lines(event: Event, page: list[LogEntry]) -> Iterator[LogLine]:
    """Write lines in words. Two queries for all of them, three in a team event."""
    zone = ZoneInfo(event.time_zone)
    games = Game.objects.select_related("round", "white", "black").in_bulk({e.game_id for e in page if e.game_id})
    teams = dict(event.teams.values_list("number", "name")) if event.team_boards else {}
    names = changes.Names(dict(event.players.values_list("number", "name")), teams)
    people = read_people(event) if any(log.PEOPLE & {*each.old_values, *each.new_values} for each in page) else {}
    for entry in page:
        at = entry.at.astimezone(zone)
        both = (entry.before, entry.after), (entry.after, entry.before)
        before, after = (describe_values(entry.action, values, names, people, other) for values, other in both)
        is_as_proposed = entry.action == LogAction.PUBLISH and before == after
        yield LogLine(
            number=entry.pk,
            at=at,
            day=dates.write_day(at),
            who=entry.actor_name,
            role=str(log.ROLES.get(entry.role, entry.role)),
            what=log.log_action(entry.action),
            where=describe_place(event, entry, games.get(entry.game_id or 0), names),
            before="" if is_as_proposed else before,
            after=after,
            reason=entry.reason,
            address=entry.address or "",
        )


def describe_values(
    action: str,
    values: Mapping[str, Any] | None,
    names: changes.Names,
    people: Mapping[int, str],
    other: Mapping[str, Any] | None = None,
) -> str:
    """Write the facts before or after an action in one line; `other` are those on the other side of it."""
    if action == LogAction.PLAN and values:
        return describe_plan(values["plan"], (other or {}).get("plan", ""), of_teams=bool(names.teams))
    return changes.log_change(action, values, names) or log.log_value(changes.name_subjects(values, names), people)


def describe_plan(text: str, other: str = "", *, of_teams: bool = False) -> str:
    """Write the stages of a plan that the `other` does not have as well; of each, what is unusual and not alike there.

    "" for none, and for a plan that is no longer valid.
    """
    alike = read_plan(other)
    named = (describe_stage(stage, alike, of_teams=of_teams) for stage in read_plan(text) if stage not in alike)
    return "; ".join(named)


def describe_stage(stage: stages.Stage, other: stages.Plan, *, of_teams: bool) -> str:
    twins = [dict(each.settings) for each in other if (each.system, each.first) == (stage.system, stage.first)]
    known = twins[0].items() if twins else ()
    own = stage._replace(settings=dict(each for each in stage.settings.items() if each not in known))
    words = gettext("rounds %(first)d to %(last)d: %(system)s")
    if stage.first == stage.last:
        words = gettext("round %(first)d: %(system)s")
    said = ", ".join((pairing_system(stage.system), *describe_settings(own, of_teams=of_teams)))
    return words % {"first": stage.first, "last": stage.last, "system": said}


def read_plan(text: str) -> stages.Plan:
    try:
        return stages.from_json(text)
    except Refusal:
        return ()


def describe_place(event: Event, entry: LogEntry, game: Game | None, names: changes.Names) -> str:
    """Name the board, match, team or player that a line is about."""
    if game is not None and game.black:
        return log.log_board(game.round.number, board_label(event, game.board), game.white.name, game.black.name)
    round_number, board, *players = entry.stored_answer.get("at") or [None, None, None, None]
    if players[1]:
        white, black = (names.players.get(number, "") for number in players)
        return log.log_board(round_number, board_label(event, board), white, black)
    for values in (entry.new_values, entry.old_values):
        if match := changes.log_place(values, names):
            return match
        number = values.get("number") or values.get("player")
        name = names.players.get(number or 0) or names.teams.get(values.get("team") or 0)
        if name:
            return name
    return ""


def read_people(event: Event) -> dict[int, str]:
    """Return the names of the event's staff and of everybody in its log, by id."""
    in_log = event.log.exclude(actor=None).order_by("pk").values_list("actor", "actor_name")
    return dict(in_log.distinct()) | dict(event.memberships.values_list("user", "user__username"))


class SignInLine(NamedTuple):
    number: int
    moment: str
    name: str
    kind: str
    path: str
    address: str


def sign_in_lines(event: Event, before: int | None) -> tuple[tuple[SignInLine, ...], int | None]:
    """Return a page of the sign-in log of the event's staff, the newest first, and where the next page begins.

    It lists sign-ins, sign-outs, refused attempts, and pages that were denied to somebody.
    """
    members = event.memberships.values("user")
    names = event.memberships.values("user__username")
    about_staff = Q(event=event) | Q(user__in=members, event=None) | Q(user=None, name__in=names)
    attempts = DoorEntry.objects.filter(about_staff)
    if before is not None:
        attempts = attempts.filter(pk__lt=before)
    rows = list(attempts[: PAGE + 1])
    page = tuple(
        SignInLine(
            row.pk, dates.write_moment(event, row.at), row.name, row.get_kind_display(), row.path, row.address or ""
        )
        for row in rows[:PAGE]
    )
    return page, page[-1].number if len(rows) > PAGE else None
