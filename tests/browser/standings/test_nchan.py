"""A page that listens at nginx: it follows the steps, and after a gap it reloads."""

import pytest

from tests.servers import nchan
from tests.servers.live_events import ENTER, NEW_EVENT
from tests.servers.server import wait_for

pytestmark = [
    pytest.mark.browser,
    pytest.mark.faults,
    pytest.mark.db,
    pytest.mark.skipif(bool(nchan.missing()), reason=nchan.missing()),
]


def test_a_relayed_page_follows_and_catches_up(new_server, tmp_path, window):
    folder = tmp_path / "nginx"
    folder.mkdir()
    nginx = nchan.Nginx(folder)
    server = new_server(LIVE_NCHAN_URL=nginx.publish, LIVE_NCHAN_PATH="/nchan/").start()
    server.python(NEW_EVENT + ENTER + "enter(1, '==')")
    nginx.start(server)
    wait_for(lambda: nginx.has("cup/standings/en"), "the event to be followed")
    try:
        page = window()
        page.goto(nginx.url + "/e/cup/")
        page.wait_for_selector("#connection[data-state=live]")
        page.evaluate("window.same = document.getElementById('p4')")
        server.python(ENTER + "enter(2, '01')")
        page.wait_for_selector("#p4.fresh")
        assert page.evaluate("window.same === document.getElementById('p4')")  # by a step, not by a new page
        nginx.stop()
        server.python(ENTER + "enter(1, '10')\nenter(1, '01')")
        nginx.start(server)
        page.wait_for_function("() => document.querySelector('#p2 .points').textContent.trim() === '1'")
        assert page.text_content("#p1 .points").strip() == "0"
    finally:
        nginx.stop()
