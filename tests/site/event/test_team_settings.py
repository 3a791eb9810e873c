"""What a match of teams is: asked by the set-up and the settings, checked, and fixed once a round is paired."""

from decimal import Decimal

import pytest
from django.contrib.auth.models import User

from pairing.plan import stages
from tests.site.event.test_settings_page import fields
from tests.site.factories import make_event, person
from tests.site.reading import text
from tests.site.teams import lists, make_team_event, make_teams
from tiebreaks.refusal import Refusal
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.configuration import change_settings
from tournaments.actions.event.setup import copy_event
from tournaments.actions.players.teams import save_team
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.forms import event_settings
from tournaments.models import Event, LogEntry, Team
from tournaments.queries.rounds import plan
from tournaments.queries.standings import team_crosstable
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db

ABOUT = {"discipline": "chess", "name": "Autumn League", "time_zone": "Europe/Berlin", "of_teams": "on"}
MATCH = {
    "way": "team-swiss", "rounds": "5", "team_boards": "4", "team_colours": "", "team_score": "MP",
    "match_win_points": "2", "match_draw_points": "1", "match_loss_points": "0", "team_bye_match_points": "1",
    "team_bye_game_points": "", "berlin": "",
}  # fmt: skip
ROUNDS = "/e/autumn-league/setup/rounds/"


@pytest.fixture
def admin(client):
    client.force_login(User.objects.create_superuser("root"))
    return client


# The set-up


def test_a_team_event_is_set_up_from_the_first_step_to_the_first_team(admin):
    assert admin.post("/new/", ABOUT)["Location"] == ROUNDS
    event = Event.objects.get()
    assert (event.team_boards, event.team_rules.line_up_in_order, event.tiebreaks) == (
        4,
        True,
        "MP,EMGSB/C1,GP,BH:MP/C1",
    )
    page = text(admin.get(ROUNDS))
    assert "Swiss system for teams" in page and "Boards of a match" in page and "German Scrabble" not in page
    answer = admin.post(ROUNDS, MATCH | {"team_boards": "8", "team_colours": "w b b w", "berlin": "points"})
    assert answer["Location"] == "/e/autumn-league/teams/"
    event.refresh_from_db()
    rules = event.team_rules
    assert (event.team_boards, rules.team_colours, rules.berlin, rules.line_up_in_order) == (8, "WBBW", "points", False)
    assert team_crosstable.find_board_colours(event) == "WBBWWBBW"
    assert [(stage.system, stage.first, stage.last) for stage in plan.read_plan(event)] == [("team-swiss", 1, 5)]
    assert admin.get(ROUNDS).context["form"]["way"].value() == "team-swiss"
    answer = admin.post("/e/autumn-league/setup/order/", {"order": "olympiad"})
    assert answer["Location"] == "/e/autumn-league/teams/"
    event.refresh_from_db()
    assert event.tiebreaks == "MP,OSB,GP,OBH"
    assert "0 teams, 0 players" in text(admin.get("/e/autumn-league/setup/"))
    for name in ("Aster", "Birke"):
        save_team(event, None, {"name": name}, [], COMMAND, newcomers=[{"name": f"{name} 1"}])
    page = text(admin.get("/e/autumn-league/setup/"))
    assert "2 teams, 2 players" in page and "Everything is ready." in page


@pytest.mark.parametrize("game", ["scrabble", "petanque"])
def test_teams_are_for_chess(admin, game):
    admin.post("/new/", ABOUT | {"discipline": game})
    assert not Event.objects.get().of_teams


WRONG = [
    ({"team_boards": "0"}, "A match has at least one board."),
    ({"team_boards": "21"}, "A match has 1 to 20 boards, not 21."),
    ({"team_boards": "-1"}, "A match has at least one board."),
    ({"team_boards": ""}, "This field is required"),
    ({"team_colours": "WSWS"}, "“WSWS” is not a valid colour pattern"),
    ({"team_colours": "WBBWW"}, "A match has 4 boards, but “WBBWW” has more colours."),
    ({"match_draw_points": "3"}, "A won match must be worth at least as much as a drawn one"),
    ({"match_loss_points": "1.5"}, "and a drawn one at least as much as a lost one"),
    ({"berlin": "never"}, "Select a valid choice"),
    ({"team_score": "XP"}, "Select a valid choice"),
    ({"team_bye_game_points": "two"}, "Enter a number"),
    ({"way": "swiss"}, "Select a valid choice"),
]


@pytest.mark.parametrize(("changes", "sentence"), WRONG)
def test_what_is_wrong_with_a_match_is_stated_and_nothing_is_stored(admin, changes, sentence):
    admin.post("/new/", ABOUT)
    answer = admin.post(ROUNDS, MATCH | changes)
    assert (answer.status_code, sentence in text(answer)) == (422, True), text(answer)
    event = Event.objects.get()
    assert (event.team_boards, event.team_rules.team_colours, plan.read_plan(event)) == (4, "", ())


@pytest.mark.parametrize("boards", [1, 20])
def test_a_match_has_one_to_twenty_boards(admin, boards):
    admin.post("/new/", ABOUT)
    assert admin.post(ROUNDS, MATCH | {"team_boards": str(boards)}).status_code == 302
    assert Event.objects.get().team_boards == boards


# The settings


def owner(client, event):
    client.force_login(person("olga", None if event.memberships.exists() else event, Role.OWNER))
    event.refresh_from_db()
    return f"/e/{event.slug}/settings/"


def post(client, event, **changes):
    address = owner(client, event)
    form = fields(event) | ({"of_teams": "on"} if event.of_teams else {}) | changes
    return client.post(address, {name: value for name, value in form.items() if value is not None})


def test_single_players_become_teams_before_the_first_round(client):
    event = make_event(rounds=0)
    answer = post(client, event, of_teams="on", team_boards="4", berlin="advance")
    assert answer.status_code == 302
    event.refresh_from_db()
    assert (event.team_boards, event.team_rules.berlin, event.tiebreaks) == (4, "advance", "MP,EMGSB/C1,GP,BH:MP/C1")
    assert read_standings(staff_reader(event)).rows == ()
    assert "8 players have no team." in text(client.get("/e/open/teams/"))
    assert LogEntry.objects.get().after == {
        "team_boards": 4, "berlin": "advance", "tiebreaks": "MP,EMGSB/C1,GP,BH:MP/C1",
    }  # fmt: skip


def test_the_fields_of_matches_are_left_alone_where_players_meet(client):
    event = make_event(rounds=0)
    assert post(client, event, place="Bonn", team_boards="99", match_win_points="", team_colours="?").status_code == 302
    event.refresh_from_db()
    rules = event.team_rules
    assert (event.place, event.team_boards, rules.match_win_points, rules.team_colours) == ("Bonn", 0, 2, "")


def test_a_team_event_without_teams_becomes_one_of_players(client):
    event = make_team_event(rounds=0)
    answer = post(client, event, of_teams=None)
    assert (answer.status_code, "There are teams in the list: remove them first." in text(answer)) == (422, True)
    Team.objects.all().delete()
    assert post(client, event, of_teams=None).status_code == 302
    event.refresh_from_db()
    assert (event.team_boards, event.tiebreaks) == (0, "PTS,BH/C1,BH,SB,DE")


def test_a_match_has_at_least_one_board(client):
    event = make_team_event(rounds=0)
    answer = post(client, event, team_boards="0")
    assert (answer.status_code, "A match has at least one board." in text(answer)) == (422, True)


def test_boards_and_colours_are_fixed_once_a_round_is_paired(client):
    event = make_team_event()
    page = client.get(owner(client, event))
    for name in ("of_teams", "team_boards", "team_colours"):
        assert page.context["form"].fields[name].disabled, name
    for changes in ({"team_boards": 6}, {"team_colours": "WBBW"}, {"team_boards": 0}):
        with pytest.raises(Refusal, match="can no longer be changed"):
            change_settings(event, changes, COMMAND)
    alone = make_event("alone")
    with pytest.raises(Refusal, match="A round of single players is already paired"):
        change_settings(alone, {"team_boards": 4}, COMMAND)


@pytest.mark.parametrize("change", [
    {"match_win_points": "3"}, {"team_score": "GP"}, {"berlin": "points"}, {"team_bye_game_points": "4"},
])  # fmt: skip
def test_what_moves_the_table_needs_a_reason_once_a_result_exists(client, change):
    event = make_team_event()
    enter_result(event, 1, 1, Entry(result="10", version=0), Actor())
    event.refresh_from_db()
    (name, value) = next(iter(change.items()))
    before = event.read_fields([name])
    answer = post(client, event, **change)
    assert (answer.status_code, "give a reason" in text(answer)) == (422, True)
    assert Event.objects.get().read_fields([name]) == before
    assert post(client, event, **change, reason="as announced").status_code == 302
    assert str(Event.objects.get().read_fields([name])[name]) in (value, f"{value}.0")
    assert LogEntry.objects.first().reason == "as announced"


def test_settings_of_players_are_not_asked_of_teams(client):
    event = make_team_event(rounds=0)
    page = client.get(owner(client, event)).text
    for name in event_settings.OF_PLAYERS:
        assert f'name="{name}"' not in page
    assert post(client, event, place="Bonn", bye_points=None).status_code == 302
    event.refresh_from_db()
    assert (event.place, event.bye_points) == ("Bonn", Decimal(1))


def test_a_copy_takes_the_matches_and_the_teams_along():
    event = make_team_event(team_colours="WBBW", berlin="points", team_bye_match_points=2)
    root = Actor(User.objects.create_superuser("root"), "superuser")
    copy = copy_event(event, root, name="Second edition", with_players=True)
    rules = copy.team_rules
    assert (copy.team_boards, rules.team_colours, rules.berlin, rules.team_bye_match_points) == (4, "WBBW", "points", 2)
    assert lists(copy) == lists(event)
    assert not set(copy.teams.values_list("pk", flat=True)) & set(event.teams.values_list("pk", flat=True))
    alone = copy_event(event, root, name="Third edition")
    assert (alone.team_boards, alone.teams.count()) == (4, 0)


COLOURS = [(4, "", "WBWB"), (4, "WBBW", "WBBW"), (8, "WBBW", "WBBWWBBW"), (6, "WB", "WBWBWB"), (3, "BW", "BWB")]


@pytest.mark.parametrize(("boards", "row", "shown"), COLOURS)
def test_a_row_of_colours_goes_on_to_the_last_board(boards, row, shown):
    event = make_team_event(rounds=0)
    change_settings(event, {"team_boards": boards, "team_colours": row}, COMMAND)
    event.refresh_from_db()
    assert team_crosstable.find_board_colours(event) == shown


def test_teams_whose_plan_is_accelerated_are_not_paired_by_board_points():
    event = make_teams(6)
    set_plan(event, [stages.Stage("team-swiss", 1, 5, {"accelerated": True})], COMMAND)
    with pytest.raises(Refusal):
        change_settings(event, {"team_score": "GP"}, COMMAND)
    set_plan(event, [stages.Stage("team-swiss", 1, 5)], COMMAND)
    change_settings(event, {"team_score": "GP"}, COMMAND)
    event.refresh_from_db()
    assert event.first_score == "GP"
