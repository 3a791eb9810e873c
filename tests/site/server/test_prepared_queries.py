"""Queries whose SQL is written once find what the same queries of Django find, whatever was asked before."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import Count, Exists, OuterRef
from django.test.utils import CaptureQueriesContext

from tests.site.factories import make_event, person
from tiebreaks.refusal import Refusal
from tournaments import worker
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event, Game, LogEntry, Membership, Round
from tournaments.models.prepared_queries import PreparedQuery

pytestmark = pytest.mark.django_db

HAS_ROUNDS = {"has_rounds": Exists(Round.objects.filter(event=OuterRef("pk")))}
# What is read, with the fields whose values the calls give, and which rows of the database give such values.
READS = {
    "rows with a column more": (lambda: Event.objects.annotate(**HAS_ROUNDS), ["slug"], Event),
    "rows that are locked": (lambda: Event.objects.select_for_update(), ["pk"], Event),
    "rows of several tables": (
        lambda: Game.objects.filter(black__isnull=False).select_related("round", "white", "match"),
        ["round__event", "round__number", "board"],
        Game,
    ),
    "single values": (lambda: Membership.objects.values_list("role", flat=True), ["event", "user"], Membership),
    "sums": (
        lambda: Game.objects.order_by("result").values_list("result").annotate(count=Count("*")),
        ["round__event", "round__number"],
        Game,
    ),
    "unusual types": (lambda: LogEntry.objects.all(), ["event", "uuid"], LogEntry),
}


@pytest.fixture(autouse=True)
def events():
    for slug in ("open", "second"):
        event = make_event(slug)
        person(f"{slug}-anna", event, Role.ARBITER)
        person(f"{slug}-bert", event, Role.ENTRY)
        enter_result(event, 2, 1, Entry("10", version=0, uuid=uuid4()), COMMAND)


@pytest.mark.parametrize("read", READS)
def test_it_finds_what_django_finds(read):
    make, fields, source = READS[read]
    prepared = PreparedQuery(make(), *fields)
    wanted = [dict(zip(fields, values, strict=True)) for values in source.objects.values_list(*fields)]
    assert len(wanted) > 1
    for values in (*wanted, *reversed(wanted)):
        found, usual = prepared.read(**values), list(make().filter(**values))
        assert [facts(row) for row in found] == [facts(row) for row in usual] != []


def facts(row):
    """Return all that a row says, also of the rows it points to."""
    if not hasattr(row, "_meta"):
        return row
    joined = {name: facts(other) for name, other in row._state.fields_cache.items()}
    return {name: value for name, value in vars(row).items() if name != "_state"} | joined


def test_each_read_is_one_query_of_its_own():
    prepared = PreparedQuery(Event.objects.all(), "slug")
    with CaptureQueriesContext(connection) as queries:
        before, again = prepared.get(slug="open"), prepared.get(slug="open")
    assert len(queries) == 2
    assert before is not again


def test_what_is_not_there_is_none_or_an_error():
    prepared = PreparedQuery(Event.objects.all(), "slug")
    assert (prepared.read(slug="gone"), prepared.first(slug="gone")) == ([], None)
    with pytest.raises(Event.DoesNotExist):
        prepared.get(slug="gone")


@pytest.mark.parametrize("number", [2**31, 2**63, -(10**30)])
def test_a_number_that_no_column_holds_finds_nothing(number):
    prepared = PreparedQuery(Game.objects.all(), "round__number", "board")
    assert prepared.read(round__number=number, board=1) == prepared.read(round__number=1, board=number) == []
    with pytest.raises(Refusal, match="There is no board"):
        enter_result(Event.objects.get(slug="open"), number, 1, Entry("10", version=0), COMMAND)


@pytest.mark.usefixtures("committed")
def test_each_thread_asks_on_its_own_connection():
    make_event("third")
    prepared = PreparedQuery(Event.objects.all(), "slug")
    here = prepared.get(slug="third")
    with ThreadPoolExecutor(1) as other:
        assert other.submit(worker.with_connection, lambda: prepared.get(slug="third")).result() == here
