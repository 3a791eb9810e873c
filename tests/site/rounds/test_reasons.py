"""The page that explains a round of FIDE Dutch, and its comparison with another engine."""

import pytest
from django.urls import reverse

from pairing.plan import usual_plans
from tests.site.championship import draw, make_championship, play, publish, swiss
from tests.site.factories import person
from tournaments import worker
from tournaments.access.reader import staff_reader
from tournaments.actions.players.participation import withdraw_participant
from tournaments.actions.rounds.comparing import request_comparison
from tournaments.actions.rounds.drafts import change_draft
from tournaments.actions.rounds.forbidden_pairings import add_forbidden_pairing
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import JobState
from tournaments.domain.rounds.forbidden_pairings import Apart, ForbiddenPairingDefinition
from tournaments.operation import jobs
from tournaments.operation.job_kinds import COMPARE
from tournaments.pages.rounds.reasons import reasons_view

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    """A chess event of nine whose first round is played, with a draft of the second."""
    event = make_championship(9, discipline="chess")
    set_plan(event, usual_plans.swiss(5), COMMAND)
    draw(event)
    publish(event)
    play(event, 1)
    draw(event)
    return event


@pytest.fixture
def page(client, event):
    """A function that loads the page of a round, or presses a button of it."""
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))

    def load(number=2, verb="", **fields):
        address = reverse(f"reasons_{verb}" if verb else "reasons", args=[event.slug, number])
        answer = client.post(address, fields, follow=True) if verb else client.get(address, follow=True)
        return answer.content.decode()

    return load


def test_every_board_and_floater_is_explained_under_its_bracket(event, page):
    view = reasons_view(staff_reader(event), 2)
    (draft,) = event.drafts.all()
    names = dict(event.players.values_list("number", "name"))
    told = {(line.white, line.black) for bracket in view.brackets for line in bracket.pairs}
    assert told == {(names[board["white"]], names[board["black"]]) for board in draft.boards}
    assert all(line.reasons for bracket in view.brackets for line in (*bracket.pairs, *bracket.floaters))
    assert [bracket.score for bracket in view.brackets] == sorted({b.score for b in view.brackets}, reverse=True)
    (bye,) = view.brackets[-1].floaters
    assert bye.white == names[draft.byes[0]["player"]]
    for upper, lower in zip(view.brackets, view.brackets[1:], strict=False):
        assert [line.white for line in upper.floaters] == lower.moved
    assert view.judgement == ""
    text = page()
    assert "Bracket 1" in text
    assert "has White by 5.2." in text
    assert "has the lowest score (0) of those who can have the bye (C5)." in text


def test_the_draft_says_who_comes_first_by_name(event, client):
    """The reasons of our own engine name both players."""
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    lines = (line for bracket in reasons_view(staff_reader(event), 2).brackets for line in bracket.pairs)
    first = next(reason for line in lines for reason in line.reasons if "is the first opponent for" in reason)
    other, player = first.rstrip(".").split(" is the first opponent for ")
    numbers = event.players.filter(name__in=(player, other)).values_list("number", flat=True)
    add_forbidden_pairing(event, ForbiddenPairingDefinition(Apart.LIST, list(numbers)), COMMAND)
    draw(event)
    text = client.get(reverse("pairings", args=[event.slug])).content.decode()
    assert f"{other} would come first for {player}, but a rule of the event keeps them apart." in text
    assert "has the lowest score (0) of those who can have the bye (C5)." in text
    assert reverse("reasons", args=[event.slug, 2]) in text


def test_what_the_arbiter_changed_is_said(event, page):
    (draft,) = event.drafts.all()
    board = draft.boards[0]
    draft = change_draft(event, 2, draft.revision, "swap", [board["white"], board["black"]], COMMAND)
    white = f"Player {board['white']:02}"
    assert f"{white} should have White against Player {board['black']:02} (5.2." in page()
    publish(event, reason="as they wish")
    assert f"{white} should have White against" in page()


def test_a_published_round_is_explained_from_the_rounds_before(event, page):
    before = [bracket.pairs for bracket in reasons_view(staff_reader(event), 2).brackets]
    publish(event)
    play(event, 2)
    withdraw_participant(event, 9, COMMAND, "ill")
    view = reasons_view(staff_reader(event), 2)
    assert ([bracket.pairs for bracket in view.brackets], view.judgement) == (before, "")
    assert "Bracket 1" in page()
    assert "Why round" not in page(number=4)


def test_rounds_of_other_systems_lead_back_to_the_pairings(client):
    event = make_championship(8)
    swiss(event)
    draw(event)
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    answer = client.get(reverse("reasons", args=[event.slug, 1]), follow=True)
    assert answer.redirect_chain == [(reverse("pairings", args=[event.slug]), 302)]
    assert "is not paired by a Swiss system of FIDE" in answer.content.decode()


def test_one_click_compares_with_another_engine(event, page):
    assert "The comparison is running" in page(verb="compare", engine="gacrux")
    worker.carry_out_all(COMPARE)
    assert "gacrux makes exactly the same pairing." in page()
    (draft,) = event.drafts.all()
    one, other = draft.boards[0]["white"], draft.boards[1]["white"]
    change_draft(event, 2, draft.revision, "swap", [one, other], COMMAND)
    text = page()
    assert "gacrux makes a different pairing." in text
    assert "Its pairing is the one that is explained above." in text
    assert f"Player {one:02} – " in text
    publish(event, reason="as they wish")
    assert "gacrux pairs" not in page(), "the event has changed since"


def test_what_the_arbiter_has_paired_is_not_compared(event, page):
    draw(event, fixed=((1, 2),))
    page(verb="compare", engine="gacrux")
    worker.carry_out_all(COMPARE)
    assert "gacrux makes exactly the same pairing." in page()


def test_a_comparison_that_fails_says_why(event, page, tmp_path, monkeypatch):
    program = tmp_path / "engine"
    program.write_text("#!/bin/sh\necho no idea >&2; exit 3\n", encoding="utf-8")
    program.chmod(0o700)
    monkeypatch.setenv("BBP_PATH", str(program))
    page(verb="compare", engine="bbpPairings")
    worker.carry_out_all(COMPARE)
    assert "bbpPairings could not pair the round: no idea" in page()
    assert "There is no engine Crosstable here." in page(verb="compare", engine="Crosstable"), "it explains the round"
    assert "There is no engine Houdini here." in page(verb="compare", engine="Houdini")


def test_a_comparison_is_cancelled_and_replaced(event, page):
    first = request_comparison(event, 2, "gacrux")
    second = request_comparison(event, 2, "gacrux")
    first.refresh_from_db()
    assert first.state == JobState.CANCELLED
    assert "The comparison has been cancelled." in page(verb="cancel")
    second.refresh_from_db()
    assert second.state == JobState.CANCELLED
    assert jobs.find_unfinished(event, COMPARE) is None


def test_namesakes_are_told_apart(event, page, client):
    event.players.filter(number__in=(3, 7)).update(name="Ames, Ann")
    assert "Ames, Ann (3)" in page() and "Ames, Ann (7)" in page()
    text = client.get(reverse("pairings", args=[event.slug])).content.decode()
    assert "Ames, Ann (3)" in text and "Ames, Ann (7)" in text and "Player 01 (1)" not in text


def test_its_progress_is_shown(event, client, page):
    page(verb="compare", engine="gacrux")
    address = reverse("reasons_progress", args=[event.slug, 2])
    shown = client.get(address).content.decode()
    assert f'hx-get="{address}"' in shown
    worker.carry_out_all(COMPARE)
    assert client.get(address).headers["HX-Refresh"] == "true"
