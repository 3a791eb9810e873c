"""What touches the pairings stands as a comment in the tournament file that arbiters get, and nowhere else."""

import pytest

from pairing import stages
from tests.site.championship import draw, make_championship, play, publish, swiss
from tests.site.factories import game, person
from tiebreaks.trf import reader
from tiebreaks.trf.file import lines_to_keep
from tiebreaks.trf.writer import TRF16
from tournaments.access import audience
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.players.participation import set_absence
from tournaments.actions.rounds.drafts import change_draft
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.entry import Entry
from tournaments.domain.roles import Role
from tournaments.exports.lists import write_tournament_file
from tournaments.models import Event, Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    event = make_championship(8, discipline="chess")
    set_plan(event, [stages.Stage("dutch", 1, 5)], COMMAND)
    return event


def comments(event, **options):
    lines = write_tournament_file(audience.as_staff(Event.objects.get(pk=event.pk)), **options).splitlines()
    return [line for line in lines if line.startswith("### round")]


def test_boards_that_were_set_by_hand_are_named_beside_the_proposed_ones(event):
    (draft,) = draw(event)
    assert {(board["white"], board["black"]) for board in draft.boards} == {(1, 5), (6, 2), (3, 7), (8, 4)}
    change_draft(event, 1, draft.revision, "swap", [5, 7], COMMAND)
    publish(event, reason="brothers")
    assert comments(event) == ["### round 1: 1-7 3-5 by hand instead of 1-5 3-7"]


def test_an_event_that_nobody_touched_has_none(event):
    for number in (1, 2):
        draw(event)
        publish(event)
        play(event, number)
    assert comments(event) == []


def test_corrections_after_a_later_round_and_full_point_byes_are_named(event):
    set_absence(event, 8, 1, "Z", COMMAND)
    for number in (1, 2):
        draw(event)
        publish(event)
        if number == 1:
            play(event, number)
    chief = Actor(person("chief", event, Role.CHIEF_ARBITER), Role.CHIEF_ARBITER)
    stored = game(event, 1, 2)
    other = "01" if stored.result == "10" else "10"
    answer = enter_result(event, 1, 2, Entry(other, version=stored.version, reason="the slip says so"), chief)
    assert answer.outcome == "saved"
    Game.objects.filter(round__event=event, round__number=1, white__number=8).update(result="F")
    assert comments(event) == [
        "### round 1: full-point bye of 8",
        "### round 2: paired before round 1, board 2 was corrected",
    ]


def test_the_comments_are_for_arbiters_and_not_in_files_for_rating(event):
    (draft,) = draw(event)
    change_draft(event, 1, draft.revision, "swap", [5, 7], COMMAND)
    publish(event, reason="brothers")
    assert comments(event) and not comments(event, dialect=TRF16) and not comments(event, national="GER")
    assert "### round" not in write_tournament_file(Event.objects.get(pk=event.pk))


def test_a_file_with_comments_is_read_and_gives_them_back_once(event):
    (draft,) = draw(event)
    change_draft(event, 1, draft.revision, "swap", [5, 7], COMMAND)
    publish(event, reason="brothers")
    text = write_tournament_file(audience.as_staff(Event.objects.get(pk=event.pk)))
    again = reader.read(text)
    assert not again.warnings
    event.file_lines = lines_to_keep(again)
    event.save()
    assert comments(event) == ["### round 1: 1-7 3-5 by hand instead of 1-5 3-7"]


def test_other_games_have_no_such_comments():
    event = make_championship(8)
    (draft,) = draw(swiss(event))
    change_draft(event, 1, draft.revision, "swap", [draft.boards[0]["white"], draft.boards[1]["white"]], COMMAND)
    publish(event, reason="brothers")
    assert comments(event) == []
