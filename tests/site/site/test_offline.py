"""Which pages a browser may keep for times without a network, as their answers say."""

import pytest

from tests.site.factories import make_event, person
from tournaments.domain.accounts.roles import Role
from tournaments.models import Event
from tournaments.views.site.events import SITE

pytestmark = pytest.mark.django_db
#  page of the public     who          what its answer says, and whether its script is there
PAGES = """
   /                      nobody       site      script
   /e/open/               nobody       key       script
   /e/open/?lang=de       nobody       key       script
   /e/open/round/1/       nobody       key       script
   /e/open/player/1/      nobody       key       script
   /e/open/export/        nobody       key       -
   /e/open/screen/        nobody       key       -
   /e/hidden/             nobody       -         -
   /rules/                nobody       -         -
   /signin/               nobody       -         -
   /                      owner        nothing   -
   /e/open/               owner        nothing   -
   /e/hidden/             owner        nothing   -
   /e/open/desk/          owner        nothing   -
"""


@pytest.fixture
def site(settings):
    settings.PRODUCTION = True
    for slug, is_public in (("open", True), ("hidden", False)):
        person("owner", make_event(slug, is_public=is_public, shared_key=f"key-{slug}"), Role.OWNER)


def says(answer):
    value = answer.get("Crosstable-Keep")
    return {None: "-", SITE: "site", "key-open": "key"}.get(value, value)


@pytest.mark.parametrize("line", PAGES.strip().splitlines())
def test_who_may_keep_a_page(client, site, line):
    page, who, kept, script = line.split()
    if who != "nobody":
        client.force_login(person(who))
    answer = client.get(page)
    assert (says(answer), "offline/keep.js" in answer.text) == (kept, script == "script")


def test_an_unchanged_page_says_it_too(client, site):
    tag = client.get("/e/open/")["ETag"]
    answer = client.get("/e/open/", headers={"If-None-Match": tag})
    assert (answer.status_code, says(answer)) == (304, "key")


def test_the_key_changes_when_something_may_be_hidden(client, site):
    Event.objects.filter(slug="open").update(shared_key="another")
    assert client.get("/e/open/")["Crosstable-Keep"] == "another"


def test_the_script_is_given_over_https_alone(client, settings):
    assert client.get("/worker.js").status_code == 404
    assert "Crosstable-Keep" not in client.get("/")
    settings.PRODUCTION = True
    answer = client.get("/worker.js")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/javascript; charset=utf-8")
    assert (answer["Cache-Control"], "default-src 'self'" in answer["Content-Security-Policy"]) == ("no-cache", True)
