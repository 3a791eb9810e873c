"""How the duels of a stage are played, as its settings in the plan say."""

from __future__ import annotations

from pairing.brackets.elimination import PlayOnRules
from pairing.brackets.pools import PoolSettings
from pairing.brackets.schedule import DuelSettings
from pairing.plan.stages import DUELS, POOLS, Stage


def duel_settings(stage: Stage) -> DuelSettings | PoolSettings:
    """Return how a stage of duels is played."""
    return pool_settings(stage) if stage.system == POOLS else bracket_settings(stage)


def pool_settings(stage: Stage) -> PoolSettings:
    """Return how a stage of pools is played."""
    get = stage.get
    return PoolSettings(
        entrants=get("players"),
        size=get("size"),
        way=get("way"),
        seeding=get("seeding"),
        apart=get("apart"),
        ties=get("ties"),
        play_off=tuple(get("play_off").split()),
    )


def bracket_settings(stage: Stage) -> DuelSettings:
    """Return how a knock-out is played."""
    rules = PlayOnRules(
        stage.get("losers"), stage.get("consolations"), stage.get("defeats") == 2, stage.get("second_final")
    )
    get = stage.get
    return DuelSettings(
        entrants=get("entrants"),
        further=get("further"),
        seeding=get("seeding"),
        apart=get("apart"),
        rules=rules,
        games=get("games"),
        final_games=get("final_games"),
        further_games=get("further_games"),
        counting=get("counting"),
        play_off=tuple(get("play_off").split()),
    )


def reach_of(stage: Stage, players: int) -> list[int]:
    """Return how many of so many players a stage puts into a new order, bracket by bracket, or all in its table."""
    if stage.system in DUELS:
        return duel_settings(stage).reach(players)
    return [min(stage.get("field") or players, players)]
