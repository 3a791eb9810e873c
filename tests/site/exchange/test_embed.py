"""The table in a frame of another page: off until the owner allows it, no cookies, no forms, hidden what is hidden."""

import re

import pytest

from tests.site.championship import draw, enter, make_championship, play, publish, swiss
from tests.site.factories import game, make_event, person
from tests.site.imports import import_teams
from tests.site.standings.test_team_events import GOLDEN
from tournaments.domain.accounts.roles import Role
from tournaments.models import Game, Player, Round
from tournaments.operation.bounded_cache import clear_caches

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_event(may_embed=True)


def test_it_is_off_until_the_owner_allows_it(client):
    make_event(slug="closed")
    make_event(slug="secret", may_embed=True, is_public=False)
    for slug in ("closed", "secret", "nothing"):
        assert client.get(f"/embed/{slug}/").status_code == 404


def test_any_page_may_frame_it_and_no_cookie_is_set(client, event):
    for path in ("", "?show=round", "?show=board&board=2", "?theme=dark&lang=de&accent=plum"):
        page = client.get(f"/embed/open/{path}")
        assert "X-Frame-Options" not in page
        assert "frame-ancestors *" in page["Content-Security-Policy"]
        assert not page.cookies
        assert "<form" not in page.text
        assert re.search(r'rel="icon" href="/static/icons/\w+', page.text), "a browser asks for one anyway"
    assert client.get("/e/open/")["X-Frame-Options"] == "DENY"


def test_one_board_is_shown_alone(client, event):
    page = client.get("/embed/open/?show=board&board=2").text  # the running round is the second one
    assert "Doğan" in page and "Müller" in page and "Sørensen" not in page
    assert "Łuk" in client.get("/embed/open/?show=board&board=3&round=1").text
    assert client.get("/embed/open/?show=board&board=9").status_code == 404


def test_a_frame_of_the_running_round_moves_on_with_it(client, event):
    assert 'data-stream="/live/open/version/' in client.get("/embed/open/?show=round").text
    assert 'data-stream="/live/open/round-1/' in client.get("/embed/open/?show=round&round=1").text


def test_before_the_first_round_there_is_the_table(client):
    make_event(may_embed=True, rounds=0)
    for show in ("round", "board"):
        page = client.get(f"/embed/open/?show={show}")
        assert (page.status_code, page.context["show"]) == (200, "standings")


def test_one_board_alone_leaves_out_what_was_corrected_elsewhere(client):
    event = make_championship(8, may_embed=True)
    swiss(event)
    for number in (1, 2):
        draw(event)
        publish(event)
        play(event, number)
    enter(event, game(event, 1, 1), turned=True)
    view = {show: client.get(f"/embed/championship/?show={show}").context["view"] for show in ("round", "board")}
    assert [(each.round, each.board) for each in view["round"].corrected] == [(1, 1)]
    assert (view["board"].corrected, view["board"].unpaired, len(view["board"].rows)) == ((), (), 1)


def test_a_colour_that_is_none_is_that_of_the_event(client, event):
    assert 'data-accent="plum"' in client.get("/embed/open/?accent=plum").text
    assert f'data-accent="{event.accent}"' in client.get("/embed/open/?accent=none%22x").text


def test_it_speaks_the_language_of_its_address(client, event):
    assert 'lang="de"' in client.get("/embed/open/?lang=de").text
    assert 'lang="en"' in client.get("/embed/open/?lang=xx").text


def test_without_one_it_speaks_the_visitors(client, event):
    page = client.get("/embed/open/", headers={"Accept-Language": "de-AT"})
    assert 'lang="de"' in page.text
    assert "Accept-Language" in page["Vary"]


def test_it_leads_to_the_event_in_its_language(client, event):
    assert 'href="/e/open/?lang=de"' in client.get("/embed/open/?lang=de").text


def test_the_line_for_another_page_names_the_language_of_who_copies_it(client, event):
    assert 'src="http://testserver/embed/open/?lang=de"' in client.get("/e/open/export/?lang=de").text


def test_staff_see_no_more_in_it_than_everybody(client, event):
    Game.objects.filter(round__event=event, round__number=1, board=1).update(result="10")
    Round.objects.filter(event=event).update(is_withheld=True)
    Player.objects.filter(event=event, number=1).update(pseudonym="Player X")
    clear_caches()
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    for path in ("", "?show=round"):
        text = client.get(f"/embed/open/{path}").text
        assert "Player X" in text
        assert "Müller" not in text


def test_an_unchanged_frame_is_not_sent_again(client, event):
    tag = client.get("/embed/open/?lang=de")["ETag"]
    assert client.get("/embed/open/?lang=de", headers={"if-none-match": tag}).status_code == 304
    assert client.get("/embed/open/?lang=en", headers={"if-none-match": tag}).status_code == 200


def test_a_team_event_shows_its_teams_and_matches(client):
    event = import_teams(GOLDEN.read_text(encoding="utf-8"))
    event.may_embed = True
    event.save()
    assert "India 2" in client.get("/embed/teams/").text
    assert "India" in client.get("/embed/teams/?show=round").text
    match = client.get("/embed/teams/?show=board&board=1&round=1").text
    assert match.count('<tr class="match">') == 1 and match.count('<tr class="board">') == 4
