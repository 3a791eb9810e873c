"""Which pages a cache may keep: those of public events, without a session, with the language in the address."""

import asyncio

import pytest

from config.asgi import route
from config.http.public_pages import address_with_language
from tests.site.factories import make_event, person
from tournaments.models import Event

pytestmark = pytest.mark.django_db
SECOND, PRIVATE = "public, max-age=0, s-maxage=1", "private, no-cache"
#   address             of the event    sent with                  language  how long a cache keeps it
PAGES = """
    /e/EVENT/?lang=de                   -                           de        SECOND
    /e/EVENT/?lang=en                   -                           en        SECOND
    /e/EVENT/round/1/?lang=de           -                           de        SECOND
    /e/EVENT/player/1/?lang=de          -                           de        SECOND
    /e/EVENT/?lang=de                   cookie:django_language=en   de        SECOND
    /e/EVENT/?lang=de                   cookie:sessionid=unknown    de        PRIVATE
    /e/EVENT/?lang=de                   hx-request:true             de        PRIVATE
    /e/EVENT/?lang=de&after=1           -                           de        PRIVATE
    /e/EVENT/?lang=it                   -                           en        PRIVATE
    /e/EVENT/                           -                           en        PRIVATE
"""
#   address             sent with                                            where it leads
ARRIVALS = """
    /e/cup/             accept:text/html                                     /e/cup/?lang=en
    /e/cup/             accept:text/html,accept-language:de-AT               /e/cup/?lang=de
    /e/cup/             accept:text/html,cookie:django_language=de           /e/cup/?lang=de
    /e/cup/round/3/     accept:text/html,accept-language:de                  /e/cup/round/3/?lang=de
"""


def lines(table):
    return [line.split() for line in table.strip().splitlines()]


def headers(sent):
    return dict(each.split(":", 1) for each in sent.split(",")) if sent != "-" else {}


@pytest.mark.parametrize(("address", "sent", "language", "kept"), lines(PAGES))
def test_what_a_cache_may_keep(client, address, sent, language, kept):
    answer = client.get(address.replace("EVENT", make_event().slug), headers=headers(sent))
    assert (answer.status_code, answer["Content-Language"]) == (200, language)
    assert answer["Cache-Control"] == globals()[kept]
    assert kept == "PRIVATE" or not answer.cookies
    varies = {each.strip() for each in answer.get("Vary", "").split(",") if each}
    assert varies <= {"Accept-Encoding"} if kept == "SECOND" else {"Cookie", "HX-Request"} <= varies


def test_what_is_hidden_may_be_kept_as_missing(client):
    """All pages of an event that was hidden ask again at once."""
    event = make_event()
    Event.objects.update(is_public=False)
    answer = client.get(f"/e/{event.slug}/?lang=de")
    assert (answer.status_code, answer["Cache-Control"], answer.get("Vary", "")) == (404, SECOND, "Accept-Encoding")


def test_nothing_for_somebody_who_is_signed_in_is_kept(client):
    event = make_event()
    client.force_login(person("ada"))
    assert client.get(f"/e/{event.slug}/?lang=de")["Cache-Control"] == PRIVATE


def test_the_choice_of_another_language_leaves_the_one_in_the_address(client):
    page = client.get(f"/e/{make_event().slug}/?after=1&lang=de").content.decode()
    assert '?after=1">' in page and "lang=de" not in page.partition('name="next"')[2].partition(">")[0]


def scope_of(path, sent):
    """Return the ASGI scope of a request."""
    path, _, query = path.partition("?")
    lines = [(name.encode(), value.encode()) for name, value in headers(sent).items()]
    return {"type": "http", "method": "GET", "path": path, "query_string": query.encode(), "headers": lines}


def arrive(path, sent):
    """Return the status and where it leads, as the site's own front answers."""
    answers = []

    async def send(message):
        answers.append(message)

    asyncio.run(route(scope_of(path, sent), None, send))
    named = {name: value.decode() for name, value in answers[0]["headers"]}
    return answers[0]["status"], named[b"location"]


@pytest.mark.parametrize(("path", "sent", "leads"), lines(ARRIVALS))
def test_visitors_are_sent_to_the_page_in_their_language(settings, path, sent, leads):
    settings.LIVE_POLL_SECONDS = 1
    assert arrive(path, sent) == (302, leads)


#   path                sent with                                            why it stays where it is
STAYS = """
    /e/cup/?lang=de     accept:text/html                                     it_has_a_language
    /e/cup/             accept:application/json                              a_program
    /e/cup/             accept:text/html,hx-request:true                     a_fragment
    /e/cup/             accept:text/html,cookie:sessionid=any                a_session
    /signin/            accept:text/html                                     no_page_of_an_event
"""


@pytest.mark.parametrize(("path", "sent", "_why"), lines(STAYS))
def test_all_others_stay_where_they_are(settings, path, sent, _why):
    settings.LIVE_POLL_SECONDS = 1
    assert address_with_language(scope_of(path, sent)) is None


def test_without_polling_nobody_is_sent_anywhere():
    assert address_with_language(scope_of("/e/cup/", "accept:text/html")) is None
