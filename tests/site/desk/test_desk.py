"""The arbiter's desk over HTTP: every form without JavaScript, and the fragments that htmx gets."""

import re

import pytest

from tests.site.desk.entering import DESK, send, stored
from tests.site.reading import HTMX, text

pytestmark = pytest.mark.django_db


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


def test_the_echo_reads_each_name_once_with_the_result_and_the_new_totals(anna):
    echo = text(send(anna, 1, "10", **HTMX)).rpartition("Board 1:")[2]
    assert echo.startswith(" Sørensen, Bo 1-0 Weiß, Carl → Points 1 : 0 ")
    assert echo.count("Sørensen, Bo") == 1
    assert "·" not in echo


def test_places_are_read_once_no_board_of_the_round_is_open(anna):
    answers = [text(send(anna, board, "10", **HTMX)) for board in (1, 2, 3, 4)]
    assert ["· Place " in answer for answer in answers] == [False, False, False, True]
    assert "→ Points ½ : ½ · Place 5 : 4" in text(send(anna, 1, "==", version=1, **HTMX))


def test_clearing_opens_the_board_again(anna, event):
    send(anna, 1, "10")
    send(anna, 1, "", version=1)
    assert stored(event, 1) == ("", None, None, 2)


# htmx


def test_htmx_gets_row_echo_and_counter(anna):
    answer = send(anna, 2, "01", **HTMX)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert re.findall(r'hx-target="(#\w+)"', html) == ["#d2", "#open", "#next", "#echo"]
    assert '<tbody id="d2" data-board="2" data-version="1" data-stamp="1-0"' in html
    assert "autofocus" not in html


def test_others_entries_are_fetched_by_version(anna, bert):
    send(anna, 2, "01")
    send(bert, 4, "10")
    rows = anna.get(DESK, {"seen": "1.0-0 2.1-0 3.0-0 4.0-0"}, **HTMX).content.decode()
    assert re.findall(r'<tbody id="(d\d+)"', rows) == ["d4"]
