"""A page that loads the scripts from the static folder, for tests of their parts; no server runs."""

from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlparse

STATIC = Path(__file__).resolve().parents[2] / "static"
ADDRESS = "http://scripts.test/"
ROW = """<tbody id="p{number}"{mark}><tr><td class="name"><a href="/{number}">{name}</a></td>
<td class="points"><a href="/{number}/why">{points}</a></td></tr></tbody>"""


def row(number, name, points, mark=""):
    return ROW.format(number=number, name=name, points=points, mark=mark)


TABLE = f"""<!doctype html>
<div id="live" data-many="{{count}} new results"></div><ol id="ticker"></ol><p id="aloud"></p>
<div id="standings"><table><thead><tr><th>Name</th><th>Points</th></tr></thead>
{row(1, "Anna", "1")}{row(2, "Björn", "0", ' class="mine"')}</table></div>
<script src="/vendor/htmx.min.js"></script>"""


@contextmanager
def open_page(chromium):
    def answer(route):
        path = urlparse(route.request.url).path
        file = STATIC / path.removeprefix("/")
        if path == "/":
            route.fulfill(body=TABLE, content_type="text/html")
        elif file.is_file():
            route.fulfill(path=file)
        else:
            route.fulfill(status=404)

    context = chromium.new_context()
    context.route("**/*", answer)
    page = context.new_page()
    page.goto(ADDRESS)
    yield page
    context.close()


CALL = """async ([module, name, values]) => {
  const tested = (await import(module))[name];
  return typeof tested === "function" ? tested(...values) : tested;
}"""


def call_export(page, module, name, *values):
    """Call what a module exports, or return its value."""
    return page.evaluate(CALL, [f"/{module}", name, values])
