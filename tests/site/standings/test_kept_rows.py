"""Rows of the standings and of rounds are kept with their table: a result renders what it changed alone."""

from sys import getsizeof

import pytest
from django.utils import translation

from tests.site.factories import make_event
from tests.site.standings.test_public_pages import Outline, big_event
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.categories import save_category
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.domain.event.categories import CategoryDefinition, CategoryRule
from tournaments.models import Event
from tournaments.operation.bounded_cache import clear_caches
from tournaments.pages.standings import standings
from tournaments.pages.standings.standings import category_view, standings_view
from tournaments.templatetags import rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def rendered(monkeypatch):
    """Return the numbers of the rows that are rendered."""
    numbers, render = [], rows.render_to_string

    def note(name, context, **how):
        numbers.append(context["row"].number)
        return render(name, context, **how)

    monkeypatch.setattr(rows, "render_to_string", note)
    return numbers


def test_only_changed_rows_are_rendered_again(rendered):
    view = standings_view(staff_reader(make_event()))
    changed = view._replace(rows=(*view.rows[:-1], view.rows[-1]._replace(name="Somebody else")))
    first, again, then = map(rows.standings_rows, (view, view, changed))
    assert rendered == [row.number for row in view.rows] + [view.rows[-1].number]
    assert first == again
    assert ("Somebody else" in first, "Somebody else" in then) == (False, True)


def test_a_result_renders_its_board_alone(client, monkeypatch):
    event, rendered, render = make_event(), [], rows.render_to_string
    monkeypatch.setattr(
        rows, "render_to_string", lambda *given, **how: rendered.append(given[1]) or render(*given, **how)
    )
    client.get("/e/open/round/2/", headers={"Accept-Language": "en"})
    assert [each["row"].board for each in rendered] == [1, 2, 3, 4]
    enter_result(event, 2, 3, Entry("10", version=0), COMMAND)
    text = client.get("/e/open/round/2/", headers={"Accept-Language": "en"}).text
    assert [each["row"].board for each in rendered[4:]] == [3]
    assert Outline(text).ids("tbody") == ["b1", "b2", "b3", "b4"]
    assert text.count('<span class="won">1</span>') == 1
    client.get("/e/open/round/2/", headers={"Accept-Language": "de"})
    assert [each["row"].board for each in rendered[5:]] == [1, 2, 3, 4]


def test_tables_that_are_open_together_do_not_push_each_other_out(rendered):
    """Three events of 350 in two languages were more rows than a process remembered."""
    views = [standings_view(staff_reader(big_event(players))) for players in (40, 42, 44)]
    for _turn in range(3):
        for language in ("en", "de"):
            with translation.override(language):
                for view in views:
                    rows.standings_rows(view)
    assert len(rendered) == 2 * (40 + 42 + 44)


def test_whole_tables_are_dropped_where_there_are_too_many_rows(rendered, monkeypatch):
    old, large, new = (standings_view(staff_reader(big_event(players))) for players in (40, 90, 42))
    size = max(map(getsizeof, rows.render_rows(large, large.rows)))
    clear_caches()
    rendered.clear()
    monkeypatch.setattr(rows._kept, "most_bytes", 90 * size)
    for view in (old, new, large, large):  # the large one is too much for the others, and yet is kept itself
        rows.standings_rows(view)
    assert len(rendered) == 40 + 42 + 90
    rows.standings_rows(old)
    assert len(rendered) == 40 + 42 + 90 + 40


def test_a_row_is_rendered_for_its_language_and_its_table():
    event = big_event(40)
    save_category(event, "", CategoryDefinition("all", CategoryRule.RATING, highest=4000), COMMAND)
    event = Event.objects.get(pk=event.pk)
    texts = set()
    for language in ("en", "de"):
        with translation.override(language):
            whole, after, part = (
                standings_view(Reader(event)),
                standings_view(Reader(event), 3),
                category_view(Reader(event), None, "all"),
            )
            texts |= {rows.standings_rows(view) for view in (whole, after, part)}
            assert rows.render_rows(whole, whole.rows) == [
                f"<tbody{text}" for text in rows.standings_rows(whole).split("<tbody")[1:]
            ]
    assert len(texts) == 6


def test_names_are_escaped():
    view = standings_view(staff_reader(make_event()))
    (html,) = rows.render_rows(view, [view.rows[0]._replace(name='<b>O’Brien & "Co"</b>')])
    assert "<b>O" not in html
    assert "&lt;b&gt;O’Brien &amp; &#34;Co&#34;&lt;/b&gt;" in html


def test_whoever_looks_for_a_name_gets_rows_that_are_built_already(client, monkeypatch):
    """Made-up names are pages of their own, which no memory of pages holds."""
    event, built = make_event(), []
    build = standings._build_rows
    monkeypatch.setattr(standings, "_build_rows", lambda *given: built.append(1) or build(*given))
    for name in ("", "?find=a", "?find=b", "?find=c&page=1"):
        client.get(f"/e/{event.slug}/{name}")
    assert len(built) == 1
    save_category(event, "", CategoryDefinition("all", CategoryRule.RATING, highest=4000), COMMAND)
    client.get(f"/e/{event.slug}/?find=d")
    assert len(built) == 2
    client.get(f"/e/{event.slug}/?find=e&lang=de")
    assert len(built) == 3
