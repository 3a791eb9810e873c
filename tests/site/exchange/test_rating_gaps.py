"""What the page of files says before a tournament file goes to FIDE for rating."""

from datetime import date

import pytest

from tests.site.factories import game, make_event, person
from tournaments.domain.accounts.roles import Role
from tournaments.models import Event, Game, Player
from tournaments.pages.exchange.rating_gaps import NAMED, list_rating_reports

pytestmark = pytest.mark.django_db
RECORD_132 = "132" + " " * 88 + "26/11/21  26/11/22"


@pytest.fixture
def whole():
    """Return an event that lacks nothing: every check below takes one thing away."""
    event = make_event(
        place="Berlin",
        starts_on=date(2026, 11, 21),
        ends_on=date(2026, 11, 22),
        round_times={"1": "2026-11-21T10:00", "2": "2026-11-22T10:00"},
        federation="GER",
        chief_arbiter="IA Ada Berg (4600000)",
        deputy_arbiters="FA Ben Dorn (4600001)",
        rate_of_play="90 min + 30 s",
    )
    for player in event.players.all():
        facts = {"fide_id": str(4600000 + player.number), "birth_date": "1990-05-06", "federation": "GER"}
        Player.objects.filter(pk=player.pk).update(**facts)
    Game.objects.filter(round__event=event).update(result="1")
    return event


def said(event, of_fide=True):
    """Return (text, texts of links, how many more) of every gap of a report."""
    reports = {report.of_fide: report for report in list_rating_reports(event, may_configure=True)}
    return [(gap.text, [link.text for link in gap.links], gap.more) for gap in reports[of_fide].gaps]


def test_a_whole_event_lacks_nothing(whole):
    assert said(whole) == []


@pytest.mark.parametrize(
    ("number", "facts", "text", "names"),
    [
        (2, {"fide_id": ""}, "Players without a FIDE ID", ["Sørensen, Bo"]),
        (2, {"fide_id": "GER123"}, "FIDE IDs that are not numbers", ["Sørensen, Bo"]),
        (2, {"fide_id": "4600001"}, "Players who share a FIDE ID", ["Müller, Anna", "Sørensen, Bo"]),
        (2, {"name": "müller  anna"}, "Players who share a name", ["Müller, Anna", "müller  anna"]),
        (2, {"birth_date": ""}, "Players without a date of birth", ["Sørensen, Bo"]),
        (2, {"title": "XM"}, "Titles that are not FIDE’s", ["Sørensen, Bo"]),
        (2, {"federation": ""}, "Players without a federation", ["Sørensen, Bo"]),
        (2, {"birth_date": "1890"}, "Impossible dates of birth", ["Sørensen, Bo"]),
        (2, {"birth_date": "2026/01/01"}, "Impossible dates of birth", ["Sørensen, Bo"]),
        (2, {"birth_date": "2001/02/30"}, "Impossible dates of birth", ["Sørensen, Bo"]),
        (2, {"birth_date": "unknown"}, "Impossible dates of birth", ["Sørensen, Bo"]),
    ],
)
def test_people(whole, number, facts, text, names):
    Player.objects.filter(event=whole, number=number).update(**facts)
    assert said(whole) == [(text, names, 0)]


@pytest.mark.parametrize("written", ["1978", "1969/00/00", "1969/05/00", "1969-05-06"])
def test_a_year_alone_is_a_possible_date_of_birth(whole, written):
    Player.objects.filter(event=whole, number=2).update(birth_date=written)
    assert said(whole) == []


@pytest.mark.parametrize(
    ("facts", "texts"),
    [
        ({"federation": ""}, ["The federation of the event is missing"]),
        ({"chief_arbiter": ""}, ["The chief arbiter is missing"]),
        ({"chief_arbiter": "IA Ada Berg"}, ["The chief arbiter has no FIDE ID"]),
        (
            {"deputy_arbiters": "FA Ben Dorn (4600001)\nNA Cleo Esch\nNA Finn Gors"},
            ["Deputy arbiters without a FIDE ID: NA Cleo Esch; NA Finn Gors"],
        ),
        ({"rate_of_play": ""}, ["The rate of play is missing"]),
        (
            {"rate_of_play": "as usual"},
            ["The rate of play is not clear enough for record 222: write it as a code too"],
        ),
        ({"rate_of_play": "as usual", "time_control": "5400+30"}, []),
        ({"rate_of_play": "2 min"}, ["FIDE rates no games of this rate of play"]),
        (
            {"rate_of_play": "15+10"},
            ["The rate of play is that of rapid games, but the event uses ratings for standard games"],
        ),
        ({"rate_of_play": "15+10", "rating_kind": "rapid"}, []),
    ],
)
def test_facts(whole, facts, texts):
    whole.write_fields(facts)
    assert [text for text, _links, _more in said(Event.objects.get(pk=whole.pk))] == texts


@pytest.mark.parametrize(
    ("rated_by", "of_fide"),
    [("", [True]), ("fide", [True]), ("national", [False]), ("both", [True, False]), ("nobody", [])],
)
def test_each_report_that_the_event_needs_is_looked_at(whole, rated_by, of_fide):
    whole.details.rated_by = rated_by
    assert [report.of_fide for report in list_rating_reports(whole, may_configure=True)] == of_fide


@pytest.mark.parametrize(
    ("number", "facts", "text"),
    [
        (2, {"fide_id": ""}, "Players with neither a national ID nor a FIDE ID"),
        (2, {"birth_date": "1990"}, "Players without a national ID whose day of birth is missing"),
        (2, {"name": "Müller Anna"}, "Players who share a name"),
        (2, {"birth_date": "2001/02/30", "national_id": "10000002"}, "Impossible dates of birth"),
    ],
)
def test_people_in_the_national_report(whole, number, facts, text):
    whole.details.rated_by = "national"
    Player.objects.filter(event=whole, number=number).update(**facts)
    assert [gap[0] for gap in said(whole, of_fide=False)] == [text]


def test_who_is_in_the_national_list_needs_no_more(whole):
    whole.details.rated_by = "national"
    Player.objects.filter(event=whole, number=2).update(fide_id="", birth_date="", national_id="10000002")
    assert said(whole, of_fide=False) == []
    Player.objects.filter(event=whole, number=1).update(national_id="10000002")
    assert [gap[0] for gap in said(whole, of_fide=False)] == ["Players who share a national ID"]


def test_many_people_are_counted(whole):
    Player.objects.filter(event=whole).update(federation="")
    assert [(len(names), more) for _text, names, more in said(whole)] == [(NAMED, 8 - NAMED)]


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"result": ""}, "Boards without a result"),
        ({"is_provisional": True}, "Results that nobody else has checked"),
    ],
)
def test_results(whole, facts, text):
    Game.objects.filter(pk=game(whole, 2, 1).pk).update(**facts)
    assert said(whole) == [(text, ["Round 2"], 0)]


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"starts_on": None}, "The first or the last day of the event is missing"),
        ({"place": ""}, "The place of the event is missing"),
        ({"round_times": {"2": "2026-11-22T10:00"}}, "Rounds without a date: 1"),
        ({"round_times": {}}, "Rounds without a date: 1, 2"),
        (
            {"round_times": {"1": "2026-11-20T10:00", "2": "2026-11-23T10:00"}},
            "Rounds outside the days of the event: 1, 2",
        ),
    ],
)
def test_dates(whole, facts, text):
    whole.write_fields(facts)
    assert [gap[0] for gap in said(Event.objects.get(pk=whole.pk))] == [text]


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        (RECORD_132, []),
        ("132 26/11/21 26/11/22", []),
        (RECORD_132[:91] + " " * 10 + "26/11/22", ["Rounds without a date: 1"]),
    ],
)
def test_dates_of_the_imported_file_count(whole, line, texts):
    whole.round_times, whole.details.file_lines = {}, ["001", line]
    assert [gap[0] for gap in said(whole)] == texts


def test_the_number_of_queries_is_fixed(whole, django_assert_num_queries):
    Player.objects.filter(event=whole).update(fide_id="", federation="")
    with django_assert_num_queries(2):
        list_rating_reports(whole, may_configure=True)


@pytest.mark.parametrize(("role", "reads"), [(Role.CHIEF_ARBITER, True), (Role.ENTRY, False), (None, False)])
def test_who_can_mend_it_reads_it(client, whole, role, reads):
    Player.objects.filter(event=whole, number=2).update(fide_id="")
    if role:
        client.force_login(person("mara", whole, role))
    page = client.get("/e/open/export/").text
    assert ("Players without a FIDE ID" in page) == reads
    assert ("/e/open/players/2/" in page) == reads


@pytest.mark.parametrize(("role", "is_linked"), [(Role.OWNER, True), (Role.CHIEF_ARBITER, False)])
def test_the_settings_are_linked_for_who_may_change_them(client, whole, role, is_linked):
    Event.objects.filter(pk=whole.pk).update(place="")
    client.force_login(person("mara", whole, role))
    line = client.get("/e/open/export/").text.partition("The place of the event is missing")[2].partition("</li>")[0]
    assert ("/e/open/settings/" in line) == is_linked


def test_every_link_leads_somewhere(client, whole):
    client.force_login(person("mara", whole, Role.OWNER))
    Player.objects.filter(event=whole, number=2).update(fide_id="")
    Game.objects.filter(pk=game(whole, 2, 1).pk).update(is_provisional=True)
    Game.objects.filter(pk=game(whole, 2, 2).pk).update(result="")
    Event.objects.filter(pk=whole.pk).update(place="", round_times={})
    links = [
        link.address
        for report in list_rating_reports(Event.objects.get(pk=whole.pk), may_configure=True)
        for gap in report.gaps
        for link in gap.links
    ]
    assert {address: client.get(address).status_code for address in links} == dict.fromkeys(links, 200)
    assert len(links) == 5


def test_other_games_are_not_rated_by_fide(client):
    event = make_event(discipline="scrabble")
    client.force_login(person("mara", event, Role.OWNER))
    assert "FIDE for rating" not in client.get("/e/open/export/").text
