"""Rounds that count by themselves: those of a pool, and those that follow pools or brackets."""

from __future__ import annotations

from collections.abc import Collection

from pairing.plan.stages import Stage
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.teams import TeamEvent


def cut_facts(facts: Crosstable, stage: Stage, members: Collection[int]) -> Crosstable:
    """Return what has happened between some players, or teams, in the rounds of a stage, numbered from 1.

    They keep what they were given or lost by arbiters in these rounds. Nobody counts as withdrawn or expelled.
    """
    by = stage.first - 1
    last = len(stage.rounds)
    games = {
        number: tuple(
            game._replace(round=game.round - by)
            for game in facts.games[number]
            if game.round in stage.rounds and (game.opponent is None or game.opponent in members)
        )
        for number in members
    }
    adjustments = {
        number: tuple(each._replace(round=each.round - by) for each in own if each.round in stage.rounds)
        for number, own in facts.adjustments.items()
        if number in members
    }
    return facts._replace(
        players={
            number: facts.players[number]._replace(withdrawn_from=None, expelled_from=None)
            for number in sorted(members)
        },
        games=games,
        rounds=last,
        adjustments={number: own for number, own in adjustments.items() if own},
        team_event=facts.team_event and _cut_event(facts.team_event, stage, members),
    )


def _cut_event(event: TeamEvent, stage: Stage, members: Collection[int]) -> TeamEvent:
    """Return the duels of some teams in the rounds of a stage, numbered from 1, with their boards."""
    matches = {
        number: tuple(
            match._replace(round=match.round - stage.first + 1)
            for match in event.matches[number]
            if match.round in stage.rounds and (match.opponent is None or match.opponent in members)
        )
        for number in members
    }
    teams = {number: event.teams[number] for number in members}
    return event._replace(teams=teams, matches=matches, rounds=len(stage.rounds))
