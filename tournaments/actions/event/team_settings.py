"""Check the settings of team events: which fit together, and when they can no longer change."""

import re
from typing import Any

from pairing.plan.accelerated import check_acceleration
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.domain.disciplines import rules_of
from tournaments.models import Event, TeamMatch
from tournaments.queries.rounds.games import last_paired_round
from tournaments.queries.rounds.plan import read_plan

MOST_BOARDS = 20

FIXED = sentence(
    "team-fixed", gettext_noop("A round is already paired: the boards and colours of a match can no longer be changed.")
)
HAS_TEAMS = sentence("team-has-teams", gettext_noop("There are teams in the list: remove them first."))
NO_BOARDS = sentence("team-boards", gettext_noop("A match has 1 to {limit} boards, not {boards}."))
NO_COLOURS = sentence(
    "team-colours",
    gettext_noop(
        "“{colours}” is not a valid colour pattern: write W or B for the first team’s colour on each board, for example"
        " WBBW."
    ),
)
TOO_MANY_COLOURS = sentence(
    "team-colours-long", gettext_noop("A match has {boards} boards, but “{colours}” has more colours.")
)
MATCH_POINTS = sentence(
    "team-points",
    gettext_noop(
        "A won match must be worth at least as much as a drawn one, and a drawn one at least as much as a lost one."
    ),
)
OTHER_GAME = sentence("team-game", gettext_noop("Team matches on several boards are only for chess."))
PLAYED_ALONE = sentence("team-alone", gettext_noop("A round of single players is already paired in this event."))


def complete_changes(event: Event, changes: dict[str, Any]) -> dict[str, Any]:
    """Return changes of settings with the order of criteria that follows. Raise Refusal for changes that do not fit.

    An event that becomes one of teams, or of single players again, gets the usual order. One that has the usual order
    gets that of its new game, system or score, until round 1 is paired.
    """
    before = event.read_fields(("team_boards", "team_colours", "discipline"))
    wanted = {name: changes.get(name, value) for name, value in before.items()}
    boards, switches = wanted["team_boards"], is_switch(event, changes)
    if boards and not rules_of(wanted["discipline"]).allows_teams:
        raise Refusal(OTHER_GAME, field="discipline")
    if not 0 <= boards <= MOST_BOARDS:
        raise Refusal(NO_BOARDS, field="team_boards", boards=boards, limit=MOST_BOARDS)
    if boards:
        check_colours(wanted["team_colours"], boards)
        check_points(event, changes)
    for field in ("team_boards", "team_colours"):
        if wanted[field] != before[field]:
            check_unpaired(event, field)
    if boards and event.of_teams and changes.get("team_score", event.first_score) != event.first_score:
        check_acceleration(read_plan(event), changes["team_score"])
    if switches and not boards and event.teams.exists():
        raise Refusal(HAS_TEAMS, field="team_boards")
    follows = switches or (event.tiebreaks == usual_order(event, {}) and not last_paired_round(event))
    return {"tiebreaks": usual_order(event, changes)} | changes if follows else changes


def is_switch(event: Event, changes: dict[str, Any]) -> bool:
    """Return whether changes make an event one of teams, or one of single players again."""
    return bool(changes.get("team_boards", event.team_boards)) != event.of_teams


def check_colours(colours: str, boards: int) -> None:
    if not re.fullmatch("[WB]*", colours):
        raise Refusal(NO_COLOURS, field="team_colours", colours=colours)
    if len(colours) > max(boards, 2):
        raise Refusal(TOO_MANY_COLOURS, field="team_colours", colours=colours, boards=boards)


def check_points(event: Event, changes: dict[str, Any]) -> None:
    fields = [f"match_{result}_points" for result in ("win", "draw", "loss")]
    win, draw, loss = (changes.get(field, value) for field, value in event.read_fields(fields).items())
    if not win >= draw >= loss:
        raise Refusal(MATCH_POINTS, field="match_draw_points")


def check_unpaired(event: Event, field: str) -> None:
    """Raise Refusal where a round is paired, after which boards and colours no longer change."""
    if TeamMatch.objects.filter(round__event=event).exists():
        raise Refusal(FIXED, field=field)
    if last_paired_round(event):
        raise Refusal(PLAYED_ALONE, field=field)


def usual_order(event: Event, changes: dict[str, Any]) -> str:
    """Return the usual order of criteria of an event with changed settings."""
    known = event.read_fields(("team_boards", "team_score", "system", "discipline")) | changes
    score = known["team_score"] if known["team_boards"] else ""
    return rules_of(known["discipline"]).find_usual_order(known["system"], score)
