"""Lists of a huge field come in parts, and a name finds its row in any of them."""

import pytest

from tests.site.factories import make_event
from tournaments.models import Game, Player
from tournaments.pages.list_parts import MOST, paginate

NAMES = [f"Guest {n}" for n in range(1, 1201)]


@pytest.mark.parametrize(
    ("asked", "number", "first", "last", "rows"),
    [(0, 1, 1, 500, 500), (1, 1, 1, 500, 500), (3, 3, 1001, 1200, 200), (99, 3, 1001, 1200, 200)],
)
def test_pages(asked, number, first, last, rows):
    page = paginate(NAMES, str, asked)
    assert (page.number, page.pages[number - 1], len(page.rows)) == (number, (number, first, last), rows)


@pytest.mark.parametrize(("find", "rows"), [("guest 12", 33), ("777 GUEST", 1), ("nobody", 0), ("  ", 500)])
def test_names_are_found_on_every_page(find, rows):
    assert len(paginate(NAMES, str, 1, find).rows) == min(rows, MOST)


@pytest.mark.parametrize(
    ("find", "names"),
    [
        ("mueller", {"Müller, Jörg", "Mueller, Ute"}),
        ("Muller", {"Müller, Jörg"}),
        ("müller", {"Müller, Jörg", "Mueller, Ute"}),
        ("jorg müll", {"Müller, Jörg"}),
        ("strasse", {"Straße, Ødegård"}),
        ("odegard", {"Straße, Ødegård"}),
        ("lukasz", {"Łukasz Wiśniewski"}),
        ("Ильин", {"Ильин, Фёдор"}),
        ("федор", {"Ильин, Фёдор"}),
    ],
)
def test_umlauts_and_accents_are_found_however_they_are_typed(find, names):
    accented = ["Müller, Jörg", "Mueller, Ute", "Straße, Ødegård", "Łukasz Wiśniewski", "Ильин, Фёдор"]
    assert set(paginate([*accented, *NAMES], str, 1, find).rows) == names


def test_a_list_that_fits_stays_whole():
    assert paginate(NAMES[:MOST], str) is None


@pytest.fixture
def huge(db):
    event = make_event("huge")
    Player.objects.bulk_create(Player(event=event, number=n, name=f"Guest {n}") for n in range(9, 1101))
    people = {player.number: player for player in event.players.all()}
    last = event.rounds.get(number=2)
    pairs = [(n, n + 1) for n in range(9, 1100, 2)]
    Game.objects.bulk_create(
        Game(round=last, board=board, white=people[w], black=people[b]) for board, (w, b) in enumerate(pairs, 5)
    )
    return event


PARTS = {
    "": 500,
    "?page=3": 100,
    "?find=guest+1099": 1,
    "round/2/": 500,
    "round/2/?page=2": 50,
    "round/2/?by=name&page=3": 100,
    "round/2/?by=name&find=nobody": 0,
    "crosstable/?page=2": 500,
    "crosstable/?find=guest+1099": 1,
}


def test_public_lists_are_bounded(client, huge):
    for path, rows in PARTS.items():
        text = client.get(f"/e/huge/{path}").content.decode()
        assert text.count("<tbody id=") == rows, path
        assert 'name="find"' in text, path
        assert "/live/huge/version/" in text, path


def test_the_way_to_other_pages_keeps_the_rest_of_the_address(client, huge):
    text = client.get("/e/huge/round/2/?by=name").content.decode()
    assert 'href="?by=name&amp;page=2"' in text
    assert '<input type="hidden" name="by" value="name">' in text
