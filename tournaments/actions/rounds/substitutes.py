"""Put a substitute into a bracket, in the place of a player or a team that leaves."""

from pairing.brackets.stage import Course
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import REASON_NEEDED
from tournaments.actions.rounds.play_offs import NO_DUEL, NO_PLAYER
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Round
from tournaments.queries.players.participants import participants_of
from tournaments.queries.standings.endings import read_courses
from tournaments.queries.standings.standings import read_standings

HAS_BEGUN = sentence(
    "bracket-match-begun",
    gettext_noop(
        "This match has begun or is decided. A player can be replaced only before its first game is published."
    ),
)
NO_SUBSTITUTE = sentence("substitute-unknown", gettext_noop("Nobody in this event who could play has number {number}."))
BUSY = sentence("substitute-plays", gettext_noop("{name} still has a match to play in these brackets."))


def replace_player(event: Event, first_round: int, key: str, gone: int, substitute: int, by: Actor, reason: str) -> str:
    """Give the seat of `gone` in a duel to a substitute, and return the substitute's name.

    In a round robin, the substitute plays the other coming duels too. The player who first had the seat may return to
    it. `first_round` is that of the stage. Raise Refusal.
    """
    if not reason.strip():
        raise Refusal(REASON_NEEDED, field="reason")
    with writing(event) as event:
        course = find_course(event, first_round, key)
        check_seat(course, key, gone)
        at_first = course.find_replaced(key, gone)
        name = check_substitute(event, course, gone, substitute, at_first)
        store_substitute(event, course, gone, substitute, at_first)
        who = "team" if event.of_teams else "player"
        before, after = ({"match_key": key, who: number} for number in (gone, substitute))
        record(event, by, LogAction.SUBSTITUTE, before=before, after=after, reason=reason)
        return name


def check_seat(course: Course, key: str, gone: int) -> None:
    """Raise Refusal if a player has no seat in a match, or can no longer be replaced in it."""
    state = course.by_key[key]
    if state.rounds or not state.is_open:
        raise Refusal(HAS_BEGUN, field="gone")
    if not gone or gone not in state.players:
        raise Refusal(NO_PLAYER, field="gone")


def check_substitute(event: Event, course: Course, gone: int, substitute: int, at_first: int) -> str:
    """Return the name of a substitute; the player who had the seat `at_first` may return to it. Raise Refusal."""
    player = participants_of(event).filter(number=substitute, withdrawn_from=None).first()
    if player is None:
        raise Refusal(NO_SUBSTITUTE, field="substitute", number=substitute)
    if substitute == gone or (substitute != at_first and substitute in course.playing):
        raise Refusal(BUSY, field="substitute", name=player.name)
    return player.name


def store_substitute(event: Event, course: Course, gone: int, substitute: int, at_first: int) -> None:
    """Store who takes the seat in all coming matches of a stage; nothing where it is `at_first` who takes it back."""
    row = Round.objects.get(event=event, number=course.stage.first)
    coming = [each.duel.key for each in course.states if each.is_open and not each.rounds and gone in each.players]
    seats = [[duel, at_first] for duel in coming]
    kept = [each for each in row.draw.get("replaced", ()) if each[:2] not in seats]
    row.draw["replaced"] = [*kept, *([*seat, substitute] for seat in seats if substitute != at_first)]
    row.drawn.save()


def find_course(event: Event, first_round: int, key: str) -> Course:
    """Return the stage of a duel. Raise Refusal."""
    for course in read_courses(read_standings(staff_reader(event))):
        if course.stage.first == first_round and key in course.by_key:
            return course
    raise Refusal(NO_DUEL, field="match", key=key)
