"""A table calls an arbiter by the code of its slip, somebody comes, and what happened is noted at the board."""

import re

import pytest
from django.test import Client

from tests.site.desk.slips import send, slip_of
from tests.site.exchange.archives import import_again
from tests.site.factories import game, make_event, person
from tests.site.reading import text
from tiebreaks.refusal import Refusal
from tournaments.access.reader import staff_reader
from tournaments.actions.accounts.privacy import erase_details, erase_player
from tournaments.actions.desk import board_notes
from tournaments.actions.desk.board_notes import add_note, call_arbiter, finish_call, remove_note, take_call
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.domain.event.log_actions import LogAction
from tournaments.formats.archive_write import export_event
from tournaments.formats.public_archive import export_public_event
from tournaments.models import ArbiterCall, BoardNote, Event, Game, LogEntry
from tournaments.pages.desk import desk
from tournaments.pages.desk.calls import list_calls, list_notes
from tournaments.pages.hall.paper_report import tournament_report

pytestmark = pytest.mark.django_db

WAITS = "The arbiter has been called"
DESK = "/e/open/desk/2/"


@pytest.fixture
def event():
    return make_event()


@pytest.fixture
def anna(event):
    return browser_of("anna", event)


@pytest.fixture
def bert(event):
    return browser_of("bert", event)


def browser_of(name, event):
    client = Client()
    client.force_login(person(name, event))
    return client


def call(client, url, **more):
    return client.post(url, {"call": "yes", "board": 1} | more)


def codes(*actions):
    return list(LogEntry.objects.filter(action__in=actions).order_by("pk").values_list("action", flat=True))


def test_a_table_calls_and_the_desk_shows_it_until_somebody_was_there(event, client, anna, bert):
    player, slip = Client(), slip_of(event)
    assert "Call the arbiter" in text(player.get(slip))
    assert call(player, slip).status_code == 302
    assert WAITS in text(player.get(slip))
    for page in (DESK, "/e/open/calls/", "/e/open/desk/2/phone/"):
        shown = text(bert.get(page))
        assert "Board 1" in shown and "0 min" in shown and "I come" in shown, page
    anna.post("/e/open/calls/take/", {"round": 2, "board": 1})
    assert "anna is on the way" in text(bert.get(DESK))
    assert "An arbiter is on the way." in text(player.get(slip))
    late = bert.post("/e/open/calls/take/", {"round": 2, "board": 1}, follow=True)
    assert "anna is already on the way." in text(late)
    answer = anna.post("/e/open/calls/done/", {"round": 2, "board": 1, "back": "desk"})
    assert answer.headers["Location"] == "/e/open/desk/"
    assert "on the way" not in text(bert.get(DESK)) and "Call the arbiter" in text(player.get(slip))
    assert codes("call", "call-taken", "call-done") == ["call", "call-taken", "call-done"]
    came = LogEntry.objects.get(action=LogAction.CALL_TAKEN)
    assert (came.actor_name, came.game_id) == ("anna", game(event, 2, 1).pk)
    assert "Nobody waits there any more." in text(
        anna.post("/e/open/calls/done/", {"round": 2, "board": 1}, follow=True)
    )


def test_a_second_press_is_no_second_call(event):
    assert call_arbiter(event, 2, 1, COMMAND)
    assert not call_arbiter(event, 2, 1, COMMAND)
    assert call_arbiter(event, 2, 2, COMMAND)
    assert (ArbiterCall.objects.count(), len(codes("call"))) == (2, 2)


def test_a_table_that_calls_too_often_goes_to_the_arbiter(event, monkeypatch):
    monkeypatch.setattr(board_notes, "MOST_CALLS", 2)
    for _ in range(2):
        call_arbiter(event, 2, 1, COMMAND)
        finish_call(event, 2, 1, COMMAND)
    with pytest.raises(Refusal, match="often"):
        call_arbiter(event, 2, 1, COMMAND)
    assert call_arbiter(event, 2, 2, COMMAND)


def test_a_slip_of_a_round_that_is_over_calls_nobody(event):
    answer = call(Client(), slip_of(event, number=1))
    assert (answer.status_code, ArbiterCall.objects.count()) == (422, 0)
    assert "Round 1 is over" in text(answer)


def test_a_phone_gets_the_answer_in_place(event):
    answer = Client().post(slip_of(event), {"call": "yes", "board": 1}, headers={"HX-Request": "true"})
    assert answer.status_code == 200 and WAITS in text(answer) and "<html" not in answer.content.decode()


def test_a_desk_that_is_open_hears_of_a_call(event, anna):
    seen = "1-4.0-0 0-0.x"
    assert "I come" not in text(anna.get(f"{DESK}?seen={seen}", headers={"HX-Request": "true"}))
    version = Event.objects.get().version
    call_arbiter(event, 2, 3, COMMAND)
    assert Event.objects.get().version == version + 1  # which the stream tells each desk
    answer = anna.get(f"{DESK}?seen={seen}", headers={"HX-Request": "true"}).content.decode()
    assert 'hx-target="#calls"' in answer and "Board 3" in answer


def test_a_result_ends_a_call_that_nobody_has_taken(event, anna):
    taken = Actor(person("carl", event), Role.ARBITER)
    for board in (1, 2, 3):
        call_arbiter(event, 2, board, COMMAND)
    take_call(event, 2, 2, taken)
    enter_result(event, 2, 1, Entry("10", version=0), taken)
    enter_result(event, 2, 2, Entry("10", version=0), taken)
    assert set(ArbiterCall.objects.values_list("game__board", flat=True)) == {2, 3}
    enter_result(event, 2, 3, Entry("", None, None, 0, is_adjourned=True), taken)
    assert ArbiterCall.objects.filter(game__board=3).exists()  # the game goes on
    assert call_arbiter(event, 2, 1, COMMAND)  # also after the result


def test_the_players_agree_and_nobody_needs_to_come(event):
    slip = slip_of(event)
    call(Client(), slip)
    for side in "wb":
        send(Client(), slip, side=side)
    assert not ArbiterCall.objects.exists()


def test_a_note_stands_at_its_board_and_ends_the_call(event, anna, bert):
    call_arbiter(event, 2, 1, COMMAND)
    page = "/e/open/desk/2/1/note/"
    assert "second illegal move" in text(anna.get(page))
    assert anna.post(f"{page}add/", {"kind": "illegal", "text": "White <b>"}).status_code == 302
    assert not ArbiterCall.objects.exists()
    shown = bert.get(DESK).content.decode()
    assert "<b>illegal move</b>: White &lt;b&gt; · anna" in " ".join(shown.split())
    assert "illegal move" in text(bert.get("/e/open/calls/")) and "illegal move" in text(
        bert.get("/e/open/desk/2/phone/")
    )
    note = BoardNote.objects.get()
    anna.post(f"{page}remove/", {"note": note.pk})
    assert not BoardNote.objects.exists()
    added, removed = LogEntry.objects.filter(action=LogAction.BOARD_NOTE).order_by("pk")
    assert (added.after, removed.before) == ({"note": "illegal"}, {"note": "illegal"})
    assert "removed in the meantime" in text(anna.post(f"{page}remove/", {"note": note.pk}))


def test_an_open_desk_gets_the_row_with_a_new_note(event, anna):
    seen = "1-4.0-0 0-0.x"
    add_note(event, 2, 2, "time", "", COMMAND)
    answer = anna.get(f"{DESK}?seen={seen}", headers={"HX-Request": "true"}).content.decode()
    note = BoardNote.objects.get()
    assert "time added" in answer and f'data-stamp="0-0-{note.pk}"' in answer and 'id="d1"' not in answer
    seen = f"1-1.0-0 2-2.0-0-{note.pk} 3-4.0-0"
    assert 'id="d2"' not in anna.get(f"{DESK}?seen={seen}", headers={"HX-Request": "true"}).content.decode()
    remove_note(event, 2, 2, note.pk, COMMAND)
    assert 'id="d2"' in anna.get(f"{DESK}?seen={seen}", headers={"HX-Request": "true"}).content.decode()


def test_a_board_without_buttons_of_a_large_desk_has_its_notes_too(event, anna, monkeypatch):
    add_note(event, 2, 4, "protest", "loud", Actor(person("carl", event), Role.ARBITER))
    whole = stamps(anna.get(DESK))
    monkeypatch.setattr(desk, "WHOLE", 0)
    monkeypatch.setattr(desk, "NEAR", 1)
    page = anna.get(DESK)
    assert "loud · carl" in text(page)
    assert stamps(page) == whole and whole["4"] == f"0-0-{BoardNote.objects.get().pk}"


def stamps(page):
    return dict(re.findall(r'data-board="(\d+)"[^>]*?data-stamp="([^"]*)"', page.content.decode()))


@pytest.mark.parametrize("posted", [{}, {"kind": "other"}, {"kind": "rain", "text": "x"}])
def test_a_note_says_something(event, anna, posted):
    answer = anna.post("/e/open/desk/2/1/note/add/", posted)
    assert (answer.status_code, BoardNote.objects.count()) == (422, 0)
    assert "Choose what happened, or write it." in text(answer)


def test_a_text_alone_is_a_note(event, anna):
    anna.post("/e/open/desk/2/1/note/add/", {"text": "phone rang"})
    assert BoardNote.objects.values_list("kind", "text").get() == ("other", "phone rang")


def test_only_chess_has_illegal_moves(client):
    event = make_event(discipline="scrabble")
    client.force_login(person("anna", event))
    page = text(client.get("/e/open/desk/2/1/note/"))
    assert "protest" in page and "illegal" not in page


def test_helpers_see_calls_and_arbiters_answer_them(event, client):
    call_arbiter(event, 2, 1, COMMAND)
    client.force_login(person("eli", event, Role.ENTRY))
    page = text(client.get(DESK))
    assert "0 min" in page and "I come" not in page


def test_the_public_sees_neither_calls_nor_notes(event):
    call_arbiter(event, 2, 1, COMMAND)
    add_note(event, 2, 2, "protest", "Zebra", COMMAND)
    call_arbiter(event, 2, 2, COMMAND)
    event = Event.objects.get()
    public = [f"/e/open/{page}" for page in ("", "round/2/", "crosstable/", "player/1/", "feed/", "screen/")]
    public += ["/api/v1/events/open/games", "/api/v1/events/open", slip_of(event, board=2)]
    for address in public:
        page = Client().get(address).content.decode()
        assert "Zebra" not in page and "protest" not in page, address
    assert b"Zebra" not in export_public_event(event)


def test_the_report_and_the_archive_have_the_notes(event):
    add_note(event, 2, 1, "claim", "threefold", Actor(person("anna", event), Role.ARBITER))
    call_arbiter(event, 2, 2, COMMAND)
    event = Event.objects.get()
    (note,) = tournament_report(staff_reader(event), 0).notes
    assert (note.round, note.label, note.kind, note.text, note.by) == (2, "1", "claim", "threefold", "anna")
    copy = import_again(export_event(event), slug="again")
    stored = BoardNote.objects.get(game__round__event=copy)
    assert (stored.kind, stored.text, stored.game.board) == ("claim", "threefold", 1)
    assert not ArbiterCall.objects.filter(game__round__event=copy).exists()


def test_erasing_a_player_erases_what_was_noted_about_them(event):
    for board in (1, 2):
        add_note(event, 2, board, "claim", "threefold", COMMAND)
    erase_player(event, game(event, 2, 1).white.number, Actor(person("olga", event, Role.OWNER), Role.OWNER))
    assert list(BoardNote.objects.order_by("game__board").values_list("text", flat=True)) == ["…", "threefold"]


def test_another_event_has_its_own_calls_and_notes(event, anna):
    other = make_event("other")
    for each in (event, other):
        add_note(each, 2, 1, "time", f"of {each.slug}", COMMAND)
        call_arbiter(each, 2, 1, COMMAND)
    assert [each.game.round.event for each in list_calls(event)] == [event]
    assert [note.text for note in list_notes(event)] == ["of open"]
    assert "of other" not in text(anna.get("/e/open/calls/"))
    with pytest.raises(Refusal, match="removed in the meantime"):
        remove_note(event, 2, 2, BoardNote.objects.get(text="of open").pk, COMMAND)
    with pytest.raises(Refusal, match="removed in the meantime"):
        remove_note(event, 2, 1, BoardNote.objects.get(text="of other").pk, COMMAND)


def test_what_is_erased_is_of_this_event_on_either_side(event):
    other, owner = make_event("other"), Actor(person("owner", event, Role.OWNER), Role.OWNER)
    for each in (event, other):
        add_note(each, 2, 1, "time", f"of {each.slug}", COMMAND)
    erase_player(event, game(event, 2, 1).black.number, owner)
    assert list(BoardNote.objects.order_by("pk").values_list("text", flat=True)) == ["…", "of other"]
    add_note(event, 2, 1, "claim", "threefold", COMMAND)
    Game.objects.update(result="10")
    Event.objects.update(planned_rounds=2)
    erase_details(event, owner)
    assert set(BoardNote.objects.values_list("text", flat=True)) == {"…", "of other"}
