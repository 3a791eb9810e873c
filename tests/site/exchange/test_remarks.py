"""What touches the pairings stands as a comment in the tournament file that arbiters get, and nowhere else."""

import pytest

from pairing.plan import stages
from tests.site.championship import draw, make_championship, play, publish, swiss
from tests.site.factories import LEFT, game, make_event, person
from tests.site.teams import make_team_event
from tiebreaks.trf import reader
from tiebreaks.trf.whole_file import lines_to_keep
from tiebreaks.trf.writer import TRF16
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.configuration import set_tiebreaks
from tournaments.actions.event.events import import_file
from tournaments.actions.players.numbering import number_by_rating
from tournaments.actions.players.participation import set_absence
from tournaments.actions.rounds.drafts import change_draft
from tournaments.actions.rounds.forbidden_pairings import add_forbidden_pairing
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.domain.rounds.forbidden_pairings import Apart, ForbiddenPairingDefinition
from tournaments.exports.tournament_file import write_tournament_file
from tournaments.formats.incoming import read_tournament
from tournaments.models import Event, Game
from tournaments.scheduling.next_round import read_next_round
from tournaments.scheduling.proposals import read_dutch_settings

OF_PAIRINGS = ("152", "250", "260")
pytestmark = pytest.mark.django_db
TWICE = """\
012 Twice
092 Individual: Swiss-System
142 3
001    1      Ada                                                                1.5    1     2 w 1     2 b =
001    2      Ben                                                                0.5    2     1 b 0     1 w =
"""


@pytest.fixture
def event():
    event = make_championship(8, discipline="chess")
    set_plan(event, [stages.Stage("dutch", 1, 5)], COMMAND)
    return event


def comments(event, **options):
    lines = write_tournament_file(staff_reader(Event.objects.get(pk=event.pk)), **options).splitlines()
    return [line for line in lines if line.startswith("### round")]


def test_boards_that_were_set_by_hand_are_named_beside_the_proposed_ones(event):
    (draft,) = draw(event)
    assert {(board["white"], board["black"]) for board in draft.boards} == {(1, 5), (6, 2), (3, 7), (8, 4)}
    change_draft(event, 1, draft.revision, "swap", [5, 7], COMMAND)
    publish(event, reason="brothers")
    assert comments(event) == ["### round 1: 1-7 3-5 by hand instead of 1-5 3-7"]


def test_a_pair_and_a_bye_that_were_fixed_before_are_named(event):
    set_absence(event, 8, 1, "Z", COMMAND)
    draw(event, fixed=((1, 2),), bye=7)
    publish(event, reason="brothers")
    (line,) = comments(event)
    assert line.replace("2-1", "1-2") == "### round 1: 1-2 7-bye was fixed before the others were paired"


def test_an_event_that_nobody_touched_has_none(event):
    """Whatever was done in another one."""
    other = make_event("other", departures=LEFT)
    Game.objects.filter(round__event=other, black__isnull=False).update(result="10", rating_result="==")
    for number in (1, 2):
        draw(event)
        publish(event)
        play(event, number)
    assert comments(event) == []


def test_an_event_of_teams_has_none():
    event = make_team_event(departures=LEFT)
    assert "###" not in write_tournament_file(staff_reader(event))


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


def test_another_order_and_new_numbers_during_the_event_are_named(event):
    set_tiebreaks(event, "PTS,BH/C1,DE", COMMAND)
    draw(event)
    publish(event)
    play(event, 1)
    set_tiebreaks(event, "PTS,DE", COMMAND, "announced so")
    event.players.filter(number=8).update(rating=2400)
    number_by_rating(event, COMMAND, reason="his rating was wrong")
    assert comments(event) == [
        "### round 1: until here the order of criteria was PTS,BH/C1,DE",
        "### round 1: after it new numbers: 1>2 2>3 3>4 4>5 5>6 6>7 7>8 8>1",
    ]


def test_what_pairings_keep_to_has_records_in_the_file_for_arbiters_alone(event):
    set_plan(event, [stages.Stage("dutch", 1, 5, {"accelerated": True, "initial": "B"})], COMMAND)
    add_forbidden_pairing(event, ForbiddenPairingDefinition(Apart.LIST, [2, 5, 7], "", 2), COMMAND)
    draw(event)
    publish(event)
    stored = Event.objects.get(pk=event.pk)
    staff, everybody = (
        [line for line in write_tournament_file(seen_by(stored)).splitlines() if line[:3] in OF_PAIRINGS]
        for seen_by in (staff_reader, Reader)
    )
    assert staff == [
        "152 B",
        "250       1.0   1   2    1    4",
        "250       0.5   3   3    1    4",
        "260   2   5    2    5    7",
    ]
    assert everybody == []


def test_the_record_of_accelerated_rounds_is_what_pairings_go_by_in_a_plan_of_two_stages(event):
    """Seven rounds of points: four are accelerated, though the stage itself has five."""
    accelerated = stages.Stage("dutch", 1, 5, {"accelerated": True, "initial": "B"})
    set_plan(event, [accelerated, stages.Stage("king-of-the-hill", 6, 7)], COMMAND)
    paired_by = read_dutch_settings(read_next_round(staff_reader(event))).records.accelerated
    draw(event)
    publish(event)
    text = write_tournament_file(staff_reader(Event.objects.get(pk=event.pk)))
    lines = [line for line in text.splitlines() if line[:3] == "250"]
    assert lines == ["250       1.0   1   2    1    4", "250       0.5   3   4    1    4"]
    assert [(each.start, each.end) for each in paired_by] == [(1, 2), (3, 4)]


def test_imported_rounds_that_break_a_rule_are_named():
    event = import_file(read_tournament(TWICE.encode(), "twice.trf"), COMMAND)
    assert comments(event) == ["### round 2: breaks a rule: 2 and 1 have already met (1×)."]


def test_the_comments_are_for_arbiters_and_not_in_files_for_rating(event):
    (draft,) = draw(event)
    change_draft(event, 1, draft.revision, "swap", [5, 7], COMMAND)
    publish(event, reason="brothers")
    assert comments(event) and not comments(event, dialect=TRF16) and not comments(event, national="GER")
    assert "### round" not in write_tournament_file(Reader(Event.objects.get(pk=event.pk)))


def test_a_file_with_comments_is_read_and_gives_them_back_once(event):
    (draft,) = draw(event)
    change_draft(event, 1, draft.revision, "swap", [5, 7], COMMAND)
    publish(event, reason="brothers")
    text = write_tournament_file(staff_reader(Event.objects.get(pk=event.pk)))
    again = reader.read(text)
    assert not again.warnings
    event.details.file_lines = lines_to_keep(again)
    event.save()
    assert comments(event) == ["### round 1: 1-7 3-5 by hand instead of 1-5 3-7"]


def test_other_games_have_no_such_comments():
    event = make_championship(8)
    (draft,) = draw(swiss(event))
    change_draft(event, 1, draft.revision, "swap", [draft.boards[0]["white"], draft.boards[1]["white"]], COMMAND)
    publish(event, reason="brothers")
    assert comments(event) == []
