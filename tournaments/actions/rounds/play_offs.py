"""What decides a duel that is level: the games of a play-off, lots, and the arbiter. It counts for the duel alone."""

import secrets
from typing import NamedTuple

from django.db.models import Max

from pairing.brackets.course import DuelState, find_upset
from pairing.brackets.deciding import ARMAGEDDON, DECISION, LOTS
from pairing.brackets.stage import Course
from pairing.brackets.table_course import follow_stage
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import REASON_NEEDED
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.desk.results import DERIVED, Result
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, PlayOff, Round
from tournaments.queries.players.participants import participants_of
from tournaments.queries.standings.endings import name_sides, read_courses, read_draws, select_play_offs_of
from tournaments.queries.standings.standings import read_standings
from tournaments.wording.duels import name_players

NO_DUEL = sentence("bracket-match-unknown", gettext_noop("There is no match {key} in this event."))
NOT_LEVEL = sentence("bracket-match-not-level", gettext_noop("This match needs no play-off."))
NOT_PAIRED = sentence("bracket-match-not-paired", gettext_noop("This match has no game yet."))
NO_PLAYER = sentence("bracket-match-player", gettext_noop("Choose one of the two players."))
NO_RESULT = sentence("bracket-match-result", gettext_noop("Choose how the game of the play-off ended."))
NO_PLAY_OFF = sentence("bracket-match-no-play-off", gettext_noop("There is nothing to take back in this match."))
UPSETS = sentence(
    "bracket-match-upsets",
    gettext_noop(
        "The players of later matches that have begun would change, and their games would not count: {matches}. "
        "Confirm it, or leave it as it is."
    ),
)


class Found(NamedTuple):
    """A duel that somebody writes about: the first round of its stage, and how far it is."""

    course: Course
    state: DuelState

    @property
    def key(self) -> str:
        return self.state.duel.key

    @property
    def pair(self) -> tuple[int, int]:
        one, other = self.state.players
        assert one and other
        return one, other


def enter_play_off(event: Event, first_round: int, key: str, white: int, result: str, by: Actor) -> PlayOff:
    """Store the game of a play-off that a duel waits for. Raise Refusal."""
    with writing(event) as event:
        found = find_duel(event, first_round, key)
        rule = found.state.decision.waits_for
        if rule in ("", LOTS, DECISION):
            raise Refusal(NOT_LEVEL, field="result")
        if white not in found.pair:
            raise Refusal(NO_PLAYER, field="white")
        if result not in DERIVED:
            raise Refusal(NO_RESULT, field="result")
        if result == Result.DRAW and rule != ARMAGEDDON and not event.game.allows_draw:
            raise Refusal(NO_RESULT, field="result")
        return store_play_off(event, found, rule, white, result, by)


def draw_lot(event: Event, first_round: int, key: str, by: Actor, winner: int | None = None) -> PlayOff:
    """Draw the lot that a duel waits for; a lot drawn on the spot names its `winner`. Raise Refusal."""
    with writing(event) as event:
        found = find_duel(event, first_round, key)
        if found.state.decision.waits_for != LOTS:
            raise Refusal(NOT_LEVEL, field="winner")
        winner = secrets.choice(found.pair) if winner is None else winner
        if winner not in found.pair:
            raise Refusal(NO_PLAYER, field="winner")
        return store_play_off(event, found, LOTS, winner, Result.WHITE, by)


def decide_duel(
    event: Event, first_round: int, key: str, winner: int | None, by: Actor, reason: str, *, agreed: bool = False
) -> PlayOff:
    """Store who wins a duel by an arbiter's decision, None for nobody. Raise Refusal.

    Where later duels that have begun hang on it, the arbiter must have `agreed`.
    """
    if not reason.strip():
        raise Refusal(REASON_NEEDED, field="reason")
    with writing(event) as event:
        found = find_duel(event, first_round, key)
        if winner is not None and winner not in found.pair:
            raise Refusal(NO_PLAYER, field="winner")
        result = Result.DOUBLE_FORFEIT if winner is None else Result.WHITE
        decision = store_play_off(event, found, DECISION, winner or found.pair[0], result, by, reason)
        check_upsets(event, found, agreed=agreed)
        return decision


def take_back_play_off(
    event: Event, first_round: int, key: str, by: Actor, reason: str, *, agreed: bool = False
) -> None:
    """Remove what was stored last about a duel besides its games. Raise Refusal.

    Where later duels that have begun hang on it, the arbiter must have `agreed`.
    """
    if not reason.strip():
        raise Refusal(REASON_NEEDED, field="reason")
    with writing(event) as event:
        found = find_duel(event, first_round, key)
        last = select_play_offs_of(staff_reader(event), found.course, found.state).last()
        if last is None:
            raise Refusal(NO_PLAY_OFF, field="play_off")
        before = logged_play_off(last)
        last.delete()
        check_upsets(event, found, agreed=agreed)
        record(event, by, LogAction.PLAY_OFF, before=before, after={"match_key": key}, reason=reason)


def find_duel(event: Event, first_round: int, key: str) -> Found:
    """Return a duel whose players are known and that has a game. Raise Refusal."""
    for course in read_courses(read_standings(staff_reader(event))):
        for state in course.states if course.stage.first == first_round else ():
            if state.duel.key == key:
                if not (all(state.players) and state.rounds):
                    raise Refusal(NOT_PAIRED, field="match")
                return Found(course, state)
    raise Refusal(NO_DUEL, field="match", key=key)


def check_upsets(event: Event, found: Found, *, agreed: bool) -> None:
    """Raise Refusal if the write just made would change the players of duels that have begun; nothing is stored."""
    if agreed:
        return
    course = found.course
    ((_stage, draw),) = read_draws(staff_reader(event), [course.stage])
    changed = follow_stage(course.facts, course.stage, draw._replace(lines=course.draw.lines), list(course.order))
    names = dict(participants_of(event).values_list("number", "name"))
    upset = [name_players(before, names) for before, _after in find_upset(course.states, changed.states)]
    if upset:
        raise Refusal(UPSETS, field="agreed", matches=", ".join(upset))


def store_play_off(
    event: Event, found: Found, rule: str, white: int, result: str, by: Actor, reason: str = ""
) -> PlayOff:
    one, other = found.pair
    pair = {each.number: each for each in participants_of(event).filter(number__in=found.pair)}
    sides = pair[white], pair[other if white == one else one]
    its_round = Round.objects.get(event=event, number=found.state.rounds[-1])
    last = its_round.play_offs.filter(match_key=found.key).aggregate(last=Max("place"))["last"] or 0
    play_off = PlayOff.objects.create(
        round=its_round,
        match_key=found.key,
        place=last + 1,
        rule=rule,
        **dict(zip(name_sides(event), sides, strict=True)),
        result=result,
    )
    record(event, by, LogAction.PLAY_OFF, after=logged_play_off(play_off), reason=reason)
    return play_off


def logged_play_off(play_off: PlayOff) -> dict[str, object]:
    """Return what the log stores about a game of a play-off, a lot or a decision."""
    one, other = play_off.sides
    return {
        "round": play_off.round.number,
        "match_key": play_off.match_key,
        "rule": play_off.rule,
        "white": one.number,
        "black": other.number,
        "outcome": play_off.result,
    }
