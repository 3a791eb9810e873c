"""What is kept from the public is behind no public door: withheld and unchecked results, names, days of birth."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db.models import F
from django.test import Client

from tests.site.accounts.test_matrix import MAY_BE_ABSENT, PARAMS, address
from tests.site.factories import make_event, person
from tests.site.matrix import EVERYBODY, PUBLISHED, ROWS
from tests.site.teams import make_team_event
from tournaments.access import policy
from tournaments.access.audience import redact_games, visible_names
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.accounts.privacy import show_player
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.rounds.closing import release_results, withhold_results
from tournaments.actions.rounds.forbidden_pairings import add_forbidden_pairing
from tournaments.actions.rounds.line_ups import set_line_up
from tournaments.actions.rounds.team_match_ends import end_match
from tournaments.actions.writing import Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import WebhookKind
from tournaments.domain.desk.entry import Entry
from tournaments.domain.desk.results import Result
from tournaments.domain.event.categories import CategoryRule
from tournaments.domain.rounds.forbidden_pairings import Apart, ForbiddenPairingDefinition
from tournaments.live.broker import ViewKey
from tournaments.live.render import read, snapshot
from tournaments.models import Category, Event, Game, LogEntry, Player, Round, RoundDrawing, Series, Webhook
from tournaments.operation.bounded_cache import clear_caches
from tournaments.queries.event.events import reader_for
from tournaments.queries.event.progress import read_progress
from tournaments.queries.rounds.games import read_boards
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db

# The results of round 2. No other number of the event looks like these, nor like their differences.
TELLING = {1: (777, 333), 2: (766, 355), 3: (788, 322), 4: (799, 311)}
TRACES = [str(number) for pair in TELLING.values() for number in (*pair, pair[0] - pair[1])]
DOORS = [
    (name, number)
    for name, rows in ROWS.items()
    for number, row in enumerate(rows)
    if row.get in (EVERYBODY, PUBLISHED, policy.VIEW)
]


@pytest.fixture
def chief():
    return Actor(person("chief"), "", None)


@pytest.fixture
def event(chief):
    series = Series.objects.create(slug="weekend", name="The weekend")
    fields = {"discipline": "scrabble", "tiebreaks": "PTS,SPREAD,SCORE", "may_embed": True}
    event = make_event("open", series=series, **fields)
    Category.objects.create(event=event, order=1, key="women", name="Women", rule=CategoryRule.WOMEN)
    person("chief", event, Role.OWNER)
    for number, board in [(1, 1), (1, 2), (1, 3), (1, 4)]:
        enter_result(event, number, board, Entry(None, 400 + board, 390, version=0), chief)
    return event


def enter_round_two(event, by):
    for board, scores in TELLING.items():
        enter_result(event, 2, board, Entry(None, *scores, version=0), by)


def read_door(client, event, name, number):
    """Return everything that a door says: its head and its body, packed as text."""
    answer = client.get(address(name, ROWS[name][number], event.slug))
    assert answer.status_code < 400 or name in {"signin_link", *MAY_BE_ABSENT}, (name, answer.status_code)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return re.sub(rb'[\w-]{22,}|id="?\d+|\d+-\d+T[\d:.+]+', b"", body).decode("utf-8", "replace")


def leaks(text):
    text = re.sub(r"\b[0-9a-f]{12}\b", "", text)  # a random key may hold any figures
    return [trace for trace in TRACES if re.search(rf"(?<![\d.#-]){trace}(?![\d%])", text)]


def test_a_withheld_round_is_behind_no_public_door(event, chief):
    withhold_results(event, 2, chief)
    enter_round_two(event, chief)
    open_doors = {}
    for visitor in (Client(), display_of(event)):
        for name, number in DOORS:
            traces = leaks(read_door(visitor, event, name, number))
            if traces:
                open_doors[name, number] = traces
    assert not open_doors


def display_of(event):
    """Return the browser of somebody who may look at the event as a screen does: the public's eyes too."""
    client = Client()
    client.force_login(person("display", event, Role.DISPLAY))
    return client


@pytest.mark.parametrize("view", ["standings", "round-2", "version"])
def test_the_streams_withhold_too(event, chief, view):
    withhold_results(event, 2, chief)
    enter_round_two(event, chief)
    assert not leaks(snapshot(read(ViewKey(event.pk, view, "en"))).decode())
    if view == "round-2":
        assert leaks(snapshot(read(ViewKey(event.pk, view, "en", inside=True))).decode())


def test_the_public_sees_the_tables_as_if_the_round_had_no_results(event, chief):
    before = [(row.rank, row.number, row.values) for row in read_standings(public(event)).rows]
    withhold_results(event, 2, chief)
    enter_round_two(event, chief)
    for after in (None, 1, 2):
        seen = [(row.rank, row.number, row.values) for row in read_standings(public(event), after).rows]
        assert seen == before
    assert read_progress(public(event)).results_in == 0
    assert read_standings(staff_reader(Event.objects.get(pk=event.pk))).rows != read_standings(public(event)).rows


def public(event):
    return reader_for(AnonymousUser(), event.slug)


def test_arbiters_see_them(event, chief):
    withhold_results(event, 2, chief)
    enter_round_two(event, chief)
    inside = Client()
    inside.force_login(chief.user)
    for page in ("round/2/", "player/2/", "desk/2/"):
        assert leaks(inside.get(f"/e/open/{page}").content.decode()), page


def test_a_match_that_is_ended_in_a_withheld_round_changes_nothing_outside(chief):
    series = Series.objects.create(slug="weekend", name="The weekend")
    event = make_team_event("open", rounds=2, series=series, may_embed=True, tiebreaks="PTS,GP")
    Category.objects.create(event=event, order=1, key="women", name="Women", rule=CategoryRule.WOMEN)
    hook = Webhook.objects.create(
        event=event, url="https://example.org/", news=WebhookKind.values, created_at=event.changed_at
    )
    set_line_up(event, 2, 2, 2, {1: None, 2: 7, 3: 8, 4: 9}, chief)
    withhold_results(event, 2, chief)
    doors = [door for door in DOORS if not {"SPREAD", "xlsx"} & set(ROWS[door[0]][door[1]].params.values())]
    moves = re.compile(r'<time.*?</time>|e1-\d+|"version": \d+|data-version="\d+"|name="version" value="\d+"')

    def seen(doors=doors):
        clear_caches()
        pages = {door: read_door(Client(), event, *door) for door in doors}
        pages |= {view: snapshot(read(ViewKey(event.pk, view, "en"))).decode() for view in ("standings", "round-2")}
        return {door: moves.sub("", page) for door, page in pages.items()}

    before = seen()
    for table in (1, 2):
        end_match(event, 2, table, "+-", chief, "the bus")
    after = seen()
    assert [door for door in before if before[door] != after[door]] == []
    assert set(hook.deliveries.values_list("news", flat=True)) <= {WebhookKind.STANDINGS}
    release_results(event, chief)
    assert seen([("round_page", 0)])["round_page", 0] != before["round_page", 0]


def test_all_are_released_at_once(event, chief):
    for number in (1, 2):
        withhold_results(event, number, chief)
    enter_round_two(event, chief)
    visitor = Client()
    before = visitor.get("/e/open/round/2/")
    tag = before["ETag"]
    version = Event.objects.get(pk=event.pk).version
    assert release_results(event, chief) == [1, 2]
    assert not event.rounds.filter(is_withheld=True).exists()
    assert Event.objects.get(pk=event.pk).version == version + 1, "one write: one frame for everybody"
    after = visitor.get("/e/open/round/2/", headers={"if-none-match": tag})
    assert after.status_code == 200, "no cache keeps the old page"
    assert set(map(str, TELLING[1])) <= set(leaks(after.content.decode()))
    assert list(event.log.values_list("action", flat=True)[:1]) == ["release"]


def test_results_that_nobody_checked_are_withheld_where_the_event_says_so(event, chief):
    Event.objects.update(verification="look", shows_provisional=False)
    enter_round_two(event, chief)
    assert not {door: traces for door in DOORS if (traces := leaks(read_door(Client(), event, *door)))}


def test_the_finalists_sets_wait_until_everybody_may_see_what_they_rest_on(event, chief):
    shown = {
        "margin": {"places": 4, "half": 2, "spread": 150},
        "lines": [[1, 3, 444]],
        "safe": [1],
        "candidates": [],
        "out": [],
        "pairs": [],
    }
    RoundDrawing.objects.create(round=event.rounds.get(number=2), proposal={"finalists": shown, "notes": []})
    Event.objects.update(verification="look", shows_provisional=False)

    def seen():
        Event.objects.update(version=F("version") + 1)
        return re.search(r"\b444\b", Client().get("/e/open/round/2/").content.decode()) is not None

    visible = [seen()]
    for name in ("is_provisional", "is_withheld"):
        rows = Game.objects.filter(round__number=1) if name == "is_provisional" else Round.objects.filter(number=1)
        for value in (True, False):
            rows.update(**{name: value})
            visible.append(seen())
    assert visible == [True, False, True, False, True]


# Names


def test_who_is_kept_apart_is_behind_no_public_door(event, chief):
    Player.objects.filter(number__in=(1, 2)).update(club="Tellingtown")
    add_forbidden_pairing(
        event, ForbiddenPairingDefinition(Apart.CLUB, text="Tellingtown"), chief._replace(departs=frozenset({"bans"}))
    )
    Player.objects.update(club="")  # from now on only the rule names it
    readings = {door: read_door(Client(), event, *door) for door in DOORS}
    assert not [door for door, text in readings.items() if "Tellingtown" in text]


def test_names_and_births_are_behind_no_public_door(event):
    Player.objects.filter(number=1).update(pseudonym="Lynx", club="Tellingtown", fide_id="99887766")
    Player.objects.filter(number=2).update(is_withheld=True, club="Tellingtown", fide_id="99887755")
    Player.objects.update(birth_date="2011-03-09")
    Event.objects.update(version=99)
    secret = ("Müller", "Sørensen", "Tellingtown", "99887766", "99887755", "2011-03-09", "2011/03/09", "09.03.2011")
    named, names = {}, ""
    for name, number in DOORS:
        text = read_door(Client(), event, name, number)
        names += text
        leaked = [word for word in secret if word in text]
        if leaked:
            named[name, number] = leaked
    assert not named
    assert "Lynx" in names
    assert "name withheld" in names
    assert "Gao, G" in names, "and the others are named as ever"


@pytest.mark.parametrize("view", ["standings", "round-1"])
def test_the_streams_name_nobody_who_is_withheld(event, view):
    Player.objects.filter(number=1).update(pseudonym="Lynx")
    Event.objects.update(version=99)
    text = snapshot(read(ViewKey(event.pk, view, "en"))).decode()
    assert "Lynx" in text
    assert "Müller" not in text


def test_a_name_is_withheld_in_the_language_of_the_reader(event):
    Player.objects.filter(number=1).update(is_withheld=True)
    Event.objects.update(version=99)
    pages = [
        Client().get("/e/open/", headers={"accept-language": code}).content.decode() for code in ("en", "de", "en")
    ]
    assert [("name withheld" in page) for page in pages][::2] == [True, True]


def test_every_public_door_is_walked():
    walked = {name for name, _ in DOORS}
    assert walked >= {"standings", "round_page", "crosstable", "screen", "player", "why", "compare"}
    assert walked <= set(PARAMS)


def test_a_correction_of_a_withheld_result_is_not_shown(event, chief):
    """Round 2 was paired on round 1: that a result of it changed says that there is one."""
    LogEntry.objects.create(
        event=event, version=event.version, at=event.changed_at, action="import", after={"players": 8, "rounds": 5}
    )
    withhold_results(event, 1, chief)
    enter_result(event, 1, 1, Entry(None, 111, 222, version=1, reason="slip"), chief)
    assert "Paired by the earlier result" not in Client().get("/e/open/round/2/").content.decode()
    release_results(event, chief)
    assert "Paired by the earlier result" in Client().get("/e/open/round/2/").content.decode()


def test_an_event_is_read_for_the_public_unless_the_code_asks_for_the_inside(event, chief):
    withhold_results(event, 2, chief)
    enter_round_two(event, chief)
    show_player(event, 1, chief, pseudonym="Lynx")
    public_event = Event.objects.get()
    assert visible_names(Reader(public_event))[1] == "Lynx"
    assert {game.result for game in redact_games(Reader(public_event), read_boards(public_event, 2))} == {Result.OPEN}
    assert read_progress(Reader(public_event)).results_in == 0
    staff = Event.objects.get()
    assert visible_names(staff_reader(staff))[1] == "Müller, Anna"
    assert Result.OPEN not in {game.result for game in redact_games(staff_reader(staff), read_boards(staff, 2))}
    assert read_progress(staff_reader(staff)).results_in == 4
