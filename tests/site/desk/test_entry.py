from concurrent.futures import ThreadPoolExecutor
from unittest.mock import ANY
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection

from tests.site.factories import LEFT, game, make_event, person
from tiebreaks.refusal import Refusal
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.desk.undo import undo_last_entry
from tournaments.actions.event.configuration import change_settings, set_tiebreaks
from tournaments.actions.event.events import purge_event
from tournaments.actions.writing import Actor, record
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.domain.desk.protection import Protection
from tournaments.domain.desk.results import Value
from tournaments.models import Event, Game, LogEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_event()


@pytest.fixture
def anna(event):
    return Actor(person("anna", event), Role.ARBITER, "192.0.2.1")


@pytest.fixture
def bert(event):
    return Actor(person("bert", event), Role.ARBITER)


def enter(event, by, result=None, board=1, version=0, number=2, scores=(None, None), **more):
    return enter_result(event, number, board, Entry(result, *scores, version=version, **more), by)


def log(event):
    return [(entry.action, entry.before, entry.after) for entry in event.log.order_by("pk")]


def test_a_result_is_stored_logged_and_moves_the_event_on(event, anna):
    answer = enter(event, anna, "10", board=3)
    stored = game(event, 2, 3)
    assert (answer.outcome, stored.result, stored.version, stored.entered_by) == ("saved", "10", 1, anna.user)
    assert Event.objects.get().version == event.version + 1
    (entry,) = event.log.all()
    assert (entry.actor, entry.role, entry.address, entry.game_id) == (anna.user, "arbiter", "192.0.2.1", stored.pk)
    assert (entry.before["result"], entry.after["result"]) == ("", "10")


@pytest.mark.parametrize(
    ("stored", "version", "sent", "outcome", "left"),
    [
        ("", 0, "10", "saved", "10"),
        ("10", 1, "10", "same", "10"),
        ("10", 0, "10", "same", "10"),  # two arbiters with the same slip
        ("10", 1, "==", "conflict", "10"),  # somebody else's result is replaced with a reason alone
        ("10", 0, "==", "conflict", "10"),  # not seen: nothing is overwritten
        ("10", None, "==", "conflict", "10"),
        ("10", 2, "==", "conflict", "10"),  # a version from before a restore
        ("10", 1, "", "conflict", "10"),
        ("10", 0, "", "conflict", "10"),
    ],
)
def test_two_arbiters(event, anna, bert, stored, version, sent, outcome, left):
    if stored:
        enter(event, anna, stored)
    before = Event.objects.get().version
    answer = enter(event, bert, sent, version=version)
    now = game(event, 2, 1)
    assert (answer.outcome, now.result, answer.stored["result"]) == (outcome, left, left)
    assert Event.objects.get().version - before == (outcome == "saved")


def test_a_replay_gets_the_same_answer_and_writes_nothing(event, anna, bert):
    uuid = uuid4()
    first = enter(event, anna, "10", uuid=uuid)
    enter(event, bert, "01", version=1, reason="slip misread")
    for _ in range(3):
        again = enter(event, anna, "10", uuid=uuid)
        assert (again.outcome, again.stored) == ("replay", first.stored)
    assert game(event, 2, 1).result == "01"
    assert event.log.count() == 2


def test_a_uuid_is_good_for_one_entry_of_its_event(event, anna):
    uuid, other = uuid4(), make_event("second")
    enter(event, anna, "10", uuid=uuid)
    for board, result in [(2, "10"), (1, "01")]:
        with pytest.raises(Refusal) as refused:
            enter(event, anna, result, board=board, uuid=uuid)
        assert (refused.value.code, refused.value.field) == ("uuid-reused", "uuid")
    assert enter(other, anna, "10", uuid=uuid).outcome == "saved"


@pytest.mark.parametrize(
    ("discipline", "sent", "code", "field"),
    [
        ("chess", ("7", None, None), "result-unknown", "result"),
        ("chess", (None, None, None), "result-missing", "result"),
        ("chess", ("U", None, None), "bye-for-pairing", "result"),
        ("chess", ("Z", None, None), "bye-for-pairing", "result"),
        ("chess", ("10", 1, 0), "scores-not-kept", "white_score"),
        ("scrabble", ("10", None, None), "score-missing", "white_score"),
        ("scrabble", (None, 400, None), "score-missing", "black_score"),
        ("scrabble", (None, 400, 2001), "score-out-of-range", "black_score"),
        ("scrabble", (None, -501, 300), "score-out-of-range", "white_score"),
        ("scrabble", ("01", 400, 300), "result-contradicts-scores", "result"),
        ("scrabble", ("+-", 400, 300), "scores-not-kept", "white_score"),
        ("scrabble", ("WL", 400, 300), "result-contradicts-scores", "result"),
        ("petanque", (None, 9, 9), "no-draw", "black_score"),
        ("petanque", (None, 13, -1), "score-out-of-range", "black_score"),
        ("petanque", (None, 16, 2), "score-out-of-range", "white_score"),
        ("petanque", ("H", None, None), "bye-for-pairing", "result"),
    ],
)
def test_what_cannot_be_is_refused(anna, discipline, sent, code, field):
    event = make_event(discipline, discipline)
    with pytest.raises(Refusal) as refused:
        enter(event, anna, sent[0], scores=sent[1:])
    assert (refused.value.code, refused.value.field) == (code, field)
    assert str(refused.value)
    assert not event.log.exists()


@pytest.mark.parametrize(
    ("discipline", "sent", "stored"),
    [
        ("scrabble", (None, 402, 381), Value("10", 402, 381)),
        ("scrabble", (None, -5, 300), Value("01", -5, 300)),
        ("scrabble", ("==", 350, 350), Value("==", 350, 350)),
        ("scrabble", ("-+", None, None), Value("-+")),
        ("petanque", (None, 7, 13), Value("01", 7, 13)),
        ("petanque", ("--", None, None), Value("--")),
        ("chess", ("+-", None, None), Value("+-")),
        ("chess", ("=0", None, None), Value("=0")),
    ],
)
def test_a_result_follows_from_the_scores(anna, discipline, sent, stored):
    event = make_event(discipline, discipline)
    enter(event, anna, sent[0], scores=sent[1:])
    assert Value.of(game(event, 2, 1)) == stored


def test_other_boards_rounds_and_events_are_not_found(event, anna):
    for number, board in [(2, 9), (3, 1), (0, 1)]:
        with pytest.raises(Refusal) as refused:
            enter(event, anna, "10", number=number, board=board)
        assert refused.value.code == "board-unknown"


def test_older_rounds_need_the_chief_arbiter_and_a_reason(event, anna):
    enter(event, anna, "10", number=1)
    third = event.rounds.create(number=3)
    Game.objects.create(round=third, board=1, white=event.players.get(number=1), black=event.players.get(number=5))
    chief = Actor(person("chief", event, Role.CHIEF_ARBITER), Role.CHIEF_ARBITER)
    with pytest.raises(Refusal) as refused:
        undo_last_entry(event, anna)
    assert refused.value.code == "round-closed"
    with pytest.raises(Refusal) as refused:
        enter(event, anna, "01", number=1, version=1, reason="slip misread")
    assert refused.value.code == "round-closed"
    kept = enter(event, chief, "01", number=1, version=1, reason=" ")
    assert (kept.outcome, kept.protection) == ("conflict", Protection.OLD)
    assert enter(event, chief, "01", number=1, version=1, reason="slip misread").outcome == "saved"
    assert event.log.first().reason == "slip misread"
    assert enter(event, anna, "10", number=1, board=2).outcome == "saved"  # an adjourned game ends


def test_undo_goes_back_step_by_step_through_ones_own_entries(event, anna):
    enter(event, anna, "10")
    enter(event, anna, "01", version=1)
    enter(event, anna, "==", board=2)
    seen = []
    for _ in range(3):
        answer = undo_last_entry(event, anna)
        seen.append((answer.outcome, answer.game.board, answer.game.result))
    assert seen == [("undone", 2, ""), ("undone", 1, "10"), ("undone", 1, "")]
    with pytest.raises(Refusal) as refused:
        undo_last_entry(event, anna)
    assert refused.value.code == "nothing-to-undo"
    assert [action for action, _, _ in log(event)] == ["enter", "correct", "enter", "undo", "undo", "undo"]


def test_a_replayed_undo_gets_the_same_answer_and_writes_nothing(event, anna):
    enter(event, anna, "10")
    enter(event, anna, "10", board=2)
    uuid = uuid4()
    first = undo_last_entry(event, anna, uuid)
    enter(event, anna, "01", board=2, version=2)
    again = undo_last_entry(event, anna, uuid)
    assert (again.outcome, again.game.board, again.stored) == ("undone", 2, {**first.stored, "undone": ANY})
    assert [game(event, 2, board).result for board in (1, 2)] == ["10", "01"]
    assert event.log.count() == 4


@pytest.mark.parametrize("other", ["an entry", "somebody else's undo", "a note of the second check"])
def test_an_undo_is_refused_under_the_uuid_of_something_else(event, anna, bert, other):
    uuid = uuid4()
    enter(event, bert, "01", board=2, uuid=uuid if other == "an entry" else None)
    if other == "somebody else's undo":
        undo_last_entry(event, bert, uuid)
    if other == "a note of the second check":
        record(event, bert, "check", uuid=uuid)
    enter(event, anna, "10")
    before = log(event)
    with pytest.raises(Refusal) as refused:
        undo_last_entry(event, anna, uuid)
    assert (refused.value.code, refused.value.field) == ("uuid-reused", "uuid")
    assert log(event) == before


def test_undo_leaves_what_somebody_else_has_entered_since(event, anna, bert):
    enter(event, anna, "10")
    enter(event, bert, "01", version=1, reason="slip misread")
    with pytest.raises(Refusal) as refused:
        undo_last_entry(event, anna)
    assert refused.value.code == "changed-since"
    assert undo_last_entry(event, bert).game.result == "10"


def test_the_order_needs_a_reason_once_a_result_exists(event, anna):
    Event.objects.update(departures=LEFT)
    assert set_tiebreaks(event, "pts, bh-c1", anna).tiebreaks == "PTS,BH/C1"
    enter(event, anna, "10")
    with pytest.raises(Refusal) as refused:
        set_tiebreaks(event, "PTS,SB", anna)
    assert refused.value.code == "reason-missing"
    before = Event.objects.get().version
    assert set_tiebreaks(event, "PTS,BH/C1", anna).version == before
    changed = set_tiebreaks(event, "PTS,SB", anna, "as announced")
    assert (changed.version, event.log.first().after, event.log.first().reason) == (
        before + 1,
        {"order": "PTS,SB"},
        "as announced",
    )
    with pytest.raises(Refusal):
        set_tiebreaks(event, "PTS,NOPE", anna, "a typing error")


def test_settings_change_with_a_log(event, anna):
    change_settings(event, {"edition": "plain", "name": event.name}, anna)
    change_settings(event, {"edition": "plain"}, anna)
    assert log(event) == [("settings", {"edition": "2026-03"}, {"edition": "plain"})]
    assert Event.objects.get().version == event.version + 1


def test_purging_is_for_owners(event, anna):
    enter(event, anna, "10")
    with pytest.raises(PermissionDenied):
        purge_event(event, anna)
    purge_event(event, Actor(person("owner", event, Role.OWNER), Role.OWNER))
    assert not Event.objects.exists()
    assert not Game.objects.exists()
    assert not LogEntry.objects.exists()


def enter_in_thread(event, by, result, uuid=None):
    try:
        return enter(event, by, result, uuid=uuid).outcome
    finally:
        connection.close()


def test_of_two_arbiters_at_once_one_is_refused(committed):
    event = make_event()
    actors = [Actor(person(name, event), Role.ARBITER) for name in ("anna", "bert")]
    with ThreadPoolExecutor(2) as pool:
        outcomes = pool.map(enter_in_thread, [event] * 2, actors, ["10", "01"])
        assert sorted(outcomes) == ["conflict", "saved"]
    assert event.log.count() == 1


def test_a_hundred_replays_at_once_write_once(committed):
    event, uuid = make_event(), uuid4()
    anna = Actor(person("anna", event), Role.ARBITER)
    with ThreadPoolExecutor(4) as pool:
        outcomes = list(pool.map(enter_in_thread, [event] * 100, [anna] * 100, ["10"] * 100, [uuid] * 100))
    assert sorted(set(outcomes)) == ["replay", "saved"]
    assert outcomes.count("saved") == 1
    assert (event.log.count(), Event.objects.get().version) == (1, event.version + 1)
