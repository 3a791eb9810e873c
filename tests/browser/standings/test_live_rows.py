"""What a live update does to the rows of a table that somebody is reading."""

import pytest

from tests.browser.scripts import ADDRESS, row

pytestmark = pytest.mark.browser

EXPLAIN = """() => {
  const row = document.getElementById("p1").insertRow();
  row.className = "why";
  row.insertCell().textContent = "because";
  globalThis.link = document.querySelector("#p1 .points a");
  link.setAttribute("aria-expanded", "true");
  link.focus();
}"""


HAPPENED = (
    '<template data-happened><li data-name="r" data-rows="p1" data-aloud="Anna draws">Anna ½–½ Cleo</li></template>'
)
PUT = """async (message) => {
  const { prepareMorph } = await import("/shared/rows.js"), { putMessage } = await import("/shared/parts.js");
  globalThis.prepared ??= prepareMorph() ?? true;
  putMessage(message);
}"""


@pytest.fixture
def table(page):
    page.goto(ADDRESS)
    page.evaluate(EXPLAIN)
    yield page
    assert page.evaluate("globalThis.link === document.activeElement"), "the focus stays"
    assert page.get_attribute("#p1 .points a", "aria-expanded") == "true", "so does the mark of the explanation"
    assert page.text_content("#p1 tr.why") == "because", "and the explanation below the row"


def ids(page):
    return page.eval_on_selector_all("#standings tbody", "bodies => bodies.map((body) => body.id)")


def test_a_changed_row_keeps_focus_and_explanation(table):
    rows = f'<template data-rows="standings" data-order="p2 p1">{row(1, "Anna", "1½")}{row(2, "Björn", "2")}</template>'
    table.evaluate(PUT, HAPPENED + rows)
    assert ids(table) == ["p2", "p1"]
    assert table.text_content("#p1 .points") == "1½"
    assert table.get_attribute("#p1", "class") == "fresh"
    assert table.get_attribute("#p2", "class") == "mine", "nothing happened to the other one"
    assert table.inner_text("#ticker") == "Anna ½–½ Cleo"
    table.wait_for_function("document.getElementById('announce').textContent === 'Anna draws'")
    table.evaluate(PUT, HAPPENED + rows.replace("1½", "1"))
    assert table.locator("#ticker li").count() == 1, "it is said once"
    assert table.get_attribute("#p2", "class") == "mine", "the row is the same, and its mark stays"


def test_an_equal_row_is_not_marked(table):
    table.evaluate(PUT, f'<template data-rows="standings" data-order="p1 p2">{row(1, "Anna", "1")}</template>')
    assert table.get_attribute("#p1", "class") is None


def test_a_row_that_is_new_or_gone(table):
    table.evaluate(PUT, f'<template data-rows="standings" data-order="p3 p1">{row(3, "Cleo", "2")}</template>')
    assert ids(table) == ["p3", "p1"]


def test_a_table_with_another_column_keeps_its_rows(table):
    head = "<caption>After round 1</caption><thead><tr><th>Name</th><th>Points</th><th>Titles</th></tr></thead>"
    bodies = row(2, "Björn", "2") + row(1, "Anna", "1").replace("</tr>", "<td>WGM</td></tr>")
    whole = f'<div id="standings" class="wide"><table>{head}{bodies}</table></div>'
    table.evaluate(PUT, f'<template data-whole="standings">{whole}</template>')
    assert ids(table) == ["p2", "p1"]
    assert table.locator("#standings.wide th").count() == 3
    assert table.text_content("#p1 tr:first-child td:last-child") == "WGM"
    assert table.get_attribute("#p2", "class") == "mine"
