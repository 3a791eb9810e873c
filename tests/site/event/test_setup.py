"""A new event in few steps: who may begin, what each step stores, what is missing at the end."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from pairing.plan.stages import Stage
from tests.site.championship import draw, make_championship, publish, swiss
from tests.site.event.test_team_settings import MATCH
from tests.site.factories import make_event, person
from tests.site.reading import text
from tiebreaks.facts.disciplines import DISCIPLINES
from tiebreaks.refusal import Refusal
from tournaments.access.reader import staff_reader
from tournaments.actions.event.configuration import change_settings, set_tiebreaks
from tournaments.actions.players.players import add_player
from tournaments.actions.players.teams import save_team
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.disciplines import Discipline
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, LogEntry, Player
from tournaments.pages.event.setup import setup_view
from tournaments.queries.rounds import plan

pytestmark = pytest.mark.django_db

ABOUT = {"discipline": "chess", "name": "Autumn Open", "place": "Ahorntal", "time_zone": "Europe/Berlin"}


@pytest.fixture
def admin(client):
    client.force_login(User.objects.create_superuser("root"))
    return client


def begin(client, **changes):
    return client.post("/new/", ABOUT | changes)


def test_the_first_step_makes_an_event_that_nobody_else_sees(admin, client):
    answer = begin(admin, starts_on="2026-12-05", ends_on="2026-12-06")
    event = Event.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, "/e/autumn-open/setup/rounds/")
    assert (event.name, event.place, str(event.ends_on)) == ("Autumn Open", "Ahorntal", "2026-12-06")
    assert (event.is_public, event.is_dry_run, event.memberships.get().role) == (False, False, Role.OWNER)
    assert LogEntry.objects.get().action == "create"
    client.logout()
    assert client.get("/e/autumn-open/").status_code == 404


def test_two_events_of_one_name_have_two_addresses(admin):
    begin(admin)
    assert begin(admin)["Location"] == "/e/autumn-open-2/setup/rounds/"


REFUSED = [
    ({"name": ""}, "This field is required"),
    ({"discipline": "bridge"}, "Select a valid choice"),
    ({"time_zone": "Mars"}, "Select a valid choice"),
    ({"starts_on": "2026-12-05", "ends_on": "2026-12-04"}, "The last day is before the first."),
]


@pytest.mark.parametrize(("changes", "sentence"), REFUSED)
def test_what_is_wrong_in_the_first_step_makes_nothing(admin, changes, sentence):
    answer = begin(admin, **changes)
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert not Event.objects.exists()


@pytest.mark.parametrize(("who", "everybody", "status"), [("somebody", False, 403), ("somebody", True, 200)])
def test_who_may_begin_is_a_setting_of_the_site(client, settings, who, everybody, status):
    settings.EVERYBODY_CREATES = everybody
    client.force_login(person(who, make_event(), Role.OWNER))
    assert client.get("/new/").status_code == status
    assert begin(client).status_code == (302 if status == 200 else 403)


def test_the_anonymous_are_sent_to_the_sign_in(client):
    assert begin(client)["Location"] == "/signin/?next=/new/"


def test_a_page_of_before_fide_was_asked_leaves_fide_mode_as_it_is(admin):
    begin(admin)
    admin.post("/e/autumn-open/setup/rounds/", {"way": "swiss", "rounds": 5})
    assert Event.objects.get().is_in_fide_mode and Event.objects.get().stages.exists()


@pytest.mark.parametrize("for_fide", [True, False])
def test_the_second_step_asks_whether_fide_rates_the_event(admin, for_fide):
    begin(admin)
    assert "To be rated by FIDE" in text(admin.get("/e/autumn-open/setup/rounds/"))
    tick = {"asks_for_fide": "True"} | ({"for_fide": "on"} if for_fide else {})
    admin.post("/e/autumn-open/setup/rounds/", {"way": "swiss", "rounds": 5} | tick)
    event = Event.objects.get()
    assert event.is_in_fide_mode == for_fide
    assert event.log.filter(action=LogAction.FIDE_LEFT).exists() != for_fide
    assert ("To be rated by FIDE" in text(admin.get("/e/autumn-open/setup/rounds/"))) == for_fide, "once for ever"


@pytest.mark.parametrize("changes", [{"discipline": "petanque"}, {"of_teams": "on"}])
def test_only_players_of_chess_can_be_rated(admin, changes):
    begin(admin, **changes)
    assert "To be rated by FIDE" not in text(admin.get("/e/autumn-open/setup/rounds/"))


WAYS = [
    ("chess", "swiss", 7, "swiss", [("dutch", 1, 7)]),
    ("scrabble", "german-championship", 20, "swiss", [("groups", 1, 3), ("new-swiss", 4, 19), ("finalists", 20, 20)]),
    ("scrabble", "new-swiss", 8, "swiss", [("new-swiss", 1, 8)]),
    ("petanque", "new-swiss", 5, "swiss", [("new-swiss", 1, 5)]),
    ("chess", "final-four", 5, "swiss", [("dutch", 1, 5), ("knock-out", 6, 7)]),
]

# The ways whose rounds follow from the players: for sixteen until others are entered.
BY_PLAYERS = [
    ("petanque", "pools-and-brackets", [("pools", 1, 3), ("knock-out", 4, 6)]),
    ("petanque", "concours", [("knock-out", 1, 4)]),
    ("chess", "cup", [("knock-out", 1, 4)]),
]


@pytest.mark.parametrize(("game", "way", "rounds", "system", "stages"), WAYS)
def test_the_second_step_stores_the_plan(admin, game, way, rounds, system, stages):
    begin(admin, discipline=game)
    answer = admin.post("/e/autumn-open/setup/rounds/", {"way": way, "rounds": rounds})
    assert answer["Location"] == "/e/autumn-open/players/"
    event = Event.objects.get()
    assert event.system == system
    assert [(stage.system, stage.first, stage.last) for stage in plan.read_plan(event)][: len(stages) or 1] == stages


@pytest.mark.parametrize(("game", "way", "stages"), BY_PLAYERS)
def test_where_the_players_decide_no_rounds_and_no_order_are_asked_for(admin, game, way, stages):
    begin(admin, discipline=game)
    page = text(admin.get("/e/autumn-open/setup/rounds/"))
    assert "Not needed if it follows from the number of players." in page
    answer = admin.post("/e/autumn-open/setup/rounds/", {"way": way, "rounds": "", "order": 1})
    assert answer["Location"] == "/e/autumn-open/players/"
    event = Event.objects.get()
    assert [(stage.system, stage.first, stage.last) for stage in plan.read_plan(event)] == stages
    page = admin.get("/e/autumn-open/setup/rounds/")
    assert page.context["form"]["way"].value() == way
    assert re.search(f'value="{way}"\\s+class="of-matches"', page.content.decode()), "which hides the number of rounds"
    assert "Nobody is entered yet. An example with 16 players:" in text(admin.get("/e/autumn-open/pairings/"))


@pytest.mark.parametrize(("game", "spreads"), [("scrabble", (50, -50)), ("petanque", (6, -13))])
def test_a_bye_and_a_forfeit_count_as_usual_in_the_game(admin, game, spreads):
    begin(admin, discipline=game)
    event = Event.objects.get()
    assert (event.bye_spread, event.forfeit_spread) == spreads
    other = "petanque" if game == "scrabble" else "scrabble"
    change_settings(event, {"discipline": other}, COMMAND)
    event.refresh_from_db()
    assert (event.bye_spread, event.forfeit_spread) == ((6, -13) if other == "petanque" else (50, -50))


def test_another_way_takes_the_place_of_the_first(admin):
    begin(admin)
    orders = {"swiss": "PTS,BH/C1,BH,SB,DE", "round-robin": "PTS,DE,SB,WIN,KS"}
    for way, system in [("swiss", "dutch"), ("round-robin", "round-robin"), ("swiss", "dutch")]:
        admin.post("/e/autumn-open/setup/rounds/", {"way": way, "rounds": 5})
        event = Event.objects.get()
        assert (event.system, [stage.system for stage in plan.read_plan(event)]) == (way, [system])
        assert event.tiebreaks == orders[way]
    assert event.planned_rounds == 5


def test_an_order_that_somebody_has_chosen_stays(admin):
    begin(admin)
    admin.post("/e/autumn-open/setup/order/", {"order": "german-youth"})
    chosen = Event.objects.get().tiebreaks
    admin.post("/e/autumn-open/setup/rounds/", {"way": "round-robin", "rounds": ""})
    event = Event.objects.get()
    assert (event.system, event.tiebreaks) == ("round-robin", chosen)


def test_the_order_of_a_new_event_follows_its_game_and_its_teams(admin):
    begin(admin)
    event = Event.objects.get()
    for changes, order in [
        ({"discipline": "scrabble"}, DISCIPLINES["scrabble"].orders["swiss"]),
        ({"discipline": "chess", "system": "round-robin"}, "PTS,DE,SB,WIN,KS"),
        ({"team_boards": 4}, DISCIPLINES["chess"].team_orders["MP", "round-robin"]),
        ({"team_score": "GP"}, DISCIPLINES["chess"].team_orders["GP", "round-robin"]),
    ]:
        change_settings(event, changes, COMMAND)
        event.refresh_from_db()
        assert event.tiebreaks == order


@pytest.mark.parametrize("of_teams", ["", "on"])
def test_a_round_robin_is_ready_for_as_many_as_are_entered(admin, of_teams):
    begin(admin, of_teams=of_teams)
    answer = admin.post("/e/autumn-open/setup/rounds/", MATCH | {"way": "round-robin", "rounds": ""})
    assert answer["Location"] == f"/e/autumn-open/{'teams' if of_teams else 'players'}/"
    event = Event.objects.get()
    page = text(admin.get("/e/autumn-open/setup/"))
    assert "The number of rounds follows from the number of players: this is an example with 16." in page
    for count, rounds in enumerate([1, 1, 3, 3, 5, 5, 7], 1):
        if of_teams:
            save_team(event, None, {"name": f"Number {count}"}, [], COMMAND)
        else:
            add_player(event, {"name": f"Number {count}"}, COMMAND)
        event.refresh_from_db()
        assert (event.planned_rounds, [each.last for each in plan.read_plan(event)]) == (rounds, [rounds])
    assert "7 rounds: Round robin" in text(admin.get("/e/autumn-open/setup/"))


def test_a_round_robin_has_no_more_rounds_than_a_plan_can(admin):
    begin(admin)
    event = Event.objects.get()
    set_plan(event, plan.make_preset_plan("double-round-robin", event, None), COMMAND)
    Player.objects.bulk_create(Player(event=event, number=number, name=f"Number {number}") for number in range(1, 50))
    for number in range(50, 53):
        add_player(event, {"name": f"Number {number}"}, COMMAND)
        event.refresh_from_db()
        assert event.planned_rounds == 98, "of 50 players"
    set_plan(event, plan.make_preset_plan("swiss", event, 5), COMMAND)
    with pytest.raises(Refusal, match="at most 99 rounds"):
        set_plan(event, [Stage("round-robin", 1, 15, {"cycles": 2})], COMMAND)


def test_a_round_robin_chosen_among_the_pairings_is_one_for_the_tie_breaks_too(admin):
    begin(admin)
    event = Event.objects.get()
    for number in range(6):
        add_player(event, {"name": f"Number {number}"}, COMMAND)
    set_plan(event, plan.make_preset_plan("double-round-robin", event, None), COMMAND)
    event.refresh_from_db()
    assert (event.system, event.tiebreaks, event.planned_rounds) == ("round-robin", "PTS,DE,SB,WIN,KS", 10)
    set_plan(event, plan.make_preset_plan("swiss", event, 5), COMMAND)
    event.refresh_from_db()
    assert (event.system, event.tiebreaks, event.planned_rounds) == ("swiss", "PTS,BH/C1,BH,SB,DE", 5)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"way": "groups", "rounds": 5}, "Select a valid choice"),
        ({"way": "german-championship", "rounds": 3}, "at least 5 rounds"),
        ({"way": "new-swiss", "rounds": 0}, "greater than or equal to 1"),
        ({"way": "new-swiss"}, "This field is required"),
    ],
)
def test_a_wrong_second_step_stores_nothing(admin, fields, sentence):
    begin(admin, discipline="scrabble")
    answer = admin.post("/e/autumn-open/setup/rounds/", fields)
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert plan.read_plan(Event.objects.get()) == ()


def test_a_begun_event_keeps_its_rounds(client):
    event = swiss(make_championship(8, slug="open"))
    draw(event)
    publish(event)
    client.force_login(person("olga", event, Role.OWNER))
    answer = client.post("/e/open/setup/rounds/", {"way": "round-robin", "rounds": 5})
    assert answer.status_code == 422
    assert "has already been paired" in text(answer)
    event.refresh_from_db()
    assert event.system == "swiss"


@pytest.mark.parametrize("game", Discipline.values)
def test_another_order_can_be_chosen_before_anybody_takes_part(admin, game):
    begin(admin, discipline=game)
    event = Event.objects.get()
    answer = admin.post("/e/autumn-open/setup/rounds/", {"way": "swiss", "rounds": 5, "order": 1})
    assert game != "chess" or answer["Location"] == "/e/autumn-open/setup/order/"
    for preset in event.game.list_presets(event.system):
        answer = admin.post("/e/autumn-open/setup/order/", {"order": preset.key})
        assert (answer.status_code, answer["Location"]) == (302, "/e/autumn-open/players/")
        event.refresh_from_db()
        assert event.tiebreaks == preset.order
    assert admin.post("/e/autumn-open/setup/order/", {"order": "none"}).status_code == 422


def test_the_last_step_says_what_is_missing_and_shows_the_event(admin, client):
    begin(admin)
    page = text(admin.get("/e/autumn-open/setup/"))
    assert "Something is still missing." in page and "There is no plan yet." in page and "0 players" in page
    admin.post("/e/autumn-open/setup/rounds/", {"way": "swiss", "rounds": 5})
    event = Event.objects.get()
    add_player(event, {"name": "Anna"}, COMMAND)
    page = text(admin.get("/e/autumn-open/setup/"))
    assert "Something is still missing." in page and "1 player" in page
    add_player(event, {"name": "Bo"}, COMMAND)
    page = text(admin.get("/e/autumn-open/setup/"))
    assert "Everything is ready." in page and "5 rounds: FIDE Dutch" in page and "2 players" in page
    admin.post("/e/autumn-open/setup/show/")
    anybody = Client()
    assert anybody.get("/e/autumn-open/").status_code == 200
    admin.post("/e/autumn-open/setup/hide/")
    assert anybody.get("/e/autumn-open/").status_code == 404


def test_the_last_step_says_how_far_each_thing_is():
    """A pool for three rounds, and a final of one; of the players four are still there."""
    event = make_championship(5, place="Bern")
    set_plan(event, [Stage("new-swiss", 1, 3), Stage("knock-out", 4, 4, {"entrants": 2})], COMMAND)
    event.players.filter(number=5).update(withdrawn_from=1)
    view = setup_view(staff_reader(Event.objects.get()))
    where, rounds, order, players, times = view.items
    assert [item.done for item in view.items] == [False, True, True, True, False]
    assert (where.text, times.text) == ("Bern", "No round has a time yet.")
    assert (players.text, players.page) == ("5 players", "players")
    assert rounds.text.startswith("1–3: ") and ", 4: " in rounds.text
    assert order.text.startswith("Points, ")
    assert view.is_ready and not view.has_begun, "the optional things are not waited for"
    Event.objects.update(starts_on="2040-05-01", place="")
    dated = setup_view(staff_reader(Event.objects.get())).items[0]
    assert (dated.text, dated.done) == ("1 May 2040", True)


def test_the_last_step_looks_ahead_with_those_who_are_there():
    event = make_championship(5)
    set_plan(event, [Stage("knock-out", 1, 1, {})], COMMAND)
    of_five = setup_view(staff_reader(event)).items[1].details
    event.players.filter(number=5).update(withdrawn_from=1)
    four = make_championship(4, slug="four")
    set_plan(four, [Stage("knock-out", 1, 1, {})], COMMAND)
    assert (
        setup_view(staff_reader(event)).items[1].details == setup_view(staff_reader(four)).items[1].details != of_five
    )


def test_the_pages_of_an_event_without_players_are_whole(admin):
    begin(admin)
    for page in ("", "crosstable/", "pairings/", "players/", "players/add/", "players/import/", "checkin/", "times/"):
        assert admin.get(f"/e/autumn-open/{page}").status_code == 200, page


@pytest.mark.parametrize(("game", "way", "rounds"), [(game, way, rounds) for game, way, rounds, *_rest in WAYS])
def test_the_second_step_shows_what_was_chosen(admin, game, way, rounds):
    begin(admin, discipline=game)
    admin.post("/e/autumn-open/setup/rounds/", {"way": way, "rounds": rounds})
    form = admin.get("/e/autumn-open/setup/rounds/").context["form"]
    assert (form["way"].value(), form["rounds"].value()) == (way, rounds)


def test_the_last_step_names_an_order_that_does_not_suit_the_event(admin):
    begin(admin)
    admin.post("/e/autumn-open/setup/rounds/", {"way": "round-robin", "rounds": "", "for_fide": "on"})
    assert "must not be used" not in text(admin.get("/e/autumn-open/setup/"))
    assert admin.post("/e/autumn-open/setup/order/", {"order": "chess-swiss"}).status_code == 409, "it leaves FIDE mode"
    set_tiebreaks(Event.objects.get(), "PTS,BH/C1,SB", COMMAND)
    page = text(admin.get("/e/autumn-open/setup/"))
    assert "BH/C1 must not be used in a round robin, where all players have the same opponents." in page
