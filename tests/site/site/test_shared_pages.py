"""Passing a page on: the QR code and the address of the very page, in a fixed language."""

import re

import pytest

from tests.site.factories import make_event, person
from tournaments.domain.accounts.roles import Role
from tournaments.views.site import share

pytestmark = pytest.mark.django_db
#  page                                       language   what its code says
PAGES = """
   /e/open/                                   en         /e/open/?lang=en
   /e/open/                                   de         /e/open/?lang=de
   /e/open/?after=1                           en         /e/open/?after=1&lang=en
   /e/open/?follow=3,1&lang=de                en         /e/open/?follow=3%2C1&lang=de
   /e/open/round/2/                           de         /e/open/round/2/?lang=de
   /e/open/round/2/?by=name                   en         /e/open/round/2/?by=name&lang=en
   /e/open/player/3/                          de         /e/open/player/3/?lang=de
   /e/open/player/3/why/BH/?after=1           en         /e/open/player/3/why/BH/?after=1&lang=en
   /e/open/compare/1/2/                       en         /e/open/compare/1/2/?lang=en
   /e/open/about/                             en         /e/open/about/?lang=en
   /e/open/bracket/                           en         /e/open/bracket/?lang=en
"""
NOT_SHARED = ["nothing/", "desk/", "settings/", "export/", "share/", "../secret/", "round/2", "//evil.example/"]


@pytest.fixture
def codes(monkeypatch):
    """The texts of the QR codes that were drawn."""
    texts = []
    monkeypatch.setattr(share, "draw_qr_code", lambda text: texts.append(text) or "")
    return texts


def link_of(page):
    found = re.search(r'<a id="share" href="([^"]+)"', page.text)
    return found and found[1].replace("&amp;", "&")


@pytest.mark.parametrize("line", PAGES.strip().splitlines())
def test_a_page_leads_to_its_own_code(client, codes, line):
    page, language, address = line.split()
    make_event()
    link = link_of(client.get(page, headers={"Accept-Language": language}))
    answer = client.get(link, headers={"Accept-Language": "it"})
    assert codes == [f"http://testserver{address}"]
    assert f'href="{address.replace("&", "&amp;")}"' in answer.text  # the way back, and the address as text
    assert client.get(address).status_code == 200


def test_another_language_is_one_tap_away(client, codes):
    make_event()
    page = client.get("/e/open/share/round/2/?by=name&lang=en")
    assert 'href="?lang=de&amp;by=name"' in page.text
    client.get("/e/open/share/round/2/?lang=de&by=name")
    assert codes[-1] == "http://testserver/e/open/round/2/?lang=de&by=name"


@pytest.mark.parametrize("page", NOT_SHARED)
def test_only_the_public_pages_of_the_event_are_shared(client, page):
    make_event()
    make_event("secret")
    assert client.get(f"/e/open/share/{page}").status_code in (301, 404)


def test_a_hidden_event_is_not_shared(client):
    event = make_event(is_public=False)
    client.force_login(person("chief", event, Role.OWNER))
    assert link_of(client.get("/e/open/")) is None
    assert client.get("/e/open/share/").status_code == 404


def test_pages_of_the_staff_offer_nothing_to_share(client):
    event = make_event()
    client.force_login(person("chief", event, Role.OWNER))
    assert link_of(client.get("/e/open/rounds/")) is None
    assert link_of(client.get("/e/open/")) == "/e/open/share/?lang=en"


def test_an_address_that_only_this_machine_reaches_has_no_code(client):
    make_event()
    page = client.get("/e/open/share/", headers={"Host": "localhost:8000"})
    assert '<div class="qr"' not in page.text and "Only this computer can open" in page.text


INVITATION = {"role": "entry", "days": 3, "once": "one"}
MADE_HERE = [
    ("/e/open/people/", None, False),
    ("/e/open/people/invite/", INVITATION, True),
    ("/e/open/documents/", None, True),
    ("/e/open/screens/", None, True),
]


@pytest.mark.parametrize(("path", "sent", "says_so"), MADE_HERE)
@pytest.mark.parametrize("host", ["localhost:8000", "testserver"])
def test_what_is_made_at_an_address_of_this_computer_alone_says_so(client, path, sent, says_so, host):
    client.force_login(person("chief", make_event(), Role.OWNER))
    headers = {"Host": host}
    page = client.get(path, headers=headers) if sent is None else client.post(path, sent, headers=headers)
    assert page.status_code == 200
    assert ("Only this computer can open" in page.text) is (says_so and host.startswith("localhost"))
    assert ("HOST=0.0.0.0" in page.text) is (says_so and host.startswith("localhost"))


def test_the_calendar_is_subscribed_to_or_saved(client):
    make_event(round_times={"1": "2026-10-24T10:00"})
    page = client.get("/e/open/share/?lang=de").text
    assert 'href="webcal://testserver/e/open/rounds.ics?lang=de"' in page
    assert 'href="http://testserver/e/open/rounds.ics?lang=de"' in page
    make_event("other")
    assert "webcal" not in client.get("/e/other/share/").text
