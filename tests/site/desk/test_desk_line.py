"""The entry line of the desk over HTTP: results, jumps and refusals."""

import re
from html import unescape
from uuid import uuid4

import pytest

from tests.site.desk.entering import send, stored, type_line
from tests.site.factories import game
from tests.site.reading import HTMX, text
from tournaments.forms.entry import read_stamps
from tournaments.models import LogEntry, Player

pytestmark = pytest.mark.django_db


LINES = [
    ("3 1", 3, "10"),
    ("3 0", 3, "01"),
    ("3.5", 3, "=="),
    ("3 ½-½", 3, "=="),
    ("3-1", 3, "10"),
    ("3 +", 3, "+-"),
    ("3 --", 3, "--"),
]


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
        ("3 8", "is not a result"),
        ("nobody", "No player in this round"),
    ],
)
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_line_is_refused_with_a_sentence(anna, line, sentence, headers):
    answer = type_line(anna, line, **headers)
    assert answer.status_code == 422
    assert sentence in text(answer)


# What is typed after a name is that player's, whatever the colour; all names are in tests/site/factories.py.
NAMED = [
    ("müller 1", 2, "01"),
    ("müller 0", 2, "10"),
    ("muller.5", 2, "=="),
    ("müller 0-1", 2, "10"),
    ("müller =", 2, "=="),
    ("müller *", 2, "--"),
    ("dogan 1", 2, "10"),
    ("anna müller 1", 2, "01"),
    ("o'brien, eve 1", 4, "01"),
]


def test_after_a_name_a_sign_is_that_players_too(anna, event):
    type_line(anna, "müller +")
    assert stored(event, 2)[0] == "-+"


@pytest.mark.parametrize(("line", "board", "code"), NAMED)
def test_after_a_name_the_result_is_that_players(anna, event, line, board, code):
    page = unescape(type_line(anna, line, **HTMX).text)
    assert stored(event, board)[0] == code
    winner = {"01": 1, "10": 0}.get(code)
    names = game(event, 2, board).white.name, game(event, 2, board).black.name
    assert re.findall(r'class="winner">(.*?)<', page) == ([] if winner is None else [names[winner]])


def test_a_name_with_a_number_is_a_name_first(anna, event):
    Player.objects.filter(event=event, number=1).update(name="Team 1")
    assert 'data-jump="2"' in type_line(anna, "team 1", **HTMX).text
    type_line(anna, "team 1 1")
    assert stored(event, 2)[0] == "01"


def test_a_name_that_fits_both_players_is_no_side(anna, event):
    Player.objects.filter(event=event, number=4).update(name="Müller, Bea")
    answer = type_line(anna, "müller 1", **HTMX)
    assert (answer.status_code, stored(event, 2)[0]) == (422, "")
    assert "“müller” fits both players" in text(answer)
    type_line(anna, "bea 1")
    assert stored(event, 2)[0] == "10"


def test_a_name_that_fits_several_boards_asks_although_one_alone_is_open(anna, event):
    Player.objects.filter(event=event, number=6).update(name="Müller, Fey")
    send(anna, 3, "10")
    answer = type_line(anna, "müller 0", **HTMX)
    assert (answer.status_code, stored(event, 2)[0]) == (422, "")
    assert "“müller” matches several boards: 2, 3." in text(answer)


def test_a_game_is_adjourned_by_the_line(anna, event):
    type_line(anna, "3 7")
    assert game(event, 2, 3).is_adjourned


def test_the_echo_names_the_result_that_an_entry_has_replaced(anna):
    assert "instead of" not in text(type_line(anna, "3 1", **HTMX))
    answer = type_line(anna, "3 0", seen="3.1", **HTMX)
    assert "0-1 Gao, G ⚠ instead of 1-0 Undo" in text(answer)
    assert '<b class="wait">' in answer.text and 'form="undo"' in answer.text
    assert "instead of 0-1" in text(send(anna, 3, "", version=2, **HTMX)), "also where a board is cleared"
    assert "instead of" not in text(send(anna, 3, "10", version=3, **HTMX))


def test_a_name_sent_again_means_the_board_of_the_first_time(anna, event):
    Player.objects.filter(event=event, number=6).update(name="Müller, Fey")
    send(anna, 3, "10")
    line = {"line": "müller 1", "seen": "2.0", "board": 2, "uuid": uuid4()}
    for _time in range(2):
        assert anna.post("/e/open/desk/2/", line, **HTMX).status_code == 200
    assert stored(event, 2) == ("01", None, None, 1)


def test_a_refused_line_comes_back_with_its_board(anna):
    answer = anna.post("/e/open/desk/2/", {"line": "3 8", "board": 3, "seen": "", "uuid": uuid4()}, **HTMX)
    row = re.search(r'<tbody\s+id="d3".*?</tbody>', answer.text, re.DOTALL)[0]
    assert "is not a result" in row
    assert re.search(r"data-open\s*>", row)
    assert 'value="3 8"' in type_line(anna, "3 8").text


def test_a_line_meets_a_conflict_too(anna, bert, event):
    send(anna, 3, "10")
    assert type_line(bert, "3 0").status_code == 409
    assert type_line(bert, "3 0", seen="1.4 3.1").status_code == 409
    assert stored(event, 3)[0] == "10"
    assert type_line(anna, "3 0", seen="1.4 3.1").status_code == 302
    assert stored(event, 3)[0] == "01"


def test_a_line_brings_the_versions_of_as_many_boards_as_a_round_can_have(anna, event):
    assert type_line(anna, "3 1", seen=" ".join(f"{board}.00000" for board in range(1, 2501))).status_code == 302
    assert stored(event, 3)[0] == "10"


@pytest.mark.parametrize(
    ("sent", "boards"),
    [
        ("3.1-0", {3: "1-0"}),
        ("1-3.0-0 7-7.2-1", {1: "0-0", 2: "0-0", 3: "0-0", 7: "2-1"}),
        ("1-9999999.0-0 x.1-0 4-.1-0 -4.1-0", {4: "1-0"}),
    ],
)
def test_boards_in_the_same_state_are_sent_together(sent, boards):
    assert read_stamps(sent) == boards
