"""What the desk refuses, and what it does when two arbiters enter the same board."""

import re
from uuid import uuid4

import pytest
from django.utils import timezone

from tests.site.desk import slips
from tests.site.desk.entering import send, stored
from tests.site.factories import make_event, person
from tests.site.reading import HTMX, text
from tournaments.domain.accounts.roles import Role
from tournaments.models import Event, LogEntry

pytestmark = pytest.mark.django_db


REFUSED = [
    ({"result": "17"}, "is not a result"),
    ({"result": "U"}, "neither can have a bye or be absent"),
    ({}, "There is no result"),
    ({"result": "10", "version": "x"}, "whole number"),
    ({"result": "10", "uuid": "x"}, "UUID"),
]


@pytest.mark.parametrize(("fields", "sentence"), REFUSED)
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_refusal_says_why_at_the_board(anna, event, fields, sentence, headers):
    answer = anna.post("/e/open/desk/2/1/", {"version": 0, "uuid": uuid4()} | fields, **headers)
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert stored(event, 1) == ("", None, None, 0)
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_conflict_shows_both_and_overwrites_nothing(anna, bert, event, headers):
    send(anna, 1, "10")
    answer = send(bert, 1, "==", **headers)
    assert answer.status_code == 409
    assert re.search(r"Stored 1-0 anna, \d\d:\d\d Yours ½-½", text(answer))
    assert stored(event, 1) == ("10", None, None, 1)


LINE = {"line": "1 5", "seen": "1.1"}
WAYS = {
    "desk": lambda client, _event: send(client, 1, "==", version=1),
    "desk with htmx": lambda client, _event: send(client, 1, "==", version=1, **HTMX),
    "with a reason": lambda client, _event: send(client, 1, "==", version=1, reason="the slip"),
    "line": lambda client, _event: client.post("/e/open/desk/2/", {**LINE, "uuid": uuid4()}, **HTMX),
    "slip": lambda client, event: slips.send(client, slips.slip_of(event), "==", version=1),
    "phone": lambda client, _event: slips.send(client, "/e/open/desk/2/phone/", "==", version=1, board=1),
}


@pytest.mark.parametrize("way", WAYS)
def test_who_may_not_replace_a_result_sees_both_values_and_who_may(anna, client, event, way):
    send(anna, 1, "10")
    Event.objects.filter(pk=event.pk).update(final_at=timezone.now())
    client.force_login(person("helga", event, Role.ENTRY))
    answer = WAYS[way](client, event)
    page = " ".join(text(answer).split())
    assert (answer.status_code, stored(event, 1)) == (409, ("10", None, None, 1))
    assert re.search(r"Stored 1-0 anna, \d\d:\d\d Yours ½-½", page), page
    assert "only the chief arbiter and the owner can still correct a result" in page
    assert "Replace it with mine" not in page


def test_the_panel_of_a_conflict_replaces_with_the_version_now_seen(anna, bert, event):
    send(anna, 1, "10")
    html = send(bert, 1, "==").content.decode()
    panel = re.search(r'<form class="conflict.*?</form>', html, re.DOTALL)[0]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', panel))
    assert bert.post("/e/open/desk/2/1/", fields | {"reason": "slip read again"}).status_code == 302
    assert stored(event, 1) == ("==", None, None, 2)
    assert LogEntry.objects.first().reason == "slip read again"


def test_the_same_value_twice_is_fine(anna, bert, event):
    send(anna, 1, "10")
    answer = send(bert, 1, "10", **HTMX)
    assert answer.status_code == 200
    assert "already stored" in text(answer)
    assert stored(event, 1) == ("10", None, None, 1)


def test_a_replay_writes_nothing(anna, event):
    uuid = uuid4()
    for _ in range(5):
        assert send(anna, 1, "10", uuid=uuid, **HTMX).status_code == 200
    assert stored(event, 1) == ("10", None, None, 1)
    assert LogEntry.objects.count() == 1


def test_an_old_round_asks_for_higher_role_and_reason(client):
    from django.utils import timezone

    from tournaments.models import Game, Player, Round

    event = make_event("old")
    third = Round.objects.create(event=event, number=3)
    players = list(Player.objects.filter(event=event))
    Game.objects.create(round=third, board=1, white=players[0], black=players[4])
    Game.objects.filter(round__number=1, round__event=event, board=1).update(
        result="10", version=1, entered_at=timezone.now()
    )
    client.force_login(person("arbiter", event))
    assert send(client, 1, "01", version=1, number=1, slug="old").status_code == 409
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    asked = send(client, 1, "01", version=1, number=1, slug="old")
    assert (asked.status_code, "This round is over. Nothing was overwritten." in text(asked)) == (409, True)
    assert re.search(r'name="reason"[^>]*required', asked.content.decode())
    assert send(client, 1, "01", version=1, number=1, slug="old", reason="wrong slip").status_code == 302
