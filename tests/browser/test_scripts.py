"""The pure parts of the scripts, case by case, in the Chromium that is there; no server runs."""

import pytest

from tournaments.domain.players import name_matching

pytestmark = pytest.mark.browser


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
    assert call("shared/poll.js", "isOld", stamp, other) is is_old


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
    assert call("hall/slide_pages.js", "dividePages", heights, room, *([most] if most else [])) == pages
