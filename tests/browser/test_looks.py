"""How the pages look to people who enlarge them, hold a small phone, or choose the colours themselves.

A page is reached at 320 pixels and at 200 % without scrolling sideways (WCAG 1.4.10): tables scroll in their own box.
With forced colours there are no grounds and no shadows: what is chosen has an edge, a line or a sign instead.
"""

import pytest

from tests.browser.pages import PUBLIC, STAFF, fill
from tests.servers.live_events import NEW_SESSION

pytestmark = [pytest.mark.browser, pytest.mark.db]

SMALL = [{"width": 320, "height": 640}, {"width": 640, "height": 450}]  # the second is half of 1280 by 900: 200 %
PAPER = "/print/"  # shows sheets in their own size

TOO_WIDE = """() => {
  const room = document.documentElement.clientWidth, out = (each) => each.getBoundingClientRect().right > room + 1;
  return document.documentElement.scrollWidth > room
    ? [...document.querySelectorAll("body *")].filter(out).slice(0, 3).map((each) => each.outerHTML.slice(0, 120)) : [];
}"""

# What is switched on or current, and looks like a neighbour of its kind that is not.
ALIKE = """() => {
  const parts = ["", "::before", "::after"];
  const look = (each) => JSON.stringify(parts.map((part) => {
    const own = getComputedStyle(each, part || null);
    return [own.textDecorationLine, own.borderInlineStart, own.borderBlock, own.outline, own.content];
  }));
  const inside = (label) => label.querySelector("input");
  const invisible = (input) => !input.checkVisibility() || getComputedStyle(input).opacity === "0";
  const boxes = [...document.querySelectorAll("label:has([type=radio], [type=checkbox])")]
    .filter((label) => label.checkVisibility() && invisible(inside(label)));
  const links = [...document.querySelectorAll("[aria-pressed], nav a, nav summary")]
    .filter((each) => each.checkVisibility());
  const isOn = (each) =>
    each.tagName === "LABEL" ? inside(each).checked : each.matches("[aria-pressed=true], [aria-current], [open] > *");
  const all = [...links, ...boxes];
  const near = (on) => all.filter((each) => !isOn(each) && each.tagName === on.tagName
    && each.className === on.className && on.closest("nav, ul, ol, fieldset, tbody, form, main").contains(each));
  const alike = all.filter(isOn).filter((on) => near(on).some((each) => look(each) === look(on)));
  const ticked = boxes.filter((label) => inside(label).type === "checkbox").filter((label) => {
    const before = look(label);
    inside(label).checked = !inside(label).checked;
    return look(label) === before;
  });
  return [...alike, ...ticked].map((each) => each.outerHTML.slice(0, 120));
}"""


@pytest.mark.timeout(600)
def test_every_page_fits_a_small_phone_and_twice_the_size_and_shows_choices_without_colours(server, window):
    tokens = fill(server)
    public, staff = ([path.format(**tokens) for each in pages.values() for path in each] for pages in (PUBLIC, STAFF))
    session = {"name": "sessionid", "value": server.python(NEW_SESSION).strip(), "url": server.url}
    page = window("de", reduced_motion="reduce", forced_colors="active", device_scale_factor=2)
    faults = list(find_faults(page, server.url, public))
    page.context.add_cookies([session])
    faults += find_faults(page, server.url, [path for path in staff if PAPER not in path])
    assert faults == []


def find_faults(page, site, paths):
    for path in paths:
        page.set_viewport_size(SMALL[0])
        page.goto(site + path)
        if page.locator("#live[data-stream]").count():
            page.wait_for_selector("#connection[data-state=live]")
        for size in SMALL:
            page.set_viewport_size(size)
            if too_wide := page.evaluate(TOO_WIDE):
                yield path, size["width"], too_wide
        if alike := page.evaluate(ALIKE):
            yield path, "without colours", alike


# Which of these a row or a cell is, it shows by its edge: the widths and styles of its border and outline.
EDGES = """([selector, names]) => {
  const each = document.querySelector(selector), row = each.closest("tbody");
  each.classList.remove("won");
  return names.map((name) => {
    const marked = name.startsWith("row ") ? row : each;
    marked.classList.add(name.replace("row ", ""));
    const { borderInlineStart, outline } = getComputedStyle(each);
    marked.classList.remove(name.replace("row ", ""));
    return `${borderInlineStart} ${outline}`;
  });
}"""


def test_marks_of_rows_and_cells_are_edges_where_colours_are_forced(server, window):
    fill(server)
    page = window(reduced_motion="reduce", forced_colors="active")
    page.goto(server.url + "/e/cup/")
    plain, fresh, moved, mine = page.evaluate(EDGES, ["#p4 .place", ["row none", "row fresh", "row moved", "row mine"]])
    assert len({plain, fresh, moved}) == 3
    assert mine == fresh
    page.goto(server.url + "/e/cup/crosstable/")
    cells = page.evaluate(EDGES, ["#p4 .met", ["won", "drawn", "lost", "fresh"]])
    assert len(set(cells)) == 4
