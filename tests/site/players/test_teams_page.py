"""Teams entered by hand and from a list: who plays where in which order, and what is refused at which line."""

import re
from uuid import uuid4

import pytest

from tests.site.factories import person
from tests.site.reading import text
from tests.site.teams import lists, make_team_event
from tiebreaks.refusal import Refusal
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.players.enrolment import TeamPlace, enrol
from tournaments.actions.players.players import edit_player
from tournaments.actions.players.teams import save_team
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event, Game, LogEntry, Player, Team
from tournaments.queries.standings.crosstable import read_crosstable
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db

TEAMS, ADD, FIRST = "/e/league/teams/", "/e/league/teams/add/", "/e/league/teams/1/"
IMPORT = "/e/league/players/import/"


@pytest.fixture
def event():
    return make_team_event(rounds=0)


@pytest.fixture
def chief(client, event):
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    return client


def post(client, members=(), url=FIRST, **fields):
    form = {"name": "Aster", "short_name": "", "captain": "", "member": [str(number) for number in members]}
    return client.post(url, form | fields)


def shown(answer):
    return [int(number) for number in re.findall(r'name="member" value="(\d+)"', answer.text)]


def test_a_team_is_added_with_its_first_player(chief, event):
    answer = post(chief, url=ADD, name="Erle", short_name="ERL", new_name="Urban, Uta", new_rating="2011")
    assert (answer.status_code, answer["Location"]) == (302, "/e/league/teams/5/?more")
    team = Team.objects.get(name="Erle")
    assert (team.number, team.short_name, lists(event)["Erle"]) == (5, "ERL", [21])
    player = Player.objects.get(number=21)
    assert (player.name, player.rating, player.team_place) == ("Urban, Uta", 2011, 1)
    entry = LogEntry.objects.get()
    assert (entry.action, entry.after["team"], entry.after["players"]) == ("team-added", 5, [21])


REFUSED = [
    ({"name": ""}, "This field is required"),
    ({"name": "birke"}, "“birke” is already entered, as number 2."),
    ({"name": "x" * 61}, "at most 60 characters"),
    ({"short_name": "ASTERN"}, "at most 5 characters"),
    ({"new_name": "Bach, Bo"}, "“Bach, Bo” is already entered, as number 2."),
    ({"new_name": "Neu, Nora", "new_rating": "strong"}, "is not a rating"),
    ({"new_rating": "2000"}, "There is no name"),
]


@pytest.mark.parametrize(("fields", "sentence"), REFUSED)
def test_what_is_wrong_is_stated_and_nothing_is_saved(chief, event, fields, sentence):
    answer = post(chief, [5, 4, 3, 2, 1], **fields)
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert shown(answer) == [5, 4, 3, 2, 1], "what was arranged stays on the page"
    assert lists(event)["Aster"] == [1, 2, 3, 4, 5]
    assert not LogEntry.objects.exists()


ARRANGED = [
    ("up", 2, [1, 3, 2, 4, 5]),
    ("up", 0, [1, 2, 3, 4, 5]),
    ("down", 0, [2, 1, 3, 4, 5]),
    ("remove", 4, [1, 2, 3, 4]),
    ("down", "nonsense", [1, 2, 3, 4, 5]),
]


@pytest.mark.parametrize(("verb", "line", "after"), ARRANGED)
def test_a_button_arranges_the_list_and_stores_nothing(chief, event, verb, line, after):
    answer = post(chief, [1, 2, 3, 4, 5], url=f"{TEAMS}member-{verb}/", team=1, line=line)
    assert f'action="{FIRST}"' in answer.text, "what is saved next"
    assert (answer.status_code, shown(answer)) == (200, after)
    assert "not saved yet" in text(answer)
    assert lists(event)["Aster"] == [1, 2, 3, 4, 5]


def test_the_list_of_a_new_team_is_arranged_before_it_is_saved(chief, event):
    post(chief, [1, 2, 3])  # 4 and 5 play for nobody
    answer = post(chief, [4, 5], url=f"{TEAMS}member-up/", team="", name="Erle", line=1)
    assert (shown(answer), f'action="{ADD}"' in answer.text) == ([5, 4], True)
    assert "Erle" not in lists(event)
    post(chief, shown(answer), url=ADD, name="Erle")
    assert lists(event)["Erle"] == [5, 4]


def test_the_order_is_saved_and_logged(chief, event):
    assert post(chief, [3, 1, 2, 4, 5]).status_code == 302
    assert lists(event)["Aster"] == [3, 1, 2, 4, 5]
    entry = LogEntry.objects.get()
    assert (entry.before["players"], entry.after["players"]) == ([1, 2, 3, 4, 5], [3, 1, 2, 4, 5])
    post(chief, [3, 1, 2, 4, 5])
    assert LogEntry.objects.count() == 1, "the same again writes nothing"
    assert "changed a team" in text(chief.get("/e/league/log/"))


def test_a_player_leaves_one_team_and_joins_another(chief, event):
    post(chief, [1, 2, 3, 4])
    assert Player.objects.get(number=5).team is None
    assert "1 player has no team." in text(chief.get(TEAMS))
    answer = post(chief, [6, 7, 8, 9, 10], url=f"{TEAMS}member-add/", team=2, name="Birke", joins="5")
    assert shown(answer) == [6, 7, 8, 9, 10, 5]
    post(chief, shown(answer), url="/e/league/teams/2/", name="Birke")
    assert lists(event)["Birke"] == [6, 7, 8, 9, 10, 5]


@pytest.mark.parametrize(("members", "sentence"), [
    ([1, 2, 3, 4, 5, 6], "Player 6 already plays for Birke."),
    ([1, 99], "There is no player with the number 99."),
])  # fmt: skip
def test_nobody_is_taken_from_another_team(event, members, sentence):
    with pytest.raises(Refusal, match=sentence):
        save_team(event, 1, {"name": "Aster"}, members, COMMAND)
    assert lists(event)["Aster"] == [1, 2, 3, 4, 5]


def test_a_player_who_has_played_stays_in_their_team(client):
    event = make_team_event(rounds=1)
    with pytest.raises(Refusal, match="Bach, Bo has already played for Aster"):
        save_team(event, 1, {"name": "Aster"}, [1, 3, 4, 5], COMMAND)
    with pytest.raises(Refusal, match="can’t leave this team"):
        edit_player(event, 2, {"team": "Birke"}, COMMAND)
    edit_player(event, 5, {"team": "Birke"}, COMMAND)  # the reserve
    assert lists(event)["Birke"] == [6, 7, 8, 9, 10, 5]
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    page = client.post("/e/league/players/2/", {"name": "Bach, Bo", "rating": "2280", "team": "Birke"})
    assert (page.status_code, "has already played for" in text(page)) == (422, True)


def test_a_team_goes_with_its_players_before_it_is_paired(chief, event):
    assert chief.post(f"{FIRST}remove/").status_code == 302
    assert list(lists(event)) == ["Birke", "Ceder", "Distel"]
    assert Player.objects.count() == 15
    assert LogEntry.objects.get().action == "team-removed"


def test_a_team_in_the_pairings_is_not_removed(client):
    event = make_team_event(rounds=1)
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    assert "Remove from the list" not in text(client.get(FIRST))
    page = client.post(f"{FIRST}remove/", follow=True)
    assert "Aster is already in the pairings" in text(page)
    assert Team.objects.count() == 4


def test_the_page_counts_boards_that_stay_empty(chief, event):
    post(chief, [1, 2, 3])
    assert "1 board would stay empty" in text(chief.get(TEAMS))


@pytest.mark.parametrize("teams", [4, 12])
def test_the_page_asks_the_same_few_questions(chief, event, teams, django_assert_max_num_queries):
    for number in range(5, teams + 1):
        save_team(event, None, {"name": f"Team {number}"}, [], COMMAND, newcomers=[{"name": f"P {number}"}])
    with django_assert_max_num_queries(24):
        chief.get(TEAMS)


def test_an_event_of_players_has_no_such_page(client):
    from tests.site.factories import make_event

    event = make_event()
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    assert client.get("/e/open/teams/").status_code == 404
    assert "/e/open/teams/" not in client.get("/e/open/players/").text


# The players of a team event


def test_the_list_of_players_is_ordered_by_team_and_names_it(chief, event):
    post(chief, [5, 1, 2, 3, 4])
    page = chief.get("/e/league/players/")
    numbers = re.findall(r'<td class="place">(\d+)</td>', page.text)
    assert numbers[:6] == ["5", "1", "2", "3", "4", "6"]
    assert page.text.count('href="/e/league/teams/1/"') == 5
    assert re.findall(r'<td class="place">(\d+)</td>', chief.get("/e/league/players/?q=distel").text)[0] == "16"


def test_a_player_is_added_to_a_team_and_missed_no_round(client):
    event = make_team_event(rounds=1)
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    client.post("/e/league/players/add/", {"name": "Urban, Uta", "team": "Ceder"})
    assert lists(event)["Ceder"][-1] == 21
    assert not Game.objects.filter(white__number=21).exists()
    assert read_standings(Reader(Event.objects.get())).facts.team_event.teams[3].players[-1] == 21


# From a list


def import_list(client, lines, verb="store", **choices):
    client.post(IMPORT, {"text": "\n".join(lines)})
    view = client.get(IMPORT).context["view"]
    columns = {"column": [column.field for column in view.columns], "titles": "on", "numbers": "order"}
    return client.post(f"{IMPORT}{verb}/", columns | choices)


LIST = [
    "Mannschaft;Brett;Name;Elo",
    "Erle;2;Urban, Uta;2011",
    "Erle;1;Voss, Vera;2102",
    "Fichte;;Wolff, Wim;1990",
    "birke;1;Xander, Xenia;2400",
    "Fichte;;Yilmaz, Yael;2050",
]


def test_a_list_makes_teams_and_puts_players_at_their_boards(chief, event):
    assert import_list(chief, LIST).status_code == 302
    entries = lists(event)
    names = {player.number: player.name for player in event.players.all()}
    assert [names[number] for number in entries["Erle"]] == ["Voss, Vera", "Urban, Uta"]
    assert [names[number] for number in entries["Fichte"]] == ["Wolff, Wim", "Yilmaz, Yael"]
    assert [names[number] for number in entries["Birke"]][:2] == ["Xander, Xenia", "Falk, Fee"]
    assert [team.number for team in event.teams.order_by("number")] == [1, 2, 3, 4, 5, 6]


def test_a_list_moves_a_player_who_is_here_already(chief, event):
    lines = ["Team\tName", "Distel\tAbel, Ada", "Birke\tFalk, Fee"]
    assert import_list(chief, lines).status_code == 302
    assert lists(event)["Distel"] == [16, 17, 18, 19, 20, 1]
    assert lists(event)["Birke"] == [6, 7, 8, 9, 10], "who is named with his own team stays where he is"


WRONG = [
    (["Team;Name", "Erle;Urban, Uta", ";Voss, Vera"], "line 3", "There is no team in this line."),
    (["Team;Board;Name", "Erle;1;Urban, Uta", "erle;1;Voss, Vera"], "line 3", "Board 1 of erle is already in line 2"),
    (["Team;Board;Name", "Erle;first;Urban, Uta"], "line 2", "“first” is not a number"),
    (["Team;Name", f"{'x' * 61};Urban, Uta"], "line 2", "has more than 60 letters"),
    (["Verein;Name", "Erle;Urban, Uta"], "", "No column is set as the team"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "place", "sentence"), WRONG)
def test_every_mistake_is_named_by_its_line_and_nothing_comes_in(chief, event, lines, place, sentence):
    answer = import_list(chief, lines)
    assert answer.status_code == 422
    assert place in text(answer) and sentence in text(answer)
    assert (Team.objects.count(), Player.objects.count()) == (4, 20)


def test_neither_file_nor_text_is_asked_for(chief):
    answer = chief.post(IMPORT)
    assert (answer.status_code, "Paste the list, or choose a file." in text(answer)) == (422, True)


def test_the_empty_list_has_the_columns_of_teams(chief):
    head = chief.get("/e/league/players/empty/csv/").content.decode("utf-8-sig").splitlines()[0]
    assert head.split(";")[:3] == ["Team", "Board", "Name"]


def test_a_result_after_the_list_changed_counts_for_the_team(client):
    event = make_team_event(rounds=1)
    save_team(event, 1, {"name": "Aster"}, [5, 4, 3, 2, 1], COMMAND)
    for board, result in enumerate(("10", "01", "10", "01"), start=1):  # Aster has White at boards 1 and 3
        enter_result(event, 1, board, Entry(result=result, version=0, uuid=uuid4()), COMMAND)
    event.refresh_from_db()
    assert read_crosstable(staff_reader(event)).team_event.matches[1][0].game_points == 4


def test_who_has_played_may_change_boards_but_not_teams():
    event = make_team_event(rounds=1)
    players = {player.number: player for player in event.players.select_related("team")}
    enrol(event, [TeamPlace(players[4], "Aster", 1)])
    assert lists(event)["Aster"] == [4, 1, 2, 3, 5]
    with pytest.raises(Refusal, match="already played for Aster"):
        enrol(event, [TeamPlace(players[4], "Birke", 1)])


def test_boards_of_a_list_in_any_order_are_those_of_the_list():
    event = make_team_event(rounds=0)
    new = [Player.objects.create(event=event, number=number, name=f"New {number}") for number in (21, 22, 23)]
    enrol(event, [TeamPlace(player, "Aster", place) for player, place in zip(new, (2, 3, 1), strict=True)])
    assert lists(event)["Aster"] == [23, 21, 22, 1, 2, 3, 4, 5]
