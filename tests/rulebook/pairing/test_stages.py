"""The plan of an event: presets, mistakes, and what may still be changed."""

import pytest

from pairing.plan import fitting, stages, usual_plans
from pairing.plan.stages import Stage
from tiebreaks.refusal import Refusal

CHAMPIONSHIP = usual_plans.german_championship()


@pytest.mark.parametrize(
    "plan", [CHAMPIONSHIP, usual_plans.swiss(), usual_plans.round_robin(7), usual_plans.round_robin(6, cycles=2)]
)
def test_presets_are_plans_and_survive_storing(plan):
    assert stages.from_json(stages.to_json(plan)) == plan == stages.check_plan(plan)


def test_the_german_championship():
    systems = [(stage.system, stage.first, stage.last) for stage in CHAMPIONSHIP]
    assert systems == [("groups", 1, 3), ("new-swiss", 4, 19), ("finalists", 20, 20), ("knock-out", 21, 23)]
    assert stages.stage_of(CHAMPIONSHIP, 19).get("repeats") == 0


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        ([Stage("swiss", 1, 9)], "no pairing system “swiss”"),
        ([Stage("dutch", 2, 9)], "must start with round 1 .* starts with round 2"),
        ([Stage("dutch", 1, 5), Stage("new-swiss", 7, 9)], "must start with round 6 .* starts with round 7"),
        ([Stage("dutch", 1, 0)], "can’t end before it"),
        ([Stage("groups", 1, 4)], "groups: the number of rounds is 3, not 4"),
        ([Stage("dutch", 1, 4, {"field": 8})], "Only rounds that follow pools or brackets"),
        ([Stage("dutch", 1, 9, {"initial": "X"})], "“X” is not a valid value for the setting “initial”"),
        ([Stage("dutch", 1, 9, {"colour": "W"})], "dutch has no setting “colour”"),
        ([Stage("scheveningen", 1, 4, {"x": 1})], "no setting “x”"),
        ([Stage("new-swiss", 1, 9, {"repeats": True})], "“True” is not a valid value"),
        ([Stage("dutch", 1, 100)], "at most 99 rounds"),
    ],
)
def test_mistakes_are_refused(plan, sentence):
    with pytest.raises(Refusal, match=sentence):
        stages.check_plan(plan)


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", '[{"system": "dutch"}]', '[{"system": "dutch", "first": "a", "last": 1}]']
)
def test_unreadable_plans_are_refused(text):
    with pytest.raises(Refusal):
        assert stages.from_json(text) != ()


def test_a_stage_that_has_begun_can_not_change():
    shorter = usual_plans.german_championship(rounds=18)
    assert stages.change_plan(CHAMPIONSHIP, shorter, last_paired=3) == shorter
    with pytest.raises(Refusal, match="Round 4 has already been paired"):
        stages.change_plan(CHAMPIONSHIP, shorter, last_paired=4)


def test_beyond_the_plan():
    with pytest.raises(Refusal, match="no round 24"):
        stages.stage_of(CHAMPIONSHIP, 24)


# A plan that is refused: the code, the field, and the parameters of the sentence.
MISTAKES = [
    ([Stage("swiss", 1, 9)], "plan-system", "stage 1", {"system": "swiss", "known": ", ".join(stages.SYSTEMS)}),
    ([Stage("dutch", 1, 5), Stage("dutch", 7, 9)], "plan-rounds", "stage 2", {"expected": 6, "first": 7}),
    ([Stage("dutch", 1, 5), Stage("dutch", 6, 5)], "plan-rounds", "stage 2", {"expected": 6, "first": 6}),
    ([Stage("groups", 1, 4)], "plan-length", "stage 1", {"system": "groups", "wanted": 3, "rounds": 4}),
    ([Stage("dutch", 1, 2), Stage("round-robin", 3, 5, {"field": 4})], "plan-no-field", "stage 2: field", {}),
    (
        [Stage("pools", 1, 3), Stage("dutch", 4, 5), Stage("dutch", 6, 7, {"from_each": 2})],
        "plan-no-field",
        "stage 3: from_each",
        {},
    ),
    (
        [Stage("dutch", 1, 9, {"x": 1})],
        "plan-setting",
        "stage 1",
        {"system": "dutch", "setting": "x", "known": "initial, accelerated, engine, field, from_each"},
    ),
    (
        [Stage("scheveningen", 1, 4, {"x": 1})],
        "plan-setting",
        "stage 1",
        {"system": "scheveningen", "setting": "x", "known": "field, from_each"},
    ),
    ([Stage("dutch", 1, 9, {"initial": "X"})], "plan-value", "stage 1: initial", {"setting": "initial", "value": "X"}),
    ([Stage("dutch", 1, 60), Stage("dutch", 61, 100)], "plan-too-long", "plan", {"limit": 99}),
]


@pytest.mark.parametrize(("plan", "code", "field", "params"), MISTAKES)
def test_a_mistake_names_its_place(plan, code, field, params):
    with pytest.raises(Refusal) as refused:
        stages.check_plan(plan)
    assert (refused.value.code, refused.value.field, refused.value.params) == (code, field, params)


def test_a_plan_has_up_to_99_rounds_and_stages_of_one():
    assert stages.check_plan([Stage("dutch", 1, 98), Stage("dutch", 99, 99)])
    assert stages.check_plan([Stage("knock-out", 1, 1, {"entrants": 2})])
    assert stages.check_plan([]) == ()


# A setting, its default, values that are valid and values that are not.
SETTINGS = [
    ("new-swiss", "mode", "tsh", ["tsh", "matching"], ["TSH", None, 1]),
    ("new-swiss", "repeats", 0, [None, 0, 99], [-1, 100, True, "1", 1.0]),
    ("new-swiss", "bye_method", "german", ["german", "bottom-up", "top-down", "always-bottom"], ["bottom", None]),
    ("new-swiss", "clubs_apart", False, [True, False], [None, 0, "yes"]),
    ("new-swiss", "balance_firsts", True, [True, False], [None, 1]),
    ("finalists", "places", 2, [1, 99], [0, 100, None]),
    ("finalists", "half", 2, [0, 20], [-1, 21, None]),
    ("finalists", "spread", 350, [0, 10_000], [-1, 10_001, None]),
    ("finalists", "swing", None, [None, 1, 10_000], [0, 10_001]),
    ("finalists", "draws", True, [True, False], [None]),
    ("finalists", "repeats", 0, [None, 0], [-1]),
    ("king-of-the-hill", "repeats", None, [None, 0, 99], [-1, 100]),
    ("groups", "seed", None, [None, 0, 2**63 - 1], [-1, 2**63]),
    ("round-robin", "cycles", 1, [1, 2], [0, 3, None]),
    ("round-robin", "turn_last_two", True, [True, False], [None]),
    ("dutch", "initial", "W", ["W", "B"], ["w", None]),
    ("dutch", "accelerated", False, [True, False], [None]),
    ("dutch", "engine", "usual", ["usual", "own", "gacrux", "bbpPairings"], ["", "bbp", None]),
    ("team-swiss", "initial", "W", ["W", "B"], ["b"]),
    ("team-swiss", "engine", "usual", ["usual", "own", "gacrux"], ["bbpPairings", None]),
    ("knock-out", "entrants", None, [None, 2, 512], [1, 513, "2"]),
    ("knock-out", "further", 0, [0, 99], [-1, 100, None]),
    ("knock-out", "seeding", "places", ["places", "pots", "lots"], ["rating", None]),
    ("knock-out", "apart", "nobody", ["nobody", "clubs"], ["federations", None]),
    ("knock-out", "games", 1, [1, 9], [0, 10, None]),
    ("knock-out", "final_games", None, [None, 1, 9], [0, 10]),
    ("knock-out", "further_games", None, [None, 1, 9], [0, 10]),
    ("knock-out", "counting", "best", ["best", "every", "sum"], ["aggregate", None]),
    ("knock-out", "losers", "out", ["out", "third", "all"], ["fifth", None]),
    ("knock-out", "consolations", 0, [0, 3], [4, -1]),
    ("knock-out", "defeats", 1, [1, 2], [3, None]),
    ("knock-out", "second_final", False, [True, False], [None, 1]),
    (
        "knock-out",
        "play_off",
        "spread better",
        ["", "rapid2 blitz2 armageddon lots", "next", "spread better"],
        ["chance", None, 1, "lots lots lots lots lots lots lots"],
    ),
]


@pytest.mark.parametrize(("system", "setting", "default", "valid", "wrong"), SETTINGS)
def test_what_a_setting_may_be(system, setting, default, valid, wrong):
    last = stages.LENGTHS.get(system, 5)
    assert Stage(system, 1, last).get(setting) == default
    for value in valid:
        assert stages.check_plan([Stage(system, 1, last, {setting: value})])[0].get(setting) == value
    for value in wrong:
        with pytest.raises(Refusal) as refused:
            stages.check_plan([Stage(system, 1, last, {setting: value})])
        assert (refused.value.code, refused.value.params["value"]) == ("plan-value", value)


FITTED = [
    # A stage as it was planned, the players, and the round that it then ends with.
    (Stage("knock-out", 3, 3), 16, 6),
    (Stage("knock-out", 3, 9), 5, 5),
    (Stage("knock-out", 3, 3, {"entrants": 2, "games": 3}), 40, 5),
    (Stage("knock-out", 3, 3, {"entrants": 4}), 40, 4),
    (Stage("knock-out", 3, 3, {"entrants": 16}), 7, 5),
    (Stage("knock-out", 3, 8), 0, 3),
    (Stage("new-swiss", 3, 8), 16, 8),
]


@pytest.mark.parametrize(("stage", "players", "last"), FITTED)
def test_a_stage_of_matches_takes_as_many_rounds_as_its_players_need(stage, players, last):
    assert fitting.fit_stage(stage, players) == stage._replace(last=last)


OLD = [
    # A final of an earlier release, and the same as this one writes it.
    ({}, {"entrants": 2, "games": 3}),
    ({"games": 1}, {"entrants": 2, "games": 1}),
    ({"games": 5, "placements": 2}, {"entrants": 2, "games": 5, "further": 2, "further_games": 1}),
    ({"placements": 1, "placement_games": 2}, {"entrants": 2, "games": 3, "further": 1, "further_games": 2}),
]


@pytest.mark.parametrize(("before", "now"), OLD)
def test_a_final_of_an_earlier_release_is_a_knock_out_of_two(before, now):
    assert stages.modernize(Stage("final", 4, 6, before)) == Stage("knock-out", 4, 6, now)
    assert stages.modernize(Stage("dutch", 4, 6, before)) == Stage("dutch", 4, 6, before)
    stored = stages.to_json([Stage("dutch", 1, 3), Stage("final", 4, 6, before)])
    assert stages.from_json(stored)[1] == Stage("knock-out", 4, 6, now)


PRESETS = [
    ("german_championship", {"rounds": 12, "final_games": 5},
     "groups 1-3 | new-swiss 4-11 | finalists 12-12 | knock-out 13-17 entrants=2 games=5"),
    ("german_championship", {"rounds": 12, "final_games": 0}, "groups 1-3 | new-swiss 4-11 | finalists 12-12"),
    ("german_championship", {}, "groups 1-3 | new-swiss 4-19 | finalists 20-20 | knock-out 21-23 entrants=2 games=3"),
    ("swiss", {}, "dutch 1-9"),
    ("swiss", {"rounds": 5}, "dutch 1-5"),
    ("swiss_of_teams", {}, "team-swiss 1-7"),
    ("swiss_of_teams", {"rounds": 4}, "team-swiss 1-4"),
    ("round_robin", {"players": 6}, "round-robin 1-5"),
    ("round_robin", {"players": 7}, "round-robin 1-7"),
    ("round_robin", {"players": 6, "cycles": 2}, "round-robin 1-10 cycles=2"),
    ("round_robin", {"players": 7, "cycles": 2}, "round-robin 1-14 cycles=2"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "arguments", "expected"), PRESETS)
def test_presets(name, arguments, expected):
    plan = getattr(usual_plans, name)(**arguments)
    written = (
        " ".join([stage.system, f"{stage.first}-{stage.last}", *(f"{k}={v}" for k, v in stage.settings.items())])
        for stage in plan
    )
    assert " | ".join(written) == expected


def test_a_plan_is_stored_as_a_list_of_its_stages():
    assert stages.to_json(usual_plans.round_robin(4, 2)) == (
        '[{"first": 1, "last": 6, "settings": {"cycles": 2}, "system": "round-robin"}]'
    )
    assert stages.from_json('[{"system": "dutch", "first": "1", "last": 3}]') == (Stage("dutch", 1, 3),)


@pytest.mark.parametrize("text", ["{", "{}", "[1]", '[{"system": "dutch"}]', '[{"system": "dutch", "first": "a"}]'])
def test_an_unreadable_plan_says_why(text):
    with pytest.raises(Refusal) as refused:
        stages.from_json(text)
    assert (refused.value.code, refused.value.field) == ("plan-unreadable", "plan")
    assert str(refused.value.params["reason"])


def test_no_list_of_stages_is_no_plan():
    with pytest.raises(Refusal) as refused:
        stages.from_json('{"system": "dutch"}')
    assert str(refused.value.params["reason"]) == "a list of stages is needed"


@pytest.mark.parametrize(
    ("system", "of_players", "of_teams"),
    [("dutch", True, False), ("team-swiss", False, True), ("round-robin", True, True), ("finalists", True, False)],
)
def test_who_is_paired_by_a_system(system, of_players, of_teams):
    plan = [Stage("round-robin", 1, 3), Stage(system, 4, 4)]
    for teams, fits in ((False, of_players), (True, of_teams)):
        assert (system in stages.systems_for(teams)) == fits
        if fits:
            stages.check_participants(plan, teams)
            continue
        with pytest.raises(Refusal) as refused:
            stages.check_participants(plan, teams)
        code = "plan-not-of-teams" if teams else "plan-of-teams"
        assert (refused.value.code, refused.value.field) == (code, "stage 2: system")
        assert refused.value.params == {"system": system}


@pytest.mark.parametrize(("last_paired", "is_refused"), [(0, False), (3, False), (4, True), (19, True)])
def test_stages_change_until_their_first_round_is_paired(last_paired, is_refused):
    changed = [*CHAMPIONSHIP[:1], Stage("new-swiss", 4, 19, {"repeats": 1}), *CHAMPIONSHIP[2:]]
    if not is_refused:
        assert stages.change_plan(CHAMPIONSHIP, changed, last_paired) == tuple(changed)
        return
    with pytest.raises(Refusal) as refused:
        stages.change_plan(CHAMPIONSHIP, changed, last_paired)
    assert (refused.value.code, refused.value.field, refused.value.params) == ("plan-begun", "plan", {"round": 4})


@pytest.mark.parametrize(("number", "system"), [(1, "groups"), (3, "groups"), (4, "new-swiss"), (20, "finalists")])
def test_the_stage_of_a_round(number, system):
    assert stages.stage_of(CHAMPIONSHIP, number).system == system


@pytest.mark.parametrize("number", [0, 24])
def test_a_round_that_no_stage_has(number):
    with pytest.raises(Refusal) as refused:
        stages.stage_of(CHAMPIONSHIP, number)
    assert (refused.value.code, refused.value.field, refused.value.params) == (
        "plan-no-stage", "round", {"round": number},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("number", "is_over", "stages_then"),
    [
        (3, True, "1-2 3-6 7-8"),  # a stage begins: sixteen players need four rounds
        (5, True, "1-2 3-4 5-8"),  # its matches are decided early: the next one begins
        (6, False, "1-2 3-6 7-8"),  # a correction has moved a match: one round more
        (8, False, "1-2 3-5 6-8"),
        (8, True, "1-2 3-5 6-7"),  # nothing is left to play
    ],
)
def test_stages_of_matches_take_the_rounds_that_they_need(number, is_over, stages_then):
    plan = (Stage("new-swiss", 1, 2), Stage("knock-out", 3, 5), Stage("knock-out", 6, 7))
    adapted = fitting.adapt_plan(plan, number, 16, is_over=is_over)
    assert " ".join(f"{stage.first}-{stage.last}" for stage in adapted) == stages_then


# What follows pools or brackets: the stages that begin a table of their own there, and where it ends.
JOINED = [
    ("dutch:1-5", ""),
    ("dutch:1-5 knock-out:6-7", "knock-out:6-7"),
    ("pools:1-3 round-robin:4-6", "pools:1-3 round-robin:4-6"),
    ("dutch:1-2 pools:3-5 dutch:6-7 new-swiss:8-9 knock-out:10-10", "pools:3-5 dutch:6-9 knock-out:10-10"),
]


def read_plan(text):
    return tuple(
        Stage(system, *map(int, numbers.split("-"))) for system, numbers in (each.split(":") for each in text.split())
    )


@pytest.mark.parametrize(("plan", "joined"), JOINED)
def test_stages_of_points_that_follow_matches_are_one(plan, joined):
    found = stages.join_stages(read_plan(plan))
    assert " ".join(f"{stage.system}:{stage.first}-{stage.last}" for stage in found) == joined
    for number in range(1, read_plan(plan)[-1].last + 1):
        own = stages.find_own_table(read_plan(plan), number)
        of_points = [stage for stage in found if stage.system not in stages.DUELS and number in stage.rounds]
        assert own == next(iter(of_points), None), number


# A stage after pools of so many players, and who plays in it until which round.
AFTER_POOLS = [
    (Stage("round-robin", 4, 4, {"from_each": 2}), 8, 4, 6),
    (Stage("round-robin", 4, 4, {"from_each": 1}), 12, 3, 6),
    (Stage("round-robin", 4, 9, {"field": 4, "cycles": 2}), 8, 4, 9),
    (Stage("dutch", 4, 8, {"from_each": 2}), 16, 8, 8),
]


@pytest.mark.parametrize(("stage", "players", "field", "last"), AFTER_POOLS)
def test_who_goes_on_follows_from_the_pools(stage, players, field, last):
    fitted = fitting.adapt_plan((Stage("pools", 1, 3), stage), 1, players)[1]
    assert (fitted.get("field"), fitted.last) == (field, last)
    begun = fitting.adapt_plan((Stage("pools", 1, 3), fitted), 4, players - 1)[1]
    assert begun.get("field") == field, "it stays when somebody withdraws"
