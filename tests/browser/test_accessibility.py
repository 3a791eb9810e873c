"""No page breaks a rule of WCAG 2.2 AA that axe can check, in both languages, each in both colour schemes.

The second language has the same page with other words: `make test-all` looks at every third one of these.
"""

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from tests.browser.pages import NO_PAGES, PUBLIC, STAFF, fill
from tests.servers.live_events import NEW_SESSION
from tests.sizes import some
from tournaments.urls import urlpatterns

WCAG = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
LANGUAGES = {"en": 1, "de": 3}  # and which part of the pages is looked at
RUN = "only => axe.run(document, { runOnly: only, resultTypes: ['violations'], preload: false })"
# Of all rules these alone ask for colours: the others are the same in the second colour scheme.
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
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
    for language, step in LANGUAGES.items():
        page = window(language, reduced_motion="reduce")
        broken += [(language, *each) for each in breaches(page, server.url, some(public, step))]
        page.context.add_cookies([session])
        broken += [(language, *each) for each in breaches(page, server.url, some(staff, step))]
    assert broken == []


def breaches(page, site, paths):
    """Yield what axe finds on each page, light and dark."""
    for path in paths:
        page.emulate_media(color_scheme="light")
        status = page.goto(site + path).status
        assert status == MISSING.get(path, 200), (path, status)
        if page.locator("#live").count():
            page.wait_for_selector("#connection[data-state=live]")
        page.evaluate(AXE_SCRIPT)
        yield from find_faults(page, path, "light", WCAG)
        page.emulate_media(color_scheme="dark")
        yield from find_faults(page, path, "dark", COLOURS)


def find_faults(page, path, scheme, rules):
    for each in page.evaluate(RUN, rules)["violations"]:
        yield path, scheme, each["id"], each["nodes"][0]["html"][:200]
