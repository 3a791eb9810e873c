"""The way through the staff's pages: the steps of the day, and on a phone little of the screen for them."""

import pytest
from playwright.sync_api import expect

from tests.servers.live_events import NEW_EVENT, NEW_SESSION

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOST = 100  # pixels of the 844
STEPS = {
    "Public": ["Standings", "Round 1", "Cross table", "Statistics"],
    "Prepare": ["Players", "Tie-breaks", "Staff", "Settings"],
    "Round": ["Pairings", "Round times", "Notice", "Documents", "Projectors", "Public page"],
    "Results": ["Desk", "Calls and notes", "Rounds"],
    "Finish": ["Categories and prizes", "Export", "Privacy", "API and webhooks", "Log", "Archive and transfer"],
}
AT_THE_END = STEPS | {
    "Round": [title for title in STEPS["Round"] if title != "Documents"],
    "Results": ["Desk", "Calls and notes"],
    "Finish": ["Rounds", "Categories and prizes", "Documents", *STEPS["Finish"][1:]],
}


@pytest.fixture
def phone(server, window):
    """A function that opens a phone of the site's first account in a language."""
    server.python(NEW_EVENT)
    session = {"name": "sessionid", "value": server.python(NEW_SESSION).strip(), "url": server.url}

    def open_phone(**options):
        page = window(**PHONE, **options)
        page.context.add_cookies([session])
        return page

    return open_phone


def test_the_steps_of_the_day_lead_to_every_page(server, phone):
    german = phone(locale="de-DE")
    page = phone(java_script_enabled=False)
    page.goto(f"{server.url}/e/cup/")
    bar = page.locator(".tabs.staff")
    assert bar.locator("summary").all_text_contents() == list(STEPS)
    for step, titles in STEPS.items():
        for title in titles:
            open_step(bar, step)
            assert bar.get_by_role("link").all_text_contents() == titles
            bar.get_by_role("link", name=title, exact=True).click()
            expect(bar.locator("[open] > summary")).to_have_text(step)
            expect(bar.locator("[open] [aria-current]")).to_have_text(title)
            assert_narrow(page, title)
            german.goto(page.url)
            assert_narrow(german, title)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fr-FR"])
@pytest.mark.parametrize("is_over", [False, True])
def test_no_tab_is_cut_off_on_a_laptop(server, phone, window, locale, is_over):
    cookies = phone().context.cookies()
    server.python(f"from tournaments.models import Event; Event.objects.update(status={3 if is_over else 1})")
    page = window(locale=locale, viewport={"width": 1366, "height": 768})
    page.context.add_cookies(cookies)
    page.goto(f"{server.url}/e/cup/")
    bar = page.locator(".tabs.staff")
    for number, titles in enumerate((AT_THE_END if is_over else STEPS).values()):
        if number:
            bar.locator("summary").nth(number).click()
        row = bar.locator("[open] > div")
        expect(row.get_by_role("link")).to_have_count(len(titles))
        if locale == "en-GB":
            assert row.get_by_role("link").all_text_contents() == titles
        assert row.evaluate("row => row.scrollWidth <= row.clientWidth"), (locale, titles)


def test_help_shows_what_the_manual_says_of_the_page_and_leads_there_without_scripts(server, phone):
    page = phone()
    page.goto(f"{server.url}/e/cup/people/")
    page.get_by_label("Help for this page").click()
    expect(page.locator(".hint li").first).to_contain_text("choose the role")
    plain = phone(java_script_enabled=False)
    plain.goto(page.url)
    plain.get_by_label("Help for this page").click()
    plain.get_by_role("link", name="Helpers and their rights").click()
    expect(plain).to_have_url(f"{server.url}/manual/begin/#helpers-and-their-rights")


def open_step(bar, step):
    if bar.locator("[open] > summary").text_content() != step:
        bar.locator("summary", has_text=step).click()


def assert_narrow(page, title):
    """Check that the tabs are low, and all steps on the screen in one line."""
    assert page.locator(".tabs.staff").bounding_box()["height"] <= MOST, title
    boxes = [each.bounding_box() for each in page.locator(".tabs.staff summary").all()]
    assert len({box["y"] for box in boxes}) == 1, title
    assert max(box["x"] + box["width"] for box in boxes) <= 390, title
    assert min(min(box["width"], box["height"]) for box in boxes) >= 24, title
