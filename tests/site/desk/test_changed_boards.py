"""Boards that come, go or change while a desk is open: it follows them, and a conflict names its cause."""

import re
from uuid import uuid4

import pytest

from tests.site.desk import slips
from tests.site.desk.entering import DESK, send, stored, type_line
from tests.site.factories import game, person
from tests.site.reading import HTMX, text
from tournaments.models import Event, Game
from tournaments.queries.rounds.games import read_board_stamps

pytestmark = pytest.mark.django_db


def stamps(event, number=2):
    """Return what an open desk says of its rows."""
    return {"seen": " ".join(f"{board}-{board}.{stamp}" for board, stamp in read_board_stamps(event, number).items())}


def seat(event, board, white, black, version=9):
    """Let other people sit at a board of round 2, as a changed pairing does."""
    Game.objects.filter(round__event=event, round__number=2, board=board).delete()
    players = {player.number: player for player in event.players.all()}
    its_round = event.rounds.get(number=2)
    return Game.objects.create(
        round=its_round, board=board, white=players[white], black=players[black], version=version
    )


def test_the_page_itself_has_the_stamps_that_the_server_compares(anna, event):
    Game.objects.filter(round__event=event, round__number=2, board=4).update(board=None, black=None, result="U")
    page = anna.get(DESK).content.decode()
    found = re.findall(r'data-board="(\d+)".*?data-stamp="([^"]+)"', page, re.DOTALL)
    byes = re.search(r'id="byes" data-stamp="([^"]+)"', page)[1]
    assert {0: byes, **{int(board): stamp for board, stamp in found}} == read_board_stamps(event, 2)
    quiet = anna.get(DESK, stamps(event), **HTMX).content.decode()
    assert re.findall(r'hx-target="(#\w+)"', quiet) == ["#open", "#next", "#calls"]


def test_a_board_that_is_added_comes_and_the_bye_goes(anna, event):
    last = game(event, 2, 4)
    white, black = last.white, last.black
    Game.objects.filter(pk=last.pk).update(board=None, black=None, result="U")
    seen = stamps(event)
    Game.objects.filter(pk=last.pk).update(board=4, black=black, result="", version=7)
    rows = anna.get(DESK, seen, **HTMX).content.decode()
    assert re.findall(r'hx-target="(#\w+)"\s+hx-swap="(\w+)"', rows)[:2] == [
        ("#rows", "beforeend"),
        ("#byes", "outerHTML"),
    ]
    assert white.name in rows
    assert "Without an opponent" not in rows
    seen = stamps(event)
    Game.objects.filter(pk=last.pk).update(board=None, black=None, result="U", version=8)
    rows = anna.get(DESK, seen, **HTMX).content.decode()
    assert '<hx-partial hx-target="#d4" hx-swap="delete">' in rows
    assert "Without an opponent" in rows


WAYS = {
    "board": lambda client, game, seats: send(client, game.board, "10", version=1, seats=seats, **HTMX),
    "line": lambda client, game, seats: type_line(client, f"{game.board} 1", seen=f"{game.board}.1.{seats}", **HTMX),
    "phone": lambda client, game, seats: slips.send(
        client, "/e/open/desk/2/phone/", "10", version=1, board=game.board, seats=seats, **HTMX
    ),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("result", ["", "01", "10"])
def test_a_result_for_those_who_sat_there_before_is_not_for_those_who_sit_there_now(anna, event, way, result):
    """It is refused also where the same result stands there: it is another game's."""
    before, names = game(event, 2, 1).seats, [game(event, 2, 1).white.name, game(event, 2, 1).black.name]
    now = seat(event, 1, 5, 6)
    Game.objects.filter(pk=now.pk).update(result=result)
    answer = WAYS[way](anna, now, before)
    page = " ".join(text(answer).split())
    assert answer.status_code == 409
    assert f"your 1-0 was for {names[0]} – {names[1]}. It is not stored." in page
    assert "Replace it with mine" not in page
    assert "Store mine" not in page
    assert "different result is already stored" not in page
    assert stored(event, 1) == (result, None, None, 9)


def test_a_typed_line_for_a_board_that_the_page_did_not_have_names_it_new(anna, event):
    seat(event, 4, 7, 8)
    answer = type_line(anna, "4 1", **HTMX)
    assert answer.status_code == 409
    assert "Board 4: this board is new. Check who sits there, and enter it again." in " ".join(text(answer).split())
    assert stored(event, 4)[0] == ""
    seats = game(event, 2, 4).seats
    assert type_line(anna, "4 1", seen=f"4.9.{seats}", **HTMX).status_code == 200


def test_a_result_that_was_taken_back_meanwhile_can_be_stored_without_a_reason(anna, event):
    seats = game(event, 2, 1).seats
    Game.objects.filter(round__event=event, round__number=2, board=1).update(version=5)
    answer = send(anna, 1, "10", version=3, seats=seats, **HTMX)
    page = text(answer)
    assert answer.status_code == 409
    assert "Somebody has taken back the result that you saw." in page
    panel = re.search(r'<form class="conflict.*?</form>', answer.content.decode(), re.DOTALL)[0]
    assert 'name="reason"' not in panel
    fields = dict(re.findall(r'name="(\w+)"\s+value="([^"]*)"', panel))
    assert anna.post("/e/open/desk/2/1/", fields, **HTMX).status_code == 200
    assert stored(event, 1)[0] == "10"


def test_a_board_that_is_gone_is_named(anna, event):
    Game.objects.filter(round__event=event, round__number=2, board=4).delete()
    answer = send(anna, 4, "10", **HTMX)
    assert answer.status_code == 422
    assert "There is no board 4 in round 2." in text(answer)
    assert send(anna, 4, "10").status_code == 404
    phone = slips.send(anna, "/e/open/desk/2/phone/", "10", version=0, board=4, **HTMX)
    assert phone.status_code == 422
    assert "There is no board 4 in round 2." in text(phone)
    assert "Board 1" in text(phone)


def test_the_second_check_follows_the_boards_too(anna, event):
    Event.objects.filter(pk=event.pk).update(verification="look")
    Game.objects.filter(round__event=event, round__number=2, board__lt=3).update(
        result="10", is_provisional=True, entered_by=person("bert", event)
    )
    seen = {"seen": "1.0-0 4.0-0"}
    Game.objects.filter(round__event=event, round__number=2, board=4).delete()
    rows = anna.get("/e/open/check/2/", seen, **HTMX)
    assert '<hx-partial hx-target="#d4" hx-swap="delete">' in rows.content.decode()
    assert "show 1 more" in " ".join(text(rows).split())


def test_a_check_of_other_peoples_game_changes_nothing(anna, event):
    before = game(event, 2, 1).seats
    now = seat(event, 1, 5, 6)
    Event.objects.filter(pk=event.pk).update(verification="look")
    Game.objects.filter(pk=now.pk).update(result="10", is_provisional=True, entered_by=person("bert", event))
    fields = {"confirm": "yes", "version": 9, "seats": before, "uuid": uuid4()}
    answer = anna.post("/e/open/check/2/1/", fields, **HTMX)
    assert answer.status_code == 409
    assert game(event, 2, 1).is_provisional


@pytest.mark.parametrize("result", ["", "01"])
def test_a_blind_check_of_other_peoples_game_offers_no_correction(anna, event, result):
    """ "Mine is right" would store the result of two people for two others."""
    before = game(event, 2, 1).seats
    now = seat(event, 1, 5, 6)
    Event.objects.filter(pk=event.pk).update(verification="blind")
    Game.objects.filter(pk=now.pk).update(result=result, is_provisional=bool(result), entered_by=person("bert", event))
    for seats, is_offered in ((before, False), (game(event, 2, 1).seats, True)):
        fields = {"result": "10", "version": 9, "seats": seats, "uuid": uuid4()}
        page = " ".join(text(anna.post("/e/open/check/2/1/", fields)).split())
        assert ("Mine is right" in page) == (is_offered and bool(result)), page
        assert ("was for" in page) == (not is_offered)


def test_a_player_reports_for_nobody_who_sits_there_now(client, event):
    Event.objects.filter(pk=event.pk).update(takes_reports=True)
    before, address = game(event, 2, 1).seats, slips.slip_of(event)
    seat(event, 1, 5, 6)
    answer = slips.send(client, address, "10", version=0, side="w", seats=before)
    assert answer.status_code == 422
    assert "The pairing of this board has changed" in text(answer)
