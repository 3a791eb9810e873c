"""What the desk's scripts make of a typed line, and how they keep an entry until it is answered."""

import pytest

pytestmark = pytest.mark.browser


BOARDS = [
    {"board": "1", "label": "1.1", "names": ["Þórsson, Jón", "Bjørn, Ole"]},
    {"board": "2", "label": "1.2", "names": ["Ågård, Nils", "Guðmundsson, Ása"]},
    {"board": "3", "label": "2.1", "names": ["Öberg, Ulla", "van der Meer, Piet"]},
    {"board": "12", "label": "6.2", "names": ["Müller, Jörg", "Łuczak, Ewa"]},
    {"board": "30", "label": "15.2", "names": ["O’Brien, Pat", "DAngelo, Ugo"]},
]


@pytest.mark.parametrize(
    ("text", "boards"),
    [
        ("thorsson", "1"),
        ("bjoern", "1"),
        ("bjorn", "1"),
        ("aagaard", "2"),
        ("gudmundsson", "2"),
        ("oeberg", "3"),
        ("Öberg", "3"),
        ("obe", "3"),
        ("mueller", "12"),
        ("muller", "12"),
        ("Müll", "12"),
        ("luczak ewa", "12"),
        ("van der", "3"),
        ("meer", "3"),
        ("eer", ""),
        ("obrien", "30"),
        ("o'bri", "30"),
        ("d’angelo", "30"),
        ("1", "1 12"),
        ("01", "1 12"),
        ("2", "2"),
        ("1.", "1 2"),
        ("1,2", "2"),
        ("6:2", "12"),
        ("?", ""),
        ("", ""),
    ],
)
def test_the_entry_line_finds_boards(call, text, boards):
    assert " ".join(each["board"] for each in call("desk/line.js", "findBoards", text, BOARDS, 2)) == boards


@pytest.mark.parametrize(
    ("text", "boards_per_match", "board", "rest"),
    [
        ("12 1", 0, "12", " 1"),
        ("  007=", 0, "7", "="),
        ("3.2 1", 4, "10", " 1"),
        ("3,2 1", 4, "10", " 1"),
        ("3.2 1", 0, "3", ".2 1"),
        ("12 402 381 21", 0, "12", " 402 381 21"),
        ("Müller", 0, None, ""),
    ],
)
def test_a_line_names_a_board_and_what_follows(call, text, boards_per_match, board, rest):
    assert call("desk/line.js", "parseLine", text, boards_per_match) == {"board": board, "rest": rest}


LINES = [
    ("mueller 1", "12", "1"),
    ("luczak 1 0", "12", "1 0"),
    ("müller.402.381", "12", "402.381"),
    ("jón", "1", ""),
    ("o 1", None, "1"),
    ("o.", None, ""),
    ("j 1", None, "1"),
    ("bjørn *", "1", "*"),
    ("j.", None, ""),
    ("nobody 1", None, ""),
    ("12 1", "12", " 1"),
]


@pytest.mark.parametrize(("text", "board", "rest"), LINES)
def test_a_line_names_a_player_and_what_follows(call, text, board, rest):
    read = call("desk/line.js", "readLine", text, BOARDS, 2)
    assert (read["board"], read["rest"]) == (board, rest)


MATCHES = [
    ("3 1½0½", 4, {"match": 3, "results": "1½0½"}),
    ("1111", 4, {"match": 7, "results": "1111"}),
    ("3 1 1 0 0", 4, {"match": 3, "results": "1100"}),
    ("3.2 1", 4, None),
    ("3.1 1 0", 3, None),
    ("3 10", 2, {"match": 3, "results": "10"}),
    ("3 1-0", 2, None),
    ("3 111", 4, None),
    ("1111", 0, None),
]


@pytest.mark.parametrize(("text", "boards_per_match", "match"), MATCHES)
def test_a_line_enters_a_whole_match(call, text, boards_per_match, match):
    assert call("desk/line.js", "readMatch", text, boards_per_match, 7) == match


@pytest.mark.parametrize(("rest", "is_result"), [(" 1", True), ("=", False), (" =", True), ("", False), (".1", True)])
def test_what_follows_a_board_may_be_a_result(call, rest, is_result):
    assert call("desk/line.js", "isResult", rest) is is_result


@pytest.mark.parametrize(
    ("status", "is_redirected", "outcome"),
    [
        (200, False, 200),
        (409, False, 409),
        (500, False, 500),
        (503, False, "away"),
        (429, False, "away"),
        (200, True, "signed out"),
    ],
)
def test_what_an_answer_means_for_an_entry(call, status, is_redirected, outcome):
    assert call("desk/stored_entries.js", "outcomeOf", status, is_redirected) == outcome


@pytest.mark.parametrize(
    ("outcome", "failures", "is_retried"),
    [("away", 99, True), (500, 0, True), (500, 3, True), (500, 4, False), (422, 0, False), ("signed out", 0, False)],
)
def test_an_entry_is_sent_again_while_that_may_help(call, outcome, failures, is_retried):
    assert call("desk/stored_entries.js", "isRetried", outcome, failures) is is_retried


@pytest.mark.parametrize(("failures", "delay"), [(1, 1000), (2, 2000), (4, 8000), (5, 15000), (60, 15000)])
def test_the_outbox_waits_longer_and_longer(call, failures, delay):
    assert call("desk/stored_entries.js", "retryDelay", failures) == delay


def test_later_entries_of_the_same_board_follow_the_new_version(call):
    stored = {"board": "1", "values": {"version": "3"}}
    waiting = [
        {"board": board, "values": {"version": version}} for board, version in (("1", "3"), ("1", "2"), ("2", "3"))
    ]
    rebased = call("desk/stored_entries.js", "rebaseEntries", waiting, stored, "3", "4")
    assert rebased == [{"board": "1", "values": {"version": "4"}}]
    assert call("desk/stored_entries.js", "rebaseEntries", waiting, stored, "3", None) == []


def test_the_keys_of_entries_sort_by_their_time(call):
    moments = [(0, 0), (1, 5), (1, 40.25), (1_790_000_000_000, 3.5), (1_790_000_000_001, 0)]
    keys = [call("desk/stored_entries.js", "entryKey", "desk:cup:1:1/", *moment) for moment in moments]
    assert keys == sorted(keys)
    assert len(set(keys)) == len(keys)


def test_stored_entries_come_back_in_their_order_and_without_those_of_others(page):
    read = page.evaluate("""async () => {
      const { readEntries, storeEntry } = await import("/desk/stored_entries.js");
      for (const key of ["desk:a/2", "desk:a/1", "desk:ab/0"]) {
        storeEntry(localStorage, { key, url: "/", values: { uuid: key }, board: "1", isAnswered: true });
      }
      return readEntries(localStorage, "desk:a/");
    }""")
    assert read == [{"key": key, "url": "/", "values": {"uuid": key}, "board": "1"} for key in ("desk:a/1", "desk:a/2")]


def test_a_uuid_needs_no_secure_context(call):
    uuids = {call("desk/stored_entries.js", "randomUuid") for _ in range(20)}
    assert len(uuids) == 20
    assert all(len(uuid) == 36 and uuid[14] == "4" and uuid[19] in "89ab" for uuid in uuids)
