"""No page breaks a rule of WCAG 2.2 AA that axe can check, in four looks: wide and on a phone, light and dark.

The second language has the same pages with other, longer words: `make test-all` looks at every third one, on a phone.
A full table is looked at in standings/test_full_table.py, while results come in.
"""

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from tests.browser.pages import NO_PAGES, PUBLIC, STAFF, fill
from tests.servers.live_events import NEW_SESSION
from tests.sizes import some
from tournaments.urls import urlpatterns

WCAG = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
RUN = "([part, how]) => axe.run(part, { resultTypes: ['violations'], preload: false, ...how })"
# Of all rules these alone ask for colours: the others are the same in the second colour scheme.
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
WIDE, PHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 844}
IN_ENGLISH = [(WIDE, "light", WCAG), (WIDE, "dark", COLOURS), (PHONE, "dark", COLOURS), (PHONE, "light", WCAG)]
IN_GERMAN = [(PHONE, "light", WCAG), (PHONE, "dark", COLOURS)]
LANGUAGES = [("en", 1, IN_ENGLISH), ("de", 3, IN_GERMAN)]  # and which part of the pages is looked at
# Pages whose whole point is that there is nothing.
MISSING = {"/e/cup/log/state/": 422, "/e/nowhere/": 404, "/slip/nothing/": 410, "/signin/nothing/": 410}


def test_no_page_is_forgotten():
    pages = {pattern.name for pattern in urlpatterns if not hasattr(pattern.callback, "is_form")}
    assert pages <= set(PUBLIC) | set(STAFF) | NO_PAGES


@pytest.mark.browser
@pytest.mark.db
@pytest.mark.timeout(1200)
def test_no_page_breaks_a_rule(server, window):
    tokens = fill(server)
    public, staff = ([path.format(**tokens) for each in pages.values() for path in each] for pages in (PUBLIC, STAFF))
    session = {"name": "sessionid", "value": server.python(NEW_SESSION).strip(), "url": server.url}
    broken = []
    for language, step, looks in LANGUAGES:
        page = window(language, reduced_motion="reduce")
        broken += [(language, *each) for each in breaches(page, server.url, some(public, step), looks)]
        page.context.add_cookies([session])
        broken += [(language, *each) for each in breaches(page, server.url, some(staff, step), looks)]
    assert broken == []


def breaches(page, site, paths, looks):
    """Yield what axe finds on each page in each look."""
    for path in paths:
        status = page.goto(site + path).status
        assert status == MISSING.get(path, 200), (path, status)
        if page.locator("#live[data-stream]").count():
            page.wait_for_selector("#connection[data-state=live]")
        page.evaluate(AXE_SCRIPT)
        for size, scheme, rules in looks:
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            yield from ((path, size["width"], scheme, *fault) for fault in find_faults(page, rules))


def find_faults(page, only, part="body", **options):
    for each in page.evaluate(RUN, [part, {"runOnly": only, **options}])["violations"]:
        yield each["id"], each["nodes"][0]["html"][:200]
