"""The line of the desk: what arbiters type, and what it means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiebreaks.refusal import Refusal
from tournaments.domain.desk.entry_line import EntryLine, find_board_of_names, read_entry_line

CHESS = [
    ("12 1", EntryLine(12, result="10")),
    ("12 0", EntryLine(12, result="01")),
    ("12 5", EntryLine(12, result="==")),
    ("12 =", EntryLine(12, result="==")),
    ("12 d", EntryLine(12, result="==")),
    ("12 D", EntryLine(12, result="==")),
    ("12 ½", EntryLine(12, result="==")),
    ("12 1/2", EntryLine(12, result="==")),
    ("12.1", EntryLine(12, result="10")),
    ("12,0", EntryLine(12, result="01")),
    ("12:5", EntryLine(12, result="==")),
    ("12-1", EntryLine(12, result="10")),
    ("12 1-0", EntryLine(12, result="10")),
    ("12 0:1", EntryLine(12, result="01")),
    ("12 1 - 0", EntryLine(12, result="10")),
    ("12 ½-½", EntryLine(12, result="==")),
    ("  12   1  ", EntryLine(12, result="10")),
    ("12", EntryLine(12)),
    ("12.", EntryLine(12)),
    ("12 +", EntryLine(12, result="+-")),
    ("12 -", EntryLine(12, result="-+")),
    ("12 --", EntryLine(12, result="--")),
    ("12 *", EntryLine(12, result="--")),
    ("12 7", EntryLine(12, result="??")),
    ("müller", EntryLine(name="müller")),
    ("von der Lasa", EntryLine(name="von der Lasa")),
    ("d", EntryLine(name="d")),
]
CHESS_REFUSED = [
    ("", "line-empty"), ("   ", "line-empty"), ("0 1", "line-board"), ("12345 1", "line-board"), ("-3 1", "line-board"),
    ("12 2", "line-result"), ("12 8", "line-result"), ("12 ++", "line-result"), ("12 -1", "line-result"),
    ("12 1 1", "line-result"), ("12 1 0 0", "line-result"), ("12 müller", "line-result"),
    ("١٢ 1", "line-board"), ("...", "line-board"),
]  # fmt: skip
SCORES = [
    ("12 402 381", (402, 381)),
    ("12.402.381", (402, 381)),
    ("12,402:381", (402, 381)),
    ("12-402-381", (402, 381)),
    ("12 402-381", (402, 381)),
    ("12 402 - 381", (402, 381)),
    ("12 402 -5", (402, -5)),
    ("12 -5 402", (-5, 402)),
    ("12 -5 -7", (-5, -7)),
    ("12.402.-5", (402, -5)),
    ("12 13 0", (13, 0)),
]
SCORES_REFUSED = ["12 402", "12 402 381 1", "12 402 x", "12 40200 1", "12 402--5", "12 + -", "12 1/2"]


@pytest.mark.parametrize(("text", "line"), CHESS)
def test_chess(text, line):
    assert read_entry_line(text, scored=False) == line


@pytest.mark.parametrize(("text", "code"), CHESS_REFUSED)
def test_chess_refused(text, code):
    with pytest.raises(Refusal) as refusal:
        read_entry_line(text, scored=False)
    assert (refusal.value.code, refusal.value.field) == (code, "line")
    assert str(refusal.value)


@pytest.mark.parametrize(("text", "scores"), SCORES)
def test_scores(text, scores):
    assert read_entry_line(text, scored=True) == EntryLine(12, scores=scores)


@pytest.mark.parametrize("text", SCORES_REFUSED)
def test_scores_refused(text):
    with pytest.raises(Refusal, match="two scores"):
        read_entry_line(text, scored=True)


SEPARATORS = st.sampled_from([" ", "  ", ".", ",", ":", ", ", ". ", " : "])
NUMBERS = st.integers(0, 9999)


@given(st.integers(1, 9999), SEPARATORS, NUMBERS, SEPARATORS | st.just("-"), NUMBERS)
def test_every_separator_means_the_same(board, first, white, second, black):
    line = read_entry_line(f"{board}{first}{white}{second}{black}", scored=True)
    assert line == EntryLine(board, scores=(white, black))


@given(st.integers(1, 9999), st.integers(-999, 9999), st.integers(-999, 9999))
def test_a_sign_after_a_space_is_kept(board, white, black):
    assert read_entry_line(f"{board} {white} {black}", scored=True).scores == (white, black)


@given(st.text(max_size=30), st.booleans())
def test_any_text_is_read_or_refused(text, scored):
    try:
        line = read_entry_line(text, scored)
    except Refusal as refusal:
        assert str(refusal)
    else:
        assert line.board or line.name


BOARDS = {
    1: ("Müller, Anna", "Sørensen, Bo"),
    2: ("Feldmann-Osterkamp, Claudia", "Doğan Aksoy"),
    3: ("Mueller, Karl", "Weiß, Eva"),
    4: ("Łukasz Nowak", "O'Brien, Pat"),
    5: ("Þórsson, Jón", "Bjørn Dæhlie"),
    6: ("Ågård, Nils", "Guðmundsson, Ari"),
    7: ("Øberg, Per", "Əliyev, Tural"),
    8: ("D’Angelo, Ugo", "Zhu, Li"),
}
NAMES = [
    ("müller a", 1), ("sorensen", 1), ("Sørensen", 1), ("osterkamp", 2), ("feldmann-o", 2), ("dogan", 2), ("AKSOY", 2),
    ("weiss", 3), ("weiß", 3), ("mueller k", 3), ("lukasz", 4), ("brien", 4), ("obrien", 4),
    ("o’brien", 4), ("obri pat", 4), ("dangelo", 8), ("d'angelo", 8), ("DAngelo", 8),
    ("thorsson", 5), ("bjoern", 5), ("bjorn", 5), ("daehlie", 5), ("aagaard", 6), ("agard", 6), ("gudmundsson", 6),
    ("oeberg", 7), ("oberg", 7), ("eliyev", 7),
]  # fmt: skip


@pytest.mark.parametrize(("fragment", "board"), NAMES)
def test_find_board(fragment, board):
    assert find_board_of_names(fragment, BOARDS) == board


@pytest.mark.parametrize(("fragment", "code"), [("mueller", "line-several"), ("nobody", "line-nobody")])
def test_find_board_refused(fragment, code):
    with pytest.raises(Refusal) as refusal:
        find_board_of_names(fragment, BOARDS)
    assert refusal.value.code == code


OF_MATCHES = [
    ("3.2", EntryLine(board=10)),
    ("3.2 1", EntryLine(board=10, result="10")),
    ("3.2.0", EntryLine(board=10, result="01")),
    ("03:04 5", EntryLine(board=12, result="==")),
    ("1.1 0-1", EntryLine(board=1, result="01")),
    ("12 1", EntryLine(board=12, result="10")),
    ("12", EntryLine(board=12)),
    ("müller", EntryLine(name="müller")),
]


WHOLE = ("10", "==", "01", "==")
OF_MATCHES += [
    ("3 1½0½", EntryLine(match=3, results=WHOLE)),
    ("3 1505", EntryLine(match=3, results=WHOLE)),
    ("3 1=0=", EntryLine(match=3, results=WHOLE)),
    ("3 1 ½ 0 ½", EntryLine(match=3, results=WHOLE)),
    ("12 1-0", EntryLine(board=12, result="10")),
]


def test_in_a_match_of_two_boards_a_result_with_a_gap_is_that_of_one_board():
    assert read_entry_line("3 10", scored=False, boards=2) == EntryLine(match=3, results=("10", "01"))
    assert read_entry_line("3 1 0", scored=False, boards=2) == EntryLine(board=3, result="10")
    assert read_entry_line("3.1 1 0", scored=False, boards=3) == EntryLine(board=7, result="10")


@pytest.mark.parametrize(("text", "expected"), OF_MATCHES)
def test_in_a_match_of_four_boards_a_line_may_name_match_and_board(text, expected):
    assert read_entry_line(text, scored=False, boards=4) == expected


@pytest.mark.parametrize("text", ["3.5", "3.0 1", "0.2 1", "3.12 1"])
def test_a_board_that_no_match_has_is_refused(text):
    with pytest.raises(Refusal, match="A match has boards 1 to 4"):
        read_entry_line(text, scored=False, boards=4)
