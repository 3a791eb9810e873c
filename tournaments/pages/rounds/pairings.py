"""The pairings page as values: the plan, the drafts, the published rounds, the players."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from pairing.plan.stages import DUELS, Plan, Stage
from tiebreaks.refusal import Refusal
from tournaments.access.reader import Reader
from tournaments.domain.desk.results import Result
from tournaments.domain.players.name_matching import drop_accents
from tournaments.forms.plan_fields import describe_settings
from tournaments.models import Event, Game
from tournaments.pages.players.numbers import find_hint
from tournaments.pages.rounds.drafts import DraftView, Who, draft_view
from tournaments.pages.rounds.drawing import Drawing, drawing_view, failed_drawing
from tournaments.pages.rounds.forbidden_pairings import ForbiddenLine, list_forbidden_pairings
from tournaments.pages.rounds.level_duels import LevelDuel, list_level_duels, list_strays
from tournaments.pages.rounds.published import Published, published_rounds
from tournaments.queries.desk.board_labels import board_label
from tournaments.queries.event.progress import read_progress
from tournaments.queries.players.participants import participants_of
from tournaments.queries.rounds import plan
from tournaments.queries.rounds.games import coming_rounds, last_paired_round, read_adjourned
from tournaments.queries.standings.crosstable import read_known_facts_for_pairing
from tournaments.scheduling import next_round, proposals
from tournaments.wording import games as games_wording
from tournaments.wording import pairings as pairings_wording
from tournaments.wording import sentences


class Asked(NamedTuple):
    """A player who is not to be paired in a coming round; `kind` is in words."""

    round: int
    name: str
    kind: str


class PlanLine(NamedTuple):
    """One stage of the plan; `settings` holds sentences."""

    system: str
    name: str
    first: int
    last: int
    settings: list[str]
    begun: bool


class PairingsView(NamedTuple):
    """`problem` says why the next round cannot be drawn; `level` matches must be decided before it. `heads` are the
    column heads of a draft. `numbers` says before a draw whose start number is not the one by rating. In a round that
    `follows_matches` nobody is drawn any more.

    In a team event `players` holds the teams; all who can be chosen are in the order of their names.
    """

    heads: tuple[str, str, str]
    participant: str
    coming: range
    system: str
    problem: str
    level: tuple[LevelDuel, ...]
    strays: tuple[str, ...]
    drawing: Drawing | None
    failed: tuple[str, dict[str, Any]] | None
    plan: list[PlanLine]
    drafts: list[DraftView]
    needs_reason: bool
    rounds: list[Published]
    players: list[Who]
    withdrawn: list[Who]
    expellable: list[Who]
    asked: list[Asked]
    adjourned: tuple[str, ...] = ()
    numbers: str = ""
    follows_duels: bool = False
    forbidden_pairings: Sequence[ForbiddenLine] = ()

    @property
    def may_keep_byes(self) -> bool:
        """Return whether the next draw can keep the bye where it is."""
        return any(draft.is_free and draft.byes for draft in self.drafts)

    @property
    def may_change(self) -> bool:
        """Return whether a published round has open boards."""
        return any(each.results_in < each.boards for each in self.rounds)

    @property
    def seatable(self) -> list[Who]:
        """Return everybody who may have a place in a published round, by name."""
        return sorted([*self.players, *self.withdrawn], key=lambda who: drop_accents(who.name))

    @property
    def may_go_back(self) -> list[int]:
        """Return the rounds that can be withdrawn together: the last one, or all those of the groups."""
        first = next((each.number for each in self.rounds if each.may_go_back), None)
        return [] if first is None else sorted(each.number for each in self.rounds if each.number >= first)


def pairings_view(reader: Reader) -> PairingsView:
    """Return everything that the pairings page shows."""
    event = reader.event
    drawing = drawing_view(event)  # before the drafts: a draw that ends meanwhile has made them
    participants, drafts, planned = _read_participants(event), list(event.drafts.all()), plan.read_plan(event)
    last, progress = last_paired_round(event), read_progress(reader)
    is_decided = bool(planned) and planned[-1].system in DUELS and progress.finished
    coming, problem = _read_coming(reader, is_decided=is_decided, has_drafts=bool(drafts))
    level = list_level_duels(reader) if coming and coming.stage.system in DUELS and not problem else ()
    views = [draft_view(draft, drafts, coming, participants.names) for draft in drafts] if coming else []
    return PairingsView(
        heads=pairings_wording.name_draft_columns(event.game, event.of_teams),
        participant=pairings_wording.name_participant(event.of_teams),
        coming=coming_rounds(event, last),
        system=pairings_wording.pairing_system(coming.stage.system) if coming else "",
        problem=problem,
        level=level,
        strays=list_strays(reader, last),
        drawing=drawing,
        failed=failed_drawing(event, last + 1),
        plan=[_line(stage, last, event.of_teams) for stage in planned],
        drafts=views,
        needs_reason=any(view.needs_reason for view in views),
        rounds=published_rounds(reader, progress.round, last, participants.names),
        players=participants.here,
        withdrawn=participants.withdrawn,
        expellable=participants.expellable,
        asked=_asked(event, last),
        adjourned=tuple(_name_board(event, game) for game in read_adjourned(event)),
        numbers="" if last and problem else find_hint(reader),
        follows_duels=bool(coming and coming.stage.system in DUELS and coming.number > coming.stage.first),
        forbidden_pairings=_list_forbidden(event, coming, planned),
    )


class Participants(NamedTuple):
    """The players of an event, or its teams, in the order of their names; `names` tell those apart who share one."""

    names: dict[int, str]
    here: list[Who]
    withdrawn: list[Who]
    expellable: list[Who]


def _read_participants(event: Event) -> Participants:
    rows = list(participants_of(event).values_list("number", "name", "withdrawn_from", "expelled_from"))
    names = pairings_wording.tell_apart({number: name for number, name, *_ in rows})
    rows.sort(key=lambda row: drop_accents(row[1]))
    return Participants(
        names,
        here=[Who(number, names[number]) for number, _, withdrawn, _ in rows if withdrawn is None],
        withdrawn=[Who(number, names[number]) for number, _, withdrawn, _ in rows if withdrawn is not None],
        expellable=[Who(number, names[number]) for number, _, _, expelled in rows if expelled is None],
    )


def _list_forbidden(event: Event, coming: next_round.NextRound | None, planned: Plan) -> Sequence[ForbiddenLine]:
    return list_forbidden_pairings(event, list(coming.facts.players.values()), planned) if coming else ()


def _name_board(event: Event, game: Game) -> str:
    """Name an adjourned board or table: its round, its number and both players."""
    assert game.black is not None
    where = games_wording.name_board_of_round(event.game, game.round.number, board_label(event, game.board))
    return f"{where} ({game.white.name} – {game.black.name})"


def _asked(event: Event, last: int) -> list[Asked]:
    """Return the absences and requested byes of rounds not published yet. One query."""
    coming = participants_of(event).filter(absences__round__gt=last).order_by("absences__round", "name")
    return [
        Asked(round_number, name, str(Result(kind).label))
        for round_number, name, kind in coming.values_list("absences__round", "name", "absences__kind")
    ]


def _read_coming(reader: Reader, *, is_decided: bool, has_drafts: bool) -> tuple[next_round.NextRound | None, str]:
    """Return the next round, None where the plan has none, and why it can't be drawn."""
    coming, problem = None, ""
    try:
        coming = next_round.read_next_round(reader, read_known_facts_for_pairing)
        if not has_drafts:
            next_round.check_ready(coming)
    except Refusal as refusal:
        problem = sentences.refusal(refusal)
    return coming, sentences.refusal(Refusal(proposals.DECIDED, field="round")) if is_decided else problem


def _line(stage: Stage, last: int, of_teams: bool) -> PlanLine:
    name, settings = pairings_wording.pairing_system(stage.system), describe_settings(stage, of_teams=of_teams)
    return PlanLine(stage.system, name, stage.first, stage.last, settings, stage.first <= last)
