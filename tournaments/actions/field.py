"""Players come and go: withdrawals, returns, absences, late entries. What is published stays as it is."""

from datetime import timedelta

from django.db.models import Max
from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments import plan, queries, schedule
from tournaments.actions.entry import REASON
from tournaments.actions.writing import Actor, record, writing
from tournaments.models import REQUESTED, Absence, Event, Game, Player, Result

NO_PLAYER = sentence("player-unknown", gettext_noop("There is no player with the number {number}."))
PUBLISHED = sentence("absence-published", gettext_noop("Round {round} is published already."))
NO_ROUND = sentence("absence-no-round", gettext_noop("The round must be a number from {next} to {last}."))
NO_KIND = sentence("absence-kind", gettext_noop("An absence is a half-point bye or a round without points."))
TOO_MANY = sentence(
    "absence-too-many", gettext_noop("{player} has had {count} half-point byes, as many as are allowed.")
)
TOO_LATE_ROUND = sentence(
    "absence-last-rounds", gettext_noop("There is no half-point bye in the last {count} rounds of this event.")
)
TOO_SHORT = sentence(
    "absence-notice",
    gettext_noop("A half-point bye must be asked for {minutes} minutes before the round at the latest."),
)
AT_A_BOARD = sentence(
    "absence-at-a-board",
    gettext_noop("{player} has a board in round {round} already: enter the forfeit there when it is played."),
)
NO_NAME = sentence("late-name", gettext_noop("A late entry needs a name."))
NAMED = sentence("late-known", gettext_noop("“{name}” takes part already."))
GONE = sentence("withdrawn-already", gettext_noop("{player} has withdrawn already."))
HERE = sentence("not-withdrawn", gettext_noop("{player} has not withdrawn."))


def withdraw(event: Event, number: int, by: Actor, reason: str) -> list[Game]:
    """Leave a player out from the next round on, and return his boards that are published and still open."""
    if not reason.strip():
        raise Refusal(REASON, field="reason")
    with writing(event) as event:
        player = find(event, number)
        if player.withdrawn_from is not None:
            raise Refusal(GONE, field="player", player=player.name)
        player.withdrawn_from = queries.last_paired(event) + 1
        player.save(update_fields=["withdrawn_from"])
        before, after = ({"number": number, "round": value} for value in (None, player.withdrawn_from))
        record(event, by, "withdraw", before=before, after=after, reason=reason)
        return still_open(event, player)


def come_back(event: Event, number: int, by: Actor, reason: str) -> None:
    """Pair a player again who had withdrawn."""
    if not reason.strip():
        raise Refusal(REASON, field="reason")
    with writing(event) as event:
        player = find(event, number)
        if player.withdrawn_from is None:
            raise Refusal(HERE, field="player", player=player.name)
        before = {"number": number, "round": player.withdrawn_from}
        player.withdrawn_from = None
        player.save(update_fields=["withdrawn_from"])
        record(event, by, "return", before=before, after={"number": number, "round": None}, reason=reason)


def set_absence(event: Event, number: int, round: int, kind: str, by: Actor) -> None:
    """Note that a player is not to be paired in a round: kind H or Z, "" takes it back. The same writes nothing.

    Half-point byes are limited by the settings of the event. Raise Refusal.
    """
    if kind and kind not in REQUESTED:
        raise Refusal(NO_KIND, field="kind")
    with writing(event) as event:
        player = find(event, number)
        check_round(event, player, round)
        kept = player.absences.filter(round=round).first()
        before = kept.kind if kept else ""
        if before == kind:
            return
        if kind == Result.HALF_POINT_BYE:
            check_bye(event, player, round)
        player.absences.filter(round=round).delete()
        if kind:
            Absence.objects.create(player=player, round=round, kind=kind)
        values = {"number": number, "round": round}
        record(event, by, "absence", before=values | {"kind": before}, after=values | {"kind": kind})


def check_round(event: Event, player: Player, round: int) -> None:
    """Raise Refusal for a round that is published already or never comes."""
    last = queries.last_paired(event)
    if not 1 <= round <= max(event.planned_rounds, last + 1):
        raise Refusal(NO_ROUND, field="round", next=last + 1, last=max(event.planned_rounds, last + 1))
    if round <= last:
        at_a_board = event.rounds.filter(number=round, is_ahead=True).exists()
        raise Refusal(AT_A_BOARD if at_a_board else PUBLISHED, field="round", round=round, player=player.name)


def check_bye(event: Event, player: Player, round: int) -> None:
    """Raise Refusal for a half-point bye that the settings of the event do not allow."""
    taken = player.games_as_white.filter(result=Result.HALF_POINT_BYE).count()
    asked = player.absences.filter(kind=Result.HALF_POINT_BYE, round__gt=queries.last_paired(event)).exclude(
        round=round
    )
    count = taken + asked.count()
    if event.bye_requests is not None and count >= event.bye_requests:
        raise Refusal(TOO_MANY, field="kind", player=player.name, count=count)
    whole = plan.pairing_rounds(plan.read(event)) or event.planned_rounds
    if round > whole - event.bye_closed_rounds:
        raise Refusal(TOO_LATE_ROUND, field="round", count=event.bye_closed_rounds)
    begins = schedule.times(event).get(round)
    if begins and event.bye_notice and timezone.now() > begins - timedelta(minutes=event.bye_notice):
        raise Refusal(TOO_SHORT, field="round", minutes=event.bye_notice)


def enter_late(event: Event, name: str, by: Actor, rating: int | None = None, club: str = "") -> Player:
    """Add a player with the next free number; the rounds that are published count as absent. Numbers never change."""
    name = name.strip()[:80]
    if not name:
        raise Refusal(NO_NAME, field="name")
    with writing(event) as event:
        if event.players.filter(name=name).exists():
            raise Refusal(NAMED, field="name", name=name)
        number = (event.players.aggregate(last=Max("number"))["last"] or 0) + 1
        player = Player.objects.create(event=event, number=number, name=name, rating=rating, club=club.strip()[:60])
        missed = event.rounds.filter(games__black__isnull=False).distinct()
        Game.objects.bulk_create(Game(round=each, white=player, result=Result.ABSENT) for each in missed)
        record(event, by, "late-entry", after={"number": number})
        return player


def find(event: Event, number: int) -> Player:
    player = event.players.filter(number=number).first()
    if player is None:
        raise Refusal(NO_PLAYER, field="player", number=number)
    return player


def still_open(event: Event, player: Player) -> list[Game]:
    """Return the published boards of a player without a result."""
    games = Game.objects.filter(round__event=event, black__isnull=False, result=Result.OPEN).select_related(
        "round", "white", "black"
    )
    return [game for game in games if player.pk in (game.white_id, game.black_id)]
