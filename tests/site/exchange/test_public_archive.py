"""What leaves for a server that shows an event: what everybody may see of it, and nothing else."""

import contextlib
import io
import re
import zipfile

import pytest
from django.test import Client

from pairing.plan import stages
from tests.site.accounts.test_matrix import address
from tests.site.brackets.test_knock_out import enter, next_round
from tests.site.championship import make_championship
from tests.site.exchange.mirrors.mirroring import Twin
from tests.site.factories import make_event, person
from tests.site.matrix import EVERYBODY, PUBLISHED, ROWS
from tests.site.teams import enter_boards, make_team_event
from tests.sizes import some
from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.hall.screens import add_screen
from tournaments.actions.rounds import play_offs
from tournaments.actions.rounds.closing import withhold_results
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.formats import archive
from tournaments.formats.archive_rows import MODELS, archived_fields
from tournaments.formats.public_archive import export_public_event
from tournaments.formats.public_rows import FIELDS, MODELS_THAT_STAY, STAYS
from tournaments.models import Category, Event, Game, Player, Prize
from tournaments.operation.bounded_cache import clear_caches
from tournaments.queries.standings.endings import read_courses
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db

# Addresses of the site, and those that need a token of one server, show no event.
ELSEWHERE = {
    *("events", "rules", "privacy", "security_txt", "sitemap", "robots", "signin", "signin_second", "old_documents"),
    *("slip", "slip_code", "display", "join", "signin_link", "language", "series"),
    *("api-1:openapi-json", "api-1:create_event", "api-1:events", "api-1:api-root"),
}
SECRETS = ("Müller", "Sørensen", "Tellingtown", "4600001", "2011-03-09", "2011/03/09", "09.03.2011", "2011.03.09")
DOORS = [
    (name, number)
    for name, rows in ROWS.items()
    for number, row in enumerate(rows)
    if row.get in (EVERYBODY, PUBLISHED, policy.VIEW) and name not in ELSEWHERE
]


def test_every_field_of_an_archive_leaves_or_is_declared_to_stay():
    assert {model.__name__ for model in MODELS.values()} == (
        {model.__name__ for model in FIELDS} - {"Event"} | MODELS_THAT_STAY.keys()
    )
    for model in FIELDS:
        names = {field.name for field in archived_fields(model)}
        staying = {field.partition(".")[2] for field in STAYS if field.startswith(f"{model.__name__}.")}
        assert set(FIELDS[model]) | staying == names, model
        assert not set(FIELDS[model]) & staying, model


def unpack(data):
    """Return the files of a packed one, which has the time in it."""
    if not data.startswith(b"PK"):
        return data
    packed = zipfile.ZipFile(io.BytesIO(data))
    return b"\n".join(packed.read(name) for name in sorted(packed.namelist()) if name != "docProps/core.xml")


def read_doors(event):
    """Read every address of the table, and pages that these lead to, by their addresses without the event's."""
    clear_caches()
    doors = {(name, number): read_door(event, address(name, ROWS[name][number], event.slug)) for name, number in DOORS}
    links = {link for _status, text in doors.values() for link in re.findall(rb'href="(/e/OWN/[^"#]*)"', text)}
    paths = [link.decode().replace("OWN", event.slug).replace("&amp;", "&") for link in some(sorted(links), 4)]
    return doors | {path.replace(event.slug, "OWN"): read_door(event, path) for path in paths}


def read_door(event, path):
    answer = Client().get(path)
    text = unpack(b"".join(answer.streaming_content) if answer.streaming else answer.content)
    for own in (event.slug, event.epoch, event.shared_key):
        text = text.replace(own.encode(), b"OWN")
    moves = rb'OWN-\d+|"version": ?\d+|data-version="\d+"|value="[\w-]{64}"|<time.*?</time>|"changed_at": "[^"]*"'
    code = rb"<svg[^>]*segno.*?</svg>"  # of the address
    kept = rb'\s*<span class="kept">[^~]*?</span>'
    return answer.status_code, re.sub(rb"\s+", b"", re.sub(rb"|".join([moves, code, kept]), b"", text))


@pytest.fixture
def owner():
    return Actor(person("olga"), Role.OWNER)


@pytest.fixture
def scrabble(owner):
    return make_scrabble_event(owner)


def make_scrabble_event(owner):
    event = make_event("zq-open", discipline="scrabble", tiebreaks="PTS,SPREAD,SCORE", may_embed=True)
    Event.objects.update(name="The open", epoch="0a1b2c3d4e5f")
    event.refresh_from_db()
    person("olga", event, Role.OWNER)
    women = Category.objects.create(event=event, order=1, key="women", name="Women", rule="women")
    Prize.objects.create(event=event, category=women, place=1, text="A cup")
    Player.objects.filter(number__in=(1, 4)).update(sex="w", birth_date="2011-03-09", fide_id="99887766")
    for board in (1, 2, 3, 4):
        enter_result(event, 1, board, Entry(None, 400 + board, 390, version=0), owner)
    return event


def make_scrabble():
    return make_scrabble_event(Actor(person("olga"), Role.OWNER))


def make_teams():
    event = make_team_event("zq-league", may_embed=True)
    enter_boards(event, 1, "10", "==", "01")
    return event


def make_knock_out():
    """A bracket in its second round: byes, two level matches, a play-off, a lot, and the next match won."""
    event = make_championship(6, slug="zq-cup", discipline="chess", may_embed=True)
    settings = {"play_off": "rapid2 lots"}
    event = set_plan(event, [stages.Stage("knock-out", 1, 1, settings)], COMMAND)
    next_round(event)
    enter(event, 1, "=")
    level = [state for state in read_courses(read_standings(staff_reader(event)))[0].states if state.decision.waits_for]
    for state, results in zip(level, (["10", "01"], ["10", "10"]), strict=True):
        for white, result in zip(sorted(state.players), results, strict=True):
            play_offs.enter_play_off(event, 1, state.duel.key, white, result, COMMAND)
    enter_lots(event, level)
    next_round(event)
    enter(event, 2, "1", winner=1)
    return event


def enter_lots(event, level):
    event.refresh_from_db()
    for state in level:
        with contextlib.suppress(Refusal):  # whose play-off has decided
            play_offs.draw_lot(event, 1, state.duel.key, COMMAND)
    event.refresh_from_db()


KINDS_OF_EVENTS = {"scrabble": make_scrabble, "teams": make_teams, "a knock-out": make_knock_out}


@pytest.mark.parametrize("kind", KINDS_OF_EVENTS)
def test_every_page_of_the_mirror_is_the_page_of_the_event(kind):
    event = KINDS_OF_EVENTS[kind]()
    Event.objects.update(epoch="0a1b2c3d4e5f")
    event.refresh_from_db()
    Player.objects.update(sex="w", birth_date="2011-03-09", fide_id="4600001")
    Player.objects.filter(number=1).update(name="Müller, Anna", club="Tellingtown", pseudonym="Lynx")
    Player.objects.filter(number=2).update(name="Sørensen, Bo", club="Tellingtown", is_withheld=True)
    mirrored = Twin(event).send()
    here, there = read_doors(event), read_doors(mirrored)
    assert [door for door in here if here[door] != there[door]] == []
    assert [(door, secret) for door, (_, text) in here.items() for secret in SECRETS if secret.encode() in text] == []
    assert sum(status == 200 for status, _text in here.values()) > 25


@pytest.mark.parametrize("kind", KINDS_OF_EVENTS)
def test_a_projector_of_the_mirror_shows_what_one_of_the_event_shows(kind, owner):
    event = KINDS_OF_EVENTS[kind]()
    shown = []
    for each in (event, Twin(event).send()):
        clear_caches()
        _screen, token = add_screen(each, "Hall", owner)
        status, text = read_door(each, f"/s/{token}/")
        shown.append((status, text.replace(token.encode(), b"TOKEN")))
    assert shown[0] == shown[1]
    assert shown[0][0] == 200


# Two events that look alike from outside are the same bytes.


@pytest.fixture
def twins(scrabble, owner):
    """A function that returns what leaves before and after something hidden has changed."""

    def leave():
        clear_caches()
        return export_public_event(Event.objects.get(pk=scrabble.pk))

    def compare(change):
        before = leave()
        change()
        return before, leave()

    return compare


def set_fields(model, number, **fields):
    model.objects.filter(number=number).update(**fields)


def test_a_result_that_is_withheld_leaves_no_trace(twins, scrabble, owner):
    withhold_results(scrabble, 2, owner)
    before, after = twins(lambda: enter_result(scrabble, 2, 1, Entry(None, 777, 333, version=0), owner))
    assert before == after


def test_a_result_that_nobody_has_checked_leaves_no_trace(twins, scrabble, owner):
    Event.objects.update(verification="look", shows_provisional=False)
    before, after = twins(lambda: enter_result(scrabble, 2, 1, Entry(None, 777, 333, version=0), owner))
    assert before == after


@pytest.mark.parametrize(
    "hidden",
    [
        {"name": "Ibsen, Iris"},
        {"title": "GM"},
        {"club": "Tellingtown"},
        {"federation": "NOR"},
        {"manual_reason": "asked"},
        {"birth_date": "1961-01-01"},
        {"fide_id": "123"},
    ],
    ids=lambda hidden: next(iter(hidden)),
)
@pytest.mark.parametrize("shown", [{"is_withheld": True}, {"pseudonym": "Lynx"}], ids=["withheld", "pseudonym"])
def test_what_is_behind_another_name_leaves_no_trace(twins, shown, hidden):
    set_fields(Player, 2, **shown)
    before, after = twins(lambda: set_fields(Player, 2, **hidden))
    assert before == after


@pytest.mark.parametrize(
    "hidden",
    [
        {"birth_date": "2012-12-31"},
        {"fide_id": "123"},
        {"national_id": "12345678"},
        {"fixed_table": 4},
        {"checked_in_at": "2026-05-23T08:00:00Z"},
    ],
    ids=lambda hidden: next(iter(hidden)),
)
def test_what_arbiters_alone_know_of_a_player_leaves_no_trace(twins, hidden):
    before, after = twins(lambda: set_fields(Player, 1, **hidden))
    assert before == after


@pytest.mark.parametrize(
    "hidden",
    [{"file_lines": ["001 1 Müller 2011/03/09"]}, {"lots_seed": 99}, {"verification": "look"}, {"bye_requests": 2}],
    ids=lambda hidden: next(iter(hidden)),
)
def test_settings_that_nobody_sees_leave_no_trace(twins, hidden):
    before, after = twins(lambda: [each.write_fields(hidden) for each in Event.objects.all()])
    assert before == after


def test_who_entered_what_leaves_no_trace(twins, scrabble):
    other = person("zoe", scrabble)
    before, after = twins(lambda: Game.objects.update(entered_by=other, checked_by=other, version=7))
    assert before == after


def test_no_account_and_no_secret_word_is_in_the_file(scrabble):
    Player.objects.filter(number=2).update(pseudonym="Lynx")
    Player.objects.filter(number=3).update(is_withheld=True)
    _manifest, documents = archive.unpack_documents(export_public_event(scrabble))
    text = archive.write_document(documents).decode()
    assert [word for word in ("Sørensen", "Weiß", "2011-03-09", "99887766", "olga") if word in text] == []
    assert "Müller" in text and "Lynx" in text
    assert documents["people"] == []


def test_what_everybody_sees_does_leave(twins, scrabble, owner):
    """The comparison above would be empty if nothing ever left."""
    before, after = twins(lambda: enter_result(scrabble, 2, 1, Entry(None, 777, 333, version=0), owner))
    assert before != after
