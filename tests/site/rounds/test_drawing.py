"""FIDE Dutch is drawn as a job: asked for, watched, cancelled, failed, and never half-written."""

import os
from itertools import count

import pytest
from django.db import connection
from django.urls import reverse

from pairing.plan import stages, usual_plans
from tests.site.championship import draw, enter, make_championship, play, publish
from tests.site.factories import person
from tiebreaks.refusal import Refusal
from tournaments import worker
from tournaments.access.reader import staff_reader
from tournaments.actions.rounds import drafts
from tournaments.actions.rounds.drafts import cancel_drawing, draw_round, request_draft
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.rounds.publish import unpublish_round
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import JobState
from tournaments.operation import jobs
from tournaments.pages.rounds.pairings import pairings_view
from tournaments.queries.rounds import plan
from tournaments.queries.rounds.draft_age import is_outdated
from tournaments.queries.rounds.games import last_paired_round, read_boards
from tournaments.scheduling import engines
from tournaments.scheduling.next_round import DrawWishes

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    """A chess event of eight whose first round is played."""
    event = make_championship(8, discipline="chess")
    set_plan(event, usual_plans.swiss(5), COMMAND)
    draw(event)
    publish(event)
    play(event, 1)
    return event


@pytest.fixture
def page(client, event):
    """A function that loads the page of pairings, or presses a button of it."""
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))

    def load(verb="", **fields):
        path = reverse(f"pairings_{verb}" if verb else "pairings", args=[event.slug])
        answer = client.post(path, fields, follow=True) if verb else client.get(path)
        return answer.content.decode()

    return load


def engine(event, tmp_path, monkeypatch, script):
    """Let the event be paired by a program that is called as bbpPairings is: --dutch SOURCE -p TARGET."""
    event.stages.update(settings={"engine": "bbpPairings"})
    program = tmp_path / "engine"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o700)
    monkeypatch.setenv("BBP_PATH", str(program))


def test_the_round_is_drawn_behind_the_page(page, event):
    assert "Round 2 is being paired" in page("draw")
    assert "is already being drawn" in page("draw")
    job = jobs.find_newest(event, "draw")
    assert (job.state, job.payload["round"]) == (JobState.WAITING, 2)
    worker.carry_out_all("draw")
    draft = event.drafts.get()
    assert (draft.number, len(draft.boards)) == (2, 4)
    entry = event.log.get(action="draft", after__rounds__0__round=2)
    assert (entry.actor.username, entry.role) == ("chief", Role.CHIEF_ARBITER)
    assert "being drawn" not in page()
    assert "The draft" not in page("publish", seen="2-1")
    assert last_paired_round(event) == 2


def test_the_page_asks_how_far_it_is(client, page, event):
    page("draw")
    path = reverse("drawing", args=[event.slug])
    assert "It is waiting for its turn." in client.get(path).content.decode()
    task = jobs.Task(jobs.claim("draw"))
    watch = drafts.make_watch(task, engines.GACRUX)
    shares = []
    for seconds in (0, 3, 30, 290):
        watch(seconds)
        task.job.refresh_from_db()
        shares.append(task.job.progress)
    assert shares == sorted(set(shares)), "it never stands still"
    assert shares[-1] < 100
    assert "gacrux has been working for 290 s." in client.get(path).content.decode()
    jobs.cancel(task.job)
    assert client.get(path).headers["HX-Refresh"] == "true"


def test_the_page_shows_the_draw_or_its_draft_whenever_the_draw_ends(event):
    """Else a page could read that no draft is there yet, then that no draw runs any more, and never ask again."""
    for place in count():
        event.drafts.all().delete()
        request_draft(event, DrawWishes(), COMMAND)
        queries = count()

        def end_meanwhile(execute, *query, queries=queries, place=place):
            if next(queries) == place:
                worker.carry_out_all("draw")
            return execute(*query)

        with connection.execute_wrapper(end_meanwhile):
            view = pairings_view(staff_reader(event))
        assert view.drawing or view.drafts, place
        if next(queries) <= place:
            break
    assert place > 10
    worker.carry_out_all("draw")


def test_a_drawing_is_cancelled(page, event):
    page("draw")
    assert "has been cancelled" in page("cancel")
    assert "No round is being paired" in page("cancel")
    assert worker.carry_out_all("draw") == []
    assert [entry.action for entry in event.log.all()[:2]] == ["draft-cancel", "draft-ask"]
    assert not event.drafts.exists()


def test_cancelling_ends_the_engine(event, tmp_path, monkeypatch):
    engine(event, tmp_path, monkeypatch, f"echo $$ > {tmp_path}/pid; exec sleep 600")
    job = request_draft(event, DrawWishes(), COMMAND)
    looks = count()

    def report(self, progress, step=None):
        if next(looks) == 4:
            cancel_drawing(event, COMMAND)
        return whole(self, progress, step)

    whole = jobs.Task.report
    monkeypatch.setattr(jobs.Task, "report", report)
    worker.carry_out_all("draw")
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("echo no memory >&2; exit 1", "bbpPairings could not pair the round: no memory"),
        ("exit 0", "The engine returned no pairs for round 2."),
        ('printf "4\\n1 5\\n2 6\\n3 7\\n4 8\\n" > "$4"', "Player 01 and Player 05 have already met (1×)."),
        ("exec sleep 600", "bbpPairings gave no answer within 1 seconds."),
    ],
)
def test_what_an_engine_does_wrong_is_shown_on_the_page(page, event, tmp_path, monkeypatch, settings, script, sentence):
    settings.ENGINE_SECONDS = 1
    engine(event, tmp_path, monkeypatch, script)
    page("draw")
    worker.carry_out_all("draw")
    text = page()
    assert "bbpPairings gave no usable answer, so another program was asked." in text
    assert sentence in text and "Paired by Crosstable; not FIDE-endorsed." in text
    assert len(event.drafts.get().boards) == 4


@pytest.mark.parametrize("chosen", [{}, {"engine": "usual"}, {"engine": "own"}])
def test_our_own_engine_pairs_unless_the_plan_wants_another_one(chosen, monkeypatch):
    monkeypatch.setenv("BBP_PATH", "/not/asked")
    event = make_championship(6, discipline="chess")
    set_plan(event, [stages.Stage("dutch", 1, 3, chosen)], COMMAND)
    draw(event)
    publish(event)
    play(event, 1)
    draw(event)
    proposal = event.drafts.get().proposal
    assert (len(proposal["boards"]), proposal["notes"]) == (3, [["engine", {"engine": "Crosstable"}]])


def test_what_changes_while_the_engine_works_is_drawn_again(event, monkeypatch):
    pair, asked = engines.pair_dutch, []

    def meanwhile(*arguments, **named):
        pairing = pair(*arguments, **named)
        asked.append(pairing)
        if len(asked) == 1:
            enter(event, read_boards(event, 1).first(), turned=True)
        return pairing

    monkeypatch.setattr(engines, "pair_dutch", meanwhile)
    job = request_draft(event, DrawWishes(), COMMAND)
    worker.carry_out_all("draw")
    job.refresh_from_db()
    assert (job.state, len(asked)) == (JobState.DONE, 2)
    event.refresh_from_db()
    assert not is_outdated(event, event.drafts.get())


def test_it_is_refused_at_once_where_boards_are_open(event):
    draw(event)
    publish(event)
    with pytest.raises(Refusal, match="not finished"):
        draw_round(event, DrawWishes(), COMMAND)
    assert not jobs.find_unfinished(event, "draw")


def test_a_round_is_started_once_and_in_its_turn(page, event):
    worker.carry_out_all("draw")
    draw(event)
    publish(event)
    assert "Start round 2" in page()
    assert "Round 2 has started." in page("start", round="2")
    assert "has already started" in page("start", round="2")
    assert "is not published" in page("start", round="3")
    assert "started at" in page()
    with pytest.raises(Refusal, match="has started: you can still exchange"):
        unpublish_round(event, 2, COMMAND, "too late")
    entry = event.log.get(action="begin")
    assert entry.before == {"round": 2, "at": None}
    assert entry.after["at"]


def test_the_pairing_program_changes_between_two_rounds(page, event):
    """Nothing else of a stage does, once one of its rounds is paired; a draft of the other program is gone."""
    draw(event)
    assert 'name="running-engine"' in page()
    assert "The plan is saved." in page("plan", **{"running-engine": "gacrux"})
    (stage,) = plan.read_plan(event)
    assert (stage.settings, event.drafts.count()) == ({"engine": "gacrux"}, 0)
    page("plan", **{"running-engine": ""})
    assert plan.read_plan(event) == (stage,)
    assert "Houdini is not one of the available choices" in page("plan", **{"running-engine": "Houdini"})
    page("plan", **{"running-engine": "usual"})
    assert plan.read_plan(event)[0].settings == {}
    with pytest.raises(Refusal, match="can’t be changed"):
        set_plan(event, [stage._replace(settings={"initial": "B"})], COMMAND)
