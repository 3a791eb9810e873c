"""The keys of the desk: presets of other programs, keys that are switched off, and one list for all of it."""

import json
import re
from html import unescape

import pytest

from tests.site.factories import make_event, person
from tests.site.reading import text
from tournaments.domain.choices import KeyPreset
from tournaments.domain.desk import desk_keys
from tournaments.domain.desk.results import Result
from tournaments.models import DeskKeys

pytestmark = pytest.mark.django_db

PRESETS = [  # what the manuals of those programs say
    ("crosstable", {"1": "10", "0": "01", "5": "==", "=": "==", "d": "==", "+": "+-", "-": "-+", "*": "--", "7": "??"}),
    ("sharly", {"0": "", "1": "10", "2": "01", "3": "=="}),
    ("vega", {"1": "10", "0": "01", "5": "==", "3": "+-", "4": "-+", "2": "--", "7": "??", "9": ""}),
]


@pytest.mark.parametrize(("preset", "expected"), PRESETS)
def test_a_preset_has_the_keys_of_its_program(preset, expected):
    keys = desk_keys.preset_keys(preset)
    assert {key: keys[key] for key in expected} == expected


@pytest.mark.parametrize("preset", KeyPreset)
def test_every_key_does_something_that_has_words(preset):
    for does in desk_keys.preset_keys(preset).values():
        assert does in desk_keys.MOVES or does in {*Result.values, desk_keys.ADJOURN}
        assert desk_keys.key_label(does)


def test_games_with_scores_have_no_keys_for_wins():
    active = desk_keys.active_keys("vega", is_scored=True)
    assert not {"1", "0", "5"} & active.keys()
    assert active["3"] == "+-"


def test_the_desk_gets_the_arbiters_own_keys(client):
    event = make_event()
    user = person("anna", event)
    client.force_login(user)
    DeskKeys.objects.create(user=user, preset="sharly", off=["u", "3"])
    page = client.get("/e/open/desk/2/").content.decode()
    given = json.loads(unescape(re.search(r'data-keys="([^"]*)"', page)[1]))
    assert given["2"] == "01"
    assert not {"u", "3"} & given.keys()


def test_an_arbiter_chooses_his_keys(client):
    user = person("anna")
    client.force_login(user)
    assert "Sharly Chess" in text(client.get("/account/keys/"))
    assert client.post("/account/keys/", {"preset": "vega", "off": ["9", "ArrowUp", "nonsense"]}).status_code == 302
    assert (user.desk_keys.preset, user.desk_keys.off) == ("vega", ["9"])
    client.post("/account/keys/", {"preset": "crosstable", "all": "on"})
    user.desk_keys.refresh_from_db()
    assert set(user.desk_keys.off) == set(desk_keys.single_keys("crosstable"))
    assert all(len(key) > 1 for key in desk_keys.active_keys(user.desk_keys.preset, user.desk_keys.off))


@pytest.mark.parametrize("fields", [{}, {"preset": "fritz"}])
def test_an_unknown_preset_is_refused(client, fields):
    client.force_login(person("anna"))
    assert client.post("/account/keys/", fields).status_code == 422
    assert not DeskKeys.objects.exists()


def test_keys_are_for_people_who_are_signed_in(client):
    assert client.get("/account/keys/").status_code == 302
