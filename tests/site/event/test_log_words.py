"""What the log says about facts, in people's words."""

import pytest
from django.utils import translation

from pairing.plan import stages
from tournaments.access.policy import SUPERUSER
from tournaments.actions.writing import COMMAND, MIRROR, PLAYER
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import Scope, Verification
from tournaments.pages.event.log import describe_plan
from tournaments.wording.changes import Names, log_change, name_subjects
from tournaments.wording.log import ROLES, log_value
from tournaments.wording.pairings import pairing_system

NAMES = Names({1: "Ada", 2: "Ben", 3: "Cleo", 4: "Dora"}, {})
ROUND = {"round": 3, "boards": [[1, 2], [3, 4]], "byes": []}
FACTS = [
    ("invite", {"role": "entry", "days": 3, "once": True}, "role Result entry, days 3, for one person only"),
    ("role", {"user": 7, "role": "checkin"}, "person helga, role Check-in"),
    ("member-removed", {"user": 8, "role": "owner"}, "person –, role Owner"),
    ("check-in", {"number": 2, "here": True}, "present"),
    ("check-in", {"number": 2, "here": False}, "present no"),
    ("check-in", {"numbers": [2, 4], "here": True}, "players Ben; Dora, present"),
    ("checkin-closed", {"numbers": [1], "withdrawn": False}, "players Ada, withdrawn no"),
    ("withdraw", {"number": 1, "round": None}, "takes part"),
    ("withdraw", {"number": 1, "round": 3}, "from round 3 on"),
    ("player-removed", {"number": 9, "name": "Emil"}, "player 9, name Emil"),
    ("players-imported", {"added": 2, "updated": 0, "players": {}, "start_numbers": {"1": 1}}, "added 2, updated 0"),
    ("absence", {"number": 2, "round": 4, "kind": "H"}, "round 4: half-point bye"),
    ("absence", {"number": 2, "round": 4, "kind": ""}, "round 4: takes part"),
    ("settings", {"rating_k": 20, "verification": "blind"}, "K of the rating change 20, second check {blind}"),
    ("settings", {"is_public": False}, "visible to everybody no"),
    ("prizes", {"key": "u18", "prizes": ["250 €", "150 €"]}, "category u18, prizes 250 €; 150 €"),
    ("slips", {"round": 2, "boards": 12}, "round 2, boards 12"),
    ("program", {"name": "App", "days": 30, "scopes": ["read"]}, "name App, days 30, rights {read}"),
    ("draft", {"rounds": [ROUND], "wishes": {}}, "round 3: Ada – Ben; Cleo – Dora"),
    (
        "draft-ask",
        {"round": 3, "wishes": {"forbidden": [[1, 3]], "bye": 4}},
        "round 3; kept apart: Ada – Cleo; Dora: bye",
    ),
    ("draft-change", {**ROUND, "wishes": {"fixed": [[1, 2]]}}, "round 3: Ada – Ben; Cleo – Dora; paired: Ada – Ben"),
    ("draft-discard", {"rounds": [ROUND]}, "round 3: Ada – Ben; Cleo – Dora"),
]


@pytest.mark.parametrize(("action", "facts", "said"), FACTS, ids=[f"{line[0]} {n}" for n, line in enumerate(FACTS)])
def test_what_the_log_says(action, facts, said):
    said = said.format(blind=Verification.BLIND.label, read=Scope.READ.label)
    assert (log_change(action, facts, NAMES) or log_value(name_subjects(facts, NAMES), {7: "helga"})) == said


@pytest.mark.parametrize("role", [*Role, SUPERUSER, COMMAND.role, MIRROR, PLAYER])
def test_whoever_writes_is_called_by_words_of_the_readers_language(role):
    with translation.override("de"):
        assert str(ROLES[role]) != role


def test_a_plan_is_described_by_its_stages():
    plan = (stages.Stage("new-swiss", 1, 3, {}), stages.Stage("dutch", 4, 5, {"accelerated": True}))
    said = "rounds 1 to 3: New Swiss; rounds 4 to 5: FIDE Dutch (not FIDE-endorsed), Accelerated rounds (Baku): yes"
    assert describe_plan(stages.to_json(plan)) == said
    assert describe_plan("[]") == describe_plan("broken") == ""


GROUPS = stages.Stage("groups", 1, 3, {})
CUP = {"games": 2, "losers": "third"}
CHANGED = [
    (
        [stages.Stage("knock-out", 1, 4, CUP)],
        [stages.Stage("knock-out", 1, 5, CUP)],
        "rounds 1 to 4: {cup}",
        "rounds 1 to 5: {cup}",
    ),
    (
        [GROUPS, stages.Stage("new-swiss", 4, 5)],
        [GROUPS, stages.Stage("new-swiss", 4, 4)],
        "rounds 4 to 5: New Swiss",
        "round 4: New Swiss",
    ),
    ([GROUPS], [GROUPS, stages.Stage("new-swiss", 4, 5)], "", "rounds 4 to 5: New Swiss"),
    (
        [stages.Stage("knock-out", 1, 4, CUP)],
        [stages.Stage("knock-out", 1, 4, {**CUP, "games": 3})],
        "rounds 1 to 4: {cup}, Games per match: 2",
        "rounds 1 to 4: {cup}, Games per match: 3",
    ),
]


@pytest.mark.parametrize(("before", "after", "said_before", "said_after"), CHANGED)
def test_a_changed_plan_says_what_changed(before, after, said_before, said_after):
    one, other = stages.to_json(before), stages.to_json(after)
    said = [said.format(cup=pairing_system("knock-out")) for said in (said_before, said_after)]
    assert [describe_plan(one, other), describe_plan(other, one)] == said
