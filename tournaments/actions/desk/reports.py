"""Players report their own game: each side reports once, and two equal reports make a provisional result."""

from datetime import timedelta
from typing import NamedTuple
from uuid import UUID, uuid4

from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access.client_address import find_network
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import EntryOutcome, answer_values, find_board, store_result
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.choices import Side
from tournaments.domain.desk.entry import Entry
from tournaments.domain.desk.results import DERIVED, Result, Value, settle
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Game, Mirror, PlayerReport
from tournaments.queries.event.progress import read_progress

MOST_CHANGES = 10
MOMENTS = timedelta(seconds=30)  # two equal reports so close to each other, from one address, may be one person's

NOT_TAKEN = sentence(
    "reports-off", gettext_noop("This event does not accept reports from players: please see the arbiter.")
)
NOT_NOW = sentence("report-round", gettext_noop("Round {round} is over: please see the arbiter."))
TOO_OFTEN = sentence("report-often", gettext_noop("This report has been changed too often: please see the arbiter."))
NOT_PLAYED = sentence(
    "report-kind", gettext_noop("Players can only report games that were played: please see the arbiter.")
)
SAME_PHONE = sentence(
    "report-same-phone",
    gettext_noop("This phone has already reported for the other player. Use your own phone, or tell the arbiter."),
)
NO_OWN_CODE = sentence(
    "report-own-code",
    gettext_noop("In this event each player reports with a code of their own: scan the one that you tore off."),
)
OTHER_PAIRING = sentence(
    "report-pairing", gettext_noop("The pairing of this board has changed: check who sits there, and report again.")
)
NOBODY = sentence("report-side", gettext_noop("First choose which of the two players you are."))


class CarriedReport(NamedTuple):
    """A report that is made on one server and counts on another: its name on both, and the proof of its code."""

    uuid: UUID
    proof: str
    is_doubtful: bool

    @property
    def facts(self) -> dict[str, object]:
        return {"proof": self.proof, "is_doubtful": self.is_doubtful}


def report_result(
    event: Event,
    round_number: int,
    board: int,
    side: str,
    entry: Entry,
    by: Actor,
    device: str = "",
    holder: int | None = None,
    proof: str = "",
    carried: CarriedReport | None = None,
) -> EntryOutcome:
    """Store the report of one side. The outcome is "reported", "agreed" with the other side, or "differs" from it.

    Nothing that an arbiter has entered changes. `device` identifies the phone: no phone reports for both sides.
    `holder` is the player whose own code is used, and who reports for nobody else. A server that only shows the event
    keeps the report with the `proof` of its code, for the server that keeps the event to fetch; there it is `carried`.
    Raise Refusal.
    """
    with writing(event) as event:
        game = find_board(event, round__number=round_number, board=board)
        if entry.seats not in ("", game.seats):
            raise Refusal(OTHER_PAIRING, field="result")
        value = settle(event.discipline, entry.value)
        check_report(event, game, side, value, holder)
        other = game.player_reports.exclude(side=side).first()
        if other and device and other.device == device:
            raise Refusal(SAME_PHONE, field="side")
        is_doubtful = other is not None and Value.of(other) == value and comes_from_one_place(event, game, other, by)
        if event.is_mirror:
            carried = CarriedReport(uuid4(), proof, is_doubtful=is_doubtful)
        elif carried:
            is_doubtful = carried.is_doubtful
        store_player_report(event, game, side, value, by, device, carried, is_doubtful=is_doubtful)
        if other is None:
            return EntryOutcome("reported", game, answer_values(game, event.version))
        if Value.of(other) != value:
            return EntryOutcome("differs", game, answer_values(game, event.version))
        if game.result == Result.OPEN and not event.is_mirror:
            store_result(event, game, value, by, LogAction.ENTER)
        return EntryOutcome("agreed", game, answer_values(game, event.version))


def find_side(game: Game, player: int | None) -> str:
    """Return the side of a player at a board, "" where they do not sit."""
    sides = {game.white_id: Side.WHITE.value, game.black_id: Side.BLACK.value}
    return sides.get(player, "") if player else ""


def check_report(event: Event, game: Game, side: str, value: Value, holder: int | None) -> None:
    """Refuse reports where the event takes none, with another one's code, and results that only an arbiter decides."""
    if not event.takes_reports or (
        event.is_mirror and not Mirror.objects.filter(event=event, revoked_at=None).exists()
    ):
        raise Refusal(NOT_TAKEN, field="result")
    if (holder or event.has_codes_of_sides) and side != find_side(game, holder):
        raise Refusal(NO_OWN_CODE, field="side")
    if side not in Side.values:
        raise Refusal(NOBODY, field="side")
    if value.result not in DERIVED:
        raise Refusal(NOT_PLAYED, field="result")
    if game.round.number < read_progress(staff_reader(event)).round:
        raise Refusal(NOT_NOW, field="round", round=game.round.number)


def comes_from_one_place(event: Event, game: Game, other: PlayerReport, by: Actor) -> bool:
    """Tell whether the other side has reported from this network address moments ago.

    A hall may share one address, so this is a hint and no reason to refuse.
    """
    if by.address is None or timezone.now() - other.at > MOMENTS:
        return False
    lines = event.log.filter(game_id=game.pk, action=LogAction.REPORT, after__side=other.side)
    last = lines.values_list("address", flat=True).first()
    return last is not None and find_network(last) == find_network(by.address)


def store_player_report(
    event: Event,
    game: Game,
    side: str,
    value: Value,
    by: Actor,
    device: str,
    carried: CarriedReport | None,
    *,
    is_doubtful: bool,
) -> None:
    """Store and log the report of one side; the same report again writes nothing, unless it comes from elsewhere.

    Of two servers neither knows what was said on the other: a carried report is always logged, so that it is carried at
    all and never taken again, and a server that only shows the event counts each.
    """
    report = game.player_reports.filter(side=side).first() or PlayerReport(game=game, side=side, revision=0)
    before = Value.of(report) if report.pk else None
    if before == value and carried is None:
        return
    if before != value or event.is_mirror:
        if report.revision >= MOST_CHANGES:
            raise Refusal(TOO_OFTEN, field="result")
        report.result, report.white_score, report.black_score = value.result or Result.OPEN, *value[1:3]
        report.revision, report.at, report.device = report.revision + 1, timezone.now(), device
        report.is_doubtful = is_doubtful
        report.save()
    old_values = {"side": side, **before._asdict()} if before else None
    new_values = {"side": side, **value._asdict(), **(carried.facts if carried and event.is_mirror else {})}
    uuid = carried.uuid if carried else None
    record(event, by, LogAction.REPORT, game_id=game.pk, before=old_values, after=new_values, uuid=uuid)
