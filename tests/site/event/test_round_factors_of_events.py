"""Rounds of an event that count otherwise than the others: set, said, paired by, kept in files, and refused."""

from decimal import Decimal

import pytest

from pairing.plan.stages import Stage
from tests.site.championship import draw, make_championship, publish
from tests.site.exchange.archives import import_again
from tests.site.factories import LEFT, game, make_event, person
from tests.site.reading import text
from tests.site.teams import make_team_event
from tiebreaks.refusal import Refusal
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.decisions import decide_about_player
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.configuration import change_settings
from tournaments.actions.event.events import import_file
from tournaments.actions.event.setup import copy_event
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Decision, Entry
from tournaments.exports import lists
from tournaments.exports.tournament_file import name_unsaid
from tournaments.formats.archive_write import export_event
from tournaments.formats.incoming import read_tournament
from tournaments.forms import event_settings
from tournaments.forms.event_settings import SettingsForm
from tournaments.models import Event, Game
from tournaments.queries.standings.crosstable import read_facts_for_pairing
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db):
    """Two rounds, and the first counts double: on its boards 1-0, ½-½, 0-1 and +:-, in the second 1-0."""
    event = make_event(tiebreaks="PTS,WIN,BH", departures=[{"kind": "round-factors", "round": 2}], round_factors="1:2")
    for board, result in enumerate(("10", "==", "01", "+-"), start=1):
        enter_result(event, 1, board, Entry(result, version=0), COMMAND)
    enter_result(event, 2, 1, Entry("10", version=0), COMMAND)
    event.refresh_from_db()
    return event


def points(event):
    return {row.number: str(row.values[0]) for row in read_standings(staff_reader(event)).rows}


POINTS = {1: "2", 2: "1", 3: "1", 4: "1", 5: "0", 6: "2", 7: "2", 8: "0"}


def test_they_count_in_the_table_and_for_the_pairings(event):
    assert points(event) == POINTS
    facts, _players = read_facts_for_pairing(staff_reader(event))
    assert {number: facts.total_points(number) for number in facts.players} == {n: Decimal(POINTS[n]) for n in POINTS}


def test_a_drawn_game_of_a_double_round_is_no_win(event):
    wins = {row.number: row.values[1] for row in read_standings(staff_reader(event)).rows}
    assert wins == {1: 1, 2: 1, 3: 0, 4: 0, 5: 0, 6: 1, 7: 1, 8: 0}


def test_pages_and_papers_say_so(event, client):
    for page in ("", "crosstable/", "player/1/"):
        assert "round 1 counts double" in text(client.get(f"/e/open/{page}")), page
    assert "This round counts double." in text(client.get("/e/open/round/1/"))
    assert "This round counts" not in text(client.get("/e/open/round/2/"))
    assert "Runde 1 zählt doppelt" in text(client.get("/e/open/", headers={"accept-language": "de"}))
    assert "for the game, by the arbiter" not in text(client.get("/e/open/player/1/"))
    assert client.get("/api/v1/events/open").json()["round_factors"] == "1:2"
    client.force_login(person("anna", event))
    assert "round 1 counts double" in text(client.get("/e/open/print/standings/"))


@pytest.mark.parametrize(
    ("factors", "said"),
    [
        ("1-9:2", "rounds 1 to 9 count double"),
        ("1-9:0.5", "rounds 1 to 9 count half"),
        ("2:0.5", "round 2 counts half"),
        ("1-9:1.5,12:3", "rounds 1 to 9 count 1½ times · round 12 counts 3 times"),
    ],
)
def test_how_rounds_count_is_said_in_words(event, client, factors, said):
    change_settings(event, {"round_factors": factors}, COMMAND, "as announced")
    assert said in text(client.get("/e/open/"))


@pytest.mark.parametrize(
    ("typed", "stored"),
    [("1 – 9: 2", "1-9:2"), ("12:½, 1-3:1½", "1-3:1.5,12:0.5"), ("1-9:1", ""), ("9-1:2", None), ("double", None)],
)
def test_the_form_takes_what_people_write(event, typed, stored):
    names = event_settings.setting_names(event)
    values = {
        name: value for name, value in event.read_fields(names).items() if value is not None and value is not False
    }
    form = SettingsForm({**values, "round_factors": typed, "reason": "as announced"}, event=event)
    assert form.is_valid() == (stored is not None), form.errors
    if stored is not None:
        assert form.cleaned_data["round_factors"] == stored


def test_a_change_needs_a_reason_once_results_are_in(event):
    with pytest.raises(Refusal) as refused:
        change_settings(event, {"round_factors": "1:3"}, COMMAND)
    assert refused.value.field == "reason"
    change_settings(event, {"round_factors": ""}, COMMAND, "a mistake")
    event.refresh_from_db()
    assert points(event)[1] == "1"


KNOCK_OUT = (Stage("dutch", 1, 2), Stage("knock-out", 3, 4, {"entrants": 4}))
REFUSED = [KNOCK_OUT, (Stage("dutch", 1, 5, {"accelerated": True}),), (Stage("pools", 1, 3, {"size": 4}),)]


@pytest.mark.parametrize("plan", REFUSED)
def test_no_plan_with_matches_or_accelerated_rounds_has_such_rounds(plan):
    event = make_event(rounds=0, departures=LEFT, round_factors="1:2")
    with pytest.raises(Refusal) as refused:
        set_plan(event, plan, COMMAND)
    assert refused.value.code == "rounds-alike"
    change_settings(event, {"round_factors": ""}, COMMAND)
    set_plan(Event.objects.get(), plan, COMMAND)
    with pytest.raises(Refusal) as refused:
        change_settings(Event.objects.get(), {"round_factors": "1:2"}, COMMAND)
    assert refused.value.code == "rounds-alike"


def test_teams_and_other_games_have_no_such_rounds():
    teams = make_team_event(departures=LEFT)
    assert "round_factors" not in SettingsForm(event=make_event("scrabble", discipline="scrabble")).fields
    with pytest.raises(Refusal) as refused:
        change_settings(teams, {"round_factors": "1:2"}, COMMAND)
    assert refused.value.code == "rounds-alike"
    single = make_event(rounds=0, departures=LEFT, round_factors="1:2")
    with pytest.raises(Refusal) as refused:
        change_settings(single, {"team_boards": 4}, COMMAND)
    assert refused.value.code == "rounds-alike"


def test_points_by_hand_are_the_points_of_the_game_whatever_its_round_counts(event):
    """The usual points of a double round are none by hand."""
    number, its_game = game(event, 1, 1).white.number, game(event, 1, 1)
    for decided, stored in (((2, 0), ""), ((1, 0), "10:1:0")):
        white, black = map(Decimal, decided)
        decision = Decision(white_points=white, black_points=black, version=its_game.version, reason="late")
        decide_about_player(event, 1, number, decision, COMMAND)
        its_game = game(event, 1, 1)
        assert its_game.decided_points == stored
    event.refresh_from_db()
    assert points(event)[1] == "1"


@pytest.mark.parametrize("dialect", ["trf", "trf16"])
def test_tournament_files_have_the_points_as_record_299_and_the_rounds_in_a_comment(event, dialect):
    """A program that skips the comment has the same points; this one has the same event."""
    written = lists.FILES[dialect][1](staff_reader(event))
    assert "### [crosstable] round_factors=1:2" in written
    assert sum(line.startswith("299") for line in written.splitlines()) == 5  # all that is not 0 in round 1
    assert "which rounds count otherwise" in name_unsaid(staff_reader(event))
    again = import_file(read_tournament(written.encode(), "open.trf"), COMMAND, slug="again")
    assert again.round_factors == "1:2"
    assert set(Game.objects.filter(round__event=again).values_list("decided_points", flat=True)) == {""}
    assert points(again) == POINTS
    assert lists.FILES[dialect][1](staff_reader(again)) == written
    others = "".join(line for line in written.splitlines(keepends=True) if not line.startswith("###"))
    assert points(import_file(read_tournament(others.encode(), "open.trf"), COMMAND, slug="others")) == POINTS


def test_the_rating_report_has_its_own_result_with_the_points_of_the_round(event):
    """The win of number 1 is rated as a draw, which counts 1 in round 1."""
    Game.objects.filter(pk=game(event, 1, 1).pk).update(rating_result="==")
    event = Event.objects.get(pk=event.pk)
    written = lists.FILES["trf16"][1](staff_reader(event)).splitlines()
    assert next(line for line in written if line.startswith("001    1"))[80:84].strip() == "1.0"


def test_a_file_with_such_rounds_and_a_knock_out_has_no_plan_of_it():
    event = make_event(rounds=1, departures=LEFT)
    set_plan(event, KNOCK_OUT, COMMAND)
    written = lists.FILES["trf"][1](staff_reader(Event.objects.get(pk=event.pk)))
    assert import_file(read_tournament(written.encode(), "open.trf"), COMMAND, slug="matches").stages.count() == 2
    both = f"{written}### [crosstable] round_factors=1:2\n"
    again = import_file(read_tournament(both.encode(), "open.trf", lenient=True), COMMAND, slug="both")
    assert (again.round_factors, again.stages.count()) == ("1:2", 0)


def test_a_file_of_teams_has_none():
    written = lists.FILES["trf"][1](staff_reader(make_team_event(departures=LEFT)))
    with pytest.raises(Refusal) as refused:
        read_tournament(f"{written}### [crosstable] round_factors=1:2\n".encode(), "open.trf")
    assert refused.value.code == "bad-setting"


def test_archives_and_copies_keep_them(event):
    assert points(import_again(export_event(event), slug="again")) == POINTS
    owner = Actor(person("olga", event, Role.OWNER), Role.OWNER, departs=frozenset({"round-factors"}))
    assert copy_event(event, owner, name="Next year").round_factors == "1:2"


def draw_round_3(engine, factors):
    """Return the boards of round 3 and the notes of its draft, after two rounds with the same results."""
    event = make_championship(8, f"{engine}-{len(factors)}", "chess")
    set_plan(event, (Stage("dutch", 1, 5, {"engine": engine}),), COMMAND)
    change_settings(event, {"round_factors": factors}, COMMAND)
    for number, results in ((1, ("10", "10", "01", "01")), (2, ("==", "01", "==", "10"))):
        draw(event)
        publish(event)
        for board, result in enumerate(results, start=1):
            enter_result(event, number, board, Entry(result, version=0), COMMAND)
    (draft,) = draw(event)
    return [(board["white"], board["black"]) for board in draft.boards], str(draft.proposal)


def test_rounds_are_paired_by_what_games_count_whichever_program_is_named():
    """A win of round 1 counts as much as a draw of round 2; gacrux would pair by the results."""
    own, notes = draw_round_3("own", "1:0.5")
    assert own != draw_round_3("own", "")[0]
    assert "engine-only-results" not in notes
    found, notes = draw_round_3("gacrux", "1:0.5")
    assert found == own
    assert "engine-only-results" in notes
