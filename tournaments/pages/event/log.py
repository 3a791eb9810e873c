"""The log as lines for people, filtered and a page at a time, and the whole of what was asked for as rows."""

import datetime
from collections.abc import Iterator
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet

from tournaments.domain.log_actions import LogAction
from tournaments.models import DoorEntry, Event, Game, LogEntry, Membership
from tournaments.queries.board_labels import board_label
from tournaments.wording import changes, dates, log

PAGE = 50


class LogFilter(NamedTuple):
    """What the log is filtered by; `before` is the number of the line that the page goes on from."""

    person: int | None = None
    action: str = ""
    round: int | None = None
    board: int | None = None
    player: int | None = None
    since: datetime.datetime | None = None
    until: datetime.datetime | None = None
    before: int | None = None


class Line(NamedTuple):
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
    """One page of the log, the newest first; `older` is where the next one goes on, None at the end."""

    lines: tuple[Line, ...]
    older: int | None
    people: tuple[tuple[int, str], ...]
    actions: tuple[tuple[str, str], ...]


def log_view(event: Event, asked: LogFilter) -> LogView:
    """Return the page of the log that was asked for. A fixed number of questions."""
    found = list(filter_entries(event, asked)[: PAGE + 1])
    page = found[:PAGE]
    people = tuple(sorted(read_people(event).items(), key=lambda each: each[1].casefold()))
    codes = event.log.order_by("action").values_list("action", flat=True).distinct()
    actions = tuple(sorted(((code, log.log_action(code)) for code in codes), key=lambda each: each[1]))
    return LogView(tuple(make_lines(event, page)), page[-1].pk if len(found) > PAGE else None, people, actions)


def filter_entries(event: Event, asked: LogFilter) -> QuerySet[LogEntry]:
    """Return the lines that were asked for, the newest first."""
    found = event.log.order_by("-pk")
    if asked.before is not None:
        found = found.filter(pk__lt=asked.before)
    if asked.person is not None:
        found = found.filter(actor=asked.person)
    if asked.action:
        found = found.filter(action=asked.action)
    if asked.since is not None:
        found = found.filter(at__gte=asked.since)
    if asked.until is not None:
        found = found.filter(at__lte=asked.until)
    return found.filter(subject_filter(event, asked))


def subject_filter(event: Event, asked: LogFilter) -> Q:
    """Return what picks the lines about a round, a board or a player: by their game, or by what the line says."""
    games = Game.objects.filter(round__event=event)
    said = Q()
    if asked.round is not None:
        games, said = games.filter(round__number=asked.round), said & Q(after__round=asked.round)
    if asked.board is not None:
        games, said = games.filter(board=asked.board), said & Q(pk=None)
    if asked.player is not None:
        games = games.filter(Q(white__number=asked.player) | Q(black__number=asked.player))
        said &= Q(after__number=asked.player) | Q(after__player=asked.player) | Q(before__number=asked.player)
    if (asked.round, asked.board, asked.player) == (None, None, None):
        return Q()
    return Q(game_id__in=games.values("pk")) | said


def make_lines(event: Event, page: list[LogEntry]) -> Iterator[Line]:
    """Write some lines in words. Three questions for all of them, four in an event of teams."""
    zone = ZoneInfo(event.time_zone)
    users = get_user_model().objects.in_bulk({entry.actor_id for entry in page if entry.actor_id})
    games = Game.objects.select_related("round", "white", "black").in_bulk({e.game_id for e in page if e.game_id})
    teams = dict(event.teams.values_list("number", "name")) if event.team_boards else {}
    names = changes.Names(dict(event.players.values_list("number", "name")), teams)
    roles = dict(Membership._meta.get_field("role").flatchoices)
    for entry in page:
        at, user = entry.at.astimezone(zone), users.get(entry.actor_id)
        before, after = (describe_facts(entry.action, facts, names) for facts in (entry.before, entry.after))
        yield Line(
            number=entry.pk,
            at=at,
            day=dates.write_day(at),
            who=user.get_username() if user else "",
            role=str(roles.get(entry.role, entry.role)),
            what=log.log_action(entry.action),
            where=describe_place(event, entry, games.get(entry.game_id), names),
            before="" if entry.action == LogAction.PUBLISH and before == after else before,  # as the system proposed
            after=after,
            reason=entry.reason,
            address=entry.address or "",
        )


def describe_facts(action: str, facts: Any, names: changes.Names) -> str:
    """Say what stood somewhere in one line."""
    return changes.log_change(action, facts, names) or log.log_value(facts)


def describe_place(event: Event, entry: LogEntry, game: Game | None, names: changes.Names) -> str:
    """Say which board, match, team or player a line is about."""
    if game is not None and game.black:
        return log.log_board(game.round.number, board_label(event, game.board), game.white.name, game.black.name)
    told = (entry.answer or {}).get("at")
    if told and told[3]:
        return log.log_board(
            told[0], board_label(event, told[1]), names.players.get(told[2], ""), names.players.get(told[3], "")
        )
    for facts in (entry.after, entry.before):
        told = facts if isinstance(facts, dict) else {}
        if match := changes.log_place(told, names):
            return match
        if (number := told.get("number") or told.get("player")) in names.players:
            return names.players[number]
        if told.get("team") in names.teams:
            return names.teams[told["team"]]
    return ""


def read_people(event: Event) -> dict[int, str]:
    """Return whoever works at the event or stands in its log, by id."""
    in_log = event.log.exclude(actor=None).order_by().values("actor").distinct()
    either = Q(pk__in=in_log) | Q(memberships__event=event)
    return dict(get_user_model().objects.filter(either).distinct().values_list("pk", "username"))


HEADS = (
    "line",
    "version",
    "time",
    "person",
    "role",
    "action",
    "round",
    "board",
    "before",
    "after",
    "reason",
    "address",
)


def log_rows(event: Event, asked: LogFilter) -> Iterator[tuple[Any, ...]]:
    """Yield every line that was asked for as the log keeps it, under HEADS, the oldest first."""
    zone, people = ZoneInfo(event.time_zone), read_people(event)
    places = {
        pk: place for pk, *place in Game.objects.filter(round__event=event).values_list("pk", "round__number", "board")
    }
    for entry in filter_entries(event, asked).order_by("pk").iterator(chunk_size=500):
        told = ((entry.answer or {}).get("at") or [None, None])[:2]
        number, board = places.get(entry.game_id, told)
        yield (
            *(entry.pk, entry.version, entry.at.astimezone(zone).isoformat(timespec="seconds")),
            *(people.get(entry.actor_id, ""), entry.role, entry.action, number, board),
            *(entry.before, entry.after, entry.reason, entry.address),
        )


class SignInLine(NamedTuple):
    number: int
    moment: str
    name: str
    kind: str
    path: str
    address: str


def sign_in_lines(event: Event, before: int | None) -> tuple[tuple[SignInLine, ...], int | None]:
    """Return who of this event's people came in, was refused or was denied a page, the newest first, a page of it."""
    members = event.memberships.values("user")
    names = event.memberships.values("user__username")
    about_us = Q(event=event) | Q(user__in=members, event=None) | Q(user=None, name__in=names)
    found = DoorEntry.objects.filter(about_us)
    found = list((found.filter(pk__lt=before) if before is not None else found)[: PAGE + 1])
    page = tuple(
        SignInLine(
            each.pk,
            dates.write_moment(event, each.at),
            each.name,
            each.get_kind_display(),
            each.path,
            each.address or "",
        )
        for each in found[:PAGE]
    )
    return page, page[-1].number if len(found) > PAGE else None
