"""The server is killed while an engine pairs a round: the next one draws it, once, and the page says how far it is."""

import os
import signal

import pytest

from tests.servers.server import SERVE, wait_for

pytestmark = [pytest.mark.faults, pytest.mark.db, pytest.mark.timeout(300)]

PLAYED = """
from pairing.plan import usual_plans
from tests.site.championship import draw, make_championship, play, publish
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
event = make_championship(8, discipline="chess")
set_plan(event, usual_plans.swiss(5), COMMAND)
event.stages.update(settings={"engine": "bbpPairings"})
draw(event)
publish(event)
play(event, 1)
"""
ASK = """
from tournaments.actions.rounds.drafts import request_draft
from tournaments.actions.writing import COMMAND
from tournaments.models import Event
from tournaments.scheduling.next_round import DrawWishes
request_draft(Event.objects.get(), DrawWishes(), COMMAND)
"""
JOB = """
from tournaments.models import Draft, Event, Job
job = Job.objects.get(kind="draw")
drafts = [(draft.number, len(draft.boards)) for draft in Draft.objects.all()]
print(job.state, job.attempts, job.progress > 5, drafts, Event.objects.get().log.filter(action="draft").count() - 1)
"""


@pytest.fixture
def engine(tmp_path):
    """An engine that hangs until it is told the pairs, in the way that bbpPairings is called."""
    program, pairs = tmp_path / "engine", tmp_path / "pairs"
    wait = f"while [ ! -e {pairs} ]; do sleep 0.1; done"
    program.write_text(f'#!/bin/sh\necho $$ >> {tmp_path}/pids\n{wait}\ncp {pairs} "$4"\n')
    program.chmod(0o700)
    return program


def job(server):
    return server.python(JOB).split(maxsplit=3)


def test_a_drawing_survives_the_death_of_its_server(new_server, engine, tmp_path):
    server = new_server(SERVE, BBP_PATH=str(engine))
    server.python(PLAYED)
    server.start()
    server.python(ASK)
    wait_for((tmp_path / "pids").exists, "the engine to work")
    wait_for(lambda: job(server)[:3] == ["running", "1", "True"], "some progress")
    orphan = int((tmp_path / "pids").read_text())
    server.stop(signal.SIGKILL)
    os.kill(orphan, signal.SIGKILL)
    assert job(server) == ["running", "1", "True", "[] 0\n"]

    server.start()
    wait_for(lambda: job(server)[1] == "2", "the next server to take the drawing over")
    (tmp_path / "pairs").write_text("4\n5 6\n1 8\n2 3\n7 4\n")
    wait_for(lambda: job(server)[0] == "done", "the draft")
    assert job(server) == ["done", "2", "True", "[(2, 4)] 1\n"]


def test_a_server_that_is_stopped_ends_the_engine_and_leaves_the_drawing_to_the_next(new_server, engine, tmp_path):
    server = new_server(SERVE, BBP_PATH=str(engine))
    server.python(PLAYED)
    server.start()
    server.python(ASK)
    wait_for((tmp_path / "pids").exists, "the engine to work")
    server.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pids").read_text()), 0)
    assert job(server)[:2] == ["waiting", "0"]
    (tmp_path / "pairs").write_text("4\n5 6\n1 8\n2 3\n7 4\n")
    server.start()
    wait_for(lambda: job(server)[0] == "done", "the draft")
