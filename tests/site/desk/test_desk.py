"""The arbiter's desk over HTTP: every form without JavaScript, and the fragments that htmx gets."""

import re
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.site.factories import game, make_event, person
from tournaments.domain.roles import Role
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db

HTMX = {"HTTP_HX_REQUEST": "true"}
DESK, UNDO = "/e/open/desk/2/", "/e/open/desk/undo/"


@pytest.fixture
def event():
    return make_event()


@pytest.fixture
def anna(client, event):
    client.force_login(person("anna", event))
    return client


@pytest.fixture
def bert(event):
    client = Client()
    client.force_login(person("bert", event))
    return client


def send(client, board, result=None, *, version=0, uuid=None, number=2, slug="open", **more):
    fields = {"version": version, "uuid": uuid or uuid4(), **({} if result is None else {"result": result})}
    headers = {name: more.pop(name) for name in list(more) if name.startswith("HTTP_")}
    return client.post(f"/e/{slug}/desk/{number}/{board}/", fields | more, **headers)


def type_line(client, line, *, seen="", number=2, slug="open", **headers):
    return client.post(f"/e/{slug}/desk/{number}/", {"line": line, "seen": seen, "uuid": uuid4()}, **headers)


def stored(event, board, number=2):
    row = game(event, number, board)
    return row.result, row.white_score, row.black_score, row.version


def text(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", response.content.decode()))


# The page


def test_before_the_first_round_the_desk_leads_to_its_pairing(anna, event):
    event.rounds.all().delete()
    page = anna.get("/e/open/desk/", follow=True)
    assert page.redirect_chain == [("/e/open/pairings/", 302)]
    assert "No round has been paired yet." in text(page)
    assert anna.get(DESK).status_code == 404


def test_the_desk_opens_at_the_last_paired_round(anna):
    page = anna.get("/e/open/desk/")
    assert page.status_code == 200
    assert "Round 2 · results" in text(page)
    assert "4 of 4 open" in text(page)


def test_the_next_open_board_takes_the_focus(anna):
    send(anna, 1, "10")
    page = anna.get(DESK).content.decode()
    assert re.findall(r'<tbody id="d(\d+)"[^>]*>\s*<tr aria-current="true"', page) == ["2"]
    assert page.count("autofocus") == 2  # the board's first button, and the dialog's


def test_every_board_is_a_form_by_itself(anna):
    page = anna.get(DESK).content.decode()
    for board in (1, 2, 3, 4):
        assert f'action="/e/open/desk/2/{board}/"' in page
    assert page.count('name="csrfmiddlewaretoken"') >= 6
    assert not re.search(r"style=|\son\w+=|hx-on|js:", page)


@pytest.mark.parametrize("code", ["10", "==", "01", "+-", "-+", "--"])
def test_a_pressed_button_saves_and_comes_back_to_the_desk(anna, event, code):
    answer = send(anna, 3, code)
    assert answer.status_code == 302
    assert answer["Location"] == "/e/open/desk/2/?last=3#d3"
    assert stored(event, 3) == (code, None, None, 1)
    page = anna.get("/e/open/desk/2/?last=3")
    assert "Board 3: Łuk, Filip" in text(page)
    assert "3 of 4 open" in text(page)


def test_the_echo_reads_names_result_and_new_totals(anna):
    answer = send(anna, 1, "10", **HTMX)
    assert "Board 1: Sørensen, Bo 1-0 Weiß, Carl → Sørensen, Bo Points 1 place 1 · Weiß, Carl Points 0" in text(answer)


def test_clearing_opens_the_board_again(anna, event):
    send(anna, 1, "10")
    send(anna, 1, "", version=1)
    assert stored(event, 1) == ("", None, None, 2)


# htmx


def test_htmx_gets_row_echo_and_counter(anna):
    answer = send(anna, 2, "01", **HTMX)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert re.findall(r'hx-target="(#\w+)"', html) == ["#d2", "#open", "#echo"]
    assert '<tbody id="d2" data-board="2" data-version="1" data-stamp="1-0"' in html
    assert "autofocus" not in html


def test_others_entries_are_fetched_by_version(anna, bert):
    send(anna, 2, "01")
    send(bert, 4, "10")
    rows = anna.get(DESK, {"seen": "1.0-0 2.1-0 3.0-0 4.0-0"}, **HTMX).content.decode()
    assert re.findall(r'<tbody id="(d\d+)"', rows) == ["d4"]


# Refusals and conflicts


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
    assert send(client, 1, "01", version=1, number=1, slug="old").status_code == 422
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    asked = send(client, 1, "01", version=1, number=1, slug="old")
    assert "A reason is needed here" in text(asked)
    assert re.search(r'name="reason"[^>]*required', asked.content.decode())
    assert send(client, 1, "01", version=1, number=1, slug="old", reason="wrong slip").status_code == 302


# Undo


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


def test_undo_in_another_round_leaves_the_rows_on_screen(anna):
    send(anna, 1, "10", number=1)
    html = anna.post(UNDO, {"round": 2}, **HTMX).content.decode()
    assert "<tbody" not in html
    assert "round 1, board 1" in text(anna.post(UNDO, {"round": 2}, **HTMX)) or "round 1, board 1" in html


# The entry line


LINES = [("3 1", 3, "10"), ("3 0", 3, "01"), ("3.5", 3, "=="), ("3 ½-½", 3, "=="), ("3-1", 3, "10")]


@pytest.mark.parametrize(("line", "board", "code"), LINES)
def test_a_line_enters_a_result(anna, event, line, board, code):
    assert type_line(anna, line)["Location"] == f"/e/open/desk/2/?last={board}#d{board}"
    assert stored(event, board) == (code, None, None, 1)


@pytest.mark.parametrize(("line", "board"), [("3", 3), ("müller", 2), ("lukasz", None), ("łuk", 3), ("o'brien", 4)])
def test_a_line_jumps_to_a_board(anna, event, line, board):
    page = type_line(anna, line)
    current = re.findall(r'<tbody id="d(\d+)"[^>]*>\s*<tr aria-current="true"', page.content.decode())
    assert current == [str(board or 1)]
    if board:
        assert f'data-jump="{board}"' in type_line(anna, line, **HTMX).content.decode()
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "Type a board"),
        ("9 1", "There is no board 9 in round 2"),
        ("3 7", "is not a result"),
        ("nobody", "No player in this round"),
        ("3 +", "is not a result"),
    ],
)
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_line_is_refused_with_a_sentence(anna, line, sentence, headers):
    answer = type_line(anna, line, **headers)
    assert answer.status_code == 422
    assert sentence in text(answer)


def test_a_line_meets_a_conflict_too(anna, bert, event):
    send(anna, 3, "10")
    assert type_line(bert, "3 0").status_code == 409
    assert type_line(bert, "3 0", seen="1.4 3.1").status_code == 302
    assert stored(event, 3)[0] == "01"


# Games with scores


@pytest.fixture
def scrabble(client):
    event = make_event("scrabble", discipline="scrabble", tiebreaks="WIN,SPREAD")
    client.force_login(person("anna", event))
    return event


def test_two_scores_give_the_result(client, scrabble):
    answer = send(client, 1, white_score=402, black_score=381, slug="scrabble", **HTMX)
    assert stored(scrabble, 1) == ("10", 402, 381, 1)
    assert "Table 1: Sørensen, Bo 402–381 Weiß, Carl → Sørensen, Bo" in text(answer)
    assert "+21" in text(answer)
    assert "−21" in text(answer)


@pytest.mark.parametrize(
    ("line", "scores"), [("1 402 381", (402, 381)), ("1.402.381", (402, 381)), ("1 -5 7", (-5, 7))]
)
def test_a_line_with_scores(client, scrabble, line, scores):
    assert type_line(client, line, slug="scrabble").status_code == 302
    assert stored(scrabble, 1)[1:3] == scores


def test_a_rare_score_is_taken_with_a_question(client, scrabble):
    answer = send(client, 1, white_score=902, black_score=381, slug="scrabble", **HTMX)
    assert answer.status_code == 200
    assert "Is that right?" in text(answer)


@pytest.mark.parametrize("scores", [{"white_score": 402}, {"white_score": 9000, "black_score": 1}])
def test_impossible_scores_are_refused(client, scrabble, scores):
    assert send(client, 1, slug="scrabble", **scores).status_code == 422


def test_a_forfeit_has_no_scores(client, scrabble):
    send(client, 1, "+-", slug="scrabble", white_score=402, black_score=381)
    assert stored(scrabble, 1) == ("+-", None, None, 1)


def test_petanque_refuses_a_draw_and_asks_about_an_unusual_end(client):
    event = make_event("boule", discipline="petanque", tiebreaks="WIN")
    client.force_login(person("anna", event))
    assert send(client, 1, slug="boule", white_score=7, black_score=7).status_code == 422
    answer = send(client, 1, slug="boule", white_score=11, black_score=7, **HTMX)
    assert "usually ends at 13" in text(answer)


# Who may


PAGES = [("get", DESK), ("get", "/e/open/desk/"), ("post", DESK), ("post", "/e/open/desk/2/1/"), ("post", UNDO)]
ENTERS = {"owner", "chief_arbiter", "arbiter", "entry", "superuser"}
PEOPLE = [*Role.values, "superuser", "stranger", "arbiter of another event", "anonymous"]


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize(("method", "url"), PAGES)
def test_who_may_open_the_desk(client, event, who, method, url):
    if who in Role.values:
        client.force_login(person("somebody", event, who))
    elif who == "superuser":
        client.force_login(User.objects.create_superuser("root"))
    elif who == "arbiter of another event":
        client.force_login(person("somebody", make_event("other")))
    elif who == "stranger":
        client.force_login(person("somebody"))
    fields = {"line": "1 1", "result": "10", "version": 0, "uuid": uuid4()} if method == "post" else {}
    answer = getattr(client, method)(url, fields)
    if who == "anonymous":
        assert (answer.status_code, answer["Location"]) == (302, f"/signin/?next={url}")
    elif who in ENTERS:
        assert answer.status_code in (200, 302, 422)
    else:
        assert answer.status_code == 403
        assert "This page is for the staff of this event." in text(answer)
    assert LogEntry.objects.exists() == (who in ENTERS and method == "post" and url != UNDO)


@pytest.mark.parametrize(
    "url", ["/e/none/desk/", "/e/open/desk/9/", "/e/open/desk/2/99/", "/e/open/desk/9/1/", "/e/secret/desk/"]
)
def test_what_is_not_there_is_a_404(anna, url):
    make_event("secret", is_public=False)
    ask = anna.post if url.count("/") == 6 else anna.get
    assert ask(url, {"result": "10", "version": 0, "uuid": uuid4()}).status_code == 404


@pytest.mark.parametrize("url", ["/e/open/desk/2/1/", UNDO])
def test_writing_needs_post(anna, url):
    assert anna.get(url).status_code == 405


@pytest.mark.parametrize("url", [DESK, "/e/open/desk/2/1/", UNDO])
def test_writing_needs_the_token(event, url):
    client = Client(enforce_csrf_checks=True)
    client.force_login(person("anna", event))
    answer = client.post(url, {"line": "1 1", "result": "10", "version": 0, "uuid": uuid4()})
    assert answer.status_code == 403
    assert stored(event, 1)[0] == ""


@pytest.mark.parametrize("number", ["9" * 5000, "-1", "x", "²"])
def test_a_number_that_is_none_breaks_no_page(anna, number):
    assert anna.get("/e/open/desk/2/", {"last": number}).status_code == 200
    assert anna.get("/e/open/desk/2/", {"seen": f"{number}.{number}"}, **HTMX).status_code == 200
    assert anna.post(UNDO, {"round": number}).status_code == 422
