"""Undo at the desk: one's own last entry, once, whatever the network does."""

from uuid import uuid4

import pytest

from tests.site.desk.entering import UNDO, send, stored
from tests.site.factories import game, person
from tests.site.reading import HTMX, text

pytestmark = pytest.mark.django_db


def test_undo_takes_back_only_ones_own_last_entry(anna, bert, event):
    send(anna, 1, "10")
    send(bert, 2, "01")
    answer = anna.post(UNDO, {"round": 2}, **HTMX)
    assert "Undone: round 2, board 1" in text(answer)
    assert stored(event, 1)[0] == ""
    assert stored(event, 2)[0] == "01"


def test_undo_without_an_entry_is_refused(anna):
    answer = anna.post(UNDO, {"round": 2})
    assert answer.status_code == 422
    assert "no entry of yours to undo" in text(answer)


def test_undo_in_another_round_asks_first_and_leaves_the_rows_on_screen(anna, event):
    send(anna, 1, "10", number=1)
    asked = anna.post(UNDO, {"round": 2}, **HTMX)
    assert asked.status_code == 409
    assert "Your last entry is in round 1: Board 1, Müller, Anna 1-0 Sørensen, Bo." in " ".join(text(asked).split())
    assert stored(event, 1, number=1)[0] == "10"
    undone = anna.post(UNDO, {"round": 2, "agreed": 1}, **HTMX)
    assert "<tbody" not in undone.content.decode()
    assert "Undone: round 1, board 1" in text(undone)
    assert stored(event, 1, number=1)[0] == ""


def test_a_repeated_undo_takes_back_one_entry(event, client):
    client.force_login(person("anna", event))
    send(client, 1, "10")
    send(client, 2, "10")
    uuid = uuid4()
    for _ in range(3):
        assert client.post("/e/open/desk/undo/", {"round": 2, "uuid": uuid}, **HTMX).status_code == 200
    assert [game(event, 2, board).result for board in (1, 2)] == ["10", ""]


def test_an_undo_with_the_number_of_an_entry_is_refused(event, client):
    client.force_login(person("anna", event))
    uuid = uuid4()
    send(client, 1, "10", uuid=uuid)
    answer = client.post("/e/open/desk/undo/", {"round": 2, "uuid": uuid}, **HTMX)
    assert answer.status_code == 422
    assert "already used" in answer.content.decode()
    assert game(event, 2, 1).result == "10"
