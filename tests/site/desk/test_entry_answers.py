"""What becomes of an entry: the answer that is kept for a replay, the line of the log, and the marks on the board."""

from uuid import uuid4

import pytest

from tests.site.factories import game, make_event, person
from tiebreaks.refusal import Refusal
from tournaments.actions.desk.entry import (
    check_end,
    check_spread,
    enter_result,
    find_board,
)
from tournaments.actions.desk.undo import last_entry, undo_last_entry
from tournaments.actions.writing import COMMAND, PLAYER, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.domain.desk.protection import Protection
from tournaments.domain.desk.results import Value
from tournaments.models import Event, Game, Job, Team, TeamMatch
from tournaments.operation import backups
from tournaments.operation.job_kinds import EVENT_COPY

database = pytest.mark.django_db


@pytest.fixture
def event():
    return make_event()


@pytest.fixture
def anna(event):
    return Actor(person("anna", event), Role.ARBITER)


@pytest.fixture
def bert(event):
    return Actor(person("bert", event), Role.ARBITER)


def enter(event, by, result=None, board=1, version=0, number=2, scores=(None, None), **more):
    return enter_result(event, number, board, Entry(result, *scores, version=version, **more), by)


def stored(result, version, event_version, board=1, **more):
    """Return what an answer keeps; boards 1 and 2 of round 2 are 2 against 3 and 4 against 1."""
    players = {1: [2, 3], 2: [4, 1]}[board]
    value = {"result": result, "white_score": None, "black_score": None, "is_adjourned": False}
    return {**value, **more, "version": version, "event_version": event_version, "at": [2, board, *players]}


@database
def test_what_each_answer_keeps(event, anna, bert):
    start = event.version
    assert enter(event, anna, "10").stored == stored("10", 1, start + 1)
    same, conflict = enter(event, bert, "10"), enter(event, bert, "01")
    assert (same.outcome, same.game.board, same.stored) == ("same", 1, stored("10", 1, start + 1))
    assert (conflict.outcome, conflict.game.board, conflict.stored) == ("conflict", 1, same.stored)  # the other's value
    assert enter(event, bert, "", version=1, reason="slip").stored == stored("", 2, start + 2)
    assert enter(event, bert, "==", board=2).stored == stored("==", 1, start + 3, board=2)
    assert undo_last_entry(event, bert).stored == stored("", 2, start + 4, board=2)
    assert Event.objects.get().version == start + 4


@database
def test_the_log_keeps_the_answer_and_which_entry_an_undo_took_back(event, anna):
    enter(event, anna, "10", reason="slip")
    entered = event.log.first()
    assert (entered.answer, entered.reason) == (stored("10", 1, event.version + 1), "slip")
    undo_last_entry(event, anna)
    undone = event.log.first()
    assert undone.answer == {**stored("", 2, event.version + 2), "undone": entered.pk}
    assert (undone.before, undone.after) == (entered.after, entered.before)


@database
@pytest.mark.parametrize(
    ("before", "sent", "action"),
    [
        ("", {"result": "10"}, "enter"),
        ("10", {"result": "01"}, "correct"),
        ("10", {"result": ""}, "clear"),
        ("", {"result": "", "is_adjourned": True}, "adjourn"),
        ("10", {"result": "", "is_adjourned": True}, "adjourn"),
    ],
)
def test_what_the_log_calls_it(event, anna, before, sent, action):
    if before:
        enter(event, anna, before)
    enter(event, anna, version=1 if before else 0, **sent)
    assert event.log.first().action == action


@database
def test_who_entered_a_result_is_kept_until_it_is_cleared(event, anna, bert):
    enter(event, anna, "10")
    entered = game(event, 2, 1)
    assert (entered.entered_by, entered.is_provisional) == (anna.user, False)
    assert entered.entered_at is not None
    enter(event, bert, "01", version=1, reason="slip")
    assert game(event, 2, 1).entered_by == bert.user
    enter(event, bert, "", version=2)
    cleared = game(event, 2, 1)
    assert (cleared.entered_by, cleared.entered_at, cleared.is_provisional) == (None, None, False)


@database
def test_a_cleared_result_waits_for_no_second_look():
    look = make_event("look", verification="look")
    anna = Actor(person("anna", look), Role.ARBITER)
    enter(look, anna, "10")
    assert game(look, 2, 1).is_provisional
    enter(look, anna, "", version=1)
    assert not game(look, 2, 1).is_provisional


@database
def test_an_arbiter_confirms_what_the_players_reported(event, anna):
    enter(event, Actor(role=PLAYER), "10")
    assert game(event, 2, 1).is_provisional
    uuid = uuid4()
    answer = enter(event, anna, "10", uuid=uuid)
    confirmed = game(event, 2, 1)
    assert (answer.outcome, answer.game, answer.stored) == ("checked", confirmed, stored("10", 2, event.version + 2))
    assert (confirmed.is_provisional, confirmed.checked_by, confirmed.version) == (False, anna.user, 2)
    assert confirmed.checked_at is not None
    line = event.log.first()
    assert (line.action, line.actor, line.game_id, line.answer) == ("check", anna.user, confirmed.pk, answer.stored)
    assert line.before == line.after == Value("10")._asdict()
    again = enter(event, anna, "10", uuid=uuid)
    assert (again.outcome, again.game, again.stored) == ("replay", confirmed, answer.stored)
    assert event.log.count() == 2
    assert enter(event, anna, "01", version=2).protection == Protection.CONFIRMED
    enter(event, anna, "01", version=2, reason="slip")
    corrected = game(event, 2, 1)
    assert (corrected.checked_by, corrected.checked_at) == (None, None)


@database
@pytest.mark.parametrize("verification", ["off", "look"])
def test_no_command_and_no_second_entry_confirms(verification):
    """Players' reports are confirmed by people alone; what an arbiter entered needs the second check."""
    event = make_event("look", verification=verification)
    anna, bert = (Actor(person(name, event), Role.ARBITER) for name in ("anna", "bert"))
    enter(event, Actor(role=PLAYER), "10")
    assert enter(event, COMMAND, "10").outcome == "same"
    enter(event, anna, "==", board=2)
    assert enter(event, bert, "==", board=2).outcome == "same"
    assert game(event, 2, 2).is_provisional == (verification == "look")


@database
def test_the_previous_round_is_corrected_with_a_reason_and_the_running_one_without():
    event = make_event(rounds=2)
    anna = Actor(person("anna", event), Role.ARBITER)
    enter(event, anna, "10", number=1)
    enter(event, anna, "01", number=1, version=1, reason="slip")
    players = {player.number: player for player in event.players.all()}
    for number in (3, 4, 5):
        ahead = event.rounds.create(number=number, is_ahead=True)
        Game.objects.create(round=ahead, board=1, white=players[1], black=players[number])
    enter(event, anna, "==", number=1, version=2, reason="slip")  # round 1 is still being played
    for board in (2, 3, 4):
        enter(event, anna, "10", board=board, number=1)
    for board in (1, 2, 3, 4):
        enter(event, anna, "10", board=board)
    previous = enter(event, anna, "01", version=1)  # round 3 runs
    assert (previous.outcome, previous.protection) == ("conflict", Protection.EARLIER)
    assert enter(event, anna, "01", version=1, reason="slip").outcome == "saved"
    with pytest.raises(Refusal) as refused:
        enter(event, anna, "10", number=1, version=3)
    assert (refused.value.code, refused.value.field, refused.value.params) == ("round-closed", "result", {"round": 1})


@database
def test_the_chief_arbiter_takes_back_an_entry_of_an_older_round(event):
    chief = Actor(person("chief", event, Role.CHIEF_ARBITER), Role.CHIEF_ARBITER)
    enter(event, chief, "10", number=1)
    third = event.rounds.create(number=3)
    Game.objects.create(round=third, board=1, white=event.players.get(number=1), black=event.players.get(number=5))
    assert enter(event, chief, "01", number=1, version=1).protection == Protection.OLD
    assert undo_last_entry(event, chief).outcome == "undone"


@database
def test_undo_is_about_ones_own_entries(event, anna, bert):
    enter(event, anna, "10")
    enter(event, bert, "01", board=2)
    assert last_entry(event, anna).game_id == game(event, 2, 1).pk
    assert undo_last_entry(event, anna).game.board == 1
    assert last_entry(event, anna) is None
    enter(event, COMMAND, "10", board=3)
    assert undo_last_entry(event, COMMAND).game.board == 3


@database
def test_undo_names_the_board_that_somebody_else_has_changed(event, anna, bert):
    enter(event, anna, "10")
    enter(event, bert, "01", version=1, reason="slip")
    with pytest.raises(Refusal) as refused:
        undo_last_entry(event, anna)
    assert (refused.value.code, refused.value.params) == ("changed-since", {"board": "1", "round": 2})


@database
@pytest.mark.parametrize(("discipline", "code"), [("chess", "board-unknown"), ("scrabble", "table-unknown")])
def test_a_board_that_is_not_there_is_named(discipline, code):
    event = make_event(discipline, discipline)
    event.rounds.get(number=2).games.filter(board=4).update(black=None, result="U")
    for board in (4, 9):  # a bye, and nothing
        with pytest.raises(Refusal) as refused:
            find_board(event, round__number=2, board=board)
        assert (refused.value.code, refused.value.field) == (code, "board")
        assert refused.value.params == {"board": board, "round": 2}
    with pytest.raises(Refusal) as refused:
        find_board(event, pk=0)
    assert refused.value.params == {"board": "", "round": ""}


@database
def test_an_answer_shows_a_board_with_its_round_and_players_at_one_query(event, anna, django_assert_num_queries):
    enter(event, anna, "10")
    with django_assert_num_queries(1):
        row = find_board(event, round__number=2, board=1)
        assert (row.round.number, row.white.number, row.black.number, row.match) == (2, 2, 3, None)


@database
def test_copies_are_asked_for_when_the_last_board_of_a_round_has_its_result(event, anna):
    copies = Job.objects.filter(kind__in=(backups.JOB, EVENT_COPY))
    for board in (1, 2, 3):
        enter(event, anna, "10", board=board)
    assert not copies.exists()
    enter(event, anna, "10", board=4)
    assert set(copies.values_list("kind", "event")) == {(backups.JOB, None), (EVENT_COPY, event.pk)}
    copies.delete()
    enter(event, anna, "01", board=4, version=1)  # a correction asks for none
    assert not copies.exists()


@pytest.mark.parametrize(
    ("scores", "spread", "refused"),
    [
        ((450, 300), 150, False),
        ((300, 450), -150, False),
        ((300, 450), 150, False),  # without its sign
        ((450, 300), -150, True),
        ((450, 300), 140, True),
        ((450, 300), None, False),
        ((None, None), 150, False),
        ((450, None), 150, False),
        ((None, 300), 150, False),
        ((0, 0), 0, False),
    ],
)
def test_a_spread_must_agree_with_the_scores(scores, spread, refused):
    value = Value("10", *scores)
    if not refused:
        return check_spread(value, spread)
    with pytest.raises(Refusal) as error:
        check_spread(value, spread)
    assert (error.value.code, error.value.field) == ("spread-contradicts-scores", "spread")
    assert error.value.params == {"spread": spread, "difference": 150}


@database
def test_a_wrong_spread_stores_nothing():
    event = make_event("scrabble", "scrabble")
    with pytest.raises(Refusal):
        enter(event, COMMAND, scores=(450, 300), spread=100)
    assert enter(event, COMMAND, scores=(450, 300), spread=150).outcome == "saved"


@database
def test_a_board_of_such_a_match_takes_no_entry():
    event = make_event()
    teams = [Team.objects.create(event=event, number=number, name=f"Team {number}") for number in (1, 2)]
    played = event.rounds.get(number=2)
    match = TeamMatch.objects.create(round=played, table=1, first=teams[0], second=teams[1], end="+-")
    played.games.filter(board=1).update(match=match, match_board=1)
    with pytest.raises(Refusal) as refused:
        enter(event, COMMAND, "10")
    assert refused.value.code == "line-up-ended"
    match.end = ""
    match.save()
    assert enter(event, COMMAND, "10").outcome == "saved"


@pytest.mark.parametrize(("match", "refused"), [(None, False), ({"end": ""}, False), ({"end": "+-"}, True)])
def test_nothing_is_written_where_the_match_was_decided_without_play(match, refused):
    board = Game(match=match and TeamMatch(pk=1, **match))
    if not refused:
        return check_end(board)
    with pytest.raises(Refusal) as error:
        check_end(board)
    assert (error.value.code, error.value.field) == ("line-up-ended", "result")
