"""Record withdrawals, returns and absences of players and teams. Published rounds do not change.

A number is the number of a player, or of a team with `of_teams`. A team's players who have withdrawn are left out of
its usual line-ups.
"""

import re
from collections.abc import Collection
from datetime import timedelta
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone

from pairing.plan import stages
from tiebreaks.facts.games import Kind
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import REASON_NEEDED
from tournaments.actions.rounds.planning import fit_stored_plan
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.desk.results import REQUESTED, Result
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Game, Player, Team, TeamMatch
from tournaments.queries.rounds import plan, round_times
from tournaments.queries.rounds.games import last_paired_round
from tournaments.queries.standings.crosstable import read_crosstable, read_players_crosstable

NO_PLAYER = sentence("player-unknown", gettext_noop("There is no player with the number {number}."))
NO_TEAM = sentence("team-unknown", gettext_noop("There is no team with the number {number}."))
PUBLISHED = sentence("absence-published", gettext_noop("Round {round} is already published."))
NO_ROUND = sentence("absence-no-round", gettext_noop("The round must be a number from {next} to {last}."))
NOBODY = sentence("absence-nobody", gettext_noop("Choose at least one name."))
NO_ROUNDS = sentence("absence-rounds", gettext_noop("Choose at least one round."))
NO_KIND = sentence(
    "absence-kind", gettext_noop("An absence is a half-point bye, a full-point bye or a round without points.")
)
TOO_MANY = sentence(
    "absence-too-many", gettext_noop("{player} has had {count} half-point byes, as many as are allowed.")
)
ONE_MORE = sentence(
    "absence-one-more",
    gettext_noop("{player} has a half-point bye already (round {rounds}): another one must be chosen as such."),
)
TOO_LATE_ROUND = sentence(
    "absence-last-rounds", gettext_noop("There is no half-point bye in the last {count} rounds of this event.")
)
NO_POINTS = sentence(
    "absence-of-matches", gettext_noop("The matches of round {round} give no points, so there is no bye with points.")
)
TOO_SHORT = sentence(
    "absence-notice",
    gettext_noop("A half-point bye must be requested at least {minutes} minutes before the round."),
)
KEPT_FROM_BYES = sentence(
    "absence-no-half-byes", gettext_noop("{player} gets no half-point byes: this is set on the player’s page.")
)
AT_A_BOARD = sentence(
    "absence-at-a-board",
    gettext_noop("{player} already has a board in round {round}: enter the forfeit there when the round is played."),
)
NO_NAME = sentence("late-name", gettext_noop("A late entry needs a name."))
ALREADY_WITHDRAWN = sentence("withdrawn-already", gettext_noop("{player} has already withdrawn."))
ALREADY_EXPELLED = sentence("expelled-already", gettext_noop("{player} has been expelled."))
NOT_WITHDRAWN = sentence("not-withdrawn", gettext_noop("{player} has not withdrawn."))


class PublishedSeat(NamedTuple):
    """A place in a published round: a board, or the table of a match in a team event."""

    round: int
    board: int


def withdraw_participant(
    event: Event, number: int, by: Actor, reason: str, *, of_teams: bool = False
) -> list[PublishedSeat]:
    """Withdraw a participant from the next round on, and return their open places. Raise Refusal."""
    if not reason.strip():
        raise Refusal(REASON_NEEDED, field="reason")
    with writing(event) as event:
        who = find_participant(event, number, of_teams)
        if who.withdrawn_from is not None:
            raise Refusal(ALREADY_WITHDRAWN, field="player", player=who.name)
        who.withdrawn_from = last_paired_round(event) + 1
        who.save(update_fields=["withdrawn_from"])
        name = participant_key(who)
        before, after = (name | {"round": value} for value in (None, who.withdrawn_from))
        record(event, by, LogAction.WITHDRAW, before=before, after=after, reason=reason)
        fit_stored_plan(event, by)
        return read_open_seats(who)


def expel_participant(
    event: Event, number: int, by: Actor, reason: str, *, of_teams: bool = False
) -> list[PublishedSeat]:
    """Withdraw a participant, who may have withdrawn before, and take them out of the table. Raise Refusal.

    Their games count for their opponents. Return their open places.
    """
    if not reason.strip():
        raise Refusal(REASON_NEEDED, field="reason")
    with writing(event) as event:
        who = find_participant(event, number, of_teams)
        if who.expelled_from is not None:
            raise Refusal(ALREADY_EXPELLED, field="player", player=who.name)
        before = participant_key(who) | {"round": who.withdrawn_from}
        who.expelled_from = last_paired_round(event) + 1
        who.withdrawn_from = who.withdrawn_from or who.expelled_from
        who.save(update_fields=["withdrawn_from", "expelled_from"])
        after = participant_key(who) | {"round": who.withdrawn_from, "expelled": who.expelled_from}
        record(event, by, LogAction.EXPEL, before=before, after=after, reason=reason)
        fit_stored_plan(event, by)
        return read_open_seats(who)


def reinstate_participant(event: Event, number: int, by: Actor, reason: str, *, of_teams: bool = False) -> None:
    """Pair a participant again who had withdrawn or was expelled. Raise Refusal."""
    if not reason.strip():
        raise Refusal(REASON_NEEDED, field="reason")
    with writing(event) as event:
        who = find_participant(event, number, of_teams)
        if who.withdrawn_from is None:
            raise Refusal(NOT_WITHDRAWN, field="player", player=who.name)
        name = participant_key(who)
        before = name | {"round": who.withdrawn_from}
        before |= {"expelled": who.expelled_from} if who.expelled_from else {}
        who.withdrawn_from = who.expelled_from = None
        who.save(update_fields=["withdrawn_from", "expelled_from"])
        record(event, by, LogAction.RETURN, before=before, after=name | {"round": None}, reason=reason)
        fit_stored_plan(event, by)


def set_absence(
    event: Event,
    number: int,
    round_number: int,
    kind: str,
    by: Actor,
    *,
    of_teams: bool = False,
    one_more: bool = False,
) -> None:
    """Record that a participant is not paired in a round: kind H, F or Z, or "" to undo. The same again writes nothing.

    Half-point byes are limited by the settings of the event, and after the first one `one_more` must say that another
    is meant. Raise Refusal.
    """
    set_absences(event, [number], [round_number], kind, by, of_teams=of_teams, one_more=one_more)


def set_absences(
    event: Event,
    numbers: Collection[int],
    rounds: Collection[int],
    kind: str,
    by: Actor,
    *,
    of_teams: bool = False,
    one_more: bool = False,
) -> None:
    """Record absences of several participants in several rounds, all of them or none; see `set_absence`."""
    if kind and kind not in REQUESTED:
        raise Refusal(NO_KIND, field="kind")
    if not numbers:
        raise Refusal(NOBODY, field="player")
    with writing(event) as event:
        for number in numbers:
            who = find_participant(event, number, of_teams)
            for round_number in rounds:
                store_absence(event, who, round_number, kind, by, one_more=one_more)


def store_absence(
    event: Event, who: Player | Team, round_number: int, kind: str, by: Actor, *, one_more: bool = False
) -> None:
    """Store and log one absence in the caller's transaction. Raise Refusal."""
    check_round(event, who, round_number)
    absence = who.absences.filter(round=round_number).first()
    before = absence.kind if absence else ""
    if before == kind:
        return
    if kind and kind != Result.ABSENT and stages.find_duels(plan.read_plan(event), round_number):
        raise Refusal(NO_POINTS, field="kind", round=round_number)
    if kind == Result.HALF_POINT_BYE:
        check_bye(event, who, round_number, one_more=one_more)
    who.absences.filter(round=round_number).delete()
    if kind:
        who.absences.create(round=round_number, kind=kind)
    values = participant_key(who) | {"round": round_number}
    record(event, by, LogAction.ABSENCE, before=values | {"kind": before}, after=values | {"kind": kind})


def read_rounds(text: str) -> list[int]:
    """Return the rounds of a text such as "3" or "3-5, 7", in order. Raise Refusal."""
    rounds: set[int] = set()
    for part in filter(None, re.split(r"[,;\s]+", re.sub(r"\s*[-–]\s*", "-", text.strip()))):
        ends = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", part)
        if ends is None or int(ends[1]) > int(ends[2] or ends[1]):
            raise Refusal(NO_ROUNDS, field="round")
        rounds |= set(range(int(ends[1]), int(ends[2] or ends[1]) + 1))
    if not rounds:
        raise Refusal(NO_ROUNDS, field="round")
    return sorted(rounds)


def check_round(event: Event, who: Player | Team, round_number: int) -> None:
    """Raise Refusal for a round that is already published, or that the event does not have."""
    last = last_paired_round(event)
    if not 1 <= round_number <= max(event.planned_rounds, last + 1):
        raise Refusal(NO_ROUND, field="round", next=last + 1, last=max(event.planned_rounds, last + 1))
    if round_number <= last:
        at_a_board = event.rounds.filter(number=round_number, is_ahead=True).exists()
        raise Refusal(AT_A_BOARD if at_a_board else PUBLISHED, field="round", round=round_number, player=who.name)


def check_bye(event: Event, who: Player | Team, round_number: int, *, one_more: bool = False) -> None:
    """Raise Refusal for a half-point bye that the settings of the event do not allow, or that is not the first."""
    if isinstance(who, Player) and who.no_half_byes:
        raise Refusal(KEPT_FROM_BYES, field="kind", player=who.name)
    planned = plan.read_plan(event)
    last, half = last_paired_round(event), Result.HALF_POINT_BYE
    facts = (
        read_crosstable(staff_reader(event)) if isinstance(who, Team) else read_players_crosstable(staff_reader(event))
    )
    taken = {game.round for game in facts.games[who.number] if game.kind == Kind.HPB and game.round <= last}
    asked = who.absences.filter(kind=half, round__gt=last).exclude(round=round_number)
    had = sorted({*taken, *asked.values_list("round", flat=True)})
    if event.bye_requests is not None and len(had) >= event.bye_requests:
        raise Refusal(TOO_MANY, field="kind", player=who.name, count=len(had))
    if had and not one_more:
        raise Refusal(ONE_MORE, field="kind", player=who.name, rounds=", ".join(map(str, had)))
    table = stages.find_own_table(planned, round_number)
    whole = table.last if table else plan.count_pairing_rounds(event, planned)
    if round_number > whole - event.bye_closed_rounds:
        raise Refusal(TOO_LATE_ROUND, field="round", count=event.bye_closed_rounds)
    begins = round_times.read_round_times(event).get(round_number)
    if begins and event.bye_notice and timezone.now() > begins - timedelta(minutes=event.bye_notice):
        raise Refusal(TOO_SHORT, field="round", minutes=event.bye_notice)


def find_player(event: Event, number: int) -> Player:
    player = event.players.filter(number=number).first()
    if player is None:
        raise Refusal(NO_PLAYER, field="player", number=number)
    return player


def find_participant(event: Event, number: int, of_teams: bool) -> Player | Team:
    """Return a player or a team by its number. Raise Refusal."""
    if not of_teams:
        return find_player(event, number)
    team = event.teams.filter(number=number).first()
    if team is None:
        raise Refusal(NO_TEAM, field="player", number=number)
    return team


def participant_key(who: Player | Team) -> dict[str, int | None]:
    """Return how the log identifies a participant, so that a team is never taken for a player."""
    return {"team" if isinstance(who, Team) else "number": who.number}


def read_open_seats(who: Player | Team) -> list[PublishedSeat]:
    """Return where a participant sits in published rounds without a result."""
    if isinstance(who, Team):
        is_open = Q(games__black__isnull=False, games__result=Result.OPEN)
        matches = TeamMatch.objects.filter(Q(first=who) | Q(second=who), is_open).distinct().order_by("round__number")
        return [PublishedSeat(number, table or 0) for number, table in matches.values_list("round__number", "table")]
    is_open = Q(black__isnull=False, result=Result.OPEN)
    games = Game.objects.filter(Q(white=who) | Q(black=who), is_open).order_by("round__number")
    return [PublishedSeat(number, board or 0) for number, board in games.values_list("round__number", "board")]
