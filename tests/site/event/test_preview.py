"""The picture and the icon of an event: what messengers show beside its address."""

import re
from io import BytesIO

import pytest
from PIL import Image

from tests.site.factories import make_event
from tournaments.domain import accents
from tournaments.exports import share_picture
from tournaments.models import Event, Game

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
    colours(share_picture.draw_picture(name, "", "Round 1", (("1", name, "½"), ("2", "B", "0")), "no such colour"))


def test_the_page_names_the_picture_by_its_version(client, event):
    text = client.get("/e/open/").text
    address = re.search(r'property="og:image" content="([^"]+)"', text)[1]
    assert address == f"http://testserver{PICTURE}?v={event.epoch}-{event.version}"
    assert 'property="og:title" content="The open"' in text
    assert 'href="/static/icons/plum.svg"' in text


def test_an_invisible_event_has_no_picture(client, event):
    Event.objects.update(is_public=False)
    assert client.get(PICTURE).status_code == 404


def test_before_the_first_result_nobody_leads(client):
    make_event("new", rounds=0)
    assert client.get("/e/new/preview.png").status_code == 200
