"""FIDE mode: what leaves it is named, asked and remembered, and it is never entered again."""

from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db.models import BooleanField, F
from django.urls import reverse

from pairing.plan import stages, usual_plans
from pairing.rules.chess960 import write_position
from tests.site.championship import draw, make_championship, play, publish
from tests.site.factories import game, make_event, person
from tests.site.reading import text
from tests.site.teams import make_team_event
from tiebreaks.refusal import Refusal
from tiebreaks.trf.writer import TRF16, TRF26
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.configuration import change_settings, leave_fide_mode, set_tiebreaks
from tournaments.actions.event.events import import_file
from tournaments.actions.event.setup import copy_event
from tournaments.actions.players.participation import set_absences
from tournaments.actions.rounds.forbidden_pairings import add_forbidden_pairing
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.rounds.publish import publish_round
from tournaments.actions.rounds.seat_swaps import swap_seats
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.domain.desk.protection import Protection
from tournaments.domain.rounds.fide_mode import LeavesFideMode
from tournaments.domain.rounds.forbidden_pairings import Apart, ForbiddenPairingDefinition
from tournaments.exports.tournament_file import write_tournament_file
from tournaments.formats.incoming import read_tournament
from tournaments.models import Event, Game
from tournaments.models.events import COLUMNS
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db
DUTCH = (stages.Stage("dutch", 1, 5),)


@pytest.fixture
def event():
    event = make_event(rounds=0)
    set_plan(event, DUTCH, COMMAND)
    return stored(event)


def stored(event):
    return Event.objects.get(pk=event.pk)


def owner_of(event, *departs):
    return Actor(person("olga", event, Role.OWNER), Role.OWNER, departs=frozenset(departs))


def begun(**fields):
    event = make_event(rounds=1, **fields)
    event.stages.create(order=1, system="dutch", first_round=1, last_round=5)
    return stored(event)


CHANGES = {
    "draws": (False, lambda event, by: change_settings(event, {"draw_points": 0.6}, by)),
    "bye-above-win": (False, lambda event, by: change_settings(event, {"bye_points": 2}, by)),
    "odd-bye": (False, lambda event, by: change_settings(event, {"bye_points": 0.3}, by)),
    "unknown-swiss": (False, lambda event, by: set_plan(event, (stages.Stage("new-swiss", 1, 5),), by)),
    "round-factors": (False, lambda event, by: change_settings(event, {"round_factors": "1-3:2"}, by)),
    "points": (True, lambda event, by: change_settings(event, {"forfeit_points": -1}, by)),
    "rounds": (True, lambda event, by: set_plan(event, (*DUTCH, stages.Stage("dutch", 6, 6)), by)),
    "system": (True, lambda event, by: change_settings(event, {"system": "round-robin"}, by)),
    "order": (True, lambda event, by: set_tiebreaks(event, "PTS,DE", by)),
    "bans": (
        True,
        lambda event, by: add_forbidden_pairing(event, ForbiddenPairingDefinition(Apart.LIST, [1, 2], "", 2), by),
    ),
    "left": (False, leave_fide_mode),
}


@pytest.mark.parametrize("kind", CHANGES)
def test_what_leaves_fides_rules_waits_until_that_very_departure_is_confirmed(kind):
    is_begun, change = CHANGES[kind]
    event = begun(tiebreaks="PTS,SB,DE") if is_begun else make_event(rounds=0, tiebreaks="PTS,SB,DE")
    by = owner_of(event)
    for unconfirmed in (by, by._replace(departs=frozenset({"something else"}))):
        with pytest.raises(LeavesFideMode) as leaves_fide_mode:
            change(event, unconfirmed)
        assert [each.value for each in leaves_fide_mode.value.found] == [kind]
    assert stored(event).is_in_fide_mode and not event.log.exists()
    change(event, by._replace(departs=frozenset({kind})))
    assert stored(event).departures == [{"kind": kind, "round": int(is_begun)}]
    line, *causes = event.log.all()
    assert (line.action, [each.version for each in causes]) == ("fide-left", [line.version] * (kind != "left"))
    assert line.new_values == ({"departures": [kind]} if causes else {})
    assert (line.actor, line.role) == (by.user, Role.OWNER)


def test_accelerated_rounds_depart_with_other_points_than_fides():
    """C.04.5.1 is for 1, ½ and 0, whichever of the two comes first: the plan or the points."""
    accelerated = (stages.Stage("dutch", 1, 5, {"accelerated": True}),)
    points = {"win_points": 3, "draw_points": 1, "bye_points": 3}
    usual, other = make_event("usual", rounds=0), make_event("other", rounds=0)
    set_plan(usual, accelerated, COMMAND)
    change_settings(other, points, COMMAND)
    for event, change in (
        (usual, lambda by: change_settings(usual, points, by)),
        (other, lambda by: set_plan(stored(other), accelerated, by)),
    ):
        assert stored(event).is_in_fide_mode
        by = owner_of(event)
        with pytest.raises(LeavesFideMode) as leaves_fide_mode:
            change(by)
        assert [each.value for each in leaves_fide_mode.value.found] == ["acceleration"]
        change(by._replace(departs=frozenset({"acceleration"})))
        assert stored(event).departures == [{"kind": "acceleration", "round": 0}]


@pytest.mark.parametrize("is_on", [True, False])
def test_no_setting_switches_a_notice_or_a_question_off(is_on):
    """Every choice of yes or no in an event, on or off: a departure is still asked twice and named."""
    choices = [name for name, field in COLUMNS.items() if isinstance(field, BooleanField)]
    event = begun(tiebreaks="PTS,SB,DE", **dict.fromkeys(choices, is_on))
    by = owner_of(event)
    for kind, (is_begun, change) in CHANGES.items():
        if is_begun or kind in ("draws", "left"):
            with pytest.raises(LeavesFideMode) as leaves_fide_mode:
                change(event, by)
            assert kind in [each.value for each in leaves_fide_mode.value.found]
    with pytest.raises(Refusal, match="half-point bye already"):
        set_absences(event, [1], [3, 4], "H", by)


def test_before_round_1_a_plan_an_order_and_bans_are_free(event):
    by = owner_of(event)
    set_tiebreaks(event, "PTS,DE", by)
    add_forbidden_pairing(event, ForbiddenPairingDefinition(Apart.LIST, [1, 2], "", 1), by)
    set_plan(event, (stages.Stage("dutch", 1, 7),), by)
    change_settings(event, {"win_points": 3, "draw_points": 1, "bye_points": 2}, by)
    assert stored(event).is_in_fide_mode


def test_a_buchholz_leaves_it_in_a_round_robin_alone(event):
    by = owner_of(event)
    set_tiebreaks(event, "PTS,BH/C1,DE", by)
    change_settings(event, {"system": "round-robin"}, by)  # in set-up the order comes afterwards
    with pytest.raises(LeavesFideMode, match="buchholz"):
        set_tiebreaks(stored(event), "PTS,BH,DE", by)
    set_tiebreaks(stored(event), "PTS,SB,DE", by)
    assert stored(event).is_in_fide_mode


def test_a_buchholz_that_set_up_has_left_is_asked_when_the_first_round_is_published():
    event = make_championship(4, discipline="chess", system="round-robin")
    set_plan(event, usual_plans.round_robin(4, 1), COMMAND)
    drafts = {draft.number: draft.revision for draft in draw(event)}
    with pytest.raises(LeavesFideMode, match="buchholz"):
        publish_round(event, drafts, owner_of(event))


def test_once_it_is_left_nothing_is_asked_and_further_departures_are_noted():
    event = begun()
    by = owner_of(event, "order")
    set_tiebreaks(event, "PTS,DE", by)
    set_tiebreaks(event, "PTS,BH", by._replace(departs=frozenset()))
    change_settings(event, {"bye_points": 2}, by._replace(departs=frozenset()))
    leave_fide_mode(event, by)
    assert [each["kind"] for each in stored(event).departures] == ["order", "bye-above-win", "points"]
    assert event.log.filter(action="fide-left").count() == 1, "it is left once"


def test_the_log_says_why_it_was_left(client):
    event = begun()
    by = owner_of(event, "order")
    set_tiebreaks(event, "PTS,DE", by)
    client.force_login(by.user)
    page = text(client.get("/e/open/log/"))
    assert "left FIDE mode" in page and "departures from FIDE’s rules another order of the tie-breaks" in page


def test_other_games_and_teams_are_never_asked():
    for made in (make_event("tiles", discipline="scrabble"), make_team_event()):
        event = stored(made)
        change_settings(event, {"bye_points": 9, "draw_points": 1}, owner_of(event))
        leave_fide_mode(event, COMMAND)
        assert not stored(event).departures and not stored(event).is_in_fide_mode


def test_a_copy_of_an_event_with_such_points_is_asked_for_itself(event):
    change_settings(event, {"bye_points": 2}, COMMAND)
    by = owner_of(event)
    with pytest.raises(LeavesFideMode):
        copy_event(stored(event), by, name="Copy")
    copy = copy_event(stored(event), by._replace(departs=frozenset({"bye-above-win"})), name="Copy")
    assert [each["kind"] for each in copy.departures] == ["bye-above-win"]


def test_a_buchholz_leaves_it_where_the_plan_alone_is_a_round_robin(event):
    by = owner_of(event)
    set_plan(event, (stages.Stage("round-robin", 1, 7),), by)
    Event.objects.update(system="swiss", tiebreaks="PTS,SB")
    with pytest.raises(LeavesFideMode) as leaves_fide_mode:
        set_tiebreaks(stored(event), "PTS,BH,DE", by)
    assert [each.value for each in leaves_fide_mode.value.found] == ["buchholz"]


def test_a_pure_knock_out_knows_no_fide_mode(client, event):
    by = owner_of(event)
    set_plan(event, (stages.Stage("knock-out", 1, 3),), by)
    set_tiebreaks(event, "PTS,BH,DE", by)
    change_settings(event, {"bye_points": 2}, by)
    assert not stored(event).departures
    client.force_login(by.user)
    assert "Leave FIDE mode" not in text(client.get("/e/open/settings/"))


def test_the_projector_says_that_it_was_left(client, event):
    page = client.get("/e/open/screen/")
    assert page.status_code == 200 and "Not in FIDE mode" not in text(page)
    leave_fide_mode(stored(event), owner_of(event, "left"))
    assert "Not in FIDE mode" in text(client.get("/e/open/screen/"))


def test_the_form_comes_again_with_a_box_for_each_departure(client):
    event = begun()
    client.force_login(owner_of(event).user)
    page = reverse("forbidden_pairings", args=["open"])
    sent = {"rule": "list", "player": [1, 2], "from_round": 2}
    asked = client.post(page, sent)
    assert asked.status_code == 409 and "other forbidden pairings" in text(asked)
    body = asked.content.decode()
    assert body.count('name="player"') == 2 and 'value="list"' in body
    assert f'action="{page}"' in body and f'href="{page}"' in body
    assert stored(event).is_in_fide_mode
    assert client.post(page, sent | {"departs": "bans"}).status_code == 302
    assert not stored(event).is_in_fide_mode


@pytest.mark.parametrize("has_results", [True, False])
def test_another_order_is_confirmed_once_with_all_that_follows_from_it(client, has_results):
    event = begun()
    if has_results:
        enter_result(event, 1, 1, Entry("10", version=0), COMMAND)
    client.force_login(owner_of(event).user)
    address = reverse("tiebreaks_save", args=["open"])
    leaves = "This order leaves FIDE mode, which can’t be entered again."
    shown = text(client.post(reverse("order_effect", args=["open"]), {"order": ["PTS", "DE"]}))
    assert leaves in shown and "another order of the tie-breaks" in shown
    assert leaves not in text(client.post(reverse("order_effect", args=["open"]), {"order": ["PTS", "BH", "DE"]}))
    sent = {"order": ["PTS", "DE"], "reason": "announced so"}
    asked = client.post(address, sent)
    assert asked.status_code == 200 and leaves in text(asked) and "Leave FIDE mode and change the order" in text(asked)
    assert ("The event is under way" in text(asked)) == has_results
    assert 'name="departs" value="order"' in asked.content.decode()
    assert stored(event).tiebreaks == "PTS,BH,DE"
    halfway = client.post(address, sent | {"shown": "PTS,DE"})
    assert 'name="departs" value="order"' in halfway.content.decode(), "the departure itself is confirmed"
    assert client.post(address, sent | {"shown": "PTS,DE", "departs": "order"}).status_code == 302
    assert (stored(event).tiebreaks, stored(event).is_in_fide_mode) == ("PTS,DE", False)


def test_nothing_is_said_of_fide_mode_where_an_order_does_not_leave_it(client, event):
    client.force_login(owner_of(event).user)
    assert "leaves FIDE mode" not in text(client.post(reverse("order_effect", args=["open"]), {"order": ["PTS", "DE"]}))
    set_plan(event, (stages.Stage("knock-out", 1, 3),), COMMAND)
    asked = client.post(reverse("order_effect", args=["open"]), {"order": ["PTS", "DE"]})
    assert "leaves FIDE mode" not in text(asked)
    set_plan(event, (stages.Stage("round-robin", 1, 7),), COMMAND)
    asked = client.post(reverse("order_effect", args=["open"]), {"order": ["PTS", "BH"]})
    assert "leaves FIDE mode" in text(asked) and "a Buchholz in a round robin" in text(asked)


def test_htmx_puts_the_question_in_place_of_the_page(client):
    event = begun()
    client.force_login(owner_of(event).user)
    asked = client.post(reverse("settings_leave_fide", args=["open"]), headers={"HX-Request": "true"})
    assert (asked["HX-Retarget"], asked["HX-Reselect"]) == ("#content", "#content")


def test_every_page_says_that_it_was_left_and_the_list_says_why(client):
    event = begun()
    client.force_login(owner_of(event).user)
    assert "Not in FIDE mode" not in text(client.get("/e/open/"))
    assert "Leave FIDE mode" in text(client.get("/e/open/settings/"))
    client.post("/e/open/settings/leave-fide/", {"departs": "left"})
    client.logout()
    for page in ("/e/open/", "/e/open/crosstable/", "/e/open/round/1/"):
        assert 'href="/e/open/about/#departures"' in client.get(page).content.decode()
    assert "after round 1: FIDE mode was left without another reason" in text(client.get("/e/open/about/"))
    client.force_login(User.objects.get(username="olga"))
    assert "Leave FIDE mode" not in text(client.get("/e/open/settings/"))


def test_the_file_for_arbiters_says_so_in_a_comment_and_no_other(event):
    change_settings(event, {"bye_points": 2}, COMMAND)
    comment = "### FIDE mode left before round 1: a bye is worth more than a win"
    assert comment in write_tournament_file(staff_reader(stored(event))).splitlines()
    assert comment not in write_tournament_file(staff_reader(stored(event)), TRF16)
    assert comment not in write_tournament_file(Reader(stored(event)))


def test_an_imported_event_is_in_fide_mode_unless_its_points_are_not_fides(event):
    plain = write_tournament_file(staff_reader(event))
    change_settings(event, {"bye_points": 2}, COMMAND)
    odd = write_tournament_file(staff_reader(stored(event)))
    own = owner_of(event)
    kinds = [import_file(read_tournament(text.encode(), "a.trf"), own, slug=slug).departures
             for slug, text in (("plain", plain), ("odd", odd))]  # fmt: skip
    assert kinds == [[], [{"kind": "bye-above-win", "round": 0}]]


def test_each_round_of_chess960_has_a_start_position_of_its_own(client):
    event = make_championship(4, discipline="chess", is_chess960=True)
    set_plan(event, DUTCH, COMMAND)
    draw(event)
    publish(event)
    position = event.rounds.get().position
    page = text(client.get(f"/e/{event.slug}/round/1/"))
    assert f"Chess960, start position {position}: {write_position(position)}" in page
    Event.objects.update(is_chess960=False, version=F("version") + 1)
    play(event, 1)
    draw(event)
    publish(event)
    assert event.rounds.get(number=2).position is None


@pytest.fixture
def third():
    """An event whose third round is paired on the results of two; the first board of round 1 is 1-0."""
    event = make_championship(8, discipline="chess")
    set_plan(event, DUTCH, COMMAND)
    for number in (1, 2, 3):
        draw(event)
        publish(event)
        if number < 3:
            play(event, number)
    return stored(event)


def wish(event, number, result, reason="the slip says so"):
    return Entry(result, version=game(event, number, 1).version, reason=reason)


def test_a_result_of_an_older_round_is_corrected_for_the_rating_report_alone(third):
    by, used = owner_of(third), game(third, 1, 1).result
    other = "01" if used == "10" else "10"
    assert enter_result(third, 2, 1, wish(third, 2, "=="), by).outcome == "saved", "the round before stays open"
    asked = enter_result(third, 1, 1, wish(third, 1, other, reason=""), by)
    assert (asked.outcome, asked.protection) == ("conflict", Protection.PAST)
    before = read_standings(staff_reader(third)).rows
    assert enter_result(third, 1, 1, wish(third, 1, other), by).outcome == "rated"
    assert (game(third, 1, 1).result, game(third, 1, 1).rating_result) == (used, other)
    assert read_standings(staff_reader(stored(third))).rows == before
    assert enter_result(third, 1, 1, wish(third, 1, used), by).outcome == "rated"
    assert game(third, 1, 1).rating_result == "", "the result that was used takes it back"


def test_nobody_else_may_and_nothing_else_changes_it(third):
    chief = owner_of(third)
    helper = Actor(person("helper", third, Role.ARBITER), Role.ARBITER)
    with pytest.raises(Refusal, match="Only the chief arbiter"):
        enter_result(third, 1, 1, wish(third, 1, "=="), helper)
    with pytest.raises(Refusal, match="is older than the previous one"):
        enter_result(third, 1, 1, wish(third, 1, ""), chief)
    with pytest.raises(Refusal, match="is older than the previous one"):
        swap_seats(third, 1, find_pair(third), chief, "wrong colours")
    leave_fide_mode(third, COMMAND)
    assert enter_result(third, 1, 1, wish(third, 1, "=="), chief).outcome == "saved"


@pytest.mark.parametrize("role", [Role.OWNER, Role.CHIEF_ARBITER])
def test_the_box_over_an_older_result_leads_to_the_settings_where_they_are_open(client, third, role):
    client.force_login(person("chief", third, role))
    stored_game = game(third, 1, 1)
    other = "01" if stored_game.result == "10" else "10"
    sent = {"result": other, "version": stored_game.version, "uuid": str(uuid4())}
    page = client.post(reverse("enter", args=[third.slug, 1, 1]), sent)
    assert page.status_code == 409 and "So it is in FIDE mode." in text(page)
    leads = f'href="{reverse("settings", args=[third.slug])}#fide-mode"' in page.content.decode()
    assert leads is (role == Role.OWNER)
    assert ("its owner can leave FIDE mode under Settings" in text(page)) is (role != Role.OWNER)


@pytest.mark.parametrize("role", [Role.OWNER, Role.CHIEF_ARBITER])
def test_the_list_of_players_leads_to_the_setup_where_it_is_open(client, event, role):
    client.force_login(person("chief", event, role))
    page = text(client.get("/e/open/players/"))
    assert "Tie-breaks:" in page and ("Look over everything" in page) is (role == Role.OWNER)


def find_pair(event):
    board = game(event, 1, 1)
    return board.white.number, board.black.number


def test_the_rating_report_has_it_and_pages_and_the_arbiters_file_say_so(client, third):
    white, black = find_pair(third)
    Game.objects.filter(pk=game(third, 1, 1).pk).update(result="10", rating_result="==")
    assert f"### round 1: {white}-{black} is rated as ==, pairings and standings keep the other" in (
        write_tournament_file(staff_reader(stored(third))).splitlines()
    )
    files = [write_tournament_file(staff_reader(stored(third)), dialect) for dialect in (TRF16, TRF26)]
    cells = [{line[4:8].strip(): line[98] for line in file.splitlines() if line.startswith("001")} for file in files]
    assert [(each[str(white)], each[str(black)]) for each in cells] == [("=", "="), ("1", "0")]
    assert "rated as ½-½" in text(client.get(f"/e/{third.slug}/round/1/"))
