"""Who is absent, comes late, withdraws or comes back, and what that does to the rounds."""

import pytest

from pairing.plan import stages, usual_plans
from tests.site.championship import draw, make_championship, play, publish, swiss
from tests.site.factories import person
from tests.site.reading import text
from tests.site.teams import enter_matches, make_teams
from tiebreaks.facts.games import Kind
from tiebreaks.refusal import Refusal
from tournaments.access.reader import staff_reader
from tournaments.actions.players.participation import (
    expel_participant,
    read_rounds,
    reinstate_participant,
    set_absence,
    set_absences,
    withdraw_participant,
)
from tournaments.actions.players.players import add_player
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.models import Event, Game
from tournaments.queries.event.progress import read_progress
from tournaments.queries.rounds.games import read_absences
from tournaments.queries.standings.standings import read_standings
from tournaments.scheduling import draft_faults, next_round
from tournaments.scheduling.proposals import read_dutch_settings

pytestmark = pytest.mark.django_db


SYSTEMS = ("dutch", "new-swiss", "king-of-the-hill", "team-swiss")


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("system", SYSTEMS)
def test_who_is_there_alone_has_the_bye(client, system, number):
    of_teams = system == "team-swiss"
    event = make_teams(6, boards=2) if of_teams else make_championship(6)
    set_plan(event, [stages.Stage(system, 1, 3)], COMMAND)
    for earlier in range(1, number):
        draw(event)
        publish(event)
        enter_matches(event, earlier, "11", "11", "11") if of_teams else play(event, earlier)
    set_absences(event, [1, 2, 3, 5, 6], [number], "Z", COMMAND, of_teams=of_teams)
    (draft,) = draw(event)
    assert (draft.boards, [bye["player"] for bye in draft.byes]) == ([], [4])
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    assert client.get(f"/e/{event.slug}/pairings/").status_code == 200
    publish(event)
    progress = read_progress(staff_reader(Event.objects.get(pk=event.pk)))
    assert (progress.round, progress.boards, progress.results_in) == (number, 0, 0)
    table = read_standings(staff_reader(Event.objects.get(pk=event.pk)))
    assert table.progress == (number, False, number)
    expel_participant(event, 6, COMMAND, "unfair", of_teams=of_teams)
    assert 6 not in [row.number for row in read_standings(staff_reader(Event.objects.get(pk=event.pk))).rows]
    reinstate_participant(event, 6, COMMAND, "an error", of_teams=of_teams)
    pages = {path: client.get(f"/e/{event.slug}/{path}").status_code for path in ("", f"round/{number}/", "desk/")}
    assert set(pages.values()) == {200}, pages
    (draft,) = draw(event)
    assert (draft.number, len(draft.boards)) == (number + 1, 3)


def test_who_is_there_alone_and_had_a_bye_needs_the_arbiters_word():
    """FIDE gives nobody a second bye: what would be relaxed is named, and the arbiter may grant it."""
    event = make_championship(3, discipline="chess")
    set_plan(event, [stages.Stage("dutch", 1, 5)], COMMAND)
    draw(event)
    publish(event)
    play(event, 1)
    for number in (1, 2):
        set_absence(event, number, 2, "Z", COMMAND)
    with pytest.raises(Refusal, match="3 has the bye despite an earlier bye"):
        draw(event)
    (draft,) = draw(event, bye=3)
    assert (draft.boards, [bye["player"] for bye in draft.byes]) == ([], [3])
    set_absence(event, 3, 2, "Z", COMMAND)
    with pytest.raises(Refusal, match="present: 0"):
        draw(event)


def test_absences_and_late_entries():
    event = make_championship(8)
    swiss(event)
    set_absence(event, 7, 1, "H", COMMAND)
    set_absence(event, 8, 1, "Z", COMMAND)
    (draft,) = draw(event)
    assert len(draft.boards) == 3
    publish(event)
    alone = Game.objects.filter(round__event=event, black=None).order_by("white__number")
    assert [(game.white.number, game.result) for game in alone] == [(7, "H"), (8, "Z")]
    late = add_player(event, {"name": "Late, Lou", "rating": 1500}, COMMAND)
    assert (late.number, late.games_as_white.get().result) == (9, "Z")
    with pytest.raises(Refusal, match="already published"):
        set_absence(event, 1, 1, "H", COMMAND)
    with pytest.raises(Refusal, match="already entered"):
        add_player(event, {"name": "Late, Lou"}, COMMAND)
    play(event, 1)
    draw(event)
    publish(event)
    assert Game.objects.filter(round__number=2, black=None).count() == 1


@pytest.mark.parametrize("of_teams", [False, True])
def test_a_full_point_bye_can_be_noted_ahead(of_teams):
    """It counts as a win."""
    event = make_teams(7, boards=2) if of_teams else make_championship(7, discipline="chess")
    set_plan(event, [stages.Stage("team-swiss" if of_teams else "dutch", 1, 5)], COMMAND)
    set_absence(event, 1, 1, "F", COMMAND, of_teams=of_teams)
    (draft,) = draw(event)
    assert (len(draft.boards), draft.byes) == (3, [])
    publish(event)
    (game,) = read_standings(staff_reader(Event.objects.get(pk=event.pk))).facts.games[1]
    assert (game.kind, game.points) == (Kind.FPB, 2 if of_teams else 1)


def test_the_matches_of_a_knock_out_know_no_bye_with_points():
    event = make_championship(8, discipline="chess")
    set_plan(event, [stages.Stage("dutch", 1, 2), stages.Stage("knock-out", 3, 5)], COMMAND)
    for kind in "HF":
        with pytest.raises(Refusal, match="no bye with points"):
            set_absence(event, 1, 3, kind, COMMAND)
    set_absence(event, 1, 3, "Z", COMMAND)


@pytest.mark.parametrize(
    ("fields", "byes", "asked", "sentence"),
    [
        ({"bye_requests": 1}, [2], 3, "as many as are allowed"),
        ({"bye_requests": 1}, [2], 2, None),
        ({"bye_requests": 0}, [], 2, "as many as are allowed"),
        ({"bye_requests": 2}, [2], 3, None),
        ({"bye_closed_rounds": 2}, [], 4, "in the last 2 rounds"),
        ({"bye_closed_rounds": 2}, [], 3, None),
        ({"bye_notice": 60, "round_times": {"2": "2020-01-01T10:00"}}, [], 2, "60 minutes before the round"),
        ({"bye_notice": 60, "round_times": {"2": "2090-01-01T10:00"}}, [], 2, None),
    ],
)
def test_half_point_byes_are_limited(fields, byes, asked, sentence):
    event = swiss(make_championship(8, **fields))
    for number in byes:
        set_absence(event, 7, number, "H", COMMAND, one_more=True)
    if sentence is None:
        set_absence(event, 7, asked, "H", COMMAND, one_more=True)
        return
    with pytest.raises(Refusal, match=sentence):
        set_absence(event, 7, asked, "H", COMMAND, one_more=True)
    set_absence(event, 7, asked, "Z", COMMAND)


def test_a_second_half_point_bye_must_be_meant(client):
    event = swiss(make_championship(8))
    set_absence(event, 7, 1, "H", COMMAND)
    set_absence(event, 7, 1, "H", COMMAND)
    with pytest.raises(Refusal, match=r"Player 07 has a half-point bye already \(round 1\)"):
        set_absences(event, [6, 7], [2], "H", COMMAND)
    with pytest.raises(Refusal, match="already"):
        set_absences(event, [8], [1, 2], "H", COMMAND)
    assert read_absences(event, 1) == {7: "H"} and not read_absences(event, 2)
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    for address, who in (("pairings/absence/", {"player": "7"}), ("players/7/absence/", {})):
        page = f"/e/{event.slug}/{address}"
        refused = client.post(page, {**who, "round": "3", "kind": "H"}, follow=True)
        assert "another one must be chosen as such" in text(refused)
        client.post(page, {**who, "round": "3", "kind": "H+"})
        assert read_absences(event, 3) == {7: "H"}
        set_absence(event, 7, 3, "", COMMAND)
    assert "another half-point bye" in text(client.get(f"/e/{event.slug}/players/7/"))


def test_an_absence_in_the_groups_is_asked_about():
    event = make_championship(8)
    set_plan(event, usual_plans.german_championship(6, 0), COMMAND)
    set_absence(event, 3, 2, "Z", COMMAND)
    set_absence(event, 4, 1, "Z", COMMAND)
    drafts = draw(event)
    faults = [
        fault.code
        for each in drafts
        for fault in draft_faults.find_draft_faults(next_round.read_next_round(staff_reader(event)), each, drafts)
    ]
    assert sorted(faults) == ["groups-absent-first", "groups-absent-later"]
    with pytest.raises(Refusal, match="reason"):
        publish(event)
    publish(event, reason="both know")
    with pytest.raises(Refusal, match="already has a board in round 3"):
        set_absence(event, 5, 3, "Z", COMMAND)


def test_withdrawing_and_coming_back():
    event = make_championship(8)
    swiss(event)
    draw(event)
    publish(event)
    still_open = withdraw_participant(event, 5, COMMAND, "ill")
    assert [seat.round for seat in still_open] == [1]
    with pytest.raises(Refusal, match="already"):
        withdraw_participant(event, 5, COMMAND, "ill")
    assert read_absences(event, 2) == {5: "Z"}
    reinstate_participant(event, 5, COMMAND, "well again")
    assert read_absences(event, 2) == {}
    with pytest.raises(Refusal, match="reason"):
        withdraw_participant(event, 5, COMMAND, " ")


ROUNDS = [("3", [3]), ("3-5, 7", [3, 4, 5, 7]), ("5 – 6;2", [2, 5, 6]), ("4 4", [4])]


@pytest.mark.parametrize(("text", "rounds"), ROUNDS)
def test_rounds_are_read_as_one_writes_them(text, rounds):
    assert read_rounds(text) == rounds


@pytest.mark.parametrize("text", ["", "x", "5-3", "1-2-3", "1000", "-2"])
def test_a_text_that_is_not_a_round_is_refused(text):
    with pytest.raises(Refusal, match="at least one round"):
        read_rounds(text)


def test_several_are_absent_in_several_rounds_or_nobody_is():
    event = make_championship(8)
    set_absences(event, [2, 5], [1, 3], "Z", COMMAND)
    assert [read_absences(event, number) for number in (1, 2, 3)] == [{2: "Z", 5: "Z"}, {}, {2: "Z", 5: "Z"}]
    assert event.log.count() == 4
    with pytest.raises(Refusal, match="no player with the number 99"):
        set_absences(event, [3, 99], [1], "Z", COMMAND)
    assert 3 not in read_absences(event, 1)
    with pytest.raises(Refusal, match="at least one"):
        set_absences(event, [], [1], "Z", COMMAND)
    set_absences(event, [2], [1, 3], "", COMMAND)
    assert (read_absences(event, 1), read_absences(event, 3)) == ({5: "Z"}, {5: "Z"})


def test_who_is_not_there_for_round_1_is_not_counted_for_the_acceleration():
    """Of eight, the first two come later: the upper half of the other six are four, and stays theirs in round 2."""
    event = make_championship(8, discipline="chess")
    set_plan(event, [stages.Stage("dutch", 1, 5, {"accelerated": True})], COMMAND)
    set_absences(event, [1, 2], [1], "Z", COMMAND)
    (draft,) = draw(event)
    assert {tuple(sorted((board["white"], board["black"]))) for board in draft.boards} == {(3, 5), (4, 6), (7, 8)}
    publish(event)
    play(event, 1)
    coming = next_round.read_next_round(staff_reader(event))
    assert {each.last for each in read_dutch_settings(coming).records.accelerated} == {6}
