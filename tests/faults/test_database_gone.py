"""PostgreSQL goes away under load and comes back: entries wait, none is lost, and every page is current again."""

import os

import psycopg
import pytest

from tests.faults.hall import Hall
from tests.servers import postgres, tools
from tests.servers.server import SERVE, Server, wait_for
from tests.sizes import FULL, some

pytestmark = pytest.mark.faults

TIMES = 10 if FULL else 1
SPECTATORS = 100 if FULL else 20
TERMINATE = (
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
    " WHERE datname = current_database() AND application_name = 'crosstable-live'"
)
on_postgres = pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="needs PostgreSQL, as DATABASE_URL"
)


@pytest.fixture
def cluster():
    """A PostgreSQL that a test may stop: nobody else's databases are in it."""
    if reason := tools.missing("postgres"):
        pytest.skip(reason)
    with postgres.running() as cluster:
        yield cluster


@pytest.mark.timeout(900 if FULL else 120)
@pytest.mark.parametrize("how", some(["immediate", "fast"], 2))
def test_a_restarted_postgresql_loses_nothing(cluster, how, tmp_path):
    """`fast` ends the sessions in good order; `immediate` is a crash, after which the log of writes is replayed."""
    server = Server(tmp_path, cluster.url, SERVE)
    try:
        hall = Hall(server.start())  # `serve` migrates the empty database
        with hall.crowd(SPECTATORS) as crowd:
            with hall.arbiters() as arbiters:
                for _ in range(TIMES):
                    arbiters.wait_for(10)
                    cluster.stop(how)
                    refused = sum(arbiters.refusals.values())
                    wait_for(lambda refused=refused: sum(arbiters.refusals.values()) > refused + 2, "refused entries")
                    cluster.start()
                arbiters.wait_for(10)
            hall.check(arbiters)
            crowd.wait(hall.stamp())
        assert set(arbiters.refusals) == {"503"}  # a clear "later", never a broken page or connection
        print(f"{TIMES} restarts ({how}), {len(arbiters.acknowledged)} entries, {dict(arbiters.refusals)}")
    finally:
        server.stop()


@on_postgres
@pytest.mark.db
@pytest.mark.timeout(600 if FULL else 120)
def test_a_terminated_listener_loses_nothing_under_load(hall):
    url = hall.server.environment["DATABASE_URL"]
    with hall.crowd(SPECTATORS) as crowd, psycopg.connect(url, autocommit=True) as database:
        with hall.arbiters(pause=0.02) as arbiters:
            for _ in range(TIMES):
                wait_for(lambda: database.execute(TERMINATE).fetchone() == (1,), "one listening connection")
                arbiters.wait_for(10)
        hall.check(arbiters)
        crowd.wait(hall.stamp())
    assert not arbiters.refusals  # the desk did not notice
    assert hall.server.log.count("lost the database") >= TIMES


@on_postgres
@pytest.mark.db
def test_every_process_listens_on_one_connection(hall):
    other = hall.beside().start()
    listening = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'crosstable-live'"
    with hall.crowd(SPECTATORS, hall.server, other) as crowd:
        crowd.connected()
        here = listening + " AND datname = current_database()"
        wait_for(lambda: hall.rows(here) == [(2,)], "a listening connection for each process")
    other.stop()
