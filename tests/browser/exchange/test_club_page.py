"""The web page of a club at an address of its own: a board in a frame, and a script that reads and follows."""

import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from tests.servers.live_events import ENTER, NEW_EVENT
from tests.servers.server import wait_for

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><html lang="en"><title>The club</title><h1>The club</h1>
<iframe title="Board 2" src="{site}/embed/cup/?show=board&amp;board=2&amp;theme=dark" width="600" height="300"></iframe>
<p id="leader"></p><ol id="messages"></ol>
<script>
  fetch("{site}/api/v1/events/cup/standings", {{ headers: {{ "If-None-Match": '"old"' }} }})
    .then((answer) => answer.json()).then((table) => {{ leader.textContent = table.items[0].name; }});
  new EventSource("{site}/live/cup/standings/?format=json").onmessage = (message) => {{
    const heard = JSON.parse(message.data), line = document.createElement("li");
    line.textContent = `${{heard.base}} ${{heard.version}} ${{heard.order || ""}}`;
    messages.append(line);
  }};
</script>"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        """Say nothing."""


@pytest.fixture
def club(server, tmp_path):
    """The address of the club's page, which is another origin than the server's."""
    server.python(NEW_EVENT)
    server.python("from tournaments.models import Event; Event.objects.filter(slug='cup').update(may_embed=True)")
    folder = tmp_path / "club"
    folder.mkdir()
    (folder / "index.html").write_text(PAGE.format(site=server.url))
    web = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=web.serve_forever, daemon=True).start()
    yield f"http://localhost:{web.server_port}/"
    web.shutdown()
    web.server_close()


def test_a_board_and_a_table_move_on_the_page_of_a_club(server, club, window):
    page = window()
    page.goto(club)
    frame = page.frame_locator("iframe")
    expect(frame.get_by_role("row").filter(has_text="Cleo")).to_contain_text("open")
    expect(frame.locator("#connection")).to_have_attribute("data-state", "live")
    expect(frame.get_by_text("Ada")).to_have_count(0)
    expect(page.locator("#leader")).to_have_text("Ada")
    expect(page.locator("#messages li")).to_have_text(["null e-1 "])
    server.python(ENTER + "enter(2, '01')")
    expect(page.locator("#messages li")).to_have_text(["null e-1 ", "e-1 e-2 4,1,2,3"])
    expect(frame.get_by_role("row").filter(has_text="Cleo")).to_contain_text("0 : 1")
    assert frame.locator("html").evaluate("(html) => getComputedStyle(html).colorScheme") == "dark"
    wait_for(lambda: page.context.cookies() == [], "no cookie at all")
