"""The picture and the icon of an event: what messengers show beside its address."""

import re
from io import BytesIO

import pytest
from PIL import Image

from tests.site.factories import make_event
from tests.site.standings.test_public_pages import Outline
from tests.site.teams import enter_matches, make_team_event
from tournaments.domain.event import accents
from tournaments.exports.share_card import Picture, draw_picture
from tournaments.exports.share_card_parts import CardBoard, CardLeader, CardMark, CardTile
from tournaments.models import Event, Game, Player, Round
from tournaments.operation.bounded_cache import clear_caches
from tournaments.pages.site import share_card

pytestmark = pytest.mark.django_db
PICTURE = "/e/open/preview.png"


@pytest.fixture
def event():
    event = make_event(accent="plum")
    Game.objects.filter(round__event=event, round__number=1).update(result="10")
    return event


def colours(png):
    image = Image.open(BytesIO(png)).convert("RGB")
    assert image.size == (1200, 630)
    return {f"#{r:02x}{g:02x}{b:02x}" for _, (r, g, b) in image.getcolors(1200 * 630)}


def test_the_picture_is_a_small_png_in_the_events_colour(client, event):
    answer = client.get(PICTURE)
    assert answer["Content-Type"] == "image/png"
    assert len(answer.content) < 60_000
    assert accents.colour("plum") in colours(answer.content)


def test_a_result_makes_another_picture_and_the_same_state_none(client, event):
    first = client.get(PICTURE)
    assert client.get(PICTURE, headers={"If-None-Match": first["ETag"]}).status_code == 304
    Game.objects.filter(round__event=event, round__number=2, board=1).update(result="01")
    Event.objects.update(version=event.version + 1)
    second = client.get(PICTURE, headers={"If-None-Match": first["ETag"]})
    assert second.status_code == 200
    assert second.content != first.content


@pytest.mark.parametrize(
    "name",
    ["X", "A name of many words that fill more than two lines of the picture " * 2, "Donaudampf" * 12, "Łódź – Αθήνα"],
)
def test_every_name_fits(name):
    leaders = (CardLeader("1", name, "½"), CardLeader("2", "B", "0"))
    colours(draw_picture(Picture(name, "", "Round 1", "no such colour", leaders)))
    boards = (CardBoard("1", name, "1002 : 999", name), CardBoard("1000", "A", "", "B")) * 3
    colours(draw_picture(Picture(name, name, name, "pine", boards=boards)))
    marks = tuple(CardMark(text, won) for text, won in (("1", 1), ("½", 0), ("2½ : 1½", 1), ("0", -1)) * 9)
    colours(draw_picture(Picture(name, name, name, "pine", tiles=(CardTile("1=", name),) * 9, marks=marks)))


#  page              picture                 title
PAGES = """
   /e/open/           preview.png             The open
   /e/open/round/1/   round/1/preview.png     Round 1 · The open
   /e/open/player/1/  player/1/preview.png    Müller, Anna · The open
   /e/open/crosstable/ preview.png            The open
"""


@pytest.mark.parametrize("line", PAGES.strip().splitlines())
def test_a_page_names_its_picture_by_version_and_language(client, event, line):
    page, picture, title = re.split(r"\s+", line.strip(), maxsplit=2)
    elements = Outline(client.get(page).text).elements
    metas = {attrs["property"]: attrs["content"] for tag, attrs in elements if attrs.get("property")}
    address = f"http://testserver/e/open/{picture}?v={event.epoch}-{event.version}&lang=en"
    assert (metas["og:image"], metas["og:title"]) == (address, title)
    assert title in metas["og:image:alt"]
    colours(client.get(address).content)
    assert client.get(address.replace("lang=en", "lang=de"))["Content-Language"] == "de"


@pytest.fixture
def drawn(monkeypatch):
    """The last picture, as what was drawn."""
    pictures = []
    monkeypatch.setattr(share_card, "draw_picture", lambda picture: pictures.append(picture) or b"")
    return lambda: pictures[-1]


def test_a_round_shows_its_first_boards(client, event, drawn):
    client.get("/e/open/round/1/preview.png")
    assert (drawn().name, drawn().under, drawn().state) == ("Round 1", "The open", "4 of 4 results")
    assert drawn().boards[:2] == (
        CardBoard("1", "Müller, Anna", "1 : 0", "Sørensen, Bo"),
        CardBoard("2", "Weiß, Carl", "1 : 0", "Doğan, Defne"),
    )
    client.get("/e/open/round/2/preview.png")
    assert drawn().boards[0] == CardBoard("1", "Sørensen, Bo", "", "Weiß, Carl")


def test_a_player_shows_place_values_results_and_the_next_board(client, event, drawn):
    client.get("/e/open/player/1/preview.png")
    assert drawn().tiles[1] == CardTile("1", "Points")
    assert drawn().marks == (CardMark("1", 1),)
    assert drawn().state == "Next game: Board 2, Black, against Doğan, Defne"


@pytest.mark.parametrize(("result", "text", "won"), [("Z", "0", -1), ("H", "½", 0), ("F", "1", 0)])
def test_a_round_without_an_opponent_is_tinted_where_it_brought_something(client, event, drawn, result, text, won):
    own = Game.objects.filter(round__event=event, round__number=1, white__number=1)
    own.update(black=None, board=None, result=result)
    clear_caches()
    client.get("/e/open/player/1/preview.png")
    assert drawn().marks == (CardMark(text, won),)


def test_a_final_event_shows_its_first_six(client, event, drawn):
    client.get(PICTURE)
    assert (len(drawn().leaders), drawn().state) == (3, "Round 2 of 5 · 0 of 4 results")
    Event.objects.update(final_at="2026-05-01T10:00Z", version=9)
    client.get(PICTURE)
    assert (len(drawn().leaders), drawn().state) == (6, "Final standings")


def test_teams_show_their_matches(client, drawn):
    enter_matches(make_team_event(), 1, "110=", "0000")
    client.get("/e/league/round/1/preview.png")
    assert drawn().boards == (CardBoard("1", "Aster", "2½ : 1½", "Birke"), CardBoard("2", "Ceder", "0 : 4", "Distel"))
    client.get("/e/league/player/2/preview.png")
    assert (drawn().name, drawn().marks) == ("Birke", (CardMark("1½ : 2½", -1),))


def test_no_picture_says_what_is_withheld(client, event, drawn):
    Round.objects.filter(event=event, number=1).update(is_withheld=True)
    Player.objects.filter(event=event, number=1).update(is_withheld=True, club="SK Nirgendwo")
    clear_caches()
    for address in ("preview.png", "round/1/preview.png", "player/1/preview.png"):
        client.get(f"/e/open/{address}")
        said = repr(drawn())
        assert "Müller" not in said and "Nirgendwo" not in said and "1 : 0" not in said
        assert drawn().marks == ()


@pytest.mark.parametrize("address", ["round/9/preview.png", "player/99/preview.png"])
def test_what_does_not_exist_has_no_picture(client, event, address):
    assert client.get(f"/e/open/{address}").status_code == 404


def test_an_invisible_event_has_no_picture(client, event):
    Event.objects.update(is_public=False)
    for picture in (PICTURE, "/e/open/round/1/preview.png", "/e/open/player/1/preview.png"):
        assert client.get(picture).status_code == 404


def test_before_the_first_result_nobody_leads(client):
    make_event("new", rounds=0)
    assert client.get("/e/new/preview.png").status_code == 200
