"""Papers as Chromium prints them: heads repeat, pages are counted, and no row is lost or cut."""

import io

import pytest
from pypdf import PdfReader

from tests.servers.live_events import NEW_EVENT, NEW_SESSION

pytestmark = [pytest.mark.browser, pytest.mark.db]

MANY = """
players[4].name = "Papadimitrakopoulos-Krzeszowska, Wolfgang-Maximilian"
players[4].save()
Player.objects.bulk_create(Player(event=event, number=n, name=f"Guest {n}") for n in range(5, 105))
new = {player.number: player for player in event.players.all()}
Game.objects.bulk_create(
    Game(round=first, board=board, white=new[2 * board - 1], black=new[2 * board]) for board in range(3, 53)
)
"""

OVER_THE_BOXES = """() => [...document.querySelectorAll(".slip:not(.empty)")].filter((slip) =>
    slip.querySelector("figcaption").getBoundingClientRect().bottom >
    slip.querySelector("td").getBoundingClientRect().top).length"""


@pytest.fixture
def desk(server, window):
    """The arbiter's browser."""
    server.python(NEW_EVENT + MANY)
    page = window()
    session = server.python(NEW_SESSION).strip()
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": server.url}])
    return page


def printed(page):
    """Return the text of each sheet that Chromium prints."""
    sheets = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True))).pages
    return [(" ".join(sheet.extract_text().split()), sheet.mediabox) for sheet in sheets]


def test_a_long_round_is_printed_whole(server, desk):
    desk.goto(server.url + "/e/cup/print/boards/")
    sheets = printed(desk)
    assert len(sheets) == 2
    for number, (text, box) in enumerate(sheets, 1):
        assert f"Page {number} of 2" in text
        assert "Board White Result Black" in text
        assert "Print with Ctrl+P" not in text
        assert (round(box.width), round(box.height)) == (595, 842)
    texts = " ".join(text for text, _ in sheets) + " "
    assert all(texts.count(f" Guest {number} ") == 1 for number in range(5, 105))
    desk.goto(server.url + "/e/cup/print/names/")
    displays = "all => [...new Set(all.map((cell) => getComputedStyle(cell).display))]"
    assert desk.eval_on_selector_all("td, th", displays) == ["table-cell"], "no cell leaves its row"


def test_slips_fill_their_sheets_each_with_a_code(server, desk):
    desk.goto(server.url + "/e/cup/documents/")
    with desk.context.expect_page() as opened:
        desk.locator("form[target] button").first.click()
    slips = opened.value
    slips.wait_for_load_state()
    assert len(printed(slips)) == 7  # 52 boards, eight to a sheet
    assert slips.locator(".slip svg").count() == 52
    too_high = "all => all.filter((slip) => slip.scrollHeight > slip.clientHeight + 1).length"
    assert slips.eval_on_selector_all(".slip", too_high) == 0
    too_wide = "all => all.filter((name) => name.scrollWidth > name.clientWidth).length"
    assert slips.eval_on_selector_all(".slip th", too_wide) == 0
    assert slips.evaluate(OVER_THE_BOXES) == 0, "the code to type leaves room for the result"


def test_landscape_papers_are_landscape(server, desk):
    for key in ("wall-chart", "cards"):
        desk.goto(f"{server.url}/e/cup/print/{key}/")
        _text, box = printed(desk)[0]
        assert (round(box.width), round(box.height)) == (842, 595), key
