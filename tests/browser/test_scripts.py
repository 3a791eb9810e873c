"""The pure parts of the scripts, case by case, in the Chromium that is there; no server runs."""

from pathlib import Path
from urllib.parse import urlparse

import pytest

from tournaments.domain import name_matching

pytestmark = pytest.mark.browser

STATIC = Path(__file__).resolve().parents[2] / "static"
ADDRESS = "http://scripts.test/"
ROW = """<tbody id="p{number}"{mark}><tr><td class="name"><a href="/{number}">{name}</a></td>
<td class="points"><a href="/{number}/why">{points}</a></td></tr></tbody>"""


def row(number, name, points, mark=""):
    return ROW.format(number=number, name=name, points=points, mark=mark)


TABLE = f"""<!doctype html>
<div id="live" data-updated="Updated: {{names}}" data-many="{{count}} rows updated"></div><p id="announce"></p>
<div id="standings"><table><thead><tr><th>Name</th><th>Points</th></tr></thead>
{row(1, "Anna", "1")}{row(2, "Björn", "0", ' class="mine"')}</table></div>
<script src="/vendor/htmx.min.js"></script>"""
EXPLAIN = """() => {
  const row = document.getElementById("p1").insertRow();
  row.className = "why";
  row.insertCell().textContent = "because";
  globalThis.link = document.querySelector("#p1 .points a");
  link.setAttribute("aria-expanded", "true");
  link.focus();
}"""
CALL = """async ([module, name, values]) => {
  const tested = (await import(module))[name];
  return typeof tested === "function" ? tested(...values) : tested;
}"""


@pytest.fixture(scope="module")
def page(chromium):
    """A page that loads modules from the static folder."""

    def answer(route):
        path = urlparse(route.request.url).path
        file = STATIC / path.removeprefix("/")
        if path == "/":
            route.fulfill(body=TABLE, content_type="text/html")
        elif file.is_file():
            route.fulfill(path=file)
        else:
            route.fulfill(status=404)

    context = chromium.new_context()
    context.route("**/*", answer)
    page = context.new_page()
    page.goto(ADDRESS)
    yield page
    context.close()


@pytest.fixture
def call(page):
    """A function that calls what a module exports, or returns its value."""
    return lambda module, name, *values: page.evaluate(CALL, [f"/{module}", name, values])


def test_the_tables_of_letters_are_those_of_the_server(call):
    for name in ("SPELLED_OUT", "WITHOUT_ACCENTS"):
        assert call("shared/names.js", name) == getattr(name_matching, name)


@pytest.mark.parametrize(
    "name",
    [
        "Müller-Lüdenscheidt, Jörg",
        "Þórsson",
        "Bjørn Ågård",
        "GUÐMUNDSSON",
        "Łukasz Ząbkowski",
        "O'Brien",
        "Straße",
        "Çelik, İlkay",
        "Nguyễn",
        "Παπαδόπουλος",
        "ΟΔΥΣΣΕΥΣ",
        "Œdipe",
        "ĐorĐe",
        "  Anna   Maria ",
        "Ærø (2)",
        "Əliyev",
        "李四",
        "",
    ],
)
def test_names_are_folded_as_on_the_server(call, name):
    assert call("shared/names.js", "spellOut", name) == name_matching.spell_out(name)
    assert call("shared/names.js", "dropAccents", name) == name_matching.drop_accents(name)


BOARDS = [
    {"board": "1", "label": "1.1", "names": ["Þórsson, Jón", "Bjørn, Ole"]},
    {"board": "2", "label": "1.2", "names": ["Ågård, Nils", "Guðmundsson, Ása"]},
    {"board": "3", "label": "2.1", "names": ["Öberg, Ulla", "van der Meer, Piet"]},
    {"board": "12", "label": "6.2", "names": ["Müller, Jörg", "Łuczak, Ewa"]},
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


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (59, "0:59"), (245, "4:05"), (3599, "59:59"), (3600, "1:00 h"), (9900, "2:45 h"), (86400, "")],
)
def test_a_countdown_is_short(call, seconds, text):
    assert call("shared/server_time.js", "formatCountdown", 1000 * seconds) == text


@pytest.mark.parametrize(
    ("named", "sent", "received", "difference"),
    [(60_000, 60_100, 60_300, 0), (60_000, 0, 1000, 60_000), (0, 60_000, 61_000, -60_000)],
)
def test_the_servers_clock_is_compared_in_the_middle_of_the_way(call, named, sent, received, difference):
    assert call("shared/server_time.js", "clockDifference", named, sent, received) == difference


@pytest.mark.parametrize(
    ("stamp", "other", "is_old"),
    [("k-3", "k-3", True), ("k-2", "k-10", True), ("k-4", "k-3", False), ("m-1", "k-3", False), ("k-1", "", False)],
)
def test_a_version_is_old_within_its_epoch(call, stamp, other, is_old):
    assert call("shared/live.js", "isOld", stamp, other) is is_old


@pytest.mark.parametrize(
    ("heights", "room", "most", "pages"),
    [
        ([10, 10, 10], 20, None, [[0, 2], [2, 3]]),
        ([10, 30, 10], 20, None, [[0, 1], [1, 2], [2, 3]]),
        ([0] * 5, 100, 2, [[0, 2], [2, 4], [4, 5]]),
        ([], 100, None, []),
    ],
)
def test_rows_are_divided_into_pages(call, heights, room, most, pages):
    assert call("hall/pages.js", "dividePages", heights, room, *([most] if most else [])) == pages


PUT = """async (message) => {
  const { prepareMorph } = await import("/shared/rows.js"), { putMessage } = await import("/shared/parts.js");
  globalThis.prepared ??= prepareMorph() ?? true;
  putMessage(message);
}"""


@pytest.fixture
def table(page):
    page.goto(ADDRESS)
    page.evaluate(EXPLAIN)
    yield page
    assert page.evaluate("globalThis.link === document.activeElement"), "the focus stays"
    assert page.get_attribute("#p1 .points a", "aria-expanded") == "true", "so does the mark of the explanation"
    assert page.text_content("#p1 tr.why") == "because", "and the explanation below the row"


def ids(page):
    return page.eval_on_selector_all("#standings tbody", "bodies => bodies.map((body) => body.id)")


def test_a_changed_row_keeps_focus_and_explanation(table):
    table.evaluate(PUT, f'<template data-rows="standings" data-order="p2 p1">{row(1, "Anna", "1½")}</template>')
    assert ids(table) == ["p2", "p1"]
    assert table.text_content("#p1 .points") == "1½"
    assert table.get_attribute("#p1", "class") == "fresh"
    assert table.get_attribute("#p2", "class") == "mine", "the row is the same, and its mark stays"


def test_an_equal_row_is_not_marked(table):
    table.evaluate(PUT, f'<template data-rows="standings" data-order="p1 p2">{row(1, "Anna", "1")}</template>')
    assert table.get_attribute("#p1", "class") is None


def test_a_row_that_is_new_or_gone(table):
    table.evaluate(PUT, f'<template data-rows="standings" data-order="p3 p1">{row(3, "Cleo", "2")}</template>')
    assert ids(table) == ["p3", "p1"]


def test_a_table_with_another_column_keeps_its_rows(table):
    head = "<caption>After round 1</caption><thead><tr><th>Name</th><th>Points</th><th>Titles</th></tr></thead>"
    bodies = row(2, "Björn", "2") + row(1, "Anna", "1").replace("</tr>", "<td>WGM</td></tr>")
    whole = f'<div id="standings" class="wide"><table>{head}{bodies}</table></div>'
    table.evaluate(PUT, f'<template data-whole="standings">{whole}</template>')
    assert ids(table) == ["p2", "p1"]
    assert table.locator("#standings.wide th").count() == 3
    assert table.text_content("#p1 tr:first-child td:last-child") == "WGM"
    assert table.get_attribute("#p2", "class") == "mine fresh"
