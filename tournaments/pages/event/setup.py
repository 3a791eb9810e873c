"""How a new event is played, what it has and what it still lacks, as values."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairing.plan.stages import DUELS, Stage
from tiebreaks.order.notation import read_order
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.domain.choices import System
from tournaments.domain.rounds.usual_ways import find_way, list_ways
from tournaments.models import Event
from tournaments.pages.event.order import list_advice
from tournaments.queries.players.participants import participants_of
from tournaments.queries.rounds import plan
from tournaments.queries.rounds.games import last_paired_round
from tournaments.wording import brackets, criteria, dates, pairings


class Item(NamedTuple):
    """One thing that an event needs: its title, its current state, the page that changes it, and whether it is done.

    `needed` is false if it is optional. `details` say what follows from it.
    """

    title: str
    text: str
    page: str
    done: bool
    needed: bool = True
    details: tuple[str, ...] = ()


class Ready(NamedTuple):
    items: tuple[Item, ...]
    is_ready: bool
    has_begun: bool


class FirstRound(NamedTuple):
    """What is next before round 1: what the plan has for it, and what decides when points are equal.

    `may_draw` is true where a plan and participants are there, `is_drawn` where the draft waits to be published.
    """

    plan: str
    order: str
    may_draw: bool
    is_drawn: bool
    may_configure: bool


def first_round_view(reader: Reader, *, has_begun: bool) -> FirstRound | None:
    """Return what leads to round 1, None once it is published."""
    event = reader.event
    if event.is_final or has_begun:
        return None
    staged = plan.read_plan(event)
    is_enough = participants_of(event).filter(withdrawn_from=None).count() > 1
    return FirstRound(
        describe_stages(staged),
        describe_order(event, staged),
        may_draw=bool(staged) and is_enough,
        is_drawn=event.drafts.exists(),
        may_configure=reader.may(policy.CONFIGURE),
    )


def setup_view(reader: Reader) -> Ready:
    """Return what is ready and what is missing, and where the order does not suit the event."""
    event = reader.event
    players = participants_of(event).filter(withdrawn_from=None).count()
    staged = plan.read_plan(event)
    items = (
        Item(_("Where and when"), describe_place(event), "settings", bool(event.starts_on), needed=False),
        Item(
            _("Rounds"),
            describe_stages(staged),
            "pairings",
            bool(staged),
            details=describe_rounds_ahead(event, staged, players),
        ),
        Item(
            _("Tie-breaks"),
            describe_order(event, staged),
            "tiebreaks",
            True,
            details=tuple(sentence for sentence, _article, may_tie in advise(reader, staged) if not may_tie),
        ),
        describe_field(event),
        Item(_("Round times"), describe_times(event), "times", bool(event.round_times), needed=False),
    )
    ready = all(item.done for item in items if item.needed)
    return Ready(items, ready, bool(last_paired_round(event)))


def read_choice(event: Event) -> dict[str, str | int]:
    """Return how an event is played and its rounds; the most common way before anything was chosen."""
    known = list_ways(event.game, of_teams=event.of_teams)
    if event.system == System.ROUND_ROBIN:
        return {"way": "round-robin", "rounds": event.planned_rounds}
    staged = plan.read_plan(event)
    chosen = find_way(known, staged)
    if chosen:
        return {"way": chosen.key, "rounds": plan.find_last_pairing_round(staged) or chosen.rounds}
    return {"way": known[0].key, "rounds": known[0].rounds}


def describe_field(event: Event) -> Item:
    """Say who takes part: the teams with their players, or the players."""
    players = event.players.count()
    if not event.of_teams:
        return Item(_("Players"), count_players(players), "players", players > 1)
    teams = event.teams.count()
    text = ngettext("%(count)d team", "%(count)d teams", teams) % {"count": teams}
    return Item(_("Teams"), f"{text}, {count_players(players)}", "teams", teams > 1)


def describe_place(event: Event) -> str:
    days = dates.write_days(event.starts_on, event.ends_on)
    return " · ".join(filter(None, (event.place, days))) or _("not set yet")


def describe_rounds_ahead(event: Event, staged: Sequence[Stage], players: int) -> tuple[str, ...]:
    """Say for each stage of a plan what it comes to for so many players, as the page of the plan does."""
    known = {"has_scores": event.game.has_scores, "of_teams": event.of_teams}
    ahead = (" ".join(brackets.describe_stage_ahead(staged, stage, players, **known)) for stage in staged)
    return tuple(filter(None, ahead))


def describe_stages(staged: Sequence[Stage]) -> str:
    if not staged:
        return _("There is no plan yet.")
    if len(staged) == 1:
        counted = ngettext("%(count)d round", "%(count)d rounds", staged[-1].last) % {"count": staged[-1].last}
        return f"{counted}: {pairings.pairing_system(staged[0].system)}"
    return ", ".join(
        f"{stage.first}–{stage.last}: {pairings.pairing_system(stage.system)}"
        if stage.first < stage.last
        else f"{stage.first}: {pairings.pairing_system(stage.system)}"
        for stage in staged
    )


def count_players(players: int) -> str:
    return ngettext("%(count)d player", "%(count)d players", players) % {"count": players}


def describe_times(event: Event) -> str:
    count = len(event.round_times)
    if not count:
        return _("No round has a time yet.")
    return ngettext("%(count)d round has a time", "%(count)d rounds have a time", count) % {"count": count}


def advise(reader: Reader, staged: Sequence[Stage]) -> list[tuple[str, str, bool]]:
    """Return the advice that the page of the tie-breaks gives on the order, where an order decides anything."""
    event = reader.event
    has_order = event.tiebreaks and not (staged and staged[0].system in DUELS)
    return list_advice(reader, read_order(event.tiebreaks, event.of_teams)) if has_order else []


def describe_order(event: Event, staged: Sequence[Stage]) -> str:
    """Say what decides when points are equal; nothing has to where matches decide from the first round on."""
    if staged and staged[0].system in DUELS:
        return _("Not needed: the matches decide the places.")
    return order_names(event.tiebreaks, event.of_teams)


def order_names(notation: str, of_teams: bool) -> str:
    """Write an order of criteria in words."""
    return ", ".join(criteria.name(chosen) for chosen in read_order(notation, of_teams))


def order_choices(event: Event) -> list[tuple[str, str, str]]:
    """Return the usual orders of an event as choices: key, title, and the criteria in words."""
    known = event.game.list_presets(event.system, event.first_score)
    return [(preset.key, str(preset.title), order_names(preset.order, event.of_teams)) for preset in known]
