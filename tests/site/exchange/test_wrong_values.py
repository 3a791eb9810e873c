"""Every value of an event's JSON, its dates and links in every wrong shape: an archive or a mirror with it is refused,
or each page of the event can be shown.
"""

import contextlib
import json

import pytest
from django.db import transaction
from django.db.models import DateField, JSONField
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from tests.site.accounts.test_matrix import address, has_event
from tests.site.exchange.archives import import_again, remade
from tests.site.exchange.mirrors.mirroring import Twin
from tests.site.factories import person
from tests.site.matrix import ROWS
from tests.site.posts import make_cup, make_draft, make_swiss
from tests.sizes import FULL, examples, some
from tiebreaks.refusal import Refusal
from tournaments.actions.exchange.carried_reports import receive_slips
from tournaments.actions.exchange.mirror_messages import read_content, receive
from tournaments.domain.accounts.roles import Role
from tournaments.domain.exchange.mirror_messages import MirrorMessage
from tournaments.domain.stored_values import HasShape, check_year
from tournaments.formats.archive import unpack_documents
from tournaments.formats.archive_read import ArchiveReader
from tournaments.formats.archive_rows import MODELS, archived_fields
from tournaments.formats.archive_write import export_event
from tournaments.formats.public_archive import export_public_event
from tournaments.formats.public_read import PublicReader
from tournaments.models import Event, Membership
from tournaments.operation.bounded_cache import clear_caches

pytestmark = pytest.mark.django_db

DATES = ("0001-01-01", "9999-12-31", "0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59+00:00")
LINKS = ("javascript:alert(1)", "data:text/html,x y", "https://", "https://a@b.example/ x", "//x", "http://[::1")
WRONG = (
    None,
    "",
    "x",
    -1,
    0,
    10**30,
    1.5,
    True,
    [],
    {},
    [[]],
    [None],
    [{}],
    [{"kind": "left"}],
    {"1": []},
    {"x": None},
)
WRONG = (*WRONG, *DATES, [DATES[0]], {"1": DATES[1]}, [["no-such-reason", {}]], [["finalists-fold", {"pair": []}]])
STEP, TIME = 9, 3600 if FULL else 240
SLOW = {"documents", "share_card", "player_share_card", "bracket_share_card"}  # they draw pictures
PAGES = [(name, row) for name, rows in ROWS.items() for row in rows if has_event(name) and (FULL or name not in SLOW)]
KINDS = {"draft": make_draft, "cup": make_cup, "swiss": make_swiss}


@pytest.fixture(scope="module")
def packed(django_db_setup, django_db_blocker):
    """The archive of an event of each kind, and what leaves of it for a mirror; none of them is there any more."""
    found = {}
    for kind, make in KINDS.items():
        with django_db_blocker.unblock(), transaction.atomic():
            event = make(kind)
            found[kind] = export_event(event), export_public_event(event)
            transaction.set_rollback(True)
        clear_caches()
    return found


@pytest.mark.parametrize("model", [Event, *MODELS.values()], ids=lambda model: model.__name__)
def test_each_stored_shape_and_day_is_named_on_the_model(model):
    for field in archived_fields(model):
        if isinstance(field, JSONField):
            assert any(isinstance(rule, HasShape) for rule in field.validators), field
        if isinstance(field, DateField):
            assert check_year in field.validators, field


def places_in(value, path=()):
    """Yield the places of a value of JSON; of lists the first one and the last one."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inside:
        if not isinstance(value, list) or name in (0, len(value) - 1):
            yield from places_in(part, (*path, name))


def put(documents, path, wrong):
    for step in path[:-1]:
        documents = documents[step]
    documents[path[-1]] = wrong


def named_fields(documents):
    """Yield the places of the fields that are checked by meaning: in the first and the last row of each document."""
    for name, model in {"event": Event, **MODELS}.items():
        rows = [documents[name]] if name == "event" else documents.get(name, [])
        for at in sorted({0, len(rows) - 1} & set(range(len(rows)))):
            start = (name,) if name == "event" else (name, at)
            for field in archived_fields(model):
                if isinstance(field, JSONField | DateField) or field.name in ("links", "map_link"):
                    yield (*start, field.name), rows[at].get(field.name)


def read_wrong(data, reader, step):
    """Yield each place and wrong value that the reader takes all the same."""
    _manifest, documents = unpack_documents(data)
    places = [(*start, *more) for start, value in named_fields(documents) for more in places_in(value)]
    places += [("statements", *more) for more in places_in(documents.get("statements", {})) if more]
    for path, wrong in some([(path, wrong) for path in places for wrong in (*WRONG, *LINKS)], step):
        changed = json.loads(json.dumps(documents))
        put(changed, path, wrong)
        try:
            reader(changed)
        except Refusal:
            continue
        yield path, wrong


def gather(data, taken, reader):
    """Return changes of a file that its reader takes, as many as possible at once: one for each place at a time."""
    waves = {}
    for path, wrong in taken:
        waves.setdefault(path, []).append(wrong)
    for number in range(max(map(len, waves.values()))):
        _manifest, documents = unpack_documents(data)
        for path, values in waves.items():
            changed = json.loads(json.dumps(documents))
            try:
                put(changed, path, values[number % len(values)])
                reader(changed)
            except (Refusal, LookupError, TypeError):  # it goes no longer with the others, or its place is gone
                continue
            documents = changed
        yield documents


def replace(documents, new):
    documents.clear()
    documents.update(new)


def open_pages(event, client):
    """Open every page of an event as its owner, and as everybody; none may fail."""
    clear_caches()
    for name, row in PAGES:
        page = address(name, row, event.slug)
        for each in (client, Client(raise_request_exception=False)):
            answer = each.get(page)
            assert answer.status_code < 500, page
            if answer.streaming:
                b"".join(answer.streaming_content)


@pytest.fixture
def owner(client):
    user = person("olga")
    client.force_login(user)
    return user


def is_stored(store, path, wrong):
    """Tell whether a file with a wrong value is stored, and take it back."""
    with transaction.atomic():
        try:
            store(lambda documents: put(documents, path, wrong))
        except Refusal:
            return False
        finally:
            transaction.set_rollback(True)
    return True


def show_what_is_taken(data, reader, store, client, owner):
    """Store all wrong values that are not refused, as many as possible at once, and open every page."""
    taken = [(path, wrong) for path, wrong in read_wrong(data, reader, STEP) if is_stored(store, path, wrong)]
    assert len(taken) > 10
    shown = 0
    for documents in some(gather(data, taken, reader), 100):
        with transaction.atomic():
            try:
                event = store(lambda old, new=documents: replace(old, new))
            except Refusal:  # each of them is taken alone, and they contradict each other
                transaction.set_rollback(True)
                continue
            shown += 1
            Membership.objects.update_or_create(event=event, user=owner, defaults={"role": Role.OWNER})
            open_pages(event, client)
            transaction.set_rollback(True)
    assert shown


@pytest.mark.timeout(TIME)
@pytest.mark.parametrize("kind", KINDS)
def test_an_archive_with_wrong_values_is_refused_or_every_page_is_shown(packed, kind, client, owner):
    data = packed[kind][0]

    def store(change):
        return import_again(remade(data, change), slug="x")

    show_what_is_taken(data, ArchiveReader, store, client, owner)


@pytest.mark.timeout(TIME)
@pytest.mark.parametrize("kind", KINDS)
def test_a_mirror_with_wrong_values_is_refused_or_every_page_is_shown(packed, kind, client, owner):
    data = packed[kind][1]
    twin = Twin(make_swiss("kept"))

    def store(change):
        content = read_content(remade(data, change))
        return receive(twin.mirror, twin.message(), content).event

    show_what_is_taken(data, PublicReader, store, client, owner)


REFUSED = {
    ("event", "starts_on"): DATES[:2],
    ("event", "final_at"): DATES[2:],
    ("rounds", 0, "starts_at"): DATES[2:],
    ("games", 0, "entered_at"): DATES[2:],
    ("log", 0, "at"): DATES[2:],
    ("event", "links"): LINKS,
    ("event", "map_link"): LINKS[:1],
    ("event", "round_times"): ({"1": DATES[0]}, {"x": "2026-05-05T10:00"}, {"0": "2026-05-05T10:00"}, {"1": None}),
    ("event", "departures"): ([{}], [None], [{"kind": "left"}], {}, [{"kind": [], "round": 1}]),
    ("games", 0, "board"): (None,),
    ("stages", 0, "settings"): ({"mode": []}, {"unknown": 1}, {"repeats": -1}),
    ("stages", 0, "system"): ("", "luck"),
    ("drafts", 0, "boards", 0, "white"): (99, None, "1"),
    ("drafts", 0, "byes", 0, "player"): (99,),
    ("drafts", 0, "proposal"): ({}, {"boards": [], "byes": []}, {"boards": [], "byes": [], "notes": [["x"]]}),
    ("drafts", 0, "proposal", "boards", 0, "black"): (99,),
    ("drafts", 0, "wishes"): ({"fixed": [[1]]}, {"granted": 1}, {"bye": []}),
    ("rounds", 0, "proposal"): ({}, {"finalists": {}, "notes": []}, [], {"notes": []}),
    ("rounds", 0, "draw"): ({"lines": []}, {"replaced": [["A-1-1", 1]]}),
    ("categories", 0, "numbers"): (["1"], [[]]),
    ("log", 0, "after"): ([], "x"),
}


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: " ".join(map(str, path)))
def test_what_means_nothing_is_refused_with_its_place(packed, path):
    _manifest, documents = unpack_documents(packed["draft"][0])
    for wrong in REFUSED[path]:
        changed = json.loads(json.dumps(documents))
        put(changed, path, wrong)
        with pytest.raises(Refusal) as refused:
            ArchiveReader(changed)
        assert refused.value.field.startswith(path[0]), refused.value.field


@pytest.mark.parametrize(("name", "wrong"), [("published", {"1": each}) for each in DATES] + [("differs", ["x"])])
def test_statements_of_no_time_are_refused(packed, name, wrong):
    _manifest, documents = unpack_documents(packed["swiss"][1])
    documents["statements"][name] = wrong
    with pytest.raises(Refusal):
        PublicReader(documents)


def test_nesting_without_end_is_refused(client):
    twin = Twin(make_swiss("kept"))
    twin.send()
    with pytest.raises(Refusal):
        receive_slips(twin.mirror, b"[" * 100_000)
    with pytest.raises(Refusal):
        MirrorMessage.read("[" * 100_000)


ANY_VALUE = st.recursive(
    st.sampled_from((*WRONG[:9], *DATES, *LINKS)) | st.text(max_size=8) | st.integers() | st.floats(),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=6), inside, max_size=3),
    max_leaves=5,
)


@examples(60, 3000)
@given(st.sampled_from(sorted(KINDS)), st.booleans(), st.integers(0, 10**6), ANY_VALUE)
def test_whatever_stands_anywhere_in_a_file_is_read_or_refused(packed, kind, is_public, place, wrong):
    _manifest, documents = unpack_documents(packed[kind][is_public])
    places = [path for path in places_in(documents) if path]
    put(documents, places[place % len(places)], wrong)
    with contextlib.suppress(Refusal):
        (PublicReader if is_public else ArchiveReader)(documents)


@examples(60, 3000)
@given(st.sampled_from(MirrorMessage._fields), ANY_VALUE)
def test_whatever_a_message_of_a_mirror_says_is_read_or_refused(name, wrong):
    message = MirrorMessage("laptop", "e1", 1, "n1", "", "", "2026-05-05T10:00:00+00:00")._asdict()
    for text in (json.dumps(message | {name: wrong}), json.dumps(wrong)):
        with contextlib.suppress(Refusal):
            MirrorMessage.read(text)
