"""The entry line of the desk over HTTP: results, jumps and refusals."""

import re

import pytest

from tests.site.desk.entering import send, stored, type_line
from tests.site.reading import HTMX, text
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db


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
