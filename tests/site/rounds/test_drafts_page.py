"""A draft on the arbiter's page: what it shows, relaxations, and drawing it again."""

import re
from decimal import Decimal

import pytest
from django.urls import reverse

from pairing.plan import stages, usual_plans
from pairing.rules.history import Entrant, History
from pairing.rules.legality import Limits
from pairing.rules.pair_reasons import explain_pair
from tests.site.championship import draw, make_championship, play, publish
from tests.site.rounds.test_pairings_page import post, signed_in
from tournaments import worker
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.rounds.publish import unpublish_round
from tournaments.actions.writing import COMMAND
from tournaments.operation.job_kinds import DRAW
from tournaments.wording.pairings import pairing_reason

pytestmark = pytest.mark.django_db

SWISS = [stages.Stage("new-swiss", 1, 5)]


def test_the_relaxation_is_confirmed_by_a_button(client):
    event = set_plan(make_championship(2), SWISS, COMMAND)
    signed_in(client, event)
    draw(event)
    publish(event)
    play(event, 1)
    answer = post(client, event, "draw").content.decode()
    assert "Player 01 – Player 02 meet again" in answer
    assert 'name="granted" value="1-2"' in answer
    assert not event.drafts.exists()
    assert post(client, event, "draw_relaxed", granted="1-2").status_code == 302
    page = client.get(reverse("pairings", args=[event.slug])).content.decode()
    assert page.count("They have met before (1×); an arbiter has confirmed that they meet again.") == 1
    assert "have already met" not in page
    assert 'class="clash"' not in page
    assert 'class="message error"' not in page
    assert 'name="reason"' in page, "the publication still needs a reason"
    assert post(client, event, "publish", seen="2-1").status_code == 422
    assert post(client, event, "publish", seen="2-1", reason="only two are left").status_code == 302


def test_a_relaxation_of_several_steps_is_named_and_confirmed_after_the_job(client):
    event = set_plan(make_championship(3, discipline="chess"), usual_plans.swiss(5), COMMAND)
    signed_in(client, event)
    for number in (1, 2, 3):
        draw(event)
        publish(event)
        play(event, number)
    post(client, event, "draw")
    worker.carry_out_all(DRAW)
    page = client.get(reverse("pairings", args=[event.slug])).content.decode()
    bye, pair = re.search(r'name="bye" value="(\d)"', page), re.search(r'name="granted" value="(\d-\d)"', page)
    one, other = pair[1].split("-")
    assert f"Player 0{bye[1]} has the bye despite an earlier bye, or a full point without playing." in page
    assert f"Player 0{one} – Player 0{other} meet again." in page
    post(client, event, "draw_relaxed", granted=pair[1], bye=bye[1])
    worker.carry_out_all(DRAW)
    (draft,) = event.drafts.all()
    assert [each["player"] for each in draft.byes] == [int(bye[1])]


def test_a_confirmed_relaxation_ends_when_the_field_changes(client):
    event = set_plan(make_championship(2), SWISS, COMMAND)
    signed_in(client, event)
    draw(event)
    publish(event)
    play(event, 1)
    post(client, event, "draw_relaxed", granted="1-2")
    assert post(client, event, "draw").status_code == 302, "it holds while nothing changes"
    assert "Confirmed: Player 01 – Player 02" in client.get(reverse("pairings", args=[event.slug])).content.decode()
    post(client, event, "late_entry", name="Late, Lou", rating="1500")
    assert "Confirmed: Player 01" not in client.get(reverse("pairings", args=[event.slug])).content.decode()
    post(client, event, "draw")
    assert event.drafts.get().wishes["granted"] == []


def test_a_draft_says_once_what_holds_on_every_board_and_shows_what_one_compares(client):
    event = set_plan(make_championship(39), SWISS, COMMAND)
    signed_in(client, event)
    draw(event)
    page = client.get(reverse("pairings", args=[event.slug])).content.decode()
    assert page.count("drawn by lot") == 1
    assert "No. 20 · 1800<" in page, "nobody has points before round 1"
    publish(event)
    play(event, 1)
    draw(event)
    winner = event.drafts.get().boards[0]["white"]
    page = client.get(reverse("pairings", args=[event.slug])).content.decode()
    assert re.search(rf"No\. {winner} · \d+ · 1 pt · started [01] of 1<", page)


def test_a_reason_writes_half_points_as_tables_do():
    reason = explain_pair(History([entrant(1, "0.5"), entrant(2, "0.5")], {}, 1, 5), 1, 2, Limits(), (1, 2))[0]
    assert pairing_reason(*reason, {}) == "Both have ½; places 1 and 2 in the pairing order."
    names = {1: "Ahrens, Ada", 2: "Berg, Ben", 3: "Cordes, Cleo", 4: "Dorn, Dirk"}
    said = pairing_reason("no-pairing-meet-again", {"pairs": "1–4, 2–3"}, names)
    assert "relaxation: Ahrens, Ada – Dorn, Dirk; Berg, Ben – Cordes, Cleo meet again." in said


def entrant(number, score):
    return Entrant(number, Decimal(score), Decimal(), 0, 0, number, 0, ())


def test_a_round_is_drawn_again_with_its_bye_kept(client):
    event = set_plan(make_championship(9), SWISS, COMMAND)
    signed_in(client, event)
    draw(event, bye=4)
    publish(event)
    unpublish_round(event, 1, COMMAND, "somebody came")
    assert "keep the bye" in client.get(reverse("pairings", args=[event.slug])).content.decode()
    assert post(client, event, "draw_with_bye").status_code == 302
    assert [bye["player"] for bye in event.drafts.get().byes] == [4]
    assert post(client, event, "draw").status_code == 302
    assert [bye["player"] for bye in event.drafts.get().byes] == [4], "it stays wished until it is taken back"
